//! The program as a user runs it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

use super::decks_folder;

/// A folder to work in, with the shipped decks named in [`Desk::new`] and their cards in `decks/`.
pub(super) struct Desk {
    dir: TempDir,
}

/// What a command left behind.
pub(super) struct Done {
    pub(super) code: Option<i32>,
    pub(super) out: String,
    pub(super) err: String,
}

impl From<Output> for Done {
    fn from(output: Output) -> Done {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Done { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Desk {
    pub(super) fn new(decks: &[&str]) -> Desk {
        let desk = Desk { dir: tempfile::tempdir().expect("a folder") };
        fs::create_dir_all(desk.path("decks/cards")).expect("made");
        for entry in fs::read_dir(decks_folder().join("cards")).expect("the cards are there") {
            let entry = entry.expect("an entry");
            fs::copy(entry.path(), desk.path("decks/cards").join(entry.file_name())).expect("copied");
        }
        for deck in decks {
            fs::copy(decks_folder().join(format!("{deck}.txt")), desk.path(&format!("decks/{deck}.txt")))
                .expect("copied");
        }
        desk
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub(super) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(super) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("written");
    }

    fn program(&self) -> Command {
        let mut program = Command::new(env!("CARGO_BIN_EXE_gauntlet"));
        // Nobody's own card database, and nothing that is set where the tests run.
        program.current_dir(self.dir.path()).env("GAUNTLET_HOME", self.path("home")).env_remove("GAUNTLET_BULK_INDEX");
        program
    }

    /// Gives a deck another name.
    pub(super) fn rename(&self, deck: &str, name: &str) {
        let file = |name: &str| self.path(&format!("decks/{name}.txt"));
        fs::rename(file(deck), file(name)).expect("renamed");
    }

    pub(super) fn run(&self, line: &str) -> Done {
        self.program().args(line.split_whitespace()).output().expect("started").into()
    }

    /// Starts a command that goes on.
    pub(super) fn start(&self, line: &str) -> std::process::Child {
        let mut program = self.program();
        program.args(line.split_whitespace()).stdout(std::process::Stdio::piped()).spawn().expect("started")
    }

    /// Runs a command that is told these lines.
    pub(super) fn told(&self, line: &str, lines: &str) -> Done {
        use std::io::Write as _;
        use std::process::Stdio;
        let mut program = self.program();
        program.args(line.split_whitespace()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = program.spawn().expect("started");
        let mut input = child.stdin.take().expect("piped");
        let lines = lines.to_owned();
        // It may end before it has read everything.
        let writer = std::thread::spawn(move || drop(input.write_all(lines.as_bytes())));
        let done = child.wait_with_output().expect("ended").into();
        writer.join().expect("written");
        done
    }

    /// Runs a command whose arguments may have blanks in them.
    pub(super) fn with(&self, arguments: &[&str]) -> Done {
        self.program().args(arguments).output().expect("started").into()
    }

    pub(super) fn done(&self, line: &str) -> Done {
        let done = self.run(line);
        assert_eq!(done.code, Some(0), "{line}: {}{}", done.out, done.err);
        done
    }

    /// Runs a command that must be refused, and returns why it was.
    pub(super) fn refused(&self, line: &str) -> String {
        let done = self.run(line);
        assert_eq!((done.code, done.out.as_str()), (Some(2), ""), "{line}: {}", done.err);
        assert!(done.err.starts_with("error: "), "{}", done.err);
        done.err
    }
}

#[test]
fn a_matrix_of_decks() {
    let desk = Desk::new(&["burn", "green-stompy", "blue-tempo"]);
    let done = desk.done("matrix decks/ --games 4 --agent random");
    assert!(done.out.contains("Win rate in %") && done.out.contains("3 green-stompy"), "{}", done.out);
    assert!(done.err.starts_with("12 games in "), "{}", done.err);
    let folder = fs::read_dir(desk.path("results")).expect("made").next().expect("one").expect("an entry").path();
    assert!(folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with("matrix-")));
    let run: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.join("run.json")).expect("read")).expect("JSON");
    assert_eq!((&run["game"], &run["counts"]["games"]), (&"magic".into(), &12.into()));
    for hash in [&run["card_pool"], &run["decks"][0]["fingerprint"], &run["run"]] {
        assert_eq!(hash.as_str().map(str::len), Some(16), "{hash}");
    }
    assert_eq!(run["counts"]["endings"]["engine_error"], 0);
    // The command in it makes the same tables on any number of threads.
    let again = run["reproduce"].as_str().and_then(|line| line.strip_prefix("gauntlet ")).expect("a command");
    for threads in [1, 2] {
        desk.done(&format!("{again} --threads {threads} --out again{threads}"));
        for file in ["run.json", "matchups.csv", "decks.csv"] {
            assert_eq!(
                desk.read(&format!("again{threads}/{file}")),
                fs::read_to_string(folder.join(file)).expect("read")
            );
        }
    }
}

#[test]
fn a_changed_card_is_another_run() {
    let desk = Desk::new(&["burn", "blue-tempo"]);
    let run = |desk: &Desk, out: &str| -> serde_json::Value {
        desk.done(&format!("match burn blue-tempo --games 2 --agent random --out {out}"));
        serde_json::from_str(&desk.read(&format!("{out}/run.json"))).expect("JSON")
    };
    let before = run(&desk, "before");
    // What no deck has doesn't matter.
    desk.write("decks/cards/more.txt", "name Spare Bear\ntype Creature Bear\npt 2/2\n");
    assert_eq!(run(&desk, "same"), before);
    let red = desk.read("decks/cards/red.txt");
    desk.write("decks/cards/red.txt", &red.replace("deals 3 damage", "deals 4 damage"));
    let changed = run(&desk, "after");
    assert_ne!((&changed["card_pool"], &changed["run"]), (&before["card_pool"], &before["run"]));
    assert_eq!(changed["decks"], before["decks"]);
}

#[test]
fn a_game_is_told() {
    let desk = Desk::new(&["burn", "mono-red-aggro"]);
    let line = "watch burn mono-red-aggro --seed 7 --agent random";
    let told = desk.done(line);
    assert!(told.out.starts_with("burn (random) against mono-red-aggro (random); burn takes the first turn. Seed 7"));
    for part in [" keeps 7 cards", "\n\nTurn 1: burn — 20 life", "\n\nTurn 2: mono-red-aggro — ", " casts "] {
        assert!(told.out.contains(part), "{part}: {}", told.out);
    }
    assert!(!told.out.contains("Player A") && !told.out.contains("Player B"), "{}", told.out);
    assert!(told.out.trim_end().ends_with(" choices."), "{}", told.out);
    assert_eq!(desk.run(line).out, told.out);
}

#[test]
fn decks_that_cannot_be_played_are_refused_with_all_reasons() {
    let desk = Desk::new(&["burn"]);
    desk.write("decks/mine.txt", "4 Lava Spike\n5 Lightnig Bolt\n0 Mountain\n30 mountain\n5 Lava Spike\n");
    let said = desk.refused("match mine burn");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "error: a deck can't be played, for 4 reasons:");
    assert_eq!(lines[1], "decks/mine.txt:2:3: there is no card 'Lightnig Bolt'; did you mean 'Lightning Bolt'?");
    assert!(lines[2].starts_with("decks/mine.txt:3:1: there are 0 of 'Mountain'"), "{said}");
    assert!(lines[3].contains("there are 9 of 'Lava Spike' (lines 1 and 5) and may be 4; remove 5"), "{said}");
    assert_eq!(lines[4], "decks/mine.txt: a deck needs at least 60 cards and this has 44; add 16");
    // One reason is one line.
    desk.write("decks/mine.txt", "40 Mountain");
    let said = desk.refused("match mine burn");
    assert_eq!(said, "error: decks/mine.txt: a deck needs at least 60 cards and this has 40; add 20\n");
    desk.done("match mine mine --agent random --games 2 --min-cards 40");
    // A card that can't be read whole is shown with what can't be read.
    desk.write("decks/cards/own.txt", "name Riddle\ncost {U}\ntype Instant\ntext Frobnicate target player.\n");
    desk.write("decks/mine.txt", "60 Mountain\n1 Riddle");
    let said = desk.refused("watch mine burn");
    assert!(said.contains("decks/mine.txt:2:3: 'Riddle' can't be played yet"), "{said}");
    assert!(said.contains("cards/own.txt:4:6: Riddle: ") && said.contains("     ^^^^^^^^^^"), "{said}");
    assert!(desk.refused("match burm burn").contains("did you mean 'burn'?"));
}

