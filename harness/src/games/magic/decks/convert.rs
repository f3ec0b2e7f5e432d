//! `gauntlet deck convert`.

use std::path::{Path, PathBuf};

use gauntlet_core::suggest;
use gauntlet_magic::deck::{Deck, Notation};

use crate::error::Error;
use crate::games::magic::decklists::read_decks;
use crate::games::magic::host::Magic;
use crate::host::options::ConvertDeckArgs;
use crate::output::file::{check_replaceable, write_whole};
use crate::output::screen::{Exit, Screen, shown};
use crate::plan::files;

/// Writes a list, or the lists of a file, in another format. What the format has no place for is said.
pub(super) fn convert(args: &ConvertDeckArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let Some(notation) = Notation::find(&args.to) else {
        let all = || Notation::TABLE.iter().flat_map(|row| row.1);
        let advice = match suggest::nearest(&args.to, all().copied()) {
            Some(near) => format!("did you mean '{near}'?"),
            None => format!("there are {}", suggest::list(&Notation::TABLE.map(|row| row.1[0]))),
        };
        return Err(Error::input(format!("there is no format '{}'; {advice}", args.to)));
    };
    let file = files::one::<Magic>(&args.file)?;
    let decks = read_decks(&file).map_err(|error| Error::deck(error.to_string()))?;
    for deck in &decks {
        if let Some(problem) = deck.problems.first() {
            let file = deck.file.display();
            let place = if problem.line > 0 { format!("{file}:{}", problem.line) } else { file.to_string() };
            return Err(Error::deck(format!("{place}: {}", problem.kind)));
        }
    }
    let mut lost: Vec<&str> = decks.iter().flat_map(|deck| notation.loses(deck)).collect();
    lost.sort_unstable();
    lost.dedup();
    match (&args.out, decks.as_slice()) {
        (None, decks) => decks.iter().try_for_each(|deck| screen.print(&notation.write(deck)))?,
        (Some(out), [deck]) if !out.is_dir() => write_new(out, &notation.write(deck))?,
        (Some(dir), decks) => {
            std::fs::create_dir_all(dir).map_err(|cause| Error::Write { path: dir.clone(), cause })?;
            for path in write_all(dir, decks, notation)? {
                screen.remark(&shown(&path.display().to_string()));
            }
        }
    }
    for note in decks.iter().flat_map(|deck| &deck.notes) {
        screen.remark(&shown(&note.to_string()));
    }
    lost.into_iter().for_each(|what| screen.remark(what));
    Ok(Exit::Ok)
}

/// Writes a list to a file that isn't there, or already has just this.
fn write_new(path: &Path, list: &str) -> Result<(), Error> {
    let beginning = list.as_bytes();
    check_replaceable(path, "--out", "this list", |head| head == &beginning[..head.len().min(beginning.len())])?;
    write_whole(path, list.as_bytes())
}

/// Writes each list to a file of its own, called as the list is.
fn write_all(dir: &Path, decks: &[Deck], notation: Notation) -> Result<Vec<PathBuf>, Error> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for deck in decks {
        let plain = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        let words: String = deck.name.chars().map(plain).collect();
        let stem = words.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
        let stem = if stem.is_empty() { "deck".to_owned() } else { stem };
        let path_of = |number: usize| {
            let more = if number == 1 { String::new() } else { format!("-{number}") };
            dir.join(format!("{stem}{more}.{}", notation.extension()))
        };
        let path = (1..).map(path_of).find(|path| !paths.contains(path)).unwrap_or_else(|| path_of(1));
        write_new(&path, &notation.write(deck))?;
        paths.push(path);
    }
    Ok(paths)
}
