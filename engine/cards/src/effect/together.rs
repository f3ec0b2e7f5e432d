//! What is asked of several things that are chosen together, beside what is asked of each of them.

use crate::filter::Amount;
use crate::walk::Walk;

/// What is asked of all targets of one spec together (CR 115.1, 601.2c), or of all that a part of a cost is paid with. Each is chosen so that it holds of those that were chosen before
/// and of this one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Walk)]
pub enum Together {
    /// Nothing.
    #[default]
    Anything,
    /// All have the same controller (or owner, where nothing has a controller).
    SameController,
    /// No two have the same controller.
    DifferentControllers,
    /// All have a card type in common.
    SharedCardType,
    /// All have a permanent type in common (CR 110.4).
    SharedPermanentType,
    /// All have a creature type in common.
    SharedCreatureType,
    /// No two have a creature type in common.
    NoSharedCreatureType,
    /// All have a color in common.
    SharedColor,
    /// No two have the same name.
    DifferentNames,
    /// No two have the same power.
    DifferentPowers,
    /// No two have the same mana value.
    DifferentManaValues,
    /// Their total power is that or less.
    TotalPower(Amount),
    /// Their total toughness is that or less.
    TotalToughness(Amount),
    /// Their total mana value is that or less.
    TotalManaValue(Amount),
}

impl Together {
    /// Returns whether what was chosen first says what else can be chosen.
    pub fn is_asked(&self) -> bool {
        *self != Together::Anything
    }
}
