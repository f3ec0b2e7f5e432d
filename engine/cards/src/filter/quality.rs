//! What few texts ask of an object.

use super::{Amount, Comparison};
use crate::walk::Walk;

/// What few texts ask of an object.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Quality {
    /// Its base power (CR 208.4b) compared with a number.
    BasePower(Comparison, Amount),
    /// Its base toughness (CR 208.4b) compared with a number.
    BaseToughness(Comparison, Amount),
    /// Its power is greater than its base power.
    PowerExceedsBase,
    /// It has exactly that many colours.
    ColorCount(u8),
    /// It attacks, and nothing else does (CR 506.5).
    AttackingAlone,
    /// Its card is double-faced (CR 712.1).
    DoubleFaced,
    /// It is a double-faced permanent with its back face up (CR 701.27g).
    Transformed,
}

impl Quality {
    /// The number that it is compared with.
    pub fn amount(&self) -> Option<&Amount> {
        match self {
            Quality::BasePower(_, amount) | Quality::BaseToughness(_, amount) => Some(amount),
            _ => None,
        }
    }

    /// Returns whether base power or toughness is asked for.
    pub fn is_of_base(&self) -> bool {
        matches!(self, Quality::BasePower(..) | Quality::BaseToughness(..) | Quality::PowerExceedsBase)
    }
}
