//! Decklists from files: what they must be, and why they can't be played.

use std::path::Path;

use gauntlet_core::suggest;
use gauntlet_magic::commander::Leaders;
use gauntlet_magic::deck::{Construction, Deck, DeckError, Exchanged, Sideboards};

use crate::host::options::{DeckArgs, LoadArgs};
use crate::host::{self, shipped};

/// What decks must be to be played with these options.
pub(super) fn construction(load: &LoadArgs) -> Construction {
    let sideboard = match (load.matches, load.without_unplayable_sideboards) {
        (false, _) => Sideboards::Unneeded,
        (true, true) => Sideboards::Playable,
        (true, false) => Sideboards::Whole,
    };
    Construction { sideboard, ..construction_of(&load.decks) }
}

/// How many cards decks must have, and how often.
pub(super) fn construction_of(decks: &DeckArgs) -> Construction {
    let whole = if decks.any_deck { Construction::ANY } else { Construction::default() };
    Construction { least: decks.min_cards.map_or(whole.least, Into::into), ..whole }
}

/// What was made of a list and isn't plain to see. `left_out` are the cards of its sideboard that it is played without.
pub(super) fn notes(list: &Deck, left_out: &[String]) -> Vec<String> {
    let file = list.file.display();
    let mut notes: Vec<String> = list.notes.iter().map(|note| format!("{file}: {note}")).collect();
    if !left_out.is_empty() {
        notes.push(format!(
            "{file}: cards of the sideboard that can't be played are left out: {}",
            suggest::list(left_out)
        ));
    }
    notes
}

/// Plans against decks whose names are nearly those of decks that are here: they are never carried out.
pub(super) fn plans_for_nobody(decks: &[host::Deck], plans: &[Vec<Exchanged>]) -> Vec<String> {
    let names = || decks.iter().map(|deck| deck.name.as_str());
    let mut notes = Vec::new();
    for (deck, plans) in decks.iter().zip(plans) {
        let unknown = plans.iter().map(|plan| plan.opponent.as_str());
        let unknown = unknown.filter(|name| *name != "*" && !names().any(|other| other.eq_ignore_ascii_case(name)));
        for (name, near) in unknown.filter_map(|name| Some((name, suggest::nearest(name, names())?))) {
            let note = format!(
                "{}: the plan against '{name}' is for no deck here; did you mean '{near}'?",
                deck.file.display()
            );
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }
    notes
}

/// What a deck is, for those that it can play against.
pub(super) fn kind(leaders: Leaders, brawl: bool) -> &'static str {
    match (leaders[0], brawl) {
        (None, _) => "a deck without a commander",
        (Some(_), false) => "a Commander deck",
        (Some(_), true) => "a Brawl deck",
    }
}

/// Which decks of a field can't be played, and why the first can't.
pub(super) fn left_out_of_field(errors: &[DeckError], field: usize) -> Option<String> {
    let first = errors.first()?;
    let (number, all) = (errors.len(), errors.len() + field);
    Some(format!("{number} of {all} decks of the field can't be played and are left out of it; the first: {first}"))
}

/// A decklist.
pub(super) fn read_deck(file: &Path) -> Result<Deck, DeckError> {
    match shipped::text(file) {
        Some(text) => Ok(Deck::parse(file, text)),
        None => Deck::read(file),
    }
}

/// The decklists of a file.
pub(super) fn read_decks(file: &Path) -> Result<Vec<Deck>, DeckError> {
    match shipped::text(file) {
        Some(text) => Ok(vec![Deck::parse(file, text)]),
        None => Deck::read_all(file),
    }
}

/// Why decks can't be played: one sentence, or a line for each problem under a line that says how many there are.
pub(super) fn refusal(errors: &[DeckError]) -> String {
    let lines: Vec<String> = errors.iter().map(DeckError::to_string).collect();
    let problems: usize = errors.iter().map(|error| error.problems.len()).sum();
    match (problems, errors.len()) {
        (1, _) => lines.join("\n"),
        (_, 1) => format!("a deck can't be played, for {problems} reasons:\n{}", lines.join("\n")),
        (_, decks) => format!("{decks} decks can't be played, for {problems} reasons:\n{}", lines.join("\n")),
    }
}
