//! `gauntlet tactics`: the positions of the project, and how an agent's play of a position is judged.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::commands::Desk;

/// The project's positions.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../ai/tactics")
}

const BOOK: &str = r#"
area = "lethal"
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
note = "Three life and three damage."
A.battlefield = ["Mountain"]
A.hand = ["Bolt"]
B.life = 3
B.battlefield = ["Cub"]
stop = "1 end"
actions = [{ at = "1 main1", A = "cast", card = "Bolt", targets = [{ player = "B" }] }]
asserts = [{ kind = "won", player = "A" }]
tactic = { must = ["target, for Bolt: Player B"], never = ["Cub"] }

[[scenario]]
id = "in-their-turn"
area = "waiting"
note = "Their Bolt comes first."
A.life = 3
A.battlefield = ["Mountain"]
A.hand = ["Bolt"]
B.battlefield = ["Mountain"]
B.hand = ["Cub"]
B.life = 3
stop = "2 end"
actions = [
  { at = "2 main1", B = "cast", card = "Cub" },
  { at = "2 main1", A = "cast", card = "Bolt", targets = [{ player = "B" }], when = { on_stack = "Cub" } },
]
asserts = [{ kind = "won", player = "A" }]
tactic = { from = "2 main1" }

[[scenario]]
id = "nobody-can"
area = "waiting"
note = "The Cub must not be cast, which any agent does."
A.battlefield = ["Mountain"]
A.hand = ["Cub"]
stop = "1 end"
tactic = { never = ["cast Cub"] }

[[scenario]]
id = "no-tactic"
A.battlefield = ["Mountain"]
stop = "1 end"
asserts = [{ kind = "life", player = "B", value = 20 }]
"#;

fn desk() -> Desk {
    let desk = Desk::new(&[]);
    desk.write("book.toml", BOOK);
    desk
}

#[test]
fn the_heuristic_solves_what_it_has_solved() {
    let desk = Desk::new(&[]);
    let (positions, baseline) = (folder(), folder().join("baseline.json"));
    let line = format!("tactics {} --baseline {}", positions.display(), baseline.display());
    let done = desk.run(&line);
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    // Every position has a solution that the rules carry out, says why it is right, and is kept by one name.
    let json: Value = serde_json::from_str(&desk.done(&format!("{line} --json")).out).expect("JSON");
    let rows = json["results"].as_array().expect("rows");
    assert!(rows.len() >= 150, "{}", rows.len());
    assert!(json["broken"].as_object().is_some_and(|broken| broken.is_empty()), "{}", json["broken"]);
    let mut ids: Vec<&str> = rows.iter().filter_map(|row| row["id"].as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), rows.len(), "two positions have the same id");
    for row in rows {
        assert!(row["note"].as_str().is_some_and(|note| note.len() > 20), "{}: why?", row["id"]);
    }
    // What the baseline lists are positions, and the program brings the same ones along.
    let known: Value = serde_json::from_str(&fs::read_to_string(&baseline).expect("there")).expect("JSON");
    for (agent, unsolved) in known["unsolved"].as_object().expect("agents") {
        for id in unsolved.as_array().expect("a list") {
            assert!(ids.binary_search(&id.as_str().expect("an id")).is_ok(), "{agent}: there is no position {id}");
        }
    }
    let shipped: Value = serde_json::from_str(&desk.done("tactics --json").out).expect("JSON");
    assert_eq!(shipped["results"], json["results"]);
}

