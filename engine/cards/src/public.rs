//! Which descriptions can be looked into by a player who sees only what is public.

use crate::filter::{Amount, Filter, Objects, Players, Test, Zone};

impl Filter {
    /// Returns whether what fits is for all to see: nothing in it depends on what the cards of hands or libraries are.
    pub fn is_public(&self) -> bool {
        self.tests.iter().all(Test::is_public)
    }
}

impl Test {
    /// Every test is named here: a new one must say whether it looks at anything but the object itself.
    fn is_public(&self) -> bool {
        match self {
            Test::Quality(quality) => quality.amount().is_none_or(|amount| amount.is_public()),
            Test::Power(_, amount)
            | Test::Toughness(_, amount)
            | Test::PowerAndToughness(_, amount)
            | Test::ManaValue(_, amount) => amount.is_public(),
            Test::HasAttached(filter)
            | Test::AbilityOf(filter)
            | Test::Not(filter)
            | Test::TopOfGraveyard(filter)
            | Test::TargetsObject(filter) => filter.is_public(),
            Test::AnyOf(filters) => filters.iter().all(Filter::is_public),
            // What is face down is known to some only (CR 708.5).
            Test::Card(_) => false,
            Test::Is(objects)
            | Test::PairedWith(objects)
            | Test::DamagedBy(objects)
            | Test::DamagedThisWay(objects)
            | Test::CouldHost(objects)
            | Test::SharesColor(objects)
            | Test::SharesCardType(objects)
            | Test::SharesTypeOf(objects, _)
            | Test::BlockingOne(objects)
            | Test::BlockedByOne(objects)
            | Test::SharesCreatureType(objects)
            | Test::SharesLandType(objects)
            | Test::WasBlockedBy(objects)
            | Test::Crewed(objects, _)
            | Test::TargetOf(objects)
            | Test::SharesName(objects)
            | Test::SharesPower(objects)
            | Test::SharesManaValue(objects) => objects.is_public(),
            Test::ControllerIn(players) | Test::OwnerIn(players) => players.is_public(),
            Test::Source
            | Test::NotSource
            | Test::Host
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
            | Test::Controller(_)
            | Test::Owner(_)
            | Test::PowerExceedsToughness
            | Test::ToughnessExceedsPower
            | Test::Restricted(_)
            | Test::Tapped
            | Test::Untapped
            | Test::Attacking
            | Test::AttackingPlayer(_)
            | Test::AttackingPlaneswalkerOf(_)
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
            | Test::Marked(_)
            | Test::Paired
            | Test::RingBearer
            | Test::Commander
            | Test::NewSinceUpkeep
            | Test::DealtDamageTo(_)
            | Test::DamagedBySourceOf(_)
            | Test::EnchantsPlayer(_)
            | Test::CouldProduceColorless
            | Test::HasManaAbility
            | Test::HasKeywordNamed(_)
            | Test::BeingCycled
            | Test::ManaValueIsOdd(_)
            | Test::DealtDamageThisTurn
            | Test::PutThereThisTurn(_)
            | Test::AboveSource(_)
            | Test::HasAdventure
            | Test::Prepared
            | Test::Spell
            | Test::Ability
            | Test::ActivatedAbility
            | Test::TriggeredAbility
            | Test::ChosenColor
            | Test::ChosenType
            | Test::CastFrom(_)
            | Test::CameFrom(_)
            | Test::ChosenName
            | Test::NameChosenThen
            | Test::TargetsPlayer(_)
            | Test::SingleTarget
            | Test::OneThingTargeted
            | Test::Kicked
            | Test::Warped
            | Test::XInCost
            | Test::HasManaCost(_)
            | Test::WasCast
            | Test::IsCopy
            | Test::CastBy(_)
            | Test::CountersAtLeast(..)
            | Test::Modified
            | Test::FaceDown
            | Test::Historic => true,
        }
    }
}

impl Amount {
    /// Returns whether everyone can tell the number. Only those of which that is certain.
    fn is_public(&self) -> bool {
        match self {
            // A number in a register is one that whoever asks supposes there.
            Amount::Const(_) | Amount::X | Amount::StartingLife | Amount::Register(_) => true,
            Amount::Count(zone, filter) => matches!(zone, Zone::Battlefield | Zone::Graveyard) && filter.is_public(),
            Amount::CountObjects(objects)
            | Amount::Power(objects)
            | Amount::Toughness(objects)
            | Amount::ManaValue(objects)
            | Amount::GreatestPower(objects)
            | Amount::GreatestToughness(objects)
            | Amount::GreatestManaValue(objects)
            | Amount::LeastPower(objects)
            | Amount::LeastToughness(objects)
            | Amount::LeastManaValue(objects)
            | Amount::Counters(objects, _) => objects.is_public(),
            Amount::Life(players)
            | Amount::HandSize(players)
            | Amount::LibrarySize(players)
            | Amount::Domain(players) => players.is_public(),
            Amount::Sum(one, other)
            | Amount::Difference(one, other)
            | Amount::Least(one, other)
            | Amount::Greatest(one, other) => one.is_public() && other.is_public(),
            Amount::Times(one, _) | Amount::HalfUp(one) | Amount::HalfDown(one) => one.is_public(),
            _ => false,
        }
    }
}

