//! Facts of a battle for tables, if a position is asked to note them: what was drawn and played, who was ahead when.
//!
//! Copies carry none, and no fingerprint sees them.

use gauntlet_core::Player;

use crate::pool::Kind;
use crate::state::Position;

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// A card came from the player's deck to the opening hand.
    Opening {
        /// Whose.
        player: Player,
        /// Which.
        kind: Kind,
    },
    /// A turn began, for both players.
    Turn,
    /// A card came from the player's own deck to the hand.
    Draw {
        /// Whose.
        player: Player,
        /// Which.
        kind: Kind,
        /// It is the card that every turn begins with.
        by_turn: bool,
    },
    /// A card could not be drawn: the hand was full.
    FullHand {
        /// Whose.
        player: Player,
    },
    /// How far the first player was ahead when placing began.
    Ahead {
        /// In power over all locations.
        power: i32,
        /// In locations with more power than the other side.
        locations: i32,
    },
    /// A card was played from the hand; it is about to be revealed.
    Play {
        /// By whom.
        player: Player,
        /// Which.
        kind: Kind,
    },
    /// A turn has ended for a player.
    End {
        /// For whom.
        player: Player,
        /// The energy that was spent.
        spent: i16,
        /// The energy that was not.
        left: i16,
        /// Cards in hand.
        hand: u8,
        /// Power over all locations.
        power: i32,
        /// Cards on the table.
        cards: u8,
    },
}

/// What was noted.
#[derive(Default, Debug)]
pub(crate) struct Annals {
    pub(crate) facts: Vec<Fact>,
}

impl Position {
    /// The facts, if they are noted.
    pub fn facts(&self) -> &[Fact] {
        self.annals.as_ref().map_or(&[], |annals| &annals.facts)
    }

    /// Notes a fact, if facts are noted.
    pub(crate) fn fact(&mut self, fact: impl FnOnce(&Position) -> Fact) {
        if self.annals.is_some() {
            let fact = fact(self);
            if let Some(annals) = &mut self.annals {
                annals.facts.push(fact);
            }
        }
    }

    /// Notes who is ahead as placing begins.
    pub(crate) fn note_ahead(&mut self) {
        self.fact(|position| {
            let lead = |location| position.score(location, Player::FIRST) - position.score(location, Player::SECOND);
            let locations = (0..3).map(|location| lead(location).signum()).sum();
            let power = position.total(Player::FIRST) - position.total(Player::SECOND);
            Fact::Ahead { power, locations }
        });
    }

    /// Notes how both players stand as a turn ends.
    pub(crate) fn note_end(&mut self) {
        for player in Player::BOTH {
            self.fact(|position| {
                let left = position.energy(player);
                Fact::End {
                    player,
                    spent: position.budget[player.index()] - left,
                    left,
                    hand: position.hand(player).len() as u8,
                    power: position.total(player),
                    cards: (0..3).map(|location| position.side(location, player).len() as u8).sum(),
                }
            });
        }
    }
}
