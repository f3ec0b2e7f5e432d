//! What compiled text mentions that is there at some moments only: targets, registers, the event, what a loop is at.
//!
//! The walk names every kind of description, so that a new one can't be forgotten: what is stored for later is checked with it.

use crate::cost::{Cost, CostPart};
use crate::effect::{
    Destination, DiscardHow, Instr, ManaOutput, Modification, NewTokens, Pick, Recipients, Register, Shield, TargetSpec,
};
use crate::filter::{Amount, Condition, Filter, Objects, PlayerFilter, Players, Test, Zone};

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

/// A description that can mention something.
pub trait Mentions {
    /// Calls `f` with everything that is mentioned, however deep inside.
    fn each_mention(&self, f: &mut dyn FnMut(Mention));

    /// Whether something is mentioned for which `test` holds.
    fn mentions(&self, test: impl Fn(Mention) -> bool) -> bool {
        let mut found = false;
        self.each_mention(&mut |mention| found |= test(mention));
        found
    }
}

/// Walks over several parts.
macro_rules! each {
    ($f:expr, $($part:expr),+) => {{ $( $part.each_mention($f); )+ }};
}

impl<T: Mentions + ?Sized> Mentions for &T {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        (**self).each_mention(f);
    }
}

impl<T: Mentions> Mentions for Box<T> {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        (**self).each_mention(f);
    }
}

impl<T: Mentions> Mentions for Option<T> {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        self.iter().for_each(|part| part.each_mention(f));
    }
}

impl<T: Mentions> Mentions for [T] {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        self.iter().for_each(|part| part.each_mention(f));
    }
}

impl<T: Mentions> Mentions for Vec<T> {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        self.as_slice().each_mention(f);
    }
}

impl Mentions for Filter {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        self.tests.each_mention(f);
    }
}

impl Mentions for Test {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        match self {
            Test::Host => f(Mention::Host),
            Test::Controller(players)
            | Test::Owner(players)
            | Test::AttackingPlayer(players)
            | Test::TargetsPlayer(players) => players.each_mention(f),
            Test::ControllerIn(players) | Test::OwnerIn(players) => players.each_mention(f),
            Test::Power(_, amount) | Test::Toughness(_, amount) | Test::ManaValue(_, amount) => amount.each_mention(f),
            Test::PairedWith(objects)
            | Test::DamagedBy(objects)
            | Test::Is(objects)
            | Test::SharesColor(objects)
            | Test::SharesCardType(objects)
            | Test::BlockingOne(objects)
            | Test::SharesCreatureType(objects)
            | Test::SharesName(objects) => objects.each_mention(f),
            Test::HasAttached(filter) | Test::Not(filter) | Test::TargetsObject(filter) => filter.each_mention(f),
            Test::AnyOf(filters) => filters.each_mention(f),
            Test::Source
            | Test::NotSource
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
            | Test::Restricted(_)
            | Test::Tapped
            | Test::Untapped
            | Test::Attacking
            | Test::Blocking
            | Test::Blocked
            | Test::Unblocked
            | Test::Token
            | Test::Nontoken
            | Test::HasCounter(_)
            | Test::Named(_)
            | Test::DamagedThisTurn
            | Test::EnteredThisTurn
            | Test::AttackedThisTurn
            | Test::Marked(_)
            | Test::Paired
            | Test::RingBearer
            | Test::NewSinceUpkeep
            | Test::DealtDamageThisTurn
            | Test::PutThereThisTurn(_)
            | Test::Spell
            | Test::Ability
            | Test::ActivatedAbility
            | Test::TriggeredAbility
            | Test::ChosenColor
            | Test::ChosenType
            | Test::CastFrom(_)
            | Test::CameFrom(_)
            | Test::ChosenName
            | Test::SingleTarget
            | Test::OneThingTargeted
            | Test::Kicked
            | Test::XInCost
            | Test::WasCast
            | Test::CountersAtLeast(..)
            | Test::Modified
            | Test::FaceDown
            | Test::Historic => {}
        }
    }
}

impl Mentions for PlayerFilter {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        match self {
            PlayerFilter::Event => f(Mention::Event),
            PlayerFilter::HostController => f(Mention::Host),
            PlayerFilter::Any
            | PlayerFilter::You
            | PlayerFilter::Opponent
            | PlayerFilter::Active
            | PlayerFilter::Enchanted
            | PlayerFilter::Defending
            | PlayerFilter::MostLife => {}
        }
    }
}

