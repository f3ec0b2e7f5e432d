//! Simultaneous perturbation stochastic approximation (SPSA): finding numbers that play better, from games alone.
//!
//! J. C. Spall, *Multivariate stochastic approximation using a simultaneous perturbation gradient approximation*, IEEE Transactions on Automatic
//! Control 37 (1992), in the form in which engine testers use it: in each iteration all numbers are moved at once, each up or down by its
//! own step as a coin says, and what was moved one way plays what was moved the other way. Whoever wins says on which side of its place each number
//! is better, so the games of an iteration are as many for a hundred numbers as for one.
//!
//! With N pairs of games in all, of which k are played when an iteration ends, the steps are `c (N/k)^⅛` and a number moves by
//! `r c ((A+N)/(A+k))^⅝ (k/N)^⅛` for each game won more than lost, with A = N/10. The exponents ⅛ and ⅝ are within what Spall's
//! conditions allow (α ≤ 1, α > 2γ, 3γ ≥ α/2; he recommends 0.101 and 0.602), and are got by square roots, which are the same on every machine. The
//! rate r is `1 / 2√N`: then chance alone moves a number by about half its step in the whole run, however long it is, and what makes a
//! difference moves it by as much more as there are games to see it.
//!
//! Places are whole millionths, so that a run which goes on from a file is the same as one that wasn't stopped.

use gauntlet_core::Seed;
use rand::RngExt;

/// One unit of a number, in millionths.
pub const UNIT: i64 = 1_000_000;

/// A number that is tuned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Knob {
    /// Where it begins.
    pub start: i32,
    /// The least that it may be.
    pub low: i32,
    /// The most.
    pub high: i32,
    /// By how much it is moved up and down to see what that does, in millionths, at the end of the run; before it is more.
    pub step: i64,
}

impl Knob {
    /// A number whose step is that many percent of it, and at least 1: less makes no difference to a whole number.
    pub fn new(start: i32, low: i32, high: i32, percent: u32) -> Knob {
        let step = i64::from(start.unsigned_abs()) * i64::from(percent) * UNIT / 100;
        Knob { start, low, high, step: step.max(UNIT) }
    }

    fn within(&self, place: i64) -> i64 {
        place.clamp(i64::from(self.low) * UNIT, i64::from(self.high) * UNIT)
    }
}

/// Numbers that are tuned, and for how long.
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    /// The numbers.
    pub knobs: Vec<Knob>,
    /// How many pairs of games an iteration has.
    pub batch: u64,
    /// How many iterations there are.
    pub iterations: u64,
}

/// What plays what in an iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trial {
    /// Which numbers the first side has moved up; the second has moved them down, and the others the other way round.
    up: Vec<bool>,
    /// The numbers of the two sides.
    pub sides: [Vec<i32>; 2],
}

/// The eighth root.
fn eighth_root(x: f64) -> f64 {
    x.sqrt().sqrt().sqrt()
}

impl Spsa {
    /// Where all numbers begin, in millionths.
    pub fn start(&self) -> Vec<i64> {
        self.knobs.iter().map(|knob| i64::from(knob.start) * UNIT).collect()
    }

    /// N and k: the pairs of the whole run, and those that are played when this iteration, from 0, ends.
    fn pairs(&self, iteration: u64) -> [f64; 2] {
        [self.iterations, iteration + 1].map(|count| (count * self.batch) as f64)
    }

    /// What plays what in an iteration, from 0, when the numbers are at these places. A fraction of a number is rounded up as often as it is large.
    pub fn trial(&self, places: &[i64], iteration: u64, seed: Seed) -> Trial {
        let mut rng = seed.derive("iteration", iteration).rng();
        let [all, played] = self.pairs(iteration);
        let wider = eighth_root(all / played);
        let mut trial = Trial { up: Vec::new(), sides: [Vec::new(), Vec::new()] };
        for (knob, place) in self.knobs.iter().zip(places) {
            let up: bool = rng.random();
            let round = rng.random_range(0..UNIT);
            let step = (knob.step as f64 * wider).round() as i64;
            trial.up.push(up);
            for (side, up) in trial.sides.iter_mut().zip([up, !up]) {
                let moved = knob.within(place + if up { step } else { -step });
                side.push((moved + round).div_euclid(UNIT).clamp(i64::from(knob.low), i64::from(knob.high)) as i32);
            }
        }
        trial
    }

