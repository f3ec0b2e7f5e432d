//! What continuous effects look at that may change while nothing happens after which all is computed again anyway (CR 611.3a).
//!
//! What isn't listed here is taken to change at any time: a word too few costs time, a word too many would be wrong.

use gauntlet_cards::ability::Affected;
use gauntlet_cards::effect::Modification;
use gauntlet_cards::filter::{Amount, Condition, Filter, Objects, PlayerFilter, Players, Quality, Test, Zone};
use gauntlet_core::Player;

use super::Entry;
use crate::engine::Engine;

impl<'a> Engine<'a> {
    /// Notes what the effect of a static ability has to be looked at again for.
    pub(super) fn note_what_changes(&mut self, entry: &Entry<'a>) {
        let condition = entry.ability.and_then(|(_, ability)| ability.condition.as_ref());
        let mut looks = Looks::default();
        if let Some(condition) = condition {
            looks.condition(condition);
        }
        entry.mods.iter().for_each(|change| looks.change(change));
        looks.volatile |= entry.affected.and_then(Affected::filter).is_some_and(depends_on_state);
        self.s.layers_volatile |= looks.volatile;
        self.s.layers_read_graveyards |= looks.graveyards;
    }

    /// Lists an object in a graveyard.
    pub(crate) fn join_graveyard(&mut self, owner: Player, index: u16) {
        self.s.graveyards[owner].push(index);
        self.s.found.graveyard_uses[owner] += u16::from(self.is_used_in_graveyards(index));
        self.s.layers_needed |= self.s.layers_read_graveyards;
    }

    /// Takes an object out of the list of a graveyard.
    pub(crate) fn quit_graveyard(&mut self, owner: Player, index: u16) {
        self.s.graveyards[owner].retain(|other| *other != index);
        if self.s.found.graveyard_uses[owner] > 0 {
            let used = self.s.graveyards[owner].iter().filter(|index| self.is_used_in_graveyards(**index)).count();
            self.s.found.graveyard_uses[owner] = used as u16;
        }
        self.s.layers_needed |= self.s.layers_read_graveyards;
    }

    fn is_used_in_graveyards(&self, index: u16) -> bool {
        !self.pool.card(self.s.objects[usize::from(index)].card).derived.elsewhere.is_empty()
    }
}

/// What decides whether an effect exists and how large it is.
#[derive(Default)]
struct Looks {
    /// Something that may change at any time.
    volatile: bool,
    /// The cards in graveyards.
    graveyards: bool,
}

