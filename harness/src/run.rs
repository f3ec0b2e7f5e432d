//! Playing an experiment on several threads.
//!
//! Workers take units from one queue in the experiment's order and add up what they played. Sums of integers don't depend
//! on who played what, so the number of threads never shows in a result.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use gauntlet_ai::Agent;
use gauntlet_core::{Game, PerPlayer, Player, Reason, Seed};

use crate::error::Error;
use crate::experiment::Experiment;
use crate::host::{Host, Setup};
use crate::panics;
use crate::play::{Trace, play_game};
use crate::schedule::{Seats, Unit, UnitSeeds, unit_seeds};
use crate::tally::{GameResult, PerSide, Side, Tally};
use crate::threads;

/// How many failed games are kept with their details; all are counted. These are the first in the order of [`Failure`].
pub const FAILURES_KEPT: usize = 1000;

/// A game that panicked, with all that is needed to play it again.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Failure {
    /// The unit it belongs to.
    pub unit: Unit,
    /// The side that went first.
    pub first: Side,
    /// The turn it failed in.
    pub turn: u32,
    /// The choices that were made before.
    pub decisions: u64,
    /// What the panic said, and where in the source it was.
    pub message: String,
}

/// What was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The sums of each pairing, in the experiment's order, from complete units only.
    pub tallies: Vec<Tally>,
    /// The first [`FAILURES_KEPT`] games that panicked.
    pub failures: Vec<Failure>,
    /// Whether all units were played; if not, those that were are a prefix of the experiment's order.
    pub complete: bool,
}

impl Run {
    /// The number of games played.
    pub fn games(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.total().games()).sum()
    }

    /// The number of choices made.
    pub fn decisions(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.decisions).sum()
    }

    /// How many games ended for `reason`.
    pub fn ended(&self, reason: Reason) -> u64 {
        self.tallies.iter().map(|tally| tally.ended(reason)).sum()
    }
}

/// How a run is watched and stopped from outside.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Once this is true no new unit begins; those in flight are finished.
    pub stop: &'a AtomicBool,
    /// Called with the number of games of every finished unit, on whichever thread played it.
    pub played: &'a (dyn Fn(u64) + Sync),
}

/// Plays the experiment on `threads` threads.
///
/// A panic in a game is caught: the game counts as a draw for [`Reason::EngineError`], is noted in [`Run::failures`], and
/// the run goes on.
///
/// # Errors
/// If the threads can't be started.
pub fn run<H: Host>(
    host: &H,
    experiment: &Experiment<H::Game>,
    threads: usize,
    control: Control<'_>,
) -> Result<Run, Error> {
    let pool = threads::start(threads)?;
    let counters = H::Game::counter_names().len();
    let sums =
        Mutex::new(Sums { tallies: vec![Tally::new(counters); experiment.pairings.len()], failures: BTreeMap::new() });
    let next = AtomicU64::new(0);
    pool.broadcast(|_| {
        let mut worker = Worker::new(host, experiment, &sums);
        // A unit that was taken is played, so the units played are those before `next`: a prefix.
        while !control.stop.load(Ordering::Relaxed) {
            let Some(unit) = experiment.order.unit(next.fetch_add(1, Ordering::Relaxed)) else { break };
            worker.play_unit(unit);
            (control.played)(experiment.options.seats.games_per_unit());
        }
        worker.hand_in();
    });
    let sums = sums.into_inner().unwrap_or_else(PoisonError::into_inner);
    let run = Run { tallies: sums.tallies, failures: sums.failures.into_values().collect(), complete: true };
    let complete = run.games() == experiment.games();
    Ok(Run { complete, ..run })
}

/// What the workers add up.
struct Sums {
    tallies: Vec<Tally>,
    failures: BTreeMap<(Unit, Side), Failure>,
}

/// One thread's share of the work, and the memory it uses again from game to game.
struct Worker<'a, H: Host> {
    host: &'a H,
    experiment: &'a Experiment<H::Game>,
    sums: &'a Mutex<Sums>,
    /// The number and seed of the pairing being played.
    pairing: Option<(usize, Seed)>,
    /// What was played of this pairing and not handed in yet.
    tally: Tally,
    /// The decks and agents of this pairing; `None` if they must be made, at first and after a panic.
    table: Option<Table<H>>,
    /// The position, reused by every game; `None` at first and after a panic.
    game: Option<H::Game>,
    legal: Vec<<H::Game as Game>::Action>,
    counters: PerSide<Vec<u64>>,
}

/// The setups by the side that goes first, and the agents by side.
struct Table<H: Host> {
    setups: PerSide<Setup<H>>,
    agents: PerSide<Box<dyn Agent<H::Game>>>,
}

