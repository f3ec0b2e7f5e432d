//! Keywords that change how a card is cast, or that no text in the grammar defines.

use super::casting::Alternative;
use super::filter::unsupported;
use super::keyword::print_in_sentence;
use super::{Context, Frame, Lowered, decline};
use crate::ability::{
    AbilityKind, Activatable, ActivatableKind, Affected, PaymentHelper, Replacement, Static, StaticEffect, Timing,
    TriggerEvent, Triggered,
};
use crate::card::{AbilityId, Card};
use crate::cost::{Cost, CostChange, CostPart, OptionalCost, SelfCostChange};
use crate::effect::{Destination, Instr, ModeCost, NewTokens, Part, Script, SpentAs};
use crate::face_down::FaceDown;
use crate::filter::{
    Amount, Comparison, Condition, CounterKind, Filter, Objects, PlayerFilter, Players, Step, Test, Zone,
};
use crate::happening::Happening;
use crate::keyword::{Features, Keywords};
use crate::text::grammar::keyword::{KeywordItem, SpliceOnto};
use crate::text::keywords::Casting;
use crate::text::syntax::print;
use crate::types::{CardTypes, Colors, Subtype, SubtypeKind};

impl Context<'_> {
    /// The special action that exiles a card from the hand, to be cast later (CR 702.143a, 702.170a).
    pub(super) fn put_away(&mut self, text: String, how: FaceDown, cost: Cost) -> AbilityId {
        let foretold = how == FaceDown::Foretold;
        let to = Destination { face_down: foretold, down: how, ..Destination::to(Zone::Exile) };
        let part = Part { text: text.clone(), targets: Vec::new(), code: vec![Instr::Move(Objects::Source, to, None)] };
        let mut action = Activatable::new(ActivatableKind::Special, Zone::Hand);
        action.cost = cost;
        action.script = Script { parts: vec![part], modes: None };
        if foretold {
            action.condition = Some(Condition::TurnOf(PlayerFilter::You));
        } else {
            action.timing = Timing::Sorcery;
        }
        self.add(text, AbilityKind::Activatable(Box::new(action)))
    }

    /// CR 702.47: the text of a spell without choices of its own can be added to another one.
    pub(super) fn splice(&mut self, onto: &SpliceOnto, cost: Cost) -> Lowered<Vec<AbilityId>> {
        let onto = match onto {
            SpliceOnto::Subtype { subtype } => Test::Subtype(subtype.0),
            SpliceOnto::InstantOrSorcery => Test::Types(CardTypes::INSTANT | CardTypes::SORCERY),
        };
        if self.casting.splice.replace((Filter::just(onto), cost)).is_some() {
            return decline("splice twice isn't supported");
        }
        Ok(Vec::new())
    }

    pub(super) fn casting_keyword(
        &mut self,
        casting: Casting,
        cost: Option<Cost>,
        item: &KeywordItem,
    ) -> Lowered<Vec<AbilityId>> {
        let text = print_in_sentence(item);
        let cost = cost.unwrap_or_default();
        match casting {
            Casting::Kicker | Casting::Multikicker => {
                let repeat = casting == Casting::Multikicker;
                self.casting.optional.push(OptionalCost { cost, repeat, kicks: true, text });
            }
            Casting::Bestow => {
                self.pool.uses(Features::BESTOW);
                self.casting.bestow = Some(cost);
            }
            Casting::Warp => {
                self.casting.alternatives.push(Alternative::Warp(cost));
                let n = super::casting::Casting::NAMED;
                let exile = Instr::Move(Objects::Source, Destination::to(Zone::Exile), Some(0));
                let allow = Instr::AllowPlay {
                    player: Players::You,
                    cards: Objects::Register(0),
                    duration: crate::effect::Duration::Indefinite,
                    lands: false,
                    free: false,
                    how: crate::effect::Permitted::Later,
                    mana: SpentAs::Itself,
                };
                let words =
                    "At the beginning of the next end step, exile ~, then you may cast it from exile on a later turn.";
                let later = self.scripted(words, Zone::Battlefield, Vec::new(), vec![exile, allow]);
                return Ok(vec![self.later_if_paid(text, n, later)]);
            }
            Casting::Sneak => self.casting.alternatives.push(Alternative::Sneak(cost)),
            Casting::WebSlinging => {
                // CR 702.188a.
                let mut cost = cost;
                let creature = Filter { tests: vec![Test::Types(CardTypes::CREATURE), Test::Tapped] };
                cost.parts.push(CostPart::Return(Amount::Const(1), creature));
                self.casting.alternatives.push(Alternative::Instead(cost, None));
            }
            Casting::Entwine => self.casting.modes = ModeCost::All(cost),
            Casting::Escalate if cost.can_be_multiplied() => self.casting.modes = ModeCost::More(cost),
            Casting::Escalate => return unsupported("the cost of", item),
            Casting::Conspire => {
                // CR 702.78a.
                let alike = Test::SharesColor(Box::new(Objects::Source));
                let creature = Filter { tests: vec![Test::Types(CardTypes::CREATURE), alike] };
                let place = self.casting.optional.len() as u8;
                let cost = Cost { mana: None, parts: vec![CostPart::TapPermanents(Amount::Const(2), creature)] };
                self.casting.optional.push(OptionalCost { cost, repeat: false, kicks: false, text });
                return self.if_paid(place, "When you cast ~, copy it. You may choose new targets for the copy.");
            }
            Casting::Morph | Casting::Megamorph | Casting::Disguise => {
                let how = if casting == Casting::Disguise { FaceDown::Disguise } else { FaceDown::Morph };
                self.allow_face_down(how)?;
                self.casting.face_down = Some(how);
                // CR 702.37b.
                let counter = Instr::AddCounters(Objects::Source, CounterKind::PLUS_ONE, Amount::Const(1));
                let more = if casting == Casting::Megamorph { vec![counter] } else { Vec::new() };
                return Ok(vec![self.pool.turn_up_for(cost, more)]);
            }
            Casting::Foretell => {
                self.casting.alternatives.push(Alternative::PutAway(FaceDown::Foretold, cost));
                let two = Cost::mana(crate::mana::ManaCost { symbols: vec![crate::mana::ManaSymbol::Generic(2)] });
                return Ok(vec![self.put_away(text, FaceDown::Foretold, two)]);
            }
            Casting::Plot => {
                let free = Cost::mana(crate::mana::ManaCost::default());
                self.casting.alternatives.push(Alternative::PutAway(FaceDown::Plotted, free));
                return Ok(vec![self.put_away(text, FaceDown::Plotted, cost)]);
            }
            Casting::Fuse => self.casting.fuse = true,
            Casting::Aftermath => self.casting.aftermath = true,
            Casting::Disturb => self.casting.disturb = Some(cost),
            // CR 702.27a, 601.2b: an additional cost, whatever else the spell is cast for.
            Casting::Buyback => {
                self.pool.uses(Features::PUTS_ITSELF_AWAY);
                self.casting.buyback = Some(self.casting.optional.len() as u8);
                self.casting.optional.push(OptionalCost { cost, repeat: false, kicks: false, text });
            }
            Casting::Flashback => self.casting.alternatives.push(Alternative::Flashback(cost)),
            Casting::JumpStart => self.casting.alternatives.push(Alternative::JumpStart),
            Casting::Retrace => self.casting.alternatives.push(Alternative::Retrace),
            Casting::Evoke => {
                let n = super::casting::Casting::NAMED;
                self.casting.alternatives.push(Alternative::Named(cost, n, None));
                return self.if_paid(n, "When ~ enters, sacrifice it.");
            }
            Casting::Escape => self.casting.alternatives.push(Alternative::Escape(cost)),
            Casting::Undaunted => {
                let change = CostChange::Reduce(Amount::CountPlayers(Players::Opponents));
                self.casting.changes.push(SelfCostChange { condition: None, change });
            }
            Casting::Bargain => {
                let artifact = Filter::just(Test::Types(CardTypes::ARTIFACT | CardTypes::ENCHANTMENT));
                let fodder = Filter::just(Test::AnyOf(vec![artifact, Filter::just(Test::Token)]));
                let part = CostPart::Sacrifice(Amount::Const(1), fodder);
                self.casting.bargain = Some(self.casting.optional.len() as u8);
                let cost = Cost { mana: None, parts: vec![part] };
                self.casting.optional.push(OptionalCost { cost, repeat: false, kicks: false, text });
            }
            Casting::Offspring => {
                let place = self.casting.optional.len() as u8;
                self.casting.optional.push(OptionalCost { cost, repeat: false, kicks: false, text });
                return self.if_paid(place, "When ~ enters, create a token that's a copy of it, except it's 1/1.");
            }
            Casting::Casualty => {
                let KeywordItem::Number { n, .. } = item else { return unsupported("the keyword", item) };
                let power = Test::Power(Comparison::AtLeast, Amount::Const(n.0));
                let creature = Filter { tests: vec![Test::Types(CardTypes::CREATURE), power] };
                let place = self.casting.optional.len() as u8;
                let cost = Cost { mana: None, parts: vec![CostPart::Sacrifice(Amount::Const(1), creature)] };
                self.casting.optional.push(OptionalCost { cost, repeat: false, kicks: false, text });
                return self.if_paid(place, "When you cast ~, copy it. You may choose new targets for the copy.");
            }
            Casting::Overload => self.casting.alternatives.push(Alternative::Overload(cost, Box::default())),
            Casting::Cleave => self.casting.alternatives.push(Alternative::Cleave(cost, Box::default())),
            Casting::Mayhem => {
                // CR 702.187b: only its owner discards a card.
                self.pool.record(Happening::DISCARDED);
                let discarded = Some(Condition::WasDiscarded);
                self.casting.alternatives.push(Alternative::FromGraveyard(Some(cost), discarded));
            }
            // What it gives is known once the paragraphs below have been compiled: see `Context::backup`.
            Casting::Backup => {}
            Casting::Rebound => self.casting.rebound = Some(self.rebound()),
            Casting::Cascade => return Ok(vec![self.cascade()?]),
            Casting::Replicate | Casting::Squad => {
                let place = self.casting.optional.len() as u8;
                self.casting.optional.push(OptionalCost { cost, repeat: true, kicks: false, text });
                let definition = if casting == Casting::Squad {
                    "When ~ enters, create a token that's a copy of it for each time its squad cost was paid."
                } else {
                    "When you cast ~, copy it for each time its replicate cost was paid. You may choose new targets for the copies."
                };
                return self.if_paid(place, definition);
            }
            Casting::Dash | Casting::Blitz => {
                let n = super::casting::Casting::NAMED;
                self.casting.alternatives.push(Alternative::Named(cost, n, None));
                let (words, code) = if casting == Casting::Dash {
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
                let mut ids = vec![self.later_if_paid(text.clone(), n, later)];
                ids.push(self.add(text, AbilityKind::Static(Box::new(haste))));
                if casting == Casting::Blitz {
                    ids.extend(self.if_paid(n, "When ~ dies, draw a card.")?);
                }
                return Ok(ids);
            }
            Casting::Madness => {
                if self.types.intersects(CardTypes::LAND) {
                    return decline("madness on a land isn't supported");
                }
                self.casting.alternatives.push(Alternative::Special(cost));
                self.pool.uses(Features::MADNESS);
                let code = vec![
                    Instr::CastSpecial(Players::You, Objects::Source),
                    Instr::Unless(Condition::Not(Box::new(Condition::Did)), 3),
                    Instr::Move(Objects::Source, Destination::to(Zone::Graveyard), None),
                ];
                return Ok(vec![self.scripted(&text, Zone::Exile, Vec::new(), code)]);
            }
            Casting::Demonstrate => return self.demonstrate(text),
            Casting::Ripple => {
                let KeywordItem::Number { n, .. } = item else { return unsupported("the keyword", item) };
                return self.ripple(text, n.0);
            }
            Casting::AuraSwap => return self.aura_swap(text, cost),
            Casting::Ninjutsu => {
                let attackers = Filter { tests: vec![Test::Attacking, Test::Unblocked] };
                let mut way = Activatable::new(ActivatableKind::Ability, Zone::Hand);
                way.cost = cost;
                way.cost.parts.push(CostPart::Return(Amount::Const(1), attackers));
                let steps = [Step::DeclareBlockers, Step::FirstStrikeDamage, Step::CombatDamage, Step::EndCombat];
                way.condition = Some(Condition::AnyOf(steps.map(Condition::InStep).to_vec()));
                let mut there = Destination::to(Zone::Battlefield);
                there.tapped = true;
                there.attacking = true;
                there.controller = Some(Players::You);
                let code = vec![Instr::TakeFromHand(0), Instr::Move(Objects::Register(0), there, None)];
                let part = crate::effect::Part { text: text.clone(), targets: Vec::new(), code };
                way.script = Script { parts: vec![part], modes: None };
                return Ok(vec![self.add(text, AbilityKind::Activatable(Box::new(way)))]);
            }
            Casting::Toxic => {
                let KeywordItem::Number { n, .. } = item else { return unsupported("the keyword", item) };
                self.pool.uses(Features::TOXIC);
                return Ok(vec![self.add_static(text, StaticEffect::Toxic(n.0.clamp(0, 255) as u8))]);
            }
            Casting::Dredge => {
                let KeywordItem::Number { n, .. } = item else { return unsupported("the keyword", item) };
                self.pool.uses(Features::DREDGE);
                let effect = StaticEffect::Dredge(n.0.clamp(0, 255) as u8);
                let ability = Static { zone: Zone::Graveyard, condition: None, effect };
                return Ok(vec![self.add(text, AbilityKind::Static(Box::new(ability)))]);
            }
            Casting::Miracle => {
                self.casting.alternatives.push(Alternative::Miracle(cost));
                self.pool.uses(Features::MIRACLE);
                let code = vec![Instr::TakeFromHand(0), Instr::CastSpecial(Players::You, Objects::Register(0))];
                return Ok(vec![self.scripted(&text, Zone::Hand, Vec::new(), code)]);
            }
            Casting::Embalm | Casting::Eternalize => {
                self.casting.reborn.push((cost, casting == Casting::Eternalize, print(item)));
            }
            Casting::Riot | Casting::Unleash | Casting::Devour => {
                let plus = |n: Amount| Instr::EnterWith(CounterKind::PLUS_ONE, n);
                let code = match (casting, item) {
                    (Casting::Riot, _) => {
                        let haste = vec![crate::effect::Modification::AddKeywords(Keywords::HASTE)];
                        let haste = Instr::Continuous(Objects::Source, haste, crate::effect::Duration::Indefinite);
                        vec![Instr::May(Players::You, 3), plus(Amount::Const(1)), Instr::End, haste]
                    }
                    (Casting::Devour, KeywordItem::Number { n, .. }) => {
                        let n = n.0;
                        let creatures = Filter::just(Test::Types(CardTypes::CREATURE));
                        devoured(creatures, |count| Amount::Times(Box::new(count), n))
                    }
                    (Casting::Unleash, _) => vec![Instr::May(Players::You, 2), plus(Amount::Const(1))],
                    _ => return unsupported("the keyword", item),
                };
                let part = crate::effect::Part { text: text.clone(), targets: Vec::new(), code };
                let script = Script { parts: vec![part], modes: None };
                let mut ids = vec![self.add_static(text, StaticEffect::Replacement(Replacement::AsEnters(script)))];
                if casting == Casting::Unleash {
                    ids.extend(self.definition("~ can't block as long as it has a +1/+1 counter on it.")?);
                }
                return Ok(ids);
            }
            Casting::Reconfigure => {
                let Some(mana) = cost.mana.clone() else { return unsupported("the keyword", item) };
                let mut ids = self.definition(&format!(
                    "{mana}: Attach ~ to another target creature you control. Activate only as a sorcery."
                ))?;
                let host = Filter::just(Test::Types(CardTypes::CREATURE));
                let part =
                    Part { text: text.clone(), targets: Vec::new(), code: vec![Instr::Unattach(Objects::Source)] };
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
                return Ok(ids);
            }
            Casting::Ravenous => {
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
                return Ok(vec![self.add_static(text, StaticEffect::Replacement(effect)), draw]);
            }
            Casting::Convoke => self.casting.helpers.push(PaymentHelper::Convoke),
            Casting::Delve => self.casting.helpers.push(PaymentHelper::Delve),
            Casting::Improvise => self.casting.helpers.push(PaymentHelper::Improvise),
            Casting::Devoid => self.casting.devoid = true,
            Casting::Sunburst => {
                let kind = if self.types.contains(CardTypes::CREATURE) {
                    CounterKind::PLUS_ONE
                } else {
                    self.pool.counter_kind("charge")
                };
                let what = Filter::just(Test::Source);
                let effect = Replacement::EntersWithCounters { what, kind, amount: Amount::ColorsSpent };
                return Ok(vec![self.add_static(text, StaticEffect::Replacement(effect))]);
            }
            Casting::Prowl | Casting::Freerunning => {
                // CR 702.76a: any of its creature types; CR 702.173a: an Assassin (there are no commanders).
                let types: Vec<_> = match (casting, self.subtypes) {
                    (Casting::Prowl, Some(subtypes)) if !subtypes.has_every_creature_type() => {
                        subtypes.iter().filter(|kind| kind.kind() == SubtypeKind::Creature).collect()
                    }
                    (Casting::Freerunning, _) => Subtype::from_name("Assassin").into_iter().collect(),
                    _ => return unsupported("the keyword", item),
                };
                let any: Vec<Filter> = types.into_iter().map(|kind| Filter::just(Test::Subtype(kind))).collect();
                let by = Filter { tests: vec![Test::AnyOf(any), Test::Controller(PlayerFilter::You)] };
                self.pool.record(Happening::DAMAGE);
                self.casting.alternatives.push(Alternative::Named(
                    cost,
                    super::casting::Casting::NAMED,
                    Some(Condition::DealtCombatDamage(by)),
                ));
            }
            Casting::Amplify | Casting::Tribute | Casting::Enlist => return self.keyword_abilities(item),
            Casting::Cipher => {
                if !self.types.intersects(CardTypes::INSTANT | CardTypes::SORCERY) || self.casting.cipher {
                    return unsupported("the keyword", item);
                }
                self.casting.cipher = true;
            }
            Casting::Emerge => {
                let creature = Filter::just(Test::Types(CardTypes::CREATURE));
                self.casting.alternatives.push(Alternative::Emerge(cost, creature));
            }
            Casting::Harmonize => self.casting.alternatives.push(Alternative::Harmonize(cost)),
            Casting::Surge => {
                let condition =
                    Condition::Compare(Amount::SpellsCast(Players::You), Comparison::AtLeast, Amount::Const(1));
                let named = super::casting::Casting::NAMED;
                self.casting.alternatives.push(Alternative::Named(cost, named, Some(condition)));
            }
            Casting::Spectacle => {
                let condition =
                    Condition::Compare(Amount::LifeLost(Players::Opponents), Comparison::AtLeast, Amount::Const(1));
                let named = super::casting::Casting::NAMED;
                self.casting.alternatives.push(Alternative::Named(cost, named, Some(condition)));
            }
        }
        Ok(Vec::new())
    }

    /// CR 702.88a: what triggers in the upkeep after a spell with rebound was exiled.
    pub(super) fn rebound(&mut self) -> AbilityId {
        self.pool.uses(Features::PUTS_ITSELF_AWAY);
        let code = vec![Instr::CastFree(Players::You, Objects::Source, None)];
        self.scripted(
            "At the beginning of your next upkeep, you may cast ~ from exile without paying its mana cost.",
            Zone::Exile,
            Vec::new(),
            code,
        )
    }

    /// CR 702.85a.
    pub(super) fn cascade(&mut self) -> Lowered<AbilityId> {
        let mut frame = Frame::new();
        let value = Amount::ManaValue(Objects::Source);
        self.dig(&mut frame, Test::ManaValue(Comparison::Less, value), false)?;
        let part = frame.finish("Cascade".to_owned())?;
        let cast = TriggerEvent::Cast { player: PlayerFilter::You, what: Filter::just(Test::Source), nth: None };
        Ok(self.scripted("Cascade", Zone::Stack, vec![cast], part.code))
    }

    /// What happens to a permanent in the next end step if a cost was paid for it.
    fn later_if_paid(&mut self, text: String, cost: u8, later: AbilityId) -> AbilityId {
        let until = crate::effect::DelayedUntil::NextStep(Step::End, None);
        let code = vec![Instr::Unless(Condition::CostPaid(cost), 2), Instr::Delayed(later, until)];
        let part = Part { text: text.clone(), targets: Vec::new(), code };
        let script = Script { parts: vec![part], modes: None };
        // CR 702.109a, 702.152a: it is the spell that says so, not the permanent.
        let effect = StaticEffect::Replacement(Replacement::AsEnters(script));
        let ability = Static { zone: Zone::Stack, condition: None, effect };
        self.add(text, AbilityKind::Static(Box::new(ability)))
    }

    /// CR 702.113a: awaken adds a target land and what happens to it to a spell.
    pub(super) fn awaken(&mut self, part: &mut Part, n: i32) -> Lowered<()> {
        let text = format!(
            "When ~ enters, put {} on target land you control. It becomes a 0/0 Elemental creature with haste that's still a land.",
            crate::text::keywords::count(n, "+1/+1 counter")
        );
        let ids = self.definition(&text)?;
        let [id] = ids.as_slice() else { return decline("awaken is one ability") };
        let AbilityKind::Triggered(awakens) = self.pool.ability(*id).kind.clone() else {
            return decline("awaken is one ability");
        };
        let spec = part.targets.len() as u8;
        let own = awakens.script.parts.into_iter().next().unwrap_or_default();
        for instr in own.code {
            let land = Objects::Target(spec);
            part.code.push(match instr {
                Instr::AddCounters(_, kind, n) => Instr::AddCounters(land, kind, n),
                Instr::Continuous(_, changes, duration) => Instr::Continuous(land, changes, duration),
                _ => return decline("awaken does something else"),
            });
        }
        part.targets.extend(own.targets);
        Ok(())
    }

    /// A triggered ability from its instructions.
    pub(super) fn scripted(
        &mut self,
        text: &str,
        zone: Zone,
        events: Vec<TriggerEvent>,
        code: Vec<Instr>,
    ) -> AbilityId {
        let part = crate::effect::Part { text: text.to_owned(), targets: Vec::new(), code };
        let script = Script { parts: vec![part], modes: None };
        let triggered =
            Triggered { events, zone, condition: None, only_if: None, per_turn: None, do_once: false, script };
        self.add(text.to_owned(), AbilityKind::Triggered(Box::new(triggered)))
    }

    /// A trigger that a definition states, if a cost was paid.
    pub(super) fn if_paid(&mut self, cost: u8, definition: &str) -> Lowered<Vec<AbilityId>> {
        let ids = self.definition(definition)?;
        let [id] = ids.as_slice() else { return decline("the definition has several abilities") };
        let AbilityKind::Triggered(mut triggered) = self.pool.ability(*id).kind.clone() else {
            return decline("the definition is no trigger");
        };
        triggered.condition = Some(Condition::CostPaid(cost));
        let text = definition.replacen(", ", ", if its cost was paid, ", 1);
        Ok(vec![self.add(text, AbilityKind::Triggered(triggered))])
    }
}

