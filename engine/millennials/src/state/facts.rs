//! Facts of a battle, for tables.

use gauntlet_core::Player;

use crate::pool::Kind;

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// A card came from the player's deck to the opening hand.
    Opening {
        /// The player whose hand it is in.
        player: Player,
        /// The card.
        kind: Kind,
    },
    /// A turn began, for both players.
    Turn,
    /// A card came from the player's own deck to the hand.
    Draw {
        /// The player who drew.
        player: Player,
        /// The card.
        kind: Kind,
        /// It is the card that every turn begins with.
        by_turn: bool,
    },
    /// A card could not be drawn: the hand was full.
    FullHand {
        /// The player whose hand was full.
        player: Player,
    },
    /// How far the first player was ahead when placing began.
    Ahead {
        /// In power over all locations.
        power: i32,
        /// In locations with more power than the other side.
        locations: i32,
    },
    /// A card was played from the hand; it is about to be revealed.
    Play {
        /// The player who played it.
        player: Player,
        /// The card.
        kind: Kind,
    },
    /// A turn has ended for a player.
    End {
        /// For whom.
        player: Player,
        /// The energy that was spent.
        spent: i16,
        /// The energy that was not.
        left: i16,
        /// Cards in hand.
        hand: u8,
        /// Power over all locations.
        power: i32,
        /// Cards on the table.
        cards: u8,
    },
}

/// What was noted.
#[derive(Default, Debug)]
pub(crate) struct Annals {
    pub(crate) facts: Vec<Fact>,
}
