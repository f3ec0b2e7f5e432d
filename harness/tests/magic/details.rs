//! What `--details` writes: consistent with the games, the same however they are cut, and without influence on them.

use std::collections::BTreeMap;

use gauntlet::games::magic::Magic;
use gauntlet::host::Host;
use gauntlet::host::options::Limits;
use gauntlet_ai::{Agent, Heuristic};
use gauntlet_core::{Game, Seed, View};
use gauntlet_magic::Position;
use gauntlet_magic::annals::Fact;

use super::all_decks;
use super::commands::Desk;

const FILES: [&str; 8] =
    ["run.json", "matchups.csv", "decks.csv", "cards.csv", "mulligans.csv", "resources.csv", "turns.csv", "fit.csv"];

/// The rows of a table by the names of its columns.
fn rows(desk: &Desk, name: &str) -> Vec<BTreeMap<String, String>> {
    let text = desk.read(name);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let named = |row: csv::StringRecord| header.iter().zip(row.iter()).map(|(a, b)| (a.into(), b.into())).collect();
    reader.records().map(|row| named(row.expect("a row"))).collect()
}

fn count(row: &BTreeMap<String, String>, column: &str) -> u64 {
    row[column].parse().unwrap_or_else(|error| panic!("{column}: {error}"))
}

fn number(row: &BTreeMap<String, String>, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|error| panic!("{column}: {error}"))
}

#[test]
fn games_are_the_same_when_they_are_followed() {
    let host = all_decks();
    let plain = host.setup(0, 1, Limits::default(), false);
    let followed = Magic::PARTS.stories.setup_followed(host, 0, 1, Limits::default());
    for number in 0..3 {
        let seed = Seed::from_u64(number);
        let mut games = [Position::new(&plain, seed), Position::new(&followed, seed)];
        let mut rng = seed.rng();
        let mut agent = Heuristic::default();
        let mut legal = Vec::new();
        while let Some(player) = games[0].to_act() {
            assert_eq!(games[0].fingerprint(), games[1].fingerprint());
            games[0].legal_actions(&mut legal);
            let choice = agent.choose(View::new(&games[0], player), &legal, &mut rng);
            let action = legal[choice];
            games.iter_mut().for_each(|game| game.apply(action));
        }
        assert_eq!(games[0].outcome(), games[1].outcome());
        assert!(games[0].facts().is_empty() && !games[1].facts().is_empty());
        // Copies carry none, so that no search writes any.
        assert!(games[1].clone().facts().is_empty());
        let turns = games[1].facts().iter().filter(|fact| matches!(fact, Fact::Turn { .. })).count();
        assert_eq!(turns, games[1].turn() as usize);
    }
}

#[test]
fn details_are_the_same_however_a_run_is_cut() {
    let desk = Desk::new(&["burn", "white-tokens", "blue-tempo"]);
    let run = "matrix decks --games 12 --details --quiet";
    desk.done(&format!("{run} --out whole"));
    desk.done(&format!("{run} --out one --threads 1"));
    for shard in 1..=3 {
        desk.done(&format!("{run} --shard {shard}/3 --out s{shard}"));
    }
    desk.done("merge s1 s2 s3 --out merged --quiet");
    for dir in ["one", "merged"] {
        for file in FILES {
            assert!(desk.read(&format!("whole/{file}")) == desk.read(&format!("{dir}/{file}")), "{file} of {dir}");
        }
    }
    // They aren't part of what is played.
    desk.done("matrix decks --games 12 --quiet --out plain");
    for file in ["matchups.csv", "decks.csv"] {
        assert_eq!(desk.read(&format!("whole/{file}")), desk.read(&format!("plain/{file}")));
    }
    assert!(!desk.path("plain/cards.csv").exists());
    let refused = desk.run("matrix decks --games 12 --details --quiet --out plain");
    assert!(refused.code == Some(2) && refused.err.contains("--fresh"), "{}", refused.err);
    desk.done("matrix decks --games 12 --details --quiet --out plain --fresh");
    assert_eq!(desk.read("whole/cards.csv"), desk.read("plain/cards.csv"));
}