impl Context<'_> {
    /// The instructions of devouring what a noun describes (CR 702.82c); `counters` says how many +1/+1 counters come of it.
    pub(super) fn devour(
        &mut self,
        frame: &mut Frame,
        noun: &crate::text::grammar::noun::Noun,
        counters: impl FnOnce(Amount) -> Amount,
    ) -> Lowered<Vec<Instr>> {
        let described = self.noun(frame, noun)?;
        if described.zone != Some(Zone::Battlefield) {
            return unsupported("what is devoured:", noun);
        }
        Ok(devoured(described.filter, counters))
    }
}

/// CR 702.82a: any number of own permanents that fit are sacrificed as the object enters.
pub(super) fn devoured(mut what: Filter, counters: impl FnOnce(Amount) -> Amount) -> Vec<Instr> {
    what.tests.push(Test::Controller(PlayerFilter::You));
    let from = Objects::Each(Zone::Battlefield, what);
    let pick = crate::effect::Pick {
        chooser: Players::You,
        min: Amount::Const(0),
        max: Amount::CountObjects(from.clone()),
        from,
        random: false,
    };
    vec![
        Instr::Pick(pick, 0),
        Instr::SetNumber(0, Amount::CountObjects(Objects::Register(0))),
        Instr::Sacrifice(Players::You, Objects::Register(0)),
        Instr::EnterWith(CounterKind::PLUS_ONE, counters(Amount::Register(0))),
        Instr::Devour(Amount::Register(0)),
    ]
}

