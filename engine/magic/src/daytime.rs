//! Day and night (CR 730), and the permanents that they transform: daybound and nightbound (CR 702.145).

use gauntlet_cards::ability::TriggerEvent;
use gauntlet_cards::card::CardId;
use gauntlet_cards::designation::Daytime;
use gauntlet_cards::keyword::{EventKinds, Keywords};
use gauntlet_core::Audience;

use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::state::{EventData, Flags, Object, ObjectId};

/// Daybound and nightbound.
pub(crate) const BOUND: Keywords = Keywords::DAYBOUND.union(Keywords::NIGHTBOUND);

impl Eye<'_> {
    /// The face with which a card enters because it is night (CR 702.145b).
    pub(crate) fn night_face(self, printed: CardId) -> Option<CardId> {
        let daybound = self.s.daytime == Daytime::Night
            && self.pool.card(printed).characteristics.keywords.contains(Keywords::DAYBOUND);
        daybound.then(|| self.pool.other_side(printed)).flatten()
    }
}

impl Engine<'_> {
    /// It becomes day or night; nothing happens if it is so already.
    pub(crate) fn set_daytime(&mut self, now: Daytime) {
        let before = self.s.daytime;
        if before == now {
            return;
        }
        self.s.daytime = now;
        self.touch();
        self.s.volatile_dirty = true;
        self.tell(Audience::Everyone, |_| format!("It becomes {}.", if now == Daytime::Day { "day" } else { "night" }));
        self.transform_bound();
        if before != Daytime::Neither && self.watches(EventKinds::STEP) {
            let data = EventData { object: ObjectId::NONE, other: None, player: Some(self.s.active), amount: 1 };
            self.watch(EventKinds::STEP, None, &|_, _, event| match event {
                TriggerEvent::DaytimeChanges => Some(data),
                _ => None,
            });
        }
    }

    /// The check of the untap step (CR 502.2, 730.2).
    pub(crate) fn check_daytime(&mut self) {
        match (self.s.daytime, self.s.active_spells_last_turn) {
            (Daytime::Day, 0) => self.set_daytime(Daytime::Night),
            (Daytime::Night, 2..) => self.set_daytime(Daytime::Day),
            _ => {}
        }
    }

    /// CR 702.145c–g, at once whenever a permanent with daybound or nightbound is there: it becomes day or night if it is
    /// neither, and what doesn't fit transforms.
    pub(crate) fn transform_bound(&mut self) {
        let has = |object: &Object, keyword| object.characteristics.keywords.contains(keyword);
        if self.s.daytime == Daytime::Neither {
            let any = |keyword| self.s.permanents().any(|(_, object)| has(object, keyword));
            let now = match (any(Keywords::DAYBOUND), any(Keywords::NIGHTBOUND)) {
                (true, _) => Daytime::Day,
                (false, true) => Daytime::Night,
                (false, false) => return,
            };
            return self.set_daytime(now);
        }
        for place in 0..self.s.battlefield.len() {
            let id = self.s.id(self.s.battlefield[place]);
            let object = &self.s.objects[id.index()];
            let turns = match self.s.daytime {
                Daytime::Night => has(object, Keywords::DAYBOUND) && !object.is(Flags::TRANSFORMED),
                _ => has(object, Keywords::NIGHTBOUND) && object.is(Flags::TRANSFORMED),
            };
            if turns && self.pool.other_side(object.printed).is_some() && !self.eye().cannot_transform(id, object) {
                self.turn_over(id);
            }
        }
    }
}
