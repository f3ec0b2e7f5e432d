//! What becomes of damage before it is dealt (CR 614–616): prevention, redirection, doubling.
//!
//! Where several effects would apply, the affected player or the controller of the affected permanent chooses one after the other
//! (CR 616.1); each applies once to an event (CR 614.5).

use gauntlet_cards::ability::{NumberChange, PlayerRule, Replacement, RuleKinds, StaticEffect};
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::effect::{AfterPrevention, Instr, Recipients};
use gauntlet_cards::filter::{CounterKind, Zone};
use gauntlet_cards::types::CardTypes;
use gauntlet_core::Player;
use smallvec::SmallVec;

use super::order::{Step, same_in_every_order};
use crate::engine::Engine;
use crate::state::{
    DamageShield, EventData, MemoryList, Object, ObjectId, Ordered, Prevents, Redirected, ReplacedBy, Target,
};
use crate::task::{Resolve, Scope, Task};

/// Damage that is about to be dealt.
#[derive(Clone, Copy)]
struct Damage<'d> {
    source: ObjectId,
    /// The source as it is, or last was (CR 608.2h).
    dealer: &'d Object,
    target: Target,
    amount: i32,
    combat: bool,
    /// Whether it can be prevented (CR 615.12).
    preventable: bool,
}

/// An effect that could apply to damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cause {
    /// Protection from the source (CR 702.16e).
    Protection,
    /// A shield counter (CR 122.1c).
    ShieldCounter,
    /// A static ability of an object, and whose it is.
    Static(ObjectId, Player, AbilityId),
    /// A shield, by when it was made: its place in the list shifts.
    Shield(u32),
}

/// What an effect would do to damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Effect {
    /// All of it is prevented; the script says what happens then.
    All,
    /// It would be prevented but can't be; the rest of what the effect says happens (CR 615.12).
    InVain,
    /// It is dealt to another.
    Redirect(Target),
    /// The number becomes another one.
    Number(i32),
}

/// Which effect the affected player would choose first, in that order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Rank {
    /// Prevents everything and is not used up by it.
    AtNoPrice,
    /// Prevents it, and then something happens.
    PreventsAnd,
    /// Takes a counter away.
    TakesCounter,
    /// Prevents all of it, and may be used up.
    PreventsAll,
    /// Sends it elsewhere.
    Redirects,
    /// Makes it less.
    Reduces,
    /// Multiplies it.
    Multiplies,
    /// Adds to it.
    Adds,
    /// Halves it.
    Halves,
    /// Bounds it.
    Bounds,
}

/// An effect that applies to damage.
#[derive(Clone, Copy, Debug)]
struct Applicable {
    rank: Rank,
    cause: Cause,
    effect: Effect,
    /// What it does to the number, whatever that is by then, if it does nothing else.
    step: Option<Step>,
}

impl Applicable {
    /// Returns whether there is more to it than less damage.
    fn does_more(&self) -> bool {
        matches!(self.effect, Effect::Redirect(_)) || self.rank == Rank::PreventsAnd
    }
}

