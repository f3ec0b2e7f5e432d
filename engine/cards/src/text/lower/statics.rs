//! Static abilities.

use super::casting::{Alternative, Casting};
use super::depends::{On, depends};
use super::filter::unsupported;
use super::{Context, Frame, Lowered, all_of, decline};
use crate::ability::{
    Affected, Caused, OtherPrice, PlayerRule as Rule, Replacement, Static, StaticEffect, TriggerEvent,
};
use crate::cost::{Cost, CostPart};
use crate::designation::Daytime;
use crate::effect::{Duration, Instr, Modification, Part, Pick, Script};
use crate::filter::{
    Amount, Comparison, Condition, CounterKind, Filter, Objects, PlayerFilter, Players, Step, Test, Zone,
};
use crate::keyword::Restrictions;
use crate::text::grammar::amount::ForEach;
use crate::text::grammar::cost::Counters;
use crate::text::grammar::noun::{Noun, Np, Nps, Quant};
use crate::text::grammar::object::{LastingVerb, StillTail};
use crate::text::grammar::player::Player;
use crate::text::grammar::statics::{
    AlsoStatement, Cause, EnterChoice, EnterCounters, NotCaused, PlayerRule, SkipRule, Static as Words, WhileTail,
};
use crate::text::syntax::{Agrees, print};
use crate::types::CardTypes;

/// A static ability that works on the battlefield.
pub(super) fn simple(effect: StaticEffect) -> Vec<Static> {
    vec![Static { zone: Zone::Battlefield, condition: None, effect }]
}

pub(super) fn replacement(replacement: Replacement) -> Vec<Static> {
    simple(StaticEffect::Replacement(replacement))
}

