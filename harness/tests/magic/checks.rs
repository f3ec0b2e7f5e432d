//! Fuzzing, recorded games, and how failures are made small.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::AtomicBool;

use gauntlet::check::examine::Rates;
use gauntlet::check::fuzz::{Fuzzed, Plan, run, shrink_game};
use gauntlet::check::replay;
use gauntlet::games::magic::Magic;
use gauntlet::host::Host;
use gauntlet::host::options::Limits;
use gauntlet::host::recording::{FoundKind, Header, Recording};
use gauntlet::play::run::Control;
use gauntlet_cards::text::CardBase;
use gauntlet_core::Seed;
use gauntlet_magic::Position;
use gauntlet_magic::scenario::{self, Cards, Deed, Entry, RunOptions, Verdict};
use tempfile::TempDir;

use super::{deck, decks_folder};

const LIMITS: Limits = Limits { turns: 40, actions: 5_000 };

/// Mountains are what scenarios fill libraries with.
const LAND: &str = "name Plains\nsuper Basic\ntype Land Plains\n\nname Mountain\nsuper Basic\ntype Land Mountain\n\n";

/// A folder with a file of made-up cards.
fn cards(text: &str) -> (TempDir, Magic, PathBuf) {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("cards.txt");
    fs::write(&file, format!("{LAND}{text}")).expect("written");
    let host =
        Magic::PARTS.lists.with_cards(std::slice::from_ref(&file), None).unwrap_or_else(|error| panic!("{error}"));
    (dir, host, file)
}

fn plan<'a>(games: u64) -> Plan<'a, Position> {
    Plan { seed: 1, first: 0, games, limits: LIMITS, rates: Rates::SAMPLED, extra: None, pilot: None }
}

fn fuzz(host: &Magic, plan: &Plan<'_, Position>, threads: usize) -> Fuzzed {
    let stop = AtomicBool::new(false);
    let control = Control::new(&stop, &|_| ());
    run(host, plan, threads, control, &|number| panic!("game {number} hangs")).expect("played")
}

#[test]
fn games_of_the_shipped_cards_are_clean_on_any_number_of_threads() {
    let host = Magic::PARTS.lists.with_cards(&[decks_folder().join("cards")], None).expect("the cards are there");
    let one = fuzz(&host, &plan(60), 1);
    assert_eq!((one.games, &one.failures), (60, &Default::default()));
    assert!(one.choices > 3000, "{} choices", one.choices);
    assert_eq!(fuzz(&host, &plan(60), 2), one);
    // All checks, all the time.
    let thorough = fuzz(&host, &Plan { rates: Rates::ALL, ..plan(4) }, 2);
    assert_eq!(thorough.failures, Default::default());
}

