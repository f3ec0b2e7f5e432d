//! The front end for scenarios that people write: TOML with the same fields, and shorter ways to say some of them.
//!
//! A file is turned into the records of the JSON Lines format; `engine/magic/scenarios/README.md` describes it.

use gauntlet_core::suggest;
use serde_json::{Map, Value};

use super::fields::{SEGMENT, check_options, check_put, check_segment, check_tactic};
use super::model::Scenario;
use super::{Entry, ReadError};

/// The scenarios of a file, and the cards that are written in it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Book {
    /// The scenarios.
    pub entries: Vec<Entry>,
    /// Cards in the format of card files, for these scenarios alone.
    pub cards: String,
}

/// Reads a file of scenarios in TOML.
///
/// # Errors
/// If the file is no TOML or a scenario says something that it can't.
pub fn read_toml(contents: &str) -> Result<Book, ReadError> {
    let file: Value = toml::from_str(contents).map_err(|cause| ReadError::Toml { cause })?;
    let cards = file.get("cards").and_then(Value::as_str).unwrap_or_default().to_owned();
    let area = file.get("area").cloned();
    let known = ["cards", "area", "scenario"];
    let odd = file.as_object().into_iter().flatten().find(|(key, _)| !known.contains(&key.as_str()));
    if let Some((key, _)) = odd {
        let what = format!("there is no field `{key}`; its fields are {}", suggest::list(&known));
        return Err(ReadError::Said { id: "the file".to_owned(), what });
    }
    let list = file.get("scenario").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut entries = Vec::with_capacity(list.len());
    for (index, mut value) in list.into_iter().enumerate() {
        let id = value.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
        if id.is_empty() {
            return Err(ReadError::NoId { line: index + 1 });
        }
        if let (Some(area), Some(fields)) = (&area, value.as_object_mut()) {
            fields.entry("area").or_insert(area.clone());
        }
        let said = |what: String| ReadError::Said { id: id.clone(), what };
        let record = record(value).map_err(said)?;
        let said = |cause: serde_json::Error| ReadError::Said { id: id.clone(), what: in_words(&cause.to_string()) };
        let scenario: Scenario = serde_json::from_value(record).map_err(said)?;
        if scenario.format == "duel" && scenario.speaks_of_others() {
            let what = "it speaks of a player C or D; games here have two players, A and B".to_owned();
            return Err(ReadError::Said { id, what });
        }
        entries.push(Entry::Known(Box::new(scenario)));
    }
    Ok(Book { entries, cards })
}

/// What the reader of records says, in the words of those who write them.
fn in_words(said: &str) -> String {
    const WORDS: [(&str, &str); 8] = [
        (
            "data did not match any variant of untagged enum Reference",
            "an object is a name, \"Bear\", or a table, { name = \"Bear\", nth = 1 } or { player = \"B\" }",
        ),
        (
            "data did not match any variant of untagged enum Answer",
            "an answer is true, false, a number, a text, or a table such as { player = \"B\" }",
        ),
        ("expected i64", "expected a whole number"),
        ("expected i32", "expected a whole number"),
        ("expected u32", "expected a whole number from 0"),
        ("expected u16", "expected a whole number from 0"),
        ("expected u8", "expected a whole number from 0"),
        ("unknown variant", "there is no"),
    ];
    WORDS.iter().fold(said.to_owned(), |said, (from, to)| said.replace(from, to))
}

/// Fields of a scenario that are taken as they are.
const PLAIN: [&str; 12] = [
    "id",
    "area",
    "rule",
    "note",
    "format",
    "strict",
    "exact",
    "no_shuffle",
    "clear_library",
    "options",
    "segments",
    "tactic",
];

const ZONES: [&str; 7] = ["battlefield", "hand", "graveyard", "library", "exile", "command", "sideboard"];

/// The record of a scenario.
fn record(value: Value) -> Result<Value, String> {
    let Value::Object(fields) = value else { return Err("a scenario is a table".to_owned()) };
    let (mut record, mut segment) = (Map::new(), Map::new());
    let (mut setup, mut life) = (Vec::new(), Map::new());
    for (key, value) in fields {
        match key.as_str() {
            "A" | "B" => player(&key, value, &mut setup, &mut life)?,
            "options" => {
                check_options(&value)?;
                record.insert(key, value);
            }
            "tactic" => {
                record.insert(key, tactic(value)?);
            }
            plain if PLAIN.contains(&plain) => {
                record.insert(key, value);
            }
            part if SEGMENT.contains(&part) => {
                segment.insert(key, value);
            }
            _ => {
                let known: Vec<&str> = ["A", "B"].into_iter().chain(PLAIN).chain(SEGMENT.iter().copied()).collect();
                return Err(format!("a scenario has no field `{key}`; its fields are {}", suggest::list(&known)));
            }
        }
    }
    let segments = match record.remove("segments") {
        Some(Value::Array(segments)) if segment.is_empty() => segments,
        None if !segment.is_empty() => vec![Value::Object(segment)],
        _ => return Err("it has either segments or one segment's fields".to_owned()),
    };
    let segments: Result<Vec<Value>, String> = segments.into_iter().map(with_moments).collect();
    record.insert("segments".to_owned(), Value::Array(segments?));
    record.insert("setup".to_owned(), Value::Array(setup));
    record.insert("life".to_owned(), Value::Object(life));
    record.entry("exact").or_insert(Value::Bool(true));
    Ok(Value::Object(record))
}

