//! What modifications write and what effects read, as a quick test of whether one effect could depend on another (CR 613.8).
//!
//! Only where the sets meet is the exact test made; it decides. A fact too many costs time, a fact too few would be wrong: what
//! isn't listed here reads everything.

use bitflags::bitflags;

use super::order::layer_of;
use crate::ability::{Affected, Static};
use crate::effect::Modification;
use crate::filter::{Amount, Condition, Filter, Objects, PlayerFilter, Quality, Test};
use crate::types::SubtypeKind;

bitflags! {
    /// Kinds of information that continuous effects change.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Facts: u16 {
        /// Card types.
        const TYPES = 1;
        /// Supertypes.
        const SUPERTYPES = 2;
        /// Subtypes.
        const SUBTYPES = 4;
        /// Colours.
        const COLORS = 8;
        /// Which keywords there are.
        const KEYWORDS = 16;
        /// Whether abilities exist that did.
        const EXISTENCE = 32;
        /// Who controls what.
        const CONTROLLER = 64;
        /// Power and toughness.
        const POWER_AND_TOUGHNESS = 128;
        /// The words in the text of abilities.
        const TEXT = 256;
    }
}

impl Facts {
    /// How many there are.
    pub const COUNT: usize = Facts::all().bits().count_ones() as usize;

