//! What is wrong with card files.

use std::path::PathBuf;

use gauntlet_cards::text::Diagnostic;
use rayon::prelude::*;

use super::hints;
use super::load::load;
use crate::error::Error;
use crate::play::threads;

/// What is wrong with the definitions of cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// How many cards there are.
    pub cards: usize,
    /// How many of them are understood.
    pub understood: usize,
    /// What is wrong with the others, in the order of the files.
    pub problems: Vec<Diagnostic>,
}

/// Compiles all cards in `files`, or in `decks/cards` if there are none.
///
/// # Errors
/// If a file can't be read or there are no cards.
pub fn check_files(files: &[PathBuf]) -> Result<Checked, Error> {
    let (base, mut found) = load(files)?;
    let names: Vec<&str> = base.names().collect();
    let results: Vec<_> = threads::on_all(|| names.par_iter().map(|name| base.check_card(name)).collect());
    let unsupported = results.iter().filter(|result| result.is_err()).count();
    found.extend(results.into_iter().filter_map(Result::err).flatten());
    hints::add(&base, &mut found);
    found.sort_by(|one, other| (&one.file, one.line, one.column).cmp(&(&other.file, other.line, other.column)));

    // Cards with a mistake in a line aren't in the base.
    let mut broken: Vec<&str> = found.iter().filter_map(|diagnostic| diagnostic.card.as_deref()).collect();
    broken.sort_unstable();
    broken.dedup();
    broken.retain(|name| base.source(name).is_none());
    let cards = names.len() + broken.len();
    Ok(Checked { cards, understood: names.len() - unsupported, problems: found })
}
