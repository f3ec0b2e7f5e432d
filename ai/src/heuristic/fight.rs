//! Creatures in combat: who survives when one is blocked by some others.

use gauntlet_cards::filter::Amount;
use gauntlet_cards::keyword::{Keywords, Restrictions};
use gauntlet_cards::types::Colors;
use gauntlet_magic::state::{Defender, Flags, Object, ObjectId};

use super::amount::Env;
use super::script::Change;
use super::value::Judge;

/// A creature as combat sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fighter {
    pub(super) id: ObjectId,
    pub(super) power: i32,
    /// Toughness less the damage on it.
    pub(super) toughness: i32,
    pub(super) keywords: Keywords,
    pub(super) colors: Colors,
    /// What its controller loses if it dies.
    pub(super) loss: i32,
    pub(super) restrictions: Restrictions,
    pub(super) flags: Flags,
    /// It can't be killed by damage this time.
    pub(super) safe: bool,
    /// Its damage goes to a planeswalker, not to the player.
    pub(super) aside: bool,
}

impl Fighter {
    #[inline]
    pub(super) fn has(&self, keyword: Keywords) -> bool {
        self.keywords.contains(keyword)
    }

    /// The damage that it deals to a player if nothing blocks it.
    pub(super) fn unblocked(&self) -> i32 {
        if self.aside {
            return 0;
        }
        self.power.max(0) * if self.has(Keywords::DOUBLE_STRIKE) { 2 } else { 1 }
    }

    fn strikes_early(&self) -> bool {
        self.keywords.intersects(Keywords::FIRST_STRIKE | Keywords::DOUBLE_STRIKE)
    }

    fn strikes_late(&self) -> bool {
        !self.has(Keywords::FIRST_STRIKE) || self.has(Keywords::DOUBLE_STRIKE)
    }

    /// Returns whether damage by the other would be prevented by protection.
    fn protected_from(&self, other: &Fighter) -> bool {
        const ANY: Keywords = Keywords::PROTECTION_FROM_WHITE
            .union(Keywords::PROTECTION_FROM_BLUE)
            .union(Keywords::PROTECTION_FROM_BLACK)
            .union(Keywords::PROTECTION_FROM_RED)
            .union(Keywords::PROTECTION_FROM_GREEN);
        self.keywords.intersects(ANY)
            && Keywords::PROTECTION
                .iter()
                .zip(Colors::TABLE)
                .any(|(protection, (color, ..))| self.has(*protection) && other.colors.contains(color))
    }

    /// The damage that kills it, given what it has already been dealt in this combat; more than any power if nothing does.
    fn lethal(&self, dealt: i32, by: &Fighter) -> i32 {
        if self.safe || self.protected_from(by) {
            return i32::MAX / 4;
        }
        let left = (self.toughness - dealt).max(0);
        if by.has(Keywords::DEATHTOUCH) { left.min(1) } else { left }
    }
}

/// What comes of an attacker and its blockers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Clash {
    pub(super) attacker_dies: bool,
    /// Bit *i*: blocker number *i* dies.
    pub(super) blockers_die: u8,
    /// Damage to the player or planeswalker.
    pub(super) through: i32,
    /// Life gained by the attacker's controller less that of the blockers' one, by lifelink.
    pub(super) drained: i32,
}

/// The most blockers of one attacker that are looked at.
pub(super) const MOST_BLOCKERS: usize = 8;

/// Fights it out. The attacker kills what it can, the most valuable first; blockers come in any order.
pub(super) fn clash(attacker: &Fighter, blockers: &[Fighter]) -> Clash {
    let blockers = &blockers[..blockers.len().min(MOST_BLOCKERS)];
    let mut clash = Clash::default();
    if blockers.is_empty() {
        clash.through = attacker.unblocked();
        if attacker.has(Keywords::LIFELINK) {
            clash.drained = clash.through;
        }
        return clash;
    }
    let mut dealt = [0i32; MOST_BLOCKERS];
    let (mut taken, mut touched) = (0, false);
    let early = attacker.strikes_early() || blockers.iter().any(Fighter::strikes_early);
    for late in [false, true] {
        if !late && !early {
            continue;
        }
        let strikes = |fighter: &Fighter| if late { fighter.strikes_late() } else { fighter.strikes_early() };
        let dead = clash.blockers_die;
        if !clash.attacker_dies && strikes(attacker) && attacker.power > 0 {
            let mut left = attacker.power;
            let mut all_lethal = true;
            let mut given = 0u8;
            // Most valuable first, by selection: there are few.
            loop {
                let open = |place: &usize| dead & (1 << place) == 0 && given & (1 << place) == 0;
                let affordable = (0..blockers.len())
                    .filter(|place| open(place) && blockers[*place].lethal(dealt[*place], attacker) <= left)
                    .max_by_key(|place| (blockers[*place].loss, std::cmp::Reverse(*place)));
                let Some(place) = affordable else {
                    if let Some(rest) = (0..blockers.len()).find(open) {
                        all_lethal = false;
                        if !blockers[rest].protected_from(attacker) {
                            dealt[rest] += left;
                        }
                    }
                    break;
                };
                let lethal = blockers[place].lethal(dealt[place], attacker);
                given |= 1 << place;
                left -= lethal;
                dealt[place] += lethal;
                clash.blockers_die |= 1 << place;
            }
            if all_lethal && attacker.has(Keywords::TRAMPLE) && !attacker.aside {
                clash.through += left;
            }
            if attacker.has(Keywords::LIFELINK) {
                clash.drained += attacker.power;
            }
        }
        for (place, blocker) in blockers.iter().enumerate() {
            if dead & (1 << place) != 0 || !strikes(blocker) || blocker.power <= 0 {
                continue;
            }
            if !attacker.protected_from(blocker) {
                taken += blocker.power;
                touched |= blocker.has(Keywords::DEATHTOUCH);
            }
            if blocker.has(Keywords::LIFELINK) {
                clash.drained -= blocker.power;
            }
        }
        if !attacker.safe && (taken >= attacker.toughness || touched) {
            clash.attacker_dies = true;
        }
    }
    clash
}

