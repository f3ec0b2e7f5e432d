//! The shipped decks, for tests and tools.

#![allow(dead_code, reason = "each test uses a part of it")]
#![allow(unreachable_pub, reason = "it is written as the module of a crate would be")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gauntlet_ai::{Agent, Heuristic};
use gauntlet_cards::card::{CardId, Pool};
use gauntlet_cards::filter::Zone;
use gauntlet_cards::text::{CardBase, Diagnostic};
use gauntlet_core::{Game, Outcome, PerPlayer, Player, Seed, View};
use gauntlet_magic::arrange::{Arrangement, Placed};
use gauntlet_magic::deck::Deck;
use gauntlet_magic::{Options, Position, Setup};

/// Decks that share a pool.
pub struct Decks {
    pub pool: Arc<Pool>,
    pub decks: Vec<(String, Arc<Vec<CardId>>)>,
    /// Decks that can't be played, and why.
    pub refused: Vec<(String, String)>,
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("a file").path())
        .filter(|file| file.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    files
}

impl Decks {
    /// The decks that are shipped.
    pub fn shipped() -> Decks {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../decks");
        let (base, problems) = CardBase::load(&files(&folder.join("cards")));
        for problem in problems {
            eprintln!("{problem}");
        }
        let mut pool = Pool::new();
        let mut decks = Vec::new();
        let mut refused = Vec::new();
        for file in files(&folder) {
            let deck = Deck::read(&file).expect("a deck");
            let mut cards = Vec::new();
            let mut missing = Vec::new();
            for entry in &deck.main {
                let card = match pool.find(&entry.name) {
                    Some(card) => Some(card),
                    None => base.compile(&entry.name, &mut pool).ok(),
                };
                match card {
                    Some(card) => cards.extend(std::iter::repeat_n(card, entry.count as usize)),
                    None => missing.push(entry.name.clone()),
                }
            }
            if missing.is_empty() {
                decks.push((deck.name.clone(), Arc::new(cards)));
            } else {
                refused.push((deck.name.clone(), missing.join(", ")));
            }
        }
        Decks { pool: Arc::new(pool), decks, refused }
    }

    /// The number of the deck whose name begins with this.
    pub fn find(&self, name: &str) -> usize {
        self.decks.iter().position(|deck| deck.0.starts_with(name)).unwrap_or_else(|| panic!("no deck {name}"))
    }

    /// The setup of a game between two decks.
    pub fn setup(&self, first: usize, second: usize, journal: bool) -> Setup {
        Setup {
            pool: Arc::clone(&self.pool),
            decks: PerPlayer([Arc::clone(&self.decks[first].1), Arc::clone(&self.decks[second].1)]),
            outside: PerPlayer::default(),
            options: Options { journal, ..Options::default() },
            told: None,
        }
    }
}

/// Plays a game to its end; how many decisions it had.
pub fn play(game: &mut Position, agents: &mut [Box<dyn Agent<Position>>; 2], seed: Seed) -> (Outcome, u64) {
    let mut rngs = Player::BOTH.map(|player| seed.derive("agent", player.index() as u64).rng());
    let mut legal = Vec::new();
    let mut decisions = 0;
    for agent in agents.iter_mut() {
        agent.start();
    }
    while let Some(player) = game.to_act() {
        game.legal_actions(&mut legal);
        let view = View::new(&*game, player);
        let choice = agents[player.index()].choose(view, &legal, &mut rngs[player.index()]);
        game.apply(legal[choice]);
        decisions += 1;
    }
    (game.outcome().expect("the game is over"), decisions)
}

