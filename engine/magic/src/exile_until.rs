//! Cards that are exiled until something leaves the battlefield: they return to the zone that they were in (CR 610.3).

use gauntlet_cards::effect::Destination;
use gauntlet_cards::filter::Zone;
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::engine::{Engine, Flow};
use crate::state::{ExileLink, Flags, Object, ObjectId, Range, State};
use crate::task::{Scope, Task};

impl State {
    /// Returns whether a permanent has left the battlefield. One that is phased out hasn't (CR 702.26d).
    pub(crate) fn has_left(&self, permanent: ObjectId) -> bool {
        let stays = |object: &Object| object.zone == Zone::Battlefield || object.is(Flags::PHASED_OUT);
        !self.get(permanent).is_some_and(stays)
    }

    /// Returns whether a card returns now, as what it was exiled with has left.
    fn is_due(&self, link: &ExileLink) -> bool {
        link.returns && self.has_left(link.source)
    }
}

impl Engine<'_> {
    /// A player has become the monarch: what was exiled until an opponent does returns (CR 610.3).
    pub(crate) fn end_exile_until_monarch(&mut self, monarch: Player) {
        let mut due = false;
        for link in &mut self.s.links {
            if link.until_monarch.is_some_and(|player| player != monarch) {
                // Whatever has exiled it has nothing more to do with it.
                *link = ExileLink { source: ObjectId::NONE, returns: true, until_monarch: None, ..*link };
                due = true;
            }
        }
        if due {
            self.s.tasks.push(Task::ReturnExiled);
        }
    }

    /// Something has left the battlefield: the cards that were exiled until then return together, each to its previous zone
    /// (CR 610.3, 610.3d), once it is chosen how those enter that return to the battlefield.
    pub(crate) fn return_exiled(&mut self) -> Flow {
        let due = |link: &&ExileLink| self.s.is_due(link);
        let cards: SmallVec<[ObjectId; 8]> = self.s.links.iter().filter(due).map(|link| link.card).collect();
        self.s.tasks.push(Task::ReturnExiled);
        let mut asks = false;
        for &card in &cards {
            let Some(object) = self.s.get(card).copied().filter(|object| object.came_from == Zone::Battlefield) else {
                continue;
            };
            let scope = Scope::of(card, object.owner);
            asks |= self.choose_how_to_enter(card, object.owner);
            asks |= self.choose_host(&scope, card, &Destination::to(Zone::Battlefield));
        }
        if asks {
            return Flow::Go;
        }
        self.s.tasks.retain(|task| *task != Task::ReturnExiled);
        // CR 610.3c: under their owners' control.
        for zone in [Zone::Battlefield, Zone::Hand, Zone::Graveyard, Zone::Library] {
            let start = self.s.scratch.len() as u16;
            let came_from = |card: &&ObjectId| self.s.get(**card).is_some_and(|object| object.came_from == zone);
            let back: SmallVec<[ObjectId; 8]> = cards.iter().filter(came_from).copied().collect();
            self.s.scratch.extend(back);
            let range = Range { start, end: self.s.scratch.len() as u16 };
            if range.start < range.end {
                let scope = Scope::of(ObjectId::NONE, self.s.active);
                self.move_objects(&scope, range, &Destination::to(zone));
            }
            self.s.scratch.truncate(usize::from(start));
        }
        self.s.links.retain(|link| !link.returns || !cards.contains(&link.card));
        Flow::Go
    }
}
