//! The command that plays one game of a run again.

use std::path::Path;

use crate::host::options::{Limits, LoadArgs};
use crate::plan::schedule::Seats;
use crate::stats::tally::{PerSide, Side};

/// A game of a run, as `gauntlet watch` is told which one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Again {
    /// The number that all seeds of the run derive from.
    pub seed: u64,
    /// The number of the pair of games.
    pub pair: u64,
    /// Of a match, which of its games, from 1.
    pub game: Option<u8>,
    /// The side that takes the first turn.
    pub first: Side,
    /// When the game is a draw.
    pub limits: Limits,
}

impl Again {
    /// The words of the command that plays a game of the game `of`, beginning with that of the program. `files` are the decks.
    pub fn words(&self, of: &str, files: PerSide<&Path>, agents: PerSide<&str>, load: &LoadArgs) -> Vec<String> {
        let file = |side| files[side].display().to_string();
        let mut words: Vec<String> = vec!["gauntlet".into(), "watch".into(), file(Side::A), file(Side::B)];
        let mut option = |name: &str, value: &str| words.extend([name.to_owned(), value.to_owned()]);
        option("--agent-a", agents[Side::A]);
        option("--agent-b", agents[Side::B]);
        option("--seed", &self.seed.to_string());
        option("--pair", &self.pair.to_string());
        option("--on-the-play", Seats::Fixed(self.first).name());
        if let Some(game) = self.game {
            option("--match-game", &game.to_string());
        }
        if self.limits != Limits::default() {
            option("--max-turns", &self.limits.turns.to_string());
            option("--max-actions", &self.limits.actions.to_string());
        }
        option("--game", of);
        words.extend(load.words());
        words
    }
}
