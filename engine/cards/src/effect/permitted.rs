//! In what way a player may cast or play a card that an effect allows (CR 601.3b).

use crate::ids::AbilityId;
use crate::walk::Walk;

/// In what way a player may cast or play a card that an effect allows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Walk)]
pub enum Permitted {
    /// In any.
    #[default]
    Usual,
    /// Not in the turn in which it was allowed (CR 702.185a).
    Later,
    /// As a plotted card (CR 702.170d): in a later turn, when a sorcery could be cast.
    Plotted,
    /// For its mana cost as a flashback cost (CR 702.34a): it is exiled afterwards.
    Flashback,
    /// Only for what a static ability offers in place of its mana cost ([`crate::ability::PlayerRule::OtherPrice`], CR 118.9): no other
    /// alternative cost can be paid then (CR 118.9a). No object has that ability.
    For(AbilityId),
    /// In any, while the condition of a static ability holds that no object has: in turns in which something has been done.
    While(AbilityId),
}