impl Looks {
    fn change(&mut self, change: &Modification) {
        match change {
            Modification::AddPT(power, toughness) => {
                self.amount(power);
                self.amount(toughness);
            }
            Modification::AddActivatedOf(Objects::Each(zone, filter)) => self.zone(*zone, filter),
            Modification::AddActivatedOf(_) => self.volatile = true,
            Modification::DefinePT(power, toughness) | Modification::SetBasePT(power, toughness) => {
                power.iter().chain(toughness).for_each(|amount| self.amount(amount));
            }
            // Whoever controls the source now has it until that changes, after which all is computed again.
            Modification::Control(Players::You) => {}
            Modification::Control(_) => self.volatile = true,
            // What is given or taken is the same at all times. What copies are is locked in as they are made.
            Modification::CopyOf(..)
            | Modification::SetName(..)
            | Modification::ChangeText(..)
            | Modification::AddTypes(..)
            | Modification::SetTypes(..)
            | Modification::RemoveTypes(..)
            | Modification::AddSupertypes(..)
            | Modification::RemoveSupertypes(..)
            | Modification::AddSubtypes(..)
            | Modification::SetSubtypes(..)
            | Modification::AddEveryCreatureType
            | Modification::AddEveryNonbasicLandType
            | Modification::AddChosenType
            | Modification::SetChosenType
            | Modification::SetColors(..)
            | Modification::SetChosenColor
            | Modification::AddChosenColor
            | Modification::AddColors(..)
            | Modification::AddKeywords(..)
            | Modification::RemoveKeywords(..)
            | Modification::AddAbility(..)
            | Modification::AddThisAbility
            | Modification::LoseAllAbilities
            | Modification::LoseThisAbility
            | Modification::CantHaveKeywords(..)
            | Modification::AddProtectionFromChosenColor
            | Modification::Restrict(..)
            | Modification::Quality(..)
            | Modification::QualityByControl(..)
            | Modification::SwitchPT => {}
        }
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Compare(left, _, right) => {
                self.amount(left);
                self.amount(right);
            }
            Condition::Exists(zone, filter) => self.zone(*zone, filter),
            Condition::ObjectIs(Objects::Source | Objects::Host, filter) => self.volatile |= depends_on_state(filter),
            Condition::All(all) | Condition::AnyOf(all) => all.iter().for_each(|condition| self.condition(condition)),
            Condition::Not(condition) => self.condition(condition),
            _ => self.volatile = true,
        }
    }

    fn amount(&mut self, amount: &Amount) {
        match amount {
            // A change of speed is told.
            Amount::Const(_) | Amount::Speed(_) => {}
            Amount::Count(zone, filter) => self.zone(*zone, filter),
            Amount::Counters(Objects::Source | Objects::Host, _) => {}
            Amount::Sum(a, b) | Amount::Difference(a, b) | Amount::Least(a, b) | Amount::Greatest(a, b) => {
                self.amount(a);
                self.amount(b);
            }
            Amount::Times(amount, _) | Amount::HalfUp(amount) | Amount::HalfDown(amount) => self.amount(amount),
            _ => self.volatile = true,
        }
    }

    fn zone(&mut self, zone: Zone, filter: &Filter) {
        match zone {
            Zone::Battlefield => {}
            Zone::Graveyard => self.graveyards = true,
            _ => self.volatile = true,
        }
        self.volatile |= depends_on_state(filter);
    }
}

/// Returns whether what fits changes with tapping, combat and the like: with anything but zone changes, attaching, counters and
/// continuous effects, after which all is computed again.
pub(super) fn depends_on_state(filter: &Filter) -> bool {
    filter.tests.iter().any(|test| match test {
        Test::Source
        | Test::NotSource
        | Test::Host
        | Test::HasAdventure
        | Test::Types(_)
        | Test::AllTypes(_)
        | Test::NotTypes(_)
        | Test::Supertype(_)
        | Test::NotSupertype(_)
        | Test::Subtype(_)
        | Test::Colors(_)
        | Test::NotColors(_)
        | Test::Colorless
        | Test::Monocolored
        | Test::Multicolored
        | Test::Keyword(_)
        | Test::NotKeyword(_)
        | Test::PowerExceedsToughness
        | Test::ToughnessExceedsPower
        | Test::Token
        | Test::Nontoken
        | Test::Permanent
        | Test::HasCounter(_)
        | Test::CountersAtLeast(..)
        | Test::Named(_)
        | Test::Spell
        | Test::WasCast
        | Test::IsCopy
        | Test::CastBy(_)
        | Test::Kicked
        | Test::Warped
        | Test::XInCost
        | Test::HasManaCost(_)
        | Test::Modified
        | Test::FaceDown
        | Test::Commander
        | Test::Prepared
        | Test::Historic => false,
        Test::Controller(players) | Test::Owner(players) => {
            !matches!(players, PlayerFilter::Any | PlayerFilter::You | PlayerFilter::Opponent | PlayerFilter::Enchanted)
        }
        Test::Is(objects) => !matches!(**objects, Objects::Source | Objects::Host),
        Test::HasAttached(filter) | Test::Not(filter) => depends_on_state(filter),
        Test::AnyOf(filters) => filters.iter().any(depends_on_state),
        Test::Quality(quality) => {
            *quality == Quality::AttackingAlone || !matches!(quality.amount(), None | Some(Amount::Const(_)))
        }
        Test::Power(_, amount)
        | Test::Toughness(_, amount)
        | Test::PowerAndToughness(_, amount)
        | Test::ManaValue(_, amount) => !matches!(amount, Amount::Const(_)),
        _ => true,
    })
}
