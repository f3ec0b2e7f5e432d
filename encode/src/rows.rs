//! Which row of an observation each object has, and so its reference.

use gauntlet_cards::card::CardId;
use gauntlet_cards::filter::Zone;
use gauntlet_cards::types::CardTypes;
use gauntlet_core::Player;
use gauntlet_magic::state::{Emblem, Object, ObjectId, StackItem};
use gauntlet_magic::{DecisionKind, Visible};
use smallvec::SmallVec;

use crate::layout::{
    self, ASIDE, EMBLEMS, GRAVEYARD, HAND, KNOWN, OPPOSING_LIBRARY, OWN_LIBRARY, PERMANENTS, Part, SEGMENTS, STACK,
};

/// A number of an object or player in an observation: 0 is nothing.
pub(crate) type Reference = u8;
const _: () = assert!(layout::REFERENCES <= Reference::MAX as usize + 1);

/// The reference of a row.
pub(crate) fn reference(part: Part, row: usize) -> Reference {
    (SEGMENTS[part as usize].reference + row) as Reference
}

/// The reference of a player.
pub(crate) fn player_reference(player: Player, viewer: Player) -> Reference {
    if player == viewer { 1 } else { 2 }
}

/// The permanents of a player that have rows, in the order of the rows, and how many there are in all.
#[derive(Default)]
pub(crate) struct Permanents<'a> {
    pub(crate) shown: SmallVec<[(ObjectId, &'a Object); PERMANENTS]>,
    pub(crate) all: usize,
}

/// What has a row.
#[derive(Default)]
pub(crate) struct Rows<'a> {
    /// The viewer's permanents, the opponent's.
    pub(crate) permanents: [Permanents<'a>; 2],
    pub(crate) hand: SmallVec<[CardId; HAND]>,
    pub(crate) hand_left_out: usize,
    pub(crate) known: SmallVec<[CardId; KNOWN]>,
    pub(crate) known_left_out: usize,
    pub(crate) aside: SmallVec<[(ObjectId, &'a Object); ASIDE]>,
    /// The top first.
    pub(crate) stack: SmallVec<[StackItem; STACK]>,
    pub(crate) stack_size: usize,
    /// The viewer's emblems, the opponent's, the latest first.
    pub(crate) emblems: [SmallVec<[Emblem; EMBLEMS]>; 2],
    /// The top cards of the viewer's library and of the opponent's as far as the viewer knows them, by their places from the top.
    pub(crate) libraries: [SmallVec<[Option<CardId>; OWN_LIBRARY]>; 2],
    /// The viewer's graveyard, the opponent's, the latest card first.
    pub(crate) graveyards: [SmallVec<[(ObjectId, &'a Object); GRAVEYARD]>; 2],
}

/// The references of objects, by their places in the arena.
#[derive(Clone, Default, Debug)]
pub(crate) struct References(Vec<Reference>);

impl References {
    fn clear(&mut self) {
        self.0.fill(0);
    }

    fn set(&mut self, index: usize, reference: Reference) {
        if index >= self.0.len() {
            self.0.resize(index + 1, 0);
        }
        self.0[index] = reference;
    }

    /// The reference of the object at a place; 0 if it has no row.
    pub(crate) fn at(&self, index: usize) -> Reference {
        self.0.get(index).copied().unwrap_or(0)
    }

    /// The reference of an object; 0 if it has no row or there is none.
    pub(crate) fn of(&self, id: ObjectId) -> Reference {
        if id.is_none() { 0 } else { self.at(id.index()) }
    }
}

impl<'a> Rows<'a> {
    /// Gives everything that a player sees its row.
    pub(crate) fn place(seen: Visible<'a>, references: &mut References) -> Rows<'a> {
        let mut rows = Rows::default();
        references.clear();
        rows.place_permanents(seen, references);
        let hand = seen.hand();
        rows.hand_left_out = take(hand, &mut rows.hand, HAND);
        rows.known_left_out = take(seen.known_opposing_hand(), &mut rows.known, KNOWN);
        if may_put_aside(seen.decision().kind) {
            rows.place_aside(seen, references);
        }
        let items = seen.whole_stack();
        rows.stack_size = items.len();
        for item in items.iter().rev().take(STACK) {
            if !item.object.is_none() {
                references.set(item.object.index(), reference(Part::Stack, rows.stack.len()));
            }
            rows.stack.push(*item);
        }
        for emblem in seen.emblems() {
            let own = &mut rows.emblems[usize::from(emblem.owner != seen.viewer())];
            own.truncate(EMBLEMS - 1);
            own.insert(0, emblem);
        }
        for (which, (owner, most)) in
            [(seen.viewer(), OWN_LIBRARY), (!seen.viewer(), OPPOSING_LIBRARY)].into_iter().enumerate()
        {
            for (card, above, _) in seen.known_in_library(owner).take_while(|known| known.1 < most) {
                rows.libraries[which].resize(above, None);
                rows.libraries[which].push(Some(card));
            }
        }
        for (which, part) in [Part::OwnGraveyard, Part::OpposingGraveyard].into_iter().enumerate() {
            let owner = if which == 0 { seen.viewer() } else { !seen.viewer() };
            for (id, object) in seen.graveyard_objects(owner).rev().take(GRAVEYARD) {
                references.set(id.index(), reference(part, rows.graveyards[which].len()));
                rows.graveyards[which].push((id, object));
            }
        }
        rows
    }

    /// Lands come last, so that they are what has no row where there are too many permanents.
    fn place_permanents(&mut self, seen: Visible<'a>, references: &mut References) {
        for lands in [false, true] {
            for (id, object) in seen.permanents() {
                if object.characteristics.types.contains(CardTypes::LAND) != lands {
                    continue;
                }
                let which = usize::from(object.controller != seen.viewer());
                let own = &mut self.permanents[which];
                own.all += 1;
                if own.shown.len() < PERMANENTS {
                    let part = if which == 0 { Part::Own } else { Part::Opposing };
                    references.set(id.index(), reference(part, own.shown.len()));
                    own.shown.push((id, object));
                }
            }
        }
    }

    fn place_aside(&mut self, seen: Visible<'a>, references: &mut References) {
        for owner in [seen.viewer(), !seen.viewer()] {
            for zone in [Zone::Library, Zone::Hand] {
                for (id, object) in seen.seen_aside(owner, zone) {
                    if self.aside.len() < ASIDE {
                        references.set(id.index(), reference(Part::Aside, self.aside.len()));
                        self.aside.push((id, object));
                    }
                }
            }
        }
    }
}

/// Takes the first cards; returns how many are left.
fn take<const N: usize>(cards: impl Iterator<Item = CardId>, into: &mut SmallVec<[CardId; N]>, most: usize) -> usize
where
    [CardId; N]: smallvec::Array<Item = CardId>,
{
    let mut left = 0;
    for card in cards {
        if into.len() < most {
            into.push(card);
        } else {
            left += 1;
        }
    }
    left
}

/// Returns whether cards may be put aside while such a question is asked: not while nothing resolves.
fn may_put_aside(kind: DecisionKind) -> bool {
    use DecisionKind::{Attack, Block, Mulligan, None, Priority};
    !matches!(kind, None | Priority | Attack | Block | Mulligan)
}
