//! A whole card: the ways to cast or play it, then its abilities.

use super::casting::{Alternative, Casting};
use super::{Context, Decline, Frame, Heading, Lowered, decline};
use crate::ability::{Ability, AbilityKind, Activatable, ActivatableKind, StaticEffect, Timing};
use crate::card::{AbilityId, Card, CardId, Characteristics, Layout, Pool};
use crate::cost::{Cost, CostChange, CostPart, Offering, SelfCostChange};
use crate::effect::{Destination, Script, TargetSpec};
use crate::face_down::FaceDown;
use crate::filter::{Amount, Condition, Filter, Objects, Test, Zone};
use crate::keyword::Keywords;
use crate::mana::ManaCost;
use crate::splice::Splice;
use crate::text::grammar::ability::{Common, PermanentParagraph, SpellParagraph};
use crate::text::grammar::effect::Body;
use crate::text::syntax::print;
use crate::types::{CardTypes, Colors, Subtypes, Supertypes};

/// A card or face that was compiled, and what its ways to be cast were made of.
pub(super) struct LoweredFace {
    pub(super) id: CardId,
    pub(super) casting: Casting,
}

/// What the type line, the cost and so on of a card or face say, and its paragraphs, read.
#[derive(Clone)]
pub(crate) struct Face<'a> {
    pub(crate) name: &'a str,
    pub(crate) cost: Option<ManaCost>,
    /// Colours that do not follow from the cost.
    pub(crate) colors: Option<Colors>,
    pub(crate) types: CardTypes,
    pub(crate) supertypes: Supertypes,
    pub(crate) subtypes: Subtypes,
    /// Power and toughness; `None` for a `*`.
    pub(crate) pt: Option<(Option<i16>, Option<i16>)>,
    pub(crate) loyalty: Option<u8>,
    pub(crate) loyalty_is_x: bool,
    pub(crate) paragraphs: &'a [Paragraph],
}

/// A paragraph that was read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Paragraph {
    Spell(SpellParagraph),
    Permanent(PermanentParagraph),
    Heading(Heading),
    /// What the paragraph before says without its words in square brackets (CR 702.148a), if there is anything left of it.
    Cleaved(Option<SpellParagraph>),
}

impl Paragraph {
    /// The paragraph as text.
    pub(crate) fn text(&self) -> String {
        match self {
            Paragraph::Spell(paragraph) => print(paragraph),
            Paragraph::Permanent(paragraph) => print(paragraph),
            Paragraph::Heading(heading) => heading.text(),
            Paragraph::Cleaved(paragraph) => paragraph.as_ref().map_or_else(String::new, print),
        }
    }

    pub(super) fn common(&self) -> Option<&Common> {
        match self {
            Paragraph::Spell(SpellParagraph::Common { common })
            | Paragraph::Permanent(PermanentParagraph::Common { common }) => Some(common),
            _ => None,
        }
    }
}

/// Returns whether a paragraph changes how the card is cast, so that others depend on it.
fn is_about_casting(paragraph: &Paragraph) -> bool {
    matches!(
        paragraph.common(),
        Some(Common::Keywords { .. } | Common::Dashed { .. } | Common::Splice { .. } | Common::Rules { .. })
    )
}

