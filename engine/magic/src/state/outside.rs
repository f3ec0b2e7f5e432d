//! The cards that players own from outside the game: their sideboards (CR 400.11a).

use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

use gauntlet_cards::card::CardId;
use gauntlet_core::Player;

/// A card outside the game. Its owner knows it; the other player knows the sideboard as they know the deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OutsideCard {
    /// Who owns it.
    pub owner: Player,
    /// The card.
    pub card: CardId,
    /// Whether its owner has brought in a card without showing it: then the other player doesn't know any more what is left.
    pub(crate) unsure: bool,
}

/// All cards outside the game that players own; none in most games.
#[derive(PartialEq, Eq, Default, Debug)]
pub struct Outside(Vec<OutsideCard>);

impl Outside {
    /// Takes out a card of a player. Where it isn't `shown`, the other player doesn't know any more what is left.
    pub(crate) fn take(&mut self, owner: Player, card: CardId, shown: bool) -> Option<CardId> {
        let place = self.0.iter().position(|other| other.owner == owner && other.card == card)?;
        self.0.remove(place);
        if !shown {
            self.0.iter_mut().filter(|other| other.owner == owner).for_each(|other| other.unsure = true);
        }
        Some(card)
    }

    /// The cards that a player owns.
    pub(crate) fn of(&self, owner: Player) -> impl Iterator<Item = CardId> + '_ {
        self.0.iter().filter(move |other| other.owner == owner).map(|other| other.card)
    }

    /// Others take the place of all cards of a player, in this order.
    pub(crate) fn deal_again(&mut self, owner: Player, cards: &[CardId]) {
        for (other, card) in self.0.iter_mut().filter(|other| other.owner == owner).zip(cards) {
            other.card = *card;
        }
    }

    /// The sideboard of a player is outside the game, in an order that says nothing.
    pub(crate) fn add(&mut self, owner: Player, cards: impl Iterator<Item = CardId>) {
        let from = self.0.len();
        self.0.extend(cards.map(|card| OutsideCard { owner, card, unsure: false }));
        self.0[from..].sort_unstable_by_key(|other| other.card);
    }
}

impl Deref for Outside {
    type Target = Vec<OutsideCard>;

    fn deref(&self) -> &Vec<OutsideCard> {
        &self.0
    }
}

impl DerefMut for Outside {
    fn deref_mut(&mut self) -> &mut Vec<OutsideCard> {
        &mut self.0
    }
}

impl Clone for Outside {
    fn clone(&self) -> Outside {
        Outside(self.0.clone())
    }

    fn clone_from(&mut self, from: &Outside) {
        self.0.clone_from(&from.0);
    }
}

/// A game without such cards has the fingerprint that it has without this list.
impl Hash for Outside {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.0.is_empty() {
            self.0.hash(state);
        }
    }
}
