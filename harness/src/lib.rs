//! Gauntlet's harness: plays card games against themselves and makes tables of it.
//!
//! Data flows one way: [`experiment`] (what is to be found out) → [`schedule`] (which games, from which seeds) →
//! [`run`] and [`play`] (playing them) → [`tally`] (adding up) → [`tables`] (rows) → [`report`] and [`results`] (the
//! terminal, the files). All of it is generic over [`gauntlet_core::Game`]; a game is plugged in as a [`host::Host`].

pub mod check;
pub mod commands;
pub mod error;
pub mod games;
pub mod host;
pub mod output;
pub mod plan;
pub mod play;
pub mod show;
pub mod stats;
pub mod store;

/// The version of this program, part of every result.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
