//! What is encoded: nothing that the viewer doesn't know, the same in memory that was used before, and all that the tables say.

mod common;

use std::collections::BTreeSet;

use gauntlet_core::{Game, Player, View};
use gauntlet_encoding::layout::{self, ACTION, ACTION_CARD, ACTIONS, OBSERVATION, SEGMENTS, SLOTS, action, card, game};
use gauntlet_encoding::{Encoder, Meaning, Memory, Output, Slots, Sparse, SparseEncoder};
use gauntlet_magic::{Action, Position};
use rand::RngExt;

use common::{hidden_setup, random_game, shipped_setups};

/// Both parts of an encoding.
struct Encoded {
    observation: Vec<f32>,
    actions: Vec<f32>,
}

fn legal(game: &Position, viewer: Player) -> Vec<Action> {
    let mut legal = Vec::new();
    if game.to_act() == Some(viewer) {
        game.legal_actions(&mut legal);
    }
    legal
}

/// Encodes into memory that is full of other numbers.
fn encode(encoder: &Encoder, position: &Position, viewer: Player, page: usize) -> Encoded {
    let mut out = Encoded { observation: vec![f32::NAN; OBSERVATION], actions: vec![f32::NAN; ACTIONS] };
    encode_into(encoder, position, viewer, page, &mut Memory::default(), &mut out);
    out
}

fn encode_into(
    encoder: &Encoder,
    position: &Position,
    viewer: Player,
    page: usize,
    memory: &mut Memory,
    out: &mut Encoded,
) {
    let legal = legal(position, viewer);
    let output = Output { observation: Some(&mut out.observation), actions: Some(&mut out.actions) };
    encoder.encode(View::new(position, viewer), &legal, Slots::new(legal.len(), page), memory, output);
}

