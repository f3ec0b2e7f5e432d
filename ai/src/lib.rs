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

use gauntlet_core::{Game, Rng, View};

/// A program that plays one seat of a game.
///
/// What an agent chooses may depend on the view, the legal actions, the generator, and what it was shown earlier in the
/// same game; on nothing else. Budgets are counted in iterations, never in time.
pub trait Agent<G: Game>: Send {
    /// Called once before the first decision of every game.
    fn start(&mut self) {}

    /// The index in `legal` of the chosen action. `legal` has at least one action.
    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> usize;
}

impl<G: Game, A: Agent<G> + ?Sized> Agent<G> for Box<A> {
    fn start(&mut self) {
        (**self).start();
    }

    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> usize {
        (**self).choose(view, legal, rng)
    }
}
