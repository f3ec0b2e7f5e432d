//! Games of an experiment with every decision in them, handed on in the experiment's order: what `gauntlet export` writes.
//!
//! Agents are asked as they are in any run, in all windows; around each is a [`Scribe`] that has the same view as the agent, and so can't
//! note what its player doesn't know.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use gauntlet_ai::{Agent, Fault, Meeting, Thoughts};
use gauntlet_core::{Game, Outcome, Player, Reason, Rng, Seed, View, guard};
use gauntlet_encoding::{EncodedGame, Sparse, SparseEncoder};

use crate::error::Error;
use crate::host::Host;
use crate::host::parts::CountFn;
use crate::plan::experiment::Experiment;
use crate::plan::schedule::{Unit, game_seeds};
use crate::play::chunk::Failure;
use crate::play::game::Trace;
use crate::play::seating::{Deal, Memory, Seating};
use crate::play::{panics, threads};
use crate::stats::tally::{PerSide, Side};

/// One decision, without the numbers, which are those that follow one another in [`Decisions`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// Who decided.
    pub player: Player,
    /// In which turn.
    pub turn: u32,
    /// The kind of question.
    pub kind: &'static str,
    /// The number of the action that was chosen.
    pub choice: usize,
    /// How many legal actions there were.
    pub actions: usize,
    /// How many numbers the observation has.
    pub observed: usize,
    /// How many numbers the legal actions have together.
    pub described: usize,
    /// The number of the action that the agent's policy would have taken without a search, if it said so.
    pub policy: Option<usize>,
    /// Whether the agent said what it thought of the actions.
    pub thought: bool,
}

/// What is noted of positions.
pub enum Notes<G: EncodedGame> {
    /// What the player saw and could do, as encodings.
    Encoding(Box<SparseEncoder<G>>),
    /// The numbers by which positions are valued.
    Features(CountFn<G>),
}

/// The decisions of a game in their order.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Decisions {
    /// Each decision.
    pub rows: Vec<Row>,
    /// The observations.
    pub observations: Sparse,
    /// The legal actions.
    pub actions: Sparse,
    /// How many numbers each legal action has.
    pub lengths: Vec<u32>,
    /// The numbers by which positions are valued, as many for each decision.
    pub features: Vec<i16>,
    /// What the agent thought each legal action is worth, if it looked at it; of those decisions alone of which it said what it thought.
    pub values: Vec<Option<f64>>,
    /// How often it tried each; of the same.
    pub visits: Vec<u64>,
}

impl Decisions {
    /// Adds a decision: what the viewer sees and can do or the numbers by which that is valued, what was chosen, and what the agent said that it
    /// thought.
    ///
    /// # Panics
    /// As [`SparseEncoder::encode`].
    pub fn add<G: EncodedGame>(
        &mut self,
        notes: &mut Notes<G>,
        view: View<'_, G>,
        legal: &[G::Action],
        choice: usize,
        thoughts: Option<Thoughts<G::Action>>,
    ) {
        let moment = G::moment(view);
        let before = self.actions.len();
        let observed = match notes {
            Notes::Encoding(encoder) => {
                encoder.encode(view, legal, &mut self.observations, &mut self.actions, &mut self.lengths)
            }
            Notes::Features(count) => {
                count(view, &mut self.features);
                0
            }
        };
        let thoughts = thoughts.filter(|thoughts| thoughts.actions.len() == legal.len());
        for thought in thoughts.iter().flat_map(|thoughts| &thoughts.actions) {
            self.values.push(thought.value);
            self.visits.push(thought.visits);
        }
        self.rows.push(Row {
            player: view.viewer(),
            turn: moment.turn,
            kind: moment.kind,
            choice,
            actions: legal.len(),
            observed,
            described: self.actions.len() - before,
            policy: thoughts.as_ref().and_then(|thoughts| thoughts.policy),
            thought: thoughts.is_some(),
        });
    }
}

