//! Information-set Monte Carlo tree search: one tree over what its player knows, searched in sampled worlds.

use gauntlet_core::{Game, Player, Rng, Seed, View};

use crate::rollout::{Evaluate, Even, Moments, Rollout, sample};
use crate::root::{Habits, Root};
use crate::thoughts::POINTS;
use crate::{Agent, Thoughts};

/// What a search may spend, and how.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Budget {
    /// How many worlds are sampled and played through for a decision at most, but at least one for each legal action.
    pub iterations: u32,
    /// How many choices of its player, one after the other, a line has at most.
    pub depth: u32,
    /// After that many choices by both players together, as the next turn begins, a rollout of the policy's own line is judged, and again after twice as many
    /// more, where it stops. Those of other lines are judged in the same turns.
    pub horizon: u32,
    /// By how many standard errors another line must be better than the policy's own to be chosen in its place.
    pub doubt: f64,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { iterations: 1000, depth: 2, horizon: 60, doubt: 1.0 }
    }
}

/// In how many worlds it is looked at what can be done after a line.
const LOOKS: u32 = 2;

/// A node of the tree: an action after others of the same player.
struct Node<A> {
    action: A,
    /// The node before it.
    parent: Option<usize>,
    /// How many choices its line has.
    depth: u32,
    /// In how many worlds it was looked at what comes next.
    looks: u32,
    /// What its player could do next in the first of them; nothing if it was another player's choice, or none.
    next: Vec<A>,
    /// Whether that was the same in all of them.
    certain: bool,
    /// What the policy did next in the first of them, if it didn't do something else where it had the same choice.
    usual: Option<A>,
    /// Whether there are nodes after it.
    grown: bool,
}

impl<A: Copy + PartialEq> Node<A> {
    fn new(action: A, parent: Option<usize>, depth: u32) -> Node<A> {
        Node { action, parent, depth, looks: 0, next: Vec::new(), certain: true, usual: None, grown: false }
    }

    /// After it there are these choices in another world, or none.
    fn look(&mut self, legal: &[A], usual: Option<A>) {
        self.looks += 1;
        if self.looks == 1 {
            self.next.extend_from_slice(legal);
            self.usual = usual;
            return;
        }
        if self.next != legal {
            self.certain = false;
            self.next.retain(|action| legal.contains(action));
        } else if self.usual != usual {
            self.usual = None;
        }
    }

    /// What could be tried after it.
    fn others(&self) -> impl Iterator<Item = A> {
        self.next.iter().copied().filter(|action| self.usual != Some(*action))
    }
}

/// The tree, and what its lines are tried in. The nodes have the places of their lines at the root: the legal actions come first.
struct Tree<G: Game> {
    nodes: Vec<Node<G::Action>>,
    world: Option<G>,
    legal: Vec<G::Action>,
    line: Vec<G::Action>,
    depth: u32,
    /// For each world, in which turns lines are judged there: those at which the first one came to its horizon.
    moments: Vec<Option<Moments>>,
}

impl<G: Game> Tree<G> {
    /// Only the legal actions.
    fn begin(&mut self, actions: &[G::Action]) {
        self.moments.clear();
        self.nodes.clear();
        self.nodes.extend(actions.iter().map(|action| Node::new(*action, None, 1)));
    }

    /// The place of the action that a line begins with.
    fn beginning(&self, mut place: usize) -> usize {
        while let Some(before) = self.nodes[place].parent {
            place = before;
        }
        place
    }

