//! Destruction (CR 701.8), and what permanents survive it by: shield counters, umbra armor, regeneration shields.

use gauntlet_cards::effect::Destination;
use gauntlet_cards::filter::{CounterKind, Zone};
use gauntlet_cards::keyword::{Keywords, Restrictions};
use gauntlet_core::Audience;
use smallvec::SmallVec;

use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::state::{Flags, Object, ObjectId, Ordered, Range, ReplacedBy};
use crate::task::Scope;

/// How permanents would be destroyed.
#[derive(Clone, Copy)]
pub(crate) struct Destruction {
    /// They can't be regenerated.
    pub(crate) no_regeneration: bool,
    /// An effect destroys them, not the damage that they have been dealt.
    pub(crate) by_effect: bool,
}

/// What a permanent survives being destroyed by.
#[derive(Clone, Copy)]
enum Saved {
    ShieldCounter,
    /// By this Aura.
    UmbraArmor(ObjectId),
    Regeneration,
}

impl Saved {
    /// As one of several effects of which the permanent's controller chooses one.
    fn ordered(self, permanent: ObjectId) -> Ordered {
        let (source, what) = match self {
            Saved::ShieldCounter => (permanent, ReplacedBy::ShieldCounter),
            Saved::UmbraArmor(aura) => (aura, ReplacedBy::UmbraArmor),
            Saved::Regeneration => (permanent, ReplacedBy::Regeneration),
        };
        Ordered { source, what, moves: Some(permanent) }
    }
}

/// Auras that are destroyed instead of what they enchant.
pub(crate) type Instead = SmallVec<[ObjectId; 2]>;

