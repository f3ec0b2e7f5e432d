//! What players do, and steps, as events, in words.

use crate::ability::TriggerEvent;
use crate::designation::{Door, Milestone};
use crate::explain::condition::step_name;
use crate::explain::event::Told;
use crate::explain::teller::Teller;
use crate::explain::words;
use crate::filter::{PlayerFilter, Zone};

impl Teller<'_> {
    /// What players do, steps, and the rest.
    pub(super) fn player_event(&self, event: &TriggerEvent) -> Told {
        let who = |filter: &PlayerFilter| self.who_fits(*filter);
        match event {
            TriggerEvent::First(first) => {
                let mut told = self.event(&first.event);
                told.said += " for the first time each turn";
                told
            }
            TriggerEvent::Reaches { player, what, object } => {
                let does = match what {
                    Milestone::Monarch => "become the monarch".to_owned(),
                    Milestone::Initiative => "take the initiative".to_owned(),
                    Milestone::Dungeon => "complete a dungeon".to_owned(),
                    Milestone::Ring => "be tempted by the Ring".to_owned(),
                    Milestone::Land => {
                        let mut noun = self.noun(object, None);
                        noun.heads.retain(|head| head != "object");
                        noun.heads.push("land".to_owned());
                        format!("play {}", noun.one())
                    }
                    Milestone::Unlocks(Door::Left) => {
                        format!("unlock the left half of {}", self.noun(object, None).one())
                    }
                    Milestone::Unlocks(Door::Right) => {
                        format!("unlock the right half of {}", self.noun(object, None).one())
                    }
                    Milestone::FullyUnlocks => format!("fully unlock {}", self.noun(object, None).one()),
                };
                Told::new(format!("whenever {}", who(player).does(&does)))
                    .event("what this was about")
                    .player("that player")
            }
            TriggerEvent::Crime { player } => {
                Told::new(format!("whenever {}", who(player).does("commit a crime"))).player("that player")
            }
            TriggerEvent::StepBegins { step, player } => {
                let whose = match player {
                    PlayerFilter::You => "your".to_owned(),
                    PlayerFilter::Any => "each player's".to_owned(),
                    PlayerFilter::Opponent => "each opponent's".to_owned(),
                    player => self.who_fits(*player).of(),
                };
                Told::new(format!("at the beginning of {whose} {}", step_name(*step)))
                    .player("the player whose turn it is")
            }
            TriggerEvent::Draws { player, nth, but_first } => {
                let nth = nth.map_or("a card".to_owned(), |n| {
                    let place = words::ordinal(usize::from(n).saturating_sub(1));
                    format!("{} {place} card each turn", who(player).their())
                });
                let but = if *but_first { ", but for the first one in each of their draw steps" } else { "" };
                Told::new(format!("whenever {}{but}", who(player).does(&format!("draw {nth}"))))
                    .player("the player who drew")
            }
            TriggerEvent::RevealsDrawn { what, own_turn } => {
                let whose = if *own_turn { "each of your turns" } else { "each turn" };
                Told::new(format!(
                    "whenever you reveal, as the first card that you draw in {whose}, {}",
                    self.noun(what, Some(Zone::Hand)).one()
                ))
            }
            TriggerEvent::Discards { player, what, batched, by } => {
                let mut noun = self.noun(what, Some(Zone::Hand));
                noun.after.retain(|words| !words.ends_with("hand"));
                let cards = if *batched { format!("one or more {}", noun.plural()) } else { noun.one() };
                let by = by.map_or(String::new(), |by| {
                    format!(" because of a spell or ability that {}", self.who_fits(by).does("control"))
                });
                Told::new(format!("whenever {}{by}", who(player).does(&format!("discard {cards}"))))
                    .event(&self.later(what, "the discarded card"))
                    .player("the player who discarded")
            }
            TriggerEvent::GainsLife { player } => Told::new(format!("whenever {}", who(player).does("gain life")))
                .player("the player who gained life")
                .number("that much life"),
            TriggerEvent::LosesLife { player } => Told::new(format!("whenever {}", who(player).does("lose life")))
                .player("the player who lost life")
                .number("that much life"),
            TriggerEvent::Sacrifices { player, what } => {
                let sacrifice = format!("sacrifice {}", self.thing(what, Some(Zone::Battlefield)));
                Told::new(format!("whenever {}", who(player).does(&sacrifice)))
                    .event(&self.later(what, "the sacrificed permanent"))
                    .player("the player who sacrificed it")
            }
            TriggerEvent::Cycles { player, what } => {
                let mut noun = self.noun(what, Some(Zone::Hand));
                noun.after.retain(|words| !words.ends_with("hand"));
                Told::new(format!("whenever {}", who(player).does(&format!("cycle {}", noun.one()))))
                    .event(&self.later(what, "the cycled card"))
                    .player("the player who cycled it")
            }
            TriggerEvent::Does { player, action } => {
                Told::new(format!("whenever {}", who(player).does(&action.words()))).player("that player")
            }
            TriggerEvent::PermanentDoes { what, action } => {
                let it = self.thing(what, Some(Zone::Battlefield));
                Told::new(format!("whenever {it} does this: {}", action.words()))
                    .event(&self.later(what, "that permanent"))
                    .other("that Vehicle or Mount")
                    .player("its controller")
            }
            TriggerEvent::DaytimeChanges => Told::new("whenever day becomes night or night becomes day".to_owned()),
            TriggerEvent::Chapter(bits) => {
                let chapters: Vec<String> =
                    (0..16).filter(|bit| bits >> bit & 1 != 0).map(|bit: u32| bit.to_string()).collect();
                Told::new(format!("when {} comes to chapter {}", self.source(), words::list_or(&chapters)))
            }
            TriggerEvent::State(condition) => Told::new(format!("when it is true that {}", self.condition(condition))),
            _ => unreachable!("told elsewhere: {event:?}"),
        }
    }
}
