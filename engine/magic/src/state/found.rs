//! What is found by going through all permanents and graveyards, kept so that nobody has to again.

use gauntlet_cards::types::{CardTypes, Supertypes};
use gauntlet_core::PerPlayer;

use super::object::{Flags, Object};

/// Permanents of these types, and creatures, can be put into the graveyard by a state-based action for what they are.
const MORTAL: CardTypes = CardTypes::PLANESWALKER.union(CardTypes::BATTLE).union(CardTypes::ENCHANTMENT);

/// What state-based actions have to look at closer: most boards have none of it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    /// Some permanents may have been dealt damage.
    pub(crate) hurt: bool,
    /// Some may be attached.
    pub(crate) attached: bool,
    /// For some it is to be found out whether they are put into the graveyard for what they are.
    pub(crate) mortal: bool,
    /// How many are legendary, or were.
    pub(crate) legends: u16,
}

/// What is found by going through all permanents and graveyards, as characteristics are computed or cards move.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The permanents that make mana, in their order.
    pub(crate) makers: Vec<u16>,
    /// Those that may have abilities to activate but for mana.
    pub(crate) actors: Vec<u16>,
    /// What there is that state-based actions look at.
    pub(crate) board: Board,
    /// No fewer than the cards in each graveyard that may be used there by what is written on them.
    pub(crate) graveyard_uses: PerPlayer<u16>,
}

impl Found {
    /// How many bytes its lists hold.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.makers.as_slice()) + size_of_val(self.actors.as_slice())
    }
}

impl Clone for Found {
    fn clone(&self) -> Found {
        Found { makers: self.makers.clone(), actors: self.actors.clone(), ..*self }
    }

    fn clone_from(&mut self, from: &Found) {
        self.makers.clone_from(&from.makers);
        self.actors.clone_from(&from.actors);
        (self.board, self.graveyard_uses) = (from.board, from.graveyard_uses);
    }
}

impl Board {
    /// A permanent is on it, too.
    #[inline]
    pub(crate) fn look_at(&mut self, object: &Object) {
        let chars = &object.characteristics;
        self.hurt |= object.damage > 0 || object.is(Flags::DEATHTOUCHED);
        self.attached |= !object.attached_to.is_none();
        self.mortal |= may_end(object);
        self.legends += u16::from(chars.supertypes.contains(Supertypes::LEGENDARY));
    }

    /// Returns whether there is nothing in another that isn't in this one.
    pub(crate) fn has_all_of(self, other: Board) -> bool {
        self.hurt >= other.hurt
            && self.attached >= other.attached
            && self.mortal >= other.mortal
            && self.legends >= other.legends
    }
}

/// Returns whether a permanent may be put into the graveyard by a state-based action for what it is: of creatures only those of which nothing is
/// left (CR 704.5f).
#[inline]
pub(crate) fn may_end(object: &Object) -> bool {
    let chars = &object.characteristics;
    chars.types.intersects(MORTAL)
        || chars.types.contains(CardTypes::CREATURE) && chars.toughness <= 0
        || chars.supertypes.contains(Supertypes::WORLD)
}
