//! `gauntlet export`: what stands in its files, and what must never stand there.
#![cfg(feature = "parquet")]
#![allow(missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use gauntlet::Error;
use gauntlet::commands::dispatch;
use gauntlet::commands::export::{ExportArgs, command, export};
use gauntlet::games::magic::Magic;
use gauntlet::games::millennials::Millennials;
use gauntlet::host::agents::{Kind, Registry};
use gauntlet::host::options::{Limits, LoadArgs};
use gauntlet::host::subcommand::Subcommand;
use gauntlet::host::{Deck, Host, Setup};
use gauntlet::output::screen::{Exit, Screen};
use gauntlet::plan::files;
use gauntlet::plan::schedule::{game_seeds, pairing_seed};
use gauntlet::play::decisions::{Decisions, Notes};
use gauntlet::stats::tally::Side;
use gauntlet_ai::heuristic::learned::{Observer, features};
use gauntlet_ai::{Agent, Fault, GIVES_UP};
use gauntlet_core::{Game, Outcome, Player, Rng, Seed, View};
use gauntlet_encoding::{EncodedGame, Output, Slots, SparseEncoder};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use rand::RngExt;
use serde_json::Value;

const DECKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../decks");

/// Runs a command line in which `@` stands for the decks and `$` for a folder.
fn run<H: Host>(line: &str, folder: &Path) -> (Exit, String, String) {
    static NEVER: AtomicBool = AtomicBool::new(false);
    let folder = folder.display().to_string();
    let words = line.split(' ').map(|word| OsString::from(word.replace('@', DECKS).replace('$', &folder)));
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = dispatch::<H>(words, &mut Screen::plain(&mut out, &mut err), || &NEVER, None);
    (exit, String::from_utf8(out).expect("text"), String::from_utf8(err).expect("text"))
}

/// Runs a command that must be carried out.
fn done<H: Host>(line: &str, folder: &Path) -> String {
    let (exit, out, err) = run::<H>(line, folder);
    assert_eq!(exit, Exit::Ok, "{line}: {err}");
    out
}

/// All files below a folder with their contents.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below").to_owned();
                found.insert(name, fs::read(path).expect("a file"));
            }
        }
    }
    found
}

fn manifest(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("export.json")).expect("a manifest")).expect("JSON")
}

/// The rows of one of the files.
fn rows_of(file: &Path) -> Vec<BTreeMap<String, Field>> {
    let reader = SerializedFileReader::new(File::open(file).expect("a file")).expect("a Parquet file");
    let cells = |row: Row| row.get_column_iter().map(|(name, field)| (name.clone(), field.clone())).collect();
    reader.get_row_iter(None).expect("rows").map(|row| cells(row.expect("a row"))).collect()
}

/// All rows in the order of the files, and those of each file by themselves.
fn rows(folder: &Path) -> Vec<Vec<BTreeMap<String, Field>>> {
    let files = manifest(folder)["files"].as_array().expect("files").clone();
    files.iter().map(|file| rows_of(&folder.join(file["file"].as_str().expect("a name")))).collect()
}

fn number(field: &Field) -> i64 {
    match field {
        Field::Int(number) => i64::from(*number),
        Field::Long(number) => *number,
        other => panic!("{other:?} is no number"),
    }
}

fn text(field: &Field) -> &str {
    match field {
        Field::Str(text) => text,
        other => panic!("{other:?} is no text"),
    }
}

fn list(field: &Field) -> &[Field] {
    match field {
        Field::ListInternal(list) => list.elements(),
        other => panic!("{other:?} is no list"),
    }
}

/// The numbers in full that stand in a row without zeros.
fn dense(indices: &Field, values: &Field, length: usize) -> Vec<f32> {
    let mut out = vec![0.0; length];
    let places: Vec<i64> = list(indices).iter().map(number).collect();
    assert!(places.windows(2).all(|two| two[0] < two[1]), "places ascend");
    assert_eq!(places.len(), list(values).len());
    for (place, value) in places.into_iter().zip(list(values)) {
        let Field::Float(value) = value else { panic!("{value:?} is no number") };
        assert!(*value != 0.0, "zeros are left out");
        out[place as usize] = *value;
    }
    out
}

