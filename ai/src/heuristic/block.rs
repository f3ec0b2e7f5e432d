//! Blocks: by the agent, and those that it expects of the opponent.

use gauntlet_cards::keyword::Keywords;

use super::fight::{Clash, Fighter, MOST_BLOCKERS, clash};
use super::weights::Weights;

/// The most attackers and blockers that are looked at, so that sets of them are the bits of a number.
pub(super) const MOST: usize = 64;

/// No attacker.
pub(super) const NOBODY: u8 = u8::MAX;

/// Attackers that may be blocked and creatures that may block them, with what comes of each pair.
#[derive(Default)]
pub(super) struct Field {
    pub(super) attackers: Vec<Fighter>,
    pub(super) blockers: Vec<Fighter>,
    /// For each attacker, the blockers that could block it.
    pub(super) can_block: Vec<u64>,
    /// What comes of each attacker and each single blocker of it.
    pairs: Vec<Clash>,
    /// Which attacker each blocker blocks.
    pub(super) blocks: Vec<u8>,
    /// The attackers by how much they matter, the most first.
    order: Vec<u8>,
    gang: Vec<Fighter>,
}

/// What comes of an attack and the blocks against it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Battle {
    /// Damage to the defending player.
    pub(super) damage: i32,
    /// What the attackers that die are worth.
    pub(super) attackers_lost: i32,
    /// What the blockers that die are worth.
    pub(super) blockers_lost: i32,
    /// Which blockers die.
    pub(super) dead_blockers: u64,
    /// Which attackers die.
    pub(super) dead_attackers: u64,
    /// What the attackers' controller gains by lifelink less what the defender does.
    pub(super) drained: i32,
}

/// How the defender weighs things.
#[derive(Clone, Copy, Debug)]
pub(super) struct Defence {
    /// The defender's life total.
    pub(super) life: i32,
    /// With how many creatures one attacker is blocked at most.
    pub(super) gang: usize,
    /// Chump blocks keep the life total above this if they can.
    pub(super) danger: i32,
}

impl Field {
    pub(super) fn clear(&mut self) {
        self.attackers.clear();
        self.blockers.clear();
        self.can_block.clear();
    }

    /// Works out the pairs and the order once all fighters are there.
    pub(super) fn prepare(&mut self) {
        self.pairs.clear();
        for (attacker, can_block) in self.attackers.iter().zip(&self.can_block) {
            for (place, blocker) in self.blockers.iter().enumerate() {
                let possible = can_block & (1 << place) != 0;
                self.pairs.push(if possible {
                    clash(attacker, std::slice::from_ref(blocker))
                } else {
                    Clash::default()
                });
            }
        }
        self.order.clear();
        self.order.extend(0..self.attackers.len() as u8);
        let attackers = &self.attackers;
        let key = |place: &u8| {
            let attacker = &attackers[*place as usize];
            (std::cmp::Reverse(attacker.loss + 10 * attacker.unblocked()), *place)
        };
        self.order.sort_unstable_by_key(key);
    }

    fn pair(&self, attacker: usize, blocker: usize) -> &Clash {
        &self.pairs[attacker * self.blockers.len() + blocker]
    }

    /// Chooses blocks against the attackers in the set, for blockers in the set `free`; what `blocks` has already stays.
    pub(super) fn choose_blocks(&mut self, attacking: u64, free: u64, defence: Defence, w: &Weights) -> Battle {
        let fixed = free;
        let mut free = self.good_blocks(attacking, free, defence, w);
        let mut battle = self.battle(attacking);
        if battle.damage >= (defence.life - defence.danger).max(1) && free != 0 {
            self.chump(attacking, &mut free, &mut battle, defence);
        }
        if battle.damage >= defence.life && fixed != 0 {
            // Good blocks were in the way of surviving.
            self.release(fixed);
            let mut all = fixed;
            let mut bare = self.battle(attacking);
            self.chump(attacking, &mut all, &mut bare, Defence { danger: 0, ..defence });
            if bare.damage < defence.life {
                return bare;
            }
            self.release(fixed);
            self.good_blocks(attacking, fixed, defence, w);
            battle = self.battle(attacking);
        }
        battle
    }

