//! What is encoded of battles of Millennials: nothing that the viewer doesn't know, and all that the tables say.

use std::collections::BTreeSet;
use std::path::Path;

use gauntlet::games::magic::Magic;
use gauntlet::games::millennials::Millennials;
use gauntlet::host::Host;
use gauntlet::host::options::{Limits, LoadArgs};
use gauntlet::plan::files;
use gauntlet_core::{Game, Player, Rng, Seed, View};
use gauntlet_encoding::millennials::layout::{
    ACTION, ACTIONS, OBSERVATION, SEGMENTS, SLOTS, action, card, game, location, player,
};
use gauntlet_encoding::millennials::{Encoder, VERSION};
use gauntlet_encoding::{EncodedGame, Output, Slots};
use gauntlet_millennials::options::{Mode, Options};
use gauntlet_millennials::{Action, Pool, Position, Setup};
use rand::RngExt;

/// The setups of some pairs of shipped decks, as players against each other and as in the shipped game.
fn setups() -> Vec<Setup> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../decks/millennials");
    let files = files::in_directory::<Millennials>(&folder).expect("the decks are there");
    let host = Millennials::load(&files, &LoadArgs::default()).unwrap_or_else(|error| panic!("{error}"));
    let decks = host.decks().len();
    let pairs = (0..decks).map(|one| (one, (one + 3) % decks));
    let mut setups: Vec<Setup> = pairs.map(|(one, other)| host.setup(one, other, Limits::default(), false)).collect();
    for place in 0..setups.len() {
        let mut shipped = setups[place].clone();
        shipped.options = Options { mode: Mode::Shipped, ..shipped.options };
        setups.push(shipped);
    }
    setups
}

fn legal(position: &Position, viewer: Player) -> Vec<Action> {
    let mut legal = Vec::new();
    if position.to_act() == Some(viewer) {
        position.legal_actions(&mut legal);
    }
    legal
}

/// Observation and actions, over memory that is full of other numbers.
fn encode(encoder: &Encoder, position: &Position, viewer: Player) -> (Vec<f32>, Vec<f32>) {
    let (mut observation, mut actions) = (vec![f32::NAN; OBSERVATION], vec![f32::NAN; ACTIONS]);
    let legal = legal(position, viewer);
    let output = Output { observation: Some(&mut observation), actions: Some(&mut actions) };
    encoder.encode(View::new(position, viewer), &legal, output);
    (observation, actions)
}

/// A battle of random choices: calls `check` at every decision.
fn random_battle(setup: &Setup, seed: u64, mut check: impl FnMut(&Position, &[Action], &mut Rng)) {
    let seed = Seed::from_u64(seed);
    let mut rng = seed.derive("test", 0).rng();
    let (mut position, mut actions) = (Position::new(setup, seed), Vec::new());
    while position.to_act().is_some() {
        position.legal_actions(&mut actions);
        check(&position, &actions, &mut rng);
        position.apply(actions[rng.random_range(0..actions.len())]);
    }
    check(&position, &[], &mut rng);
}

/// The numbers of a column, row by row.
fn column(out: &[f32], segment: &str, at: usize) -> Vec<f32> {
    let segment = SEGMENTS.iter().find(|one| one.name == segment).expect("a segment");
    (0..segment.rows).map(|row| out[segment.at + row * segment.width + at]).collect()
}

