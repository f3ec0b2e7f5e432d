//! What the compiled form can say but the engine can't carry out yet. A card that says such a thing is refused when it is
//! compiled, with the words given here: it is never played by halves.

use crate::ability::{AbilityKind, Activatable, Affected, Replacement, Static, StaticEffect};
use crate::card::{AbilityId, Card, Pool};
use crate::cost::{Cost, CostPart};
use crate::effect::{Instr, Modification, Script};
use crate::filter::Zone;

impl Pool {
    /// The first thing of a card that the engine can't do, in words.
    pub fn unsupported(&self, card: &Card) -> Option<&'static str> {
        card.abilities.iter().find_map(|id| self.unsupported_ability(*id))
    }

    fn unsupported_ability(&self, id: AbilityId) -> Option<&'static str> {
        match &self.ability(id).kind {
            AbilityKind::Activatable(way) => self.unsupported_way(way),
            AbilityKind::Triggered(triggered) => self.unsupported_script(&triggered.script),
            AbilityKind::Static(ability) => self.unsupported_static(ability),
        }
    }

    fn unsupported_way(&self, way: &Activatable) -> Option<&'static str> {
        let optional = way.optional_costs.iter().find_map(|cost| unsupported_cost(&cost.cost));
        let too_many = way.optional_costs.len() > crate::ability::OPTIONAL_COSTS;
        let too_many = too_many.then_some("so many optional costs");
        optional.or(too_many).or_else(|| unsupported_cost(&way.cost)).or_else(|| self.unsupported_script(&way.script))
    }

    fn unsupported_script(&self, script: &Script) -> Option<&'static str> {
        script.parts.iter().flat_map(|part| &part.code).find_map(|instr| match instr {
            Instr::MayPay(_, cost, _)
            | Instr::MayPayTimes(_, cost, ..)
            | Instr::MayPayX(_, cost, ..)
            | Instr::Pay(_, cost, _) => unsupported_cost(cost),
            Instr::Shield(shield) => shield.then.and_then(|then| self.unsupported_ability(then.ability)),
            Instr::Delayed(id, _) | Instr::Reflexive(id, _) | Instr::PlayerEffect(id, _) | Instr::NextSpell(id, _) => {
                self.unsupported_ability(*id)
            }
            Instr::CreateEmblem(_, ids) => ids.iter().find_map(|id| self.unsupported_ability(*id)),
            Instr::CreateToken(tokens) => {
                let token = self.card(tokens.token);
                let acts = token.abilities.iter().any(|id| self.acts_as_it_enters(*id));
                acts.then_some("a choice as a token enters that is no copy").or_else(|| self.unsupported(token))
            }
            Instr::Continuous(_, changes, _) | Instr::ContinuousOn(_, changes, _) => self.unsupported_changes(changes),
            Instr::CreateCopy { except, .. } | Instr::CopySpell { except, .. } => self.unsupported_changes(except),
            _ => None,
        })
    }

    fn unsupported_changes(&self, changes: &[Modification]) -> Option<&'static str> {
        if changes.iter().filter(|change| change.is_numbered()).count() > Modification::MOST_NUMBERED {
            return Some("an effect with more than two changes whose numbers are locked in");
        }
        changes.iter().find_map(|change| match change {
            Modification::AddAbility(id) if self.acts_as_it_enters(*id) => {
                Some("a given ability that acts as something enters")
            }
            Modification::AddAbility(id) | Modification::Quality(id) => self.unsupported_ability(*id),
            _ => None,
        })
    }

    /// Whether an ability is a script that runs before what has it enters (CR 614.12a): only printed ones are looked for then.
    fn acts_as_it_enters(&self, id: AbilityId) -> bool {
        matches!(&self.ability(id).kind, AbilityKind::Static(given)
            if matches!(given.effect, StaticEffect::Replacement(Replacement::AsEnters(_))))
    }

    fn unsupported_static(&self, ability: &Static) -> Option<&'static str> {
        match &ability.effect {
            StaticEffect::Continuous(affected, changes) => {
                let zone = match affected {
                    Affected::EachIn(Zone::Hand | Zone::Library | Zone::Command, _) => {
                        Some("continuous effects on other zones")
                    }
                    _ => None,
                };
                // "Can't be countered" works on the stack, emblems in the command zone.
                let from = (matches!(ability.zone, Zone::Hand | Zone::Library))
                    .then_some("continuous effects from other zones");
                zone.or(from).or_else(|| self.unsupported_changes(changes))
            }
            StaticEffect::MayEnlist(id) => self.unsupported_ability(*id),
            StaticEffect::CombatTax(tax) if !tax.is_possible() => Some("such a cost to attack or block"),
            StaticEffect::Replacement(
                Replacement::AsEnters(script)
                | Replacement::Draw { instead: script, .. }
                | Replacement::PreventAnd { then: script, .. },
            ) => self.unsupported_script(script),
            StaticEffect::SpellCost { .. } | StaticEffect::AbilityCost { .. } if ability.zone != Zone::Battlefield => {
                Some("cost changes from other zones")
            }
            _ => None,
        }
    }
}

fn unsupported_cost(cost: &Cost) -> Option<&'static str> {
    cost.parts.iter().find_map(|part| match part {
        CostPart::OneOf(_) => Some("a choice of costs"),
        _ => None,
    })
}
