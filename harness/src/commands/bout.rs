//! One game of a run, to be told, recorded or filmed.

use std::num::NonZeroU32;

use clap::Args;
use gauntlet_ai::{Agent, Fault};
use gauntlet_core::{Game, Outcome, PerPlayer, Player, Reason, Rng, Seed};

use crate::error::Error;
use crate::host::agents::Pilot;
use crate::host::options::{Limits, LoadArgs, from_one};
use crate::host::recording::{Found, FoundKind, Header, Recorder, Seated};
use crate::host::{Host, Setup};
use crate::output::shell::shell_line;
use crate::plan::again::Again;
use crate::plan::schedule::{UnitSeeds, game_seeds, pairing_seed};
use crate::play::game::{Trace, play_game};
use crate::play::panics;
use crate::play::seating::meeting;
use crate::show::film::{Caption, Film};
use crate::stats::tally::{PerSide, Side};

/// A game: who plays it with which decks, from which seeds.
pub(super) struct Bout<'h, H: Host> {
    host: &'h H,
    pilots: PerSide<&'h Pilot<H::Game>>,
    /// The numbers of the decks.
    decks: PerSide<usize>,
    /// Which game of a run it is.
    pub(super) game: Again,
    /// What the sides are called.
    pub(super) names: [String; 2],
    pub(super) seeds: UnitSeeds,
    /// The cards by seat.
    pub(super) lists: [Vec<String>; 2],
}

/// A game that was played.
pub(super) struct Played {
    /// How it ended; the error is what the engine or an agent failed with.
    pub(super) outcome: Result<Outcome, String>,
    /// What an agent did wrong.
    pub(super) fault: Option<Fault>,
}

/// Who takes note of a game as it is played.
pub(super) struct Witnesses<'w, H: Host> {
    /// Notes each choice.
    pub(super) recorder: Option<&'w mut Recorder>,
    /// Notes each position.
    pub(super) film: Option<&'w mut Film<H>>,
    /// Is told each line of the story.
    pub(super) tell: &'w mut dyn FnMut(String),
    /// Of how many choices, from the first on, nothing is told.
    pub(super) past: usize,
}

/// Where a game is played no further.
#[derive(Args, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Stop {
    /// Stop where this turn begins.
    #[arg(long, value_name = "N", value_parser = from_one::<NonZeroU32>, allow_negative_numbers = true)]
    pub until_turn: Option<NonZeroU32>,
    /// Stop after this many choices.
    #[arg(long, value_name = "STEP")]
    pub to: Option<u64>,
}

impl Stop {
    /// Limits at which a game stops that has these.
    pub(super) fn within(self, limits: Limits) -> Limits {
        let turns = self.until_turn.map_or(limits.turns, |turn| limits.turns.min(turn.get() - 1));
        Limits { turns, actions: self.to.map_or(limits.actions, |to| limits.actions.min(to)) }
    }

    /// That the moment at which it was to stop never came, as the game was over before.
    pub(super) fn missed(self, trace: Trace) -> Option<String> {
        let end = format!("the game ended before: in turn {}, after {} choices", trace.turn, trace.decisions);
        match (self.until_turn, self.to) {
            (Some(turn), _) => Some(format!("--until-turn {turn} was never reached: {end}")),
            (None, Some(to)) => Some(format!("--to {to} was never reached: {end}")),
            (None, None) => None,
        }
    }

    /// Returns whether this is why a game with these limits ended as it did.
    pub(super) fn ended(self, limits: Limits, outcome: Outcome) -> bool {
        let stop = self.within(limits);
        match outcome.reason {
            Reason::TurnLimit => stop.turns < limits.turns,
            Reason::ActionLimit => stop.actions < limits.actions,
            _ => false,
        }
    }
}

