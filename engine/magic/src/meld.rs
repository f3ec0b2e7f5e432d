//! Melded permanents (CR 701.42, 712.4, 712.21): one object that two cards represent.
//!
//! Such an object is the first card with its back face up ([`crate::state::Flags::TRANSFORMED`]); the other card is the one that forms a pair
//! with it, and is an object again only when the permanent leaves.

use gauntlet_cards::card::CardId;
use gauntlet_cards::effect::Destination;
use gauntlet_cards::filter::{Objects, Zone};

use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::state::{Flags, Object, ObjectId};
use crate::task::Scope;

impl Eye<'_> {
    /// The other card of a melded permanent.
    pub(crate) fn melded_with(self, object: &Object) -> Option<CardId> {
        if !object.is(Flags::TRANSFORMED) || object.is(Flags::TOKEN) || object.zone != Zone::Battlefield {
            return None;
        }
        self.pool.meld_partner(object.printed)
    }

    /// Calls `f` with the other card that came of a melded permanent, where this one did (CR 712.21c).
    pub(crate) fn each_parted(self, id: ObjectId, f: &mut dyn FnMut(ObjectId)) {
        for (_, other) in self.s.parted.iter().filter(|(first, _)| *first == id) {
            if self.s.get(*other).is_some() {
                f(*other);
            }
        }
    }
}

impl Engine<'_> {
    /// Melds the two cards of a meld pair, which have been exiled, into what has that name (CR 701.42a). What can't be melded stays where it
    /// is (CR 701.42b–c).
    pub(crate) fn meld(&mut self, scope: &Scope, objects: &Objects, name: &str) {
        let ids = self.list(scope, objects);
        let &[one, other] = ids.as_slice() else { return };
        let card = |id: ObjectId| {
            let object = self.s.get(id)?;
            (object.zone == Zone::Exile && !object.is(Flags::TOKEN)).then_some((object.printed, object.owner))
        };
        let (Some((a, owner)), Some((b, other_owner))) = (card(one), card(other)) else { return };
        let becomes = self.pool.melds_into(a).filter(|back| self.pool.card(*back).name == name);
        let Some(back) = becomes.filter(|_| self.pool.meld_partner(a) == Some(b) && owner == other_owner) else {
            return;
        };
        self.show_in_exile(one, back);
        let moved = self.move_object(one, &Destination::to(Zone::Battlefield));
        if moved.and_then(|id| self.s.get(id)).is_some_and(|object| object.zone == Zone::Battlefield) {
            self.cease(other);
        } else if self.s.get(one).is_some() {
            // What is kept from entering is the two cards that it was.
            self.show_in_exile(one, a);
        }
    }

    fn show_in_exile(&mut self, id: ObjectId, face: CardId) {
        let mut object = self.s.objects[id.index()];
        self.eye().show(&mut object, face);
        *self.object(id.index) = object;
    }

    /// What a melded permanent has become is two cards (CR 712.21): who finds the one finds the other.
    pub(crate) fn note_parted(&mut self, first: ObjectId, other: ObjectId) {
        let s = &mut self.s;
        let there = |id: ObjectId| s.objects[id.index()].generation == id.generation;
        s.parted.retain(|(_, other)| there(*other));
        s.parted.push((first, other));
    }
}
