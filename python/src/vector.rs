//! Many games stepped at once: what `gauntlet.vector` and the adapters stand on.
//!
//! Arrays are made once, by NumPy, and belong to the environments; Python is given views of them that can't be written to. While games are
//! played the interpreter lock is released.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use gauntlet::games::magic::Magic;
use gauntlet::games::millennials::Millennials;
use gauntlet_core::Reason;
use gauntlet_encoding::layout::Layout;
use gauntlet_encoding::{EncodedGame, Output};
use gauntlet_vector::{Arrays, Config, Failure, Games as Stepped, StepError};
use numpy::{
    PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray, PyReadwriteArray1,
    PyReadwriteArray2,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::deal;
use crate::errors::Problem;
use crate::games::{Served, Which};
use crate::numbers;

/// Environments of one of the games.
enum Environments {
    Magic(Stepped<gauntlet_magic::Position>),
    Millennials(Stepped<gauntlet_millennials::Position>),
}

/// `each!(environments, games => expression)`: the expression with the environments themselves in place of `games`.
macro_rules! each {
    ($environments:expr, $games:ident => $expression:expr) => {
        match $environments {
            Environments::Magic($games) => $expression,
            Environments::Millennials($games) => $expression,
        }
    };
}

/// What environments are made from, whatever the game.
struct Wanted<'a> {
    decks: [&'a Path; 2],
    options: Vec<OsString>,
    first: Option<usize>,
    environments: usize,
    opponent: Option<&'a str>,
    auto_reset: bool,
    threads: usize,
}

impl Wanted<'_> {
    fn made<H: Served>(self) -> Result<Stepped<H::Game>, Problem> {
        let Wanted { decks, options, first, environments, opponent, auto_reset, threads } = self;
        let args = deal::options(options)?;
        let setups = deal::both_ways::<H>(decks, &args)?;
        let opponent = opponent.map(|spec| H::agents().resolve(spec)).transpose();
        let opponent = opponent.map_err(gauntlet::error::Error::from)?;
        let limits = args.limits();
        Ok(Stepped::new(Config { setups, limits, first, environments, opponent, auto_reset, threads })?)
    }
}

impl Environments {
    fn layout(&self) -> Layout {
        fn of<G: EncodedGame>(_: &Stepped<G>) -> Layout {
            G::LAYOUT
        }
        each!(self, games => of(games))
    }
}

/// A slot, the key of the action there (none for the next page), and its words.
pub(crate) type Offered = (usize, Option<u64>, String);

/// The slots that can be chosen in an environment.
fn offered<H: Served>(games: &Stepped<H::Game>, environment: usize) -> Vec<Offered> {
    let keys = games.offered(environment).into_iter().map(|(_, action)| action.map(H::key));
    games.described(environment).into_iter().zip(keys).map(|((slot, words), key)| (slot, key, words)).collect()
}

impl From<StepError> for Problem {
    fn from(error: StepError) -> Problem {
        let sentence = error.to_string();
        match error {
            StepError::Illegal { .. } => Problem::Illegal(sentence),
            StepError::Over { .. } => Problem::Ended(sentence),
            StepError::Broken { .. } => Problem::Failed { message: sentence, replay: None },
            _ => Problem::Usage(sentence),
        }
    }
}

/// The arrays, as NumPy made them.
struct Memory {
    observations: Option<Py<PyArray2<f32>>>,
    actions: Option<Py<PyArray3<f32>>>,
    masks: Py<PyArray2<bool>>,
    to_act: Py<PyArray1<i8>>,
    rewards: Py<PyArray2<f32>>,
    dones: Py<PyArray1<bool>>,
    errors: Py<PyArray1<bool>>,
    reasons: Py<PyArray1<i8>>,
}

impl Memory {
    fn new(py: Python<'_>, layout: &Layout, environments: usize, observations: bool, actions: bool) -> Memory {
        let Layout { observation, slots, action, .. } = *layout;
        Memory {
            observations: observations.then(|| PyArray2::zeros(py, [environments, observation], false).unbind()),
            actions: actions.then(|| PyArray3::zeros(py, [environments, slots, action], false).unbind()),
            masks: PyArray2::zeros(py, [environments, slots], false).unbind(),
            to_act: PyArray1::zeros(py, environments, false).unbind(),
            rewards: PyArray2::zeros(py, [environments, 2], false).unbind(),
            dones: PyArray1::zeros(py, environments, false).unbind(),
            errors: PyArray1::zeros(py, environments, false).unbind(),
            reasons: PyArray1::zeros(py, environments, false).unbind(),
        }
    }

