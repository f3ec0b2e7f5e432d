//! Paragraphs → abilities.

use super::casting::Alternative;
use super::filter::unsupported;
use super::lasting::protection_filter;
use super::{Context, Frame, Lowered, all_of, decline};
use crate::ability::{
    Ability, AbilityKind, Activatable, ActivatableKind, Affected, PaymentHelper, Replacement, Static, StaticEffect,
    Timing, TriggerEvent, Triggered,
};
use crate::card::AbilityId;
use crate::cost::{Cost, CostChange, CostPart, OptionalCost, SelfCostChange};
use crate::effect::{Destination, Instr, LibraryPosition, ManaOutput, Part, Script};
use crate::face_down::FaceDown;
use crate::filter::{
    Amount, Comparison, Condition, CounterKind, Filter, Objects, PlayerFilter, Players, Step, Test, Zone,
};
use crate::keyword::{Features, Keywords};
use crate::text::grammar::ability::{Common, PermanentParagraph, Prelude, Quoted};
use crate::text::grammar::cost::{Cost as CostWords, CostPart as PartWords, Discarded};
use crate::text::grammar::effect::{Body, Clause, Limit, Sentence};
use crate::text::grammar::keyword::{DashedKeyword, Enchantable, KeywordItem, ProtectionFrom};
use crate::text::grammar::statics::{Alternative as AlternativeWords, CardRule, CastWhen};
use crate::text::grammar::trigger::Trigger;
use crate::text::grammar::verb::PlayerVerb;
use crate::text::keywords::{self, Casting, Meaning};
use crate::text::lexer::lex;
use crate::text::syntax::{print, read};
use crate::types::CardTypes;

/// How deep definitions and quoted abilities may be nested.
const DEEPEST: u8 = 4;

