//! Playing an experiment on several threads.
//!
//! Workers take units from one queue in the experiment's order and add up what they played. Sums of integers don't depend
//! on who played what, so the number of threads never shows in a result. Every now and then a worker hands in its sums as a
//! chunk, which may be kept in a file: the clock decides only how the work is cut, never what is played.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gauntlet_ai::Fault;
use gauntlet_core::{Game, PerPlayer, Player, Reason, Seed};

use crate::error::Error;
use crate::host::Host;
use crate::plan::experiment::Experiment;
use crate::plan::schedule::{Seats, Unit, UnitSeeds, game_seeds};
use crate::play::chunk::{Chunk, Counted, Failure};
use crate::play::game::Trace;
use crate::play::ranges::Ranges;
use crate::play::rows::{end_unit, write_row};
use crate::play::seating::{Deal, Memory, Seating};
use crate::play::{panics, threads};
use crate::stats::details::{Details, Story};
use crate::stats::tally::{GameResult, PerSide, Side, Tally, is_unfinished};

/// How many failed games are kept with their details; all are counted. These are the first in the order of [`Failure`].
pub const FAILURES_KEPT: usize = 1000;

/// How many games that reached a limit are kept with their details; all are counted.
pub const UNFINISHED_KEPT: usize = 100;

/// How many games that an agent forfeited are kept with their details; all are counted.
pub const FORFEITS_KEPT: usize = 1000;

/// Of how many units of each pairing it is kept how their games ended, if a program plays in it: nobody knows otherwise whether a game that is played
/// again is the one that was counted.
pub const COUNTED_KEPT: u64 = 50;

/// Games with their details, by unit, the side that went first, and the number in the match.
pub type Failures = BTreeMap<(Unit, Side, u8), Failure>;

/// Adds what of `more` belongs to the first `most`.
fn keep_first(failures: &mut Failures, more: Vec<Failure>, most: usize) {
    for failure in more {
        failures.insert((failure.unit, failure.first, failure.game), failure);
        if failures.len() > most {
            failures.pop_last();
        }
    }
}

/// What was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The units that were played, by their numbers in the experiment's order.
    pub units: Ranges,
    /// The sums of each pairing, in the experiment's order, from complete units only.
    pub tallies: Vec<Tally>,
    /// What the games of each pairing told.
    pub details: BTreeMap<usize, PerSide<Details>>,
    /// The first [`FAILURES_KEPT`] games that panicked.
    pub failures: Failures,
    /// The first [`UNFINISHED_KEPT`] games that reached a limit.
    pub unfinished: Failures,
    /// The first [`FORFEITS_KEPT`] games that an agent forfeited.
    pub forfeits: Failures,
    /// How games ended in which a program plays: those of the first [`COUNTED_KEPT`] units of each pairing.
    pub counted: BTreeMap<(Unit, Side), Counted>,
}

impl Run {
    /// Nothing of an experiment with this many pairings, in a game with `counters` counters.
    pub fn new(pairings: usize, counters: usize) -> Run {
        Run {
            units: Ranges::default(),
            tallies: vec![Tally::new(counters); pairings],
            details: BTreeMap::new(),
            failures: BTreeMap::new(),
            unfinished: BTreeMap::new(),
            forfeits: BTreeMap::new(),
            counted: BTreeMap::new(),
        }
    }

    /// Adds the games of a chunk.
    ///
    /// # Errors
    /// Units that were there already, or a pairing that there isn't; then nothing is added but perhaps some units.
    pub fn add(&mut self, chunk: Chunk) -> Result<(), String> {
        for range in chunk.units.iter() {
            self.units.add(range).map_err(|twice| {
                let (first, last) = (twice.start, twice.end - 1);
                format!("has units {first} to {last}, which another chunk has too: no game may be there twice")
            })?;
        }
        for (pairing, tally) in &chunk.tallies {
            let sum = self.tallies.get_mut(*pairing).ok_or_else(|| format!("has games of pairing {pairing}"))?;
            sum.merge(tally);
        }
        for (pairing, details) in &chunk.details {
            merge_details(&mut self.details, *pairing, details);
        }
        keep_first(&mut self.failures, chunk.failures, FAILURES_KEPT);
        keep_first(&mut self.unfinished, chunk.unfinished, UNFINISHED_KEPT);
        keep_first(&mut self.forfeits, chunk.forfeits, FORFEITS_KEPT);
        self.counted.extend(chunk.counted.into_iter().map(|game| ((game.unit, game.first), game)));
        Ok(())
    }