#[test]
fn threads_change_no_byte_and_no_game_is_in_two_files() {
    let dir = tempfile::tempdir().expect("a folder");
    let line = "gauntlet export @/burn.txt @/white-tokens.txt @/blue-black-control.txt --agent random --games 4 --rows-per-file 700";
    for threads in [1, 2, 5] {
        let told = done::<Magic>(&format!("{line} --threads {threads} --out $/{threads}"), dir.path());
        assert!(told.contains(" decisions of 12 games in "), "{told}");
    }
    let one = contents(&dir.path().join("1"));
    for threads in ["2", "5"] {
        let other = contents(&dir.path().join(threads));
        assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
        assert!(one.iter().all(|(name, bytes)| other[name] == *bytes), "{threads} threads");
    }
    let manifest = manifest(&dir.path().join("1"));
    let files = rows(&dir.path().join("1"));
    assert!(files.len() > 1);
    let mut seen = BTreeSet::new();
    for (rows, said) in files.iter().zip(manifest["files"].as_array().expect("files")) {
        let games: BTreeSet<i64> = rows.iter().map(|row| number(&row["game"])).collect();
        assert_eq!(
            (rows.len() as u64, games.len() as u64),
            (said["rows"].as_u64().unwrap(), said["games"].as_u64().unwrap())
        );
        assert!(games.iter().all(|game| seen.insert(*game)));
        // A file ends with the game that fills it.
        let last = *games.last().expect("a game");
        assert!(rows.iter().filter(|row| number(&row["game"]) != last).count() < 700);
    }
    assert_eq!(seen, (0..12).collect());
    // Rows are in the order of games and decisions.
    let all: Vec<(i64, i64)> =
        files.iter().flatten().map(|row| (number(&row["game"]), number(&row["decision"]))).collect();
    assert!(all.windows(2).all(|two| two[1] == (two[0].0, two[0].1 + 1) || two[1] == (two[0].0 + 1, 0)));
    assert_eq!(all.len() as u64, manifest["decisions"].as_u64().unwrap());
    assert_eq!(manifest["partial"], false);
}

