//! `gauntlet deck tune`: which single-card changes make a deck better?
//!
//! All changes race: each plays the same games as the deck that it changes ([`crate::play::versions`]), and its difference is watched with a confidence
//! sequence ([`crate::stats::sequence`]). With m changes each sequence may be wrong with a chance of α/m, and in pass p with half of that of the pass
//! before, so that all intervals that are ever shown hold together with 95% (Bonferroni): who looks for the best of a hundred changes is not
//! misled by the luckiest. A change that is known not to be better by the margin leaves the race, and so does one that is known to be worse than
//! another (successive elimination: E. Even-Dar, S. Mannor and Y. Mansour, JMLR 7, 2006); what they cost goes to the others.

use std::fmt::Write as _;
use std::fs;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Args;
use gauntlet_core::Seed;
use serde::{Deserialize, Serialize};

use crate::commands::options::{CompareOutput, PlayArgs, points};
use crate::commands::session::Watch;
use crate::error::Error;
use crate::host::Host;
use crate::host::agents::Registry;
use crate::host::lists::{merged, runs, unfold};
use crate::host::options::from_one;
use crate::output::file::{check_not_input, check_replaceable, check_writable, json, write_whole};
use crate::output::grid::{Cell, Grid, Tone, in_points};
use crate::output::progress::Progress;
use crate::output::screen::{Exit, Screen};
use crate::plan::files;
use crate::play::threads::{self, Threads};
use crate::play::versions::{Bout, Player, Plays, Score, Versions};
use crate::stats::interval::rounded;
use crate::stats::sequence::{ALPHA, Sequence};
use crate::store::knows::Knows;
use crate::{PROGRAM, VERSION};

/// Which deck to tune, with what.
#[derive(Args, Clone, Debug)]
pub struct TuneArgs {
    /// The deck: a file, or the name of a deck in decks/.
    pub list: PathBuf,
    /// The cards that may come in: a name on each line, with the most copies before it or without (4).
    #[arg(long, value_name = "FILE")]
    pub pool: PathBuf,
    /// The directory that has the opponents.
    #[arg(long, value_name = "DIR", default_value = "decks")]
    pub against: PathBuf,
    /// Who plays: agent A the deck, agent B its opponents.
    #[command(flatten)]
    pub play: PlayArgs,
    /// A change that is better by fewer percentage points than this counts as no better.
    #[arg(long, value_name = "POINTS", default_value = "0.5", value_parser = points)]
    pub margin: f64,
    /// The most games, of all changes together.
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = from_one::<NonZeroU64>, allow_negative_numbers = true)]
    pub max_games: NonZeroU64,
    /// How often the best change is made and the race run again.
    #[arg(long, value_name = "N", default_value = "1", value_parser = from_one::<NonZeroU32>, allow_negative_numbers = true)]
    pub passes: NonZeroU32,
    /// Write the list with the best changes to this file.
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
    /// How many threads.
    #[command(flatten)]
    pub threads: Threads,
    /// What comes out.
    #[command(flatten)]
    pub output: CompareOutput,
}

/// The rounds of a pass before its first look; then a tenth of what was played is played before the next.
const BATCH: u64 = 8;
/// How many copies of a card a deck may have, if the pool doesn't say.
const COPIES: usize = 4;
/// How the lists begin that are written.
const WRITTEN: &str = "// Written by 'gauntlet deck tune'\n";
/// The file that a race goes on from.
const STATE: &str = "tune-state.json";

/// A card that may come in, and how many of it there may be then.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Offer {
    name: String,
    most: usize,
    /// The line of the pool, from 1.
    line: usize,
}

/// Reads a pool: a line for each card, with the most copies before the name or without.
fn read_pool(path: &Path) -> Result<Vec<Offer>, Error> {
    let text = fs::read_to_string(path).map_err(|cause| Error::Read { path: path.to_owned(), cause })?;
    let mut offers: Vec<Offer> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with("//") || line.starts_with('#') {
            continue;
        }
        let (most, name) = match line.split_once(' ') {
            Some((count, name)) if count.trim_end_matches('x').parse::<usize>().is_ok() => {
                (count.trim_end_matches('x').parse().unwrap_or(COPIES), name.trim())
            }
            _ => (COPIES, line),
        };
        if most == 0 {
            return Err(Error::input(format!(
                "{}:{number}: there may be 0 of '{name}'; remove the line",
                path.display()
            )));
        }
        offers.push(Offer { name: name.to_owned(), most, line: number });
    }
    if offers.is_empty() {
        return Err(Error::input(format!("{} has no cards; write a card's name on each line", path.display())));
    }
    Ok(offers)
}

