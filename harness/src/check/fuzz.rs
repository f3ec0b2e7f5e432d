//! Games of random players or of any agent, with random decks of the whole pool or with given ones, in which everything is
//! checked that can be.
//!
//! Game number *n* is the same whatever the number of threads: its decks, its seed and what its players like are derived from the
//! run's seed and *n*. What fails is played again, made small ([`mod@shrink`]) and written as a recording ([`crate::host::recording`]).

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use cpu_time::ProcessTime;
use gauntlet_core::{Game, Reason, Rng, Seed};
use rand::RngExt;
use serde::Serialize;

use crate::check::examine::{End, Examined, Loop, Rates, Subject, Table};
use crate::check::shrink::{self, Case, shrink};
use crate::error::Error;
use crate::host::agents::Pilot;
use crate::host::options::Limits;
use crate::host::recording::{Found, FoundKind, Recording, Seated};
use crate::host::{Extra, Host};
use crate::play::players::Players;
use crate::play::run::Control;
use crate::play::threads;

/// Choices within one turn after which the players of a random game do nothing more in it, if they can choose that: whoever may
/// do something for free would never stop.
const TIRED: usize = 250;

/// Choices within one turn after which a game is taken to hang: nobody wants to do anything, and still it goes on.
const PATIENCE: usize = 1_000;

/// The same for games that were found to hang and are made small. It is more than players make who aren't tired, so that what is
/// left of a game that hangs hangs as well.
const SHORT_PATIENCE: usize = 2 * TIRED;

/// Processor time for one choice after which the process gives up on a game: something in the engine never ends. The clock on the wall
/// would tell only how busy the machine is.
pub(crate) const DEADLINE: Duration = Duration::from_secs(120);

/// The names of the players in recordings.
const NAMES: [&str; 2] = ["Ann", "Bob"];

/// What is to be played.
#[derive(Clone, Copy)]
pub struct Plan<'a, G: Game> {
    /// The number that everything derives from.
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// How many games.
    pub games: u64,
    /// When a game is a draw.
    pub limits: Limits,
    /// How much is checked.
    pub rates: Rates,
    /// A check of the caller's own.
    pub extra: Option<Extra<'a, G>>,
    /// Who plays both sides; without one, players who choose at random.
    pub pilot: Option<&'a Pilot<G>>,
}

impl<G: Game> Plan<'_, G> {
    /// Where the host has decks, the numbers of those of game number `number`, that of the player who takes the first turn first. All
    /// pairings come before any comes again, and then with the seats swapped.
    fn pairing(decks: usize, number: u64) -> [usize; 2] {
        let pairings = decks as u64 * (decks as u64 + 1) / 2;
        let (round, mut place) = (number / pairings, number % pairings);
        let mut one = 0;
        while place >= (decks - one) as u64 {
            place -= (decks - one) as u64;
            one += 1;
        }
        let pair = [one, one + place as usize];
        if round % 2 == 0 { pair } else { [pair[1], pair[0]] }
    }
}

/// Games that ended in one way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Ended {
    /// How many.
    pub games: u64,
    /// The number of the first of them.
    pub first: u64,
}

impl Ended {
    fn add(&mut self, other: Ended) {
        *self = Ended { games: self.games + other.games, first: self.first.min(other.first) };
    }
}

/// What was played.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Fuzzed {
    /// Games that were played to an end of whatever kind.
    pub games: u64,
    /// Choices made.
    pub choices: u64,
    /// Turns played.
    pub turns: u64,
    /// Games by how they ended.
    pub endings: BTreeMap<&'static str, Ended>,
    /// Failures by what they are: in how many games, and the first of them.
    pub failures: BTreeMap<String, (u64, u64, Found)>,
    /// Loops by the cards in them: in how many games, the first game, and the loop in it.
    pub loops: BTreeMap<Vec<String>, (u64, u64, Loop)>,
}

