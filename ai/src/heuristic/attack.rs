//! Which creatures attack: each set is judged by the blocks that it would meet, the damage it does and the attack that would
//! come back.

use gauntlet_cards::card::Characteristics;
use gauntlet_cards::filter::{Amount, CounterKind, Objects};
use gauntlet_cards::keyword::{Keywords, Restrictions};
use gauntlet_cards::types::CardTypes;
use gauntlet_core::Player;
use gauntlet_magic::decision::Action;
use gauntlet_magic::state::{Flags, Object, ObjectId};

use super::amount::Env;
use super::block::{Battle, Defence, Field, MOST, NOBODY, bits};
use super::fight::{Clash, Fighter, clash};
use super::script::Act;
use super::value::Judge;

/// Buffers for thinking about attacks, and the plan of the attack that is being declared.
#[derive(Default)]
pub(super) struct Attacks {
    field: Field,
    /// The creatures of the attacker that stay at home.
    home: Vec<Fighter>,
    /// The defender's creatures that could attack next turn.
    foes: Foes,
    /// The same at their most dangerous: larger when they attack, with lands and Vehicles made creatures. Empty if they are no more
    /// dangerous than that.
    risen: Foes,
    /// The creatures that could be tapped for a Vehicle, in the order in which they are.
    crew: Vec<(bool, i32, ObjectId)>,
    /// What the best combat trick in hand gives a creature.
    trick: Option<Trick>,
    /// The damage that can be dealt in this turn besides.
    reach: i32,
    /// What happens to the viewer's good as each of the attackers attacks; empty if nothing does.
    gains: Vec<i32>,
    plan: Plan,
}

/// Creatures that could strike back, the strongest first.
#[derive(Default)]
struct Foes {
    list: Vec<Fighter>,
    /// For each of them, which attackers could block it (bits), and which of those at home.
    guarded: Vec<(u64, u64)>,
    /// What one of them that isn't blocked could deal besides.
    more: i32,
}

impl Foes {
    fn clear(&mut self) {
        self.list.clear();
        self.guarded.clear();
        self.more = 0;
    }

    /// Sorts them, and finds out who could block whom.
    fn prepare(&mut self, judge: Judge<'_>, attackers: &[Fighter], home: &[Fighter]) {
        self.list.sort_unstable_by_key(|foe| (std::cmp::Reverse(foe.unblocked()), foe.id));
        let guards = |foe: &Fighter, own: &[Fighter]| {
            let able =
                own.iter().enumerate().filter(|(_, guard)| can_guard(guard) && judge.see.can_block(guard.id, foe.id));
            able.fold(0u64, |mask, (place, _)| mask | 1 << place)
        };
        self.guarded.extend(self.list.iter().map(|foe| (guards(foe, attackers), guards(foe, home))));
    }

    /// The damage of their attack, each guard stopping one: those at home first, then attackers that aren't `out`. `gone` is no more.
    fn damage(&self, out: u64, gone: impl Fn(ObjectId) -> bool) -> i32 {
        let (mut guards, mut home) = (!out, u64::MAX);
        let mut damage = 0;
        for (foe, (by_attackers, at_home)) in self.list.iter().zip(&self.guarded) {
            if gone(foe.id) {
                continue;
            }
            let (mut first, mut second) = (at_home & home, by_attackers & guards);
            let needed = if foe.has(Keywords::MENACE) { 2 } else { 1 };
            if first.count_ones() + second.count_ones() < needed {
                damage += foe.unblocked();
                continue;
            }
            for _ in 0..needed {
                if first != 0 {
                    home &= !(first & first.wrapping_neg());
                    first &= first - 1;
                } else {
                    guards &= !(second & second.wrapping_neg());
                    second &= second - 1;
                }
            }
        }
        damage + if damage > 0 { self.more } else { 0 }
    }
}

/// What a combat trick gives a creature.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trick {
    power: i32,
    toughness: i32,
    add: Keywords,
}

