//! What must be true of every position.

use gauntlet_core::Player;

use crate::state::{HAND, NONE, ORIGIN_LOCATION, Place, Position, ROOM};

impl Position {
    /// Checks that all is as it must be.
    ///
    /// # Errors
    /// What isn't.
    pub fn check(&self) -> Result<(), String> {
        let mut seen = vec![false; self.slots.len()];
        let mut zone = |cards: &[u16], place: Place, most: usize| -> Result<(), String> {
            if cards.len() > most {
                return Err(format!("too many cards in a zone: {} in {place:?}", cards.len()));
            }
            for card in cards {
                if std::mem::replace(&mut seen[usize::from(*card)], true) {
                    return Err(format!("a card is in two zones: {card}"));
                }
                if self.slot(*card).place != place {
                    return Err(format!("a card is not where it says: {card} is in {place:?}"));
                }
            }
            Ok(())
        };
        for player in Player::BOTH {
            zone(self.hand(player), Place::Hand(player), HAND)?;
            zone(self.deck(player), Place::Deck(player), usize::MAX)?;
            zone(self.trash(player), Place::Trash(player), usize::MAX)?;
            for location in 0..3 {
                zone(self.side(location, player), Place::Table(location as u8, player), ROOM)?;
            }
        }
        for (card, slot) in (0..).zip(&self.slots) {
            if seen[usize::from(card)] == matches!(slot.place, Place::Nowhere | Place::Lost) {
                return Err(format!("a card is in no zone, and says otherwise: {card}"));
            }
            self.check_modifiers(card)?;
        }
        let lost = self.slots.iter().filter(|slot| slot.place == Place::Lost).count();
        if lost != usize::from(self.lost) {
            return Err(format!("{lost} cards are lost, and it says {}", self.lost));
        }
        let mut free = 0;
        let mut next = self.free;
        while next != NONE {
            free += 1;
            next = self.modifiers[usize::from(next)].next;
        }
        let used: usize = (0..self.slots.len() as u16).map(|card| self.runs(card).count()).sum();
        if free + used != self.modifiers.len() {
            return Err(format!("modifiers are lost: {free} free, {used} used of {}", self.modifiers.len()));
        }
        if !self.scratch.queue.is_empty() {
            return Err("something still waits".to_owned());
        }
        Ok(())
    }

    fn check_modifiers(&self, card: u16) -> Result<(), String> {
        let def = self.def(card);
        for modifier in self.modifiers(card) {
            if modifier.origin < ORIGIN_LOCATION && usize::from(modifier.origin) >= self.objects.len() {
                return Err("a modifier has no origin".to_owned());
            }
        }
        if self.modified(card, def) != (self.slot(card).cost, self.slot(card).power) {
            return Err(format!("cost or power is not what its modifiers make of it: {}", def.name));
        }
        Ok(())
    }

    /// The powers and costs of all cards, by zone and place: equal wherever the same has come of the same plays.
    pub fn powers(&self) -> Vec<(u8, i16, i32)> {
        let mut all = Vec::new();
        let mut note = |cards: &[u16]| {
            all.extend(cards.iter().map(|card| (self.slot(*card).kind.0, self.slot(*card).cost, self.power(*card))));
            all.push((u8::MAX, 0, 0));
        };
        for player in Player::BOTH {
            note(self.hand(player));
            note(self.deck(player));
            note(self.trash(player));
            for location in 0..3 {
                note(self.side(location, player));
            }
        }
        all
    }
}
