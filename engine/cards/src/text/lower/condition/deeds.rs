//! What players did this turn: life gained and lost, cards drawn, lands played, crimes.

use crate::filter::{Amount, Comparison, Condition, Players};
use crate::happening::Happening;
use crate::text::grammar::condition::DeedCondition;
use crate::text::lower::condition::{compare, life_cmp};
use crate::text::lower::{Context, Frame, Lowered};

impl Context<'_> {
    /// What players did this turn: life gained and lost, cards drawn, lands played, crimes.
    pub(super) fn deed_condition(&mut self, frame: &mut Frame, words: &DeedCondition) -> Lowered<Condition> {
        Ok(match words {
            DeedCondition::YouGainedSo { cmp } | DeedCondition::YouveGainedSo { cmp } => {
                let (comparison, n) = life_cmp(cmp);
                Condition::Compare(Amount::LifeGained(Players::You), comparison, self.number(frame, n)?)
            }
            DeedCondition::YouGainedLife => compare(Amount::LifeGained(Players::You), Comparison::AtLeast, 1),
            DeedCondition::OpponentLostLife => compare(Amount::LifeLost(Players::Opponents), Comparison::AtLeast, 1),
            DeedCondition::YouLostLife => compare(Amount::LifeLost(Players::You), Comparison::AtLeast, 1),
            DeedCondition::YouveDrawnN { n } => compare(Amount::CardsDrawn(Players::You), Comparison::AtLeast, n.0),
            DeedCondition::GainedLife { who } => {
                self.of_someone(frame, who, |who| compare(Amount::LifeGained(who), Comparison::AtLeast, 1))?
            }
            DeedCondition::LostLife { who } => {
                self.of_someone(frame, who, |who| compare(Amount::LifeLost(who), Comparison::AtLeast, 1))?
            }
            DeedCondition::LostSo { who, cmp } => {
                let (comparison, n) = life_cmp(cmp);
                let n = self.number(frame, n)?;
                self.of_someone(frame, who, |who| Condition::Compare(Amount::LifeLost(who), comparison, n.clone()))?
            }
            DeedCondition::GainedOrLost | DeedCondition::GainedAndLost => {
                let gained = compare(Amount::LifeGained(Players::You), Comparison::AtLeast, 1);
                let both = vec![gained, compare(Amount::LifeLost(Players::You), Comparison::AtLeast, 1)];
                if *words == DeedCondition::GainedOrLost { Condition::AnyOf(both) } else { Condition::All(both) }
            }
            DeedCondition::Drew { who, n } => {
                let who = self.single(frame, who)?;
                self.at_least(Amount::CardsDrawn(who), n)
            }
            DeedCondition::HasDrawn { n } => self.at_least(Amount::CardsDrawn(Players::Opponents), n),
            DeedCondition::SearchedLibrary { who } => {
                let who = self.single(frame, who)?;
                self.pool.record(Happening::SEARCHED);
                compare(Amount::Deeds(Happening::SEARCHED, who), Comparison::AtLeast, 1)
            }
            DeedCondition::CommittedCrime => {
                self.pool.record(Happening::CRIME);
                compare(Amount::Deeds(Happening::CRIME, Players::You), Comparison::AtLeast, 1)
            }
            DeedCondition::PlayedLand => compare(Amount::LandsPlayed(Players::You), Comparison::AtLeast, 1),
            DeedCondition::DidntPlayLand => compare(Amount::LandsPlayed(Players::You), Comparison::Equal, 0),
        })
    }
}
