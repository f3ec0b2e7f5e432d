//! The learned value of positions: what it sees, the file that it is kept in, and that it knows more than the hand-made judge.

mod common;

use std::collections::BTreeSet;

use common::{Decks, ME, OTHER, agent, arranged_at};
use gauntlet_ai::heuristic::learned::features::{COUNT, Row, names};
use gauntlet_ai::heuristic::learned::model::{self, CERTAIN, MOST_BYTES, UNIT};
use gauntlet_ai::heuristic::learned::{Model, ModelError, Observer, SHIPPED_FILE, shipped};
use gauntlet_ai::heuristic::{LearnedValue, PositionValue, Weights};
use gauntlet_ai::rollout::Evaluate;
use gauntlet_cards::filter::Zone;
use gauntlet_core::{Game, Player, Seed, View};
use gauntlet_magic::Position;
use rand::RngExt;

/// Calls `look` at each decision of games of the heuristic between all shipped decks, each with the next but `distance`.
fn along(games: u64, distance: usize, mut look: impl FnMut(u64, &Position, Player)) -> Vec<[f64; 2]> {
    let decks = Decks::shipped();
    let count = decks.decks.len();
    let mut agents = [agent("heuristic"), agent("heuristic")];
    let mut legal = Vec::new();
    let mut scores = Vec::new();
    for number in 0..games {
        let one = number as usize % count;
        let seed = Seed::from_u64(3).derive("game", number);
        let mut game = Position::new(&decks.setup(one, (one + distance) % count, false), seed);
        let mut rng = seed.rng();
        agents.iter_mut().for_each(|agent| agent.start());
        while let Some(player) = game.to_act() {
            look(number, &game, player);
            game.legal_actions(&mut legal);
            let choice = agents[player.index()].choose(View::new(&game, player), &legal, &mut rng);
            game.apply(legal[choice]);
        }
        let outcome = game.outcome().expect("it is over");
        scores.push(Player::BOTH.map(|player| outcome.score(player)));
    }
    scores
}

fn feature(row: &Row, name: &str) -> i32 {
    let place = names().position(|(other, _)| other == name).unwrap_or_else(|| panic!("no feature {name}"));
    i32::from(row[place])
}

