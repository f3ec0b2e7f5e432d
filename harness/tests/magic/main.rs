//! Magic under the harness: the controls that every harness should pass, properties of positions of the shipped decks, and
//! the commands as a user gives them.

#[cfg(unix)]
mod asked;
mod asking;
mod authoring;
mod checks;
mod commands;
mod control;
mod coverage;
mod database;
mod decklists;
mod details;
mod films;
mod honesty;
mod human;
mod installed;
mod knows;
mod positions;
#[cfg(unix)]
mod programs;
mod saved;
mod scenarios;
mod sources;
#[cfg(unix)]
mod spellbench;
mod statistics;
mod tactics;
mod tune;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use gauntlet::games::magic::Magic;
use gauntlet::host::Host;
use gauntlet::host::options::LoadArgs;
use gauntlet::plan::files;

/// The folder of the shipped decks.
fn decks_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../decks")
}

/// The files of the shipped decks.
fn deck_files() -> Vec<PathBuf> {
    files::in_directory::<Magic>(&decks_folder()).expect("the decks are there")
}

/// All shipped decks.
fn all_decks() -> &'static Magic {
    static HOST: OnceLock<Magic> = OnceLock::new();
    HOST.get_or_init(|| load(&deck_files()))
}

fn load(files: &[PathBuf]) -> Magic {
    Magic::load(files, &LoadArgs::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// A shipped deck by its name.
fn deck(name: &str) -> PathBuf {
    decks_folder().join(name).with_extension("txt")
}
