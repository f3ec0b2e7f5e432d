//! What is to be found out: experiment files, decks, which games are played from which seeds, when more are needed.

pub mod adapt;
pub mod again;
pub mod experiment;
pub mod file;
pub mod files;
pub mod schedule;
