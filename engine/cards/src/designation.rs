//! Designations that abilities ask for and watch: of players (CR 724 the monarch, 725 the initiative, 309.7 completed dungeons), and
//! of the game (CR 730 day and night).

use crate::walk::Walk;

/// Something that a player is, has or has done in this game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Designation {
    /// Is the monarch (CR 724.1).
    Monarch,
    /// Has the initiative (CR 725.1).
    Initiative,
    /// Has completed this dungeon, or any (CR 309.7).
    Completed(Option<u8>),
}

/// What happens to a player alone and abilities watch for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Milestone {
    /// Becomes the monarch (CR 724.3).
    Monarch,
    /// Takes the initiative, also if they have it (CR 725.5).
    Initiative,
    /// Completes a dungeon (CR 309.7).
    Dungeon,
    /// The Ring tempts them (CR 701.54d). The event object is the creature that was chosen, if one was.
    Ring,
    /// Plays a land (CR 305.1). The event object is the land.
    Land,
    /// Unlocks this half of a permanent, also as it enters (CR 709.5h). The event object is the permanent.
    Unlocks(Door),
    /// Unlocks the last locked half of a permanent (CR 709.5i). The event object is the permanent.
    FullyUnlocks,
}

/// A half of a Room (CR 709.5j).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Door {
    /// The left half.
    Left,
    /// The right half.
    Right,
}

impl Door {
    /// Both, the left one first.
    pub const BOTH: [Door; 2] = [Door::Left, Door::Right];

    /// Its bit in the unlocked designations of a permanent (CR 709.5c).
    pub fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Whether it is day, night or neither (CR 730.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Walk)]
pub enum Daytime {
    /// Neither yet.
    #[default]
    Neither,
    /// It is day.
    Day,
    /// It is night.
    Night,
}

/// In what things are alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Alike {
    /// CR 201.2.
    Name,
    /// CR 205.3m.
    CreatureType,
}

impl Alike {
    /// What is so of them, in words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Alike::Name => "with a name in common",
            Alike::CreatureType => "with a creature type in common",
        }
    }
}
