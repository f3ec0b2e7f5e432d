//! Information-set Monte Carlo tree search: one tree over what its player knows, searched in sampled worlds.

use gauntlet_core::{Game, Player, Rng, Seed, View};

use crate::rollout::{Evaluate, Even, Rollout, sample};
use crate::root::{Habits, Root};
use crate::thoughts::POINTS;
use crate::{Agent, Thoughts};

/// What a search may spend, and how.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Budget {
    /// How many worlds are sampled and played through for a decision at most, but at least one for each legal action.
    pub iterations: u32,
    /// How much an action counts that was rarely tried: the constant of PUCT.
    pub exploration: f64,
    /// After that many choices by both players together a rollout stops and the position is judged.
    pub horizon: u32,
    /// By how many standard errors another action must be better than the policy's own to be chosen in its place.
    pub doubt: f64,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { iterations: 1000, exploration: 0.5, horizon: 60, doubt: 1.0 }
    }
}

/// No edge.
const NONE: u32 = u32::MAX;

/// The most choices of a line that is told, and how often each must have been tried.
const LONGEST_LINE: usize = 12;
const TRIED: u32 = 3;

/// How much of the attention that a choice gets belongs to the policy's own action before any was tried; the rest is for all alike.
const TRUST: f64 = 0.5;

/// An action that was tried after others.
struct Edge<A> {
    action: A,
    /// Who takes it.
    player: Player,
    visits: u32,
    /// The points of the player who takes it.
    points: f64,
    /// The first action after it.
    child: u32,
    /// The next action beside it.
    next: u32,
}

/// An agent that searches one tree over all worlds that its player can't tell from the real one, as *single-observer information-set MCTS* does
/// (Cowling, Powley and Whitehouse, *Information set Monte Carlo tree search*, 2012).
///
/// Each iteration samples a world, takes one of the legal actions, goes down the tree by actions that are legal there, adds one that wasn't in
/// the tree, and plays a rollout. A node is a sequence of actions by whoever took them; what an action is called doesn't depend on hidden cards, so that one
/// tree serves all worlds.
///
/// The decision itself is searched as [`MonteCarlo`](crate::MonteCarlo) does it: by sequential halving, in the same worlds for each action, and with the
/// policy's own unless another is better by more than [`Budget::doubt`] standard errors. Below it the policy's choice is the first that is tried
/// in each node, and others as PUCT says (Rosin, *Multi-armed bandits with episode context*, 2011): where there are few iterations the game goes on as in
/// a rollout. Nodes are only where the policy wants to be asked.
pub struct Ismcts<G: Game, P, E = Even> {
    budget: Budget,
    rollout: Rollout<G, P, E>,
    guide: P,
    world: Option<G>,
    legal: Vec<G::Action>,
    /// The first of them are the legal actions of the decision.
    edges: Vec<Edge<G::Action>>,
    path: Vec<u32>,
    /// What the latest search found.
    root: Root,
    habits: Habits<G::Action>,
}

impl<G: Game, P: Agent<G>> Ismcts<G, P> {
    /// An agent whose rollouts are played by what `policy` makes, one for each seat.
    pub fn new(budget: Budget, policy: impl FnMut() -> P) -> Self {
        Ismcts::with_evaluator(budget, policy, Even)
    }
}

impl<G: Game, P: Agent<G>, E: Evaluate<G>> Ismcts<G, P, E> {
    /// The same, with positions at the horizon judged by `evaluator`.
    pub fn with_evaluator(budget: Budget, mut policy: impl FnMut() -> P, evaluator: E) -> Self {
        let rollout = Rollout::new(budget.horizon, &mut policy, evaluator);
        Ismcts {
            budget,
            rollout,
            guide: policy(),
            world: None,
            legal: Vec::new(),
            edges: Vec::new(),
            path: Vec::new(),
            root: Root::default(),
            habits: Habits::new(),
        }
    }

    /// The same, with another policy in the real position than in rollouts: one that takes its time.
    pub fn guided_by(self, guide: P) -> Self {
        Ismcts { guide, ..self }
    }

    /// The choices that were tried most after an edge.
    fn line(&self, edge: u32) -> Vec<G::Action> {
        let (mut line, mut next) = (Vec::new(), self.edges[edge as usize].child);
        while next != NONE && line.len() < LONGEST_LINE {
            let mut best = next;
            while next != NONE {
                if self.edges[next as usize].visits > self.edges[best as usize].visits {
                    best = next;
                }
                next = self.edges[next as usize].next;
            }
            let edge = &self.edges[best as usize];
            if edge.visits < TRIED {
                break;
            }
            line.push(edge.action);
            next = edge.child;
        }
        line
    }

