//! One environment: a game, the one that follows it, and so on.

use gauntlet::host::agents::Pilot;
use gauntlet::host::options::Limits;
use gauntlet::play::{panics, players};
use gauntlet_ai::Agent;
use gauntlet_core::{Outcome, Player, Reason, Rng, Seed, View, guard};
use gauntlet_encoding::{EncodedGame, Meaning, Output, Slots};
use rand::RngExt;

use crate::arrays::Entry;
use crate::error::StepError;

/// How many games in succession may fail before they are played to a decision.
const TRIES: usize = 20;

/// The side that is played from outside where the other one has an opponent.
pub(crate) const LEARNER: usize = 0;

/// What all environments share.
pub(crate) struct Shared<G: EncodedGame> {
    /// The setups in which side 0 and side 1 take the first turn.
    pub(crate) setups: [G::Setup; 2],
    pub(crate) limits: Limits,
    /// The side that takes the first turn of all games; without, the sides take turns.
    pub(crate) first: Option<usize>,
    pub(crate) encoder: G::Encoder,
    /// The names of all cards with their numbers in encodings.
    pub(crate) cards: Vec<(u32, String)>,
    pub(crate) opponent: Option<Pilot<G>>,
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
struct Opponent<G: EncodedGame> {
    agent: Box<dyn Agent<G>>,
    rng: Rng,
}

/// One environment.
pub(crate) struct Lane<G: EncodedGame> {
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
    game: G,
    /// How many choices were made in it, on both sides.
    decisions: u64,
    /// The legal actions, if somebody is to act.
    legal: Vec<G::Action>,
    page: usize,
    /// Whether the game is over and no other has begun.
    over: bool,
    /// Whether that is for a failure of the engine, which leaves nothing to see.
    failed: bool,
    /// Who was the last to be asked: whose view is written.
    viewer: Player,
    memory: G::Memory,
    opponent: Option<Opponent<G>>,
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

impl<G: EncodedGame> Lane<G> {
    /// An environment before its first game.
    pub(crate) fn new(shared: &Shared<G>, number: usize) -> Lane<G> {
        let seed = Seed::from_u64(0);
        Lane {
            number,
            seed,
            starts: 0,
            played: 0,
            first: 0,
            game: G::new(&shared.setups[0], seed),
            decisions: 0,
            legal: Vec::new(),
            page: 0,
            over: true,
            failed: false,
            viewer: Player::FIRST,
            memory: G::Memory::default(),
            opponent: shared.opponent.as_ref().map(|pilot| Opponent { agent: pilot.make(), rng: seed.rng() }),
            luck: seed.rng(),
            failures: Vec::new(),
        }
    }

    /// Starts over, with the first game of a seed.
    pub(crate) fn reset(&mut self, shared: &Shared<G>, seed: Seed, mut entry: Entry<'_>) -> Result<(), StepError> {
        self.starts = u64::from(seed.derive("first", 0).rng().random_range(0..2u32));
        self.seed = seed.derive("environment", self.number as u64);
        self.luck = self.seed.derive("random", 0).rng();
        self.played = 0;
        self.failures.clear();
        G::forget(&mut self.memory);
        self.begin(shared)?;
        entry.clear();
        self.write(shared, entry)
    }

