//! What effects are found to read against what is derived from their texts, on real texts: the quick test of dependency goes by what
//! is derived (CR 613.8a).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gauntlet_cards::card::Pool;
use gauntlet_cards::filter::Zone;
use gauntlet_cards::keyword::Keywords;
use gauntlet_cards::layers::Facts;
use gauntlet_cards::text::CardBase;
use gauntlet_cards::types::{CardTypes, Colors, Subtype, Supertypes};
use gauntlet_core::{Player, Seed};
use smallvec::SmallVec;

use super::tests::{Maker, world};
use super::{Entry, LAST};
use crate::arrange::Placed;
use crate::engine::Engine;
use crate::state::Object;

/// Changes one kind of information about an object.
type Change = (Facts, Box<dyn Fn(&mut Object)>);

fn changes() -> Vec<Change> {
    let mut all: Vec<Change> = vec![
        (Facts::CONTROLLER, Box::new(|object| object.controller = !object.controller)),
        (Facts::POWER_AND_TOUGHNESS, Box::new(|object| object.characteristics.power += 3)),
        (Facts::POWER_AND_TOUGHNESS, Box::new(|object| object.characteristics.toughness += 3)),
        (Facts::SUBTYPES, Box::new(|object| object.characteristics.subtypes.set_every_creature_type())),
    ];
    for types in CardTypes::all().iter() {
        all.push((Facts::TYPES, Box::new(move |object| object.characteristics.types.toggle(types))));
    }
    for supertypes in Supertypes::all().iter() {
        all.push((Facts::SUPERTYPES, Box::new(move |object| object.characteristics.supertypes.toggle(supertypes))));
    }
    for colors in Colors::all().iter() {
        all.push((Facts::COLORS, Box::new(move |object| object.characteristics.colors.toggle(colors))));
    }
    for keywords in Keywords::all().iter() {
        all.push((Facts::KEYWORDS, Box::new(move |object| object.characteristics.keywords.toggle(keywords))));
    }
    for number in 0..16 {
        all.push((Facts::SUBTYPES, Box::new(move |object| object.characteristics.subtypes.insert(Subtype(number)))));
    }
    all
}

/// The first change of information that an effect on these permanents reads without that being derived, and how many changes it was
/// found to read.
fn undeclared(engine: &mut Engine<'_>, changes: &[Change], seen: &mut usize) -> Option<String> {
    let mut entries: SmallVec<[Entry<'_>; 16]> = SmallVec::new();
    engine.collect(&mut entries);
    for entry in &entries {
        for number in (1..=LAST).filter(|number| entry.layers & (1 << number) != 0) {
            let (before, reads) = (engine.observe(entry, number), entry.reads(number));
            for (facts, change) in changes {
                for place in 0..engine.s.battlefield.len() {
                    let index = usize::from(engine.s.battlefield[place]);
                    let object = engine.s.objects[index];
                    change(&mut engine.s.objects[index]);
                    let read = engine.observe(entry, number) != before;
                    engine.s.objects[index] = object;
                    *seen += usize::from(read);
                    if read && !reads.contains(*facts) {
                        return Some(format!("reads {facts:?} in layer {number}, where {reads:?} is derived"));
                    }
                }
            }
        }
    }
    None
}

fn texts(folder: &Path, ending: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|own| own == ending)).collect();
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).expect("a readable file")).collect()
}

/// CR 613.8a: of each card of the decks and scenarios, among random permanents of both players. What an effect applies to or does
/// changes with nothing but what it is said to read.
#[test]
fn nothing_is_read_that_isn_t_declared() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut base = CardBase::new();
    for text in texts(&home.join("../../decks/cards"), "txt") {
        assert!(base.add_text("cards", &text).is_empty());
    }
    let scenarios = texts(&home.join("scenarios"), "toml").into_iter().filter_map(|text| {
        let table: toml::Table = text.parse().expect("TOML");
        table.get("cards").and_then(toml::Value::as_str).map(str::to_owned)
    });
    for text in scenarios.chain(texts(&home.join("scenarios"), "txt")) {
        // A card of one file may be one of another, too.
        let _ = base.add_text("scenarios", &text);
    }
    let changes = changes();
    let mut maker = Maker { random: Seed::from_u64(6138).stream() };
    let (mut seen, mut cards) = (0, 0);
    for (name, round) in base.names().flat_map(|name| (0..8).map(move |round| (name, round))) {
        let mut pool = Pool::new();
        // Cards that are there to be refused are none.
        let Ok(card) = base.compile(name, &mut pool) else { continue };
        if pool.card(card).derived.statics.is_empty() {
            continue;
        }
        let place = |player, card| Placed { player, zone: Zone::Battlefield, card, tapped: false };
        let mut permanents = vec![place(Player::FIRST, card)];
        for number in 0..6 {
            let player = if number % 2 == 0 { Player::FIRST } else { Player::SECOND };
            permanents.push(place(player, maker.card(&mut pool, number, false)));
        }
        cards += usize::from(round == 0);
        let mut position = world(&Arc::new(pool), &permanents);
        if let Some(told) = undeclared(&mut position.engine(), &changes, &mut seen) {
            panic!("{name}: {told}");
        }
    }
    assert!(cards > 200 && seen > 1_000, "{cards} cards, {seen} changes that were read");
}
