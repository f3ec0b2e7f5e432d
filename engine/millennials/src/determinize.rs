//! Worlds: a position in which all that one player can't know is redealt.

use gauntlet_core::{Player, Rng};
use rand::{Rng as _, RngExt};
use smallvec::SmallVec;

use crate::options::Mode;
use crate::pool::Kind;
use crate::random::Random;
use crate::state::{Home, Place, Position};

/// How often cards are redealt until those that lie face down could have been paid.
const DEALS: usize = 16;

impl Position {
    /// The cards that a player has placed in this turn, and that are not yet revealed.
    pub(crate) fn placed_now(&self, player: Player) -> impl Iterator<Item = u16> + '_ {
        let before = if self.acting.is_some() { usize::from(self.plays_before) } else { self.plays.len() };
        let placed = self.plays[before..].iter().map(|object| self.slot_of(*object));
        placed.filter(move |card| self.slot(*card).place.owner() == Some(player))
    }

    /// Returns whether a player doesn't know what a card is.
    pub fn hidden_from(&self, card: u16, viewer: Player) -> bool {
        let slot = self.slot(card);
        if slot.known >> viewer.index() & 1 == 1 {
            return false;
        }
        match slot.place {
            Place::Nowhere | Place::Lost | Place::Trash(_) => false,
            Place::Hand(player) => player != viewer,
            Place::Deck(_) => true,
            Place::Table(_, player) => !slot.revealed && player != viewer,
        }
    }

    /// The cards of one origin that a player doesn't know, in the order of their places.
    fn hidden(&self, viewer: Player, home: Home) -> SmallVec<[u16; 32]> {
        let decks = Player::BOTH.iter().flat_map(|player| self.deck(*player));
        let table = (0..3).flat_map(|location| self.side(location, !viewer));
        let all = decks.chain(self.hand(!viewer)).chain(table).copied();
        all.filter(|card| self.slot(*card).home == home && self.hidden_from(*card, viewer)).collect()
    }

    /// Deals all that `viewer` can't know again, the random numbers to come included.
    pub(crate) fn deal_anew(&mut self, viewer: Player, rng: &mut Rng) {
        self.journal = None;
        self.random = Random::from_u64(self.options.generator, rng.next_u64());
        if self.options.mode == Mode::Symmetric {
            self.undo_placing(!viewer);
        }
        self.relocate(rng);
        let any = self.pool.collectible();
        for card in self.hidden(viewer, Home::Anywhere) {
            if !any.is_empty() {
                self.recast(card, any[rng.random_range(0..any.len() as u32) as usize]);
            }
        }
        let hidden = Player::BOTH.map(|deck| self.hidden(viewer, Home::deck(deck)));
        // From one order, whatever the true one is.
        let mut kinds = hidden.each_ref().map(|cards| {
            let mut kinds: SmallVec<[Kind; 32]> = cards.iter().map(|card| self.slot(*card).kind).collect();
            kinds.sort_unstable();
            kinds
        });
        for _ in 0..DEALS {
            for (cards, kinds) in hidden.iter().zip(&mut kinds) {
                for place in (1..kinds.len()).rev() {
                    let other = rng.random_range(0..place as u32 + 1) as usize;
                    kinds.swap(place, other);
                }
                for (card, kind) in cards.iter().zip(kinds.iter()) {
                    self.recast(*card, *kind);
                }
            }
            if self.placed_cost(!viewer) <= self.budget[(!viewer).index()] {
                break;
            }
        }
        let theirs = (!viewer).index();
        self.energy[theirs] = (self.budget[theirs] - self.placed_cost(!viewer)).max(0);
        self.unsettled = true;
        self.settle();
    }

    /// Draws the types of the locations that haven't been revealed again, from those that battles are fought over and that aren't here yet.
    fn relocate(&mut self, rng: &mut Rng) {
        let pool = self.pool;
        let mut left: SmallVec<[u8; 32]> = pool.locations().iter().filter(|it| it.drawn).map(|it| it.number).collect();
        for place in self.locations.iter().filter(|place| place.revealed) {
            left.retain(|number| *number != place.kind);
        }
        for place in self.locations.iter_mut().filter(|place| !place.revealed) {
            if left.is_empty() {
                break;
            }
            place.kind = left.swap_remove(rng.random_range(0..left.len() as u32) as usize);
            self.heard |= pool.location(place.kind).hears;
        }
    }

    /// What the cards cost that a player has placed in this turn.
    fn placed_cost(&self, player: Player) -> i16 {
        self.placed_now(player).map(|card| self.slot(card).cost).sum()
    }

    /// Takes back all that a player has placed in this turn: in the worlds of the other one it is still to be placed.
    fn undo_placing(&mut self, player: Player) {
        if self.acting.is_none() {
            return;
        }
        let placed: SmallVec<[u16; 8]> = self.placed_now(player).collect();
        let before = usize::from(self.plays_before);
        for card in placed {
            let object = self.slot(card).object;
            if let Some(place) = self.plays[before..].iter().position(|other| *other == object) {
                self.plays.remove(before + place);
            }
            let cost = self.slot(card).cost;
            let counters = &mut self.counters[player.index()];
            counters.played -= 1;
            counters.energy_spent -= cost.max(0) as u16;
            self.take(card);
            self.put(card, Place::Hand(player));
        }
        self.placed[player.index()] = false;
        // Which cards were placed must not show in the order of the others.
        self.hands[player.index()].sort();
    }

    /// Makes a hidden card one of another kind, as if it had always been.
    fn recast(&mut self, card: u16, kind: Kind) {
        let slot = &mut self.slots[usize::from(card)];
        (slot.kind, slot.hears) = (kind, self.pool.card(kind).of_others);
        self.objects[usize::from(slot.object)].kind = kind;
        self.meet(kind);
        self.refresh(card);
    }
}
