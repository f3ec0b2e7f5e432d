//! What is on the battlefield and in graveyards.

use crate::designation::Alike;
use crate::effect::{TargetSpec, Together};
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::text::grammar::amount::AtLeast;
use crate::text::grammar::condition::{BoardCondition, MoreOrFewer, TallyCondition};
use crate::text::grammar::noun::{Noun, Qual, Stat};
use crate::text::grammar::player::{OwnZone, Player, Whose, ZoneRef};
use crate::text::grammar::tense::SelfOrIt;
use crate::text::lower::condition::{compare, not};
use crate::text::lower::context::Context;
use crate::text::lower::decline::{Lowered, decline};
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;
use crate::text::lower::noun::ring_bearer;
use crate::text::lower::player::player_filter;
use crate::types::{CardTypes, Colors};

impl Context<'_> {
    /// What is on the battlefield and in graveyards.
    pub(super) fn board_condition(&mut self, frame: &mut Frame, words: &BoardCondition) -> Lowered<Condition> {
        Ok(match words {
            BoardCondition::Controls { who, n, noun } => {
                let test = self.controlled_by(frame, who)?;
                // "That player" afterwards.
                if *who == Player::DefendingPlayer {
                    frame.discourse.players.push(Players::Defending);
                }
                if *who == Player::APlayer && !matches!(n, AtLeast::A) {
                    // One player or the other.
                    let test = |who| Some(Test::Controller(who));
                    let yours = self.there_are(frame, n, noun, test(PlayerFilter::You))?;
                    let theirs = self.there_are(frame, n, noun, test(PlayerFilter::Opponent))?;
                    return Ok(Condition::AnyOf(vec![yours, theirs]));
                }
                self.there_are(frame, n, noun, Some(test))?
            }
            BoardCondition::NoOpponentControls { noun } => {
                let test = Test::Controller(PlayerFilter::Opponent);
                not(self.there_are(frame, &AtLeast::A, noun, Some(test))?)
            }
            BoardCondition::AnyoneControls { noun } => self.there_are(frame, &AtLeast::A, noun, None)?,
            BoardCondition::ControlsEither { who, a, b } => {
                let test = self.controlled_by(frame, who)?;
                let first = self.there_are(frame, &AtLeast::A, a, Some(test.clone()))?;
                let second = self.there_are(frame, &AtLeast::A, b, Some(test))?;
                Condition::AnyOf(vec![first, second])
            }
            BoardCondition::ControlsBoth { who, a, b } => {
                let test = self.controlled_by(frame, who)?;
                if *who == Player::APlayer {
                    return unsupported("the condition", words);
                }
                let first = self.there_are(frame, &AtLeast::A, a, Some(test.clone()))?;
                let second = self.there_are(frame, &AtLeast::A, b, Some(test))?;
                Condition::All(vec![first, second])
            }
            // Where the second one is, the first one is.
            BoardCondition::ThereAreBoth { a, b } => {
                let mut first = a.clone();
                first.quals.clone_from(&b.quals);
                let first = self.there_are(frame, &AtLeast::A, &first, None)?;
                Condition::All(vec![first, self.there_are(frame, &AtLeast::A, b, None)?])
            }
            BoardCondition::ControlsOther { who, a, b } => {
                let test = self.controlled_by(frame, who)?;
                let first = self.there_are(frame, &AtLeast::Another, a, Some(test.clone()))?;
                let second = self.there_are(frame, &AtLeast::A, b, Some(test))?;
                Condition::AnyOf(vec![first, second])
            }
            BoardCondition::Lacks { who, n, noun } => {
                let test = self.controlled_by(frame, who)?;
                not(self.there_are(frame, n, noun, Some(test))?)
            }
            BoardCondition::ThereAre { n, noun } | BoardCondition::ThereIs { n, noun } => {
                self.there_are(frame, n, noun, None)?
            }
            BoardCondition::OnBattlefield { n, noun } => self.there_are(frame, n, noun, None)?,
            BoardCondition::AreAttacking { n, noun } => self.there_are(frame, n, noun, Some(Test::Attacking))?,
            BoardCondition::NoCardsThere => self.no_cards_there(frame)?,
            BoardCondition::AreAttackingYou { n, noun } => {
                self.there_are(frame, n, noun, Some(Test::AttackingPlayer(PlayerFilter::You)))?
            }
            BoardCondition::InGraveyard { n, noun } | BoardCondition::YouHaveInGraveyard { n, noun } => {
                let described = self.noun(frame, noun)?;
                if !described.card || described.zone.is_some() {
                    return unsupported("the condition", words);
                }
                let filter = described.filter.and(Test::Owner(PlayerFilter::You));
                self.at_least(Amount::Count(Zone::Graveyard, filter), n)
            }
            // CR 607.2a.
            BoardCondition::ExiledWith { n, noun, it } => {
                let mut noun = noun.clone();
                noun.quals.push(match it {
                    SelfOrIt::Itself => Qual::ExiledWith,
                    SelfOrIt::It => Qual::ExiledWithIt,
                });
                self.there_are(frame, n, &noun, None)?
            }
            // One card that is both isn't two.
            BoardCondition::BothInGraveyard { a, b } => {
                let mut filters = Vec::new();
                for noun in [a, b] {
                    let described = self.noun(frame, noun)?;
                    if !described.card || described.zone.is_some() || described.random || described.among.is_some() {
                        return unsupported("the condition", words);
                    }
                    filters.push(described.filter.and(Test::Owner(PlayerFilter::You)));
                }
                let either = Filter::just(Test::AnyOf(filters.clone()));
                let mut all: Vec<Condition> =
                    filters.into_iter().map(|filter| Condition::Exists(Zone::Graveyard, filter)).collect();
                all.push(compare(Amount::Count(Zone::Graveyard, either), Comparison::AtLeast, 2));
                Condition::All(all)
            }
            BoardCondition::Tally { what } => self.tally(frame, what)?,
            BoardCondition::CounterKinds { n, noun } => self.kinds_of_counters(frame, n, noun)?,
            BoardCondition::BasicTypes { .. } | BoardCondition::AllBasicTypes | BoardCondition::Delirium { .. } => {
                kinds_there(words)
            }
            BoardCondition::CardsInYourGraveyard { n } => {
                let yours = Filter::just(Test::Owner(PlayerFilter::You));
                self.at_least(Amount::Count(Zone::Graveyard, yours), n)
            }
            BoardCondition::CardsInTheirGraveyard { who, n } => {
                let Some(who) = player_filter(who).filter(|who| *who != PlayerFilter::Any) else {
                    return unsupported("the condition", words);
                };
                self.at_least(Amount::Count(Zone::Graveyard, Filter::just(Test::Owner(who))), n)
            }
            BoardCondition::ZoneHas { zone: ZoneRef::Of { whose, zone }, n } => {
                let size = |who: Players| match zone {
                    OwnZone::Hand => Amount::HandSize(who),
                    OwnZone::Library => Amount::LibrarySize(who),
                    OwnZone::Graveyard => Amount::Count(Zone::Graveyard, Filter::just(Test::OwnerIn(Box::new(who)))),
                };
                match whose {
                    Whose::Your => self.at_least(size(Players::You), n),
                    // Of some player, whichever.
                    Whose::A => {
                        let each = [Players::You, Players::Opponents].map(|who| self.at_least(size(who), n));
                        Condition::AnyOf(each.to_vec())
                    }
                    Whose::Of { player } => {
                        let who = self.single(frame, player)?;
                        self.at_least(size(who), n)
                    }
                    _ => return unsupported("the condition", words),
                }
            }
            BoardCondition::ZoneHas { .. } => return unsupported("the condition", words),
            BoardCondition::Total { noun, stat, cmp } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("the condition", words);
                }
                let (comparison, n) = self.comparison(frame, cmp)?;
                let all = Objects::Each(Zone::Battlefield, described.filter);
                let total = match stat {
                    Stat::Power => Amount::Power(all),
                    _ => Amount::Toughness(all),
                };
                Condition::Compare(total, comparison, n)
            }
            BoardCondition::ControlsGreatest { who, stat, .. } => {
                let test = self.controlled_by(frame, who)?;
                let creatures = Filter::just(Test::Types(CardTypes::CREATURE));
                let all = Objects::Each(Zone::Battlefield, creatures.clone());
                let greatest = match stat {
                    Stat::Power => Test::Power(Comparison::AtLeast, Amount::GreatestPower(all)),
                    Stat::Toughness => Test::Toughness(Comparison::AtLeast, Amount::GreatestToughness(all)),
                    Stat::ManaValue => Test::ManaValue(Comparison::AtLeast, Amount::GreatestManaValue(all)),
                };
                Condition::Exists(Zone::Battlefield, creatures.and(test).and(greatest))
            }
            BoardCondition::FullParty => compare(Amount::Party(Players::You), Comparison::AtLeast, 4),
            BoardCondition::NoBearer => not(Condition::Exists(Zone::Battlefield, ring_bearer())),
            // CR 903.3d: a permanent.
            BoardCondition::ControlsCommander => {
                let tests = vec![Test::Commander, Test::Owner(PlayerFilter::You), Test::Controller(PlayerFilter::You)];
                Condition::Exists(Zone::Battlefield, Filter { tests })
            }
            BoardCondition::DifferentNames { who, n, noun }
            | BoardCondition::DifferentPowers { who, n, noun }
            | BoardCondition::SharingType { who, n, noun }
            | BoardCondition::SameName { who, n, noun, .. } => self.alike_or_not(frame, words, (who, n, noun))?,
            BoardCondition::ManaValuesAmong { n } => {
                let yours = Filter::just(Test::Owner(PlayerFilter::You));
                compare(Amount::DifferentManaValues(Zone::Graveyard, yours), Comparison::AtLeast, n.0)
            }
            BoardCondition::MostCommonColor { color } => most_common(color.0),
            BoardCondition::ControlsMost { .. }
            | BoardCondition::OwnsInExile { .. }
            | BoardCondition::OfEachColor { .. }
            | BoardCondition::OfEachKind { .. }
            | BoardCondition::ControlsMore { .. }
            | BoardCondition::ControlsAtLeastMore { .. } => self.most_or_each(frame, words)?,
        })
    }

    /// Who controls the most of something, and something of each color.
    fn most_or_each(&mut self, frame: &mut Frame, words: &BoardCondition) -> Lowered<Condition> {
        Ok(match words {
            BoardCondition::ControlsMost { who, noun } => {
                let [one, other] = self.both_sides(frame, words, noun, [who, &Player::EachOtherPlayer])?;
                Condition::Compare(one, Comparison::AtLeast, other)
            }
            BoardCondition::OwnsInExile { who } => match player_filter(who) {
                Some(who) => Condition::Exists(Zone::Exile, Filter::just(Test::Owner(who)).and(Test::Nontoken)),
                None => return unsupported("the condition", words),
            },
            BoardCondition::OfEachColor { noun } | BoardCondition::OfEachKind { noun } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) {
                    return unsupported("the condition", words);
                }
                let yours = described.filter.and(Test::Controller(PlayerFilter::You));
                let colors = compare(Amount::ColorsAmong(Zone::Battlefield, yours), Comparison::AtLeast, 5);
                match words {
                    BoardCondition::OfEachKind { .. } => {
                        Condition::All(vec![compare(Amount::Domain(Players::You), Comparison::AtLeast, 5), colors])
                    }
                    _ => colors,
                }
            }
            // With two players, one of them controls more if they don't control as many.
            BoardCondition::ControlsMore {
                who: Player::APlayer,
                more: MoreOrFewer::More,
                noun,
                than: Player::EachOtherPlayer,
            } => {
                let [one, other] = self.both_sides(frame, words, noun, [&Player::You, &Player::AnOpponent])?;
                Condition::Compare(one, Comparison::NotEqual, other)
            }
            BoardCondition::ControlsMore { who, more, noun, than } => {
                let comparison = match more {
                    MoreOrFewer::More => Comparison::Greater,
                    MoreOrFewer::Fewer => Comparison::Less,
                };
                let [one, other] = self.both_sides(frame, words, noun, [who, than])?;
                Condition::Compare(one, comparison, other)
            }
            BoardCondition::ControlsAtLeastMore { who, n, noun, than } => {
                let [one, other] = self.both_sides(frame, words, noun, [who, than])?;
                let other = Amount::Sum(Box::new(other), Box::new(Amount::Const(n.0)));
                Condition::Compare(one, Comparison::AtLeast, other)
            }
            _ => return unsupported("the condition", words),
        })
    }

    /// "Three or more lands with the same name", "with different names".
    fn alike_or_not(
        &mut self,
        frame: &mut Frame,
        words: &BoardCondition,
        (who, n, noun): (&Player, &AtLeast, &Noun),
    ) -> Lowered<Condition> {
        let alike = matches!(words, BoardCondition::SharingType { .. } | BoardCondition::SameName { .. });
        let test = self.controlled_by(frame, who)?;
        let described = self.noun(frame, noun)?;
        // Of one player, and not of all together.
        if described.zone != Some(Zone::Battlefield) || alike && *who == Player::APlayer {
            return unsupported("the condition", words);
        }
        let (there, all) = (Zone::Battlefield, described.filter.and(test));
        let amount = match words {
            BoardCondition::DifferentNames { .. } => Amount::DifferentNames(there, all),
            BoardCondition::DifferentPowers { .. } => Amount::DifferentPowers(there, all),
            BoardCondition::SharingType { .. } => Amount::MostAlike(there, all, Alike::CreatureType),
            _ => Amount::MostAlike(there, all, Alike::Name),
        };
        Ok(self.at_least(amount, n))
    }

    /// How many such permanents each of two players controls.
    fn both_sides(
        &mut self,
        frame: &mut Frame,
        words: &BoardCondition,
        noun: &Noun,
        players: [&Player; 2],
    ) -> Lowered<[Amount; 2]> {
        // CR 102.2: the other player has what is left of them.
        if *players[1] == Player::EachOtherPlayer {
            let [one, _] = self.both_sides(frame, words, noun, [players[0], players[0]])?;
            let all = Amount::Count(Zone::Battlefield, self.noun(frame, noun)?.filter);
            let other = Amount::Difference(Box::new(all), Box::new(one.clone()));
            return Ok([one, other]);
        }
        let mut side = |one: &Player| {
            // One player is compared with another.
            if !matches!(
                one,
                Player::You
                    | Player::AnOpponent
                    | Player::EachOpponent
                    | Player::DefendingPlayer
                    | Player::AttackingPlayer
                    | Player::They
                    | Player::ThatPlayer
                    | Player::That { .. }
                    | Player::Its { .. }
                    | Player::Who
            ) {
                return unsupported("the condition", words);
            }
            let test = self.controlled_by(frame, one)?;
            let described = self.noun(frame, noun)?;
            if described.zone != Some(Zone::Battlefield) {
                return unsupported("the condition", words);
            }
            Ok(Amount::Count(Zone::Battlefield, described.filter.and(test)))
        };
        Ok([side(players[0])?, side(players[1])?])
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
        // "If there are three or more cards exiled with ~, transform it."
        if described.is_exiled_with_source() {
            frame.mention_source(self.types);
        }
        described.filter.tests.extend(controller);
        if *n == AtLeast::Another {
            let other = self.another(frame, &described)?;
            described.filter.tests.push(other);
        }
        if matches!(n, AtLeast::A | AtLeast::Another) {
            return Ok(Condition::Exists(zone, described.filter));
        }
        if *n == AtLeast::No {
            return Ok(not(Condition::Exists(zone, described.filter)));
        }
        // "In a single graveyard": in one player's.
        if described.together == Together::SameController {
            let whose = [PlayerFilter::You, PlayerFilter::Opponent];
            let counts = whose.map(|owner| Amount::Count(zone, described.filter.clone().and(Test::Owner(owner))));
            return Ok(Condition::AnyOf(counts.into_iter().map(|count| self.at_least(count, n)).collect()));
        }
        Ok(self.at_least(Amount::Count(zone, described.filter), n))
    }
}

