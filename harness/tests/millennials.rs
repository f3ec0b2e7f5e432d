//! The commands on the second game.
#![allow(missing_docs)]

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::sync::atomic::AtomicBool;

use gauntlet::commands::dispatch;
use gauntlet::games::millennials::Millennials;
use gauntlet::host::Host as _;
use gauntlet::host::options::{Limits, LoadArgs};
use gauntlet::output::screen::{Exit, Screen};
use gauntlet::plan::files;
use gauntlet::show::position::document;
use gauntlet_core::{Audience, Game as _, Player, Seed, StoryLine};
use gauntlet_millennials::options::{Mode, Options};
use gauntlet_millennials::{Position, Setup};
use rand::RngExt as _;

const DECKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../decks/millennials");
const SCENARIOS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/millennials/scenarios");

/// Runs a command line in which `@` stands for the decks.
fn run(line: &str) -> (Exit, String, String) {
    static NEVER: AtomicBool = AtomicBool::new(false);
    let words = line.split(' ').map(|word| OsString::from(word.replace('@', DECKS)));
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = {
        let mut screen = Screen::plain(&mut out, &mut err);
        dispatch::<Millennials>(words, &mut screen, || &NEVER, None)
    };
    (exit, String::from_utf8(out).expect("text"), String::from_utf8(err).expect("text"))
}

#[test]
fn the_report_gives_its_table() {
    let (exit, out, err) = run(&format!("gauntlet scenario {SCENARIOS}"));
    assert_eq!(exit, Exit::Ok, "{out}{err}");
    assert!(out.contains("9 6 6 6") && out.contains("6 8 7 6") && out.contains("6 6 7 7"), "{out}");
}

#[test]
fn a_report_that_expects_nothing_or_names_no_card_is_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("report.toml");
    let said = |text: &str| {
        fs::write(&file, text).expect("written");
        let (exit, out, err) = run(&format!("gauntlet scenario {}", file.display()));
        assert_eq!(exit, Exit::BadInput, "{out}{err}");
        err
    };
    let head = "name = \"report\"\nlocations = [3, 13, 13]\n";
    assert!(said(&format!("{head}plays = [[\"Bill\", 0]]")).contains("nothing is expected of it"));
    assert!(said(&format!("{head}plays = [[\"Bil\", 0]]")).contains("there is no card called Bil"));
    assert!(
        said(&format!("{head}plays = [[\"Bil\", 0]]\n[expect]\npull = [3]")).contains("there is no card called Bil")
    );
    let (exit, _, err) = run(&format!("gauntlet scenario {SCENARIOS} --filter nobody"));
    assert_eq!(exit, Exit::BadInput);
    assert!(err.contains("no scenario has that in its name"), "{err}");
}

#[test]
fn messages_are_shown() {
    let (exit, out, err) = run(&format!("gauntlet scenario {SCENARIOS} --filter Four --messages"));
    assert_eq!(exit, Exit::Ok, "{out}{err}");
    assert!(out.contains("Messages of Four Cannibals under location-first"), "{out}");
    assert!(out.contains("\n    enters-table of B. Cannibal #1: from Left Location to B. Cannibal #0\n"), "{out}");
    let (_, out, _) = run(&format!("gauntlet scenario {SCENARIOS} --filter Four --messages --json"));
    let rows: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(rows[0]["messages"][0]["depth"], 0);
}

#[test]
fn records_say_under_which_policy_they_were_made() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("battle.jsonl");
    let (exit, _, err) = run(&format!("gauntlet watch @/starting.toml @/crowd.toml --record {}", file.display()));
    assert_eq!(exit, Exit::Ok, "{err}");
    let recording = fs::read_to_string(&file).expect("written");
    assert!(recording.contains("location-first"), "{recording}");
    // A recording of an older version says nothing of what is as it is without options.
    let first = recording.lines().next().expect("a header");
    let mut header: serde_json::Value = serde_json::from_str(first).expect("JSON");
    header.as_object_mut().expect("an object").remove("options");
    fs::write(&file, recording.replacen(first, &header.to_string(), 1)).expect("written");
    let (exit, out, err) = run(&format!("gauntlet replay {}", file.display()));
    assert_eq!(exit, Exit::Ok, "{out}{err}");
    let out = dir.path().join("run");
    let (exit, _, err) =
        run(&format!("gauntlet match @/starting.toml @/crowd.toml --games 2 --quiet --out {}", out.display()));
    assert_eq!(exit, Exit::Ok, "{err}");
    let json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(out.join("run.json")).expect("a run")).expect("JSON");
    assert_eq!(json["options"]["options"]["policy"]["order"], "location-first");
    let (_, told, _) = run("gauntlet campaign --seed 1726531200123 --json");
    assert_eq!(serde_json::from_str::<serde_json::Value>(&told).expect("JSON")["policy"], "location-first");
}

