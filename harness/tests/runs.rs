//! Runs that are stopped, gone on with, cut into shards and put together: always the same files in the end.

mod common;

use std::fs;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use common::desk::{Desk, Done, FILES};
use gauntlet::output::screen::Exit;
use gauntlet_core::Seed;
use rand::RngExt;

const LINE: &str = "matrix @/decks --agent random --agent-b sorted --games 101 --rows";

#[test]
fn shards_make_the_same_bytes() {
    let desk = Desk::new(&common::FIELD);
    desk.done(&format!("{LINE} --out @/whole"));
    let rows = desk.read("whole/games.csv");
    assert_eq!(rows.lines().count(), 1 + 12 * 102);
    assert!(rows.starts_with("deck_a,deck_b,agent_a,agent_b,pair,first,winner,reason,turns,decisions,"), "{rows}");
    for number in 1..=7 {
        let err = desk.done(&format!("{LINE} --shard {number}/7 --out @/part{number}"));
        assert!(err.contains(&format!("this is shard {number}/7")), "{err}");
    }
    let parts = (1..=7).map(|number| format!("@/part{number}")).collect::<Vec<_>>().join(" ");
    desk.done(&format!("merge {parts} --out @/merged"));
    desk.same("whole", "merged");
    // In another order, and into one of them.
    desk.done("merge @/part7 @/part2 @/part3 @/part4 @/part5 @/part6 @/part1 --out @/part3");
    desk.same("whole", "part3");
    // The merged run is a run like any other.
    let again = desk.done("resume @/merged");
    assert!(again.contains("all played before"), "{again}");
    desk.same("whole", "merged");
}

#[cfg(not(feature = "parquet"))]
#[test]
fn without_the_feature_parquet_is_refused_with_the_remedy() {
    let desk = Desk::new(&common::FIELD);
    desk.refuses(&format!("{LINE}=parquet --out @/out"), &["built without Parquet", "take --rows", "'parquet'"]);
    assert!(!desk.path("out/run.json").exists());
    desk.done(&format!("{LINE} --out @/out"));
}

#[cfg(feature = "parquet")]
#[test]
fn rows_are_the_same_in_a_parquet_file() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    let desk = Desk::new(&common::FIELD);
    desk.done(&format!("{LINE} --out @/whole"));
    let line = format!("{LINE}=parquet");
    for number in 1..=3 {
        desk.done(&format!("{line} --shard {number}/3 --out @/part{number}"));
    }
    desk.done("merge @/part1 @/part2 @/part3 --out @/merged");
    desk.done(&format!("{line} --threads 1 --out @/one"));
    let bytes = |dir: &str| fs::read(desk.path(&format!("{dir}/games.parquet"))).expect("a file");
    assert!(bytes("one") == bytes("merged"));
    assert!(!desk.path("one/games.csv").exists());
    assert!(desk.read("one/experiment.toml").contains("rows = \"parquet\""));
    let file = fs::File::open(desk.path("one/games.parquet")).expect("a file");
    let reader = SerializedFileReader::new(file).expect("a Parquet file");
    let header = desk.read("whole/games.csv").lines().next().expect("a header").to_owned();
    let mut text = vec![header];
    for row in reader.get_row_iter(None).expect("rows") {
        let row = row.expect("a row");
        let cell = |field: &Field| match field {
            Field::Null => String::new(),
            Field::Str(text) => text.clone(),
            Field::Long(number) => number.to_string(),
            other => panic!("{other:?}"),
        };
        text.push(row.get_column_iter().map(|(_, field)| cell(field)).collect::<Vec<_>>().join(","));
    }
    assert_eq!(text.join("\n") + "\n", desk.read("whole/games.csv"));
    // What was played without rows has none.
    desk.done(&format!("{} --out @/bare", LINE.trim_end_matches(" --rows")));
    desk.refuses(&format!("{line} --out @/bare"), &["was played without --rows", "--fresh"]);
    desk.refuses("match @/decks/odd.txt @/decks/even.txt --details", &["can't be followed"]);
}