/// Plays a game from its beginning to its end or a limit, before witnesses. `names` are those of the players.
///
/// # Panics
/// As [`play_game`].
pub(super) fn play_seen<H: Host>(
    game: &mut H::Game,
    mut agents: PerPlayer<&mut (dyn Agent<H::Game> + 'static)>,
    mut rngs: PerPlayer<Rng>,
    limits: Limits,
    names: [&str; 2],
    trace: &mut Trace,
    witnesses: Witnesses<'_, H>,
) -> Outcome {
    let Witnesses { mut recorder, mut film, tell, past } = witnesses;
    let (mut told, mut lines, mut choices) = (0, Vec::new(), 0);
    let mut go_on = |game: &H::Game, next: Option<(Player, <H::Game as Game>::Action)>| {
        H::tell(game, next, names, &mut told, &mut lines);
        match (&mut film, next) {
            (Some(film), Some((player, action))) => film.before(game, player, action, &lines),
            (Some(film), None) => film.stopped(game, &lines),
            (None, _) => {}
        }
        // What was told before a choice led to it.
        if choices <= past && past > 0 {
            lines.clear();
        }
        choices += 1;
        lines.drain(..).for_each(|line| tell(line.text));
    };
    let before = |game: &H::Game, player, action| {
        go_on(game, Some((player, action)));
        if let Some(recorder) = &mut recorder {
            recorder.before(game, player, action);
        }
    };
    let outcome = play_game(game, &mut agents, &mut rngs, &mut Vec::new(), limits, trace, before);
    go_on(game, None);
    if let Some(recorder) = &mut recorder {
        recorder.arrived(game);
    }
    outcome
}

impl<'h, H: Host> Bout<'h, H> {
    /// The game of these decks of the host, by their numbers, that a run with this seed plays as this pair.
    pub(super) fn new(
        host: &'h H,
        decks: PerSide<usize>,
        pilots: PerSide<&'h Pilot<H::Game>>,
        game: Again,
    ) -> Bout<'h, H> {
        let deck = |side: Side| &host.decks()[decks[side]];
        let names = side_names([&deck(Side::A).name, &deck(Side::B).name]);
        let seed = pairing_seed(Seed::from_u64(game.seed), &deck(Side::A).cards, &deck(Side::B).cards);
        let seeds = game_seeds(seed, game.pair, game.game.unwrap_or(1) - 1);
        let lists = Player::BOTH.map(|player: Player| {
            let [own, other] = [player, player.opponent()].map(|player| decks[side_of(player, game.first)]);
            match is_sideboarded(game) {
                false => H::PARTS.lists.list(host, own),
                true => H::PARTS.sideboards.list_after(host, own, other, player == Player::FIRST),
            }
        });
        Bout { host, pilots, decks, game, names, seeds, lists }
    }

    pub(super) fn side(&self, player: Player) -> Side {
        side_of(player, self.game.first)
    }

    /// What the players are called, by seat.
    pub(super) fn by_seat(&self) -> [&str; 2] {
        Player::BOTH.map(|player| self.names[self.side(player) as usize].as_str())
    }

    /// What the agents are called.
    pub(super) fn agents(&self) -> PerSide<&str> {
        PerSide::from_fn(|side| self.pilots[side].spec.as_str())
    }

    /// A host with just the cards of the game.
    ///
    /// # Errors
    /// If the game's cards have no names.
    pub(super) fn small(&self) -> Result<H, Error> {
        let (first, second) = (self.decks[self.game.first], self.decks[self.game.first.other()]);
        match is_sideboarded(self.game) {
            true => H::PARTS.sideboards.only_after(self.host, first, second),
            false => H::PARTS.lists.only(self.host, &self.lists.concat()),
        }
    }

    /// The setup of the game, with a journal; that of the host with just these cards, if there is one.
    pub(super) fn setup(&self, small: Option<&H>) -> Setup<H> {
        let (first, second) = (self.decks[self.game.first], self.decks[self.game.first.other()]);
        let limits = self.game.limits;
        match small {
            Some(small) => H::PARTS.lists.deal(small, &self.lists, limits, true, true),
            None if is_sideboarded(self.game) => {
                H::PARTS.sideboards.setup_after(self.host, first, second, limits, true)
            }
            None => self.host.setup(first, second, limits, true),
        }
    }

    /// Plays the game, as far as `stop` if it isn't over before. `small` is a host with just the cards of the game.
    pub(super) fn play(&self, small: Option<&H>, stop: Stop, trace: &mut Trace, witnesses: Witnesses<'_, H>) -> Played {
        let mut agents = PerSide::from_fn(|side| self.pilots[side].make());
        let outcome = panics::catch(|| {
            let mut game = H::Game::new(&self.setup(small), self.seeds.game);
            let PerSide([a, b]) = &mut agents;
            let mut seated = match self.game.first {
                Side::A => PerPlayer([a.as_mut(), b.as_mut()]),
                Side::B => PerPlayer([b.as_mut(), a.as_mut()]),
            };
            let limits = stop.within(self.game.limits);
            for player in Player::BOTH {
                let (own, other) = (self.side(player), self.side(player.opponent()));
                let names = [own, other].map(|side| self.host.decks()[self.decks[side]].name.as_str());
                let whole = limits == self.game.limits;
                seated[player].meet(meeting(own, names, self.pilots[other].called(), self.game.first, whole));
            }
            let rngs = PerPlayer::from_fn(|player| self.seeds.agents[player].rng());
            play_seen(&mut game, seated, rngs, limits, self.by_seat(), trace, witnesses)
        });
        let fault = agents.0.iter().find_map(|agent| agent.fault());
        Played { outcome, fault }
    }

    /// The header of its recording; `small` is the host that it was played with.
    pub(super) fn header(&self, small: Option<&H>) -> Header {
        let agents = self.agents();
        let seated = |player: Player| Seated {
            agent: agents[self.side(player)].to_owned(),
            seed: self.seeds.agents[player].to_hex(),
        };
        let host = small.unwrap_or(self.host);
        let header = Header::new(host, self.by_seat(), &self.lists, self.seeds.game, self.game.limits, true);
        Header { played_by: Player::BOTH.map(seated).to_vec(), ..header }
    }

    /// How it ended, in a sentence.
    pub(super) fn result(&self, played: &Played, trace: Trace) -> String {
        result(played, self.by_seat(), trace)
    }

    /// What a page says of it.
    pub(super) fn caption(&self, played: &Played, trace: Trace, load: &LoadArgs) -> Caption {
        let agents = self.agents();
        let files = PerSide::from_fn(|side| self.host.decks()[self.decks[side]].file.as_path());
        let command = self.game.words(H::NAME, files, agents, load);
        let mut facts = vec![
            ("Agents", Side::BOTH.map(|side| format!("{}: {}", self.names[side as usize], agents[side])).join(", ")),
            ("First turn", self.by_seat()[0].to_owned()),
            ("Seed", self.game.seed.to_string()),
            ("Pair", self.game.pair.to_string()),
            ("Turns", trace.turn.to_string()),
            ("Choices", trace.decisions.to_string()),
        ];
        if let Some(game) = self.game.game {
            facts.push(("Game of the match", game.to_string()));
        }
        Caption {
            title: format!("{} against {}", self.names[0], self.names[1]),
            facts,
            result: self.result(played, trace),
            is_failure: played.failed(),
            command: shell_line(&command),
        }
    }
}

