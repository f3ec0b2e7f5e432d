//! The sums over some units of a run, as a worker hands them in.

use std::collections::BTreeMap;

use gauntlet_core::Reason;
use serde::{Deserialize, Serialize};

use crate::plan::schedule::Unit;
use crate::play::ranges::Ranges;
use crate::stats::details::Details;
use crate::stats::tally::{PerSide, Side, Tally};

/// The sums over some units of a run.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Chunk {
    /// The units that were played, by their numbers in the experiment's order.
    pub units: Ranges,
    /// The sums of each pairing that was played, by its number.
    pub tallies: BTreeMap<usize, Tally>,
    /// Whether the games were followed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub followed: bool,
    /// What the games of each pairing told.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub details: BTreeMap<usize, PerSide<Details>>,
    /// The games that failed in the engine.
    pub failures: Vec<Failure>,
    /// The games that reached a limit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unfinished: Vec<Failure>,
    /// The games that an agent gave up, for a fault of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forfeits: Vec<Failure>,
    /// How the first games of each pairing ended in which a program plays.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counted: Vec<Counted>,
}

/// How a game ended that may go otherwise when it is played again. Of matches these are the first games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Counted {
    /// The unit it belongs to.
    pub unit: Unit,
    /// The side that went first.
    pub first: Side,
    /// Who won it.
    pub winner: Option<Side>,
    /// Why it ended.
    pub reason: Reason,
    /// The turn in which it ended.
    pub turns: u32,
    /// The choices that were made.
    pub decisions: u64,
}

/// A game that panicked, reached a limit or was forfeited, with all that is needed to play it again.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// The unit it belongs to.
    pub unit: Unit,
    /// The side that went first.
    pub first: Side,
    /// Which game of its match, from 0.
    #[serde(default, skip_serializing_if = "is_first")]
    pub game: u8,
    /// Why it ended.
    #[serde(default = "engine_error")]
    pub reason: Reason,
    /// The turn it failed in.
    pub turn: u32,
    /// The choices that were made before.
    pub decisions: u64,
    /// What the panic said, and where in the source it was, or what an agent did wrong; empty if there was nothing.
    pub message: String,
}

fn is_first(game: &u8) -> bool {
    *game == 0
}

fn engine_error() -> Reason {
    Reason::EngineError
}
