//! Triggered abilities (CR 603): what triggers on an event, and how it gets onto the stack. The events are in [`events`].

mod activated;
mod counters;
mod events;
mod first;
mod several;

pub(crate) use self::events::Moving;

use gauntlet_cards::ability::{AbilityKind, RuleKinds, StaticEffect, TriggerEvent, Triggered};
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::effect::{DelayedUntil, Duration};
use gauntlet_cards::filter::Zone;
use gauntlet_cards::keyword::EventKinds;
use gauntlet_core::Player;

use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::evaluate::Eye;
use crate::state::{EventData, Flags, Object, ObjectId, PendingTrigger, StackItem};
use crate::task::{Announce, Origin, Price, Scope, Stage, Task};

/// Whether an event triggers an ability of a source, and what the ability is told about it.
type Match<'m> = dyn Fn(Eye<'_>, &Scope, &TriggerEvent) -> Option<EventData> + 'm;

impl Eye<'_> {
    /// Returns whether what has been put into a graveyard from the battlefield, as the permanent that it last was, is what an event
    /// describes that looks back: abilities that see the card arrive trigger on its dying too, and so trigger again or not at all for
    /// what names that as the cause (CR 603.2d).
    fn was_move(self, scope: &Scope, event: &TriggerEvent, moving: &Moving) -> bool {
        let TriggerEvent::ZoneChange { what, from: Some(Zone::Battlefield), to, .. } = event else { return false };
        let before = moving.id.before();
        moving.from == Zone::Battlefield
            && to.is_none_or(|zone| zone == moving.to)
            && self.s.last_known(before).is_some_and(|object| self.matches(scope, what, before, object))
    }

    /// How many additional times an ability of a permanent triggers on an event (CR 603.2d).
    pub(crate) fn additional_times(self, id: ObjectId, matches: &Match<'_>) -> usize {
        let Some(object) = self.s.get(id) else { return 0 };
        let mut times = 0;
        self.each_rule(RuleKinds::TRIGGERS_AGAIN, &mut |scope, ability| {
            if let StaticEffect::TriggersAgain { causes, of } = &ability.effect
                && self.matches(scope, of, id, object)
                && (causes.is_empty() || causes.iter().any(|cause| matches(self, scope, cause).is_some()))
            {
                times += 1;
            }
        });
        times
    }
}

