//! Trigger events in words, and what they call the things and players that they are about.

mod battle;
mod permanents;
mod players;
mod spells;

use crate::ability::{TriggerEvent, Triggered};
use crate::explain::filter::place;
use crate::explain::teller::{Meaning, Teller};
use crate::explain::words::Who;
use crate::explain::words::number;
use crate::filter::{Filter, Test, Zone};

/// An event: the words for it, and for what it is about.
struct Told {
    said: String,
    event: Option<Who>,
    other: Option<Who>,
    player: Option<Who>,
    number: Option<String>,
}

impl Told {
    fn new(said: String) -> Told {
        Told { said, event: None, other: None, player: None, number: None }
    }

    fn event(mut self, words: &str) -> Told {
        self.event = Some(Who::one(words));
        self
    }

    fn other(mut self, words: &str) -> Told {
        self.other = Some(Who::one(words));
        self
    }

    fn player(mut self, words: &str) -> Told {
        self.player = Some(Who::one(words));
        self
    }

    fn number(mut self, words: &str) -> Told {
        self.number = Some(words.to_owned());
        self
    }
}

impl Teller<'_> {
    /// When an ability triggers, and what its words mean: with all that one event was about, if it is told that.
    pub(super) fn heard(&self, it: &Triggered) -> (String, Meaning) {
        let (said, meaning) = self.events(&it.events);
        if let Some(told) = it.told {
            meaning.registers.borrow_mut().entry(told).or_insert_with(|| Who::many("all of those"));
        }
        (said, meaning)
    }

    /// When something triggers: "whenever a creature dies"; and what its words mean in what follows.
    pub(super) fn events(&self, events: &[TriggerEvent]) -> (String, Meaning) {
        let told: Vec<Told> = events.iter().map(|event| self.event(event)).collect();
        // After the events: they say what is in their registers.
        let mut meaning = self.meaning.clone();
        let said: Vec<String> = told.iter().map(|told| told.said.clone()).collect();
        let several = told.len() > 1;
        if let Some(first) = told.into_iter().next() {
            let keep = |who: Option<Who>, words: &str| match (who, several) {
                (Some(who), false) => Some(who),
                (Some(_), true) => Some(Who::one(words)),
                (None, _) => None,
            };
            if let Some(who) = keep(first.event, "what the event was about") {
                meaning.event = who;
            }
            if let Some(who) = keep(first.other, "the other object of the event") {
                meaning.other = who;
            }
            if let Some(who) = keep(first.player, "that player") {
                meaning.player = who;
            }
            if let Some(number) = first.number {
                meaning.number = if several { "the number of the event".to_owned() } else { number };
            }
        }
        (said.join(", or "), meaning)
    }

    /// A thing that an event is about: "a creature you control", with the zone where it is known.
    fn thing(&self, filter: &Filter, zone: Option<Zone>) -> String {
        self.noun(filter, zone).one()
    }

    /// What is blocked or blocks, and how many of those it is once for.
    fn opposing(&self, filter: &Filter, at_least: Option<u8>) -> String {
        let noun = self.noun(filter, Some(Zone::Battlefield));
        match at_least {
            Some(least) => format!("{} or more {}", number(i32::from(least)), noun.plural()),
            None => format!("{} (once for each)", noun.one()),
        }
    }

    /// What an event's object is called later: the source by its name.
    fn later(&self, filter: &Filter, words: &str) -> String {
        if filter.tests.contains(&Test::Source) { self.source().to_owned() } else { words.to_owned() }
    }

    fn event(&self, event: &TriggerEvent) -> Told {
        match event {
            TriggerEvent::Attacks { .. }
            | TriggerEvent::AttackersDeclared { .. }
            | TriggerEvent::Blocks { .. }
            | TriggerEvent::BecomesBlocked { .. }
            | TriggerEvent::AttackersUnblocked { .. }
            | TriggerEvent::AttacksUnblocked { .. }
            | TriggerEvent::DealsDamage { .. }
            | TriggerEvent::DealtDamage { .. }
            | TriggerEvent::PlayerDamaged { .. } => self.combat_or_damage(event),
            TriggerEvent::Cast { .. }
            | TriggerEvent::Copies { .. }
            | TriggerEvent::PlayerTargeted { .. }
            | TriggerEvent::Targeted { .. }
            | TriggerEvent::Activates { .. } => self.spell_event(event),
            TriggerEvent::ZoneChange { .. }
            | TriggerEvent::LeavesAlive(..)
            | TriggerEvent::LosesControl { .. }
            | TriggerEvent::Marked { .. }
            | TriggerEvent::Enlists { .. }
            | TriggerEvent::Exploits { .. }
            | TriggerEvent::CountersRemoved { .. }
            | TriggerEvent::CountersAdded { .. }
            | TriggerEvent::Attachment { .. }
            | TriggerEvent::BecomesTapped { .. }
            | TriggerEvent::BecomesUntapped { .. }
            | TriggerEvent::TappedForMana { .. }
            | TriggerEvent::Transforms { .. }
            | TriggerEvent::BecomesPlotted
            | TriggerEvent::TurnedFaceUp { .. }
            | TriggerEvent::BecomesLevel(..) => self.permanent_event(event),
            TriggerEvent::First(..)
            | TriggerEvent::Reaches { .. }
            | TriggerEvent::Crime { .. }
            | TriggerEvent::StepBegins { .. }
            | TriggerEvent::Draws { .. }
            | TriggerEvent::RevealsDrawn { .. }
            | TriggerEvent::Discards { .. }
            | TriggerEvent::GainsLife { .. }
            | TriggerEvent::LosesLife { .. }
            | TriggerEvent::Sacrifices { .. }
            | TriggerEvent::Cycles { .. }
            | TriggerEvent::Does { .. }
            | TriggerEvent::PermanentDoes { .. }
            | TriggerEvent::DaytimeChanges
            | TriggerEvent::Chapter(..)
            | TriggerEvent::State(..) => self.player_event(event),
        }
    }

    fn targeting(&self, by: &Filter) -> String {
        if by.tests.is_empty() {
            "a spell or ability".to_owned()
        } else {
            self.thing(by, None).replace("an object", "a spell or ability")
        }
    }

    fn zone_change(&self, what: &Filter, from: Option<Zone>, to: Option<Zone>, batched: bool) -> Told {
        let zone = match (from, to) {
            (Some(Zone::Battlefield), _) | (_, Some(Zone::Battlefield)) => Some(Zone::Battlefield),
            _ => None,
        };
        let mut noun = self.noun(what, zone);
        if zone.is_none() && noun.whole.is_none() {
            noun.heads.retain(|head| head != "object");
            noun.kind = Some("card");
        }
        let (which, are) = if batched { (format!("one or more {}", noun.plural()), "are") } else { (noun.one(), "is") };
        let leaves = if batched { "leave" } else { "leaves" };
        let enters = if batched { "enter" } else { "enters" };
        let moves = match (from, to) {
            (None, Some(Zone::Battlefield)) => enters.to_owned(),
            (Some(from), Some(Zone::Battlefield)) => format!("{enters} from {}", place(from)),
            (Some(Zone::Battlefield), Some(Zone::Graveyard)) => {
                format!("{are} put into a graveyard from the battlefield")
            }
            (Some(from), None) => format!("{leaves} {}", place(from)),
            (Some(from), Some(to)) => format!("{are} put into {} from {}", place(to), place(from)),
            (None, Some(to)) => format!("{are} put into {} from anywhere", place(to)),
            (None, None) => format!("{are} moved from any zone to any other"),
        };
        let later = match zone {
            Some(_) => "that permanent",
            None => "that card",
        };
        Told::new(format!("whenever {which} {moves}"))
            .event(&self.later(what, later))
            .player("its controller")
            .number("how many moved")
    }
}

fn kind_of_damage(combat: Option<bool>) -> &'static str {
    match combat {
        None => "",
        Some(true) => "combat ",
        Some(false) => "noncombat ",
    }
}
