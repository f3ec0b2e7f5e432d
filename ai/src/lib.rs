//! Agents: programs that choose among legal actions.
//!
//! An agent is given a [`View`] and never the position, so it can't look at hidden cards.

pub mod heuristic;
pub mod ismcts;
pub mod mc;
pub mod millennials;
mod random;
pub mod rollout;

pub use heuristic::Heuristic;
pub use ismcts::Ismcts;
pub use mc::MonteCarlo;
pub use random::Random;

use gauntlet_core::{Game, Outcome, Rng, View};

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

/// A program that plays one seat of a game.
///
/// What an agent chooses may depend on the view, the legal actions, the generator, and what it was shown earlier in the
/// same game; on nothing else. Budgets are counted in iterations, never in time.
pub trait Agent<G: Game>: Send {
    /// Called before the first game with these decks, if they have names: its own, and the other's.
    fn meet(&mut self, own: &str, other: &str) {
        let _ = (own, other);
    }

    /// Called once before the first decision of every game.
    fn start(&mut self) {}

    /// The index in `legal` of the chosen action, or [`GIVES_UP`]. `legal` has at least one action.
    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> usize;

    /// Called once after the last decision of every game that came to an end.
    fn over(&mut self, outcome: Outcome) {
        let _ = outcome;
    }

    /// Why the agent gave up the latest game, if it did.
    fn fault(&self) -> Option<Fault> {
        None
    }
}

impl<G: Game, A: Agent<G> + ?Sized> Agent<G> for Box<A> {
    fn meet(&mut self, own: &str, other: &str) {
        (**self).meet(own, other);
    }

    fn start(&mut self) {
        (**self).start();
    }

    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> usize {
        (**self).choose(view, legal, rng)
    }

    fn over(&mut self, outcome: Outcome) {
        (**self).over(outcome);
    }

    fn fault(&self) -> Option<Fault> {
        (**self).fault()
    }
}
