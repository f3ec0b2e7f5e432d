//! Which game is meant.

use gauntlet::games;
use gauntlet::games::magic::Magic;
use gauntlet::games::millennials::Millennials;
use gauntlet::host::Host;
use gauntlet::host::views::Views;
use gauntlet_encoding::EncodedGame;

use crate::errors::Problem;

/// A game that is played in Python.
pub(crate) trait Served: Views<Game: EncodedGame> {}

impl Served for Magic {}
impl Served for Millennials {}

/// One of the games.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    /// Magic.
    Magic,
    /// Millennials.
    Millennials,
}

impl Which {
    /// The game of this name.
    pub(crate) fn named(name: &str) -> Result<Which, Problem> {
        match name {
            Magic::NAME => Ok(Which::Magic),
            Millennials::NAME => Ok(Which::Millennials),
            other => Err(Problem::Usage(games::unknown(other))),
        }
    }
}

/// `for_game!(which, H => expression)`: the expression with the type of the game in place of `H`.
macro_rules! for_game {
    ($which:expr, $host:ident => $expression:expr) => {
        match $which {
            $crate::games::Which::Magic => {
                type $host = ::gauntlet::games::magic::Magic;
                $expression
            }
            $crate::games::Which::Millennials => {
                type $host = ::gauntlet::games::millennials::Millennials;
                $expression
            }
        }
    };
}

pub(crate) use for_game;
