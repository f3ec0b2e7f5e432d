//! Does an agent choose by what its player can't know?
//!
//! Games are played. At each decision a twin (the same agent, its generator in the same state) is handed a world in which all that the
//! player can't know was redealt. What is offered and what is seen must be the same there, and so must be what it chooses.
//!
//! Game number *n* is the same whatever the number of threads: its decks, seeds and worlds are derived from the run's seed and *n*.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use gauntlet_ai::Agent;
use gauntlet_core::{Game, Player, Rng, Seed, View};
use rand::RngExt;

use crate::check::oracle::Oracle;
use crate::error::Error;
use crate::host::agents::{ORACLE, Pilot};
use crate::host::options::Limits;
use crate::host::recording::{Header, Recorder, Recording};
use crate::host::{Host, Setup};
use crate::output::progress::Progress;
use crate::play::{panics, threads};

/// Who is tested: an agent, or one that is let see the position.
pub(crate) struct Suspect<G: Game> {
    pilot: Pilot<G>,
    sees_all: bool,
}

/// One of the two who choose.
enum Chooser<G: Game> {
    Agent(Box<dyn Agent<G>>),
    Oracle(Oracle<G>),
}

impl<G: Game + 'static> Suspect<G> {
    /// # Errors
    /// If there is no such agent.
    pub(crate) fn new<H: Host<Game = G>>(spec: &str) -> Result<Suspect<G>, Error> {
        let (sees_all, spec) = match spec.split_once(':') {
            Some((ORACLE, of)) => (true, of),
            _ if spec == ORACLE => (true, H::DEFAULT_AGENT),
            _ => (false, spec),
        };
        Ok(Suspect { pilot: H::agents().resolve(spec)?, sees_all })
    }

    pub(crate) fn spec(&self) -> String {
        if self.sees_all { format!("{ORACLE}:{}", self.pilot.spec) } else { self.pilot.spec.clone() }
    }

    fn make(&self) -> Chooser<G> {
        if self.sees_all { Chooser::Oracle(Oracle::new(&self.pilot)) } else { Chooser::Agent(self.pilot.make()) }
    }
}

impl<G: Game> Chooser<G> {
    fn start(&mut self) {
        match self {
            Chooser::Agent(agent) => agent.start(),
            Chooser::Oracle(oracle) => oracle.start(),
        }
    }

    fn choose(&mut self, game: &G, player: Player, legal: &[G::Action], rng: &mut Rng) -> usize {
        match self {
            Chooser::Agent(agent) => agent.choose(View::new(game, player), legal, rng),
            Chooser::Oracle(oracle) => oracle.choose(game, player, legal, rng),
        }
    }
}

/// What became of one game.
#[derive(Default)]
pub(crate) struct Played {
    pub(crate) decisions: u64,
    pub(crate) differing: u64,
    pub(crate) first: Option<(usize, String)>,
    pub(crate) choices: Vec<usize>,
    pub(crate) failed: Option<String>,
}

/// A game to be played: the decks as lists where the game has them, so that it can be played again from a record.
struct Table<H: Host> {
    setup: Setup<H>,
    own: Option<(H, [Vec<String>; 2])>,
    names: [String; 2],
    seed: Seed,
}

/// What is played.
pub(crate) struct Trial<'a, H: Host> {
    pub(crate) host: &'a H,
    pub(crate) suspect: &'a Suspect<H::Game>,
    pub(crate) seed: Seed,
    pub(crate) limits: Limits,
}

