//! Moving objects between zones as an instruction says, and finding again what has moved (CR 400.7).

use gauntlet_cards::ability::{AbilityKind, TriggerEvent};
use gauntlet_cards::card::CardId;
use gauntlet_cards::cost::CostPart;
use gauntlet_cards::effect::{Destination, Instr, LibraryPosition, PAID_REGISTER, Register, Script};
use gauntlet_cards::filter::{Objects, Players, Zone};
use gauntlet_core::{Audience, Player};
use smallvec::SmallVec;

use crate::chance::Draws;
use crate::engine::Engine;
use crate::evaluate::PlayerSet;
use crate::resolve::After;
use crate::state::{Defender, Flags, Memory, MemoryList, Noted, Object, ObjectId, Range};
use crate::task::{Resolve, Scope};

impl Engine<'_> {
    /// The source of what resolves, a card that was revealed in its owner's hand and went back there, is taken out of it into a register:
    /// the ability on the stack knows which card it is. One that has left the hand since is another object, even if it has come back (CR 400.7).
    pub(super) fn take_source_from_hand(&mut self, task: &mut Resolve, register: Register) {
        let start = self.s.scratch.len() as u16;
        let card = self
            .s
            .last_known(task.scope.item)
            .filter(|ability| ability.noted != Noted::SourceLeft)
            .map(|ability| (ability.owner, ability.card));
        if let Some((owner, card)) = card
            && let Some(place) = self.s.place_in_hand(owner, card)
        {
            let id = self.set_aside(owner, Zone::Hand, place);
            self.s.scratch.push(id);
            if let Some(ability) = self.get_mut(task.scope.item) {
                ability.noted = Noted::SourceLeft;
            }
        }
        self.keep(task, Some(register), start);
    }

    /// A card has left its owner's hand. Cards of one name there aren't told apart: abilities on the stack that find the cards of that name
    /// that they are from in the hand are as many as there are such cards, and the others' cards have left.
    pub(crate) fn left_hand(&mut self, owner: Player, card: CardId) {
        if self.s.stack.is_empty() {
            return;
        }
        let mut there = self.s.hands[owner].iter().filter(|hidden| hidden.card == card).count();
        for place in (0..self.s.stack.len()).rev() {
            let item = self.s.stack[place];
            let ability = self.s.objects[item.object.index()];
            let waits = ability.is(Flags::ABILITY)
                && (ability.owner, ability.card) == (owner, card)
                && ability.noted != Noted::SourceLeft
                && takes_from_hand(self.script(item.ability));
            if waits && there == 0 {
                self.object(item.object.index).noted = Noted::SourceLeft;
            }
            there = there.saturating_sub(usize::from(waits));
        }
    }

    /// Moves objects; several that go to the top or bottom of a library do so in an order that their owner chooses (CR 401.4).
    pub(super) fn move_some(
        &mut self,
        task: &mut Resolve,
        objects: &Objects,
        destination: &Destination,
        register: Option<u8>,
    ) -> After {
        let scope = task.scope;
        if let Some(host) = &destination.attached
            && destination.zone == Zone::Battlefield
        {
            self.move_attached(&scope, objects, host, destination, register, task);
            return After::Next;
        }
        if let Some(players) = &destination.enchanting {
            self.move_enchanting(&scope, objects, players, destination, register, task);
            return After::Next;
        }
        let ordered = destination.zone == Zone::Library
            && matches!(destination.position, LibraryPosition::Top | LibraryPosition::Bottom);
        let mut entering = None;
        if destination.zone == Zone::Battlefield && !destination.down.is_creature() {
            // Which they are is settled before it is chosen how they enter: what is sacrificed for that isn't one of them (CR 608.2c,
            // 614.13a).
            let range = if task.begun { task.progress.objects } else { self.gather_moving(task, objects) };
            if self.choose_how_they_enter(&scope, range, destination) {
                task.progress.objects = range;
                return After::Again;
            }
            entering = Some(range);
        } else if task.begun {
            return self.put_in_chosen_order(task, destination, register);
        }
        // CR 610.3a: if the source has left already, nothing is exiled.
        if destination.until_source_leaves && self.s.has_left(scope.source) {
            return After::Next;
        }
        let range = entering.unwrap_or_else(|| self.gather_moving(task, objects));
        let shuffled_too = self.shuffled_too(&scope, objects, range, destination);
        if ordered && range.end - range.start > 1 {
            task.progress.objects = range;
            return self.put_in_chosen_order(task, destination, register);
        }
        if destination.position == LibraryPosition::BottomRandom {
            self.shuffle_range(range);
        }
        if destination.zone != Zone::Library {
            self.tell_moved(range, destination);
        }
        let next = self.item_part(&task.item, scope.mode).code.get(usize::from(task.pc) + 1);
        if let Some(Instr::Continuous(_, changes, duration)) = next.filter(|_| destination.as_said_next) {
            // CR 611.2e: what sees them enter sees them like this.
            task.pc += 1;
            let effect = *task;
            self.move_objects_as(&scope, range, destination, &mut |engine, id| {
                if engine.s.get(id).is_some_and(|object| object.zone == Zone::Battlefield) {
                    engine.add_effect(&effect, id, changes, *duration);
                }
            });
        } else {
            self.move_objects(&scope, range, destination);
        }
        for player in shuffled_too.in_order(self.s.active) {
            self.shuffle(player);
        }
        if destination.zone == Zone::Library && destination.position == LibraryPosition::Shuffled {
            task.searched = [None; 2];
        }
        let range = self.that_entered(range, destination);
        task.scope.this_way = i32::from(range.end - range.start);
        if let Some(register) = register {
            task.scope.registers[register as usize] = range;
        }
        After::Next
    }

    /// What enters is chosen how before it does (CR 614.12a). Returns whether there is something to choose.
    pub(super) fn choose_how_they_enter(&mut self, scope: &Scope, range: Range, destination: &Destination) -> bool {
        let mut any = false;
        for place in range.start..range.end {
            let id = self.s.scratch[place as usize];
            if let Some(owner) = self.s.get(id).map(|object| object.owner) {
                let controller = self.eye().entering_controller(scope, owner, destination);
                any |= self.choose_how_to_enter(id, controller);
            }
            any |= self.choose_host(scope, id, destination);
        }
        any
    }

    /// Of what was to be put onto the battlefield, what has been put there: what can't enter, or was put elsewhere instead, is nothing of which
    /// more is said (CR 101.3, 603.7c, 614.6).
    fn that_entered(&mut self, range: Range, destination: &Destination) -> Range {
        if destination.zone != Zone::Battlefield {
            return range;
        }
        let mut end = range.start;
        for place in range.start..range.end {
            let id = self.s.scratch[usize::from(place)];
            if self.s.get(id).is_some_and(|object| object.zone == Zone::Battlefield) {
                self.s.scratch[usize::from(end)] = id;
                end += 1;
            }
        }
        Range { start: range.start, end }
    }

    /// The players whose libraries are shuffled, though nothing that is there is shuffled into them: the owners of objects that aren't where
    /// they were expected, and those of whom it is said (CR 701.24c–d).
    fn shuffled_too(&self, scope: &Scope, objects: &Objects, there: Range, destination: &Destination) -> PlayerSet {
        if destination.zone != Zone::Library || destination.position != LibraryPosition::Shuffled {
            return PlayerSet::EMPTY;
        }
        let said = destination.shuffles.as_ref();
        let mut owners = said.map_or(PlayerSet::EMPTY, |players| self.eye().players(scope, players));
        self.eye().each_object_or_last_known(scope, objects, &mut |id| {
            if let Some(object) = self.s.last_known(id) {
                owners = owners.or(PlayerSet::one(object.owner));
            }
        });
        owners.without(self.owners_of(there))
    }

    /// One object is put onto the battlefield attached to another. An Aura that can't be attached to it stays where it is
    /// (CR 303.4i); Equipment enters unattached (CR 301.5c).
    fn move_attached(
        &mut self,
        scope: &Scope,
        objects: &Objects,
        host: &Objects,
        destination: &Destination,
        register: Option<u8>,
        task: &mut Resolve,
    ) {
        let host = self.list(scope, host).first().copied();
        let range = self.gather_moving(task, objects);
        let Some(id) = self.s.scratch[range.start as usize..range.end as usize].first().copied() else { return };
        let entering = self.s.get(id).and_then(|object| self.eye().as_entering_aura(scope, object, destination));
        let aura = entering.is_some();
        task.scope.this_way = 0;
        if let Some(entering) = entering
            && !host.is_some_and(|host| self.eye().could_attach(id, &entering, host))
        {
            return;
        }
        // It says so of itself as it arrives, as where its player chose what it enchants (CR 303.4f).
        if aura && let Some(host) = host {
            self.object(id.index).attached_to = host;
        }
        self.move_objects(scope, range, destination);
        let moved = self.s.scratch[range.start as usize];
        if aura && moved == id {
            self.object(id.index).attached_to = ObjectId::NONE;
        }
        if !aura && let Some(host) = host {
            self.attach(moved, host);
        }
        let range = self.that_entered(range, destination);
        task.scope.this_way = i32::from(range.end - range.start);
        if let Some(register) = register {
            task.scope.registers[register as usize] = range;
        }
    }

    /// Puts an Aura onto the battlefield attached to a player that it can enchant; otherwise it stays where it is (CR 303.4f–g).
    fn move_enchanting(
        &mut self,
        scope: &Scope,
        objects: &Objects,
        players: &Players,
        destination: &Destination,
        register: Option<u8>,
        task: &mut Resolve,
    ) {
        let range = self.gather_moving(task, objects);
        task.scope.this_way = 0;
        let Some(id) = self.s.scratch[range.start as usize..range.end as usize].first().copied() else { return };
        let Some(object) = self.s.get(id) else { return };
        let eye = self.eye();
        let host = eye.as_entering_aura(scope, object, destination).and_then(|aura| {
            let host = eye.players(scope, players).first(scope.you)?;
            eye.could_enchant_player(aura.card, id, aura.controller, host).then_some(host)
        });
        let Some(host) = host else { return };
        // As where the player who puts it there has chosen one: see `host_chosen`.
        let aura = self.object(id.index);
        (aura.defender, aura.attached_to) = (Defender::Player(host), id);
        self.move_objects(scope, range, destination);
        if self.s.scratch[range.start as usize] == id {
            self.object(id.index).attached_to = ObjectId::NONE;
        }
        let range = self.that_entered(range, destination);
        task.scope.this_way = i32::from(range.end - range.start);
        if let Some(register) = register {
            task.scope.registers[register as usize] = range;
        }
    }

    /// What is meant for moving: what has moved to a public zone is found there if it was moved by what resolves, or if that
    /// triggered as it moved (CR 400.7e, j).
    pub(crate) fn gather_moving(&mut self, task: &Resolve, objects: &Objects) -> Range {
        let scope = &task.scope;
        let mut range = self.gather(scope, objects);
        // The cards of a hand aren't objects: those that are meant become some.
        let parts = match objects {
            Objects::Union(parts) => parts.as_slice(),
            objects => std::slice::from_ref(objects),
        };
        for part in parts {
            let Objects::Each(Zone::Hand, filter) = part else { continue };
            for owner in [self.s.active, !self.s.active] {
                let mut place = self.s.hands[owner].len();
                while place > 0 {
                    place -= 1;
                    let card = self.s.hands[owner][place].card;
                    if self.eye().card_matches(scope, filter, card, owner, Zone::Hand) {
                        let id = self.set_aside(owner, Zone::Hand, place);
                        self.s.scratch.push(id);
                    }
                }
            }
            range.end = self.s.scratch.len() as u16;
        }
        for part in parts {
            let id = match part {
                Objects::Source => scope.source,
                Objects::Event => scope.event.object,
                Objects::Host => match self.s.last_known(scope.source) {
                    Some(source) => source.attached_to,
                    None => continue,
                },
                _ => continue,
            };
            let there = self.s.scratch[usize::from(range.start)..usize::from(range.end)].contains(&id);
            if !there
                && (parts.len() > 1 || range.start == range.end)
                && let Some(next) = self.moved_to(task, id, *part == Objects::Source)
                && !self.s.scratch[usize::from(range.start)..].contains(&next)
            {
                self.s.scratch.push(next);
                range.end = self.s.scratch.len() as u16;
            }
        }
        if !self.s.parted.is_empty() {
            for place in range.start..range.end {
                let mut others: SmallVec<[ObjectId; 2]> = SmallVec::new();
                self.eye().each_parted(self.s.scratch[usize::from(place)], &mut |id| others.push(id));
                others.retain(|id| !self.s.scratch[usize::from(range.start)..].contains(id));
                self.s.scratch.extend(others);
            }
            range.end = self.s.scratch.len() as u16;
        }
        range
    }

    /// What an object has become in a public zone, if what resolves finds it there.
    pub(super) fn moved_to(&self, task: &Resolve, id: ObjectId, source: bool) -> Option<ObjectId> {
        let next = id.moved();
        let object = self.s.get(next)?;
        let public = matches!(object.zone, Zone::Graveyard | Zone::Exile);
        (public && (object.timestamp > task.began || self.finds_what_moved(&task.scope, source, object.zone)))
            .then_some(next)
    }

    /// Returns whether what resolves finds what its source, or what its event was about, has become by moving before: an ability that
    /// triggered as it moved (CR 400.7e), or one whose cost moved it (CR 400.7j).
    fn finds_what_moved(&self, scope: &Scope, source: bool, there: Zone) -> bool {
        let Some(item) = self.s.stack.iter().find(|item| item.object == scope.item) else { return true };
        let moves = |event: &TriggerEvent| match event {
            // What arrived in a graveyard is told as the card that it is there: the next move makes another object of it.
            TriggerEvent::ZoneChange { to, .. } => *to != Some(Zone::Battlefield) && !event.is_arrival(),
            // A card that says what happens when it is discarded is told as what it is where it went; others see it leave the hand.
            TriggerEvent::Discards { .. } => !source,
            event => matches!(event, TriggerEvent::Sacrifices { .. } | TriggerEvent::LeavesAlive(..)),
        };
        match &self.pool.ability(item.ability).kind {
            AbilityKind::Triggered(triggered) => {
                triggered.events.iter().any(moves) && (!source || self.source_moved(scope, there))
            }
            AbilityKind::Activatable(way) => {
                source
                    && (way.cost.parts.iter().any(CostPart::moves_source)
                        // What an ability returns from a graveyard isn't there any more if it was exiled for that.
                        || way.zone != Zone::Graveyard && self.was_paid_with(item.memory, scope.source))
            }
            AbilityKind::Static(_) => true,
        }
    }

    /// Returns whether an object was chosen to pay a cost with, of which this list remembers what that was: as it last was, or as what it has
    /// become.
    fn was_paid_with(&self, list: Option<MemoryList>, id: ObjectId) -> bool {
        let paid = |memory: &Memory| Some(memory.list) == list && memory.register == PAID_REGISTER;
        self.s.memories.iter().any(|memory| paid(memory) && [id, id.moved()].contains(&memory.object))
    }

    /// Returns whether the source itself moved in the event (CR 400.7e), or is an Aura whose host did, which is in its owner's graveyard since
    /// (CR 400.7f): "whenever another creature dies, return ~" doesn't find what ~ has become.
    fn source_moved(&self, scope: &Scope, there: Zone) -> bool {
        let about = scope.event.object;
        let followed = |source: &Object| source.is_aura() && source.attached_to == about;
        about == scope.source || there == Zone::Graveyard && self.s.last_known(scope.source).is_some_and(followed)
    }

    /// Tells what moves where, to those who see what it is: everyone of what comes to a public zone face up (CR 400.2, 406.3).
    fn tell_moved(&mut self, range: Range, destination: &Destination) {
        if self.s.journal.is_none() {
            return;
        }
        let seen_there = !destination.face_down && destination.zone != Zone::Hand;
        let moved = self.ids(range);
        let knowing = |engine: &Self, id: ObjectId| match seen_there {
            true => Audience::Everyone,
            false => engine.eye().knowing(id),
        };
        let mut told: Vec<Audience> = moved.iter().map(|id| knowing(self, *id)).collect();
        if told.is_empty() {
            told.push(Audience::Everyone);
        }
        told.dedup();
        for place in 0..told.len() {
            if told[..place].contains(&told[place]) {
                continue;
            }
            let ids: Vec<ObjectId> = moved.iter().copied().filter(|id| knowing(self, *id) == told[place]).collect();
            self.tell(told[place], |eye| eye.names_of(&ids, zone_phrase(destination.zone)));
        }
    }

    /// Cards come into an order that nobody knows: those of a library, on their way back.
    pub(super) fn shuffle_range(&mut self, range: Range) {
        let first = self.s.scratch.get(range.start as usize).map(|id| self.s.objects[id.index()].owner);
        let draws = first.map_or(Draws::Public, Draws::Library);
        for last in (range.start + 1..range.end).rev() {
            let other = range.start as u32 + self.s.stream(draws).below(u32::from(last - range.start) + 1);
            self.s.scratch.swap(last as usize, other as usize);
        }
    }
}

/// Returns whether a script begins with taking its source out of a hand.
fn takes_from_hand(script: &Script) -> bool {
    script.parts.iter().any(|part| part.code.iter().any(|instr| matches!(instr, Instr::TakeFromHand(_))))
}

fn zone_phrase(zone: Zone) -> &'static str {
    match zone {
        Zone::Hand => "returned to hand",
        Zone::Exile => "exiled",
        Zone::Graveyard => "put into the graveyard",
        Zone::Battlefield => "put onto the battlefield",
        Zone::Library => "put into the library",
        Zone::Stack | Zone::Command => "moved",
    }
}
