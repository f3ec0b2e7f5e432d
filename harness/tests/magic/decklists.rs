//! Decklists from everywhere under the commands: `deck check`, `deck convert`, and what becomes of lists that can't be played.

use serde_json::Value;

use super::commands::Desk;

/// The lands are on every desk.
const CARDS: &str = "name Elk\ncost {1}{G}\ntype Creature Elk\npt 2/2\n\n\
                     name Riddle\ncost {U}\ntype Instant\ntext Frobnicate target player.\n\nname Enigma\ncost {U}\ntype Instant\ntext Frobnicate.\n";

fn desk() -> Desk {
    let desk = Desk::new(&[]);
    desk.write("decks/cards/all.txt", CARDS);
    desk
}

/// A desk with lists in several formats, of which three can be played.
fn mixed() -> Desk {
    let desk = desk();
    desk.write("decks/arena.txt", "About\nName Herd\n\nDeck\n4 Elk (M21) 1\n56 Forest\n\nSideboard\n2 Riddle\n");
    desk.write(
        "decks/trice.cod",
        "<?xml version=\"1.0\"?>\n<cockatrice_deck version=\"1\"><deckname>Trees</deckname><zone name=\"main\">\
         <card number=\"60\" name=\"Forest\"/></zone><zone name=\"tokens\"><card number=\"2\" name=\"Elk\"/></zone></cockatrice_deck>",
    );
    desk.write("decks/table.csv", "Count,Name\n3,Elk\n57,Forest\n");
    desk.write("decks/odd.txt", "4 Riddle\n3 Ekl\n53 Forest\n");
    desk.write("decks/one-card.txt", "4 Enigma\n56 Forest\n");
    desk.write("decks/page.txt", "<!DOCTYPE html>\n<html>\n<body>4 Elk</body>\n</html>\n");
    desk
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn lists_are_checked() {
    let desk = mixed();
    let done = desk.run("deck check decks --json");
    assert_eq!(done.code, Some(1), "{}", done.err);
    let answer = json(&done.out);
    assert_eq!((&answer["total"], &answer["playable"]), (&6.into(), &3.into()));
    let list = |name: &str| {
        let lists = answer["lists"].as_array().expect("lists");
        lists.iter().find(|list| list["name"] == name).unwrap_or_else(|| panic!("{name}: {answer}")).clone()
    };
    assert_eq!((&list("Herd")["playable"], &list("Herd")["missing_side"][0]), (&true.into(), &"Riddle".into()));
    assert!(list("Trees")["notes"][0].as_str().is_some_and(|note| note.contains("2 cards of a maybeboard, of tokens")));
    assert_eq!(list("odd")["missing"], serde_json::json!(["Ekl", "Riddle"]));
    assert!(list("page")["problems"][0].as_str().is_some_and(|said| said.contains("it is a web page")));
    let missing = answer["missing"].as_array().expect("missing cards");
    let names: Vec<&Value> = missing.iter().map(|line| &line["card"]).collect();
    assert_eq!(names, ["Enigma", "Ekl", "Riddle"]);
    assert_eq!(
        (&missing[0]["alone"], &missing[0]["lists"], &missing[0]["why"]),
        (&1.into(), &1.into(), &"unsupported".into())
    );
    assert_eq!((&missing[1]["why"], &missing[1]["did_you_mean"]), (&"unknown".into(), &"Elk".into()));
    assert!(missing[2]["message"].as_str().is_some_and(|said| said.contains("Frobnicate")), "{}", missing[2]);

    let told = desk.run("deck check decks").out;
    for part in [
        "3 of 6 lists can be played",
        "lacks Ekl, Riddle",
        "there is none; did you mean 'Elk'?",
        "(without Riddle of the sideboard)",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert_eq!(json(&desk.run("deck check decks/arena.txt --with-sideboards --json").out)["playable"], 0);
    assert_eq!(desk.run("deck check decks/arena.txt decks/table.csv").code, Some(0));
    // Below directories, but not in those of card files; and lists on the lines of a file.
    std::fs::create_dir_all(desk.path("more/below")).expect("made");
    desk.write("more/below/small.dec", "10 Forest\n");
    desk.write(
        "lists.jsonl",
        "{\"name\": \"A\", \"main\": {\"Forest\": 60}}\n{\"name\": \"B\", \"main\": {\"Elk\": 5, \"Forest\": 60}}\n",
    );
    let small = json(&desk.run("deck check more --cards decks/cards --json").out);
    assert_eq!(small["lists"][0]["problems"][0], "a deck needs at least 60 cards and this has 10; add 50");
    assert_eq!(json(&desk.run("deck check more lists.jsonl --cards decks/cards --any-deck --json").out)["playable"], 3);
    let lines = json(&desk.run("deck check lists.jsonl --cards decks/cards --json").out);
    assert_eq!((&lines["lists"][1]["line"], &lines["lists"][1]["playable"]), (&2.into(), &false.into()));
    for (line, says) in [
        ("deck check nowhere", "there is no deck 'nowhere'"),
        ("deck check decks --format standart", "there is no format 'standart'; did you mean 'standard'?"),
        ("deck check decks --any-deck --min-cards 40", "cannot be used with"),
    ] {
        let done = desk.run(line);
        assert!(done.code == Some(2) && done.err.contains(says), "{line}: {}", done.err);
    }
}

#[test]
fn legality_is_told_as_far_as_the_data_tells() {
    let desk = desk();
    let cards = "{\"name\": \"Forest\", \"type_line\": \"Basic Land — Forest\", \"sets\": [\"LEA\"]}\n\
                 {\"name\": \"Old Elk\", \"mana_cost\": \"{G}\", \"type_line\": \"Creature — Elk\", \"power\": \"1\", \"toughness\": \"1\", \"sets\": [\"ICE\"]}\n\
                 {\"name\": \"New Elk\", \"mana_cost\": \"{G}\", \"type_line\": \"Creature — Elk\", \"power\": \"1\", \"toughness\": \"1\", \"sets\": [\"ICE\", \"M21\"]}\n\
                 {\"name\": \"Elk of Rumour\", \"mana_cost\": \"{G}\", \"type_line\": \"Creature — Elk\", \"power\": \"1\", \"toughness\": \"1\"}\n\
                 {\"name\": \"Sol Ring\", \"mana_cost\": \"{1}\", \"type_line\": \"Artifact\", \"text\": \"{T}: Add {C}{C}.\", \"sets\": [\"LEA\"]}\n";
    desk.write("cards.jsonl", cards);
    for (name, list) in [
        ("old", "4 Old Elk\n56 Forest"),
        ("new", "4 New Elk\n56 Forest"),
        ("rumour", "4 Elk of Rumour\n56 Forest"),
        ("ring", "2 Sol Ring\n5 New Elk\n55 Forest"),
    ] {
        desk.write(&format!("decks/{name}.txt"), list);
    }
    let legality = |format: &str| {
        let done = desk.run(&format!("deck check decks --cards cards.jsonl --format {format} --json"));
        let answer = json(&done.out);
        let of = |name: &str| {
            let lists = answer["lists"].as_array().expect("lists");
            lists.iter().find(|list| list["name"] == name).expect("a list")["legality"].clone()
        };
        ["old", "new", "rumour", "ring"].map(of)
    };
    let [old, new, rumour, ring] = legality("modern");
    assert_eq!((&old["legal"], &old["reasons"][0]), (&false.into(), &"Old Elk isn't in its sets".into()));
    assert_eq!(
        (&new["legal"], &rumour["legal"], &rumour["unknown"][0]),
        (&true.into(), &Value::Null, &"Elk of Rumour".into())
    );
    assert_eq!(
        ring["reasons"],
        serde_json::json!(["5 copies of New Elk, and there may be 4", "Sol Ring isn't in its sets"])
    );
    let [_, _, rumour, ring] = legality("vintage");
    assert_eq!(rumour["legal"], true);
    assert_eq!(ring["reasons"][1], "Sol Ring is restricted: 2 copies, and there may be 1");
    assert_eq!(legality("legacy")[3]["reasons"][1], "Sol Ring is banned");
    assert_eq!(legality("commander")[0]["reasons"][0], "it has no commander");
    assert_eq!(legality("pauper")[0]["legal"], Value::Null);
    let told = desk.run("deck check decks/new.txt --cards cards.jsonl --format modern");
    assert!(
        told.code == Some(0)
            && told.out.contains("modern: 1 legal, 0 not, 0 can't be told from the card data (as of 20"),
        "{}",
        told.out
    );
}

#[test]
fn lists_are_converted_to_every_format_and_back() {
    let desk = desk();
    let list = "// Name: Elk & Co\n\n4 Elk\n2 Fire // Ice\n56 Forest\n\nSideboard\n2 \"Elk\" Riddle\n";
    desk.write("decks/list.txt", list);
    for format in ["text", "arena", "mtgo", "dek", "cod", "forge", "dec", "mwdeck", "csv", "json"] {
        let there = desk.done(&format!("deck convert decks/list.txt --to {format} --out out"));
        let back = desk.done("deck convert out --to text").out;
        let titled = !matches!(format, "mtgo" | "dek" | "csv");
        let expected = if titled { list.to_owned() } else { list.replace("Elk & Co", "out") };
        let expected = if matches!(format, "mtgo" | "dek") { expected.replace(" // Ice", "/Ice") } else { expected };
        assert_eq!(back, expected, "{format}: {}", desk.read("out"));
        assert_eq!(there.err.contains("CatID"), format == "dek", "{}", there.err);
        std::fs::remove_file(desk.path("out")).expect("removed");
    }
    desk.write("decks/led.txt", "Commander\n1 Elk\nDeck\n59 Forest\nPlan *\n-1 Elk\n");
    let done = desk.done("deck convert decks/led.txt --to dec");
    assert_eq!(done.out, "// NAME : led\n59 Forest\nSB: 1 Elk\n");
    assert_eq!(done.err.lines().count(), 2, "{}", done.err);
    desk.write(
        "lists.jsonl",
        "{\"name\": \"A b\", \"main\": {\"Elk\": 1}}\n{\"name\": \"a B\", \"main\": {\"Elk\": 2}}\n",
    );
    desk.done("deck convert lists.jsonl --to arena --out several");
    assert_eq!(desk.read("several/a-b-2.txt"), "About\nName a B\n\nDeck\n2 Elk\n");
    for (line, says) in [
        ("deck convert decks/list.txt --to arenaa", "there is no format 'arenaa'; did you mean 'arena'?"),
        ("deck convert decks/none.txt --to arena", "there is no deck"),
        ("match decks/list.txt lists.jsonl", "the file has 2 lists, and one is wanted here"),
    ] {
        let done = desk.run(line);
        assert!(done.code == Some(2) && done.err.contains(says), "{line}: {}", done.err);
    }
}

#[test]
fn lists_that_cannot_be_played_are_counted_and_named() {
    let desk = mixed();
    let done = desk.done("matrix decks --games 2 --agent random --out run");
    assert!(done.err.contains("3 of 6 decks can't be played and are left out"), "{}", done.err);
    assert!(done.err.contains("cards of the sideboard that can't be played are left out: Riddle"), "{}", done.err);
    assert!(
        done.out.contains(
            "Left out, as they can't be played (3 of 6 decks):\n  decks/odd.txt:1:3: 'Riddle' can't be played yet"
        ),
        "{}",
        done.out
    );
    let manifest = json(&desk.read("run/run.json"));
    assert_eq!(manifest["left_out"].as_array().map(Vec::len), Some(3), "{manifest}");
    assert!(manifest["notes"].as_array().is_some_and(|notes| notes.len() == 2), "{manifest}");
    for command in [
        "matrix decks --games 2 --agent random",
        "field decks/arena.txt decks --games 2 --agent random",
        "compare decks/arena.txt decks/table.csv --against decks --agent random --max-games 8",
        "honesty random --decks decks --decisions 10",
        "fuzz --decks decks --games 2",
        "serve decks",
    ] {
        let refused = desk.run(&format!("{command} --skip-unplayable=no"));
        assert!(
            refused.code == Some(2) && refused.err.contains("'Riddle' can't be played yet"),
            "{command}: {}",
            refused.err
        );
        if command != "serve decks" {
            let done = desk.run(&format!("{command} --skip-unplayable"));
            assert!(done.code != Some(2), "{command}: {}", done.err);
        }
    }
    let why = desk.run("matrix decks --skip-unplayable=maybe").err;
    assert!(why.contains("it must be yes or no"), "{why}");
}

#[test]
fn sideboards_are_needed_for_matches_alone() {
    let desk = mixed();
    let play =
        |options: &str| desk.run(&format!("match decks/arena.txt decks/table.csv --games 2 --agent random {options}"));
    assert_eq!(play("").code, Some(0));
    let refused = play("--best-of 3");
    assert!(refused.code == Some(2) && refused.err.contains("'Riddle' can't be played yet"), "{}", refused.err);
    let done = play("--best-of 3 --without-unplayable-sideboards");
    assert!(done.code == Some(0) && done.err.contains("are left out: Riddle"), "{}", done.err);
}

#[test]
fn any_deck_is_played_if_that_is_wanted() {
    let desk = desk();
    desk.write("decks/many.txt", "30 Elk\n10 Forest\n");
    desk.write("decks/few.txt", "20 Forest\n");
    let refused = desk.run("match decks/many.txt decks/few.txt --games 2 --agent random");
    assert!(refused.code == Some(2) && refused.err.contains("may be 4"), "{}", refused.err);
    let done = desk.done("match decks/many.txt decks/few.txt --games 2 --agent random --any-deck --out run");
    assert!(desk.read("run/experiment.toml").contains("any_deck = true"), "{}", done.err);
    assert!(json(&desk.read("run/run.json"))["reproduce"].as_str().is_some_and(|line| line.contains("--any-deck")));
}

#[test]
fn commander_lists_are_played_against_each_other() {
    let desk = desk();
    let legends = "name Elk King\ncost {G}\nsuper Legendary\ntype Creature Elk\npt 4/4\n\n\
                   name Elk Queen\ncost {1}{G}\nsuper Legendary\ntype Creature Elk\npt 5/4\n";
    desk.write("decks/cards/legends.txt", legends);
    desk.write("decks/king.txt", "Commander\n1 Elk King\n\nDeck\n98 Forest\n1 Elk\n");
    desk.write("decks/queen.txt", "1 Elk Queen *CMDR*\n98 Forest\n1 Elk\n");
    let done = desk.done("match decks/king.txt decks/queen.txt --games 20 --details --rows --out run");
    let manifest = json(&desk.read("run/run.json"));
    assert_eq!(manifest["lists"][0][0], "1 Commander: Elk King", "{manifest}");
    // The same games whoever else is there, and again from a recording.
    desk.done("watch decks/king.txt decks/queen.txt --record game.json");
    let again = desk.done("replay game.json").out;
    assert!(again.contains("Elk King"), "{again}");
    assert!(done.out.contains('%'), "{}", done.out);
    desk.write("decks/plain.txt", "60 Forest\n");
    let mixed = desk.run("match decks/king.txt decks/plain.txt --games 2");
    assert!(
        mixed.code == Some(2)
            && mixed.err.contains("this is a deck without a commander and the first deck is a Commander deck"),
        "{}",
        mixed.err
    );
    let checked = json(&desk.run("deck check decks/king.txt decks/queen.txt decks/plain.txt --json").out);
    assert_eq!((&checked["playable"], &checked["lists"][0]["commander"][0]), (&3.into(), &"Elk King".into()));
    desk.write("pool.txt", "1 Elk\n");
    let tuned = desk.run("deck tune decks/king.txt --pool pool.txt --against decks --skip-unplayable");
    assert!(
        tuned.code == Some(2) && tuned.err.contains("the cards of Commander decks are all different"),
        "{}",
        tuned.err
    );
}

/// Directories below are taken where a directory has no decks itself, and where they are asked for; otherwise it is said that they aren't.
#[test]
fn decks_below_a_directory_are_taken_or_told_of() {
    let desk = desk();
    for folder in ["decks/old/one", "decks/old/two", "decks/old/cards"] {
        std::fs::create_dir_all(desk.path(folder)).expect("made");
    }
    for (file, elks) in
        [("decks/here.txt", 4), ("decks/too.txt", 5), ("decks/old/one/herd.txt", 2), ("decks/old/two/herd.txt", 3)]
    {
        desk.write(file, &format!("{elks} Elk\n{} Forest\n", 60 - elks));
    }
    desk.write("decks/old/cards/no-deck.txt", "name Other Elk\ncost {G}\ntype Creature Elk\npt 1/1\n");
    let matchups = |dir: &str, out: &str| {
        let line = format!("matrix {dir} --any-deck --cards decks/cards --games 2 --out {out}");
        let done = desk.run(&line);
        assert_eq!(done.code, Some(0), "{line}: {}", done.err);
        (desk.read(&format!("{out}/decks.csv")), done.err)
    };
    let (own, told) = matchups("decks", "own");
    assert_eq!(own.lines().count(), 1 + 2, "{own}");
    assert!(told.contains("2 more decks below decks (old) are not taken: decks/... means all of them"), "{told}");
    let (all, told) = matchups("decks/...", "all");
    assert_eq!(all.lines().count(), 1 + 4, "{all}");
    assert!(!told.contains("not taken"), "{told}");
    // Two lists of one name are told apart.
    let (below, told) = matchups("decks/old", "below");
    assert!(below.contains("decks/old/one/herd.txt") && below.contains("decks/old/two/herd.txt"), "{below}");
    assert!(!told.contains("not taken"), "{told}");
    let checked = |dir: &str| {
        json(&desk.run(&format!("deck check {dir} --any-deck --cards decks/cards --json")).out)["total"].clone()
    };
    assert_eq!([checked("decks"), checked("decks/..."), checked("decks/old")], [4, 4, 2]);
    let fuzzed = desk.run("fuzz --decks decks --cards decks/cards --games 2");
    assert!(fuzzed.err.contains("2 more decks below decks (old) are not taken"), "{}", fuzzed.err);
}

/// What is written keeps the sideboard, whatever the format of the list, has each card once, and takes no other file's place.
#[test]
fn a_tuned_list_keeps_its_sideboard() {
    let desk = desk();
    desk.write(
        "decks/trice.cod",
        "<?xml version=\"1.0\"?>\n<cockatrice_deck version=\"1\"><deckname>Trees</deckname><zone name=\"main\">\
         <card number=\"56\" name=\"Forest\"/><card number=\"4\" name=\"Elk\"/></zone><zone name=\"side\"><card number=\"3\" name=\"Elk\"/>\
         </zone></cockatrice_deck>",
    );
    desk.write("decks/other.txt", "60 Forest\n");
    desk.write("pool.txt", "elk (M21) 7\nForest\n");
    let line = "deck tune decks/trice.cod --pool pool.txt --against decks --any-deck --max-games 2";
    desk.done(&format!("{line} --write new.txt"));
    let list = desk.read("new.txt");
    assert!(list.contains("4 Elk\n") && list.contains("56 Forest\n") && list.contains("Sideboard\n3 Elk"), "{list}");
    // A list that was written by the same command is one that may be written again.
    desk.done(&format!("{line} --write new.txt"));
    let refused = desk.refused(&format!("{line} --write decks/other.txt"));
    assert!(refused.contains("decks/other.txt already exists"), "{refused}");
    assert!(desk.refused(&format!("{line} --write decks/trice.cod")).contains("is what is read"));
    desk.write("pool.txt", "Ekl\nRidle\n");
    let refused = desk.refused(line);
    assert!(refused.contains("pool.txt:1: there is no card 'Ekl'; did you mean 'Elk'?"), "{refused}");
    assert!(refused.contains("pool.txt:2: there is no card 'Ridle'; did you mean 'Riddle'?"), "{refused}");
    let refused = desk.refused("deck convert decks/trice.cod --to text --out decks/other.txt");
    assert!(refused.contains("already exists") && desk.read("decks/other.txt") == "60 Forest\n", "{refused}");
    assert!(
        desk.refused("cards compile decks/cards/all.txt --out decks/cards/all.txt")
            .contains("isn't an archive of cards")
    );
    assert!(
        desk.refused("watch decks/other.txt decks/other.txt --record decks/other.txt")
            .contains("isn't a recorded game")
    );
}
