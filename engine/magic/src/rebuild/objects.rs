//! What lies in the zones that all see, and on the stack.

use gauntlet_cards::card::CardId;
use gauntlet_cards::filter::{CounterKind, Step, Zone};
use gauntlet_cards::keyword::Marks;
use gauntlet_core::Player;

use super::{Seen, SeenItem, SeenObject};
use crate::engine::Engine;
use crate::position::Position;
use crate::state::{
    ChosenTarget, Defender, EventData, ExileLink, Flags, Modes, Noted, Object, ObjectId, PhasedOut, Range, StackItem,
    State, Target,
};
use crate::task::Scope;

/// What is said of an object where it is seen.
const SEEN: Flags = Flags::TAPPED
    .union(Flags::TOKEN)
    .union(Flags::SICK)
    .union(Flags::ATTACKING)
    .union(Flags::BLOCKING)
    .union(Flags::BLOCKED)
    .union(Flags::PHASED_OUT)
    .union(Flags::ENTERED_THIS_TURN);

/// What was so this turn.
const THIS_TURN: Flags = Flags::DAMAGED
    .union(Flags::DEATHTOUCHED)
    .union(Flags::ATTACKED_THIS_TURN)
    .union(Flags::LOYALTY_USED)
    .union(Flags::DEALT_FIRST_STRIKE)
    .union(Flags::STAYS_TAPPED);

impl Position {
    /// Puts everything where it is seen; what `before` tells of an object that was there then is still so.
    pub(super) fn put_objects(&mut self, seen: &Seen, before: Option<&State>) {
        self.clear_arena(seen);
        let mut engine = self.engine();
        for object in &seen.objects {
            engine.put_object(object, seen, before);
        }
        if let Some(before) = before {
            engine.order_battlefield(before);
        }
        for object in &seen.objects {
            engine.connect(object);
        }
        let attackers = engine.s.permanents().filter(|(_, object)| object.is(Flags::ATTACKING)).count();
        // Blockers are declared and damage is dealt where something attacked, be it still there or not (CR 508.8).
        let after = matches!(seen.step, Step::DeclareBlockers | Step::FirstStrikeDamage | Step::CombatDamage);
        engine.s.attacked = attackers > 0 || after;
        let at_player = |(_, object): (ObjectId, &Object)| {
            object.is(Flags::ATTACKING) && matches!(object.defender, Defender::Player(_))
        };
        let attacked_player = engine.s.permanents().any(at_player);
        engine.s.attacked_player = attacked_player;
        engine.recall_first_strike(seen.step);
        let info = &mut engine.s.players[seen.active];
        info.attackers_declared = info.attackers_declared.max(attackers as u8);
        let power = engine.s.permanents().filter(|(_, object)| object.is(Flags::ATTACKING));
        let power = power.map(|(_, object)| i32::from(object.characteristics.power)).sum();
        if attackers > 0 {
            engine.s.players[seen.active].attack_power = power;
        }
        engine.s.effects.retain(|effect| effect.object.is_none() || is_there(seen, effect.object));
        engine.s.permissions.retain(|permission| permission.card.is_none() || is_there(seen, permission.card));
        engine.s.uses.retain(|(id, ..)| is_there(seen, *id));
        engine.s.done.retain(|(id, ..)| is_there(seen, *id));
        engine.s.delayed.retain(|delayed| is_there(seen, delayed.source));
        engine.touch();
        engine.refresh();
    }

    /// What attacks and blocks does so again: what wasn't a creature before it was explained why it is one was taken out of combat (CR 506.4).
    pub(super) fn put_into_combat(&mut self, seen: &Seen) {
        let fights = |object: &&SeenObject| object.flags.intersects(Flags::ATTACKING | Flags::BLOCKING);
        for object in seen.objects.iter().filter(fights) {
            let flags = &mut self.state.objects[object.id.index()].flags;
            *flags |= object.flags & (Flags::ATTACKING | Flags::BLOCKING | Flags::BLOCKED);
        }
        self.state.blocks.clear();
        let mut engine = self.engine();
        seen.objects.iter().filter(fights).for_each(|object| engine.connect_in_combat(object));
    }

