//! How searches spend their rollouts on the actions of a decision, and when they depart from their policy.

use crate::Thought;

/// In how many worlds an action is tried before it may be given up.
const ENOUGH: u32 = 10;

/// An action is given up that would be no better than the policy's own if it were better by that many standard errors than it looks.
const HOPE: f64 = 1.5;

/// How often an action may be chosen against the policy's advice, each time soon after the last.
const MOST_REPEATS: u32 = 20;

/// How many choices later is soon.
const SOON: u64 = 12;

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

    /// Returns whether it is worth finding out whether this arm is better than `other`: not if it has made no difference so far, or only a
    /// bad one.
    fn may_lead(&self, other: &Arm) -> bool {
        if self.visits() < ENOUGH {
            return true;
        }
        let differs = self.points.iter().zip(&other.points).any(|(mine, others)| mine != others);
        differs && self.lead(other, -HOPE) > 0.0
    }
}

/// The legal actions of the decision at which a search begins.
///
/// Their rollouts are spread by *sequential halving* (Karnin, Koren and Somekh, *Almost optimal exploration in multi-armed bandits*, 2013): in
/// each round all actions that are left are tried equally often, and the half of them that did better goes on to the next. That leaves most
/// rollouts to the few actions between which it is hard to tell, which is what a choice asks for. The policy's own action takes part in all
/// rounds, as the others are measured against it.
///
/// An action is dropped within a round as soon as it is plainly worse than the policy's own, or has come to the same in each of the first
/// [`ENOUGH`] worlds. Where none is left, the rest of the rollouts is saved.
///
/// Rollouts are noisy, and the policy knows something: its own action is chosen unless another one is better by more than some standard errors in
/// the worlds in which both were tried (of several, the one whose lead is greatest).
#[derive(Default, Debug)]
pub(crate) struct Root {
    arms: Vec<Arm>,
    /// How many actions there are; none if there was nothing to search.
    actions: usize,
    /// The place of the policy's own.
    own: usize,
    /// The places of those that may still turn out to be better.
    rivals: Vec<usize>,
    /// The places of those that were added and not tried yet.
    fresh: Vec<usize>,
    /// How many rollouts are left.
    left: u32,
    /// How many rounds there are to come.
    rounds: u32,
}

impl Root {
    /// Forgets the last decision; there is nothing to search yet.
    pub(crate) fn clear(&mut self) {
        self.actions = 0;
    }

    /// There are that many actions, of which the policy would take its `own`. None is tried yet.
    pub(crate) fn begin(&mut self, actions: usize, own: usize) {
        (self.actions, self.own) = (actions, own);
        if self.arms.len() < actions {
            self.arms.resize_with(actions, Arm::default);
        }
        for arm in &mut self.arms[..actions] {
            arm.clear();
        }
    }

    /// Spends the rollouts of a decision, at least one for each action that `may` be chosen. `try_out` plays one: of the action in that place, in the world of that
    /// number, and returns its points.
    pub(crate) fn search(
        &mut self,
        rollouts: u32,
        may: impl Fn(usize) -> bool,
        mut try_out: impl FnMut(usize, u32) -> f64,
    ) {
        self.open(rollouts, may);
        while self.round(&mut try_out) {}
    }

    /// Begins to spend rollouts, as [`Root::search`] does: with [`Root::round`] until that has no more to do.
    pub(crate) fn open(&mut self, rollouts: u32, may: impl Fn(usize) -> bool) {
        self.rivals.clear();
        self.rivals.extend((0..self.actions).filter(|place| *place != self.own && may(*place)));
        self.fresh.clear();
        self.left = rollouts.max(self.rivals.len() as u32 + 1);
        self.plan_rounds();
    }

    /// Half of what is left goes on after each round: how many there are until one is.
    fn plan_rounds(&mut self) {
        self.rounds = (self.rivals.len() + self.fresh.len() + 1).next_power_of_two().ilog2();
    }

    /// The places of what may still be chosen, the policy's own first.
    pub(crate) fn alive(&self) -> impl Iterator<Item = usize> {
        std::iter::once(self.own).chain(self.rivals.iter().copied())
    }

    /// How many more can be added: each must first be tried in the worlds that the others have seen, and half of the rollouts are left for what comes then.
    pub(crate) fn room(&self) -> usize {
        (self.left / 2 / self.arms[self.own].visits().max(1)) as usize
    }