impl Engine<'_> {
    /// What damage is really dealt, to whom. Redirected parts are dealt at once.
    pub(crate) fn damage_after_replacement(
        &mut self,
        source: ObjectId,
        target: Target,
        amount: u32,
        combat: bool,
    ) -> (u32, Target) {
        let Some(dealer) = self.s.last_known(source).copied() else { return (amount, target) };
        let preventable = !self.s.unpreventable && self.may_be_prevented(source, &dealer, combat);
        let mut damage = Damage { source, dealer: &dealer, target, amount: amount as i32, combat, preventable };
        let mut used: SmallVec<[Cause; 4]> = SmallVec::new();
        while damage.amount > 0 {
            let Some((cause, effect)) = self.next_effect(damage, &used) else { break };
            used.push(cause);
            match effect {
                Effect::All => {
                    self.prevented(cause, damage, damage.amount);
                    damage.amount = 0;
                }
                // CR 615.12a: once for this damage.
                Effect::InVain => self.prevented(cause, damage, 0),
                Effect::Redirect(to) => {
                    if let Cause::Shield(made) = cause {
                        let taken = self.use_shield(made, damage.amount);
                        if taken < damage.amount {
                            // The rest stays where it was going; the part is dealt by the same source.
                            let (dealt, to) = self.apply_damage(source, to, taken as u32, combat);
                            if let Some(sums) = &mut self.at_once {
                                sums.redirect(source, to, dealt);
                            }
                            damage.amount -= taken;
                            continue;
                        }
                    }
                    damage.target = to;
                }
                Effect::Number(number) => {
                    if let Cause::Shield(made) = cause {
                        let taken = self.use_shield(made, damage.amount - number);
                        self.after_shield(made, Damage { amount: taken, ..damage });
                    }
                    damage.amount = number;
                }
            }
        }
        self.s.shields.retain(|shield| shield.amount != Prevents::Next(0));
        (damage.amount.max(0) as u32, damage.target)
    }

    /// Damage that is dealt at one time, in the order in which shields prevent it, if they don't stop all of it: the shielded player or the
    /// controller of the shielded permanent chooses which damage is prevented (CR 615.7). `None`: there is nothing to choose.
    pub(crate) fn shielded_first(
        &mut self,
        damage: &[(ObjectId, Target, i32)],
        combat: bool,
    ) -> Option<SmallVec<[(ObjectId, Target, i32); 16]>> {
        let mut ordered: Option<SmallVec<[(ObjectId, Target, i32); 16]>> = None;
        for place in 0..self.s.shields.len() {
            let shield = self.s.shields[place];
            let (Prevents::Next(left), Some(protected), false) = (shield.amount, shield.protects, shield.once) else {
                continue;
            };
            let mut left = i32::from(left);
            let fits = |&&(source, target, amount): &&(ObjectId, Target, i32)| {
                let Some(dealer) = self.s.last_known(source) else { return false };
                let preventable = !self.s.unpreventable && self.may_be_prevented(source, dealer, combat);
                let damage = Damage { source, dealer, target, amount, combat, preventable };
                let stops = preventable || shield.redirect.is_some();
                target == protected && amount > 0 && stops && self.shield_applies(&shield, damage)
            };
            let mut open: SmallVec<[(ObjectId, Target, i32); 16]> = damage.iter().filter(fits).copied().collect();
            let (player, affected) = match protected {
                Target::Player(player) => (player, ObjectId::NONE),
                Target::Object(id) => (self.s.last_known(id)?.controller, id),
            };
            while open.len() > 1 && left > 0 && open.iter().map(|entry| entry.2).sum::<i32>() > left {
                let options: SmallVec<[Ordered; 8]> = open
                    .iter()
                    .map(|entry| Ordered { source: entry.0, what: ReplacedBy::Shielded, moves: None })
                    .collect();
                let first = open.remove(self.choose_order_for(player, affected, &options));
                left -= first.2;
                // Before what isn't chosen, behind what was chosen before.
                let list = ordered.get_or_insert_with(|| damage.into());
                let last = open.iter().filter_map(|one| list.iter().position(|entry| entry == one)).min();
                let own = list.iter().position(|entry| *entry == first);
                if let (Some(last), Some(own)) = (last, own)
                    && last < own
                {
                    list[last..=own].rotate_right(1);
                }
            }
        }
        ordered
    }

    /// Returns whether no rule says that such damage can't be prevented (CR 615.12).
    fn may_be_prevented(&self, source: ObjectId, dealer: &Object, combat: bool) -> bool {
        let mut may = true;
        self.eye().each_rule(RuleKinds::UNPREVENTABLE, &mut |scope, ability| {
            if let StaticEffect::Player(_, PlayerRule::DamageCantBePrevented(filter, kind)) = &ability.effect {
                may &= kind.is_some_and(|kind| kind != combat) || !self.eye().matches(scope, filter, source, dealer);
            }
        });
        may
    }

    /// Takes that much from a shield; how much it had.
    fn use_shield(&mut self, made: u32, wanted: i32) -> i32 {
        let Some(shield) = self.s.shields.iter_mut().find(|shield| shield.timestamp == made) else { return 0 };
        if shield.once {
            shield.spent = true;
            return wanted;
        }
        match &mut shield.amount {
            Prevents::All => wanted,
            Prevents::Next(left) => {
                let taken = wanted.min(i32::from(*left)).max(0);
                *left -= taken as u16;
                taken
            }
        }
    }

    /// An effect has prevented that much of the damage, all of it or nothing: what it says happens then.
    fn prevented(&mut self, cause: Cause, damage: Damage<'_>, prevented: i32) {
        let Damage { source, target, amount, .. } = damage;
        match cause {
            Cause::Protection => {}
            Cause::ShieldCounter => {
                // One, whatever number of sources deal damage to it at the same time, and until then it's there for each of them.
                let takes = |id, task: &Task| matches!(task, Task::TakeShieldCounter(other) if *other == id);
                if let Target::Object(id) = target
                    && !self.s.tasks.iter().any(|task| takes(id, task))
                {
                    self.s.tasks.push(Task::TakeShieldCounter(id));
                }
            }
            Cause::Shield(made) => {
                self.use_shield(made, amount);
                self.after_shield(made, damage);
            }
            Cause::Static(id, you, ability) => {
                let effect = &self.pool.static_ability(ability).effect;
                if let StaticEffect::Replacement(Replacement::PreventAnd { apart, .. }) = effect {
                    let player = match target {
                        Target::Player(player) => Some(player),
                        Target::Object(_) => None,
                    };
                    let event = EventData { object: source, other: Some(target), player, amount };
                    let then = AfterPrevention { ability, apart: *apart };
                    self.after_prevention((id, you), then, event, (prevented, None));
                }
            }
        }
    }

    fn shield_made(&self, made: u32) -> Option<&DamageShield> {
        self.s.shields.iter().find(|shield| shield.timestamp == made)
    }

    /// Returns whether more happens when a shield has prevented damage.
    fn has_rider(&self, shield: &DamageShield) -> bool {
        let code = &self.script(shield.ability).parts[shield.part as usize].code;
        matches!(&code[shield.instr as usize], Instr::Shield(shield) if shield.then.is_some())
    }

    /// A shield has prevented that much damage: what else its effect says (CR 615.5).
    fn after_shield(&mut self, made: u32, damage: Damage<'_>) {
        let Some(shield) = self.shield_made(made).copied() else { return };
        let code = &self.script(shield.ability).parts[shield.part as usize].code;
        if let Instr::Shield(words) = &code[shield.instr as usize]
            && let Some(then) = words.then
            && damage.amount > 0
        {
            let (object, other) = (damage.source, Some(damage.target));
            let event = EventData { object, other, player: None, amount: damage.amount };
            self.after_prevention((shield.source, shield.controller), then, event, (damage.amount, shield.memory));
        }
    }

    /// What happens immediately after damage was prevented: the script of an ability. "That much" is the damage that would be dealt, what
    /// was prevented this way is another number where it can't be prevented (CR 615.12).
    fn after_prevention(
        &mut self,
        (id, you): (ObjectId, Player),
        AfterPrevention { ability, apart }: AfterPrevention,
        event: EventData,
        (prevented, memory): (i32, Option<MemoryList>),
    ) {
        // Damage dealt at the same time is one event (CR 615.13): the script runs once for all of it.
        let same = |task: &Resolve| {
            let about = |event: &EventData| (event.object, event.other);
            (task.item.ability, task.item.source, task.item.memory) == (ability, id, memory)
                && (!apart || about(&task.scope.event) == about(&event))
                && !task.begun
                && task.pc == 0
        };
        let waiting = self.s.tasks.iter().rposition(|task| matches!(task, Task::Resolve(task) if same(task)));
        if let Some(Task::Resolve(task)) = waiting.map(|place| &mut self.s.tasks[place]) {
            task.scope.event.amount += event.amount;
            task.scope.this_way += prevented;
            return;
        }
        let mut task = Resolve::of_static(ability, id, you, self.s.scratch.len() as u16);
        task.item.memory = memory;
        task.scope.event = event;
        task.scope.this_way = prevented;
        self.recall(&mut task);
        self.s.tasks.push(Task::Resolve(task));
    }

    /// The effect that the affected player lets apply next.
    fn next_effect(&mut self, damage: Damage<'_>, used: &[Cause]) -> Option<(Cause, Effect)> {
        let mut all: SmallVec<[Applicable; 4]> = SmallVec::new();
        self.each_effect(damage, &mut |applicable| {
            if !used.contains(&applicable.cause) {
                all.push(applicable);
            }
        });
        all.sort_by_key(|applicable| applicable.rank);
        let first = *all.first()?;
        let nothing_left = first.rank == Rank::AtNoPrice && !all.iter().any(Applicable::does_more);
        let all_in_vain = all.iter().all(|applicable| applicable.effect == Effect::InVain);
        if all.len() == 1 || nothing_left || all_in_vain {
            return Some((first.cause, first.effect));
        }
        let steps: Option<SmallVec<[Step; 4]>> = all.iter().map(|applicable| applicable.step).collect();
        if steps.is_some_and(|steps| same_in_every_order(&steps, damage.amount)) {
            return Some((first.cause, first.effect));
        }
        // Of effects that do the same one is offered.
        let mut options: SmallVec<[Ordered; 4]> = SmallVec::new();
        let mut offered: SmallVec<[Applicable; 4]> = SmallVec::new();
        for applicable in &all {
            let (source, what) = match applicable.cause {
                Cause::Protection => (damage.source, ReplacedBy::Protection),
                Cause::ShieldCounter => match damage.target {
                    Target::Object(id) => (id, ReplacedBy::ShieldCounter),
                    Target::Player(_) => continue,
                },
                Cause::Static(source, _, ability) => (source, ReplacedBy::Ability(ability)),
                Cause::Shield(made) => match self.shield_made(made) {
                    Some(shield) => (shield.source, ReplacedBy::Ability(shield.ability)),
                    None => continue,
                },
            };
            let same = |other: &Applicable| match (other.cause, applicable.cause) {
                (Cause::Static(_, _, one), Cause::Static(_, _, two)) => {
                    one == two && !applicable.does_more() && other.effect == applicable.effect
                }
                (Cause::Shield(one), Cause::Shield(two)) => {
                    let written = |shield: &DamageShield| (shield.source, shield.ability, shield.instr);
                    self.shield_made(one).map(written) == self.shield_made(two).map(written)
                }
                _ => false,
            };
            if !offered.iter().any(same) {
                options.push(Ordered { source, what, moves: None });
                offered.push(*applicable);
            }
        }
        let (player, affected) = match damage.target {
            Target::Player(player) => (player, ObjectId::NONE),
            Target::Object(id) => (self.s.objects[id.index()].controller, id),
        };
        // Where each replaces all of it, what was said of another source's damage of the same time holds for this as well.
        let alike = offered.iter().all(|applicable| applicable.rank == Rank::PreventsAnd);
        let said = self.at_once.as_ref().filter(|_| alike).map(|sums| &sums.replaced);
        let said =
            said.and_then(|said| options.iter().position(|option| said.contains(&(damage.target, option.source))));
        let place = said.unwrap_or_else(|| self.choose_order_for(player, affected, &options));
        if let Some(sums) = &mut self.at_once
            && alike
            && said.is_none()
        {
            sums.replaced.push((damage.target, options[place].source));
        }
        let chosen = offered[place];
        Some((chosen.cause, chosen.effect))
    }

    /// Calls `f` with each effect that could apply to damage.
    fn each_effect(&self, damage: Damage<'_>, f: &mut dyn FnMut(Applicable)) {
        let Damage { source, dealer, target, amount, preventable, .. } = damage;
        let mut consider = |rank: Rank, cause: Cause, effect: Effect, step: Option<Step>| {
            f(Applicable { rank, cause, effect, step });
        };
        let prevention = if preventable { Effect::All } else { Effect::InVain };
        if let Target::Object(id) = target {
            if preventable && self.eye().protected_from(id, source, dealer, false) {
                consider(Rank::AtNoPrice, Cause::Protection, Effect::All, Some(Step::Zero));
            }
            if self.s.counters_on(id.index, CounterKind::SHIELD) > 0 {
                consider(Rank::TakesCounter, Cause::ShieldCounter, prevention, None);
            }
        }
        self.eye().each_rule_with_id(RuleKinds::DAMAGE, &mut |scope, id, ability| {
            let StaticEffect::Replacement(replacement) = &ability.effect else { return };
            let cause = Cause::Static(scope.source, scope.you, id);
            match replacement {
                Replacement::Damage { source: what, to_players, to_objects, combat: wanted, change } => {
                    let prevents =
                        matches!(change, NumberChange::Minus(_) | NumberChange::Zero | NumberChange::Prevents(_));
                    if (prevents && !preventable)
                        || !self.damage_fits(scope, (what, *to_players, to_objects.as_ref(), *wanted), damage)
                    {
                        return;
                    }
                    let step = self.eye().step(scope, change);
                    let rank = match change {
                        NumberChange::Zero => return consider(Rank::AtNoPrice, cause, Effect::All, Some(step)),
                        NumberChange::Minus(_) | NumberChange::Lower(_) | NumberChange::Prevents(_) => Rank::Reduces,
                        NumberChange::Times(_) => Rank::Multiplies,
                        NumberChange::Plus(_) => Rank::Adds,
                        NumberChange::Half(_) => Rank::Halves,
                        NumberChange::AtMost(_) => Rank::Bounds,
                        // Of life only.
                        NumberChange::Lost => return,
                    };
                    consider(rank, cause, Effect::Number(step.apply(amount)), Some(step));
                }
                Replacement::PreventAnd { source: what, to_players, to_objects, combat: wanted, prevents, .. }
                    if self.damage_fits(scope, (what, *to_players, to_objects.as_ref(), *wanted), damage) =>
                {
                    let effect = if *prevents { prevention } else { Effect::All };
                    consider(Rank::PreventsAnd, cause, effect, None);
                }
                Replacement::Redirect { source: what, to_players, to_objects, combat: wanted, to } => {
                    if self.damage_fits(scope, (what, *to_players, to_objects.as_ref(), *wanted), damage)
                        && let Some(to) = self.redirected_to(scope, to)
                        && to != target
                    {
                        consider(Rank::Redirects, cause, Effect::Redirect(to), None);
                    }
                }
                _ => {}
            }
        });
        for shield in &self.s.shields {
            if shield.amount == Prevents::Next(0) || !self.shield_applies(shield, damage) {
                continue;
            }
            let cause = Cause::Shield(shield.timestamp);
            match shield.redirect {
                Some(to) => {
                    if let Some(to) = self.shield_redirects_to(to, damage)
                        && self.takes_damage(to)
                        && to != target
                    {
                        consider(Rank::Redirects, cause, Effect::Redirect(to), None);
                    }
                }
                None if !preventable => {}
                None if shield.amount == Prevents::All && !shield.once && !self.has_rider(shield) => {
                    consider(Rank::AtNoPrice, cause, Effect::All, Some(Step::Zero));
                }
                None => match shield.amount {
                    Prevents::Next(left) if !shield.once => {
                        let step = Step::Minus(i32::from(left));
                        let alone = (!self.has_rider(shield)).then_some(step);
                        consider(Rank::Reduces, cause, Effect::Number(step.apply(amount)), alone);
                    }
                    Prevents::Next(_) | Prevents::All => consider(Rank::PreventsAll, cause, Effect::All, None),
                },
            }
        }
    }

    /// Returns whether damage is of the kind that an effect names.
    fn damage_fits(
        &self,
        scope: &Scope,
        (what, to_players, to_objects, wanted): (
            &gauntlet_cards::filter::Filter,
            Option<gauntlet_cards::filter::PlayerFilter>,
            Option<&gauntlet_cards::filter::Filter>,
            Option<bool>,
        ),
        damage: Damage<'_>,
    ) -> bool {
        let to = match damage.target {
            Target::Player(player) => to_players.is_some_and(|who| self.eye().player_fits(scope, who, player)),
            Target::Object(id) => to_objects.is_some_and(|filter| {
                self.s.get(id).is_some_and(|object| self.eye().matches(scope, filter, id, object))
            }),
        };
        to && wanted.is_none_or(|wanted| wanted == damage.combat)
            && self.eye().matches(scope, what, damage.source, damage.dealer)
    }

    fn redirected_to(&self, scope: &Scope, to: &Recipients) -> Option<Target> {
        self.recipients(scope, to).first().copied().filter(|to| self.takes_damage(*to))
    }

    /// Returns whether damage can be redirected there: not to a permanent that has left the battlefield, or is no longer a battle, creature,
    /// or planeswalker (CR 614.9).
    fn takes_damage(&self, to: Target) -> bool {
        const TAKE: CardTypes = CardTypes::CREATURE.union(CardTypes::PLANESWALKER).union(CardTypes::BATTLE);
        match to {
            Target::Player(_) => true,
            Target::Object(id) => self.s.get(id).is_some_and(|object| {
                object.zone == Zone::Battlefield && object.characteristics.types.intersects(TAKE)
            }),
        }
    }

    /// What a shield has damage dealt to instead, as things are now (CR 614.9).
    fn shield_redirects_to(&self, to: Redirected, damage: Damage<'_>) -> Option<Target> {
        match to {
            Redirected::To(target) => Some(target),
            Redirected::ControllerOf(id) if self.same_source(id, damage.source) => {
                Some(Target::Player(damage.dealer.controller))
            }
            Redirected::ControllerOf(id) => self.s.last_known(id).map(|object| Target::Player(object.controller)),
        }
    }

    fn shield_applies(&self, shield: &DamageShield, damage: Damage<'_>) -> bool {
        let Damage { source, dealer, target, combat, .. } = damage;
        if (shield.combat && !combat)
            || shield.protects.is_some_and(|protected| protected != target)
            || !(shield.from.is_none() || self.same_source(shield.from, source))
        {
            return false;
        }
        let code = &self.script(shield.ability).parts[shield.part as usize].code;
        let of = (shield.player, shield.of);
        let scope = Scope { current_player: of.0, current_object: of.1, ..Scope::of(shield.source, shield.controller) };
        match &code[shield.instr as usize] {
            Instr::PreventCombatDamage(filter) => combat && self.eye().matches(&scope, filter, source, dealer),
            Instr::Shield(words) => {
                words.quality.as_ref().is_none_or(|filter| self.eye().matches(&scope, filter, source, dealer))
                    && words.group.as_ref().is_none_or(|(players, filter)| match target {
                        Target::Player(player) => {
                            players.is_some_and(|players| self.eye().player_fits(&scope, players, player))
                        }
                        Target::Object(id) => filter.as_ref().is_some_and(|filter| {
                            self.s.get(id).is_some_and(|object| self.eye().matches(&scope, filter, id, object))
                        }),
                    })
            }
            _ => true,
        }
    }

    /// A chosen source that was a spell may have become a permanent, which may have left since, and one that has left is told by what it has
    /// become (CR 609.7a).
    fn same_source(&self, chosen: ObjectId, source: ObjectId) -> bool {
        let on_battlefield = |object: &Object| object.zone == Zone::Battlefield;
        chosen == source
            || (chosen.moved() == source && self.s.last_known(source).is_some_and(on_battlefield))
            || (source.moved() == chosen && !self.s.get(chosen).is_some_and(on_battlefield))
    }
}
