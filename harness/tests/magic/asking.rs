//! `gauntlet ask` and `gauntlet explain`: what agents do in positions and games, and what they think of it.

use std::fs;

use serde_json::Value;

use super::commands::Desk;

const BOOK: &str = r#"
cards = '''
name Mountain
super Basic
type Land Mountain

name Bolt
cost {R}
type Instant
text ~ deals 3 damage to any target.

name Cub
cost {R}
type Creature Bear
pt 1/1
'''

[[scenario]]
id = "the-face"
A.battlefield = ["Mountain"]
A.hand = ["Bolt"]
B.life = 3
B.battlefield = ["Cub"]
stop = "1 end"
actions = [{ at = "1 main1", A = "cast", card = "Bolt", targets = [{ player = "B" }] }]
asserts = [{ kind = "won", player = "A" }]
tactic = { from = "1 main1" }

[[scenario]]
id = "no-tactic"
A.battlefield = ["Mountain"]
A.hand = ["Bolt"]
stop = "1 end"
asserts = [{ kind = "life", player = "B", value = 20 }]
"#;

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn an_agent_is_asked_in_a_scenario() {
    let desk = Desk::new(&[]);
    desk.write("book.toml", BOOK);
    let told = desk.done("ask book.toml --id the-face").out;
    assert!(
        told.starts_with("Turn 1 (first main phase), Player A, priority: heuristic chooses\n  cast Bolt\n"),
        "{told}"
    );
    assert!(told.contains("The turn could go on like this: Player A: Player B\n"), "{told}");
    assert!(told.contains("\n   0  pass\n→  1  cast Bolt\n") && !told.contains("value"), "{told}");
    // After its first choice it is asked for the target.
    let target = json(&desk.done("ask book.toml --id the-face --to 1 --json").out);
    assert_eq!((&target["asked"], &target["action"]), (&"target, for Bolt".into(), &"Player B".into()));
    assert_eq!((&target["id"], &target["step"]), (&"the-face".into(), &1.into()));
    assert_eq!(target["actions"][1].get("value"), None);
    // Any scenario has a beginning.
    assert!(desk.done("ask book.toml --id no-tactic --agent random").out.contains("random chooses"));
    // What it is asked and nobody has an answer to.
    assert!(desk.refused("ask book.toml").contains("has 2 positions; choose one with --id: the-face and no-tactic"));
    assert!(desk.refused("ask book.toml --id the-fase").contains("did you mean 'the-face'?"));
    assert!(desk.refused("ask book.toml --id the-face --to 9").contains("--to 9 is beyond them"));
    assert!(desk.refused("ask none.toml").contains("none.toml"));
    assert!(desk.refused("ask book.toml --id the-face --agent hueristic").contains("did you mean 'heuristic'?"));
}

#[test]
fn searches_say_what_they_think() {
    let desk = Desk::new(&[]);
    desk.write("book.toml", BOOK);
    let line = "ask book.toml --id the-face --json --agent";
    let mc = json(&desk.done(&format!("{line} mc:rollouts=20")).out);
    assert_eq!(mc["values"], "points: 1 for a win, 0 for a loss");
    assert_eq!((&mc["policy"], &mc["choice"]), (&1.into(), &1.into()));
    let visits = |answer: &Value| -> u64 {
        answer["actions"].as_array().expect("actions").iter().filter_map(|action| action["visits"].as_u64()).sum()
    };
    assert_eq!(visits(&mc), 0, "a win that is sure isn't looked for");
    assert_eq!(mc["actions"][1].get("value"), None);
    let mc = json(&desk.done(&format!("{line} mc:rollouts=20,policy=random")).out);
    assert_eq!((&mc["choice"], visits(&mc)), (&1.into(), 20));
    assert_eq!(mc["values"], "points: 1 for a win, 0 for a loss");
    assert!(mc["actions"][1]["value"].as_f64().is_some_and(|value| value > 0.5), "{mc}");
    let tree = json(&desk.done(&format!("{line} ismcts:iterations=60")).out);
    assert_eq!(visits(&tree), 0, "nor in a tree");
    let tree = json(&desk.done(&format!("{line} ismcts:iterations=60,policy=random")).out);
    assert!((2..=60).contains(&visits(&tree)), "{tree}");
    let line = tree["actions"][1]["line"].as_array().expect("a line");
    assert_eq!((&line[0]["player"], &line[0]["action"]), (&0.into(), &"Player B".into()));
    let told = desk.done("ask book.toml --id the-face --agent ismcts:iterations=60,policy=random").out;
    assert!(told.contains("How it expects the game to go on after each:\n  "), "{told}");
    assert!(told.contains("  cast Bolt: Player A: Player B"), "{told}");
}

