//! Nouns → filters.

mod other;
mod qualifier;

use crate::effect::Together;
use crate::filter::{Amount, Comparison, CounterKind, Filter, Objects, Players, Quality, Test, Zone};
use crate::keyword::KeywordName;
use crate::text::grammar::amount::{Amount as Words, AtLeast};
use crate::text::grammar::noun::{
    Adj, AdjItem, Cmp, CounterCount, Head, Kind, Noun, Np, Qual, StackKind, Stat, Term, With,
};
use crate::text::grammar::player::{OwnZone, Player, Possessor, Whose, ZoneRef};
use crate::text::grammar::series::{Conjunction, Series};
use crate::text::grammar::words::{Digits, Non, PtBox};
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::described::Described;
use crate::text::lower::frame::{Frame, either};
use crate::text::lower::joined::{subtypes_of_all, type_of_all};
use crate::text::syntax::{Syntax, print};
use crate::types::{CardTypes, SubtypeKind};

/// Declines with the words that have no compiled form.
pub(super) fn unsupported<T, N: Syntax>(what: &str, node: &N) -> Lowered<T> {
    decline(format!("{what} `{}` can't be compiled", print(node)))
}

/// CR 700.12: what an outlaw is.
fn outlaw() -> Test {
    let names = ["Assassin", "Mercenary", "Pirate", "Rogue", "Warlock"];
    let subtypes = names.into_iter().filter_map(crate::types::Subtype::from_name);
    Test::AnyOf(subtypes.map(|subtype| Filter::just(Test::Subtype(subtype))).collect())
}

/// CR 702.62b: what a suspended card is, in exile.
pub(super) fn suspended() -> Test {
    let tests = vec![Test::HasKeywordNamed(KeywordName::Suspend), Test::CountersAtLeast(CounterKind::TIME, 1)];
    Test::AnyOf(vec![Filter { tests }])
}

/// The source, while it is no permanent: a card in exile with counters on it.
pub(super) fn exiled_source() -> Filter {
    Filter::just(Test::Source).and(Test::Not(Box::new(Filter::just(Test::Permanent))))
}

/// Returns whether the adjective of the first kind can't be meant for another: "enchanted creature or enchantment creature", where an
/// enchanted one of the other would be one of the first, "equipped creature and Equipment", where nothing equips another.
fn stands_apart(first: &Term, other: &Term) -> bool {
    let Term::Typed { adjs, subs, types, last } = first else { return false };
    let [AdjItem::Plain { adj: adj @ (Adj::Enchanted | Adj::Equipped) }] = adjs.as_slice() else { return false };
    match other {
        Term::Typed { adjs, types: more, last: same, .. } => {
            adjs.is_empty() && subs.is_empty() && types.is_empty() && !more.is_empty() && last == same
        }
        Term::Tribal { adjs, subs, last } => {
            adjs.is_empty() && subs.is_empty() && *adj == Adj::Equipped && last.0 == crate::types::Subtype::EQUIPMENT
        }
    }
}

/// Returns whether an adjective says in what state something is, so that it holds for every noun of "tapped artifact or creature".
fn distributes(adj: &Adj) -> bool {
    matches!(
        adj,
        Adj::Tapped | Adj::Untapped | Adj::Attacking | Adj::Blocking | Adj::Other | Adj::Non { non: Non::Token }
    )
}

/// "Each other card exiled with ~": than the one that was exiled just now, as the source is none of them.
fn other_exiled(frame: &mut Frame) -> Lowered<Option<Test>> {
    let exiled = |mention: &&super::frame::Mention| mention.past == Some(super::frame::DoneThisWay::Exiled);
    let Some(last) = frame.discourse.mentions.iter().rev().find(exiled).cloned() else { return Ok(None) };
    let exiled = frame.resolve(&last)?;
    Ok(Some(Test::Not(Box::new(Filter::just(Test::Is(Box::new(exiled)))))))
}

impl Frame {
    /// Returns whether a target before may be what "another target" is other than: no permanent is other than a player, and no creature other
    /// than an Equipment.
    pub(super) fn has_target_like(&self, described: &Described) -> bool {
        let alike = |place: usize| {
            let of = Some(Objects::Target(place as u8));
            let kinds: Vec<CardTypes> =
                self.discourse.mentions.iter().filter(|it| it.before == of).map(|it| it.types).collect();
            let fits =
                |other: &CardTypes| described.types.is_empty() || other.is_empty() || other.intersects(described.types);
            !self.code.targets[place].objects.is_empty() && (kinds.is_empty() || kinds.iter().any(fits))
        };
        (0..self.code.targets.len()).any(alike)
    }
}

