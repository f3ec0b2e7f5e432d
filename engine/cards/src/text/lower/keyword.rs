//! Keyword abilities.

use super::context::Context;
use super::decline::{Lowered, decline};
use super::filter::unsupported;
use super::lasting::protection_filter;
use crate::ability::{
    Ability, AbilityKind, Affected, KeywordAction, Named, PaymentHelper, Replacement, Static, StaticEffect,
};
use crate::card::AbilityId;
use crate::cost::{Cost, CostPart, OptionalCost, PowerFor};
use crate::effect::{Instr, Part, Script};
use crate::face_down::FaceDown;
use crate::filter::{Amount, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::keyword::Keywords;
use crate::text::grammar::cost::Cost as CostWords;
use crate::text::grammar::keyword::{CostName, DashedKeyword, Enchantable, Gift, KeywordItem, Mass, ProtectionFrom};
use crate::text::keywords::{self, CastingKeyword, Many, Meaning};
use crate::text::syntax::print;
use crate::types::CardTypes;

/// CR 702.6c: "equip [quality]" targets only a creature that has the quality; "equip planeswalker" is a variant (702.6e).
fn only_creatures(script: &mut Script) {
    let said = CardTypes::CREATURE | CardTypes::PLANESWALKER;
    let specs = script.parts.iter_mut().flat_map(|part| &mut part.targets);
    for (_, filter) in specs.flat_map(|spec| &mut spec.objects) {
        let says = |test: &Test| matches!(test, Test::Types(types) | Test::AllTypes(types) if types.intersects(said));
        if !filter.tests.iter().any(says) {
            filter.tests.push(Test::Types(CardTypes::CREATURE));
        }
    }
    let of_planeswalkers = |test: &Test| matches!(test, Test::Types(types) | Test::AllTypes(types) if types.contains(CardTypes::PLANESWALKER));
    for part in &mut script.parts {
        let mut filters = part.targets.iter().flat_map(|spec| &spec.objects);
        if filters.any(|(_, filter)| filter.tests.iter().any(of_planeswalkers)) {
            for instr in &mut part.code {
                if let Instr::Attach(what, to) = instr {
                    *instr = Instr::AttachAsToCreature(what.clone(), to.clone());
                }
            }
        }
    }
}

impl Context<'_> {
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
        if keywords.contains(Keywords::FLANKING) {
            return self.definition(
                "Whenever ~ becomes blocked by a creature without flanking, that creature gets -1/-1 until end of turn.",
            );
        }
        Ok(Vec::new())
    }

    /// What an Aura can enchant (CR 303.4a).
    pub(super) fn enchant(&mut self, what: &Enchantable) -> Lowered<StaticEffect> {
        let mut zone = Zone::Battlefield;
        let (objects, players) = match what {
            Enchantable::Player => (None, Some(PlayerFilter::Any)),
            Enchantable::Opponent => (None, Some(PlayerFilter::Opponent)),
            Enchantable::Object { noun } => {
                let mut frame = self.frame();
                let described = self.noun(&mut frame, noun)?;
                zone = match described.zone {
                    Some(zone @ Zone::Battlefield) => zone,
                    Some(zone @ Zone::Graveyard) if described.card && !described.together.is_asked() => zone,
                    _ => return unsupported("what can be enchanted:", noun),
                };
                (Some(described.filter), None)
            }
            Enchantable::PutWithSelf => {
                let put = Test::Is(Box::new(Objects::PutWithSource));
                (Some(Filter::just(Test::Types(CardTypes::CREATURE)).and(put)), None)
            }
        };
        Ok(StaticEffect::Enchant { objects, players, zone })
    }

    /// Abilities of a keyword printed on the card itself.
    pub(super) fn own_keyword(&mut self, item: &KeywordItem) -> Lowered<Vec<AbilityId>> {
        match item {
            KeywordItem::Craft { noun, mana } => self.craft(print(item), 1, noun, &mana.0),
            KeywordItem::CraftSeveral { n, noun, mana } => self.craft(print(item), n.0, noun, &mana.0),
            KeywordItem::Suspend { n, mana } => {
                self.casting.suspend = true;
                Ok(self.suspend(Amount::Const(n.0), mana.0.clone()))
            }
            // It is given to cards, and printed on none.
            KeywordItem::BareSuspend => unsupported("the keyword", item),
            KeywordItem::Enchant { what } => {
                let effect = self.enchant(what)?;
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
            KeywordItem::TwoKickers { a, b } | KeywordItem::KickerAndKicker { a, b } => {
                for mana in [a, b] {
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
                let affinity = self.affinity(noun)?;
                self.casting.helpers.push(affinity);
                Ok(Vec::new())
            }
            KeywordItem::AffinityMass { kind } => {
                let kind = match kind {
                    Mass::Food => crate::types::Subtype::from_name("Food"),
                };
                let Some(kind) = kind else { return unsupported("affinity for", item) };
                let filter = Filter { tests: vec![Test::Subtype(kind), Test::Controller(PlayerFilter::You)] };
                self.casting.helpers.push(PaymentHelper::Affinity(filter));
                Ok(Vec::new())
            }
            KeywordItem::Devour { noun, n } => {
                let mut frame = self.frame();
                let code = self.devour(&mut frame, noun, |count| Amount::Times(Box::new(count), n.0))?;
                Ok(vec![self.as_it_enters(print(item), code)])
            }
            KeywordItem::DevourX => {
                let creatures = Filter::just(Test::Types(crate::types::CardTypes::CREATURE));
                let square = |count: Amount| Amount::Product(Box::new(count.clone()), Box::new(count));
                let code = super::casting_keyword::devoured(creatures, square);
                Ok(vec![self.as_it_enters(print(item), code)])
            }
            KeywordItem::Splice { onto, mana } => self.splice(onto, Cost::mana(mana.0.clone())),
            // CR 702.119b.
            KeywordItem::EmergeFrom { noun, mana } => {
                let mut frame = self.frame();
                let described = self.noun(&mut frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("what it emerges from:", noun);
                }
                let cost = Cost::mana(mana.0.clone());
                self.casting.alternatives.push(super::casting::Alternative::Emerge(cost, described.filter));
                Ok(Vec::new())
            }
            KeywordItem::Offering { noun } => {
                let mut frame = self.frame();
                let described = self.noun(&mut frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("what is offered:", noun);
                }
                self.casting.alternatives.push(super::casting::Alternative::Offering(described.filter));
                Ok(Vec::new())
            }
            KeywordItem::Gift { what } => self.gift(what),
            KeywordItem::Impending { n, mana } => self.impending(print(item), n.0, Cost::mana(mana.0.clone())),
            KeywordItem::Awaken { n, mana } => {
                let cost = Cost::mana(mana.0.clone());
                self.casting.alternatives.push(super::casting::Alternative::Awaken(cost, n.0));
                Ok(Vec::new())
            }
            item => self.keyword_abilities(item),
        }
    }

    fn affinity(&mut self, noun: &crate::text::grammar::noun::Noun) -> Lowered<PaymentHelper> {
        let mut frame = self.frame();
        let described = self.noun(&mut frame, noun)?;
        if described.zone != Some(Zone::Battlefield) {
            return unsupported("affinity for", noun);
        }
        Ok(PaymentHelper::Affinity(described.filter.and(Test::Controller(PlayerFilter::You))))
    }

    /// What helps to pay for a spell, as an ability that effects give.
    fn helper(&mut self, item: &KeywordItem, helper: PaymentHelper) -> AbilityId {
        let ability = Static { zone: Zone::Stack, condition: None, effect: StaticEffect::Helper(helper) };
        self.add(print(item), AbilityKind::Static(Box::new(ability)))
    }

    /// What is done as the source enters (CR 614.12a).
    pub(super) fn as_it_enters(&mut self, text: String, code: Vec<Instr>) -> AbilityId {
        let part = Part { text: text.clone(), targets: Vec::new(), code };
        let script = Script { parts: vec![part], modes: None };
        self.add_static(text, StaticEffect::Replacement(Replacement::AsEnters(script)))
    }

    /// CR 702.174: an optional cost that costs nothing, and what the opponent gets for it.
    fn gift(&mut self, what: &Gift) -> Lowered<Vec<AbilityId>> {
        let given = match what {
            Gift::Card => "draws a card",
            Gift::Food => "creates a Food token",
            Gift::Treasure => "creates a Treasure token",
            Gift::Fish => "creates a tapped 1/1 blue Fish creature token",
            Gift::Octopus => "creates an 8/8 blue Octopus creature token",
            Gift::ExtraTurn => return decline("an extra turn for an opponent isn't supported"),
        };
        let place = self.casting.optional.len() as u8;
        let text = "promise an opponent a gift".to_owned();
        self.casting.optional.push(OptionalCost { cost: Cost::default(), repeat: false, kicks: false, text });
        let ids = self.if_paid(place, &format!("When ~ enters, each opponent {given}."))?;
        let entered = match ids.as_slice() {
            [id] => self.pool.ability(*id).clone(),
            _ => return decline("a gift that isn't one triggered ability isn't supported"),
        };
        let Ability { kind: AbilityKind::Triggered(mut entered), text } = entered else {
            return decline("a gift that isn't one triggered ability isn't supported");
        };
        let [instr] = entered.script.parts[0].code.as_mut_slice() else {
            return decline("a gift of more than one instruction isn't supported");
        };
        // CR 702.174d, 707.10: who was chosen as the spell was cast, whoever controls it or has copied it since.
        let chosen = Players::Others(Box::new(Players::CasterOf(Box::new(Objects::Source))));
        match instr {
            Instr::Draw(who, _) => *who = chosen,
            Instr::CreateToken(tokens) => tokens.player = chosen,
            _ => return decline("a gift other than cards or tokens isn't supported"),
        }
        self.casting.gift = Some((place, instr.clone()));
        if self.types.intersects(CardTypes::INSTANT | CardTypes::SORCERY) {
            return Ok(Vec::new());
        }
        Ok(vec![self.add(text, AbilityKind::Triggered(entered))])
    }

    pub(super) fn add_static(&mut self, text: String, effect: StaticEffect) -> AbilityId {
        let ability = Static { zone: Zone::Battlefield, condition: None, effect };
        self.add(text, AbilityKind::Static(Box::new(ability)))
    }

    /// Abilities that a keyword stands for, also where it is granted.
    pub(super) fn keyword_abilities(&mut self, item: &KeywordItem) -> Lowered<Vec<AbilityId>> {
        let ids = self.abilities_of_keyword(item)?;
        let named = match item {
            KeywordItem::WithCost { name, .. } => named(|word| name.is(word)),
            KeywordItem::Number { name, .. } | KeywordItem::NumberX { name, .. } => {
                named(|word| keywords::TABLE[name.0].name == word)
            }
            KeywordItem::EquipOnly { .. } => Some(Named::Equip),
            // CR 702.29f.
            KeywordItem::BasicLandcycling { .. } | KeywordItem::Landcycling { .. } => Some(Named::Cycling),
            _ => None,
        };
        Ok(self.as_named(ids, named))
    }

    /// The abilities are those of a keyword that others speak of, if it is one (CR 702.6, 702.29).
    fn as_named(&mut self, ids: Vec<AbilityId>, named: Option<Named>) -> Vec<AbilityId> {
        let Some(named) = named else { return ids };
        let mut tag = |id: AbilityId| match self.pool.ability(id).clone() {
            Ability { text, kind: AbilityKind::Activatable(mut way) } => {
                way.named = Some(named);
                if named == Named::Equip {
                    only_creatures(&mut way.script);
                }
                // CR 702.122d: the Vehicle becomes crewed as the ability resolves.
                if let (Named::Crew, Some(part)) = (named, way.script.parts.last_mut()) {
                    part.code.push(Instr::DoneBy(KeywordAction::BecomeCrewed, Objects::Source));
                }
                for part in &mut way.cost.parts {
                    match (part, named) {
                        (CostPart::TapPower(_, _, what), Named::Crew) => *what = PowerFor::Crew,
                        (CostPart::TapPower(_, _, what), Named::Saddle) => *what = PowerFor::Saddle,
                        _ => {}
                    }
                }
                self.add(text, AbilityKind::Activatable(way))
            }
            _ => id,
        };
        ids.into_iter().map(&mut tag).collect()
    }

    fn abilities_of_keyword(&mut self, item: &KeywordItem) -> Lowered<Vec<AbilityId>> {
        let lines = match item {
            KeywordItem::Simple { name } => match keywords::TABLE[name.0].meaning {
                Meaning::Casting(CastingKeyword::Cascade) => return Ok(vec![self.cascade()?]),
                Meaning::Casting(CastingKeyword::Convoke) => {
                    return Ok(vec![self.helper(item, PaymentHelper::Convoke)]);
                }
                Meaning::Casting(CastingKeyword::Improvise) => {
                    return Ok(vec![self.helper(item, PaymentHelper::Improvise)]);
                }
                Meaning::Casting(CastingKeyword::Delve) => {
                    return Ok(vec![self.helper(item, PaymentHelper::Delve)]);
                }
                Meaning::Casting(CastingKeyword::Enlist) => return Ok(vec![self.enlist(print(item))]),
                Meaning::Casting(CastingKeyword::Myriad) => return Ok(vec![self.myriad()]),
                Meaning::Casting(CastingKeyword::Rebound) => {
                    let trigger = self.rebound();
                    let ability = Static { zone: Zone::Stack, condition: None, effect: StaticEffect::Rebound(trigger) };
                    return Ok(vec![self.add(print(item), AbilityKind::Static(Box::new(ability)))]);
                }
                _ => self.meaning(name.0, 0.into(), "", item)?,
            },
            KeywordItem::Number { name, n }
                if matches!(keywords::TABLE[name.0].meaning, Meaning::Casting(CastingKeyword::Toxic)) =>
            {
                return Ok(vec![self.add_static(print(item), StaticEffect::Toxic(n.0.clamp(0, 255) as u8))]);
            }
            KeywordItem::Number { name, n }
                if matches!(
                    keywords::TABLE[name.0].meaning,
                    Meaning::Casting(CastingKeyword::Tribute | CastingKeyword::Amplify)
                ) =>
            {
                let tribute = matches!(keywords::TABLE[name.0].meaning, Meaning::Casting(CastingKeyword::Tribute));
                let code =
                    if tribute { super::entering_keyword::tribute(n.0) } else { super::entering_keyword::amplify(n.0) };
                return Ok(vec![self.as_it_enters(print(item), code)]);
            }
            KeywordItem::Affinity { noun } => {
                let affinity = self.affinity(noun)?;
                return Ok(vec![self.helper(item, affinity)]);
            }
            KeywordItem::Number { name, n } => self.meaning(name.0, n.0.into(), "", item)?,
            KeywordItem::NumberX { name, x } => {
                let mut lines = self.meaning(name.0, Many::X, "", item)?;
                lines.iter_mut().for_each(|line| say_what_x_is(line, &print(x)));
                lines
            }
            KeywordItem::WithCost { name, mana } => self.meaning(name.0, 0.into(), &mana.0.to_string(), item)?,
            KeywordItem::Reinforce { n, mana } => {
                let counters = keywords::count(n.0, "+1/+1 counter");
                vec![format!("{}, Discard ~: Put {counters} on target creature.", mana.0)]
            }
            KeywordItem::ReinforceX { mana } => {
                vec![format!("{}, Discard ~: Put X +1/+1 counters on target creature.", mana.0)]
            }
            // CR 702.62a: what a card in exile does that is given it.
            KeywordItem::BareSuspend => return Ok(self.suspended()),
            // CR 702.124: it is about commanders.
            KeywordItem::PartnerOf { .. } => return Ok(Vec::new()),
            // CR 702.124j.
            KeywordItem::PartnerWith { name } => vec![format!(
                "When ~ enters, target player may search their library for a card named {}, reveal it, put it into their hand, then shuffle.",
                name.0
            )],
            // CR 702.72a.
            KeywordItem::Champion { noun } => vec![
                format!(
                    "When ~ enters, sacrifice it unless you exile another {} you control. If you do, ~ champions it.",
                    print_in_sentence_as_is(noun)
                ),
                "When ~ leaves the battlefield, return the exiled card to the battlefield under its owner's control."
                    .to_owned(),
            ],
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
                return Ok(vec![self.protection(item, from, hexproof_only)?]);
            }
            KeywordItem::ProtectionTwo { a, b } => {
                return [a, b].into_iter().map(|from| self.protection(item, from, false)).collect();
            }
            KeywordItem::ProtectionThree { a, b, c } => {
                return [a, b, c].into_iter().map(|from| self.protection(item, from, false)).collect();
            }
            _ => return unsupported("the keyword", item),
        };
        let mut ids = Vec::new();
        for line in lines {
            ids.extend(self.definition(&line)?);
        }
        Ok(ids)
    }

    /// The activated abilities of a keyword whose cost is the mana cost of the card that has it.
    pub(super) fn for_mana_cost(&mut self, name: CostName) -> Lowered<Vec<AbilityId>> {
        let Meaning::Text(lines) = keywords::TABLE[name.0].meaning else {
            return decline("the granted keyword is more than an ability");
        };
        let mut ids = Vec::new();
        for line in lines(0.into(), "{0}") {
            for id in self.definition(&line)? {
                let Ability { text, kind: AbilityKind::Activatable(mut way) } = self.pool.ability(id).clone() else {
                    return decline("the granted keyword isn't an activated ability");
                };
                let nothing = way.cost.mana.take().is_some_and(|mana| mana.mana_value() == 0);
                if !nothing || way.mana.is_some() {
                    return decline("the granted keyword costs something else");
                }
                way.for_mana_cost = true;
                way.named = named(|word| name.is(word));
                let mut word = keywords::TABLE[name.0].name.to_owned();
                word[..1].make_ascii_uppercase();
                let text = format!("{word}—{}", text.replacen("{0}", "Its mana cost", 1));
                ids.push(self.add(text, AbilityKind::Activatable(way)));
            }
        }
        Ok(ids)
    }

    /// Protection or hexproof from one quality; several are as many abilities (CR 702.16g).
    fn protection(&mut self, item: &KeywordItem, from: &ProtectionFrom, hexproof_only: bool) -> Lowered<AbilityId> {
        let from = match (protection_filter(from), from) {
            (Some(filter), _) => filter,
            (None, ProtectionFrom::Noun { noun }) => {
                let mut frame = self.frame();
                self.noun(&mut frame, noun)?.filter
            }
            _ => return unsupported("the keyword", item),
        };
        let effect = StaticEffect::Protection { affected: Affected::Source, from, hexproof_only };
        Ok(self.add_static(print(item), effect))
    }

    pub(super) fn meaning(&mut self, index: usize, n: Many, cost: &str, item: &KeywordItem) -> Lowered<Vec<String>> {
        match keywords::TABLE[index].meaning {
            Meaning::Text(lines) => Ok(lines(n, cost)),
            Meaning::Nothing => Ok(Vec::new()),
            Meaning::Casting(_) => unsupported("the granted keyword", item),
        }
    }

    /// A keyword with a cost that is not just mana.
    pub(super) fn dashed(&mut self, keyword: &DashedKeyword) -> Lowered<Vec<AbilityId>> {
        match keywords::TABLE[keyword.name.0].meaning {
            Meaning::Casting(casting) => {
                let mut frame = self.frame();
                let cost = self.cost(&mut frame, &keyword.cost)?;
                let item = KeywordItem::Simple { name: crate::text::grammar::keyword::SimpleName(keyword.name.0) };
                self.casting_keyword(casting, Some(cost), &item)
            }
            Meaning::Text(lines) => {
                let mut ids = Vec::new();
                for line in lines(0.into(), &print_capital(&keyword.cost)) {
                    ids.extend(self.definition(&line)?);
                }
                Ok(self.as_named(ids, named(|word| keyword.name.is(word))))
            }
            Meaning::Nothing => Ok(Vec::new()),
        }
    }

    /// Something can be face down in this way: the pool gets the card that it is then (CR 708.2a).
    pub(in crate::text::lower) fn allow_face_down(&mut self, how: FaceDown) -> Lowered<()> {
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
}

/// What others call the abilities of the keyword for which `is` holds.
fn named(is: impl Fn(&str) -> bool) -> Option<Named> {
    let known = [
        ("equip", Named::Equip),
        ("cycling", Named::Cycling),
        ("crew", Named::Crew),
        ("saddle", Named::Saddle),
        ("outlast", Named::Outlast),
    ];
    known.into_iter().find(|(word, _)| is(word)).map(|(_, named)| named)
}

pub(super) fn typecycling(cost: &str, kind: &str) -> String {
    let article = if kind.starts_with(['I', 'A', 'E', 'O']) { "an" } else { "a" };
    format!(
        "{cost}, Discard ~: Search your library for {article} {kind} card, reveal it, put it into your hand, then shuffle."
    )
}

/// A node printed as inside a sentence, without the capital.
pub(super) fn print_in_sentence<T: crate::text::syntax::Syntax>(node: &T) -> String {
    let text = print(node);
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_ascii_lowercase().to_string() + letters.as_str(),
        None => text,
    }
}

/// A noun printed as inside a sentence, with its own capitals.
fn print_in_sentence_as_is(noun: &crate::text::grammar::noun::Noun) -> String {
    use crate::text::syntax::{Ctx, Printer, Syntax};
    let mut out = Printer::new();
    out.word("another");
    noun.write(&mut out, Ctx::SINGULAR);
    out.finish().split_once(' ').map_or_else(String::new, |(_, noun)| noun.to_owned())
}

/// A cost printed with the capitals that it has before a colon.
fn print_capital(cost: &CostWords) -> String {
    use crate::text::syntax::{Ctx, Printer, Syntax};
    let mut out = Printer::new();
    cost.write(&mut out, Ctx::SINGULAR.capital());
    out.finish()
}

/// Adds to the sentence that has an X what that is, as the keyword says it of the object that has the keyword.
fn say_what_x_is(line: &mut String, where_x: &str) {
    let Some(x) = line.find('X') else { return };
    let end = line[x..].find(". ").map_or(line.len() - 1, |place| x + place);
    let of_its_own = where_x.replace(" its ", " ~'s ").replace(" on it", " on ~");
    line.insert_str(end, &of_its_own);
}
