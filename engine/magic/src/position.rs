//! A game of Magic as agents and harness see it.

use std::sync::Arc;

use gauntlet_cards::card::Pool;
use gauntlet_core::{Game, Outcome, PerPlayer, Player, Rng, Seed, Stops, StoryLine};

use crate::annals::Fact;
use crate::beliefs::{Told, asks_for_memory};
use crate::decision::{Action, Decision};
use crate::engine::{Arrivals, Before, Engine};
use crate::evaluate::Eye;
use crate::fingerprint::fingerprint;
use crate::legal::KeptLists;
use crate::options::Options;
use crate::payment::Payment;
use crate::setup::Setup;
use crate::state::State;
use crate::view::Visible;
use crate::windows::Asking;

/// The position of a game of Magic, with the cards that it refers to.
#[derive(Debug)]
pub struct Position {
    pub(crate) state: State,
    pub(crate) pool: Arc<Pool>,
    pub(crate) options: Options,
    /// What each player is told of the other's deck, by whose deck it is.
    pub(crate) told: Told,
    /// A buffer, not part of the position.
    pub(crate) payment: Payment,
    /// Another: what players could do when that was last asked.
    pub(crate) kept: KeptLists,
    /// Another.
    pub(crate) before: Before,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Position {
            state: self.state.clone(),
            pool: Arc::clone(&self.pool),
            options: self.options,
            told: self.told.clone(),
            payment: Payment::default(),
            kept: KeptLists::default(),
            before: Before::default(),
        }
    }

    fn clone_from(&mut self, from: &Self) {
        self.state.clone_from(&from.state);
        self.kept.forget();
        // Counting references costs more than looking: worlds of one search share their pool.
        if !Arc::ptr_eq(&self.pool, &from.pool) {
            self.pool = Arc::clone(&from.pool);
        }
        self.options = from.options;
        let same = match (&self.told, &from.told) {
            (None, None) => true,
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            _ => false,
        };
        if !same {
            self.told.clone_from(&from.told);
        }
    }
}

impl Position {
    /// The cards and abilities that the position refers to.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// What is asked of whom.
    pub fn decision(&self) -> Decision {
        self.state.decision
    }

    /// The whole position, hidden cards included: for those who run games and check them, not for agents.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// How many games wait for the subgame that is being played (CR 728); 0 in the game itself.
    pub fn subgame_depth(&self) -> usize {
        self.state.outer.len()
    }

    /// How many spells and abilities are on the stack.
    pub fn state_stack_len(&self) -> usize {
        self.state.stack.len()
    }

    /// The bytes that the position takes, the shared pool not included.
    pub fn size(&self) -> usize {
        self.state.size()
    }

    /// What happened so far, if the options asked for a journal. Players are named [`crate::view::PLAYER_NAMES`].
    pub fn journal(&self) -> &[StoryLine] {
        self.state.journal.as_ref().map_or(&[], |journal| journal.lines())
    }

    /// The texts of [`Position::journal`].
    pub fn journal_lines(&self) -> Vec<&str> {
        self.journal().iter().map(|line| line.text.as_str()).collect()
    }

    /// The facts of the game so far, if the options asked for them.
    pub fn facts(&self) -> &[Fact] {
        self.state.facts()
    }

    pub(crate) fn eye(&self) -> Eye<'_> {
        Eye::of(&self.state, &self.pool)
    }

    pub(crate) fn engine(&mut self) -> Engine<'_> {
        Engine {
            asking: Asking::default(),
            s: &mut self.state,
            pool: &self.pool,
            options: &self.options,
            payment: &mut self.payment,
            kept: &mut self.kept,
            probing: false,
            at_once: None,
            counting: None,
            arrivals: Arrivals::default(),
            before: &mut self.before,
        }
    }
}

impl Game for Position {
    type Setup = Setup;
    type Action = Action;
    type Visible<'a> = Visible<'a>;

    fn new(setup: &Setup, seed: Seed) -> Position {
        let mut position = Position {
            state: State::empty(&setup.options, seed),
            pool: Arc::clone(&setup.pool),
            options: setup.options,
            told: None,
            payment: Payment::default(),
            kept: KeptLists::default(),
            before: Before::default(),
        };
        position.restart(setup, seed);
        position
    }

    fn restart(&mut self, setup: &Setup, seed: Seed) {
        if !Arc::ptr_eq(&self.pool, &setup.pool) {
            self.pool = Arc::clone(&setup.pool);
        }
        self.options = Options { remembers: asks_for_memory(&setup.told), ..setup.options };
        self.told.clone_from(&setup.told);
        self.state.begin(setup, seed);
        self.kept.forget();
        let mut engine = self.engine();
        engine.put_commanders();
        engine.run();
    }

    #[inline]
    fn to_act(&self) -> Option<Player> {
        self.state.outcome.is_none().then_some(self.state.decision.player)
    }

    #[inline]
    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        out.extend_from_slice(&self.state.choices);
    }

    fn apply(&mut self, action: Action) {
        gauntlet_core::guard::check();
        self.engine().answer(action);
    }

    fn advance(&mut self, action: Action, stops: &PerPlayer<Stops>, most: u64) -> u64 {
        gauntlet_core::guard::check();
        let mut engine = self.engine();
        engine.asking = Asking::at(*stops, most.saturating_sub(1));
        engine.answer(action);
        1 + engine.asking.passed
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.state.outcome
    }

    fn determinize(&mut self, viewer: Player, rng: &mut Rng) {
        self.resample(viewer, rng);
    }

    fn fingerprint(&self) -> u64 {
        fingerprint(&self.state)
    }

    fn visible(&self, viewer: Player) -> Visible<'_> {
        Visible::new(self, viewer)
    }

    fn describe(&self, action: Action) -> String {
        self.eye().describe(action)
    }

    fn question(&self) -> String {
        if self.to_act().is_none() { String::new() } else { self.eye().question() }
    }

    fn turn(&self) -> u32 {
        self.state.turn
    }

    fn counter_names() -> &'static [&'static str] {
        &["mulligans"]
    }

    fn counter(&self, player: Player, index: usize) -> u32 {
        match index {
            0 => u32::from(self.state.players[player].mulligans),
            _ => 0,
        }
    }
}