    /// Has something written into the arrays, which nobody else may be doing, while the interpreter goes on with other threads.
    fn write(&self, py: Python<'_>, work: impl FnOnce(Arrays<'_>) -> Result<(), StepError> + Send) -> PyResult<()> {
        let taken = |_| {
            Problem::Usage("another thread is stepping these environments: they are for one thread at a time".into())
        };
        let mut observations =
            self.observations.as_ref().map(|array| array.bind(py).try_readwrite()).transpose().map_err(taken)?;
        let mut actions =
            self.actions.as_ref().map(|array| array.bind(py).try_readwrite()).transpose().map_err(taken)?;
        let mut masks = self.masks.bind(py).try_readwrite().map_err(taken)?;
        let mut to_act = self.to_act.bind(py).try_readwrite().map_err(taken)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(taken)?;
        let mut dones = self.dones.bind(py).try_readwrite().map_err(taken)?;
        let mut errors = self.errors.bind(py).try_readwrite().map_err(taken)?;
        let mut reasons = self.reasons.bind(py).try_readwrite().map_err(taken)?;
        let arrays = Arrays {
            observations: observations.as_mut().map(PyReadwriteArray::as_slice_mut).transpose()?,
            actions: actions.as_mut().map(PyReadwriteArray::as_slice_mut).transpose()?,
            masks: masks.as_slice_mut()?,
            to_act: to_act.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            dones: dones.as_slice_mut()?,
            errors: errors.as_slice_mut()?,
            reasons: reasons.as_slice_mut()?,
        };
        py.detach(|| work(arrays)).map_err(|error| Problem::from(error).into())
    }
}

/// Environment, number of the game there, seed, side that took the first turn, and message of a game that failed.
type Failed = (usize, u64, String, usize, String);

/// Environments that are stepped at once. See `gauntlet.vector`.
#[pyclass(frozen, module = "gauntlet._native")]
pub(crate) struct Games {
    games: Mutex<Option<Environments>>,
    layout: Layout,
    memory: Memory,
}

/// Whoever waits for a lock that another thread of Python's holds must not hold the interpreter's.
fn lock(games: &Mutex<Option<Environments>>) -> MutexGuard<'_, Option<Environments>> {
    games.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Games {
    /// Works with the environments, without writing anything.
    fn with<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&Environments) -> T + Send) -> PyResult<T> {
        let done = py.detach(|| lock(&self.games).as_ref().map(work));
        done.ok_or_else(|| Problem::Closed.into())
    }

    fn write(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Environments, Arrays<'_>) -> Result<(), StepError> + Send,
    ) -> PyResult<()> {
        // Who holds the arrays steps: a second thread is told so at once, and doesn't wait for the games.
        let mut closed = false;
        self.memory.write(py, |arrays| match lock(&self.games).as_mut() {
            Some(games) => work(games, arrays),
            None => {
                closed = true;
                Ok(())
            }
        })?;
        if closed { Err(Problem::Closed.into()) } else { Ok(()) }
    }

    /// A number of an environment.
    fn checked(&self, py: Python<'_>, environment: usize) -> PyResult<usize> {
        let all = self.with(py, |games| each!(games, games => games.len()))?;
        if environment < all {
            return Ok(environment);
        }
        Err(Problem::Usage(format!("there is no environment {environment}: they are numbered from 0 to {}", all - 1))
            .into())
    }
}

#[pymethods]
impl Games {
    /// `options` are words of a command line, as `--cards`; `first` is the side that takes the first turn, if it is always the same one.
    #[new]
    #[pyo3(signature = (game, decks, options, first, environments, opponent, observations, actions, auto_reset, threads))]
    #[allow(clippy::too_many_arguments, reason = "Python's side names them")]
    fn new(
        py: Python<'_>,
        game: &str,
        decks: (PathBuf, PathBuf),
        options: Vec<OsString>,
        first: Option<usize>,
        environments: usize,
        opponent: Option<&str>,
        observations: bool,
        actions: bool,
        auto_reset: bool,
        threads: usize,
    ) -> PyResult<Games> {
        let which = Which::named(game)?;
        let decks = [decks.0.as_path(), decks.1.as_path()];
        let wanted = Wanted { decks, options, first, environments, opponent, auto_reset, threads };
        let made = py.detach(|| -> Result<Environments, Problem> {
            Ok(match which {
                Which::Magic => Environments::Magic(wanted.made::<Magic>()?),
                Which::Millennials => Environments::Millennials(wanted.made::<Millennials>()?),
            })
        })?;
        let layout = made.layout();
        let memory = Memory::new(py, &layout, environments, observations, actions);
        Ok(Games { games: Mutex::new(Some(made)), layout, memory })
    }

    fn reset(&self, py: Python<'_>, #[pyo3(from_py_with = numbers::seed)] seed: u64) -> PyResult<()> {
        self.write(py, |games, arrays| each!(games, games => games.reset(seed, arrays)))
    }