impl Objects {
    /// Returns whether everyone can tell which objects these are, and what.
    fn is_public(&self) -> bool {
        match self {
            Objects::Source
            | Objects::SourceNow
            | Objects::Target(_)
            | Objects::Event
            | Objects::EventOther
            | Objects::Host
            | Objects::Encoded(_) => true,
            // Cards that were put aside to be looked at, that lie face down, or that are in a hand by now may be among them.
            Objects::Register(_)
            | Objects::Current
            | Objects::ExiledWithSource
            | Objects::PutWithSource
            | Objects::DamageSources(_) => false,
            Objects::Each(zone, filter) => {
                !matches!(zone, Zone::Library | Zone::Hand | Zone::Exile) && filter.is_public()
            }
            Objects::AttachedTo(objects)
            | Objects::PermanentsOf(objects)
            | Objects::PartnersOf(objects)
            | Objects::Moved(objects)
            | Objects::Left(objects, _) => objects.is_public(),
            Objects::Union(all) => all.iter().all(Objects::is_public),
            Objects::Those(objects, filter) => objects.is_public() && filter.is_public(),
        }
    }
}

impl Players {
    /// Returns whether everyone can tell which players these are.
    fn is_public(&self) -> bool {
        match self {
            Players::You
            | Players::Opponents
            | Players::Each
            | Players::Target(_)
            | Players::Active
            | Players::Event
            | Players::Defending
            | Players::Current
            | Players::TargetOrController(_)
            | Players::Subgame(_)
            | Players::Noted(_)
            | Players::Those(_) => true,
            Players::ControllerOf(objects) | Players::OwnerOf(objects) | Players::CasterOf(objects) => {
                objects.is_public()
            }
            Players::Both(one, other) => one.is_public() && other.is_public(),
            Players::Others(players) => players.is_public(),
            // What is asked of them may depend on hidden cards.
            Players::Such(..) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::Comparison;
    use crate::types::CardTypes;

    /// A number or a set of objects that depends on hidden cards is found wherever it stands in a filter.
    #[test]
    fn what_depends_on_hidden_cards_is_found() {
        let hidden = || Box::new(Objects::Each(Zone::Hand, Filter::ANY));
        let many = Amount::Count(Zone::Library, Filter::ANY);
        let tests = [
            Test::Is(hidden()),
            Test::SharesColor(hidden()),
            Test::SharesCardType(hidden()),
            Test::SharesName(hidden()),
            Test::SharesCreatureType(Box::new(Objects::Register(0))),
            Test::Power(Comparison::Less, many.clone()),
            Test::Not(Box::new(Filter::just(Test::ManaValue(Comparison::Equal, many)))),
            Test::ControllerIn(Box::new(Players::ControllerOf(hidden()))),
            Test::SharesName(Box::new(Objects::Union(vec![Objects::Source, *hidden()]))),
            Test::AnyOf(vec![Filter::ANY, Filter::just(Test::Is(Box::new(Objects::ExiledWithSource)))]),
        ];
        for test in tests {
            assert!(!Filter::just(test.clone()).is_public(), "{test:?}");
        }
        let lands = Filter::just(Test::Types(CardTypes::LAND));
        let seen = Amount::Sum(
            Box::new(Amount::Count(Zone::Battlefield, lands.clone())),
            Box::new(Amount::Power(Objects::Source)),
        );
        assert!(Filter::just(Test::Power(Comparison::Less, seen)).is_public());
        for zone in [Zone::Hand, Zone::Library, Zone::Exile] {
            let hidden = Amount::HalfUp(Box::new(Amount::Count(zone, lands.clone())));
            assert!(!Filter::just(Test::Power(Comparison::Less, hidden)).is_public(), "{zone:?}");
        }
        let battlefield = Objects::Each(Zone::Battlefield, Filter::just(Test::Tapped));
        assert!(Filter::just(Test::SharesColor(Box::new(battlefield))).is_public());
    }
}