impl Context<'_> {
    fn add(&mut self, text: String, kind: AbilityKind) -> AbilityId {
        self.pool.add_ability(Ability { text, kind })
    }

    /// An empty frame for an ability of this card.
    fn frame(&self) -> Frame {
        let mut frame = Frame::new();
        frame.x = self.has_x.then_some(Amount::X);
        frame
    }

    /// The abilities of a paragraph other than keywords and what changes casting.
    pub(super) fn common(&mut self, common: &Common) -> Lowered<Vec<AbilityId>> {
        match common {
            Common::Keywords { line } => {
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
            Common::Activated { word, cost, body, limits } => {
                let id = self.activated(print(common), cost, body, limits)?;
                let id = match word {
                    Some(word @ (Prelude::Exhaust | Prelude::Boast)) => self.limited(id, word)?,
                    _ => id,
                };
                Ok(vec![id])
            }
            Common::Triggered { word: Some(Prelude::Exhaust | Prelude::Boast), .. }
            | Common::Rules { word: Some(Prelude::Exhaust | Prelude::Boast), .. } => {
                unsupported("the paragraph", common)
            }
            Common::Loyalty { symbol, body } => {
                let mut frame = self.frame();
                let part = match symbol.0 {
                    Some(n) => CostPart::Loyalty(n),
                    None => {
                        frame.x = Some(Amount::X);
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
                Ok(vec![self.add(print(common), AbilityKind::Activatable(Box::new(activatable)))])
            }
            Common::Triggered { trigger, body, limits, .. } => {
                Ok(vec![self.triggered(print(common), trigger, body, limits)?])
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

    /// An activated ability with the limits of boast (CR 702.142a) or exhaust (CR 702.177a).
    fn limited(&mut self, id: AbilityId, word: &Prelude) -> Lowered<AbilityId> {
        let Ability { text, kind: AbilityKind::Activatable(mut way) } = self.pool.ability(id).clone() else {
            return decline("only activated abilities are limited so");
        };
        if *word == Prelude::Exhaust {
            way.once = true;
        } else {
            way.per_turn = Some(1);
            let attacked = Condition::ObjectIs(Objects::Source, Filter::just(Test::AttackedThisTurn));
            way.condition = all_of(way.condition.into_iter().chain([attacked]).collect());
        }
        Ok(self.add(text, AbilityKind::Activatable(way)))
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
                let triggered = Triggered {
                    events: vec![TriggerEvent::Chapter(set)],
                    zone: Zone::Battlefield,
                    condition: lowering.condition,
                    only_if: None,
                    per_turn: None,
                    script: lowering.script,
                };
                Ok(vec![self.add(print(paragraph), AbilityKind::Triggered(Box::new(triggered)))])
            }
            PermanentParagraph::Static { first, rest, .. } => {
                let mut ids = Vec::new();
                for sentence in [first].into_iter().chain(rest) {
                    for ability in self.statics(sentence)? {
                        ids.push(self.add(print(sentence), AbilityKind::Static(Box::new(ability))));
                    }
                }
                Ok(ids)
            }
        }
    }

    /// The abilities of a quoted text, which speaks for the object that has it.
    pub(super) fn quoted(&mut self, quoted: &Quoted) -> Lowered<Vec<AbilityId>> {
        self.nested(|context| match quoted {
            Quoted::Activated { cost, body, limits } => {
                Ok(vec![context.activated(print(quoted), cost, body, limits)?])
            }
            Quoted::Triggered { trigger, body, limits } => {
                Ok(vec![context.triggered(print(quoted), trigger, body, limits)?])
            }
            Quoted::Static { first } => {
                let mut ids = Vec::new();
                for ability in context.statics(first)? {
                    ids.push(context.add(print(first), AbilityKind::Static(Box::new(ability))));
                }
                Ok(ids)
            }
        })
    }

    /// Lowers what is not of this card itself: the types and the X of the card mean nothing there.
    fn nested<T>(&mut self, lower: impl FnOnce(&mut Context<'_>) -> Lowered<T>) -> Lowered<T> {
        if self.depth >= DEEPEST {
            return decline("abilities are nested too deep");
        }
        let (types, has_x, name) = (self.types, self.has_x, self.name.take());
        self.depth += 1;
        self.types = CardTypes::PERMANENT;
        self.has_x = false;
        let result = lower(self);
        self.depth -= 1;
        self.types = types;
        self.has_x = has_x;
        self.name = name;
        result
    }

    /// The abilities that a definition in words stands for.
    pub(super) fn definition(&mut self, text: &str) -> Lowered<Vec<AbilityId>> {
        let tokens = lex(text);
        let mut trees = match read::<PermanentParagraph>(&tokens) {
            Ok(trees) => trees,
            Err(_) => return decline(format!("the definition `{text}` can't be read")),
        };
        match (trees.len(), trees.pop()) {
            (1, Some(tree)) if print(&tree) == text => self.nested(|context| context.paragraph(&tree)),
            _ => decline(format!("the definition `{text}` can be read in several ways")),
        }
    }

    fn activated(&mut self, text: String, cost: &CostWords, body: &Body, limits: &[Limit]) -> Lowered<AbilityId> {
        let mut frame = self.frame();
        let zone = zone_of_cost(cost);
        let lowered_cost = self.cost(&mut frame, cost)?;
        if !frame.items.is_empty() || !frame.targets.is_empty() {
            return decline("a cost can't choose a target");
        }
        frame.mention_paid();
        frame.mention_source(self.types);
        let mut activatable = Activatable::new(ActivatableKind::Ability, zone.unwrap_or(Zone::Battlefield));
        activatable.cost = lowered_cost;
        self.limits(&mut frame, limits, &mut activatable)?;
        match self.mana_ability(&mut frame, body)? {
            Some(_) if limits.contains(&Limit::Instant) => {
                return decline("a mana ability that can't be activated to pay for something is not known");
            }
            Some((output, script)) => {
                activatable.mana = Some(output);
                activatable.script = script;
            }
            None => {
                let lowering = self.body(frame, body, false)?;
                if let Some(zone) = zone.or(lowering.zone) {
                    activatable.zone = zone;
                }
                activatable.script = lowering.script;
            }
        }
        Ok(self.add(text, AbilityKind::Activatable(Box::new(activatable))))
    }

    /// A mana ability (CR 605.1a): the mana it adds, and what else it does.
    fn mana_ability(&mut self, frame: &mut Frame, body: &Body) -> Lowered<Option<(ManaOutput, Script)>> {
        let Body::Sentences { first: Sentence::Plain { prefix: None, clauses, suffix: None, x }, rest: rest_of_body } =
            body
        else {
            return Ok(None);
        };
        let Clause::Imperative { verbs } = &clauses.0.first else { return Ok(None) };
        let PlayerVerb::AddMana { mana } = &verbs.first.verb else { return Ok(None) };
        if !verbs.rest.is_empty() || !clauses.0.rest.is_empty() {
            return decline("a mana ability that does more in the same sentence is not known");
        }
        let mut own = frame.again();
        // Mana abilities don't use the stack, which remembers what was paid.
        own.mentions.retain(|mention| mention.before != Some(Objects::Register(crate::task::PAID_REGISTER)));
        if let Some(x) = x {
            own.x = Some(self.amount(&mut own, &x.amount)?);
        }
        let output = self.mana_output(&mut own, mana, verbs.first.each.as_ref())?;
        let (output, rest) = match rest_of_body.split_first() {
            Some((first, rest)) => match self.spend_rule(&mut own, first)? {
                Some(rule) => (ManaOutput::Restricted(Box::new(output), rule), rest),
                None => (output, &rest_of_body[..]),
            },
            None => (output, &rest_of_body[..]),
        };
        let Some((first, rest)) = rest.split_first() else { return Ok(Some((output, Script::default()))) };
        let after = Body::Sentences { first: first.clone(), rest: rest.to_vec() };
        let lowering = self.body(own, &after, false)?;
        if lowering.script.parts.iter().any(|part| !part.targets.is_empty()) {
            return Ok(None);
        }
        Ok(Some((output, lowering.script)))
    }

    fn limits(&mut self, frame: &mut Frame, limits: &[Limit], activatable: &mut Activatable) -> Lowered<()> {
        let mut conditions = Vec::new();
        for limit in limits {
            match limit {
                Limit::Sorcery => activatable.timing = Timing::Sorcery,
                Limit::OncePerTurn => activatable.per_turn = Some(1),
                Limit::SorceryOnce => {
                    activatable.timing = Timing::Sorcery;
                    activatable.per_turn = Some(1);
                }
                Limit::Twice => activatable.per_turn = Some(2),
                Limit::YourTurn => conditions.push(Condition::TurnOf(PlayerFilter::You)),
                Limit::YourTurnOnce => {
                    conditions.push(Condition::TurnOf(PlayerFilter::You));
                    activatable.per_turn = Some(1);
                }
                Limit::YourUpkeep => {
                    conditions.push(Condition::TurnOf(PlayerFilter::You));
                    conditions.push(Condition::InStep(Step::Upkeep));
                }
                Limit::Combat => conditions.push(Condition::InCombat),
                Limit::BeforeAttackers => {
                    conditions.push(Condition::TurnOf(PlayerFilter::You));
                    let early = [Step::Upkeep, Step::Draw, Step::PrecombatMain, Step::BeginCombat];
                    conditions.push(Condition::AnyOf(early.map(Condition::InStep).to_vec()));
                }
                Limit::If { condition } => conditions.push(self.conditions(frame, condition)?),
                Limit::UpkeepOnce => {
                    conditions.push(Condition::TurnOf(PlayerFilter::You));
                    conditions.push(Condition::InStep(Step::Upkeep));
                    activatable.per_turn = Some(1);
                }
                Limit::AnyUpkeep => conditions.push(Condition::InStep(Step::Upkeep)),
                Limit::Blockers => conditions.push(Condition::InStep(Step::DeclareBlockers)),
                Limit::IfOnce { condition } | Limit::OnceIf { condition } => {
                    activatable.per_turn = Some(1);
                    conditions.push(self.conditions(frame, condition)?);
                }
                Limit::SorceryIf { condition } | Limit::IfSorcery { condition } => {
                    activatable.timing = Timing::Sorcery;
                    conditions.push(self.conditions(frame, condition)?);
                }
                Limit::YourTurnIf { condition } | Limit::UpkeepIf { condition } => {
                    conditions.push(Condition::TurnOf(PlayerFilter::You));
                    if matches!(limit, Limit::UpkeepIf { .. }) {
                        conditions.push(Condition::InStep(Step::Upkeep));
                    }
                    conditions.push(self.conditions(frame, condition)?);
                }
                Limit::Instant => activatable.timing = Timing::Instant,
                Limit::Once => activatable.once = true,
                Limit::AnyPlayer => activatable.player = PlayerFilter::Any,
                Limit::CostsLess { mana, each } => match super::statics::change(mana, false) {
                    CostChange::Reduce(n) => {
                        let change = CostChange::Reduce(self.times(frame, n, Some(each))?);
                        activatable.cost_changes.push(SelfCostChange { condition: None, change });
                    }
                    _ => return unsupported("the limit", limit),
                },
                Limit::CostsLessIf { mana, condition } => {
                    let condition = Some(self.conditions(frame, condition)?);
                    let change = super::statics::change(mana, false);
                    activatable.cost_changes.push(SelfCostChange { condition, change });
                }
                Limit::TriggersOnce | Limit::DoOnce => return unsupported("the limit", limit),
            }
        }
        activatable.condition = all_of(conditions);
        Ok(())
    }

    fn triggered(&mut self, text: String, trigger: &Trigger, body: &Body, limits: &[Limit]) -> Lowered<AbilityId> {
        let mut frame = self.frame();
        let events = self.trigger(&mut frame, trigger)?;
        let mut per_turn = None;
        for limit in limits {
            match limit {
                Limit::TriggersOnce => per_turn = Some(1),
                _ => return unsupported("the limit", limit),
            }
        }
        let only_if = frame.only_if.take();
        let lowering = self.body(frame, body, true)?;
        let zone = zone_of_events(&events).or(lowering.zone).unwrap_or(Zone::Battlefield);
        let triggered =
            Triggered { events, zone, condition: lowering.condition, only_if, per_turn, script: lowering.script };
        Ok(self.add(text, AbilityKind::Triggered(Box::new(triggered))))
    }

    /// Keywords that are bits.
    pub(super) fn simple_keywords(&self, item: &KeywordItem) -> Option<Keywords> {
        let color = |from: &ProtectionFrom| match from {
            ProtectionFrom::Color { color } => {
                crate::types::Colors::TABLE.iter().position(|row| row.0 == color.0).map(|n| Keywords::PROTECTION[n])
            }
            ProtectionFrom::EachColor | ProtectionFrom::AllColors => {
                Some(Keywords::PROTECTION.iter().fold(Keywords::empty(), |all, one| all | *one))
            }
            _ => None,
        };
        match item {
            KeywordItem::Plain { keyword } => Some(keyword.0),
            KeywordItem::Protection { from } => color(from),
            KeywordItem::ProtectionTwo { a, b } => Some(color(a)? | color(b)?),
            KeywordItem::ProtectionThree { a, b, c } => Some(color(a)? | color(b)? | color(c)?),
            _ => None,
        }
    }

    /// The abilities that keywords stand for besides being bits.
    pub(super) fn companions(&mut self, keywords: Keywords) -> Lowered<Vec<AbilityId>> {
        if keywords.contains(Keywords::ASCEND) {
            self.pool.uses(Features::ASCEND);
        }
        if keywords.contains(Keywords::FLANKING) {
            return self.definition(
                "Whenever ~ becomes blocked by a creature without flanking, that creature gets -1/-1 until end of turn.",
            );
        }
        Ok(Vec::new())
    }

    /// Abilities of a keyword printed on the card itself.
    fn own_keyword(&mut self, item: &KeywordItem) -> Lowered<Vec<AbilityId>> {
        match item {
            KeywordItem::Suspend { n, mana } => {
                self.casting.suspend = true;
                Ok(self.suspend(n.0, mana.0.clone()))
            }
            KeywordItem::Enchant { what } => {
                let (objects, players) = match what {
                    Enchantable::Player => (None, Some(PlayerFilter::Any)),
                    Enchantable::Opponent => (None, Some(PlayerFilter::Opponent)),
                    Enchantable::Object { noun } => {
                        let mut frame = self.frame();
                        let described = self.noun(&mut frame, noun)?;
                        if described.zone != Some(Zone::Battlefield) {
                            return unsupported("what can be enchanted:", noun);
                        }
                        (Some(described.filter), None)
                    }
                };
                let effect = StaticEffect::Enchant { objects, players };
                self.casting.enchant = Some(effect.clone());
                Ok(vec![self.add_static(print(item), effect)])
            }
            KeywordItem::Simple { name } => match keywords::TABLE[name.0].meaning {
                Meaning::Casting(casting) => self.casting_keyword(casting, None, item),
                _ => self.keyword_abilities(item),
            },
            KeywordItem::Number { name, .. } => match keywords::TABLE[name.0].meaning {
                Meaning::Casting(casting) => self.casting_keyword(casting, None, item),
                _ => self.keyword_abilities(item),
            },
            KeywordItem::WithCost { name, mana } => match keywords::TABLE[name.0].meaning {
                Meaning::Casting(casting) => self.casting_keyword(casting, Some(Cost::mana(mana.0.clone())), item),
                _ => self.keyword_abilities(item),
            },
            KeywordItem::TwoKickers { a, b } => {
                if !self.casting.optional.is_empty() {
                    return decline("kicker after another optional cost is not known");
                }
                for mana in [a, b] {
                    self.kickers += 1;
                    let text = format!("kicker {}", mana.0);
                    self.casting.optional.push(OptionalCost {
                        cost: Cost::mana(mana.0.clone()),
                        repeat: false,
                        kicks: true,
                        text,
                    });
                }
                Ok(Vec::new())
            }
            KeywordItem::Affinity { noun } => {
                let mut frame = self.frame();
                let described = self.noun(&mut frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("affinity for", noun);
                }
                let filter = described.filter.and(Test::Controller(PlayerFilter::You));
                self.casting.helpers.push(PaymentHelper::Affinity(filter));
                Ok(Vec::new())
            }
            item => self.keyword_abilities(item),
        }
    }

    fn add_static(&mut self, text: String, effect: StaticEffect) -> AbilityId {
        let ability = Static { zone: Zone::Battlefield, condition: None, effect };
        self.add(text, AbilityKind::Static(Box::new(ability)))
    }

    /// Abilities that a keyword stands for, also where it is granted.
    pub(super) fn keyword_abilities(&mut self, item: &KeywordItem) -> Lowered<Vec<AbilityId>> {
        let lines = match item {
            KeywordItem::Simple { name } => self.meaning(name.0, 0, "", item)?,
            KeywordItem::Number { name, n }
                if matches!(keywords::TABLE[name.0].meaning, Meaning::Casting(Casting::Toxic)) =>
            {
                self.pool.uses(Features::TOXIC);
                return Ok(vec![self.add_static(print(item), StaticEffect::Toxic(n.0.clamp(0, 255) as u8))]);
            }
            KeywordItem::Number { name, n } => self.meaning(name.0, n.0, "", item)?,
            KeywordItem::WithCost { name, mana } => self.meaning(name.0, 0, &mana.0.to_string(), item)?,
            KeywordItem::BasicLandcycling { mana } => vec![typecycling(&mana.0.to_string(), "basic land")],
            KeywordItem::Landcycling { kind, mana } => vec![typecycling(&mana.0.to_string(), &kind.0)],
            KeywordItem::EquipOnly { noun, mana } => {
                let target = crate::text::grammar::noun::Np::Quant {
                    quant: crate::text::grammar::noun::Quant::Target,
                    noun: noun.clone(),
                };
                vec![format!(
                    "{}: Attach ~ to {} you control. Activate only as a sorcery.",
                    mana.0,
                    print_in_sentence(&target)
                )]
            }
            KeywordItem::Protection { from } | KeywordItem::HexproofFrom { from } => {
                let hexproof_only = matches!(item, KeywordItem::HexproofFrom { .. });
                let from = match (protection_filter(from), from) {
                    (Some(filter), _) => filter,
                    (None, ProtectionFrom::Noun { noun }) => {
                        let mut frame = self.frame();
                        self.noun(&mut frame, noun)?.filter
                    }
                    _ => return unsupported("the keyword", item),
                };
                let effect = StaticEffect::Protection { affected: Affected::Source, from, hexproof_only };
                return Ok(vec![self.add_static(print(item), effect)]);
            }
            _ => return unsupported("the keyword", item),
        };
        let mut ids = Vec::new();
        for line in lines {
            ids.extend(self.definition(&line)?);
        }
        Ok(ids)
    }

    fn meaning(&mut self, index: usize, n: i32, cost: &str, item: &KeywordItem) -> Lowered<Vec<String>> {
        match keywords::TABLE[index].meaning {
            Meaning::Text(lines) => Ok(lines(n, cost)),
            Meaning::Nothing => Ok(Vec::new()),
            Meaning::Casting(_) => unsupported("the granted keyword", item),
        }
    }

    /// A keyword with a cost that is not just mana.
    fn dashed(&mut self, keyword: &DashedKeyword) -> Lowered<Vec<AbilityId>> {
        match keywords::TABLE[keyword.name.0].meaning {
            Meaning::Casting(casting) => {
                let mut frame = self.frame();
                let cost = self.cost(&mut frame, &keyword.cost)?;
                let item = KeywordItem::Simple { name: crate::text::grammar::keyword::SimpleName(keyword.name.0) };
                self.casting_keyword(casting, Some(cost), &item)
            }
            Meaning::Text(lines) => {
                let mut ids = Vec::new();
                for line in lines(0, &print_capital(&keyword.cost)) {
                    ids.extend(self.definition(&line)?);
                }
                Ok(ids)
            }
            Meaning::Nothing => Ok(Vec::new()),
        }
    }

    /// Something can be face down so: the pool gets the card that it is then (CR 708.2a).
    pub(super) fn allow_face_down(&mut self, how: FaceDown) -> Lowered<()> {
        let ward = match how.has_ward() {
            true => {
                let text = "Whenever ~ becomes the target of a spell or ability an opponent controls, counter it unless that player pays {2}.";
                self.definition(text)?.first().copied()
            }
            false => None,
        };
        self.pool.make_face_down(ward);
        Ok(())
    }

    /// The special action that exiles a card from the hand, to be cast later (CR 702.143a, 702.170a).
    fn put_away(&mut self, text: String, how: FaceDown, cost: Cost) -> AbilityId {
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

    fn casting_keyword(&mut self, casting: Casting, cost: Option<Cost>, item: &KeywordItem) -> Lowered<Vec<AbilityId>> {
        let text = print_in_sentence(item);
        let cost = cost.unwrap_or_default();
        match casting {
            Casting::Kicker | Casting::Multikicker | Casting::Entwine => {
                let repeat = casting == Casting::Multikicker;
                let kicks = casting != Casting::Entwine;
                if !kicks {
                    self.casting.entwine = Some(self.casting.optional.len() as u8);
                } else if usize::from(self.kickers) == self.casting.optional.len() {
                    self.kickers += 1;
                } else {
                    return decline("kicker after another optional cost is not known");
                }
                self.casting.optional.push(OptionalCost { cost, repeat, kicks, text });
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
            Casting::Buyback => self.casting.alternatives.push(Alternative::Buyback(cost)),
            Casting::Flashback => self.casting.alternatives.push(Alternative::Flashback(cost)),
            Casting::JumpStart => self.casting.alternatives.push(Alternative::JumpStart),
            Casting::Retrace => self.casting.alternatives.push(Alternative::Retrace),
            Casting::Evoke => {
                let n = super::casting::Casting::NAMED;
                self.casting.alternatives.push(Alternative::Named(cost, n));
                return self.if_paid(n, "When ~ enters, sacrifice it.");
            }
            Casting::Escape => self.casting.alternatives.push(Alternative::FromGraveyard(Some(cost), None)),
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
            Casting::Rebound => {
                let code = vec![Instr::CastFree(Players::You, Objects::Source)];
                self.casting.rebound = Some(self.scripted(
                    "At the beginning of your next upkeep, you may cast ~ from exile without paying its mana cost.",
                    Zone::Exile,
                    Vec::new(),
                    code,
                ));
            }
            Casting::Cascade => {
                let mut frame = Frame::new();
                let value = Amount::ManaValue(Objects::Source);
                let cheaper = vec![Test::NotTypes(CardTypes::LAND), Test::ManaValue(Comparison::Less, value)];
                let bottom = Destination { position: LibraryPosition::BottomRandom, ..Destination::to(Zone::Library) };
                self.dig(&mut frame, Filter { tests: cheaper }, bottom)?;
                let part = frame.finish("Cascade".to_owned())?;
                let cast =
                    TriggerEvent::Cast { player: PlayerFilter::You, what: Filter::just(Test::Source), nth: None };
                return Ok(vec![self.scripted("Cascade", Zone::Stack, vec![cast], part.code)]);
            }
            Casting::Replicate | Casting::Squad => {
                if !self.casting.optional.is_empty() {
                    return decline("a repeated cost after another optional cost is not known");
                }
                self.casting.optional.push(OptionalCost { cost, repeat: true, kicks: false, text });
                let definition = if casting == Casting::Squad {
                    "When ~ enters, create a token that's a copy of it for each time its squad cost was paid."
                } else {
                    "When you cast ~, copy it for each time its replicate cost was paid. You may choose new targets for the copies."
                };
                return self.if_paid(0, definition);
            }
            Casting::Dash | Casting::Blitz => {
                let n = super::casting::Casting::NAMED;
                self.casting.alternatives.push(Alternative::Named(cost, n));
                let (words, code) = if casting == Casting::Dash {
                    ("return ~ to its owner's hand", Instr::Move(Objects::Source, Destination::to(Zone::Hand), None))
                } else {
                    ("sacrifice ~", Instr::Sacrifice(Objects::Source))
                };
                let later = format!("At the beginning of the next end step, {words}.");
                let later = self.scripted(&later, Zone::Battlefield, Vec::new(), vec![code]);
                let until = crate::effect::DelayedUntil::NextStep(Step::End, None);
                let code = vec![Instr::Unless(Condition::CostPaid(n), 2), Instr::Delayed(later, until)];
                let part = crate::effect::Part { text: text.clone(), targets: Vec::new(), code };
                let script = Script { parts: vec![part], modes: None };
                let as_enters = StaticEffect::Replacement(Replacement::AsEnters(script));
                let haste = vec![crate::effect::Modification::AddKeywords(Keywords::HASTE)];
                let haste = Static {
                    zone: Zone::Battlefield,
                    condition: Some(Condition::CostPaid(n)),
                    effect: StaticEffect::Continuous(Affected::Source, haste),
                };
                let mut ids = vec![self.add_static(text.clone(), as_enters)];
                ids.push(self.add(text, AbilityKind::Static(Box::new(haste))));
                if casting == Casting::Blitz {
                    ids.extend(self.if_paid(n, "When ~ dies, draw a card.")?);
                }
                return Ok(ids);
            }
            Casting::Madness => {
                if self.types.intersects(CardTypes::LAND) {
                    return decline("madness on a land is not known");
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
            Casting::Riot | Casting::Unleash | Casting::Devour => {
                let plus = |n: Amount| Instr::EnterWith(CounterKind::PLUS_ONE, n);
                let code = match (casting, item) {
                    (Casting::Riot, _) => {
                        let haste = vec![crate::effect::Modification::AddKeywords(Keywords::HASTE)];
                        let haste = Instr::Continuous(Objects::Source, haste, crate::effect::Duration::Indefinite);
                        vec![Instr::May(Players::You, 3), plus(Amount::Const(1)), Instr::End, haste]
                    }
                    (Casting::Devour, KeywordItem::Number { n, .. }) => {
                        let tests = vec![Test::Types(CardTypes::CREATURE), Test::Controller(PlayerFilter::You)];
                        let from = Objects::Each(Zone::Battlefield, Filter { tests });
                        let pick = crate::effect::Pick {
                            chooser: Players::You,
                            min: Amount::Const(0),
                            max: Amount::CountObjects(from.clone()),
                            from,
                            random: false,
                        };
                        let fodder = Amount::CountObjects(Objects::Register(0));
                        vec![
                            Instr::Pick(pick, 0),
                            Instr::SetNumber(0, Amount::Times(Box::new(fodder), n.0)),
                            Instr::Sacrifice(Objects::Register(0)),
                            plus(Amount::Register(0)),
                        ]
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
            Casting::Surge => {
                let condition =
                    Condition::Compare(Amount::SpellsCast(Players::You), Comparison::AtLeast, Amount::Const(1));
                self.casting.alternatives.push(Alternative::Instead(cost, Some(condition)));
            }
            Casting::Spectacle => {
                let condition =
                    Condition::Compare(Amount::LifeLost(Players::Opponents), Comparison::AtLeast, Amount::Const(1));
                self.casting.alternatives.push(Alternative::Instead(cost, Some(condition)));
            }
        }
        Ok(Vec::new())
    }

    /// A triggered ability from its instructions.
    fn scripted(&mut self, text: &str, zone: Zone, events: Vec<TriggerEvent>, code: Vec<Instr>) -> AbilityId {
        let part = crate::effect::Part { text: text.to_owned(), targets: Vec::new(), code };
        let script = Script { parts: vec![part], modes: None };
        let triggered = Triggered { events, zone, condition: None, only_if: None, per_turn: None, script };
        self.add(text.to_owned(), AbilityKind::Triggered(Box::new(triggered)))
    }

    /// A trigger that a definition states, if a cost was paid.
    fn if_paid(&mut self, cost: u8, definition: &str) -> Lowered<Vec<AbilityId>> {
        let ids = self.definition(definition)?;
        let [id] = ids.as_slice() else { return decline("the definition has several abilities") };
        let AbilityKind::Triggered(mut triggered) = self.pool.ability(*id).kind.clone() else {
            return decline("the definition is no trigger");
        };
        triggered.condition = Some(Condition::CostPaid(cost));
        let text = definition.replacen(", ", ", if its cost was paid, ", 1);
        Ok(vec![self.add(text, AbilityKind::Triggered(triggered))])
    }

    /// Statements about casting the card.
    fn rule(&mut self, rule: &CardRule) -> Lowered<Vec<AbilityId>> {
        let mut frame = self.frame();
        match rule {
            CardRule::AdditionalCost { cost } => {
                let cost = self.sentence_cost(&mut frame, cost)?;
                if cost.mana.is_some() || !frame.items.is_empty() {
                    return unsupported("the additional cost", rule);
                }
                self.casting.additional.parts.extend(cost.parts);
                frame.mention_paid();
                self.casting.paid_mentions = frame.mentions;
                if frame.x == Some(Amount::X) {
                    self.has_x = true;
                }
            }
            CardRule::AlternativeRule { alternative } => {
                let cost = self.alternative(&mut frame, alternative)?;
                self.casting.alternatives.push(Alternative::Instead(cost, None));
            }
            CardRule::AlternativeIf { condition, alternative } => {
                let condition = self.conditions(&mut frame, condition)?;
                let cost = self.alternative(&mut frame, alternative)?;
                self.casting.alternatives.push(Alternative::Instead(cost, Some(condition)));
            }
            CardRule::CastOnly { when } => {
                let condition = self.cast_when(&mut frame, when)?;
                self.casting.only.push(condition);
            }
            CardRule::CantBeCountered => {
                let modification =
                    crate::effect::Modification::Restrict(crate::keyword::Restrictions::CANT_BE_COUNTERED);
                let effect = StaticEffect::Continuous(Affected::Source, vec![modification]);
                let ability = Static { zone: Zone::Stack, condition: None, effect };
                return Ok(vec![self.add(print(rule), AbilityKind::Static(Box::new(ability)))]);
            }
            CardRule::SelfCost { by, each } => {
                let change = super::statics::cost_by(by);
                let change = match (change, each) {
                    (change, None) => change,
                    (crate::cost::CostChange::Reduce(n), Some(each)) => {
                        crate::cost::CostChange::Reduce(self.times(&mut frame, n, Some(each))?)
                    }
                    (crate::cost::CostChange::Increase(n), Some(each)) => {
                        crate::cost::CostChange::Increase(self.times(&mut frame, n, Some(each))?)
                    }
                    _ => return unsupported("the cost change", rule),
                };
                self.casting.changes.push(SelfCostChange { condition: None, change });
            }
            CardRule::SelfCostIf { by, condition } => {
                let condition = Some(self.conditions(&mut frame, condition)?);
                self.casting.changes.push(SelfCostChange { condition, change: super::statics::cost_by(by) });
            }
            CardRule::SelfCostX { by, x } => {
                let amount = self.amount(&mut frame, &x.amount)?;
                let crate::text::grammar::statics::CostBy::Less { mana } = by else {
                    return unsupported("the cost change", rule);
                };
                if mana.0.symbols != [crate::mana::ManaSymbol::X] {
                    return unsupported("the cost change", rule);
                }
                let change = crate::cost::CostChange::Reduce(amount);
                self.casting.changes.push(SelfCostChange { condition: None, change });
            }
            CardRule::CastFromGraveyardIf { condition } => {
                let condition = self.conditions(&mut frame, condition)?;
                self.casting.alternatives.push(Alternative::FromGraveyard(None, Some(condition)));
            }
            CardRule::AnyColor => self.casting.helpers.push(PaymentHelper::AnyColor),
            CardRule::CastFromGraveyard => self.casting.alternatives.push(Alternative::FromGraveyard(None, None)),
            // Nothing in a game of two decks.
            CardRule::Commander => {}
            CardRule::FlashIf { condition } => {
                self.casting.flash_if = Some(self.conditions(&mut frame, condition)?);
            }
            CardRule::OpeningHand => {
                let ability = Static { zone: Zone::Hand, condition: None, effect: StaticEffect::MayBeginOnBattlefield };
                return Ok(vec![self.add(print(rule), AbilityKind::Static(Box::new(ability)))]);
            }
            CardRule::SelfCostIfTargets { .. } => return unsupported("the cost change", rule),
        }
        Ok(Vec::new())
    }

    /// When a spell may be cast (CR 601.3).
    fn cast_when(&mut self, frame: &mut Frame, when: &CastWhen) -> Lowered<Condition> {
        let steps = |steps: &[Step]| Condition::AnyOf(steps.iter().copied().map(Condition::InStep).collect());
        Ok(match when {
            CastWhen::Blockers => Condition::InStep(Step::DeclareBlockers),
            CastWhen::Attackers => Condition::InStep(Step::DeclareAttackers),
            CastWhen::Combat => Condition::InCombat,
            CastWhen::BeforeBlockers => steps(&[Step::BeginCombat, Step::DeclareAttackers]),
            CastWhen::AfterBlockers => {
                steps(&[Step::DeclareBlockers, Step::FirstStrikeDamage, Step::CombatDamage, Step::EndCombat])
            }
            CastWhen::AttackedYou => {
                let yours = Condition::TurnOf(PlayerFilter::Opponent);
                let attacking = Filter { tests: vec![Test::Attacking, Test::AttackingYou] };
                Condition::All(vec![
                    Condition::InStep(Step::DeclareAttackers),
                    yours,
                    Condition::Exists(Zone::Battlefield, attacking),
                ])
            }
            CastWhen::YourTurn => Condition::TurnOf(PlayerFilter::You),
            CastWhen::YourTurnCombat => Condition::All(vec![Condition::TurnOf(PlayerFilter::You), Condition::InCombat]),
            CastWhen::If { condition } => self.conditions(frame, condition)?,
        })
    }

    fn alternative(&mut self, frame: &mut Frame, alternative: &AlternativeWords) -> Lowered<Cost> {
        match alternative {
            AlternativeWords::Cost { cost } => self.sentence_cost(frame, cost),
            AlternativeWords::Free => Ok(Cost::mana(crate::mana::ManaCost::default())),
        }
    }
}

fn typecycling(cost: &str, kind: &str) -> String {
    let article = if kind.starts_with(['I', 'A', 'E', 'O']) { "an" } else { "a" };
    format!(
        "{cost}, Discard ~: Search your library for {article} {kind} card, reveal it, put it into your hand, then shuffle."
    )
}

/// A node printed as inside a sentence, without the capital.
fn print_in_sentence<T: crate::text::syntax::Syntax>(node: &T) -> String {
    let text = print(node);
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_ascii_lowercase().to_string() + letters.as_str(),
        None => text,
    }
}

/// A cost printed with the capitals that it has before a colon.
fn print_capital(cost: &CostWords) -> String {
    use crate::text::syntax::{Ctx, Printer, Syntax};
    let mut out = Printer::new();
    cost.write(&mut out, Ctx::SINGULAR.capital());
    out.finish()
}

/// The zone that a cost moves its own card from (CR 113.6).
fn zone_of_cost(cost: &CostWords) -> Option<Zone> {
    cost.parts.0.iter().find_map(|part| match part {
        PartWords::Discard { what: Discarded::Itself } | PartWords::ExileSelfHand => Some(Zone::Hand),
        PartWords::ExileSelf => Some(Zone::Graveyard),
        _ => None,
    })
}

/// The zone in which a trigger about its own card works, where it is not the battlefield.
fn zone_of_events(events: &[TriggerEvent]) -> Option<Zone> {
    let own = |filter: &Filter| filter.tests.contains(&Test::Source);
    events.iter().find_map(|event| match event {
        TriggerEvent::Cast { what, .. } if own(what) => Some(Zone::Stack),
        TriggerEvent::Cycles { what, .. } | TriggerEvent::Discards { what, .. } if own(what) => Some(Zone::Graveyard),
        TriggerEvent::ZoneChange { what, from: None, to: Some(Zone::Graveyard), .. } if own(what) => {
            Some(Zone::Graveyard)
        }
        TriggerEvent::ZoneChange { what, .. } if own(what) => Some(Zone::Battlefield),
        _ => None,
    })
}
