//! How strong agents are, from who beat whom.
//!
//! The model of R. A. Bradley and M. E. Terry (*Rank analysis of incomplete block designs*, Biometrika 39, 1952): one beats another with the
//! chance `1 / (1 + 10^((other − one) / 400))`, as A. Elo writes it; a draw is half a win. The ratings are those that make the results most
//! likely, and are 0 on average. They are found by Newton's method: the likelihood is concave.
//!
//! Games come in pairs that share their seeds, so their results are not independent. The errors are therefore those of the estimating equations
//! (the *sandwich* of P. J. Huber, *The behavior of maximum likelihood estimates under nonstandard conditions*, 1967): what a pair of games adds
//! to the equations varies as the scores of pairs were seen to.
//!
//! Who wins all games has no finite rating. Each two that met are therefore taken to have drawn one pair of games more than they played, which
//! draws ratings together a little, and intervals with them.

use crate::stats::interval::Z95;

/// The games of one against another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// Whose points are counted.
    pub one: usize,
    /// The opponent.
    pub other: usize,
    /// How many pairs of games gave `one` 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
}

/// What is known of one rating, in Elo points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating; all are 0 on average.
    pub value: f64,
    /// How far the 95% interval reaches to either side.
    pub error: f64,
}

/// Elo points for each unit of the logistic scale.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The pairs as they count: one more was drawn.
fn counted(pairs: &[u64; 5]) -> [f64; 5] {
    let mut counts = pairs.map(|count| count as f64);
    counts[2] += 1.0;
    counts
}

/// The number of pairs, their mean score per game, and the variance of that score (divisor n).
fn moments(pairs: &[u64; 5]) -> (f64, f64, f64) {
    let counts = counted(pairs);
    let n: f64 = counts.iter().sum();
    let score = |value: usize| value as f64 / 4.0;
    let mean = counts.iter().enumerate().map(|(value, count)| score(value) * count).sum::<f64>() / n;
    let square = |value: usize| (score(value) - mean) * (score(value) - mean);
    (n, mean, counts.iter().enumerate().map(|(value, count)| square(value) * count).sum::<f64>() / n)
}