impl Judge<'_> {
    /// A creature on the battlefield as a fighter.
    pub(super) fn fighter(self, id: ObjectId, object: &Object) -> Fighter {
        let mut fighter = self.fighter_as_is(id, object);
        fighter.safe |= self.can_regenerate(object);
        fighter
    }

    /// The same, without what its controller could still do for it.
    pub(super) fn fighter_as_is(self, id: ObjectId, object: &Object) -> Fighter {
        let chars = &object.characteristics;
        let power =
            if object.restrictions.contains(Restrictions::TOUGHNESS_AS_DAMAGE) { chars.toughness } else { chars.power };
        Fighter {
            id,
            power: i32::from(power),
            toughness: i32::from(chars.toughness) - i32::from(object.damage),
            keywords: chars.keywords,
            colors: chars.colors,
            loss: self.loss(id, object, true),
            restrictions: object.restrictions,
            flags: object.flags,
            safe: chars.keywords.contains(Keywords::INDESTRUCTIBLE) || object.shields > 0,
            aside: object.is(Flags::ATTACKING) && !matches!(object.defender, Defender::Player(_)),
        }
    }

    /// Returns whether a creature has an ability that regenerates it, and its controller the mana for that.
    fn can_regenerate(self, object: &Object) -> bool {
        let Some(mana) = self.facts.card(object.card).regenerates else { return false };
        !object.is(Flags::LOST_ABILITIES)
            && !object.restrictions.contains(Restrictions::CANT_BE_REGENERATED)
            && self.open_mana(object.controller) >= mana
    }

    /// The same with what it gets when it attacks.
    pub(super) fn attacking_fighter(self, id: ObjectId, object: &Object) -> Fighter {
        let mut fighter = self.fighter(id, object);
        if let Some(change) = &self.facts.card(object.card).attacking
            && !object.is(Flags::ATTACKING)
            && !object.is(Flags::LOST_ABILITIES)
        {
            let env = Env::of_object(id, object, object.controller);
            self.change_fighter(&mut fighter, change, &env);
        }
        fighter
    }

    /// A fighter after a change until end of turn.
    pub(super) fn change_fighter(self, fighter: &mut Fighter, change: &Change, env: &Env<'_>) {
        let small = |amount: &Amount| match amount {
            Amount::Const(number) => *number,
            // "For each other attacking ...": the attack is not declared yet.
            Amount::Count(..) if self.see.step() < gauntlet_cards::filter::Step::DeclareAttackers => 1,
            _ => self.amount(env, amount),
        };
        if let Some((power, toughness)) = &change.base {
            fighter.power = small(power);
            fighter.toughness = small(toughness);
        }
        if change.loses_abilities {
            fighter.keywords = Keywords::empty();
        }
        fighter.power += small(&change.power);
        fighter.toughness += small(&change.toughness);
        fighter.keywords = (fighter.keywords | change.add) - change.remove;
        fighter.safe |= change.add.contains(Keywords::INDESTRUCTIBLE);
        fighter.restrictions |= change.restrict;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fighter(power: i32, toughness: i32, keywords: Keywords) -> Fighter {
        Fighter {
            id: ObjectId::NONE,
            power,
            toughness,
            keywords,
            colors: Colors::empty(),
            loss: 50 + 10 * power,
            restrictions: Restrictions::empty(),
            flags: Flags::empty(),
            safe: false,
            aside: false,
        }
    }

    fn plain(power: i32, toughness: i32) -> Fighter {
        fighter(power, toughness, Keywords::empty())
    }

    #[test]
    fn bears_trade() {
        let clash = clash(&plain(2, 2), &[plain(2, 2)]);
        assert_eq!((clash.attacker_dies, clash.blockers_die, clash.through), (true, 1, 0));
    }

    #[test]
    fn first_strike_kills_before_it_is_hit() {
        let clash = clash(&fighter(2, 1, Keywords::FIRST_STRIKE), &[plain(3, 2)]);
        assert_eq!((clash.attacker_dies, clash.blockers_die), (false, 1));
    }

    #[test]
    fn double_strike_hits_twice() {
        let double = fighter(2, 2, Keywords::DOUBLE_STRIKE);
        assert_eq!(clash(&double, &[]).through, 4);
        let against = clash(&double, &[plain(3, 4)]);
        assert_eq!((against.attacker_dies, against.blockers_die), (true, 1));
    }

    #[test]
    fn trample_goes_through_what_deathtouch_leaves() {
        let both = fighter(5, 5, Keywords::TRAMPLE | Keywords::DEATHTOUCH);
        let clash = clash(&both, &[plain(1, 6), plain(1, 3)]);
        assert_eq!((clash.blockers_die, clash.through), (3, 3));
    }

    #[test]
    fn a_gang_kills_what_neither_could() {
        let clash = clash(&plain(4, 4), &[plain(2, 2), plain(3, 3)]);
        // It takes the better one with it, and has one point left that kills nothing.
        assert_eq!((clash.attacker_dies, clash.blockers_die), (true, 2));
    }

    #[test]
    fn protection_prevents_damage() {
        let red = Fighter { colors: Colors::RED, ..plain(5, 5) };
        let knight = fighter(2, 2, Keywords::PROTECTION_FROM_RED);
        let clash = clash(&red, &[knight]);
        assert_eq!((clash.attacker_dies, clash.blockers_die), (false, 0));
    }
}
