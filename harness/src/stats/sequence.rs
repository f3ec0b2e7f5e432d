//! Intervals that stay valid while they are watched.
//!
//! An ordinary 95% interval covers the truth 95 times in 100 if it is looked at once, after a number of games that was fixed before. Who
//! looks after every game and stops when it excludes zero is wrong far more often. A *confidence sequence* covers the truth at
//! **all** times at once with 95%: look as often as you like, stop whenever you like.
//!
//! The one here is made by betting (I. Waudby-Smith and A. Ramdas, *Estimating means of bounded random variables by betting*, JRSS B
//! 86, 2024, section 4). Whoever doubts that the mean of numbers from 0 to 1 is `m` bets a part `c` of a capital of 1 on each number x, and has
//! `Π (1 − c + c·x/m)` in the end. If `m` is the mean, that is 1 on average at any time, so it reaches 2/α with a chance of α/2 at most (Ville's
//! inequality). A mean at which the capital gets there is refused; the others are the interval. Bets on the other side, on 1 − x, make its
//! upper end. The capital is split over [`BETS`] once and for all (T. M. Cover, *Universal portfolios*, 1991): the part that suits the variance soon
//! is the whole of it, and the width comes near that of the normal distribution without knowing the variance before. As the bets are
//! fixed, the capital depends on how often each number came and on nothing else: it is a function of integer sums.
//!
//! **Several opponents.** A round has one number for each opponent, and what is asked for is the mean over opponents, who have means of their
//! own. With the same bet on all numbers of a round, the expected factor of the round is `Π (1 − c + c·mⱼ/m)`, and that is at most 1 if the mⱼ
//! are m on average (the geometric mean is at most the arithmetic one). So each opponent's number is a bet by itself, and the reach of a number,
//! which decides how boldly can be bet, is that of one difference in the sum over all of them. Looks must be at complete rounds.

/// How often the truth may ever lie outside.
pub const ALPHA: f64 = 0.05;

/// The values that a difference can have: quarters, from −1 to 1.
pub const VALUES: usize = 9;

/// How many bets there are.
pub const BETS: usize = 16;

/// The parts of the capital that are put on each number, largest first: 2^(−k/2). The smallest suits a million numbers of variance 1/10.
fn bets() -> [f64; BETS] {
    let mut bet = 1.0;
    std::array::from_fn(|_| {
        bet *= std::f64::consts::FRAC_1_SQRT_2;
        bet
    })
}

/// A confidence sequence of the mean of differences in −1..=1, in quarters.
#[derive(Clone, Debug, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Sequence {
    /// How often each difference came, −1 first.
    counts: [u64; VALUES],
}

/// The factor of the capital by each number if `mean` is doubted from below, for each bet, as a logarithm.
fn factors(mean: f64) -> [[f64; VALUES]; BETS] {
    let mean = (1.0 + mean) / 2.0;
    bets().map(|bet| std::array::from_fn(|value| (1.0 - bet + bet * value as f64 / ((VALUES - 1) as f64 * mean)).ln()))
}

/// The logarithm of the capital, split evenly over the bets, when numbers came as often as `counts` say.
fn capital(counts: &[f64; VALUES], factors: &[[f64; VALUES]; BETS]) -> f64 {
    let own = factors.map(|factors| {
        counts.iter().zip(factors).filter(|(count, _)| **count > 0.0).map(|(count, factor)| count * factor).sum::<f64>()
    });
    let most = own.into_iter().fold(f64::NEG_INFINITY, f64::max);
    most + (own.into_iter().map(|own| (own - most).exp()).sum::<f64>() / BETS as f64).ln()
}

/// The capital at which a mean is refused, as a logarithm: both sides share what may be wrong.
fn limit(alpha: f64) -> f64 {
    (2.0 / alpha).ln()
}

