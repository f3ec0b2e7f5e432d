//! Conditions.

use super::casting::Alternative;
use super::filter::unsupported;
use super::noun::Use;
use super::{Context, Frame, Item, Lowered, decline};
use crate::designation::Daytime;
use crate::designation::Designation;
use crate::effect::{Instr, LOST_FLIP};
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Players, Step, Test, Zone};
use crate::text::grammar::amount::{AtLeast, Num};
use crate::text::grammar::condition::{Condition as Words, Conditions, Doer, LifeCmp, State};
use crate::text::grammar::noun::{CounterCount, Noun, Np};
use crate::text::grammar::player::{OwnZone, Player, ZoneRef};
use crate::text::keywords::{Casting, Meaning};
use crate::types::CardTypes;

pub(super) fn compare(a: Amount, comparison: Comparison, n: i32) -> Condition {
    Condition::Compare(a, comparison, Amount::Const(n))
}

pub(super) fn not(condition: Condition) -> Condition {
    Condition::Not(Box::new(condition))
}

pub(super) fn life_cmp(cmp: &LifeCmp) -> (Comparison, &Num) {
    match cmp {
        LifeCmp::OrLess { n } => (Comparison::AtMost, n),
        LifeCmp::OrMore { n } => (Comparison::AtLeast, n),
        LifeCmp::Exactly { n } => (Comparison::Equal, n),
    }
}

/// "If it's an instant spell", said of a card that may be cast: what it would be as a spell (CR 601.2a), which no land is.
fn as_a_card(filter: &mut Filter) {
    if filter.tests.contains(&Test::Spell) {
        filter.tests.retain(|test| *test != Test::Spell);
        filter.tests.push(Test::NotTypes(CardTypes::LAND));
    }
}

