//! Win rates without the luck of the deal: `--luck`.
//!
//! What a shuffle deals is known in distribution: lands in an opening hand are hypergeometric, whoever plays. So each game has numbers whose means are
//! known exactly before it begins ([`crate::host::parts::Luck::count`]), and what they differ from them by is luck. Taking off the part of the score that goes
//! with that luck leaves the mean as it is and makes the variance smaller: a *control variate* (R. Y. Rubinstein and R. Marcus, *Efficiency of
//! multivariate control variates in Monte Carlo simulation*, Operations Research 33, 1985).
//!
//! The coefficients are found by least squares in other units than those that they are used on: units are dealt to [`FOLDS`] folds, and each fold's
//! are from all the others (cross-fitting). So coefficients and luck are independent, and the adjusted rate is unbiased, not only nearly so. All that
//! is kept are sums of integers.

use serde::{Deserialize, Serialize};

use crate::stats::interval::{Interval, Z95};

/// How many parts the units are in.
pub const FOLDS: usize = 5;
/// The fewest units of a fold of which coefficients are made.
const LEAST: u64 = 10;

/// The sums over the units of one fold: of the score in half points and of the luck of both sides, side A's first, and of their products.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Sums {
    units: u64,
    score: u64,
    score_squared: u64,
    luck: Vec<u64>,
    /// Of the products with the score.
    with_score: Vec<u64>,
    /// Of the products with each other: row by row, up to the diagonal.
    with_luck: Vec<u64>,
}

impl Sums {
    fn add(&mut self, score: u64, luck: &[u64]) {
        let n = luck.len();
        self.luck.resize(n, 0);
        self.with_score.resize(n, 0);
        self.with_luck.resize(n * (n + 1) / 2, 0);
        self.units += 1;
        self.score += score;
        self.score_squared += score * score;
        let mut place = 0;
        for (row, own) in luck.iter().enumerate() {
            self.luck[row] += own;
            self.with_score[row] += own * score;
            for other in &luck[..=row] {
                self.with_luck[place] += own * other;
                place += 1;
            }
        }
    }

    fn merge(&mut self, other: &Sums) {
        self.units += other.units;
        self.score += other.score;
        self.score_squared += other.score_squared;
        for (to, from) in [
            (&mut self.luck, &other.luck),
            (&mut self.with_score, &other.with_score),
            (&mut self.with_luck, &other.with_luck),
        ] {
            to.resize(from.len().max(to.len()), 0);
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        }
    }

    /// The same units seen from side B; `most` is the half points of a unit in which one side won all.
    fn mirrored(&self, most: u64) -> Sums {
        let half = self.luck.len() / 2;
        let other = |place: usize| if place < half { place + half } else { place - half };
        let lie = |row: usize, column: usize| {
            let (row, column) = (row.max(column), row.min(column));
            row * (row + 1) / 2 + column
        };
        let all = || 0..self.luck.len();
        Sums {
            units: self.units,
            score: most * self.units - self.score,
            score_squared: most * most * self.units + self.score_squared - 2 * most * self.score,
            luck: all().map(|place| self.luck[other(place)]).collect(),
            with_score: all().map(|place| most * self.luck[other(place)] - self.with_score[other(place)]).collect(),
            with_luck: all()
                .flat_map(|row| (0..=row).map(move |column| (row, column)))
                .map(|(row, column)| self.with_luck[lie(other(row), other(column))])
                .collect(),
        }
    }

    /// The covariances (times the number of units) of luck and score, and of luck and luck.
    fn covariances(&self) -> (Vec<f64>, Vec<Vec<f64>>) {
        let (n, units) = (self.luck.len(), self.units as f64);
        // Integers first: what cancels is exact.
        let about = |product: u64, one: u64, other: u64| {
            (i128::from(product) * i128::from(self.units) - i128::from(one) * i128::from(other)) as f64 / units
        };
        let with_score = (0..n).map(|row| about(self.with_score[row], self.luck[row], self.score)).collect();
        let with_luck = (0..n)
            .map(|row| {
                (0..=row)
                    .map(|column| {
                        about(self.with_luck[row * (row + 1) / 2 + column], self.luck[row], self.luck[column])
                    })
                    .collect()
            })
            .collect();
        (with_score, with_luck)
    }

