//! Mana that no payment makes by itself: of abilities that cost several mana, or more than a payment gives up. A script doesn't say that
//! they are activated before the spell or ability that they pay for (CR 601.2g, 605.3a).

use gauntlet_core::{Game as _, Player};

use super::answers::Play;
use crate::decision::{Action, DecisionKind};

/// No more mana abilities than that are tried for one spell or ability.
const MOST_ABILITIES: usize = 3;
/// No more positions than that are looked at.
const MOST_POSITIONS: usize = 500;

/// What must be possible after the mana abilities.
type Goal<'g, 's> = &'g dyn Fn(&Play<'s>) -> bool;

impl<'s> Play<'s> {
    /// The game after the fewest mana abilities of a player with priority that make something possible which isn't yet.
    pub(super) fn after_mana_abilities(&self, who: Player, goal: Goal<'_, 's>) -> Option<Play<'s>> {
        let mut left = MOST_POSITIONS;
        (1..=MOST_ABILITIES).find_map(|most| self.after_abilities(who, most, &mut left, goal))
    }

    fn after_abilities(&self, who: Player, most: usize, left: &mut usize, goal: Goal<'_, 's>) -> Option<Play<'s>> {
        let makes_mana = |action: &Action| {
            self.way(*action).is_some_and(|(ability, ..)| self.position.pool.activatable(ability).mana.is_some())
        };
        let abilities: Vec<Action> = self.position.state.choices.iter().copied().filter(makes_mana).collect();
        abilities.into_iter().find_map(|action| self.after(who, action, most, left, goal))
    }

    /// The game after this choice and, if that isn't enough, more mana abilities.
    fn after(
        &self,
        who: Player,
        action: Action,
        most: usize,
        left: &mut usize,
        goal: Goal<'_, 's>,
    ) -> Option<Play<'s>> {
        *left = left.checked_sub(1)?;
        let mut play = self.clone();
        let alone = self.position.state.stack.is_empty();
        play.take(action);
        loop {
            if play.position.outcome().is_some() {
                return None;
            }
            let decision = play.position.decision();
            match decision.kind {
                DecisionKind::Priority if decision.player != who => play.take(Action::Pass),
                DecisionKind::Priority if goal(&play) => return Some(play),
                // What triggered has to resolve before a sorcery is cast; the mana stays (CR 106.4).
                DecisionKind::Priority if alone && !play.position.state.stack.is_empty() => play.take(Action::Pass),
                DecisionKind::Priority if most > 1 => return play.after_abilities(who, most - 1, left, goal),
                DecisionKind::Priority => return None,
                DecisionKind::Color => {
                    let colors = play.position.state.choices.clone();
                    return colors.into_iter().find_map(|color| play.after(who, color, most, left, goal));
                }
                _ => {
                    let choice = play.default(&play.position.state.choices);
                    play.take(choice);
                }
            }
        }
    }
}
