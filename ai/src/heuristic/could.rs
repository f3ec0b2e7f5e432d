//! Whether it looks as if the turn could be won, or the game be lost now: bounds that are quickly had, so that the rules are asked only
//! where the answer may be yes.

use gauntlet_cards::ability::ActivatableKind;
use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::filter::{Amount, Filter, Objects, Step, Zone};
use gauntlet_cards::keyword::{Keywords, Restrictions};
use gauntlet_cards::types::CardTypes;
use gauntlet_magic::state::{Flags, Object};

use super::amount::Env;
use super::attack::may_attack;
use super::reach::MOST_MANA;
use super::script::{Act, Change};
use super::value::Judge;

/// The most attackers and blockers that are counted.
const MOST: usize = 32;

/// What cards could do for a win this turn.
#[derive(Clone, Copy, Default, Debug)]
struct Hope {
    /// One of them says that the game is won.
    wins: bool,
    /// Damage, and power that is added to an attack, for the mana.
    damage: i32,
    /// How many of them could take a blocker out of the way, or an attacker past it.
    clears: usize,
    /// One of them doubles an attacker's damage.
    doubles: bool,
}

/// What one card could do.
#[derive(Clone, Copy, Default)]
struct Part {
    cost: i32,
    damage: i32,
    mana: i32,
}

