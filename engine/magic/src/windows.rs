//! The windows in which a player may have priority, and in which of them players want to be asked.

use gauntlet_cards::filter::Step;
use gauntlet_core::{PerPlayer, Stops};

/// A step or main phase with nothing on the stack, in a turn of the player's own or of the opponent's.
pub const fn in_step(own: bool, step: Step) -> Stops {
    Stops(1 << (step as u32 + if own { 16 } else { 0 }))
}

/// What the player controls is on top of the stack.
pub const fn under_own() -> Stops {
    Stops(1 << 32)
}

/// What the opponent controls is on top of the stack.
pub const fn under_others() -> Stops {
    Stops(1 << 33)
}

/// In which windows players want to be asked, and how far the game has gone on without asking. Not part of the position.
pub(crate) struct Asking {
    pub(crate) stops: PerPlayer<Stops>,
    /// How many more choices may be answered in a player's place.
    pub(crate) left: u64,
    /// How many were.
    pub(crate) passed: u64,
    /// How many procedures have followed each other without a choice.
    pub(crate) forced: u32,
}

impl Asking {
    /// Players are asked in these windows, or after that many others.
    pub(crate) fn at(stops: PerPlayer<Stops>, left: u64) -> Asking {
        Asking { stops, left, passed: 0, forced: 0 }
    }
}

impl Default for Asking {
    fn default() -> Asking {
        Asking::at(PerPlayer([Stops::ALL; 2]), 0)
    }
}