/// Plays the games of an export again, with the choices that stand in it, and holds each row against what is encoded there. At each decision a
/// twin is dealt other hidden cards, and must make the same row.
fn hold_against_games<H: Host<Game: EncodedGame>>(decks: [&str; 2], words: &str, limits: Limits, games: u64) {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("out");
    let [a, b] = decks;
    done::<H>(&format!("gauntlet export {a} {b} --games {games} --seed 5 {words} --out $/out"), dir.path());
    let deck_files: Vec<PathBuf> = decks.map(|deck| PathBuf::from(deck.replace('@', DECKS))).to_vec();
    let host = H::load(&files::distinct(deck_files), &LoadArgs::default()).unwrap_or_else(|error| panic!("{error}"));
    let named = [0, host.decks().len() - 1].map(|deck| &host.decks()[deck]);
    let seed = pairing_seed(Seed::from_u64(5), &named[0].cards, &named[1].cards);
    assert_eq!(manifest(&out)["pairings"][0]["seed"].as_str().unwrap(), seed.to_hex());
    let layout = <H::Game as EncodedGame>::LAYOUT;
    assert_eq!(manifest(&out)["encoding"]["version"], layout.version);

    let rows: Vec<_> = rows(&out).into_iter().flatten().collect();
    let mut games_seen = 0;
    for of_game in rows.chunk_by(|one, next| one["game"] == next["game"]) {
        games_seen += 1;
        let facts = &of_game[0];
        let first = if text(&facts["first"]) == "a" { Side::A } else { Side::B };
        let seat = if first == Side::A { [0, host.decks().len() - 1] } else { [host.decks().len() - 1, 0] };
        let seeds = game_seeds(seed, number(&facts["pair"]) as u64, 0);
        let mut game = H::Game::new(&host.setup(seat[0], seat[1], limits, false), seeds.game);
        let notes = || Notes::Encoding(Box::new(SparseEncoder::new(&game)));
        let (mut true_notes, mut twins_notes) = (notes(), notes());
        let (encoder, mut twin, mut legal) = (game.encoder(), game.clone(), Vec::new());
        for (decision, row) in of_game.iter().enumerate() {
            let player = game.to_act().expect("a decision");
            game.legal_actions(&mut legal);
            let view = View::new(&game, player);
            assert_eq!(number(&row["decision"]), decision as i64);
            let side = if player == Player::FIRST { first } else { first.other() };
            assert_eq!(text(&row["side"]), if side == Side::A { "a" } else { "b" });
            assert_eq!(text(&row["deck"]), named[side as usize].name);
            assert_eq!(text(&row["opponent"]), named[side.other() as usize].name);
            assert_eq!(row["on_the_play"], Field::Bool(player == Player::FIRST));
            assert_eq!(number(&row["turn"]), i64::from(game.turn()));
            assert_eq!(text(&row["kind"]), H::Game::moment(view).kind);

            let (mut observation, mut actions) = (vec![0.0; layout.observation], vec![0.0; layout.actions()]);
            for page in 0..Slots::of(layout.slots, legal.len(), 0).pages() {
                let slots = Slots::of(layout.slots, legal.len(), page);
                let sees = (page == 0).then_some(observation.as_mut_slice());
                let output = Output { observation: sees, actions: Some(&mut actions) };
                let memory = &mut <H::Game as EncodedGame>::Memory::default();
                H::Game::encode(&encoder, view, &legal, slots, memory, output);
                for (slot, action) in slots.shown().enumerate() {
                    let [indices, values] = ["action_indices", "action_values"].map(|name| &list(&row[name])[action]);
                    let described = &actions[slot * layout.action..(slot + 1) * layout.action];
                    assert_eq!(dense(indices, values, layout.action), described);
                }
            }
            assert_eq!(list(&row["action_indices"]).len(), legal.len());
            assert_eq!(list(&row["action_values"]).len(), legal.len());
            let seen = dense(&row["observation_indices"], &row["observation_values"], layout.observation);
            assert_eq!(seen, observation);

            twin.clone_from(&game);
            twin.determinize(player, &mut seed.derive("twin", decision as u64).rng());
            let choice = number(&row["choice"]) as usize;
            let noted = |game: &H::Game, notes: &mut Notes<H::Game>| {
                let (mut decisions, mut legal) = (Decisions::default(), Vec::new());
                game.legal_actions(&mut legal);
                decisions.add(notes, View::new(game, player), &legal, choice, None);
                decisions
            };
            assert!(noted(&game, &mut true_notes) == noted(&twin, &mut twins_notes), "a twin makes another row");
            game.apply(legal[choice]);
        }
        // All was decided, and it ended as the rows say.
        let ended = game.outcome();
        for row in of_game {
            let winner = ended.and_then(|outcome| outcome.winner);
            let own = if row["on_the_play"] == Field::Bool(true) { Player::FIRST } else { Player::SECOND };
            let result = winner.map_or("draw", |winner| if winner == own { "win" } else { "loss" });
            assert_eq!(text(&row["result"]), result);
            let last = game.turn().min(limits.turns);
            assert_eq!(number(&row["turns_left"]), i64::from(last) - number(&row["turn"]));
            match ended {
                Some(outcome) => assert_eq!(text(&row["reason"]), outcome.reason.name()),
                None => assert!(text(&row["reason"]).ends_with("_limit")),
            }
        }
    }
    assert_eq!(games_seen, games);
}

#[test]
fn rows_are_what_is_encoded_in_the_same_games_of_magic() {
    hold_against_games::<Magic>(
        ["@/burn.txt", "@/blue-black-control.txt"],
        "--agent-a random --agent-b heuristic",
        Limits::default(),
        2,
    );
    // A mirror that ends at a limit.
    let limits = Limits { turns: 9, ..Limits::default() };
    hold_against_games::<Magic>(
        ["@/white-tokens.txt", "@/white-tokens.txt"],
        "--agent random --max-turns 9",
        limits,
        2,
    );
}