    /// Adds something else that can be done, in the next place.
    pub(crate) fn add(&mut self) {
        let place = self.actions;
        self.actions += 1;
        if self.arms.len() < self.actions {
            self.arms.push(Arm::default());
        }
        self.arms[place].clear();
        self.fresh.push(place);
    }

    /// What was added is in for all the rounds that this many need.
    pub(crate) fn start_over(&mut self) {
        self.plan_rounds();
    }

    /// Tries what was added in the worlds that the others have seen.
    fn catch_up(&mut self, try_out: &mut impl FnMut(usize, u32) -> f64) {
        let seen = self.arms[self.own].visits();
        for place in self.fresh.drain(..) {
            let mut hopeful = true;
            while self.left > 0 && hopeful && self.arms[place].visits() < seen {
                self.left -= 1;
                let points = try_out(place, self.arms[place].visits());
                self.arms[place].add(points);
                hopeful = self.arms[place].may_lead(&self.arms[self.own]);
            }
            if hopeful && self.arms[place].visits() == seen {
                self.rivals.push(place);
            }
        }
    }

    /// Tries all that are left in some more worlds, as far as the rollouts go, and drops what isn't worth it.
    pub(crate) fn sweep(&mut self, sweeps: u32, try_out: &mut impl FnMut(usize, u32) -> f64) {
        let Root { arms, own, rivals, left, .. } = self;
        for _ in 0..sweeps {
            let each = rivals.len() as u32 + 1;
            if each == 1 || *left < each {
                break;
            }
            *left -= each;
            let world = arms[*own].visits();
            for place in std::iter::once(*own).chain(rivals.iter().copied()) {
                arms[place].add(try_out(place, world));
            }
            rivals.retain(|rival| arms[*rival].may_lead(&arms[*own]));
        }
    }

    /// One round, after which the better half is left. Returns whether there is another.
    pub(crate) fn round(&mut self, try_out: &mut impl FnMut(usize, u32) -> f64) -> bool {
        self.catch_up(try_out);
        if self.rivals.is_empty() {
            return false;
        }
        let sweeps = (self.left / self.rounds.max(1) / (self.rivals.len() as u32 + 1)).max(1);
        self.sweep(sweeps, try_out);
        let Root { arms, rivals, left, rounds, .. } = self;
        if *left <= rivals.len() as u32 {
            return false;
        }
        *rounds = rounds.saturating_sub(1);
        if *rounds > 0 {
            // Equal ones stay in their order.
            rivals.sort_by(|one, other| arms[*other].mean().total_cmp(&arms[*one].mean()));
            rivals.truncate(rivals.len().div_ceil(2));
        }
        true
    }

    /// The place of the action to choose: another than the policy's own only if it is better by more than `doubt` standard errors.
    pub(crate) fn choice(&self, doubt: f64) -> usize {
        let (arms, own) = (&self.arms[..self.actions], self.own);
        let mut best = (own, 0.0);
        for (place, arm) in arms.iter().enumerate().filter(|(place, arm)| *place != own && arm.visits() > 0) {
            let lead = arm.lead(&arms[own], doubt);
            if lead > best.1 {
                best = (place, lead);
            }
        }
        best.0
    }

    /// By how much the one in a place is better than another, less `doubt` standard errors; nothing if it wasn't tried.
    pub(crate) fn lead(&self, place: usize, other: usize, doubt: f64) -> f64 {
        let (arm, other) = (&self.arms[place], &self.arms[other]);
        if arm.visits() > 0 { arm.lead(other, doubt) } else { 0.0 }
    }

    /// The place of the action that the policy would have taken, if there was something to search.
    pub(crate) fn policy(&self) -> Option<usize> {
        (self.actions > 0).then_some(self.own)
    }

    /// What is thought of each action.
    pub(crate) fn thoughts<A>(&self) -> Vec<Thought<A>> {
        let thought = |arm: &Arm| Thought {
            value: (arm.visits() > 0).then(|| arm.mean()),
            error: arm.error(),
            visits: u64::from(arm.visits()),
            line: Vec::new(),
        };
        self.arms[..self.actions].iter().map(thought).collect()
    }
}

