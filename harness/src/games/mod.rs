//! The games that the `gauntlet` command plays: which one is meant, and handing over to it.

pub mod magic;
pub mod millennials;
mod scenario;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::ExitCode;

use gauntlet_core::suggest;
use serde::Deserialize;

use crate::commands::bench::CountAllocations;
use crate::commands::cli::{Asked, Command};
use crate::commands::{dispatch_read, interrupt};
use crate::games::magic::Magic;
use crate::games::millennials::Millennials;
use crate::host::Host;
use crate::host::subcommand::Subcommand;
use crate::output::screen::{Exit, Screen, shown};
use crate::play::threads;

/// The whole program: reads the process's arguments and returns its exit code.
pub fn main(allocations: Option<CountAllocations>) -> ExitCode {
    threads::with_stack(|| run(allocations)).unwrap_or_else(|_| run(allocations))
}

fn run(allocations: Option<CountAllocations>) -> ExitCode {
    let (mut out, mut err) = (io::stdout(), io::stderr());
    let mut screen = Screen::standard(&mut out, &mut err);
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let own = subcommands();
    let asked = Asked::read(arguments.iter().cloned(), &own);
    let meant = asked.as_ref().map_or_else(|_| spelled(&arguments), meant);
    let run = match meant.as_deref() {
        Some(Millennials::NAME) => dispatch_read::<Millennials>,
        Some(other) if other != Magic::NAME && spelled(&arguments).is_some() => {
            screen.remark(&format!("error: {}", shown(&unknown(other))));
            return ExitCode::from(Exit::BadInput as u8);
        }
        // What a file says of a game that isn't here is told with the file's name.
        _ => dispatch_read::<Magic>,
    };
    ExitCode::from(run(&own, asked, &mut screen, interrupt::flag, allocations) as u8)
}

/// What is said of a game of this name, which isn't here.
pub fn unknown(name: &str) -> String {
    let known = [Magic::NAME, Millennials::NAME];
    let near = suggest::nearest(name, known).map_or(String::new(), |near| format!(", did you mean '{near}'?"));
    format!("there is no game '{name}'{near} (the games are {})", suggest::list(&known))
}

/// The game that is asked for by name, or that the files are of which are named.
fn meant(asked: &Asked) -> Option<String> {
    if let Some(game) = asked.game() {
        return Some(game.to_owned());
    }
    let cli = match asked {
        Asked::Common(cli) => cli,
        Asked::Own { name, .. } => return having(name).map(str::to_owned),
    };
    /// Both `run.json` and the header of a recording have it like this.
    #[derive(Deserialize)]
    struct Game {
        game: Option<String>,
    }
    let of_recording = |file: &Path| {
        let mut line = String::new();
        BufReader::new(fs::File::open(file).ok()?).read_line(&mut line).ok()?;
        serde_json::from_str::<Game>(&line).ok()?.game
    };
    let of_run = |dir: &Path| serde_json::from_slice::<Game>(&fs::read(dir.join("run.json")).ok()?).ok()?.game;
    match &cli.command {
        Command::Resume(args) => of_run(&args.dir),
        Command::Report(args) => of_run(&args.dir),
        Command::Merge(args) => of_run(args.dirs.first()?),
        Command::Run { experiment, .. } => toml::from_str::<Game>(&fs::read_to_string(experiment).ok()?).ok()?.game,
        Command::Replay(args) => of_recording(&args.file),
        Command::View(args) => of_recording(&args.file),
        Command::Ask(args) => of_recording(&args.file),
        Command::Explain(args) => of_recording(&args.file),
        Command::Watch(args) => of_recording(args.from.as_ref()?),
        _ => None,
    }
}

/// The commands that some of the games add, those of the first game first.
fn subcommands() -> Vec<&'static Subcommand> {
    let mut all: Vec<&'static Subcommand> = Vec::new();
    for command in Magic::SUBCOMMANDS.iter().chain(Millennials::SUBCOMMANDS) {
        if all.iter().all(|other| other.name != command.name) {
            all.push(command);
        }
    }
    all
}

/// The name of the first game that has a command of this name.
fn having(command: &str) -> Option<&'static str> {
    let games = [(Magic::NAME, Magic::SUBCOMMANDS), (Millennials::NAME, Millennials::SUBCOMMANDS)];
    let has = |(_, own): &(_, &[Subcommand])| own.iter().any(|one| one.name == command);
    games.into_iter().find(has).map(|(name, _)| name)
}

/// The game's name in arguments that ask for help, or make no sense.
fn spelled(arguments: &[OsString]) -> Option<String> {
    let words = || arguments.iter().map(OsString::as_os_str);
    let joined = words().filter_map(OsStr::to_str).find_map(|word| word.strip_prefix("--game="));
    let apart = words().zip(words().skip(1)).find(|(word, _)| *word == "--game").and_then(|(_, name)| name.to_str());
    joined.or(apart).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(line: &str) -> Option<String> {
        let arguments: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let asked = Asked::read(arguments.iter().cloned(), &subcommands());
        asked.as_ref().map_or_else(|_| spelled(&arguments), meant)
    }

    #[test]
    fn the_game_is_named_or_found() {
        assert_eq!(game("gauntlet match a b"), None);
        assert_eq!(game("gauntlet campaign").as_deref(), Some("millennials"));
        assert_eq!(game("gauntlet policies --game magic").as_deref(), Some("magic"));
        assert_eq!(game("gauntlet match a b --game millennials").as_deref(), Some("millennials"));
        assert_eq!(game("gauntlet --game=millennials bench").as_deref(), Some("millennials"));
        assert_eq!(game("gauntlet match --game millennials --help").as_deref(), Some("millennials"));
        let dir = tempfile::tempdir().expect("a folder");
        fs::write(dir.path().join("run.json"), "{\"game\": \"millennials\", \"games\": 2}").expect("written");
        assert_eq!(game(&format!("gauntlet resume {}", dir.path().display())).as_deref(), Some("millennials"));
    }

    /// What a game without a command says of itself where another game of the program has it.
    fn refusal<H: Host>(line: &str) -> String {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let words = line.split(' ').map(OsString::from);
        let screen = &mut Screen::plain(&mut out, &mut err);
        let asked = Asked::read(words, &subcommands());
        assert_eq!(dispatch_read::<H>(&subcommands(), asked, screen, interrupt::flag, None), Exit::BadInput);
        String::from_utf8(err).expect("text")
    }

    #[test]
    fn commands_of_another_game_are_refused() {
        let names: Vec<&str> = subcommands().iter().map(|command| command.name).collect();
        let declared: Vec<String> = subcommands().iter().map(|own| (own.declare)().get_name().to_owned()).collect();
        assert_eq!(names, declared);
        assert_eq!(
            names,
            [
                "cards",
                "lsp",
                "scenario",
                "perft",
                "tactics",
                "tune",
                "serve",
                "protocol-check",
                "bot",
                "export",
                "campaign",
                "policies"
            ]
        );
        assert!(refusal::<Millennials>("gauntlet cards show x").contains("millennials has no card files to look into"));
        assert!(refusal::<Millennials>("gauntlet perft x").contains("millennials has no positions in files"));
        assert!(refusal::<Magic>("gauntlet campaign").contains("magic has no runs of battles; try --game millennials"));
        assert!(refusal::<Magic>("gauntlet policies").contains("the effects of magic resolve in one order only"));
    }
}
