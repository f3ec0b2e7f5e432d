//! Paragraphs → abilities.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::casting::Alternative;
use super::context::Context;
use super::decline::{Lowered, decline};
use super::described::Described;
use super::filter::unsupported;
use super::frame::{Frame, all_of};
use super::keyword::print_in_sentence;
use crate::ability::{
    Ability, AbilityKind, Activatable, ActivatableKind, Affected, PaymentHelper, PlayerRule, Static, StaticEffect,
    Timing, TriggerEvent, Triggered,
};
use crate::card::AbilityId;
use crate::cost::{Cost, CostChange, CostPart, SelfCostChange};
use crate::effect::{Duration, Instr, ManaOutput, Modification, Part, Script};
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Players, Step, Test, Zone};
use crate::keyword::Marks;
use crate::mana_ability;
use crate::mention::{Mention, Mentions};
use crate::text::grammar::ability::{Common, EachDraw, PermanentParagraph, Prelude, Quoted, WhenRevealed};
use crate::text::grammar::amount::Count;
use crate::text::grammar::condition::{ConditionWords as Words, Conditions, DeedCondition, ObjectCondition, State};
use crate::text::grammar::cost::{Cost as CostWords, CostPart as PartWords, Counters, Discarded};
use crate::text::grammar::effect::{Body, Limit, Prefix, Sentence};
use crate::text::grammar::keyword::CostName;
use crate::text::grammar::keyword::{DashedKeyword, KeywordItem};
use crate::text::grammar::noun::{HowMany, Noun, Np, Quant};
use crate::text::grammar::player::{OwnZone, Player};
use crate::text::grammar::said::{says, says_any};
use crate::text::grammar::tense::Be;
use crate::text::grammar::trigger::Trigger;
use crate::text::grammar::words::{LoyaltySymbol, Mana, Numeral};
use crate::text::keywords::{self, CastingKeyword, Meaning};
use crate::text::lexer::lex;
use crate::text::syntax::{print, read};
use crate::types::CardTypes;

/// How deep definitions and quoted abilities may be nested.
const DEEPEST: u8 = 4;

