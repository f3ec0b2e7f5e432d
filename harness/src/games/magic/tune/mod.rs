//! `gauntlet tune`: weights with which the heuristic plays better, found by playing, and whether they really do.
//!
//! Tuned is by SPSA ([`crate::stats::spsa`]) in games of the heuristic against itself: both sides play the same deck from the same deal, with
//! seats swapped, and differ in nothing but weights. What comes out is then played against what was begun with, with decks and deals that the
//! tuning hasn't seen: only that says whether it is stronger.

mod games;
mod record;
mod told;

use std::num::{NonZeroU32, NonZeroU64};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::Args;
use gauntlet_ai::heuristic::Weights;
use gauntlet_core::Seed;

use self::games::{Field, Match};
use self::record::{DeckRecipe, Iteration, Knobs, Recipe, Record, Round};
use super::host::Magic;
use crate::commands::interrupt;
use crate::commands::options::{DealArgs, OutputArgs};
use crate::error::Error;
use crate::host::agents::Pilot;
use crate::host::options::{from_one, from_zero};
use crate::host::subcommand::{Subcommand, options};
use crate::host::{Deck, Host};
use crate::output::progress::Progress;
use crate::output::screen::{Exit, Screen};
use crate::plan::files;
use crate::play::threads::{self, Threads};
use crate::play::versions::Score;
use crate::stats::spsa::{Knob, Spsa, whole};

/// Which weights to tune, and with what.
#[derive(Args, Clone, Debug)]
struct TuneArgs {
    /// The agent whose weights are tuned: heuristic, or heuristic:weights=FILE to begin with those of a file.
    #[arg(value_name = "AGENT")]
    agent: String,
    /// The directory that has the decks: in each game both sides play the same one.
    #[arg(long, value_name = "DIR", default_value = "decks")]
    decks: PathBuf,
    /// The directory that has the decks for the validation; those of them that are among --decks are left out [default: a fifth of --decks, which the
    /// tuning doesn't see].
    #[arg(long, value_name = "DIR")]
    validate: Option<PathBuf>,
    /// Tune only these: weights (card.draw) or sections of them (attack); can be given many times, or with commas between them.
    #[arg(long, value_name = "KEY", value_delimiter = ',')]
    only: Vec<String>,
    /// Between which whole numbers a weight may come to lie, for example card.draw=20..90; can be given many times [default: from 0 to three times
    /// as much as it is, or 10 more if that is more; likewise below 0].
    #[arg(long, value_name = "KEY=LOW..HIGH", value_parser = bounds)]
    bounds: Vec<Bounds>,
    /// The games of the tuning, rounded up to whole iterations.
    #[arg(long, value_name = "N", default_value = "100000", value_parser = from_one::<NonZeroU64>, allow_negative_numbers = true)]
    games: NonZeroU64,
    /// The pairs of games of an iteration. With more of them more threads have something to do, and less is learned from each game.
    #[arg(long, value_name = "PAIRS", default_value = "16", value_parser = from_one::<NonZeroU32>, allow_negative_numbers = true)]
    batch: NonZeroU32,
    /// By how many percent of what it is a weight is moved up and down, at the end of the run; it is more before, and 1 at least.
    #[arg(long, value_name = "PERCENT", default_value = "10", value_parser = percent, allow_negative_numbers = true)]
    step: u32,
    /// The games of the validation, rounded up to whole pairs of each deck; 0 for none.
    #[arg(long, value_name = "N", default_value = "10000", value_parser = from_zero::<u64>, allow_negative_numbers = true)]
    validation_games: u64,
    /// What is dealt.
    #[command(flatten)]
    deal: DealArgs,
    /// Play everything again, whatever the directory has of this run.
    #[arg(long)]
    fresh: bool,
    /// How many threads.
    #[command(flatten)]
    threads: Threads,
    /// What comes out.
    #[command(flatten)]
    output: OutputArgs,
}

/// `gauntlet tune`.
pub(super) const COMMAND: Subcommand = Subcommand {
    name: "tune",
    declare: || {
        let about = "Find weights with which the heuristic plays better, and say whether they are shown to be: on decks and deals that the search hasn't seen";
        TuneArgs::augment_args(clap::Command::new("tune")).about(about).after_help(EXAMPLES)
    },
    run: |matches, screen| tune(&options(matches)?, screen, interrupt::flag()),
    refuse: |game| format!("agents of {game} have no weights to tune"),
};