#[test]
fn card_files_are_found_and_named() {
    let desk = Desk::new(&["burn"]);
    // A deck elsewhere is made of the cards in decks/cards.
    desk.write("mine.txt", "60 Mountain");
    desk.done("match mine.txt burn --agent random --games 2");
    // Cards next to the deck come on top, if they say the same of the same cards.
    fs::create_dir_all(desk.path("own/cards")).expect("made");
    desk.write(
        "own/cards/bears.txt",
        "name Spare Bear\ncost {1}{G}\ntype Creature Bear\npt 2/2\n\nname Mountain\nsuper Basic\ntype Land Mountain\n",
    );
    desk.write("own/mine.txt", "60 Mountain\n4 Spare Bear");
    desk.done("match own/mine.txt burn --agent random --games 2");
    desk.write(
        "own/cards/bears.txt",
        "name Spare Bear\ntype Creature Bear\npt 2/2\n\nname Mountain\ntype Land Mountain\n",
    );
    let said = desk.refused("match own/mine.txt burn");
    assert!(said.contains("Mountain is defined in another way at "), "{said}");
    assert!(said.contains("--cards"), "{said}");
    desk.write("own/cards/bears.txt", "nonsense\n");
    assert!(desk.refused("match own/mine.txt burn").contains("own/cards/bears.txt:1:1: "));
    assert!(desk.refused("match burn burn --cards nowhere.txt").contains("nowhere.txt: the file can't be read"));
    desk.write("empty.txt", "# nothing\n");
    assert!(desk.refused("match burn burn --cards empty.txt").contains("there are no cards in empty.txt"));
    fs::remove_dir_all(desk.path("decks/cards")).expect("removed");
    assert!(desk.done("match burn burn --games 2").err.contains("the cards are those that came with gauntlet"));
}