impl Judge<'_> {
    /// Returns whether it looks as if this turn could be won.
    pub(super) fn could_win(self) -> bool {
        let life = self.see.player(!self.me).life;
        let mana = self.open_mana(self.me).max(self.see.available_mana() as i32).max(0);
        let hope = self.hope(mana);
        let other = self.damage_with(0);
        if hope.wins || hope.damage + other >= life || self.could_mill(mana) {
            return true;
        }
        let other = self.damage_with(mana).max(other) + self.sparks();
        // An attack alone is judged where attackers are declared.
        let helped = hope.damage > 0 || hope.clears > 0 || hope.doubles || other > 0;
        let attack = match self.see.step() {
            _ if !helped => return false,
            Step::PrecombatMain => self.most_through(hope),
            Step::DeclareBlockers => self.unblocked() * if hope.doubles { 2 } else { 1 },
            _ => 0,
        };
        let added = if hope.doubles && attack > 0 { 2 * hope.damage } else { hope.damage };
        (attack > 0 || other > 0) && attack + added + other >= life
    }

    /// Returns whether it looks as if the game were lost by what is on the stack, or in the combat that goes on.
    pub(super) fn could_lose(self) -> bool {
        if let Some(top) = self.see.stack().last() {
            return top.controller != self.me && -self.item(top) >= self.w.life.lethal / 4;
        }
        let fights = matches!(self.see.step(), Step::DeclareAttackers | Step::DeclareBlockers);
        fights && self.see.active() != self.me && self.unblocked() >= self.see.player(self.me).life
    }

    /// What triggers of the viewer's permanents could deal, about at most: once for each creature that could be sacrificed, and each card in hand.
    fn sparks(self) -> i32 {
        let (mut sparks, mut fodder) = (0, 0);
        for (_, object) in self.see.permanents().filter(|(_, object)| object.controller == self.me) {
            sparks += self.facts.card(object.card).sparks;
            fodder += i32::from(object.is_creature());
        }
        sparks * (fodder + self.see.hand_size(self.me) as i32).min(12)
    }

    /// The damage of the attackers that nothing blocks.
    fn unblocked(self) -> i32 {
        let open = |object: &Object| {
            object.is(Flags::ATTACKING)
                && (!object.is(Flags::BLOCKED) || object.characteristics.keywords.contains(Keywords::TRAMPLE))
        };
        self.see.permanents().filter(|(_, object)| open(object)).map(|(_, object)| strength(object)).sum()
    }

    /// What could get through if all attack, about at most: each blocker stops one attacker, the strongest that it can.
    fn most_through(self, hope: Hope) -> i32 {
        let mut blockers = [gauntlet_magic::state::ObjectId::NONE; MOST];
        let mut count = 0;
        for (id, object) in self.see.permanents() {
            let guards = object.controller != self.me
                && object.is_creature()
                && !object.is(Flags::TAPPED)
                && !object.restrictions.contains(Restrictions::CANT_BLOCK);
            if guards && count < MOST {
                blockers[count] = id;
                count += 1;
            }
        }
        let blockers = &blockers[..count];
        let (mut through, mut strongest) = (0, 0);
        let mut stopped = [0i32; MOST];
        let mut attackers = 0;
        for (id, object) in self.see.permanents() {
            if object.controller != self.me || !object.is_creature() || !may_attack(object) {
                continue;
            }
            let damage = strength(object);
            strongest = strongest.max(damage);
            let tramples = object.characteristics.keywords.contains(Keywords::TRAMPLE);
            if tramples || attackers == MOST || !blockers.iter().any(|blocker| self.see.can_block(*blocker, id)) {
                through += damage;
            } else {
                stopped[attackers] = damage;
                attackers += 1;
            }
        }
        let stopped = &mut stopped[..attackers];
        stopped.sort_unstable_by_key(|damage| std::cmp::Reverse(*damage));
        through += stopped.iter().skip(blockers.len().saturating_sub(hope.clears)).sum::<i32>();
        through + if hope.doubles { strongest } else { 0 }
    }

    /// What the cards in hand, and those that can be cast from the graveyard, could do with that much mana.
    fn hope(self, mana: i32) -> Hope {
        let mut hope = Hope::default();
        let mut parts = [Part::default(); MOST];
        let mut count = 0;
        let mut more = 0;
        let graveyard = self.see.graveyard_objects(self.me).map(|(_, object)| (object.card, Zone::Graveyard));
        for (card, zone) in self.see.hand().map(|card| (card, Zone::Hand)).chain(graveyard) {
            let Some(part) = self.part_of(card, zone, mana, &mut hope) else { continue };
            more += (part.mana - part.cost).max(0);
            if count < MOST {
                parts[count] = part;
                count += 1;
            }
        }
        let mana = ((mana + more).clamp(0, MOST_MANA as i32)) as usize;
        let mut best = [0i32; MOST_MANA + 1];
        for part in &parts[..count] {
            let cost = (part.cost.max(0) as usize).min(MOST_MANA);
            if part.damage > 0 && cost <= mana {
                for spent in (cost..=mana).rev() {
                    best[spent] = best[spent].max(best[spent - cost] + part.damage);
                }
            }
        }
        hope.damage = best[mana];
        hope
    }

    /// What a card could do in its best way.
    fn part_of(self, card: CardId, zone: Zone, mana: i32, hope: &mut Hope) -> Option<Part> {
        let facts = self.facts.card(card);
        if facts.land {
            return None;
        }
        let printed = self.see.pool().card(card);
        let ways = if zone == Zone::Hand { &printed.derived.from_hand } else { &printed.derived.elsewhere };
        let mut best: Option<Part> = None;
        for &ability in ways {
            let way = self.facts.way(card, ability);
            if way.kind != Some(ActivatableKind::Cast) && way.burn.is_none() {
                continue;
            }
            let part = self.part_of_way(card, ability, mana, hope);
            let better = |best: Part| (part.damage + part.mana, -part.cost) > (best.damage + best.mana, -best.cost);
            if best.is_none_or(better) {
                best = Some(part);
            }
        }
        best
    }

    fn part_of_way(self, card: CardId, ability: AbilityId, mana: i32, hope: &mut Hope) -> Part {
        let (facts, way) = (self.facts.card(card), self.facts.way(card, ability));
        let fights = matches!(self.see.step(), Step::PrecombatMain | Step::DeclareBlockers);
        let before = self.see.step() == Step::PrecombatMain;
        let x = way.cost.most_x(mana + 6);
        let env = Env { x, paid: self.affordable_kicker(ability, mana), ..Env::of_card(card, self.me) };
        let number = |amount: &Amount| self.amount(&env, amount).clamp(0, 1_000);
        let mut part = Part { cost: way.cost.mana, damage: 0, mana: self.makes_at_once(card, ability) };
        if let Some(burn) = &way.burn
            && self.can_hit_players(ability)
        {
            part.damage += number(burn);
        }
        part.damage *= self.copies_by_storm(card);
        for id in &facts.enters {
            let enters = self.facts.ability(*id);
            part.damage += enters.burn.as_ref().map_or(0, number);
            let wins = |effect: &super::script::Effect| matches!(effect.act, Act::Win(_) | Act::Lose(_));
            hope.wins |= way.cost.mana <= mana && enters.parts.iter().flat_map(|part| &part.effects).any(wins);
        }
        if facts.creature {
            let chars = &self.see.pool().card(card).characteristics;
            if before && (chars.keywords.contains(Keywords::HASTE) || self.grants_haste(card)) {
                part.damage += i32::from(chars.power).max(0);
            }
        }
        if way.cost.mana > mana + 6 {
            return part;
        }
        for effect in way.parts.iter().flat_map(|part| &part.effects) {
            match &effect.act {
                Act::Win(_) | Act::Lose(_) => hope.wins = true,
                Act::Change { change, objects, .. } if fights => {
                    part.damage += number(&change.power);
                    hope.note(change, before, !matches!(objects, Objects::Target(_) | Objects::Source));
                }
                Act::Counters(_, _, amount) if fights => part.damage += number(amount),
                Act::Tap(objects) | Act::Destroy(objects, _) if before && !matches!(objects, Objects::Target(_)) => {
                    hope.clears = MOST;
                }
                Act::Find { from: Zone::Library, to: Zone::Hand, filter, .. } => {
                    let (damage, cost) = self.best_found(&env, filter, mana + 6 - way.cost.mana);
                    part.damage += damage;
                    part.cost += cost;
                }
                Act::Destroy(..) | Act::Tap(_) | Act::SacrificeChosen(..) | Act::Move(..) | Act::Damage { .. }
                    if before =>
                {
                    hope.clears += 1;
                }
                _ => {}
            }
        }
        // What each of them gets, all that attack get.
        let several = facts.types.intersects(CardTypes::SORCERY | CardTypes::INSTANT) && way.burn.is_none();
        let spread = way
            .parts
            .iter()
            .flat_map(|part| &part.effects)
            .any(|effect| matches!(&effect.act, Act::Change { objects: Objects::Each(..), .. }));
        if several && spread {
            part.damage *=
                self.see.permanents().filter(|(_, object)| object.controller == self.me && may_attack(object)).count()
                    as i32;
            hope.clears += usize::from(part.damage > 0);
        }
        part
    }
}

