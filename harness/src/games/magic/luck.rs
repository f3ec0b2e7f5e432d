//! The luck of a deal in Magic: lands and mana in the first cards of the shuffled deck.
//!
//! They are read at the first decision, before anyone keeps or mulligans, so they depend on the shuffle alone.

use gauntlet_cards::card::{CardId, Pool};
use gauntlet_cards::types::CardTypes;
use gauntlet_core::Player;
use gauntlet_magic::Position;

use crate::stats::luck::chances;

/// The cards of an opening hand (CR 103.5).
const HAND: usize = 7;
/// How many of the next cards are looked at.
const NEXT: usize = 5;

/// What is counted: whether the opening hand has at most one land, two, four, or five or more (three is what is left), the mana values in it, and the
/// lands among the next five cards.
pub(super) const NAMES: &[&str] = &["one_land", "two_lands", "four_lands", "five_lands", "mana_value", "lands_next"];

fn is_land(pool: &Pool, card: CardId) -> bool {
    pool.card(card).characteristics.types.contains(CardTypes::LAND)
}

fn mana_value(pool: &Pool, card: CardId) -> u64 {
    pool.card(card).mana_cost.as_ref().map_or(0, |cost| u64::from(cost.mana_value()))
}

/// See [`crate::host::parts::Luck::count`].
pub(super) fn of(game: &Position, player: Player, to: &mut [u64]) {
    let (pool, cards) = (game.pool(), game.cards_as_they_lie(player));
    let (hand, next) = cards.split_at(HAND.min(cards.len()));
    let lands = hand.iter().filter(|card| is_land(pool, **card)).count();
    let place = match lands {
        0 | 1 => Some(0),
        2 => Some(1),
        3 => None,
        4 => Some(2),
        _ => Some(3),
    };
    if let Some(place) = place {
        to[place] += 1;
    }
    to[4] += hand.iter().map(|card| mana_value(pool, *card)).sum::<u64>();
    to[5] += next.iter().take(NEXT).filter(|card| is_land(pool, **card)).count() as u64;
}

/// See [`crate::host::parts::Luck::expected`].
pub(super) fn expected(pool: &Pool, deck: &[CardId]) -> Vec<f64> {
    let (all, hand) = (deck.len(), HAND.min(deck.len()));
    let lands = deck.iter().filter(|card| is_land(pool, **card)).count();
    let chance = chances(all as u64, lands as u64, hand as u64);
    let at = |from: usize, to: usize| chance.iter().take(to + 1).skip(from).sum::<f64>();
    let value: u64 = deck.iter().map(|card| mana_value(pool, *card)).sum();
    // Every place of a shuffled deck has each card alike.
    let per_card = |sum: usize| sum as f64 / all as f64;
    vec![
        at(0, 1),
        at(2, 2),
        at(4, 4),
        at(5, HAND),
        hand as f64 * per_card(value as usize),
        NEXT.min(all - hand) as f64 * per_card(lands),
    ]
}