fn mean(counts: &[f64; VALUES]) -> f64 {
    let all: f64 = counts.iter().sum();
    let sum: f64 = counts.iter().enumerate().map(|(value, count)| (value as f64 - 4.0) / 4.0 * count).sum();
    if all > 0.0 { sum / all } else { 0.0 }
}

/// The largest mean that is refused for being too small; −1 if none is.
fn lower(counts: &[f64; VALUES], alpha: f64) -> f64 {
    // The capital falls as the mean that is doubted rises, and at the mean of the numbers nothing was won.
    let (mut refused, mut kept) = (-1.0, mean(counts));
    while kept - refused > 1e-7 {
        let middle = (refused + kept) / 2.0;
        if capital(counts, &factors(middle)) >= limit(alpha) { refused = middle } else { kept = middle }
    }
    refused
}

fn reversed(mut counts: [f64; VALUES]) -> [f64; VALUES] {
    counts.reverse();
    counts
}

impl Sequence {
    /// Adds a difference, in quarters.
    ///
    /// # Panics
    /// If it is not in −4..=4: then the interval would say nothing.
    pub fn add(&mut self, quarters: i32) {
        assert!((-4..=4).contains(&quarters), "{quarters} quarters are not in -1..=1");
        self.counts[(quarters + 4) as usize] += 1;
    }

    /// Adds all of another's.
    pub fn merge(&mut self, other: &Sequence) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }

    /// How many numbers there were.
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// How often each came, as floating-point numbers.
    fn counts(&self) -> [f64; VALUES] {
        self.counts.map(|count| count as f64)
    }

    /// The part that each value has of all.
    pub fn shares(&self) -> [f64; VALUES] {
        let all = self.count().max(1) as f64;
        self.counts.map(|count| count as f64 / all)
    }

    /// Their mean; 0 if there were none.
    pub fn mean(&self) -> f64 {
        mean(&self.counts())
    }

    /// Their variance (divisor n − 1); 0 for fewer than two.
    pub fn variance(&self) -> f64 {
        let (n, mean) = (self.count() as f64, self.mean());
        if n < 2.0 {
            return 0.0;
        }
        let square = |value: usize| ((value as f64 - 4.0) / 4.0 - mean) * ((value as f64 - 4.0) / 4.0 - mean);
        self.counts.iter().enumerate().map(|(value, count)| square(value) * *count as f64).sum::<f64>() / (n - 1.0)
    }

    /// The lower and the upper end of the interval that leaves the truth out, ever, with a chance of `alpha`.
    pub fn interval(&self, alpha: f64) -> (f64, f64) {
        (lower(&self.counts(), alpha), -lower(&reversed(self.counts()), alpha))
    }

    /// Returns whether the mean is known to be more than `mean`.
    pub fn is_above(&self, mean: f64, alpha: f64) -> bool {
        capital(&self.counts(), &factors(mean)) >= limit(alpha)
    }

    /// Returns whether the mean is known to be less than `mean`.
    pub fn is_below(&self, mean: f64, alpha: f64) -> bool {
        capital(&reversed(self.counts()), &factors(-mean)) >= limit(alpha)
    }
}

/// How many numbers with these shares it takes, about, until their mean is known to be more than `mean`; `None` if that is never.
///
/// It is the number at which the capital gets there if numbers come exactly as often as their shares say.
pub fn numbers_until_above(shares: &[f64; VALUES], mean: f64, alpha: f64) -> Option<f64> {
    let factors = factors(mean);
    let known = |numbers: f64| capital(&shares.map(|share| share * numbers), &factors) >= limit(alpha);
    let (mut few, mut enough) = (0.0, 1.0);
    while !known(enough) {
        (few, enough) = (enough, 2.0 * enough);
        if enough > 1e15 {
            return None;
        }
    }
    while enough - few > 0.5 {
        let middle = (few + enough) / 2.0;
        if known(middle) { enough = middle } else { few = middle }
    }
    Some(enough)
}

