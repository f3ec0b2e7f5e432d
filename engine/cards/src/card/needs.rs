//! What a run keeps or looks for all the time because some ability of its pool asks for it. It is read off the compiled form, whoever
//! made that, so that an ability can't be in a pool without what it needs.

use std::any::Any;

use super::{Card, Layout, Pool};
use crate::ability::{
    Ability, Activatable, ActivatableKind, FirstTime, FromGraveyard, OfNextSpell, OtherPrice, PlayerRule, Replacement,
    Static, StaticEffect, Triggered,
};
use crate::cost::CostPart;
use crate::effect::{Duration, Instr, Modification, WordKind};
use crate::filter::{Amount, Condition, CounterKind, Objects, PlayerFilter, Test, Zone, asks_for_targets};
use crate::happening::Happening;
use crate::keyword::{Features, Keywords};
use crate::mana_ability::{gives_up, taps_another};
use crate::walk::{Then, Walk};

/// What an ability needs.
#[derive(Default)]
struct Needs {
    features: Features,
    recorded: Happening,
    firsts: Vec<FirstTime>,
    exert: bool,
    rad: bool,
    emblem: bool,
    keywords: Keywords,
}

impl Pool {
    /// Returns whether a player may be asked for the name or the creature type of any card of the game, and so is told which there are.
    pub fn asks_about_all_cards(&self) -> bool {
        self.abilities.iter().any(|ability| {
            ability.has(|instr: &Instr| match instr {
                Instr::ChooseName(..) | Instr::ChooseCreatureType(..) => true,
                Instr::ChooseWords { kinds, .. } => kinds.contains(&WordKind::CreatureType),
                _ => false,
            })
        })
    }

    /// Notes what an ability needs that is about to be added; abilities that it gives or makes have been added before.
    pub(super) fn note_needs(&mut self, ability: &Ability) {
        let mut needs = Needs::default();
        ability.walk(&mut |node| {
            needs.of_description(node);
            needs.of_instruction(node);
            needs.of_ability(node);
            Then::Inside
        });
        self.features |= needs.features;
        self.recorded |= needs.recorded;
        for first in needs.firsts {
            self.firsts.1 |= first.event.kinds();
            if !self.firsts.0.contains(&first) {
                self.firsts.0.push(first);
            }
        }
        self.note_keywords(needs.keywords);
        if needs.exert {
            self.make_exert();
        }
        if needs.rad && self.rad.is_none() {
            self.make_rad();
        }
        if needs.emblem {
            self.make_emblem(false);
        }
    }

    /// Notes what a card needs beside what its abilities do.
    pub(super) fn note_needs_of_card(&mut self, card: &Card) {
        self.note_keywords(card.characteristics.keywords);
        let waits_unasked = |zone: Zone| {
            let triggered = card.derived.triggers.iter().map(|id| self.triggered(*id));
            let mut unasked = triggered.filter(|triggered| triggered.events.is_empty());
            unasked.any(|triggered: &Triggered| triggered.zone == zone)
        };
        let zones = [(Zone::Exile, Features::MADNESS), (Zone::Hand, Features::MIRACLE)];
        let found = zones.into_iter().filter(|(zone, _)| waits_unasked(*zone));
        self.features |= found.fold(Features::empty(), |all, (_, feature)| all | feature);
    }

    /// Notes what a card with several faces needs.
    pub(super) fn note_needs_of_layout(&mut self, layout: Layout) {
        match layout {
            Layout::Bestow => self.features |= Features::BESTOW,
            Layout::Room => self.features |= Features::ROOMS,
            Layout::Adventure | Layout::Omen => self.features |= Features::PUTS_ITSELF_AWAY,
            Layout::Prepare => self.features |= Features::PREPARES,
            Layout::Single
            | Layout::Transforming
            | Layout::Modal
            | Layout::Meld
            | Layout::Split
            | Layout::Flip
            | Layout::Prototype => {}
        }
    }

    /// Keywords that are more than a bit, printed or given.
    fn note_keywords(&mut self, keywords: Keywords) {
        if keywords.contains(Keywords::ASCEND) {
            self.features |= Features::ASCEND;
        }
        if keywords.contains(Keywords::START_YOUR_ENGINES) {
            self.make_speed();
        }
    }
}