#[test]
fn features_are_counted_in_the_same_games_where_encodings_would_be_written() {
    let dir = tempfile::tempdir().expect("a folder");
    let words = "@/burn.txt @/blue-black-control.txt --games 2 --seed 5 --agent-a random --agent-b heuristic";
    done::<Magic>(&format!("gauntlet export {words} --out $/encoded"), dir.path());
    done::<Magic>(&format!("gauntlet export {words} --features value --threads 2 --out $/counted"), dir.path());
    let [encoded, counted] = ["encoded", "counted"].map(|name| dir.path().join(name));
    let said = manifest(&counted);
    assert_eq!((&said["features"]["kind"], said.get("encoding")), (&Value::from("value"), None));
    assert_eq!(said["features"]["version"], features::VERSION);
    let names: Vec<String> = features::names().map(|(name, _)| name).collect();
    assert_eq!(said["features"]["names"], serde_json::to_value(&names).expect("names"));
    let table = fs::read_to_string(counted.join("features.csv")).expect("a table");
    assert_eq!(table.lines().count(), names.len() + 1);
    assert!(table.contains("value,0,turn,"), "{table}");
    assert!(!counted.join("cards.csv").exists());

    let [encoded, counted_rows] = [&encoded, &counted].map(|out| rows(out).into_iter().flatten().collect::<Vec<_>>());
    let files = [0, 1].map(|deck| PathBuf::from(["burn.txt", "blue-black-control.txt"][deck]));
    let host = Magic::load(&files.map(|file| Path::new(DECKS).join(file)), &LoadArgs::default())
        .unwrap_or_else(|error| panic!("{error}"));
    let seed = pairing_seed(Seed::from_u64(5), &host.decks()[0].cards, &host.decks()[1].cards);
    let (mut observer, mut legal, mut position) = (Observer::default(), Vec::new(), None);
    assert_eq!(encoded.len(), counted_rows.len());
    for (encoded, counted) in encoded.iter().zip(&counted_rows) {
        for (column, value) in
            encoded.iter().filter(|(column, _)| !column.ends_with("_indices") && !column.ends_with("_values"))
        {
            assert_eq!(counted[column], *value, "{column}");
        }
        assert!(!counted.contains_key("observation_indices"));
        // The game is played again.
        if number(&encoded["decision"]) == 0 {
            let first = if text(&encoded["first"]) == "a" { [0, 1] } else { [1, 0] };
            let seeds = game_seeds(seed, number(&encoded["pair"]) as u64, 0);
            let setup = host.setup(first[0], first[1], Limits::default(), false);
            position = Some(gauntlet_magic::Position::new(&setup, seeds.game));
        }
        let game = position.as_mut().expect("a game");
        let row = observer.count(View::new(game, game.to_act().expect("a decision")));
        let Field::Group(group) = &counted["features"] else { panic!("no group") };
        let read: Vec<(String, i64)> =
            group.get_column_iter().map(|(name, field)| (name.clone(), number(field))).collect();
        let wanted: Vec<(String, i64)> = names.iter().cloned().zip(row.iter().map(|value| i64::from(*value))).collect();
        assert_eq!(read, wanted);
        game.legal_actions(&mut legal);
        game.apply(legal[number(&encoded["choice"]) as usize]);
    }
    // The command that stands there writes the same.
    let again = said["reproduce"].as_str().expect("a command").replace("--out DIR", "--out $/again");
    done::<Magic>(&again, dir.path());
    assert!(contents(&counted) == contents(&dir.path().join("again")));

    let line = "gauntlet export @/millennials/crowd.toml --games 2 --features value --out $/none";
    let (exit, _, err) = run::<Millennials>(line, dir.path());
    assert!(exit != Exit::Ok && err.contains("leave out --features"), "{err}");
    assert!(!dir.path().join("none").exists());
}

#[test]
fn rows_are_what_is_encoded_in_the_same_battles_of_millennials() {
    let decks = ["@/millennials/crowd.toml", "@/millennials/movers.toml"];
    hold_against_games::<Millennials>(decks, "--agent random", Limits::default(), 6);
}