/// The same until it is known to be less than `mean`.
pub fn numbers_until_below(shares: &[f64; VALUES], mean: f64, alpha: f64) -> Option<f64> {
    numbers_until_above(&reversed(*shares), -mean, alpha)
}

#[cfg(test)]
mod tests {
    use gauntlet_core::{Rng, Seed};
    use rand::RngExt;

    use super::*;

    impl Sequence {
        /// Returns whether `mean` is refused.
        fn excludes(&self, mean: f64, alpha: f64) -> bool {
            self.is_above(mean, alpha) || self.is_below(mean, alpha)
        }
    }

    /// Differences of paired scores, by how often each comes: as in play (mostly 0), hardly ever anything, one-sided and rare, all the same
    /// size, the widest.
    const DISTRIBUTIONS: [[f64; VALUES]; 6] = [
        [0.01, 0.01, 0.05, 0.02, 0.8, 0.02, 0.06, 0.01, 0.02],
        [0.0, 0.0, 0.0, 0.0, 0.995, 0.0, 0.005, 0.0, 0.0],
        [0.0, 0.0, 0.0, 0.0, 0.98, 0.0, 0.0, 0.0, 0.02],
        [0.002, 0.0, 0.0, 0.0, 0.9, 0.098, 0.0, 0.0, 0.0],
        [0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5],
        [0.9, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.1],
    ];

    fn drawn(shares: &[f64; VALUES], rng: &mut Rng) -> i32 {
        let mut left = rng.random::<f64>() * shares.iter().sum::<f64>();
        let index = shares.iter().position(|share| {
            left -= share;
            left < 0.0
        });
        index.map_or(0, |index| index as i32 - 4)
    }

    /// How many of `runs` sequences ever refuse the true mean when they are looked at after each round. A round has a number of each
    /// distribution.
    fn wrong(distributions: &[[f64; VALUES]], runs: u32, rounds: u32, seed: u64) -> u32 {
        let mut rng = Seed::from_u64(seed).rng();
        let truth = distributions.iter().map(mean).sum::<f64>() / distributions.len() as f64;
        let (from_below, from_above) = (factors(truth), factors(-truth));
        let limit = limit(ALPHA);
        let mut wrong = 0;
        for _ in 0..runs {
            let mut sequence = Sequence::default();
            let refused = (0..rounds).any(|round| {
                for shares in distributions {
                    sequence.add(drawn(shares, &mut rng));
                }
                // Every time at first, when it is easiest to be misled; then now and then.
                (round < 50 || round % 8 == 0)
                    && (capital(&sequence.counts(), &from_below) >= limit
                        || capital(&reversed(sequence.counts()), &from_above) >= limit)
            });
            wrong += u32::from(refused);
        }
        wrong
    }

    #[test]
    fn the_truth_is_inside_at_all_times_95_times_in_100() {
        for (seed, shares) in (1..).zip(DISTRIBUTIONS) {
            let wrong = wrong(&[shares], 500, 1500, seed);
            // 25 are allowed on average, and 40 come by chance once in a thousand times.
            assert!(wrong <= 40, "{wrong} of 500 for {shares:?}");
        }
    }

    #[test]
    fn opponents_may_have_means_of_their_own() {
        let wrong = wrong(&DISTRIBUTIONS, 500, 400, 7);
        assert!(wrong <= 40, "{wrong} of 500");
        let apart =
            [DISTRIBUTIONS[5], DISTRIBUTIONS[5].iter().rev().copied().collect::<Vec<_>>().try_into().expect("9")];
        assert!(super::tests::wrong(&apart, 500, 400, 8) <= 40);
    }

    /// Who watches an ordinary interval instead finds a difference where there is none.
    #[test]
    fn watching_an_ordinary_interval_misleads() {
        let mut rng = Seed::from_u64(1).rng();
        let even = [0.0, 0.0, 0.1, 0.1, 0.6, 0.1, 0.1, 0.0, 0.0];
        let wrong = (0..200).filter(|_| {
            let mut sequence = Sequence::default();
            (0..2000).any(|_| {
                sequence.add(drawn(&even, &mut rng));
                let n = sequence.count() as f64;
                n > 50.0 && sequence.mean().abs() > crate::stats::interval::Z95 * (sequence.variance() / n).sqrt()
            })
        });
        assert!(wrong.count() > 50);
    }