impl<H: Host> Trial<'_, H> {
    fn table(&self, number: u64) -> Table<H> {
        let seed = self.seed.derive("honesty", number);
        let mut rng = seed.derive("decks", 0).rng();
        let decks = self.host.decks();
        let [first, second] = [0, 1].map(|_| rng.random_range(0..decks.len() as u32) as usize);
        let lists = [first, second].map(|deck| H::PARTS.lists.list(self.host, deck));
        let names = [first, second].map(|deck| decks[deck].name.clone());
        // With a pool of its own a game depends on nothing but its decks: so it is played again when it is replayed.
        let own =
            if lists.iter().any(Vec::is_empty) { None } else { H::PARTS.lists.only(self.host, &lists.concat()).ok() };
        let setup = match &own {
            Some(small) => H::PARTS.lists.deal(small, &lists, self.limits, true, false),
            None => self.host.setup(first, second, self.limits, false),
        };
        Table { setup, own: own.map(|small| (small, lists)), names, seed }
    }

    /// Plays one game.
    fn play(&self, number: u64) -> Played {
        let table = self.table(number);
        let mut played = Played::default();
        let failed = panics::catch(|| self.play_at(&table, &mut played)).err();
        Played { failed, ..played }
    }

    fn play_at(&self, table: &Table<H>, played: &mut Played) {
        let mut pairs = Player::BOTH.map(|_| (self.suspect.make(), self.suspect.make()));
        let mut rngs = [0, 1].map(|seat| table.seed.derive("agent", seat).rng());
        for (agent, twin) in &mut pairs {
            agent.start();
            twin.start();
        }
        let mut game = H::Game::new(&table.setup, table.seed.derive("game", 0));
        let mut world = game.clone();
        let (mut legal, mut other) = (Vec::new(), Vec::new());
        while let Some(player) = game.to_act() {
            if game.turn() > self.limits.turns || played.decisions >= self.limits.actions {
                return;
            }
            game.legal_actions(&mut legal);
            world.clone_from(&game);
            world.determinize(player, &mut table.seed.derive("world", played.decisions).rng());
            let (agent, twin) = &mut pairs[player.index()];
            let rng = &mut rngs[player.index()];
            let mut same = rng.clone();
            let choice = agent.choose(&game, player, &legal, rng);
            assert!(choice < legal.len(), "the agent chose number {choice} of {} legal actions", legal.len());
            world.legal_actions(&mut other);
            let difference = if other != legal {
                Some("a world dealt for the player offers other choices".to_owned())
            } else if H::PARTS.positions.known(&world, player) != H::PARTS.positions.known(&game, player) {
                Some("a world dealt for the player looks different to them".to_owned())
            } else {
                let again = twin.choose(&world, player, &legal, &mut same);
                if again != choice {
                    let words = |place: usize| legal.get(place).map_or("nothing".to_owned(), |it| game.describe(*it));
                    Some(format!(
                        "the agent chose '{}'; where what it can't know was redealt, '{}'",
                        words(choice),
                        words(again)
                    ))
                } else if *rng != same {
                    Some("the agent drew other random numbers where what it can't know was redealt".to_owned())
                } else {
                    None
                }
            };
            played.choices.push(choice);
            played.decisions += 1;
            if let Some(what) = difference {
                played.differing += 1;
                played.first.get_or_insert((played.choices.len(), what));
            }
            game.apply(legal[choice]);
        }
    }

    /// The game as far as the choice in question, to be replayed.
    pub(crate) fn record(&self, number: u64, played: &Played) -> Option<Recording> {
        let table = self.table(number);
        let (small, lists) = table.own.as_ref()?;
        let count = played.first.as_ref().map_or(played.choices.len(), |(count, _)| *count);
        let seed = table.seed.derive("game", 0);
        let mut game = H::Game::new(&table.setup, seed);
        let (mut recorder, mut legal) = (Recorder::default(), Vec::new());
        for choice in &played.choices[..count] {
            game.legal_actions(&mut legal);
            recorder.before(&game, game.to_act()?, *legal.get(*choice)?);
            game.apply(legal[*choice]);
        }
        recorder.arrived(&game);
        let names = [table.names[0].as_str(), table.names[1].as_str()];
        Some(recorder.finish(Header::new(small, names, lists, seed, self.limits, true), None))
    }
}

/// Plays games until they have had this many decisions, on this many threads; returns the games in order, as many as that takes.
pub(crate) fn run<H: Host>(
    trial: &Trial<'_, H>,
    (first, decisions): (u64, u64),
    threads: usize,
    stop: &AtomicBool,
    progress: &Progress,
) -> Result<BTreeMap<u64, Played>, Error> {
    let pool = threads::start(threads)?;
    let next = AtomicU64::new(first);
    let games: Mutex<BTreeMap<u64, Played>> = Mutex::default();
    // Which games count is decided by those before them alone.
    let needed = |games: &BTreeMap<u64, Played>| {
        let (mut sum, mut number) = (0, first);
        while let Some(played) = games.get(&number).filter(|_| sum < decisions) {
            sum += played.decisions;
            number += 1;
        }
        (sum >= decisions).then_some(number)
    };
    pool.broadcast(|_| {
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if needed(&games.lock().unwrap_or_else(PoisonError::into_inner)).is_some_and(|end| number >= end) {
                break;
            }
            let played = trial.play(number);
            progress.played(played.decisions);
            games.lock().unwrap_or_else(PoisonError::into_inner).insert(number, played);
        }
    });
    let mut games = games.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(end) = needed(&games) {
        games.retain(|number, _| *number < end);
    }
    Ok(games)
}