const EXAMPLES: &str = "\
Examples:
  gauntlet tune heuristic                                     all weights, with the decks in decks/
  gauntlet tune heuristic --only attack,block.kill_percent    some of them
  gauntlet tune heuristic --decks lists/... --validate decks --games 1000000
  gauntlet ladder heuristic heuristic:weights=results/tune-1234abcd/weights.toml

The same command goes on with a run that was stopped.";

/// Between what a weight may lie.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Bounds {
    key: String,
    low: i32,
    high: i32,
}

/// The farthest that bounds reach: what is worth more than anything else is still a number with which can be reckoned.
const FARTHEST: i32 = 10_000;

fn bounds(text: &str) -> Result<Bounds, String> {
    let read = || {
        let (key, range) = text.split_once('=')?;
        let (low, high) = range.split_once("..")?;
        Some(Bounds { key: key.to_owned(), low: low.parse().ok()?, high: high.parse().ok()? })
    };
    let bounds = read().ok_or("it must be a weight and two whole numbers, like card.draw=20..90")?;
    match bounds.low < bounds.high && bounds.low >= -FARTHEST && bounds.high <= FARTHEST {
        true => Ok(bounds),
        false => {
            Err(format!("the first number must be less than the second, and both from {} to {FARTHEST}", -FARTHEST))
        }
    }
}

fn percent(text: &str) -> Result<u32, String> {
    let percent = text.parse().ok().filter(|percent| (1..=100).contains(percent));
    percent.ok_or_else(|| "it must be a whole number of percent from 1 to 100".to_owned())
}

/// What isn't tuned, and why: what the heuristic itself doesn't go by can't be learned from its games.
fn not_tuned(key: &str) -> Option<&'static str> {
    match key {
        "life.lethal" => Some("it only has to be more than everything else"),
        _ if key.starts_with("position.") => {
            Some("only searches go by it, so games of the heuristic say nothing of it")
        }
        _ => None,
    }
}

/// The weights that are tuned, and from where to where.
fn knobs(args: &TuneArgs, from: &Weights) -> Result<Knobs, Error> {
    let all = from.listed();
    let fits = |only: &str, key: &str| key == only || key.strip_prefix(only).is_some_and(|rest| rest.starts_with('.'));
    for key in args.only.iter().chain(args.bounds.iter().map(|bounds| &bounds.key)) {
        let is_section = args.only.contains(key) && !key.contains('.');
        if !all.iter().any(|(other, _)| other == key || (is_section && fits(key, other))) {
            // The message names what there is.
            let error = from.clone().with(key, 0).err().map_or_else(String::new, |error| error.to_string());
            return Err(Error::input(match key.contains('.') || args.only.contains(key) {
                true => error,
                false => format!("--bounds {key}: name a weight, with its section and a point before it"),
            }));
        }
        if let Some(why) = not_tuned(key).or_else(|| not_tuned(&format!("{key}."))) {
            return Err(Error::input(format!("{key} can't be tuned: {why}")));
        }
    }
    let is_again = |place: &usize| args.bounds[..*place].iter().any(|other| other.key == args.bounds[*place].key);
    if let Some(again) = (0..args.bounds.len()).find(is_again) {
        return Err(Error::input(format!(
            "--bounds {}: it has bounds already; leave out one of the two",
            args.bounds[again].key
        )));
    }
    let is_wanted =
        |key: &str| not_tuned(key).is_none() && (args.only.is_empty() || args.only.iter().any(|only| fits(only, key)));
    let chosen: Vec<(String, i32)> = all.into_iter().filter(|(key, _)| is_wanted(key)).collect();
    let mut knobs = Vec::new();
    for (key, start) in &chosen {
        let far = start.saturating_mul(3).saturating_abs().max(start.saturating_abs().saturating_add(10));
        let usual = if *start < 0 { (-far, 0) } else { (0, far) };
        let own = args.bounds.iter().find(|bounds| bounds.key == *key);
        let (low, high) = own.map_or(usual, |bounds| (bounds.low, bounds.high));
        if !(low..=high).contains(start) {
            return Err(Error::input(format!(
                "--bounds {key}={low}..{high} leaves out {start}, which it begins with; widen it, or begin elsewhere with heuristic:weights=FILE"
            )));
        }
        knobs.push(Knob::new(*start, low, high, args.step));
    }
    if let Some(bounds) = args.bounds.iter().find(|bounds| !chosen.iter().any(|(key, _)| *key == bounds.key)) {
        return Err(Error::input(format!("--bounds {}: it isn't tuned, as --only leaves it out", bounds.key)));
    }
    Ok(Knobs { keys: chosen.into_iter().map(|(key, _)| key).collect(), knobs })
}