#[test]
fn details_add_up() {
    let desk = Desk::new(&["burn", "white-tokens", "blue-tempo"]);
    desk.done("matrix decks --games 40 --details --quiet --out run");
    let decks = rows(&desk, "run/decks.csv");
    let resources = rows(&desk, "run/resources.csv");
    let totals = |file: &str, deck: &str| -> Vec<BTreeMap<String, String>> {
        let all = rows(&desk, file);
        all.into_iter().filter(|row| row["deck"] == deck && row["opponent"].is_empty()).collect()
    };
    for deck in &decks {
        let name = &deck["deck"];
        let own = resources.iter().find(|row| row["deck"] == *name && row["opponent"].is_empty()).expect("a row");
        assert_eq!((own["games"].clone(), own["win_rate"].clone()), (deck["games"].clone(), deck["win_rate"].clone()));
        let cards = totals("run/cards.csv", name);
        let games = count(deck, "games");
        let sum = |column: &str| cards.iter().map(|row| count(row, column)).sum::<u64>();
        assert_eq!(sum("copies"), 60);
        for row in &cards {
            let held = count(row, "held_games");
            assert_eq!(held + count(row, "unseen_games"), games);
            assert!(count(row, "opening_games").max(count(row, "drawn_games")) <= held);
            assert!(held <= count(row, "opening_games") + count(row, "drawn_games"));
            assert!(
                count(row, "stranded_games") <= held && count(row, "draw_effect_games") <= count(row, "drawn_games")
            );
            let rate =
                |kind: &str| number(row, &format!("{kind}_win_rate")) * count(row, &format!("{kind}_games")) as f64;
            if held > 0 && held < games {
                let all = number(deck, "win_rate") * games as f64;
                assert!((rate("held") + rate("unseen") - all).abs() < 0.01, "{row:?}");
            }
        }
        // Each mulligan puts one of seven cards on the bottom; each game keeps one hand.
        let hands = totals("run/mulligans.csv", name);
        let hands_of = |column: &str| hands.iter().map(|row| count(row, column)).sum::<u64>();
        assert_eq!(hands_of("kept_games"), games);
        assert_eq!(hands_of("mulligan_games"), count(deck, "mulligans"));
        assert_eq!(sum("opening_copies"), 7 * games - count(deck, "mulligans"));
        assert_eq!(sum("drawn_copies"), count(own, "cards_drawn"), "{name} finds cards in no other way");
        assert_eq!(sum("played_copies"), count(own, "lands_played") + count(own, "spells_cast"));
        let turns = totals("run/turns.csv", name);
        assert_eq!(count(&turns[0], "reached_games"), games);
        assert_eq!(turns.iter().map(|row| count(row, "ended")).sum::<u64>(), count(own, "turns_ended"));
        for (one, next) in turns.iter().zip(&turns[1..]) {
            assert!(
                count(next, "reached_games") <= count(one, "ended")
                    && count(one, "ended") <= count(one, "reached_games")
            );
        }
        let spent: f64 = turns
            .iter()
            .filter(|row| count(row, "ended") > 0)
            .map(|row| number(row, "mana_spent") * count(row, "ended") as f64)
            .sum();
        assert!(spent <= count(own, "mana_spent") as f64 + 1.0 && spent > 0.5 * count(own, "mana_spent") as f64);
        for lead in ["life", "board"] {
            for row in &turns {
                let known: u64 =
                    ["behind", "even", "ahead"].iter().map(|how| count(row, &format!("{lead}_{how}_games"))).sum();
                assert!(known <= count(row, "reached_games"));
            }
        }
        // The sums over opponents are the sum over the rows of each.
        let each: u64 = resources
            .iter()
            .filter(|row| row["deck"] == *name && !row["opponent"].is_empty())
            .map(|row| count(row, "mana_spent"))
            .sum();
        assert_eq!(each, count(own, "mana_spent"));
    }
    // Two players, one clock: whoever is ahead in life isn't behind.
    let games: u64 = decks.iter().map(|deck| count(deck, "games")).sum();
    assert_eq!(games, 240);
}

#[test]
fn mana_trouble_is_what_it_says() {
    let desk = Desk::new(&[]);
    desk.write("decks/off.txt", "20 Island\n4 Lightning Bolt\n");
    desk.write("decks/flooded.txt", "59 Mountain\n1 Lightning Bolt\n");
    desk.write(
        "decks/screwed.txt",
        "1 Mountain\n4 Lava Spike\n4 Burst Lightning\n4 Lightning Bolt\n4 Firebolt\n4 Guttersnipe\n",
    );
    desk.done("matrix decks --games 20 --details --quiet --out run --max-turns 30 --min-cards 20");
    let resources = rows(&desk, "run/resources.csv");
    let share = |deck: &str, what: &str| {
        let row = resources.iter().find(|row| row["deck"] == deck && row["opponent"].is_empty()).expect("a row");
        number(row, &format!("{what}_share"))
    };
    assert!(share("off", "colour_trouble") > 0.95);
    assert!(share("flooded", "flood") > 0.9 && share("flooded", "screw") == 0.0);
    assert!(share("screwed", "screw") > 0.9 && share("screwed", "flood") == 0.0);
    assert_eq!((share("flooded", "colour_trouble"), share("screwed", "colour_trouble")), (0.0, 0.0));
    let cards = rows(&desk, "run/cards.csv");
    let bolt =
        cards.iter().find(|row| row["deck"] == "off" && row["opponent"].is_empty() && row["card"] == "Lightning Bolt");
    let bolt = bolt.expect("a row");
    assert_eq!(count(bolt, "played_games"), 0);
    assert_eq!(count(bolt, "stranded_games"), count(bolt, "held_games"));
}