#[test]
fn a_recorded_game_is_asked_about_and_explained() {
    let desk = Desk::new(&["burn", "white-tokens"]);
    desk.done("watch burn white-tokens --seed 7 --agent heuristic --until-turn 5 --record game.jsonl");
    let steps = desk.read("game.jsonl").lines().count() - 1;
    // The agent that played chooses what it chose, and is told what it had done in the turn.
    for step in [0, 7, steps - 3, steps - 1] {
        let answer = json(&desk.done(&format!("ask game.jsonl --to {step} --json")).out);
        let played = json(desk.read("game.jsonl").lines().nth(step + 1).expect("a choice"));
        assert_eq!((&answer["choice"], &answer["player"]), (&played["choice"], &played["player"]), "{answer}");
        assert_eq!(answer["step"], step);
    }
    let names = json(&desk.done("ask game.jsonl --to 3 --json").out)["names"].clone();
    assert_eq!(names, serde_json::json!(["burn", "white-tokens"]));
    assert!(desk.refused("ask game.jsonl --to 9999").contains("steps; --to 9999 is beyond them"));
    assert!(desk.refused("ask game.jsonl --id x").contains("--to says which of its positions, not --id"));

    let own = json(&desk.done("explain game.jsonl --json").out);
    assert_eq!(own["asked"], own["agreed"]);
    assert_eq!(own["disagreements"], serde_json::json!([]));
    let random = json(&desk.done("explain game.jsonl --agent random --as burn --json").out);
    let listed = random["disagreements"].as_array().expect("a list");
    assert!(!listed.is_empty() && listed.iter().all(|one| one["player"] == 0), "{random}");
    let told = desk.done("explain game.jsonl --agent mc:rollouts=8 --top 1").out;
    assert!(told.starts_with("mc:rollouts=8 would have made "), "{told}");
    // What is printed can be typed: files and agents may have spaces.
    fs::copy(desk.path("game.jsonl"), desk.path("my game.jsonl")).expect("copied");
    let told = desk.with(&["explain", "my game.jsonl", "--agent", "random"]).out;
    assert!(told.contains("gauntlet ask 'my game.jsonl' --to STEP --agent random\n"), "{told}");
    assert!(desk.refused("explain game.jsonl --as nobody").contains("there is no player 'nobody' here"));
    // A game that is over has nothing to ask about.
    desk.done("watch burn white-tokens --seed 7 --agent random --record over.jsonl");
    assert!(desk.refused("ask over.jsonl").contains("over.jsonl is over after"));
}

#[test]
fn the_second_game_is_asked_too() {
    let desk = Desk::new(&[]);
    desk.done("watch --game millennials starting crowd --to 4 --record battle.jsonl");
    let told = desk.done("ask battle.jsonl").out;
    assert!(told.contains(" chooses\n  "), "{told}");
    desk.write("odd.toml", "");
    let refused = desk.refused("ask odd.toml --game millennials");
    assert!(refused.contains("odd.toml isn't a recorded game, and millennials has no other positions"), "{refused}");
}
