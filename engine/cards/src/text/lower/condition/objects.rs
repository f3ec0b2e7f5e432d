//! What an object is, has or was.

use crate::effect::Instr;
use crate::filter::{Amount, Comparison, Condition, CounterKind, Filter, Objects, PlayerFilter, Test, Zone};
use crate::keyword::Keywords;
use crate::text::grammar::amount::AtLeast;
use crate::text::grammar::condition::{Above, ControlledBy, ObjectCondition, State};
use crate::text::grammar::noun::{Adj, CounterCount, Noun, Np, Quant};
use crate::text::grammar::tense::Be;
use crate::text::lower::condition::{compare, not};
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::described::Described;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::{Frame, Item, Mention};
use crate::text::lower::noun::Use;
use crate::text::lower::noun::ring_bearer;
use crate::types::CardTypes;

impl Context<'_> {
    /// What an object is, has or was.
    pub(super) fn object_condition(&mut self, frame: &mut Frame, words: &ObjectCondition) -> Lowered<Condition> {
        Ok(match words {
            ObjectCondition::Its { state } => self.it_is(frame, state)?,
            ObjectCondition::Is { np, be, state } => {
                let is = match (np, be) {
                    (Np::It, Be::Is | Be::Isnt) => self.it_is(frame, state)?,
                    (Np::It, Be::Was | Be::Wasnt) => {
                        let mention = self.it_called(frame, state)?;
                        let objects = frame.read(&mention)?;
                        Condition::ObjectIs(objects, self.state(frame, state, mention.card || mention.spell)?)
                    }
                    // As the source is now, not as it last was.
                    (Np::Itself, Be::Is) if *state == State::OnBattlefield => {
                        Condition::Exists(Zone::Battlefield, Filter::just(Test::Source))
                    }
                    // CR 113.6k: the ability works there, and only there. What has left the zone is another object (CR 400.7).
                    (Np::Itself, Be::Is) if let Some(zone) = where_it_works(state) => {
                        frame.setting.zone = Some(zone);
                        Condition::Exists(zone, Filter::just(Test::Source))
                    }
                    // CR 404.2: a graveyard is a pile in which the order is kept.
                    (Np::Itself, Be::Is) if let State::InYourGraveyardUnder { n, noun, place } = state => {
                        frame.setting.zone = Some(Zone::Graveyard);
                        let described = self.noun(frame, noun)?;
                        if !described.card || described.zone.is_some() || described.random || described.among.is_some()
                        {
                            return unsupported("the condition", words);
                        }
                        let filter = described.filter.and(Test::AboveSource(*place == Above::Directly));
                        let there = Condition::Exists(Zone::Graveyard, Filter::just(Test::Source));
                        Condition::All(vec![there, self.at_least(Amount::Count(Zone::Graveyard, filter), n)])
                    }
                    // CR 113.6k, 702.62b: the ability works in exile, and only there.
                    (Np::Itself, Be::Is) if *state == State::Suspended => {
                        frame.setting.zone = Some(Zone::Exile);
                        // "If ~ is suspended, remove a time counter from it": what was named last.
                        frame.mention_source(self.types);
                        let there = Condition::Exists(Zone::Exile, Filter::just(Test::Source));
                        let counters = Amount::Counters(Objects::Source, Some(CounterKind::TIME));
                        Condition::All(vec![there, compare(counters, Comparison::AtLeast, 1)])
                    }
                    (_, Be::Is) if *state == State::InYourGraveyard => return unsupported("the condition", words),
                    (np, Be::Is) if *state == State::AttackingAlone => self.attacks_alone(frame, np)?,
                    (np, _) => {
                        let objects = self.objects(frame, np, Use::Read)?;
                        let of_card = self.is_card(frame, np)?;
                        Condition::ObjectIs(objects, self.state(frame, state, of_card)?)
                    }
                };
                if be.denies() { not(is) } else { is }
            }
            ObjectCondition::StatIs { of, stat, cmp, .. } => {
                let amount = crate::text::grammar::amount::Amount::Stat { of: of.clone(), stat: stat.clone() };
                let amount = self.amount(frame, &amount)?;
                let (comparison, n) = self.comparison(frame, cmp)?;
                stat_of_found(frame, amount, comparison, n)
            }
            ObjectCondition::LacksCounter { np, kind } => {
                not(self.has_counters(frame, np, &CounterCount::A { kind: Some(kind.clone()) })?)
            }
            ObjectCondition::HasCounter { np, count, .. } => self.has_counters(frame, np, count)?,
            ObjectCondition::CounterCount { n, kind, np } | ObjectCondition::OneCounter { n, kind, np } => {
                let kind = self.counter(kind)?;
                let objects = self.objects(frame, np, Use::Read)?;
                frame.discourse.counters = Some((objects.clone(), kind));
                self.at_least(Amount::Counters(objects, Some(kind)), n)
            }
            // "A creature you control has flying": one of them, whichever.
            ObjectCondition::HasKeyword { np: Np::Quant { quant: Quant::A, noun }, keyword, .. } => {
                self.one_has(frame, noun, keyword.0)?
            }
            ObjectCondition::HasKeyword { np, keyword, .. } => self.all_are(frame, np, Test::Keyword(keyword.0))?,
            ObjectCondition::LacksKeyword { np, keyword } => self.all_are(frame, np, Test::NotKeyword(keyword.0))?,
            ObjectCondition::HasNamed { np, keyword, .. } => {
                self.all_are(frame, np, Test::HasKeywordNamed(keyword.0))?
            }
            ObjectCondition::HasChosenName { np } => {
                frame.setting.asks_chosen = true;
                let objects = self.objects(frame, np, Use::Read)?;
                Condition::ObjectIs(objects, Filter::just(Test::ChosenName))
            }
            ObjectCondition::GreaterThanSelf { np } => {
                let it = self.objects(frame, np, Use::Read)?;
                let power =
                    Condition::Compare(Amount::Power(it.clone()), Comparison::Greater, Amount::Power(Objects::Source));
                let toughness =
                    Condition::Compare(Amount::Toughness(it), Comparison::Greater, Amount::Toughness(Objects::Source));
                Condition::AnyOf(vec![power, toughness])
            }
            ObjectCondition::SharesType { with } => {
                let mention = self.it(frame)?;
                let it = frame.read(&mention)?;
                let with = self.refer(frame, with)?;
                Condition::ObjectIs(it, Filter::just(Test::SharesCreatureType(Box::new(with))))
            }
            ObjectCondition::UnderControlSince => {
                Condition::ObjectIs(Objects::Source, Filter::just(Test::NewSinceUpkeep))
            }
            ObjectCondition::TributeUnpaid => not(Condition::TributePaid),
            ObjectCondition::ChoseOther => Condition::ObjectIs(Objects::Event, Filter::just(Test::NotSource)),
            ObjectCondition::ItsOfChosenColors => {
                let it = self.it(frame)?;
                let chosen = Amount::ChosenColorsOf(frame.read(&it)?);
                Condition::Compare(chosen, Comparison::AtLeast, Amount::Const(1))
            }
            ObjectCondition::ItsPairedWithSuch { noun } => self.paired_with_such(frame, noun)?,
            ObjectCondition::ItsPaired => {
                let mention = self.it(frame)?;
                let it = frame.read(&mention)?;
                frame.mention(Objects::PartnersOf(Box::new(it.clone())), false, None);
                if let Some(mention) = frame.discourse.mentions.last_mut() {
                    mention.types = CardTypes::CREATURE;
                }
                Condition::ObjectIs(it, Filter::just(Test::Paired))
            }
            ObjectCondition::ItDevoured => compare(Amount::Devoured(Objects::Source), Comparison::AtLeast, 1),
            ObjectCondition::HasStat { np, stat, cmp, .. } => {
                let of = self.one(frame, np)?;
                let amount = match stat {
                    crate::text::grammar::noun::Stat::Power => Amount::Power(of),
                    crate::text::grammar::noun::Stat::Toughness => Amount::Toughness(of),
                    crate::text::grammar::noun::Stat::ManaValue => Amount::ManaValue(of),
                };
                let (comparison, n) = self.comparison(frame, cmp)?;
                stat_of_found(frame, amount, comparison, n)
            }
            ObjectCondition::SameStat { np, stat, than, .. } => {
                let (of, than) = (self.one(frame, np)?, self.one(frame, than)?);
                let (a, b) = (frame.stat_of(stat, of)?, frame.stat_of(stat, than)?);
                Condition::Compare(a, Comparison::Equal, b)
            }
            ObjectCondition::YouControlHost { .. } => {
                Condition::ObjectIs(Objects::Host, Filter::just(Test::Controller(PlayerFilter::You)))
            }
            ObjectCondition::IsControlled { by, np } => self.all_are(frame, np, by.test())?,
            // As it last was, if it has left the battlefield (CR 608.2h).
            ObjectCondition::YouControlled { np } => {
                let objects = self.objects(frame, np, Use::Read)?;
                Condition::ObjectIs(objects, Filter::just(Test::Controller(PlayerFilter::You)))
            }
            ObjectCondition::Attached { n, noun, to } => {
                let described = self.noun(frame, noun)?;
                if !described.describes_permanents() {
                    return unsupported("the condition", words);
                }
                let to = self.refer(frame, to)?;
                let another = matches!(n, AtLeast::Another).then_some(Test::NotSource);
                let tests = described.filter.tests.into_iter().chain(another).collect();
                let attached = Objects::Those(Box::new(Objects::AttachedTo(Box::new(to))), Filter { tests });
                self.at_least(Amount::CountObjects(attached), n)
            }
            ObjectCondition::IsAttachedTo { noun } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("the condition", words);
                }
                Condition::ObjectIs(Objects::Host, described.filter)
            }
        })
    }

    /// CR 506.5.
    fn attacks_alone(&mut self, frame: &mut Frame, np: &Np) -> Lowered<Condition> {
        let attacks = Condition::ObjectIs(self.objects(frame, np, Use::Read)?, Filter::just(Test::Attacking));
        Ok(Condition::All(vec![attacks, one_attacks()]))
    }

    /// "If it's tapped": as it is now.
    fn it_is(&mut self, frame: &mut Frame, state: &State) -> Lowered<Condition> {
        if *state == State::AttackingAlone {
            let attacking = State::Adj { adj: Adj::Attacking };
            return Ok(Condition::All(vec![self.it_is(frame, &attacking)?, one_attacks()]));
        }
        let mention = self.it_called(frame, state)?;
        // As the source is now, not as it last was.
        if mention.source && *state == State::OnBattlefield {
            return Ok(Condition::Exists(Zone::Battlefield, Filter::just(Test::Source)));
        }
        let objects = frame.as_it_is(&mention)?;
        let of_card = (mention.card || mention.spell) && objects != Objects::Event;
        let known = frame.discourse.mentions.len();
        let mut filter = self.state(frame, state, of_card)?;
        // "If it's a creature card with power less than ~'s power, put it onto the battlefield": that is said of the card, too.
        if frame.discourse.mentions.len() > known {
            frame.discourse.mentions.push(mention.clone());
        }
        if mention.card && !mention.spell {
            as_a_card(&mut filter);
        }
        Ok(Condition::ObjectIs(objects, filter))
    }

    /// "If it's a land card, create a Treasure token. If it's a nonland card, …": what is called a card is neither a token nor another
    /// permanent that was mentioned since.
    fn it_called(&mut self, frame: &mut Frame, state: &State) -> Lowered<Mention> {
        let card = match state {
            State::A { noun } | State::NotA { noun } => noun.is_about_cards(),
            State::Either { a, b } => a.is_about_cards() && b.is_about_cards(),
            _ => false,
        };
        let called = |mention: &&Mention| mention.card || mention.spell || mention.plural;
        let last = frame.discourse.mentions.iter().rev().find(called).filter(|it| card && !it.plural && !it.source);
        match last.cloned() {
            Some(mention) => Ok(mention),
            None => self.it(frame),
        }
    }

    /// What fits a state. "A creature card" said of what isn't called a card before, or
    /// may have died, asks what its card is, were it face down or something else as it last was (CR 708.2, 400.7).
    pub(in crate::text::lower) fn state(&mut self, frame: &mut Frame, state: &State, of_card: bool) -> Lowered<Filter> {
        let asked = |described: Described| match described.card && !of_card {
            true => Filter::just(Test::Card(Box::new(described.filter))),
            false => described.filter,
        };
        Ok(Filter::just(match state {
            State::Adj { adj } => self.adjective(frame, adj)?,
            State::AttackingOrBlocking => {
                Test::AnyOf(vec![Filter::just(Test::Attacking), Filter::just(Test::Blocking)])
            }
            // Asked of the whole combat.
            State::AttackingAlone => return unsupported("the state", state),
            State::Colors { n } => n.test(),
            State::Monstrous => Test::Marked(crate::keyword::Marks::MONSTROUS),
            State::Renowned => Test::Marked(crate::keyword::Marks::RENOWNED),
            State::Solved => Test::Marked(crate::keyword::Marks::SOLVED),
            State::YourRingBearer => return Ok(ring_bearer()),
            State::Saddled => Test::Restricted(crate::keyword::Restrictions::SADDLED),
            State::A { noun } => {
                return Ok(asked(self.noun(frame, noun)?));
            }
            State::Either { a, b } => {
                let both = [asked(self.noun(frame, a)?), asked(self.noun(frame, b)?)];
                Test::AnyOf(both.to_vec())
            }
            State::OneOf { a, b } | State::OneOrBoth { a, b } => {
                let both = [self.adjective(frame, a)?, self.adjective(frame, b)?];
                Test::AnyOf(both.map(Filter::just).to_vec())
            }
            State::NotA { noun } => Test::Not(Box::new(asked(self.noun(frame, noun)?))),
            State::OnBattlefield
            | State::InYourGraveyard
            | State::InYourGraveyardUnder { .. }
            | State::InEither
            | State::InCommandOrBattlefield
            | State::InCommand
            | State::Suspended => {
                return unsupported("the state", state);
            }
        }))
    }

    /// Returns whether a reference calls what it means a card: "that permanent" doesn't, whatever else it may be.
    fn is_card(&mut self, frame: &mut Frame, np: &Np) -> Lowered<bool> {
        match np {
            Np::That { head } => Ok(self.head(frame, head)?.card),
            _ => Ok(true),
        }
    }

    fn has_counters(&mut self, frame: &mut Frame, np: &Np, count: &CounterCount) -> Lowered<Condition> {
        let objects = self.objects(frame, np, Use::Read)?;
        let (kind, comparison, n) = match count {
            CounterCount::A { kind } | CounterCount::OneOrMore { kind } | CounterCount::Plural { kind } => {
                (kind.as_ref().map(|kind| self.counter(kind)).transpose()?, Comparison::AtLeast, 1)
            }
            CounterCount::Or { n, kind } => {
                let kind = self.counter(kind)?;
                frame.discourse.counters = Some((objects.clone(), kind));
                (Some(kind), Comparison::AtLeast, n.0)
            }
            CounterCount::Fewer { n, kind } => (Some(self.counter(kind)?), Comparison::Less, n.0),
            CounterCount::AtMost { n, kind } => (Some(self.counter(kind)?), Comparison::AtMost, n.0),
            CounterCount::OrOfAny { n } => (None, Comparison::AtLeast, n.0),
            CounterCount::No { kind } => {
                (kind.as_ref().map(|kind| self.counter(kind)).transpose()?, Comparison::Equal, 0)
            }
        };
        Ok(compare(Amount::Counters(objects, kind), comparison, n))
    }
}

