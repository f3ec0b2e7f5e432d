//! Commands that a game adds to those that every game has.

use clap::{ArgMatches, FromArgMatches};

use crate::error::Error;
use crate::output::screen::{Exit, Screen};

/// A command that not every game has.
#[derive(Clone, Copy, Debug)]
pub struct Subcommand {
    /// Its name, which it declares too.
    pub name: &'static str,
    /// Its name, options and help.
    pub declare: fn() -> clap::Command,
    /// Carries it out.
    pub run: fn(&ArgMatches, &mut Screen<'_>) -> Result<Exit, Error>,
    /// What is said where it is asked of a game of this name, which doesn't have it.
    pub refuse: fn(&str) -> String,
}

/// The options of a command that declared them as those of `A`.
///
/// # Errors
/// None in practice: they were checked when the command line was read.
pub fn options<A: FromArgMatches>(matches: &ArgMatches) -> Result<A, Error> {
    A::from_arg_matches(matches).map_err(|error| Error::input(error.to_string()))
}
