//! Counters on objects and players (CR 122): putting, doubling, removing, moving; proliferate (CR 701.34).

use gauntlet_cards::ability::{KeywordAction, NumberedAction};
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::effect::{Instr, MovedKinds, Recipients};
use gauntlet_cards::filter::{Amount, CounterKind, Objects, Players};
use gauntlet_cards::keyword::EventKinds;
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, PutCounters};
use crate::evaluate::PlayerSet;
use crate::numbered::Numbered;
use crate::replacement::Putting;
use crate::resolve::After;
use crate::state::{Flags, ObjectId, Target};
use crate::task::{Resolve, Scope};

impl Engine<'_> {
    /// Puts counters on each of the objects, all those that the instructions from the one at work on say at one time (CR 122.6, 608.2f).
    pub(super) fn put_counters_on(&mut self, task: &mut Resolve) {
        let scope = task.scope;
        let by = Putting::effect(scope.you);
        let code = &self.item_part(&task.item, scope.mode).code[usize::from(task.pc)..];
        let more = code[1..].iter().take_while(|instr| matches!(instr, Instr::AndCounters(..))).count();
        let put = |engine: &mut Self| {
            let mut total = 0;
            for instr in &code[..1 + more] {
                let (Instr::AddCounters(objects, kind, amount) | Instr::AndCounters(objects, kind, amount)) = instr
                else {
                    unreachable!("called for counters only")
                };
                let amount = engine.number(&scope, amount);
                engine.each_listed(&scope, objects, |engine, id| total += engine.add_counters(id, *kind, amount, by));
            }
            total
        };
        task.scope.this_way = if more > 0 { self.put_at_one_time(put) } else { put(self) };
    }

    /// Puts counters of several kinds at one time: what asks whether any were put on an object is told once for each.
    fn put_at_one_time<T>(&mut self, put: impl FnOnce(&mut Self) -> T) -> T {
        if !self.watches(EventKinds::COUNTERS) || self.counting.is_some() {
            return put(self);
        }
        self.counting = Some(SmallVec::new());
        let done = put(self);
        let mut all = self.counting.take().unwrap_or_default();
        while let Some(&(id, _, _, by)) = all.first() {
            let of = |entry: &&PutCounters| entry.0 == id && entry.3 == by;
            let kinds: SmallVec<[(CounterKind, u16); 4]> =
                all.iter().filter(of).map(|entry| (entry.1, entry.2)).collect();
            all.retain(|entry| entry.0 != id || entry.3 != by);
            self.trigger_counters(id, &kinds, by);
        }
        done
    }

    /// Puts counters on the targets of a spec, divided as it was announced (CR 601.2d).
    pub(super) fn put_counters_divided(&mut self, task: &mut Resolve, kind: CounterKind, spec: u8) {
        let mut total = 0;
        for (target, share) in self.divided(&task.scope, spec) {
            if let Target::Object(id) = target {
                total += self.add_counters(id, kind, i32::from(share), Putting::effect(task.scope.you));
            }
        }
        task.scope.this_way = total;
    }

    /// Puts counters on objects as a player divides them now (CR 608.2d): on each one at least, if there are enough for that.
    pub(super) fn put_counters_shared(&mut self, task: &mut Resolve, instr: &Instr) -> After {
        let Instr::AddCountersShared { among, kind, amount, by } = instr else {
            unreachable!("called for counters that are divided now only")
        };
        let scope = task.scope;
        if !task.begun {
            self.s.assigned.clear();
        }
        let Some(player) = self.who(&scope, by).first(scope.you) else { return After::Next };
        let total = self.times(&scope, amount).min(u32::from(u16::MAX)) as u16;
        let all: SmallVec<[ObjectId; 8]> = self.list(&scope, among).into_iter().take(usize::from(total)).collect();
        let mut answer = self.s.answer.take();
        while let Some(id) = all.get(self.s.assigned.len()).copied() {
            let left = total - self.s.assigned.iter().map(|entry| entry.2).sum::<u16>();
            let after = (all.len() - self.s.assigned.len() - 1) as u16;
            let share = match answer.take() {
                _ if after == 0 => left,
                _ if left == after + 1 => 1,
                Some(Action::Number(share)) => share,
                _ => {
                    self.offer_these((1..=left - after).map(Action::Number));
                    return After::Ask(player, DecisionKind::Number, id, Particulars::Left(left));
                }
            };
            self.s.assigned.push((id.index, Target::Object(id), share));
        }
        let mut shares = std::mem::take(&mut self.s.assigned);
        let mut put = 0;
        self.put_at_one_time(|engine| {
            for (_, to, share) in &shares {
                if let Target::Object(id) = to {
                    put += engine.add_counters(*id, *kind, i32::from(*share), Putting::effect(scope.you));
                }
            }
        });
        task.scope.this_way = put;
        shares.clear();
        self.s.assigned = shares;
        After::Next
    }

    /// Puts as many counters of each kind as are or were on the first object on the others (CR 122.8).
    pub(super) fn put_same_counters(&mut self, scope: &Scope, from: &Objects, to: &Objects) {
        let kinds = self.known(scope, from).first().map(|from| self.s.kinds_last_known(*from));
        self.put_at_one_time(|engine| {
            for id in engine.list(scope, to) {
                for (kind, count) in kinds.iter().flatten() {
                    engine.add_counters(id, *kind, i32::from(*count), Putting::effect(scope.you));
                }
            }
        });
    }

    /// Doubles the number of each kind of counter on the objects (CR 701.10e).
    pub(super) fn double_counters(&mut self, scope: &Scope, objects: &Objects) {
        self.put_at_one_time(|engine| {
            for id in engine.list(scope, objects) {
                for (kind, count) in engine.s.all_counters_on(id.index) {
                    engine.add_counters(id, kind, i32::from(count), Putting::effect(scope.you));
                }
            }
        });
    }

    /// Removes counters of a kind, or of every kind, from each of the objects: that many, or all. Those removed are counted.
    pub(super) fn remove_counters_from(
        &mut self,
        task: &mut Resolve,
        objects: &Objects,
        kind: Option<CounterKind>,
        amount: Option<&Amount>,
    ) {
        let amount = self.counters_to_take(&task.scope, amount);
        let mut removed = 0;
        self.each_listed(&task.scope, objects, |engine, id| removed += engine.remove_counters(id, kind, amount));
        task.scope.this_way = removed;
    }

    /// Moves counters from each of some objects onto another (CR 122.5). Those moved are counted.
    pub(super) fn move_counters_between(
        &mut self,
        task: &mut Resolve,
        (from, to): (&Objects, &Objects),
        kind: Option<CounterKind>,
        amount: Option<&Amount>,
    ) {
        let scope = task.scope;
        let amount = self.counters_to_take(&scope, amount);
        let to = self.list(&scope, to).first().copied();
        let mut moved = 0;
        self.put_at_one_time(|engine| {
            for (from, to) in engine.list(&scope, from).into_iter().zip(to.into_iter().cycle()) {
                moved += engine.move_counters((from, to), kind, amount, scope.you);
            }
        });
        task.scope.this_way = moved;
    }

    /// A counter of a kind that the player chooses, where there are several, is moved from one object onto another (CR 122.5).
    pub(super) fn move_chosen_counter(&mut self, task: &mut Resolve, (from, to): (&Objects, &Objects)) -> After {
        let scope = task.scope;
        task.scope.this_way = 0;
        let (from, to) = (self.list(&scope, from), self.list(&scope, to));
        let (Some(&from), Some(&to)) = (from.first(), to.first()) else { return After::Next };
        let kinds = self.kinds_on(Target::Object(from));
        let kind = match (self.s.answer.take(), kinds.as_slice()) {
            (Some(Action::Number(kind)), _) => CounterKind(kind),
            (_, []) => return After::Next,
            (_, [kind]) => *kind,
            (_, kinds) => {
                self.offer_these(kinds.iter().map(|kind| Action::Number(kind.0)));
                return After::Ask(scope.you, DecisionKind::CounterKind, from, Particulars::Left(1));
            }
        };
        task.scope.this_way = self.move_counters((from, to), Some(kind), 1, scope.you);
        After::Next
    }

    /// Counters of several kinds are moved from one object onto another, kind by kind (CR 122.5). Those moved are counted.
    pub(super) fn move_kinds(
        &mut self,
        task: &mut Resolve,
        (from, to): (&Objects, &Objects),
        which: MovedKinds,
    ) -> After {
        let scope = task.scope;
        let (from, to) = (self.list(&scope, from), self.list(&scope, to));
        let (Some(&from), Some(&to)) = (from.first(), to.first()) else {
            task.scope.this_way = 0;
            return After::Next;
        };
        // The last kind that was asked about is what is left of it.
        let mut kinds = self.kinds_on(Target::Object(from));
        let there = self.kinds_on(Target::Object(to));
        kinds.retain(|kind| self.eye().may_get_counters(Target::Object(to), *kind, false));
        kinds.sort_unstable();
        if which == MovedKinds::OneOfEachNew {
            kinds.retain(|kind| !there.contains(kind));
            task.scope.this_way =
                kinds.iter().map(|kind| self.move_counters((from, to), Some(*kind), 1, scope.you)).sum();
            return After::Next;
        }
        if let (Some(Action::Number(number)), Some(kind)) = (self.s.answer.take(), task.progress.left) {
            task.progress.done += self.move_counters((from, to), Some(CounterKind(kind)), number, scope.you) as u16;
        }
        kinds.retain(|kind| task.progress.left.is_none_or(|last| kind.0 > last));
        if let Some(kind) = kinds.first() {
            let most = self.s.counters_on(from.index, *kind);
            let least = match which {
                MovedKinds::OneOrMore => kinds.len() == 1 && task.progress.done == 0,
                MovedKinds::AnyNumber | MovedKinds::OneOfEachNew => false,
            };
            task.progress.left = Some(kind.0);
            self.offer_these((u16::from(least)..=most).map(Action::Number));
            return After::Ask(scope.you, DecisionKind::Number, task.item.object, Particulars::Most(most));
        }
        task.scope.this_way = i32::from(task.progress.done);
        After::Next
    }

    /// How many counters are removed or moved: all of them, if no number is said.
    fn counters_to_take(&self, scope: &Scope, amount: Option<&Amount>) -> u16 {
        amount.map_or(u16::MAX, |amount| self.times(scope, amount).min(65_535) as u16)
    }

    /// Gives each of the players counters (CR 122.1).
    pub(super) fn give_counters(&mut self, scope: &Scope, players: &Players, kind: CounterKind, amount: &Amount) {
        let amount = self.times(scope, amount) as i32;
        let by = Putting::effect(scope.you);
        self.each_player(scope, players, |engine, player| engine.add_player_counters(player, kind, amount, by));
    }

    /// Puts counters on a permanent (CR 122.6); how many they are after all.
    pub(crate) fn add_counters(&mut self, id: ObjectId, kind: CounterKind, amount: i32, putting: Putting) -> i32 {
        self.add_counters_and(id, kind, amount, &[], putting)
    }

    /// The same, of a permanent that enters with these and more: whose ability says how many more.
    pub(crate) fn add_counters_and(
        &mut self,
        id: ObjectId,
        kind: CounterKind,
        amount: i32,
        more: &[(ObjectId, AbilityId, i32)],
        putting: Putting,
    ) -> i32 {
        if amount <= 0 && more.is_empty() || self.s.get(id).is_none() {
            return 0;
        }
        let amount = self.counters_after_replacement(Target::Object(id), kind, (amount, more), putting);
        let amount = amount.clamp(0, 65_535);
        self.put_counters(id.index, kind, amount as u16);
        if amount > 0 && self.watches(EventKinds::COUNTERS) {
            let put = (id, kind, amount as u16, putting.by);
            match &mut self.counting {
                // What sees that is all that is there once everything has entered.
                _ if putting.entering => self.arrivals.counters.push(put),
                Some(all) => all.push(put),
                None => self.trigger_counters(id, &[(kind, amount as u16)], putting.by),
            }
        }
        amount
    }

    /// Gives a player counters.
    pub(crate) fn add_player_counters(&mut self, player: Player, kind: CounterKind, amount: i32, putting: Putting) {
        let amount = self.counters_after_replacement(Target::Player(player), kind, (amount, &[]), putting).max(0);
        let info = &mut self.s.players[player];
        match kind {
            CounterKind::POISON => info.poison = info.poison.saturating_add(amount.min(255) as u8),
            CounterKind::ENERGY => {
                info.energy = info.energy.saturating_add(amount.min(65_535) as u16);
                if amount > 0 {
                    self.trigger_numbered_action(player, KeywordAction::GetEnergy, amount);
                }
            }
            CounterKind::EXPERIENCE => info.experience = info.experience.saturating_add(amount.min(65_535) as u16),
            CounterKind::RAD => info.rad = info.rad.saturating_add(amount.min(65_535) as u16),
            _ => unreachable!("players have no such counters"),
        }
        self.s.check_needed = true;
    }

    /// Players get or lose counters.
    pub(super) fn change_player_counters(&mut self, scope: &Scope, instr: &Instr) {
        match instr {
            Instr::AddPlayerCounters(players, kind, amount) => self.give_counters(scope, players, *kind, amount),
            Instr::LosePlayerCounters(players, kind, amount) => {
                self.take_player_counters(scope, players, *kind, amount.as_ref());
            }
            _ => unreachable!("it is about no counters of players: {instr:?}"),
        }
    }

    /// Players lose counters of a kind or of every kind: that many, or all.
    fn take_player_counters(
        &mut self,
        scope: &Scope,
        players: &Players,
        kind: Option<CounterKind>,
        amount: Option<&Amount>,
    ) {
        let amount = amount.map_or(u32::MAX, |amount| self.times(scope, amount)).min(65_535) as u16;
        self.each_player(scope, players, |engine, player| {
            let info = &mut engine.s.players[player];
            let is_meant = |one: CounterKind| kind.is_none_or(|kind| kind == one);
            if is_meant(CounterKind::POISON) {
                info.poison = info.poison.saturating_sub(amount.min(255) as u8);
            }
            for (one, has) in [
                (CounterKind::ENERGY, &mut info.energy),
                (CounterKind::EXPERIENCE, &mut info.experience),
                (CounterKind::RAD, &mut info.rad),
            ] {
                *has = has.saturating_sub(if is_meant(one) { amount } else { 0 });
            }
            engine.s.check_needed = true;
        });
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

    /// Removes that many counters from each of the objects, each of a kind that the player chooses where it has several (CR 122.1).
    pub(super) fn remove_chosen_counters(&mut self, task: &mut Resolve, objects: &Objects, amount: &Amount) -> After {
        let scope = task.scope;
        let each = self.times(&scope, amount).min(u32::from(u16::MAX)) as u16;
        if !task.begun {
            task.progress.objects = self.gather(&scope, objects);
            task.progress.left = Some(each);
        }
        while task.progress.objects.start < task.progress.objects.end {
            let id = self.s.scratch[usize::from(task.progress.objects.start)];
            let entries = self.s.counters.iter().filter(|entry| entry.0 == id.index && self.s.get(id).is_some());
            let kinds: SmallVec<[CounterKind; 4]> = entries.map(|entry| entry.1).collect();
            let left = task.progress.left.unwrap_or(each);
            let kind = match (self.s.answer.take(), kinds.as_slice()) {
                (Some(Action::Number(kind)), _) => CounterKind(kind),
                (_, kinds) if kinds.is_empty() || left == 0 => {
                    task.progress.objects.start += 1;
                    task.progress.left = Some(each);
                    continue;
                }
                (_, [kind]) => *kind,
                (_, kinds) => {
                    self.offer_these(kinds.iter().map(|kind| Action::Number(kind.0)));
                    return After::Ask(scope.you, DecisionKind::CounterKind, id, Particulars::Left(left));
                }
            };
            task.progress.done += self.take_counters(id.index, kind, 1);
            task.progress.left = Some(left - 1);
        }
        task.scope.this_way = i32::from(task.progress.done);
        After::Next
    }

    /// Another counter of a kind that is there: of one that the player chooses, or of each kind.
    pub(super) fn another_counter(&mut self, task: &mut Resolve, to: &Recipients, each: bool) -> After {
        let scope = task.scope;
        let Some(target) = self.recipients(&scope, to).first().copied() else { return After::Next };
        let mut kinds = self.kinds_on(target);
        if let Some(Action::Number(kind)) = self.s.answer.take() {
            kinds.retain(|own| own.0 == kind);
        } else if !each && kinds.len() > 1 {
            self.offer_these(kinds.iter().map(|kind| Action::Number(kind.0)));
            let of = if let Target::Object(id) = target { id } else { task.item.object };
            return After::Ask(scope.you, DecisionKind::CounterKind, of, Particulars::Left(1));
        }
        let by = Putting::effect(scope.you);
        self.put_at_one_time(|engine| {
            for kind in kinds {
                match target {
                    Target::Object(id) => {
                        engine.add_counters(id, kind, 1, by);
                    }
                    Target::Player(player) => engine.add_player_counters(player, kind, 1, by),
                }
            }
        });
        After::Next
    }

    /// The kinds of counters that something has.
    fn kinds_on(&self, target: Target) -> SmallVec<[CounterKind; 4]> {
        match target {
            Target::Object(id) => {
                let there = self.s.get(id).is_some();
                self.s.counters.iter().filter(|entry| there && entry.0 == id.index).map(|entry| entry.1).collect()
            }
            Target::Player(player) => {
                let info = &self.s.players[player];
                let all = [
                    (CounterKind::POISON, info.poison > 0),
                    (CounterKind::ENERGY, info.energy > 0),
                    (CounterKind::EXPERIENCE, info.experience > 0),
                    (CounterKind::RAD, info.rad > 0),
                ];
                all.into_iter().filter(|entry| entry.1).map(|entry| entry.0).collect()
            }
        }
    }

    /// CR 701.34: any number of permanents and players that have counters get one more of each kind.
    pub(super) fn proliferate(&mut self, task: &mut Resolve, players: &Players) -> After {
        let (scope, players_again) = (task.scope, players);
        let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
        if !task.begun {
            task.progress.objects = self.nothing_chosen();
            let times = self.eye().numbered(player, NumberedAction::Proliferate, 1);
            task.progress.left = if let Numbered::Done(times @ 2..) = times { Some(times as u16) } else { None };
        }
        let mut done = false;
        if let Some(Action::Player(player)) = self.s.answer {
            self.s.answer = None;
            task.progress.players |= 1 << player.index();
        } else {
            done = self.take_chosen(&mut task.progress.objects, |_, _| unreachable!("cards have no counters"));
        }
        let range = task.progress.objects;
        let players = PlayerSet(task.progress.players);
        let more = !done
            && self.offer_more(range, (0, u32::MAX), |engine, chosen, choices| {
                for (id, object) in engine.s.permanents() {
                    if object.is(Flags::HAS_COUNTERS) && !chosen.contains(&id) {
                        choices.push(Action::Object(id.index));
                    }
                }
                for player in [engine.s.active, !engine.s.active] {
                    let info = &engine.s.players[player];
                    let has = info.poison > 0 || info.energy > 0 || info.experience > 0 || info.rad > 0;
                    if has && !players.contains(player) {
                        choices.push(Action::Player(player));
                    }
                }
            });
        if more {
            return After::Ask(player, DecisionKind::Pick, task.item.object, Particulars::Nothing);
        }
        self.put_at_one_time(|engine| {
            for place in range.start..range.end {
                let id = engine.s.scratch[place as usize];
                let kinds = engine.s.counters.iter().filter(|entry| entry.0 == id.index).map(|entry| entry.1);
                let kinds: SmallVec<[CounterKind; 4]> = kinds.collect();
                for kind in kinds {
                    engine.add_counters(id, kind, 1, Putting::effect(player));
                }
            }
        });
        for fed in PlayerSet(task.progress.players).in_order(self.s.active) {
            for kind in self.kinds_on(Target::Player(fed)) {
                self.add_player_counters(fed, kind, 1, Putting::effect(player));
            }
        }
        self.s.check_needed = true;
        if self.watches(EventKinds::LIBRARY) {
            self.trigger_keyword_action(player, KeywordAction::Proliferate);
        }
        // As often as effects say.
        if let Some(left @ 2..) = task.progress.left {
            task.progress.players = 0;
            task.progress.objects = self.nothing_chosen();
            task.progress.left = Some(left - 1);
            task.begun = true;
            return self.proliferate(task, players_again);
        }
        After::Next
    }
}