/// What was decided for the creatures of one declaration, in the order in which they are asked about.
#[derive(Default)]
pub(super) struct Plan {
    turn: u32,
    declared: u8,
    next: usize,
    pub(super) choices: Vec<(u16, Option<Action>)>,
}

impl Plan {
    /// Forgets what was planned.
    pub(super) fn clear(&mut self) {
        self.turn = 0;
        self.choices.clear();
    }

    /// Begins a plan for the combat that goes on.
    pub(super) fn begin(&mut self, judge: Judge<'_>) {
        self.turn = judge.see.turn();
        self.declared = judge.see.player(judge.see.active()).attackers_declared;
        self.next = 0;
        self.choices.clear();
    }

    /// What is planned for a creature, if it is one of those still to be asked about in this declaration. A creature may be asked
    /// again.
    pub(super) fn find(&mut self, judge: Judge<'_>, creature: u16) -> Option<Option<Action>> {
        let current =
            self.turn == judge.see.turn() && self.declared == judge.see.player(judge.see.active()).attackers_declared;
        if !current {
            return None;
        }
        let place = self.choices[self.next..].iter().position(|entry| entry.0 == creature)?;
        self.next += place;
        Some(self.choices[self.next].1)
    }
}

impl Attacks {
    /// Forgets the last game.
    pub(super) fn start(&mut self) {
        self.plan.clear();
    }

    /// Answers whether and what a creature attacks.
    pub(super) fn choose(&mut self, judge: Judge<'_>, legal: &[Action]) -> usize {
        let creature = judge.see.decision().about.index() as u16;
        let planned = match self.plan.find(judge, creature) {
            Some(planned) => planned,
            None => {
                self.make_plan(judge, creature);
                self.plan.find(judge, creature).flatten()
            }
        };
        let wanted = planned.unwrap_or(Action::No);
        let place = |wanted: Action| legal.iter().position(|action| *action == wanted);
        place(wanted).or_else(|| place(Action::Player(!judge.me))).unwrap_or(0)
    }

    fn make_plan(&mut self, judge: Judge<'_>, asked: u16) {
        let forced = self.gather(judge, Some(asked), None, &mut |_| {});
        self.note_gains(judge);
        let (set, _) = self.best_set(judge, forced);
        self.plan.begin(judge);
        for place in 0..self.field.attackers.len() {
            let attacks = set & (1 << place) != 0;
            let id = self.field.attackers[place].id;
            self.plan.choices.push((id.index() as u16, attacks.then_some(Action::Player(!judge.me))));
        }
        if set != 0 {
            self.aim_at_planeswalkers(judge, set);
        }
    }

    /// Finds out what happens as the creatures attack that have such triggers.
    fn note_gains(&mut self, judge: Judge<'_>) {
        /// Attacking isn't worth more than that for what happens then.
        const MOST_GAIN: i32 = 200;
        for (place, attacker) in self.field.attackers.iter().enumerate() {
            let Some(object) = judge.see.last_known(attacker.id) else { continue };
            let triggers = &judge.facts.card(object.card).attacks;
            if triggers.is_empty() || object.flags.intersects(Flags::ATTACKING | Flags::LOST_ABILITIES) {
                continue;
            }
            let env = Env::of_object(attacker.id, object, judge.me);
            let gain: i32 = triggers.iter().filter_map(|id| judge.best_script(*id, &env)).sum();
            self.gains.resize(self.field.attackers.len(), 0);
            self.gains[place] = gain.clamp(-MOST_GAIN, MOST_GAIN);
        }
    }

    /// How good the best attack of this turn would be, after changes to creatures before it: `change` gets each of them with
    /// whether it is the viewer's, and may make it absent by taking its power and making it tapped.
    pub(super) fn best_score(&mut self, judge: Judge<'_>, change: &mut dyn FnMut(&mut Fighter)) -> i32 {
        let forced = self.gather(judge, None, None, change);
        self.best_set(judge, forced).1
    }

