//! Abilities that trigger on "one or more" and speak of those: they trigger on the first, and are told the others (CR 603.2c).

use gauntlet_cards::ability::TriggerEvent;
use gauntlet_cards::filter::{Filter, Zone};
use gauntlet_cards::keyword::Features;

use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::state::{Flags, Memory, ObjectId};
use crate::task::Scope;
use crate::trigger::Moving;

impl Engine<'_> {
    /// Returns whether any ability of the game is told what an event of several is about.
    fn tells_several(&self) -> bool {
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
    fn tell_of(
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

    /// Tells a waiting ability which attackers it is about, if it speaks of them ("those creatures").
    pub(super) fn tell_attackers(&mut self, place: usize) {
        let trigger = self.s.pending[place];
        let about = self.pool.triggered(trigger.ability).events.iter().find_map(|event| match event {
            TriggerEvent::AttackersDeclared { what, into, .. } => into.map(|into| (what, into)),
            _ => None,
        });
        let Some((what, register)) = about else { return };
        let scope = Scope { memory: trigger.memory, ..Scope::of(trigger.source, trigger.controller) };
        let attackers: smallvec::SmallVec<[ObjectId; 8]> = self
            .s
            .permanents()
            .filter(|(id, object)| object.is(Flags::DECLARED) && self.eye().matches(&scope, what, *id, object))
            .map(|(id, _)| id)
            .collect();
        let list = self.s.new_memory();
        // What a delayed ability remembers anyway.
        for place in 0..self.s.memories.len() {
            let memory = self.s.memories[place];
            if trigger.memory == Some(memory.list) {
                self.s.memories.push(Memory { list, ..memory });
            }
        }
        let told = attackers.into_iter().map(|object| Memory { list, register, object });
        self.s.memories.extend(told);
        self.s.pending[place].memory = Some(list);
    }

    /// Tells abilities that have triggered since there were that many, and ask for one or more, which of `those` fit what they ask for.
    pub(super) fn tell_those(
        &mut self,
        waiting: usize,
        those: impl Iterator<Item = ObjectId> + Clone,
        asked: fn(&TriggerEvent) -> Option<&Filter>,
    ) {
        if !self.tells_several() {
            return;
        }
        for place in waiting..self.s.pending.len() {
            for object in those.clone() {
                let known = |eye: Eye<'_>, scope: &Scope, what: &Filter| {
                    eye.s.last_known(object).is_some_and(|known| eye.matches(scope, what, object, known))
                };
                self.tell_of(place, object, &|eye, scope, event| {
                    asked(event).is_some_and(|what| known(eye, scope, what))
                });
            }
        }
    }
}