#[test]
fn the_games_are_those_of_a_match() {
    let dir = tempfile::tempdir().expect("a folder");
    let words = "@/burn.txt @/white-tokens.txt --agent random --games 6 --seed 3";
    done::<Magic>(&format!("gauntlet export {words} --out $/export"), dir.path());
    done::<Magic>(&format!("gauntlet match {words} --rows --out $/match"), dir.path());
    let run: Value =
        serde_json::from_slice(&fs::read(dir.path().join("match/run.json")).expect("a manifest")).expect("JSON");
    assert_eq!(manifest(&dir.path().join("export"))["run"], run["run"]);
    let mut table = csv::Reader::from_path(dir.path().join("match/games.csv")).expect("a table");
    let header = table.headers().expect("a header").clone();
    let column = |name: &str| header.iter().position(|other| other == name).expect("a column");
    let [pair, first, winner, reason, decisions] = ["pair", "first", "winner", "reason", "decisions"].map(column);
    let rows: Vec<_> = rows(&dir.path().join("export")).into_iter().flatten().collect();
    let mut games = rows.chunk_by(|one, next| one["game"] == next["game"]);
    for played in table.records().map(|row| row.expect("a row")) {
        let game = games.next().expect("as many games");
        assert_eq!(number(&game[0]["pair"]).to_string(), played[pair]);
        assert_eq!((text(&game[0]["first"]), text(&game[0]["reason"])), (&played[first], &played[reason]));
        assert_eq!(game.len().to_string(), played[decisions]);
        for row in game {
            let won = if text(&row["side"]) == &played[winner] { "win" } else { "loss" };
            assert_eq!(text(&row["result"]), if played[winner].is_empty() { "draw" } else { won });
        }
    }
    assert!(games.next().is_none());
}

#[test]
fn searches_say_what_they_thought_and_others_nothing() {
    let dir = tempfile::tempdir().expect("a folder");
    let agents = "--agent-a mc:rollouts=12 --agent-b heuristic";
    done::<Magic>(&format!("gauntlet export @/burn.txt --games 2 --max-turns 5 {agents} --out $/out"), dir.path());
    let (mut searched, mut forced) = (0, 0);
    for row in rows(&dir.path().join("out")).iter().flatten() {
        let actions = list(&row["action_indices"]).len();
        let spoken = row["visits"] != Field::Null;
        assert_eq!(spoken, row["values"] != Field::Null);
        assert_eq!(text(&row["agent"]), if text(&row["side"]) == "a" { "mc:rollouts=12" } else { "heuristic" });
        if text(&row["side"]) == "b" || actions == 1 {
            // There was nothing to search.
            assert!(!spoken && row["policy"] == Field::Null);
            forced += 1;
            continue;
        }
        assert!(spoken && (number(&row["policy"]) as usize) < actions);
        let visits: Vec<i64> = list(&row["visits"]).iter().map(number).collect();
        let values = list(&row["values"]);
        assert_eq!((visits.len(), values.len()), (actions, actions));
        for (visits, value) in visits.iter().zip(values) {
            match value {
                Field::Double(value) => assert!(*visits > 0 && (0.0..=1.0).contains(value)),
                Field::Null => assert_eq!(*visits, 0),
                other => panic!("{other:?}"),
            }
        }
        // A win that is sure isn't searched for; rollouts that would tell nothing are saved.
        let tried: i64 = visits.iter().sum();
        let tried_all = actions as i64..=12.max(actions as i64);
        assert!(tried == 0 || tried_all.contains(&tried), "{visits:?}");
        searched += 1;
    }
    assert!(searched > 10 && forced > 10, "{searched} {forced}");
}

