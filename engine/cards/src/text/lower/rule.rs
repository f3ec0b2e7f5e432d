//! Statements about casting the card itself.

use super::casting::{Alternative, Casting};
use super::context::Context;
use super::decline::{Lowered, decline};
use super::filter::unsupported;
use super::frame::{Frame, all_of};
use super::when::Limits;
use crate::ability::{AbilityKind, Affected, PaymentHelper, Static, StaticEffect};
use crate::card::AbilityId;
use crate::cost::{Cost, CostPart, SelfCostChange};
use crate::effect::{Instr, Modification};
use crate::filter::{Amount, Condition, Objects, PlayerFilter, Players, Step, Zone};
use crate::keyword::Keywords;
use crate::mana::ManaCost;
use crate::text::grammar::amount::{Counted, ForEach};
use crate::text::grammar::cost::{CostPart as CostWords, Gerunds, SentenceCost};
use crate::text::grammar::keyword::CostName;
use crate::text::grammar::noun::{Head, HowMany, Kind, Np, Participle, Qual, Quant};
use crate::text::grammar::player::Player;
use crate::text::grammar::statics::{Alternative as AlternativeWords, CardRule, EntersSo};
use crate::text::grammar::words::Mana;
use crate::text::keywords::{self, CastingKeyword, Meaning};
use crate::text::syntax::print;
use crate::types::CardTypes;

