//! What an agent would do where a game stands, and what it thinks of the other choices.

use gauntlet_ai::{Agent, Thought};
use gauntlet_core::{Game, Player, Rng, Seed, View};
use serde::Serialize;

use crate::host::Host;
use crate::host::agents::Pilot;
use crate::host::board::Board;
use crate::play::{panics, players};

/// The most choices that are told of how a game would go on.
const LONGEST: usize = 24;

/// Worlds that are tried to follow a line of choices: in some of them a choice may not be there.
const WORLDS: u64 = 16;

/// What an agent would do, and what it thinks of each legal action.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Opinion {
    /// The agent.
    pub agent: String,
    /// Who chooses: the seat, 0 for who takes the first turn.
    pub player: usize,
    /// The turn.
    pub turn: u32,
    /// When in it; empty if the game doesn't say.
    pub moment: String,
    /// What is asked.
    pub asked: String,
    /// The number of the chosen action.
    pub choice: usize,
    /// The same in words.
    pub action: String,
    /// What the values are, if the agent has some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<&'static str>,
    /// What its policy would choose without searching, if it searches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<usize>,
    /// The legal actions, in the order of the game.
    pub actions: Vec<Valued>,
    /// How the turn would go on if the agent played both players, in a world that it can't tell from the true one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub goes_on: Vec<Move>,
}

/// A legal action, and what an agent thinks of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Valued {
    /// The action.
    pub action: String,
    /// What it is worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The standard error of that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// How often it was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// How the agent expects the game to go on after it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<Move>,
}

/// A choice of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Move {
    /// The seat.
    pub player: usize,
    /// The choice.
    pub action: String,
}

/// An agent that is asked for its opinion in a game.
pub struct Advisor<'a, H: Host> {
    pilot: &'a Pilot<H::Game>,
    agent: Box<dyn Agent<H::Game>>,
    rng: Rng,
    seed: Seed,
    names: [&'a str; 2],
}

impl<'a, H: Host> Advisor<'a, H> {
    /// A new one, before its first decision of a game between players of these names.
    pub fn new(pilot: &'a Pilot<H::Game>, seed: Seed, names: [&'a str; 2]) -> Advisor<'a, H> {
        let mut agent = pilot.make();
        agent.start();
        Advisor { pilot, agent, rng: seed.derive("advisor", 0).rng(), seed, names }
    }

    /// What it chooses; none if it gives up.
    ///
    /// # Errors
    /// What it panics with.
    pub fn choose(&mut self, game: &H::Game, player: Player) -> Result<Option<usize>, String> {
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        panics::catch(|| players::choose(self.agent.as_mut(), game, player, &legal, &mut self.rng))
    }

    /// What it chooses, and what it thinks of that and the others; with `on`, how the turn would go on, too.
    ///
    /// # Errors
    /// Why it doesn't choose.
    pub fn opinion(&mut self, game: &H::Game, player: Player, on: bool) -> Result<Opinion, String> {
        let choice = self.choose(game, player)?;
        let choice = choice.ok_or_else(|| match self.agent.fault() {
            Some(gauntlet_ai::Fault::Forfeit(why) | gauntlet_ai::Fault::EndsRun(why)) => format!("it gives up: {why}"),
            None => "it gives up".to_owned(),
        })?;
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        let view = View::new(game, player);
        let thoughts = self.agent.thoughts().filter(|thoughts| thoughts.actions.len() == legal.len());
        let (values, policy) = match &thoughts {
            Some(thoughts) => (Some(thoughts.measure), thoughts.policy),
            None => (None, None),
        };
        let mut thought = thoughts.map(|thoughts| thoughts.actions).unwrap_or_default().into_iter();
        let words = |action| H::PARTS.boards.choice(game, action, self.names);
        let valued = |action: &<H::Game as Game>::Action| {
            let known = thought.next();
            let visits = known.as_ref().map(|thought| thought.visits);
            let Thought { value, error, line, .. } = known.unwrap_or_else(Thought::none);
            Valued { action: words(*action), value, error, visits, line: self.follow(view, *action, &line) }
        };
        let actions: Vec<Valued> = legal.iter().map(valued).collect();
        let mut board = Board::default();
        H::PARTS.boards.fill(game, self.names, Some(player), &mut board);
        let goes_on = if on { self.go_on(view, legal[choice]) } else { Vec::new() };
        Ok(Opinion {
            agent: self.pilot.spec.clone(),
            player: player.index(),
            turn: game.turn(),
            moment: board.moment,
            asked: H::PARTS.boards.question(game, self.names),
            choice,
            action: actions[choice].action.clone(),
            values,
            policy,
            actions,
            goes_on,
        })
    }

    fn told(&self, game: &H::Game, player: Player, action: <H::Game as Game>::Action) -> Move {
        Move { player: player.index(), action: H::PARTS.boards.choice(game, action, self.names) }
    }

    /// A line of choices in words, as far as it can be followed in a world that looks the same.
    fn follow(
        &self,
        view: View<'_, H::Game>,
        first: <H::Game as Game>::Action,
        line: &[<H::Game as Game>::Action],
    ) -> Vec<Move> {
        let in_world = |number: u64| {
            let mut world = view.sample(&mut self.seed.derive("line", number).rng());
            let (mut moves, mut legal) = (Vec::new(), Vec::new());
            world.apply(first);
            for action in line {
                let Some(player) = world.to_act() else { break };
                world.legal_actions(&mut legal);
                if !legal.contains(action) {
                    break;
                }
                moves.push(self.told(&world, player, *action));
                world.apply(*action);
            }
            moves
        };
        let mut best = Vec::new();
        for number in 0..WORLDS {
            if best.len() == line.len() {
                break;
            }
            let moves = in_world(number);
            if moves.len() > best.len() {
                best = moves;
            }
        }
        best
    }

    /// What would be done in the rest of the turn if the agent played both players.
    fn go_on(&self, view: View<'_, H::Game>, first: <H::Game as Game>::Action) -> Vec<Move> {
        let play = || {
            let seed = self.seed.derive("onward", 0);
            let mut world = view.sample(&mut seed.rng());
            let mut agents = [self.pilot.make(), self.pilot.make()];
            let mut rngs = [0, 1].map(|seat| seed.derive("agent", seat).rng());
            agents.iter_mut().for_each(|agent| agent.start());
            let (mut moves, mut legal, turn) = (Vec::new(), Vec::new(), world.turn());
            world.apply(first);
            while let Some(player) = world.to_act().filter(|_| world.turn() == turn && moves.len() < LONGEST) {
                world.legal_actions(&mut legal);
                let seat = player.index();
                let chosen = players::choose(agents[seat].as_mut(), &world, player, &legal, &mut rngs[seat]);
                let Some(choice) = chosen else { break };
                moves.push(self.told(&world, player, legal[choice]));
                world.apply(legal[choice]);
            }
            moves
        };
        panics::catch(play).unwrap_or_default()
    }
}