impl Context<'_> {
    /// Adds an ability. What is about other objects too, or only under a condition, isn't characteristic-defining (CR 604.3a).
    pub(super) fn add(&mut self, text: String, mut kind: AbilityKind) -> AbilityId {
        if let AbilityKind::Static(ability) = &mut kind
            && let StaticEffect::Continuous(affected, changes) = &mut ability.effect
            && (*affected != Affected::Source || ability.condition.is_some())
        {
            super::lasting::set_instead_of_define(changes);
        }
        self.pool.add_ability(Ability { text, kind })
    }

    /// An empty frame for an ability of this card.
    pub(super) fn frame(&self) -> Frame {
        let mut frame = Frame::new();
        frame.discourse.x = self.has_x.then_some(Amount::X);
        frame
    }

    /// The abilities of a paragraph other than keywords and what changes casting.
    pub(super) fn common(&mut self, common: &Common) -> Lowered<Vec<AbilityId>> {
        match common {
            Common::Keywords { line, .. } => {
                let mut ids = Vec::new();
                for item in &line.items.0 {
                    match self.simple_keywords(item) {
                        None => ids.extend(self.own_keyword(item)?),
                        Some(keywords) => ids.extend(self.companions(keywords)?),
                    }
                }
                Ok(ids)
            }
            Common::Dashed { keyword } => self.dashed(keyword),
            Common::SuspendX { mana } => {
                self.casting.suspend = true;
                Ok(self.suspend(Amount::X, mana.0.clone()))
            }
            Common::KeywordX { keyword } => self.own_keyword(keyword),
            Common::Limited { name, mana, limit, more } => {
                let item = KeywordItem::WithCost { name: *name, mana: mana.clone() };
                // Where the kicker isn't paid, no X is chosen.
                if more.is_empty() && *limit == Limit::XNotZero && is_kicker(*name) && mana.0.x_count() > 0 {
                    self.casting.least_x = 1;
                    return self.own_keyword(&item);
                }
                let [id] = self.own_keyword(&item)?[..] else { return unsupported("the limits of", common) };
                let limits: Vec<Limit> = [limit].into_iter().chain(more).cloned().collect();
                Ok(vec![self.keyword_within(id, &limits)?])
            }
            // CR 601.2f: the flashback cost stays as it is, and the total is less.
            Common::FlashbackLess { mana, x, .. } => {
                let less = self.amount(&mut self.frame(), &x.amount)?;
                let way = Alternative::Flashback(Cost::mana(mana.0.clone()), Some(CostChange::Reduce(less)));
                self.casting.alternatives.push(way);
                Ok(Vec::new())
            }
            Common::Splice { splice } => {
                let mut frame = self.frame();
                let cost = self.cost(&mut frame, &splice.cost)?;
                self.splice(&splice.onto, cost)
            }
            Common::Activated { word, cost, body, limits } => {
                let ids = self.activated(print(common), cost, body, limits)?;
                match word {
                    Some(word) if word.limits() => ids.into_iter().map(|id| self.limited(id, word)).collect(),
                    _ => Ok(ids),
                }
            }
            // Whichever cost is chosen as it is activated (CR 602.2b): an ability for each.
            Common::Either { a, b, body } => {
                let text = print(common);
                let first = self.activated(text.clone(), a, body, &[])?;
                Ok(first.into_iter().chain(self.activated(text, b, body, &[])?).collect())
            }
            Common::Triggered { word: Some(word), .. } | Common::Rules { word: Some(word), .. } if word.limits() => {
                unsupported("the paragraph", common)
            }
            Common::Loyalty { symbol, body } => self.loyalty(print(common), symbol, body),
            Common::Triggered { trigger, body, limits, .. } => self.triggered(print(common), trigger, body, limits),
            Common::Opening { when, body } => self.opening(print(common), *when, &print_in_sentence(body)),
            Common::OpeningThen { clauses, when } => {
                self.opening(print(common), *when, &format!("{}.", print_in_sentence(clauses)))
            }
            Common::Rules { first, rest, .. } => {
                let mut ids = Vec::new();
                for rule in [first].into_iter().chain(rest) {
                    ids.extend(self.rule(rule)?);
                }
                Ok(ids)
            }
        }
    }

    /// An activated ability with the limits of boast (CR 702.142a), exhaust (CR 702.177a), forecast (CR 702.57b) or power-up.
    fn limited(&mut self, id: AbilityId, word: &Prelude) -> Lowered<AbilityId> {
        let Ability { text, kind: AbilityKind::Activatable(mut way) } = self.pool.ability(id).clone() else {
            return decline("this limit is supported on activated abilities only");
        };
        if *word == Prelude::Exhaust {
            way.once = true;
            way.named = Some(crate::ability::Named::Exhaust);
        } else if *word == Prelude::PowerUp {
            // Activated only once, and for the mana cost less in the turn in which it entered.
            way.once = true;
            let mana = match &self.mana_cost {
                Some(mana) if mana.x_count() == 0 => mana.clone(),
                _ => return decline("what a power-up ability costs less isn't a mana cost without X"),
            };
            let new = Condition::ObjectIs(Objects::Source, Filter::just(Test::EnteredThisTurn));
            let change = CostChange::ReduceSymbols(mana);
            way.cost_changes.push(SelfCostChange { condition: Some(new), change });
        } else if *word == Prelude::Forecast {
            if way.zone != Zone::Hand || way.per_turn.is_some() {
                return decline("only an ability that works in the hand is a forecast");
            }
            way.per_turn = Some(1);
            let own = [Condition::InStep(Step::Upkeep), Condition::TurnOf(PlayerFilter::You)];
            way.condition = all_of(way.condition.into_iter().chain(own).collect());
        } else {
            way.per_turn = Some(1);
            way.named = Some(crate::ability::Named::Boast);
            let attacked = Condition::ObjectIs(Objects::Source, Filter::just(Test::AttackedThisTurn));
            way.condition = all_of(way.condition.into_iter().chain([attacked]).collect());
        }
        Ok(self.add(text, AbilityKind::Activatable(way)))
    }

    /// The activated ability of a keyword with more limits and another cost.
    fn keyword_within(&mut self, id: AbilityId, limits: &[Limit]) -> Lowered<AbilityId> {
        let Ability { text, kind: AbilityKind::Activatable(mut way) } = self.pool.ability(id).clone() else {
            return decline("this limit is supported on activated abilities only");
        };
        let mut frame = self.frame();
        frame.mention_source(self.types);
        let mut more = Activatable::new(way.kind, way.zone);
        self.limits(&mut frame, limits, &mut more)?;
        if !frame.code.items.is_empty() || more.player != PlayerFilter::You || more.timing != Timing::Instant {
            return decline("such a limit of a keyword isn't supported");
        }
        way.cost_changes.extend(more.cost_changes);
        way.helpers.extend(more.helpers);
        way.once |= more.once;
        way.per_turn = match (way.per_turn, more.per_turn) {
            (None, limit) | (limit, None) => limit,
            (Some(one), Some(other)) => Some(one.min(other)),
        };
        way.condition = all_of(way.condition.into_iter().chain(more.condition).collect());
        Ok(self.add(text, AbilityKind::Activatable(way)))
    }

    /// The choice to exert a creature as it attacks (CR 701.43d).
    fn may_exert(&mut self, text: String, condition: Option<Condition>) -> AbilityId {
        let ability = Static { zone: Zone::Battlefield, condition, effect: StaticEffect::MayExert };
        self.add(text, AbilityKind::Static(Box::new(ability)))
    }

    /// A paragraph of a permanent.
    pub(super) fn paragraph(&mut self, paragraph: &PermanentParagraph) -> Lowered<Vec<AbilityId>> {
        match paragraph {
            PermanentParagraph::Common { common } => self.common(common),
            PermanentParagraph::Chapter { chapters, body, .. } => {
                let mut frame = self.frame();
                frame.mention_source(self.types);
                let set = chapters.0.iter().fold(0u16, |set, number| set | 1 << number);
                let lowering = self.body(frame, body, true)?;
                let events = vec![TriggerEvent::Chapter(set)];
                let triggered = Triggered {
                    condition: lowering.condition,
                    ..Triggered::new(events, Zone::Battlefield, lowering.script)
                };
                Ok(vec![self.add(print(paragraph), AbilityKind::Triggered(Box::new(triggered)))])
            }
            // CR 702.122a: the same ability for another cost.
            PermanentParagraph::CrewFor { cost } => {
                let cost = self.sentence_cost(&mut self.frame(), cost)?;
                let ids = self.definition("{0}: ~ becomes an artifact creature until end of turn.")?;
                let [id] = ids.as_slice() else { return unsupported("the cost to crew:", paragraph) };
                let AbilityKind::Activatable(mut way) = self.pool.ability(*id).kind.clone() else {
                    return unsupported("the cost to crew:", paragraph);
                };
                way.cost = cost;
                Ok(vec![self.add(print(paragraph), AbilityKind::Activatable(way))])
            }
            // CR 905.2: what works during a draft does nothing in a game.
            PermanentParagraph::Draft { .. } => Ok(Vec::new()),
            PermanentParagraph::Exert => Ok(vec![self.may_exert(print(paragraph), None)]),
            PermanentParagraph::ExertThen { body } | PermanentParagraph::ExertOnceThen { body } => {
                let once = matches!(paragraph, PermanentParagraph::ExertOnceThen { .. });
                let exerted = Filter::just(Test::Marked(Marks::EXERTED));
                let condition = Condition::Not(Box::new(Condition::ObjectIs(Objects::Source, exerted)));
                let may = self.may_exert(print(paragraph), once.then_some(condition));
                let mut frame = self.frame();
                frame.mention_source(self.types);
                let lowering = self.body(frame, body, true)?;
                // CR 607.2h: not if it is exerted for the cost of another ability.
                let (what, mark) = (Filter::just(Test::Source), Marks::EXERTED_ATTACKING);
                let events = vec![TriggerEvent::Marked { what, mark }];
                let triggered = Triggered {
                    condition: lowering.condition,
                    ..Triggered::new(events, Zone::Battlefield, lowering.script)
                };
                Ok(vec![may, self.add(print(paragraph), AbilityKind::Triggered(Box::new(triggered)))])
            }
            PermanentParagraph::RevealsDrawn { each, first, rest } => {
                let own_turn = *each == EachDraw::YourTurn;
                let reveals = StaticEffect::Player(PlayerFilter::You, PlayerRule::RevealsFirstDrawn(own_turn));
                let mut ids = vec![self.static_ability(print(paragraph), reveals)?];
                for WhenRevealed { noun, body } in [first].into_iter().chain(rest) {
                    ids.push(self.as_drawn_revealed(own_turn, noun, body)?);
                }
                Ok(ids)
            }
            PermanentParagraph::Ignorable { who, mana } => self.no_search_but(print(paragraph), who, mana),
            PermanentParagraph::MaxSpeed { ability } => self.given_while(print(paragraph), ability, &max_speed()),
            // Its abilities that are named so are there once it is harnessed.
            PermanentParagraph::Harnessed { ability } => {
                let harnessed = Filter::just(Test::Marked(crate::keyword::Marks::HARNESSED));
                self.given_while(print(paragraph), ability, &Condition::ObjectIs(Objects::Source, harnessed))
            }
            // CR 719.3a.
            PermanentParagraph::ToSolve { so } => {
                let so = print_in_sentence(so);
                let meant = format!("At the beginning of your end step, if {so} and ~ isn't solved, ~ becomes solved.");
                let ids = self.definition(&meant)?;
                let kinds: Vec<AbilityKind> = ids.into_iter().map(|id| self.pool.ability(id).kind.clone()).collect();
                Ok(kinds.into_iter().map(|kind| self.add(print(paragraph), kind)).collect())
            }
            // CR 719.3c.
            PermanentParagraph::Solved { ability } => {
                let solved = Filter::just(Test::Marked(Marks::SOLVED));
                self.given_while(print(paragraph), ability, &Condition::ObjectIs(Objects::Source, solved))
            }
            PermanentParagraph::MaxSpeedBoth { first, second } | PermanentParagraph::SolvedBoth { first, second } => {
                let solved = Condition::ObjectIs(Objects::Source, Filter::just(Test::Marked(Marks::SOLVED)));
                let both = matches!(paragraph, PermanentParagraph::SolvedBoth { .. });
                let condition = if both { solved } else { max_speed() };
                let first = Quoted::Static { first: first.clone() };
                let mut ids = self.given_while(print(&first), &first, &condition)?;
                let second = Quoted::Static { first: second.clone() };
                ids.extend(self.given_while(print(&second), &second, &condition)?);
                Ok(ids)
            }
            PermanentParagraph::Static { first, rest, .. } => {
                let mut ids = Vec::new();
                for sentence in [first].into_iter().chain(rest) {
                    // "Enchanted creature is a Turtle. It can't attack": said of the same.
                    let before = (sentence != first).then_some(&**first);
                    for ability in self.statics(sentence, before)? {
                        ids.push(self.add(print(sentence), AbilityKind::Static(Box::new(ability))));
                    }
                }
                Ok(ids)
            }
        }
    }

    /// "Whenever you reveal a land card this way."
    fn as_drawn_revealed(&mut self, own_turn: bool, noun: &Noun, body: &Body) -> Lowered<AbilityId> {
        let mut frame = self.frame();
        let described = self.noun(&mut frame, noun)?;
        if !described.card || described.zone.is_some() || described.random || described.among.is_some() {
            return unsupported("what is revealed:", noun);
        }
        frame.mention_source(self.types);
        let lowering = self.body(frame, body, true)?;
        let events = vec![TriggerEvent::RevealsDrawn { what: described.filter, own_turn }];
        let triggered =
            Triggered { condition: lowering.condition, ..Triggered::new(events, Zone::Battlefield, lowering.script) };
        let text = format!("Whenever you reveal a {} this way, {}", print(noun), print_in_sentence(body));
        Ok(self.add(text, AbilityKind::Triggered(Box::new(triggered))))
    }

    /// Players can't search, but for those who pay: a special action (CR 116.2d).
    fn no_search_but(&mut self, text: String, who: &Player, mana: &Mana) -> Lowered<Vec<AbilityId>> {
        let Some(who) = super::player::player_filter(who) else { return unsupported("the players", who) };
        let rule = self.static_ability(text.clone(), StaticEffect::Player(who, PlayerRule::CantSearch))?;
        let ignores = StaticEffect::Player(PlayerFilter::You, PlayerRule::IgnoresNoSearch);
        let ignores = self.static_ability("You ignore this effect.".to_owned(), ignores)?;
        let code = vec![Instr::PlayerEffect(ignores, Duration::EndOfTurn)];
        let part = Part { text: text.clone(), targets: Vec::new(), code };
        let action = Activatable {
            player: PlayerFilter::Any,
            cost: Cost::mana(mana.0.clone()),
            script: Script { parts: vec![part], modes: None },
            ..Activatable::new(ActivatableKind::Special, Zone::Battlefield)
        };
        Ok(vec![rule, self.add(text, AbilityKind::Activatable(Box::new(action)))])
    }

    /// An ability that the object has as long as something is so: that its controller's speed is 4 (CR 702.178), that it is harnessed.
    fn given_while(&mut self, text: String, ability: &Quoted, so: &Condition) -> Lowered<Vec<AbilityId>> {
        let mut ids = Vec::new();
        for id in self.quoted(ability)? {
            let kind = match self.pool.ability(id).kind.clone() {
                AbilityKind::Static(mut own) => {
                    own.condition = all_of(own.condition.into_iter().chain([so.clone()]).collect());
                    AbilityKind::Static(own)
                }
                // CR 702.178b: it works where what it gives does.
                AbilityKind::Activatable(mut way) if way.zone == Zone::Graveyard => {
                    way.condition = all_of(way.condition.into_iter().chain([so.clone()]).collect());
                    AbilityKind::Activatable(way)
                }
                AbilityKind::Activatable(way) if way.zone != Zone::Battlefield => {
                    return decline("what an object has as long as something is so works on the battlefield");
                }
                AbilityKind::Triggered(own) if own.zone != Zone::Battlefield => {
                    return decline("what an object has as long as something is so works on the battlefield");
                }
                _ => AbilityKind::Static(Box::new(Static {
                    zone: Zone::Battlefield,
                    condition: Some(so.clone()),
                    effect: StaticEffect::Continuous(Affected::Source, vec![Modification::AddAbility(id)]),
                })),
            };
            ids.push(self.add(text.clone(), kind));
        }
        Ok(ids)
    }

    /// A loyalty ability (CR 606).
    fn loyalty(&mut self, text: String, symbol: &LoyaltySymbol, body: &Body) -> Lowered<Vec<AbilityId>> {
        let mut frame = self.frame();
        let part = match symbol.0 {
            Some(n) => CostPart::Loyalty(n),
            None => {
                frame.discourse.x = Some(Amount::X);
                CostPart::LoyaltyMinusX
            }
        };
        let lowering = self.body(frame, body, false)?;
        let activatable = Activatable {
            timing: Timing::Sorcery,
            cost: Cost { mana: None, parts: vec![part] },
            script: lowering.script,
            ..Activatable::new(ActivatableKind::Loyalty, Zone::Battlefield)
        };
        Ok(vec![self.add(text, AbilityKind::Activatable(Box::new(activatable)))])
    }

    /// The abilities of a quoted text, which speaks for the object that has it.
    pub(super) fn quoted(&mut self, quoted: &Quoted) -> Lowered<Vec<AbilityId>> {
        self.nested(|context| match quoted {
            Quoted::Activated { cost, body, limits } => context.activated(print(quoted), cost, body, limits),
            Quoted::Triggered { trigger, body, limits } => context.triggered(print(quoted), trigger, body, limits),
            Quoted::Loyalty { symbol, body } => context.loyalty(print(quoted), symbol, body),
            Quoted::Keyword { name, mana } => {
                context.keyword_abilities(&KeywordItem::WithCost { name: *name, mana: mana.clone() })
            }
            Quoted::Dashed { name, cost } => {
                if !matches!(keywords::TABLE[name.0].meaning, Meaning::Text(_)) {
                    return unsupported("the granted keyword", quoted);
                }
                context.dashed(&DashedKeyword { name: *name, cost: cost.clone() })
            }
            Quoted::Static { first } => {
                let mut ids = Vec::new();
                for ability in context.statics(first, None)? {
                    ids.push(context.add(print(first), AbilityKind::Static(Box::new(ability))));
                }
                Ok(ids)
            }
        })
    }

    /// Lowers what is not of this card itself: the types and the X of the card mean nothing there.
    pub(super) fn nested<T>(&mut self, lower: impl FnOnce(&mut Context<'_>) -> Lowered<T>) -> Lowered<T> {
        if self.depth >= DEEPEST {
            return decline("abilities are nested too deep");
        }
        let (types, has_x, name, subtypes) = (self.types, self.has_x, self.name.take(), self.subtypes.take());
        let (mana_cost, half) = (self.mana_cost.take(), self.half.take());
        self.depth += 1;
        self.types = CardTypes::PERMANENT;
        self.has_x = false;
        let result = lower(self);
        self.depth -= 1;
        self.types = types;
        self.subtypes = subtypes;
        self.has_x = has_x;
        self.mana_cost = mana_cost;
        self.half = half;
        self.name = name;
        result
    }

    /// The abilities that a definition in words stands for.
    pub(super) fn definition(&mut self, text: &str) -> Lowered<Vec<AbilityId>> {
        let tree = definition_read(text)?;
        self.nested(|context| context.paragraph(&tree))
    }

    /// An activated ability, or one for either case if it adds other mana under a condition.
    fn activated(&mut self, text: String, cost: &CostWords, body: &Body, limits: &[Limit]) -> Lowered<Vec<AbilityId>> {
        let error = match self.one_activated(text.clone(), cost, body, limits) {
            Ok(id) => return Ok(vec![id]),
            Err(error) => error,
        };
        // Nothing happens between its activation and what it adds (CR 605.3b), so that it can be asked before which mana that is. What
        // is paid could change that, though.
        let plain = |part: &PartWords| matches!(part, PartWords::Tap | PartWords::Mana { .. });
        match super::mana::other_mana_if(body) {
            Some((usual, condition, other)) if limits.is_empty() && cost.parts.0.iter().all(plain) => {
                let mut frame = self.frame();
                frame.mention_source(self.types);
                let condition = self.conditions(&mut frame, &condition)?;
                let first = self.one_activated(text.clone(), cost, &usual, limits)?;
                let second = self.one_activated(text, cost, &other, limits)?;
                Ok(vec![
                    self.while_so(first, super::condition::not(condition.clone()))?,
                    self.while_so(second, condition)?,
                ])
            }
            _ => Err(error),
        }
    }

    /// An activated ability that can be activated only if something is true.
    fn while_so(&mut self, id: AbilityId, condition: Condition) -> Lowered<AbilityId> {
        let Ability { text, kind: AbilityKind::Activatable(mut way) } = self.pool.ability(id).clone() else {
            return decline("this limit is supported on activated abilities only");
        };
        way.condition = all_of(way.condition.into_iter().chain([condition]).collect());
        Ok(self.add(text, AbilityKind::Activatable(way)))
    }

    fn one_activated(&mut self, text: String, cost: &CostWords, body: &Body, limits: &[Limit]) -> Lowered<AbilityId> {
        let mut frame = self.frame();
        let zone = zone_of_cost(cost);
        let up_to = at_most(cost);
        let lowered_cost = self.cost(&mut frame, up_to.as_ref().map_or(cost, |(cost, _)| cost))?;
        if !frame.code.items.is_empty() || !frame.code.targets.is_empty() {
            return decline("a cost can't choose a target");
        }
        frame.mention_paid();
        frame.mention_source(self.types);
        frame.setting.activated = true;
        let mut activatable = Activatable::new(ActivatableKind::Ability, zone.unwrap_or(Zone::Battlefield));
        activatable.cost = lowered_cost;
        activatable.most_x = up_to.map_or(u8::MAX, |(_, most)| most);
        if cost.parts.0.iter().any(|part| matches!(part, PartWords::Waterbend { .. })) {
            activatable.helpers.push(PaymentHelper::Waterbend);
        }
        // "Copy the exiled card. ... X is the mana value of that card."
        let says_x = limits.iter().any(|limit| matches!(limit, Limit::XIs { .. }));
        if says_x && print(body).contains("the exiled card") {
            let card = Described { card: true, ..Described::default() };
            frame.mention(Objects::ExiledWithSource, false, Some(&card));
            frame.mention_source(self.types);
        }
        self.limits(&mut frame, limits, &mut activatable)?;
        let at_least_one = |part: &PartWords| {
            matches!(
                part,
                PartWords::Remove { counters: Counters::Some { n: Count::OneOrMore, .. }, .. }
                    | PartWords::RemoveAmong { counters: Counters::Some { n: Count::OneOrMore, .. }, .. }
            )
        };
        if cost.parts.0.iter().any(at_least_one) {
            activatable.least_x = 1;
        }
        match self.mana_ability(&mut frame, body)? {
            Some((output, script)) => {
                activatable.mana = Some(output);
                activatable.script = script;
                if activatable.player != PlayerFilter::You {
                    return decline("a mana ability that another player can activate isn't supported");
                }
                let chosen = |part: &CostPart| {
                    matches!(part, CostPart::RemoveAllCounters(_) | CostPart::RemoveCountersAmong(..))
                };
                if activatable.least_x > 0 || activatable.cost.parts.iter().any(chosen) {
                    return decline("what such a mana ability is paid with isn't supported");
                }
                // Such a one is never activated while something is paid, but with priority (CR 605.3a).
                let apart = mana_ability::by_hand(&activatable) && mana_ability::converting(&activatable).is_none();
                if super::limits::as_instant(limits) && !apart {
                    return decline("a mana ability that can't be activated to pay for something isn't supported");
                }
            }
            None => {
                let lowering = self.body(frame, body, false)?;
                if (activatable.per_turn.is_some() || activatable.once) && counts_resolutions(&lowering.script) {
                    return decline("uses and resolutions of one ability can't be counted both");
                }
                if let Some(zone) = zone.or(lowering.zone) {
                    activatable.zone = zone;
                }
                activatable.script = lowering.script;
                if super::mana::adds_mana(&activatable.script) {
                    super::mana::make_within_script(&mut activatable)?;
                }
            }
        }
        Ok(self.add(text, AbilityKind::Activatable(Box::new(activatable))))
    }

    fn triggered(&mut self, text: String, trigger: &Trigger, body: &Body, limits: &[Limit]) -> Lowered<Vec<AbilityId>> {
        // What must be so as one event happens isn't asked of the other: it is an ability for each.
        if let Trigger::DuringOr { when, a, during, second, b } = trigger {
            if !limits.is_empty() {
                return decline("a limit each turn on two events isn't supported");
            }
            let one = Trigger::During { when: when.clone(), event: a.clone(), during: during.clone() };
            let other = Trigger::Event { when: second.clone(), event: b.clone() };
            let mut ids = self.triggered(text.clone(), &one, body, limits)?;
            ids.extend(self.triggered(text, &other, body, limits)?);
            return Ok(ids);
        }
        // What works in either of two zones is an ability for each (CR 113.6).
        if let Some(bodies) = in_either_zone(body) {
            let mut ids = Vec::new();
            for body in &bodies {
                ids.extend(self.triggered(text.clone(), trigger, body, limits)?);
            }
            return if limits.is_empty() { Ok(ids) } else { decline("a limit each turn in two zones isn't supported") };
        }
        let mut frame = self.frame();
        let counts_them = says(body, "that many") || says(body, "that much");
        frame.setting.speaks_of_several = counts_them || says_any(body, &["them", "those", "their"]);
        frame.setting.once_each_turn = limits.contains(&Limit::TriggersOnce);
        let events = self.trigger(&mut frame, trigger)?;
        let told = frame.setting.told;
        // How many were discarded is the event's number anyway.
        let counts_them = counts_them && events.iter().any(|event| matches!(event, TriggerEvent::ZoneChange { .. }));
        let mut per_turn = None;
        let mut do_once = false;
        let mut once = false;
        for limit in limits {
            match limit {
                Limit::TriggersOnce => per_turn = Some(1),
                Limit::TriggersOnceEver => once = true,
                Limit::DoOnce => do_once = true,
                _ => return unsupported("the limit", limit),
            }
        }
        let adding = without_mana_asked(body);
        do_once |= adding.is_some();
        let only_if = frame.setting.only_if.take();
        let not_there = |event| zone_of_event(event).is_some_and(|zone| zone != Zone::Graveyard);
        frame.setting.elsewhere = events.iter().any(not_there);
        let mut lowering = self.body(frame, adding.as_ref().unwrap_or(body), true)?;
        if adding.is_some() {
            undone_without_mana(&mut lowering.script)?;
        }
        let offers = |instr: &Instr| matches!(instr, Instr::May(..) | Instr::MayPay(..) | Instr::MayPayX(..));
        if do_once && !lowering.script.parts.iter().all(|part| part.code.iter().any(offers)) {
            return decline("`do this only once each turn` is supported where a player may do it only");
        }
        // "When ~ dies or when you discard it" works in two zones: it is an ability for each.
        let mut zones: Vec<(Zone, Vec<TriggerEvent>)> = Vec::new();
        for event in events {
            let zone = zone_of_event(&event).or(lowering.zone).unwrap_or(Zone::Battlefield);
            match zones.iter_mut().find(|entry| entry.0 == zone) {
                Some(entry) => entry.1.push(event),
                None => zones.push((zone, vec![event])),
            }
        }
        if zones.len() > 1 && (per_turn.is_some() || do_once || once) {
            return decline("a limit each turn on what works in several zones isn't supported");
        }
        if (per_turn.is_some() || do_once || once) && counts_resolutions(&lowering.script) {
            return decline("uses and resolutions of one ability can't be counted both");
        }
        // What the ability doesn't speak of it isn't told.
        let speaks =
            lowering.script.parts.mentions(|mention| matches!(mention, Mention::Objects(_) | Mention::Number(_)));
        let told = told
            .filter(|register| counts_them || lowering.script.parts.mentions(|it| it == Mention::Objects(*register)));
        for event in zones.iter_mut().flat_map(|entry| entry.1.iter_mut()) {
            if let TriggerEvent::AttackersDeclared { into, .. } = event {
                *into = into.filter(|_| speaks);
            }
        }
        let add = |(zone, events)| {
            // "Whenever you cycle ~ or cycle another card while ~ is on the battlefield": what it does in another zone isn't asked that.
            let there = |asked: &Condition| match asked {
                Condition::Exists(Zone::Battlefield, filter) => filter.tests == [Test::Source],
                _ => false,
            };
            let only_if = only_if.clone().filter(|asked| zone == Zone::Battlefield || !there(asked));
            let condition = lowering.condition.clone();
            let script = lowering.script.clone();
            let triggered = Triggered { events, zone, condition, only_if, per_turn, do_once, once, told, script };
            self.add(text.clone(), AbilityKind::Triggered(Box::new(triggered)))
        };
        Ok(zones.into_iter().map(add).collect())
    }
}