#[test]
fn each_feature_has_a_name_of_its_own() {
    let all: BTreeSet<String> = names().map(|(name, _)| name).collect();
    assert_eq!(all.len(), COUNT);
    // They are columns of files.
    assert!(all.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')), "{all:?}");
}

#[test]
fn what_is_hidden_is_in_no_feature() {
    let (mut observer, mut redealt, mut rows) = (Observer::default(), 0, 0);
    along(6, 5, |_, game, player| {
        let mut twin = game.clone();
        twin.determinize(player, &mut Seed::from_u64(rows).rng());
        redealt += u64::from(twin.fingerprint() != game.fingerprint());
        rows += 1;
        let rows = [game, &twin].map(|game| observer.count(View::new(game, player)));
        assert_eq!(rows[0], rows[1]);
    });
    assert!(rows > 300 && redealt * 10 > rows * 9, "{redealt} of {rows}");
}

#[test]
fn both_judges_see_the_same_difference() {
    let (mut observer, mut hand, mut ahead) = (Observer::default(), PositionValue::new(Default::default()), 0);
    let card = Weights::default().position.hand;
    along(6, 1, |_, game, player| {
        for viewer in [player, !player] {
            let view = View::new(game, viewer);
            let standing = feature(&observer.count(view), "standing");
            assert_eq!((standing + standing.signum() * card / 2) / card, hand.lead(view));
            ahead += i32::from(standing > 0);
        }
    });
    assert!(ahead > 100);
}

const CARDS: &str = "\
name Forest
super Basic
type Land Forest

name Cave Bear
cost {1}{G}
type Creature Bear
pt 2/2

name Kite
cost {2}{G}
type Creature Bird
pt 3/1
text Flying

name Wall
cost {G}
type Creature Wall
pt 0/4
text Defender

name Zap
cost {G}
type Instant
text ~ deals 3 damage to any target.
";

#[test]
fn features_are_what_lies_there() {
    let game = arranged_at(
        CARDS,
        &[
            (ME, Zone::Battlefield, "Forest", 2),
            (ME, Zone::Battlefield, "Cave Bear", 3),
            (ME, Zone::Battlefield, "Kite", 1),
            (ME, Zone::Hand, "Forest", 1),
            (ME, Zone::Hand, "Zap", 2),
            (ME, Zone::Hand, "Kite", 1),
            (OTHER, Zone::Battlefield, "Wall", 2),
            (OTHER, Zone::Hand, "Zap", 1),
            (ME, Zone::Library, "Forest", 5),
            (OTHER, Zone::Library, "Forest", 3),
        ],
        13,
    );
    let mine = Observer::default().count(View::new(&game, ME));
    let theirs = Observer::default().count(View::new(&game, OTHER));
    let wanted = [
        ("own_turn", 1, 0),
        ("own_life", 13, 20),
        ("opposing_life", 20, 13),
        ("life", -7, 7),
        ("own_hand", 4, 1),
        ("own_library", 5, 3),
        ("own_sources", 2, 0),
        ("own_open_mana", 2, 0),
        ("own_creatures", 4, 2),
        ("own_untapped", 4, 2),
        ("own_power", 9, 0),
        ("own_largest", 3, 0),
        ("own_evasive", 3, 0),
        ("own_toughness", 7, 8),
        // Of three bears two are blocked.
        ("own_through", 5, 0),
        ("own_clock", 4, 20),
        ("own_raw_clock", 3, 20),
        ("race", 16, -16),
        ("hand_lands", 1, 0),
        ("hand_cheap", 2, 0),
        ("hand_now", 2, 0),
        ("hand_creatures", 1, 0),
        ("hand_burn", 6, 3),
        ("hand_removal", 2, 1),
        ("hand_known", 0, 0),
    ];
    for (name, own, other) in wanted {
        assert_eq!((feature(&mine, name), feature(&theirs, name)), (own, other), "{name}");
    }
    let mirrored = names().filter_map(|(name, _)| Some((name.strip_prefix("own_")?.to_owned(), name)));
    for (rest, name) in mirrored.filter(|(_, name)| !["own_turn", "own_stack"].contains(&name.as_str())) {
        assert_eq!(feature(&mine, &name), feature(&theirs, &format!("opposing_{rest}")), "{name}");
    }
}

#[test]
fn a_value_takes_no_memory_once_it_is_warm() {
    let (mut judge, mut warm) = (LearnedValue::new(shipped()), false);
    along(1, 2, |_, game, player| {
        let taken = allocation_counter::measure(|| {
            judge.evaluate(View::new(game, player));
        });
        assert!(!warm || taken.count_total == 0, "{taken:?}");
        warm = true;
    });
}

/// Games that nothing was learned from: the decks are the shipped ones, the seeds aren't those of any export.
#[test]
fn it_knows_better_than_the_hand_made_judge_who_will_win() {
    let mut judges: [Box<dyn Evaluate<Position>>; 2] =
        [Box::new(LearnedValue::new(shipped())), Box::new(PositionValue::new(Default::default()))];
    let mut said = Vec::new();
    let results = along(48, 4, |game, position, player| {
        let view = View::new(position, player);
        said.push((game, player, [0, 1].map(|judge: usize| judges[judge].evaluate(view))));
    });
    let mut losses: [f64; 2] = [0.0, 0.0];
    for (game, player, values) in &said {
        let result = results[*game as usize][player.index()];
        for (loss, value) in losses.iter_mut().zip(*values) {
            let (value, result): (f64, f64) = (value.clamp(0.001, 0.999), result);
            *loss -= result * value.ln() + (1.0 - result) * (1.0 - value).ln();
        }
    }
    let [learned, hand] = losses.map(|loss| loss / said.len() as f64);
    assert!(learned < hand - 0.02 && learned < 0.6, "{learned} against {hand}");
}

#[test]
fn the_program_walks_the_trees_as_who_trained_them_did() {
    let text = include_str!("../weights/value.csv");
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    let columns: Vec<String> = names().map(|(name, _)| name).chain(["odds".to_owned()]).collect();
    assert_eq!(header, columns);
    let model = shipped();
    let mut range = Vec::new();
    for line in lines {
        let numbers: Vec<i32> = line.split(',').map(|number| number.parse().expect("a number")).collect();
        let mut row: Row = [0; COUNT];
        row.iter_mut().zip(&numbers).for_each(|(place, number)| *place = *number as i16);
        assert_eq!(model.odds(&row), numbers[COUNT]);
        let probability = f64::from(model.probability(&row)) / f64::from(CERTAIN);
        let wanted = 1.0 / (1.0 + (-f64::from(numbers[COUNT]) / f64::from(UNIT)).exp());
        assert!((probability - wanted).abs() < 0.001, "{probability} and not {wanted}");
        range.push(probability);
    }
    // From lost to won.
    assert!(range.len() > 10 && range[0] < 0.1 && range[range.len() - 1] > 0.9, "{range:?}");
    assert!(range.windows(2).all(|two| two[0] <= two[1]));
}

#[test]
fn the_shipped_file_is_small_and_in_order() {
    assert_eq!(Model::read(SHIPPED_FILE).as_ref(), Ok(shipped().as_ref()));
    assert!(SHIPPED_FILE.len() <= MOST_BYTES);
}

#[test]
fn a_file_that_is_no_model_is_refused_with_the_reason() {
    let refused = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = SHIPPED_FILE.to_vec();
        change(&mut bytes);
        Model::read(&bytes).expect_err("it is no model")
    };
    let length = SHIPPED_FILE.len();
    assert_eq!(refused(&|bytes| bytes.clear()), ModelError::NotAModel);
    assert_eq!(refused(&|bytes| bytes[0] = b'g'), ModelError::NotAModel);
    assert_eq!(refused(&|bytes| bytes.truncate(20)), ModelError::Length { found: 20, expected: 38 });
    assert_eq!(
        refused(&|bytes| bytes.truncate(length - 1)),
        ModelError::Length { found: length - 1, expected: length }
    );
    assert_eq!(refused(&|bytes| bytes.push(0)), ModelError::Length { found: length + 1, expected: length });
    assert_eq!(refused(&|bytes| bytes.resize(MOST_BYTES + 1, 0)), ModelError::TooLarge { found: MOST_BYTES + 1 });
    assert_eq!(refused(&|bytes| bytes[8] = 9), ModelError::Format { found: 9 });
    let count = COUNT as u16;
    assert_eq!(refused(&|bytes| bytes[10] = 200), ModelError::Features { version: 200, count });
    assert!(matches!(refused(&|bytes| bytes[12] ^= 1), ModelError::Features { count: other, .. } if other != count));
    assert_eq!(refused(&|bytes| bytes[18] ^= 1), ModelError::Names);
    assert_eq!(refused(&|bytes| bytes[16] = 0), ModelError::Depth { found: 0 });
    assert_eq!(refused(&|bytes| bytes[16] = 9), ModelError::Depth { found: 9 });
    assert_eq!(refused(&|bytes| bytes[26] ^= 1), ModelError::Checksum);
    assert_eq!(refused(&|bytes| bytes[length - 1] ^= 1), ModelError::Checksum);
    let asked = |bytes: &mut Vec<u8>| {
        bytes[38] = count as u8;
        model::seal(bytes);
    };
    assert_eq!(refused(&asked), ModelError::Question { tree: 0, feature: count as u8 });
    for error in [refused(&|bytes| bytes[8] = 9), refused(&|bytes| bytes[18] ^= 1), refused(&|bytes| bytes[10] = 200)] {
        assert!(error.to_string().contains("train it again"), "{error}");
    }
}