impl Engine<'_> {
    /// Looks through everything that watches `kinds` and makes those abilities trigger that `matches` accepts.
    ///
    /// `also` is an object that isn't on the battlefield but whose abilities look at this event: a card that was discarded,
    /// a spell that was cast.
    pub(crate) fn watch(&mut self, kinds: EventKinds, also: Option<ObjectId>, matches: &Match<'_>) {
        if self.s.watched.intersects(kinds) {
            for place in 0..self.s.battlefield.len() {
                let index = self.s.battlefield[place];
                if self.s.objects[index as usize].watches.intersects(kinds) {
                    let id = self.s.id(index);
                    self.watch_object(id, Zone::Battlefield, kinds, matches);
                }
            }
        }
        let elsewhere = self.watched_elsewhere(kinds) || self.s.other_zones;
        if elsewhere {
            for player in Player::BOTH {
                for place in 0..self.s.graveyards[player].len() {
                    let id = self.s.id(self.s.graveyards[player][place]);
                    self.watch_object(id, Zone::Graveyard, kinds, matches);
                }
            }
            for place in 0..self.s.exile.len() {
                let id = self.s.id(self.s.exile[place]);
                self.watch_object(id, Zone::Exile, kinds, matches);
            }
        }
        for place in 0..self.s.command.len() {
            let id = self.s.id(self.s.command[place]);
            self.watch_object(id, Zone::Command, kinds, matches);
        }
        if let Some(id) = also
            && let Some(object) = self.s.get(id)
        {
            let zone = object.zone;
            let watched = match zone {
                Zone::Battlefield | Zone::Command => true,
                Zone::Graveyard | Zone::Exile => elsewhere,
                _ => false,
            };
            if !watched {
                self.watch_object(id, zone, kinds, matches);
            }
        }
        self.watch_delayed(kinds, matches);
        if self.pool.firsts.1.intersects(kinds) {
            self.count_firsts(kinds, matches);
        }
    }

    fn watch_object(&mut self, id: ObjectId, zone: Zone, kinds: EventKinds, matches: &Match<'_>) {
        let controller = self.s.objects[id.index()].controller;
        self.watch_object_of(id, controller, zone, kinds, matches);
    }

    /// The same for an object whose abilities are, or were, another player's.
    fn watch_object_of(
        &mut self,
        id: ObjectId,
        controller: Player,
        zone: Zone,
        kinds: EventKinds,
        matches: &Match<'_>,
    ) {
        let object = &self.s.objects[id.index()];
        if !object.watches.intersects(kinds) {
            return;
        }
        let derived = &self.pool.card(object.card).derived;
        let lost = object.is(Flags::LOST_ABILITIES);
        if !lost {
            for &ability in &derived.triggers {
                self.try_trigger(id, controller, zone, ability, (kinds, matches));
            }
        }
        if self.s.objects[id.index()].is(Flags::HAS_GRANTED) {
            for place in 0..self.s.granted_to(id.index).len() {
                let ability = self.s.granted_to(id.index)[place].1;
                if matches!(self.pool.ability(ability).kind, AbilityKind::Triggered(_)) {
                    self.try_trigger(id, controller, zone, ability, (kinds, matches));
                }
            }
        }
    }

    /// The same for what has left a zone by what it did, as it last was there.
    fn watch_gone(&mut self, id: ObjectId, zone: Zone, kinds: EventKinds, matches: &Match<'_>) {
        if self.s.get(id).is_some() {
            return;
        }
        let Some(object) = self.s.last_known(id).copied() else { return };
        if object.watches.intersects(kinds) && !object.is(Flags::LOST_ABILITIES) {
            for &ability in &self.pool.card(object.card).derived.triggers {
                self.try_trigger(id, object.controller, zone, ability, (kinds, matches));
            }
        }
    }

    fn try_trigger(
        &mut self,
        id: ObjectId,
        controller: Player,
        zone: Zone,
        ability: AbilityId,
        (kinds, matches): (EventKinds, &Match<'_>),
    ) {
        let triggered = self.pool.triggered(ability);
        if triggered.zone != zone {
            return;
        }
        let mut scope = Scope::of(id, controller);
        if let Some(object) = self.s.last_known(id).filter(|_| !self.s.texts.is_empty()) {
            scope.text = self.eye().text_of(id, object, ability);
        }
        for event in &triggered.events {
            let (event, first) = match event {
                TriggerEvent::First(first) => (&first.event, Some(&**first)),
                event => (event, None),
            };
            // What is told may fit other kinds of events too, for what makes abilities trigger again on those.
            if !event.kinds().intersects(kinds) {
                continue;
            }
            let Some(data) = matches(self.eye(), &scope, event) else { continue };
            scope.event = data;
            if first.is_some_and(|first| !self.is_first(&scope, first)) {
                continue;
            }
            // What a card that has died says of itself in the graveyard isn't said of the death.
            let of_itself = zone == Zone::Graveyard && data.object == id;
            if !of_itself && self.is_silent(Some(id), matches) {
                return;
            }
            if !self.condition_holds(&scope, triggered) || triggered.do_once && self.was_done(controller, id, ability) {
                continue;
            }
            if let Some(limit) = if triggered.once { Some(1) } else { triggered.per_turn } {
                let used = |entry: &&(ObjectId, AbilityId, u8)| entry.0 == id && entry.1 == ability;
                if self.s.uses.iter().find(used).is_some_and(|entry| entry.2 >= limit) {
                    continue;
                }
                self.note_use(id, ability);
            }
            let trigger =
                PendingTrigger { ability, source: id, controller, event: data, memory: None, x: None, turned: None };
            self.s.pending.push(trigger);
            self.s.check_needed = true;
            if zone == Zone::Battlefield {
                for _ in 0..self.eye().additional_times(id, matches) {
                    self.s.pending.push(trigger);
                }
            }
            // One ability triggers once on one event, whichever of its descriptions fit.
            break;
        }
    }

    /// Returns whether something keeps the event from causing an ability to trigger: of an object, if it is one's.
    fn is_silent(&self, of: Option<ObjectId>, matches: &Match<'_>) -> bool {
        let source = of.and_then(|id| Some((id, *self.s.get(id)?))).filter(|(_, one)| one.zone == Zone::Battlefield);
        let mut silent = false;
        self.eye().each_rule(RuleKinds::NO_TRIGGERS, &mut |scope, ability| {
            if let StaticEffect::NoTriggers(cause, whose) = &ability.effect {
                let is_of = |filter: &gauntlet_cards::filter::Filter| {
                    source.is_some_and(|(id, object)| self.eye().matches(scope, filter, id, &object))
                };
                silent |= whose.as_ref().is_none_or(is_of) && matches(self.eye(), scope, cause).is_some();
            }
        });
        silent
    }

    /// Returns whether a player has done this turn what an ability offers: whoever controls its source later hasn't (CR 603.2i).
    pub(crate) fn was_done(&self, player: Player, source: ObjectId, ability: AbilityId) -> bool {
        self.s.done.contains(&(source, ability, player))
    }

    /// CR 603.4: the intervening "if".
    fn condition_holds(&self, scope: &Scope, triggered: &Triggered) -> bool {
        let holds = |condition: &gauntlet_cards::filter::Condition| self.eye().holds(scope, condition);
        triggered.condition.as_ref().is_none_or(holds) && triggered.only_if.as_ref().is_none_or(holds)
    }

    /// Delayed triggers that wait for the event itself.
    fn watch_delayed(&mut self, kinds: EventKinds, matches: &Match<'_>) {
        let mut place = 0;
        while place < self.s.delayed.len() {
            let delayed = &self.s.delayed[place];
            place += 1;
            if matches!(
                delayed.until,
                DelayedUntil::NextStep(..) | DelayedUntil::NextTurns(..) | DelayedUntil::ExtraTurns(_)
            ) {
                continue;
            }
            let triggered = self.pool.triggered(delayed.ability);
            if !triggered.events.iter().any(|event| event.kinds().intersects(kinds)) {
                continue;
            }
            let mut scope = Scope::of(delayed.source, delayed.controller);
            scope.memory = delayed.memory;
            let Some(data) = triggered.events.iter().find_map(|event| matches(self.eye(), &scope, event)) else {
                continue;
            };
            let data = EventData { amount: delayed.number.unwrap_or(data.amount), ..data };
            scope.event = data;
            if self.is_silent(None, matches) {
                continue;
            }
            let delayed = self.s.delayed[place - 1].clone();
            if !self.condition_holds(&scope, triggered) {
                continue;
            }
            self.s.pending.push(PendingTrigger {
                ability: delayed.ability,
                source: delayed.source,
                controller: delayed.controller,
                event: data,
                memory: delayed.memory,
                x: delayed.x,
                turned: (delayed.until != DelayedUntil::EveryEvent).then_some(delayed.turned),
            });
            self.s.check_needed = true;
            let again = matches!(
                delayed.until,
                DelayedUntil::EventThisTurn | DelayedUntil::EventUntilYourNextTurn | DelayedUntil::EveryEvent
            );
            if !again {
                place -= 1;
                self.s.delayed.remove(place);
            }
        }
    }

    /// State triggers (CR 603.8): once while the condition holds, and not again until the ability has left the stack.
    pub(crate) fn trigger_states(&mut self) {
        for place in 0..self.s.battlefield.len() {
            let id = self.s.id(self.s.battlefield[place]);
            let object = &self.s.objects[id.index()];
            if !object.watches.contains(EventKinds::STATE) {
                continue;
            }
            let controller = object.controller;
            let scope = Scope::of(id, controller);
            let is_triggered = |kind: &AbilityKind| matches!(kind, AbilityKind::Triggered(_));
            let abilities: smallvec::SmallVec<[AbilityId; 4]> =
                self.eye().abilities(object, id.index, |derived| &derived.triggers, is_triggered).collect();
            for ability in abilities {
                let triggered = self.pool.triggered(ability);
                let waits = self.s.pending.iter().any(|other| other.ability == ability && other.source == id)
                    || self.s.stack.iter().any(|other| other.ability == ability && other.source == id);
                let holds = |event: &TriggerEvent| match event {
                    TriggerEvent::State(condition) => self.eye().holds(&scope, condition),
                    _ => false,
                };
                if !waits && triggered.events.iter().any(holds) && self.condition_holds(&scope, triggered) {
                    self.pend(ability, id, controller, EventData::NONE);
                }
            }
        }
    }

    /// Puts the waiting triggered abilities on the stack: those of the active player first, each player ordering their own
    /// (CR 603.3b). Returns whether there were any.
    pub(crate) fn put_triggers(&mut self) -> bool {
        if self.s.pending.is_empty() {
            return false;
        }
        for player in [self.s.active, !self.s.active] {
            let mut own = self.s.pending.iter().filter(|trigger| trigger.controller == player);
            let Some(first) = own.next().copied() else { continue };
            // Abilities that are alike in everything need no order.
            let alike = own.all(|trigger| {
                trigger.ability == first.ability && trigger.source == first.source && trigger.event == first.event
            });
            if alike {
                let place = self.s.pending.iter().position(|trigger| trigger.controller == player);
                let trigger = self.s.pending.remove(place.expect("it was found above"));
                self.announce_trigger(trigger);
            } else {
                self.s.tasks.push(Task::OrderTriggers(player));
            }
            return true;
        }
        false
    }

    /// Asks which of a player's triggered abilities goes on the stack next. The last one put there resolves first.
    pub(crate) fn order_triggers(&mut self, player: Player) -> Flow {
        if let Some(answer) = self.s.answer.take() {
            let Action::Number(place) = answer else { unreachable!("not an answer to an order: {answer:?}") };
            let own = |trigger: &PendingTrigger| trigger.controller == player;
            let mut places = (0..self.s.pending.len()).filter(|place| own(&self.s.pending[*place]));
            let place = places.nth(usize::from(place)).expect("a legal place");
            let trigger = self.s.pending.remove(place);
            self.announce_trigger(trigger);
            return Flow::Go;
        }
        self.offer(|engine, choices| {
            let own = engine.s.pending.iter().filter(|trigger| trigger.controller == player);
            different(own, |number| choices.push(Action::Number(number)));
        });
        self.ask(Task::OrderTriggers(player), player, DecisionKind::OrderTriggers, ObjectId::NONE, Particulars::Nothing)
    }

    /// Begins to put a triggered ability on the stack: modes and targets are chosen as for a spell (CR 603.3c–d).
    fn announce_trigger(&mut self, trigger: PendingTrigger) {
        // What a source was that nobody remembers is told by the card that it has become, as of what was unearthed; if it has gone on from
        // there, nothing tells it, and its ability still exists (CR 113.7a, 603.7e).
        let source = self.s.last_known(trigger.source).or_else(|| self.s.get(trigger.source.moved()));
        let card = source.map(|object| (object.card, object.owner));
        let (known, owner) = card.unwrap_or((gauntlet_cards::card::CardId(0), trigger.controller));
        let mut object = self.eye().as_object(known, owner, Zone::Stack);
        object.controller = trigger.controller;
        if card.is_none() {
            object.characteristics = Default::default();
        }
        // What comes with the rules has no source (CR 724.2), nor a card that could be an emblem.
        if card.is_some() && self.pool.is_emblem(known) {
            object.printed = self.s.objects[trigger.source.index()].printed;
        }
        object.flags = Flags::ABILITY;
        object.turned =
            trigger.turned.or(self.s.last_known(trigger.source).map(|source| source.turned)).unwrap_or_default();
        let id = self.allocate(object);
        self.inherit_text(trigger.source, id, trigger.ability);
        let item = StackItem {
            object: id,
            ability: trigger.ability,
            source: trigger.source,
            controller: trigger.controller,
            x: trigger.x.unwrap_or_else(|| self.s.last_known(trigger.source).map_or(0, |source| source.x)),
            paid: self.s.last_known(trigger.source).map_or_else(Default::default, Object::own_paid),
            modes: Default::default(),
            targets: Default::default(),
            event: trigger.event,
            memory: trigger.memory,
            from: Zone::Battlefield,
        };
        self.s.tasks.push(Task::Announce(Announce {
            item,
            origin: Origin::Trigger,
            stage: Stage::Modes,
            cursor: 0,
            count: 0,
            mode: 0,
            life_symbols: 0,
            price: Price::Own,
            payment: Default::default(),
            offered: false,
        }));
    }

    /// Makes one ability trigger for its controller: reflexive triggers and the like.
    pub(crate) fn pend(&mut self, ability: AbilityId, source: ObjectId, controller: Player, event: EventData) {
        self.s.pending.push(PendingTrigger { ability, source, controller, event, memory: None, x: None, turned: None });
        self.s.check_needed = true;
    }

    /// Ends what lasts until a moment that has come.
    pub(crate) fn expire(&mut self, ends: impl Fn(&Engine<'_>, Duration, Player, u32, ObjectId, ObjectId) -> bool) {
        if self.s.effects.is_empty() && self.s.permissions.is_empty() && self.s.player_effects.is_empty() {
            return;
        }
        // What ends is seldom nothing where there is something that can end.
        self.note_change();
        let mut effects = std::mem::take(&mut self.s.effects);
        let before = effects.len();
        effects.retain(|effect| {
            !ends(self, effect.duration, effect.controller, effect.turn, effect.source, effect.object)
        });
        if effects.len() != before {
            self.touch();
        }
        self.s.effects = effects;
        let mut effects = std::mem::take(&mut self.s.player_effects);
        effects.retain(|effect| !ends(self, effect.duration, effect.player, effect.turn, effect.source, effect.object));
        self.s.player_effects = effects;
        let mut permissions = std::mem::take(&mut self.s.permissions);
        permissions.retain(|permission| {
            !ends(self, permission.duration, permission.player, permission.turn, permission.source, permission.card)
        });
        self.s.permissions = permissions;
    }
}

/// The places of those among triggered abilities that are different choices of what is put on the stack next (CR 603.3b): equal ones are one choice.
pub(crate) fn different<'t>(triggers: impl Iterator<Item = &'t PendingTrigger>, mut each: impl FnMut(u16)) {
    let mut seen: [Option<(AbilityId, ObjectId)>; 16] = [None; 16];
    for (number, trigger) in triggers.enumerate() {
        let key = Some((trigger.ability, trigger.source));
        // Beyond sixteen they are just listed.
        if !seen.contains(&key) || trigger.event.amount != 1 {
            each(number as u16);
            if let Some(place) = seen.get_mut(number) {
                *place = key;
            }
        }
    }
}
