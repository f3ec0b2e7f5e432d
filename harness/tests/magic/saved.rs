//! Positions as files: the same game goes on from them, whatever it is in the middle of; and what they show to whom.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use gauntlet::check::saved::Saved;
use gauntlet::games::magic::Magic;
use gauntlet::host::Host;
use gauntlet::host::options::Limits;
use gauntlet::host::recording::Recording;
use gauntlet::show::position::document;
use gauntlet_core::{Game, Player, Seed};
use gauntlet_magic::Position;
use gauntlet_magic::decision::DecisionKind;
use rand::RngExt;
use serde_json::Value;

use super::commands::Desk;

/// Cards that stop in the middle of everything.
const CARDS: &str = "\
name Mountain
super Basic
type Land Mountain

name Forest
super Basic
type Land Forest

name Old Bridge
type Land
text {T}: Add {R} or {G}.

name Twin Sparks
cost {R}
type Instant
text ~ deals 1 damage to target creature and 1 damage to target player.

name Way Home
cost {G}
type Sorcery
text Search your library for a basic land card, put it onto the battlefield tapped, then shuffle.

name Watchful Eye
cost {G}
type Sorcery
text Scry 2.

name Grey Bear
cost {1}{G}
type Creature Bear
pt 2/2

name Bell Ringer
cost {1}{R}
type Creature Human
pt 2/1
text When ~ enters, it deals 1 damage to any target.
text {R}: ~ gets +1/+0 until end of turn.
";

const NAMES: [&str; 2] = ["one", "other"];

fn beginning(seed: u64) -> Saved<Magic> {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("cards.txt");
    fs::write(&file, CARDS).expect("written");
    let copies = [
        ("Mountain", 6),
        ("Forest", 6),
        ("Old Bridge", 6),
        ("Twin Sparks", 6),
        ("Way Home", 4),
        ("Watchful Eye", 3),
        ("Grey Bear", 5),
        ("Bell Ringer", 4),
    ];
    let list: Vec<String> =
        copies.iter().flat_map(|(name, count)| std::iter::repeat_n((*name).to_owned(), *count)).collect();
    let lists = Magic::PARTS.lists;
    let host = lists.with_cards(&[file], Some(&list)).expect("the cards compile");
    let host = lists.with_manual_mana(host).expect("there is mana");
    let limits = Limits { turns: 24, ..Limits::default() };
    Saved::new(&host, NAMES, [list.clone(), list], Seed::from_u64(seed), limits).expect("a game")
}

/// What a game is in the middle of.
fn middle(game: &Position) -> Vec<&'static str> {
    let kind = game.decision().kind;
    let seen = game.visible(game.decision().player);
    let asking = seen.asking();
    let aimed = asking.is_some_and(|item| seen.targets(&item).next().is_some());
    let fighting = seen.permanents().any(|(_, object)| object.is(gauntlet_magic::state::Flags::ATTACKING));
    let all = [
        (kind == DecisionKind::Mulligan, "mulligan"),
        (kind == DecisionKind::Priority && !seen.stack().is_empty(), "stack"),
        (kind == DecisionKind::Priority && seen.stack().len() > 1, "high stack"),
        (kind == DecisionKind::Target && aimed, "targets half chosen"),
        (kind == DecisionKind::Search, "library search"),
        (kind == DecisionKind::Scry, "scry"),
        (kind == DecisionKind::PayMana, "payment by hand"),
        (kind == DecisionKind::Attack && fighting, "attackers half declared"),
        (kind == DecisionKind::Block, "blocks"),
        (kind == DecisionKind::Block && !seen.blocks().is_empty(), "blocks half declared"),
    ];
    all.into_iter().filter(|row| row.0).map(|row| row.1).collect()
}

/// A random game, and after which choices it was in the middle of something that it hadn't been in the middle of before.
fn random_game(seed: u64, all: &mut BTreeSet<&'static str>) -> (Saved<Magic>, Vec<usize>) {
    let (mut saved, mut rng) = (beginning(seed), Seed::from_u64(seed).derive("choices", 0).rng());
    let (mut legal, mut stops) = (Vec::new(), Vec::new());
    while saved.game.to_act().is_some() {
        let new = middle(&saved.game).into_iter().filter(|what| all.insert(what)).count();
        let step = saved.recording.steps.len();
        if new > 0 || step % 61 == 0 {
            stops.push(step);
        }
        saved.game.legal_actions(&mut legal);
        saved.choose(rng.random_range(0..legal.len() as u32) as usize).expect("legal");
    }
    (saved, stops)
}

fn of_bytes(recording: &Recording) -> Saved<Magic> {
    let bytes = recording.bytes().expect("text");
    let path = Path::new("saved.jsonl");
    let read = Recording::parse(std::str::from_utf8(&bytes).expect("text"), path).expect("read");
    assert_eq!(read, *recording);
    Saved::of(read, path, None, &[]).unwrap_or_else(|error| panic!("{error}"))
}

