//! `gauntlet watch`: one game, told as it goes.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use gauntlet_core::{Outcome, Reason};
use serde::Serialize;

use crate::commands::bout::{Bout, Played, Stop};
use crate::commands::onward;
use crate::commands::options::PlayArgs;
use crate::commands::telling::{Ending, Telling};
use crate::error::Error;
use crate::host::Host;
use crate::host::options::{LoadArgs, from_zero};
use crate::host::recording::Recording;
use crate::output::file::check_page;
use crate::output::screen::{Exit, Screen};
use crate::plan::again::Again;
use crate::plan::files;
use crate::play::game::Trace;
use crate::show::film::Caption;
use crate::stats::tally::{PerSide, Side};
use crate::store::knows::Knows;

/// Which game to tell.
#[derive(Args, Clone, Debug)]
pub struct WatchArgs {
    /// The first deck: a file, or the name of a deck in decks/.
    #[arg(required_unless_present = "from")]
    pub a: Option<PathBuf>,
    /// The second deck.
    #[arg(required_unless_present = "from")]
    pub b: Option<PathBuf>,
    /// Go on with the game in this file, where it stops: with the agents that played it, or others that are named.
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "a", "b", "pair", "match_game", "on_the_play", "cards", "min_cards", "manual_mana", "knows", "field_of", "policy", "mode", "priority", "generator", "locations",
        "max_turns", "max_actions",
    ])]
    pub from: Option<PathBuf>,
    /// Who plays.
    #[command(flatten)]
    pub play: PlayArgs,
    /// Which pair of games of the seed, from 0.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = from_zero::<u64>, allow_negative_numbers = true)]
    pub pair: u64,
    /// Which game of a match, from 1: all but the first are played after sideboarding.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=5))]
    pub match_game: u8,
    /// Who takes the first turn.
    #[arg(long, value_name = "WHO", value_enum, default_value_t = First::A)]
    pub on_the_play: First,
    /// How far.
    #[command(flatten)]
    pub stop: Stop,
    /// Write the game, as far as it is played, to a file: 'gauntlet replay' plays it again, 'gauntlet view' shows where it stops, and --from goes on.
    #[arg(long, visible_alias = "save", value_name = "FILE")]
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

/// Plays the game that a run with this seed plays as this pair, or goes on with one, and prints its story.
///
/// # Errors
/// If decks, agents or the file can't be loaded, or the output can't be written.
pub fn watch<H: Host>(args: &WatchArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
    for (file, flag) in [(&args.html, "--html"), (&args.record, "--record")] {
        if file.as_ref().is_some_and(|file| file.as_os_str() == "-") {
            return Err(Error::input(format!("{flag} names a file; for one that is called '-', write ./-")));
        }
    }
    let record = args.record.as_ref();
    record.map_or(Ok(()), |file| Recording::check_place(file, "--record", args.from.as_deref()))?;
    args.html.as_ref().map_or(Ok(()), |file| check_page(file, "--html"))?;
    match (&args.a, &args.b, &args.from) {
        (_, _, Some(file)) => onward::go_on::<H>(args, file, screen),
        (Some(a), Some(b), None) => of_run::<H>(args, [a, b], screen),
        _ => Err(Error::input("name two decks, or a file with --from")),
    }
}

