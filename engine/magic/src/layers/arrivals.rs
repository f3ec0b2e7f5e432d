//! Permanents that have entered while nothing changes what is printed on cards: theirs are all characteristics that there are to compute.
//!
//! Most permanents that enter are lands and creatures on boards without continuous effects. Debug builds compute all again and compare.

use gauntlet_cards::keyword::Keywords;

use super::{make_as_printed, own_mana_mask};
use crate::daytime::BOUND;
use crate::engine::Engine;
use crate::state::{Flags, State};

impl Engine<'_> {
    /// A permanent enters, the last that there is: of the others nothing has to be computed again for that.
    pub(crate) fn touch_arrival(&mut self) {
        if self.s.layers_needed {
            return self.touch();
        }
        self.touch();
        self.s.arrived_from = u16::try_from(self.s.battlefield.len() - 1).ok();
    }

    /// All have entered that do so at one time.
    pub(crate) fn touch_arrivals(&mut self) {
        let arrived = self.s.arrived_from;
        self.touch();
        self.s.arrived_from = arrived;
    }

    /// Computes the characteristics of the permanents from a place on, which have entered, where no continuous effect changes any (CR 613) and
    /// all else was computed before. Returns whether that is so: all must be computed again otherwise.
    pub(super) fn compute_arrivals(&mut self, from: usize) -> bool {
        let s = &self.s;
        // What cards elsewhere say is found as all is computed for the first time.
        let unchanged = from > 0
            && !s.layers_used
            && !s.elsewhere_layers
            && !s.other_zones
            && s.effects.is_empty()
            && s.player_effects.is_empty()
            && s.granted.is_empty()
            && s.texts.is_empty();
        if !unchanged {
            return false;
        }
        for place in from..self.s.battlefield.len() {
            if !self.compute_arrival(self.s.battlefield[place]) {
                return false;
            }
        }
        if cfg!(debug_assertions) {
            // Games don't allocate, also while they are checked.
            let sum = |list: &[u16]| {
                list.iter().fold(0_u64, |sum, index| sum.wrapping_mul(65_599).wrapping_add(u64::from(*index) + 1))
            };
            let lists = |s: &State| (sum(&s.found.makers), sum(&s.found.actors));
            let partly = crate::fingerprint::fingerprint(&*self.s);
            let found = (lists(self.s), self.s.found.board);
            self.compute_characteristics();
            assert_eq!(partly, crate::fingerprint::fingerprint(&*self.s), "more has changed than what has entered");
            assert_eq!(found.0, lists(self.s), "others have abilities");
            assert!(found.1.has_all_of(self.s.found.board), "the board wasn't looked at again");
        }
        true
    }

    fn compute_arrival(&mut self, index: u16) -> bool {
        let (pool, state) = (self.pool, &mut *self.s);
        let object = &mut state.objects[usize::from(index)];
        let card = pool.card(object.card);
        let closer = Flags::COPYING | Flags::ATTACKING | Flags::BLOCKING | Flags::HAS_COUNTERS;
        if object.flags.intersects(closer)
            || object.controller != object.base_controller
            || card.derived.has_continuous
            || card.characteristics.keywords.intersects(BOUND | Keywords::UMBRA_ARMOR)
        {
            return false;
        }
        make_as_printed(pool, card, object);
        object.mana_mask = own_mana_mask(pool, object);
        state.found.board.look_at(object);
        state.rules |= card.derived.rules;
        state.watched |= card.derived.watches;
        state.replacers = state.replacers.saturating_add(card.derived.replacers);
        if object.is(Flags::HAS_ACTIONS) {
            state.found.actors.push(index);
        }
        if object.mana_mask != 0 {
            state.found.makers.push(index);
        }
        true
    }
}
