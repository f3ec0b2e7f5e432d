//! What must not change a game: the same two lists in the hands of the same agents play the same games, choice by choice.

use super::commands::Desk;

/// The files of a game: who won, how, in how many turns and choices; without the names of the decks.
fn rows(desk: &Desk, folder: &str, decks: [&str; 2]) -> Vec<String> {
    let text = desk.read(&format!("{folder}/games.csv"));
    let begin = format!("{},{},", decks[0], decks[1]);
    let rows: Vec<String> = text.lines().filter_map(|row| row.strip_prefix(&begin)).map(str::to_owned).collect();
    assert!(!rows.is_empty(), "{folder} has no games of {decks:?}: {text}");
    rows
}

/// The lines of a list's main deck in another order, with a card's copies on two lines.
fn shuffled(list: &str) -> String {
    let main = list.lines().take_while(|line| *line != "Sideboard");
    let mut lines: Vec<String> = main.map(str::to_owned).collect();
    lines.reverse();
    let place = lines.iter().position(|line| line.starts_with("4 ")).expect("four of a card");
    let rest = lines[place][2..].to_owned();
    lines[place] = format!("1 {rest}");
    lines.push(format!("3 {rest}"));
    lines.join("\n")
}

#[test]
fn the_same_pairing_plays_the_same_games() {
    let desk = Desk::new(&["burn", "blue-black-control", "green-stompy", "blue-tempo"]);
    desk.rename("burn", "m-one");
    desk.rename("blue-black-control", "m-two");
    for folder in ["other", "other/cards"] {
        std::fs::create_dir_all(desk.path(folder)).expect("made");
    }
    for (from, to) in [("m-one", "x"), ("m-two", "y")] {
        let list = desk.read(&format!("decks/{from}.txt"));
        desk.write(&format!("other/{to}.txt"), &shuffled(&list));
    }
    // A deck that is there with cards of its own, before and after the others by name.
    let elks = "name Quick Elk\ncost {1}{R}\ntype Creature Elk\npt 2/2\ntext Flash\n";
    desk.write("decks/cards/elks.txt", elks);
    for name in ["a-elks", "z-elks"] {
        desk.write(&format!("decks/{name}.txt"), "4 Quick Elk\n56 Mountain\n");
    }
    for (agent, games) in
        [("random", 20), ("heuristic", 12), ("mc:rollouts=3,horizon=8", 2), ("ismcts:iterations=4,horizon=8", 2)]
    {
        let play = |what: &str, out: &str| {
            let folder = format!("{}-{out}", agent.split(':').next().expect("a name"));
            desk.done(&format!("{what} --agent {agent} --games {games} --rows --cards decks/cards --out {folder}"));
            folder
        };
        let expected = rows(&desk, &play("match decks/m-one.txt decks/m-two.txt", "match"), ["m-one", "m-two"]);
        assert_eq!(expected.len(), games);
        let matrix = rows(&desk, &play("matrix decks", "matrix"), ["m-one", "m-two"]);
        assert_eq!(matrix, expected, "{agent}: in a matrix");
        let field = rows(&desk, &play("field decks/m-one.txt decks", "field"), ["m-one", "m-two"]);
        assert_eq!(field, expected, "{agent}: in a field");
        let renamed = rows(&desk, &play("match other/x.txt other/y.txt", "shuffled"), ["x", "y"]);
        assert_eq!(renamed, expected, "{agent}: renamed, and with lines in another order");
    }
    // The other way round they are the same games with the sides' names exchanged.
    let turn = |row: &String| {
        let fields: Vec<&str> = row.split(',').collect();
        let other = |side: &str| match side {
            "a" => "b".to_owned(),
            "b" => "a".to_owned(),
            none => none.to_owned(),
        };
        // Agents, pair, first, winner, reason, turns, choices.
        (fields[2].to_owned(), other(fields[3]), other(fields[4]), fields[5..8].join(","))
    };
    let straight = |row: &String| {
        let fields: Vec<&str> = row.split(',').collect();
        (fields[2].to_owned(), fields[3].to_owned(), fields[4].to_owned(), fields[5..8].join(","))
    };
    desk.done("match decks/m-two.txt decks/m-one.txt --games 12 --rows --out turned");
    let mut turned: Vec<_> = rows(&desk, "turned", ["m-two", "m-one"]).iter().map(turn).collect();
    let mut expected: Vec<_> = rows(&desk, "heuristic-match", ["m-one", "m-two"]).iter().map(straight).collect();
    turned.sort();
    expected.sort();
    assert_eq!(turned, expected);
}

/// A comparison of versions comes out the same, number by number, whatever the files are called and in whatever order their lines are.
#[test]
fn a_comparison_doesn_t_go_by_names() {
    let desk = Desk::new(&["burn", "green-stompy"]);
    for folder in ["against", "others"] {
        std::fs::create_dir_all(desk.path(folder)).expect("made");
    }
    let (burn, stompy) = (desk.read("decks/burn.txt"), desk.read("decks/green-stompy.txt"));
    let place = burn.find("\n4 ").expect("four of a card") + 1;
    let new = format!("{}1 Mountain\n3 {}", &burn[..place], &burn[place + 2..]);
    desk.write("old.txt", &burn);
    desk.write("new.txt", &new);
    desk.write("against/field.txt", &stompy);
    desk.write("z.txt", &shuffled(&burn));
    desk.write("a.txt", &shuffled(&new));
    desk.write("others/m.txt", &shuffled(&stompy));
    let compare = |files: &str, against: &str| {
        let line =
            format!("compare {files} --against {against} --cards decks/cards --agent random --max-games 320 --json");
        let told = desk.run(&line);
        let mut told: serde_json::Value = serde_json::from_str(&told.out).expect("JSON");
        for name in ["old", "new"] {
            told[name].take();
        }
        told["opponents"][0]["deck"].take();
        told
    };
    let expected = compare("old.txt new.txt", "against");
    assert!(expected["games"].as_u64().is_some_and(|games| games > 0), "{expected}");
    assert_eq!(compare("z.txt a.txt", "others"), expected);
}

#[test]
fn lists_that_cannot_be_played_are_left_out_of_a_folder() {
    let desk = Desk::new(&["burn", "green-stompy"]);
    desk.write("decks/odd.txt", "4 No Such Card\n56 Mountain\n");
    let done = desk.done("matrix decks --games 2 --agent random --out run");
    assert!(
        done.err.contains("1 of 3 decks can't be played and are left out; the first: decks/odd.txt"),
        "{}",
        done.err
    );
    assert!(!desk.read("run/matchups.csv").contains("odd"));
    let why = desk.run("field decks/odd.txt decks --games 2 --agent random").err;
    assert!(why.contains("No Such Card"), "one that is named must be playable: {why}");
}
