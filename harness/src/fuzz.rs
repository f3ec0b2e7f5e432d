//! `gauntlet fuzz`: games of random players or of any agent, with random decks of the whole pool or with given ones, in which everything is
//! checked that can be.
//!
//! Game number *n* is the same whatever the number of threads: its decks, its seed and what its players like are derived from the
//! run's seed and *n*. What fails is played again, made small ([`mod@shrink`]) and written as a recording ([`crate::replay`]).

pub mod examine;
pub mod shrink;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use gauntlet_core::{Game, Reason, Rng, Seed};
use rand::RngExt;
use serde::Serialize;

use self::examine::{End, Examined, Extra, Loop, Rates, Subject, Table};
use self::shrink::{Case, shrink};
use crate::agents::Pilot;
use crate::cli::{FuzzArgs, LoadArgs};
use crate::error::Error;
use crate::files;
use crate::host::Host;
use crate::panics;
use crate::play::Limits;
use crate::players::{Players, Seated};
use crate::progress::Progress;
use crate::replay::{Found, FoundKind, Recording};
use crate::results::{json, shell_line};
use crate::run::Control;
use crate::screen::{Exit, Screen};
use crate::threads;

/// Choices within one turn after which the players of a random game do nothing more in it, if they can choose that: whoever may
/// do something for free would never stop.
const TIRED: usize = 250;

/// Choices within one turn after which a game is taken to hang: nobody wants to do anything, and still it goes on.
const PATIENCE: usize = 1_000;

/// The same for games that were found to hang and are made small. It is more than players make who aren't tired, so that what is
/// left of a game that hangs hangs as well.
const SHORT_PATIENCE: usize = 2 * TIRED;

/// Seconds for one choice after which the process gives up on a game: something in the engine never ends.
const DEADLINE: Duration = Duration::from_secs(120);

/// Loops that are kept for the report; all are counted.
const LOOPS_KEPT: usize = 200;

/// The names of the players in recordings.
const NAMES: [&str; 2] = ["Ann", "Bob"];

/// What is to be played.
#[derive(Clone, Copy)]
pub struct Plan<'a, G: Game> {
    /// The number that everything derives from.
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// How many games.
    pub games: u64,
    /// When a game is a draw.
    pub limits: Limits,
    /// How much is checked.
    pub rates: Rates,
    /// A check of the caller's own.
    pub extra: Option<Extra<'a, G>>,
    /// Who plays both sides; without one, players who choose at random.
    pub pilot: Option<&'a Pilot<G>>,
}

impl<G: Game> Plan<'_, G> {
    /// Where the host has decks, the numbers of those of game number `number`, that of the player who takes the first turn first. All
    /// pairings come before any comes again, and then with the seats swapped.
    fn pairing(decks: usize, number: u64) -> [usize; 2] {
        let pairings = decks as u64 * (decks as u64 + 1) / 2;
        let (round, mut place) = (number / pairings, number % pairings);
        let mut one = 0;
        while place >= (decks - one) as u64 {
            place -= (decks - one) as u64;
            one += 1;
        }
        let pair = [one, one + place as usize];
        if round % 2 == 0 { pair } else { [pair[1], pair[0]] }
    }
}

/// Games that ended in one way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Ended {
    /// How many.
    pub games: u64,
    /// The number of the first of them.
    pub first: u64,
}

impl Ended {
    fn add(&mut self, other: Ended) {
        *self = Ended { games: self.games + other.games, first: self.first.min(other.first) };
    }
}

/// What was played.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Fuzzed {
    /// Games that were played to an end of whatever kind.
    pub games: u64,
    /// Choices made.
    pub choices: u64,
    /// Turns played.
    pub turns: u64,
    /// Games by how they ended.
    pub endings: BTreeMap<&'static str, Ended>,
    /// Failures by what they are: in how many games, and the first of them.
    pub failures: BTreeMap<String, (u64, u64, Found)>,
    /// Loops by the cards in them: in how many games, the first game, and the loop in it.
    pub loops: BTreeMap<Vec<String>, (u64, u64, Loop)>,
}