#[test]
fn what_is_not_a_whole_run_is_not_merged() {
    let desk = Desk::new(&common::FIELD);
    for number in 1..=3 {
        desk.done(&format!("{LINE} --shard {number}/3 --out @/part{number}"));
    }
    desk.refuses("merge @/part1 @/part3 --out @/out", &["408 of 1224 games are missing", "shard 2/3", "resume"]);
    desk.done(&format!("{LINE} --out @/whole"));
    desk.refuses("merge @/part1 @/whole --out @/out", &["units 0 to", "which another chunk has too"]);
    desk.refuses(
        &format!("{LINE} --shard 1/4 --out @/part1"),
        &["of shard 1/3 of this run", "this is shard 1/4", "--out", "resume"],
    );
    desk.refuses(&format!("{LINE} --shard 1/4 --out @/whole"), &["of the whole of this run", "this is shard 1/4"]);
    desk.done(&format!("{LINE} --shard 1/3 --out @/part1"));
    desk.done(&format!("{LINE} --shard 2/3 --seed 2 --out @/other"));
    desk.refuses("merge @/part1 @/other @/part3 --out @/out", &["parts of different runs"]);
    desk.refuses("merge @/part1 @/nowhere --out @/out", &["nowhere has no run.json"]);
    // Another version of the program.
    let run = desk.read("part2/run.json");
    let version = format!("\"gauntlet\": \"{}\"", env!("CARGO_PKG_VERSION"));
    fs::write(desk.path("part2/run.json"), run.replace(&version, "\"gauntlet\": \"0.0.1\"")).expect("written");
    desk.refuses("merge @/part1 @/part2 @/part3 --out @/out", &["part2 was played by gauntlet 0.0.1", "the same one"]);
    // Another build of the same version.
    let commit = run.replace(&format!("\"commit\": \"{}\"", gauntlet::COMMIT), "\"commit\": \"another\"");
    assert_ne!(commit, run);
    fs::write(desk.path("part2/run.json"), commit).expect("written");
    let refused = ["part2 was played by gauntlet", "(another)", "builds may play differently"];
    desk.refuses("merge @/part1 @/part2 @/part3 --out @/out", &refused);
    desk.refuses("resume @/part2", &refused);
    fs::write(desk.path("part2/run.json"), run).expect("written");
    // A file that the disk spoiled.
    let chunk = fs::read_dir(desk.path("part2/chunks")).expect("chunks").flatten().next().expect("a chunk").path();
    let chunk = if chunk.extension().is_some_and(|extension| extension == "csv") {
        chunk.with_extension("json")
    } else {
        chunk
    };
    let text = fs::read_to_string(&chunk).expect("text");
    fs::write(&chunk, text.replacen("\"wins\":", "\"wins\":1", 1)).expect("written");
    desk.refuses("merge @/part1 @/part2 @/part3 --out @/out", &["is damaged", "delete it"]);
    fs::write(&chunk, &text).expect("written");
    // Its rows: a digit that is another one, a file that ends too early, none at all.
    let rows = chunk.with_extension("csv");
    let written = fs::read_to_string(&rows).expect("text");
    for spoiled in [written.replacen('1', "2", 1), written[..written.len() / 2].to_owned()] {
        fs::write(&rows, spoiled).expect("written");
        desk.refuses("merge @/part1 @/part2 @/part3 --out @/out", &["csv is damaged", "delete", "gauntlet resume"]);
        desk.refuses("resume @/part2", &["csv is damaged", "delete", "gauntlet resume"]);
    }
    fs::remove_file(&rows).expect("removed");
    desk.refuses("resume @/part2", &["csv can't be read", "gauntlet resume"]);
    fs::remove_file(&chunk).expect("removed");
    desk.refuses("merge @/part1 @/part2 @/part3 --out @/out", &["shard 2/3"]);
    desk.done("resume @/part2");
    desk.done("merge @/part1 @/part2 @/part3 --out @/out");
    desk.same("whole", "out");
}

#[test]
fn a_run_goes_on_where_it_was_stopped() {
    static NOW: AtomicBool = AtomicBool::new(true);
    let desk = Desk::new(&common::FIELD);
    desk.done(&format!("{LINE} --out @/whole"));
    let Done { exit, err, .. } = desk.run_until(&format!("{LINE} --out @/out"), &NOW);
    assert!(exit == Exit::Interrupted && err.contains("go on with: gauntlet resume"), "{err}");
    assert!(!desk.path("out/games.csv").exists());
    desk.done("resume @/out --threads 3");
    desk.same("whole", "out");
    // A deck that was changed in the meantime is another question.
    desk.run_until(&format!("{LINE} --out @/stopped"), &NOW);
    fs::write(desk.path("decks/odd.txt"), "1 1 1 1 1 1 1 1").expect("written");
    desk.refuses("resume @/stopped", &["since it was begun the deck odd", "changed"]);
    desk.refuses("resume @/decks", &["has no run.json"]);
}

