//! Which of several replacement and prevention effects applies first (CR 616.1): the choice of the affected player, or of the
//! controller of the affected object.
//!
//! The question comes up in the middle of an event. So where two such effects are in play, the position is kept as it was before
//! each procedure; if a question comes up, the position goes back there, the player is asked, and the procedure begins again with
//! the answer known. Nothing of an event has happened when its question is asked, and where there are no two such effects none of
//! this costs more than a comparison.

use gauntlet_cards::ability::{NumberChange, RuleKinds};
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::keyword::Features;
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::decision::{Action, Decision, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::evaluate::Eye;
use crate::state::{Flags, ObjectId, Ordered, Prevents, ReplacedBy};
use crate::task::{Scope, Task};

/// An effect that changes one number: whose, which, and what it does.
pub(super) struct Change {
    pub(super) source: ObjectId,
    pub(super) ability: AbilityId,
    pub(super) step: Step,
}

/// Effects that change one number.
pub(super) type Changes = SmallVec<[Change; 4]>;

/// What an effect does to a number, its own numbers computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// A permanent enters with that many counters: these may be the first.
    With(i32),
    Times(i32),
    Half(bool),
    Plus(i32),
    Minus(i32),
    AtMost(i32),
    Zero,
    /// Life that would be gained is lost: nothing is gained any more that something else could change.
    Lost,
}

impl Step {
    pub(crate) fn apply(self, number: i32) -> i32 {
        match self {
            Step::With(more) => number.saturating_add(more),
            Step::Times(factor) => number.saturating_mul(factor),
            Step::Half(up) => (number + i32::from(up)) / 2,
            Step::Plus(more) => number.saturating_add(more),
            Step::Minus(less) => (number - less).max(0),
            Step::AtMost(most) => number.min(most),
            Step::Zero => 0,
            Step::Lost => number.saturating_neg(),
        }
    }

    /// Returns whether there is something that it changes: "twice that many" isn't said of none (CR 614.6).
    fn applies_to(self, number: i32) -> bool {
        number > 0 || matches!(self, Step::With(_))
    }

    /// In which order they make a number greatest.
    fn rank(self) -> i8 {
        match self {
            Step::With(_) => -1,
            Step::Plus(_) => 0,
            Step::Times(_) => 1,
            Step::Half(_) => 2,
            Step::Minus(_) => 3,
            Step::AtMost(_) => 4,
            Step::Zero => 5,
            Step::Lost => 6,
        }
    }
}

/// What the number is after these steps, in an order in which each applies while one does.
fn in_any_order(steps: &[Step], mut number: i32) -> i32 {
    let mut left: SmallVec<[Step; 8]> = SmallVec::from_slice(steps);
    while let Some(place) = left.iter().position(|step| step.applies_to(number)) {
        number = left.remove(place).apply(number);
    }
    number
}

/// Returns whether these steps come to the same number in every order. More than five are not tried.
pub(super) fn same_in_every_order(steps: &[Step], number: i32) -> bool {
    fn outcomes(steps: &mut [Step], from: usize, number: i32, wanted: i32) -> bool {
        if from == steps.len() {
            return number == wanted;
        }
        let none = !steps[from..].iter().any(|step| step.applies_to(number));
        if none {
            return number == wanted;
        }
        for place in from..steps.len() {
            if !steps[place].applies_to(number) || steps[from..place].contains(&steps[place]) {
                continue;
            }
            steps.swap(from, place);
            let same = outcomes(steps, from + 1, steps[from].apply(number), wanted);
            steps.swap(from, place);
            if !same {
                return false;
            }
        }
        true
    }
    let wanted = in_any_order(steps, number);
    steps.len() < 2 || steps.len() <= 5 && outcomes(&mut SmallVec::<[Step; 5]>::from_slice(steps), 0, number, wanted)
}

