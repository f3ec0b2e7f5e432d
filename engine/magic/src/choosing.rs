//! Choosing (CR 608.2d): how a procedure asks a player, and how it takes the answer.
//!
//! A procedure that asks is entered again for each answer. It takes the answer, if there is one; builds in the position's list what can be
//! chosen next; and stops if there is something to ask. Where several things are chosen, that is done one by one, and each time only
//! what can be chosen beside what already was is offered. What was chosen gathers at the end of the scratch list.

use gauntlet_cards::card::CardId;
use gauntlet_core::Player;

use crate::decision::Action;
use crate::engine::Engine;
use crate::evaluate::PlayerSet;
use crate::state::{ObjectId, Range};
use crate::task::Progress;

/// Doing it or not.
pub(crate) const YES_OR_NO: [Action; 2] = [Action::Yes, Action::No];

/// The same where not doing it is what is usually chosen.
pub(crate) const NO_OR_YES: [Action; 2] = [Action::No, Action::Yes];

impl Engine<'_> {
    /// Makes up the choices of the next decision: what `find` puts into the list.
    #[inline]
    pub(crate) fn offer(&mut self, find: impl FnOnce(&Self, &mut Vec<Action>)) {
        let mut choices = std::mem::take(&mut self.s.choices);
        choices.clear();
        find(self, &mut choices);
        self.s.choices = choices;
    }

    /// The same where the choices are known.
    #[inline]
    pub(crate) fn offer_these(&mut self, choices: impl IntoIterator<Item = Action>) {
        self.s.choices.clear();
        self.s.choices.extend(choices);
    }

    /// The end of the scratch list, where what will be chosen gathers.
    #[inline]
    pub(crate) fn nothing_chosen(&self) -> Range {
        let end = self.s.scratch.len() as u16;
        Range { start: end, end }
    }

    /// What was chosen so far.
    #[inline]
    pub(crate) fn chosen(&self, range: Range) -> &[ObjectId] {
        &self.s.scratch[usize::from(range.start)..usize::from(range.end)]
    }

    /// Takes the answer, if there is one: what was chosen joins the rest, a card of a hand or library as what `take` makes of it. Returns
    /// whether the player chooses no more.
    pub(crate) fn take_chosen(
        &mut self,
        chosen: &mut Range,
        take: impl FnOnce(&mut Self, CardId) -> Option<ObjectId>,
    ) -> bool {
        let id = match self.s.answer.take() {
            None => None,
            Some(Action::Done) => return true,
            Some(Action::Object(index)) => Some(self.s.id(index)),
            Some(Action::Card(card)) => take(self, card),
            Some(other) => unreachable!("not one of several things to choose: {other:?}"),
        };
        if let Some(id) = id {
            self.s.scratch.push(id);
            chosen.end += 1;
        }
        false
    }

    /// Builds the list of what can be chosen beside what already was, unless the player has chosen the most that they can. Once they have chosen the
    /// least, they may choose no more. Returns whether there is something to ask.
    pub(crate) fn offer_more(
        &mut self,
        chosen: Range,
        (least, most): (u32, u32),
        find: impl FnOnce(&Self, &[ObjectId], &mut Vec<Action>),
    ) -> bool {
        let count = u32::from(chosen.end - chosen.start);
        if count >= most {
            return false;
        }
        self.offer(|engine, choices| find(engine, engine.chosen(chosen), choices));
        if self.s.choices.is_empty() {
            return false;
        }
        if count >= least {
            self.s.choices.push(Action::Done);
        }
        true
    }

    /// Each of the players of the progress, in turn order, chooses as many things as `count` says for them, before anything is done with
    /// what they choose (CR 101.4). `take` takes an answer and returns whether it is that they choose no more; `find` finds what they can choose
    /// besides what was chosen. Returns for whom there is something to ask, and how many more they choose; nothing once all have
    /// chosen.
    pub(crate) fn each_chooses(
        &mut self,
        progress: &mut Progress,
        count: impl Fn(&mut Self, Player) -> u16,
        take: impl Fn(&mut Self, Player, &mut Range) -> bool,
        find: impl Fn(&Self, Player, &[ObjectId], &mut Vec<Action>),
    ) -> Option<(Player, u16)> {
        while let Some(player) = PlayerSet(progress.players).first(self.s.active) {
            let mut left = match progress.left {
                Some(left) => left,
                None => count(self, player),
            };
            if self.s.answer.is_some() {
                left = if take(self, player, &mut progress.objects) { 0 } else { left - 1 };
            }
            let chosen = progress.objects;
            if left > 0 {
                self.offer(|engine, choices| find(engine, player, engine.chosen(chosen), choices));
                if !self.s.choices.is_empty() {
                    progress.left = Some(left);
                    return Some((player, left));
                }
            }
            progress.players &= !(1 << player.index());
            progress.left = None;
        }
        None
    }
}
