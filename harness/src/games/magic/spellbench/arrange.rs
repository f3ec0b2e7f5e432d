//! What is decided as a whole before the game hears of it: where cards that are looked at go and in which order (§7.5), which cards
//! go to the bottom after mulligans, and in which order triggered abilities go on the stack.

use std::collections::VecDeque;

use gauntlet_cards::card::CardId;
use gauntlet_cards::effect::LibraryPosition;
use gauntlet_cards::filter::Zone;
use gauntlet_magic::decision::{Action, Decision, DecisionKind};
use gauntlet_magic::state::{ObjectId, PendingTrigger};
use gauntlet_magic::view::Visible;
use gauntlet_spellbench::semantic::{Item, Semantic};
use gauntlet_spellbench::vocabulary::{ArrangePurpose, Destination, OrderPurpose};

use super::offer::{Offer, sort_hidden, trigger_to_order};
use super::scene::Scene;

/// Answers that are known before they are asked for.
pub(super) enum Planned {
    /// Which cards go away, and those that stay from the top on.
    Sort { kind: DecisionKind, away: Vec<(ObjectId, bool)>, top: Vec<ObjectId> },
    /// The cards that go to the bottom, in order.
    Bottom(Vec<CardId>),
    /// The objects that are put in order, as the game asks for them.
    Order(Vec<u16>),
    /// The triggered abilities that are put on the stack, the first one first.
    Triggers(VecDeque<PendingTrigger>),
}

impl Planned {
    /// Returns whether a decision comes before the one that is expected: as an ability is put on the stack, its modes and targets are chosen (CR 603.3c–d).
    pub(super) fn waits(&self, decision: Decision) -> bool {
        let next = matches!(decision.kind, DecisionKind::OrderTriggers | DecisionKind::Priority);
        matches!(self, Planned::Triggers(_)) && !next
    }

    /// The answer to a decision, if it is one that was expected.
    pub(super) fn next(&mut self, visible: Visible<'_>, legal: &[Action]) -> Option<Action> {
        let decision = visible.decision();
        let action = match self {
            Planned::Sort { kind, away, .. } if decision.kind == *kind => {
                let (_, away) = away.iter().find(|(card, _)| *card == decision.about)?;
                if *away { Action::Yes } else { Action::No }
            }
            // The card that is chosen last ends on top.
            Planned::Sort { top, .. } if decision.kind == DecisionKind::OrderCards => {
                let cards = top.iter().rev().map(|card| Action::Object(card.index() as u16));
                cards.into_iter().find(|action| legal.contains(action))?
            }
            Planned::Bottom(cards) if decision.kind == DecisionKind::Bottom && !cards.is_empty() => {
                Action::Card(cards.remove(0))
            }
            Planned::Order(objects) if decision.kind == DecisionKind::OrderCards && !objects.is_empty() => {
                Action::Object(objects.remove(0))
            }
            Planned::Triggers(triggers) if decision.kind == DecisionKind::OrderTriggers => loop {
                let next = triggers.pop_front()?;
                let place = visible.triggers_to_order().position(|trigger| *trigger == next);
                // One may be gone: without a legal target an ability isn't put on the stack.
                if let Some(place) = place {
                    break Action::Number(place as u16);
                }
            },
            _ => return None,
        };
        legal.contains(&action).then_some(action)
    }
}

/// Cards that are looked at: first where each goes, and then in which order.
pub(super) struct Arranging {
    kind: DecisionKind,
    /// From the top of the library on.
    cards: Vec<ObjectId>,
    /// Which of those that were asked about don't stay on top.
    away: Vec<bool>,
    /// The places in `cards` of those that were put in order.
    order: Vec<usize>,
}

impl Arranging {
    /// For the first of several cards; `None` if it isn't the first.
    pub(super) fn new(visible: Visible<'_>) -> Option<Arranging> {
        let decision = visible.decision();
        let cards: Vec<ObjectId> = visible.seen_aside(decision.player, Zone::Library).map(|(id, _)| id).collect();
        let first = cards.first() == Some(&decision.about);
        first.then(|| Arranging { kind: decision.kind, cards, away: Vec::new(), order: Vec::new() })
    }

    pub(super) fn place(&self) -> (u32, u32) {
        ((self.away.len() + self.order.len()) as u32, (2 * self.cards.len() - 1) as u32)
    }

    /// The places of the cards of the current destination that aren't in order yet, by name and id as candidates are. What doesn't stay on
    /// top goes in the order in which it was looked at.
    fn unplaced(&self) -> Vec<usize> {
        let open = |away: bool| {
            let places = 0..self.cards.len();
            places.filter(move |place| self.away[*place] == away && !self.order.contains(place))
        };
        let top: Vec<usize> = open(false).collect();
        if top.is_empty() { open(true).take(1).collect() } else { top }
    }

