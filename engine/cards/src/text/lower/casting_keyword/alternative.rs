//! Keywords that are other ways to cast a card: other costs, other zones, other times (CR 118.9).

use crate::ability::{AbilityKind, Affected, Replacement, Static, StaticEffect};
use crate::card::AbilityId;
use crate::cost::{Cost, CostPart};
use crate::effect::{Destination, Instr, Part, Script, SpentAs, TargetSpec};
use crate::face_down::FaceDown;
use crate::filter::{
    Amount, Comparison, Condition, CounterKind, Filter, Objects, PlayerFilter, Players, Step, Test, Zone,
};
use crate::keyword::Keywords;
use crate::keyword_action::KeywordAction;
use crate::text::grammar::keyword::KeywordItem;
use crate::text::keywords::CastingKeyword;
use crate::text::lower::casting::Alternative;
use crate::text::lower::casting::Casting;
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::all_of;
use crate::types::{CardTypes, Subtype};

/// CR 702.140a, 702.140c: what a mutating creature spell does as it resolves. That a creature has mutated is told when both are one object.
pub(in crate::text::lower) fn mutating_script() -> Script {
    let mut fits = Filter::just(Test::Types(CardTypes::CREATURE));
    fits.tests.extend(Subtype::from_name("Human").map(|human| Test::Not(Box::new(Filter::just(Test::Subtype(human))))));
    fits.tests.push(Test::OwnerIn(Box::new(Players::OwnerOf(Box::new(Objects::Source)))));
    let words = ["over it", "under it"].map(str::to_owned).to_vec();
    let code = vec![
        Instr::ChooseWord(Players::You, words, 0),
        Instr::Merge(Objects::Target(0), Amount::Register(0)),
        Instr::DoneBy(KeywordAction::Mutate, Objects::Target(0)),
    ];
    let targets = vec![TargetSpec::one(vec![(Zone::Battlefield, fits)], None)];
    Script { parts: vec![Part { text: "Mutate".to_owned(), targets, code }], modes: None }
}

