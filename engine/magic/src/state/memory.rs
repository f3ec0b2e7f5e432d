//! What is remembered for later: of a delayed trigger (CR 603.7), of what a cost was paid with, of what a shield does then.

use std::num::NonZero;

use super::object::ObjectId;

/// A list of what a delayed trigger, a payment or a shield remembers, by its number: those of `State::memories` that name it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MemoryList(NonZero<u16>);

impl MemoryList {
    /// The first list of a game.
    pub(crate) const FIRST: MemoryList = MemoryList(NonZero::<u16>::MIN);

    /// The list after this one.
    pub(super) fn next(self) -> MemoryList {
        self.0.checked_add(1).map_or(MemoryList::FIRST, MemoryList)
    }
}

/// An object that a delayed trigger or a link remembers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Memory {
    /// The list that it belongs to.
    pub list: MemoryList,
    /// Register.
    pub register: u8,
    /// Object.
    pub object: ObjectId,
}
