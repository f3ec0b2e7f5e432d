//! Costs that are being paid by hand.

use gauntlet_core::Player;
use smallvec::SmallVec;

use super::object::ObjectId;
use crate::payment::PartPaid;

/// A symbol in a cost that effects ask about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Contained {
    /// {X}.
    X,
    /// {C}.
    Colorless,
}

/// A cost that is being paid by hand.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ByHand {
    pub(crate) player: Player,
    pub(crate) paid: PartPaid,
    /// The mana that was spent so far, as in [`crate::state::spent_of`].
    pub(crate) spent: u32,
    /// How much of it was of which of the pool's origins.
    pub(crate) spent_from: SmallVec<[(u8, u8); 2]>,
    /// What makes no mana for it, as other parts of the cost are paid with it, or this one.
    pub(crate) without: SmallVec<[ObjectId; 4]>,
    /// The cards that delve will exile.
    pub(crate) delved: SmallVec<[ObjectId; 4]>,
    /// A permanent of several colours that is tapped for convoke: which of them it pays for is being asked.
    pub(crate) helper: Option<u16>,
    /// The symbol that effects ask about, in a cost in the middle of a resolution.
    pub(crate) contained: Option<Contained>,
    /// Whether things may be given up for its mana.
    pub(crate) may_give_up: bool,
    /// That is all that is chosen, and the rest is paid by itself.
    pub(crate) only_given_up: bool,
    /// The life that other parts of the cost are paid with, and those of what is paid for outside this one.
    pub(crate) kept_life: i32,
}

/// In which ways a cost is paid by hand.
#[derive(Clone, Copy)]
pub(crate) struct Ways {
    /// The symbol that effects ask about, in a cost in the middle of a resolution.
    pub(crate) contained: Option<Contained>,
    /// Things may be given up for its mana.
    pub(crate) may_give_up: bool,
    /// That is all that is chosen; the rest is paid by itself.
    pub(crate) only_given_up: bool,
    /// The life that other parts of the cost are paid with.
    pub(crate) kept_life: i32,
}
