//! What is added or changed when a permanent is tapped for mana (CR 106.12, 605.1b, 614): replacement effects on the mana, and triggered
//! mana abilities, which resolve at once.

use gauntlet_cards::ability::{AbilityKind, Replacement, RuleKinds, StaticEffect, TriggerEvent, Triggered};
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::effect::{DelayedUntil, Instr, ManaOutput};
use gauntlet_cards::filter::Amount;
use gauntlet_cards::keyword::EventKinds;
use gauntlet_cards::types::Colors;
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::payment::{ManaSource, ManaTypes, Yield};
use crate::state::{EventData, Object, ObjectId, RestrictedMana};
use crate::task::{Resolve, Scope, Task};

/// What happens to the mana of a permanent that is tapped for it.
struct Bonus {
    /// That many times as much.
    times: u8,
    /// Of this type instead.
    instead: Option<Colors>,
    /// One colorless mana instead of that many or more.
    one_for: Option<u8>,
    /// Triggered mana abilities: of what, whose, which.
    triggered: SmallVec<[(ObjectId, Player, AbilityId); 2]>,
}

impl Bonus {
    /// Returns whether that much mana is one mana instead.
    fn makes_one(&self, units: u32) -> bool {
        self.one_for.is_some_and(|least| units >= u32::from(least))
    }
}

/// CR 605.1b: a triggered ability that only adds mana, without a target, is a mana ability.
pub(crate) fn is_mana_trigger(triggered: &Triggered) -> bool {
    let mut code = triggered.script.parts.iter().flat_map(|part| &part.code);
    let adds = |instr: &Instr| matches!(instr, Instr::AddMana(..) | Instr::AddSameMana(_));
    triggered.script.modes.is_none()
        && triggered.script.parts.iter().all(|part| part.targets.is_empty())
        && triggered.events.iter().all(|event| matches!(event, TriggerEvent::TappedForMana { .. }))
        && code.all(adds)
}

impl<'a> Eye<'a> {
    /// Returns whether anything happens when permanents are tapped for mana.
    #[inline]
    pub(crate) fn mana_changes(self) -> bool {
        self.s.watched.contains(EventKinds::MANA)
            || !self.s.player_effects.is_empty() && self.has_rules(RuleKinds::MANA)
            || self.s.delayed.iter().any(|delayed| {
                let triggered = self.pool.triggered(delayed.ability);
                !triggered.events.is_empty() && is_mana_trigger(triggered)
            })
    }

