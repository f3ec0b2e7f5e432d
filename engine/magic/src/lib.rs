//! The Magic rules engine: positions, and the rules that lead from one decision to the next. What cards do is compiled in
//! `gauntlet-cards`.
//!
//! A [`Position`] is a [`Game`](gauntlet_core::Game): it is at a decision of one player, lists the legal [`Action`]s, and is at the next
//! decision after one of them was applied. A [`Setup`] is what all games of a pairing share: cards, decks, [`Options`].
//!
//! ```
//! use std::sync::Arc;
//!
//! use gauntlet_cards::{CardBase, Pool};
//! use gauntlet_core::{Game, PerPlayer, Seed};
//! use gauntlet_magic::{Options, Position, Setup};
//!
//! let mut base = CardBase::new();
//! base.add_text("mine.txt", "name Peak\nsuper Basic\ntype Land Mountain\n\n\
//!     name Ember\ncost {R}\ntype Instant\ntext ~ deals 2 damage to any target.\n");
//! let mut pool = Pool::new();
//! let mut card = |name| base.compile(name, &mut pool).expect("a text that can be read");
//! let (peak, ember) = (card("Peak"), card("Ember"));
//! let deck = Arc::new([vec![peak; 24], vec![ember; 36]].concat());
//!
//! let setup = Setup { pool: Arc::new(pool), decks: PerPlayer([deck.clone(), deck]), outside: PerPlayer::default(), options: Options::default() };
//! let mut position = Position::new(&setup, Seed::from_u64(7));
//! let mut actions = Vec::new();
//! while position.outcome().is_none() {
//!     position.legal_actions(&mut actions);
//!     let last = *actions.last().expect("a decision has answers");
//!     position.apply(last);
//! }
//! println!("{:?} in turn {}", position.outcome(), position.turn());
//! ```

pub mod annals;
pub mod arrange;
mod auras;
mod bestow;
mod casting;
mod chance;
mod choosing;
mod cipher;
mod combat;
pub mod commander;
mod converter;
mod could_produce;
mod counters;
mod damage;
pub mod daytime;
pub mod decision;
pub mod deck;
pub mod designation;
mod destroy;
mod drawing;
pub mod dungeon;
mod ended;
mod engine;
mod enlist;
mod evaluate;
mod exert;
mod exile_until;
pub mod face_down;
mod faces;
mod fingerprint;
pub mod history;
pub mod invariants;
mod journal;
pub mod layers;
mod leaning;
mod legal;
mod lent;
mod madness;
mod mana_actions;
mod mana_bonus;
mod names;
mod opening;
mod options;
pub mod pairs;
pub mod payment;
mod payment_help;
mod position;
mod purse;
mod put_away;
pub mod refusal;
pub mod repetition;
mod replacement;
mod resolve;
mod restart;
mod ring;
mod saga;
pub mod scenario;
pub mod setup;
mod speed;
pub mod state;
mod state_based;
mod subgame;
mod task;
mod together;
mod trigger;
mod turn;
mod verbs;
pub mod view;
pub mod words;
mod worlds;
mod zones;

pub use decision::{Action, Decision, DecisionKind};
pub use deck::Deck;
pub use options::Options;
pub use position::Position;
pub use setup::Setup;
pub use view::Visible;
