//! A position and how it came about, whatever the game.

use std::any::Any;
use std::path::Path;
use std::sync::Arc;

use gauntlet::check::saved::Saved;
use gauntlet::host::options::Limits;
use gauntlet::host::recording::{Found, FoundKind, Header, Recorder, Recording, hex};
use gauntlet::play::panics;
use gauntlet_core::{Game, Outcome, Player, Reason, Seed, guard};
use serde::{Deserialize, Serialize};

use crate::deal::Table;
use crate::errors::Problem;
use crate::games::{Served, Which, for_game};

/// Every that many steps a copy is kept, from which earlier positions are played anew.
const COPIES: usize = 16;

/// How much of the stack of a thread of Python's the engine may use, in bytes: threads have 8 MB on most systems.
const STACK: usize = 4 << 20;

/// What was done with a position.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Step {
    /// An action, by its key.
    Apply(u64),
    /// All that a player can't know was dealt anew.
    Sample {
        viewer: Player,
        #[serde(with = "hexadecimal")]
        seed: Seed,
    },
}

/// A position of some game.
pub(crate) trait Live: Send + Sync {
    /// The game's name.
    fn game(&self) -> &'static str;
    /// What the two decks are called; nothing of a world that an agent was dealt.
    fn names(&self) -> Option<[String; 2]>;
    fn to_act(&self) -> Option<Player>;
    fn turn(&self) -> u32;
    /// What the player to act is asked.
    fn question(&self) -> Result<String, Problem>;
    /// The legal actions' keys.
    fn keys(&self) -> Vec<u64>;
    /// The legal actions' keys and texts.
    fn actions(&self) -> Result<Vec<(u64, String)>, Problem>;
    fn apply(&mut self, key: u64) -> Result<(), Problem>;
    fn undo(&mut self) -> Result<(), Problem>;
    /// How many actions and samples led here.
    fn steps(&self) -> usize;
    fn copy(&self) -> Box<dyn Live>;
    /// Another game of the same decks.
    fn deal(&self, seed: u64, pair: u64) -> Result<Box<dyn Live>, Problem>;
    fn sample(&self, viewer: Player, seed: Seed) -> Result<Box<dyn Live>, Problem>;
    /// What a player sees.
    fn observe(&self, viewer: Player) -> Result<serde_json::Value, Problem>;
    fn outcome(&self) -> Option<Outcome>;
    /// The position itself, if it is one of Magic.
    fn magic(&self) -> Option<&gauntlet_magic::Position>;
    /// The position itself, if it is one of Millennials.
    fn millennials(&self) -> Option<&gauntlet_millennials::Position>;
    fn fingerprint(&self) -> u64;
    /// All that is needed to have it again, as text.
    fn state(&self) -> Result<String, Problem>;
    /// The game so far, as files of positions have it.
    fn recording(&self) -> Result<Recording, Problem>;
}

/// How a position is kept as text.
#[derive(Serialize, Deserialize)]
struct State {
    /// The version of this format.
    position: u32,
    header: Header,
    hashes: Option<[String; 2]>,
    steps: Vec<Step>,
    fingerprint: String,
}

/// The version of the format.
const FORMAT: u32 = 1;

/// Where a game began.
struct Origin<H: Served> {
    table: Arc<Table<H>>,
    seed: Seed,
}

/// See [`Live`].
pub(crate) struct Playing<H: Served> {
    /// None of a world that an agent was dealt.
    origin: Option<Arc<Origin<H>>>,
    game: H::Game,
    /// Empty when the game is over.
    legal: Vec<<H::Game as Game>::Action>,
    /// When it is a draw, where its game doesn't know that itself; none of a world that an agent was dealt, who isn't asked after that.
    limits: Option<Limits>,
    steps: Vec<Step>,
    /// Copies of earlier positions, and how many steps led to each. There is at least one.
    kept: Vec<(usize, Arc<H::Game>)>,
}

/// Calls the engine. Whatever it was changing must be thrown away if it fails.
fn call<T>(f: impl FnOnce() -> T) -> Result<T, Problem> {
    guard::set_stack(STACK);
    guard::begin(guard::MOST_LOOKS);
    panics::catch(f).map_err(|message| Problem::Failed { message, replay: None })
}

