//! What effects say of combat: who must or can't block (CR 509.1b–c), goading (CR 701.15).

use gauntlet_cards::effect::Duration;
use gauntlet_cards::filter::Objects;

use crate::engine::Engine;
use crate::task::{Resolve, Scope};

impl Engine<'_> {
    /// The first objects block the second if able: this combat, or this turn (CR 509.1c).
    pub(super) fn require_blocks(&mut self, scope: &Scope, blockers: &Objects, attackers: &Objects, combat: bool) {
        for blocker in self.list(scope, blockers) {
            for attacker in self.list(scope, attackers) {
                self.s.must_block.push((blocker, attacker, combat));
            }
        }
    }

    /// The first objects can't block the second this turn (CR 509.1b).
    pub(super) fn forbid_blocks(&mut self, scope: &Scope, blockers: &Objects, attackers: &Objects) {
        for blocker in self.list(scope, blockers) {
            for attacker in self.list(scope, attackers) {
                self.s.cant_block.push((blocker, attacker));
            }
        }
    }

    /// CR 701.15: until the player's next turn the creatures attack if able, and another player if able. With two players there
    /// is no other one to attack.
    pub(super) fn goad(&mut self, task: &Resolve, objects: &Objects) {
        for id in self.list(&task.scope, objects) {
            let effect = self.effect(task, id, Duration::YourNextTurn);
            self.s.effects.push(effect);
            self.touch();
        }
    }
}
