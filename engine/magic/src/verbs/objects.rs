//! Objects: effects that last, counters, tokens and copies.

use gauntlet_cards::card::AbilityId;
use gauntlet_cards::effect::{Destination, Duration, Instr, Modification, NewTokens, Shield};
use gauntlet_cards::filter::{Amount, CounterKind, Objects, Players, Zone};
use gauntlet_cards::keyword::EventKinds;
use gauntlet_cards::types::Subtype;
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::decision::{Action, DecisionKind};
use crate::engine::Engine;
use crate::evaluate::PlayerSet;
use crate::replacement::Putting;
use crate::resolve::After;
use crate::state::{
    ActiveEffect, ChosenTarget, CopyPart, DamageShield, Defender, DelayedTrigger, Flags, ObjectId, Range, StackItem,
    Target,
};
use crate::task::{Resolve, Scope};

impl Engine<'_> {
    /// CR 701.14: both deal damage only if both are still creatures on the battlefield.
    pub(super) fn fight(&mut self, scope: &Scope, first: &Objects, second: &Objects) {
        let (first, second) = (self.list(scope, first), self.list(scope, second));
        let (Some(&a), Some(&b)) = (first.first(), second.first()) else { return };
        let fights =
            |id: ObjectId| self.s.get(id).filter(|object| object.zone == Zone::Battlefield && object.is_creature());
        let (Some(one), Some(other)) = (fights(a), fights(b)) else { return };
        let (one, other) = (i32::from(one.characteristics.power), i32::from(other.characteristics.power));
        self.deal_together(&[(a, Target::Object(b), one), (b, Target::Object(a), other)], false);
    }

    /// Where the instruction at work is written.
    fn at_work(&self, task: &Resolve) -> (AbilityId, u8) {
        self.pool.written(task.item.ability, task.item.modes.parts[usize::from(task.scope.mode)])
    }

    pub(super) fn shield(&mut self, task: &Resolve, protects: Option<Target>, amount: u16) {
        let (ability, part) = self.at_work(task);
        let timestamp = self.s.tick();
        self.s.shields.push(DamageShield {
            protects,
            amount,
            ability,
            part,
            instr: task.pc,
            controller: task.scope.you,
            source: task.scope.source,
            from: ObjectId::NONE,
            combat: false,
            once: false,
            redirect: None,
            spent: false,
            memory: 0,
            player: task.scope.current_player,
            timestamp,
        });
    }

    /// A shield for each of those that are protected from each of the sources.
    pub(super) fn shields(&mut self, task: &Resolve, shield: &Shield) {
        let Shield { to, from, combat, amount, once, redirect, then, .. } = shield;
        let scope = task.scope;
        let amount = amount.as_ref().map_or(u16::MAX, |amount| self.number(&scope, amount).clamp(0, 65_534) as u16);
        let protected: smallvec::SmallVec<[Option<Target>; 8]> = match to {
            Some(to) => self.recipients(&scope, to).into_iter().map(Some).collect(),
            None => smallvec::smallvec![None],
        };
        let sources: smallvec::SmallVec<[ObjectId; 8]> = match from {
            Some(from) => self.list(&scope, from),
            None => smallvec::smallvec![ObjectId::NONE],
        };
        let redirect = match redirect {
            Some(redirect) => match self.recipients(&scope, redirect).first() {
                Some(target) => Some(*target),
                None => return,
            },
            None => None,
        };
        let memory = if then.is_some() { self.remember(&scope) } else { 0 };
        for protects in protected {
            for from in &sources {
                self.shield(task, protects, amount);
                if let Some(shield) = self.s.shields.last_mut() {
                    shield.from = *from;
                    shield.combat = *combat;
                    shield.once = *once;
                    shield.redirect = redirect;
                    shield.memory = memory;
                }
            }
        }
    }

    /// An effect of the instruction at work, its numbers locked in.
    pub(crate) fn effect(&mut self, task: &Resolve, object: ObjectId, duration: Duration) -> ActiveEffect {
        let (ability, part) = self.at_work(task);
        ActiveEffect {
            ability,
            part,
            instr: task.pc,
            object,
            source: task.scope.source,
            controller: task.scope.you,
            timestamp: self.s.tick(),
            duration,
            turn: self.s.turn,
            numbers: [0; 4],
            copied: gauntlet_cards::card::CardId(0),
            copy: CopyPart::Whole,
            player: task.scope.current_player,
        }
    }

    pub(super) fn add_effect(
        &mut self,
        task: &Resolve,
        object: ObjectId,
        modifications: &[Modification],
        duration: Duration,
    ) {
        let mut effect = self.effect(task, object, duration);
        let mut copied_object = ObjectId::NONE;
        let mut next = 0;
        let mut scope = task.scope;
        scope.current_object = if object.is_none() { scope.current_object } else { object };
        for change in modifications {
            match change {
                Modification::AddPT(power, toughness) => {
                    let numbers = [self.number(&scope, power), self.number(&scope, toughness)];
                    self.lock(&mut effect, &mut next, numbers);
                }
                Modification::SetBasePT(power, toughness) => {
                    let value =
                        |amount: &Option<Amount>| amount.as_ref().map_or(0, |amount| self.number(&scope, amount));
                    let numbers = [value(power), value(toughness)];
                    self.lock(&mut effect, &mut next, numbers);
                }
                // What was chosen as it resolved is locked in too.
                Modification::AddChosenType
                | Modification::SetChosenType
                | Modification::SetChosenColor
                | Modification::AddProtectionFromChosenColor => {
                    let chosen = i32::from(self.chosen_for(scope.source));
                    self.lock(&mut effect, &mut next, [chosen, 0]);
                }
                Modification::ChangeText(register) => {
                    let register = usize::from(*register);
                    let words = [scope.numbers[register], scope.numbers[register + 1]];
                    self.lock(&mut effect, &mut next, words);
                }
                Modification::Control(players) => {
                    if let Some(player) = self.who(&scope, players).first(scope.you) {
                        effect.player = player;
                    }
                }
                Modification::CopyOf(objects) => {
                    let Some(id) = self.known(&scope, objects).first().copied() else { return };
                    let Some(copied) = self.s.last_known(id) else { return };
                    effect.copied = self.eye().copied_card(copied);
                    copied_object = id;
                }
                _ => {}
            }
        }
        if !self.copy_chain(copied_object).is_empty() {
            self.s.effects.push(ActiveEffect { copy: CopyPart::Card, ..effect });
            self.repeat_exceptions(copied_object, object, Some(&effect));
            effect.copy = CopyPart::Exceptions;
        }
        self.s.effects.push(effect);
        self.touch();
    }

    /// What was chosen for a source, as its number.
    pub(crate) fn chosen_for(&self, source: ObjectId) -> u16 {
        self.s.last_known(source).map_or(u16::MAX, |source| source.chosen)
    }

    pub(super) fn lock(&self, effect: &mut ActiveEffect, next: &mut usize, numbers: [i32; 2]) {
        for number in numbers {
            if let Some(place) = effect.numbers.get_mut(*next) {
                *place = number.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
            }
            *next += 1;
        }
    }

    /// Counters spells and abilities (CR 701.6). They go where the effect says instead of to a graveyard (CR 614.15).
    pub(super) fn counter(&mut self, scope: &Scope, objects: &Objects, destination: Option<&Destination>) {
        for id in self.list(scope, objects) {
            let Some(item) = self.s.stack.iter().find(|item| item.object == id).copied() else { continue };
            let restrictions = self.s.objects[id.index()].restrictions;
            let card = self.pool.card(self.s.objects[id.index()].card);
            let fixed = card.derived.cant_be_countered && !self.s.objects[id.index()].is(Flags::ABILITY);
            if fixed || restrictions.contains(gauntlet_cards::keyword::Restrictions::CANT_BE_COUNTERED) {
                continue;
            }
            self.tell(|eye| format!("{} is countered.", eye.item_name(&item)));
            self.remove_from_stack(&item, destination);
        }
    }

    /// Puts counters on a permanent (CR 122.6); how many they are after all.
    pub(crate) fn add_counters(&mut self, id: ObjectId, kind: CounterKind, amount: i32, putting: Putting) -> i32 {
        if amount <= 0 || self.s.get(id).is_none() {
            return 0;
        }
        let amount = self.counters_after_replacement(Target::Object(id), kind, amount, putting).clamp(0, 65_535);
        self.put_counters(id.index, kind, amount as u16);
        if amount > 0 && self.watches(EventKinds::COUNTERS) {
            self.trigger_counters(id, kind, amount as u16);
        }
        amount
    }

    /// Gives a player counters.
    pub(crate) fn add_player_counters(&mut self, player: Player, kind: CounterKind, amount: i32, putting: Putting) {
        let amount = self.counters_after_replacement(Target::Player(player), kind, amount, putting).max(0);
        let info = &mut self.s.players[player];
        match kind {
            CounterKind::POISON => info.poison = info.poison.saturating_add(amount.min(255) as u8),
            CounterKind::ENERGY => info.energy = info.energy.saturating_add(amount.min(65_535) as u16),
            CounterKind::EXPERIENCE => info.experience = info.experience.saturating_add(amount.min(65_535) as u16),
            _ => unreachable!("players have no such counters"),
        }
        self.s.check_needed = true;
    }

    pub(super) fn remove_counters(&mut self, id: ObjectId, kind: Option<CounterKind>, amount: u16) -> i32 {
        let Some(kind) = kind else {
            let mut removed = 0;
            while let Some(entry) = self.s.counters.iter().find(|entry| entry.0 == id.index).copied() {
                removed += i32::from(self.take_counters(id.index, entry.1, u16::MAX));
            }
            return removed;
        };
        i32::from(self.take_counters(id.index, kind, amount))
    }

    /// Removes so many counters from each of the objects, each of a kind that the player chooses where it has several (CR 122.1).
    pub(super) fn remove_chosen_counters(&mut self, task: &mut Resolve, objects: &Objects, amount: &Amount) -> After {
        let scope = task.scope;
        let each = self.times(&scope, amount).min(u32::from(u16::MAX)) as u16;
        if !task.begun {
            task.progress.objects = self.gather(&scope, objects);
            task.progress.left = each;
        }
        while task.progress.objects.start < task.progress.objects.end {
            let id = self.s.scratch[usize::from(task.progress.objects.start)];
            let entries = self.s.counters.iter().filter(|entry| entry.0 == id.index && self.s.get(id).is_some());
            let kinds: SmallVec<[CounterKind; 4]> = entries.map(|entry| entry.1).collect();
            let kind = match (self.s.answer.take(), kinds.as_slice()) {
                (Some(Action::Number(kind)), _) => CounterKind(kind),
                (_, kinds) if kinds.is_empty() || task.progress.left == 0 => {
                    task.progress.objects.start += 1;
                    task.progress.left = each;
                    continue;
                }
                (_, [kind]) => *kind,
                (_, kinds) => {
                    self.s.choices.clear();
                    self.s.choices.extend(kinds.iter().map(|kind| Action::Number(kind.0)));
                    return After::Ask(scope.you, DecisionKind::CounterKind, id, task.progress.left);
                }
            };
            task.progress.done += self.take_counters(id.index, kind, 1);
            task.progress.left -= 1;
        }
        task.scope.this_way = i32::from(task.progress.done);
        After::Next
    }

    /// Creates the tokens of instructions in each of the scopes: all enter at one time.
    pub(super) fn create_tokens_together(&mut self, task: &mut Resolve, scopes: &[Scope], creating: &[Instr]) {
        let start = self.s.scratch.len() as u16;
        for (place, instr) in creating.iter().enumerate() {
            let Instr::CreateToken(tokens) = instr else { unreachable!("called for tokens only") };
            task.pc += u16::from(place > 0);
            self.create_tokens(tokens, task, scopes);
        }
        self.entered(Range { start, end: self.s.scratch.len() as u16 });
    }

    fn create_tokens(&mut self, tokens: &NewTokens, task: &mut Resolve, scopes: &[Scope]) {
        let NewTokens { player, token, amount, pt, tapped, attacking, attached, counters, into, .. } = tokens;
        let mut destination =
            Destination { tapped: *tapped, attacking: *attacking, ..Destination::to(Zone::Battlefield) };
        destination.counters.extend(counters.iter().map(|amount| (CounterKind::PLUS_ONE, amount.clone())));
        let start = self.s.scratch.len() as u16;
        for (player, count, place) in self.created(scopes, player, amount) {
            let scope = &scopes[place];
            let count = count.clamp(0, 1_000);
            let pt = pt.as_ref().map(|(power, toughness)| [self.number(scope, power), self.number(scope, toughness)]);
            let host = attached.as_ref().map(|to| self.list(scope, to).first().copied());
            // CR 303.4i: a token isn't created if it can't be attached to what is said.
            let stays_away = |engine: &Engine<'_>| {
                host.is_some_and(|host| host.is_none_or(|host| !engine.eye().can_attach_token(*token, player, host)))
            };
            if count > 0 && stays_away(self) {
                continue;
            }
            for _ in 0..count {
                self.s.entering_host = host.flatten();
                let id = self.create_token(scope, player, *token, &destination);
                self.s.entering_host = None;
                self.word_token(task, id);
                if let Some(pt) = pt {
                    let mut effect = self.effect(task, id, Duration::Indefinite);
                    self.lock(&mut effect, &mut 0, pt);
                    self.s.effects.push(effect);
                    self.touch();
                }
                self.s.scratch.push(id);
            }
            if count > 0 {
                self.tell(|eye| {
                    let (who, token) = (eye.player_name(player), eye.card_name(*token));
                    match count {
                        1 => format!("{who} creates a {token}."),
                        _ => format!("{who} creates {count} {token}s."),
                    }
                });
            }
        }
        self.keep(task, *into, start);
    }

    /// Creates a token: of a card that is a face of another, with that face up.
    pub(super) fn create_token(
        &mut self,
        scope: &Scope,
        player: Player,
        token: gauntlet_cards::card::CardId,
        destination: &Destination,
    ) -> ObjectId {
        let mut object = self.eye().as_object(token, player, Zone::Battlefield);
        object.flags |= Flags::TOKEN;
        object.came_from = Zone::Command;
        let id = self.allocate(object);
        self.enter(scope, id, player, destination);
        id
    }

    /// What is copied, and as which card.
    pub(super) fn to_copy(&self, scope: &Scope, of: &Objects) -> Option<(ObjectId, gauntlet_cards::card::CardId)> {
        let original = self.known(scope, of).first().copied()?;
        Some((original, self.eye().copied_card(self.s.last_known(original)?)))
    }

    /// Returns whether something is chosen, for each by itself, as tokens that are copies of a card enter (CR 303.4f, 614.12a).
    pub(super) fn asks_as_copies_enter(&self, copied: gauntlet_cards::card::CardId) -> bool {
        self.acts_as_it_enters(copied) || self.pool.card(copied).characteristics.subtypes.contains(Subtype::AURA)
    }

    pub(super) fn create_copies(&mut self, instr: &Instr, task: &mut Resolve) -> After {
        let Instr::CreateCopy { player, of, amount, tapped, attacking, into, .. } = instr else {
            unreachable!("called for copies only")
        };
        let scope = task.scope;
        let Some(copied) = self.to_copy(&scope, of) else { return After::Next };
        if !self.asks_as_copies_enter(copied.1) {
            self.create_copies_together(task, &[scope], instr);
            return After::Next;
        }
        let amount = self.number(&scope, amount);
        let destination = Destination { tapped: *tapped, attacking: *attacking, ..Destination::to(Zone::Battlefield) };
        if self.acts_as_it_enters(copied.1) {
            return self.create_copies_that_choose(instr, task, copied, amount, &destination);
        }
        if let Some(asked) = self.choose_hosts_of_copies(task, player, copied.1, amount) {
            return asked;
        }
        let start = self.s.scratch.len() as u16;
        let chosen = task.progress.objects;
        for place in (chosen.start..chosen.end).step_by(2) {
            let [player, host] = [0, 1].map(|next| self.s.scratch[usize::from(place + next)]);
            let Target::Player(player) = named(player) else { unreachable!("whose token it is comes first") };
            self.create_copy(instr, task, copied, player, Some(named(host)), &destination);
        }
        self.entered(Range { start, end: self.s.scratch.len() as u16 });
        self.keep(task, *into, start);
        After::Next
    }

    /// Creates tokens that are copies, of nothing that asks as it enters, in each of the scopes: all enter at one time.
    pub(super) fn create_copies_together(&mut self, task: &mut Resolve, scopes: &[Scope], instr: &Instr) {
        let Instr::CreateCopy { player, of, amount, tapped, attacking, into, .. } = instr else {
            unreachable!("called for copies only")
        };
        let destination = Destination { tapped: *tapped, attacking: *attacking, ..Destination::to(Zone::Battlefield) };
        let start = self.s.scratch.len() as u16;
        for (player, count, place) in self.created(scopes, player, amount) {
            let Some(copied) = self.to_copy(&scopes[place], of) else { continue };
            let one = Resolve { scope: scopes[place], ..*task };
            for _ in 0..count.clamp(0, 1_000) {
                self.create_copy(instr, &one, copied, player, None, &destination);
            }
        }
        self.entered(Range { start, end: self.s.scratch.len() as u16 });
        self.keep(task, *into, start);
    }

    /// Creates one of the tokens of an instruction that are copies of an object, attached to `host` if it is a copy of an Aura.
    fn create_copy(
        &mut self,
        instr: &Instr,
        task: &Resolve,
        of: (ObjectId, gauntlet_cards::card::CardId),
        player: Player,
        host: Option<Target>,
        destination: &Destination,
    ) {
        let id = self.copied_token(instr, task, of, player);
        self.s.entering_host = match host {
            Some(Target::Object(host)) => Some(host),
            Some(Target::Player(_)) | None => None,
        };
        self.enter(&task.scope, id, player, destination);
        self.s.entering_host = None;
        if let Some(Target::Player(enchanted)) = host {
            self.object(id.index).defender = Defender::Player(enchanted);
        }
        self.s.scratch.push(id);
    }

    /// Chooses what each of the tokens will be attached to that are copies of an Aura, a player if it enchants players: the player
    /// who creates them chooses for each by itself (CR 303.4f). An Aura token that can't enchant anything isn't created (CR 303.4g).
    /// Returns what to ask for; once all is chosen, whose each token is and what it enchants stand in the progress, in turn.
    fn choose_hosts_of_copies(
        &mut self,
        task: &mut Resolve,
        players: &Players,
        copied: gauntlet_cards::card::CardId,
        amount: i32,
    ) -> Option<After> {
        const UNCOUNTED: u16 = u16::MAX;
        if !task.begun {
            let end = self.s.scratch.len() as u16;
            task.progress.objects = Range { start: end, end };
            task.progress.players = self.who(&task.scope, players).0;
            task.progress.left = UNCOUNTED;
        }
        while let Some(player) = PlayerSet(task.progress.players).first(self.s.active) {
            if task.progress.left == UNCOUNTED {
                task.progress.left = self.tokens_after_replacement(player, amount).clamp(0, 1_000) as u16;
            }
            let chosen = match self.s.answer.take() {
                Some(Action::Object(index)) => Some(Target::Object(self.s.id(index))),
                Some(Action::Player(host)) => Some(Target::Player(host)),
                _ => None,
            };
            if let Some(host) = chosen {
                self.s.scratch.extend([place_of(Target::Player(player)), place_of(host)]);
                task.progress.objects.end += 2;
                task.progress.left -= 1;
            }
            self.offer_hosts(copied, player);
            if task.progress.left > 0 && !self.s.choices.is_empty() {
                return Some(After::Ask(player, DecisionKind::AttachTo, task.item.object, task.progress.left));
            }
            task.progress.players &= !(1 << player.index());
            task.progress.left = UNCOUNTED;
        }
        None
    }

    /// Offers what a token of a player that is a copy of an Aura can be attached to.
    fn offer_hosts(&mut self, copied: gauntlet_cards::card::CardId, player: Player) {
        self.s.choices.clear();
        for host in Player::BOTH {
            if self.eye().could_enchant_player(copied, ObjectId::NONE, player, host) {
                self.s.choices.push(Action::Player(host));
            }
        }
        for place in 0..self.s.battlefield.len() {
            let host = self.s.id(self.s.battlefield[place]);
            if self.eye().can_attach_token(copied, player, host) {
                self.s.choices.push(Action::Object(host.index));
            }
        }
    }

    /// An emblem (CR 114): its static abilities hold and its triggered abilities watch for the rest of the game.
    pub(crate) fn create_emblem(
        &mut self,
        task: &mut Resolve,
        player: Player,
        abilities: &[gauntlet_cards::card::AbilityId],
    ) {
        for &ability in abilities {
            match &self.pool.ability(ability).kind {
                gauntlet_cards::ability::AbilityKind::Static(_) => {
                    let effect = self.effect(task, ObjectId::NONE, Duration::Indefinite);
                    self.s.player_effects.push(ActiveEffect { ability, controller: player, ..effect });
                    self.touch();
                }
                gauntlet_cards::ability::AbilityKind::Triggered(_) => self.s.delayed.push(DelayedTrigger {
                    ability,
                    until: gauntlet_cards::effect::DelayedUntil::EveryEvent,
                    source: task.scope.source,
                    controller: player,
                    turn: self.s.turn,
                    memory: 0,
                    x: None,
                }),
                gauntlet_cards::ability::AbilityKind::Activatable(_) => unreachable!("no emblem in print has one"),
            }
        }
    }

    /// Copies spells and abilities on the stack (CR 707.10).
    pub(super) fn copy_spells(&mut self, instr: &Instr, task: &Resolve) {
        let Instr::CopySpell { of, player, new_targets, except, at } = instr else {
            unreachable!("called for the copying of spells only")
        };
        let scope = &task.scope;
        let Some(player) = self.who(scope, player).first(scope.you) else { return };
        // A spell that has left the stack is copied as it last was there (CR 707.10, 608.2h).
        for id in self.known(scope, of) {
            let mut items = self.s.stack.iter().chain(&self.s.left_stack);
            let Some(item) = items.find(|item| item.object == id).copied() else { continue };
            let Some(mut object) = self.s.last_known(id).copied() else { continue };
            object.flags |= Flags::COPY;
            object.controller = player;
            object.owner = player;
            // A copy wasn't cast, and no mana was spent on it (CR 707.10).
            object.spent_mana = 0;
            object.came_from = Zone::Stack;
            let aims: SmallVec<[Option<ObjectId>; 8]> = match at {
                None => SmallVec::from_elem(None, 1),
                Some(at) => {
                    let others = self.list(scope, at).into_iter().filter(|other| self.could_target(&item, *other));
                    others.map(Some).collect()
                }
            };
            for aim in aims {
                let copy = self.allocate(object);
                let start = self.s.targets.len() as u16;
                for place in item.targets.start..item.targets.end {
                    let mut target = self.s.targets[place as usize];
                    target.target = aim.map_or(target.target, Target::Object);
                    self.s.targets.push(target);
                }
                let targets = Range { start, end: self.s.targets.len() as u16 };
                let source = if item.source == item.object { copy } else { item.source };
                let from = Zone::Stack;
                let copied =
                    crate::state::StackItem { object: copy, source, controller: player, targets, from, ..item };
                self.tell(|eye| format!("{} copies {}.", eye.player_name(player), eye.item_name(&item)));
                self.repeat_exceptions(id, copy, None);
                if !except.is_empty() {
                    self.add_effect(task, copy, except, Duration::Indefinite);
                }
                self.announce_copy(copied, *new_targets);
            }
        }
    }

    /// Returns whether a spell or ability that targets something else could target an object with all its targets.
    fn could_target(&self, item: &StackItem, id: ObjectId) -> bool {
        let range = item.targets.start as usize..item.targets.end as usize;
        let from = self.item_source(item);
        let mut targets = self.s.targets[range].iter();
        let legal = |chosen: &ChosenTarget| {
            let spec = &self.item_part(item, chosen.mode).targets[usize::from(chosen.spec)];
            let scope = Scope { mode: chosen.mode, ..Scope::of_item(item) };
            chosen.target != Target::Object(id) && self.eye().still_legal(&scope, spec, Target::Object(id), &from)
        };
        item.targets.start < item.targets.end && targets.all(legal)
    }
}

/// A player or an object as a place in the scratch list.
fn place_of(target: Target) -> ObjectId {
    match target {
        Target::Object(id) => id,
        Target::Player(player) => ObjectId { generation: 1 + player.index() as u16, ..ObjectId::NONE },
    }
}

/// Which player or object a place in the scratch list stands for: see [`place_of`].
fn named(place: ObjectId) -> Target {
    let player = Player::BOTH.into_iter().find(|player| place_of(Target::Player(*player)) == place);
    player.map_or(Target::Object(place), Target::Player)
}
