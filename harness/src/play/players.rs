//! The agents of a single game, asked choice by choice: for games that aren't played for their result.

use gauntlet_ai::{Agent, GIVES_UP};
use gauntlet_core::{Game, Player, Rng, Seed, View};

use crate::host::Host;
use crate::host::agents::Pilot;
use crate::host::recording::Seated;

/// Two agents at a table.
pub struct Players<G: Game> {
    agents: [Box<dyn Agent<G>>; 2],
    rngs: [Rng; 2],
}

impl<G: Game + 'static> Players<G> {
    /// New agents, before their first game.
    pub fn new(pilots: [&Pilot<G>; 2], seeds: [Seed; 2]) -> Players<G> {
        let mut players = Players { agents: pilots.map(Pilot::make), rngs: seeds.map(|seed| seed.rng()) };
        players.start(seeds);
        players
    }

    /// The agents of a recording; `None` if it has none, or this program doesn't know them. A program isn't run because a file names it.
    pub fn of<H: Host<Game = G>>(seated: &[Seated]) -> Option<Players<G>> {
        let [one, other] = seated else { return None };
        let registry = H::agents();
        if [one, other].iter().any(|seated| registry.is_command(&seated.agent)) {
            return None;
        }
        let (a, b) = (registry.resolve(&one.agent).ok()?, registry.resolve(&other.agent).ok()?);
        Some(Players::new([&a, &b], [Seed::from_hex(&one.seed)?, Seed::from_hex(&other.seed)?]))
    }

    /// Another game begins.
    pub fn start(&mut self, seeds: [Seed; 2]) {
        self.rngs = seeds.map(|seed| seed.rng());
        for agent in &mut self.agents {
            agent.start();
        }
    }

    /// What the agent in this seat chooses; nothing if it gives up.
    ///
    /// # Panics
    /// If the agent does, or chooses what there isn't.
    pub fn choose(&mut self, game: &G, player: Player, legal: &[G::Action]) -> Option<usize> {
        let seat = player.index();
        choose(self.agents[seat].as_mut(), game, player, legal, &mut self.rngs[seat])
    }
}

/// Asks an agent for its choice, within the bounds of [`gauntlet_core::guard`]; there is none if it gives up.
///
/// # Panics
/// If the agent does, or chooses what there isn't.
pub fn choose<G: Game>(
    agent: &mut (dyn Agent<G> + 'static),
    game: &G,
    player: Player,
    legal: &[G::Action],
    rng: &mut Rng,
) -> Option<usize> {
    gauntlet_core::guard::begin(gauntlet_core::guard::MOST_LOOKS);
    let choice = agent.choose(View::new(game, player), legal, rng);
    if choice == GIVES_UP {
        return None;
    }
    assert!(choice < legal.len(), "the agent of {player:?} chose number {choice} of {} legal actions", legal.len());
    Some(choice)
}
