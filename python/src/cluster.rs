//! Runs on a cluster: what the driver gathers, and what workers play.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gauntlet::commands::gather::{self, Parcel};
use gauntlet::commands::session::{Results, Watch};
use gauntlet::error::Error;
use gauntlet::output::screen::WIDTH_OF_A_PIPE;
use gauntlet::plan::file::Plan;
use gauntlet::show::report::Look;
use gauntlet::show::tables;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::errors::Problem;
use crate::games::{Served, Which, for_game};
use crate::job;
use crate::run::{Played, planned};
use crate::table::Table;

/// A run that is gathered, of whatever game.
trait Gathered: Send {
    fn parcel(&self) -> Result<Vec<u8>, Error>;
    fn stages(&self) -> Vec<Vec<u64>>;
    fn missing(&self) -> Vec<Range<u64>>;
    fn games(&self) -> [u64; 2];
    fn add(&mut self, bytes: &[u8]) -> Result<(), Error>;
    fn next_stage(&mut self) -> Result<u64, Error>;
    fn table(&self) -> tables::Table;
    fn told(&self, look: Look) -> String;
    fn finish(self: Box<Self>, workers: usize) -> Result<Results, Error>;
}

impl<H: Served + Send> Gathered for gather::Gathering<H> {
    fn parcel(&self) -> Result<Vec<u8>, Error> {
        self.parcel()?.bytes()
    }

    fn stages(&self) -> Vec<Vec<u64>> {
        self.stages()
    }

    fn missing(&self) -> Vec<Range<u64>> {
        self.missing()
    }

    fn games(&self) -> [u64; 2] {
        self.games()
    }

    fn add(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.add(bytes)
    }

    fn next_stage(&mut self) -> Result<u64, Error> {
        self.next_stage()
    }

    fn table(&self) -> tables::Table {
        self.table()
    }

    fn told(&self, look: Look) -> String {
        self.told(look)
    }

    fn finish(self: Box<Self>, workers: usize) -> Result<Results, Error> {
        gather::Gathering::finish(*self, workers)
    }
}

/// A run whose games are played elsewhere.
#[pyclass(module = "gauntlet._native", frozen)]
pub(crate) struct Gathering {
    plan: Plan,
    /// The run's id (str).
    #[pyo3(get)]
    id: String,
    /// The directory of its files (str).
    #[pyo3(get)]
    out: PathBuf,
    run: Mutex<Option<Box<dyn Gathered>>>,
}

impl Gathering {
    fn of(py: Python<'_>, which: Which, plan: Plan, out: Option<PathBuf>, fresh: bool) -> PyResult<Gathering> {
        job::done(py, None, move |_| {
            for_game!(which, H => {
                let run = gather::Gathering::<H>::new(plan.clone(), out.as_deref(), fresh)?;
                let (id, out) = (run.id().to_owned(), run.out().to_owned());
                Ok(Gathering { plan, id, out, run: Mutex::new(Some(Box::new(run))) })
            })
        })
    }

    fn locked(&self) -> MutexGuard<'_, Option<Box<dyn Gathered>>> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(&self, work: impl FnOnce(&mut dyn Gathered) -> Result<T, Error>) -> PyResult<T> {
        match self.locked().as_mut() {
            Some(run) => Ok(work(run.as_mut()).map_err(Problem::from)?),
            None => Err(Problem::Usage("the run is finished: nothing can be added to it".to_owned()).into()),
        }
    }
}

#[pymethods]
impl Gathering {
    /// The run that the words of `match`, `matrix` or `field` mean, in a directory (None: the usual one).
    #[new]
    fn new(py: Python<'_>, words: Vec<PathBuf>, game: &str, out: Option<PathBuf>, fresh: bool) -> PyResult<Gathering> {
        let (which, plan, _) = planned(words, game)?;
        Gathering::of(py, which, plan, out, fresh)
    }

    /// The run of an experiment file.
    #[staticmethod]
    fn of_file(py: Python<'_>, file: PathBuf, out: Option<PathBuf>, fresh: bool) -> PyResult<Gathering> {
        let plan = Plan::read(&file).map_err(Problem::from)?;
        let which = plan.game.as_deref().map_or(Ok(Which::Magic), Which::named)?;
        Gathering::of(py, which, plan, out, fresh)
    }

