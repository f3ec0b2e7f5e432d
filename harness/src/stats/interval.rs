//! Intervals and summaries, from integers only.
//!
//! Everything here is a pure function of counts, and uses only the operations that IEEE 754 rounds exactly
//! (`+ − × ÷ √`), so the numbers are the same on every machine.

use std::collections::BTreeMap;

/// The 97.5% point of the normal distribution: all intervals here are two-sided at 95%.
pub const Z95: f64 = 1.959_963_984_540_054;

/// A closed interval of rates, both ends in 0..=1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The interval that says nothing.
    pub const ALL: Interval = Interval { low: 0.0, high: 1.0 };

    /// Half of the interval's length: the number behind "±".
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Returns whether `rate` lies inside or on an end.
    pub fn contains(self, rate: f64) -> bool {
        self.low <= rate && rate <= self.high
    }
}

/// Games below which no rate is marked: of so few the intervals themselves are only nearly right.
const EVIDENCE: u64 = 20;

/// The points of the normal distribution for 2ᵏ comparisons at once (Bonferroni): two-sided, 95% that all intervals hold the truth.
const AMONG: [f64; 13] =
    [Z95, 2.2415, 2.4978, 2.7345, 2.9553, 3.1633, 3.3608, 3.5493, 3.7300, 3.9038, 4.0715, 4.2336, 4.3907];

/// Returns whether a rate is certainly above one half, or below, among as many as are shown together: its 95% interval, widened so that all
/// of them hold the truth at once, leaves out one half. `None` if it isn't certain, or there are too few games to say.
pub fn stands_out(rate: f64, interval: Interval, games: u64, among: usize) -> Option<bool> {
    let doublings = among.max(1).next_power_of_two().ilog2() as usize;
    let wider = AMONG[doublings.min(AMONG.len() - 1)] / Z95;
    let (low, high) = (rate - (rate - interval.low) * wider, rate + (interval.high - rate) * wider);
    match () {
        () if games < EVIDENCE => None,
        () if low > 0.5 => Some(true),
        () if high < 0.5 => Some(false),
        () => None,
    }
}

/// A number with six decimals: what is beyond differs from machine to machine.
pub fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6 + 0.0
}

/// The share of points won: a win is one point, a draw half of one. `None` without games.
pub fn rate(wins: u64, draws: u64, games: u64) -> Option<f64> {
    (games > 0).then(|| (wins as f64 + draws as f64 / 2.0) / games as f64)
}

/// The Wilson score interval (95%) of `points` out of `games`. Without games it is [`Interval::ALL`].
///
/// E. B. Wilson, *Probable inference, the law of succession, and statistical inference* (JASA 22, 1927), without
/// continuity correction: `(p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n)`.
///
/// `points` may have halves: a draw is half a win. A score of 0, ½ or 1 with mean p varies by at most p(1−p), the
/// variance of a plain win-or-loss, so with draws the interval is a little wider than it need be, never narrower.
/// The games are taken as independent; [`paired`] uses that they come in pairs.
pub fn wilson(points: f64, games: u64) -> Interval {
    if games == 0 {
        return Interval::ALL;
    }
    let n = games as f64;
    let p = points / n;
    let z2 = Z95 * Z95;
    let scale = 1.0 + z2 / n;
    let centre = (p + z2 / (2.0 * n)) / scale;
    let half = Z95 * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt() / scale;
    // At 0 and n points the exact ends are 0 and 1, which rounding misses by a hair.
    Interval {
        low: if points <= 0.0 { 0.0 } else { (centre - half).max(0.0) },
        high: if points >= n { 1.0 } else { (centre + half).min(1.0) },
    }
}