impl Mentions for Objects {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        match self {
            Objects::Source | Objects::SourceNow | Objects::Encoded(_) | Objects::ExiledWithSource => {}
            Objects::Target(number) => f(Mention::Target(*number)),
            Objects::Event | Objects::EventOther => f(Mention::Event),
            Objects::Host => f(Mention::Host),
            Objects::Register(register) => f(Mention::Objects(*register)),
            Objects::Each(zone, filter) => {
                f(Mention::Each(*zone));
                filter.each_mention(f);
            }
            Objects::DamageSources(filter) => filter.each_mention(f),
            Objects::Current => f(Mention::CurrentObject),
            Objects::AttachedTo(objects)
            | Objects::PartnersOf(objects)
            | Objects::Moved(objects)
            | Objects::Left(objects) => objects.each_mention(f),
            Objects::Union(parts) => parts.each_mention(f),
            Objects::Those(objects, filter) => each!(f, objects, filter),
        }
    }
}

impl Mentions for Players {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        match self {
            Players::You
            | Players::Opponents
            | Players::Each
            | Players::Active
            | Players::Defending
            | Players::Subgame(_) => {}
            Players::Target(number) | Players::TargetOrController(number) => f(Mention::Target(*number)),
            Players::ControllerOf(objects) | Players::OwnerOf(objects) => objects.each_mention(f),
            Players::Event => f(Mention::Event),
            Players::Current => f(Mention::CurrentPlayer),
            Players::Both(a, b) => each!(f, a, b),
            Players::Those(filter) => filter.each_mention(f),
            Players::Others(players) => players.each_mention(f),
        }
    }
}

impl Mentions for Amount {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        match self {
            Amount::Const(_)
            | Amount::X
            | Amount::StartingLife
            | Amount::TimesPaid(_)
            | Amount::Targets
            | Amount::ColorsSpent
            | Amount::Devotion(_)
            | Amount::Domain
            | Amount::ClassLevel
            | Amount::OtherSpellsCast
            | Amount::CreaturesDied => {}
            Amount::XOf(objects)
            | Amount::CountObjects(objects)
            | Amount::Power(objects)
            | Amount::Toughness(objects)
            | Amount::ManaValue(objects)
            | Amount::GreatestPower(objects)
            | Amount::GreatestToughness(objects)
            | Amount::GreatestManaValue(objects)
            | Amount::LeastPower(objects)
            | Amount::LeastToughness(objects)
            | Amount::LeastManaValue(objects)
            | Amount::Counters(objects, _)
            | Amount::ManaSpent(objects, _)
            | Amount::ColorsSpentOn(objects)
            | Amount::Devoured(objects) => objects.each_mention(f),
            Amount::Count(zone, filter)
            | Amount::CardTypesIn(zone, filter)
            | Amount::DifferentNames(zone, filter)
            | Amount::DifferentPowers(zone, filter)
            | Amount::DifferentManaValues(zone, filter)
            | Amount::ColorsAmong(zone, filter) => {
                f(Mention::Zone(*zone));
                filter.each_mention(f);
            }
            Amount::CountPlayers(players)
            | Amount::PlayerCounters(players, _)
            | Amount::Life(players)
            | Amount::HandSize(players)
            | Amount::LibrarySize(players)
            | Amount::Deeds(_, players)
            | Amount::LandsPlayed(players)
            | Amount::DamageTaken(players, _)
            | Amount::Party(players)
            | Amount::SpellsCast(players)
            | Amount::SpellsCastLastTurn(players)
            | Amount::LifeGained(players)
            | Amount::LifeLost(players)
            | Amount::CardsDrawn(players)
            | Amount::TimesTempted(players)
            | Amount::Speed(players)
            | Amount::AttackPower(players)
            | Amount::AttackersDeclared(players) => players.each_mention(f),
            Amount::Event => f(Mention::Event),
            Amount::Register(register) => f(Mention::Number(*register)),
            Amount::Happened(_, filter) => filter.each_mention(f),
            Amount::DamageSources(players, _, filter) => each!(f, players, filter),
            Amount::Sum(a, b)
            | Amount::Difference(a, b)
            | Amount::Product(a, b)
            | Amount::Least(a, b)
            | Amount::Greatest(a, b) => each!(f, a, b),
            Amount::Times(amount, _) | Amount::HalfUp(amount) | Amount::HalfDown(amount) => amount.each_mention(f),
            Amount::If(condition, a, b) => each!(f, condition, a, b),
            Amount::ThisWay => f(Mention::ThisWay),
        }
    }
}

