//! Alternative costs that effects offer for spells (CR 118.9).

use std::cell::OnceCell;

use gauntlet_cards::ability::{
    AbilityKind, Activatable, ActivatableKind, Named, OtherPrice, PlayerRule, RuleKinds, StaticEffect,
};
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::cost::OptionalCost;
use gauntlet_cards::effect::Instr;
use gauntlet_cards::filter::Zone;
use gauntlet_cards::keyword::Marks;
use gauntlet_core::Player;
use smallvec::SmallVec;

use super::costs::is_phyrexian;
use crate::available_mana::AvailableMana;
use crate::choosing::NO_OR_YES;
use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::evaluate::Eye;
use crate::legal::Attempt;
use crate::state::{Flags, Object, ObjectId};
use crate::task::{Announce, Price, Resolve, Scope, Stage};

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

    /// The offer that is asked about.
    pub(crate) fn price_asked(self, task: &Announce, way: &Activatable) -> Option<&'a OtherPrice> {
        let item = &task.item;
        let object = self.s.last_known(if item.object == item.source { item.object } else { item.source })?;
        let attempt = Attempt { player: item.controller, id: item.source, object, activatable: way, price: task.price };
        let Price::Offered(_, ability) = *self.possible_prices(task, attempt)?.get(usize::from(task.cursor))? else {
            return None;
        };
        Price::offer(self.pool, ability)
    }

    /// The scope in which what is paid for a spell is computed: its mana value is the number of the event.
    pub(crate) fn with_price(self, scope: &Scope, attempt: &Attempt<'_>) -> Scope {
        let mut scope = *scope;
        if matches!(attempt.price, Price::Offered(..)) {
            scope.event.amount = self.mana_value(attempt.object);
        }
        scope
    }

    /// Returns whether a card can be cast from where it is only for what such an effect as lets it be cast asks for (CR 601.3b).
    pub(crate) fn is_tied(self, player: Player, id: ObjectId, object: &Object, way: &Activatable) -> bool {
        let zone = object.zone;
        if !matches!(zone, Zone::Graveyard | Zone::Library)
            || way.zone == zone
            || way.kind != ActivatableKind::Cast
            || self.s.permissions.iter().any(|permission| permission.card == id && permission.player == player)
        {
            return false;
        }
        let mut plain = false;
        self.each_rule_with_id(RuleKinds::PLAYS_FROM, &mut |scope, number, ability| {
            let StaticEffect::Player(who, rule) = &ability.effect else { return };
            let filter = match rule {
                PlayerRule::PlayFromTop(filter) if zone == Zone::Library => filter,
                PlayerRule::PlayFromGraveyard(rule) if zone == Zone::Graveyard => {
                    if rule.once && self.used_up(scope.source, number) || !rule.anyones && object.owner != player {
                        return;
                    }
                    &rule.cards
                }
                PlayerRule::Flashback(filter) if zone == Zone::Graveyard => filter,
                _ => return,
            };
            plain |= self.player_fits(scope, *who, player) && self.matches(scope, filter, id, object);
        });
        !plain
    }

    /// What is to be paid for a card in exile that can be cast only because such an effect offers it (CR 601.3b): whichever effect lets it be
    /// cast is asked while the card is there, as what was exiled with the source isn't known of the spell.
    pub(crate) fn price_from_exile(
        self,
        player: Player,
        id: ObjectId,
        object: &Object,
        way: &Activatable,
    ) -> Option<Price> {
        if object.zone != Zone::Exile
            || way.zone == Zone::Exile
            || way.kind != ActivatableKind::Cast
            || self.s.permissions.iter().any(|permission| permission.card == id && permission.player == player)
        {
            return None;
        }
        let mut price = None;
        let mut plain = false;
        self.each_rule_with_id(RuleKinds::PLAYS_FROM, &mut |scope, number, ability| {
            let StaticEffect::Player(who, rule) = &ability.effect else { return };
            let (filter, linked) = match rule {
                PlayerRule::PlayExiled(rule) => (&rule.cards, rule.linked),
                PlayerRule::OtherPrice(OtherPrice { spells, from: Some(Zone::Exile), .. }) => (spells, true),
                _ => return,
            };
            if !self.player_fits(scope, *who, player)
                || linked && !self.links_of(scope).any(|link| link.card == id)
                || !self.matches(scope, filter, id, object)
            {
                return;
            }
            match rule {
                PlayerRule::OtherPrice(_) => price = price.or(Some(Price::Offered(scope.source, number))),
                _ => plain = true,
            }
        });
        price.filter(|_| !plain)
    }

    /// Returns whether a price is for a spell that is begun so: an offer that is itself what lets the spell be cast is for the zone that it
    /// is cast from.
    pub(crate) fn is_for(self, other: &OtherPrice, attempt: &Attempt<'_>) -> bool {
        let Some(zone) = other.from else {
            return attempt.price == Price::Own || attempt.price == Price::Late && other.flash;
        };
        // What lets cards in exile be cast is found as that begins.
        if zone == Zone::Exile {
            return false;
        }
        let object = attempt.object;
        let from = if object.zone == Zone::Stack { object.came_from } else { object.zone };
        from == zone
            && object.owner == attempt.player
            && attempt.activatable.zone != zone
            && matches!(attempt.price, Price::Own | Price::Tied)
    }
}