impl Fuzzed {
    fn add(&mut self, number: u64, examined: &Examined, choices: usize) {
        self.games += 1;
        self.choices += choices as u64;
        self.turns += u64::from(examined.turn);
        let ending = match &examined.end {
            End::Over(outcome) => outcome.reason.name(),
            End::Stopped => "stopped",
            End::Failed(_) => Reason::EngineError.name(),
        };
        self.ended(ending, Ended { games: 1, first: number });
        if let End::Failed(found) = &examined.end {
            merge(&mut self.failures, found.signature(), (1, number, found.clone()));
        }
        if let Some(repetition) = &examined.repetition {
            merge(&mut self.loops, repetition.cards.clone(), (1, number, repetition.clone()));
        }
    }

    fn ended(&mut self, how: &'static str, games: Ended) {
        self.endings.entry(how).and_modify(|before| before.add(games)).or_insert(games);
    }

    fn merge(&mut self, other: Fuzzed) {
        self.games += other.games;
        self.choices += other.choices;
        self.turns += other.turns;
        for (ending, games) in other.endings {
            self.ended(ending, games);
        }
        other.failures.into_iter().for_each(|(key, row)| merge(&mut self.failures, key, row));
        other.loops.into_iter().for_each(|(key, row)| merge(&mut self.loops, key, row));
    }
}

/// Adds a row to those of its kind: the counts add up, and the first game's details stay.
fn merge<K: Ord, T>(map: &mut BTreeMap<K, (u64, u64, T)>, key: K, row: (u64, u64, T)) {
    match map.entry(key) {
        std::collections::btree_map::Entry::Vacant(place) => {
            place.insert(row);
        }
        std::collections::btree_map::Entry::Occupied(mut place) => {
            let count = place.get().0 + row.0;
            if row.1 < place.get().1 {
                place.insert(row);
            }
            place.get_mut().0 = count;
        }
    }
}

/// Game number `number`: decks, seed, and how the players choose.
struct Dealt {
    lists: [Vec<String>; 2],
    seed: Seed,
    rng: Rng,
    eager: u32,
}

fn deal<H: Host>(host: &H, seed: u64, number: u64) -> Dealt {
    let seed = Seed::from_u64(seed).derive("fuzz", number);
    let lists = match host.decks().len() {
        0 => [0, 1].map(|seat| host.random_deck(&mut seed.derive("deck", seat).rng())),
        decks => Plan::<H::Game>::pairing(decks, number).map(|deck| host.list(deck)),
    };
    let mut rng = seed.derive("choices", 0).rng();
    let eager = [0, 4, 8][rng.random_range(0..3u32) as usize];
    Dealt { lists, seed, rng, eager }
}

/// The seeds of the agents in a game of this seed.
fn agent_seeds(seed: Seed) -> [Seed; 2] {
    [0, 1].map(|seat| seed.derive("agent", seat))
}

/// Plays one game of a run. `alive` is called at each choice.
fn play<H: Host>(
    host: &H,
    plan: &Plan<'_, H::Game>,
    number: u64,
    (table, players): (&mut Table<H::Game>, &mut Option<Players<H::Game>>),
    alive: &dyn Fn(),
) -> Examined {
    let Dealt { lists, seed, mut rng, eager } = deal(host, plan.seed, number);
    let setup = host.deal(&lists, plan.limits, true, false);
    let subject = Subject::<H> { setup: &setup, seed, rates: plan.rates, patience: PATIENCE, extra: plan.extra, alive };
    if let Some(pilot) = plan.pilot {
        let seeds = agent_seeds(seed);
        let mut seated = match players.take() {
            Some(mut players) => {
                players.start(seeds);
                players
            }
            None => Players::new([pilot, pilot], seeds),
        };
        let examined = table.examine(&subject, |game, player, legal| Some(seated.choose(game, player, legal)));
        // Agents that were at a game that failed may be half changed.
        *players = Some(seated).filter(|_| !matches!(examined.end, End::Failed(_)));
        return examined;
    }
    let (mut turn, mut choices) = (0, 0);
    table.examine(&subject, |game, _, legal| {
        choices = if game.turn() == turn { choices + 1 } else { 0 };
        turn = game.turn();
        Some(H::random_choice(game, legal, Some(eager).filter(|_| choices < TIRED), &mut rng))
    })
}

