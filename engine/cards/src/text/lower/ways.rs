//! The ways to cast or play a card (CR 601.2, 118.9).

use crate::ability::{Ability, AbilityKind, Activatable, ActivatableKind, Named, StaticEffect, Timing};
use crate::card::{AbilityId, Layout};
use crate::cost::{Cost, CostChange, CostPart, Offering, SelfCostChange};
use crate::effect::{Attacking, Destination, Part, Script, TargetSpec};
use crate::face_down::FaceDown;
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Players, Step, Test, Zone};
use crate::mana::{ManaCost, ManaSymbol};
use crate::text::keywords::CastingKeyword;
use crate::text::lower::card::Face;
use crate::text::lower::casting::{Alternative, Casting};
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::frame::all_of;
use crate::types::{CardTypes, Subtype};

impl Context<'_> {
    /// The ways to cast or play a card.
    pub(super) fn ways(&mut self, face: &Face<'_>, layout: Layout, script: Script) -> Lowered<Vec<AbilityId>> {
        if !self.casting.fits() {
            return decline("a spell can't remember that many costs that were paid or not");
        }
        if face.types.contains(CardTypes::LAND) {
            let mut play = Activatable::new(ActivatableKind::PlayLand, Zone::Hand);
            play.timing = Timing::Sorcery;
            let mut ways = vec![self.way("Play".to_owned(), play.clone())];
            if self.casting.mayhem_land {
                play.zone = Zone::Graveyard;
                play.condition = Some(Condition::WasDiscarded);
                ways.push(self.way("Play from the graveyard".to_owned(), play));
            }
            // CR 702.37c: it is cast as what it is face down.
            ways.extend(self.face_down_way());
            return Ok(ways);
        }
        let cast = self.casting_it(face, script)?;
        self.casting.base = Some(cast.clone());
        let mut ways = self.usual_ways(face, layout, &cast);
        let mut by_keyword = false;
        for alternative in self.casting.alternatives.clone() {
            let mut other = cast.clone();
            let elsewhere = self.is_cast_from_graveyard_too(&alternative);
            let text = self.other_way(face, alternative, &mut other)?;
            ways.push(self.way(text.to_owned(), other.clone()));
            if elsewhere {
                other.zone = Zone::Graveyard;
                other.condition = other.condition.filter(|condition| *condition != Condition::CastFrom(Zone::Hand));
                ways.push(self.way(format!("{text} from the graveyard"), other));
                by_keyword = true;
            }
        }
        if self.casting.from_graveyard_by.is_some() && !by_keyword {
            return decline("it has no such ability to be cast by");
        }
        ways = self.one_of(ways)?;
        ways.extend(self.face_down_way());
        self.restrict(&mut ways);
        Ok(ways)
    }

    /// Returns whether a way to cast the card is by the ability that lets it be cast from the graveyard, too.
    fn is_cast_from_graveyard_too(&self, way: &Alternative) -> bool {
        match self.casting.from_graveyard_by {
            Some(CastingKeyword::Blitz | CastingKeyword::Dash) => matches!(way, Alternative::Named(..)),
            Some(CastingKeyword::Warp) => matches!(way, Alternative::Warp(_)),
            Some(CastingKeyword::Mutate) => matches!(way, Alternative::Mutate(_)),
            _ => false,
        }
    }

    /// Casting the card, whatever it costs.
    fn casting_it(&mut self, face: &Face<'_>, script: Script) -> Lowered<Activatable> {
        let mut script = script;
        if let Some(spec) = self.enchant_target(face)? {
            let part = Part { text: String::new(), targets: vec![spec], code: Vec::new() };
            script = Script { parts: vec![part], modes: None };
        }
        let mut cast = Activatable::new(ActivatableKind::Cast, Zone::Hand);
        let any_time = self.casting.any_time || face.types.contains(CardTypes::INSTANT);
        cast.timing = if any_time { Timing::Instant } else { Timing::Sorcery };
        cast.script = script;
        cast.optional_costs = self.casting.optional.clone();
        cast.cost_changes = self.casting.changes.clone();
        cast.helpers = self.casting.helpers.clone();
        cast.least_x = self.casting.least_x;
        cast.rebound = self.casting.rebound;
        cast.buyback = self.casting.buyback;
        cast.noted = self.casting.noted.clone().map(|number| (number, Casting::NOTED));
        if self.casting.aftermath {
            // CR 702.127a.
            cast.zone = Zone::Graveyard;
            cast.afterwards = Some(Destination::to(Zone::Exile));
        }
        Ok(cast)
    }

    /// Casting the card for its mana cost (CR 601.2f), or without paying it.
    fn usual_ways(&mut self, face: &Face<'_>, layout: Layout, cast: &Activatable) -> Vec<AbilityId> {
        let mut ways = Vec::new();
        if let Some(mana) = &face.cost {
            let mut usual = cast.clone();
            usual.cost = self.with_additional(Cost::mana(mana.clone()));
            if let Some(condition) = self.casting.flash_if.clone() {
                // "Only" and "as though it had flash" are about different times.
                let mut quick = usual.clone();
                quick.timing = Timing::Instant;
                quick.condition = Some(condition);
                ways.push(self.way(format!("Cast for {mana}"), usual));
                ways.push(self.way(format!("Cast for {mana} as though it had flash"), quick));
            } else {
                ways.push(self.way(format!("Cast for {mana}"), usual));
            }
        }
        if face.cost.is_none() && layout == Layout::Single {
            // Without a mana cost it is only cast if that isn't to be paid (CR 118.6a).
            let mut free = cast.clone();
            free.condition = Some(Condition::AnyOf(Vec::new()));
            ways.push(self.way("Cast without paying its mana cost".to_owned(), free));
        }
        ways
    }

    /// Turns casting the card into another way to cast it (CR 118.9), and says what that is called.
    fn other_way(&mut self, face: &Face<'_>, way: Alternative, other: &mut Activatable) -> Lowered<&'static str> {
        match way {
            Alternative::Flashback(..)
            | Alternative::Harmonize(..)
            | Alternative::JumpStart
            | Alternative::Retrace
            | Alternative::FromGraveyard(..)
            | Alternative::FromGraveyardNamed(..)
            | Alternative::FromGraveyardToo(..)
            | Alternative::Escape(..) => self.cast_from_graveyard(face, way, other),
            Alternative::FromExile => {
                other.zone = Zone::Exile;
                let Some(cost) = face.cost.clone() else { return decline("there is no mana cost to pay") };
                other.cost = self.with_additional(Cost::mana(cost));
                Ok("Cast from exile")
            }
            Alternative::PutAway(..) | Alternative::Special(..) => Ok(self.cast_from_exile(way, other)),
            Alternative::Overload(..) | Alternative::Cleave(..) | Alternative::Awaken(..) => {
                self.cast_with_another_text(way, other)
            }
            Alternative::Emerge(..)
            | Alternative::Offering(..)
            | Alternative::FlashFor(..)
            | Alternative::Instead(..)
            | Alternative::Miracle(..)
            | Alternative::Warp(..)
            | Alternative::Mutate(..)
            | Alternative::Sneak(..)
            | Alternative::Named(..) => self.cast_for_another_cost(face, way, other),
        }
    }

    /// Casting it from the graveyard.
    fn cast_from_graveyard(
        &mut self,
        face: &Face<'_>,
        way: Alternative,
        other: &mut Activatable,
    ) -> Lowered<&'static str> {
        other.zone = Zone::Graveyard;
        Ok(match way {
            Alternative::Flashback(cost, less) => {
                other.cost_changes.extend(less.map(|change| SelfCostChange { condition: None, change }));
                other.afterwards = Some(Destination::to(Zone::Exile));
                other.cost = self.with_additional(cost);
                "Flashback"
            }
            Alternative::Harmonize(cost) => {
                let creature = Filter::just(Test::Types(CardTypes::CREATURE));
                let part = CostPart::TapPermanents(Amount::Const(1), creature);
                offer(other, part, true, Amount::Power(Objects::Current));
                other.afterwards = Some(Destination::to(Zone::Exile));
                other.cost = self.with_additional(cost);
                "Harmonize"
            }
            Alternative::JumpStart => {
                let Some(mana) = &face.cost else { return decline("there is no mana cost to pay") };
                other.afterwards = Some(Destination::to(Zone::Exile));
                other.cost = self.with_additional(Cost::mana(mana.clone()));
                other.cost.parts.push(CostPart::Discard(Amount::Const(1), Filter::ANY));
                "Jump-start"
            }
            Alternative::Retrace => {
                let Some(mana) = &face.cost else { return decline("there is no mana cost to pay") };
                other.cost = self.with_additional(Cost::mana(mana.clone()));
                let land = Filter::just(Test::Types(CardTypes::LAND));
                other.cost.parts.push(CostPart::Discard(Amount::Const(1), land));
                "Retrace"
            }
            Alternative::FromGraveyard(cost, condition) => {
                // CR 702.187b: the mayhem cost.
                if cost.is_some() && condition == Some(Condition::WasDiscarded) {
                    other.named_cost = Some(Casting::NAMED);
                }
                other.condition = condition;
                let cost = cost.or_else(|| face.cost.clone().map(Cost::mana));
                let Some(cost) = cost else { return decline("there is no mana cost to pay") };
                other.cost = self.with_additional(cost);
                "Cast from the graveyard"
            }
            Alternative::FromGraveyardNamed(cost, condition) => {
                other.condition = condition;
                let cost = cost.or_else(|| face.cost.clone().map(Cost::mana));
                let Some(cost) = cost else { return decline("there is no mana cost to pay") };
                other.cost = self.with_additional(cost);
                other.named_cost = Some(Casting::NAMED);
                "Cast from the graveyard"
            }
            Alternative::FromGraveyardToo(more) => {
                let Some(mana) = &face.cost else { return decline("there is no mana cost to pay") };
                other.cost = self.with_additional(Cost::mana(mana.clone()));
                other.cost.parts.extend(more);
                "Cast from the graveyard"
            }
            Alternative::Escape(cost) => {
                other.cost = self.with_additional(cost);
                other.named = Some(Named::Escape);
                other.named_cost = Some(Casting::NAMED);
                "Cast from the graveyard"
            }
            _ => unreachable!("not cast from the graveyard: {way:?}"),
        })
    }

    /// Casting it from exile, where it was put face down or by an effect.
    fn cast_from_exile(&mut self, way: Alternative, other: &mut Activatable) -> &'static str {
        other.zone = Zone::Exile;
        match way {
            Alternative::PutAway(how, cost) => {
                other.condition = Some(Condition::PutAway(how));
                other.cost = self.with_additional(cost);
                if how == FaceDown::Plotted {
                    other.timing = Timing::MainPhase;
                    "Cast plotted"
                } else {
                    "Foretold"
                }
            }
            Alternative::Special(cost) => {
                other.timing = Timing::Instant;
                other.condition = Some(Condition::NEVER);
                other.cost = self.with_additional(cost);
                other.named_cost = Some(Casting::NAMED);
                "Cast for its madness cost"
            }
            _ => unreachable!("not cast from exile: {way:?}"),
        }
    }

    /// Casting it for another cost with another text.
    fn cast_with_another_text(&mut self, way: Alternative, other: &mut Activatable) -> Lowered<&'static str> {
        Ok(match way {
            Alternative::Overload(cost, script) => {
                other.cost = self.with_additional(cost);
                other.script = *script;
                "Cast with overload"
            }
            Alternative::Cleave(cost, script) => {
                other.cost = self.with_additional(cost);
                other.script = *script;
                "Cast for its cleave cost"
            }
            Alternative::Awaken(cost, n) => {
                other.cost = self.with_additional(cost);
                let [part] = other.script.parts.as_mut_slice() else {
                    return decline("awaken beside modes isn't supported");
                };
                self.awaken(part, n)?;
                "Cast with awaken"
            }
            _ => unreachable!("cast with its usual text: {way:?}"),
        })
    }

    /// Casting it for another cost, perhaps at another time.
    fn cast_for_another_cost(
        &mut self,
        face: &Face<'_>,
        way: Alternative,
        other: &mut Activatable,
    ) -> Lowered<&'static str> {
        Ok(match way {
            Alternative::Emerge(cost, what) => {
                let part = CostPart::Sacrifice(Amount::Const(1), what);
                offer(other, part, false, Amount::ManaValue(Objects::Current));
                other.cost = self.with_additional(cost);
                "Cast for its emerge cost"
            }
            Alternative::Offering(what) => {
                let Some(mana) = &face.cost else { return decline("there is no mana cost to pay") };
                let part = CostPart::Sacrifice(Amount::Const(1), what);
                other.offering = Some(Offering { part, optional: false });
                let change = CostChange::ReduceByCostOf(Objects::Current);
                other.cost_changes.push(SelfCostChange { condition: None, change });
                other.timing = Timing::Instant;
                other.cost = self.with_additional(Cost::mana(mana.clone()));
                "Cast with an offering"
            }
            Alternative::FlashFor(more) => {
                let Some(mana) = &face.cost else { return decline("there is no mana cost to pay") };
                other.timing = Timing::Instant;
                other.cost = self.with_additional(Cost::mana(mana.clone()));
                // Whatever is paid for the mana cost, and wherever it is cast from (CR 118.9d).
                other.cost_changes.push(SelfCostChange { change: CostChange::IncreaseSymbols(more), condition: None });
                "Cast as though it had flash"
            }
            Alternative::Instead(cost, condition) => {
                other.cost = self.with_additional(cost);
                other.condition = condition;
                "Cast for its alternative cost"
            }
            Alternative::Miracle(cost) => {
                other.zone = Zone::Hand;
                other.timing = Timing::Instant;
                other.condition = Some(Condition::NEVER);
                other.cost = self.with_additional(cost);
                "Cast for its miracle cost"
            }
            Alternative::Warp(cost) => {
                other.cost = self.with_additional(cost);
                other.named_cost = Some(Casting::NAMED);
                other.warp = true;
                other.condition = Some(Condition::CastFrom(Zone::Hand));
                "Cast for its warp cost"
            }
            Alternative::Mutate(cost) => {
                other.cost = self.with_additional(cost);
                other.script = super::casting_keyword::mutating_script();
                "Cast for its mutate cost"
            }
            Alternative::Sneak(cost) => {
                let attackers = Filter { tests: vec![Test::Attacking, Test::Unblocked] };
                other.cost = self.with_additional(cost);
                other.cost.parts.push(CostPart::Return(Amount::Const(1), attackers));
                other.named_cost = Some(Casting::NAMED);
                other.timing = Timing::Instant;
                other.condition = Some(Condition::InStep(Step::DeclareBlockers));
                if face.types.intersects(CardTypes::PERMANENT) {
                    let mut there = Destination::to(Zone::Battlefield);
                    there.tapped = true;
                    there.attacking = Attacking::Chosen;
                    there.controller = Some(Players::You);
                    other.afterwards = Some(there);
                }
                "Cast with sneak"
            }
            Alternative::Named(cost, number, condition) => {
                other.cost = self.with_additional(cost);
                other.condition = condition;
                other.named_cost = Some(number);
                "Cast for its alternative cost"
            }
            _ => unreachable!("cast for its usual cost: {way:?}"),
        })
    }

    /// What must hold for it to be cast at all holds for every way.
    fn restrict(&mut self, ways: &mut [AbilityId]) {
        if self.casting.only.is_empty() {
            return;
        }
        for id in ways {
            let Ability { text, kind: AbilityKind::Activatable(mut way) } = self.pool.ability(*id).clone() else {
                continue;
            };
            way.condition = all_of(way.condition.into_iter().chain(self.casting.only.clone()).collect());
            *id = self.way(text, *way);
        }
    }

    /// Casting the card face down, if it has a keyword for that.
    fn face_down_way(&mut self) -> Option<AbilityId> {
        let how = self.casting.face_down?;
        // CR 702.37c, 702.168c: as a 2/2 creature spell for {3}.
        let mut down = Activatable::new(ActivatableKind::Cast, Zone::Hand);
        down.timing = Timing::Sorcery;
        down.down = how;
        down.cost = Cost::mana(ManaCost { symbols: vec![ManaSymbol::Generic(3)] });
        let word = if how == FaceDown::Disguise { "disguise" } else { "morph" };
        Some(self.way(format!("Cast face down with {word}"), down))
    }

    /// A choice between costs is as many ways to cast the card (CR 601.2b); mana among them is an additional cost like the others.
    fn one_of(&mut self, ways: Vec<AbilityId>) -> Lowered<Vec<AbilityId>> {
        let mut out = Vec::new();
        for id in ways {
            let Ability { text, kind: AbilityKind::Activatable(way) } = self.pool.ability(id).clone() else {
                out.push(id);
                continue;
            };
            let place = way.cost.parts.iter().position(|part| matches!(part, CostPart::OneOf(_)));
            let Some(place) = place else {
                out.push(id);
                continue;
            };
            let CostPart::OneOf(costs) = way.cost.parts[place].clone() else { continue };
            for (number, cost) in costs.into_iter().enumerate() {
                let mut other = (*way).clone();
                other.cost.parts.splice(place..=place, cost.parts);
                if let Some(mana) = cost.mana {
                    if mana.x_count() > 0 {
                        return decline("X in one of several costs isn't supported");
                    }
                    let change = CostChange::IncreaseSymbols(mana);
                    other.cost_changes.push(SelfCostChange { condition: None, change });
                }
                let again = other.cost.parts.iter().any(|part| matches!(part, CostPart::OneOf(_)));
                let way = self.way(format!("{text}, cost {}", number + 1), other);
                // One of the costs may be a choice itself.
                out.extend(if again { self.one_of(vec![way])? } else { vec![way] });
            }
        }
        Ok(out)
    }

    fn with_additional(&self, mut cost: Cost) -> Cost {
        cost.parts.extend(self.casting.additional.parts.iter().cloned());
        cost
    }

    fn way(&mut self, text: String, activatable: Activatable) -> AbilityId {
        self.pool.add_ability(Ability { text, kind: AbilityKind::Activatable(Box::new(activatable)) })
    }

    /// An Aura spell has one target (CR 303.4a).
    fn enchant_target(&mut self, face: &Face<'_>) -> Lowered<Option<TargetSpec>> {
        let aura = Subtype::from_name("Aura");
        if !aura.is_some_and(|aura| face.subtypes.contains(aura)) {
            return Ok(None);
        }
        match &self.casting.enchant {
            Some(StaticEffect::Enchant { objects, players, zone }) => {
                let objects = objects.iter().map(|filter| (*zone, filter.clone())).collect();
                Ok(Some(TargetSpec::one(objects, *players)))
            }
            _ => decline("an Aura must say what it can enchant"),
        }
    }
}

/// What is offered for a spell takes that much off its cost (CR 702.119a, 702.180a).
fn offer(way: &mut Activatable, part: CostPart, optional: bool, less: Amount) {
    way.offering = Some(Offering { part, optional });
    way.cost_changes.push(SelfCostChange { condition: None, change: CostChange::Reduce(less) });
}

/// CR 307.1: when a sorcery could be cast, before anything is.
pub(super) fn sorcery_time() -> Condition {
    let main = [Step::PrecombatMain, Step::PostcombatMain].map(Condition::InStep).to_vec();
    let waiting = Amount::Count(Zone::Stack, Filter::ANY);
    Condition::All(vec![
        Condition::TurnOf(PlayerFilter::You),
        Condition::AnyOf(main),
        Condition::Compare(waiting, Comparison::Equal, Amount::Const(0)),
    ])
}
