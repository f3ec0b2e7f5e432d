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
//! let setup = Setup { pool: Arc::new(pool), decks: PerPlayer([deck.clone(), deck]), outside: PerPlayer::default(), options: Options::default(), told: None };
//! let mut position = Position::new(&setup, Seed::from_u64(7));
//! let mut actions = Vec::new();
//! while position.outcome().is_none() {
//!     position.legal_actions(&mut actions);
//!     let last = *actions.last().expect("a decision has answers");
//!     position.apply(last);
//! }
//! println!("{:?} in turn {}", position.outcome(), position.turn());
//! ```
//!
//! A game can begin with an arranged position. Actions are described in words:
//!
//! ```
//! # use std::sync::Arc;
//! # use gauntlet_cards::{CardBase, Pool};
//! # use gauntlet_core::{Game, PerPlayer, Player, Seed};
//! use gauntlet_magic::{Arrangement, DecisionKind, Options, Placed, Position, Setup, Zone};
//!
//! # let mut base = CardBase::new();
//! # base.add_text("mine.txt", "name Peak\nsuper Basic\ntype Land Mountain\n\n\
//! #     name Ember\ncost {R}\ntype Instant\ntext ~ deals 2 damage to any target.\n");
//! # let mut pool = Pool::new();
//! # let mut card = |name| base.compile(name, &mut pool).expect("a text that can be read");
//! # let (peak, ember) = (card("Peak"), card("Ember"));
//! // The cards are those from above, the decks aren't used.
//! let setup = Setup { pool: Arc::new(pool), decks: PerPlayer::default(), outside: PerPlayer::default(), options: Options::default(), told: None };
//! let at = |zone, card| Placed { player: Player::FIRST, zone, card, tapped: false };
//! let cards = vec![at(Zone::Battlefield, peak), at(Zone::Hand, ember)];
//! let arrangement = Arrangement { cards, life: PerPlayer([None, Some(2)]), ..Arrangement::new() };
//! let (mut position, _) = Position::arranged(&setup, &arrangement, Seed::from_u64(7));
//!
//! let answers = |position: &Position| {
//!     let mut actions = Vec::new();
//!     position.legal_actions(&mut actions);
//!     let described = |action| (position.describe(action), action);
//!     actions.into_iter().map(described).collect::<Vec<_>>()
//! };
//! assert_eq!(position.decision().kind, DecisionKind::Priority);
//! let [(pass, _), (cast, action)] = &answers(&position)[..] else { panic!("two things can be done") };
//! assert_eq!([&**pass, &**cast], ["pass", "cast Ember"]);
//! position.apply(*action);
//!
//! assert_eq!(position.question(), "target, for Ember");
//! let (_, target) = answers(&position).pop().expect("a decision has answers");
//! // Nobody can respond, so the spell resolves.
//! position.apply(target);
//! assert_eq!(position.outcome().and_then(|outcome| outcome.winner), Some(Player::FIRST));
//! ```
//!
//! # Features
//!
//! Both are on by default; without them the crate reads no files and needs none of the parsers of their formats.
//!
//! - `decklists`: `deck`, lists in the formats in which people have them.
//! - `scenario`: `scenario`, positions and plays written as TOML, with what is expected of them; has `decklists`, too.

#[doc(hidden)]
pub mod annals;
pub mod arrange;
mod auras;
mod available_mana;
pub mod beliefs;
mod bestow;
mod casting;
mod chance;
mod choosing;
mod cipher;
mod combat;
pub mod commander;
mod could_produce;
mod counters;
mod damage;
#[doc(hidden)]
pub mod daytime;
pub mod decision;
#[cfg(feature = "decklists")]
pub mod deck;
#[doc(hidden)]
pub mod designation;
mod destroy;
mod drawing;
#[doc(hidden)]
pub mod dungeon;
mod durations;
mod endable_effects;
mod engine;
mod enlist;
mod evaluate;
mod exert;
mod exile_until;
#[doc(hidden)]
pub mod face_down;
mod faces;
mod fingerprint;
mod given_up_for_mana;
mod hidden_cards;
#[doc(hidden)]
pub mod history;
#[doc(hidden)]
pub mod invariants;
mod joint_costs;
mod journal;
#[doc(hidden)]
pub mod layers;
mod legal;
mod lethal;
mod loyalty;
mod madness;
mod mana_actions;
mod mana_bonus;
mod mana_converters;
mod mana_preference;
mod meld;
mod merge;
mod names;
mod numbered;
mod opening;
mod options;
#[doc(hidden)]
pub mod pairs;
#[doc(hidden)]
pub mod payment;
mod payment_aids;
mod plot;
mod position;
mod prepare;
mod put_away;
pub mod rebuild;
#[cfg(feature = "scenario")]
#[doc(hidden)]
pub mod refusal;
#[doc(hidden)]
pub mod repetition;
mod replacement;
mod resolve;
mod restart;
mod ring;
mod rooms;
mod saga;
#[cfg(feature = "scenario")]
pub mod scenario;
pub mod setup;
mod speed;
pub mod state;
mod state_based;
mod subgame;
mod tap_others_for_mana;
mod task;
#[doc(hidden)]
pub mod text_changes;
mod trigger;
mod turn;
mod unasked;
mod unspent_mana;
mod untap_limits;
mod verbs;
pub mod view;
pub mod windows;
mod worlds;
mod zones;

#[doc(inline)]
pub use arrange::{Arrangement, Placed};
#[doc(inline)]
pub use decision::{Action, Decision, DecisionKind};
#[cfg(feature = "decklists")]
#[doc(inline)]
pub use deck::Deck;
#[doc(inline)]
pub use gauntlet_cards::filter::{Step, Zone};
pub use options::Options;
pub use position::Position;
#[doc(inline)]
pub use setup::Setup;
#[doc(inline)]
pub use state::{Object, ObjectId, Target};
#[doc(inline)]
pub use view::Visible;
