//! Costs (CR 118): everything that a player pays to cast a spell or activate an ability.

use crate::effect::{Destination, LibraryPosition, Together};
use crate::filter::{Amount, Condition, CounterKind, Filter, Objects, Zone};
use crate::mana::ManaCost;
use crate::walk::Walk;

/// Returns whether it is the number of targets that were chosen, or of those that fit.
fn is_number_of_targets(amount: &Amount) -> bool {
    matches!(amount, Amount::Targets | Amount::TargetsThat(_))
}

/// A compound cost: a mana part, which effects can change or take away, and other parts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Walk)]
pub struct Cost {
    /// The mana part, if it has one.
    pub mana: Option<ManaCost>,
    /// The other parts, in the order in which they are printed.
    pub parts: Vec<CostPart>,
}

impl Cost {
    /// The cost paid that many times at once (CR 702.24a).
    #[must_use]
    pub fn times(&self, times: i32) -> Cost {
        let mana = self.mana.as_ref().map(|mana| {
            let all = std::iter::repeat_n(&mana.symbols, times.max(0) as usize);
            ManaCost { symbols: all.flatten().copied().collect() }
        });
        let many = |amount: &Amount| Amount::Times(Box::new(amount.clone()), times.max(0));
        let parts = self.parts.iter().map(|part| match part {
            CostPart::Sacrifice(n, filter) => CostPart::Sacrifice(many(n), filter.clone()),
            CostPart::Discard(n, filter) => CostPart::Discard(many(n), filter.clone()),
            CostPart::Life(n) => CostPart::Life(many(n)),
            CostPart::AddCounters(n, kind) => CostPart::AddCounters(many(n), *kind),
            CostPart::Mill(n) => CostPart::Mill(many(n)),
            CostPart::TapPermanents(n, filter) => CostPart::TapPermanents(many(n), filter.clone()),
            other => other.clone(),
        });
        Cost { mana, parts: parts.collect() }
    }

    /// Returns whether [`Cost::times`] can multiply it.
    pub fn can_be_multiplied(&self) -> bool {
        let known = |part: &CostPart| {
            matches!(
                part,
                CostPart::Sacrifice(..)
                    | CostPart::Discard(..)
                    | CostPart::Life(_)
                    | CostPart::AddCounters(..)
                    | CostPart::Mill(_)
                    | CostPart::TapPermanents(..)
            )
        };
        self.mana.as_ref().is_none_or(|mana| mana.x_count() == 0) && self.parts.iter().all(known)
    }

    /// Returns whether its parts depend on the targets (CR 601.2f).
    pub fn parts_aim(&self) -> bool {
        !self.parts.is_empty() && self.parts.has(is_number_of_targets)
    }

    /// A cost of mana alone.
    pub fn mana(mana: ManaCost) -> Cost {
        Cost { mana: Some(mana), parts: Vec::new() }
    }
}

/// Of what a cost is paid with one of.
static ONE: Amount = Amount::Const(1);

impl CostPart {
    /// The zone, number and filter of a part that is paid with chosen objects.
    pub fn chosen(&self) -> Option<(Zone, &Amount, &Filter)> {
        match self {
            CostPart::Sacrifice(amount, filter)
            | CostPart::ExilePermanent(amount, filter)
            | CostPart::ExileMaterials(amount, filter)
            | CostPart::Return(amount, filter)
            | CostPart::TapPermanents(amount, filter)
            | CostPart::UntapPermanents(amount, filter)
            | CostPart::RemoveCounterFrom(amount, _, filter) => Some((Zone::Battlefield, amount, filter)),
            CostPart::PutCountersOn(_, _, filter) | CostPart::UnattachFrom(filter) => {
                Some((Zone::Battlefield, &ONE, filter))
            }
            CostPart::Discard(amount, filter)
            | CostPart::ExileFromHand(amount, filter)
            | CostPart::Reveal(amount, filter) => Some((Zone::Hand, amount, filter)),
            CostPart::ExileFromGraveyard(amount, filter) => Some((Zone::Graveyard, amount, filter)),
            CostPart::ExileSpell(amount, filter) => Some((Zone::Stack, amount, filter)),
            CostPart::Put(amount, filter, put) => Some((put.from(), amount, filter)),
            CostPart::Behold { n, what, .. } => Some((Zone::Battlefield, n, what)),
            _ => None,
        }
    }

    /// Returns whether what it is paid with is known afterwards as it last was: permanents are, cards are what they became.
    pub fn stays_as_it_was(&self) -> bool {
        !matches!(
            self,
            CostPart::Discard(..)
                | CostPart::ExileFromHand(..)
                | CostPart::ExileFromGraveyard(..)
                | CostPart::Evidence(_)
                | CostPart::Put(..)
                | CostPart::Behold { exile: true, .. }
        )
    }

    /// Returns whether cards are exiled for it that aren't linked to the source (CR 607.2a).
    pub fn exiles_unlinked(&self) -> bool {
        matches!(
            self,
            CostPart::ExileMaterials(..)
                | CostPart::ExileFromHand(..)
                | CostPart::ExileFromGraveyard(..)
                | CostPart::ExileTop(_)
                | CostPart::Evidence(_)
        )
    }