#[test]
fn a_matrix_is_the_same_on_any_number_of_threads_and_another_under_another_policy() {
    let dir = tempfile::tempdir().expect("a folder");
    let table = |name: &str, more: &str| {
        let out = dir.path().join(name);
        let line = format!("gauntlet matrix @ --game millennials --games 20 --quiet --out {}{more}", out.display());
        let (exit, said, err) = run(&line);
        assert_eq!(exit, Exit::Ok, "{said}{err}");
        (
            fs::read_to_string(out.join("matchups.csv")).expect("a table"),
            fs::read_to_string(out.join("run.json")).expect("a run"),
        )
    };
    let one = table("one", " --threads 1");
    assert_eq!(one.0, table("two", " --threads 3").0);
    let pull = table("pull", " --policy pull");
    assert_ne!(one.1, pull.1, "the policy is on record");
    assert!(pull.1.contains("--policy pull"), "{}", pull.1);
}

#[test]
fn a_battle_is_recorded_with_its_policy_and_replayed() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("battle.jsonl");
    let (exit, told, err) =
        run(&format!("gauntlet watch @/starting.toml @/crowd.toml --policy pull --seed 3 --record {}", file.display()));
    assert_eq!(exit, Exit::Ok, "{err}");
    assert!(told.contains("Turn 1 of ") && told.contains("reveal"), "{told}");
    assert!(fs::read_to_string(&file).expect("written").contains("pull"));
    let (exit, out, err) = run(&format!("gauntlet replay {}", file.display()));
    assert_eq!(exit, Exit::Ok, "{out}{err}");
    assert!(out.contains("Every position is as recorded"), "{out}");
}

#[test]
fn deeds_are_told_of_players_by_name() {
    for options in ["", " --mode shipped"] {
        let (exit, out, err) = run(&format!("gauntlet watch @/starting.toml @/crowd.toml --seed 3{options}"));
        assert_eq!(exit, Exit::Ok, "{err}");
        let verbs = out.lines().filter_map(|line| {
            let deed = line.trim_start().strip_prefix("starting ").or(line.trim_start().strip_prefix("crowd "))?;
            deed.split(' ').next().filter(|verb| !verb.starts_with('('))
        });
        let verbs: std::collections::BTreeSet<&str> = verbs.collect();
        assert!(verbs.contains("plays") && verbs.iter().all(|verb| verb.ends_with('s')), "{verbs:?}");
        assert!(!verbs.iter().any(|verb| verb.ends_with("ss")), "{verbs:?}");
    }
}

#[test]
fn a_battle_is_a_page_too() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("battle.html");
    let (exit, _, err) = run(&format!("gauntlet watch @/starting.toml @/crowd.toml --html {}", file.display()));
    assert_eq!(exit, Exit::Ok, "{err}");
    let page = fs::read_to_string(&file).expect("written");
    assert!(page.contains("\"k\":\"lane\"") && page.contains("\"numbers\":[\"power\""), "no board");
    let bare = dir.path().join("shipped.json");
    fs::write(&bare, "{\"battles\": []}").expect("written");
    let (exit, _, err) = run(&format!("gauntlet replay {} --html {}", bare.display(), file.display()));
    assert_eq!(exit, Exit::BadInput);
    assert!(err.contains("--html is for recordings of gauntlet's own"), "{err}");
}

/// Setups of shipped decks in which both place at one time, and as in the shipped game.
fn setups() -> Vec<Setup> {
    let files = files::in_directory::<Millennials>(DECKS.as_ref()).expect("the decks are there");
    let host = Millennials::load(&files, &LoadArgs::default()).unwrap_or_else(|error| panic!("{error}"));
    let setup = |place: usize| host.setup(place, (place + 3) % files.len(), Limits::default(), true);
    let shipped = |setup: Setup| Setup { options: Options { mode: Mode::Shipped, ..setup.options }, ..setup };
    (0..files.len()).flat_map(|place| [setup(place), shipped(setup(place))]).collect()
}

const NAMES: [&str; 2] = ["one", "other"];