thread_local! {
    /// The definitions that were read: of many cards the same.
    static DEFINITIONS: RefCell<BTreeMap<String, Arc<PermanentParagraph>>> = const { RefCell::new(BTreeMap::new()) };
}

/// Reads a definition in words, if this thread hasn't yet.
fn definition_read(text: &str) -> Lowered<Arc<PermanentParagraph>> {
    if let Some(known) = DEFINITIONS.with_borrow(|read| read.get(text).cloned()) {
        return Ok(known);
    }
    let Ok(mut trees) = read::<PermanentParagraph>(&lex(text)) else {
        return decline(format!("the definition `{text}` can't be read"));
    };
    match (trees.len(), trees.pop()) {
        (1, Some(tree)) if print(&tree) == text => {
            let tree = Arc::new(tree);
            DEFINITIONS.with_borrow_mut(|read| read.insert(text.to_owned(), tree.clone()));
            Ok(tree)
        }
        _ => decline(format!("the definition `{text}` can be read in several ways")),
    }
}

/// What is done if the source is in the graveyard, and if it is on the battlefield, where a body asks for either.
fn in_either_zone(body: &Body) -> Option<[Body; 2]> {
    let Body::Sentences { first: Sentence::Plain { prefix: Some(Prefix::If { condition }), .. }, .. } = body else {
        return None;
    };
    let Conditions::One { a: Words::Object { what: ObjectCondition::Is { np: Np::Itself, be: Be::Is, state } } } =
        condition
    else {
        return None;
    };
    let zones = match state {
        State::InEither => [State::InYourGraveyard, State::OnBattlefield],
        State::InCommandOrBattlefield => [State::InCommand, State::OnBattlefield],
        _ => return None,
    };
    Some(zones.map(|state| {
        let what = ObjectCondition::Is { np: Np::Itself, be: Be::Is, state };
        let mut body = body.clone();
        if let Body::Sentences { first: Sentence::Plain { prefix: Some(Prefix::If { condition }), .. }, .. } = &mut body
        {
            *condition = Conditions::One { a: Words::Object { what } };
        }
        body
    }))
}

