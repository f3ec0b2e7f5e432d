//! Effects that a player may end by a special action (CR 116.2c), and the activated ability that such an effect takes away.

use std::ops::ControlFlow;

use gauntlet_cards::ability::AbilityKind;
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::effect::{Duration, Instr, Modification};
use gauntlet_cards::keyword::Features;
use gauntlet_core::Player;

use crate::available_mana::AvailableMana;
use crate::decision::Action;
use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::legal::{Attempt, OnAction};
use crate::state::{ActiveEffect, ObjectId};
use crate::task::{Price, Scope};

impl Eye<'_> {
    /// Calls `f` with each effect that the player may end now, at any time they have priority: whose effect it is, not who
    /// controls the permanent.
    pub(crate) fn each_end_of_effect(
        self,
        player: Player,
        available: &AvailableMana<'_>,
        f: OnAction<'_>,
    ) -> ControlFlow<()> {
        for effect in &self.s.effects {
            if let Duration::UntilEnded(ability) = effect.duration
                && effect.controller == player
                && let Some(object) = self.s.get(effect.object)
            {
                let activatable = self.pool.activatable(ability);
                let attempt = Attempt { player, id: effect.object, object, activatable, price: Price::Own };
                if self.can_begin(attempt, false, available) {
                    f(Action::Activate { object: effect.object.index, ability })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns whether an effect of an activated ability has taken that ability away from the permanent.
    pub(crate) fn has_lost(self, id: ObjectId, ability: AbilityId) -> bool {
        self.pool.features.contains(Features::ENDED_EFFECTS)
            && self
                .s
                .effects
                .iter()
                .any(|effect| effect.object == id && effect.ability == ability && self.takes_itself_away(effect))
    }

    fn takes_itself_away(self, effect: &ActiveEffect) -> bool {
        let AbilityKind::Activatable(ability) = &self.pool.ability(effect.ability).kind else { return false };
        let instr = &ability.script.parts[usize::from(effect.part)].code[usize::from(effect.instr)];
        matches!(instr, Instr::Continuous(_, changes, _) if changes.contains(&Modification::LoseThisAbility))
    }
}

impl Engine<'_> {
    /// Ends the first effect of the player on the source that the action ends.
    pub(crate) fn end_this_effect(&mut self, scope: &Scope, action: AbilityId) {
        let ends = |effect: &ActiveEffect| {
            effect.object == scope.source
                && effect.controller == scope.you
                && effect.duration == Duration::UntilEnded(action)
        };
        if let Some(place) = self.s.effects.iter().position(ends) {
            self.s.effects.remove(place);
            self.touch();
        }
    }
}
