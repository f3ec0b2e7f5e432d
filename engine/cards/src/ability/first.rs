//! "For the first time each turn" (CR 603.2).

use crate::walk::Walk;

/// Of what an event is the first in a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum FirstOf {
    /// Of those that are the source's own, or its host's: "whenever ~ attacks".
    Own,
    /// Of those about that object: "whenever a creature deals damage".
    Object,
    /// Of all: "whenever you gain life".
    All,
    /// Of all that are about another object than the source: "whenever another creature enters".
    Others,
}
