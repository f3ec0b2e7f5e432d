//! Cards in hands and libraries: drawing (CR 121), milling (CR 701.17), discarding (CR 701.9).

use gauntlet_cards::ability::Caused;
use gauntlet_cards::effect::{Destination, DiscardHow, Instr, Register};
use gauntlet_cards::filter::{Amount, Filter, Players, Zone};
use gauntlet_core::Player;

use crate::decision::{Action, DecisionKind};
use crate::engine::Engine;
use crate::evaluate::PlayerSet;
use crate::resolve::After;
use crate::state::Range;
use crate::task::{Resolve, Scope};

impl Engine<'_> {
    /// Each of the players draws that many cards (CR 121.2).
    pub(super) fn players_draw(&mut self, task: &mut Resolve, players: &Players, amount: &Amount) {
        let amount = self.times(&task.scope, amount);
        let mut drawn = 0;
        for player in self.who(&task.scope, players).in_order(self.s.active) {
            self.return_unmoved(task, Some(player));
            let before = self.s.players[player].cards_drawn;
            self.draw(player, amount);
            drawn += i32::from(self.s.players[player].cards_drawn) - i32::from(before);
        }
        // Only what asks for it next: what was counted before may be asked for later.
        let next = self.item_part(&task.item, task.scope.mode).code.get(usize::from(task.pc) + 1);
        if matches!(next, Some(Instr::RevealDrawn(..))) {
            task.scope.this_way = drawn;
        }
    }

    /// Each of the players mills that many cards, all at the same time (CR 608.2e): what each player mills is one event.
    pub(super) fn players_mill(
        &mut self,
        task: &mut Resolve,
        players: &Players,
        amount: &Amount,
        register: Option<Register>,
    ) {
        let amount = self.times(&task.scope, amount);
        let start = self.s.scratch.len() as u16;
        for player in self.who(&task.scope, players).in_order(self.s.active) {
            self.return_unmoved(task, Some(player));
            self.take_from_top(player, amount);
            self.tell(|eye| format!("{} mills {amount}.", eye.player_name(player)));
        }
        let range = Range { start, end: self.s.scratch.len() as u16 };
        self.move_objects(&task.scope, range, &Destination::to(Zone::Graveyard));
        self.keep(task, register, start);
    }

    /// Discards, after each player in turn order has chosen; those who choose are asked card by card.
    pub(super) fn discard_cards(
        &mut self,
        task: &mut Resolve,
        players: &Players,
        how: &DiscardHow,
        register: Option<u8>,
    ) -> After {
        let scope = task.scope;
        if !task.begun {
            task.progress.players = self.who(&scope, players).0;
            task.progress.left = u16::MAX;
            let end = self.s.scratch.len() as u16;
            task.progress.objects = Range { start: end, end };
        }
        while let Some(player) = PlayerSet(task.progress.players).first(self.s.active) {
            if self.eye().cannot_be_caused(Caused::Discard, player, scope.you) {
                task.progress.players &= !(1 << player.index());
                continue;
            }
            let (amount, filter, chooser) = match how {
                DiscardHow::Hand => {
                    self.put_hand_aside(player);
                    task.progress.players &= !(1 << player.index());
                    continue;
                }
                DiscardHow::Random(amount) => {
                    let amount = self.times(&scope, amount);
                    self.put_aside_at_random(player, amount);
                    task.progress.players &= !(1 << player.index());
                    continue;
                }
                DiscardHow::Choose(amount, filter) | DiscardHow::UpTo(amount, filter) => (amount, filter, player),
                DiscardHow::YouChoose(amount, filter) => (amount, filter, scope.you),
            };
            if task.progress.left == u16::MAX {
                task.progress.left = self.times(&scope, amount).min(1_000) as u16;
                if chooser != player {
                    for hidden in &mut self.s.hands[player] {
                        hidden.seen |= 1 << chooser.index();
                    }
                }
            }
            match self.s.answer.take() {
                Some(Action::Card(card)) => {
                    let id = self.take_from_hand(player, card, chooser);
                    self.s.scratch.extend(id);
                    task.progress.left -= 1;
                }
                Some(Action::Done) => task.progress.left = 0,
                _ => {}
            }
            self.offer_hand(player, &scope, filter);
            if task.progress.left > 0 && !self.s.choices.is_empty() {
                if matches!(how, DiscardHow::UpTo(..)) {
                    self.s.choices.push(Action::Done);
                }
                return After::Ask(chooser, DecisionKind::Discard, task.item.object, task.progress.left);
            }
            task.progress.players &= !(1 << player.index());
            task.progress.left = u16::MAX;
        }
        // All choose before any of it is discarded (CR 101.4).
        let start = task.progress.objects.start;
        self.discard_together(start, Some(scope.you));
        self.keep(task, register, start);
        After::Next
    }

    pub(super) fn offer_hand(&mut self, player: Player, scope: &Scope, filter: &Filter) {
        let mut choices = std::mem::take(&mut self.s.choices);
        choices.clear();
        for hidden in &self.s.hands[player] {
            let action = Action::Card(hidden.card);
            if !choices.contains(&action) && self.eye().card_matches(scope, filter, hidden.card, player, Zone::Hand) {
                choices.push(action);
            }
        }
        self.s.choices = choices;
    }
}