/// Games go where the rate is uncertain, and the same ones whoever plays them and however often it is stopped.
#[test]
fn runs_until_all_is_sure_are_the_same_however_they_are_played() {
    static NOW: AtomicBool = AtomicBool::new(true);
    let desk = Desk::new(&common::FIELD);
    let line = "matrix @/decks --agent random --games 40 --until 2.5pp --rows";
    desk.done(&format!("{line} --threads 1 --out @/whole"));
    desk.done(&format!("{line} --threads 3 --out @/other"));
    desk.same("whole", "other");
    let table = desk.read("whole/matchups.csv");
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let names = reader.headers().expect("a header").clone();
    let mut games = Vec::new();
    for row in reader.records().map(|row| row.expect("a row")) {
        let value = |name: &str| {
            let place = names.iter().position(|column| column == name).expect("a column");
            row[place].parse::<f64>().expect("a number")
        };
        assert!((value("paired_high") - value("paired_low")) / 2.0 <= 0.025);
        games.push(value("games"));
    }
    let (least, most) = (games.iter().fold(f64::MAX, |a, b| a.min(*b)), games.iter().fold(0.0, |a: f64, b| a.max(*b)));
    assert!(least >= 40.0 && most > 2.0 * least, "{games:?}");
    // Stopped before the first game, and again after some stages, whose chunks say how it goes on.
    desk.run_until(&format!("{line} --out @/out"), &NOW);
    fs::create_dir_all(desk.path("out/chunks")).expect("made");
    let mut chunks: Vec<_> = fs::read_dir(desk.path("whole/chunks")).expect("chunks").flatten().collect();
    chunks.sort_by_key(std::fs::DirEntry::file_name);
    for kept in [0, 2, 5, chunks.len() / 2 * 2 - 2] {
        for chunk in &chunks[..kept.min(chunks.len())] {
            fs::copy(chunk.path(), desk.path("out/chunks").join(chunk.file_name())).expect("copied");
        }
        desk.done("resume @/out --threads 2");
        desk.same("whole", "out");
        fs::remove_dir_all(desk.path("out/chunks")).expect("removed");
        fs::create_dir_all(desk.path("out/chunks")).expect("made");
    }
    // What belongs to a later stage than can be known is refused.
    let last = chunks.iter().rfind(|chunk| chunk.path().extension().is_some_and(|e| e == "json")).expect("one");
    let rows = last.path().with_extension("csv");
    fs::copy(last.path(), desk.path("out/chunks").join(last.file_name())).expect("copied");
    fs::copy(&rows, desk.path("out/chunks").join(rows.file_name().expect("a name"))).expect("copied");
    desk.refuses("resume @/out", &["not to be played yet", "delete it"]);
    let again = desk.read("whole/run.json");
    assert!(again.contains("--until 2.5") && again.contains("\"until\": 2.5"), "{again}");
    desk.done("run @/whole/experiment.toml --out @/again");
    desk.same("whole", "again");
    desk.refuses(&format!("{line} --shard 1/2 --out @/part"), &["--until", "no shards"]);
    desk.refuses("merge @/whole --out @/merged", &["--until", "resume"]);
    desk.refuses("matrix @/decks --until x", &["percentage points"]);
}

#[test]
fn an_experiment_file_is_the_command_line() {
    let desk = Desk::new(&common::FIELD);
    let here = desk.dir.path().display();
    let file = |text: &str| fs::write(desk.path("it.toml"), text.replace('@', &here.to_string())).expect("written");
    desk.done(&format!("{LINE} --out @/whole"));
    file(
        "command = \"matrix\"\ndecks = [\"@/decks\"]\ngames = 101\nagent = \"random\"\nagent_b = \"sorted\"\nrows = true\n",
    );
    desk.done("run @/it.toml --out @/out");
    desk.same("whole", "out");
    desk.done("run @/whole/experiment.toml --out @/again");
    desk.same("whole", "again");
    desk.done("run @/it.toml --shard 1/2 --out @/half");
    for (text, parts) in [
        ("command = \"matrix\"\ndecks = [\"@/decks\"]\ngmaes = 3\n", ["it.toml:3:", "did you mean `games`?"]),
        ("command = \"matrix\"\ndecks = [\"@/decks\", \"x\"]\n", ["a directory", "2 are named"]),
        ("command = \"matrix\"\ngames = 3\n", ["a directory", "0 are named"]),
        ("command = \"mtach\"\ndecks = []\n", ["it.toml:1:", "did you mean 'match'?"]),
        ("command = \"match\"\ndecks = [\"a\", \"b\"]\nmirrors = true\n", ["it.toml", "no mirrors"]),
        ("command = \"matrix\"\ndecks = [\"@/decks\"]\nshard = \"4/3\"\n", ["it.toml:3:", "3/100"]),
        ("command = \"matrix\"\ndecks = [\"@/decks\"]\ngames = 0\n", ["it.toml:3:", "a whole number from 1"]),
    ] {
        file(text);
        desk.refuses("run @/it.toml --out @/bad", &parts);
    }
    desk.refuses("run @/nothing.toml", &["can't read", "nothing.toml"]);
}

