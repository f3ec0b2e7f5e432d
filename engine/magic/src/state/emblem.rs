//! Emblems (CR 114): who has which. What their abilities do is kept where others of their kind are, for the rest of the game.

use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_core::Player;
use smallvec::SmallVec;

use super::{ObjectId, State};

/// An ability of an emblem.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct EmblemAbility {
    /// Which emblem it is of: they are numbered in the order in which they were made.
    pub(crate) number: u16,
    /// The emblem in the command zone: the source of the ability (CR 113.7).
    pub(crate) object: ObjectId,
    pub(crate) owner: Player,
    /// The card whose effect made the emblem; none of the Ring's (CR 701.54a).
    pub(crate) of: Option<CardId>,
    pub(crate) ability: AbilityId,
}

/// An emblem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Emblem {
    /// The place in the order in which emblems were made, from 0.
    pub number: u16,
    /// The object in the command zone.
    pub object: ObjectId,
    /// Who has it.
    pub owner: Player,
    /// The card whose effect made it; none of the emblem of the Ring.
    pub of: Option<CardId>,
    /// Its abilities.
    pub abilities: SmallVec<[AbilityId; 4]>,
}

impl State {
    /// The emblems, in the order in which they were made.
    pub(crate) fn all_emblems(&self) -> impl Iterator<Item = Emblem> + '_ {
        let numbers = self.emblems.iter().map(|entry| entry.number + 1).max().unwrap_or(0);
        (0..numbers).filter_map(|number| {
            let own = || self.emblems.iter().filter(move |entry| entry.number == number);
            let first = own().next()?;
            let abilities = own().map(|entry| entry.ability).collect();
            Some(Emblem { number, object: first.object, owner: first.owner, of: first.of, abilities })
        })
    }

    /// The emblem that the Ring has given a player already.
    pub(crate) fn emblem_of_the_ring(&self, owner: Player) -> Option<EmblemAbility> {
        self.emblems.iter().find(|entry| entry.of.is_none() && entry.owner == owner).copied()
    }

    /// The number of the next emblem.
    pub(crate) fn next_emblem(&self) -> u16 {
        self.emblems.iter().map(|entry| entry.number + 1).max().unwrap_or(0)
    }
}