    fn score_variance(&self) -> f64 {
        (i128::from(self.score_squared) * i128::from(self.units) - i128::from(self.score) * i128::from(self.score))
            as f64
            / self.units.max(1) as f64
    }
}

/// The sums over all units of a pairing, fold by fold; none where luck is not asked for.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Luck(Vec<Sums>);

/// A rate without luck.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Adjusted {
    /// The rate.
    pub rate: f64,
    /// Its interval (95%).
    pub interval: Interval,
    /// How many times smaller the variance is: that many times the games would be needed to know the plain rate as well. Of few games the
    /// coefficients are so uncertain that the variance becomes larger; then it is below 1.
    pub ratio: f64,
}

impl Luck {
    /// Returns whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many units there must be for an adjusted rate, if the luck of both sides is so many numbers.
    pub fn needed(numbers: usize) -> u64 {
        FOLDS as u64 * (numbers as u64).max(LEAST)
    }

    /// Adds a unit, by its number, with the half points of side A and the luck of both sides, summed over the unit's games.
    pub fn add(&mut self, unit: u64, score: u64, luck: &[u64]) {
        self.0.resize(FOLDS, Sums::default());
        self.0[(unit % FOLDS as u64) as usize].add(score, luck);
    }

    /// Adds the units of another's.
    pub fn merge(&mut self, other: &Luck) {
        self.0.resize(self.0.len().max(other.0.len()), Sums::default());
        self.0.iter_mut().zip(&other.0).for_each(|(to, from)| to.merge(from));
    }

    /// The same units seen from side B; `games` is the number of games (or matches) of a unit.
    pub fn mirrored(&self, games: u64) -> Luck {
        Luck(self.0.iter().map(|sums| sums.mirrored(2 * games)).collect())
    }

    /// The rate of side A without luck. `expected` are the means of the luck of one game, side A's first, and `games` is the number of games of a
    /// unit. `None` with fewer units in a fold than there are numbers for each side.
    pub fn adjusted(&self, expected: &[f64], games: u64) -> Option<Adjusted> {
        let least = self.0.iter().map(|sums| sums.units).min()?;
        if FOLDS as u64 * least < Luck::needed(expected.len()) {
            return None;
        }
        let most = 2.0 * games as f64;
        let (mut all, mut sum, mut variance, mut plain) = (0.0, 0.0, 0.0, 0.0);
        for (fold, own) in self.0.iter().enumerate() {
            let mut others = Sums::default();
            self.0.iter().enumerate().filter(|(other, _)| *other != fold).for_each(|(_, sums)| others.merge(sums));
            let (with_score, with_luck) = others.covariances();
            let weights = solve(with_luck, with_score);
            let n = own.units as f64;
            let lucky =
                |(index, weight): (usize, &f64)| weight * (own.luck[index] as f64 / n - games as f64 * expected[index]);
            let mean = own.score as f64 / n - weights.iter().enumerate().map(lucky).sum::<f64>();
            let (with_score, with_luck) = own.covariances();
            let mut left = own.score_variance();
            for (row, weight) in weights.iter().enumerate() {
                left -= 2.0 * weight * with_score[row];
                for (column, other) in weights[..=row].iter().enumerate() {
                    left += if row == column { 1.0 } else { 2.0 } * weight * other * with_luck[row][column];
                }
            }
            all += n;
            sum += n * mean;
            variance += n * left.max(0.0) / (n - 1.0);
            plain += n * own.score_variance() / (n - 1.0);
        }
        let rate = (sum / all / most).clamp(0.0, 1.0);
        let half = Z95 * variance.sqrt() / all / most;
        let interval = Interval { low: (rate - half).max(0.0), high: (rate + half).min(1.0) };
        Some(Adjusted { rate, interval, ratio: if variance > 0.0 { plain / variance } else { 1.0 } })
    }
}

