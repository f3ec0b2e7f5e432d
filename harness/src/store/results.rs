//! The files of a run: `results/<run>/`.
//!
//! A file is written under a temporary name and renamed when it is whole, and `run.json` comes last, so that a reader never
//! sees half a result. Nothing in them depends on time, threads or machine, but for `timing.json`, which is there for that.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use gauntlet_core::{Game, Reason, suggest};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::host::Host;
use crate::host::agents::Recorded;
use crate::host::lists::{DeckList, runs};
use crate::host::options::LoadArgs;
use crate::output::file::{json, write_whole};
use crate::output::shell::shell_line;
use crate::plan::adapt::Points;
use crate::plan::again::Again;
use crate::plan::experiment::{BestOf, Experiment};
use crate::plan::files::reasons;
use crate::plan::schedule::Seats;
use crate::play::chunk::Failure;
use crate::play::run::Run;
use crate::stats::sprt::Test;
use crate::stats::tally::{PerSide, Side};
use crate::store::knows::Knows;
use crate::{COMMIT, VERSION};

/// The version of the layout of `run.json`.
const FORMAT: u32 = 6;

/// Everything that decides what a run's tables are. Its hash names the run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Recipe {
    format: u32,
    gauntlet: &'static str,
    commit: &'static str,
    game: &'static str,
    command: &'static str,
    seed: u64,
    games_per_pairing: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<Points>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<Test>,
    #[serde(skip_serializing_if = "BestOf::is_single")]
    best_of: BestOf,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    luck: bool,
    on_the_play: &'static str,
    mirrors: bool,
    max_turns: u32,
    max_actions: u64,
    agents: Vec<AgentRecipe>,
    decks: Vec<DeckRecipe>,
    /// What else decides a game, as its host writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<serde_json::Value>,
    /// What agents are told of the other's deck, if it isn't its list.
    #[serde(skip_serializing_if = "Option::is_none")]
    knows: Option<Knows>,
    card_pool: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct AgentRecipe {
    spec: String,
    settings: BTreeMap<&'static str, String>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct DeckRecipe {
    name: String,
    fingerprint: String,
}

/// A host's options as they stand in the recipe: JSON if they are that, else their text. None if there are none.
fn options_of(text: String) -> Option<serde_json::Value> {
    (!text.is_empty()).then(|| serde_json::from_str(&text).unwrap_or(serde_json::Value::String(text)))
}

impl Recipe {
    /// The recipe of an experiment with the decks and cards of `host`.
    pub fn new<H: Host>(host: &H, experiment: &Experiment<H::Game>) -> Recipe {
        let options = &experiment.options;
        let agent = |pilot: &crate::host::agents::Pilot<H::Game>| AgentRecipe {
            spec: pilot.spec.clone(),
            settings: pilot.settings.iter().cloned().collect(),
        };
        Recipe {
            format: FORMAT,
            gauntlet: VERSION,
            commit: COMMIT,
            game: H::NAME,
            command: options.shape.name(),
            seed: options.seed,
            games_per_pairing: options.units() * options.seats.games_per_unit(),
            until: options.until,
            sprt: options.sprt,
            best_of: options.best_of,
            luck: options.luck,
            on_the_play: options.seats.name(),
            mirrors: options.shape.mirrors(),
            max_turns: options.limits.turns,
            max_actions: options.limits.actions,
            agents: experiment.pilots.iter().map(agent).collect(),
            decks: (experiment.decks.iter().enumerate())
                .map(|(index, deck)| DeckRecipe {
                    name: experiment.deck_label(index).to_owned(),
                    fingerprint: deck.fingerprint.clone(),
                })
                .collect(),
            options: options_of(host.options()),
            knows: Knows::of(host),
            card_pool: host.pool_fingerprint(),
        }
    }

    /// The run's name: the first 16 hexadecimal digits of the BLAKE3 hash of the recipe as JSON.
    ///
    /// # Errors
    /// None in practice: the recipe has only text and numbers.
    pub fn id(&self) -> Result<String, Error> {
        Ok(blake3::hash(&json(self)?).to_hex()[..16].to_owned())
    }
}

