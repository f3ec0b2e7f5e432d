//! What players did this turn: life gained and lost, cards drawn, lands played, crimes.

use crate::filter::{Amount, Comparison, Condition, Players};
use crate::happening::Happening;
use crate::text::grammar::condition::DeedCondition;
use crate::text::grammar::condition::LifeCmp;
use crate::text::grammar::player::Player;
use crate::text::lower::condition::{compare, life_cmp};
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;

impl Context<'_> {
    /// What players did this turn: life gained and lost, cards drawn, lands played, crimes.
    pub(super) fn deed_condition(&mut self, frame: &mut Frame, words: &DeedCondition) -> Lowered<Condition> {
        Ok(match words {
            DeedCondition::GainedLife { who, cmp } => {
                self.life_changed(frame, who, cmp.as_ref(), Amount::LifeGained)?
            }
            DeedCondition::YouveGainedSo { cmp } => {
                self.life_changed(frame, &Player::You, Some(cmp), Amount::LifeGained)?
            }
            DeedCondition::LostLife { who, cmp } => self.life_changed(frame, who, cmp.as_ref(), Amount::LifeLost)?,
            DeedCondition::YouDidntLoseLife => compare(Amount::LifeLost(Players::You), Comparison::Equal, 0),
            DeedCondition::LostLifeLastTurn { who } => {
                self.of_someone(frame, who, |who| compare(Amount::LifeLostLastTurn(who), Comparison::AtLeast, 1))?
            }
            DeedCondition::YouveDrawnN { n } => compare(Amount::CardsDrawn(Players::You), Comparison::AtLeast, n.0),
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
                compare(Amount::Deeds(Happening::SEARCHED, who), Comparison::AtLeast, 1)
            }
            DeedCondition::CommittedCrime => {
                compare(Amount::Deeds(Happening::CRIME, Players::You), Comparison::AtLeast, 1)
            }
            DeedCondition::NoManaAdded => return unsupported("the condition", words),
            DeedCondition::PlayedLand => compare(Amount::LandsPlayed(Players::You), Comparison::AtLeast, 1),
            DeedCondition::DidntPlayLand => compare(Amount::LandsPlayed(Players::You), Comparison::Equal, 0),
        })
    }

    /// How much life a player gained or lost this turn: any, if nothing is said of it.
    fn life_changed(
        &mut self,
        frame: &mut Frame,
        who: &Player,
        cmp: Option<&LifeCmp>,
        changed: fn(Players) -> Amount,
    ) -> Lowered<Condition> {
        let (comparison, n) = match cmp.map(life_cmp) {
            Some((comparison, n)) => (comparison, self.number(frame, n)?),
            None => (Comparison::AtLeast, Amount::Const(1)),
        };
        self.of_someone(frame, who, |who| Condition::Compare(changed(who), comparison, n.clone()))
    }
}