/// The least-squares solution of a symmetric system of which the lower triangle is given (Cholesky). What doesn't vary gets no weight.
fn solve(mut lower: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    let mut kept = vec![true; n];
    for row in 0..n {
        let before = lower[row][row];
        for column in 0..=row {
            let sum: f64 = (0..column).map(|k| lower[row][k] * lower[column][k]).sum();
            let value = lower[row][column] - sum;
            lower[row][column] = if column < row {
                if kept[column] { value / lower[column][column] } else { 0.0 }
            } else {
                value.max(0.0).sqrt()
            };
        }
        // It follows from the others, or never varies.
        kept[row] = lower[row][row] * lower[row][row] > 1e-9 * before.max(1e-9);
        if !kept[row] {
            lower[row].fill(0.0);
        }
        right[row] = if kept[row] {
            (right[row] - (0..row).map(|k| lower[row][k] * right[k]).sum::<f64>()) / lower[row][row]
        } else {
            0.0
        };
    }
    for row in (0..n).rev() {
        let sum: f64 = (row + 1..n).map(|k| lower[k][row] * right[k]).sum();
        right[row] = if kept[row] { (right[row] - sum) / lower[row][row] } else { 0.0 };
    }
    right
}

/// The chances of 0, 1, … of the `marked` ones among `drawn` cards of `all`: hypergeometric, by exact ratios from one to the next.
pub fn chances(all: u64, marked: u64, drawn: u64) -> Vec<f64> {
    let ways = |of: u64, take: u64| {
        if take > of { 0.0 } else { (0..take).map(|k| (of - k) as f64 / (k + 1) as f64).product::<f64>() }
    };
    let total = ways(all, drawn);
    (0..=drawn).map(|count| ways(marked, count) * ways(all - marked.min(all), drawn - count) / total).collect()
}

#[cfg(test)]
mod tests {
    use gauntlet_core::{Rng, Seed};
    use rand::RngExt;

    use super::*;