/// What a player is shown depends on nothing that the player can't know: not on what the other places face down in the same turn.
#[test]
fn a_player_is_shown_what_that_player_may_know() {
    let (mut placed, mut down) = (0, 0);
    for (number, setup) in setups().iter().enumerate() {
        let mut rng = Seed::from_u64(number as u64).rng();
        let (mut game, mut legal) = (Position::new(setup, Seed::from_u64(number as u64)), Vec::new());
        while game.to_act().is_some() {
            for viewer in Player::BOTH {
                let shown = document::<Millennials>(&game, NAMES, Some(viewer));
                for _ in 0..2 {
                    let mut world = game.clone();
                    world.determinize(viewer, &mut rng);
                    placed += u32::from(world.side(0, !viewer).len() != game.side(0, !viewer).len());
                    assert_eq!(shown, document::<Millennials>(&world, NAMES, Some(viewer)), "{}", shown.told(false));
                }
                down += u32::from(shown.told(false).contains("face down"));
            }
            game.legal_actions(&mut legal);
            game.apply(legal[rng.random_range(0..legal.len() as u32) as usize]);
        }
    }
    assert!(placed > 20 && down > 20, "{placed} worlds have other sides, {down} cards lay face down");
}

/// Lines that name what a player can't know aren't for that player; when a card is turned face up, all hear of it.
#[test]
fn lines_of_the_story_say_who_may_read_them() {
    let (mut secret, mut open, mut hidden_gains) = (0, 0, 0);
    for (number, setup) in setups().iter().enumerate() {
        let symmetric = setup.options.mode == Mode::Symmetric;
        let mut rng = Seed::from_u64(number as u64).rng();
        let (mut game, mut legal) = (Position::new(setup, Seed::from_u64(number as u64)), Vec::new());
        while game.to_act().is_some() {
            game.legal_actions(&mut legal);
            game.apply(legal[rng.random_range(0..legal.len() as u32) as usize]);
        }
        let mut lines = Vec::new();
        Millennials::tell(&game, None, NAMES, &mut 0, &mut lines);
        for StoryLine { audience, text } in &lines {
            let by = NAMES.iter().position(|name| text.trim_start().starts_with(&format!("{name} ")));
            let done = by.map_or(text.as_str(), |by| &text.trim_start()[NAMES[by].len() + 1..]);
            if let (true, Some(by)) = (symmetric && (done.starts_with("plays ") || done.starts_with("draws ")), by) {
                let own = Audience::Only(Player::new(by));
                assert!(*audience == own || done == "draws a card", "{text}: {audience:?}");
                secret += 1;
            }
            if done.starts_with("reveals ") || text.starts_with("Turn ") || text.contains(" is revealed") {
                assert_eq!(*audience, Audience::Everyone, "{text}");
                open += 1;
            }
            hidden_gains += u32::from(text.contains(" gains ") && *audience != Audience::Everyone);
        }
    }
    assert!(secret > 100 && open > 100 && hidden_gains > 0, "{secret} secrets, {open} open, {hidden_gains} gains");
}

/// On a page each side sees the cards that the other has placed only when they are turned face up: until then they lie in the hand.
#[test]
fn a_page_hides_what_is_placed_at_the_same_time() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("battle.html");
    let (exit, _, err) =
        run(&format!("gauntlet watch @/starting.toml @/crowd.toml --seed 3 --html {}", file.display()));
    assert_eq!(exit, Exit::Ok, "{err}");
    let page = fs::read_to_string(&file).expect("written");
    let (_, rest) = page.split_once("id=\"game\">").expect("a document");
    let game: serde_json::Value = serde_json::from_str(rest.split_once("</script>").expect("its end").0).expect("JSON");
    let list = |value: &serde_json::Value| value.as_array().cloned().unwrap_or_default();
    let areas = list(&game["areas"]);
    let (mut now, mut numbers, mut hidden) = (vec![Vec::new(); areas.len()], serde_json::Value::Null, 0);
    for step in list(&game["steps"]) {
        for (place, things) in step["a"].as_object().into_iter().flatten() {
            now[place.parse::<usize>().expect("a place")] = list(things);
        }
        numbers = if step["s"].is_array() { step["s"].clone() } else { numbers };
        for viewer in 0..2_usize {
            let seen = &step["y"][viewer.to_string()];
            let (mut shown, mut in_hand) = (0, 0);
            for (place, area) in areas.iter().enumerate().filter(|(_, area)| area["s"] == 1 - viewer) {
                let there = seen["a"].get(place.to_string()).map_or_else(|| now[place].clone(), list);
                let unknown = |thing: &&serde_json::Value| {
                    let thing = &game["things"][thing.as_u64().expect("a number") as usize];
                    thing["u"].as_u64().unwrap_or(0) >> viewer & 1 == 1
                };
                match area["k"].as_str() {
                    Some("lane") => shown += there.iter().filter(unknown).count(),
                    Some("hand") => in_hand += there.len(),
                    _ => {}
                }
            }
            assert_eq!(shown, 0, "{step}");
            let told = if seen["s"].is_array() { &seen["s"] } else { &numbers };
            assert_eq!(told[1 - viewer][2], in_hand, "cards in hand: {step}");
            hidden += usize::from(told != &numbers);
        }
    }
    assert!(hidden > 3, "{hidden} steps are seen otherwise");
    let story = list(&game["story"]);
    let secret = |line: &serde_json::Value| line["x"].as_str().is_some_and(|text| text.contains(" plays "));
    assert!(story.iter().any(secret) && story.iter().filter(|line| secret(line)).all(|line| line["h"].is_u64()));
}