    /// Calls `f` with the number of each fact that is in it.
    pub fn each(self, mut f: impl FnMut(usize)) {
        let mut left = self.bits();
        while left != 0 {
            f(left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

/// What a modification changes.
fn writes(change: &Modification) -> Facts {
    match change {
        Modification::CopyOf(_) | Modification::SetName(_) => Facts::all(),
        Modification::Control(_) => Facts::CONTROLLER,
        Modification::ChangeText(_) => Facts::TEXT | Facts::SUBTYPES | Facts::KEYWORDS,
        Modification::AddTypes(_) => Facts::TYPES,
        Modification::SetTypes(_) | Modification::RemoveTypes(_) => Facts::TYPES | Facts::SUBTYPES,
        Modification::AddSupertypes(_) | Modification::RemoveSupertypes(_) => Facts::SUPERTYPES,
        // CR 305.7: setting a basic land type takes abilities away.
        Modification::SetSubtypes(SubtypeKind::BasicLand | SubtypeKind::Land, _) => {
            Facts::SUBTYPES | Facts::KEYWORDS | Facts::EXISTENCE
        }
        Modification::SetSubtypes(..)
        | Modification::AddSubtypes(_)
        | Modification::AddEveryCreatureType
        | Modification::AddEveryNonbasicLandType
        | Modification::AddChosenType
        | Modification::SetChosenType => Facts::SUBTYPES,
        Modification::SetColors(_)
        | Modification::SetChosenColor
        | Modification::AddChosenColor
        | Modification::AddColors(_) => Facts::COLORS,
        Modification::AddKeywords(_)
        | Modification::RemoveKeywords(_)
        | Modification::AddAbility(_)
        | Modification::AddThisAbility
        | Modification::AddActivatedOf(..)
        | Modification::LoseThisAbility
        | Modification::CantHaveKeywords(_)
        | Modification::AddProtectionFromChosenColor => Facts::KEYWORDS,
        Modification::LoseAllAbilities => Facts::KEYWORDS | Facts::EXISTENCE,
        Modification::DefinePT(..) | Modification::SetBasePT(..) | Modification::AddPT(..) | Modification::SwitchPT => {
            Facts::POWER_AND_TOUGHNESS
        }
        Modification::Restrict(_) | Modification::Quality(_) | Modification::QualityByControl(..) => Facts::empty(),
    }
}

/// What modifications change in a layer.
pub fn written(mods: &[Modification], number: u8) -> Facts {
    let here = mods.iter().filter(|change| layer_of(change) == number);
    here.fold(Facts::empty(), |facts, change| facts | writes(change))
}

/// Returns whether a modification takes abilities away (CR 613.1f, 305.7).
pub fn takes_abilities(change: &Modification) -> bool {
    writes(change).contains(Facts::EXISTENCE)
}

/// What decides whether the effect of a static ability exists, before it begins to apply (CR 613.6).
pub fn read_by_ability(ability: &Static) -> Facts {
    Facts::EXISTENCE | ability.condition.as_ref().map_or(Facts::empty(), read_by_condition)
}

/// What the numbers and players of modifications are read from in a layer, if they aren't locked in.
pub fn read_by_changes(mods: &[Modification], number: u8) -> Facts {
    let here = mods.iter().filter(|change| layer_of(change) == number);
    here.fold(Facts::empty(), |facts, change| facts | read_by_change(change))
}

/// What the numbers and players of a modification are read from, if they aren't locked in.
fn read_by_change(change: &Modification) -> Facts {
    let both = |power: &Option<Amount>, toughness: &Option<Amount>| {
        let one = |amount: &Option<Amount>| amount.as_ref().map_or(Facts::empty(), read_by_amount);
        one(power) | one(toughness)
    };
    match change {
        Modification::Control(_) => Facts::CONTROLLER,
        // Which abilities there are that others take away or give.
        Modification::AddActivatedOf(of) => read_by_objects(of) | Facts::EXISTENCE | Facts::KEYWORDS,
        Modification::AddPT(power, toughness) => read_by_amount(power) | read_by_amount(toughness),
        Modification::DefinePT(power, toughness) | Modification::SetBasePT(power, toughness) => both(power, toughness),
        _ => Facts::empty(),
    }
}

/// What decides which objects are affected.
pub fn read_by_affected(affected: &Affected) -> Facts {
    affected.filter().map_or(Facts::empty(), read_by_filter)
}

/// What is read where power or toughness is asked for, which no permanent has that isn't a creature (CR 208.3).
const SIZE: Facts = Facts::POWER_AND_TOUGHNESS.union(Facts::TYPES);

/// What decides whether an object fits.
pub fn read_by_filter(filter: &Filter) -> Facts {
    filter.tests.iter().fold(Facts::empty(), |facts, test| facts | read_by_test(test))
}

fn read_by_test(test: &Test) -> Facts {
    match test {
        Test::Types(_) | Test::AllTypes(_) | Test::NotTypes(_) => Facts::TYPES,
        Test::Supertype(_) | Test::NotSupertype(_) => Facts::SUPERTYPES,
        Test::Subtype(_) => Facts::SUBTYPES | Facts::TEXT,
        Test::ChosenType | Test::SharesCreatureType(_) | Test::SharesLandType(_) => Facts::SUBTYPES,
        Test::Colors(_) | Test::NotColors(_) => Facts::COLORS | Facts::TEXT,
        Test::Colorless | Test::Monocolored | Test::Multicolored | Test::ChosenColor => Facts::COLORS,
        Test::Keyword(_) | Test::NotKeyword(_) => Facts::KEYWORDS,
        Test::Controller(PlayerFilter::Any) => Facts::empty(),
        Test::Controller(_) | Test::ControllerIn(_) => Facts::CONTROLLER,
        // Whose "you" is: the source's controller.
        Test::Owner(PlayerFilter::You | PlayerFilter::Opponent) => Facts::CONTROLLER,
        Test::Power(_, amount) | Test::Toughness(_, amount) => SIZE | read_by_amount(amount),
        Test::PowerAndToughness(_, amount) => SIZE | read_by_amount(amount),
        Test::Quality(Quality::ColorCount(_)) => Facts::COLORS,
        Test::Quality(quality) if quality.is_of_base() => {
            SIZE | quality.amount().map_or(Facts::empty(), read_by_amount)
        }
        Test::SharesPower(_) | Test::PowerExceedsToughness | Test::ToughnessExceedsPower => SIZE,
        Test::ManaValue(_, amount) => read_by_amount(amount),
        Test::AnyOf(filters) => filters.iter().fold(Facts::empty(), |facts, filter| facts | read_by_filter(filter)),
        Test::Not(filter) | Test::Card(filter) | Test::HasAttached(filter) | Test::AbilityOf(filter) => {
            read_by_filter(filter)
        }
        Test::Is(objects) => read_by_objects(objects),
        Test::Source
        | Test::NotSource
        | Test::Host
        | Test::Tapped
        | Test::Untapped
        | Test::Attacking
        | Test::Quality(_)
        | Test::Blocking
        | Test::Blocked
        | Test::Unblocked
        | Test::Token
        | Test::Nontoken
        | Test::Permanent
        | Test::HasCounter(_)
        | Test::Named(_)
        | Test::DamagedThisTurn
        | Test::EnteredThisTurn
        | Test::MovedBy(..)
        | Test::DrawnThisTurn
        | Test::DiscardedThisTurn
        | Test::PutAway(..)
        | Test::AttackedThisTurn
        | Test::Fought(_)
        | Test::SharesName(_)
        | Test::SharesManaValue(_)
        | Test::Paired
        | Test::Prepared
        | Test::Kicked
        | Test::Warped => Facts::empty(),
        Test::PairedWith(objects) => read_by_objects(objects),
        // Whose Ring-bearer: its controller's.
        Test::Commander => Facts::empty(),
        Test::RingBearer => Facts::CONTROLLER,
        _ => Facts::all(),
    }
}

/// What a number is read from.
fn read_by_amount(amount: &Amount) -> Facts {
    match amount {
        Amount::Const(_)
        | Amount::X
        | Amount::Life(_)
        | Amount::StartingLife
        | Amount::HandSize(_)
        | Amount::LibrarySize(_)
        | Amount::Event
        | Amount::Register(_)
        | Amount::TimesPaid(_)
        | Amount::ColorsSpent => match amount {
            Amount::Life(_) | Amount::HandSize(_) | Amount::LibrarySize(_) => Facts::CONTROLLER,
            _ => Facts::empty(),
        },
        Amount::Count(_, filter) => read_by_filter(filter),
        Amount::CountObjects(objects) => read_by_objects(objects),
        Amount::Counters(objects, _) => read_by_objects(objects),
        Amount::Power(objects)
        | Amount::Toughness(objects)
        | Amount::GreatestPower(objects)
        | Amount::GreatestToughness(objects) => SIZE | read_by_objects(objects),
        Amount::ManaSymbols(objects, _) => Facts::TEXT | read_by_objects(objects),
        Amount::Devotion(_) => Facts::CONTROLLER,
        Amount::Domain(_) => Facts::SUBTYPES | Facts::CONTROLLER,
        Amount::Sum(a, b) | Amount::Difference(a, b) | Amount::Least(a, b) | Amount::Greatest(a, b) => {
            read_by_amount(a) | read_by_amount(b)
        }
        Amount::Times(a, _) | Amount::HalfUp(a) | Amount::HalfDown(a) => read_by_amount(a),
        _ => Facts::all(),
    }
}

fn read_by_objects(objects: &Objects) -> Facts {
    match objects {
        Objects::Source
        | Objects::Target(_)
        | Objects::Event
        | Objects::EventOther
        | Objects::Host
        | Objects::Register(_)
        | Objects::Current
        | Objects::ExiledWithSource
        | Objects::PutWithSource => Facts::empty(),
        Objects::Each(_, filter) => read_by_filter(filter),
        Objects::AttachedTo(inner) => read_by_objects(inner),
        Objects::Those(inner, filter) => read_by_objects(inner) | read_by_filter(filter),
        Objects::Union(parts) => parts.iter().fold(Facts::empty(), |facts, part| facts | read_by_objects(part)),
        _ => Facts::all(),
    }
}

/// What "as long as" is read from.
fn read_by_condition(condition: &Condition) -> Facts {
    match condition {
        Condition::Compare(left, _, right) => read_by_amount(left) | read_by_amount(right),
        Condition::TurnOf(_) => Facts::CONTROLLER,
        Condition::ObjectIs(objects, filter) => read_by_objects(objects) | read_by_filter(filter),
        Condition::Exists(_, filter) | Condition::TopOfLibrary(filter) => read_by_filter(filter),
        Condition::All(all) | Condition::AnyOf(all) => {
            all.iter().fold(Facts::empty(), |facts, condition| facts | read_by_condition(condition))
        }
        Condition::Not(condition) => read_by_condition(condition),
        Condition::Kicked(_)
        | Condition::WasCast
        | Condition::WasDiscarded
        | Condition::CastFrom(_)
        | Condition::InStep(_)
        | Condition::MainPhase(_)
        | Condition::CombatPhase(_)
        | Condition::BeforeAttackers
        | Condition::InCombat
        | Condition::ExtraTurn
        | Condition::CostPaid(_)
        | Condition::Did => Facts::empty(),
        _ => Facts::all(),
    }
}