#[test]
fn an_agent_is_judged_by_what_it_chooses_and_where_that_leads() {
    let desk = desk();
    let json: Value = serde_json::from_str(&desk.done("tactics book.toml --json").out).expect("JSON");
    assert_eq!((&json["agent"], &json["solved"], &json["positions"]), (&"heuristic".into(), &2.into(), &3.into()));
    assert_eq!(json["headings"]["lethal"], serde_json::json!({"solved": 1, "positions": 1}));
    let [face, theirs, nobody] = json["results"].as_array().expect("rows").as_slice() else { panic!("{json}") };
    assert_eq!((&face["solved"], face.get("expected")), (&true.into(), None));
    let made = |row: &Value| -> Vec<String> {
        let all = row["choices"].as_array().expect("choices").iter();
        all.map(|choice| choice["choice"].as_str().expect("words").to_owned()).filter(|it| it != "pass").collect()
    };
    assert_eq!(made(face), ["cast Bolt", "Player B"]);
    // It isn't asked before its moment.
    assert!(theirs["choices"].as_array().expect("choices").iter().all(|choice| choice["turn"] == 2), "{theirs}");
    assert_eq!(nobody["expected"], "it never chooses 'cast Cub'");
    assert_eq!(nobody["found"], "cast Cub");
    let told = desk.done("tactics book.toml -v").out;
    assert!(told.starts_with("heuristic solves 2 of 3 positions.\n"), "{told}");
    for part in ["nobody-can: expected it never", "which any agent does", "1 main1, priority: cast Cub"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    // Other agents, filters; and the same again.
    let random = desk.done("tactics book.toml --agent random --seed 3 --json").out;
    assert_eq!(random, desk.done("tactics book.toml --agent random --seed 3 --json --threads 1").out);
    assert!(desk.done("tactics book.toml --agent mc:rollouts=30 --filter face").out.contains("solves 1 of 1"));
    assert!(desk.done("tactics book.toml --area waiting").out.contains("solves 1 of 2"));
}

#[test]
fn a_baseline_may_not_fall() {
    let desk = desk();
    let line = "tactics book.toml --baseline known.json";
    assert!(desk.refused(line).contains("known.json"));
    desk.done(&format!("{line} --update"));
    assert_eq!(
        serde_json::from_str::<Value>(&desk.read("known.json")).expect("JSON"),
        serde_json::json!({"unsolved": {"heuristic": ["nobody-can"]}})
    );
    desk.done(line);
    // What isn't solved any more is a failure, what is solved now is told.
    desk.write("known.json", r#"{"unsolved": {"heuristic": ["the-face"]}}"#);
    let done = desk.run(line);
    assert_eq!(done.code, Some(1), "{}", done.out);
    assert!(done.out.contains("Not solved any more, as the baseline has it: nobody-can"), "{}", done.out);
    assert!(done.out.contains("--update writes it): the-face"), "{}", done.out);
    // Of another agent nothing is known: all must be solved.
    assert_eq!(desk.run(&format!("{line} --agent random")).code, Some(1));
    desk.done(&format!("{line} --agent random --update"));
    let both: Value = serde_json::from_str(&desk.read("known.json")).expect("JSON");
    assert!(both["unsolved"]["random"].is_array() && both["unsolved"]["heuristic"].is_array());
    desk.write("known.json", "[]");
    assert!(desk.refused(line).contains("known.json: this isn't a file of what agents don't solve"));
}

#[test]
fn a_position_whose_solution_is_none_is_broken() {
    let desk = desk();
    let wrong = BOOK.replace("targets = [{ player = \"B\" }] }]", "targets = [\"Cub\"] }]");
    desk.write("wrong.toml", &wrong);
    let done = desk.run("tactics wrong.toml");
    assert_eq!(done.code, Some(1), "{}", done.out);
    assert!(done.out.contains("the-face can't be played: what it says is right isn't: expected A won"), "{}", done.out);
    // As a rules test it fails in the same way, and what is said of choices is proven there too.
    let scenario = desk.run("scenario wrong.toml --filter the-face");
    assert_eq!(scenario.code, Some(1));
    desk.write("choices.toml", &BOOK.replace("must = [\"target, for Bolt: Player B\"]", "must = [\"cast Cub\"]"));
    let scenario = desk.run("scenario choices.toml --filter the-face");
    assert!(
        scenario.out.contains("the-face: expected it chooses 'cast Cub'; found cast Bolt; Player B"),
        "{}",
        scenario.out
    );
}

#[test]
fn files_that_make_no_sense_are_refused() {
    let desk = desk();
    assert!(desk.refused("tactics none.toml").contains("none.toml"));
    assert!(desk.refused("tactics book.toml --agent hueristic").contains("did you mean 'heuristic'?"));
    assert!(desk.refused("tactics book.toml --filter nothing").contains("that --filter and --area let through"));
    assert!(desk.refused("tactics book.toml --update").contains("--baseline"));
    desk.write("odd.toml", &BOOK.replace("tactic = { from", "tactic = { since"));
    let odd = desk.refused("tactics odd.toml");
    assert!(
        odd.contains("odd.toml:32: in-their-turn: `tactic` has no field `since`; its fields are plays, from"),
        "{odd}"
    );
    desk.write("odd.toml", &BOOK.replace("from = \"2 main1\"", "from = \"main1\""));
    assert!(desk.refused("tactics odd.toml").contains("a moment is written `2 main1`"));
}