impl Context<'_> {
    /// CR 702.128a, 702.129a: exiled from the graveyard, the card comes back as a token that is a copy of it with changes.
    pub(super) fn reborn(&mut self, card: &Card, cost: Cost, eternal: bool, text: String) -> AbilityId {
        let is_cast = |id: &AbilityId| matches!(&self.pool.ability(*id).kind, AbilityKind::Activatable(way) if way.kind == ActivatableKind::Cast);
        let mut token = Card { mana_cost: None, token: true, ..card.clone() };
        token.abilities.retain(|id| !is_cast(id));
        token.characteristics.mana_value = 0;
        token.characteristics.colors = if eternal { Colors::BLACK } else { Colors::WHITE };
        if let Some(zombie) = crate::types::Subtype::from_name("Zombie") {
            token.characteristics.subtypes.insert(zombie);
        }
        if eternal {
            token.characteristics.power = 4;
            token.characteristics.toughness = 4;
            token.fixed_pt = true;
        }
        let token = self.pool.add_card(token);
        let create = Instr::CreateToken(NewTokens::new(Players::You, token, Amount::Const(1)));
        let mut way = Activatable::new(ActivatableKind::Ability, Zone::Graveyard);
        way.timing = crate::ability::Timing::Sorcery;
        way.cost = cost;
        way.cost.parts.push(CostPart::ExileSource);
        let part = crate::effect::Part { text: text.clone(), targets: Vec::new(), code: vec![create] };
        way.script = Script { parts: vec![part], modes: None };
        self.add(text, AbilityKind::Activatable(Box::new(way)))
    }
}
