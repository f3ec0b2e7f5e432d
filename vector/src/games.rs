//! All environments, and the threads that play in them.

use gauntlet::host::agents::Pilot;
use gauntlet::host::options::Limits;
use gauntlet::play::threads;
use gauntlet_core::Seed;
use gauntlet_encoding::{EncodedGame, Output};
use rayon::prelude::*;

use crate::arrays::Arrays;
use crate::error::StepError;
use crate::lane::{Failure, Lane, Shared};

/// What the slot is called that leads to the next page of actions.
pub const NEXT_PAGE: &str = "more choices";

/// How many pieces of work there are for each thread: enough for one to take over from another.
const PIECES: usize = 4;

/// What environments are made from.
pub struct Config<G: EncodedGame> {
    /// The setups in which side 0 and side 1 take the first turn, of the same cards.
    pub setups: [G::Setup; 2],
    /// When a game that doesn't end by itself is a draw.
    pub limits: Limits,
    /// The side that takes the first turn of all games; without, the sides take turns.
    pub first: Option<usize>,
    /// How many environments.
    pub environments: usize,
    /// Who plays side 1, if it isn't played from outside too.
    pub opponent: Option<Pilot<G>>,
    /// Whether a game is followed by the next one at once; if not, an environment waits for [`Games::reset`] or [`Games::reset_some`], and the others
    /// go on.
    pub auto_reset: bool,
    /// How many threads. Their number changes nothing else.
    pub threads: usize,
}

/// How many decisions are made at random before somebody can say that it is enough: a fraction of a second.
const BETWEEN_LOOKS: usize = 1 << 15;

/// A number of environments that are stepped at once.
pub struct Games<G: EncodedGame> {
    shared: Shared<G>,
    lanes: Vec<Lane<G>>,
    threads: rayon::ThreadPool,
    pieces: usize,
}

impl<G: EncodedGame> Games<G> {
    /// The environments, before their first game: [`Games::reset`] comes first.
    ///
    /// # Errors
    /// If the threads can't be started.
    pub fn new(config: Config<G>) -> Result<Games<G>, StepError> {
        let Config { setups, limits, first, environments, opponent, auto_reset, threads } = config;
        let game = G::new(&setups[0], Seed::from_u64(0));
        let encoder = game.encoder();
        let cards = game.card_numbers(&encoder);
        let shared = Shared { setups, limits, first, encoder, cards, opponent, auto_reset };
        let lanes = (0..environments).map(|number| Lane::new(&shared, number)).collect();
        let pool = threads::start(threads).map_err(|error| StepError::Threads(error.to_string()))?;
        Ok(Games { shared, lanes, threads: pool, pieces: threads * PIECES })
    }

    /// How many environments there are.
    pub fn len(&self) -> usize {
        self.lanes.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.lanes.is_empty()
    }

    /// Starts over: the games of a seed, from the first on.
    ///
    /// # Errors
    /// If an array is too short or long, or the rules engine fails in game after game.
    pub fn reset(&mut self, seed: u64, arrays: Arrays<'_>) -> Result<(), StepError> {
        let seed = Seed::from_u64(seed);
        self.on_all(arrays, |shared, lane, _, arrays, own| lane.reset(shared, seed, arrays.entry(&G::LAYOUT, own)))
    }

    /// Begins the next game of those environments of which `which` is true, and leaves the others as they are.
    ///
    /// # Errors
    /// If an array is too short or long, or the rules engine fails in game after game.
    pub fn reset_some(&mut self, which: &[bool], arrays: Arrays<'_>) -> Result<(), StepError> {
        if which.len() != self.lanes.len() {
            let (found, wanted) = (which.len(), self.lanes.len());
            return Err(StepError::Length { name: "the array of environments to reset", found, wanted });
        }
        self.on_all(arrays, |shared, lane, number, arrays, own| match which[number] {
            true => lane.next(shared, arrays.entry(&G::LAYOUT, own)),
            false => Ok(()),
        })
    }