/// The chance that one whose rating is greater by `difference` (logistic scale) wins.
fn chance(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// The ratings of `count` players, who have all met each other, if only by way of others.
///
/// # Panics
/// If a meeting names a player that there isn't.
pub fn ratings(count: usize, meetings: &[Meeting]) -> Vec<Rating> {
    let mut strengths = vec![0.0; count];
    // Twenty steps are many more than it takes; the drawn pairs keep it from running away.
    for _ in 0..20 {
        let mut slope = vec![0.0; count];
        let mut bend = vec![vec![0.0; count]; count];
        for meeting in meetings {
            let (n, mean, _) = moments(&meeting.pairs);
            let expected = chance(strengths[meeting.one] - strengths[meeting.other]);
            add(&mut slope, meeting, n * (mean - expected));
            spread(&mut bend, meeting, n * expected * (1.0 - expected));
        }
        let inverse = inverse(&bend);
        let step: Vec<f64> = inverse.iter().map(|row| dot(row, &slope)).collect();
        let longest = step.iter().fold(0.0_f64, |most, own| most.max(own.abs()));
        // A step of one unit at most: farther off the likelihood isn't a parabola.
        let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        for (strength, step) in strengths.iter_mut().zip(step) {
            *strength += scale * step;
        }
    }
    let (mut bend, mut noise) = (vec![vec![0.0; count]; count], vec![vec![0.0; count]; count]);
    for meeting in meetings {
        let (n, _, variance) = moments(&meeting.pairs);
        let expected = chance(strengths[meeting.one] - strengths[meeting.other]);
        spread(&mut bend, meeting, n * expected * (1.0 - expected));
        spread(&mut noise, meeting, n * variance);
    }
    let inverse = inverse(&bend);
    (0..count)
        .map(|one| {
            let through: Vec<f64> = noise.iter().map(|row| dot(row, &inverse[one])).collect();
            let variance = dot(&through, &inverse[one]).max(0.0);
            Rating { value: ELO * strengths[one], error: ELO * Z95 * variance.sqrt() }
        })
        .collect()
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// Adds what a meeting says of both players.
fn add(vector: &mut [f64], meeting: &Meeting, by: f64) {
    vector[meeting.one] += by;
    vector[meeting.other] -= by;
}

/// Adds what a meeting says of both players' difference, as a matrix.
fn spread(matrix: &mut [Vec<f64>], &Meeting { one, other, .. }: &Meeting, by: f64) {
    matrix[one][one] += by;
    matrix[other][other] += by;
    matrix[one][other] -= by;
    matrix[other][one] -= by;
}

/// The pseudo-inverse of a matrix whose rows sum to 0: only differences of ratings are known. Adding a constant makes the matrix regular, and what
/// that adds to the inverse, a constant too, is taken out again.
fn inverse(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut rows: Vec<Vec<f64>> = (0..n)
        .map(|row| {
            let left = matrix[row].iter().map(|value| value + 1.0);
            left.chain((0..n).map(|column| if row == column { 1.0 } else { 0.0 })).collect()
        })
        .collect();
    for pivot in 0..n {
        let best = (pivot..n).max_by(|a, b| rows[*a][pivot].abs().total_cmp(&rows[*b][pivot].abs())).unwrap_or(pivot);
        rows.swap(pivot, best);
        let scale = rows[pivot][pivot];
        if scale.abs() < 1e-9 {
            // Who met nobody: nothing is known.
            rows[pivot].fill(0.0);
            continue;
        }
        rows[pivot].iter_mut().for_each(|value| *value /= scale);
        let from = rows[pivot].clone();
        for row in (0..n).filter(|row| *row != pivot) {
            let factor = rows[row][pivot];
            rows[row].iter_mut().zip(&from).for_each(|(value, of)| *value -= factor * of);
        }
    }
    let mut inverse: Vec<Vec<f64>> = rows.into_iter().map(|row| row[n..].to_vec()).collect();
    for column in 0..n {
        let mean = inverse.iter().map(|row| row[column]).sum::<f64>() / n as f64;
        inverse.iter_mut().for_each(|row| row[column] -= mean);
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(one: usize, other: usize, pairs: [u64; 5]) -> Meeting {
        Meeting { one, other, pairs }
    }

    /// With two the rating is the logit of the score, the drawn pair counted, and so is its error.
    #[test]
    fn two_players_are_as_far_apart_as_their_score_says() {
        let pairs = [100, 0, 300, 0, 599];
        let found = ratings(2, &[meeting(0, 1, pairs)]);
        let score: f64 = (301.0 * 0.5 + 599.0) / 1000.0;
        let apart = 400.0 * (score / (1.0 - score)).log10();
        assert!((found[0].value - apart / 2.0).abs() < 1e-6, "{found:?} {apart}");
        assert!((found[0].value + found[1].value).abs() < 1e-9);
        let variance =
            (100.0 * score * score + 301.0 * (score - 0.5) * (score - 0.5) + 599.0 * (1.0 - score) * (1.0 - score))
                / 1000.0;
        let error = Z95 * (variance / 1000.0_f64).sqrt() / (score * (1.0 - score)) * ELO / 2.0;
        assert!((found[0].error - error).abs() < 1e-6, "{found:?} {error}");
    }

    #[test]
    fn strengths_that_results_were_made_from_are_found_again() {
        let truth = [200.0, 50.0, -50.0, -200.0];
        let mut meetings = Vec::new();
        for one in 0..4 {
            for other in one + 1..4 {
                let p = chance((truth[one] - truth[other]) / ELO);
                let often = |share: f64| (share * 100_000.0).round() as u64;
                meetings.push(meeting(
                    one,
                    other,
                    [often((1.0 - p) * (1.0 - p)), 0, often(2.0 * p * (1.0 - p)), 0, often(p * p)],
                ));
            }
        }
        for (found, truth) in ratings(4, &meetings).iter().zip(truth) {
            assert!((found.value - truth).abs() < 0.5 && (0.3..2.0).contains(&found.error), "{found:?} {truth}");
        }
    }

    #[test]
    fn who_wins_all_games_has_a_finite_rating_and_an_honest_error() {
        let found = ratings(3, &[meeting(0, 1, [0, 0, 0, 0, 50]), meeting(1, 2, [5, 10, 20, 10, 5])]);
        assert!(found[0].value > found[1].value + 400.0 && found[0].value < 2000.0, "{found:?}");
        assert!(found[0].error > 50.0, "{found:?}");
        assert!((found[1].value - found[2].value).abs() < 1.0, "{found:?}");
        // Nobody has met anybody: nothing is known, and nothing breaks.
        assert!(ratings(2, &[]).iter().all(|rating| rating.value == 0.0));
    }
}