/// That as many permanents are of a color as of any other, and there are some: a permanent of several colors counts for each of them
/// (CR 105.2b).
fn most_common(color: Colors) -> Condition {
    let count = |color| Amount::Count(Zone::Battlefield, Filter::just(Test::Colors(color)));
    let others = Colors::all().iter().filter(|other| *other != color);
    let beats = |other| Condition::Compare(count(color), Comparison::AtLeast, count(other));
    let some = Condition::Compare(count(color), Comparison::AtLeast, Amount::Const(1));
    Condition::All([some].into_iter().chain(others.map(beats)).collect())
}

impl Context<'_> {
    /// "Exile target card from an opponent's graveyard. If no cards are in that graveyard, …": that from which the one target is.
    fn no_cards_there(&mut self, frame: &Frame) -> Lowered<Condition> {
        let [TargetSpec { objects, players: None, .. }] = frame.code.targets.as_slice() else {
            return decline("it is unclear which graveyard is meant");
        };
        if objects.iter().any(|(zone, _)| *zone != Zone::Graveyard) {
            return decline("it is unclear which graveyard is meant");
        }
        let whose = Players::OwnerOf(Box::new(Objects::Target(0)));
        let cards = Amount::Count(Zone::Graveyard, Filter::just(Test::OwnerIn(Box::new(whose))));
        Ok(Condition::Compare(cards, Comparison::Equal, Amount::Const(0)))
    }
}

