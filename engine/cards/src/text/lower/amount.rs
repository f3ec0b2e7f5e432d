//! Numbers.

use super::context::Context;
use super::decline::{Lowered, decline};
use super::filter::unsupported;
use super::frame::{Frame, Item, Mention, Referent};
use super::noun::Use;
use crate::effect::Instr;
use crate::filter::{Amount, CounterKind, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::happening::Happening;
pub(super) use crate::text::grammar::amount::Rounding;
use crate::text::grammar::amount::{Amount as Words, Count, Counted, ForEach, Num};
use crate::text::grammar::condition::{BoardCondition, ConditionWords};
use crate::text::grammar::noun::{Noun, Np, Stat, ZoneJoin};
use crate::text::grammar::player::{Everyone, Own, Player, Possessor, Those};
use crate::text::grammar::verb::{Cards, Life};
use crate::text::grammar::words::{CounterWord, Delta};
use crate::types::CardTypes;

impl Frame {
    /// A number that objects have.
    pub(super) fn stat_of(&mut self, stat: &Stat, of: Objects) -> Lowered<Amount> {
        Ok(match stat {
            Stat::Power => Amount::Power(of),
            Stat::Toughness => Amount::Toughness(of),
            Stat::ManaValue => self.mana_value(of)?,
        })
    }
}

impl Context<'_> {
    /// What X is here.
    pub(super) fn x(&mut self, frame: &mut Frame) -> Lowered<Amount> {
        let Some(x) = frame.discourse.x.clone() else { return decline("nothing says what X is") };
        if super::frame::is_fixed_number(&x) {
            return Ok(x);
        }
        // "You draw X cards and you lose X life, where X is the number of cards in your hand" (CR 608.2h).
        match frame.discourse.x_since.clone() {
            Some((same, since)) if same == x => {
                let fixed = frame.fixed_since(x, since)?;
                frame.discourse.x = Some(fixed.clone());
                Ok(fixed)
            }
            _ => {
                frame.discourse.x_since = Some((x.clone(), frame.code.next_instr));
                Ok(x)
            }
        }
    }

    pub(super) fn that_much(&mut self, frame: &mut Frame) -> Lowered<Amount> {
        match (&frame.discourse.number, frame.discourse.counted) {
            (Some(_), _) => frame.fixed_number(),
            (None, Some(counted)) => {
                let number = frame.count_of(counted)?;
                frame.discourse.number = Some(number.clone());
                Ok(number)
            }
            (None, None) => decline("it is unclear how much `that much` or `that many` is"),
        }
    }

    /// A number in digits or X.
    pub(super) fn number(&mut self, frame: &mut Frame, n: &Num) -> Lowered<Amount> {
        Ok(match n {
            Num::Digits { n } => Amount::Const(n.0),
            Num::X => self.x(frame)?,
            Num::ThatMuch => self.that_much(frame)?,
            Num::TwiceThatMuch => Amount::Times(Box::new(self.that_much(frame)?), 2),
            Num::TwiceX => Amount::Times(Box::new(self.x(frame)?), 2),
            Num::HalfX => {
                let x = self.x(frame)?;
                frame.half(x, None)?
            }
            Num::TimesX { n } => Amount::Times(Box::new(self.x(frame)?), n.0),
            Num::XPlus { n } => Amount::Sum(Box::new(self.x(frame)?), Box::new(Amount::Const(n.0))),
        })
    }

    /// A number of things. "Up to" and "any number" are for their callers.
    pub(super) fn count(&mut self, frame: &mut Frame, n: &Count) -> Lowered<Amount> {
        Ok(match n {
            Count::A | Count::Another => Amount::Const(1),
            Count::An { n } | Count::More { n } => Amount::Const(n.0),
            Count::Digits { n } => Amount::Const(n.0),
            Count::X | Count::MoreX => self.x(frame)?,
            Count::ThatMany => self.that_much(frame)?,
            Count::TwiceThatMany => Amount::Times(Box::new(self.that_much(frame)?), 2),
            Count::TwiceX => Amount::Times(Box::new(self.x(frame)?), 2),
            Count::ThriceX => Amount::Times(Box::new(self.x(frame)?), 3),
            Count::HalfX => {
                let x = self.x(frame)?;
                frame.half(x, None)?
            }
            Count::UpTo { .. } | Count::AnyNumber | Count::OneOrMore => return unsupported("the number", n),
        })
    }

    /// How many things there are that a noun describes.
    pub(super) fn how_many(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<Amount> {
        let described = self.noun_or_spell(frame, noun)?;
        if described.or_spell.is_some() || described.together.is_asked() || described.opponent_chooses {
            return unsupported("the number of", noun);
        }
        if let (Some(zone), Some((also, ZoneJoin::And))) = (described.zone, described.also) {
            let one = |zone| Box::new(Amount::Count(zone, described.filter.clone()));
            return Ok(Amount::Sum(one(zone), one(also)));
        }
        if described.also.is_some() {
            return unsupported("the number of", noun);
        }
        let whose = match described.filter.tests.as_slice() {
            [Test::Owner(PlayerFilter::You)] => Some(Players::You),
            [Test::Owner(PlayerFilter::Event)] => Some(Players::Event),
            [Test::OwnerIn(players)] => Some((**players).clone()),
            _ => None,
        };
        if described.random {
            return unsupported("the number of", noun);
        }
        match (described.zone, whose) {
            (Some(Zone::Hand), Some(players)) => Ok(Amount::HandSize(players)),
            (Some(Zone::Library), Some(players)) => Ok(Amount::LibrarySize(players)),
            // Those that have left since attacked too.
            (Some(Zone::Battlefield), _) if attacked_this_turn(&described.filter) => {
                Ok(Amount::AttackersDeclared(Players::Each))
            }
            (Some(zone), _) => Ok(Amount::Count(zone, described.filter)),
            (None, _) if described.among.is_some() => {
                let among = described.among.clone().unwrap_or(Objects::Source);
                Ok(Amount::CountObjects(Objects::Those(Box::new(among), described.filter)))
            }
            (None, _) => unsupported("the zone is not said in", noun),
        }
    }

    /// The objects whose power and so on is meant.
    pub(super) fn possessor(&mut self, frame: &mut Frame, of: &Possessor) -> Lowered<Objects> {
        match of {
            Possessor::Its => Ok(self.its(frame)?),
            // "Creatures each deal damage equal to their power": each its own.
            Possessor::Their => match frame.discourse.mentions.last() {
                Some(mention) if mention.before == Some(Objects::Current) => self.its(frame),
                _ => unsupported("the possessor", of),
            },
            Possessor::Of { np } => self.objects(frame, np, Use::Read).inspect(|of| frame.mention_paid_again(of)),
        }
    }

    /// "its" may mean the subject of its own clause, unlike "it".
    /// "It" where the subject may be meant if nothing else is: "enchanted creature deals 1 damage to its controller".
    pub(super) fn it_or_subject(&mut self, frame: &mut Frame) -> Lowered<Objects> {
        match self.it(frame) {
            Ok(mention) => frame.read(&mention),
            Err(_) => self.its(frame),
        }
    }

    fn its(&mut self, frame: &mut Frame) -> Lowered<Objects> {
        match frame.discourse.mentions.last() {
            Some(mention) if !mention.plural => {
                let mention = mention.clone();
                frame.read(&mention)
            }
            _ => decline("it is unclear what `its` refers to"),
        }
    }

    /// A number described by words.
    pub(super) fn amount(&mut self, frame: &mut Frame, words: &Words) -> Lowered<Amount> {
        Ok(match words {
            Words::Num { n } => self.number(frame, n)?,
            Words::NumberOf { counted } => self.counted(frame, counted)?,
            Words::NumbersOf { a, b } => {
                let a = self.how_many(frame, a)?;
                Amount::Sum(Box::new(a), Box::new(self.how_many(frame, b)?))
            }
            Words::NumberMinus { a, b } => {
                let a = self.how_many(frame, a)?;
                Amount::Difference(Box::new(a), Box::new(self.how_many(frame, b)?))
            }
            Words::Minus { n, amount } => {
                let n = self.number(frame, n)?;
                Amount::Difference(Box::new(n), Box::new(self.amount(frame, amount)?))
            }
            Words::LeastAmong { stat, noun } | Words::LowestAmong { stat, noun } => self.least(frame, stat, noun)?,
            Words::Result => match frame.discourse.rolled {
                Some(register) => Amount::Register(register),
                None => return decline("no earlier sentence rolls a die"),
            },
            Words::EnergyPaidThisWay => frame.paid_energy()?,
            Words::ManaPaidThisWay => match frame.discourse.paid_by_all {
                Some(register) => Amount::Register(register),
                None => return decline("no earlier sentence has mana paid"),
            },
            Words::ThatNumber | Words::TheNumber => self.that_much(frame)?,
            Words::StartingLife => Amount::StartingLife,
            Words::Stat { of, stat } => {
                let of = self.possessor(frame, of)?;
                frame.stat_of(stat, of)?
            }
            Words::TheirTotal { stat } => {
                // "Destroy all creatures. ~ deals damage to you equal to their total power": what deals it is one.
                let several = frame.discourse.mentions.iter().rev().find(|mention| !mention.source).cloned();
                let them = several.filter(|mention| mention.plural).map_or_else(|| self.them(frame), Ok)?;
                let of = frame.read(&them)?;
                frame.stat_of(stat, of)?
            }
            Words::StatPlus { of, stat, other } => {
                let of = self.possessor(frame, of)?;
                let value = |stat: &Stat| match stat {
                    Stat::Power => Amount::Power(of.clone()),
                    Stat::Toughness => Amount::Toughness(of.clone()),
                    Stat::ManaValue => Amount::ManaValue(of.clone()),
                };
                if matches!(stat, Stat::ManaValue) || matches!(other, Stat::ManaValue) {
                    return unsupported("the amount", words);
                }
                Amount::Sum(Box::new(value(stat)), Box::new(value(other)))
            }
            Words::StatOf { stat, of } => {
                let of = self.objects(frame, of, Use::Read)?;
                match stat {
                    Stat::Power => Amount::Power(of),
                    Stat::Toughness => Amount::Toughness(of),
                    Stat::ManaValue => frame.mana_value(of)?,
                }
            }
            Words::Greatest { stat, noun } | Words::Highest { stat, noun } => {
                let among = self.set(frame, noun)?;
                match stat {
                    Stat::Power => Amount::GreatestPower(among),
                    Stat::Toughness => Amount::GreatestToughness(among),
                    Stat::ManaValue => Amount::GreatestManaValue(among),
                }
            }
            Words::Total { stat, noun } => {
                let among = self.set(frame, noun)?;
                match stat {
                    Stat::Power => Amount::Power(among),
                    Stat::Toughness => Amount::Toughness(among),
                    Stat::ManaValue => Amount::ManaValue(among),
                }
            }
            Words::WhicheverGreater { .. }
            | Words::GreaterNumber { .. }
            | Words::GainedOrLost
            | Words::DifferenceOfLives => self.compared_amounts(frame, words)?,
            Words::YourSpeed => Amount::Speed(Players::You),
            // Nobody controls more or fewer than they control themselves.
            Words::OpponentsWith { more, noun } | Words::PlayersWith { more, noun } => {
                let (who, than) = (Player::Who, Player::You);
                let what = BoardCondition::ControlsMore { who, more: more.clone(), noun: noun.clone(), than };
                let those = Those { all: Everyone::Player, what: ConditionWords::Board { what } };
                Amount::CountPlayers(self.such(frame, &those)?)
            }
            Words::LowestLife { among } => super::player::lowest_life(among),
            Words::HighestLife { among } => super::player::highest_life(among),
            Words::LifeTotal => Amount::Life(Players::You),
            Words::ThatLifeTotal => Amount::Life(self.that_player(frame)?),
            Words::Half { amount, rounding } => {
                let amount = self.amount(frame, amount)?;
                frame.half(amount, Some(rounding))?
            }
            Words::HalfOf { amount } => {
                let amount = self.amount(frame, amount)?;
                frame.half(amount, None)?
            }
            Words::ChosenNumber => frame.chosen_number(),
            Words::CoinsHeads => frame.heads()?,
            Words::LifePaid { .. } | Words::LifePaidThere { .. } => Amount::ChosenNumber,
            Words::Twice { amount } => Amount::Times(Box::new(self.amount(frame, amount)?), 2),
            Words::Plus { n, amount } => {
                let n = self.number(frame, n)?;
                Amount::Sum(Box::new(n), Box::new(self.amount(frame, amount)?))
            }
            Words::PlusWord { n, amount } => {
                Amount::Sum(Box::new(Amount::Const(n.0)), Box::new(self.amount(frame, amount)?))
            }
            Words::ExcessThisWay { to } | Words::AmountOfExcess { to } => self.excess(frame, to.as_ref())?,
            Words::ThatExcess | Words::ThatAmountOfExcess if frame.discourse.told_excess => self.that_much(frame)?,
            Words::ThatExcess | Words::ThatAmountOfExcess => self.excess(frame, None)?,
            Words::DamageDealtThisWay | Words::LifeLostThisWay => Amount::ThisWay,
            Words::DamagePrevented => frame.prevented()?,
            Words::LifeGainedThisTurn | Words::LifeYouveGained => Amount::LifeGained(Players::You),
            Words::LifeYouveLost | Words::TheLifeYouveLost => Amount::LifeLost(Players::You),
            Words::TotalNumber { counted } => self.counted(frame, counted)?,
            Words::NumberLess { counted, n } => {
                let number = self.counted(frame, counted)?;
                Amount::Difference(Box::new(number), Box::new(Amount::Const(n.0)))
            }
            Words::TimesKicked { .. } => self.times_kicked()?,
            Words::TimesMutated { .. } => Amount::TimesMutated(Objects::Source),
            Words::Removed { kind } => self.removed(frame, kind.as_ref())?,
            Words::GreatestDiscarded => self.most_discarded(frame)?,
            Words::TheDifference => match frame.discourse.difference.clone() {
                Some(difference) => difference,
                None => return decline("no earlier sentence compares two amounts"),
            },
            Words::Devotion { color } => Amount::Devotion(color.0),
            Words::DevotionThatColor => return unsupported("the amount", words),
            Words::DevotionTwo { a, b } => Amount::Devotion(a.0 | b.0),
            Words::SpellsCast => Amount::SpellsCast(Players::You),
            Words::ManaSpent { np } => {
                let spent = Amount::ManaSpent(self.objects(frame, np, Use::Read)?, None);
                frame.or_kept(spent)
            }
            Words::SnowSpent { .. } | Words::SpentFrom { .. } => self.amount_spent_from(frame, words)?,
            Words::DamageDealtTo => Amount::DamageTaken(self.that_player(frame)?, false),
            Words::LifeLostThisTurn { who, .. } | Words::TotalLifeLost { who } => self.life_lost(frame, who)?,
            Words::DifferentlyNamed { noun }
            | Words::DifferentPowers { noun }
            | Words::MostOfAType { noun }
            | Words::CardTypes { noun } => self.kinds_among(frame, words, noun)?,
            Words::ColorsThat { np } => Amount::ColorsOf(self.objects(frame, np, Use::Read)?),
            words => self.other_amount(frame, words)?,
        })
    }

    /// How much life players lost this turn.
    fn life_lost(&mut self, frame: &mut Frame, who: &Player) -> Lowered<Amount> {
        if *who == Player::You {
            return Ok(Amount::LifeLost(Players::You));
        }
        let targets = frame.code.targets.len();
        let players = self.players(frame, who)?;
        if frame.code.targets.len() > targets || players == Players::Each {
            return unsupported("whose lost life is counted:", who);
        }
        Ok(Amount::LifeLost(players))
    }

    /// How many there are of what is counted.
    fn counted(&mut self, frame: &mut Frame, counted: &Counted) -> Lowered<Amount> {
        Ok(match counted {
            Counted::Noun { noun } => self.how_many(frame, noun)?,
            Counted::Counters { kind, on } => {
                let kind = kind.as_ref().map(|kind| self.counter(kind)).transpose()?;
                Amount::Counters(self.holder(frame, on)?, kind)
            }
            Counted::CountersAmong { kind, noun } => self.counters_among(frame, kind.as_ref(), noun)?,
            Counted::EnteredUnderYours { noun } => {
                self.so_often(frame, Happening::ENTERED, noun, Zone::Battlefield, Some(PlayerFilter::You))?
            }
            Counted::ColorsSpent { np } => self.colors_spent(frame, np)?,
            Counted::ColorsAmong { noun } => {
                let described = self.noun(frame, noun)?;
                match described.zone {
                    Some(zone) => Amount::ColorsAmong(zone, described.filter),
                    None => return unsupported("the zone is not said in", noun),
                }
            }
            Counted::ManaValuesAmong { noun } => {
                let described = self.noun(frame, noun)?;
                match described.zone {
                    Some(zone) => Amount::DifferentManaValues(zone, described.filter),
                    None => return unsupported("the zone is not said in", noun),
                }
            }
            Counted::CounterKinds { noun } => self.counter_kinds(frame, noun)?,
            Counted::BasicTypes => Amount::Domain(Players::You),
            Counted::TheirBasicTypes => Amount::Domain(self.they(frame)?),
            Counted::CardsDrawn => Amount::CardsDrawn(Players::You),
            Counted::CardsTheyDrew => Amount::CardsDrawn(self.they(frame)?),
            // A card that is cycled is discarded (CR 702.29a).
            Counted::CardsDiscarded | Counted::CycledOrDiscarded => {
                Amount::Happened(Happening::DISCARDED, Filter::just(Test::Owner(PlayerFilter::You)))
            }
            Counted::PlayerCounters { kind, who } => {
                let kind = self.counter(kind)?;
                Amount::PlayerCounters(self.single(frame, who)?, kind)
            }
            Counted::DiedIntoYours { noun } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) || described.among.is_some() {
                    return unsupported("the description", noun);
                }
                Amount::Happened(Happening::DIED, described.filter.and(Test::Owner(PlayerFilter::You)))
            }
            Counted::SpellsCast { noun } => {
                self.so_often(frame, Happening::CAST, noun, Zone::Stack, Some(PlayerFilter::You))?
            }
            Counted::SpellsTheyCast { noun } => {
                let who = self.they(frame)?;
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Stack) || described.among.is_some() {
                    return unsupported("the description", noun);
                }
                let theirs = described.filter.and(Test::ControllerIn(Box::new(who)));
                Amount::Happened(Happening::CAST, theirs)
            }
            Counted::CreaturesDied => Amount::CreaturesDied,
            Counted::DiedUnderYours { noun } => {
                self.so_often(frame, Happening::DIED, noun, Zone::Battlefield, Some(PlayerFilter::You))?
            }
            Counted::YouSacrificed { noun } => {
                self.so_often(frame, Happening::SACRIFICED, noun, Zone::Battlefield, Some(PlayerFilter::You))?
            }
            Counted::Sacrificed { noun } => {
                self.so_often(frame, Happening::SACRIFICED, noun, Zone::Battlefield, None)?
            }
            Counted::OpponentsCast { noun } => {
                self.so_often(frame, Happening::CAST, noun, Zone::Stack, Some(PlayerFilter::Opponent))?
            }
            Counted::YouAttackedWith => Amount::AttackersDeclared(Players::You),
            Counted::Party => Amount::Party(Players::You),
            Counted::Opponents => Amount::CountPlayers(Players::Opponents),
            Counted::ControlledAsCast { noun } => Amount::TimesPaid(self.noted(frame, noun)?),
            Counted::ManaSymbolsAmong { color, noun } => Amount::ManaSymbols(self.set(frame, noun)?, color.0),
            Counted::ManaSymbolsIn { color, of } => Amount::ManaSymbols(self.possessor(frame, of)?, color.0),
            Counted::Votes { word } => frame.votes_for(&word.0)?,
            counted => self.counted_this_turn(frame, counted)?,
        })
    }

    /// What counters are counted on: "it" is what was mentioned last, the subject of its own clause too ("it deals damage equal to the
    /// number of counters on it").
    fn holder(&mut self, frame: &mut Frame, on: &Np) -> Lowered<Objects> {
        match on {
            Np::It => self.its(frame),
            on => self.objects(frame, on, Use::Read),
        }
    }

    /// Colours of mana are remembered for the source.
    fn colors_spent(&mut self, frame: &mut Frame, np: &Np) -> Lowered<Amount> {
        match self.objects(frame, np, Use::Read)? {
            Objects::Source => Ok(Amount::ColorsSpent),
            objects => Ok(Amount::ColorsSpentOn(objects)),
        }
    }

    pub(super) fn set(&mut self, frame: &mut Frame, noun: &Noun) -> Lowered<Objects> {
        let described = self.noun(frame, noun)?;
        match (described.among, described.zone) {
            (Some(among), _) => Ok(Objects::Those(Box::new(among), described.filter)),
            (None, Some(zone)) => Ok(Objects::Each(zone, described.filter)),
            (None, None) => unsupported("the zone is not said in", noun),
        }
    }

    /// The least of some objects' power and so on.
    pub(super) fn least(&mut self, frame: &mut Frame, stat: &Stat, noun: &Noun) -> Lowered<Amount> {
        Ok(least(stat, self.set(frame, noun)?))
    }

    /// "for each ...".
    pub(super) fn for_each(&mut self, frame: &mut Frame, each: &ForEach) -> Lowered<Amount> {
        Ok(match each {
            ForEach::Counted { counted: Counted::Noun { noun } } => {
                let (number, since) = (self.how_many(frame, noun)?, frame.code.next_instr);
                if let Amount::Count(Zone::Battlefield, filter) = &number {
                    let all = Objects::Each(Zone::Battlefield, filter.clone());
                    let described = self.noun(&mut frame.clone(), noun)?;
                    frame.discourse.counted_set = Some(Mention {
                        before: Some(all.clone()),
                        after: Referent::Known(all),
                        plural: true,
                        types: described.types,
                        card: false,
                        spell: false,
                        token: described.token,
                        origin: false,
                        past: None,
                        source: false,
                        since,
                        side: None,
                    });
                }
                number
            }
            ForEach::Counted { counted } => self.counted(frame, counted)?,
            ForEach::Back { .. } => return unsupported("the number of", each),
            ForEach::ColorsOf { of: Possessor::Of { np } } => Amount::ColorsOf(self.objects(frame, np, Use::Read)?),
            ForEach::ColorsOf { .. } => Amount::ColorsOf(self.it_or_subject(frame)?),
            ForEach::ChosenColorsItIs => {
                let it = self.it(frame)?;
                Amount::ChosenColorsOf(frame.read(&it)?)
            }
            ForEach::DamagePrevented => frame.prevented()?,
            ForEach::TimesKicked { .. } => self.times_kicked()?,
            ForEach::DifferentPower { noun } => {
                let described = self.noun(frame, noun)?;
                match described.zone {
                    Some(zone) => Amount::DifferentPowers(zone, described.filter),
                    None => return unsupported("the zone is not said in", noun),
                }
            }
            ForEach::CardType { noun } => {
                let described = self.noun(frame, noun)?;
                match described.zone {
                    Some(zone) => Amount::CardTypesIn(zone, described.filter),
                    None => return unsupported("the zone is not said in", noun),
                }
            }
            ForEach::ColorSpent => Amount::ColorsSpent,
            ForEach::LifeLost { who, .. } => self.life_lost(frame, who)?,
            ForEach::Devoured => Amount::Devoured(Objects::Source),
            ForEach::Died { noun } => {
                let described = self.noun(frame, noun)?;
                if described.zone != Some(Zone::Battlefield) || described.among.is_some() {
                    return unsupported("the description", noun);
                }
                Amount::Happened(Happening::DIED, described.filter)
            }
            ForEach::SpellCast => {
                let cast = Amount::SpellsCast(Players::You);
                Amount::Difference(Box::new(cast), Box::new(Amount::Const(1)))
            }
            // CR 702.23a.
            ForEach::BlockerBeyondFirst => {
                let blockers = Filter::just(Test::BlockingOne(Box::new(self.its(frame)?)));
                let beyond = Amount::Difference(
                    Box::new(Amount::Count(Zone::Battlefield, blockers)),
                    Box::new(Amount::Const(1)),
                );
                Amount::Greatest(Box::new(Amount::Const(0)), Box::new(beyond))
            }
            ForEach::OpponentAttacked => Amount::OpponentsAttacked(Players::You),
            ForEach::CommanderCasts => Amount::CommanderCasts,
            // "Each other instant spell you've cast before it": another one than that anyway.
            ForEach::CastBefore { noun } => {
                let mut bare = noun.clone();
                bare.strip_adjective(&crate::text::grammar::noun::Adj::Other);
                let described = self.noun(frame, &bare)?;
                if !described.spell || described.zone.is_some_and(|zone| zone != Zone::Stack) {
                    return unsupported("the description", noun);
                }
                Amount::CastBefore(self.its(frame)?, described.filter)
            }
            // A trigger on casting has the number of spells before as its own.
            ForEach::Storm => Amount::Event,
            // The cost that was stated right before its definition.
            ForEach::Replicated | ForEach::Squadded => match self.casting.optional.iter().rposition(|cost| cost.repeat)
            {
                Some(place) => Amount::TimesPaid(place as u8),
                None => return decline("nothing is paid any number of times"),
            },
            ForEach::YouHadEnter { noun } | ForEach::EnteredUnderYours { noun } => {
                self.so_often(frame, Happening::ENTERED, noun, Zone::Battlefield, Some(PlayerFilter::You))?
            }
            ForEach::ManaSpent { np } => Amount::ManaSpent(self.objects(frame, np, Use::Read)?, None),
            ForEach::SnowSpent { .. } | ForEach::SpentFrom { .. } | ForEach::ThatWasSpentFrom { .. } => {
                self.each_spent_from(frame, each)?
            }
            ForEach::EnergyPaid => frame.paid_energy()?,
            ForEach::PutOnTop => self.put_on_top(frame)?,
            ForEach::Removed { kind } => self.removed(frame, kind.as_ref())?,
            ForEach::ItTargets { noun } => {
                let described = self.noun(frame, noun)?;
                if !described.describes_permanents() {
                    return unsupported("the number of", each);
                }
                Amount::TargetsThat(described.filter)
            }
            ForEach::FlipWon | ForEach::FlipsWon => frame.flips_won()?.0,
            ForEach::FlipLost => {
                let (won, all) = frame.flips_won()?;
                Amount::Difference(Box::new(all), Box::new(won))
            }
            ForEach::CoinHeads => frame.heads()?,
            ForEach::OpponentLives => Amount::CountPlayers(Players::Opponents),
            ForEach::OpponentWho { deed } => {
                let did = Box::new(self.opponent_did(frame, deed)?);
                Amount::If(did, Box::new(Amount::Const(1)), Box::new(Amount::Const(0)))
            }
            ForEach::And { a, b } | ForEach::AndFor { a, b } => {
                let a = self.how_many(frame, a)?;
                Amount::Sum(Box::new(a), Box::new(self.how_many(frame, b)?))
            }
            ForEach::OtherPlayer => Amount::CountPlayers(Players::Opponents),
            ForEach::PlayersWho { those } => Amount::CountPlayers(self.such(frame, those)?),
            ForEach::EachPlayer => Amount::CountPlayers(Players::Each),
            each => self.each_of_turn(frame, each)?,
        })
    }

    /// How many counters were removed as a cost: X, if the cost says so.
    pub(super) fn removed(&mut self, frame: &mut Frame, kind: Option<&CounterWord>) -> Lowered<Amount> {
        let kind = kind.map(|kind| self.counter(kind)).transpose()?;
        let removes = |item: &Item| match item {
            Item::Instr(number, Instr::RemoveCounters(_, removed, _)) => Some((*number, *removed)),
            _ => None,
        };
        let mut here = frame.code.items.iter().filter_map(removes);
        match (&frame.discourse.removed, here.next(), here.next()) {
            (Some((removed, n)), None, _) if kind.is_none_or(|kind| kind == *removed) => Ok(n.clone()),
            // What the instruction has removed; of a kind that it doesn't say, nobody knows.
            (None, Some((number, removed)), None) if kind.is_none() || kind == removed => frame.count_of(number),
            _ => decline("it is unclear how many counters were removed"),
        }
    }

    /// A number times "for each".
    pub(super) fn times(&mut self, frame: &mut Frame, n: Amount, each: Option<&ForEach>) -> Lowered<Amount> {
        let Some(each) = each else { return Ok(n) };
        let each = self.for_each(frame, each)?;
        match n {
            Amount::Const(1) => Ok(each),
            Amount::Const(n) => Ok(Amount::Times(Box::new(each), n)),
            _ => decline("a number that is not fixed can't be multiplied"),
        }
    }

    /// One half of "+1/-X".
    pub(super) fn delta(&mut self, frame: &mut Frame, delta: Delta) -> Lowered<Amount> {
        Ok(match delta {
            Delta::Number(minus, n) => Amount::Const(if minus { -n } else { n }),
            Delta::X(false) => {
                let x = self.x(frame)?;
                at_least_none(frame, x)
            }
            Delta::X(true) => {
                let x = self.x(frame)?;
                Amount::Times(Box::new(at_least_none(frame, x)), -1)
            }
        })
    }

    /// That many cards.
    pub(super) fn cards(&mut self, frame: &mut Frame, cards: &Cards, each: Option<&ForEach>) -> Lowered<Amount> {
        let n = match cards {
            Cards::Number { n } => self.count(frame, n)?,
            Cards::EqualTo { amount } => self.amount(frame, amount)?,
            Cards::HalfX { rounding } => {
                let x = self.x(frame)?;
                frame.half(x, Some(rounding))?
            }
            Cards::ThatManyPlus { n } => {
                let that_many = self.that_much(frame)?;
                Amount::Sum(Box::new(that_many), Box::new(Amount::Const(n.0)))
            }
            Cards::ThatManyMinus { n } => {
                let that_many = self.that_much(frame)?;
                Amount::Difference(Box::new(that_many), Box::new(Amount::Const(n.0)))
            }
        };
        self.times(frame, n, each)
    }

    /// That much life, of these players.
    pub(super) fn life(
        &mut self,
        frame: &mut Frame,
        life: &Life,
        who: &Players,
        each: Option<&ForEach>,
    ) -> Lowered<Amount> {
        let single = !super::frame::several(who);
        let n = match life {
            Life::Number { n } => self.number(frame, n)?,
            Life::EqualTo { amount } => self.amount(frame, amount)?,
            Life::Half { whose: Own::Your, .. } | Life::HalfOf { whose: Own::Your } if *who != Players::You => {
                return unsupported("the amount of life", life);
            }
            Life::Half { rounding, .. } if single => frame.half(Amount::Life(who.clone()), Some(rounding))?,
            Life::HalfOf { .. } if single => frame.half(Amount::Life(who.clone()), None)?,
            Life::Drained => self.drained(frame, None)?,
            Life::DrainedWith { mana } => self.drained(frame, Some(mana))?,
            _ => return unsupported("the amount of life", life),
        };
        self.times(frame, n, each)
    }

    /// A kind of counter.
    pub(super) fn counter(&mut self, kind: &CounterWord) -> Lowered<CounterKind> {
        let number = self.pool.counter_kind(&kind.0);
        let ability =
            crate::keyword::Keywords::named(&kind.0).is_some() && self.pool.counter_keyword(number).is_empty();
        if ability || matches!(kind.0.as_str(), "exalted" | "decayed") {
            return decline(format!("the engine can't do this yet: what {} counters do", kind.0));
        }
        Ok(number)
    }
}