    /// The same with one attacker more, something that is made a creature before it, while others with that much power are tapped for it:
    /// first those that can't attack, and those that are worth least.
    pub(super) fn best_score_with(&mut self, judge: Judge<'_>, animated: Fighter, mut power: i32) -> i32 {
        let mut crew = std::mem::take(&mut self.crew);
        crew.clear();
        for (id, object) in judge.see.permanents() {
            if power > 0 && object.controller == judge.me && object.is_creature() && !object.is(Flags::TAPPED) {
                crew.push((may_attack(object), judge.creature(object), id));
            }
        }
        crew.sort_unstable();
        let needed = crew.iter().take_while(|(.., id)| {
            let wanted = power > 0;
            power -= judge.see.last_known(*id).map_or(0, |object| i32::from(object.characteristics.power));
            wanted
        });
        let needed = needed.count();
        let forced = self.gather(judge, None, Some(animated), &mut |fighter| {
            if crew[..needed].iter().any(|(.., id)| *id == fighter.id) {
                fighter.flags |= Flags::TAPPED;
            }
        });
        self.crew = crew;
        self.best_set(judge, forced).1
    }

    /// Fills the buffers with what could attack, block and strike back. The set of attackers that have no choice is returned.
    ///
    /// `asked`: the creature that the declaration has come to, if it goes on already. `animated`: what isn't a creature yet.
    fn gather(
        &mut self,
        judge: Judge<'_>,
        asked: Option<u16>,
        animated: Option<Fighter>,
        change: &mut dyn FnMut(&mut Fighter),
    ) -> u64 {
        self.field.clear();
        self.gains.clear();
        self.home.clear();
        self.foes.clear();
        self.risen.clear();
        let mut forced = 0u64;
        let mut reached = asked.is_none();
        for (id, object) in judge.see.permanents() {
            reached |= Some(id.index() as u16) == asked;
            if !object.is_creature() {
                continue;
            }
            if object.controller == judge.me {
                let mut fighter = judge.attacking_fighter(id, object);
                change(&mut fighter);
                let declared = object.is(Flags::ATTACKING);
                if (declared || (reached && can_attack(&fighter))) && self.field.attackers.len() < MOST {
                    if declared
                        || fighter.restrictions.intersects(Restrictions::MUST_ATTACK | Restrictions::MUST_ATTACK_PLAYER)
                    {
                        forced |= 1 << self.field.attackers.len();
                    }
                    self.field.attackers.push(fighter);
                } else if self.home.len() < MOST {
                    self.home.push(judge.fighter(id, object));
                }
            } else {
                let mut fighter = judge.fighter(id, object);
                change(&mut fighter);
                let away =
                    fighter.flags.contains(Flags::TAPPED) || fighter.restrictions.contains(Restrictions::CANT_BLOCK);
                if !away && self.field.blockers.len() < MOST {
                    self.field.blockers.push(fighter);
                }
                let stays_tapped =
                    fighter.flags.contains(Flags::TAPPED) && fighter.restrictions.contains(Restrictions::DOESNT_UNTAP);
                let barred = fighter.restrictions.intersects(Restrictions::CANT_ATTACK);
                let fights = !fighter.has(Keywords::DEFENDER) && !barred && !stays_tapped;
                if fights && self.foes.list.len() < MOST {
                    self.foes.list.push(fighter);
                }
            }
        }
        self.field
            .attackers
            .extend(animated.filter(|fighter| can_attack(fighter) && self.field.attackers.len() < MOST));
        for attacker in &self.field.attackers {
            let mut mask = 0u64;
            for (place, blocker) in self.field.blockers.iter().enumerate() {
                if judge.see.can_block(blocker.id, attacker.id) && !evades(attacker, blocker) {
                    mask |= 1 << place;
                }
            }
            self.field.can_block.push(mask);
        }
        self.foes.prepare(judge, &self.field.attackers, &self.home);
        if self.rise(judge) {
            self.risen.prepare(judge, &self.field.attackers, &self.home);
        }
        self.field.prepare();
        self.trick = best_trick(judge);
        self.reach = judge.damage_with(judge.open_mana(judge.me));
        forced
    }

