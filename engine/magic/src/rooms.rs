//! Rooms (CR 709.5): permanents whose halves can be locked. Which are unlocked is noted of the permanent; what it is follows from that.

use gauntlet_cards::card::{CardId, Layout};
use gauntlet_cards::designation::{Door, Milestone};
use gauntlet_cards::filter::Zone;
use gauntlet_core::Audience;

use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::state::{Flags, Noted, Object, ObjectId, Range};

impl Eye<'_> {
    /// What a card with a shared type line is for a permanent with these halves unlocked (CR 709.5); any other card is itself.
    pub(crate) fn room_face(self, object: &Object, card: CardId) -> CardId {
        let whole = self.pool.whole(card);
        let faces = self.pool.card(whole).faces.as_slice();
        if self.pool.card(whole).layout != Layout::Room {
            return card;
        }
        match (unlocked(object), faces) {
            (1, [left, ..]) => *left,
            (2, [_, right, _]) => *right,
            (0, [_, _, locked]) => *locked,
            _ => whole,
        }
    }

    /// The half that a spell or permanent is, if its card has a shared type line.
    pub(crate) fn half_of(self, object: &Object) -> Option<Door> {
        let faces = &self.pool.card(self.pool.whole(object.card)).faces;
        let place = faces.iter().position(|face| *face == object.card)?;
        Door::BOTH.get(place).copied().filter(|_| self.pool.card(object.card).layout == Layout::Room)
    }
}

/// The unlocked designations of a permanent, as bits (CR 709.5c).
fn unlocked(object: &Object) -> u8 {
    if let Noted::Doors(doors) = object.noted { doors } else { 0 }
}

impl Engine<'_> {
    /// Notes which half of a permanent is unlocked as it enters: the one that it was on the stack, as it was cast or copied (CR 709.5d).
    pub(crate) fn enter_unlocked(&mut self, id: ObjectId) {
        let object = self.s.objects[id.index()];
        if let Some(door) = self.eye().half_of(&object) {
            self.object(id.index).noted = Noted::Doors(door.bit());
        }
    }

    /// What entered with a half unlocked has had it unlocked (CR 709.5h).
    pub(crate) fn trigger_entered_unlocked(&mut self, range: Range) {
        for place in range.start..range.end {
            let id = self.s.scratch[usize::from(place)];
            let Some(object) = self.s.get(id).copied().filter(|object| object.zone == Zone::Battlefield) else {
                continue;
            };
            for door in Door::BOTH.into_iter().filter(|door| unlocked(&object) & door.bit() != 0) {
                self.reached(object.controller, Milestone::Unlocks(door), id);
            }
        }
    }

    /// Unlocks a half of a permanent, if it has one that is locked (CR 709.5f).
    pub(crate) fn unlock(&mut self, id: ObjectId, door: Door, by: gauntlet_core::Player) {
        let Some(object) = self.s.get(id).copied() else { return };
        let is_room = self.pool.card(object.card).layout == Layout::Room;
        let (before, bit) = (unlocked(&object), door.bit());
        if object.zone != Zone::Battlefield || object.is(Flags::FACE_DOWN) || !is_room || before & bit != 0 {
            return;
        }
        self.object(id.index).noted = Noted::Doors(before | bit);
        let face = self.eye().room_face(&self.s.objects[id.index()], object.card);
        self.tell(Audience::Everyone, |eye| {
            let half = eye.pool.card(eye.pool.whole(object.card)).faces[door as usize];
            format!("{} unlocks {}.", eye.player_name(by), eye.pool.card(half).name)
        });
        self.show_other(id, face);
        self.reached(by, Milestone::Unlocks(door), id);
        // CR 709.5i: it had one and gets the other.
        if (before | bit).count_ones() == 2 {
            self.reached(by, Milestone::FullyUnlocks, id);
        }
    }
}
