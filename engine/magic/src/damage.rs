//! Damage and life (CR 119, 120).

use gauntlet_cards::ability::{PlayerRule, RuleKinds, StaticEffect};
use gauntlet_cards::filter::CounterKind;
use gauntlet_cards::keyword::{EventKinds, Keywords};
use gauntlet_cards::types::CardTypes;
use gauntlet_core::{Audience, Player};
use smallvec::SmallVec;

use crate::engine::{AtOnce, Engine};
use crate::replacement::Putting;
use crate::state::{Flags, ObjectId, Target};

impl AtOnce {
    /// Part of a source's damage was dealt to another instead.
    pub(crate) fn redirect(&mut self, source: ObjectId, to: Target, dealt: u32) {
        if dealt > 0 {
            self.redirected.push((source, to, dealt));
        }
    }

    fn gain(&mut self, source: ObjectId, player: Player, amount: i32) {
        match self.gains.iter_mut().find(|gain| (gain.0, gain.1) == (source, player)) {
            Some(gain) => gain.2 += amount,
            None => self.gains.push((source, player, amount)),
        }
    }
}

impl Engine<'_> {
    /// Damage that is dealt at one time, by whom to whom how much (CR 510.2, 608.2f): what asks once for all of it is told once. How
    /// much was dealt.
    pub(crate) fn deal_together(&mut self, damage: &[(ObjectId, Target, i32)], combat: bool) -> u32 {
        let watched = self.watches(EventKinds::DAMAGE);
        let outer = self.at_once.replace(AtOnce::default());
        let mut dealt: SmallVec<[(ObjectId, Target, u32); 16]> = SmallVec::new();
        let shielded = if self.s.shields.is_empty() { None } else { self.shielded_first(damage, combat) };
        for &(source, to, amount) in shielded.as_deref().unwrap_or(damage).iter().filter(|entry| entry.2 > 0) {
            let (amount, to) = self.apply_damage(source, to, amount as u32, combat);
            if amount > 0 {
                dealt.push((source, to, amount));
            }
        }
        self.s.shields.retain(|shield| !shield.spent);
        let sums = std::mem::replace(&mut self.at_once, outer).unwrap_or_default();
        dealt.extend(sums.redirected);
        for (_, player, amount) in sums.gains {
            self.gain_life(player, amount);
        }
        for player in Player::BOTH.into_iter().filter(|player| sums.losses[player.index()] > 0) {
            self.trigger_life(player, -sums.losses[player.index()]);
        }
        let numbered = if watched { dealt.len() } else { 0 };
        for place in 0..numbered {
            self.trigger_damage(&dealt, place, combat);
        }
        dealt.iter().map(|entry| entry.2).sum()
    }

    /// The results of damage (CR 120.3), without triggers on the damage itself; how much was dealt, and to whom.
    pub(crate) fn apply_damage(
        &mut self,
        source: ObjectId,
        target: Target,
        amount: u32,
        combat: bool,
    ) -> (u32, Target) {
        let Some(dealer) = self.s.last_known(source).copied() else { return (0, target) };
        if let Target::Object(id) = target {
            // Damage is dealt to creatures, planeswalkers and battles only (CR 120.1).
            let types = CardTypes::CREATURE | CardTypes::PLANESWALKER | CardTypes::BATTLE;
            let there = self.s.get(id).is_some_and(|object| {
                object.zone == gauntlet_cards::filter::Zone::Battlefield
                    && object.characteristics.types.intersects(types)
            });
            if !there {
                return (0, target);
            }
        }
        let (amount, target) = if self.eye().has_rules(RuleKinds::DAMAGE)
            || !self.s.shields.is_empty()
            || matches!(target, Target::Object(_))
        {
            self.damage_after_replacement(source, target, amount, combat)
        } else {
            (amount, target)
        };
        if amount == 0 {
            return (0, target);
        }
        let keywords = dealer.characteristics.keywords;
        match target {
            Target::Player(player) => {
                if keywords.contains(Keywords::INFECT) || self.is_damaged_as_by_infect(player) {
                    let putting = Putting::rule(dealer.controller);
                    self.add_player_counters(player, CounterKind::POISON, amount.min(255) as i32, putting);
                } else {
                    let loss = self.life_lost_by_damage(player, amount as i32);
                    if loss > 0 {
                        self.change_life(player, -loss);
                    }
                }
                self.tell_damage(source, target, amount);
            }
            Target::Object(id) => {
                if self.records(gauntlet_cards::happening::Happening::EXCESS) {
                    self.note_excess(source, id, amount, keywords.contains(Keywords::DEATHTOUCH), combat);
                }
                let types = self.s.objects[id.index()].characteristics.types;
                if types.contains(CardTypes::PLANESWALKER) {
                    self.take_counters(id.index, CounterKind::LOYALTY, amount.min(u32::from(u16::MAX)) as u16);
                }
                if types.contains(CardTypes::BATTLE) {
                    self.take_counters(id.index, CounterKind::DEFENSE, amount.min(u32::from(u16::MAX)) as u16);
                }
                if types.contains(CardTypes::CREATURE) {
                    if keywords.intersects(Keywords::INFECT | Keywords::WITHER) {
                        let (most, putting) = (amount.min(u32::from(u16::MAX)), Putting::rule(dealer.controller));
                        self.add_counters(id, CounterKind::MINUS_ONE, most as i32, putting);
                    } else {
                        let object = self.object(id.index);
                        object.damage = object.damage.saturating_add(amount.min(u32::from(u16::MAX)) as u16);
                    }
                    self.s.found.board.hurt = true;
                    self.object(id.index).flags |= Flags::DAMAGED;
                    if keywords.contains(Keywords::DEATHTOUCH) {
                        self.object(id.index).flags |= Flags::DEATHTOUCHED;
                    }
                }
                self.tell_damage(source, target, amount);
            }
        }
        if combat
            && let Target::Player(player) = target
            && self.pool.features.contains(gauntlet_cards::keyword::Features::TOXIC)
        {
            let toxic = self.eye().toxicity(source, &dealer);
            let putting = Putting::rule(dealer.controller);
            self.add_player_counters(player, CounterKind::POISON, i32::from(toxic), putting);
        }
        if combat
            && let Target::Player(player) = target
            && !self.s.commanders.is_empty()
        {
            self.note_commander_damage(&dealer, player, amount);
        }
        self.note_damage(source, target, amount, combat);
        self.s.check_needed = true;
        // CR 702.15b: the source's controller gains that much life as part of the damage's result.
        if keywords.contains(Keywords::LIFELINK)
            && let Some(sums) = &mut self.at_once
        {
            sums.gain(source, dealer.controller, amount as i32);
        }
        (amount, target)
    }

    /// Returns whether damage is dealt to a player as though its source had infect (CR 120.3b).
    fn is_damaged_as_by_infect(&self, player: Player) -> bool {
        self.eye().player_rule(RuleKinds::DAMAGE_TAKEN, player, |rule| *rule == PlayerRule::DamagedAsByInfect)
    }

    /// How much life that much damage takes from a player (CR 120.3a): as much as effects leave of it. A life total that is less already isn't
    /// reduced to what they leave.
    fn life_lost_by_damage(&self, player: Player, amount: i32) -> i32 {
        if !self.eye().has_rules(RuleKinds::DAMAGE_TAKEN) {
            return amount;
        }
        let life = self.s.players[player].life;
        let mut loss = amount;
        self.eye().each_rule(RuleKinds::DAMAGE_TAKEN, &mut |scope, ability| {
            let StaticEffect::Player(who, rule) = &ability.effect else { return };
            if !self.eye().player_fits(scope, *who, player) {
                return;
            }
            match rule {
                PlayerRule::DamageLeaves(least) if life >= *least => loss = loss.min(life - least),
                PlayerRule::DamageTakesNoLife => loss = 0,
                _ => {}
            }
        });
        loss
    }

    /// Writes damage into the journal, if there is one.
    fn tell_damage(&mut self, source: ObjectId, target: Target, amount: u32) {
        if self.s.journal.is_none() {
            return;
        }
        let eye = self.eye();
        let name = match target {
            Target::Player(player) => format!("{} ({} life)", eye.player_name(player), eye.s.players[player].life),
            Target::Object(id) => eye.object_name(id),
        };
        let (source, actions) = (eye.object_name(source), self.s.actions);
        if let Some(journal) = &mut self.s.journal {
            journal.damage(actions, target, source, amount, &name);
        }
    }

    /// A player gains life, replacement effects applying.
    pub(crate) fn gain_life(&mut self, player: Player, amount: i32) {
        if amount <= 0 {
            return;
        }
        let amount = self.life_gain_after_replacement(player, amount);
        if amount > 0 {
            self.change_life(player, amount);
            self.tell(Audience::Everyone, |eye| {
                format!("{} gains {amount} life ({} life).", eye.player_name(player), eye.s.players[player].life)
            });
        } else {
            self.lose_life(player, -amount);
        }
    }

    /// A player loses life; how much they really lost (CR 119.8).
    pub(crate) fn lose_life(&mut self, player: Player, amount: i32) -> i32 {
        if amount <= 0 || !self.change_life(player, -amount) {
            return 0;
        }
        self.tell(Audience::Everyone, |eye| {
            format!("{} loses {amount} life ({} life).", eye.player_name(player), eye.s.players[player].life)
        });
        amount
    }

    /// Changes a life total, with the memories and triggers of it; returns whether it could change.
    pub(crate) fn change_life(&mut self, player: Player, change: i32) -> bool {
        // CR 119.8.
        if change < 0
            && self.eye().player_rule(RuleKinds::CANT_LOSE_LIFE, player, |rule| *rule == PlayerRule::CantLoseLife)
        {
            return false;
        }
        let info = &mut self.s.players[player];
        info.life = info.life.saturating_add(change);
        let size = change.unsigned_abs().min(u32::from(u16::MAX)) as u16;
        if change > 0 {
            info.life_gained = info.life_gained.saturating_add(size);
        } else {
            info.life_lost = info.life_lost.saturating_add(size);
        }
        self.s.check_needed = true;
        if change < 0 && self.pool.speed.is_some() {
            self.speed_up(player);
        }
        if self.watches(EventKinds::LIFE) {
            match &mut self.at_once {
                // What several sources take at one time is one loss.
                Some(sums) if change < 0 => sums.losses[player.index()] -= change,
                _ => self.trigger_life(player, change),
            }
        }
        true
    }
}
