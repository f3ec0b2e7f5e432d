//! `gauntlet fuzz`: random games with everything checked; what fails is made small and written down.

use std::collections::BTreeMap;
use std::fs;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Args;
use serde::Serialize;

use crate::check::examine::Rates;
use crate::check::fuzz::{DEADLINE, Ended, Fuzzed, Plan, run, shrink_game};
use crate::error::Error;
use crate::host::Host;
use crate::host::options::{DeckArgs, Limits, LoadArgs, SkipArgs, from_one, from_zero, whole};
use crate::host::recording::{Found, FoundKind, Recording};
use crate::output::file::json;
use crate::output::progress::Progress;
use crate::output::screen::{Exit, Screen};
use crate::output::shell::shell_line;
use crate::plan::files;
use crate::play::panics;
use crate::play::run::Control;
use crate::play::threads::Threads;

/// Loops that are kept for the report; all are counted.
const LOOPS_KEPT: usize = 200;

/// What to play at random.
#[derive(Args, Clone, Debug)]
pub struct FuzzArgs {
    /// How many games.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = from_one::<NonZeroU64>, allow_negative_numbers = true)]
    pub games: NonZeroU64,
    /// The number that decks, shuffles and choices derive from; the same number gives the same games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole, allow_negative_numbers = true)]
    pub seed: u64,
    /// The number of the first game: to play one of a run again, or to go on with a run.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = from_zero::<u64>, allow_negative_numbers = true)]
    pub first: u64,
    /// Who plays both sides, as in a match (heuristic, mc:rollouts=20); without it players choose at random. An agent that panics,
    /// chooses what isn't offered, recurses or does the same thing over and over fails its game.
    #[arg(long, value_name = "SPEC")]
    pub agent: Option<String>,
    /// Play with the decks in this directory instead of random ones: all pairings in turn.
    #[arg(long, value_name = "DIR")]
    pub decks: Option<PathBuf>,
    /// What becomes of decks of the directory that can't be played.
    #[command(flatten)]
    pub skip: SkipArgs,
    /// Card files or folders of them; can be given many times; cards that don't compile are passed over [default: decks/cards].
    #[arg(long, value_name = "PATH")]
    pub cards: Vec<PathBuf>,
    /// Make each mana ability that is activated for a cost, and each mana that is spent, a choice of its player.
    #[arg(long)]
    pub manual_mana: bool,
    /// A game that goes past this turn is a draw (both players' turns count).
    #[arg(long, value_name = "N", default_value_t = fuzz_turns(), value_parser = from_one::<NonZeroU32>, allow_negative_numbers = true)]
    pub max_turns: NonZeroU32,
    /// A game that takes more choices than this is a draw.
    #[arg(long, value_name = "N", default_value_t = fuzz_actions(), value_parser = from_one::<NonZeroU64>, allow_negative_numbers = true)]
    pub max_actions: NonZeroU64,
    /// How many threads.
    #[command(flatten)]
    pub threads: Threads,
    /// Where recordings of failures go [default: results/fuzz-SEED].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write a JSON object instead of a report.
    #[arg(long)]
    pub json: bool,
    /// No progress bar, no remarks.
    #[arg(long, short)]
    pub quiet: bool,
}

impl FuzzArgs {
    /// Long enough for anything to happen, short enough for many games.
    pub const LIMITS: Limits = Limits { turns: 60, actions: 10_000 };
}

fn fuzz_turns() -> NonZeroU32 {
    NonZeroU32::new(FuzzArgs::LIMITS.turns).unwrap_or(NonZeroU32::MAX)
}

fn fuzz_actions() -> NonZeroU64 {
    NonZeroU64::new(FuzzArgs::LIMITS.actions).unwrap_or(NonZeroU64::MAX)
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
    /// Cards in both decks, before and after it was shrunk; none if the failure can't be reproduced.
    pub cards: Option<[usize; 2]>,
    /// Choices, before and after.
    pub choices: Option<[usize; 2]>,
    /// The different cards that are left.
    pub left: Vec<String>,
    /// The recording, if the failure could be reproduced.
    pub file: Option<PathBuf>,
    /// The command that shows it.
    pub reproduce: String,
    /// The scenario that shows it, if there can be one.
    pub scenario: Option<PathBuf>,
    /// The command that runs the scenario, or why there is none.
    pub as_scenario: String,
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
    let host = load::<H>(args, screen)?;
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
            "error: a choice of game {number} takes more than {} s of CPU time: the engine hangs; see it with: {again}",
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
            screen.remark(&format!("shrinking the {} of game {number} …", found.kind.name()));
        }
        failures.push(failure(&host, &plan, args, (*count, *number), found)?);
    }
    failures.sort_by_key(|failure| (failure.first, failure.message.clone()));
    let (looping_games, loops) = list_loops(&fuzzed);
    let output = Output {
        seed: args.seed,
        first: args.first,
        games_planned: games,
        games: fuzzed.games,
        choices: fuzzed.choices,
        turns: fuzzed.turns,
        agent: pilot.as_ref().map(|pilot| pilot.spec.clone()),
        decks: host.decks().len(),
        cards: H::PARTS.random_games.count_cards(&host),
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

/// The host with the cards, or the decks, that are to be played with.
fn load<H: Host>(args: &FuzzArgs, screen: &mut Screen<'_>) -> Result<H, Error> {
    let host = match &args.decks {
        None => {
            let host = H::PARTS.lists.with_cards(&args.cards, None)?;
            if args.manual_mana { H::PARTS.lists.with_manual_mana(host)? } else { host }
        }
        Some(decks) => {
            let files = files::distinct(files::in_directory::<H>(decks)?);
            let load = LoadArgs {
                decks: DeckArgs { cards: args.cards.clone(), ..DeckArgs::default() },
                manual_mana: args.manual_mana,
                ..LoadArgs::default()
            };
            let (host, left_out) = H::load_playable(&files, args.skip.needed(0, files.len()), &load)?;
            files::tell_left_out(&left_out, files.len(), screen, args.quiet);
            files::tell_below::<H>(decks, screen, args.quiet);
            host
        }
    };
    if args.decks.is_some() && (0..host.decks().len()).any(|deck| H::PARTS.lists.list(&host, deck).is_empty()) {
        return Err(Error::input(format!("decks of {} aren't lists of cards; leave out --decks", H::NAME)));
    }
    Ok(host)
}

/// In how many games positions came again, and the loops, the simplest first.
fn list_loops(fuzzed: &Fuzzed) -> (u64, Vec<LoopLine>) {
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
    let games = loops.iter().map(|line| line.games).sum();
    loops.truncate(LOOPS_KEPT);
    (games, loops)
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
        as_scenario: "the failure can't be reproduced".to_owned(),
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
    let written = H::PARTS.lists.only(host, &lists.concat()).map_err(|error| error.to_string());
    let text = match written.and_then(|small| H::PARTS.scenarios.scenario(&small, &id, recording, plan.extra)) {
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