impl Fuzzed {
    fn add(&mut self, number: u64, examined: &Examined, choices: usize) {
        self.games += 1;
        self.choices += choices as u64;
        self.turns += u64::from(examined.turn);
        let ending = match &examined.end {
            End::Over(outcome) => outcome.reason.name(),
            End::Stopped => "stopped",
            End::Failed(_) => Reason::EngineError.name(),
        };
        self.ended(ending, Ended { games: 1, first: number });
        if let End::Failed(found) = &examined.end {
            merge(&mut self.failures, found.signature(), (1, number, found.clone()));
        }
        if let Some(repetition) = &examined.repetition {
            merge(&mut self.loops, repetition.cards.clone(), (1, number, repetition.clone()));
        }
    }

    fn ended(&mut self, how: &'static str, games: Ended) {
        self.endings.entry(how).and_modify(|before| before.add(games)).or_insert(games);
    }

    fn merge(&mut self, other: Fuzzed) {
        self.games += other.games;
        self.choices += other.choices;
        self.turns += other.turns;
        for (ending, games) in other.endings {
            self.ended(ending, games);
        }
        other.failures.into_iter().for_each(|(key, row)| merge(&mut self.failures, key, row));
        other.loops.into_iter().for_each(|(key, row)| merge(&mut self.loops, key, row));
    }
}

/// Adds a row to those of its kind: the counts add up, and the first game's details stay.
fn merge<K: Ord, T>(map: &mut BTreeMap<K, (u64, u64, T)>, key: K, row: (u64, u64, T)) {
    match map.entry(key) {
        std::collections::btree_map::Entry::Vacant(place) => {
            place.insert(row);
        }
        std::collections::btree_map::Entry::Occupied(mut place) => {
            let count = place.get().0 + row.0;
            if row.1 < place.get().1 {
                place.insert(row);
            }
            place.get_mut().0 = count;
        }
    }
}

/// Game number `number`: decks, seed, and how the players choose.
struct Dealt {
    lists: [Vec<String>; 2],
    seed: Seed,
    rng: Rng,
    eager: u32,
}

fn deal<H: Host>(host: &H, seed: u64, number: u64) -> Dealt {
    let seed = Seed::from_u64(seed).derive("fuzz", number);
    let lists = match host.decks().len() {
        0 => [0, 1].map(|seat| H::PARTS.random_games.random_deck(host, &mut seed.derive("deck", seat).rng())),
        decks => Plan::<H::Game>::pairing(decks, number).map(|deck| H::PARTS.lists.list(host, deck)),
    };
    let mut rng = seed.derive("choices", 0).rng();
    let eager = [0, 4, 8][rng.random_range(0..3u32) as usize];
    Dealt { lists, seed, rng, eager }
}

/// The seeds of the agents in a game of this seed.
fn agent_seeds(seed: Seed) -> [Seed; 2] {
    [0, 1].map(|seat| seed.derive("agent", seat))
}

/// Plays one game of a run. `alive` is called at each choice.
fn play<H: Host>(
    host: &H,
    plan: &Plan<'_, H::Game>,
    number: u64,
    (table, players): (&mut Table<H::Game>, &mut Option<Players<H::Game>>),
    alive: &dyn Fn(),
) -> Examined {
    let Dealt { lists, seed, mut rng, eager } = deal(host, plan.seed, number);
    let setup = H::PARTS.lists.deal(host, &lists, plan.limits, true, false);
    let subject = Subject::<H> { setup: &setup, seed, rates: plan.rates, patience: PATIENCE, extra: plan.extra, alive };
    if let Some(pilot) = plan.pilot {
        let seeds = agent_seeds(seed);
        let mut seated = match players.take() {
            Some(mut players) => {
                players.start(seeds);
                players
            }
            None => Players::new([pilot, pilot], seeds),
        };
        let examined = table.examine(&subject, |game, player, legal| seated.choose(game, player, legal));
        // Agents that were at a game that failed may be half changed.
        *players = Some(seated).filter(|_| !matches!(examined.end, End::Failed(_)));
        return examined;
    }
    let (mut turn, mut choices) = (0, 0);
    table.examine(&subject, |game, _, legal| {
        choices = if game.turn() == turn { choices + 1 } else { 0 };
        turn = game.turn();
        Some(H::PARTS.random_games.random_choice(game, legal, Some(eager).filter(|_| choices < TIRED), &mut rng))
    })
}

