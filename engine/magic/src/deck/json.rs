//! Decklists as JSON: an object with `main`, and if it has them `name`, `format`, `side` or `sideboard`, and `commander`. The cards of a part are an object
//! of counts by name, or a list of objects with `name` and `count`. A file may have many, one after another.

use std::path::Path;

use serde_json::{Deserializer, Value};

use super::line::{MOST, Section, without_marks};
use super::list::{Deck, Entry};
use super::name::straighten;
use super::problem::{DeckError, Problem, ProblemKind};

/// The lists in a text.
///
/// # Errors
/// If something in it is no JSON or no decklist.
pub(super) fn read(file: &Path, text: &str) -> Result<Vec<Deck>, DeckError> {
    let mut decks = Vec::new();
    let mut values = Deserializer::from_str(text).into_iter::<Value>();
    let line_of = |offset: usize| {
        let begins = text[offset..].len() - text[offset..].trim_start().len();
        1 + text[..offset + begins].matches('\n').count() as u32
    };
    loop {
        let line = line_of(values.byte_offset());
        let fail = |line: u32, column: u32, found: String| {
            let kind = ProblemKind::NotADecklist { found };
            DeckError { file: file.to_owned(), problems: vec![Problem { line, column, kind }] }
        };
        match values.next() {
            None => return Ok(decks),
            Some(Err(error)) => {
                let what = error.to_string();
                let what = what.split(" at line").next().unwrap_or_default().to_owned();
                return Err(fail(
                    error.line() as u32,
                    error.column() as u32,
                    format!("it is JSON that is broken here ({what})"),
                ));
            }
            Some(Ok(Value::Array(many))) => {
                for value in &many {
                    decks.push(one(file, value, line).ok_or_else(|| fail(line, 0, OTHER.to_owned()))?);
                }
            }
            Some(Ok(value)) => decks.push(one(file, &value, line).ok_or_else(|| fail(line, 0, OTHER.to_owned()))?),
        }
    }
}

const OTHER: &str = "it is JSON without 'main', an object of counts by cards' names";

/// The list that a value is; `None` if it is none.
fn one(file: &Path, value: &Value, line: u32) -> Option<Deck> {
    let mut deck = Deck::of_file(file);
    deck.line = line;
    deck.set_title(value.get("name").and_then(Value::as_str).unwrap_or_default());
    deck.set_format(value.get("format").and_then(Value::as_str).unwrap_or_default());
    let main = value.get("main").or_else(|| value.get("mainboard"))?;
    let side = value.get("side").or_else(|| value.get("sideboard"));
    let commander = value.get("commander").or_else(|| value.get("commanders"));
    for (part, section) in [(Some(main), Section::Main), (side, Section::Sideboard), (commander, Section::Commander)] {
        for (name, count) in part.map_or(Some(Vec::new()), cards)? {
            let name = straighten(without_marks(&name));
            let problem = |kind| Problem { line, column: 0, kind };
            deck.put_or_report(
                section,
                match count {
                    0 => Err(problem(ProblemKind::Zero { name })),
                    1..=MOST => Ok(Entry { count, name, line, column: 0 }),
                    _ => Err(problem(ProblemKind::TooManyOnALine { name, most: MOST })),
                },
            );
        }
    }
    Some(deck)
}

/// The cards of a part with their counts.
fn cards(part: &Value) -> Option<Vec<(String, u32)>> {
    let count = |value: &Value| value.as_u64().map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    match part {
        Value::Null => Some(Vec::new()),
        Value::Object(counts) => counts.iter().map(|(name, value)| Some((name.clone(), count(value)?))).collect(),
        Value::Array(list) => list
            .iter()
            .map(|card| match card {
                Value::String(name) => Some((name.clone(), 1)),
                _ => {
                    let number = card.get("count").or_else(|| card.get("quantity")).map_or(Some(1), count)?;
                    Some((card.get("name")?.as_str()?.to_owned(), number))
                }
            })
            .collect(),
        _ => None,
    }
}
