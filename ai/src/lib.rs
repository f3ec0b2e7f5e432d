//! Agents: programs that choose among legal actions.
//!
//! An agent is given a [`View`] and never the position, so it can't look at hidden cards.
//!
//! To write an agent is to implement [`Agent::choose`]. This one plays any game: it tries each action in a few worlds that look to it like the
//! true one, has both seats play these at random to the end, and takes the action that did best.
//!
//! ```
//! use gauntlet_ai::{Agent, Random};
//! use gauntlet_core::{Game, Player, Rng, Seed, View};
//! use gauntlet_millennials::options::Options;
//! use gauntlet_millennials::{Pool, Position, Setup};
//!
//! /// Plays on to the end.
//! fn finish<G: Game>(game: &mut G, agents: [&mut dyn Agent<G>; 2], rng: &mut Rng) {
//!     let mut legal = Vec::new();
//!     while let Some(player) = game.to_act() {
//!         game.legal_actions(&mut legal);
//!         let choice = agents[player.index()].choose(View::new(game, player), &legal, rng);
//!         game.apply(legal[choice]);
//!     }
//! }
//!
//! struct Trying {
//!     worlds: u32,
//! }
//!
//! impl<G: Game> Agent<G> for Trying {
//!     fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> usize {
//!         let mut points = |action: G::Action| -> f64 {
//!             let one = |_| {
//!                 let mut world = view.sample(rng);
//!                 world.apply(action);
//!                 finish(&mut world, [&mut Random, &mut Random], rng);
//!                 world.outcome().map_or(0.5, |outcome| outcome.score(view.viewer()))
//!             };
//!             (0..self.worlds).map(one).sum()
//!         };
//!         let points: Vec<f64> = legal.iter().map(|action| points(*action)).collect();
//!         (0..legal.len()).max_by(|a, b| points[*a].total_cmp(&points[*b])).expect("a decision has answers")
//!     }
//! }
//!
//! let deck = Pool::shipped().starting_deck().to_vec();
//! let setup = Setup::new([deck.clone(), deck], Options::default());
//! let won = (0..10).filter(|number| {
//!     let mut game = Position::new(&setup, Seed::from_u64(7).derive("game", *number));
//!     finish(&mut game, [&mut Trying { worlds: 4 }, &mut Random], &mut Seed::from_u64(*number).rng());
//!     game.outcome().is_some_and(|outcome| outcome.winner == Some(Player::FIRST))
//! });
//! assert!(won.count() > 6);
//! ```

pub mod heuristic;
pub mod ismcts;
pub mod mc;
pub mod millennials;
mod random;
pub mod rollout;
mod root;
mod thoughts;

pub use heuristic::Heuristic;
pub use ismcts::Ismcts;
pub use mc::MonteCarlo;
pub use random::Random;
pub use thoughts::{Thought, Thoughts};

use gauntlet_core::{Game, Outcome, Rng, Stops, View};

/// What [`Agent::choose`] returns if the agent can't go on: it concedes the game.
pub const GIVES_UP: usize = usize::MAX;

/// Why an agent gave up a game, in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It did something wrong: the game is lost.
    Forfeit(String),
    /// No game can be had with it as it is: it isn't a lost game, and the run ends.
    EndsRun(String),
}

/// What an agent is told before a game begins: what it can't see in its positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting<'a> {
    /// The names of its own deck and of the other's.
    pub decks: [&'a str; 2],
    /// Which game it is of those that begin alike, if it belongs to a run.
    pub place: Option<Place<'a>>,
}

/// What tells games of a run apart that have the same decks and seeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place<'a> {
    /// The agent's side: 0 is A, 1 is B.
    pub side: usize,
    /// The side that took the first turn in the first game of the match.
    pub began: usize,
    /// What the agent of the other side is called.
    pub opponent: &'a str,
    /// Whether the game is played as far as the run plays it.
    pub whole: bool,
}

/// A program that plays one seat of a game.
///
/// What an agent chooses may depend on the view, the legal actions, the generator, and what it was shown earlier in the
/// same game; on nothing else. Budgets are counted in iterations, never in time.
pub trait Agent<G: Game>: Send {
    /// Called before [`Agent::start`] of each game whose decks have names.
    fn meet(&mut self, meeting: Meeting<'_>) {
        let _ = meeting;
    }

    /// Called once before the first decision of every game.
    fn start(&mut self) {}

    /// In which windows the agent wants to be asked. In those that it leaves out it would always answer that it does nothing, whatever it
    /// could do and whatever it has seen; where that is so, games are the same and go faster.
    fn stops(&self) -> Stops {
        Stops::ALL
    }

    /// The index in `legal` of the chosen action, or [`GIVES_UP`]. `legal` has at least one action.
    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> usize;

    /// What the agent thought of its choices when it chose last, if it can say. For people who ask; games are played without.
    fn thoughts(&self) -> Option<Thoughts<G::Action>> {
        None
    }

    /// Returns whether the latest choice is part of a win that only an answer from hidden cards can prevent: a search needn't look further.
    fn is_certain(&self) -> bool {
        false
    }

    /// Called once after the last decision of every game that came to an end; of none that ended the run ([`Fault::EndsRun`]).
    fn over(&mut self, outcome: Outcome) {
        let _ = outcome;
    }

    /// Why the agent gave up the latest game, if it did.
    fn fault(&self) -> Option<Fault> {
        None
    }
}

impl<G: Game, A: Agent<G> + ?Sized> Agent<G> for Box<A> {
    fn meet(&mut self, meeting: Meeting<'_>) {
        (**self).meet(meeting);
    }

    fn start(&mut self) {
        (**self).start();
    }

    fn stops(&self) -> Stops {
        (**self).stops()
    }

    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> usize {
        (**self).choose(view, legal, rng)
    }

    fn thoughts(&self) -> Option<Thoughts<G::Action>> {
        (**self).thoughts()
    }

    fn is_certain(&self) -> bool {
        (**self).is_certain()
    }

    fn over(&mut self, outcome: Outcome) {
        (**self).over(outcome);
    }

    fn fault(&self) -> Option<Fault> {
        (**self).fault()
    }
}
