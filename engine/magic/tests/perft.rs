//! Perft: how many sequences of actions there are from positions that exercise one area each. A rule that changes changes a
//! number; `gauntlet perft engine/magic/positions/positions.toml --id ID --depth N --divide` shows where.

use std::path::Path;

use gauntlet_cards::text::CardBase;
use gauntlet_core::{divide, perft};
use gauntlet_magic::Position;
use gauntlet_magic::scenario::{Cards, Entry, Scenario, check, position, read_toml};

/// The sequences of 1, 2, 3 ... actions from each position.
const COUNTS: &[(&str, &[u64])] = &[
    ("casting", &[2, 6, 13, 31, 76, 168, 381, 878, 2011, 4456, 9649, 20528]),
    ("payment", &[3, 9, 21, 45, 102, 227, 490, 1088, 2472, 5493, 11879, 25398]),
    ("lands", &[4, 13, 45, 146, 405, 1125, 3231, 8891, 23538]),
    ("attackers", &[2, 4, 8, 21, 56, 116, 234, 476, 992, 2042, 4146, 8426]),
    ("menace", &[2, 4, 8, 20, 44, 101, 202, 404, 808, 1648, 3380, 6848]),
    ("triggers", &[2, 4, 8, 17, 37, 76, 153, 313, 644, 1309, 2637, 5324]),
    ("modes", &[2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096]),
    ("x", &[2, 6, 14, 29, 63, 137, 291, 603, 1243, 2579, 5319, 10861]),
    ("divided", &[2, 6, 17, 37, 76, 162, 350, 748, 1552, 3164, 6476, 13336]),
    ("kicker", &[2, 4, 10, 22, 46, 98, 204, 424, 876, 1796, 3672, 7488]),
    ("copying", &[2, 4, 8, 16, 32, 65, 138, 292, 603, 1230, 2487, 5055]),
    ("planeswalker", &[3, 7, 18, 50, 146, 392, 929, 2244, 5920, 16253, 43071]),
    ("sacrifice", &[2, 4, 8, 17, 37, 76, 152, 307, 631, 1330, 2824, 5850]),
    ("library", &[2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096]),
    ("responses", &[2, 6, 14, 38, 94, 242, 602, 1378, 3013, 6370, 13175, 26834]),
];

fn positions() -> Vec<(String, Position)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/positions.toml");
    let book = read_toml(&std::fs::read_to_string(&file).expect("a readable file")).expect("scenarios");
    let mut base = CardBase::new();
    let problems = base.add_text("positions.toml", &book.cards);
    assert!(problems.is_empty(), "{problems:?}");
    let known = book.entries.into_iter().map(|entry| match entry {
        Entry::Known(scenario) => *scenario,
        Entry::Unknown { id, why, .. } => panic!("{id}: {why}"),
    });
    let scenarios: Vec<Scenario> = known.collect();
    let cards = Cards::compile(&base, &scenarios, |name| check(&base, name));
    let arranged = |scenario: &Scenario| {
        let position = position(scenario, &cards).unwrap_or_else(|why| panic!("{}: {why}", scenario.id));
        (scenario.id.clone(), position)
    };
    scenarios.iter().map(arranged).collect()
}

#[test]
fn the_counts_are_these() {
    let positions = positions();
    let ids: Vec<&str> = positions.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, COUNTS.iter().map(|row| row.0).collect::<Vec<_>>(), "each position has its numbers");
    for ((id, position), (_, counts)) in positions.iter().zip(COUNTS) {
        let found: Vec<u64> = (1..=counts.len() as u32).map(|depth| perft(position, depth)).collect();
        assert_eq!(found, *counts, "{id}");
    }
}

#[test]
fn first_actions_add_up() {
    for (id, position) in positions() {
        let sum: u64 = divide(&position, 5).iter().map(|(_, count)| count).sum();
        assert_eq!(sum, perft(&position, 5), "{id}");
    }
}