#[test]
fn a_failure_is_made_small() {
    let mut text = String::new();
    for number in 0..30 {
        text += &format!("name Bear {}\ncost {{1}}{{W}}\ntype Creature Bear\npt 2/2\n\n", "I".repeat(number + 1));
    }
    text += "name Odd Idol\ncost {2}\ntype Artifact\n";
    let (_dir, host, file) = cards(&text);
    let no_idols = |game: &Position| {
        let idol = |card| game.pool().card(card).name == "Odd Idol";
        match game.state().permanents().any(|(_, object)| idol(object.card)) {
            true => Err("an idol stands".to_owned()),
            false => Ok(()),
        }
    };
    let plan = Plan { extra: Some(&no_idols), ..plan(40) };
    let fuzzed = fuzz(&host, &plan, 2);
    let (games, first, found) = fuzzed.failures.values().next().expect("someone casts an idol").clone();
    assert!(fuzzed.failures.len() == 1 && games > 1, "{:?}", fuzzed.failures);
    let shrunk = shrink_game(&host, &plan, first, &found).expect("it fails again");
    assert_eq!(shrunk.cards[0], 120);
    // Two lands and an idol, and cards to draw until then; to keep, to play both, to cast, to pass.
    assert!(shrunk.cards[1] <= 20 && shrunk.choices[1] <= 12, "{:?} {:?}", shrunk.cards, shrunk.choices);
    let now = shrunk.recording.header.found.clone().expect("what was found");
    assert_eq!((now.kind, now.message.as_str()), (FoundKind::Invariant, "an idol stands"));
    let lists = shrunk.recording.header.lists().expect("decks");
    assert!(!lists.concat().iter().any(|card| card.starts_with("Bear")), "{lists:?}");
    // It is the same game for whoever replays it.
    let small = Magic::PARTS.lists.only(&host, &lists.concat()).expect("the cards are there");
    let seed = Seed::from_hex(&shrunk.recording.header.seed).expect("a seed");
    let report = replay::play(&small, &shrunk.recording, &lists, seed, usize::MAX);
    assert!(report.same && report.played == shrunk.choices[1], "{report:?}");

    // It is a scenario that fails in the same way, and passes if nothing is wrong any more.
    let text = Magic::PARTS
        .scenarios
        .scenario(&small, "fuzz.idol", &shrunk.recording, Some(&no_idols))
        .expect("it can be told");
    let entries = scenario::read_jsonl(&text).expect("a scenario file");
    let [Entry::Known(told)] = entries.as_slice() else { panic!("{entries:?}") };
    let (base, _) = CardBase::load(&[&file]);
    let cards = Cards::compile(&base, std::iter::once(told.as_ref()), |name| scenario::check(&base, name));
    let options = RunOptions::default();
    assert_eq!(scenario::run(told, &cards, options), Verdict::Pass);
    match scenario::run_with(told, &cards, options, &no_idols) {
        Verdict::Fail(failure) => assert_eq!(failure.found, "an idol stands"),
        other => panic!("{other:?}"),
    }
    assert_eq!(told.segments[0].actions.iter().filter(|action| matches!(action.deed, Deed::Cast(_))).count(), 1);
    // Without the idol there is nothing to tell.
    let why = Magic::PARTS.scenarios.scenario(&small, "fuzz.idol", &shrunk.recording, None).expect_err("nothing fails");
    assert_eq!(why, "it doesn't fail when the game is told as one");
}

#[test]
fn a_loop_is_found_with_the_cards_in_it() {
    let (_dir, host, _) = cards(
        "name Lamp\ncost {0}\ntype Artifact\ntext {T}: Untap target creature.\n\n\
         name Monk\ncost {0}\ntype Creature Monk\npt 0/1\ntext {T}: Untap target artifact.\n",
    );
    let fuzzed = fuzz(&host, &plan(40), 2);
    assert_eq!(fuzzed.failures, Default::default());
    let both = vec!["Lamp".to_owned(), "Monk".to_owned()];
    let (games, _, found) = fuzzed.loops.get(&both).unwrap_or_else(|| panic!("{:?}", fuzzed.loops));
    assert!(*games > 0 && found.cards == both && found.choices >= 2, "{found:?}");
    // What can't go on forever isn't a loop.
    let (_dir, host, _) = cards("name Lamp\ncost {0}\ntype Artifact\ntext {T}: Untap target creature.\n");
    assert_eq!(fuzz(&host, &plan(20), 2).loops, Default::default());
}

/// The program, in a folder of its own.
struct Program(TempDir);

impl Program {
    fn run(&self, words: &[&str]) -> (Option<i32>, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gauntlet"));
        let output = command.current_dir(self.0.path()).args(words).output().expect("started");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).expect("written");
    }

    fn refused(&self, words: &[&str]) -> String {
        let (code, _, err) = self.run(words);
        assert_eq!(code, Some(2), "{words:?}: {err}");
        assert!(err.starts_with("error: ") && err.trim_end().lines().count() == 1, "{err}");
        err
    }
}

