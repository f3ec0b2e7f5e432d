//! The combat that is going on, and what a spell or ability would make of it.

use gauntlet_cards::effect::Recipients;
use gauntlet_cards::filter::{CounterKind, Step};
use gauntlet_cards::keyword::{Keywords, Restrictions};
use gauntlet_magic::state::{Flags, Object, ObjectId, Target};

use super::amount::Env;
use super::effects::Only;
use super::fight::{Fighter, MOST_BLOCKERS, clash};
use super::script::{Act, Change, Guard, PartFacts};
use super::value::Judge;

/// Attackers and blockers of the combat that is going on.
#[derive(Default)]
pub(super) struct Melee {
    attackers: Vec<Fighter>,
    /// Blockers with the places of the attackers that they block.
    blockers: Vec<(Fighter, usize)>,
    changes: Vec<(ObjectId, Blow)>,
    now: i32,
}

/// What happens to a creature in combat.
#[derive(Clone, Copy, Debug)]
enum Blow {
    /// It leaves, or deals and takes no more damage.
    Gone,
    /// It has that much damage more.
    Hurt(i32),
    /// It has that much more power and toughness, and keywords.
    Grown { power: i32, toughness: i32, add: Keywords, remove: Keywords },
    /// It isn't lost if it is destroyed: it regenerates, or comes back.
    Saved,
}

impl Melee {
    /// Reads the combat off the position, and returns whether there is one before its damage.
    pub(super) fn read(&mut self, judge: Judge<'_>) -> bool {
        self.attackers.clear();
        self.blockers.clear();
        if judge.see.step() != Step::DeclareBlockers {
            return false;
        }
        for (id, object) in judge.see.permanents() {
            if object.is(Flags::ATTACKING) {
                self.attackers.push(judge.fighter_as_is(id, object));
            }
        }
        for &(blocker, attacker) in judge.see.blocks() {
            let place = self.attackers.iter().position(|one| one.id.index() as u16 == attacker);
            let id = judge.see.id(blocker);
            if let (Some(place), Some(object)) = (place, judge.see.last_known(id))
                && object.is(Flags::BLOCKING)
            {
                self.blockers.push((judge.fighter_as_is(id, object), place));
            }
        }
        self.changes.clear();
        self.now = self.outcome(judge, false);
        !self.attackers.is_empty()
    }

    /// What the combat will bring the viewer, with the changes; without any damage if so.
    fn outcome(&self, judge: Judge<'_>, fog: bool) -> i32 {
        if fog {
            return 0;
        }
        let active = judge.see.active();
        let (mut damage, mut drained, mut value) = (0, 0, 0);
        for (place, attacker) in self.attackers.iter().enumerate() {
            let Some(fighter) = self.changed(attacker) else { continue };
            let mut gang = [*attacker; MOST_BLOCKERS];
            let mut count = 0;
            for (blocker, blocked) in &self.blockers {
                if *blocked == place
                    && count < MOST_BLOCKERS
                    && let Some(blocker) = self.changed(blocker)
                {
                    gang[count] = blocker;
                    count += 1;
                }
            }
            if count == 0 && fighter.flags.contains(Flags::BLOCKED) && !fighter.has(Keywords::TRAMPLE) {
                continue;
            }
            let clash = clash(&fighter, &gang[..count]);
            damage += clash.through;
            drained += clash.drained;
            if clash.attacker_dies {
                value -= judge.signed(active, fighter.loss);
            }
            for (number, blocker) in gang[..count].iter().enumerate() {
                if clash.blockers_die & (1 << number) != 0 {
                    value -= judge.signed(!active, blocker.loss);
                }
            }
        }
        let gained =
            if drained > 0 { judge.life_change(active, drained) } else { judge.life_change(!active, -drained) };
        value + gained + if damage > 0 { judge.life_change(!active, -damage) } else { 0 }
    }

    /// The fighter after the changes; none if it is gone.
    fn changed(&self, fighter: &Fighter) -> Option<Fighter> {
        let mut fighter = *fighter;
        for (id, blow) in &self.changes {
            if *id != fighter.id {
                continue;
            }
            match *blow {
                Blow::Gone => return None,
                Blow::Hurt(damage) => fighter.toughness -= damage,
                Blow::Grown { power, toughness, add, remove } => {
                    fighter.power += power;
                    fighter.toughness += toughness;
                    fighter.keywords = (fighter.keywords | add) - remove;
                    fighter.safe |= add.contains(Keywords::INDESTRUCTIBLE);
                }
                Blow::Saved => fighter.safe = true,
            }
        }
        (fighter.toughness > 0).then_some(fighter)
    }

