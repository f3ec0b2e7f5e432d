//! Which objects compiled text means, and how many of a zone fit.

use gauntlet_cards::filter::{Filter, Objects, Test, Zone};
use gauntlet_core::Player;
use smallvec::SmallVec;

use super::Eye;
use crate::state::{Flags, Object, ObjectId, Target};
use crate::task::Scope;

/// What several descriptions mean together: an object that is in more than one of them is meant once.
fn once_each(parts: &[Objects], f: &mut dyn FnMut(ObjectId), each: impl Fn(&Objects, &mut dyn FnMut(ObjectId))) {
    let mut seen: SmallVec<[ObjectId; 16]> = SmallVec::new();
    for part in parts {
        each(part, &mut |id| {
            if !seen.contains(&id) {
                seen.push(id);
                f(id);
            }
        });
    }
}

impl Eye<'_> {
    /// Calls `f` with each target of spec number `spec` of the mode that is being carried out, and its share.
    pub(crate) fn each_target(self, scope: &Scope, spec: u8, mut f: impl FnMut(Target, u16)) {
        if let Some((tried, target)) = scope.tried
            && tried == spec
        {
            return f(target, 0);
        }
        let range = scope.targets.start as usize..scope.targets.end as usize;
        for chosen in &self.s.targets[range] {
            if chosen.spec == spec && chosen.mode == scope.mode {
                f(chosen.target, chosen.share);
            }
        }
    }

    /// Returns whether an Aura is attached to a permanent (CR 303.4b).
    pub(crate) fn is_enchanted(self, id: ObjectId) -> bool {
        self.s.permanents().any(|(_, object)| object.attached_to == id && object.is_aura())
    }

    /// Calls `f` with each object that is meant and still there. Targets that have become illegal are not among them.
    pub(crate) fn each_object(self, scope: &Scope, objects: &Objects, f: &mut dyn FnMut(ObjectId)) {
        match objects {
            Objects::Source => self.if_there(scope.source, f),
            Objects::SourceNow => {
                let moved = scope.source.moved();
                self.if_there(scope.source, f);
                self.if_there(moved, f);
            }
            Objects::Target(spec) => self.each_target(scope, *spec, |target, _| {
                if let Target::Object(id) = target {
                    self.if_there(id, f);
                }
            }),
            Objects::Event => self.if_there(scope.event.object, f),
            Objects::EventOther => {
                if let Some(Target::Object(id)) = scope.event.other {
                    self.if_there(id, f);
                }
            }
            Objects::Host => {
                if let Some(source) = self.s.last_known(scope.source) {
                    self.if_there(source.attached_to, f);
                }
            }
            Objects::Register(register) => {
                let range = scope.registers[*register as usize];
                for index in range.start..range.end {
                    let id = self.s.scratch[index as usize];
                    self.if_there(id, f);
                    if !self.s.parted.is_empty() {
                        self.each_parted(id, f);
                    }
                }
            }
            Objects::Each(zone, filter) => self.each_in_zone(*zone, &mut |id, object| {
                if self.matches(scope, filter, id, object) {
                    f(id);
                }
            }),
            Objects::Current => self.if_there(scope.current_object, f),
            Objects::Encoded(name) => {
                if let Some(card) = self.encoded_on(scope.source, name) {
                    f(card);
                }
            }
            Objects::AttachedTo(hosts) => {
                for (id, attached) in self.s.permanents() {
                    if !attached.attached_to.is_none()
                        && self.any_object(scope, hosts, |host| host == attached.attached_to)
                    {
                        f(id);
                    }
                }
                for (host, id, _) in &self.s.last_attached {
                    // What hasn't been unattached yet was among those.
                    let gone = self.s.get(*host).is_none() && self.s.objects[id.index()].attached_to != *host;
                    if gone && self.any_object(scope, hosts, |other| other == *host) {
                        self.if_there(*id, f);
                    }
                }
            }
            Objects::PermanentsOf(abilities) => self.each_object_or_last_known(scope, abilities, &mut |id| {
                let mut items = self.s.stack.iter().chain(&self.s.left_stack);
                let Some(item) = items.find(|item| item.object == id && item.source != id) else { return };
                if self.s.get(item.source).is_some_and(|source| source.zone == Zone::Battlefield) {
                    f(item.source);
                }
            }),
            Objects::PartnersOf(creatures) => self.each_object_or_last_known(scope, creatures, &mut |id| {
                if let Some(partner) = self.partner(id) {
                    self.if_there(partner, f);
                }
            }),
            Objects::DamageSources(filter) => self.each_damage_source(scope, filter, f),
            Objects::Union(parts) => once_each(parts, f, |part, f| self.each_object(scope, part, f)),
            Objects::Those(objects, filter) => self.each_object(scope, objects, &mut |id| {
                if self.s.last_known(id).is_some_and(|object| self.matches(scope, filter, id, object)) {
                    f(id);
                }
            }),
            Objects::Left(..) => self.each_object_or_last_known(scope, objects, f),
            Objects::Moved(inner) => self.each_object_or_last_known(scope, inner, &mut |id| {
                let moved = id.moved();
                if self.s.get(moved).is_some_and(|object| !matches!(object.zone, Zone::Library | Zone::Hand)) {
                    f(moved);
                    self.each_parted(moved, f);
                } else if self.s.get(id).is_some_and(|object| matches!(object.zone, Zone::Graveyard | Zone::Exile)) {
                    // What left in an earlier resolution isn't known any more, and was told as what it has become.
                    f(id);
                }
            }),
            Objects::PutWithSource => {
                for link in self.links_of(scope) {
                    if self.s.get(link.card).is_some_and(|object| object.zone == Zone::Battlefield) {
                        f(link.card);
                    }
                }
            }
            Objects::ExiledWithSource => {
                for link in self.links_of(scope) {
                    self.if_there(link.card, f);
                }
            }
        }
    }

    /// Like [`Eye::each_object`], but single references also give objects that are gone, for their last known information.
    pub(crate) fn each_object_or_last_known(self, scope: &Scope, objects: &Objects, f: &mut dyn FnMut(ObjectId)) {
        let mut known = |id: ObjectId| {
            let moved = id.moved();
            if self.s.last_known(id).is_some() {
                f(id);
            } else if self.s.get(moved).is_some_and(|object| !matches!(object.zone, Zone::Library | Zone::Hand))
                || self.s.last_known(moved).is_some()
            {
                // A card of a hidden zone that the same effect has moved to a public one is found there (CR 400.7j), and known as it
                // last was there if that effect has moved it on.
                f(moved);
            }
        };
        match objects {
            Objects::Source => known(scope.source),
            Objects::Target(spec) => self.each_target(scope, *spec, |target, _| {
                if let Target::Object(id) = target {
                    known(id);
                }
            }),
            Objects::Event => known(scope.event.object),
            Objects::EventOther => {
                if let Some(Target::Object(id)) = scope.event.other {
                    known(id);
                }
            }
            Objects::Host => {
                if let Some(source) = self.s.last_known(scope.source) {
                    known(source.attached_to);
                }
            }
            Objects::Register(register) => {
                let range = scope.registers[*register as usize];
                for index in range.start..range.end {
                    known(self.s.scratch[index as usize]);
                }
                if let Some(list) = scope.memory {
                    let memories = self.s.memories.iter();
                    let own = memories.filter(|memory| memory.list == list && memory.register == *register);
                    own.for_each(|memory| known(memory.object));
                }
            }
            Objects::Left(inner, to) => {
                let mut gone = |id: ObjectId| {
                    let (now, last) = (self.s.get(id.moved()), self.s.last_known(id));
                    let there = |was: &Object| match to {
                        None => true,
                        // A token was there for a moment (CR 111.7).
                        Some(Zone::Graveyard) => {
                            was.is(Flags::TOKEN) || now.is_some_and(|now| now.zone == Zone::Graveyard)
                        }
                        Some(_) => now.is_none(),
                    };
                    if self.s.get(id).is_none() && last.is_some_and(there) {
                        f(id);
                    }
                };
                match &**inner {
                    // What has moved on is asked for itself, not for what it has become.
                    Objects::Register(register) => {
                        let range = scope.registers[*register as usize];
                        self.s.scratch[range.start as usize..range.end as usize].iter().for_each(|id| gone(*id));
                    }
                    inner => self.each_object_or_last_known(scope, inner, &mut gone),
                }
            }
            Objects::Current => known(scope.current_object),
            Objects::Union(parts) => {
                once_each(parts, f, |part, f| self.each_object_or_last_known(scope, part, f));
            }
            Objects::Those(inner, filter) => self.each_object_or_last_known(scope, inner, &mut |id| {
                if self.s.last_known(id).is_some_and(|object| self.matches(scope, filter, id, object)) {
                    f(id);
                }
            }),
            Objects::SourceNow
            | Objects::Each(..)
            | Objects::AttachedTo(_)
            | Objects::Encoded(_)
            | Objects::PermanentsOf(_)
            | Objects::PartnersOf(_)
            | Objects::DamageSources(_)
            | Objects::Moved(_)
            | Objects::ExiledWithSource
            | Objects::PutWithSource => self.each_object(scope, objects, f),
        }
    }

    /// Returns whether `test` holds for one of the objects that are meant, gone ones included.
    pub(crate) fn any_object(self, scope: &Scope, objects: &Objects, mut test: impl FnMut(ObjectId) -> bool) -> bool {
        let mut found = false;
        self.each_object_or_last_known(scope, objects, &mut |id| found |= test(id));
        found
    }

    /// CR 609.7a: an object that only an ability refers to is told by what it has become, if it is in a public zone.
    fn each_damage_source(self, scope: &Scope, filter: &Filter, f: &mut dyn FnMut(ObjectId)) {
        let mut known: SmallVec<[ObjectId; 16]> = SmallVec::new();
        let mut offer = |id: ObjectId, as_source: &Object| {
            if self.s.get(id).is_some() && !known.contains(&id) && self.matches(scope, filter, id, as_source) {
                known.push(id);
                f(id);
            }
        };
        for (id, object) in self.s.permanents() {
            offer(id, object);
        }
        for index in &self.s.command {
            offer(self.s.id(*index), &self.s.objects[usize::from(*index)]);
        }
        for item in self.s.stack.iter().filter(|item| !self.s.objects[item.object.index()].is(Flags::ABILITY)) {
            offer(item.object, &self.s.objects[item.object.index()]);
        }
        let abilities = self.s.stack.iter().map(|item| item.source);
        for source in abilities.chain(self.s.delayed.iter().map(|delayed| delayed.source)) {
            let now = if self.s.get(source).is_some() { source } else { source.moved() };
            // A card that was discarded for its ability wasn't an object before.
            let Some(object) = self.s.last_known(source).or_else(|| self.s.get(now)) else { continue };
            if self.s.get(now).is_some_and(|now| !matches!(now.zone, Zone::Library | Zone::Hand)) {
                offer(now, object);
            }
        }
    }

    fn if_there(self, id: ObjectId, f: &mut dyn FnMut(ObjectId)) {
        if self.s.get(id).is_some() {
            f(id);
        }
    }

    /// Calls `f` with each object of a zone. Cards in libraries and hands aren't objects but for those put aside.
    pub(crate) fn each_in_zone(self, zone: Zone, f: &mut dyn FnMut(ObjectId, &Object)) {
        let announced = self.announced.map_or(ObjectId::NONE, |announced| announced.0);
        let mut visit = |index: u16| {
            let object = &self.s.objects[index as usize];
            let id = ObjectId { index, generation: object.generation };
            if id != announced || zone == Zone::Stack {
                f(id, object);
            }
        };
        match zone {
            Zone::Battlefield => {
                for &index in &self.s.battlefield {
                    if self.s.arriving != Some(index) {
                        visit(index);
                    }
                }
            }
            Zone::Graveyard => {
                for player in [self.s.active, !self.s.active] {
                    for &index in &self.s.graveyards[player] {
                        visit(index);
                    }
                }
            }
            Zone::Stack => {
                for item in &self.s.stack {
                    visit(item.object.index);
                }
            }
            Zone::Exile => {
                for &index in &self.s.exile {
                    let object = &self.s.objects[usize::from(index)];
                    // The copy of a prepare spell isn't a card.
                    if object.is(Flags::COPY) {
                        continue;
                    }
                    if object.is_exiled_face_down() {
                        f(self.s.id(index), &object.as_blank());
                    } else {
                        f(self.s.id(index), object);
                    }
                }
            }
            Zone::Command => {
                for &index in &self.s.command {
                    visit(index);
                }
            }
            Zone::Library | Zone::Hand => {
                for (index, object) in self.s.objects.iter().enumerate() {
                    if object.is(Flags::ASIDE) && object.zone == zone {
                        visit(index as u16);
                    }
                }
            }
        }
    }

    /// How many objects or cards of a zone fit.
    pub(crate) fn count(self, scope: &Scope, zone: Zone, filter: &Filter) -> i32 {
        let mut count = 0;
        self.each_in_zone(zone, &mut |id, object| count += i32::from(self.matches(scope, filter, id, object)));
        let lists = match zone {
            Zone::Hand => &self.s.hands,
            Zone::Library => &self.s.libraries,
            Zone::Battlefield if !self.s.last_attached.is_empty() => return count + self.were_attached(scope, filter),
            _ => return count,
        };
        for player in Player::BOTH {
            for hidden in &lists[player] {
                count += i32::from(self.card_matches(scope, filter, hidden.card, player, zone));
            }
        }
        match self.announced {
            Some((id, card)) if id.is_none() && card.zone == zone => {
                count - i32::from(self.card_matches(scope, filter, card.printed, card.owner, zone))
            }
            _ => count,
        }
    }

    /// How many things that fit aren't on the battlefield any more, but were attached to something as that left (CR 608.2h).
    fn were_attached(self, scope: &Scope, filter: &Filter) -> i32 {
        let hosts = filter.tests.iter().find_map(|test| match test {
            Test::Is(objects) => match &**objects {
                Objects::AttachedTo(hosts) => Some((test, hosts)),
                _ => None,
            },
            _ => None,
        });
        let Some((attached, hosts)) = hosts else { return 0 };
        let fits = |id, object: &Object| {
            let mut others = filter.tests.iter().filter(|test| !std::ptr::eq(*test, attached));
            others.all(|test| self.passes(scope, test, id, object))
        };
        let gone = self.s.last_attached.iter().filter(|(host, id, object)| {
            self.s.get(*host).is_none()
                && self.s.get(*id).is_none_or(|now| now.zone != Zone::Battlefield)
                && self.any_object(scope, hosts, |other| other == *host)
                && fits(*id, object)
        });
        gone.count() as i32
    }

    /// How many cards there are in a hand, without one that is about to be cast from it.
    pub(crate) fn hand_size(self, player: Player) -> i32 {
        let leaves = |(id, card): (ObjectId, &Object)| id.is_none() && card.zone == Zone::Hand && card.owner == player;
        self.s.hands[player].len() as i32 - i32::from(self.announced.is_some_and(leaves))
    }

    /// Returns whether at least one object fits.
    pub(crate) fn exists(self, scope: &Scope, zone: Zone, filter: &Filter) -> bool {
        match zone {
            Zone::Battlefield => self.s.permanents().any(|(id, object)| self.matches(scope, filter, id, object)),
            _ => self.count(scope, zone, filter) > 0,
        }
    }
}
