//! Spells and abilities as events, in words.

use crate::ability::{TriggerEvent, WhichAbilities};
use crate::explain::event::Told;
use crate::explain::teller::Teller;
use crate::explain::words;
use crate::filter::{PlayerFilter, Zone};

impl Teller<'_> {
    /// Spells and abilities, and what they target.
    pub(super) fn spell_event(&self, event: &TriggerEvent) -> Told {
        let who = |filter: &PlayerFilter| self.who_fits(*filter);
        match event {
            TriggerEvent::Cast { player, what, nth } => {
                let nth = nth.map_or(String::new(), |n| {
                    let place = words::ordinal(usize::from(n).saturating_sub(1));
                    format!(" as {} {place} spell this turn", who(player).their())
                });
                let cast = who(player).does(&format!("cast {}", self.thing(what, Some(Zone::Stack))));
                Told::new(format!("whenever {cast}{nth}"))
                    .event(&self.later(what, "that spell"))
                    .player("the player who cast it")
                    .number("the number of spells cast before it this turn")
            }
            TriggerEvent::Copies { player, what } => {
                let copy = who(player).does(&format!("copy {}", self.thing(what, Some(Zone::Stack))));
                Told::new(format!("whenever {copy}")).event("that copy").player("the player who copied it")
            }
            TriggerEvent::PlayerTargeted { player, by } => {
                let by = self.targeting(by);
                Told::new(format!("whenever {}", who(player).does(&format!("become the target of {by}"))))
                    .other("that spell or ability")
                    .player("the controller of that spell or ability")
            }
            TriggerEvent::Targeted { what, by } => {
                let by = self.targeting(by);
                Told::new(format!("whenever {} becomes the target of {by}", self.thing(what, None)))
                    .event(&self.later(what, "the targeted object"))
                    .other("that spell or ability")
                    .player("the controller of that spell or ability")
            }
            TriggerEvent::Activates { player, what, which } => {
                let of = self.thing(what, None);
                let activate = match which {
                    WhichAbilities::All | WhichAbilities::NotMana => {
                        format!("activate an ability of {of} that isn't a mana ability")
                    }
                    WhichAbilities::Loyalty => format!("activate a loyalty ability of {of}"),
                    WhichAbilities::Named(named) => {
                        let named = crate::explain::cost::named(*named);
                        format!("activate {} {named} ability of {of}", words::article(named))
                    }
                };
                Told::new(format!("whenever {}", who(player).does(&activate)))
                    .event(&self.later(what, "that object"))
                    .other("that ability")
                    .player("the player who activated it")
            }
            _ => unreachable!("told elsewhere: {event:?}"),
        }
    }
}
