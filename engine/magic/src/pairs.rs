//! Paired creatures (CR 702.95, soulbond), and what a permanent devoured as it entered (CR 702.82b).

use gauntlet_cards::filter::{Filter, Objects, Zone};
use gauntlet_cards::happening::Happening;
use gauntlet_core::{Audience, Player};

use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::state::{ObjectId, Pair, PastEvent};
use crate::task::Scope;

impl Engine<'_> {
    /// CR 702.95c: the creatures become paired if both still are unpaired creatures that the player controls.
    pub(crate) fn pair(&mut self, scope: &Scope, first: &Objects, second: &Objects) {
        let (first, second) = (self.list(scope, first), self.list(scope, second));
        let (Some(&a), Some(&b)) = (first.first(), second.first()) else { return };
        let can = |id: ObjectId| self.stays_paired(id, scope.you) && self.eye().partner(id).is_none();
        if a == b || !can(a) || !can(b) {
            return;
        }
        self.s.pairs.push(Pair { creatures: [a, b], controller: scope.you });
        self.touch();
        self.tell(Audience::Everyone, |eye| format!("{} and {} are paired.", eye.object_name(a), eye.object_name(b)));
    }

    fn stays_paired(&self, id: ObjectId, controller: Player) -> bool {
        self.s.get(id).is_some_and(|object| {
            object.zone == Zone::Battlefield && object.is_creature() && object.controller == controller
        })
    }

    /// CR 702.95e: what is no longer a creature that the same player controls is unpaired, and so is its partner.
    pub(crate) fn end_pairs(&mut self) {
        let mut pairs = std::mem::take(&mut self.s.pairs);
        let before = pairs.len();
        pairs.retain(|pair| pair.creatures.iter().all(|id| self.stays_paired(*id, pair.controller)));
        let ended = pairs.len() != before;
        self.s.pairs = pairs;
        if ended {
            self.touch();
        }
    }

    /// Notes which permanents an object has devoured that is about to enter.
    pub(crate) fn note_devoured(&mut self, entering: ObjectId, devoured: &[ObjectId]) {
        if devoured.is_empty() {
            return;
        }
        let permanent = self.eye().as_permanent(entering);
        let count = u16::try_from(devoured.len()).unwrap_or(u16::MAX);
        self.s.devoured.push((permanent, count));
        for id in devoured {
            self.note_about(Happening::DEVOURED, *id, permanent);
        }
    }
}

impl Eye<'_> {
    /// The creature that another one is paired with. What has left the battlefield is paired with nothing from that moment on
    /// (CR 702.95e), before anything takes note of it.
    pub(crate) fn partner(self, id: ObjectId) -> Option<ObjectId> {
        let stands =
            |pair: &&Pair| pair.creatures.contains(&id) && pair.creatures.iter().all(|id| self.s.get(*id).is_some());
        let pair = self.s.pairs.iter().find(stands)?;
        pair.creatures.into_iter().find(|other| *other != id)
    }

    /// How many permanents an object devoured.
    pub(crate) fn devoured(self, id: ObjectId) -> i32 {
        let own = self.s.devoured.iter().find(|entry| entry.0 == id);
        own.map_or(0, |entry| i32::from(entry.1))
    }

    /// How many of the permanents that objects devoured this turn fitted, as they last existed on the battlefield.
    pub(crate) fn devoured_of(self, scope: &Scope, objects: &Objects, filter: &Filter) -> i32 {
        let theirs = |past: &&PastEvent| self.any_object(scope, objects, |id| id == past.source);
        let devoured = self.past(Happening::DEVOURED).filter(theirs);
        devoured.filter(|past| self.matches(scope, filter, past.id, &past.object)).count() as i32
    }
}
