//! What costs besides mana take, and mana in the middle of a resolution.

use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::cost::{Cost, CostPart};
use gauntlet_cards::effect::PAID_REGISTER;
use gauntlet_cards::filter::{Amount, Filter, Step, Zone};
use gauntlet_magic::state::{Object, ObjectId};
use gauntlet_magic::view::Standpoint;

use super::amount::Env;
use super::attack::may_attack;
use super::reading::is_of_lands;
use super::value::Judge;

/// What is taken for a cost that nothing else is known of.
const PRICE_OF_OTHERS: i32 = 15;

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
        self.cheapest_of(filter, source).map(|(loss, _)| loss)
    }

    /// What a cost of an ability would be paid with, in its register: what is worth least of what could be sacrificed.
    pub(super) fn paid_with(self, ability: AbilityId, env: &Env<'_>) -> Option<(u8, ObjectId)> {
        let (_, filter) = self.facts.ability(ability).cost.sacrifice.as_ref()?;
        self.cheapest_of(filter, env.source).map(|(_, id)| (PAID_REGISTER, id))
    }

    fn cheapest_of(self, filter: &Filter, source: ObjectId) -> Option<(i32, ObjectId)> {
        let fit = self.see.permanents_that_fit(filter, Standpoint::of(source, self.me));
        let own = fit.filter(|(_, object)| object.controller == self.me);
        own.map(|(id, object)| (self.sacrifice_loss(id, object), id)).min_by_key(|(loss, _)| *loss)
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

    /// What a cost is worth that may be paid that many times while something resolves.
    pub(super) fn price_of(self, env: &Env<'_>, cost: &Cost, times: i32) -> i32 {
        let mana = cost.mana.as_ref().map_or(0, |mana| i32::from(mana.mana_value()));
        let parts: i32 = cost.parts.iter().map(|part| self.price_of_part(env, part, times)).sum();
        self.price_of_mana(mana.saturating_mul(times)) + parts
    }

    fn price_of_part(self, env: &Env<'_>, part: &CostPart, times: i32) -> i32 {
        let count = |amount: &Amount| self.amount(env, amount).max(0).saturating_mul(times);
        match part {
            CostPart::Life(amount) => -self.life_change(self.me, -count(amount)),
            CostPart::Sacrifice(amount, filter) | CostPart::ExilePermanent(amount, filter) => {
                self.cheapest(filter, env.source).unwrap_or(0).saturating_mul(count(amount))
            }
            CostPart::SacrificeSource | CostPart::ExileSource => {
                let source = self.see.last_known(env.source).filter(|source| source.zone == Zone::Battlefield);
                source.map_or(0, |source| self.sacrifice_loss(env.source, source))
            }
            CostPart::Discard(amount, _) | CostPart::ExileFromHand(amount, _) | CostPart::DiscardRandom(amount) => {
                let least = self.see.hand().map(|card| self.discarded(card)).min();
                least.unwrap_or(0).saturating_mul(count(amount))
            }
            _ => PRICE_OF_OTHERS.saturating_mul(times),
        }
    }

    /// What mana is worth in the middle of a resolution: little if there is nothing else to do with it.
    fn price_of_mana(self, mana: i32) -> i32 {
        let left = self.open_mana(self.me) - mana;
        let usable = |card: CardId| {
            let cost = self.facts.card(card).mana_value;
            !self.facts.card(card).land && cost > left && cost <= left + mana
        };
        if self.see.hand().any(usable) { 9 * mana } else { mana }
    }
}