#[test]
fn recorded_battles_of_the_shipped_game() {
    let Some(data) = std::env::var_os("GAUNTLET_DATA") else {
        eprintln!("skipped: GAUNTLET_DATA names no folder with millennials/golden.json");
        return;
    };
    for name in ["hard", "golden"] {
        let file = std::path::Path::new(&data).join(format!("millennials/{name}.json"));
        let (exit, out, err) = run(&format!("gauntlet replay --json {}", file.display()));
        assert_eq!(exit, Exit::Ok, "{err}");
        let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(report["battles"], report["equal"]);
        assert_eq!(report["logs_differ"], 0);
    }
    let file = std::path::Path::new(&data).join("millennials/golden.json");
    let (exit, out, _) = run(&format!("gauntlet replay --policy pull {}", file.display()));
    assert_eq!(exit, Exit::Problems);
    assert!(out.contains("DIFFERS at turn"), "{out}");
}

#[test]
fn policies_are_compared() {
    let (exit, out, err) = run("gauntlet policies --games 60 --policy cards-first --policy pull --json");
    assert_eq!(exit, Exit::Ok, "{err}");
    let answer: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(answer["policies"].as_array().map(Vec::len), Some(3));
    let (_, again, _) = run("gauntlet policies --games 60 --policy cards-first --policy pull --json --threads 3");
    assert_eq!(out, again);
}

#[test]
fn random_battles_break_nothing() {
    let dir = tempfile::tempdir().expect("a folder");
    let (exit, out, err) = run(&format!("gauntlet fuzz --games 300 --quiet --out {}", dir.path().display()));
    assert_eq!(exit, Exit::Ok, "{out}{err}");
}

#[test]
fn search_beats_the_villain() {
    let dir = tempfile::tempdir().expect("a folder");
    let (exit, out, err) = run(&format!(
        "gauntlet match @/crowd.toml @/crowd.toml --agent-a ismcts:iterations=150 --agent-b villain --games 40 --json --out {}",
        dir.path().display()
    ));
    assert_eq!(exit, Exit::Ok, "{out}{err}");
    let table = fs::read_to_string(dir.path().join("matchups.csv")).expect("a table");
    let mut rows = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = rows.next().expect("a head");
    let row = rows.next().expect("a row");
    let number = |name: &str| -> f64 {
        let column = head.iter().position(|column| *column == name).unwrap_or_else(|| panic!("no {name} in {head:?}"));
        row[column].parse().expect("a number")
    };
    assert!(number("wins") > 3.0 * number("losses"), "{table}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refused = |line: &str, why: &str| {
        let (exit, out, err) = run(line);
        assert_eq!(exit, Exit::BadInput, "{out}{err}");
        assert!(err.contains(why), "{err}");
    };
    refused("gauntlet match @/starting.toml @/crowd.toml --policy upwards", "there is no policy 'upwards'");
    refused("gauntlet match @/starting.toml @/crowd.toml --locations 3,99,0", "three numbers from 0 to 18");
    refused("gauntlet match @/starting.toml @/crowd.toml --min-cards 40", "are not for millennials");
    refused("gauntlet match @/starting.toml @/crwd.toml", "did you mean 'crowd'?");
    refused("gauntlet replay @/starting.toml", "neither a recording of gauntlet's own nor JSON with battles");
    refused("gauntlet scenario @/starting.toml", "starting.toml: line 2: unknown field `cards`");
    refused("gauntlet campaign --runs 0", "a whole number from 1");
    refused("gauntlet bench --game magic", "this plays millennials");
}