/// What both scribes of a game write into.
pub struct Log<G: EncodedGame> {
    notes: Notes<G>,
    decisions: Decisions,
}

impl<G: EncodedGame> Log<G> {
    /// An empty log with such notes.
    pub fn new(notes: Notes<G>) -> Log<G> {
        Log { notes, decisions: Decisions::default() }
    }

    /// The decisions that were noted since the last call.
    pub fn take(&mut self) -> Decisions {
        std::mem::take(&mut self.decisions)
    }
}

/// An agent whose decisions are noted: it chooses as it does without, and has the same view as the agent in it.
pub struct Scribe<G: EncodedGame> {
    agent: Box<dyn Agent<G>>,
    log: Arc<Mutex<Log<G>>>,
}

impl<G: EncodedGame> Scribe<G> {
    /// `agent`, whose decisions are noted in `log`.
    pub fn new(agent: Box<dyn Agent<G>>, log: Arc<Mutex<Log<G>>>) -> Scribe<G> {
        Scribe { agent, log }
    }
}

/// [`Agent::stops`] is that of every agent that says nothing: each window is a decision, as in recordings.
impl<G: EncodedGame> Agent<G> for Scribe<G> {
    fn meet(&mut self, meeting: Meeting<'_>) {
        self.agent.meet(meeting);
    }

    fn start(&mut self) {
        self.agent.start();
    }

    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> usize {
        let choice = self.agent.choose(view, legal, rng);
        // Who gives up, or chooses what there isn't, has decided nothing.
        if choice < legal.len() {
            guard::begin(guard::MOST_LOOKS);
            let Log { notes, decisions } = &mut *lock(&self.log);
            decisions.add(notes, view, legal, choice, self.agent.thoughts());
        }
        choice
    }

    fn thoughts(&self) -> Option<Thoughts<G::Action>> {
        self.agent.thoughts()
    }

    fn is_certain(&self) -> bool {
        self.agent.is_certain()
    }

    fn over(&mut self, outcome: Outcome) {
        self.agent.over(outcome);
    }

    fn fault(&self) -> Option<Fault> {
        self.agent.fault()
    }
}

/// A game that came to an end, with its decisions.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// The number of the game in the experiment's order, from 0.
    pub number: u64,
    /// The unit that it belongs to.
    pub unit: Unit,
    /// The side that took the first turn.
    pub first: Side,
    /// Who won.
    pub winner: Option<Side>,
    /// Why it ended.
    pub reason: Reason,
    /// The turn in which it ended.
    pub turns: u32,
    /// What was decided.
    pub decisions: Decisions,
}

/// A game that was played: the error is why it can't be used.
pub type Played = Result<Told, Failure>;

/// How games are played for their decisions.
pub struct InOrder<'a, H: Host> {
    /// Whose decks.
    pub host: &'a H,
    /// Which games.
    pub experiment: &'a Experiment<H::Game>,
    /// Whether the numbers are noted by which positions are valued ([`Values`](crate::host::parts::Values)), rather than encodings.
    pub features: bool,
    /// How many threads play.
    pub threads: usize,
    /// Once this is true no new unit begins; those in flight are finished.
    pub stop: &'a AtomicBool,
}

/// How many units may be played for each thread beyond the one that is waited for: what bounds the memory that they take.
const AHEAD: u64 = 4;

/// Units on their way from those who play to the one who takes them.
struct Queue {
    /// The number of the next unit to be played.
    next: u64,
    /// The number of the next unit to be handed on.
    awaited: u64,
    played: BTreeMap<u64, Vec<Played>>,
    /// Whether somebody is handing units on.
    busy: bool,
    failed: Option<Error>,
    /// The cards of the pairings that were played, with their numbers in encodings.
    cards: BTreeSet<(u32, String)>,
}

