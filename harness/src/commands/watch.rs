//! `gauntlet watch`: one game, told as it goes.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use gauntlet_core::{Outcome, Reason};
use serde::Serialize;

use crate::commands::bout::{Bout, Witnesses};
use crate::commands::options::PlayArgs;
use crate::error::Error;
use crate::host::Host;
use crate::host::recording::{Found, FoundKind, Recorder};
use crate::output::grid::Tone;
use crate::output::screen::{Exit, Screen};
use crate::output::shell::shell_line;
use crate::plan::again::Again;
use crate::plan::files;
use crate::play::game::Trace;
use crate::show::film::Film;
use crate::stats::tally::{PerSide, Side};

/// Which game to tell.
#[derive(Args, Clone, Debug)]
pub struct WatchArgs {
    /// The first deck: a file, or the name of a deck in decks/.
    pub a: PathBuf,
    /// The second deck.
    pub b: PathBuf,
    /// Who plays.
    #[command(flatten)]
    pub play: PlayArgs,
    /// Which pair of games of the seed, from 0.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub pair: u64,
    /// Which game of a match, from 1: all but the first are played after sideboarding.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=9))]
    pub match_game: u8,
    /// Who takes the first turn.
    #[arg(long, value_name = "WHO", value_enum, default_value_t = First::A)]
    pub on_the_play: First,
    /// Write the game to a file that 'gauntlet replay' plays again.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Write the game to a page for a browser, in which it can be watched step by step.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write a JSON object to the standard output instead of telling the game.
    #[arg(long)]
    pub json: bool,
}

/// Who takes the first turn in a single game.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum First {
    /// The first deck.
    A,
    /// The second deck.
    B,
}

impl From<First> for Side {
    fn from(first: First) -> Side {
        match first {
            First::A => Side::A,
            First::B => Side::B,
        }
    }
}

/// Plays the game that a run with this seed plays as this pair, and prints its story.
///
/// # Errors
/// If decks or agents can't be loaded, or the output can't be written.
pub fn watch<H: Host>(args: &WatchArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let files = files::distinct(vec![files::one::<H>(&args.a)?, files::one::<H>(&args.b)?]);
    let (a, b) = args.play.agents(H::DEFAULT_AGENT);
    let registry = H::agents();
    let pilots = PerSide([registry.resolve(a)?, registry.resolve(b)?]);
    let host = H::load(&files, &args.play.load)?;
    let decks = PerSide([0, files.len() - 1]);
    let PerSide([one, other]) = &pilots;
    let bout = Bout::new(&host, decks, PerSide([one, other]), args.game());
    if !args.json {
        screen.print(&heading(&bout, args))?;
    }
    // A recorded game is played with just the cards of its decks, as it will be when it is replayed.
    let small = args.record.as_ref().map(|_| H::PARTS.lists.only(&host, &bout.lists.concat())).transpose()?;
    let (mut printed, mut story) = (Ok(()), Vec::new());
    let mut tell = |line: String| {
        if args.json {
            story.push(line);
        } else if printed.is_ok() {
            let tone = if line.starts_with(' ') { Tone::Plain } else { Tone::Bold };
            printed = screen.print(&format!("{}\n", tone.paint(&line, screen.colour && !line.is_empty())));
        }
    };
    let mut recorder = args.record.as_ref().map(|_| Recorder::default());
    let mut film = args.html.as_ref().map(|_| Film::<H>::new(bout.by_seat()));
    let mut trace = Trace::default();
    let witnesses = Witnesses { recorder: recorder.as_mut(), film: film.as_mut(), tell: &mut tell };
    let outcome = bout.play(small.as_ref(), &mut trace, witnesses);
    printed?;
    let mut remark = String::new();
    if let (Some(file), Some(recorder)) = (&args.record, recorder) {
        let found = outcome.as_ref().err().map(|message| Found { kind: FoundKind::Panic, message: message.clone() });
        recorder.finish(bout.header(), found).write(file)?;
        let words = ["gauntlet".to_owned(), "replay".to_owned(), file.display().to_string()];
        remark = format!("The game is recorded; play it again with: {}\n", shell_line(&words));
    }
    if let (Some(file), Some(film)) = (&args.html, film) {
        film.write(&bout.caption(&outcome, trace, &args.play.load), file)?;
        remark += &format!("To watch it in a browser, open {}\n", file.display());
    }
    let exit = if outcome.is_ok() { Exit::Ok } else { Exit::Problems };
    if args.json {
        screen.print_json(&told(&bout, args, outcome, trace, story))?;
        return Ok(exit);
    }
    let result = bout.result(&outcome, trace);
    screen.print(&match outcome {
        Ok(_) => format!("\n{result} The agents made {} choices.\n{remark}", trace.decisions),
        Err(_) => format!("\n{result}\n{remark}"),
    })?;
    Ok(exit)
}

impl WatchArgs {
    fn game(&self) -> Again {
        Again {
            seed: self.play.seed,
            pair: self.pair,
            game: (self.match_game > 1).then_some(self.match_game),
            first: Side::from(self.on_the_play),
            limits: self.play.limits(),
        }
    }
}

fn heading<H: Host>(bout: &Bout<'_, H>, args: &WatchArgs) -> String {
    let agents = bout.agents();
    format!(
        "{} ({}) against {} ({}); {} takes the first turn. Seed {}, pair {}.\n\n",
        bout.names[0],
        agents[Side::A],
        bout.names[1],
        agents[Side::B],
        bout.by_seat()[0],
        args.play.seed,
        args.pair,
    )
}

fn told<H: Host>(
    bout: &Bout<'_, H>,
    args: &WatchArgs,
    outcome: Result<Outcome, String>,
    trace: Trace,
    story: Vec<String>,
) -> Told {
    let winner = outcome.as_ref().ok().and_then(|outcome| outcome.winner);
    Told {
        decks: bout.names.clone(),
        agents: bout.agents().0.map(str::to_owned),
        first: bout.by_seat()[0].to_owned(),
        seed: args.play.seed,
        pair: args.pair,
        game: args.match_game,
        winner: winner.map(|player| bout.names[bout.side(player) as usize].clone()),
        reason: outcome.as_ref().map_or(Reason::EngineError, |outcome| outcome.reason),
        message: outcome.err(),
        turns: trace.turn,
        decisions: trace.decisions,
        story,
    }
}

/// A game as `--json` has it.
#[derive(Serialize)]
struct Told {
    decks: [String; 2],
    agents: [String; 2],
    first: String,
    seed: u64,
    pair: u64,
    game: u8,
    /// None is a draw, or a game that failed.
    winner: Option<String>,
    reason: Reason,
    /// Why the engine failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    turns: u32,
    decisions: u64,
    story: Vec<String>,
}
