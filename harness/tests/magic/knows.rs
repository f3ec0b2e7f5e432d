//! What agents are told of each other's decks: `--knows`.

use gauntlet::games::magic::Magic;
use gauntlet::host::Host;
use gauntlet::host::knows::{KnowsArgs, Told};
use gauntlet::host::options::{Limits, LoadArgs};
use gauntlet::plan::files;
use gauntlet_cards::card::CardId;
use gauntlet_core::{Game, PerPlayer, Player, Seed, View};
use gauntlet_magic::beliefs::Belief;
use gauntlet_magic::{Position, Setup};
use rand::RngExt;
use serde_json::Value;

use super::commands::{Desk, Done};
use super::decks_folder;

const DECKS: [&str; 3] = ["burn", "blue-tempo", "white-tokens"];

fn told(knows: Told) -> Magic {
    let files = files::in_directory::<Magic>(&decks_folder()).expect("decks");
    let load = LoadArgs { knows: KnowsArgs { knows, field_of: None }, ..LoadArgs::default() };
    Magic::load(&files, &load).expect("the decks can be played")
}

/// The cards of each deck of a host, by their numbers in games of this setup.
fn lists(host: &Magic, setup: &Setup) -> Vec<Vec<CardId>> {
    let card = |name: &String| setup.pool.whole(setup.pool.find(name).expect("every list's cards are there"));
    let list = |deck| Magic::PARTS.lists.list(host, deck).iter().map(card).collect();
    (0..host.decks().len()).map(list).collect()
}

/// Plays random games between neighbouring decks, and looks at a world at every fifth decision.
fn look(host: &Magic, mut check: impl FnMut(&Position, &Position, Player, &Setup, usize)) -> usize {
    let (decks, mut looked) = (host.decks().len(), 0);
    for first in 0..decks {
        let second = (first + 1) % decks;
        let setup = host.setup(first, second, Limits::default(), false);
        let seed = Seed::from_u64(first as u64);
        let mut rng = seed.derive("test", 0).rng();
        let mut game = Position::new(&setup, seed);
        let (mut world, mut again) = (game.clone(), game.clone());
        let mut legal = Vec::new();
        for number in 0.. {
            let Some(viewer) = game.to_act() else { break };
            game.legal_actions(&mut legal);
            if number % 5 == first % 5 {
                let seed = Seed::random(&mut rng);
                View::new(&game, viewer).sample_into(&mut world, &mut seed.rng());
                assert_eq!(world.check_invariants(), Ok(()));
                assert_eq!(format!("{:?}", world.visible(viewer)), format!("{:?}", game.visible(viewer)));
                let mut same = Vec::new();
                world.legal_actions(&mut same);
                assert_eq!(same, legal);
                // Whoever looks at a sample of a sample learns no more from it.
                View::new(&world, viewer).sample_into(&mut again, &mut seed.rng());
                assert_eq!(world.cards_owned(), again.cards_owned(), "a sample depends on what can't be known");
                assert_eq!(again.belief(viewer), game.belief(viewer));
                check(&game, &world, viewer, &setup, second);
                looked += 1;
            }
            game.apply(legal[rng.random_range(0..legal.len())]);
        }
    }
    looked
}

/// In a world the other player has just the cards of a list of the field, whatever was seen; and their own list is possible all the time.
#[test]
fn worlds_have_lists_of_the_field_that_contradict_nothing() {
    let host = told(Told::Field);
    let (mut others, mut sure) = (0, 0);
    let looked = look(&host, |game, world, viewer, setup, second| {
        let lists = lists(&host, setup);
        let other = (!viewer).index();
        let (owned, truly) = (world.cards_owned(), game.cards_owned());
        assert_eq!(owned[viewer.index()], truly[viewer.index()], "one's own list is known");
        assert!(lists.iter().any(|list| Position::cards_brought(list) == owned[other]));
        let Belief::Field { lists: possible, nearest: false } = game.belief(viewer) else { panic!("a list fits") };
        let own = if other == 1 { second } else { (second + lists.len() - 1) % lists.len() };
        let own = &host.decks()[own].name;
        assert!(possible.iter().any(|(name, _)| name == own), "{own} is none of {possible:?}");
        others += u32::from(owned[other] != truly[other]);
        if let [(_, share)] = possible.as_slice() {
            assert_eq!((*share, owned[other]), (1_000_000, truly[other]));
            sure += 1;
        }
    });
    assert!(looked > 200 && others > 15 && sure > 100, "{others} of {looked} worlds have other decks, {sure} are sure");
}