#[test]
fn killed_runs_come_out_the_same() {
    kill_and_go_on(20, &["--games", "100"]);
}

#[test]
fn killed_runs_that_go_where_the_rate_is_uncertain_come_out_the_same() {
    kill_and_go_on(6, &["--games", "20", "--until", "8", "--luck"]);
}

/// Units of matches have rows of their own number.
#[test]
fn killed_runs_of_matches_come_out_the_same() {
    kill_and_go_on(6, &["--games", "40", "--best-of", "3"]);
}

/// Kills the program without warning at random moments and goes on, that many times; the files are those of a run that nobody disturbed.
fn kill_and_go_on(times: usize, options: &[&str]) {
    let dir = tempfile::tempdir().expect("a directory");
    let decks = concat!(env!("CARGO_MANIFEST_DIR"), "/../decks");
    let [whole, out] = ["whole", "out"].map(|name| dir.path().join(name).display().to_string());
    let program = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gauntlet"));
        command.args(words).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let run = |out: &str, threads: &str| {
        let words = ["matrix", decks, "--agent", "random", "--rows", "--threads", threads, "--out", out];
        program(&[&words[..], options].concat())
    };
    assert!(run(&whole, "2").status().expect("started").success());
    let chunks = || fs::read_dir(format!("{out}/chunks")).map_or(0, Iterator::count);
    let mut rng = Seed::from_u64(1).rng();
    let (mut kills, mut finished) = (0, 0);
    while kills < times {
        let threads = ["1", "2", "3"][kills % 3];
        let begun = fs::exists(format!("{out}/run.json")).expect("known");
        let mut child = match begun {
            true => program(&["resume", &out, "--threads", threads]),
            false => run(&out, threads),
        }
        .spawn()
        .expect("started");
        // Somewhere between before the first chunk and after some more.
        let (until, moment) = (chunks() + rng.random_range(0..5usize), rng.random_range(0..60));
        while chunks() < until && child.try_wait().expect("known").is_none() {
            thread::sleep(Duration::from_millis(2));
        }
        thread::sleep(Duration::from_millis(moment));
        // SIGKILL: nothing can be tidied up.
        if child.try_wait().expect("known").is_none() {
            child.kill().expect("killed");
            kills += 1;
        }
        if child.wait().expect("waited").success() {
            for file in FILES {
                let read = |dir: &str| fs::read(format!("{dir}/{file}")).expect("read");
                assert!(read(&whole) == read(&out), "{file} after {kills} kills");
            }
            fs::remove_dir_all(&out).expect("removed");
            finished += 1;
        }
    }
    if chunks() > 0 {
        assert!(program(&["resume", &out]).status().expect("started").success());
        finished += 1;
        for file in FILES {
            let read = |dir: &str| fs::read(format!("{dir}/{file}")).expect("read");
            assert!(read(&whole) == read(&out), "{file} in the end");
        }
    }
    assert!(finished > 0);
}

/// A directory that can't be written, and a disk that is full (a device that always is): one sentence, and nothing finished is lost.
#[test]
#[cfg(target_os = "linux")]
fn full_disks_lose_nothing() {
    let desk = Desk::new(&common::FIELD);
    desk.refuses(&format!("{LINE} --out /proc/nowhere"), &["can't write /proc/nowhere"]);
    desk.done(&format!("{LINE} --shard 1/2 --out @/out"));
    let before = fs::read_dir(desk.path("out/chunks")).expect("chunks").count();
    // The rows of the next chunk go to a device that is always full.
    let units = 12 * 51 / 2;
    std::os::unix::fs::symlink("/dev/full", desk.path(&format!("out/chunks/.{units:012}.csv-{}", std::process::id())))
        .expect("linked");
    let plan = desk.read("out/experiment.toml").replace("shard = \"1/2\"\n", "");
    fs::write(desk.path("out/experiment.toml"), plan).expect("written");
    let Done { exit, err, .. } = desk.run("resume @/out --threads 1");
    assert!(exit == Exit::BadInput && err.contains("No space left") && err.contains("gauntlet resume"), "{err}");
    assert!(fs::read_dir(desk.path("out/chunks")).expect("chunks").count() >= before);
    desk.done("resume @/out");
    desk.done(&format!("{LINE} --out @/whole"));
    desk.same("whole", "out");
}

