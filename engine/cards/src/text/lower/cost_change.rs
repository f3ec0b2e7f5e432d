//! Static abilities that change what spells and abilities cost (CR 601.2f, 602.2b).

use super::context::Context;
use super::decline::{Lowered, decline};
use super::filter::unsupported;
use super::frame::Frame;
use super::statics::simple;
use crate::ability::{AbilityKind, Affected, Named, OfNextSpell, PlayerRule, Static, StaticEffect, WhichAbilities};
use crate::cost::CostChange;
use crate::effect::{Instr, Modification};
use crate::filter::{Amount, Comparison, Condition, Filter, PlayerFilter, Players, Test, Zone};
use crate::happening::Happening;
use crate::mana::{ManaCost, ManaSymbol};
use crate::text::grammar::amount::ForEach;
use crate::text::grammar::effect::{NextGets, Sentence};
use crate::text::grammar::noun::{Noun, Np};
use crate::text::grammar::statics::{
    AbilityCostBy, AbilityCostX, CastFrom, CostBy, CostStatic, Floor, NamedAbility, ThoseAbilities,
};
use crate::text::grammar::words::Mana;
use crate::text::syntax::print;
use crate::types::CardTypes;

/// A number of mana symbols as a change of a cost.
pub(super) fn change(mana: &Mana, more: bool) -> CostChange {
    let cost: &ManaCost = &mana.0;
    match (cost.symbols.as_slice(), more) {
        ([ManaSymbol::Generic(n)], false) => CostChange::Reduce(Amount::Const(i32::from(*n))),
        ([ManaSymbol::Generic(n)], true) => CostChange::Increase(Amount::Const(i32::from(*n))),
        (_, false) => CostChange::ReduceSymbols(cost.clone()),
        (_, true) => CostChange::IncreaseSymbols(cost.clone()),
    }
}

/// The change that "costs {1} less to cast" makes.
pub(super) fn cost_by(by: &CostBy) -> CostChange {
    match by {
        // As little as possible is reduced by nobody (CR 118.7).
        CostBy::Less { mana } | CostBy::UpTo { mana } => change(mana, false),
        CostBy::More { mana } => change(mana, true),
    }
}

/// The change that "cost {1} less to activate" makes.
fn ability_cost_by(by: &AbilityCostBy, floor: Option<&Floor>) -> Lowered<CostChange> {
    let changed = match by {
        AbilityCostBy::Less { mana } | AbilityCostBy::UpTo { mana } => change(mana, false),
        AbilityCostBy::More { mana } => change(mana, true),
    };
    match (changed, floor) {
        (changed, None) => Ok(changed),
        (CostChange::Reduce(n), Some(Floor::InThatCost)) => Ok(CostChange::ReduceToOne(n)),
        _ => decline("only a reduction of generic mana can have a lower limit"),
    }
}

/// All activated abilities of permanents cost more or less, whoever activates them.
fn of_permanents(what: Filter, change: CostChange) -> Vec<Static> {
    let (player, zone, which) = (PlayerFilter::Any, Some(Zone::Battlefield), WhichAbilities::All);
    simple(StaticEffect::AbilityCost { player, what, zone, which, change })
}

/// The players that a filter's objects are controlled by, taken out of it.
fn take_controller(filter: &mut Filter) -> PlayerFilter {
    let mut player = PlayerFilter::Any;
    filter.tests.retain(|test| match test {
        Test::Controller(who) => {
            player = *who;
            false
        }
        _ => true,
    });
    player
}