    /// The blocker of an attacker, if there is just one.
    pub(super) fn only_blocker(&self, attacker: usize) -> Option<Fighter> {
        let mut blockers = self.blocks.iter().enumerate().filter(|(_, block)| **block == attacker as u8);
        let (place, _) = blockers.next()?;
        blockers.next().is_none().then(|| self.blockers[place])
    }

    fn release(&mut self, blockers: u64) {
        for (place, block) in self.blocks.iter_mut().enumerate() {
            if blockers & (1 << place) != 0 {
                *block = NOBODY;
            }
        }
    }

    /// Blocks that gain something. What is still free is returned.
    fn good_blocks(&mut self, attacking: u64, mut free: u64, defence: Defence, w: &Weights) -> u64 {
        let all: i32 = bits(attacking).map(|place| self.attackers[place].unblocked()).sum();
        if free == 0 {
            return free;
        }
        // What a point of damage is worth to the defender, this attack being as large as it is.
        let after = (defence.life - all).max(1);
        let lost = w.life_value(defence.life) - w.life_value(after.min(defence.life));
        let point = lost * w.block.damage_percent / all.max(1);
        for place in 0..self.order.len() {
            let attacker = self.order[place] as usize;
            if attacking & (1 << attacker) == 0 || self.blocks.contains(&(attacker as u8)) {
                continue;
            }
            let mut best = (0, NOBODY);
            let candidates = self.can_block[attacker] & free;
            if !self.attackers[attacker].has(Keywords::MENACE) {
                for blocker in bits(candidates) {
                    let gain =
                        self.gain(attacker, self.pair(attacker, blocker), &[self.blockers[blocker].loss], point, w);
                    if gain > best.0 {
                        best = (gain, blocker as u8);
                    }
                }
            }
            if defence.gang > 1 && candidates.count_ones() > 1 {
                let alone = best.0;
                if let Some((gain, gang)) = self.best_gang(attacker, candidates, defence.gang, point, w)
                    && gain > alone + w.block.gang_least
                {
                    for blocker in bits(gang) {
                        self.blocks[blocker] = attacker as u8;
                    }
                    free &= !gang;
                    continue;
                }
            }
            if best.1 != NOBODY {
                self.blocks[best.1 as usize] = attacker as u8;
                free &= !(1 << best.1);
            }
        }
        free
    }

    /// What the defender gains by a clash.
    fn gain(&self, attacker: usize, clash: &Clash, losses: &[i32], point: i32, w: &Weights) -> i32 {
        let fighter = &self.attackers[attacker];
        let mut gain = (fighter.unblocked() - clash.through) * point / 100 - clash.drained * point / 200;
        if fighter.has(Keywords::LIFELINK) {
            gain += fighter.unblocked() * point / 200;
        }
        if clash.attacker_dies {
            gain += fighter.loss * w.block.kill_percent / 100;
        }
        for (place, loss) in losses.iter().enumerate() {
            if clash.blockers_die & (1 << place) != 0 {
                gain -= loss * w.block.loss_percent / 100;
            }
        }
        gain
    }

