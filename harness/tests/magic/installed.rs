//! The program away from its repository: shipped decks and cards, completions, the manual, the version.

use std::fs;

use super::commands::Desk;
use super::{deck_files, decks_folder};

/// A desk without any decks.
fn empty() -> Desk {
    let desk = Desk::new(&[]);
    fs::remove_dir_all(desk.path("decks")).expect("removed");
    desk
}

#[test]
fn shipped_decks_are_found_where_there_are_none() {
    let desk = empty();
    let here = desk.done("match burn white-tokens --games 4 --out here");
    assert!(
        here.err.contains(
            "the decks burn and white-tokens are those that came with gauntlet, as decks has none of these names"
        ),
        "{}",
        here.err
    );
    assert!(!desk.path("decks").exists(), "nothing is written that nobody asked for");
    // They play the games that the files play.
    let there = Desk::new(&["burn", "white-tokens"]);
    let said = there.done("match burn white-tokens --games 4 --out here");
    assert!(!said.err.contains("came with"), "{}", said.err);
    assert_eq!(desk.read("here/matchups.csv"), there.read("here/matchups.csv"));
    let id = |text: &str| text.split("\"run\": \"").nth(1).map(|rest| rest[..16].to_owned());
    assert_eq!(id(&desk.read("here/run.json")), id(&there.read("here/run.json")));
    // All of them, without and with the usual name of the folder.
    let all = format!("{} decks", deck_files().len());
    for line in
        ["matrix --games 2 --agent random --out all", "matrix decks/ --games 2 --agent random --out all --fresh"]
    {
        let done = desk.done(line);
        assert!(done.err.contains("that came with gauntlet"), "{}", done.err);
        assert_eq!(desk.read("all/decks.csv").lines().count(), deck_files().len() + 1, "{all}");
    }
    let second = desk.done("--game millennials match starting crowd --games 2 --out battles");
    assert!(second.err.contains("the decks starting and crowd are those"), "{}", second.err);
    assert!(desk.done("watch burn white-tokens --seed 7").out.contains(" wins in turn "));
    assert!(desk.done("cards check").out.contains("all understood"));
    assert!(desk.done("cards show island").out.contains("land"));
    assert!(desk.done("resume here").err.contains("all played before"));
    let near = desk.run("match brun burn");
    assert!(near.err.contains("did you mean 'burn'?"), "{}", near.err);
    let none = desk.run("match frobnicator burn");
    assert!(none.err.contains("that come with gauntlet") && !none.err.contains("in decks"), "{}", none.err);
    assert_eq!(desk.run("matrix nowhere").code, Some(2));
}

#[test]
fn own_decks_come_first() {
    let desk = empty();
    fs::create_dir_all(desk.path("decks")).expect("made");
    desk.write("decks/burn.txt", "60 Mountain\n");
    desk.write("mine.txt", "60 Forest\n");
    let done = desk.done("match burn shipped:/burn.txt --games 2 --agent random --out one");
    assert!(
        done.err.contains("the deck burn is the one that came with gauntlet") || done.err.contains("came with"),
        "{}",
        done.err
    );
    let run = desk.read("one/run.json");
    assert!(run.contains("\"60 Mountain\"") && run.contains("Lightning Bolt"), "{run}");
    let cards = desk.done("match burn mine.txt --games 2 --agent random --out two");
    assert!(cards.err.contains("the cards are those that came with gauntlet"), "{}", cards.err);
    // A matrix is of the folder that there is.
    let few = desk.run("matrix decks/");
    assert!(few.err.contains("at least two decks and found 1"), "{}", few.err);
}

#[test]
fn shipped_decks_are_written_out() {
    let desk = empty();
    desk.done("deck export");
    for file in deck_files() {
        let name = file.file_name().and_then(|name| name.to_str()).expect("a name");
        assert_eq!(desk.read(&format!("decks/{name}")), fs::read_to_string(&file).expect("read"));
    }
    let white = fs::read_to_string(decks_folder().join("cards/white.txt")).expect("read");
    assert_eq!(desk.read("decks/cards/white.txt"), white);
    assert!(!desk.done("match burn white-tokens --games 2").err.contains("came with"));
    desk.write("decks/burn.txt", "60 Mountain\n");
    let again = desk.run("deck export");
    assert_eq!(again.code, Some(2));
    assert!(again.err.contains("decks/burn.txt already exists and isn't the shipped one"), "{}", again.err);
    assert_eq!(desk.read("decks/burn.txt"), "60 Mountain\n");
}

#[test]
fn the_program_tells_shells_and_readers_what_it_can() {
    let desk = empty();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = desk.done(&format!("completions {shell}")).out;
        for word in ["metagame", "cards", "campaign", "best-of"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(desk.run("completions tcsh").code, Some(2));
    let page = desk.done("man").out;
    assert!(page.starts_with(".ie") || page.contains(".TH"), "{}", &page[..200]);
    let said = desk.done("man pages").out;
    for name in ["gauntlet", "gauntlet-match", "gauntlet-cards-check", "gauntlet-deck-export", "gauntlet-campaign"] {
        assert!(desk.read(&format!("pages/{name}.1")).contains(".SH NAME"), "{name}: {said}");
    }
    // By whatever name an option goes, as --help has it.
    for name in ["gauntlet-watch", "gauntlet-play"] {
        let page = desk.read(&format!("pages/{name}.1")).replace('\\', "");
        assert!(page.contains("[aliases: --save]"), "{name}: {page}");
    }
    let version = desk.done("--version").out;
    let lines: Vec<&str> = version.lines().collect();
    assert!(
        lines[0].starts_with("gauntlet ") && lines[1].starts_with("commit: ") && lines[2].starts_with("features: ")
    );
    assert_eq!(desk.done("-V").out.trim_end(), lines[0]);
}