/// Compiles a card, or a face of one with a layout. An error has the number of the paragraph that it is about.
pub(super) fn lower_face(pool: &mut Pool, face: &Face<'_>, layout: Layout) -> Result<LoweredFace, (usize, Decline)> {
    let texts: Vec<String> = face.paragraphs.iter().map(Paragraph::text).collect();
    // A Vehicle speaks of "other creatures" as a creature.
    let vehicle = crate::types::Subtype::from_name("Vehicle").is_some_and(|vehicle| face.subtypes.contains(vehicle));
    let mut context = Context {
        pool,
        types: if vehicle { face.types | CardTypes::CREATURE } else { face.types },
        subtypes: Some(face.subtypes),
        name: Some(face.name.to_owned()),
        has_x: face.cost.as_ref().is_some_and(|cost| cost.x_count() > 0),
        links_exile: texts.iter().any(|text| text.contains("the exiled card") || text.contains("exiled with ~")),
        depth: 0,
        casting: Casting::default(),
    };
    let mut abilities: Vec<Vec<AbilityId>> = vec![Vec::new(); face.paragraphs.len()];
    let mut keywords = Keywords::empty();
    let mut keywords_under = vec![Keywords::empty(); face.paragraphs.len()];
    let first_heading = face
        .paragraphs
        .iter()
        .position(|paragraph| matches!(paragraph, Paragraph::Heading(Heading::Levels(..) | Heading::Class(..))));
    for (index, paragraph) in face.paragraphs.iter().enumerate().filter(|row| is_about_casting(row.1)) {
        let Some(common) = paragraph.common() else { continue };
        if let Common::Keywords { line } = common {
            for item in &line.items.0 {
                let found = context.simple_keywords(item).unwrap_or_default();
                match first_heading {
                    Some(first) if first < index => keywords_under[index] |= found,
                    _ => keywords |= found,
                }
            }
        }
        abilities[index] = context.common(common).map_err(|error| (index, error))?;
    }
    let mut spell = Frame::new();
    spell.spell = true;
    spell.mentions = context.casting.paid_mentions.clone();
    spell.x = context.has_x.then_some(Amount::X);
    let is_spell = face.types.intersects(CardTypes::INSTANT | CardTypes::SORCERY);
    if is_spell && keywords.contains(Keywords::ASCEND) {
        spell.emit(crate::effect::Instr::Ascend(crate::filter::Players::You));
    }
    if is_spell && let Some((place, gift)) = context.casting.gift.clone() {
        // CR 702.174b: before the spell's other effects.
        let end = spell.label();
        spell.emit(crate::effect::Instr::Unless(Condition::CostPaid(place), end));
        spell.emit(gift);
        spell.mark(end);
    }
    let mut script = Script::default();
    let mut spell_bodies = Vec::new();
    let mut cleaved_bodies = Vec::new();
    for (index, paragraph) in face.paragraphs.iter().enumerate() {
        match paragraph {
            Paragraph::Spell(SpellParagraph::Spell { body, .. }) => {
                spell_bodies.push((index, body));
                cleaved_bodies.push((index, body));
            }
            Paragraph::Cleaved(left) => {
                cleaved_bodies.pop();
                match left {
                    Some(SpellParagraph::Spell { body, .. }) => cleaved_bodies.push((index, body)),
                    Some(_) => {
                        return Err((index, Decline("an ability in square brackets isn't supported".to_owned())));
                    }
                    None => {}
                }
            }
            Paragraph::Heading(_) => {}
            _ if is_about_casting(paragraph) => {}
            Paragraph::Spell(SpellParagraph::Common { common })
            | Paragraph::Permanent(PermanentParagraph::Common { common }) => {
                abilities[index] = context.common(common).map_err(|error| (index, error))?;
            }
            Paragraph::Permanent(paragraph) => {
                abilities[index] = context.paragraph(paragraph).map_err(|error| (index, error))?;
            }
        }
    }
    context.sections(face.paragraphs, &mut abilities, &keywords_under)?;
    context.backup(face.paragraphs, &mut abilities)?;
    if let Some((index, body)) = join(&spell_bodies).map_err(|error| (0, error))? {
        if keywords.contains(Keywords::ASCEND) && !matches!(body, Body::Sentences { .. }) {
            return Err((index, Decline("ascend beside modes isn't supported".to_owned())));
        }
        if is_spell && context.casting.gift.is_some() && !matches!(body, Body::Sentences { .. }) {
            return Err((index, Decline("a gift beside modes isn't supported".to_owned())));
        }
        if context.casting.alternatives.iter().any(|other| matches!(other, Alternative::Overload(..))) {
            let mut each = spell.clone();
            each.overload = true;
            let lowered = context.body(each, &body, false).map_err(|error| (index, error))?.script;
            for other in &mut context.casting.alternatives {
                if let Alternative::Overload(_, script) = other {
                    **script = lowered.clone();
                }
            }
        }
        context.cleave(&spell, &cleaved_bodies)?;
        script = context.body(spell, &body, false).map_err(|error| (index, error))?.script;
        if let [part] = script.parts.as_mut_slice() {
            part.text = spell_bodies.iter().map(|row| texts[row.0].as_str()).collect::<Vec<_>>().join("\n");
        }
    }
    if context.casting.cipher {
        if layout != Layout::Single {
            return Err((0, Decline("cipher on such a card isn't supported".to_owned())));
        }
        context.cipher(face.name, &mut script).map_err(|error| (0, error))?;
    }
    let ways = context.ways(face, layout, script).map_err(|error| (0, error))?;
    let devoid = context.casting.devoid;
    let mut characteristics = Characteristics {
        keywords,
        subtypes: face.subtypes,
        power: face.pt.and_then(|pt| pt.0).unwrap_or(0),
        toughness: face.pt.and_then(|pt| pt.1).unwrap_or(0),
        types: face.types,
        supertypes: face.supertypes,
        colors: face.colors.unwrap_or_else(|| face.cost.as_ref().map_or(Colors::empty(), ManaCost::colors)),
        mana_value: face.cost.as_ref().map_or(0, ManaCost::mana_value),
    };
    if devoid {
        characteristics.colors = Colors::empty();
    }
    if keywords.contains(Keywords::CHANGELING) {
        characteristics.subtypes.set_every_creature_type();
    }
    if crate::types::Subtype::from_name("Siege").is_some_and(|siege| face.subtypes.contains(siege)) {
        abilities.push(vec![context.siege()]);
    }
    if face.loyalty_is_x {
        let what = Filter::just(Test::Source);
        let kind = crate::filter::CounterKind::LOYALTY;
        let effect = crate::ability::Replacement::EntersWithCounters { what, kind, amount: Amount::X };
        let text = "~ enters with X loyalty counters on it.".to_owned();
        abilities.push(vec![context.add_static(text, StaticEffect::Replacement(effect))]);
    }
    // A copy of a card that waits for its own name must not be made twice.
    let ids: Vec<AbilityId> = ways.into_iter().chain(abilities.into_iter().flatten()).collect();
    let card = Card {
        name: face.name.to_owned(),
        mana_cost: face.cost.clone(),
        characteristics,
        loyalty: face.loyalty,
        abilities: ids,
        text: texts,
        fixed_pt: matches!(face.pt, Some((Some(_), Some(_)))),
        token: false,
        layout,
        ..Card::default()
    };
    let mut card = card;
    for (cost, eternal, text) in std::mem::take(&mut context.casting.reborn) {
        let id = context.reborn(&card, cost, eternal, text);
        card.abilities.push(id);
    }
    let casting = context.casting;
    let spliced = casting.splice.clone();
    let id = pool.add_card(card);
    if let Some((onto, cost)) = spliced {
        add_splice(pool, face, layout, id, onto, cost).map_err(|error| (0, error))?;
    }
    Ok(LoweredFace { id, casting })
}