/// The same with the names that the cards have.
///
/// # Errors
/// If cards are listed twice, or there are none of such names: a line for each.
fn named<H: Host>(path: &Path, pool: &[Offer], host: &H) -> Result<Vec<Offer>, Error> {
    let mut offers: Vec<Offer> = Vec::new();
    let mut wrong = Vec::new();
    for offer in pool {
        let place = format!("{}:{}", path.display(), offer.line);
        match H::PARTS.lists.meant(host, &offer.name) {
            Ok(name) => match offers.iter().find(|other| other.name == name) {
                Some(other) => {
                    wrong.push(format!(
                        "{place}: '{name}' is listed twice (line {}); remove one of the lines",
                        other.line
                    ));
                }
                None => offers.push(Offer { name, ..offer.clone() }),
            },
            Err(near) => {
                let advice = near.map_or("check the spelling".to_owned(), |near| format!("did you mean '{near}'?"));
                wrong.push(format!("{place}: there is no card '{}'; {advice}", offer.name));
            }
        }
    }
    if wrong.is_empty() { Ok(offers) } else { Err(Error::cards(wrong.join("\n"))) }
}

/// A change of one slot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Change {
    out: String,
    into: String,
}

impl Change {
    /// The list with the change: the new card lies where the last copy of the old one was.
    fn of(&self, list: &[String]) -> Vec<String> {
        let mut list = list.to_vec();
        if let Some(place) = list.iter().rposition(|card| *card == self.out) {
            list[place].clone_from(&self.into);
        }
        list
    }
}

/// All changes of one slot: every card for one of the pool, and a basic land more or less for every other card.
fn changes(list: &[String], pool: &[Offer], is_basic: impl Fn(&str) -> bool) -> Vec<Change> {
    let mut names: Vec<&String> = list.iter().collect();
    names.sort();
    names.dedup();
    let copies = |name: &str| list.iter().filter(|card| *card == name).count();
    let mut changes: Vec<Change> = Vec::new();
    let mut add = |out: &str, into: &str| {
        let change = Change { out: out.to_owned(), into: into.to_owned() };
        if out != into && !changes.contains(&change) {
            changes.push(change);
        }
    };
    for out in &names {
        for offer in pool.iter().filter(|offer| copies(&offer.name) < offer.most) {
            add(out, &offer.name);
        }
    }
    for land in names.iter().filter(|name| is_basic(name)) {
        for other in names.iter().filter(|name| !is_basic(name)) {
            add(other, land);
            if copies(other) < pool.iter().find(|offer| offer.name == **other).map_or(COPIES, |offer| offer.most) {
                add(land, other);
            }
        }
    }
    changes
}

/// Where a change stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Runner {
    change: Change,
    difference: Sequence,
    /// Whether it is still in the race.
    alive: bool,
}

/// One race.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Pass {
    list: Vec<String>,
    rounds: u64,
    runners: Vec<Runner>,
    over: bool,
}

/// What there is of a tuning: enough to go on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct State {
    /// The hash of all that decides what is played.
    id: String,
    games: u64,
    failed: u64,
    #[serde(default)]
    forfeited: u64,
    passes: Vec<Pass>,
}

/// How often one of the intervals of pass number `pass`, from 0, with this many changes, may be wrong.
fn alpha(pass: usize, changes: usize) -> f64 {
    ALPHA / 2.0_f64.powi(pass as i32 + 1) / changes.max(1) as f64
}

impl Pass {
    fn new(list: Vec<String>, changes: Vec<Change>) -> Pass {
        let runner = |change| Runner { change, difference: Sequence::default(), alive: true };
        Pass { list, rounds: 0, runners: changes.into_iter().map(runner).collect(), over: false }
    }

