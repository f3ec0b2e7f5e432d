//! What compiled text mentions that is there at some moments only: targets, registers, the event, what a loop is at.
//!
//! What is stored for later is checked with it: by then these things are gone.

use std::any::Any;

use crate::ability::Affected;
use crate::effect::{DividedAmong, Modification, Recipients, Register, Script, TargetSpec};
use crate::filter::{Amount, Condition, Objects, PlayerFilter, Players, Test, Zone};
use crate::walk::{Then, Walk};

/// Something that is mentioned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mention {
    /// The objects in a register of the resolution.
    Objects(Register),
    /// The number in a register of the resolution.
    Number(Register),
    /// The targets of this number.
    Target(u8),
    /// The object that a loop is at.
    CurrentObject,
    /// The player that a loop is at.
    CurrentPlayer,
    /// What the event that triggered tells.
    Event,
    /// What the script has done so far.
    ThisWay,
    /// What the source is attached to.
    Host,
    /// How many fit in a zone, or whether any does.
    Zone(Zone),
    /// The objects of a zone that fit.
    Each(Zone),
}

/// What can mention something: whatever can be walked over.
pub trait Mentions: Walk {
    /// Calls `f` with everything that is mentioned, however deep inside: of instructions what they read, not the registers that they
    /// write. Scripts inside of a description have registers, targets and events of their own, and are passed over.
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        self.walk(&mut |node| {
            if node.is::<Script>() {
                return Then::Past;
            }
            // Which player is asked about isn't a loop's.
            if let Some(Players::Such(players, condition)) = node.downcast_ref() {
                players.each_mention(f);
                condition.each_mention(&mut |mention| {
                    if mention != Mention::CurrentPlayer {
                        f(mention);
                    }
                });
                return Then::Past;
            }
            mentioned(node, f);
            Then::Inside
        });
    }

    /// Returns whether something is mentioned for which `test` holds.
    fn mentions(&self, test: impl Fn(Mention) -> bool) -> bool {
        let mut found = false;
        self.each_mention(&mut |mention| found |= test(mention));
        found
    }
}

impl<T: Walk + ?Sized> Mentions for T {}

/// Calls `f` with what a node itself mentions, besides what is inside it.
fn mentioned(node: &dyn Any, f: &mut dyn FnMut(Mention)) {
    if let Some(test) = node.downcast_ref() {
        of_test(test, f);
    } else if let Some(player) = node.downcast_ref() {
        of_player(player, f);
    } else if let Some(objects) = node.downcast_ref() {
        of_objects(objects, f);
    } else if let Some(players) = node.downcast_ref() {
        of_players(players, f);
    } else if let Some(recipients) = node.downcast_ref() {
        of_recipients(recipients, f);
    } else if let Some(amount) = node.downcast_ref() {
        of_amount(amount, f);
    } else if let Some(condition) = node.downcast_ref() {
        of_condition(condition, f);
    } else if let Some(TargetSpec { objects, asks_of, .. }) = node.downcast_ref() {
        objects.iter().for_each(|(zone, _)| f(Mention::Zone(*zone)));
        asks_of.iter().for_each(|number| f(Mention::Target(*number)));
    } else if let Some(affected) = node.downcast_ref() {
        of_affected(affected, f);
    } else if let Some(change) = node.downcast_ref() {
        of_change(change, f);
    } else if let Some(DividedAmong(number)) = node.downcast_ref() {
        f(Mention::Target(*number));
    }
}

