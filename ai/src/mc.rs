//! Flat Monte Carlo: every legal action is tried in sampled worlds, and the one that does best is chosen.

use gauntlet_core::{Game, Rng, Seed, View};

use crate::rollout::{Evaluate, Even, Rollout, sample};
use crate::root::{Habits, Root};
use crate::thoughts::POINTS;
use crate::{Agent, Thoughts};

/// What a search may spend, and how.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Budget {
    /// How many rollouts are played for a decision at most, but at least one for each legal action.
    pub rollouts: u32,
    /// After that many choices by both players together a rollout stops and the position is judged.
    pub horizon: u32,
    /// By how many standard errors another action must be better than the policy's own to be chosen in its place.
    pub doubt: f64,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { rollouts: 100, horizon: 60, doubt: 1.0 }
    }
}

/// An agent that plays rollouts: sampled worlds in which it takes a legal action and then both seats are played by a policy.
///
/// The rollouts of a decision are spread over its legal actions by sequential halving, and the policy's own action is chosen unless another one is
/// better by more than [`Budget::doubt`] standard errors in the worlds in which both were tried.
///
/// The k-th rollout of every action begins with the same sampled world and the same random stream: what the actions differ
/// by shows sooner when they meet the same luck.
///
/// The value of a rollout is 1 for a win, ½ for a draw, 0 for a loss, and what the evaluator says where the rollout stopped
/// at the horizon.
pub struct MonteCarlo<G: Game, P, E = Even> {
    budget: Budget,
    rollout: Rollout<G, P, E>,
    guide: P,
    world: Option<G>,
    /// What the latest search found.
    root: Root,
    habits: Habits<G::Action>,
}

impl<G: Game, P: Agent<G>> MonteCarlo<G, P> {
    /// An agent whose rollouts are played by what `policy` makes, one for each seat.
    pub fn new(budget: Budget, policy: impl FnMut() -> P) -> Self {
        MonteCarlo::with_evaluator(budget, policy, Even)
    }
}

impl<G: Game, P: Agent<G>, E: Evaluate<G>> MonteCarlo<G, P, E> {
    /// The same, with positions at the horizon judged by `evaluator`.
    pub fn with_evaluator(budget: Budget, mut policy: impl FnMut() -> P, evaluator: E) -> Self {
        let rollout = Rollout::new(budget.horizon, &mut policy, evaluator);
        MonteCarlo { budget, rollout, guide: policy(), world: None, root: Root::default(), habits: Habits::new() }
    }

    /// The same, with another policy in the real position than in rollouts: one that takes its time.
    pub fn guided_by(self, guide: P) -> Self {
        MonteCarlo { guide, ..self }
    }
}

impl<G: Game, P: Agent<G>, E: Evaluate<G>> Agent<G> for MonteCarlo<G, P, E> {
    fn start(&mut self) {
        // The guide follows the whole game: what it remembers of a turn keeps it from doing the same thing forever.
        self.guide.start();
        self.habits.clear();
    }

    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> usize {
        // One number is drawn for the whole decision, so that the stream goes on the same whatever the budget.
        let seed = Seed::random(rng);
        self.root.clear();
        self.habits.begin();
        if legal.len() == 1 {
            return 0;
        }
        let own = self.guide.choose(view, legal, &mut seed.derive("policy", 0).rng());
        self.root.begin(legal.len(), own);
        // A win that is sure isn't looked for: no action is visited.
        if self.guide.is_certain() {
            return own;
        }
        let may = |place: usize| self.habits.allow(legal[place]);
        self.root.search(self.budget.rollouts, may, |place, number| {
            let mut luck = seed.derive("rollout", u64::from(number)).rng();
            let world = sample(view, &mut self.world, &mut luck);
            world.apply(legal[place]);
            self.rollout.play(world, view.viewer(), &mut luck)
        });
        let choice = self.root.choice(self.budget.doubt);
        if choice != own {
            self.habits.note(legal[choice]);
        }
        choice
    }

    fn thoughts(&self) -> Option<Thoughts<G::Action>> {
        let policy = self.root.policy()?;
        Some(Thoughts { measure: POINTS, policy: Some(policy), actions: self.root.thoughts() })
    }
}
