//! What to do with priority at other times: answering spells, tricks in combat, and the end of the opponent's turn.

use gauntlet_cards::ability::ActivatableKind;
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::filter::{Objects, Step, Zone};
use gauntlet_cards::keyword::{Keywords, Restrictions};
use gauntlet_cards::types::CardTypes;
use gauntlet_core::Stops;
use gauntlet_magic::decision::Action;
use gauntlet_magic::state::{Flags, ObjectId, StackItem, Target};
use gauntlet_magic::view::Standpoint;
use gauntlet_magic::windows;

use super::amount::Env;
use super::effects::Only;
use super::fight::clash;
use super::guard::Blocks;
use super::mana::Burning;
use super::melee::Melee;
use super::script::{Act, PartFacts};
use super::value::Judge;

/// What a defence must gain by something being made a creature for it.
const AWAKEN_LEAST: i32 = 15;

/// The first action is always to pass.
const PASS: usize = 0;

/// The windows in which something may be done: the main phases, and those that [`Judge::respond`] doesn't pass in without looking.
pub(super) const STOPS: Stops = windows::under_others()
    .and(windows::in_step(true, Step::PrecombatMain))
    .and(windows::in_step(true, Step::PostcombatMain))
    .and(windows::in_step(true, Step::DeclareBlockers))
    .and(windows::in_step(false, Step::DeclareBlockers))
    .and(windows::in_step(false, Step::DeclareAttackers))
    .and(windows::in_step(false, Step::End));

