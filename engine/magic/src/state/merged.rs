//! What represents a merged permanent (CR 729.2).

use gauntlet_cards::card::CardId;

use super::object::ObjectId;

/// A card or token that represents a merged permanent. That which was there first is listed first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Component {
    /// The permanent.
    pub(crate) permanent: ObjectId,
    /// The card that it is printed as; of what was there first, the permanent knows (it may have been face down).
    pub(crate) card: CardId,
    /// Whether it is a token, or the copy of a spell.
    pub(crate) token: bool,
}