impl Mentions for Condition {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        match self {
            Condition::Compare(a, _, b) => each!(f, a, b),
            Condition::TurnOf(players) | Condition::Designated(players, _) => players.each_mention(f),
            Condition::ObjectIs(objects, filter) => each!(f, objects, filter),
            Condition::CanBeAttached(a, b) => each!(f, a, b),
            Condition::Exists(zone, filter) => {
                f(Mention::Zone(*zone));
                filter.each_mention(f);
            }
            Condition::Targets(filter) | Condition::DealtCombatDamage(filter) => filter.each_mention(f),
            Condition::PlayerAttackedThisTurn(players) => players.each_mention(f),
            Condition::All(all) | Condition::AnyOf(all) => all.each_mention(f),
            Condition::Not(condition) => condition.each_mention(f),
            Condition::Kicked(_)
            | Condition::WasCast
            | Condition::WasDiscarded
            | Condition::CastFrom(_)
            | Condition::PutAway(_)
            | Condition::Daytime(_)
            | Condition::InStep(_)
            | Condition::MainPhase(_)
            | Condition::BeforeAttackers
            | Condition::InCombat
            | Condition::CostPaid(_)
            | Condition::Did
            | Condition::Blessed
            | Condition::TributePaid => {}
        }
    }
}

impl Mentions for TargetSpec {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        let TargetSpec { objects, players, min, max, different_from: _, asks_of, divided, chooser, same_controller: _ } =
            self;
        for (zone, filter) in objects {
            f(Mention::Zone(*zone));
            filter.each_mention(f);
        }
        asks_of.iter().for_each(|number| f(Mention::Target(*number)));
        each!(f, players, min, max, divided, chooser);
    }
}

impl Mentions for Recipients {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        match self {
            Recipients::Objects(objects) => objects.each_mention(f),
            Recipients::Players(players) => players.each_mention(f),
            Recipients::Target(number) => f(Mention::Target(*number)),
            Recipients::Both(parts) => parts.each_mention(f),
            Recipients::Event => f(Mention::Event),
        }
    }
}

impl Mentions for Cost {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        let Cost { mana: _, parts } = self;
        parts.each_mention(f);
    }
}

impl Mentions for CostPart {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        match self {
            CostPart::Sacrifice(amount, filter)
            | CostPart::Discard(amount, filter)
            | CostPart::ExileFromGraveyard(amount, filter)
            | CostPart::ExileFromHand(amount, filter)
            | CostPart::ExileMaterials(amount, filter)
            | CostPart::ExilePermanent(amount, filter)
            | CostPart::Return(amount, filter)
            | CostPart::TapPermanents(amount, filter)
            | CostPart::TapPower(amount, filter)
            | CostPart::UntapPermanents(amount, filter)
            | CostPart::RemoveCounterFrom(amount, _, filter)
            | CostPart::PutCounterOn(amount, _, filter)
            | CostPart::Reveal(amount, filter) => each!(f, amount, filter),
            CostPart::DiscardRandom(amount)
            | CostPart::Life(amount)
            | CostPart::Evidence(amount)
            | CostPart::RemoveCounters(amount, _)
            | CostPart::AddCounters(amount, _)
            | CostPart::Mill(amount)
            | CostPart::Energy(amount) => amount.each_mention(f),
            CostPart::OneOf(costs) => costs.each_mention(f),
            CostPart::Tap
            | CostPart::Untap
            | CostPart::SacrificeSource
            | CostPart::DiscardSource
            | CostPart::DiscardHand
            | CostPart::ExileSource
            | CostPart::ReturnSource
            | CostPart::SourceToLibraryBottom
            | CostPart::Loyalty(_)
            | CostPart::LoyaltyMinusX
            | CostPart::Exert => {}
        }
    }
}

impl Mentions for Modification {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        match self {
            Modification::CopyOf(objects) => objects.each_mention(f),
            Modification::Control(players) => players.each_mention(f),
            Modification::ChangeText(register) => {
                f(Mention::Number(*register));
                f(Mention::Number(*register + 1));
            }
            Modification::DefinePT(power, toughness) | Modification::SetBasePT(power, toughness) => {
                each!(f, power, toughness);
            }
            Modification::AddPT(power, toughness) => each!(f, power, toughness),
            Modification::AddTypes(_)
            | Modification::SetTypes(_)
            | Modification::RemoveTypes(_)
            | Modification::AddSupertypes(_)
            | Modification::RemoveSupertypes(_)
            | Modification::AddSubtypes(_)
            | Modification::SetSubtypes(..)
            | Modification::AddEveryCreatureType
            | Modification::AddChosenType
            | Modification::SetChosenType
            | Modification::SetColors(_)
            | Modification::SetChosenColor
            | Modification::AddColors(_)
            | Modification::AddKeywords(_)
            | Modification::RemoveKeywords(_)
            | Modification::AddAbility(_)
            | Modification::AddThisAbility
            | Modification::LoseAllAbilities
            | Modification::LoseThisAbility
            | Modification::CantHaveKeywords(_)
            | Modification::AddProtectionFromChosenColor
            | Modification::Restrict(_)
            | Modification::Quality(_)
            | Modification::SwitchPT => {}
        }
    }
}

