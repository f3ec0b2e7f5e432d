//! The cards that a command is about: all of some files, or the one with a name.

use std::path::PathBuf;

use gauntlet_cards::text::{CardBase, CardSource, Diagnostic, DiagnosticKind};
use gauntlet_magic::deck::Catalog;

use crate::error::Error;
use crate::games::magic::library::{add_found, home_cards, load_cards};

/// The card with a name, however it is written, or with an identifier.
///
/// # Errors
/// If there is none.
pub(super) fn find_card<'a>(base: &'a CardBase, broken: &[Diagnostic], name: &str) -> Result<&'a CardSource, Error> {
    let catalog = Catalog::new(base, broken);
    let meant = catalog.find(name);
    let twice = broken
        .iter()
        .find(|found| found.kind == DiagnosticKind::DuplicateName && meant.is_some() && found.card.as_deref() == meant);
    if let Some(twice) = twice {
        return Err(Error::cards(twice.to_string()));
    }
    if let Some(card) = catalog.find(name).and_then(|name| base.source(name)) {
        return Ok(card);
    }
    let is_id = name.len() >= 8 && name.chars().all(|c| c.is_ascii_hexdigit() || c == '-');
    let mut sources = base.names().filter_map(|name| base.source(name)).filter(|_| is_id);
    if let Some(card) = sources.find(|card| card.facts.id.eq_ignore_ascii_case(name)) {
        return Ok(card);
    }
    Err(Error::cards(match catalog.nearest(name) {
        Some(near) => format!("there is no card '{name}'; did you mean '{near}'?"),
        None => format!("there is no card '{name}' among {}; name other card files with --cards", base.len()),
    }))
}

/// The cards in `paths`, or where cards are if nothing says so, and what is wrong with their files.
pub(in crate::games::magic) fn load(paths: &[PathBuf]) -> Result<(CardBase, Vec<Diagnostic>), Error> {
    let home = [home_cards()];
    let paths = if paths.is_empty() { &home } else { paths };
    let (base, found) = load_cards(paths);
    let unreadable: Vec<String> = (found.iter())
        .filter(|diagnostic| diagnostic.kind == DiagnosticKind::File)
        .map(|diagnostic| format!("{diagnostic}; name card files or a folder of them"))
        .collect();
    if !unreadable.is_empty() {
        return Err(Error::cards(unreadable.join("\n")));
    }
    if base.is_empty() && found.is_empty() {
        let places: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        return Err(Error::cards(format!("there are no cards in {}", places.join(", "))));
    }
    Ok((base, found))
}

/// As [`load`], with all that is found by itself behind it: the cards that come with the program, and those of the user's database.
pub(in crate::games::magic) fn load_all(paths: &[PathBuf]) -> Result<(CardBase, Vec<Diagnostic>), Error> {
    let (mut base, found) = load(paths)?;
    add_found(&mut base, &found)?;
    Ok((base, found))
}
