//! What computing all characteristics again costs, by how many continuous effects there are (CR 613): `cargo bench`.
//!
//! Each measured action is one free activated ability and its resolution, by which something on the battlefield changes; the
//! board is ten creatures of each player. `setters` write what others read, so that dependency has to be looked for (CR 613.8).

use std::sync::Arc;

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use gauntlet_cards::card::Pool;
use gauntlet_cards::filter::Zone;
use gauntlet_cards::text::CardBase;
use gauntlet_core::{Game, PerPlayer, Player, Seed};
use gauntlet_magic::arrange::{Arrangement, Placed};
use gauntlet_magic::decision::Action;
use gauntlet_magic::{Options, Position, Setup};

const CARDS: &str = "\
name Cub
cost {G}
type Creature Bear
pt 2/2

name Grower
cost {1}
type Artifact
text {0}: Put a +1/+1 counter on ~.

name Anthem
cost {W}
type Enchantment
text Creatures you control get +1/+1.

name Bear Song
cost {W}
type Enchantment
text Bears you control get +1/+1.

name Wild Song
cost {W}
type Enchantment
text Creatures you control are Beasts in addition to their other types.
";

/// A board with that many of these, and the action that is measured.
fn board(effects: usize, kinds: &[&str]) -> (Position, Action) {
    let mut base = CardBase::new();
    assert!(base.add_text("layers.rs", CARDS).is_empty(), "the cards can be read");
    let mut pool = Pool::new();
    let mut arrangement = Arrangement::new();
    let mut put = |player: Player, name: &str, zone: Zone| {
        let card = base.compile(name, &mut pool).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        arrangement.cards.push(Placed { player, zone, card, tapped: false });
    };
    for player in Player::BOTH {
        for _ in 0..10 {
            put(player, "Cub", Zone::Battlefield);
            put(player, "Cub", Zone::Library);
        }
    }
    put(Player::FIRST, "Grower", Zone::Battlefield);
    for number in 0..effects {
        put(Player::FIRST, kinds[number % kinds.len()], Zone::Battlefield);
    }
    let empty = Arc::new(Vec::new());
    let setup = Setup {
        pool: Arc::new(pool),
        decks: PerPlayer([Arc::clone(&empty), empty]),
        outside: PerPlayer::default(),
        options: Options { max_actions: u32::MAX, ..Options::default() },
        told: None,
    };
    let (position, _) = Position::arranged(&setup, &arrangement, Seed::from_u64(1));
    let mut legal = Vec::new();
    position.legal_actions(&mut legal);
    let action = *legal.iter().find(|action| position.describe(**action).starts_with("Grower")).expect("it is free");
    (position, action)
}

/// The ability is activated, and resolves when both players have passed; the opponent's pass is forced.
fn play(game: &mut Position, action: Action) {
    game.apply(action);
    game.apply(Action::Pass);
}

fn layers(c: &mut Criterion) {
    for (name, kinds) in [("independent effects", &["Anthem"][..]), ("setters", &["Wild Song", "Bear Song"][..])] {
        let mut group = c.benchmark_group(name);
        for effects in [0, 10, 50] {
            let (position, action) = board(effects, kinds);
            group.bench_function(BenchmarkId::from_parameter(effects), |bencher| {
                let copy = || position.clone();
                bencher.iter_batched_ref(copy, |game| play(game, action), BatchSize::SmallInput);
            });
        }
        group.finish();
    }
}

criterion_group!(benches, layers);
criterion_main!(benches);
