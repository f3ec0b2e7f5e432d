//! Keywords that change how a card is cast, or that no text in the grammar defines.

mod abilities;
mod additional;
mod alternative;
mod entering;

pub(in crate::text::lower) use self::alternative::mutating_script;

use crate::ability::{
    AbilityKind, Activatable, ActivatableKind, PaymentHelper, Replacement, Static, StaticEffect, Timing, TriggerEvent,
    Triggered,
};
use crate::card::{AbilityId, Card};
use crate::cost::{Cost, CostChange, CostPart, SelfCostChange};
use crate::effect::{Destination, Instr, ModeCost, NewTokens, Part, Script};
use crate::face_down::FaceDown;
use crate::filter::{
    Amount, Comparison, Condition, CounterKind, Filter, Objects, PlayerFilter, Players, Step, Test, Zone,
};
use crate::text::grammar::keyword::{KeywordItem, SpliceOnto};
use crate::text::keywords::CastingKeyword;
use crate::text::lower::casting::Alternative;
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;
use crate::text::lower::keyword::print_in_sentence;
use crate::text::syntax::print;
use crate::types::{CardTypes, Colors};

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

    /// What a keyword of casting means for the card: the abilities that it is, or what it changes in how the card is cast.
    pub(super) fn casting_keyword(
        &mut self,
        casting: CastingKeyword,
        cost: Option<Cost>,
        item: &KeywordItem,
    ) -> Lowered<Vec<AbilityId>> {
        let text = print_in_sentence(item);
        let cost = cost.unwrap_or_default();
        match casting {
            CastingKeyword::Kicker | CastingKeyword::Multikicker => return self.kicker(casting, cost, text),
            CastingKeyword::Bestow => {
                self.casting.bestow = Some(cost);
            }
            CastingKeyword::Warp => return self.warp(cost, text),
            CastingKeyword::Sneak => self.casting.alternatives.push(Alternative::Sneak(cost)),
            CastingKeyword::WebSlinging => return self.web_slinging(cost),
            CastingKeyword::Entwine => self.casting.modes = ModeCost::All(cost),
            CastingKeyword::Escalate if cost.can_be_multiplied() => self.casting.modes = ModeCost::More(cost),
            CastingKeyword::Escalate => return unsupported("the cost of", item),
            CastingKeyword::Conspire => return self.conspire(text),
            CastingKeyword::Morph | CastingKeyword::Megamorph | CastingKeyword::Disguise => {
                return self.morph(casting, cost);
            }
            CastingKeyword::Foretell => return self.foretell(cost, text),
            CastingKeyword::Plot => return self.plot(cost, text),
            CastingKeyword::Fuse => self.casting.fuse = true,
            CastingKeyword::Aftermath => self.casting.aftermath = true,
            CastingKeyword::Disturb => self.casting.disturb = Some(cost),
            CastingKeyword::MoreThanMeetsTheEye => self.casting.converted = Some(cost),
            CastingKeyword::Buyback => return self.buyback(cost, text),
            CastingKeyword::Flashback => self.casting.alternatives.push(Alternative::Flashback(cost, None)),
            CastingKeyword::JumpStart => self.casting.alternatives.push(Alternative::JumpStart),
            CastingKeyword::Retrace => self.casting.alternatives.push(Alternative::Retrace),
            CastingKeyword::Evoke => return self.evoke(cost),
            CastingKeyword::Escape => self.casting.alternatives.push(Alternative::Escape(cost)),
            CastingKeyword::Undaunted => {
                let change = CostChange::Reduce(Amount::CountPlayers(Players::Opponents));
                self.casting.changes.push(SelfCostChange { condition: None, change });
            }
            CastingKeyword::Bargain => return self.bargain(text),
            CastingKeyword::Offspring => return self.offspring(cost, text),
            CastingKeyword::Casualty => return self.casualty(item, text),
            CastingKeyword::Overload => self.casting.alternatives.push(Alternative::Overload(cost, Box::default())),
            CastingKeyword::Cleave => self.casting.alternatives.push(Alternative::Cleave(cost, Box::default())),
            CastingKeyword::Mayhem => return self.mayhem(cost),
            CastingKeyword::FreeMayhem if self.types.contains(CardTypes::LAND) => self.casting.mayhem_land = true,
            CastingKeyword::FreeMayhem => {
                let discarded = Some(Condition::WasDiscarded);
                self.casting.alternatives.push(Alternative::FromGraveyard(None, discarded));
            }
            // What it gives is known once the paragraphs below have been compiled: see `Context::backup`.
            CastingKeyword::Backup => {}
            CastingKeyword::Rebound => self.casting.rebound = Some(self.rebound()),
            CastingKeyword::Cascade => return Ok(vec![self.cascade()?]),
            CastingKeyword::Replicate | CastingKeyword::Squad => {
                return self.paid_any_number_of_times(casting, cost, text);
            }
            CastingKeyword::Dash | CastingKeyword::Blitz => return self.dash_or_blitz(casting, cost, text),
            CastingKeyword::Madness => return self.madness(cost, text),
            CastingKeyword::Demonstrate => return self.demonstrate(text),
            CastingKeyword::Ripple => {
                let KeywordItem::Number { n, .. } = item else { return unsupported("the keyword", item) };
                return self.ripple(text, n.0);
            }
            CastingKeyword::AuraSwap => return self.aura_swap(text, cost),
            CastingKeyword::Ninjutsu => return Ok(vec![self.ninjutsu(cost, text, Zone::Hand)]),
            CastingKeyword::CommanderNinjutsu => {
                let from_hand = self.ninjutsu(cost.clone(), text.clone(), Zone::Hand);
                return Ok(vec![from_hand, self.ninjutsu(cost, text, Zone::Command)]);
            }
            CastingKeyword::Toxic => return self.toxic(item, text),
            CastingKeyword::Dredge => return self.dredge(item, text),
            CastingKeyword::Miracle => return self.miracle(cost, text),
            CastingKeyword::Embalm | CastingKeyword::Eternalize => {
                self.casting.reborn.push((cost, casting == CastingKeyword::Eternalize, print(item)));
            }
            CastingKeyword::Riot | CastingKeyword::Unleash | CastingKeyword::Devour => {
                return self.counters_as_it_enters(casting, item, text);
            }
            CastingKeyword::Reconfigure => return self.reconfigure(cost, item, text),
            CastingKeyword::Ravenous => return self.ravenous(item, text),
            CastingKeyword::Convoke => self.casting.helpers.push(PaymentHelper::Convoke),
            CastingKeyword::Delve => self.casting.helpers.push(PaymentHelper::Delve),
            CastingKeyword::Improvise => self.casting.helpers.push(PaymentHelper::Improvise),
            CastingKeyword::Assist => self.casting.helpers.push(PaymentHelper::Assist),
            CastingKeyword::Devoid => self.casting.devoid = true,
            CastingKeyword::Sunburst => return self.sunburst(text),
            CastingKeyword::Prowl | CastingKeyword::Freerunning => {
                return self.prowl_or_freerunning(casting, cost, item);
            }
            CastingKeyword::Amplify | CastingKeyword::Tribute | CastingKeyword::Enlist | CastingKeyword::Myriad => {
                return self.keyword_abilities(item);
            }
            CastingKeyword::Cipher => {
                if !self.types.intersects(CardTypes::INSTANT | CardTypes::SORCERY) || self.casting.cipher {
                    return unsupported("the keyword", item);
                }
                self.casting.cipher = true;
            }
            CastingKeyword::Emerge => {
                let creature = Filter::just(Test::Types(CardTypes::CREATURE));
                self.casting.alternatives.push(Alternative::Emerge(cost, creature));
            }
            CastingKeyword::Harmonize => self.casting.alternatives.push(Alternative::Harmonize(cost)),
            CastingKeyword::Mutate => self.casting.alternatives.push(Alternative::Mutate(cost)),
            CastingKeyword::Surge => return self.surge(cost),
            CastingKeyword::Spectacle => return self.spectacle(cost),
        }
        Ok(Vec::new())
    }

    /// CR 702.88a: what triggers in the upkeep after a spell with rebound was exiled.
    pub(super) fn rebound(&mut self) -> AbilityId {
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

    /// What happens to a permanent in the next step of a kind if a cost was paid for it.
    pub(in crate::text::lower) fn later_if_paid(
        &mut self,
        text: String,
        cost: u8,
        step: Step,
        later: AbilityId,
    ) -> AbilityId {
        let until = crate::effect::DelayedUntil::NextStep(step, None);
        let code = vec![Instr::Unless(Condition::CostPaid(cost), 2), Instr::Delayed(later, until, None)];
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
        let [id] = ids.as_slice() else { return decline("awaken that isn't one triggered ability isn't supported") };
        let AbilityKind::Triggered(awakens) = self.pool.ability(*id).kind.clone() else {
            return decline("awaken that isn't one triggered ability isn't supported");
        };
        let spec = part.targets.len() as u8;
        let own = awakens.script.parts.into_iter().next().unwrap_or_default();
        for instr in own.code {
            let land = Objects::Target(spec);
            part.code.push(match instr {
                Instr::AddCounters(_, kind, n) => Instr::AddCounters(land, kind, n),
                Instr::Continuous(_, changes, duration) => Instr::Continuous(land, changes, duration),
                _ => return decline("awaken that does anything else isn't supported"),
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
        let triggered = Triggered::new(events, zone, script);
        self.add(text.to_owned(), AbilityKind::Triggered(Box::new(triggered)))
    }

    /// A trigger that a definition states, if a cost was paid.
    pub(super) fn if_paid(&mut self, cost: u8, definition: &str) -> Lowered<Vec<AbilityId>> {
        let ids = self.definition(definition)?;
        let [id] = ids.as_slice() else { return decline("the definition has several abilities") };
        let AbilityKind::Triggered(mut triggered) = self.pool.ability(*id).kind.clone() else {
            return decline("the definition isn't a triggered ability");
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

/// What fits and can be sacrificed: nothing else is chosen for that, or counts as sacrificed (CR 101.2, 701.21a).
pub(super) fn can_be_sacrificed(what: Filter) -> Filter {
    let stays = Filter::just(Test::Restricted(crate::keyword::Restrictions::CANT_BE_SACRIFICED));
    what.and(Test::Not(Box::new(stays)))
}

/// CR 702.82a: any number of own permanents that fit are sacrificed as the object enters.
pub(super) fn devoured(mut what: Filter, counters: impl FnOnce(Amount) -> Amount) -> Vec<Instr> {
    what.tests.push(Test::Controller(PlayerFilter::You));
    let from = Objects::Each(Zone::Battlefield, can_be_sacrificed(what));
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
        Instr::Devour(Objects::Left(Box::new(Objects::Register(0)), None)),
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
