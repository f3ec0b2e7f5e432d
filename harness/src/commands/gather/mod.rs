//! Runs that are played elsewhere, part by part, and gathered here: what a cluster needs.
//!
//! The driver has a [`Gathering`]. It says what there is to send (a [`Parcel`], once for all) and which units are missing; a worker plays some of
//! them ([`Unpacked::play`]) and hands in bytes, which are kept like the chunks of any run. So the files that come of it are those of one
//! machine, whoever played what, and a driver that was stopped goes on where it was. Where games go where the rate is uncertain, units are of one stage,
//! and the next stage is known when all of them are there. What `compare` and `deck tune` play is sent by rounds: see [`Sent`].

mod luggage;
mod notes;
mod parcel;
mod rounds;

use std::ops::Range;
use std::path::Path;
use std::time::Instant;

pub use self::parcel::{Parcel, Unpacked};
pub use self::rounds::{Sent, UnpackedVersions, request, scores};
use crate::commands::session::{Results, Session, next_stage};
use crate::error::Error;
use crate::host::Host;
use crate::plan::experiment::Experiment;
use crate::plan::file::Plan;
use crate::play::run::Run;
use crate::show::report::{Look, report};
use crate::show::tables::{Table, matchup_table, matchups, totals};
use crate::store::chunks::Chunks;
use crate::store::results::{ResultsDir, Timing};

/// A run whose games are played elsewhere.
pub struct Gathering<H: Host> {
    plan: Plan,
    host: H,
    experiment: Experiment<H::Game>,
    id: String,
    dir: ResultsDir,
    chunks: Chunks,
    run: Run,
    begin: Instant,
    before: u64,
}

impl<H: Host> Gathering<H> {
    /// The run of a plan, in a directory; what it has of the run already isn't played again, unless it is to be played again (`fresh`).
    ///
    /// # Errors
    /// If the plan can't be played, is a part of a run, or the directory holds another run.
    pub fn new(plan: Plan, out: Option<&Path>, fresh: bool) -> Result<Gathering<H>, Error> {
        if plan.shard.is_some() {
            return Err(Error::input("a cluster plays whole runs: leave out the shard"));
        }
        let mut session = Session::<H>::begin(&plan, &H::agents(), out)?;
        if fresh {
            session.chunks().clear()?;
        }
        let run = session.prepared()?;
        let chunks = session.chunks();
        let Session { host, experiment, id, dir, .. } = session;
        let before = run.games();
        Ok(Gathering { host, experiment, id, dir, chunks, before, run, begin: Instant::now(), plan })
    }

    /// The run's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The directory of its files.
    pub fn out(&self) -> &Path {
        self.dir.path()
    }

    /// What workers need, once for all parts.
    ///
    /// # Errors
    /// If a file can't be read.
    pub fn parcel(&self) -> Result<Parcel, Error> {
        Parcel::of(&self.plan, &self.host, &self.experiment, &self.id)
    }

    /// The stages that were added to the order of the units, for [`Unpacked::play`].
    pub fn stages(&self) -> Vec<Vec<u64>> {
        self.experiment.order.stages()
    }

    /// The units that are missing.
    pub fn missing(&self) -> Vec<Range<u64>> {
        self.run.units.missing(0..self.experiment.order.len()).iter().collect()
    }

    /// How many games a unit has.
    pub fn games_per_unit(&self) -> u64 {
        self.experiment.options.seats.games_per_unit()
    }

    /// How many games are there (of matches, how many matches), and how many are to be as far as is known.
    pub fn games(&self) -> [u64; 2] {
        [self.run.units.len() * self.games_per_unit(), self.experiment.games()]
    }

    /// Takes what a worker handed in. It is safe when this returns.
    ///
    /// # Errors
    /// If it is of another run, some of its games are there already, or it can't be kept.
    pub fn add(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let played = parcel::open(bytes, &self.id)?;
        // First of all: games whose answers aren't there couldn't be played again.
        played.notes.add(&self.experiment.pilots)?;
        for (chunk, rows) in played.pieces {
            self.chunks.write(&chunk, rows.as_deref())?;
            self.run.add(chunk).map_err(|what| Error::input(format!("what a worker handed in {what}")))?;
        }
        Ok(())
    }

    /// If all units are there: adds the stage that follows, and says how many units it has. 0: the run is complete.
    ///
    /// # Errors
    /// If that is more than can be counted.
    pub fn next_stage(&mut self) -> Result<u64, Error> {
        match self.run.has(0..self.experiment.order.len()) {
            true => next_stage(&self.plan, &mut self.experiment, &self.run),
            false => Ok(0),
        }
    }

    /// The table of matchups of what is there.
    pub fn table(&self) -> Table {
        matchup_table(&self.experiment, &matchups(&self.experiment, &self.run.tallies))
    }

    /// The same as people see it.
    pub fn told(&self, look: Look) -> String {
        let rows = matchups(&self.experiment, &self.run.tallies);
        report(&self.experiment, &rows, &totals(&rows), &std::collections::BTreeSet::new(), look)
    }

    /// Writes the files of the run, which are partial if units are missing; `workers` is how many played at a time.
    ///
    /// # Errors
    /// If they can't be written.
    pub fn finish(self, workers: usize) -> Result<Results, Error> {
        let games = self.run.games() - self.before;
        let timing = Timing::of(games, self.begin.elapsed().as_secs_f64(), workers);
        let session = Session::within(&self.plan, self.host, self.experiment, self.id, self.dir);
        session.results(&self.run, timing)
    }
}