    /// Searches the decision.
    fn search(&mut self, view: View<'_, G>, actions: &[G::Action], seed: Seed) {
        let viewer = view.viewer();
        self.edges.clear();
        self.edges.extend(actions.iter().map(|action| Edge::new(*action, viewer, NONE)));
        let Ismcts { budget, rollout, world, legal, edges, path, root, habits, .. } = self;
        let may = |place: usize| habits.allow(actions[place]);
        root.search(budget.iterations, may, |place, number| {
            let mut luck = seed.derive("iteration", u64::from(number)).rng();
            let world = sample(view, world, &mut luck);
            path.clear();
            path.push(place as u32);
            rollout.begin();
            rollout.advance(world, edges[place].action);
            descend(budget.exploration, rollout, legal, edges, path, world, &mut luck);
            let points = rollout.play_on(world, viewer, &mut luck);
            for edge in &*path {
                let edge = &mut edges[*edge as usize];
                edge.visits += 1;
                edge.points += if edge.player == viewer { points } else { 1.0 - points };
            }
            points
        });
    }
}

impl<A> Edge<A> {
    fn new(action: A, player: Player, next: u32) -> Edge<A> {
        Edge { action, player, visits: 0, points: 0.0, child: NONE, next }
    }

    fn mean(&self) -> f64 {
        self.points / f64::from(self.visits)
    }
}

/// The edge for an action of `player` among those that begin at `first`.
fn find<A: PartialEq>(edges: &[Edge<A>], first: u32, player: Player, action: &A) -> Option<u32> {
    let mut edge = first;
    while edge != NONE {
        let found = &edges[edge as usize];
        if found.player == player && found.action == *action {
            return Some(edge);
        }
        edge = found.next;
    }
    None
}

/// Goes down the tree in a sampled world from the last edge of the path, and one step beyond it.
fn descend<G: Game, P: Agent<G>, E: Evaluate<G>>(
    exploration: f64,
    rollout: &mut Rollout<G, P, E>,
    legal: &mut Vec<G::Action>,
    edges: &mut Vec<Edge<G::Action>>,
    path: &mut Vec<u32>,
    world: &mut G,
    rng: &mut Rng,
) {
    while let Some(player) = world.to_act().filter(|_| !rollout.is_over()) {
        world.legal_actions(legal);
        if legal.len() == 1 {
            rollout.advance(world, legal[0]);
            continue;
        }
        let Some(&node) = path.last() else { return };
        let first = edges[node as usize].child;
        let own = rollout.advise(world, player, legal, rng);
        let place = match find(edges, first, player, &legal[own]) {
            None => own,
            Some(known) => {
                // What wasn't tried yet is taken for as good as what the policy does.
                let usual = edges[known as usize].mean();
                let tried: u32 = legal
                    .iter()
                    .filter_map(|action| find(edges, first, player, action))
                    .map(|edge| edges[edge as usize].visits)
                    .sum();
                let scale = exploration * f64::from(tried).sqrt();
                let share = (1.0 - TRUST) / legal.len() as f64;
                let mut best = (own, f64::NEG_INFINITY);
                for (place, action) in legal.iter().enumerate() {
                    let (mean, visits) = match find(edges, first, player, action) {
                        Some(edge) => (edges[edge as usize].mean(), edges[edge as usize].visits),
                        None => (usual, 0),
                    };
                    let prior = if place == own { TRUST + share } else { share };
                    let bound = mean + scale * prior / f64::from(1 + visits);
                    if bound > best.1 {
                        best = (place, bound);
                    }
                }
                best.0
            }
        };
        let action = legal[place];
        rollout.advance(world, action);
        if let Some(edge) = find(edges, first, player, &action) {
            path.push(edge);
            continue;
        }
        let new = edges.len() as u32;
        edges.push(Edge::new(action, player, first));
        edges[node as usize].child = new;
        path.push(new);
        return;
    }
}

impl<G: Game, P: Agent<G>, E: Evaluate<G>> Agent<G> for Ismcts<G, P, E> {
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
        self.search(view, legal, seed);
        let choice = self.root.choice(self.budget.doubt);
        if choice != own {
            self.habits.note(legal[choice]);
        }
        choice
    }

    fn thoughts(&self) -> Option<Thoughts<G::Action>> {
        let policy = self.root.policy()?;
        let mut actions = self.root.thoughts();
        for (place, thought) in actions.iter_mut().enumerate().filter(|(_, thought)| thought.visits > 0) {
            thought.line = self.line(place as u32);
        }
        Some(Thoughts { measure: POINTS, policy: Some(policy), actions })
    }
}
