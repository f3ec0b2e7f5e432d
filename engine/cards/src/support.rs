//! What the compiled form can say but the engine can't carry out yet. A card that says such a thing is refused when it is
//! compiled, with the words given here: it is never half-played.

use std::any::Any;

use crate::ability::{AbilityKind, Activatable, Affected, OPTIONAL_COSTS, Replacement, Static, StaticEffect};
use crate::card::{AbilityId, Card, Pool};
use crate::cost::CostPart;
use crate::effect::{Instr, Modification, NewTokens};
use crate::filter::Zone;
use crate::keyword::Keywords;
use crate::walk::{Then, Walk};

/// How a refusal by this list begins.
pub(crate) const CANT_DO: &str = "the engine can't do this yet:";

impl Pool {
    /// The first thing of a card that the engine can't do, in words.
    pub fn unsupported(&self, card: &Card) -> Option<&'static str> {
        card.abilities.iter().find_map(|id| self.unsupported_ability(*id))
    }

    /// The first thing of an ability, and of those that it gives, makes or waits with.
    pub(crate) fn unsupported_ability(&self, id: AbilityId) -> Option<&'static str> {
        let mut found = None;
        self.ability(id).walk(&mut |node| {
            found = found.or_else(|| self.unsupported_node(node));
            if found.is_some() { Then::Past } else { Then::Inside }
        });
        found
    }

    fn unsupported_node(&self, node: &dyn Any) -> Option<&'static str> {
        if let Some(id) = node.downcast_ref() {
            self.unsupported_ability(*id)
        } else if let Some(NewTokens { token, .. }) = node.downcast_ref() {
            let token = self.card(*token);
            let acts = token.abilities.iter().any(|id| self.acts_as_it_enters(*id));
            acts.then_some("a choice as a token enters that is no copy").or_else(|| self.unsupported(token))
        } else if let Some(Modification::AddKeywords(keywords)) = node.downcast_ref() {
            (keywords.contains(Keywords::READ_AHEAD).then_some("read ahead that something is given"))
                .or(keywords.contains(Keywords::COMPLEATED).then_some("compleated that something is given"))
        } else if let Some(Modification::AddAbility(id)) = node.downcast_ref() {
            self.acts_as_it_enters(*id).then_some("a given ability that acts as something enters")
        } else if let Some(Activatable { optional_costs, .. }) = node.downcast_ref() {
            (optional_costs.len() > OPTIONAL_COSTS).then_some("that many optional costs")
        } else if let Some(CostPart::OneOf(_)) = node.downcast_ref() {
            Some("a choice of costs")
        } else if let Some(
            Instr::Continuous(_, changes, _)
            | Instr::ContinuousOn(_, changes, _)
            | Instr::CreateCopy { except: changes, .. }
            | Instr::CopySpell { except: changes, .. },
        ) = node.downcast_ref()
        {
            let alone = matches!(node.downcast_ref(), Some(Instr::Continuous(..))) && changes.len() == 1;
            too_many_numbers(changes).or_else(|| gains_activated_besides(changes, alone))
        } else if let Some(ability) = node.downcast_ref() {
            unsupported_static(ability)
        } else {
            None
        }
    }

    /// Returns whether an ability is a script that runs before what has it enters (CR 614.12a): only printed ones are looked for then.
    fn acts_as_it_enters(&self, id: AbilityId) -> bool {
        matches!(&self.ability(id).kind, AbilityKind::Static(given)
            if matches!(given.effect, StaticEffect::Replacement(Replacement::AsEnters(_))))
    }
}

/// What others can do is gained by an effect for each of their abilities, which does nothing else.
fn gains_activated_besides(changes: &[Modification], alone: bool) -> Option<&'static str> {
    let gains = changes.iter().any(|change| matches!(change, Modification::AddActivatedOf(_)));
    (gains && !alone).then_some("the activated abilities of others gained with something else")
}

fn too_many_numbers(changes: &[Modification]) -> Option<&'static str> {
    let numbered = changes.iter().filter(|change| change.is_numbered()).count();
    (numbered > Modification::MOST_NUMBERED)
        .then_some("an effect with more than two changes whose numbers are locked in")
}

/// Types, colors and flash: what cards that aren't objects are looked at with.
fn told_of_hidden_cards(change: &Modification) -> bool {
    match change {
        Modification::AddKeywords(keywords) => *keywords == Keywords::FLASH,
        change => change.is_told_of_hidden_cards(),
    }
}

fn unsupported_static(ability: &Static) -> Option<&'static str> {
    match &ability.effect {
        StaticEffect::Continuous(Affected::EachIn(Zone::Hand | Zone::Library, _), changes)
            if ability.zone != Zone::Battlefield || !changes.iter().all(told_of_hidden_cards) =>
        {
            Some("such effects on cards in hands and libraries")
        }
        StaticEffect::Continuous(Affected::EachIn(Zone::Command, _), changes)
            if ability.zone != Zone::Battlefield || !changes.iter().all(told_of_hidden_cards) =>
        {
            Some("such effects on cards in the command zone")
        }
        // "Can't be countered" works on the stack, emblems in the command zone.
        StaticEffect::Continuous(..) if matches!(ability.zone, Zone::Hand | Zone::Library) => {
            Some("continuous effects from other zones")
        }
        StaticEffect::Continuous(_, changes) => too_many_numbers(changes),
        StaticEffect::CombatTax(tax) if !tax.is_possible() => Some("such a cost to attack or block"),
        // CR 113.6b: in the command zone it is looked for as what emblems do.
        StaticEffect::SpellCost { .. } if ability.zone == Zone::Command => None,
        StaticEffect::SpellCost { .. } | StaticEffect::AbilityCost { .. } if ability.zone != Zone::Battlefield => {
            Some("cost changes from other zones")
        }
        _ => None,
    }
}