/// Plays the games on `threads` threads. `hangs` is told the number of a game that the engine doesn't come back from; it
/// can't be stopped from here.
///
/// # Errors
/// If the threads can't be started.
pub fn run<H: Host>(
    host: &H,
    plan: &Plan<'_, H::Game>,
    threads: usize,
    control: Control<'_>,
    hangs: &(dyn Fn(u64) + Sync),
) -> Result<Fuzzed, Error> {
    let pool = threads::start(threads)?;
    let sum = Mutex::new(Fuzzed::default());
    let next = AtomicU64::new(0);
    let done = AtomicBool::new(false);
    // What each thread is playing, and what the process had used when its last choice was made.
    let at_work: Vec<Mutex<Option<(u64, ProcessTime)>>> = (0..threads).map(|_| Mutex::new(None)).collect();
    // What the process uses is that of all its threads.
    let deadline = DEADLINE * u32::try_from(threads).unwrap_or(u32::MAX);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(20));
                for place in &at_work {
                    let late = place.lock().unwrap_or_else(PoisonError::into_inner);
                    if let Some((number, since)) = *late
                        && since.elapsed() > deadline
                    {
                        hangs(number);
                    }
                }
            }
        });
        pool.broadcast(|context| {
            let (mut table, mut players, mut own) = (Table::default(), None, Fuzzed::default());
            let place = &at_work[context.index()];
            let note = |what| *place.lock().unwrap_or_else(PoisonError::into_inner) = what;
            while !control.stop.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= plan.games {
                    break;
                }
                let number = plan.first + number;
                let alive = || note(Some((number, ProcessTime::now())));
                alive();
                let examined = play(host, plan, number, (&mut table, &mut players), &alive);
                own.add(number, &examined, table.choices.len());
                note(None);
                (control.played)(1);
            }
            sum.lock().unwrap_or_else(PoisonError::into_inner).merge(own);
        });
        done.store(true, Ordering::Relaxed);
    });
    Ok(sum.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Shrinks game number `number`, which failed in this way.
pub fn shrink_game<H: Host>(host: &H, plan: &Plan<'_, H::Game>, number: u64, found: &Found) -> Option<shrink::Shrunk> {
    let mut table = Table::default();
    let _ = play(host, plan, number, (&mut table, &mut None), &|| ());
    let Dealt { lists, seed, .. } = deal(host, plan.seed, number);
    // With a pool of their own the games are quicker to set up, and nothing depends on cards that aren't in them.
    let mut case = Case::new(host, lists, (seed, plan.limits, PATIENCE), &table.choices);
    if found.kind == FoundKind::Hang {
        case.patience = SHORT_PATIENCE;
    }
    let small = H::PARTS.lists.only(host, &case.lists.concat()).ok()?;
    let seated = |pilot: &Pilot<H::Game>| {
        agent_seeds(seed).map(|seed| Seated { agent: pilot.spec.clone(), seed: seed.to_hex() }).to_vec()
    };
    shrink(&small, case, plan.pilot.map(seated).unwrap_or_default(), found, NAMES, plan.extra)
}

/// Looks with all checks for what is wrong with a recorded game.
pub fn examine_recording<H: Host>(
    host: &H,
    recording: &Recording,
    lists: &[Vec<String>; 2],
    seed: Seed,
) -> Option<Found> {
    let hangs = recording.header.found.as_ref().is_some_and(|found| found.kind == FoundKind::Hang);
    let case = Case::of_recording(recording, lists, seed, if hangs { SHORT_PATIENCE } else { PATIENCE });
    match case.play(host, &mut Table::default(), Rates::ALL, None).end {
        End::Failed(found) => Some(found),
        _ => None,
    }
}
