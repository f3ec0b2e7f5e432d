//! The Magic rules engine, and the compiler from card text to abilities.

pub mod ability;
pub mod arrange;
mod auras;
pub mod card;
mod casting;
mod combat;
mod converter;
pub mod cost;
mod damage;
pub mod daytime;
pub mod decision;
pub mod deck;
pub mod effect;
mod engine;
mod evaluate;
pub mod face_down;
mod faces;
pub mod filter;
pub mod history;
pub mod invariants;
mod journal;
pub mod keyword;
mod layers;
mod legal;
mod madness;
pub mod mana;
mod mana_actions;
mod mana_bonus;
mod names;
pub mod payment;
mod position;
mod purse;
pub mod repetition;
mod replacement;
mod resolve;
mod saga;
pub mod scenario;
pub mod setup;
pub mod state;
mod state_based;
mod subgame;
mod subtypes;
mod support;
mod task;
mod together;
// Trees live for as long as one paragraph is compiled, and their rows are written in the grammar's own form.
#[allow(clippy::large_enum_variant, clippy::enum_variant_names, clippy::redundant_closure)]
pub mod text;
mod trigger;
mod turn;
pub mod types;
mod verbs;
pub mod view;
mod zones;

pub use position::Position;
pub use setup::{Options, Setup};