#[test]
fn a_campaign_is_told_and_many_are_added_up() {
    let (exit, out, err) = run("gauntlet campaign --seed 3");
    assert_eq!(exit, Exit::Ok, "{err}");
    assert!(out.contains("Battle 1: ") && out.contains("In the shop: ") && out.contains(" comes into the deck for "));
    assert!(!out.contains("Turn 1 of 6"), "{out}");
    assert!(run("gauntlet campaign --seed 3 --story").1.contains("Turn 1 of "));
    let line = "gauntlet campaign --runs 60 --battles 4 --json";
    let (exit, out, err) = run(line);
    assert_eq!(exit, Exit::Ok, "{err}");
    assert_eq!(out, run(&format!("{line} --threads 3")).1, "whatever the number of threads");
    let answer: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let battles = |line: &serde_json::Value| line["battles"].as_u64().expect("a number");
    let by_battle = answer["by_battle"].as_array().expect("lines");
    assert_eq!(battles(&by_battle[0]), 60);
    // Who wins comes to the next battle.
    for pair in by_battle.windows(2) {
        assert_eq!(pair[0]["won"].as_u64().expect("a number"), battles(&pair[1]));
    }
    let opponents = answer["by_opponent"].as_array().expect("lines");
    assert_eq!(opponents.iter().map(battles).sum::<u64>(), by_battle.iter().map(battles).sum::<u64>());
    // Buying makes a difference, and so does who plays.
    let won = |more: &str| {
        let (exit, out, err) = run(&format!("gauntlet campaign --runs 300 --json {more}"));
        assert_eq!(exit, Exit::Ok, "{err}");
        serde_json::from_str::<serde_json::Value>(&out).expect("JSON")["won"].as_u64().expect("a number")
    };
    assert!(won("--buy strongest") > won("--buy nothing --agent random"));
    for (line, why) in [
        ("gauntlet campaign --runs 2 --story", "leave --runs out"),
        ("gauntlet campaign --policy upwards", "there is no policy 'upwards'"),
        ("gauntlet campaign --agent nobody", "there is no agent 'nobody'"),
        ("gauntlet campaign --seed 0", "--seed"),
        ("gauntlet campaign --seed 9007199254740992", "seeds of runs go up to"),
    ] {
        let (exit, out, err) = run(line);
        assert_eq!(exit, Exit::BadInput, "{out}");
        assert!(err.contains(why), "{err}");
    }
}

#[test]
fn battles_are_followed() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("run");
    let line = format!("gauntlet matrix @ --game millennials --games 40 --quiet --out {}", out.display());
    let (exit, said, err) = run(&format!("{line} --details --threads 2"));
    assert_eq!(exit, Exit::Ok, "{said}{err}");
    let table = |name: &str| fs::read_to_string(out.join(name)).expect("a table");
    let numbers = |text: &str| -> Vec<BTreeMap<String, f64>> {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let head = reader.headers().expect("a head").clone();
        let row = |row: csv::StringRecord| {
            head.iter().zip(&row).filter_map(|(name, value)| Some((name.to_owned(), value.parse().ok()?))).collect()
        };
        reader.records().map(|record| row(record.expect("a row"))).collect()
    };
    // Twelve cards: three are in the opening hand, and one more comes each turn.
    let (mut rows, mut opening) = (0, 0.0);
    for row in numbers(&table("cards.csv")) {
        rows += 1;
        opening += row["opening_copies"] / row["games"];
        assert_eq!(row["held_games"] + row["unseen_games"], row["games"]);
        assert!(row["opening_games"] <= row["held_games"]);
    }
    assert!(rows > 100, "{rows}");
    for row in numbers(&table("mulligans.csv")) {
        assert_eq!(row["mulligan_games"], 0.0);
    }
    let sheets = numbers(&table("resources.csv"));
    for row in &sheets {
        assert!((6.0..=7.0).contains(&row["turns_ended_per_game"]));
        assert!(row["cards_drawn_per_game"] >= 6.0 * 0.8 && row["energy_spent_per_game"] > 10.0);
    }
    assert!((opening / sheets.len() as f64 - 3.0).abs() < 1e-9, "{opening}");
    for row in numbers(&table("turns.csv")) {
        let leads = ["behind", "even", "ahead"].map(|how| row[&format!("power_{how}_games")]);
        assert_eq!(leads.iter().sum::<f64>(), row["reached_games"]);
        assert!(row["energy_spent"] + row["energy_left"] >= 1.0);
    }
    // Following changes nothing.
    let followed = table("matchups.csv");
    let (exit, said, err) = run(&format!("{line} --fresh"));
    assert_eq!(exit, Exit::Ok, "{said}{err}");
    assert_eq!(table("matchups.csv"), followed);
    let (exit, said, err) = run(&format!("gauntlet report {}", out.display()));
    assert_eq!(exit, Exit::Ok, "{said}{err}");
}
