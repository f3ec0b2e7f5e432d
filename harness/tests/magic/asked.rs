//! What bots and people are told of a decision: of what it is, what is done with each answer, and what that costs.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::commands::Desk;

/// Made-up cards whose questions no spell on the stack asks, or that have a price or a deed that the question must tell.
const ASKING: &str = "\
name Plain Peak
super Basic
type Land Mountain

name Grove of Tolls
type Land
text As ~ enters, you may pay 2 life. If you don't, it enters tapped.
text {T}: Add {R} or {G}.

name Grove of Kin
type Land
text As ~ enters, you may reveal a Goblin card from your hand. If you don't, ~ enters tapped.
text {T}: Add {R} or {G}.

name Small Goblin
cost {R}
type Creature Goblin
pt 1/1
text {T}: Target creature gains protection from the color of your choice until end of turn.

name Loud Goblin
cost {R}
type Creature Goblin
pt 1/2

name Mirror Shape
cost {1}{R}
type Creature Shapeshifter
pt 0/0
text You may have ~ enter as a copy of any creature on the battlefield.

name Heavy Cart
cost {1}
type Artifact Vehicle
pt 3/3
text Crew 1

name Slow Spark
cost {3}{R}
type Sorcery
text ~ deals 1 damage to any target.
text Suspend 1—{R}

name Planned Spark
cost {2}{R}
type Sorcery
text ~ deals 1 damage to any target.
text Plot {R}

name Fork of Ways
cost {R}
type Sorcery
text Choose creature or land. Reveal the top two cards of your library. Put all cards of the chosen type revealed this way into your hand and the rest into your graveyard.

name Growing Spark
cost {R}
type Instant
text Kicker {1}
text ~ deals 1 damage to any target. If ~ was kicked, it deals 2 damage instead.

name Painful Spark
cost {R/P}
type Instant
text ~ deals 1 damage to any target.

name Two for One
cost {R}
type Sorcery
text You may discard a card. If you do, draw two cards.

name Twice Twin
cost {1}{R}
type Enchantment
text If a source you control would deal damage to a permanent or player, it deals double that damage instead.

name One Louder
cost {1}{R}
type Enchantment
text If a source you control would deal damage to a permanent or player, it deals that much damage plus 1 instead.
";

/// Made-up cards that choose a color as they enter, for different things.
const COLORFUL: &str = "\
name Plain Peak
super Basic
type Land Mountain

name Voiced Shape
cost {R}
type Creature Shapeshifter
pt 1/1
text As ~ enters, choose a color.
text ~ has protection from the chosen color.

name Chosen Coat
cost {R}
type Enchantment Aura
text Enchant creature
text As ~ enters, choose a color.
text Enchanted creature has protection from the chosen color. This effect doesn't remove ~.

name Hued Stone
cost {1}
type Artifact
text As ~ enters, choose a color.
text {T}: Add one mana of the chosen color.

name One Banner
cost {R}
type Enchantment
text As ~ enters, choose a color.
text Creatures of the chosen color get +1/+0.

name Mirror Shape
cost {R}
type Creature Shapeshifter
pt 0/0
text You may have ~ enter as a copy of any creature on the battlefield.
";

/// A bot that answers by chance and writes down what it was asked.
fn writer(desk: &Desk) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../examples/bots");
    let folder = fs::canonicalize(folder).expect("the examples").display().to_string();
    let code = format!(
        "import sys, json\nsys.path.insert(0, {folder:?})\nimport random_bot\n\n\nclass Writer(random_bot.RandomBot):\n    \
         def choose(self, decision):\n        candidates = decision['candidates']\n        \
         with open('asked.jsonl', 'a') as file:\n            file.write(json.dumps([decision['context'], candidates]) + '\\n')\n        \
         return self.random.randrange(len(candidates))\n\n\nrandom_bot.serve(Writer(), 'writer')\n"
    );
    desk.write("writer.py", &code);
    "python3 writer.py".to_owned()
}

