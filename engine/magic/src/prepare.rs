//! Preparation cards: permanents that are prepared, and the copies of their prepare spells in exile.
//!
//! The rules are those of the release notes of *Secrets of Strixhaven*: the comprehensive rules from before that set don't have them.
//! A permanent is prepared for as long as there is the permission to cast the copy that was made as it became so. With the cast, that
//! permission ends, and so the permanent isn't prepared any more.

use gauntlet_cards::card::{CardId, Layout};
use gauntlet_cards::effect::Duration;
use gauntlet_cards::filter::Zone;
use gauntlet_core::Audience;

use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::state::{Flags, Object, ObjectId, PlayPermission};

impl Eye<'_> {
    /// Returns whether a permanent is prepared.
    pub(crate) fn is_prepared(self, id: ObjectId) -> bool {
        self.preparation(id).is_some()
    }

    /// The permission to cast the copy of a prepared permanent's prepare spell.
    fn preparation(self, id: ObjectId) -> Option<PlayPermission> {
        let own =
            |permission: &&PlayPermission| permission.duration == Duration::WhilePrepared && permission.source == id;
        self.s.permissions.iter().find(own).copied()
    }

    /// Returns whether a permission comes from a permanent that is phased out, which is treated as though it doesn't exist (CR 702.26b).
    pub(crate) fn is_phased_out_with_source(self, permission: &PlayPermission) -> bool {
        permission.duration == Duration::WhilePrepared
            && self.s.get(permission.source).is_some_and(|source| source.is(Flags::PHASED_OUT))
    }

    /// The prepare spell that a permanent has now, if it has one.
    fn prepare_spell(self, object: &Object) -> Option<CardId> {
        let whole = self.pool.card(self.pool.whole(object.card));
        let has_one = whole.layout == Layout::Prepare && !object.is_blank();
        whole.faces.first().copied().filter(|_| has_one)
    }
}

impl Engine<'_> {
    /// A creature with a prepare spell becomes prepared, unless it is so already: its controller creates a copy of that spell in exile
    /// and may cast it for as long as the permanent is prepared.
    pub(crate) fn prepare(&mut self, id: ObjectId) {
        let Some(object) = self.s.get(id).copied().filter(|object| object.zone == Zone::Battlefield) else { return };
        let Some(spell) = self.eye().prepare_spell(&object).filter(|_| object.is_creature()) else { return };
        if self.eye().is_prepared(id) {
            return;
        }
        let player = object.controller;
        let copy = self.create_card_copy(spell, player, Zone::Exile);
        let since = self.s.tick();
        self.s.permissions.push(PlayPermission {
            whole: true,
            duration: Duration::WhilePrepared,
            source: id,
            since,
            ..PlayPermission::plain(copy, player, self.s.turn)
        });
        self.touch();
        self.tell(Audience::Everyone, |eye| format!("{} becomes prepared.", eye.object_name(id)));
    }

    /// A permanent stops being prepared: the copy ceases to exist.
    pub(crate) fn unprepare(&mut self, id: ObjectId) {
        let Some(preparation) = self.eye().preparation(id) else { return };
        self.cease(preparation.card);
        self.touch();
        self.tell(Audience::Everyone, |eye| format!("{} becomes unprepared.", eye.object_name(id)));
    }

    /// Whoever controls a prepared permanent now may cast the copy, and without the permanent there is none.
    pub(crate) fn update_prepared(&mut self) {
        let mut place = 0;
        while let Some(permission) = self.s.permissions.get(place).copied() {
            place += 1;
            if permission.duration != Duration::WhilePrepared {
                continue;
            }
            let stays = |source: &&Object| source.zone == Zone::Battlefield || source.is(Flags::PHASED_OUT);
            match self.s.get(permission.source).filter(stays) {
                Some(source) if source.controller != permission.player => {
                    self.s.permissions[place - 1].player = source.controller;
                    self.note_change();
                }
                Some(_) => {}
                None => {
                    self.cease(permission.card);
                    place -= 1;
                }
            }
        }
    }
}
