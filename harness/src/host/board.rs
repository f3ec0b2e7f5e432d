//! A position as a board that people look at: cards in areas, and numbers of the players.

use gauntlet_core::Player;
use serde::Serialize;

/// A place on a board where things lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Area {
    /// What it is called.
    #[serde(rename = "n")]
    pub name: &'static str,
    /// Whose it is: the seat; none for what is everybody's.
    #[serde(rename = "s", skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// How it is drawn.
    #[serde(rename = "k")]
    pub kind: AreaKind,
    /// Of lanes, which one, from the left.
    #[serde(rename = "l", skip_serializing_if = "Option::is_none")]
    pub lane: Option<u8>,
}

/// How an area is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AreaKind {
    /// A player's hand.
    Hand,
    /// A row on the table; the first one of a player is nearest to the other.
    Row,
    /// Cards of which the last one is on top, drawn small.
    Pile,
    /// What waits to resolve, the last one first.
    Stack,
    /// A part of the table that both players fight over: their sides of it, or (without a seat) itself.
    Lane,
}

/// What is printed on a card.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Face {
    /// The name.
    #[serde(rename = "n")]
    pub name: String,
    /// The cost, with mana symbols in braces.
    #[serde(rename = "c", skip_serializing_if = "String::is_empty")]
    pub cost: String,
    /// The line of types.
    #[serde(rename = "t", skip_serializing_if = "String::is_empty")]
    pub types: String,
    /// The text by paragraphs.
    #[serde(rename = "x", skip_serializing_if = "Vec::is_empty")]
    pub text: Vec<String>,
    /// Power and toughness or the like.
    #[serde(rename = "p", skip_serializing_if = "String::is_empty")]
    pub size: String,
    /// The letters of the colours that it is drawn in: none, one or several of W, U, B, R, G; L for a land.
    #[serde(rename = "k", skip_serializing_if = "String::is_empty")]
    pub colours: String,
    /// The numbers of its other faces.
    #[serde(skip)]
    pub others: Vec<u32>,
}

/// Something that lies on a board.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Thing {
    /// The number of its card.
    pub card: u32,
    /// A mark by which choices mean it.
    pub mark: Option<u32>,
    /// Its power and toughness or the like now; empty where that is as printed.
    pub size: String,
    /// What else is to be said of it: counters, damage, what it attacks.
    pub notes: Vec<String>,
    /// Whether it is turned sideways.
    pub tapped: bool,
    /// Whether it is attached to the one before it, or to the one that that is attached to.
    pub attached: bool,
    /// Bit *i*: the player of seat *i* doesn't know which card it is.
    pub unknown_to: u8,
    /// The number of the card that it looks like to those who don't know it; none: the back of a card.
    pub seen_as: Option<u32>,
}

impl Thing {
    /// A card that all know.
    pub fn of(card: u32) -> Thing {
        Thing { card, ..Thing::default() }
    }
}

/// A position as people see it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Board {
    /// When in the game: "precombat main".
    pub moment: String,
    /// Whose turn it is; none if it is everybody's.
    pub active: Option<Player>,
    /// The numbers of each player.
    pub numbers: [Vec<i32>; 2],
    /// What else is to be said of each player.
    pub notes: [Vec<String>; 2],
    /// What lies in each area.
    pub areas: Vec<Vec<Thing>>,
}

/// Something that waits to resolve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// As it lies on the board.
    pub thing: Thing,
    /// What it is: "spell".
    pub kind: &'static str,
    /// How far it is: "waiting".
    pub stage: &'static str,
    /// Whose it is.
    pub controller: Player,
    /// The number of the action that it is.
    pub action: u32,
    /// The same in words.
    pub does: String,
    /// The mark of what it is from; none if that is nothing, or gone.
    pub source: Option<u32>,
    /// What it is aimed at, by marks.
    pub targets: Vec<u32>,
    /// How many games the one that it belongs to is played within.
    pub within: usize,
}

/// The mark of a player, as of a thing: see [`Thing::mark`].
pub fn mark_of(player: Player) -> u32 {
    PLAYERS + player.index() as u32
}

/// The marks of players begin here. Those of things are less.
pub const PLAYERS: u32 = 1 << 24;
