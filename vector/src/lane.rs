//! One environment: a game, the one that follows it, and so on.

use gauntlet::host::agents::Pilot;
use gauntlet::play::{panics, players};
use gauntlet_ai::Agent;
use gauntlet_core::{Game, Outcome, Player, Reason, Rng, Seed, View, guard};
use gauntlet_encoding::{Encoder, Meaning, Memory, Output, Slots};
use gauntlet_magic::{Action, Position, Setup};
use rand::RngExt;

use crate::arrays::Entry;
use crate::error::StepError;

/// How many games in succession may fail before they are played to a decision.
const TRIES: usize = 20;

/// The side that is played from outside where the other one has an opponent.
pub(crate) const LEARNER: usize = 0;

/// What all environments share.
pub(crate) struct Shared {
    /// The setups in which side 0 and side 1 take the first turn.
    pub(crate) setups: [Setup; 2],
    pub(crate) encoder: Encoder,
    pub(crate) opponent: Option<Pilot<Position>>,
    /// Whether a game is followed by the next one at once.
    pub(crate) auto_reset: bool,
}

/// A game that the rules engine, or the opponent, didn't get through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The environment.
    pub environment: usize,
    /// The number of the game there, from 0.
    pub game: u64,
    /// The seed of the game, in hexadecimal.
    pub seed: String,
    /// The side that took the first turn.
    pub first: usize,
    /// What the panic said, and where.
    pub message: String,
}

/// An opponent at the table.
struct Opponent {
    agent: Box<dyn Agent<Position>>,
    rng: Rng,
}

/// One environment.
pub(crate) struct Lane {
    number: usize,
    /// The seed of all games here.
    seed: Seed,
    /// The side that takes the first turn in the first game of environment 0; from game to game and from one environment to the next the
    /// sides take turns.
    starts: u64,
    /// The number of the current game, from 0.
    played: u64,
    /// The side that takes the first turn.
    first: usize,
    game: Position,
    /// The legal actions, if somebody is to act.
    legal: Vec<Action>,
    page: usize,
    /// Whether the game is over and no other has begun.
    over: bool,
    /// Whether that is for a failure of the engine, which leaves nothing to see.
    failed: bool,
    /// Who was the last to be asked: whose view is written.
    viewer: Player,
    memory: Memory,
    opponent: Option<Opponent>,
    /// For random actions.
    luck: Rng,
    pub(crate) failures: Vec<Failure>,
}

/// What is seen of a game that failed: zeros, as of no game at all.
fn blank(output: Output<'_>) {
    for array in [output.observation, output.actions].into_iter().flatten() {
        array.fill(0.0);
    }
}

/// How a step went.
enum Step {
    /// A decision is asked for.
    On,
    /// The game is over.
    Over(Outcome),
}

impl Lane {
    /// An environment before its first game.
    pub(crate) fn new(shared: &Shared, number: usize) -> Lane {
        let seed = Seed::from_u64(0);
        Lane {
            number,
            seed,
            starts: 0,
            played: 0,
            first: 0,
            game: Position::new(&shared.setups[0], seed),
            legal: Vec::new(),
            page: 0,
            over: true,
            failed: false,
            viewer: Player::FIRST,
            memory: Memory::default(),
            opponent: shared.opponent.as_ref().map(|pilot| Opponent { agent: pilot.make(), rng: seed.rng() }),
            luck: seed.rng(),
            failures: Vec::new(),
        }
    }

    /// Starts over, with the first game of a seed.
    pub(crate) fn reset(&mut self, shared: &Shared, seed: Seed, mut entry: Entry<'_>) -> Result<(), StepError> {
        self.starts = u64::from(seed.derive("first", 0).rng().random_range(0..2u32));
        self.seed = seed.derive("environment", self.number as u64);
        self.luck = self.seed.derive("random", 0).rng();
        self.played = 0;
        self.failures.clear();
        self.memory.forget();
        self.begin(shared)?;
        entry.clear();
        self.write(shared, entry)
    }

