//! Both roles of the Spellbench protocol: our engine under the checks of a strict host, and bots as agents.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use gauntlet::games::magic::Magic;
use gauntlet::host::views::Views as _;
use gauntlet_cards::card::Pool;
use gauntlet_cards::filter::Zone;
use gauntlet_cards::text::CardBase;
use gauntlet_core::{Game as _, PerPlayer, Player, Seed};
use gauntlet_magic::{Options, Position, Setup};
use gauntlet_spellbench::check::{Chance, usual_rules};
use gauntlet_spellbench::engine::Talk;
use gauntlet_spellbench::message::{DeckChoice, DeckRow, ListChoice, Request, Reset, Response, SeatDeck, Visibility};
use gauntlet_spellbench::process::{Allowance, Process, Program};
use gauntlet_spellbench::reference::Seat;
use gauntlet_spellbench::secret::{Secret, deck_id};
use gauntlet_spellbench::semantic::Semantic;
use rand::RngExt as _;
use serde_json::{Value, json};

use super::commands::Desk;

/// An example bot.
fn example(name: &str) -> String {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/bots").join(name);
    fs::canonicalize(path).expect("an example").display().to_string()
}

fn desk() -> Desk {
    Desk::new(&["burn", "blue-tempo", "green-white-auras"])
}

/// A bot that plays like the random example, but for what it does with the answer to a choice.
fn bad_bot(desk: &Desk, name: &str, deed: &str) -> String {
    let folder = PathBuf::from(example("random_bot.py"));
    let folder = folder.parent().expect("a folder").display().to_string();
    let code = format!(
        "import sys, time, json\nsys.path.insert(0, {folder:?})\nimport random_bot\n\n\nclass Bad(random_bot.RandomBot):\n    \
         def choose(self, decision):\n        if decision['seat_step'] < 3:\n            return 0\n        {deed}\n\n\n\
         random_bot.serve(Bad(), '{name}')\n"
    );
    desk.write(&format!("{name}.py"), &code);
    format!("python3 {name}.py")
}

/// A bot that answers everything and takes what is listed first, and does something with each request.
fn answering(name: &str, deed: &str) -> String {
    format!(
        "import json, sys\nfor line in sys.stdin:\n    request = json.loads(line)\n    asked = request['request_type']\n    {deed}\n    \
         more = {{'hello': {{'response_type': 'hello_ok', 'bot': {{'name': '{name}', 'version': '1'}}}}, \
         'choose': {{'response_type': 'choice', 'selection': {{'candidate_id': 0}}}}}}\n    \
         print(json.dumps({{'protocol': 'spellbench/v2', 'request_id': request['request_id'], \
         **more.get(asked, {{'response_type': 'ack'}})}}), flush=True)\n"
    )
}

