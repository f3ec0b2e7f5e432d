//! Which targets and registers an effect is about.

use gauntlet_cards::effect::Recipients;
use gauntlet_cards::filter::{Amount, Condition, Filter, Objects, Players};

use super::script::Act;

/// The specs and registers that an effect is about, as bits.
pub(super) fn mentions(act: &Act) -> (u8, u8) {
    let mut found = Mentions::default();
    match act {
        Act::Damage { source, amount, to } => {
            found.objects(source);
            found.amount(amount);
            found.recipients(to);
        }
        Act::Divided(spec, _) => found.specs |= bit(*spec),
        Act::Fight { first, second, .. }
        | Act::Attach(first, second)
        | Act::Become(first, second)
        | Act::Exchange(first, second) => {
            found.objects(first);
            found.objects(second);
        }
        Act::Destroy(objects, _)
        | Act::Move(objects, _)
        | Act::Sacrifice(objects)
        | Act::Tap(objects)
        | Act::Untap(objects)
        | Act::Disarm(objects)
        | Act::Uncounter(objects, ..)
        | Act::Counter(objects)
        | Act::Role(_, objects)
        | Act::Regenerate(objects) => found.objects(objects),
        Act::Counters(objects, _, amount) => {
            found.objects(objects);
            found.amount(amount);
        }
        Act::Change { objects, change, .. } => {
            found.objects(objects);
            found.amount(&change.power);
            found.amount(&change.toughness);
        }
        Act::GainLife(players, amount)
        | Act::LoseLife(players, amount)
        | Act::SetLife(players, amount)
        | Act::Draw(players, amount)
        | Act::Discard(players, amount, _)
        | Act::Mill(players, amount)
        | Act::Look(players, amount)
        | Act::SacrificeChosen(players, amount, _) => {
            found.players(players);
            found.amount(amount);
        }
        Act::Tokens(players, _, amount, size) => {
            found.players(players);
            found.amount(amount);
            if let Some(size) = size {
                found.amount(&size.0);
                found.amount(&size.1);
            }
        }
        Act::Find { players, amount, register, .. } | Act::Reveal { players, amount, register, .. } => {
            found.players(players);
            found.amount(amount);
            found.registers |= bit(*register);
        }
        Act::Copies(players, objects, amount) => {
            found.players(players);
            found.objects(objects);
            found.amount(amount);
        }
        Act::Prevent(to, _) => found.recipients(to),
        Act::ExtraTurn(players)
        | Act::Win(players)
        | Act::Lose(players)
        | Act::Good(players)
        | Act::CastFound(players, _) => found.players(players),
        Act::Fog
        | Act::Mana(_)
        | Act::Debt { .. }
        | Act::ForNextSpell
        | Act::Triggers(_)
        | Act::Exploits
        | Act::Hosted => {}
    }
    (found.specs, found.registers)
}

/// The specs whose targets objects are about, a bit for each.
pub(super) fn meant_by(objects: &Objects) -> u8 {
    let mut found = Mentions::default();
    found.objects(objects);
    found.specs
}

/// The specs whose targets a condition is about, a bit for each.
pub(super) fn asks_about(condition: &Condition) -> u8 {
    let mut found = Mentions::default();
    found.condition(condition);
    found.specs
}

pub(super) fn bit(number: u8) -> u8 {
    1u8.checked_shl(u32::from(number)).unwrap_or(0)
}

#[derive(Default)]
struct Mentions {
    specs: u8,
    registers: u8,
}

impl Mentions {
    fn objects(&mut self, objects: &Objects) {
        match objects {
            Objects::Target(spec) => self.specs |= bit(*spec),
            Objects::Register(register) => self.registers |= bit(*register),
            Objects::AttachedTo(inner) | Objects::Those(inner, _) | Objects::Left(inner, _) | Objects::Moved(inner) => {
                self.objects(inner);
            }
            Objects::Union(parts) => parts.iter().for_each(|part| self.objects(part)),
            Objects::Each(_, filter) => self.filter(filter),
            _ => {}
        }
    }

    fn filter(&mut self, filter: &Filter) {
        for test in &filter.tests {
            match test {
                gauntlet_cards::filter::Test::Is(objects)
                | gauntlet_cards::filter::Test::SharesLandType(objects)
                | gauntlet_cards::filter::Test::SharesCreatureType(objects) => {
                    self.objects(objects);
                }
                gauntlet_cards::filter::Test::ControllerIn(players)
                | gauntlet_cards::filter::Test::OwnerIn(players) => self.players(players),
                gauntlet_cards::filter::Test::Not(filter) | gauntlet_cards::filter::Test::Card(filter) => {
                    self.filter(filter);
                }
                _ => {}
            }
        }
    }

    fn players(&mut self, players: &Players) {
        match players {
            Players::Target(spec) => self.specs |= bit(*spec),
            Players::ControllerOf(objects) | Players::OwnerOf(objects) | Players::CasterOf(objects) => {
                self.objects(objects);
            }
            Players::TargetOrController(spec) => self.specs |= bit(*spec),
            Players::Others(players) | Players::Such(players, _) => self.players(players),
            Players::Both(a, b) => {
                self.players(a);
                self.players(b);
            }
            _ => {}
        }
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Compare(left, _, right) => {
                self.amount(left);
                self.amount(right);
            }
            Condition::ObjectIs(objects, filter) => {
                self.objects(objects);
                self.filter(filter);
            }
            Condition::Exists(_, filter) => self.filter(filter),
            Condition::All(list) | Condition::AnyOf(list) => list.iter().for_each(|inner| self.condition(inner)),
            Condition::Not(inner) => self.condition(inner),
            _ => {}
        }
    }

    fn recipients(&mut self, recipients: &Recipients) {
        match recipients {
            Recipients::Objects(objects) => self.objects(objects),
            Recipients::Players(players) => self.players(players),
            Recipients::Target(spec) => self.specs |= bit(*spec),
            Recipients::Both(parts) => parts.iter().for_each(|part| self.recipients(part)),
            Recipients::Event => {}
        }
    }

    fn amount(&mut self, amount: &Amount) {
        match amount {
            Amount::CountObjects(objects)
            | Amount::Power(objects)
            | Amount::Toughness(objects)
            | Amount::ManaValue(objects)
            | Amount::ManaSymbols(objects, _)
            | Amount::GreatestPower(objects)
            | Amount::GreatestToughness(objects)
            | Amount::GreatestManaValue(objects)
            | Amount::Counters(objects, _) => self.objects(objects),
            Amount::Count(_, filter) => self.filter(filter),
            Amount::Life(players)
            | Amount::LifeToPay(players)
            | Amount::HandSize(players)
            | Amount::LibrarySize(players) => self.players(players),
            Amount::Sum(left, right)
            | Amount::Difference(left, right)
            | Amount::Least(left, right)
            | Amount::Greatest(left, right)
            | Amount::If(_, left, right) => {
                self.amount(left);
                self.amount(right);
            }
            Amount::Times(inner, _) | Amount::HalfUp(inner) | Amount::HalfDown(inner) => self.amount(inner),
            _ => {}
        }
    }
}