impl Frame {
    /// Half of a number, rounded as is said there or, of all halves, in the last sentence (CR 107.1a).
    fn half(&self, number: Amount, rounding: Option<&Rounding>) -> Lowered<Amount> {
        let said = rounding.or(self.setting.rounding.as_ref());
        match said {
            Some(Rounding::Up) => Ok(Amount::HalfUp(Box::new(number))),
            Some(Rounding::Down) => Ok(Amount::HalfDown(Box::new(number))),
            None => decline("it isn't said how the half is rounded"),
        }
    }

    /// The number that an instruction before has a player choose, or that was chosen for the source.
    fn chosen_number(&self) -> Amount {
        let chosen = self.code.items.iter().rev().find_map(|item| match item {
            Item::Instr(_, Instr::ChooseNumber(.., register)) => Some(*register),
            _ => None,
        });
        chosen.map_or(Amount::ChosenNumber, Amount::Register)
    }

    /// How many of several flips were won, and how many there were.
    fn flips_won(&self) -> Lowered<(Amount, Amount)> {
        match &self.discourse.flips {
            Some((won, all)) => Ok((Amount::Register(*won), all.clone())),
            None => decline("no earlier sentence flips several coins"),
        }
    }

    /// How many of them came up heads: nobody calls them, and nobody wins or loses such a flip (CR 705.2).
    fn heads(&mut self) -> Lowered<Amount> {
        let (won, _) = self.flips_won()?;
        for item in &mut self.code.items {
            if let Item::Instr(_, Instr::FlipCoin(_, _, called)) = item {
                *called = false;
            }
        }
        Ok(won)
    }
}

