//! `gauntlet tune`: weights found again that were spoilt, the same however often it is stopped, and what is said of them.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::process::Command;
use std::time::Duration;

use gauntlet_ai::heuristic::Weights;
use serde_json::Value;

use super::commands::Desk;

const DECKS: [&str; 2] = ["mono-red-aggro", "white-tokens"];

/// Actions must gain a whole card: with that hardly anything is cast.
const SPOILT: &str = "[timing]\nleast = 100\n";

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn a_spoilt_weight_is_found_again() {
    let desk = Desk::new(&DECKS);
    desk.write("spoilt.toml", SPOILT);
    let line =
        "tune heuristic:weights=spoilt.toml --only timing.least --step 25 --games 160 --batch 4 --validation-games 60";
    let done = desk.done(&format!("{line} --threads 1 --out one"));
    assert!(
        done.out.contains("\nStronger: the tuned weights score ") && done.err.contains("one/weights.toml"),
        "{}",
        done.out
    );
    let answer = json(&desk.read("one/tuned.json"));
    let weight = &answer["weights"][0];
    let tuned = weight["tuned"].as_i64().expect("a number");
    assert!(weight["key"] == "timing.least" && weight["start"] == 100 && tuned < 70, "{weight}");
    let validation = &answer["validation"];
    assert_eq!((&validation["verdict"], &validation["all"]["games"]), (&"stronger".into(), &60.into()));
    assert!(validation["all"]["low"].as_f64() > Some(0.6) && validation["all"]["elo_low"].as_f64() > Some(70.0));
    // The decks of the one and of the other are not the same.
    assert_ne!(answer["decks"][0], validation["decks"][0]["deck"]);
    // What is written is a whole table that an agent takes, and differs in that weight alone.
    let written = Weights::parse(&desk.read("one/weights.toml")).expect("weights");
    assert_eq!(
        written,
        Weights::default().with("timing.least", i32::try_from(tuned).expect("small")).expect("a weight")
    );
    desk.done("match mono-red-aggro mono-red-aggro --games 2 --agent heuristic:weights=one/weights.toml");
    // Threads don't change a byte.
    desk.done(&format!("{line} --threads 3 --out two"));
    for file in ["iterations.jsonl", "validation.jsonl", "tuned.json", "weights.toml"] {
        assert_eq!(desk.read(&format!("one/{file}")), desk.read(&format!("two/{file}")), "{file}");
    }
    assert_eq!(desk.read("one/iterations.jsonl").lines().count(), 20);
    // A run that is there isn't played again, and another doesn't take its place.
    let again = desk.done(&format!("{line} --out one --json"));
    assert!(json(&again.out) == answer && again.err.contains("0 games in"), "{}", again.err);
    assert!(desk.refused(&format!("{line} --out one --seed 2")).contains("the results of a different run"));
    // It isn't a run that other commands go on with.
    assert!(desk.refused("resume one").contains("goes on with it: gauntlet tune heuristic:weights=spoilt.toml"));
}