    /// The best set that holds those forced to attack, and how much better it is than not to attack at all.
    fn best_set(&mut self, judge: Judge<'_>, forced: u64) -> (u64, i32) {
        let count = self.field.attackers.len();
        if count == 0 {
            return (0, 0);
        }
        let all = if count >= 64 { u64::MAX } else { (1u64 << count) - 1 };
        let none = self.prospect(judge, forced);
        let mut best = (forced, none);
        // From nothing up ...
        let mut rising = best;
        for _ in 0..2 {
            let before = rising;
            for place in bits(all & !rising.0) {
                let set = rising.0 | 1 << place;
                let score = self.prospect(judge, set);
                if score > rising.1 {
                    rising = (set, score);
                }
            }
            if rising == before {
                break;
            }
        }
        best = if rising.1 > best.1 { rising } else { best };
        if all != rising.0 {
            // ... and from everything down.
            let mut falling = (all, self.prospect(judge, all));
            if count <= 12 || falling.1 > best.1 {
                for place in bits(all & !forced) {
                    let set = falling.0 & !(1 << place);
                    let score = self.prospect(judge, set);
                    if score > falling.1 {
                        falling = (set, score);
                    }
                }
            }
            if falling.1 > best.1 {
                best = falling;
            }
        }
        let idle = if forced == 0 { none } else { self.prospect(judge, 0) };
        (best.0, best.1 - idle)
    }

    /// Judges a set of attackers.
    fn prospect(&mut self, judge: Judge<'_>, set: u64) -> i32 {
        let w = judge.w;
        let (own, other) = (judge.see.player(judge.me), judge.see.player(!judge.me));
        let mut battle = Battle::default();
        if set != 0 {
            let count = self.field.blockers.len();
            self.field.blocks.clear();
            self.field.blocks.resize(count, NOBODY);
            let free = if count >= 64 { u64::MAX } else { (1u64 << count) - 1 };
            let defence = Defence { life: other.life, gang: w.attack.gang as usize, danger: 0 };
            battle = self.field.choose_blocks(set, free, defence, w);
        }
        let risk = if judge.see.hand_size(!judge.me) > 0 { judge.open_mana(!judge.me).min(4) } else { 0 };
        if battle.damage >= other.life {
            // Who could answer must not be saved by stopping one attacker.
            return w.life.lethal + if risk > 0 { self.without_strongest(set, &battle).min(other.life) } else { 0 };
        }
        // What combat leaves can be dealt otherwise, if it hurts at all.
        if battle.damage > 0 && battle.damage + self.reach >= other.life {
            return w.life.lethal - w.life.lethal / 8;
        }
        let losses = battle.attackers_lost * (w.attack.loss_percent + risk * w.attack.trick_percent) / 100;
        let mut score = battle.blockers_lost * w.attack.kill_percent / 100 - losses + self.with_trick(judge, set);
        let hurt = w.life_value(other.life) - w.life_value(other.life - battle.damage);
        score += hurt * w.attack.damage_percent / 100;
        if !self.gains.is_empty() {
            score += bits(set).map(|place| self.gains[place]).sum::<i32>();
        }
        // Attack triggers on damage and the like are part of what creatures are worth; here they come closer.
        let (back, most) = self.crackback(set, &battle);
        let life = own.life + battle.drained;
        let lost = w.life_value(life) - w.life_value(life - back);
        score += (w.life_value(life) - w.life_value(own.life)) * w.life.own_percent / 100;
        score -= lost * w.attack.crackback_percent / 100;
        if most >= life && back < life {
            score -= w.life.lethal * w.attack.crackback_percent / 200;
        }
        score
    }

    /// The damage of an attack without the attacker that deals most of it.
    fn without_strongest(&self, set: u64, battle: &Battle) -> i32 {
        let open = |place: &usize| !self.field.blocks.contains(&(*place as u8));
        let most = bits(set).filter(open).map(|place| self.field.attackers[place].unblocked()).max();
        battle.damage - most.unwrap_or(0)
    }

