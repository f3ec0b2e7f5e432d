//! Decklists looked into, and written for other programs.

mod check;
mod convert;
mod legal;

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::games::magic::Magic;
use crate::games::magic::library::CARDS;
use crate::host::options::{CheckDecksArgs, ConvertDeckArgs};
use crate::host::parts::DeckFiles;
use crate::output::screen::{Exit, Screen};
use crate::plan::files;

/// `gauntlet deck check` and `gauntlet deck convert`.
pub(super) struct Files;

impl DeckFiles<Magic> for Files {
    fn check(&self, args: &CheckDecksArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
        check::check(args, screen)
    }

    fn convert(&self, args: &ConvertDeckArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
        convert::convert(args, screen)
    }
}

/// The decklists in a directory and in those below, but for those of card files.
pub(super) fn lists_below(dir: &Path, found: &mut Vec<PathBuf>) -> Result<(), Error> {
    let unreadable = |cause| Error::Read { path: dir.to_owned(), cause };
    let mut inside = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(unreadable)? {
        inside.push(entry.map_err(unreadable)?.path());
    }
    inside.sort();
    for path in inside {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            if name != CARDS {
                lists_below(&path, found)?;
            }
        } else if files::is_deck::<Magic>(&path) {
            found.push(path);
        }
    }
    Ok(())
}