    fn alive(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.runners.len()).filter(|runner| self.runners[*runner].alive)
    }

    /// Takes out of the race who can't win it, and notes whether it is over.
    fn look(&mut self, number: usize, margin: f64) {
        let alpha = alpha(number, self.runners.len());
        let alive: Vec<usize> = self.alive().collect();
        let ends: Vec<(f64, f64)> =
            alive.iter().map(|runner| self.runners[*runner].difference.interval(alpha)).collect();
        let best = ends.iter().map(|(low, _)| *low).fold(f64::NEG_INFINITY, f64::max);
        for (runner, (_, high)) in alive.iter().zip(&ends) {
            self.runners[*runner].alive = *high >= margin && *high >= best;
        }
        // It goes on as long as someone may win of whom that is not known.
        self.over = alive.iter().zip(ends).all(|(runner, (low, _))| low > 0.0 || !self.runners[*runner].alive);
    }

    /// The change that is known to be better, and best of those.
    fn winner(&self, number: usize) -> Option<&Runner> {
        let alpha = alpha(number, self.runners.len());
        let known = self.runners.iter().filter(|runner| runner.alive && runner.difference.is_above(0.0, alpha));
        known.max_by(|one, other| one.difference.mean().total_cmp(&other.difference.mean()))
    }
}

/// The answer, as `tune.json` and `--json` have it.
#[derive(Serialize)]
pub struct Answer {
    gauntlet: &'static str,
    game: &'static str,
    deck: String,
    agents: [String; 2],
    seed: u64,
    margin: f64,
    games: u64,
    failed_games: u64,
    forfeited_games: u64,
    finished: bool,
    passes: Vec<PassAnswer>,
    /// The list in the end, equal neighbours together.
    list: Vec<String>,
    /// Decks of the directory that can't be played: why, of each the first reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
    /// What agents were told of the other's deck, if it wasn't its list.
    #[serde(skip_serializing_if = "Option::is_none")]
    knows: Option<Knows>,
}

#[derive(Serialize)]
struct PassAnswer {
    rounds: u64,
    candidates: usize,
    /// How many games are played before the first look.
    #[serde(skip)]
    least: u64,
    /// Whether the race was over before the games were.
    over: bool,
    applied: Option<String>,
    changes: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    out: String,
    #[serde(rename = "in")]
    into: String,
    alive: bool,
    better: bool,
    games: u64,
    difference: f64,
    low: f64,
    high: f64,
}

/// Answers `gauntlet deck tune`.
///
/// # Errors
/// If there are no such decks, agents or cards, or results can't be written.
pub fn tune<H: Host>(
    args: &TuneArgs,
    screen: &mut Screen<'_>,
    stop: impl FnOnce() -> &'static AtomicBool,
) -> Result<Exit, Error> {
    let shipped =
        files::distinct([vec![files::one::<H>(&args.list)?], files::in_directory::<H>(&args.against)?].concat());
    files::tell_shipped_files::<H>(&shipped, screen, args.output.quiet);
    files::tell_below::<H>(&args.against, screen, args.output.quiet);
    let progress = Progress::new(args.max_games.get(), screen.live && !args.output.quiet);
    let begin = Instant::now();
    let tuned = race::<H>(args, &H::agents(), Watch { stop: stop(), progress: &progress }, None);
    progress.clear();
    let (Tuned { answer, interrupted, games: now }, seconds) = (tuned?, begin.elapsed().as_secs_f64());
    files::tell_left_out(&answer.left_out, shipped.len(), screen, args.output.quiet);
    if args.output.json {
        screen.print_json(&answer)?;
    } else {
        screen.print(&told(&answer, screen.width, screen.colour))?;
    }
    if !args.output.quiet {
        screen.remark(&format!("{now} games in {seconds:.1} s, {:.0} games/s", now as f64 / seconds));
        if let Some(path) = &args.write {
            screen.remark(&format!("the list is in {}", path.display()));
        }
    }
    if interrupted && let Some(out) = &args.output.out {
        screen.remark(&format!("interrupted; the same command goes on with what is in {}", out.display()));
    }
    if let failed @ 1.. = answer.failed_games {
        screen.remark(&format!("{failed} games failed in the engine and count as draws"));
    }
    if let forfeited @ 1.. = answer.forfeited_games {
        screen.remark(&super::compare::forfeits(forfeited));
    }
    Ok(match (interrupted, answer.failed_games) {
        (true, _) => Exit::Interrupted,
        (false, 0) => Exit::Ok,
        (false, _) => Exit::Problems,
    })
}

/// What came of a tuning.
pub struct Tuned {
    /// What is known.
    pub answer: Answer,
    /// Whether it was stopped.
    pub interrupted: bool,
    /// How many games were played for it now.
    pub games: u64,
}