impl Eye<'_> {
    /// What an effect does to a number, whatever that is.
    pub(crate) fn step(self, scope: &Scope, change: &NumberChange) -> Step {
        let number = |amount| self.amount(scope, amount);
        match change {
            NumberChange::Times(factor) => Step::Times(i32::from(*factor)),
            NumberChange::Half(up) => Step::Half(*up),
            NumberChange::Plus(amount) => Step::Plus(number(amount)),
            NumberChange::Minus(amount) | NumberChange::Lower(amount) => Step::Minus(number(amount)),
            NumberChange::AtMost(amount) => Step::AtMost(number(amount)),
            NumberChange::Zero => Step::Zero,
            NumberChange::Lost => Step::Lost,
            NumberChange::Prevents(change) => self.step(scope, change),
        }
    }
}

impl Engine<'_> {
    /// Keeps the position before a procedure, if two effects in play could meet in it.
    pub(crate) fn keep_before(&mut self) {
        let effects = usize::from(self.s.replacers) + self.s.shields.len();
        let counters = !self.s.counters.is_empty();
        let elsewhere = self.pool.features.contains(Features::GOES_ELSEWHERE);
        let entering = self.s.rules.contains(RuleKinds::COUNTERS)
            && self.s.rules.intersects(RuleKinds::ENTERING | RuleKinds::ENTERS_ITSELF);
        self.before.kept = effects > 1
            || entering
            // CR 615.7.
            || self.s.shields.iter().any(|shield| matches!(shield.amount, Prevents::Next(_)))
            || effects > 0 && (counters || elsewhere)
            || (effects > 0 || elsewhere) && self.exiles_afterwards()
            || self.puts_itself_away(effects > 0 || elsewhere)
            || (effects > 0 || counters) && self.may_regenerate()
            || !self.s.commanders.is_empty() && self.eye().commander_is_about();
        if !self.before.kept {
            return;
        }
        self.before.used = 0;
        self.before.asked = None;
        self.before.journal.clone_from(&self.s.journal);
        self.before.facts = self.s.annals_len();
        match &mut self.before.state {
            Some(state) => (**state).clone_from(self.s),
            none => *none = Some(Box::new(self.s.clone())),
        }
    }

    /// Returns whether a spell on the stack was cast in a way that exiles it if it would be put into a graveyard.
    fn exiles_afterwards(&self) -> bool {
        self.s.stack.iter().any(|item| self.s.objects[item.object.index()].is(Flags::EXILED_AFTERWARDS))
    }

    /// Returns whether a permanent has a regeneration shield.
    fn may_regenerate(&self) -> bool {
        self.pool.features.contains(Features::REGENERATION)
            && self.s.permanents().any(|(_, permanent)| permanent.shields > 0)
    }

    /// Returns whether the position was kept before this procedure, so that it should be a short one.
    #[inline]
    pub(crate) fn keeps(&self) -> bool {
        self.before.kept
    }

    /// After a procedure: if a question came up in it, goes back and asks.
    pub(crate) fn ask_for_order(&mut self, flow: Flow) -> Flow {
        if !std::mem::take(&mut self.before.kept) {
            return flow;
        }
        let Some((player, affected)) = self.before.asked.take() else {
            self.s.orders.clear();
            return flow;
        };
        let state = self.before.state.as_mut().expect("the position was kept");
        std::mem::swap(self.s, &mut **state);
        self.kept.note_change();
        self.s.journal = self.before.journal.take();
        self.s.rewind_annals(state, self.before.facts);
        std::mem::swap(&mut self.s.ordered, &mut self.before.options);
        let count = self.s.ordered.len() as u16;
        self.offer_these((0..count).map(Action::Number));
        let held = self.s.answer.take();
        // What it affects may come to be only as the event happens.
        let about = if self.s.get(affected).is_some() { affected } else { ObjectId::NONE };
        self.ask(
            Task::Order(held, self.s.decision),
            player,
            DecisionKind::OrderReplacements,
            about,
            Particulars::Nothing,
        )
    }

    /// The player has said which effect applies first; what was interrupted begins again.
    pub(crate) fn order_chosen(&mut self, held: Option<Action>, decision: Decision) -> Flow {
        if let Some(Action::Number(number)) = self.s.answer.take() {
            let chosen = self.s.ordered[usize::from(number)];
            self.s.orders.push(chosen);
        }
        self.s.ordered.clear();
        self.s.answer = held;
        self.s.decision = decision;
        Flow::Go
    }

    /// Which of several effects applies next to an event that affects a player or an object of theirs. Those that are the same
    /// ability of different objects are as good as one another, if nothing else tells them apart: `options` has one of them.
    /// The first is the one that the player would choose, as far as that can be told; so it goes where nobody can be asked: when
    /// the effects have come into play by what is being carried out itself.
    pub(crate) fn choose_order(&mut self, player: Player, options: &[Ordered]) -> usize {
        let moves = options.first().and_then(|option| option.moves);
        self.choose_order_for(player, moves.unwrap_or(ObjectId::NONE), options)
    }

    /// The same where the event affects an object that needn't move, if it isn't a player.
    pub(crate) fn choose_order_for(&mut self, player: Player, affected: ObjectId, options: &[Ordered]) -> usize {
        if options.len() < 2 || !self.before.kept || self.before.asked.is_some() {
            return 0;
        }
        // Answers were given in the order in which the questions come up; that of an object which moves is asked for repeatedly.
        if let Some(object) = options[0].moves {
            let said = self.s.orders.iter().filter(|order| order.moves == Some(object));
            for order in said {
                if let Some(place) = options.iter().position(|option| option == order) {
                    return place;
                }
            }
        } else {
            while let Some(order) = self.s.orders.get(self.before.used) {
                self.before.used += 1;
                if order.moves.is_none()
                    && let Some(place) = options.iter().position(|option| option == order)
                {
                    return place;
                }
            }
        }
        self.before.asked = Some((player, affected));
        self.before.options.clear();
        self.before.options.extend_from_slice(options);
        0
    }

    /// A number as changed by several effects, each once, in the order that the affected player chooses, or the controller of the affected
    /// object. `more`: the player is better off with a greater number.
    pub(super) fn changed_by_all(
        &mut self,
        (player, affected): (Player, ObjectId),
        mut changes: Changes,
        number: i32,
        more: bool,
    ) -> i32 {
        let mut number = number;
        changes.sort_by_key(|change| {
            let rank = change.step.rank();
            if more { rank } else { -rank }
        });
        while let Some(first) = changes.iter().position(|change| change.step.applies_to(number)) {
            let mut place = first;
            let steps: SmallVec<[Step; 4]> = changes.iter().map(|change| change.step).collect();
            if !same_in_every_order(&steps, number) {
                let mut options: SmallVec<[Ordered; 4]> = SmallVec::new();
                let mut places: SmallVec<[usize; 4]> = SmallVec::new();
                for (place, change) in changes.iter().enumerate() {
                    let what = ReplacedBy::Ability(change.ability);
                    if change.step.applies_to(number) && !options.iter().any(|other| other.what == what) {
                        options.push(Ordered { source: change.source, what, moves: None });
                        places.push(place);
                    }
                }
                place = places[self.choose_order_for(player, affected, &options)];
            }
            number = changes.remove(place).step.apply(number);
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::{Step, same_in_every_order};

    /// CR 616.1: a question is asked only where the order makes a difference.
    #[test]
    fn the_order_matters_or_not() {
        assert!(same_in_every_order(&[Step::Times(2), Step::Times(3), Step::Times(2)], 1));
        assert!(same_in_every_order(&[Step::Plus(1), Step::Plus(2)], 1));
        assert!(!same_in_every_order(&[Step::Plus(1), Step::Times(2)], 1));
        // Neither leaves anything.
        assert!(same_in_every_order(&[Step::Minus(5), Step::Times(2)], 2));
        assert!(!same_in_every_order(&[Step::Minus(2), Step::Times(2)], 3));
        assert!(!same_in_every_order(&[Step::Plus(1), Step::Times(2), Step::AtMost(1)], 1));
        assert!(same_in_every_order(&[Step::Zero, Step::Times(2)], 3));
        // What isn't there isn't changed.
        assert!(same_in_every_order(&[Step::Minus(5), Step::Plus(2)], 0));
        assert!(same_in_every_order(&[Step::With(2), Step::Times(2)], 0));
        assert!(!same_in_every_order(&[Step::With(2), Step::With(1), Step::Times(2)], 0));
        assert!(!same_in_every_order(&[Step::With(1), Step::Times(2)], 1));
    }
}
