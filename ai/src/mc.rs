//! Flat Monte Carlo: every legal action is tried in sampled worlds, and the one that does best is chosen.

use gauntlet_core::{Game, Player, Rng, Seed, View};

use crate::Agent;

/// What a search may spend, and how.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Budget {
    /// How many rollouts are played for a decision, at least one for each legal action.
    pub rollouts: u32,
    /// The constant of UCB1: how much an action's uncertainty counts. See [`MonteCarlo`].
    pub exploration: f64,
    /// After so many choices by both players together a rollout stops and the position is judged.
    pub horizon: u32,
}

impl Budget {
    /// The constant with which UCB1 was proved, √2.
    pub const UCB1: f64 = std::f64::consts::SQRT_2;
}

impl Default for Budget {
    fn default() -> Self {
        Budget { rollouts: 100, exploration: 0.5, horizon: 2_000 }
    }
}

/// Judges positions in which rollouts stop before the game is over.
pub trait Evaluate<G: Game>: Send {
    /// What the position is worth to the viewer, from 0 (lost) to 1 (won).
    fn evaluate(&mut self, view: View<'_, G>) -> f64;
}

/// Calls every position that is not over even.
#[derive(Clone, Copy, Default, Debug)]
pub struct Even;

impl<G: Game> Evaluate<G> for Even {
    fn evaluate(&mut self, _: View<'_, G>) -> f64 {
        0.5
    }
}

/// What is known about one legal action.
#[derive(Clone, Copy, Default, Debug)]
struct Arm {
    visits: u32,
    points: f64,
}

impl Arm {
    fn mean(self) -> f64 {
        self.points / f64::from(self.visits)
    }
}

/// An agent that plays rollouts: sampled worlds in which it takes a legal action and then both seats are played by a policy.
///
/// The rollouts of a decision are spread over its legal actions by UCB1 (Auer, Cesa-Bianchi and Fischer, *Finite-time
/// analysis of the multiarmed bandit problem*, 2002): the next one goes to the action with the greatest
/// `mean + c·√(ln n / nᵢ)`, where n counts all rollouts and nᵢ those of the action; theorem 1 there has c = √2. Values in
/// games lie much closer together than rewards in [0, 1] may, so that a smaller constant finds the best action with fewer
/// rollouts; the default is ½. Each action is tried once first. The action with the most rollouts is chosen (of equals, the
/// one with more points, then the first).
///
/// The k-th rollout of every action begins with the same sampled world and the same random stream: what the actions differ
/// by shows sooner when they meet the same luck.
///
/// The value of a rollout is 1 for a win, ½ for a draw, 0 for a loss, and what the evaluator says where the rollout stopped
/// at the horizon.
pub struct MonteCarlo<G: Game, P, E = Even> {
    budget: Budget,
    policies: [P; 2],
    evaluator: E,
    world: Option<G>,
    legal: Vec<G::Action>,
    arms: Vec<Arm>,
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
        let policies = [policy(), policy()];
        MonteCarlo { budget, policies, evaluator, world: None, legal: Vec::new(), arms: Vec::new() }
    }

    /// Plays `world` on after `action` and says what became of it for `viewer`.
    fn roll_out(&mut self, viewer: Player, action: G::Action, rng: &mut Rng) -> f64 {
        let world = self.world.as_mut().expect("a world was sampled");
        for policy in &mut self.policies {
            policy.start();
        }
        world.apply(action);
        for _ in 0..self.budget.horizon {
            let Some(player) = world.to_act() else { break };
            world.legal_actions(&mut self.legal);
            let policy = &mut self.policies[player.index()];
            let choice = policy.choose(View::new(world, player), &self.legal, rng);
            world.apply(self.legal[choice]);
        }
        match world.outcome() {
            Some(outcome) => outcome.score(viewer),
            None => self.evaluator.evaluate(View::new(world, viewer)),
        }
    }

    /// The action to try next: each once, then by UCB1.
    fn next_arm(&self, tried: u32) -> usize {
        if let Some(new) = self.arms.get(tried as usize) {
            debug_assert_eq!(new.visits, 0);
            return tried as usize;
        }
        let scale = self.budget.exploration * ln(tried).sqrt();
        let bound = |arm: &Arm| arm.mean() + scale / f64::from(arm.visits).sqrt();
        first_greatest(&self.arms, bound)
    }
}

impl<G: Game, P: Agent<G>, E: Evaluate<G>> Agent<G> for MonteCarlo<G, P, E> {
    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> usize {
        // One number is drawn for the whole decision, so that the stream goes on the same whatever the budget.
        let seed = Seed::random(rng);
        if legal.len() == 1 {
            return 0;
        }
        self.arms.clear();
        self.arms.resize(legal.len(), Arm::default());
        for tried in 0..self.budget.rollouts.max(legal.len() as u32) {
            let place = self.next_arm(tried);
            let mut luck = seed.derive("rollout", u64::from(self.arms[place].visits)).rng();
            match &mut self.world {
                Some(world) => view.sample_into(world, &mut luck),
                None => self.world = Some(view.sample(&mut luck)),
            }
            let points = self.roll_out(view.viewer(), legal[place], &mut luck);
            let arm = &mut self.arms[place];
            arm.visits += 1;
            arm.points += points;
        }
        let most = self.arms.iter().map(|arm| arm.visits).max().unwrap_or(0);
        first_greatest(&self.arms, |arm| if arm.visits == most { arm.points } else { -1.0 })
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
fn ln(number: u32) -> f64 {
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
    use super::ln;

    #[test]
    fn the_logarithm_is_the_usual_one() {
        for number in [1, 2, 3, 7, 10, 1_000, 65_537, u32::MAX] {
            assert!((ln(number) - f64::from(number).ln()).abs() < 1e-12, "{number}");
        }
    }
}
