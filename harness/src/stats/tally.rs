//! What a pairing's games add up to: integers only.
//!
//! Adding is associative and commutative, so games may be played in any order, on any number of threads or machines,
//! and give the same tables. A tally's size doesn't depend on the number of games.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::{Index, IndexMut};

use gauntlet_core::Reason;
use serde::{Deserialize, Serialize};

use crate::stats::luck::Luck;

/// One of the two sides of a pairing. Sides keep their deck and agent; seats change from game to game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side named first.
    A,
    /// The side named second.
    B,
}

impl Side {
    /// Both sides.
    pub const BOTH: [Side; 2] = [Side::A, Side::B];

    /// The other side.
    pub const fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }
}

/// One value for each side, indexed by [`Side`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct PerSide<T>(pub [T; 2]);

impl<T> PerSide<T> {
    /// The values made by calling `f` for side A and then for side B.
    pub fn from_fn(mut f: impl FnMut(Side) -> T) -> Self {
        PerSide([f(Side::A), f(Side::B)])
    }

    /// The same values with the sides exchanged.
    pub fn swapped(self) -> Self {
        let PerSide([a, b]) = self;
        PerSide([b, a])
    }
}

impl<T> Index<Side> for PerSide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        &self.0[side as usize]
    }
}

impl<T> IndexMut<Side> for PerSide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side as usize]
    }
}

/// One finished game, as it enters a tally.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// The side that took the first turn.
    pub first: Side,
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// Why the game ended.
    pub reason: Reason,
    /// The number of the last turn; both players' turns count.
    pub turns: u32,
    /// The choices made by both agents together.
    pub decisions: u64,
}

impl GameResult {
    /// The half points of `side`: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn half_points(&self, side: Side) -> usize {
        match self.winner {
            None => 1,
            Some(winner) => 2 * usize::from(winner == side),
        }
    }
}

/// Wins, losses and draws of one side.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games that nobody won.
    pub draws: u64,
}

impl Record {
    /// All games.
    pub fn games(self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// A win is one point, a draw half of one.
    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The points per game; `None` without games.
    pub fn rate(self) -> Option<f64> {
        crate::stats::interval::rate(self.wins, self.draws, self.games())
    }

    /// The other side's record of the same games.
    pub fn mirrored(self) -> Record {
        Record { wins: self.losses, losses: self.wins, draws: self.draws }
    }

    fn count(&mut self, winner: Option<Side>) {
        match winner {
            Some(Side::A) => self.wins += 1,
            Some(Side::B) => self.losses += 1,
            None => self.draws += 1,
        }
    }

    fn add(&mut self, other: Record) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
    }
}

/// Matches, and their games before and after sideboarding, seen from side A.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Matches {
    /// The matches.
    pub record: Record,
    /// Their first games.
    pub before: Record,
    /// Their later games.
    pub after: Record,
}

impl Matches {
    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Matches::default()
    }
}

/// The sums over games of one pairing (or over several pairings of one deck), seen from side A.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tally {
    /// Side A's games in which it took the first turn.
    pub on_the_play: Record,
    /// Side A's games in which it took the second turn.
    pub on_the_draw: Record,
    /// Pairs of games by side A's score in them: 0, ½, 1, 1½ and 2 points. Stays 0 where games are not played in pairs. Where matches
    /// are played, these are pairs of matches.
    pub pairs: [u64; 5],
    /// The matches, where matches are played.
    #[serde(default, skip_serializing_if = "Matches::is_empty")]
    pub matches: Matches,
    /// The luck of the deal, where it is asked for.
    #[serde(default, skip_serializing_if = "Luck::is_empty")]
    pub luck: Luck,
    /// Games by how they ended, in the order of [`Reason::ALL`].
    pub endings: [u64; Reason::ALL.len()],
    /// Games by their number of turns.
    pub turns: BTreeMap<u32, u64>,
    /// The game's counters (mulligans, for example) summed over games, for each side.
    ///
    /// A game that stopped in an engine error adds nothing: its position can't be trusted to be read.
    pub counters: PerSide<Vec<u64>>,
    /// Choices made by both sides' agents.
    pub decisions: u64,
}

impl Tally {
    /// No games, of a game with `counters` counters.
    pub fn new(counters: usize) -> Tally {
        Tally {
            on_the_play: Record::default(),
            on_the_draw: Record::default(),
            pairs: [0; 5],
            matches: Matches::default(),
            luck: Luck::default(),
            endings: [0; Reason::ALL.len()],
            turns: BTreeMap::new(),
            counters: PerSide::from_fn(|_| vec![0; counters]),
            decisions: 0,
        }
    }

