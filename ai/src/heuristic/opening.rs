//! Opening hands.

use gauntlet_magic::decision::Action;

use super::choices::best_of;
use super::value::Judge;

impl Judge<'_> {
    /// Whether to keep the hand: enough lands, not too many, and something to do with them.
    pub(super) fn choose_mulligan(self, legal: &[Action]) -> usize {
        let keep = self.is_keepable();
        let wanted = if keep { Action::Keep } else { Action::Mulligan };
        legal.iter().position(|action| *action == wanted).unwrap_or(0)
    }

    /// Whether to exile the hand and draw as many cards: if it isn't worth keeping (CR 103.5b).
    pub(super) fn choose_redraw(self, legal: &[Action]) -> usize {
        let wanted = if self.is_keepable() { Action::No } else { Action::Yes };
        legal.iter().position(|action| *action == wanted).unwrap_or(0)
    }

    fn is_keepable(self) -> bool {
        let w = &self.w.mulligan;
        let mulligans = i32::from(self.see.player(self.me).mulligans);
        let (mut lands, mut colors) = (0, 0u8);
        for card in self.see.hand() {
            let facts = self.facts.card(card);
            if facts.land {
                lands += 1;
                colors |= facts.mana;
            }
        }
        let final_size = 7 - mulligans;
        if final_size <= w.stop {
            // Better few cards that work a little than fewer.
            return final_size <= 3 || (1..=6).contains(&lands);
        }
        if lands < w.least_lands || lands > w.most_lands {
            return false;
        }
        // With two lands, the spells must be cheap.
        let castable = |card| {
            let facts = self.facts.card(card);
            let has_colors = facts.pips.iter().enumerate().all(|(place, pips)| *pips == 0 || colors >> place & 1 != 0);
            !facts.land && facts.mana_value <= lands + w.ahead && has_colors
        };
        let useful = self.see.hand().filter(|card| castable(*card)).count() as i32;
        let spells = 7 - lands;
        useful >= (w.cheap - mulligans).min(spells).max(1).min(if lands >= 5 { 1 } else { 7 })
    }

    /// Which card goes to the bottom after a mulligan.
    pub(super) fn choose_bottom(self, legal: &[Action]) -> usize {
        let lands = self.lands_in_hand();
        let size = self.see.hand_size(self.me) as i32;
        best_of(legal, |action| {
            let Action::Card(card) = action else { return 0 };
            let facts = self.facts.card(card);
            if facts.land {
                // About half the hand should be lands, four at most.
                let wanted = (size / 2).clamp(2, 4);
                return if lands > wanted { 40 + 20 * (lands - wanted) } else { -100 };
            }
            // The dearest first, the weakest of equals.
            10 * (facts.mana_value - 2) - facts.worth / 20
        })
    }
}