impl Context<'_> {
    /// CR 702.185a: it is exiled in the next end step, and its owner may cast it again on a later turn.
    pub(super) fn warp(&mut self, cost: Cost, text: String) -> Lowered<Vec<AbilityId>> {
        self.casting.alternatives.push(Alternative::Warp(cost));
        let n = Casting::NAMED;
        let exile = Instr::Move(Objects::Source, Destination::to(Zone::Exile), Some(0));
        let allow = Instr::AllowPlay {
            player: Players::OwnerOf(Box::new(Objects::Register(0))),
            cards: Objects::Register(0),
            most: None,
            duration: crate::effect::Duration::Indefinite,
            spells: None,
            lands: false,
            free: false,
            how: crate::effect::Permitted::Later,
            mana: SpentAs::Itself,
        };
        let words =
            "At the beginning of the next end step, exile ~, then its owner may cast it from exile on a later turn.";
        let later = self.scripted(words, Zone::Battlefield, Vec::new(), vec![exile, allow]);
        Ok(vec![self.later_if_paid(text, n, Step::End, later)])
    }

    /// CR 702.188a.
    pub(super) fn web_slinging(&mut self, mut cost: Cost) -> Lowered<Vec<AbilityId>> {
        let creature = Filter { tests: vec![Test::Types(CardTypes::CREATURE), Test::Tapped] };
        cost.parts.push(CostPart::Return(Amount::Const(1), creature));
        self.casting.alternatives.push(Alternative::Instead(cost, None));
        Ok(Vec::new())
    }

    /// CR 702.74a: whoever controls the permanent as the ability resolves sacrifices it.
    pub(super) fn evoke(&mut self, cost: Cost) -> Lowered<Vec<AbilityId>> {
        let n = Casting::NAMED;
        self.casting.alternatives.push(Alternative::Named(cost, n, None));
        self.if_paid(n, "When ~ enters, its controller sacrifices it.")
    }

    /// CR 702.187b: only its owner discards a card.
    pub(super) fn mayhem(&mut self, cost: Cost) -> Lowered<Vec<AbilityId>> {
        let discarded = Some(Condition::WasDiscarded);
        self.casting.alternatives.push(Alternative::FromGraveyard(Some(cost), discarded));
        Ok(Vec::new())
    }

    /// CR 702.109a, 702.152a: it has haste, and leaves in the next end step.
    pub(super) fn dash_or_blitz(
        &mut self,
        casting: CastingKeyword,
        cost: Cost,
        text: String,
    ) -> Lowered<Vec<AbilityId>> {
        let n = Casting::NAMED;
        self.casting.alternatives.push(Alternative::Named(cost, n, None));
        let (words, code) = if casting == CastingKeyword::Dash {
            ("return ~ to its owner's hand", Instr::Move(Objects::Source, Destination::to(Zone::Hand), None))
        } else {
            ("sacrifice ~", Instr::Sacrifice(Players::You, Objects::Source))
        };
        let later = format!("At the beginning of the next end step, {words}.");
        let later = self.scripted(&later, Zone::Battlefield, Vec::new(), vec![code]);
        let haste = vec![crate::effect::Modification::AddKeywords(Keywords::HASTE)];
        let haste = Static {
            zone: Zone::Battlefield,
            condition: Some(Condition::CostPaid(n)),
            effect: StaticEffect::Continuous(Affected::Source, haste),
        };
        let mut ids = vec![self.later_if_paid(text.clone(), n, Step::End, later)];
        ids.push(self.add(text, AbilityKind::Static(Box::new(haste))));
        if casting == CastingKeyword::Blitz {
            ids.extend(self.if_paid(n, "When ~ dies, draw a card.")?);
        }
        Ok(ids)
    }

    /// CR 702.76a, 702.173a: a creature of the kind has dealt combat damage.
    pub(super) fn prowl_or_freerunning(
        &mut self,
        casting: CastingKeyword,
        cost: Cost,
        item: &KeywordItem,
    ) -> Lowered<Vec<AbilityId>> {
        // CR 702.76a: any of the creature types that it has by then; CR 702.173a: an Assassin or a commander.
        let mut by = Filter::just(Test::Controller(PlayerFilter::You));
        let alike = casting == CastingKeyword::Prowl;
        if !alike {
            let Some(assassin) = Subtype::from_name("Assassin") else { return unsupported("the keyword", item) };
            by.tests.push(Test::AnyOf(vec![Filter::just(Test::Subtype(assassin)), Filter::just(Test::Commander)]));
        }
        self.casting.alternatives.push(Alternative::Named(
            cost,
            Casting::NAMED,
            Some(Condition::DealtCombatDamage { by, alike }),
        ));
        Ok(Vec::new())
    }

    /// CR 702.176a: for another cost it enters with time counters, and isn't a creature while it has one.
    pub(in crate::text::lower) fn impending(&mut self, text: String, n: i32, cost: Cost) -> Lowered<Vec<AbilityId>> {
        let named = Casting::NAMED;
        self.casting.alternatives.push(Alternative::Named(cost, named, None));
        let (what, amount) = (Filter::just(Test::Source), Amount::Const(n));
        let enters = Replacement::EntersWithCounters { what, kind: CounterKind::TIME, amount };
        let enters = Static { zone: Zone::Battlefield, condition: None, effect: StaticEffect::Replacement(enters) };
        let mut all = vec![AbilityKind::Static(Box::new(enters))];
        for line in [
            "As long as ~ has a time counter on it, ~ isn't a creature.",
            "At the beginning of your end step, if ~ has a time counter on it, remove a time counter from it.",
        ] {
            for id in self.definition(line)? {
                all.push(self.pool.ability(id).kind.clone());
            }
        }
        let mut ids = Vec::new();
        for mut kind in all {
            let condition = match &mut kind {
                AbilityKind::Static(own) => &mut own.condition,
                AbilityKind::Triggered(own) => &mut own.condition,
                AbilityKind::Activatable(_) => return decline("impending has no activated ability"),
            };
            let paid = Condition::CostPaid(named);
            *condition = all_of(condition.take().into_iter().chain([paid]).collect());
            ids.push(self.add(text.clone(), kind));
        }
        Ok(ids)
    }

    /// CR 702.117a.
    pub(super) fn surge(&mut self, cost: Cost) -> Lowered<Vec<AbilityId>> {
        let condition = Condition::Compare(Amount::SpellsCast(Players::You), Comparison::AtLeast, Amount::Const(1));
        let named = Casting::NAMED;
        self.casting.alternatives.push(Alternative::Named(cost, named, Some(condition)));
        Ok(Vec::new())
    }

    /// CR 702.137a.
    pub(super) fn spectacle(&mut self, cost: Cost) -> Lowered<Vec<AbilityId>> {
        let condition = Condition::Compare(Amount::LifeLost(Players::Opponents), Comparison::AtLeast, Amount::Const(1));
        let named = Casting::NAMED;
        self.casting.alternatives.push(Alternative::Named(cost, named, Some(condition)));
        Ok(Vec::new())
    }

    /// CR 702.35a.
    pub(super) fn madness(&mut self, cost: Cost, text: String) -> Lowered<Vec<AbilityId>> {
        if self.types.intersects(CardTypes::LAND) {
            return decline("madness on a land isn't supported");
        }
        self.casting.alternatives.push(Alternative::Special(cost));
        let code = vec![
            Instr::CastSpecial(Players::You, Objects::Source),
            Instr::Unless(Condition::Not(Box::new(Condition::Did)), 3),
            Instr::Move(Objects::Source, Destination::to(Zone::Graveyard), None),
        ];
        Ok(vec![self.scripted(&text, Zone::Exile, Vec::new(), code)])
    }

    /// CR 702.94a.
    pub(super) fn miracle(&mut self, cost: Cost, text: String) -> Lowered<Vec<AbilityId>> {
        self.casting.alternatives.push(Alternative::Miracle(cost));
        let code = vec![Instr::TakeFromHand(0), Instr::CastSpecial(Players::You, Objects::Register(0))];
        Ok(vec![self.scripted(&text, Zone::Hand, Vec::new(), code)])
    }

    /// CR 702.143a.
    pub(super) fn foretell(&mut self, cost: Cost, text: String) -> Lowered<Vec<AbilityId>> {
        // What X is paid for is what the spell says of being foretold.
        self.has_x |= cost.mana.as_ref().is_some_and(|mana| mana.x_count() > 0);
        self.casting.alternatives.push(Alternative::PutAway(FaceDown::Foretold, cost));
        let two = Cost::mana(crate::mana::ManaCost { symbols: vec![crate::mana::ManaSymbol::Generic(2)] });
        Ok(vec![self.put_away(text, FaceDown::Foretold, two)])
    }

    /// CR 702.170a.
    pub(super) fn plot(&mut self, cost: Cost, text: String) -> Lowered<Vec<AbilityId>> {
        let free = Cost::mana(crate::mana::ManaCost::default());
        self.casting.alternatives.push(Alternative::PutAway(FaceDown::Plotted, free));
        Ok(vec![self.put_away(text, FaceDown::Plotted, cost)])
    }
}