    /// Adds a match whose games were added, in order: who won how many decides it. Returns the half points of side A.
    pub fn add_match(&mut self, games: &[GameResult]) -> usize {
        let mut won = [0, 0];
        for (number, game) in games.iter().enumerate() {
            if let Some(side) = game.winner {
                won[side as usize] += 1;
            }
            let part = if number == 0 { &mut self.matches.before } else { &mut self.matches.after };
            part.count(game.winner);
        }
        let winner = match won[0].cmp(&won[1]) {
            Ordering::Less => Some(Side::B),
            Ordering::Equal => None,
            Ordering::Greater => Some(Side::A),
        };
        self.matches.record.count(winner);
        winner.map_or(1, |side| 2 * usize::from(side == Side::A))
    }

    /// Side A's record in what is played for: matches where there are such, or games.
    pub fn score(&self) -> Record {
        if self.matches.is_empty() { self.total() } else { self.matches.record }
    }

    /// Games that nobody finished: they reached a limit or failed in the engine. All count as draws.
    pub fn unfinished(&self) -> u64 {
        Reason::ALL.into_iter().filter(|reason| is_unfinished(*reason)).map(|reason| self.ended(reason)).sum()
    }

    /// The points per game if all games that nobody finished were lost, and if they were won; `None` without games.
    pub fn rate_either_way(&self) -> Option<[f64; 2]> {
        let (total, unfinished) = (self.total(), self.unfinished());
        let drawn = total.draws.saturating_sub(unfinished);
        Some([total.wins, total.wins + unfinished])
            .filter(|_| total.games() > 0)
            .map(|wins| wins.map(|wins| (wins as f64 + drawn as f64 / 2.0) / total.games() as f64))
    }

    /// Adds one game. [`Tally::add_pair`] is separate: not all games come in pairs.
    pub fn add_game(&mut self, game: &GameResult) {
        let record = match game.first {
            Side::A => &mut self.on_the_play,
            Side::B => &mut self.on_the_draw,
        };
        record.count(game.winner);
        self.endings[game.reason as usize] += 1;
        *self.turns.entry(game.turns).or_insert(0) += 1;
        self.decisions += game.decisions;
    }

    /// Notes the half points of side A in two games (or matches), already added, as one pair.
    pub fn add_pair(&mut self, half_points: [usize; 2]) {
        self.pairs[half_points.iter().sum::<usize>()] += 1;
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: &Tally) {
        self.on_the_play.add(other.on_the_play);
        self.on_the_draw.add(other.on_the_draw);
        add_each(&mut self.pairs, &other.pairs);
        self.matches.record.add(other.matches.record);
        self.matches.before.add(other.matches.before);
        self.matches.after.add(other.matches.after);
        self.luck.merge(&other.luck);
        add_each(&mut self.endings, &other.endings);
        for (&turns, &games) in &other.turns {
            *self.turns.entry(turns).or_insert(0) += games;
        }
        for side in Side::BOTH {
            add_each(&mut self.counters[side], &other.counters[side]);
        }
        self.decisions += other.decisions;
    }

    /// The same games seen from side B.
    pub fn mirrored(&self) -> Tally {
        let mut pairs = self.pairs;
        pairs.reverse();
        Tally {
            // Side B took the first turn where side A didn't.
            on_the_play: self.on_the_draw.mirrored(),
            on_the_draw: self.on_the_play.mirrored(),
            pairs,
            matches: Matches {
                record: self.matches.record.mirrored(),
                before: self.matches.before.mirrored(),
                after: self.matches.after.mirrored(),
            },
            luck: self.luck.mirrored(self.games_per_unit()),
            endings: self.endings,
            turns: self.turns.clone(),
            counters: self.counters.clone().swapped(),
            decisions: self.decisions,
        }
    }

    /// How many games, or matches, are played with the same seeds: two where they come in pairs.
    pub fn games_per_unit(&self) -> u64 {
        if self.pairs == [0; 5] { 1 } else { 2 }
    }

    /// Side A's record over both seats.
    pub fn total(&self) -> Record {
        let mut total = self.on_the_play;
        total.add(self.on_the_draw);
        total
    }

