//! The commands that play versions of a deck: `compare` and `deck tune`, whose games may be played elsewhere.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use gauntlet::commands::cli::{Command, DeckCommand};
use gauntlet::commands::gather::{self, Sent};
use gauntlet::commands::session::Watch;
use gauntlet::commands::{compare as comparing, tune as tuning};
use gauntlet::error::Error;
use gauntlet::host::agents::Registry;
use gauntlet::host::options::LoadArgs;
use gauntlet::output::screen::WIDTH_OF_A_PIPE;
use gauntlet::play::versions::{Bout, Plays, Score, Versions};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::agent::{Callable, among};
use crate::errors::Problem;
use crate::games::{Served, Which, for_game};
use crate::job::{self, Job};
use crate::run::{asked, callables, json};
use crate::table::Table;

/// The columns of the table of opponents.
const OPPONENTS: [&str; 7] = ["deck", "games", "old_rate", "new_rate", "difference", "low", "high"];
/// The columns of the table of changes.
const CHANGES: [&str; 8] = ["out", "in", "alive", "better", "games", "difference", "low", "high"];

/// What is played, and who plays it.
struct Wanted {
    agents: Vec<Callable>,
    /// A function that has bouts played elsewhere: it is given what workers need once for all (bytes), a request (bytes) and how many bouts are in
    /// that, and returns the scores in pieces (list of bytes).
    elsewhere: Option<Py<PyAny>>,
}

impl Wanted {
    /// Does something with who plays: this machine, if there is nobody else.
    fn with<H: Served, T>(
        self,
        load: &LoadArgs,
        job: &Arc<Job>,
        work: impl FnOnce(&Registry<H::Game>, Option<&Plays<'_, H>>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let registry = among::<H>(self.agents, job);
        let Some(function) = self.elsewhere else { return work(&registry, None) };
        let sent: OnceLock<Vec<u8>> = OnceLock::new();
        let play = |versions: &Versions<H>, bouts: &[Bout]| -> Result<Option<Vec<Score>>, Error> {
            let sent = match sent.get() {
                Some(sent) => sent,
                None => {
                    let bytes = Sent::of(versions, load)?.bytes()?;
                    sent.get_or_init(|| bytes)
                }
            };
            let request = gather::request(versions, bouts)?;
            let pieces: PyResult<Vec<Vec<u8>>> = Python::attach(|py| {
                let given = (PyBytes::new(py, sent), PyBytes::new(py, &request), bouts.len());
                function.bind(py).call1(given)?.extract()
            });
            match pieces {
                Ok(pieces) => {
                    let scores = gather::scores(versions, &pieces, bouts.len())?;
                    job.watch().progress.played(2 * bouts.len() as u64);
                    Ok(Some(scores))
                }
                Err(error) => {
                    job.end_with(error);
                    Ok(None)
                }
            }
        };
        work(&registry, Some(&play))
    }
}

/// Finds out which of two versions of a deck is better, as `gauntlet compare` does.
///
/// Returns the answer as JSON, the same in words, and the table of opponents.
#[pyfunction]
#[pyo3(signature = (words, game, agents, progress, elsewhere=None))]
pub(crate) fn compare<'py>(
    py: Python<'py>,
    words: Vec<PathBuf>,
    game: &str,
    agents: Vec<(String, Py<PyAny>)>,
    progress: Option<&Bound<'py, PyAny>>,
    elsewhere: Option<Py<PyAny>>,
) -> PyResult<(String, String, Table)> {
    let (which, args) = asked(words, game, "that command compares nothing", |command, _| match command {
        Command::Compare(args) => Some(args),
        _ => None,
    })?;
    let wanted = Wanted { agents: callables(agents), elsewhere };
    job::done(py, progress, move |job| {
        for_game!(which, H => {
            let answer = wanted.with::<H, _>(&args.play.deal.load, job, |registry, plays| {
                comparing::find_out::<H>(&args, registry, job.watch(), plays)
            })?;
            if let Some(out) = &args.output.out {
                comparing::write(out, &answer)?;
            }
            let text = json(&answer)?;
            let opponents = Table::of_objects(&value(&text)?["opponents"], &OPPONENTS)?;
            Ok((text, comparing::told(&answer, WIDTH_OF_A_PIPE, false), opponents))
        })
    })
}

