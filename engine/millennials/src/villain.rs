//! How the villain of the shipped game plays.

use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::options::VILLAIN;
use crate::state::Position;

impl Position {
    /// The card of the hand that the villain would place next: of those it can pay the first with the highest cost; and the
    /// places where it may lie. `None` if nothing can be paid; no places end its turn, even if a cheaper card would fit.
    pub fn villain_wants(&self, player: Player) -> Option<(usize, SmallVec<[usize; 3]>)> {
        let mut best: Option<(usize, i16)> = None;
        for (place, card) in self.hand(player).iter().enumerate() {
            let cost = self.slot(*card).cost;
            if cost <= self.energy(player) && best.is_none_or(|(_, most)| cost > most) {
                best = Some((place, cost));
            }
        }
        let (hand, _) = best?;
        Some((hand, self.places(self.hand(player)[hand], player)))
    }

    /// The villain places its cards, each at a random place.
    pub fn villain_places(&mut self) {
        while let Some((hand, places)) = self.villain_wants(VILLAIN) {
            if places.is_empty() {
                return;
            }
            let place = places[self.random.below(places.len())];
            self.place(VILLAIN, hand, place);
        }
    }
}
