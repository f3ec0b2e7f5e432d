//! An agent that cheats: the control that a test of honesty must find.

use gauntlet_ai::Agent;
use gauntlet_core::{Game, Player, Rng, Seed, View};

use crate::host::agents::Pilot;

/// The most choices by which the true position is played on to see what becomes of it.
const FORESIGHT: u32 = 400;

/// The most actions that are tried.
const TRIED: usize = 6;

/// Plays each action on from the true position, with the true cards and the true luck, and takes the one that ends best. Where several
/// end alike it does what the agent would do that it is made of.
pub(super) struct Oracle<G: Game> {
    own: Box<dyn Agent<G>>,
    players: [Box<dyn Agent<G>>; 2],
    legal: Vec<G::Action>,
}

impl<G: Game> Oracle<G> {
    pub(super) fn new(pilot: &Pilot<G>) -> Oracle<G> {
        Oracle { own: pilot.make(), players: [pilot.make(), pilot.make()], legal: Vec::new() }
    }

    pub(super) fn start(&mut self) {
        self.own.start();
    }

    /// The index in `legal` of the chosen action, as [`Agent::choose`], but for the position itself.
    pub(super) fn choose(&mut self, game: &G, player: Player, legal: &[G::Action], rng: &mut Rng) -> usize {
        let own = self.own.choose(View::new(game, player), legal, rng);
        let seed = Seed::random(rng);
        let mut best = (own, self.foresee(game, player, legal[own], seed));
        for (index, action) in legal.iter().enumerate().take(TRIED).filter(|(index, _)| *index != own) {
            let points = self.foresee(game, player, *action, seed);
            if points > best.1 {
                best = (index, points);
            }
        }
        best.0
    }

    /// What becomes of the game for the player after an action.
    fn foresee(&mut self, game: &G, player: Player, action: G::Action, seed: Seed) -> f64 {
        let mut future = game.clone();
        future.apply(action);
        let mut rng = seed.rng();
        self.players.iter_mut().for_each(|agent| agent.start());
        for _ in 0..FORESIGHT {
            let Some(who) = future.to_act() else { break };
            future.legal_actions(&mut self.legal);
            let choice = self.players[who.index()].choose(View::new(&future, who), &self.legal, &mut rng);
            future.apply(self.legal[choice]);
        }
        future.outcome().map_or(0.5, |outcome| outcome.score(player))
    }
}
