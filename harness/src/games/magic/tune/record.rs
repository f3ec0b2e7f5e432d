//! The files of a tuning: what it is, a line for each iteration and each round of the validation, and what came of it.
//!
//! A line counts once it is whole, and everything follows from the lines before it, so a run that was killed goes on to the same bytes.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use gauntlet_ai::heuristic::Weights;
use gauntlet_magic::Position;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::super::host::Magic;
use super::place;
use crate::error::Error;
use crate::host::agents::Pilot;
use crate::host::options::Limits;
use crate::host::{Deck, Host};
use crate::output::file::{json, json_lines, sweep, write_whole};
use crate::output::shell::shell_line;
use crate::stats::interval::{paired, rate, rounded};
use crate::stats::sprt::elo;
use crate::stats::spsa::Knob;
use crate::store::knows::Knows;
use crate::store::results::ResultsDir;
use crate::{COMMIT, VERSION};

/// The version of the layout of these files.
const FORMAT: u32 = 1;

const MANIFEST: &str = "run.json";
const ITERATIONS: &str = "iterations.jsonl";
const VALIDATION: &str = "validation.jsonl";
const ANSWER: &str = "tuned.json";
/// The file of the tuned weights.
pub(super) const WEIGHTS: &str = "weights.toml";

/// The weights that are tuned.
pub(super) struct Knobs {
    pub(super) keys: Vec<String>,
    pub(super) knobs: Vec<Knob>,
}

/// Everything that decides what comes out. Its hash names the run.
#[derive(Serialize)]
pub(super) struct Recipe {
    format: u32,
    gauntlet: &'static str,
    commit: &'static str,
    game: &'static str,
    command: &'static str,
    agent: String,
    settings: BTreeMap<&'static str, String>,
    seed: u64,
    iterations: u64,
    pairs_per_iteration: u64,
    validation_rounds: u64,
    step_percent: u64,
    max_turns: u32,
    max_actions: u64,
    weights: Vec<WeightRecipe>,
    decks: Vec<DeckRecipe>,
    validation_decks: Vec<DeckRecipe>,
    options: String,
    /// What agents are told of the other's deck, if it isn't its list.
    #[serde(skip_serializing_if = "Option::is_none")]
    knows: Option<Knows>,
    card_pool: String,
}

#[derive(Serialize)]
struct WeightRecipe {
    key: String,
    start: i32,
    low: i32,
    high: i32,
}

/// A deck as the record has it.
#[derive(Serialize)]
pub(super) struct DeckRecipe {
    name: String,
    fingerprint: String,
}

impl DeckRecipe {
    pub(super) fn of(deck: &Deck) -> DeckRecipe {
        DeckRecipe { name: deck.name.clone(), fingerprint: deck.fingerprint.clone() }
    }
}

impl Recipe {
    pub(super) fn new(
        host: &Magic,
        pilot: &Pilot<Position>,
        seed: u64,
        limits: Limits,
        [iterations, pairs_per_iteration, validation_rounds, step_percent]: [u64; 4],
        knobs: &Knobs,
        [decks, validation_decks]: [Vec<DeckRecipe>; 2],
    ) -> Recipe {
        let weight = |(key, knob): (&String, &Knob)| WeightRecipe {
            key: key.clone(),
            start: knob.start,
            low: knob.low,
            high: knob.high,
        };
        Recipe {
            format: FORMAT,
            gauntlet: VERSION,
            commit: COMMIT,
            game: Magic::NAME,
            command: "tune",
            agent: pilot.spec.clone(),
            settings: pilot.settings.iter().cloned().collect(),
            seed,
            iterations,
            pairs_per_iteration,
            validation_rounds,
            step_percent,
            max_turns: limits.turns,
            max_actions: limits.actions,
            weights: knobs.keys.iter().zip(&knobs.knobs).map(weight).collect(),
            decks,
            validation_decks,
            options: host.options(),
            knows: Knows::of(host),
            card_pool: host.pool_fingerprint(),
        }
    }
}

/// What `run.json` says.
#[derive(Serialize)]
struct Manifest<'a> {
    run: &'a str,
    partial: bool,
    reproduce: String,
    #[serde(flatten)]
    recipe: &'a Recipe,
}

/// What came of an iteration.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Iteration {
    /// Its number, from 0.
    pub(super) iteration: u64,
    /// The weights of the two sides, in the order of the recipe.
    pub(super) sides: [Vec<i32>; 2],
    /// How many games the first won more than it lost.
    pub(super) won: i64,
    pub(super) failed: u64,
    /// Where the weights are after it, in millionths.
    pub(super) places: Vec<i64>,
}

/// A pair of games with each deck of the validation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Round {
    /// Its number, from 0.
    pub(super) round: u64,
    /// The half points of the tuned weights with each deck, in the order of the recipe.
    pub(super) halves: Vec<i32>,
    pub(super) failed: u64,
}

/// Lines that are numbered from 0.
trait Line: Serialize + DeserializeOwned {
    fn number(&self) -> u64;
    /// How many numbers it has for each weight or deck.
    fn length(&self) -> usize;
}

