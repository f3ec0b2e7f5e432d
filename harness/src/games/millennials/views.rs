//! Millennials for programs in other languages.

use gauntlet_core::{Game, Player};
use gauntlet_millennials::options::Mode;
use gauntlet_millennials::{Action, CardView, Position, Visible};
use serde::Serialize;
use serde_json::Value;

use super::Millennials;
use crate::host::views::Views;

/// A battle as a player sees it.
#[derive(Serialize)]
struct Seen {
    /// Who sees it: the seat.
    viewer: usize,
    mode: &'static str,
    turn: u8,
    last_turn: u8,
    energy: i16,
    hand: Vec<Card>,
    /// How many cards the other player has in hand, and the names of those that the viewer knows.
    their_hand: usize,
    known_in_their_hand: Vec<String>,
    /// How many cards are in each player's deck, by seat.
    decks: [usize; 2],
    /// Each player's trash, by seat, the oldest first.
    trash: [Vec<Card>; 2],
    /// From left to right.
    locations: Vec<Place>,
}

/// A card as it is now.
#[derive(Serialize)]
struct Card {
    name: String,
    cost: i16,
    power: i32,
    /// The turn in which it was revealed first; 0 if it hasn't been.
    played: u8,
    revealed: bool,
}

/// A location.
#[derive(Serialize)]
struct Place {
    revealed: bool,
    /// The number and text of its type; none while it isn't revealed.
    number: Option<u8>,
    text: Option<String>,
    /// The score of each player's side, by seat.
    scores: [i32; 2],
    /// The cards of each player's side, by seat; none for one that lies face down and is the other player's.
    sides: [Vec<Option<Card>>; 2],
}

impl Views for Millennials {
    /// 0 for no more cards; else 1 in bit 48, the card's kind in bits 32 to 47, which of several in bits 8 to 15, the location in bits 0 to 7.
    fn key(action: Action) -> u64 {
        match action {
            Action::Done => 0,
            Action::Play { card, copy, location } => {
                1 << 48 | u64::from(card.0) << 32 | u64::from(copy) << 8 | u64::from(location)
            }
        }
    }

    fn observe(game: &Position, viewer: Player) -> serde_json::Result<Value> {
        serde_json::to_value(Seen::new(game.visible(viewer)))
    }
}

impl Seen {
    fn new(visible: Visible<'_>) -> Seen {
        let card = |view: CardView| Card {
            name: visible.pool().card(view.kind).name.clone(),
            cost: view.cost,
            power: view.power,
            played: view.played,
            revealed: view.revealed,
        };
        let place = |number: usize| {
            let known = visible.location(number);
            Place {
                revealed: known.is_some(),
                number: known.map(|known| known.number),
                text: known.map(|known| known.text.clone()),
                scores: Player::BOTH.map(|player| visible.score(number, player)),
                sides: Player::BOTH.map(|player| visible.side(number, player).map(|view| view.map(card)).collect()),
            }
        };
        let known = visible.known_in_their_hand().into_iter();
        Seen {
            viewer: visible.viewer().index(),
            mode: match visible.mode() {
                Mode::Symmetric => "symmetric",
                Mode::Shipped => "shipped",
            },
            turn: visible.turn(),
            last_turn: visible.last_turn(),
            energy: visible.energy(),
            hand: visible.hand().map(card).collect(),
            their_hand: visible.their_hand(),
            known_in_their_hand: known.map(|kind| visible.pool().card(kind).name.clone()).collect(),
            decks: Player::BOTH.map(|player| visible.deck(player)),
            trash: Player::BOTH.map(|player| visible.trash(player).map(card).collect()),
            locations: (0..3).map(place).collect(),
        }
    }
}
