//! A run: three battles against the villains, with a shop before each.
//!
//! The shipped game seeds its generator with the run's seed for the order of villains and, battle by battle, the locations, and with the
//! product of that seed and the opponent's number before each shop; the battle goes on with the shop's numbers. An endless opponent's
//! locations, then its deck, are drawn from that product too.

use crate::options::{HERO, Mode, Options, VILLAIN};
use crate::pool::{Kind, Pool};
use crate::random::{Generator, Random};
use crate::state::{LOCATIONS, Position};

/// Battles of a run that is not endless.
pub const BATTLES: u32 = 3;
/// The greatest cost of a collectible card.
const MOST_COST: i16 = 6;
/// The greatest seed of a run: seeds are doubles in the shipped game (times in milliseconds), and up to here these are whole numbers.
pub const MOST_SEED: u64 = (1 << 53) - 1;

/// Who is fought, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opponent {
    /// The name.
    pub name: String,
    /// The deck, the top first.
    pub deck: Vec<Kind>,
    /// The types of the locations.
    pub locations: [u8; 3],
}

/// What a player chooses in a shop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pick {
    /// The row of the shop.
    pub row: usize,
    /// The card of the row.
    pub card: usize,
    /// The place in the deck of the card that it replaces.
    pub replaces: usize,
}

/// Where a run stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    pool: &'static Pool,
    options: Options,
    seed: u64,
    /// The number of the opponent, from 1.
    number: u32,
    picks: usize,
    deck: Vec<Kind>,
    opponents: Vec<Opponent>,
    random: Random,
    over: bool,
}

impl Run {
    /// A run from this seed.
    ///
    /// # Panics
    /// If the seed is 0, or the pool has less than three locations.
    pub fn new(pool: &'static Pool, seed: u64, options: Options) -> Run {
        let mut random = Random::shipped(seed);
        let mut order: Vec<usize> = (0..pool.villains().len()).collect();
        random.shuffle(&mut order);
        let mut opponent = |villain: usize| {
            let villain = &pool.villains()[villain];
            let deck = villain.deck(options.policy.faithful_tables).to_vec();
            Opponent { name: villain.name.clone(), deck, locations: shuffle_locations(pool, &mut random) }
        };
        let opponents = order.into_iter().map(&mut opponent).collect();
        let deck = pool.starting_deck().to_vec();
        let options = Options { mode: Mode::Shipped, generator: Generator::Shipped, villain_plays: true, ..options };
        let mut run = Run { pool, options, seed, number: 0, picks: 1, deck, opponents, random, over: false };
        run.next_opponent();
        run
    }

    fn next_opponent(&mut self) {
        self.number += 1;
        self.random = Random::shipped_product(self.seed, self.number);
        if self.number as usize > self.opponents.len() {
            self.opponents.push(Run::endless(self.pool, self.seed, self.number));
        }
    }

    /// The opponent of this number, after the villains, in an endless run from this seed.
    ///
    /// # Panics
    /// As for [`Run::new`], or if the number is 0.
    pub fn endless(pool: &Pool, seed: u64, number: u32) -> Opponent {
        endless(pool, &mut Random::shipped_product(seed, number))
    }

    /// The number of the opponent, from 1.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The opponent.
    pub fn opponent(&self) -> &Opponent {
        &self.opponents[self.number as usize - 1]
    }

    /// The player's deck.
    pub fn deck(&self) -> &[Kind] {
        &self.deck
    }

    /// How many cards may be picked in the shop.
    pub fn picks(&self) -> usize {
        self.picks
    }

    /// Returns whether a battle was lost.
    pub fn over(&self) -> bool {
        self.over
    }

    /// What the shop has now: a row for each of the first two picks that are left, each with one card of every cost. To be asked for
    /// once before each visit: it draws random numbers.
    pub fn shop(&mut self) -> Vec<Vec<Kind>> {
        let mut row = || (1..=MOST_COST).filter_map(|cost| of_cost(self.pool, &mut self.random, cost)).collect();
        (0..self.picks.min(2)).map(|_| row()).collect()
    }

    /// Replaces a card of the deck.
    ///
    /// # Errors
    /// If there is no such card in the shop or the deck, or no pick is left.
    pub fn pick(&mut self, shop: &[Vec<Kind>], pick: Pick) -> Result<(), String> {
        let card = shop.get(pick.row).and_then(|row| row.get(pick.card)).ok_or("the shop has no such card")?;
        let replaced = self.deck.get_mut(pick.replaces).ok_or("the deck has no such card")?;
        self.picks = self.picks.checked_sub(1).ok_or("no pick is left")?;
        *replaced = *card;
        Ok(())
    }

    /// The battle against the opponent, at the player's first decision. The villain plays by itself. With `journal`, one is kept.
    pub fn battle(&self, journal: bool) -> Position {
        let mut battle = Position::empty(self.pool, self.options, self.random);
        if journal {
            battle.keep_journal(Position::seat_names(Mode::Shipped));
        }
        let opponent = self.opponent();
        let mut decks: [&[Kind]; 2] = [&self.deck; 2];
        decks[VILLAIN.index()] = &opponent.deck;
        battle.begin(decks, opponent.locations, None, false);
        battle.advance();
        battle
    }

    /// Takes note of a battle that is over: the locations won are the picks of the next shop; a loss ends the run.
    ///
    /// # Panics
    /// If it is not over.
    pub fn after(&mut self, battle: &Position) {
        let outcome = battle.outcome.expect("a battle that is over");
        self.picks = battle.locations_won(HERO).min(LOCATIONS.len());
        if outcome.winner == Some(HERO) {
            self.next_opponent();
        } else {
            self.over = true;
        }
    }
}

/// A random collectible card of this cost.
fn of_cost(pool: &Pool, random: &mut Random, cost: i16) -> Option<Kind> {
    let cards: Vec<Kind> = pool.collectible().iter().copied().filter(|kind| pool.card(*kind).cost == cost).collect();
    cards.get(random.below(cards.len())).copied()
}

/// The first three locations of a full shuffle.
fn shuffle_locations(pool: &Pool, random: &mut Random) -> [u8; 3] {
    let mut all: Vec<u8> =
        pool.locations().iter().filter(|location| location.drawn).map(|location| location.number).collect();
    random.shuffle(&mut all);
    std::array::from_fn(|place| all[place])
}

/// An opponent after the third: three new locations, then a random card with a random deck.
fn endless(pool: &Pool, random: &mut Random) -> Opponent {
    let locations = shuffle_locations(pool, random);
    let any = pool.collectible();
    let mut deck: Vec<Kind> = any.get(random.below(any.len())).copied().into_iter().collect();
    let name = deck.first().map_or(String::new(), |kind| format!("Evil {}", pool.card(*kind).name));
    for cost in 1..=MOST_COST {
        for _ in 0..if cost < MOST_COST { 2 } else { 1 } {
            deck.extend(of_cost(pool, random, cost));
        }
    }
    Opponent { name, deck, locations }
}
