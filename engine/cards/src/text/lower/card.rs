//! A whole card: the ways to cast or play it, then its abilities.

use crate::ability::{AbilityKind, Affected, StaticEffect};
use crate::card::{AbilityId, Card, CardId, Characteristics, Layout, Pool};
use crate::cost::Cost;
use crate::designation::Door;
use crate::effect::{Instr, Modification, Script};
use crate::filter::{Amount, Condition, CounterKind, Filter, Players, Test};
use crate::keyword::Keywords;
use crate::mana::ManaCost;
use crate::splice::Splice;
use crate::support::CANT_DO;
use crate::text::grammar::ability::{Common, OwnColor, PermanentParagraph, SpellParagraph};
use crate::text::grammar::effect::Body;
use crate::text::grammar::said::{means_exiled, means_put};
use crate::text::lexer::lex;
use crate::text::lower::casting::{Alternative, Casting};
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Decline, Lowered, Refusal, decline};
use crate::text::lower::frame::Frame;
use crate::text::lower::sections::Heading;
use crate::text::syntax::{print, read};
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
    /// The name of the back face of its meld pair (CR 712.4a), if it is of one.
    pub(crate) melds_into: Option<&'a str>,
    /// Which half of a card with a shared type line it is (CR 709.5).
    pub(crate) half: Option<Door>,
    pub(crate) paragraphs: &'a [Paragraph],
}

impl Face<'_> {
    /// The card that it is, with these keywords and abilities.
    pub(super) fn card(&self, keywords: Keywords, devoid: bool, abilities: Vec<AbilityId>, text: Vec<String>) -> Card {
        Card {
            name: self.name.to_owned(),
            mana_cost: self.cost.clone(),
            characteristics: characteristics(self, keywords, devoid),
            loyalty: self.loyalty,
            abilities,
            text,
            fixed_pt: matches!(self.pt, Some((Some(_), Some(_)))),
            ..Card::default()
        }
    }
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

    /// Returns whether it speaks of what an ability of the card has exiled (CR 607.2a).
    fn means_put(&self) -> bool {
        matches!(self, Paragraph::Permanent(paragraph) if means_put(paragraph))
    }

    fn means_exiled(&self) -> bool {
        match self {
            Paragraph::Spell(paragraph) => means_exiled(paragraph),
            Paragraph::Permanent(paragraph) => means_exiled(paragraph),
            Paragraph::Heading(_) | Paragraph::Cleaved(_) => false,
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
        Some(
            Common::Keywords { .. }
                | Common::Dashed { .. }
                | Common::KeywordX { .. }
                | Common::Splice { .. }
                | Common::Rules { .. }
        )
    )
}

/// Returns whether a paragraph says which colors the card has (CR 604.3): of an instant or sorcery, too, it is a static ability.
fn defines_color(text: &str) -> bool {
    read::<OwnColor>(&lex(text)).is_ok()
}

/// Compiles a card, or a face of one with a layout. An error has the number of the paragraph that it is about.
pub(super) fn lower_face(pool: &mut Pool, face: &Face<'_>, layout: Layout) -> Result<LoweredFace, Refusal> {
    let texts: Vec<String> = face.paragraphs.iter().map(Paragraph::text).collect();
    let mut context = Context::of_face(pool, face);
    let mut abilities: Vec<Vec<AbilityId>> = vec![Vec::new(); face.paragraphs.len()];
    let spacecraft = crate::types::Subtype::from_name("Spacecraft").is_some_and(|craft| face.subtypes.contains(craft));
    let symbol =
        face.paragraphs.iter().position(|paragraph| matches!(paragraph, Paragraph::Heading(Heading::Station(_))));
    if let (true, Some(symbol)) = (spacecraft, symbol)
        && !face.paragraphs.iter().any(|paragraph| matches!(paragraph, Paragraph::Heading(Heading::Box(..))))
    {
        return Err((
            Some(symbol),
            Decline("the power and toughness of the Spacecraft are missing in the data".to_owned()),
        ));
    }
    let (keywords, keywords_under) = context.casting_paragraphs(face.paragraphs, &mut abilities)?;
    let bodies = context.other_paragraphs(face.paragraphs, &mut abilities)?;
    context.sections(face.paragraphs, &mut abilities, &keywords_under)?;
    context.backup(face.paragraphs, &mut abilities)?;
    let mut script = context.spell_script(face, keywords, &bodies, &texts)?;
    if context.casting.cipher {
        if layout != Layout::Single {
            return Err((None, Decline("cipher on such a card isn't supported".to_owned())));
        }
        context.cipher(face.name, &mut script).map_err(|error| (None, error))?;
    }
    let ways = context.ways(face, layout, script).map_err(|error| (None, error))?;
    let text = bodies.whole.first().map(|row| row.0);
    let paragraphs = abilities.iter().enumerate().map(|(index, ids)| (Some(index), ids.as_slice()));
    for (index, ids) in paragraphs.chain([(text, ways.as_slice())]) {
        if let Some(what) = ids.iter().find_map(|id| context.pool.unsupported_ability(*id)) {
            return Err((index, Decline(format!("{CANT_DO} {what}"))));
        }
    }
    abilities.extend(context.printed_numbers(face));
    if keywords.contains(Keywords::COMPLEATED) && !face.types.contains(CardTypes::PLANESWALKER) {
        return Err((None, Decline("compleated is of planeswalkers".to_owned())));
    }
    if keywords.contains(Keywords::READ_AHEAD) {
        let choice = context.read_ahead(&abilities);
        abilities.push(vec![choice]);
    }
    // A copy of a card that waits for its own name must not be made twice.
    let ids: Vec<AbilityId> = ways.into_iter().chain(abilities.into_iter().flatten()).collect();
    let mut card = Card { layout, ..face.card(keywords, context.casting.devoid, ids, texts) };
    context.size_without_its_ability(face, &mut card);
    for (cost, eternal, text) in std::mem::take(&mut context.casting.reborn) {
        let id = context.reborn(&card, cost, eternal, text);
        card.abilities.push(id);
    }
    let casting = context.casting;
    let spliced = casting.splice.clone();
    let id = pool.add_card(card);
    if let Some((onto, cost)) = spliced {
        add_splice(pool, face, layout, id, onto, cost).map_err(|error| (None, error))?;
    }
    Ok(LoweredFace { id, casting })
}

