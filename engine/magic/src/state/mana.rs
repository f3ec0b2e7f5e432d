//! Mana that isn't like other mana: what it may be spent on, and what made it (CR 106.6).

use gauntlet_cards::effect::SpendRule;
use gauntlet_core::Player;

use super::object::ObjectId;

/// Mana in a pool that may be spent on some things only (CR 106.6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RestrictedMana {
    /// The player in whose pool it is.
    pub player: Player,
    /// Its type, as a place in the pool.
    pub place: u8,
    /// How many.
    pub count: u8,
    /// What it may be spent on.
    pub rule: SpendRule,
    /// What made it.
    pub source: ObjectId,
    /// Which of the pool's origins of mana that is or was, as bits.
    pub origins: u16,
}

/// Mana of an origin of the pool that was spent on something this turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SpentFrom {
    /// On what: the spell, what that has become, or the ability; none while it is being paid for.
    pub on: ObjectId,
    /// The origin.
    pub origin: u8,
    /// How much.
    pub count: u8,
}
