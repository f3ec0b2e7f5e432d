//! Attacks, blocks and damage as events, in words.

use crate::ability::TriggerEvent;
use crate::explain::event::{Told, kind_of_damage};
use crate::explain::teller::Teller;
use crate::explain::words;
use crate::explain::words::Who;
use crate::filter::{PlayerFilter, Zone};

impl Teller<'_> {
    /// Attacks, blocks and damage.
    pub(super) fn combat_or_damage(&self, event: &TriggerEvent) -> Told {
        let who = |filter: &PlayerFilter| self.who_fits(*filter);
        match event {
            TriggerEvent::Attacks { what, defender, alone, others, planeswalkers } => {
                let mut said = format!("whenever {} attacks", self.thing(what, Some(Zone::Battlefield)));
                if let Some(defender) = defender {
                    let or = if *planeswalkers { " or a planeswalker they control" } else { "" };
                    said += &format!(" {}{or}", who(defender).text);
                }
                if *alone {
                    said += " alone";
                }
                if let Some((filter, n)) = others {
                    let noun = self.noun(filter, Some(Zone::Battlefield));
                    said += &format!(" with at least {n} other {}", noun.plural());
                }
                Told::new(said)
                    .event(&self.later(what, "the attacking creature"))
                    .other("what it attacks")
                    .player("the defending player")
            }
            TriggerEvent::AttackersDeclared { player, what, at_least, into } => {
                if let Some(register) = into {
                    self.meaning.registers.borrow_mut().insert(*register, Who::many("those attackers"));
                }
                let noun = self.noun(what, Some(Zone::Battlefield));
                let attack = who(player).does(&format!("attack with {at_least} or more {}", noun.plural()));
                Told::new(format!("whenever {attack}")).player("the defending player").number("the number of attackers")
            }
            TriggerEvent::Blocks { what, attacker, at_least } => {
                let blocks = match (attacker.tests.is_empty(), at_least) {
                    (true, Some(1)) => "blocks".to_owned(),
                    _ => format!("blocks {}", self.opposing(attacker, *at_least)),
                };
                Told::new(format!("whenever {} {blocks}", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "the blocking creature"))
                    .other("the blocked creature")
            }
            TriggerEvent::BecomesBlocked { what, by, at_least } => {
                let by = match (by.tests.is_empty(), at_least) {
                    (true, Some(1)) => String::new(),
                    _ => format!(" by {}", self.opposing(by, *at_least)),
                };
                Told::new(format!("whenever {} becomes blocked{by}", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "the blocked creature"))
                    .other("the blocking creature")
            }
            TriggerEvent::AttackersUnblocked { what } => {
                let what = self.noun(what, Some(Zone::Battlefield)).plural();
                Told::new(format!("whenever one or more {what} attack and aren't blocked"))
                    .player("the attacking player")
            }
            TriggerEvent::AttacksUnblocked { what } => {
                Told::new(format!("whenever {} attacks and isn't blocked", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "the unblocked creature"))
                    .player("the defending player")
            }
            TriggerEvent::DealsDamage { source, to_players, to_objects, combat, batched } => {
                let mut to = Vec::new();
                to.extend(to_players.iter().map(|players| who(players).text));
                to.extend(to_objects.iter().map(|what| self.thing(what, Some(Zone::Battlefield))));
                let combat = kind_of_damage(*combat);
                let source_words = if *batched {
                    format!("one or more {} deal", self.noun(source, None).plural())
                } else {
                    format!("{} deals", self.thing(source, None))
                };
                Told::new(format!("whenever {source_words} {combat}damage to {}", words::list_or(&to)))
                    .event(&self.later(source, "the source of the damage"))
                    .other("what was dealt the damage")
                    .player("the player who was dealt the damage (or controls what was)")
                    .number("that much damage")
            }
            TriggerEvent::DealtDamage { what, combat } => {
                let combat = kind_of_damage(*combat);
                Told::new(format!("whenever {} is dealt {combat}damage", self.thing(what, Some(Zone::Battlefield))))
                    .event(&self.later(what, "what was dealt the damage"))
                    .other("the source of the damage")
                    .number("that much damage")
            }
            TriggerEvent::PlayerDamaged { player, combat } => {
                let combat = kind_of_damage(*combat);
                Told::new(format!("whenever {}", who(player).does(&format!("be dealt {combat}damage"))))
                    .player("the player who was dealt the damage")
                    .number("that much damage")
            }
            _ => unreachable!("told elsewhere: {event:?}"),
        }
    }
}