impl Judge<'_> {
    /// The place of the best action when it isn't one's own main phase with an empty stack.
    pub(super) fn respond(self, melee: &mut Melee, blocks: &mut Blocks, legal: &[Action]) -> usize {
        let see = self.see;
        if let Some(top) = see.stack().last() {
            return if top.controller == self.me { PASS } else { self.answer(top, legal) };
        }
        let own_turn = see.active() == self.me;
        match see.step() {
            Step::DeclareBlockers => self.fight_on(melee, legal),
            Step::DeclareAttackers if !own_turn => self.ambush(blocks, legal),
            Step::End if !own_turn => self.use_leftovers(legal),
            _ => PASS,
        }
    }

    /// The env of an action's ability.
    fn env_of(self, action: Action, open: i32) -> Option<(AbilityId, Env<'static>)> {
        let (ability, env) = match action {
            Action::Play { card, ability } => (ability, Env::of_card(self.face(card, ability), self.me)),
            Action::Activate { object, ability } => {
                let source = self.see.object(object)?;
                (ability, Env::of_object(self.see.id(object), source, self.me))
            }
            _ => return None,
        };
        if self.memory.is_tired_of(ability) {
            return None;
        }
        let cost = &self.facts.ability(ability).cost;
        let x = if cost.x > 0 { cost.most_x(open) } else { env.x };
        if cost.x > 0 && x == 0 {
            return None;
        }
        Some((ability, Env { x, ..env }))
    }

    /// Answers what the opponent has put on the stack.
    fn answer(self, top: &StackItem, legal: &[Action]) -> usize {
        let threat = -self.item(top);
        let open = self.open_mana(self.me);
        let victim = self.victim(top);
        // A creature that dies anyway can be sacrificed for something.
        let judge = Judge { doomed: victim.filter(|(_, dies)| *dies).map(|(id, _)| id), ..self };
        let mut best = (0, PASS);
        for (place, action) in legal.iter().enumerate() {
            let Some((ability, env)) = judge.env_of(*action, open) else { continue };
            let way = judge.facts.way(env.card, ability);
            let value = if way.counter {
                judge.counter_value(ability, &env)
            } else if way.trick {
                victim.and_then(|(victim, _)| judge.rescue_value(top, victim, ability, &env, threat))
            } else {
                let escape = victim
                    .filter(|(_, dies)| *dies)
                    .and_then(|(victim, _)| judge.escape_value(victim, ability, &env, threat));
                let last = judge.doomed.and_then(|victim| judge.last_use(ability, &env, victim));
                escape.max(last)
            };
            if let Some(value) = value
                && value > best.0
            {
                best = (value, place);
            }
        }
        best.1
    }

    fn counter_value(self, ability: AbilityId, env: &Env<'_>) -> Option<i32> {
        let value = self.best_script(ability, env)? - self.extra_cost(ability, env)?;
        (value >= self.w.timing.counter_least).then_some(value)
    }

    /// The permanent of the viewer's that something of the opponent's does most harm to, and whether it is lost for good.
    fn victim(self, top: &StackItem) -> Option<(ObjectId, bool)> {
        let chosen = self.see.chosen_targets(top).iter().find_map(|chosen| match chosen.target {
            Target::Object(id) => {
                let own = self
                    .see
                    .last_known(id)
                    .is_some_and(|object| object.controller == self.me && object.zone == Zone::Battlefield);
                own.then_some(id)
            }
            Target::Player(_) => None,
        })?;
        let object = self.see.last_known(chosen)?;
        let threat = -self.item(top);
        // Nearly all that it is worth: it dies, is exiled or taken.
        let lost = self.loss(chosen, object, true);
        (threat > 0).then_some((chosen, threat * 10 >= lost * 8))
    }

    /// What a trick gains by saving a creature from what is on the stack.
    fn rescue_value(
        self,
        top: &StackItem,
        victim: ObjectId,
        ability: AbilityId,
        env: &Env<'_>,
        threat: i32,
    ) -> Option<i32> {
        if threat < self.w.timing.protect_least {
            return None;
        }
        let script = self.script(ability)?;
        let part = script.parts.first()?;
        let read = self.facts.way(env.card, ability).parts.first()?;
        let saves = match part.targets.first() {
            Some(spec) => {
                let target = Target::Object(victim);
                self.see.legal_target(spec, env.standpoint(), env.card, target)
                    && self.saves(top, victim, read, &Env { targets: &[(0, target)], ..*env })
            }
            None => self.saves(top, victim, read, env),
        };
        saves.then_some(threat)
    }

    /// What it gains to take a permanent out of the way of what is on the stack: to the hand, or away and back.
    fn escape_value(self, victim: ObjectId, ability: AbilityId, env: &Env<'_>, threat: i32) -> Option<i32> {
        let part = self.script(ability)?.parts.first()?;
        let read = self.facts.way(env.card, ability).parts.first()?;
        let spec = part.targets.first()?;
        let target = Target::Object(victim);
        let moves = |effect: &super::script::Effect| matches!(&effect.act, Act::Move(Objects::Target(0), to) if matches!(to.zone, Zone::Hand | Zone::Exile));
        let back =
            |effect: &super::script::Effect| matches!(&effect.act, Act::Move(_, to) if to.zone == Zone::Battlefield);
        let away = read.effects.iter().position(moves)?;
        let returns = read.effects[away + 1..].iter().any(back);
        let exiled = matches!(&read.effects[away].act, Act::Move(_, to) if to.zone == Zone::Exile);
        if threat < self.w.timing.protect_least
            || exiled && !returns
            || !self.see.legal_target(spec, env.standpoint(), env.card, target)
        {
            return None;
        }
        let object = self.see.last_known(victim)?;
        let cost =
            if returns { 0 } else { self.effects(read, &Env { targets: &[(0, target)], ..*env }, Only::Spec(0)) };
        let again = if returns { 25 * self.facts.card(object.card).enters.len() as i32 } else { 0 };
        let gain = threat + cost.min(0) + again - self.extra_cost(ability, env)?;
        (gain >= self.w.timing.protect_least).then_some(gain)
    }

    /// Returns whether the effects of a part keep a creature from what is on the stack.
    pub(super) fn saves(self, top: &StackItem, victim: ObjectId, read: &PartFacts, env: &Env<'_>) -> bool {
        let Some(object) = self.see.last_known(victim) else { return false };

        let item_env = Env {
            you: top.controller,
            source: top.source,
            card: self.see.last_known(top.object).map_or(env.card, |object| object.card),
            x: i32::from(top.x),
            paid: top.paid,
            all_modes: false,
            targets: &[(0, Target::Object(victim))],
            register: None,
            number: None,
            event: top.event,
            current: ObjectId::NONE,
        };
        let hurts = self.facts.way(item_env.card, top.ability).parts.iter().flat_map(|part| &part.effects);
        let mut add = Keywords::empty();
        let mut toughness = 0;
        let (mut regenerates, mut returns) = (false, false);
        for effect in &read.effects {
            match &effect.act {
                Act::Change { objects, change, .. } => self.each(env, objects, &mut |id, _| {
                    if id == victim {
                        add |= change.add;
                        toughness += self.amount(env, &change.toughness);
                        returns |= change.returns;
                    }
                }),
                Act::Regenerate(objects) => self.each(env, objects, &mut |id, object| {
                    regenerates |= id == victim && !object.restrictions.contains(Restrictions::CANT_BE_REGENERATED);
                }),
                _ => {}
            }
        }
        let stays = returns || add.contains(Keywords::INDESTRUCTIBLE);
        let lives = stays || regenerates;
        if add.intersects(Keywords::HEXPROOF | Keywords::SHROUD) {
            return true;
        }
        let left = i32::from(object.characteristics.toughness) - i32::from(object.damage);
        let mut saved = false;
        for effect in hurts {
            match &effect.act {
                Act::Destroy(_, buries) => {
                    if !(stays || regenerates && !buries) {
                        return false;
                    }
                    saved = true;
                }
                Act::Damage { amount, .. } | Act::Divided(_, amount) => {
                    let damage = self.amount(&item_env, amount);
                    if !lives && damage >= left + toughness {
                        return false;
                    }
                    saved |= damage >= left;
                }
                Act::Change { change, .. } => {
                    let less = self.amount(&item_env, &change.toughness);
                    if change.control || !returns && left + toughness + less <= 0 {
                        return false;
                    }
                    saved |= left + less <= 0;
                }
                Act::Move(..) | Act::Sacrifice(_) | Act::SacrificeChosen(..) | Act::Fight { .. } => return false,
                _ => {}
            }
        }
        saved
    }

    /// What a creature that is as good as dead can still be sacrificed for.
    fn last_use(self, ability: AbilityId, env: &Env<'_>, victim: ObjectId) -> Option<i32> {
        let cost = &self.facts.ability(ability).cost;
        let itself = cost.sacrifice_self && env.source == victim;
        let as_cost = cost
            .sacrifice
            .as_ref()
            .is_some_and(|(_, filter)| self.see.fits(filter, Standpoint::of(env.source, self.me), victim));
        if !(itself || as_cost) {
            return None;
        }
        let value =
            self.best_script(ability, env)? - 3 * cost.mana - if itself { 0 } else { self.extra_cost(ability, env)? };
        (value >= self.w.timing.least).then_some(value)
    }

    /// Tricks, removal and last uses after blocks.
    fn fight_on(self, melee: &mut Melee, legal: &[Action]) -> usize {
        if !melee.read(self) {
            return PASS;
        }
        let open = self.open_mana(self.me);
        let mut best = (0, PASS);
        for (place, action) in legal.iter().enumerate() {
            let Some((ability, env)) = self.env_of(*action, open) else { continue };
            let Some(value) = self.combat_value(melee, ability, &env, *action, open) else { continue };
            if value > best.0 {
                best = (value, place);
            }
        }
        best.1
    }

    /// What an instant or ability would gain in the combat that goes on; none if it isn't enough.
    fn combat_value(
        self,
        melee: &mut Melee,
        ability: AbilityId,
        env: &Env<'_>,
        action: Action,
        open: i32,
    ) -> Option<i32> {
        let way = self.facts.way(env.card, ability);
        let card = matches!(action, Action::Play { .. }) || way.kind == Some(ActivatableKind::Cast);
        if way.counter || matches!(way.kind, Some(ActivatableKind::Loyalty | ActivatableKind::PlayLand)) || way.equip {
            return None;
        }
        // Creatures with flash come too late now.
        if card && self.facts.card(env.card).types.intersects(CardTypes::PERMANENT) && !self.facts.card(env.card).aura {
            return None;
        }
        // So does what becomes a creature.
        if way.own_change().is_some_and(|change| change.animates)
            && !self.see.last_known(env.source).is_some_and(|source| source.is_creature())
        {
            return None;
        }
        let cost = &way.cost;
        let mut judge = self;
        let mut sacrificed = None;
        let mut price = 0;
        if cost.sacrifice_self {
            let source = self.see.last_known(env.source)?;
            if source.zone == Zone::Battlefield && source.is_creature() {
                if melee.is_doomed(env.source) {
                    judge.doomed = Some(env.source);
                } else {
                    price += self.loss(env.source, source, true);
                }
                sacrificed = Some(env.source);
            } else if source.zone == Zone::Battlefield {
                price += self.loss(env.source, source, true);
            }
        } else if cost.sacrifice.is_some() {
            let doomed = self.see.permanents().find(|(id, object)| {
                object.controller == self.me
                    && object.flags.intersects(Flags::ATTACKING | Flags::BLOCKING)
                    && cost
                        .sacrifice
                        .as_ref()
                        .is_some_and(|(_, filter)| self.see.fits(filter, Standpoint::of(env.source, self.me), *id))
                    && melee.is_doomed(*id)
            });
            judge.doomed = doomed.map(|(id, _)| id);
            sacrificed = judge.doomed;
        }
        price += judge.extra_cost(ability, env)?;
        if cost.tap && !cost.sacrifice_self {
            let source = self.see.last_known(env.source)?;
            // Attackers and blockers fight on when tapped; others could still be useful as they are.
            let busy = source.flags.intersects(Flags::ATTACKING | Flags::BLOCKING) || !source.is_creature();
            price += if busy || self.see.active() != self.me { 2 } else { 10 };
        }
        let gain = judge.best_in_melee(melee, ability, env, sacrificed)? - price;
        let t = &self.w.timing;
        let lethal = gain >= self.w.life.lethal / 4;
        let least = match () {
            () if lethal => 0,
            () if way.fog => t.fog_least,
            // More damage to the player alone isn't worth the card that could win a combat.
            () if way.trick && card && !judge.decides_fight(melee, ability, env) => t.trick_least.max(t.burn_hold),
            () if way.trick && card => t.trick_least,
            () if way.trick => 4 + 3 * cost.mana,
            () if card && way.removal => {
                let worth = (self.facts.card(env.card).worth.min(150) * t.removal_percent / 100).max(t.removal_least);
                if way.burn.is_some() { worth.max(t.burn_hold * 2 / 3) } else { worth }
            }
            // Cards and the like can wait for the end of the turn.
            () if card => 90,
            () if sacrificed.is_some() || cost.sacrifice_self => t.least,
            () => t.least + 3 * cost.mana + 10,
        };
        if gain < least || lethal {
            return (gain >= least).then_some(gain);
        }
        // The mana may be wanted for more after combat.
        let gain = gain - self.kept_from_later(cost.mana, open);
        (gain >= least).then_some(gain)
    }

    /// Returns whether the best target of a trick is a creature that fights another one.
    fn decides_fight(self, melee: &mut Melee, ability: AbilityId, env: &Env<'_>) -> bool {
        let mut best = || {
            let spec = self.script(ability)?.parts.first()?.targets.first()?;
            let read = self.facts.way(env.card, ability).parts.first()?;
            self.best_target(spec, 0, env, &mut |env| melee.gain(self, read, env, None))
        };
        match best() {
            Some((_, Target::Object(id))) => {
                self.see.last_known(id).is_none_or(|object| !object.is(Flags::ATTACKING) || object.is(Flags::BLOCKED))
            }
            _ => true,
        }
    }

    /// The best that a script can do in the combat that goes on.
    fn best_in_melee(
        self,
        melee: &mut Melee,
        ability: AbilityId,
        env: &Env<'_>,
        sacrificed: Option<ObjectId>,
    ) -> Option<i32> {
        let script = self.script(ability)?;
        let facts = self.facts.way(env.card, ability);
        let mut best: Option<i32> = None;
        for (number, read) in facts.parts.iter().enumerate() {
            let specs = script.parts.get(number).map_or(&[][..], |part| &part.targets);
            let value = match specs.first() {
                None => Some(melee.gain(self, read, env, sacrificed)),
                Some(_) if read.coupled => self.best_part(ability, number, env),
                Some(spec) => self
                    .best_target(spec, 0, env, &mut |env| melee.gain(self, read, env, sacrificed))
                    .map(|(value, _)| value),
            };
            best = best.max(value);
        }
        best
    }

    /// Removal and surprise blockers when attacked.
    fn ambush(self, blocks: &mut Blocks, legal: &[Action]) -> usize {
        let attacks_me = self.see.permanents().any(|(_, object)| object.is(Flags::ATTACKING));
        if !attacks_me {
            return PASS;
        }
        let open = self.open_mana(self.me);
        let incoming: i32 = self
            .see
            .permanents()
            .filter(|(_, object)| object.is(Flags::ATTACKING))
            .map(|(_, object)| i32::from(object.characteristics.power.max(0)))
            .sum();
        let danger = incoming >= self.see.player(self.me).life - 2;
        let judge = Judge { reach: self.reach_with(open, 0), ..self };
        let mut best = (0, PASS);
        for (place, action) in legal.iter().enumerate() {
            let Some((ability, env)) = judge.env_of(*action, open) else { continue };
            let way = judge.facts.way(env.card, ability);
            if way.own_change().is_some_and(|change| change.animates) {
                let gain = blocks.awaken(judge, ability, &env).map_or(0, |gain| gain - 2 * way.cost.mana);
                if gain >= AWAKEN_LEAST && gain > best.0 {
                    best = (gain, place);
                }
                continue;
            }
            if way.trick || way.fog || way.counter || way.equip {
                continue;
            }
            let facts = judge.facts.card(env.card);
            let card = matches!(action, Action::Play { .. });
            let value = if card && facts.creature && way.kind == Some(ActivatableKind::Cast) {
                if judge.leaves_at_once(env.card, ability) { None } else { judge.surprise(&env, danger) }
            } else if way.removal {
                judge.kill_attacker(*action, ability, &env, open)
            } else if danger
                && way.parts.iter().flat_map(|part| &part.effects).any(|effect| matches!(effect.act, Act::Tokens(..)))
            {
                judge.best_script(ability, &env).map(|value| value + 40)
            } else {
                None
            };
            if let Some(value) = value
                && value > best.0
            {
                best = (value, place);
            }
        }
        best.1
    }

    /// Removal whose best target is an attacker.
    fn kill_attacker(self, action: Action, ability: AbilityId, env: &Env<'_>, open: i32) -> Option<i32> {
        let script = self.script(ability)?;
        let (part, read) = (script.parts.first()?, self.facts.way(env.card, ability).parts.first()?);
        let spec = part.targets.first()?;
        let (value, target) = self.best_target(spec, 0, env, &mut |env| self.effects(read, env, Only::Spec(0)))?;
        // What it is worth as a whole takes longest to say.
        let worth = || self.action(action, None, open);
        let Target::Object(id) = target else {
            return (value >= self.w.life.lethal / 4 && worth().is_some()).then_some(value);
        };
        let attacker = self.see.last_known(id)?.is(Flags::ATTACKING);
        let worth = attacker.then(worth).flatten()?;
        (worth.score >= self.w.timing.least).then_some(worth.score + 10)
    }

    /// A creature with flash that blocks well, or that is needed.
    fn surprise(self, env: &Env<'_>, danger: bool) -> Option<i32> {
        let printed = self.see.pool().card(env.card);
        let value = self.entering(env.card, self.me, env.x, env.paid);
        let mut best = if danger { 20 } else { 0 };
        for (id, object) in self.see.permanents().filter(|(_, object)| object.is(Flags::ATTACKING)) {
            let attacker = self.fighter(id, object);
            let chars = &printed.characteristics;
            let flying =
                attacker.has(Keywords::FLYING) && !chars.keywords.intersects(Keywords::FLYING | Keywords::REACH);
            if flying || attacker.has(Keywords::MENACE) {
                continue;
            }
            let blocker = super::fight::Fighter {
                id: ObjectId::NONE,
                power: i32::from(chars.power),
                toughness: i32::from(chars.toughness),
                keywords: chars.keywords,
                colors: chars.colors,
                loss: value,
                restrictions: gauntlet_cards::keyword::Restrictions::empty(),
                flags: Flags::empty(),
                safe: chars.keywords.contains(Keywords::INDESTRUCTIBLE),
                aside: false,
            };
            let clash = clash(&attacker, &[blocker]);
            let gain = if clash.attacker_dies { attacker.loss } else { 5 * (attacker.unblocked() - clash.through) }
                - if clash.blockers_die != 0 { value } else { 0 };
            best = best.max(gain);
        }
        (best >= 15).then_some(best + value / 4)
    }

    /// What is left at the end of the opponent's turn is used: the mana comes back in one's own.
    fn use_leftovers(self, legal: &[Action]) -> usize {
        let open = self.open_mana(self.me);
        let judge = Judge { reach: self.reach_with(open, 0), ..self };
        let burning = Burning::of(judge, open.max(0) as usize);
        let mut best = (0, PASS);
        for (place, action) in legal.iter().enumerate() {
            let Some(worth) = judge.action(*action, None, open) else { continue };
            let score = worth.score - burning.price(judge.mana_of(*action, open).max(0) as usize);
            if score >= judge.w.timing.least && score > best.0 {
                best = (score, place);
            }
        }
        best.1
    }

    /// What a target is worth for something that is being announced, the combat and the stack considered.
    pub(super) fn announced_target(
        self,
        melee: Option<&mut Melee>,
        read: &PartFacts,
        env: &Env<'_>,
        only: Only,
    ) -> i32 {
        if let Some(melee) = melee {
            return melee.gain(self, read, env, None);
        }
        let mut value = self.effects(read, env, only);
        if let Some(top) = self.see.stack().last()
            && top.controller != self.me
            && let Some((victim, _)) = self.victim(top)
            && read.effects.iter().any(|effect| matches!(effect.act, Act::Change { .. }))
            && self.saves(top, victim, read, env)
        {
            value += (-self.item(top)).max(0);
        }
        value
    }
}
