//! Splice (CR 702.47): a spell gains the text of cards in its caster's hand, which stay there.
//!
//! The parts of a spell's script that were chosen are numbers; those from [`SPLICED`] on stand for the text of a card with splice.
//! So the text that was added is copied with the spell (CR 707.10), is paid for like a mode, and is gone as soon as the spell has
//! left the stack (CR 702.47e).

use gauntlet_cards::ability::ActivatableKind;
use gauntlet_cards::card::{CardId, Pool};
use gauntlet_cards::cost::Cost;
use gauntlet_cards::splice::{SPLICED, Splice};
use gauntlet_core::{Audience, Player};

use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::state::{Learned, Modes};
use crate::task::Announce;
use crate::task::Stage;

/// The splice costs of what was chosen.
pub(super) fn splice_costs<'a>(pool: &'a Pool, modes: &Modes) -> impl Iterator<Item = &'a Cost> + use<'a> {
    let modes = *modes;
    let chosen = (0..modes.chosen().len()).map(move |place| modes.parts[place]);
    chosen.filter_map(|number| pool.spliced(number)).map(|splice| &splice.cost)
}

impl Engine<'_> {
    /// As many such cards of the hand as were chosen to be spliced are revealed (CR 702.47b); which were seen before are among them.
    fn show_spliced(&mut self, task: &Announce, player: Player, card: CardId) {
        let chosen = task.item.modes.chosen().iter();
        let shown = chosen.filter(|number| self.pool.spliced(**number).is_some_and(|it| it.card == card)).count();
        let alike = || self.s.hands[player].iter().enumerate().filter(|(_, hidden)| hidden.card == card);
        if alike().filter(|(_, hidden)| hidden.seen() == 3).count() < shown {
            let unseen = alike().find(|(_, hidden)| hidden.seen() != 3).map(|(place, _)| place);
            if let Some(place) = unseen {
                self.s.hands[player][place].show_all_of(3, Learned::Revealed);
            }
        }
    }

    /// CR 601.2b, 702.47b: which cards are revealed, in the order in which their effects will happen.
    pub(super) fn choose_splices(&mut self, task: &mut Announce) -> Option<Flow> {
        task.stage = match self.way(&task.item) {
            Some(way) if way.script.modes_ask_what_is_paid() => Stage::X,
            _ => Stage::OptionalCosts,
        };
        if self.pool.splices.is_empty() || self.way(&task.item).is_none_or(|way| way.kind != ActivatableKind::Cast) {
            return Some(Flow::Go);
        }
        let player = task.item.controller;
        match self.s.answer.take() {
            Some(Action::Card(card)) => {
                let places = SPLICED..SPLICED + self.pool.splices.len() as u8;
                let number =
                    places.into_iter().find(|number| self.pool.spliced(*number).is_some_and(|it| it.card == card));
                task.item.modes.push(number.expect("a card that was offered has splice"));
                self.show_spliced(task, player, card);
                self.tell(Audience::Everyone, |eye| {
                    let (who, what) = (eye.player_name(player), &eye.pool.card(card).name);
                    format!("{who} splices {what} onto {}.", eye.object_name(task.item.object))
                });
            }
            Some(Action::Done) => return Some(Flow::Go),
            _ => {}
        }
        self.offer(|engine, choices| {
            for (place, splice) in engine.pool.splices.iter().enumerate() {
                if engine.can_splice(task, SPLICED + place as u8, splice) {
                    choices.push(Action::Card(splice.card));
                }
            }
        });
        if self.s.choices.is_empty() {
            return Some(Flow::Go);
        }
        self.s.choices.push(Action::Done);
        task.stage = Stage::Splice;
        Some(self.ask_announce(*task, DecisionKind::Splice, Particulars::Nothing))
    }

    /// Returns whether there is a card of this kind in hand that isn't spliced yet, its choices can be made, and it can be paid for.
    fn can_splice(&self, task: &Announce, number: u8, splice: &Splice) -> bool {
        let player = task.item.controller;
        let in_hand = self.s.hands[player].iter().filter(|hidden| hidden.card == splice.card).count();
        let modes = &task.item.modes;
        let used = modes.chosen().iter().filter(|other| **other == number).count();
        if used >= in_hand || modes.chosen().len() >= modes.parts.len() {
            return false;
        }
        let (scope, spell) = (self.announce_scope(task), self.source_object(task));
        let Some(way) = self.way(&task.item) else { return false };
        if !self.eye().matches(&scope, &splice.onto, task.item.object, &spell)
            || !self.eye().part_possible(&scope, self.pool.part(&way.script, number), &spell)
        {
            return false;
        }
        let mut with = *task;
        with.item.modes.push(number);
        with.stage = Stage::Splice;
        self.affordable(&with, way)
    }
}