/// Returns whether a description is of all creatures that attacked this turn, whoever controls them.
fn attacked_this_turn(filter: &Filter) -> bool {
    matches!(filter.tests.as_slice(), [Test::Types(CardTypes::CREATURE), Test::AttackedThisTurn])
}

/// The least of a number that objects have.
pub(super) fn least(stat: &Stat, among: Objects) -> Amount {
    match stat {
        Stat::Power => Amount::LeastPower(among),
        Stat::Toughness => Amount::LeastToughness(among),
        Stat::ManaValue => Amount::LeastManaValue(among),
    }
}

/// The greatest.
pub(super) fn greatest(stat: &Stat, among: Objects) -> Amount {
    match stat {
        Stat::Power => Amount::GreatestPower(among),
        Stat::Toughness => Amount::GreatestToughness(among),
        Stat::ManaValue => Amount::GreatestManaValue(among),
    }
}

/// CR 107.1b: a number that an effect works with and that comes out negative is zero, unless the effect sets or doubles something.
fn at_least_none(frame: &Frame, amount: Amount) -> Amount {
    let negative = may_be_negative(&amount, frame.setting.apart);
    if negative { Amount::Greatest(Box::new(amount), Box::new(Amount::Const(0))) } else { amount }
}

/// Returns whether a number may be less than zero; in an ability that another one made, which may have been told any number (`told`).
fn may_be_negative(amount: &Amount, told: bool) -> bool {
    match amount {
        Amount::Const(n) => *n < 0,
        Amount::Event => told,
        Amount::Power(_)
        | Amount::Toughness(_)
        | Amount::GreatestPower(_)
        | Amount::GreatestToughness(_)
        | Amount::LeastPower(_)
        | Amount::LeastToughness(_)
        | Amount::AttackPower(_)
        | Amount::Life(_)
        // Before the first turn there is none of which it could be said.
        | Amount::SpellsCastLastTurn(_)
        | Amount::Register(_)
        | Amount::Difference(..) => true,
        Amount::Times(a, n) => *n < 0 || may_be_negative(a, told),
        Amount::Sum(a, b) | Amount::Product(a, b) | Amount::Least(a, b) | Amount::If(_, a, b) => {
            may_be_negative(a, told) || may_be_negative(b, told)
        }
        Amount::Greatest(a, b) => may_be_negative(a, told) && may_be_negative(b, told),
        Amount::Quotient(a, _) | Amount::HalfUp(a) | Amount::HalfDown(a) => may_be_negative(a, told),
        Amount::X
        | Amount::XOf(_)
        | Amount::Count(..)
        | Amount::CountObjects(_)
        | Amount::CountPlayers(_)
        | Amount::ManaValue(_)
        | Amount::GreatestManaValue(_)
        | Amount::LeastManaValue(_)
        | Amount::Counters(..)
        | Amount::PlayerCounters(..)
        | Amount::LifeToPay(_)
        | Amount::StartingLife
        | Amount::HandSize(_)
        | Amount::LibrarySize(_)
        | Amount::TimesPaid(_)
        | Amount::Targets
        | Amount::TargetsThat(_)
        | Amount::ColorsSpent
        | Amount::ManaSpent(..)
        | Amount::ManaSpentFrom(..)
        | Amount::Happened(..)
        | Amount::Deeds(..)
        | Amount::DamageSources(..)
        | Amount::LandsPlayed(_)
        | Amount::DamageTaken(..)
        | Amount::CommanderCasts
        | Amount::CastsOf(_)
        | Amount::Party(_)
        | Amount::ColorsSpentOn(_)
        | Amount::ManaSymbols(..)
        | Amount::ColorsOf(_)
        | Amount::CardTypesOf(_)
        | Amount::ChosenColorsOf(_)
        | Amount::Devotion(_)
        | Amount::Domain(_)
        | Amount::SpellsCast(_)
        | Amount::CastOrdinal(..)
        | Amount::OtherSpellsCast
        | Amount::TurnsBegun(_)
        | Amount::LifeLostLastTurn(_)
        | Amount::HappenedLastTurn(..)
        | Amount::ClassLevel
        | Amount::ChosenNumber
        | Amount::LifeGained(_)
        | Amount::LifeLost(_)
        | Amount::CardsDrawn(_)
        | Amount::CreaturesDied
        | Amount::Devoured(_)
        | Amount::TimesMutated(_)
        | Amount::DevouredOf(..)
        | Amount::TimesTempted(_)
        | Amount::Speed(_)
        | Amount::OpponentsAttacked(_)
        | Amount::AttackersDeclared(_)
        | Amount::CardTypesIn(..)
        | Amount::DifferentNames(..)
        | Amount::DifferentPowers(..)
        | Amount::MostAlike(..)
        | Amount::DifferentManaValues(..)
        | Amount::CounterKinds(..)
        | Amount::ColorsAmong(..)
        | Amount::CastBefore(..)
        | Amount::Lethal(..)
        | Amount::ExcessThisWay(_)
        | Amount::ThisWay => false,
    }
}