/// The agent, and the weights that it has.
fn agent(spec: &str) -> Result<(Pilot<<Magic as Host>::Game>, Weights, bool), Error> {
    let pilot = Magic::agents().resolve(spec)?;
    if pilot.spec.split(':').next() != Some("heuristic") {
        return Err(Error::input(format!(
            "'{spec}' can't be tuned: only the heuristic plays by weights alone; name heuristic, or heuristic:weights=FILE"
        )));
    }
    let setting = |name: &str| pilot.settings.iter().find(|(key, _)| *key == name).map(|(_, value)| value.as_str());
    let weights = match setting("weights") {
        None | Some("default") => Weights::default(),
        Some(file) => {
            let text =
                std::fs::read_to_string(file).map_err(|cause| Error::Read { path: PathBuf::from(file), cause })?;
            Weights::parse(&text).map_err(|error| Error::input(format!("the weights in {file}: {error}")))?
        }
    };
    let ahead = setting("ahead") == Some("yes");
    Ok((pilot, weights, ahead))
}

/// Which decks of the host the tuning sees, and which the validation: each by the hash of its name.
struct Parts {
    tuned: Vec<usize>,
    validated: Vec<usize>,
    /// How many decks for the validation were left out because the tuning sees them.
    seen: usize,
}

/// One deck of that many is held out.
const HELD_OUT: usize = 5;

/// The decks of this range by the hashes of their names, without those that have the cards of one before, or of one of `seen`.
fn distinct(decks: &[Deck], range: Range<usize>, seen: &[usize]) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    for deck in range {
        let is_same = |other: &usize| decks[*other].cards == decks[deck].cards;
        if !seen.iter().chain(&found).any(is_same) {
            found.push(deck);
        }
    }
    found.sort_by_key(|deck| *blake3::hash(decks[*deck].name.as_bytes()).as_bytes());
    found
}

/// Parts the decks: those from `second` on were read for the validation.
fn part(decks: &[Deck], second: usize) -> Parts {
    let tuned = distinct(decks, 0..second, &[]);
    let validated = distinct(decks, second..decks.len(), &tuned);
    let seen = decks.len() - second - validated.len();
    Parts { tuned, validated, seen }
}

/// Holds some of the decks out for the validation.
fn held_out(decks: &[Deck]) -> Parts {
    let mut all = distinct(decks, 0..decks.len(), &[]);
    let tuned = all.split_off(if all.len() > 1 { all.len().div_ceil(HELD_OUT) } else { 0 });
    Parts { tuned, validated: all, seen: 0 }
}

/// The decks, read once for both parts, and why some can't be played.
fn load(args: &TuneArgs, screen: &mut Screen<'_>) -> Result<(Magic, Parts, Vec<String>), Error> {
    let quiet = args.output.quiet;
    let tuned = files::distinct(files::in_directory::<Magic>(&args.decks)?);
    let validated = match &args.validate {
        Some(dir) => files::distinct(files::in_directory::<Magic>(dir)?),
        None => Vec::new(),
    };
    let all = files::distinct(tuned.iter().chain(&validated).cloned().collect());
    let twice = tuned.len() + validated.len() - all.len();
    files::tell_shipped_files::<Magic>(&all, screen, quiet);
    files::tell_below::<Magic>(&args.decks, screen, quiet);
    let load = &args.deal.load;
    let (host, left_out) = Magic::load_playable(&all, load.skip.needed(0, all.len()), load)?;
    files::tell_left_out(&left_out, all.len(), screen, quiet);
    // What can't be played has no number: decks are told apart by their files.
    let second = host.decks().iter().take_while(|deck| tuned.contains(&deck.file)).count();
    let mut parts = match (args.validation_games, &args.validate) {
        (0, _) => Parts { tuned: distinct(host.decks(), 0..second, &[]), validated: Vec::new(), seen: 0 },
        (_, None) => held_out(host.decks()),
        (_, Some(_)) => part(host.decks(), second),
    };
    parts.seen += if args.validation_games > 0 { twice } else { 0 };
    Ok((host, parts, left_out))
}

