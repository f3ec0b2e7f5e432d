//! The numbers by which cards and abilities are known in a pool.

use crate::walk::Walk;

/// A card of a [`crate::Pool`], or a token, or one face of a card with several.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct CardId(pub u16);

impl CardId {
    /// The number of the card in its pool.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An ability of a [`crate::Pool`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct AbilityId(pub u32);

impl AbilityId {
    /// The number of the ability in its pool.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A kind of permanents that make mana, of which it is asked how much of their mana was spent, as its number in the pool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct ManaOrigin(pub u8);
