//! `gauntlet play`: a person against an agent, by lines of text.

use super::commands::Desk;

#[test]
fn a_person_plays_a_game_to_its_end_by_passing() {
    let desk = Desk::new(&["burn", "white-tokens"]);
    // Keeps, and then does nothing; where it can't pass, it takes the first choice.
    let done = desk.told("play white-tokens burn --seed 3 --record game.jsonl", &"0\npass\n0\n".repeat(400));
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    assert!(
        done.out.starts_with("You play white-tokens, against burn (heuristic). white-tokens takes the first turn.")
    );
    for part in ["white-tokens chooses: keep or mulligan", "  0  keep\n", "\nTurn 1: white-tokens — 20 life", "> "] {
        assert!(done.out.contains(part), "{part}: {}", &done.out[..3000.min(done.out.len())]);
    }
    let last = done.out.trim_end().lines().rev().nth(1).expect("lines").to_owned();
    assert!(done.out.contains("\nburn wins in turn "), "{last}");
    // What was recorded can be played again and asked about.
    let replayed = desk.done("replay game.jsonl");
    assert!(replayed.out.contains("Every position is as recorded"), "{}", replayed.out);
    assert!(desk.done("explain game.jsonl --as white-tokens --top 1").out.contains("heuristic would have made "));
}

#[test]
fn a_person_sees_what_a_player_sees_and_is_helped() {
    let desk = Desk::new(&["burn", "white-tokens"]);
    let lines = "help\nfrobnicate\n99\n? mou\n? zzz\nhint\nboard\nkeep\n0\nquit\n";
    let done = desk.told("play burn white-tokens --seed 3 --second --agent random", lines);
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    let out = &done.out;
    assert!(
        out.starts_with("You play burn, against white-tokens (random). white-tokens takes the first turn."),
        "{out}"
    );
    for part in [
        "  ? NAME        what a card does",
        "'frobnicate' is no number and nothing that can be said",
        "There are the numbers 0 to 1.",
        "You see no card whose name begins with 'zzz'.",
        "random would choose ",
        "You leave the game in turn ",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    // The other hand is hidden.
    assert!(out.contains("7 × unknown card"), "{out}");
    assert!(!out.contains("white-tokens draws "), "{out}");
}

#[test]
fn who_says_nothing_more_leaves_and_who_concedes_loses() {
    let desk = Desk::new(&["burn"]);
    let done = desk.told("play burn burn", "");
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert!(done.out.contains("You leave the game in turn "), "{}", done.out);
    let done = desk.told("play burn burn", "0\nconcede\n");
    assert!(done.out.contains("burn (B) wins in turn 1: burn (A) concedes."), "{}", done.out);
    assert!(desk.refused("play burn nothing").contains("nothing"));
    assert!(desk.refused("play burn burn --agent nobody").contains("there is no agent 'nobody'"));
}

#[test]
fn the_second_game_is_played_too() {
    let desk = Desk::new(&[]);
    let done = desk.told("play --game millennials starting crowd", &"0\n".repeat(400));
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    assert!(done.out.contains("You play starting") && !done.out.contains("You leave"), "{}", done.out);
}
