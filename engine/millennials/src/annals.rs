//! Facts of a battle for tables, if a position is asked to note them: what was drawn and played, who was ahead when.
//!
//! Copies carry none, and no fingerprint sees them.

use gauntlet_core::Player;

pub use crate::state::Fact;
use crate::state::Position;

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