#[test]
fn cards_are_checked() {
    let desk = Desk::new(&[]);
    let done = desk.done("cards check");
    assert!(done.out.ends_with(" cards, all understood\n"), "{}", done.out);
    desk.write(
        "own.txt",
        "name Riddle\ncost {U}\ntype Instant\ntext Frobnicate target player.\n\nname Puzzle\ncolour U\ntype Instant\n\n\
         name Spare Bear\ntype Creature Bear\npt 2/2\n",
    );
    let done = desk.run("cards check own.txt");
    assert_eq!((done.code, done.err.as_str()), (Some(1), ""));
    assert!(done.out.contains("own.txt:4:6: Riddle: "), "{}", done.out);
    assert!(done.out.contains("    text Frobnicate target player.\n         ^^^^^^^^^^"), "{}", done.out);
    assert!(done.out.contains("own.txt:7:1: Puzzle: `colour` isn't a key"), "{}", done.out);
    assert!(done.out.ends_with("1 of 3 cards understood; 2 problems\n"), "{}", done.out);
    assert!(desk.refused("cards check none.txt").contains("none.txt: the file can't be read"));
}

#[test]
fn cards_are_shown() {
    let desk = Desk::new(&[]);
    let show = |name: &str| Done::from(desk.program().args(["cards", "show", name]).output().expect("started"));
    let shown = show("lava spike");
    assert_eq!((shown.code, shown.err.as_str()), (Some(0), ""));
    assert!(shown.out.starts_with("Lava Spike  {R}\n  sorcery — Arcane\n"), "{}", shown.out);
    assert!(shown.out.contains("  Target: a planeswalker on the battlefield or any player.\n"), "{}", shown.out);
    assert!(shown.out.contains("  Lava Spike deals 3 damage to the target.\n"), "{}", shown.out);
    let program = desk.program().args(["cards", "show", "lava spike", "--program"]).output().expect("started");
    let program = Done::from(program).out;
    assert!(program.contains("  Lava Spike deals 3 damage to target player or planeswalker.\n"), "{program}");
    assert!(program.contains("1 deal damage | source: Lava Spike; amount: 3; to: target 1\n"), "{program}");
    let unknown = show("Lave Spike");
    assert_eq!((unknown.code, unknown.out.as_str()), (Some(2), ""));
    assert_eq!(unknown.err, "error: there is no card 'Lave Spike'; did you mean 'Lava Spike'?\n");
    desk.write("decks/cards/own.txt", "name Riddle\ncost {U}\ntype Instant\ntext Frobnicate target player.\n");
    let riddle = show("Riddle");
    assert!(riddle.code == Some(1) && riddle.out.contains("own.txt:4:6: Riddle: "), "{}", riddle.out);
    let all = desk.done("cards show --all");
    assert!(all.out.contains(&format!("\n{}\n", shown.out.trim_end())), "{}", all.out);
    assert_eq!(all.err, "1 card isn't understood: `gauntlet cards check` tells why\n");
    let all = desk.done("cards show --all --json").out;
    assert!(all.lines().all(|line| line.starts_with("{\"name\":")) && all.lines().count() > 100, "{all}");
}

