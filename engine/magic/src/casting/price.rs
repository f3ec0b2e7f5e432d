//! Alternative costs that effects offer for spells (CR 118.9).

use std::cell::OnceCell;

use gauntlet_cards::ability::{ActivatableKind, PlayerRule, RuleKinds, StaticEffect};
use smallvec::SmallVec;

use crate::available_mana::AvailableMana;
use crate::choosing::NO_OR_YES;
use crate::decision::{Action, DecisionKind};
use crate::engine::{Engine, Flow};
use crate::legal::Attempt;
use crate::task::{Announce, Price, Stage};

impl Engine<'_> {
    /// Whether the player pays what an effect offers in place of the mana cost (CR 601.2b): asked about one offer after the other,
    /// as long as there is a choice.
    pub(super) fn choose_price(&mut self, task: &mut Announce) -> Option<Flow> {
        task.stage = self.after_price(task);
        let Some(way) = self.way(&task.item) else { return Some(Flow::Go) };
        if !self.eye().has_rules(RuleKinds::OTHER_PRICES)
            || !matches!(task.price, Price::Own | Price::Late)
            || way.kind != ActivatableKind::Cast
        {
            return Some(Flow::Go);
        }
        let spell = self.source_object(task);
        let attempt = self.attempt(task, way, &spell);
        let mut prices = self.eye().prices(attempt);
        if prices.is_empty() {
            return Some(Flow::Go);
        }
        if !way.has_no_mana_cost() && task.price == Price::Own {
            prices.push(Price::Own);
        }
        let scope = self.announce_scope(task);
        let sources = OnceCell::new();
        let available = AvailableMana::new(self.eye(), attempt.player, &sources);
        let possible =
            |price: &Price| self.eye().can_complete(&scope, Attempt { price: *price, ..attempt }, &available);
        let prices: SmallVec<[Price; 4]> = prices.into_iter().filter(possible).collect();
        assert!(!prices.is_empty(), "a spell is begun only if it can be paid for: {:?}", task.item);
        let answer = self.s.answer.take();
        let place = usize::from(task.cursor) + usize::from(answer == Some(Action::No));
        let price = prices[place];
        let mana = self.eye().mana_part(&Attempt { price, ..attempt }).map_or(0, |mana| mana.mana_value());
        task.cursor = place as u8;
        if answer == Some(Action::Yes) || place + 1 == prices.len() {
            task.price = price;
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
        self.offer_these(NO_OR_YES);
        Some(self.ask_announce(*task, DecisionKind::OtherPrice, mana as u16))
    }
}