/// A run's forfeits.
fn forfeits(desk: &Desk, out: &str) -> Vec<Value> {
    let text = desk.read(&format!("{out}/forfeits.jsonl"));
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn our_engine_conforms_under_our_host() {
    let desk = desk();
    for options in ["", " --manual-mana"] {
        let engine = format!("{} serve decks{options}", env!("CARGO_BIN_EXE_gauntlet"));
        let done = desk.with(&["protocol-check", "engine", &engine, "--games", "12"]);
        assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
        assert!(done.out.contains("it conforms (12 games, "), "{}", done.out);
        assert!(done.out.contains("ok      decisions are the same in worlds that their seat can't tell apart"));
    }
}

#[test]
fn our_engine_plays_lists_given_as_data() {
    let desk = desk();
    let engine = format!("{} serve decks", env!("CARGO_BIN_EXE_gauntlet"));
    let line = ["protocol-check", "engine", &engine, "--games", "4", "--decks", "decks", "--json"];
    let done = desk.with(&line);
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    let report: Value = serde_json::from_str(&done.out).expect("JSON");
    assert_eq!((&report["conforms"], &report["games"]), (&Value::Bool(true), &Value::from(4)));
}

/// Objects of a game that was restarted have names of their own (CR 726).
#[test]
fn a_game_may_be_restarted() {
    let desk = Desk::new(&[]);
    fs::create_dir_all(desk.path("two/cards")).expect("made");
    let mut cards = "name Plain Peak\nsuper Basic\ntype Land Mountain\n".to_owned();
    let mut list = String::new();
    for number in 0..8 {
        let (name, card) = if number < 2 {
            let text = "{3}, Sacrifice ~: Restart the game, leaving in exile all non-Aura permanent cards exiled with ~. Then put those cards \
                        onto the battlefield under your control.";
            (format!("Clock {number}"), format!("cost {{1}}\ntype Artifact\ntext {text}\n"))
        } else {
            (format!("Goblin {number}"), "cost {R}\ntype Creature Goblin\npt 4/1\ntext Haste\n".to_owned())
        };
        cards += &format!("\nname {name}\n{card}");
        list += &format!("4 {name}\n");
    }
    desk.write("two/cards/all.txt", &cards);
    desk.write("two/one.txt", &format!("{list}28 Plain Peak\n"));
    desk.write("two/other.txt", &format!("{list}29 Plain Peak\n"));
    let engine = format!("{} serve two", env!("CARGO_BIN_EXE_gauntlet"));
    let done = desk.with(&["protocol-check", "engine", &engine, "--games", "5"]);
    assert!(done.out.contains("it conforms (5 games, "), "{}{}", done.out, done.err);
}

#[test]
fn an_engine_that_is_none_is_found_out() {
    let desk = desk();
    let done = desk.with(&["protocol-check", "engine", "cat"]);
    assert_eq!(done.code, Some(1));
    assert!(done.out.contains("WRONG   hello is answered with hello_ok"), "{}", done.out);
    let done = desk.with(&["protocol-check", "engine", "no-such-program-anywhere"]);
    assert!(done.out.contains("no-such-program-anywhere can't be started"), "{}", done.out);
}

#[test]
fn the_example_bots_conform() {
    let desk = desk();
    for bot in ["random_bot.py", "curve_bot.py"] {
        let command = format!("python3 {}", example(bot));
        let done = desk.with(&["protocol-check", "bot", &command, "--games", "4"]);
        assert_eq!(done.code, Some(0), "{bot}: {}{}", done.out, done.err);
        assert!(done.out.contains("it conforms (4 games, "), "{}", done.out);
        assert!(!done.out.contains("advice"), "{bot}: {}", done.out);
    }
    let command = format!("{} bot --agent heuristic", env!("CARGO_BIN_EXE_gauntlet"));
    let done = desk.with(&["protocol-check", "bot", &command, "--games", "2"]);
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    let command = bad_bot(&desk, "far", "return 99999");
    let done = desk.with(&["protocol-check", "bot", &command, "--games", "2"]);
    assert_eq!(done.code, Some(1));
    assert!(done.out.contains("it chose what there isn't: candidate 99999 was chosen"), "{}", done.out);
}

#[test]
fn a_run_with_a_bot_is_played_again_from_its_answers() {
    let desk = desk();
    let line = |out: &str, program: &str| {
        let agent = format!("exec:answers=answers.jsonl {program}");
        let done = desk.with(&[
            "match",
            "burn",
            "blue-tempo",
            "--games",
            "4",
            "--agent-a",
            &agent,
            "--agent-b",
            "heuristic",
            "--out",
            out,
        ]);
        assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    };
    line("first", &format!("python3 {}", example("random_bot.py")));
    assert_eq!(desk.read("answers.jsonl").lines().count(), 4);
    // The same results without the bot.
    line("again", "no-such-program-anywhere");
    let sums = |out: &str| {
        let text = desk.read(&format!("{out}/run.json"));
        let run: Value = serde_json::from_str(&text).expect("JSON");
        (run["counts"].clone(), desk.read(&format!("{out}/matchups.csv")).replace("no-such-program-anywhere", ""))
    };
    let ((counts, table), (again, same)) = (sums("first"), sums("again"));
    assert_eq!(counts, again);
    assert_eq!(table.replace(&format!("python3 {}", example("random_bot.py")), ""), same);
    assert_eq!(counts["endings"]["concession"], 0);
}

/// A bot that doesn't play twice alike.
fn whim(desk: &Desk) -> String {
    bad_bot(desk, "whim", "import random\n        return random.SystemRandom().randrange(len(decision['candidates']))")
}

/// The seeds of a swapped pair are those of both games, and of both sides: each part in each game has its own answers.
#[test]
fn answers_of_both_sides_are_told_apart() {
    let desk = desk();
    let whim = whim(&desk);
    for (name, other, agent, more, lines) in [
        ("both", "blue-tempo", "--agent", "", 12),
        ("mirror", "burn", "--agent", "", 12),
        ("one", "blue-tempo", "--agent-a", "", 6),
        ("matches", "burn", "--agent", "--best-of=3", 0),
    ] {
        let answers = format!("{name}.jsonl");
        let spec = format!("exec:answers={answers} {whim}");
        let line = |games: &str, out: &str| {
            let words = ["--max-turns", "20", "--threads", "2", "--rows", "--games", games, "--out", out, agent, &spec];
            let more: Vec<&str> = more.split_whitespace().collect();
            let done = desk.with(&[&["match", "burn", other], &words[..], &more].concat());
            assert_eq!(done.code, Some(0), "{name}: {}{}", done.out, done.err);
        };
        let read = |out: &str| {
            let files = ["games.csv", "matchups.csv", "run.json", "forfeits.jsonl"];
            files.map(|file| fs::read_to_string(desk.path(&format!("{out}/{file}"))).unwrap_or_default())
        };
        let [one, two] = ["1", "2"].map(|number| format!("{name}-{number}"));
        // What was played of it before is a part of it.
        line("2", &format!("{name}-0"));
        line("6", &one);
        let kept = desk.read(&answers);
        assert!(lines == 0 || kept.lines().count() == lines, "{name}: {}", kept.lines().count());
        line("6", &two);
        assert_eq!(desk.read(&answers), kept, "{name}: nothing is played anew");
        let [first, second] = [read(&one), read(&two)];
        assert_eq!(first[0], second[0], "{name}");
        assert_eq!(first.map(|text| text.replace(&one, "")), second.map(|text| text.replace(&two, "")), "{name}");
    }
}

/// A game that is only watched in part has fewer answers than the run's; whoever is told so plays the rest.
#[test]
fn a_game_that_was_stopped_is_not_kept() {
    let desk = desk();
    let whim = whim(&desk);
    let spec = format!("exec:answers=answers.jsonl {whim}");
    let line = |words: &[&str]| {
        let decks = ["burn", "blue-tempo", "--max-turns", "20", "--agent-a", &spec, "--agent-b", "heuristic"];
        let done = desk.with(&[&words[..1], &decks[..], &words[1..]].concat());
        assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
        done.out
    };
    line(&["watch", "--until-turn", "3"]);
    assert_eq!(desk.read("answers.jsonl"), "");
    line(&["match", "--games", "2", "--rows", "--out", "run"]);
    let kept = desk.read("answers.jsonl");
    // The game of a run can be watched, whole or in part, as it was.
    line(&["watch", "--until-turn", "3"]);
    let told = line(&["watch", "--json"]);
    let told: Value = serde_json::from_str(&told).expect("JSON");
    let rows = desk.read("run/games.csv");
    let mut lines = rows.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let (names, row) = (lines.next().expect("names"), lines.next().expect("a game"));
    for column in ["turns", "decisions"] {
        let place = names.iter().position(|name| *name == column).expect("a column");
        assert_eq!(row[place], told[column].to_string(), "{column}");
    }
    assert_eq!(desk.read("answers.jsonl"), kept);
}

/// Two bots that meet the same opponent with the same deck would have each other's answers.
#[test]
fn two_bots_with_one_file_are_told_apart_or_refused() {
    let desk = desk();
    let [one, other] =
        ["random_bot.py", "curve_bot.py"].map(|bot| format!("exec:answers=answers.jsonl python3 {}", example(bot)));
    let done = desk.with(&["match", "burn", "blue-tempo", "--games", "2", "--agent-a", &one, "--agent-b", &other]);
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    let kept = desk.read("answers.jsonl");
    assert_eq!(kept.lines().count(), 4);
    let first = kept.lines().next().expect("a line");
    let last = kept.lines().count() + 1;
    desk.write("answers.jsonl", &format!("{kept}{}\n", first.replacen("\"answers\":[", "\"answers\":[0,", 1)));
    let done = desk.with(&["match", "burn", "blue-tempo", "--games", "2", "--agent", &one]);
    assert_eq!(done.code, Some(2), "{}{}", done.out, done.err);
    let said = format!("lines 1 and {last} of answers.jsonl are different answers to the same game");
    assert!(done.err.contains(&said), "{}", done.err);
}

/// Games against another opponent are others, and so are those of a changed list: what was answered before stays as it was.
#[test]
fn games_that_the_answers_lack_are_played_and_added() {
    let desk = desk();
    let line = |opponent: &str, out: &str| {
        let agent = format!("exec:answers=answers.jsonl python3 {}", example("random_bot.py"));
        let words =
            ["match", "burn", "blue-tempo", "--games", "4", "--agent-a", &agent, "--agent-b", opponent, "--out", out];
        let done = desk.with(&words);
        assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    };
    line("heuristic", "first");
    let kept = desk.read("answers.jsonl");
    line("random", "other");
    let both = desk.read("answers.jsonl");
    assert!(both.starts_with(&kept) && both.lines().count() == 8, "{both}");
    line("heuristic", "again");
    line("random", "once-more");
    assert_eq!(desk.read("answers.jsonl"), both);
    for [one, other] in [["first", "again"], ["other", "once-more"]] {
        let table = |out: &str| desk.read(&format!("{out}/matchups.csv"));
        assert_eq!(table(one), table(other));
    }
}

#[test]
fn answers_of_other_games_are_no_answers() {
    let desk = desk();
    // The opponent doesn't play alike, and has no answers of its own.
    let opponent = format!("exec:{}", whim(&desk));
    let line = |out: &str| {
        let agent = format!("exec:answers=answers.jsonl python3 {}", example("random_bot.py"));
        let words =
            ["match", "burn", "blue-tempo", "--games", "4", "--agent-a", &agent, "--agent-b", &opponent, "--out", out];
        desk.with(&words)
    };
    let done = line("first");
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    let kept = desk.read("answers.jsonl");
    let done = line("other");
    assert_eq!(done.code, Some(2), "{}{}", done.out, done.err);
    let said = "error: the run can't be played: the answers in answers.jsonl were given in games that went otherwise (the opponent";
    assert!(done.err.contains(said), "{}", done.err);
    assert_eq!(desk.read("answers.jsonl"), kept, "nothing is added");
}

/// What plays versions of decks hears of it too, instead of counting losses.
#[test]
fn answers_of_other_games_are_no_answers_where_versions_are_compared() {
    let desk = desk();
    let list = desk.read("decks/burn.txt");
    let first = list.lines().find(|line| line.starts_with("4 ")).expect("four of a card");
    let new = format!("1 Mountain\n{}", list.replace(first, &first.replacen('4', "3", 1)));
    fs::create_dir(desk.path("new")).expect("made");
    desk.write("new/burn.txt", &new);
    let line = |opponent: &str| {
        let agent = format!("exec:answers=answers.jsonl python3 {}", example("random_bot.py"));
        let words = ["--against", "decks", "--max-games", "16", "--agent-a", &agent, "--agent-b", opponent, "--json"];
        desk.with(&[&["compare", "decks/burn.txt", "new/burn.txt"], &words[..]].concat())
    };
    let opponent = format!("exec:{}", whim(&desk));
    for opponent in ["heuristic", &opponent] {
        let done = line(opponent);
        assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
        let answer: Value = serde_json::from_str(&done.out).expect("JSON");
        assert_eq!((&answer["failed_games"], &answer["forfeited_games"]), (&json!(0), &json!(0)));
    }
    let kept = desk.read("answers.jsonl");
    // Versions have the same seeds, and each its own answers.
    let done = line("heuristic");
    assert_eq!((done.code, desk.read("answers.jsonl")), (Some(0), kept.clone()), "{}", done.err);
    let done = line(&opponent);
    assert_eq!((done.code, done.out.as_str()), (Some(2), ""), "{}", done.err);
    assert!(done.err.contains("the answers in answers.jsonl were given in games that went otherwise"), "{}", done.err);
    assert_eq!(desk.read("answers.jsonl"), kept, "nothing is added");
}

/// Games that a bot gives up for what it does wrong are counted and told of there.
#[test]
fn forfeits_are_told_where_versions_are_compared() {
    let desk = desk();
    fs::create_dir(desk.path("new")).expect("made");
    let new = desk.read("decks/burn.txt").replacen("4 ", "3 ", 1);
    desk.write("new/burn.txt", &format!("1 Mountain\n{new}"));
    let agent = format!("exec:{}", bad_bot(&desk, "far", "return 99999"));
    let line = ["compare", "decks/burn.txt", "new/burn.txt", "--max-games", "8", "--agent-a", &agent];
    let done = desk.with(&line);
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    assert!(done.err.contains(" games were forfeited by an agent and count as lost"), "{}", done.err);
}

/// Made-up cards, each of which asks something in its own words.
const ASKING: &str = "\
name Plain Peak
super Basic
type Land Mountain

name Lively Spark
cost {R}
type Instant
text Kicker {1}
text ~ deals 1 damage to any target. If ~ was kicked, it deals 2 damage instead.

name Circling Spark
cost {R}
type Instant
text Buyback {1}
text ~ deals 1 damage to any target.

name Both Ways
cost {R}
type Instant
text Choose one —
text • ~ deals 1 damage to target player.
text • Draw a card.
text Entwine {1}

name Razed Hill
cost {R}
type Sorcery
text As an additional cost to cast ~, sacrifice a land.
text ~ deals 1 damage to any target.

name Quick Trade
cost {R}
type Sorcery
text As an additional cost to cast ~, discard a card.
text Draw two cards.

name Careful Reading
cost {R}
type Sorcery
text Look at the top three cards of your library, then put them back in any order.

name Deep Filing
cost {R}
type Sorcery
text Look at the top three cards of your library. Put one of them into your hand and the rest on the bottom of your library in any order.

name Village Meeting
cost {R}
type Sorcery
text Will of the council — Starting with you, each player votes for sun or moon. If sun gets more votes, each player draws a card. If moon gets more votes or the vote is tied, each player loses 1 life.

name Fevered Whim
cost {2}{R}
type Instant
text Madness {R}
text ~ deals 1 damage to any target.

name Small Toll
cost {R}
type Instant
text Counter target spell unless its controller pays {1}.
";

/// What is known of a decision is said in the words of the closed lists (§7.4).
#[test]
fn decisions_are_told_by_what_they_are_for() {
    let desk = desk();
    fs::create_dir_all(desk.path("asking/cards")).expect("made");
    desk.write("asking/cards/all.txt", ASKING);
    let spells = ASKING.lines().filter_map(|line| line.strip_prefix("name ")).filter(|name| *name != "Plain Peak");
    let list: String = spells.map(|name| format!("4 {name}\n")).collect();
    desk.write("asking/one.txt", &format!("{list}20 Plain Peak\n"));
    desk.write("asking/other.txt", &format!("{list}21 Plain Peak\n"));
    let deed = "import random\n        candidates = decision['candidates']\n        with open('asked.jsonl', 'a') as file:\n            \
                for candidate in candidates:\n                semantic = candidate['semantic']\n                \
                word = next((semantic[key] for key in ('cost_kind', 'cost', 'purpose', 'method') if semantic.get(key)), '')\n                \
                file.write(json.dumps([semantic['kind'], word, semantic.get('option_label'), semantic.get('position'), \
                semantic.get('count')]) + '\\n')\n        return self.random.randrange(len(candidates))";
    let agent = format!("exec:{}", bad_bot(&desk, "asked", deed));
    let line = ["match", "asking/one.txt", "asking/other.txt", "--games", "12", "--seed", "3", "--agent", &agent];
    let done = desk.with(&[&line[..], &["--max-turns", "60", "--out", "asked"]].concat());
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    assert!(!desk.path("asked/forfeits.jsonl").exists() || forfeits(&desk, "asked").is_empty());
    let text = desk.read("asked.jsonl");
    let asked: BTreeSet<&str> = text.lines().collect();
    for (kind, word) in [
        ("choose_cost_target", "sacrifice"),
        ("choose_cost_target", "discard"),
        ("optional_cost", "kicker"),
        ("optional_cost", "buyback"),
        ("optional_cost", "entwine"),
        ("optional_cost", "unless_payment"),
        ("optional_cast", "madness"),
        ("order_pick", "library_top"),
        ("order_pick", "library_bottom"),
        ("select_object", "put_into_hand"),
        ("choose_option", "vote"),
    ] {
        let begin = format!("[\"{kind}\", \"{word}\"");
        assert!(asked.iter().any(|row| row.starts_with(&begin)), "{begin}: {asked:#?}");
    }
    for row in [
        "[\"choose_option\", \"vote\", \"sun\", null, null]",
        // A block of three: the second place is asked for, too, the last one isn't.
        "[\"order_pick\", \"library_top\", null, 1, 3]",
        "[\"order_pick\", \"library_bottom\", null, 0, 2]",
    ] {
        assert!(asked.contains(row), "{row}: {asked:#?}");
    }
    for other in ["[\"choose_cost_target\", \"other\"", "[\"order_pick\", \"other\"", "[\"optional_cost\", \"other\""] {
        assert!(!asked.iter().any(|row| row.starts_with(other)), "{other}: {asked:#?}");
    }
}

/// Made-up cards that die, are cast in other ways, and deal damage to several.
const GONE: &str = "\
name Plain Peak
super Basic
type Land Mountain

name Brittle Imp
cost {R}
type Creature Imp
pt 1/1
text When ~ dies, you gain 1 life.

name Brittle Ogre
cost {1}{R}
type Creature Ogre
pt 2/1
text When ~ dies, you gain 1 life.

name Spiteful Imp
cost {R}
type Creature Imp
pt 1/1
text When ~ dies, it deals 1 damage to any target.
text When ~ dies, you gain 1 life.

name Heavy Boar
cost {2}{R}
type Creature Boar
pt 5/1
text Trample

name Clean Sweep
cost {2}{R}
type Sorcery
text Destroy all creatures.

name Patient Wisp
cost {4}{R}
type Creature Elemental
pt 1/1
text When ~ enters, draw a card.
text Evoke {R}

name Tired Return
cost {R}
type Sorcery
text You gain 1 life.
text Escape—{R}, Exile two other cards from your graveyard.

name Wide Wave
cost {R}
type Sorcery
text Destroy target creature.
text Overload {2}{R}

name Named Loss
cost {R}
type Sorcery
text Choose a nonland card name. Target player reveals their hand and discards all cards with that name.
";

/// What can be named is what the host says, whichever of it is in a deck that its opponent doesn't know (§7.5).
#[test]
fn a_hidden_deck_isnt_told_by_what_can_be_named() {
    let desk = desk();
    fs::create_dir_all(desk.path("hidden/cards")).expect("made");
    let chooser = "name Called Kind\ncost {R}\ntype Artifact\ntext As ~ enters, choose a creature type.\n\n";
    desk.write("hidden/cards/all.txt", &format!("{chooser}{GONE}"));
    desk.write("hidden/one.txt", "20 Named Loss\n20 Called Kind\n20 Plain Peak\n");
    let mut names: Vec<String> = chooser
        .lines()
        .chain(GONE.lines())
        .filter_map(|line| line.strip_prefix("name "))
        .map(str::to_owned)
        .chain(["A Card of Nobody's".to_owned()])
        .collect();
    names.sort_unstable();
    let rows = |cards: &[&str]| -> Vec<DeckRow> {
        cards.iter().map(|name| DeckRow { name: (*name).to_owned(), count: 60 / cards.len() as u32 }).collect()
    };
    let list = |seat, cards: &[&str]| {
        let decklist = rows(cards);
        SeatDeck { seat, deck: DeckChoice::List(ListChoice { deck_id: Some(deck_id(&decklist)), decklist }) }
    };
    let folder = desk.path("hidden").display().to_string();
    let words = [env!("CARGO_BIN_EXE_gauntlet"), "serve", &folder].map(str::to_owned).to_vec();
    let program = Program { words, allowance: Allowance::default(), log: None };
    let secret = Secret([7; 32]);
    let mut offered = BTreeSet::new();
    for opponent in [["Brittle Imp", "Plain Peak"], ["Heavy Boar", "Plain Peak"], ["Wide Wave", "Tired Return"]] {
        let mut talk = Talk::new(Process::start(&program).expect("it starts"), Duration::from_secs(30));
        let hello = talk.greet().expect("a hello");
        let mut rules = usual_rules(&hello.rules_supported, names.clone(), false).expect("rules");
        rules.opponent_decklist = Visibility::Hidden;
        let reset = Reset {
            game_id: secret.game_id(0),
            format: hello.formats[0].clone(),
            seats: [list(Seat::P0, &["Called Kind", "Named Loss", "Plain Peak"]), list(Seat::P1, &opponent)],
            rules,
            game_secret: secret.of_game(0).to_hex(),
            max_decisions: 100_000,
            max_steps: 1_000_000,
        };
        let mut chance = Chance::new(&secret);
        let mut response = talk.ask(&Request::Reset(reset.clone())).expect("an answer");
        let mut kinds = BTreeSet::new();
        for _ in 0..600 {
            let Response::Decision(decision) = response else { break };
            let candidates = &decision.seat_decision.candidates;
            let named: Vec<&str> = (candidates.iter())
                .filter_map(|one| match &one.semantic {
                    Semantic::ChooseName { value, .. } => Some(value.as_str()),
                    _ => None,
                })
                .collect();
            if !named.is_empty() {
                kinds.insert(candidates[0].semantic.purpose());
                offered.insert((candidates[0].semantic.purpose(), named.join(", ")));
            }
            let choice = chance.below(candidates.len()) as u32;
            response = talk.step(&reset.game_id, decision.step, &decision.seat_decision, choice).expect("an answer");
        }
        assert_eq!(kinds.len(), 2, "{opponent:?}: both are asked: {kinds:?}");
    }
    let nonland = "Brittle Imp, Brittle Ogre, Called Kind, Clean Sweep, Heavy Boar, Named Loss, Patient Wisp, Spiteful Imp, Tired Return, Wide Wave";
    let expected = BTreeSet::from([
        (Some("card_name"), nonland.to_owned()),
        (Some("creature_type"), "boar, elemental, imp, ogre".to_owned()),
    ]);
    assert_eq!(offered, expected);
}

/// Triggered abilities are put in order as one block of a fixed size, whatever they ask for as they are put on the stack after it (§7.5, §8).
fn check_blocks(text: &str) {
    type Decision = (Vec<Value>, Value, usize, String, Vec<Value>);
    let decisions: Vec<Decision> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let item = |one: &Value| one["item"]["trigger"].clone();
    let (mut longer, mut aimed, mut ordered) = (0, 0, 0);
    let mut at = 0;
    while at < decisions.len() {
        let (candidates, group, _, seat, _) = &decisions[at];
        if item(&candidates[0]).is_null() {
            at += 1;
            continue;
        }
        let count = candidates[0]["count"].as_u64().expect("a number") as usize;
        assert_eq!((&group["substep_index"], &group["substep_count"]), (&json!(0), &json!(count - 1)), "{group}");
        let block = &decisions[at..at + count - 1];
        let mut left: Vec<Value> = candidates.iter().map(item).collect();
        assert_eq!(left.len(), count);
        let mut order = Vec::new();
        for (place, (candidates, other, chosen, ..)) in block.iter().enumerate() {
            assert_eq!((&other["group_id"], &other["substep_index"]), (&group["group_id"], &json!(place)));
            assert_eq!(candidates.iter().map(item).collect::<Vec<_>>(), left, "those that aren't placed yet");
            assert!(candidates.iter().all(|one| one["position"] == place && one["count"] == count));
            order.push(left.remove(*chosen));
        }
        order.append(&mut left);
        longer += usize::from(count > 2);
        at += block.len();
        // Then each is put on the stack, and asks for its targets there. What comes first lies below.
        let after = decisions[at..].iter().take_while(|(candidates, ..)| candidates[0]["kind"] == "choose_target");
        let targets = after.count();
        aimed += usize::from(targets > 0);
        assert!(targets <= count, "{targets} of {count}");
        let Some((candidates, .., stack)) = decisions.get(at + targets) else { break };
        assert!(candidates[0]["kind"] != "order_pick" || decisions[at + targets].3 != *seat, "nothing is asked twice");
        let names: Vec<&Value> = stack.iter().map(|entry| &entry["card_name"]).collect();
        let placed: Vec<&Value> = order.iter().map(|item| &item["source_name"]).collect();
        // Where nobody can respond they have resolved by the next decision.
        let on_top = names.len().checked_sub(count).map_or(&names[..], |below| &names[below..]);
        let is_other = placed.iter().rev().ne(&placed);
        assert!(!is_other || placed.iter().rev().ne(on_top), "{placed:?} is put there as {names:?}");
        ordered += usize::from(is_other && on_top == placed);
    }
    assert!(longer > 0 && aimed > 0 && ordered > 0, "{longer} longer ones, {aimed} that aim, {ordered} seen in order");
}

/// Triggered abilities of what is gone are told apart (§7.3), and so are ways of casting (§7.4); whose damage is assigned is said.
#[test]
fn what_is_gone_is_told_of_in_orders_of_triggers() {
    let desk = desk();
    fs::create_dir_all(desk.path("gone/cards")).expect("made");
    desk.write("gone/cards/all.txt", GONE);
    let spells = GONE.lines().filter_map(|line| line.strip_prefix("name ")).filter(|name| *name != "Plain Peak");
    let list: String = spells.map(|name| format!("4 {name}\n")).collect();
    desk.write("gone/one.txt", &format!("{list}32 Plain Peak\n"));
    desk.write("gone/other.txt", &format!("{list}33 Plain Peak\n"));
    let deed = "import random\n        candidates = [one['semantic'] for one in decision['candidates']]\n        \
                chosen = self.random.randrange(len(candidates))\n        \
                stack = decision['observation']['stack']\n        \
                with open('gone.jsonl', 'a') as file:\n            \
                file.write(json.dumps([candidates, decision['group'], chosen, decision['acting_seat'], stack]) + '\\n')\n        \
                if candidates[0]['kind'] == 'choose_name':\n            \
                with open('named.jsonl', 'a') as file:\n                file.write(json.dumps(decision['observation']) + '\\n')\n        \
                return chosen";
    let agent = format!("exec:{}", bad_bot(&desk, "gone", deed));
    let line = ["match", "gone/one.txt", "gone/other.txt", "--games", "12", "--seed", "3", "--agent", &agent];
    // On one thread the decisions of a game are written one after the other.
    let done = desk.with(&[&line[..], &["--max-turns", "60", "--threads", "1", "--out", "run"]].concat());
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    check_blocks(&desk.read("gone.jsonl"));
    let (mut orders, mut deaths, mut damages, mut alike) = (0, 0, 0, 0);
    let mut methods = BTreeSet::new();
    for line in desk.read("gone.jsonl").lines() {
        assert!(!line.contains('~'), "{line}");
        let (candidates, group, ..): (Vec<Value>, Value, u32, String, Value) =
            serde_json::from_str(line).expect("JSON");
        for one in &candidates {
            match one["kind"].as_str() {
                Some("cast_spell") => _ = methods.insert(one["method"].as_str().expect("a method").to_owned()),
                Some("distribute") if one["purpose"] == "combat_damage" => {
                    assert!(one["source"]["card_name"].is_string(), "{one}");
                    damages += usize::from(one["source"]["card_name"] == "Heavy Boar");
                }
                _ => {}
            }
        }
        let items: Vec<&Value> =
            candidates.iter().map(|one| &one["item"]["trigger"]).filter(|it| !it.is_null()).collect();
        let Some(first) = items.first() else { continue };
        orders += 1;
        let place = group["substep_index"].as_u64().expect("a place");
        assert_eq!(candidates[0]["count"], place + items.len() as u64, "each is a candidate of its own: {line}");
        // What has died is the card in the graveyard now; an evoked creature that has entered is where it is.
        let mut dead = BTreeSet::new();
        for item in &items {
            assert!(item["source_name"].is_string() && item["instance"] == 0, "{item}");
            let there = &item["event_objects"][0];
            assert_eq!(there["card_name"], item["source_name"], "{item}");
            if item["source"].is_null() {
                assert_eq!(there["zone"], "graveyard", "{item}");
                assert!(dead.insert((there["object_id"].as_str(), item["label"].as_str())), "{line}");
            }
        }
        deaths += usize::from(dead.len() > 1);
        alike += usize::from(items[1..].iter().any(|item| item["source_name"] == first["source_name"]));
    }
    assert!(
        orders > 3 && deaths > 1 && alike > 0 && damages > 0,
        "{orders} orders, {deaths} of deaths, {alike} of alike ones, {damages} damages"
    );
    for method in ["normal", "escape", "evoke", "overload"] {
        assert!(methods.contains(method), "{method}: {methods:?}");
    }
    assert!(!methods.contains("other"), "{methods:?}");
    // Who names a card looks at none: nothing tells whether it is in a hand or library (CR 201.4).
    let named = desk.read("named.jsonl");
    assert!(named.lines().count() > 5);
    for how in ["\"looked_at\"", "\"searching\""] {
        assert!(!named.contains(how), "{how}");
    }
}

#[test]
fn bots_are_told_what_decks_and_engine_are_called() {
    let desk = desk();
    let deed = "asked == 'game_start' and open('told.jsonl', 'a').write(json.dumps([request['seat'], \
                request['own_deck']['name'], request['opponent_deck']['name'], request['engine']['source_revision']]) + '\\n')";
    desk.write("bot.py", &answering("curious", deed));
    let done = desk.with(&["match", "burn", "blue-tempo", "--games", "2", "--agent-a", "exec:python3 bot.py"]);
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    let text = desk.read("told.jsonl");
    let mut told: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    told.sort_by_key(|told| told[0].to_string());
    let commit = if gauntlet::COMMIT == "unknown" { Value::Null } else { json!(gauntlet::COMMIT) };
    let row = |seat: &str| json!([seat, "burn", "blue-tempo", commit]);
    assert_eq!(told, [row("p0"), row("p1")]);
}

/// A bot is told of the other's deck what our own agents are told.
#[test]
fn bots_are_told_no_list_that_is_hidden() {
    let desk = desk();
    let deed = "asked == 'game_start' and open('told.jsonl', 'a').write(json.dumps([request['opponent_deck'], \
                request['rules']['opponent_decklist'], request['rules']['card_name_domain']['names']]) + '\\n')";
    desk.write("bot.py", &answering("curious", deed));
    let lists = [0, 1].map(|deck: usize| desk.read(&format!("decks/{}.txt", ["burn", "blue-tempo"][deck])));
    let names = |among: &[usize]| -> BTreeSet<String> {
        let main = |deck: &usize| lists[*deck].lines().take_while(|line| *line != "Sideboard");
        let lines = among.iter().flat_map(main);
        let rows = lines.filter_map(|line| line.split_once(' ')).filter(|(count, _)| count.parse::<u32>().is_ok());
        rows.map(|(_, name)| name.to_owned()).collect()
    };
    for (knows, among) in [("nothing", &[0][..]), ("field", &[0, 1])] {
        let line = ["match", "burn", "blue-tempo", "--games", "2", "--agent-a", "exec:answers=kept python3 bot.py"];
        let done = desk.with(&[&line[..], &["--knows", knows]].concat());
        assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
        let text = desk.read("told.jsonl");
        // What is told differently is another game, whose answers aren't those that are kept.
        assert_eq!(text.lines().count(), 2, "{knows}");
        for line in text.lines() {
            let (deck, visibility, domain): (Value, String, BTreeSet<String>) =
                serde_json::from_str(line).expect("JSON");
            assert_eq!((deck, visibility.as_str()), (Value::Null, "hidden"), "{knows}");
            assert_eq!(domain, names(among), "{knows}");
        }
        fs::remove_file(desk.path("told.jsonl")).expect("removed");
    }
}

#[test]
fn what_bots_do_wrong_is_a_forfeit() {
    let desk = desk();
    for (name, deed, cause, settings) in [
        ("slow", "time.sleep(60)", "timeout: ", "decision=300 "),
        ("wild", "return 99999", "invalid_selection: candidate 99999", ""),
        ("gone", "sys.exit(0)", "transport_error: ", ""),
        ("rude", "print('what?', flush=True)", "malformed_response: ", ""),
        ("sick", "raise ValueError('oh')", "transport_error: ", "log=sick.log "),
        ("ill", "raise ValueError('oh')", "transport_error: ", ""),
    ] {
        let agent = format!("exec:{settings}{}", bad_bot(&desk, name, deed));
        let done = desk.with(&[
            "match",
            "burn",
            "blue-tempo",
            "--games",
            "2",
            "--agent-a",
            &agent,
            "--agent-b",
            "random",
            "--out",
            name,
        ]);
        assert_eq!(done.code, Some(0), "{name}: {}{}", done.out, done.err);
        assert!(done.err.contains("2 games were forfeited by an agent and count as lost"), "{name}: {}", done.err);
        let run: Value = serde_json::from_str(&desk.read(&format!("{name}/run.json"))).expect("JSON");
        assert_eq!(run["counts"]["endings"]["concession"], 2, "{name}");
        assert_eq!(run["counts"]["endings"]["engine_error"], 0, "{name}");
        for forfeit in forfeits(&desk, name) {
            let message = forfeit["message"].as_str().expect("text");
            assert!(message.starts_with(cause), "{name}: {message}");
        }
    }
    assert!(desk.read("sick.log").contains("ValueError: oh"));
    let message = |name: &str| forfeits(&desk, name)[0]["message"].as_str().expect("text").to_owned();
    assert!(
        message("sick").ends_with("; it ended with exit code 1; what it wrote to its standard error is in sick.log")
    );
    // The last lines of the traceback.
    let ill = message("ill");
    assert!(ill.contains("; it ended with exit code 1; its standard error ends with: "), "{ill}");
    assert!(ill.ends_with(" | raise ValueError('oh') | ValueError: oh"), "{ill}");
}

#[test]
fn memory_is_held_to_its_limit() {
    let desk = desk();
    let deed = "return len(bytes(2**29)) * 0";
    let agent = format!("exec:memory=300 {}", bad_bot(&desk, "big", deed));
    let done = desk.with(&["match", "burn", "blue-tempo", "--games", "2", "--agent-a", &agent, "--out", "big"]);
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    assert_eq!(forfeits(&desk, "big").len(), 2);
}

#[test]
fn what_is_no_bot_is_refused_before_any_game() {
    let desk = desk();
    let refused = |agent: &str| {
        let done = desk.with(&["match", "burn", "blue-tempo", "--games", "2", "--agent", agent]);
        assert_eq!(done.code, Some(2), "{agent}: {}", done.err);
        done.err
    };
    assert!(refused("exec:no-such-program-anywhere").contains("can't be started"));
    assert!(refused("exec:startup=300 sleep 9").contains("it isn't a bot that can play: there was no answer in time"));
    assert!(refused("exec:").contains("which program?"));
    let error = refused("exec:decison=5 python3 bot.py");
    assert!(
        error
            .contains("'exec' has no setting 'decison', did you mean 'decision'? (settings of 'exec': startup, bank, "),
        "{error}"
    );
    let error = refused("exec:keep=yes SEED=1 python3 bot.py");
    assert!(error.contains("no setting 'SEED' (settings of ") && error.contains("'env SEED=1 COMMAND'"), "{error}");
    // What isn't a setting's name is a program's.
    assert!(refused("exec:./a=b c").contains("./a=b can't be started"));
    let error = refused("exec:log=/no/such/folder/log cat");
    assert!(error.contains("can play: the log /no/such/folder/log can't be opened: "), "{error}");
    let error = refused("exec:sh -c 'echo no model >&2; exit 4'");
    assert!(error.contains("; it ended with exit code 4; its standard error ends with: no model"), "{error}");
    desk.write("nameless.py", &answering("", "pass"));
    assert!(refused("exec:python3 nameless.py").contains("hello_ok has the bot's name, and here it is empty"));
    assert!(
        refused("exec:decision=soon cat")
            .contains("'decision' must be a whole number from 1 to 9007199254740991, not 'soon'")
    );
    let most = "'memory' must be a whole number from 1 to 9007199254740991, not '99999999999999999'";
    assert!(refused("exec:memory=99999999999999999 cat").contains(most));
    let bot = "import json\nfor line in iter(input, ''):\n    print(json.dumps({'protocol': 'spellbench/v2', \
               'request_id': json.loads(line)['request_id'], 'response_type': 'hello_ok', 'bot': {'name': 'n', \
               'version': '1'}, 'requires': {'extensions': ['x_more']}}), flush=True)\n";
    desk.write("needy.py", bot);
    assert!(refused("exec:python3 needy.py").contains("it can't play without x_more"));
}

/// What can't be checked isn't said to conform.
#[test]
fn checks_without_games_or_programs_are_refused() {
    let desk = desk();
    let refused = |line: &[&str]| {
        let done = desk.with(line);
        assert_eq!((done.code, done.out.as_str()), (Some(2), ""), "{line:?}: {}", done.err);
        done.err
    };
    let error = refused(&["protocol-check", "bot", "cat", "--games", "0"]);
    assert!(error.contains("it must be a whole number from 1"), "{error}");
    for command in ["", "  "] {
        let error = refused(&["protocol-check", "bot", command]);
        assert!(
            error.contains("which program? The bot and its arguments are one argument: \"python3 bot.py\""),
            "{error}"
        );
    }
    let error = refused(&["bot", "--seed", "-1"]);
    assert!(error.contains("invalid value '-1' for '--seed <N>'"), "{error}");
}

/// A forfeit is told of as a whole sentence, and where its recording is looked at.
#[test]
fn a_forfeited_game_says_so_where_it_is_viewed() {
    let desk = desk();
    let agent = format!("exec:{}", bad_bot(&desk, "wild", "return 99999"));
    let line = ["watch", "burn", "blue-tempo", "--agent-a", &agent, "--record", "game.jsonl"];
    let done = desk.with(&line);
    assert!(
        done.out.contains("burn forfeits the game: invalid_selection: candidate 99999 was chosen of "),
        "{}",
        done.out
    );
    let told = done.out.lines().find(|line| line.contains("forfeits the game")).expect("a line");
    assert!(told.contains(". The agents made "), "{told}");
    let done = desk.done("view game.jsonl");
    assert!(
        done.out.contains("\nHere burn forfeited the game: invalid_selection: candidate 99999 was"),
        "{}",
        done.out
    );
    let done = desk.done("view game.jsonl --as second");
    assert!(done.out.contains("\nHere burn forfeited the game.\n"), "{}", done.out);
    let done = desk.done("view game.jsonl --json");
    let document: Value = serde_json::from_str(&done.out).expect("JSON");
    assert_eq!(document["forfeit"]["player"], 0);
    assert!(!desk.done("view game.jsonl --to 1").out.contains("forfeited"));
}

/// A file doesn't have programs run that it names as agents.
#[test]
fn a_recording_runs_no_program() {
    let desk = desk();
    desk.done("watch burn blue-tempo --agent random --until-turn 2 --record game.jsonl");
    let text = desk.read("game.jsonl");
    let (header, steps) = text.split_once('\n').expect("a header");
    let mut header: Value = serde_json::from_str(header).expect("JSON");
    desk.write("mark.py", "open('marked', 'w')\n");
    let seated = json!({"agent": "exec:python3 mark.py", "seed": "0".repeat(64)});
    header["agents"] = json!([seated, seated]);
    desk.write("game.jsonl", &format!("{header}\n{steps}"));
    for line in ["replay game.jsonl", "view game.jsonl"] {
        desk.run(line);
        assert!(!desk.path("marked").exists(), "{line}");
    }
}

/// Cards that show, hide and move others in each of the ways that the protocol has words for, and one that makes an emblem.
const KNOWING: &str = "\
name Grove
super Basic
type Land Forest

name Peer
cost {G}
type Sorcery
text Look at target player's hand.

name Lay Bare
cost {G}
type Sorcery
text Target player reveals their hand.

name Glance
cost {G}
type Sorcery
text Scry 2.

name Show Off
cost {G}
type Sorcery
text Reveal the top card of your library. You gain 1 life.

name Tuck
cost {G}
type Sorcery
text Put a card from your hand on top of your library.

name Bury
cost {G}
type Sorcery
text Put a card from your hand on the bottom of your library.

name Undertow
cost {G}
type Sorcery
text Return target creature to its owner's hand.

name Quest
cost {G}
type Sorcery
text Search your library for a card, put it into your hand, then shuffle.

name Decree
cost {G}
type Sorcery
text You get an emblem with \"Creatures you control get +1/+1.\"

name Cat
cost {G}
type Creature Cat
pt 2/2
";

/// §6.7: what is listed is true, is what the viewer knows, and is the same in every world that the viewer can't tell from this one.
#[test]
fn what_is_known_of_hidden_cards_is_true_and_tells_nothing_more() {
    let mut base = CardBase::new();
    assert!(base.add_text("knowing.txt", KNOWING).is_empty());
    let mut pool = Pool::new();
    let names: Vec<String> = base.names().map(str::to_owned).collect();
    let mut deck = Vec::new();
    for name in names {
        let card = base.compile(&name, &mut pool).unwrap_or_else(|problems| panic!("{}", problems[0]));
        deck.extend(std::iter::repeat_n(card, if name == "Grove" { 16 } else { 4 }));
    }
    let deck = Arc::new(deck);
    let options = Options { max_turns: 40, ..Options::default() };
    let setup = Setup {
        pool: Arc::new(pool),
        decks: PerPlayer([deck.clone(), deck]),
        outside: PerPlayer::default(),
        options,
        told: None,
    };
    let (mut ways, mut ends, mut emblems) = (BTreeSet::new(), [0; 2], 0);
    for number in 0..30 {
        let seed = Seed::from_u64(number);
        let mut rng = seed.derive("test", 0).rng();
        let (mut game, mut legal) = (Position::new(&setup, seed), Vec::new());
        while game.to_act().is_some() {
            for viewer in Player::BOTH {
                let seen = Magic::observe(&game, viewer).expect("an observation");
                let lies = Player::BOTH.map(|player| {
                    let cards = game.cards_as_they_lie(player);
                    let names = cards.iter().map(|card| game.pool().card(*card).name.clone()).collect::<Vec<_>>();
                    (names, game.visible(viewer).hand_size(player))
                });
                let aside = |player: usize| {
                    let zones = [Zone::Library, Zone::Hand]
                        .map(|zone| game.visible(viewer).count_aside(Player::new(player), zone));
                    zones.iter().sum::<usize>()
                };
                let mut in_hand: Vec<&str> = Vec::new();
                for known in seen["known"].as_array().expect("a list") {
                    let (name, how) = (known["card_name"].as_str().unwrap(), known["how"].as_str().unwrap());
                    ways.insert(how.to_owned());
                    let owner = usize::from(known["owner_seat"] == "p1");
                    let (names, hand) = &lies[owner];
                    let (top, bottom) = (known["position_from_top"].as_u64(), known["position_from_bottom"].as_u64());
                    if known["zone"] == "hand" {
                        assert!(owner != viewer.index() && top.is_none() && bottom.is_none(), "{known}");
                        in_hand.push(name);
                    } else if how != "searching" && aside(owner) == 0 {
                        let place = match (top, bottom) {
                            (Some(top), None) => hand + top as usize,
                            (None, Some(bottom)) => names.len() - 1 - bottom as usize,
                            _ => panic!("one end is named: {known}"),
                        };
                        ends[usize::from(bottom.is_some())] += 1;
                        assert_eq!(names[place], name, "{known}");
                    }
                }
                let (names, size) = &lies[1 - viewer.index()];
                if aside(1 - viewer.index()) == 0 {
                    let hand = &names[..*size];
                    for name in &in_hand {
                        let count = |list: &[&str]| list.iter().filter(|other| *other == name).count();
                        let there = hand.iter().filter(|other| other == name).count();
                        assert!(count(&in_hand) <= there, "{in_hand:?} of {hand:?}");
                    }
                }
                for player in seen["players"].as_array().expect("two") {
                    for emblem in player["command"].as_array().expect("a list") {
                        assert_eq!((&emblem["card_name"], &emblem["zone"]), (&json!("Decree"), &json!("command")));
                        emblems += 1;
                    }
                }
                let mut world = game.clone();
                world.determinize(viewer, &mut rng);
                let again = Magic::observe(&world, viewer).expect("an observation");
                assert_eq!(again["known"], seen["known"], "{:?}", game.decision());
            }
            game.legal_actions(&mut legal);
            game.apply(legal[rng.random_range(0..legal.len())]);
        }
    }
    let all = ["from_public_zone", "looked_at", "own_placement", "revealed", "searching", "tracked"];
    assert_eq!(ways.into_iter().collect::<Vec<_>>(), all);
    assert!(ends[0] > 100 && ends[1] > 100 && emblems > 100, "{ends:?} {emblems}");
}