/// Answers `gauntlet tune`.
fn tune(args: &TuneArgs, screen: &mut Screen<'_>, stop: &'static AtomicBool) -> Result<Exit, Error> {
    let (pilot, from, ahead) = agent(&args.agent)?;
    let knobs = knobs(args, &from)?;
    let (host, parts, left_out) = load(args, screen)?;
    let validates = args.validation_games > 0;
    if parts.tuned.is_empty() || (validates && parts.validated.is_empty()) {
        return Err(Error::deck(match &args.validate {
            Some(_) if parts.tuned.is_empty() => format!("no deck of {} can be played", args.decks.display()),
            Some(dir) => format!(
                "all decks of {} are among those of {}: name others with --validate",
                dir.display(),
                args.decks.display()
            ),
            None => format!(
                "{} has one deck, and the validation needs others than the tuning: add more, name some with --validate, or do without it \
                 (--validation-games 0)",
                args.decks.display()
            ),
        }));
    }
    if parts.seen > 0 && !args.output.quiet {
        let (are, decks) = if parts.seen == 1 { ("is", "deck") } else { ("are", "decks") };
        screen.remark(&format!("{} {decks} of --validate {are} left out: the tuning sees the same list", parts.seen));
    }
    let batch = u64::from(args.batch.get());
    let spsa = Spsa { knobs: knobs.knobs.clone(), batch, iterations: args.games.get().div_ceil(2 * batch) };
    let rounds = match parts.validated.len() as u64 {
        0 => 0,
        decks => args.validation_games.div_ceil(2 * decks),
    };
    let of = |decks: &[usize]| decks.iter().map(|deck| DeckRecipe::of(&host.decks()[*deck])).collect::<Vec<_>>();
    let recipe = Recipe::new(
        &host,
        &pilot,
        args.deal.seed,
        args.deal.limits(),
        [spsa.iterations, batch, rounds, u64::from(args.step)],
        &knobs,
        [of(&parts.tuned), of(if validates { &parts.validated } else { &[] })],
    );
    let reproduce = words(args);
    let mut record = Record::open(args.output.out.as_deref(), recipe, reproduce, args.fresh)?;
    let seed = Seed::from_u64(args.deal.seed);
    let field =
        |decks: &[usize], purpose: &str| Field::new(&host, decks, args.deal.limits(), seed.derive(purpose, 0), ahead);
    let pool = threads::start(args.threads.count())?;
    let all = spsa.iterations * 2 * batch + rounds * 2 * parts.validated.len() as u64;
    let progress = Progress::new(all, screen.live && !args.output.quiet);
    let before = record.games();
    progress.played(before);
    let begin = Instant::now();
    let run = Run { spsa: &spsa, knobs: &knobs, from: &from, seed, pool: &pool, progress: &progress, stop };
    let done = run.learn(&mut record, &field(&parts.tuned, "tune")).and_then(|over| {
        if over { run.validate(&mut record, &field(&parts.validated, "validate"), rounds) } else { Ok(false) }
    });
    progress.clear();
    let finished = done?;
    let tuned = run.tuned(&record)?;
    let answer = record.finish(&knobs, &tuned, finished, &files::reasons(&left_out))?;
    if args.output.json {
        screen.print_json(&answer)?;
    } else {
        screen.print(&told::told(&answer, screen.width, screen.colour))?;
    }
    if !args.output.quiet {
        let (now, seconds) = (record.games() - before, begin.elapsed().as_secs_f64());
        let dir = record.path().display();
        screen.remark(&format!("{now} games in {seconds:.1} s, {:.0} games/s; files in {dir}", now as f64 / seconds));
        if finished {
            screen.remark(&format!("the weights are played by --agent heuristic:weights={dir}/{}", record::WEIGHTS));
        } else {
            screen.remark("interrupted; the same command goes on with it");
        }
    }
    Ok(match (finished, answer.failed_games()) {
        (false, _) => Exit::Interrupted,
        (true, 0) => Exit::Ok,
        (true, failed) => {
            screen.remark(&format!("{failed} games failed in the engine and count as draws"));
            Exit::Problems
        }
    })
}