impl ControlledBy {
    /// That it is so.
    fn test(self) -> Test {
        match self {
            ControlledBy::You => Test::Controller(PlayerFilter::You),
            ControlledBy::NotYou => Test::Not(Box::new(Filter::just(Test::Controller(PlayerFilter::You)))),
            ControlledBy::Opponent => Test::Controller(PlayerFilter::Opponent),
        }
    }
}

/// CR 506.5: what attacks does so alone if nothing else attacks.
fn one_attacks() -> Condition {
    compare(Amount::Count(Zone::Battlefield, Filter::just(Test::Attacking)), Comparison::Equal, 1)
}

/// "If it's an instant spell", said of a card that may be cast: what it would be as a spell (CR 601.2a), which no land is.
fn as_a_card(filter: &mut Filter) {
    if filter.tests.contains(&Test::Spell) {
        filter.tests.retain(|test| *test != Test::Spell);
        filter.tests.push(Test::NotTypes(CardTypes::LAND));
    }
}

/// The zone, other than the battlefield, in which the state says that an ability's source is.
fn where_it_works(state: &State) -> Option<Zone> {
    match state {
        State::InYourGraveyard => Some(Zone::Graveyard),
        State::InCommand => Some(Zone::Command),
        _ => None,
    }
}

impl Context<'_> {
    /// That one of what is described has a keyword, whichever it is.
    fn one_has(&mut self, frame: &mut Frame, noun: &Noun, keyword: Keywords) -> Lowered<Condition> {
        let described = self.noun(frame, noun)?;
        let there = !described.random && described.among.is_none() && !described.together.is_asked();
        match described.zone {
            Some(zone @ (Zone::Battlefield | Zone::Graveyard | Zone::Exile)) if there => {
                let having = described.filter.and(Test::Keyword(keyword));
                Ok(Condition::Compare(Amount::Count(zone, having), Comparison::AtLeast, Amount::Const(1)))
            }
            _ => unsupported("what has a keyword:", noun),
        }
    }
}