/// Mana that is spent by hand makes other games: such a run has a name of its own.
#[test]
fn a_run_that_is_paid_by_hand_is_another_run() {
    let program = Program(tempfile::tempdir().expect("a folder"));
    let [one, other] = ["mono-red-aggro", "burn"].map(deck);
    let (one, other) = (one.to_str().expect("a path"), other.to_str().expect("a path"));
    let run = |out: &str, more: &[&str]| {
        let words = [&["match", one, other, "--agent", "random", "--games", "2", "--out", out], more].concat();
        let (code, _, err) = program.run(&words);
        assert_eq!(code, Some(0), "{err}");
        let text = fs::read_to_string(program.0.path().join(out).join("run.json")).expect("a manifest");
        serde_json::from_str::<serde_json::Value>(&text).expect("JSON")
    };
    let (usual, by_hand) = (run("usual", &[]), run("by-hand", &["--manual-mana"]));
    assert_eq!(by_hand["options"], "manual_mana");
    assert_eq!(usual.get("options"), None);
    assert_ne!(usual["run"], by_hand["run"]);
}

/// Decks that are left out are named where too few are left, and why each is.
#[test]
fn too_few_decks_are_those_that_cannot_be_played() {
    let program = Program(tempfile::tempdir().expect("a folder"));
    fs::create_dir(program.0.path().join("some")).expect("a folder");
    let whole = deck("mono-red-aggro");
    fs::copy(&whole, program.0.path().join("some/whole.txt")).expect("copied");
    program.write("some/odd.txt", "60 Mountain\n1 No Such Card Anywhere\n1 Nor This One\n");
    let cards = decks_folder().join("cards");
    let (code, _, err) = program.run(&["matrix", "some", "--cards", cards.to_str().expect("a path")]);
    assert_eq!(code, Some(2), "{err}");
    for part in ["at least two decks and found 1", "odd.txt:2", "No Such Card Anywhere", "(and 1 other problem)"] {
        assert!(err.contains(part), "{part}: {err}");
    }
}

/// Who pays by hand does so in recordings, too: each mana is a step of its own.
#[test]
fn a_game_that_is_paid_by_hand_is_recorded() {
    let program = Program(tempfile::tempdir().expect("a folder"));
    // Lands of two colours: which is tapped makes a difference.
    let [one, other] = ["red-white-equipment", "blue-black-control"].map(deck);
    let (one, other) = (one.to_str().expect("a path"), other.to_str().expect("a path"));
    let (code, _, err) = program.run(&["watch", one, other, "--manual-mana", "--record", "game.jsonl"]);
    assert_eq!(code, Some(0), "{err}");
    let recording = Recording::read(&program.0.path().join("game.jsonl")).expect("read");
    let paid = recording.steps.iter().filter(|step| step.asked.starts_with("mana to pay, for "));
    assert!(paid.count() > 10, "of {} choices", recording.steps.len());
    let (code, told, err) = program.run(&["replay", "game.jsonl"]);
    assert_eq!(code, Some(0), "{told}{err}");
    assert!(told.contains("Every position is as recorded"), "{told}");
    // With the option left out the same file isn't the same game.
    let header = Header { options: String::new(), ..recording.header.clone() };
    Recording { header, ..recording }.write(&program.0.path().join("changed.jsonl")).expect("written");
    let (code, told, _) = program.run(&["replay", "changed.jsonl"]);
    assert_eq!(code, Some(1), "{told}");
}

