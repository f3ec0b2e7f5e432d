//! The contract between games, agents and harness.
//!
//! [`Game`] is all that agents and harness know of a game; [`View`] is all that an agent is given of one position.
//! No game lives here.

mod game;
pub mod guard;
mod outcome;
mod perft;
mod player;
mod seed;
mod story;
pub mod suggest;
mod view;

pub use game::{Game, IllegalAction};
pub use outcome::{Outcome, Reason};
pub use perft::{divide, perft};
pub use player::{PerPlayer, Player};
pub use seed::{Rng, Seed, Stream};
pub use story::{Audience, StoryLine};
pub use view::View;
