//! Intervals that stay valid while they are watched.
//!
//! An ordinary 95% interval covers the truth 95 times in 100 if it is looked at once, after a number of games that was fixed before. Who
//! looks after every game and stops when it excludes zero is wrong far more often. A *confidence sequence* covers the truth at
//! **all** times at once with 95%: look as often as you like, stop whenever you like.

/// How often the truth may ever lie outside.
pub const ALPHA: f64 = 0.05;

/// A confidence sequence of the mean of numbers in −1..=1 that are drawn independently from one distribution, whatever it is.
///
/// The predictable plug-in empirical Bernstein sequence of I. Waudby-Smith and A. Ramdas, *Estimating means of bounded random
/// variables by betting* (JRSS B 86, 2024), theorem 2, on x = (1 + number)/2: after t numbers the mean of x lies within
///
/// `(Σ λᵢxᵢ ± (ln 2/α + Σ (xᵢ − μᵢ₋₁)² ψ(λᵢ))) / Σ λᵢ`, ψ(λ) = −ln(1−λ) − λ,
///
/// where μᵢ₋₁ is the mean of what came before, and λᵢ = min(½, √(2 ln(2/α) / (σ²ᵢ₋₁ i ln(1+i)))). The interval kept is
/// the intersection of all so far, which covers the truth just as often.
#[derive(Clone, Debug, PartialEq)]
pub struct Sequence {
    count: u64,
    sum: f64,
    squares: f64,
    bets: f64,
    weighted: f64,
    slack: f64,
    low: f64,
    high: f64,
}

impl Default for Sequence {
    fn default() -> Self {
        Sequence { count: 0, sum: 0.0, squares: 0.0, bets: 0.0, weighted: 0.0, slack: 0.0, low: -1.0, high: 1.0 }
    }
}

/// The variance of x that is taken for granted before the first: that of numbers that are mostly 0, as paired differences are.
const VARIANCE: f64 = 0.01;

impl Sequence {
    /// How many numbers there were.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; 0 if there were none.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { 2.0 * self.sum / self.count as f64 - 1.0 }
    }

    /// Their variance (divisor n − 1); 0 for fewer than two.
    pub fn variance(&self) -> f64 {
        let n = self.count as f64;
        if self.count < 2 { 0.0 } else { 4.0 * ((self.squares - self.sum * self.sum / n) / (n - 1.0)).max(0.0) }
    }

    /// The lower and the upper end of the interval.
    pub fn interval(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// Adds a number.
    ///
    /// # Panics
    /// If it is not in −1..=1: then the interval would say nothing.
    pub fn add(&mut self, number: f64) {
        assert!((-1.0..=1.0).contains(&number), "{number} is not in -1..=1");
        let x = (1.0 + number) / 2.0;
        let before = self.count as f64;
        // What is known before this number decides how much it counts.
        let mean = (0.5 + self.sum) / (before + 1.0);
        let own = if before > 0.0 { (self.squares - self.sum * self.sum / before).max(0.0) } else { 0.0 };
        let variance = (VARIANCE + own) / (before + 1.0);
        let i = before + 1.0;
        let log = (2.0 / ALPHA).ln();
        let bet = (2.0 * log / (variance * i * (1.0 + i).ln())).sqrt().min(0.5);
        self.count += 1;
        self.sum += x;
        self.squares += x * x;
        self.bets += bet;
        self.weighted += bet * x;
        self.slack += (x - mean) * (x - mean) * (-(1.0 - bet).ln() - bet);
        let half = (log + self.slack) / self.bets;
        let centre = self.weighted / self.bets;
        self.low = self.low.max(2.0 * (centre - half) - 1.0);
        self.high = self.high.min(2.0 * (centre + half) - 1.0);
    }
}

#[cfg(test)]
mod tests {
    use gauntlet_core::{Rng, Seed};
    use rand::RngExt;

    use super::*;

    /// Differences of paired scores: mostly 0, sometimes a quarter, a half, or all, with a mean that is known.
    fn difference(rng: &mut Rng, edge: f64) -> f64 {
        let size = [0.0, 0.0, 0.0, 0.25, 0.25, 0.5, 1.0][rng.random_range(0..7u32) as usize];
        if rng.random::<f64>() < 0.5 + edge { size } else { -size }
    }

    /// The mean of [`difference`].
    fn truth(edge: f64) -> f64 {
        2.0 * edge * 2.0 / 7.0
    }

    #[test]
    fn the_truth_is_inside_at_all_times_95_times_in_100() {
        for (seed, edge) in [(1, 0.0), (2, 0.1), (3, -0.4)] {
            let mut rng = Seed::from_u64(seed).rng();
            let wrong = (0..600).filter(|_| {
                let mut sequence = Sequence::default();
                (0..3000).any(|_| {
                    sequence.add(difference(&mut rng, edge));
                    let (low, high) = sequence.interval();
                    truth(edge) < low || high < truth(edge)
                })
            });
            let share = wrong.count() as f64 / 600.0;
            assert!(share <= 0.05, "{share} at {edge}");
        }
    }

    /// Who watches an ordinary interval instead finds a difference where there is none.
    #[test]
    fn watching_an_ordinary_interval_misleads() {
        let mut rng = Seed::from_u64(1).rng();
        let wrong = (0..400).filter(|_| {
            let mut sequence = Sequence::default();
            (0..3000).any(|_| {
                sequence.add(difference(&mut rng, 0.0));
                let n = sequence.count() as f64;
                n > 50.0 && sequence.mean().abs() > crate::stats::Z95 * (sequence.variance() / n).sqrt()
            })
        });
        assert!(wrong.count() > 100);
    }

    #[test]
    fn it_is_not_much_wider_than_an_ordinary_interval() {
        let mut rng = Seed::from_u64(4).rng();
        let mut sequence = Sequence::default();
        for _ in 0..20_000 {
            sequence.add(difference(&mut rng, 0.05));
        }
        let (low, high) = sequence.interval();
        let ordinary = crate::stats::Z95 * (sequence.variance() / 20_000.0).sqrt();
        assert!(low < sequence.mean() && sequence.mean() < high);
        assert!((high - low) / 2.0 < 2.2 * ordinary, "{} {ordinary}", (high - low) / 2.0);
    }

    #[test]
    fn numbers_that_never_vary_are_soon_believed() {
        let mut sequence = Sequence::default();
        assert_eq!((sequence.interval(), sequence.mean(), sequence.variance()), ((-1.0, 1.0), 0.0, 0.0));
        for _ in 0..2000 {
            sequence.add(0.0);
        }
        let (low, high) = sequence.interval();
        assert!(low > -0.01 && high < 0.01 && low <= 0.0 && high >= 0.0, "{low} {high}");
    }
}