/// Plays until the race is over or the games are spent, and writes the files that are wanted. Agents are those of `registry`; without
/// `elsewhere` this machine plays.
///
/// # Errors
/// If there are no such decks, agents or cards, or results can't be written.
pub fn race<H: Host>(
    args: &TuneArgs,
    registry: &Registry<H::Game>,
    watch: Watch<'_>,
    elsewhere: Option<&Plays<'_, H>>,
) -> Result<Tuned, Error> {
    let pool = read_pool(&args.pool)?;
    let file = files::one::<H>(&args.list)?;
    let (versions, pool, id) = prepare::<H>(args, &file, &pool, registry)?;
    if let Some(path) = &args.write {
        // What would fail in the end fails now.
        for input in [&file, &args.pool] {
            check_not_input(path, "--write", input)?;
        }
        let ours = |head: &[u8]| head.starts_with(WRITTEN.as_bytes());
        check_replaceable(path, "--write", "a list that 'gauntlet deck tune' wrote", ours)?;
        check_writable(path)?;
        deck_file::<H>(&file, &versions.versions[0].list)?;
    }
    let mut state = match &args.output.out {
        Some(out) => earlier(out, &id)?,
        None => None,
    }
    .unwrap_or(State { id, games: 0, failed: 0, forfeited: 0, passes: Vec::new() });
    let threads = threads::start(args.threads.count())?;
    let here = |versions: &Versions<H>, bouts: &[Bout]| versions.play_all(bouts, &threads, watch.stop, watch.progress);
    watch.progress.played(state.games);
    let before = state.games;
    let mut race = Race { args, pool: &pool, versions, play: elsewhere.unwrap_or(&here) };
    let interrupted = race.run(&mut state)? == Some(Pause::Interrupted);
    let answer = answer(&race.versions, args, &state);
    if let Some(out) = &args.output.out {
        write_whole(&out.join("tune.json"), &json(&answer)?)?;
    }
    if let Some(path) = &args.write {
        let cards = unfold(&answer.list).unwrap_or_default();
        write_whole(path, deck_file::<H>(&file, &cards)?.as_bytes())?;
    }
    Ok(Tuned { answer, interrupted, games: state.games - before })
}

/// Why a race stops before it is over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pause {
    /// All games that were allowed were played.
    Spent,
    /// The user stopped it.
    Interrupted,
}

/// What plays the passes of a tuning.
struct Race<'a, H: Host> {
    args: &'a TuneArgs,
    pool: &'a [Offer],
    versions: Versions<H>,
    play: &'a Plays<'a, H>,
}

impl<H: Host> Race<'_, H> {
    /// Plays on from where `state` stands, as far as passes, games and the user allow.
    fn run(&mut self, state: &mut State) -> Result<Option<Pause>, Error> {
        let first = self.versions.versions[0].clone();
        for number in 0..self.args.passes.get() as usize {
            if number == state.passes.len() {
                let list = match state.passes.last() {
                    None => first.list.clone(),
                    Some(pass) => match pass.winner(number - 1) {
                        Some(runner) => runner.change.of(&pass.list),
                        None => break,
                    },
                };
                let is_basic = |name: &str| H::PARTS.lists.is_basic(&self.versions.host, name);
                let changes = changes(&list, self.pool, is_basic);
                state.passes.push(Pass::new(list, changes));
            }
            let pass = &state.passes[number];
            let with = |list| Player { list, ..first.clone() };
            let lists = pass.runners.iter().map(|runner| runner.change.of(&pass.list));
            self.versions.versions = std::iter::once(pass.list.clone()).chain(lists).map(with).collect();
            while !state.passes[number].over {
                if let Some(pause) = self.play_rounds(state, number)? {
                    return Ok(Some(pause));
                }
                if let Some(out) = &self.args.output.out {
                    write_whole(&out.join(STATE), &json(&state)?)?;
                }
            }
        }
        Ok(None)
    }

    /// Plays the rounds of pass number `number` before its next look, and looks.
    fn play_rounds(&self, state: &mut State, number: usize) -> Result<Option<Pause>, Error> {
        let pass = &mut state.passes[number];
        let rounds = pass.rounds..pass.rounds + BATCH.max(pass.rounds / 10);
        let field = self.versions.opponents.len();
        let alive: Vec<usize> = pass.alive().collect();
        let count = (rounds.end - rounds.start) as usize;
        let games = 2 * count as u64 * field as u64 * (1 + alive.len() as u64);
        if state.games + games > self.args.max_games.get() {
            return Ok(Some(Pause::Spent));
        }
        let players = || std::iter::once(0).chain(alive.iter().map(|runner| runner + 1));
        let bouts: Vec<Bout> = (0..field)
            .flat_map(|opponent| players().map(move |version| (opponent, version)))
            .flat_map(|(opponent, version)| rounds.clone().map(move |round| Bout { version, opponent, round }))
            .collect();
        let Some(scores) = (self.play)(&self.versions, &bouts)? else {
            return Ok(Some(Pause::Interrupted));
        };
        for of_opponent in scores.chunks(count * (1 + alive.len())) {
            let (own, others) = of_opponent.split_at(count);
            for (runner, scores) in alive.iter().zip(others.chunks(count)) {
                for (old, new) in own.iter().zip(scores) {
                    pass.runners[*runner].difference.add(new.halves() - old.halves());
                }
            }
        }
        let sum = |of: fn(&Score) -> u8| scores.iter().map(|score| u64::from(of(score))).sum::<u64>();
        state.failed += sum(|score| score.failed);
        state.forfeited += sum(|score| score.forfeited);
        state.games += games;
        pass.rounds = rounds.end;
        pass.look(number, self.args.margin / 100.0);
        Ok(None)
    }
}

