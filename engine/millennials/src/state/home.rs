//! Where a card that nobody has seen can be.

use gauntlet_core::Player;

/// Where a card's kind comes from, for one who doesn't see it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Home {
    /// It is one of those that the first player's deck began with or got.
    First,
    /// The same for the second player.
    Second,
    /// It may be any collectible card.
    Anywhere,
}

impl Home {
    /// A player's deck.
    pub(crate) fn deck(player: Player) -> Home {
        if player == Player::FIRST { Home::First } else { Home::Second }
    }
}