impl Mentions for Destination {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        each!(f, self.controller, self.attached);
        self.counters.iter().for_each(|(_, amount)| amount.each_mention(f));
    }
}

impl Mentions for Pick {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        let Pick { chooser, from, min, max, random: _ } = self;
        each!(f, chooser, from, min, max);
    }
}

impl Mentions for DiscardHow {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        match self {
            DiscardHow::Choose(amount, filter)
            | DiscardHow::UpTo(amount, filter)
            | DiscardHow::YouChoose(amount, filter) => each!(f, amount, filter),
            DiscardHow::Random(amount) => amount.each_mention(f),
            DiscardHow::Hand => {}
        }
    }
}

impl Mentions for Shield {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        each!(f, self.to, self.from, self.quality, self.amount, self.redirect);
        if let Some((players, filter)) = &self.group {
            each!(f, players, filter);
        }
    }
}

impl Mentions for ManaOutput {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        match self {
            ManaOutput::Fixed(_) | ManaOutput::OneOf(_) => {}
            ManaOutput::AnyOneColor(amount)
            | ManaOutput::AnyCombination(amount, _)
            | ManaOutput::Amount(amount, _)
            | ManaOutput::ChosenColor(amount) => amount.each_mention(f),
            ManaOutput::CouldProduce { amount, of, any_type: _ } => each!(f, amount, of),
            ManaOutput::EachColorAmong(filter) => filter.each_mention(f),
            ManaOutput::Restricted(output, _) => output.each_mention(f),
        }
    }
}

impl Mentions for NewTokens {
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        each!(f, self.player, self.amount, self.attached, self.counters);
        if let Some((power, toughness)) = &self.pt {
            each!(f, power, toughness);
        }
    }
}