impl Needs {
    /// What descriptions of objects, numbers and conditions ask of the past. All are listed: one of the past that wasn't would find nothing
    /// for ever, as nothing would be kept for it.
    fn of_description(&mut self, node: &dyn Any) {
        if let Some(test) = node.downcast_ref() {
            self.of_test(test);
        } else if let Some(amount) = node.downcast_ref() {
            self.of_amount(amount);
        } else if let Some(player) = node.downcast_ref() {
            match player {
                PlayerFilter::FoughtBySource => self.recorded |= Happening::DAMAGE,
                PlayerFilter::Any
                | PlayerFilter::You
                | PlayerFilter::Opponent
                | PlayerFilter::Active
                | PlayerFilter::Event
                | PlayerFilter::HostController
                | PlayerFilter::Enchanted
                | PlayerFilter::Defending
                | PlayerFilter::Chosen
                | PlayerFilter::MostLife
                | PlayerFilter::LostLife
                | PlayerFilter::Monarch => {}
            }
        } else if let Some(condition) = node.downcast_ref() {
            self.of_condition(condition);
        }
    }

    /// What a test asks of the past.
    fn of_test(&mut self, test: &Test) {
        match test {
            Test::DamagedBy(_)
            | Test::DamagedBySourceOf(_)
            | Test::DamagedThisWay(_)
            | Test::DealtDamageTo(_)
            | Test::DealtDamageThisTurn => {
                self.recorded |= Happening::DAMAGE;
            }
            Test::PutThereThisTurn(_) => self.recorded |= Happening::TO_GRAVEYARD,
            // CR 509.1h: from the declaration of blockers on.
            Test::Unblocked => self.features |= Features::STEPS,
            Test::Quality(quality) if quality.is_of_base() => self.features |= Features::BASE_SIZES,
            Test::Fought(_) => self.recorded |= Happening::FOUGHT,
            Test::Crewed(..) => self.recorded |= Happening::CREWED,
            Test::WasBlockedBy(_) => self.recorded |= Happening::BLOCKED,
            Test::DrawnThisTurn => self.features |= Features::DRAWN_THIS_TURN,
            Test::DiscardedThisTurn => self.recorded |= Happening::DISCARDED,
            Test::NewSinceUpkeep => self.features |= Features::ECHO,
            Test::Source
            | Test::NotSource
            | Test::AboveSource(..)
            | Test::TopOfGraveyard(..)
            | Test::Host
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
            | Test::Token
            | Test::Nontoken
            | Test::Permanent
            | Test::HasCounter(..)
            | Test::Named(..)
            | Test::DamagedThisTurn
            | Test::EnteredThisTurn
            | Test::PutAway(..)
            | Test::MovedBy(..)
            | Test::AttackedThisTurn
            | Test::Marked(..)
            | Test::Paired
            | Test::PairedWith(..)
            | Test::RingBearer
            | Test::Commander
            | Test::ManaValueIsOdd(..)
            | Test::HasManaAbility
            | Test::HasKeywordNamed(..)
            | Test::BeingCycled
            | Test::CouldProduceColorless
            | Test::EnchantsPlayer(..)
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

    /// What a number asks of the past.
    fn of_amount(&mut self, amount: &Amount) {
        match amount {
            Amount::Happened(kind, _) | Amount::Deeds(kind, _) => self.recorded |= *kind,
            Amount::HappenedLastTurn(kind, _) => {
                self.recorded |= *kind;
                self.features |= Features::LAST_TURN;
            }
            Amount::DamageSources(..) | Amount::DamageTaken(..) => self.recorded |= Happening::DAMAGE,
            Amount::CastOrdinal(..) | Amount::CastBefore(..) => self.recorded |= Happening::CAST,
            Amount::ExcessThisWay(_) => self.recorded |= Happening::EXCESS,
            Amount::DevouredOf(..) => self.recorded |= Happening::DEVOURED,
            Amount::Const(..)
            | Amount::X
            | Amount::XOf(..)
            | Amount::Count(..)
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
            | Amount::Event
            | Amount::Register(..)
            | Amount::ChosenNumber
            | Amount::TimesPaid(..)
            | Amount::Targets
            | Amount::TargetsThat(..)
            | Amount::ColorsSpent
            | Amount::ManaSpent(..)
            | Amount::ManaSpentFrom(..)
            | Amount::LandsPlayed(..)
            | Amount::OpponentsAttacked(..)
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
            | Amount::OtherSpellsCast
            | Amount::SpellsCastLastTurn(..)
            | Amount::TurnsBegun(..)
            | Amount::LifeLostLastTurn(..)
            | Amount::ClassLevel
            | Amount::LifeGained(..)
            | Amount::LifeLost(..)
            | Amount::CardsDrawn(..)
            | Amount::CreaturesDied
            | Amount::Devoured(..)
            | Amount::TimesMutated(..)
            | Amount::TimesTempted(..)
            | Amount::Speed(..)
            | Amount::AttackPower(..)
            | Amount::AttackersDeclared(..)
            | Amount::CardTypesIn(..)
            | Amount::DifferentNames(..)
            | Amount::DifferentPowers(..)
            | Amount::MostAlike(..)
            | Amount::DifferentManaValues(..)
            | Amount::CounterKinds(..)
            | Amount::ColorsAmong(..)
            | Amount::Sum(..)
            | Amount::Difference(..)
            | Amount::Times(..)
            | Amount::Product(..)
            | Amount::Quotient(..)
            | Amount::HalfUp(..)
            | Amount::HalfDown(..)
            | Amount::Least(..)
            | Amount::Greatest(..)
            | Amount::If(..)
            | Amount::Lethal(..)
            | Amount::ThisWay => {}
        }
    }

    /// What a condition asks of the past.
    fn of_condition(&mut self, condition: &Condition) {
        match condition {
            Condition::WasDiscarded => self.recorded |= Happening::DISCARDED,
            Condition::DealtCombatDamage { .. } => self.recorded |= Happening::DAMAGE,
            Condition::InStep(_)
            | Condition::MainPhase(_)
            | Condition::CombatPhase(_)
            | Condition::BeforeAttackers
            | Condition::InCombat => self.features |= Features::STEPS,
            Condition::Compare(..)
            | Condition::TurnOf(..)
            | Condition::ExtraTurn
            | Condition::ObjectIs(..)
            | Condition::CanBeAttached(..)
            | Condition::IsTarget(..)
            | Condition::Exists(..)
            | Condition::TopOfLibrary(..)
            | Condition::Kicked(..)
            | Condition::WasCast
            | Condition::CastFrom(..)
            | Condition::Targets(..)
            | Condition::PutAway(..)
            | Condition::Daytime(..)
            | Condition::CostPaid(..)
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

    /// What instructions do that is looked for later.
    fn of_instruction(&mut self, node: &dyn Any) {
        if let Some(instr) = node.downcast_ref() {
            match instr {
                Instr::Regenerate(_) => self.features |= Features::REGENERATION,
                Instr::ExileAfterwards(_) => self.features |= Features::EXILES_AFTERWARDS,
                Instr::CountActivations(_) => self.features |= Features::COUNTS_ACTIVATIONS,
                Instr::EndThisEffect => self.features |= Features::ENDED_EFFECTS,
                Instr::NextSpell(..) => self.recorded |= Happening::CAST,
                Instr::CreateEmblem(..) => self.emblem = true,
                Instr::AddPlayerCounters(_, CounterKind::RAD, _) => self.rad = true,
                _ => {}
            }
        } else if let Some(Modification::AddActivatedOf(..)) = node.downcast_ref() {
            self.features |= Features::GAINS_ACTIVATED;
        } else if let Some(Modification::AddKeywords(keywords)) = node.downcast_ref() {
            self.keywords |= *keywords;
        } else if node.downcast_ref().is_some_and(|duration: &Duration| duration.can_lapse()) {
            self.features |= Features::LASTS_WHILE;
        } else if let Some(CostPart::Exert) = node.downcast_ref() {
            self.exert = true;
        }
    }

    /// What abilities are.
    fn of_ability(&mut self, node: &dyn Any) {
        if let Some(way) = node.downcast_ref::<Activatable>() {
            if way.buyback.is_some() || way.rebound.is_some() {
                self.features |= Features::PUTS_ITSELF_AWAY;
            }
            if way.kind == ActivatableKind::Ability && way.zone == Zone::Hand && way.per_turn.is_some() {
                self.features |= Features::LIMITED_IN_HAND;
            }
            if taps_another(way).is_some() {
                self.features |= Features::TAPS_OTHERS_FOR_MANA;
            }
            if gives_up(way).is_some() {
                self.features |= Features::GIVES_UP_FOR_MANA;
            }
        } else if let Some(Static { zone: Zone::Graveyard, effect: StaticEffect::Replacement(_), .. }) =
            node.downcast_ref()
        {
            self.features |= Features::GRAVEYARD_RULES;
        } else if let Some(effect) = node.downcast_ref() {
            self.of_static(effect);
        } else if let Some(Triggered { told: Some(_), .. }) = node.downcast_ref() {
            self.features |= Features::TELLS_SEVERAL;
        } else if let Some(first) = node.downcast_ref::<FirstTime>() {
            self.firsts.push(first.clone());
        }
    }

    fn of_static(&mut self, effect: &StaticEffect) {
        match effect {
            StaticEffect::SpellCost { what, change, .. } | StaticEffect::AbilityCost { what, change, .. }
                if asks_for_targets(what) || change.aims() =>
            {
                self.features |= Features::COSTS_BY_TARGET;
            }
            StaticEffect::OfNextSpell(OfNextSpell::ToHand, _)
            | StaticEffect::Rebound(_)
            | StaticEffect::ExiledAsItResolves(_) => self.features |= Features::PUTS_ITSELF_AWAY,
            StaticEffect::Toxic(_) => self.features |= Features::TOXIC,
            StaticEffect::Dredge(_) => self.features |= Features::DREDGE,
            StaticEffect::Helper(_) => self.features |= Features::SPELL_HELPERS,
            StaticEffect::MayEnlist(_) => self.features |= Features::ENLIST,
            StaticEffect::MayExert => self.exert = true,
            StaticEffect::Replacement(Replacement::Discarded(_)) => self.features |= Features::DISCARD_REPLACED,
            // CR 702.66a, 607.2q: what was exiled before it entered was delved.
            StaticEffect::Replacement(Replacement::EntersWithCounters { amount, .. })
                if amount.has(|objects: &Objects| *objects == Objects::ExiledWithSource) =>
            {
                self.features |= Features::DELVED;
            }
            // What is said of "from anywhere" is looked for wherever the card is (CR 614.12).
            StaticEffect::Replacement(Replacement::Moves { what, from: None, .. }) if what.speaks_of_source() => {
                self.features |= Features::GOES_ELSEWHERE;
            }
            StaticEffect::Player(_, PlayerRule::PlayFromGraveyard(FromGraveyard { exiled: true, .. }))
            | StaticEffect::Player(_, PlayerRule::OtherPrice(OtherPrice { exiled: true, .. })) => {
                self.features |= Features::EXILES_AFTERWARDS;
            }
            StaticEffect::Player(_, PlayerRule::SpellsPerTurn(_, filter)) if !filter.tests.is_empty() => {
                self.recorded |= Happening::CAST;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ability::AbilityKind;
    use crate::effect::{Part, Script};
    use crate::filter::{Comparison, Filter, Players};

    fn triggered(condition: Condition, code: Vec<Instr>) -> Ability {
        let part = Part { text: String::new(), targets: Vec::new(), code };
        let script = Script { parts: vec![part], modes: None };
        let triggered =
            Triggered { condition: Some(condition), ..Triggered::new(Vec::new(), Zone::Battlefield, script) };
        Ability { text: String::new(), kind: AbilityKind::Triggered(Box::new(triggered)) }
    }

    /// Whoever makes an ability doesn't say what it needs.
    #[test]
    fn an_ability_brings_what_it_needs() {
        let mut pool = Pool::new();
        let died = Amount::Happened(Happening::DIED, Filter::just(Test::Controller(PlayerFilter::You)));
        let condition = Condition::Compare(died, Comparison::AtLeast, Amount::Const(1));
        let before = pool.abilities().len();
        pool.add_ability(triggered(condition, vec![Instr::Regenerate(crate::filter::Objects::Source)]));
        assert_eq!(pool.recorded, Happening::DIED);
        assert_eq!(pool.features, Features::REGENERATION);
        assert_eq!(pool.abilities().len(), before + 1);
        let taken = Amount::DamageTaken(Players::You, false);
        let condition = Condition::Not(Box::new(Condition::Compare(taken, Comparison::Equal, Amount::Const(0))));
        pool.add_ability(triggered(condition, Vec::new()));
        assert_eq!(pool.recorded, Happening::DIED | Happening::DAMAGE);
    }
}
