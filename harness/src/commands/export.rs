//! `gauntlet export`: the decisions of games as Parquet files, for learning and for those who count.
//!
//! It is a command of the games that have an encoding, each of which names it among its own.

#[cfg(feature = "parquet")]
mod written;

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::{Args, ValueEnum};
use gauntlet_encoding::EncodedGame;

use crate::commands::interrupt;
use crate::commands::options::PlayArgs;
use crate::error::Error;
use crate::host::Host;
use crate::host::options::from_one;
use crate::host::subcommand::{Subcommand, options};
use crate::output::screen::{Exit, Screen};
use crate::plan::file::{GAMES, OnThePlay};
use crate::play::threads::Threads;

/// Which games, and where their decisions go.
#[derive(Args, Clone, Debug)]
pub struct ExportArgs {
    /// The decks: files, names of decks in decks/, or directories of decks (DIR/... means those in the directories below it, too). One plays itself,
    /// of several every deck plays every other.
    #[arg(value_name = "DECKS", required = true)]
    pub decks: Vec<PathBuf>,
    /// Let each of several decks also play itself.
    #[arg(long)]
    pub mirrors: bool,
    /// Games of each pairing, rounded up to whole pairs.
    #[arg(long, value_name = "N", default_value_t = GAMES, value_parser = from_one::<NonZeroU64>, allow_negative_numbers = true)]
    pub games: NonZeroU64,
    /// What is written of positions instead of encodings.
    #[arg(long, value_name = "KIND", value_enum)]
    pub features: Option<Features>,
    /// Who plays.
    #[command(flatten)]
    pub play: PlayArgs,
    /// Who takes the first turn: both in turn on the same seeds, or always the first deck, or always the second.
    #[arg(long, value_name = "WHO", value_enum, default_value_t = OnThePlay::Swap)]
    pub on_the_play: OnThePlay,
    /// Begin another file after the game with which one has this many decisions.
    #[arg(long, value_name = "N", default_value = "100000", value_parser = from_one::<NonZeroU64>, allow_negative_numbers = true)]
    pub rows_per_file: NonZeroU64,
    /// How many threads.
    #[command(flatten)]
    pub threads: Threads,
    /// The directory for the files, which must be empty or not exist yet.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Write what export.json has to the standard output instead of a line about it.
    #[arg(long)]
    pub json: bool,
    /// No progress bar, no remarks.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Numbers that are written instead of encodings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Features {
    /// Those by which searches value positions: what python/train/value.py learns from.
    Value,
}

/// The command, for a game that has an encoding.
pub const fn command<H: Host<Game: EncodedGame>>() -> Subcommand {
    Subcommand {
        name: "export",
        declare: || {
            let about = "Write the decisions of games to Parquet files, encoded: what a player saw and could do, what was chosen, and how it ended";
            ExportArgs::augment_args(clap::Command::new("export")).about(about)
        },
        run: |matches, screen| export::<H>(&options(matches)?, screen, interrupt::flag),
        refuse: |game| format!("games of {game} have no encoding: there is nothing to export them as"),
    }
}

/// `gauntlet export`.
///
/// # Errors
/// If there are no such decks or agents, the directory isn't empty, files can't be written, or the program was built without Parquet.
pub fn export<H: Host<Game: EncodedGame>>(
    args: &ExportArgs,
    screen: &mut Screen<'_>,
    stop: impl FnOnce() -> &'static AtomicBool,
) -> Result<Exit, Error> {
    #[cfg(feature = "parquet")]
    return written::export::<H>(args, screen, stop);
    #[cfg(not(feature = "parquet"))]
    {
        let _ = (args, screen, stop);
        Err(Error::input(
            "this program was built without Parquet, which is what decisions are written as: build it with the feature 'parquet'",
        ))
    }
}