impl Context<'_> {
    /// Gives a card whose size an ability defines the one that it has without that ability: `1+*` is 1 (CR 208.2a).
    fn size_without_its_ability(&self, face: &Face<'_>, card: &mut Card) {
        let Some((power, toughness)) = face.pt.filter(|(power, toughness)| power.is_none() || toughness.is_none())
        else {
            return;
        };
        for id in &card.abilities {
            let AbilityKind::Static(ability) = &self.pool.ability(*id).kind else { continue };
            let StaticEffect::Continuous(Affected::Source, changes) = &ability.effect else { continue };
            for change in changes {
                let Modification::DefinePT(defined_power, defined_toughness) = change else { continue };
                let is = &mut card.characteristics;
                is.power = power.unwrap_or_else(|| defined_power.as_ref().map_or(0, known_part));
                is.toughness = toughness.unwrap_or_else(|| defined_toughness.as_ref().map_or(0, known_part));
            }
        }
    }
}

/// What an amount is where each number in it that can't be determined is 0 (CR 208.2a).
fn known_part(amount: &Amount) -> i16 {
    fn known(amount: &Amount) -> i32 {
        match amount {
            Amount::Const(n) => *n,
            Amount::Sum(a, b) => known(a).saturating_add(known(b)),
            Amount::Difference(a, b) => known(a).saturating_sub(known(b)),
            _ => 0,
        }
    }
    i16::try_from(known(amount)).unwrap_or(0)
}

