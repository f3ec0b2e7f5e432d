//! In which order effects resolve: the question that the game's authors left open, as parameters of a battle.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Who is told a message about a card first; the card itself is always told before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// The location, cards here, cards elsewhere: as shipped.
    #[default]
    LocationFirst,
    /// Cards here, the location, cards elsewhere: changelog 31.
    CardsFirst,
    /// Cards here, cards elsewhere, the location: the other reading of changelog 31.
    CardsEverywhereFirst,
}

/// What happens with what a handler wants while another message is being delivered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Discipline {
    /// It is done at once and completely, then the outer delivery goes on: as shipped.
    #[default]
    Stack,
    /// Actions (a reveal together with its message, a trashing, a move …) wait until those before are done.
    QueueActions,
    /// The same, and messages wait as well, each by itself.
    QueueMessages,
}

/// Who hears a message that had to wait. Only [`Discipline::QueueMessages`] makes a difference.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// Whoever is there when it is delivered.
    #[default]
    Late,
    /// The same, but the card itself hears it when it is sent.
    LateSelfEarly,
    /// Whoever was there when it was sent; and those who hear it see no others.
    Early,
}

/// How ongoing abilities ("your other cards have +1 power") are carried out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ongoing {
    /// Modifiers are given when messages are heard, as often as they are heard: as shipped.
    #[default]
    Push,
    /// The same, but one ongoing ability gives a card one modifier, and what no message covers is settled.
    Unique,
    /// No modifiers: power is computed when it is asked for.
    Pull,
}

/// All parameters of how effects resolve. The default is the game as shipped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Policy {
    /// Who is told first.
    pub order: Order,
    /// What waits.
    pub discipline: Discipline,
    /// Who hears what waited.
    pub audience: Audience,
    /// How ongoing abilities work.
    pub ongoing: Ongoing,
    /// Whether clones have the modifiers of what they are clones of.
    pub clones_keep_modifiers: bool,
    /// Whether a card that is revealed again enters the table again.
    pub repeats_enter: bool,
    /// Whether villains have the decks that the shipped game makes, or those that its authors listed.
    pub faithful_tables: bool,
}

impl Default for Policy {
    fn default() -> Self {
        Policy {
            order: Order::default(),
            discipline: Discipline::default(),
            audience: Audience::default(),
            ongoing: Ongoing::default(),
            clones_keep_modifiers: true,
            repeats_enter: true,
            faithful_tables: true,
        }
    }
}

/// The policies that have a name of their own.
const NAMED: [(&str, Policy); 10] = {
    const SHIPPED: Policy = Policy {
        order: Order::LocationFirst,
        discipline: Discipline::Stack,
        audience: Audience::Late,
        ongoing: Ongoing::Push,
        clones_keep_modifiers: true,
        repeats_enter: true,
        faithful_tables: true,
    };
    const MESSAGES: Policy = Policy { discipline: Discipline::QueueMessages, ..SHIPPED };
    [
        ("location-first", SHIPPED),
        ("cards-first", Policy { order: Order::CardsFirst, ..SHIPPED }),
        ("cards-everywhere-first", Policy { order: Order::CardsEverywhereFirst, ..SHIPPED }),
        ("queue-actions", Policy { discipline: Discipline::QueueActions, ..SHIPPED }),
        ("queue-messages-late", MESSAGES),
        ("queue-messages-self-early", Policy { audience: Audience::LateSelfEarly, ..MESSAGES }),
        ("queue-messages-early", Policy { audience: Audience::Early, ..MESSAGES }),
        ("push-unique", Policy { ongoing: Ongoing::Unique, ..SHIPPED }),
        ("pull", Policy { ongoing: Ongoing::Pull, ..SHIPPED }),
        ("clean-clones", Policy { order: Order::CardsFirst, clones_keep_modifiers: false, ..SHIPPED }),
    ]
};

impl Policy {
    /// Every policy with a name, the shipped one first.
    pub fn named() -> impl Iterator<Item = (&'static str, Policy)> {
        NAMED.into_iter()
    }
}

fn word<T: Serialize>(value: T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        other => panic!("not a word: {other:?}"),
    }
}

/// As [`Policy::from_str`] reads it: the name of a policy, and what differs from it.
impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = NAMED.iter().find(|(_, policy)| policy == self) {
            return f.write_str(name);
        }
        let shipped = Policy::default();
        let mut parts = Vec::new();
        let mut part = |differs: bool, key: &str, value: String| {
            if differs {
                parts.push(format!("{key}={value}"));
            }
        };
        part(self.order != shipped.order, "order", word(self.order));
        part(self.discipline != shipped.discipline, "discipline", word(self.discipline));
        part(self.audience != shipped.audience, "audience", word(self.audience));
        part(self.ongoing != shipped.ongoing, "ongoing", word(self.ongoing));
        part(!self.clones_keep_modifiers, "clones-keep-modifiers", "false".to_owned());
        part(!self.repeats_enter, "repeats-enter", "false".to_owned());
        part(!self.faithful_tables, "faithful-tables", "false".to_owned());
        f.write_str(&parts.join(","))
    }
}

/// Why a text isn't a policy.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadPolicy(String);

impl FromStr for Policy {
    type Err = BadPolicy;

    /// Reads `NAME`, `KEY=VALUE,KEY=VALUE` or `NAME,KEY=VALUE`.
    fn from_str(text: &str) -> Result<Policy, BadPolicy> {
        let mut policy = Policy::default();
        for (place, part) in text.split(',').enumerate() {
            let Some((key, value)) = part.split_once('=') else {
                match NAMED.iter().find(|(name, _)| *name == part) {
                    Some((_, named)) if place == 0 => policy = *named,
                    _ => {
                        let names: Vec<&str> = NAMED.iter().map(|(name, _)| *name).collect();
                        return Err(BadPolicy(format!("there is no policy '{part}'; there are {}", names.join(", "))));
                    }
                }
                continue;
            };
            policy = with(policy, key, value)?;
        }
        Ok(policy)
    }
}

fn with(policy: Policy, key: &str, value: &str) -> Result<Policy, BadPolicy> {
    let mut map = match serde_json::to_value(policy) {
        Ok(serde_json::Value::Object(map)) => map,
        other => panic!("not a map: {other:?}"),
    };
    let Some(old) = map.get_mut(key) else {
        let keys: Vec<&str> = map.keys().map(String::as_str).collect();
        return Err(BadPolicy(format!("a policy has no '{key}'; it has {}", keys.join(", "))));
    };
    *old = match (old.is_boolean(), value.parse::<bool>()) {
        (true, Ok(value)) => value.into(),
        (true, Err(_)) => return Err(BadPolicy(format!("{key} is true or false, not '{value}'"))),
        (false, _) => value.into(),
    };
    serde_json::from_value(map.into()).map_err(|error| BadPolicy(format!("{key}: {error}")))
}
