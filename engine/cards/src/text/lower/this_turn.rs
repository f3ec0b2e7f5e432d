//! Conditions about what happened this turn or the turn before.

use super::condition::{compare, life_cmp, not};
use super::filter::unsupported;
use super::{Context, Frame, Lowered};
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Players, Step, Test, Zone};
use crate::happening::Happening;
use crate::text::grammar::amount::AtLeast;
use crate::text::grammar::condition::Condition as Words;
use crate::text::grammar::noun::Noun;
use crate::text::grammar::player::Player;
use crate::types::CardTypes;

impl Context<'_> {
    /// One such condition.
    pub(super) fn this_turn(&mut self, frame: &mut Frame, words: &Words) -> Lowered<Condition> {
        Ok(match words {
            Words::Entered { n, noun } | Words::EnteredUnder { n, noun } | Words::YouHadEnter { n, noun } => {
                let yours = Test::Controller(PlayerFilter::You);
                self.happened(frame, Happening::ENTERED, n, noun, Zone::Battlefield, Some(yours))?
            }
            Words::Left { n, noun } => self.happened(frame, Happening::LEFT, n, noun, Zone::Battlefield, None)?,
            Words::LeftUnderYours { n, noun } | Words::YoursLeft { n, noun } => {
                let yours = Test::Controller(PlayerFilter::You);
                self.happened(frame, Happening::LEFT, n, noun, Zone::Battlefield, Some(yours))?
            }
            Words::DiedUnderYours { n, noun } => {
                let yours = Test::Controller(PlayerFilter::You);
                self.happened(frame, Happening::DIED, n, noun, Zone::Battlefield, Some(yours))?
            }
            Words::Died { n, noun } => self.happened(frame, Happening::DIED, n, noun, Zone::Battlefield, None)?,
            Words::Descended => {
                self.pool.record(Happening::TO_GRAVEYARD);
                let tests = vec![Test::Types(CardTypes::PERMANENT), Test::Owner(PlayerFilter::You)];
                compare(Amount::Happened(Happening::TO_GRAVEYARD, Filter { tests }), Comparison::AtLeast, 1)
            }
            Words::LeftYourGraveyard { n, noun } => {
                let yours = Test::Owner(PlayerFilter::You);
                self.happened(frame, Happening::LEFT_GRAVEYARD, n, noun, Zone::Graveyard, Some(yours))?
            }
            Words::PutIntoYourGraveyard { n, noun } => {
                let yours = Test::Owner(PlayerFilter::You);
                self.happened(frame, Happening::TO_GRAVEYARD, n, noun, Zone::Graveyard, Some(yours))?
            }
            Words::YouDiscarded { n } | Words::YouDiscardedOld { n } | Words::OpponentDiscarded { n } => {
                self.pool.record(Happening::DISCARDED);
                let opponent = matches!(words, Words::OpponentDiscarded { .. });
                let who = if opponent { PlayerFilter::Opponent } else { PlayerFilter::You };
                let amount = Amount::Happened(Happening::DISCARDED, Filter::just(Test::Owner(who)));
                self.at_least(amount, n)
            }
            Words::YouSacrificed { n, noun } | Words::YouSacrificedOld { n, noun } => {
                let yours = Test::Controller(PlayerFilter::You);
                self.happened(frame, Happening::SACRIFICED, n, noun, Zone::Battlefield, Some(yours))?
            }
            Words::YouveCast { n, noun } | Words::YouCast { n, noun } => {
                let yours = Test::Controller(PlayerFilter::You);
                self.happened(frame, Happening::CAST, n, noun, Zone::Stack, Some(yours))?
            }
            Words::OpponentCast { n, noun } => {
                let theirs = Test::Controller(PlayerFilter::Opponent);
                self.happened(frame, Happening::CAST, n, noun, Zone::Stack, Some(theirs))?
            }
            Words::YouveBeenAttacked => {
                let attacking = Filter { tests: vec![Test::AttackingPlayer(PlayerFilter::You)] };
                Condition::All(vec![
                    Condition::InStep(Step::DeclareAttackers),
                    Condition::TurnOf(PlayerFilter::Opponent),
                    Condition::Exists(Zone::Battlefield, attacking),
                ])
            }
            Words::OpponentWasDamaged | Words::YouWereDamaged | Words::YouveBeenDamaged => {
                self.pool.record(Happening::DAMAGE);
                let who = if *words == Words::OpponentWasDamaged { Players::Opponents } else { Players::You };
                compare(Amount::DamageTaken(who, false), Comparison::AtLeast, 1)
            }
            Words::YouGainedSo { cmp } | Words::YouveGainedSo { cmp } => {
                let (comparison, n) = life_cmp(cmp);
                Condition::Compare(Amount::LifeGained(Players::You), comparison, self.number(frame, n)?)
            }
            Words::CreatureDied => compare(Amount::CreaturesDied, Comparison::AtLeast, 1),
            Words::YouGainedLife => compare(Amount::LifeGained(Players::You), Comparison::AtLeast, 1),
            Words::OpponentLostLife => compare(Amount::LifeLost(Players::Opponents), Comparison::AtLeast, 1),
            Words::YouLostLife => compare(Amount::LifeLost(Players::You), Comparison::AtLeast, 1),
            Words::YouAttacked => compare(Amount::AttackersDeclared(Players::You), Comparison::AtLeast, 1),
            // Another than the spell that was just cast, if that is what triggered.
            Words::YouveCastAnother => match frame.mentions.last() {
                Some(mention) if mention.spell && mention.before == Some(Objects::Event) => {
                    compare(Amount::SpellsCast(Players::You), Comparison::AtLeast, 2)
                }
                _ => compare(Amount::OtherSpellsCast, Comparison::AtLeast, 1),
            },
            Words::YouveCastN { n } => compare(Amount::SpellsCast(Players::You), Comparison::AtLeast, n.0),
            Words::YouveDrawnN { n } => compare(Amount::CardsDrawn(Players::You), Comparison::AtLeast, n.0),
            Words::NoSpellsLastTurn => compare(Amount::SpellsCastLastTurn(Players::Each), Comparison::Equal, 0),
            Words::TwoSpellsLastTurn => Condition::AnyOf(
                [Players::You, Players::Opponents]
                    .map(|who| compare(Amount::SpellsCastLastTurn(who), Comparison::AtLeast, 2))
                    .to_vec(),
            ),
            Words::ItAttacked => {
                let mention = self.it(frame)?;
                let objects = frame.read(&mention)?;
                Condition::ObjectIs(objects, Filter::just(Test::AttackedThisTurn))
            }
            Words::SelfAttacked => Condition::ObjectIs(Objects::Source, Filter::just(Test::AttackedThisTurn)),
            Words::EnteredThisTurn => Condition::ObjectIs(Objects::Source, Filter::just(Test::EnteredThisTurn)),
            Words::EnteredThisTurnOld => {
                let mention = self.it(frame)?;
                let objects = frame.read(&mention)?;
                Condition::ObjectIs(objects, Filter::just(Test::EnteredThisTurn))
            }
            Words::HadEnter { who, n, noun } => {
                let theirs = Test::ControllerIn(Box::new(self.single(frame, who)?));
                if *n != AtLeast::Another {
                    return self.happened(frame, Happening::ENTERED, n, noun, Zone::Battlefield, Some(theirs));
                }
                // Another than the one that was mentioned.
                match frame.mentions.last() {
                    Some(mention) if mention.before == Some(Objects::Event) => {}
                    _ => return unsupported("the condition", words),
                }
                let other = Test::Not(Box::new(Filter::just(Test::Is(Box::new(Objects::Event)))));
                let both = Test::AnyOf(vec![Filter { tests: vec![theirs, other] }]);
                self.happened(frame, Happening::ENTERED, &AtLeast::A, noun, Zone::Battlefield, Some(both))?
            }
            Words::HadPutIntoGraveyard { who, n } => {
                let theirs = Test::OwnerIn(Box::new(self.single(frame, who)?));
                self.pool.record(Happening::TO_GRAVEYARD);
                self.at_least(Amount::Happened(Happening::TO_GRAVEYARD, Filter::just(theirs)), n)
            }
            Words::DiedIntoYours { n, noun } => {
                let yours = Test::Owner(PlayerFilter::You);
                self.happened(frame, Happening::DIED, n, noun, Zone::Battlefield, Some(yours))?
            }
            Words::GainedLife { who } => {
                self.of_someone(frame, who, |who| compare(Amount::LifeGained(who), Comparison::AtLeast, 1))?
            }
            Words::LostLife { who } => {
                self.of_someone(frame, who, |who| compare(Amount::LifeLost(who), Comparison::AtLeast, 1))?
            }
            Words::LostSo { who, cmp } => {
                let (comparison, n) = life_cmp(cmp);
                let n = self.number(frame, n)?;
                self.of_someone(frame, who, |who| Condition::Compare(Amount::LifeLost(who), comparison, n.clone()))?
            }
            Words::GainedOrLost | Words::GainedAndLost => {
                let gained = compare(Amount::LifeGained(Players::You), Comparison::AtLeast, 1);
                let both = vec![gained, compare(Amount::LifeLost(Players::You), Comparison::AtLeast, 1)];
                if *words == Words::GainedOrLost { Condition::AnyOf(both) } else { Condition::All(both) }
            }
            Words::Drew { who, n } => {
                let who = self.single(frame, who)?;
                self.at_least(Amount::CardsDrawn(who), n)
            }
            Words::HasDrawn { n } => self.at_least(Amount::CardsDrawn(Players::Opponents), n),
            Words::SearchedLibrary { who } => {
                let who = self.single(frame, who)?;
                self.pool.record(Happening::SEARCHED);
                compare(Amount::Deeds(Happening::SEARCHED, who), Comparison::AtLeast, 1)
            }
            Words::DamagedYou { n, noun } => {
                let described = self.dealer(frame, noun)?;
                self.at_least(Amount::DamageSources(Players::You, false, described), n)
            }
            Words::CombatDamaged { who, n, noun } => {
                let described = self.dealer(frame, noun)?;
                let mut counts = Vec::new();
                self.of_someone(frame, who, |who| {
                    counts.push(Amount::DamageSources(who, true, described.clone()));
                    Condition::AnyOf(Vec::new())
                })?;
                Condition::AnyOf(counts.into_iter().map(|count| self.at_least(count, n)).collect())
            }
            Words::CommittedCrime => {
                self.pool.record(Happening::CRIME);
                compare(Amount::Deeds(Happening::CRIME, Players::You), Comparison::AtLeast, 1)
            }
            Words::SpellWarped => {
                self.pool.record(Happening::WARPED);
                compare(Amount::Happened(Happening::WARPED, Filter::ANY), Comparison::AtLeast, 1)
            }
            Words::HaventCast { noun } | Words::DidntCast { noun } => {
                let yours = Test::Controller(PlayerFilter::You);
                self.happened(frame, Happening::CAST, &AtLeast::No, noun, Zone::Stack, Some(yours))?
            }
            Words::CastBoth { a, b } => {
                let mut both = Vec::new();
                for noun in [a, b] {
                    let yours = Test::Controller(PlayerFilter::You);
                    both.push(self.happened(frame, Happening::CAST, &AtLeast::A, noun, Zone::Stack, Some(yours))?);
                }
                Condition::All(both)
            }
            Words::PlayedLand => compare(Amount::LandsPlayed(Players::You), Comparison::AtLeast, 1),
            Words::DidntPlayLand => compare(Amount::LandsPlayed(Players::You), Comparison::Equal, 0),
            Words::AttackedWith { n } => self.at_least(Amount::AttackersDeclared(Players::You), n),
            Words::AttackedWithTotal { noun, cmp } if noun.is_plain_creature() => {
                let (comparison, n) = self.comparison(frame, cmp)?;
                Condition::Compare(Amount::AttackPower(Players::You), comparison, n)
            }
            Words::DidntAttackWith => compare(Amount::AttackersDeclared(Players::You), Comparison::Equal, 0),
            Words::NoneAttacked => compare(Amount::AttackersDeclared(Players::Each), Comparison::Equal, 0),
            Words::WasDamaged { np } => {
                let objects = self.one(frame, np)?;
                Condition::ObjectIs(objects, Filter::just(Test::DamagedThisTurn))
            }
            Words::DidntAttack { np } => {
                let objects = self.one(frame, np)?;
                not(Condition::ObjectIs(objects, Filter::just(Test::AttackedThisTurn)))
            }
            words => return unsupported("the condition", words),
        })
    }

    /// That something happened so often this turn, to things that a noun describes as they were then.
    fn happened(
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
        // A creature card that is put into a graveyard needn't have been a creature before, and tokens are no cards (CR 109.2).
        let of_cards = Happening::TO_GRAVEYARD | Happening::LEFT_GRAVEYARD;
        let of_permanents = Happening::ENTERED | Happening::LEFT | Happening::DIED | Happening::SACRIFICED;
        if of_cards.contains(kind) && !described.card || of_permanents.contains(kind) && described.card {
            return unsupported("cards and permanents are different things:", noun);
        }
        described.filter.tests.extend(also);
        if *n == AtLeast::Another {
            described.filter.tests.push(Test::NotSource);
        }
        self.pool.record(kind);
        Ok(self.at_least(Amount::Happened(kind, described.filter), n))
    }

    /// What holds of one player, or, of "a player", of one or the other.
    fn of_someone(
        &mut self,
        frame: &mut Frame,
        who: &Player,
        mut holds: impl FnMut(Players) -> Condition,
    ) -> Lowered<Condition> {
        if *who == Player::APlayer {
            return Ok(Condition::AnyOf([Players::You, Players::Opponents].map(&mut holds).to_vec()));
        }
        Ok(holds(self.single(frame, who)?))
    }

    /// What an object that dealt damage this turn was as it did.
    fn dealer(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<Filter> {
        let described = self.noun(frame, noun)?;
        let here = described.source || described.zone == Some(Zone::Battlefield);
        if !here || described.among.is_some() || described.random {
            return unsupported("the source", noun);
        }
        self.pool.record(Happening::DAMAGE);
        Ok(described.filter)
    }
}