#[test]
fn who_is_told_nothing_has_blank_cards_in_worlds() {
    let host = told(Told::Nothing);
    let looked = look(&host, |game, world, viewer, _, _| {
        let blank = world.pool().blank().expect("there is one");
        let unknown = |position: &Position, player| {
            position.cards_as_they_lie(player).iter().filter(|card| **card == blank).count()
        };
        let (seen, other) = (game.visible(viewer), !viewer);
        let known = seen.known_opposing_hand().count() + seen.known_in_library(other).count();
        assert_eq!(unknown(world, other), seen.hand_size(other) + seen.library_size(other) - known);
        assert_eq!((unknown(world, viewer), unknown(game, other)), (0, 0));
    });
    assert!(looked > 200);
}

/// The pool of a game has the cards of worlds, and a game without worlds is the same game.
#[test]
fn games_of_agents_without_worlds_are_the_same_whatever_they_are_told() {
    let [list, field, nothing] = [Told::List, Told::Field, Told::Nothing].map(told);
    for deck in 0..list.decks().len() {
        let other = (deck + 3) % list.decks().len();
        let played = [&list, &field, &nothing].map(|host| {
            let setup = host.setup(deck, other, Limits::default(), false);
            let pilot = Magic::agents().resolve("heuristic").expect("an agent");
            let mut agents = PerPlayer::from_fn(|_| pilot.make());
            let mut rng = Seed::from_u64(5).rng();
            let mut game = Position::new(&setup, Seed::from_u64(9));
            let (mut legal, mut told) = (Vec::new(), Vec::new());
            while let Some(player) = game.to_act() {
                game.legal_actions(&mut legal);
                let choice = agents[player].choose(View::new(&game, player), &legal, &mut rng);
                told.push(game.describe(legal[choice]));
                game.apply(legal[choice]);
            }
            told
        });
        assert!(played[0] == played[1] && played[0] == played[2], "{}", list.decks()[deck].name);
    }
}

fn fine(done: &Done) {
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
}

fn manifest(desk: &Desk, run: &str) -> Value {
    serde_json::from_str(&desk.read(&format!("{run}/run.json"))).expect("JSON")
}

#[test]
fn what_is_assumed_stands_in_the_results() {
    let desk = Desk::new(&DECKS);
    let line = "match burn blue-tempo --agent mc:rollouts=4,horizon=4,doubt=0 --games 2 --quiet";
    let mut runs = Vec::new();
    for (knows, words) in [
        ("list", None),
        ("field", Some("they take it for one of the 2 lists of the field (--knows field).")),
        ("nothing", Some("are blank cards to them (--knows nothing).")),
    ] {
        let done = desk.run(&format!("{line} --knows {knows} --out {knows}"));
        fine(&done);
        let run = manifest(&desk, knows);
        assert_eq!(run["knows"]["told"].as_str(), words.map(|_| knows), "what is always so isn't written");
        assert_eq!(run["reproduce"].as_str().is_some_and(|line| line.contains("--knows")), words.is_some());
        match words {
            Some(words) => assert!(done.out.contains(words), "{}", done.out),
            None => assert!(!done.out.contains("told"), "{}", done.out),
        }
        runs.push(run["run"].as_str().expect("an id").to_owned());
        // On one thread, and gone on with: the same bytes.
        fine(&desk.run(&format!("{line} --knows {knows} --threads 1 --out {knows}-1")));
        for file in ["run.json", "matchups.csv", "decks.csv"] {
            assert_eq!(desk.read(&format!("{knows}/{file}")), desk.read(&format!("{knows}-1/{file}")));
        }
        let resumed = desk.run(&format!("resume {knows}"));
        assert!(resumed.err.contains("all played before"), "{}{}", resumed.out, resumed.err);
    }
    runs.sort();
    runs.dedup();
    assert_eq!(runs.len(), 3, "they are different runs");
    assert_ne!(desk.read("list/matchups.csv"), desk.read("nothing/matchups.csv"), "it matters");
}

