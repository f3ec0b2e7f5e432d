//! What mana is kept for in one's own combat: what can be cast only after it.

use gauntlet_cards::ability::ActivatableKind;
use gauntlet_magic::decision::Action;

use super::amount::Env;
use super::reach::MOST_MANA;
use super::value::Judge;

impl Judge<'_> {
    /// What it costs to spend that much of the mana in one's own turn before the second main phase: by how much less can be cast there that can't be
    /// cast now is worth.
    pub(super) fn kept_from_later(self, mana: i32, open: i32) -> i32 {
        if mana <= 0 || self.see.active() != self.me {
            return 0;
        }
        let open = open.clamp(0, MOST_MANA as i32);
        let mut best = [0i32; MOST_MANA + 1];
        for card in self.see.hand() {
            let facts = self.facts.card(card);
            if facts.land || facts.mana_value > open || self.lacks_colors(card) {
                continue;
            }
            let mut most: Option<(i32, usize)> = None;
            for &ability in &self.see.pool().card(card).derived.from_hand {
                let way = self.facts.way(card, ability);
                if way.kind != Some(ActivatableKind::Cast) || way.instant || way.cost.mana > open {
                    continue;
                }
                let worth = self.cast(card, ability, &Env::of_card(card, self.me), None, open);
                let Some(worth) = worth.filter(|worth| worth.score >= self.w.timing.least) else { continue };
                let taken = self.mana_of(Action::Play { card, ability }, open).clamp(0, open) as usize;
                if most.is_none_or(|most| worth.score > most.0) {
                    most = Some((worth.score, taken));
                }
            }
            let Some((score, taken)) = most else { continue };
            for spent in (taken..=open as usize).rev() {
                best[spent] = best[spent].max(best[spent - taken] + score);
            }
        }
        best[open as usize] - best[(open - mana).max(0) as usize]
    }
}
