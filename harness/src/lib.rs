//! Gauntlet's harness: plays card games against themselves and makes tables of it.
//!
//! Data flows one way: [`experiment`] (what is to be found out) → [`schedule`] (which games, from which seeds) →
//! [`run`] and [`play`] (playing them) → [`tally`] (adding up) → [`tables`] (rows) → [`report`] and [`results`] (the
//! terminal, the files). All of it is generic over [`gauntlet_core::Game`]; a game is plugged in as a [`host::Host`].

pub mod adapt;
pub mod agents;
pub mod bench;
pub mod chunk;
pub mod cli;
pub mod commands;
pub mod compare;
pub mod details;
pub mod equilibrium;
pub mod error;
pub mod experiment;
pub mod failures;
pub mod files;
pub mod fuzz;
pub mod games;
pub mod grid;
pub mod honesty;
pub mod host;
pub mod interrupt;
pub mod luck;
pub mod magic;
pub mod metagame;
pub mod millennials;
pub mod page;
pub mod panics;
pub mod plan;
pub mod play;
pub mod players;
pub mod progress;
pub mod ranges;
pub mod replay;
pub mod report;
pub mod results;
pub mod rows;
pub mod run;
pub mod schedule;
pub mod screen;
pub mod seating;
pub mod sequence;
pub mod session;
pub mod stats;
pub mod tables;
pub mod tally;
pub mod threads;
pub mod tune;
pub mod versions;
pub mod watch;
