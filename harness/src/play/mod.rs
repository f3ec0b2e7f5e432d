//! Playing it: one game, a table, workers, and what they hand in.

pub mod chunk;
pub mod decisions;
pub mod game;
pub mod panics;
pub mod players;
pub mod ranges;
pub mod rows;
pub mod run;
pub mod seating;
pub mod threads;
pub mod versions;
