//! Writing down what a player can do.

use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::filter::Zone;
use gauntlet_magic::state::{Flags, Object};
use gauntlet_magic::{Action, DecisionKind};

use crate::catalog::{count, flag};
use crate::layout::{ACTION, ACTION_CARD, Part, SLOTS, action, card};
use crate::observation::{Scene, write_object};
use crate::rows::{Reference, player_reference, reference};
use crate::slots::{Meaning, Slots};

/// The place among the kinds of the slot that leads to the next page.
const NEXT_PAGE: usize = 16;

impl Scene<'_, '_> {
    /// Writes what is in the slots; of what was written before, slots from number `before` on are clear already.
    pub(crate) fn describe_actions(&self, legal: &[Action], slots: Slots, before: usize, out: &mut [f32]) {
        let mut last = 0;
        for slot in (0..SLOTS).filter(|slot| slots.meaning(*slot).is_some()) {
            // Between the actions of a last page and the slot that leads on there may be slots that aren't used.
            out[last * ACTION..slot * ACTION].fill(0.0);
            let row = &mut out[slot * ACTION..(slot + 1) * ACTION];
            row.fill(0.0);
            match slots.meaning(slot) {
                Some(Meaning::Action(number)) => self.describe(legal[number], row),
                Some(Meaning::Page(_)) => row[action::KIND + NEXT_PAGE] = 1.0,
                None => {}
            }
            last = slot + 1;
        }
        if before > last {
            out[last * ACTION..before * ACTION].fill(0.0);
        }
    }

    fn describe(&self, choice: Action, row: &mut [f32]) {
        row[action::KIND + place_of(choice)] = 1.0;
        match choice {
            Action::Pass | Action::Keep | Action::Mulligan | Action::Yes | Action::No | Action::Done => {}
            Action::Play { card, ability } => {
                let place = self.rows.hand.iter().position(|other| *other == card);
                row[action::REFERENCE] = place.map_or(0.0, |row| f32::from(reference(Part::Hand, row)));
                self.describe_card(card, Some(ability), row);
            }
            Action::PlayTop { card, ability } => self.describe_card(card, Some(ability), row),
            Action::Activate { object, ability } => {
                self.describe_object(object, row);
                self.describe_way(self.seen.object(object).map(|object| object.card), ability, row);
            }
            Action::Object(object) => self.describe_object(object, row),
            Action::Player(player) => {
                let own = player == self.seen.viewer();
                row[action::REFERENCE] = f32::from(player_reference(player, self.seen.viewer()));
                (row[action::MINE], row[action::THEIRS]) = (flag(own), flag(!own));
            }
            Action::Card(card) => {
                row[action::REFERENCE] = f32::from(self.row_of_chosen(card));
                self.describe_card(card, None, row);
            }
            Action::Mode(mode) => row[action::NUMBER] = f32::from(mode),
            Action::Number(number) => {
                row[action::NUMBER] = f32::from(number);
                self.describe_trigger(number, row);
            }
            Action::Color(place) => row[action::NUMBER] = f32::from(place),
            Action::Subtype(number) => row[action::NUMBER] = f32::from(number),
        }
    }

    /// The row of a card that is chosen out of a hand.
    fn row_of_chosen(&self, card: CardId) -> Reference {
        if self.seen.decision().kind == DecisionKind::CardName {
            return 0;
        }
        let Some((owner, Zone::Hand)) = self.seen.hidden_place(card) else { return 0 };
        let (cards, part) = if owner == self.seen.viewer() {
            (self.rows.hand.as_slice(), Part::Hand)
        } else {
            (self.rows.known.as_slice(), Part::Known)
        };
        cards.iter().position(|other| *other == card).map_or(0, |row| reference(part, row))
    }

    fn describe_card(&self, named: CardId, way: Option<AbilityId>, row: &mut [f32]) {
        let face = way.and_then(|way| self.seen.pool().activatable(way).face);
        row[ACTION_CARD..].copy_from_slice(self.catalog.card(face.unwrap_or(named)));
        if let Some(way) = way {
            self.describe_way(Some(named), way, row);
        }
    }

    /// What an ability is, costs and does.
    fn describe_way(&self, of: Option<CardId>, way: AbilityId, row: &mut [f32]) {
        let own = of.and_then(|card| self.seen.pool().card(card).abilities.iter().position(|other| *other == way));
        row[action::ORDINAL] = own.map_or(0.0, |place| count(place + 1));
        row[action::WAY..ACTION_CARD].copy_from_slice(&self.catalog.ability(way).way);
        self.write_effects(way, &mut row[ACTION_CARD..]);
    }

    fn describe_object(&self, index: u16, row: &mut [f32]) {
        row[action::REFERENCE] = f32::from(self.references.at(usize::from(index)));
        match self.seen.object(index) {
            Some(object) => self.describe_seen(object, row),
            // A card that the viewer can't look at: that there is one is all that is known.
            None => row[ACTION_CARD + card::PRESENT] = 1.0,
        }
    }

    fn describe_seen(&self, object: &Object, row: &mut [f32]) {
        let own = object.controller == self.seen.viewer();
        (row[action::MINE], row[action::THEIRS]) = (flag(own), flag(!own));
        row[action::TAPPED] = flag(object.is(Flags::TAPPED));
        row[action::ATTACKING] = flag(object.is(Flags::ATTACKING));
        row[action::DAMAGE] = f32::from(object.damage);
        write_object(self.catalog, object, &mut row[ACTION_CARD..]);
    }

    /// The triggered ability that a number means where their order is chosen (CR 603.3b).
    fn describe_trigger(&self, number: u16, row: &mut [f32]) {
        if self.seen.decision().kind != DecisionKind::OrderTriggers {
            return;
        }
        let Some(trigger) = self.seen.trigger_to_order(number) else { return };
        row[action::REFERENCE] = f32::from(self.references.of(trigger.source));
        row[ACTION_CARD + card::PRESENT] = 1.0;
        if let Some(source) = self.seen.last_known(trigger.source) {
            write_object(self.catalog, source, &mut row[ACTION_CARD..]);
        }
        self.write_effects(trigger.ability, &mut row[ACTION_CARD..]);
    }
}

/// The place of an action's kind.
fn place_of(choice: Action) -> usize {
    match choice {
        Action::Pass => 0,
        Action::Keep => 1,
        Action::Mulligan => 2,
        Action::Yes => 3,
        Action::No => 4,
        Action::Done => 5,
        Action::Play { .. } => 6,
        Action::PlayTop { .. } => 7,
        Action::Activate { .. } => 8,
        Action::Object(_) => 9,
        Action::Player(_) => 10,
        Action::Card(_) => 11,
        Action::Mode(_) => 12,
        Action::Number(_) => 13,
        Action::Color(_) => 14,
        Action::Subtype(_) => 15,
    }
}
