//! Positions, their actions, and what players see of them.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use gauntlet_core::{Player, Seed};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyType};

use crate::deal::{self, Table};
use crate::errors::{Problem, UsageError};
use crate::games::{Which, for_game};
use crate::live::{Live, Playing, opened, restored};
use crate::numbers;

/// A legal action: a key that programs go by, and a text for people.
///
/// Actions are equal if their keys are. `int(action)` is the key.
#[pyclass(module = "gauntlet", frozen, eq, hash)]
#[derive(Clone)]
pub(crate) struct Action {
    /// The number of the action (int, 0 to 2**52 - 1): the same for the same action in all positions of games with the same two decks.
    #[pyo3(get)]
    key: u64,
    /// The action in words (str), unique among the legal ones where cards' names are.
    #[pyo3(get)]
    text: String,
}

impl PartialEq for Action {
    fn eq(&self, other: &Action) -> bool {
        self.key == other.key
    }
}

impl std::hash::Hash for Action {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

#[pymethods]
impl Action {
    fn __index__(&self) -> u64 {
        self.key
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (u64, String))> {
        Ok((py.import("gauntlet._native")?.getattr("action")?, (self.key, self.text.clone())))
    }

    fn __repr__(&self) -> String {
        format!("Action(key={}, text={:?})", self.key, self.text)
    }
}

/// The key of an action, which may be given itself.
pub(crate) fn key_of(action: &Bound<'_, PyAny>) -> PyResult<u64> {
    if let Ok(action) = action.cast::<Action>() {
        return Ok(action.get().key);
    }
    match action.extract::<u64>() {
        Ok(key) => Ok(key),
        Err(_) if action.is_instance_of::<PyInt>() => {
            Err(Problem::Illegal(format!("there is no action {action}")).into())
        }
        Err(_) => {
            Err(PyTypeError::new_err(format!("an action or its key is wanted, not {}", action.get_type().name()?)))
        }
    }
}

fn actions_of(live: &dyn Live) -> PyResult<Vec<Action>> {
    Ok(live.actions()?.into_iter().map(|(key, text)| Action { key, text }).collect())
}

/// The player of a seat.
fn player(seat: usize) -> Result<Player, Problem> {
    if seat < 2 { Ok(Player::new(seat)) } else { Err(Problem::Usage(format!("players are 0 and 1, not {seat}"))) }
}

/// How a game ended.
#[pyclass(module = "gauntlet", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct Outcome {
    /// Who won (0 or 1); None: a draw.
    #[pyo3(get)]
    winner: Option<usize>,
    /// Why the game ended (str), as tables have it: "life", "decked", "poison", "effect", "concession", "score", "draw_by_rule",
    /// "turn_limit", "action_limit".
    #[pyo3(get)]
    reason: &'static str,
}

#[pymethods]
impl Outcome {
    /// The points of a player (float): 1 for a win, 0.5 for a draw, 0 for a loss.
    fn score(&self, #[pyo3(from_py_with = numbers::player)] player: usize) -> PyResult<f64> {
        let player = self::player(player)?.index();
        Ok(self.winner.map_or(0.5, |winner| f64::from(u8::from(winner == player))))
    }

    fn __repr__(&self) -> String {
        let winner = self.winner.map_or("None".to_owned(), |winner| winner.to_string());
        format!("Outcome(winner={winner}, reason={:?})", self.reason)
    }
}

fn outcome_of(live: &dyn Live) -> Option<Outcome> {
    let outcome = live.outcome()?;
    Some(Outcome { winner: outcome.winner.map(Player::index), reason: outcome.reason.name() })
}

/// What a player sees as data.
fn told(live: &dyn Live, viewer: Player) -> Result<serde_json::Value, Problem> {
    let own = live.to_act() == Some(viewer);
    let question = if own { Some(live.question()?) } else { None };
    let legal = if own { live.actions()? } else { Vec::new() };
    let legal = legal.into_iter().map(|(key, text)| serde_json::json!({"key": key, "text": text}));
    let outcome = live.outcome().map(
        |outcome| serde_json::json!({"winner": outcome.winner.map(Player::index), "reason": outcome.reason.name()}),
    );
    Ok(serde_json::json!({
        "view": VIEW,
        "game": live.game(),
        "player": viewer.index(),
        "to_act": live.to_act().map(Player::index),
        "turn": live.turn(),
        "question": question,
        "legal_actions": legal.collect::<Vec<_>>(),
        "outcome": outcome,
        "observation": live.observe(viewer)?,
    }))
}

/// The version of the format of views.
const VIEW: u32 = 1;

/// What one player may know of a position: all that an agent is given.
///
/// What is hidden from the player isn't in it; behind the view that an agent is given is a world in which all that was dealt anew.
#[pyclass(module = "gauntlet", frozen)]
pub(crate) struct View {
    world: Box<dyn Live>,
    viewer: Player,
    seed: u64,
}

impl View {
    /// The view of the player to act, or of one who looks on, on a world that that player can't tell from the true position.
    pub(crate) fn new(world: Box<dyn Live>, viewer: Player, seed: u64) -> View {
        View { world, viewer, seed }
    }

