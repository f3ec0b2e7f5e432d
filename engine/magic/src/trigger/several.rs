//! Abilities that trigger on "one or more" and speak of those: they trigger on the first, and are told the others (CR 603.2c).

use gauntlet_cards::ability::TriggerEvent;
use gauntlet_cards::filter::Zone;
use gauntlet_cards::keyword::Features;

use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::state::{Memory, ObjectId};
use crate::task::Scope;
use crate::trigger::Moving;

impl Engine<'_> {
    /// Returns whether any ability of the game is told what an event of several is about.
    pub(super) fn tells_several(&self) -> bool {
        self.pool.features.contains(Features::TELLS_SEVERAL) && !self.s.pending.is_empty()
    }

    /// Tells abilities that wait that something has moved together with what they triggered on: `earlier` moved at the same time and was
    /// announced before. `leaving`: it is announced as leaving a graveyard. `arriving`: as a card that has come to one from anywhere.
    pub(super) fn tell_of_move(&mut self, moving: Moving, earlier: &[Moving], leaving: bool, arriving: bool) {
        if !self.tells_several() {
            return;
        }
        for place in 0..self.s.pending.len() {
            let first = self.s.pending[place].event.object;
            let together = first == moving.id || earlier.iter().any(|other| other.id == first);
            let fits = |eye: Eye<'_>, scope: &Scope, event: &TriggerEvent| match event {
                TriggerEvent::ZoneChange { what, from, to, batched: true } => {
                    event.is_arrival() == arriving
                        && (arriving || moving.to != Zone::Battlefield || event.leaves_graveyard() == leaving)
                        && from.is_none_or(|zone| zone == moving.from)
                        && to.is_none_or(|zone| zone == moving.to)
                        && eye.s.get(moving.id).is_some_and(|object| eye.matches(scope, what, moving.id, object))
                }
                _ => false,
            };
            if together && self.tell_of(place, moving.id, &fits) && first != moving.id {
                self.s.pending[place].event.amount += 1;
            }
        }
    }

    /// Tells an ability that waits of one more, if it is told anything and this is one of those; returns whether it was.
    pub(super) fn tell_of(
        &mut self,
        place: usize,
        object: ObjectId,
        fits: &dyn Fn(Eye<'_>, &Scope, &TriggerEvent) -> bool,
    ) -> bool {
        let trigger = self.s.pending[place];
        let triggered = self.pool.triggered(trigger.ability);
        let Some(register) = triggered.told else { return false };
        let scope = Scope::of(trigger.source, trigger.controller);
        if !triggered.events.iter().any(|event| fits(self.eye(), &scope, event)) {
            return false;
        }
        let list = trigger.memory.unwrap_or_else(|| self.s.new_memory());
        self.s.pending[place].memory = Some(list);
        let told = Memory { list, register, object };
        if self.s.memories.contains(&told) {
            return false;
        }
        self.s.memories.push(told);
        true
    }
}
