//! The commands as a user gives them, from arguments to outputs, files and exit codes.

mod common;

use std::fs;
use std::sync::atomic::AtomicBool;

use common::desk::Desk;
use gauntlet::output::screen::Exit;

fn rows(csv: &str) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(csv.as_bytes()).records().map(|row| row.expect("a row")).collect()
}

#[test]
fn a_matrix_writes_its_tables() {
    let desk = Desk::new(&common::FIELD);
    let done = desk.run("matrix @/decks --agent random --games 100 --out @/out");
    assert_eq!(done.exit, Exit::Ok, "{}", done.err);
    assert!(done.out.contains("1 bomb") && done.out.contains("win rate"), "{}", done.out);
    assert!(done.err.starts_with("600 games in ") && done.err.contains("files in "), "{}", done.err);
    let matchups = desk.read("out/matchups.csv");
    assert_eq!(rows(&matchups).len(), 12);
    let header = matchups.lines().next().expect("a header");
    for column in
        ["deck_a", "wilson_low", "paired_high", "median_turns", "mulligans_b", "decisions", "end_engine_error"]
    {
        assert!(header.split(',').any(|name| name == column), "{column} in {header}");
    }
    assert_eq!(rows(&desk.read("out/decks.csv")).len(), 4);
    let run: serde_json::Value = serde_json::from_str(&desk.read("out/run.json")).expect("JSON");
    assert_eq!(run["partial"], false);
    assert_eq!(run["counts"]["games"], 600);
    assert_eq!(run["decks"][0]["fingerprint"], "[1,2,3,4,5,6,7,50]");
    assert_eq!(run["deck_files"].as_array().map(Vec::len), Some(4));
    assert!(desk.read("out/timing.json").contains("games_per_second"));
    assert!(!desk.path("out/errors.jsonl").exists());
}

#[test]
fn the_command_in_run_json_makes_the_same_files() {
    let desk = Desk::new(&common::FIELD);
    let lines = [
        "matrix @/decks --agent sorted:mulligans=1 --agent-b random --games 30 --mirrors --seed 9",
        "field @/decks/odd.txt @/decks --agent random --games 31 --on-the-play b --max-turns 4",
        "match @/decks/odd.txt @/decks/bomb.txt --games 10",
    ];
    for (number, line) in lines.into_iter().enumerate() {
        let first = desk.run(&format!("{line} --threads 1 --out @/one{number}"));
        let run: serde_json::Value = serde_json::from_str(&desk.read(&format!("one{number}/run.json"))).expect("JSON");
        let again = run["reproduce"].as_str().and_then(|line| line.strip_prefix("gauntlet ")).expect("a command");
        let second = desk.run(&format!("{again} --threads 3 --out @/two{number}"));
        assert_eq!((first.exit, &first.out), (Exit::Ok, &second.out), "{} {}", first.err, second.err);
        for file in ["run.json", "matchups.csv", "decks.csv"] {
            assert_eq!(desk.read(&format!("one{number}/{file}")), desk.read(&format!("two{number}/{file}")), "{file}");
        }
    }
}

#[test]
fn decks_csv_is_the_sum_of_matchups_csv() {
    let desk = Desk::new(&common::FIELD);
    desk.run("matrix @/decks --agent random --games 50 --out @/out");
    let (matchups, decks) = (desk.read("out/matchups.csv"), desk.read("out/decks.csv"));
    let column = |csv: &str, name: &str| {
        csv.lines().next().and_then(|header| header.split(',').position(|column| column == name)).expect("a column")
    };
    for (sum, part) in [
        ("games", "games"),
        ("wins", "wins"),
        ("losses", "losses"),
        ("draws", "draws"),
        ("mulligans", "mulligans_a"),
        ("decisions", "decisions"),
        ("end_life", "end_life"),
    ] {
        let (sum, part) = (column(&decks, sum), column(&matchups, part));
        for deck in rows(&decks) {
            let own = rows(&matchups).into_iter().filter(|row| row[0] == deck[0]);
            let total: u64 = own.map(|row| row[part].parse::<u64>().expect("a count")).sum();
            assert_eq!(deck[sum].parse(), Ok(total));
        }
    }
}