    /// What the combat trick in hand would gain at the blocks that are expected, its card paid for.
    fn with_trick(&self, judge: Judge<'_>, set: u64) -> i32 {
        let Some(trick) = self.trick else { return 0 };
        let mut best = 0;
        for place in bits(set) {
            let Some(blocker) = self.field.only_blocker(place) else { continue };
            let fighter = &self.field.attackers[place];
            let larger = trick.on(fighter);
            let value = |clash: Clash| {
                (if clash.blockers_die != 0 { blocker.loss } else { 0 })
                    - if clash.attacker_dies { fighter.loss } else { 0 }
            };
            let one = std::slice::from_ref(&blocker);
            best = best.max(value(clash(&larger, one)) - value(clash(fighter, one)));
        }
        (best - judge.w.timing.trick_least).max(0) * judge.w.attack.own_trick_percent / 100
    }

    /// The damage of the attack that may come back next turn, and what it could be at most.
    fn crackback(&self, set: u64, battle: &Battle) -> (i32, i32) {
        let mut out = 0u64;
        for (place, attacker) in self.field.attackers.iter().enumerate() {
            let away = set & (1 << place) != 0 && !attacker.has(Keywords::VIGILANCE);
            if away || battle.dead_attackers & (1 << place) != 0 {
                out |= 1 << place;
            }
        }
        let gone = |id: ObjectId| {
            battle.dead_blockers != 0 && bits(battle.dead_blockers).any(|place| self.field.blockers[place].id == id)
        };
        let back = self.foes.damage(out, gone);
        (back, self.risen.damage(out, gone).max(back))
    }

    /// Fills in what the defender could make of what there is in its own turn; returns whether that is more than what lies there.
    fn rise(&mut self, judge: Judge<'_>) -> bool {
        let other = !judge.me;
        let facts = |object: &Object| judge.facts.card(object.card);
        let could = |object: &Object| {
            object.controller == other
                && (facts(object).rises || facts(object).attacking.is_some() || facts(object).equipment)
                && !object.is(Flags::LOST_ABILITIES)
        };
        if !judge.see.permanents().any(|(_, object)| could(object)) {
            return false;
        }
        let mana = judge.mana_sources(other);
        self.risen.list.extend_from_slice(&self.foes.list);
        let mut rises = false;
        // The mana is there once.
        let mut breath = 0;
        for (id, object) in judge.see.permanents().filter(|(_, object)| could(object)) {
            if let Some(place) = self.risen.list.iter().position(|foe| foe.id == id) {
                let larger = judge.attacking_fighter(id, object);
                let breathes = judge.breath(id, object, mana) - breath;
                let foe = &mut self.risen.list[place];
                foe.power = foe.power.max(larger.power) + breathes.max(0);
                rises |= foe.power > self.foes.list.iter().find(|foe| foe.id == id).map_or(0, |foe| foe.power);
                breath = breath.max(breath + breathes);
            } else if !object.is_creature()
                && let Some(fighter) = judge.awakened(id, object, mana)
                && self.risen.list.len() < MOST
            {
                self.risen.list.push(fighter);
                rises = true;
            }
            let sharper = judge.sharper(object, mana);
            rises |= sharper > 0;
            self.risen.more = self.risen.more.max(sharper);
        }
        if !rises {
            self.risen.clear();
        }
        rises
    }

    /// The damage that the opponent's next attack could do at most if nobody attacks: as things are, with a guard more that could block
    /// what its characteristics allow, or without one of the opponent's permanents.
    pub(super) fn danger(
        &mut self,
        judge: Judge<'_>,
        guard: Option<&Characteristics>,
        without: Option<ObjectId>,
    ) -> i32 {
        self.gather(judge, None, None, &mut |_| {});
        let gone = |id: ObjectId| Some(id) == without;
        let foes = if self.risen.list.is_empty() { &self.foes } else { &self.risen };
        let Some(guard) = guard else { return foes.damage(0, gone) };
        let reaches = guard.keywords.intersects(Keywords::FLYING | Keywords::REACH);
        // It stops the strongest that it can and that would get through.
        let stops = |foe: &Fighter| {
            !foe.has(Keywords::MENACE)
                && !foe.restrictions.contains(Restrictions::CANT_BE_BLOCKED)
                && (reaches || !foe.has(Keywords::FLYING))
        };
        let left = foes.list.iter().filter(|foe| stops(foe)).map(|foe| {
            let id = foe.id;
            foes.damage(0, |other| other == id || gone(other))
        });
        left.min().unwrap_or(i32::MAX).min(foes.damage(0, gone))
    }

