//! What a whole position is worth, for searches that stop before the end of a game.

use std::sync::Arc;

use gauntlet_core::{Player, View};
use gauntlet_magic::Position;

use super::facts::Facts;
use super::memory::Memory;
use super::value::Judge;
use super::weights::Weights;
use crate::rollout::Evaluate;

/// Judges positions by the permanents, hands and life totals of both players.
pub struct PositionValue {
    weights: Arc<Weights>,
    facts: Option<Facts>,
}

impl PositionValue {
    /// A judge that thinks so of what things are worth.
    pub fn new(weights: Arc<Weights>) -> PositionValue {
        PositionValue { weights, facts: None }
    }
}

impl Evaluate<Position> for PositionValue {
    fn evaluate(&mut self, view: View<'_, Position>) -> f64 {
        let difference = f64::from(self.difference(view));
        0.5 + 0.5 * difference / (difference.abs() + f64::from(self.weights.position.scale))
    }
}

impl PositionValue {
    /// By how many cards in hand the viewer is ahead, rounded to whole ones; negative if behind.
    pub fn lead(&mut self, view: View<'_, Position>) -> i32 {
        let (difference, card) = (self.difference(view), self.weights.position.hand.max(1));
        (difference + difference.signum() * card / 2) / card
    }

    fn difference(&mut self, view: View<'_, Position>) -> i32 {
        let see = view.visible();
        let pool = see.shared_pool();
        if !self.facts.as_ref().is_some_and(|facts| facts.is_of(pool)) {
            self.facts = Some(Facts::new(pool, &self.weights));
        }
        let Some(facts) = &self.facts else { unreachable!("they were made above") };
        let memory = &Memory::default();
        let judge = Judge { see, me: view.viewer(), facts, w: &self.weights, reach: 0, doomed: None, depth: 0, memory };
        judge.standing()
    }
}

impl Judge<'_> {
    /// How much more the viewer has than the opponent.
    pub(super) fn standing(self) -> i32 {
        self.side(self.me) - self.side(!self.me)
    }

    /// What one player has.
    fn side(self, player: Player) -> i32 {
        let w = &self.w.position;
        let mut value = self.w.life_value(self.see.player(player).life);
        value += w.hand * self.see.hand_size(player) as i32;
        if self.see.active() == player {
            value += w.initiative;
        }
        for (id, object) in self.see.permanents().filter(|(_, object)| object.controller == player) {
            value += if object.mana_mask != 0 && !object.is_creature() {
                w.land
            } else {
                self.permanent(id, object) * w.creature_percent / 100
            };
        }
        value
    }
}