#[test]
fn the_files_beside_say_what_the_numbers_are() {
    let dir = tempfile::tempdir().expect("a folder");
    done::<Magic>("gauntlet export @/burn.txt --agent random --games 2 --max-turns 4 --out $/out", dir.path());
    let out = dir.path().join("out");
    let layout = <<Magic as Host>::Game as EncodedGame>::LAYOUT;
    let mut features = csv::Reader::from_path(out.join("features.csv")).expect("a table");
    let names: Vec<csv::StringRecord> = features.records().map(|row| row.expect("a row")).collect();
    assert_eq!(names.len(), layout.observation + layout.action);
    assert_eq!([&names[0][0], &names[0][1], &names[0][2]], ["observation", "0", "game.turn"]);
    assert_eq!(&names[layout.observation][2], "action.kind[0]");
    // Each card that is seen has its name.
    let mut cards = csv::Reader::from_path(out.join("cards.csv")).expect("a table");
    let cards: BTreeMap<u32, String> = cards
        .records()
        .map(|row| row.expect("a row"))
        .map(|row| (row[0].parse().expect("a number"), row[1].to_owned()))
        .collect();
    let ids: BTreeSet<usize> = (0..layout.observation).filter(|place| names[*place][2].ends_with(".card.id")).collect();
    let mut seen = BTreeSet::new();
    for row in rows(&out).iter().flatten() {
        let numbers = dense(&row["observation_indices"], &row["observation_values"], layout.observation);
        seen.extend(ids.iter().map(|place| numbers[*place] as u32).filter(|id| *id != 0));
    }
    assert!(seen.len() > 5 && seen.iter().all(|id| cards.contains_key(id)));
    assert!(cards.values().any(|name| name == "Mountain"));
    // A file that is alone says where it is from.
    let file = File::open(out.join("decisions/00001.parquet")).expect("a file");
    let reader = SerializedFileReader::new(file).expect("a Parquet file");
    let about = reader.metadata().file_metadata().key_value_metadata().expect("facts");
    let about = about.iter().find(|pair| pair.key == "gauntlet").and_then(|pair| pair.value.as_ref()).expect("ours");
    let (about, manifest): (Value, Value) = (serde_json::from_str(about).expect("JSON"), manifest(&out));
    for (key, value) in about.as_object().expect("an object") {
        assert_eq!(manifest[key], *value, "{key}");
    }
    for key in ["gauntlet", "commit", "seed", "agents", "decks", "encoding", "pairings"] {
        assert!(about.get(key).is_some(), "{key}");
    }
    // The command that stands there writes the same.
    let again = manifest["reproduce"].as_str().expect("a command").replace("--out DIR", "--out $/again");
    done::<Magic>(&again, dir.path());
    assert!(contents(&out) == contents(&dir.path().join("again")));
}

/// Millennials with agents that fail.
struct Failing(Millennials);

/// Chooses at random, and fails now and then in its own way.
struct Fails {
    how: How,
    choices: u32,
    gave_up: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum How {
    Panics,
    ChoosesNothing,
    Forfeits,
    Concedes,
    EndsRun,
}

impl<G: Game> Agent<G> for Fails {
    fn start(&mut self) {
        (self.choices, self.gave_up) = (0, false);
    }

    fn choose(&mut self, _: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> usize {
        self.choices += 1;
        let fails = self.choices == 4 && rng.random_range(0..3u32) == 0;
        match self.how {
            _ if !fails => rng.random_range(0..legal.len() as u32) as usize,
            How::Panics => panic!("no idea what to do"),
            How::ChoosesNothing => legal.len(),
            How::Forfeits | How::Concedes | How::EndsRun => {
                self.gave_up = true;
                GIVES_UP
            }
        }
    }

    fn over(&mut self, _: Outcome) {}

    fn fault(&self) -> Option<Fault> {
        match self.how {
            How::Forfeits if self.gave_up => Some(Fault::Forfeit("it broke the rules.".to_owned())),
            How::EndsRun if self.gave_up => Some(Fault::EndsRun("the bot isn't there any more".to_owned())),
            _ => None,
        }
    }
}

impl Host for Failing {
    type Game = <Millennials as Host>::Game;
    const NAME: &'static str = "millennials";
    const DECK_EXTENSIONS: &'static [&'static str] = Millennials::DECK_EXTENSIONS;
    const DEFAULT_AGENT: &'static str = "random";
    const SUBCOMMANDS: &'static [Subcommand] = &[command::<Failing>()];

    fn agents() -> Registry<Self::Game> {
        let all = [
            ("panics", How::Panics),
            ("wild", How::ChoosesNothing),
            ("forfeits", How::Forfeits),
            ("concedes", How::Concedes),
            ("gone", How::EndsRun),
        ];
        all.into_iter().fold(Registry::generic(), |registry, (name, how)| {
            registry.with(Kind::new(name, "fails", &[], move |_| {
                Ok(Box::new(move || Box::new(Fails { how, choices: 0, gave_up: false })))
            }))
        })
    }

    fn load(files: &[PathBuf], load: &LoadArgs) -> Result<Failing, Error> {
        Millennials::load(files, load).map(Failing)
    }

    fn decks(&self) -> &[Deck] {
        self.0.decks()
    }