    /// Begins the game of the current number, or of the next ones if the engine fails in it.
    fn begin(&mut self, shared: &Shared) -> Result<(), StepError> {
        for _ in 0..TRIES {
            let seed = self.game_seed();
            self.first = ((self.starts + self.number as u64 + self.played) % 2) as usize;
            let begun = panics::catch(|| {
                self.game.restart(&shared.setups[self.first], seed);
                if let Some(opponent) = &mut self.opponent {
                    opponent.rng = seed.derive("opponent", 0).rng();
                    opponent.agent.start();
                }
                self.play_on()
            });
            match begun {
                Ok(Step::On) => {
                    (self.over, self.failed) = (false, false);
                    return Ok(());
                }
                // Nobody was asked: there is nothing to learn from such a game.
                Ok(Step::Over(_)) => {}
                Err(message) => self.fail(shared, message),
            }
            self.played += 1;
        }
        let message = self.failures.last().map_or("no decision was asked for", |failure| &failure.message).to_owned();
        Err(StepError::Broken { environment: self.number, tries: TRIES, message })
    }

    fn game_seed(&self) -> Seed {
        self.seed.derive("game", self.played)
    }

    /// Notes that the game failed. What was left of it can't be used any more.
    fn fail(&mut self, shared: &Shared, message: String) {
        self.failures.push(Failure {
            environment: self.number,
            game: self.played,
            seed: self.game_seed().to_hex(),
            first: self.first,
            message,
        });
        self.game = Position::new(&shared.setups[0], Seed::from_u64(0));
        self.legal = Vec::new();
        (self.over, self.failed) = (true, true);
        if let (Some(opponent), Some(pilot)) = (&mut self.opponent, &shared.opponent) {
            opponent.agent = pilot.make();
        }
    }

    /// Goes on to the next decision that isn't the opponent's, or to the end.
    fn play_on(&mut self) -> Step {
        self.page = 0;
        loop {
            let Some(player) = self.game.to_act() else {
                let outcome = self.game.outcome().expect("a game in which nobody is to act is over");
                assert!(outcome.reason != Reason::EngineError, "the game ended itself with an engine error");
                if let Some(opponent) = &mut self.opponent {
                    opponent.agent.over(outcome);
                }
                return Step::Over(outcome);
            };
            self.game.legal_actions(&mut self.legal);
            let theirs = self.side(player) != LEARNER;
            let Some(opponent) = self.opponent.as_mut().filter(|_| theirs) else {
                self.viewer = player;
                return Step::On;
            };
            let choice = players::choose(opponent.agent.as_mut(), &self.game, player, &self.legal, &mut opponent.rng);
            let Some(choice) = choice else {
                return Step::Over(Outcome { winner: Some(!player), reason: Reason::Concession });
            };
            guard::begin(guard::MOST_LOOKS);
            self.game.apply(self.legal[choice]);
        }
    }

    /// The side that a player of the current game plays.
    fn side(&self, player: Player) -> usize {
        player.index() ^ self.first
    }

    /// The player of the current game who plays a side.
    pub(crate) fn player(&self, side: usize) -> Player {
        Player::new(side ^ self.first)
    }

    /// What the slots show.
    fn slots(&self) -> Slots {
        Slots::new(if self.over { 0 } else { self.legal.len() }, self.page)
    }

    /// Begins the game after the current one, whether that is over or not.
    pub(crate) fn next(&mut self, shared: &Shared, mut entry: Entry<'_>) -> Result<(), StepError> {
        self.played += 1;
        self.memory.forget();
        self.begin(shared)?;
        entry.clear();
        self.write(shared, entry)
    }

    /// Returns whether the game is over, or none has begun.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// Checks that an action can be taken. Where the game is over, none is: any will do.
    pub(crate) fn check(&self, action: i64) -> Result<(), StepError> {
        if self.over {
            return Ok(());
        }
        let meaning = usize::try_from(action).ok().and_then(|slot| self.slots().meaning(slot));
        meaning.map(|_| ()).ok_or(StepError::Illegal { environment: self.number, action, allowed: self.slots().used() })
    }

