//! Combat damage (CR 510): who deals it when, how it is divided, and that it is dealt at once.

use gauntlet_cards::filter::Step;
use gauntlet_cards::keyword::{Keywords, Restrictions};
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::choosing::YES_OR_NO;
use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::state::{Defender, Flags, Object, ObjectId, Target};
use crate::task::{CombatDamage, Round, Task};

/// A creature that deals combat damage now.
struct Dealer {
    index: u16,
    object: Object,
    attacking: bool,
    /// Blockers of an attacker, or attackers that a blocker blocks.
    others: SmallVec<[u16; 8]>,
    /// Whether the other player divides its damage (CR 702.22j–k).
    by_other: bool,
    /// Whether a creature blocks several attackers in this combat.
    shared: bool,
    /// Whether what is left goes to what it attacks (CR 702.19b).
    trample: bool,
    deathtouch: bool,
    /// What it attacks, if that is still there.
    defender: Option<Target>,
}

impl Dealer {
    /// Who chooses how its damage is assigned (CR 510.1, 702.22j–k).
    fn assigner(&self) -> Player {
        if self.by_other { !self.object.controller } else { self.object.controller }
    }
}

impl Engine<'_> {
    /// CR 510.4: a first combat damage step, if a creature in combat has first or double strike.
    pub(crate) fn first_strike_needed(&self) -> bool {
        self.s.permanents().any(|(_, object)| {
            object.flags.intersects(Flags::ATTACKING | Flags::BLOCKING)
                && object.characteristics.keywords.intersects(Keywords::FIRST_STRIKE | Keywords::DOUBLE_STRIKE)
        })
    }

    /// Begins a combat damage step (CR 510.1).
    pub(crate) fn begin_combat_damage(&mut self) {
        self.refresh();
        self.s.assigned.clear();
        if self.s.step == Step::FirstStrikeDamage {
            self.s.first_strike_step = true;
        }
        self.s.tasks.push(Task::CombatDamage(CombatDamage::of(Round::Attackers, 0)));
    }

    /// Returns whether a creature deals damage in this step (CR 510.4, 702.4b, 702.7b).
    fn strikes_now(&self, object: &Object) -> bool {
        let keywords = object.characteristics.keywords;
        let early = keywords.intersects(Keywords::FIRST_STRIKE | Keywords::DOUBLE_STRIKE);
        if self.s.step == Step::FirstStrikeDamage {
            early
        } else {
            !self.s.first_strike_step
                || !object.is(Flags::DEALT_FIRST_STRIKE)
                || keywords.contains(Keywords::DOUBLE_STRIKE)
        }
    }

    fn combat_power(object: &Object) -> u16 {
        let chars = &object.characteristics;
        if object.restrictions.contains(Restrictions::NO_COMBAT_DAMAGE) {
            return 0;
        }
        let toughness = object.restrictions.contains(Restrictions::TOUGHNESS_AS_DAMAGE);
        (if toughness { chars.toughness } else { chars.power }).max(0) as u16
    }

    /// How much damage is lethal for a creature, damage already assigned to it in this step included (CR 702.19b, 702.2c).
    fn lethal(&self, index: u16, deathtouch: bool) -> u16 {
        let object = &self.s.objects[index as usize];
        let target = Target::Object(self.s.id(index));
        let entries = self.s.assigned.iter().filter(|entry| entry.1 == target && entry.2 > 0);
        let deadly =
            |from: u16| self.s.objects[usize::from(from)].characteristics.keywords.contains(Keywords::DEATHTOUCH);
        // CR 702.2c: any damage from a source with deathtouch is lethal.
        if entries.clone().any(|entry| deadly(entry.0)) {
            return 0;
        }
        let assigned: u16 = entries.map(|entry| entry.2).sum();
        let needed = self.eye().withstood(object).max(0) as u16;
        let left = needed.saturating_sub(object.damage).saturating_sub(assigned);
        if deathtouch { left.min(1) } else { left }
    }

    /// Divides the damage of each creature in combat, asking where there is a choice, and deals it (CR 510.1–2).
    pub(crate) fn combat_damage(&mut self, mut task: CombatDamage) -> Flow {
        let mut answer = self.s.answer.take();
        let shared = self.blockers_are_shared();
        loop {
            while usize::from(task.cursor) < self.s.battlefield.len() {
                let index = self.s.battlefield[task.cursor as usize];
                if self.assigns_in(task.round, &self.s.objects[index as usize], shared) {
                    let dealer = self.dealer(index, shared);
                    if let Some(asked) = self.assign_damage_of(&dealer, &mut task, &mut answer) {
                        return asked;
                    }
                }
                task = CombatDamage::of(task.round, task.cursor + 1);
            }
            let next = match task.round {
                Round::Attackers if shared => Round::Tramplers,
                Round::Attackers | Round::Tramplers if !self.s.blocks.is_empty() => Round::Blockers,
                _ => break,
            };
            task = CombatDamage::of(next, 0);
        }
        self.deal_combat_damage();
        Flow::Go
    }

    /// Returns whether a creature blocks several attackers.
    fn blockers_are_shared(&self) -> bool {
        let mut blockers: SmallVec<[u16; 16]> = self.s.blocks.iter().map(|pair| pair.0).collect();
        blockers.sort_unstable();
        blockers.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Returns whether a creature assigns its combat damage in a round.
    fn assigns_in(&self, round: Round, object: &Object, shared: bool) -> bool {
        let tramples = || object.characteristics.keywords.contains(Keywords::TRAMPLE);
        let asked = match round {
            Round::Attackers => object.is(Flags::ATTACKING) && !(shared && tramples()),
            Round::Tramplers => object.is(Flags::ATTACKING) && tramples(),
            Round::Blockers => object.is(Flags::BLOCKING),
        };
        asked && self.strikes_now(object) && Self::combat_power(object) > 0
    }

    /// How much damage a creature must assign at least to one that blocks it before what it attacks can get something: what is lethal, less what
    /// tramplers that come later will assign to it, because it is all that blocks them (CR 702.19b). With that there is enough in all (CR
    /// 510.1e). Those that something else blocks as well could leave it alone, so that nothing is counted on from them: what is offered is legal, and
    /// a split that relies on them isn't offered (`docs/rules.md`).
    fn needed(&self, dealer: &Dealer, other: u16) -> u16 {
        if !dealer.trample || !dealer.shared {
            return self.lethal(other, dealer.deathtouch);
        }
        let mut needed = self.lethal(other, false);
        let later = self.s.battlefield.iter().skip_while(|index| **index != dealer.index).skip(1);
        for &index in later {
            let object = &self.s.objects[usize::from(index)];
            if needed == 0 {
                break;
            }
            if object.restrictions.contains(Restrictions::AS_UNBLOCKED)
                || !self.assigns_in(Round::Tramplers, object, true)
            {
                continue;
            }
            let later = self.dealer(index, true);
            if later.trample && later.others.as_slice() == [other] {
                // CR 702.2c: 1 will do.
                let enough = if later.deathtouch { needed } else { Self::combat_power(object) };
                needed = needed.saturating_sub(enough);
            }
        }
        if dealer.deathtouch { needed.min(1) } else { needed }
    }

    /// What a creature in combat can deal its damage to, and how.
    fn dealer(&self, index: u16, shared: bool) -> Dealer {
        let object = self.s.objects[index as usize];
        let attacking = object.is(Flags::ATTACKING);
        let mut others: SmallVec<[u16; 8]> = SmallVec::new();
        for (blocker, attacker) in &self.s.blocks {
            if attacking && *attacker == index {
                others.push(*blocker);
            } else if !attacking && *blocker == index {
                others.push(*attacker);
            }
        }
        let by_other = self.other_side_divides(&object, &others);
        let keywords = object.characteristics.keywords;
        // CR 506.4c, 510.1b: what has been removed from combat isn't attacked any more.
        let attacked = attacking && self.eye().may_be_attacked(object.defender, object.controller);
        let defender = attacked.then_some(match object.defender {
            Defender::Player(player) => Target::Player(player),
            Defender::Permanent(id) => Target::Object(id),
        });
        Dealer {
            index,
            object,
            attacking,
            others,
            by_other,
            shared,
            trample: defender.is_some() && keywords.contains(Keywords::TRAMPLE) && !by_other,
            deathtouch: keywords.contains(Keywords::DEATHTOUCH),
            defender,
        }
    }

    /// Assigns the damage of one creature (CR 510.1). Returns what is asked, if something is.
    fn assign_damage_of(
        &mut self,
        dealer: &Dealer,
        task: &mut CombatDamage,
        answer: &mut Option<Action>,
    ) -> Option<Flow> {
        let &Dealer { index, ref object, attacking, trample, defender, .. } = dealer;
        // CR 702.19 has no part in it: the whole is assigned to what it attacks, or none. Who divides its damage decides (CR 702.22j).
        if attacking
            && object.is(Flags::BLOCKED)
            && object.restrictions.contains(Restrictions::AS_UNBLOCKED)
            && task.recipient == 0
            && task.left.is_none()
            && let Some(defender) = defender
        {
            match answer.take() {
                Some(Action::Yes) => {
                    self.s.assigned.push((index, defender, Self::combat_power(object)));
                    return None;
                }
                Some(Action::No) => {}
                _ => {
                    self.offer_these(YES_OR_NO);
                    let (player, about) = (dealer.assigner(), self.s.id(index));
                    return Some(self.ask(
                        Task::CombatDamage(*task),
                        player,
                        DecisionKind::May,
                        about,
                        Particulars::Nothing,
                    ));
                }
            }
        }
        let mut left = task.left.unwrap_or_else(|| Self::combat_power(object));
        if dealer.others.is_empty() {
            // An unblocked attacker damages what it attacks; one whose blockers are gone only if it tramples (CR 510.1c, 702.19e).
            if attacking
                && (!object.is(Flags::BLOCKED) || trample)
                && let Some(defender) = defender
            {
                self.s.assigned.push((index, defender, left));
            }
            return None;
        }
        if let Some(asked) = self.divide_among_others(dealer, task, &mut left, answer) {
            return Some(asked);
        }
        if left > 0
            && trample
            && let Some(defender) = defender
        {
            // Only reached with lethal damage on the last blocker; the others' was chosen. If one of those has less than
            // lethal, the rest stays with the last blocker (CR 702.19b).
            let others = &dealer.others;
            let all_lethal = others.iter().all(|other| self.needed(dealer, *other) == 0);
            let target = if all_lethal { defender } else { Target::Object(self.s.id(others[others.len() - 1])) };
            self.s.assigned.push((index, target, left));
        }
        None
    }

    /// Divides the damage of a creature among those that block it or that it blocks (CR 510.1c–d), asking where there is a choice.
    fn divide_among_others(
        &mut self,
        dealer: &Dealer,
        task: &mut CombatDamage,
        left: &mut u16,
        answer: &mut Option<Action>,
    ) -> Option<Flow> {
        let &Dealer { ref others, trample, .. } = dealer;
        while usize::from(task.recipient) < others.len() {
            let other = others[task.recipient as usize];
            let last = usize::from(task.recipient) + 1 == others.len();
            let give = if let Some(Action::Number(number)) = answer.take() {
                number
            } else if last && !trample {
                *left
            } else {
                // With trample, the player gets something only if all blockers have lethal damage (CR 702.19b). The rest
                // of the blockers can still be given theirs later, so that this one may get from nothing to everything.
                let lethal = self.needed(dealer, other).min(*left);
                let (least, most) = if last { (lethal, *left) } else { (0, *left) };
                if least < most && *left > 0 {
                    self.offer_these((least..=most).map(Action::Number));
                    let player = dealer.assigner();
                    task.left = Some(*left);
                    let (task, about) = (Task::CombatDamage(*task), self.s.id(other));
                    return Some(self.ask(task, player, DecisionKind::AssignDamage, about, Particulars::Left(*left)));
                }
                most
            };
            if give > 0 {
                let target = Target::Object(self.s.id(other));
                self.s.assigned.push((dealer.index, target, give));
            }
            *left -= give;
            task.recipient += 1;
        }
        None
    }

    /// CR 510.2: all combat damage is dealt at once.
    fn deal_combat_damage(&mut self) {
        let first_strike = self.s.step == Step::FirstStrikeDamage;
        let mut damage: SmallVec<[(ObjectId, Target, i32); 16]> = SmallVec::new();
        for place in 0..self.s.assigned.len() {
            let (from, to, amount) = self.s.assigned[place];
            damage.push((self.s.id(from), to, i32::from(amount)));
            if first_strike {
                self.object(from).flags |= Flags::DEALT_FIRST_STRIKE;
            }
        }
        if first_strike {
            // Those who would have dealt damage but had none to deal were there as well (CR 510.4).
            for place in 0..self.s.battlefield.len() {
                let index = self.s.battlefield[place];
                let object = &self.s.objects[index as usize];
                let early =
                    object.characteristics.keywords.intersects(Keywords::FIRST_STRIKE | Keywords::DOUBLE_STRIKE);
                if early && object.flags.intersects(Flags::ATTACKING | Flags::BLOCKING) {
                    self.object(index).flags |= Flags::DEALT_FIRST_STRIKE;
                }
            }
        }
        self.s.assigned.clear();
        self.deal_together(&damage, true);
        let step = self.s.step;
        self.trigger_step(step);
    }
}