    /// Begins the game of the current number, or of the next ones if the engine fails in it.
    fn begin(&mut self, shared: &Shared<G>) -> Result<(), StepError> {
        for _ in 0..TRIES {
            let seed = self.game_seed();
            let turn = ((self.starts + self.number as u64 + self.played) % 2) as usize;
            self.first = shared.first.unwrap_or(turn);
            let begun = panics::catch(|| {
                self.game.restart(&shared.setups[self.first], seed);
                self.decisions = 0;
                if let Some(opponent) = &mut self.opponent {
                    opponent.rng = seed.derive("opponent", 0).rng();
                    opponent.agent.start();
                }
                self.play_on(shared.limits)
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
    fn fail(&mut self, shared: &Shared<G>, message: String) {
        self.failures.push(Failure {
            environment: self.number,
            game: self.played,
            seed: self.game_seed().to_hex(),
            first: self.first,
            message,
        });
        self.game = G::new(&shared.setups[0], Seed::from_u64(0));
        self.legal = Vec::new();
        (self.over, self.failed) = (true, true);
        if let (Some(opponent), Some(pilot)) = (&mut self.opponent, &shared.opponent) {
            opponent.agent = pilot.make();
        }
    }

    /// Goes on to the next decision that isn't the opponent's, or to the end.
    fn play_on(&mut self, limits: Limits) -> Step {
        self.page = 0;
        loop {
            let Some(player) = self.game.to_act() else {
                let outcome = self.game.outcome().expect("a game in which nobody is to act is over");
                assert!(outcome.reason != Reason::EngineError, "the game ended itself with an engine error");
                return self.ended(outcome);
            };
            // A game may know the limits itself; others are held to them here.
            if self.game.turn() > limits.turns {
                return self.ended(Outcome { winner: None, reason: Reason::TurnLimit });
            }
            if self.decisions >= limits.actions {
                return self.ended(Outcome { winner: None, reason: Reason::ActionLimit });
            }
            self.game.legal_actions(&mut self.legal);
            let theirs = self.side(player) != LEARNER;
            let Some(opponent) = self.opponent.as_mut().filter(|_| theirs) else {
                self.viewer = player;
                return Step::On;
            };
            let choice = players::choose(opponent.agent.as_mut(), &self.game, player, &self.legal, &mut opponent.rng);
            let Some(choice) = choice else {
                return self.ended(Outcome { winner: Some(!player), reason: Reason::Concession });
            };
            self.apply(choice);
        }
    }

    /// Carries out a legal action.
    fn apply(&mut self, choice: usize) {
        guard::begin(guard::MOST_LOOKS);
        self.game.apply(self.legal[choice]);
        self.decisions += 1;
    }

    /// The game is over, as the opponent is told.
    fn ended(&mut self, outcome: Outcome) -> Step {
        if let Some(opponent) = &mut self.opponent {
            opponent.agent.over(outcome);
        }
        Step::Over(outcome)
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
        Slots::of(G::LAYOUT.slots, if self.over { 0 } else { self.legal.len() }, self.page)
    }

    /// Begins the game after the current one, whether that is over or not.
    pub(crate) fn next(&mut self, shared: &Shared<G>, mut entry: Entry<'_>) -> Result<(), StepError> {
        self.played += 1;
        G::forget(&mut self.memory);
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
        let (allowed, slots) = (self.slots().used(), G::LAYOUT.slots);
        meaning.map(|_| ()).ok_or(StepError::Illegal { environment: self.number, action, allowed, slots })
    }

    /// Takes the action in a slot, and writes where that leads. A slot that isn't used does nothing: see [`Lane::check`].
    pub(crate) fn step(&mut self, shared: &Shared<G>, slot: usize, mut entry: Entry<'_>) -> Result<(), StepError> {
        entry.clear();
        if self.over {
            return Ok(());
        }
        match self.slots().meaning(slot) {
            None => return Ok(()),
            Some(Meaning::Page(page)) => self.page = page,
            Some(Meaning::Action(number)) => {
                let went = panics::catch(|| {
                    self.apply(number);
                    self.play_on(shared.limits)
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
    pub(crate) fn step_at_random(&mut self, shared: &Shared<G>, mut entry: Entry<'_>) -> Result<(), StepError> {
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
    fn end(&mut self, shared: &Shared<G>, outcome: Outcome, entry: &mut Entry<'_>) -> Result<(), StepError> {
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
    fn write(&mut self, shared: &Shared<G>, entry: Entry<'_>) -> Result<(), StepError> {
        let slots = self.slots();
        slots.mask(entry.mask);
        *entry.to_act = if self.over { -1 } else { self.side(self.viewer) as i8 };
        if entry.observation.is_none() && entry.actions.is_none() {
            return Ok(());
        }
        let output = Output { observation: entry.observation, actions: entry.actions };
        if self.over && self.failed {
            G::forget(&mut self.memory);
            blank(output);
            return Ok(());
        }
        let legal: &[G::Action] = if self.over { &[] } else { &self.legal };
        G::encode(&shared.encoder, View::new(&self.game, self.viewer), legal, slots, &mut self.memory, output);
        Ok(())
    }

    /// The position.
    pub(crate) fn game(&self) -> &G {
        &self.game
    }

    /// The legal actions of the player who is to act with their slots.
    pub(crate) fn offered(&self) -> Vec<(usize, Option<G::Action>)> {
        let slots = self.slots();
        let used = (0..slots.used()).filter_map(|choice| slots.nth(choice));
        let action = |slot: usize| match slots.meaning(slot) {
            Some(Meaning::Action(number)) => Some(self.legal[number]),
            Some(Meaning::Page(_)) | None => None,
        };
        used.map(|slot| (slot, action(slot))).collect()
    }

    /// Writes what a side sees; what it can do only if it is to act.
    pub(crate) fn observe(&self, shared: &Shared<G>, side: usize, output: Output<'_>, mask: &mut [bool]) {
        let player = self.player(side);
        let acts = !self.over && player == self.viewer;
        let legal: &[G::Action] = if acts { &self.legal } else { &[] };
        let slots = Slots::of(G::LAYOUT.slots, legal.len(), self.page);
        slots.mask(mask);
        if self.over && self.failed {
            blank(output);
            return;
        }
        let view = View::new(&self.game, player);
        G::encode(&shared.encoder, view, legal, slots, &mut G::Memory::default(), output);
    }
}