impl Context<'_> {
    /// What spells or abilities cost more or less.
    pub(super) fn cost_change(&mut self, frame: &mut Frame, words: &CostStatic) -> Lowered<Vec<Static>> {
        Ok(match words {
            CostStatic::SpellsCost { before, noun, by, each } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let (player, what) = self.spells_that_cost(frame, noun)?;
                let change = self.cost_for_each(frame, by, each.as_ref())?;
                let effect = StaticEffect::SpellCost { player, what, change };
                let zone = frame.setting.zone.take().unwrap_or(Zone::Battlefield);
                vec![Static { zone, condition, effect }]
            }
            CostStatic::SpellsCostX { before, noun, by: _, x } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let (player, what) = self.spells_that_cost(frame, noun)?;
                if x.then.is_some() {
                    return unsupported("the cost", x);
                }
                frame.mention_source(self.types);
                let effect = StaticEffect::SpellCost {
                    player,
                    what,
                    change: CostChange::Reduce(self.amount(frame, &x.amount)?),
                };
                vec![Static { zone: Zone::Battlefield, condition, effect }]
            }
            CostStatic::SpellsCostWhile { noun, by, condition } => {
                let condition = Some(self.conditions(frame, condition)?);
                let (player, what) = self.spells_that_cost(frame, noun)?;
                let effect = StaticEffect::SpellCost { player, what, change: cost_by(by) };
                vec![Static { zone: Zone::Battlefield, condition, effect }]
            }
            CostStatic::EachSpellCosts { noun, by, each } => {
                let (player, what) = self.spells_that_cost(frame, noun)?;
                let change = self.cost_for_each(frame, by, each.as_ref())?;
                simple(StaticEffect::SpellCost { player, what, change })
            }
            // Who casts it controls it.
            CostStatic::SpellsCostButYours { noun, by } => {
                let (PlayerFilter::Any, what) = self.spells_that_cost(frame, noun)? else {
                    return unsupported("what costs less or more:", noun);
                };
                let of = |player| {
                    let condition = Some(Condition::Not(Box::new(Condition::TurnOf(player))));
                    let effect = StaticEffect::SpellCost { player, what: what.clone(), change: cost_by(by) };
                    Static { zone: Zone::Battlefield, condition, effect }
                };
                vec![of(PlayerFilter::You), of(PlayerFilter::Opponent)]
            }
            // The spell itself isn't cast yet (CR 601.2f, i).
            CostStatic::EachCostsForOthers { mana } => {
                let each = i32::from(mana.0.mana_value());
                let of = |player, who| {
                    let change = CostChange::Increase(Amount::Times(Box::new(Amount::SpellsCast(who)), each));
                    simple(StaticEffect::SpellCost { player, what: Filter::ANY, change })
                };
                let mut both = of(PlayerFilter::You, Players::You);
                both.extend(of(PlayerFilter::Opponent, Players::Opponents));
                both
            }
            CostStatic::SpellsCostFrom { noun, from, by } => {
                let (player, what) = self.spells_that_cost(frame, noun)?;
                let zones = match from {
                    CastFrom::GraveyardOrExile | CastFrom::YourGraveyardOrExile => vec![Zone::Graveyard, Zone::Exile],
                };
                let what = what.and(Test::CastFrom(zones));
                simple(StaticEffect::SpellCost { player, what, change: cost_by(by) })
            }
            CostStatic::NthSpellCosts { n, noun, by } | CostStatic::NthSpellCostsYourTurn { n, noun, by } => {
                let (_, what) = self.spells_that_cost(frame, noun)?;
                // CR 601.2f: the spell itself isn't cast yet.
                let yours = what.clone().and(Test::Controller(PlayerFilter::You));
                let before = Amount::Const(i32::from(n.0) - 1);
                let cast = Amount::Happened(Happening::CAST, yours);
                let mut condition = Condition::Compare(cast, Comparison::Equal, before);
                if matches!(words, CostStatic::NthSpellCostsYourTurn { .. }) {
                    condition = Condition::All(vec![Condition::TurnOf(PlayerFilter::You), condition]);
                }
                let effect = StaticEffect::SpellCost { player: PlayerFilter::You, what, change: cost_by(by) };
                vec![Static { zone: Zone::Battlefield, condition: Some(condition), effect }]
            }
            CostStatic::TwoSpellsCost { a, b, by, each } => {
                let what = "what costs less or more:";
                let (mut a, mut b) = (self.spells(frame, a, what)?, self.spells(frame, b, what)?);
                // "Blue spells and red spells you cast": whose they are is said of both.
                let player = take_controller(&mut b);
                if take_controller(&mut a) != PlayerFilter::Any {
                    return unsupported("what costs less or more:", words);
                }
                let what = super::filter::any_of(vec![a, b]);
                let change = self.cost_for_each(frame, by, each.as_ref())?;
                simple(StaticEffect::SpellCost { player, what, change })
            }
            CostStatic::AbilitiesCost { noun, by, floor } => {
                let what = self.permanents_that_cost(frame, noun)?;
                let change = ability_cost_by(by, floor.as_ref())?;
                of_permanents(what, change)
            }
            CostStatic::AbilitiesCostButMana { noun, by } => {
                let described = self.noun(frame, noun)?;
                if !described.source && described.zone != Some(Zone::Battlefield) {
                    return unsupported("what costs less or more:", noun);
                }
                let (which, change) = (WhichAbilities::NotMana, ability_cost_by(by, None)?);
                simple(StaticEffect::AbilityCost {
                    player: PlayerFilter::Any,
                    what: described.filter,
                    zone: described.zone,
                    which,
                    change,
                })
            }
            CostStatic::OwnAbilitiesCost { by, floor } => {
                abilities_cost(PlayerFilter::You, None, WhichAbilities::NotMana, ability_cost_by(by, floor.as_ref())?)
            }
            CostStatic::LoyaltyCosts { noun, by } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("what costs less or more:", noun);
                }
                let change = ability_cost_by(by, None)?;
                abilities_cost(PlayerFilter::Any, Some(described.filter), WhichAbilities::Loyalty, change)
            }
            CostStatic::AllAbilitiesCostButMana { by } => {
                abilities_cost(PlayerFilter::Any, None, WhichAbilities::NotMana, ability_cost_by(by, None)?)
            }
            CostStatic::SpellsAndAbilitiesCost { before, noun, by, more } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let (player, what) = self.spells_that_cost(frame, noun)?;
                let spells = StaticEffect::SpellCost { player, what, change: cost_by(by) };
                let (player, which) = (PlayerFilter::Opponent, WhichAbilities::NotMana);
                let change = ability_cost_by(more, None)?;
                let abilities = StaticEffect::AbilityCost { player, what: Filter::ANY, zone: None, which, change };
                let both = [spells, abilities].into_iter();
                both.map(|effect| Static { zone: Zone::Battlefield, condition: condition.clone(), effect }).collect()
            }
            CostStatic::AbilitiesCostX { noun, by, floor: Floor::InThatCost } => {
                let what = self.permanents_that_cost(frame, noun)?;
                let amount = match by {
                    AbilityCostX::X { x } => {
                        frame.mention_source(self.types);
                        self.amount(frame, &x.amount)?
                    }
                };
                let change = CostChange::ReduceToOne(amount);
                of_permanents(what, change)
            }
            CostStatic::HostsAbilitiesCost { head, by, floor } | CostStatic::HostAbilitiesCost { head, by, floor } => {
                self.head(frame, head)?;
                let (what, change) = (Filter::just(Test::Host), ability_cost_by(by, floor.as_ref())?);
                of_permanents(what, change)
            }
            CostStatic::AimedAbilitiesCost { noun, mana } => {
                let target = self.permanents_that_cost(frame, noun)?;
                let what = Filter::just(Test::TargetsObject(Box::new(target)));
                let (player, change) = (PlayerFilter::Opponent, change(mana, true));
                simple(StaticEffect::AbilityCost { player, what, zone: None, which: WhichAbilities::All, change })
            }
            CostStatic::CostAtLeast { before, n, .. } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let change = CostChange::AtLeast(n.0);
                let effect = StaticEffect::SpellCost { player: PlayerFilter::Any, what: Filter::ANY, change };
                vec![Static { zone: Zone::Battlefield, condition, effect }]
            }
            CostStatic::SpellsCostOnly { noun, mana } => {
                let (player, what) = self.spells_that_cost(frame, noun)?;
                let colored = mana.0.symbols.iter().all(|symbol| matches!(symbol, ManaSymbol::Color(_)));
                if !colored {
                    return unsupported("what costs less or more:", words);
                }
                let change = CostChange::ReduceOnly(mana.0.clone());
                simple(StaticEffect::SpellCost { player, what, change })
            }
            // The cost to activate an equip ability is its equip cost (CR 702.6a).
            CostStatic::EquipCosts { mana } => {
                let (player, which) = (PlayerFilter::You, WhichAbilities::Named(Named::Equip));
                simple(StaticEffect::AbilityCost {
                    player,
                    what: Filter::ANY,
                    zone: None,
                    which,
                    change: change(mana, false),
                })
            }
            CostStatic::NamedCost { before, named, those, by, each } => {
                let condition = before.as_ref().map(|before| self.before(frame, before)).transpose()?;
                let what = match those {
                    None => Filter::ANY,
                    Some(ThoseAbilities::Of { noun }) => self.permanents_that_cost(frame, noun)?,
                    Some(ThoseAbilities::Targeting { np }) => {
                        let host = Filter::just(Test::HasAttached(Box::new(Filter::just(Test::Source))));
                        let target = match np {
                            Np::Itself => Filter::just(Test::Source),
                            Np::Host { .. } => host,
                            _ => return unsupported("what costs less or more:", np),
                        };
                        Filter::just(Test::TargetsObject(Box::new(target)))
                    }
                };
                let zone = matches!(those, Some(ThoseAbilities::Of { .. })).then_some(Zone::Battlefield);
                let which = WhichAbilities::Named(match named {
                    NamedAbility::Equip => Named::Equip,
                    NamedAbility::Boast => Named::Boast,
                    NamedAbility::Exhaust => Named::Exhaust,
                    NamedAbility::Cycling => Named::Cycling,
                    NamedAbility::Ninjutsu => Named::Ninjutsu,
                });
                let by = match by {
                    AbilityCostBy::Less { mana } | AbilityCostBy::UpTo { mana } => CostBy::Less { mana: mana.clone() },
                    AbilityCostBy::More { mana } => CostBy::More { mana: mana.clone() },
                };
                let change = self.cost_for_each(frame, &by, each.as_ref())?;
                let effect = StaticEffect::AbilityCost { player: PlayerFilter::You, what, zone, which, change };
                vec![Static { zone: Zone::Battlefield, condition, effect }]
            }
        })
    }

    /// "The next spell you cast this turn ...": a rule that holds until the player has cast one more spell that fits than before. It
    /// says something of casting the spell only, which isn't cast yet (CR 601.2f, i).
    pub(super) fn next_spell(&mut self, frame: &mut Frame, noun: &Noun, gets: &NextGets) -> Lowered<()> {
        let (player, what) = self.spells_that_cost(frame, noun)?;
        if player != PlayerFilter::Any {
            return unsupported("the next spell:", noun);
        }
        let you = PlayerFilter::You;
        let effect = match gets {
            NextGets::Cost { by } => StaticEffect::SpellCost { player: you, what: what.clone(), change: cost_by(by) },
            NextGets::Flash => StaticEffect::Player(you, PlayerRule::Flash(what.clone())),
            NextGets::Uncounterable => {
                let text = format!("The next {} {}.", print(noun), print(gets));
                return self.of_next_spell(frame, OfNextSpell::Uncounterable, what, text);
            }
            NextGets::Has { grants } => {
                let changes = self.grants(frame, grants)?;
                // What helps to cast it; other abilities would have to stay with the spell.
                let helps = |change: &Modification| match change {
                    Modification::AddAbility(id) => matches!(
                        &self.pool.ability(*id).kind,
                        AbilityKind::Static(ability) if matches!(ability.effect, StaticEffect::Helper(_))
                    ),
                    _ => false,
                };
                if !changes.iter().all(helps) {
                    return unsupported("what the next spell has:", grants);
                }
                // Of abilities on the stack nothing is said (CR 112.1).
                let yours = what.clone().and(Test::Controller(you)).and(Test::Spell);
                StaticEffect::Continuous(Affected::EachIn(Zone::Stack, yours), changes)
            }
        };
        let yours = what.and(Test::Controller(you));
        let cast = Amount::Happened(Happening::CAST, yours.clone());
        let cast = Amount::Sum(Box::new(cast), Box::new(Amount::Const(1)));
        let condition = Some(Condition::Compare(cast, Comparison::Equal, Amount::X));
        let ability = Static { zone: Zone::Battlefield, condition, effect };
        let id = self.add(format!("The next {} {}.", print(noun), print(gets)), AbilityKind::Static(Box::new(ability)));
        frame.emit(Instr::NextSpell(id, yours));
        Ok(())
    }

    /// "The next time you cast an instant or sorcery spell this turn, put that card into your hand instead of into your graveyard as it
    /// resolves" (CR 614.15).
    pub(super) fn next_to_hand(&mut self, frame: &mut Frame, noun: &Noun, sentence: &Sentence) -> Lowered<()> {
        let (player, what) = self.spells_that_cost(frame, noun)?;
        let permanents = CardTypes::PERMANENT;
        let resolves =
            what.tests.iter().any(|test| matches!(test, Test::Types(types) if !types.intersects(permanents)));
        if player != PlayerFilter::Any || !resolves {
            return unsupported("the next spell:", noun);
        }
        self.of_next_spell(frame, OfNextSpell::ToHand, what, print(sentence))
    }

    /// What is so of the next spell from the moment at which it is cast.
    fn of_next_spell(&mut self, frame: &mut Frame, so: OfNextSpell, what: Filter, text: String) -> Lowered<()> {
        let yours = what.and(Test::Controller(PlayerFilter::You));
        let id = self.static_ability(text, StaticEffect::OfNextSpell(so, yours.clone()))?;
        frame.emit(Instr::NextSpell(id, yours));
        Ok(())
    }

    /// Permanents whose abilities cost more or less.
    fn permanents_that_cost(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<Filter> {
        let described = self.noun(frame, noun)?;
        if described.zone != Some(Zone::Battlefield) {
            return unsupported("what costs less or more:", noun);
        }
        Ok(described.filter)
    }

    /// Spells that cost more or less: whose, and which.
    pub(super) fn spells_that_cost(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<(PlayerFilter, Filter)> {
        let mut what = self.spells(frame, noun, "what costs less or more:")?;
        let player = take_controller(&mut what);
        Ok((player, what))
    }

    fn cost_for_each(&mut self, frame: &mut Frame, by: &CostBy, each: Option<&ForEach>) -> Lowered<CostChange> {
        match (cost_by(by), each) {
            (change, None) => Ok(change),
            (CostChange::Reduce(n), each) => Ok(CostChange::Reduce(self.times(frame, n, each)?)),
            (CostChange::ReduceSymbols(mana), each) => {
                Ok(CostChange::ReduceTimes(mana, self.times(frame, Amount::Const(1), each)?))
            }
            (CostChange::Increase(n), each) => Ok(CostChange::Increase(self.times(frame, n, each)?)),
            (_, Some(each)) => unsupported("the cost", each),
        }
    }
}

/// Abilities that a player activates, of permanents of a kind or of all that has such, cost more or less.
fn abilities_cost(player: PlayerFilter, of: Option<Filter>, which: WhichAbilities, change: CostChange) -> Vec<Static> {
    let zone = of.is_some().then_some(Zone::Battlefield);
    let what = of.unwrap_or(Filter::ANY);
    simple(StaticEffect::AbilityCost { player, what, zone, which, change })
}
