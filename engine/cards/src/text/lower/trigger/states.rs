//! What is looked at in the state of the game (CR 603.8).

use crate::filter::{Amount, Condition, Filter, Objects, PlayerFilter, Players, Test, Zone};
use crate::text::grammar::noun::Stat;
use crate::text::grammar::trigger::Event;
use crate::text::lower::condition::life_cmp;
use crate::text::lower::context::Context;
use crate::text::lower::decline::Lowered;
use crate::text::lower::filter::unsupported;
use crate::text::lower::frame::Frame;
use crate::text::lower::player::player_filter;

impl Context<'_> {
    /// What becomes true as a state trigger triggers, and whether it is about the source.
    pub(super) fn state_of_game(&mut self, frame: &mut Frame, event: &Event) -> Lowered<(Condition, bool)> {
        Ok(match event {
            Event::HasCounters { n, kind } | Event::AreCountersOn { n, kind } => {
                let counters = Amount::Counters(Objects::Source, Some(self.counter(kind)?));
                (self.at_least(counters, n), true)
            }
            Event::ThereAreNo { noun } | Event::NoneThere { noun } => {
                let described = self.noun(frame, noun)?;
                let Some(zone @ (Zone::Battlefield | Zone::Graveyard)) = described.zone else {
                    return unsupported("the event", event);
                };
                (Condition::Not(Box::new(Condition::Exists(zone, described.filter))), false)
            }
            Event::SelfHas { keyword } => {
                (Condition::ObjectIs(Objects::Source, Filter::just(Test::Keyword(keyword.0))), true)
            }
            Event::TheirLife { who, cmp } => {
                let (comparison, n) = life_cmp(cmp);
                let n = self.number(frame, n)?;
                let holds = |who| Condition::Compare(Amount::Life(who), comparison, n.clone());
                match player_filter(who).and_then(|who| of_someone(who, holds)) {
                    Some(condition) => (condition, false),
                    None => return unsupported("the event", event),
                }
            }
            Event::LifeState { cmp } => {
                let (comparison, n) = life_cmp(cmp);
                let n = self.number(frame, n)?;
                (Condition::Compare(Amount::Life(Players::You), comparison, n), false)
            }
            Event::StatState { stat, cmp } => {
                let amount = match stat {
                    Stat::Power => Amount::Power(Objects::Source),
                    Stat::Toughness => Amount::Toughness(Objects::Source),
                    Stat::ManaValue => return unsupported("the event", event),
                };
                let (comparison, n) = self.comparison(frame, cmp)?;
                (Condition::Compare(amount, comparison, n), true)
            }
            _ => return unsupported("the event", event),
        })
    }
}

/// That something is so of one of these players: with two of them there is one opponent (CR 102.2).
pub(super) fn of_someone(player: PlayerFilter, holds: impl Fn(Players) -> Condition) -> Option<Condition> {
    match player {
        PlayerFilter::You => Some(holds(Players::You)),
        PlayerFilter::Opponent => Some(holds(Players::Opponents)),
        PlayerFilter::Any => Some(Condition::AnyOf(vec![holds(Players::You), holds(Players::Opponents)])),
        _ => None,
    }
}
