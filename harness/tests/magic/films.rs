//! Games as pages: what is in the document that a page draws.

use std::process::{Command, Stdio};

use serde_json::Value;

use super::commands::Desk;

/// The document of a page.
fn document(page: &str) -> Value {
    let (_, rest) = page.split_once("<script type=\"application/json\" id=\"game\">").expect("a document");
    let (document, _) = rest.split_once("</script>").expect("its end");
    serde_json::from_str(document).expect("JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn number(value: &Value) -> usize {
    value.as_u64().and_then(|number| usize::try_from(number).ok()).expect("a number")
}

/// The numbers of both players, and what is in each area.
type Shown = (Vec<Vec<i64>>, Vec<Vec<usize>>);

/// What is shown step by step.
fn positions(game: &Value) -> Vec<Shown> {
    let mut numbers = Vec::new();
    let mut areas = vec![Vec::new(); list(&game["areas"]).len()];
    let mut all = Vec::new();
    for step in list(&game["steps"]) {
        if let Some(both) = step["s"].as_array() {
            numbers = both.iter().map(|own| list(own).iter().filter_map(Value::as_i64).collect()).collect();
        }
        for (place, things) in step["a"].as_object().into_iter().flatten() {
            areas[place.parse::<usize>().expect("a place")] = list(things).iter().map(number).collect();
        }
        all.push((numbers.clone(), areas.clone()));
    }
    all
}

fn area(game: &Value, name: &str, seat: u64) -> usize {
    let found = list(&game["areas"]).iter().position(|area| area["n"] == name && area["s"] == seat);
    found.expect("an area")
}

#[test]
fn a_page_has_every_position_and_every_choice() {
    let desk = Desk::new(&["burn", "white-tokens"]);
    let said = desk.done("watch burn white-tokens --seed 7 --html game.html --record game.jsonl");
    assert!(said.out.ends_with("To watch it in a browser, open game.html\n"), "{}", said.out);
    let page = desk.read("game.html");
    assert!(page.len() < 300_000, "{} bytes", page.len());
    let game = document(&page);
    let recorded = desk.read("game.jsonl").lines().count() - 1;
    let steps = list(&game["steps"]);
    assert_eq!(steps.len(), recorded + 1, "a step for each choice and one for the end");
    for step in &steps[..recorded] {
        assert!(number(&step["t"]) < list(&step["c"]).len(), "{step}");
        let marks = list(&step["m"]).len();
        assert!(marks == 0 || marks == list(&step["c"]).len(), "{step}");
    }
    assert!(steps[recorded].get("p").is_none(), "nobody is asked at the end");
    let hands = [0, 1].map(|seat| area(&game, "hand", seat));
    let all = positions(&game);
    for (numbers, areas) in &all {
        for (seat, hand) in hands.iter().enumerate() {
            assert_eq!(areas[*hand].len() as i64, numbers[seat][1], "cards in hand");
        }
    }
    let lives: Vec<i64> = all.last().map(|(numbers, _)| numbers.iter().map(|own| own[0]).collect()).expect("an end");
    assert!(lives.iter().any(|life| *life <= 0), "{lives:?}");
    assert!(all.iter().any(|(_, areas)| !areas[0].is_empty()), "nothing was ever on the stack");
    let told: Vec<&str> = list(&game["story"]).iter().filter_map(|line| line["x"].as_str()).collect();
    assert!(told.iter().all(|line| said.out.contains(line)) && told.len() > 50);
}

#[test]
fn hands_are_unknown_to_the_other_player_until_they_are_seen() {
    let desk = Desk::new(&["blue-black-control", "burn"]);
    desk.done("watch blue-black-control burn --html game.html");
    let game = document(&desk.read("game.html"));
    let hand = area(&game, "hand", 1);
    for (_, areas) in positions(&game).iter().take(3) {
        assert!(!areas[hand].is_empty());
        assert!(areas[hand].iter().all(|thing| game["things"][*thing]["u"] == 1), "the first player sees the second's");
    }
    for line in list(&game["story"]) {
        let text = line["x"].as_str().expect("text");
        if let Some(name) = ["blue-black-control", "burn"]
            .iter()
            .position(|name| text.starts_with(&format!("{name} draws ")) || text.starts_with(&format!("{name} keeps ")))
        {
            assert_eq!(
                number(&line["h"]),
                list(&game["players"])
                    .iter()
                    .position(|player| { *player == ["blue-black-control", "burn"][name] })
                    .expect("a player"),
                "{text}"
            );
        }
    }
}

#[test]
fn equal_games_are_equal_pages() {
    let desk = Desk::new(&["burn", "white-tokens"]);
    desk.done("watch burn white-tokens --pair 3 --html one.html");
    desk.done("watch burn white-tokens --pair 3 --html two.html --json");
    assert_eq!(desk.read("one.html"), desk.read("two.html"));
}

#[test]
fn a_page_loads_nothing() {
    let desk = Desk::new(&["burn", "white-tokens"]);
    desk.done("watch burn white-tokens --html game.html");
    let page = desk.read("game.html");
    for part in [" src=", "<link rel=\"stylesheet", "@import", "url(", "fetch(", "innerHTML", "http://", "https://"] {
        let allowed = page.matches("http://www.w3.org/2000/svg").count();
        let found = page.matches(part).count();
        assert_eq!(found, if part == "http://" { allowed } else { 0 }, "{part}");
    }
}

#[test]
fn a_replay_is_a_page_as_far_as_it_goes() {
    let desk = Desk::new(&["burn", "white-tokens"]);
    desk.done("watch burn white-tokens --seed 7 --record game.jsonl");
    desk.done("replay game.jsonl --html all.html");
    let all = document(&desk.read("all.html"));
    desk.done("replay game.jsonl --to 20 --html part.html");
    let part = document(&desk.read("part.html"));
    assert_eq!(list(&part["steps"]).len(), 21);
    assert_eq!(list(&part["steps"])[..20], list(&all["steps"])[..20]);
    let stopped = &part["steps"][20];
    assert!(!list(&stopped["c"]).is_empty() && stopped.get("t").is_none(), "what could be chosen, and nothing was");
}

#[test]
fn a_report_links_to_games() {
    let desk = Desk::new(&["burn", "white-tokens", "blue-tempo"]);
    desk.done("matrix decks --games 4 --quiet --out run");
    desk.done("report run --games-to-watch 3");
    let page = desk.read("run/report.html");
    let links: Vec<&str> = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let games: Vec<&str> = links.into_iter().filter(|link| link.starts_with("report-games/")).collect();
    assert_eq!(games.len(), 9, "three of each of three matchups: {games:?}");
    for game in &games {
        let film = document(&desk.read(&format!("run/{game}")));
        assert_eq!(film["failed"], false);
    }
    // The page is that of the game which the run counted.
    let film = document(&desk.read(&format!("run/{}", games[1])));
    let words: Vec<&str> = film["command"].as_str().expect("text").split(' ').skip(1).collect();
    assert!(words.join(" ").contains("--pair 0 --on-the-play b"), "{words:?}");
    let again = desk.done(&format!("{} --html again.html", words.join(" ")));
    assert!(again.out.contains(film["result"].as_str().expect("text")), "{}", again.out);
    assert_eq!(document(&desk.read("again.html"))["steps"], film["steps"]);
    desk.rename("burn", "other");
    let refused = desk.run("report run --games-to-watch 1");
    assert_eq!(refused.code, Some(2), "{}", refused.out);
    assert!(refused.err.contains("can't be played again"), "{}", refused.err);
}

/// A bot that chooses otherwise each time.
const WHIM: &str = "\
import random, sys
sys.path.insert(0, FOLDER)
import random_bot

class Whim(random_bot.RandomBot):
    def choose(self, decision):
        return random.SystemRandom().randrange(len(decision['candidates']))

random_bot.serve(Whim(), 'whim')
";

/// A bot that doesn't play twice alike plays other games for the report than those that were counted, and that is said; a program isn't run because a
/// directory names it.
#[test]
fn a_report_marks_games_that_were_not_counted() {
    let desk = Desk::new(&["burn", "white-tokens"]);
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/bots");
    let folder = std::fs::canonicalize(folder).expect("the examples");
    desk.write("whim.py", &WHIM.replace("FOLDER", &format!("{:?}", folder.display().to_string())));
    for (out, agent) in [("free", "exec:python3 whim.py"), ("kept", "exec:answers=answers.jsonl python3 whim.py")] {
        let line = [
            "match",
            "burn",
            "white-tokens",
            "--games",
            "4",
            "--agent",
            agent,
            "--max-turns",
            "20",
            "--out",
            out,
            "--quiet",
        ];
        let done = desk.with(&line);
        assert_eq!(done.code, Some(0), "{}", done.err);
        let refused = desk.run(&format!("report {out} --games-to-watch 2"));
        assert_eq!(refused.code, Some(2), "{}", refused.out);
        let said = format!(
            "was played by the program '{agent}', which isn't run because a directory says so: add --run-programs"
        );
        assert!(refused.err.contains(&said), "{}", refused.err);
        let done = desk.done(&format!("report {out} --games-to-watch 3 --run-programs"));
        let page = desk.read(&format!("{out}/report.html"));
        let other =
            "This isn&#x27;t the game that was counted: the agent isn&#x27;t deterministic. That one ended otherwise: ";
        let count = if out == "free" { 3 } else { 0 };
        assert_eq!(page.matches(other).count(), count, "{page}");
        assert_eq!(
            done.err.contains("3 of the games to watch aren't those that were counted"),
            count > 0,
            "{}",
            done.err
        );
        let game = document(&desk.read(&format!("{out}/report-games/1-burn-white-tokens-0a.html")));
        let result = game["result"].as_str().expect("text");
        assert_eq!(result.contains("This isn't the game that was counted"), count > 0, "{result}");
    }
}

/// The folder of a report has the pages that it links to, and what isn't a page stays.
#[test]
fn pages_of_an_earlier_report_are_removed() {
    let desk = Desk::new(&["burn", "white-tokens"]);
    desk.done("match burn white-tokens --games 4 --quiet --out run");
    desk.done("report run --games-to-watch 4");
    let pages = || {
        let entries = std::fs::read_dir(desk.path("run/report-games")).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    };
    assert_eq!(pages().len(), 4);
    desk.write("run/report-games/notes.html", "mine");
    desk.done("report run --games-to-watch 1");
    assert_eq!(pages(), ["1-burn-white-tokens-0a.html", "notes.html"]);
    desk.done("report run");
    assert_eq!(pages(), ["notes.html"]);
}

/// Who has read enough of the story (`gauntlet watch … | head`) has the files that were asked for.
#[test]
fn a_story_that_is_read_no_further_has_its_files() {
    let desk = Desk::new(&["burn"]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_gauntlet"))
        .args("watch burn burn --agent random --html game.html --record game.jsonl".split(' '))
        .current_dir(desk.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("started");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("ended").code(), Some(0));
    assert!(desk.read("game.html").contains("</html>"));
    desk.done("replay game.jsonl");
}

/// Only games that were played are watched: those that an interrupted run or a shard lacks weren't counted.
#[test]
fn a_shard_shows_its_own_games() {
    let desk = Desk::new(&["burn", "white-tokens"]);
    desk.done("match burn white-tokens --games 8 --quiet --shard 2/2 --out run");
    desk.done("report run --games-to-watch 9");
    let page = desk.read("run/report.html");
    let games: Vec<&str> =
        page.split("href=\"report-games/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let expected = ["2a", "2b", "3a", "3b"].map(|game| format!("1-burn-white-tokens-{game}.html"));
    assert_eq!(games, expected);
}