/// What threads share.
struct Line<'a> {
    queue: Mutex<Queue>,
    moved: Condvar,
    take: Mutex<&'a mut (dyn FnMut(Played) -> Result<(), Error> + Send)>,
}

impl<H: Host<Game: EncodedGame>> InOrder<'_, H> {
    /// Plays, and hands each game on to `take` in the experiment's order, whoever played it. Returns the cards of the pairings that were played
    /// with their numbers in encodings, and how many units were played: the first ones, if it was stopped.
    ///
    /// # Errors
    /// If threads can't be started, `take` fails, or an agent says that no game can be had with it.
    pub fn play(
        &self,
        take: &mut (dyn FnMut(Played) -> Result<(), Error> + Send),
    ) -> Result<(BTreeSet<(u32, String)>, u64), Error> {
        let queue =
            Queue { next: 0, awaited: 0, played: BTreeMap::new(), busy: false, failed: None, cards: BTreeSet::new() };
        let line = Line { queue: Mutex::new(queue), moved: Condvar::new(), take: Mutex::new(take) };
        threads::start(self.threads)?.broadcast(|_| {
            let mut worker = Worker::new(self.host, self.experiment, self.features);
            while let Some((number, unit)) = self.next(&line) {
                let played = worker.play_unit(number, unit, &line);
                line.hand_on(number, played);
            }
        });
        let queue = line.queue.into_inner().unwrap_or_else(PoisonError::into_inner);
        match queue.failed {
            Some(error) => Err(error),
            None => Ok((queue.cards, queue.awaited)),
        }
    }

    /// The next unit, once it isn't too far ahead of the one that is waited for; none if there are no more.
    fn next(&self, line: &Line<'_>) -> Option<(u64, Unit)> {
        let mut queue = lock(&line.queue);
        let most = AHEAD * self.threads as u64;
        // Units are taken in order: the one that is waited for is being played, by somebody who doesn't wait.
        while queue.failed.is_none() && queue.next >= queue.awaited + most {
            queue = line.moved.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        if queue.failed.is_some() || self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let number = queue.next;
        let unit = self.experiment.order.unit(number)?;
        queue.next += 1;
        Some((number, unit))
    }
}

impl Line<'_> {
    /// Hands on the games of a unit, and of those that wait for it; if others are being handed on, whoever does so goes on with these.
    fn hand_on(&self, number: u64, played: Vec<Played>) {
        let mut queue = lock(&self.queue);
        queue.played.insert(number, played);
        if queue.busy {
            return;
        }
        queue.busy = true;
        loop {
            let awaited = queue.awaited;
            let Some(games) = queue.played.remove(&awaited).filter(|_| queue.failed.is_none()) else { break };
            drop(queue);
            let mut take = lock(&self.take);
            let taken = games.into_iter().try_for_each(&mut **take);
            drop(take);
            queue = lock(&self.queue);
            match taken {
                Ok(()) => queue.awaited += 1,
                Err(error) => queue.failed = Some(error),
            }
            self.moved.notify_all();
        }
        queue.busy = false;
    }

    /// The games can't go on.
    fn fail(&self, error: Error) {
        lock(&self.queue).failed.get_or_insert(error);
        self.moved.notify_all();
    }
}

/// Whoever sits at a table, and takes note.
struct Table<H: Host<Game: EncodedGame>> {
    pairing: usize,
    seed: Seed,
    seating: Seating<H>,
    log: Arc<Mutex<Log<H::Game>>>,
}

/// One thread's share of the work.
struct Worker<'a, H: Host<Game: EncodedGame>> {
    host: &'a H,
    experiment: &'a Experiment<H::Game>,
    features: bool,
    /// None if it must be made, at first and after a panic.
    table: Option<Table<H>>,
    memory: Memory<H::Game>,
}

impl<'a, H: Host<Game: EncodedGame>> Worker<'a, H> {
    fn new(host: &'a H, experiment: &'a Experiment<H::Game>, features: bool) -> Self {
        Worker { host, experiment, features, table: None, memory: Memory::default() }
    }

