//! What effects change and filters test of an object.

use crate::keyword::Keywords;
use crate::types::{CardTypes, Colors, Subtypes, Supertypes};

/// The characteristics that effects change and filters test (CR 109.3), but for name, rules text and abilities that are not keywords.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Characteristics {
    /// Keyword abilities.
    pub keywords: Keywords,
    /// Subtypes.
    pub subtypes: Subtypes,
    /// Power; 0 where there is none.
    pub power: i16,
    /// Toughness; 0 where there is none.
    pub toughness: i16,
    /// Card types.
    pub types: CardTypes,
    /// Supertypes.
    pub supertypes: Supertypes,
    /// Colours.
    pub colors: Colors,
    /// Mana value (CR 202.3).
    pub mana_value: u8,
}
