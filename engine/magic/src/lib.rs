//! The Magic rules engine, and the compiler from card text to abilities.

pub mod ability;
pub mod annals;
pub mod arrange;
mod auras;
mod bestow;
pub mod card;
mod casting;
mod cipher;
mod combat;
mod converter;
pub mod cost;
mod could_produce;
mod damage;
pub mod daytime;
pub mod decision;
pub mod deck;
pub mod designation;
mod dredge;
pub mod dungeon;
pub mod effect;
mod ended;
mod engine;
mod enlist;
mod evaluate;
mod exert;
<<<<<<< HEAD
pub mod explain;
=======
mod exile_until;
>>>>>>> 7ba3dd0 (One source's damage is one event; blocks obey as many requirements as they can; cards return, enter and are counted as cards)
pub mod face_down;
mod faces;
pub mod filter;
mod fingerprint;
pub mod history;
pub mod invariants;
mod journal;
pub mod keyword;
pub mod layers;
mod legal;
mod lent;
mod madness;
pub mod mana;
mod mana_actions;
mod mana_bonus;
mod mention;
mod names;
pub mod pairs;
pub mod payment;
mod payment_help;
mod position;
mod purse;
pub mod repetition;
mod replacement;
mod resolve;
mod ring;
mod saga;
pub mod scenario;
pub mod setup;
mod speed;
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
pub mod words;
mod zones;

pub use position::Position;
pub use setup::{Options, Setup};
