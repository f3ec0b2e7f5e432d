//! `gauntlet cards coverage`: counts, and what would unlock most.

use super::commands::Desk;

/// Two cards that compile, three that don't: one word keeps two of them, and both words the third.
const POOL: &str = r#"{"name": "Bear", "mana_cost": "{1}{G}", "type_line": "Creature — Bear", "text": "Trample", "power": "2", "toughness": "2", "sets": ["ONE"], "kind": "card", "vintage": "Legal"}
{"name": "Jolt", "mana_cost": "{R}", "type_line": "Instant", "text": "~ deals 2 damage to any target.", "sets": ["ONE", "TWO"], "kind": "card", "vintage": "Banned"}
{"name": "Riddle", "mana_cost": "{R}", "type_line": "Instant", "text": "Frobnicate target creature.", "sets": ["TWO"], "kind": "card", "vintage": "Legal"}
{"name": "Riddles", "mana_cost": "{1}{R}", "type_line": "Creature — Bear", "text": "Trample\nWhen ~ enters, blip target creature.", "power": "2", "toughness": "2", "sets": ["TWO"], "kind": "card", "vintage": "Legal"}
{"name": "Enigma", "mana_cost": "{2}{R}", "type_line": "Instant", "text": "Frobnicate target creature.\nDraw a card.", "sets": ["TWO"], "kind": "card", "vintage": "Legal"}
{"name": "Joke", "mana_cost": "{2}{R}", "type_line": "Instant", "text": "Frobnicate target creature.", "sets": ["FUN"], "kind": "funny"}
"#;

const LISTS: &str = r#"{"name": "bears", "format": "modern", "main": {"Bear": 30, "Jolt": 30}, "side": {"Riddle": 4}}
{"name": "puzzles", "format": "modern", "main": {"Bear": 30, "Riddle": 30}, "side": {}}
{"name": "both", "format": "legacy", "main": {"Enigma": 30, "Riddles": 30}, "side": {}}
{"name": "strangers", "format": "legacy", "main": {"Nobody": 60}, "side": {}}
"#;

fn desk() -> Desk {
    let desk = Desk::new(&[]);
    desk.write("pool.jsonl", POOL);
    desk.write("lists.jsonl", LISTS);
    desk.write("top500_cards.tsv", "rank\tcard\n1\tBear\n2\tRiddle\n");
    desk
}

fn json(desk: &Desk, line: &str) -> serde_json::Value {
    serde_json::from_str(&desk.done(line).out).expect("JSON")
}

#[test]
fn cards_and_lists_are_counted_and_reasons_ranked() {
    let desk = desk();
    let found = json(
        &desk,
        "cards coverage pool.jsonl --decks lists.jsonl --json --csv rows.csv --compiled good --refused bad.csv",
    );
    assert_eq!((found["cards"]["total"].as_u64(), found["cards"]["compiled"].as_u64()), (Some(5), Some(2)));
    assert_eq!((found["lines"]["total"].as_u64(), found["lines"]["compiled"].as_u64()), (Some(7), Some(4)));
    assert_eq!(found["passed_over"], 1);
    assert_eq!((found["top500"]["total"].as_u64(), found["top500"]["compiled"].as_u64()), (Some(2), Some(1)));
    let decks = &found["decks"];
    assert_eq!(
        [&decks["total"], &decks["playable"], &decks["with_sideboard"]].map(|n| n.as_u64()),
        [Some(4), Some(1), Some(0)]
    );
    let row = |at: usize| &found["rows"][at];
    assert_eq!(row(0)["name"], "not understood: `Frobnicate target creature`");
    assert_eq!(
        ["cards", "unlocks", "lists", "unlocks_lists", "playable"].map(|key| row(0)[key].as_u64().unwrap()),
        [2, 2, 2, 1, 2]
    );
    // The list "both" needs the second, once the first is solved.
    assert_eq!(row(1)["name"], "not understood: `blip target creature`");
    assert_eq!(["unlocks_lists", "playable"].map(|key| row(1)[key].as_u64().unwrap()), [0, 3]);
    assert_eq!(row(2)["name"], "no card has this name");
    assert_eq!(row(2)["playable"], 4);
    assert_eq!(desk.read("rows.csv").lines().count(), 4);
    assert_eq!(desk.read("good"), "Bear\nJolt\n");
    assert!(
        desk.read("bad.csv").contains("Riddles,not understood: `blip target creature`,"),
        "{}",
        desk.read("bad.csv")
    );
    let told = desk.done("cards coverage pool.jsonl --decks lists.jsonl").out;
    for part in ["2 of 5 cards compile (40.0%)", "1 of 4 lists can be played (25.0%)", "not understood: `Frobnicate"] {
        assert!(told.contains(part), "{told}");
    }
}

