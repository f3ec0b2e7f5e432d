//! What a position keeps of what happened this turn, for what asks later.

use gauntlet_cards::happening::Happening;
use gauntlet_core::Player;

use super::object::{Object, ObjectId};

/// Something that happened this turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PastEvent {
    /// What happened.
    pub kind: Happening,
    /// To which object; of damage to players and of what players do, none.
    pub id: ObjectId,
    /// The object as it was then; of damage to players and of what players do, the source.
    pub object: Object,
    /// What dealt the damage, or by what the player did it.
    pub source: ObjectId,
    /// Who was dealt the damage, or did it.
    pub player: Option<Player>,
    /// How much damage.
    pub amount: u16,
    /// Combat damage.
    pub combat: bool,
    /// Who controlled the source of the damage then.
    pub by: Option<Player>,
}

/// An event of this turn that some ability asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Happened {
    /// The number of the event among those of the pool.
    pub(crate) number: u16,
    /// Whom an ability's "you" meant.
    pub(crate) you: Player,
    /// Whose own event it was, if that is asked for.
    pub(crate) source: ObjectId,
    /// What it was about, if that is asked for.
    pub(crate) about: ObjectId,
}