    /// Returns whether counters are removed for it.
    pub fn removes_counters(&self) -> bool {
        matches!(
            self,
            CostPart::RemoveCounters(..)
                | CostPart::RemoveAllCounters(_)
                | CostPart::RemoveCounterFrom(..)
                | CostPart::RemoveCountersAmong(..)
        )
    }

    /// Returns whether X is its number, or says what it can be paid with.
    pub fn uses_x(&self) -> bool {
        let filter = match self {
            CostPart::RemoveCountersAmong(_, _, filter) => Some(filter),
            other => other.chosen().map(|(_, _, filter)| filter),
        };
        self.has_x() || filter.is_some_and(|filter| filter.has(Amount::is_x))
    }

    /// Returns whether X is its number.
    pub fn has_x(&self) -> bool {
        let number = match self {
            CostPart::LoyaltyMinusX | CostPart::RemoveAllCounters(_) => return true,
            CostPart::DiscardRandom(amount)
            | CostPart::Life(amount)
            | CostPart::RemoveCounters(amount, _)
            | CostPart::RemoveCountersAmong(amount, _, _)
            | CostPart::Mill(amount)
            | CostPart::ExileTop(amount)
            | CostPart::Energy(amount) => Some(amount),
            other => other.chosen().map(|(_, amount, _)| amount),
        };
        number == Some(&Amount::X)
    }

    /// Returns whether it is paid with the source as a permanent, which can't be done when that is gone (CR 118.3).
    pub fn needs_source_there(&self) -> bool {
        matches!(
            self,
            CostPart::Tap
                | CostPart::Untap
                | CostPart::SacrificeSource
                | CostPart::RemoveCounters(..)
                | CostPart::RemoveAllCounters(_)
                | CostPart::AddCounters(..)
                | CostPart::Exert
                | CostPart::Unattach
        )
    }

    /// Returns whether paying it moves its source to a public zone. What is chosen to pay with may be the source as well.
    pub fn moves_source(&self) -> bool {
        matches!(self, CostPart::SacrificeSource | CostPart::ExileSource | CostPart::DiscardSource)
    }
}

/// For what creatures are tapped until their total power is that much: some count for more there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum PowerFor {
    /// To crew a Vehicle (CR 702.122a).
    Crew,
    /// To saddle a Mount (CR 702.171a).
    Saddle,
    /// For something else.
    Other,
}

/// Where cards that a cost is paid with come from, and where they are put.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum PutCards {
    /// From your hand on top of your library.
    HandOnLibrary,
    /// From your graveyard on the bottom of your library.
    GraveyardUnderLibrary,
    /// From exile, whoever owns them, into their owners' graveyards.
    ExileIntoGraveyard,
}

impl PutCards {
    /// The zone that they come from.
    pub fn from(self) -> Zone {
        match self {
            PutCards::HandOnLibrary => Zone::Hand,
            PutCards::GraveyardUnderLibrary => Zone::Graveyard,
            PutCards::ExileIntoGraveyard => Zone::Exile,
        }
    }

    /// Where they are put.
    pub fn to(self) -> Destination {
        match self {
            PutCards::HandOnLibrary => Destination::to(Zone::Library),
            PutCards::GraveyardUnderLibrary => {
                Destination { position: LibraryPosition::Bottom, ..Destination::to(Zone::Library) }
            }
            PutCards::ExileIntoGraveyard => Destination::to(Zone::Graveyard),
        }
    }
}

