//! What instructions do: the keyword actions (CR 701) and other effects of resolving scripts.

use gauntlet_core::{Player, Reason};

use crate::decision::{Action, DecisionKind};
use crate::effect::{
    Destination, DiscardHow, Duration, Instr, LibraryPosition, ManaOutput, Modification, Pick, Recipients,
};
use crate::engine::Engine;
use crate::evaluate::PlayerSet;
use crate::filter::{Amount, CounterKind, Filter, Objects, Players, Zone};
use crate::keyword::EventKinds;
use crate::resolve::After;
use crate::state::{
    ActiveEffect, DamageShield, DelayedTrigger, Flags, ObjectId, PlayPermission, Range, Target,
};
use crate::task::{Resolve, Scope};
use crate::types::Colors;

impl Engine<'_> {
    fn number(&self, scope: &Scope, amount: &Amount) -> i32 {
        self.eye().amount(scope, amount)
    }

    /// A number of things to do, at least none.
    fn times(&self, scope: &Scope, amount: &Amount) -> u32 {
        self.number(scope, amount).max(0) as u32
    }

    fn who(&self, scope: &Scope, players: &Players) -> PlayerSet {
        self.eye().players(scope, players)
    }

    /// Carries out one instruction that does something.
    pub(crate) fn perform(&mut self, instr: &Instr, task: &mut Resolve) -> After {
        let scope = task.scope;
        match instr {
            Instr::Damage(source, amount, recipients) => {
                let amount = self.number(&scope, amount);
                let dealers = self.known(&scope, source);
                let targets = self.recipients(&scope, recipients);
                let mut dealt = 0;
                for dealer in dealers {
                    for target in &targets {
                        dealt += self.deal_damage(dealer, *target, amount);
                    }
                }
                task.scope.this_way = dealt as i32;
            }
            Instr::DamageDivided(source, spec) => {
                let dealers = self.known(&scope, source);
                let mut shares: smallvec::SmallVec<[(Target, u16); 8]> = smallvec::SmallVec::new();
                self.eye().each_target(&scope, *spec, |target, share| shares.push((target, share)));
                for (target, share) in shares {
                    if target != Target::Object(ObjectId::NONE)
                        && let Some(dealer) = dealers.first()
                    {
                        self.deal_damage(*dealer, target, i32::from(share));
                    }
                }
            }
            Instr::Fight(first, second) => self.fight(&scope, first, second),
            Instr::GainLife(players, amount) => {
                let amount = self.number(&scope, amount);
                for player in self.who(&scope, players).in_order(self.s.active) {
                    self.gain_life(player, amount);
                }
            }
            Instr::LoseLife(players, amount) => {
                let amount = self.number(&scope, amount);
                let players = self.who(&scope, players);
                for player in players.in_order(self.s.active) {
                    self.lose_life(player, amount);
                }
                task.scope.this_way = amount.max(0) * players.len() as i32;
            }
            Instr::SetLife(players, amount) => {
                let amount = self.number(&scope, amount);
                for player in self.who(&scope, players).in_order(self.s.active) {
                    // CR 119.5: the player gains or loses the difference.
                    let change = amount - self.s.players[player].life;
                    self.gain_life(player, change);
                    self.lose_life(player, -change);
                }
            }
            Instr::PreventDamage(recipients, amount) => {
                let amount = amount.as_ref().map_or(u16::MAX, |amount| self.times(&scope, amount).min(65_534) as u16);
                for target in self.recipients(&scope, recipients) {
                    self.shield(task, Some(target), amount);
                }
            }
            Instr::PreventCombatDamage(_) => self.shield(task, None, u16::MAX),
            Instr::Draw(players, amount) => {
                let amount = self.times(&scope, amount);
                for player in self.who(&scope, players).in_order(self.s.active) {
                    self.draw(player, amount);
                }
            }
            Instr::Discard(players, how, register) => return self.discard_cards(task, players, how, *register),
            Instr::Mill(players, amount, register) => {
                let amount = self.times(&scope, amount);
                let start = self.s.scratch.len() as u16;
                for player in self.who(&scope, players).in_order(self.s.active) {
                    self.mill(player, amount);
                    self.tell(|eye| format!("{} mills {amount}.", eye.player_name(player)));
                }
                self.keep(task, *register, start);
            }
            Instr::Scry(players, amount) => return self.look_and_sort(task, players, amount, true),
            Instr::Surveil(players, amount) => return self.look_and_sort(task, players, amount, false),
            Instr::LookAtTop { player, amount, reveal, into } => {
                let amount = self.times(&scope, amount);
                let start = self.s.scratch.len() as u16;
                if let Some(player) = self.who(&scope, player).first(scope.you) {
                    self.look_at_top(player, amount, *reveal);
                }
                self.keep(task, Some(*into), start);
            }
            Instr::LookAtHand(viewers, players) => {
                let viewers = self.who(&scope, viewers).0;
                for player in self.who(&scope, players).in_order(self.s.active) {
                    for hidden in &mut self.s.hands[player] {
                        hidden.seen |= viewers;
                    }
                }
            }
            Instr::Reveal(objects) => {
                for id in self.list(&scope, objects) {
                    self.object(id.index).flags |= Flags::SEEN_BY_FIRST | Flags::SEEN_BY_SECOND;
                    self.tell(|eye| format!("{} is revealed.", eye.object_name(id)));
                }
            }
            Instr::Search { player, of, zones, filter, min, max, reveal, into } => {
                return self.search(task, player, of, zones, filter, min, max, *reveal, *into);
            }
            Instr::Shuffle(players) => {
                for player in self.who(&scope, players).in_order(self.s.active) {
                    self.shuffle(player);
                }
            }
            Instr::RevealUntil(players, filter, amount, found, rest) => {
                self.reveal_until(task, players, filter, amount, [*found, *rest]);
            }
            Instr::Destroy(objects, no_regeneration) => {
                let range = self.gather(&scope, objects);
                self.tell(|eye| eye.names_of(range, "destroyed"));
                self.destroy(range, *no_regeneration);
                task.scope.this_way = self.moved(range);
            }
            Instr::Move(objects, destination, register) => return self.move_some(task, objects, destination, *register),
            Instr::Sacrifice(objects) => {
                let range = self.gather(&scope, objects);
                self.sacrifice(range);
            }
            Instr::SacrificeChosen(players, amount, filter, register) => {
                return self.sacrifice_chosen(task, players, amount, filter, *register);
            }
            Instr::Tap(objects) => {
                for id in self.list(&scope, objects) {
                    self.tap(id);
                }
            }
            Instr::Untap(objects) => {
                for id in self.list(&scope, objects) {
                    self.untap(id);
                }
            }
            Instr::Counter(objects, destination) => self.counter(&scope, objects, destination.as_ref()),
            Instr::AddCounters(objects, kind, amount) => {
                let amount = self.number(&scope, amount);
                let mut total = 0;
                for id in self.list(&scope, objects) {
                    total += self.add_counters(id, *kind, amount);
                }
                task.scope.this_way = total;
            }
            Instr::RemoveCounters(objects, kind, amount) => {
                let amount = amount.as_ref().map_or(u16::MAX, |amount| self.times(&scope, amount).min(65_535) as u16);
                let mut removed = 0;
                for id in self.list(&scope, objects) {
                    removed += self.remove_counters(id, *kind, amount);
                }
                task.scope.this_way = removed;
            }
            Instr::MoveCounters(from, to, kind, amount) => {
                let amount = amount.as_ref().map_or(u16::MAX, |amount| self.times(&scope, amount).min(65_535) as u16);
                let (from, to) = (self.list(&scope, from), self.list(&scope, to));
                if let (Some(from), Some(to)) = (from.first(), to.first()) {
                    self.move_counters(*from, *to, *kind, amount);
                }
            }
            Instr::AddPlayerCounters(players, kind, amount) => {
                let amount = self.times(&scope, amount);
                for player in self.who(&scope, players).in_order(self.s.active) {
                    let info = &mut self.s.players[player];
                    match *kind {
                        CounterKind::POISON => info.poison = info.poison.saturating_add(amount.min(255) as u8),
                        CounterKind::ENERGY => info.energy = info.energy.saturating_add(amount.min(65_535) as u16),
                        CounterKind::EXPERIENCE => {
                            info.experience = info.experience.saturating_add(amount.min(65_535) as u16);
                        }
                        _ => unreachable!("players have no such counters"),
                    }
                    self.s.check_needed = true;
                }
            }
            Instr::Proliferate(players) => self.proliferate(&scope, players),
            Instr::CreateToken { .. } => self.create_tokens(instr, task),
            Instr::CreateCopy { .. } => self.create_copies(instr, task),
            Instr::Attach(what, host) => {
                let (what, host) = (self.list(&scope, what), self.list(&scope, host));
                if let (Some(what), Some(host)) = (what.first(), host.first()) {
                    let (what, host) = (*what, *host);
                    if self.attach(what, host) {
                        self.tell(|eye| {
                            format!("{} is attached to {}.", eye.object_name(what), eye.object_name(host))
                        });
                    }
                }
            }
            Instr::Unattach(objects) => {
                for id in self.list(&scope, objects) {
                    self.object(id.index).attached_to = ObjectId::NONE;
                    self.touch();
                }
            }
            Instr::Continuous(objects, modifications, duration) => {
                for id in self.list(&scope, objects) {
                    self.add_effect(task, id, modifications, *duration);
                }
            }
            Instr::ContinuousOn(_, modifications, duration) => {
                self.add_effect(task, ObjectId::NONE, modifications, *duration);
            }
            Instr::Regenerate(objects) => {
                for id in self.list(&scope, objects) {
                    let object = self.object(id.index);
                    object.shields = object.shields.saturating_add(1);
                }
            }
            Instr::RemoveFromCombat(objects) => {
                for id in self.list(&scope, objects) {
                    self.remove_from_combat(id);
                }
            }
            Instr::AddMana(players, output) => return self.add_mana_output(task, players, output),
            Instr::ExtraTurn(players) => {
                for player in self.who(&scope, players).in_order(self.s.active) {
                    self.s.players[player].extra_turns += 1;
                }
            }
            Instr::SkipNext(players, step) => {
                for player in self.who(&scope, players).in_order(self.s.active) {
                    self.s.players[player].skip_steps |= 1 << *step as u16;
                }
            }
            Instr::ExtraCombat(_) => self.s.extra_combats += 1,
            Instr::ExtraLands(players, amount) => {
                let amount = self.times(&scope, amount).min(255) as u8;
                for player in self.who(&scope, players).in_order(self.s.active) {
                    let info = &mut self.s.players[player];
                    info.extra_lands = info.extra_lands.saturating_add(amount);
                }
            }
            Instr::Win(players) => {
                if let Some(player) = self.who(&scope, players).first(scope.you) {
                    self.finish(Some(player), Reason::Effect);
                    return After::End;
                }
            }
            Instr::Lose(players) => {
                for player in self.who(&scope, players).in_order(self.s.active) {
                    self.s.players[player].lost = true;
                    self.s.check_needed = true;
                }
            }
            Instr::DrawGame => {
                self.finish(None, Reason::DrawByRule);
                return After::End;
            }
            Instr::Delayed(ability, until) => {
                let memory = self.remember(&scope);
                self.s.delayed.push(DelayedTrigger {
                    ability: *ability,
                    until: until.clone(),
                    source: scope.source,
                    controller: scope.you,
                    turn: self.s.turn,
                    memory,
                });
            }
            Instr::Reflexive(ability) => {
                let memory = self.remember(&scope);
                self.pend(*ability, scope.source, scope.you, scope.event, memory);
            }
            Instr::PlayerEffect(ability, duration) => {
                let effect = self.effect(task, ObjectId::NONE, *duration);
                self.s.player_effects.push(ActiveEffect { ability: *ability, ..effect });
                self.touch();
            }
            Instr::CreateEmblem(_, abilities) => self.create_emblem(task, abilities),
            Instr::AllowPlay { player, cards, duration, lands, free } => {
                if let Some(player) = self.who(&scope, player).first(scope.you) {
                    for card in self.list(&scope, cards) {
                        let (duration, turn) = (*duration, self.s.turn);
                        let permission = PlayPermission { card, player, lands: *lands, free: *free, duration, turn };
                        self.s.permissions.push(permission);
                    }
                }
            }
            Instr::CastFree(players, cards) => return self.cast_free(task, players, cards),
            Instr::CopySpell(objects, players, choose) => self.copy_spells(&scope, objects, players, *choose),
            Instr::Pick(pick, register) => return self.pick(task, pick, *register),
            Instr::ChooseColor(players) => return self.choose_color(task, players),
            Instr::ChooseCreatureType(players) => return self.choose_creature_type(task, players),
            Instr::ChooseNumber(players, least, most, register) => {
                let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
                if let Some(Action::Number(number)) = self.s.answer.take() {
                    task.scope.numbers[*register as usize] = i32::from(number);
                    return After::Next;
                }
                let (least, most) = (self.times(&scope, least) as u16, self.times(&scope, most) as u16);
                self.s.choices.clear();
                self.s.choices.extend((least..=most.max(least)).map(Action::Number));
                return After::Ask(player, DecisionKind::Number, task.item.object, most);
            }
            Instr::FlipCoin(_, register) => {
                task.scope.numbers[*register as usize] = self.s.rng.below(2) as i32;
            }
            Instr::RollDie(_, sides, register) => {
                task.scope.numbers[*register as usize] = self.s.rng.below(u32::from(*sides)) as i32 + 1;
            }
            Instr::Jump(_)
            | Instr::Unless(..)
            | Instr::May(..)
            | Instr::MayPay(..)
            | Instr::Pay(..)
            | Instr::ForEachPlayer(..)
            | Instr::ForEachObject(..)
            | Instr::Repeat(..)
            | Instr::End
            | Instr::SetNumber(..)
            | Instr::SetObjects(..) => unreachable!("carried out where the script is directed"),
            // A card with one of these is refused when it is compiled: see `Instr::is_supported`.
            Instr::ExchangeControl(..)
            | Instr::Transform(_)
            | Instr::ChooseNewTargets(..)
            | Instr::PhaseOut(_)
            | Instr::Goad(_)
            | Instr::EndTurn
            | Instr::BecomeMonarch(_) => unreachable!("no compiled card has {instr:?}"),
        }
        After::Next
    }

    /// The objects that are meant, gone ones included, for last known information.
    fn known(&self, scope: &Scope, objects: &Objects) -> smallvec::SmallVec<[ObjectId; 8]> {
        let mut list = smallvec::SmallVec::new();
        self.eye().each_object_or_last_known(scope, objects, &mut |id| list.push(id));
        list
    }

    /// Puts what is in the scratch list from `start` on into a register.
    fn keep(&mut self, task: &mut Resolve, register: Option<u8>, start: u16) {
        let range = Range { start, end: self.s.scratch.len() as u16 };
        task.scope.this_way = i32::from(range.end - range.start);
        if let Some(register) = register {
            task.scope.registers[register as usize] = range;
        }
    }

    /// How many of the objects of a range have become something else.
    fn moved(&self, range: Range) -> i32 {
        let places = range.start as usize..range.end as usize;
        self.s.scratch[places].iter().filter(|id| !id.is_none()).count() as i32
    }

    fn recipients(&self, scope: &Scope, recipients: &Recipients) -> smallvec::SmallVec<[Target; 8]> {
        let mut targets = smallvec::SmallVec::new();
        self.add_recipients(scope, recipients, &mut targets);
        targets
    }

    fn add_recipients(&self, scope: &Scope, recipients: &Recipients, out: &mut smallvec::SmallVec<[Target; 8]>) {
        match recipients {
            Recipients::Objects(objects) => out.extend(self.list(scope, objects).into_iter().map(Target::Object)),
            Recipients::Players(players) => {
                out.extend(self.who(scope, players).in_order(self.s.active).map(Target::Player));
            }
            Recipients::Target(spec) => self.eye().each_target(scope, *spec, |target, _| {
                if target != Target::Object(ObjectId::NONE) {
                    out.push(target);
                }
            }),
            Recipients::Both(parts) => parts.iter().for_each(|part| self.add_recipients(scope, part, out)),
            Recipients::Event => out.extend(scope.event.other),
        }
    }

    /// CR 701.14: both deal damage only if both are still creatures on the battlefield.
    fn fight(&mut self, scope: &Scope, first: &Objects, second: &Objects) {
        let (first, second) = (self.list(scope, first), self.list(scope, second));
        let (Some(&a), Some(&b)) = (first.first(), second.first()) else { return };
        let fights = |id: ObjectId| self.s.get(id).filter(|object| object.zone == Zone::Battlefield && object.is_creature());
        let (Some(one), Some(other)) = (fights(a), fights(b)) else { return };
        let (one, other) = (i32::from(one.characteristics.power), i32::from(other.characteristics.power));
        self.deal_damage(a, Target::Object(b), one);
        self.deal_damage(b, Target::Object(a), other);
    }

    fn shield(&mut self, task: &Resolve, protects: Option<Target>, amount: u16) {
        let part = task.item.modes.parts[task.scope.mode as usize];
        self.s.shields.push(DamageShield {
            protects,
            amount,
            ability: task.item.ability,
            part,
            instr: task.pc,
            controller: task.scope.you,
            source: task.scope.source,
        });
    }

    /// An effect of the instruction at work, its numbers locked in.
    fn effect(&mut self, task: &Resolve, object: ObjectId, duration: Duration) -> ActiveEffect {
        ActiveEffect {
            ability: task.item.ability,
            part: task.item.modes.parts[task.scope.mode as usize],
            instr: task.pc,
            object,
            source: task.scope.source,
            controller: task.scope.you,
            timestamp: self.s.tick(),
            duration,
            turn: self.s.turn,
            numbers: [0; 4],
            copied: crate::card::CardId(0),
            player: task.scope.you,
        }
    }

    fn add_effect(&mut self, task: &Resolve, object: ObjectId, modifications: &[Modification], duration: Duration) {
        let mut effect = self.effect(task, object, duration);
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
                    let value = |amount: &Option<Amount>| amount.as_ref().map_or(0, |amount| self.number(&scope, amount));
                    let numbers = [value(power), value(toughness)];
                    self.lock(&mut effect, &mut next, numbers);
                }
                Modification::Control(players) => {
                    if let Some(player) = self.who(&scope, players).first(scope.you) {
                        effect.player = player;
                        // CR 302.6: a permanent that changes control is summoning sick.
                        if self.s.get(object).is_some_and(|object| object.controller != player) {
                            self.object(object.index).flags |= Flags::SICK;
                            self.remove_from_combat(object);
                        }
                    }
                }
                Modification::CopyOf(objects) => {
                    let copied = self.known(&scope, objects);
                    let Some(copied) = copied.first().and_then(|id| self.s.last_known(*id)) else { return };
                    effect.copied = copied.card;
                }
                _ => {}
            }
        }
        self.s.effects.push(effect);
        self.touch();
    }

    fn lock(&self, effect: &mut ActiveEffect, next: &mut usize, numbers: [i32; 2]) {
        for number in numbers {
            if let Some(place) = effect.numbers.get_mut(*next) {
                *place = number.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
            }
            *next += 1;
        }
    }

    /// Counters spells and abilities (CR 701.6).
    fn counter(&mut self, scope: &Scope, objects: &Objects, destination: Option<&Destination>) {
        for id in self.list(scope, objects) {
            let Some(item) = self.s.stack.iter().find(|item| item.object == id).copied() else { continue };
            let restrictions = self.s.objects[id.index()].restrictions;
            let card = self.pool.card(self.s.objects[id.index()].card);
            let fixed = card.derived.cant_be_countered && !self.s.objects[id.index()].is(Flags::ABILITY);
            if fixed || restrictions.contains(crate::keyword::Restrictions::CANT_BE_COUNTERED) {
                continue;
            }
            self.tell(|eye| format!("{} is countered.", eye.item_name(&item)));
            let way = match &self.pool.ability(item.ability).kind {
                crate::ability::AbilityKind::Activatable(way) => way.afterwards.as_ref(),
                _ => None,
            };
            // A spell that is exiled when it leaves the stack (flashback) is exiled wherever else it would go.
            let to = way.filter(|other| other.zone == Zone::Exile).or(destination);
            self.remove_from_stack(&item, to);
        }
    }

    fn add_counters(&mut self, id: ObjectId, kind: CounterKind, amount: i32) -> i32 {
        if amount <= 0 || self.s.get(id).is_none() {
            return 0;
        }
        let amount = self.counters_after_replacement(id, kind, amount).clamp(0, 65_535);
        self.put_counters(id.index, kind, amount as u16);
        if amount > 0 && self.watches(EventKinds::COUNTERS) {
            self.trigger_counters(id, kind, amount as u16);
        }
        amount
    }

    fn remove_counters(&mut self, id: ObjectId, kind: Option<CounterKind>, amount: u16) -> i32 {
        let Some(kind) = kind else {
            let mut removed = 0;
            while let Some(entry) = self.s.counters.iter().find(|entry| entry.0 == id.index).copied() {
                removed += i32::from(self.take_counters(id.index, entry.1, u16::MAX));
            }
            return removed;
        };
        i32::from(self.take_counters(id.index, kind, amount))
    }

    fn move_counters(&mut self, from: ObjectId, to: ObjectId, kind: Option<CounterKind>, amount: u16) {
        let entries = self.s.counters.iter().filter(|entry| entry.0 == from.index);
        let entries: smallvec::SmallVec<[CounterKind; 4]> =
            entries.map(|entry| entry.1).filter(|other| kind.is_none_or(|kind| kind == *other)).collect();
        for kind in entries {
            let taken = self.take_counters(from.index, kind, amount);
            self.add_counters(to, kind, i32::from(taken));
        }
    }

    /// CR 701.34. One more of each kind on everything that it helps: the choice is the player's, and helping is what everybody takes.
    fn proliferate(&mut self, scope: &Scope, players: &Players) {
        let Some(player) = self.who(scope, players).first(scope.you) else { return };
        let entries: smallvec::SmallVec<[(u16, CounterKind, u16); 16]> = self.s.counters.iter().copied().collect();
        for (index, kind, _) in entries {
            let object = &self.s.objects[index as usize];
            let good = kind != CounterKind::MINUS_ONE && kind != CounterKind::STUN;
            if object.zone == Zone::Battlefield && (object.controller == player) == good {
                let id = self.s.id(index);
                self.add_counters(id, kind, 1);
            }
        }
        let opponent = &mut self.s.players[!player];
        if opponent.poison > 0 {
            opponent.poison += 1;
            self.s.check_needed = true;
        }
        let own = &mut self.s.players[player];
        own.energy += u16::from(own.energy > 0);
        own.experience += u16::from(own.experience > 0);
    }

    fn create_tokens(&mut self, instr: &Instr, task: &mut Resolve) {
        let Instr::CreateToken { player, token, amount, pt, tapped, attacking, into } = instr else {
            unreachable!("called for token creation only")
        };
        let scope = task.scope;
        let amount = self.number(&scope, amount);
        let pt = pt.as_ref().map(|(power, toughness)| [self.number(&scope, power), self.number(&scope, toughness)]);
        let start = self.s.scratch.len() as u16;
        for player in self.who(&scope, player).in_order(self.s.active) {
            let count = self.tokens_after_replacement(player, amount).clamp(0, 1_000);
            for _ in 0..count {
                let id = self.create_token(&scope, player, *token, *tapped, *attacking);
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
                    format!("{} creates {count} {} token(s).", eye.player_name(player), eye.pool.card(*token).name)
                });
            }
        }
        self.entered(Range { start, end: self.s.scratch.len() as u16 });
        self.keep(task, *into, start);
    }

    fn create_token(
        &mut self,
        scope: &Scope,
        player: Player,
        token: crate::card::CardId,
        tapped: bool,
        attacking: bool,
    ) -> ObjectId {
        let mut object = self.eye().as_object(token, player, Zone::Battlefield);
        object.flags = Flags::TOKEN;
        object.came_from = Zone::Command;
        let id = self.allocate(object);
        let destination = Destination { tapped, attacking, ..Destination::to(Zone::Battlefield) };
        self.enter(scope, id, player, &destination);
        id
    }

    fn create_copies(&mut self, instr: &Instr, task: &mut Resolve) {
        let Instr::CreateCopy { player, of, amount, except, tapped, attacking, into } = instr else {
            unreachable!("called for copies only")
        };
        let scope = task.scope;
        let Some(copied) = self.known(&scope, of).first().and_then(|id| self.s.last_known(*id)).map(|object| object.card)
        else {
            return;
        };
        let amount = self.number(&scope, amount);
        let start = self.s.scratch.len() as u16;
        for player in self.who(&scope, player).in_order(self.s.active) {
            let count = self.tokens_after_replacement(player, amount).clamp(0, 1_000);
            for _ in 0..count {
                let id = self.create_token(&scope, player, copied, *tapped, *attacking);
                if !except.is_empty() {
                    self.add_effect(task, id, except, Duration::Indefinite);
                }
                self.s.scratch.push(id);
            }
        }
        self.entered(Range { start, end: self.s.scratch.len() as u16 });
        self.keep(task, *into, start);
    }

    /// An emblem (CR 114): its static abilities hold and its triggered abilities watch for the rest of the game.
    fn create_emblem(&mut self, task: &mut Resolve, abilities: &[crate::card::AbilityId]) {
        for &ability in abilities {
            match &self.pool.ability(ability).kind {
                crate::ability::AbilityKind::Static(_) => {
                    let effect = self.effect(task, ObjectId::NONE, Duration::Indefinite);
                    self.s.player_effects.push(ActiveEffect { ability, ..effect });
                    self.touch();
                }
                crate::ability::AbilityKind::Triggered(_) => self.s.delayed.push(DelayedTrigger {
                    ability,
                    until: crate::effect::DelayedUntil::EveryEvent,
                    source: task.scope.source,
                    controller: task.scope.you,
                    turn: self.s.turn,
                    memory: 0,
                }),
                crate::ability::AbilityKind::Activatable(_) => unreachable!("no emblem in print has one"),
            }
        }
    }

    /// Discards, each player in turn order; those who choose are asked card by card.
    fn discard_cards(&mut self, task: &mut Resolve, players: &Players, how: &DiscardHow, register: Option<u8>) -> After {
        let scope = task.scope;
        if !task.begun {
            task.progress.players = self.who(&scope, players).0;
            task.progress.left = u16::MAX;
            let end = self.s.scratch.len() as u16;
            task.progress.objects = Range { start: end, end };
        }
        while let Some(player) = PlayerSet(task.progress.players).first(self.s.active) {
            let (amount, filter, chooser) = match how {
                DiscardHow::Hand => {
                    while let Some(hidden) = self.s.hands[player].last().copied() {
                        let id = self.discard(player, hidden.card);
                        self.s.scratch.extend(id);
                    }
                    task.progress.players &= !(1 << player.index());
                    continue;
                }
                DiscardHow::Random(amount) => {
                    for _ in 0..self.times(&scope, amount) {
                        let id = self.discard_at_random(player);
                        self.s.scratch.extend(id);
                    }
                    task.progress.players &= !(1 << player.index());
                    continue;
                }
                DiscardHow::Choose(amount, filter) => (amount, filter, player),
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
            if let Some(Action::Card(card)) = self.s.answer.take() {
                let id = self.discard(player, card);
                self.s.scratch.extend(id);
                task.progress.left -= 1;
            }
            self.offer_hand(player, &scope, filter);
            if task.progress.left > 0 && !self.s.choices.is_empty() {
                return After::Ask(chooser, DecisionKind::Discard, task.item.object, task.progress.left);
            }
            task.progress.players &= !(1 << player.index());
            task.progress.left = u16::MAX;
        }
        let start = task.progress.objects.start;
        self.keep(task, register, start);
        After::Next
    }

    fn offer_hand(&mut self, player: Player, scope: &Scope, filter: &Filter) {
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
    fn look_at_top(&mut self, player: Player, amount: u32, reveal: bool) {
        let flag = if reveal {
            Flags::SEEN_BY_FIRST | Flags::SEEN_BY_SECOND
        } else if player == Player::FIRST {
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
    fn look_and_sort(&mut self, task: &mut Resolve, players: &Players, amount: &Amount, scry: bool) -> After {
        let scope = task.scope;
        let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
        if !task.begun {
            let amount = self.times(&scope, amount);
            if amount == 0 {
                return After::Next;
            }
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
                    let away = if scry {
                        Destination { position: LibraryPosition::Bottom, ..Destination::to(Zone::Library) }
                    } else {
                        Destination::to(Zone::Graveyard)
                    };
                    self.move_object(id, &away);
                    self.s.scratch[(range.start + task.progress.done) as usize] = ObjectId::NONE;
                }
                task.progress.done += 1;
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
            self.trigger_library(player, scry);
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
    fn put_back(&mut self, task: &mut Resolve, player: Player, position: LibraryPosition) -> After {
        let range = task.progress.objects;
        let destination = Destination { position, ..Destination::to(Zone::Library) };
        if let Some(Action::Object(index)) = self.s.answer.take() {
            let id = self.s.id(index);
            self.move_object(id, &destination);
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
                    self.move_object(id, &destination);
                }
                _ => return After::Ask(player, DecisionKind::OrderCards, task.item.object, 0),
            }
        }
    }

    /// Moves objects; several that go to the top or bottom of a library do so in an order that their owner chooses (CR 401.4).
    fn move_some(&mut self, task: &mut Resolve, objects: &Objects, destination: &Destination, register: Option<u8>) -> After {
        let scope = task.scope;
        let ordered = destination.zone == Zone::Library
            && matches!(destination.position, LibraryPosition::Top | LibraryPosition::Bottom);
        if task.begun {
            let owner = self.s.scratch[task.progress.objects.start as usize..task.progress.objects.end as usize]
                .iter()
                .find_map(|id| self.s.last_known(*id).map(|object| object.owner));
            return self.put_back_any(task, owner.unwrap_or(scope.you), destination);
        }
        let range = self.gather_moving(&scope, objects);
        if ordered && range.end - range.start > 1 {
            let first = self.s.scratch[range.start as usize];
            let owner = self.s.get(first).map_or(scope.you, |object| object.owner);
            task.progress.objects = range;
            return self.put_back_any(task, owner, destination);
        }
        if destination.position == LibraryPosition::BottomRandom {
            self.shuffle_range(range);
        }
        if destination.zone != Zone::Library {
            self.tell(|eye| eye.names_of(range, zone_phrase(destination.zone)));
        }
        self.move_objects(&scope, range, destination);
        task.scope.this_way = i32::from(range.end - range.start);
        if let Some(register) = register {
            task.scope.registers[register as usize] = range;
        }
        After::Next
    }

    /// Like [`Engine::put_back`] for objects that may come from anywhere.
    fn put_back_any(&mut self, task: &mut Resolve, player: Player, destination: &Destination) -> After {
        let range = task.progress.objects;
        if let Some(Action::Object(index)) = self.s.answer.take() {
            let id = self.s.id(index);
            self.move_object(id, destination);
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
                    self.move_object(id, destination);
                }
                _ => return After::Ask(player, DecisionKind::OrderCards, task.item.object, 0),
            }
        }
    }

    /// What is meant for moving: references to an object that has just moved to a public zone find it there (CR 400.7).
    fn gather_moving(&mut self, scope: &Scope, objects: &Objects) -> Range {
        let range = self.gather(scope, objects);
        if range.start == range.end
            && let Some(id) = match objects {
                Objects::Source => Some(scope.source),
                Objects::Event => Some(scope.event.object),
                Objects::Host => self.s.last_known(scope.source).map(|source| source.attached_to),
                _ => None,
            }
        {
            let next = ObjectId { generation: id.generation.wrapping_add(1), ..id };
            if self.s.get(next).is_some_and(|object| matches!(object.zone, Zone::Graveyard | Zone::Exile)) {
                self.s.scratch.push(next);
                return Range { start: range.start, end: range.start + 1 };
            }
        }
        range
    }

    fn shuffle_range(&mut self, range: Range) {
        for last in (range.start + 1..range.end).rev() {
            let other = range.start as u32 + self.s.rng.below(u32::from(last - range.start) + 1);
            self.s.scratch.swap(last as usize, other as usize);
        }
    }

    /// Each player chooses what to sacrifice; then all is sacrificed at once.
    fn sacrifice_chosen(
        &mut self,
        task: &mut Resolve,
        players: &Players,
        amount: &Amount,
        filter: &Filter,
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
            if task.progress.left == u16::MAX {
                task.progress.left = self.times(&scope, amount).min(1_000) as u16;
            }
            if let Some(Action::Object(index)) = self.s.answer.take() {
                let id = self.s.id(index);
                self.s.scratch.push(id);
                task.progress.objects.end += 1;
                task.progress.left -= 1;
            }
            let mut choices = std::mem::take(&mut self.s.choices);
            choices.clear();
            let range = task.progress.objects;
            let chosen = &self.s.scratch[range.start as usize..range.end as usize];
            for (id, object) in self.s.permanents() {
                let allowed = !object.restrictions.contains(crate::keyword::Restrictions::CANT_BE_SACRIFICED);
                if object.controller == player
                    && allowed
                    && !chosen.contains(&id)
                    && self.eye().matches(&scope, filter, id, object)
                {
                    choices.push(Action::Object(id.index));
                }
            }
            self.s.choices = choices;
            if task.progress.left > 0 && !self.s.choices.is_empty() {
                return After::Ask(player, DecisionKind::Sacrifice, task.item.object, task.progress.left);
            }
            task.progress.players &= !(1 << player.index());
            task.progress.left = u16::MAX;
        }
        let range = task.progress.objects;
        // Registers keep what was sacrificed as it last was.
        let chosen: smallvec::SmallVec<[ObjectId; 8]> =
            self.s.scratch[range.start as usize..range.end as usize].iter().copied().collect();
        self.sacrifice(range);
        for (place, id) in (range.start..range.end).zip(chosen) {
            self.s.scratch[place as usize] = id;
        }
        task.scope.this_way = i32::from(range.end - range.start);
        if let Some(register) = register {
            task.scope.registers[register as usize] = range;
        }
        After::Next
    }

    /// Someone picks objects.
    fn pick(&mut self, task: &mut Resolve, pick: &Pick, register: u8) -> After {
        let scope = task.scope;
        let Some(chooser) = self.who(&scope, &pick.chooser).first(scope.you) else { return After::Next };
        if !task.begun {
            let end = self.s.scratch.len() as u16;
            task.progress.objects = Range { start: end, end };
        }
        match self.s.answer.take() {
            Some(Action::Object(index)) => {
                let id = self.s.id(index);
                self.s.scratch.push(id);
                task.progress.objects.end += 1;
            }
            Some(Action::Card(card)) => {
                let owner = Player::BOTH.into_iter().find(|owner| {
                    self.s.hands[*owner].iter().any(|hidden| hidden.card == card) && self.picks_from_hand(&scope, pick, *owner, card)
                });
                if let Some(owner) = owner
                    && let Some(place) = self.s.hands[owner].iter().position(|hidden| hidden.card == card)
                {
                    let id = self.set_aside(owner, Zone::Hand, place);
                    self.s.scratch.push(id);
                    task.progress.objects.end += 1;
                }
            }
            Some(Action::Done) => {
                task.progress.left = u16::MAX;
            }
            _ => {}
        }
        let (least, most) = (self.times(&scope, &pick.min) as u16, self.times(&scope, &pick.max) as u16);
        loop {
            let range = task.progress.objects;
            let count = range.end - range.start;
            let mut choices = std::mem::take(&mut self.s.choices);
            choices.clear();
            let chosen = &self.s.scratch[range.start as usize..range.end as usize];
            self.eye().each_object(&scope, &pick.from, &mut |id| {
                if !chosen.contains(&id) {
                    choices.push(Action::Object(id.index));
                }
            });
            self.offer_picks_from_hands(&scope, pick, &mut choices);
            self.s.choices = choices;
            if self.s.choices.is_empty() || count >= most || task.progress.left == u16::MAX {
                task.scope.registers[register as usize] = range;
                task.scope.this_way = i32::from(count);
                return After::Next;
            }
            if pick.random {
                let which = self.s.rng.below(self.s.choices.len() as u32) as usize;
                if let Action::Object(index) = self.s.choices[which] {
                    let id = self.s.id(index);
                    self.s.scratch.push(id);
                }
                task.progress.objects.end += 1;
                continue;
            }
            if count >= least {
                self.s.choices.push(Action::Done);
            }
            return After::Ask(chooser, DecisionKind::Pick, task.item.object, most - count);
        }
    }

    fn picks_from_hand(&self, scope: &Scope, pick: &Pick, owner: Player, card: crate::card::CardId) -> bool {
        matches!(&pick.from, Objects::Each(Zone::Hand, filter) if self.eye().card_matches(scope, filter, card, owner, Zone::Hand))
    }

    fn offer_picks_from_hands(&self, scope: &Scope, pick: &Pick, choices: &mut Vec<Action>) {
        if !matches!(pick.from, Objects::Each(Zone::Hand, _)) {
            return;
        }
        for owner in Player::BOTH {
            for hidden in &self.s.hands[owner] {
                let action = Action::Card(hidden.card);
                if !choices.contains(&action) && self.picks_from_hand(scope, pick, owner, hidden.card) {
                    choices.push(action);
                }
            }
        }
    }

    /// Searches a library, and other zones if said (CR 701.23).
    #[expect(clippy::too_many_arguments, reason = "the fields of one instruction")]
    fn search(
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
            if self.eye().player_rule(searcher, |rule| *rule == crate::ability::PlayerRule::CantSearch) {
                task.scope.registers[into as usize] = task.progress.objects;
                return After::Next;
            }
        }
        let mut done = false;
        match self.s.answer.take() {
            Some(Action::Card(card)) => {
                let zone = if zones.contains(&Zone::Library) { Zone::Library } else { Zone::Hand };
                let list = if zone == Zone::Library { &self.s.libraries } else { &self.s.hands };
                let place = list[owner].iter().rposition(|hidden| hidden.card == card).expect("a legal card is there");
                let id = self.set_aside(owner, zone, place);
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

    fn reveal_until(&mut self, task: &mut Resolve, players: &Players, filter: &Filter, amount: &Amount, into: [u8; 2]) {
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

    fn choose_color(&mut self, task: &mut Resolve, players: &Players) -> After {
        let scope = task.scope;
        let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
        if let Some(Action::Color(color)) = self.s.answer.take() {
            self.object(scope.source.index).chosen = u16::from(color);
            task.scope.numbers[3] = i32::from(color);
            self.touch();
            self.tell(|eye| format!("{} chooses {}.", eye.player_name(player), Colors::TABLE[color as usize].2));
            return After::Next;
        }
        self.s.choices.clear();
        self.s.choices.extend((0..5).map(Action::Color));
        After::Ask(player, DecisionKind::Color, scope.source, 0)
    }

    /// Only creature types that some card of the game has are offered: others can't matter.
    fn choose_creature_type(&mut self, task: &mut Resolve, players: &Players) -> After {
        let scope = task.scope;
        let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
        if let Some(Action::CreatureType(subtype)) = self.s.answer.take() {
            self.object(scope.source.index).chosen = subtype;
            self.touch();
            return After::Next;
        }
        let mut types: smallvec::SmallVec<[u16; 32]> = smallvec::SmallVec::new();
        for (_, card) in self.pool.cards() {
            for subtype in card.subtypes().iter() {
                if subtype.kind() == crate::types::SubtypeKind::Creature && !types.contains(&subtype.0) {
                    types.push(subtype.0);
                }
            }
        }
        types.sort_unstable();
        self.s.choices.clear();
        self.s.choices.extend(types.into_iter().map(Action::CreatureType));
        if self.s.choices.is_empty() {
            return After::Next;
        }
        After::Ask(player, DecisionKind::CreatureType, scope.source, 0)
    }

    fn add_mana_output(&mut self, task: &mut Resolve, players: &Players, output: &ManaOutput) -> After {
        let scope = task.scope;
        let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
        match output {
            ManaOutput::Fixed(list) => {
                for color in list {
                    self.add_mana(player, *color, 1);
                }
            }
            ManaOutput::Amount(amount, color) => {
                let count = self.times(&scope, amount).min(255) as u8;
                self.add_mana(player, *color, count);
            }
            ManaOutput::ChosenColor(amount) => {
                let count = self.times(&scope, amount).min(255) as u8;
                let chosen = self.s.last_known(scope.source).map_or(u16::MAX, |source| source.chosen);
                if let Some(row) = Colors::TABLE.get(chosen as usize) {
                    self.add_mana(player, row.0, count);
                }
            }
            ManaOutput::OneOf(lists) => {
                if let Some(Action::Number(which)) = self.s.answer.take() {
                    for color in &lists[which as usize] {
                        self.add_mana(player, *color, 1);
                    }
                    return After::Next;
                }
                self.s.choices.clear();
                self.s.choices.extend((0..lists.len() as u16).map(Action::Number));
                return After::Ask(player, DecisionKind::Number, task.item.object, 0);
            }
            ManaOutput::AnyOneColor(amount)
            | ManaOutput::AnyCombination(amount, _)
            | ManaOutput::AnyColorLandsProduce(amount, _) => {
                let allowed = match output {
                    ManaOutput::AnyCombination(_, colors) => *colors,
                    _ => Colors::all(),
                };
                let together = !matches!(output, ManaOutput::AnyCombination(..));
                if !task.begun {
                    task.progress.left = self.times(&scope, amount).min(255) as u16;
                }
                if let Some(Action::Color(color)) = self.s.answer.take() {
                    let count = if together { task.progress.left } else { 1 };
                    self.add_mana(player, Colors::TABLE[color as usize].0, count as u8);
                    task.progress.left -= count;
                }
                if task.progress.left == 0 {
                    return After::Next;
                }
                self.s.choices.clear();
                for (place, row) in Colors::TABLE.iter().enumerate() {
                    if allowed.contains(row.0) {
                        self.s.choices.push(Action::Color(place as u8));
                    }
                }
                return After::Ask(player, DecisionKind::Color, task.item.object, task.progress.left);
            }
        }
        After::Next
    }

    /// The player may cast some of the cards, one after the other, without paying their mana costs.
    fn cast_free(&mut self, task: &mut Resolve, players: &Players, cards: &Objects) -> After {
        let scope = task.scope;
        let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
        match self.s.answer.take() {
            Some(Action::Object(index)) => {
                let id = self.s.id(index);
                if let Some(way) = self.free_way(player, id) {
                    self.begin(player, id, way, true);
                    task.scope.did = true;
                }
                return After::Again;
            }
            Some(_) => return After::Next,
            None => {}
        }
        self.s.choices.clear();
        for id in self.list(&scope, cards) {
            if self.free_way(player, id).is_some() {
                self.s.choices.push(Action::Object(id.index));
            }
        }
        if self.s.choices.is_empty() {
            return After::Next;
        }
        self.s.choices.push(Action::Done);
        After::Ask(player, DecisionKind::May, task.item.object, 0)
    }

    /// The way in which a card can be cast without paying its mana cost now, if it can.
    fn free_way(&self, player: Player, id: ObjectId) -> Option<crate::card::AbilityId> {
        let object = self.s.get(id)?;
        if object.zone == Zone::Stack || object.zone == Zone::Battlefield {
            return None;
        }
        let scope = Scope::of(id, player);
        self.pool.card(object.card).derived.from_hand.iter().copied().find(|way| {
            let way = self.pool.activatable(*way);
            way.kind == crate::ability::ActivatableKind::Cast && self.eye().script_possible(&scope, &way.script, object)
        })
    }

    /// Copies spells and abilities on the stack (CR 707.10).
    fn copy_spells(&mut self, scope: &Scope, objects: &Objects, players: &Players, choose: bool) {
        let Some(player) = self.who(scope, players).first(scope.you) else { return };
        for id in self.list(scope, objects) {
            let Some(item) = self.s.stack.iter().find(|item| item.object == id).copied() else { continue };
            let mut object = self.s.objects[id.index()];
            object.flags |= Flags::COPY;
            object.controller = player;
            object.owner = player;
            let copy = self.allocate(object);
            let start = self.s.targets.len() as u16;
            if !choose {
                for place in item.targets.start..item.targets.end {
                    let target = self.s.targets[place as usize];
                    self.s.targets.push(target);
                }
            }
            let targets = Range { start, end: self.s.targets.len() as u16 };
            let source = if item.source == item.object { copy } else { item.source };
            let copied = crate::state::StackItem { object: copy, source, controller: player, targets, ..item };
            self.tell(|eye| format!("{} copies {}.", eye.player_name(player), eye.item_name(&item)));
            self.announce_copy(copied, choose);
        }
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