fn bits(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

#[test]
fn worlds_of_a_view_are_encoded_to_the_same_bytes() {
    let encoder = Encoder::new(Pool::shipped());
    let (mut positions, mut changed, mut different) = (0, 0, BTreeSet::new());
    for (number, setup) in setups().iter().enumerate() {
        random_battle(setup, number as u64, |position, _, rng| {
            for viewer in Player::BOTH {
                let truth = encode(&encoder, position, viewer);
                different.insert(bits(&truth.0));
                for _ in 0..2 {
                    let mut world = position.clone();
                    world.determinize(viewer, rng);
                    changed += u32::from(world.fingerprint() != position.fingerprint());
                    let seen = encode(&encoder, &world, viewer);
                    assert_eq!(bits(&seen.0), bits(&truth.0));
                    assert_eq!(bits(&seen.1), bits(&truth.1));
                }
                positions += 1;
            }
        });
    }
    assert!(positions > 300 && changed > positions, "{positions} positions, {changed} worlds");
    assert!(different.len() * 2 > positions as usize, "{} of {positions} are different", different.len());
}

#[test]
fn numbers_are_what_is_seen() {
    let encoder = Encoder::new(Pool::shipped());
    let mut face_down = 0;
    for (number, setup) in setups().iter().enumerate() {
        random_battle(setup, 50 + number as u64, |position, choices, _| {
            for viewer in Player::BOTH {
                let seen = position.visible(viewer);
                let (out, actions) = encode(&encoder, position, viewer);
                for number in out.iter().chain(&actions) {
                    assert!(number.fract() == 0.0 && number.abs() < 16_777_216.0, "{number}");
                }
                assert_eq!(out[game::TURN], f32::from(seen.turn()));
                assert_eq!(out[game::ENERGY], f32::from(seen.energy()));
                assert_eq!(out[game::SHIPPED] == 1.0, setup.options.mode == Mode::Shipped);
                let asked = [game::MY_DECISION, game::THEIR_DECISION].map(|at| out[at] == 1.0);
                assert_eq!(asked, [viewer, !viewer].map(|player| position.to_act() == Some(player)));
                let hand: Vec<f32> = seen.hand().map(|view| encoder.card_id(view.kind) as f32).collect();
                assert_eq!(column(&out, "hand", card::ID)[..hand.len()], hand);
                assert!(column(&out, "hand", card::PRESENT)[hand.len()..].iter().all(|there| *there == 0.0));
                assert_eq!(column(&out, "players", player::DECK), [viewer, !viewer].map(|one| seen.deck(one) as f32));
                for place in 0..3 {
                    let scores =
                        [location::MY_SCORE, location::THEIR_SCORE].map(|at| column(&out, "locations", at)[place]);
                    assert_eq!(scores, [viewer, !viewer].map(|one| seen.score(place, one) as f32));
                    for (name, of) in [("own sides", viewer), ("opposing sides", !viewer)] {
                        let rows = place * 4..place * 4 + 4;
                        let (ids, there) = (column(&out, name, card::ID), column(&out, name, card::PRESENT));
                        let expected =
                            seen.side(place, of).map(|view| view.map_or(0, |view| encoder.card_id(view.kind)));
                        let expected: Vec<f32> = expected.map(|id| id as f32).collect();
                        assert_eq!(ids[rows.clone()][..expected.len()], expected);
                        assert_eq!(there[rows].iter().sum::<f32>(), expected.len() as f32);
                        face_down += expected.iter().filter(|id| **id == 0.0).count();
                    }
                }
                let known = column(&out, "known opposing hand", card::PRESENT).iter().sum::<f32>();
                assert_eq!(known, seen.known_in_their_hand().len().min(7) as f32);
                let mine = if position.to_act() == Some(viewer) { choices } else { &[] };
                let mut mask = [false; SLOTS];
                Encoder::mask(mine, &mut mask);
                for slot in 0..SLOTS {
                    let row = &actions[slot * ACTION..(slot + 1) * ACTION];
                    let kinds = &row[action::KIND..action::KIND + 2];
                    match mine.get(slot) {
                        None => assert!(!mask[slot] && row.iter().all(|number| *number == 0.0)),
                        Some(Action::Done) => assert!(mask[slot] && kinds == [1.0, 0.0]),
                        Some(Action::Play { card: kind, location, .. }) => {
                            assert!(mask[slot] && kinds == [0.0, 1.0]);
                            assert_eq!(row[action::WIDTH + card::ID], encoder.card_id(*kind) as f32);
                            assert_eq!(row[action::LOCATION + usize::from(*location)], 1.0);
                        }
                    }
                }
            }
        });
    }
    assert!(face_down > 20, "{face_down} cards lay face down");
}

/// Cards that do something else are written otherwise, and each has a number of its own.
#[test]
fn cards_are_told_apart() {
    let (pool, encoder) = (Pool::shipped(), Encoder::new(Pool::shipped()));
    let ids: BTreeSet<u32> = pool.kinds().map(|kind| encoder.card_id(kind)).collect();
    let names: BTreeSet<&str> = pool.kinds().map(|kind| pool.card(kind).name.as_str()).collect();
    assert_eq!(ids.len(), names.len());
    assert_eq!(VERSION, 1);
}

/// What is said of both games is what their encoders do.
#[test]
fn both_games_are_encoded_games() {
    fn check<G: EncodedGame>(setup: &G::Setup) {
        let layout = G::LAYOUT;
        let last = layout.segments.last().expect("a segment");
        assert_eq!(last.at + last.rows * last.width, layout.observation);
        let game = G::new(setup, Seed::from_u64(1));
        let (encoder, mut choices) = (game.encoder(), Vec::new());
        let acting = game.to_act().expect("a game that has just begun");
        game.legal_actions(&mut choices);
        let slots = Slots::of(layout.slots, choices.len(), 0);
        let (mut seen, mut described) = (vec![f32::NAN; layout.observation], vec![f32::NAN; layout.actions()]);
        let output = Output { observation: Some(&mut seen), actions: Some(&mut described) };
        G::encode(&encoder, View::new(&game, acting), &choices, slots, &mut G::Memory::default(), output);
        let used = described.chunks(layout.action).filter(|row| row.iter().any(|number| *number != 0.0)).count();
        assert!(used == choices.len() && !seen.iter().any(|number| number.is_nan()));
        // Each by itself is the same.
        let mut again = vec![f32::NAN; layout.observation];
        let output = Output { observation: Some(&mut again), actions: None };
        G::encode(&encoder, View::new(&game, acting), &choices, slots, &mut G::Memory::default(), output);
        assert_eq!(again, seen);
        let cards = game.card_numbers(&encoder);
        assert!(!cards.is_empty() && cards.windows(2).all(|pair| pair[0] < pair[1]));
    }
    check::<Position>(&setups()[0]);
    let decks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../decks");
    let host = Magic::load(&[decks.join("burn.txt")], &LoadArgs::default()).unwrap_or_else(|error| panic!("{error}"));
    check::<gauntlet_magic::Position>(&host.setup(0, 0, Limits::default(), false));
}
