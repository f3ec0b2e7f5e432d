//! The commands that play games.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Parser;
use gauntlet::commands::cli::{Cli, Command};
use gauntlet::commands::options::{OutputArgs, RunArgs};
use gauntlet::commands::session::{self, Output, Results};
use gauntlet::error::Error;
use gauntlet::plan::file::{Kind, Plan, Rows};
use gauntlet::play::threads::Threads;
use gauntlet::store::results::FailureLine;
use gauntlet::store::rows;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;

use crate::agent::{Callable, among};
use crate::deal::sentence;
use crate::errors::Problem;
use crate::games::{Served, Which, for_game};
use crate::job::{self, Job};
use crate::table::Table;

pub(crate) fn json(value: &impl Serialize) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(|error| Problem::Usage(error.to_string()))
}

/// Reads the words of a command, without the program's name.
pub(crate) fn command(words: Vec<OsString>) -> Result<Command, Problem> {
    let words = std::iter::once(OsString::from("gauntlet")).chain(words);
    Cli::try_parse_from(words).map(|cli| cli.command).map_err(|error| Problem::Usage(sentence(&error)))
}

/// The game that is meant, and how plans name it: the first game isn't named.
pub(crate) fn meant(game: &str) -> Result<(Which, Option<String>), Problem> {
    let which = Which::named(game)?;
    Ok((which, (which != Which::Magic).then(|| game.to_owned())))
}

/// What came of a run.
pub(crate) struct Played {
    output: [String; 6],
    tables: Vec<(&'static str, Table)>,
    csv: Vec<u8>,
    text: String,
    left_out: Vec<String>,
}

/// Plays what the words of `match`, `matrix`, `field`, `ladder` or `sprt` say, as the command would.
///
/// Returns a dictionary: `run`, `timing`, `errors`, `unfinished`, `forfeits` as JSON (str), `text` (str), `left_out` (list of str), `csv` (the bytes
/// of matchups.csv), `tables` (dict of str to Table).
#[pyfunction]
#[pyo3(signature = (words, game, agents, progress))]
pub(crate) fn play<'py>(
    py: Python<'py>,
    words: Vec<PathBuf>,
    game: &str,
    agents: Vec<(String, Py<PyAny>)>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let (which, plan, how) = planned(words, game)?;
    let agents = callables(agents);
    let played = job::done(py, progress, move |job| for_game!(which, H => played::<H>(&plan, &how, agents, job)))?;
    played.dictionary(py)
}

/// The game that is meant, and what `take` has of the command that the words are and of how plans name the game; `unfit` is said of commands
/// of which it has nothing.
pub(crate) fn asked<T>(
    words: Vec<PathBuf>,
    game: &str,
    unfit: &str,
    take: impl FnOnce(Command, Option<String>) -> Option<T>,
) -> Result<(Which, T), Problem> {
    let (which, name) = meant(game)?;
    let words = words.into_iter().map(PathBuf::into_os_string).collect();
    let taken = take(command(words)?, name).ok_or_else(|| Problem::Usage(unfit.to_owned()))?;
    Ok((which, taken))
}

/// The plan that the words of `match`, `matrix`, `field`, `ladder` or `sprt` make, its game, and how it is played.
pub(crate) fn planned(words: Vec<PathBuf>, game: &str) -> Result<(Which, Plan, How), Problem> {
    let run = |run: RunArgs, plan: Plan| Some(Ok((plan, How::of(run.threads, run.output, run.fresh))));
    let (which, planned) = asked(words, game, "that command plays no table", |command, name| match command {
        Command::Match { a, b, run: args } => run(args.clone(), args.plan(name, Kind::Match, vec![a, b], false)),
        Command::Matrix { dir, mirrors, run: args } => {
            run(args.clone(), args.plan(name, Kind::Matrix, vec![dir], mirrors))
        }
        Command::Field { deck, dir, mirrors, run: args } => {
            run(args.clone(), args.plan(name, Kind::Field, vec![deck, dir], mirrors))
        }
        Command::Ladder(args) => {
            let plan = args.plan(name);
            Some(Ok((plan, How::of(args.how.threads, args.how.output, args.how.fresh))))
        }
        Command::Sprt(args) => {
            let plan = args.plan(name);
            Some(plan.map(|plan| (plan, How::of(args.how.threads, args.how.output, args.how.fresh))))
        }
        _ => None,
    })?;
    let (plan, how) = planned?;
    Ok((which, plan, how))
}