    /// Sends attackers at planeswalkers instead of the player where that is worth more.
    fn aim_at_planeswalkers(&mut self, judge: Judge<'_>, set: u64) {
        let defended = |object: &Object| {
            object.controller != judge.me && object.characteristics.types.contains(CardTypes::PLANESWALKER)
        };
        if !judge.see.permanents().any(|(_, object)| defended(object)) {
            return;
        }
        let prospect = self.prospect(judge, set);
        let life = judge.see.player(!judge.me).life;
        if prospect >= judge.w.life.lethal {
            return;
        }
        let mut left = set;
        for (id, object) in judge.see.permanents().filter(|(_, object)| defended(object)) {
            let loyalty = i32::from(judge.see.counters(id.index() as u16, CounterKind::LOYALTY));
            let value = judge.permanent(id, object) * judge.w.attack.planeswalker_percent / 100;
            // Those that won't be blocked, the weakest first, until it is dead.
            let (mut chosen, mut power) = (0u64, 0);
            while power < loyalty {
                let unblocked =
                    |place: &usize| !self.field.blocks.contains(&(*place as u8)) && chosen & (1 << place) == 0;
                let next =
                    bits(left).filter(unblocked).min_by_key(|place| (self.field.attackers[*place].unblocked(), *place));
                let Some(place) = next else { break };
                chosen |= 1 << place;
                power += self.field.attackers[place].unblocked();
            }
            let damage = judge.w.life_value(life) - judge.w.life_value((life - power).max(1));
            let share = if power >= loyalty { value } else { value * power / loyalty.max(1) / 2 };
            if chosen != 0 && share > damage {
                left &= !chosen;
                for place in bits(chosen) {
                    self.plan.choices[place].1 = Some(Action::Object(id.index() as u16));
                }
            }
        }
    }
}

impl Judge<'_> {
    /// What a creature attacks that enters attacking: a planeswalker that it would kill, if that is worth more than the damage.
    pub(super) fn choose_attacked(self, legal: &[Action]) -> usize {
        let power =
            self.see.last_known(self.see.decision().about).map_or(0, |object| i32::from(object.characteristics.power));
        let life = self.see.player(!self.me).life;
        let damage = self.w.life_value(life) - self.w.life_value((life - power).max(1));
        let worth = |action: &Action| {
            let Action::Object(index) = *action else { return if power >= life { i32::MAX } else { damage } };
            let id = self.see.id(index);
            let Some(object) = self.see.last_known(id) else { return 0 };
            let kills = power >= i32::from(self.see.counters(index, CounterKind::LOYALTY));
            let loyal = object.characteristics.types.contains(CardTypes::PLANESWALKER);
            if kills && loyal { self.permanent(id, object) * self.w.attack.planeswalker_percent / 100 } else { 0 }
        };
        // The first of equals: that is the player.
        (0..legal.len()).rev().max_by_key(|place| worth(&legal[*place])).unwrap_or(0)
    }
}

