//! Banding (CR 702.22): attackers that are blocked together, and whose side divides the damage.

use gauntlet_cards::keyword::Keywords;
use smallvec::SmallVec;

use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::state::{Flags, Object};
use crate::task::Task;

fn has_banding(object: &Object) -> bool {
    object.characteristics.keywords.contains(Keywords::BANDING)
}

impl Engine<'_> {
    /// Attackers have been chosen: asks for each of them with banding, from a place of the battlefield on, with which others it
    /// forms a band (CR 508.1e, 702.22c). Whoever comes first in that order leads: so each band can be announced in one way.
    pub(crate) fn declare_bands(&mut self, mut next: u16) -> Flow {
        let (mut attacks, mut banding) = (false, false);
        for (_, object) in self.s.permanents().filter(|(_, object)| object.is(Flags::DECLARED)) {
            attacks = true;
            banding |= has_banding(object);
        }
        if !attacks {
            // There is nothing to tap or to pay for.
            self.attackers_declared();
            return Flow::Go;
        }
        // Most creatures have no banding, and nothing is asked.
        if !banding {
            return self.attackers_chosen();
        }
        match self.s.answer.take() {
            Some(Action::Object(index)) => {
                let leader = self.s.battlefield[usize::from(next)];
                let band = self.band_of(leader).unwrap_or_else(|| self.new_band(leader));
                self.s.bands.push((index, band));
            }
            Some(_) => next += 1,
            None => {}
        }
        while usize::from(next) < self.s.battlefield.len() {
            let joining = self.who_may_join(next);
            if joining.is_empty() {
                next += 1;
                continue;
            }
            self.offer_these(std::iter::once(Action::Done).chain(joining.into_iter().map(Action::Object)));
            let leader = self.s.id(self.s.battlefield[usize::from(next)]);
            return self.ask(Task::Bands(next), self.s.active, DecisionKind::Band, leader, Particulars::Nothing);
        }
        self.attackers_chosen()
    }

    fn band_of(&self, index: u16) -> Option<u16> {
        self.s.bands.iter().find(|entry| entry.0 == index).map(|entry| entry.1)
    }

    fn new_band(&mut self, leader: u16) -> u16 {
        let band = self.s.bands.iter().map(|entry| entry.1 + 1).max().unwrap_or(0);
        self.s.bands.push((leader, band));
        band
    }

    /// The attackers that may join the band of the one at a place of the battlefield, or form one with it: those with banding
    /// that come later, and one without, that attack the same (CR 702.22c–d).
    fn who_may_join(&self, place: u16) -> SmallVec<[u16; 16]> {
        let mut joining = SmallVec::new();
        let leader = self.s.battlefield[usize::from(place)];
        let object = &self.s.objects[usize::from(leader)];
        if !object.is(Flags::DECLARED) || !has_banding(object) {
            return joining;
        }
        let band = self.band_of(leader);
        let members = || self.s.bands.iter().filter(|entry| Some(entry.1) == band).map(|entry| entry.0);
        // It was asked to join an earlier one, and isn't a leader.
        if members().next().is_some_and(|first| first != leader) {
            return joining;
        }
        let full = members().any(|member| !has_banding(&self.s.objects[usize::from(member)]));
        for (other, &index) in self.s.battlefield.iter().enumerate() {
            let attacker = &self.s.objects[usize::from(index)];
            let fits = if has_banding(attacker) { other > usize::from(place) } else { !full };
            if fits
                && attacker.is(Flags::DECLARED)
                && attacker.defender == object.defender
                && self.band_of(index).is_none()
            {
                joining.push(index);
            }
        }
        joining
    }

    /// An attacker that is blocked has the others of its band blocked by the same creature (CR 702.22h), whether that could block
    /// them or not.
    pub(super) fn block_whole_bands(&mut self) {
        if self.s.bands.is_empty() {
            return;
        }
        for place in 0..self.s.blocks.len() {
            let (blocker, attacker) = self.s.blocks[place];
            let Some(band) = self.band_of(attacker) else { continue };
            for member in 0..self.s.bands.len() {
                let (other, its_band) = self.s.bands[member];
                if its_band == band && !self.s.blocks.contains(&(blocker, other)) {
                    self.s.blocks.push((blocker, other));
                }
            }
        }
    }

    /// Returns whether the player who doesn't control a creature divides its combat damage, as they choose, among those that it blocks or
    /// is blocked by: one of them has banding (CR 702.22j–k).
    pub(super) fn other_side_divides(&self, object: &Object, others: &[u16]) -> bool {
        object.flags.intersects(Flags::ATTACKING | Flags::BLOCKING)
            && others.iter().any(|other| has_banding(&self.s.objects[usize::from(*other)]))
    }
}