/// How a plan is played.
pub(crate) struct How {
    threads: Threads,
    out: Option<PathBuf>,
    fresh: bool,
}

impl How {
    fn of(threads: Threads, output: OutputArgs, fresh: bool) -> How {
        How { threads, out: output.out, fresh }
    }
}

pub(crate) fn callables(agents: Vec<(String, Py<PyAny>)>) -> Vec<Callable> {
    agents.into_iter().map(|(name, object)| Callable { name, object }).collect()
}

/// The lines of games that failed, with their recordings where they are: in this folder, or nowhere.
fn placed(lines: &[FailureLine], folder: Option<&Path>) -> Vec<FailureLine> {
    lines.iter().map(|line| line.clone().recorded_in(folder)).collect()
}

/// Plays in the directory that is named, or in one that is gone afterwards.
fn played<H: Served>(plan: &Plan, how: &How, agents: Vec<Callable>, job: &Arc<Job>) -> Result<Played, Problem> {
    let scratch = tempfile::tempdir().map_err(Error::Output)?;
    let out = how.out.clone().unwrap_or_else(|| scratch.path().join("run"));
    let registry = among::<H>(agents, job);
    let results = session::play_for_results::<H>(plan, &registry, how.threads, Some(&out), how.fresh, job.watch())?;
    Played::of(results, plan, how.out.is_some())
}

impl Played {
    /// What came of the run of a plan, whose files are still there.
    /// `kept`: they stay there.
    pub(crate) fn of(results: Results, plan: &Plan, kept: bool) -> Result<Played, Problem> {
        let Results { output, text, left_out, dir, .. } = results;
        let folder = kept.then_some(dir.as_path());
        Ok(Played {
            tables: tables(&output, plan, &dir)?,
            csv: output.matchups.csv().map_err(|error| Problem::Usage(error.to_string()))?,
            output: [
                json(&output.manifest)?,
                json(&output.timing)?,
                json(&placed(&output.errors, folder))?,
                json(&placed(&output.unfinished, folder))?,
                json(&placed(&output.forfeits, folder))?,
                json(&output.ladder)?,
            ],
            text,
            left_out,
        })
    }

    /// The dictionary that [`play`] returns.
    pub(crate) fn dictionary(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let result = PyDict::new(py);
        for (name, text) in ["run", "timing", "errors", "unfinished", "forfeits", "ladder"].into_iter().zip(self.output)
        {
            result.set_item(name, text)?;
        }
        let tables = PyDict::new(py);
        for (name, table) in self.tables {
            tables.set_item(name, Py::new(py, table)?)?;
        }
        result.set_item("tables", tables)?;
        result.set_item("csv", pyo3::types::PyBytes::new(py, &self.csv))?;
        result.set_item("text", self.text)?;
        result.set_item("left_out", self.left_out)?;
        Ok(result)
    }
}

fn tables(output: &Output, plan: &Plan, out: &Path) -> Result<Vec<(&'static str, Table)>, Problem> {
    let mut tables = vec![("matchups", Table::of(&output.matchups)?), ("decks", Table::of(&output.decks)?)];
    if let Some(details) = &output.details {
        tables.push(("cards", Table::of(&details.cards)?));
        tables.push(("mulligans", Table::of(&details.mulligans)?));
        tables.push(("resources", Table::of(&details.resources)?));
        tables.push(("turns", Table::of(&details.turns)?));
        tables.push(("fit", Table::of(&details.fit)?));
    }
    let games = match plan.rows.0 {
        Some(Rows::Csv) => Some((rows::FILE, Table::of_games as fn(&Path) -> Result<Table, Problem>)),
        Some(Rows::Parquet) => Some((rows::PARQUET, Table::of_parquet as _)),
        None => None,
    };
    // A part of a run has its rows in chunks.
    if let Some((file, read)) = games.filter(|(file, _)| out.join(file).exists()) {
        tables.push(("games", read(&out.join(file))?));
    }
    Ok(tables)
}