    /// Returns whether a creature will die in this combat as it is.
    pub(super) fn is_doomed(&self, id: ObjectId) -> bool {
        for (place, attacker) in self.attackers.iter().enumerate() {
            let mut gang = [*attacker; MOST_BLOCKERS];
            let mut ids = [ObjectId::NONE; MOST_BLOCKERS];
            let mut count = 0;
            for (blocker, blocked) in &self.blockers {
                if *blocked == place && count < MOST_BLOCKERS {
                    gang[count] = *blocker;
                    ids[count] = blocker.id;
                    count += 1;
                }
            }
            if count == 0 || !(attacker.id == id || ids[..count].contains(&id)) {
                continue;
            }
            let clash = clash(attacker, &gang[..count]);
            let dies = |(number, other): (usize, &ObjectId)| *other == id && clash.blockers_die & (1 << number) != 0;
            if (attacker.id == id && clash.attacker_dies) || ids[..count].iter().enumerate().any(dies) {
                return true;
            }
        }
        false
    }

    /// What it would be worth to have the effects of a part happen now, besides what they cost. `sacrificed` is gone as a cost.
    pub(super) fn gain(
        &mut self,
        judge: Judge<'_>,
        part: &PartFacts,
        env: &Env<'_>,
        sacrificed: Option<ObjectId>,
    ) -> i32 {
        self.changes.clear();
        if let Some(id) = sacrificed {
            self.changes.push((id, Blow::Gone));
        }
        let mut fog = false;
        for effect in &part.effects {
            let skip = matches!(effect.guard, Guard::Kicked(cost, kicked) if kicked != env.has_paid(cost));
            if skip || !judge.passes_tests(effect, env) {
                continue;
            }
            fog |= effect.act == Act::Fog;
            self.note(judge, &effect.act, env);
        }
        let touches = fog || !self.changes.is_empty();
        let after = if touches { self.outcome(judge, fog) } else { self.now };
        after - self.now + judge.effects(part, env, Only::All)
    }

    /// Notes what an effect does to creatures in combat.
    fn note(&mut self, judge: Judge<'_>, act: &Act, env: &Env<'_>) {
        let changes = &mut self.changes;
        match act {
            Act::Destroy(objects, _) | Act::Sacrifice(objects) => judge.each(env, objects, &mut |id, object| {
                if !object.characteristics.keywords.contains(Keywords::INDESTRUCTIBLE) {
                    changes.push((id, Blow::Gone));
                }
            }),
            Act::Move(objects, _) => judge.each(env, objects, &mut |id, _| changes.push((id, Blow::Gone))),
            Act::Damage { amount, to, .. } => {
                let amount = judge.amount(env, amount);
                note_damage(judge, env, to, amount, changes);
            }
            Act::Divided(spec, amount) => {
                let count = env.targets.iter().filter(|(other, _)| other == spec).count().max(1) as i32;
                let share = judge.amount(env, amount) / count;
                note_damage(judge, env, &Recipients::Target(*spec), share, changes);
            }
            Act::Change { objects, change, .. } => judge.each(env, objects, &mut |id, object| {
                let blow = grown(judge, change, object, &Env { current: id, ..*env });
                if change.control && object.controller != env.you {
                    changes.push((id, Blow::Gone));
                } else {
                    changes.push((id, blow));
                    if change.returns {
                        changes.push((id, Blow::Saved));
                    }
                }
            }),
            Act::Disarm(objects) => judge.each(env, objects, &mut |id, object| {
                let power = -i32::from(object.characteristics.power.max(0));
                let none = Keywords::empty();
                changes.push((id, Blow::Grown { power, toughness: 0, add: none, remove: none }));
            }),
            Act::Prevent(to, None) => judge.recipients(env, to, &mut |target| {
                if let Target::Object(id) = target {
                    changes.push((id, Blow::Saved));
                }
            }),
            Act::Regenerate(objects) => judge.each(env, objects, &mut |id, object| {
                if !object.restrictions.contains(Restrictions::CANT_BE_REGENERATED) {
                    changes.push((id, Blow::Saved));
                }
            }),
            Act::Counters(objects, kind, amount) => {
                let amount = judge.amount(env, amount)
                    * match *kind {
                        CounterKind::PLUS_ONE => 1,
                        CounterKind::MINUS_ONE => -1,
                        _ => 0,
                    };
                if amount != 0 {
                    judge.each(env, objects, &mut |id, _| {
                        let none = Keywords::empty();
                        changes.push((id, Blow::Grown { power: amount, toughness: amount, add: none, remove: none }));
                    });
                }
            }
            _ => {}
        }
    }
}

fn note_damage(judge: Judge<'_>, env: &Env<'_>, to: &Recipients, amount: i32, changes: &mut Vec<(ObjectId, Blow)>) {
    judge.recipients(env, to, &mut |target| {
        if let Target::Object(id) = target {
            changes.push((id, Blow::Hurt(amount)));
        }
    });
}

fn grown(judge: Judge<'_>, change: &Change, object: &Object, env: &Env<'_>) -> Blow {
    let (mut power, mut toughness) = (judge.amount(env, &change.power), judge.amount(env, &change.toughness));
    if let Some((own_power, own_toughness)) = &change.base {
        power += judge.amount(env, own_power) - i32::from(object.characteristics.power);
        toughness += judge.amount(env, own_toughness) - i32::from(object.characteristics.toughness);
    }
    Blow::Grown { power, toughness, add: change.add, remove: change.remove }
}