impl Engine<'_> {
    /// Whether the player pays what an effect offers in place of the mana cost (CR 601.2b): asked about one offer after the other,
    /// as long as there is a choice.
    pub(super) fn choose_price(&mut self, task: &mut Announce) -> Option<Flow> {
        let flow = self.choose_among_prices(task);
        if flow == Some(Flow::Go) {
            self.settle_price(task);
        }
        flow
    }

    /// What follows from the price that is paid: what it is computed by, and by which effect the spell is cast from where it was.
    fn settle_price(&mut self, task: &mut Announce) {
        let chosen = |way: &&Activatable| way.kind == ActivatableKind::Cast && way.offering.is_none();
        let Some(way) = self.way(&task.item).filter(chosen) else { return };
        let id = task.item.object;
        let mut tied = false;
        if let Price::Offered(source, ability) = task.price {
            task.item.event.amount = self.eye().mana_value(&self.source_object(task));
            let other = Price::offer(self.pool, ability).filter(|other| other.from.is_some());
            tied = other.is_some();
            if other.is_some_and(|other| other.escape) {
                self.note_escape(task);
            }
            if let Some(gains) = Price::offer(self.pool, ability).and_then(|other| other.gains) {
                self.gain_as_cast(task.item.controller, id, source, gains);
            }
            if other.is_some_and(|other| other.exiled) {
                self.object(id.index).flags |= Flags::EXILED_AFTERWARDS;
            }
        }
        if tied {
            self.object(id.index).marks -= Marks::FLASHED_BACK;
        } else if task.item.from == Zone::Graveyard
            && way.zone == Zone::Hand
            && self.eye().has_rules(RuleKinds::PLAYS_FROM)
        {
            self.use_graveyard_rule(task.item.controller, id, way);
        }
    }

    /// A spell gains something for what is paid for it, or a permanent as it enters.
    pub(crate) fn gain_as_cast(&mut self, player: Player, id: ObjectId, source: ObjectId, ability: AbilityId) {
        let task = Resolve::of_static(ability, source, player, self.s.scratch.len() as u16);
        let pool = self.pool;
        let Instr::Continuous(_, gained, duration) = &pool.triggered(ability).script.parts[0].code[0] else {
            unreachable!("what a spell gains as it is cast is a continuous effect: {ability:?}")
        };
        self.add_effect(&task, id, gained, *duration);
    }

    /// How many symbols the player may pay life for: as the cost is written, or as rules allow (CR 107.4f, 118.9).
    pub(super) fn symbols_for_life(&self, task: &Announce, way: &Activatable) -> usize {
        let symbols = self.mana_asked(task, way);
        let written = symbols.map_or(0, |mana| mana.symbols.iter().filter(|symbol| is_phyrexian(**symbol)).count());
        written + self.open_for_life(task, way)
    }

    /// How many symbols of the whole cost rules let the player pay life for, once it is known which mana the written ones ask for.
    fn open_for_life(&self, task: &Announce, way: &Activatable) -> usize {
        if !self.eye().allows_life_for_mana(task.item.controller) {
            return 0;
        }
        let bill = self.bill_of(&Announce { life_symbols: 0, ..*task }, way);
        let open = bill.open_choices().filter(|(symbol, _)| is_phyrexian(*symbol));
        open.map(|(_, count)| usize::from(count)).sum()
    }

    /// Returns whether the player is asked about another of the symbols.
    pub(super) fn asks_for_life(&self, task: &Announce, way: &Activatable, symbols: usize) -> bool {
        usize::from(task.cursor) < symbols
            && (!self.eye().allows_life_for_mana(task.item.controller)
                || usize::from(task.life_symbols) < self.open_for_life(task, way))
    }

    /// CR 702.138b: a spell that is cast for an escape cost escaped, whatever gives it that cost.
    fn note_escape(&self, task: &mut Announce) {
        let card = self.pool.card(self.s.objects[task.item.object.index()].printed);
        let escapes =
            card.derived.elsewhere.iter().map(|id| &self.pool.ability(*id).kind).find_map(|kind| match kind {
                AbilityKind::Activatable(way) if way.named == Some(Named::Escape) => way.named_cost,
                _ => None,
            });
        if let Some(number) = escapes {
            task.item.paid[usize::from(number)] = 1;
        }
    }

    fn choose_among_prices(&mut self, task: &mut Announce) -> Option<Flow> {
        task.stage = self.after_price(task);
        let Some(way) = self.way(&task.item) else { return Some(Flow::Go) };
        if !self.eye().has_rules(RuleKinds::OTHER_PRICES)
            || !matches!(task.price, Price::Own | Price::Late | Price::Tied)
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

/// How many symbols {X} there are in the optional costs that are paid.
pub(super) fn x_in_optional(task: &Announce, way: &Activatable) -> usize {
    let symbols = |cost: &OptionalCost| cost.cost.mana.as_ref().map_or(0, |mana| usize::from(mana.x_count()));
    task.item.paid.iter().zip(&way.optional_costs).map(|(times, cost)| usize::from(*times) * symbols(cost)).sum()
}
