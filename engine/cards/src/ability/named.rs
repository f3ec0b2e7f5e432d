//! Abilities that others speak of.

use crate::ability::{Ability, AbilityKind, Activatable, ActivatableKind, StaticEffect, TriggerEvent};
use crate::effect::Instr;
use crate::face_down::FaceDown;
use crate::filter::{CounterKind, Zone};
use crate::keyword::KeywordName;
pub use crate::named::{Named, SpecialAction};
use crate::walk::Walk;

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

impl Activatable {
    /// Which special action it is, if it is one that effects speak of.
    pub fn special_action(&self) -> Option<SpecialAction> {
        if self.kind != ActivatableKind::Special {
            return None;
        }
        self.script.parts.first()?.code.iter().find_map(|instr| match instr {
            Instr::Move(_, to, _) if to.down == FaceDown::Foretold => Some(SpecialAction::Foretell),
            Instr::TurnFaceUp(_) => Some(SpecialAction::TurnFaceUp),
            Instr::Unlock(..) => Some(SpecialAction::Unlock),
            _ => None,
        })
    }
}

impl KeywordName {
    /// Returns whether an ability is this keyword, or one of those that it stands for.
    pub fn is_ability(self, ability: &Ability) -> bool {
        match (self, &ability.kind) {
            (KeywordName::Cycling, AbilityKind::Activatable(way)) => way.named == Some(Named::Cycling),
            (KeywordName::Toxic, AbilityKind::Static(own)) => matches!(own.effect, StaticEffect::Toxic(_)),
            // What a card in exile is given: it triggers there as its time counters are removed (CR 702.62a).
            (KeywordName::Suspend, AbilityKind::Triggered(own)) => {
                let last = |event: &TriggerEvent| {
                    matches!(event, TriggerEvent::CountersRemoved { kind: CounterKind::TIME, last: true, .. })
                };
                own.zone == Zone::Exile && own.events.iter().any(last)
            }
            _ => self.is_said_by(&ability.text),
        }
    }
}
