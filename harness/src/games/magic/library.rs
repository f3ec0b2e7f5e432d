//! Which cards there are: those that are named, those next to the decks, those that come with the program, those of the user's database.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gauntlet_cards::text::{Archive, CardBase, Diagnostic, DiagnosticKind};

use crate::error::Error;
use crate::host::{self, shipped};
use crate::plan::files;

/// The folder next to the decks, and in `decks/`, that has the card files.
pub(super) use crate::plan::files::CARDS;

/// The user's card database, below [`user_folder`]. Another layout of archives has another name.
const DATABASE: &str = "cards-1.cards";

/// Where what is made for the user is kept: `GAUNTLET_HOME`, or `gauntlet` in the folder for caches. `None` if there is none.
pub(super) fn user_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(home) = set("GAUNTLET_HOME") {
        return Some(home);
    }
    // A relative path in XDG_CACHE_HOME isn't one (XDG Base Directory Specification).
    let cache = set("XDG_CACHE_HOME").filter(|path| path.is_absolute()).or_else(|| set("LOCALAPPDATA"));
    cache.or_else(|| set("HOME").map(|home| home.join(".cache"))).map(|cache| cache.join("gauntlet"))
}

/// The file of the user's card database, whether it is there or not.
///
/// # Errors
/// If there is no place for it.
pub(super) fn database() -> Result<PathBuf, Error> {
    let folder =
        user_folder().ok_or_else(|| Error::input("there is no folder for the card database: set GAUNTLET_HOME"))?;
    Ok(folder.join(DATABASE))
}

/// The user's card database; `None` if there is none.
///
/// # Errors
/// If it is there and can't be used.
pub(super) fn open_database() -> Result<Option<Arc<Archive>>, Error> {
    let Some(file) = user_folder().map(|folder| folder.join(DATABASE)).filter(|file| file.is_file()) else {
        return Ok(None);
    };
    Archive::open(&file).map(|archive| Some(Arc::new(archive))).map_err(|error| Error::cards(error.to_string()))
}

/// Where cards are if nothing says so: in `decks/`, or with the program.
pub(super) fn home_cards() -> PathBuf {
    let home = Path::new(host::HOME).join(CARDS);
    if home.is_dir() { home } else { shipped::folder(CARDS) }
}

/// The cards in files and folders, and what is wrong with their definitions.
pub(super) fn load_cards(paths: &[PathBuf]) -> (CardBase, Vec<Diagnostic>) {
    let (mut base, mut found) =
        CardBase::load(&paths.iter().filter(|path| !shipped::is_shipped(path)).collect::<Vec<_>>());
    for folder in paths.iter().filter(|path| shipped::is_shipped(path)) {
        let single = shipped::text(folder).map(|_| folder.clone());
        for file in shipped::files_in(folder).into_iter().chain(single) {
            let text = shipped::text(&file).unwrap_or_default();
            found.extend(base.add_text(&file.display().to_string(), text));
        }
    }
    (base, found)
}

/// Where the cards for decks in `files` are: `named`, or the folders `cards` next to the decks, or that in `decks/`, or those that come with the
/// program.
pub(super) fn card_paths(files: &[PathBuf], named: &[PathBuf]) -> Vec<PathBuf> {
    if !named.is_empty() {
        return named.to_vec();
    }
    let is_there = |folder: &PathBuf| folder.is_dir() || !shipped::files_in(folder).is_empty();
    let folders = files::distinct(files.iter().map(|file| file.with_file_name(CARDS)).filter(is_there).collect());
    if folders.is_empty() { vec![home_cards()] } else { folders }
}

/// The cards in `paths`, and what is wrong with the definitions of some.
///
/// # Errors
/// If a file can't be read, if there are no cards, or if it is not clear which of two definitions of a card is meant.
pub(super) fn card_base(paths: &[PathBuf]) -> Result<(CardBase, Vec<Diagnostic>), Error> {
    let (mut all, mut broken) = (CardBase::new(), Vec::new());
    let mut unclear = Vec::new();
    for path in paths {
        let (base, found) = load_cards(std::slice::from_ref(path));
        if paths.len() == 1 {
            // Nothing else says anything of its cards.
            (all, broken) = (base, found);
            break;
        }
        for name in base.own_names() {
            // A face of another card may have the same name.
            match (all.own(name), base.own(name)) {
                (None, Some(card)) => broken.extend(all.add(card.clone())),
                // Two folders may have the same card if they say the same of it.
                (Some(other), Some(card)) if all.fingerprint(name) != base.fingerprint(name) => unclear.push(format!(
                    "{}:{}: {name} is defined in another way at {}:{}; say with --cards which files to use",
                    card.file, card.line, other.file, other.line
                )),
                _ => {}
            }
        }
        base.archives().iter().for_each(|archive| all.add_archive(Arc::clone(archive)));
        broken.extend(found);
    }
    let fatal = |diagnostic: &&Diagnostic| {
        matches!(diagnostic.kind, DiagnosticKind::File | DiagnosticKind::DuplicateName) || diagnostic.card.is_none()
    };
    unclear.extend(broken.iter().filter(fatal).map(Diagnostic::to_string));
    if !unclear.is_empty() {
        return Err(Error::cards(unclear.join("\n")));
    }
    if all.is_empty() && broken.is_empty() {
        let places: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        return Err(Error::cards(format!("there are no cards in {}; name card files with --cards", places.join(", "))));
    }
    Ok((all, broken))
}

/// As [`card_base`], with all that is found by itself behind it: a card that isn't in `paths` is one of those that come with the program, or else
/// one of the user's database.
///
/// # Errors
/// As [`card_base`], or if the database can't be used.
pub(super) fn whole_base(paths: &[PathBuf]) -> Result<(CardBase, Vec<Diagnostic>), Error> {
    let (mut all, broken) = card_base(paths)?;
    add_found(&mut all, &broken)?;
    Ok((all, broken))
}

/// Adds the cards that come with the program and those of the user's database, where there are none of their names; `broken` is what is wrong with
/// the definitions of cards: none of these stands in for one that can't be read.
///
/// # Errors
/// If the database can't be used.
pub(super) fn add_found(base: &mut CardBase, broken: &[Diagnostic]) -> Result<(), Error> {
    let files = shipped::files_in(&shipped::folder(CARDS)).into_iter();
    let files = files.filter_map(|file| Some((file.display().to_string(), shipped::text(&file)?))).collect();
    let is_broken = broken.iter().filter_map(|diagnostic| diagnostic.card.clone()).collect();
    base.add_fallback(files, is_broken, open_database()?);
    Ok(())
}