    /// Takes the action of each environment, as the number of its slot, and writes where that leads. Where a game is over nothing happens, whatever
    /// the action.
    ///
    /// # Errors
    /// If an array or the list of actions is too short or long, an action is not in the mask or all games are over: nothing was
    /// changed then. If the rules engine fails in game after game.
    pub fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) -> Result<(), StepError> {
        if actions.len() != self.lanes.len() {
            let (found, wanted) = (actions.len(), self.lanes.len());
            return Err(StepError::Length { name: "the array of actions to take", found, wanted });
        }
        self.check_any()?;
        self.lanes.iter().zip(actions).try_for_each(|(lane, action)| lane.check(*action))?;
        self.on_all(arrays, |shared, lane, number, arrays, own| {
            lane.step(shared, actions[number] as usize, arrays.entry(&G::LAYOUT, own))
        })
    }

    /// Takes `steps` random actions in each environment and writes each time where that leads: for measurements.
    ///
    /// # Errors
    /// As [`Games::step`].
    pub fn step_at_random(&mut self, steps: usize, arrays: Arrays<'_>) -> Result<(), StepError> {
        self.step_at_random_while(steps, arrays, || true)
    }

    /// The same as long as `go_on` says so, which is asked several times a second. What is played doesn't depend on that.
    ///
    /// # Errors
    /// As [`Games::step`].
    pub fn step_at_random_while(
        &mut self,
        steps: usize,
        mut arrays: Arrays<'_>,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<(), StepError> {
        if steps > 0 {
            self.check_any()?;
        }
        let most = (BETWEEN_LOOKS / self.lanes.len().max(1)).max(1);
        let mut left = steps;
        loop {
            let part = left.min(most);
            self.on_all(arrays.lent(), |shared, lane, _, arrays, own| {
                (0..part).try_for_each(|_| lane.step_at_random(shared, arrays.entry(&G::LAYOUT, own)))
            })?;
            left -= part;
            if left == 0 || !go_on() {
                return Ok(());
            }
        }
    }

    /// Looks whether somebody is to act anywhere.
    fn check_any(&self) -> Result<(), StepError> {
        match self.lanes.iter().all(Lane::is_over) {
            true if !self.lanes.is_empty() => Err(StepError::Over { environments: self.lanes.len() }),
            _ => Ok(()),
        }
    }

    /// Does something in all environments at once: given the lane, its number, arrays and its place in these.
    fn on_all(
        &mut self,
        arrays: Arrays<'_>,
        work: impl Fn(&Shared<G>, &mut Lane<G>, usize, &mut Arrays<'_>, usize) -> Result<(), StepError> + Sync,
    ) -> Result<(), StepError> {
        arrays.check(&G::LAYOUT, self.lanes.len())?;
        let Games { shared, lanes, threads, pieces } = self;
        let size = lanes.len().div_ceil(*pieces).max(1);
        let (mut rest, mut jobs) = (arrays, Vec::with_capacity(*pieces));
        for (piece, lanes) in lanes.chunks_mut(size).enumerate() {
            let (own, others) = rest.split(&G::LAYOUT, lanes.len());
            jobs.push((piece * size, lanes, own));
            rest = others;
        }
        let shared = &*shared;
        threads.install(|| {
            let done = jobs.into_par_iter().map(|(first, lanes, mut arrays)| {
                let mut lanes = lanes.iter_mut().enumerate();
                lanes.try_for_each(|(own, lane)| work(shared, lane, first + own, &mut arrays, own))
            });
            // Whatever the threads do first, the error is that of the first environment.
            done.collect::<Vec<_>>().into_iter().collect()
        })
    }

    /// The games that the rules engine didn't get through since the last reset, by environment.
    pub fn failures(&self) -> impl Iterator<Item = &Failure> {
        self.lanes.iter().flat_map(|lane| &lane.failures)
    }

    /// The slots that are used in an environment, with the actions that they mean: none for the one that leads to the next page.
    pub fn offered(&self, environment: usize) -> Vec<(usize, Option<G::Action>)> {
        self.lanes[environment].offered()
    }

    /// What the actions in the slots of an environment are, in words; the last one of several pages leads on.
    pub fn described(&self, environment: usize) -> Vec<(usize, String)> {
        let lane = &self.lanes[environment];
        let words =
            |action: Option<G::Action>| action.map_or(NEXT_PAGE.to_owned(), |action| lane.game().describe(action));
        lane.offered().into_iter().map(|(slot, action)| (slot, words(action))).collect()
    }

    /// What the player to act is asked in an environment, in words; nothing where the game is over.
    pub fn question(&self, environment: usize) -> String {
        let lane = &self.lanes[environment];
        if lane.is_over() { String::new() } else { lane.game().question() }
    }

    /// A number that tells the position of an environment from others.
    pub fn fingerprint(&self, environment: usize) -> u64 {
        self.lanes[environment].game().fingerprint()
    }

    /// Writes what a side sees in an environment, whoever is to act there, and which slots it can choose.
    pub fn observe(&self, environment: usize, side: usize, output: Output<'_>, mask: &mut [bool]) {
        self.lanes[environment].observe(&self.shared, side, output, mask);
    }

    /// The names of all cards of the games with their numbers in encodings, in the order of the numbers.
    pub fn cards(&self) -> Vec<(u32, String)> {
        self.shared.cards.clone()
    }
}