#[test]
fn json_is_one_document() {
    let desk = Desk::new(&common::FIELD);
    let done = desk.run("match @/decks/odd.txt @/decks/even.txt --json --quiet --out @/out");
    assert_eq!((done.exit, done.err.as_str()), (Exit::Ok, ""));
    let document: serde_json::Value = serde_json::from_str(&done.out).expect("JSON");
    assert_eq!(document["matchups"][0]["deck_a"], "odd");
    assert_eq!(document["matchups"][0]["games"], 200);
    assert!(document["matchups"][0]["win_rate"].is_f64());
    assert_eq!(document["decks"].as_array().map(Vec::len), Some(2));
}

#[test]
fn results_of_another_run_are_kept() {
    let desk = Desk::new(&common::FIELD);
    let line = "match @/decks/odd.txt @/decks/even.txt --out @/out";
    assert_eq!(desk.run(line).exit, Exit::Ok);
    assert_eq!(desk.run(line).exit, Exit::Ok);
    let before = desk.read("out/matchups.csv");
    let refused = desk.refused(&format!("{line} --seed 2"));
    assert!(refused.contains("a different run") && refused.contains("--out"), "{refused}");
    // An edited deck is another run too.
    desk.write("decks/odd.txt", "1 1 1 1 1 1");
    desk.refused(line);
    assert_eq!(desk.read("out/matchups.csv"), before);
}

#[test]
fn an_interrupted_run_keeps_what_was_played() {
    static NOW: AtomicBool = AtomicBool::new(true);
    let desk = Desk::new(&common::FIELD);
    let line = "matrix @/decks --out @/out";
    let done = desk.run_until(line, &NOW);
    assert_eq!(done.exit, Exit::Interrupted);
    assert!(done.err.contains("interrupted after 0 of 1200 games: the tables are partial"), "{}", done.err);
    assert!(desk.read("out/run.json").contains("\"partial\": true"));
    assert_eq!(rows(&desk.read("out/matchups.csv")).len(), 12);
    assert!(done.err.contains("go on with: gauntlet resume "), "{}", done.err);
    // Completing it replaces the part; what is complete can't be interrupted.
    assert_eq!(desk.run(line).exit, Exit::Ok);
    let whole = desk.read("out/run.json");
    assert!(whole.contains("\"partial\": false"));
    let again = desk.run_until(line, &NOW);
    assert!(again.exit == Exit::Ok && again.err.contains("1200 games, all played before"), "{}", again.err);
    assert_eq!(desk.read("out/run.json"), whole);
}

#[test]
fn failed_games_are_listed_and_can_be_watched() {
    let desk = Desk::new(&[("bug", &[1, 1, 3, 5, 7, 9, 11, common::BUG]), ("rare", &[1, 3, 5, 7, 9, 11, 13, 8])]);
    let done = desk.run("matrix @/decks --agent random --out @/out");
    assert_eq!(done.exit, Exit::Problems);
    assert!(done.err.contains("games failed in the engine and count as draws"), "{}", done.err);
    let lines = desk.read("out/errors.jsonl");
    let count = lines.lines().count();
    assert!(done.err.contains(&format!("{count} games failed")), "{}", done.err);
    for line in lines.lines().take(5) {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!((&line["deck_a"], &line["seed"]), (&"bug".into(), &1.into()));
        let recording = line["recording"].as_str().expect("a file");
        let replayed = desk.run(&format!("replay @/out/{recording}"));
        assert_eq!(replayed.exit, Exit::Problems);
        let message = line["message"].as_str().expect("text");
        assert!(replayed.out.ends_with(&format!("It ends with a failure (panic): {message}\n")), "{}", replayed.out);
        let replay = line["replay"].as_str().and_then(|line| line.strip_prefix("gauntlet ")).expect("a command");
        let watched = desk.run(replay);
        assert_eq!(watched.exit, Exit::Problems);
        let expected = format!(
            "The engine failed in turn {}, after {} choices: {}\n",
            line["turn"],
            line["decisions"],
            line["message"].as_str().expect("text")
        );
        assert!(watched.out.ends_with(&expected), "{} is not {expected}", watched.out);
    }
}

