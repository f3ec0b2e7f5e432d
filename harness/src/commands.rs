//! From the command line to results: the only module that knows all the others.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Parser;
use gauntlet_core::Reason;
use serde::Serialize;

use crate::bench::CountAllocations;
use crate::cli::{self, Cli, Command, OnThePlay, RunArgs};
use crate::error::Error;
use crate::experiment::{Experiment, Shape};
use crate::host::Host;
use crate::progress::Progress;
use crate::report::{Look, report};
use crate::results::{FailureLine, Manifest, Recipe, ResultsDir, Timing, json, json_lines, shell_line};
use crate::run::{Control, FAILURES_KEPT, Run, run};
use crate::schedule::Seats;
use crate::screen::{Exit, Screen};
use crate::tables::{Table, deck_table, matchup_table, matchups, totals};
use crate::{bench, files, fuzz, interrupt, replay, watch};

/// The whole program, for the game of `H`: reads the process's arguments and returns its exit code.
///
/// `allocations` counts allocations for `bench`, if the process has a way to.
pub fn main<H: Host>(allocations: Option<CountAllocations>) -> ExitCode {
    let (mut out, mut err) = (io::stdout(), io::stderr());
    let mut screen = Screen::standard(&mut out, &mut err);
    let exit = dispatch::<H>(std::env::args_os(), &mut screen, interrupt::flag, allocations);
    ExitCode::from(exit as u8)
}

/// Carries out the command that `arguments` (the program's name first) name.
///
/// `stop` is asked for the flag that interrupts runs, once a run begins.
pub fn dispatch<H: Host>(
    arguments: impl IntoIterator<Item = OsString>,
    screen: &mut Screen<'_>,
    stop: impl FnOnce() -> &'static AtomicBool,
    allocations: Option<CountAllocations>,
) -> Exit {
    let result = match Cli::try_parse_from(arguments) {
        Ok(cli) => carry_out::<H>(cli.command, screen, stop, allocations),
        Err(error) => usage::<H>(&error, screen),
    };
    result.unwrap_or_else(|error| {
        // The reader has what it wanted.
        if error.is_broken_pipe() {
            return Exit::Ok;
        }
        screen.remark(&format!("error: {error}"));
        Exit::BadInput
    })
}

fn carry_out<H: Host>(
    command: Command,
    screen: &mut Screen<'_>,
    stop: impl FnOnce() -> &'static AtomicBool,
    allocations: Option<CountAllocations>,
) -> Result<Exit, Error> {
    match command {
        Command::Match { a, b, run } => files::one::<H>(&a)
            .and_then(|a| Ok(vec![a, files::one::<H>(&b)?]))
            .and_then(|decks| play::<H>(Shape::Match, vec![a, b], decks, &run, screen, stop)),
        Command::Matrix { dir, mirrors, run } => files::in_directory::<H>(&dir)
            .and_then(|decks| play::<H>(Shape::Matrix { mirrors }, vec![dir], decks, &run, screen, stop)),
        Command::Field { deck, dir, mirrors, run } => files::one::<H>(&deck)
            .and_then(|first| Ok([vec![first], files::in_directory::<H>(&dir)?].concat()))
            .and_then(|decks| play::<H>(Shape::Field { mirrors }, vec![deck, dir], decks, &run, screen, stop)),
        Command::Watch(args) => watch::watch::<H>(&args, screen),
        Command::Fuzz(args) => fuzz::fuzz::<H>(&args, screen, stop),
        Command::Replay(args) => replay::replay::<H>(&args, screen),
        Command::Bench(args) => bench::bench::<H>(&args, screen, allocations),
        Command::Cards(command) => H::cards(&command, screen),
        Command::Scenario(args) => H::scenarios(&args, screen),
        Command::Perft(args) => H::perft(&args, screen),
    }
}

/// Help, the version, or what is wrong with the arguments.
fn usage<H: Host>(error: &clap::Error, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let rendered = error.render();
    let text = |colour| if colour { rendered.ansi().to_string() } else { rendered.to_string() };
    if error.use_stderr() {
        screen.remark(text(screen.colour && screen.live).trim_end());
        return Ok(Exit::BadInput);
    }
    // Where agents can be named, the help says which there are.
    let agents = match text(false) {
        help if help.contains("--agent ") || help.contains(cli::AGENTS) => {
            format!("\nAgents:\n{}", H::agents().help())
        }
        _ => String::new(),
    };
    screen.print(&format!("{}\n{agents}", text(screen.colour).trim_end()))?;
    Ok(Exit::Ok)
}

