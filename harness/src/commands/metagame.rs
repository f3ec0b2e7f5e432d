//! `gauntlet metagame`: what a matrix says about the field.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args;

use crate::error::Error;
use crate::host::options::from_one;
use crate::output::screen::{Exit, Screen};
use crate::show::metagame::{analyse, told};
use crate::show::report::Look;

/// Which matrix to look into.
#[derive(Args, Clone, Debug)]
pub struct MetagameArgs {
    /// The directory that 'gauntlet matrix' wrote.
    pub dir: PathBuf,
    /// The field to find the best deck against: shares of decks [default: all alike].
    #[arg(long, value_name = "DECK=SHARE,...")]
    pub field: Option<String>,
    /// How often the games are drawn again, for the intervals.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = from_one::<NonZeroU32>, allow_negative_numbers = true)]
    pub samples: NonZeroU32,
    /// Write JSON instead of tables.
    #[arg(long)]
    pub json: bool,
}

/// Answers `gauntlet metagame`.
///
/// # Errors
/// If the directory has no matrix, or the field is not of its decks.
pub fn metagame(args: &MetagameArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let answer = analyse(&args.dir, args.field.as_deref(), args.samples.get())?;
    if args.json {
        screen.print_json(&answer)?;
    } else {
        let look = Look { width: screen.width, colour: screen.colour };
        screen.print(&told(&answer, args.field.is_some(), look))?;
    }
    Ok(Exit::Ok)
}