fn of_run<H: Host>(args: &WatchArgs, decks: [&Path; 2], screen: &mut Screen<'_>) -> Result<Exit, Error> {
    let files = files::distinct(vec![files::one::<H>(decks[0])?, files::one::<H>(decks[1])?]);
    let (a, b) = args.play.agents(H::DEFAULT_AGENT);
    let registry = H::agents();
    let pilots = PerSide([registry.resolve(a)?, registry.resolve(b)?]);
    let load = LoadArgs { matches: args.match_game > 1, ..args.play.deal.load.clone() };
    let host = H::load(&files, &load)?;
    files::tell_decks(&host, screen, args.json);
    let decks = PerSide([0, files.len() - 1]);
    let PerSide([one, other]) = &pilots;
    let bout = Bout::new(&host, decks, PerSide([one, other]), args.game());
    // A recorded game is played with just the cards of its decks, as it will be when it is replayed.
    let small = args.record.as_ref().map(|_| bout.small()).transpose()?;
    let mut telling = Telling::<H>::new(args, bout.by_seat());
    let mut trace = Trace::default();
    let mut heading = heading(&bout, args);
    if let Some(knows) = Knows::of(&host) {
        heading += &format!("{}\n\n", knows.sentence());
    }
    let played =
        telling.hear(screen, &heading, 0, |witnesses| bout.play(small.as_ref(), args.stop, &mut trace, witnesses))?;
    let is_stopped = played.outcome.as_ref().is_ok_and(|outcome| args.stop.ended(bout.game.limits, *outcome));
    let caption = bout.caption(&played, trace, &args.play.deal.load);
    let result = if is_stopped { stopped(&played.outcome, trace) } else { caption.result };
    let told = Told {
        decks: bout.names.clone(),
        agents: bout.agents().0.map(str::to_owned),
        seed: Some(args.play.deal.seed),
        pair: Some(args.pair),
        game: Some(args.match_game),
        ..Told::ended(bout.by_seat(), &played, trace, is_stopped)
    };
    if !is_stopped && let Some(missed) = args.stop.missed(trace) {
        screen.remark(&missed);
    }
    let ending =
        Ending { header: bout.header(small.as_ref()), caption: Caption { result, ..caption }, played, trace, told };
    telling.finish(ending, screen)
}

/// The sentence for a game that was played no further.
pub(super) fn stopped(outcome: &Result<Outcome, String>, trace: Trace) -> String {
    let Trace { turn, decisions } = trace;
    match outcome {
        // The turn that isn't played doesn't count.
        Ok(Outcome { reason: Reason::TurnLimit, .. }) => {
            format!("Stopped where turn {} begins, after {decisions} choices.", turn + 1)
        }
        _ => format!("Stopped in turn {turn}, after {decisions} choices."),
    }
}

impl WatchArgs {
    fn game(&self) -> Again {
        Again {
            seed: self.play.deal.seed,
            pair: self.pair,
            game: (self.match_game > 1).then_some(self.match_game),
            first: Side::from(self.on_the_play),
            limits: self.play.deal.limits(),
        }
    }
}

fn heading<H: Host>(bout: &Bout<'_, H>, args: &WatchArgs) -> String {
    let agents = bout.agents();
    format!(
        "{} ({}) against {} ({}); {} takes the first turn. Seed {}, pair {}{}.\n\n",
        bout.names[0],
        agents[Side::A],
        bout.names[1],
        agents[Side::B],
        bout.by_seat()[0],
        args.play.deal.seed,
        args.pair,
        match args.match_game {
            1 => String::new(),
            game => format!(", game {game} of a match, after sideboarding"),
        },
    )
}

/// A game as `--json` has it.
#[derive(Serialize)]
pub(super) struct Told {
    pub(super) decks: [String; 2],
    pub(super) agents: [String; 2],
    pub(super) first: String,
    /// The file that it goes on from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pair: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) game: Option<u8>,
    /// None is a draw, or a game that failed.
    pub(super) winner: Option<String>,
    pub(super) reason: Reason,
    /// Whether it was to be played no further.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) stopped: bool,
    /// Why the engine failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) message: Option<String>,
    /// What an agent did wrong that forfeited the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fault: Option<String>,
    pub(super) turns: u32,
    pub(super) decisions: u64,
    pub(super) story: Vec<String>,
}

impl Told {
    /// A game between players of these names, by seat, that ended like this; which game it is isn't said.
    pub(super) fn ended(names: [&str; 2], played: &Played, trace: Trace, stopped: bool) -> Told {
        let outcome = &played.outcome;
        let winner = outcome.as_ref().ok().and_then(|outcome| outcome.winner);
        Told {
            decks: names.map(str::to_owned),
            agents: Default::default(),
            first: names[0].to_owned(),
            from: None,
            seed: None,
            pair: None,
            game: None,
            winner: winner.map(|player| names[player.index()].to_owned()),
            reason: outcome.as_ref().map_or(Reason::EngineError, |outcome| outcome.reason),
            stopped,
            message: outcome.as_ref().err().cloned(),
            fault: played.what_was_wrong().map(str::to_owned),
            turns: trace.turn,
            decisions: trace.decisions,
            story: Vec::new(),
        }
    }
}
