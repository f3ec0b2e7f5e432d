//! Prevention and redirection of damage for a turn.

use super::operands::Recipients;
use crate::filter::{Amount, Filter, Objects, PlayerFilter};
use crate::ids::AbilityId;
use crate::walk::Walk;

/// Prevents damage, or deals it to another instead, for this turn (CR 614.9, 615).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Walk)]
pub struct Shield {
    /// To these only.
    pub to: Option<Recipients>,
    /// From these only, as they are now.
    pub from: Option<Objects>,
    /// From such sources only, as they are when they would deal the damage (CR 609.7b, 615.9).
    pub quality: Option<Filter>,
    /// Combat damage only.
    pub combat: bool,
    /// That much of it; all, if `None`.
    pub amount: Option<Amount>,
    /// The next time only.
    pub once: bool,
    /// Who is dealt the damage instead.
    pub redirect: Option<Recipients>,
    /// To such players and permanents, whoever they are by then ("you and/or creatures you control").
    pub group: Option<(Option<PlayerFilter>, Option<Filter>)>,
    /// What happens right after damage was prevented.
    pub then: Option<AfterPrevention>,
}

/// What happens right after damage was prevented (CR 615.5): the script of an ability, with the amount as the event's number,
/// the damage's source as its object and what would have been dealt the damage as the other one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct AfterPrevention {
    /// The ability.
    pub ability: AbilityId,
    /// Whether it asks for the source or for what would have been dealt the damage, so that it happens for each of them.
    pub apart: bool,
}
