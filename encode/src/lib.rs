//! What a player may know of a game, and what they can do, as numbers for machine learning: of Magic here, of the second game in
//! [`millennials`]. [`EncodedGame`] is what both have.
//!
//! An [`Encoder`] writes an observation and a description of the legal actions into slices of `f32` that are made once; nothing
//! allocates. It is given a [`View`](gauntlet_core::View) and never the position, so what a player can't know isn't in the numbers: all
//! worlds that the player can't tell apart are encoded to the same bytes. [`layout`] says what each number is; `docs/encodings.md` has
//! the same as tables.
//!
//! Numbers are `f32`: networks take them as they are, and all that is written is a whole number of less than 2²⁴ or a flag, which an
//! `f32` holds exactly.
//!
//! ```
//! use gauntlet_core::{Game, PerPlayer, Seed, View};
//! use gauntlet_encoding::{Encoder, Memory, Output, Slots, layout};
//! use gauntlet_magic::{Options, Position, Setup};
//! # use std::sync::Arc;
//! # let mut base = gauntlet_cards::CardBase::new();
//! # base.add_text("mine.txt", "name Peak\nsuper Basic\ntype Land Mountain\n");
//! # let mut pool = gauntlet_cards::Pool::new();
//! # let peak = base.compile("Peak", &mut pool).expect("a text that can be read");
//! # let deck = Arc::new(vec![peak; 60]);
//! # let setup = Setup { pool: Arc::new(pool), decks: PerPlayer([deck.clone(), deck]), outside: PerPlayer::default(), options: Options::default(), told: None };
//! let game = Position::new(&setup, Seed::from_u64(7));
//! let encoder = Encoder::new(game.pool());
//! let player = game.to_act().expect("a game that has just begun");
//! let mut legal = Vec::new();
//! game.legal_actions(&mut legal);
//!
//! let slots = Slots::new(legal.len(), 0);
//! let (mut observation, mut actions) = (vec![0.0; layout::OBSERVATION], vec![0.0; layout::ACTIONS]);
//! let output = Output { observation: Some(&mut observation), actions: Some(&mut actions) };
//! encoder.encode(View::new(&game, player), &legal, slots, &mut Memory::default(), output);
//! assert_eq!(observation[layout::players(0) + layout::player::LIFE], 20.0);
//! ```

mod action;
mod catalog;
mod encoder;
mod game;
pub mod layout;
mod markdown;
pub mod millennials;
mod observation;
mod rows;
mod slots;
mod sparse;

pub use encoder::{Encoder, Memory, Output};
pub use game::{EncodedGame, Moment};
pub use markdown::tables;
pub use slots::{Meaning, Slots};
pub use sparse::{Feature, Sparse, SparseEncoder};

/// The version of the encoding: it changes whenever a number moves, means something else or is counted in another way.
pub const VERSION: u32 = 3;