    /// An arena with places for all that is seen; what is at none of them is free.
    fn clear_arena(&mut self, seen: &Seen) {
        let blank = self.eye().as_object(CardId(0), Player::FIRST, Zone::Command);
        let s = &mut self.state;
        let ids = || seen.objects.iter().map(|object| object.id).chain(seen.stack.iter().map(|item| item.id));
        let size = ids().map(|id| id.index() + 1).max().unwrap_or(0);
        s.objects.resize(size.max(s.objects.len()), blank);
        s.free.clear();
        for index in (0..s.objects.len() as u16).rev() {
            if ids().any(|id| id.index == index) {
                continue;
            }
            let generation = s.objects[usize::from(index)].generation;
            s.objects[usize::from(index)] = Object { generation: generation.wrapping_add(2), ..blank };
            s.free.push(index);
        }
    }

    /// What has left the battlefield is known as it was there: what is on the stack may ask for it (CR 608.2h). Its own is the last, which stands for
    /// what the viewer is asked about.
    fn remember_what_is_gone(&mut self, seen: &Seen, before: Option<&State>) {
        if !seen.stack.iter().any(|item| item.targets.contains(&None)) {
            return;
        }
        let nothing = self.eye().as_object(CardId(0), seen.viewer, Zone::Battlefield);
        let mut gone = vec![(ObjectId { index: 0, generation: u16::MAX }, nothing)];
        let there = before.into_iter().flat_map(State::permanents);
        gone.extend(there.filter(|(id, _)| !is_there(seen, *id)).map(|(id, object)| (id, *object)));
        gone.sort_by_key(|(_, object)| (object.controller == seen.viewer, object.is_creature()));
        self.state.last_known.extend(gone);
    }

    /// Puts spells and abilities on the stack.
    pub(super) fn put_stack(&mut self, seen: &Seen, before: Option<&State>) {
        self.remember_what_is_gone(seen, before);
        for item in &seen.stack {
            let known = before.and_then(|before| {
                // A spell may be cast in another way than the usual one, but an ability is the one that it is.
                let same =
                    |known: &&StackItem| known.object == item.id && (!item.is_ability || known.ability == item.ability);
                let known = before.stack.iter().find(same)?;
                let targets = &before.targets[usize::from(known.targets.start)..usize::from(known.targets.end)];
                Some((before.objects[item.id.index()], *known, targets))
            });
            self.engine().put_item(item, known);
        }
    }
}

fn is_there(seen: &Seen, id: ObjectId) -> bool {
    seen.objects.iter().any(|object| object.id == id) || seen.stack.iter().any(|item| item.id == id)
}

