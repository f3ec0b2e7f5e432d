//! What permanents do and become: tapping (CR 701.26), attaching (CR 701.3), regenerating (CR 701.19), designations, phasing
//! (CR 702.26); what is said of one that is about to enter (CR 614.12a).

use gauntlet_cards::effect::{Instr, Modification};
use gauntlet_cards::filter::{Amount, CounterKind, Objects, Zone};
use gauntlet_cards::keyword::{Marks, Restrictions};
use gauntlet_cards::types::CardTypes;
use gauntlet_core::Audience;
use smallvec::SmallVec;

use crate::engine::Engine;
use crate::layers::instr_of;
use crate::state::{EntersWith, Flags, Noted, ObjectId, PhasedOut};
use crate::task::{Resolve, Scope};

impl Engine<'_> {
    /// Taps objects; those that weren't are counted.
    pub(super) fn tap_those(&mut self, task: &mut Resolve, objects: &Objects) {
        let (mut tapped, tapper) = (0, Some(task.scope.you));
        self.each_listed(&task.scope, objects, |engine, id| {
            tapped += i32::from(engine.s.get(id).is_some_and(|object| !object.is(Flags::TAPPED)));
            engine.tap_by(id, tapper);
        });
        task.scope.this_way = tapped;
    }

    /// Untaps objects; those that were tapped are counted.
    pub(super) fn untap_those(&mut self, task: &mut Resolve, objects: &Objects) {
        let mut untapped = 0;
        self.each_listed(&task.scope, objects, |engine, id| {
            untapped += i32::from(engine.s.get(id).is_some_and(|object| object.is(Flags::TAPPED)));
            engine.untap(id);
        });
        task.scope.this_way = untapped;
    }

    /// Attaches the objects to a permanent, those that can be (CR 701.3). What is attached to it already isn't attached again (CR 701.3b).
    /// Their new timestamps follow one another as the old ones did, those of the active player first (CR 613.7m).
    pub(super) fn attach_those(&mut self, scope: &Scope, what: &Objects, host: &Objects) {
        let (mut what, host) = (self.list(scope, what), self.list(scope, host));
        let Some(&host) = host.first() else { return };
        let active = self.s.active;
        what.sort_by_key(|id| self.s.get(*id).map(|object| (object.controller != active, object.timestamp)));
        for id in what {
            let attached = self.s.get(id).is_some_and(|object| object.attached_to == host);
            if !attached && self.attach(id, host) {
                self.tell(Audience::Everyone, |eye| {
                    format!("{} is attached to {}.", eye.object_name(id), eye.object_name(host))
                });
            }
        }
    }

    /// The same as though what it is attached to were a creature (CR 702.6e): whether it stays there is found out afterwards.
    pub(super) fn attach_as_to_creature(&mut self, scope: &Scope, what: &Objects, host: &Objects) {
        let (what, host) = (self.list(scope, what), self.list(scope, host));
        let (Some(&id), Some(&host)) = (what.first(), host.first()) else { return };
        if self.s.get(host).is_none() {
            return;
        }
        let allowed = self.on_a_copy(|there| {
            there.object(host.index).characteristics.types |= CardTypes::CREATURE;
            there.eye().can_attach(id, host)
        });
        if allowed && id != host && self.s.get(id).is_some_and(|object| object.attached_to != host) {
            self.attach_there(id, host);
        }
    }

    /// An object isn't attached to anything any more (CR 701.3d).
    pub(crate) fn unattach(&mut self, id: ObjectId) {
        let before = std::mem::replace(&mut self.object(id.index).attached_to, ObjectId::NONE);
        self.moved_from_host(before);
        self.touch();
        self.trigger_attachment(id, before, false);
    }

    /// A permanent is no longer suspected (CR 701.60a): what made it so ends, with the menace and the ability that it had by that (CR
    /// 701.60c).
    pub(super) fn end_suspicion(&mut self, id: ObjectId) {
        let suspects = |change: &Modification| matches!(change, Modification::Restrict(what) if what.contains(Restrictions::SUSPECTED));
        let pool = self.pool;
        self.s.effects.retain(|effect| {
            let made = (effect.object == id).then(|| instr_of(pool, effect)).flatten();
            !matches!(made, Some(Instr::Continuous(_, mods, _)) if mods.iter().any(suspects))
        });
        self.touch();
    }

    /// A regeneration shield for this turn (CR 701.19a).
    pub(super) fn add_regeneration_shield(&mut self, id: ObjectId) {
        let object = self.object(id.index);
        object.shields = object.shields.saturating_add(1);
    }

    /// Permanents get a designation that lasts as long as they are there (CR 701.37b, 702.112b).
    pub(super) fn mark(&mut self, scope: &Scope, objects: &Objects, marks: Marks) {
        for id in self.list(scope, objects) {
            if self.s.get(id).is_some_and(|object| object.zone == Zone::Battlefield) {
                self.object(id.index).marks |= marks;
                self.touch();
                self.trigger_marked(id, marks, i32::from(scope.x));
            }
        }
    }

    /// The source, which is about to enter, enters with counters, by a choice that was made (CR 614.12a).
    pub(super) fn enter_with_counters(&mut self, scope: &Scope, kind: CounterKind, amount: &Amount) {
        let amount = self.times(scope, amount).min(u32::from(u16::MAX)) as u16;
        if amount > 0 {
            self.s.entering.push(EntersWith { place: scope.source.index, kind, amount, by: scope.you, said_by: None });
        }
    }

    /// Tribute is paid for the source, which is about to enter (CR 702.104b): who pays it puts the counters on it that were said right
    /// before (CR 702.104a).
    pub(super) fn pay_tribute(&mut self, scope: &Scope) {
        let entering = scope.source;
        if let Some(counters) = self.s.entering.last_mut().filter(|entry| entry.place == entering.index) {
            counters.by = !scope.you;
        }
        let permanent = self.eye().as_permanent(entering);
        self.s.tributes.push(permanent);
    }

    /// The source, which is about to enter, goes to its owner's graveyard instead (CR 614.6).
    pub(super) fn stay_out(&mut self, scope: &Scope) {
        if self.s.get(scope.source).is_some() {
            self.object(scope.source.index).noted = Noted::KeptOut;
        }
    }

    /// The source, which is about to enter, has devoured these permanents (CR 702.82b).
    pub(super) fn devour(&mut self, scope: &Scope, devoured: &Objects) {
        let devoured = self.list(scope, devoured);
        self.note_devoured(scope.source, &devoured);
    }

    /// CR 702.26d: phased-out permanents are treated as though they didn't exist. What is attached to them goes with them (702.26g).
    pub(crate) fn phase_out(&mut self, id: ObjectId, with: Option<u16>) {
        let there = self.s.get(id).is_some_and(|object| object.zone == Zone::Battlefield);
        if !there {
            return;
        }
        self.remove_from_combat(id);
        self.tell(Audience::Everyone, |eye| format!("{} phases out.", eye.object_name(id)));
        self.s.battlefield.retain(|index| *index != id.index);
        let object = self.object(id.index);
        object.flags |= Flags::PHASED_OUT;
        // No list of permanents has it, and nothing that looks for permanents finds it.
        object.zone = Zone::Command;
        self.s.phased.push(PhasedOut { index: id.index, with });
        let attached: SmallVec<[ObjectId; 4]> =
            self.s.permanents().filter(|(_, object)| object.attached_to == id).map(|(other, _)| other).collect();
        for other in attached {
            self.phase_out(other, Some(id.index));
        }
        self.touch();
    }

    /// CR 702.26c: it phases in with what phased out because it was attached to it.
    pub(crate) fn phase_in(&mut self, index: u16) {
        self.s.phased.retain(|phased| phased.index != index);
        let object = self.object(index);
        object.flags -= Flags::PHASED_OUT;
        object.zone = Zone::Battlefield;
        self.s.battlefield.push(index);
        self.touch();
        let id = self.s.id(index);
        self.tell(Audience::Everyone, |eye| format!("{} phases in.", eye.object_name(id)));
        while let Some(next) = self.s.phased.iter().find(|phased| phased.with == Some(index)).copied() {
            self.phase_in(next.index);
        }
    }
}
