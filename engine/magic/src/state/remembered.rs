//! What players have seen of each other's decks at some time of the game.

use std::hash::{Hash, Hasher};
use std::ops::Deref;

use gauntlet_cards::card::CardId;
use gauntlet_core::Player;

/// Who has seen which card of the other's deck, and how many copies of it at a time; kept only where somebody isn't told the other's list.
#[derive(PartialEq, Eq, Default, Debug)]
pub struct Remembered(Vec<(Player, CardId, u16)>);

impl Remembered {
    /// A player sees that many copies of a card.
    pub(crate) fn note(&mut self, viewer: Player, card: CardId, count: u16) {
        match self.0.binary_search_by_key(&(viewer, card), |(viewer, card, _)| (*viewer, *card)) {
            Ok(place) => self.0[place].2 = self.0[place].2.max(count),
            Err(place) => self.0.insert(place, (viewer, card, count)),
        }
    }

    /// What a player has seen, in the order of the cards.
    pub(crate) fn of(&self, viewer: Player) -> impl Iterator<Item = (CardId, u16)> + '_ {
        self.0.iter().filter(move |(who, _, _)| *who == viewer).map(|(_, card, count)| (*card, *count))
    }

    /// Only what this player has seen stays.
    pub(crate) fn keep_only(&mut self, viewer: Player) {
        self.0.retain(|(who, _, _)| *who == viewer);
    }
}

impl Deref for Remembered {
    type Target = Vec<(Player, CardId, u16)>;

    fn deref(&self) -> &Vec<(Player, CardId, u16)> {
        &self.0
    }
}

impl Clone for Remembered {
    fn clone(&self) -> Remembered {
        Remembered(self.0.clone())
    }

    fn clone_from(&mut self, from: &Remembered) {
        self.0.clone_from(&from.0);
    }
}

/// Where nothing is remembered a position has the fingerprint that it has without this list.
impl Hash for Remembered {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.0.is_empty() {
            self.0.hash(state);
        }
    }
}