#[test]
fn watch_tells_the_game_that_a_run_plays() {
    let desk = Desk::new(&common::FIELD);
    let told = desk.run("watch @/decks/odd.txt @/decks/even.txt --seed 3 --pair 4 --agent random --on-the-play b");
    assert_eq!((told.exit, told.err.as_str()), (Exit::Ok, ""));
    assert!(told.out.starts_with("odd (random) against even (random); even takes the first turn. Seed 3, pair 4.\n"));
    assert!(told.out.contains("\nTurn 1\n  even: "), "{}", told.out);
    assert_eq!(
        told.out,
        desk.run("watch @/decks/odd.txt @/decks/even.txt --seed 3 --pair 4 --agent random --on-the-play b").out
    );
    let json =
        desk.run("watch @/decks/odd.txt @/decks/even.txt --seed 3 --pair 4 --agent random --on-the-play b --json");
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!((&json["first"], &json["agents"][1]), (&"even".into(), &"random".into()));
    let story: Vec<&str> = json["story"].as_array().expect("a list").iter().filter_map(|line| line.as_str()).collect();
    assert!(story.len() > 5 && told.out.contains(&story.join("\n")), "{story:?}");
    let mirror = desk.run("watch @/decks/odd.txt @/decks/odd.txt");
    assert!(mirror.out.starts_with("odd (A) (sorted) against odd (B) (sorted)"), "{}", mirror.out);
}

#[test]
fn a_page_of_a_game_without_boards_has_its_choices_and_story() {
    let desk = Desk::new(&[("<i>&amp;", &[1, 2, 3, 4, 5, 6]), ("odd", &[1, 3, 5, 7, 9, 11])]);
    let line = "watch @/decks/<i>&amp;.txt @/decks/odd.txt --seed 3 --html @/pages/game.html";
    let done = desk.run(line);
    assert_eq!(done.exit, Exit::Ok, "{}", done.err);
    assert!(done.out.contains("To watch it in a browser, open "), "{}", done.out);
    let page = desk.read("pages/game.html");
    assert!(!page.contains("<i>") && page.contains("<title>&lt;i&gt;&amp;amp; against odd"), "names are no markup");
    let (_, rest) = page.split_once("<script type=\"application/json\" id=\"game\">").expect("a document");
    let (document, _) = rest.split_once("</script>").expect("its end");
    let document: serde_json::Value = serde_json::from_str(document).expect("JSON");
    assert_eq!(document["players"][0], "<i>&amp;");
    assert_eq!(document["areas"], serde_json::json!([]));
    assert!(document["steps"].as_array().is_some_and(|steps| steps.len() > 5));
    assert!(document["story"].as_array().is_some_and(|story| story.len() > 5));
    desk.refuses("watch @/decks/odd.txt @/decks/odd.txt --html @/decks", &["can't write", "choose another place"]);
}

#[test]
fn a_page_of_a_game_that_fails_shows_how_far_it_got() {
    let desk = Desk::new(&[("bug", &[99, 99, 99, 99, 99, 99]), ("even", &[2, 4, 6, 8, 10, 12])]);
    let done = desk.run("watch @/decks/bug.txt @/decks/even.txt --html @/game.html");
    assert_eq!(done.exit, Exit::Problems, "{}{}", done.out, done.err);
    let page = desk.read("game.html");
    assert!(page.contains("\"failed\":true") && page.contains("The engine failed in turn "), "{page}");
}

