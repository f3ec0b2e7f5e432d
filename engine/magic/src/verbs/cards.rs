//! Cards in hands and libraries: drawing (CR 121), milling (CR 701.17), discarding (CR 701.9).

use gauntlet_cards::ability::{Caused, NumberedAction};
use gauntlet_cards::effect::{DiscardHow, Instr, Register};
use gauntlet_cards::filter::{Amount, Filter, Objects, Players, Zone};
use gauntlet_core::{Audience, Player};
use smallvec::SmallVec;

use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::Engine;
use crate::evaluate::{Eye, PlayerSet};
use crate::numbered::Numbered;
use crate::resolve::After;
use crate::state::{Learned, ObjectId, Range};
use crate::task::{Resolve, Scope};

impl Engine<'_> {
    /// Each of the players draws that many cards (CR 121.2).
    pub(super) fn players_draw(&mut self, task: &mut Resolve, players: &Players, amount: &Amount) {
        let amount = self.times(&task.scope, amount);
        let who = self.who(&task.scope, players);
        for player in who.in_order(self.s.active) {
            self.return_unmoved(task, Some(player));
        }
        let mut drawn = 0;
        // CR 121.2c: the active player first.
        if who.in_order(self.s.active).any(|player| self.draws_are_watched(player)) {
            who.in_order(!self.s.active).for_each(|player| self.draw_later(player, amount));
        } else {
            for player in who.in_order(self.s.active) {
                let before = self.s.players[player].cards_drawn;
                self.draw(player, amount);
                drawn += i32::from(self.s.players[player].cards_drawn) - i32::from(before);
            }
        }
        // Only what asks for it next: what was counted before may be asked for later.
        let next = self.item_part(&task.item, task.scope.mode).code.get(usize::from(task.pc) + 1);
        if matches!(next, Some(Instr::RevealDrawn(..) | Instr::SetNumber(_, Amount::ThisWay))) {
            task.scope.this_way = drawn;
        }
    }

    /// Each of the players shuffles their library: what is searched for in it afterwards is searched for anew (CR 701.23h).
    pub(super) fn players_shuffle(&mut self, task: &mut Resolve, players: &Players) {
        for player in self.who(&task.scope, players).in_order(self.s.active) {
            task.searched[player.index()] = None;
            self.shuffle(player);
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
            let Numbered::Done(amount) = self.eye().numbered(player, NumberedAction::Mill, amount) else { continue };
            self.take_from_top(player, amount);
            self.tell(Audience::Everyone, |eye| format!("{} mills {amount}.", eye.player_name(player)));
        }
        let range = Range { start, end: self.s.scratch.len() as u16 };
        self.put_milled(&task.scope, range);
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
            task.progress.objects = self.nothing_chosen();
        }
        let asked = match how {
            DiscardHow::Hand => {
                for player in PlayerSet(task.progress.players).in_order(self.s.active) {
                    if !self.eye().cannot_be_caused(Caused::Discard, player, scope.you) {
                        self.put_hand_aside(player);
                    }
                }
                None
            }
            DiscardHow::Random(amount) => {
                for player in PlayerSet(task.progress.players).in_order(self.s.active) {
                    if !self.eye().cannot_be_caused(Caused::Discard, player, scope.you) {
                        let amount = self.times(&scope, amount);
                        self.put_aside_at_random(player, amount);
                    }
                }
                None
            }
            DiscardHow::These(objects) => {
                self.these_of_hands(task, objects);
                None
            }
            DiscardHow::Choose(amount, filter) => self.choose_discards(task, amount, filter, None),
            DiscardHow::UpTo(amount, filter) => {
                let asked = self.choose_discards(task, amount, filter, None);
                if asked.is_some() {
                    self.s.choices.push(Action::Done);
                }
                asked
            }
            DiscardHow::YouChoose(amount, filter) => self.choose_discards(task, amount, filter, Some(scope.you)),
        };
        if let Some((chooser, left)) = asked {
            return After::Ask(chooser, DecisionKind::Discard, task.item.object, Particulars::Left(left));
        }
        // All choose before any of it is discarded (CR 101.4).
        let start = task.progress.objects.start;
        self.discard_together(start, Some(scope.you));
        self.keep(task, register, start);
        After::Next
    }

    /// The cards that were put aside out of the hands of players who discard them now.
    fn these_of_hands(&mut self, task: &Resolve, objects: &Objects) {
        let scope = task.scope;
        let players = PlayerSet(task.progress.players);
        let range = self.gather(&scope, objects);
        let kept: SmallVec<[ObjectId; 8]> = self
            .ids(range)
            .into_iter()
            .filter(|id| {
                self.s.get(*id).is_some_and(|object| {
                    object.zone == Zone::Hand
                        && players.contains(object.owner)
                        && !self.eye().cannot_be_caused(Caused::Discard, object.owner, scope.you)
                })
            })
            .collect();
        self.s.scratch.truncate(usize::from(task.progress.objects.start));
        self.s.scratch.extend_from_slice(&kept);
    }

    /// Each of the players chooses what they discard, or another player, who sees their hand, does. Returns who is asked, and for how
    /// many more.
    fn choose_discards(
        &mut self,
        task: &mut Resolve,
        amount: &Amount,
        filter: &Filter,
        by: Option<Player>,
    ) -> Option<(Player, u16)> {
        let scope = task.scope;
        let asked = self.each_chooses(
            &mut task.progress,
            |engine, player| {
                if engine.eye().cannot_be_caused(Caused::Discard, player, scope.you) {
                    return 0;
                }
                if let Some(chooser) = by.filter(|chooser| *chooser != player) {
                    for hidden in &mut engine.s.hands[player] {
                        hidden.show(chooser, Learned::LookedAt);
                    }
                }
                // What is said of each player is said of the one who chooses.
                engine.times(&Scope { current_player: player, ..scope }, amount).min(1_000) as u16
            },
            |engine, player, chosen| {
                engine.take_chosen(chosen, |engine, card| engine.take_from_hand(player, card, by.unwrap_or(player)))
            },
            |engine, player, _, choices| {
                engine.eye().each_in_hand(&Scope { current_player: player, ..scope }, player, filter, choices)
            },
        );
        asked.map(|(player, left)| (by.unwrap_or(player), left))
    }
}

impl Eye<'_> {
    /// Puts into `choices` the cards of a hand that fit, those that are alike once.
    fn each_in_hand(self, scope: &Scope, player: Player, filter: &Filter, choices: &mut Vec<Action>) {
        for hidden in &self.s.hands[player] {
            let action = Action::Card(hidden.card);
            if !choices.contains(&action) && self.card_matches(scope, filter, hidden.card, player, Zone::Hand) {
                choices.push(action);
            }
        }
    }
}
