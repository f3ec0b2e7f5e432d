//! Information-set Monte Carlo tree search: one tree over what its player knows, searched in sampled worlds.

use gauntlet_core::{Game, Player, Rng, Seed, View};
use rand::RngExt;

use crate::mc::ln;
use crate::rollout::{Evaluate, Even, Rollout, sample};
use crate::thoughts::POINTS;
use crate::{Agent, Thought, Thoughts};

/// What a search may spend, and how.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Budget {
    /// How many worlds are sampled and played through for a decision.
    pub iterations: u32,
    /// How much an action's uncertainty counts: the constant of UCB1.
    pub exploration: f64,
    /// After that many choices by both players together a rollout stops and the position is judged.
    pub horizon: u32,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { iterations: 1000, exploration: 0.7, horizon: 60 }
    }
}

/// No edge.
const NONE: u32 = u32::MAX;

/// The most choices of a line that is told, and how often each must have been tried.
const LONGEST_LINE: usize = 12;
const TRIED: u32 = 3;

/// An action that was tried after others.
struct Edge<A> {
    action: A,
    /// Who takes it.
    player: Player,
    visits: u32,
    /// How often it was legal when its node was visited.
    available: u32,
    /// The points of the player who takes it.
    points: f64,
    /// The first action after it.
    child: u32,
    /// The next action beside it.
    next: u32,
}

/// An agent that searches as *single-observer information-set MCTS* does (Cowling, Powley and Whitehouse, *Information set Monte
/// Carlo tree search*, 2012).
///
/// Each iteration samples a world that the player can't tell from the real one, goes down the tree by actions that are legal there,
/// adds one action that wasn't in the tree, and plays a rollout. As other actions are legal in other worlds, the bonus of an action
/// is `c·√(ln a / n)`, where a counts the visits of its node in which it was legal, not all of them.
///
/// A node is a sequence of actions by whoever took them; what an action is called doesn't depend on hidden cards, so that one tree
/// serves all worlds. The action tried most is chosen.
pub struct Ismcts<G: Game, P, E = Even> {
    budget: Budget,
    rollout: Rollout<G, P, E>,
    world: Option<G>,
    legal: Vec<G::Action>,
    edges: Vec<Edge<G::Action>>,
    path: Vec<u32>,
    untried: Vec<usize>,
    choices: Vec<u32>,
    /// Whose the latest decision was, and its actions; none if there was nothing to search.
    latest: (Player, Vec<G::Action>),
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
        Ismcts {
            budget,
            rollout: Rollout::new(budget.horizon, &mut policy, evaluator),
            world: None,
            legal: Vec::new(),
            edges: Vec::new(),
            path: Vec::new(),
            untried: Vec::new(),
            choices: Vec::new(),
            latest: (Player::FIRST, Vec::new()),
        }
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

    /// The edge for an action of `player` among those that begin at `first`.
    fn find(&self, first: u32, player: Player, action: G::Action) -> Option<u32> {
        let mut edge = first;
        while edge != NONE {
            let found = &self.edges[edge as usize];
            if found.player == player && found.action == action {
                return Some(edge);
            }
            edge = found.next;
        }
        None
    }

    /// The first edge after the last one of the path.
    fn first(&self) -> u32 {
        match self.path.last() {
            Some(edge) => self.edges[*edge as usize].child,
            // The root's edges begin with the first that was made.
            None if self.edges.is_empty() => NONE,
            None => 0,
        }
    }

    /// Adds an edge after the last one of the path.
    fn add(&mut self, player: Player, action: G::Action) -> u32 {
        let new = self.edges.len() as u32;
        self.edges.push(Edge { action, player, visits: 0, available: 1, points: 0.0, child: NONE, next: NONE });
        match self.path.last() {
            Some(edge) => {
                let parent = &mut self.edges[*edge as usize];
                let first = std::mem::replace(&mut parent.child, new);
                self.edges[new as usize].next = first;
            }
            None if new > 0 => {
                let second = std::mem::replace(&mut self.edges[0].next, new);
                self.edges[new as usize].next = second;
            }
            None => {}
        }
        new
    }

    /// Goes down the tree in the sampled world, and one step beyond it.
    fn descend(&mut self, world: &mut G, rng: &mut Rng) {
        self.path.clear();
        while let Some(player) = world.to_act() {
            world.legal_actions(&mut self.legal);
            let first = self.first();
            self.untried.clear();
            self.choices.clear();
            for place in 0..self.legal.len() {
                match self.find(first, player, self.legal[place]) {
                    Some(edge) => {
                        self.edges[edge as usize].available += 1;
                        self.choices.push(edge);
                    }
                    None => self.untried.push(place),
                }
            }
            if !self.untried.is_empty() {
                let chosen = self.untried[rng.random_range(0..self.untried.len() as u32) as usize];
                let action = self.legal[chosen];
                let edge = self.add(player, action);
                self.path.push(edge);
                world.apply(action);
                return;
            }
            let mut best = (self.choices[0], f64::NEG_INFINITY);
            for choice in &self.choices {
                let edge = &self.edges[*choice as usize];
                let visits = f64::from(edge.visits.max(1));
                let bound = edge.points / visits + self.budget.exploration * (ln(edge.available) / visits).sqrt();
                if bound > best.1 {
                    best = (*choice, bound);
                }
            }
            self.path.push(best.0);
            world.apply(self.edges[best.0 as usize].action);
        }
    }
}

impl<G: Game, P: Agent<G>, E: Evaluate<G>> Agent<G> for Ismcts<G, P, E> {
    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> usize {
        // One number is drawn for the whole decision, so that the stream goes on the same whatever the budget.
        let seed = Seed::random(rng);
        self.latest.1.clear();
        if legal.len() == 1 {
            return 0;
        }
        let viewer = view.viewer();
        self.latest.0 = viewer;
        self.latest.1.extend_from_slice(legal);
        self.edges.clear();
        for iteration in 0..self.budget.iterations {
            let mut luck = seed.derive("iteration", u64::from(iteration)).rng();
            let mut world = self.world.take();
            let sampled = sample(view, &mut world, &mut luck);
            self.descend(sampled, &mut luck);
            let points = self.rollout.play(sampled, viewer, &mut luck);
            self.world = world;
            for edge in &self.path {
                let edge = &mut self.edges[*edge as usize];
                edge.visits += 1;
                edge.points += if edge.player == viewer { points } else { 1.0 - points };
            }
        }
        let root = if self.edges.is_empty() { NONE } else { 0 };
        let visits =
            |action: &G::Action| self.find(root, viewer, *action).map_or(0, |edge| self.edges[edge as usize].visits);
        let most = legal.iter().map(visits).max().unwrap_or(0);
        legal.iter().position(|action| visits(action) == most).unwrap_or(0)
    }

    fn thoughts(&self) -> Option<Thoughts<G::Action>> {
        let (viewer, actions) = &self.latest;
        let root = if self.edges.is_empty() { NONE } else { 0 };
        let thought = |action: &G::Action| match self.find(root, *viewer, *action) {
            None => Thought::none(),
            Some(found) => {
                let edge = &self.edges[found as usize];
                let value = (edge.visits > 0).then(|| edge.points / f64::from(edge.visits));
                Thought { value, error: None, visits: u64::from(edge.visits), line: self.line(found) }
            }
        };
        let thoughts = || actions.iter().map(thought).collect();
        (!actions.is_empty()).then(|| Thoughts { measure: POINTS, policy: None, actions: thoughts() })
    }
}
