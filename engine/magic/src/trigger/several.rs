//! Abilities that trigger on "one or more" and speak of those: they trigger on the first, and are told the others (CR 603.2c).

use gauntlet_cards::ability::{RuleKinds, StaticEffect, TriggerEvent};
use gauntlet_cards::filter::{Filter, Zone};
use gauntlet_cards::keyword::Features;

use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::state::{Flags, Memory, ObjectId, PendingTrigger};
use crate::task::Scope;
use crate::trigger::Moving;

impl Eye<'_> {
    /// Returns whether a move is what an event describes, however many it asks for. `arriving`: it is that of a card that has come to a
    /// graveyard, which died as a permanent.
    fn is_of_move(self, scope: &Scope, event: &TriggerEvent, moving: &Moving, arriving: bool) -> bool {
        let fits = |what| self.s.get(moving.id).is_some_and(|object| self.matches(scope, what, moving.id, object));
        match event {
            TriggerEvent::ZoneChange { what, .. } if event.is_arrival() => arriving && fits(what),
            event if arriving => self.was_move(scope, event, moving),
            TriggerEvent::ZoneChange { what, from, to, .. } => {
                from.is_none_or(|zone| zone == moving.from) && to.is_none_or(|zone| zone == moving.to) && fits(what)
            }
            TriggerEvent::LeavesAlive(what, _) => {
                moving.from == Zone::Battlefield && moving.to != Zone::Graveyard && fits(what)
            }
            _ => false,
        }
    }

    /// Returns whether something keeps a move from causing abilities of an object to trigger.
    pub(super) fn is_kept_silent(self, of: ObjectId, moving: &Moving, arriving: bool) -> bool {
        if !self.has_rules(RuleKinds::NO_TRIGGERS) {
            return false;
        }
        let source = self.s.get(of).filter(|object| object.zone == Zone::Battlefield);
        let mut silent = false;
        self.each_rule(RuleKinds::NO_TRIGGERS, &mut |scope, ability| {
            if let StaticEffect::NoTriggers(cause, whose) = &ability.effect {
                let is_of = |filter: &Filter| source.is_some_and(|object| self.matches(scope, filter, of, object));
                silent |= whose.as_ref().is_none_or(is_of) && self.is_of_move(scope, cause, moving, arriving);
            }
        });
        silent
    }

    /// How many additional times an ability triggers on several moves because of this one, and not because of any of the earlier ones.
    fn additional_times_for(self, of: ObjectId, moving: &Moving, earlier: &[Moving], arriving: bool) -> usize {
        let Some(object) = self.s.get(of).filter(|object| object.zone == Zone::Battlefield) else { return 0 };
        let mut times = 0;
        self.each_rule(RuleKinds::TRIGGERS_AGAIN, &mut |scope, ability| {
            if let StaticEffect::TriggersAgain { causes, of: whose } = &ability.effect {
                let is_cause = |one: &Moving| causes.iter().any(|cause| self.is_of_move(scope, cause, one, arriving));
                times += usize::from(
                    self.matches(scope, whose, of, object) && is_cause(moving) && !earlier.iter().any(is_cause),
                );
            }
        });
        times
    }
}

impl Engine<'_> {
    /// Abilities that wait and have triggered on one or more things that moved at the same time as this one trigger again if that is said of
    /// this one, and wasn't of those that were told before it (CR 603.2d).
    pub(super) fn trigger_again_for(&mut self, moving: Moving, earlier: &[Moving], arriving: bool) {
        if earlier.is_empty() || !self.eye().has_rules(RuleKinds::TRIGGERS_AGAIN) {
            return;
        }
        for place in 0..self.s.pending.len() {
            let trigger = self.s.pending[place];
            let same = |other: &PendingTrigger| {
                (other.ability, other.source, other.event.object)
                    == (trigger.ability, trigger.source, trigger.event.object)
            };
            if trigger.event.object == moving.id
                || !earlier.iter().any(|other| other.id == trigger.event.object)
                || self.s.pending[..place].iter().any(same)
            {
                continue;
            }
            let scope = Scope::of(trigger.source, trigger.controller);
            let events = &self.pool.triggered(trigger.ability).events;
            let event = events.iter().find(|event| {
                matches!(event, TriggerEvent::ZoneChange { batched: true, .. } | TriggerEvent::LeavesAlive(_, true))
                    && event.is_arrival() == arriving
                    && self.eye().is_of_move(&scope, event, &moving, arriving)
            });
            let Some(event) = event else { continue };
            let fit = earlier.iter().filter(|one| self.eye().is_of_move(&scope, event, one, arriving)).copied();
            let fit: smallvec::SmallVec<[Moving; 8]> = fit.collect();
            for _ in 0..self.eye().additional_times_for(trigger.source, &moving, &fit, arriving) {
                // What it is told later it is told by itself.
                let memory = trigger.memory.map(|list| {
                    let own = self.s.new_memory();
                    for place in 0..self.s.memories.len() {
                        let memory = self.s.memories[place];
                        if memory.list == list {
                            self.s.memories.push(Memory { list: own, ..memory });
                        }
                    }
                    own
                });
                self.s.pending.push(PendingTrigger { memory, ..trigger });
            }
        }
    }

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