    #[test]
    fn it_is_not_much_wider_than_an_ordinary_interval() {
        for (shares, numbers) in [
            (DISTRIBUTIONS[0], 2_000),
            (DISTRIBUTIONS[0], 100_000),
            (DISTRIBUTIONS[3], 20_000),
            (DISTRIBUTIONS[4], 5_000),
        ] {
            let sequence = Sequence { counts: shares.map(|share| (share * f64::from(numbers)).round() as u64) };
            let (low, high) = sequence.interval(ALPHA);
            let ordinary = crate::stats::interval::Z95 * (sequence.variance() / f64::from(numbers)).sqrt();
            assert!(low < sequence.mean() && sequence.mean() < high);
            assert!((high - low) / 2.0 < 1.9 * ordinary, "{} {ordinary} {numbers}", (high - low) / 2.0);
        }
    }

    #[test]
    fn the_ends_are_where_means_begin_to_be_refused() {
        for shares in DISTRIBUTIONS {
            let sequence = Sequence { counts: shares.map(|share| (share * 3000.0).round() as u64) };
            let (low, high) = sequence.interval(ALPHA);
            assert!(sequence.is_above(low, ALPHA) && !sequence.excludes(low + 1e-6, ALPHA), "{low}");
            assert!(sequence.is_below(high, ALPHA) && !sequence.excludes(high - 1e-6, ALPHA), "{high}");
            // Mirrored numbers have the mirrored interval.
            let mirrored = Sequence {
                counts: {
                    let mut counts = sequence.counts;
                    counts.reverse();
                    counts
                },
            };
            let (other_low, other_high) = mirrored.interval(ALPHA);
            assert!((other_low + high).abs() < 1e-9 && (other_high + low).abs() < 1e-9);
            // Less doubt, wider.
            let wide = sequence.interval(ALPHA / 100.0);
            assert!(wide.0 < low && high < wide.1);
        }
    }

    #[test]
    fn numbers_that_never_vary_are_soon_believed() {
        let mut sequence = Sequence::default();
        assert_eq!((sequence.mean(), sequence.variance()), (0.0, 0.0));
        let (low, high) = sequence.interval(ALPHA);
        assert!(low <= -0.999 && high >= 0.999, "{low} {high}");
        for _ in 0..2000 {
            sequence.add(0);
        }
        let (low, high) = sequence.interval(ALPHA);
        assert!(low > -0.01 && high < 0.01 && low <= 0.0 && high >= 0.0, "{low} {high}");
    }

    /// What is foretold is about what it takes.
    #[test]
    fn the_time_to_know_is_foretold() {
        let shares = [0.0, 0.0, 0.08, 0.02, 0.78, 0.02, 0.1, 0.0, 0.0];
        let foretold = numbers_until_above(&shares, 0.0, ALPHA).expect("a number");
        let mut rng = Seed::from_u64(3).rng();
        let factors = factors(0.0);
        let taken: u64 = (0..100)
            .map(|_| {
                let mut sequence = Sequence::default();
                while sequence.count() % 20 != 0
                    || sequence.count() == 0
                    || capital(&sequence.counts(), &factors) < limit(ALPHA)
                {
                    sequence.add(drawn(&shares, &mut rng));
                }
                sequence.count()
            })
            .sum();
        let ratio = taken as f64 / 100.0 / foretold;
        assert!((0.8..1.25).contains(&ratio), "{ratio} of {foretold}");
        assert_eq!(numbers_until_above(&shares, 0.02, ALPHA), None);
        let back = numbers_until_below(&reversed(shares), 0.0, ALPHA);
        assert_eq!(back, Some(foretold));
    }
}
