//! Which fields the tables of a scenario have, for files in TOML: what people write there and nobody reads is an error.

use gauntlet_core::suggest;
use serde_json::{Map, Value};

/// A card that is put somewhere.
const PUT: &[&str] = &["card", "count", "tapped", "as", "custom"];
/// A card of the scenario alone, and its faces: the layout of the card databases, and three shorter names.
const CUSTOM: &[&str] = &[
    "name",
    "cost",
    "mana_cost",
    "type",
    "types",
    "type_line",
    "text",
    "power",
    "toughness",
    "loyalty",
    "defense",
    "colors",
    "color_indicator",
    "layout",
    "faces",
];
const OPTIONS: &[&str] = &["manual_mana"];
/// A part of a scenario; the only one's fields stand in the scenario itself.
pub(super) const SEGMENT: &[&str] = &["actions", "answers", "stop", "asserts", "expect_illegal"];
const MOMENT: &[&str] = &["turn", "step"];
/// What an agent is tried by.
const TACTIC: &[&str] = &["plays", "from", "must", "never", "order"];
/// Who does what when, in every action.
const ACTION: &[&str] = &["at", "turn", "step", "player", "do", "A", "B"];
/// A card or ability that is used.
const USE: &[&str] = &["card", "as", "ability", "source", "oracle", "source_candidates", "targets", "via", "when"];
const WHEN: &[&str] = &["on_stack", "not_on_stack", "copy_on_stack", "top_of_stack", "mana_in_pool"];
/// An object or player, described.
const DESCRIBED: &[&str] = &["name", "as", "player", "mode", "nth", "copy", "amount"];
const DEFENDED: &[&str] = &["player", "permanent"];
const ANSWERS: &[&str] = &["choices", "targets", "modes"];
/// An answer that is more than a word, besides what describes an object.
const ANSWER: &[&str] = &["skip", "all", "cost", "coin", "die", "cancel_payment"];
/// Whom an assertion is about, in every one of a segment; `of` says it in an action that checks.
const ASSERTION: &[&str] = &["kind", "player"];
const CHECK: &[&str] = &["kind", "of"];

/// What an action of a kind says besides [`ACTION`]; none for those that there aren't.
fn of_deed(deed: &str) -> Option<&'static [&'static str]> {
    Some(match deed {
        "cast" | "play_land" | "activate" | "activate_mana" => USE,
        "attack" => &["attacker", "defender"],
        "block" => &["blocker", "attacker"],
        "add_counters" => &["card", "counter", "count"],
        "no_attack" | "no_block" | "concede" | "resolve_stack" | "resolve_one" => &[],
        _ => return None,
    })
}

/// What an assertion of a kind says besides [`ASSERTION`] or [`CHECK`]; none for those that there aren't.
fn of_test(kind: &str) -> Option<&'static [&'static str]> {
    Some(match kind {
        "life" | "won" | "lost" | "active_player" | "monarch" => &["value"],
        "permanent_count" | "token_count" => &["card", "count"],
        "zone_count" => &["zone", "card", "count"],
        "pt" | "base_pt" => &["card", "power", "toughness", "scope"],
        "ability" => &["card", "ability", "has", "permanents"],
        "ability_count" => &["card", "ability", "count"],
        "counters" => &["card", "counter", "count"],
        "card_counters" => &["zone", "card", "counter", "count"],
        "player_counters" => &["counter", "count"],
        "tapped" | "attacking" | "damage" => &["card", "value"],
        "tapped_count" => &["card", "tapped", "count"],
        "attached" => &["attachment", "to", "value"],
        "type" => &["card", "type", "has", "zone"],
        "subtype" => &["card", "subtype", "has", "zone"],
        "color" => &["card", "colors", "color", "has"],
        "emblem_count" | "stack_size" => &["count"],
        "mana_pool" => &["color", "count"],
        "stack_object" => &["text", "count"],
        "result" => &["value", "result"],
        "turn" => &["value", "count"],
        "zone_of" => &["as", "zone", "value"],
        "can_do" => &["verb", "card", "ability", "source", "via", "value"],
        "can_attack" => &["card", "attacker", "value"],
        "attackers" => &["attackers", "cards", "value"],
        "blockers" => &["attacker", "card", "blockers", "cards", "value"],
        "probe" => &["what", "card", "op", "value", "supertype"],
        _ => return None,
    })
}

/// Which fields may stand in a table: those of these lists.
struct Known<'k>(&'k [&'k [&'k str]]);

