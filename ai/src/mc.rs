//! Flat Monte Carlo: every legal action is tried in sampled worlds, and the one that does best is chosen.

use gauntlet_core::{Game, Rng, Seed, View};

use crate::rollout::{Evaluate, Even, Rollout, sample};
use crate::thoughts::POINTS;
use crate::{Agent, Thought, Thoughts};

/// What a search may spend, and how.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Budget {
    /// How many rollouts are played for a decision, at least one for each legal action.
    pub rollouts: u32,
    /// The constant of UCB1: how much an action's uncertainty counts. See [`MonteCarlo`].
    pub exploration: f64,
    /// After that many choices by both players together a rollout stops and the position is judged.
    pub horizon: u32,
    /// By how many standard errors another action must be better than the policy's own to be chosen in its place.
    pub doubt: f64,
}

impl Budget {
    /// The constant with which UCB1 was proved, √2.
    pub const UCB1: f64 = std::f64::consts::SQRT_2;
}

impl Default for Budget {
    fn default() -> Self {
        Budget { rollouts: 100, exploration: 0.5, horizon: 60, doubt: 1.0 }
    }
}

/// What is known about one legal action.
#[derive(Default, Debug)]
struct Arm {
    /// The points of its rollouts, in the order of the sampled worlds.
    points: Vec<f64>,
    sum: f64,
}

impl Arm {
    fn clear(&mut self) {
        self.points.clear();
        self.sum = 0.0;
    }

    fn add(&mut self, points: f64) {
        self.points.push(points);
        self.sum += points;
    }

    fn visits(&self) -> u32 {
        self.points.len() as u32
    }

    fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits())
    }

    /// The standard error of the mean, if there is more than one rollout.
    fn error(&self) -> Option<f64> {
        let (visits, mean) = (f64::from(self.visits()), self.mean());
        let squares = self.points.iter().map(|points| (points - mean).powi(2)).sum::<f64>();
        (visits > 1.0).then(|| (squares / (visits - 1.0) / visits).sqrt())
    }

    /// By how much this arm is better than `other` in the worlds in which both were tried, less `doubt` standard errors. The
    /// variance of the differences counts one more world, that went the other way: few worlds that agree prove little.
    fn lead(&self, other: &Arm, doubt: f64) -> f64 {
        let worlds = self.visits().min(other.visits());
        let differences = || self.points.iter().zip(&other.points).map(|(mine, others)| mine - others);
        let mean = differences().sum::<f64>() / f64::from(worlds);
        let squares = 1.0 + differences().map(|difference| (difference - mean).powi(2)).sum::<f64>();
        mean - doubt * squares.sqrt() / f64::from(worlds)
    }
}

/// An agent that plays rollouts: sampled worlds in which it takes a legal action and then both seats are played by a policy.
///
/// The rollouts of a decision are spread over its legal actions by UCB1 (Auer, Cesa-Bianchi and Fischer, *Finite-time
/// analysis of the multiarmed bandit problem*, 2002): the next one goes to the action with the greatest
/// `mean + c·√(ln n / nᵢ)`, where n counts all rollouts and nᵢ those of the action; theorem 1 there has c = √2. Values in
/// games lie much closer together than rewards in [0, 1] may, so that a smaller constant finds the best action with fewer
/// rollouts; the default is ½. Each action is tried once first, and the one that the policy itself would choose is tried at
/// least half as often as any other.
///
/// Rollouts are noisy, and the policy knows something: its own action is chosen unless another one is better by more than
/// [`Budget::doubt`] standard errors in the worlds in which both were tried (of several, the one whose lead is greatest).
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
    arms: Vec<Arm>,
    /// How many actions the latest decision had, and which of them the policy would have taken; none if there was nothing to search.
    latest: (usize, usize),
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
        MonteCarlo { budget, rollout, guide: policy(), world: None, arms: Vec::new(), latest: (0, 0) }
    }

    /// The same, with another policy in the real position than in rollouts: one that takes its time.
    pub fn guided_by(self, guide: P) -> Self {
        MonteCarlo { guide, ..self }
    }

    /// The action to try next: each once, then by UCB1, with the policy's own in step.
    fn next_arm(&self, arms: usize, own: usize, tried: u32) -> usize {
        let arms = &self.arms[..arms];
        if (tried as usize) < arms.len() {
            return tried as usize;
        }
        let scale = self.budget.exploration * ln(tried).sqrt();
        let best = first_greatest(arms, |arm| arm.mean() + scale / f64::from(arm.visits()).sqrt());
        if 2 * arms[own].visits() < arms[best].visits() { own } else { best }
    }
}