/// All decisions of some games with four of each of these cards and that many lands: contexts and candidates.
fn asked(desk: &Desk, cards: &str, lands: u32) -> Vec<(Value, Vec<Value>)> {
    fs::create_dir_all(desk.path("asking/cards")).expect("made");
    desk.write("asking/cards/all.txt", cards);
    let names = cards.lines().filter_map(|line| line.strip_prefix("name ")).filter(|name| *name != "Plain Peak");
    let list: String = names.map(|name| format!("4 {name}\n")).collect();
    // Equal decks would be one.
    desk.write("asking/one.txt", &format!("{list}{lands} Plain Peak\n"));
    desk.write("asking/other.txt", &format!("{list}{} Plain Peak\n", lands + 1));
    let agent = format!("exec:{}", writer(desk));
    let line = ["match", "asking/one.txt", "asking/other.txt", "--games", "24", "--seed", "3", "--agent", &agent];
    let done = desk.with(&[&line[..], &["--max-turns", "60", "--out", "asked"]].concat());
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    let text = desk.read("asked.jsonl");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The source's name, the kind, the word and the text of each candidate: none of the candidates' sources is null where something asks.
#[test]
fn decisions_say_what_they_are_of_and_what_is_done() {
    let desk = Desk::new(&[]);
    let mut found: BTreeSet<String> = BTreeSet::new();
    for (context, candidates) in asked(&desk, ASKING, 14) {
        for candidate in candidates {
            let semantic = &candidate["semantic"];
            let keys = ["cost_kind", "cost", "purpose", "method", "action", "choice", "event"];
            let word = keys.iter().find_map(|key| semantic[key].as_str()).unwrap_or_default();
            let source = semantic["source"]["card_name"].as_str().unwrap_or_default();
            let text = candidate["display_text"].as_str().unwrap_or_default();
            let asked = context["text"].as_str().unwrap_or_default();
            found.insert(format!("{} {word} | {source} | {text} | {asked}", semantic["kind"].as_str().unwrap_or("")));
        }
    }
    let has = |begins: &str, holds: &[&str]| {
        let fits = |row: &&String| row.starts_with(begins) && holds.iter().all(|part| row.contains(part));
        assert!(found.iter().any(|row| fits(&row)), "{begins} {holds:?}: {found:#?}");
    };
    // CR 614.12: as something enters, its card is there.
    has("optional_cost unless_payment | Grove of Tolls | yes: pay 2 life | ", &["otherwise tap Grove of Tolls"]);
    has("optional_cost unless_payment | Grove of Tolls | no: tap Grove of Tolls | ", &[]);
    has("optional_cost unless_payment | Grove of Kin | yes: reveal a Goblin card from your hand | ", &[]);
    has("choose_cost_target reveal | Grove of Kin | ", &[]);
    has("choose_boolean may_ability | Mirror Shape | yes: ", &["becomes a copy of the chosen creature"]);
    has("choose_cost_target tap | Heavy Cart | ", &["total power 1 or greater"]);
    has("choose_color protection | Small Goblin | ", &[]);
    has("special_action suspend | Slow Spark | ", &[]);
    has("optional_cast suspend | ", &["Slow Spark"]);
    has("special_action plot | Planned Spark | ", &[]);
    has("cast_spell plot | Planned Spark | ", &[]);
    has("choose_option effect_option | Fork of Ways | creature | word to choose, for Fork of Ways", &[]);
    has("optional_cost kicker | Growing Spark | yes: kicker {1} (pay {1}) | ", &[]);
    has("choose_cost_option life | Painful Spark | yes: pay 2 life for a Phyrexian mana symbol | ", &[]);
    has("optional_cost other | Two for One | yes: discard a card; then you draw two cards | ", &[]);
    has("choose_replacement damage | ", &["Twice Twin", "replacement effect to apply first"]);
    for (begins, holds) in [("special_action other", ""), ("choose_option vote", ""), ("select_object other |  |", "")]
    {
        assert!(!found.iter().any(|row| row.starts_with(begins) && row.contains(holds)), "{begins}: {found:#?}");
    }
    // Nothing that is paid or chosen for an effect is of nothing.
    for kind in ["optional_cost ", "choose_boolean ", "choose_color ", "choose_cost_target ", "choose_cost_option "] {
        let nameless = found.iter().find(|row| row.starts_with(kind) && row.contains(" |  | "));
        assert_eq!(nameless, None, "{found:#?}");
    }
}

/// A color that is chosen as something enters is for what the abilities that are linked to the choice do with it (CR 607.2d), those of
/// what it enters as a copy of included (CR 707.6).
#[test]
fn colors_chosen_as_something_enters_say_what_for() {
    let desk = Desk::new(&[]);
    let all = asked(&desk, COLORFUL, 40);
    let first = |decision: &(Value, Vec<Value>)| decision.1[0]["semantic"].clone();
    let found: BTreeSet<(String, String, bool)> = all
        .windows(2)
        .map(|pair| (first(&pair[0]), first(&pair[1])))
        .filter(|(_, semantic)| semantic["kind"] == "choose_color")
        .map(|(before, semantic)| {
            let (was, is) = (&before["source"], &semantic["source"]);
            let copies = was["card_name"] == "Mirror Shape" && was["object_id"] == is["object_id"];
            let text = |value: &Value| value.as_str().expect("a text").to_owned();
            (text(&is["card_name"]), text(&semantic["purpose"]), copies)
        })
        .collect();
    let wanted = [
        ("Chosen Coat", "protection", false),
        ("Hued Stone", "mana", false),
        ("One Banner", "effect", false),
        ("Voiced Shape", "protection", false),
        ("Voiced Shape", "protection", true),
    ];
    let wanted = wanted.map(|(name, purpose, copies)| (name.to_owned(), purpose.to_owned(), copies));
    assert_eq!(found, wanted.into_iter().collect());
}

/// Decks given as data have limits as files have: any number is a number, and none is a way to end the engine.
#[test]
fn decks_given_as_data_have_limits() {
    let desk = Desk::new(&["burn"]);
    let mut engine = Command::new(env!("CARGO_BIN_EXE_gauntlet"))
        .args(["serve", "decks"])
        .current_dir(desk.path(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("started");
    let mut answers = BufReader::new(engine.stdout.take().expect("its output")).lines();
    let mut number = 0;
    let mut ask = |request: Value| -> Value {
        number += 1;
        let mut request = request;
        request["protocol"] = json!("spellbench/v2");
        request["request_id"] = json!(format!("r-{number}"));
        writeln!(engine.stdin.as_mut().expect("its input"), "{request}").expect("asked");
        let answer = answers.next().expect("it is still there").expect("an answer");
        serde_json::from_str(&answer).expect("JSON")
    };
    let hello = ask(json!({"request_type": "hello", "protocol_minor": 0}));
    let card = hello["catalog"][0]["decklist"][0]["name"].clone();
    let lists = [
        json!([{"name": card, "count": 4_000_000_000u32}]),
        json!([{"name": card, "count": 10_001}]),
        // Together they aren't few, and aren't taken for few.
        json!([{"name": card, "count": u32::MAX}, {"name": card, "count": 60}]),
    ];
    for list in lists {
        let answer = ask(json!({
            "request_type": "validate_deck", "format": hello["formats"][0], "deck": {"decklist": list},
        }));
        let refused = answer["error"]["code"].as_str();
        assert!(matches!(refused, Some("unsupported_deck" | "malformed_request")), "{list}: {answer}");
    }
    let answer = ask(json!({
        "request_type": "validate_deck", "format": hello["formats"][0],
        "deck": {"decklist": [{"name": card, "count": 60}]},
    }));
    assert_eq!(answer["response_type"], "deck_ok", "{answer}");
    drop(engine.stdin.take());
    engine.wait().expect("it ends");
}

/// What a bot did wrong is said where its game is watched: in words, as JSON, on a page, and where the recording is played again.
#[test]
fn a_game_that_a_bot_forfeits_says_why() {
    let desk = Desk::new(&["burn", "white-tokens"]);
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../examples/bots");
    let folder = fs::canonicalize(folder).expect("the examples").display().to_string();
    let code = format!(
        "import sys\nsys.path.insert(0, {folder:?})\nimport random_bot\n\n\nclass Bad(random_bot.RandomBot):\n    \
         def choose(self, decision):\n        if decision['seat_step'] < 3:\n            return 0\n        \
         sys.exit('no more ideas')\n\n\nrandom_bot.serve(Bad(), 'bad')\n"
    );
    desk.write("bad.py", &code);
    let line = ["watch", "burn", "white-tokens", "--agent-a", "exec:python3 bad.py", "--agent-b", "random"];
    let done = desk.with(&[&line[..], &["--html", "page.html", "--record", "game.jsonl"]].concat());
    let said = "burn forfeits the game: transport_error: ";
    assert!(done.out.contains(said) && done.out.contains("no more ideas"), "{}{}", done.out, done.err);
    assert!(done.out.contains("exit code 1"), "{}", done.out);
    let page = desk.read("page.html");
    assert!(page.contains("forfeits the game") && page.contains("no more ideas"));
    let done = desk.with(&[&line[..], &["--json"]].concat());
    let told: Value = serde_json::from_str(&done.out).expect("JSON");
    assert!(told["fault"].as_str().is_some_and(|fault| fault.contains("no more ideas")), "{told}");
    let done = desk.with(&["replay", "game.jsonl"]);
    assert!(done.out.contains("It ends with a failure (agent): transport_error: "), "{}", done.out);
}

/// A page of a recording says what one of the watched game says.
#[test]
fn a_replayed_page_has_the_headline_of_the_watched_one() {
    let desk = Desk::new(&["burn", "white-tokens"]);
    let done =
        desk.with(&["watch", "burn", "white-tokens", "--seed", "7", "--agent", "random", "--record", "game.jsonl"]);
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    let result = done.out.lines().find(|line| line.contains(" wins in turn ")).expect("how it ended");
    let result = result.split(" The agents made ").next().expect("a sentence");
    let done = desk.with(&["replay", "game.jsonl", "--html", "page.html"]);
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    let page = desk.read("page.html");
    assert!(page.contains(result), "{result}");
    assert!(page.contains("burn: random, white-tokens: random") || page.contains("white-tokens: random, burn: random"));
}

/// Games that the file doesn't have are added to it, whichever game is played first; without the program they can't be.
#[test]
fn games_without_answers_are_added_to_the_others() {
    let desk = Desk::new(&["burn", "blue-tempo", "white-tokens"]);
    let bot = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../examples/bots/random_bot.py");
    let bot = format!("python3 {}", fs::canonicalize(bot).expect("an example").display());
    let play = |other: &str, games: &str, bot: &str, out: &str| {
        let agent = format!("exec:answers=answers.jsonl {bot}");
        desk.with(&["match", "burn", other, "--games", games, "--agent-a", &agent, "--agent-b", "random", "--out", out])
    };
    let done = play("blue-tempo", "2", &bot, "first");
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    let kept = desk.read("answers.jsonl");
    // A program that isn't there loses no games.
    for (other, games) in [("blue-tempo", "6"), ("white-tokens", "2")] {
        let done = play(other, games, "no-such-program-anywhere", &format!("{other}-without"));
        assert_eq!(done.code, Some(2), "{}{}", done.out, done.err);
        assert!(done.err.contains("lack a game of it, and no-such-program-anywhere can't be started"), "{}", done.err);
        assert_eq!(desk.read("answers.jsonl"), kept, "nothing is added");
    }
    for (other, games, lines) in [("blue-tempo", "6", 6), ("white-tokens", "2", 8)] {
        let done = play(other, games, &bot, other);
        assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
        assert_eq!(desk.read("answers.jsonl").lines().count(), lines);
    }
}

/// Work for all cards is done on threads with large stacks, whoever calls it.
#[test]
fn nothing_runs_on_threads_of_rayons_own() {
    fn look(folder: &std::path::Path) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                look(&path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).expect("text");
                let [all, kept, pools] =
                    [".par_iter()", "threads::on_all(", ".install("].map(|words| text.matches(words).count());
                assert!(all <= kept + pools, "{}: a parallel iterator outside of threads::on_all", path.display());
            }
        }
    }
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    look(&root.join("src"));
    look(&root.join("../python/src"));
}
