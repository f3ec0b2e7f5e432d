//! How long it takes to judge a position: by the learned value, and by hand.
//!
//! `cargo run --release -p gauntlet-ai --example valuations`

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;
use std::time::Instant;

use common::{Decks, agent};
use gauntlet_ai::heuristic::learned::{Observer, shipped};
use gauntlet_ai::heuristic::{LearnedValue, PositionValue, Weights};
use gauntlet_ai::rollout::Evaluate;
use gauntlet_core::{Game, Player, Seed, View};
use gauntlet_magic::Position;

fn main() {
    let decks = Decks::shipped();
    let count = decks.decks.len();
    let (mut agents, mut legal, mut positions) = ([agent("heuristic"), agent("heuristic")], Vec::new(), Vec::new());
    for number in 0..24 {
        let seed = Seed::from_u64(4).derive("game", number as u64);
        let mut game = Position::new(&decks.setup(number % count, (number + 5) % count, false), seed);
        let mut rng = seed.rng();
        agents.iter_mut().for_each(|agent| agent.start());
        let mut decision = 0;
        while let Some(player) = game.to_act() {
            decision += 1;
            if decision % 7 == 0 {
                positions.push(game.clone());
            }
            game.legal_actions(&mut legal);
            let choice = agents[player.index()].choose(View::new(&game, player), &legal, &mut rng);
            game.apply(legal[choice]);
        }
    }
    let view = |position| View::new(position, Player::FIRST);
    let model = shipped();
    let (mut observer, mut judge) = (Observer::default(), LearnedValue::new(shipped()));
    let mut hand = PositionValue::new(std::sync::Arc::new(Weights::default()));
    let rows: Vec<_> = positions.iter().map(|position| observer.count(view(position))).collect();
    let time = |what: &str, run: &mut dyn FnMut(usize)| {
        let best = (0..30).map(|_| {
            let begin = Instant::now();
            (0..positions.len()).for_each(&mut *run);
            begin.elapsed().as_nanos() as f64 / positions.len() as f64
        });
        println!("{what:24} {:6.0} ns", best.fold(f64::INFINITY, f64::min));
    };
    println!("{} positions", positions.len());
    time("features", &mut |place| {
        black_box(observer.count(view(&positions[place])));
    });
    time("trees", &mut |place| {
        black_box(model.probability(&rows[place]));
    });
    time("the learned value", &mut |place| {
        black_box(judge.evaluate(view(&positions[place])));
    });
    time("the hand-made judge", &mut |place| {
        black_box(hand.evaluate(view(&positions[place])));
    });
}
