//! The Magic rules engine, and the compiler from card text to abilities.

pub mod ability;
pub mod card;
mod casting;
mod combat;
pub mod cost;
mod damage;
pub mod decision;
pub mod effect;
mod engine;
mod evaluate;
pub mod filter;
mod journal;
pub mod keyword;
mod layers;
mod legal;
pub mod mana;
mod names;
pub mod payment;
mod position;
mod purse;
mod replacement;
mod resolve;
pub mod setup;
pub mod state;
mod state_based;
mod subtypes;
mod task;
mod trigger;
mod turn;
pub mod types;
mod verbs;
pub mod view;
mod zones;

pub use position::Position;
pub use setup::{Options, Setup};
