//! English from programs: a dozen made-up cards word by word, and what must not be in what is told of any card.
//! `UPDATE_EXPLAIN=1` rewrites `explain.txt`.
#![allow(missing_docs)]

use std::path::Path;

use gauntlet_cards::card::Pool;
use gauntlet_cards::explain::{explain, listing};
use gauntlet_cards::text::CardBase;

fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every card of a base that compiles, and what is told of it and listed.
fn told_and_listed(base: &CardBase) -> impl Iterator<Item = (&str, String, String)> {
    base.names().filter_map(|name| {
        let mut pool = Pool::new();
        base.compile(name, &mut pool).ok().map(|card| (name, explain(&pool, card), listing(&pool, card)))
    })
}

#[test]
fn a_dozen_cards_word_by_word() {
    let mut base = CardBase::new();
    let cards = std::fs::read_to_string(home().join("tests/explain.cards.txt")).expect("the cards");
    assert!(base.add_text("explain.cards.txt", &cards).is_empty());
    let all: Vec<String> = told_and_listed(&base).map(|(_, text, _)| text).collect();
    assert_eq!(all.len(), base.len(), "every card compiles");
    let found = all.join("\n");
    let file = home().join("tests/explain.txt");
    if std::env::var_os("UPDATE_EXPLAIN").is_some() {
        std::fs::write(&file, &found).expect("written");
    }
    let kept = std::fs::read_to_string(&file).expect("what is told");
    let differs = kept.lines().zip(found.lines()).find(|(kept, found)| kept != found);
    assert!(kept == found, "explain.txt differs: {differs:?}");
}

/// Words that only `Debug` writes.
fn debug_leftover(text: &str) -> Option<&'static str> {
    const LEFTOVERS: [&str; 10] =
        ["Id(", "::", "Some(", "None,", "Kind(", "Const(", "Filter {", "tests: [", "Objects", "Players("];
    LEFTOVERS.into_iter().find(|leftover| text.contains(leftover))
}

fn nothing_is_left_over(base: &CardBase) {
    let mut cards = 0;
    for (name, text, listing) in told_and_listed(base) {
        cards += 1;
        assert_eq!(debug_leftover(&text), None, "{name}:\n{text}");
        assert_eq!(debug_leftover(&listing), None, "{name}:\n{listing}");
        assert!(!text.contains("a target that it hasn't"), "{name} speaks of a target that it hasn't:\n{text}");
    }
    assert!(cards > 0);
}

/// The first walk of `ARCHITECTURE.md` shows the program of a shipped card.
#[test]
fn the_listing_in_the_architecture_is_what_the_program_prints() {
    let page = std::fs::read_to_string(home().join("../../ARCHITECTURE.md")).expect("the page");
    let walk = page.split("## Walk 1").nth(1).expect("the walk");
    let name = walk.split("cards show '").nth(1).and_then(|rest| rest.split('\'').next()).expect("a card's name");
    let shown = walk.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a listing");
    let (base, _) = CardBase::load(&[home().join("../../decks/cards")]);
    let mut pool = Pool::new();
    let card = base.compile(name, &mut pool).expect("a card that compiles");
    let listing = listing(&pool, card);
    assert!(listing.trim_end().ends_with(shown.trim_end()), "{listing}\n\nARCHITECTURE.md:\n{shown}");
}

#[test]
fn a_listing_has_every_instruction_under_its_number() {
    let mut base = CardBase::new();
    let card = "name Test\ncost {R}\ntype Instant\n\
        text ~ deals 3 damage to target creature. Exile it at the beginning of the next end step.\n";
    assert!(base.add_text("test", card).is_empty());
    let (_, _, listing) = told_and_listed(&base).next().expect("it compiles");
    for line in [
        "  target 1: a creature on the battlefield\n",
        "    1 deal damage | source: Test; amount: 3; to: target 1\n",
        "trigger later | ability: ability A below; when: the next end step begins\n",
        "A, triggered: Exile it.\n",
        " 1 move | objects: register ",
    ] {
        assert!(listing.contains(line), "{line}:\n{listing}");
    }
}

#[test]
fn no_debug_is_left_in_what_is_told_of_the_scenarios_cards() {
    let (base, _) = CardBase::load(&[home().join("../magic/scenarios/cards.txt"), home().join("../../decks/cards")]);
    nothing_is_left_over(&base);
}

#[test]
fn no_debug_is_left_in_what_is_told_of_the_whole_pool() {
    let Some(data) = std::env::var_os("GAUNTLET_DATA") else {
        eprintln!("skipped: GAUNTLET_DATA is not set");
        return;
    };
    let (base, _) = CardBase::load(&[Path::new(&data).join("cards.jsonl")]);
    nothing_is_left_over(&base);
}

/// "Unless target opponent does this or pays that": one player is the target of both (CR 601.2c).
#[test]
fn one_player_is_asked_for_either_price() {
    let mut base = CardBase::new();
    let text =
        "At the beginning of your upkeep, draw a card unless target opponent sacrifices a creature or pays 3 life.";
    let problems = base.add_text("one.txt", &format!("name Toll Keeper\ncost {{B}}\ntype Enchantment\ntext {text}\n"));
    assert!(problems.is_empty(), "{problems:?}");
    let mut pool = Pool::new();
    let id = base.compile("Toll Keeper", &mut pool).expect("a text that can be read");
    let told = explain(&pool, id);
    assert!(told.contains("  Target opponent: an opponent.\n") && told.contains("may pay 3 life"), "{told}");
    assert!(!told.contains("econd target"), "{told}");
}
