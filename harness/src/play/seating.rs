//! Two sides at a table, and the memory that their games use again.

use gauntlet_ai::{Agent, Fault, Meeting, Place};
use gauntlet_core::{Game, PerPlayer, Player, Reason};

use crate::host::options::Limits;
use crate::host::{Host, Setup};
use crate::plan::schedule::UnitSeeds;
use crate::play::game::{Trace, play_game, play_unseen};
use crate::stats::details::Follow;
use crate::stats::tally::{PerSide, Side};

/// The setups by the side that goes first, and the agents by side.
pub struct Seating<H: Host> {
    /// The setup of the games in which a side goes first.
    pub setups: PerSide<Setup<H>>,
    /// The same after sideboarding, where matches are played.
    pub after: Option<PerSide<Setup<H>>>,
    /// The agents.
    pub agents: PerSide<Box<dyn Agent<H::Game>>>,
    /// What the agents are called by the other side ([`crate::host::agents::Pilot::called`]).
    pub called: PerSide<String>,
    /// The names of the decks.
    pub names: PerSide<String>,
    /// Who follows the games, by the side that goes first. After sideboarding decks are other than their lists: those games are not followed.
    pub followers: Option<PerSide<Box<dyn Follow<H::Game>>>>,
}

/// What games use again from one to the next.
pub struct Memory<G: Game> {
    /// The position; `None` at first, and after a panic, which may have left it half changed.
    pub game: Option<G>,
    /// The legal actions.
    pub legal: Vec<G::Action>,
}

impl<G: Game> Default for Memory<G> {
    fn default() -> Self {
        Memory { game: None, legal: Vec::new() }
    }
}

/// Which game is played.
#[derive(Clone, Copy, Debug)]
pub struct Deal<'a> {
    /// The side that takes the first turn.
    pub first: Side,
    /// The side that took it in the first game of the match.
    pub began: Side,
    /// Whether it is played after sideboarding: all games of a match but the first.
    pub sideboarded: bool,
    /// The seeds.
    pub seeds: &'a UnitSeeds,
    /// When it is a draw.
    pub limits: Limits,
}

/// What the agent of a side is told before a game. `decks` are the names of its own deck and of the other's, `opponent` is what the agent of the other
/// side is called, and `began` the side that began the match; `whole` is whether the game is played as far as a run plays it.
pub fn meeting<'a>(side: Side, decks: [&'a str; 2], opponent: &'a str, began: Side, whole: bool) -> Meeting<'a> {
    let place = Place { side: side as usize, began: began as usize, opponent, whole };
    Meeting { decks, place: Some(place) }
}

impl<H: Host> Seating<H> {
    /// Why an agent gave up the latest game; what ends the run comes before what loses a game.
    pub fn fault(&self) -> Option<Fault> {
        let mut faults: Vec<Fault> = Side::BOTH.into_iter().filter_map(|side| self.agents[side].fault()).collect();
        faults.sort_by_key(|fault| matches!(fault, Fault::Forfeit(_)));
        faults.into_iter().next()
    }

    /// Plays one game, and lets it be followed, if there is someone to: who won it, and why it ended. `dealt` is called with the position at the
    /// first decision.
    ///
    /// # Panics
    /// As [`play_game`]; then neither table nor memory may be used again.
    pub fn play(
        &mut self,
        memory: &mut Memory<H::Game>,
        deal: Deal<'_>,
        trace: &mut Trace,
        dealt: impl FnOnce(&H::Game),
    ) -> (Option<Side>, Reason) {
        let Deal { first, began, sideboarded, seeds, limits } = deal;
        let setups = self.after.as_ref().filter(|_| sideboarded).unwrap_or(&self.setups);
        let setup = &setups[first];
        let game = match &mut memory.game {
            Some(game) => {
                game.restart(setup, seeds.game);
                game
            }
            None => memory.game.insert(H::Game::new(setup, seeds.game)),
        };
        dealt(game);
        for side in Side::BOTH {
            let names = [side, side.other()].map(|side| self.names[side].as_str());
            self.agents[side].meet(meeting(side, names, &self.called[side.other()], began, true));
        }
        let PerSide([a, b]) = &mut self.agents;
        let mut agents = match first {
            Side::A => PerPlayer([a.as_mut(), b.as_mut()]),
            Side::B => PerPlayer([b.as_mut(), a.as_mut()]),
        };
        let mut rngs = PerPlayer::from_fn(|player| seeds.agents[player].rng());
        let outcome = match self.followers.as_mut().filter(|_| !sideboarded) {
            None => play_unseen(game, &mut agents, &mut rngs, &mut memory.legal, limits, trace),
            Some(followers) => {
                let look = |game: &H::Game, _, _| followers[first].before(game);
                play_game(game, &mut agents, &mut rngs, &mut memory.legal, limits, trace, look)
            }
        };
        let winner = outcome.winner.map(|player| if player == Player::FIRST { first } else { first.other() });
        (winner, outcome.reason)
    }
}
