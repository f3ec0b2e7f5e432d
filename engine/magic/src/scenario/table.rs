//! What scenarios assert of the game as a whole and of combat: results, attackers, blockers; and what they probe.

use std::collections::BTreeMap;

use gauntlet_cards::ability::{PlayerRule, RuleKinds};
use gauntlet_cards::types::Supertypes;
use gauntlet_core::{Game as _, Player};
use serde_json::Value;

use super::answers::Play;
use super::model::player;
use super::model::{Reference, Side};
use super::test::{Found, words};
use crate::decision::Action;
use crate::state::{Flags, Object, ObjectId};

/// Something that is looked up and compared.
pub(super) struct Probe<'p> {
    pub(super) what: &'p str,
    pub(super) card: Option<&'p Reference>,
    pub(super) op: &'p str,
    pub(super) value: &'p Value,
    pub(super) supertype: Option<&'p str>,
}

impl Probe<'_> {
    /// Whether what was found is as it should be; unsupported if the two can't be compared in this way.
    fn compared(&self, found: &Value) -> Found {
        let order = match (self.value, found) {
            (Value::Number(wanted), Value::Number(found)) => {
                found.as_i64().zip(wanted.as_i64()).map(|(f, w)| f.cmp(&w))
            }
            (Value::Bool(wanted), Value::Bool(found)) if matches!(self.op, "==" | "!=") => Some(found.cmp(wanted)),
            _ => None,
        };
        let Some(order) = order else { return Found::Unknown(format!("{} {} {}?", self.what, self.op, self.value)) };
        let right = match self.op {
            "==" => order.is_eq(),
            "!=" => order.is_ne(),
            "<" => order.is_lt(),
            "<=" => order.is_le(),
            ">" => order.is_gt(),
            ">=" => order.is_ge(),
            other => return Found::Unknown(format!("the comparison {other} isn't supported")),
        };
        if right {
            return Found::Right;
        }
        Found::Wrong(format!("{} {} {}", self.what, self.op, self.value), found.to_string())
    }
}

/// The value of the first of these fields that there is.
fn field<'f>(fields: &'f BTreeMap<String, Value>, names: &[&str]) -> Option<&'f Value> {
    names.iter().find_map(|name| fields.get(*name))
}

/// A list of objects, or a single one.
fn references(value: &Value) -> Option<Vec<Reference>> {
    let one = |value: &Value| serde_json::from_value::<Reference>(value.clone()).ok();
    match value {
        Value::Array(values) => values.iter().map(one).collect(),
        value => Some(vec![one(value)?]),
    }
}

