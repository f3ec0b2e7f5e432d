//! What others speak of by a name: activated abilities by their keyword, special actions.

use crate::walk::Walk;

/// Activated abilities that are spoken of by their keyword.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Named {
    /// CR 702.6.
    Equip,
    /// CR 702.142.
    Boast,
    /// CR 702.29, typecycling included (CR 702.29f).
    Cycling,
    /// CR 702.122.
    Crew,
    /// CR 702.171.
    Saddle,
    /// CR 702.107.
    Outlast,
    /// CR 702.177.
    Exhaust,
    /// CR 702.49, commander ninjutsu included (CR 702.49d).
    Ninjutsu,
    /// CR 702.138: casting the card for its escape cost.
    Escape,
}

/// Special actions that cost mana (CR 116.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum SpecialAction {
    /// CR 116.2h.
    Foretell,
    /// CR 116.2b.
    TurnFaceUp,
    /// CR 116.2m.
    Unlock,
}
