//! Battles of random decks played at random, and what a search does with a position: `cargo bench -p gauntlet-millennials`.
//!
//! Beside criterion's times it tells how many allocations a battle makes once warm, and how large positions are.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gauntlet_core::{Game, Player, Rng, Seed};
use gauntlet_millennials::options::Options;
use gauntlet_millennials::policy::{Ongoing, Policy};
use gauntlet_millennials::{Action, Kind, Pool, Position, Setup};
use rand::RngExt;

/// Different pairs of decks.
const PAIRS: u64 = 64;
/// Battles whose positions are measured.
const MEASURED: u64 = 20_000;
/// What a position is meant to take, in bytes.
const MEANT: usize = 2048;

/// Random decks of collectible cards, with the seed of their battle.
fn setups(policy: Policy, pairs: u64) -> Vec<(Setup, Seed)> {
    let any = Pool::shipped().collectible();
    let setup = |number| {
        let seed = Seed::from_u64(number);
        let mut rng = seed.derive("deck", 0).rng();
        let mut deck = || (0..12).map(|_| any[rng.random_range(0..any.len() as u32) as usize]).collect::<Vec<Kind>>();
        let decks = [deck(), deck()];
        (Setup::new(decks, Options { policy, ..Options::default() }), seed)
    };
    (0..pairs).map(setup).collect()
}

/// Plays a battle at random from its beginning, calling `each` at every decision and at the end.
fn play(game: &mut Position, (setup, seed): &(Setup, Seed), legal: &mut Vec<Action>, mut each: impl FnMut(&Position)) {
    game.restart(setup, *seed);
    let mut rng: Rng = seed.derive("plays", 0).rng();
    while game.to_act().is_some() {
        each(game);
        game.legal_actions(legal);
        game.apply(legal[rng.random_range(0..legal.len() as u32) as usize]);
    }
    each(game);
}

fn policies() -> [(&'static str, Policy); 3] {
    [("shipped", Ongoing::Push), ("unique", Ongoing::Unique), ("pull", Ongoing::Pull)]
        .map(|(name, ongoing)| (name, Policy { ongoing, ..Policy::default() }))
}

fn battles(c: &mut Criterion) {
    let mut group = c.benchmark_group("random battle");
    group.throughput(Throughput::Elements(1));
    for (name, policy) in policies() {
        let setups = setups(policy, PAIRS);
        let mut game = Position::new(&setups[0].0, setups[0].1);
        let mut legal = Vec::new();
        let mut next = setups.iter().cycle();
        group.bench_function(name, |bencher| {
            bencher.iter(|| play(&mut game, next.next().expect("a battle"), &mut legal, |_| ()));
        });
        // All have been played by now: every buffer has had its chance to grow.
        let all = allocation_counter::measure(|| {
            setups.iter().for_each(|setup| play(&mut game, setup, &mut legal, |_| ()));
        });
        println!("random battle/{name}: {} allocations in {PAIRS} battles", all.count_total);
    }
    group.finish();
}

fn sizes(_: &mut Criterion) {
    for (name, policy) in policies() {
        let mut legal = Vec::new();
        let mut most: Vec<usize> = Vec::new();
        let (mut positions, mut over) = (0u64, 0u64);
        for setup in setups(policy, MEASURED) {
            let mut game = Position::new(&setup.0, setup.1);
            let mut greatest = 0;
            play(&mut game, &setup, &mut legal, |game| {
                positions += 1;
                over += u64::from(game.bytes() > MEANT);
                greatest = greatest.max(game.bytes());
            });
            most.push(greatest);
        }
        most.sort_unstable();
        let share = |share: f64| most[((most.len() - 1) as f64 * share) as usize];
        println!(
            "greatest position of a battle/{name}: half at most {} bytes, 99% {}, 99.9% {}, all {}; {:.3}% of positions over {MEANT}",
            share(0.5),
            share(0.99),
            share(0.999),
            share(1.0),
            100.0 * over as f64 / positions as f64
        );
    }
}

fn position(c: &mut Criterion) {
    let mut positions: Vec<Position> = Vec::new();
    let mut legal = Vec::new();
    for setup in setups(Policy::default(), PAIRS) {
        let mut game = Position::new(&setup.0, setup.1);
        let mut number = 0;
        play(&mut game, &setup, &mut legal, |game| {
            number += 1;
            if number % 5 == 0 && game.to_act().is_some() {
                positions.push(game.clone());
            }
        });
    }
    let mut group = c.benchmark_group("position");
    let mut next = positions.iter().cycle();
    let mut next = || next.next().expect("a position");
    let mut copy = positions[0].clone();
    group.bench_function("clone", |bencher| bencher.iter(|| copy.clone_from(black_box(next()))));
    group.bench_function("clone into new memory", |bencher| bencher.iter(|| black_box(next()).clone()));
    group.bench_function("legal actions", |bencher| {
        bencher.iter(|| {
            black_box(next()).legal_actions(&mut legal);
            legal.len()
        });
    });
    let mut rng = Seed::from_u64(1).rng();
    group.bench_function("copy and determinize", |bencher| {
        bencher.iter(|| {
            let from = next();
            copy.clone_from(from);
            copy.determinize(from.to_act().unwrap_or(Player::FIRST), &mut rng);
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().without_plots();
    targets = battles, position, sizes
}
criterion_main!(benches);
