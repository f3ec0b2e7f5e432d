//! What can happen to a card: each action changes the battle and sends its messages.

use gauntlet_core::{Audience, Player};

use crate::options::Mode;
use crate::policy::Discipline;
use crate::pool::Kind;
use crate::state::{Act, Context, Fact, Home, LOCATIONS, Place, Position, Trace, Waiting};
use crate::vocabulary::{CardRule, Hear, LocationRule};

/// With more actions than this for one card that is revealed, a battle is a draw: cards that clone each other may go on forever,
/// and the shipped game with them.
const MOST_ACTS: u32 = 20_000;
/// The same for abilities that lead to abilities, on a stack.
const MOST_DEPTH: usize = 120;

impl Position {
    /// Does what a handler wants: at once, or after all that waits.
    pub(crate) fn act(&mut self, act: Act, trace: Trace) {
        if self.options.policy.discipline == Discipline::Stack {
            self.now(act, trace);
        } else {
            self.scratch.queue.push_back(Waiting::Act(act, trace));
        }
    }

    /// Does an action that waited, unless its card has gone elsewhere meanwhile.
    pub(crate) fn carry_out(&mut self, act: Act, trace: Trace) {
        let gone = match act {
            Act::Reveal { object, .. } => !self.on_table(object),
            Act::Enter { object, from, .. }
            | Act::Trash { object, from }
            | Act::Move { object, from, .. }
            | Act::ToHand { object, from, .. } => self.slot(self.slot_of(object)).place != from,
            Act::Draw { .. } => false,
        };
        if !gone {
            self.now(act, trace);
        }
    }

    fn now(&mut self, act: Act, trace: Trace) {
        self.scratch.acts += 1;
        self.scratch.endless |= self.scratch.acts > MOST_ACTS || self.depth_exceeds(trace, MOST_DEPTH);
        if self.scratch.endless {
            return;
        }
        match act {
            Act::Reveal { object, broadcast } => self.reveal(object, broadcast, trace),
            Act::Enter { object, location, player, .. } => self.enter(object, usize::from(location), player, trace),
            Act::Trash { object, .. } => self.trash_object(object, trace),
            Act::Move { object, location, player, .. } => self.move_to(object, usize::from(location), player, trace),
            Act::ToHand { object, player, .. } => self.add_to_hand(object, player, trace),
            Act::Draw { player, from } => self.draw(player, from, trace),
        }
    }

    /// Turns a card face up: its "Once" ability, then it is among the revealed cards, then everyone is told.
    pub(crate) fn reveal(&mut self, object: u16, broadcast: bool, trace: Trace) {
        let card = self.slot_of(object);
        let location = self.slot(card).place.location();
        if trace == Trace::EMPTY {
            self.say(Audience::Everyone, trace, 0, |position| {
                let owner = position.slot(card).place.owner().map_or("", |owner| position.player_name(owner));
                let place = location.map_or("", |location| LOCATIONS[location]);
                format!("{owner} reveal {} in {place}", position.object_def(object).name)
            });
        }
        if let Some(journal) = &mut self.journal {
            journal.revealing.push(card);
        }
        let silent = location.is_some_and(|location| {
            self.locations[location].revealed && self.location_def(location).rule == Some(LocationRule::NoOnce)
        });
        // What waits could come round forever: two cards that recycle each other where cards are trashed. On a stack a card whose
        // ability is being carried out is out of reach; in a queue the trace says whether its ability led here.
        let again = self.options.policy.discipline != Discipline::Stack && self.in_trace(trace, object);
        let def = self.object_def(object);
        // What is repeated may be what the card was when it was found; what it is now stays as it is.
        if !silent && !again {
            if self.is_current(object) {
                self.slots[usize::from(card)].revealed = false;
                self.unsettled = true;
            }
            if def.of_itself & Hear::Reveal.bit() != 0 {
                let (mark, seen) = (self.scratch.traces.len(), self.scratch.seen.take());
                let inner = self.longer(trace, object);
                for handler in def.on.iter().filter(|handler| handler.hear == Hear::Reveal) {
                    self.handle(handler, &Context::of(object, Some(object), inner));
                }
                self.forget_traces(mark);
                self.scratch.seen = seen;
            }
        }
        let turn = self.turn;
        let played = if self.is_current(object) {
            let slot = &mut self.slots[usize::from(card)];
            slot.revealed = true;
            self.unsettled = true;
            &mut slot.played
        } else {
            &mut self.objects[usize::from(object)].played
        };
        if *played == 0 {
            *played = turn;
        }
        if broadcast {
            self.send(Hear::EntersTable, object, trace);
        }
        if let Some(journal) = &mut self.journal {
            journal.revealing.pop();
        }
    }

    /// A card enters the table and is revealed, if there is room.
    pub(crate) fn enter(&mut self, object: u16, location: usize, player: Player, trace: Trace) {
        let card = self.slot_of(object);
        if self.full(location, player) {
            self.say(Audience::Everyone, trace, 0, |_| format!("but {} is full", LOCATIONS[location]));
            return self.lose_new(card);
        }
        match self.slot(card).place {
            Place::Hand(_) => self.send(Hear::LeavesHand, object, trace),
            Place::Trash(_) => self.send(Hear::LeavesTrash, object, trace),
            _ => {}
        }
        self.take(card);
        self.put(card, Place::Table(location as u8, player));
        self.reveal(object, true, trace);
    }

    /// There is no room for a card: if it has only just been made, it is lost; others stay where they are.
    fn lose_new(&mut self, card: u16) {
        if self.slot(card).place == Place::Nowhere {
            self.lose(card);
        }
    }