    /// Returns whether all units of `wanted` were played.
    pub fn has(&self, wanted: Range<u64>) -> bool {
        self.units.missing(wanted).is_empty()
    }

    /// The number of games played.
    pub fn games(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.total().games()).sum()
    }

    /// The number of matches played, or of games where single games are played.
    pub fn scored(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.score().games()).sum()
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
    /// Called with each chunk and the rows of its games, if rows are wanted; the run ends if it fails.
    pub keep: &'a (dyn Fn(&Chunk, &str) -> Result<(), Error> + Sync),
    /// Whether a row is made for each game.
    pub rows: bool,
    /// Whether games are followed: the game must have a [`crate::host::parts::Stories::vocabulary`].
    pub details: bool,
}

impl<'a> Control<'a> {
    /// Nothing is kept but the sums.
    pub fn new(stop: &'a AtomicBool, played: &'a (dyn Fn(u64) + Sync)) -> Control<'a> {
        Control { stop, played, keep: &|_, _| Ok(()), rows: false, details: false }
    }
}

/// How long a worker plays before it hands in what it has: at first for the first of these, then twice as long each time, up to the second.
const CHUNK: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(2)];
/// How long a worker plays before it looks for more work, about.
const TURN: Duration = Duration::from_millis(20);
/// The most units that are taken at a time.
const MOST_UNITS: u64 = 16;

/// Plays the whole experiment on `threads` threads; see [`resume`].
///
/// # Errors
/// If the threads can't be started, or what was played can't be kept.
pub fn run<H: Host>(
    host: &H,
    experiment: &Experiment<H::Game>,
    threads: usize,
    control: Control<'_>,
) -> Result<Run, Error> {
    let nothing = Run::new(experiment.pairings.len(), H::Game::counter_names().len());
    resume(host, experiment, 0..experiment.order.len(), nothing, threads, control)
}

/// Plays those of the units `wanted` that are not in `earlier` on `threads` threads, and adds them to it.
///
/// A panic in a game is caught: the game counts as a draw for [`Reason::EngineError`], is noted in [`Run::failures`], and
/// the run goes on.
///
/// # Errors
/// If the threads can't be started, or what was played can't be kept; what was kept before stays so.
pub fn resume<H: Host>(
    host: &H,
    experiment: &Experiment<H::Game>,
    wanted: Range<u64>,
    earlier: Run,
    threads: usize,
    control: Control<'_>,
) -> Result<Run, Error> {
    let pool = threads::start(threads)?;
    let todo = earlier.units.missing(wanted);
    let sums = Sums { run: Mutex::new(earlier), failed: Mutex::new(None), over: AtomicBool::new(false) };
    let next = AtomicU64::new(0);
    pool.broadcast(|_| {
        let mut worker = Worker::new(host, experiment, &sums, control);
        let mut count = 1;
        // Units that were taken are played, so those played are the first ones to do.
        while !control.stop.load(Ordering::Relaxed) && !sums.over.load(Ordering::Relaxed) {
            let mut first = next.fetch_add(count, Ordering::Relaxed);
            let (begin, end) = (Instant::now(), first + count);
            while first < end {
                let units = todo.run(first, end - first);
                if units.is_empty() {
                    break;
                }
                first += units.end - units.start;
                worker.play_units(units);
            }
            if first < end {
                break;
            }
            count = match begin.elapsed() {
                time if time > TURN => count.div_ceil(2),
                time if time < TURN / 4 => (2 * count).min(MOST_UNITS),
                _ => count,
            };
            worker.hand_in_at(worker.patience);
        }
        worker.hand_in_at(Duration::ZERO);
    });
    match sums.failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(sums.run.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}

/// What the workers add up.
struct Sums {
    run: Mutex<Run>,
    /// Why something could not be kept, and that the run is over for it.
    failed: Mutex<Option<Error>>,
    over: AtomicBool,
}

/// One thread's share of the work, and the memory it uses again from game to game.
struct Worker<'a, H: Host> {
    host: &'a H,
    experiment: &'a Experiment<H::Game>,
    sums: &'a Sums,
    control: Control<'a>,
    /// What was played and not handed in yet, without what is in `tally`.
    chunk: Chunk,
    /// The rows of these games.
    rows: String,
    /// When the chunk was begun.
    since: Instant,
    /// How old it is to become.
    patience: Duration,
    /// The number and seed of the pairing being played.
    pairing: Option<(usize, Seed)>,
    /// What was played of this pairing and is not in the chunk yet.
    tally: Tally,
    /// The decks and agents of this pairing; `None` if they must be made, at first and after a panic.
    table: Option<Seating<H>>,
    /// The stories of the game that was played last, by seat.
    stories: PerPlayer<Story>,
    /// What they add up to, of this pairing, and is not in the chunk yet.
    details: PerSide<Details>,
    memory: Memory<H::Game>,
    /// The games of the match being played.
    games: Vec<GameResult>,
    /// The luck of both sides in the first games of this unit; `None` if one of them broke.
    luck: Option<Vec<u64>>,
    counters: PerSide<Vec<u64>>,
    /// A game in the chunk isn't one that counts.
    spoiled: bool,
}

