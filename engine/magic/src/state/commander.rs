//! Commanders, as they are remembered for a whole game (CR 903.3).

use gauntlet_cards::card::CardId;
use gauntlet_cards::types::Colors;
use gauntlet_core::Player;

/// A card that leads a deck (CR 903.3), and what is remembered of it for the whole game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Commander {
    /// Whose deck it leads.
    pub owner: Player,
    /// The card.
    pub card: CardId,
    /// Its color identity (CR 903.4).
    pub identity: Colors,
    /// How often it was cast from the command zone (CR 903.8).
    pub casts: u16,
    /// How much combat damage it has dealt to each player (CR 903.10a).
    pub dealt: [u16; 2],
}