/// Plays the games on `threads` threads. `hangs` is told the number of a game that the engine doesn't come back from; it
/// can't be stopped from here.
///
/// # Errors
/// If the threads can't be started.
pub fn run<H: Host>(
    host: &H,
    plan: &Plan<'_, H::Game>,
    threads: usize,
    control: Control<'_>,
    hangs: &(dyn Fn(u64) + Sync),
) -> Result<Fuzzed, Error> {
    let pool = threads::start(threads)?;
    let sum = Mutex::new(Fuzzed::default());
    let next = AtomicU64::new(0);
    let done = AtomicBool::new(false);
    // What each thread is playing, and when its last choice was made.
    let at_work: Vec<Mutex<Option<(u64, Instant)>>> = (0..threads).map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(20));
                for place in &at_work {
                    let late = place.lock().unwrap_or_else(PoisonError::into_inner);
                    if let Some((number, since)) = *late
                        && since.elapsed() > DEADLINE
                    {
                        hangs(number);
                    }
                }
            }
        });
        pool.broadcast(|context| {
            let (mut table, mut players, mut own) = (Table::default(), None, Fuzzed::default());
            let place = &at_work[context.index()];
            let note = |what| *place.lock().unwrap_or_else(PoisonError::into_inner) = what;
            while !control.stop.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= plan.games {
                    break;
                }
                let number = plan.first + number;
                let alive = || note(Some((number, Instant::now())));
                alive();
                let examined = play(host, plan, number, (&mut table, &mut players), &alive);
                own.add(number, &examined, table.choices.len());
                note(None);
                (control.played)(1);
            }
            sum.lock().unwrap_or_else(PoisonError::into_inner).merge(own);
        });
        done.store(true, Ordering::Relaxed);
    });
    Ok(sum.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// A failure, made small.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Failure {
    /// Of what kind.
    pub kind: FoundKind,
    /// What is wrong.
    pub message: String,
    /// In how many games.
    pub games: u64,
    /// The first of them.
    pub first: u64,
    /// Cards in both decks, before and after it was made small; none if the failure can't be had again.
    pub cards: Option<[usize; 2]>,
    /// Choices, before and after.
    pub choices: Option<[usize; 2]>,
    /// The different cards that are left.
    pub left: Vec<String>,
    /// The recording, if the failure could be had again.
    pub file: Option<PathBuf>,
    /// The command that shows it.
    pub reproduce: String,
    /// The scenario that shows it, if there can be one.
    pub scenario: Option<PathBuf>,
    /// The command that runs the scenario, or why there is none.
    pub as_scenario: String,
}

/// Makes game number `number`, which failed so, small.
pub fn shrink_game<H: Host>(host: &H, plan: &Plan<'_, H::Game>, number: u64, found: &Found) -> Option<shrink::Shrunk> {
    let mut table = Table::default();
    let _ = play(host, plan, number, (&mut table, &mut None), &|| ());
    let Dealt { lists, seed, .. } = deal(host, plan.seed, number);
    // With a pool of their own the games are quicker to set up, and nothing depends on cards that aren't in them.
    let mut case = Case::new(host, lists, (seed, plan.limits, PATIENCE), &table.choices);
    if found.kind == FoundKind::Hang {
        case.patience = SHORT_PATIENCE;
    }
    let small = host.only(&case.lists.concat()).ok()?;
    let seated = |pilot: &Pilot<H::Game>| {
        agent_seeds(seed).map(|seed| Seated { agent: pilot.spec.clone(), seed: seed.to_hex() }).to_vec()
    };
    shrink(&small, case, plan.pilot.map(seated).unwrap_or_default(), found, NAMES, plan.extra)
}

