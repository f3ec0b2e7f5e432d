//! Object ids (§5.3): fresh on each change of zones and on each look, another for each viewer, and a function of the game's secret.

use std::collections::BTreeMap;

use gauntlet_cards::card::CardId;
use gauntlet_magic::state::Object;
use gauntlet_spellbench::reference::Seat;
use gauntlet_spellbench::secret::Secret;

/// The names of the objects of a game, for both viewers.
#[derive(Clone)]
pub(super) struct Ids {
    key: Secret,
    seats: [Sight; 2],
    /// How many games were begun or gone back to besides the first: one that is restarted (CR 726) or played within another one (CR 728) has
    /// objects of its own, at places of the arena that those of the other had.
    era: u32,
    /// How many games the game was within when something was asked last, and in which turn it was.
    last: (usize, u32),
}

/// What was named for a viewer.
#[derive(Clone, Default)]
struct Sight {
    /// Objects by place in the arena, generation and zone. They are asked for at each decision, and to hash takes its time.
    objects: BTreeMap<(u16, u16, u8), String>,
    /// The cards of the viewer's hand, each with a number of its own.
    hand: Vec<(CardId, u32)>,
    /// The names of those that were asked for.
    hand_names: BTreeMap<u32, String>,
    arrived: u32,
    /// Cards that are looked at: how often they were before, and at which decision they last were.
    looks: BTreeMap<String, (u32, u64)>,
    decision: u64,
}

impl Ids {
    pub(super) fn new(game: Secret) -> Ids {
        Ids { key: game.of_objects(), seats: Default::default(), era: 0, last: (0, 0) }
    }

    /// Takes note of which game it is that asks: it is played within that many others, and is in this turn. Nothing that was named is there in
    /// another one.
    pub(super) fn note_game(&mut self, within: usize, turn: u32) {
        let (was_within, was_in_turn) = std::mem::replace(&mut self.last, (within, turn));
        // CR 726.1: a game that was restarted is before its first turn again.
        if within != was_within || turn < was_in_turn {
            self.era += 1;
            for sight in &mut self.seats {
                sight.objects.clear();
                sight.hand.clear();
            }
        }
    }

    /// The name that a key stands for in this game.
    fn name(&self, viewer: Seat, key: &str) -> String {
        match self.era {
            0 => self.key.object_id(viewer, key),
            era => self.key.object_id(viewer, &format!("game {era}:{key}")),
        }
    }

    /// The name of the object at a place of the arena.
    pub(super) fn object(&mut self, viewer: Seat, index: u16, object: &Object) -> String {
        let zone = object.zone as u8;
        let place = (index, object.generation, zone);
        if let Some(named) = self.seats[viewer.index()].objects.get(&place) {
            return named.clone();
        }
        let name = self.name(viewer, &format!("{index}:{}:{zone}", object.generation));
        self.seats[viewer.index()].objects.insert(place, name.clone());
        name
    }

    /// The name of an emblem.
    pub(super) fn emblem(&self, viewer: Seat, number: u16) -> String {
        self.name(viewer, &format!("emblem:{number}"))
    }

    /// The name of a card of the viewer's own hand, by its place in [`Ids::hand`].
    pub(super) fn in_hand(&mut self, viewer: Seat, number: u32) -> String {
        let key = self.key;
        let named = self.seats[viewer.index()].hand_names.entry(number);
        named.or_insert_with(|| key.object_id(viewer, &format!("hand:{number}"))).clone()
    }

    /// The numbers of the cards of the viewer's hand, in its order.
    pub(super) fn hand(&self, viewer: Seat, cards: impl Iterator<Item = CardId>) -> Vec<(CardId, u32)> {
        let mut left = self.seats[viewer.index()].hand.clone();
        let mut number = |card: CardId| {
            let place = left.iter().position(|(other, _)| *other == card).expect("the hand was looked at");
            (card, left.remove(place).1)
        };
        cards.map(&mut number).collect()
    }

