//! Numbers of events, of the turn and of several objects together.

use super::context::Context;
use super::decline::{Lowered, decline};
use super::filter::unsupported;
use super::frame::Frame;
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::happening::Happening;
use crate::text::grammar::amount::{Amount as Words, Counted, DamageOf, ForEach, HavingSo};
use crate::text::grammar::noun::{Noun, Stat};
use crate::text::grammar::player::{Everyone, Possessor, Those};

/// A number less another.
fn less(number: Amount, n: i32) -> Amount {
    Amount::Difference(Box::new(number), Box::new(Amount::Const(n)))
}

/// The greater of two numbers.
fn greater(a: Amount, b: Amount) -> Amount {
    Amount::Greatest(Box::new(a), Box::new(b))
}

impl Context<'_> {
    /// How often the spell was kicked, with whichever of its kickers (CR 702.33c).
    pub(super) fn times_kicked(&self) -> Lowered<Amount> {
        let times = self.casting.kickers().map(Amount::TimesPaid);
        let sum = times.reduce(|one, other| Amount::Sum(Box::new(one), Box::new(other)));
        sum.map_or_else(|| decline("the card has no kicker"), Ok)
    }

    /// How many kinds of counters there are among permanents.
    pub(super) fn counter_kinds(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<Amount> {
        let described = self.noun(frame, noun)?;
        if !described.describes_permanents() {
            return unsupported("the description", noun);
        }
        Ok(Amount::CounterKinds(Zone::Battlefield, described.filter))
    }

    /// A number described by words that are said of an event, of the turn, or of several objects together.
    pub(super) fn other_amount(&mut self, frame: &mut Frame, words: &Words) -> Lowered<Amount> {
        Ok(match words {
            Words::EventNumber { .. } => number_of_event(frame)?,
            Words::StatLess { of, stat, n } => less(self.stat(frame, of, stat)?, n.0),
            Words::ResultLess { n } => less(self.amount(frame, &Words::Result)?, n.0),
            Words::Times { n, amount } => Amount::Times(Box::new(self.amount(frame, amount)?), n.0),
            Words::GreatestOfTwo { stat, a, b } => {
                let a = self.set(frame, a)?;
                let b = self.set(frame, b)?;
                super::amount::greatest(stat, Objects::Union(vec![a, b]))
            }
            Words::DamageTo { of: DamageOf::You } => Amount::DamageTaken(Players::You, false),
            Words::DamageTo { of: DamageOf::Of { who } } => Amount::DamageTaken(self.players(frame, who)?, false),
            Words::TotalLifeLostByAll => Amount::LifeLost(Players::Each),
            Words::DifferenceOf { of, stat, other } | Words::DifferenceOfIts { of, stat, other } => {
                let of = self.possessor(frame, of)?;
                let (one, two) = (frame.stat_of(stat, of.clone())?, frame.stat_of(other, of)?);
                let difference = |a: &Amount, b: &Amount| Amount::Difference(Box::new(a.clone()), Box::new(b.clone()));
                greater(difference(&one, &two), difference(&two, &one))
            }
            Words::PlayersAttacked => players_attacked(),
            Words::TotalOf { stat, of } => {
                let of = self.back(frame, of)?;
                frame.stat_of(stat, of)?
            }
            Words::MostOf { stat, of, .. } => super::amount::greatest(stat, self.back(frame, of)?),
            Words::ColorsAmongThose { of } => Amount::ColorsOf(self.back(frame, of)?),
            Words::CommanderValue { .. } => {
                let own = |zone| {
                    let tests = vec![Test::Commander, Test::Owner(PlayerFilter::You)];
                    Amount::GreatestManaValue(Objects::Each(zone, Filter { tests }))
                };
                greater(own(Zone::Battlefield), own(Zone::Command))
            }
            Words::ItsCasts => Amount::CastsOf(self.it_or_subject(frame)?),
            Words::NumberMore { counted, n } => {
                let number = self.amount(frame, &Words::NumberOf { counted: counted.clone() })?;
                Amount::Sum(Box::new(number), Box::new(Amount::Const(n.0)))
            }
            // CR 102.2: there is one opponent.
            Words::MostAnOpponentControls { noun } => self.controlled_number(frame, noun, PlayerFilter::Opponent)?,
            Words::MostAPlayerControls { noun } => {
                let own = self.controlled_number(frame, noun, PlayerFilter::You)?;
                greater(own, self.controlled_number(frame, noun, PlayerFilter::Opponent)?)
            }
            Words::OpponentsWho { what, .. } => {
                let those = Those { all: Everyone::Opponent, what: (**what).clone() };
                Amount::CountPlayers(self.such(frame, &those)?)
            }
            Words::OpponentsHaving { what: HavingSo::Cards { n }, .. } => {
                let hand = Amount::HandSize(Players::Current);
                let so = Condition::Compare(hand, Comparison::AtLeast, Amount::Const(n.0));
                Amount::CountPlayers(Players::Such(Box::new(Players::Opponents), Box::new(so)))
            }
            _ => return unsupported("the amount", words),
        })
    }

    /// How many there are of what is counted in the history of the turn.
    pub(super) fn counted_this_turn(&mut self, frame: &mut Frame, counted: &Counted) -> Lowered<Amount> {
        Ok(match counted {
            Counted::Died { noun } | Counted::PutIntoGraveyards { noun } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) || described.among.is_some() {
                    return unsupported("the description", noun);
                }
                Amount::Happened(Happening::DIED, described.filter)
            }
            Counted::DrawnThisWay => frame.drawn()?,
            Counted::ThatPlayerDrew => Amount::CardsDrawn(self.that_player(frame)?),
            Counted::SpellsCastElsewhere { noun } => {
                let cast = self.so_often(frame, Happening::CAST, noun, Zone::Stack, Some(PlayerFilter::You))?;
                from_elsewhere(cast)
            }
            Counted::Devoured { noun } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) || described.among.is_some() {
                    return unsupported("the description", noun);
                }
                Amount::DevouredOf(Objects::Source, described.filter)
            }
            _ => return unsupported("the number of", counted),
        })
    }

    /// "for each ..." in the history of the turn.
    pub(super) fn each_of_turn(&mut self, frame: &mut Frame, each: &ForEach) -> Lowered<Amount> {
        Ok(match each {
            ForEach::LifeLostThisWay => self.amount(frame, &Words::LifeLostThisWay)?,
            ForEach::ItsCasts => Amount::CastsOf(self.it_or_subject(frame)?),
            ForEach::LifeInEvent { .. } | ForEach::LookedAt => number_of_event(frame)?,
            ForEach::DamageToYou => Amount::DamageTaken(Players::You, false),
            ForEach::PlayerAttacked => players_attacked(),
            ForEach::SpellsBeyondFirst => greater(less(Amount::SpellsCast(Players::You), 1), Amount::Const(0)),
            ForEach::OtherSpellsOfAll => {
                let theirs = Amount::SpellsCast(Players::Opponents);
                Amount::Sum(Box::new(theirs), Box::new(Amount::OtherSpellsCast))
            }
            ForEach::SpellsCastElsewhere => {
                let yours = Filter::just(Test::Controller(PlayerFilter::You));
                from_elsewhere(Amount::Happened(Happening::CAST, yours))
            }
            _ => return unsupported("the number of", each),
        })
    }

    fn stat(&mut self, frame: &mut Frame, of: &Possessor, stat: &Stat) -> Lowered<Amount> {
        let of = self.possessor(frame, of)?;
        frame.stat_of(stat, of)
    }

    /// How many of what is described such a player controls.
    fn controlled_number(&mut self, frame: &mut Frame, noun: &Noun, who: PlayerFilter) -> Lowered<Amount> {
        let described = self.noun(frame, noun)?;
        if !described.describes_permanents() {
            return unsupported("the number of", noun);
        }
        Ok(Amount::Count(Zone::Battlefield, described.filter.and(Test::Controller(who))))
    }
}

/// The number of the event: the damage, the life, the cards, whatever other numbers were said since.
fn number_of_event(frame: &Frame) -> Lowered<Amount> {
    let known = frame.discourse.event_has_number || frame.discourse.number == Some(Amount::Event);
    if known { Ok(Amount::Event) } else { decline("the event has no number") }
}

/// How many players are being attacked: one of two at most (CR 506.2).
fn players_attacked() -> Amount {
    let attacked = Condition::Exists(Zone::Battlefield, Filter::just(Test::AttackingPlayer(PlayerFilter::Any)));
    Amount::If(Box::new(attacked), Box::new(Amount::Const(1)), Box::new(Amount::Const(0)))
}

/// The same of the spells that weren't cast from a hand.
fn from_elsewhere(cast: Amount) -> Amount {
    let Amount::Happened(kind, filter) = cast else { return cast };
    let from_hand = Filter::just(Test::CastFrom(vec![Zone::Hand]));
    Amount::Happened(kind, filter.and(Test::Not(Box::new(from_hand))))
}
