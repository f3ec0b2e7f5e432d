//! Is one agent stronger than another, with as few games as that takes?
//!
//! A. Wald's sequential test (*Sequential tests of statistical hypotheses*, Ann. Math. Stat. 16, 1945) of two hypotheses about the difference in
//! Elo points: it is `low`, or it is `high`. Games come in pairs with seats swapped, and the five scores that a pair can have are counted (the
//! *pentanomial* model of chess engine testers). How often each comes is unknown, so what is compared is how likely the counts are at most if the
//! mean is what the one hypothesis says, and if it is what the other says: the ratio of empirical likelihoods (A. B. Owen, *Empirical likelihood ratio
//! confidence intervals for a single functional*, Biometrika 75, 1988).

use serde::{Deserialize, Serialize};

/// What is tested, and how often it may be decided wrongly.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// The difference of the one hypothesis, in Elo points.
    pub low: f64,
    /// The difference of the other.
    pub high: f64,
    /// How often `high` may be believed where `low` is true.
    pub alpha: f64,
    /// How often `low` may be believed where `high` is true.
    pub beta: f64,
}

/// What a test has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The difference is `low` rather than `high`.
    Low,
    /// The difference is `high` rather than `low`.
    High,
    /// Not enough games were played to say.
    Open,
}

/// The expected score per game of one who is stronger by `elo`.
pub fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference in Elo points that a score per game means; none for a score of 0 or 1.
pub fn elo(score: f64) -> Option<f64> {
    (0.0 < score && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
}

/// The fewest pairs that decide anything: of fewer the empirical likelihood is only roughly right, and pairs that happen to score all alike would say
/// too much.
const FEWEST: u64 = 50;

/// What each count is taken to be more than it is, so that no score is impossible.
const PRIOR: f64 = 1e-3;

impl Test {
    /// The logarithms of the likelihood ratio at which the test ends: for `low`, and for `high`.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The logarithm of the likelihood ratio of `high` against `low`; 0 without games.
    pub fn ratio(&self, pairs: &[u64; 5]) -> f64 {
        let counts = pairs.map(|count| count as f64 + PRIOR);
        if pairs.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        likelihood(&counts, score(self.high)) - likelihood(&counts, score(self.low))
    }

    /// What these pairs decide.
    pub fn decision(&self, pairs: &[u64; 5]) -> Decision {
        let ([low, high], ratio) = (self.bounds(), self.ratio(pairs));
        match () {
            () if pairs.iter().sum::<u64>() < FEWEST => Decision::Open,
            () if ratio <= low => Decision::Low,
            () if ratio >= high => Decision::High,
            () => Decision::Open,
        }
    }
}

/// The logarithm of the greatest likelihood of counts among distributions whose mean is `mean`, up to a constant of the counts: the shares are
/// `count / (n (1 + t (score − mean)))`, with the t at which their mean is right.
fn likelihood(counts: &[f64; 5], mean: f64) -> f64 {
    let away: [f64; 5] = std::array::from_fn(|value| value as f64 / 4.0 - mean);
    let slope = |t: f64| counts.iter().zip(away).map(|(count, away)| count * away / (1.0 + t * away)).sum::<f64>();
    // All shares are positive between these, and the slope falls from one to the other.
    let (mut low, mut high) = (-1.0 / away[4], -1.0 / away[0]);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    let t = (low + high) / 2.0;
    -counts.iter().zip(away).map(|(count, away)| count * (1.0 + t * away).ln()).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use gauntlet_core::{Rng, Seed};
    use rand::RngExt;

    use super::*;

    const TEST: Test = Test { low: 0.0, high: 20.0, alpha: 0.05, beta: 0.05 };

    /// Near the middle the ratio is that of normal distributions with the variance of the pairs: (s₁ − s₀)(2 m − s₀ − s₁) n / (2 σ²).
    #[test]
    fn the_ratio_is_nearly_that_of_normal_distributions() {
        let pairs = [1000, 2000, 4200, 2100, 1100];
        let n = pairs.iter().sum::<u64>() as f64;
        let value = |index: usize| index as f64 / 4.0;
        let mean = pairs.iter().enumerate().map(|(index, count)| value(index) * *count as f64).sum::<f64>() / n;
        let square = |index: usize| (value(index) - mean) * (value(index) - mean);
        let variance = pairs.iter().enumerate().map(|(index, count)| square(index) * *count as f64).sum::<f64>() / n;
        let (s0, s1) = (score(0.0), score(20.0));
        let normal = (s1 - s0) * (2.0 * mean - s0 - s1) * n / (2.0 * variance);
        assert!((TEST.ratio(&pairs) - normal).abs() < 0.02 * normal.abs().max(1.0), "{} {normal}", TEST.ratio(&pairs));
    }

    fn ends(difference: f64, seed: u64) -> (Decision, u64) {
        let mut rng: Rng = Seed::from_u64(seed).rng();
        let win = score(difference);
        let mut pairs = [0; 5];
        for played in 1..200_000 {
            let wins = (0..2).filter(|_| rng.random::<f64>() < win).count();
            pairs[2 * wins] += 1;
            if played % 10 == 0 && TEST.decision(&pairs) != Decision::Open {
                return (TEST.decision(&pairs), played);
            }
        }
        (Decision::Open, 200_000)
    }

    #[test]
    fn it_is_wrong_no_more_often_than_it_says() {
        for (difference, right) in [(0.0, Decision::Low), (20.0, Decision::High)] {
            let wrong = (0..200).filter(|seed| ends(difference, *seed).0 != right).count();
            // Ten on average; twenty would come by chance less than once in five hundred times.
            assert!(wrong <= 20, "{wrong} of 200 at {difference}");
        }
        // What is far from both is decided soon.
        assert!((0..50).all(|seed| ends(150.0, seed).0 == Decision::High && ends(150.0, seed).1 < 400));
    }

    #[test]
    fn scores_and_points_are_the_same_said_twice() {
        assert_eq!(elo(score(35.0)).map(f64::round), Some(35.0));
        assert_eq!((elo(1.0), elo(0.0), elo(0.5).map(f64::abs)), (None, None, Some(0.0)));
        assert_eq!(TEST.ratio(&[0; 5]), 0.0);
        assert_eq!(TEST.decision(&[0, 0, 0, 0, 60]), Decision::High);
        assert_eq!(TEST.decision(&[0, 0, 0, 0, 40]), Decision::Open);
        assert_eq!(TEST.decision(&[60, 0, 0, 0, 0]), Decision::Low);
    }
}
