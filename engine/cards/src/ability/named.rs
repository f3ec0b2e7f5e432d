//! Abilities that others speak of.

use crate::ability::{Ability, AbilityKind, Activatable, ActivatableKind, StaticEffect};
use crate::keyword::KeywordName;
use crate::walk::Walk;

/// Activated abilities that are spoken of by their keyword.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Named {
    /// CR 702.6.
    Equip,
    /// CR 702.142.
    Boast,
    /// CR 702.29, typecycling included (CR 702.29f).
    Cycling,
    /// CR 702.122.
    Crew,
    /// CR 702.171.
    Saddle,
    /// CR 702.107.
    Outlast,
    /// CR 702.177.
    Exhaust,
    /// CR 702.138: casting the card for its escape cost.
    Escape,
}

/// Which activated abilities of an object are meant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum WhichAbilities {
    /// Every one.
    All,
    /// Those that are spoken of by this keyword.
    Named(Named),
    /// Those that aren't mana abilities (CR 605.1a).
    NotMana,
    /// Loyalty abilities (CR 606).
    Loyalty,
}

impl WhichAbilities {
    /// Returns whether an ability is one of them.
    pub fn fits(self, ability: &Activatable) -> bool {
        match self {
            WhichAbilities::All => true,
            WhichAbilities::Named(named) => ability.named == Some(named),
            WhichAbilities::NotMana => ability.mana.is_none(),
            WhichAbilities::Loyalty => ability.kind == ActivatableKind::Loyalty,
        }
    }
}

impl KeywordName {
    /// Returns whether an ability is this keyword, or one of those that it stands for.
    pub fn is_ability(self, ability: &Ability) -> bool {
        match (self, &ability.kind) {
            (KeywordName::Cycling, AbilityKind::Activatable(way)) => way.named == Some(Named::Cycling),
            (KeywordName::Toxic, AbilityKind::Static(own)) => matches!(own.effect, StaticEffect::Toxic(_)),
            _ => self.is_said_by(&ability.text),
        }
    }
}