/// Makes the text of a card known to the spells that it can be spliced onto (CR 702.47a).
fn add_splice(pool: &mut Pool, face: &Face<'_>, layout: Layout, card: CardId, onto: Filter, cost: Cost) -> Lowered<()> {
    let Some(&text) = pool.card(card).abilities.first() else { return decline("splice without a text") };
    let way = pool.activatable(text);
    let plain = way.script.modes.is_none() && way.script.parts.len() == 1 && way.optional_costs.is_empty();
    let has_x = face.cost.iter().chain(&cost.mana).any(|mana| mana.x_count() > 0);
    if layout != Layout::Single || !plain || has_x || !face.types.intersects(CardTypes::INSTANT | CardTypes::SORCERY) {
        return decline("splice on such a card isn't supported");
    }
    if !pool.add_splice(Splice { card, onto, cost, text }) {
        return decline("there are too many cards with splice");
    }
    Ok(())
}

/// The paragraphs of a spell as one body: its sentences one after the other, or its one choice of modes.
fn join(bodies: &[(usize, &Body)]) -> Lowered<Option<(usize, Body)>> {
    match bodies {
        [] => Ok(None),
        [(index, body)] => Ok(Some((*index, (*body).clone()))),
        [(index, Body::Sentences { first, rest }), more @ ..] => {
            let mut all = rest.clone();
            for (_, body) in more {
                match body {
                    Body::Sentences { first, rest } => {
                        all.push(first.clone());
                        all.extend(rest.iter().cloned());
                    }
                    _ => return decline("modes beside other text aren't supported"),
                }
            }
            Ok(Some((*index, Body::Sentences { first: first.clone(), rest: all })))
        }
        _ => decline("modes beside other text aren't supported"),
    }
}

