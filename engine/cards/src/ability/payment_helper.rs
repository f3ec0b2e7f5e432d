//! What helps to pay for spells and abilities besides mana, and what of the mana may be spent on them.

use crate::filter::Filter;
use crate::ids::ManaOrigin;
use crate::mana::ManaCost;
use crate::types::Colors;
use crate::walk::Walk;

/// Ways to pay mana with something else.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum PaymentHelper {
    /// CR 702.51.
    Convoke,
    /// CR 702.66.
    Delve,
    /// CR 702.126.
    Improvise,
    /// Artifacts and creatures may be tapped for generic mana (waterbend).
    Waterbend,
    /// The same for an additional cost of a spell: for no more than that much of what the spell costs.
    WaterbendCost {
        /// The additional cost.
        mana: ManaCost,
        /// The optional cost that it is, if it may be left unpaid.
        optional: Option<u8>,
    },
    /// CR 702.132: another player may pay for generic mana.
    Assist,
    /// Mana may be spent on it as though it were mana of any color (CR 609.4b).
    AnyColor,
    /// Only mana of these colors can be spent on X.
    OnlyOnX(Colors),
    /// Only mana that permanents of that kind made can be spent on it.
    OnlyFrom(ManaOrigin),
    /// CR 702.41: less generic mana for each permanent that fits.
    Affinity(Filter),
}