/// The answer of `gauntlet compare … --json`.
fn compared(desk: &Desk, line: &str) -> serde_json::Value {
    let path = desk.path("answer");
    desk.done(&format!("compare {line} --against @/decks --agent random --quiet --out {}", path.display()));
    serde_json::from_str(&desk.read("answer/compare.json")).expect("JSON")
}

#[test]
fn a_better_version_is_found_with_fewer_games_than_unpaired() {
    let desk = Desk::new(&common::FIELD);
    fs::write(desk.path("old.txt"), "1 3 5 7 9 11 13 15 17 19 2 4").expect("written");
    fs::write(desk.path("new.txt"), "40 3 5 7 9 11 13 15 17 19 2 4").expect("written");
    fs::write(desk.path("same.txt"), "2 4 1 3 5 7 9 11 13 15 17 19").expect("written");
    let better = compared(&desk, "@/old.txt @/new.txt --threads 1");
    assert_eq!(better["verdict"], "better", "{better}");
    let (low, high) = (better["low"].as_f64().expect("a number"), better["high"].as_f64().expect("a number"));
    assert!(0.0 < low && low <= better["difference"].as_f64().expect("a number") && low < high);
    // The same answer backwards, and on any number of threads.
    assert_eq!(better, compared(&desk, "@/old.txt @/new.txt --threads 3"));
    assert_eq!(compared(&desk, "@/new.txt @/old.txt")["verdict"], "worse");
    // Two of the same kind don't differ, which is known after few games; the same cards in another order are the same deck.
    let same = compared(&desk, "@/old.txt @/same.txt");
    assert_eq!(same["verdict"], "no_difference", "{same}");
    // A single comparison without pairs may be lucky.
    let games = |how: &str| {
        let compare = |seed: u64| compared(&desk, &format!("@/old.txt @/new.txt --seed {seed}{how}"));
        (1..=5).map(|seed| compare(seed)["games"].as_u64().expect("a number")).sum::<u64>()
    };
    let (paired, unpaired) = (games(""), games(" --unpaired"));
    assert!(unpaired > paired, "{unpaired} {paired}");
    let few = compared(&desk, "@/old.txt @/new.txt --max-games 40");
    assert!(few["verdict"] == "undecided" && few["games"].as_u64() <= Some(40), "{few}");
    desk.refuses("compare @/old.txt @/old.txt --against @/decks", &["the same list"]);
    desk.refuses("compare @/old.txt @/new.txt --against @/decks --margin x", &["percentage points"]);
}

#[test]
fn a_metagame_is_read_off_a_matrix() {
    let desk = Desk::new(&common::FIELD);
    desk.done("matrix @/decks --agent random --games 400 --out @/out");
    let Done { exit, err, .. } = desk.run("metagame @/out --json --samples 200");
    assert_eq!(exit, Exit::Ok, "{err}");
    desk.done("metagame @/out --samples 50 --field odd=2,even=1");
    desk.refuses("metagame @/out --field nobody=1", &["no deck 'nobody'"]);
    desk.refuses("metagame @/nowhere", &["no run.json"]);
    desk.done("match @/decks/odd.txt @/decks/even.txt --out @/pair --on-the-play a");
    desk.refuses("metagame @/pair", &["a matrix with one agent and swapped seats"]);
}

