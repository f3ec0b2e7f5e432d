//! Questions that need no games: about cards, decks, and what a matrix says.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use gauntlet::error::Error;
use gauntlet::games::magic::cards::{self, Checked, Shown};
use gauntlet::host::options::LoadArgs;
use gauntlet::output::screen::WIDTH_OF_A_PIPE;
use gauntlet::show::metagame::{self, Metagame, analyse_rows, told};
use gauntlet::show::report::Look;
use pyo3::prelude::*;

use crate::deal::{self, Loaded};
use crate::errors::Problem;
use crate::games::{Served, Which, for_game};
use crate::job;
use crate::table::Table;

/// Why cards can't be compiled, as the command tells it.
fn refused(problems: &[impl ToString]) -> Problem {
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    Problem::Library(Error::cards(lines.join("\n\n")))
}

/// File, line, column, card and sentence of what is wrong.
type Wrong = (String, u32, u32, Option<String>, String);

/// How many cards there are in files and folders (those that are shipped, if there are none), how many are understood, and what is wrong: file, line,
/// column, card, sentence.
#[pyfunction]
pub(crate) fn check_cards(py: Python<'_>, files: Vec<PathBuf>) -> PyResult<(usize, usize, Vec<Wrong>)> {
    let Checked { cards, understood, problems } = job::done(py, None, move |_| Ok(cards::check_files(&files)?))?;
    let problems = problems.into_iter().map(|it| (it.file, it.line, it.column, it.card, it.message));
    Ok((cards, understood, problems.collect()))
}

/// Name, text, what it does, and program of a card.
type Told = (String, Vec<String>, String, String);

fn card(Shown { name, text, does, compiled }: Shown) -> Told {
    (name, text, does, compiled)
}

/// A card of files or a folder of them (of those that are shipped, if there are none).
#[pyfunction]
#[pyo3(signature = (name, files))]
pub(crate) fn show_card(py: Python<'_>, name: String, files: Option<PathBuf>) -> PyResult<Told> {
    let found = job::done(py, None, move |_| Ok(cards::look_up(&name, &files.into_iter().collect::<Vec<_>>())?))?;
    Ok(card(found.map_err(|problems| refused(&problems))?))
}

/// The cards of a text.
#[pyfunction]
pub(crate) fn compile_cards(py: Python<'_>, text: String, file: String) -> PyResult<Vec<Told>> {
    let (cards, problems) = job::done(py, None, move |_| Ok(cards::compile_text(&text, &file)))?;
    if !problems.is_empty() {
        return Err(refused(&problems).into());
    }
    Ok(cards.into_iter().map(card).collect())
}

/// Name, file, fingerprint and cards of a deck that can be played.
type Deck = (String, String, String, Vec<String>);

/// Reads a deck: a file, the name of a shipped one, or a text.
#[pyfunction]
pub(crate) fn check_deck(py: Python<'_>, deck: PathBuf, game: &str, words: Vec<PathBuf>) -> PyResult<Deck> {
    let which = Which::named(game)?;
    let args = deal::options(words.into_iter().map(PathBuf::into_os_string).collect())?;
    job::done(py, None, move |_| for_game!(which, H => checked::<H>(&deck, &args.load)))
}

fn checked<H: Served>(deck: &Path, load: &LoadArgs) -> Result<Deck, Problem> {
    let Loaded { host, .. } = Loaded::<H>::of(&[deck], load)?;
    let (is_text, deck) = (deal::is_text(deck), &host.decks()[0]);
    let file = if is_text { String::new() } else { deck.file.display().to_string() };
    Ok((deck.name.clone(), file, deck.fingerprint.clone(), H::PARTS.lists.list(&host, 0)))
}

/// The columns of the table of decks.
const DECKS: [&str; 5] = ["deck", "field", "against_field", "share", "against_equilibrium"];

/// What a matrix says about a field: the answer as JSON, in words, and the table of decks.
type Answer = (String, String, Table);

fn answer(found: &Metagame, given: bool) -> Result<Answer, Problem> {
    let value = serde_json::to_value(found).map_err(|error| Problem::Usage(error.to_string()))?;
    let text = told(found, given, Look { width: WIDTH_OF_A_PIPE, colour: false });
    Ok((value.to_string(), text, Table::of_objects(&value["decks"], &DECKS)?))
}

/// What the rows of a matrix say about a field; they are called `here`, and `run` is the run's id.
#[pyfunction]
#[pyo3(signature = (run, csv, here, field, samples))]
pub(crate) fn analyse(
    py: Python<'_>,
    run: String,
    csv: Vec<u8>,
    here: String,
    field: Option<String>,
    samples: NonZeroU32,
) -> PyResult<Answer> {
    job::done(py, None, move |_| {
        let found = analyse_rows(&run, csv.as_slice(), &here, field.as_deref(), samples.get())?;
        answer(&found, field.is_some())
    })
}

/// What the matrix in a directory says about a field.
#[pyfunction]
#[pyo3(signature = (directory, field, samples))]
pub(crate) fn analyse_directory(
    py: Python<'_>,
    directory: PathBuf,
    field: Option<String>,
    samples: NonZeroU32,
) -> PyResult<Answer> {
    job::done(py, None, move |_| {
        answer(&metagame::analyse(&directory, field.as_deref(), samples.get())?, field.is_some())
    })
}