/// The contents of `run.json`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Manifest {
    run: String,
    partial: bool,
    /// The command that makes the same tables.
    reproduce: String,
    #[serde(flatten)]
    recipe: Recipe,
    deck_files: Vec<String>,
    /// The cards of each deck, as they were played: files may change afterwards.
    lists: Vec<Vec<String>>,
    /// The lists that agents were told the other's deck may be, if they are not those of the decks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    field_lists: Vec<DeckList>,
    /// Decks of a directory that can't be played and don't take part: why, of each the first reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
    /// What was made of the decks and isn't plain to see.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    counts: Counts,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct Counts {
    pairings: usize,
    games_planned: u64,
    games: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    matches: Option<u64>,
    decisions: u64,
    endings: BTreeMap<&'static str, u64>,
}

impl Manifest {
    /// The manifest of what was played.
    ///
    /// # Errors
    /// None in practice: see [`Recipe::id`].
    pub fn new<G: Game + 'static>(
        recipe: Recipe,
        experiment: &Experiment<G>,
        lists: Vec<Vec<String>>,
        notes: &[String],
        run: &Run,
        reproduce: String,
    ) -> Result<Manifest, Error> {
        let ended = |reason: Reason| (reason.name(), run.ended(reason));
        Ok(Manifest {
            run: recipe.id()?,
            partial: !run.has(0..experiment.order.len()),
            reproduce,
            recipe,
            deck_files: experiment.decks.iter().map(|deck| deck.file.display().to_string()).collect(),
            lists,
            field_lists: Vec::new(),
            left_out: reasons(&experiment.left_out),
            notes: notes.to_vec(),
            counts: Counts {
                pairings: experiment.pairings.len(),
                games_planned: experiment.games(),
                games: run.games(),
                matches: experiment.options.best_of.is_match().then(|| run.scored()),
                decisions: run.decisions(),
                endings: Reason::ALL.into_iter().map(ended).collect(),
            },
        })
    }
}

impl Manifest {
    /// The same with the lists of a field that doesn't play.
    #[must_use]
    pub fn with_field<H: Host>(self, host: &H) -> Manifest {
        Manifest { field_lists: host.assumed().map_or(Vec::new(), |assumed| assumed.field), ..self }
    }
}

/// How long playing took: the one file that differs from run to run.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Timing {
    /// Wall-clock time of playing.
    pub seconds: f64,
    /// Games played in that time; others of the run may have been played before.
    pub games: u64,
    /// Games finished per second, by all threads together.
    pub games_per_second: f64,
    /// Threads that played.
    pub threads: usize,
}

impl Timing {
    /// That many games in that many seconds.
    pub fn of(games: u64, seconds: f64, threads: usize) -> Timing {
        let games_per_second = if seconds > 0.0 { games as f64 / seconds } else { 0.0 };
        Timing { seconds, games, games_per_second, threads }
    }
}

/// A line of `errors.jsonl`, `unfinished.jsonl` or `forfeits.jsonl`: a game that failed in the engine, reached a limit or was forfeited.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FailureLine {
    deck_a: String,
    deck_b: String,
    agent_a: String,
    agent_b: String,
    pair: u64,
    /// Which game of the match, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<u8>,
    first: &'static str,
    reason: Reason,
    seed: u64,
    turn: u32,
    decisions: u64,
    message: String,
    /// The recorded game, for `gauntlet replay`, in the run's folder; none if it could not be recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    recording: Option<String>,
    /// The command that plays the game again. A game of agents that only the program has that asked for the run, such as a function of Python's, is
    /// told from its recording; none if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    replay: Option<String>,
    /// Whether `gauntlet` has both agents.
    #[serde(skip)]
    known: bool,
}

impl FailureLine {
    /// The same for who isn't in the run's folder: the recording's path with the folder, or no recording if the folder isn't kept.
    #[must_use]
    pub fn recorded_in(self, folder: Option<&Path>) -> FailureLine {
        let recording = self.recording.as_ref().zip(folder);
        let recording = recording.map(|(file, folder)| folder.join(file).display().to_string());
        let replay = if self.known { self.replay } else { recording.as_deref().map(replayed) };
        FailureLine { recording, replay, ..self }
    }

    /// How the game is had again, in the words that follow "this one is": the command, or what was wrong with it.
    pub fn again(&self) -> &str {
        self.replay.as_deref().unwrap_or(&self.message)
    }

