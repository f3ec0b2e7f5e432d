//! Random streams: what is drawn from which.
//!
//! Usually one stream serves for everything that happens after the decks were shuffled. With [`crate::Options::separate_streams`] each
//! player's library and hand has one of its own, so that nothing of the one can be told from what was drawn for the other.

use gauntlet_core::{Player, Seed, Stream};

use crate::state::State;

/// What a random number is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Draws {
    /// What everybody sees: coins, dice, choices among objects.
    Public,
    /// The order of cards in a library.
    Library(Player),
    /// Cards of a hand.
    Hand(Player),
}

impl Draws {
    /// The place in [`State::streams`], if there is one.
    fn place(self) -> Option<usize> {
        match self {
            Draws::Public => None,
            Draws::Library(player) => Some(player.index()),
            Draws::Hand(player) => Some(2 + player.index()),
        }
    }
}

impl State {
    /// The stream that a random number is drawn from.
    pub(crate) fn stream(&mut self, draws: Draws) -> &mut Stream {
        let State { rng, streams, .. } = self;
        draws.place().and_then(|place| streams.get_mut(place)).unwrap_or(rng)
    }

    /// Gives libraries and hands streams of their own.
    pub(crate) fn separate_streams(&mut self, seed: Seed) {
        self.streams.clear();
        self.streams.extend((0..4).map(|place| seed.derive("own stream", place).stream()));
    }

    /// Renews all streams, as many as there are.
    pub(crate) fn renew_streams(&mut self, seed: Seed) {
        self.rng = seed.stream();
        if !self.streams.is_empty() {
            self.separate_streams(seed);
        }
    }
}