#[test]
fn formats_keywords_and_sets_are_counted() {
    let desk = desk();
    let vintage = json(&desk, "cards coverage pool.jsonl --format Vintage --json");
    assert_eq!((vintage["cards"]["total"].as_u64(), vintage["passed_over"].as_u64()), (Some(4), Some(2)));
    let done = desk.run("cards coverage pool.jsonl --format modern --decks lists.jsonl --json");
    let modern: serde_json::Value = serde_json::from_str(&done.out).expect("JSON");
    assert_eq!((modern["cards"]["total"].as_u64(), modern["decks"]["total"].as_u64()), (Some(5), Some(2)));
    assert!(done.err.contains("formats it speaks of: vintage"), "{}", done.err);
    assert!(desk.refused("cards coverage pool.jsonl --format modern").contains("leave --format out"));
    assert!(desk.refused("cards coverage pool.jsonl --format pauper --decks lists.jsonl").contains("legacy, modern"));
    let sets = json(&desk, "cards coverage pool.jsonl --by set --every-kind --json");
    let names: Vec<&str> = sets["rows"].as_array().unwrap().iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(names, ["TWO", "FUN", "ONE"]);
    let keywords = json(&desk, "cards coverage pool.jsonl --by keyword --json");
    assert_eq!(keywords["rows"][0]["name"], "trample");
    assert_eq!((keywords["rows"][0]["cards"].as_u64(), keywords["rows"][0]["compiled"].as_u64()), (Some(2), Some(1)));
}

#[test]
fn stored_numbers_may_only_go_up() {
    let desk = desk();
    let line = "cards coverage pool.jsonl --stored numbers.json";
    desk.done(line);
    assert!(desk.read("numbers.json").contains("\"compiled\": 2"));
    desk.done(line);
    desk.write("numbers.json", &desk.read("numbers.json").replacen("\"compiled\": 2", "\"compiled\": 3", 1));
    let lower = desk.run(line);
    assert_eq!(lower.code, Some(1), "{}", lower.err);
    assert!(lower.err.contains("cards that compile: 2, and 3 before"), "{}", lower.err);
    desk.write("pool.jsonl", POOL.split_once('\n').expect("lines").1);
    assert!(desk.refused(line).contains("about other data"));
    desk.write("numbers.json", "{}");
    assert!(desk.refused(line).contains("has no stored numbers"));
}

#[test]
fn lists_that_are_none_are_refused() {
    let desk = desk();
    desk.write("lists.jsonl", "{\"name\": \"mine\"}\n");
    assert!(
        desk.refused("cards coverage pool.jsonl --decks lists.jsonl")
            .contains("lists.jsonl:1: this isn't a decklist in any format that is read: it is JSON without 'main'")
    );
    assert!(desk.refused("cards coverage pool.jsonl --decks nowhere").contains("nowhere"));
    std::fs::create_dir(desk.path("empty")).expect("made");
    assert!(desk.refused("cards coverage pool.jsonl --decks empty").contains("there are no lists in empty"));
    std::fs::create_dir(desk.path("folder")).expect("made");
    desk.write("folder/one.txt", "# format: modern\n4 Bear\n56 Jolt\n");
    let found = json(&desk, "cards coverage pool.jsonl --decks folder --format modern --json");
    assert_eq!(found["decks"]["playable"], 1);
}
