//! Dungeon cards (CR 309): compiled from text like other cards.

use crate::ids::AbilityId;

/// A dungeon card.
#[derive(Clone, Debug)]
pub struct Dungeon {
    /// The name.
    pub name: String,
    /// Only effects that name it bring it into the game (CR 701.49d).
    pub by_name_only: bool,
    /// The rooms; the topmost one first.
    pub rooms: Vec<Room>,
}

/// A room of a dungeon (CR 309.4).
#[derive(Clone, Debug)]
pub struct Room {
    /// The name, which is flavor (CR 309.4b).
    pub name: String,
    /// The room ability (CR 309.4c).
    pub ability: AbilityId,
    /// The rooms to which arrows point; none from the bottommost room.
    pub exits: Vec<u8>,
}
