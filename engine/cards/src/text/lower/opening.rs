//! What may be done with cards of opening hands (CR 103.6).

use super::context::Context;
use super::decline::{Lowered, decline};
use crate::ability::{AbilityKind, Static, StaticEffect};
use crate::card::AbilityId;
use crate::effect::DelayedUntil;
use crate::filter::{PlayerFilter, Step, Zone};
use crate::text::grammar::ability::FirstOfGame;

impl Context<'_> {
    /// The card may be revealed, and then `what` happens the first time (CR 103.6b). The game hasn't begun: what comes next is the first.
    pub(super) fn opening(&mut self, text: String, when: FirstOfGame, what: &str) -> Lowered<Vec<AbilityId>> {
        let (event, until) = match when {
            FirstOfGame::Upkeep => ("At the beginning of each upkeep", DelayedUntil::NextStep(Step::Upkeep, None)),
            FirstOfGame::YourUpkeep => {
                ("At the beginning of your upkeep", DelayedUntil::NextStep(Step::Upkeep, Some(PlayerFilter::You)))
            }
            FirstOfGame::YourMain => (
                "At the beginning of your first main phase",
                DelayedUntil::NextStep(Step::PrecombatMain, Some(PlayerFilter::You)),
            ),
            FirstOfGame::OpponentsSpell => ("When an opponent casts a spell", DelayedUntil::NextEvent),
        };
        let then = self.definition(&format!("{event}, {what}"))?;
        let &[then] = then.as_slice() else {
            return decline("several abilities for what happens then aren't supported");
        };
        let effect = StaticEffect::MayReveal(then, until);
        let ability = Static { zone: Zone::Hand, condition: None, effect };
        Ok(vec![self.add(text, AbilityKind::Static(Box::new(ability)))])
    }
}