impl Play<'_> {
    /// How the game has come out for a player: `won`, `lost`, `draw`, or `none` while it goes on (CR 104).
    pub(super) fn result(&self, who: Player, fields: &BTreeMap<String, Value>) -> Found {
        let Some(wanted) = field(fields, &["value", "result"]).and_then(Value::as_str) else {
            return Found::Unknown("a result is asserted with a value: won, lost, draw or none".to_owned());
        };
        let wanted = wanted.to_lowercase();
        if !["won", "lost", "draw", "none"].contains(&wanted.as_str()) {
            return Found::Unknown(format!("{wanted} isn't a result: results are won, lost, draw and none"));
        }
        let found = match self.position.outcome().map(|outcome| outcome.winner) {
            None => "none",
            Some(None) => "draw",
            Some(Some(winner)) if winner == who => "won",
            Some(Some(_)) => "lost",
        };
        super::test::compare(&format!("{who:?}'s result:"), wanted.as_str(), found)
    }

    /// Just these creatures attack, of a player or of all (CR 508.1k).
    pub(super) fn attackers(&self, side: Option<Side>, fields: &BTreeMap<String, Value>) -> Found {
        let Some(wanted) = field(fields, &["attackers", "cards", "value"]).and_then(references) else {
            return Found::Unknown("attackers are asserted as a list of creatures".to_owned());
        };
        let attacking = self.position.state.permanents().filter(|(_, object)| {
            object.is(Flags::ATTACKING) && side.is_none_or(|side| object.controller == player(side))
        });
        self.just_these("attacking:", &wanted, attacking.map(|(id, _)| id).collect())
    }

    /// Just these creatures block an attacker (CR 509.1g).
    pub(super) fn blockers(&self, side: Option<Side>, fields: &BTreeMap<String, Value>) -> Found {
        let (Some(attacker), Some(wanted)) = (
            field(fields, &["attacker", "card"])
                .and_then(|value| serde_json::from_value::<Reference>(value.clone()).ok()),
            field(fields, &["blockers", "cards", "value"]).and_then(references),
        ) else {
            return Found::Unknown("blockers are asserted as a list of creatures that block an attacker".to_owned());
        };
        let s = &self.position.state;
        let found = s.blocks.iter().filter(|(blocker, blocked)| {
            self.means(&attacker, Action::Object(*blocked))
                && side.is_none_or(|side| s.objects[usize::from(*blocker)].controller == player(side))
        });
        self.just_these(&format!("blocking {}:", words(&attacker)), &wanted, found.map(|(id, _)| s.id(*id)).collect())
    }

    /// Something about the game, a player or a permanent.
    pub(super) fn probe(&self, side: Option<Side>, probe: &Probe<'_>) -> Found {
        let s = &self.position.state;
        let who = side.map_or(Player::FIRST, player);
        let outcome = self.position.outcome();
        let found = match probe.what {
            "game_over" => Value::from(outcome.is_some()),
            "draw_game" => Value::from(outcome.is_some_and(|outcome| outcome.winner.is_none())),
            "top_revealed" => Value::from(
                self.position.eye().player_rule(RuleKinds::LOOKS, who, |rule| *rule == PlayerRule::TopCardRevealed),
            ),
            "life" => Value::from(s.players[who].life),
            "hand_size" => Value::from(s.hands[who].len()),
            "library_size" => Value::from(s.libraries[who].len()),
            "graveyard_size" => Value::from(s.graveyards[who].len()),
            what => {
                let Some(card) = probe.card else {
                    return Found::Unknown(format!("what {what} is can't be told here"));
                };
                return self.probe_permanents(side, card, probe);
            }
        };
        probe.compared(&found)
    }

    /// Something about a permanent: one of those that are meant is so. What isn't there has no mana value, power or toughness.
    fn probe_permanents(&self, side: Option<Side>, card: &Reference, probe: &Probe<'_>) -> Found {
        let all = self.permanents(card, side);
        if probe.what == "exists" {
            return probe.compared(&Value::from(!all.is_empty()));
        }
        let supertype = probe.supertype.and_then(Supertypes::named);
        let of = |object: &Object| {
            let chars = &object.characteristics;
            Some(match probe.what {
                "mana_value" => Value::from(chars.mana_value),
                "power" => Value::from(chars.power),
                "toughness" => Value::from(chars.toughness),
                "is_supertype" => Value::from(chars.supertypes.contains(supertype?)),
                _ => return None,
            })
        };
        let found: Option<Vec<Value>> = all.iter().map(|(_, object)| of(object)).collect();
        let Some(found) = found else { return Found::Unknown(format!("what {} is can't be told here", probe.what)) };
        let verdicts: Vec<Found> = found.iter().map(|value| probe.compared(value)).collect();
        let right = verdicts.iter().any(|verdict| matches!(verdict, Found::Right));
        match verdicts.into_iter().next() {
            Some(_) if right => Found::Right,
            Some(verdict) => verdict,
            None => Found::Wrong(format!("{} of {}", probe.what, words(card)), "no such permanent".to_owned()),
        }
    }

    /// Each reference means one of the objects, and no object is left over.
    fn just_these(&self, what: &str, wanted: &[Reference], mut found: Vec<ObjectId>) -> Found {
        let name = |id: &ObjectId| self.position.state.get(*id).map_or_else(String::new, |object| self.name(object));
        let names = |list: Vec<String>| if list.is_empty() { "nothing".to_owned() } else { list.join(", ") };
        let all = names(found.iter().map(name).collect());
        let each = wanted.iter().all(|reference| {
            let place = found.iter().position(|id| self.means(reference, Action::Object(id.index)));
            place.map(|place| found.remove(place)).is_some()
        });
        if each && found.is_empty() {
            return Found::Right;
        }
        Found::Wrong(format!("{what} {}", names(wanted.iter().map(words).collect())), all)
    }
}