impl<'a, H: Host> Worker<'a, H> {
    fn new(host: &'a H, experiment: &'a Experiment<H::Game>, sums: &'a Sums, control: Control<'a>) -> Self {
        let counters = H::Game::counter_names().len();
        Worker {
            host,
            experiment,
            sums,
            control,
            chunk: Chunk::default(),
            rows: String::new(),
            since: Instant::now(),
            patience: CHUNK[0],
            pairing: None,
            tally: Tally::new(counters),
            table: None,
            stories: PerPlayer::default(),
            details: PerSide::default(),
            memory: Memory::default(),
            games: Vec::new(),
            luck: None,
            counters: PerSide::from_fn(|_| vec![0; counters]),
            spoiled: false,
        }
    }

    /// Plays the units of these numbers.
    fn play_units(&mut self, numbers: Range<u64>) {
        for number in numbers.clone() {
            if let Some(unit) = self.experiment.order.unit(number) {
                self.play_unit(unit);
                if self.control.rows {
                    end_unit(&mut self.rows);
                }
                (self.control.played)(self.experiment.options.seats.games_per_unit());
            }
        }
        // Nobody else takes these numbers, so they can't be there already.
        let _ = self.chunk.units.add(numbers);
    }

    fn play_unit(&mut self, unit: Unit) {
        let seed = match self.pairing {
            Some((index, seed)) if index == unit.pairing => seed,
            _ => self.sit_down(unit.pairing),
        };
        if self.experiment.options.luck {
            let luck = self.luck.get_or_insert_default();
            luck.clear();
            luck.resize(2 * H::PARTS.luck.names().len(), 0);
        }
        let score = match self.experiment.options.seats {
            Seats::Fixed(first) => self.play_match(unit, first, seed),
            Seats::Swap => {
                let half_points = Side::BOTH.map(|first| self.play_match(unit, first, seed));
                self.tally.add_pair(half_points);
                half_points.iter().sum()
            }
        };
        if let Some(luck) = &self.luck {
            self.tally.luck.add(unit.index, score as u64, luck);
        }
    }

    /// Plays a match, or a single game, in which `first` begins the first game, and returns the half points of side A. Who lost a game begins the
    /// next; after a draw the same side does.
    fn play_match(&mut self, unit: Unit, first: Side, seed: Seed) -> usize {
        let best_of = self.experiment.options.best_of;
        if !best_of.is_match() {
            return self.play(unit, (first, 0), first, &game_seeds(seed, unit.index, 0)).half_points(Side::A);
        }
        let (began, mut first, mut won) = (first, first, [0, 0]);
        let mut games = std::mem::take(&mut self.games);
        games.clear();
        for game in 0..best_of.most() {
            let result = self.play(unit, (began, game), first, &game_seeds(seed, unit.index, game));
            games.push(result);
            if let Some(winner) = result.winner {
                first = winner.other();
                won[winner as usize] += 1;
                if won[winner as usize] == best_of.wins() {
                    break;
                }
            }
        }
        let half_points = self.tally.add_match(&games);
        self.games = games;
        half_points
    }

