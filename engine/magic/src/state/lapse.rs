//! What a duration depends on, and when it wasn't so (CR 611.2b).

use gauntlet_cards::filter::CounterKind;
use gauntlet_core::Player;

use super::object::ObjectId;

/// What effects may last for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hold {
    /// It is tapped.
    Tapped,
    /// The player controls it.
    Controlled(Player),
    /// It has counters of a kind.
    Counters(CounterKind),
    /// An Aura is attached to it.
    Enchanted,
}

/// A permanent wasn't so for a while.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lapse {
    /// The permanent.
    pub object: ObjectId,
    /// What it was no more.
    pub hold: Hold,
    /// Since when.
    pub ended: u32,
    /// Until when, if it is so again.
    pub again: Option<u32>,
}
