//! Plays two agents against each other over all pairs of shipped decks, each game twice with the agents swapped:
//! `cargo run --release -p gauntlet-ai --example arena -- AGENT AGENT GAMES [SEED] [THREADS] [DECK [DECK]]`.

#[path = "../tests/common/mod.rs"]
mod common;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use common::{Decks, agent, play};
use gauntlet_core::{Game, Player, Reason, Seed};
use gauntlet_magic::Position;

#[derive(Clone, Default)]
struct Tally {
    games: u64,
    wins: u64,
    draws: u64,
    decisions: u64,
    turns: u64,
    by_deck: Vec<(u64, u64)>,
    reasons: Vec<u64>,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |place: usize, default: &str| arguments.get(place).map_or(default.to_owned(), Clone::clone);
    let names = [argument(0, "heuristic"), argument(1, "random")];
    let games: u64 = argument(2, "1000").parse().expect("a number of games");
    let seed = Seed::from_u64(argument(3, "1").parse().expect("a seed"));
    let threads: u64 = argument(4, "2").parse().expect("a number of threads");
    let decks = Decks::shipped();
    for (deck, why) in &decks.refused {
        eprintln!("{deck} is refused: {why}");
    }
    let count = decks.decks.len();
    let mut pairings: Vec<(usize, usize)> = (0..count).flat_map(|a| (0..count).map(move |b| (a, b))).collect();
    if let Some(deck) = arguments.get(5) {
        let first = decks.find(deck);
        let second = arguments.get(6).map(|deck| decks.find(deck));
        pairings.retain(|pair| pair.0 == first && second.is_none_or(|second| pair.1 == second));
    }
    let next = AtomicU64::new(0);
    let start = Instant::now();
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut tally =
                        Tally { by_deck: vec![(0, 0); count], reasons: vec![0; Reason::ALL.len()], ..Tally::default() };
                    let mut game: Option<Position> = None;
                    let mut seats = [[agent(&names[0]), agent(&names[1])], [agent(&names[1]), agent(&names[0])]];
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= games {
                            return tally;
                        }
                        // A pair of games: the same seed, decks and seats, the agents swapped. Equal agents score just 50%.
                        let (pair, swapped) = (number / 2, number % 2 == 1);
                        let (mine, other) = pairings[(pair as usize * 7) % pairings.len()];
                        let seed = seed.derive("pair", pair);
                        let me = if swapped { Player::SECOND } else { Player::FIRST };
                        let setup = decks.setup(mine, other, false);
                        let deck = if swapped { other } else { mine };
                        let game = match &mut game {
                            Some(game) => {
                                game.restart(&setup, seed);
                                game
                            }
                            None => game.insert(Position::new(&setup, seed)),
                        };
                        let (outcome, decisions) = play(game, &mut seats[usize::from(swapped)], seed);
                        tally.games += 1;
                        tally.wins += u64::from(outcome.winner == Some(me));
                        tally.draws += u64::from(outcome.winner.is_none());
                        tally.decisions += decisions;
                        tally.turns += u64::from(game.turn());
                        tally.by_deck[deck].0 += u64::from(outcome.winner == Some(me));
                        tally.by_deck[deck].1 += 1;
                        let place = Reason::ALL.iter().position(|reason| *reason == outcome.reason);
                        tally.reasons[place.expect("every reason is listed")] += 1;
                    }
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker panicked")).collect()
    });
    let time = start.elapsed().as_secs_f64();
    let mut all = Tally { by_deck: vec![(0, 0); count], reasons: vec![0; Reason::ALL.len()], ..Tally::default() };
    for tally in tallies {
        all.games += tally.games;
        all.wins += tally.wins;
        all.draws += tally.draws;
        all.decisions += tally.decisions;
        all.turns += tally.turns;
        for (sum, one) in all.by_deck.iter_mut().zip(tally.by_deck) {
            *sum = (sum.0 + one.0, sum.1 + one.1);
        }
        for (sum, one) in all.reasons.iter_mut().zip(tally.reasons) {
            *sum += one;
        }
    }
    let games = all.games as f64;
    let rate = (all.wins as f64 + 0.5 * all.draws as f64) / games;
    println!(
        "{} {:.2}% of {} games against {} (±{:.2}), {} draws",
        names[0],
        100.0 * rate,
        all.games,
        names[1],
        196.0 * (rate * (1.0 - rate) / games).sqrt(),
        all.draws
    );
    println!(
        "{:.1} turns, {:.1} decisions a game; {:.1} games/s, {:.2} µs a decision, {:.1} ms a game per thread",
        all.turns as f64 / games,
        all.decisions as f64 / games,
        games / time,
        time * 1e6 * threads as f64 / all.decisions as f64,
        time * 1e3 * threads as f64 / games,
    );
    for ((name, _), (wins, games)) in decks.decks.iter().zip(&all.by_deck) {
        if *games > 0 {
            println!("  {name:<22} {:5.1}% of {games}", 100.0 * *wins as f64 / *games as f64);
        }
    }
    for (reason, count) in Reason::ALL.iter().zip(&all.reasons) {
        if *count > 0 {
            println!("  {reason}: {count}");
        }
    }
}
