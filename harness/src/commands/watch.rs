//! `gauntlet watch`: one game, told as it goes.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use gauntlet_core::{Game, Outcome, PerPlayer, Player, Reason, Seed};
use serde::Serialize;

use crate::commands::options::PlayArgs;
use crate::error::Error;
use crate::host::agents::Pilot;
use crate::host::recording::{Found, FoundKind, Header, Recorder};
use crate::host::{Host, Setup};
use crate::output::grid::Tone;
use crate::output::screen::{Exit, Screen};
use crate::output::shell::shell_line;
use crate::plan::files;
use crate::plan::schedule::{UnitSeeds, game_seeds, pairing_seed};
use crate::play::game::{Trace, play_game};
use crate::play::panics;
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
    let bout = Bout::<H>::prepare(args)?;
    if !args.json {
        screen.print(&bout.heading(args))?;
    }
    // A recorded game is played with just the cards of its decks, as it will be when it is replayed.
    let small = args.record.as_ref().map(|_| H::PARTS.lists.only(&bout.host, &bout.lists.concat())).transpose()?;
    let (mut printed, mut story) = (Ok(()), Vec::new());
    let mut tell = |line: String| {
        if args.json {
            story.push(line);
        } else if printed.is_ok() {
            let tone = if line.starts_with(' ') { Tone::Plain } else { Tone::Bold };
            printed = screen.print(&format!("{}\n", tone.paint(&line, screen.colour && !line.is_empty())));
        }
    };
    let (mut recorder, mut trace) = (Recorder::default(), Trace::default());
    let outcome = bout.play(args, small.as_ref(), &mut recorder, &mut trace, &mut tell);
    printed?;
    let mut remark = String::new();
    if let Some(file) = &args.record {
        let found = outcome.as_ref().err().map(|message| Found { kind: FoundKind::Panic, message: message.clone() });
        recorder.finish(bout.header(args), found).write(file)?;
        let words = ["gauntlet".to_owned(), "replay".to_owned(), file.display().to_string()];
        remark = format!("The game is recorded; play it again with: {}\n", shell_line(&words));
    }
    let exit = if outcome.is_ok() { Exit::Ok } else { Exit::Problems };
    if args.json {
        screen.print_json(&bout.told(args, outcome, trace, story))?;
        return Ok(exit);
    }
    screen.print(&match outcome {
        Ok(outcome) => {
            let ending = ending(outcome, bout.by_seat(), trace);
            format!("\n{ending} The agents made {} choices.\n{remark}", trace.decisions)
        }
        Err(message) => format!(
            "\nThe engine failed in turn {}, after {} choices: {message}\n{remark}",
            trace.turn, trace.decisions
        ),
    })?;
    Ok(exit)
}

/// The game that is told: who plays it with which decks, from which seeds.
struct Bout<H: Host> {
    host: H,
    pilots: PerSide<Pilot<H::Game>>,
    /// The numbers of the decks.
    decks: PerSide<usize>,
    /// What the sides are called.
    names: [String; 2],
    /// The side that takes the first turn.
    first: Side,
    seeds: UnitSeeds,
    /// The cards by seat.
    lists: [Vec<String>; 2],
}

impl<H: Host> Bout<H> {
    fn prepare(args: &WatchArgs) -> Result<Self, Error> {
        let files = files::distinct(vec![files::one::<H>(&args.a)?, files::one::<H>(&args.b)?]);
        let (a, b) = args.play.agents(H::DEFAULT_AGENT);
        let registry = H::agents();
        let pilots = PerSide([registry.resolve(a)?, registry.resolve(b)?]);
        let host = H::load(&files, &args.play.load)?;
        let decks = PerSide([0, files.len() - 1]);
        let deck = |side: Side| &host.decks()[decks[side]];
        let names = side_names([&deck(Side::A).name, &deck(Side::B).name]);
        let seed = pairing_seed(Seed::from_u64(args.play.seed), &deck(Side::A).cards, &deck(Side::B).cards);
        let seeds = game_seeds(seed, args.pair, args.match_game - 1);
        let first = Side::from(args.on_the_play);
        let lists = Player::BOTH.map(|player: Player| {
            let [own, other] = [player, player.opponent()].map(|player| decks[side_of(player, first)]);
            match is_sideboarded(args) {
                false => H::PARTS.lists.list(&host, own),
                true => H::PARTS.sideboards.list_after(&host, own, other, player == Player::FIRST),
            }
        });
        Ok(Bout { host, pilots, decks, names, first, seeds, lists })
    }

    fn side(&self, player: Player) -> Side {
        side_of(player, self.first)
    }

    /// What the players are called, by seat.
    fn by_seat(&self) -> [&str; 2] {
        Player::BOTH.map(|player| self.names[self.side(player) as usize].as_str())
    }

