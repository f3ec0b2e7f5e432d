//! What happens to permanents, in words.

use crate::ability::TriggerEvent;
use crate::explain::event::Told;
use crate::explain::teller::Teller;
use crate::explain::words::marks;
use crate::filter::Zone;

impl Teller<'_> {
    /// What happens to permanents.
    pub(super) fn permanent_event(&self, event: &TriggerEvent) -> Told {
        match event {
            TriggerEvent::ZoneChange { what, from, to, batched } => self.zone_change(what, *from, *to, *batched),
            TriggerEvent::LeavesAlive(what, batched) => {
                let what_leaves = self.thing(what, Some(Zone::Battlefield));
                let often = if *batched { " (once for all that do at a time)" } else { "" };
                Told::new(format!("whenever {what_leaves} leaves the battlefield without dying{often}"))
                    .event(&self.later(what, "that permanent"))
            }
            TriggerEvent::LosesControl { what } => {
                Told::new(format!("when you lose control of {}", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "that permanent"))
            }
            TriggerEvent::Marked { what, mark } => {
                Told::new(format!("when {} becomes {}", self.thing(what, Some(Zone::Battlefield)), marks(*mark)))
                    .event(&self.later(what, "that permanent"))
            }
            TriggerEvent::Enlists { what } => {
                Told::new(format!("whenever {} enlists a creature", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "that creature"))
                    .other("the enlisted creature")
            }
            TriggerEvent::Exploits { what } => {
                Told::new(format!("when {} exploits a creature", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "that creature"))
                    .other("the exploited creature")
            }
            TriggerEvent::CountersRemoved { what, kind, last, each } => {
                let kind = self.counter(*kind);
                let which = match (*last, *each) {
                    (true, _) => format!("the last {kind} counter is"),
                    (false, true) => format!("a {kind} counter is"),
                    (false, false) => format!("one or more {kind} counters are"),
                };
                Told::new(format!("whenever {which} removed from {}", self.thing(what, None)))
                    .event(&self.later(what, "that object"))
                    .number("how many were removed")
            }
            TriggerEvent::CountersAdded { what, kind, each, by } => {
                let kind = self.any_counter(*kind);
                let by = by.map(|who| self.who_fits(who).text);
                let which = match (by, *each) {
                    (None, true) => format!("a {kind} is put"),
                    (None, false) => format!("one or more {kind}s are put"),
                    (Some(by), true) => format!("a {kind} is put by {by}"),
                    (Some(by), false) => format!("one or more {kind}s are put by {by}"),
                };
                Told::new(format!("whenever {which} on {}", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "that permanent"))
                    .number("how many were put on it")
            }
            TriggerEvent::Attachment { what, host, on } => {
                let becomes = if *on { "attached to" } else { "unattached from" };
                let host = self.thing(host, Some(Zone::Battlefield));
                Told::new(format!("whenever {} becomes {becomes} {host}", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "that permanent"))
                    .other("the permanent it was attached to")
            }
            TriggerEvent::BecomesTapped { what, by } => {
                let by =
                    by.map_or(String::new(), |who| format!(" by a spell or ability of {}", self.who_fits(who).text));
                Told::new(format!("whenever {} becomes tapped{by}", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "that permanent"))
                    .player("its controller")
            }
            TriggerEvent::BecomesUntapped { what } => {
                Told::new(format!("whenever {} becomes untapped", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "that permanent"))
            }
            TriggerEvent::TappedForMana { what } => {
                Told::new(format!("whenever {} is tapped for mana", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "that permanent"))
                    .player("its controller")
            }
            TriggerEvent::Transforms { what } => {
                Told::new(format!("whenever {} transforms", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "that permanent"))
            }
            TriggerEvent::TurnedFaceUp { what } => {
                Told::new(format!("when {} is turned face up", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "that permanent"))
            }
            TriggerEvent::BecomesPlotted => Told::new(format!("when {} becomes plotted", self.source())),
            TriggerEvent::BecomesLevel(level) => Told::new(format!("when {} becomes level {level}", self.source())),
            _ => unreachable!("told elsewhere: {event:?}"),
        }
    }
}
