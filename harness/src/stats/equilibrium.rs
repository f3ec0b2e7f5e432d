//! The equilibrium of a metagame: a mixture of decks that no deck beats.

use std::cmp::Ordering;

/// The optimal mixture of a symmetric zero-sum game: `payoff[i][j]` is what i wins against j, and `-payoff[j][i]`.
///
/// It solves max Σy with (payoff + c) y ≤ 1, y ≥ 0, c making all entries positive, by the simplex method with Bland's rule, which never
/// goes in circles (G. B. Dantzig, *A proof of the equivalence of the programming problem and the game problem*, 1951; R. G. Bland, 1977);
/// y/Σy is then optimal for both players. Where several mixtures are, it is one of them.
///
/// # Panics
/// If the rows don't have as many entries as there are rows.
pub fn equilibrium(payoff: &[Vec<f64>]) -> Vec<f64> {
    let n = payoff.len();
    assert!(payoff.iter().all(|row| row.len() == n), "the payoffs must be a square");
    if n == 0 {
        return Vec::new();
    }
    let lowest = payoff.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    // Rows are the constraints, then the objective; columns the variables, the slacks, and the right-hand side.
    let mut rows = vec![vec![0.0; 2 * n + 1]; n + 1];
    for (i, row) in payoff.iter().enumerate() {
        for (j, value) in row.iter().enumerate() {
            rows[i][j] = value - lowest + 1.0;
        }
        rows[i][n + i] = 1.0;
        rows[i][2 * n] = 1.0;
        rows[n][i] = -1.0;
    }
    let mut basis: Vec<usize> = (n..2 * n).collect();
    const ZERO: f64 = 1e-12;
    while let Some(entering) = (0..2 * n).find(|&column| rows[n][column] < -ZERO) {
        let mut leaving: Option<(f64, usize)> = None;
        for (row, basic) in basis.iter().enumerate() {
            if rows[row][entering] > ZERO {
                let ratio = rows[row][2 * n] / rows[row][entering];
                let better = leaving.is_none_or(|(least, other)| {
                    ratio < least - ZERO || (ratio < least + ZERO && *basic < basis[other])
                });
                if better {
                    leaving = Some((ratio, row));
                }
            }
        }
        // All entries are positive, so no direction is free.
        let Some((_, pivot)) = leaving else { break };
        let scale = rows[pivot][entering];
        for value in &mut rows[pivot] {
            *value /= scale;
        }
        let pivot_row = rows[pivot].clone();
        for (index, row) in rows.iter_mut().enumerate() {
            let factor = row[entering];
            if index != pivot && factor != 0.0 {
                for (value, by) in row.iter_mut().zip(&pivot_row) {
                    *value -= factor * by;
                }
            }
        }
        basis[pivot] = entering;
    }
    let mut mixture = vec![0.0; n];
    for (row, basic) in basis.iter().enumerate() {
        if *basic < n {
            mixture[*basic] = rows[row][2 * n].max(0.0);
        }
    }
    let sum: f64 = mixture.iter().sum();
    mixture.iter_mut().for_each(|share| *share /= sum);
    mixture
}

/// The payoffs of a symmetric game of which `of(i, j)` says what i wins against j, for all i < j in order.
pub fn symmetric(n: usize, mut of: impl FnMut(usize, usize) -> f64) -> Vec<Vec<f64>> {
    let upper: Vec<Vec<f64>> = (0..n).map(|i| (i + 1..n).map(|j| of(i, j)).collect()).collect();
    let value = |i: usize, j: usize| match i.cmp(&j) {
        Ordering::Less => upper[i][j - i - 1],
        Ordering::Equal => 0.0,
        Ordering::Greater => -upper[j][i - j - 1],
    };
    (0..n).map(|i| (0..n).map(|j| value(i, j)).collect()).collect()
}

/// What each deck wins against a mixture.
pub fn against(payoff: &[Vec<f64>], mixture: &[f64]) -> Vec<f64> {
    payoff.iter().map(|row| row.iter().zip(mixture).map(|(value, share)| value * share).sum()).collect()
}

#[cfg(test)]
mod tests {
    use gauntlet_core::Seed;
    use rand::RngExt;

    use super::*;

    fn close(one: &[f64], other: &[f64]) {
        assert!(one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-9), "{one:?} {other:?}");
    }

    #[test]
    fn known_games() {
        let rock_paper_scissors = vec![vec![0.0, -1.0, 1.0], vec![1.0, 0.0, -1.0], vec![-1.0, 1.0, 0.0]];
        close(&equilibrium(&rock_paper_scissors), &[1.0 / 3.0; 3]);
        // Scissors win twice as much: who would fear them plays rock less, by the known formula (a, b, c) ∝ the opposite edges.
        let weighted = vec![vec![0.0, -1.0, 3.0], vec![1.0, 0.0, -2.0], vec![-3.0, 2.0, 0.0]];
        close(&equilibrium(&weighted), &[2.0 / 6.0, 3.0 / 6.0, 1.0 / 6.0]);
        let dominated = vec![vec![0.0, 0.1], vec![-0.1, 0.0]];
        close(&equilibrium(&dominated), &[1.0, 0.0]);
        close(&equilibrium(&[vec![0.0]]), &[1.0]);
        assert_eq!(equilibrium(&[]), [0.0; 0]);
    }

    #[test]
    fn nothing_beats_the_mixture() {
        let mut rng = Seed::from_u64(1).rng();
        for _ in 0..300 {
            let n = rng.random_range(1..25u32) as usize;
            // Few different values, so that ties are common.
            let payoff = symmetric(n, |_, _| f64::from(rng.random_range(-5..6i32)) / 10.0);
            let mixture = equilibrium(&payoff);
            assert!((mixture.iter().sum::<f64>() - 1.0).abs() < 1e-9 && mixture.iter().all(|share| *share >= 0.0));
            let best = against(&payoff, &mixture).into_iter().fold(f64::NEG_INFINITY, f64::max);
            assert!(best.abs() < 1e-9, "{best}");
        }
    }
}