    /// Trashes a card, if nothing protects it.
    pub(crate) fn trash_object(&mut self, object: u16, trace: Trace) {
        let card = self.slot_of(object);
        if let Some(protector) = self.protector(card) {
            self.say(Audience::Everyone, trace, 0, |position| format!("but {} is here", position.name(protector)));
            return;
        }
        match self.slot(card).place {
            Place::Hand(_) => self.send(Hear::LeavesHand, object, trace),
            Place::Table(..) => self.send(Hear::LeavesTable, object, trace),
            _ => {}
        }
        let Some(owner) = self.slot(card).place.owner() else { return };
        self.take(card);
        self.put(card, Place::Trash(owner));
        self.counters[owner.index()].trashed += 1;
        self.say(Audience::Everyone, trace, 0, |position| {
            format!("{} has been trashed", position.object_def(object).name)
        });
        self.send(Hear::EntersTrash, object, trace);
    }

    /// The revealed card that keeps a card from being trashed.
    fn protector(&self, card: u16) -> Option<u16> {
        if !self.protects {
            return None;
        }
        let location = self.slot(card).place.location()?;
        let protects = |card: &u16| self.def(*card).rule == Some(CardRule::ProtectsFromTrash);
        self.order().into_iter().find_map(|player| self.revealed(location, player).find(protects))
    }

    /// Moves a card to a side of a location, if there is room.
    fn move_to(&mut self, object: u16, location: usize, player: Player, trace: Trace) {
        let card = self.slot_of(object);
        if let Some(owner) = self.slot(card).place.owner() {
            self.counters[owner.index()].moved += 1;
        }
        // A card that the list of plays still names may lie in a trash: the shipped game's log has no word for that.
        let nowhere = if self.options.mode == Mode::Shipped { "undefined" } else { "the trash" };
        let from = self.slot(card).place.location().map_or(nowhere, |from| LOCATIONS[from]);
        self.say(self.knowing(card), trace, 0, |position| {
            format!("{} moves from {from} to {}", position.object_def(object).name, LOCATIONS[location])
        });
        if self.full(location, player) {
            self.say(Audience::Everyone, trace, 1, |_| format!("but {} is full", LOCATIONS[location]));
            return;
        }
        self.send(Hear::MovesFrom, object, trace);
        self.take(card);
        self.put(card, Place::Table(location as u8, player));
        self.send(Hear::MovesTo, object, trace);
    }

    /// A card comes into a hand, if there is room; without room it stays where it is.
    fn add_to_hand(&mut self, object: u16, player: Player, trace: Trace) {
        let card = self.slot_of(object);
        // Who gets it sees it in any case.
        let audience = Audience::of(|reader| reader == player || self.knowing(card).has(reader));
        self.say(audience, trace, 0, |position| {
            format!("{} add {} to hand", position.player_name(player), position.object_def(object).name)
        });
        if self.slot(card).place == Place::Deck(player) && !self.hand_full(player) {
            let kind = self.slot(card).kind;
            self.fact(|_| Fact::Draw { player, kind, by_turn: false });
        }
        if self.hand_full(player) {
            self.say(Audience::Everyone, trace, 1, |_| "but the hand is full".to_owned());
            return self.lose_new(card);
        }
        self.take(card);
        let slot = &mut self.slots[usize::from(card)];
        (slot.revealed, slot.played) = (false, 0);
        self.put(card, Place::Hand(player));
        self.send(Hear::EntersHand, object, trace);
    }

    /// A player draws the top card of a deck, if there is one and the hand has room.
    pub(crate) fn draw(&mut self, player: Player, from: Player, trace: Trace) {
        let top = self.deck(from).first().copied();
        let full = self.hand_full(player);
        let named = top.filter(|_| !full && self.open(player));
        let audience = Audience::of(|reader| reader == player || named.is_none_or(|top| self.knowing(top).has(reader)));
        self.say(audience, trace, 0, |position| {
            let who = position.player_name(player);
            match named {
                Some(top) => format!("{who} draw {}", position.name(top)),
                None => format!("{who} draw a card"),
            }
        });
        let Some(top) = top else {
            self.say(Audience::Everyone, trace, 1, |_| "but the deck is empty".to_owned());
            return;
        };
        if full {
            self.say(Audience::Everyone, trace, 1, |_| "but the hand is full".to_owned());
            self.fact(|_| Fact::FullHand { player });
            return;
        }
        if player == from {
            let kind = self.slot(top).kind;
            self.fact(|position| match position.turn {
                0 => Fact::Opening { player, kind },
                _ => Fact::Draw { player, kind, by_turn: trace == Trace::EMPTY },
            });
        }
        self.take(top);
        self.put(top, Place::Hand(player));
        self.send(Hear::EntersHand, self.slot(top).object, trace);
    }

    /// Puts a new card before a random one of a deck; into an empty one if it is.
    pub(crate) fn shuffle_in(&mut self, kind: Kind, player: Player, trace: Trace) {
        let card = self.create(kind);
        // What it is, the card says that makes it.
        self.say(Audience::Everyone, trace, 0, |position| {
            format!("{} shuffle {} to deck", position.player_name(player), position.name(card))
        });
        let deck = &mut self.decks[player.index()];
        let place = self.random.below(deck.len());
        deck.insert(place, card);
        let slot = &mut self.slots[usize::from(card)];
        (slot.place, slot.home) = (Place::Deck(player), Home::deck(player));
        // Where it went, nobody saw: what was known of places in this deck is no more.
        for card in &self.decks[player.index()] {
            self.slots[usize::from(*card)].known = 0;
        }
        self.unsettled = true;
    }
}