impl Context<'_> {
    /// CR 607.2a: an ability of a permanent that speaks of exiled cards would mean those that its spell was paid with, which aren't kept.
    fn links_nothing(&self, cost: &crate::cost::Cost) -> Lowered<()> {
        if self.links_exile
            && self.types.intersects(CardTypes::PERMANENT)
            && cost.parts.iter().any(CostPart::exiles_unlinked)
        {
            return decline("what is exiled to cast a permanent isn't linked to it");
        }
        Ok(())
    }

    /// An additional cost that artifacts and creatures help to pay.
    fn waterbend(&mut self, mana: &Mana, optional: Option<u8>) -> Lowered<ManaCost> {
        if mana.0.x_count() > 0 {
            return decline("such a cost with X isn't supported");
        }
        self.casting.helpers.push(PaymentHelper::WaterbendCost { mana: mana.0.clone(), optional });
        Ok(mana.0.clone())
    }

    /// The same, where it must be paid.
    fn must_waterbend(&mut self, mana: &Mana) -> Lowered<()> {
        let change = crate::cost::CostChange::IncreaseSymbols(self.waterbend(mana, None)?);
        self.casting.changes.push(SelfCostChange { condition: None, change });
        Ok(())
    }

    /// What may be paid besides.
    fn optional_cost(&mut self, frame: &mut Frame, words: &SentenceCost) -> Lowered<Cost> {
        match words {
            SentenceCost::One { part: CostWords::Waterbend { mana } } => {
                let place = self.casting.optional.len() as u8;
                Ok(Cost::mana(self.waterbend(mana, Some(place))?))
            }
            words => self.sentence_cost(frame, words),
        }
    }

    /// A spell that can't be copied.
    fn cant_be_copied(&mut self, rule: &CardRule) -> AbilityId {
        let ability = Static { zone: Zone::Stack, condition: None, effect: StaticEffect::CantBeCopied };
        self.add(print(rule), AbilityKind::Static(Box::new(ability)))
    }

    /// Statements about casting the card.
    pub(super) fn rule(&mut self, rule: &CardRule) -> Lowered<Vec<AbilityId>> {
        let mut frame = self.frame();
        match rule {
            CardRule::AdditionalCost { cost: SentenceCost::One { part: CostWords::Waterbend { mana } } } => {
                self.must_waterbend(mana)?;
            }
            CardRule::AdditionalCost { cost } => {
                let cost = self.sentence_cost(&mut frame, cost)?;
                if cost.mana.is_some() || !frame.code.items.is_empty() {
                    return unsupported("the additional cost", rule);
                }
                self.links_nothing(&cost)?;
                self.casting.additional.parts.extend(cost.parts);
                frame.mention_paid();
                self.casting.paid_mentions = frame.discourse.mentions;
                if frame.discourse.x == Some(Amount::X) {
                    self.has_x = true;
                }
            }
            CardRule::OptionalCost { cost: words } => {
                // Where X is something else already, any number is one at a time, as often as the player likes.
                let one = any_number_of(words).filter(|_| self.has_x);
                let repeat = one.is_some();
                let cost = self.optional_cost(&mut frame, one.as_ref().unwrap_or(words))?;
                self.links_nothing(&cost)?;
                let (place, text) = (self.casting.optional.len() as u8, print(words));
                let uses_x = frame.discourse.x == Some(Amount::X) && !self.has_x;
                if !frame.code.items.is_empty() || uses_x || self.casting.extra.is_some() {
                    return unsupported("the additional cost", rule);
                }
                self.casting.extra = Some(place);
                let optional = crate::cost::OptionalCost { cost, repeat, kicks: false, text };
                self.casting.optional.push(optional);
            }
            CardRule::AlternativeRule { alternative } => {
                let cost = self.alternative(&mut frame, alternative)?;
                self.casting.alternatives.push(Alternative::Instead(cost, None));
            }
            CardRule::AlternativeIf { condition, alternative } => {
                let condition = self.conditions(&mut frame, condition)?;
                let cost = self.alternative(&mut frame, alternative)?;
                self.casting.alternatives.push(Alternative::Instead(cost, Some(condition)));
            }
            // CR 601.3.
            CardRule::CastOnly { only, more } => {
                let all = [only].into_iter().chain(more.iter().map(|more| &more.only));
                match self.only(&mut frame, all)? {
                    Limits { timing: None, per_turn: None, once: false, conditions } => {
                        self.casting.only.extend(all_of(conditions));
                    }
                    _ => return unsupported("the limit", rule),
                }
            }
            CardRule::CantBeCopied => return Ok(vec![self.cant_be_copied(rule)]),
            // CR 615.12: whether the damage can be prevented is asked as the spell resolves.
            CardRule::UncounterableIf { condition } => {
                let condition = self.conditions(&mut frame, condition)?;
                self.casting.unpreventable = Some(condition.clone());
                let modification =
                    crate::effect::Modification::Restrict(crate::keyword::Restrictions::CANT_BE_COUNTERED);
                let effect = StaticEffect::Continuous(Affected::Source, vec![modification]);
                let ability = Static { zone: Zone::Stack, condition: Some(condition), effect };
                return Ok(vec![self.add(print(rule), AbilityKind::Static(Box::new(ability)))]);
            }
            CardRule::CantBeCountered | CardRule::CantBeCounteredIf { .. } => {
                let condition = match rule {
                    CardRule::CantBeCounteredIf { condition } => Some(self.conditions(&mut frame, condition)?),
                    _ => None,
                };
                if !frame.code.items.is_empty() || !frame.code.targets.is_empty() {
                    return unsupported("the condition", rule);
                }
                let modification =
                    crate::effect::Modification::Restrict(crate::keyword::Restrictions::CANT_BE_COUNTERED);
                let effect = StaticEffect::Continuous(Affected::Source, vec![modification]);
                let ability = Static { zone: Zone::Stack, condition, effect };
                return Ok(vec![self.add(print(rule), AbilityKind::Static(Box::new(ability)))]);
            }
            CardRule::SelfCost { by, each } => {
                let change = super::cost_change::cost_by(by);
                let change = match (change, each) {
                    (change, None) => change,
                    (crate::cost::CostChange::Reduce(Amount::Const(n)), Some(each)) if paid_this_way(each) => {
                        match self.casting.extra {
                            Some(place) if self.casting.optional[usize::from(place)].repeat => {
                                let times = Amount::Times(Box::new(Amount::TimesPaid(place)), n);
                                crate::cost::CostChange::Reduce(times)
                            }
                            _ => return unsupported("the cost change", rule),
                        }
                    }
                    (crate::cost::CostChange::Reduce(n), Some(each)) => {
                        crate::cost::CostChange::Reduce(self.times(&mut frame, n, Some(each))?)
                    }
                    (crate::cost::CostChange::Increase(n), Some(each)) => {
                        crate::cost::CostChange::Increase(self.times(&mut frame, n, Some(each))?)
                    }
                    (crate::cost::CostChange::ReduceSymbols(mana), Some(each)) => {
                        let times = self.times(&mut frame, Amount::Const(1), Some(each))?;
                        crate::cost::CostChange::ReduceTimes(mana, times)
                    }
                    _ => return unsupported("the cost change", rule),
                };
                self.casting.changes.push(SelfCostChange { condition: None, change });
            }
            CardRule::SelfCostIf { by, condition }
            | CardRule::SelfCostWhile { by, condition }
            | CardRule::IfSelfCost { condition, by } => {
                let condition = Some(self.conditions(&mut frame, condition)?);
                self.casting.changes.push(SelfCostChange { condition, change: super::cost_change::cost_by(by) });
            }
            // CR 601.2f: a part of the total cost, whatever is paid for the mana cost.
            CardRule::LifeForTargets { n } => {
                let life = CostPart::Life(Amount::Times(Box::new(Amount::Targets), n.0));
                self.casting.additional.parts.push(life);
            }
            CardRule::SelfCostX { by, x } => {
                let amount = self.amount(&mut frame, &x.amount)?;
                let crate::text::grammar::statics::CostBy::Less { mana } = by else {
                    return unsupported("the cost change", rule);
                };
                if mana.0.symbols != [crate::mana::ManaSymbol::X] {
                    return unsupported("the cost change", rule);
                }
                let change = crate::cost::CostChange::Reduce(amount);
                self.casting.changes.push(SelfCostChange { condition: None, change });
            }
            CardRule::CastFromGraveyardIf { condition }
            | CardRule::CastFromGraveyardIfAfter { condition, so: None } => {
                let condition = self.conditions(&mut frame, condition)?;
                self.casting.alternatives.push(Alternative::FromGraveyard(None, Some(condition)));
            }
            CardRule::CastFromGraveyardIfAfter { so: Some(so), .. } | CardRule::CastFromGraveyard { so: Some(so) } => {
                return self.cast_from_graveyard_so(&mut frame, rule, so);
            }
            CardRule::CastAtMaxSpeed => {
                let condition = Some(super::ability::max_speed());
                self.casting.alternatives.push(Alternative::FromGraveyard(None, condition));
            }
            CardRule::OnlyOnX { color } => self.casting.helpers.push(PaymentHelper::OnlyOnX(color.0)),
            CardRule::OnlyTwoOnX { a, b } => self.casting.helpers.push(PaymentHelper::OnlyOnX(a.0 | b.0)),
            CardRule::OnlyMadeBy { noun } => {
                let origin = self.mana_origin(&mut frame, noun)?;
                self.casting.helpers.push(PaymentHelper::OnlyFrom(origin));
            }
            CardRule::AnyColor => self.casting.helpers.push(PaymentHelper::AnyColor),
            CardRule::CastFromGraveyardUsing { name } => self.casting.from_graveyard_by = casting_keyword(*name)?,
            CardRule::CastFromExile => self.casting.alternatives.push(Alternative::FromExile),
            CardRule::CastFromGraveyardOrExile => {
                self.casting.alternatives.push(Alternative::FromGraveyard(None, None));
                self.casting.alternatives.push(Alternative::FromExile);
            }
            CardRule::CastFromGraveyardBy { by } | CardRule::CastFromGraveyardFor { by, .. } => {
                return self.cast_from_graveyard_by(&mut frame, by, rule);
            }
            // CR 601.3.
            CardRule::CantCastIf { condition } => {
                let condition = self.conditions(&mut frame, condition)?;
                self.casting.only.push(Condition::Not(Box::new(condition)));
            }
            CardRule::CantCastEarly => self.casting.only.push(Condition::Not(Box::new(super::condition::early_turn()))),
            CardRule::CantCastUnless { condition } => {
                let condition = self.conditions(&mut frame, condition)?;
                self.casting.only.push(condition);
            }
            CardRule::CastFromGraveyard { so: None } => {
                self.casting.alternatives.push(Alternative::FromGraveyard(None, None));
            }
            // Nothing in a game of two decks.
            CardRule::Commander => {}
            CardRule::FlashFor { mana } => self.casting.alternatives.push(Alternative::FlashFor(mana.0.clone())),
            // Whatever it is cast for: the ability allows the time, it is no alternative cost (CR 118.9a, 601.3b). Whether a sorcery
            // could have been cast is noted of whatever is cast, so never of a copy (CR 707.10). What happens later is a delayed
            // triggered ability, which the permanent needn't have kept (CR 603.7a).
            CardRule::FlashUntilCleanup => {
                if self.casting.noted.is_some() {
                    return decline("the card asks for several numbers as it is cast");
                }
                let late = Amount::If(
                    Box::new(super::ways::sorcery_time()),
                    Box::new(Amount::Const(0)),
                    Box::new(Amount::Const(1)),
                );
                self.casting.noted = Some(late);
                self.casting.any_time = true;
                let words = "At the beginning of the next cleanup step, the controller of ~ sacrifices it.";
                let code = vec![Instr::Sacrifice(Players::ControllerOf(Box::new(Objects::Source)), Objects::Source)];
                let later = self.scripted(words, Zone::Battlefield, Vec::new(), code);
                return Ok(vec![self.later_if_paid(print(rule), Casting::NOTED, Step::Cleanup, later)]);
            }
            // Who builds a deck reads it there (CR 100.2a).
            CardRule::DeckAnyNumber | CardRule::DeckUpTo { .. } => {}
            CardRule::Companion { .. } => {} // CR 702.139a: it functions outside the game alone, and nobody has to choose one.
            CardRule::FlashIf { condition } | CardRule::IfFlash { condition } => {
                self.casting.flash_if = Some(self.conditions(&mut frame, condition)?);
            }
            // CR 113.6e: the ability that gives flash works on the stack, where the spell has it, and makes casting it legal.
            CardRule::FlashWhile { condition } => {
                let condition = self.conditions(&mut frame, condition)?;
                self.casting.flash_if = Some(condition.clone());
                let flash = vec![Modification::AddKeywords(Keywords::FLASH)];
                let effect = StaticEffect::Continuous(Affected::Source, flash);
                let ability = Static { zone: Zone::Stack, condition: Some(condition), effect };
                return Ok(vec![self.add(print(rule), AbilityKind::Static(Box::new(ability)))]);
            }
            CardRule::Redraw => {
                let ability = Static { zone: Zone::Hand, condition: None, effect: StaticEffect::MayRedraw };
                return Ok(vec![self.add(print(rule), AbilityKind::Static(Box::new(ability)))]);
            }
            CardRule::OpeningHand => {
                let ability = Static { zone: Zone::Hand, condition: None, effect: StaticEffect::MayBeginOnBattlefield };
                return Ok(vec![self.add(print(rule), AbilityKind::Static(Box::new(ability)))]);
            }
            CardRule::SelfCostIfTargets { by, noun } => {
                let described = self.noun(&mut frame, noun)?;
                let condition = Some(Condition::Targets(described.filter));
                self.casting.changes.push(SelfCostChange { condition, change: super::cost_change::cost_by(by) });
            }
            CardRule::SelfCostYourTurn { by } => {
                let condition = Some(Condition::TurnOf(PlayerFilter::You));
                self.casting.changes.push(SelfCostChange { condition, change: super::cost_change::cost_by(by) });
            }
            CardRule::Strive { mana } => {
                let beyond = Amount::Difference(Box::new(Amount::Targets), Box::new(Amount::Const(1)));
                let change = crate::cost::CostChange::IncreaseTimes(mana.0.clone(), beyond);
                self.casting.changes.push(SelfCostChange { condition: None, change });
            }
        }
        Ok(Vec::new())
    }

    /// "You may cast ~ from your graveyard. If you do, it enters with a finality counter on it."
    fn cast_from_graveyard_so(&mut self, frame: &mut Frame, rule: &CardRule, so: &EntersSo) -> Lowered<Vec<AbilityId>> {
        let condition = match rule {
            CardRule::CastFromGraveyardIfAfter { condition, .. } => Some(self.conditions(frame, condition)?),
            _ => None,
        };
        self.casting.alternatives.push(Alternative::FromGraveyardNamed(None, condition));
        let so = self.enters_so(frame, so)?;
        Ok(vec![self.add(print(rule), AbilityKind::Static(Box::new(so)))])
    }

    /// "You may cast ~ from your graveyard by sacrificing a creature rather than paying its mana cost", or in addition to it.
    fn cast_from_graveyard_by(&mut self, frame: &mut Frame, by: &Gerunds, rule: &CardRule) -> Lowered<Vec<AbilityId>> {
        let mut cost = Cost::default();
        for part in by.parts() {
            self.cost_part(frame, &part, &mut cost)?;
        }
        let other = matches!(rule, CardRule::CastFromGraveyardFor { .. });
        // CR 118.9a: an alternative cost has a mana part, if only of nothing; an additional one is none of the mana cost.
        if !other && cost.mana.is_some() || frame.discourse.x == Some(Amount::X) && !self.has_x {
            return unsupported("what is paid to cast it from the graveyard:", rule);
        }
        let so = match rule {
            CardRule::CastFromGraveyardFor { so: Some(so), .. } => Some(self.enters_so(frame, so)?),
            _ => None,
        };
        self.casting.alternatives.push(match other {
            true if so.is_some() => Alternative::FromGraveyardNamed(Some(cost), None),
            true => Alternative::FromGraveyard(Some(cost), None),
            false => Alternative::FromGraveyardToo(cost.parts),
        });
        Ok(so.map(|so| self.add(print(rule), AbilityKind::Static(Box::new(so)))).into_iter().collect())
    }

    pub(super) fn alternative(&mut self, frame: &mut Frame, alternative: &AlternativeWords) -> Lowered<Cost> {
        match alternative {
            AlternativeWords::Cost { cost } => self.sentence_cost(frame, cost),
            // With two players there is one other.
            AlternativeWords::OthersGain {
                who: Player::AnOpponent | Player::EachOtherPlayer | Player::EachOpponent,
                n,
            } => {
                let part = CostPart::OpponentGains(self.number(frame, n)?);
                Ok(Cost { mana: None, parts: vec![part] })
            }
            AlternativeWords::OthersGain { .. } => unsupported("the cost", alternative),
            AlternativeWords::Free => Ok(Cost::mana(crate::mana::ManaCost::default())),
        }
    }
}

