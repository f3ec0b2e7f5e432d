//! Many games of Magic stepped at once on all processors, with observations, masks and rewards written into arrays that are made once.
//!
//! [`Games`] has a number of environments, in each of which one game follows another. A step takes an action for every environment, plays
//! on to the next decision and writes what it looks like into the caller's [`Arrays`]. What happens in an environment depends on the seed
//! and the actions there, not on the number of threads or of environments. A game whose rules engine panics is over with an error,
//! remembered as a [`Failure`] with its seed; the others go on.

mod arrays;
mod error;
mod games;
mod lane;

pub use arrays::Arrays;
pub use error::StepError;
pub use games::{Config, Games, NEXT_PAGE};
pub use lane::Failure;
