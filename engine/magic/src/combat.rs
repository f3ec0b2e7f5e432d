//! Combat (CR 506–511): declarations are asked creature by creature, and only what can still become legal is offered.

mod band;
mod company;
mod damage;
mod tax;

use gauntlet_cards::ability::{PlayerRule, RuleKinds, StaticEffect};
use gauntlet_cards::effect::Attacking;
use gauntlet_cards::filter::Step;
use gauntlet_cards::keyword::{EventKinds, Keywords, Restrictions};
use gauntlet_cards::types::{CardTypes, Colors};
use gauntlet_core::suggest::list;
use gauntlet_core::{Audience, Player};
use smallvec::SmallVec;

use self::company::AttackOptions;
use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::evaluate::Eye;
use crate::journal::counted;
use crate::state::{Defender, Flags, Object, ObjectId, Target};
use crate::task::{Scope, Task};

impl Eye<'_> {
    /// Returns whether a creature could be declared as an attacker (CR 508.1a, c).
    pub(crate) fn can_attack(self, object: &Object) -> bool {
        let keywords = object.characteristics.keywords;
        object.is_creature()
            && object.controller == self.s.active
            && !object.flags.intersects(Flags::TAPPED | Flags::PHASED_OUT)
            && (!object.is(Flags::SICK) || keywords.contains(Keywords::HASTE))
            && (!keywords.contains(Keywords::DEFENDER) || object.restrictions.contains(Restrictions::IGNORES_DEFENDER))
            && !object.restrictions.contains(Restrictions::CANT_ATTACK)
    }

    /// Returns whether a creature could be declared as a blocker of anything (CR 509.1a–b).
    pub(crate) fn can_block_at_all(self, object: &Object) -> bool {
        object.is_creature()
            && object.controller != self.s.active
            && !object.flags.intersects(Flags::TAPPED | Flags::PHASED_OUT)
            && !object.restrictions.contains(Restrictions::CANT_BLOCK)
    }

    /// Returns whether a creature can block an attacker as though it had reach (CR 702.17b) or, if so, as though that had no shadow
    /// (CR 702.28b).
    pub(crate) fn reaches(
        self,
        blocker: (ObjectId, &Object),
        attacker: (ObjectId, &Object),
        past_shadow: bool,
    ) -> bool {
        let mut can = false;
        if blocker.1.restrictions.contains(Restrictions::BLOCK_FILTER) {
            self.each_rule_on(RuleKinds::BLOCKS, blocker, &mut |scope, effect| {
                if let StaticEffect::ReachesThese { attackers, shadow, .. } = effect
                    && *shadow == past_shadow
                {
                    can |= self.matches(scope, attackers, attacker.0, attacker.1);
                }
            });
        }
        can
    }

    /// Returns whether a creature could block an attacker, other blockers aside (CR 509.1b and the evasion abilities).
    pub(crate) fn can_block(
        self,
        blocker_id: ObjectId,
        blocker: &Object,
        attacker_id: ObjectId,
        attacker: &Object,
    ) -> bool {
        let (a, b) = (&attacker.characteristics, &blocker.characteristics);
        if attacker.restrictions.contains(Restrictions::CANT_BE_BLOCKED) {
            return false;
        }
        if self.s.cant_block.contains(&(blocker_id, attacker_id)) {
            return false;
        }
        if attacker.restrictions.contains(Restrictions::ONE_BLOCKER)
            && (least_blockers(attacker) > 1 || self.blocker_count(attacker_id.index) > 0)
        {
            return false;
        }
        let flying = a.keywords.contains(Keywords::FLYING);
        if flying
            && !b.keywords.intersects(Keywords::FLYING | Keywords::REACH)
            && !self.reaches((blocker_id, blocker), (attacker_id, attacker), false)
        {
            return false;
        }
        if blocker.restrictions.contains(Restrictions::BLOCKS_FLYERS_ONLY) && !flying {
            return false;
        }
        // What blocks as though an attacker had no shadow can't block it with a shadow of its own.
        let a_shadow = a.keywords.contains(Keywords::SHADOW)
            && !self.reaches((blocker_id, blocker), (attacker_id, attacker), true);
        if a_shadow != b.keywords.contains(Keywords::SHADOW) {
            return false;
        }
        if attacker.restrictions.contains(Restrictions::NO_GREATER_BLOCKER) && b.power > a.power {
            return false;
        }
        const RARE: Keywords = Keywords::HORSEMANSHIP
            .union(Keywords::FEAR)
            .union(Keywords::INTIMIDATE)
            .union(Keywords::SKULK)
            .union(Keywords::PLAINSWALK)
            .union(Keywords::ISLANDWALK)
            .union(Keywords::SWAMPWALK)
            .union(Keywords::MOUNTAINWALK)
            .union(Keywords::FORESTWALK);
        if a.keywords.intersects(RARE) {
            let artifact = b.types.contains(CardTypes::ARTIFACT);
            if a.keywords.contains(Keywords::HORSEMANSHIP) && !b.keywords.contains(Keywords::HORSEMANSHIP) {
                return false;
            }
            if a.keywords.contains(Keywords::FEAR) && !artifact && !b.colors.contains(Colors::BLACK) {
                return false;
            }
            if a.keywords.contains(Keywords::INTIMIDATE) && !artifact && !b.colors.intersects(a.colors) {
                return false;
            }
            if a.keywords.contains(Keywords::SKULK) && b.power > a.power {
                return false;
            }
            // CR 702.14c: landwalk looks at the defending player's lands.
            let lands = self.s.permanents().filter(|(_, land)| land.controller == blocker.controller);
            let lands = lands.fold(0, |lands, (_, land)| lands | land.characteristics.subtypes.basic_lands());
            for (number, walk) in Keywords::LANDWALK.iter().enumerate() {
                if a.keywords.contains(*walk)
                    && lands & (1 << number) != 0
                    && !self.player_rule(
                        RuleKinds::BLOCKS,
                        blocker.controller,
                        |rule| matches!(rule, PlayerRule::WalkIgnored(ignored) if ignored.contains(*walk)),
                    )
                {
                    return false;
                }
            }
        }
        if self.protected_from(attacker_id, blocker_id, blocker, false) {
            return false;
        }
        let mut allowed = true;
        if attacker.restrictions.contains(Restrictions::BLOCK_FILTER) {
            self.each_rule_on(RuleKinds::BLOCKS, (attacker_id, attacker), &mut |scope, effect| {
                if let StaticEffect::CantBeBlockedBy { blockers, except, .. } = effect
                    && self.matches(scope, blockers, blocker_id, blocker) != *except
                {
                    allowed = false;
                }
            });
        }
        if blocker.restrictions.contains(Restrictions::BLOCK_FILTER) {
            self.each_rule_on(RuleKinds::BLOCKS, (blocker_id, blocker), &mut |scope, effect| {
                if let StaticEffect::CantBlockThese { attackers, .. } = effect
                    && self.matches(scope, attackers, attacker_id, attacker)
                {
                    allowed = false;
                }
            });
        }
        allowed
    }

    /// Returns whether what is put onto the battlefield under a player's control can be attacking this: no permanent that has left, that is
    /// no planeswalker or battle any more, or that the player defends by now (CR 508.4a).
    pub(crate) fn may_be_attacked(self, defender: Defender, by: Player) -> bool {
        let Defender::Permanent(attacked) = defender else { return true };
        let mut there = self.s.permanents();
        there.any(|(id, object)| id == attacked && is_attackable(object) && self.protector(object) != by)
    }

    /// How many creatures block an attacker.
    pub(crate) fn blocker_count(self, attacker: u16) -> usize {
        self.s.blocks.iter().filter(|pair| pair.1 == attacker).count()
    }
}

