//! Which object of a host is which of ours: the same one has the same place in all positions of a game, as agents remember objects by it.

use std::collections::BTreeMap;

use gauntlet_cards::card::CardId;
use gauntlet_cards::filter::Zone;
use gauntlet_core::{Game as _, Player};
use gauntlet_magic::Position;
use gauntlet_magic::state::{Flags, ObjectId};

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
    /// Whether it is an ability, and no card, token or copy.
    pub(super) is_ability: bool,
}

/// What an object is known by that has no name yet.
type Likeness = (Zone, Player, CardId, bool);

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
        free.retain(|(id, _)| !self.by_name.values().any(|place| place == id));
        for named in there {
            if self.by_name.contains_key(named.id) {
                continue;
            }
            let fits = |entry: &(ObjectId, Likeness)| {
                entry.1 == (named.zone, named.controller, named.card, named.is_ability)
                    && !self.by_name.values().any(|place| place.index() == entry.0.index())
            };
            let id = match free.iter().position(fits) {
                Some(place) => free.remove(place).0,
                None => self.new_place(expected),
            };
            self.by_name.insert(named.id.to_owned(), id);
        }
    }

    /// A place that nothing has, under a number that no object of `expected` has there: what is new is no earlier one.
    fn new_place(&mut self, expected: Option<&Position>) -> ObjectId {
        let taken = |index: u16| self.by_name.values().any(|place| place.index() == usize::from(index));
        let index = (0..u16::MAX - 1).find(|index| !taken(*index)).unwrap_or_default();
        loop {
            self.given = self.given.wrapping_add(1);
            let id = ObjectId::new(index, FIRST.wrapping_add(self.given));
            if expected.is_none_or(|position| position.state().get(id).is_none()) {
                return id;
            }
        }
    }
}

/// What lies in zones that all see, and on the stack.
fn objects(position: &Position, viewer: Player) -> Vec<(ObjectId, Likeness)> {
    let see = position.visible(viewer);
    let mut found: Vec<(ObjectId, Likeness)> =
        see.permanents().map(|(id, object)| (id, (Zone::Battlefield, object.controller, object.card, false))).collect();
    for player in Player::BOTH {
        let graveyard = see.graveyard_objects(player);
        found.extend(graveyard.map(|(id, object)| (id, (Zone::Graveyard, player, object.card, false))));
        found.extend(see.exiled(player).map(|(id, object)| (id, (Zone::Exile, player, object.card, false))));
    }
    for item in see.whole_stack() {
        if let Some(object) = see.last_known(item.object) {
            found.push((item.object, (Zone::Stack, item.controller, object.card, object.is(Flags::ABILITY))));
        }
    }
    found
}
