//! Keywords that are abilities which no text in the grammar says.

use crate::ability::{AbilityKind, Activatable, ActivatableKind, Affected, Named, Static, StaticEffect, Timing};
use crate::card::AbilityId;
use crate::cost::{Cost, CostPart};
use crate::effect::{Attacking, Destination, Instr, Part, Script};
use crate::filter::{Amount, Condition, Filter, Objects, Players, Step, Test, Zone};
use crate::keyword::Keywords;
use crate::text::grammar::keyword::KeywordItem;
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::unsupported;
use crate::types::CardTypes;

impl Context<'_> {
    /// CR 702.49a; commander ninjutsu functions in the command zone, too (CR 702.49d).
    pub(super) fn ninjutsu(&mut self, cost: Cost, text: String, zone: Zone) -> AbilityId {
        let attackers = Filter { tests: vec![Test::Attacking, Test::Unblocked] };
        let mut way = Activatable::new(ActivatableKind::Ability, zone);
        way.cost = cost;
        way.cost.parts.push(CostPart::Return(Amount::Const(1), attackers));
        way.named = Some(Named::Ninjutsu);
        let steps = [Step::DeclareBlockers, Step::FirstStrikeDamage, Step::CombatDamage, Step::EndCombat];
        way.condition = Some(Condition::AnyOf(steps.map(Condition::InStep).to_vec()));
        let mut there = Destination::to(Zone::Battlefield);
        there.tapped = true;
        there.attacking = Attacking::Chosen;
        there.controller = Some(Players::You);
        let code = match zone {
            Zone::Hand => vec![Instr::TakeFromHand(0), Instr::Move(Objects::Register(0), there, None)],
            _ => vec![Instr::Move(Objects::Source, there, None)],
        };
        let part = crate::effect::Part { text: text.clone(), targets: Vec::new(), code };
        way.script = Script { parts: vec![part], modes: None };
        self.add(text, AbilityKind::Activatable(Box::new(way)))
    }

    /// CR 702.151a.
    pub(super) fn reconfigure(&mut self, cost: Cost, item: &KeywordItem, text: String) -> Lowered<Vec<AbilityId>> {
        let Some(mana) = cost.mana.clone() else { return unsupported("the keyword", item) };
        let mut ids = self.definition(&format!(
            "{mana}: Attach ~ to another target creature you control. Activate only as a sorcery."
        ))?;
        let host = Filter::just(Test::Types(CardTypes::CREATURE));
        let part = Part { text: text.clone(), targets: Vec::new(), code: vec![Instr::Unattach(Objects::Source)] };
        let unattach = Activatable {
            timing: Timing::Sorcery,
            condition: Some(Condition::ObjectIs(Objects::Host, host)),
            cost,
            script: Script { parts: vec![part], modes: None },
            ..Activatable::new(ActivatableKind::Ability, Zone::Battlefield)
        };
        ids.push(self.add(text.clone(), AbilityKind::Activatable(Box::new(unattach))));
        ids.extend(self.definition("As long as ~ is attached to a creature, ~ isn't a creature.")?);
        let may_equip = vec![crate::effect::Modification::AddKeywords(Keywords::RECONFIGURE)];
        ids.push(self.add_static(text, StaticEffect::Continuous(Affected::Source, may_equip)));
        Ok(ids)
    }

    /// CR 702.164.
    pub(super) fn toxic(&mut self, item: &KeywordItem, text: String) -> Lowered<Vec<AbilityId>> {
        let KeywordItem::Number { n, .. } = item else { return unsupported("the keyword", item) };
        Ok(vec![self.add_static(text, StaticEffect::Toxic(n.0.clamp(0, 255) as u8))])
    }

    /// CR 702.52a.
    pub(super) fn dredge(&mut self, item: &KeywordItem, text: String) -> Lowered<Vec<AbilityId>> {
        let KeywordItem::Number { n, .. } = item else { return unsupported("the keyword", item) };
        let effect = StaticEffect::Dredge(n.0.clamp(0, 255) as u8);
        let ability = Static { zone: Zone::Graveyard, condition: None, effect };
        Ok(vec![self.add(text, AbilityKind::Static(Box::new(ability)))])
    }
}
