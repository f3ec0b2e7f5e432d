//! Rules of a game that a user can choose.

use gauntlet_cards::card::CardId;
use gauntlet_cards::types::Colors;
use gauntlet_core::PerPlayer;

/// A card that leads a deck, which doesn't have it beside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leader {
    /// The card.
    pub card: CardId,
    /// Its color identity (CR 903.4), which is established before the game begins (CR 903.4a).
    pub identity: Colors,
}

/// The commanders of a player: none, one, or two that have partner or the like (CR 702.124).
pub type Leaders = [Option<Leader>; 2];

/// Rules of a game that a user can choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The starting life total (CR 103.4).
    pub life: i32,
    /// A game that is not over when this many turns have been played is a draw.
    pub max_turns: u32,
    /// A game that is not over after this many decisions is a draw.
    pub max_actions: u32,
    /// Ask also for choices that have a single legal answer.
    pub ask_forced: bool,
    /// Offer mana abilities to players with priority; payments find their mana without.
    pub mana_actions: bool,
    /// These players pay mana by hand: each mana ability that is activated for a cost is a choice, and each mana that is spent.
    pub manual_payment: PerPlayer<bool>,
    /// Ask how coins and dice fall, instead of throwing them.
    pub ask_chance: bool,
    /// Ask before each turn begins, so that whoever runs the game can look at the position between turns.
    pub pause_at_turns: bool,
    /// Write a journal.
    pub journal: bool,
    /// Keep [`crate::annals`]; the game is the same.
    pub annals: bool,
    /// Keep what players have seen of each other's decks: set where a [`crate::Setup`] doesn't tell them the lists.
    pub remembers: bool,
    /// Each player's library and hand has a random stream of its own, and what everybody sees another one: no number that is drawn for the
    /// one tells anything of the other.
    pub separate_streams: bool,
    /// The decks are listed from the top of the library on, and nobody shuffles, neither before the game nor in it: for games
    /// that are taken apart.
    pub stacked: bool,
    /// The commander of each deck, which isn't among its cards (CR 903.3).
    pub commanders: PerPlayer<Leaders>,
    /// Brawl (CR 903.12): the first mulligan is free, and damage by commanders counts for nothing more than other damage.
    pub brawl: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            life: 20,
            max_turns: 200,
            max_actions: 20_000,
            ask_forced: false,
            mana_actions: false,
            manual_payment: PerPlayer([false; 2]),
            ask_chance: false,
            pause_at_turns: false,
            journal: false,
            annals: false,
            remembers: false,
            separate_streams: false,
            stacked: false,
            commanders: PerPlayer([[None; 2]; 2]),
            brawl: false,
        }
    }
}