/// The command that does the same.
fn words(args: &TuneArgs) -> Vec<String> {
    let TuneArgs { agent, decks, validate, only, bounds, games, batch, step, validation_games, deal, .. } = args;
    let mut words: Vec<String> = ["gauntlet", "tune", agent, "--decks"].map(str::to_owned).to_vec();
    words.push(decks.display().to_string());
    let mut add = |name: &str, value: String| words.extend([name.to_owned(), value]);
    if let Some(dir) = validate {
        add("--validate", dir.display().to_string());
    }
    if !only.is_empty() {
        add("--only", only.join(","));
    }
    for Bounds { key, low, high } in bounds {
        add("--bounds", format!("{key}={low}..{high}"));
    }
    add("--games", games.to_string());
    add("--batch", batch.to_string());
    add("--step", step.to_string());
    add("--validation-games", validation_games.to_string());
    add("--seed", deal.seed.to_string());
    add("--max-turns", deal.max_turns.to_string());
    add("--max-actions", deal.max_actions.to_string());
    words.extend(deal.load.words());
    words
}

/// How many rounds of a validation are played before they are written down.
const ROUNDS: u64 = 8;

/// A tuning, as it is played.
struct Run<'a> {
    spsa: &'a Spsa,
    knobs: &'a Knobs,
    from: &'a Weights,
    seed: Seed,
    pool: &'a rayon::ThreadPool,
    progress: &'a Progress,
    stop: &'a AtomicBool,
}

impl Run<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn weights(&self, values: &[i32]) -> Result<Weights, Error> {
        let mut weights = self.from.clone();
        for (key, value) in self.knobs.keys.iter().zip(values) {
            weights = weights.with(key, *value).map_err(|error| Error::input(error.to_string()))?;
        }
        Ok(weights)
    }

    /// Where the record stands.
    fn places(&self, record: &Record) -> Vec<i64> {
        record.iterations().last().map_or_else(|| self.spsa.start(), |last| last.places.clone())
    }

    fn tuned(&self, record: &Record) -> Result<Weights, Error> {
        self.weights(&self.places(record).into_iter().map(whole).collect::<Vec<i32>>())
    }

    /// Plays the iterations that the record doesn't have yet: whether all are there.
    fn learn(&self, record: &mut Record, field: &Field<'_>) -> Result<bool, Error> {
        let mut places = self.places(record);
        while (record.iterations().len() as u64) < self.spsa.iterations {
            if self.is_stopped() {
                return Ok(false);
            }
            let number = record.iterations().len() as u64;
            let trial = self.spsa.trial(&places, number, self.seed);
            let [one, other] = &trial.sides;
            let sides = [Arc::new(self.weights(one)?), Arc::new(self.weights(other)?)];
            let pairs = number * self.spsa.batch..(number + 1) * self.spsa.batch;
            let scores = field.play(&sides, &field.in_turn(pairs), self.pool, self.progress);
            let won = scores.iter().map(|score| i64::from(score.halves()) - 2).sum();
            self.spsa.learn(&mut places, &trial, number, won);
            let failed = scores.iter().map(|score| u64::from(score.failed)).sum();
            record.learned(Iteration { iteration: number, sides: trial.sides, won, failed, places: places.clone() })?;
        }
        Ok(true)
    }

    /// Plays what was tuned against what was begun with: whether all rounds are there. If they are the same there is nothing to play.
    fn validate(&self, record: &mut Record, field: &Field<'_>, rounds: u64) -> Result<bool, Error> {
        let tuned = self.tuned(record)?;
        if tuned == *self.from {
            return Ok(true);
        }
        let sides = [Arc::new(tuned), Arc::new(self.from.clone())];
        while (record.rounds().len() as u64) < rounds {
            if self.is_stopped() {
                return Ok(false);
            }
            let first = record.rounds().len() as u64;
            let chunk = first..(first + ROUNDS).min(rounds);
            let matches: Vec<Match> = field.whole(chunk.clone());
            let scores = field.play(&sides, &matches, self.pool, self.progress);
            for round in chunk {
                let of_round =
                    matches.iter().zip(&scores).filter(|(one, _)| one.index == round).map(|(_, score)| score);
                let of_round: Vec<Score> = of_round.copied().collect();
                record.validated(Round {
                    round,
                    halves: of_round.iter().map(|score| score.halves()).collect(),
                    failed: of_round.iter().map(|score| u64::from(score.failed)).sum(),
                })?;
            }
        }
        Ok(true)
    }
}

/// The default place of a run with this hash.
fn place(id: &str) -> PathBuf {
    Path::new("results").join(format!("tune-{}", &id[..8]))
}