/// What a test mentions itself.
fn of_test(test: &Test, f: &mut dyn FnMut(Mention)) {
    match test {
        Test::Host => f(Mention::Host),
        Test::DamagedThisWay(_) => f(Mention::ThisWay),
        Test::Source
        | Test::NotSource
        | Test::AboveSource(..)
        | Test::TopOfGraveyard(..)
        | Test::Types(..)
        | Test::AllTypes(..)
        | Test::NotTypes(..)
        | Test::Supertype(..)
        | Test::NotSupertype(..)
        | Test::Subtype(..)
        | Test::Colors(..)
        | Test::NotColors(..)
        | Test::Colorless
        | Test::Monocolored
        | Test::Multicolored
        | Test::Keyword(..)
        | Test::NotKeyword(..)
        | Test::Controller(..)
        | Test::Owner(..)
        | Test::ControllerIn(..)
        | Test::OwnerIn(..)
        | Test::Power(..)
        | Test::Toughness(..)
        | Test::ManaValue(..)
        | Test::PowerExceedsToughness
        | Test::ToughnessExceedsPower
        | Test::Quality(..)
        | Test::PowerAndToughness(..)
        | Test::Restricted(..)
        | Test::Tapped
        | Test::Untapped
        | Test::Attacking
        | Test::AttackingPlayer(..)
        | Test::AttackingPlaneswalkerOf(..)
        | Test::Blocking
        | Test::Blocked
        | Test::Unblocked
        | Test::Token
        | Test::Nontoken
        | Test::Permanent
        | Test::HasCounter(..)
        | Test::Named(..)
        | Test::DamagedThisTurn
        | Test::EnteredThisTurn
        | Test::MovedBy(..)
        | Test::DrawnThisTurn
        | Test::DiscardedThisTurn
        | Test::PutAway(..)
        | Test::AttackedThisTurn
        | Test::Fought(..)
        | Test::Marked(..)
        | Test::Paired
        | Test::PairedWith(..)
        | Test::RingBearer
        | Test::Commander
        | Test::NewSinceUpkeep
        | Test::DamagedBy(..)
        | Test::ManaValueIsOdd(..)
        | Test::HasManaAbility
        | Test::HasKeywordNamed(_)
        | Test::BeingCycled
        | Test::CouldProduceColorless
        | Test::EnchantsPlayer(..)
        | Test::DamagedBySourceOf(..)
        | Test::DealtDamageTo(..)
        | Test::DealtDamageThisTurn
        | Test::PutThereThisTurn(..)
        | Test::Spell
        | Test::Ability
        | Test::ActivatedAbility
        | Test::TriggeredAbility
        | Test::AbilityOf(..)
        | Test::HasAttached(..)
        | Test::Is(..)
        | Test::AnyOf(..)
        | Test::Not(..)
        | Test::Card(..)
        | Test::CouldHost(..)
        | Test::SharesColor(..)
        | Test::SharesCardType(..)
        | Test::SharesTypeOf(..)
        | Test::BlockingOne(..)
        | Test::BlockedByOne(..)
        | Test::SharesCreatureType(..)
        | Test::SharesLandType(..)
        | Test::SharesName(..)
        | Test::SharesPower(..)
        | Test::SharesManaValue(..)
        | Test::ChosenColor
        | Test::ChosenType
        | Test::CastFrom(..)
        | Test::CameFrom(..)
        | Test::ChosenName
        | Test::NameChosenThen
        | Test::TargetsObject(..)
        | Test::TargetsPlayer(..)
        | Test::SingleTarget
        | Test::OneThingTargeted
        | Test::Kicked
        | Test::Warped
        | Test::WasBlockedBy(..)
        | Test::Crewed(..)
        | Test::TargetOf(..)
        | Test::HasManaCost(..)
        | Test::XInCost
        | Test::WasCast
        | Test::IsCopy
        | Test::CastBy(..)
        | Test::CountersAtLeast(..)
        | Test::Modified
        | Test::FaceDown
        | Test::Historic
        | Test::HasAdventure
        | Test::Prepared => {}
    }
}

/// What what players fit mentions itself.
fn of_player(player: &PlayerFilter, f: &mut dyn FnMut(Mention)) {
    match player {
        PlayerFilter::Event => f(Mention::Event),
        PlayerFilter::HostController => f(Mention::Host),
        PlayerFilter::Any
        | PlayerFilter::You
        | PlayerFilter::Opponent
        | PlayerFilter::Active
        | PlayerFilter::Enchanted
        | PlayerFilter::Defending
        | PlayerFilter::Chosen
        | PlayerFilter::MostLife
        | PlayerFilter::LostLife
        | PlayerFilter::Monarch
        | PlayerFilter::FoughtBySource => {}
    }
}

