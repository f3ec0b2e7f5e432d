//! The games that the `gauntlet` command plays: which one is meant, and handing over to it.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use gauntlet_core::suggest;
use serde::Deserialize;

use crate::bench::CountAllocations;
use crate::cli::{Cli, Command};
use crate::commands::dispatch;
use crate::host::Host;
use crate::interrupt;
use crate::magic::Magic;
use crate::millennials::Millennials;
use crate::screen::{Exit, Screen, shown};
use crate::threads;

/// The whole program: reads the process's arguments and returns its exit code.
pub fn main(allocations: Option<CountAllocations>) -> ExitCode {
    threads::with_stack(|| run(allocations)).unwrap_or_else(|_| run(allocations))
}

fn run(allocations: Option<CountAllocations>) -> ExitCode {
    let (mut out, mut err) = (io::stdout(), io::stderr());
    let mut screen = Screen::standard(&mut out, &mut err);
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let run = match meant(&arguments).as_deref() {
        Some(Millennials::NAME) => dispatch::<Millennials>,
        Some(other) if other != Magic::NAME && spelled(&arguments).is_some() => {
            let known = [Magic::NAME, Millennials::NAME];
            let near = suggest::nearest(other, known).map_or(String::new(), |near| format!(", did you mean '{near}'?"));
            let name = shown(other);
            screen.remark(&format!("error: there is no game '{name}'{near} (the games are {})", suggest::list(&known)));
            return ExitCode::from(Exit::BadInput as u8);
        }
        // What a file says of a game that isn't here is told with the file's name.
        _ => dispatch::<Magic>,
    };
    ExitCode::from(run(arguments, &mut screen, interrupt::flag, allocations) as u8)
}

/// The game that the arguments name, or that the files are of which they name.
pub fn meant(arguments: &[OsString]) -> Option<String> {
    let Ok(cli) = Cli::try_parse_from(arguments) else { return spelled(arguments) };
    if cli.game.is_some() {
        return cli.game;
    }
    /// Both `run.json` and the header of a recording say it so.
    #[derive(Deserialize)]
    struct Game {
        game: Option<String>,
    }
    let of_run = |dir: &Path| serde_json::from_slice::<Game>(&fs::read(dir.join("run.json")).ok()?).ok()?.game;
    match &cli.command {
        Command::Resume(args) => of_run(&args.dir),
        Command::Merge(args) => of_run(args.dirs.first()?),
        Command::Run { experiment, .. } => toml::from_str::<Game>(&fs::read_to_string(experiment).ok()?).ok()?.game,
        Command::Replay(args) => {
            let mut line = String::new();
            BufReader::new(fs::File::open(&args.file).ok()?).read_line(&mut line).ok()?;
            serde_json::from_str::<Game>(&line).ok()?.game
        }
        // What only this game has.
        Command::Policies(_) | Command::Campaign(_) => Some(Millennials::NAME.to_owned()),
        _ => None,
    }
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
        meant(&line.split(' ').map(OsString::from).collect::<Vec<_>>())
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
}
