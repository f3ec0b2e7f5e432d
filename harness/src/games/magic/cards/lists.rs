//! Decklists as coverage counts them: names alone.

use std::collections::BTreeSet;
use std::path::PathBuf;

use gauntlet_magic::deck::{Deck, Entry};

use crate::error::Error;
use crate::games::magic::host::Magic;
use crate::plan::files;

/// The cards that a list names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct List {
    /// What it is called.
    pub(super) name: String,
    /// Its format in small letters, if it says one.
    pub(super) format: Option<String>,
    /// The names of its main deck and its commanders, each once.
    pub(super) main: BTreeSet<String>,
    /// The names of its sideboard.
    pub(super) side: BTreeSet<String>,
    /// Some line of it can't be read.
    pub(super) is_broken: bool,
}

/// The lists in files and folders, in whatever format they are. Folders are looked through with those in them, hidden ones and card files left
/// out.
///
/// # Errors
/// If one can't be read, isn't of that kind, or there is no list.
pub(super) fn read(paths: &[PathBuf]) -> Result<Vec<List>, Error> {
    let mut lists = Vec::new();
    for path in paths {
        let mut files = Vec::new();
        match path.is_dir() {
            true => files.extend(files::below::<Magic>(path)?),
            false => files.push(path.clone()),
        }
        let before = lists.len();
        for file in files {
            let decks = Deck::read_all(&file).map_err(|error| Error::deck(error.to_string()))?;
            lists.extend(decks.iter().map(List::of));
        }
        if lists.len() == before {
            return Err(Error::deck(format!("there are no lists in {}: name a folder of them", path.display())));
        }
    }
    Ok(lists)
}

impl List {
    fn of(deck: &Deck) -> List {
        let names = |one: &[Entry], other: &[Entry]| one.iter().chain(other).map(|entry| entry.name.clone()).collect();
        List {
            name: deck.name.clone(),
            format: deck.format.clone(),
            main: names(&deck.main, &deck.commander),
            side: names(&deck.sideboard, &deck.companion),
            is_broken: !deck.problems.is_empty(),
        }
    }
}

/// Where names of the most played cards may be: beside the lists.
pub(super) fn most_played(paths: &[PathBuf]) -> Result<Option<Vec<String>>, Error> {
    const FILE: &str = "top500_cards.tsv";
    let places = paths.iter().filter_map(|path| if path.is_dir() { Some(path.as_path()) } else { path.parent() });
    let Some(path) = places.map(|place| place.join(FILE)).find(|path| path.is_file()) else { return Ok(None) };
    let text = std::fs::read_to_string(&path).map_err(|cause| Error::Read { path: path.clone(), cause })?;
    let mut lines = text.lines();
    let column = lines.next().unwrap_or_default().split('\t').position(|heading| heading == "card");
    let column = column.ok_or_else(|| Error::input(format!("{} has no column `card`", path.display())))?;
    Ok(Some(lines.filter_map(|line| line.split('\t').nth(column)).map(str::to_owned).collect()))
}