impl Context<'_> {
    /// The static abilities of one sentence.
    pub(super) fn statics(&mut self, words: &Words) -> Lowered<Vec<Static>> {
        let mut frame = Frame::new();
        frame.x = self.has_x.then_some(Amount::X);
        let statics = self.static_sentence(&mut frame, words)?;
        if !frame.targets.is_empty() || !frame.items.is_empty() {
            return decline("a static ability can't choose anything");
        }
        Ok(statics)
    }

    fn static_sentence(&mut self, frame: &mut Frame, words: &Words) -> Lowered<Vec<Static>> {
        Ok(match words {
            Words::Continuous { before, first, more, after, x } => {
                let mut conditions = Vec::new();
                if let Some(before) = before {
                    conditions.push(self.before(frame, before)?);
                }
                let affected = self.affected(frame, &first.what)?;
                if let ([Affected::Each(_)], Nps::One { np: Np::Quant { quant: Quant::Each, .. } }) =
                    (affected.as_slice(), &first.what)
                {
                    // "Each creature you control gets +1/+1 for each counter on it": each by its own.
                    let types = frame.mentions.last().map_or(CardTypes::empty(), |mention| mention.types);
                    let described = super::noun::Described { types, ..Default::default() };
                    frame.mention(Objects::Current, false, Some(&described));
                }
                if let Some(x) = x {
                    frame.x = Some(self.amount(frame, &x.amount)?);
                }
                let mut effects = self.continuous(frame, &affected, &first.verbs)?;
                match more {
                    None => {}
                    Some(AlsoStatement::ItsAbilities) => {
                        let [Affected::Source | Affected::Host] = affected.as_slice() else {
                            return decline("it is unclear whose abilities are meant");
                        };
                        let rule = vec![Modification::Restrict(Restrictions::CANT_ACTIVATE)];
                        effects.push(StaticEffect::Continuous(affected[0].clone(), rule));
                    }
                    Some(AlsoStatement::And { statement } | AlsoStatement::CommaAnd { statement }) => {
                        if x.is_some() {
                            return decline("it is unclear which of the two X belongs to");
                        }
                        let affected = match &statement.what {
                            Nps::One { np: Np::They | Np::Them }
                                if matches!(affected.as_slice(), [Affected::Each(_)]) =>
                            {
                                affected
                            }
                            what => self.affected(frame, what)?,
                        };
                        effects.extend(self.continuous(frame, &affected, &statement.verbs)?);
                    }
                }
                if let Some(after) = after {
                    conditions.push(match after {
                        WhileTail::AsLongAs { condition } => self.conditions(frame, condition)?,
                        WhileTail::Unless { condition } => Condition::Not(Box::new(self.conditions(frame, condition)?)),
                        WhileTail::YourTurn => Condition::TurnOf(PlayerFilter::You),
                        WhileTail::Devoured => {
                            let devoured = Amount::Devoured(Objects::Source);
                            Condition::Compare(devoured, Comparison::AtLeast, Amount::Const(1))
                        }
                    });
                }
                // "Each Vehicle you control gets +1/+1 as long as it's a creature": those of them that are.
                let each_changes =
                    effects.iter().all(|effect| matches!(effect, StaticEffect::Continuous(Affected::Each(_), _)));
                conditions.retain(|condition| {
                    let (true, Condition::ObjectIs(Objects::Current, own)) = (each_changes, condition) else {
                        return true;
                    };
                    for effect in &mut effects {
                        if let StaticEffect::Continuous(Affected::Each(filter), _) = effect {
                            filter.tests.extend(own.tests.iter().cloned());
                        }
                    }
                    false
                });
                if depends(&conditions, &[On::Current]) {
                    return decline("a condition on each of several isn't supported");
                }
                let condition = all_of(conditions);
                // "As long as ~ is in your graveyard" (CR 113.6k).
                let zone = frame.zone.take().unwrap_or(Zone::Battlefield);
                effects.into_iter().map(|effect| Static { zone, condition: condition.clone(), effect }).collect()
            }
            Words::NotCaused { what } => {
                let all: &[Caused] = match what {
                    NotCaused::Sacrifice => &[Caused::Sacrifice],
                    NotCaused::Discard => &[Caused::Discard],
                    NotCaused::Either => &[Caused::Discard, Caused::Sacrifice],
                };
                let rule =
                    |caused: &Caused| simple(StaticEffect::Player(PlayerFilter::You, Rule::CannotBeCaused(*caused)));
                all.iter().flat_map(rule).collect()
            }
            Words::NoSearchCaused => simple(StaticEffect::Player(PlayerFilter::Opponent, Rule::CantSearchOnItsOwn)),
            Words::Discarded { with } => {
                let to = self.onto_battlefield(frame, &Players::You, None, None, with.as_ref())?;
                self.pool.uses(crate::keyword::Features::DISCARD_REPLACED);
                let effect = StaticEffect::Replacement(Replacement::Discarded(to));
                vec![Static { zone: Zone::Hand, condition: None, effect }]
            }
            // "Otherwise, it ...": the same thing while the condition doesn't hold.
            Words::ContinuousOr { first, condition, other } => {
                let affected = self.affected(frame, &first.what)?;
                let ([Affected::Host | Affected::Source], false) = (affected.as_slice(), first.what.is_plural()) else {
                    return decline("it is unclear what `otherwise, it` refers to");
                };
                let effects = self.continuous(frame, &affected, &first.verbs)?;
                let others = self.continuous(frame, &affected, other)?;
                let condition = self.conditions(frame, condition)?;
                let otherwise = Condition::Not(Box::new(condition.clone()));
                let part = |effects: Vec<StaticEffect>, condition: &Condition| -> Vec<Static> {
                    let one = |effect| Static { zone: Zone::Battlefield, condition: Some(condition.clone()), effect };
                    effects.into_iter().map(one).collect()
                };
                let mut all = part(effects, &condition);
                all.extend(part(others, &otherwise));
                all
            }
            // "Enchanted land is a 3/3 creature. It's still a land."
            Words::ContinuousStill { first, .. } => {
                let mut first = first.clone();
                for item in
                    std::iter::once(&mut first.verbs.first).chain(first.verbs.rest.iter_mut().map(|link| &mut link.1))
                {
                    match &mut item.verb {
                        LastingVerb::IsA { tail: tail @ None, .. } | LastingVerb::AreMany { tail: tail @ None, .. } => {
                            *tail = Some(StillTail::StillLand);
                        }
                        LastingVerb::Gains { .. } | LastingVerb::Has { .. } => {}
                        verb => return unsupported("what stays a land:", verb),
                    }
                }
                let affected = self.affected(frame, &first.what)?;
                let effects = self.continuous(frame, &affected, &first.verbs)?;
                effects.into_iter().flat_map(simple).collect()
            }
            Words::HandReduced { n } => {
                simple(StaticEffect::Player(PlayerFilter::You, Rule::HandSizeChange(Amount::Const(-n.0))))
            }
            Words::HandIncreased { n } => {
                simple(StaticEffect::Player(PlayerFilter::You, Rule::HandSizeChange(Amount::Const(n.0))))
            }
            Words::UntapOnOthers { before, what } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let mut all = Vec::new();
                for affected in self.affected(frame, what)? {
                    let filter = match affected {
                        Affected::Source => Filter::just(Test::Source),
                        Affected::Each(filter) => filter,
                        _ => return unsupported("what untaps:", what),
                    };
                    let effect = StaticEffect::UntapsOnOthersTurns(filter);
                    all.push(Static { zone: Zone::Battlefield, condition: condition.clone(), effect });
                }
                all
            }
            Words::LookAtExiled => simple(StaticEffect::LookAtExiled),
            Words::NoLegendRule => simple(StaticEffect::NoLegendRule(Filter::ANY)),
            Words::NoLegendRuleTo { noun } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("the permanents", noun);
                }
                simple(StaticEffect::NoLegendRule(described.filter))
            }
            Words::CounterCap { n, kind } => simple(StaticEffect::CounterCap(self.counter(kind)?, Amount::Const(n.0))),
            Words::TriggersAgain { cause } => {
                let (Cause::Entering { np }
                | Cause::EnteringOld { np }
                | Cause::EnteringOrLeaving { np }
                | Cause::Dying { np }
                | Cause::Attacking { np }) = cause;
                let what = self.event_subject(frame, np)?;
                let field = Some(Zone::Battlefield);
                let change = |from, to| TriggerEvent::ZoneChange { what: what.clone(), from, to, batched: false };
                let causes = match cause {
                    Cause::Entering { .. } | Cause::EnteringOld { .. } => vec![change(None, field)],
                    Cause::EnteringOrLeaving { .. } => vec![change(None, field), change(field, None)],
                    Cause::Dying { .. } => vec![change(field, Some(Zone::Graveyard))],
                    Cause::Attacking { .. } => vec![TriggerEvent::Attacks {
                        what,
                        defender: None,
                        alone: false,
                        others: None,
                        planeswalkers: false,
                    }],
                };
                self.pool.uses(crate::keyword::Features::TRIGGERS_AGAIN);
                simple(StaticEffect::TriggersAgain { causes, of: Filter::just(Test::Controller(PlayerFilter::You)) })
            }
            Words::TriggersAgainOf { np } | Words::ItTriggersAgain { np } | Words::AbilityTriggersAgain { np } => {
                let of = self.event_subject(frame, np)?;
                self.pool.uses(crate::keyword::Features::TRIGGERS_AGAIN);
                simple(StaticEffect::TriggersAgain { causes: Vec::new(), of })
            }
            // CR 702.95b: the source and the creature that it is paired with.
            Words::Paired { verbs, .. } => {
                let partner = Filter::just(Test::PairedWith(Box::new(Objects::Source)));
                let both = Filter::just(Test::AnyOf(vec![Filter::just(Test::Source), partner]));
                frame.mention(Objects::Each(Zone::Battlefield, both.clone()), true, None);
                let effects = self.continuous(frame, &[Affected::Each(both)], verbs)?;
                let paired = Condition::ObjectIs(Objects::Source, Filter::just(Test::Paired));
                let zone = Zone::Battlefield;
                let one = |effect| Static { zone, condition: Some(paired.clone()), effect };
                effects.into_iter().map(one).collect()
            }
            Words::AsEntersDevours { noun } => {
                let code = self.devour(frame, noun, |count| Amount::Times(Box::new(count), 2))?;
                as_enters(print(words), code)
            }
            Words::EntersTapped => {
                replacement(Replacement::EntersTapped { what: Filter::just(Test::Source), unless: None })
            }
            Words::EntersTappedUnless { condition } => {
                let unless = Some(self.conditions(frame, condition)?);
                replacement(Replacement::EntersTapped { what: Filter::just(Test::Source), unless })
            }
            Words::EntersTappedIf { condition } => {
                let unless = Some(Condition::Not(Box::new(self.conditions(frame, condition)?)));
                replacement(Replacement::EntersTapped { what: Filter::just(Test::Source), unless })
            }
            Words::OthersEnterTapped { noun } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("what enters:", noun);
                }
                replacement(Replacement::EntersTapped { what: described.filter, unless: None })
            }
            Words::EntersWith { with, x } => {
                if let Some(x) = x {
                    frame.x = Some(self.amount(frame, &x.amount)?);
                }
                let (kind, amount) = self.enter_counters(frame, with)?;
                replacement(Replacement::EntersWithCounters { what: Filter::just(Test::Source), kind, amount })
            }
            Words::EntersWithChoice { a, b } => {
                let one = |kind| Instr::EnterWith(kind, Amount::Const(1));
                let (a, b) = (self.counter(a)?, self.counter(b)?);
                as_enters(print(words), vec![Instr::May(Players::You, 3), one(a), Instr::End, one(b)])
            }
            // CR 702.138c.
            Words::EscapesWith { with } => {
                if !self.casting.alternatives.iter().any(|other| matches!(other, Alternative::Escape(_))) {
                    return decline("the card has no escape cost before");
                }
                let (kind, amount) = self.enter_counters(frame, with)?;
                let mut all =
                    replacement(Replacement::EntersWithCounters { what: Filter::just(Test::Source), kind, amount });
                for ability in &mut all {
                    ability.condition = Some(Condition::CostPaid(Casting::NAMED));
                }
                all
            }
            Words::EntersTappedWith { with } | Words::EntersTappedAndWith { with } => {
                let (kind, amount) = self.enter_counters(frame, with)?;
                let what = Filter::just(Test::Source);
                let mut both = replacement(Replacement::EntersTapped { what: what.clone(), unless: None });
                both.extend(replacement(Replacement::EntersWithCounters { what, kind, amount }));
                both
            }
            Words::EntersWithIf { condition, with, and } => {
                let condition = self.conditions(frame, condition)?;
                let (kind, amount) = self.enter_counters(frame, with)?;
                let what = Filter::just(Test::Source);
                let mut all = replacement(Replacement::EntersWithCounters { what, kind, amount });
                for ability in &mut all {
                    ability.condition = Some(condition.clone());
                }
                if let Some(and) = and {
                    // CR 614.1c: it enters with that and keeps it, whatever becomes of its own abilities.
                    let granted = self.grants(frame, &and.grants)?;
                    let grant = Instr::Continuous(Objects::Source, granted, Duration::Indefinite);
                    all.extend(as_enters(print(words), vec![Instr::Unless(condition, 2), grant]));
                }
                all
            }
            Words::EntersWithIfSelf { condition, with } | Words::EntersWithIfAfter { with, condition } => {
                let condition = self.conditions(frame, condition)?;
                let (kind, amount) = self.enter_counters(frame, with)?;
                let effect = Replacement::EntersWithCounters { what: Filter::just(Test::Source), kind, amount };
                vec![Static {
                    zone: Zone::Battlefield,
                    condition: Some(condition),
                    effect: StaticEffect::Replacement(effect),
                }]
            }
            Words::OthersEnterWith { before, noun, with } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let zone = frame.zone.take().unwrap_or(Zone::Battlefield);
                if zone == Zone::Graveyard {
                    self.pool.uses(crate::keyword::Features::GRAVEYARD_RULES);
                }
                let effect = StaticEffect::Replacement(self.others_enter_with(frame, noun, with)?);
                vec![Static { zone, condition, effect }]
            }
            Words::ManyEnterWith { noun, with } => replacement(self.others_enter_with(frame, noun, with)?),
            Words::BecomesDay => {
                let neither = crate::filter::Condition::Daytime(Daytime::Neither);
                as_enters(print(words), vec![Instr::Unless(neither, 2), Instr::SetDaytime(Daytime::Day)])
            }
            Words::AsEnters { choice } => {
                let instr = match choice {
                    EnterChoice::Color => Instr::ChooseColor(Players::You),
                    EnterChoice::CreatureType => Instr::ChooseCreatureType(Players::You),
                    EnterChoice::Name { what } => Instr::ChooseName(Players::You, super::play::named(what)),
                    EnterChoice::LandType => Instr::ChooseLandType(Players::You),
                };
                as_enters(print(words), vec![instr])
            }
            Words::AsEntersPay { n } => tapped_unless(print(words), CostPart::Life(Amount::Const(n.0))),
            Words::AsEntersReveal { noun } => {
                let described = self.noun(frame, noun)?;
                if !described.card || described.zone.is_some() {
                    return unsupported("what is revealed:", noun);
                }
                tapped_unless(print(words), CostPart::Reveal(Amount::Const(1), described.filter))
            }
            Words::EntersAsCopy { noun, except } | Words::EntersAsCopyOf { noun, except } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("what is copied:", noun);
                }
                let except = self.except(frame, except.as_ref())?;
                let from = Objects::Each(Zone::Battlefield, described.filter);
                let one = || Amount::Const(1);
                let pick = Pick { chooser: Players::You, from, min: one(), max: one(), random: false };
                let mut changes = vec![Modification::CopyOf(Objects::Register(0))];
                changes.extend(except);
                let code = vec![
                    Instr::May(Players::You, 3),
                    Instr::Pick(pick, 0),
                    Instr::Continuous(Objects::Source, changes, Duration::Indefinite),
                ];
                as_enters(print(words), code)
            }
            Words::AnyFlash { noun } => {
                let rule = Rule::Flash(self.spells(frame, noun, "what has flash:")?);
                simple(StaticEffect::Player(PlayerFilter::Any, rule))
            }
            Words::TwoFlash { a, b } => {
                let what = "what has flash:";
                let both = vec![self.spells(frame, a, what)?, self.spells(frame, b, what)?];
                simple(StaticEffect::Player(PlayerFilter::You, Rule::Flash(super::filter::any_of(both))))
            }
            Words::ControlHost { .. } => {
                simple(StaticEffect::Continuous(Affected::Host, vec![Modification::Control(Players::You)]))
            }
            Words::SpellsCost { .. }
            | Words::EachSpellCosts { .. }
            | Words::SpellsCostFrom { .. }
            | Words::NthSpellCosts { .. }
            | Words::NthSpellCostsYourTurn { .. }
            | Words::TwoSpellsCost { .. }
            | Words::AbilitiesCost { .. }
            | Words::NamedCost { .. }
            | Words::EquipCosts { .. } => self.cost_change(frame, words)?,
            Words::AbilitiesStop { noun } | Words::AbilitiesStopButMana { noun } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("what can't be activated:", noun);
                }
                let restriction = match words {
                    Words::AbilitiesStop { .. } => Restrictions::CANT_ACTIVATE,
                    _ => Restrictions::CANT_ACTIVATE_NONMANA,
                };
                restrict(Affected::Each(described.filter), restriction)
            }
            Words::ForManaCost { before, noun, name, .. } | Words::ForManaCostIts { before, noun, name, .. } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Graveyard) {
                    return unsupported("what has the keyword:", noun);
                }
                let granted = self.for_mana_cost(*name)?.into_iter().map(Modification::AddAbility).collect();
                let affected = Affected::EachIn(Zone::Graveyard, described.filter);
                let effect = StaticEffect::Continuous(affected, granted);
                vec![Static { zone: Zone::Battlefield, condition, effect }]
            }
            Words::Flashback { before, noun } | Words::FlashbackIts { before, noun } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Graveyard) {
                    return unsupported("what has flashback:", noun);
                }
                let rule = Rule::Flashback(described.filter);
                vec![Static {
                    zone: Zone::Battlefield,
                    condition,
                    effect: StaticEffect::Player(PlayerFilter::You, rule),
                }]
            }
            Words::Player { before, who, rule } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let Some(player) = super::player::player_filter(who) else { return unsupported("the player", who) };
                if *who == Player::AnOpponent || *who == Player::APlayer {
                    return unsupported("the player", who);
                }
                let mut rules = Vec::new();
                let condition = match rule {
                    PlayerRule::CantCastYourTurn { .. } => {
                        all_of(condition.into_iter().chain([Condition::TurnOf(PlayerFilter::You)]).collect())
                    }
                    _ => condition,
                };
                for rule in self.player_rule(frame, player, rule)? {
                    rules.push(Static {
                        zone: Zone::Battlefield,
                        condition: condition.clone(),
                        effect: StaticEffect::Player(player, rule),
                    });
                }
                rules
            }
            Words::OtherPrice { mana, noun }
            | Words::OtherPriceThat { mana, noun }
            | Words::OtherPriceOnce { mana, noun, .. } => {
                if let Words::OtherPriceOnce { x: Some(x), .. } = words {
                    frame.x = Some(self.amount(frame, &x.amount)?);
                }
                let spells = self.cast_filter(frame, noun)?;
                let (mana, once) = (Some(mana.0.clone()), matches!(words, Words::OtherPriceOnce { .. }));
                simple(StaticEffect::Player(PlayerFilter::You, Rule::OtherPrice(OtherPrice { spells, mana, once })))
            }
            Words::OnceFromGraveyard { noun } => {
                let filter = self.cast_filter(frame, noun)?;
                let effect = StaticEffect::Player(PlayerFilter::You, Rule::PlayFromGraveyard(filter, true));
                let condition = Some(Condition::TurnOf(PlayerFilter::You));
                vec![Static { zone: Zone::Battlefield, condition, effect }]
            }
            Words::Skip { rule } => {
                let (player, step) = match rule {
                    SkipRule::YourDraw => (PlayerFilter::You, Step::Draw),
                    SkipRule::YourUntap => (PlayerFilter::You, Step::Untap),
                    SkipRule::PlayersUntap => (PlayerFilter::Any, Step::Untap),
                    SkipRule::PlayersUpkeep => (PlayerFilter::Any, Step::Upkeep),
                };
                simple(StaticEffect::Player(player, Rule::SkipStep(step)))
            }
            Words::PlayWithTop => simple(StaticEffect::Player(PlayerFilter::You, Rule::TopCardRevealed)),
            Words::MayNotUntap => simple(StaticEffect::MayNotUntap),
            Words::LifeFixed => {
                let mut both = simple(StaticEffect::Player(PlayerFilter::You, Rule::CantGainLife));
                both.extend(simple(StaticEffect::Player(PlayerFilter::You, Rule::CantLoseLife)));
                both
            }
            Words::Tax { before, tax } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let zone = frame.zone.take().unwrap_or(Zone::Battlefield);
                vec![Static { zone, condition, effect: self.tax(frame, tax)? }]
            }
            Words::MayAssign { np } => match self.affected_one(frame, np)? {
                affected @ (Affected::Source | Affected::Host) => restrict(affected, Restrictions::AS_UNBLOCKED),
                _ => return unsupported("the subject", np),
            },
            Words::HostMayAssign { .. } => restrict(Affected::Host, Restrictions::AS_UNBLOCKED),
            Words::AllBlock => restrict(Affected::Source, Restrictions::LURE),
            Words::AllBlockHost { .. } => restrict(Affected::Host, Restrictions::LURE),
            Words::CreaturesLess => simple(StaticEffect::CantBeBlockedBy {
                affected: Affected::Source,
                blockers: Filter::just(Test::Power(Comparison::Less, Amount::Power(Objects::Source))),
                except: false,
            }),
            words => self.replacing(frame, words)?,
        })
    }

    fn others_enter_with(&mut self, frame: &mut Frame, noun: &Noun, with: &EnterCounters) -> Lowered<Replacement> {
        let described = self.noun(frame, noun)?;
        if described.zone != Some(Zone::Battlefield) {
            return unsupported("what enters:", noun);
        }
        let (kind, amount) = self.enter_counters(frame, with)?;
        Ok(Replacement::EntersWithCounters { what: described.filter, kind, amount })
    }

    fn enter_counters(&mut self, frame: &mut Frame, with: &EnterCounters) -> Lowered<(CounterKind, Amount)> {
        frame.mention_source(self.types);
        Ok(match with {
            EnterCounters::Some { counters: Counters::Some { n, kind }, each } => {
                let n = self.count(frame, n)?;
                (self.counter(kind)?, self.enter_times(frame, n, each.as_ref())?)
            }
            EnterCounters::EqualTo { kind, amount } => (self.counter(kind)?, self.amount(frame, amount)?),
            EnterCounters::Some { .. } => return unsupported("the counters", with),
        })
    }

    fn enter_times(&mut self, frame: &mut Frame, n: Amount, each: Option<&ForEach>) -> Lowered<Amount> {
        self.times(frame, n, each)
    }
}

/// As the source enters, a script runs.
fn as_enters(text: String, code: Vec<Instr>) -> Vec<Static> {
    let part = Part { text, targets: Vec::new(), code };
    replacement(Replacement::AsEnters(Script { parts: vec![part], modes: None }))
}

/// As the source enters, a cost may be paid, or else it is tapped.
fn tapped_unless(text: String, part: CostPart) -> Vec<Static> {
    let cost = Cost { mana: None, parts: vec![part] };
    as_enters(text, vec![Instr::MayPay(Players::You, cost, 2), Instr::End, Instr::Tap(Objects::Source)])
}
fn restrict(affected: Affected, restrictions: Restrictions) -> Vec<Static> {
    simple(StaticEffect::Continuous(affected, vec![Modification::Restrict(restrictions)]))
}