impl<H: Served> Playing<H> {
    /// The game of a table that is shuffled by this seed.
    pub(crate) fn begin(table: Arc<Table<H>>, seed: Seed) -> Result<Playing<H>, Problem> {
        let game = call(|| H::Game::new(&table.setup, seed))?;
        Ok(Playing::at(game, Some(Arc::new(Origin { table, seed })), Vec::new()))
    }

    /// A world that an agent was dealt.
    pub(crate) fn world(game: H::Game) -> Playing<H> {
        Playing::at(game, None, Vec::new())
    }

    fn at(game: H::Game, origin: Option<Arc<Origin<H>>>, steps: Vec<Step>) -> Playing<H> {
        let kept = vec![(steps.len(), Arc::new(game.clone()))];
        let limits = origin.as_ref().map(|origin| origin.table.header.limits());
        let mut playing = Playing { origin, game, legal: Vec::new(), limits, steps, kept };
        playing.offer();
        playing
    }

    /// The limit that the game has come to, if it has.
    fn stopped(&self) -> Option<Reason> {
        let limits = self.limits.filter(|_| self.game.to_act().is_some())?;
        let applied = || self.steps.iter().filter(|step| matches!(step, Step::Apply(_))).count() as u64;
        if self.game.turn() > limits.turns {
            return Some(Reason::TurnLimit);
        }
        // Steps are counted only if there are enough of them.
        let many = self.steps.len() as u64 >= limits.actions && applied() >= limits.actions;
        many.then_some(Reason::ActionLimit)
    }

    /// Lists what the player to act can do.
    fn offer(&mut self) {
        match self.stopped() {
            Some(_) => self.legal.clear(),
            None => self.game.legal_actions(&mut self.legal),
        }
    }

    fn origin(&self) -> Result<&Origin<H>, Problem> {
        let unknown = "this is a world that an agent was dealt: where its game began isn't for agents to know";
        self.origin.as_deref().ok_or_else(|| Problem::Usage(unknown.to_owned()))
    }

    fn legal_action(&self, key: u64) -> Result<<H::Game as Game>::Action, Problem> {
        self.legal.iter().copied().find(|action| H::key(*action) == key).ok_or_else(|| match self.to_act() {
            None => Problem::Over,
            Some(_) => {
                Problem::Illegal(format!("{}: {key} is none of the legal actions' keys", gauntlet_core::IllegalAction))
            }
        })
    }

    fn keep(&mut self) {
        if self.steps.len().is_multiple_of(COPIES) {
            self.kept.push((self.steps.len(), Arc::new(self.game.clone())));
        }
    }

    /// Plays anew what led here, from the latest copy.
    fn rewind(&mut self) {
        while self.kept.len() > 1 && self.kept.last().is_some_and(|(steps, _)| *steps > self.steps.len()) {
            self.kept.pop();
        }
        let Some((from, copy)) = self.kept.last() else { return };
        self.game.clone_from(copy);
        for step in &self.steps[*from..] {
            let Step::Apply(key) = step else { continue };
            self.game.legal_actions(&mut self.legal);
            if let Some(action) = self.legal.iter().find(|action| H::key(**action) == *key) {
                self.game.apply(*action);
            }
        }
        self.offer();
    }

    /// The game as it was played until now, and where that led; none where it isn't known how it began, or if it was sampled.
    fn recorded(&self) -> Option<(Recorder, H::Game)> {
        let Origin { table, seed } = self.origin.as_deref()?;
        let (mut game, mut legal, mut recorder) = (H::Game::new(&table.setup, *seed), Vec::new(), Recorder::default());
        for step in &self.steps {
            let Step::Apply(key) = step else { return None };
            game.legal_actions(&mut legal);
            let action = *legal.iter().find(|action| H::key(**action) == *key)?;
            recorder.before(&game, game.to_act()?, action);
            game.apply(action);
        }
        Some((recorder, game))
    }

    /// The recording of a game in which the engine fails at this action.
    fn failure(&self, last: <H::Game as Game>::Action, message: &str) -> Option<String> {
        let Origin { table, seed } = self.origin.as_deref()?;
        let (mut recorder, game) = self.recorded()?;
        recorder.before(&game, game.to_act()?, last);
        let header = Header { seed: seed.to_hex(), ..table.header.clone() };
        let found = Found { kind: FoundKind::Panic, message: message.to_owned() };
        String::from_utf8(recorder.finish(header, Some(found)).bytes().ok()?).ok()
    }