/// Returns whether it is something other than a player that creatures attack (CR 506.2).
pub(crate) fn is_attackable(object: &Object) -> bool {
    object.characteristics.types.intersects(CardTypes::PLANESWALKER.union(CardTypes::BATTLE))
}

impl Engine<'_> {
    /// A creature enters attacking, if its controller is the attacking player of a combat phase (CR 506.3b, 508.4): elsewhere nothing attacks,
    /// and what the next combat brings it has no part in.
    pub(crate) fn enter_attacking(&mut self, scope: &Scope, id: ObjectId, controller: Player, whom: Attacking) {
        let combat = Step::BeginCombat..=Step::EndCombat;
        if controller != self.s.active || !combat.contains(&self.s.step) {
            return;
        }
        // What is put there for an attacker that was paid for it attacks the same (CR 702.49c).
        let paid = scope.registers[gauntlet_cards::effect::PAID_REGISTER as usize];
        let replaced = (paid.start..paid.end)
            .filter_map(|place| self.s.last_known(*self.s.scratch.get(place as usize)?))
            .find(|object| object.is(Flags::ATTACKING));
        let defender = replaced.map_or(Defender::Player(!controller), |object| object.defender);
        let chosen = match whom {
            Attacking::No | Attacking::ThatPlayer => false,
            Attacking::Chosen => replaced.is_none() && self.s.permanents().any(|(_, object)| is_attackable(object)),
        };
        if !self.eye().may_be_attacked(defender, controller) {
            return;
        }
        let object = self.object(id.index);
        object.flags |= Flags::ATTACKING;
        object.defender = defender;
        if chosen {
            self.s.tasks.push(Task::Attacked(id));
        }
    }

    /// Asks what a creature attacks that was put onto the battlefield attacking: no requirement or restriction matters (CR 508.4,
    /// 508.4c).
    pub(crate) fn choose_attacked(&mut self, id: ObjectId) -> Flow {
        let Some(object) = self.s.get(id).filter(|object| object.is(Flags::ATTACKING)) else { return Flow::Go };
        let controller = object.controller;
        if let Some(answer) = self.s.answer.take() {
            self.object(id.index).defender = match answer {
                Action::Player(player) => Defender::Player(player),
                Action::Object(index) => Defender::Permanent(self.s.id(index)),
                _ => unreachable!("not an answer to what is attacked: {answer:?}"),
            };
            return Flow::Go;
        }
        self.refresh();
        self.offer(|engine, choices| {
            choices.push(Action::Player(!controller));
            let defended = |object: &Object| is_attackable(object) && engine.eye().protector(object) != controller;
            let permanents = engine.s.permanents().filter(|(_, object)| defended(object));
            choices.extend(permanents.map(|(id, _)| Action::Object(id.index)));
        });
        self.ask(Task::Attacked(id), controller, DecisionKind::Attacked, id, Particulars::Nothing)
    }

    /// Asks, creature by creature, what each attacks (CR 508.1). `next` is the place in the battlefield list to go on at.
    pub(crate) fn declare_attackers(&mut self, mut next: u16) -> Flow {
        self.refresh();
        if let Some(answer) = self.s.answer.take() {
            let id = self.s.id(self.s.battlefield[next as usize]);
            match answer {
                Action::No => {}
                Action::Player(player) => self.set_attacking(id, Defender::Player(player)),
                Action::Object(index) => {
                    let target = self.s.id(index);
                    self.set_attacking(id, Defender::Permanent(target));
                }
                _ => unreachable!("not an answer to an attack: {answer:?}"),
            }
            next += 1;
        }
        let active = self.s.active;
        while usize::from(next) < self.s.battlefield.len() {
            let index = self.s.battlefield[next as usize];
            let object = &self.s.objects[index as usize];
            // What was put onto the battlefield attacking does so already.
            if !self.eye().can_attack(object) || object.is(Flags::ATTACKING) {
                next += 1;
                continue;
            }
            let id = self.s.id(index);
            let AttackOptions { options, required } = self.attack_options(next);
            let declines = !required && !self.needs_company_before(next + 1);
            let declining = declines.then_some(Action::No);
            self.offer_these(declining.into_iter().chain(options.iter().map(|option| option.0)));
            if options.is_empty() {
                next += 1;
                continue;
            }
            return self.ask(Task::Attackers(next), active, DecisionKind::Attack, id, Particulars::Nothing);
        }
        self.declare_bands(0)
    }

    /// What follows once attackers have been chosen and bands announced.
    fn attackers_chosen(&mut self) -> Flow {
        self.tap_attackers();
        if self.pool.exert.is_some() {
            return self.exert_attackers(0);
        }
        self.enlist_for_attackers(0, 0)
    }

    /// CR 508.1f: attackers are tapped, but for those with vigilance (CR 702.20b).
    fn tap_attackers(&mut self) {
        let mut tapped: SmallVec<[ObjectId; 16]> = SmallVec::new();
        for (id, object) in self.s.permanents() {
            if object.is(Flags::DECLARED) && !object.characteristics.keywords.contains(Keywords::VIGILANCE) {
                tapped.push(id);
            }
        }
        for id in tapped {
            self.tap(id);
        }
    }

    /// Whether a creature can't attack the other player, and whether it can't attack their planeswalkers (CR 508.1c).
    fn cant_attack_defender(&self, id: ObjectId) -> (bool, bool) {
        let mut spared = (false, false);
        let object = &self.s.objects[id.index()];
        self.eye().each_rule(RuleKinds::NOT_ATTACKED, &mut |scope, ability| {
            if let StaticEffect::Player(who, PlayerRule::CantBeAttackedBy(attackers, planeswalkers)) = &ability.effect
                && self.eye().player_fits(scope, *who, !self.s.active)
                && self.eye().matches(scope, attackers, id, object)
            {
                spared.0 = true;
                spared.1 |= planeswalkers;
            }
        });
        spared
    }

    /// What is declared attacks, and abilities see it (CR 508.1k, 508.1m). A creature that attacks again in another combat phase is
    /// still one creature that attacked this turn; one that has left and come back is another (CR 400.7).
    pub(crate) fn attackers_declared(&mut self) {
        let active = self.s.active;
        let mut attackers: SmallVec<[ObjectId; 16]> = SmallVec::new();
        for (id, object) in self.s.permanents() {
            if object.is(Flags::DECLARED) {
                attackers.push(id);
            }
        }
        let power = |id: &ObjectId| i32::from(self.s.objects[id.index()].characteristics.power);
        let power = attackers.iter().map(power).sum();
        let mut new = 0;
        for id in &attackers {
            let flags = &mut self.object(id.index).flags;
            new += u8::from(!flags.contains(Flags::ATTACKED_THIS_TURN));
            flags.insert(Flags::ATTACKED_THIS_TURN);
        }
        if self.s.players[active].attack_power != power {
            self.note_change();
        }
        let info = &mut self.s.players[active];
        info.attack_power = power;
        info.attackers_declared = info.attackers_declared.saturating_add(new);
        attackers.iter().for_each(|id| self.note_fought(*id, false));
        if !attackers.is_empty() {
            self.s.attacked = true;
            self.s.attacked_player =
                attackers.iter().any(|id| matches!(self.s.objects[id.index()].defender, Defender::Player(_)));
            self.tell(Audience::Everyone, |eye| {
                let names = counted(attackers.iter().map(|id| eye.object_name(*id)));
                format!("{} attacks with {}.", eye.player_name(active), list(&names))
            });
            self.touch_combat();
            if self.watches(EventKinds::ATTACKS) {
                // What effects give to attacking creatures they have by now (CR 603.10).
                self.refresh();
                for id in &attackers {
                    let target = match self.s.objects[id.index()].defender {
                        Defender::Player(player) => Target::Player(player),
                        Defender::Permanent(id) => Target::Object(id),
                    };
                    self.trigger_attacks(*id, target, attackers.len() == 1);
                }
                self.trigger_attackers_declared();
            }
            attackers.iter().for_each(|id| self.object(id.index).flags -= Flags::DECLARED);
        }
        // CR 508.2: what is to happen as this step begins; only what was said before waits for it.
        if !self.s.delayed.is_empty() {
            self.trigger_step(Step::DeclareAttackers);
        }
    }

    /// Asks, creature by creature, what each blocks (CR 509.1).
    pub(crate) fn declare_blockers(&mut self, mut next: u16) -> Flow {
        self.refresh();
        if let Some(answer) = self.s.answer.take() {
            let index = self.s.battlefield[next as usize];
            match answer {
                Action::No => next += 1,
                Action::Object(attacker) => {
                    self.s.blocks.push((index, attacker));
                    // A creature that can block several is asked again.
                    if !self.can_block_more(index) {
                        next += 1;
                    }
                }
                _ => unreachable!("not an answer to a block: {answer:?}"),
            }
        }
        while usize::from(next) < self.s.battlefield.len() {
            let index = self.s.battlefield[next as usize];
            let object = &self.s.objects[index as usize];
            if !self.eye().can_block_at_all(object) {
                next += 1;
                continue;
            }
            self.offer_blocks(next);
            if self.s.choices.as_slice() == [Action::No] || self.s.choices.is_empty() {
                next += 1;
                continue;
            }
            let (controller, id) = (self.s.objects[index as usize].controller, self.s.id(index));
            let player = self.s.blocks_chosen_by.map_or(controller, |(player, _)| player);
            return self.ask(Task::Blockers(next), player, DecisionKind::Block, id, Particulars::Nothing);
        }
        self.pay_for_blockers()
    }

    fn can_block_more(&self, index: u16) -> bool {
        let object = &self.s.objects[index as usize];
        if object.restrictions.contains(Restrictions::BLOCKS_ANY_NUMBER) {
            return true;
        }
        if !object.restrictions.contains(Restrictions::BLOCK_FILTER) {
            return false;
        }
        let mut most = 1;
        self.eye().each_rule_on(RuleKinds::BLOCKS, (self.s.id(index), object), &mut |_, effect| {
            if let StaticEffect::BlocksMore { n, .. } = effect {
                most += usize::from(*n);
            }
        });
        self.s.blocks.iter().filter(|pair| pair.0 == index).count() < most
    }

    /// Fills in what the creature at a place may block so that the whole declaration can still become legal: an attacker with
    /// menace (CR 702.111b) that has one blocker must get another.
    fn offer_blocks(&mut self, place: u16) {
        let index = self.s.battlefield[place as usize];
        let blocker_id = self.s.id(index);
        self.s.choices.clear();
        let mut options: SmallVec<[u16; 16]> = SmallVec::new();
        // There may be hundreds of attackers and of blocks: each attacker is looked at without a search through these.
        let own = self.s.blocks.iter().filter(|pair| pair.0 == index);
        let own: SmallVec<[u16; 4]> = own.map(|pair| pair.1).collect();
        let full = self.eye().has_rules(RuleKinds::COMBAT_LIMIT) && own.is_empty() && self.room_for_blockers() == 0;
        let blocker = &self.s.objects[index as usize];
        for (attacker_id, attacker) in self.s.permanents() {
            if full || !attacker.is(Flags::ATTACKING) || own.contains(&attacker_id.index) {
                continue;
            }
            // A creature blocks attackers of its controller or of permanents they control (CR 509.1a): with two players, all.
            if self.eye().can_block(blocker_id, blocker, attacker_id, attacker) {
                options.push(attacker_id.index);
            }
        }
        // CR 509.1c: as many requirements as possible are obeyed.
        let waiting = self.waiting_to_be_blocked();
        let mut needy = self.needy_attackers();
        let from = place + 1;
        // What can be done, how many requirements are obeyed by it, and whether it must be paid for.
        let mut able: SmallVec<[(Action, usize, bool); 16]> = SmallVec::new();
        for &attacker in &options {
            let object = &self.s.objects[attacker as usize];
            // With this block made, can those that need more blockers all get them?
            let least = least_blockers(object);
            let count = if least > 1 { self.eye().blocker_count(attacker) } else { 0 };
            let before = needy.len();
            if count == 0 {
                needy.extend((1..least).map(|_| attacker));
            }
            let answered = needy.iter().position(|other| *other == attacker && count > 0);
            if let Some(answered) = answered {
                needy.remove(answered);
            }
            let demands = self.demands(blocker_id, attacker);
            self.s.blocks.push((index, attacker));
            if self.can_satisfy_and_pay(&needy, from) && self.blocks_in_company(from) {
                let others: SmallVec<[u16; 4]> = waiting.iter().copied().filter(|other| *other != attacker).collect();
                let obeyed = demands + (waiting.len() - others.len()) + self.can_be_blocked(&others, &needy, from);
                able.push((Action::Object(attacker), obeyed, false));
            }
            self.s.blocks.pop();
            if answered.is_some() {
                needy.push(attacker);
            } else {
                needy.truncate(before);
            }
        }
        if self.can_satisfy_and_pay(&needy, from) && self.blocks_in_company(from) {
            able.insert(0, (Action::No, self.can_be_blocked(&waiting, &needy, from), false));
        }
        // A block that must be paid for is never required.
        for (action, _, taxed) in &mut able {
            *taxed = matches!(action, Action::Object(attacker) if self.block_is_taxed(blocker_id, *attacker));
        }
        let most = able.iter().filter(|entry| !entry.2).map(|entry| entry.1).max().unwrap_or(0);
        self.s.choices.extend(able.iter().filter(|entry| entry.1 >= most).map(|entry| entry.0));
    }

    /// Attackers that are blocked by fewer creatures than they must be, so often as they need one more.
    fn needy_attackers(&self) -> SmallVec<[u16; 8]> {
        let mut needy = SmallVec::new();
        for (id, object) in self.s.permanents() {
            let least = least_blockers(object);
            if object.is(Flags::ATTACKING) && least > 1 {
                let count = self.eye().blocker_count(id.index);
                needy.extend((count.max(1)..least).filter(|_| count > 0).map(|_| id.index));
            }
        }
        needy
    }

    /// Returns whether the creatures from a place on can give each needy attacker one more blocker: a matching by augmenting paths.
    fn can_satisfy(&self, needy: &[u16], from: u16) -> bool {
        self.can_satisfy_by(needy, from, &|_, _| true)
    }

    /// The same by blocks that `may` allows.
    fn can_satisfy_by(&self, needy: &[u16], from: u16, may: &dyn Fn(ObjectId, u16) -> bool) -> bool {
        if needy.is_empty() {
            return true;
        }
        if self.eye().has_rules(RuleKinds::COMBAT_LIMIT) && needy.len() > self.room_for_blockers() {
            return false;
        }
        let rest = &self.s.battlefield[usize::from(from).min(self.s.battlefield.len())..];
        let mut matched: SmallVec<[Option<usize>; 32]> = SmallVec::from_elem(None, rest.len());
        fn augment(
            engine: &Engine<'_>,
            needy: &[u16],
            which: usize,
            rest: &[u16],
            matched: &mut [Option<usize>],
            seen: &mut [bool],
            may: &dyn Fn(ObjectId, u16) -> bool,
        ) -> bool {
            let attacker = engine.s.id(needy[which]);
            for (place, &index) in rest.iter().enumerate() {
                let blocker = &engine.s.objects[index as usize];
                if seen[place]
                    || !engine.eye().can_block_at_all(blocker)
                    || !engine.eye().can_block(
                        engine.s.id(index),
                        blocker,
                        attacker,
                        &engine.s.objects[attacker.index()],
                    )
                    || !may(engine.s.id(index), attacker.index)
                {
                    continue;
                }
                seen[place] = true;
                if matched[place].is_none_or(|other| augment(engine, needy, other, rest, matched, seen, may)) {
                    matched[place] = Some(which);
                    return true;
                }
            }
            false
        }
        (0..needy.len()).all(|which| {
            let mut seen: SmallVec<[bool; 32]> = SmallVec::from_elem(false, rest.len());
            augment(self, needy, which, rest, &mut matched, &mut seen, may)
        })
    }

    fn blockers_declared(&mut self) {
        self.block_whole_bands();
        for place in 0..self.s.blocks.len() {
            let (blocker, attacker) = self.s.blocks[place];
            self.object(blocker).flags |= Flags::BLOCKING;
            self.note_fought(self.s.id(blocker), true);
            self.object(attacker).flags |= Flags::BLOCKED;
            self.note_blocked(self.s.id(attacker), self.s.id(blocker));
        }
        if !self.s.blocks.is_empty() {
            self.touch_combat();
            self.tell(Audience::Everyone, |eye| {
                let name = |place: u16| eye.object_name(eye.s.id(place));
                let pairs = eye.s.blocks.iter().map(|(one, other)| format!("{} with {}", name(*other), name(*one)));
                format!("{} blocks {}.", eye.player_name(!eye.s.active), list(&pairs.collect::<Vec<_>>()))
            });
        }
        if self.watches(EventKinds::BLOCKS) {
            self.refresh();
            self.trigger_blocks();
        }
    }

    /// An attacking creature becomes blocked by an effect, though no creature blocks it (CR 509.1h); what watches that sees it (CR 509.3c).
    pub(crate) fn become_blocked(&mut self, id: ObjectId) {
        let unblocked = |object: &Object| object.is(Flags::ATTACKING) && !object.is(Flags::BLOCKED);
        if !self.s.get(id).is_some_and(unblocked) {
            return;
        }
        self.object(id.index).flags |= Flags::BLOCKED;
        self.touch();
        if self.watches(EventKinds::BLOCKS) {
            self.refresh();
            self.trigger_blocked_by_none(id);
        }
    }

    /// A creature that was put onto the battlefield blocks an attacker, if that is still one of another player (CR 509.4): it never
    /// blocked, and the attacker becomes blocked by it (CR 509.3c–d).
    pub(crate) fn enter_blocking(&mut self, id: ObjectId, attacker: ObjectId) {
        let attacks = |object: &Object| object.is(Flags::ATTACKING) && object.controller == self.s.active;
        let own = self.s.get(id).is_none_or(|object| object.controller == self.s.active || !object.is_creature());
        if own || !self.s.get(attacker).is_some_and(attacks) {
            return;
        }
        self.s.blocks.push((id.index, attacker.index));
        self.object(id.index).flags |= Flags::BLOCKING;
        let unblocked = !self.s.objects[attacker.index()].is(Flags::BLOCKED);
        self.object(attacker.index).flags |= Flags::BLOCKED;
        self.note_blocked(attacker, id);
        self.touch();
        if self.watches(EventKinds::BLOCKS) {
            self.refresh();
            self.trigger_entered_blocking(unblocked);
        }
    }
}

/// By how many creatures an attacker is blocked at least, if it is (CR 702.111b, 509.1b).
fn least_blockers(attacker: &Object) -> usize {
    if attacker.restrictions.contains(Restrictions::THREE_BLOCKERS) {
        3
    } else if attacker.characteristics.keywords.contains(Keywords::MENACE) {
        2
    } else {
        1
    }
}
