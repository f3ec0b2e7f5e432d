//! Recordings of the games of a run that failed in the engine or reached a limit: what `gauntlet replay` plays again.

use std::path::Path;

use gauntlet_core::{Game, PerPlayer, Player, Reason};

use crate::check::replay;
use crate::error::Error;
use crate::host::Host;
use crate::host::recording::{Found, FoundKind, Header, Recorder, Recording, Seated};
use crate::plan::experiment::Experiment;
use crate::plan::schedule::game_seeds;
use crate::play::chunk::Failure;
use crate::play::game::{Trace, play_game};
use crate::play::players::Players;
use crate::play::run::Run;
use crate::play::seating::meeting;
use crate::play::{panics, threads};
use crate::stats::tally::{PerSide, Side};

/// How many games of a run that failed in the engine are recorded, and how many that reached a limit, which are long; all are listed.
pub const RECORDED: [usize; 2] = [20, 5];

/// The folder of the recordings in that of the run.
const FOLDER: &str = "errors";

/// That games of a run are about to be recorded, which takes a while if they are long; none if there are none.
pub fn remark(run: &Run) -> Option<String> {
    let [failed, unfinished] = RECORDED;
    let games = match run.failures.len().min(failed) + run.unfinished.len().min(unfinished) {
        0 => return None,
        1 => "1 game".to_owned(),
        many => format!("{many} games"),
    };
    Some(format!(
        "playing {games} again that failed or reached a limit, to record them; games that reached a limit are long"
    ))
}

/// Records the first `most` games into the folder of the run, under names that begin with `prefix`; for each that could be reproduced its
/// file there.
///
/// # Errors
/// If a file can't be written.
pub fn record_all<'f, H: Host>(
    host: &H,
    experiment: &Experiment<H::Game>,
    failures: impl Iterator<Item = &'f Failure>,
    folder: &Path,
    prefix: &str,
    most: usize,
) -> Result<Vec<Option<String>>, Error> {
    let failures: Vec<&Failure> = failures.collect();
    // Agents are asked again, and they may recurse without end.
    let recordings = threads::with_stack(|| {
        failures.iter().take(most).map(|failure| record(host, experiment, failure)).collect::<Vec<_>>()
    });
    let recordings = recordings.map_err(|cause| Error::input(format!("can't start a thread: {cause}")))?;
    let mut files = Vec::new();
    for (number, recording) in (1..=failures.len()).zip(recordings.into_iter().chain(std::iter::repeat(None))) {
        let file = format!("{FOLDER}/{prefix}{number}.replay.jsonl");
        files.push(match recording {
            Some(recording) => {
                recording.write(&folder.join(&file))?;
                Some(file)
            }
            None => None,
        });
    }
    Ok(files)
}

/// Plays a game again that failed or reached a limit, with just the cards of its decks, as it will be when it is replayed. `None` if it doesn't end
/// so, or the game can't be recorded.
fn record<H: Host>(host: &H, experiment: &Experiment<H::Game>, failure: &Failure) -> Option<Recording> {
    let pairing = &experiment.pairings[failure.unit.pairing];
    let seeds = game_seeds(experiment.pairing_seed(pairing), failure.unit.index, failure.game);
    let side = |player| if player == Player::FIRST { failure.first } else { failure.first.other() };
    let deck = |player| pairing.entrant(side(player)).deck;
    let lists = Player::BOTH.map(|player: Player| match failure.game {
        0 => H::PARTS.lists.list(host, deck(player)),
        _ => H::PARTS.sideboards.list_after(host, deck(player), deck(player.opponent()), player == Player::FIRST),
    });
    if lists.iter().any(Vec::is_empty) {
        return None;
    }
    let small = match failure.game {
        0 => H::PARTS.lists.only(host, &lists.concat()),
        _ => H::PARTS.sideboards.only_after(host, deck(Player::FIRST), deck(Player::SECOND)),
    };
    let small = small.ok()?;
    let limits = experiment.options.limits;
    let mut agents = PerSide::from_fn(|side| experiment.pilot(pairing.entrant(side)).make());
    let (mut recorder, mut trace) = (Recorder::default(), Trace::default());
    let failed = panics::catch(|| {
        let mut game = H::Game::new(&H::PARTS.lists.deal(&small, &lists, limits, true, false), seeds.game);
        // Where it began is known of a game, too, in which the first choice failed.
        recorder.arrived(&game);
        let PerSide([a, b]) = &mut agents;
        let mut seated = match failure.first {
            Side::A => PerPlayer([a.as_mut(), b.as_mut()]),
            Side::B => PerPlayer([b.as_mut(), a.as_mut()]),
        };
        for player in Player::BOTH {
            let (own, other) = (side(player), side(player.opponent()));
            let names = [own, other].map(|side| host.decks()[pairing.entrant(side).deck].name.as_str());
            let opponent = experiment.pilot(pairing.entrant(other)).called();
            // Of a later game of a match it isn't kept who began it: that is told by the first game alone.
            seated[player].meet(meeting(own, names, opponent, failure.first, true));
        }
        let mut rngs = PerPlayer::from_fn(|player| seeds.agents[player].rng());
        let before = |game: &H::Game, player, action| recorder.before(game, player, action);
        let outcome = play_game(&mut game, &mut seated, &mut rngs, &mut Vec::new(), limits, &mut trace, before);
        recorder.arrived(&game);
        outcome.reason
    });
    let found = match (failed, failure.reason) {
        (Err(message), Reason::EngineError) => Some(Found { kind: FoundKind::Panic, message }),
        (Ok(reason), expected) if reason == expected => None,
        _ => return None,
    };
    let names = Player::BOTH.map(|player| experiment.label(pairing.entrant(side(player))).to_owned());
    let header = Header::new(&small, [&names[0], &names[1]], &lists, seeds.game, limits, true);
    let recording = recorder.finish(header, found);
    let failed = |recording: &Recording| {
        recording.header.found.is_none()
            || replay::play(&small, recording, &lists, seeds.game, recording.steps.len()).found.is_some()
    };
    if failed(&recording) {
        return Some(recording);
    }
    // The choices alone don't show it: it is an agent that failed when it was asked for the next one.
    let seated = |player: Player| Seated {
        agent: experiment.pilot(pairing.entrant(side(player))).spec.clone(),
        seed: seeds.agents[player].to_hex(),
    };
    let agents = Player::BOTH.map(seated).to_vec();
    if Players::<H::Game>::of::<H>(&agents).is_none() {
        // Who replays it hasn't the agent; the choices lead to where it was asked.
        let found = recording.header.found.map(|found| Found { kind: FoundKind::Agent, ..found });
        return Some(Recording { header: Header { found, ..recording.header }, ..recording });
    }
    let header = Header { agents, ..recording.header };
    Some(Recording { header, ..recording }).filter(failed)
}