    fn mana_bonus(self, id: ObjectId, object: &Object) -> Bonus {
        let mut bonus = Bonus { times: 1, instead: None, one_for: None, triggered: SmallVec::new() };
        self.each_rule(RuleKinds::MANA, &mut |scope, ability| {
            if let StaticEffect::Replacement(Replacement::Mana { what, color, times, one_for }) = &ability.effect
                && self.matches(scope, what, id, object)
            {
                if let Some(least) = one_for {
                    bonus.one_for = Some(bonus.one_for.map_or(*least, |other| other.min(*least)));
                    // Of several colors of which each would be the only one it is the last.
                    if *least == 1 {
                        bonus.instead = color.or(bonus.instead);
                    }
                    return;
                }
                bonus.times = bonus.times.saturating_mul((*times).max(1));
                bonus.instead = color.or(bonus.instead);
            }
        });
        for (source, watcher) in self.s.permanents() {
            if !watcher.watches.contains(EventKinds::MANA) {
                continue;
            }
            let is_trigger = |kind: &AbilityKind| matches!(kind, AbilityKind::Triggered(_));
            for ability in self.abilities(watcher, source.index, |derived| &derived.triggers, is_trigger) {
                let triggered = self.pool.triggered(ability);
                let scope = Scope::of(source, watcher.controller);
                let holds = triggered.condition.as_ref().is_none_or(|condition| self.holds(&scope, condition));
                if holds && self.adds_mana_for(&scope, triggered, id, object) {
                    // CR 603.2d: a triggered mana ability may trigger additional times as any other may.
                    let tapped = |eye: Eye<'_>, scope: &Scope, event: &TriggerEvent| match event {
                        TriggerEvent::TappedForMana { what } => {
                            eye.matches(scope, what, id, object).then_some(EventData::NONE)
                        }
                        _ => None,
                    };
                    for _ in 0..=self.additional_times(source, &tapped) {
                        bonus.triggered.push((source, watcher.controller, ability));
                    }
                }
            }
        }
        // So may one that lasts for the turn, or that an emblem has (CR 603.7, 114.4).
        for delayed in &self.s.delayed {
            let triggered = self.pool.triggered(delayed.ability);
            let scope = Scope::of(delayed.source, delayed.controller);
            let lasts = matches!(
                delayed.until,
                DelayedUntil::EventThisTurn | DelayedUntil::EventUntilYourNextTurn | DelayedUntil::EveryEvent
            );
            if lasts && self.adds_mana_for(&scope, triggered, id, object) {
                bonus.triggered.push((delayed.source, delayed.controller, delayed.ability));
            }
        }
        bonus
    }

    /// Returns whether a triggered mana ability hears that the permanent is tapped for mana.
    fn adds_mana_for(self, scope: &Scope, triggered: &Triggered, id: ObjectId, object: &Object) -> bool {
        let fits = |event: &TriggerEvent| match event {
            TriggerEvent::TappedForMana { what } => self.matches(scope, what, id, object),
            _ => false,
        };
        is_mana_trigger(triggered) && triggered.events.iter().any(fits)
    }

    /// What tapping the permanent really yields, for each way of tapping it. There are at most as many as a source can have.
    pub(crate) fn with_mana_bonus(self, id: ObjectId, object: &Object, yields: &mut SmallVec<[Yield; 6]>) {
        let bonus = self.mana_bonus(id, object);
        let plain = bonus.times == 1 && bonus.instead.is_none() && bonus.one_for.is_none();
        if plain && bonus.triggered.is_empty() {
            return;
        }
        let mut all: SmallVec<[Yield; 6]> = SmallVec::new();
        for made in yields.iter() {
            // CR 616.1: before what multiplies it, as whoever taps it likes best.
            let made = &if bonus.makes_one(made.units()) { Yield::any(ManaTypes::COLORLESS, 1) } else { *made };
            // More of the same: one alternative for each type that can be chosen.
            let (types, free) = made.free_units();
            let mut ways: SmallVec<[Yield; 6]> = SmallVec::new();
            if free == 1 {
                for kind in types.iter() {
                    let fixed = ManaTypes::EACH
                        .iter()
                        .fold(Yield::NOTHING, |sum, other| sum.plus(*other, made.fixed_count(*other)));
                    ways.push(fixed.plus(kind, 1));
                }
            } else {
                ways.push(*made);
            }
            for way in ways {
                let mut result = match bonus.instead {
                    Some(color) => Yield::any(ManaTypes::of_mana(color), way.units().min(255) as u8),
                    None => way,
                };
                let once = result;
                for _ in 1..bonus.times {
                    for kind in ManaTypes::EACH {
                        result = result.plus(kind, once.fixed_count(kind));
                    }
                    let (types, free) = once.free_units();
                    result = result.plus(types, free);
                }
                all.extend(self.with_triggered(object, &bonus, result));
            }
        }
        let mut distinct: SmallVec<[Yield; 6]> = SmallVec::new();
        for way in all {
            if !distinct.contains(&way) && distinct.len() < ManaSource::ALTERNATIVES {
                distinct.push(way);
            }
        }
        *yields = distinct;
    }

    /// What triggered mana abilities add for the player who taps.
    fn with_triggered(self, object: &Object, bonus: &Bonus, made: Yield) -> SmallVec<[Yield; 6]> {
        let mut ways: SmallVec<[Yield; 6]> = smallvec::smallvec![made];
        for (source, you, ability) in &bonus.triggered {
            let mut scope = Scope::of(*source, *you);
            scope.event = EventData { object: ObjectId::NONE, other: None, player: Some(object.controller), amount: 1 };
            for instr in self.pool.triggered(*ability).script.parts.iter().flat_map(|part| &part.code) {
                let mut next: SmallVec<[Yield; 6]> = SmallVec::new();
                for way in &ways {
                    match instr {
                        Instr::AddMana(_, output) => next.extend(self.more(&scope, *way, output)),
                        Instr::AddSameMana(_) => {
                            // Of several types the player chooses one.
                            let kinds = ManaTypes::EACH.into_iter().filter(|kind| made.fixed_count(*kind) > 0);
                            let before = next.len();
                            next.extend(kinds.map(|kind| way.plus(kind, 1)));
                            if next.len() == before {
                                next.push(*way);
                            }
                        }
                        _ => next.push(*way),
                    }
                }
                ways = next;
            }
        }
        ways
    }

    fn more(self, scope: &Scope, way: Yield, output: &ManaOutput) -> SmallVec<[Yield; 6]> {
        match output {
            ManaOutput::Fixed(list) => {
                let all = list.iter().fold(way, |way, color| way.plus(ManaTypes::of_mana(*color), 1));
                smallvec::smallvec![all]
            }
            ManaOutput::OneOf(lists) => lists
                .iter()
                .map(|list| list.iter().fold(way, |way, color| way.plus(ManaTypes::of_mana(*color), 1)))
                .collect(),
            ManaOutput::AnyOneColor(Amount::Const(n)) => {
                ManaTypes::COLORS.iter().map(|kind| way.plus(kind, (*n).clamp(0, 255) as u8)).collect()
            }
            ManaOutput::Amount(amount, color) => {
                let count = self.amount(scope, amount).clamp(0, 255) as u8;
                smallvec::smallvec![way.plus(ManaTypes::of_mana(*color), count)]
            }
            ManaOutput::ChosenColor(amount) => {
                let count = self.amount(scope, amount).clamp(0, 255) as u8;
                let chosen = self.chosen_color(scope).map(|color| way.plus(ManaTypes::of_mana(color), count));
                smallvec::smallvec![chosen.unwrap_or(way)]
            }
            // Nothing that would be certain to be there.
            _ => smallvec::smallvec![way],
        }
    }
}