    fn setup(&self, first: usize, second: usize, limits: Limits, journal: bool) -> Setup<Self> {
        self.0.setup(first, second, limits, journal)
    }
}

const BATTLE: &str = "gauntlet export @/millennials/crowd.toml @/millennials/movers.toml --games 30";

#[test]
fn games_that_fail_are_left_out_and_told() {
    let dir = tempfile::tempdir().expect("a folder");
    for (agent, file, said) in [
        ("panics", "errors.jsonl", "no idea what to do"),
        ("wild", "errors.jsonl", "legal actions"),
        ("forfeits", "forfeits.jsonl", "it broke the rules."),
    ] {
        let line =
            |threads: u32| format!("{BATTLE} --agent-a {agent} --quiet --threads {threads} --out $/{agent}{threads}");
        let (exit, out, err) = run::<Failing>(&line(1), dir.path());
        assert_eq!(exit, Exit::Problems, "{out}{err}");
        let folder = dir.path().join(format!("{agent}1"));
        let lost: Vec<Value> = fs::read_to_string(folder.join(file))
            .expect("lines")
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        assert!(lost.len() > 2 && lost.len() < 20, "{}", lost.len());
        let manifest = manifest(&folder);
        assert_eq!(manifest["games"].as_u64(), Some(30 - lost.len() as u64));
        let counted = if file == "errors.jsonl" { "failed" } else { "forfeited" };
        assert_eq!(manifest[counted].as_u64(), Some(lost.len() as u64));
        let games: BTreeSet<(i64, String)> =
            rows(&folder).iter().flatten().map(|row| (number(&row["pair"]), text(&row["first"]).to_owned())).collect();
        assert_eq!(games.len(), 30 - lost.len());
        for line in &lost {
            let game = (line["pair"].as_i64().expect("a number"), line["first"].as_str().expect("a side").to_owned());
            assert!(!games.contains(&game), "a game that failed is in the files");
            assert!(line["message"].as_str().is_some_and(|message| message.contains(said)), "{line}");
            let again = line["replay"].as_str().expect("a command");
            assert!(again.starts_with("gauntlet watch ") && again.contains(&format!("--pair {}", game.0)), "{again}");
        }
        assert!(err.contains(&format!("{} games ", lost.len())) && err.contains("are left out; they are in "), "{err}");
        assert!(err.contains(&format!("{file}, and the first of them is: gauntlet watch ")), "{err}");
        let (exit, ..) = run::<Failing>(&line(3), dir.path());
        assert_eq!(exit, Exit::Problems);
        assert!(contents(&folder) == contents(&dir.path().join(format!("{agent}3"))));
    }
    // Who concedes has lost a game like any other.
    done::<Failing>(&format!("{BATTLE} --agent-a concedes --out $/conceded"), dir.path());
    let conceded: Vec<_> = rows(&dir.path().join("conceded")).into_iter().flatten().collect();
    let conceded: Vec<_> = conceded.iter().filter(|row| text(&row["reason"]) == "concession").collect();
    assert!(!conceded.is_empty());
    assert!(conceded.iter().all(|row| text(&row["result"]) == if text(&row["side"]) == "a" { "loss" } else { "win" }));
    // Without a bot there are no games.
    let (exit, _, err) = run::<Failing>(&format!("{BATTLE} --agent-a gone --out $/gone"), dir.path());
    assert_eq!((exit, err.contains("the bot isn't there any more")), (Exit::BadInput, true), "{err}");
    assert!(!dir.path().join("gone/export.json").exists());
    assert!(contents(&dir.path().join("gone")).is_empty(), "half a file is left");
    // Another try may be made in the same place.
    done::<Failing>(&format!("{BATTLE} --agent random --out $/gone"), dir.path());
}

#[test]
fn an_export_never_touches_what_is_there() {
    let dir = tempfile::tempdir().expect("a folder");
    let line = format!("{BATTLE} --agent random");
    fs::create_dir(dir.path().join("empty")).expect("made");
    done::<Millennials>(&format!("{line} --out $/empty"), dir.path());
    let before = contents(&dir.path().join("empty"));
    fs::write(dir.path().join("file"), "mine").expect("written");
    fs::create_dir(dir.path().join("full")).expect("made");
    fs::write(dir.path().join("full/notes.txt"), "mine").expect("written");
    for (name, why) in [("empty", "has an export already"), ("file", "is a file"), ("full", "isn't empty")] {
        let (exit, out, err) = run::<Millennials>(&format!("{line} --seed 2 --out $/{name}"), dir.path());
        assert_eq!((exit, out.as_str()), (Exit::BadInput, ""), "{err}");
        assert!(err.contains(why) && err.contains("name another directory with --out"), "{err}");
    }
    assert!(contents(&dir.path().join("empty")) == before);
    assert_eq!(contents(&dir.path().join("full")).len(), 1);
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    for (words, said) in [
        ("--out $/x", "<DECKS>"),
        ("@/burn.txt", "--out <DIR>"),
        ("@/burn.txt --out $/x --games 0", "it must be a whole number from 1"),
        ("@/burn.txt --out $/x --rows-per-file 0", "it must be a whole number from 1"),
        ("@/burn.txt --out $/x --rows-per-file -5", "it must be a whole number from 1"),
        ("@/burn.txt --out $/x --threads 0", "from 1 to 4096"),
        ("@/burn.txt --out $/x --agent heuristc", "did you mean 'heuristic'?"),
        ("@/burnt.txt --out $/x", "there is no deck"),
        ("@/millennials/crowd.toml --out $/x", "crowd.toml"),
        ("$ --out $/x", "has no decks"),
    ] {
        let (exit, out, err) = run::<Magic>(&format!("gauntlet export {words}"), dir.path());
        assert_eq!((exit, out.as_str()), (Exit::BadInput, ""), "{words}: {err}");
        assert!(err.contains(said), "{words}: {err}");
        assert!(!dir.path().join("x").exists(), "{words}: something was written");
    }
    let help = done::<Magic>("gauntlet export --help", dir.path());
    assert!(help.contains("--rows-per-file <N>") && help.contains("\nAgents:\n"), "{help}");
}

#[test]
fn what_was_stopped_is_marked() {
    static STOP: AtomicBool = AtomicBool::new(false);
    /// Asks for an end in its third game.
    struct Impatient(u32);
    impl<G: Game> Agent<G> for Impatient {
        fn start(&mut self) {
            self.0 += 1;
            STOP.store(self.0 > 4, Ordering::Relaxed);
        }
        fn choose(&mut self, _: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> usize {
            rng.random_range(0..legal.len() as u32) as usize
        }
    }
    struct Stopping(Millennials);
    impl Host for Stopping {
        type Game = <Millennials as Host>::Game;
        const NAME: &'static str = "millennials";
        const DECK_EXTENSIONS: &'static [&'static str] = Millennials::DECK_EXTENSIONS;
        const DEFAULT_AGENT: &'static str = "impatient";
        fn agents() -> Registry<Self::Game> {
            let impatient = Kind::new("impatient", "ends", &[], |_| Ok(Box::new(|| Box::new(Impatient(0)))));
            Registry::generic().with(impatient)
        }
        fn load(files: &[PathBuf], load: &LoadArgs) -> Result<Stopping, Error> {
            Millennials::load(files, load).map(Stopping)
        }
        fn decks(&self) -> &[Deck] {
            self.0.decks()
        }
        fn setup(&self, first: usize, second: usize, limits: Limits, journal: bool) -> Setup<Self> {
            self.0.setup(first, second, limits, journal)
        }
    }
    let dir = tempfile::tempdir().expect("a folder");
    let words = format!(
        "export {DECKS}/millennials/crowd.toml --games 40 --threads 1 --out {}",
        dir.path().join("out").display()
    );
    let declared = (command::<Stopping>().declare)();
    let matches = declared.try_get_matches_from(words.split(' ')).expect("a command line");
    let args = <ExportArgs as clap::FromArgMatches>::from_arg_matches(&matches).expect("options");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = export::<Stopping>(&args, &mut Screen::plain(&mut out, &mut err), || &STOP).expect("written");
    let err = String::from_utf8(err).expect("text");
    assert_eq!(exit, Exit::Interrupted, "{err}");
    assert!(err.contains("interrupted after 6 of 40 games"), "{err}");
    let folder = dir.path().join("out");
    assert_eq!((&manifest(&folder)["partial"], &manifest(&folder)["games"]), (&Value::from(true), &Value::from(6)));
    let games: BTreeSet<i64> = rows(&folder).iter().flatten().map(|row| number(&row["game"])).collect();
    assert_eq!(games, (0..6).collect());
}
