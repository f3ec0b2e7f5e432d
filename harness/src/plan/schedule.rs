//! Which games are played, in what order, from which seeds.

use gauntlet_core::{PerPlayer, Player, Seed};
use serde::{Deserialize, Serialize};

use crate::stats::tally::Side;

/// Pairings take turns in rounds of this many units, so that an interrupted run has played about as much of each.
const ROUND: u64 = 25;

/// One side of a pairing: a deck in the hands of an agent, both by their number in the experiment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Entrant {
    /// The deck's number.
    pub deck: usize,
    /// The agent's number.
    pub agent: usize,
}

/// Two entrants that play each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// Side A.
    pub a: Entrant,
    /// Side B.
    pub b: Entrant,
}

impl Pairing {
    /// The entrant on `side`.
    pub fn entrant(&self, side: Side) -> Entrant {
        match side {
            Side::A => self.a,
            Side::B => self.b,
        }
    }
}

/// Who takes the first turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Seats {
    /// Each seed is played twice, once with each side going first: the unit of play is a pair of games.
    #[default]
    Swap,
    /// This side always goes first: the unit of play is a single game.
    Fixed(Side),
}

impl Seats {
    /// The sides that go first in the games of one unit, in order.
    pub fn first_sides(self) -> &'static [Side] {
        match self {
            Seats::Swap => &Side::BOTH,
            Seats::Fixed(Side::A) => &[Side::A],
            Seats::Fixed(Side::B) => &[Side::B],
        }
    }

    /// How many games a unit has.
    pub fn games_per_unit(self) -> u64 {
        self.first_sides().len() as u64
    }

    /// The same seats with the sides' names exchanged.
    pub fn mirrored(self) -> Seats {
        match self {
            Seats::Swap => Seats::Swap,
            Seats::Fixed(side) => Seats::Fixed(side.other()),
        }
    }

    /// The name used in options and tables: `swap`, `a` or `b`.
    pub fn name(self) -> &'static str {
        match self {
            Seats::Swap => "swap",
            Seats::Fixed(Side::A) => "a",
            Seats::Fixed(Side::B) => "b",
        }
    }
}

/// What is played together and never parted: a pair of games, or one game where seats are fixed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// The number of the pairing.
    pub pairing: usize,
    /// The number of the unit within its pairing, from 0.
    pub index: u64,
}

/// The order of play: every pairing has the same number of units, and takes turns with the others in rounds.
///
/// The units of any prefix of the order are a prefix of each pairing's units, so a run that was stopped is the beginning
/// of the whole run: what was played never depends on how long games took.
#[derive(Clone, Debug)]
pub struct Order {
    pairings: u64,
    units: u64,
    /// What is played after that, stage by stage.
    stages: Vec<Stage>,
}

/// A part of the order in which pairings play different numbers of units, one pairing after the other.
#[derive(Clone, Debug)]
struct Stage {
    /// The number of its first unit.
    start: u64,
    /// How many units each pairing had before.
    before: Vec<u64>,
    /// Where each pairing's units end, counted from the start.
    ends: Vec<u64>,
}

impl Order {
    /// The order of `units` units of each of `pairings` pairings; `None` if there are 2⁶⁴ of them or more.
    pub fn new(pairings: usize, units: u64) -> Option<Order> {
        let pairings = pairings as u64;
        pairings.checked_mul(units).map(|_| Order { pairings, units, stages: Vec::new() })
    }

    /// The number of units.
    pub fn len(&self) -> u64 {
        let last = self.stages.last();
        last.map_or(self.in_rounds(), |stage| stage.start + stage.ends.last().copied().unwrap_or_default())
    }

    /// The number of units before the first stage.
    fn in_rounds(&self) -> u64 {
        self.pairings * self.units
    }

    /// Adds a stage with these numbers of units of each pairing; `None` if that makes too many.
    pub fn extend(&mut self, units: &[u64]) -> Option<()> {
        let before = match self.stages.last() {
            None => vec![self.units; units.len()],
            Some(stage) => {
                let counts = stage.ends.iter().scan(0, |start, end| Some(end - std::mem::replace(start, *end)));
                stage.before.iter().zip(counts).map(|(before, count)| before + count).collect()
            }
        };
        let mut end: u64 = 0;
        let mut ends = Vec::with_capacity(units.len());
        for count in units {
            end = end.checked_add(*count)?;
            ends.push(end);
        }
        let start = self.len();
        // Room for sums over choices.
        start.checked_add(end)?.checked_mul(1 << 20)?;
        self.stages.push(Stage { start, before, ends });
        Some(())
    }

    /// The stages that were added: how many units each has of each pairing.
    pub fn stages(&self) -> Vec<Vec<u64>> {
        let counts = |stage: &Stage| {
            let starts = std::iter::once(&0).chain(&stage.ends);
            stage.ends.iter().zip(starts).map(|(end, start)| end - start).collect()
        };
        self.stages.iter().map(counts).collect()
    }

