//! Which mana one would rather spend: what is lost anyhow first, what the action is about last, and what hurts only if it must.

use smallvec::SmallVec;

use crate::available_mana::{Sources, leave_out};
use crate::payment::{Bill, ManaSource, Payment, Supply, Wanted};
use crate::state::ObjectId;

/// What would rather be used for mana, or rather be kept, than others like it, because of what is being paid for.
#[derive(Default)]
pub(crate) struct Leanings {
    /// What leaves as the cost is paid, or is untapped by the effect: its mana would be lost.
    pub(crate) first: SmallVec<[ObjectId; 4]>,
    /// What the effect is about: the land that becomes a creature, the creature that is enchanted.
    pub(crate) last: SmallVec<[ObjectId; 4]>,
}

impl Leanings {
    pub(crate) fn apply(&self, sources: &mut Sources) {
        for (ids, first) in [(&self.last, false), (&self.first, true)] {
            for source in sources.iter_mut().filter(|source| ids.iter().any(|id| source.key.is_object(id.index))) {
                *source = source.leaning(first);
            }
        }
    }

    /// The rank of a permanent that is tapped for one mana, which would be this one without anything to lean on.
    pub(crate) fn rank(&self, id: ObjectId, rank: u8) -> u8 {
        let of = |ids: &[ObjectId]| ids.iter().any(|other| other.index == id.index);
        let first = of(&self.first);
        if first || of(&self.last) { ManaSource::leaning_rank(rank, first) } else { rank }
    }
}

/// Finds a payment that does nothing that is disliked if it can be paid so, else nothing worse than it must: pain before counters,
/// counters before life, life before what is sacrificed. None is found if all must be used, or nothing is disliked.
pub(crate) fn plan_gently(
    sources: &Sources,
    without: &[ObjectId],
    bill: &Bill,
    life: i32,
    wanted: &Wanted,
    out: &mut Payment,
) -> bool {
    let most = sources.iter().map(ManaSource::most_disliked).max().unwrap_or(0);
    let mut limit = 0;
    while limit < most {
        let liked: Sources = sources.iter().map(|source| source.liked(limit)).collect();
        if leave_out(Supply::new(&liked), without).plan(bill, life, wanted, out) {
            return true;
        }
        limit = sources.iter().flat_map(ManaSource::dislikes).filter(|dislike| *dislike > limit).min().unwrap_or(most);
    }
    false
}