    /// Moves the numbers after an iteration in which the first side won that many games more than it lost.
    pub fn learn(&self, places: &mut [i64], trial: &Trial, iteration: u64, won: i64) {
        let [all, played] = self.pairs(iteration);
        let later = all / 10.0;
        let shrinking = (later + all) / (later + played);
        // The exponents ⅝ and ⅛.
        let gain = shrinking.sqrt() * eighth_root(shrinking) * eighth_root(played / all) / (2.0 * all.sqrt());
        for ((knob, place), up) in self.knobs.iter().zip(places).zip(&trial.up) {
            let by = (knob.step as f64 * gain * won as f64).round() as i64;
            *place = knob.within(*place + if *up { by } else { -by });
        }
    }
}

/// A place as a whole number: what is tuned is used as this.
pub fn whole(place: i64) -> i32 {
    (place + UNIT / 2).div_euclid(UNIT) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tunes numbers of a game in which the chance of winning falls with the distance from these values, in steps.
    fn tuned(best: &[i32], knobs: Vec<Knob>, iterations: u64, seed: u64) -> Vec<i32> {
        let spsa = Spsa { knobs, batch: 8, iterations };
        let mut places = spsa.start();
        for iteration in 0..iterations {
            let seed = Seed::from_u64(seed);
            let trial = spsa.trial(&places, iteration, seed);
            let bad = |side: &[i32]| -> f64 {
                let away = side.iter().zip(best).zip(&spsa.knobs);
                away.map(|((at, best), knob)| (f64::from(at - best) * UNIT as f64 / knob.step as f64).powi(2)).sum()
            };
            let [one, other] = [bad(&trial.sides[0]), bad(&trial.sides[1])];
            // A difference of one step at the best place is about four points in a hundred.
            let wins = (0.5 + 0.01 * (other - one)).clamp(0.0, 1.0);
            let mut rng = seed.derive("games", iteration).rng();
            let won = (0..16).map(|_| if rng.random::<f64>() < wins { 1 } else { -1 }).sum();
            spsa.learn(&mut places, &trial, iteration, won);
        }
        places.into_iter().map(whole).collect()
    }

    #[test]
    fn numbers_are_found_again_from_games() {
        let knobs = || vec![Knob::new(50, 0, 200, 10), Knob::new(-100, -300, 0, 10), Knob::new(20, 0, 60, 10)];
        for seed in 1..5 {
            let found = tuned(&[80, -60, 20], knobs(), 3000, seed);
            let near = |at: i32, best: i32, by: i32| (at - best).abs() <= by;
            assert!(near(found[0], 80, 6) && near(found[1], -60, 12) && near(found[2], 20, 3), "{found:?}");
        }
        // What makes no difference stays about where it is.
        let idle = tuned(&[], knobs(), 3000, 1);
        assert!((idle[0] - 50).abs() <= 8 && (idle[1] + 100).abs() <= 16, "{idle:?}");
    }

    #[test]
    fn bounds_are_kept() {
        let found = tuned(&[80, -60], vec![Knob::new(50, 40, 55, 10), Knob::new(-100, -110, -95, 10)], 500, 1);
        assert_eq!(found, [55, -95]);
        let spsa = Spsa { knobs: vec![Knob::new(2, 1, 3, 50)], batch: 1, iterations: 100 };
        for iteration in 0..100 {
            let trial = spsa.trial(&[3 * UNIT], iteration, Seed::from_u64(1));
            assert!(trial.sides.iter().all(|side| (1..=3).contains(&side[0])), "{trial:?}");
        }
    }

    #[test]
    fn a_whole_number_is_moved_by_one_at_least() {
        assert_eq!(Knob::new(0, 0, 10, 10).step, UNIT);
        assert_eq!(Knob::new(-200, -300, 0, 10).step, 20 * UNIT);
        let spsa = Spsa { knobs: vec![Knob::new(1, 0, 4, 10)], batch: 4, iterations: 10 };
        for iteration in 0..10 {
            let Trial { sides: [one, other], .. } = spsa.trial(&spsa.start(), iteration, Seed::from_u64(3));
            assert!((one[0] - other[0]).abs() >= 2, "{one:?} {other:?}");
        }
        assert_eq!([whole(1_499_999), whole(1_500_000), whole(-1_500_001)], [1, 2, -2]);
    }
}
