//! What instructions work with besides descriptions: registers, places in the code, what damage is dealt to.

use crate::filter::{Amount, CounterKind, Filter, Objects, Players};
use crate::types::Subtype;
use crate::walk::Walk;

/// Number of a register of a resolving script. Registers hold lists of objects or one number.
pub type Register = u8;

/// Index of an instruction in its part's code.
pub type Label = u16;

/// The targets of this number, among which something is divided as they are chosen (CR 601.2d). Instructions name targets by it or within
/// descriptions, never by a bare number, so that whoever looks for targets finds them all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct DividedAmong(pub u8);

/// Objects and players that something is done to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Recipients {
    /// Objects.
    Objects(Objects),
    /// Players.
    Players(Players),
    /// Target number *n*, whatever it is.
    Target(u8),
    /// Several.
    Both(Vec<Recipients>),
    /// What the trigger event's damage was dealt to, or the attacked player or planeswalker.
    Event,
}

/// The types of which one is chosen (CR 205.3).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum OfferedTypes {
    /// Every creature type.
    All,
    /// Every creature type but one.
    AllBut(Subtype),
    /// Only these.
    These(Vec<Subtype>),
}

/// Which counters of several kinds are moved (CR 122.5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum MovedKinds {
    /// Of each kind as many as their player likes.
    AnyNumber,
    /// The same, and at least one in all.
    OneOrMore,
    /// One of each kind that isn't there yet.
    OneOfEachNew,
}

/// Counters with which something enters the battlefield if it is such as it enters (CR 614.12).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct CountersIf {
    /// What it must be.
    pub what: Filter,
    /// Of which kind they are.
    pub kind: CounterKind,
    /// How many.
    pub amount: Amount,
}
