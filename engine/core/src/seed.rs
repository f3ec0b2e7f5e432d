use std::fmt;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The random number generator of every stream in Gauntlet: ChaCha with 8 rounds, the same numbers on every platform.
pub type Rng = ChaCha8Rng;

/// A seed of 256 bits, from which independent seeds are derived by hashing a path of names and numbers.
///
/// Derived seeds never share a stream with their parent or siblings, which `base + i` cannot promise.
///
/// ```
/// use gauntlet_core::Seed;
/// let run = Seed::from_u64(7);
/// let game = run.derive("pairing", 3).derive("pair", 12);
/// assert_eq!(game, Seed::from_u64(7).derive("pairing", 3).derive("pair", 12));
/// assert_ne!(game, run.derive("pairing", 3).derive("pair", 13));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The root seed that a user names by a number.
    pub fn from_u64(number: u64) -> Seed {
        Seed(*blake3::hash(&number.to_le_bytes()).as_bytes())
    }

    /// The seed for `purpose` number `index` below this one: BLAKE3 keyed by this seed, over both.
    pub fn derive(&self, purpose: &str, index: u64) -> Seed {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        hasher.update(purpose.as_bytes());
        // The length parts the purpose from the index, so that no two paths hash the same bytes.
        hasher.update(&(purpose.len() as u64).to_le_bytes());
        hasher.update(&index.to_le_bytes());
        Seed(*hasher.finalize().as_bytes())
    }

    /// A generator at the start of this seed's stream.
    pub fn rng(&self) -> Rng {
        Rng::from_seed(self.0)
    }

    /// The stream of this seed in the compact form that positions carry.
    pub fn stream(&self) -> Stream {
        Stream { key: self.0, position: 0 }
    }

    /// The seed as 64 hexadecimal digits, for files.
    pub fn to_hex(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The seed that [`Seed::to_hex`] wrote as this text; `None` if the text is not 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Seed> {
        let digits = text.as_bytes();
        if digits.len() != 64 || !digits.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
        }
        Some(Seed(bytes))
    }

    /// A seed drawn from `rng`.
    pub fn random(rng: &mut Rng) -> Seed {
        Seed(rng.random())
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(")?;
        for byte in &self.0[..8] {
            write!(f, "{byte:02x}")?;
        }
        f.write_str("…)")
    }
}

/// A random stream as a game position carries it: a key and how many 32-bit words were used.
///
/// Games need few random numbers, and a position is copied far more often than it draws one; so a stream is 40 bytes
/// and the generator's block is computed again at each use.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stream {
    key: [u8; 32],
    position: u64,
}

impl Stream {
    /// Runs `f` with the generator at the stream's position, and remembers where it stopped.
    pub fn with<T>(&mut self, f: impl FnOnce(&mut Rng) -> T) -> T {
        let mut rng = Rng::from_seed(self.key);
        rng.set_word_pos(u128::from(self.position));
        let value = f(&mut rng);
        self.position = rng.get_word_pos() as u64;
        value
    }

    /// A number below `bound`, every one equally likely.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        self.with(|rng| rng.random_range(0..bound))
    }

    /// The key and position, for fingerprints.
    pub fn parts(&self) -> ([u8; 32], u64) {
        (self.key, self.position)
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}@{}", Seed(self.key), self.position)
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng as _;

    use super::*;

    /// The first numbers of the first seed, and the one at place 2⁴⁰ of its stream.
    const NUMBERS: [u32; 4] = [854_834_152, 478_581_330, 199_455_357, 1_285_173_563];
    const FAR: u32 = 3_688_861_251;

    /// Games that were recorded are played again years later: these numbers never change.
    #[test]
    fn the_numbers_are_these() {
        let mut rng = Seed::from_u64(1).rng();
        let numbers: Vec<u32> = (0..4).map(|_| rng.next_u32()).collect();
        assert_eq!(numbers, NUMBERS);
        let mut far = Seed::from_u64(1).stream();
        far.position = 1 << 40;
        assert_eq!(far.with(|rng| rng.next_u32()), FAR);
    }

    #[test]
    fn a_stream_goes_on_where_it_stopped() {
        let seed = Seed::from_u64(1);
        let mut rng = seed.rng();
        let mut stream = seed.stream();
        for count in [1, 3, 70, 2, 16] {
            let expected: Vec<u32> = (0..count).map(|_| rng.next_u32()).collect();
            let got = stream.with(|rng| (0..count).map(|_| rng.next_u32()).collect::<Vec<_>>());
            assert_eq!(got, expected);
        }
    }

    #[test]
    fn a_seed_survives_being_written() {
        let seed = Seed::from_u64(7);
        assert_eq!(Seed::from_hex(&seed.to_hex()), Some(seed));
        let half = seed.to_hex()[..32].to_owned();
        for text in ["", "7", "no seed", half.as_str(), "é".repeat(32).as_str()] {
            assert_eq!(Seed::from_hex(text), None, "{text}");
        }
    }

    #[test]
    fn paths_that_join_to_the_same_text_differ() {
        let seed = Seed::from_u64(1);
        assert_ne!(seed.derive("a", 0).derive("b", 0), seed.derive("ab", 0));
        assert_ne!(seed.derive("a", 1), seed.derive("a", 256));
    }
}