impl Mentions for Instr {
    /// What the instruction reads; not the registers that it writes, nor what abilities mention that it makes.
    fn each_mention(&self, f: &mut dyn FnMut(Mention)) {
        match self {
            Instr::Jump(_)
            | Instr::End
            | Instr::CountResolution(_)
            | Instr::Preventable(_)
            | Instr::EndThisEffect
            | Instr::SetDaytime(_)
            | Instr::ExtraCombat(_)
            | Instr::Subgame(_)
            | Instr::EndTurn
            | Instr::DrawGame
            | Instr::Exploit
            | Instr::TakeFromHand(_)
            | Instr::PayTribute
            | Instr::Encode(_)
            | Instr::Vote { .. }
            | Instr::Delayed(..)
            | Instr::PlayerEffect(..) => {}
            Instr::Unless(condition, _) | Instr::DoneIf(condition) => condition.each_mention(f),
            Instr::May(players, _)
            | Instr::ForEachPlayer(players, _)
            | Instr::ChooseColor(players)
            | Instr::ChooseCreatureType(players)
            | Instr::ChooseLandType(players)
            | Instr::FlipCoin(players, _)
            | Instr::RollDie(players, ..)
            | Instr::ExchangeLife(players)
            | Instr::Shuffle(players)
            | Instr::Ascend(players)
            | Instr::Proliferate(players)
            | Instr::AddSameMana(players)
            | Instr::ExtraTurn(players)
            | Instr::Done(_, players)
            | Instr::SkipTurn(players)
            | Instr::SkipNext(players, _)
            | Instr::ControlTurn(players)
            | Instr::Win(players)
            | Instr::Lose(players)
            | Instr::BecomeMonarch(players)
            | Instr::TakeInitiative(players)
            | Instr::Venture(players, _)
            | Instr::RingTempts(players)
            | Instr::GainSpeed(players)
            | Instr::RevealDrawn(players, _)
            | Instr::CreateEmblem(players, _)
            | Instr::ChooseWords { player: players, .. } => players.each_mention(f),
            Instr::MayPay(players, cost, _) | Instr::MayPayX(players, cost, ..) | Instr::Pay(players, cost, _) => {
                each!(f, players, cost);
            }
            Instr::MayPayTimes(players, cost, amount, _) => each!(f, players, cost, amount),
            Instr::ForEachObject(objects, _)
            | Instr::SetObjects(_, objects)
            | Instr::AddObjects(_, objects)
            | Instr::CopyCards(objects, _)
            | Instr::EndCopies(objects)
            | Instr::DamageDivided(objects, _)
            | Instr::Reveal(objects)
            | Instr::Destroy(objects, _)
            | Instr::Tap(objects)
            | Instr::Untap(objects)
            | Instr::Mark(objects, _)
            | Instr::Unattach(objects)
            | Instr::Regenerate(objects)
            | Instr::Transform(objects)
            | Instr::Flip(objects)
            | Instr::TurnFaceUp(objects)
            | Instr::BecomeLevel(objects, _)
            | Instr::RemoveFromCombat(objects)
            | Instr::ExileAfterwards(objects)
            | Instr::PhaseOut(objects)
            | Instr::Goad(objects)
            | Instr::DoubleCounters(objects) => objects.each_mention(f),
            Instr::Repeat(amount, _)
            | Instr::SetNumber(_, amount)
            | Instr::EnterWith(_, amount)
            | Instr::Devour(amount) => amount.each_mention(f),
            Instr::Pick(pick, _) => pick.each_mention(f),
            Instr::ChooseName(players, filter) => each!(f, players, filter),
            Instr::ChooseNumber(players, least, most, _) => each!(f, players, least, most),
            Instr::Damage(objects, amount, recipients) | Instr::AndDamage(objects, amount, recipients) => {
                each!(f, objects, amount, recipients)
            }
            Instr::Fight(a, b)
            | Instr::Attach(a, b)
            | Instr::ExchangeControl(a, b)
            | Instr::MustBlock(a, b, _)
            | Instr::PutSameCounters(a, b)
            | Instr::CantBlock(a, b)
            | Instr::Pair(a, b) => each!(f, a, b),
            Instr::GainLife(players, amount)
            | Instr::LoseLife(players, amount)
            | Instr::SetLife(players, amount)
            | Instr::Draw(players, amount)
            | Instr::Mill(players, amount, _)
            | Instr::Scry(players, amount)
            | Instr::Surveil(players, amount)
            | Instr::LookAtTop { player: players, amount, .. }
            | Instr::AddPlayerCounters(players, _, amount)
            | Instr::ExtraLands(players, amount) => each!(f, players, amount),
            Instr::PreventDamage(recipients, amount) => each!(f, recipients, amount),
            Instr::Shield(shield) => shield.each_mention(f),
            Instr::PreventCombatDamage(filter) | Instr::NextSpell(_, filter) => filter.each_mention(f),
            Instr::Discard(players, how, _) => each!(f, players, how),
            Instr::LookAtLibrary { viewer, of, amount, .. } => each!(f, viewer, of, amount),
            Instr::LookAtHand(viewers, players) => each!(f, viewers, players),
            Instr::Search { player, of, filter, min, max, zones: _, reveal: _, into: _ } => {
                each!(f, player, of, filter, min, max);
            }
            Instr::RevealUntil(players, filter, amount, ..) => each!(f, players, filter, amount),
            Instr::Move(objects, destination, _) => each!(f, objects, destination),
            Instr::Counter(objects, destination) => each!(f, objects, destination),
            Instr::Sacrifice(players, objects) => each!(f, players, objects),
            Instr::SacrificeChosen(players, amount, filter, _) => each!(f, players, amount, filter),
            Instr::AddCounters(objects, _, amount) => each!(f, objects, amount),
            Instr::AddCountersDivided(_, number) => f(Mention::Target(*number)),
            Instr::RemoveCounters(objects, _, amount) => each!(f, objects, amount),
            Instr::MoveCounters(from, to, _, amount) => each!(f, from, to, amount),
            Instr::CastSpecial(players, objects)
            | Instr::ChooseNewTargets(objects, players)
            | Instr::ChangeTargets(objects, players)
            | Instr::PlayFree(players, objects)
            | Instr::CastOneFree(players, objects)
            | Instr::CastBack(players, objects)
            | Instr::AllowPlay { player: players, cards: objects, .. } => each!(f, players, objects),
            Instr::CastFree(players, objects, limit) => each!(f, players, objects, limit),
            Instr::CreateToken(tokens) => tokens.each_mention(f),
            Instr::CreateCopy { player, of, amount, except, tapped: _, attacking: _, into: _ } => {
                each!(f, player, of, amount, except);
            }
            Instr::CopySpell { of, player, new_targets: _, except, at } => each!(f, of, player, except, at),
            Instr::Continuous(objects, changes, _) => each!(f, objects, changes),
            Instr::ContinuousOn(filter, changes, _) => each!(f, filter, changes),
            Instr::AddMana(players, output) => each!(f, players, output),
            Instr::Reflexive(_, amount) => amount.each_mention(f),
        }
    }
}
