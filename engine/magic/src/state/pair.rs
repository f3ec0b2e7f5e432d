//! Creatures that soulbond has paired.

use gauntlet_core::Player;

use super::object::ObjectId;

/// Two creatures that are paired, and the player who controls both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pair {
    /// The creatures.
    pub creatures: [ObjectId; 2],
    /// Their controller.
    pub controller: Player,
}