impl Judge<'_> {
    /// The most damage that a card could deal that is searched for in the library, and what it costs.
    fn best_found(self, env: &Env<'_>, filter: &Filter, mana: i32) -> (i32, i32) {
        let mut best = (0, 0);
        self.each_in_library(&mut |card, _| {
            for &ability in &self.see.pool().card(card).derived.from_hand {
                let way = self.facts.way(card, ability);
                let Some(burn) = way.burn.as_ref().filter(|_| way.cost.mana <= mana) else { continue };
                let x = way.cost.most_x(mana);
                let paid = self.affordable_kicker(ability, mana);
                let damage = self.amount(&Env { x, paid, ..Env::of_card(card, self.me) }, burn);
                if damage > best.0 && self.can_hit_players(ability) && self.fits_printed(env, filter, card) {
                    best = (damage, way.cost.mana);
                }
            }
        });
        best
    }
}

impl Hope {
    fn note(&mut self, change: &Change, before: bool, many: bool) {
        self.doubles |= change.add.contains(Keywords::DOUBLE_STRIKE);
        let evades = change.restrict.intersects(Restrictions::CANT_BE_BLOCKED | Restrictions::CANT_BLOCK)
            || change.add.intersects(Keywords::FLYING | Keywords::TRAMPLE | Keywords::MENACE);
        self.clears += if evades && before && many { MOST } else { usize::from(evades && before) };
    }
}

/// The damage of a creature that nothing blocks.
pub(super) fn strength(object: &Object) -> i32 {
    let chars = &object.characteristics;
    i32::from(chars.power).max(0) * if chars.keywords.contains(Keywords::DOUBLE_STRIKE) { 2 } else { 1 }
}
