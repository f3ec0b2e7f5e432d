//! What a page has of its game, as JSON: short names, and nothing twice.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::host::board::{Area, Face};

/// All that a page shows.
#[derive(Serialize)]
pub(super) struct Document<'a> {
    pub(super) format: u32,
    pub(super) gauntlet: &'static str,
    pub(super) game: &'static str,
    pub(super) title: &'a str,
    pub(super) players: &'a [String; 2],
    pub(super) facts: &'a [(&'static str, String)],
    pub(super) result: &'a str,
    pub(super) failed: bool,
    pub(super) command: &'a str,
    pub(super) areas: &'static [Area],
    pub(super) numbers: &'static [&'static str],
    pub(super) faces: Vec<FaceLine<'a>>,
    pub(super) things: &'a [ThingLine],
    pub(super) words: &'a [String],
    pub(super) steps: &'a [Step],
    pub(super) story: &'a [Told],
}

/// A card, with the places of its other faces.
#[derive(Serialize)]
pub(super) struct FaceLine<'a> {
    #[serde(flatten)]
    pub(super) face: &'a Face,
    #[serde(rename = "o", skip_serializing_if = "<[usize]>::is_empty")]
    pub(super) others: &'a [usize],
}

/// A thing as it lies on the table; faces and words by their places in the lists.
#[derive(Serialize)]
pub(super) struct ThingLine {
    #[serde(rename = "f")]
    pub(super) face: usize,
    #[serde(rename = "m", skip_serializing_if = "Option::is_none")]
    pub(super) mark: Option<u32>,
    #[serde(rename = "p", skip_serializing_if = "String::is_empty")]
    pub(super) size: String,
    #[serde(rename = "n", skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<usize>,
    #[serde(rename = "t", skip_serializing_if = "std::ops::Not::not")]
    pub(super) tapped: bool,
    #[serde(rename = "a", skip_serializing_if = "std::ops::Not::not")]
    pub(super) attached: bool,
    #[serde(rename = "u", skip_serializing_if = "is_zero")]
    pub(super) unknown_to: u8,
    #[serde(rename = "s", skip_serializing_if = "Option::is_none")]
    pub(super) seen_as: Option<usize>,
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// A position: what is other than in the one before, and what is asked there.
#[derive(Default, Serialize)]
pub(super) struct Step {
    #[serde(rename = "u", skip_serializing_if = "Option::is_none")]
    pub(super) turn: Option<u32>,
    #[serde(rename = "w", skip_serializing_if = "Option::is_none")]
    pub(super) moment: Option<usize>,
    /// Whose turn it is; −1: everybody's.
    #[serde(rename = "v", skip_serializing_if = "Option::is_none")]
    pub(super) active: Option<i32>,
    #[serde(rename = "s", skip_serializing_if = "Option::is_none")]
    pub(super) numbers: Option<[Vec<i32>; 2]>,
    #[serde(rename = "n", skip_serializing_if = "Option::is_none")]
    pub(super) notes: Option<[Vec<usize>; 2]>,
    #[serde(rename = "a", skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) areas: BTreeMap<usize, Vec<usize>>,
    /// By seat, what that player sees otherwise than it is, whatever they saw before.
    #[serde(rename = "y", skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) seen: BTreeMap<usize, Seen>,
    /// None: the game is over.
    #[serde(flatten)]
    pub(super) asked: Option<Asked>,
}

/// What one player sees otherwise than it is.
#[derive(Default, Serialize)]
pub(super) struct Seen {
    #[serde(rename = "s", skip_serializing_if = "Option::is_none")]
    pub(super) numbers: Option<[Vec<i32>; 2]>,
    #[serde(rename = "a", skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) areas: BTreeMap<usize, Vec<usize>>,
}

/// A choice.
#[derive(Serialize)]
pub(super) struct Asked {
    #[serde(rename = "p")]
    pub(super) player: usize,
    #[serde(rename = "q")]
    pub(super) question: usize,
    #[serde(rename = "b", skip_serializing_if = "Option::is_none")]
    pub(super) about: Option<u32>,
    #[serde(rename = "c")]
    pub(super) choices: Vec<usize>,
    /// What each choice means on the board; empty if none means anything.
    #[serde(rename = "m", skip_serializing_if = "Vec::is_empty")]
    pub(super) marks: Vec<Option<u32>>,
    /// Which was taken; none where the game was followed no further.
    #[serde(rename = "t", skip_serializing_if = "Option::is_none")]
    pub(super) taken: Option<usize>,
}

/// The place of a seat in a line that neither player may read.
pub(super) const NOBODY: usize = 2;

/// A line of the story: it had been told when the game came to this step.
#[derive(Serialize)]
pub(super) struct Told {
    #[serde(rename = "s")]
    pub(super) step: usize,
    /// How deep it is indented; 0 is a heading.
    #[serde(rename = "l")]
    pub(super) level: usize,
    #[serde(rename = "x")]
    pub(super) text: String,
    /// The seat of the only player who may read it, or [`NOBODY`]; none: both may.
    #[serde(rename = "h", skip_serializing_if = "Option::is_none")]
    pub(super) secret_of: Option<usize>,
}