impl Engine<'_> {
    /// Destroys permanents (CR 701.8): indestructible, and what they survive it by, apply. They are put into graveyards together.
    pub(crate) fn destroy(&mut self, range: Range, how: Destruction) {
        let instead = self.spare_survivors(range, how);
        self.put_into_graveyards_with(range, &instead);
    }

    /// Takes those that survive being destroyed out of the range, before the rest is moved together. What is to be moved with
    /// them: the Auras that were destroyed instead.
    pub(crate) fn spare_survivors(&mut self, range: Range, how: Destruction) -> Instead {
        let mut instead = Instead::new();
        let mut spared: SmallVec<[ObjectId; 8]> = SmallVec::new();
        // Of choices that are made at the same time those of the active player come first (CR 616.1, 101.4).
        for player in [self.s.active, !self.s.active] {
            for place in range.start..range.end {
                let id = self.s.scratch[place as usize];
                if self.s.get(id).is_some_and(|object| object.controller == player)
                    && self.survives(id, how, range, &mut instead)
                {
                    spared.push(id);
                }
            }
        }
        // CR 702.89a: an effect destroys them, which they may survive too. Each was added for one permanent, so this ends.
        let mut next = 0;
        while let Some(aura) = instead.get(next).copied() {
            let effect = Destruction { no_regeneration: false, by_effect: true };
            if self.survives(aura, effect, range, &mut instead) {
                instead[next] = ObjectId::NONE;
            }
            next += 1;
        }
        instead.retain(|aura| !aura.is_none());
        if !spared.is_empty() {
            for id in &mut self.s.scratch[range.start as usize..range.end as usize] {
                if spared.contains(id) {
                    *id = ObjectId::NONE;
                }
            }
        }
        instead
    }

    /// Puts what is left of a range into graveyards, and others with it, as one event.
    pub(crate) fn put_into_graveyards_with(&mut self, range: Range, others: &[ObjectId]) {
        let scope = Scope::of(ObjectId::NONE, self.s.active);
        let graveyard = Destination::to(Zone::Graveyard);
        if others.is_empty() {
            return self.move_objects(&scope, range, &graveyard);
        }
        let start = self.s.scratch.len();
        self.s.scratch.extend_from_within(range.start as usize..range.end as usize);
        let end = self.s.scratch.len();
        for other in others {
            if !self.s.scratch[start..end].contains(other) {
                self.s.scratch.push(*other);
            }
        }
        let all = Range { start: start as u16, end: self.s.scratch.len() as u16 };
        self.move_objects(&scope, all, &graveyard);
        self.s.scratch.copy_within(start..end, range.start as usize);
        self.s.scratch.truncate(start);
    }

    /// Returns whether a permanent isn't destroyed after all. An Aura that is destroyed instead is added to `instead`, unless it is among
    /// those that would be destroyed anyhow: to be destroyed in two ways at once is to be destroyed once.
    fn survives(&mut self, id: ObjectId, how: Destruction, range: Range, instead: &mut Instead) -> bool {
        let Some(object) = self.s.get(id).copied() else { return false };
        if object.zone != Zone::Battlefield || object.characteristics.keywords.contains(Keywords::INDESTRUCTIBLE) {
            return true;
        }
        let Some(saved) = self.choose_what_saves(id, &object, how) else { return false };
        match saved {
            Saved::ShieldCounter => {
                self.take_counters(id.index, CounterKind::SHIELD, 1);
            }
            Saved::UmbraArmor(aura) => {
                let permanent = self.object(id.index);
                permanent.damage = 0;
                permanent.flags -= Flags::DEATHTOUCHED;
                self.tell(Audience::Everyone, |eye| {
                    format!("{} is destroyed instead of {}.", eye.object_name(aura), eye.object_name(id))
                });
                let range = &self.s.scratch[range.start as usize..range.end as usize];
                if !range.contains(&aura) && !instead.contains(&aura) {
                    instead.push(aura);
                }
            }
            Saved::Regeneration => self.regenerate(id),
        }
        true
    }

    /// The effect by which a permanent survives being destroyed: of several the one that its controller chooses (CR 616.1).
    fn choose_what_saves(&mut self, id: ObjectId, object: &Object, how: Destruction) -> Option<Saved> {
        let mut options: SmallVec<[Saved; 4]> = SmallVec::new();
        // CR 122.1c: not from damage, which a shield counter prevents when it is dealt.
        if how.by_effect && object.is(Flags::HAS_COUNTERS) && self.s.counters_on(id.index, CounterKind::SHIELD) > 0 {
            options.push(Saved::ShieldCounter);
        }
        if object.is(Flags::HAS_ATTACHMENTS) {
            for (aura, _) in self.s.permanents().filter(|(_, aura)| {
                aura.attached_to == id && aura.characteristics.keywords.contains(Keywords::UMBRA_ARMOR)
            }) {
                let same =
                    |other: &Saved| matches!(other, Saved::UmbraArmor(other) if self.eye().are_alike(*other, aura));
                if !options.iter().any(same) {
                    options.push(Saved::UmbraArmor(aura));
                }
            }
        }
        let can_regenerate = !object.restrictions.contains(Restrictions::CANT_BE_REGENERATED);
        // One of its shields is as good as another.
        if object.shields > 0 && !how.no_regeneration && can_regenerate {
            options.push(Saved::Regeneration);
        }
        if options.len() < 2 {
            return options.first().copied();
        }
        let ordered: SmallVec<[Ordered; 4]> = options.iter().map(|saved| saved.ordered(id)).collect();
        Some(options[self.choose_order(object.controller, &ordered)])
    }

    /// CR 701.19a: instead of being destroyed, damage is removed, it is tapped and removed from combat.
    fn regenerate(&mut self, id: ObjectId) {
        let object = self.object(id.index);
        object.shields -= 1;
        object.damage = 0;
        object.flags -= Flags::DEATHTOUCHED;
        self.tap(id);
        self.remove_from_combat(id);
        self.tell(Audience::Everyone, |eye| format!("{} regenerates.", eye.object_name(id)));
    }
}

impl Eye<'_> {
    /// Returns whether nothing tells two permanents apart that are attached to the same one.
    fn are_alike(self, one: ObjectId, other: ObjectId) -> bool {
        let plain = |id: ObjectId| Object { generation: 0, timestamp: 0, ..self.s.objects[id.index()] };
        let marked = Flags::HAS_COUNTERS | Flags::HAS_ATTACHMENTS | Flags::HAS_GRANTED;
        let spoken_of = |id: ObjectId| {
            self.s.effects.iter().any(|effect| effect.object == id) || self.s.links.iter().any(|link| link.source == id)
        };
        let own = plain(one);
        own == plain(other) && !own.flags.intersects(marked) && !spoken_of(one) && !spoken_of(other)
    }
}
