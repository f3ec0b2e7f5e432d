//! Whole games by agent, and what a search does with a position: `cargo bench`.
//!
//! `gauntlet bench` measures the same and more without installing anything; this one keeps baselines and compares with them.

use std::hint::black_box;
use std::path::Path;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use gauntlet::games::magic::Magic;
use gauntlet::host::Host;
use gauntlet::host::options::Limits;
use gauntlet::host::options::LoadArgs;
use gauntlet::plan::schedule::{pairing_seed, unit_seeds};
use gauntlet::play::game::{Trace, play_game};
use gauntlet_core::{Game, PerPlayer, Player, Seed, View};
use gauntlet_magic::Position;

/// The decks that are measured: aggro against itself, and a long game.
const PAIRS: [[&str; 2]; 2] = [["mono-red-aggro", "mono-red-aggro"], ["white-tokens", "blue-black-control"]];

fn host(decks: [&str; 2]) -> Magic {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../decks");
    let files = decks.map(|deck| folder.join(deck).with_extension("txt"));
    Magic::load(&files, &LoadArgs::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The positions of a random game, one in `step`, all of them decisions.
fn positions(host: &Magic, step: u64) -> Vec<Position> {
    let setup = host.setup(0, host.decks().len() - 1, Limits::default(), false);
    let pilot = Magic::agents().resolve("random").expect("an agent");
    let (mut a, mut b) = (pilot.make(), pilot.make());
    let mut game = Position::new(&setup, Seed::from_u64(1));
    let mut rngs = PerPlayer::from_fn(|player| Seed::from_u64(player.index() as u64).rng());
    let mut agents = PerPlayer([a.as_mut(), b.as_mut()]);
    let (mut count, mut kept) = (0, Vec::new());
    let keep = |game: &Position, _, _| {
        count += 1;
        if count % step == 0 {
            kept.push(game.clone());
        }
    };
    play_game(&mut game, &mut agents, &mut rngs, &mut Vec::new(), Limits::default(), &mut Trace::default(), keep);
    kept
}

fn games(c: &mut Criterion) {
    for decks in PAIRS {
        let host = host(decks);
        let last = host.decks().len() - 1;
        let setup = host.setup(0, last, Limits::default(), false);
        let seed = pairing_seed(Seed::from_u64(1), decks[0], decks[1]);
        let mut group = c.benchmark_group(format!("game of {} and {}", decks[0], decks[1]));
        for spec in ["random", "heuristic", "mc:rollouts=5"] {
            let pilot = Magic::agents().resolve(spec).expect("an agent");
            let (mut a, mut b) = (pilot.make(), pilot.make());
            let mut game = Position::new(&setup, seed);
            let (mut legal, mut number) = (Vec::new(), 0);
            if spec.starts_with("mc") {
                group.sample_size(10);
            }
            group.bench_function(spec, |bencher| {
                bencher.iter(|| {
                    let seeds = unit_seeds(seed, number);
                    number += 1;
                    game.restart(&setup, seeds.game);
                    let mut rngs = PerPlayer::from_fn(|player: Player| seeds.agents[player].rng());
                    let mut agents = PerPlayer([a.as_mut(), b.as_mut()]);
                    let limits = Limits::default();
                    let mut trace = Trace::default();
                    play_game(&mut game, &mut agents, &mut rngs, &mut legal, limits, &mut trace, |_, _, _| ())
                });
            });
        }
        group.finish();
    }
}

fn position(c: &mut Criterion) {
    let positions = positions(&host(PAIRS[1]), 5);
    let mut group = c.benchmark_group("position");
    let mut next = positions.iter().cycle();
    let mut next = || next.next().expect("a position");
    let mut copy = positions[0].clone();
    group.bench_function("clone", |bencher| bencher.iter(|| copy.clone_from(black_box(next()))));
    group.bench_function("clone into new memory", |bencher| bencher.iter(|| black_box(next()).clone()));
    let mut legal = Vec::new();
    group.bench_function("legal actions", |bencher| {
        bencher.iter(|| {
            black_box(next()).legal_actions(&mut legal);
            legal.len()
        });
    });
    group.bench_function("fingerprint", |bencher| bencher.iter(|| black_box(next()).fingerprint()));
    let mut rng = Seed::from_u64(1).rng();
    group.bench_function("determinize", |bencher| {
        bencher.iter(|| {
            let position = next();
            View::new(position, position.to_act().unwrap_or(Player::FIRST)).sample_into(&mut copy, &mut rng);
        });
    });
    group.bench_function("apply", |bencher| {
        let setup = || {
            let position = next();
            position.legal_actions(&mut legal);
            (position.clone(), legal[0])
        };
        bencher.iter_batched_ref(setup, |(position, action)| position.apply(*action), BatchSize::SmallInput);
    });
    group.finish();
}

criterion_group!(benches, games, position);
criterion_main!(benches);
