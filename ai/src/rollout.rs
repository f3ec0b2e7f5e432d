//! Rollouts: a sampled world is played on by policies, and judged.

use gauntlet_core::{Game, PerPlayer, Player, Rng, View};

use crate::Agent;

/// Judges positions in which rollouts stop before the game is over.
pub trait Evaluate<G: Game>: Send {
    /// What the position is worth to the viewer, from 0 (lost) to 1 (won).
    fn evaluate(&mut self, view: View<'_, G>) -> f64;
}

impl<G: Game, E: Evaluate<G> + ?Sized> Evaluate<G> for Box<E> {
    fn evaluate(&mut self, view: View<'_, G>) -> f64 {
        (**self).evaluate(view)
    }
}

/// Calls every position that is not over even.
#[derive(Clone, Copy, Default, Debug)]
pub struct Even;

impl<G: Game> Evaluate<G> for Even {
    fn evaluate(&mut self, _: View<'_, G>) -> f64 {
        0.5
    }
}

/// How sampled worlds are played on: by a policy for each seat, as far as a horizon, where the position is judged.
pub(crate) struct Rollout<G: Game, P, E> {
    horizon: u32,
    policies: [P; 2],
    evaluator: E,
    legal: Vec<G::Action>,
}

impl<G: Game, P: Agent<G>, E: Evaluate<G>> Rollout<G, P, E> {
    /// Rollouts of that many choices by both players together.
    pub(crate) fn new(horizon: u32, policy: &mut impl FnMut() -> P, evaluator: E) -> Self {
        Rollout { horizon, policies: [policy(), policy()], evaluator, legal: Vec::new() }
    }

    /// Plays the world to its end, or the horizon, and says what became of it for `viewer`.
    pub(crate) fn play(&mut self, world: &mut G, viewer: Player, rng: &mut Rng) -> f64 {
        for policy in &mut self.policies {
            policy.start();
        }
        let stops = PerPlayer([self.policies[0].stops(), self.policies[1].stops()]);
        let mut left = u64::from(self.horizon);
        while left > 0 {
            let Some(player) = world.to_act() else { break };
            world.legal_actions(&mut self.legal);
            let policy = &mut self.policies[player.index()];
            let choice = policy.choose(View::new(world, player), &self.legal, rng);
            left -= world.advance(self.legal[choice], &stops, left);
        }
        match world.outcome() {
            Some(outcome) => outcome.score(viewer),
            None => self.evaluator.evaluate(View::new(world, viewer)),
        }
    }
}

/// A world that the viewer can't tell from the real one, in the memory of the last one.
pub(crate) fn sample<'w, G: Game>(view: View<'_, G>, world: &'w mut Option<G>, rng: &mut Rng) -> &'w mut G {
    match world {
        Some(world) => {
            view.sample_into(world, rng);
            world
        }
        None => world.insert(view.sample(rng)),
    }
}
