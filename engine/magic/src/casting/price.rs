//! Alternative costs that effects offer for spells (CR 118.9).

use std::cell::OnceCell;

use smallvec::SmallVec;

use crate::ability::{ActivatableKind, PlayerRule, StaticEffect};
use crate::decision::{Action, DecisionKind};
use crate::engine::{Engine, Flow};
use crate::legal::Attempt;
use crate::purse::Purse;
use crate::task::{Announce, Price, Stage};

impl Engine<'_> {
    /// Whether the player pays what an effect offers in place of the mana cost (CR 601.2b): asked about one offer after the other,
    /// as long as there is a choice.
    pub(super) fn choose_price(&mut self, task: &mut Announce) -> Option<Flow> {
        task.stage = Stage::Modes;
        let Some(way) = self.way(&task.item) else { return Some(Flow::Go) };
        if !self.s.rules_used || task.price != Price::Own || way.kind != ActivatableKind::Cast {
            return Some(Flow::Go);
        }
        let spell = self.source_object(task);
        let attempt = self.attempt(task, way, &spell);
        let mut prices = self.eye().prices(attempt);
        if prices.is_empty() {
            return Some(Flow::Go);
        }
        prices.push(Price::Own);
        let scope = self.announce_scope(task);
        let sources = OnceCell::new();
        let purse = Purse::new(self.eye(), attempt.player, &sources);
        let possible = |price: &Price| self.eye().can_complete(&scope, Attempt { price: *price, ..attempt }, &purse);
        let prices: SmallVec<[Price; 4]> = prices.into_iter().filter(possible).collect();
        assert!(!prices.is_empty(), "a spell is begun only if it can be paid for: {:?}", task.item);
        let mut taken = false;
        match self.s.answer.take() {
            Some(Action::Yes) => taken = true,
            Some(Action::No) => task.cursor += 1,
            _ => {}
        }
        let place = usize::from(task.cursor);
        if taken || place + 1 == prices.len() {
            task.price = prices[place];
            if let Price::Offered(source, ability) = task.price
                && let StaticEffect::Player(_, PlayerRule::OtherPrice(other)) =
                    &self.pool.static_ability(ability).effect
                && other.once
            {
                self.note_use(source, ability);
            }
            return Some(Flow::Go);
        }
        task.stage = Stage::Price;
        self.s.choices.clear();
        self.s.choices.extend([Action::No, Action::Yes]);
        let mana = self.eye().price_mana(prices[place], way).map_or(0, |mana| mana.mana_value());
        Some(self.ask_announce(*task, DecisionKind::OtherPrice, mana as u16))
    }
}
