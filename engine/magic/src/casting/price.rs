//! Alternative costs that effects offer for spells (CR 118.9).

use std::cell::OnceCell;

use gauntlet_cards::ability::{Activatable, ActivatableKind, PlayerRule, RuleKinds, StaticEffect};
use gauntlet_cards::mana::ManaCost;
use smallvec::SmallVec;

use crate::available_mana::AvailableMana;
use crate::choosing::NO_OR_YES;
use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::evaluate::Eye;
use crate::legal::Attempt;
use crate::task::{Announce, Price, Scope, Stage};

impl<'a> Eye<'a> {
    /// What can be paid for a spell, if effects offer something in place of its mana cost: that first.
    fn possible_prices(self, task: &Announce, attempt: Attempt<'_>) -> Option<SmallVec<[Price; 4]>> {
        let mut prices = self.prices(attempt);
        if prices.is_empty() {
            return None;
        }
        if !attempt.activatable.has_no_mana_cost() && task.price == Price::Own {
            prices.push(Price::Own);
        }
        let scope = Scope::of_item(&task.item);
        let sources = OnceCell::new();
        let available = AvailableMana::new(self, attempt.player, &sources);
        let possible = |price: &Price| self.can_complete(&scope, Attempt { price: *price, ..attempt }, &available);
        Some(prices.into_iter().filter(possible).collect())
    }

    /// The mana of the offer that is asked about: none if the spell would be cast without paying.
    pub(crate) fn price_asked(self, task: &Announce, way: &Activatable) -> Option<&'a ManaCost> {
        let item = &task.item;
        let object = self.s.last_known(if item.object == item.source { item.object } else { item.source })?;
        let attempt = Attempt { player: item.controller, id: item.source, object, activatable: way, price: task.price };
        let Price::Offered(_, ability) = *self.possible_prices(task, attempt)?.get(usize::from(task.cursor))? else {
            return None;
        };
        match &self.pool.static_ability(ability).effect {
            StaticEffect::Player(_, PlayerRule::OtherPrice(other)) => other.mana.as_ref(),
            _ => None,
        }
    }
}

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
        let Some(prices) = self.eye().possible_prices(task, attempt) else { return Some(Flow::Go) };
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
        Some(self.ask_announce(*task, DecisionKind::OtherPrice, Particulars::Mana(mana as u16)))
    }
}
