//! Scenarios: rules tests as data. A position, scripted actions and answers, and what must be true then.
//!
//! [`Scenario`] is the record of the file format (JSON Lines), [`Cards`] compiles what scenarios use, and [`run`] plays one at
//! the level of decisions: each player has a queue of actions and queues of answers, and what is in none of them is answered as
//! the format's defaults say.

mod amounts;
mod answers;
mod cards;
mod defaults;
mod fields;
mod judge;
mod mana_first;
mod model;
mod play;
mod record;
mod setup;
mod table;
mod tactic;
mod test;
mod text;
mod toml;
mod ways;
mod why;
mod worded;

pub use self::toml::{Book, read_toml};
pub use cards::{Cards, card_names, check};
pub use model::*;
pub use play::{Ask, Check, Trial, run, run_asking, run_with};
pub use record::of_game;
pub use setup::position;
pub use tactic::{Choice, Tactic, Words};

use thiserror::Error;

/// How a scenario ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// All that was asserted is so.
    Pass,
    /// Something is not so.
    Fail(Failure),
    /// It can't be run: why.
    Unsupported(String),
}

/// What is not as a scenario says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
    /// The game's journal, if it was asked for.
    pub journal: Vec<String>,
}

/// How to run scenarios.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RunOptions {
    /// Keep a journal, for failures.
    pub journal: bool,
}

/// Something in a file that isn't a scenario.
#[derive(Debug, Error)]
pub enum ReadError {
    /// It isn't TOML.
    #[error("{cause}")]
    Toml {
        /// What the reader says.
        cause: ::toml::de::Error,
    },
    /// A scenario says something that it can't.
    #[error("{id}: {what}")]
    Said {
        /// Its name.
        id: String,
        /// What is wrong.
        what: String,
    },
    /// A line isn't JSON.
    #[error("line {line}: {cause}")]
    Json {
        /// The line, from 1.
        line: usize,
        /// What the reader says.
        cause: serde_json::Error,
    },
    /// It has no name.
    #[error("a scenario needs an id")]
    NoId {
        /// The line, or in TOML the number of the scenario, from 1.
        line: usize,
    },
}

impl ReadError {
    /// The line of a file with these contents that it is about, from 1; `None` if it says it itself, or it isn't known.
    pub fn line(&self, contents: &str) -> Option<usize> {
        let lines = || contents.lines().zip(1..);
        match self {
            ReadError::Toml { .. } | ReadError::Json { .. } => None,
            ReadError::Said { id, .. } => {
                let quoted = [format!("\"{id}\""), format!("'{id}'")];
                let says = |line: &str| {
                    let value =
                        line.trim_start().strip_prefix("id").and_then(|rest| rest.trim_start().strip_prefix('='));
                    value.is_some_and(|value| {
                        quoted.iter().any(|quoted| value.trim_start().starts_with(quoted.as_str()))
                    })
                };
                lines().find(|(line, _)| says(line)).map(|(_, number)| number)
            }
            ReadError::NoId { line } if contents.trim_start().starts_with('{') => Some(*line),
            ReadError::NoId { line } => {
                let heads = lines().filter(|(text, _)| text.trim().starts_with("[[scenario]]"));
                heads.map(|(_, number)| number).nth(*line - 1)
            }
        }
    }
}

/// A scenario of a file, or what of it can be told if it says something unknown.
#[derive(Clone, PartialEq, Debug)]
pub enum Entry {
    /// A scenario.
    Known(Box<Scenario>),
    /// A record with something in it that this version doesn't know.
    Unknown {
        /// The unique name.
        id: String,
        /// The chapter.
        area: String,
        /// What is unknown.
        why: String,
    },
}

impl Entry {
    /// The unique name.
    pub fn id(&self) -> &str {
        match self {
            Entry::Known(scenario) => &scenario.id,
            Entry::Unknown { id, .. } => id,
        }
    }

    /// The chapter.
    pub fn area(&self) -> &str {
        match self {
            Entry::Known(scenario) => &scenario.area,
            Entry::Unknown { area, .. } => area,
        }
    }
}

/// Reads a file of scenarios in JSON Lines.
///
/// # Errors
/// If a line is not JSON or has no id.
pub fn read_jsonl(contents: &str) -> Result<Vec<Entry>, ReadError> {
    let lines = contents.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| match serde_json::from_str::<Scenario>(line) {
            Ok(scenario) => Ok(Entry::Known(Box::new(scenario))),
            Err(error) => {
                let value: serde_json::Value =
                    serde_json::from_str(line).map_err(|cause| ReadError::Json { line: index + 1, cause })?;
                let word = |key: &str| value.get(key).and_then(|value| value.as_str()).unwrap_or_default().to_owned();
                let id = word("id");
                if id.is_empty() {
                    return Err(ReadError::NoId { line: index + 1 });
                }
                Ok(Entry::Unknown { id, area: word("area"), why: format!("the record can't be read: {error}") })
            }
        })
        .collect()
}