/// The deck, its opponents, the pool with the names of its cards, and the hash of all that decides what is played.
fn prepare<H: Host>(
    args: &TuneArgs,
    file: &Path,
    pool: &[Offer],
    registry: &Registry<H::Game>,
) -> Result<(Versions<H>, Vec<Offer>, String), Error> {
    let decks = files::distinct([vec![file.to_owned()], files::in_directory::<H>(&args.against)?].concat());
    let needed = args.play.deal.load.skip.needed(1, decks.len());
    let (loaded, left_out) = H::load_playable(&decks, needed, &args.play.deal.load)?;
    let own = loaded.decks()[0].fingerprint.clone();
    // Games against oneself say nothing of the field.
    let others = (1..loaded.decks().len()).filter(|deck| loaded.decks()[*deck].fingerprint != own);
    let opponents: Vec<Player> = others.map(|deck| Player::of(&loaded, deck)).collect();
    if opponents.is_empty() {
        return Err(Error::input(format!("{} has no decks but this one", args.against.display())));
    }
    let deck = Player::of(&loaded, 0);
    if deck.list.is_empty() {
        return Err(Error::input(format!(
            "decks of {} aren't lists of cards, so they can't be changed card by card",
            H::NAME
        )));
    }
    if let Some(why) = H::PARTS.lists.not_tuned(&deck.list) {
        return Err(Error::input(format!("{} can't be tuned: {why}", args.list.display())));
    }
    let pool = named(&args.pool, pool, &loaded)?;
    let lists = opponents.iter().flat_map(|opponent| &opponent.list).chain(&deck.list);
    let names: Vec<String> = lists.chain(pool.iter().map(|offer| &offer.name)).cloned().collect();
    let host = H::PARTS.lists.only(&loaded, &names).map_err(|error| {
        // Which line of the pool it is about, if it is one.
        let Some(bad) =
            pool.iter().find(|offer| H::PARTS.lists.only(&loaded, std::slice::from_ref(&offer.name)).is_err())
        else {
            return error;
        };
        Error::input(format!("{}:{}: {error}", args.pool.display(), bad.line))
    })?;
    let (a, b) = args.play.agents(H::DEFAULT_AGENT);
    let pilots = [registry.resolve(a)?, registry.resolve(b)?];
    let limits = args.play.deal.limits();
    let offers: Vec<(&str, usize)> = pool.iter().map(|offer| (offer.name.as_str(), offer.most)).collect();
    let fingerprints: Vec<String> = loaded.decks().iter().map(|deck| deck.fingerprint.clone()).collect();
    let recipe = (
        (PROGRAM, H::NAME, args.play.deal.seed, args.margin.to_string(), limits.turns, limits.actions),
        (
            fingerprints,
            (loaded.pool_fingerprint(), Knows::of(&loaded)),
            offers,
            pilots.each_ref().map(|pilot| format!("{:?}", pilot.settings)),
        ),
        pilots.each_ref().map(|pilot| pilot.spec.clone()),
    );
    let id = blake3::hash(&json(&recipe)?).to_hex()[..16].to_owned();
    let versions = Versions {
        limits,
        pilots,
        seed: Seed::from_u64(args.play.deal.seed),
        cards: deck.cards.clone(),
        opponents,
        versions: vec![deck],
        unpaired: false,
        only: Some(names),
        left_out,
        host,
    };
    Ok((versions, pool, id))
}

