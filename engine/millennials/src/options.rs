//! What else is a parameter of a battle.

use std::str::FromStr;

use gauntlet_core::Player;
use serde::{Deserialize, Serialize};

use crate::policy::Policy;
use crate::random::Generator;

/// The seat of the villain in battles as shipped: it places its cards first.
pub const VILLAIN: Player = Player::FIRST;
/// The seat of the player in battles as shipped.
pub const HERO: Player = Player::SECOND;

/// How the seats differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Not at all: both decks are shuffled, both players place their cards without seeing what the other does, they are
    /// revealed in the order of [`Priority`], and equal totals and locations are a draw.
    #[default]
    Symmetric,
    /// As shipped: the villain's deck isn't shuffled, the villain places its cards first, face down, and they are revealed first;
    /// the player sees where they lie; equal scores are won by the player.
    Shipped,
}

/// Whose cards are revealed first in a turn of a symmetric battle. That player's cards also come first wherever both players'
/// cards are gone through.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Priority {
    /// The first player's in odd turns, the second player's in even ones.
    #[default]
    Alternate,
    /// Those of the player with the greater total power; alternating where it is equal.
    Leader,
    /// Always the first player's.
    First,
}

/// Everything but decks and seed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// How the seats differ.
    pub mode: Mode,
    /// Who reveals first.
    pub priority: Priority,
    /// In which order effects resolve.
    pub policy: Policy,
    /// Where random numbers come from.
    pub generator: Generator,
    /// Whether the villain of a shipped battle plays by itself, as in the shipped game, with the battle's random numbers.
    pub villain_plays: bool,
}

/// Reads a word as TOML and JSON have it.
macro_rules! word {
    ($($kind:ty),*) => { $(
        impl FromStr for $kind {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                serde_json::from_value(text.into()).map_err(|error| error.to_string())
            }
        }
    )* };
}

word!(Mode, Priority, Generator);