/// An agent by name: `random`, `heuristic`, `mc:N`, `mcr:N` (random rollouts).
pub fn agent(name: &str) -> Box<dyn Agent<Position>> {
    use gauntlet_ai::heuristic::{PositionValue, Weights};
    use gauntlet_ai::mc::Budget;
    use gauntlet_ai::{Heuristic, MonteCarlo, Random};
    let mut parts = name.split(':');
    let kind = parts.next().unwrap_or("");
    let numbers: Vec<&str> = parts.collect();
    let number =
        |place: usize, default: f64| numbers.get(place).map_or(default, |text| text.parse().expect("a number"));
    let budget = || Budget {
        rollouts: number(0, 100.0) as u32,
        horizon: number(1, f64::from(Budget::default().horizon)) as u32,
        doubt: number(2, Budget::default().doubt),
    };
    let weights = Arc::new(Weights::default());
    match kind {
        "random" => Box::new(Random),
        "heuristic" => Box::new(Heuristic::default()),
        "weights" => {
            let text = std::fs::read_to_string(numbers[0]).expect("a file of weights");
            Box::new(Heuristic::looking_ahead(Arc::new(Weights::parse(&text).expect("weights"))))
        }
        "mc" => Box::new(MonteCarlo::with_evaluator(
            budget(),
            || Heuristic::new(Arc::clone(&weights)),
            PositionValue::new(Arc::clone(&weights)),
        )),
        "mcr" => Box::new(MonteCarlo::with_evaluator(budget(), || Random, PositionValue::new(weights))),
        _ => panic!("no agent {name}"),
    }
}

/// Who has the first turn in arranged positions.
pub const ME: Player = Player::FIRST;
/// The other player.
pub const OTHER: Player = Player::SECOND;

/// Compiles a card on a stack that is large enough for a compiler that isn't optimised.
fn compile(base: &CardBase, name: &str, pool: &mut Pool) -> Result<CardId, Vec<Diagnostic>> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(64 << 20);
        let compiling = thread.spawn_scoped(scope, || base.compile(name, pool)).expect("a thread");
        compiling.join().expect("the compiler doesn't panic")
    })
}

/// A position of cards that are written in `texts`: whose, where, which and how many. It is the first turn of the first player.
pub fn arranged(texts: &str, cards: &[(Player, Zone, &str, usize)]) -> Position {
    arranged_at(texts, cards, 20)
}

/// The same, the first player with that much life.
pub fn arranged_at(texts: &str, cards: &[(Player, Zone, &str, usize)], life: i32) -> Position {
    let mut base = CardBase::new();
    let problems = base.add_text("cards", texts);
    assert!(problems.is_empty(), "{}", problems[0]);
    let mut pool = Pool::new();
    let mut arrangement = Arrangement::new();
    arrangement.life[ME] = Some(life);
    for (player, zone, name, count) in cards {
        let card = pool.find(name).map_or_else(|| compile(&base, name, &mut pool), Ok);
        let card = card.unwrap_or_else(|errors| panic!("{name}: {}", errors[0]));
        let placed = Placed { player: *player, zone: *zone, card, tapped: false };
        arrangement.cards.extend(std::iter::repeat_n(placed, *count));
    }
    let none = Arc::new(Vec::new());
    let decks = PerPlayer([Arc::clone(&none), none]);
    let setup =
        Setup { pool: Arc::new(pool), decks, outside: PerPlayer::default(), options: Options::default(), told: None };
    Position::arranged(&setup, &arrangement, Seed::from_u64(1)).0
}

/// What the heuristic chooses for both players, in words, until the first turn is over or it has made `most` choices. Passing isn't told.
pub fn choices(game: &mut Position, most: usize) -> Vec<String> {
    let (mut agent, mut rng, mut legal) = (Heuristic::default(), Seed::from_u64(2).rng(), Vec::new());
    let mut told = Vec::new();
    for _ in 0..most {
        let Some(player) = game.to_act().filter(|_| game.turn() <= 1) else { break };
        game.legal_actions(&mut legal);
        let choice = agent.choose(View::new(game, player), &legal, &mut rng);
        let words = game.describe(legal[choice]);
        if words != "pass" {
            told.push(words);
        }
        game.apply(legal[choice]);
    }
    told
}
