//! The contract between games, agents and harness.
//!
//! [`Game`] is all that agents and harness know of a game; [`View`] is all that an agent is given of one position.
//! No game lives here.
//!
//! To add a game is to implement [`Game`]. In this one both players hold a card that the other doesn't see, and may exchange it for the
//! next one of the deck; the higher card wins:
//!
//! ```
//! use std::hash::{DefaultHasher, Hash, Hasher};
//!
//! use gauntlet_core::{Game, Outcome, Player, Reason, Rng, Seed, View, perft};
//!
//! #[derive(Clone, Hash)]
//! struct HighCard {
//!     deck: Vec<u8>,
//!     held: [u8; 2],
//!     /// The cards that were exchanged lie face up.
//!     open: Vec<u8>,
//!     /// How many players have chosen.
//!     chosen: usize,
//! }
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
//! enum Action {
//!     Keep,
//!     Exchange,
//! }
//!
//! fn shuffle(cards: &mut [u8], seed: Seed) {
//!     let mut stream = seed.stream();
//!     for last in (1..cards.len()).rev() {
//!         cards.swap(last, stream.below(last as u32 + 1) as usize);
//!     }
//! }
//!
//! impl Game for HighCard {
//!     /// How many cards there are.
//!     type Setup = u8;
//!     type Action = Action;
//!     /// The player's own card, and those that lie face up.
//!     type Visible<'a> = (u8, &'a [u8]);
//!
//!     fn new(cards: &u8, seed: Seed) -> Self {
//!         let mut deck: Vec<u8> = (1..=*cards).collect();
//!         shuffle(&mut deck, seed);
//!         let held = [(); 2].map(|()| deck.pop().expect("at least four cards"));
//!         HighCard { deck, held, open: Vec::new(), chosen: 0 }
//!     }
//!
//!     fn to_act(&self) -> Option<Player> {
//!         Player::BOTH.get(self.chosen).copied()
//!     }
//!
//!     fn legal_actions(&self, out: &mut Vec<Action>) {
//!         out.clear();
//!         if self.to_act().is_some() {
//!             out.extend([Action::Keep, Action::Exchange]);
//!         }
//!     }
//!
//!     fn apply(&mut self, action: Action) {
//!         if action == Action::Exchange {
//!             let next = self.deck.pop().expect("at least four cards");
//!             self.open.push(std::mem::replace(&mut self.held[self.chosen], next));
//!         }
//!         self.chosen += 1;
//!     }
//!
//!     fn outcome(&self) -> Option<Outcome> {
//!         let winner = Player::new(usize::from(self.held[1] > self.held[0]));
//!         self.to_act().is_none().then_some(Outcome { winner: Some(winner), reason: Reason::Score })
//!     }
//!
//!     /// The deck and the other player's card are dealt again.
//!     fn determinize(&mut self, viewer: Player, rng: &mut Rng) {
//!         let other = (!viewer).index();
//!         self.deck.push(self.held[other]);
//!         shuffle(&mut self.deck, Seed::random(rng));
//!         self.held[other] = self.deck.pop().expect("the card that was put there");
//!     }
//!
//!     fn fingerprint(&self) -> u64 {
//!         let mut hasher = DefaultHasher::new();
//!         self.hash(&mut hasher);
//!         hasher.finish()
//!     }
//!
//!     fn visible(&self, viewer: Player) -> (u8, &[u8]) {
//!         (self.held[viewer.index()], &self.open)
//!     }
//!
//!     fn describe(&self, action: Action) -> String {
//!         format!("{action:?}").to_lowercase()
//!     }
//!
//!     fn question(&self) -> String {
//!         self.to_act().map_or("", |_| "keep or exchange").to_owned()
//!     }
//!
//!     fn turn(&self) -> u32 {
//!         self.chosen as u32 + 1
//!     }
//! }
//!
//! let mut game = HighCard::new(&9, Seed::from_u64(7));
//! assert_eq!(perft(&game, 2), 4);
//! let (mut legal, mut rng) = (Vec::new(), Seed::from_u64(8).rng());
//! while let Some(player) = game.to_act() {
//!     // What an agent is given: its view, in which it can draw worlds, and its legal actions.
//!     let view = View::new(&game, player);
//!     assert_eq!(view.sample(&mut rng).visible(player), view.visible());
//!     game.legal_actions(&mut legal);
//!     let (own, _) = view.visible();
//!     let choice = legal[usize::from(own < 5)];
//!     game.apply(choice);
//! }
//! assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(Reason::Score));
//! ```

mod game;
pub mod guard;
mod outcome;
mod perft;
mod player;
mod seed;
mod stops;
mod story;
pub mod suggest;
mod view;

pub use game::{Game, IllegalAction};
pub use outcome::{Outcome, Reason};
pub use perft::{divide, perft};
pub use player::{PerPlayer, Player};
pub use seed::{Rng, Seed, Stream};
pub use stops::Stops;
pub use story::{Audience, StoryLine};
pub use view::View;