impl Engine<'_> {
    fn put_object(&mut self, seen: &SeenObject, all: &Seen, before: Option<&State>) {
        let whole = self.pool.whole(seen.card);
        let card = if seen.zone == Zone::Battlefield { seen.card } else { whole };
        let fresh = self.eye().as_object(card, seen.owner, seen.zone);
        let known = before.and_then(|before| before.get(seen.id).map(|object| (*object, before.turn == all.turn)));
        let known = known.filter(|(object, _)| object.zone == seen.zone && object.card == card);
        let timestamp = if known.is_some() { 0 } else { self.s.tick() };
        let mut object = match known {
            Some((known, this_turn)) => {
                let kept = if this_turn { Flags::all() } else { THIS_TURN.complement() };
                Object { flags: known.flags & kept, characteristics: fresh.characteristics, ..known }
            }
            None => Object { timestamp, marks: seen.marks, ..fresh },
        };
        object.generation = seen.id.generation;
        let entered = object.flags & Flags::ENTERED_THIS_TURN;
        // What is worked out anew, or holds during a declaration only.
        let gone = SEEN | Flags::HAS_COUNTERS | Flags::HAS_ATTACHMENTS | Flags::DECLARED;
        object.flags = (object.flags - gone) | seen.flags | entered;
        // CR 302.6: what its controller has had since the turn began came under their control before it.
        if !seen.flags.contains(Flags::SICK) {
            object.flags -= Flags::ENTERED_THIS_TURN;
            object.marks -= if seen.controller == all.active { Marks::empty() } else { Marks::NEW_CONTROL };
        }
        if seen.flags.contains(Flags::ATTACKING) {
            object.flags |= Flags::ATTACKED_THIS_TURN;
        }
        (object.controller, object.base_controller, object.damage) = (seen.controller, seen.controller, seen.damage);
        (object.attached_to, object.chosen) = (ObjectId::NONE, seen.chosen.or(object.chosen));
        object.flags.set(Flags::DAMAGED, object.is(Flags::DAMAGED) || seen.damage > 0);
        if let Some(level) = seen.level.filter(|level| *level > 1) {
            object.noted = Noted::Level(level);
        }
        let index = seen.id.index;
        self.s.objects[seen.id.index()] = object;
        match seen.zone {
            Zone::Battlefield if seen.flags.contains(Flags::PHASED_OUT) => {
                self.s.phased.push(PhasedOut { index, with: None });
            }
            Zone::Battlefield => self.s.battlefield.push(index),
            Zone::Graveyard => self.join_graveyard(seen.owner, index),
            Zone::Exile => self.s.exile.push(index),
            Zone::Command | Zone::Library | Zone::Hand | Zone::Stack => self.s.command.push(index),
        }
        for (kind, count) in seen.counters.iter().filter(|(_, count)| *count > 0) {
            self.set_counters(index, *kind, *count);
        }
    }

    /// Which creatures have dealt damage in a first combat damage step is known from a position in that combat (CR 510.4).
    fn recall_first_strike(&mut self, step: Step) {
        let struck = self.s.permanents().any(|(_, object)| object.is(Flags::DEALT_FIRST_STRIKE));
        self.s.first_strike_step = struck && step == Step::CombatDamage;
        if struck && step != Step::CombatDamage {
            self.s.each_permanent_even_phased_out(|object| object.flags -= Flags::DEALT_FIRST_STRIKE);
        }
    }

    /// Puts the battlefield in the order in which permanents entered, as far as that is known: those of each player are seen in it, and of those
    /// that were there before it is known how those of both lay.
    fn order_battlefield(&mut self, before: &State) {
        let rank = |index: &u16| {
            let place = before.battlefield.iter().position(|other| other == index);
            place.filter(|_| before.id(*index) == self.s.id(*index)).unwrap_or(usize::MAX)
        };
        let controller = |index: u16| self.s.objects[usize::from(index)].controller;
        let mut ranked: Vec<(usize, u16)> = self.s.battlefield.iter().map(|index| (rank(index), *index)).collect();
        ranked.sort_by_key(|entry| entry.0);
        let mut own = Player::BOTH.map(|player| {
            let own = self.s.battlefield.iter().copied().filter(|index| controller(*index) == player);
            own.collect::<Vec<u16>>().into_iter()
        });
        let slots: Vec<u16> = ranked.iter().filter_map(|(_, index)| own[controller(*index).index()].next()).collect();
        self.s.battlefield = slots;
    }

    fn set_counters(&mut self, index: u16, kind: CounterKind, count: u16) {
        let now = self.s.tick();
        self.s.counters.push((index, kind, count, now));
        self.object(index).flags |= Flags::HAS_COUNTERS;
    }

    /// What an object is attached to, attacks and blocks, and what exiled it.
    fn connect(&mut self, seen: &SeenObject) {
        let index = seen.id.index;
        if let Some(host) = seen.attached_to.filter(|host| self.s.get(*host).is_some()) {
            self.object(index).attached_to = host;
            self.object(host.index).flags |= Flags::HAS_ATTACHMENTS;
        }
        self.connect_in_combat(seen);
        if let Some(source) = seen.exiled_by.filter(|source| self.s.get(*source).is_some()) {
            self.s.links.push(ExileLink {
                source,
                card: seen.id,
                returns: true,
                until_monarch: None,
                copied_as: None,
                gained: None,
            });
        }
    }

    /// What an object attacks and blocks.
    fn connect_in_combat(&mut self, seen: &SeenObject) {
        let index = seen.id.index;
        if let Some(attacked) = seen.attacks {
            let object = self.object(index);
            object.defender = match attacked {
                Target::Player(player) => Defender::Player(player),
                Target::Object(id) => Defender::Permanent(id),
            };
            object.marks.set(Marks::ON_PLAYER, object.is_aura());
        }
        for attacker in seen.blocks.iter().filter(|id| self.s.get(**id).is_some()).copied().collect::<Vec<_>>() {
            self.s.blocks.push((index, attacker.index));
            self.object(attacker.index).flags |= Flags::BLOCKED;
        }
    }

    fn put_item(&mut self, seen: &SeenItem, known: Option<(Object, StackItem, &[ChosenTarget])>) {
        let mut object = match known {
            Some((object, ..)) => object,
            None => {
                let timestamp = self.s.tick();
                let object = self.eye().as_object(seen.card, seen.owner, Zone::Stack);
                Object { timestamp, came_from: Zone::Hand, cast_from: Zone::Hand, ..object }
            }
        };
        (object.generation, object.zone) = (seen.id.generation, Zone::Stack);
        (object.controller, object.base_controller, object.cast_by) =
            (seen.controller, seen.controller, seen.controller);
        object.flags.set(Flags::ABILITY, seen.is_ability);
        object.flags.set(Flags::COPY, seen.copy);
        object.flags.set(Flags::CAST, !seen.is_ability && !seen.copy);
        self.s.objects[seen.id.index()] = object;
        let source = if seen.is_ability { seen.source.unwrap_or(ObjectId::NONE) } else { seen.id };
        let mut item = known.map_or(
            StackItem {
                object: seen.id,
                ability: seen.ability,
                source,
                controller: seen.controller,
                x: seen.x,
                paid: self.s.get(source).map_or_else(Default::default, Object::own_paid),
                modes: Modes::default(),
                targets: Range::default(),
                event: EventData { object: source, ..EventData::NONE },
                memory: None,
                from: if seen.is_ability { Zone::Battlefield } else { Zone::Hand },
            },
            |(_, item, _)| item,
        );
        if !seen.modes.is_empty() {
            item.modes = Modes::default();
            for (place, mode) in item.modes.parts.iter_mut().zip(&seen.modes) {
                *place = *mode;
                item.modes.count += 1;
            }
        } else if item.modes.count == 0 {
            item.modes.count = 1;
        }
        let start = self.s.targets.len() as u16;
        let specs = match known {
            Some((.., old)) if old.len() == seen.targets.len() => old.iter().map(|old| (old.mode, old.spec)).collect(),
            _ => self.specs_of(&item, seen.targets.len()),
        };
        for (place, ((mode, spec), target)) in specs.into_iter().zip(&seen.targets).enumerate() {
            let share = seen.shares.get(place).copied().unwrap_or_default();
            let gone = self.s.last_known.last().map_or(ObjectId::NONE, |(id, _)| *id);
            let target = target.unwrap_or(Target::Object(gone));
            self.s.targets.push(ChosenTarget { mode, spec, share, target });
        }
        item.targets = Range { start, end: self.s.targets.len() as u16 };
        self.s.stack.push(item);
    }

    /// For which mode and spec each of a number of targets was chosen: each spec takes as many as it may have, the last what is left.
    fn specs_of(&self, item: &StackItem, count: usize) -> Vec<(u8, u8)> {
        let mut specs = Vec::with_capacity(count);
        let Some(script) = self.pool.ability(item.ability).kind.script() else { return vec![(0, 0); count] };
        let scope = Scope::of_item(item);
        for mode in 0..item.modes.count {
            let Some(part) = script.parts.get(usize::from(item.modes.parts[usize::from(mode)])) else { continue };
            for (spec, asked) in part.targets.iter().enumerate() {
                let most = self.eye().amount(&scope, &asked.max).max(0) as usize;
                let left = count - specs.len();
                specs.extend(std::iter::repeat_n((mode, spec as u8), most.min(left)));
            }
        }
        let last = specs.last().copied().unwrap_or((0, 0));
        specs.resize(count, last);
        specs
    }
}
