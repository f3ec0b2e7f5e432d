//! Which object of a host is which of ours: the same one has the same place in all positions of a game, as agents remember objects by it.

use std::collections::BTreeMap;

use gauntlet_cards::card::CardId;
use gauntlet_cards::filter::Zone;
use gauntlet_core::{Game as _, Player};
use gauntlet_magic::Position;
use gauntlet_magic::state::ObjectId;

/// The places of a host's objects.
#[derive(Default)]
pub(super) struct Places {
    by_name: BTreeMap<String, ObjectId>,
    /// Counts objects: no two have the same generation, wherever they are.
    given: u16,
}

/// Where generations begin that are given here: those that the engine gives are small.
const FIRST: u16 = 20_000;

/// An object of a host, as far as it says which of ours it could be.
pub(super) struct Named<'o> {
    pub(super) id: &'o str,
    pub(super) zone: Zone,
    pub(super) controller: Player,
    pub(super) card: CardId,
}

impl Places {
    /// The place of an object.
    pub(super) fn of(&self, id: &str) -> Option<ObjectId> {
        self.by_name.get(id).copied()
    }

    /// What a host calls the object at a place.
    pub(super) fn name(&self, index: u16) -> Option<&str> {
        let mut all = self.by_name.iter();
        all.find(|(_, place)| place.index() == usize::from(index)).map(|(name, _)| name.as_str())
    }

    /// Takes note of what there is now: what isn't there any more leaves its place, and what is new gets one. If the position `expected`, in which
    /// our latest choice was made, has such an object that no name is known of, it is that one.
    pub(super) fn note(&mut self, there: &[Named<'_>], expected: Option<&Position>, viewer: Player) {
        self.by_name.retain(|id, _| there.iter().any(|named| named.id == id));
        let mut free = expected.map_or_else(Vec::new, |position| objects(position, viewer));
        free.retain(|(id, ..)| !self.by_name.values().any(|place| place == id));
        for named in there {
            if self.by_name.contains_key(named.id) {
                continue;
            }
            let fits = |entry: &(ObjectId, Zone, Player, CardId)| {
                (entry.1, entry.2, entry.3) == (named.zone, named.controller, named.card)
                    && !self.by_name.values().any(|place| place.index() == entry.0.index())
            };
            let id = match free.iter().position(fits) {
                Some(place) => free.remove(place).0,
                None => self.new_place(),
            };
            self.by_name.insert(named.id.to_owned(), id);
        }
    }

    fn new_place(&mut self) -> ObjectId {
        let taken = |index: u16| self.by_name.values().any(|place| place.index() == usize::from(index));
        let index = (0..u16::MAX - 1).find(|index| !taken(*index)).unwrap_or_default();
        self.given = self.given.wrapping_add(1);
        ObjectId::new(index, FIRST.wrapping_add(self.given))
    }
}

/// What lies in zones that all see, and on the stack.
fn objects(position: &Position, viewer: Player) -> Vec<(ObjectId, Zone, Player, CardId)> {
    let see = position.visible(viewer);
    let mut found: Vec<_> =
        see.permanents().map(|(id, object)| (id, Zone::Battlefield, object.controller, object.card)).collect();
    for player in Player::BOTH {
        found.extend(see.graveyard_objects(player).map(|(id, object)| (id, Zone::Graveyard, player, object.card)));
        found.extend(see.exiled(player).map(|(id, object)| (id, Zone::Exile, player, object.card)));
    }
    for item in see.whole_stack() {
        if let Some(object) = see.last_known(item.object) {
            found.push((item.object, Zone::Stack, item.controller, object.card));
        }
    }
    found
}
