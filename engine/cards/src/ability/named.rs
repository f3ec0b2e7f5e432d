//! Abilities that others speak of.

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
}