    /// The position behind the view, and whose view it is: for what shows only that player's part of it.
    pub(crate) fn parts(&self) -> (&dyn Live, Player) {
        (&*self.world, self.viewer)
    }
}

#[pymethods]
impl View {
    /// The game's name (str).
    #[getter]
    fn game(&self) -> &'static str {
        self.world.game()
    }

    /// Whose view it is (0 or 1); player 0 takes the first turn.
    #[getter]
    fn player(&self) -> usize {
        self.viewer.index()
    }

    /// The number of the current turn (int, from 1); both players' turns count. 0 before the first.
    #[getter]
    fn turn(&self) -> u32 {
        self.world.turn()
    }

    /// What the player is asked (str); empty if the other one is to act.
    #[getter]
    fn question(&self) -> PyResult<String> {
        if self.world.to_act() == Some(self.viewer) { Ok(self.world.question()?) } else { Ok(String::new()) }
    }

    /// A number for the player's own random choices (int, 0 to 2**64 - 1), another at each decision. In a run it comes from the seed of the run, so that
    /// the run can be had again: `random.Random(view.seed)`.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// What the player can do (list of Action); empty if the other one is to act.
    #[getter]
    fn legal_actions(&self) -> PyResult<Vec<Action>> {
        if self.world.to_act() == Some(self.viewer) { actions_of(&*self.world) } else { Ok(Vec::new()) }
    }

    /// All that the player sees, as JSON (str); the page "Python" of the documentation says what is in it.
    fn json(&self) -> PyResult<String> {
        Ok(told(&*self.world, self.viewer)?.to_string())
    }

    /// The same as dictionaries and lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &self.json()?)
    }

    /// A position that the player can't tell from the true one, with all that is hidden dealt anew by the seed.
    ///
    /// Raises GameOver if the game is over, UsageError if the other player is to act.
    fn sample(&self, #[pyo3(from_py_with = numbers::seed)] seed: u64) -> PyResult<Position> {
        Ok(Position(self.world.sample(self.viewer, Seed::from_u64(seed))?))
    }

    /// As a position, of what is behind it.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, usize, u64))> {
        let state = (self.world.state()?, self.viewer.index(), self.seed);
        Ok((py.import("gauntlet._native")?.getattr("restore_view")?, state))
    }

    fn __repr__(&self) -> String {
        format!("<gauntlet.View of player {} in turn {} of {}>", self.viewer.index(), self.turn(), self.game())
    }
}

/// A text of JSON as Python's own values.
fn loads<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}

/// A position of a game, from which it can be played on.
///
/// Positions are changed by `apply`; `copy` makes another. They can be pickled: a pickle has the names of the cards, the seed and what was done, and the
/// game is played again where it is loaded.
#[pyclass(module = "gauntlet")]
pub(crate) struct Position(Box<dyn Live>);

impl Position {
    pub(crate) fn live(&self) -> &dyn Live {
        &*self.0
    }
}

#[pymethods]
impl Position {
    /// A game at its first decision.
    ///
    /// decks: two decks, that of the player who takes the first turn first. Each is a file (str or path), the name of a shipped deck, or the text of a
    /// decklist (str of several lines).
    /// seed, pair: which shuffle (ints, 0 to 2**64 - 1). It is the game that `gauntlet watch A B --seed SEED --pair PAIR` tells, and a run with this seed
    /// plays as the first of that pair.
    /// game: "magic" or "millennials".
    /// options: cards, min_cards, any_deck, manual_mana, knows, field_of, max_turns, max_actions, and Millennials' policy, mode, priority, generator, locations, as those of
    /// the command.
    ///
    /// Raises DeckError, CardError or UsageError.
    #[classmethod]
    #[pyo3(signature = (decks, seed=1, *, pair=0, game="magic", **options))]
    fn new(
        _class: &Bound<'_, PyType>,
        #[pyo3(from_py_with = deal::decks)] decks: Vec<PathBuf>,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        #[pyo3(from_py_with = numbers::pair)] pair: u64,
        game: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Position> {
        let [one, other] = decks.as_slice() else {
            return Err(UsageError::new_err(format!("a game has two decks, and here are {}", decks.len())));
        };
        let args = deal::options(words(options)?)?;
        for_game!(Which::named(game)?, H => {
            let table = Arc::new(Table::<H>::of([one, other], &args)?);
            let seed = table.seed(seed, pair)?;
            Ok(Position(Box::new(Playing::begin(table, seed)?)))
        })
    }

    /// The position in a file: of `save`, or of `gauntlet watch --save` and `gauntlet replay --save`. The game is played again as far as the file
    /// goes, and is at the same fingerprint. Where its cards have other texts now, it is played with those in the file.
    ///
    /// It deals no other games (`deal`): of the decks a file has the cards in their order, and no more.
    ///
    /// Raises FileError if it can't be read, UsageError if it is no position, or the game isn't the one that was saved.
    #[classmethod]
    fn load(_class: &Bound<'_, PyType>, path: PathBuf) -> PyResult<Position> {
        Ok(Position(opened(&path)?))
    }

    /// Writes the position to a file, from which it can be had again by `load`, on any machine, and which `gauntlet view` shows, `gauntlet replay` tells
    /// and `gauntlet watch --from` plays on.
    ///
    /// Raises FileError if it can't be written, UsageError if it was sampled: a file has only what was played.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        Ok(self.0.recording()?.write(&path).map_err(Problem::from)?)
    }