/// Looks with all checks for what is wrong with a recorded game.
pub fn examine_recording<H: Host>(
    host: &H,
    recording: &Recording,
    lists: &[Vec<String>; 2],
    seed: Seed,
) -> Option<Found> {
    let hangs = recording.header.found.as_ref().is_some_and(|found| found.kind == FoundKind::Hang);
    let case = Case::of_recording(recording, lists, seed, if hangs { SHORT_PATIENCE } else { PATIENCE });
    match case.play(host, &mut Table::default(), Rates::ALL, None).end {
        End::Failed(found) => Some(found),
        _ => None,
    }
}

/// What a run of the command has to tell.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Output {
    seed: u64,
    first: u64,
    games_planned: u64,
    games: u64,
    choices: u64,
    turns: u64,
    /// Who played; no one by name who chose at random.
    agent: Option<String>,
    /// How many decks there were; 0 if each was made at random.
    decks: usize,
    cards: usize,
    seconds: f64,
    games_per_second: f64,
    endings: BTreeMap<&'static str, Ended>,
    failed_games: u64,
    failures: Vec<Failure>,
    looping_games: u64,
    loops: Vec<LoopLine>,
}

/// A loop that was found.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct LoopLine {
    cards: Vec<String>,
    choices: usize,
    games: u64,
    first: u64,
    at: usize,
}

/// `gauntlet fuzz`.
///
/// # Errors
/// If the cards can't be read, there are not enough of them, or files can't be written.
pub fn fuzz<H: Host>(
    args: &FuzzArgs,
    screen: &mut Screen<'_>,
    stop: impl FnOnce() -> &'static AtomicBool,
) -> Result<Exit, Error> {
    let pilot = args.agent.as_deref().map(|spec| H::agents().resolve(spec)).transpose()?;
    let host = match &args.decks {
        None => {
            let host = H::with_cards(&args.cards.clone().into_iter().collect::<Vec<_>>(), None)?;
            if args.manual_mana { host.with_manual_mana()? } else { host }
        }
        Some(decks) => {
            let files = files::distinct(files::in_directory::<H>(decks)?);
            let load = LoadArgs { cards: args.cards.clone(), manual_mana: args.manual_mana, ..LoadArgs::default() };
            let (host, left_out) = H::load_playable(&files, 0, &load)?;
            files::tell_left_out(&left_out, files.len(), screen, args.quiet);
            host
        }
    };
    if args.decks.is_some() && (0..host.decks().len()).any(|deck| host.list(deck).is_empty()) {
        return Err(Error::input(format!("decks of {} are no lists of cards; leave out --decks", H::NAME)));
    }
    let limits = Limits { turns: args.max_turns.get(), actions: args.max_actions.get() };
    let games = args.games.get();
    let plan = Plan {
        seed: args.seed,
        first: args.first,
        games,
        limits,
        rates: Rates::SAMPLED,
        extra: None,
        pilot: pilot.as_ref(),
    };
    let progress = Progress::new(games, screen.live && !args.quiet);
    let begin = Instant::now();
    let played = |games| progress.played(games);
    let control = Control::new(stop(), &played);
    let hangs = |number: u64| {
        progress.clear();
        let again = command(args, number);
        eprintln!(
            "error: a choice of game {number} takes more than {} s: the engine hangs; see it with: {again}",
            DEADLINE.as_secs()
        );
        std::process::exit(Exit::Problems as i32);
    };
    let fuzzed = run(&host, &plan, args.threads.count(), control, &hangs);
    let seconds = begin.elapsed().as_secs_f64();
    progress.clear();
    let fuzzed = fuzzed?;

    let mut failures = Vec::new();
    for (count, number, found) in fuzzed.failures.values() {
        if !args.quiet && screen.live {
            screen.remark(&format!("making the {} of game {number} small …", found.kind.name()));
        }
        failures.push(failure(&host, &plan, args, (*count, *number), found)?);
    }
    failures.sort_by_key(|failure| (failure.first, failure.message.clone()));
    let mut loops: Vec<LoopLine> = (fuzzed.loops.values())
        .map(|(games, first, found)| LoopLine {
            cards: found.cards.clone(),
            choices: found.choices,
            games: *games,
            first: *first,
            at: found.at,
        })
        .collect();
    loops.sort_by_key(|line| (line.cards.len(), std::cmp::Reverse(line.games), line.first));
    let looping_games = loops.iter().map(|line| line.games).sum();
    loops.truncate(LOOPS_KEPT);
    let output = Output {
        seed: args.seed,
        first: args.first,
        games_planned: games,
        games: fuzzed.games,
        choices: fuzzed.choices,
        turns: fuzzed.turns,
        agent: pilot.as_ref().map(|pilot| pilot.spec.clone()),
        decks: host.decks().len(),
        cards: host.cards_to_fuzz(),
        seconds,
        games_per_second: fuzzed.games as f64 / seconds,
        endings: fuzzed.endings,
        failed_games: failures.iter().map(|failure| failure.games).sum(),
        failures,
        looping_games,
        loops,
    };
    screen.print(&if args.json { String::from_utf8_lossy(&json(&output)?).into_owned() } else { report(&output) })?;
    if fuzzed.games < games {
        screen.remark(&format!("interrupted after {} of {games} games", fuzzed.games));
        return Ok(Exit::Interrupted);
    }
    Ok(if output.failures.is_empty() { Exit::Ok } else { Exit::Problems })
}