/// Rows 132 and 147 of what the project is to have: saved in the middle of anything, and gone on with to the same end.
#[test]
fn a_game_goes_on_from_the_middle_of_anything() {
    let mut all = BTreeSet::new();
    for seed in 0..12 {
        let (whole, stops) = random_game(seed, &mut all);
        for stop in stops {
            let mut part = whole.recording.clone();
            part.steps.truncate(stop);
            let mut again = of_bytes(&part);
            for step in &whole.recording.steps[stop..] {
                again.choose(step.choice).expect("legal");
            }
            // Every fingerprint on the way is in the steps.
            assert_eq!(again.recording.steps, whole.recording.steps);
            assert_eq!(again.game.outcome(), whole.game.outcome());
        }
    }
    let wanted = [
        "attackers half declared",
        "blocks",
        "blocks half declared",
        "high stack",
        "library search",
        "mulligan",
        "payment by hand",
        "scry",
        "stack",
        "targets half chosen",
    ];
    assert_eq!(all.into_iter().collect::<Vec<_>>(), wanted);
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Calls `f` with positions of random games.
fn positions(mut f: impl FnMut(&Position)) {
    for seed in 20..24 {
        let (whole, _) = random_game(seed, &mut BTreeSet::new());
        let mut again = beginning(seed);
        for step in &whole.recording.steps {
            f(&again.game);
            again.choose(step.choice).expect("legal");
        }
        f(&again.game);
    }
}

/// Row 15: what an object offers is what of all legal actions is about it, and nothing that can be seen is left out.
#[test]
fn objects_know_their_legal_actions() {
    let (mut abilities, mut cards) = (0, 0);
    positions(|game| {
        let shown = document::<Magic>(game, NAMES, None);
        let json = serde_json::to_value(&shown).expect("JSON");
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        assert_eq!(list(&json["legal_actions"]).len(), legal.len());
        let places = list(&json["areas"]).iter().flat_map(|area| list(&area["objects"]));
        for object in places.chain(list(&json["stack"])).chain(list(&json["players"])) {
            let Some(id) = object["id"].as_u64() else { continue };
            let about: Vec<&Value> =
                list(&json["legal_actions"]).iter().filter(|choice| choice["object"] == object["id"]).collect();
            let numbers: Vec<&Value> = about.iter().map(|choice| &choice["number"]).collect();
            assert_eq!(list(&object["legal_actions"]).iter().collect::<Vec<_>>(), numbers);
            let alone = serde_json::to_value(shown.alone(id as u32)).expect("JSON");
            assert_eq!(list(&alone["legal_actions"]).iter().collect::<Vec<_>>(), about);
            abilities += about
                .iter()
                .filter(|choice| choice["action"].as_str().is_some_and(|it| it.contains("gets +1/+0")))
                .count();
            cards += about.iter().filter(|choice| choice["action"] == "cast Twin Sparks").count();
        }
    });
    assert!(abilities > 0 && cards > 0, "{abilities} abilities, {cards} cards");
}

/// Row 132: what is on the stack says what it does, of which object, and in which game.
#[test]
fn what_is_on_the_stack_knows_its_action_object_and_game() {
    let (mut spells, mut triggers, mut aimed) = (0, 0, 0);
    positions(|game| {
        let json = serde_json::to_value(document::<Magic>(game, NAMES, None)).expect("JSON");
        for waiting in list(&json["stack"]) {
            assert!(waiting["action"]["ability"].is_u64(), "{waiting}");
            assert_eq!(waiting["game"], serde_json::json!({ "name": "magic", "within": 0 }));
            match waiting["kind"].as_str().expect("a kind") {
                "spell" => {
                    assert_eq!(waiting["source"]["id"], waiting["id"], "a spell is from itself");
                    spells += 1;
                }
                _ => {
                    assert_ne!(waiting["source"]["id"], waiting["id"]);
                    assert_eq!(waiting["source"]["name"], "Bell Ringer");
                    let text = waiting["action"]["text"].as_str().expect("text");
                    triggers += usize::from(text.contains("deals 1 damage to any target"));
                }
            }
            aimed += usize::from(list(&waiting["targets"]).iter().any(|target| target["name"] == "other"));
        }
    });
    assert!(spells > 0 && triggers > 0 && aimed > 0, "{spells} spells, {triggers} triggers, {aimed} aimed");
}

#[test]
fn a_player_is_shown_what_that_player_may_know() {
    let mut rng = Seed::from_u64(5).rng();
    let mut hidden = 0;
    positions(|game| {
        for viewer in Player::BOTH {
            let mut world = game.clone();
            world.determinize(viewer, &mut rng);
            let [here, there] = [game, &world].map(|game| document::<Magic>(game, NAMES, Some(viewer)));
            assert_eq!(here, there, "{}", here.told(false));
            hidden += usize::from(here.told(false).contains("unknown card"));
            if game.to_act() == Some(viewer) {
                assert_eq!(
                    serde_json::to_value(&here).expect("JSON")["legal_actions"],
                    serde_json::to_value(document::<Magic>(game, NAMES, None)).expect("JSON")["legal_actions"]
                );
            }
        }
    });
    assert!(hidden > 0);
}

/// What `watch` writes of one game is what it writes where it was saved and gone on with elsewhere.
#[test]
fn a_game_is_saved_and_gone_on_with_elsewhere() {
    let desk = Desk::new(&["burn", "white-tokens"]);
    let whole = desk.done("watch burn white-tokens --seed 7 --agent-b random --record whole.jsonl");
    let said = desk.done("watch burn white-tokens --seed 7 --agent-b random --until-turn 5 --save saved.jsonl");
    assert!(
        said.out.contains("Stopped where turn 5 begins, after ") && said.out.contains("gauntlet view saved.jsonl"),
        "{}",
        said.out
    );
    let away = Desk::new(&[]);
    fs::remove_dir_all(away.path("decks")).expect("removed");
    away.write("saved.jsonl", &desk.read("saved.jsonl"));
    let shown = away.done("view saved.jsonl");
    assert!(shown.out.starts_with("Turn 5, burn: ") && shown.out.contains(" chooses: "), "{}", shown.out);
    let on = away.done("watch --from saved.jsonl --record again.jsonl");
    let tail = |text: &str| text.lines().rev().take(30).skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(tail(&on.out.replace("again.jsonl", "")), tail(&whole.out.replace("whole.jsonl", "")));
    assert_eq!(away.read("again.jsonl"), desk.read("whole.jsonl"));
    // A recording is a position wherever one stops in it.
    let cut = away.done("replay again.jsonl --to 40 --save cut.jsonl");
    assert!(cut.out.contains("gauntlet view cut.jsonl"), "{}", cut.out);
    assert_eq!(away.done("view cut.jsonl --json").out, away.done("view again.jsonl --to 40 --json").out);
    assert_eq!(away.read("cut.jsonl").lines().count(), 41);
    // Others may go on.
    let other = away.done("watch --from cut.jsonl --agent random --seed 3 --json");
    assert!(other.out.contains("\"from\": \"cut.jsonl\""), "{}", other.out);
    assert_eq!(other.out, away.done("watch --from cut.jsonl --agent random --seed 3 --json").out);
    // One object by itself, and a player's view.
    let json: Value = serde_json::from_str(&away.done("view cut.jsonl --json").out).expect("JSON");
    let choice =
        list(&json["legal_actions"]).iter().find(|choice| choice["object"].is_u64()).expect("one about an object");
    let alone = away.done(&format!("view cut.jsonl --object {} --json", choice["object"]));
    assert!(alone.out.contains(choice["action"].as_str().expect("text")), "{}", alone.out);
    assert!(away.done("view saved.jsonl --as white-tokens").out.contains("(as white-tokens sees it)"));
}

#[test]
fn a_file_that_is_not_what_it_was_is_refused() {
    let desk = Desk::new(&["burn", "white-tokens"]);
    desk.done("watch burn white-tokens --seed 7 --to 30 --save saved.jsonl");
    let text = desk.read("saved.jsonl");
    let refused = |name: &str, text: &str, why: &str| {
        desk.write(name, text);
        let done = desk.run(&format!("view {name}"));
        assert_eq!((done.code, done.out.as_str()), (Some(2), ""), "{name}");
        assert!(done.err.contains(why), "{name}: {}", done.err);
    };
    refused(
        "texts.jsonl",
        &text.replace("deals 3 damage", "deals 4 damage"),
        "its cards' texts are not those that the game was played with",
    );
    let after = text.lines().nth(12).and_then(|line| line.split("\"after\":\"").nth(1)).expect("a fingerprint");
    refused(
        "print.jsonl",
        &text.replace(&after[..16], "0123456789abcdef"),
        "the game differs after choice 12 of 30: the position is ",
    );
    refused("seed.jsonl", &text.replacen("\"seed\":\"", "\"seed\":\"0", 1), "a seed has 64 hexadecimal digits");
    refused("format.jsonl", "{\"replay\": 1}\n", "this is format 1 of recorded games");
    // The line is told once: that of the file.
    let cut = format!("{}\n{{\"player\": 0, \"cho", text.trim_end());
    refused("cut.jsonl", &cut, "cut.jsonl:32: EOF while parsing a string at column 18");
    refused("list.jsonl", "[1]\n", "list.jsonl:1: this isn't a recorded game");
    refused("no.jsonl", "", "the file is empty");
    desk.write("exec.jsonl", &text.replace("\"agent\":\"heuristic\"", "\"agent\":\"exec:touch here\""));
    let done = desk.run("watch --from exec.jsonl");
    assert_eq!(done.code, Some(2), "{}", done.out);
    assert!(done.err.contains("which isn't run because a file says so"), "{}", done.err);
    assert!(!desk.path("here").exists());
    for (line, why) in [
        ("view saved.jsonl --as nobody", "there is no player 'nobody' here"),
        ("view saved.jsonl --to 31", "is beyond them"),
        ("view saved.jsonl --object 9999999", "there is no object 9999999"),
        ("watch --from saved.jsonl --to 30", "--to must be more"),
        ("watch --from saved.jsonl burn", "cannot be used with"),
        ("watch burn", "required"),
    ] {
        let done = desk.run(line);
        assert_eq!(done.code, Some(2), "{line}: {}", done.out);
        assert!(done.err.contains(why), "{line}: {}", done.err);
    }
}
