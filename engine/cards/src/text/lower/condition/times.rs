//! Whose turn it is, and day and night (CR 731).

use crate::designation::Daytime;
use crate::filter::{Amount, Comparison, Condition, PlayerFilter, Players};
use crate::text::grammar::condition::TimeCondition;
use crate::text::lower::condition::not;
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;
use crate::text::lower::player::player_filter;

impl Context<'_> {
    /// Whose turn it is, and day and night.
    pub(super) fn time_condition(&mut self, frame: &Frame, words: &TimeCondition) -> Lowered<Condition> {
        Ok(match words {
            TimeCondition::YourTurn => Condition::TurnOf(PlayerFilter::You),
            TimeCondition::NotYourTurn => not(Condition::TurnOf(PlayerFilter::You)),
            // Of the player that the event is about.
            TimeCondition::NotTheirTurn => match frame.discourse.players.last() {
                Some(Players::Event) => not(Condition::TurnOf(PlayerFilter::Event)),
                _ => return unsupported("the condition", words),
            },
            TimeCondition::TurnOf { who } => match player_filter(who) {
                Some(filter) => Condition::TurnOf(filter),
                None => return unsupported("the condition", words),
            },
            TimeCondition::EarlyTurn => early_turn(),
            TimeCondition::Day => Condition::Daytime(Daytime::Day),
            TimeCondition::Night => Condition::Daytime(Daytime::Night),
            TimeCondition::NeitherDayNorNight => Condition::Daytime(Daytime::Neither),
        })
    }
}

/// It's one of your first three turns of the game.
pub(in crate::text::lower) fn early_turn() -> Condition {
    let early = Condition::Compare(Amount::TurnsBegun(Players::You), Comparison::AtMost, Amount::Const(3));
    Condition::All(vec![Condition::TurnOf(PlayerFilter::You), early])
}