/// The words of the command that an experiment file asks for, and its game, if it is one that plays versions of decks: `compare` or `deck tune`.
#[pyfunction]
pub(crate) fn versions_of_file(file: PathBuf) -> PyResult<Option<(Vec<String>, String)>> {
    let asked = gauntlet::commands::versions::of_file(&file).map_err(Problem::from)?;
    Ok(asked.map(|asked| {
        let words = asked.words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        (words, asked.game.unwrap_or_else(|| "magic".to_owned()))
    }))
}

/// Finds out which changes make a deck better, as `gauntlet deck tune` does.
///
/// Returns the answer as JSON, the same in words, and a table of changes for each pass.
#[pyfunction]
#[pyo3(signature = (words, game, agents, progress, elsewhere=None))]
pub(crate) fn tune<'py>(
    py: Python<'py>,
    words: Vec<PathBuf>,
    game: &str,
    agents: Vec<(String, Py<PyAny>)>,
    progress: Option<&Bound<'py, PyAny>>,
    elsewhere: Option<Py<PyAny>>,
) -> PyResult<(String, String, Vec<Table>)> {
    let (which, args) = asked(words, game, "that command tunes nothing", |command, _| match command {
        Command::Deck(DeckCommand::Tune(args)) => Some(args),
        _ => None,
    })?;
    let wanted = Wanted { agents: callables(agents), elsewhere };
    job::done(py, progress, move |job| {
        for_game!(which, H => {
            let tuned = wanted.with::<H, _>(&args.play.deal.load, job, |registry, plays| {
                tuning::race::<H>(&args, registry, job.watch(), plays)
            })?;
            let answer = tuned.answer;
            let text = json(&answer)?;
            let passes = value(&text)?;
            let passes = passes["passes"].as_array().into_iter().flatten();
            let tables = passes.map(|pass| Table::of_objects(&pass["changes"], &CHANGES));
            let tables = tables.collect::<Result<Vec<Table>, Problem>>()?;
            Ok((text, tuning::told(&answer, WIDTH_OF_A_PIPE, false), tables))
        })
    })
}

/// An answer as it was written.
fn value(text: &str) -> Result<serde_json::Value, Problem> {
    serde_json::from_str(text).map_err(|error| Problem::Usage(error.to_string()))
}

/// Versions that were sent, of whatever game.
trait Field: Send {
    fn play(
        &mut self,
        request: &[u8],
        bouts: std::ops::Range<usize>,
        threads: usize,
        watch: Watch<'_>,
    ) -> Result<Option<Vec<u8>>, Error>;
}

impl<H: Served + Send> Field for gather::UnpackedVersions<H> {
    fn play(
        &mut self,
        request: &[u8],
        bouts: std::ops::Range<usize>,
        threads: usize,
        watch: Watch<'_>,
    ) -> Result<Option<Vec<u8>>, Error> {
        self.play(request, bouts, threads, watch)
    }
}

/// Versions of a deck and their opponents that were sent to a worker.
#[pyclass(module = "gauntlet._native", frozen)]
pub(crate) struct UnpackedVersions(Arc<Mutex<Box<dyn Field>>>);

#[pymethods]
impl UnpackedVersions {
    /// Unpacks what the function `elsewhere` of `compare` or `tune` was given first into a folder, which can be gone afterwards.
    #[new]
    fn new(py: Python<'_>, sent: &[u8], folder: PathBuf) -> PyResult<UnpackedVersions> {
        let sent = Sent::read(sent).map_err(Problem::from)?;
        let which = Which::named(&sent.game)?;
        job::done(py, None, move |_| {
            let field: Box<dyn Field> =
                for_game!(which, H => Box::new(gather::UnpackedVersions::<H>::new(sent, &folder)?));
            Ok(UnpackedVersions(Arc::new(Mutex::new(field))))
        })
    }

    /// Plays the bouts of a request from `first` to before `end` on `threads` threads, and returns a piece of the scores (bytes).
    fn play<'py>(
        &self,
        py: Python<'py>,
        request: &[u8],
        first: usize,
        end: usize,
        threads: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (field, request) = (Arc::clone(&self.0), request.to_vec());
        let played = job::done(py, None, move |job| {
            let mut field = field.lock().unwrap_or_else(PoisonError::into_inner);
            let played = field.play(&request, first..end, threads.max(1), job.watch())?;
            played.ok_or_else(|| Problem::Usage("the worker was stopped".to_owned()))
        })?;
        Ok(PyBytes::new(py, &played))
    }
}
