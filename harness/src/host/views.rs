//! Positions and actions as programs in other languages are given them: numbers and data instead of types.

use gauntlet_core::{Game, Player};
use serde_json::Value;

use crate::host::Host;

/// A game whose positions are handed to programs in other languages.
pub trait Views: Host {
    /// The number of an action, less than 2⁵²: equal for equal actions and for no others, in all positions of all games that are played with the
    /// same cards.
    fn key(action: <Self::Game as Game>::Action) -> u64;

    /// What a player sees, as an object of JSON. Nothing in it depends on what that player can't know, nor on who asks.
    ///
    /// # Errors
    /// None in practice: there is only text and numbers.
    fn observe(game: &Self::Game, viewer: Player) -> serde_json::Result<Value>;
}
