//! One game of a run, to be told, recorded or filmed.

use gauntlet_core::{Game, Outcome, PerPlayer, Player, Reason, Seed};

use crate::host::agents::Pilot;
use crate::host::options::LoadArgs;
use crate::host::recording::{Header, Recorder};
use crate::host::{Host, Setup};
use crate::output::shell::shell_line;
use crate::plan::again::Again;
use crate::plan::schedule::{UnitSeeds, game_seeds, pairing_seed};
use crate::play::game::{Trace, play_game};
use crate::play::panics;
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
    seeds: UnitSeeds,
    /// The cards by seat.
    pub(super) lists: [Vec<String>; 2],
}

/// Who takes note of a game as it is played.
pub(super) struct Witnesses<'w, H: Host> {
    /// Notes each choice.
    pub(super) recorder: Option<&'w mut Recorder>,
    /// Notes each position.
    pub(super) film: Option<&'w mut Film<H>>,
    /// Is told each line of the story.
    pub(super) tell: &'w mut dyn FnMut(String),
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

    /// The setup of the game, with a journal; that of the host with just these cards, if there is one.
    fn setup(&self, small: Option<&H>) -> Setup<H> {
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

    /// Plays the game; the error is what the engine or an agent failed with. `small` is a host with just the cards of the game.
    pub(super) fn play(
        &self,
        small: Option<&H>,
        trace: &mut Trace,
        witnesses: Witnesses<'_, H>,
    ) -> Result<Outcome, String> {
        let Witnesses { mut recorder, mut film, tell } = witnesses;
        let mut agents = PerSide::from_fn(|side| self.pilots[side].make());
        panics::catch(|| {
            let mut game = H::Game::new(&self.setup(small), self.seeds.game);
            let PerSide([a, b]) = &mut agents;
            let mut seated = match self.game.first {
                Side::A => PerPlayer([a.as_mut(), b.as_mut()]),
                Side::B => PerPlayer([b.as_mut(), a.as_mut()]),
            };
            let mut rngs = PerPlayer::from_fn(|player| self.seeds.agents[player].rng());
            let (mut told, mut lines) = (0, Vec::new());
            let mut go_on = |game: &H::Game, next: Option<(Player, <H::Game as Game>::Action)>| {
                H::tell(game, next, self.by_seat(), &mut told, &mut lines);
                match (&mut film, next) {
                    (Some(film), Some((player, action))) => film.before(game, player, action, &lines),
                    (Some(film), None) => film.stopped(game, &lines),
                    (None, _) => {}
                }
                lines.drain(..).for_each(&mut *tell);
            };
            let before = |game: &H::Game, player, action| {
                go_on(game, Some((player, action)));
                if let Some(recorder) = &mut recorder {
                    recorder.before(game, player, action);
                }
            };
            let (mut legal, limits) = (Vec::new(), self.game.limits);
            let outcome = play_game(&mut game, &mut seated, &mut rngs, &mut legal, limits, trace, before);
            go_on(&game, None);
            if let Some(recorder) = &mut recorder {
                recorder.arrived(&game);
            }
            outcome
        })
    }

    /// The header of its recording.
    pub(super) fn header(&self) -> Header {
        Header::new(self.host, self.by_seat(), &self.lists, self.seeds.game, self.game.limits, true)
    }

    /// How it ended, in a sentence.
    pub(super) fn result(&self, outcome: &Result<Outcome, String>, trace: Trace) -> String {
        match outcome {
            Ok(outcome) => ending(*outcome, self.by_seat(), trace),
            Err(message) => {
                format!("The engine failed in turn {}, after {} choices: {message}", trace.turn, trace.decisions)
            }
        }
    }

    /// What a page says of it.
    pub(super) fn caption(&self, outcome: &Result<Outcome, String>, trace: Trace, load: &LoadArgs) -> Caption {
        let agents = self.agents();
        let files = PerSide::from_fn(|side| self.host.decks()[self.decks[side]].file.as_path());
        let mut command = self.game.words(files, agents, load);
        command.extend(["--game".to_owned(), H::NAME.to_owned()]);
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
            result: self.result(outcome, trace),
            is_failure: outcome.is_err(),
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