    /// What workers need, once for all parts (bytes).
    fn parcel<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.with(|run| run.parcel())?))
    }

    /// The stages that were added to the order of the units (list of list of int).
    fn stages(&self) -> PyResult<Vec<Vec<u64>>> {
        self.with(|run| Ok(run.stages()))
    }

    /// The units that are missing (list of (first, end)).
    fn missing(&self) -> PyResult<Vec<(u64, u64)>> {
        self.with(|run| Ok(run.missing().into_iter().map(|range| (range.start, range.end)).collect()))
    }

    /// How many games are there, and how many are to be as far as is known (two ints).
    fn games(&self) -> PyResult<[u64; 2]> {
        self.with(|run| Ok(run.games()))
    }

    /// Takes what a worker handed in; it is safe when this returns.
    fn add(&self, py: Python<'_>, played: &[u8]) -> PyResult<()> {
        py.detach(|| self.with(|run| run.add(played)))
    }

    /// If all units are there: how many the next stage has (int); 0 if the run is complete.
    fn next_stage(&self) -> PyResult<u64> {
        self.with(|run| run.next_stage())
    }

    /// The table of matchups of what is there (Table).
    fn table(&self) -> PyResult<Table> {
        Ok(Table::of(&self.with(|run| Ok(run.table()))?)?)
    }

    /// The same as people see it (str).
    fn text(&self) -> PyResult<String> {
        self.with(|run| Ok(run.told(Look { width: WIDTH_OF_A_PIPE, colour: false })))
    }

    /// Writes the files of the run, and returns what `play` returns. `workers` is how many played at a time.
    fn finish<'py>(&self, py: Python<'py>, workers: usize) -> PyResult<Bound<'py, PyDict>> {
        let Some(run) = self.locked().take() else {
            return Err(Problem::Usage("the run is finished already".to_owned()).into());
        };
        let plan = self.plan.clone();
        let played = job::done(py, None, move |_| Played::of(run.finish(workers)?, &plan, true))?;
        played.dictionary(py)
    }
}

/// A run that was sent, of whatever game.
trait Part: Send {
    fn play(
        &mut self,
        stages: &[Vec<u64>],
        units: Range<u64>,
        threads: usize,
        watch: Watch<'_>,
    ) -> Result<Vec<u8>, Error>;
}

impl<H: Served + Send> Part for gather::Unpacked<H> {
    fn play(
        &mut self,
        stages: &[Vec<u64>],
        units: Range<u64>,
        threads: usize,
        watch: Watch<'_>,
    ) -> Result<Vec<u8>, Error> {
        self.play(stages, units, threads, watch)
    }
}

/// A run that was sent to a worker.
#[pyclass(module = "gauntlet._native", frozen)]
pub(crate) struct Unpacked(Arc<Mutex<Box<dyn Part>>>);

#[pymethods]
impl Unpacked {
    /// Unpacks what Gathering.parcel returned into a folder, which can be gone afterwards.
    #[new]
    fn new(py: Python<'_>, parcel: &[u8], folder: PathBuf) -> PyResult<Unpacked> {
        let parcel = Parcel::read(parcel).map_err(Problem::from)?;
        let which = Which::named(&parcel.game)?;
        job::done(py, None, move |_| {
            let part: Box<dyn Part> = for_game!(which, H => Box::new(gather::Unpacked::<H>::new(parcel, &folder)?));
            Ok(Unpacked(Arc::new(Mutex::new(part))))
        })
    }

    /// Plays the units from `first` to before `end` on `threads` threads, and returns what Gathering.add takes (bytes).
    fn play<'py>(
        &self,
        py: Python<'py>,
        stages: Vec<Vec<u64>>,
        first: u64,
        end: u64,
        threads: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let part = Arc::clone(&self.0);
        let played = job::done(py, None, move |job| {
            let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(part.play(&stages, first..end, threads.max(1), job.watch())?)
        })?;
        Ok(PyBytes::new(py, &played))
    }
}
