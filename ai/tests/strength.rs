//! That agents which cost more play better, over pairs of games with the shipped decks. The figures to quote come from many
//! more games: `cargo run --release -p gauntlet-ai --example arena`.

mod common;

use common::{Decks, agent, play};
use gauntlet_core::{Game, Player, Seed};
use gauntlet_magic::Position;

/// The share of points of `one` against `other` in pairs of games, seats and decks the same and agents swapped.
fn score(one: &str, other: &str, pairs: u64) -> f64 {
    let decks = Decks::shipped();
    let count = decks.decks.len() as u64;
    let mut points = 0.0;
    for pair in 0..pairs {
        let setup = decks.setup((pair % count) as usize, (pair * 5 % count) as usize, false);
        let seed = Seed::from_u64(1).derive("pair", pair);
        for me in Player::BOTH {
            let mut agents = if me == Player::FIRST { [agent(one), agent(other)] } else { [agent(other), agent(one)] };
            points += play(&mut Position::new(&setup, seed), &mut agents, seed).0.score(me);
        }
    }
    points / (2 * pairs) as f64
}

#[test]
fn the_heuristic_beats_random_play() {
    let score = score("heuristic", "random", 50);
    assert!(score > 0.93, "{score}");
}

#[test]
fn search_beats_random_play() {
    let score = score("mc:8", "random", 6);
    assert!(score > 0.8, "{score}");
}

#[test]
fn search_is_no_worse_than_the_heuristic_that_it_searches_with() {
    let score = score("mc:24", "heuristic", 18);
    assert!(score > 0.5, "{score}");
}
