//! Enlist (CR 702.154): as a creature attacks, one that doesn't may be tapped for it.

use gauntlet_cards::ability::{AbilityKind, StaticEffect, TriggerEvent};
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::keyword::{EventKinds, Features, Keywords};
use gauntlet_core::Audience;
use smallvec::SmallVec;

use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::state::{EventData, Flags, ObjectId, Target};
use crate::task::Task;

impl Engine<'_> {
    /// Attackers have been chosen: asks for each enlist ability of each of them, from a place of the battlefield and an ability
    /// on, which creature is tapped for it, if any (CR 508.1g, 702.154b, d).
    pub(crate) fn enlist_for_attackers(&mut self, mut next: u16, mut ability: u8) -> Flow {
        let active = self.s.active;
        if let Some(answer) = self.s.answer.take() {
            let id = self.s.id(self.s.battlefield[usize::from(next)]);
            let trigger = self.enlist_abilities(id)[usize::from(ability)];
            if let Action::Object(index) = answer {
                let tapped = self.s.id(index);
                self.tell(Audience::Everyone, |eye| {
                    format!("{} enlists {}.", eye.object_name(id), eye.object_name(tapped))
                });
                self.tap(tapped);
                let other = Some(Target::Object(tapped));
                let data = EventData { object: id, other, player: Some(active), amount: 1 };
                self.pend(trigger, id, active, data);
                self.trigger_enlists(id, data);
            }
            ability += 1;
        }
        while self.pool.features.contains(Features::ENLIST) && usize::from(next) < self.s.battlefield.len() {
            let id = self.s.id(self.s.battlefield[usize::from(next)]);
            let enlists = self.s.objects[id.index()].is(Flags::DECLARED)
                && usize::from(ability) < self.enlist_abilities(id).len();
            if !enlists {
                (next, ability) = (next + 1, 0);
                continue;
            }
            let able = self.can_be_enlisted();
            if able.is_empty() {
                break;
            }
            self.offer_these(std::iter::once(Action::Done).chain(able.into_iter().map(Action::Object)));
            return self.ask(Task::Enlist(next, ability), active, DecisionKind::Pick, id, Particulars::Left(1));
        }
        self.pay_for_attackers()
    }

    fn trigger_enlists(&mut self, id: ObjectId, data: EventData) {
        if self.watches(EventKinds::ATTACKS) {
            let object = self.s.objects[id.index()];
            self.watch(EventKinds::ATTACKS, None, &|eye, scope, event| match event {
                TriggerEvent::Enlists { what } => eye.matches(scope, what, id, &object).then_some(data),
                _ => None,
            });
        }
    }

    /// The enlist abilities that a creature has, as what triggers for them.
    fn enlist_abilities(&self, id: ObjectId) -> SmallVec<[AbilityId; 2]> {
        let is_static = |kind: &AbilityKind| matches!(kind, AbilityKind::Static(_));
        let object = &self.s.objects[id.index()];
        let statics = self.eye().abilities(object, id.index, |derived| &derived.statics, is_static);
        let enlists = |ability: AbilityId| match self.pool.static_ability(ability).effect {
            StaticEffect::MayEnlist(trigger) => Some(trigger),
            _ => None,
        };
        statics.filter_map(enlists).collect()
    }

    /// Untapped creatures of the active player that don't attack and could be tapped for {T}, such that what the attack costs can
    /// still be paid.
    fn can_be_enlisted(&mut self) -> SmallVec<[u16; 16]> {
        let mut able: SmallVec<[u16; 16]> = SmallVec::new();
        for (id, object) in self.s.permanents() {
            let haste = object.characteristics.keywords.contains(Keywords::HASTE);
            let usable = object.controller == self.s.active
                && object.is_creature()
                && !object.flags.intersects(Flags::TAPPED | Flags::PHASED_OUT | Flags::ATTACKING)
                && (haste || !object.is(Flags::SICK));
            if usable {
                able.push(id.index);
            }
        }
        able.retain(|index| self.attack_is_payable_without(*index));
        able
    }
}
