//! What the engine keeps while a procedure is at work that isn't part of the position.

use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::journal::Journal;
use crate::state::{ObjectId, Ordered, State, Target};

/// What damage that is dealt at one time adds up to.
#[derive(Default)]
pub(crate) struct AtOnce {
    /// The life that each player loses by it.
    pub(crate) losses: [i32; 2],
    /// The life that lifelink gains, for each source once (CR 702.15e).
    pub(crate) gains: SmallVec<[(ObjectId, Player, i32); 4]>,
    /// Parts of it that were dealt to another instead (CR 614.9).
    pub(crate) redirected: SmallVec<[(ObjectId, Target, u32); 2]>,
    /// Of which object the effect was that replaced all damage to whom: it is one event (CR 615.13, 616.1).
    pub(crate) replaced: SmallVec<[(Target, ObjectId); 2]>,
}

/// The position before the procedure that is at work, and the question that has come up in it.
#[derive(Debug, Default)]
pub(crate) struct Before {
    pub(crate) state: Option<Box<State>>,
    pub(crate) journal: Option<Box<Journal>>,
    /// How many facts there were.
    pub(crate) facts: usize,
    /// Whether `state` is the position before this procedure.
    pub(crate) kept: bool,
    /// Who is asked, and the object that the event affects: none if it affects that player.
    pub(crate) asked: Option<(Player, ObjectId)>,
    pub(crate) options: Vec<Ordered>,
    /// How many answers have been used.
    pub(crate) used: usize,
}