impl<G: Game, P: Agent<G>, E: Evaluate<G>> Agent<G> for MonteCarlo<G, P, E> {
    fn start(&mut self) {
        // The guide follows the whole game: what it remembers of a turn keeps it from doing the same thing forever.
        self.guide.start();
    }

    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> usize {
        // One number is drawn for the whole decision, so that the stream goes on the same whatever the budget.
        let seed = Seed::random(rng);
        self.latest = (0, 0);
        if legal.len() == 1 {
            return 0;
        }
        let own = self.guide.choose(view, legal, &mut seed.derive("policy", 0).rng());
        self.latest = (legal.len(), own);
        if self.arms.len() < legal.len() {
            self.arms.resize_with(legal.len(), Arm::default);
        }
        for arm in &mut self.arms[..legal.len()] {
            arm.clear();
        }
        // A win that is sure isn't looked for: no action is visited.
        if self.guide.is_certain() {
            return own;
        }
        for tried in 0..self.budget.rollouts.max(legal.len() as u32) {
            let place = self.next_arm(legal.len(), own, tried);
            let mut luck = seed.derive("rollout", u64::from(self.arms[place].visits())).rng();
            let world = sample(view, &mut self.world, &mut luck);
            world.apply(legal[place]);
            let points = self.rollout.play(world, view.viewer(), &mut luck);
            self.arms[place].add(points);
        }
        let arms = &self.arms[..legal.len()];
        let best = first_greatest(arms, |arm| arm.lead(&arms[own], self.budget.doubt));
        if arms[best].lead(&arms[own], self.budget.doubt) > 0.0 { best } else { own }
    }

    fn thoughts(&self) -> Option<Thoughts<G::Action>> {
        let (actions, own) = self.latest;
        let thought = |arm: &Arm| Thought {
            value: (arm.visits() > 0).then(|| arm.mean()),
            error: arm.error(),
            visits: u64::from(arm.visits()),
            line: Vec::new(),
        };
        let thoughts = || self.arms[..actions].iter().map(thought).collect();
        (actions > 0).then(|| Thoughts { measure: POINTS, policy: Some(own), actions: thoughts() })
    }
}

/// The first of the arms for which `key` is greatest.
fn first_greatest(arms: &[Arm], key: impl Fn(&Arm) -> f64) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (place, arm) in arms.iter().enumerate() {
        let key = key(arm);
        if key > best.1 {
            best = (place, key);
        }
    }
    best.0
}

/// The natural logarithm, by operations whose results IEEE 754 fixes: the one of the standard library may differ in the last
/// digit from platform to platform, and with it the choice.
pub(crate) fn ln(number: u32) -> f64 {
    if number < 2 {
        return 0.0;
    }
    // number = m · 2ᵉ with m in [1, 2); ln m = 2·artanh((m − 1)/(m + 1)), a series in powers of at most 1/9.
    let exponent = number.ilog2();
    let mantissa = f64::from(number) / f64::from(1u32 << exponent);
    let ratio = (mantissa - 1.0) / (mantissa + 1.0);
    let square = ratio * ratio;
    let (mut power, mut sum) = (ratio, 0.0);
    for odd in (1..=25).step_by(2) {
        sum += power / f64::from(odd);
        power *= square;
    }
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * sum
}

#[cfg(test)]
mod tests {
    use super::{Arm, ln};

    fn arm(points: &[f64]) -> Arm {
        let mut arm = Arm::default();
        points.iter().for_each(|points| arm.add(*points));
        arm
    }

    #[test]
    fn a_lead_counts_the_worlds_that_both_have_seen() {
        let own = arm(&[0.0, 1.0, 0.0, 1.0]);
        assert!(arm(&[1.0, 1.0, 1.0, 1.0]).lead(&own, 1.0) > 0.0);
        assert!(arm(&[0.0, 1.0, 0.0, 1.0]).lead(&own, 0.1) < 0.0, "no better");
        assert!(arm(&[1.0, 0.0, 1.0, 1.0]).lead(&own, 1.0) < 0.0, "better by luck, perhaps");
        assert_eq!(arm(&[0.0, 1.0, 1.0, 1.0, 1.0, 1.0]).lead(&own, 0.0), 0.25, "the last two worlds are its own");
    }

    #[test]
    fn the_logarithm_is_the_usual_one() {
        for number in [1, 2, 3, 7, 10, 1_000, 65_537, u32::MAX] {
            assert!((ln(number) - f64::from(number).ln()).abs() < 1e-12, "{number}");
        }
    }
}
