//! What a run is that goes to another machine: the plan, and all that it names.

use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use gauntlet_core::Game;
use serde::{Deserialize, Serialize};

use super::luggage::Luggage;
use super::notes::Notes;
use crate::PROGRAM;
use crate::commands::session::Watch;
use crate::error::Error;
use crate::host::Host;
use crate::host::knows::KnowsArgs;
use crate::host::options::{DeckArgs, LoadArgs};
use crate::plan::experiment::Experiment;
use crate::plan::file::Plan;
use crate::play::chunk::Chunk;
use crate::play::run::{Control, Run, resume};

/// A plan with its decks and cards, and the files that its agents read: nothing else is needed to play it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Parcel {
    gauntlet: String,
    /// The game's name.
    pub game: String,
    run: String,
    plan: Plan,
    luggage: Luggage,
}

impl Parcel {
    /// What there is to send of the experiment that a plan makes, whose run has this id.
    ///
    /// # Errors
    /// If a file can't be read, or a card can't be written.
    pub fn of<H: Host>(plan: &Plan, host: &H, experiment: &Experiment<H::Game>, run: &str) -> Result<Parcel, Error> {
        Ok(Parcel {
            gauntlet: PROGRAM.to_owned(),
            game: H::NAME.to_owned(),
            run: run.to_owned(),
            plan: plan.clone(),
            luggage: Luggage::of(host, &plan.load(), &experiment.pilots)?,
        })
    }

    /// The parcel as bytes.
    ///
    /// # Errors
    /// None in practice: there is only text and numbers.
    pub fn bytes(&self) -> Result<Vec<u8>, Error> {
        Ok(serde_json::to_vec(self).map_err(io::Error::from)?)
    }

    /// The parcel that these bytes are.
    ///
    /// # Errors
    /// If they are none, or another version's: versions may play differently.
    pub fn read(bytes: &[u8]) -> Result<Parcel, Error> {
        let parcel: Parcel = serde_json::from_slice(bytes)
            .map_err(|error| Error::input(format!("this isn't what gauntlet {PROGRAM} sends to be played: {error}")))?;
        same_version(&parcel.gauntlet)?;
        Ok(parcel)
    }
}

pub(super) fn same_version(other: &str) -> Result<(), Error> {
    if other == PROGRAM {
        return Ok(());
    }
    Err(Error::input(format!("the driver has gauntlet {other} and a worker {PROGRAM}: all machines need the same one")))
}

/// A parcel that was unpacked: parts of its run can be played.
pub struct Unpacked<H: Host> {
    run: String,
    plan: Plan,
    host: H,
    experiment: Experiment<H::Game>,
    stages: usize,
}

/// What was played of a run, on its way back.
#[derive(Serialize, Deserialize)]
struct HandedIn {
    gauntlet: String,
    run: String,
    played: Played,
}

/// What was played.
#[derive(Serialize, Deserialize)]
pub(super) struct Played {
    /// Chunks, and the rows of their games.
    pub(super) pieces: Vec<(Chunk, Option<String>)>,
    /// What the agents wrote down.
    pub(super) notes: Notes,
}

impl<H: Host> Unpacked<H> {
    /// Unpacks a parcel into a folder, which is only needed until this returns.
    ///
    /// # Errors
    /// If files can't be written, or what is in it isn't what was put into it.
    pub fn new(parcel: Parcel, folder: &Path) -> Result<Unpacked<H>, Error> {
        let Parcel { run, plan, luggage, .. } = parcel;
        let there = luggage.unpack(folder)?;
        let load = plan.load();
        let decks = DeckArgs { cards: there.cards.clone(), ..load.decks };
        let knows = KnowsArgs { field_of: there.field.clone(), ..load.knows };
        let host = H::load(&there.decks, &LoadArgs { decks, knows, ..load })?;
        there.check(&host)?;
        let agents: Vec<&str> = there.agents.iter().map(String::as_str).collect();
        // The driver has seen to it that they can play.
        let registry = H::agents().remembering(there.recorded);
        let experiment = Experiment::among(&host, plan.options(), &registry, &agents, Vec::new())?;
        Ok(Unpacked { run, plan, host, experiment, stages: 0 })
    }

    /// Plays units by their numbers, and returns what came of them for [`super::Gathering::add`]. `stages` are those that were added to the order.
    ///
    /// # Errors
    /// If threads can't be started, or the stages make no sense.
    pub fn play(
        &mut self,
        stages: &[Vec<u64>],
        units: Range<u64>,
        threads: usize,
        watch: Watch<'_>,
    ) -> Result<Vec<u8>, Error> {
        for more in stages.get(self.stages..).unwrap_or_default() {
            self.experiment.extend(more)?;
            self.stages += 1;
        }
        // What a part that came to nothing left behind is no one's.
        Notes::taken(&self.experiment.pilots);
        watch.progress.more((units.end - units.start) * self.experiment.options.seats.games_per_unit());
        let pieces = Mutex::new(Vec::new());
        let wants_rows = self.plan.rows.0.is_some();
        let control = Control {
            stop: watch.stop,
            played: &|count| watch.progress.played(count),
            keep: &|chunk, rows| {
                let rows = wants_rows.then(|| rows.to_owned());
                pieces.lock().unwrap_or_else(PoisonError::into_inner).push((chunk.clone(), rows));
                Ok(())
            },
            rows: wants_rows,
            details: self.plan.details,
        };
        let nothing = Run::new(self.experiment.pairings.len(), H::Game::counter_names().len());
        resume(&self.host, &self.experiment, units, nothing, threads, control)?;
        let pieces = pieces.into_inner().unwrap_or_else(PoisonError::into_inner);
        let played = Played { pieces, notes: Notes::taken(&self.experiment.pilots) };
        let handed = HandedIn { gauntlet: PROGRAM.to_owned(), run: self.run.clone(), played };
        Ok(serde_json::to_vec(&handed).map_err(io::Error::from)?)
    }
}

/// What a worker handed in for a run.
///
/// # Errors
/// If it is none, another version's, or another run's.
pub(super) fn open(bytes: &[u8], run: &str) -> Result<Played, Error> {
    let handed: HandedIn = serde_json::from_slice(bytes)
        .map_err(|error| Error::input(format!("this isn't what a worker of gauntlet {PROGRAM} hands in: {error}")))?;
    same_version(&handed.gauntlet)?;
    if handed.run != run {
        return Err(Error::input(format!("this chunk belongs to run {}, not to run {run}", handed.run)));
    }
    Ok(handed.played)
}