    /// The line for `failure` in a game of `H`, recorded in the file `recording`, of decks that were loaded with `load`.
    pub fn new<H: Host>(
        experiment: &Experiment<H::Game>,
        failure: &Failure,
        recording: Option<String>,
        load: &LoadArgs,
    ) -> FailureLine {
        let pairing = &experiment.pairings[failure.unit.pairing];
        let label = |side| experiment.label(pairing.entrant(side)).to_owned();
        let agent = |side| experiment.pilot(pairing.entrant(side)).spec.clone();
        let files = PerSide::from_fn(|side| experiment.deck(pairing.entrant(side)).file.as_path());
        let agents = PerSide::from_fn(|side| experiment.pilot(pairing.entrant(side)).spec.as_str());
        let options = &experiment.options;
        let game = options.best_of.is_match().then_some(failure.game + 1);
        let (seed, pair, first) = (options.seed, failure.unit.index, failure.first);
        let registry = H::agents();
        let known = [Side::A, Side::B].iter().all(|side| registry.has_kind(agents[*side]));
        let again = Again { seed, pair, game, first, limits: options.limits };
        let replay = match known {
            true => Some(shell_line(&again.words(H::NAME, files, agents, load))),
            false => recording.as_deref().map(replayed),
        };
        FailureLine {
            deck_a: label(Side::A),
            deck_b: label(Side::B),
            agent_a: agent(Side::A),
            agent_b: agent(Side::B),
            pair: failure.unit.index,
            game,
            first: Seats::Fixed(first).name(),
            reason: failure.reason,
            seed: options.seed,
            turn: failure.turn,
            decisions: failure.decisions,
            message: failure.message.clone(),
            recording,
            replay,
            known,
        }
    }
}

/// The command that plays a recorded game again.
fn replayed(recording: &str) -> String {
    shell_line(&["gauntlet".into(), "replay".into(), recording.to_owned()])
}

/// The name of the file that describes a run.
const MANIFEST: &str = "run.json";

/// Every file that a run may write.
const FILES: [&str; 12] = [
    MANIFEST,
    "matchups.csv",
    "decks.csv",
    "ladder.json",
    "cards.csv",
    "mulligans.csv",
    "resources.csv",
    "turns.csv",
    "errors.jsonl",
    "unfinished.jsonl",
    "forfeits.jsonl",
    "timing.json",
];

/// What is read back of an earlier `run.json`.
#[derive(Debug, Deserialize)]
pub struct Earlier {
    /// The run's id.
    pub run: String,
    /// The version that played it.
    gauntlet: String,
    /// The commit which that version was built from, since runs note it.
    commit: Option<String>,
    /// All the rest.
    #[serde(flatten)]
    rest: BTreeMap<String, serde_json::Value>,
}

impl Earlier {
    /// That a directory has no run.
    pub fn absent(dir: &Path) -> String {
        let what = match (dir.exists(), dir.is_dir()) {
            (false, _) => "there is no such directory",
            (true, false) => "it is a file, not the directory of a run",
            (true, true) => "it is not the directory of a run",
        };
        format!("{} has no run.json: {what}", dir.display())
    }

