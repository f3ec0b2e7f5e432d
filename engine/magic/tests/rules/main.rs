//! Rules of the game, each proven by a played position. Cards are made up for the purpose and compiled from their text.
//! One program for all of them: linking is what tests of a large crate cost.

mod actions;
mod beliefs;
mod beyond;
mod by_hand;
mod chosen;
mod combat;
mod commander;
mod common;
mod faces;
mod fuzzed;
mod game;
mod hidden;
mod in_code;
mod keywords;
mod known;
mod lasting;
mod layers;
mod mana;
mod meeting;
mod read;
mod refused;
mod replacement;
mod table;
mod turns;
mod words;
