//! What agents are told of the other's deck.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::host::lists::DeckList;

/// How much agents are told of the other's deck.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Told {
    /// Its list.
    #[default]
    List,
    /// The lists of which it is one.
    Field,
    /// Nothing.
    Nothing,
}

impl Told {
    /// The word for it on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Told::List => "list",
            Told::Field => "field",
            Told::Nothing => "nothing",
        }
    }

    /// Returns whether it is the other's list, as where nothing else is said.
    pub fn is_list(&self) -> bool {
        *self == Told::List
    }
}

/// What agents are told of the other's deck: common to all commands that play.
#[derive(Args, Clone, PartialEq, Eq, Default, Debug)]
pub struct KnowsArgs {
    /// Magic: what agents are told of the other's deck: its list; the lists of the field, of which it may be any; or nothing.
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    pub knows: Told,
    /// With --knows field: the directory that has the field's decks [default: the decks that play].
    #[arg(long, value_name = "DIR")]
    pub field_of: Option<PathBuf>,
}

impl KnowsArgs {
    /// These options as words of a command line; nothing where defaults do.
    pub(super) fn words(&self) -> impl Iterator<Item = String> {
        let told = (!self.knows.is_list()).then(|| ["--knows".to_owned(), self.knows.name().to_owned()]);
        let field = self.field_of.iter().map(|dir| ["--field-of".to_owned(), dir.display().to_string()]);
        told.into_iter().chain(field).flatten()
    }

    /// Sees that they make sense.
    ///
    /// # Errors
    /// If a field is named that nobody is told.
    pub fn check(&self) -> Result<(), Error> {
        match &self.field_of {
            Some(_) if self.knows != Told::Field => {
                Err(Error::input("--field-of says which decks the other's may be: it goes with --knows field"))
            }
            _ => Ok(()),
        }
    }

    /// As [`KnowsArgs::check`], for a game in which everyone is told the other's list.
    ///
    /// # Errors
    /// If it is to be otherwise.
    pub fn refuse(&self, game: &str) -> Result<(), Error> {
        match self.knows {
            Told::List => self.check(),
            told => Err(Error::input(format!(
                "--knows {} is for Magic: in {game} agents are told the other's deck",
                told.name()
            ))),
        }
    }
}

/// What agents are told, with the lists that it takes: what decides a game beside decks and seed where somebody isn't told the other's list.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assumed {
    /// How much.
    pub told: Told,
    /// The lists of the field, of which the deck of the player may be any who takes the first turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub field: Vec<DeckList>,
    /// Those of which the deck of the other player may be any, if they are others: decks change with sideboarding.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub second: Vec<DeckList>,
}
