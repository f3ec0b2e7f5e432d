//! Gauntlet's harness: plays card games against themselves and makes tables of it.
//!
//! Data flows one way: [`plan`] (what is to be found out: which games, from which seeds) → [`play`] (playing them) → [`stats`] (adding up) →
//! [`store`] (what outlives the process) → [`show`] (tables, the terminal, a page); [`check`] plays to find faults, and [`commands`] puts all of it
//! together. All of it is generic over [`gauntlet_core::Game`]; a game is plugged in as a [`host::Host`], as those in [`games`] are.

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

/// The commit that it was built from, as `--version` says it; "unknown" if nobody knows.
pub const COMMIT: &str = env!("GAUNTLET_BUILT_FROM");

/// The same with the commit that it was built from, and the features that it was built with.
pub const BUILD: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit: ",
    env!("GAUNTLET_BUILT_FROM"),
    "\nfeatures: ",
    env!("GAUNTLET_BUILT_WITH")
);
