//! The story of a battle so far.

use gauntlet_core::Audience;

use super::Op;
use crate::vocabulary::Hear;

/// A line of the battle log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// How far it is indented: one for each listener of the trace.
    pub indent: usize,
    /// Who may read it.
    pub audience: Audience,
    /// The text.
    pub text: String,
}

/// A message that was delivered to a listener.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Delivery {
    /// The message.
    pub hear: Hear,
    /// The object that it is about; for the start and the end of a turn, which are about none, the listener.
    pub subject: u16,
    /// The object, or from [`ORIGIN_LOCATION`](super::ORIGIN_LOCATION) on the location, whose ability led to it; the game itself, if none.
    pub sender: Option<u16>,
    /// The object, or from [`ORIGIN_LOCATION`](super::ORIGIN_LOCATION) on the location, that hears it.
    pub listener: u16,
    /// How long the trace is.
    pub depth: usize,
    /// The subject is no longer what and where it was when the message was sent.
    pub stale: bool,
}

/// A modifier that was given or taken away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// The card.
    pub card: u16,
    /// The object or location that made it.
    pub origin: u16,
    /// What it does.
    pub op: Op,
    /// How much.
    pub value: i32,
    /// Taken away, not given.
    pub removed: bool,
    /// A clone was made with it.
    pub copied: bool,
}

/// What happened in a battle.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Journal {
    /// The battle log.
    pub lines: Vec<Line>,
    /// Every delivery to a listener that does something.
    pub deliveries: Vec<Delivery>,
    /// Every change of a modifier.
    pub changes: Vec<Change>,
    /// How often an ongoing ability wanted to give a modifier.
    pub tried: usize,
    /// What was last told of ongoing abilities: the card that gets it, the object it is from, and how much.
    pub(crate) ongoing: Vec<(u16, u16, Op, i32)>,
    /// The cards that are just being turned face up: all see them, though they aren't among the revealed ones yet.
    pub(crate) revealing: Vec<u16>,
    /// The names of the players: the first seat's, the second's.
    pub(crate) names: [String; 2],
}

/// The names of the three locations.
pub const LOCATIONS: [&str; 3] = ["Left Location", "Middle Location", "Right Location"];
