//! Keywords that stand for scripts which no text says: aura swap, craft, demonstrate, ripple.

use super::context::Context;
use super::decline::{Lowered, decline};
use super::filter::unsupported;
use crate::ability::{AbilityKind, Activatable, ActivatableKind, StaticEffect, Timing, Triggered};
use crate::card::AbilityId;
use crate::cost::{Cost, CostPart};
use crate::effect::{Destination, Instr, LibraryPosition, Part, Pick, Script, SeenBy};
use crate::filter::{Amount, Condition, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::mana::ManaCost;
use crate::text::grammar::noun::Noun;
use crate::types::Subtype;

impl Context<'_> {
    /// CR 702.65a, 701.12d–e: this Aura, if it is yours, for an Aura card in your hand that can enchant the same. Nothing happens
    /// if either half of the exchange can't be completed (CR 702.65b).
    pub(super) fn aura_swap(&mut self, text: String, cost: Cost) -> Lowered<Vec<AbilityId>> {
        if !matches!(
            self.casting.enchant,
            Some(StaticEffect::Enchant { objects: Some(_), players: None, zone: Zone::Battlefield })
        ) {
            return decline("only an Aura that enchants permanents can be exchanged");
        }
        let mine = Test::Owner(PlayerFilter::You);
        let there = Filter { tests: vec![Test::Source, mine.clone()] };
        let hand = Filter { tests: vec![mine, Test::Subtype(Subtype::AURA)] };
        let pick = Pick {
            chooser: Players::You,
            from: Objects::Each(Zone::Hand, hand),
            min: Amount::Const(1),
            max: Amount::Const(1),
            random: false,
        };
        let (card, host) = (Objects::Register(0), Objects::Register(1));
        let entering = Destination {
            controller: Some(Players::You),
            attached: Some(host.clone()),
            ..Destination::to(Zone::Battlefield)
        };
        let end = 7;
        let code = vec![
            Instr::Unless(Condition::Exists(Zone::Battlefield, there), end),
            Instr::AddObjects(1, Objects::Host),
            Instr::May(Players::You, end),
            Instr::Pick(pick, 0),
            Instr::Unless(Condition::CanBeAttached(card.clone(), host), end),
            Instr::Move(Objects::Source, Destination::to(Zone::Hand), None),
            Instr::Move(card, entering, None),
        ];
        Ok(vec![self.activated_script(text, cost, Timing::Instant, code)])
    }

    /// CR 702.167a–b: the materials are permanents you control and cards in your graveyard, whatever is said of them.
    pub(super) fn craft(&mut self, text: String, n: i32, noun: &Noun, mana: &ManaCost) -> Lowered<Vec<AbilityId>> {
        let mut frame = self.frame();
        let described = self.noun(&mut frame, noun)?;
        let plain = |test: &Test| {
            matches!(
                test,
                Test::Types(_)
                    | Test::AllTypes(_)
                    | Test::NotTypes(_)
                    | Test::Subtype(_)
                    | Test::Colors(_)
                    | Test::Supertype(_)
                    | Test::AnyOf(_)
            )
        };
        if described.zone != Some(Zone::Battlefield) || described.card || !described.filter.tests.iter().all(plain) {
            return unsupported("the materials", noun);
        }
        let materials = CostPart::ExileMaterials(Amount::Const(n), described.filter);
        let cost = Cost { mana: Some(mana.clone()), parts: vec![CostPart::ExileSource, materials] };
        let there = Destination { transformed: true, ..Destination::to(Zone::Battlefield) };
        let code = vec![Instr::Move(Objects::Source, there, None)];
        Ok(vec![self.activated_script(text, cost, Timing::Sorcery, code)])
    }

    fn activated_script(&mut self, text: String, cost: Cost, timing: Timing, code: Vec<Instr>) -> AbilityId {
        let part = Part { text: text.clone(), targets: Vec::new(), code };
        let way = Activatable {
            cost,
            timing,
            script: Script { parts: vec![part], modes: None },
            ..Activatable::new(ActivatableKind::Ability, Zone::Battlefield)
        };
        self.add(text, AbilityKind::Activatable(Box::new(way)))
    }

    /// CR 702.144a: you may copy the spell; if you do, an opponent copies it too. Either may choose new targets for their copy.
    pub(super) fn demonstrate(&mut self, text: String) -> Lowered<Vec<AbilityId>> {
        let mut triggered = self.copying_trigger()?;
        let part = &mut triggered.script.parts[0];
        let [Instr::CopySpell { of, new_targets: true, .. }] = part.code.as_slice() else {
            return decline("the definition does more than copy the spell");
        };
        let of = of.clone();
        let copy = |player: Players| Instr::CopySpell {
            of: of.clone(),
            player,
            new_targets: true,
            except: Vec::new(),
            at: None,
        };
        part.code = vec![Instr::May(Players::You, 3), copy(Players::You), copy(Players::Opponents)];
        Ok(vec![self.add(text, AbilityKind::Triggered(Box::new(triggered)))])
    }

    /// CR 702.60a: you may reveal the top cards; those with the spell's name may be cast for nothing, and the rest goes to the
    /// bottom in any order.
    pub(super) fn ripple(&mut self, text: String, n: i32) -> Lowered<Vec<AbilityId>> {
        let mut triggered = self.copying_trigger()?;
        let top = Instr::LookAtTop { player: Players::You, amount: Amount::Const(n), seen: SeenBy::All, into: 0 };
        let revealed = Objects::Register(0);
        let namesakes = Filter::just(Test::SharesName(Box::new(Objects::Source)));
        let bottom = Destination { position: LibraryPosition::Bottom, ..Destination::to(Zone::Library) };
        triggered.script.parts[0].code = vec![
            Instr::May(Players::You, 4),
            top,
            Instr::CastFree(Players::You, Objects::Those(Box::new(revealed.clone()), namesakes), None),
            Instr::Move(revealed, bottom, None),
        ];
        Ok(vec![self.add(text, AbilityKind::Triggered(Box::new(triggered)))])
    }

    /// A trigger on casting this spell, whose script is one part that copies it.
    fn copying_trigger(&mut self) -> Lowered<Triggered> {
        let ids = self.definition("When you cast ~, copy it. You may choose new targets for the copy.")?;
        let [id] = ids.as_slice() else { return decline("the definition has several abilities") };
        match self.pool.ability(*id).kind.clone() {
            AbilityKind::Triggered(triggered) if triggered.script.parts.len() == 1 => Ok(*triggered),
            _ => decline("the definition isn't a triggered ability"),
        }
    }
}
