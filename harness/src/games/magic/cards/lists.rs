//! Decklists as coverage counts them: names alone, in folders or as JSON Lines.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use gauntlet_magic::deck::Deck;
use serde_json::Value;

use crate::error::Error;

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

/// The lists in files and folders. Folders are looked through with those in them for `.txt`, hidden ones and card files left out; a
/// `.jsonl` has an object on each line with `name`, `main` and `side`.
///
/// # Errors
/// If one can't be read, isn't of that kind, or there is no list.
pub(super) fn read(paths: &[PathBuf]) -> Result<Vec<List>, Error> {
    let mut lists = Vec::new();
    for path in paths {
        let before = lists.len();
        if path.is_dir() {
            folder(path, &mut lists)?;
        } else if path.extension().is_some_and(|ending| ending == "jsonl") {
            json_lines(path, &mut lists)?;
        } else {
            lists.push(file(path)?);
        }
        if lists.len() == before {
            return Err(Error::deck(format!("there are no lists in {}: name a folder of them", path.display())));
        }
    }
    Ok(lists)
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

fn folder(path: &Path, lists: &mut Vec<List>) -> Result<(), Error> {
    let unreadable = |cause| Error::Read { path: path.to_owned(), cause };
    let entries = std::fs::read_dir(path).map_err(unreadable)?;
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>().map_err(unreadable)?;
    files.sort();
    for entry in files {
        let name = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if entry.is_dir() && !name.starts_with('.') && name != super::super::library::CARDS {
            folder(&entry, lists)?;
        } else if entry.extension().is_some_and(|ending| ending == "txt") {
            lists.push(file(&entry)?);
        }
    }
    Ok(())
}

fn file(path: &Path) -> Result<List, Error> {
    let deck = Deck::read(path).map_err(|error| Error::deck(error.to_string()))?;
    let text = std::fs::read_to_string(path).map_err(|cause| Error::Read { path: path.to_owned(), cause })?;
    let says = text.lines().find_map(|line| line.trim_start_matches(['#', '/', ' ']).strip_prefix("format:"));
    let names =
        |entries: &[gauntlet_magic::deck::Entry]| entries.iter().map(|entry| entry.name.clone()).collect::<Vec<_>>();
    Ok(List {
        name: deck.name.clone(),
        format: says.map(|format| format.trim().to_lowercase()),
        main: names(&deck.main).into_iter().chain(names(&deck.commander)).collect(),
        side: names(&deck.sideboard).into_iter().chain(names(&deck.companion)).collect(),
        is_broken: !deck.problems.is_empty(),
    })
}

fn json_lines(path: &Path, lists: &mut Vec<List>) -> Result<(), Error> {
    let text = std::fs::read_to_string(path).map_err(|cause| Error::Read { path: path.to_owned(), cause })?;
    for (number, line) in (1..).zip(text.lines()).filter(|row| !row.1.trim().is_empty()) {
        let wrong = |what: String| {
            let wanted =
                "each line is a list, with `name`, `main` and `side`, and in those two a number for each card's name";
            Error::deck(format!("{}:{number}: {what}; {wanted}", path.display()))
        };
        let value: Value = serde_json::from_str(line).map_err(|error| wrong(format!("this is no JSON: {error}")))?;
        let names = |key: &str| value.get(key).and_then(Value::as_object).map(|cards| cards.keys().cloned().collect());
        let name =
            value.get("name").and_then(Value::as_str).ok_or_else(|| wrong("the field `name` is missing".to_owned()))?;
        lists.push(List {
            name: name.to_owned(),
            format: value.get("format").and_then(Value::as_str).map(str::to_lowercase),
            main: names("main").ok_or_else(|| wrong("the field `main` is missing".to_owned()))?,
            side: names("side").unwrap_or_default(),
            is_broken: false,
        });
    }
    Ok(())
}
