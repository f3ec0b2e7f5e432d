//! Games go where the answer is still uncertain: `--until 1.0`, and `gauntlet sprt`.
//!
//! A run is played in stages. When all games of a stage are played, and only then, the sums say how many more each pairing needs; so what is played
//! depends on neither threads nor time, and a run that was stopped finds its stages again in what it kept.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::plan::schedule::Seats;
use crate::stats::interval::Z95;
use crate::stats::sprt::{Decision, Test};
use crate::stats::tally::Tally;

/// Percentage points, in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Points(u32);

impl Points {
    /// As a difference of rates, from 0 to 1.
    pub fn rate(self) -> f64 {
        f64::from(self.0) / 100_000.0
    }
}

impl TryFrom<f64> for Points {
    type Error = String;

    fn try_from(points: f64) -> Result<Points, String> {
        if (0.01..=50.0).contains(&points) {
            Ok(Points((points * 1000.0).round() as u32))
        } else {
            Err("it must be a number of percentage points from 0.01 to 50, like 1.0".to_owned())
        }
    }
}

impl From<Points> for f64 {
    fn from(points: Points) -> f64 {
        f64::from(points.0) / 1000.0
    }
}

impl FromStr for Points {
    type Err = String;

    fn from_str(text: &str) -> Result<Points, String> {
        let number = text.trim().trim_end_matches("pp").trim_end_matches('%').trim_end();
        number.parse().unwrap_or(f64::NAN).try_into()
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(*self))
    }
}

/// No stage gives a pairing more than this many times what it has: the variance may have been misjudged.
const GROWTH: u64 = 2;
/// The fewest units that are worth a stage.
const LEAST: u64 = 10;

/// How slow units that score all alike are to be believed.
const CAUTION: f64 = 9.0;

/// How many more units each pairing is to have; none if all are sure enough.
///
/// A pairing is sure enough when `z² (s² + 9/n) ≤ n d²`, where s² is the variance of the n scores of its units and d the half-width that is asked for
/// (Y. S. Chow and H. Robbins, *On the asymptotic theory of fixed-width sequential confidence intervals*, Ann. Math. Stat. 36, 1965: the interval
/// that is left when this stops covers the truth as often as one of a fixed number, as d becomes small; they add 1/n). The 9/n keeps units that happen
/// to score all alike from being believed too soon.
pub fn next(seats: Seats, tallies: &[Tally], until: Points) -> Vec<u64> {
    let width = until.rate() / Z95;
    let wanted = |tally: &Tally| {
        let (n, variance) = scores(seats, tally);
        let needed = |n: f64| (variance + CAUTION / n) / (width * width);
        let count = n as f64;
        if n == 0 || needed(count) <= count {
            return 0;
        }
        // What is needed if the variance stays: n² d² = z² (s² n + 9).
        let ratio = variance / (width * width);
        let total = (ratio + (ratio * ratio + 4.0 * CAUTION / (width * width)).sqrt()) / 2.0;
        ((total - count).ceil() as u64).max(LEAST).min((GROWTH - 1) * n.max(LEAST))
    };
    tallies.iter().map(wanted).collect()
}

/// How many more units each pairing of a test of two agents is to have: the same number for all of them, a tenth of what they have; none once it is
/// decided, or if that were more than `most` games.
pub fn next_of_test(tallies: &[Tally], test: Test, most: u64) -> Vec<u64> {
    let pairs = together(tallies);
    let played: u64 = pairs.iter().sum();
    let count = tallies.len().max(1) as u64;
    let more = (played / count / 10).max(1).min((most / 2).saturating_sub(played) / count);
    let decided = test.decision(&pairs) != Decision::Open;
    vec![if decided { 0 } else { more }; tallies.len()]
}

/// The pairs of games of all pairings, by their scores.
pub fn together(tallies: &[Tally]) -> [u64; 5] {
    std::array::from_fn(|score| tallies.iter().map(|tally| tally.pairs[score]).sum())
}

/// The number of units, and the variance (divisor n − 1) of their scores per game.
fn scores(seats: Seats, tally: &Tally) -> (u64, f64) {
    // By the score in quarters of a point per game.
    let record = tally.score();
    let counts = match seats {
        Seats::Swap => tally.pairs,
        Seats::Fixed(_) => [record.losses, 0, record.draws, 0, record.wins],
    };
    let n: u64 = counts.iter().sum();
    if n < 2 {
        return (n, 0.25);
    }
    let sum = |weight: fn(u128) -> u128| -> u128 {
        (0u128..).zip(counts).map(|(quarters, count)| weight(quarters) * u128::from(count)).sum()
    };
    let (first, second) = (sum(|k| k), sum(|k| k * k));
    let spread = u128::from(n) * second - first * first;
    (n, spread as f64 / (16.0 * n as f64 * (n as f64 - 1.0)))
}

#[cfg(test)]
mod tests {
    use gauntlet_core::Seed;
    use rand::RngExt;

    use super::*;
    use crate::stats::interval::paired;

    #[test]
    fn points_are_written_in_several_ways() {
        for text in ["1", "1.0", "1.0pp", "1 pp", "1%"] {
            assert_eq!(text.parse::<Points>().map(|points| points.to_string()), Ok("1".to_owned()), "{text}");
        }
        for text in ["", "0", "-1", "x", "51", "nan"] {
            assert!(text.parse::<Points>().is_err(), "{text}");
        }
    }

    /// Where one is stopped by the width, the interval still covers the truth 95 times in 100: for even pairings, lopsided ones, and ones in
    /// which nearly all pairs score alike.
    #[test]
    fn stopping_by_the_width_does_not_mislead() {
        for (seed, shares) in
            [(1, [0.25, 0.0, 0.5, 0.0, 0.25]), (2, [0.02, 0.0, 0.18, 0.0, 0.8]), (3, [0.01, 0.0, 0.96, 0.0, 0.03])]
        {
            let truth: f64 = shares.iter().enumerate().map(|(k, share)| k as f64 / 4.0 * share).sum();
            let until = Points::try_from(2.5).expect("points");
            let mut rng = Seed::from_u64(seed).rng();
            let (mut covered, mut units) = (0, 0);
            const RUNS: u32 = 1000;
            for _ in 0..RUNS {
                let mut tally = Tally::new(0);
                let mut more = 50;
                while more > 0 {
                    for _ in 0..more {
                        let mut left = rng.random::<f64>();
                        let index = shares.iter().position(|share| {
                            left -= share;
                            left < 0.0
                        });
                        tally.pairs[index.unwrap_or(2)] += 1;
                    }
                    more = next(Seats::Swap, std::slice::from_ref(&tally), until)[0];
                }
                let interval = paired(&tally.pairs);
                assert!(interval.half_width() <= until.rate(), "{interval:?}");
                covered += u32::from(interval.contains(truth));
                units += tally.pairs.iter().sum::<u64>();
            }
            let share = f64::from(covered) / f64::from(RUNS);
            assert!((0.93..=0.985).contains(&share), "{share} for {shares:?}");
            // Where the scores vary less, fewer are played.
            let mean = units as f64 / f64::from(RUNS);
            assert!(if seed == 1 { (700.0..900.0).contains(&mean) } else { mean < 500.0 }, "{mean} for {shares:?}");
        }
    }
}
