//! What players have: life, cards in hand, counters, designations.

use crate::designation::Designation;
use crate::filter::{Amount, Comparison, Condition, CounterKind, Filter, PlayerFilter, Players, Test, Zone};
use crate::text::grammar::condition::{LifeCmp, MoreOrLess, PlayerCondition};
use crate::text::grammar::player::{Own, OwnZone, Player};
use crate::text::lower::ability::max_speed;
use crate::text::lower::condition::{compare, life_cmp, not};
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;
use crate::text::lower::player::player_filter;

impl Context<'_> {
    /// What players have: life, cards in hand, counters, designations.
    pub(super) fn player_condition(&mut self, frame: &mut Frame, words: &PlayerCondition) -> Lowered<Condition> {
        Ok(match words {
            PlayerCondition::HasLife { who, cmp } => {
                let who = match who {
                    Player::APlayer => {
                        let yours = self.life_total(frame, Players::You, cmp)?;
                        return Ok(Condition::AnyOf(vec![yours, self.life_total(frame, Players::Opponents, cmp)?]));
                    }
                    Player::EachPlayer => {
                        let yours = self.life_total(frame, Players::You, cmp)?;
                        return Ok(Condition::All(vec![yours, self.life_total(frame, Players::Opponents, cmp)?]));
                    }
                    Player::TargetPlayer | Player::TargetOpponent | Player::AnotherTargetPlayer => {
                        return unsupported("the condition", words);
                    }
                    who => self.single(frame, who)?,
                };
                self.life_total(frame, who, cmp)?
            }
            PlayerCondition::LifeTotal { cmp } => {
                let (comparison, n) = self.comparison(frame, cmp)?;
                Condition::Compare(Amount::Life(Players::You), comparison, n)
            }
            PlayerCondition::CardsInHand { who: Player::APlayer, n } => {
                let each = [Players::You, Players::Opponents].map(|who| self.at_least(Amount::HandSize(who), n));
                Condition::AnyOf(each.to_vec())
            }
            PlayerCondition::CardsInHand { who: Player::EachPlayer, n } => {
                let each = [Players::You, Players::Opponents].map(|who| self.at_least(Amount::HandSize(who), n));
                Condition::All(each.to_vec())
            }
            PlayerCondition::CardsInHand { who, n } => {
                let who = self.single(frame, who)?;
                self.at_least(Amount::HandSize(who), n)
            }
            PlayerCondition::KindInHand { n, noun } => {
                let described = self.noun(frame, noun)?;
                if described.zone.is_some() || described.among.is_some() || described.random {
                    return unsupported("the condition", words);
                }
                let yours = described.filter.and(Test::Owner(PlayerFilter::You));
                self.at_least(Amount::Count(Zone::Hand, yours), n)
            }
            PlayerCondition::HasPoison { who, n } => {
                let who = self.single(frame, who)?;
                self.at_least(Amount::PlayerCounters(who, crate::filter::CounterKind::POISON), n)
            }
            PlayerCondition::HasRad { who, n } => {
                let who = self.single(frame, who)?;
                self.at_least(Amount::PlayerCounters(who, CounterKind::RAD), n)
            }
            PlayerCondition::HasNoRad { who } => {
                let who = self.single(frame, who)?;
                compare(Amount::PlayerCounters(who, CounterKind::RAD), Comparison::Equal, 0)
            }
            PlayerCondition::Poisoned { who } => {
                let holds = |who| compare(Amount::PlayerCounters(who, CounterKind::POISON), Comparison::AtLeast, 1);
                self.of_someone(frame, who, holds)?
            }
            PlayerCondition::CardsIn { who, n, whose, zone } => {
                if (*who == Player::You) != (*whose == Own::Your) {
                    return unsupported("the condition", words);
                }
                let who = self.single(frame, who)?;
                let amount = match zone {
                    OwnZone::Hand => Amount::HandSize(who),
                    OwnZone::Library => Amount::LibrarySize(who),
                    OwnZone::Graveyard => Amount::Count(Zone::Graveyard, Filter::just(Test::OwnerIn(Box::new(who)))),
                };
                self.at_least(amount, n)
            }
            PlayerCondition::Blessed => Condition::Blessed,
            PlayerCondition::MaxSpeed => max_speed(),
            PlayerCondition::YouAreMonarch => Condition::Designated(PlayerFilter::You, Designation::Monarch),
            PlayerCondition::IsMonarch { who } => match player_filter(who) {
                Some(who) => Condition::Designated(who, Designation::Monarch),
                None => return unsupported("the condition", words),
            },
            PlayerCondition::NoMonarch => not(Condition::Designated(PlayerFilter::Any, Designation::Monarch)),
            PlayerCondition::HaveInitiative => Condition::Designated(PlayerFilter::You, Designation::Initiative),
            PlayerCondition::CompletedADungeon => {
                Condition::Designated(PlayerFilter::You, Designation::Completed(None))
            }
            PlayerCondition::NotCompleted { name } => {
                not(Condition::Designated(PlayerFilter::You, Designation::Completed(Some(name.0))))
            }
            PlayerCondition::Tempted { n } => compare(Amount::TimesTempted(Players::You), Comparison::AtLeast, n.0),
            PlayerCondition::MoreCards { who } => {
                let who = match who {
                    // What is asked as a spell or ability resolves can be about its target.
                    Player::TargetPlayer | Player::TargetOpponent if frame.setting.spell => self.players(frame, who)?,
                    who => self.single(frame, who)?,
                };
                Condition::Compare(Amount::HandSize(who), Comparison::Greater, Amount::HandSize(Players::You))
            }
            PlayerCondition::MoreCardsByFar { who, n } => {
                let who = self.single(frame, who)?;
                let least = Amount::Sum(Box::new(Amount::HandSize(Players::You)), Box::new(Amount::Const(n.0)));
                Condition::Compare(Amount::HandSize(who), Comparison::AtLeast, least)
            }
            PlayerCondition::MoreCardsThanEach => Condition::Compare(
                Amount::HandSize(Players::You),
                Comparison::Greater,
                Amount::HandSize(Players::Opponents),
            ),
            PlayerCondition::Opponents { n } => self.at_least(Amount::CountPlayers(Players::Opponents), n),
            // With two players, one of them has more if they don't have the same.
            PlayerCondition::OneHasMoreCards => Condition::Compare(
                Amount::HandSize(Players::You),
                Comparison::NotEqual,
                Amount::HandSize(Players::Opponents),
            ),
            PlayerCondition::LifeCompared {
                who: Player::APlayer,
                more: MoreOrLess::More,
                than: Player::EachOtherPlayer,
            } => Condition::Compare(Amount::Life(Players::You), Comparison::NotEqual, Amount::Life(Players::Opponents)),
            PlayerCondition::LifeCompared { who, more, than } => {
                let life = |who| Amount::Life(who);
                let comparison = match more {
                    MoreOrLess::More => Comparison::Greater,
                    MoreOrLess::Less => Comparison::Less,
                };
                let (who, than) = (self.compared(frame, who)?, self.compared(frame, than)?);
                Condition::Compare(life(who), comparison, life(than))
            }
            PlayerCondition::NoneHasMoreLife { than } => {
                let than = self.compared(frame, than)?;
                Condition::Compare(Amount::Life(Players::Opponents), Comparison::AtMost, Amount::Life(than))
            }
            PlayerCondition::AboveStarting { n } => {
                let n = self.number(frame, n)?;
                let least = Amount::Sum(Box::new(Amount::StartingLife), Box::new(n));
                Condition::Compare(Amount::Life(Players::You), Comparison::AtLeast, least)
            }
        })
    }

    /// One player whose life total is compared: with one opponent, "an opponent" and "each opponent" are the same.
    fn compared(&mut self, frame: &mut Frame, who: &Player) -> Lowered<Players> {
        match who {
            Player::TargetPlayer | Player::TargetOpponent | Player::AnotherTargetPlayer => {
                unsupported("whose life is compared:", who)
            }
            Player::EachOpponent => Ok(Players::Opponents),
            who => self.single(frame, who),
        }
    }

    fn life_total(&mut self, frame: &mut Frame, who: Players, cmp: &LifeCmp) -> Lowered<Condition> {
        let (comparison, n) = life_cmp(cmp);
        let n = self.number(frame, n)?;
        Ok(Condition::Compare(Amount::Life(who), comparison, n))
    }
}