    /// Does a step that is on record.
    fn repeat(&mut self, step: Step) -> Result<(), Problem> {
        match step {
            Step::Apply(key) => self.apply(key),
            Step::Sample { viewer, seed } => self.sampled(viewer, seed).map(|world| *self = world),
        }
    }

    fn sampled(&self, viewer: Player, seed: Seed) -> Result<Playing<H>, Problem> {
        match self.to_act() {
            None => return Err(Problem::Over),
            Some(player) if player != viewer => {
                let why = "only the player to act has worlds: the other's legal actions would show in them";
                return Err(Problem::Usage(format!("{why}; to act is player {}", player.index())));
            }
            Some(_) => {}
        }
        let mut world = self.game.clone();
        call(|| world.determinize(viewer, &mut seed.rng()))?;
        let steps = self.steps.iter().copied().chain([Step::Sample { viewer, seed }]).collect();
        Ok(Playing::at(world, self.origin.clone(), steps))
    }
}

impl<H: Served> Live for Playing<H> {
    fn game(&self) -> &'static str {
        H::NAME
    }

    fn names(&self) -> Option<[String; 2]> {
        let decks = &self.origin.as_ref()?.table.header.decks;
        Some([0, 1].map(|seat: usize| decks[seat].name.clone()))
    }

    fn to_act(&self) -> Option<Player> {
        self.game.to_act().filter(|_| self.stopped().is_none())
    }

    fn turn(&self) -> u32 {
        self.game.turn()
    }

    fn question(&self) -> Result<String, Problem> {
        if self.to_act().is_none() { Ok(String::new()) } else { call(|| self.game.question()) }
    }

    fn keys(&self) -> Vec<u64> {
        self.legal.iter().map(|action| H::key(*action)).collect()
    }

    fn actions(&self) -> Result<Vec<(u64, String)>, Problem> {
        let one = |action: &<H::Game as Game>::Action| (H::key(*action), self.game.describe(*action));
        call(|| self.legal.iter().map(one).collect())
    }

    fn apply(&mut self, key: u64) -> Result<(), Problem> {
        let action = self.legal_action(key)?;
        let before = self.steps.len();
        let applied = call(|| {
            self.game.apply(action);
            self.steps.push(Step::Apply(key));
            self.offer();
        });
        match applied {
            Err(Problem::Failed { message, .. }) => {
                // The position is half changed: it is what it was again.
                self.steps.truncate(before);
                call(|| self.rewind())?;
                let replay = call(|| self.failure(action, &message)).ok().flatten();
                Err(Problem::Failed { message, replay })
            }
            Err(other) => Err(other),
            Ok(()) => {
                self.keep();
                Ok(())
            }
        }
    }

    fn undo(&mut self) -> Result<(), Problem> {
        match self.steps.last() {
            Some(Step::Apply(_)) => {}
            Some(Step::Sample { .. }) => {
                return Err(Problem::Usage(
                    "this world was sampled: what was before it is another position".to_owned(),
                ));
            }
            None => return Err(Problem::Usage("nothing was done that could be undone".to_owned())),
        }
        self.steps.pop();
        call(|| self.rewind())
    }

    fn steps(&self) -> usize {
        self.steps.len()
    }

    fn copy(&self) -> Box<dyn Live> {
        Box::new(Playing {
            origin: self.origin.clone(),
            game: self.game.clone(),
            legal: self.legal.clone(),
            limits: self.limits,
            steps: self.steps.clone(),
            kept: self.kept.clone(),
        })
    }

    fn deal(&self, seed: u64, pair: u64) -> Result<Box<dyn Live>, Problem> {
        let table = &self.origin()?.table;
        Ok(Box::new(Playing::begin(Arc::clone(table), table.seed(seed, pair)?)?))
    }

    fn sample(&self, viewer: Player, seed: Seed) -> Result<Box<dyn Live>, Problem> {
        Ok(Box::new(self.sampled(viewer, seed)?))
    }

    fn observe(&self, viewer: Player) -> Result<serde_json::Value, Problem> {
        call(|| H::observe(&self.game, viewer))?.map_err(|error| Problem::Usage(error.to_string()))
    }

    fn outcome(&self) -> Option<Outcome> {
        let stopped = || self.stopped().map(|reason| Outcome { winner: None, reason });
        self.game.outcome().or_else(stopped)
    }

    fn magic(&self) -> Option<&gauntlet_magic::Position> {
        let game: &dyn Any = &self.game;
        game.downcast_ref()
    }

    fn millennials(&self) -> Option<&gauntlet_millennials::Position> {
        let game: &dyn Any = &self.game;
        game.downcast_ref()
    }

    fn fingerprint(&self) -> u64 {
        self.game.fingerprint()
    }

    fn state(&self) -> Result<String, Problem> {
        let Origin { table, seed } = self.origin()?;
        let state = State {
            position: FORMAT,
            header: Header { seed: seed.to_hex(), ..table.header.clone() },
            hashes: table.hashes.clone(),
            steps: self.steps.clone(),
            fingerprint: hex(self.game.fingerprint()),
        };
        serde_json::to_string(&state).map_err(|error| Problem::Usage(error.to_string()))
    }

    fn recording(&self) -> Result<Recording, Problem> {
        let Origin { table, seed } = self.origin()?;
        let header = Header { seed: seed.to_hex(), ..table.header.clone() };
        let sampled = "this world was sampled, so it isn't the game that began there: a file has only what was played";
        let (mut recorder, game) = call(|| self.recorded())?.ok_or_else(|| Problem::Usage(sampled.to_owned()))?;
        recorder.arrived(&game);
        Ok(recorder.finish(header, None))
    }
}