/// One of the three commands that play experiments.
fn play<H: Host>(
    shape: Shape,
    named: Vec<PathBuf>,
    decks: Vec<PathBuf>,
    args: &RunArgs,
    screen: &mut Screen<'_>,
    stop: impl FnOnce() -> &'static AtomicBool,
) -> Result<Exit, Error> {
    let (agent_a, agent_b) = args.play.agents(H::DEFAULT_AGENT);
    let host = H::load(&files::distinct(decks), &args.play.load)?;
    let experiment = Experiment::new(&host, args.options(shape), agent_a, agent_b)?;
    let recipe = Recipe::new(&host, &experiment);
    let id = recipe.id()?;
    let out = args.out.clone().unwrap_or_else(|| Path::new("results").join(format!("{}-{}", shape.name(), &id[..8])));
    let dir = ResultsDir::prepare(&out, &id)?;

    let threads = args.threads.count();
    let progress = Progress::new(experiment.games(), screen.live && !args.quiet);
    let begin = Instant::now();
    let played = run(&host, &experiment, threads, Control { stop: stop(), played: &|games| progress.played(games) });
    let seconds = begin.elapsed().as_secs_f64();
    progress.clear();
    let played = played?;
    let timing = Timing {
        seconds,
        games_per_second: played.games() as f64 / seconds,
        decisions_per_second: played.decisions() as f64 / seconds,
        threads,
    };

    let rows = matchups(&experiment, &played.tallies);
    let sums = totals(&rows);
    let output = Output {
        manifest: Manifest::new(recipe, &experiment, &played, reproduce::<H>(shape, &named, args))?,
        matchups: matchup_table(&experiment, &rows),
        decks: deck_table(&experiment, &sums),
        errors: played.failures.iter().map(|failure| FailureLine::new(&experiment, failure, &args.play.load)).collect(),
        timing,
    };
    // Show first: if the disk is full, the numbers are not lost.
    let look = Look { width: screen.width, colour: screen.colour };
    let shown = if args.json {
        screen.print(&String::from_utf8_lossy(&json(&output)?))
    } else {
        screen.print(&report(&experiment, &rows, &sums, look))
    };
    let keep = dir.holds_complete() && !played.complete;
    if !keep {
        output.write(&dir)?;
    }
    for line in remarks(&experiment, &played, &output, &dir, keep, args) {
        screen.remark(&line);
    }
    match shown {
        Err(error) if !error.is_broken_pipe() => return Err(error),
        _ => {}
    }
    Ok(match (played.complete, played.ended(Reason::EngineError)) {
        (false, _) => Exit::Interrupted,
        (true, 0) => Exit::Ok,
        (true, _) => Exit::Problems,
    })
}

/// All that a run leaves behind; with `--json` it is what is printed.
#[derive(Serialize)]
struct Output {
    #[serde(rename = "run")]
    manifest: Manifest,
    matchups: Table,
    decks: Table,
    errors: Vec<FailureLine>,
    timing: Timing,
}

impl Output {
    fn write(&self, dir: &ResultsDir) -> Result<(), Error> {
        let csv = |table: &Table| table.csv().map_err(|error| Error::Output(io::Error::other(error)));
        let mut files = vec![
            ("matchups.csv", csv(&self.matchups)?),
            ("decks.csv", csv(&self.decks)?),
            ("timing.json", json(&self.timing)?),
            ("run.json", json(&self.manifest)?),
        ];
        if !self.errors.is_empty() {
            files.push(("errors.jsonl", json_lines(&self.errors)?));
        }
        dir.write(&files)
    }
}

/// What there is to say about a run beside its tables. Trouble is told even to those who asked for quiet.
fn remarks<G: gauntlet_core::Game + 'static>(
    experiment: &Experiment<G>,
    played: &Run,
    output: &Output,
    dir: &ResultsDir,
    kept: bool,
    args: &RunArgs,
) -> Vec<String> {
    let mut lines = Vec::new();
    let path = dir.path().display();
    if !args.quiet {
        let (games, timing) = (played.games(), output.timing);
        lines.push(format!(
            "{games} games in {:.1} s, {:.0} games/s on {} {}; files in {path}",
            timing.seconds,
            timing.games_per_second,
            timing.threads,
            if timing.threads == 1 { "thread" } else { "threads" },
        ));
        if experiment.options.seats != Seats::Swap {
            lines.push(
                "seats were not swapped: the unit of play is a single game, and there is no paired interval".into(),
            );
        }
    }
    if !played.complete {
        let (done, planned) = (played.games(), experiment.games());
        lines.push(format!("interrupted after {done} of {planned} games: the tables are partial"));
        if kept {
            lines.push(format!("{path} has the complete results of this run already, which were kept"));
        }
    }
    let limits = experiment.options.limits;
    for (reason, limit, option) in [
        (Reason::TurnLimit, u64::from(limits.turns), "--max-turns"),
        (Reason::ActionLimit, limits.actions, "--max-actions"),
    ] {
        if let count @ 1.. = played.ended(reason) {
            lines.push(format!("{count} games reached the limit of {option} {limit} and count as draws"));
        }
    }
    if let count @ 1.. = played.ended(Reason::EngineError) {
        let all = if count > FAILURES_KEPT as u64 { format!("the first {FAILURES_KEPT}") } else { "all".into() };
        lines.push(format!(
            "{count} games failed in the engine and count as draws; {all} are in {}, the first of them is: {}",
            dir.path().join("errors.jsonl").display(),
            output.errors.first().map_or("", |line| line.replay.as_str()),
        ));
    }
    lines
}

/// The command that makes the same tables, without what doesn't matter for them.
fn reproduce<H: Host>(shape: Shape, named: &[PathBuf], args: &RunArgs) -> String {
    let mut words: Vec<String> = vec!["gauntlet".into(), shape.name().into()];
    words.extend(named.iter().map(|path| path.display().to_string()));
    let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
    option("--games", args.games.to_string());
    option("--seed", args.play.seed.to_string());
    match args.play.agents(H::DEFAULT_AGENT) {
        (a, b) if a == b => option("--agent", a.to_owned()),
        (a, b) => {
            option("--agent-a", a.to_owned());
            option("--agent-b", b.to_owned());
        }
    }
    if args.on_the_play != OnThePlay::Swap {
        option("--on-the-play", Seats::from(args.on_the_play).name().to_owned());
    }
    option("--max-turns", args.play.max_turns.to_string());
    option("--max-actions", args.play.max_actions.to_string());
    words.extend(args.play.load.words());
    if shape.mirrors() {
        words.push("--mirrors".into());
    }
    shell_line(&words)
}