/// Results depend on other decks through the field alone, and on no order or name of files.
#[test]
fn only_the_field_matters_of_other_decks() {
    let desk = Desk::new(&DECKS);
    for (copy, deck) in [("a", "burn"), ("b", "blue-tempo")] {
        let text = desk.read(&format!("decks/{deck}.txt"));
        std::fs::create_dir_all(desk.path("field")).expect("made");
        desk.write(&format!("field/{copy}.txt"), &text);
    }
    let rows = |out: &str| {
        let rows = desk.read(&format!("{out}/games.csv"));
        let of = rows.lines().filter(|row| row.starts_with("blue-tempo,burn,")).map(str::to_owned);
        of.collect::<Vec<String>>()
    };
    let options = "--agent mc:rollouts=2,horizon=2,doubt=0 --games 2 --rows --quiet --knows field --field-of field --cards decks/cards";
    fine(&desk.run(&format!("match blue-tempo burn {options} --out alone")));
    fine(&desk.run(&format!("matrix decks {options} --out all")));
    assert_eq!(rows("alone").len(), 2);
    assert_eq!(rows("alone"), rows("all"));
    let run = manifest(&desk, "all");
    assert_eq!(run["knows"]["not_in_field"], serde_json::json!(["white-tokens"]), "{run}");
    assert_eq!(run["field_lists"].as_array().map(Vec::len), Some(2));
    assert!(desk.run("resume all").out.contains("white-tokens is none of them"));
    fine(&desk.run(&format!(
        "match blue-tempo burn {} --out none",
        options.replace("--knows field --field-of field", "--knows nothing")
    )));
    fine(&desk.run(&format!(
        "matrix decks {} --out none-all",
        options.replace("--knows field --field-of field", "--knows nothing")
    )));
    assert_eq!(rows("none"), rows("none-all"));
}

#[test]
fn recorded_games_know_what_was_told() {
    let desk = Desk::new(&DECKS);
    for (knows, line) in [("field", "--field-of decks"), ("nothing", ""), ("field", "--match-game 2")] {
        let options = format!("--agent mc:rollouts=2,horizon=2,doubt=0 --knows {knows} {line}");
        let done = desk.run(&format!("watch burn blue-tempo {options} --to 30 --record game.jsonl"));
        fine(&done);
        assert!(done.out.contains(&format!("(--knows {knows})")), "{}", done.out);
        let replayed = desk.run("replay game.jsonl");
        fine(&replayed);
        assert!(replayed.out.contains("Every position is as recorded"), "{}", replayed.out);
        // The agents that played it go on as if it had never been stopped.
        let whole = desk.run(&format!("watch burn blue-tempo {options} --json"));
        let on = desk.run("watch --from game.jsonl --json");
        fine(&on);
        let ended = |done: &Done| {
            let told: Value = serde_json::from_str(&done.out).expect("JSON");
            (told["winner"].clone(), told["turns"].clone(), told["reason"].clone())
        };
        assert_eq!(ended(&on), ended(&whole), "{knows} {line}");
    }
}

#[test]
fn an_agent_can_be_asked_what_it_takes_a_deck_for() {
    let desk = Desk::new(&DECKS);
    fine(&desk.run("watch burn blue-tempo --to 60 --record game.jsonl"));
    let ask = |options: &str| desk.run(&format!("ask game.jsonl --agent mc:rollouts=5 {options}"));
    assert!(!ask("").out.contains("other's deck"));
    let field = ask("--knows field --field-of decks");
    fine(&field);
    assert!(field.out.contains("It takes the other's deck for: "), "{}", field.out);
    let first: Value = serde_json::from_str(&ask("--knows field --field-of decks --to 0 --json").out).expect("JSON");
    assert_eq!(first["takes_it_for"]["lists"].as_array().map(Vec::len), Some(3), "{first}");
    assert!(ask("--knows nothing").out.contains("It knows nothing of the other's deck."));
    fine(&desk.run("explain game.jsonl --knows field --field-of decks"));
    for (line, parts) in [
        ("ask game.jsonl --field-of decks", "goes with --knows field"),
        ("match burn blue-tempo --field-of decks", "goes with --knows field"),
        ("match burn blue-tempo --knows everything", "possible values: list, field, nothing"),
        ("match burn blue-tempo --knows field --field-of nowhere", "nowhere"),
        ("match --game millennials crowd heavies --knows nothing", "is for Magic"),
    ] {
        let done = desk.run(line);
        assert!(done.code == Some(2) && done.err.contains(parts), "{line}: {}{}", done.out, done.err);
    }
}