    /// Two or three blockers that together do best against an attacker. They are found by adding the best to the best.
    fn best_gang(
        &mut self,
        attacker: usize,
        candidates: u64,
        most: usize,
        point: i32,
        w: &Weights,
    ) -> Option<(i32, u64)> {
        let mut best: Option<(i32, u64)> = None;
        let fighter = self.attackers[attacker];
        // A pair is looked for among the strongest few.
        let mut few = [0usize; 6];
        let mut count = 0;
        for blocker in bits(candidates) {
            if count < few.len() {
                few[count] = blocker;
                count += 1;
            }
        }
        for (place, &first) in few[..count].iter().enumerate() {
            for &second in &few[place + 1..count] {
                let both = [self.blockers[first], self.blockers[second]];
                let enough = both[0].power + both[1].power >= fighter.toughness
                    || both.iter().any(|one| one.has(Keywords::DEATHTOUCH));
                if !enough && !fighter.has(Keywords::MENACE) {
                    continue;
                }
                let clash = clash(&fighter, &both);
                let gain = self.gain(attacker, &clash, &[both[0].loss, both[1].loss], point, w);
                if gain > best.map_or(0, |best| best.0) {
                    best = Some((gain, 1 << first | 1 << second));
                }
            }
        }
        if most > 2 && best.is_none() && count > 2 {
            self.gang.clear();
            let mut set = 0;
            for &blocker in &few[..count.min(most)] {
                self.gang.push(self.blockers[blocker]);
                set |= 1 << blocker;
            }
            let clash = clash(&fighter, &self.gang);
            let mut losses = [0; MOST_BLOCKERS];
            for (loss, blocker) in losses.iter_mut().zip(&self.gang) {
                *loss = blocker.loss;
            }
            let gain = self.gain(attacker, &clash, &losses[..self.gang.len()], point, w);
            if gain > 0 && clash.attacker_dies {
                best = Some((gain, set));
            }
        }
        best
    }

    /// Blocks the greatest unblocked attackers with what is worth least, until the damage is bearable.
    fn chump(&mut self, attacking: u64, free: &mut u64, battle: &mut Battle, defence: Defence) {
        let bearable = (defence.life - defence.danger).max(1);
        let mut tried = 0u64;
        while battle.damage >= bearable {
            let open = |attacker: &usize| tried & (1 << attacker) == 0 && !self.blocks.contains(&(*attacker as u8));
            let next = bits(attacking)
                .filter(open)
                .max_by_key(|place| (self.attackers[*place].unblocked(), std::cmp::Reverse(*place)));
            let Some(attacker) = next else { break };
            tried |= 1 << attacker;
            let fighter = &self.attackers[attacker];
            let needed = if fighter.has(Keywords::MENACE) { 2 } else { 1 };
            let candidates = self.can_block[attacker] & *free;
            if (candidates.count_ones() as usize) < needed || fighter.unblocked() == 0 {
                continue;
            }
            let mut left = candidates;
            for _ in 0..needed {
                let least = bits(left).min_by_key(|place| {
                    let dies = self.pair(attacker, *place).blockers_die != 0;
                    (if dies { self.blockers[*place].loss } else { 0 }, *place)
                });
                let Some(blocker) = least else { break };
                left &= !(1 << blocker);
                self.blocks[blocker] = attacker as u8;
                *free &= !(1 << blocker);
            }
            *battle = self.battle(attacking);
        }
    }

    /// What comes of the attack with the blocks as they are.
    pub(super) fn battle(&mut self, attacking: u64) -> Battle {
        let mut battle = Battle::default();
        for attacker in bits(attacking) {
            let fighter = self.attackers[attacker];
            let mut set = 0u64;
            for (place, block) in self.blocks.iter().enumerate() {
                if *block == attacker as u8 {
                    set |= 1 << place;
                }
            }
            let clash = match set.count_ones() {
                0 => clash(&fighter, &[]),
                1 => *self.pair(attacker, set.trailing_zeros() as usize),
                _ => {
                    self.gang.clear();
                    for blocker in bits(set) {
                        self.gang.push(self.blockers[blocker]);
                    }
                    clash(&fighter, &self.gang)
                }
            };
            battle.damage += clash.through;
            battle.drained += clash.drained;
            if clash.attacker_dies {
                battle.attackers_lost += fighter.loss;
                battle.dead_attackers |= 1 << attacker;
            }
            for (place, blocker) in bits(set).enumerate().take(MOST_BLOCKERS) {
                if clash.blockers_die & (1 << place) != 0 {
                    battle.blockers_lost += self.blockers[blocker].loss;
                    battle.dead_blockers |= 1 << blocker;
                }
            }
        }
        battle
    }
}

/// The numbers of the bits that are set, the least first.
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            next
        })
    })
}