/// What objects mentions itself.
fn of_objects(objects: &Objects, f: &mut dyn FnMut(Mention)) {
    match objects {
        Objects::Target(number) => f(Mention::Target(*number)),
        Objects::Event | Objects::EventOther => f(Mention::Event),
        Objects::Host => f(Mention::Host),
        Objects::Register(register) => f(Mention::Objects(*register)),
        Objects::Each(zone, _) => f(Mention::Each(*zone)),
        Objects::Current => f(Mention::CurrentObject),
        Objects::Source
        | Objects::SourceNow
        | Objects::Encoded(..)
        | Objects::AttachedTo(..)
        | Objects::PermanentsOf(..)
        | Objects::PartnersOf(..)
        | Objects::DamageSources(..)
        | Objects::Union(..)
        | Objects::Those(..)
        | Objects::ExiledWithSource
        | Objects::PutWithSource
        | Objects::Moved(..)
        | Objects::Left(..) => {}
    }
}

/// What players mentions itself.
fn of_players(players: &Players, f: &mut dyn FnMut(Mention)) {
    match players {
        Players::Target(number) | Players::TargetOrController(number) => f(Mention::Target(*number)),
        Players::Event => f(Mention::Event),
        Players::Current => f(Mention::CurrentPlayer),
        Players::Noted(register) => f(Mention::Number(*register)),
        Players::You
        | Players::Opponents
        | Players::Each
        | Players::ControllerOf(..)
        | Players::CasterOf(..)
        | Players::OwnerOf(..)
        | Players::Active
        | Players::Defending
        | Players::Both(..)
        | Players::Subgame(..)
        | Players::Those(..)
        | Players::Others(..)
        | Players::Such(..) => {}
    }
}

/// What recipients mentions itself.
fn of_recipients(recipients: &Recipients, f: &mut dyn FnMut(Mention)) {
    match recipients {
        Recipients::Target(number) => f(Mention::Target(*number)),
        Recipients::Event => f(Mention::Event),
        Recipients::Objects(_) | Recipients::Players(_) | Recipients::Both(_) => {}
    }
}

/// What a number mentions itself.
fn of_amount(amount: &Amount, f: &mut dyn FnMut(Mention)) {
    match amount {
        Amount::Event => f(Mention::Event),
        Amount::Register(register) => f(Mention::Number(*register)),
        Amount::ThisWay | Amount::ExcessThisWay(_) => f(Mention::ThisWay),
        Amount::Count(zone, _)
        | Amount::CardTypesIn(zone, _)
        | Amount::DifferentNames(zone, _)
        | Amount::DifferentPowers(zone, _)
        | Amount::MostAlike(zone, ..)
        | Amount::DifferentManaValues(zone, _)
        | Amount::CounterKinds(zone, _)
        | Amount::ColorsAmong(zone, _) => f(Mention::Zone(*zone)),
        Amount::Const(..)
        | Amount::X
        | Amount::XOf(..)
        | Amount::CountObjects(..)
        | Amount::CountPlayers(..)
        | Amount::Power(..)
        | Amount::Toughness(..)
        | Amount::ManaValue(..)
        | Amount::GreatestPower(..)
        | Amount::GreatestToughness(..)
        | Amount::GreatestManaValue(..)
        | Amount::LeastPower(..)
        | Amount::LeastToughness(..)
        | Amount::LeastManaValue(..)
        | Amount::Counters(..)
        | Amount::PlayerCounters(..)
        | Amount::Life(..)
        | Amount::LifeToPay(..)
        | Amount::StartingLife
        | Amount::HandSize(..)
        | Amount::LibrarySize(..)
        | Amount::TimesPaid(..)
        | Amount::Targets
        | Amount::TargetsThat(..)
        | Amount::ColorsSpent
        | Amount::ManaSpent(..)
        | Amount::ManaSpentFrom(..)
        | Amount::Happened(..)
        | Amount::Deeds(..)
        | Amount::DamageSources(..)
        | Amount::LandsPlayed(..)
        | Amount::DamageTaken(..)
        | Amount::CommanderCasts
        | Amount::CastsOf(..)
        | Amount::Party(..)
        | Amount::ColorsSpentOn(..)
        | Amount::ManaSymbols(..)
        | Amount::ColorsOf(..)
        | Amount::CardTypesOf(..)
        | Amount::ChosenColorsOf(..)
        | Amount::Devotion(..)
        | Amount::Domain(..)
        | Amount::SpellsCast(..)
        | Amount::CastOrdinal(..)
        | Amount::OtherSpellsCast
        | Amount::SpellsCastLastTurn(..)
        | Amount::TurnsBegun(..)
        | Amount::LifeLostLastTurn(..)
        | Amount::HappenedLastTurn(..)
        | Amount::ClassLevel
        | Amount::ChosenNumber
        | Amount::LifeGained(..)
        | Amount::LifeLost(..)
        | Amount::CardsDrawn(..)
        | Amount::CreaturesDied
        | Amount::Devoured(..)
        | Amount::TimesMutated(..)
        | Amount::DevouredOf(..)
        | Amount::TimesTempted(..)
        | Amount::Speed(..)
        | Amount::OpponentsAttacked(..)
        | Amount::AttackPower(..)
        | Amount::AttackersDeclared(..)
        | Amount::Sum(..)
        | Amount::Difference(..)
        | Amount::Times(..)
        | Amount::Product(..)
        | Amount::Quotient(..)
        | Amount::CastBefore(..)
        | Amount::HalfUp(..)
        | Amount::HalfDown(..)
        | Amount::Least(..)
        | Amount::Greatest(..)
        | Amount::If(..)
        | Amount::Lethal(..) => {}
    }
}

