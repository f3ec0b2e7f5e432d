//! Splice (CR 702.47) as cards have it: text that may be added to other spells.
//!
//! The parts of a spell's script that were chosen are numbers; those from [`SPLICED`] on stand for the text of a card with splice.

use crate::cost::Cost;
use crate::filter::Filter;
use crate::ids::{AbilityId, CardId};

/// The first number of a part that isn't in the spell's own script.
pub const SPLICED: u8 = 128;

/// A splice ability of a card.
#[derive(Clone, Debug)]
pub struct Splice {
    /// The card that has it.
    pub card: CardId,
    /// The spells that it can be spliced onto.
    pub onto: Filter,
    /// What that costs.
    pub cost: Cost,
    /// The way to cast the card, whose script is its text.
    pub text: AbilityId,
}