/// What an earlier call left in the directory, if it was the same.
fn earlier(out: &Path, id: &str) -> Result<Option<State>, Error> {
    fs::create_dir_all(out).map_err(|cause| Error::Out { path: out.to_owned(), cause })?;
    let path: PathBuf = out.join(STATE);
    let Ok(bytes) = fs::read(&path) else { return Ok(None) };
    match serde_json::from_slice::<State>(&bytes) {
        Ok(state) if state.id == id => Ok(Some(state)),
        _ => Err(Error::input(format!(
            "{} belongs to a different tuning run; choose another place with --out, or delete it",
            path.display()
        ))),
    }
}

fn answer<H: Host>(versions: &Versions<H>, args: &TuneArgs, state: &State) -> Answer {
    let passes = state.passes.iter().enumerate().map(|(number, pass)| {
        let alpha = alpha(number, pass.runners.len());
        let mut changes: Vec<Line> = (pass.runners.iter())
            .map(|runner| {
                let (low, high) = runner.difference.interval(alpha);
                Line {
                    out: runner.change.out.clone(),
                    into: runner.change.into.clone(),
                    alive: runner.alive,
                    better: runner.difference.is_above(0.0, alpha),
                    games: 4 * runner.difference.count(),
                    difference: rounded(runner.difference.mean()),
                    low: rounded(low),
                    high: rounded(high),
                }
            })
            .collect();
        changes.sort_by(|one, other| {
            (other.alive, other.better).cmp(&(one.alive, one.better)).then(other.difference.total_cmp(&one.difference))
        });
        let winner = pass.winner(number).map(|runner| &runner.change);
        PassAnswer {
            rounds: pass.rounds,
            candidates: pass.runners.len(),
            least: state.games + 2 * BATCH * versions.opponents.len() as u64 * (1 + pass.runners.len() as u64),
            over: pass.over,
            applied: winner.map(|change| format!("-1 {}, +1 {}", change.out, change.into)),
            changes,
        }
    });
    let last = state.passes.len().checked_sub(1).map(|number| (number, &state.passes[number]));
    let list = last.map_or_else(Vec::new, |(number, pass)| match pass.winner(number) {
        Some(runner) => runner.change.of(&pass.list),
        None => pass.list.clone(),
    });
    Answer {
        gauntlet: VERSION,
        game: H::NAME,
        deck: versions.versions[0].name.clone(),
        agents: [0, 1].map(|side| versions.pilots[side].spec.clone()),
        seed: args.play.deal.seed,
        margin: args.margin / 100.0,
        games: state.games,
        failed_games: state.failed,
        forfeited_games: state.forfeited,
        finished: state.passes.last().is_some_and(|pass| pass.over),
        passes: passes.collect(),
        list: runs(&list),
        left_out: files::reasons(&versions.left_out),
        knows: Knows::of(&versions.host),
    }
}

/// The list as a deck file, with the sideboard and all else of the old one.
fn deck_file<H: Host>(old: &Path, cards: &[String]) -> Result<String, Error> {
    Ok(format!("{WRITTEN}{}", H::PARTS.lists.with_main(old, cards)?))
}

/// How many of the changes that are still in the race are shown.
const SHOWN: usize = 25;

