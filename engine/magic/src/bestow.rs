//! Bestow (CR 702.103): a card that is cast as an Aura, and is a creature again when it is attached to nothing. The Aura is
//! another face of the card.

use gauntlet_cards::card::Layout;

use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::state::{Object, ObjectId};

impl Eye<'_> {
    /// Returns whether a spell or permanent is bestowed (CR 702.103b).
    pub(crate) fn is_bestowed(self, object: &Object) -> bool {
        object.prototype && object.card != object.printed && self.pool.card(object.card).layout == Layout::Bestow
    }
}

impl Engine<'_> {
    /// A spell without its target isn't bestowed any more, and resolves as a creature spell (CR 702.103e). Returns
    /// whether it was bestowed.
    pub(crate) fn cease_to_bestow(&mut self, spell: ObjectId) -> bool {
        let Some(object) = self.s.get(spell).copied().filter(|object| self.eye().is_bestowed(object)) else {
            return false;
        };
        let creature = self.eye().as_face(&object, object.printed);
        *self.object(spell.index) = creature;
        true
    }

    /// Bestowed permanents that are attached to nothing, or to what they can't enchant, are creatures again (CR 702.103f,
    /// 704.5m): the former at once. Returns whether there was one.
    pub(crate) fn end_bestow(&mut self, unattached_only: bool) -> bool {
        let mut changed = false;
        for place in 0..self.s.battlefield.len() {
            let index = self.s.battlefield[place];
            let object = self.s.objects[usize::from(index)];
            let host = self.s.get(object.attached_to);
            let unattached = host.is_none_or(|host| host.zone != gauntlet_cards::filter::Zone::Battlefield);
            let ends = unattached || !unattached_only && self.aura_falls_off(index);
            if !self.eye().is_bestowed(&object) || !ends {
                continue;
            }
            let id = self.s.id(index);
            self.trigger_attachment(id, object.attached_to, false);
            let own = self.object(index);
            own.attached_to = ObjectId::NONE;
            own.prototype = false;
            self.show_other(id, object.printed);
            changed = true;
        }
        changed
    }
}