    /// How many games ended for `reason`.
    pub fn ended(&self, reason: Reason) -> u64 {
        self.endings[reason as usize]
    }
}

/// Returns whether a game that ended so was not finished by its rules.
pub fn is_unfinished(reason: Reason) -> bool {
    matches!(reason, Reason::TurnLimit | Reason::ActionLimit | Reason::EngineError)
}

fn add_each(to: &mut [u64], from: &[u64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += from;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_numbered_in_the_order_of_the_columns() {
        for (index, reason) in Reason::ALL.into_iter().enumerate() {
            assert_eq!(reason as usize, index);
        }
    }

    fn games() -> Vec<[GameResult; 2]> {
        (0..40u32)
            .map(|i| {
                Side::BOTH.map(|first| GameResult {
                    first,
                    winner: [Some(Side::A), None, Some(Side::B), Some(first)][(i % 4) as usize],
                    reason: Reason::ALL[(i % 7) as usize],
                    turns: 5 + i % 6,
                    decisions: u64::from(i),
                })
            })
            .collect()
    }

    fn tally(games: &[[GameResult; 2]]) -> Tally {
        let mut tally = Tally::new(1);
        for pair in games {
            for game in pair {
                tally.add_game(game);
                tally.counters[game.first][0] += 1;
            }
            tally.add_pair(pair.map(|game| game.half_points(Side::A)));
        }
        tally
    }

    #[test]
    fn parts_merge_to_the_whole_in_any_order() {
        let games = games();
        let parts = [&games[..7], &games[7..8], &games[8..30], &games[30..]].map(tally);
        let merged = |order: [usize; 4]| {
            let mut sum = Tally::new(1);
            for part in order {
                sum.merge(&parts[part]);
            }
            sum
        };
        assert_eq!(merged([0, 1, 2, 3]), tally(&games));
        assert_eq!(merged([3, 1, 0, 2]), tally(&games));
    }

    #[test]
    fn unfinished_games_are_counted_either_way() {
        let mut tally = Tally::new(0);
        let game = |winner, reason| GameResult { first: Side::A, winner, reason, turns: 5, decisions: 9 };
        for game in [
            game(Some(Side::A), Reason::Life),
            game(None, Reason::DrawByRule),
            game(None, Reason::TurnLimit),
            game(None, Reason::EngineError),
        ] {
            tally.add_game(&game);
        }
        assert_eq!((tally.total().rate(), tally.unfinished()), (Some(0.625), 2));
        assert_eq!(tally.rate_either_way(), Some([0.375, 0.875]));
        assert_eq!(tally.mirrored().rate_either_way(), Some([0.125, 0.625]));
        assert_eq!(Tally::new(0).rate_either_way(), None);
    }

    #[test]
    fn matches_are_won_by_games() {
        let mut tally = Tally::new(0);
        let (a, b) = (Some(Side::A), Some(Side::B));
        let mut played = |winners: &[Option<Side>]| {
            let game = |winner: &Option<Side>| GameResult {
                first: Side::A,
                winner: *winner,
                reason: Reason::Life,
                turns: 5,
                decisions: 9,
            };
            tally.add_match(&winners.iter().map(game).collect::<Vec<_>>())
        };
        assert_eq!([played(&[a, a]), played(&[a, b, b]), played(&[None, a, None, b, None])], [2, 0, 1]);
        assert_eq!(tally.matches.record, Record { wins: 1, losses: 1, draws: 1 });
        assert_eq!(tally.matches.before, Record { wins: 2, losses: 0, draws: 1 });
        assert_eq!(tally.matches.after, Record { wins: 2, losses: 3, draws: 2 });
        assert_eq!(tally.mirrored().matches.after.wins, 3);
        assert_eq!(tally.score().games(), 3);
    }

    #[test]
    fn the_other_side_sees_the_same_games() {
        let tally = tally(&games());
        let mirrored = tally.mirrored();
        assert_eq!(mirrored.mirrored(), tally);
        assert_eq!(mirrored.total(), tally.total().mirrored());
        assert_eq!(mirrored.on_the_play.wins, tally.on_the_draw.losses);
        assert_eq!(mirrored.pairs[0], tally.pairs[4]);
        assert_eq!(tally.total().games(), 80);
        assert_eq!(tally.pairs.iter().sum::<u64>(), 40);
        assert_eq!(tally.endings.iter().sum::<u64>(), 80);
    }
}
