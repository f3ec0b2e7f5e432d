//! What is known of the card whose text is lowered.

use super::casting::Casting;
use crate::card::Pool;
use crate::types::CardTypes;

/// What is known of the card while its text is lowered.
pub(crate) struct Context<'a> {
    pub(crate) pool: &'a mut Pool,
    pub(crate) types: CardTypes,
    /// The subtypes that are printed on the card; none inside granted abilities, whose sources can have any.
    pub(crate) subtypes: Option<crate::types::Subtypes>,
    /// The card's name, for "named ~"; none inside granted abilities.
    pub(crate) name: Option<String>,
    /// Whether the mana cost has X.
    pub(crate) has_x: bool,
    /// The mana cost; none inside granted abilities, whose sources can have any.
    pub(crate) mana_cost: Option<crate::mana::ManaCost>,
    /// The name of the back face of the card's meld pair (CR 712.4a).
    pub(crate) melds_into: Option<String>,
    /// Which half of a card with a shared type line the text is (CR 709.5); none inside granted abilities.
    pub(crate) half: Option<crate::designation::Door>,
    /// Whether another ability speaks of "the exiled card", so that exiling is linked to the source (CR 607).
    pub(crate) links_exile: bool,
    /// The same of what is put onto the battlefield.
    pub(crate) links_put: bool,
    /// How deep in quoted abilities and definitions.
    pub(crate) depth: u8,
    /// What casting the card is, changed by its keywords.
    pub(crate) casting: Casting,
}
