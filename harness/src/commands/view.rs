//! `gauntlet view`: a saved position, all of it or as one player sees it.

use std::path::PathBuf;

use clap::Args;
use gauntlet_core::{Player, suggest};

use crate::check::saved::Saved;
use crate::error::Error;
use crate::host::Host;
use crate::output::screen::{Exit, Screen};
use crate::show::position::document;

/// Which position to show, and to whom.
#[derive(Args, Clone, Debug)]
pub struct ViewArgs {
    /// The position: a recording, as watch --save and replay --save write them. What is shown is where it stops.
    pub file: PathBuf,
    /// Show what this player may know, by name or as 'first' or 'second' (who takes the first turn, and the other) [default: everything].
    #[arg(long = "as", value_name = "PLAYER")]
    pub viewer: Option<String>,
    /// Show the position after this many of its choices [default: all].
    #[arg(long, value_name = "STEP")]
    pub to: Option<usize>,
    /// Show just the object or player of this number, and the legal actions that are about it.
    #[arg(long, value_name = "ID")]
    pub object: Option<u32>,
    /// Card files or a folder of them [default: the cards as they are written in the file].
    #[arg(long, value_name = "PATH")]
    pub cards: Vec<PathBuf>,
    /// Write a JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// `gauntlet view`.
///
/// # Errors
/// If the file can't be read or isn't what it was, there is no such player or object, or the output can't be written.
pub fn view<H: Host>(args: &ViewArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let saved = Saved::<H>::open(&args.file, args.to, &args.cards)?;
    let names = saved.names();
    let viewer = args.viewer.as_deref().map(|name| player(name, names)).transpose()?;
    let document = document::<H>(&saved.game, names, viewer);
    let document = match &saved.fault {
        Some(fault) => document.with_fault(fault),
        None => document,
    };
    let Some(id) = args.object else {
        match args.json {
            true => screen.print_json(&document)?,
            false => screen.print(&document.told(screen.colour))?,
        }
        return Ok(Exit::Ok);
    };
    let alone = document.alone(id).ok_or_else(|| {
        Error::input(format!(
            "there is no object {id} in {} that can be seen; 'gauntlet view FILE --json' has the number of each as its id",
            args.file.display()
        ))
    })?;
    match args.json {
        true => screen.print_json(&alone)?,
        false => screen.print(&alone.told())?,
    }
    Ok(Exit::Ok)
}

/// The player of this name.
///
/// # Errors
/// If there is none.
pub(super) fn player(name: &str, names: [&str; 2]) -> Result<Player, Error> {
    let found = match (name, names.iter().position(|other| *other == name)) {
        (_, Some(seat)) => Some(seat),
        ("first", None) => Some(0),
        ("second", None) => Some(1),
        _ => None,
    };
    found.map(|seat| Player::BOTH[seat]).ok_or_else(|| {
        let known = [names[0], names[1], "first", "second"];
        Error::input(format!("--as: there is no player '{name}' here; the players are {}", suggest::list(&known)))
    })
}
