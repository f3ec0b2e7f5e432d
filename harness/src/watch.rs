//! `gauntlet watch`: one game, told as it goes.

use gauntlet_core::{Game, Outcome, PerPlayer, Player, Reason, Seed};

use serde::Serialize;

use crate::cli::WatchArgs;
use crate::error::Error;
use crate::files;
use crate::grid::Tone;
use crate::host::Host;
use crate::panics;
use crate::play::{Trace, play_game};
use crate::replay::{Found, FoundKind, Header, Recorder};
use crate::results::{json, shell_line};
use crate::schedule::{game_seeds, pairing_seed};
use crate::screen::{Exit, Screen};
use crate::tally::{PerSide, Side};

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
    let deck = PerSide([0, files.len() - 1]);
    let decks = host.decks();
    let first = Side::from(args.on_the_play);
    let side = |player| if player == Player::FIRST { first } else { first.other() };

    let names = side_names([&decks[deck[Side::A]].name, &decks[deck[Side::B]].name]);
    let by_seat = Player::BOTH.map(|player| names[side(player) as usize].as_str());
    if !args.json {
        screen.print(&format!(
            "{} ({}) against {} ({}); {} takes the first turn. Seed {}, pair {}.\n\n",
            names[0],
            pilots[Side::A].spec,
            names[1],
            pilots[Side::B].spec,
            by_seat[0],
            args.play.seed,
            args.pair,
        ))?;
    }

    let seed = pairing_seed(Seed::from_u64(args.play.seed), &decks[deck[Side::A]].cards, &decks[deck[Side::B]].cards);
    let seeds = game_seeds(seed, args.pair, args.match_game - 1);
    let mut agents = PerSide::from_fn(|side| pilots[side].make());
    let mut trace = Trace::default();
    let mut printed = Ok(());
    let mut story = Vec::new();
    let mut recorder = Recorder::default();
    // A recorded game is played with just the cards of its decks, as it will be when it is replayed.
    let sideboarded = args.match_game > 1;
    let lists = Player::BOTH.map(|player: Player| match sideboarded {
        false => host.list(deck[side(player)]),
        true => host.list_after(deck[side(player)], deck[side(player.opponent())], player == Player::FIRST),
    });
    let recorded = args.record.as_ref().map(|_| host.only(&lists.concat())).transpose()?;
    let outcome = panics::catch(|| {
        let setup = match &recorded {
            Some(small) => small.deal(&lists, args.play.limits(), true, true),
            None if sideboarded => host.setup_after(deck[first], deck[first.other()], args.play.limits(), true),
            None => host.setup(deck[first], deck[first.other()], args.play.limits(), true),
        };
        let mut game = H::Game::new(&setup, seeds.game);
        let PerSide([a, b]) = &mut agents;
        let mut seated = match first {
            Side::A => PerPlayer([a.as_mut(), b.as_mut()]),
            Side::B => PerPlayer([b.as_mut(), a.as_mut()]),
        };
        let mut rngs = PerPlayer::from_fn(|player| seeds.agents[player].rng());
        let (mut told, mut lines) = (0, Vec::new());
        let mut tell = |game: &H::Game, next| {
            H::tell(game, next, by_seat, &mut told, &mut lines);
            for line in lines.drain(..) {
                if args.json {
                    story.push(line);
                } else if printed.is_ok() {
                    let tone = if line.starts_with(' ') { Tone::Plain } else { Tone::Bold };
                    printed = screen.print(&format!("{}\n", tone.paint(&line, screen.colour && !line.is_empty())));
                }
            }
        };
        let (mut legal, limits) = (Vec::new(), args.play.limits());
        let recording = args.record.is_some();
        let before = |game: &H::Game, player, action| {
            tell(game, Some((player, action)));
            if recording {
                recorder.before(game, player, action);
            }
        };
        let outcome = play_game(&mut game, &mut seated, &mut rngs, &mut legal, limits, &mut trace, before);
        tell(&game, None);
        recorder.arrived(&game);
        outcome
    });
    printed?;
    let mut remark = String::new();
    if let Some(file) = &args.record {
        let header = Header::new(&host, by_seat, &lists, seeds.game, args.play.limits(), true);
        let found = outcome.as_ref().err().map(|message| Found { kind: FoundKind::Panic, message: message.clone() });
        recorder.finish(header, found).write(file)?;
        let words = ["gauntlet".to_owned(), "replay".to_owned(), file.display().to_string()];
        remark = format!("The game is recorded; play it again with: {}\n", shell_line(&words));
    }
    if args.json {
        let exit = if outcome.is_ok() { Exit::Ok } else { Exit::Problems };
        let winner =
            outcome.as_ref().ok().and_then(|outcome| outcome.winner).map(|player| names[side(player) as usize].clone());
        let reason = outcome.as_ref().map_or(Reason::EngineError, |outcome| outcome.reason);
        let told = Told {
            decks: names.clone(),
            agents: Side::BOTH.map(|side| pilots[side].spec.clone()),
            first: by_seat[0].to_owned(),
            seed: args.play.seed,
            pair: args.pair,
            game: args.match_game,
            winner,
            reason,
            message: outcome.err(),
            turns: trace.turn,
            decisions: trace.decisions,
            story,
        };
        screen.print(&String::from_utf8_lossy(&json(&told)?))?;
        return Ok(exit);
    }
    match outcome {
        Ok(outcome) => {
            let ending = ending(outcome, by_seat, trace);
            screen.print(&format!("\n{ending} The agents made {} choices.\n{remark}", trace.decisions))?;
            Ok(Exit::Ok)
        }
        Err(message) => {
            screen.print(&format!(
                "\nThe engine failed in turn {}, after {} choices: {message}\n{remark}",
                trace.turn, trace.decisions
            ))?;
            Ok(Exit::Problems)
        }
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
