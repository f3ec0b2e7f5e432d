//! The Magic rules engine, and the compiler from card text to abilities.

pub mod ability;
pub mod card;
pub mod cost;
pub mod effect;
pub mod filter;
pub mod keyword;
pub mod mana;
mod subtypes;
pub mod types;
