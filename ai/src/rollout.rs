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
        self.play_to(world, rng, u32::MAX);
        match world.outcome() {
            Some(outcome) => outcome.score(viewer),
            None => self.evaluator.evaluate(View::new(world, viewer)),
        }
    }

    /// Goes on from where the world is, to where the choices are made, and then on for twice as many: the mean of what it is worth at both. The judge is wrong more
    /// often about positions than about what becomes of them; luck decides more of that.
    ///
    /// Without `moments` it stops where a turn begins, and writes down which; with them, where that turn begins. So lines are compared at the same times, and
    /// one with fewer choices isn't judged some turns later.
    pub(crate) fn play_on_twice(
        &mut self,
        world: &mut G,
        viewer: Player,
        rng: &mut Rng,
        moments: &mut Option<Moments>,
    ) -> f64 {
        let known = *moments;
        let mut found = Moments { turns: [None; 2] };
        let mut points = [0.0; 2];
        for (place, point) in points.iter_mut().enumerate() {
            if place > 0 {
                self.left = 2 * u64::from(self.horizon);
            }
            match known.and_then(|known| known.turns[place]) {
                // It may take more choices to come so far, but not any number.
                Some(turn) => {
                    self.left += u64::from(self.horizon);
                    self.play_to(world, rng, turn);
                }
                None => {
                    self.play_to(world, rng, u32::MAX);
                    self.left = u64::from(self.horizon / 2);
                    let turn = world.turn() + 1;
                    self.play_to(world, rng, turn);
                }
            }
            if let Some(outcome) = world.outcome() {
                *point = outcome.score(viewer);
                if place == 0 {
                    points[1] = points[0];
                }
                break;
            }
            found.turns[place] = Some(world.turn());
            *point = self.evaluator.evaluate(View::new(world, viewer));
        }
        moments.get_or_insert(found);
        f64::midpoint(points[0], points[1])
    }

    /// Goes on to that turn, if there are choices left for it.
    fn play_to(&mut self, world: &mut G, rng: &mut Rng, turn: u32) {
        let stops = PerPlayer([self.policies[0].stops(), self.policies[1].stops()]);
        while self.left > 0 && world.turn() < turn {
            let Some(player) = world.to_act() else { break };
            world.legal_actions(&mut self.legal);
            let policy = &mut self.policies[player.index()];
            let choice = policy.choose(View::new(world, player), &self.legal, rng);
            self.left = self.left.saturating_sub(world.advance(self.legal[choice], &stops, self.left));
        }
    }
}

/// In which turns a rollout is judged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moments {
    /// The first and the second one; none where the game was over.
    turns: [Option<u32>; 2],
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
