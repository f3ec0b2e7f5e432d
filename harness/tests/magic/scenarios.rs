//! `gauntlet scenario`, and failures of the fuzzer as scenarios.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

const CARDS: &str = "\
cards = '''
name Plains
super Basic
type Land Plains

name Mountain
super Basic
type Land Mountain

name Rite
cost {W}
type Sorcery
text You gain 3 life.
'''
area = \"test\"
";

/// A scenario in which A casts Rite and is asserted to have that much life.
fn rite(id: &str, life: i32, more: &str) -> String {
    format!(
        "[[scenario]]\nid = \"{id}\"\n{more}A.battlefield = [\"Plains\"]\nA.hand = [\"Rite\"]\nstop = \"1 main2\"\n\
         actions = [{{ at = \"1 main1\", A = \"cast\", card = \"Rite\" }}]\n\
         asserts = [{{ kind = \"life\", player = \"A\", value = {life} }}]\n"
    )
}

/// More objects than the engine holds, which it answers with a panic.
const TOO_MUCH: &str = "[[scenario]]\nid = \"too-much\"\nA.exile = [\"70000 Rite\"]\nstop = \"1 main2\"\n\
                        asserts = [{ kind = \"turn\", value = 1 }]\n";

struct Desk(TempDir);

impl Desk {
    fn new(scenarios: &[String]) -> Desk {
        let desk = Desk(tempfile::tempdir().expect("a folder"));
        fs::write(desk.0.path().join("tests.toml"), format!("{CARDS}{}", scenarios.concat())).expect("written");
        desk
    }

    fn run(&self, words: &[&str]) -> (Option<i32>, String, String) {
        self.command("scenario", words)
    }

    fn command(&self, name: &str, words: &[&str]) -> (Option<i32>, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gauntlet"));
        let output = command.current_dir(self.0.path()).arg(name).args(words).output().expect("started");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    }
}

#[test]
fn scenarios_that_pass_are_counted() {
    let desk = Desk::new(&[rite("one", 23, ""), rite("two", 23, ""), rite("many", 23, "format = \"commander4\"\n")]);
    let (code, out, err) = desk.run(&["tests.toml", "--report", "report.csv"]);
    assert_eq!(code, Some(0), "{out}{err}");
    let all = out.lines().last().expect("the sum").split_whitespace().collect::<Vec<_>>();
    assert_eq!(all, ["all", "2", "0", "1"], "{out}");
    let report = fs::read_to_string(desk.0.path().join("report.csv")).expect("read");
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(
        lines,
        [
            "id,area,status,detail",
            "one,test,pass,",
            "two,test,pass,",
            "many,test,unsupported,the format commander4 is for four players; games here have two",
        ]
    );
    let (code, json, _) = desk.run(&["tests.toml", "--json", "--filter", "o"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(code, Some(0));
    assert_eq!((&json["scenarios"], &json["pass"], &json["areas"]["test"]["pass"]), (&2.into(), &2.into(), &2.into()));
    // What is no file or no scenario is refused.
    assert_eq!(desk.run(&["none.toml"]).0, Some(2));
    fs::write(desk.0.path().join("bad.toml"), "[[scenario]]\nid = \"x\"\ncolour = 3\n").expect("written");
    let (code, _, err) = desk.run(&["bad.toml"]);
    assert!(code == Some(2) && err.contains("bad.toml:2: x: a scenario has no field `colour`"), "{err}");
}

#[test]
fn a_failure_or_a_panic_fails_one_scenario() {
    let desk = Desk::new(&[rite("good", 23, ""), rite("wrong", 20, ""), TOO_MUCH.to_owned()]);
    let (code, out, err) = desk.run(&["tests.toml", "--verbose", "--report", "report.csv"]);
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(out.contains("wrong: expected life of A 20; found 23\n"), "{out}");
    // With --verbose the story is told.
    assert!(out.contains("Player A casts Rite."), "{out}");
    assert!(out.contains("too-much: expected the engine to carry it out; found a panic: "), "{out}");
    let (code, json, _) = desk.run(&["tests.toml", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((code, &json["pass"], &json["fail"]), (Some(1), &1.into(), &2.into()));
    assert_eq!(json["failures"], serde_json::json!(["wrong", "too-much"]));
    let report = fs::read_to_string(desk.0.path().join("report.csv")).expect("read");
    assert!(report.contains("wrong,test,fail,expected life of A 20; found 23\n"), "{report}");
}

/// `gauntlet perft`: from the beginning of a scenario, by lengths and by first actions.
#[test]
fn sequences_are_counted_from_a_scenario() {
    let desk = Desk::new(&[rite("one", 23, ""), rite("two", 23, "")]);
    let (code, out, err) = desk.command("perft", &["tests.toml", "--id", "one", "--depth", "3", "--divide", "--json"]);
    assert_eq!(code, Some(0), "{out}{err}");
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let sequences: Vec<u64> = serde_json::from_value(json["sequences"].clone()).expect("numbers");
    let divided: Vec<(String, u64)> = serde_json::from_value(json["divided"].clone()).expect("actions and numbers");
    assert_eq!(sequences.len(), 3, "{out}");
    assert_eq!(divided.iter().map(|entry| entry.1).sum::<u64>(), sequences[2], "{out}");
    assert!(divided.iter().any(|entry| entry.0.contains("Rite")), "{out}");
    // Told for people, the same numbers.
    let (code, told, _) = desk.command("perft", &["tests.toml", "--id", "one", "--depth", "3"]);
    let last: Vec<&str> = told.lines().last().expect("a line").split_whitespace().collect();
    assert_eq!((code, last), (Some(0), vec!["3", sequences[2].to_string().as_str()]), "{told}");
    // Several scenarios: one must be chosen, and be there.
    let (code, _, err) = desk.command("perft", &["tests.toml"]);
    assert!(code == Some(2) && err.contains("choose one with --id"), "{err}");
    let (code, _, err) = desk.command("perft", &["tests.toml", "--id", "on"]);
    assert!(code == Some(2) && err.contains("did you mean 'one'?"), "{err}");
}

/// What proves nothing, is there twice, or speaks of players who aren't there isn't passed over.
#[test]
fn scenarios_that_can_not_be_meant_are_refused() {
    let desk = Desk::new(&[rite("one", 23, ""), rite("one", 23, "")]);
    let (code, _, err) = desk.run(&["tests.toml"]);
    assert!(code == Some(2) && err.contains("two scenarios have the id 'one'"), "{err}");
    let third = rite("third", 23, "").replace("kind = \"life\", player = \"A\"", "kind = \"life\", player = \"C\"");
    let desk = Desk::new(&[rite("one", 23, ""), third]);
    let (code, _, err) = desk.run(&["tests.toml"]);
    assert!(code == Some(2) && err.contains("third: it speaks of a player C or D"), "{err}");
    let line = 1 + format!("{CARDS}{}", rite("one", 23, "")).matches('\n').count() + 1;
    assert!(err.contains(&format!("tests.toml:{line}: ")), "{err}");
    fs::write(desk.0.path().join("none.jsonl"), "{\"id\": \"x\"}\n").expect("written");
    let (code, out, _) = desk.run(&["none.jsonl"]);
    assert!(code == Some(1) && out.contains("it proves nothing"), "{out}");
    // The report doesn't take the place of the scenarios.
    let (code, _, err) = desk.run(&["tests.toml", "--report", "tests.toml"]);
    assert!(code == Some(2) && err.contains("isn't a report of scenarios"), "{err}");
}