/// What a search has chosen against its policy's advice of late.
///
/// A rollout that stops in the middle of a loop sees what the loop has made and not that it will be gone, or that more of it is good for nothing: going on
/// looks better than stopping each time anew, and a policy that would stop is overruled until the game is cut off. So a search insists on an action
/// only [`MOST_REPEATS`] times in a row.
#[derive(Debug)]
pub(crate) struct Habits<A> {
    /// How many choices there were.
    choices: u64,
    /// Actions, how often in a row each was chosen, and at which choice the last time.
    actions: Vec<(A, u32, u64)>,
}

impl<A: PartialEq + Copy> Habits<A> {
    pub(crate) fn new() -> Habits<A> {
        Habits { choices: 0, actions: Vec::new() }
    }

    /// Forgets the last game.
    pub(crate) fn clear(&mut self) {
        self.choices = 0;
        self.actions.clear();
    }

    /// There is a new choice.
    pub(crate) fn begin(&mut self) {
        self.choices += 1;
        let choices = self.choices;
        self.actions.retain(|(_, _, last)| choices - last <= SOON);
    }

    /// Returns whether the search may choose it against its policy.
    pub(crate) fn allow(&self, action: A) -> bool {
        !self.actions.iter().any(|(other, count, _)| *other == action && *count >= MOST_REPEATS)
    }

    /// It was chosen against the policy.
    pub(crate) fn note(&mut self, action: A) {
        match self.actions.iter_mut().find(|(other, _, _)| *other == action) {
            Some((_, count, last)) => (*count, *last) = (*count + 1, self.choices),
            None => self.actions.push((action, 1, self.choices)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Arm, ENOUGH, Habits, MOST_REPEATS, Root, SOON};

    fn arm(points: &[f64]) -> Arm {
        let mut arm = Arm::default();
        points.iter().for_each(|points| arm.add(*points));
        arm
    }

    /// How often each action is tried, and which is chosen, if actions have these points in worlds by turns.
    fn searched(rollouts: u32, own: usize, points: &[[f64; 2]]) -> (Vec<u64>, usize) {
        let mut root = Root::default();
        root.begin(points.len(), own);
        root.search(rollouts, |_| true, |place, world| points[place][world as usize % 2]);
        (root.thoughts::<()>().iter().map(|thought| thought.visits).collect(), root.choice(1.0))
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
    fn most_rollouts_go_to_the_best_and_the_policys_own() {
        let points = [[0.5, 0.6], [0.5, 0.45], [0.4, 0.7], [0.6, 0.9], [0.55, 0.5]];
        let (visits, choice) = searched(100, 0, &points);
        assert_eq!(choice, 3);
        assert_eq!(visits[0], visits[3], "in the same worlds");
        assert!(visits[3] > 2 * visits[1] && visits[1] >= 5, "{visits:?}");
        assert!(visits.iter().sum::<u64>() <= 100);
    }

    #[test]
    fn what_makes_no_difference_or_is_plainly_worse_is_given_up() {
        let (visits, choice) = searched(1000, 1, &[[0.4, 0.6], [0.4, 0.6], [0.0, 0.1]]);
        assert_eq!((visits, choice), (vec![u64::from(ENOUGH); 3], 1));
    }

    #[test]
    fn each_action_is_tried_though_there_are_more_than_rollouts() {
        assert_eq!(searched(2, 4, &[[0.5, 0.5]; 5]), (vec![1; 5], 4));
    }

    #[test]
    fn what_is_done_again_and_again_against_advice_ends() {
        let mut habits = Habits::new();
        let mut insisted = 0;
        for _ in 0..10 * MOST_REPEATS {
            habits.begin();
            if habits.allow('a') {
                habits.note('a');
                insisted += 1;
            }
            assert!(habits.allow('b'));
            // Once it was refused for a while, it is new.
            if insisted == MOST_REPEATS {
                break;
            }
        }
        habits.begin();
        assert!(insisted == MOST_REPEATS && !habits.allow('a'));
        (0..SOON).for_each(|_| habits.begin());
        assert!(habits.allow('a'));
        // With enough between, it may be chosen for a whole game.
        for _ in 0..3 * MOST_REPEATS {
            (0..=SOON).for_each(|_| habits.begin());
            assert!(habits.allow('a'));
            habits.note('a');
        }
    }
}
