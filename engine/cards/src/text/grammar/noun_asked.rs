//! What is asked of noun phrases.

use super::noun::{Adj, Np, Nps, Qual, Quant, With};

impl Nps {
    /// Returns whether it is a target on the stack, a spell.
    pub(crate) fn is_target_spell(&self) -> bool {
        matches!(self, Nps::One { np: Np::Quant { quant: Quant::Target, noun } } if noun.is_about_spells())
    }

    /// "Up to one target instant card and up to one target sorcery card from your graveyard": where the last one is, the others are,
    /// if nothing else is said of them.
    pub(crate) fn with_shared_place(&self) -> Option<Nps> {
        let mut all = self.clone();
        let (last, others): (&Np, Vec<&mut Np>) = match &mut all {
            Nps::One { .. } => return None,
            Nps::Two { a, b } => (b, vec![a]),
            Nps::Three { a, b, c } => (c, vec![a, b]),
            Nps::Four { a, b, c, d } => (d, vec![a, b, c]),
            Nps::Five { a, b, c, d, e } => (e, vec![a, b, c, d]),
        };
        let is_place = |qual: &&Qual| matches!(qual, Qual::From { .. });
        let Np::Quant { quant, noun } = last else { return None };
        let place = noun.quals.iter().find(is_place)?;
        if !quant.targets() {
            return None;
        }
        for other in others {
            match other {
                Np::Quant { quant, noun } if quant.targets() && noun.is_about_cards() && noun.quals.is_empty() => {
                    noun.quals.push(place.clone());
                }
                _ => return None,
            }
        }
        Some(all)
    }
}

impl Qual {
    /// Returns whether it says something of several things together.
    pub(crate) fn is_of_all(&self) -> bool {
        matches!(
            self,
            Qual::DifferentPowers
                | Qual::DifferentManaValues
                | Qual::DifferentNames
                | Qual::DifferentControllers
                | Qual::Sharing { .. }
                | Qual::With { with: With::Total { .. } }
        )
    }
}

impl Quant {
    /// Returns whether it announces targets.
    pub(crate) fn targets(&self) -> bool {
        matches!(
            self,
            Quant::Target
                | Quant::AnotherTarget
                | Quant::SecondTarget
                | Quant::ThirdTarget
                | Quant::Targets { .. }
                | Quant::OtherTargets { .. }
                | Quant::EachOfTargets { .. }
                | Quant::EachOfOtherTargets { .. }
        )
    }
}

impl Adj {
    /// Returns whether conditions ask for it: "if it's tapped".
    pub(crate) fn is_asked(&self) -> bool {
        matches!(self, Adj::Blocked | Adj::Unpaired | Adj::Non { .. }) || self.is_state()
    }

    /// Returns whether it says in what state or of what quality something is, as "that's ..." does.
    pub(super) fn is_state(&self) -> bool {
        matches!(
            self,
            Adj::Tapped
                | Adj::Untapped
                | Adj::Attacking
                | Adj::Blocking
                | Adj::Enchanted
                | Adj::Equipped
                | Adj::Modified
                | Adj::Goaded
                | Adj::Suspected
                | Adj::Prepared
                | Adj::Colored { .. }
                | Adj::Colorless
                | Adj::Multicolored
                | Adj::Monocolored
                | Adj::Historic
                | Adj::Super { .. }
        )
    }
}