    /// What the `run.json` in `dir` says; `None` if there is none.
    ///
    /// # Errors
    /// If it can't be read or is not gauntlet's.
    pub fn read(dir: &Path) -> Result<Option<Earlier>, Error> {
        let path = dir.join(MANIFEST);
        match fs::read(&path) {
            Ok(bytes) => match serde_json::from_slice(&bytes) {
                Ok(earlier) => Ok(Some(earlier)),
                Err(_) => Err(Error::input(format!("{} is not gauntlet's", path.display()))),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(cause) => Err(Error::Read { path, cause }),
        }
    }

    /// The program that played it, unless it is this one.
    pub fn other_program(&self) -> Option<String> {
        let commit = self.commit.as_deref().unwrap_or("unknown");
        ((self.gauntlet.as_str(), commit) != (VERSION, COMMIT)).then(|| format!("{} ({commit})", self.gauntlet))
    }

    /// The command that makes the same.
    pub fn reproduce(&self) -> Option<&str> {
        self.rest.get("reproduce")?.as_str()
    }

    /// What it says of its agents.
    pub fn agents(&self) -> Recorded {
        let agents = self.rest.get("agents").and_then(serde_json::Value::as_array).into_iter().flatten();
        let agent = |agent: &serde_json::Value| {
            let settings = serde_json::from_value(agent.get("settings")?.clone()).ok()?;
            Some((agent.get("spec")?.as_str()?.to_owned(), settings))
        };
        agents.filter_map(agent).collect()
    }

    /// What of a recipe is not as it was, with lists of decks as [`lists`] makes them; `None` if it is the same run.
    ///
    /// # Errors
    /// None in practice: see [`Recipe::id`].
    pub fn difference(&self, recipe: &Recipe, lists: &[Vec<String>]) -> Result<Option<String>, Error> {
        if recipe.id()? == self.run {
            return Ok(None);
        }
        let decks: Vec<String> = (recipe.decks.iter().enumerate())
            .filter(|(index, deck)| {
                let before =
                    self.rest.get("decks").and_then(|decks| decks.get(index)).and_then(|deck| deck.get("fingerprint"));
                before.and_then(|before| before.as_str()) != Some(&deck.fingerprint)
            })
            .map(|(index, deck)| match self.exchanged(index, lists) {
                Some(cards) => format!("{} ({cards})", deck.name),
                None => deck.name.clone(),
            })
            .collect();
        let cards = self.rest.get("card_pool").and_then(|pool| pool.as_str()) != Some(&recipe.card_pool);
        Ok(Some(if !decks.is_empty() {
            format!("the {} {}", if decks.len() == 1 { "deck" } else { "decks" }, suggest::list(&decks))
        } else if cards {
            "the cards' definitions".to_owned()
        } else {
            "its options".to_owned()
        }))
    }
}

/// The cards of each deck as `run.json` has them: "4 Name", in the order of the list.
pub fn lists<H: Host>(host: &H) -> Vec<Vec<String>> {
    (0..host.decks().len()).map(|deck| runs(&H::PARTS.lists.list(host, deck))).collect()
}

/// How many copies of each card there are in a list of lines "4 Name".
fn copies(lines: &[String]) -> BTreeMap<&str, i64> {
    let mut copies = BTreeMap::new();
    for (count, name) in lines.iter().filter_map(|line| line.split_once(' ')) {
        *copies.entry(name).or_default() += count.parse::<i64>().unwrap_or(0);
    }
    copies
}

impl Earlier {
    /// What changed in the list of a deck: "−1 Shock, +1 Bolt"; `None` if that isn't known, or only the order did.
    fn exchanged(&self, deck: usize, lists: &[Vec<String>]) -> Option<String> {
        const MOST: usize = 6;
        let before: Vec<String> = serde_json::from_value(self.rest.get("lists")?.get(deck)?.clone()).ok()?;
        let (before, now) = (copies(&before), copies(lists.get(deck)?));
        let mut names: Vec<&str> = before.keys().chain(now.keys()).copied().collect();
        names.sort_unstable();
        names.dedup();
        let change = |name: &&str| now.get(name).unwrap_or(&0) - before.get(name).unwrap_or(&0);
        let signed = |name: &str, by: i64| format!("{}{} {name}", if by < 0 { '−' } else { '+' }, by.abs());
        let mut changes: Vec<(i64, &str)> = names.into_iter().map(|name| (change(&name), name)).collect();
        changes.retain(|(by, _)| *by != 0);
        let mut words: Vec<String> = changes.iter().take(MOST).map(|(by, name)| signed(name, *by)).collect();
        if changes.len() > MOST {
            words.push("…".to_owned());
        }
        (!words.is_empty()).then(|| words.join(", "))
    }
}

/// A directory that is known to be ours to write before the first game is played, and nobody else's for as long as this lives.
#[derive(Debug)]
pub struct ResultsDir {
    path: PathBuf,
    holds_manifest: bool,
    /// Holds the lock. A process that is killed holds none.
    _lock: Option<File>,
}

/// Locks a directory, so that no other run is played into it: both would play the same games, and what they leave couldn't be gone on with. Where
/// directories can't be locked, as on some shared file systems, nothing is.
fn lock(path: &Path) -> Result<Option<File>, Error> {
    let Ok(folder) = File::open(path) else { return Ok(None) };
    match folder.try_lock() {
        Ok(()) => Ok(Some(folder)),
        Err(TryLockError::WouldBlock) => Err(Error::input(format!(
            "{} is in use: another run is being played into it; wait for that one, or choose another place with --out",
            path.display()
        ))),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

impl ResultsDir {
    /// Makes the directory, and makes sure that it can be written and holds no other run's results than those of `run`.
    ///
    /// # Errors
    /// If it can't be written, another run is being played into it, or it holds results of another run, which are never overwritten.
    pub fn prepare(path: &Path, run: &str) -> Result<ResultsDir, Error> {
        let unwritable = |cause| Error::Out { path: path.to_owned(), cause };
        fs::create_dir_all(path).map_err(unwritable)?;
        let lock = lock(path)?;
        let occupied = |whose: &str| {
            Error::input(format!(
                "{} holds {whose}, which would be overwritten; choose another place with --out, or delete it",
                path.display()
            ))
        };
        let holds_manifest = match Earlier::read(path) {
            Ok(Some(earlier)) if earlier.run == run => true,
            Ok(Some(_)) => return Err(occupied("the results of a different run")),
            Err(Error::Input(_)) => return Err(occupied("a run.json that is not gauntlet's")),
            Ok(None) => {
                if let Some(file) = FILES.iter().find(|file| path.join(file).exists()) {
                    return Err(occupied(&format!("a {file} without the run.json that belongs to it")));
                }
                false
            }
            Err(error) => return Err(error),
        };
        // Better to know now than after an hour of play.
        let probe = path.join(format!(".probe-{}", std::process::id()));
        File::create(&probe).and_then(|_| fs::remove_file(&probe)).map_err(unwritable)?;
        Ok(ResultsDir { path: path.to_owned(), holds_manifest, _lock: lock })
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether there was a `run.json` of this very run.
    pub fn holds_manifest(&self) -> bool {
        self.holds_manifest
    }

    /// Writes the files of a run, `run.json` last, and removes those of an earlier, partial one that it doesn't have.
    ///
    /// # Errors
    /// If one can't be written; the earlier version of that file and of the following ones is left as it was.
    pub fn write(&self, files: &[(&str, Vec<u8>)]) -> Result<(), Error> {
        let (last, first): (Vec<_>, Vec<_>) = files.iter().partition(|(name, _)| *name == MANIFEST);
        for (name, bytes) in first.into_iter().chain(last) {
            write_whole(&self.path.join(name), bytes)?;
        }
        for stale in FILES.iter().filter(|file| !files.iter().any(|(name, _)| name == *file)) {
            let path = self.path.join(stale);
            match fs::remove_file(&path) {
                Err(cause) if cause.kind() != io::ErrorKind::NotFound => return Err(Error::Write { path, cause }),
                _ => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_another_run_are_never_overwritten() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("a/b");
        let results = ResultsDir::prepare(&path, "one").expect("empty");
        assert!(!results.holds_manifest());
        let manifest = br#"{"run": "one", "gauntlet": "0.1.0"}"#.to_vec();
        results.write(&[("run.json", manifest.clone()), ("errors.jsonl", vec![])]).expect("written");
        let error = ResultsDir::prepare(&path, "one").expect_err("it is being played").to_string();
        assert!(error.contains(" is in use: another run is being played into it"), "{error}");
        drop(results);
        let results = ResultsDir::prepare(&path, "one").expect("the same run");
        assert!(results.holds_manifest());
        results.write(&[("run.json", manifest)]).expect("written");
        assert!(!path.join("errors.jsonl").exists());
        drop(results);
        let error = ResultsDir::prepare(&path, "two").expect_err("another run").to_string();
        assert!(error.contains("different run") && error.contains("--out"), "{error}");
        fs::remove_file(path.join("run.json")).expect("removed");
        fs::write(path.join("decks.csv"), "mine").expect("written");
        assert!(ResultsDir::prepare(&path, "one").expect_err("not ours").to_string().contains("decks.csv"));
        let names: Vec<_> = fs::read_dir(&path).expect("listed").flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(names, ["decks.csv"]);
    }

    #[test]
    fn a_file_in_the_way_is_one_sentence() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("file");
        fs::write(&path, "").expect("written");
        let error = ResultsDir::prepare(&path.join("results"), "one").expect_err("not a directory").to_string();
        assert!(error.starts_with("can't write ") && !error.contains('\n'), "{error}");
    }
}