#[test]
fn whatever_the_bytes_are_nothing_panics() {
    let mut rng = Seed::from_u64(11).rng();
    // A change of any one byte is noticed.
    for place in (0..64).chain((64..SHIPPED_FILE.len()).step_by(97)) {
        let mut bytes = SHIPPED_FILE.to_vec();
        bytes[place] ^= 1 << rng.random_range(0..8u32);
        assert!(Model::read(&bytes).is_err(), "byte {place}");
    }
    for _ in 0..300 {
        let mut bytes = SHIPPED_FILE[..rng.random_range(0..SHIPPED_FILE.len() as u32) as usize].to_vec();
        assert!(Model::read(&bytes).is_err());
        for byte in bytes.iter_mut().skip(8) {
            *byte = rng.random_range(0..256u32) as u8;
        }
        assert!(Model::read(&bytes).is_err());
    }
    // A file that is sealed is read or refused, and any that is read can be asked.
    let mut read = 0;
    for _ in 0..100 {
        let mut bytes = SHIPPED_FILE.to_vec();
        for byte in bytes.iter_mut().skip(34) {
            *byte = rng.random_range(0..COUNT as u32) as u8;
        }
        bytes[37] = rng.random_range(0..256u32) as u8;
        model::seal(&mut bytes);
        if let Ok(model) = Model::read(&bytes) {
            let mut row = [0; COUNT];
            row.iter_mut().for_each(|value| *value = rng.random_range(-32768..32768i32) as i16);
            assert!(model.probability(&row) <= CERTAIN);
            read += 1;
        }
    }
    assert!(read > 20, "{read}");
}
