use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Player;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won; `None` is a draw.
    pub winner: Option<Player>,
    /// Why the game ended.
    pub reason: Reason,
}

impl Outcome {
    /// The points of `player`: 1 for a win, ½ for a draw, 0 for a loss.
    pub fn score(self, player: Player) -> f64 {
        match self.winner {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner == player)),
        }
    }
}

/// Why a game ended. Each is counted apart in every table; none is dropped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A player's life total reached 0.
    Life,
    /// A player drew from an empty library.
    Decked,
    /// A player had ten or more poison counters.
    Poison,
    /// An effect said that a player wins or loses.
    Effect,
    /// A player conceded (an agent that crashed or broke its protocol counts as conceding).
    Concession,
    /// More points, locations or whatever else the game counts at its regular end.
    Score,
    /// The rules made the game a draw (both players lost at once, or a mandatory loop).
    DrawByRule,
    /// The limit on turns was reached: a draw.
    TurnLimit,
    /// The limit on actions was reached: a draw.
    ActionLimit,
    /// The engine broke one of its own invariants: the game has no result and counts as a draw, with a replay.
    EngineError,
}

impl Reason {
    /// Every reason, in the order of the tables' columns.
    pub const ALL: [Reason; 10] = [
        Reason::Life,
        Reason::Decked,
        Reason::Poison,
        Reason::Effect,
        Reason::Concession,
        Reason::Score,
        Reason::DrawByRule,
        Reason::TurnLimit,
        Reason::ActionLimit,
        Reason::EngineError,
    ];

    /// The name used in tables: lower case, words joined by `_`.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Life => "life",
            Reason::Decked => "decked",
            Reason::Poison => "poison",
            Reason::Effect => "effect",
            Reason::Concession => "concession",
            Reason::Score => "score",
            Reason::DrawByRule => "draw_by_rule",
            Reason::TurnLimit => "turn_limit",
            Reason::ActionLimit => "action_limit",
            Reason::EngineError => "engine_error",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