    /// Turns to another pairing, and returns its seed.
    fn sit_down(&mut self, index: usize) -> Seed {
        self.add_up();
        self.table = None;
        let seed = self.experiment.pairing_seed(&self.experiment.pairings[index]);
        self.pairing = Some((index, seed));
        seed
    }

    /// Adds what was played of this pairing to the chunk.
    fn add_up(&mut self) {
        let Some((index, _)) = self.pairing else { return };
        let tally = std::mem::replace(&mut self.tally, Tally::new(H::Game::counter_names().len()));
        let details = std::mem::take(&mut self.details);
        if Side::BOTH.iter().any(|side| !details[*side].is_empty()) {
            merge_details(&mut self.chunk.details, index, &details);
        }
        if tally.total().games() > 0 {
            self.chunk.tallies.entry(index).or_insert_with(|| Tally::new(tally.counters[Side::A].len())).merge(&tally);
        }
    }

    /// Hands in the chunk if it is as old as this.
    fn hand_in_at(&mut self, age: Duration) {
        if self.since.elapsed() < age || self.chunk.units.is_empty() || self.spoiled {
            return;
        }
        self.add_up();
        let mut chunk = std::mem::take(&mut self.chunk);
        chunk.followed = self.control.details;
        match (self.control.keep)(&chunk, &self.rows) {
            // What is not safe does not count.
            Err(error) => {
                lock(&self.sums.failed).get_or_insert(error);
                self.sums.over.store(true, Ordering::Relaxed);
            }
            Ok(()) => {
                let _ = lock(&self.sums.run).add(chunk);
            }
        }
        self.rows.clear();
        self.since = Instant::now();
        self.patience = (2 * self.patience).min(CHUNK[1]);
    }

    /// Plays one game, and adds it to the tally: number `game` of a match that `began` began.
    fn play(&mut self, unit: Unit, (began, game): (Side, u8), first: Side, seeds: &UnitSeeds) -> GameResult {
        let mut trace = Trace::default();
        let failure = |trace: Trace, reason, message| {
            let Trace { turn, decisions } = trace;
            Failure { unit, first, game, reason, turn, decisions, message }
        };
        let (winner, reason) = match panics::catch(|| self.attempt(unit, (began, game), first, seeds, &mut trace)) {
            Ok((winner, reason)) => {
                for side in Side::BOTH {
                    for (sum, count) in self.tally.counters[side].iter_mut().zip(&self.counters[side]) {
                        *sum += count;
                    }
                }
                if let (true, Some(words)) = (self.control.details && game == 0, H::PARTS.stories.vocabulary()) {
                    for side in Side::BOTH {
                        let half_points = winner.map_or(1, |winner| 2 * usize::from(winner == side));
                        self.details[side].add(&self.stories[seat(side, first)], words, side == first, half_points);
                    }
                }
                if is_unfinished(reason) && self.chunk.unfinished.len() < UNFINISHED_KEPT {
                    self.chunk.unfinished.push(failure(trace, reason, String::new()));
                }
                match self.table.as_ref().and_then(Seating::fault) {
                    Some(Fault::EndsRun(sentence)) => {
                        self.spoiled = true;
                        lock(&self.sums.failed).get_or_insert_with(|| Error::input(sentence));
                        self.sums.over.store(true, Ordering::Relaxed);
                    }
                    Some(Fault::Forfeit(sentence))
                        if reason == Reason::Concession && self.chunk.forfeits.len() < FORFEITS_KEPT =>
                    {
                        self.chunk.forfeits.push(failure(trace, reason, sentence));
                    }
                    Some(Fault::Forfeit(_)) | None => {}
                }
                (winner, reason)
            }
            Err(message) => {
                // Position and agents may be half changed: neither is used again.
                self.memory = Memory::default();
                self.table = None;
                self.luck = None;
                for counters in &mut self.counters.0 {
                    counters.fill(0);
                }
                if self.chunk.failures.len() < FAILURES_KEPT {
                    self.chunk.failures.push(failure(trace, Reason::EngineError, message));
                }
                (None, Reason::EngineError)
            }
        };
        let result = GameResult { first, winner, reason, turns: trace.turn, decisions: trace.decisions };
        self.tally.add_game(&result);
        if game == 0 && unit.index < COUNTED_KEPT && self.experiment.has_program(unit.pairing) {
            let Trace { turn: turns, decisions } = trace;
            self.chunk.counted.push(Counted { unit, first, winner, reason, turns, decisions });
        }
        if self.control.rows {
            write_row(&mut self.rows, self.experiment, unit, (began, game), &result, &self.counters);
        }
        result
    }