/// Returns whether a script counts how often it resolves.
fn counts_resolutions(script: &crate::effect::Script) -> bool {
    script.parts.iter().flat_map(|part| &part.code).any(|instr| matches!(instr, Instr::CountResolution(_)))
}

/// The zone that a cost moves its own card from (CR 113.6).
fn zone_of_cost(cost: &CostWords) -> Option<Zone> {
    cost.parts.0.iter().find_map(|part| match part {
        PartWords::Discard { what: Discarded::Itself }
        | PartWords::ExileSelf { from: OwnZone::Hand }
        | PartWords::RevealSelf => Some(Zone::Hand),
        PartWords::ExileSelf { .. } => Some(Zone::Graveyard),
        _ => None,
    })
}

/// The zone in which a trigger about its own card works, where it is not the battlefield.
fn zone_of_event(event: &TriggerEvent) -> Option<Zone> {
    let own = |filter: &Filter| filter.tests.contains(&Test::Source);
    match event {
        TriggerEvent::Cast { what, .. } if own(what) => Some(Zone::Stack),
        // From whatever zone the card winds up in (CR 702.29c): it is looked at there, and named by where it was.
        TriggerEvent::CountersRemoved { what, .. } if *what == super::filter::exiled_source() => Some(Zone::Exile),
        TriggerEvent::Cycles { what, .. } | TriggerEvent::Discards { what, .. } if own(what) => Some(Zone::Hand),
        TriggerEvent::ZoneChange { what, from: None | Some(Zone::Library), to: Some(Zone::Graveyard), .. }
            if own(what) =>
        {
            Some(Zone::Graveyard)
        }
        TriggerEvent::BecomesPlotted => Some(Zone::Exile),
        // CR 702.55c.
        TriggerEvent::ZoneChange { what, .. } if *what == haunted() => Some(Zone::Exile),
        // "When enchanted creature dies, return ~ from your graveyard": it is there only afterwards (CR 603.10a, 400.7f).
        TriggerEvent::ZoneChange { what, .. } if own(what) || what.tests.contains(&Test::Host) => {
            Some(Zone::Battlefield)
        }
        _ => None,
    }
}

