//! A battle over three locations with simultaneous hidden plays, after *Millennials*.
//!
//! Cards, locations and villains are data (`data/*.toml`) in a small [`vocabulary`], compiled once into a [`Pool`]; the engine
//! knows none of them by name. In which order effects resolve is a parameter of a battle: [`policy::Policy`].
//!
//! [`Position`] is the whole battle, flat and small. It implements [`gauntlet_core::Game`]; what is below that (placing cards by
//! their place in the hand, for records of the shipped game) is public too.

mod actions;
mod always;
pub mod annals;
mod battle;
mod cards;
pub mod check;
mod determinize;
mod effects;
mod game;
pub mod journal;
mod message;
mod modifier;
pub mod options;
pub mod policy;
mod pool;
pub mod random;
pub mod record;
pub mod run;
pub mod scenario;
mod select;
mod state;
pub mod villain;
mod visible;
pub mod vocabulary;

pub use game::{Action, Setup};
pub use pool::{CardDef, Kind, LocationDef, Pool, PoolError, VillainDef};
pub use state::{HAND, Lasts, Location, Modifier, ORIGIN_LOCATION, Op, Place, Position, ROOM, Slot};
pub use visible::{CardView, Visible};