    /// Plays a line in the world of that number, and then the policies; returns the points.
    fn try_out<P: Agent<G>, E: Evaluate<G>>(
        &mut self,
        rollout: &mut Rollout<G, P, E>,
        view: View<'_, G>,
        luck: Seed,
        (place, number): (usize, u32),
    ) -> f64 {
        let viewer = view.viewer();
        let Tree { nodes, world, legal, line, depth, moments } = self;
        let number = number as usize;
        if moments.len() <= number {
            moments.resize(number + 1, None);
        }
        let mut luck = luck.rng();
        let world = sample(view, world, &mut luck);
        line.clear();
        let mut node = Some(place);
        while let Some(place) = node {
            line.push(nodes[place].action);
            node = nodes[place].parent;
        }
        rollout.begin();
        rollout.advance(world, line.pop().expect("a line has an action"));
        let mut follows = true;
        while let Some(action) = line.pop() {
            // Where the world went another way the policy goes on.
            follows = is_asked(rollout, world, legal, viewer) && legal.contains(&action);
            if !follows {
                break;
            }
            rollout.advance(world, action);
        }
        let node = &mut nodes[place];
        if node.depth < *depth && node.looks < LOOKS {
            if follows && is_asked(rollout, world, legal, viewer) {
                let usual = legal[rollout.advise(world, viewer, legal, &mut luck)];
                node.look(legal, Some(usual));
                rollout.advance(world, usual);
            } else {
                node.look(&[], None);
            }
        }
        rollout.play_on_twice(world, viewer, &mut luck, &mut moments[number])
    }

    /// Adds what else can be done after the lines that are left, by turns one after each, as far as there is room at the root. Returns whether there is any.
    fn grow(&mut self, root: &mut Root) -> bool {
        let depth = self.depth;
        let mut growing: Vec<usize> = root.alive().collect();
        growing.retain(|place| {
            let node = &self.nodes[*place];
            !node.grown && node.depth < depth && node.looks > 0 && node.others().next().is_some()
        });
        let (mut room, before) = (root.room(), self.nodes.len());
        let mut turn = 0;
        while room > 0 && !growing.is_empty() {
            growing.retain(|place| {
                let node = &mut self.nodes[*place];
                let other = node.others().nth(turn).filter(|_| room > 0);
                node.grown = true;
                let depth = node.depth + 1;
                if let Some(action) = other {
                    self.nodes.push(Node::new(action, Some(*place), depth));
                    root.add();
                    room -= 1;
                }
                other.is_some()
            });
            turn += 1;
        }
        self.nodes.len() > before
    }
}

/// Goes on where there is no choice. Returns whether the next one is the viewer's; what can be done is in `legal` then.
fn is_asked<G: Game, P: Agent<G>, E: Evaluate<G>>(
    rollout: &mut Rollout<G, P, E>,
    world: &mut G,
    legal: &mut Vec<G::Action>,
    viewer: Player,
) -> bool {
    while let Some(player) = world.to_act().filter(|_| !rollout.is_over()) {
        world.legal_actions(legal);
        if legal.len() > 1 {
            return player == viewer;
        }
        rollout.advance(world, legal[0]);
    }
    false
}

/// A choice that is to come: the action, and all that can be done there.
struct Step<A> {
    action: A,
    among: Vec<A>,
}