/// The side that sits in a seat, where `first` takes the first turn.
fn side_of(player: Player, first: Side) -> Side {
    if player == Player::FIRST { first } else { first.other() }
}

/// Returns whether the game is played after sideboarding: all games of a match but the first.
fn is_sideboarded(game: Again) -> bool {
    game.game.is_some_and(|game| game > 1)
}

impl Played {
    /// Returns whether the engine or an agent failed.
    pub(super) fn failed(&self) -> bool {
        self.outcome.is_err() || self.fault.is_some()
    }

    /// What an agent did wrong, in a sentence.
    pub(super) fn what_was_wrong(&self) -> Option<&str> {
        match &self.fault {
            Some(Fault::Forfeit(sentence) | Fault::EndsRun(sentence)) => Some(sentence),
            None => None,
        }
    }

    /// What a recording notes of a failure.
    pub(super) fn found(&self) -> Option<Found> {
        let panic = self.outcome.as_ref().err().map(|message| (FoundKind::Panic, message.as_str()));
        let found = panic.or_else(|| Some((FoundKind::Agent, self.what_was_wrong()?)));
        found.map(|(kind, message)| Found { kind, message: message.to_owned() })
    }
}

/// How a game ended, in a sentence. `names` are the players' by seat.
pub(super) fn result(played: &Played, names: [&str; 2], trace: Trace) -> String {
    match (&played.outcome, played.what_was_wrong()) {
        // CR 104.3a doesn't say why a player concedes; whoever watches a program does want to know.
        (Ok(Outcome { winner: Some(winner), reason: Reason::Concession }), Some(sentence)) => {
            let (winner, loser) = (names[winner.index()], names[winner.opponent().index()]);
            let end = if sentence.ends_with(['.', '!', '?']) { "" } else { "." };
            format!("{winner} wins in turn {}: {loser} forfeits the game: {sentence}{end}", trace.turn)
        }
        (Ok(outcome), _) => ending(*outcome, names, trace),
        (Err(message), _) => {
            format!("The engine failed in turn {}, after {} choices: {message}", trace.turn, trace.decisions)
        }
    }
}

/// Who won when, and why.
pub(super) fn ending(outcome: Outcome, names: [&str; 2], trace: Trace) -> String {
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
