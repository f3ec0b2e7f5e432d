//! Bots that are programs: when they are started, and where what they answered is kept.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use gauntlet::commands::gather::{Gathering, Parcel, Unpacked};
use gauntlet::commands::session::Watch;
use gauntlet::games::magic::Magic;
use gauntlet::output::progress::Progress;
use gauntlet::plan::file::Plan;

use super::commands::Desk;

/// A bot that takes what chance says, not twice alike, and notes each of its starts in a file.
fn whim(desk: &Desk, version: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/bots");
    let folder = fs::canonicalize(folder).expect("the examples").display().to_string();
    let starts = desk.path("starts").display().to_string();
    desk.write(
        "whim.py",
        &format!(
            "import random, sys\nsys.path.insert(0, {folder:?})\nimport random_bot\n\nopen({starts:?}, 'a').write('.')\n\n\
             class Whim(random_bot.RandomBot):\n    def choose(self, decision):\n        \
             return random.SystemRandom().randrange(len(decision['candidates']))\n\n\
             random_bot.serve(Whim(), 'whim', '{version}')\n"
        ),
    );
}

/// How often the bot was started since this was asked last.
fn starts(desk: &Desk) -> usize {
    let count = fs::read(desk.path("starts")).map_or(0, |text| text.len());
    desk.write("starts", "");
    count
}

/// Who it is was found out when a run was begun. After that it is started for games, and for nothing else.
#[test]
fn a_bot_of_a_run_that_was_begun_is_started_for_its_games_only() {
    let desk = Desk::new(&["burn", "white-tokens"]);
    whim(&desk, "1");
    let shard = |number: &str, out: &str| {
        let line = ["match", "burn", "white-tokens", "--games", "8", "--max-turns", "20", "--shard", number, "--quiet"];
        let done = desk.with(&[&line[..], &["--agent-a", "exec:python3 whim.py", "--out", out]].concat());
        assert_eq!(done.code, Some(0), "{}", done.err);
    };
    shard("1/2", "one");
    shard("2/2", "two");
    assert_eq!(starts(&desk), 10, "a game each, and a greeting for each command");
    desk.done("merge one two --out all");
    desk.done("resume all");
    desk.done("resume one");
    assert_eq!(starts(&desk), 0);
    desk.done("report all --games-to-watch 2 --run-programs");
    assert_eq!(starts(&desk), 2);
    // What isn't there any more is played, by the same bot only.
    fs::remove_dir_all(desk.path("one/chunks")).expect("there");
    whim(&desk, "2");
    let refused = desk.run("resume one");
    assert_eq!(refused.code, Some(2), "{}", refused.out);
    let said = "error: the run can't be gone on with: it was begun with the bot whim 1, and 'python3 whim.py' is whim 2 now; use that one";
    assert!(refused.err.contains(said), "{}", refused.err);
    fs::remove_file(desk.path("whim.py")).expect("there");
    let refused = desk.run("resume one");
    assert_eq!(refused.code, Some(2), "{}", refused.out);
    assert!(
        refused.err.contains("begun with the bot whim 1, and 'python3 whim.py' doesn't play now: "),
        "{}",
        refused.err
    );
    assert!(!desk.path("one/forfeits.jsonl").exists(), "it is no forfeit");
    whim(&desk, "1");
    starts(&desk);
    desk.done("resume one");
    assert_eq!(starts(&desk), 4);
}

/// A line about a game that was forfeited has the command that plays it again. Nobody has to be started for that.
#[test]
fn a_bot_is_not_started_for_what_is_said_of_its_forfeits() {
    let desk = Desk::new(&["burn", "white-tokens"]);
    whim(&desk, "1");
    let text = desk.read("whim.py").replace("len(decision['candidates'])", "1) + 99999 + len(''");
    desk.write("whim.py", &text);
    let line = ["match", "burn", "white-tokens", "--games", "6", "--agent-a", "exec:python3 whim.py", "--out", "run"];
    let done = desk.with(&line);
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert_eq!(desk.read("run/forfeits.jsonl").lines().count(), 6);
    assert_eq!(starts(&desk), 7);
}

/// What bots answer on other machines comes back with the games, into the file that the driver's command names; with it the run is played again.
#[test]
fn answers_that_were_given_on_other_machines_come_back() {
    let desk = Desk::new(&["burn", "white-tokens"]);
    whim(&desk, "1");
    let path = |name: &str| desk.path(name).display().to_string();
    let agent = format!("exec:answers={} python3 {}", path("answers.jsonl"), path("whim.py"));
    desk.write(
        "experiment.toml",
        &format!(
            "command = 'match'\ndecks = ['{}', '{}']\ngames = 8\nmax_turns = 20\nagent = '{agent}'\n",
            path("decks/burn.txt"),
            path("decks/white-tokens.txt")
        ),
    );
    let plan = || Plan::read(&desk.path("experiment.toml")).expect("a plan");
    let mut gathering = Gathering::<Magic>::new(plan(), Some(&desk.path("there")), false).expect("a run");
    let (stop, progress) = (AtomicBool::new(false), Progress::new(0, false));
    let watch = || Watch { stop: &stop, progress: &progress };
    let parcel = gathering.parcel().expect("what is sent").bytes().expect("text");
    starts(&desk);
    let worker = |number: usize| {
        let folder = desk.path(&format!("worker-{number}"));
        let parcel = Parcel::read(&parcel).expect("what was sent");
        let worker = Unpacked::<Magic>::new(parcel, &folder).expect("unpacked");
        // It is only needed until then.
        fs::remove_dir_all(folder).expect("there");
        worker
    };
    let (mut one, mut other) = (worker(1), worker(2));
    assert_eq!(starts(&desk), 0, "the driver has seen who the bot is");
    // What a worker played that is lost on the way is played again, and has other answers.
    one.play(&[], 0..1, 1, watch()).expect("played");
    one.play(&[], 1..2, 1, watch()).expect("played");
    let played = one.play(&[], 0..2, 2, watch()).expect("played");
    gathering.add(&played).expect("added");
    for units in [2..3, 3..4] {
        let played = other.play(&[], units, 2, watch()).expect("played");
        gathering.add(&played).expect("added");
    }
    gathering.finish(2).expect("finished");
    let kept = desk.read("answers.jsonl");
    assert_eq!(kept.lines().count(), 16, "each side's part in each game");
    starts(&desk);
    let done = desk.run("run experiment.toml --out here --quiet");
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert_eq!(starts(&desk), 1, "a greeting");
    assert_eq!(desk.read("answers.jsonl"), kept);
    for file in ["matchups.csv", "decks.csv", "run.json"] {
        assert_eq!(desk.read(&format!("here/{file}")), desk.read(&format!("there/{file}")), "{file}");
    }
}
