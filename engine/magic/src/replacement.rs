//! Replacement and prevention effects (CR 614, 615): asked by whatever is about to change the position.

mod damage;

use gauntlet_core::Player;

use crate::ability::{Affected, NumberChange, PlayerRule, Replacement, Static, StaticEffect};
use crate::card::AbilityId;
use crate::effect::LibraryPosition;
use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::filter::{CounterKind, Zone};
use crate::keyword::{Keywords, Restrictions};
use crate::state::{Flags, Object, ObjectId};
use crate::task::{Resolve, Scope, Task};

/// Effects that change one number, with what they are said of.
type Changes<'a> = smallvec::SmallVec<[(Scope, &'a NumberChange); 4]>;

impl<'a> Eye<'a> {
    /// Calls `f` with each static ability that is in effect and makes rules or replaces events: of permanents, of emblems, of
    /// effects on players.
    pub(crate) fn each_rule(self, f: &mut dyn FnMut(&Scope, &'a Static)) {
        self.each_rule_with_id(&mut |scope, _, ability| f(scope, ability));
    }

    /// The same, with the number of the ability.
    pub(crate) fn each_rule_with_id(self, f: &mut dyn FnMut(&Scope, AbilityId, &'a Static)) {
        let mut visit = |id: ObjectId, controller: Player, number: AbilityId| {
            let ability = self.pool.static_ability(number);
            let scope = Scope::of(id, controller);
            if ability.condition.as_ref().is_none_or(|condition| self.holds(&scope, condition)) {
                f(&scope, number, ability);
            }
        };
        for (id, object) in self.s.permanents() {
            let is_static = |kind: &crate::ability::AbilityKind| matches!(kind, crate::ability::AbilityKind::Static(_));
            for ability in self.abilities(object, id.index, |derived| &derived.statics, is_static) {
                visit(id, object.controller, ability);
            }
        }
        for &index in &self.s.command {
            let object = &self.s.objects[index as usize];
            for &ability in &self.pool.card(object.card).derived.statics_elsewhere {
                visit(self.s.id(index), object.controller, ability);
            }
        }
        for effect in &self.s.player_effects {
            visit(effect.source, effect.controller, effect.ability);
        }
    }

    /// Whether a rule holds for a player.
    pub(crate) fn player_rule(self, player: Player, wanted: impl Fn(&PlayerRule) -> bool) -> bool {
        if !self.s.rules_used {
            return false;
        }
        let mut found = false;
        self.each_rule(&mut |scope, ability| {
            if let StaticEffect::Player(who, rule) = &ability.effect {
                found |= wanted(rule) && self.player_fits(scope, *who, player);
            }
        });
        found
    }

    /// A number as changed by several effects, each once, in the order that the affected player would choose (CR 616.1): what
    /// makes it greatest, or least.
    fn changed_by_all(self, mut changes: Changes<'_>, number: i32, greatest: bool) -> i32 {
        changes.sort_by_key(|(_, change)| {
            let rank = match change {
                NumberChange::Plus(_) => 0,
                NumberChange::Times(_) => 1,
                NumberChange::Half(_) => 2,
                NumberChange::Minus(_) => 3,
                NumberChange::AtMost(_) => 4,
                NumberChange::Zero => 5,
            };
            if greatest { rank } else { -rank }
        });
        changes.iter().fold(number, |number, (scope, change)| self.changed(scope, change, number))
    }

    /// A number as changed by an effect.
    pub(crate) fn changed(self, scope: &Scope, change: &NumberChange, number: i32) -> i32 {
        match change {
            NumberChange::Times(factor) => number * i32::from(*factor),
            NumberChange::Half(up) => (number + i32::from(*up)) / 2,
            NumberChange::Plus(amount) => number + self.amount(scope, amount),
            NumberChange::Minus(amount) => (number - self.amount(scope, amount)).max(0),
            NumberChange::Zero => 0,
            NumberChange::AtMost(amount) => number.min(self.amount(scope, amount)),
        }
    }
}

/// Where an object goes once replacement effects have been applied.
pub(crate) struct ReplacedMove {
    pub(crate) zone: Zone,
    /// It is shuffled into the library.
    pub(crate) shuffled: bool,
    /// What has exiled it, if that refers to the cards it has exiled (CR 607.2b).
    pub(crate) linked_to: Option<ObjectId>,
}

impl Engine<'_> {
    /// The zone to which an object really goes.
    pub(crate) fn replaced_zone(&self, id: ObjectId, to: Zone) -> Zone {
        self.replaced_move(id, to).zone
    }

    /// Where an object really goes, and how.
    pub(crate) fn replaced_move(&self, id: ObjectId, to: Zone) -> ReplacedMove {
        let mut replaced = ReplacedMove { zone: to, shuffled: false, linked_to: None };
        let Some(object) = self.s.get(id) else { return replaced };
        // CR 122.1h. Other replacements of the same move come too late: its controller would hardly choose otherwise.
        if to == Zone::Graveyard
            && object.zone == Zone::Battlefield
            && object.is(Flags::HAS_COUNTERS)
            && self.s.counters_on(id.index, CounterKind::FINALITY) > 0
        {
            replaced.zone = Zone::Exile;
        }
        if !self.s.rules_used {
            return replaced;
        }
        self.eye().each_rule(&mut |scope, ability| {
            if let StaticEffect::Replacement(Replacement::Moves { what, from, to: wanted, instead }) = &ability.effect
                && replaced.zone == *wanted
                && from.is_none_or(|from| from == object.zone)
                && self.eye().matches(scope, what, id, object)
            {
                replaced = ReplacedMove {
                    zone: instead.zone,
                    shuffled: instead.position == LibraryPosition::Shuffled,
                    linked_to: instead.linked.then_some(scope.source),
                };
            }
        });
        replaced
    }

    /// Applies what changes how a permanent enters (CR 614.12): its own abilities, and those of others.
    pub(crate) fn replace_entering(&mut self, id: ObjectId) {
        let own = &self.pool.card(self.s.objects[id.index()].card).derived;
        for &ability in &own.statics {
            let ability = self.pool.static_ability(ability);
            let scope = Scope::of(id, self.s.objects[id.index()].controller);
            if ability.condition.as_ref().is_none_or(|condition| self.eye().holds(&scope, condition)) {
                self.replace_entering_by(&scope, ability, id);
            }
        }
        if !self.s.rules_used {
            return;
        }
        let mut applicable: smallvec::SmallVec<[(ObjectId, Player, AbilityId); 4]> = smallvec::SmallVec::new();
        for (other, object) in self.s.permanents() {
            if other == id || object.is(Flags::LOST_ABILITIES) {
                continue;
            }
            for &ability in &self.pool.card(object.card).derived.statics {
                if matches!(self.pool.static_ability(ability).effect, StaticEffect::Replacement(_)) {
                    applicable.push((other, object.controller, ability));
                }
            }
        }
        for (other, controller, ability) in applicable {
            let scope = Scope::of(other, controller);
            let ability = self.pool.static_ability(ability);
            if ability.condition.as_ref().is_none_or(|condition| self.eye().holds(&scope, condition)) {
                self.replace_entering_by(&scope, ability, id);
            }
        }
    }

    fn replace_entering_by(&mut self, scope: &Scope, ability: &Static, id: ObjectId) {
        let object = self.s.objects[id.index()];
        let StaticEffect::Replacement(replacement) = &ability.effect else { return };
        match replacement {
            Replacement::EntersTapped { what, unless } => {
                let excused = unless.as_ref().is_some_and(|condition| self.eye().holds(scope, condition));
                if !excused && self.eye().matches(scope, what, id, &object) {
                    self.object(id.index).flags |= Flags::TAPPED;
                }
            }
            Replacement::EntersWithCounters { what, kind, amount } if self.eye().matches(scope, what, id, &object) => {
                let amount = self.eye().amount(scope, amount);
                let amount = self.counters_after_replacement(id, *kind, amount);
                self.put_counters(id.index, *kind, amount.clamp(0, i32::from(u16::MAX)) as u16);
            }
            _ => {}
        }
    }

    /// Begins the choices that are made as an object enters the battlefield (CR 614.12a), unless they have been made: they are made
    /// before it enters, so that it enters as they say. Whether there are any.
    pub(crate) fn choose_how_to_enter(&mut self, id: ObjectId) -> bool {
        let Some(object) = self.s.get(id) else { return false };
        if object.is(Flags::READY_TO_ENTER) || object.zone == Zone::Battlefield {
            return false;
        }
        let controller = object.controller;
        let own = &self.pool.card(object.card).derived;
        let mut any = false;
        for &ability in own.statics.iter().rev() {
            if let StaticEffect::Replacement(Replacement::AsEnters(_)) = &self.pool.static_ability(ability).effect {
                let task = Resolve::of_static(ability, id, controller, self.s.scratch.len() as u16);
                self.s.tasks.push(Task::Resolve(task));
                any = true;
            }
        }
        if any {
            self.object(id.index).flags |= Flags::READY_TO_ENTER;
        }
        any
    }

    /// Effects on an object that is about to be a permanent apply to the permanent (CR 400.7a).
    pub(crate) fn carry_effects(&mut self, from: ObjectId, to: ObjectId) {
        let mut any = false;
        for effect in &mut self.s.effects {
            if effect.object == from {
                effect.object = to;
                any = true;
            }
        }
        if any {
            self.apply_copies();
        }
    }

    /// How many counters are really put on a permanent.
    pub(crate) fn counters_after_replacement(&self, id: ObjectId, kind: CounterKind, amount: i32) -> i32 {
        if !self.s.rules_used || amount <= 0 {
            return amount;
        }
        let Some(object) = self.s.get(id) else { return amount };
        let mut changes = Changes::new();
        self.eye().each_rule(&mut |scope, ability| {
            if let StaticEffect::Replacement(Replacement::Counters { what, kind: wanted, change }) = &ability.effect
                && wanted.is_none_or(|wanted| wanted == kind)
                && self.eye().matches(scope, what, id, object)
            {
                changes.push((*scope, change));
            }
        });
        self.eye().changed_by_all(changes, amount, kind != CounterKind::MINUS_ONE)
    }

    /// How many tokens are really created.
    pub(crate) fn tokens_after_replacement(&self, player: Player, amount: i32) -> i32 {
        if !self.s.rules_used || amount <= 0 {
            return amount;
        }
        let mut changes = Changes::new();
        self.eye().each_rule(&mut |scope, ability| {
            if let StaticEffect::Replacement(Replacement::Tokens { player: who, change }) = &ability.effect
                && self.eye().player_fits(scope, *who, player)
            {
                changes.push((*scope, change));
            }
        });
        self.eye().changed_by_all(changes, amount, true)
    }

    /// Whether a draw was replaced by something else.
    pub(crate) fn replace_draw(&mut self, player: Player) -> bool {
        let mut limit = None;
        let mut instead = None;
        self.eye().each_rule(&mut |scope, ability| match &ability.effect {
            StaticEffect::Player(who, PlayerRule::DrawLimit(most)) if self.eye().player_fits(scope, *who, player) => {
                limit = Some(limit.map_or(*most, |least: u8| least.min(*most)));
            }
            StaticEffect::Replacement(Replacement::Draw { player: who, .. })
                if instead.is_none() && self.eye().player_fits(scope, *who, player) =>
            {
                instead = Some((scope.source, scope.you));
            }
            _ => {}
        });
        if limit.is_some_and(|limit| self.s.players[player].cards_drawn >= limit) {
            return true;
        }
        let Some((source, you)) = instead else { return false };
        let object = &self.s.objects[source.index()];
        let statics = self.pool.card(object.card).derived.statics.iter();
        let ability = statics.copied().find(|ability| {
            matches!(self.pool.static_ability(*ability).effect, StaticEffect::Replacement(Replacement::Draw { .. }))
        });
        let Some(ability) = ability else { return false };
        let mut task = Resolve::of_static(ability, source, you, self.s.scratch.len() as u16);
        task.scope.current_player = player;
        self.s.tasks.push(Task::Resolve(task));
        true
    }

    /// How much life is really gained.
    pub(crate) fn life_gain_after_replacement(&self, player: Player, amount: i32) -> i32 {
        if !self.s.rules_used {
            return amount;
        }
        let mut changes = Changes::new();
        let mut cant = false;
        self.eye().each_rule(&mut |scope, ability| match &ability.effect {
            StaticEffect::Player(who, PlayerRule::CantGainLife) => {
                cant |= self.eye().player_fits(scope, *who, player);
            }
            StaticEffect::Replacement(Replacement::LifeGain { player: who, change })
                if self.eye().player_fits(scope, *who, player) =>
            {
                changes.push((*scope, change));
            }
            _ => {}
        });
        if cant { 0 } else { self.eye().changed_by_all(changes, amount, true) }
    }
}

impl Eye<'_> {
    /// Whether a permanent has protection from a source (CR 702.16), or, when it is to be targeted, hexproof from it.
    pub(crate) fn protected_from(self, id: ObjectId, source: ObjectId, from: &Object, targeting: bool) -> bool {
        let Some(object) = self.s.get(id) else { return false };
        let colors = from.characteristics.colors;
        if object.characteristics.keywords.bits() >> Keywords::PROTECTION_FROM_WHITE.bits().trailing_zeros()
            & 31
            & u64::from(colors.bits())
            != 0
        {
            return true;
        }
        if !object.restrictions.contains(Restrictions::PROTECTION_FILTER) {
            return false;
        }
        let mut found = false;
        self.each_rule_on(id, object, &mut |scope, effect| {
            if let StaticEffect::Protection { from: filter, hexproof_only, .. } = effect {
                let counts = !hexproof_only || (targeting && from.controller != object.controller);
                found |= counts && self.matches(scope, filter, source, from);
            }
        });
        found
    }

    /// Calls `f` with the static effects of permanents that name what they affect and affect this object.
    pub(crate) fn each_rule_on(self, id: ObjectId, object: &Object, f: &mut dyn FnMut(&Scope, &StaticEffect)) {
        self.each_rule(&mut |scope, ability| {
            let (StaticEffect::CantBeBlockedBy { affected, .. }
            | StaticEffect::CantBlockThese { affected, .. }
            | StaticEffect::Protection { affected, .. }) = &ability.effect
            else {
                return;
            };
            let applies = match affected {
                Affected::Source => scope.source == id,
                Affected::Host => self.s.get(scope.source).is_some_and(|source| source.attached_to == id),
                Affected::Each(filter) | Affected::EachIn(Zone::Battlefield, filter) => {
                    self.matches(scope, filter, id, object)
                }
                Affected::EachIn(..) => false,
            };
            if applies {
                f(scope, &ability.effect);
            }
        });
    }
}
