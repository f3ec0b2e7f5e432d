//! From the command line to results: the only module that knows all the others.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use clap::Parser;

use crate::bench::CountAllocations;
use crate::cli::{self, Cli, Command, DeckCommand, RunArgs};
use crate::error::Error;
use crate::host::Host;
use crate::plan::{Kind, Plan};
use crate::screen::{Exit, Screen, shown};
use crate::{bench, compare, fuzz, honesty, interrupt, metagame, page, replay, session, tune, watch};

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
        Ok(cli) => carry_out::<H>(cli, screen, stop, allocations),
        Err(error) => usage::<H>(&error, screen),
    };
    result.unwrap_or_else(|error| {
        // The reader has what it wanted.
        if error.is_broken_pipe() {
            return Exit::Ok;
        }
        screen.remark(&shown(&format!("error: {error}")));
        Exit::BadInput
    })
}

fn carry_out<H: Host>(
    Cli { game, command }: Cli,
    screen: &mut Screen<'_>,
    stop: impl FnOnce() -> &'static AtomicBool,
    allocations: Option<CountAllocations>,
) -> Result<Exit, Error> {
    if let Some(other) = game.as_deref().filter(|game| *game != H::NAME) {
        return Err(Error::input(format!("there is no game '{other}' here; this plays {}", H::NAME)));
    }
    match command {
        Command::Match { a, b, run } => play::<H>(game, (Kind::Match, vec![a, b], false), &run, screen, stop),
        Command::Matrix { dir, mirrors, run } => {
            play::<H>(game, (Kind::Matrix, vec![dir], mirrors), &run, screen, stop)
        }
        Command::Field { deck, dir, mirrors, run } => {
            play::<H>(game, (Kind::Field, vec![deck, dir], mirrors), &run, screen, stop)
        }
        Command::Run { experiment, shard, fresh, threads, output } => {
            let plan = Plan::read(&experiment)?;
            let plan = Plan { shard: shard.or(plan.shard), ..plan };
            session::play::<H>(&plan, threads, &output, fresh, screen, stop)
        }
        Command::Resume(args) => session::go_on::<H>(&args, screen, stop),
        Command::Compare(args) => compare::compare::<H>(&args, screen, stop),
        Command::Metagame(args) => metagame::metagame(&args, screen),
        Command::Report(args) => page::report(&args, screen),
        Command::Merge(args) => session::merge::<H>(&args, screen),
        Command::Watch(args) => watch::watch::<H>(&args, screen),
        Command::Fuzz(args) => fuzz::fuzz::<H>(&args, screen, stop),
        Command::Honesty(args) => honesty::honesty::<H>(&args, screen, stop),
        Command::Replay(args) => match H::replay(&args, screen) {
            Some(answer) => answer,
            None => replay::replay::<H>(&args, screen),
        },
        Command::Bench(args) => bench::bench::<H>(&args, screen, allocations),
        Command::Deck(DeckCommand::Tune(args)) => tune::tune::<H>(&args, screen, stop),
        Command::Cards(command) => H::cards(&command, screen),
        Command::Scenario(args) => H::scenarios(&args, screen),
        Command::Perft(args) => H::perft(&args, screen),
        Command::Policies(args) => H::policies(&args, screen),
        Command::Campaign(args) => H::campaign(&args, screen),
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
    game: Option<String>,
    (kind, decks, mirrors): (Kind, Vec<PathBuf>, bool),
    args: &RunArgs,
    screen: &mut Screen<'_>,
    stop: impl FnOnce() -> &'static AtomicBool,
) -> Result<Exit, Error> {
    let plan = Plan { game, ..Plan::new(kind, decks, mirrors, args) };
    session::play::<H>(&plan, args.threads, &args.output, args.fresh, screen, stop)
}
