//! A card in a library or hand: which card, who knows it there, and from what.

use std::hash::{Hash, Hasher};

use gauntlet_cards::card::CardId;
use gauntlet_core::Player;

/// How a player came to know a card of a hand or library.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Learned {
    /// They looked at it (CR 701.20e), or hold it in hand.
    LookedAt = 1,
    /// It was revealed to all (CR 701.20a).
    Revealed,
    /// It came from a zone in which all see it.
    FromPublicZone,
    /// They put it there out of their hand.
    Placed,
    /// They knew where in the library it was, and it went to the hand from there.
    Tracked,
}

/// The bit of a card of a hand that was drawn this turn, where something asks for that.
const DRAWN: u8 = 1 << 6;

/// A card in a library or hand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct HiddenCard {
    /// Which card.
    pub card: CardId,
    /// Three bits for each player: 0 if they don't know it there, else how they came to. Owners know their hands. One more: [`DRAWN`].
    known: u8,
    /// Whether its ability that can be activated once each turn was activated this turn (CR 702.57b). Everyone has seen it then.
    pub(crate) used: bool,
}

/// From what cards are known makes no other position.
impl Hash for HiddenCard {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.card, self.seen(), self.used, self.is_drawn()).hash(state);
    }
}

impl std::fmt::Debug for HiddenCard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let learned = Player::BOTH.map(|player| self.learned(player));
        f.debug_tuple("HiddenCard").field(&self.card).field(&learned).field(&self.used).field(&self.is_drawn()).finish()
    }
}

impl HiddenCard {
    /// A card that nobody knows there.
    #[inline]
    pub(crate) fn unknown(card: CardId) -> HiddenCard {
        HiddenCard { card, known: 0, used: false }
    }

    /// A card that one player knows there, and in this way.
    #[inline]
    pub(crate) fn known_to(card: CardId, player: Player, how: Learned) -> HiddenCard {
        HiddenCard { card, known: (how as u8) << shift(player), used: false }
    }

    /// What the card is in its owner's hand once it was drawn: the other player may have known where it was.
    #[inline]
    pub(crate) fn drawn_by(self, owner: Player) -> HiddenCard {
        let mut drawn = HiddenCard::known_to(self.card, owner, Learned::LookedAt);
        if self.is_seen_by(!owner) {
            drawn.show(!owner, Learned::Tracked);
        }
        drawn
    }

    /// Returns whether it is in a hand and known to have been drawn this turn.
    #[inline]
    pub(crate) fn is_drawn(self) -> bool {
        self.known & DRAWN != 0
    }

    /// Notes whether it was drawn this turn.
    #[inline]
    pub(crate) fn set_drawn(&mut self, drawn: bool) {
        self.known = self.known & !DRAWN | if drawn { DRAWN } else { 0 };
    }

    /// Returns whether a player knows the card there.
    #[inline]
    pub fn is_seen_by(self, player: Player) -> bool {
        self.known >> shift(player) & 7 != 0
    }

    /// Who knows it there: bit *i* is player *i*.
    #[inline]
    pub fn seen(self) -> u8 {
        u8::from(self.is_seen_by(Player::FIRST)) | u8::from(self.is_seen_by(!Player::FIRST)) << 1
    }

    /// How a player came to know it there, if they do.
    pub fn learned(self, player: Player) -> Option<Learned> {
        match self.known >> shift(player) & 7 {
            0 => None,
            1 => Some(Learned::LookedAt),
            2 => Some(Learned::Revealed),
            3 => Some(Learned::FromPublicZone),
            4 => Some(Learned::Placed),
            5 => Some(Learned::Tracked),
            other => unreachable!("no way of knowing: {other}"),
        }
    }

    /// A player gets to know it there. What is revealed was, whatever was known before; else what was known first counts.
    #[inline]
    pub(crate) fn show(&mut self, player: Player, how: Learned) {
        if how == Learned::Revealed || !self.is_seen_by(player) {
            self.known = self.known & !(7 << shift(player)) | (how as u8) << shift(player);
        }
    }

    /// The players whose bits are set get to know it there.
    #[inline]
    pub(crate) fn show_all_of(&mut self, players: u8, how: Learned) {
        for player in Player::BOTH {
            if players & 1 << player.index() != 0 {
                self.show(player, how);
            }
        }
    }

    /// A player knows no longer that it is there.
    #[inline]
    pub(crate) fn hide_from(&mut self, player: Player) {
        self.known &= !(7 << shift(player));
    }
}

fn shift(player: Player) -> u8 {
    3 * player.index() as u8
}