/// One part of a cost that is not mana.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum CostPart {
    /// `{T}` (CR 107.5).
    Tap,
    /// `{Q}` (CR 107.6).
    Untap,
    /// Sacrifice the source.
    SacrificeSource,
    /// Sacrifice this many permanents that fit (you control them).
    Sacrifice(Amount, Filter),
    /// Discard the source (from hand).
    DiscardSource,
    /// Discard this many cards that fit.
    Discard(Amount, Filter),
    /// Discard cards at random.
    DiscardRandom(Amount),
    /// Discard the hand.
    DiscardHand,
    /// Pay life (CR 119.4).
    Life(Amount),
    /// Have each opponent gain life.
    OpponentGains(Amount),
    /// Exile the source from the zone where it is.
    ExileSource,
    /// Exile this many other cards that fit from your graveyard.
    ExileFromGraveyard(Amount, Filter),
    /// Exile this many cards from the top of your library.
    ExileTop(Amount),
    /// Exile this many cards that fit from your hand.
    ExileFromHand(Amount, Filter),
    /// Exile this many that fit from among permanents you control and cards in your graveyard (CR 702.167a).
    ExileMaterials(Amount, Filter),
    /// Reveal the hand.
    RevealHand,
    /// Put this many cards that fit somewhere else.
    Put(Amount, Filter, PutCards),
    /// Exile this many spells that fit that you control.
    ExileSpell(Amount, Filter),
    /// Exile this many permanents that fit that you control.
    ExilePermanent(Amount, Filter),
    /// Return the source to its owner's hand.
    ReturnSource,
    /// Return this many permanents that fit that you control to their owner's hand.
    Return(Amount, Filter),
    /// Put the source on the bottom of its owner's library.
    SourceToLibraryBottom,
    /// Tap this many untapped permanents that fit that you control.
    TapPermanents(Amount, Filter),
    /// Tap untapped permanents that fit that you control until their total power is this much (CR 702.122a, 702.171a).
    TapPower(Amount, Filter, PowerFor),
    /// Exile cards from your graveyard until their total mana value is this much (CR 701.59a).
    Evidence(Amount),
    /// Untap this many tapped permanents that fit that you control.
    UntapPermanents(Amount, Filter),
    /// Remove counters of a kind from the source.
    RemoveCounters(Amount, CounterKind),
    /// Remove a counter of a kind from each of this many permanents that fit that you control.
    RemoveCounterFrom(Amount, CounterKind, Filter),
    /// Remove all counters of a kind from the source: as many as X (CR 107.3).
    RemoveAllCounters(CounterKind),
    /// Remove this many counters, of that kind or of any, from among permanents that fit that you control.
    RemoveCountersAmong(Amount, Option<CounterKind>, Filter),
    /// Put this many counters of a kind on a permanent that fits that you control (CR 701.68a).
    PutCountersOn(Amount, CounterKind, Filter),
    /// Put counters of a kind on the source.
    AddCounters(Amount, CounterKind),
    /// A loyalty symbol: that many loyalty counters on (positive) or off (negative) the source (CR 606.4).
    Loyalty(i32),
    /// `−X` (CR 606.4).
    LoyaltyMinusX,
    /// Exert the source (CR 701.43).
    Exert,
    /// The source is unattached from what it is attached to (CR 701.3d).
    Unattach,
    /// An attached permanent that fits, whoever controls it, is unattached (CR 701.3d).
    UnattachFrom(Filter),
    /// Mill cards.
    Mill(Amount),
    /// Pay energy counters (CR 107.14).
    Energy(Amount),
    /// Reveal this many cards that fit from your hand.
    Reveal(Amount, Filter),
    /// Choose this many that fit from among permanents you control and cards in your hand, which are revealed (CR 701.4a).
    Behold {
        /// How many.
        n: Amount,
        /// Of what.
        what: Filter,
        /// Whether they are exiled then, linked to the source.
        exile: bool,
    },
    /// This is asked of all that the part right before it is paid with, together.
    Together(Together),
    /// Pick one of several costs.
    OneOf(Vec<Cost>),
}

/// An additional cost that may be paid or not (kicker, buyback, entwine; CR 601.2b, 118.8).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct OptionalCost {
    /// The cost.
    pub cost: Cost,
    /// Whether it can be paid any number of times (multikicker, replicate).
    pub repeat: bool,
    /// Whether paying it makes the spell kicked (CR 702.33d).
    pub kicks: bool,
    /// What the description of the choice says: "kicker {2}{R}".
    pub text: String,
}

/// A permanent that is chosen as the cost is: it is sacrificed or tapped, and what it is worth is taken off the mana part, which
/// is among [`crate::ability::Activatable::cost_changes`] with the permanent as [`crate::filter::Objects::Current`] (CR 702.119a,
/// c, 702.180a–b).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct Offering {
    /// What is done with one permanent.
    pub part: CostPart,
    /// Whether the player may do without.
    pub optional: bool,
}

/// What an effect does to the mana part of a cost (CR 601.2f).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum CostChange {
    /// Costs that much generic mana less.
    Reduce(Amount),
    /// Costs that much generic mana more.
    Increase(Amount),
    /// Costs these symbols less.
    ReduceSymbols(ManaCost),
    /// Costs these symbols less, that many times.
    ReduceTimes(ManaCost, Amount),
    /// Costs these symbols less, and no generic mana in their place.
    ReduceOnly(ManaCost),
    /// Costs the mana costs of objects less (CR 118.7).
    ReduceByCostOf(Objects),
    /// Costs that much generic mana less, but no less than one mana.
    ReduceToOne(Amount),
    /// Costs these symbols more.
    IncreaseSymbols(ManaCost),
    /// Costs these symbols more, that many times.
    IncreaseTimes(ManaCost, Amount),
    /// Costs at least that much mana, whatever else changes it: as much generic mana more as is missing (CR 601.2f).
    AtLeast(i32),
    /// An additional cost.
    Also(Cost),
}

impl CostChange {
    /// Returns whether it depends on the targets.
    pub fn aims(&self) -> bool {
        self.has(is_number_of_targets)
    }
}

/// What a spell or ability can be paid with besides its cost, under a condition.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct SelfCostChange {
    /// When it applies.
    pub condition: Option<Condition>,
    /// What it does.
    pub change: CostChange,
}

impl SelfCostChange {
    /// Returns whether it depends on the targets (CR 601.2f).
    pub fn aims(&self) -> bool {
        self.change.aims() || self.condition.has(|condition| matches!(condition, Condition::Targets(_)))
    }
}