/// What a player begins with.
fn player(side: &str, value: Value, setup: &mut Vec<Value>, life: &mut Map<String, Value>) -> Result<(), String> {
    let Value::Object(mut fields) = value else { return Err(format!("`{side}` is a table")) };
    if let Some(total) = fields.remove("life") {
        life.insert(side.to_owned(), total);
    }
    for zone in ZONES {
        let Some(cards) = fields.remove(zone) else { continue };
        let Value::Array(cards) = cards else { return Err(format!("`{side}.{zone}` is a list of cards")) };
        for card in cards {
            let mut put = match card {
                Value::String(text) => counted(&text),
                Value::Object(put) => {
                    check_put(&format!("{side}.{zone}"), &put)?;
                    put
                }
                _ => return Err(format!("`{side}.{zone}` is a list of names and tables")),
            };
            put.insert("player".to_owned(), Value::from(side));
            put.insert("zone".to_owned(), Value::from(zone));
            setup.push(Value::Object(put));
        }
    }
    match fields.keys().next() {
        Some(key) => {
            let known: Vec<&str> = ["life"].into_iter().chain(ZONES).collect();
            Err(format!("`{side}` has no field `{key}`; its fields are {}", suggest::list(&known)))
        }
        None => Ok(()),
    }
}

/// "3 Forest": three of them.
fn counted(text: &str) -> Map<String, Value> {
    let mut put = Map::new();
    let counted = text.split_once(' ').and_then(|(count, card)| Some((count.parse::<u32>().ok()?, card)));
    let (count, card) = counted.unwrap_or((1, text));
    put.insert("card".to_owned(), Value::from(card));
    put.insert("count".to_owned(), Value::from(count));
    put
}

/// What an agent is tried by, with a moment that is written `2 main1`.
fn tactic(value: Value) -> Result<Value, String> {
    let Value::Object(mut tactic) = value else { return Err("`tactic` is a table".to_owned()) };
    check_tactic(&tactic)?;
    if let Some(Value::String(text)) = tactic.get("from") {
        let from = moment(text)?;
        tactic.insert("from".to_owned(), Value::Object(from));
    }
    Ok(Value::Object(tactic))
}

/// A segment whose moments are written `2 main1`.
fn with_moments(segment: Value) -> Result<Value, String> {
    let Value::Object(mut segment) = segment else { return Err("a segment is a table".to_owned()) };
    check_segment(&segment)?;
    match segment.get("stop") {
        Some(Value::String(text)) => {
            let moment = moment(text)?;
            segment.insert("stop".to_owned(), Value::Object(moment));
        }
        Some(_) => {}
        None => return Err("it needs a stop, until which it is played: stop = \"1 end\"".to_owned()),
    }
    // An action without a moment comes at that of the one before.
    let mut at = Map::new();
    let actions = segment.get_mut("actions").and_then(Value::as_array_mut).into_iter().flatten();
    for action in actions {
        let Value::Object(fields) = action else { return Err("an action is a table".to_owned()) };
        if let Some(text) = fields.remove("at") {
            at = moment(text.as_str().unwrap_or_default())?;
        }
        for (key, value) in &at {
            fields.entry(key.clone()).or_insert(value.clone());
        }
        // `A = "cast"` is `player = "A", do = "cast"`.
        for side in ["A", "B"] {
            if let Some(deed) = fields.remove(side) {
                fields.insert("player".to_owned(), Value::from(side));
                fields.insert("do".to_owned(), deed);
            }
        }
    }
    Ok(Value::Object(segment))
}

fn moment(text: &str) -> Result<Map<String, Value>, String> {
    let parts = text.split_once(' ').and_then(|(turn, step)| Some((turn.parse::<u32>().ok()?, step)));
    let (turn, step) = parts.ok_or_else(|| format!("a moment is written `2 main1`, not `{text}`"))?;
    let mut moment = Map::new();
    moment.insert("turn".to_owned(), Value::from(turn));
    moment.insert("step".to_owned(), Value::from(step));
    Ok(moment)
}
