//! The order of the layers, and which of them a change is made in (CR 613.1).

use crate::effect::Modification;

/// The number of a layer or sublayer, in the order in which they apply (CR 613.1, 613.4).
pub fn layer_of(modification: &Modification) -> u8 {
    match modification {
        Modification::CopyOf(_) | Modification::SetName(_) => 0,
        Modification::Control(_) => 1,
        Modification::ChangeText(_) => 2,
        Modification::AddTypes(_)
        | Modification::SetTypes(_)
        | Modification::RemoveTypes(_)
        | Modification::AddSupertypes(_)
        | Modification::RemoveSupertypes(_)
        | Modification::AddSubtypes(_)
        | Modification::SetSubtypes(..)
        | Modification::AddEveryCreatureType
        | Modification::AddEveryNonbasicLandType
        | Modification::AddChosenType
        | Modification::SetChosenType => TYPES,
        Modification::SetColors(_)
        | Modification::SetChosenColor
        | Modification::AddChosenColor
        | Modification::AddColors(_) => 4,
        Modification::AddKeywords(_)
        | Modification::RemoveKeywords(_)
        | Modification::AddAbility(_)
        | Modification::AddThisAbility
        | Modification::AddActivatedOf(..)
        | Modification::LoseAllAbilities
        | Modification::LoseThisAbility
        | Modification::CantHaveKeywords(_)
        | Modification::AddProtectionFromChosenColor => ABILITIES,
        Modification::DefinePT(..) => 6,
        Modification::SetBasePT(..) => BASE_PT,
        Modification::AddPT(..) => COUNTERS,
        Modification::SwitchPT => 9,
        Modification::Restrict(_) | Modification::Quality(_) | Modification::QualityByControl(..) => 10,
    }
}

/// Layer 4.
pub const TYPES: u8 = 3;
/// Layer 6.
pub const ABILITIES: u8 = 5;
/// Layer 7b (CR 613.4b).
pub const BASE_PT: u8 = 7;
/// Layer 7c, in which counters apply too (CR 613.4c).
pub const COUNTERS: u8 = 8;
/// What comes after all layers (CR 613.11).
pub const LAST: u8 = 10;