#[test]
fn bench_measures_what_scripts_compare() {
    let desk = Desk::new(&["mono-red-aggro", "burn"]);
    let done = desk.done("bench --seconds 0.05 --json");
    let list: serde_json::Value = serde_json::from_str(&done.out).expect("JSON");
    let value = |name: &str| {
        let line = list.as_array().and_then(|list| list.iter().find(|line| line["name"] == name));
        line.and_then(|line| line["value"].as_f64()).unwrap_or_else(|| panic!("no {name} in {}", done.out))
    };
    for name in [
        "random games",
        "heuristic games",
        "mc games",
        "random decision",
        "clone",
        "clone of a 120-object position",
        "legal actions",
        "determinize",
        "position size",
    ] {
        assert!(value(name) > 0.0, "{name}");
    }
    assert!(value("position size") <= 12_288.0);
    assert_eq!(value("allocations per game"), 0.0);
    assert_eq!(value("random allocations per game"), 0.0);
    assert!(desk.done("bench burn --seconds 0.02").out.contains("burn against burn"));
}

/// What only a process shows.
#[cfg(unix)]
mod process {
    use std::process::Stdio;

    use super::*;

    #[test]
    fn a_reader_who_leaves_is_no_failure() {
        let desk = Desk::new(&["burn", "blue-tempo"]);
        let mut child = desk
            .program()
            .args(["matrix", "decks", "--games", "2", "--agent", "random"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("started");
        drop(child.stdout.take());
        let done = Done::from(child.wait_with_output().expect("ended"));
        assert_eq!(done.code, Some(0), "{}", done.err);
        assert_eq!(fs::read_dir(desk.path("results")).expect("written").count(), 1);
    }

    #[test]
    fn a_full_disk_is_one_sentence() {
        let desk = Desk::new(&["burn", "blue-tempo"]);
        let full = || fs::File::options().write(true).open("/dev/full");
        let Ok(disk) = full() else { return };
        assert_eq!(desk.program().arg("--version").stdout(disk).output().expect("ended").status.code(), Some(2));
        let mut program = desk.program();
        program.args(["matrix", "decks", "--games", "2", "--agent", "random"]);
        let done = Done::from(program.stdout(full().expect("opened")).output().expect("ended"));
        assert_eq!(done.code, Some(2));
        assert!(done.err.contains("can't write to the standard output"), "{}", done.err);
    }

    #[test]
    fn control_c_keeps_what_was_played() {
        let desk = Desk::new(&["burn", "blue-tempo", "green-stompy"]);
        let child = desk
            .program()
            .args(["matrix", "decks", "--games", "100000000", "--out", "out", "--agent", "random"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("started");
        // The directory is made just before play begins.
        while !desk.path("out").exists() {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        // Long enough for a game of each pairing on a busy machine.
        std::thread::sleep(std::time::Duration::from_secs(3));
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("sent");
        assert!(sent.success());
        let done = Done::from(child.wait_with_output().expect("ended"));
        assert_eq!(done.code, Some(130), "{}", done.err);
        assert!(done.err.contains("press Ctrl-C again") && done.err.contains("the tables are partial"), "{}", done.err);
        assert!(desk.read("out/run.json").contains("\"partial\": true"));
        let matchups = desk.read("out/matchups.csv");
        let mut rows = csv::Reader::from_reader(matchups.as_bytes());
        let games: Vec<u64> = rows.records().map(|row| row.expect("a row")[5].parse().expect("a count")).collect();
        let (least, most) = (games.iter().min(), games.iter().max());
        assert!(least > Some(&0) && most <= least.map(|least| least + 50).as_ref(), "{games:?}");
    }
}

#[test]
fn the_games_are_named_where_there_is_no_such_game() {
    let desk = Desk::new(&["burn"]);
    let why = desk.refused("match burn burn --game chess");
    assert!(why.contains("there is no game 'chess'") && why.contains("magic and millennials"), "{why}");
    assert!(desk.refused("match burn burn --game millenials").contains("did you mean 'millennials'?"));
}

#[test]
fn names_are_shown_without_what_a_terminal_would_obey() {
    let desk = Desk::new(&["burn"]);
    desk.write("decks/bad.txt", &format!("4 Sho\u{1b}[2Jck\0\n4 {}\n", "x".repeat(10_000_000)));
    let why = desk.refused("match burn bad");
    assert!(!why.contains(['\u{1b}', '\0']) && why.len() < 50_000, "{} bytes", why.len());
    desk.write("decks/bad.txt", "# Name: Red \u{1b}[31mDeck\n60 Mountain\n");
    let shown = desk.done("match burn bad --games 2 --agent random --quiet");
    assert!(shown.out.contains("Red [31mDeck") && !shown.out.contains('\u{1b}'), "{}", shown.out);
}

/// The lists are kept with the run, so that it can be told what changed.
#[test]
fn a_run_knows_its_lists() {
    let desk = Desk::new(&["burn", "white-tokens"]);
    desk.done("match burn white-tokens --games 200 --agent random --luck --out kept --quiet");
    let manifest: serde_json::Value = serde_json::from_str(&desk.read("kept/run.json")).expect("JSON");
    let list = manifest["lists"][0].as_array().expect("a list").clone();
    let cards = |line: &serde_json::Value| line.as_str().and_then(|line| line.split_once(' ')?.0.parse::<u32>().ok());
    assert_eq!(list.iter().filter_map(cards).sum::<u32>(), 60);
    desk.done("report kept");
    let page = desk.read("kept/report.html");
    // Of so few games the rate without luck is less sure than the plain one: it is in the table for programs alone.
    assert!(desk.read("kept/matchups.csv").contains("luck_variance_ratio"));
    assert!(!page.contains("Without luck, %") && page.contains("id=\"lists\""));
    assert!(page.contains(list[0].as_str().expect("text")));
    desk.write("decks/burn.txt", &format!("1 Forest\n{}", desk.read("decks/burn.txt")));
    let why = desk.refused("resume kept");
    assert!(why.contains("the deck burn (+1 Forest) changed"), "{why}");
}

/// What isn't a card is refused by name instead of being read as a card without text.
#[test]
fn files_that_are_no_cards_are_refused_by_name() {
    let desk = Desk::new(&[]);
    for (text, why) in [
        (r#"{"name": "Shock", "mana_cost": "{R}", "type_line": "Instant"}"#, "`text` is missing"),
        (
            r#"{"object": "card", "name": "Shock", "mana_cost": "{R}", "type_line": "Instant"}"#,
            "`oracle_text` is missing",
        ),
        (r#"{"title": "Shock", "body": "two damage"}"#, "the fields `name` and `type_line` are missing"),
        (r#"{"name": "Shock", "manaCost": "{R}"}"#, "`type_line` is missing"),
        ("17", "this isn't a card"),
    ] {
        let good = r#"{"name": "Bear", "mana_cost": "{G}", "type_line": "Creature — Bear", "text": "", "power": "2", "toughness": "2"}"#;
        desk.write("cards.jsonl", &format!("{good}\n{text}\n"));
        let done = desk.run("cards check cards.jsonl");
        assert_ne!(done.code, Some(0), "{}", done.out);
        let said = format!("{}{}", done.out, done.err);
        assert!(said.contains("cards.jsonl:2") && said.contains(why), "{said}");
    }
}
