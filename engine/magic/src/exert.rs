//! Exerting permanents (CR 701.43): as a cost, or as a creature is declared as an attacker.

use gauntlet_cards::ability::{AbilityKind, StaticEffect};
use gauntlet_cards::filter::Zone;
use gauntlet_cards::keyword::{EventKinds, Marks};
use gauntlet_core::{Audience, Player};

use crate::choosing::NO_OR_YES;
use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::state::{Flags, ObjectId};
use crate::task::{Resolve, Scope, Task};

impl Engine<'_> {
    /// A player exerts a permanent: it won't untap during that player's next untap step (CR 701.43a). `marks` is how: as it attacks or for
    /// another cost.
    pub(crate) fn exert(&mut self, player: Player, id: ObjectId, marks: Marks) {
        let Some(ability) = self.pool.exert else { return };
        if self.s.get(id).is_none_or(|object| object.zone != Zone::Battlefield) {
            return;
        }
        self.object(id.index).marks |= Marks::EXERTED;
        if self.watches(EventKinds::TAP) {
            self.trigger_marked(id, marks, 0);
        }
        self.tell(Audience::Everyone, |eye| format!("{} exerts {}.", eye.player_name(player), eye.object_name(id)));
        let base = self.s.scratch.len() as u16;
        self.s.tasks.push(Task::Resolve(Resolve::of_static(ability, id, player, base)));
    }

    /// Attackers have been chosen: asks which of those are exerted that may be (CR 508.1g), from a place of the battlefield on.
    pub(crate) fn exert_attackers(&mut self, mut next: u16) -> Flow {
        let active = self.s.active;
        if let Some(answer) = self.s.answer.take() {
            let id = self.s.id(self.s.battlefield[usize::from(next)]);
            next += 1;
            if answer == Action::Yes {
                self.s.tasks.push(Task::Exert(next));
                self.exert(active, id, Marks::EXERTED | Marks::EXERTED_ATTACKING);
                return Flow::Go;
            }
        }
        while usize::from(next) < self.s.battlefield.len() {
            let id = self.s.id(self.s.battlefield[usize::from(next)]);
            if self.may_exert(id) {
                self.offer_these(NO_OR_YES);
                return self.ask(Task::Exert(next), active, DecisionKind::May, id, Particulars::Nothing);
            }
            next += 1;
        }
        self.enlist_for_attackers(0, 0)
    }

    fn may_exert(&self, id: ObjectId) -> bool {
        let Some(object) = self.s.get(id).filter(|object| object.is(Flags::DECLARED)) else { return false };
        let eye = self.eye();
        let scope = Scope::of(id, object.controller);
        let is_static = |kind: &AbilityKind| matches!(kind, AbilityKind::Static(_));
        eye.abilities(object, id.index, |derived| &derived.statics, is_static).any(|ability| {
            let ability = self.pool.static_ability(ability);
            ability.effect == StaticEffect::MayExert
                && ability.condition.as_ref().is_none_or(|condition| eye.holds(&scope, condition))
        })
    }
}
