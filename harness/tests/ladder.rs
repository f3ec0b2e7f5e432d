//! Agents against each other: ratings, and a test that stops when it is decided.

mod common;

use std::sync::atomic::AtomicBool;

use common::desk::{Desk, Done};
use gauntlet::output::screen::Exit;
use serde_json::Value;

static NOW: AtomicBool = AtomicBool::new(true);

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn the_better_agent_is_rated_higher_and_each_two_meet_with_each_deck() {
    let desk = Desk::new(&common::FIELD[..3]);
    let line = "ladder random sorted sorted:from=low --decks @/decks --games 600 -q";
    let Done { exit, out, err } = desk.run(&format!("{line} --json --out @/all"));
    assert_eq!(exit, Exit::Ok, "{err}");
    let told = json(&out);
    let agents = told["agents"].as_array().expect("agents");
    let ratings: Vec<f64> = agents.iter().map(|agent| agent["rating"].as_f64().expect("a number")).collect();
    assert!(ratings.is_sorted_by(|one, other| one >= other) && ratings.iter().sum::<f64>().abs() < 0.5, "{ratings:?}");
    for agent in agents {
        let number = |key: &str| agent[key].as_f64().expect("a number");
        assert!(number("low") < number("rating") && number("rating") < number("high"), "{agent}");
        assert_eq!(agent["games"], 1200);
    }
    let pairs = told["pairs"].as_array().expect("pairs");
    assert_eq!(pairs.len(), 3);
    for pair in pairs {
        assert_eq!(pair["games"], 600);
        let rating = |name: &Value| {
            let agent = agents.iter().find(|agent| agent["name"] == *name).expect("an agent");
            agent["rating"].as_f64().expect("a number")
        };
        // Who has the greater rating made more than half of the points, if it is by much.
        if (rating(&pair["a"]) - rating(&pair["b"])).abs() > 30.0 {
            let score = pair["score"].as_f64().expect("a score");
            assert_eq!(rating(&pair["a"]) > rating(&pair["b"]), score > 0.5, "{pair}");
        }
    }
    let by_deck = told["by_deck"].as_array().expect("decks");
    assert!(by_deck.len() == 9 && by_deck.iter().all(|line| line["games"] == 200), "{out}");
    // The tables of all runs are there too, and it is played on as they are.
    assert_eq!(desk.read("all/matchups.csv").lines().count(), 1 + 2 * 9);
    let Done { exit, .. } = desk.run_until(&format!("{line} --out @/stopped"), &NOW);
    assert_eq!(exit, Exit::Interrupted);
    desk.done("resume @/stopped");
    desk.same("all", "stopped");
    assert_eq!(desk.read("all/ladder.json"), desk.read("stopped/ladder.json"));
    // As shards, too.
    for shard in 1..=3 {
        desk.done(&format!("{line} --shard {shard}/3 --out @/part{shard}"));
    }
    desk.done("merge @/part1 @/part2 @/part3 --out @/merged");
    desk.same("all", "merged");
    let text = desk.run(&format!("{line} --out @/all")).out;
    assert!(text.contains("rating") && text.contains("random") && text.contains(" ± "), "{text}");
}

#[test]
fn a_test_ends_when_it_is_decided_however_it_is_played() {
    let desk = Desk::new(&common::FIELD[..3]);
    let line = "sprt sorted random --decks @/decks --elo0 0 --elo1 40 -q";
    let Done { exit, out, err } = desk.run(&format!("{line} --json --out @/all"));
    assert_eq!(exit, Exit::Ok, "{err}");
    let told = json(&out);
    let test = &told["sprt"];
    let (games, llr) = (test["games"].as_u64().expect("games"), test["llr"].as_f64().expect("a ratio"));
    let [lower, upper] = ["lower", "upper"].map(|key| test[key].as_f64().expect("a bound"));
    assert!((100..100_000).contains(&games) && games % 6 == 0, "{test}");
    match test["decision"].as_str().expect("a decision") {
        "high" => assert!(llr >= upper, "{test}"),
        "low" => assert!(llr <= lower, "{test}"),
        other => panic!("{other}: {test}"),
    }
    // Who is stopped goes on, on any number of threads.
    desk.run_until(&format!("{line} --out @/stopped"), &NOW);
    desk.done(&format!("{line} --threads 1 --out @/stopped"));
    desk.same("all", "stopped");
    // The other way round it is decided the other way.
    let other = json(&desk.run("sprt random sorted --decks @/decks --elo0 -40 --elo1 0 -q --json --out @/other").out);
    let mirrored = |decision: &Value| if decision == "high" { "low" } else { "high" };
    assert_eq!(other["sprt"]["decision"], mirrored(&test["decision"]));
    // No more games than are allowed.
    let few = json(
        &desk.run("sprt random sorted --decks @/decks --elo0 0 --elo1 1 --max-games 60 -q --json --out @/few").out,
    );
    assert_eq!((&few["sprt"]["decision"], &few["sprt"]["games"]), (&Value::from("open"), &Value::from(60)));
}

#[test]
fn what_makes_no_ladder_is_refused() {
    let desk = Desk::new(&common::FIELD[..2]);
    desk.refuses("ladder random --decks @/decks", &["2 values required"]);
    desk.refuses("ladder random random --decks @/decks", &["random is named twice"]);
    desk.refuses("ladder random clever --decks @/decks", &["no agent 'clever'"]);
    desk.refuses("sprt random sorted --decks @/decks --elo0 5 --elo1 5", &["--elo0 5", "less than"]);
    desk.refuses("sprt random sorted --decks @/decks --alpha 0.7", &["0.0001 to 0.4"]);
    desk.write("one.toml", "command = \"ladder\"\ndecks = [\"@\"]\nagents = [\"random\"]\n");
    desk.refuses("run @/one.toml", &["one.toml", "two agents"]);
    desk.write("two.toml", "command = \"matrix\"\ndecks = [\"@\"]\nagents = [\"random\", \"sorted\"]\n");
    desk.refuses("run @/two.toml", &["two.toml", "agent_a"]);
}