impl Context<'_> {
    /// One or two conditions.
    pub(super) fn conditions(&mut self, frame: &mut Frame, words: &Conditions) -> Lowered<Condition> {
        Ok(match words {
            Conditions::One { a } => self.condition(frame, a)?,
            Conditions::And { a, b } | Conditions::AndIf { a, b } => {
                Condition::All(vec![self.condition(frame, a)?, self.condition(frame, b)?])
            }
            Conditions::Or { a, b } | Conditions::OrIf { a, b } => {
                Condition::AnyOf(vec![self.condition(frame, a)?, self.condition(frame, b)?])
            }
        })
    }

    /// A count compared as the quantifier says.
    pub(super) fn at_least(&mut self, amount: Amount, n: &AtLeast) -> Condition {
        match n {
            AtLeast::OrMore { n } | AtLeast::AtLeast { n } => compare(amount, Comparison::AtLeast, n.0),
            AtLeast::OrFewer { n } => compare(amount, Comparison::AtMost, n.0),
            AtLeast::Exactly { n } => compare(amount, Comparison::Equal, n.0),
            AtLeast::Numeral { n } => compare(amount, Comparison::AtLeast, n.0),
            AtLeast::A | AtLeast::Another => compare(amount, Comparison::AtLeast, 1),
            AtLeast::No => compare(amount, Comparison::Equal, 0),
        }
    }

    /// That a number of things are there.
    fn there_are(
        &mut self,
        frame: &mut Frame,
        n: &AtLeast,
        noun: &Noun,
        controller: Option<Test>,
    ) -> Lowered<Condition> {
        let mut described = self.noun(frame, noun)?;
        let Some(zone) = described.zone else { return unsupported("the zone is not said in", noun) };
        described.filter.tests.extend(controller);
        if *n == AtLeast::Another {
            described.filter.tests.push(Test::NotSource);
        }
        if matches!(n, AtLeast::A | AtLeast::Another) {
            return Ok(Condition::Exists(zone, described.filter));
        }
        if *n == AtLeast::No {
            return Ok(not(Condition::Exists(zone, described.filter)));
        }
        Ok(self.at_least(Amount::Count(zone, described.filter), n))
    }

    /// What fits a state. "A creature card" said of what isn't called a card before, or
    /// may have died, asks what its card is, were it face down or something else as it last was (CR 708.2, 400.7).
    fn state(&mut self, frame: &mut Frame, state: &State, of_card: bool) -> Lowered<Filter> {
        let asked = |described: super::noun::Described| match described.card && !of_card {
            true => Filter::just(Test::Card(Box::new(described.filter))),
            false => described.filter,
        };
        Ok(Filter::just(match state {
            State::Tapped => Test::Tapped,
            State::Untapped => Test::Untapped,
            State::Attacking => Test::Attacking,
            State::Blocking => Test::Blocking,
            State::AttackingOrBlocking => {
                Test::AnyOf(vec![Filter::just(Test::Attacking), Filter::just(Test::Blocking)])
            }
            State::Monstrous => Test::Marked(crate::keyword::Marks::MONSTROUS),
            State::Renowned => Test::Marked(crate::keyword::Marks::RENOWNED),
            State::Blocked => Test::Blocked,
            State::Unpaired => Test::Not(Box::new(Filter::just(Test::Paired))),
            State::YourRingBearer => return Ok(super::noun::ring_bearer()),
            State::Saddled => Test::Restricted(crate::keyword::Restrictions::SADDLED),
            State::Equipped => Test::HasAttached(Box::new(Filter::just(super::filter::subtype_test("Equipment")?))),
            State::Enchanted => Test::HasAttached(Box::new(Filter::just(super::filter::subtype_test("Aura")?))),
            State::Color { color } => Test::Colors(color.0),
            State::A { noun } => {
                return Ok(asked(self.noun(frame, noun)?));
            }
            State::NotA { noun } => Test::Not(Box::new(asked(self.noun(frame, noun)?))),
            State::OnBattlefield | State::InYourGraveyard => return unsupported("the state", state),
        }))
    }

    /// Returns whether a reference calls what it means a card: "that permanent" doesn't, whatever else it may be.
    fn is_card(&mut self, frame: &mut Frame, np: &Np) -> Lowered<bool> {
        match np {
            Np::That { head } => Ok(self.head(frame, head)?.card),
            _ => Ok(true),
        }
    }

    fn life_total(&mut self, frame: &mut Frame, who: Players, cmp: &LifeCmp) -> Lowered<Condition> {
        let (comparison, n) = life_cmp(cmp);
        let n = self.number(frame, n)?;
        Ok(Condition::Compare(Amount::Life(who), comparison, n))
    }

    fn has_counters(&mut self, frame: &mut Frame, np: &Np, count: &CounterCount) -> Lowered<Condition> {
        let objects = self.objects(frame, np, Use::Read)?;
        let (kind, comparison, n) = match count {
            CounterCount::A { kind } | CounterCount::OneOrMore { kind } | CounterCount::Plural { kind } => {
                (Some(self.counter(kind)?), Comparison::AtLeast, 1)
            }
            CounterCount::Or { n, kind } => (Some(self.counter(kind)?), Comparison::AtLeast, n.0),
            CounterCount::No { kind } => (Some(self.counter(kind)?), Comparison::Equal, 0),
            CounterCount::Any | CounterCount::AnyNumber | CounterCount::AnyPlural => (None, Comparison::AtLeast, 1),
        };
        Ok(compare(Amount::Counters(objects, kind), comparison, n))
    }

    /// That what stands before was done: it was asked or paid, or it counts what it does.
    pub(super) fn done(&mut self, frame: &mut Frame) -> Lowered<Condition> {
        if frame.did {
            return Ok(Condition::Did);
        }
        match frame.done {
            Some(number) => Ok(compare(frame.count_of(number)?, Comparison::AtLeast, 1)),
            None => decline("nothing before says what is done or not"),
        }
    }

    /// "A creature card is exiled this way".
    pub(super) fn done_this_way(
        &mut self,
        frame: &mut Frame,
        n: &AtLeast,
        noun: &Noun,
        past: &crate::text::grammar::noun::Past,
    ) -> Lowered<Condition> {
        let described = self.noun(frame, noun)?;
        if described.among.is_some() || described.random || *n == AtLeast::Another {
            return unsupported("the description", noun);
        }
        let all = self.this_way(frame, past, described.card)?;
        let those = Objects::Those(Box::new(all), described.filter.clone());
        if described.card {
            frame.mention(those.clone(), false, Some(&described));
        }
        Ok(self.at_least(Amount::CountObjects(those), n))
    }

    /// How often this ability has resolved this turn, this time included: counted as its resolution begins.
    fn times_resolved(&mut self, frame: &mut Frame, again: bool) -> Lowered<Amount> {
        if let Some(register) = frame.resolved {
            return Ok(Amount::Register(register));
        }
        if again || frame.apart || frame.spell {
            return decline("it is unclear which ability has resolved");
        }
        let register = frame.number_register()?;
        frame.resolved = Some(register);
        Ok(Amount::Register(register))
    }

    fn doer(&mut self, frame: &mut Frame, who: &Doer) -> Lowered<Condition> {
        let zone = match who {
            Doer::DontPutBattlefield | Doer::DidntPutBattlefield => Some(Zone::Battlefield),
            Doer::DontPutHand | Doer::DidntPutHand => Some(Zone::Hand),
            _ => None,
        };
        // What isn't put there isn't, whatever else was moved since.
        if let Some(number) = zone.and_then(|zone| frame.last_move_to(zone)) {
            return Ok(not(compare(frame.count_of(number)?, Comparison::AtLeast, 1)));
        }
        let done = self.done(frame)?;
        Ok(match who {
            Doer::You | Doer::They | Doer::ThatPlayer | Doer::ThePlayer => done,
            Doer::YouDont | Doer::TheyDont | Doer::ThatPlayerDoesnt | Doer::ThePlayerDoesnt => not(done),
            Doer::DontPutBattlefield
            | Doer::DontPutHand
            | Doer::DidntPutHand
            | Doer::DidntPutBattlefield
            | Doer::DontPutIt
            | Doer::DontCastIt
            | Doer::DontCastThat
            | Doer::DontCastTheCard => not(done),
            // What must be done is a payment, which says whether it was possible.
            Doer::CantDo => not(done),
            Doer::AnyPlayer if done == Condition::Did => done,
            Doer::NoOne if done == Condition::Did => not(done),
            Doer::AnyPlayer | Doer::NoOne => return unsupported("the condition", who),
        })
    }

    /// One condition.
    pub(super) fn condition(&mut self, frame: &mut Frame, words: &Words) -> Lowered<Condition> {
        Ok(match words {
            Words::Do { who } => self.doer(frame, who)?,
            Words::Kicked | Words::ItWasKicked => {
                let mut kicked: Vec<Condition> = self.casting.kickers().map(Condition::Kicked).collect();
                match kicked.len() {
                    0 => return decline("the card has no kicker"),
                    1 => kicked.remove(0),
                    _ => Condition::AnyOf(kicked),
                }
            }
            Words::Controls { who, n, noun } => {
                let test = self.controlled_by(frame, who)?;
                if *who == Player::APlayer && !matches!(n, AtLeast::A | AtLeast::No) {
                    // One player or the other.
                    let test = |who| Some(Test::Controller(who));
                    let yours = self.there_are(frame, n, noun, test(PlayerFilter::You))?;
                    let theirs = self.there_are(frame, n, noun, test(PlayerFilter::Opponent))?;
                    return Ok(Condition::AnyOf(vec![yours, theirs]));
                }
                self.there_are(frame, n, noun, Some(test))?
            }
            Words::ControlsEither { who, a, b } => {
                let test = self.controlled_by(frame, who)?;
                let first = self.there_are(frame, &AtLeast::A, a, Some(test.clone()))?;
                let second = self.there_are(frame, &AtLeast::A, b, Some(test))?;
                Condition::AnyOf(vec![first, second])
            }
            Words::DontControl { noun } => {
                let test = Test::Controller(PlayerFilter::You);
                not(self.there_are(frame, &AtLeast::A, noun, Some(test))?)
            }
            Words::ControlsNo { who, noun } => {
                let test = self.controlled_by(frame, who)?;
                not(self.there_are(frame, &AtLeast::A, noun, Some(test))?)
            }
            Words::ThereAre { n, noun } | Words::ThereIs { n, noun } => self.there_are(frame, n, noun, None)?,
            Words::OnBattlefield { n, noun } => self.there_are(frame, n, noun, None)?,
            Words::AreAttacking { n, noun } => self.there_are(frame, n, noun, Some(Test::Attacking))?,
            Words::AreAttackingYou { n, noun } => {
                self.there_are(frame, n, noun, Some(Test::AttackingPlayer(PlayerFilter::You)))?
            }
            Words::InGraveyard { n, noun } => {
                let described = self.noun(frame, noun)?;
                if !described.card || described.zone.is_some() {
                    return unsupported("the condition", words);
                }
                let filter = described.filter.and(Test::Owner(PlayerFilter::You));
                self.at_least(Amount::Count(Zone::Graveyard, filter), n)
            }
            Words::Is { np, state } => {
                if *state == State::OnBattlefield && *np == Np::Itself {
                    // As the source is now, not as it last was.
                    let here = Filter::just(Test::Source);
                    return Ok(Condition::Exists(Zone::Battlefield, here));
                }
                if *state == State::InYourGraveyard {
                    if *np != Np::Itself {
                        return unsupported("the condition", words);
                    }
                    // CR 113.6k: the ability works there, and only there.
                    frame.zone = Some(Zone::Graveyard);
                    return Ok(Condition::Exists(Zone::Graveyard, Filter::just(Test::Source)));
                }
                let objects = self.objects(frame, np, Use::Read)?;
                let of_card = self.is_card(frame, np)?;
                Condition::ObjectIs(objects, self.state(frame, state, of_card)?)
            }
            Words::IsNot { np, state } => {
                let objects = self.objects(frame, np, Use::Read)?;
                let of_card = self.is_card(frame, np)?;
                not(Condition::ObjectIs(objects, self.state(frame, state, of_card)?))
            }
            Words::Its { state } | Words::ItIsNot { state } => {
                let mention = self.it(frame)?;
                let objects = frame.as_it_is(&mention)?;
                let of_card = (mention.card || mention.spell) && objects != Objects::Event;
                let mut filter = self.state(frame, state, of_card)?;
                if mention.card && !mention.spell {
                    as_a_card(&mut filter);
                }
                let is = Condition::ObjectIs(objects, filter);
                if matches!(words, Words::Its { .. }) { is } else { not(is) }
            }
            Words::ItWas { state } | Words::ItWasNot { state } => {
                let mention = self.it(frame)?;
                let objects = frame.read(&mention)?;
                let is = Condition::ObjectIs(objects, self.state(frame, state, mention.card || mention.spell)?);
                if matches!(words, Words::ItWas { .. }) { is } else { not(is) }
            }
            Words::YourTurn => Condition::TurnOf(PlayerFilter::You),
            Words::NotYourTurn => not(Condition::TurnOf(PlayerFilter::You)),
            Words::TurnOf { who } => match super::player::player_filter(who) {
                Some(filter) => Condition::TurnOf(filter),
                None => return unsupported("the condition", words),
            },
            Words::YouHaveLife { cmp } => self.life_total(frame, Players::You, cmp)?,
            Words::PlayerHasLife { who, cmp } => {
                let who = match who {
                    Player::APlayer => {
                        let yours = self.life_total(frame, Players::You, cmp)?;
                        return Ok(Condition::AnyOf(vec![yours, self.life_total(frame, Players::Opponents, cmp)?]));
                    }
                    Player::TargetPlayer | Player::TargetOpponent | Player::AnotherTargetPlayer => {
                        return unsupported("the condition", words);
                    }
                    who => self.single(frame, who)?,
                };
                self.life_total(frame, who, cmp)?
            }
            Words::LifeTotal { cmp } => {
                let (comparison, n) = self.comparison(frame, cmp)?;
                Condition::Compare(Amount::Life(Players::You), comparison, n)
            }
            Words::StatIs { of, stat, cmp } => {
                let amount = crate::text::grammar::amount::Amount::Stat { of: of.clone(), stat: stat.clone() };
                let amount = self.amount(frame, &amount)?;
                let (comparison, n) = self.comparison(frame, cmp)?;
                Condition::Compare(amount, comparison, n)
            }
            Words::CardsInHand { who, n } => {
                let who = self.single(frame, who)?;
                self.at_least(Amount::HandSize(who), n)
            }
            Words::HasCounter { np, count } | Words::HadCounter { np, count } => self.has_counters(frame, np, count)?,
            Words::CounterCount { n, kind, np } => {
                let kind = self.counter(kind)?;
                let objects = self.objects(frame, np, Use::Read)?;
                self.at_least(Amount::Counters(objects, Some(kind)), n)
            }
            Words::HasKeyword { np, keyword } | Words::HadKeyword { np, keyword } => {
                let objects = self.objects(frame, np, Use::Read)?;
                Condition::ObjectIs(objects, Filter::just(Test::Keyword(keyword.0)))
            }
            Words::LacksKeyword { np, keyword } => {
                let objects = self.objects(frame, np, Use::Read)?;
                Condition::ObjectIs(objects, Filter::just(Test::NotKeyword(keyword.0)))
            }
            Words::YouCastSelf => {
                self.only_source(frame)?;
                Condition::WasCast
            }
            Words::Prevented => Condition::Compare(frame.prevented()?, Comparison::AtLeast, Amount::Const(1)),
            Words::PreventedFrom { noun } => {
                frame.prevented()?;
                let described = self.noun(frame, noun)?;
                if !described.source {
                    return unsupported("the source", noun);
                }
                Condition::ObjectIs(Objects::Event, described.filter)
            }
            Words::WasCast | Words::WasNotCast | Words::YouCastIt | Words::DidntCastIt => {
                let negative = matches!(words, Words::WasNotCast | Words::DidntCastIt);
                // Who casts a spell controls the permanent that it becomes as that enters.
                let cast = match frame.mentions.last() {
                    None => Condition::WasCast,
                    Some(mention) if mention.before == Some(Objects::Source) => Condition::WasCast,
                    Some(mention) if mention.before == Some(Objects::Event) => {
                        let mut filter = Filter::just(Test::WasCast);
                        if matches!(words, Words::YouCastIt | Words::DidntCastIt) {
                            filter.tests.push(Test::Controller(PlayerFilter::You));
                        }
                        Condition::ObjectIs(Objects::Event, filter)
                    }
                    _ => return unsupported("the condition", words),
                };
                if negative { not(cast) } else { cast }
            }
            Words::YouCastFrom { zone } => self.cast_from(frame, zone, true)?,
            Words::WasCastFrom { zone } => self.cast_from(frame, zone, false)?,
            Words::DidntCastFrom { zone } => not(self.cast_from(frame, zone, true)?),
            Words::YouCastElsewhere { zone } => {
                let cast = self.condition(frame, &Words::YouCastIt)?;
                Condition::All(vec![cast, not(self.cast_from(frame, zone, true)?)])
            }
            Words::EnteredFrom { zone } => {
                let it = self.it_or_subject(frame)?;
                self.entered_from(frame, it, zone)?
            }
            Words::ThatEnteredFrom { np, zone } => {
                let it = self.objects(frame, np, Use::Read)?;
                self.entered_from(frame, it, zone)?
            }
            Words::CastFrom { zone } => {
                let (zone, _) = self.zone(frame, zone)?;
                Condition::CastFrom(zone)
            }
            Words::EvidenceCollected | Words::AdditionalCostPaid => match self.casting.extra {
                Some(place) => Condition::CostPaid(place),
                None => return decline("the card has no such additional cost"),
            },
            Words::NamedCostPaid { name } | Words::ItsNamedCostPaid { name } => {
                let known = matches!(
                    crate::text::keywords::TABLE[name.0].meaning,
                    Meaning::Casting(
                        Casting::Prowl
                            | Casting::Freerunning
                            | Casting::Surge
                            | Casting::Spectacle
                            | Casting::Evoke
                            | Casting::Dash
                            | Casting::Blitz
                    )
                );
                let remembered = self.casting.alternatives.iter().any(|other| matches!(other, Alternative::Named(..)));
                if !known || !remembered {
                    return decline("the card has no such cost");
                }
                Condition::CostPaid(super::casting::Casting::NAMED)
            }
            Words::GiftPromised => match &self.casting.gift {
                Some((place, _)) => Condition::CostPaid(*place),
                None => return decline("the card promises no gift"),
            },
            Words::Bargained | Words::ItWasBargained => match self.casting.bargain {
                Some(place) => Condition::CostPaid(place),
                None => return decline("the card can't be bargained"),
            },
            Words::GreaterThanSelf { np } => {
                let it = self.objects(frame, np, Use::Read)?;
                let power =
                    Condition::Compare(Amount::Power(it.clone()), Comparison::Greater, Amount::Power(Objects::Source));
                let toughness =
                    Condition::Compare(Amount::Toughness(it), Comparison::Greater, Amount::Toughness(Objects::Source));
                Condition::AnyOf(vec![power, toughness])
            }
            Words::SharesType { with } => {
                let mention = self.it(frame)?;
                let it = frame.read(&mention)?;
                let with = self.refer(frame, with)?;
                Condition::ObjectIs(it, Filter::just(Test::SharesCreatureType(Box::new(with))))
            }
            Words::Delirium { n } => {
                let yours = Filter::just(Test::Owner(PlayerFilter::You));
                compare(Amount::CardTypesIn(Zone::Graveyard, yours), Comparison::AtLeast, n.0)
            }
            Words::ManaWasSpent { n, color, np } => {
                let cast = self.objects(frame, np, Use::Read)?;
                self.at_least(Amount::ManaSpent(cast, color.as_ref().map(|color| color.0)), n)
            }
            Words::ColorsWereSpent { n, np } => {
                let cast = self.objects(frame, np, Use::Read)?;
                self.at_least(Amount::ColorsSpentOn(cast), n)
            }
            Words::CardsInTheirGraveyard { who, n } => {
                let Some(who) = super::player::player_filter(who).filter(|who| *who != PlayerFilter::Any) else {
                    return unsupported("the condition", words);
                };
                self.at_least(Amount::Count(Zone::Graveyard, Filter::just(Test::Owner(who))), n)
            }
            Words::HasPoison { who, n } => {
                let who = self.single(frame, who)?;
                self.at_least(Amount::PlayerCounters(who, crate::filter::CounterKind::POISON), n)
            }
            Words::TotalPower { noun, cmp } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("the condition", words);
                }
                let (comparison, n) = self.comparison(frame, cmp)?;
                let all = Objects::Each(Zone::Battlefield, described.filter);
                Condition::Compare(Amount::Power(all), comparison, n)
            }
            Words::UnderControlSince => {
                self.pool.uses(crate::keyword::Features::ECHO);
                Condition::ObjectIs(Objects::Source, Filter::just(Test::NewSinceUpkeep))
            }
            Words::FullParty => compare(Amount::Party(Players::You), Comparison::AtLeast, 4),
            Words::Blessed => Condition::Blessed,
            Words::TributeUnpaid => not(Condition::TributePaid),
            Words::MaxSpeed => super::ability::max_speed(),
            Words::NoBearer => not(Condition::Exists(Zone::Battlefield, super::noun::ring_bearer())),
            Words::YouAreMonarch => Condition::Designated(PlayerFilter::You, Designation::Monarch),
            Words::OpponentIsMonarch => Condition::Designated(PlayerFilter::Opponent, Designation::Monarch),
            Words::NoMonarch => not(Condition::Designated(PlayerFilter::Any, Designation::Monarch)),
            Words::HaveInitiative => Condition::Designated(PlayerFilter::You, Designation::Initiative),
            Words::CompletedADungeon => Condition::Designated(PlayerFilter::You, Designation::Completed(None)),
            Words::NotCompleted { name } => {
                not(Condition::Designated(PlayerFilter::You, Designation::Completed(Some(name.0))))
            }
            Words::Tempted { n } => compare(Amount::TimesTempted(Players::You), Comparison::AtLeast, n.0),
            Words::ChoseOther => Condition::ObjectIs(Objects::Event, Filter::just(Test::NotSource)),
            Words::ItsPaired => {
                let mention = self.it(frame)?;
                let it = frame.read(&mention)?;
                frame.mention(Objects::PartnersOf(Box::new(it.clone())), false, None);
                if let Some(mention) = frame.mentions.last_mut() {
                    mention.types = CardTypes::CREATURE;
                }
                Condition::ObjectIs(it, Filter::just(Test::Paired))
            }
            Words::MoreVotes { word } | Words::MoreVotesOrTied { word } => {
                let own = frame.votes_for(&word.0)?;
                let Some(other) = frame.votes.iter().find(|row| row.0 != word.0).map(|row| Amount::Register(row.1))
                else {
                    return unsupported("the vote", words);
                };
                let tied = matches!(words, Words::MoreVotesOrTied { .. });
                Condition::Compare(own, if tied { Comparison::AtLeast } else { Comparison::Greater }, other)
            }
            Words::ItDevoured => compare(Amount::Devoured(Objects::Source), Comparison::AtLeast, 1),
            // Nobody has a commander in a game of two decks (CR 903.3).
            Words::ControlsCommander => Condition::AnyOf(Vec::new()),
            // The spell resolves in the phase in which it is cast (CR 500.2).
            Words::CastInMain if frame.spell => {
                let main = [Step::PrecombatMain, Step::PostcombatMain].map(Condition::InStep).to_vec();
                Condition::All(vec![Condition::TurnOf(PlayerFilter::You), Condition::AnyOf(main)])
            }
            Words::CastInMain => return unsupported("the condition", words),
            Words::StatWas { of, stat, cmp } => {
                let words = Words::StatIs { of: of.clone(), stat: stat.clone(), cmp: cmp.clone() };
                self.condition(frame, &words)?
            }
            Words::HasStat { np, stat, cmp } | Words::HadStat { np, stat, cmp } => {
                let of = self.one(frame, np)?;
                let amount = match stat {
                    crate::text::grammar::noun::Stat::Power => Amount::Power(of),
                    crate::text::grammar::noun::Stat::Toughness => Amount::Toughness(of),
                    crate::text::grammar::noun::Stat::ManaValue => Amount::ManaValue(of),
                };
                let (comparison, n) = self.comparison(frame, cmp)?;
                Condition::Compare(amount, comparison, n)
            }
            Words::ThisWayIs { n, noun, past } | Words::ThisWayWas { n, noun, past } => {
                self.done_this_way(frame, n, noun, past)?
            }
            Words::WasSpent { mana, np } => {
                let symbols = &mana.0.symbols;
                let color = match symbols.first() {
                    Some(crate::mana::ManaSymbol::Color(color)) if symbols.iter().all(|other| *other == symbols[0]) => {
                        *color
                    }
                    _ => return unsupported("the condition", words),
                };
                let n = symbols.len() as i32;
                let cast = self.objects(frame, np, Use::Read)?;
                compare(Amount::ManaSpent(cast, Some(color)), Comparison::AtLeast, n)
            }
            Words::ResolvedBefore { n } | Words::ResolvedBeforeToo { n } => {
                let times = self.times_resolved(frame, matches!(words, Words::ResolvedBeforeToo { .. }))?;
                compare(times, Comparison::Equal, i32::from(n.0))
            }
            Words::YouSearchLibrary => match frame.searched {
                Some(register) => compare(Amount::Register(register), Comparison::AtLeast, 1),
                None => return decline("it is unclear which search is meant"),
            },
            Words::YouWinClash => match frame.clash {
                Some((yours, theirs)) => {
                    Condition::Compare(Amount::Register(yours), Comparison::Greater, Amount::Register(theirs))
                }
                None => return decline("nothing before is won"),
            },
            Words::Day => Condition::Daytime(Daytime::Day),
            Words::Night => Condition::Daytime(Daytime::Night),
            Words::NeitherDayNorNight => Condition::Daytime(Daytime::Neither),
            Words::MoreCards => Condition::Compare(
                Amount::HandSize(Players::Opponents),
                Comparison::Greater,
                Amount::HandSize(Players::You),
            ),
            Words::MoreCardsThanEach => Condition::Compare(
                Amount::HandSize(Players::You),
                Comparison::Greater,
                Amount::HandSize(Players::Opponents),
            ),
            Words::Opponents { n } => self.at_least(Amount::CountPlayers(Players::Opponents), n),
            Words::MoreLife => {
                Condition::Compare(Amount::Life(Players::Opponents), Comparison::Greater, Amount::Life(Players::You))
            }
            Words::AboveStarting { n } => {
                let n = self.number(frame, n)?;
                let least = Amount::Sum(Box::new(Amount::StartingLife), Box::new(n));
                Condition::Compare(Amount::Life(Players::You), Comparison::AtLeast, least)
            }
            Words::DifferentPowers { who, n, noun } => {
                let test = self.controlled_by(frame, who)?;
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("the condition", words);
                }
                self.at_least(Amount::DifferentPowers(Zone::Battlefield, described.filter.and(test)), n)
            }
            Words::ManaValuesAmong { n } => {
                let yours = Filter::just(Test::Owner(PlayerFilter::You));
                compare(Amount::DifferentManaValues(Zone::Graveyard, yours), Comparison::AtLeast, n.0)
            }
            Words::ControlsMore { who, noun } => {
                let test = self.controlled_by(frame, who)?;
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("the condition", words);
                }
                let theirs = described.filter.clone().and(test);
                let yours = described.filter.and(Test::Controller(PlayerFilter::You));
                Condition::Compare(
                    Amount::Count(Zone::Battlefield, theirs),
                    Comparison::Greater,
                    Amount::Count(Zone::Battlefield, yours),
                )
            }
            Words::OpponentControlsMore { noun } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("the condition", words);
                }
                let theirs = described.filter.clone().and(Test::Controller(PlayerFilter::Opponent));
                let yours = described.filter.and(Test::Controller(PlayerFilter::You));
                Condition::Compare(
                    Amount::Count(Zone::Battlefield, theirs),
                    Comparison::Greater,
                    Amount::Count(Zone::Battlefield, yours),
                )
            }
            Words::YouControlHost { .. } => {
                Condition::ObjectIs(Objects::Host, Filter::just(Test::Controller(PlayerFilter::You)))
            }
            Words::XIsOrMore { n } => {
                let x = self.x(frame)?;
                Condition::Compare(x, Comparison::AtLeast, self.number(frame, n)?)
            }
            Words::Was { np, state } | Words::WasNot { np, state } => {
                let objects = self.objects(frame, np, Use::Read)?;
                let of_card = self.is_card(frame, np)?;
                let was = Condition::ObjectIs(objects, self.state(frame, state, of_card)?);
                if matches!(words, Words::WasNot { .. }) { not(was) } else { was }
            }
            Words::XIs { cmp } => {
                let x = self.x(frame)?;
                let (comparison, n) = self.comparison(frame, cmp)?;
                Condition::Compare(x, comparison, n)
            }
            Words::IsAttachedTo { head } => {
                let described = self.head(frame, head)?;
                Condition::ObjectIs(Objects::Host, described.filter)
            }
            Words::Amount { a, cmp } => {
                let a = self.amount(frame, a)?;
                let (comparison, n) = self.comparison(frame, cmp)?;
                Condition::Compare(a, comparison, n)
            }
            Words::YouWonFlip | Words::YouLostFlip => match frame.flip {
                Some(register) => {
                    let fallen = if *words == Words::YouWonFlip { 1 } else { LOST_FLIP };
                    compare(Amount::Register(register), Comparison::Equal, fallen)
                }
                None => return decline("no coin was flipped"),
            },
            Words::KickedWith { mana } | Words::ItWasKickedWith { mana } => {
                let place = self
                    .casting
                    .optional
                    .iter()
                    .position(|cost| cost.kicks && cost.cost.mana.as_ref() == Some(&mana.0));
                match place {
                    Some(place) => Condition::Kicked(place as u8),
                    None => return unsupported("the condition", words),
                }
            }
            words => return self.this_turn(frame, words),
        })
    }

    /// A player phrase that means one player and announces no target.
    pub(super) fn single(&mut self, frame: &mut Frame, who: &Player) -> Lowered<Players> {
        let targets = frame.targets.len();
        let players = match who {
            // With two players, "an opponent" is the opponent.
            Player::AnOpponent => Players::Opponents,
            who => self.players(frame, who)?,
        };
        if frame.targets.len() > targets || players == Players::Each {
            return unsupported("the condition on", who);
        }
        Ok(players)
    }

    /// An object that is mentioned, "it" included.
    pub(super) fn one(&mut self, frame: &mut Frame, np: &Np) -> Lowered<Objects> {
        match np {
            Np::It => self.it_or_subject(frame),
            np => self.objects(frame, np, Use::Read),
        }
    }

    /// That a permanent was cast from a zone, by you if so.
    fn cast_from(&mut self, frame: &mut Frame, zone: &ZoneRef, you: bool) -> Lowered<Condition> {
        let cast = if you { Words::YouCastIt } else { Words::WasCast };
        let of = match self.condition(frame, &cast)? {
            Condition::WasCast => Objects::Source,
            _ => Objects::Event,
        };
        let (zone, owner) = match zone {
            // Whoever casts a card from a hand casts it from their own.
            ZoneRef::Of { zone: OwnZone::Hand, .. } => (Zone::Hand, None),
            zone => self.zone(frame, zone)?,
        };
        let mut filter = Filter::just(Test::CastFrom(vec![zone]));
        filter.tests.extend(owner);
        if you && of == Objects::Event {
            filter.tests.push(Test::Controller(PlayerFilter::You));
        }
        Ok(Condition::ObjectIs(of, filter))
    }

    /// That a permanent entered from a zone.
    fn entered_from(&mut self, frame: &mut Frame, it: Objects, zone: &ZoneRef) -> Lowered<Condition> {
        let (zone, owner) = self.zone(frame, zone)?;
        let mut filter = Filter::just(Test::CameFrom(zone));
        filter.tests.extend(owner);
        Ok(Condition::ObjectIs(it, filter))
    }

    /// Declines "it was cast" about anything but the source.
    fn only_source(&mut self, frame: &mut Frame) -> Lowered<()> {
        let it = frame.mentions.last();
        match it {
            None => Ok(()),
            Some(mention) if mention.before == Some(Objects::Source) => Ok(()),
            _ => decline("only how the source itself was cast is known"),
        }
    }
}

impl Frame {
    /// The number of the last instruction that moves something to a zone.
    fn last_move_to(&self, zone: Zone) -> Option<usize> {
        self.items.iter().rev().find_map(|item| match item {
            Item::Instr(number, Instr::Move(_, to, _)) if to.zone == zone => Some(*number),
            _ => None,
        })
    }
}
