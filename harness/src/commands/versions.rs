//! `compare` and `deck tune` as experiment files: the options of the command in TOML, as it reads them.

use std::ffi::OsString;
use std::path::Path;

use clap::Parser;

use crate::commands::cli::{Cli, Command, DeckCommand};
use crate::commands::compare::CompareArgs;
use crate::commands::tune::TuneArgs;
use crate::error::Error;

/// An experiment of such a command.
pub struct Asked {
    /// The words of the command, without the program's name.
    pub words: Vec<OsString>,
    /// The game, if it is named.
    pub game: Option<String>,
    /// What is asked for.
    pub versions: Versions,
}

/// A command that plays versions of decks.
pub enum Versions {
    /// `compare`.
    Compare(Box<CompareArgs>),
    /// `deck tune`.
    Tune(Box<TuneArgs>),
}

/// The options that aren't of the experiment, but of how it is played.
const NOT_HERE: [&str; 4] = ["threads", "out", "json", "quiet"];

/// What an experiment file asks for, if that is such a command; nothing of other files.
///
/// # Errors
/// If the command doesn't read what the file has so: the message is the command's, after the file's name.
pub fn of_file(path: &Path) -> Result<Option<Asked>, Error> {
    // What can't be read is told by who reads other experiments.
    let Some(table) = std::fs::read_to_string(path).ok().and_then(|text| text.parse::<toml::Table>().ok()) else {
        return Ok(None);
    };
    let decks: &[&str] = match table.get("command").and_then(toml::Value::as_str) {
        Some("compare") => &["compare"],
        Some("tune") => &["deck", "tune"],
        _ => return Ok(None),
    };
    let bad = |what: String| Error::input(format!("{}: {what}", path.display()));
    let mut words: Vec<OsString> =
        std::iter::once("gauntlet").chain(decks.iter().copied()).map(OsString::from).collect();
    let mut named = Vec::new();
    for (key, value) in &table {
        match (key.as_str(), value) {
            ("command", _) => {}
            ("decks", toml::Value::Array(list)) => {
                named = list
                    .iter()
                    .map(word)
                    .collect::<Option<_>>()
                    .ok_or_else(|| bad("decks are a list of texts".to_owned()))?;
            }
            ("battle", toml::Value::Table(battle)) => {
                for (key, value) in battle {
                    words.extend(options(key, value).ok_or_else(|| bad(format!("`{key}` makes no sense")))?);
                }
            }
            (key, _) if NOT_HERE.contains(&key) => {
                return Err(bad(format!("`{key}` is an option of 'gauntlet run', not of the experiment")));
            }
            (key, value) => words.extend(options(key, value).ok_or_else(|| bad(format!("`{key}` makes no sense")))?),
        }
    }
    words.push("--".into());
    words.extend(named.into_iter().map(OsString::from));
    let cli = Cli::try_parse_from(&words).map_err(|error| {
        let text = error.render().to_string();
        let said = text.split("\n\n").next().unwrap_or_default();
        bad(said.strip_prefix("error: ").unwrap_or(said).trim().to_owned())
    })?;
    let versions = match cli.command {
        Command::Compare(args) => Versions::Compare(Box::new(args)),
        Command::Deck(DeckCommand::Tune(args)) => Versions::Tune(args),
        _ => return Ok(None),
    };
    words.remove(0);
    Ok(Some(Asked { words, game: cli.game, versions }))
}

/// A value as a command line has it.
fn word(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Float(number) => Some(number.to_string()),
        _ => None,
    }
}

/// An option as a command line has it: nothing if it is false, once for each value of a list.
fn options(key: &str, value: &toml::Value) -> Option<Vec<OsString>> {
    let option = format!("--{}", key.replace('_', "-"));
    match value {
        toml::Value::Boolean(false) if key == "skip_unplayable" => Some(vec![(option + "=no").into()]),
        toml::Value::Boolean(false) => Some(Vec::new()),
        toml::Value::Boolean(true) => Some(vec![option.into()]),
        toml::Value::Array(values) => {
            values.iter().map(|value| Some(format!("{option}={}", word(value)?).into())).collect()
        }
        value => Some(vec![format!("{option}={}", word(value)?).into()]),
    }
}