/// The answer in words.
pub fn told(answer: &Answer, width: usize, colour: bool) -> String {
    let points = |rate: f64| format!("{:+.2}", 100.0 * rate);
    let mut text = format!("{}: {} games\n", answer.deck, answer.games);
    for (number, pass) in (1..).zip(&answer.passes) {
        if pass.rounds == 0 && pass.candidates > 0 {
            let _ = writeln!(
                text,
                "\nPass {number}: {} changes of one card, none of them played: {} games are needed before the first look; allow more with \
                 --max-games",
                pass.candidates, pass.least
            );
            continue;
        }
        let alive = pass.changes.iter().filter(|line| line.alive).count();
        let better = pass.changes.iter().filter(|line| line.alive && line.better).count();
        let _ = writeln!(
            text,
            "\nPass {number}: {} changes of one card, {} rounds; {} left the race, {better} of the other {alive} are known to be better",
            pass.candidates,
            pass.rounds,
            pass.candidates - alive,
        );
        let _ = writeln!(text, "Percentage points, with intervals that hold all together with 95% at every look\n");
        let mut grid = Grid::new(2);
        grid.heading(["out", "in", "difference", "from", "to", "games"]);
        for line in pass.changes.iter().filter(|line| line.alive).take(SHOWN) {
            let tone = if line.better { Tone::Good } else { Tone::Plain };
            grid.row(vec![
                line.out.as_str().into(),
                line.into.as_str().into(),
                Cell::new(points(line.difference), tone),
                points(line.low).into(),
                points(line.high).into(),
                line.games.to_string().into(),
            ]);
        }
        text.push_str(&grid.render_within(width, colour));
        if alive > SHOWN {
            let _ = writeln!(text, "… and {} more; --json has all", alive - SHOWN);
        }
        let _ = match &pass.applied {
            Some(change) => writeln!(text, "Best of those known to be better: {change}"),
            None if pass.over => {
                writeln!(text, "No change is better by {} or more", in_points(100.0 * answer.margin))
            }
            None => writeln!(
                text,
                "None is known to be better after the games that --max-games allows; allow more to go on"
            ),
        };
    }
    if let Some(knows) = &answer.knows {
        let _ = writeln!(text, "{}", knows.sentence());
    }
    let cards = unfold(&answer.list).unwrap_or_default();
    let cards: Vec<String> = merged(&cards).into_iter().map(|(count, name)| format!("{count} {name}")).collect();
    let _ = writeln!(text, "\nThe list now: {}", cards.join(", "));
    text
}

#[cfg(test)]
mod tests {
    use gauntlet_core::Seed;
    use rand::RngExt;

    use super::*;

    fn cards(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn changes_are_of_one_slot() {
        let offer = |name: &str, most| Offer { name: name.into(), most, line: 1 };
        let pool = [offer("d", 1), offer("a", 2)];
        let list = cards("a a b L L");
        let all = changes(&list, &pool, |name| name == "L");
        let words: Vec<String> = all.iter().map(|change| format!("{}>{}", change.out, change.into)).collect();
        // No third a, as the pool says; a land more or less for each other card.
        assert_eq!(words, ["L>d", "a>d", "b>d", "a>L", "b>L", "L>b"]);
        assert_eq!(all[1].of(&list), cards("a d b L L"));
    }

    #[test]
    fn pools_are_lists_of_names() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("pool.txt");
        let read = |text: &str| {
            fs::write(&path, text).expect("written");
            read_pool(&path).map_err(|error| error.to_string())
        };
        let offer = |name: &str, most, line| Offer { name: name.into(), most, line };
        assert_eq!(
            read("// x\nEmber\n2 Sphere\n3x Choose\n"),
            Ok(vec![offer("Ember", 4, 2), offer("Sphere", 2, 3), offer("Choose", 3, 4)])
        );
        assert!(read("0 Ember\n").is_err() && read("\n").is_err_and(|error| error.contains("no cards")));
    }

    /// Of many changes that make no difference hardly ever one is called better: less than 5 times in 100 races.
    #[test]
    fn the_luckiest_of_many_is_not_believed() {
        let mut rng = Seed::from_u64(1).rng();
        let (mut misled, mut found) = (0, 0);
        for race in 0..150 {
            let change = |into: u32| Change { out: "x".into(), into: into.to_string() };
            let mut pass = Pass::new(vec!["x".into()], (0..20).map(change).collect());
            // In every third race one of them is better by 10 points.
            let better = race % 3 == 0;
            while pass.rounds < 1000 && !pass.over {
                for _ in 0..40 {
                    for number in pass.alive().collect::<Vec<_>>() {
                        let edge = if better && number == 7 { 0.2 } else { 0.0 };
                        let luck: f64 = rng.random();
                        let quarters = if luck < 0.2 { -2 } else { 2 * i32::from(luck > 0.8 - edge) };
                        pass.runners[number].difference.add(quarters);
                    }
                }
                pass.rounds += 40;
                pass.look(0, 0.005);
            }
            let winner = pass.winner(0).map(|runner| runner.change.into.clone());
            match winner.as_deref() {
                Some("7") if better => found += 1,
                Some(_) => misled += 1,
                None => {}
            }
        }
        assert!(misled <= 7 && found >= 45, "{misled} {found}");
    }
}