    /// Begins the next game of those environments of which `which` is true.
    fn reset_some(&self, py: Python<'_>, which: PyReadonlyArray1<'_, bool>) -> PyResult<()> {
        let which = which.as_slice()?;
        self.write(py, |games, arrays| each!(games, games => games.reset_some(which, arrays)))
    }

    fn step(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_slice()?;
        self.write(py, |games, arrays| each!(games, games => games.step(actions, arrays)))
    }

    fn step_at_random(&self, py: Python<'_>, #[pyo3(from_py_with = numbers::steps)] steps: usize) -> PyResult<()> {
        let mut heard = Ok(());
        self.write(py, |games, arrays| {
            // Nobody else may step them in between, so the lock is kept.
            let go_on = || {
                heard = Python::attach(|py| py.check_signals());
                heard.is_ok()
            };
            each!(games, games => games.step_at_random_while(steps, arrays, go_on))
        })?;
        heard
    }

    /// The arrays by name.
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let arrays = PyDict::new(py);
        let memory = &self.memory;
        arrays.set_item("observations", memory.observations.as_ref().map(|array| array.bind(py)))?;
        arrays.set_item("action_features", memory.actions.as_ref().map(|array| array.bind(py)))?;
        arrays.set_item("masks", memory.masks.bind(py))?;
        arrays.set_item("to_act", memory.to_act.bind(py))?;
        arrays.set_item("rewards", memory.rewards.bind(py))?;
        arrays.set_item("dones", memory.dones.bind(py))?;
        arrays.set_item("errors", memory.errors.bind(py))?;
        arrays.set_item("reasons", memory.reasons.bind(py))?;
        Ok(arrays)
    }

    /// The slots that can be chosen in an environment: slot, key (none for the next page), words.
    fn actions(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::environment)] environment: usize,
    ) -> PyResult<Vec<Offered>> {
        let environment = self.checked(py, environment)?;
        self.with(py, |games| match games {
            Environments::Magic(games) => offered::<Magic>(games, environment),
            Environments::Millennials(games) => offered::<Millennials>(games, environment),
        })
    }

    /// Writes what a side sees into arrays of NumPy: an observation, the descriptions of the slots, the mask.
    fn observe<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::environment)] environment: usize,
        #[pyo3(from_py_with = numbers::side)] side: usize,
        mut observation: PyReadwriteArray1<'py, f32>,
        mut actions: PyReadwriteArray2<'py, f32>,
        mut mask: PyReadwriteArray1<'py, bool>,
    ) -> PyResult<()> {
        let environment = self.checked(py, environment)?;
        let (observation, actions) = (observation.as_slice_mut()?, actions.as_slice_mut()?);
        let mask = mask.as_slice_mut()?;
        lengths([
            (observation.len(), self.layout.observation),
            (actions.len(), self.layout.actions()),
            (mask.len(), self.layout.slots),
            (side.min(1), side),
        ])?;
        let output = Output { observation: Some(observation), actions: Some(actions) };
        self.with(py, |games| each!(games, games => games.observe(environment, side, output, mask)))
    }

    fn question(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::environment)] environment: usize,
    ) -> PyResult<String> {
        let environment = self.checked(py, environment)?;
        self.with(py, |games| each!(games, games => games.question(environment)))
    }

    fn fingerprint(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::environment)] environment: usize,
    ) -> PyResult<u64> {
        let environment = self.checked(py, environment)?;
        self.with(py, |games| each!(games, games => games.fingerprint(environment)))
    }

    /// The games that failed since the last reset: environment, number, seed, side that took the first turn, message.
    fn failures(&self, py: Python<'_>) -> PyResult<Vec<Failed>> {
        self.with(py, |games| {
            let failures: Vec<Failure> = each!(games, games => games.failures().cloned().collect());
            failures.into_iter().map(|one| (one.environment, one.game, one.seed, one.first, one.message)).collect()
        })
    }

    /// The cards of the games: number in encodings, name.
    fn cards(&self, py: Python<'_>) -> PyResult<Vec<(u32, String)>> {
        self.with(py, |games| each!(games, games => games.cards()))
    }

    /// Frees all but the arrays.
    fn close(&self, py: Python<'_>) {
        py.detach(|| *lock(&self.games) = None);
    }
}

/// Why games end, by number.
#[pyfunction]
pub(crate) fn reasons() -> Vec<&'static str> {
    Reason::ALL.iter().map(|reason| reason.name()).collect()
}

/// Looks whether arrays are as long as they should be.
pub(crate) fn lengths<const N: usize>(arrays: [(usize, usize); N]) -> Result<(), Problem> {
    match arrays.into_iter().find(|(found, wanted)| found != wanted) {
        Some((found, wanted)) => Err(Problem::Usage(format!("an array has {found} entries and should have {wanted}"))),
        None => Ok(()),
    }
}