#[test]
fn two_versions_of_a_deck_meet_the_same_games() {
    let desk = Desk::new(&common::FIELD);
    fs::create_dir(desk.path("new")).expect("made");
    fs::copy(desk.path("decks/odd.txt"), desk.path("new/odd.txt")).expect("copied");
    let done = desk.run("field @/new/odd.txt @/decks --agent random --out @/out");
    assert_eq!(done.exit, Exit::Ok, "{}", done.err);
    let own = rows(&desk.read("out/matchups.csv"));
    let old = desk.path("decks/odd.txt").display().to_string();
    let new = desk.path("new/odd.txt").display().to_string();
    assert!(own.iter().any(|row| row[0] == *new && row[1] == *old && row[9] == *"0.500000"), "{own:?}");
    desk.run("field @/decks/odd.txt @/decks --agent random --out @/old");
    let wins = |rows: &[csv::StringRecord]| {
        rows.iter().filter(|row| &row[1] == "weak").map(|row| row[6].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(wins(&own), wins(&rows(&desk.read("old/matchups.csv"))));
}

#[test]
fn bad_input_is_one_sentence() {
    let desk = Desk::new(&common::FIELD);
    let says = |line: &str, parts: &[&str]| {
        let sentence = desk.refused(line);
        assert!(parts.iter().all(|part| sentence.contains(part)), "{line}: {sentence}");
    };
    says("match @/decks/od.txt @/decks/even.txt", &["there is no deck", "did you mean 'odd'?"]);
    says("match @/decks/zzzzzz.txt @/decks/even.txt", &["there is no deck", "bomb, even, odd and weak"]);
    says("match @/nowhere/odd.txt @/decks/even.txt", &["there is no deck", "check the path"]);
    says("match @/decks @/decks/even.txt", &["is a directory"]);
    says("matrix @/decks/odd.txt", &["is a file; name the directory"]);
    says("matrix @/nowhere", &["can't read", "nowhere", "No such file"]);
    says("matrix @/decks/cards", &["has no decks", ".txt"]);
    says("matrix @/decks --agent hueristic", &["no agent 'hueristic'", "random, sorted, wild and sleepy"]);
    says("matrix @/decks --agent srted", &["did you mean 'sorted'?"]);
    says(
        "matrix @/decks --agent sorted:form=low",
        &["no setting 'form'", "did you mean 'from'?", "from and mulligans"],
    );
    says("matrix @/decks --agent random:a=1", &["'random' has no settings"]);
    says("matrix @/decks --agent sorted:mulligans=x", &["'mulligans' must be 0 or 1, not 'x'"]);
    says("matrix @/decks --agent sorted:from=mid", &["'from' must be high or low, not 'mid'"]);
    says("matrix @/decks --agent sorted:from", &["'from' is not of the form key=value"]);
    says("matrix @/decks --agent sorted:from=", &["'from' has no value"]);
    says("matrix @/decks --agent sorted:from=low,from=high", &["'from' is set twice"]);
    says("matrix @/decks --out @/decks/odd.txt", &["can't write", "odd.txt", "choose another place with --out"]);
    says("matrix @/decks --games 18446744073709551615", &["more games than can be counted", "--games"]);
    desk.write("decks/broken.txt", "1 2 3\n4 five");
    says("matrix @/decks", &["broken.txt:2: 'five' isn't a card"]);
    desk.write("decks/broken.txt", "1 2 3");
    says("matrix @/decks", &["broken.txt: a deck needs 4 cards and this has 3"]);
    let one = Desk::new(&common::FIELD[..1]);
    assert!(one.refused("matrix @/decks").contains("at least two decks"), "one deck");
}

#[test]
fn wrong_arguments_exit_with_2_and_help_with_0() {
    let desk = Desk::new(&common::FIELD);
    for line in ["", "mtach a b", "matrix @/decks --games 0", "matrix @/decks --threads 0", "matrix @/decks --seed x"] {
        let done = desk.run(line);
        assert_eq!(done.exit, Exit::BadInput, "{line}");
        assert!(!done.err.is_empty() && done.out.is_empty(), "{line}: {}", done.out);
    }
    assert!(desk.run("mtach a b").err.contains("'match'"));
    let help = desk.run("--help");
    assert_eq!((help.exit, help.err.as_str()), (Exit::Ok, ""));
    for text in ["gauntlet matrix decks/", "Exit codes", "sorted", "from=high"] {
        assert!(help.out.contains(text), "{text} in {}", help.out);
    }
    assert_eq!(desk.run("--version").exit, Exit::Ok);
}

#[test]
fn the_table_fits_the_terminal() {
    let decks: Vec<(String, Vec<u8>)> =
        (0..20).map(|n| (format!("a-deck-with-a-long-name-{n}"), vec![n, 3, 5, 7, 9, 11])).collect();
    let decks: Vec<(&str, &[u8])> = decks.iter().map(|(name, cards)| (name.as_str(), cards.as_slice())).collect();
    let desk = Desk::new(&decks);
    let done = desk.run("matrix @/decks --games 2 --out @/out");
    let widest = done.out.lines().skip(1).map(|line| line.chars().count()).max();
    assert!(widest <= Some(120), "{}", done.out);
    // Two bands of ten columns, each with a line for every deck, and the ranking under a heading.
    assert_eq!(done.out.lines().filter(|line| line.contains('±')).count(), 1 + 2 * 20 + 20, "{}", done.out);
}

#[test]
fn bench_measures_what_scripts_compare() {
    let desk = Desk::new(&common::FIELD);
    let done = desk.run("bench @/decks/odd.txt @/decks/even.txt --seconds 0.1 --json");
    assert_eq!(done.exit, Exit::Ok, "{}", done.err);
    let list: serde_json::Value = serde_json::from_str(&done.out).expect("JSON");
    let names: Vec<&str> = list.as_array().expect("a list").iter().filter_map(|line| line["name"].as_str()).collect();
    for name in
        ["random games", "sorted games", "random decisions", "clone", "legal actions", "determinize", "position size"]
    {
        assert!(names.contains(&name), "{name} in {names:?}");
    }
    assert!(list.as_array().is_some_and(|list| list.iter().all(|line| line["value"].as_f64() > Some(0.0))));
}

#[test]
fn unfinished_games_are_listed_and_counted_either_way() {
    let desk = Desk::new(&[("clocks", &[0, 0, 0, 0, 1, 1, 1, 1]), ("odd", common::FIELD[2].1)]);
    let done = desk.run("match @/decks/clocks.txt @/decks/odd.txt --agent sleepy --max-turns 30 --out @/out");
    assert_eq!(done.exit, Exit::Ok, "{}", done.err);
    assert!(
        done.err.contains("reached the limit of --max-turns 30") && done.err.contains("win_rate_if_lost"),
        "{}",
        done.err
    );
    assert!(done.out.contains("unfinished"), "{}", done.out);
    let lines: Vec<serde_json::Value> =
        desk.read("out/unfinished.jsonl").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(!lines.is_empty() && lines.len() <= 100);
    assert_eq!((&lines[0]["reason"], &lines[0]["turn"]), (&"turn_limit".into(), &30.into()));
    // Its replay is the game as far as it went, and the command tells the same game.
    let replayed = desk.run(&format!("replay @/out/{}", lines[0]["recording"].as_str().expect("a file")));
    assert_eq!(replayed.exit, Exit::Ok, "{}", replayed.out);
    assert!(replayed.out.contains("Every position is as recorded"), "{}", replayed.out);
    let watched = lines[0]["replay"].as_str().and_then(|line| line.strip_prefix("gauntlet ")).expect("a command");
    let watched = desk.run(watched);
    assert!(watched.out.contains("A draw in turn 30: that is the limit."), "{}", watched.out);
    let table = desk.read("out/matchups.csv");
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let names = reader.headers().expect("a header").clone();
    for row in reader.records().map(|row| row.expect("a row")) {
        let value = |name: &str| {
            let place = names.iter().position(|column| column == name).expect("a column");
            row[place].parse::<f64>().expect("a number")
        };
        let (games, unfinished) = (value("games"), value("end_turn_limit"));
        assert!(unfinished > 0.0);
        assert!((value("win_rate") - value("win_rate_if_lost") - unfinished / games / 2.0).abs() < 2e-6);
        assert!((value("win_rate_if_won") - value("win_rate") - unfinished / games / 2.0).abs() < 2e-6);
    }
}

#[test]
fn matches_are_played_to_two_wins() {
    let desk = Desk::new(&common::FIELD);
    let line = "matrix @/decks --agent random --games 100 --best-of 3 --mirrors";
    desk.done(&format!("{line} --threads 1 --out @/one"));
    desk.done(&format!("{line} --threads 3 --out @/two"));
    desk.same("one", "two");
    let table = desk.read("one/matchups.csv");
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let names = reader.headers().expect("a header").clone();
    for row in reader.records().map(|row| row.expect("a row")) {
        let value = |name: &str| {
            let place = names.iter().position(|column| column == name).expect("a column");
            row[place].parse::<f64>().unwrap_or_else(|_| panic!("{name}: {}", &row[place]))
        };
        assert_eq!(value("matches"), 100.0);
        assert_eq!(value("games_before_sideboarding"), 100.0);
        assert_eq!(value("games_before_sideboarding") + value("games_after_sideboarding"), value("games"));
        assert!((200.0..=500.0).contains(&value("games")));
        let pairs: f64 = (0..5).map(|halves| value(&format!("pairs_{halves}"))).sum();
        assert_eq!(pairs, 50.0);
        let wins = value("match_wins") + value("match_draws") / 2.0;
        assert!((wins / 100.0 - value("match_win_rate")).abs() < 1e-6);
        // A mirror is even to the last match.
        if row[0] == row[1] {
            assert_eq!((value("match_win_rate"), value("pairs_2"), value("win_rate")), (0.5, 50.0, 0.5));
        }
    }
    // The first game of a match is the single game of that seed.
    desk.done("matrix @/decks --agent random --games 100 --mirrors --out @/single");
    let column = |file: &str, name: &str| -> Vec<String> {
        let table = desk.read(file);
        let mut reader = csv::Reader::from_reader(table.as_bytes());
        let place = reader.headers().expect("a header").iter().position(|column| column == name).expect("a column");
        reader.records().map(|row| row.expect("a row")[place].to_owned()).collect()
    };
    assert_eq!(column("single/matchups.csv", "win_rate"), column("one/matchups.csv", "win_rate_before_sideboarding"));
    // A row for each game, with its match and its number in it.
    desk.done(&format!("{line} --rows --threads 1 --out @/rows"));
    desk.done(&format!("{line} --rows --threads 3 --out @/more"));
    desk.same("rows", "more");
    let games = desk.read("rows/games.csv");
    assert!(games.starts_with("deck_a,deck_b,agent_a,agent_b,pair,match,game,first,winner,"), "{games}");
    let mut matches: std::collections::BTreeMap<[String; 3], Vec<csv::StringRecord>> = Default::default();
    for row in rows(&games) {
        matches.entry([0, 1, 5].map(|place: usize| row[place].to_owned())).or_default().push(row);
    }
    for (key, games) in &matches {
        let first = |game: &csv::StringRecord| game[7].to_owned();
        let pair: u64 = games[0][4].parse().expect("a number");
        let began = if first(&games[0]) == "a" { 0 } else { 1 };
        assert_eq!(key[2], (2 * pair + began).to_string(), "the first match of a pair is begun by side a");
        for (place, game) in games.iter().enumerate() {
            assert_eq!((&game[6], &game[4]), ((place + 1).to_string().as_str(), &games[0][4]), "{game:?}");
            if let Some(before) = place.checked_sub(1).map(|place| &games[place]) {
                let begins = match &before[8] {
                    "a" => "b".to_owned(),
                    "b" => "a".to_owned(),
                    _ => first(before),
                };
                assert_eq!(first(game), begins, "the loser begins the next");
            }
        }
        let won = |side: &str| games.iter().filter(|game| &game[8] == side).count();
        assert!(won("a").max(won("b")) == 2 || games.len() == 5, "{games:?}");
    }
    for row in rows(&desk.read("rows/matchups.csv")) {
        let own = || matches.iter().filter(|(key, _)| key[0] == row[0] && key[1] == row[1]);
        if own().count() > 0 {
            assert_eq!(own().count(), 100);
        }
    }
    desk.refuses("match @/decks/odd.txt @/decks/even.txt --best-of 2", &["1, 3 or 5"]);
    let shown = desk.run("match @/decks/odd.txt @/decks/even.txt --best-of 3 --agent random --out @/shown");
    assert!(shown.out.contains("200 matches") && shown.out.contains("games before sideboarding"), "{}", shown.out);
}