#[test]
fn the_report_is_one_page_that_needs_nothing_else() {
    let desk = Desk::new(&["burn", "white-tokens", "blue-tempo"]);
    desk.done("matrix decks --games 12 --details --quiet --out run");
    let shown = desk.done("report run");
    assert_eq!(shown.out, "run/report.html\n");
    let page = desk.read("run/report.html");
    for part in [
        "<title>3 decks against each other",
        "class=\"heat ",
        "id=\"ranking\"",
        "id=\"metagame\"",
        "Lightning Bolt",
        "colour trouble",
        "gauntlet matrix decks --games 12 --seed 1",
        "data-turns=",
        "uPlot",
        "<option value=\"deck-3\">",
    ] {
        assert!(page.contains(part), "{part}");
    }
    // Nothing is loaded: no address but in the comment and the names of namespaces of the chart library.
    for part in [" src=", "<link rel=\"stylesheet", "@import", "url(", "fetch(", "{{", "{%"] {
        assert!(!page.contains(part), "{part}");
    }
    desk.done("report run --out again.html");
    assert_eq!(page, desk.read("again.html"));
    let answer: serde_json::Value = serde_json::from_str(&desk.done("report run --json").out).expect("JSON");
    assert_eq!(answer["decks"].as_array().map(Vec::len), Some(3));
    // A match, in which games reached a limit; without details.
    desk.done("match burn white-tokens --games 4 --max-turns 8 --quiet --out short");
    let short = desk.done("report short");
    assert!(short.err.contains("--details"), "{}", short.err);
    let page = desk.read("short/report.html");
    assert!(
        page.contains("reached a limit")
            && page.contains("burn against white-tokens")
            && !page.contains("id=\"decks\"")
    );
    let refused = desk.run("report decks");
    assert!(refused.code == Some(2) && refused.err.contains("has no run.json"), "{}", refused.err);
}

#[test]
fn the_terminal_shows_the_cards_of_a_match() {
    let desk = Desk::new(&["burn", "white-tokens"]);
    let shown = desk.done("match burn white-tokens --games 20 --details --quiet --out run").out;
    for part in ["Cards of burn", "Cards of white-tokens", "Opening hands of burn", "Lava Spike", "stranded"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let answer = desk.done("match burn white-tokens --games 20 --details --quiet --json --out run").out;
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
    for table in ["cards", "mulligans", "resources", "turns", "fit"] {
        assert!(answer[table].as_array().is_some_and(|rows| !rows.is_empty()), "{table}");
    }
}

#[test]
fn a_deck_that_its_pilot_cannot_play_carries_a_mark() {
    let desk = Desk::new(&["burn", "white-tokens"]);
    let list = desk.read("decks/burn.txt");
    let spikes = list.lines().find(|line| line.ends_with("Lava Spike")).expect("it has some");
    // There is no black mana in it.
    desk.write("decks/stuck.txt", &list.replace(spikes, &spikes.replace("Lava Spike", "Doom Blade")));
    let shown = desk.done("matrix decks --games 40 --details --quiet --out run").out;
    assert!(shown.contains("Fit for this pilot: can the agent play the deck?"), "{shown}");
    assert!(shown.contains("stuck never plays Doom Blade (held in "), "{shown}");
    // In the matrix, in the ranking, in the table of fits; and only there.
    assert_eq!(shown.matches("† stuck").count(), 3, "{shown}");
    assert!(!shown.contains("† burn") && !shown.contains("† white-tokens"), "{shown}");
    let fits = rows(&desk, "run/fit.csv");
    let of = |deck: &str| fits.iter().find(|row| row["deck"] == deck).expect("a row");
    assert_eq!((of("stuck")["never_played"].as_str(), of("stuck")["mark"].as_str()), ("Doom Blade", "poor"));
    assert_eq!((of("burn")["never_played"].as_str(), of("burn")["mark"].as_str()), ("", ""));
    let number = |row: &BTreeMap<String, String>, name: &str| row[name].parse::<f64>().expect("a number");
    let never = number(of("stuck"), "never_played_share");
    assert!(never > 0.05 && never <= number(of("stuck"), "not_played_share"), "{never}");
    assert_eq!(of("burn")["against_random_games"], "0");
    desk.done("report run");
    let page = desk.read("run/report.html");
    assert!(page.contains("It never plays Doom Blade.") && page.contains("† stuck"));
    // What is won against random choices is known where they play the same deck.
    desk.done("ladder heuristic random --decks decks --games 60 --details --quiet --out ladder");
    let fits = rows(&desk, "ladder/fit.csv");
    let own = |agent: &str| fits.iter().find(|row| row["deck"] == "burn" && row["agent"] == agent).expect("a row");
    assert!(number(own("heuristic"), "against_random_games") >= 20.0);
    assert!(number(own("heuristic"), "against_random_win_rate") > 0.8);
    assert_eq!((own("random")["against_random_games"].as_str(), own("random")["mark"].as_str()), ("0", ""));
}