    fn play_unit(&mut self, number: u64, unit: Unit, line: &Line<'_>) -> Vec<Played> {
        let sides = self.experiment.options.seats.first_sides();
        let games = (number * sides.len() as u64..).zip(sides);
        games.map(|(number, first)| self.play(number, unit, *first, line)).collect()
    }

    fn play(&mut self, number: u64, unit: Unit, first: Side, line: &Line<'_>) -> Played {
        let mut trace = Trace::default();
        let ended = panics::catch(|| self.attempt(unit, first, &mut trace, line));
        let failure = |reason, message| {
            let Trace { turn, decisions } = trace;
            Failure { unit, first, game: 0, reason, turn, decisions, message }
        };
        let ((winner, reason), decisions, fault) = ended.map_err(|message| {
            // Position, agents and log may be half changed: none is used again.
            (self.table, self.memory) = (None, Memory::default());
            failure(Reason::EngineError, message)
        })?;
        match fault {
            Some(Fault::EndsRun(sentence)) => line.fail(Error::input(sentence)),
            Some(Fault::Forfeit(sentence)) if reason == Reason::Concession => return Err(failure(reason, sentence)),
            Some(Fault::Forfeit(_)) | None => {}
        }
        Ok(Told { number, unit, first, winner, reason, turns: trace.turn, decisions })
    }

    /// Plays one game; everything in here may panic.
    fn attempt(
        &mut self,
        unit: Unit,
        first: Side,
        trace: &mut Trace,
        line: &Line<'_>,
    ) -> ((Option<Side>, Reason), Decisions, Option<Fault>) {
        let limits = self.experiment.options.limits;
        if self.table.as_ref().is_none_or(|table| table.pairing != unit.pairing) {
            self.table = Some(self.sit_down(unit.pairing, line));
        }
        let Some(Table { seed, seating, log, .. }) = &mut self.table else { unreachable!("a table was just made") };
        let seeds = game_seeds(*seed, unit.index, 0);
        let deal = Deal { first, began: first, sideboarded: false, seeds: &seeds, limits };
        let ended = seating.play(&mut self.memory, deal, trace, |_| ());
        let decisions = lock(log).take();
        (ended, decisions, seating.fault())
    }

    /// The table of a pairing.
    fn sit_down(&self, pairing: usize, line: &Line<'_>) -> Table<H> {
        let (experiment, host) = (self.experiment, self.host);
        let entrants = &experiment.pairings[pairing];
        let seed = experiment.pairing_seed(entrants);
        let deck = |side| entrants.entrant(side).deck;
        let setup = |first: Side| host.setup(deck(first), deck(first.other()), experiment.options.limits, false);
        let setups = PerSide::from_fn(setup);
        let game = H::Game::new(&setups[Side::A], seed);
        let notes = if self.features {
            Notes::Features(H::PARTS.values.counter())
        } else {
            let encoder = SparseEncoder::new(&game);
            lock(&line.queue).cards.extend(game.card_numbers(encoder.encoder()));
            Notes::Encoding(Box::new(encoder))
        };
        let log = Arc::new(Mutex::new(Log::new(notes)));
        let agents = PerSide::from_fn(|side| -> Box<dyn Agent<H::Game>> {
            let agent = experiment.pilot(entrants.entrant(side)).make();
            Box::new(Scribe::new(agent, Arc::clone(&log)))
        });
        let seating = Seating {
            setups,
            after: None,
            agents,
            called: PerSide::from_fn(|side| experiment.pilot(entrants.entrant(side)).called().to_owned()),
            names: PerSide::from_fn(|side| host.decks()[deck(side)].name.clone()),
            followers: None,
        };
        Table { pairing, seed, seating, log }
    }
}

fn lock<T: ?Sized>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    // After a panic in a game its log is thrown away; nothing panics while the others are locked.
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
