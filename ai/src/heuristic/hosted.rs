//! What an Aura does to what it is attached to besides changing it: by its own abilities, and by those that it grants (CR 303.4).

use gauntlet_cards::ability::{AbilityKind, Affected, Replacement, StaticEffect, TriggerEvent};
use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::effect::Modification;
use gauntlet_cards::filter::{Filter, Test, Zone};
use gauntlet_core::Player;
use gauntlet_magic::state::{EventData, Object, ObjectId, Target};

use super::amount::Env;
use super::value::{GRANTED, Judge};

/// What is lost of a creature whose damage is prevented, in percent.
const DISARMED: i32 = 60;

/// What it is worth that damage to a creature is prevented.
const SHIELDED: i32 = 35;

/// How much more often something happens to a player, who stays, than to a creature, in percent.
const UNDYING: i32 = 200;

/// The number of the spec that stands for the host: no ability has that many.
const HOST: u8 = u8::MAX;

impl Judge<'_> {
    /// What an Aura token on a creature is worth.
    pub(super) fn role(self, token: CardId, id: ObjectId, object: &Object, env: &Env<'_>) -> i32 {
        let targets = [(0, Target::Object(id))];
        let aura = Env { targets: &targets, ..Env::of_card(token, env.you) };
        let change = self.facts.card(token).host.as_ref();
        change.map_or(0, |change| self.aura_change(id, object, change, &aura)) + self.hosted(&aura)
    }

    /// What the abilities of an Aura, the card that is thought of, and those that it grants are worth on its target.
    pub(super) fn hosted(self, env: &Env<'_>) -> i32 {
        let (Some((_, target)), Some(judge)) = (env.targets.first(), self.deeper(1)) else { return 0 };
        let host = match target {
            Target::Object(id) => self.see.last_known(*id).map(|object| (*id, object)),
            Target::Player(_) => None,
        };
        let player = match (target, host) {
            (Target::Player(player), _) => *player,
            (_, Some((_, object))) => object.controller,
            _ => return 0,
        };
        let event = EventData {
            object: host.map_or(ObjectId::NONE, |(id, _)| id),
            other: None,
            player: Some(player),
            amount: host.map_or(1, |(_, object)| i32::from(object.characteristics.power)),
        };
        let targets = [(HOST, *target)];
        let own = Env { targets: &targets, event, ..*env };
        let mut sum = 0;
        for id in &self.see.pool().card(env.card).abilities {
            match &self.see.pool().ability(*id).kind {
                AbilityKind::Triggered(triggered) if !triggered.events.iter().any(is_entering) => {
                    let lasts = if host.is_none() { UNDYING } else { 100 };
                    sum += judge.now_and_then(*id, &own, &triggered.events, player) * lasts / 100;
                }
                AbilityKind::Activatable(way) if way.zone == Zone::Battlefield => {
                    sum += judge.best_script(*id, &own).map_or(0, |value| self.signed(env.you, value.max(0)) / 2);
                }
                AbilityKind::Static(ability) => match (&ability.effect, host) {
                    (StaticEffect::Continuous(Affected::Host, modifications), Some((id, object))) => {
                        let granted = Env { targets: &[], ..Env::of_object(id, object, player) };
                        sum += judge.granted(modifications, &Env { event, ..granted });
                    }
                    (StaticEffect::Replacement(replacement), Some((id, object))) => {
                        sum += self.shielded(replacement, id, object);
                    }
                    (StaticEffect::Player(..), None) => sum += self.signed(player, -GRANTED),
                    _ => {}
                },
                _ => {}
            }
        }
        sum
    }

    /// What a triggered ability is worth that will trigger now and then.
    fn now_and_then(self, ability: AbilityId, env: &Env<'_>, events: &[TriggerEvent], whose: Player) -> i32 {
        let value = self.best_script(ability, env).unwrap_or(0) * often(events) / 100;
        let unknown = self.signed(whose, GRANTED);
        match value {
            0 => unknown,
            1.. => value.max(unknown),
            _ => value,
        }
    }

    /// What the triggered abilities are worth that a host gets. That it has one more is counted elsewhere.
    fn granted(self, modifications: &[Modification], env: &Env<'_>) -> i32 {
        let value = |modification: &Modification| {
            let Modification::AddAbility(id) = modification else { return None };
            let AbilityKind::Triggered(triggered) = &self.see.pool().ability(*id).kind else { return None };
            Some(self.best_script(*id, env)? * often(&triggered.events) / 100)
        };
        modifications.iter().filter_map(value).sum()
    }

    /// What it is worth that damage by a host, or to it, is prevented.
    fn shielded(self, replacement: &Replacement, id: ObjectId, object: &Object) -> i32 {
        let is_host = |filter: &Filter| filter.tests.contains(&Test::Host);
        match replacement {
            Replacement::Damage { source, .. } if is_host(source) => {
                -self.signed(object.controller, self.loss(id, object, false) * DISARMED / 100)
            }
            Replacement::Damage { to_objects: Some(to), .. } if is_host(to) => self.signed(object.controller, SHIELDED),
            _ => 0,
        }
    }
}

fn is_entering(event: &TriggerEvent) -> bool {
    matches!(event, TriggerEvent::ZoneChange { what, to: Some(Zone::Battlefield), .. } if what.tests.contains(&Test::Source))
}

/// How often an ability triggers in a game, in percent.
fn often(events: &[TriggerEvent]) -> i32 {
    let of = |event: &TriggerEvent| match event {
        TriggerEvent::StepBegins { .. } => 150,
        TriggerEvent::Attacks { .. } | TriggerEvent::DealsDamage { .. } | TriggerEvent::BecomesTapped { .. } => 100,
        TriggerEvent::ZoneChange { .. } => 45,
        _ => 50,
    };
    events.iter().map(of).max().unwrap_or(0)
}