/// How many card types there are among cards in your graveyard, or basic land types among lands you control.
fn kinds_there(words: &BoardCondition) -> Condition {
    let domain = Amount::Domain(Players::You);
    match words {
        BoardCondition::BasicTypes { n } => compare(domain, Comparison::AtLeast, n.0),
        BoardCondition::Delirium { n } => {
            let yours = Filter::just(Test::Owner(PlayerFilter::You));
            compare(Amount::CardTypesIn(Zone::Graveyard, yours), Comparison::AtLeast, n.0)
        }
        _ => compare(domain, Comparison::AtLeast, 5),
    }
}

impl Context<'_> {
    fn kinds_of_counters(&mut self, frame: &mut Frame, n: &AtLeast, noun: &Noun) -> Lowered<Condition> {
        let kinds = self.counter_kinds(frame, noun)?;
        Ok(self.at_least(kinds, n))
    }

    /// What is counted of several things together, or owned elsewhere.
    fn tally(&mut self, frame: &mut Frame, words: &TallyCondition) -> Lowered<Condition> {
        let (n, noun) = match words {
            TallyCondition::CountersAmong { n, noun, .. }
            | TallyCondition::ColorsAmong { n, noun }
            | TallyCondition::YouOwn { n, noun } => (n, noun),
        };
        let described = self.noun(frame, noun)?;
        let plain = !described.random && described.among.is_none() && !described.together.is_asked();
        let (Some(zone), true) = (described.zone, plain) else { return unsupported("the description", noun) };
        let amount = match words {
            TallyCondition::CountersAmong { kind, .. } => {
                let kind = kind.as_ref().map(|kind| self.counter(kind)).transpose()?;
                Amount::Counters(Objects::Each(zone, described.filter), kind)
            }
            TallyCondition::ColorsAmong { .. } => Amount::ColorsAmong(zone, described.filter),
            TallyCondition::YouOwn { .. } => {
                return self.there_are(frame, n, noun, Some(Test::Owner(PlayerFilter::You)));
            }
        };
        Ok(self.at_least(amount, n))
    }
}
