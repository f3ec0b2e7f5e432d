//! The random numbers of a battle.

use gauntlet_core::Seed;
use serde::{Deserialize, Serialize};

/// Which generator a battle uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Generator {
    /// A 64-bit counter, mixed (SplitMix64; Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014).
    #[default]
    Mixed,
    /// That of the shipped game: s · 16807 mod 2³¹ − 1 (Park and Miller's minimal standard).
    Shipped,
}

/// The modulus of the shipped generator.
const MODULUS: f64 = 2_147_483_647.0;
const FACTOR: f64 = 16_807.0;

/// A stream of random numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Random {
    generator: Generator,
    state: u64,
}

impl Random {
    /// The stream of the shipped game from this seed, which may be greater than its modulus.
    ///
    /// # Panics
    /// If the seed is 0: the shipped generator never leaves it.
    pub fn shipped(seed: u64) -> Random {
        assert!(seed > 0, "the shipped generator can't begin at 0");
        Random { generator: Generator::Shipped, state: seed }
    }

    /// The stream of the shipped game from the product of a run's seed and an opponent's number, which is a double there.
    ///
    /// # Panics
    /// If either is 0.
    pub fn shipped_product(seed: u64, number: u32) -> Random {
        Random::shipped((seed as f64 * f64::from(number)) as u64)
    }

    /// A stream from the seed of a game.
    pub fn new(generator: Generator, seed: Seed) -> Random {
        Random::from_u64(generator, seed.stream().with(rand::Rng::next_u64))
    }

    /// A stream from a number.
    pub fn from_u64(generator: Generator, number: u64) -> Random {
        match generator {
            Generator::Mixed => Random { generator, state: number },
            Generator::Shipped => Random { generator, state: number % (MODULUS as u64 - 1) + 1 },
        }
    }

    /// The generator and where it is.
    pub fn parts(&self) -> (Generator, u64) {
        (self.generator, self.state)
    }

    /// A number from 0 to `bound - 1`; 0 if `bound` is 0, which uses up a number as well.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        match self.generator {
            // In doubles, as the shipped game does it: its first seeds are times in milliseconds, whose product is rounded, and
            // so is u = (s − 1)/(2³¹ − 2). IEEE 754 fixes the result of each of these operations, on every platform.
            Generator::Shipped => {
                let state = (self.state as f64 * FACTOR) % MODULUS;
                self.state = state as u64;
                ((state - 1.0) / (MODULUS - 1.0) * bound as f64) as usize
            }
            Generator::Mixed => {
                self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                let mixed = mixed ^ (mixed >> 31);
                ((u128::from(mixed) * u128::from(bound)) >> 64) as usize
            }
        }
    }

    /// Puts things in random order: Fisher and Yates, from the end.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for place in (1..things.len()).rev() {
            let other = self.below(place + 1);
            things.swap(place, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_generator_is_the_minimal_standard() {
        // Park and Miller, *Random number generators: good ones are hard to find*, 1988: after 10,000 numbers from 1.
        let mut random = Random::shipped(1);
        for _ in 0..10_000 {
            random.below(1);
        }
        assert_eq!(random.parts().1, 1_043_618_065);
    }

    #[test]
    fn great_seeds_are_rounded_as_in_doubles() {
        // 1726531200123 · 16807 = 29017809880467261 has 55 bits; the nearest double is 29017809880467260.
        let mut random = Random::shipped(1_726_531_200_123);
        random.below(1);
        assert_eq!(random.parts().1, 29_017_809_880_467_260 % 2_147_483_647);
    }

    #[test]
    fn an_empty_choice_uses_a_number() {
        for mut random in [Random::shipped(7), Random::from_u64(Generator::Mixed, 7)] {
            let before = random;
            assert_eq!(random.below(0), 0);
            assert_ne!(random, before);
        }
    }
}