/// The creature that a card haunts (CR 702.55b).
pub(super) fn haunted() -> Filter {
    Filter::just(Test::Is(Box::new(Objects::Host)))
}

/// CR 702.179e.
pub(super) fn max_speed() -> Condition {
    let most = Amount::Const(i32::from(crate::card::MAX_SPEED));
    Condition::Compare(Amount::Speed(Players::You), Comparison::Equal, most)
}

/// "If you haven't added mana with this ability this turn, you may add ...": the body without what it asks, which is what "do this only once
/// each turn" asks of what was done (CR 603.2i, 603.4).
fn without_mana_asked(body: &Body) -> Option<Body> {
    let mut body = body.clone();
    let Body::Sentences { first: Sentence::Plain { prefix, .. }, .. } = &mut body else { return None };
    match prefix {
        Some(Prefix::If { condition: Conditions::One { a: Words::Deed { what: DeedCondition::NoManaAdded } } }) => {
            *prefix = None;
            Some(body)
        }
        _ => None,
    }
}

/// Mana was added only if it was more than none.
fn undone_without_mana(script: &mut Script) -> Lowered<()> {
    let [part] = script.parts.as_mut_slice() else { return decline("modes can't add mana once each turn") };
    let mut added = part.code.iter().filter_map(|instr| match instr {
        Instr::AddMana(Players::You, ManaOutput::AnyOneColor(amount)) => Some(Some(amount.clone())),
        Instr::AddMana(..) => Some(None),
        _ => None,
    });
    let (Some(Some(amount)), None) = (added.next(), added.next()) else {
        return decline("how much mana is added isn't one number");
    };
    let some = Condition::Compare(amount, Comparison::AtLeast, Amount::Const(1));
    part.code.push(Instr::DoneIf(some));
    Ok(())
}

/// "Sacrifice up to three permanents": any number of them, of which that many at most are chosen (CR 601.2b).
fn at_most(cost: &CostWords) -> Option<(CostWords, u8)> {
    let mut cost = cost.clone();
    let mut most = None;
    for part in &mut cost.parts.0 {
        let PartWords::Sacrifice { what: Np::Quant { quant: Quant::Some { n }, .. } } = part else { continue };
        if let HowMany::UpTo { n: Numeral(up_to) } = *n {
            most = Some(up_to as u8);
            *n = HowMany::AnyNumber;
        }
    }
    Some((cost, most?))
}

/// Returns whether a keyword with a cost is kicker (CR 702.33).
fn is_kicker(name: CostName) -> bool {
    matches!(keywords::TABLE[name.0].meaning, Meaning::Casting(CastingKeyword::Kicker))
}
