//! Cards that players look at or reveal (CR 701.20), and how they put them back: scry, surveil (CR 701.22, 701.25).

use gauntlet_cards::ability::{KeywordAction, NumberedAction};
use gauntlet_cards::effect::{Destination, LibraryPosition, Register, SeenBy};
use gauntlet_cards::filter::{Amount, Filter, Players, Zone};
use gauntlet_cards::keyword::EventKinds;
use gauntlet_core::{Audience, PerPlayer, Player};
use smallvec::SmallVec;

use crate::choosing::NO_OR_YES;
use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::Engine;
use crate::numbered::Numbered;
use crate::resolve::After;
use crate::state::{Flags, Learned, Object, ObjectId, Range};
use crate::task::{Resolve, Scope};

impl Engine<'_> {
    /// The top cards of a player's library go to a register, seen by some.
    pub(super) fn take_own_top(
        &mut self,
        task: &mut Resolve,
        player: &Players,
        amount: &Amount,
        seen: SeenBy,
        into: Register,
    ) {
        let amount = self.times(&task.scope, amount);
        let start = self.s.scratch.len() as u16;
        if let Some(player) = self.who(&task.scope, player).first(task.scope.you) {
            let seen = match seen {
                SeenBy::Nobody => Flags::empty(),
                SeenBy::Owner => Flags::seen_by(player),
                SeenBy::All => Flags::SEEN_BY_ALL,
            };
            self.take_top(player, amount, seen);
        }
        self.keep(task, Some(into), start);
    }

    /// The bottom card of a player's library goes to a register, seen by nobody.
    pub(super) fn take_bottom(&mut self, task: &mut Resolve, player: &Players, into: Register) {
        let start = self.s.scratch.len() as u16;
        let player = self.who(&task.scope, player).first(task.scope.you);
        if let Some(player) = player.filter(|player| !self.s.libraries[*player].is_empty()) {
            let id = self.set_aside(player, Zone::Library, 0);
            self.s.scratch.push(id);
        }
        self.keep(task, Some(into), start);
    }

    /// A player looks at the top cards of another's library; they go to a register.
    pub(super) fn look_at_library(
        &mut self,
        task: &mut Resolve,
        viewer: &Players,
        of: &Players,
        amount: &Amount,
        into: Register,
    ) {
        let scope = &task.scope;
        let amount = self.times(scope, amount);
        let start = self.s.scratch.len() as u16;
        let viewer = self.who(scope, viewer).first(scope.you);
        if let (Some(viewer), Some(owner)) = (viewer, self.who(scope, of).first(scope.you)) {
            self.take_top(owner, amount, Flags::seen_by(viewer));
        }
        self.keep(task, Some(into), start);
    }

    /// Players look at the hands of others.
    pub(crate) fn look_at_hands(&mut self, scope: &Scope, viewers: &Players, players: &Players) {
        let viewers = self.who(scope, viewers).0;
        let how = if viewers == 3 { Learned::Revealed } else { Learned::LookedAt };
        self.each_player(scope, players, |engine, player| {
            for hidden in &mut engine.s.hands[player] {
                hidden.show_all_of(viewers, how);
            }
        });
    }

    /// Shows an object to all players (CR 701.20a).
    pub(super) fn reveal(&mut self, id: ObjectId) {
        self.object(id.index).flags |= Flags::SEEN_BY_ALL;
        self.tell(Audience::Everyone, |eye| format!("{} is revealed.", eye.object_name(id)));
    }

    /// Reveals the cards that a player has just drawn, which are the last ones in the hand, into a register.
    pub(super) fn reveal_drawn(&mut self, task: &mut Resolve, players: &Players, register: Register) {
        let scope = &task.scope;
        let start = self.s.scratch.len() as u16;
        if let Some(player) = self.who(scope, players).first(scope.you) {
            let count = (scope.this_way.max(0) as usize).min(self.s.hands[player].len());
            for _ in 0..count {
                let last = self.s.hands[player].len() - 1;
                let id = self.set_aside(player, Zone::Hand, last);
                self.reveal(id);
                self.s.scratch.push(id);
            }
        }
        self.keep(task, Some(register), start);
    }

    pub(super) fn reveal_until(
        &mut self,
        task: &mut Resolve,
        players: &Players,
        filter: &Filter,
        amount: &Amount,
        into: [u8; 2],
    ) {
        let scope = task.scope;
        let Some(player) = self.who(&scope, players).first(scope.you) else { return };
        let wanted = self.times(&scope, amount);
        let start = self.s.scratch.len() as u16;
        let mut found: SmallVec<[ObjectId; 4]> = SmallVec::new();
        while (found.len() as u32) < wanted && !self.s.libraries[player].is_empty() {
            let place = self.s.scratch.len();
            self.take_top(player, 1, Flags::SEEN_BY_ALL);
            let id = self.s.scratch[place];
            self.tell(Audience::Everyone, |eye| {
                format!("{} reveals {}.", eye.player_name(player), eye.object_name(id))
            });
            if self.eye().matches(&scope, filter, id, &self.s.objects[id.index()]) {
                self.s.scratch.pop();
                found.push(id);
            }
        }
        let rest = Range { start, end: self.s.scratch.len() as u16 };
        self.s.scratch.extend(found);
        task.scope.registers[into[1] as usize] = rest;
        task.scope.registers[into[0] as usize] = Range { start: rest.end, end: self.s.scratch.len() as u16 };
    }

    /// Puts the top cards of a library aside at the end of the scratch list, the top one first, seen by those who look at them.
    fn take_top(&mut self, player: Player, amount: u32, seen: Flags) {
        let start = self.s.scratch.len();
        self.take_from_top(player, amount);
        let several = self.s.scratch.len() - start > 1;
        for place in start..self.s.scratch.len() {
            let id = self.s.scratch[place];
            let flags = &mut self.object(id.index).flags;
            *flags |= seen;
            // Which of several goes where isn't shown to who doesn't look.
            if several {
                *flags -= Flags::SEEN_BY_ALL - seen;
            }
        }
    }

    /// Scry (CR 701.22) and surveil (CR 701.25): each card goes to the bottom or graveyard, or stays; then those that stay are
    /// put back in any order.
    pub(super) fn look_and_sort(
        &mut self,
        task: &mut Resolve,
        players: &Players,
        amount: &Amount,
        scry: bool,
    ) -> After {
        let scope = task.scope;
        let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
        if !task.begun {
            let amount = self.times(&scope, amount);
            if amount == 0 {
                task.scope.this_way = 0;
                return After::Next;
            }
            let amount = match self.eye().numbered(player, NumberedAction::Scry, amount) {
                _ if !scry => amount,
                Numbered::Done(amount) => amount,
                Numbered::Draws(cards) => {
                    self.draw(player, cards);
                    return After::Next;
                }
            };
            self.return_unmoved(task, Some(player));
            let start = self.s.scratch.len() as u16;
            self.take_top(player, amount, Flags::seen_by(player));
            task.progress.objects = Range { start, end: self.s.scratch.len() as u16 };
            let unseen = Flags::seen_by(!player);
            self.with_each(task.progress.objects, |engine, id| engine.object(id.index).flags -= unseen);
        }
        let range = task.progress.objects;
        // First each card by itself.
        if task.progress.done < range.end - range.start {
            if let Some(answer) = self.s.answer.take() {
                let id = self.s.scratch[(range.start + task.progress.done) as usize];
                if answer == Action::Yes {
                    if scry {
                        let bottom = LibraryPosition::Bottom;
                        self.move_object(id, &Destination { position: bottom, ..Destination::to(Zone::Library) });
                    } else {
                        self.s.scratch.push(id);
                    }
                    self.s.scratch[(range.start + task.progress.done) as usize] = ObjectId::NONE;
                }
                task.progress.done += 1;
                // What goes to the graveyard goes together, once all is decided (CR 701.25a).
                let away = Range { start: range.end, end: self.s.scratch.len() as u16 };
                if task.progress.done == range.end - range.start && away.start < away.end {
                    self.move_objects(&scope, away, &Destination::to(Zone::Graveyard));
                    self.s.scratch.truncate(usize::from(range.end));
                }
            }
            if task.progress.done < range.end - range.start {
                let id = self.s.scratch[(range.start + task.progress.done) as usize];
                self.offer_these(NO_OR_YES);
                let kind = if scry { DecisionKind::Scry } else { DecisionKind::Surveil };
                return After::Ask(player, kind, id, Particulars::Progress(task.progress.done));
            }
        }
        let after = self.put_back(task, player, LibraryPosition::Top);
        if matches!(after, After::Next) && self.watches(EventKinds::LIBRARY) {
            let done = if scry { KeywordAction::Scry } else { KeywordAction::Surveil };
            self.trigger_numbered_action(player, done, i32::from(range.end - range.start));
        }
        if matches!(after, After::Next) {
            let amount = range.end - range.start;
            let kept = self.chosen(range).iter().filter(|id| !id.is_none()).count();
            task.scope.this_way = kept as i32;
            let verb = if scry { "scries" } else { "surveils" };
            self.tell(Audience::Everyone, |eye| format!("{} {verb} {amount}.", eye.player_name(player)));
        }
        after
    }

    /// Puts cards that are aside on a library one by one, in the order that the player chooses: the last one ends on top, or at
    /// the bottom.
    pub(super) fn put_back(&mut self, task: &mut Resolve, player: Player, position: LibraryPosition) -> After {
        let destination = Destination { position, ..Destination::to(Zone::Library) };
        self.put_one_by_one(task, player, &destination, |object| object.is(Flags::ASIDE))
    }

    /// Puts objects that may come from anywhere on the top or bottom of libraries at one time; they are counted. Who looks at cards and puts
    /// them back orders them, else each owner orders their own (CR 401.4), the active player first (CR 101.4).
    pub(super) fn put_in_chosen_order(
        &mut self,
        task: &mut Resolve,
        destination: &Destination,
        register: Option<Register>,
    ) -> After {
        let (range, you) = (task.progress.objects, task.scope.you);
        let seen = if you == Player::FIRST { Flags::SEEN_BY_FIRST } else { Flags::SEEN_BY_SECOND };
        let orders = |object: &Object| {
            // What only they look at they order; what is shown to all is its owner's to order (CR 401.4).
            let looked_at = object.is(Flags::ASIDE | seen) && !object.is(Flags::SEEN_BY_ALL);
            if looked_at { you } else { object.owner }
        };
        loop {
            let next = usize::from(range.start + task.progress.done);
            let chosen = match self.s.answer.take() {
                Some(Action::Object(index)) => self.s.id(index),
                _ => {
                    let mut player = self.s.active;
                    for who in [self.s.active, !self.s.active] {
                        player = who;
                        self.offer(|engine, choices| {
                            let left = engine.s.scratch[next..usize::from(range.end)].iter();
                            let theirs = left.filter(|id| engine.s.get(**id).is_some_and(|it| orders(it) == who));
                            choices.extend(theirs.map(|id| Action::Object(id.index)));
                        });
                        if !self.s.choices.is_empty() {
                            break;
                        }
                    }
                    match self.s.choices.as_slice() {
                        [] => break,
                        [Action::Object(index)] => self.s.id(*index),
                        _ => {
                            return After::Ask(
                                player,
                                DecisionKind::OrderCards,
                                task.item.object,
                                Particulars::Nothing,
                            );
                        }
                    }
                }
            };
            let left = &mut self.s.scratch[next..usize::from(range.end)];
            let Some(place) = left.iter().position(|id| *id == chosen) else { break };
            left[..=place].rotate_right(1);
            task.progress.done += 1;
        }
        // Of several cards nobody but who orders them is shown the order.
        let unseen_by = PerPlayer::from_fn(|owner| {
            let own = self.chosen(range).iter().filter_map(|id| self.s.get(*id)).filter(|it| it.owner == owner);
            let (several, first) = (own.clone().count() > 1, own.map(orders).next());
            first.filter(|_| several).map(|player| !player)
        });
        let mut sizes = PerPlayer::from_fn(|owner| self.s.libraries[owner].len());
        let top = destination.position == LibraryPosition::Top;
        self.move_objects_as(&task.scope, range, destination, &mut |engine, _| {
            for owner in Player::BOTH {
                let library = &mut engine.s.libraries[owner];
                if library.len() > std::mem::replace(&mut sizes[owner], library.len())
                    && let Some(player) = unseen_by[owner]
                    && let Some(hidden) = if top { library.last_mut() } else { library.first_mut() }
                {
                    hidden.hide_from(player);
                }
            }
        });
        task.scope.this_way = i32::from(range.end - range.start);
        if let Some(register) = register {
            task.scope.registers[usize::from(register)] = range;
        }
        After::Next
    }

    /// Puts those of the objects that are there and `waits` tells on a library, in the order that the player chooses.
    fn put_one_by_one(
        &mut self,
        task: &Resolve,
        player: Player,
        destination: &Destination,
        waits: impl Fn(&Object) -> bool,
    ) -> After {
        if let Some(Action::Object(index)) = self.s.answer.take() {
            let id = self.s.id(index);
            self.put_in_order(task, id, player, destination);
        }
        loop {
            self.offer(|engine, choices| {
                let objects = engine.chosen(task.progress.objects).iter();
                let left = objects.filter(|id| engine.s.get(**id).is_some_and(&waits));
                choices.extend(left.map(|id| Action::Object(id.index)));
            });
            match self.s.choices.as_slice() {
                [] => return After::Next,
                [Action::Object(index)] => {
                    let id = self.s.id(*index);
                    self.put_in_order(task, id, player, destination);
                }
                _ => return After::Ask(player, DecisionKind::OrderCards, task.item.object, Particulars::Nothing),
            }
        }
    }

    /// Puts one of the cards that a player orders on a library. Of several nobody else is shown the order (CR 401.4).
    fn put_in_order(&mut self, task: &Resolve, id: ObjectId, player: Player, destination: &Destination) {
        let Some(owner) = self.s.get(id).map(|object| object.owner) else { return };
        self.move_object(id, destination);
        let range = task.progress.objects;
        let library = &mut self.s.libraries[owner];
        let there = match destination.position {
            LibraryPosition::Top => library.last_mut(),
            LibraryPosition::Bottom => library.first_mut(),
            LibraryPosition::Shuffled | LibraryPosition::BottomRandom | LibraryPosition::FromTop(_) => None,
        };
        if let Some(hidden) = there.filter(|_| range.end - range.start > 1) {
            hidden.hide_from(!player);
        }
    }
}