    /// Takes the action in a slot, and writes where that leads. A slot that isn't used does nothing: see [`Lane::check`].
    pub(crate) fn step(&mut self, shared: &Shared, slot: usize, mut entry: Entry<'_>) -> Result<(), StepError> {
        entry.clear();
        if self.over {
            return Ok(());
        }
        match self.slots().meaning(slot) {
            None => return Ok(()),
            Some(Meaning::Page(page)) => self.page = page,
            Some(Meaning::Action(number)) => {
                let action = self.legal[number];
                let went = panics::catch(|| {
                    guard::begin(guard::MOST_LOOKS);
                    self.game.apply(action);
                    self.play_on()
                });
                match went {
                    Ok(Step::On) => {}
                    Ok(Step::Over(outcome)) => self.end(shared, outcome, &mut entry)?,
                    Err(message) => {
                        self.fail(shared, message);
                        *entry.error = true;
                        self.end(shared, Outcome { winner: None, reason: Reason::EngineError }, &mut entry)?;
                    }
                }
            }
        }
        self.write(shared, entry)
    }

    /// Takes a random action of those in the slots.
    pub(crate) fn step_at_random(&mut self, shared: &Shared, mut entry: Entry<'_>) -> Result<(), StepError> {
        let used = self.slots().used();
        if used == 0 {
            entry.clear();
            return Ok(());
        }
        let choice = self.luck.random_range(0..used as u32) as usize;
        let slot = self.slots().nth(choice).unwrap_or_default();
        self.step(shared, slot, entry)
    }

    /// A game ended: says how, and begins the next one.
    fn end(&mut self, shared: &Shared, outcome: Outcome, entry: &mut Entry<'_>) -> Result<(), StepError> {
        *entry.done = true;
        *entry.reason = Reason::ALL.iter().position(|reason| *reason == outcome.reason).map_or(-1, |place| place as i8);
        for side in 0..2 {
            entry.rewards[side] = match outcome.winner {
                None => 0.0,
                Some(winner) if self.side(winner) == side => 1.0,
                Some(_) => -1.0,
            };
        }
        self.over = true;
        if shared.auto_reset {
            self.played += 1;
            self.begin(shared)?;
        }
        Ok(())
    }

    /// Writes what the player to act sees and can do.
    fn write(&mut self, shared: &Shared, entry: Entry<'_>) -> Result<(), StepError> {
        let slots = self.slots();
        slots.mask(entry.mask);
        *entry.to_act = if self.over { -1 } else { self.side(self.viewer) as i8 };
        if entry.observation.is_none() && entry.actions.is_none() {
            return Ok(());
        }
        let output = Output { observation: entry.observation, actions: entry.actions };
        if self.over && self.failed {
            self.memory.forget();
            blank(output);
            return Ok(());
        }
        let legal: &[Action] = if self.over { &[] } else { &self.legal };
        shared.encoder.encode(View::new(&self.game, self.viewer), legal, slots, &mut self.memory, output);
        Ok(())
    }

    /// The position, and the legal actions of the player who is to act with their slots.
    pub(crate) fn offered(&self) -> (&Position, Vec<(usize, Option<Action>)>) {
        let slots = self.slots();
        let used = (0..slots.used()).filter_map(|choice| slots.nth(choice));
        let action = |slot: usize| match slots.meaning(slot) {
            Some(Meaning::Action(number)) => Some(self.legal[number]),
            Some(Meaning::Page(_)) | None => None,
        };
        (&self.game, used.map(|slot| (slot, action(slot))).collect())
    }

    /// Writes what a side sees; what it can do only if it is to act.
    pub(crate) fn observe(&self, shared: &Shared, side: usize, output: Output<'_>, mask: &mut [bool]) {
        let player = self.player(side);
        let acts = !self.over && player == self.viewer;
        let legal: &[Action] = if acts { &self.legal } else { &[] };
        let slots = Slots::new(legal.len(), self.page);
        slots.mask(mask);
        if self.over && self.failed {
            blank(output);
            return;
        }
        shared.encoder.encode(View::new(&self.game, player), legal, slots, &mut Memory::default(), output);
    }
}