#[test]
fn a_recorded_game_is_played_again() {
    let program = Program(tempfile::tempdir().expect("a folder"));
    let (one, other) = (deck("burn"), deck("white-tokens"));
    let (one, other) = (one.to_str().expect("a path"), other.to_str().expect("a path"));
    let (code, watched, err) = program.run(&["watch", one, other, "--seed", "3", "--record", "game.jsonl"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(watched.contains("gauntlet replay game.jsonl"), "{watched}");
    let (code, told, err) = program.run(&["replay", "game.jsonl"]);
    assert_eq!(code, Some(0), "{told}{err}");
    assert!(told.contains("Every position is as recorded"), "{told}");
    // The story is the same but for what watch says before and after it.
    let line = watched.lines().find(|line| line.contains("casts")).expect("a spell");
    assert!(told.contains(line), "{line}");
    let (code, told, _) = program.run(&["replay", "game.jsonl", "--to", "2"]);
    assert_eq!(code, Some(0));
    assert!(told.contains("2 of ") && told.contains("The choices here: "), "{told}");
    let (_, json, _) = program.run(&["replay", "game.jsonl", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((json["same"].as_bool(), json["played"].as_u64()), (Some(true), json["steps"].as_u64()));

    // Another choice is another game.
    let recording = Recording::read(&program.0.path().join("game.jsonl")).expect("read");
    let mut changed = recording.clone();
    changed.steps[0].after = Some("0123456789abcdef".to_owned());
    changed.write(&program.0.path().join("changed.jsonl")).expect("written");
    let (code, told, _) = program.run(&["replay", "changed.jsonl"]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("It differs at step 1: the position is "), "{told}");
    changed.steps[4].action = "juggle".to_owned();
    changed.steps[0].after = None;
    changed.write(&program.0.path().join("changed.jsonl")).expect("written");
    let (code, told, _) = program.run(&["replay", "changed.jsonl"]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("It differs at step 5: 'juggle' can't be chosen; the choices are: "), "{told}");

    // Words and number of a choice must be of the same one.
    let mut changed = recording.clone();
    changed.steps[0].choice += 1;
    changed.write(&program.0.path().join("changed.jsonl")).expect("written");
    let (code, told, _) = program.run(&["replay", "changed.jsonl"]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("It differs at step 1: ") && told.contains("when it was recorded"), "{told}");

    // So must the question be.
    let mut changed = recording.clone();
    changed.steps[0].asked = "who goes first".to_owned();
    changed.write(&program.0.path().join("changed.jsonl")).expect("written");
    let (code, told, _) = program.run(&["replay", "changed.jsonl"]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("It differs at step 1: the question is 'keep or mulligan'"), "{told}");

    // What isn't a recording is refused.
    assert!(program.refused(&["replay", "none.jsonl"]).contains("can't read none.jsonl"));
    assert!(program.refused(&["replay", "game.jsonl", "--to", "99999"]).contains("is beyond them"));
    program.write("bad.jsonl", "");
    assert!(program.refused(&["replay", "bad.jsonl"]).contains("bad.jsonl:1: the file is empty"));
    program.write("bad.jsonl", "4 Forest\n");
    assert!(program.refused(&["replay", "bad.jsonl"]).contains("bad.jsonl:1: this isn't a recorded game"));
    program.write("bad.jsonl", "{\"replay\": 99}\n");
    assert!(program.refused(&["replay", "bad.jsonl"]).contains("format 99"));
    let text = fs::read_to_string(program.0.path().join("game.jsonl")).expect("read");
    program.write("bad.jsonl", &format!("{text}not json\n"));
    assert!(program.refused(&["replay", "bad.jsonl"]).contains("expected"));
    program.write("bad.jsonl", &text.replace("\"game\":\"magic\"", "\"game\":\"chess\""));
    assert!(program.refused(&["replay", "bad.jsonl"]).contains("a game of chess"));
    program.write("bad.jsonl", &text.replace("4 Lightning Bolt", "4 Lightning Belt"));
    assert!(program.refused(&["replay", "bad.jsonl"]).contains("Lightning Belt can't be played"));
}

#[test]
fn the_fuzzer_is_a_command() {
    let program = Program(tempfile::tempdir().expect("a folder"));
    let cards = decks_folder().join("cards");
    let cards = cards.to_str().expect("a path");
    let fuzz = |more: &[&str]| program.run(&[&["fuzz", "--games", "20", "--cards", cards], more].concat());
    let (code, out, err) = fuzz(&["--seed", "5"]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.contains("20 games with 383 cards") && out.contains("Nothing failed."), "{out}");
    let (_, json, _) = fuzz(&["--seed", "5", "--json", "--threads", "1"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((json["games"].as_u64(), json["failed_games"].as_u64()), (Some(20), Some(0)));
    // Bad input.
    assert!(program.refused(&["fuzz", "--cards", "none"]).contains("none"));
    program.write("empty.txt", "");
    assert!(program.refused(&["fuzz", "--cards", "empty.txt"]).contains("there are no cards in empty.txt"));
    program.write("lands.txt", LAND);
    assert!(program.refused(&["fuzz", "--cards", "lands.txt"]).contains("no cards that a deck could be made of"));
    assert_eq!(program.run(&["fuzz", "--games", "0"]).0, Some(2));
    assert_eq!(program.run(&["fuzz", "--threads", "0"]).0, Some(2));
}

/// The heuristic at every pairing of three decks; or with random ones.
fn with_heuristic(host: &Magic, games: u64) -> Fuzzed {
    let pilot = Magic::agents().resolve("heuristic").expect("an agent");
    fuzz(host, &Plan { pilot: Some(&pilot), ..plan(games) }, 2)
}

#[test]
fn the_heuristic_ends_where_valuing_or_acting_could_go_on_for_ever() {
    // Spells that move themselves, counterspells that counter each other, what can be done for nothing, what copies itself.
    let (_dir, host, _) = cards(
        "name Island\nsuper Basic\ntype Land Island\n\n\
         name Old Tide\ncost {X}{U}\ntype Instant\n\
         text Target player draws X cards.\ntext Shuffle ~ into its owner's library.\n\n\
         name Homing Bolt\ncost {1}{W}\ntype Instant\ntext ~ deals 5 damage to any target. Shuffle ~ into its owner's library.\n\n\
         name Plain No\ncost {U}{U}\ntype Instant\ntext Counter target spell.\n\n\
         name Jealous Naiad\ncost {1}{U}{U}\ntype Creature Nymph\npt 2/2\ntext Flash\n\
         text When ~ enters, counter target spell.\n\n\
         name Restless Shoal\ntype Land\ntext {T}: Add {U}.\ntext {X}: ~ becomes an X/X blue Elemental creature until end of turn. It's still a land.\n\n\
         name Budding Ooze\ncost {1}{W}\ntype Creature Ooze\npt 1/1\ntext {0}: Create a token that's a copy of ~.\n\n\
         name Lamp\ncost {0}\ntype Artifact\ntext {T}: Untap target creature.\n\n\
         name Monk\ncost {W}\ntype Creature Monk\npt 0/1\ntext {T}: Untap target artifact.\n",
    );
    let fuzzed = with_heuristic(&host, 120);
    assert_eq!((fuzzed.games, &fuzzed.failures), (120, &Default::default()));
    assert!(!fuzzed.endings.contains_key("action_limit"), "{:?}", fuzzed.endings);
}

#[test]
fn agents_play_all_pairings_of_given_decks() {
    let decks = ["burn", "green-stompy", "white-tokens"].map(deck);
    let fuzzed = with_heuristic(&super::load(&decks), 12);
    assert_eq!((fuzzed.games, &fuzzed.failures), (12, &Default::default()));
}

#[test]
fn an_agent_that_fails_costs_its_games() {
    struct Rash;
    impl gauntlet_ai::Agent<Position> for Rash {
        fn choose(
            &mut self,
            _: gauntlet_core::View<'_, Position>,
            legal: &[gauntlet_magic::decision::Action],
            _: &mut gauntlet_core::Rng,
        ) -> usize {
            // What it chooses from the third decision with many choices on isn't there.
            if legal.len() > 3 { legal.len() } else { 0 }
        }
    }
    let kind =
        gauntlet::host::agents::Kind::new("rash", "chooses what there isn't", &[], |_| Ok(Box::new(|| Box::new(Rash))));
    let pilot = gauntlet::host::agents::Registry::generic().with(kind).resolve("rash").expect("an agent");
    let host = super::load(&["burn", "green-stompy"].map(deck));
    let fuzzed = fuzz(&host, &Plan { pilot: Some(&pilot), ..plan(6) }, 2);
    let failed: u64 = fuzzed.failures.values().map(|row| row.0).sum();
    assert_eq!((fuzzed.games, failed), (6, 6), "{:?}", fuzzed.failures);
    assert!(fuzzed.failures.values().all(|row| row.2.message.contains("legal actions")), "{:?}", fuzzed.failures);
}