/// The interval (95%) of the mean score per game, from pairs of games that shared their seeds with seats swapped.
///
/// `pairs[k]` counts the pairs in which the side scored k/2 of the 2 points (the five outcomes of the *pentanomial*
/// model that chess engine testers use). The interval is the normal one of the mean of independent pair scores,
/// `m ± z s/√n` with the sample variance s² (divisor n − 1), cut to 0..=1. Luck that the swap turns around cancels inside a
/// pair, so this is the tighter interval when luck decides much.
///
/// When all pairs scored the same the sample variance is 0 and says nothing of what a next pair may bring. Then Wilson's interval of
/// that many single trials says which share of pairs may be otherwise, and the ends are the means if all those were lost, or won,
/// twice: after a clean sweep that is Wilson's interval of the pairs, and when all were split it narrows around ½ as more are.
/// With one pair there is no variance to estimate, so it is [`Interval::ALL`], as it is without any. With fewer than about thirty
/// pairs the normal interval is rough: trust [`wilson`] there.
pub fn paired(pairs: &[u64; 5]) -> Interval {
    let count: u64 = pairs.iter().sum();
    if count < 2 {
        return Interval::ALL;
    }
    if let Some(halves) = pairs.iter().position(|&own| own == count) {
        let (mean, others) = (halves as f64 / 4.0, wilson(0.0, count).high);
        return Interval { low: mean * (1.0 - others), high: mean + (1.0 - mean) * others };
    }
    let n = count as f64;
    // Sums of quarters of a point, as integers: exact.
    let sum: u128 = weighted(pairs, |k| k);
    let squares: u128 = weighted(pairs, |k| k * k);
    let mean = sum as f64 / (4.0 * n);
    // n Σk² − (Σk)² is n(n−1)·16·s², and never negative.
    let spread = u128::from(count) * squares - sum * sum;
    let half = Z95 * (spread as f64 / (n - 1.0)).sqrt() / (4.0 * n);
    Interval { low: (mean - half).max(0.0), high: (mean + half).min(1.0) }
}

fn weighted(pairs: &[u64; 5], weight: impl Fn(u128) -> u128) -> u128 {
    (0u128..).zip(pairs).map(|(k, &count)| weight(k) * u128::from(count)).sum()
}

/// The mean of a histogram (value → count); `None` if it is empty.
pub fn mean(histogram: &BTreeMap<u32, u64>) -> Option<f64> {
    let count: u64 = histogram.values().sum();
    let sum: u128 = histogram.iter().map(|(&value, &count)| u128::from(value) * u128::from(count)).sum();
    (count > 0).then(|| sum as f64 / count as f64)
}

/// The median of a histogram (value → count), the mean of the middle two if their number is even; `None` if it is empty.
pub fn median(histogram: &BTreeMap<u32, u64>) -> Option<f64> {
    let count: u64 = histogram.values().sum();
    // The values at these two ranks (from 0) are the middle ones; they coincide when the count is odd.
    let low = nth(histogram, count.checked_sub(1)? / 2)?;
    let high = nth(histogram, count / 2)?;
    Some((f64::from(low) + f64::from(high)) / 2.0)
}

fn nth(histogram: &BTreeMap<u32, u64>, rank: u64) -> Option<u32> {
    let mut seen = 0;
    histogram.iter().find_map(|(&value, &count)| {
        seen += count;
        (seen > rank).then_some(value)
    })
}

#[cfg(test)]
mod tests {
    use gauntlet_core::{Rng, Seed};
    use rand::RngExt;

    use super::*;

    fn close(interval: Interval, low: f64, high: f64) {
        assert!(
            (interval.low - low).abs() < 5e-5 && (interval.high - high).abs() < 5e-5,
            "{interval:?} is not ({low}, {high})"
        );
    }

    #[test]
    fn what_stands_out_depends_on_how_much_is_shown() {
        let of = |wins: f64, games: u64, among| stands_out(wins / games as f64, wilson(wins, games), games, among);
        assert_eq!(of(4.0, 4, 1), None, "four games say nothing");
        assert_eq!((of(130.0, 200, 1), of(70.0, 200, 1)), (Some(true), Some(false)));
        assert_eq!(of(115.0, 200, 1), Some(true));
        assert_eq!(of(115.0, 200, 2), None, "one of two is more than that by chance");
        assert_eq!((of(130.0, 200, 150), of(125.0, 200, 150)), (Some(true), None));
        assert_eq!(of(199.0, 200, usize::MAX / 4), Some(true));
    }

    #[test]
    fn wilson_gives_the_published_values() {
        // R. G. Newcombe, Two-sided confidence intervals for the single proportion (Statist. Med. 17, 1998), table I.
        close(wilson(81.0, 263), 0.2553, 0.3662);
        close(wilson(15.0, 148), 0.0624, 0.1605);
        close(wilson(0.0, 20), 0.0, 0.1611);
        close(wilson(1.0, 29), 0.0061, 0.1718);
    }

    #[test]
    fn wilson_at_the_ends() {
        assert_eq!(wilson(0.0, 0), Interval::ALL);
        assert_eq!(wilson(0.0, 10).low, 0.0);
        assert_eq!(wilson(10.0, 10).high, 1.0);
        close(wilson(50.0, 100), 0.40383, 0.59617);
    }

    #[test]
    fn wilson_of_the_other_side_is_mirrored() {
        for points in [0.0, 0.5, 3.0, 7.5, 10.0] {
            let (one, other) = (wilson(points, 10), wilson(10.0 - points, 10));
            close(one, 1.0 - other.high, 1.0 - other.low);
        }
    }

