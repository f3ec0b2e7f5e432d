//! `gauntlet honesty`: does an agent choose by what its player can't know?

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::Args;
use gauntlet_core::Seed;
use serde::Serialize;

use crate::check::honesty::{Suspect, Trial, run};
use crate::error::Error;
use crate::host::Host;
use crate::host::options::{Limits, LoadArgs, from_one, from_zero, whole};
use crate::output::file::json;
use crate::output::progress::Progress;
use crate::output::screen::{Exit, Screen};
use crate::output::shell::shell_line;
use crate::plan::files;
use crate::play::threads::Threads;
use crate::store::knows::Knows;

/// Games with a difference that are recorded; all are counted.
const RECORDED: usize = 5;

/// Whom to test, and with which decks.
#[derive(Args, Clone, Debug)]
pub struct HonestyArgs {
    /// The agent, which plays both sides. oracle:AGENT sees everything: a control that must be found out, and plays nowhere else.
    #[arg(value_name = "SPEC")]
    pub agent: String,
    /// The directory that has the decks.
    #[arg(long, value_name = "DIR", default_value = "decks")]
    pub decks: PathBuf,
    /// How many decisions, rounded up to whole games.
    #[arg(long, value_name = "N", default_value = "10000", value_parser = from_one::<NonZeroU64>, allow_negative_numbers = true)]
    pub decisions: NonZeroU64,
    /// The number that pairings, shuffles, choices and worlds derive from; the same number gives the same games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole, allow_negative_numbers = true)]
    pub seed: u64,
    /// The number of the first game: to play one of a run again.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = from_zero::<u64>, allow_negative_numbers = true)]
    pub first: u64,
    /// What decks are made of.
    #[command(flatten)]
    pub load: LoadArgs,
    /// How many threads.
    #[command(flatten)]
    pub threads: Threads,
    /// Where recordings of differences go [default: results/honesty-SEED].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write a JSON object instead of a report.
    #[arg(long)]
    pub json: bool,
    /// No progress bar, no remarks.
    #[arg(long, short)]
    pub quiet: bool,
}

/// What is wrong at a decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Difference {
    /// The number of the game.
    pub game: u64,
    /// How many choices were made in it before.
    pub choices: usize,
    /// What is not the same.
    pub what: String,
    /// The recording of the game as far as that choice, if there is one.
    pub file: Option<PathBuf>,
    /// The command that shows it.
    pub reproduce: String,
}

/// What a run of the command has to tell.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Output {
    /// The agent.
    pub agent: String,
    /// The number that everything derives from.
    pub seed: u64,
    /// How many decks were played with.
    pub decks: usize,
    /// What agents were told of the other's deck, if it wasn't its list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub knows: Option<Knows>,
    /// How many games.
    pub games: u64,
    /// How many decisions in them, each with a twin.
    pub decisions: u64,
    /// In how many something was not the same.
    pub differing: u64,
    /// In how many games the agent or the engine failed.
    pub failed_games: u64,
    /// The first difference of each game that has one, and what games failed with.
    pub differences: Vec<Difference>,
}

/// `gauntlet honesty`.
///
/// # Errors
/// If there is no such agent, decks can't be read or played, or files can't be written.
pub fn honesty<H: Host>(
    args: &HonestyArgs,
    screen: &mut Screen<'_>,
    stop: impl FnOnce() -> &'static AtomicBool,
) -> Result<Exit, Error> {
    let suspect = Suspect::new::<H>(&args.agent)?;
    let decks = files::in_directory::<H>(&args.decks)?;
    let (host, left_out) = H::load_playable(&decks, args.load.skip.needed(0, decks.len()), &args.load)?;
    files::tell_left_out(&left_out, decks.len(), screen, args.quiet);
    files::tell_below::<H>(&args.decks, screen, args.quiet);
    let limits = Limits::default();
    let trial = Trial { host: &host, suspect: &suspect, seed: Seed::from_u64(args.seed), limits };
    let wanted = args.decisions.get();
    let progress = Progress::counting("decisions", wanted, screen.live && !args.quiet);
    let stop = stop();
    let games = run(&trial, (args.first, wanted), args.threads.count(), stop, &progress);
    progress.clear();
    let games = games?;

    let mut differences = Vec::new();
    for (number, played) in &games {
        let what = match (&played.first, &played.failed) {
            (Some((_, what)), _) => what.clone(),
            (None, Some(message)) => format!("the agent or the engine failed: {message}"),
            (None, None) => continue,
        };
        let choices = played.first.as_ref().map_or(played.choices.len(), |(count, _)| count - 1);
        let recording = if differences.len() < RECORDED { trial.record(*number, played) } else { None };
        let folder = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("results/honesty-{}", args.seed)));
        let file = folder.join(format!("{number}.replay.jsonl"));
        let reproduce = match &recording {
            Some(recording) => {
                recording.write(&file)?;
                shell_line(&["gauntlet".into(), "replay".into(), file.display().to_string()])
            }
            None => command(args, *number),
        };
        let file = recording.map(|_| file);
        differences.push(Difference { game: *number, choices, what, file, reproduce });
    }
    let output = Output {
        agent: suspect.spec(),
        seed: args.seed,
        decks: host.decks().len(),
        knows: Knows::of(&host),
        games: games.len() as u64,
        decisions: games.values().map(|played| played.decisions).sum(),
        differing: games.values().map(|played| played.differing).sum(),
        failed_games: games.values().filter(|played| played.failed.is_some()).count() as u64,
        differences,
    };
    screen.print(&if args.json { String::from_utf8_lossy(&json(&output)?).into_owned() } else { report(&output) })?;
    if output.decisions < wanted {
        screen.remark(&format!("interrupted after {} of {wanted} decisions", output.decisions));
        return Ok(Exit::Interrupted);
    }
    Ok(if output.differences.is_empty() { Exit::Ok } else { Exit::Problems })
}

/// The command that plays one game of a run again.
fn command(args: &HonestyArgs, number: u64) -> String {
    let mut words: Vec<String> = ["gauntlet", "honesty"].map(String::from).into();
    words.extend([args.agent.clone(), "--decks".into(), args.decks.display().to_string()]);
    words.extend(["--seed".into(), args.seed.to_string(), "--first".into(), number.to_string()]);
    words.extend(["--decisions".into(), "1".into()]);
    words.extend(args.load.words());
    shell_line(&words)
}

fn report(output: &Output) -> String {
    let Output { agent, games, decisions, decks, .. } = output;
    let mut text = format!("{agent}: {decisions} decisions in {games} games with {decks} decks\n");
    if let Some(knows) = &output.knows {
        text += &format!("{}\n", knows.sentence());
    }
    if output.differences.is_empty() {
        text += "At each of them a twin that was dealt other hidden cards saw the same, and chose the same.\n";
        return text;
    }
    text += &format!(
        "It doesn't choose by what its player knows alone: {} decisions in {} games differ.\n",
        output.differing,
        output.differences.len()
    );
    if output.failed_games > 0 {
        text += &format!("{} games failed.\n", output.failed_games);
    }
    for difference in output.differences.iter().take(RECORDED) {
        text += &format!(
            "\nGame {}, after {} choices: {}\n  {}\n",
            difference.game, difference.choices, difference.what, difference.reproduce
        );
    }
    if let more @ 1.. = output.differences.len().saturating_sub(RECORDED) {
        text += &format!("\n… and {more} more games; --json has them\n");
    }
    text
}