impl Context<'_> {
    /// The test of an adjective.
    pub(super) fn adjective(&mut self, _: &Frame, adj: &Adj) -> Lowered<Test> {
        Ok(match adj {
            Adj::Tapped => Test::Tapped,
            Adj::Untapped => Test::Untapped,
            Adj::Attacking => Test::Attacking,
            Adj::Blocking => Test::Blocking,
            Adj::Nonattacking => Test::Not(Box::new(Filter::just(Test::Attacking))),
            Adj::Nonblocking => Test::Not(Box::new(Filter::just(Test::Blocking))),
            Adj::Blocked => Test::Blocked,
            Adj::Unblocked => Test::Unblocked,
            Adj::Unpaired => Test::Not(Box::new(Filter::just(Test::Paired))),
            // Than what is decided when the types are known, by [`Context::other`].
            Adj::Other => Test::NotSource,
            Adj::Enchanted => Test::HasAttached(Box::new(Filter::just(subtype_test("Aura")?))),
            Adj::Equipped => Test::HasAttached(Box::new(Filter::just(subtype_test("Equipment")?))),
            Adj::Colored { color } => Test::Colors(color.0),
            Adj::Colorless => Test::Colorless,
            Adj::Multicolored => Test::Multicolored,
            Adj::Monocolored => Test::Monocolored,
            Adj::Super { supertype } => Test::Supertype(supertype.0),
            Adj::Non { non } => match non {
                Non::Type(types) => Test::NotTypes(*types),
                Non::Color(color) => Test::NotColors(*color),
                Non::Super(supertype) => Test::NotSupertype(*supertype),
                Non::Sub(sub) => Test::Not(Box::new(Filter::just(Test::Subtype(*sub)))),
                Non::Token => Test::Nontoken,
            },
            Adj::Historic => Test::Historic,
            Adj::Outlaw => outlaw(),
            Adj::NonOutlaw => Test::Not(Box::new(Filter::just(outlaw()))),
            Adj::Sized { pt: PtBox(Some(power), Some(toughness)) } => Test::AnyOf(vec![Filter {
                tests: vec![
                    Test::Power(Comparison::Equal, Amount::Const(*power)),
                    Test::Toughness(Comparison::Equal, Amount::Const(*toughness)),
                ],
            }]),
            Adj::Sized { .. } => return unsupported("the size", adj),
            Adj::Modified => Test::Modified,
            Adj::Kicked => Test::Kicked,
            Adj::Goaded => Test::Restricted(crate::keyword::Restrictions::GOADED),
            Adj::Foretold => Test::PutAway(crate::face_down::FaceDown::Foretold),
            Adj::Suspended => suspended(),
            Adj::Saddled => Test::Restricted(crate::keyword::Restrictions::SADDLED),
            Adj::Suspected => Test::Restricted(crate::keyword::Restrictions::SUSPECTED),
            Adj::Prepared => Test::Prepared,
            Adj::FaceDown => Test::FaceDown,
            Adj::FaceUp => Test::Not(Box::new(Filter::just(Test::FaceDown))),
            Adj::DoubleFaced => Test::Quality(Quality::DoubleFaced),
            Adj::Transformed => Test::Quality(Quality::Transformed),
            Adj::Commander => Test::Commander,
        })
    }

    fn adjectives(&mut self, frame: &Frame, adjs: &[AdjItem], out: &mut Vec<Test>) -> Lowered<()> {
        for item in adjs {
            match item {
                AdjItem::Plain { adj } | AdjItem::Comma { adj } => out.push(self.adjective(frame, adj)?),
                AdjItem::Or { a: Adj::Colored { color: a }, b: Adj::Colored { color: b } }
                | AdjItem::AndOr { a: Adj::Colored { color: a }, b: Adj::Colored { color: b } } => {
                    out.push(Test::Colors(a.0 | b.0));
                }
                AdjItem::OrThree { a, b, c } => {
                    let mut any = Vec::new();
                    for adj in [a, b, c] {
                        any.push(Filter::just(self.adjective(frame, adj)?));
                    }
                    out.push(Test::AnyOf(any));
                }
                AdjItem::Or { a, b } | AdjItem::AndOr { a, b } => {
                    let a = Filter::just(self.adjective(frame, a)?);
                    let b = Filter::just(self.adjective(frame, b)?);
                    out.push(Test::AnyOf(vec![a, b]));
                }
            }
        }
        Ok(())
    }

    /// The tests of type words, with the card types that the words promise.
    pub(super) fn term(
        &mut self,
        frame: &Frame,
        term: &Term,
        skip_adjectives: bool,
    ) -> Lowered<(Vec<Test>, CardTypes)> {
        let mut tests = Vec::new();
        let (adjs, subs, types) = match term {
            Term::Typed { adjs, subs, types, last } => {
                let types: Vec<_> = types.iter().chain([last]).map(|word| word.0).collect();
                (adjs, subs.clone(), types)
            }
            Term::Tribal { adjs, subs, last } => (adjs, subs.iter().chain([last]).copied().collect(), Vec::new()),
        };
        if !skip_adjectives {
            self.adjectives(frame, adjs, &mut tests)?;
        }
        tests.extend(subs.iter().map(|sub| Test::Subtype(sub.0)));
        let mut promised = CardTypes::empty();
        for sub in &subs {
            promised |= types_of_subtype(sub.0.kind());
        }
        let mut all = CardTypes::empty();
        for word in types {
            promised |= word;
            if word == CardTypes::PERMANENT {
                tests.push(Test::Types(word));
            } else {
                all |= word;
            }
        }
        if all.bits().count_ones() == 1 {
            tests.push(Test::Types(all));
        } else if !all.is_empty() {
            tests.push(Test::AllTypes(all));
        }
        Ok((tests, promised))
    }

    /// The tests of a list of type words. `last`: what is said of the last of them only.
    fn terms(
        &mut self,
        frame: &Frame,
        terms: &Series<Term>,
        on_battlefield: bool,
        last: Vec<Test>,
    ) -> Lowered<(Vec<Test>, CardTypes)> {
        let adjs_of = |term: &Term| match term {
            Term::Typed { adjs, .. } | Term::Tribal { adjs, .. } => adjs.clone(),
        };
        let drop_permanent = |tests: &mut Vec<Test>| {
            // On the battlefield everything is a permanent.
            if on_battlefield {
                tests.retain(|test| *test != Test::Types(CardTypes::PERMANENT));
            }
        };
        if let [only] = terms.items.as_slice() {
            let (mut tests, types) = self.term(frame, only, false)?;
            drop_permanent(&mut tests);
            tests.extend(last);
            return Ok((tests, types));
        }
        let mut first = adjs_of(&terms.items[0]);
        let others = || terms.items.iter().skip(1);
        // "noncreature artifact or noncreature enchantment": each has its own.
        let own = !first.is_empty() && others().all(|term| !adjs_of(term).is_empty());
        let own = own || others().all(|term| stands_apart(&terms.items[0], term));
        let with_noun = |adj: &Adj| {
            // "a basic Plains, Island, or Swamp card", "a red instant or sorcery spell"
            !on_battlefield
                && matches!(
                    adj,
                    Adj::Super { .. } | Adj::Colored { .. } | Adj::Colorless | Adj::Multicolored | Adj::Monocolored
                )
                && others().all(|term| adjs_of(term).is_empty())
        };
        // Every planeswalker is legendary, so that "legendary creatures and planeswalkers" means the same either way.
        let walkers = |term: &Term| matches!(term, Term::Typed { subs, types, last, .. } if subs.is_empty() && types.is_empty() && last.0 == CardTypes::PLANESWALKER);
        let same_anyway = |adj: &Adj| {
            matches!(adj, Adj::Super { supertype } if supertype.0 == crate::types::Supertypes::LEGENDARY)
                && others().all(|term| adjs_of(term).is_empty() && walkers(term))
        };
        let shared = first.iter().all(|item| match item {
            AdjItem::Plain { adj } | AdjItem::Comma { adj } => distributes(adj) || with_noun(adj) || same_anyway(adj),
            AdjItem::OrThree { a, b, c } => [a, b, c].into_iter().all(distributes),
            AdjItem::Or { a, b } | AdjItem::AndOr { a, b } => {
                (distributes(a) && distributes(b)) || (with_noun(a) && with_noun(b))
            }
        });
        if own {
            first.clear();
        } else if !shared {
            return decline("it is unclear whether the first adjective is meant for the whole list");
        }
        let mut tests = Vec::new();
        self.adjectives(frame, &first, &mut tests)?;
        let mut promised = CardTypes::empty();
        let mut filters: Vec<Filter> = Vec::new();
        let (common_type, common_subs) = (type_of_all(terms), subtypes_of_all(terms));
        for (index, term) in terms.items.iter().enumerate() {
            let (mut inner, types) = self.term(frame, term, index == 0 && !own)?;
            drop_permanent(&mut inner);
            if let (Some(word), Term::Tribal { .. }) = (common_type, term) {
                inner.push(Test::Types(word));
            }
            if index > 0 {
                inner.extend(common_subs.iter().map(|sub| Test::Subtype(*sub)));
            }
            promised |= types;
            filters.push(Filter { tests: inner });
        }
        if let Some(filter) = filters.last_mut() {
            filter.tests.extend(last);
        }
        let union: Option<CardTypes> =
            filters.iter().try_fold(CardTypes::empty(), |union, filter| match filter.tests.as_slice() {
                [Test::Types(types)] => Some(union | *types),
                _ => None,
            });
        match union {
            Some(types) => tests.push(Test::Types(types)),
            None => tests.push(Test::AnyOf(filters)),
        }
        Ok((tests, promised))
    }

    /// A noun without qualifiers.
    pub(super) fn head(&mut self, frame: &Frame, head: &Head) -> Lowered<Described> {
        self.head_with(frame, head, Vec::new())
    }

    /// A noun, and what is said of the last of the kinds that it lists alone.
    fn head_with(&mut self, frame: &Frame, head: &Head, last: Vec<Test>) -> Lowered<Described> {
        let mut described = Described::default();
        match head {
            Head::Types { terms } => {
                let (tests, types) = self.terms(frame, terms, true, last)?;
                described.filter.tests = tests;
                described.types = types;
                described.zone = Some(Zone::Battlefield);
            }
            Head::SpellOr { terms } => {
                let (tests, types) = self.terms(frame, terms, true, Vec::new())?;
                described.or_spell = Some(tests.len());
                described.filter.tests = tests;
                described.types = types;
                described.zone = Some(Zone::Battlefield);
            }
            Head::OrToken { .. } | Head::OrTokenToo { .. } | Head::AndOrTokens { .. } => {
                return self.kinds_or_tokens(frame, head);
            }
            Head::Kinded { terms, kind } => {
                let (tests, types) = self.terms(frame, terms, *kind == Kind::Token, Vec::new())?;
                described.filter.tests = tests;
                described.types = types;
                self.kind(kind, &mut described);
            }
            Head::Stack { kind } => {
                described.zone = Some(Zone::Stack);
                described.spell = true;
                described.filter.tests.extend(match kind {
                    StackKind::Activated => Some(Test::ActivatedAbility),
                    StackKind::Triggered => Some(Test::TriggeredAbility),
                    StackKind::Either => Some(Test::Ability),
                    StackKind::SpellOrAbility | StackKind::Any => None,
                });
            }
            Head::Bare { adjs, kind } => {
                let mut tests = Vec::new();
                self.adjectives(frame, adjs, &mut tests)?;
                described.filter.tests = tests;
                self.kind(kind, &mut described);
            }
        }
        // "Nonland permanent card": no land is promised.
        for test in &described.filter.tests {
            if let Test::NotTypes(types) = test {
                described.types -= *types;
            }
        }
        // CR 702.62b: it is in exile.
        if described.filter.tests.contains(&suspended()) {
            if !described.card || described.zone.is_some() {
                return unsupported("the description", head);
            }
            described.zone = Some(Zone::Exile);
        }
        if described.filter.tests.contains(&Test::NotSource) {
            let other = self.other(frame, &described)?;
            for test in &mut described.filter.tests {
                if *test == Test::NotSource {
                    *test = other.clone();
                }
            }
        }
        Ok(described)
    }

    fn kind(&mut self, kind: &Kind, described: &mut Described) {
        match kind {
            Kind::Card => described.card = true,
            Kind::Spell => {
                described.spell = true;
                described.zone = Some(Zone::Stack);
                described.filter.tests.insert(0, Test::Spell);
            }
            Kind::Token => {
                described.token = true;
                described.zone = Some(Zone::Battlefield);
                described.filter.tests.push(Test::Token);
            }
            Kind::Source => described.source = true,
            // CR 903.3d: a permanent.
            Kind::Commander => {
                described.zone = Some(Zone::Battlefield);
                described.filter.tests.push(Test::Commander);
            }
            // CR 700.12.
            Kind::Outlaw => {
                described.zone = Some(Zone::Battlefield);
                described.types = CardTypes::CREATURE;
                described.filter.tests.push(outlaw());
            }
        }
    }

    /// A noun with its qualifiers.
    pub(super) fn noun(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<Described> {
        let described = self.noun_together(frame, noun)?;
        // Who asks for the cards of one player says so.
        if described.together.is_asked() && described.together != Together::SameController {
            return decline("what is said of several things together isn't supported here");
        }
        Ok(described)
    }

    /// The same where something may be said of all of them together.
    pub(super) fn noun_together(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<Described> {
        let described = self.noun_or_spell(frame, noun)?;
        if described.or_spell.is_some() {
            return decline("spells and permanents together are supported as targets only");
        }
        if described.also.is_some() {
            return decline("two zones together aren't supported here");
        }
        if described.opponent_chooses {
            return decline("an opponent's choice isn't supported here");
        }
        Ok(described)
    }

    /// The same, where spells may be meant too.
    pub(super) fn noun_or_spell(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<Described> {
        let error = match self.noun_in_order(frame, noun) {
            Err(error) if !noun.quals.is_empty() => error,
            described => return described,
        };
        // "Each other creature that shares a color with it": other than what, the words behind may say.
        let mut bare = noun.clone();
        let one = matches!(&bare.head, Head::Types { terms } if terms.items.len() == 1);
        if !(one && bare.strip_adjective(&Adj::Other)) {
            return Err(error);
        }
        let mut described = self.noun_in_order(frame, &bare)?;
        let other = self.other(frame, &described)?;
        described.filter.tests.insert(0, other);
        Ok(described)
    }

    fn noun_in_order(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<Described> {
        // "All other permanents with the same name as that permanent": other than it.
        if let Some(Qual::SameName { with }) = noun
            .quals
            .iter()
            .find(|qual| matches!(qual, Qual::SameName { with } if !matches!(**with, Np::Quant { .. })))
        {
            let mut bare = noun.clone();
            if bare.strip_adjective(&Adj::Other) {
                let than = self.refer(frame, with)?;
                let mut described = self.noun(frame, &bare)?;
                described.filter.tests.push(Test::Not(Box::new(Filter::just(Test::Is(Box::new(than))))));
                return Ok(described);
            }
        }
        if noun.quals.contains(&Qual::ExiledWith) {
            let mut bare = noun.clone();
            if bare.strip_adjective(&Adj::Other)
                && let Some(other) = other_exiled(frame)?
            {
                let mut described = self.noun(frame, &bare)?;
                described.filter.tests.push(other);
                return Ok(described);
            }
        }
        if let Some(described) = self.all_but(frame, noun)? {
            return Ok(described);
        }
        let mut last = Filter::default();
        for with in noun.said_of_the_last()? {
            self.with(frame, with, &mut last)?;
        }
        let own =
            |qual: &&Qual| last.tests.is_empty() || !matches!(qual, Qual::With { with } if with.is_of_creatures());
        let mut described = self.head_with(frame, &noun.head, last.tests.clone())?;
        for qual in noun.quals.iter().filter(own) {
            self.qualifier(frame, qual, &mut described)?;
        }
        described.refuse_given_flashback()?;
        Ok(described)
    }

    /// "Other" than what an instruction before has found, made or put there: that is known only where it can be remembered.
    fn all_but(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<Option<Described>> {
        let mut bare = noun.clone();
        if !bare.strip_adjective(&Adj::Other) {
            return Ok(None);
        }
        let than = |objects: Objects| Test::Not(Box::new(Filter::just(Test::Is(Box::new(objects)))));
        let revealed =
            |qual: &Qual| matches!(qual, Qual::ThisWay { past: crate::text::grammar::noun::Participle::Revealed });
        // "Put that card into your hand and all other cards revealed this way into your graveyard."
        if bare.quals.iter().any(revealed) {
            let Some((all, found)) = frame.discourse.rest.clone() else { return Ok(None) };
            bare.quals.retain(|qual| !revealed(qual));
            let mut described = self.noun(frame, &bare)?;
            if !described.card || described.zone.is_some() || described.among.is_some() {
                return Ok(None);
            }
            described.among = Some(all);
            described.filter.tests.push(than(found));
            return Ok(Some(described));
        }
        // "Create two tokens. Destroy all other creatures.": other than what was made by then.
        let head = self.head(frame, &bare.head)?;
        let on_battlefield = head.zone == Some(Zone::Battlefield);
        let exiled = head.card && bare.quals.contains(&Qual::ExiledWith);
        let mut fitting = frame.discourse.mentions.iter().filter(|mention| {
            !mention.source && if exiled { mention.card } else { mention.types.intersects(head.types) }
        });
        let (Some(mention), None) = (fitting.next().cloned(), fitting.next()) else { return Ok(None) };
        if !(exiled || on_battlefield && frame.setting.spell && mention.before.is_none()) {
            return Ok(None);
        }
        let objects = frame.resolve(&mention)?;
        let mut described = self.noun(frame, &bare)?;
        described.filter.tests.push(than(objects));
        Ok(Some(described))
    }

    fn with(&mut self, frame: &mut Frame, with: &With, filter: &mut Filter) -> Lowered<()> {
        let test = match with {
            With::Keyword { keywords } if matches!(keywords.conjunction, Conjunction::Or | Conjunction::AndOr) => {
                Test::AnyOf(keywords.items.iter().map(|keyword| Filter::just(Test::Keyword(keyword.0))).collect())
            }
            With::Keyword { keywords } => {
                filter.tests.extend(keywords.items.iter().map(|keyword| Test::Keyword(keyword.0)));
                return Ok(());
            }
            // "Without flying or reach": neither.
            With::Without { keywords } if matches!(keywords.conjunction, Conjunction::And | Conjunction::AndOr) => {
                return unsupported("the description", with);
            }
            With::Without { keywords } => {
                Test::NotKeyword(keywords.items.iter().fold(crate::keyword::Keywords::empty(), |all, one| all | one.0))
            }
            With::NoCounter { kind } => Test::Not(Box::new(Filter::just(Test::HasCounter(Some(self.counter(kind)?))))),
            With::XInCost => Test::XInCost,
            With::ManaCostOr { a, b } => Test::HasManaCost(vec![a.0.clone(), b.0.clone()]),
            With::Attached { n, noun } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("the description", with);
                }
                let another = matches!(n, AtLeast::Another).then_some(Test::NotSource);
                let tests = described.filter.tests.into_iter().chain(another).collect();
                Test::HasAttached(Box::new(Filter { tests }))
            }
            // CR 205.3i.
            With::OddManaValue | With::OddManaValues => Test::ManaValueIsOdd(true),
            With::EvenManaValue | With::EvenManaValues => Test::ManaValueIsOdd(false),
            With::Named { keyword } | With::NamedAbility { keyword } | With::NamedAbilities { keyword } => {
                Test::HasKeywordNamed(keyword.0)
            }
            With::NamedOr { a, b } => {
                Test::AnyOf([a, b].map(|keyword| Filter::just(Test::HasKeywordNamed(keyword.0))).to_vec())
            }
            With::ManaAbilities => Test::HasManaAbility,
            With::BasicLandType => {
                let basic = crate::types::Subtype::all().filter(|sub| sub.kind() == SubtypeKind::BasicLand);
                Test::AnyOf(basic.map(|sub| Filter::just(Test::Subtype(sub))).collect())
            }
            With::Greatest { stat, among } => {
                if frame.discourse.players.last() == Some(&Players::Each) && among.quals.iter().any(is_theirs) {
                    return decline("the greatest among those of each player would be several");
                }
                let among = self.noun(frame, among)?;
                let Some(zone) = among.zone else { return unsupported("the description", with) };
                let among = Objects::Each(zone, among.filter);
                among_all(filter, &among);
                stat_test(stat, Comparison::AtLeast, super::amount::greatest(stat, among))
            }
            With::Total { .. } => return unsupported("the description", with),
            With::PowerAndToughness { n } => Test::PowerAndToughness(Comparison::AtMost, self.number(frame, n)?),
            With::PowerOrToughnessMore { n } => {
                let n = self.number(frame, n)?;
                Test::AnyOf(vec![
                    Filter::just(Test::Power(Comparison::AtLeast, n.clone())),
                    Filter::just(Test::Toughness(Comparison::AtLeast, n)),
                ])
            }
            With::Stat { stat: stat @ (Stat::Power | Stat::Toughness), cmp: Cmp::GreaterThan { amount } }
                if is_own_other(stat, amount) =>
            {
                match stat {
                    Stat::Power => Test::PowerExceedsToughness,
                    _ => Test::ToughnessExceedsPower,
                }
            }
            With::Stat { stat: stat @ (Stat::Power | Stat::Toughness), cmp: Cmp::EqualTo { amount } }
                if is_own_other(stat, amount) =>
            {
                let more = [Test::PowerExceedsToughness, Test::ToughnessExceedsPower].map(Filter::just);
                Test::Not(Box::new(Filter::just(Test::AnyOf(more.to_vec()))))
            }
            With::Stat { stat, cmp } => {
                let (comparison, amount) = self.comparison(frame, cmp)?;
                stat_test(stat, comparison, amount)
            }
            With::Lesser { stat }
            | With::Greater { stat }
            | With::EqualOrLesser { stat }
            | With::AnEqualOrLesser { stat } => {
                // Than what the event is about, what was aimed at or, if nothing else was mentioned, the source: not than itself, if "it" is
                // what is asked about.
                let than = if frame.discourse.mentions.is_empty() {
                    Objects::Source
                } else {
                    let than = self.it(frame)?;
                    if !than.source && !matches!(than.before, Some(Objects::Event | Objects::Target(_))) {
                        return decline("it is unclear what is less than what");
                    }
                    frame.read(&than)?
                };
                stat_test(stat, with.comparison(), frame.stat_of(stat, than)?)
            }
            With::Equals { of, stat } => {
                let of = self.possessor(frame, of)?;
                stat_test(stat, Comparison::Equal, frame.stat_of(stat, of)?)
            }
            With::LesserThan { stat, than } | With::EqualOrLesserThan { stat, than } | With::Same { stat, than } => {
                let than = self.refer(frame, than)?;
                stat_test(stat, with.comparison(), frame.stat_of(stat, than)?)
            }
            With::BaseSize { .. } | With::BaseStat { .. } | With::BaseEither { .. } | With::AboveBase => {
                return self.with_base(frame, with, filter);
            }
            With::StatEither { stat, a, b } => one_of(stat, &[a, b]),
            With::StatOneOf { stat, a, b, c } => one_of(stat, &[a, b, c]),
            With::PowerOrToughness { n } => {
                let n = self.number(frame, n)?;
                Test::AnyOf(vec![
                    Filter::just(Test::Power(Comparison::AtMost, n.clone())),
                    Filter::just(Test::Toughness(Comparison::AtMost, n)),
                ])
            }
            With::Counter { count } => match count {
                CounterCount::A { kind } | CounterCount::OneOrMore { kind } | CounterCount::Plural { kind } => {
                    Test::HasCounter(kind.as_ref().map(|kind| self.counter(kind)).transpose()?)
                }
                CounterCount::No { kind } => {
                    let kind = kind.as_ref().map(|kind| self.counter(kind)).transpose()?;
                    Test::Not(Box::new(Filter::just(Test::HasCounter(kind))))
                }
                CounterCount::Fewer { n, kind } => {
                    let many = Test::CountersAtLeast(self.counter(kind)?, n.0 as u16);
                    Test::Not(Box::new(Filter::just(many)))
                }
                CounterCount::AtMost { n, kind } => {
                    let more = Test::CountersAtLeast(self.counter(kind)?, n.0 as u16 + 1);
                    Test::Not(Box::new(Filter::just(more)))
                }
                CounterCount::OrOfAny { .. } => return unsupported("the description", with),
                CounterCount::Or { n, kind } => Test::CountersAtLeast(self.counter(kind)?, n.0 as u16),
            },
        };
        filter.tests.push(test);
        Ok(())
    }

    /// A comparison with a number.
    pub(super) fn comparison(&mut self, frame: &mut Frame, cmp: &Cmp) -> Lowered<(Comparison, Amount)> {
        Ok(match cmp {
            Cmp::OrLess { n } => (Comparison::AtMost, self.number(frame, n)?),
            Cmp::OrGreater { n } => (Comparison::AtLeast, self.number(frame, n)?),
            Cmp::Exactly { n } => (Comparison::Equal, self.number(frame, n)?),
            // What is compared with a half is whole, so that nothing is rounded: at most a half of five is at most two, more than it as well.
            Cmp::AtMost { amount } if let Words::HalfOf { amount } = &**amount => {
                (Comparison::AtMost, Amount::HalfDown(Box::new(self.amount(frame, amount)?)))
            }
            Cmp::GreaterThan { amount } if let Words::HalfOf { amount } = &**amount => {
                (Comparison::Greater, Amount::HalfDown(Box::new(self.amount(frame, amount)?)))
            }
            Cmp::LessThan { amount } => (Comparison::Less, self.amount(frame, amount)?),
            Cmp::LessThanWord { n } => (Comparison::Less, Amount::Const(n.0)),
            Cmp::GreaterThan { amount } => (Comparison::Greater, self.amount(frame, amount)?),
            Cmp::AtMost { amount } => (Comparison::AtMost, self.amount(frame, amount)?),
            Cmp::AtLeast { amount } => (Comparison::AtLeast, self.amount(frame, amount)?),
            Cmp::EqualTo { amount } => (Comparison::Equal, self.amount(frame, amount)?),
        })
    }

    /// A zone and whose it must be, as a test on the objects in it.
    pub(super) fn zone(&mut self, frame: &mut Frame, zone: &ZoneRef) -> Lowered<(Zone, Option<Test>)> {
        Ok(match zone {
            ZoneRef::ThatLibrary => return unsupported("the zone", zone),
            ZoneRef::Exile => (Zone::Exile, None),
            ZoneRef::Battlefield => (Zone::Battlefield, None),
            ZoneRef::AllHands => (Zone::Hand, None),
            ZoneRef::AllGraveyards | ZoneRef::Graveyards | ZoneRef::EachGraveyard => (Zone::Graveyard, None),
            // What is chosen from one says so where it is chosen.
            ZoneRef::SingleGraveyard => return unsupported("the zone", zone),
            ZoneRef::Of { whose, zone } => {
                let zone = match zone {
                    OwnZone::Graveyard => Zone::Graveyard,
                    OwnZone::Hand => Zone::Hand,
                    OwnZone::Library => Zone::Library,
                };
                let test = match whose {
                    Whose::A => None,
                    Whose::Your => Some(Test::Owner(crate::filter::PlayerFilter::You)),
                    Whose::YourOpponents | Whose::AllOpponents => {
                        Some(Test::Owner(crate::filter::PlayerFilter::Opponent))
                    }
                    Whose::AllPlayers => None,
                    Whose::TargetPlayers => Some(self.owned_by(frame, &Player::AnyTargetPlayers)?),
                    Whose::Their => {
                        let they = self.they(frame)?;
                        Some(owner_in(they))
                    }
                    Whose::Of { player } => Some(self.owned_by(frame, player)?),
                    Whose::TheirOwners | Whose::TheirOwner => return unsupported("the zone", whose),
                };
                (zone, test)
            }
        })
    }
}

/// The test that the owner is one of these players.
pub(super) fn owner_in(players: Players) -> Test {
    Test::OwnerIn(Box::new(players))
}

/// "they control"
pub(super) fn is_theirs(qual: &Qual) -> bool {
    matches!(qual, Qual::Controls { who: Player::They })
}

/// "its power" of what is said to have a toughness, or the other way round.
fn is_own_other(stat: &Stat, amount: &crate::text::grammar::amount::Amount) -> bool {
    use crate::text::grammar::amount::Amount::Stat as Of;
    match amount {
        Of { of: Possessor::Its, stat: other } => stat != other && matches!(other, Stat::Power | Stat::Toughness),
        _ => false,
    }
}

/// What has the most or the least among those of a description is one of them, whether or not its own description says so.
fn among_all(filter: &mut Filter, among: &Objects) {
    if let Objects::Each(_, described) = among {
        for test in &described.tests {
            if !filter.tests.contains(test) {
                filter.tests.push(test.clone());
            }
        }
    }
}

pub(super) fn stat_test(stat: &Stat, comparison: Comparison, amount: Amount) -> Test {
    match stat {
        Stat::Power => Test::Power(comparison, amount),
        Stat::Toughness => Test::Toughness(comparison, amount),
        Stat::ManaValue => Test::ManaValue(comparison, amount),
    }
}

/// One of several numbers.
fn one_of(stat: &Stat, numbers: &[&Digits]) -> Test {
    let equal = |n: &&Digits| Filter::just(stat_test(stat, Comparison::Equal, Amount::Const(n.0)));
    Test::AnyOf(numbers.iter().map(equal).collect())
}

/// The test for a subtype that the rules name.
pub(super) fn subtype_test(name: &str) -> Lowered<Test> {
    match crate::types::Subtype::from_name(name) {
        Some(subtype) => Ok(Test::Subtype(subtype)),
        None => decline(format!("there is no subtype `{name}`")),
    }
}

/// The card types that a subtype belongs to.
pub(crate) fn types_of_subtype(kind: SubtypeKind) -> CardTypes {
    match kind {
        SubtypeKind::BasicLand | SubtypeKind::Land => CardTypes::LAND,
        SubtypeKind::Creature => CardTypes::CREATURE,
        SubtypeKind::Artifact => CardTypes::ARTIFACT,
        SubtypeKind::Enchantment => CardTypes::ENCHANTMENT,
        SubtypeKind::Planeswalker => CardTypes::PLANESWALKER,
        SubtypeKind::Spell => CardTypes::INSTANT.union(CardTypes::SORCERY),
        SubtypeKind::Battle => CardTypes::BATTLE,
    }
}

/// The union of filters, for callers that build lists.
pub(super) fn any_of(filters: Vec<Filter>) -> Filter {
    either(filters)
}