    /// Plays one game; everything in here may panic.
    fn attempt(
        &mut self,
        unit: Unit,
        (began, game): (Side, u8),
        first: Side,
        seeds: &UnitSeeds,
        trace: &mut Trace,
    ) -> (Option<Side>, Reason) {
        let experiment = self.experiment;
        let (host, followed, limits) = (self.host, self.control.details, experiment.options.limits);
        let pairing = &experiment.pairings[unit.pairing];
        let deck = |side| pairing.entrant(side).deck;
        let table = self.table.get_or_insert_with(|| {
            let after =
                |first: Side| H::PARTS.sideboards.setup_after(host, deck(first), deck(first.other()), limits, false);
            Seating {
                setups: PerSide::from_fn(|first| match followed {
                    true => H::PARTS.stories.setup_followed(host, deck(first), deck(first.other()), limits),
                    false => host.setup(deck(first), deck(first.other()), limits, false),
                }),
                after: experiment.options.best_of.is_match().then(|| PerSide::from_fn(after)),
                agents: PerSide::from_fn(|side| experiment.pilot(pairing.entrant(side)).make()),
                called: PerSide::from_fn(|side| experiment.pilot(pairing.entrant(side)).called().to_owned()),
                names: PerSide::from_fn(|side| host.decks()[deck(side)].name.clone()),
                followers: followed
                    .then(|| PerSide::from_fn(|first| H::PARTS.stories.follow(host, deck(first), deck(first.other())))),
            }
        });
        let as_listed = game == 0;
        let luck = self.luck.as_mut().filter(|_| as_listed);
        let dealt = |game: &H::Game| {
            let Some(luck) = luck else { return };
            let (a, b) = luck.split_at_mut(H::PARTS.luck.names().len());
            H::PARTS.luck.count(game, seat(Side::A, first), a);
            H::PARTS.luck.count(game, seat(Side::B, first), b);
        };
        let deal = Deal { first, began, sideboarded: game > 0, seeds, limits };
        let ended = table.play(&mut self.memory, deal, trace, dealt);
        if let Some(game) = &self.memory.game {
            if let Some(followers) = table.followers.as_mut().filter(|_| as_listed) {
                followers[first].end(game, &mut self.stories);
            }
            for side in Side::BOTH {
                let player = seat(side, first);
                for (index, count) in self.counters[side].iter_mut().enumerate() {
                    *count = u64::from(game.counter(player, index));
                }
            }
        }
        ended
    }
}

fn merge_details(sums: &mut BTreeMap<usize, PerSide<Details>>, pairing: usize, more: &PerSide<Details>) {
    let sums = sums.entry(pairing).or_default();
    for side in Side::BOTH {
        sums[side].merge(&more[side]);
    }
}

/// Where `side` sits when `first` takes the first turn.
pub fn seat(side: Side, first: Side) -> Player {
    if side == first { Player::FIRST } else { Player::SECOND }
}

fn lock<T>(sums: &Mutex<T>) -> MutexGuard<'_, T> {
    // Games panic inside `catch`, never while the sums are locked: there is nothing half done in them.
    sums.lock().unwrap_or_else(PoisonError::into_inner)
}
