//! Zones and zone changes (CR 400): the one door through which objects move.

mod arrival;
mod swap;

use gauntlet_cards::ability::{KeywordAction, PlayerRule, RuleKinds};
use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::effect::{Destination, LibraryPosition};
use gauntlet_cards::face_down::FaceDown;
use gauntlet_cards::filter::{CounterKind, Step, Zone};
use gauntlet_cards::happening::Happening;
use gauntlet_cards::keyword::{EventKinds, Features, Keywords, Restrictions};
use gauntlet_cards::types::{CardTypes, Supertypes};
use gauntlet_core::{Audience, Player};
use rand::RngExt;
use smallvec::SmallVec;

use crate::annals::Fact;
use crate::chance::Draws;
use crate::engine::Engine;
use crate::evaluate::PlayerSet;
use crate::replacement::{Putting, ReplacedMove};
use crate::state::{ActiveEffect, EntersWith, Flags, HiddenCard, Hold, Learned, Noted, Object, ObjectId, Range};
use crate::task::{Scope, Task};
use crate::trigger::Moving;

impl Engine<'_> {
    /// Puts an object in the arena.
    pub(crate) fn allocate(&mut self, mut object: Object) -> ObjectId {
        object.timestamp = self.s.tick();
        if let Some(index) = self.s.free.pop() {
            object.generation = self.s.objects[index as usize].generation.wrapping_add(1);
            self.s.objects[index as usize] = object;
            self.s.id(index)
        } else {
            let index = self.s.objects.len() as u16;
            assert!(index < u16::MAX, "more objects than the arena holds");
            self.s.objects.push(object);
            self.s.id(index)
        }
    }

    /// Frees a place of the arena.
    pub(crate) fn release(&mut self, index: u16) {
        let object = self.object(index);
        // Two generations on, so that nothing there is taken for what the object has become in a public zone.
        object.generation = object.generation.wrapping_add(2);
        object.flags = Flags::empty();
        object.down = FaceDown::Up;
        // A place that no zone lists: command is as good as any, as nothing looks for it there.
        object.zone = Zone::Command;
        self.s.free.push(index);
    }

    /// Takes a card out of a hand or library and puts it aside as an object, its zone unchanged: for casting, for looking at
    /// cards, for moving them on.
    pub(crate) fn set_aside(&mut self, player: Player, zone: Zone, place: usize) -> ObjectId {
        let list = if zone == Zone::Hand { &mut self.s.hands } else { &mut self.s.libraries };
        let hidden = list[player].remove(place);
        self.s.volatile_dirty |= zone == Zone::Library;
        let mut object = self.eye().as_object(hidden.card, player, zone);
        object.flags = Flags::ASIDE | Flags::seen_by_all_of(hidden.seen());
        if hidden.used || hidden.is_drawn() {
            object.noted = Noted::InHand { used: hidden.used, drawn: hidden.is_drawn() };
        }
        self.allocate(object)
    }

    /// Takes a card out of a hand and puts it aside, if there is one. Who owns it and chooses it doesn't show which it is: the opponent
    /// knows it only from where it goes.
    pub(crate) fn take_from_hand(&mut self, owner: Player, card: CardId, chooser: Player) -> Option<ObjectId> {
        let place = self.s.place_in_hand(owner, card)?;
        let id = self.set_aside(owner, Zone::Hand, place);
        if chooser == owner {
            self.object(id.index).flags -= Flags::seen_by(!owner);
        }
        Some(id)
    }

    /// The same for a card that was drawn this turn: its owner chooses.
    pub(crate) fn take_drawn_from_hand(&mut self, owner: Player, card: CardId) -> Option<ObjectId> {
        let place = self.s.drawn_in_hand(owner, card)?;
        let id = self.set_aside(owner, Zone::Hand, place);
        self.object(id.index).flags -= Flags::seen_by(!owner);
        Some(id)
    }

    /// Such a card has left a hand and the opponent hasn't seen which: of each name that they had seen there, one may be gone. Of the card's
    /// own name it was the first one that they had seen, if there was any: [`State::place_in_hand`] takes that.
    pub(crate) fn left_hand_unseen(&mut self, owner: Player, card: CardId) {
        let mut names: SmallVec<[CardId; 8]> = SmallVec::from_slice(&[card]);
        for hidden in &mut self.s.hands[owner] {
            if hidden.is_seen_by(!owner) && !names.contains(&hidden.card) {
                names.push(hidden.card);
                hidden.hide_from(!owner);
            }
        }
    }

    /// Moves one object; what it has become.
    pub(crate) fn move_object(&mut self, id: ObjectId, destination: &Destination) -> Option<ObjectId> {
        let scope = Scope::of(id, self.s.get(id)?.owner);
        let start = self.s.scratch.len() as u16;
        self.s.scratch.push(id);
        let range = Range { start, end: start + 1 };
        self.move_objects(&scope, range, destination);
        let moved = self.s.scratch[start as usize];
        self.s.scratch.truncate(start as usize);
        (!moved.is_none()).then_some(moved)
    }

    /// Moves objects together. Their references in the scratch list are replaced by what they have become: none for tokens
    /// that are gone and for cards that went to a hand or library.
    pub(crate) fn move_objects(&mut self, scope: &Scope, range: Range, destination: &Destination) {
        self.move_objects_as(scope, range, destination, &mut |_, _| {});
    }

    /// The same; `made` is done to each that has moved before anything sees it enter.
    pub(crate) fn move_objects_as(
        &mut self,
        scope: &Scope,
        range: Range,
        destination: &Destination,
        made: &mut dyn FnMut(&mut Self, ObjectId),
    ) {
        // CR 701.24c: the libraries into which they would be shuffled are shuffled, wherever they end up.
        let shuffles = matches!(destination.position, LibraryPosition::Shuffled) && destination.zone == Zone::Library;
        let shuffled = if shuffles { self.owners_of(range) } else { PlayerSet::EMPTY };
        self.leave_phased_out(range);
        self.announce_moves(&[(scope, range, destination)]);
        self.announce_detached(range);
        self.note_moves(range, destination.zone);
        self.note_attached(range);
        self.note_sizes(range);
        if destination.zone == Zone::Battlefield {
            self.count_before_entering(scope, range, destination);
        }
        // What sends others elsewhere does so for what leaves together with it, as it was there before (CR 614.4).
        let together = range.end - range.start > 1 && self.eye().has_rules(RuleKinds::MOVES);
        let ends_up: SmallVec<[ReplacedMove; 4]> = match together {
            true => self.ids(range).iter().map(|id| self.replaced_move(scope, *id, destination)).collect(),
            false => SmallVec::new(),
        };
        // An Aura is put onto what was on the battlefield before, not onto what enters together with it (CR 303.4f): it is moved first.
        let mut auras: SmallVec<[u16; 4]> = SmallVec::new();
        if range.end - range.start > 1 && destination.zone == Zone::Battlefield {
            let is_aura =
                |id| self.s.get(id).is_some_and(|it| self.eye().as_entering_aura(scope, it, destination).is_some());
            auras.extend((range.start..range.end).filter(|place| is_aura(self.s.scratch[usize::from(*place)])));
        }
        let others = (range.start..range.end).filter(|place| !auras.contains(place));
        for place in auras.iter().copied().chain(others) {
            let id = self.s.scratch[place as usize];
            let replaced = ends_up.get(usize::from(place - range.start)).copied();
            let moved = self.apart_from_arrivals(|engine| engine.move_one(scope, id, destination, replaced));
            self.s.scratch[place as usize] = moved;
            made(self, moved);
        }
        if destination.zone == Zone::Battlefield {
            self.forget_counted(range);
        }
        // CR 702.103f: what was bestowed on one of them is a creature at once.
        if self.pool.features.contains(Features::BESTOW) {
            self.end_bestow(true);
        }
        self.note_arrivals(range);
        self.arrived_in_graveyards(range);
        // Abilities that trigger on entering see the battlefield with all of them (CR 603.6a).
        if destination.zone == Zone::Battlefield || self.arrivals.permanents > 0 {
            self.entered(range);
        }
        for player in shuffled.in_order(self.s.active) {
            self.shuffle(player);
        }
    }

    /// What is phased out is treated as though it didn't exist: nothing moves it (CR 702.26b, 702.26d).
    fn leave_phased_out(&mut self, range: Range) {
        if self.s.phased.is_empty() {
            return;
        }
        for place in range.start..range.end {
            let id = self.s.scratch[place as usize];
            if self.s.get(id).is_some_and(|object| object.is(Flags::PHASED_OUT)) {
                self.s.scratch[place as usize] = ObjectId::NONE;
            }
        }
    }

    /// Abilities that look back see the battlefield as it was before any of what moves at one time left (CR 603.10a).
    fn announce_moves(&mut self, moves: &[(&Scope, Range, &Destination)]) {
        if !self.watches(EventKinds::LEAVES | EventKinds::MOVES) {
            return;
        }
        let mut told: SmallVec<[Moving; 8]> = SmallVec::new();
        for (scope, range, destination) in moves {
            for place in range.start..range.end {
                let id = self.s.scratch[place as usize];
                let Some(object) = self.s.get(id) else { continue };
                // Abilities and copies of spells aren't cards: they cease to exist, and nothing sees them move (CR 113.1c, 707.10).
                if object.zone == Zone::Stack && object.flags.intersects(Flags::ABILITY | Flags::COPY) {
                    continue;
                }
                let (from, to) = (object.zone, self.replaced_zone(scope, id, destination));
                // Entering is announced later, once all of them are there; that a card leaves a graveyard for that, at once.
                let announced = match to {
                    Zone::Battlefield => from == Zone::Graveyard && self.can_enter(scope, id, destination),
                    _ => from != to || from == Zone::Battlefield,
                };
                if announced {
                    let moving = Moving { id, from, to };
                    self.trigger_zone_change(moving, &told);
                    told.push(moving);
                }
            }
        }
    }

    /// What becomes unattached as it leaves.
    fn announce_detached(&mut self, range: Range) {
        if !self.watches(EventKinds::TAP) {
            return;
        }
        for place in range.start..range.end {
            let id = self.s.scratch[place as usize];
            let attached = self.s.get(id).filter(|object| object.zone == Zone::Battlefield);
            if let Some(host) = attached.map(|object| object.attached_to) {
                self.trigger_attachment(id, host, false);
            }
        }
    }

    /// The owners of objects of a range, as they are or last were.
    pub(crate) fn owners_of(&self, range: Range) -> PlayerSet {
        let objects = &self.s.scratch[usize::from(range.start)..usize::from(range.end)];
        let owners = objects.iter().filter_map(|id| self.s.last_known(*id)).map(|object| PlayerSet::one(object.owner));
        owners.fold(PlayerSet::EMPTY, PlayerSet::or)
    }

    /// What is put into a graveyard "from anywhere" is seen as the card that it is there, by what is in play then and by the card
    /// itself: that doesn't look back (CR 603.6c, 603.10).
    fn arrived_in_graveyards(&mut self, range: Range) {
        if !self.s.elsewhere && !self.watches(EventKinds::ARRIVES) {
            return;
        }
        // Effects on cards in graveyards apply to them by now.
        if self.s.other_zones {
            self.refresh();
        }
        let mut told: SmallVec<[Moving; 8]> = SmallVec::new();
        let mut cards: SmallVec<[ObjectId; 8]> = SmallVec::new();
        for id in self.ids(range) {
            cards.push(id);
            self.eye().each_parted(id, &mut |other| cards.push(other));
        }
        for id in cards {
            if let Some(object) = self.s.get(id)
                && object.zone == Zone::Graveyard
            {
                let moving = Moving { id, from: object.came_from, to: Zone::Graveyard };
                if self.s.elsewhere {
                    self.trigger_arrival(id, &told);
                }
                self.trigger_card_arrival(moving, &told);
                told.push(moving);
            }
        }
    }

    /// Does something as though nothing had entered yet of what enters at the same time: what changes how a permanent enters, and what
    /// that asks for and counts, was on the battlefield before (CR 614.12).
    fn apart_from_arrivals<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        let others = std::mem::take(&mut self.arrivals.permanents);
        if others == 0 {
            return act(self);
        }
        let before = self.s.battlefield.len() - others;
        let others: SmallVec<[u16; 8]> = self.s.battlefield.drain(before..).collect();
        self.touch();
        let done = act(self);
        // Behind what was there before and hasn't left, and before what has entered now.
        let before = before.min(self.s.battlefield.len() - self.arrivals.permanents);
        self.s.battlefield.splice(before..before, others.iter().copied());
        self.arrivals.permanents += others.len();
        self.touch();
        done
    }

    /// Announces that the objects of a range have entered the battlefield.
    pub(crate) fn entered(&mut self, range: Range) {
        self.arrivals.permanents = 0;
        self.touch_arrivals();
        self.refresh();
        // CR 702.131d: what the city's blessing gives is there before it is asked what has triggered.
        if self.pool.features.contains(Features::ASCEND) {
            self.check_ascend();
            self.refresh();
        }
        if range.end - range.start > 1 {
            self.note_worlds(range);
        }
        for (id, kind, amount, by) in std::mem::take(&mut self.arrivals.counters) {
            self.trigger_counters(id, &[(kind, amount)], by);
        }
        // CR 508.8, of what is a creature by now (CR 506.3a).
        if !self.s.attacked && matches!(self.s.step, Step::BeginCombat | Step::DeclareAttackers) {
            let attacks = self.s.permanents().any(|(_, object)| object.is(Flags::ATTACKING));
            self.s.attacked = attacks;
        }
        if !self.s.pending.is_empty() {
            self.forget_lost_chapters(range);
        }
        if self.pool.features.contains(Features::ROOMS) {
            self.trigger_entered_unlocked(range);
        }
        if self.records(Happening::ENTERED) {
            for place in range.start..range.end {
                let id = self.s.scratch[place as usize];
                if self.s.get(id).is_some_and(|object| object.zone == Zone::Battlefield) {
                    self.note(Happening::ENTERED, id);
                }
            }
        }
        if self.watches(EventKinds::TAP) {
            for place in range.start..range.end {
                let id = self.s.scratch[place as usize];
                let attached = self.s.get(id).filter(|object| object.zone == Zone::Battlefield);
                if let Some(host) = attached.map(|object| object.attached_to) {
                    self.trigger_attachment(id, host, true);
                }
            }
        }
        if self.watches(EventKinds::ENTERS) {
            let mut told: SmallVec<[Moving; 8]> = SmallVec::new();
            for place in range.start..range.end {
                let id = self.s.scratch[place as usize];
                if let Some(object) = self.s.get(id)
                    && object.zone == Zone::Battlefield
                {
                    let moving = Moving { id, from: object.came_from, to: Zone::Battlefield };
                    self.trigger_zone_change(moving, &told);
                    told.push(moving);
                }
            }
        }
    }

    /// Permanents that enter at one time have been world permanents for equally long (CR 704.5k).
    fn note_worlds(&mut self, range: Range) {
        let world = |object: &Object| object.characteristics.supertypes.contains(Supertypes::WORLD);
        let entered = &self.s.scratch[usize::from(range.start)..usize::from(range.end)];
        let worlds = entered.iter().copied().filter(|id| self.s.get(*id).is_some_and(world));
        let worlds: SmallVec<[ObjectId; 2]> = worlds.collect();
        let newest = worlds.iter().map(|id| self.s.objects[id.index()].timestamp).max();
        for id in &worlds {
            self.object(id.index).timestamp = newest.unwrap_or_default();
        }
    }

    /// Notes what is attached to permanents that are about to leave, before any of them has left (CR 608.2h): an Aura that leaves together
    /// with its creature was attached to it.
    fn note_attached(&mut self, range: Range) {
        for place in range.start..range.end {
            let host = self.s.scratch[place as usize];
            let noted = |object: &Object| object.zone == Zone::Battlefield && object.is(Flags::HAS_ATTACHMENTS);
            if !self.s.get(host).is_some_and(noted) {
                continue;
            }
            for place in 0..self.s.battlefield.len() {
                let attached = self.s.id(self.s.battlefield[place]);
                let object = self.s.objects[attached.index()];
                if object.attached_to == host {
                    self.s.last_attached.push((host, attached, object));
                }
            }
        }
    }

    /// Notes the power and toughness of cards that are about to leave a graveyard or exile, where an ability defines them by what is there
    /// (CR 604.3): who asks for them later on means them as they last were (CR 608.2h).
    fn note_sizes(&mut self, range: Range) {
        for place in range.start..range.end {
            let id = self.s.scratch[place as usize];
            let Some(object) = self.s.get(id) else { continue };
            if matches!(object.zone, Zone::Graveyard | Zone::Exile)
                && self.pool.card(object.card).derived.defines_size.is_some()
            {
                let size = (self.eye().power(id, object), self.eye().toughness(id, object));
                self.s.last_sizes.push((id, size));
            }
        }
    }

    /// What isn't a card ceases to exist where it is.
    pub(crate) fn cease(&mut self, id: ObjectId) {
        let object = self.s.objects[id.index()];
        self.leave(id, &object);
        self.release(id.index);
    }

    /// Takes an object out of the list of its zone, with all that ends when it leaves.
    pub(super) fn leave(&mut self, id: ObjectId, object: &Object) {
        let index = id.index;
        match object.zone {
            Zone::Battlefield => {
                self.s.last_known.push((id, *object));
                self.s.battlefield.retain(|other| *other != index);
                self.moved_from_host(object.attached_to);
                if object.flags.intersects(Flags::ATTACKING | Flags::BLOCKING) {
                    let s = &mut self.s;
                    let known =
                        |place: u16| ObjectId { index: place, generation: s.objects[usize::from(place)].generation };
                    let own = s.blocks.iter().filter(|pair| pair.0 == index || pair.1 == index);
                    s.last_blocks.extend(own.map(|pair| (known(pair.0), known(pair.1))));
                    s.blocks.retain(|pair| pair.0 != index && pair.1 != index);
                    self.s.bands.retain(|entry| entry.0 != index);
                }
                if object.is(Flags::HAS_COUNTERS) {
                    let (counters, gone) = (&mut self.s.counters, &mut self.s.last_counters);
                    gone.extend(counters.iter().filter(|entry| entry.0 == index).map(|entry| (id, entry.1, entry.2)));
                    counters.retain(|entry| entry.0 != index);
                }
                self.touch();
                self.s.links.retain(|link| link.card != id);
                if self.s.links.iter().any(|link| link.source == id && link.returns) {
                    self.s.tasks.push(Task::ReturnExiled);
                }
            }
            Zone::Graveyard => self.quit_graveyard(object.owner, index),
            Zone::Exile => {
                self.s.exile.retain(|other| *other != index);
                self.s.links.retain(|link| link.card != id);
                self.s.permissions.retain(|permission| permission.card != id);
            }
            Zone::Command => self.s.command.retain(|other| *other != index),
            Zone::Stack => {
                self.s.last_known.push((id, *object));
                if let Some(place) = self.s.stack.iter().position(|item| item.object == id) {
                    let item = self.s.stack.remove(place);
                    if !self.s.stack.is_empty() {
                        self.s.left_stack.push(item);
                    }
                }
            }
            // Put aside: no list has it.
            Zone::Hand | Zone::Library => {}
        }
        // CR 122.2: counters cease to exist, whatever zone it leaves.
        if object.is(Flags::HAS_COUNTERS) {
            self.s.counters.retain(|entry| entry.0 != index);
        }
        // What came back as it left may have looked at all copies once more, this one among them.
        if self.s.objects[id.index()].is(Flags::HAS_GRANTED) {
            self.s.granted.retain(|entry| entry.0 != index);
        }
    }

    /// Makes an object, already in the arena in the battlefield zone, a permanent: status, counters, replacement effects on
    /// how it enters (CR 614.12). Once all have entered that do so at one time, [`Engine::entered`] announces them.
    pub(crate) fn enter(&mut self, scope: &Scope, id: ObjectId, controller: Player, destination: &Destination) {
        self.apart_from_arrivals(|engine| engine.enter_alone(scope, id, controller, destination));
        self.arrivals.permanents += 1;
    }

    fn enter_alone(&mut self, scope: &Scope, id: ObjectId, controller: Player, destination: &Destination) {
        let card = self.pool.card(self.s.objects[id.index()].card);
        let controller = self.enters_under(id, controller);
        let object = self.object(id.index);
        object.controller = controller;
        object.base_controller = controller;
        object.flags |= Flags::SICK | Flags::ENTERED_THIS_TURN;
        object.marks |= gauntlet_cards::keyword::Marks::NEW_CONTROL;
        if destination.tapped {
            object.flags |= Flags::TAPPED;
        }
        self.s.battlefield.push(id.index);
        if destination.attacking.attacks() {
            self.enter_attacking(scope, id, controller, destination.attacking);
        }
        if card.derived.has_continuous {
            self.s.layers_used = true;
        }
        self.s.rules |= card.derived.rules;
        self.s.watched |= card.derived.watches;
        self.touch_arrival();
        if let Some(loyalty) = card.loyalty {
            let types = card.characteristics.types;
            let kind = if types.contains(CardTypes::BATTLE) { CounterKind::DEFENSE } else { CounterKind::LOYALTY };
            // CR 702.150a: with two less for each Phyrexian symbol that was paid with life.
            let compleated = card.characteristics.keywords.contains(Keywords::COMPLEATED);
            let symbols = self.s.objects[id.index()].own_paid()[crate::loyalty::COMPLEATED_PLACE];
            let less = if compleated { 2 * symbols } else { 0 };
            // CR 306.5b, 310.4b: it enters with them.
            self.enter_with(id, kind, i32::from(loyalty.saturating_sub(less)), None);
        }
        self.begin_saga(id.index);
        for (kind, amount) in &destination.counters {
            let amount = self.eye().amount(scope, amount);
            self.enter_with(id, *kind, amount, None);
        }
        self.enter_with_if(scope, id, destination.counters_if.as_deref());
        if let Some(host) = self.s.entering_host {
            self.object(id.index).attached_to = host;
            self.object(host.index).flags |= Flags::HAS_ATTACHMENTS;
            self.attached_to_host(host);
        }
        self.replace_entering(id);
        self.put_what_it_enters_with(id);
        // CR 702.104b: without the counters tribute wasn't paid.
        if self.s.tributes.last() == Some(&id)
            && !self.eye().may_get_counters(crate::state::Target::Object(id), CounterKind::PLUS_ONE, true)
        {
            self.s.tributes.pop();
        }
    }

    /// A permanent that is entering has that many counters of a kind more. `said_by`: the static ability that says so.
    pub(crate) fn enter_with(
        &mut self,
        id: ObjectId,
        kind: CounterKind,
        amount: i32,
        said_by: Option<(ObjectId, AbilityId)>,
    ) {
        if amount > 0 {
            let by = self.s.objects[id.index()].controller;
            let amount = amount.min(i32::from(u16::MAX)) as u16;
            self.s.entering.push(EntersWith { place: id.index, kind, amount, by, said_by });
        }
    }

    /// Whatever says so, the counters of a kind that a permanent enters with are one event, and effects that change how many they are apply
    /// in an order that its controller chooses (CR 614.5, 616.1).
    fn put_what_it_enters_with(&mut self, id: ObjectId) {
        while let Some(first) = self.s.entering.iter().find(|entry| entry.place == id.index).copied() {
            let mut amount = 0i32;
            let mut more: SmallVec<[(ObjectId, AbilityId, i32); 4]> = SmallVec::new();
            self.s.entering.retain(|entry| {
                let same = entry.place == id.index && entry.kind == first.kind && entry.by == first.by;
                // Who is asked sees it as what it is before it enters.
                let now = |source: ObjectId| if source == id { source.before() } else { source };
                match entry.said_by {
                    Some((source, ability)) if same => more.push((now(source), ability, i32::from(entry.amount))),
                    None if same => amount += i32::from(entry.amount),
                    _ => {}
                }
                !same
            });
            self.add_counters_and(id, first.kind, amount, &more, Putting::as_enters(first.by));
        }
    }

    /// Changes the number of counters of a kind by adding, without events.
    pub(crate) fn put_counters(&mut self, index: u16, kind: CounterKind, amount: u16) {
        if amount == 0 {
            return;
        }
        if kind == CounterKind::LORE {
            let before = self.s.counters_on(index, kind);
            self.chapters_reached(index, before, before.saturating_add(amount));
        }
        let object = self.object(index);
        object.flags |= Flags::HAS_COUNTERS;
        let timestamp = self.s.tick();
        match self.s.counters.iter_mut().find(|entry| entry.0 == index && entry.1 == kind) {
            Some(entry) => (entry.2, entry.3) = (entry.2.saturating_add(amount), timestamp),
            None => {
                self.s.counters.push((index, kind, amount, timestamp));
                self.hold_again(self.s.id(index), Hold::Counters(kind));
            }
        }
        self.touch();
    }

    /// Removes up to that many counters of a kind; how many were removed.
    pub(crate) fn take_counters(&mut self, index: u16, kind: CounterKind, amount: u16) -> u16 {
        let taken = self.remove_counters_untold(index, kind, amount);
        self.tell_counters_removed(index, kind, taken);
        taken
    }

    /// The same, and nothing triggers before it is told.
    pub(crate) fn remove_counters_untold(&mut self, index: u16, kind: CounterKind, amount: u16) -> u16 {
        let Some(place) = self.s.counters.iter().position(|entry| entry.0 == index && entry.1 == kind) else {
            return 0;
        };
        let taken = self.s.counters[place].2.min(amount);
        self.s.counters[place].2 -= taken;
        if self.s.counters[place].2 == 0 {
            self.s.counters.remove(place);
            if !self.s.counters.iter().any(|entry| entry.0 == index) {
                self.object(index).flags -= Flags::HAS_COUNTERS;
            }
            self.lapse(self.s.id(index), Hold::Counters(kind));
        }
        self.touch();
        taken
    }

    /// Tells what triggers on it that counters were removed.
    pub(crate) fn tell_counters_removed(&mut self, index: u16, kind: CounterKind, taken: u16) {
        if taken > 0 && self.watches(EventKinds::COUNTERS) {
            let (id, left) = (self.s.id(index), self.s.counters_on(index, kind));
            self.trigger_counters_removed(id, kind, taken, left);
        }
    }

    /// Draws one card, no replacement effect applying.
    pub(crate) fn draw_one(&mut self, player: Player) {
        let Some(top) = self.take_drawn(player) else {
            self.s.players[player].drew_from_empty = true;
            self.s.check_needed = true;
            self.tell(Audience::Everyone, |eye| {
                format!("{} can't draw: the library is empty.", eye.player_name(player))
            });
            return;
        };
        self.s.volatile_dirty = true;
        let mut drawn = top.drawn_by(player);
        drawn.set_drawn(self.pool.features.contains(Features::DRAWN_THIS_TURN));
        self.s.hands[player].push(drawn);
        self.fact(Fact::Draw { player, card: top.card });
        let in_draw_step = self.s.step == Step::Draw && self.s.active == player;
        let info = &mut self.s.players[player];
        info.cards_drawn = info.cards_drawn.saturating_add(1);
        let first_of_step = in_draw_step && !info.drawn_in_draw_step;
        info.drawn_in_draw_step |= in_draw_step;
        if self.pool.features.contains(Features::MIRACLE) && info.cards_drawn == 1 && self.eye().has_miracle(top.card) {
            self.s.tasks.push(Task::Miracle(player, top.card));
        }
        if self.s.players[player].cards_drawn == 1 && self.eye().has_rules(RuleKinds::REVEALED_DRAWS) {
            self.reveal_first_drawn(player, top.card);
        }
        if self.watches(EventKinds::DRAW) {
            self.trigger_draw(player, first_of_step);
        }
        self.tell(Audience::Only(player), |eye| {
            format!("{} draws {}.", eye.player_name(player), eye.pool.card(top.card).name)
        });
    }

    /// The first card that a player draws in a turn is revealed as it is drawn, if a rule of theirs says so.
    fn reveal_first_drawn(&mut self, player: Player, card: CardId) {
        let own = self.s.active == player;
        let reveals = |rule: &PlayerRule| matches!(rule, PlayerRule::RevealsFirstDrawn(own_turn) if own || !own_turn);
        if !self.eye().player_rule(RuleKinds::REVEALED_DRAWS, player, reveals) {
            return;
        }
        if let Some(drawn) = self.s.hands[player].last_mut() {
            drawn.show_all_of(3, Learned::Revealed);
        }
        self.tell(Audience::Everyone, |eye| {
            format!("{} reveals {}.", eye.player_name(player), eye.pool.card(card).name)
        });
        if self.watches(EventKinds::DRAW) {
            self.trigger_revealed_draw(player, card);
        }
    }

    /// Shuffles a library: nobody knows where any card of it is.
    pub(crate) fn shuffle(&mut self, player: Player) {
        self.remember_decks();
        let mut library = std::mem::take(&mut self.s.libraries[player]);
        for hidden in &mut library {
            *hidden = HiddenCard::unknown(hidden.card);
        }
        let stacked = self.options.stacked;
        self.s.stream(Draws::Library(player)).with(|rng| {
            if stacked {
                return;
            }
            // Fisher and Yates, by hand: the order of draws from the stream must never depend on a library's version.
            for last in (1..library.len() as u32).rev() {
                let other = rng.random_range(0..=last);
                library.swap(last as usize, other as usize);
            }
        });
        self.s.libraries[player] = library;
        self.s.volatile_dirty = true;
        if self.watches(EventKinds::LIBRARY) {
            self.trigger_keyword_action(player, KeywordAction::Shuffle);
        }
    }

    /// Puts the top cards of a library aside at the end of the scratch list, for what moves them on.
    pub(crate) fn take_from_top(&mut self, player: Player, count: u32) {
        for _ in 0..count {
            let Some(top) = self.s.libraries[player].len().checked_sub(1) else { break };
            let id = self.set_aside(player, Zone::Library, top);
            self.s.scratch.push(id);
        }
    }

    /// Taps a permanent, and returns whether it was untapped.
    pub(crate) fn tap(&mut self, id: ObjectId) -> bool {
        self.tap_by(id, None)
    }

    /// The same, by a spell or ability of a player's.
    pub(crate) fn tap_by(&mut self, id: ObjectId, tapper: Option<Player>) -> bool {
        let Some(object) = self.get_mut(id) else { return false };
        if object.is(Flags::TAPPED) {
            return false;
        }
        object.flags |= Flags::TAPPED;
        // What is chosen as it enters: it enters tapped, which isn't an event of becoming tapped (CR 614.12).
        if object.zone != Zone::Battlefield {
            return false;
        }
        self.hold_again(id, Hold::Tapped);
        if self.watches(EventKinds::TAP) {
            self.trigger_tap(id, true, tapper);
        }
        true
    }

    /// Untaps a permanent, and returns whether it was tapped. A stun counter is removed instead (CR 122.1d).
    pub(crate) fn untap(&mut self, id: ObjectId) -> bool {
        let Some(object) = self.get_mut(id) else { return false };
        if !object.is(Flags::TAPPED) || object.zone != Zone::Battlefield {
            return false;
        }
        if object.is(Flags::HAS_COUNTERS) && self.take_counters(id.index, CounterKind::STUN, 1) == 1 {
            return false;
        }
        self.object(id.index).flags -= Flags::TAPPED;
        // What lasts for as long as it remains tapped ends (CR 611.2b).
        let lasts = |effect: &ActiveEffect| effect.source == id && effect.duration.is_while_tapped();
        self.s.check_needed |= self.s.effects.iter().any(lasts);
        self.lapse(id, Hold::Tapped);
        if self.watches(EventKinds::TAP) {
            self.trigger_tap(id, false, None);
        }
        true
    }

    /// CR 506.4. What it did in this combat is no part of what it does in another one.
    pub(crate) fn remove_from_combat(&mut self, id: ObjectId) {
        let object = self.object(id.index);
        object.flags -= Flags::ATTACKING | Flags::BLOCKING | Flags::BLOCKED | Flags::DEALT_FIRST_STRIKE;
        self.s.blocks.retain(|pair| pair.0 != id.index && pair.1 != id.index);
        self.s.bands.retain(|entry| entry.0 != id.index);
    }

    /// Sacrifices permanents (CR 701.21): their controllers put them into their owners' graveyards.
    pub(crate) fn sacrifice(&mut self, range: Range) {
        self.announce_sacrifice(range);
        self.move_objects(&Scope::of(ObjectId::NONE, self.s.active), range, &Destination::to(Zone::Graveyard));
    }

    /// Announces that permanents are about to be sacrificed, and takes those out of the range that can't be.
    pub(crate) fn announce_sacrifice(&mut self, range: Range) {
        for place in range.start..range.end {
            let id = self.s.scratch[place as usize];
            let object = self.s.get(id);
            let allowed = object.is_some_and(|object| {
                object.zone == Zone::Battlefield && !object.restrictions.contains(Restrictions::CANT_BE_SACRIFICED)
            });
            if !allowed {
                self.s.scratch[place as usize] = ObjectId::NONE;
                continue;
            }
            self.note(Happening::SACRIFICED, id);
            if self.watches(EventKinds::SACRIFICE) {
                self.trigger_sacrifice(id);
            }
            self.tell(Audience::Everyone, |eye| {
                let who = eye.s.get(id).map_or(Player::FIRST, |object| object.controller);
                format!("{} sacrifices {}.", eye.player_name(who), eye.object_name(id))
            });
        }
    }

    /// Attaches one permanent to another (CR 701.3), and returns whether that was legal.
    pub(crate) fn attach(&mut self, id: ObjectId, host: ObjectId) -> bool {
        if id == host || !self.eye().can_attach(id, host) {
            return false;
        }
        self.attach_there(id, host);
        true
    }

    /// The same where that has been found to be legal.
    pub(crate) fn attach_there(&mut self, id: ObjectId, host: ObjectId) {
        let timestamp = self.s.tick();
        let object = self.object(id.index);
        let before = std::mem::replace(&mut object.attached_to, host);
        object.timestamp = timestamp;
        self.object(host.index).flags |= Flags::HAS_ATTACHMENTS;
        self.moved_from_host(before);
        self.attached_to_host(host);
        self.touch();
        if before != host && self.watches(EventKinds::TAP) {
            self.refresh();
            self.trigger_attachment(id, before, false);
            self.trigger_attachment(id, host, true);
        }
    }
}
