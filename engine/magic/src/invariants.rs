//! What must be true of every position: for tests and fuzzing.

use gauntlet_cards::ability::RuleKinds;
use gauntlet_cards::filter::{CounterKind, Zone};
use gauntlet_cards::types::CardTypes;
use gauntlet_core::Player;
use thiserror::Error;

use crate::decision::DecisionKind;
use crate::position::Position;
use crate::state::{Flags, ObjectId, State, Target};

/// A position that can't be.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct BrokenInvariant(String);

macro_rules! ensure {
    ($holds:expr, $($message:tt)*) => {
        if !$holds {
            return Err(BrokenInvariant(format!($($message)*)));
        }
    };
}

impl Position {
    /// Checks what must be true of every position at a decision or at the end of a game.
    ///
    /// # Errors
    /// Names the first thing that is not so.
    pub fn check_invariants(&self) -> Result<(), BrokenInvariant> {
        self.check_zones()?;
        self.check_lists()?;
        self.check_objects()?;
        self.check_stack()?;
        if self.state.tasks.is_empty() && self.state.outcome.is_none() {
            self.check_priority()?;
            self.check_characteristics()?;
        }
        if self.state.outcome.is_none() {
            ensure!(!self.state.choices.is_empty(), "a decision without legal actions: {:?}", self.state.decision);
            let mut actions = self.state.choices.clone();
            actions.sort_unstable();
            actions.dedup();
            ensure!(actions.len() == self.state.choices.len(), "an action is offered twice: {:?}", self.state.choices);
        }
        Ok(())
    }

