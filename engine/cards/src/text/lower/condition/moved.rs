//! What entered, left, died, was discarded or sacrificed this turn.

use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Test, Zone};
use crate::happening::Happening;
use crate::text::grammar::amount::AtLeast;
use crate::text::grammar::condition::MovedCondition;
use crate::text::grammar::noun::Noun;
use crate::text::grammar::tense::SelfOrIt;
use crate::text::lower::condition::{compare, not};
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;
use crate::types::CardTypes;

impl Context<'_> {
    /// What entered, left, died, was discarded or sacrificed this turn.
    pub(super) fn moved_condition(&mut self, frame: &mut Frame, words: &MovedCondition) -> Lowered<Condition> {
        Ok(match words {
            MovedCondition::Entered { n, noun }
            | MovedCondition::EnteredUnder { n, noun }
            | MovedCondition::YouHadEnter { n, noun } => {
                let yours = Test::Controller(PlayerFilter::You);
                self.happened(frame, Happening::ENTERED, n, noun, Zone::Battlefield, Some(yours))?
            }
            // CR 701.7a: tokens that enter were created, but for copies of spells, which become tokens as they resolve (CR 608.3f).
            MovedCondition::YouCreated { n, noun } => {
                let yours = Test::Controller(PlayerFilter::You);
                let entered = self.happened(frame, Happening::ENTERED, n, noun, Zone::Battlefield, Some(yours))?;
                let Condition::Compare(Amount::Happened(kind, filter), comparison, n) = entered else {
                    return unsupported("the condition", words);
                };
                let copies = Filter::just(Test::CameFrom(Zone::Stack));
                Condition::Compare(Amount::Happened(kind, filter.and(Test::Not(Box::new(copies)))), comparison, n)
            }
            MovedCondition::YouHadEnterLastTurn { n, noun } => {
                let yours = Test::Controller(PlayerFilter::You);
                let now = self.happened(frame, Happening::ENTERED, n, noun, Zone::Battlefield, Some(yours))?;
                let Condition::Compare(Amount::Happened(kind, filter), comparison, n) = now else {
                    return unsupported("the condition", words);
                };
                Condition::Compare(Amount::HappenedLastTurn(kind, filter), comparison, n)
            }
            MovedCondition::Left { n, noun } => {
                self.happened(frame, Happening::LEFT, n, noun, Zone::Battlefield, None)?
            }
            MovedCondition::LeftUnderYours { n, noun } | MovedCondition::YoursLeft { n, noun } => {
                let yours = Test::Controller(PlayerFilter::You);
                self.happened(frame, Happening::LEFT, n, noun, Zone::Battlefield, Some(yours))?
            }
            MovedCondition::DiedUnderTheirs { n, noun } => {
                let theirs = Test::Controller(PlayerFilter::Opponent);
                self.happened(frame, Happening::DIED, n, noun, Zone::Battlefield, Some(theirs))?
            }
            MovedCondition::EnteredUnderTheirs { n, noun } => {
                let theirs = Test::Controller(PlayerFilter::Opponent);
                self.happened(frame, Happening::ENTERED, n, noun, Zone::Battlefield, Some(theirs))?
            }
            MovedCondition::PlayerDiscarded { n } => {
                self.at_least(Amount::Happened(Happening::DISCARDED, Filter::ANY), n)
            }
            MovedCondition::DiedUnderYours { n, noun } => {
                let yours = Test::Controller(PlayerFilter::You);
                self.happened(frame, Happening::DIED, n, noun, Zone::Battlefield, Some(yours))?
            }
            MovedCondition::Died { n, noun } => {
                self.happened(frame, Happening::DIED, n, noun, Zone::Battlefield, None)?
            }
            MovedCondition::Descended => {
                let tests = vec![Test::Types(CardTypes::PERMANENT), Test::Owner(PlayerFilter::You)];
                compare(Amount::Happened(Happening::TO_GRAVEYARD, Filter { tests }), Comparison::AtLeast, 1)
            }
            MovedCondition::LeftYourGraveyard { n, noun } => {
                let yours = Test::Owner(PlayerFilter::You);
                self.happened(frame, Happening::LEFT_GRAVEYARD, n, noun, Zone::Graveyard, Some(yours))?
            }
            MovedCondition::PutIntoYourGraveyard { n, noun } => {
                let yours = Test::Owner(PlayerFilter::You);
                self.happened(frame, Happening::TO_GRAVEYARD, n, noun, Zone::Graveyard, Some(yours))?
            }
            MovedCondition::PutIntoGraveyards { n, noun } => {
                self.happened(frame, Happening::TO_GRAVEYARD, n, noun, Zone::Graveyard, None)?
            }
            MovedCondition::YouDiscarded { n, .. } | MovedCondition::OpponentDiscarded { n } => {
                let opponent = matches!(words, MovedCondition::OpponentDiscarded { .. });
                let who = if opponent { PlayerFilter::Opponent } else { PlayerFilter::You };
                let amount = Amount::Happened(Happening::DISCARDED, Filter::just(Test::Owner(who)));
                self.at_least(amount, n)
            }
            MovedCondition::YouSacrificed { n, noun, .. } => {
                let yours = Test::Controller(PlayerFilter::You);
                self.happened(frame, Happening::SACRIFICED, n, noun, Zone::Battlefield, Some(yours))?
            }
            MovedCondition::CreatureDied => compare(Amount::CreaturesDied, Comparison::AtLeast, 1),
            MovedCondition::EnteredThisTurn { it: SelfOrIt::Itself } => {
                Condition::ObjectIs(Objects::Source, Filter::just(Test::EnteredThisTurn))
            }
            MovedCondition::ThatEntered { np } => {
                let objects = self.one(frame, np)?;
                Condition::ObjectIs(objects, Filter::just(Test::EnteredThisTurn))
            }
            MovedCondition::DidntEnter { it } => {
                not(self.moved_condition(frame, &MovedCondition::EnteredThisTurn { it: *it })?)
            }
            MovedCondition::EnteredThisTurn { it: SelfOrIt::It } => {
                let mention = self.it(frame)?;
                let objects = frame.read(&mention)?;
                Condition::ObjectIs(objects, Filter::just(Test::EnteredThisTurn))
            }
            // What was just put onto the battlefield is there under the control under which it entered.
            MovedCondition::ItEnteredUnderYours => {
                let mention = self.it(frame)?;
                if !frame.entered(&mention) {
                    return unsupported("the condition", words);
                }
                let objects = frame.resolve(&mention)?;
                Condition::ObjectIs(objects, Filter::just(Test::Controller(PlayerFilter::You)))
            }
            MovedCondition::HadEnter { who, n, noun } => {
                let theirs = Test::ControllerIn(Box::new(self.single(frame, who)?));
                if *n != AtLeast::Another {
                    return self.happened(frame, Happening::ENTERED, n, noun, Zone::Battlefield, Some(theirs));
                }
                // Another than the one that was mentioned.
                match frame.discourse.mentions.last() {
                    Some(mention) if mention.before == Some(Objects::Event) => {}
                    _ => return unsupported("the condition", words),
                }
                let other = Test::Not(Box::new(Filter::just(Test::Is(Box::new(Objects::Event)))));
                let both = Test::AnyOf(vec![Filter { tests: vec![theirs, other] }]);
                self.happened(frame, Happening::ENTERED, &AtLeast::A, noun, Zone::Battlefield, Some(both))?
            }
            MovedCondition::HadPutIntoGraveyard { who, n } => {
                let theirs = Test::OwnerIn(Box::new(self.single(frame, who)?));
                self.at_least(Amount::Happened(Happening::TO_GRAVEYARD, Filter::just(theirs)), n)
            }
            MovedCondition::DiedIntoYours { n, noun } => {
                let yours = Test::Owner(PlayerFilter::You);
                self.happened(frame, Happening::DIED, n, noun, Zone::Battlefield, Some(yours))?
            }
        })
    }

    /// That something happened so often this turn, to things that a noun describes as they were then.
    pub(super) fn happened(
        &mut self,
        frame: &mut Frame,
        kind: Happening,
        n: &AtLeast,
        noun: &Noun,
        zone: Zone,
        also: Option<Test>,
    ) -> Lowered<Condition> {
        let mut described = self.noun(frame, noun)?;
        if described.zone.is_some_and(|other| other != zone) || described.among.is_some() || described.random {
            return unsupported("the description", noun);
        }
        // A creature card that is put into a graveyard needn't have been a creature before, and tokens aren't cards (CR 109.2).
        let of_cards = Happening::TO_GRAVEYARD | Happening::LEFT_GRAVEYARD;
        let of_permanents = Happening::ENTERED | Happening::LEFT | Happening::DIED | Happening::SACRIFICED;
        if of_cards.contains(kind) && !described.card || of_permanents.contains(kind) && described.card {
            return unsupported("cards and permanents are different things:", noun);
        }
        described.filter.tests.extend(also);
        if *n == AtLeast::Another {
            let other = self.another(frame, &described)?;
            described.filter.tests.push(other);
        }
        Ok(self.at_least(Amount::Happened(kind, described.filter), n))
    }
}