    /// The cards that can be next in order, as their candidates are listed.
    fn listed(&self, scene: &Scene<'_>) -> Vec<usize> {
        let mut places = self.unplaced();
        let key = |place: &usize| scene.object(self.cards[*place]).map(|card| (card.card_name, card.object_id));
        places.sort_by_key(key);
        places
    }

    pub(super) fn offers(&self, scene: &Scene<'_>) -> Vec<Offer> {
        let source = scene.source(scene.visible.decision());
        let scry = self.kind == DecisionKind::Scry;
        let (index, count) = (self.away.len(), self.cards.len() as u32);
        let offer = |semantic: Semantic, text: String, place: usize| Offer {
            semantic,
            actions: vec![Action::Object(self.cards[place].index() as u16)],
            text,
        };
        if index < self.cards.len() {
            let Some(card) = scene.object(self.cards[index]) else { return Vec::new() };
            let name = card.card_name.clone().unwrap_or_default();
            let other = if scry { Destination::Bottom } else { Destination::Graveyard };
            let purpose = if scry { ArrangePurpose::Scry } else { ArrangePurpose::Surveil };
            let send = |destination: Destination| {
                let (source, card, card_index) = (source.clone(), card.clone(), index as u32);
                let semantic =
                    Semantic::ArrangeCard { source, purpose, card, card_index, card_count: count, destination };
                offer(semantic, format!("{name}: {}", destination.word()), index)
            };
            return vec![send(Destination::Top), send(other)];
        }
        let pick = |place: usize| {
            let card = scene.object(self.cards[place])?;
            let text = card.card_name.clone().unwrap_or_default();
            let (source, purpose, position) = (source.clone(), OrderPurpose::Arrangement, self.order.len() as u32);
            let item = Item::Object(card);
            Some(offer(Semantic::OrderPick { source, purpose, item, position, count }, text, place))
        };
        self.listed(scene).into_iter().filter_map(pick).collect()
    }

    /// Takes the answer that stands for these actions; returns whether all is decided.
    pub(super) fn answer(&mut self, candidate: usize, actions: &[Action]) -> bool {
        if self.away.len() < self.cards.len() {
            self.away.push(candidate == 1);
        } else if let Some(Action::Object(index)) = actions.first() {
            let place = self.cards.iter().position(|card| card.index() == usize::from(*index));
            self.order.extend(place);
        }
        self.away.len() + self.order.len() + 1 >= 2 * self.cards.len()
    }

    /// The answers to what the game will ask.
    pub(super) fn plan(mut self) -> Planned {
        while let (true, [place, ..]) = (self.order.len() < self.cards.len(), self.unplaced().as_slice()) {
            self.order.push(*place);
        }
        let top = self.order.iter().filter(|place| !self.away[**place]).map(|place| self.cards[*place]).collect();
        let away = self.cards.into_iter().zip(self.away).collect();
        Planned::Sort { kind: self.kind, away, top }
    }
}

/// Objects that are put on a library in an order (CR 401.4): the first place is the one nearest to the top.
pub(super) struct Ordering {
    end: Option<LibraryPosition>,
    objects: Vec<u16>,
    /// The places in `objects` of those that were chosen.
    chosen: Vec<usize>,
}

impl Ordering {
    /// For the first of several objects that are put in order.
    pub(super) fn new(visible: Visible<'_>, legal: &[Action]) -> Option<Ordering> {
        let object = |action: &Action| match action {
            Action::Object(index) => Some(*index),
            _ => None,
        };
        let objects: Vec<u16> = legal.iter().map(object).collect::<Option<_>>()?;
        (objects.len() > 1).then(|| Ordering { end: visible.library_end(), objects, chosen: Vec::new() })
    }

    /// The last place goes without saying.
    pub(super) fn place(&self) -> (u32, u32) {
        (self.chosen.len() as u32, self.objects.len() as u32 - 1)
    }

    pub(super) fn offers(&self, scene: &Scene<'_>) -> Vec<Offer> {
        let source = scene.source(scene.visible.decision());
        let purpose = match self.end {
            Some(LibraryPosition::Top) => OrderPurpose::LibraryTop,
            Some(LibraryPosition::Bottom) => OrderPurpose::LibraryBottom,
            _ => OrderPurpose::Other,
        };
        let (position, count) = (self.chosen.len() as u32, self.objects.len() as u32);
        let pick = |place: usize| {
            let index = self.objects[place];
            let object = scene.at(index)?;
            let text = object.card_name.clone().unwrap_or_default();
            let (source, item) = (source.clone(), Item::Object(object));
            let semantic = Semantic::OrderPick { source, purpose, item, position, count };
            Some(Offer { semantic, actions: vec![Action::Object(index)], text })
        };
        let left = (0..self.objects.len()).filter(|place| !self.chosen.contains(place));
        let mut offers: Vec<Offer> = left.filter_map(pick).collect();
        sort_hidden(scene, &mut offers);
        offers
    }

