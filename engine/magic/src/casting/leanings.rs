//! What mana one would rather spend on what is announced (CR 601.2g).

use gauntlet_cards::ability::{Activatable, ActivatableKind};
use gauntlet_cards::effect::Instr;
use gauntlet_cards::filter::{Objects, Zone};
use smallvec::SmallVec;

use crate::engine::Engine;
use crate::joint_costs::Due;
use crate::mana_preference::Leanings;
use crate::state::{ObjectId, Target};
use crate::task::Announce;

impl Engine<'_> {
    /// Which sources to use first for this, as they leave with the rest of the cost or are untapped, and which to use last, as the
    /// action is about them (CR 601.2g): the land that becomes a creature, the creature that is aimed at.
    pub(super) fn leanings(&self, task: &Announce, way: &Activatable, due: &Due<'_>) -> Leanings {
        let mut leanings = Leanings { first: self.eye().leaves_with(due), last: SmallVec::new() };
        let makes_mana = |id: ObjectId| {
            self.s.get(id).is_some_and(|object| object.zone == Zone::Battlefield && object.mana_mask != 0)
        };
        if way.kind != ActivatableKind::Cast && makes_mana(task.item.source) {
            leanings.last.push(task.item.source);
        }
        let range = task.item.targets.start as usize..task.item.targets.end as usize;
        for chosen in &self.s.targets[range] {
            let Target::Object(id) = chosen.target else { continue };
            // What the spell is about isn't exiled for it with delve while there are other cards (CR 702.66a).
            if self.s.get(id).is_some_and(|object| object.zone == Zone::Graveyard) {
                leanings.last.push(id);
            }
            if !makes_mana(id) {
                continue;
            }
            let untaps = |instr: &Instr| matches!(instr, Instr::Untap(Objects::Target(spec)) if *spec == chosen.spec);
            let untapped = self.item_part(&task.item, chosen.mode).code.iter().any(untaps);
            if untapped { &mut leanings.first } else { &mut leanings.last }.push(id);
        }
        leanings
    }

    /// Which sources to use first for a cost in the middle of a resolution, and which last.
    pub(crate) fn leanings_now(&self, due: &Due<'_>) -> Leanings {
        let first = self.eye().leaves_with(due);
        let last = if due.source.is_none() { SmallVec::new() } else { smallvec::smallvec![due.source] };
        Leanings { first, last }
    }
}
