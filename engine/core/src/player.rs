use std::fmt;
use std::ops::{Index, IndexMut, Not};

use serde::{Deserialize, Serialize};

/// One of the two players of a game, by seat: [`Player::FIRST`] is the one who takes the first turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Player(u8);

impl Player {
    /// The player who takes the first turn.
    pub const FIRST: Player = Player(0);
    /// The player who takes the second turn.
    pub const SECOND: Player = Player(1);
    /// Both players in seat order.
    pub const BOTH: [Player; 2] = [Player::FIRST, Player::SECOND];

    /// The player of seat `index`.
    ///
    /// # Panics
    /// If `index` is not 0 or 1.
    #[inline]
    pub const fn new(index: usize) -> Player {
        assert!(index < 2, "a seat is 0 or 1");
        Player(index as u8)
    }

    /// The seat, 0 or 1.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask tells the optimiser that indexing an array of two needs no bounds check.
        (self.0 & 1) as usize
    }

    /// The other player.
    #[inline]
    pub const fn opponent(self) -> Player {
        Player(self.0 ^ 1)
    }
}

impl Not for Player {
    type Output = Player;

    #[inline]
    fn not(self) -> Player {
        self.opponent()
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "P{}", self.0)
    }
}

/// One value for each player, indexed by [`Player`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct PerPlayer<T>(pub [T; 2]);

impl<T> PerPlayer<T> {
    /// The values made by calling `f` for the first and then the second player.
    pub fn from_fn(mut f: impl FnMut(Player) -> T) -> Self {
        PerPlayer([f(Player::FIRST), f(Player::SECOND)])
    }
}

impl<T> Index<Player> for PerPlayer<T> {
    type Output = T;

    #[inline]
    fn index(&self, player: Player) -> &T {
        &self.0[player.index()]
    }
}

impl<T> IndexMut<Player> for PerPlayer<T> {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player.index()]
    }
}
