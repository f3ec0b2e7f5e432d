//! What a position keeps of what happened in the game, as facts for tables.

use gauntlet_cards::card::CardId;
use gauntlet_core::Player;

/// One thing that happened. Cards are named as they are in decks, and told of to their owners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// A player has looked at an opening hand and kept it or not (CR 103.5).
    Hand {
        /// The player whose hand it is.
        player: Player,
        /// How many mulligans the player has taken before.
        mulligans: u8,
        /// Whether it was kept.
        kept: bool,
        /// The lands in it.
        lands: u8,
        /// The other cards in it with a mana value of at most 2.
        cheap: u8,
    },
    /// A card is in the hand with which a player begins, after cards were put on the bottom.
    Opening {
        /// The player whose hand it is.
        player: Player,
        /// Which card.
        card: CardId,
    },
    /// A turn begins.
    Turn {
        /// The player whose turn it is.
        player: Player,
        /// The life totals, by seat.
        life: [i32; 2],
    },
    /// A player draws a card (CR 121.1).
    Draw {
        /// The player who draws.
        player: Player,
        /// Which card.
        card: CardId,
    },
    /// A card is put from a library into its owner's hand without being drawn.
    Find {
        /// The player whose card it is.
        player: Player,
        /// Which card.
        card: CardId,
    },
    /// A player plays or casts a card that is theirs (CR 305.1, 601.2i).
    Play {
        /// The player who plays or casts it.
        player: Player,
        /// Which card.
        card: CardId,
        /// Whether as a land.
        land: bool,
    },
    /// A player has spent mana on a cost.
    Mana {
        /// The player who has spent it.
        player: Player,
        /// How much.
        amount: u8,
    },
    /// The cleanup step of a turn begins (CR 514): how its player stands.
    End {
        /// The player whose turn it is.
        player: Player,
        /// The lands that the player controls.
        lands: u8,
        /// The permanents of the player that can be tapped for mana.
        sources: u8,
        /// The life total.
        life: i32,
        /// The cards in hand.
        hand: u8,
        /// The lands among them.
        lands_in_hand: u8,
        /// How many of them have a mana cost with no more mana in it than there are sources, but in colours that those don't make.
        off_colour: u8,
    },
}

/// The facts of a game so far.
#[derive(Debug, Default)]
pub(crate) struct Annals {
    pub(crate) facts: Vec<Fact>,
}
