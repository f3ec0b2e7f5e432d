//! The Magic rules engine, and the compiler from card text to abilities.

pub mod ability;
pub mod card;
pub mod cost;
pub mod decision;
pub mod effect;
pub mod filter;
mod journal;
pub mod keyword;
pub mod mana;
pub mod state;
mod subtypes;
mod casting;
mod combat;
mod damage;
mod engine;
mod evaluate;
mod layers;
mod legal;
mod names;
pub mod payment;
mod position;
mod purse;
mod replacement;
mod resolve;
pub mod setup;
mod state_based;
mod task;
mod trigger;
mod turn;
mod verbs;
pub mod view;
mod zones;
pub mod types;

pub use position::Position;
pub use setup::{Options, Setup};
