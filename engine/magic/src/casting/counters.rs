//! Costs that are paid with counters, chosen one by one: "remove a counter from a permanent you control", "remove two +1/+1 counters from
//! among creatures you control" (CR 118.3, 122.1).
//!
//! Of what each counter is taken is chosen with all other things that a cost is paid with, and which of several kinds it is after mana was
//! made. The kinds are kept behind the things, as objects of that number, until the cost is paid.

use gauntlet_cards::cost::CostPart;
use gauntlet_cards::filter::CounterKind;
use gauntlet_core::Player;
use smallvec::SmallVec;

use super::costs::{all_parts, only_mana};
use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::evaluate::Eye;
use crate::joint_costs::takes_counters;
use crate::state::{ObjectId, Range};
use crate::task::{Announce, Scope};

impl Eye<'_> {
    /// How many counters of a kind something has, as far as X can say it.
    pub(crate) fn all_counters(self, id: ObjectId, kind: CounterKind) -> u8 {
        u8::try_from(self.s.counters_on(id.index, kind)).unwrap_or(u8::MAX)
    }

    /// Calls `f` with each permanent of which counters can be removed for a part of a cost, and how many.
    pub(crate) fn each_with_counters(
        self,
        scope: &Scope,
        player: Player,
        part: &CostPart,
        f: &mut dyn FnMut(ObjectId, u16),
    ) {
        let CostPart::RemoveCountersAmong(_, kind, filter) = part else { return };
        for (id, object) in self.s.permanents() {
            if object.controller != player || !self.matches(scope, filter, id, object) {
                continue;
            }
            let entries = self.s.counters.iter().filter(|entry| entry.0 == id.index);
            let fitting = entries.filter(|entry| kind.is_none_or(|kind| entry.1 == kind));
            let count = fitting.fold(0_u16, |count, entry| count.saturating_add(entry.2));
            if count > 0 {
                f(id, count);
            }
        }
    }

    /// How many counters could be removed for a part of a cost.
    pub(crate) fn counters_among(self, scope: &Scope, player: Player, part: &CostPart) -> i32 {
        let mut total = 0;
        self.each_with_counters(scope, player, part, &mut |_, count| total += i32::from(count));
        total
    }
}

impl Engine<'_> {
    /// Of what the next counter can be taken: of what has more of them than were chosen already.
    pub(super) fn counters_to_take_next(&self, task: &Announce, part: &CostPart) -> SmallVec<[Action; 16]> {
        let scope = self.announce_scope(task);
        let end = usize::from(task.payment.end);
        let chosen = &self.s.scratch[end - usize::from(task.count)..end];
        let mut choices = SmallVec::new();
        self.eye().each_with_counters(&scope, task.item.controller, part, &mut |id, count| {
            let taken = chosen.iter().filter(|other| **other == id).count();
            if taken < usize::from(count) {
                choices.push(Action::Object(id.index));
            }
        });
        assert!(!choices.is_empty(), "the counters were there when this was begun: {part:?}");
        choices
    }

    /// Chooses the kind of each counter that is taken. Returns how it goes on if the player is asked.
    pub(super) fn choose_kinds_of_counters(&mut self, task: &mut Announce) -> Option<Flow> {
        let way = self.way(&task.item).expect("triggered abilities have no costs");
        if only_mana(self.pool, way, task) || !all_parts(self.pool, way, task).any(takes_counters) {
            return None;
        }
        let scope = self.announce_scope(task);
        let mut next = task.payment.start;
        let mut of: Option<(Range, Option<CounterKind>)> = None;
        for part in all_parts(self.pool, way, task) {
            let end = next + self.count_for(&scope, part, next, task.payment.end);
            if let CostPart::RemoveCountersAmong(_, kind, _) = part {
                of = Some((Range { start: next, end }, *kind));
                break;
            }
            next = end;
        }
        let (range, kind) = of.expect("one of the parts takes counters");
        if let Some(Action::Number(kind)) = self.s.answer.take() {
            self.s.scratch.push(ObjectId::new(kind, 0));
        }
        loop {
            let done = self.s.scratch.len() - usize::from(task.payment.end);
            let place = usize::from(range.start) + done;
            if place >= usize::from(range.end) {
                return None;
            }
            let id = self.s.scratch[place];
            let kinds = match kind {
                Some(kind) => smallvec::smallvec![kind],
                None => self.kinds_left(id, range, usize::from(task.payment.end)),
            };
            match kinds.as_slice() {
                [kind] => self.s.scratch.push(ObjectId::new(kind.0, 0)),
                kinds => {
                    self.offer_these(kinds.iter().map(|kind| Action::Number(kind.0)));
                    let left = range.end - place as u16;
                    return Some(self.ask(
                        crate::task::Task::Announce(*task),
                        task.item.controller,
                        DecisionKind::CounterKind,
                        id,
                        Particulars::Left(left),
                    ));
                }
            }
        }
    }

    /// The kinds of which something has more counters than were chosen of it already; the chosen kinds stand from a place of the scratch list
    /// on.
    fn kinds_left(&self, id: ObjectId, range: Range, kinds_at: usize) -> SmallVec<[CounterKind; 4]> {
        let things = &self.s.scratch[usize::from(range.start)..usize::from(range.end)];
        let kinds = &self.s.scratch[kinds_at..];
        let taken = |kind: CounterKind| {
            things.iter().zip(kinds).filter(|(thing, taken)| **thing == id && taken.index == kind.0).count()
        };
        let entries = self.s.counters.iter().filter(|entry| entry.0 == id.index);
        entries.filter(|entry| usize::from(entry.2) > taken(entry.1)).map(|entry| entry.1).collect()
    }

    /// Takes the counters that were chosen: those of one kind on one thing at one time.
    pub(super) fn take_chosen_counters(&mut self, chosen: Range) {
        let count = usize::from(chosen.end - chosen.start);
        // Nothing else is kept behind the things that a cost is paid with.
        let kinds_at = self.s.scratch.len() - count;
        let mut taken: SmallVec<[(ObjectId, CounterKind, u16); 8]> = SmallVec::new();
        for place in 0..count {
            let id = self.s.scratch[usize::from(chosen.start) + place];
            let kind = CounterKind(self.s.scratch[kinds_at + place].index);
            match taken.iter_mut().find(|entry| (entry.0, entry.1) == (id, kind)) {
                Some(entry) => entry.2 += 1,
                None => taken.push((id, kind, 1)),
            }
        }
        for (id, kind, count) in taken {
            self.take_counters(id.index, kind, count);
        }
    }
}
