//! What abilities cost, as far as an agent weighs it.

use gauntlet_cards::card::AbilityId;
use gauntlet_cards::cost::{Cost, CostPart};
use gauntlet_cards::effect::PAID_REGISTER;
use gauntlet_cards::filter::{Amount, Filter, Step, Zone};
use gauntlet_magic::state::{Object, ObjectId};
use gauntlet_magic::view::Standpoint;

use super::amount::Env;
use super::attack::may_attack;
use super::reading::is_of_lands;
use super::value::Judge;

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

impl Judge<'_> {
    /// What the costs besides mana take: sacrificed creatures, discarded cards, life. None if they can't be meant.
    pub(super) fn extra_cost(self, ability: AbilityId, env: &Env<'_>) -> Option<i32> {
        let cost = &self.facts.ability(ability).cost;
        let mut price = 0;
        if let Some((amount, filter)) = &cost.sacrifice {
            let count = self.amount(env, amount).max(1);
            price += self.cheapest(filter, env.source)? * count;
            if is_of_lands(filter) {
                // Another land for it is no better.
                price += (self.w.card.land_found - self.w.permanent.land).max(0) * count;
            }
        }
        price -= self.w.card.own_discard * cost.discard * 3 / 2;
        if cost.discard > 0 || cost.discard_self {
            price -= self.gained_by_discarding();
        }
        if cost.life > 0 {
            if cost.life >= self.see.player(self.me).life {
                return None;
            }
            price -= self.life_change(self.me, -cost.life);
        }
        Some(price + 5 * cost.other)
    }

    /// What it costs to sacrifice the permanent that is worth least of those that fit; nothing for one that dies anyway.
    pub(super) fn cheapest(self, filter: &Filter, source: ObjectId) -> Option<i32> {
        self.see
            .permanents_that_fit(filter, Standpoint::of(source, self.me))
            .filter(|(_, object)| object.controller == self.me)
            .map(|(id, object)| self.sacrifice_loss(id, object))
            .min()
    }

    /// What a cost of an ability would be paid with, in its register: what is worth least of what could be sacrificed.
    pub(super) fn paid_with(self, ability: AbilityId, env: &Env<'_>) -> Option<(u8, ObjectId)> {
        let (_, filter) = self.facts.ability(ability).cost.sacrifice.as_ref()?;
        let fit = self.see.permanents_that_fit(filter, Standpoint::of(env.source, self.me));
        let own = fit.filter(|(_, object)| object.controller == self.me);
        own.min_by_key(|(id, object)| self.sacrifice_loss(*id, object)).map(|(id, _)| (PAID_REGISTER, id))
    }

    /// What is lost by sacrificing a permanent.
    pub(super) fn sacrifice_loss(self, id: ObjectId, object: &Object) -> i32 {
        if Some(id) == self.doomed { 0 } else { self.loss(id, object, true) }
    }

    /// What it costs that the source is tapped or sacrificed.
    pub(super) fn source_cost(self, id: ObjectId, source: &Object, ability: AbilityId) -> i32 {
        let cost = &self.facts.ability(ability).cost;
        let mut price = 0;
        if cost.sacrifice_self && source.zone == Zone::Battlefield {
            price += self.sacrifice_loss(id, source);
        }
        if cost.tap && source.is_creature() && Some(id) != self.doomed {
            let own_turn = self.see.active() == self.me;
            let before_combat = own_turn && self.see.step() < Step::DeclareAttackers;
            let chars = &source.characteristics;
            if before_combat && may_attack(source) {
                price += 8 * i32::from(chars.power);
            }
            // It could block in the opponent's turn.
            if own_turn || self.see.step() < Step::DeclareBlockers {
                price += 6 + 2 * i32::from(chars.toughness.max(0));
            }
        }
        price
    }
}