impl Field {
    /// Has a creature that isn't needed elsewhere block where a combat trick makes it win.
    pub(super) fn block_for_trick(&mut self, judge: Judge<'_>, attacking: u64, free: u64, trick: Trick) {
        let risk = if judge.see.hand_size(!judge.me) > 0 { judge.open_mana(!judge.me).min(4) } else { 0 };
        let mut best: Option<(i32, usize, usize)> = None;
        for attacker in bits(attacking).filter(|attacker| !self.blocks.contains(&(*attacker as u8))) {
            let foe = self.attackers[attacker];
            if foe.has(Keywords::MENACE) {
                continue;
            }
            for place in bits(self.can_block[attacker] & free).filter(|place| self.blocks[*place] == NOBODY) {
                let blocker = self.blockers[place];
                let after = clash(&foe, &[trick.on(&blocker)]);
                let lost = if after.blockers_die != 0 { blocker.loss } else { 0 };
                let won = if after.attacker_dies { foe.loss } else { 0 };
                let gain =
                    won - lost - judge.w.timing.trick_least - blocker.loss * risk * judge.w.attack.trick_percent / 100;
                if gain > 0 && best.is_none_or(|best| gain > best.0) {
                    best = Some((gain, place, attacker));
                }
            }
        }
        if let Some((_, place, attacker)) = best {
            self.blocks[place] = attacker as u8;
        }
    }
}

impl Trick {
    /// A creature with it.
    fn on(self, fighter: &Fighter) -> Fighter {
        let mut larger = *fighter;
        larger.power += self.power;
        larger.toughness += self.toughness;
        larger.keywords |= self.add;
        larger.safe |= self.add.contains(Keywords::INDESTRUCTIBLE);
        larger
    }
}

/// The instant in hand that makes a creature largest, if there is mana for it.
pub(super) fn best_trick(judge: Judge<'_>) -> Option<Trick> {
    let mut best: Option<Trick> = None;
    let mut open = None;
    for card in judge.see.hand() {
        if !judge.facts.card(card).trick {
            continue;
        }
        let open = *open.get_or_insert_with(|| judge.open_mana(judge.me));
        for ability in &judge.see.pool().card(card).derived.from_hand {
            let way = judge.facts.way(card, *ability);
            if !way.trick || !way.instant || way.cost.mana > open {
                continue;
            }
            let effects = way.parts.iter().flat_map(|part| &part.effects);
            for effect in effects {
                if let Act::Change { objects: Objects::Target(0), change, lasting: false } = &effect.act
                    && let (Amount::Const(power), Amount::Const(toughness)) = (&change.power, &change.toughness)
                    && best.is_none_or(|best| power + toughness > best.power + best.toughness)
                {
                    best = Some(Trick { power: *power, toughness: *toughness, add: change.add });
                }
            }
        }
    }
    best
}

/// Returns whether a creature could be declared as an attacker in the combat to come.
fn can_attack(fighter: &Fighter) -> bool {
    !fighter.flags.intersects(Flags::TAPPED | Flags::PHASED_OUT)
        && (!fighter.flags.contains(Flags::SICK) || fighter.has(Keywords::HASTE))
        && (!fighter.has(Keywords::DEFENDER) || fighter.restrictions.contains(Restrictions::IGNORES_DEFENDER))
        && !fighter.restrictions.contains(Restrictions::CANT_ATTACK)
}

fn can_guard(fighter: &Fighter) -> bool {
    !fighter.restrictions.contains(Restrictions::CANT_BLOCK)
}

/// Evasion that a change before combat gives, which the position doesn't know yet.
fn evades(attacker: &Fighter, blocker: &Fighter) -> bool {
    (attacker.has(Keywords::FLYING) && !blocker.keywords.intersects(Keywords::FLYING | Keywords::REACH))
        || attacker.restrictions.contains(Restrictions::CANT_BE_BLOCKED)
}

/// Returns whether a player has a creature that could attack this turn.
pub(super) fn has_attackers(judge: Judge<'_>, player: Player) -> bool {
    judge.see.permanents().any(|(_, object)| object.controller == player && object.is_creature() && may_attack(object))
}

/// Returns whether a creature could attack this turn.
pub(super) fn may_attack(object: &Object) -> bool {
    let chars = &object.characteristics;
    !object.is(Flags::TAPPED)
        && (!object.is(Flags::SICK) || chars.keywords.contains(Keywords::HASTE))
        && !chars.keywords.contains(Keywords::DEFENDER)
        && !object.restrictions.contains(Restrictions::CANT_ATTACK)
        && chars.power > 0
}