/// What the text of a spell does: its paragraphs as they stand, and without their words in square brackets (CR 702.148a), each with
/// its number.
#[derive(Default)]
struct SpellBodies<'a> {
    whole: Vec<(usize, &'a Body)>,
    cleaved: Vec<(usize, &'a Body)>,
}

/// What a card or face is before anything changes it (CR 109.3).
fn characteristics(face: &Face<'_>, keywords: Keywords, devoid: bool) -> Characteristics {
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
    characteristics
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
fn join(bodies: &[(usize, &Body)]) -> Result<Option<(usize, Body)>, Refusal> {
    let apart = |index: usize| (Some(index), Decline("modes beside other text aren't supported".to_owned()));
    match bodies {
        [] => Ok(None),
        [(index, body)] => Ok(Some((*index, (*body).clone()))),
        [(index, Body::Sentences { first, rest }), more @ ..] => {
            let mut all = rest.clone();
            for (other, body) in more {
                match body {
                    Body::Sentences { first, rest } => {
                        all.push(first.clone());
                        all.extend(rest.iter().cloned());
                    }
                    _ => return Err(apart(*other)),
                }
            }
            Ok(Some((*index, Body::Sentences { first: first.clone(), rest: all })))
        }
        [(index, _), ..] => Err(apart(*index)),
    }
}

impl<'a> Context<'a> {
    /// What is known of a card or face before anything of it is lowered.
    pub(super) fn of_face(pool: &'a mut Pool, face: &Face<'_>) -> Context<'a> {
        // A Vehicle speaks of "other creatures" as a creature.
        let vehicle =
            crate::types::Subtype::from_name("Vehicle").is_some_and(|vehicle| face.subtypes.contains(vehicle));
        Context {
            pool,
            types: if vehicle { face.types | CardTypes::CREATURE } else { face.types },
            subtypes: Some(face.subtypes),
            name: Some(face.name.to_owned()),
            has_x: face.cost.as_ref().is_some_and(|cost| cost.x_count() > 0),
            mana_cost: face.cost.clone(),
            melds_into: face.melds_into.map(str::to_owned),
            half: face.half,
            links_exile: face.paragraphs.iter().any(Paragraph::means_exiled),
            links_put: face.paragraphs.iter().any(Paragraph::means_put),
            depth: 0,
            casting: Casting::default(),
        }
    }
}

impl Context<'_> {
    /// Compiles the paragraphs that change how the card is cast. Returns its keywords, and those below each heading.
    fn casting_paragraphs(
        &mut self,
        paragraphs: &[Paragraph],
        abilities: &mut [Vec<AbilityId>],
    ) -> Result<(Keywords, Vec<Keywords>), Refusal> {
        let mut keywords = Keywords::empty();
        let mut keywords_under = vec![Keywords::empty(); paragraphs.len()];
        let first_heading = paragraphs.iter().position(|paragraph| {
            matches!(
                paragraph,
                Paragraph::Heading(Heading::Levels(..) | Heading::Class(..) | Heading::Word(_) | Heading::Station(_))
            )
        });
        for (index, paragraph) in paragraphs.iter().enumerate().filter(|row| is_about_casting(row.1)) {
            let Some(common) = paragraph.common() else { continue };
            if let Common::Keywords { line, .. } = common {
                for item in &line.items.0 {
                    let found = self.simple_keywords(item).unwrap_or_default();
                    match first_heading {
                        Some(first) if first < index => keywords_under[index] |= found,
                        _ => keywords |= found,
                    }
                }
            }
            abilities[index] = self.common(common).map_err(|error| (Some(index), error))?;
        }
        Ok((keywords, keywords_under))
    }

    /// Compiles the other paragraphs, but for what a spell does: that is found for later.
    fn other_paragraphs<'a>(
        &mut self,
        paragraphs: &'a [Paragraph],
        abilities: &mut [Vec<AbilityId>],
    ) -> Result<SpellBodies<'a>, Refusal> {
        let mut bodies = SpellBodies::default();
        for (index, paragraph) in paragraphs.iter().enumerate() {
            match paragraph {
                Paragraph::Spell(_) if defines_color(&paragraph.text()) => {
                    let defined = self.definition(&paragraph.text());
                    abilities[index] = defined.map_err(|error| (Some(index), error))?;
                }
                Paragraph::Spell(SpellParagraph::Spell { body, .. }) => {
                    bodies.whole.push((index, body));
                    bodies.cleaved.push((index, body));
                }
                Paragraph::Cleaved(left) => {
                    bodies.cleaved.pop();
                    match left {
                        Some(SpellParagraph::Spell { body, .. }) => bodies.cleaved.push((index, body)),
                        Some(_) => {
                            return Err((
                                Some(index),
                                Decline("an ability in square brackets isn't supported".to_owned()),
                            ));
                        }
                        None => {}
                    }
                }
                Paragraph::Heading(_) => {}
                _ if is_about_casting(paragraph) => {}
                Paragraph::Spell(SpellParagraph::Common { common })
                | Paragraph::Permanent(PermanentParagraph::Common { common }) => {
                    abilities[index] = self.common(common).map_err(|error| (Some(index), error))?;
                }
                Paragraph::Permanent(paragraph) => {
                    abilities[index] = self.paragraph(paragraph).map_err(|error| (Some(index), error))?;
                }
            }
        }
        Ok(bodies)
    }

    /// What a spell begins with: what its keywords do before its text (CR 702.131a, 702.174b).
    fn spell_frame(&self, is_spell: bool, keywords: Keywords) -> Frame {
        let mut spell = Frame::new();
        spell.setting.spell = true;
        spell.discourse.mentions = self.casting.paid_mentions.clone();
        spell.discourse.x = self.has_x.then_some(Amount::X);
        if is_spell && keywords.contains(Keywords::ASCEND) {
            spell.emit(crate::effect::Instr::Ascend(crate::filter::Players::You));
        }
        if is_spell && let Some(condition) = self.casting.unpreventable.clone() {
            let end = spell.label();
            spell.emit(crate::effect::Instr::Unless(condition, end));
            spell.emit(crate::effect::Instr::Preventable(false));
            spell.mark(end);
        }
        if is_spell && let Some((place, gift)) = self.casting.gift.clone() {
            // CR 702.174b: before the spell's other effects.
            let end = spell.label();
            spell.emit(crate::effect::Instr::Unless(Condition::CostPaid(place), end));
            spell.emit(gift);
            spell.mark(end);
        }
        spell
    }

    /// What a spell does, also if it is overloaded or cleaved.
    fn spell_script(
        &mut self,
        face: &Face<'_>,
        keywords: Keywords,
        bodies: &SpellBodies<'_>,
        texts: &[String],
    ) -> Result<Script, Refusal> {
        let Some((index, body)) = join(&bodies.whole)? else {
            return Ok(Script::default());
        };
        let is_spell = face.types.intersects(CardTypes::INSTANT | CardTypes::SORCERY);
        let spell = self.spell_frame(is_spell, keywords);
        if keywords.contains(Keywords::ASCEND) && !matches!(body, Body::Sentences { .. }) {
            return Err((Some(index), Decline("ascend beside modes isn't supported".to_owned())));
        }
        if is_spell && self.casting.gift.is_some() && !matches!(body, Body::Sentences { .. }) {
            return Err((Some(index), Decline("a gift beside modes isn't supported".to_owned())));
        }
        if self.casting.alternatives.iter().any(|other| matches!(other, Alternative::Overload(..))) {
            let mut each = spell.clone();
            each.setting.overload = true;
            let lowered = self.body(each, &body, false).map_err(|error| (Some(index), error))?.script;
            for other in &mut self.casting.alternatives {
                if let Alternative::Overload(_, script) = other {
                    **script = lowered.clone();
                }
            }
        }
        self.cleave(&spell, &bodies.cleaved)?;
        let mut script = self.body(spell, &body, false).map_err(|error| (Some(index), error))?.script;
        if is_spell && self.casting.unpreventable.is_some() {
            for part in &mut script.parts {
                if part.code.contains(&crate::effect::Instr::End) {
                    return Err((
                        Some(index),
                        Decline("what can't be prevented ends before the spell does".to_owned()),
                    ));
                }
                part.code.push(crate::effect::Instr::Preventable(true));
            }
        }
        if let [part] = script.parts.as_mut_slice() {
            part.text = bodies.whole.iter().map(|row| texts[row.0].as_str()).collect::<Vec<_>>().join("\n");
        }
        Ok(script)
    }

    /// CR 702.155b: as a Saga with read ahead enters, its controller chooses how many lore counters it enters with, up to its final chapter
    /// number.
    fn read_ahead(&mut self, abilities: &[Vec<AbilityId>]) -> AbilityId {
        let last = abilities.iter().flatten().map(|id| match &self.pool.ability(*id).kind {
            AbilityKind::Triggered(triggered) => triggered.last_chapter(),
            _ => 0,
        });
        let last = Amount::Const(last.max().unwrap_or(0).into());
        let code = vec![
            Instr::ChooseNumber(Players::You, Amount::Const(1), last, 0),
            Instr::EnterWith(CounterKind::LORE, Amount::Register(0)),
        ];
        self.as_it_enters("Read ahead".to_owned(), code)
    }

    /// What the numbers and the type line of a card stand for: a Siege's way to be defeated (CR 310.11), loyalty of X.
    pub(super) fn printed_numbers(&mut self, face: &Face<'_>) -> Vec<Vec<AbilityId>> {
        let mut abilities = Vec::new();
        if crate::types::Subtype::from_name("Siege").is_some_and(|siege| face.subtypes.contains(siege)) {
            abilities.push(vec![self.siege()]);
        }
        if face.loyalty_is_x {
            let what = Filter::just(Test::Source);
            let kind = CounterKind::LOYALTY;
            let effect = crate::ability::Replacement::EntersWithCounters { what, kind, amount: Amount::X };
            let text = "~ enters with X loyalty counters on it.".to_owned();
            abilities.push(vec![self.add_static(text, StaticEffect::Replacement(effect))]);
        }
        abilities
    }

    /// What the spell does if it is cast for its cleave cost (CR 702.148a): its X is that cost's.
    fn cleave(&mut self, spell: &Frame, bodies: &[(usize, &Body)]) -> Result<(), Refusal> {
        let of_cost = self.casting.alternatives.iter().find_map(|other| match other {
            Alternative::Cleave(cost, _) => Some(cost.mana.as_ref().is_some_and(|mana| mana.x_count() > 0)),
            _ => None,
        });
        let Some(has_x) = of_cost else { return Ok(()) };
        let Some((index, body)) = join(bodies)? else { return Ok(()) };
        let mut own = spell.clone();
        own.discourse.x = has_x.then_some(Amount::X);
        let lowered = self.body(own, &body, false).map_err(|error| (Some(index), error))?.script;
        for other in &mut self.casting.alternatives {
            if let Alternative::Cleave(_, script) = other {
                **script = lowered.clone();
            }
        }
        Ok(())
    }
}