impl Line for Iteration {
    fn number(&self) -> u64 {
        self.iteration
    }

    fn length(&self) -> usize {
        self.places.len()
    }
}

impl Line for Round {
    fn number(&self) -> u64 {
        self.round
    }

    fn length(&self) -> usize {
        self.halves.len()
    }
}

/// A file that grows by lines.
struct Lines<T> {
    path: PathBuf,
    file: File,
    lines: Vec<T>,
}

impl<T: Line> Lines<T> {
    /// Opens a file, or begins it. A last line that was being written when the run was killed is taken away.
    fn open(path: PathBuf, length: usize) -> Result<Lines<T>, Error> {
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(cause) => return Err(Error::Read { path, cause }),
        };
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
        let mut lines: Vec<T> = Vec::new();
        for line in bytes[..whole].split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            match serde_json::from_slice::<T>(line) {
                Ok(line) if line.number() == lines.len() as u64 && line.length() == length => lines.push(line),
                _ => {
                    let number = lines.len() + 1;
                    return Err(Error::input(format!(
                        "{}:{number}: this isn't a line of a tuning; play it again with --fresh",
                        path.display()
                    )));
                }
            }
        }
        let open = || {
            let file = OpenOptions::new().create(true).append(true).open(&path)?;
            file.set_len(whole as u64)?;
            Ok(file)
        };
        let file = open().map_err(|cause| Error::Out { path: path.clone(), cause })?;
        Ok(Lines { path, file, lines })
    }

    fn add(&mut self, line: T) -> Result<(), Error> {
        let bytes = json_lines(std::slice::from_ref(&line))?;
        self.file.write_all(&bytes).map_err(|cause| Error::Write { path: self.path.clone(), cause })?;
        self.lines.push(line);
        Ok(())
    }
}

/// The directory of a tuning.
pub(super) struct Record {
    id: String,
    recipe: Recipe,
    reproduce: String,
    dir: ResultsDir,
    iterations: Lines<Iteration>,
    rounds: Lines<Round>,
}

impl Record {
    /// Opens the directory of a run, or begins it.
    pub(super) fn open(
        out: Option<&Path>,
        recipe: Recipe,
        reproduce: Vec<String>,
        fresh: bool,
    ) -> Result<Record, Error> {
        let id = blake3::hash(&json(&recipe)?).to_hex()[..16].to_owned();
        let path = out.map_or_else(|| place(&id), Path::to_owned);
        let dir = ResultsDir::prepare(&path, &id)?;
        sweep(&path)?;
        if fresh {
            for name in [ITERATIONS, VALIDATION, ANSWER, WEIGHTS] {
                let path = path.join(name);
                match fs::remove_file(&path) {
                    Err(cause) if cause.kind() != io::ErrorKind::NotFound => return Err(Error::Write { path, cause }),
                    _ => {}
                }
            }
        }
        let iterations = Lines::open(path.join(ITERATIONS), recipe.weights.len())?;
        let rounds = Lines::open(path.join(VALIDATION), recipe.validation_decks.len())?;
        // The default place says nothing that the rest doesn't.
        let reproduce = match out {
            Some(out) => shell_line(&[reproduce, vec!["--out".to_owned(), out.display().to_string()]].concat()),
            None => shell_line(&reproduce),
        };
        let record = Record { id, recipe, reproduce, dir, iterations, rounds };
        record.write_manifest(true)?;
        Ok(record)
    }

    pub(super) fn path(&self) -> &Path {
        self.dir.path()
    }

    pub(super) fn iterations(&self) -> &[Iteration] {
        &self.iterations.lines
    }

    pub(super) fn rounds(&self) -> &[Round] {
        &self.rounds.lines
    }

    /// How many games there are.
    pub(super) fn games(&self) -> u64 {
        let tuned = self.iterations().len() as u64 * self.recipe.pairs_per_iteration;
        2 * (tuned + (self.rounds().len() * self.recipe.validation_decks.len()) as u64)
    }

    pub(super) fn learned(&mut self, iteration: Iteration) -> Result<(), Error> {
        self.iterations.add(iteration)
    }

    pub(super) fn validated(&mut self, round: Round) -> Result<(), Error> {
        self.rounds.add(round)
    }

    fn write_manifest(&self, partial: bool) -> Result<(), Error> {
        let manifest = Manifest { run: &self.id, partial, reproduce: self.reproduce.clone(), recipe: &self.recipe };
        write_whole(&self.path().join(MANIFEST), &json(&manifest)?)
    }