/// Makes a failure small and writes it down.
fn failure<H: Host>(
    host: &H,
    plan: &Plan<'_, H::Game>,
    args: &FuzzArgs,
    (games, first): (u64, u64),
    found: &Found,
) -> Result<Failure, Error> {
    let shrunk = panics::catch(|| shrink_game(host, plan, first, found)).ok().flatten();
    let row = Failure {
        kind: found.kind,
        message: found.message.clone(),
        games,
        first,
        cards: None,
        choices: None,
        left: Vec::new(),
        file: None,
        reproduce: command(args, first),
        scenario: None,
        as_scenario: "the failure can't be had again".to_owned(),
    };
    let Some(shrunk) = shrunk else { return Ok(row) };
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("results/fuzz-{}", args.seed)));
    let file = folder.join(format!("{}-{first}.replay.jsonl", found.kind.name()));
    shrunk.recording.write(&file)?;
    let (scenario, as_scenario) = write_scenario(host, plan, args, &shrunk.recording, &file)?;
    let mut left: Vec<String> = shrunk.recording.header.lists().unwrap_or_default().concat();
    left.sort_unstable();
    left.dedup();
    Ok(Failure {
        message: shrunk.recording.header.found.as_ref().map_or(found.message.clone(), |now| now.message.clone()),
        cards: Some(shrunk.cards),
        choices: Some(shrunk.choices),
        left,
        reproduce: shell_line(&["gauntlet".into(), "replay".into(), file.display().to_string()]),
        file: Some(file),
        scenario,
        as_scenario,
        ..row
    })
}

/// Writes a failure as a scenario beside its recording, if that can be; the file, and the command that runs it or why there is none.
fn write_scenario<H: Host>(
    host: &H,
    plan: &Plan<'_, H::Game>,
    args: &FuzzArgs,
    recording: &Recording,
    beside: &Path,
) -> Result<(Option<PathBuf>, String), Error> {
    let name = beside.file_name().unwrap_or_default().to_string_lossy().replace(".replay.jsonl", "");
    let id = format!("fuzz.{}.{name}", args.seed);
    let lists = recording.header.lists().unwrap_or_default();
    let written = host.only(&lists.concat()).map_err(|error| error.to_string());
    let text = match written.and_then(|small| small.scenario(&id, recording, plan.extra)) {
        Ok(text) => text,
        Err(why) => return Ok((None, format!("there is no scenario of it: {why}"))),
    };
    let file = beside.with_file_name(format!("{name}.scenario.jsonl"));
    fs::write(&file, text).map_err(|cause| Error::Write { path: file.clone(), cause })?;
    let mut words = vec!["gauntlet".to_owned(), "scenario".to_owned(), file.display().to_string()];
    words.extend(args.cards.iter().flat_map(|path| ["--cards".to_owned(), path.display().to_string()]));
    Ok((Some(file), shell_line(&words)))
}