    #[test]
    fn chances_add_up() {
        let lands = chances(60, 24, 7);
        assert!((lands.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let mean: f64 = lands.iter().enumerate().map(|(count, chance)| count as f64 * chance).sum();
        assert!((mean - 7.0 * 24.0 / 60.0).abs() < 1e-12);
        // Seven spells and no land: 36/60 · 35/59 · …
        let none: f64 = (0..7).map(|k| f64::from(36 - k) / f64::from(60 - k)).product();
        assert!((lands[0] - none).abs() < 1e-12);
        assert_eq!(chances(3, 3, 2), [0.0, 0.0, 1.0]);
    }

    #[test]
    fn systems_are_solved() {
        // [[4, 2, 0], [2, 3, 0], [0, 0, 0]]: the third number never varies.
        let weights = solve(vec![vec![4.0], vec![2.0, 3.0], vec![0.0, 0.0, 0.0]], vec![8.0, 8.0, 0.0]);
        assert!((weights[0] - 1.0).abs() < 1e-9 && (weights[1] - 2.0).abs() < 1e-9 && weights[2] == 0.0, "{weights:?}");
        // A number twice: one of them is enough.
        let twice = solve(vec![vec![4.0], vec![4.0, 4.0]], vec![8.0, 8.0]);
        assert!((twice[0] - 2.0).abs() < 1e-9 && twice[1] == 0.0, "{twice:?}");
    }

    /// A pair of games: each side draws 0 to 2 lands in each, wins more with one than with none or two, and A is better. With its true rate.
    fn pair(rng: &mut Rng) -> (u64, [u64; 4]) {
        let (mut score, mut luck) = (0, [0; 4]);
        for _ in 0..2 {
            let lands = [0, 1].map(|_| u64::from(rng.random::<f64>() < 0.4) + u64::from(rng.random::<f64>() < 0.4));
            let edge = |lands| if lands == 1 { 0.2 } else { 0.0 };
            let chance = 0.55 + edge(lands[0]) - edge(lands[1]);
            score += 2 * u64::from(rng.random::<f64>() < chance);
            for (side, lands) in lands.into_iter().enumerate() {
                luck[2 * side] += u64::from(lands == 0);
                luck[2 * side + 1] += u64::from(lands == 1);
            }
        }
        (score, luck)
    }

    const EXPECTED: [f64; 4] = [0.36, 0.48, 0.36, 0.48];

    #[test]
    fn the_adjusted_rate_is_unbiased_surer_and_covers_the_truth() {
        const RUNS: u32 = 3000;
        let mut rng = Seed::from_u64(5).rng();
        let (mut covered, mut sum, mut squares, mut plain, mut ratio, mut width) = (0, 0.0, 0.0, 0.0, 0.0, 0.0);
        for _ in 0..RUNS {
            let (mut luck, mut score) = (Luck::default(), 0);
            for unit in 0..150 {
                let (points, dealt) = pair(&mut rng);
                luck.add(unit, points, &dealt);
                score += points;
            }
            let adjusted = luck.adjusted(&EXPECTED, 2).expect("enough units");
            covered += u32::from(adjusted.interval.contains(0.55));
            sum += adjusted.rate - 0.55;
            squares += (adjusted.rate - 0.55) * (adjusted.rate - 0.55);
            let rate = score as f64 / 600.0 - 0.55;
            plain += rate * rate;
            ratio += adjusted.ratio;
            width += adjusted.interval.half_width();
        }
        let n = f64::from(RUNS);
        let share = f64::from(covered) / n;
        assert!((0.935..=0.965).contains(&share), "{share}");
        // No bias beyond three standard errors of this simulation.
        assert!((sum / n).abs() < 3.0 * (squares / n / n).sqrt(), "{}", sum / n);
        // The variance is as much smaller as it says.
        let (real, said) = (plain / squares, ratio / n);
        assert!(real > 1.03 && (real / said - 1.0).abs() < 0.08, "{real} {said}");
        assert!(width / n > 0.0);
    }

    #[test]
    fn both_sides_see_the_same_and_parts_add_up() {
        let mut rng = Seed::from_u64(6).rng();
        let (mut whole, mut parts) = (Luck::default(), [Luck::default(), Luck::default()]);
        for unit in 0..400 {
            let (score, luck) = pair(&mut rng);
            whole.add(unit, score, &luck);
            parts[usize::from(unit % 3 == 0)].add(unit, score, &luck);
        }
        let mut sum = Luck::default();
        sum.merge(&parts[1]);
        sum.merge(&parts[0]);
        assert_eq!(sum, whole);
        assert_eq!(whole.mirrored(2).mirrored(2), whole);
        let (one, other) =
            (whole.adjusted(&EXPECTED, 2).expect("a rate"), whole.mirrored(2).adjusted(&EXPECTED, 2).expect("a rate"));
        assert!((one.rate + other.rate - 1.0).abs() < 1e-9 && (one.ratio - other.ratio).abs() < 1e-6);
    }

    #[test]
    fn a_mirror_stays_even() {
        let mut rng = Seed::from_u64(7).rng();
        let mut luck = Luck::default();
        for unit in 0..200 {
            luck.add(unit, 2, &pair(&mut rng).1);
        }
        let adjusted = luck.adjusted(&EXPECTED, 2).expect("a rate");
        assert_eq!((adjusted.rate, adjusted.interval), (0.5, Interval { low: 0.5, high: 0.5 }));
        assert_eq!(Luck::default().adjusted(&EXPECTED, 2), None);
    }
}