/// What a condition mentions itself.
fn of_condition(condition: &Condition, f: &mut dyn FnMut(Mention)) {
    match condition {
        Condition::Exists(zone, _) => f(Mention::Zone(*zone)),
        Condition::TopOfLibrary(_) => f(Mention::Zone(Zone::Library)),
        Condition::Compare(..)
        | Condition::TurnOf(..)
        | Condition::ExtraTurn
        | Condition::ObjectIs(..)
        | Condition::CanBeAttached(..)
        | Condition::IsTarget(..)
        | Condition::Kicked(..)
        | Condition::WasCast
        | Condition::WasDiscarded
        | Condition::CastFrom(..)
        | Condition::Targets(..)
        | Condition::PutAway(..)
        | Condition::Daytime(..)
        | Condition::InStep(..)
        | Condition::MainPhase(..)
        | Condition::CombatPhase(..)
        | Condition::BeforeAttackers
        | Condition::InCombat
        | Condition::CostPaid(..)
        | Condition::DealtCombatDamage { .. }
        | Condition::Did
        | Condition::ChosenWord(..)
        | Condition::Blessed
        | Condition::TributePaid
        | Condition::Designated(..)
        | Condition::PlayerAttackedThisTurn(..)
        | Condition::All(..)
        | Condition::AnyOf(..)
        | Condition::Not(..) => {}
    }
}

/// What what a static ability affects mentions itself.
fn of_affected(affected: &Affected, f: &mut dyn FnMut(Mention)) {
    match affected {
        Affected::Host => f(Mention::Host),
        Affected::Source | Affected::Each(..) | Affected::EachIn(..) => {}
    }
}

/// What a modification mentions itself.
fn of_change(change: &Modification, f: &mut dyn FnMut(Mention)) {
    match change {
        Modification::ChangeText(register) => {
            f(Mention::Number(*register));
            f(Mention::Number(*register + 1));
        }
        Modification::CopyOf(..)
        | Modification::Control(..)
        | Modification::AddTypes(..)
        | Modification::SetTypes(..)
        | Modification::RemoveTypes(..)
        | Modification::AddSupertypes(..)
        | Modification::SetName(..)
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
        | Modification::AddActivatedOf(..)
        | Modification::LoseAllAbilities
        | Modification::LoseThisAbility
        | Modification::CantHaveKeywords(..)
        | Modification::AddProtectionFromChosenColor
        | Modification::Restrict(..)
        | Modification::Quality(..)
        | Modification::QualityByControl(..)
        | Modification::DefinePT(..)
        | Modification::SetBasePT(..)
        | Modification::AddPT(..)
        | Modification::SwitchPT => {}
    }
}
