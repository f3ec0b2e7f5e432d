//! What must be true of every position: for tests and fuzzing.

use gauntlet_core::Player;
use thiserror::Error;

use crate::filter::Zone;
use crate::position::Position;
use crate::state::{Flags, ObjectId};

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
        for (index, kind, count) in &s.counters {
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
        for (blocker, attacker) in &s.blocks {
            let attacks = s.objects[*attacker as usize].is(Flags::ATTACKING);
            ensure!(attacks || s.outcome.is_some(), "{blocker} blocks {attacker}, which doesn't attack");
        }
        if s.tasks.is_empty() && s.stack.is_empty() && s.outcome.is_none() {
            ensure!(s.pending.is_empty(), "triggered abilities wait while a player has priority");
        }
        Ok(())
    }
}
