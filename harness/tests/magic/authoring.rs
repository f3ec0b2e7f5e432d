//! Writing card files: new cards, hints, cards moved, cards of a template, sandbox games.

use super::commands::Desk;

#[test]
fn cards_are_made_from_nothing_and_from_others() {
    let desk = Desk::new(&[]);
    let stub = desk.done("cards new Idea").out;
    assert!(stub.starts_with("name Idea\n"), "{stub}");
    let made = desk.with(&[
        "cards",
        "new",
        "My Bear",
        "--type",
        "Creature Bear",
        "--cost",
        "{1}{G}",
        "--pt",
        "2/2",
        "--text",
        "Trample",
        "--out",
        "own.txt",
    ]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    assert_eq!(desk.read("own.txt"), "name My Bear\ncost {1}{G}\ntype Creature Bear\npt 2/2\ntext Trample\n");
    assert_eq!(desk.with(&["cards", "new", "Zap", "--from", "Shock", "--out", "own.txt"]).code, Some(0));
    assert_eq!(desk.done("cards check own.txt").out, "2 cards, all understood\n");
    assert!(desk.read("own.txt").ends_with("text ~ deals 2 damage to any target.\n"), "{}", desk.read("own.txt"));
    let twice = desk.with(&["cards", "new", "Zap", "--from", "Shock", "--out", "own.txt"]);
    assert!(twice.code == Some(2) && twice.err.contains("own.txt:7: Zap already exists"), "{}", twice.err);
    assert!(desk.refused("cards new Zap --from Shok").contains("did you mean 'Shock'?"));
    assert!(desk.refused("cards new Zap --type Frob").contains("`Frob` isn't a card type"));
    // A text that isn't understood can be worked on.
    let riddle =
        desk.with(&["cards", "new", "Riddle", "--type", "Instant", "--text", "Frobnicate it.", "--out", "own.txt"]);
    assert!(riddle.code == Some(1) && riddle.err.contains("not understood"), "{}", riddle.err);
    assert!(desk.read("own.txt").ends_with("text Frobnicate it.\n"));
}

#[test]
fn cards_are_copied_and_moved_but_never_written_over() {
    let desk = Desk::new(&[]);
    let bear = "name Bear\ncost {G}\ntype Creature Bear\npt 2/2\n";
    let wolf = "name Wolf\ncost {G}\ntype Creature Wolf\npt 1/1\n";
    desk.write("a.txt", &format!("# beasts\n{bear}\n{wolf}"));
    desk.done("cards copy Bear b.txt --cards a.txt");
    assert_eq!(desk.read("b.txt"), bear);
    assert!(desk.refused("cards move Bear b.txt --cards a.txt").contains("b.txt:1: Bear already exists"));
    assert_eq!(desk.read("a.txt"), format!("# beasts\n{bear}\n{wolf}"));
    desk.done("cards move Bear c.txt --cards a.txt");
    assert_eq!((desk.read("a.txt"), desk.read("c.txt")), (format!("# beasts\n{wolf}"), bear.to_owned()));
    desk.done("cards move Wolf c.txt --cards a.txt");
    assert_eq!(desk.read("c.txt"), format!("{bear}\n{wolf}"));
}

/// Ten lands of one template, one for each pair of colours.
#[test]
fn a_template_and_a_table_make_cards() {
    let desk = Desk::new(&[]);
    let pairs = ["WU", "UB", "BR", "RG", "GW", "WB", "UR", "BG", "RW", "GU"];
    let rows = pairs.map(|pair| format!("{pair} Filter,{},{}\n", &pair[..1], &pair[1..])).concat();
    desk.write("table.csv", &format!("name,one,other\n{rows}"));
    desk.write("template.txt", "name <name>\ntype Land\ntext {T}: Add {C}.\ntext {T}: Add {<one>} or {<other>}.\n");
    desk.done("cards generate template.txt table.csv --out lands.txt");
    let card = |pair: &str| {
        let (one, other) = pair.split_at(1);
        format!("name {pair} Filter\ntype Land\ntext {{T}}: Add {{C}}.\ntext {{T}}: Add {{{one}}} or {{{other}}}.\n")
    };
    assert_eq!(desk.read("lands.txt"), pairs.map(card).join("\n"));
    assert_eq!(desk.done("cards check lands.txt").out, "10 cards, all understood\n");
    assert!(desk.refused("cards generate template.txt table.csv --out lands.txt").contains("won't be overwritten"));
    desk.write("table.csv", "name,one\nA,W\n");
    assert!(desk.refused("cards generate template.txt table.csv").contains("no column 'other'"));
    desk.write("table.csv", "name,one,other,more\nA,W,U,x\n");
    assert!(desk.refused("cards generate template.txt table.csv").contains("the column 'more' isn't in template.txt"));
    desk.write("table.csv", "name,one,other\nA,W,X\n");
    desk.write("template.txt", "name <name>\ntype <one>\ntext {<other>}\n");
    assert!(desk.refused("cards generate template.txt table.csv").contains("`W` isn't a card type"));
}

#[test]
fn hints_say_what_was_meant_and_watched_cards_play() {
    let desk = Desk::new(&[]);
    desk.write("own.txt", "name Zap\ncost {R}\ntype Instant\ntext Destory target creature.\n\nname Bear\ncost {G}\ntype Creature Bear\npt 2/2\n");
    let checked = desk.run("cards check own.txt");
    assert!(
        checked.code == Some(1) && checked.out.contains("hint: did you mean `Destroy target creature.`?"),
        "{}",
        checked.out
    );
    let json: serde_json::Value = serde_json::from_str(&desk.run("cards check own.txt --json").out).expect("JSON");
    assert_eq!(json["problems"][0]["hint"], "did you mean `Destroy target creature.`?");
    let watched = desk.run("cards watch own.txt --once");
    assert_eq!(watched.code, Some(1), "{}", watched.err);
    assert!(
        watched.out.contains("1 of 2 cards understood") && watched.out.contains("a game of 60 cards with Bear: "),
        "{}",
        watched.out
    );
    assert!(watched.out.contains("wins in turn"), "{}", watched.out);
    assert_eq!(desk.run("cards watch own.txt --once").out, watched.out);
    assert!(desk.refused("cards watch nothing.txt --once").contains("nothing.txt"));
}

/// A file is checked again when it is saved.
#[test]
fn a_watched_file_is_checked_again() {
    use std::io::{BufRead as _, BufReader};
    let desk = Desk::new(&[]);
    desk.write("own.txt", "name Zap\ncost {R}\ntype Instant\ntext Frobnicate it.\n");
    let mut child = desk.start("cards watch own.txt");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let mut until = |wanted: &str| {
        lines.by_ref().map(|line| line.expect("text")).find(|line| line.contains(wanted)).expect("it comes")
    };
    until("0 of 1 cards understood");
    desk.write("own.txt", "name Zap\ncost {R}\ntype Instant\ntext Draw a card.\n");
    until("1 of 1 cards understood");
    until("a game of 60 cards with Zap");
    child.kill().expect("it runs");
    child.wait().expect("it ended");
}

/// What is read of a pipe is gone: a file is opened once.
#[cfg(unix)]
#[test]
fn cards_come_through_a_pipe() {
    let desk = Desk::new(&[]);
    let cards = "# A head that is longer than what an archive is known by: here it ends.\nname One\ntype Creature Mouse\npt 1/1\n\nname Two\n\
        type Creature Mouse\npt 2/2\n";
    let done = desk.told("cards check /dev/stdin", cards);
    assert_eq!(done.out, "2 cards, all understood\n", "{}", done.err);
}