    /// The game's name (str).
    #[getter]
    fn game(&self) -> &'static str {
        self.0.game()
    }

    /// Who must choose (0 or 1); None when the game is over.
    #[getter]
    fn to_act(&self) -> Option<usize> {
        self.0.to_act().map(Player::index)
    }

    /// The number of the current turn (int, from 1); both players' turns count. 0 before the first.
    #[getter]
    fn turn(&self) -> u32 {
        self.0.turn()
    }

    /// What the player to act is asked (str); empty when the game is over.
    #[getter]
    fn question(&self) -> PyResult<String> {
        Ok(self.0.question()?)
    }

    /// How many actions and samples led here (int).
    #[getter]
    fn steps(&self) -> usize {
        self.0.steps()
    }

    /// How the game ended (Outcome); None while it goes on.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        outcome_of(&*self.0)
    }

    /// A number (int, 0 to 2**64 - 1) that is equal for equal positions and, but for chance of 2**-64, different for different ones.
    #[getter]
    fn fingerprint(&self) -> u64 {
        self.0.fingerprint()
    }

    /// What the player to act can do (list of Action); empty when the game is over.
    fn legal_actions(&self) -> PyResult<Vec<Action>> {
        actions_of(&*self.0)
    }

    /// The keys of the legal actions (list of int), in the same order and faster.
    fn legal_keys(&self) -> Vec<u64> {
        self.0.keys()
    }

    /// Carries out a legal action, given itself or by its key, and goes on to the next decision or the end.
    ///
    /// Raises IllegalAction, GameOver, or EngineError if the engine fails; then the position is as it was.
    fn apply(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        Ok(self.0.apply(key_of(action)?)?)
    }

    /// Takes the latest action back.
    ///
    /// Raises UsageError if there is none, or if the position was sampled since.
    fn undo(&mut self) -> PyResult<()> {
        Ok(self.0.undo()?)
    }

    /// A position of its own that is equal to this one.
    fn copy(&self) -> Position {
        Position(self.0.copy())
    }

    /// Another game of the same decks at its first decision, without reading them again: see `new`.
    #[pyo3(signature = (seed, pair=0))]
    fn deal(
        &self,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        #[pyo3(from_py_with = numbers::pair)] pair: u64,
    ) -> PyResult<Position> {
        Ok(Position(self.0.deal(seed, pair)?))
    }

    /// What a player (0 or 1) may know of it.
    fn view(&self, #[pyo3(from_py_with = numbers::player)] player: usize) -> PyResult<View> {
        let viewer = self::player(player)?;
        Ok(View::new(self.0.copy(), viewer, self.0.steps() as u64))
    }

    /// A position that a player (0 or 1), who is to act, can't tell from this one, with all that is hidden dealt anew by the seed.
    ///
    /// Raises GameOver if the game is over, UsageError if the other player is to act.
    fn sample(
        &self,
        #[pyo3(from_py_with = numbers::player)] player: usize,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
    ) -> PyResult<Position> {
        Ok(Position(self.0.sample(self::player(player)?, Seed::from_u64(seed))?))
    }

    fn __copy__(&self) -> Position {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Position {
        self.copy()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("gauntlet._native")?.getattr("restore")?, (self.0.state()?,)))
    }

    fn __repr__(&self) -> String {
        let names = self.0.names().map_or(String::new(), |[one, other]| format!(" {one} against {other},"));
        let state = match self.0.outcome() {
            Some(outcome) => format!("over ({})", outcome.reason),
            None => format!("player {} to act", self.0.to_act().map_or(0, Player::index)),
        };
        format!("<gauntlet.Position of {}:{names} turn {}, {state}>", self.0.game(), self.0.turn())
    }
}

/// The action that a pickle has.
#[pyfunction]
pub(crate) fn action(key: u64, text: String) -> Action {
    Action { key, text }
}

/// The view that a pickle has.
#[pyfunction]
pub(crate) fn restore_view(state: &str, viewer: usize, seed: u64) -> PyResult<View> {
    Ok(View::new(restored(state)?, player(viewer)?, seed))
}

/// The position that a pickle has.
#[pyfunction]
pub(crate) fn restore(state: &str) -> PyResult<Position> {
    Ok(Position(restored(state)?))
}

/// Keyword arguments as the words of a command, looked at as those of all other functions are.
fn words(options: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<OsString>> {
    let Some(options) = options else { return Ok(Vec::new()) };
    let module = options.py().import("gauntlet.options")?;
    module.call_method1("words", (options, module.getattr("DealOptions")?))?.extract()
}
