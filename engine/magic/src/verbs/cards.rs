//! Cards in hands and libraries: discarding, looking, sorting, searching, moving (CR 401, 402, 701).

use gauntlet_cards::ability::{AbilityKind, Caused, KeywordAction, PlayerRule, TriggerEvent};
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::effect::{Destination, DiscardHow, Instr, LibraryPosition};
use gauntlet_cards::filter::{Amount, Filter, Objects, Players, Zone};
use gauntlet_cards::happening::Happening;
use gauntlet_cards::keyword::EventKinds;
use gauntlet_core::Player;

use crate::decision::{Action, DecisionKind};
use crate::engine::Engine;
use crate::evaluate::PlayerSet;
use crate::resolve::After;
use crate::state::{Flags, Object, ObjectId, Range};
use crate::task::{Resolve, Scope};

impl Engine<'_> {
    /// Discards, after each player in turn order has chosen; those who choose are asked card by card.
    pub(super) fn discard_cards(
        &mut self,
        task: &mut Resolve,
        players: &Players,
        how: &DiscardHow,
        register: Option<u8>,
    ) -> After {
        let scope = task.scope;
        if !task.begun {
            task.progress.players = self.who(&scope, players).0;
            task.progress.left = u16::MAX;
            let end = self.s.scratch.len() as u16;
            task.progress.objects = Range { start: end, end };
        }
        while let Some(player) = PlayerSet(task.progress.players).first(self.s.active) {
            if self.eye().cannot_be_caused(Caused::Discard, player, scope.you) {
                task.progress.players &= !(1 << player.index());
                continue;
            }
            let (amount, filter, chooser) = match how {
                DiscardHow::Hand => {
                    self.put_hand_aside(player);
                    task.progress.players &= !(1 << player.index());
                    continue;
                }
                DiscardHow::Random(amount) => {
                    let amount = self.times(&scope, amount);
                    self.put_aside_at_random(player, amount);
                    task.progress.players &= !(1 << player.index());
                    continue;
                }
                DiscardHow::Choose(amount, filter) | DiscardHow::UpTo(amount, filter) => (amount, filter, player),
                DiscardHow::YouChoose(amount, filter) => (amount, filter, scope.you),
            };
            if task.progress.left == u16::MAX {
                task.progress.left = self.times(&scope, amount).min(1_000) as u16;
                if chooser != player {
                    for hidden in &mut self.s.hands[player] {
                        hidden.seen |= 1 << chooser.index();
                    }
                }
            }
            match self.s.answer.take() {
                Some(Action::Card(card)) => {
                    let id = self.take_from_hand(player, card, chooser);
                    self.s.scratch.extend(id);
                    task.progress.left -= 1;
                }
                Some(Action::Done) => task.progress.left = 0,
                _ => {}
            }
            self.offer_hand(player, &scope, filter);
            if task.progress.left > 0 && !self.s.choices.is_empty() {
                if matches!(how, DiscardHow::UpTo(..)) {
                    self.s.choices.push(Action::Done);
                }
                return After::Ask(chooser, DecisionKind::Discard, task.item.object, task.progress.left);
            }
            task.progress.players &= !(1 << player.index());
            task.progress.left = u16::MAX;
        }
        // All choose before any of it is discarded (CR 101.4).
        let start = task.progress.objects.start;
        self.discard_together(start, Some(scope.you));
        self.keep(task, register, start);
        After::Next
    }

    pub(super) fn offer_hand(&mut self, player: Player, scope: &Scope, filter: &Filter) {
        let mut choices = std::mem::take(&mut self.s.choices);
        choices.clear();
        for hidden in &self.s.hands[player] {
            let action = Action::Card(hidden.card);
            if !choices.contains(&action) && self.eye().card_matches(scope, filter, hidden.card, player, Zone::Hand) {
                choices.push(action);
            }
        }
        self.s.choices = choices;
    }

    /// Puts the top cards of a library aside at the end of the scratch list, the top one first, for a player who looks at them.
    pub(super) fn look_at_top(&mut self, player: Player, amount: u32, reveal: bool) {
        self.look_at_top_of(player, player, amount, reveal);
    }

    /// The same for the library of another.
    pub(super) fn look_at_top_of(&mut self, viewer: Player, player: Player, amount: u32, reveal: bool) {
        let flag = if reveal {
            Flags::SEEN_BY_FIRST | Flags::SEEN_BY_SECOND
        } else if viewer == Player::FIRST {
            Flags::SEEN_BY_FIRST
        } else {
            Flags::SEEN_BY_SECOND
        };
        for _ in 0..amount {
            let Some(top) = self.s.libraries[player].len().checked_sub(1) else { break };
            let id = self.set_aside(player, Zone::Library, top);
            self.object(id.index).flags |= flag;
            self.s.scratch.push(id);
        }
    }

    /// Scry (CR 701.22) and surveil (CR 701.25): each card goes to the bottom or graveyard, or stays; then those that stay are
    /// put back in any order.
    pub(super) fn look_and_sort(
        &mut self,
        task: &mut Resolve,
        players: &Players,
        amount: &Amount,
        scry: bool,
    ) -> After {
        let scope = task.scope;
        let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
        if !task.begun {
            let amount = self.times(&scope, amount);
            if amount == 0 {
                return After::Next;
            }
            self.return_unmoved(task, Some(player));
            let start = self.s.scratch.len() as u16;
            self.look_at_top(player, amount, false);
            task.progress.objects = Range { start, end: self.s.scratch.len() as u16 };
        }
        let range = task.progress.objects;
        // First each card by itself.
        if task.progress.done < range.end - range.start {
            if let Some(answer) = self.s.answer.take() {
                let id = self.s.scratch[(range.start + task.progress.done) as usize];
                if answer == Action::Yes {
                    if scry {
                        let bottom = LibraryPosition::Bottom;
                        self.move_object(id, &Destination { position: bottom, ..Destination::to(Zone::Library) });
                    } else {
                        self.s.scratch.push(id);
                    }
                    self.s.scratch[(range.start + task.progress.done) as usize] = ObjectId::NONE;
                }
                task.progress.done += 1;
                // What goes to the graveyard goes together, once all is decided (CR 701.25a).
                let away = Range { start: range.end, end: self.s.scratch.len() as u16 };
                if task.progress.done == range.end - range.start && away.start < away.end {
                    self.move_objects(&scope, away, &Destination::to(Zone::Graveyard));
                    self.s.scratch.truncate(usize::from(range.end));
                }
            }
            if task.progress.done < range.end - range.start {
                let id = self.s.scratch[(range.start + task.progress.done) as usize];
                self.s.choices.clear();
                self.s.choices.extend([Action::No, Action::Yes]);
                let kind = if scry { DecisionKind::Scry } else { DecisionKind::Surveil };
                return After::Ask(player, kind, id, task.progress.done);
            }
        }
        let after = self.put_back(task, player, LibraryPosition::Top);
        if matches!(after, After::Next) && self.watches(EventKinds::LIBRARY) {
            self.trigger_keyword_action(player, if scry { KeywordAction::Scry } else { KeywordAction::Surveil });
        }
        if matches!(after, After::Next) {
            let amount = range.end - range.start;
            let verb = if scry { "scries" } else { "surveils" };
            self.tell(|eye| format!("{} {verb} {amount}.", eye.player_name(player)));
        }
        after
    }

    /// Puts cards that are aside on a library one by one, in the order that the player chooses: the last one ends on top, or at
    /// the bottom.
    pub(super) fn put_back(&mut self, task: &mut Resolve, player: Player, position: LibraryPosition) -> After {
        let range = task.progress.objects;
        let destination = Destination { position, ..Destination::to(Zone::Library) };
        if let Some(Action::Object(index)) = self.s.answer.take() {
            let id = self.s.id(index);
            self.put_in_order(task, id, player, &destination);
        }
        loop {
            self.s.choices.clear();
            for place in range.start..range.end {
                let id = self.s.scratch[place as usize];
                if self.s.get(id).is_some_and(|object| object.is(Flags::ASIDE)) {
                    self.s.choices.push(Action::Object(id.index));
                }
            }
            match self.s.choices.as_slice() {
                [] => return After::Next,
                [Action::Object(index)] => {
                    let id = self.s.id(*index);
                    self.put_in_order(task, id, player, &destination);
                }
                _ => return After::Ask(player, DecisionKind::OrderCards, task.item.object, 0),
            }
        }
    }

    /// Puts one of the cards that a player orders on a library. Of several nobody else is shown the order (CR 401.4).
    fn put_in_order(&mut self, task: &Resolve, id: ObjectId, player: Player, destination: &Destination) {
        let Some(owner) = self.s.get(id).map(|object| object.owner) else { return };
        self.move_object(id, destination);
        let range = task.progress.objects;
        let library = &mut self.s.libraries[owner];
        let there = match destination.position {
            LibraryPosition::Top => library.last_mut(),
            LibraryPosition::Bottom => library.first_mut(),
            LibraryPosition::Shuffled | LibraryPosition::BottomRandom | LibraryPosition::FromTop(_) => None,
        };
        if let Some(hidden) = there.filter(|_| range.end - range.start > 1) {
            hidden.seen &= !(1 << (!player).index());
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
        if let Some(host) = &destination.attached {
            self.move_attached(&scope, objects, host, destination, register, task);
            return After::Next;
        }
        let ordered = destination.zone == Zone::Library
            && matches!(destination.position, LibraryPosition::Top | LibraryPosition::Bottom);
        if destination.zone == Zone::Battlefield && !destination.down.is_creature() {
            let start = self.s.scratch.len();
            let range = self.gather_moving(task, objects);
            let mut any = false;
            for place in range.start..range.end {
                let id = self.s.scratch[place as usize];
                if let Some(owner) = self.s.get(id).map(|object| object.owner) {
                    let controller = self.eye().entering_controller(&scope, owner, destination);
                    any |= self.choose_how_to_enter(id, controller);
                }
                any |= self.choose_host(&scope, id, destination);
            }
            self.s.scratch.truncate(start);
            if any {
                return After::Again;
            }
        } else if task.begun {
            let owner = self.s.scratch[task.progress.objects.start as usize..task.progress.objects.end as usize]
                .iter()
                .find_map(|id| self.s.last_known(*id).map(|object| object.owner));
            return self.put_back_any(task, owner.unwrap_or(scope.you), destination);
        }
        // CR 610.3a: if the source has left already, nothing is exiled.
        if destination.until_source_leaves
            && self.s.get(scope.source).is_none_or(|source| source.zone != Zone::Battlefield)
        {
            return After::Next;
        }
        let range = self.gather_moving(task, objects);
        if ordered && range.end - range.start > 1 {
            let first = self.s.scratch[range.start as usize];
            let seen = if scope.you == Player::FIRST { Flags::SEEN_BY_FIRST } else { Flags::SEEN_BY_SECOND };
            // Who looks at cards and puts them back orders them; else their owner does (CR 401.4).
            let owner = self.s.get(first).map_or(scope.you, |object| {
                if object.is(Flags::ASIDE) && object.is(seen) { scope.you } else { object.owner }
            });
            task.progress.objects = range;
            return self.put_back_any(task, owner, destination);
        }
        if destination.position == LibraryPosition::BottomRandom {
            self.shuffle_range(range);
        }
        if destination.zone != Zone::Library {
            self.tell(|eye| eye.names_of(range, zone_phrase(destination.zone)));
        }
        let next = self.item_part(&task.item, scope.mode).code.get(usize::from(task.pc) + 1);
        if let Some(Instr::Continuous(_, changes, duration)) = next.filter(|_| destination.as_said_next) {
            // CR 611.2e: what sees them enter sees them so.
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
        task.scope.this_way = i32::from(range.end - range.start);
        if let Some(register) = register {
            task.scope.registers[register as usize] = range;
        }
        After::Next
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
        let entering = self.s.get(id).and_then(|object| self.eye().as_entering_aura(object, destination));
        let aura = entering.is_some();
        task.scope.this_way = 0;
        if let Some(entering) = entering
            && !host.is_some_and(|host| self.eye().could_attach(id, &entering, host))
        {
            return;
        }
        self.s.entering_host = host.filter(|_| aura);
        self.move_objects(scope, range, destination);
        self.s.entering_host = None;
        let moved = self.s.scratch[range.start as usize];
        if !aura && let Some(host) = host {
            self.attach(moved, host);
        }
        task.scope.this_way = i32::from(range.end - range.start);
        if let Some(register) = register {
            task.scope.registers[register as usize] = range;
        }
    }

    /// Like [`Engine::put_back`] for objects that may come from anywhere.
    pub(super) fn put_back_any(&mut self, task: &mut Resolve, player: Player, destination: &Destination) -> After {
        let range = task.progress.objects;
        if let Some(Action::Object(index)) = self.s.answer.take() {
            let id = self.s.id(index);
            self.put_in_order(task, id, player, destination);
        }
        loop {
            self.s.choices.clear();
            for place in range.start..range.end {
                let id = self.s.scratch[place as usize];
                if self.s.get(id).is_some() {
                    self.s.choices.push(Action::Object(id.index));
                }
            }
            match self.s.choices.as_slice() {
                [] => {
                    task.scope.this_way = i32::from(range.end - range.start);
                    return After::Next;
                }
                [Action::Object(index)] => {
                    let id = self.s.id(*index);
                    self.put_in_order(task, id, player, destination);
                }
                _ => return After::Ask(player, DecisionKind::OrderCards, task.item.object, 0),
            }
        }
    }

    /// What is meant for moving: what has moved to a public zone is found there if it was moved by what resolves, or if that
    /// triggered as it moved (CR 400.7e, j).
    pub(crate) fn gather_moving(&mut self, task: &Resolve, objects: &Objects) -> Range {
        let scope = &task.scope;
        let mut range = self.gather(scope, objects);
        // The cards of a hand are no objects: those that are meant become some.
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
        if range.start == range.end
            && let Some(id) = match objects {
                Objects::Source => Some(scope.source),
                Objects::Event => Some(scope.event.object),
                Objects::Host => self.s.last_known(scope.source).map(|source| source.attached_to),
                _ => None,
            }
            && let Some(next) = self.moved_to(task, id, *objects == Objects::Source)
        {
            self.s.scratch.push(next);
            return Range { start: range.start, end: range.start + 1 };
        }
        range
    }

    /// What an object has become in a public zone, if what resolves finds it there.
    pub(super) fn moved_to(&self, task: &Resolve, id: ObjectId, source: bool) -> Option<ObjectId> {
        let next = ObjectId { generation: id.generation.wrapping_add(1), ..id };
        let object = self.s.get(next)?;
        let public = matches!(object.zone, Zone::Graveyard | Zone::Exile);
        (public && (object.timestamp > task.began || self.finds_what_moved(&task.scope, source, object.zone)))
            .then_some(next)
    }

    /// What an ability that is made now, for later or for when it triggers at once, has as its source: if it moves that, what it has
    /// become by now, as it will not be looked for elsewhere then (CR 603.7c, 603.12).
    pub(super) fn source_for_later(&self, task: &Resolve, ability: AbilityId) -> ObjectId {
        let source = task.scope.source;
        let moves = |instr: &Instr| matches!(instr, Instr::Move(Objects::Source, ..));
        let script = &self.pool.triggered(ability).script;
        if self.s.get(source).is_some() || !script.parts.iter().flat_map(|part| &part.code).any(moves) {
            return source;
        }
        self.moved_to(task, source, true).unwrap_or(source)
    }

    /// Returns whether an ability that would be made for later would only move or destroy what is in registers that nothing was put into: what
    /// "it" would be was never made, as after an offer that was declined. Then nothing is waited for (CR 603.7).
    pub(super) fn is_about_nothing(&self, scope: &Scope, ability: AbilityId) -> bool {
        let never = |objects: &Objects| {
            let Objects::Register(register) = objects else { return false };
            let range = scope.registers[usize::from(*register)];
            range.start == range.end
        };
        let mut code = self.pool.triggered(ability).script.parts.iter().flat_map(|part| &part.code);
        scope.memory == 0
            && code.all(|instr| match instr {
                Instr::Move(Objects::Union(parts), ..) => parts.iter().all(never),
                Instr::Move(objects, ..) | Instr::Sacrifice(_, objects) | Instr::Destroy(objects, _) => never(objects),
                _ => false,
            })
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
            event => matches!(event, TriggerEvent::Sacrifices { .. }),
        };
        match &self.pool.ability(item.ability).kind {
            AbilityKind::Triggered(triggered) => {
                triggered.events.iter().any(moves) && (!source || self.source_moved(scope, there))
            }
            AbilityKind::Activatable(way) => {
                source && way.cost.parts.iter().any(gauntlet_cards::cost::CostPart::moves_source)
            }
            AbilityKind::Static(_) => true,
        }
    }

    /// Returns whether the source itself moved in the event (CR 400.7e), or is an Aura whose host did, which is in its owner's graveyard since
    /// (CR 400.7f): "whenever another creature dies, return ~" doesn't find what ~ has become.
    fn source_moved(&self, scope: &Scope, there: Zone) -> bool {
        let about = scope.event.object;
        let followed = |source: &Object| source.is_aura() && source.attached_to == about;
        about == scope.source || there == Zone::Graveyard && self.s.last_known(scope.source).is_some_and(followed)
    }

    pub(super) fn shuffle_range(&mut self, range: Range) {
        for last in (range.start + 1..range.end).rev() {
            let other = range.start as u32 + self.s.rng.below(u32::from(last - range.start) + 1);
            self.s.scratch.swap(last as usize, other as usize);
        }
    }

    /// Searches a library, and other zones if said (CR 701.23).
    #[expect(clippy::too_many_arguments, reason = "the fields of one instruction")]
    pub(super) fn search(
        &mut self,
        task: &mut Resolve,
        searcher: &Players,
        of: &Players,
        zones: &[Zone],
        filter: &Filter,
        min: &Amount,
        max: &Amount,
        reveal: bool,
        into: u8,
    ) -> After {
        let scope = task.scope;
        let (Some(searcher), Some(owner)) =
            (self.who(&scope, searcher).first(scope.you), self.who(&scope, of).first(scope.you))
        else {
            return After::Next;
        };
        if !task.begun {
            let end = self.s.scratch.len() as u16;
            task.progress.objects = Range { start: end, end };
            let forbidden = |rule: &PlayerRule| match rule {
                PlayerRule::CantSearch => true,
                PlayerRule::CantSearchOnItsOwn => searcher == scope.you,
                _ => false,
            };
            // CR 101.3: other zones than libraries can still be searched.
            task.progress.left =
                u16::from(zones.contains(&Zone::Library) && self.eye().player_rule(searcher, forbidden));
            if searcher == owner && zones.contains(&Zone::Library) && task.progress.left == 0 {
                self.note_deed(Happening::SEARCHED, searcher, task.item.object);
            }
        }
        let closed = task.progress.left != 0;
        let mut done = false;
        match self.s.answer.take() {
            Some(Action::Card(card)) => {
                let in_library = || self.s.libraries[owner].iter().rposition(|hidden| hidden.card == card);
                let in_library = (zones.contains(&Zone::Library) && !closed).then(in_library).flatten();
                let id = match in_library {
                    Some(place) => self.set_aside(owner, Zone::Library, place),
                    None => self.take_from_hand(owner, card, searcher).expect("a legal card is there"),
                };
                let seen = if searcher == Player::FIRST { Flags::SEEN_BY_FIRST } else { Flags::SEEN_BY_SECOND };
                let seen = if reveal { Flags::SEEN_BY_FIRST | Flags::SEEN_BY_SECOND } else { seen };
                self.object(id.index).flags |= seen;
                self.s.scratch.push(id);
                task.progress.objects.end += 1;
                self.tell(|eye| format!("{} finds {}.", eye.player_name(searcher), eye.object_name(id)));
            }
            Some(Action::Object(index)) => {
                let id = self.s.id(index);
                self.s.scratch.push(id);
                task.progress.objects.end += 1;
            }
            Some(Action::Done) => done = true,
            _ => {}
        }
        let range = task.progress.objects;
        let count = u32::from(range.end - range.start);
        let mut choices = std::mem::take(&mut self.s.choices);
        choices.clear();
        let eye = self.eye();
        for zone in zones {
            match zone {
                Zone::Library if closed => {}
                Zone::Library | Zone::Hand => {
                    let list = if *zone == Zone::Library { &self.s.libraries } else { &self.s.hands };
                    for hidden in &list[owner] {
                        let action = Action::Card(hidden.card);
                        if !choices.contains(&action) && eye.card_matches(&scope, filter, hidden.card, owner, *zone) {
                            choices.push(action);
                        }
                    }
                }
                _ => eye.each_in_zone(*zone, &mut |id, object| {
                    let chosen = &self.s.scratch[range.start as usize..range.end as usize];
                    if object.owner == owner && !chosen.contains(&id) && eye.matches(&scope, filter, id, object) {
                        choices.push(Action::Object(id.index));
                    }
                }),
            }
        }
        choices.sort_unstable();
        self.s.choices = choices;
        if done || self.s.choices.is_empty() || count >= self.times(&scope, max) {
            task.scope.registers[into as usize] = range;
            task.scope.this_way = count as i32;
            return After::Next;
        }
        // CR 701.23b: a card with a stated quality in a hidden zone need not be found.
        if count >= self.times(&scope, min) || !filter.tests.is_empty() {
            self.s.choices.push(Action::Done);
        }
        After::Ask(searcher, DecisionKind::Search, task.item.object, 0)
    }

    pub(super) fn reveal_until(
        &mut self,
        task: &mut Resolve,
        players: &Players,
        filter: &Filter,
        amount: &Amount,
        into: [u8; 2],
    ) {
        let scope = task.scope;
        let Some(player) = self.who(&scope, players).first(scope.you) else { return };
        let wanted = self.times(&scope, amount);
        let start = self.s.scratch.len() as u16;
        let mut found: smallvec::SmallVec<[ObjectId; 4]> = smallvec::SmallVec::new();
        while (found.len() as u32) < wanted && !self.s.libraries[player].is_empty() {
            let place = self.s.scratch.len();
            self.look_at_top(player, 1, true);
            let id = self.s.scratch[place];
            self.tell(|eye| format!("{} reveals {}.", eye.player_name(player), eye.object_name(id)));
            if self.eye().matches(&scope, filter, id, &self.s.objects[id.index()]) {
                self.s.scratch.pop();
                found.push(id);
            }
        }
        let rest = Range { start, end: self.s.scratch.len() as u16 };
        self.s.scratch.extend(found);
        task.scope.registers[into[1] as usize] = rest;
        task.scope.registers[into[0] as usize] = Range { start: rest.end, end: self.s.scratch.len() as u16 };
    }
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