    /// Takes note of the cards that are in a hand now, of which `drawn` were drawn since the last time: those that stay keep their
    /// numbers, and of cards with one name those that have been there for the longest leave first.
    pub(super) fn note_hand(&mut self, owner: Seat, cards: &[CardId], drawn: &[CardId]) {
        let sight = &mut self.seats[owner.index()];
        let count = |list: &[CardId], card: CardId| list.iter().filter(|other| **other == card).count();
        let mut kept = Vec::with_capacity(cards.len());
        for (place, (card, number)) in sight.hand.iter().enumerate() {
            // How many of those that were there stay: at most what is there now without what was drawn.
            let stay = count(cards, *card).saturating_sub(count(drawn, *card));
            let later = sight.hand[place..].iter().filter(|(other, _)| other == card).count();
            if later <= stay {
                kept.push((*card, *number));
            }
        }
        for card in cards {
            let have = kept.iter().filter(|(other, _)| other == card).count();
            if have < count(cards, *card) {
                kept.push((*card, sight.arrived));
                sight.arrived += 1;
            }
        }
        sight.hand = kept;
    }

    /// Forgets which cards a hand had: all of them were shuffled away.
    pub(super) fn forget_hand(&mut self, owner: Seat) {
        self.seats[owner.index()].hand.clear();
    }

    /// The viewer is asked something: what is looked at now and wasn't at the decision before is looked at again.
    pub(super) fn next_decision(&mut self, viewer: Seat) {
        self.seats[viewer.index()].decision += 1;
    }

    /// The name of a hidden card that an effect, called `key`, lets the viewer look at.
    pub(super) fn looked_at(&mut self, viewer: Seat, key: String) -> String {
        let sight = &mut self.seats[viewer.index()];
        let now = sight.decision;
        let look = sight.looks.entry(key.clone()).or_insert((0, now));
        if look.1 + 1 < now {
            look.0 += 1;
        }
        look.1 = now;
        let key = format!("{key}:look:{}", look.0);
        self.name(viewer, &key)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn numbers(ids: &Ids, cards: &[u32]) -> Vec<u32> {
        let cards = cards.iter().map(|card| CardId(*card as _));
        ids.hand(Seat::P0, cards).into_iter().map(|(_, number)| number).collect()
    }

    fn note(ids: &mut Ids, cards: &[u32], drawn: &[u32]) {
        let list = |cards: &[u32]| cards.iter().map(|card| CardId(*card as _)).collect::<Vec<_>>();
        ids.note_hand(Seat::P0, &list(cards), &list(drawn));
    }

    #[test]
    fn cards_in_hand_keep_their_names_until_they_leave() {
        let mut ids = Ids::new(Secret([7; 32]));
        note(&mut ids, &[1, 2, 1], &[]);
        assert_eq!(numbers(&ids, &[1, 2, 1]), [0, 1, 2]);
        note(&mut ids, &[2, 1], &[]);
        assert_eq!(numbers(&ids, &[2, 1]), [1, 2], "the older of two that are alike has left");
        note(&mut ids, &[2, 1, 3], &[3]);
        assert_eq!(numbers(&ids, &[2, 1, 3]), [1, 2, 3]);
        note(&mut ids, &[2, 1, 3], &[1]);
        assert_eq!(numbers(&ids, &[2, 1, 3]), [1, 4, 3], "one was discarded and another drawn");
    }

    #[test]
    fn nothing_has_its_name_in_another_game() {
        let mut ids = Ids::new(Secret([7; 32]));
        let mut named = BTreeSet::new();
        // A game, the game restarted, one within it, and that again.
        for (within, turn) in [(0, 5), (0, 0), (1, 0), (0, 3)] {
            ids.note_game(within, turn);
            note(&mut ids, &[1], &[]);
            let hand = numbers(&ids, &[1])[0];
            let names = [ids.emblem(Seat::P0, 0), ids.looked_at(Seat::P0, "a".to_owned()), ids.in_hand(Seat::P0, hand)];
            ids.note_game(within, turn + 1);
            assert_eq!(ids.emblem(Seat::P0, 0), names[0], "it is the same game");
            named.extend(names);
        }
        assert_eq!(named.len(), 12, "{named:?}");
    }

    #[test]
    fn each_look_has_names_of_its_own() {
        let mut ids = Ids::new(Secret([7; 32]));
        ids.next_decision(Seat::P0);
        let first = ids.looked_at(Seat::P0, "a".to_owned());
        ids.next_decision(Seat::P0);
        assert_eq!(ids.looked_at(Seat::P0, "a".to_owned()), first, "the look goes on");
        ids.next_decision(Seat::P0);
        ids.next_decision(Seat::P0);
        assert_ne!(ids.looked_at(Seat::P0, "a".to_owned()), first, "another look");
        assert_ne!(ids.looked_at(Seat::P1, "a".to_owned()), first, "another viewer");
    }
}