/// A better card is found among others, the same way on any number of threads, and however often it is stopped.
#[test]
fn the_best_change_of_a_card_is_found() {
    static NOW: AtomicBool = AtomicBool::new(true);
    let desk = Desk::new(&common::FIELD);
    desk.write("mine.txt", "1 3 5 7 9 11 13 15");
    desk.write("pool.txt", "// numbers\n1 40\n1 2\n6\n");
    let line = "deck tune @/mine.txt --pool @/pool.txt --against @/decks --agent random --margin 2";
    desk.done(&format!("{line} --threads 1 --passes 2 --write @/new.txt --out @/one"));
    let answer: serde_json::Value = serde_json::from_str(&desk.read("one/tune.json")).expect("JSON");
    let first = &answer["passes"][0];
    assert_eq!((&first["candidates"], &first["over"]), (&24.into(), &true.into()), "{answer}");
    let best = first["applied"].as_str().expect("a change is better");
    assert!(best.ends_with("+1 40"), "{best}");
    let changes = first["changes"].as_array().expect("a list");
    assert!(changes.iter().any(|line| line["better"] == true && line["alive"] == true));
    assert!(changes.iter().filter(|line| line["alive"] == false).count() > 10, "{answer}");
    assert!(desk.read("new.txt").contains("1 40\n"), "{}", desk.read("new.txt"));
    // The list that was written is a deck as it is read (here: numbers, and not counts and names).
    desk.done(&format!("{line} --threads 3 --passes 2 --out @/two"));
    assert_eq!(desk.read("one/tune.json"), desk.read("two/tune.json"));
    // With few games, and then with more: it goes on where it was.
    let few = desk.run(&format!("{line} --passes 2 --max-games 9000 --out @/three"));
    assert!(few.exit == Exit::Ok && few.out.contains("list now"), "{}{}", few.out, few.err);
    let stopped = desk.run_until(&format!("{line} --passes 2 --out @/three"), &NOW);
    assert!(stopped.exit == Exit::Interrupted && stopped.err.contains("goes on"), "{}", stopped.err);
    desk.done(&format!("{line} --passes 2 --out @/three"));
    assert_eq!(desk.read("one/tune.json"), desk.read("three/tune.json"));
    let none = desk.run(&format!("{line} --max-games 20"));
    assert!(none.exit == Exit::Ok && none.out.contains("games are needed before the first look"), "{}", none.out);
    desk.refuses(&format!("{line} --write @/mine.txt"), &["mine.txt is what is read"]);
    desk.refuses(&format!("{line} --write @/decks/odd.txt"), &["odd.txt already exists"]);
    let json = desk.run(&format!("{line} --max-games 2000 --json --quiet"));
    assert!(serde_json::from_str::<serde_json::Value>(&json.out).is_ok(), "{}", json.out);
    desk.refuses(&format!("{line} --seed 2 --out @/one"), &["different tuning run"]);
    desk.refuses("deck tune @/mine.txt --pool @/none.txt --against @/decks", &["can't read", "none.txt"]);
    desk.write("pool.txt", "7\n7\n");
    desk.refuses(line, &["pool.txt:2: '7' is listed twice (line 1)"]);
}

#[test]
fn whatever_an_agent_does_costs_its_games_and_no_more() {
    for (how, said) in [
        ("panic", "this agent has lost its head"),
        ("illegal", "chose number"),
        ("deep", "endless recursion: the stack is used up"),
        ("endless", "endless loop: more than 100000 looks at positions in one choice"),
    ] {
        let desk = Desk::new(&common::FIELD);
        let done = desk.run(&format!("matrix @/decks --agent-a random --agent-b wild:how={how} --games 4 --out @/run"));
        assert_eq!(done.exit, Exit::Problems, "{how}: {}", done.err);
        let run: serde_json::Value = serde_json::from_str(&desk.read("run/run.json")).expect("JSON");
        let (games, failed) = (&run["counts"]["games"], &run["counts"]["endings"]["engine_error"]);
        assert_eq!((games, failed), (&48.into(), &48.into()), "{how}");
        let errors = desk.read("run/errors.jsonl");
        assert_eq!(errors.lines().filter(|line| line.contains(said)).count(), 48, "{how}: {errors}");
        assert!(done.err.contains("48 games failed"), "{}", done.err);
        // The run is on disk whole: there is nothing to go on with.
        assert!(desk.run("resume @/run").err.contains("all played before"));
    }
}

#[test]
fn what_a_killed_process_was_writing_is_removed() {
    let desk = Desk::new(&common::FIELD);
    desk.done(&format!("{LINE} --out @/run"));
    desk.write("run/.matchups.csv-123", "half a ta");
    desk.write("run/chunks/.000000000000.json-123", "half a ch");
    desk.write("run/.mine", "not gauntlet's");
    desk.done("resume @/run");
    assert!(!desk.path("run/.matchups.csv-123").exists() && !desk.path("run/chunks/.000000000000.json-123").exists());
    assert!(desk.path("run/.mine").exists());
}
