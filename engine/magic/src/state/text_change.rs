//! Words in the text of objects that stand for others (CR 612).

use gauntlet_cards::types::Subtype;

use super::object::ObjectId;

/// A word that effects replace by another of its kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Word {
    /// A colour word: the colour's place in the order W, U, B, R, G.
    Color(u8),
    /// A basic land type or a creature type.
    Subtype(Subtype),
}

/// All instances of a word in the text of an object are another one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TextChange {
    /// Whose text it is.
    pub object: ObjectId,
    /// The word.
    pub from: Word,
    /// What it stands for.
    pub to: Word,
}