    /// Each place of the arena is listed by exactly the zone that the object says it is in, or is free.
    fn check_zones(&self) -> Result<(), BrokenInvariant> {
        let s = &self.state;
        let mut listed = vec![None; s.objects.len()];
        let mut note = |index: u16, zone: &'static str| {
            let place = &mut listed[index as usize];
            ensure!(place.is_none(), "object {index} is in {} and in {zone}", place.unwrap_or_default());
            *place = Some(zone);
            Ok(())
        };
        let expect = |index: u16, zone: Zone| {
            let found = s.objects[index as usize].zone;
            ensure!(found == zone, "object {index} is listed in {zone:?} but says {found:?}");
            Ok(())
        };
        for &index in &s.battlefield {
            note(index, "the battlefield")?;
            expect(index, Zone::Battlefield)?;
        }
        for &index in &s.exile {
            note(index, "exile")?;
            expect(index, Zone::Exile)?;
        }
        for &index in &s.command {
            note(index, "the command zone")?;
            expect(index, Zone::Command)?;
        }
        for player in Player::BOTH {
            for &index in &s.graveyards[player] {
                note(index, "a graveyard")?;
                expect(index, Zone::Graveyard)?;
                let object = &s.objects[index as usize];
                ensure!(object.owner == player, "object {index} is in another player's graveyard");
                ensure!(!object.is(Flags::TOKEN), "a token is in a graveyard");
            }
        }
        for item in &s.stack {
            ensure!(s.get(item.object).is_some(), "something on the stack is gone: {item:?}");
            note(item.object.index, "the stack")?;
            expect(item.object.index, Zone::Stack)?;
        }
        for phased in &s.phased {
            note(phased.index, "no zone, phased out")?;
        }
        for &index in &s.free {
            note(index, "the free list")?;
        }
        for (index, place) in listed.iter().enumerate() {
            let object = &s.objects[index];
            // Something may be on its way while a player is asked about it.
            let on_its_way = !s.tasks.is_empty() && (object.is(Flags::ASIDE) || object.zone == Zone::Stack);
            ensure!(place.is_some() || on_its_way, "object {index} is nowhere: {object:?}");
        }
        Ok(())
    }

    fn check_lists(&self) -> Result<(), BrokenInvariant> {
        let s = &self.state;
        for (index, kind, count, _) in &s.counters {
            ensure!(*count > 0, "an entry for no counters of kind {kind:?} on object {index}");
            ensure!(s.objects[*index as usize].is(Flags::HAS_COUNTERS), "object {index} doesn't know of its counters");
        }
        for (id, object) in s.permanents() {
            if object.attached_to != ObjectId::NONE
                && let Some(host) = s.get(object.attached_to)
            {
                ensure!(host.is(Flags::HAS_ATTACHMENTS), "{id:?} is attached to something that doesn't know it");
            }
            ensure!(
                s.outcome.is_some() || object.timestamp <= s.clock,
                "object {id:?} has a timestamp of the future: {}",
                object.timestamp
            );
        }
        for (index, ability, _) in &s.granted {
            let object = &s.objects[*index as usize];
            let (knows, card, zone) = (object.is(Flags::HAS_GRANTED), &self.pool.card(object.card).name, object.zone);
            // What is being cast has left the zone where it was granted something; that is seen when it has been cast.
            let being_cast = zone == Zone::Stack && !s.tasks.is_empty();
            ensure!(knows || being_cast, "object {index}, {card} in {zone:?}, doesn't know of {ability:?}");
        }
        for effect in s.effects.iter().chain(&s.player_effects) {
            ensure!(effect.timestamp <= s.clock, "an effect has a timestamp of the future: {effect:?}");
        }
        for (blocker, attacker) in &s.blocks {
            let attacks = s.objects[*attacker as usize].is(Flags::ATTACKING);
            ensure!(attacks || s.outcome.is_some(), "{blocker} blocks {attacker}, which doesn't attack");
        }
        if s.tasks.is_empty() && s.stack.is_empty() && s.outcome.is_none() {
            ensure!(s.pending.is_empty(), "triggered abilities wait while a player has priority");
        }
        Ok(())
    }

    /// What each object says of itself fits its zone.
    fn check_objects(&self) -> Result<(), BrokenInvariant> {
        let s = &self.state;
        let mut free = vec![false; s.objects.len()];
        for &index in &s.free {
            free[index as usize] = true;
        }
        for (index, object) in s.objects.iter().enumerate().filter(|(index, _)| !free[*index]) {
            // Abilities and copies of spells exist on the stack only (CR 113.1c, 707.10), or are about to be put there.
            ensure!(
                !object.is(Flags::ABILITY) || object.zone == Zone::Stack,
                "an ability is in {:?}: object {index}",
                object.zone
            );
            // CR 111.7: state-based actions have seen to tokens elsewhere.
            ensure!(
                !object.is(Flags::TOKEN)
                    || object.is(Flags::PHASED_OUT)
                    || matches!(object.zone, Zone::Battlefield | Zone::Stack)
                    // It is about to enter, and its player is asked how.
                    || object.is(Flags::ASIDE),
                "a token is in {:?}: object {index}",
                object.zone
            );
            ensure!(
                !object.flags.intersects(Flags::ATTACKING | Flags::BLOCKING) || object.zone == Zone::Battlefield,
                "object {index} fights from {:?}",
                object.zone
            );
            ensure!(object.timestamp <= s.clock, "object {index} has a timestamp of the future: {}", object.timestamp);
        }
        Ok(())
    }

    /// Everything on the stack has an object, an ability and targets that exist (CR 405, 601.2).
    fn check_stack(&self) -> Result<(), BrokenInvariant> {
        let s = &self.state;
        for item in &s.stack {
            let (start, end) = (item.targets.start as usize, item.targets.end as usize);
            ensure!(start <= end && end <= s.targets.len(), "targets that aren't there: {item:?}");
            for chosen in &s.targets[start..end] {
                ensure!(
                    chosen.mode < item.modes.count.max(1),
                    "a target of mode {} where {} were chosen",
                    chosen.mode,
                    item.modes.count
                );
                if let Target::Object(id) = chosen.target {
                    // CR 608.2b: what has become illegal by the time of resolution isn't a target any more.
                    let illegal = id.is_none() && !s.tasks.is_empty();
                    ensure!(illegal || id.index() < s.objects.len(), "a target that never was: {id:?}");
                }
            }
        }
        Ok(())
    }

    /// What the layers made of each permanent is what they make of it if all is computed again (CR 613.5).
    fn check_characteristics(&self) -> Result<(), BrokenInvariant> {
        // Nothing is computed before there is a permanent.
        if self.state.layers_needed || self.state.battlefield.is_empty() {
            return Ok(());
        }
        let mut again = self.clone();
        let mut engine = again.engine();
        engine.touch();
        engine.refresh();
        for &index in &self.state.battlefield {
            let (kept, fresh) = (&self.state.objects[usize::from(index)], &again.state.objects[usize::from(index)]);
            ensure!(
                kept.characteristics == fresh.characteristics,
                "object {index} has other characteristics than the layers give it: {:?}, {:?}",
                kept.characteristics,
                fresh.characteristics
            );
            ensure!(kept.controller == fresh.controller, "object {index} is controlled by {:?}", kept.controller);
            ensure!(kept.restrictions == fresh.restrictions, "object {index} is restricted by {:?}", kept.restrictions);
            ensure!(kept.mana_mask == fresh.mana_mask, "object {index} makes other mana: {:b}", kept.mana_mask);
        }
        ensure!(self.state.rules.contains(again.state.rules), "a rule was overlooked");
        ensure!(self.state.watched.contains(again.state.watched), "what watches an event was overlooked");
        for player in Player::BOTH {
            let makers = |state: &State| state.mana_makers(player).map(|(id, _)| id).collect::<Vec<_>>();
            ensure!(makers(&self.state) == makers(&again.state), "other permanents make mana than are listed");
        }
        let actors = |state: &State| state.may_act().map(|(id, _)| id).collect::<Vec<_>>();
        ensure!(actors(&self.state) == actors(&again.state), "other permanents have abilities than are listed");
        ensure!(self.state.granted == again.state.granted, "other abilities are granted than the layers grant");
        Ok(())
    }

    /// Checks that what the player with priority is offered is what is found if it is looked for again: no list was kept too long. In a
    /// sampled world it may be another, as that has other cards (the list is that of the true position).
    ///
    /// # Errors
    /// Says what is offered, and what can be done.
    pub fn check_offered(&self) -> Result<(), BrokenInvariant> {
        if self.state.decision.kind != DecisionKind::Priority || self.state.outcome.is_some() {
            return Ok(());
        }
        let mut again = self.clone();
        again.engine().offer_actions(self.state.priority);
        ensure!(
            self.state.choices == again.state.choices,
            "what was offered isn't what can be done: {:?}, {:?}",
            self.state.choices,
            again.state.choices
        );
        Ok(())
    }

    /// What state-based actions have seen to when a player gets priority (CR 117.5, 704.3).
    fn check_priority(&self) -> Result<(), BrokenInvariant> {
        let s = &self.state;
        for (id, object) in s.permanents() {
            let index = id.index;
            let types = object.characteristics.types;
            if types.contains(CardTypes::CREATURE) {
                ensure!(
                    object.characteristics.toughness > 0,
                    "object {index} lives with toughness {}",
                    object.characteristics.toughness
                );
            } else {
                ensure!(
                    !object.flags.intersects(Flags::ATTACKING | Flags::BLOCKING),
                    "object {index} fights and isn't a creature"
                );
            }
            if types.contains(CardTypes::PLANESWALKER) {
                ensure!(s.counters_on(index, CounterKind::LOYALTY) > 0, "object {index} has no loyalty left");
            }
            if !object.attached_to.is_none() {
                let host = s.get(object.attached_to);
                ensure!(
                    host.is_some_and(|host| matches!(host.zone, Zone::Battlefield | Zone::Graveyard)),
                    "object {index} is attached to something that is gone"
                );
                ensure!(object.attached_to != id, "object {index} is attached to itself");
            }
            if object.is(Flags::ATTACKING) {
                ensure!(object.controller == s.active, "object {index} attacks in another player's turn");
            }
            if object.is(Flags::BLOCKING) {
                ensure!(object.controller != s.active, "object {index} blocks in its controller's turn");
            }
        }
        // CR 122.3: +1/+1 and -1/-1 counters go away in pairs.
        for (index, ..) in s.counters.iter().filter(|entry| entry.1 == CounterKind::MINUS_ONE) {
            ensure!(
                s.counters_on(*index, CounterKind::PLUS_ONE) == 0
                    || s.objects[*index as usize].zone != Zone::Battlefield,
                "object {index} has counters of both signs"
            );
        }
        for player in Player::BOTH {
            let info = &s.players[player];
            ensure!(
                info.life > 0 || s.rules.intersects(RuleKinds::CANT_LOSE_GAME),
                "{player:?} plays on with {} life",
                info.life
            );
            ensure!(
                info.poison < 10 || s.rules.intersects(RuleKinds::CANT_LOSE_GAME),
                "{player:?} plays on with {} poison counters",
                info.poison
            );
        }
        if s.stack.is_empty() {
            ensure!(s.targets.is_empty(), "there are targets and nothing has them");
        }
        Ok(())
    }
}
