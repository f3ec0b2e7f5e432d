//! Creatures that can't attack or block alone (CR 508.1c, 509.1b), and blocks that obey as many requirements as possible (CR 509.1c).

use gauntlet_cards::ability::{Declared, RuleKinds, StaticEffect};
use gauntlet_cards::keyword::Restrictions;
use gauntlet_cards::types::CardTypes;
use smallvec::SmallVec;

use crate::decision::Action;
use crate::engine::Engine;
use crate::state::{Defender, Flags, ObjectId};

/// What one creature can attack, and whether it must attack one of these.
pub(super) struct AttackOptions {
    pub(super) options: SmallVec<[(Action, Defender); 4]>,
    pub(super) required: bool,
}

impl Engine<'_> {
    /// What a creature can attack so that the whole attack can still become legal (CR 508.1c–d).
    pub(super) fn attack_options(&mut self, place: u16) -> AttackOptions {
        let mut all = self.payable_attacks(place);
        if self.attacks_alone_at(place) && self.only_attacker().is_none() {
            let id = self.s.id(self.s.battlefield[place as usize]);
            let before = self.s.objects[id.index()];
            all.options.retain(|(_, defender)| {
                self.set_attacking(id, *defender);
                let accompanied = self.company_can_attack(place + 1);
                let object = self.object(id.index);
                object.flags -= Flags::ATTACKING | Flags::DECLARED;
                object.defender = before.defender;
                accompanied
            });
        }
        all.required &= !all.options.is_empty();
        all
    }

    /// Returns whether the only attacker so far can't attack alone, and no creature of the list from this index on could attack with it:
    /// then the creature before them must.
    pub(super) fn needs_company_before(&mut self, place: u16) -> bool {
        self.only_attacker()
            .is_some_and(|id| self.s.objects[id.index()].restrictions.contains(Restrictions::CANT_ATTACK_ALONE))
            && !self.company_can_attack(place)
    }

    fn attacks_alone_at(&self, place: u16) -> bool {
        let object = &self.s.objects[usize::from(self.s.battlefield[place as usize])];
        object.restrictions.contains(Restrictions::CANT_ATTACK_ALONE)
            && !self.s.permanents().any(|(_, other)| other.is(Flags::DECLARED))
    }

    /// The one creature that attacks so far, if it is one.
    fn only_attacker(&self) -> Option<ObjectId> {
        let mut attackers = self.s.permanents().filter(|(_, object)| object.is(Flags::DECLARED));
        let first = attackers.next()?.0;
        attackers.next().is_none().then_some(first)
    }

    fn company_can_attack(&mut self, from: u16) -> bool {
        (from..self.s.battlefield.len() as u16).any(|place| {
            let object = &self.s.objects[usize::from(self.s.battlefield[place as usize])];
            self.eye().can_attack(object) && !self.payable_attacks(place).options.is_empty()
        })
    }

    /// What a creature can attack for a cost that can be paid.
    fn payable_attacks(&mut self, place: u16) -> AttackOptions {
        let active = self.s.active;
        let index = self.s.battlefield[place as usize];
        let id = self.s.id(index);
        let restrictions = self.s.objects[usize::from(index)].restrictions;
        let must = restrictions.contains(Restrictions::MUST_ATTACK);
        let must_player = restrictions.contains(Restrictions::MUST_ATTACK_PLAYER);
        let demanded = self.demanded_attacks(id);
        let mut obeying: SmallVec<[Defender; 2]> = SmallVec::new();
        let mut attackable: SmallVec<[(Action, Defender); 4]> = SmallVec::new();
        let (spares_player, spares_permanents) = self.cant_attack_defender(id);
        if !spares_player {
            attackable.push((Action::Player(!active), Defender::Player(!active)));
        }
        for &other in &self.s.battlefield {
            let object = &self.s.objects[other as usize];
            let types = object.characteristics.types;
            let possible =
                types.contains(CardTypes::BATTLE) || (types.contains(CardTypes::PLANESWALKER) && !spares_permanents);
            // CR 310.8b: a battle's protector can never attack it; its controller can.
            if possible && self.eye().protector(object) != active {
                attackable.push((Action::Object(other), Defender::Permanent(self.s.id(other))));
            }
        }
        // CR 508.1c: others that must attack get their places first.
        let later = self.eye().has_rules(RuleKinds::COMBAT_LIMIT).then(|| self.required_after(place));
        if let Some(later) = later {
            let needs = |room: usize| room > 0 && (must || must_player || room > later);
            attackable.retain(|(_, defender)| needs(self.room_for_attacker(*defender)));
        }
        // CR 508.1d: a requirement to attack doesn't make a player pay.
        let mut required = false;
        attackable.retain(|(_, defender)| {
            let (taxed, payable) =
                if self.combat_is_taxed() { self.tax_on_attack(id, *defender) } else { (false, true) };
            // The player comes first: what must attack them attacks nothing else if it can.
            let asked = demanded.contains(defender);
            let offered = payable && (asked || !(must_player && required));
            let to_player = matches!(defender, Defender::Player(_));
            let obeys = (must_player && to_player || asked) && !taxed && payable;
            if obeys {
                obeying.push(*defender);
            }
            required |= obeys || must && !taxed && payable;
            offered
        });
        // What it must attack comes before all that it needn't.
        if !demanded.is_empty() && !obeying.is_empty() {
            attackable.retain(|(_, defender)| obeying.contains(defender));
        }
        // Where not all that must attack can, some of them do.
        if let Some(later) = later.filter(|_| required) {
            let room = attackable.iter().map(|(_, defender)| self.room_for_attacker(*defender)).max().unwrap_or(0);
            required = room > later;
        }
        AttackOptions { options: attackable, required }
    }

    /// The permanents that a creature must attack if able (CR 508.1d).
    fn demanded_attacks(&self, id: ObjectId) -> SmallVec<[Defender; 2]> {
        let mut demanded = SmallVec::new();
        self.eye().each_rule(RuleKinds::MUST_ATTACK_SOURCE, &mut |scope, ability| {
            if let StaticEffect::MustAttackSource(filter) = &ability.effect
                && self.eye().matches(scope, filter, id, &self.s.objects[id.index()])
            {
                demanded.push(Defender::Permanent(scope.source));
            }
        });
        demanded
    }

    /// How many creatures behind a place must attack if able.
    fn required_after(&self, place: u16) -> usize {
        let rest = &self.s.battlefield[usize::from(place) + 1..];
        let must = Restrictions::MUST_ATTACK | Restrictions::MUST_ATTACK_PLAYER;
        rest.iter()
            .map(|&index| &self.s.objects[usize::from(index)])
            .filter(|object| object.restrictions.intersects(must) && self.eye().can_attack(object))
            .count()
    }

    /// How many creatures more can attack something, where effects limit that (CR 508.1c).
    fn room_for_attacker(&self, defender: Defender) -> usize {
        let mut room = usize::MAX;
        let attackers = |fits: &dyn Fn(Defender) -> bool| {
            let attacking = self.s.permanents().filter(|(_, object)| object.is(Flags::DECLARED));
            attacking.filter(|(_, object)| fits(object.defender)).count()
        };
        self.eye().each_rule(RuleKinds::COMBAT_LIMIT, &mut |scope, ability| {
            let StaticEffect::CombatLimit(most, declared) = &ability.effect else { return };
            let limited = match declared {
                Declared::Attackers => None,
                Declared::AttackersOfYou => Some(Defender::Player(scope.you)),
                Declared::AttackersOfSource => Some(Defender::Permanent(scope.source)),
                Declared::Blockers => return,
            };
            if limited.is_none_or(|limited| limited == defender) {
                let so_far = attackers(&|attacked| limited.is_none_or(|limited| limited == attacked));
                room = room.min(usize::from(*most).saturating_sub(so_far));
            }
        });
        room
    }

    /// How many creatures more can block, where effects limit that (CR 509.1b).
    pub(super) fn room_for_blockers(&self) -> usize {
        let mut room = usize::MAX;
        let mut blockers: SmallVec<[u16; 8]> = self.s.blocks.iter().map(|pair| pair.0).collect();
        blockers.sort_unstable();
        blockers.dedup();
        self.eye().each_rule(RuleKinds::COMBAT_LIMIT, &mut |_, ability| {
            if let StaticEffect::CombatLimit(most, Declared::Blockers) = &ability.effect {
                room = room.min(usize::from(*most).saturating_sub(blockers.len()));
            }
        });
        room
    }

    /// How many requirements say that a creature blocks this attacker, or that it blocks at all.
    pub(super) fn demands(&self, blocker: ObjectId, attacker: u16) -> usize {
        let lure = self.s.objects[attacker as usize].restrictions.contains(Restrictions::LURE);
        let pair = (blocker, self.s.id(attacker));
        let own = self.s.objects[blocker.index()].restrictions.contains(Restrictions::MUST_BLOCK)
            && !self.s.blocks.iter().any(|pair| pair.0 == blocker.index);
        usize::from(lure)
            + usize::from(own)
            + self.s.must_block.iter().filter(|entry| (entry.0, entry.1) == pair).count()
    }

    /// The attackers that must be blocked if able and aren't yet.
    pub(super) fn waiting_to_be_blocked(&self) -> SmallVec<[u16; 4]> {
        let waits = |object: &crate::state::Object| {
            object.is(Flags::ATTACKING) && object.restrictions.contains(Restrictions::MUST_BE_BLOCKED)
        };
        let mut waiting: SmallVec<[u16; 4]> = self
            .s
            .permanents()
            .filter(|(id, object)| waits(object) && self.eye().blocker_count(id.index) == 0)
            .map(|(id, _)| id.index)
            .collect();
        // Those that one creature is enough for come first: they cost the fewest blockers.
        waiting.sort_by_key(|index| super::least_blockers(&self.s.objects[usize::from(*index)]));
        waiting
    }

    /// How many of these attackers the creatures from a place on can block so that no other requirement is disobeyed for it, those
    /// that `needy` attackers need left to them.
    pub(super) fn can_be_blocked(&self, waiting: &[u16], needy: &[u16], from: u16) -> usize {
        let mut slots: SmallVec<[u16; 8]> = SmallVec::from_slice(needy);
        let mut count = 0;
        for &attacker in waiting {
            let before = slots.len();
            let least = super::least_blockers(&self.s.objects[usize::from(attacker)]);
            slots.extend(std::iter::repeat_n(attacker, least));
            if self.can_satisfy_by(&slots, from, &|blocker, attacker| {
                needy.contains(&attacker) || self.gives_up_nothing(blocker, attacker)
            }) {
                count += 1;
            } else {
                slots.truncate(before);
            }
        }
        count
    }

    /// Returns whether a creature obeys as many requirements by blocking this attacker as by anything else it can do for nothing.
    fn gives_up_nothing(&self, blocker: ObjectId, attacker: u16) -> bool {
        if self.block_is_taxed(blocker, attacker) || self.would_block_alone(blocker) {
            return false;
        }
        let own = self.demands(blocker, attacker);
        let object = &self.s.objects[blocker.index()];
        self.s.permanents().all(|(id, other)| {
            !other.is(Flags::ATTACKING)
                || self.demands(blocker, id.index) <= own
                || !self.eye().can_block(blocker, object, id, other)
                || self.block_is_taxed(blocker, id.index)
        })
    }

    /// Returns whether a creature can't block alone, no other blocks and none could.
    fn would_block_alone(&self, blocker: ObjectId) -> bool {
        self.s.objects[blocker.index()].restrictions.contains(Restrictions::CANT_BLOCK_ALONE)
            && !self.s.blocks.iter().any(|pair| pair.0 != blocker.index)
            && !self.company_can_block(0, blocker.index)
    }

    /// Returns whether the creatures that block so far may be all: none of them can't block alone and does, unless another one from a place
    /// on could block too (CR 509.1b).
    pub(super) fn blocks_in_company(&self, from: u16) -> bool {
        let Some(&(first, _)) = self.s.blocks.first() else { return true };
        let alone = self.s.objects[usize::from(first)].restrictions.contains(Restrictions::CANT_BLOCK_ALONE)
            && self.s.blocks.iter().all(|pair| pair.0 == first);
        !alone || self.company_can_block(from, first)
    }

    fn company_can_block(&self, from: u16, but: u16) -> bool {
        let rest = &self.s.battlefield[usize::from(from).min(self.s.battlefield.len())..];
        rest.iter().any(|&index| {
            let blocker = &self.s.objects[usize::from(index)];
            index != but
                && self.eye().can_block_at_all(blocker)
                && self.s.permanents().any(|(id, attacker)| {
                    attacker.is(Flags::ATTACKING) && self.eye().can_block(self.s.id(index), blocker, id, attacker)
                })
        })
    }
}