impl<'a, H: Host> Worker<'a, H> {
    fn new(host: &'a H, experiment: &'a Experiment<H::Game>, sums: &'a Mutex<Sums>) -> Self {
        let counters = H::Game::counter_names().len();
        Worker {
            host,
            experiment,
            sums,
            pairing: None,
            tally: Tally::new(counters),
            table: None,
            game: None,
            legal: Vec::new(),
            counters: PerSide::from_fn(|_| vec![0; counters]),
        }
    }

    fn play_unit(&mut self, unit: Unit) {
        let seed = match self.pairing {
            Some((index, seed)) if index == unit.pairing => seed,
            _ => self.sit_down(unit.pairing),
        };
        let seeds = unit_seeds(seed, unit.index);
        let seats = self.experiment.options.seats;
        match seats {
            Seats::Fixed(first) => {
                self.play(unit, first, &seeds);
            }
            Seats::Swap => {
                let games = Side::BOTH.map(|first| self.play(unit, first, &seeds));
                self.tally.add_pair(&games);
            }
        }
    }

    /// Turns to another pairing, and returns its seed.
    fn sit_down(&mut self, index: usize) -> Seed {
        self.hand_in();
        self.table = None;
        let seed = self.experiment.pairing_seed(&self.experiment.pairings[index]);
        self.pairing = Some((index, seed));
        seed
    }

    /// Adds what was played to the sums.
    fn hand_in(&mut self) {
        if let Some((index, _)) = self.pairing {
            lock(self.sums).tallies[index].merge(&self.tally);
            self.tally = Tally::new(H::Game::counter_names().len());
        }
    }

    /// Plays one game, and adds it to the tally.
    fn play(&mut self, unit: Unit, first: Side, seeds: &UnitSeeds) -> GameResult {
        let mut trace = Trace::default();
        let (winner, reason) = match panics::catch(|| self.attempt(unit, first, seeds, &mut trace)) {
            Ok((winner, reason)) => {
                for side in Side::BOTH {
                    for (sum, count) in self.tally.counters[side].iter_mut().zip(&self.counters[side]) {
                        *sum += count;
                    }
                }
                (winner, reason)
            }
            Err(message) => {
                // Position and agents may be half changed: neither is used again.
                self.game = None;
                self.table = None;
                let failure = Failure { unit, first, turn: trace.turn, decisions: trace.decisions, message };
                let failures = &mut lock(self.sums).failures;
                failures.insert((unit, first), failure);
                if failures.len() > FAILURES_KEPT {
                    failures.pop_last();
                }
                (None, Reason::EngineError)
            }
        };
        let result = GameResult { first, winner, reason, turns: trace.turn, decisions: trace.decisions };
        self.tally.add_game(&result);
        result
    }

    /// Plays one game; everything in here may panic.
    fn attempt(&mut self, unit: Unit, first: Side, seeds: &UnitSeeds, trace: &mut Trace) -> (Option<Side>, Reason) {
        let experiment = self.experiment;
        let table = self.table.get_or_insert_with(|| {
            let pairing = &experiment.pairings[unit.pairing];
            let deck = |side| pairing.entrant(side).deck;
            Table {
                setups: PerSide::from_fn(|first| {
                    self.host.setup(deck(first), deck(first.other()), experiment.options.limits, false)
                }),
                agents: PerSide::from_fn(|side| experiment.pilot(pairing.entrant(side)).make()),
            }
        });
        let setup = &table.setups[first];
        let game = match &mut self.game {
            Some(game) => {
                game.restart(setup, seeds.game);
                game
            }
            None => self.game.insert(H::Game::new(setup, seeds.game)),
        };
        let PerSide([a, b]) = &mut table.agents;
        let mut agents = match first {
            Side::A => PerPlayer([a.as_mut(), b.as_mut()]),
            Side::B => PerPlayer([b.as_mut(), a.as_mut()]),
        };
        let mut rngs = PerPlayer::from_fn(|player| seeds.agents[player].rng());
        let limits = experiment.options.limits;
        let outcome = play_game(game, &mut agents, &mut rngs, &mut self.legal, limits, trace, |_, _, _| ());
        for side in Side::BOTH {
            let player = seat(side, first);
            for (index, count) in self.counters[side].iter_mut().enumerate() {
                *count = u64::from(game.counter(player, index));
            }
        }
        let winner = outcome.winner.map(|player| if player == Player::FIRST { first } else { first.other() });
        (winner, outcome.reason)
    }
}

/// Where `side` sits when `first` takes the first turn.
pub fn seat(side: Side, first: Side) -> Player {
    if side == first { Player::FIRST } else { Player::SECOND }
}

fn lock(sums: &Mutex<Sums>) -> MutexGuard<'_, Sums> {
    // Games panic inside `catch`, never while the sums are locked: there is nothing half done in them.
    sums.lock().unwrap_or_else(PoisonError::into_inner)
}
