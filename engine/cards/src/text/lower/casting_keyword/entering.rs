//! Keywords about how a permanent enters.

use crate::ability::{AbilityKind, Replacement, StaticEffect, TriggerEvent};
use crate::card::AbilityId;
use crate::cost::Cost;
use crate::effect::{Instr, Script};
use crate::face_down::FaceDown;
use crate::filter::{Amount, Comparison, Condition, CounterKind, Filter, Objects, Players, Test, Zone};
use crate::keyword::Keywords;
use crate::text::grammar::keyword::KeywordItem;
use crate::text::keywords::CastingKeyword;
use crate::text::lower::casting_keyword::devoured;
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::unsupported;
use crate::types::CardTypes;

impl Context<'_> {
    /// CR 702.136a, 702.98a, 702.82a: riot, unleash and devour.
    pub(super) fn counters_as_it_enters(
        &mut self,
        casting: CastingKeyword,
        item: &KeywordItem,
        text: String,
    ) -> Lowered<Vec<AbilityId>> {
        let plus = |n: Amount| Instr::EnterWith(CounterKind::PLUS_ONE, n);
        let code = match (casting, item) {
            (CastingKeyword::Riot, _) => {
                let haste = vec![crate::effect::Modification::AddKeywords(Keywords::HASTE)];
                let haste = Instr::Continuous(Objects::Source, haste, crate::effect::Duration::Indefinite);
                vec![Instr::May(Players::You, 3), plus(Amount::Const(1)), Instr::End, haste]
            }
            (CastingKeyword::Devour, KeywordItem::Number { n, .. }) => {
                let n = n.0;
                let creatures = Filter::just(Test::Types(CardTypes::CREATURE));
                devoured(creatures, |count| Amount::Times(Box::new(count), n))
            }
            (CastingKeyword::Unleash, _) => vec![Instr::May(Players::You, 2), plus(Amount::Const(1))],
            _ => return unsupported("the keyword", item),
        };
        let part = crate::effect::Part { text: text.clone(), targets: Vec::new(), code };
        let script = Script { parts: vec![part], modes: None };
        let mut ids = vec![self.add_static(text, StaticEffect::Replacement(Replacement::AsEnters(script)))];
        if casting == CastingKeyword::Unleash {
            ids.extend(self.definition("~ can't block as long as it has a +1/+1 counter on it.")?);
        }
        Ok(ids)
    }

    /// CR 702.156a.
    pub(super) fn ravenous(&mut self, item: &KeywordItem, text: String) -> Lowered<Vec<AbilityId>> {
        let what = Filter::just(Test::Source);
        let effect = Replacement::EntersWithCounters { what, kind: CounterKind::PLUS_ONE, amount: Amount::X };
        let event = TriggerEvent::ZoneChange {
            what: Filter::just(Test::Source),
            from: None,
            to: Some(Zone::Battlefield),
            batched: false,
        };
        let code = vec![Instr::Draw(Players::You, Amount::Const(1))];
        let draw = self.scripted(&text, Zone::Battlefield, vec![event], code);
        let AbilityKind::Triggered(mut triggered) = self.pool.ability(draw).kind.clone() else {
            return unsupported("the keyword", item);
        };
        triggered.condition = Some(Condition::Compare(Amount::X, Comparison::AtLeast, Amount::Const(5)));
        let draw = self.add(text.clone(), AbilityKind::Triggered(triggered));
        Ok(vec![self.add_static(text, StaticEffect::Replacement(effect)), draw])
    }

    /// CR 702.44a: what changes types isn't asked.
    pub(super) fn sunburst(&mut self, text: String) -> Lowered<Vec<AbilityId>> {
        let kind = if self.types.contains(CardTypes::CREATURE) {
            CounterKind::PLUS_ONE
        } else {
            self.pool.counter_kind("charge")
        };
        let what = Filter::just(Test::Source);
        let effect = Replacement::EntersWithCounters { what, kind, amount: Amount::ColorsSpent };
        Ok(vec![self.add_static(text, StaticEffect::Replacement(effect))])
    }

    /// CR 702.37, 702.168: it can be cast face down, and turned up for a cost.
    pub(super) fn morph(&mut self, casting: CastingKeyword, cost: Cost) -> Lowered<Vec<AbilityId>> {
        let how = if casting == CastingKeyword::Disguise { FaceDown::Disguise } else { FaceDown::Morph };
        self.allow_face_down(how)?;
        self.casting.face_down = Some(how);
        // CR 702.37b.
        let counter = Instr::AddCounters(Objects::Source, CounterKind::PLUS_ONE, Amount::Const(1));
        let more = if casting == CastingKeyword::Megamorph { vec![counter] } else { Vec::new() };
        Ok(vec![self.pool.turn_up_for(cost, more)])
    }
}
