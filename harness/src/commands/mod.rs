//! From the command line to results: the only room that knows all the others but the games.

pub mod ask;
pub mod asked;
pub mod bench;
mod bout;
pub mod cli;
pub mod compare;
pub mod export;
mod films;
pub mod fuzz;
pub mod gather;
pub mod honesty;
pub mod human;
mod install;
pub mod interrupt;
pub mod ladder;
pub mod metagame;
mod onward;
pub mod options;
pub mod replay;
pub mod report;
pub mod session;
mod telling;
pub mod tune;
pub mod versions;
pub mod view;
pub mod watch;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use crate::commands::bench::CountAllocations;
use crate::commands::cli::{Asked, Cli, Command, DeckCommand};
use crate::commands::compare::CompareArgs;
use crate::commands::ladder::AgentsArgs;
use crate::commands::options::{CompareOutput, OutputArgs, RunArgs};
use crate::commands::tune::TuneArgs;
use crate::commands::versions::Versions;
use crate::error::Error;
use crate::host::Host;
use crate::host::subcommand::Subcommand;
use crate::output::screen::{Exit, Screen, shown};
use crate::plan::file::{Kind, Plan};

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
    let own: Vec<&'static Subcommand> = H::SUBCOMMANDS.iter().collect();
    dispatch_read::<H>(&own, Asked::read(arguments, &own), screen, stop, allocations)
}

/// As [`dispatch`] with arguments that have been read, in a program whose games together have the commands `own`: of those that this game
/// doesn't have it says so.
pub fn dispatch_read<H: Host>(
    own: &[&'static Subcommand],
    asked: Result<Asked, clap::Error>,
    screen: &mut Screen<'_>,
    stop: impl FnOnce() -> &'static AtomicBool,
    allocations: Option<CountAllocations>,
) -> Exit {
    let result = match asked {
        Ok(asked) => answer::<H>(asked, own, screen, stop, allocations),
        Err(error) => explain_usage::<H>(&error, screen),
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

fn answer<H: Host>(
    asked: Asked,
    own: &[&'static Subcommand],
    screen: &mut Screen<'_>,
    stop: impl FnOnce() -> &'static AtomicBool,
    allocations: Option<CountAllocations>,
) -> Result<Exit, Error> {
    if let Some(other) = asked.game().filter(|game| *game != H::NAME) {
        return Err(Error::input(format!("there is no game '{other}' here; this plays {}", H::NAME)));
    }
    let (name, options) = match asked {
        Asked::Common(cli) => return carry_out::<H>(*cli, own, screen, stop, allocations),
        Asked::Own { name, options, .. } => (name, options),
    };
    match H::SUBCOMMANDS.iter().find(|command| command.name == name) {
        Some(command) => (command.run)(&options, screen),
        None => Err(Error::input(match own.iter().find(|command| command.name == name) {
            Some(command) => (command.refuse)(H::NAME),
            None => format!("{} has no command '{name}'", H::NAME),
        })),
    }
}

fn carry_out<H: Host>(
    Cli { game, command }: Cli,
    own: &[&'static Subcommand],
    screen: &mut Screen<'_>,
    stop: impl FnOnce() -> &'static AtomicBool,
    allocations: Option<CountAllocations>,
) -> Result<Exit, Error> {
    match command {
        Command::Match { a, b, run } => play::<H>(&run.plan(game, Kind::Match, vec![a, b], false), &run, screen, stop),
        Command::Matrix { dir, mirrors, run } => {
            play::<H>(&run.plan(game, Kind::Matrix, vec![dir], mirrors), &run, screen, stop)
        }
        Command::Field { deck, dir, mirrors, run } => {
            play::<H>(&run.plan(game, Kind::Field, vec![deck, dir], mirrors), &run, screen, stop)
        }
        Command::Ladder(args) => {
            let AgentsArgs { threads, output, fresh, .. } = &args.how;
            session::play::<H>(&args.plan(game), *threads, output, *fresh, screen, stop)
        }
        Command::Sprt(args) => {
            let AgentsArgs { threads, output, fresh, .. } = &args.how;
            session::play::<H>(&args.plan(game)?, *threads, output, *fresh, screen, stop)
        }
        Command::Run { experiment, shard, fresh, threads, output } => {
            if let Some(versions::Asked { versions, .. }) = versions::of_file(&experiment)? {
                if shard.is_some() || fresh {
                    let what =
                        "looks at what is known before each round: it has no shards, and is played anew without --out";
                    return Err(Error::input(format!("{}: such an experiment {what}", experiment.display())));
                }
                let OutputArgs { out, json, quiet } = output;
                let output = CompareOutput { out, json, quiet };
                return match versions {
                    Versions::Compare(args) => {
                        compare::compare::<H>(&CompareArgs { threads, output, ..*args }, screen, stop)
                    }
                    Versions::Tune(args) => tune::tune::<H>(&TuneArgs { threads, output, ..*args }, screen, stop),
                };
            }
            let plan = Plan::read(&experiment)?;
            let plan = Plan { shard: shard.or(plan.shard), ..plan };
            session::play::<H>(&plan, threads, &output, fresh, screen, stop)
        }
        Command::Resume(args) => session::go_on::<H>(&args, screen, stop),
        Command::Compare(args) => compare::compare::<H>(&args, screen, stop),
        Command::Metagame(args) => metagame::metagame(&args, screen),
        Command::Report(args) => report::report::<H>(&args, screen),
        Command::Merge(args) => session::merge::<H>(&args, screen),
        Command::Watch(args) => watch::watch::<H>(&args, screen),
        Command::Play(args) => human::play::<H>(&args, screen),
        Command::Fuzz(args) => fuzz::fuzz::<H>(&args, screen, stop),
        Command::Honesty(args) => honesty::honesty::<H>(&args, screen, stop),
        Command::Replay(args) => match H::PARTS.records.replay(&args, screen) {
            Some(answer) => answer,
            None => replay::replay::<H>(&args, screen),
        },
        Command::View(args) => view::view::<H>(&args, screen),
        Command::Ask(args) => ask::ask::<H>(&args, screen),
        Command::Explain(args) => ask::explain::<H>(&args, screen),
        Command::Bench(args) => bench::bench::<H>(&args, screen, allocations),
        Command::Completions { shell } => install::completions(shell, own, screen),
        Command::Man { dir } => install::manual(dir.as_deref(), own, screen),
        Command::Deck(DeckCommand::Tune(args)) => tune::tune::<H>(&args, screen, stop),
        Command::Deck(DeckCommand::Check(args)) => H::PARTS.deck_files.check(&args, screen),
        Command::Deck(DeckCommand::Convert(args)) => H::PARTS.deck_files.convert(&args, screen),
        Command::Deck(DeckCommand::Export { dir }) => install::export(&dir, screen),
    }
}

/// Prints help, the version, or what is wrong with the arguments.
fn explain_usage<H: Host>(error: &clap::Error, screen: &mut Screen<'_>) -> Result<Exit, Error> {
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

/// Plays the experiment of one of the three commands that make one.
fn play<H: Host>(
    plan: &Plan,
    args: &RunArgs,
    screen: &mut Screen<'_>,
    stop: impl FnOnce() -> &'static AtomicBool,
) -> Result<Exit, Error> {
    session::play::<H>(plan, args.threads, &args.output, args.fresh, screen, stop)
}