impl Engine<'_> {
    /// A permanent was tapped for mana and has produced some (CR 106.12a): what triggers and isn't a mana ability waits as usual.
    pub(crate) fn tapped_for_mana(&mut self, id: ObjectId) {
        let Some(object) = self.s.last_known(id).copied() else { return };
        let data = EventData { object: id, other: None, player: Some(object.controller), amount: 1 };
        self.trigger_mana(id, &object, data);
    }

    /// Mana was made by an ability that was activated on its own: the rest of it is made too. `before` is what the pool had, `apart` how much
    /// there was of each mana that is told apart; more of such mana is told apart in the same way (CR 106.6).
    pub(crate) fn make_bonus_mana(&mut self, player: Player, id: ObjectId, before: [u8; 6], apart: &[u8]) {
        let Some(object) = self.s.last_known(id).copied() else { return };
        let bonus = self.eye().mana_bonus(id, &object);
        let usual = before.iter().zip(self.s.players[player].mana).map(|(old, new)| new.saturating_sub(*old));
        let old = |place: usize| apart.get(place).copied().unwrap_or(0);
        let other =
            self.s.restricted_mana.iter().enumerate().map(|(place, mana)| mana.count - old(place).min(mana.count));
        if bonus.makes_one(usual.chain(other).map(u32::from).sum()) {
            self.s.players[player].mana = before;
            let made =
                |(place, mana): (usize, &RestrictedMana)| (mana.count > old(place)).then_some((mana.rule, mana.source));
            let rule = self.s.restricted_mana.iter().enumerate().find_map(made);
            for (place, mana) in self.s.restricted_mana.iter_mut().enumerate() {
                mana.count = mana.count.min(old(place));
            }
            let (rule, source) = rule.map_or((None, id), |(rule, source)| (Some(rule), source));
            self.add_mana_of(player, 5, 1, rule, source);
        }
        let after = self.s.players[player].mana;
        let in_place = |color: Colors| if color.is_empty() { 5 } else { color.bits().trailing_zeros() as usize };
        let mut kind = None;
        for (place, (before, after)) in before.into_iter().zip(after).enumerate() {
            let made = after.saturating_sub(before);
            if made == 0 {
                continue;
            }
            kind = kind.or(Some(place));
            let pool = &mut self.s.players[player].mana;
            let total = made.saturating_mul(bonus.times);
            match bonus.instead {
                Some(color) => {
                    pool[place] -= made;
                    pool[in_place(color)] = pool[in_place(color)].saturating_add(total);
                    kind = Some(in_place(color));
                }
                None => pool[place] = pool[place].saturating_add(total - made),
            }
        }
        let made = |(place, mana): (usize, &RestrictedMana)| (place, *mana, mana.count.saturating_sub(old(place)));
        let told_apart: SmallVec<[(usize, RestrictedMana, u8); 4]> =
            self.s.restricted_mana.iter().enumerate().map(made).filter(|entry| entry.2 > 0).collect();
        for (place, mana, made) in told_apart {
            kind = kind.or(Some(usize::from(mana.place)));
            let total = made.saturating_mul(bonus.times);
            match bonus.instead {
                Some(color) => {
                    self.s.restricted_mana[place].count -= made;
                    self.add_restricted_mana(player, in_place(color) as u8, total, mana.rule, mana.source);
                    kind = Some(in_place(color));
                }
                None => {
                    let count = &mut self.s.restricted_mana[place].count;
                    *count = count.saturating_add(total - made);
                }
            }
        }
        self.s.restricted_mana.retain(|mana| mana.count > 0);
        for (source, you, ability) in bonus.triggered {
            let mut task = Resolve::of_static(ability, source, you, self.s.scratch.len() as u16);
            task.scope.event =
                EventData { object: id, other: None, player: Some(player), amount: kind.map_or(5, |kind| kind as i32) };
            self.s.tasks.push(Task::Resolve(task));
        }
        self.tapped_for_mana(id);
    }
}