fn bytes(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

#[test]
fn worlds_of_a_view_are_encoded_to_the_same_bytes() {
    let (mut positions, mut changed, mut kinds) = (0, 0, BTreeSet::new());
    let hidden = hidden_setup();
    let setups = shipped_setups().into_iter().chain((0..12).map(|_| hidden.clone()));
    for (number, setup) in setups.enumerate() {
        let encoder = Encoder::new(&setup.pool);
        random_game(&setup, number as u64, |position, _, decision, rng| {
            if decision % 4 != number % 4 {
                return;
            }
            for viewer in Player::BOTH {
                let truth = encode(&encoder, position, viewer, 0);
                for _ in 0..2 {
                    let mut world = position.clone();
                    world.determinize(viewer, rng);
                    changed += u32::from(world.fingerprint() != position.fingerprint());
                    let seen = encode(&encoder, &world, viewer, 0);
                    assert_eq!(bytes(&seen.observation), bytes(&truth.observation), "{:?}", position.decision());
                    assert_eq!(bytes(&seen.actions), bytes(&truth.actions), "{:?}", position.decision());
                    let keys =
                        |game: &Position| legal(game, viewer).iter().map(|action| action.key()).collect::<Vec<_>>();
                    assert_eq!(keys(&world), keys(position));
                }
                positions += 1;
            }
            kinds.insert(position.decision().kind);
        });
    }
    assert!(positions > 1000 && changed > positions, "{positions} positions, {changed} worlds");
    assert!(kinds.len() > 10, "only {kinds:?}");
}

#[test]
fn memory_that_was_used_before_changes_nothing() {
    let hidden = hidden_setup();
    for (number, setup) in shipped_setups().into_iter().step_by(7).chain([hidden]).enumerate() {
        let encoder = Encoder::new(&setup.pool);
        let (mut memory, mut kept) = (Memory::default(), encode(&encoder, &common::start(&setup), Player::FIRST, 0));
        memory.forget();
        random_game(&setup, 100 + number as u64, |position, _, _, rng| {
            let viewer = Player::new(rng.random_range(0..2));
            let page = rng.random_range(0..3);
            encode_into(&encoder, position, viewer, page, &mut memory, &mut kept);
            let fresh = encode(&encoder, position, viewer, page);
            assert_eq!(bytes(&kept.observation), bytes(&fresh.observation));
            assert_eq!(bytes(&kept.actions), bytes(&fresh.actions));
        });
    }
}

/// The card ids of the rows that have references, by reference.
fn ids_by_reference(observation: &[f32]) -> Vec<f32> {
    let mut ids = vec![0.0; layout::REFERENCES];
    for segment in SEGMENTS.iter().filter(|segment| segment.reference > 0) {
        for row in 0..segment.rows {
            ids[segment.reference + row] = observation[segment.at + row * segment.width + card::ID];
        }
    }
    ids
}

#[test]
fn numbers_are_whole_and_references_lead_to_their_rows() {
    let (mut referred, mut named) = (0, 0);
    for (number, setup) in shipped_setups().into_iter().chain([hidden_setup()]).enumerate() {
        let encoder = Encoder::new(&setup.pool);
        random_game(&setup, 200 + number as u64, |position, _, decision, _| {
            if decision % 3 != 0 {
                return;
            }
            let viewer = position.to_act().expect("a decision");
            let out = encode(&encoder, position, viewer, 0);
            for number in out.observation.iter().chain(&out.actions) {
                assert!(number.fract() == 0.0 && number.abs() < 16_777_216.0, "{number}");
            }
            let decisions = &out.observation[game::DECISION..game::DECISION + layout::DECISIONS];
            assert_eq!(decisions.iter().sum::<f32>(), 1.0);
            let ids = ids_by_reference(&out.observation);
            let slots = Slots::new(legal(position, viewer).len(), 0);
            for slot in 0..SLOTS {
                let row = &out.actions[slot * ACTION..(slot + 1) * ACTION];
                let kinds: f32 = row[action::KIND..action::KIND + layout::KINDS].iter().sum();
                assert_eq!(kinds, f32::from(u8::from(slots.meaning(slot).is_some())));
                assert!(kinds > 0.0 || row.iter().all(|number| *number == 0.0));
                let reference = row[action::REFERENCE] as usize;
                if reference > 2 && row[action::KIND + 9] == 1.0 {
                    assert_eq!(ids[reference], row[ACTION_CARD + card::ID], "{:?}", position.decision());
                    referred += 1;
                }
                named += u32::from(row[ACTION_CARD + card::ID] > 0.0);
            }
        });
    }
    assert!(referred > 500 && named > 2000, "{referred}, {named}");
    assert_eq!(layout::REFERENCES, 101, "the ranges in the tables");
}

/// Emblems, and cards of libraries that are known, have rows for both players.
#[test]
fn emblems_and_known_cards_of_libraries_have_rows() {
    let rows = |observation: &[f32], name: &str| -> Vec<u32> {
        let segment = SEGMENTS.iter().find(|segment| segment.name == name).expect("a segment");
        let ids = (0..segment.rows).map(|row| observation[segment.at + row * segment.width + card::ID] as u32);
        ids.collect()
    };
    let (mut emblems, mut own, mut gaps) = (0, 0, 0);
    let setup = hidden_setup();
    let encoder = Encoder::new(&setup.pool);
    for seed in 400..430 {
        random_game(&setup, seed, |position, _, _, _| {
            for viewer in Player::BOTH {
                let seen = position.visible(viewer);
                let out = encode(&encoder, position, viewer, 0).observation;
                for (owner, emblem, library, most) in
                    [(viewer, "own emblems", "own library", 4), (!viewer, "opposing emblems", "opposing library", 2)]
                {
                    let there = rows(&out, emblem).into_iter().filter(|id| *id != 0).collect::<Vec<_>>();
                    let all = seen.emblems().filter(|emblem| emblem.owner == owner).count();
                    assert_eq!(there, vec![Encoder::id_of_name("Decree"); all.min(2)]);
                    let players = layout::players(usize::from(owner != viewer));
                    assert_eq!(out[players + layout::player::EMBLEMS], all as f32);
                    emblems += all;
                    let mut known = vec![0; most];
                    for (card, above, _) in seen.known_in_library(owner).filter(|known| known.1 < most) {
                        known[above] = encoder.card_id(card);
                    }
                    assert_eq!(rows(&out, library), known);
                    own += known.iter().filter(|id| **id != 0).count();
                    gaps += usize::from(known[0] == 0 && known[1] != 0);
                }
            }
        });
    }
    assert!(emblems > 10 && own > 10 && gaps > 0, "{emblems} {own} {gaps}");
}

#[test]
fn keys_stand_for_actions() {
    let mut kinds = BTreeSet::new();
    for (number, setup) in shipped_setups().into_iter().chain([hidden_setup()]).enumerate() {
        random_game(&setup, 300 + number as u64, |_, legal, _, _| {
            let keys: BTreeSet<u64> = legal.iter().map(|action| action.key()).collect();
            assert_eq!(keys.len(), legal.len());
            for action in legal {
                assert!(action.key() < 1 << 52);
                assert_eq!(Action::from_key(action.key()), Some(*action));
                kinds.insert(action.key() >> 48);
            }
        });
    }
    assert!(kinds.len() >= 10, "{kinds:?}");
    for key in [1, 1 << 32, 16 << 48, u64::MAX, (10 << 48) | (2 << 32), (12 << 48) | (256 << 32)] {
        assert_eq!(Action::from_key(key), None, "{key}");
    }
}

#[test]
fn every_action_is_in_a_slot_of_some_page() {
    for actions in [1, 2, SLOTS - 1, SLOTS, SLOTS + 1, 2 * SLOTS, 300] {
        let (mut slots, mut seen) = (Slots::new(actions, 0), Vec::new());
        loop {
            let mut mask = [false; SLOTS];
            slots.mask(&mut mask);
            let mut next = None;
            for (slot, used) in mask.iter().enumerate() {
                assert_eq!(*used, slots.meaning(slot).is_some());
                match slots.meaning(slot) {
                    Some(Meaning::Action(number)) => {
                        assert_eq!(slots.slot(number), Some(slot));
                        seen.push(number);
                    }
                    Some(Meaning::Page(page)) => next = Some(page),
                    None => {}
                }
            }
            assert_eq!(slots.used(), mask.iter().filter(|used| **used).count());
            assert!((0..slots.used()).all(|choice| slots.nth(choice).is_some_and(|slot| mask[slot])));
            assert_eq!(slots.nth(slots.used()), None);
            match next {
                None | Some(0) => break,
                Some(page) => slots = Slots::new(actions, page),
            }
        }
        assert_eq!(seen, (0..actions).collect::<Vec<_>>(), "of {actions}");
        assert_eq!(Slots::new(actions, slots.pages()).page(), 0);
    }
}

/// What more actions than slots look like, in an encoding.
#[test]
fn the_last_slot_leads_to_the_next_page() {
    let setup = &shipped_setups()[0];
    let position = common::start(setup);
    let viewer = position.to_act().expect("a decision");
    let legal: Vec<Action> = (0..40).map(Action::Number).collect();
    let encoder = Encoder::new(&setup.pool);
    let (mut out, mut memory) = (vec![f32::NAN; ACTIONS], Memory::default());
    for (page, numbers) in [(0, 0..31), (1, 31..40), (0, 0..31)] {
        let output = Output { observation: None, actions: Some(&mut out) };
        encoder.encode(View::new(&position, viewer), &legal, Slots::new(legal.len(), page), &mut memory, output);
        for slot in 0..SLOTS - 1 {
            let row = &out[slot * ACTION..(slot + 1) * ACTION];
            match numbers.clone().nth(slot) {
                Some(number) => assert_eq!(row[action::NUMBER], number as f32),
                None => assert!(row.iter().all(|number| *number == 0.0)),
            }
        }
        assert_eq!(out[(SLOTS - 1) * ACTION + action::KIND + layout::KINDS - 1], 1.0);
    }
}

/// Without slots and pages, all legal actions are described, one after the other.
#[test]
fn without_zeros_no_action_is_left_out() {
    let position = common::start(&shipped_setups()[0]);
    let viewer = position.to_act().expect("a decision");
    let mut encoder = SparseEncoder::new(&position);
    for count in [1, 31, 32, 33, 40, 100, 2] {
        let legal: Vec<Action> = (0..count).map(Action::Number).collect();
        let (mut observation, mut actions, mut lengths) = (Sparse::default(), Sparse::default(), Vec::new());
        let seen = encoder.encode(View::new(&position, viewer), &legal, &mut observation, &mut actions, &mut lengths);
        assert_eq!((seen, lengths.len()), (observation.len(), legal.len()));
        let mut from = 0;
        for (number, length) in lengths.iter().enumerate() {
            let to = from + *length as usize;
            let place = actions.indices[from..to].iter().position(|place| *place as usize == action::NUMBER);
            assert_eq!(place.map_or(0.0, |place| actions.values[from + place]), number as f32, "of {count}");
            from = to;
        }
        assert_eq!(from, actions.len());
        let pages = observation.indices.iter().position(|place| *place as usize == layout::game::PAGES);
        assert_eq!(pages.map(|place| observation.values[place]), Some(Slots::new(legal.len(), 0).pages() as f32));
    }
}

#[test]
fn a_warm_encoder_allocates_nothing() {
    let setup = common::mirror("mono-red-aggro");
    let encoder = Encoder::new(&setup.pool);
    let (mut memory, mut out) = (Memory::default(), encode(&encoder, &common::start(&setup), Player::FIRST, 0));
    let mut positions = Vec::new();
    random_game(&setup, 1, |position, legal, _, _| positions.push((position.clone(), legal.to_vec())));
    let mut encode_all = || {
        for (position, legal) in &positions {
            let view = View::new(position, position.to_act().expect("a decision"));
            let output = Output { observation: Some(&mut out.observation), actions: Some(&mut out.actions) };
            encoder.encode(view, legal, Slots::new(legal.len(), 0), &mut memory, output);
        }
    };
    encode_all();
    assert_eq!(allocation_counter::measure(encode_all).count_total, 0);
}

#[test]
fn the_tables_are_those_of_the_page() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/encodings.md");
    let text = std::fs::read_to_string(page).expect("the page");
    let tables = gauntlet_encoding::tables();
    assert!(text.contains(&tables), "docs/encodings.md should have these tables:\n\n{tables}");
    let tables = gauntlet_encoding::millennials::tables().replace("### ", "#### ");
    assert!(text.contains(&tables), "docs/encodings.md should have these tables:\n\n{tables}");
    let sizes = [
        format!("version {}", gauntlet_encoding::VERSION),
        format!("{OBSERVATION} numbers"),
        format!("{SLOTS} slots"),
        format!("{ACTION} numbers"),
    ];
    for said in sizes {
        assert!(text.contains(&said), "docs/encodings.md should say \"{said}\"");
    }
}