    /// Returns whether there is nothing to play.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The unit that comes `n`-th, from 0; `None` past the end.
    pub fn unit(&self, n: u64) -> Option<Unit> {
        if n >= self.in_rounds() {
            let stage = &self.stages[self.stages.partition_point(|stage| stage.start <= n).checked_sub(1)?];
            let place = n - stage.start;
            let pairing = stage.ends.partition_point(|end| *end <= place);
            let begin = pairing.checked_sub(1).map_or(0, |before| stage.ends[before]);
            return Some(Unit { pairing, index: stage.before.get(pairing)? + place - begin });
        }
        let whole = self.units / ROUND;
        let in_whole_rounds = whole * self.pairings * ROUND;
        let (round, length, n) = if n < in_whole_rounds {
            let round = self.pairings * ROUND;
            (n / round, ROUND, n % round)
        } else {
            (whole, self.units % ROUND, n - in_whole_rounds)
        };
        Some(Unit { pairing: (n / length) as usize, index: round * ROUND + n % length })
    }
}

/// The seeds of one unit: all its games have the same. Of a match, the games of one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnitSeeds {
    /// What the game itself is shuffled by.
    pub game: Seed,
    /// The stream of whichever agent sits in each seat.
    pub agents: PerPlayer<Seed>,
}

/// The seed of all games between two decks, each named by [`crate::host::Deck::cards`].
///
/// It hashes the run's seed and what the two decks are made of, the lesser hash first, and nothing else:
/// - A against B and B against A are the same games;
/// - a pairing's games don't depend on which other decks take part, on the command that plays them, on how files are called, or on the
///   order of the lines in them;
/// - another agent plays the same games, so that the two can be compared game by game. (Versions of a deck are compared so by
///   [`crate::play::versions`], which has them all play as the first.)
pub fn pairing_seed(run: Seed, one: &str, other: &str) -> Seed {
    let (low, high) = if one <= other { (one, other) } else { (other, one) };
    run.derive("pairing", 0).derive(low, 0).derive(high, 1)
}

/// The seeds of unit number `index` of a pairing.
pub fn unit_seeds(pairing: Seed, index: u64) -> UnitSeeds {
    game_seeds(pairing, index, 0)
}

/// The seeds of game number `game`, from 0, of the matches of unit number `index`. A single game is the first of a match.
pub fn game_seeds(pairing: Seed, index: u64, game: u8) -> UnitSeeds {
    let unit = pairing.derive("pair", index);
    let unit = if game == 0 { unit } else { unit.derive("match", u64::from(game)) };
    UnitSeeds {
        game: unit.derive("game", 0),
        // By seat, not by side: in a mirror match the second game then repeats the first with the names exchanged.
        agents: PerPlayer::from_fn(|player: Player| unit.derive("agent", player.index() as u64)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_unit_comes_once_and_prefixes_are_prefixes() {
        for (pairings, units) in [(1, 1), (1, 60), (3, 24), (4, 25), (5, 77), (2, 100)] {
            let order = Order::new(pairings, units).expect("small");
            let mut next = vec![0; pairings];
            for n in 0..order.len() {
                let unit = order.unit(n).expect("within");
                assert_eq!(unit.index, next[unit.pairing]);
                next[unit.pairing] += 1;
                let (least, most) = (next.iter().min(), next.iter().max());
                assert!(most <= least.map(|least| least + ROUND).as_ref());
            }
            assert_eq!(next, vec![units; pairings]);
            assert_eq!(order.unit(order.len()), None);
        }
        assert!(Order::new(0, 5).is_some_and(|order| order.is_empty() && order.unit(0).is_none()));
        assert!(Order::new(2, u64::MAX).is_none());
    }

    #[test]
    fn stages_go_on_where_the_pairings_stand() {
        let mut order = Order::new(3, 2).expect("small");
        order.extend(&[0, 3, 1]).expect("small");
        order.extend(&[0, 0, 2]).expect("small");
        let units: Vec<(usize, u64)> =
            (0..order.len()).filter_map(|n| order.unit(n)).map(|unit| (unit.pairing, unit.index)).collect();
        let rounds = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)];
        assert_eq!(units[..6], rounds);
        assert_eq!(units[6..], [(1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (2, 4)]);
        assert_eq!((order.len(), order.unit(12)), (12, None));
        assert_eq!(order.stages(), [[0, 3, 1], [0, 0, 2]]);
        assert!(order.extend(&[u64::MAX, 1, 0]).is_none());
    }

    #[test]
    fn the_seed_of_a_pairing_has_no_direction() {
        let run = Seed::from_u64(1);
        assert_eq!(pairing_seed(run, "burn", "elves"), pairing_seed(run, "elves", "burn"));
        let names = ["a", "b", "ab", "c", ""];
        let seeds =
            names.iter().flat_map(|one| names.iter().filter(move |other| one <= *other).map(move |other| (one, other)));
        let distinct: BTreeSet<String> = seeds.clone().map(|(a, b)| format!("{:?}", pairing_seed(run, a, b))).collect();
        assert_eq!(distinct.len(), seeds.count());
        assert_ne!(pairing_seed(run, "a", "b"), pairing_seed(Seed::from_u64(2), "a", "b"));
    }

    #[test]
    fn no_two_streams_are_the_same() {
        let pairing = pairing_seed(Seed::from_u64(1), "a", "b");
        let seeds: BTreeSet<String> = (0..500)
            .flat_map(|index| {
                let seeds = game_seeds(pairing, index / 5, (index % 5) as u8);
                [seeds.game, seeds.agents[Player::FIRST], seeds.agents[Player::SECOND]]
            })
            .map(|seed| format!("{seed:?}"))
            .collect();
        assert_eq!(seeds.len(), 1500);
    }
}
