//! Many games stepped at once on all processors, with observations, masks and rewards written into arrays that are made once: of Magic, of
//! the second game, of any [`EncodedGame`](gauntlet_encoding::EncodedGame).
//!
//! [`Games`] has a number of environments, in each of which one game follows another. A step takes an action for every environment, plays
//! on to the next decision and writes what it looks like into the caller's [`Arrays`]. What happens in an environment depends on the seed
//! and the actions there, not on the number of threads or of environments. A game whose rules engine panics is over with an error,
//! remembered as a [`Failure`] with its seed; the others go on.
//!
//! ```
//! use gauntlet::host::options::Limits;
//! use gauntlet_encoding::layout::{OBSERVATION, SLOTS};
//! use gauntlet_vector::{Arrays, Config, Games};
//! # use std::sync::Arc;
//! # use gauntlet_core::PerPlayer;
//! # use gauntlet_magic::{Options, Setup};
//! # let mut base = gauntlet_cards::CardBase::new();
//! # base.add_text("mine.txt", "name Peak\nsuper Basic\ntype Land Mountain\n");
//! # let mut pool = gauntlet_cards::Pool::new();
//! # let peak = base.compile("Peak", &mut pool).expect("a text that can be read");
//! # let deck = Arc::new(vec![peak; 60]);
//! # let setup = Setup { pool: Arc::new(pool), decks: PerPlayer([deck.clone(), deck]), outside: PerPlayer::default(), options: Options::default(), told: None };
//! // Two environments; `setup` is as gauntlet-magic's front page makes it. With an opponent, side 1 would be played by that.
//! let setups = [setup.clone(), setup];
//! let mut games: Games<gauntlet_magic::Position> = Games::new(Config {
//!     setups,
//!     limits: Limits::default(),
//!     first: None,
//!     environments: 2,
//!     opponent: None,
//!     auto_reset: true,
//!     threads: 1,
//! })?;
//!
//! struct Buffers {
//!     observations: Vec<f32>,
//!     masks: Vec<bool>,
//!     to_act: [i8; 2],
//!     rewards: [f32; 4],
//!     dones: [bool; 2],
//!     errors: [bool; 2],
//!     reasons: [i8; 2],
//! }
//!
//! impl Buffers {
//!     fn arrays(&mut self) -> Arrays<'_> {
//!         Arrays {
//!             observations: Some(&mut self.observations),
//!             actions: None,
//!             masks: &mut self.masks,
//!             to_act: &mut self.to_act,
//!             rewards: &mut self.rewards,
//!             dones: &mut self.dones,
//!             errors: &mut self.errors,
//!             reasons: &mut self.reasons,
//!         }
//!     }
//! }
//!
//! let mut buffers = Buffers {
//!     observations: vec![0.0; 2 * OBSERVATION],
//!     masks: vec![false; 2 * SLOTS],
//!     to_act: [0; 2],
//!     rewards: [0.0; 4],
//!     dones: [false; 2],
//!     errors: [false; 2],
//!     reasons: [0; 2],
//! };
//! games.reset(7, buffers.arrays())?;
//! for _ in 0..10 {
//!     // A network would choose from the observation, among the slots that the mask allows.
//!     let actions = [0, 1].map(|environment| games.offered(environment)[0].0 as i64);
//!     games.step(&actions, buffers.arrays())?;
//! }
//! assert!(buffers.to_act.iter().all(|side| [0, 1].contains(side)));
//! # Ok::<(), gauntlet_vector::StepError>(())
//! ```

mod arrays;
mod error;
mod games;
mod lane;

pub use arrays::Arrays;
pub use error::StepError;
pub use games::{Config, Games, NEXT_PAGE};
pub use lane::Failure;