    #[test]
    fn pairs_that_are_all_alike_are_not_certain() {
        for halves in 0..5 {
            let mut narrower = Interval::ALL;
            for count in [2, 20, 1000] {
                let mut pairs = [0; 5];
                pairs[halves] = count;
                let interval = paired(&pairs);
                assert!(interval.contains(halves as f64 / 4.0));
                assert!(0.0 < interval.half_width() && interval.half_width() < narrower.half_width());
                narrower = interval;
            }
        }
        // Wilson's upper end of 0 of 20 is 0.1611.
        close(paired(&[0, 0, 20, 0, 0]), 0.5 - 0.1611 / 2.0, 0.5 + 0.1611 / 2.0);
    }

    #[test]
    fn paired_by_hand() {
        // Scores 0, ½, ½, 1 a game: mean ½, s² = (¼ + ¼)/3 = 1/6, so z √(1/24) either side.
        close(paired(&[1, 0, 2, 0, 1]), 0.5 - Z95 * (1f64 / 24.0).sqrt(), 0.5 + Z95 * (1f64 / 24.0).sqrt());
        assert_eq!(paired(&[0, 0, 1, 0, 0]), Interval::ALL);
        assert_eq!(paired(&[0; 5]), Interval::ALL);
    }

    #[test]
    fn paired_is_not_certain_after_a_clean_sweep() {
        let all = wilson(10.0, 10);
        close(paired(&[0, 0, 0, 0, 10]), all.low, all.high);
        assert_eq!(paired(&[10, 0, 0, 0, 0]).low, 0.0);
        assert!(paired(&[10, 0, 0, 0, 0]).high > 0.2);
    }

    #[test]
    fn wilson_covers_the_true_rate_95_times_in_100() {
        for (seed, truth) in [(1, 0.5), (2, 0.3), (3, 0.9)] {
            let mut rng = Seed::from_u64(seed).rng();
            let covered = (0..4000).filter(|_| {
                let wins = (0..200).filter(|_| rng.random::<f64>() < truth).count();
                wilson(wins as f64, 200).contains(truth)
            });
            let share = covered.count() as f64 / 4000.0;
            assert!((0.935..=0.965).contains(&share), "{share} at {truth}");
        }
    }

    /// A pair in which luck favours one seat (the swap turns it around), the better deck wins a little more, and some
    /// games are drawn. The true rate is exact: E[clamp] never cuts here.
    fn lucky_pair(rng: &mut Rng) -> usize {
        let luck = rng.random::<f64>() * 0.6 - 0.3;
        [luck, -luck]
            .into_iter()
            .map(|luck| {
                let draw = rng.random::<f64>() < 0.2;
                let win = rng.random::<f64>() < 0.55 + luck;
                if draw { 1 } else { 2 * usize::from(win) }
            })
            .sum()
    }

    #[test]
    fn paired_covers_the_true_rate_and_is_tighter_than_wilson() {
        let truth = 0.2 * 0.5 + 0.8 * 0.55;
        let mut rng = Seed::from_u64(4).rng();
        let (mut covered, mut narrower) = (0, 0);
        for _ in 0..4000 {
            let mut pairs = [0; 5];
            for _ in 0..150 {
                pairs[lucky_pair(&mut rng)] += 1;
            }
            let interval = paired(&pairs);
            covered += u32::from(interval.contains(truth));
            let points = weighted(&pairs, |k| k) as f64 / 2.0;
            narrower += u32::from(interval.half_width() < wilson(points, 300).half_width());
        }
        let share = f64::from(covered) / 4000.0;
        assert!((0.935..=0.965).contains(&share), "{share}");
        assert!(narrower > 3900, "{narrower}");
    }

    #[test]
    fn mean_and_median_of_a_histogram() {
        let histogram = |values: &[u32]| {
            values.iter().fold(BTreeMap::new(), |mut map, &value| {
                *map.entry(value).or_insert(0) += 1;
                map
            })
        };
        assert_eq!((mean(&histogram(&[])), median(&histogram(&[]))), (None, None));
        assert_eq!(median(&histogram(&[7])), Some(7.0));
        assert_eq!(median(&histogram(&[1, 2, 9])), Some(2.0));
        assert_eq!(median(&histogram(&[1, 2, 4, 9])), Some(3.0));
        assert_eq!(median(&histogram(&[5, 5, 5, 6])), Some(5.0));
        assert_eq!(mean(&histogram(&[1, 2, 4, 9])), Some(4.0));
    }
}