impl Context<'_> {
    /// What the spell does if it is cast for its cleave cost (CR 702.148a): its X is that cost's.
    fn cleave(&mut self, spell: &Frame, bodies: &[(usize, &Body)]) -> Result<(), (usize, Decline)> {
        let of_cost = self.casting.alternatives.iter().find_map(|other| match other {
            Alternative::Cleave(cost, _) => Some(cost.mana.as_ref().is_some_and(|mana| mana.x_count() > 0)),
            _ => None,
        });
        let Some(has_x) = of_cost else { return Ok(()) };
        let Some((index, body)) = join(bodies).map_err(|error| (0, error))? else { return Ok(()) };
        let mut own = spell.clone();
        own.x = has_x.then_some(Amount::X);
        let lowered = self.body(own, &body, false).map_err(|error| (index, error))?.script;
        for other in &mut self.casting.alternatives {
            if let Alternative::Cleave(_, script) = other {
                **script = lowered.clone();
            }
        }
        Ok(())
    }

    /// The ways to cast or play a card.
    fn ways(&mut self, face: &Face<'_>, layout: Layout, script: Script) -> Lowered<Vec<AbilityId>> {
        let mut ways = Vec::new();
        if !self.casting.fits() {
            return decline("a spell can't remember that many costs that were paid or not");
        }
        if face.types.contains(CardTypes::LAND) {
            let mut play = Activatable::new(ActivatableKind::PlayLand, Zone::Hand);
            play.timing = Timing::Sorcery;
            ways.push(self.way("Play".to_owned(), play));
            // CR 702.37c: it is cast as what it is face down.
            ways.extend(self.face_down_way());
            return Ok(ways);
        }
        let mut script = script;
        if let Some(spec) = self.enchant_target(face)? {
            let part = crate::effect::Part { text: String::new(), targets: vec![spec], code: Vec::new() };
            script = Script { parts: vec![part], modes: None };
        }
        let mut cast = Activatable::new(ActivatableKind::Cast, Zone::Hand);
        cast.timing = if face.types.contains(CardTypes::INSTANT) { Timing::Instant } else { Timing::Sorcery };
        cast.script = script;
        cast.optional_costs = self.casting.optional.clone();
        cast.cost_changes = self.casting.changes.clone();
        cast.helpers = self.casting.helpers.clone();
        cast.rebound = self.casting.rebound;
        cast.buyback = self.casting.buyback;
        if self.casting.aftermath {
            // CR 702.127a.
            cast.zone = Zone::Graveyard;
            cast.afterwards = Some(Destination::to(Zone::Exile));
        }
        self.casting.base = Some(cast.clone());
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
        for alternative in self.casting.alternatives.clone() {
            let mut other = cast.clone();
            let text = match alternative {
                Alternative::Flashback(cost) => {
                    other.zone = Zone::Graveyard;
                    other.afterwards = Some(Destination::to(Zone::Exile));
                    other.cost = self.with_additional(cost);
                    "Flashback".to_owned()
                }
                Alternative::Emerge(cost, what) => {
                    let part = CostPart::Sacrifice(Amount::Const(1), what);
                    offer(&mut other, part, false, Amount::ManaValue(Objects::Current));
                    other.cost = self.with_additional(cost);
                    "Cast for its emerge cost".to_owned()
                }
                Alternative::Harmonize(cost) => {
                    let creature = Filter::just(Test::Types(CardTypes::CREATURE));
                    let part = CostPart::TapPermanents(Amount::Const(1), creature);
                    offer(&mut other, part, true, Amount::Power(Objects::Current));
                    other.zone = Zone::Graveyard;
                    other.afterwards = Some(Destination::to(Zone::Exile));
                    other.cost = self.with_additional(cost);
                    "Harmonize".to_owned()
                }
                Alternative::PutAway(how, cost) => {
                    other.zone = Zone::Exile;
                    other.condition = Some(Condition::PutAway(how));
                    other.cost = self.with_additional(cost);
                    if how == FaceDown::Plotted {
                        other.timing = Timing::MainPhase;
                        "Cast plotted".to_owned()
                    } else {
                        "Foretold".to_owned()
                    }
                }
                Alternative::JumpStart => {
                    let Some(mana) = &face.cost else { return decline("there is no mana cost to pay") };
                    other.zone = Zone::Graveyard;
                    other.afterwards = Some(Destination::to(Zone::Exile));
                    other.cost = self.with_additional(Cost::mana(mana.clone()));
                    other.cost.parts.push(CostPart::Discard(Amount::Const(1), Filter::ANY));
                    "Jump-start".to_owned()
                }
                Alternative::Retrace => {
                    let Some(mana) = &face.cost else { return decline("there is no mana cost to pay") };
                    other.zone = Zone::Graveyard;
                    other.cost = self.with_additional(Cost::mana(mana.clone()));
                    let land = Filter::just(Test::Types(CardTypes::LAND));
                    other.cost.parts.push(CostPart::Discard(Amount::Const(1), land));
                    "Retrace".to_owned()
                }
                Alternative::FlashFor(more) => {
                    let Some(mana) = &face.cost else { return decline("there is no mana cost to pay") };
                    other.timing = Timing::Instant;
                    other.cost = self.with_additional(Cost::mana(mana.clone()));
                    // Whatever is paid for the mana cost, and wherever it is cast from (CR 118.9d).
                    other
                        .cost_changes
                        .push(SelfCostChange { change: CostChange::IncreaseSymbols(more), condition: None });
                    "Cast as though it had flash".to_owned()
                }
                Alternative::Instead(cost, condition) => {
                    other.cost = self.with_additional(cost);
                    other.condition = condition;
                    "Cast for its alternative cost".to_owned()
                }
                Alternative::Special(cost) => {
                    other.zone = Zone::Exile;
                    other.timing = Timing::Instant;
                    other.condition = Some(crate::filter::Condition::NEVER);
                    other.cost = self.with_additional(cost);
                    "Cast for its madness cost".to_owned()
                }
                Alternative::Miracle(cost) => {
                    other.zone = Zone::Hand;
                    other.timing = Timing::Instant;
                    other.condition = Some(crate::filter::Condition::NEVER);
                    other.cost = self.with_additional(cost);
                    "Cast for its miracle cost".to_owned()
                }
                Alternative::FromGraveyard(cost, condition) => {
                    other.zone = Zone::Graveyard;
                    other.condition = condition;
                    let cost = cost.or_else(|| face.cost.clone().map(Cost::mana));
                    let Some(cost) = cost else { return decline("there is no mana cost to pay") };
                    other.cost = self.with_additional(cost);
                    "Cast from the graveyard".to_owned()
                }
                Alternative::Escape(cost) => {
                    other.zone = Zone::Graveyard;
                    other.cost = self.with_additional(cost);
                    other.named_cost = Some(Casting::NAMED);
                    "Cast from the graveyard".to_owned()
                }
                Alternative::Overload(cost, script) => {
                    other.cost = self.with_additional(cost);
                    other.script = *script;
                    "Cast with overload".to_owned()
                }
                Alternative::Cleave(cost, script) => {
                    other.cost = self.with_additional(cost);
                    other.script = *script;
                    "Cast for its cleave cost".to_owned()
                }
                Alternative::Awaken(cost, n) => {
                    other.cost = self.with_additional(cost);
                    let [part] = other.script.parts.as_mut_slice() else {
                        return decline("awaken beside modes isn't supported");
                    };
                    self.awaken(part, n)?;
                    "Cast with awaken".to_owned()
                }
                Alternative::Warp(cost) => {
                    other.cost = self.with_additional(cost);
                    other.named_cost = Some(Casting::NAMED);
                    other.warp = true;
                    other.condition = Some(Condition::CastFrom(Zone::Hand));
                    "Cast for its warp cost".to_owned()
                }
                Alternative::Sneak(cost) => {
                    let attackers = Filter { tests: vec![Test::Attacking, Test::Unblocked] };
                    other.cost = self.with_additional(cost);
                    other.cost.parts.push(CostPart::Return(Amount::Const(1), attackers));
                    other.timing = Timing::Instant;
                    other.condition = Some(Condition::InStep(crate::filter::Step::DeclareBlockers));
                    if face.types.intersects(CardTypes::PERMANENT) {
                        let mut there = Destination::to(Zone::Battlefield);
                        there.tapped = true;
                        there.attacking = true;
                        there.controller = Some(crate::filter::Players::You);
                        other.afterwards = Some(there);
                    }
                    "Cast with sneak".to_owned()
                }
                Alternative::Named(cost, number, condition) => {
                    other.cost = self.with_additional(cost);
                    other.condition = condition;
                    other.named_cost = Some(number);
                    "Cast for its alternative cost".to_owned()
                }
            };
            ways.push(self.way(text, other));
        }
        ways = self.one_of(ways)?;
        ways.extend(self.face_down_way());
        if !self.casting.only.is_empty() {
            for id in &mut ways {
                let Ability { text, kind: AbilityKind::Activatable(mut way) } = self.pool.ability(*id).clone() else {
                    continue;
                };
                way.condition = super::all_of(way.condition.into_iter().chain(self.casting.only.clone()).collect());
                *id = self.way(text, *way);
            }
        }
        Ok(ways)
    }

    /// Casting the card face down, if it has a keyword for that.
    fn face_down_way(&mut self) -> Option<AbilityId> {
        let how = self.casting.face_down?;
        // CR 702.37c, 702.168c: as a 2/2 creature spell for {3}.
        let mut down = Activatable::new(ActivatableKind::Cast, Zone::Hand);
        down.timing = Timing::Sorcery;
        down.down = how;
        down.cost = Cost::mana(ManaCost { symbols: vec![crate::mana::ManaSymbol::Generic(3)] });
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
                    let change = crate::cost::CostChange::IncreaseSymbols(mana);
                    other.cost_changes.push(crate::cost::SelfCostChange { condition: None, change });
                }
                if other.cost.parts.iter().any(|part| matches!(part, CostPart::OneOf(_))) {
                    return decline("several choices between costs aren't supported");
                }
                out.push(self.way(format!("{text}, cost {}", number + 1), other));
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
        let aura = crate::types::Subtype::from_name("Aura");
        if !aura.is_some_and(|aura| face.subtypes.contains(aura)) {
            return Ok(None);
        }
        match &self.casting.enchant {
            Some(StaticEffect::Enchant { objects, players }) => {
                let objects = objects.iter().map(|filter| (Zone::Battlefield, filter.clone())).collect();
                Ok(Some(TargetSpec::one(objects, *players)))
            }
            _ => decline("an Aura must say what it can enchant"),
        }
    }
}

/// What is offered for a spell takes so much off its cost (CR 702.119a, 702.180a).
fn offer(way: &mut Activatable, part: CostPart, optional: bool, less: Amount) {
    way.offering = Some(Offering { part, optional });
    way.cost_changes.push(SelfCostChange { condition: None, change: CostChange::Reduce(less) });
}