/// The position in a file.
pub(crate) fn opened(path: &Path) -> Result<Box<dyn Live>, Problem> {
    let recording = Recording::read(path)?;
    for_game!(Which::named(&recording.header.game)?, H => Ok(Box::new(read::<H>(recording, path)?)))
}

fn read<H: Served>(recording: Recording, path: &Path) -> Result<Playing<H>, Problem> {
    // Who played it isn't asked here, and where a failure is on record the game stands before it.
    let Saved { recording, seed, .. } = call(|| Saved::<H>::of(recording, path, None, &[]))??;
    let header = Header { played_by: Vec::new(), ..recording.header };
    let mut playing = Playing::begin(Arc::new(Table::<H>::again(header, None, path)?), seed)?;
    for step in recording.steps {
        let action = playing.legal[step.choice];
        playing.apply(H::key(action))?;
    }
    Ok(playing)
}

/// The position that [`Live::state`] wrote.
pub(crate) fn restored(text: &str) -> Result<Box<dyn Live>, Problem> {
    let bad = |error| Problem::Usage(format!("this is no position: {error}"));
    let state: State = serde_json::from_str(text).map_err(bad)?;
    if state.position != FORMAT {
        let (theirs, ours) = (state.position, FORMAT);
        return Err(Problem::Usage(format!("this is format {theirs} of positions; this program reads {ours}")));
    }
    for_game!(Which::named(&state.header.game)?, H => Ok(Box::new(again::<H>(state)?)))
}

fn again<H: Served>(state: State) -> Result<Playing<H>, Problem> {
    let bad = || Problem::Usage("a seed has 64 hexadecimal digits".to_owned());
    let seed = Seed::from_hex(&state.header.seed).ok_or_else(bad)?;
    let mut playing =
        Playing::begin(Arc::new(Table::<H>::again(state.header, state.hashes, Path::new("the position"))?), seed)?;
    let differs =
        || Problem::Usage("the cards are others now than when the position was kept: it can't be had again".to_owned());
    for step in state.steps {
        playing.repeat(step).map_err(|problem| match problem {
            Problem::Illegal(_) | Problem::Over => differs(),
            other => other,
        })?;
    }
    if hex(playing.fingerprint()) == state.fingerprint { Ok(playing) } else { Err(differs()) }
}

/// Seeds as texts.
mod hexadecimal {
    use gauntlet_core::Seed;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(seed: &Seed, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&seed.to_hex())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
        let text = String::deserialize(deserializer)?;
        Seed::from_hex(&text).ok_or_else(|| de::Error::custom("a seed has 64 hexadecimal digits"))
    }
}