/// A cost of any number of things as one of them.
fn any_number_of(words: &SentenceCost) -> Option<SentenceCost> {
    let SentenceCost::One { part } = words else { return None };
    let mut part = part.clone();
    let (CostWords::ExileFrom { what } | CostWords::Sacrifice { what }) = &mut part else { return None };
    let Np::Quant { quant, .. } = what else { return None };
    if *quant != (Quant::Some { n: HowMany::AnyNumber }) {
        return None;
    }
    *quant = Quant::A;
    Some(SentenceCost::One { part })
}

/// "For each card exiled this way": for each time that what may be paid was.
fn paid_this_way(each: &ForEach) -> bool {
    let ForEach::Counted { counted: Counted::Noun { noun } } = each else { return false };
    let plain = matches!(&noun.head, Head::Bare { adjs, kind: Kind::Card } if adjs.is_empty());
    plain && matches!(noun.quals.as_slice(), [Qual::ThisWay { past: Participle::Exiled }])
}

/// Which keyword ability it is that a card can be cast by.
fn casting_keyword(name: CostName) -> Lowered<Option<CastingKeyword>> {
    match keywords::TABLE[name.0].meaning {
        Meaning::Casting(keyword) => Ok(Some(keyword)),
        _ => unsupported("the ability to cast it by:", &name),
    }
}
