//! What a script is worth whose number or permanents are still to be chosen as it is followed.

use gauntlet_cards::ability::{AbilityKind, TriggerEvent};
use gauntlet_cards::card::AbilityId;

use super::amount::Env;
use super::effects::Only;
use super::mentions::bit;
use super::script::{PartFacts, Picked};
use super::value::Judge;

/// How many numbers are tried for one that is to be chosen, beyond the least.
const MOST_NUMBERS: i32 = 12;

impl Judge<'_> {
    /// What effects of a part are worth to the viewer, whoever controls them, with the best number if its controller chooses one.
    pub(super) fn effects(self, part: &PartFacts, env: &Env<'_>, only: Only) -> i32 {
        let Some(chosen) = part.chosen.as_ref().filter(|_| env.number.is_none()) else {
            return self.effects_as_known(part, env, only);
        };
        let least = self.amount(env, &chosen.least).max(0);
        let most = self.amount(env, &chosen.most).clamp(least, least + MOST_NUMBERS);
        let values = (least..=most)
            .map(|number| self.effects_as_known(part, &Env { number: Some((chosen.register, number)), ..*env }, only));
        let best = if env.you == self.me { values.max() } else { values.min() };
        best.unwrap_or(0)
    }

    /// What effects on permanents are worth that someone picks: whoever it is picks what is best for them.
    pub(super) fn picks(self, part: &PartFacts, picked: &Picked, env: &Env<'_>) -> i32 {
        if !part.effects.iter().any(|effect| effect.registers & bit(picked.register) != 0) {
            return 0;
        }
        let side = if picked.own == (env.you == self.me) { 1 } else { -1 };
        let (mut best, mut gains, mut count) = (None, 0, 0);
        let most = self.amount(env, &picked.most);
        self.each(env, &picked.from, &mut |id, _| {
            let env = Env { register: Some((picked.register, id)), ..*env };
            let value = side * self.effects_as_known(part, &env, Only::Register(picked.register));
            best = best.max(Some(value));
            if value > 0 && count < most {
                (gains, count) = (gains + value, count + 1);
            }
        });
        let forced = self.amount(env, &picked.least) > 0;
        let value = match best {
            Some(best) if most == 1 || best <= 0 => {
                if forced {
                    best
                } else {
                    best.max(0)
                }
            }
            Some(_) => gains,
            None => 0,
        };
        side * value
    }

    /// What it is worth that the source exploits a creature: what its abilities do that trigger then.
    pub(super) fn exploits(self, env: &Env<'_>) -> i32 {
        let abilities = &self.see.pool().card(env.card).abilities;
        let triggers = abilities.iter().filter(|id| match &self.see.pool().ability(**id).kind {
            AbilityKind::Triggered(triggered) => {
                triggered.events.iter().any(|event| matches!(event, TriggerEvent::Exploits { .. }))
            }
            _ => false,
        });
        let best = |id: &AbilityId| self.deeper(1)?.best_script(*id, &Env { targets: &[], ..*env });
        triggers.filter_map(best).sum()
    }
}