impl Known<'_> {
    /// Refuses the first field of a table that there isn't. `of` is what the table is called.
    fn check(&self, of: &str, fields: &Map<String, Value>) -> Result<(), String> {
        let known: Vec<&str> = self.0.iter().flat_map(|list| list.iter().copied()).collect();
        match fields.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) if known.is_empty() => Err(format!("{of} has no field `{key}`, nor any other")),
            Some(key) => Err(format!("{of} has no field `{key}`; its fields are {}", suggest::list(&known))),
            None => Ok(()),
        }
    }

    fn check_value(&self, of: &str, value: &Value) -> Result<(), String> {
        value.as_object().map_or(Ok(()), |fields| self.check(of, fields))
    }
}

/// The values of a list; of what is none, no value.
fn list(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Refuses what a card that is put into a zone can't say.
pub(super) fn check_put(zone: &str, put: &Map<String, Value>) -> Result<(), String> {
    Known(&[PUT]).check(&format!("a card of `{zone}`"), put)?;
    let Some(custom) = put.get("custom") else { return Ok(()) };
    for face in std::iter::once(custom).chain(list(custom.get("faces"))) {
        Known(&[CUSTOM]).check_value("a card's text", face)?;
    }
    Ok(())
}

/// Refuses what `options` can't say.
pub(super) fn check_options(options: &Value) -> Result<(), String> {
    Known(&[OPTIONS]).check_value("`options`", options)
}

/// Refuses what `tactic` can't say.
pub(super) fn check_tactic(tactic: &Map<String, Value>) -> Result<(), String> {
    Known(&[TACTIC]).check("`tactic`", tactic)?;
    tactic.get("from").map_or(Ok(()), |from| Known(&[MOMENT]).check_value("`from`", from))
}

/// Refuses what a segment can't say: every table in it.
pub(super) fn check_segment(segment: &Map<String, Value>) -> Result<(), String> {
    Known(&[SEGMENT]).check("a segment", segment)?;
    if let Some(stop) = segment.get("stop") {
        Known(&[MOMENT]).check_value("`stop`", stop)?;
    }
    for action in list(segment.get("actions")) {
        action.as_object().map_or(Ok(()), check_action)?;
    }
    for (side, answers) in segment.get("answers").and_then(Value::as_object).into_iter().flatten() {
        Known(&[ANSWERS]).check_value(&format!("`answers.{side}`"), answers)?;
        for answer in answers.as_object().into_iter().flatten().flat_map(|(_, answers)| list(Some(answers))) {
            check_answer(answer)?;
        }
    }
    for assertion in list(segment.get("asserts")) {
        if let Some(fields) = assertion.as_object() {
            check_test(fields, &[ASSERTION])?;
        }
    }
    Ok(())
}

fn check_action(action: &Map<String, Value>) -> Result<(), String> {
    let deed = ["do", "A", "B"].into_iter().find_map(|key| action.get(key)?.as_str()).unwrap_or_default();
    if deed == "check" {
        return check_test(action, &[ACTION, CHECK]);
    }
    // What isn't done at all is found by the reader of records.
    let Some(own) = of_deed(deed) else { return Ok(()) };
    Known(&[ACTION, own]).check(&format!("`{deed}`"), action)?;
    if let Some(when) = action.get("when") {
        Known(&[WHEN]).check_value("`when`", when)?;
    }
    if let Some(defender) = action.get("defender") {
        Known(&[DEFENDED]).check_value("`defender`", defender)?;
        defender.get("permanent").map_or(Ok(()), check_reference)?;
    }
    check_references(action)
}

fn check_test(fields: &Map<String, Value>, around: &[&[&str]]) -> Result<(), String> {
    let kind = fields.get("kind").and_then(Value::as_str).unwrap_or_default();
    let Some(own) = of_test(kind) else { return Ok(()) };
    let known: Vec<&[&str]> = around.iter().copied().chain([own]).collect();
    Known(&known).check(&format!("`{kind}`"), fields)?;
    check_references(fields)
}

/// The objects that an action or assertion means.
fn check_references(fields: &Map<String, Value>) -> Result<(), String> {
    for key in ["card", "attacker", "blocker", "attachment", "to"] {
        fields.get(key).map_or(Ok(()), check_reference)?;
    }
    ["targets", "attackers", "blockers", "cards"]
        .into_iter()
        .flat_map(|key| list(fields.get(key)))
        .try_for_each(check_reference)
}

fn check_reference(reference: &Value) -> Result<(), String> {
    Known(&[DESCRIBED]).check_value("what means an object", reference)
}

fn check_answer(answer: &Value) -> Result<(), String> {
    Known(&[DESCRIBED, ANSWER]).check_value("an answer", answer)?;
    list(answer.get("all")).iter().try_for_each(check_answer)
}