/// An agent that searches one tree over all worlds that its player can't tell from the real one, as *single-observer information-set MCTS* does
/// (Cowling, Powley and Whitehouse, *Information set Monte Carlo tree search*, 2012).
///
/// A node is a line: choices of the agent's own player, one after the other, until somebody else has one. What an action is called doesn't depend on
/// hidden cards, so that one tree serves all worlds. After a line the policy plays on, for both players.
///
/// The decision is searched as [`MonteCarlo`](crate::MonteCarlo) does it: by sequential halving, in the same worlds for all, and with the policy's own unless
/// something else is better by more than [`Budget::doubt`] standard errors. But *lines* are compared: each legal action with what the policy does after it, and
/// with each of the other things that could be done after it. So what is only good together is found: two creatures that attack, a spell with another target than the policy's.
/// Lines that are left after a round grow further, as far as [`Budget::depth`].
///
/// A line is worth what came of it, and what was only tried doesn't weigh on it. In a tree whose values are means over all that was explored an action is worth
/// the less the more there is to choose after it; with few iterations that costs more than the tree gives.
///
/// In the next decision the rest of the line that was chosen is what others must be better than, if that decision is the one that was foreseen.
pub struct Ismcts<G: Game, P, E = Even> {
    budget: Budget,
    rollout: Rollout<G, P, E>,
    guide: P,
    tree: Tree<G>,
    /// What the latest search found, of lines.
    root: Root,
    /// How many legal actions there were, and the place of the policy's own.
    actions: usize,
    policy: usize,
    /// What is left of the chosen line, the next step last.
    plan: Vec<Step<G::Action>>,
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
        let (nodes, legal, line) = (Vec::new(), Vec::new(), Vec::new());
        Ismcts {
            budget,
            rollout,
            guide: policy(),
            tree: Tree { nodes, world: None, legal, line, depth: budget.depth, moments: Vec::new() },
            root: Root::default(),
            actions: 0,
            policy: 0,
            plan: Vec::new(),
            habits: Habits::new(),
        }
    }

    /// The same, with another policy in the real position than in rollouts: one that takes its time.
    pub fn guided_by(self, guide: P) -> Self {
        Ismcts { guide, ..self }
    }

    /// Searches the decision.
    fn search(&mut self, view: View<'_, G>, actions: &[G::Action], seed: Seed) {
        let Ismcts { budget, rollout, tree, root, habits, .. } = self;
        let luck = |number: u32| seed.derive("iteration", u64::from(number));
        tree.begin(actions);
        root.open(budget.iterations, |place| habits.allow(actions[place]));
        root.sweep(LOOKS, &mut |place, number| tree.try_out(rollout, view, luck(number), (place, number)));
        if tree.grow(root) {
            root.start_over();
        }
        while root.round(&mut |place, number| tree.try_out(rollout, view, luck(number), (place, number))) {
            tree.grow(root);
        }
    }

    /// What comes after the first action of a line, as far as it is known what there will be to choose from.
    fn plan(&mut self, mut place: usize) {
        self.plan.clear();
        let nodes = &self.tree.nodes;
        while let Some(before) = nodes[place].parent {
            if !nodes[before].certain {
                self.plan.clear();
            } else {
                self.plan.push(Step { action: nodes[place].action, among: nodes[before].next.clone() });
            }
            place = before;
        }
    }

    /// The place of the next step of the plan, if it is what was foreseen.
    fn planned(&mut self, legal: &[G::Action]) -> Option<usize> {
        let step = self.plan.pop()?;
        if step.among != legal {
            self.plan.clear();
            return None;
        }
        legal.iter().position(|action| *action == step.action)
    }
}

impl<G: Game, P: Agent<G>, E: Evaluate<G>> Agent<G> for Ismcts<G, P, E> {
    fn start(&mut self) {
        // The guide follows the whole game: what it remembers of a turn keeps it from doing the same thing forever.
        self.guide.start();
        self.plan.clear();
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
        (self.actions, self.policy) = (legal.len(), own);
        // A win that is sure isn't looked for: no action is visited.
        if self.guide.is_certain() {
            self.plan.clear();
            self.root.begin(legal.len(), own);
            return own;
        }
        let planned = self.planned(legal).filter(|place| self.habits.allow(legal[*place]));
        self.root.begin(legal.len(), planned.unwrap_or(own));
        self.search(view, legal, seed);
        let line = self.root.choice(self.budget.doubt);
        let choice = self.tree.beginning(line);
        // What was planned further stays, if that is what is done.
        if line != choice || planned != Some(choice) {
            self.plan(line);
        }
        if choice != own {
            self.habits.note(legal[choice]);
        }
        choice
    }

    fn thoughts(&self) -> Option<Thoughts<G::Action>> {
        self.root.policy()?;
        let lines = self.root.thoughts();
        let mut actions = Vec::new();
        for action in 0..self.actions {
            // Of an action it is told what its best line is worth.
            let mut best = (action, 0.0);
            let (mut visits, nodes) = (lines[action].visits, &self.tree.nodes);
            if visits > 0 {
                for place in (self.actions..nodes.len()).filter(|place| self.tree.beginning(*place) == action) {
                    visits += lines[place].visits;
                    let lead = self.root.lead(place, action, self.budget.doubt);
                    if lead > best.1 {
                        best = (place, lead);
                    }
                }
            }
            let mut thought = lines[best.0].clone();
            thought.visits = visits;
            if visits > 0 {
                thought.line.extend(nodes[best.0].usual);
                let mut place = best.0;
                while let Some(before) = nodes[place].parent {
                    thought.line.insert(0, nodes[place].action);
                    place = before;
                }
            }
            actions.push(thought);
        }
        Some(Thoughts { measure: POINTS, policy: Some(self.policy), actions })
    }
}
