//! Magic cards as programs: the compiled form that a card's text stands for, the compiler from text to it, and its telling in
//! plain English. There is no game here: positions and rules are in `gauntlet-magic`, which carries out what is written in this form.

pub mod ability;
pub mod card;
pub mod cost;
pub mod designation;
pub mod dungeon;
pub mod effect;
pub mod explain;
pub mod face_down;
pub mod filter;
pub mod happening;
pub mod keyword;
pub mod layers;
pub mod mana;
pub mod mana_ability;
pub mod mention;
mod public;
pub mod splice;
mod subtypes;
mod support;
// Trees live for as long as one paragraph is compiled, and their rows are written in the grammar's own form.
#[allow(clippy::large_enum_variant, clippy::enum_variant_names, clippy::redundant_closure)]
pub mod text;
pub mod types;
