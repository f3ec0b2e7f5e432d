//! A battle over three locations with simultaneous hidden plays, after *Millennials*.
//!
//! Cards, locations and villains are data (`data/*.toml`) in a small [`vocabulary`], compiled once into a [`Pool`]; the engine
//! knows none of them by name. In which order effects resolve is a parameter of a battle: [`policy::Policy`].
//!
//! [`Position`] is the whole battle, flat and small. It implements [`gauntlet_core::Game`]; what is below that (placing cards by
//! their place in the hand, for records of the shipped game) is public too.
//!
//! ```
//! use gauntlet_core::{Game, Player, Seed};
//! use gauntlet_millennials::{Action, Options, Pool, Position, Setup};
//!
//! let pool = Pool::shipped();
//! let deck = pool.starting_deck().to_vec();
//! let setup = Setup::new([deck.clone(), deck], Options::default());
//! let mut battle = Position::new(&setup, Seed::from_u64(7));
//!
//! // The first player sees the own hand, and can place each card that the energy is enough for.
//! let player = battle.to_act().expect("the battle has begun");
//! let hand: Vec<&str> = battle.visible(player).hand().map(|card| &*pool.card(card.kind).name).collect();
//! let mut actions = Vec::new();
//! battle.legal_actions(&mut actions);
//! for action in &actions {
//!     println!("{} of {hand:?}: {}", battle.question(), battle.describe(*action));
//! }
//! assert_eq!(actions.last(), Some(&Action::Done));
//!
//! // The first action each time, to the end.
//! while battle.to_act().is_some() {
//!     battle.legal_actions(&mut actions);
//!     battle.apply(actions[0]);
//! }
//! let totals = Player::BOTH.map(|player| battle.total(player));
//! println!("{totals:?}: {:?}", battle.outcome());
//! ```

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

#[doc(inline)]
pub use game::{Action, Setup};
#[doc(inline)]
pub use options::Options;
#[doc(inline)]
pub use pool::{CardDef, Kind, LocationDef, Pool, PoolError, VillainDef};
#[doc(inline)]
pub use state::{HAND, Lasts, Location, Modifier, ORIGIN_LOCATION, Op, Place, Position, ROOM, Slot};
#[doc(inline)]
pub use visible::{CardView, Visible};
