//! What abilities cost, as far as an agent weighs it.

use gauntlet_cards::cost::{Cost, CostPart};
use gauntlet_cards::filter::{Amount, Filter};

/// What an ability costs besides its effects.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct CostFacts {
    pub(super) mana: i32,
    /// How many `{X}`.
    pub(super) x: i32,
    pub(super) tap: bool,
    pub(super) sacrifice_self: bool,
    /// How many other permanents are sacrificed, and which.
    pub(super) sacrifice: Option<(Amount, Filter)>,
    pub(super) discard_self: bool,
    /// How many cards are discarded or exiled from the hand.
    pub(super) discard: i32,
    pub(super) life: i32,
    pub(super) loyalty: Option<i32>,
    /// Counters taken from the source, permanents returned or tapped and the like.
    pub(super) other: i32,
    /// The total power of creatures that are tapped.
    pub(super) crew: i32,
}

impl CostFacts {
    /// The greatest X that can be paid for with that much mana; 0 where there is none.
    pub(super) fn most_x(&self, mana: i32) -> i32 {
        if self.x > 0 { ((mana - self.mana) / self.x).max(0) } else { 0 }
    }

    /// Of a cost as it is written.
    pub(super) fn of(cost: &Cost) -> CostFacts {
        let mana = cost.mana.as_ref();
        let mut facts = CostFacts {
            mana: mana.map_or(0, |mana| i32::from(mana.mana_value())),
            x: mana.map_or(0, |mana| i32::from(mana.x_count())),
            ..CostFacts::default()
        };
        let number = |amount: &Amount| if let Amount::Const(number) = amount { *number } else { 1 };
        for part in &cost.parts {
            match part {
                CostPart::Tap => facts.tap = true,
                CostPart::SacrificeSource | CostPart::ExileSource => facts.sacrifice_self = true,
                CostPart::Sacrifice(amount, filter) | CostPart::ExilePermanent(amount, filter) => {
                    facts.sacrifice = Some((amount.clone(), filter.clone()));
                }
                CostPart::DiscardSource => facts.discard_self = true,
                CostPart::Discard(amount, _) | CostPart::ExileFromHand(amount, _) | CostPart::DiscardRandom(amount) => {
                    facts.discard += number(amount);
                }
                CostPart::DiscardHand => facts.discard += 3,
                CostPart::Life(amount) => facts.life += number(amount),
                CostPart::Loyalty(change) => facts.loyalty = Some(*change),
                CostPart::LoyaltyMinusX => {
                    facts.loyalty = Some(0);
                    facts.x = 1;
                }
                CostPart::RemoveCounters(amount, _) | CostPart::RemoveCountersAmong(amount, ..) => {
                    facts.other += number(amount);
                }
                CostPart::ReturnSource | CostPart::Return(..) => facts.other += 2,
                CostPart::UnattachFrom(_) => facts.other += 1,
                CostPart::TapPermanents(amount, _) => facts.other += number(amount),
                CostPart::TapPower(amount, ..) => facts.crew += number(amount),
                CostPart::OneOf(costs) => {
                    if let Some(first) = costs.first() {
                        facts = CostFacts { mana: facts.mana, ..CostFacts::of(first) };
                    }
                }
                _ => {}
            }
        }
        facts
    }

    /// Returns whether it is paid with mana alone, and how much is known.
    pub(super) fn is_only_mana(&self) -> bool {
        *self == CostFacts { mana: self.mana, ..CostFacts::default() }
    }
}
