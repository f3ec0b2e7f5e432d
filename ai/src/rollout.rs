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
    /// How many choices may still be made in this world.
    left: u64,
}

impl<G: Game, P: Agent<G>, E: Evaluate<G>> Rollout<G, P, E> {
    /// Rollouts of that many choices by both players together.
    pub(crate) fn new(horizon: u32, policy: &mut impl FnMut() -> P, evaluator: E) -> Self {
        Rollout { horizon, policies: [policy(), policy()], evaluator, legal: Vec::new(), left: 0 }
    }

    /// Plays the world to its end, or the horizon, and says what became of it for `viewer`.
    pub(crate) fn play(&mut self, world: &mut G, viewer: Player, rng: &mut Rng) -> f64 {
        self.begin();
        self.play_on(world, viewer, rng)
    }

    /// A new world: the policies forget the last one.
    pub(crate) fn begin(&mut self) {
        for policy in &mut self.policies {
            policy.start();
        }
        self.left = u64::from(self.horizon);
    }

    /// Carries out an action in the world, and passes where the policies don't want to be asked.
    pub(crate) fn advance(&mut self, world: &mut G, action: G::Action) {
        let stops = PerPlayer([self.policies[0].stops(), self.policies[1].stops()]);
        self.left = self.left.saturating_sub(world.advance(action, &stops, self.left));
    }

    /// Returns whether the world is at the horizon.
    pub(crate) fn is_over(&self) -> bool {
        self.left == 0
    }

    /// What the policy of the player to act chooses of the legal actions.
    pub(crate) fn advise(&mut self, world: &G, player: Player, legal: &[G::Action], rng: &mut Rng) -> usize {
        self.policies[player.index()].choose(View::new(world, player), legal, rng)
    }

    /// Goes on from where the world is, and says what became of it for `viewer`.
    pub(crate) fn play_on(&mut self, world: &mut G, viewer: Player, rng: &mut Rng) -> f64 {
        let stops = PerPlayer([self.policies[0].stops(), self.policies[1].stops()]);
        while self.left > 0 {
            let Some(player) = world.to_act() else { break };
            world.legal_actions(&mut self.legal);
            let policy = &mut self.policies[player.index()];
            let choice = policy.choose(View::new(world, player), &self.legal, rng);
            self.left = self.left.saturating_sub(world.advance(self.legal[choice], &stops, self.left));
        }
        match world.outcome() {
            Some(outcome) => outcome.score(viewer),
            None => self.evaluator.evaluate(View::new(world, viewer)),
        }
    }

    /// [`Rollout::play_on`], and then on again for twice the horizon: the mean of what it is worth at both. The judge is wrong more often about positions than
    /// about what becomes of them; luck decides more of that.
    pub(crate) fn play_on_twice(&mut self, world: &mut G, viewer: Player, rng: &mut Rng) -> f64 {
        let soon = self.play_on(world, viewer, rng);
        if world.outcome().is_some() {
            return soon;
        }
        self.left = 2 * u64::from(self.horizon);
        f64::midpoint(soon, self.play_on(world, viewer, rng))
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