/// The command that plays one game of a run again.
fn command(args: &FuzzArgs, number: u64) -> String {
    let mut words: Vec<String> = ["gauntlet", "fuzz", "--games", "1", "--seed"].map(String::from).into();
    words.extend([args.seed.to_string(), "--first".into(), number.to_string()]);
    let limits = Limits { turns: args.max_turns.get(), actions: args.max_actions.get() };
    if limits != FuzzArgs::LIMITS {
        words.extend(["--max-turns".into(), limits.turns.to_string()]);
        words.extend(["--max-actions".into(), limits.actions.to_string()]);
    }
    words.extend(args.manual_mana.then(|| "--manual-mana".into()));
    words.extend(args.agent.iter().flat_map(|agent| ["--agent".to_owned(), agent.clone()]));
    words.extend(args.decks.iter().flat_map(|path| ["--decks".to_owned(), path.display().to_string()]));
    words.extend(args.cards.iter().flat_map(|path| ["--cards".to_owned(), path.display().to_string()]));
    shell_line(&words)
}

fn report(output: &Output) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{} games{} with {}, {} turns, {} choices, {:.1} s, {:.0} games/s",
        output.games,
        output.agent.as_ref().map_or(String::new(), |agent| format!(" of {agent}")),
        match output.decks {
            0 => format!("{} cards", output.cards),
            decks => format!("{decks} decks"),
        },
        output.turns,
        output.choices,
        output.seconds,
        output.games_per_second
    );
    // Games that a limit ended are the ones to look at.
    let ending = |(name, ended): (&&str, &Ended)| match ended.games {
        1 if name.ends_with("_limit") => format!("{name} 1 (game {})", ended.first),
        games if name.ends_with("_limit") => format!("{name} {games} (the first is {})", ended.first),
        games => format!("{name} {games}"),
    };
    let endings: Vec<String> = output.endings.iter().map(ending).collect();
    let _ = writeln!(text, "Endings: {}", endings.join(", "));
    if output.looping_games > 0 {
        let _ = writeln!(text, "\nPositions that came again within a turn, in {} games:", output.looping_games);
        for line in output.loops.iter().take(10) {
            let cards = if line.cards.is_empty() { "no cards".to_owned() } else { line.cards.join(" + ") };
            let _ = writeln!(
                text,
                "  {cards}: every {} choices; {} games, the first is {}",
                line.choices, line.games, line.first
            );
        }
        if output.loops.len() > 10 {
            let _ = writeln!(text, "  … and {} more; --json has them", output.loops.len() - 10);
        }
    }
    if output.failures.is_empty() {
        let _ = writeln!(text, "\nNothing failed.");
        return text;
    }
    let kinds = match output.failures.len() {
        1 => "one way".to_owned(),
        number => format!("{number} ways"),
    };
    let _ = writeln!(text, "\n{} games failed, in {kinds}:", output.failed_games);
    for failure in &output.failures {
        let _ = writeln!(text, "\n{}, {} games: {}", failure.kind.name(), failure.games, failure.message);
        if let (Some(cards), Some(choices)) = (failure.cards, failure.choices) {
            let _ = writeln!(
                text,
                "  from {} cards and {} choices to {} and {}: {}",
                cards[0],
                choices[0],
                cards[1],
                choices[1],
                failure.left.join(", ")
            );
        } else {
            let _ = writeln!(text, "  it doesn't happen with a pool of just the cards of these decks");
        }
        let _ = writeln!(text, "  {}\n  {}", failure.reproduce, failure.as_scenario);
    }
    text
}