    fn heading(&self, args: &WatchArgs) -> String {
        format!(
            "{} ({}) against {} ({}); {} takes the first turn. Seed {}, pair {}.\n\n",
            self.names[0],
            self.pilots[Side::A].spec,
            self.names[1],
            self.pilots[Side::B].spec,
            self.by_seat()[0],
            args.play.seed,
            args.pair,
        )
    }

    /// The setup of the game, with a journal; that of the host with just these cards, if there is one.
    fn setup(&self, args: &WatchArgs, small: Option<&H>) -> Setup<H> {
        let (first, second) = (self.decks[self.first], self.decks[self.first.other()]);
        let limits = args.play.limits();
        match small {
            Some(small) => H::PARTS.lists.deal(small, &self.lists, limits, true, true),
            None if is_sideboarded(args) => H::PARTS.sideboards.setup_after(&self.host, first, second, limits, true),
            None => self.host.setup(first, second, limits, true),
        }
    }

    /// Plays the game and calls `tell` with each line of its story; the error is what the engine or an agent failed with.
    fn play(
        &self,
        args: &WatchArgs,
        small: Option<&H>,
        recorder: &mut Recorder,
        trace: &mut Trace,
        tell: &mut dyn FnMut(String),
    ) -> Result<Outcome, String> {
        let mut agents = PerSide::from_fn(|side| self.pilots[side].make());
        panics::catch(|| {
            let mut game = H::Game::new(&self.setup(args, small), self.seeds.game);
            let PerSide([a, b]) = &mut agents;
            let mut seated = match self.first {
                Side::A => PerPlayer([a.as_mut(), b.as_mut()]),
                Side::B => PerPlayer([b.as_mut(), a.as_mut()]),
            };
            let mut rngs = PerPlayer::from_fn(|player| self.seeds.agents[player].rng());
            let (mut told, mut lines) = (0, Vec::new());
            let mut go_on = |game: &H::Game, next| {
                H::tell(game, next, self.by_seat(), &mut told, &mut lines);
                lines.drain(..).for_each(&mut *tell);
            };
            let before = |game: &H::Game, player, action| {
                go_on(game, Some((player, action)));
                if args.record.is_some() {
                    recorder.before(game, player, action);
                }
            };
            let (mut legal, limits) = (Vec::new(), args.play.limits());
            let outcome = play_game(&mut game, &mut seated, &mut rngs, &mut legal, limits, trace, before);
            go_on(&game, None);
            recorder.arrived(&game);
            outcome
        })
    }

    fn header(&self, args: &WatchArgs) -> Header {
        Header::new(&self.host, self.by_seat(), &self.lists, self.seeds.game, args.play.limits(), true)
    }

    fn told(&self, args: &WatchArgs, outcome: Result<Outcome, String>, trace: Trace, story: Vec<String>) -> Told {
        let winner = outcome.as_ref().ok().and_then(|outcome| outcome.winner);
        Told {
            decks: self.names.clone(),
            agents: Side::BOTH.map(|side| self.pilots[side].spec.clone()),
            first: self.by_seat()[0].to_owned(),
            seed: args.play.seed,
            pair: args.pair,
            game: args.match_game,
            winner: winner.map(|player| self.names[self.side(player) as usize].clone()),
            reason: outcome.as_ref().map_or(Reason::EngineError, |outcome| outcome.reason),
            message: outcome.err(),
            turns: trace.turn,
            decisions: trace.decisions,
            story,
        }
    }
}

/// The side that sits in a seat, where `first` takes the first turn.
fn side_of(player: Player, first: Side) -> Side {
    if player == Player::FIRST { first } else { first.other() }
}

/// Returns whether the game is played after sideboarding: all games of a match but the first.
fn is_sideboarded(args: &WatchArgs) -> bool {
    args.match_game > 1
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

/// Who won when, and why.
fn ending(outcome: Outcome, names: [&str; 2], trace: Trace) -> String {
    let Some(winner) = outcome.winner else {
        let why = match outcome.reason {
            Reason::TurnLimit => "that is the limit",
            Reason::ActionLimit => "the limit of choices is reached",
            Reason::DrawByRule => "nobody can win any more",
            _ => "both have the same result",
        };
        return format!("A draw in turn {}: {why}.", trace.turn);
    };
    let (winner, loser) = (names[winner.index()], names[winner.opponent().index()]);
    let why = match outcome.reason {
        Reason::Life => format!("{loser} has no life left"),
        Reason::Decked => format!("{loser} must draw and has no cards left"),
        Reason::Poison => format!("{loser} is poisoned"),
        Reason::Effect => "a card says so".to_owned(),
        Reason::Concession => format!("{loser} concedes"),
        Reason::Score => "by the score".to_owned(),
        other => other.name().replace('_', " "),
    };
    format!("{winner} wins in turn {}: {why}.", trace.turn)
}

/// Two names that can be told apart.
fn side_names(names: [&str; 2]) -> [String; 2] {
    match names {
        [a, b] if a == b => [format!("{a} (A)"), format!("{b} (B)")],
        names => names.map(str::to_owned),
    }
}