#[test]
fn a_run_that_was_killed_goes_on_to_the_same_bytes() {
    let desk = Desk::new(&DECKS);
    let line = "tune heuristic --only attack,block.kill_percent --games 64 --batch 2 --validation-games 36 --seed 5";
    desk.done(&format!("{line} --out whole"));
    let mut child = desk.start(&format!("{line} --quiet --out parts"));
    let lines = || std::fs::read_to_string(desk.path("parts/iterations.jsonl")).map_or(0, |text| text.lines().count());
    while lines() < 2 {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
    // The machine stopped in the middle of a line.
    let mut file = OpenOptions::new().append(true).open(desk.path("parts/iterations.jsonl")).expect("there");
    file.write_all(b"{\"iteration\":7,\"si").expect("written");
    desk.done(&format!("{line} --out parts --threads 2"));
    for file in ["iterations.jsonl", "validation.jsonl", "tuned.json", "weights.toml"] {
        assert_eq!(desk.read(&format!("whole/{file}")), desk.read(&format!("parts/{file}")), "{file}");
    }
    // What isn't from such a run is no beginning of one.
    desk.write("parts/iterations.jsonl", "{\"iteration\":3}\n");
    assert!(desk.refused(&format!("{line} --out parts")).contains("iterations.jsonl:1: this isn't a line of a tuning"));
    desk.done(&format!("{line} --out parts --fresh"));
    assert_eq!(desk.read("whole/iterations.jsonl"), desk.read("parts/iterations.jsonl"));
}

#[cfg(unix)]
#[test]
fn control_c_keeps_what_was_tuned() {
    let desk = Desk::new(&DECKS);
    let line = "tune heuristic --games 100000000 --batch 1 --out out";
    let child = desk.start(line);
    while !std::fs::read_to_string(desk.path("out/iterations.jsonl")).is_ok_and(|text| text.contains('\n')) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("sent");
    assert!(sent.success());
    let done = child.wait_with_output().expect("ended");
    let out = String::from_utf8(done.stdout).expect("text");
    assert!(done.status.code() == Some(130) && out.contains("So far: iteration "), "{out}");
    assert!(out.contains("Not validated yet: whether the tuned weights are stronger isn't known."), "{out}");
    let answer = json(&desk.read("out/tuned.json"));
    assert_eq!((&answer["finished"], &answer["validation"]["verdict"]), (&false.into(), &"not_validated".into()));
    assert!(desk.read("out/run.json").contains("\"partial\": true"));
    Weights::parse(&desk.read("out/weights.toml")).expect("weights so far");
}

#[test]
fn nothing_is_claimed_that_was_not_shown() {
    let desk = Desk::new(&DECKS);
    // A weight that these decks don't ask for: what is tuned plays the same.
    let done =
        desk.done("tune heuristic --only card.extra_turn --games 8 --batch 2 --validation-games 16 --out same --json");
    let validation = &json(&done.out)["validation"];
    let verdict = validation["verdict"].as_str().expect("a verdict");
    assert!(["not_shown", "unchanged"].contains(&verdict), "{validation}");
    let none =
        desk.done("tune heuristic --only creature --step 50 --games 24 --batch 2 --validation-games 0 --out none");
    assert!(none.out.contains("with 2 decks") && none.out.ends_with("stronger isn't known.\n"), "{}", none.out);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let desk = Desk::new(&["burn", "blue-tempo"]);
    let refusal = |rest: &str| desk.refused(&format!("tune {rest}"));
    assert!(refusal("mc").contains("'mc' can't be tuned: only the heuristic plays by weights alone"));
    assert!(refusal("heuristic:weights=none.toml").contains("the weights in none.toml can't be read"));
    assert!(refusal("heuristic --only card.drow").contains("no weight 'drow' in [card]; [card] has draw, "));
    assert!(refusal("heuristic --only cards").contains("no section [cards]; there are creature, "));
    assert!(
        refusal("heuristic --only position.scale").contains("position.scale can't be tuned: only searches go by it")
    );
    assert!(refusal("heuristic --only position").contains("position can't be tuned"));
    assert!(refusal("heuristic --bounds life.lethal=1..2").contains("life.lethal can't be tuned"));
    assert!(refusal("heuristic --bounds attack=1..2").contains("--bounds attack: name a weight, with its section"));
    assert!(refusal("heuristic --bounds card.draw=9").contains("like card.draw=20..90"));
    assert!(refusal("heuristic --bounds card.draw=9..8").contains("the first number must be less than the second"));
    assert!(refusal("heuristic --bounds card.draw=60..90").contains("leaves out 55, which it begins with"));
    assert!(refusal("heuristic --only attack --bounds card.draw=9..90").contains("it isn't tuned, as --only"));
    assert!(refusal("heuristic --bounds card.draw=9..90 --bounds card.draw=9..80").contains("has bounds already"));
    assert!(refusal("heuristic --step 0").contains("a whole number of percent from 1 to 100"));
    assert!(refusal("heuristic --validate decks").contains("all decks of decks are among those of decks"));
    assert!(refusal("heuristic --decks nowhere").contains("can't read nowhere"));
    std::fs::remove_file(desk.path("decks/burn.txt")).expect("removed");
    assert!(refusal("heuristic").contains("decks has one deck, and the validation needs others than the tuning"));
}