/// That a power, toughness or mana value compares with a number so: of what a search or a choice has found, if it has found something.
fn stat_of_found(frame: &Frame, amount: Amount, comparison: Comparison, n: Amount) -> Condition {
    let found = match &amount {
        Amount::Power(of) | Amount::Toughness(of) | Amount::ManaValue(of) => of.clone(),
        _ => return Condition::Compare(amount, comparison, n),
    };
    let finds = |item: &Item| match item {
        Item::Instr(_, Instr::Search { into, .. } | Instr::Pick(_, into) | Instr::Move(_, _, Some(into))) => {
            found == Objects::Register(*into)
        }
        _ => false,
    };
    let may_be_nothing = frame.code.items.iter().any(finds);
    let asked = Condition::Compare(amount, comparison, n);
    if matches!(comparison, Comparison::Greater | Comparison::AtLeast) || !may_be_nothing {
        return asked;
    }
    Condition::All(vec![compare(Amount::CountObjects(found), Comparison::AtLeast, 1), asked])
}

impl Context<'_> {
    /// What a noun phrase means is such.
    fn all_are(&mut self, frame: &mut Frame, np: &Np, test: Test) -> Lowered<Condition> {
        Ok(Condition::ObjectIs(self.objects(frame, np, Use::Read)?, Filter::just(test)))
    }
}

impl Context<'_> {
    /// "It's paired with a creature with soulbond" (CR 702.95b).
    fn paired_with_such(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<Condition> {
        let mention = self.it(frame)?;
        let it = frame.read(&mention)?;
        let described = self.noun(frame, noun)?;
        if !described.describes_permanents() {
            return unsupported("what it is paired with:", noun);
        }
        let such = Objects::Each(Zone::Battlefield, described.filter);
        Ok(Condition::ObjectIs(it, Filter::just(Test::PairedWith(Box::new(such)))))
    }
}