    /// Writes the weights and the answer.
    pub(super) fn finish(
        &self,
        knobs: &Knobs,
        tuned: &Weights,
        finished: bool,
        left_out: &[String],
    ) -> Result<Answer, Error> {
        let now: BTreeMap<String, i32> = tuned.listed().into_iter().collect();
        let weight = |(key, knob): (&String, &Knob)| Tuned {
            key: key.clone(),
            start: knob.start,
            tuned: now.get(key).copied().unwrap_or(knob.start),
            low: knob.low,
            high: knob.high,
            step: knob.step,
        };
        let recipe = &self.recipe;
        let weights: Vec<Tuned> = knobs.keys.iter().zip(&knobs.knobs).map(weight).collect();
        let names = |decks: &[DeckRecipe]| decks.iter().map(|deck| deck.name.clone()).collect::<Vec<_>>();
        let answer = Answer {
            gauntlet: VERSION,
            run: self.id.clone(),
            agent: recipe.agent.clone(),
            seed: recipe.seed,
            finished,
            iterations: self.iterations().len() as u64,
            iterations_planned: recipe.iterations,
            games: 2 * self.iterations().len() as u64 * recipe.pairs_per_iteration,
            failed_games: self.iterations().iter().map(|line| line.failed).sum(),
            decks: names(&recipe.decks),
            validation: self.validation(weights.iter().all(|weight| weight.tuned == weight.start), finished),
            weights,
            left_out: left_out.to_vec(),
        };
        write_whole(&self.path().join(WEIGHTS), tuned.to_text().as_bytes())?;
        write_whole(&self.path().join(ANSWER), &json(&answer)?)?;
        self.write_manifest(!finished)?;
        Ok(answer)
    }

    fn validation(&self, unchanged: bool, finished: bool) -> Validation {
        let decks = self.recipe.validation_decks.iter().enumerate().map(|(place, deck)| {
            let mut pairs = [0; 5];
            for round in self.rounds() {
                pairs[round.halves[place].clamp(0, 4) as usize] += 1;
            }
            Scored::of(deck.name.clone(), pairs)
        });
        let decks: Vec<Scored> = decks.collect();
        let mut pairs = [0; 5];
        for deck in &decks {
            pairs.iter_mut().zip(deck.pairs).for_each(|(sum, count)| *sum += count);
        }
        let all = Scored::of("all".to_owned(), pairs);
        let verdict = match () {
            () if !finished => Verdict::NotValidated,
            () if unchanged => Verdict::Unchanged,
            () if all.games == 0 => Verdict::NotValidated,
            () if all.low > 0.5 => Verdict::Stronger,
            () if all.high < 0.5 => Verdict::Weaker,
            () => Verdict::NotShown,
        };
        let failed_games = self.rounds().iter().map(|round| round.failed).sum();
        Validation { verdict, all, decks, failed_games }
    }
}

/// Whether tuned weights are stronger than those that were begun with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Verdict {
    /// The whole 95% interval of the score is above one half.
    Stronger,
    /// It is below.
    Weaker,
    /// One half is within.
    NotShown,
    /// No weight is another than it was.
    Unchanged,
    /// The validation wasn't played, or not all of it.
    NotValidated,
}

/// The answer, as `tuned.json` and `--json` have it.
#[derive(Serialize)]
pub(super) struct Answer {
    gauntlet: &'static str,
    run: String,
    pub(super) agent: String,
    seed: u64,
    /// Whether all was played.
    pub(super) finished: bool,
    pub(super) iterations: u64,
    pub(super) iterations_planned: u64,
    /// Those of the tuning.
    pub(super) games: u64,
    failed_games: u64,
    pub(super) decks: Vec<String>,
    pub(super) weights: Vec<Tuned>,
    pub(super) validation: Validation,
    /// Decks that can't be played: why, of each the first reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
}

impl Answer {
    /// How many games failed, of the tuning and the validation.
    pub(super) fn failed_games(&self) -> u64 {
        self.failed_games + self.validation.failed_games
    }
}

/// What became of a weight.
#[derive(Serialize)]
pub(super) struct Tuned {
    pub(super) key: String,
    pub(super) start: i32,
    pub(super) tuned: i32,
    low: i32,
    high: i32,
    /// In millionths.
    #[serde(skip)]
    pub(super) step: i64,
}

/// What came of the validation.
#[derive(Serialize)]
pub(super) struct Validation {
    pub(super) verdict: Verdict,
    pub(super) all: Scored,
    pub(super) decks: Vec<Scored>,
    failed_games: u64,
}

/// How the tuned weights scored.
#[derive(Serialize)]
pub(super) struct Scored {
    pub(super) deck: String,
    pub(super) games: u64,
    /// How many pairs of games brought 0, 1, … 4 half points.
    pairs: [u64; 5],
    pub(super) score: Option<f64>,
    pub(super) low: f64,
    pub(super) high: f64,
    /// The same in Elo points; none where the score is 0 or 1.
    pub(super) elo: Option<f64>,
    pub(super) elo_low: Option<f64>,
    pub(super) elo_high: Option<f64>,
}

impl Scored {
    fn of(deck: String, pairs: [u64; 5]) -> Scored {
        let games = 2 * pairs.iter().sum::<u64>();
        let halves: u64 = (0..).zip(pairs).map(|(halves, count): (u64, u64)| halves * count).sum();
        let score = rate(halves / 2, halves % 2, games);
        let interval = paired(&pairs);
        let points = |score: f64| elo(score).map(rounded);
        Scored {
            deck,
            games,
            pairs,
            score: score.map(rounded),
            low: rounded(interval.low),
            high: rounded(interval.high),
            elo: score.and_then(points),
            elo_low: points(interval.low),
            elo_high: points(interval.high),
        }
    }
}
