//! Agents choose by what their players know, and an agent that doesn't is found out.

use super::commands::Desk;

const DECKS: [&str; 3] = ["burn", "blue-tempo", "white-tokens"];

#[test]
fn built_in_agents_are_honest() {
    let desk = Desk::new(&DECKS);
    for (agent, decisions) in [
        ("heuristic", 1500),
        ("random", 1500),
        ("mc:rollouts=3", 40),
        ("mc:rollouts=3,horizon=2,value=learned", 60),
        ("ismcts:iterations=10", 40),
        ("ismcts:iterations=10,value=learned", 40),
    ] {
        let done = desk.run(&format!("honesty {agent} --decisions {decisions} --quiet"));
        assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
        assert!(done.out.starts_with(&format!("{agent}: ")), "{}", done.out);
    }
}

/// The twin's world has another deck of the field, or blank cards.
#[test]
fn agents_are_honest_whatever_they_are_told() {
    let desk = Desk::new(&DECKS);
    for knows in ["field", "nothing"] {
        for (agent, decisions) in [
            ("heuristic", 500),
            ("heuristic:ahead=yes", 50),
            ("random", 300),
            ("mc:rollouts=3,horizon=4,doubt=0", 30),
            ("mc:rollouts=3,horizon=2,value=learned", 30),
            ("ismcts:iterations=5,horizon=4", 30),
        ] {
            let done = desk.run(&format!("honesty {agent} --decisions {decisions} --knows {knows} --quiet"));
            assert_eq!(done.code, Some(0), "{knows}: {}{}", done.out, done.err);
        }
        let done = desk.run(&format!("honesty oracle:random --decisions 200 --knows {knows} --out found --quiet"));
        assert_eq!(done.code, Some(1), "{knows}: {}{}", done.out, done.err);
    }
}

/// A name is chosen by what the other player has shown: the list would tell more, and isn't told.
#[test]
fn names_are_chosen_by_what_was_shown() {
    let desk = Desk::new(&DECKS);
    desk.write(
        "decks/cards/called-out.txt",
        "name Called Out\ncost {B}\ntype Sorcery\n\
         text Choose a nonland card name. Target player reveals their hand and discards all cards with that name.\n",
    );
    desk.write("decks/names.txt", "24 Swamp\n36 Called Out\n");
    for knows in ["list", "field", "nothing"] {
        let line = format!("honesty heuristic --decisions 300 --any-deck --knows {knows} --quiet");
        let done = desk.run(&line);
        assert_eq!(done.code, Some(0), "{knows}: {}{}", done.out, done.err);
        assert!(done.out.contains("4 decks"), "{}", done.out);
    }
}

#[test]
fn an_oracle_is_found_out() {
    let desk = Desk::new(&DECKS);
    let line = "honesty oracle:random --decisions 200 --out found --quiet";
    let done = desk.run(line);
    assert_eq!(done.code, Some(1), "{}{}", done.out, done.err);
    assert!(done.out.contains("where what it can't know was redealt"), "{}", done.out);
    // The same on any number of threads.
    assert_eq!(desk.run(&format!("{line} --threads 1")).out, done.out);
    let replay = done.out.lines().find_map(|line| line.trim().strip_prefix("gauntlet ")).expect("a command");
    let replayed = desk.run(replay);
    assert_eq!(replayed.code, Some(0), "{}{}", replayed.out, replayed.err);
    assert!(replayed.out.contains("Every position is as recorded"), "{}", replayed.out);
}

#[test]
fn an_oracle_plays_nowhere_else() {
    let desk = Desk::new(&DECKS);
    for line in ["match burn burn --agent oracle:heuristic", "watch burn burn --agent-a oracle"] {
        let done = desk.run(line);
        assert_eq!(done.code, Some(2), "{}", done.out);
        assert!(done.err.contains("gauntlet honesty") && done.err.contains("plays nowhere else"), "{}", done.err);
    }
}