    /// Takes the answer that stands for these actions; returns whether all is decided.
    pub(super) fn answer(&mut self, actions: &[Action]) -> bool {
        if let Some(Action::Object(index)) = actions.first() {
            self.chosen.extend(self.objects.iter().position(|other| other == index));
        }
        self.chosen.len() + 1 >= self.objects.len()
    }

    /// The answers to what the game will ask: what it is told last comes nearest to the end of the library.
    pub(super) fn plan(self) -> Planned {
        let last = (0..self.objects.len()).filter(|place| !self.chosen.contains(place));
        let mut order: Vec<u16> = self.chosen.iter().copied().chain(last).map(|place| self.objects[place]).collect();
        if self.end == Some(LibraryPosition::Top) {
            order.reverse();
        }
        // There is nothing to ask about the last one.
        order.pop();
        Planned::Order(order)
    }
}

/// Triggered abilities that a player puts on the stack in an order (CR 603.3b): what comes first is put there first and resolves last.
pub(super) struct Stacking {
    triggers: Vec<PendingTrigger>,
    /// The places in `triggers` of those that were chosen.
    chosen: Vec<usize>,
}

impl Stacking {
    pub(super) fn new(visible: Visible<'_>) -> Stacking {
        Stacking { triggers: visible.triggers_to_order().copied().collect(), chosen: Vec::new() }
    }

    /// The last place goes without saying.
    pub(super) fn place(&self) -> (u32, u32) {
        (self.chosen.len() as u32, self.triggers.len() as u32 - 1)
    }

    fn left(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.triggers.len()).filter(|place| !self.chosen.contains(place))
    }

    pub(super) fn offers(&self, scene: &Scene<'_>, words: &dyn Fn(Action) -> String) -> Vec<Offer> {
        let (position, count) = (self.chosen.len() as u32, self.triggers.len() as u32);
        let left: Vec<usize> = self.left().collect();
        let triggers: Vec<PendingTrigger> = left.iter().map(|place| self.triggers[*place]).collect();
        let different = Visible::different_triggers(&triggers);
        let places = different.iter().map(|place| left[usize::from(*place)]);
        places.filter_map(|place| trigger_to_order(scene, place as u16, position, count, words)).collect()
    }

    /// Takes the answer that stands for these actions; returns whether all is decided.
    pub(super) fn answer(&mut self, actions: &[Action]) -> bool {
        if let Some(Action::Number(place)) = actions.first() {
            self.chosen.push(usize::from(*place));
        }
        self.chosen.len() + 1 >= self.triggers.len()
    }

    /// The answers to what the game will ask.
    pub(super) fn plan(self) -> Planned {
        Planned::Triggers(self.chosen.iter().copied().chain(self.left()).map(|place| self.triggers[place]).collect())
    }
}

/// The cards that a player puts on the bottom after mulligans (CR 103.5).
pub(super) struct Bottoming {
    count: usize,
    /// The places of those that were chosen in the hand, in order.
    chosen: Vec<usize>,
}

impl Bottoming {
    pub(super) fn new(visible: Visible<'_>) -> Bottoming {
        let count = usize::from(visible.player(visible.viewer()).mulligans).max(1);
        Bottoming { count, chosen: Vec::new() }
    }

    pub(super) fn place(&self) -> (u32, u32) {
        (self.chosen.len() as u32, self.count as u32)
    }

    fn left(&self, hand: usize) -> impl Iterator<Item = usize> + '_ {
        (0..hand).filter(|place| !self.chosen.contains(place))
    }

    pub(super) fn offers(&self, scene: &Scene<'_>) -> Vec<Offer> {
        let (position, count) = self.place();
        let pick = |place: usize| {
            let (card, reference) = &scene.hand[place];
            let text = reference.card_name.clone().unwrap_or_default();
            let item = Item::Object(reference.clone());
            let semantic =
                Semantic::OrderPick { source: None, purpose: OrderPurpose::MulliganBottom, item, position, count };
            Offer { semantic, actions: vec![Action::Card(*card)], text }
        };
        self.left(scene.hand.len()).map(pick).collect()
    }

    /// Takes the answer; returns whether it is the last.
    pub(super) fn answer(&mut self, candidate: usize, hand: usize) -> bool {
        let place = self.left(hand).nth(candidate);
        self.chosen.extend(place);
        self.chosen.len() >= self.count.min(hand)
    }

    /// The answers to what the game will ask, of a hand of these cards.
    pub(super) fn plan(self, hand: &[CardId]) -> Planned {
        Planned::Bottom(self.chosen.iter().filter_map(|place| hand.get(*place).copied()).collect())
    }
}
