//! Boosted trees with whole thresholds and leaves, and the files that they are kept in.
//!
//! A file is, all numbers with the least significant byte first:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `GAUNTVAL` |
//! | 2 | the version of the format, 1 |
//! | 2 | the version of the features that the trees ask for |
//! | 2 | how many features there are |
//! | 2 | how many trees |
//! | 2 | their depth |
//! | 8 | FNV-1a of the features' names, each followed by a line feed |
//! | 8 | FNV-1a of all that follows |
//! | 4 | what is added to the sum of the leaves |
//! | … | the trees one after the other |
//!
//! A tree of depth d is complete: it has 2ᵈ − 1 questions, the root first and each level from left to right, and 2ᵈ leaves. Its bytes are the
//! features of the questions (1 each), their thresholds (2 each), the leaves (2 each). A feature that is greater than the threshold leads to
//! the right. The sum of the leaves is the logarithm of the odds of a win, in units of 1/[`UNIT`].

use thiserror::Error;

use super::features::{self, COUNT, Row};

const MAGIC: &[u8; 8] = b"GAUNTVAL";
/// The version of the format of files.
const FORMAT: u16 = 1;
/// How many bytes come before the trees.
const HEADER: usize = 38;
/// How large a file may be.
pub const MOST_BYTES: usize = 1 << 20;
/// The most levels of questions.
const MOST_DEPTH: u16 = 8;
/// So much of the sum of the leaves is 1 of the logarithm of the odds.
pub const UNIT: i32 = 4096;
/// A certain win.
pub const CERTAIN: u32 = 1 << 16;

/// A file that isn't a model, or not one of this program's.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ModelError {
    /// It doesn't begin as such files do.
    #[error("it isn't a value of positions: such files begin with 'GAUNTVAL' and are written by python/train/value.py")]
    NotAModel,
    /// It is too large to be one.
    #[error("it has {found} bytes, and may have {MOST_BYTES}: train fewer trees, or less deep ones")]
    TooLarge {
        /// How many bytes it has.
        found: usize,
    },
    /// It is of another version of the format.
    #[error(
        "it is of version {found} of the format, and this program reads version {FORMAT}: train it again with this program's python/train/value.py"
    )]
    Format {
        /// That version.
        found: u16,
    },
    /// It was trained with other features.
    #[error(
        "it asks for version {version} of the features with {count} numbers, and this program counts {COUNT} numbers of version {}: \
         export games and train it again",
        features::VERSION
    )]
    Features {
        /// Their version.
        version: u16,
        /// How many they are.
        count: u16,
    },
    /// The features have other names, or another order.
    #[error("its features are called otherwise than this program's are: export games and train it again")]
    Names,
    /// Trees can't be so deep.
    #[error("its trees are {found} deep, and must be from 1 to {MOST_DEPTH}")]
    Depth {
        /// How deep they are said to be.
        found: u16,
    },
    /// It is shorter or longer than its head says.
    #[error("it has {found} bytes, and by its head it must have {expected}: it was cut off, or something was added")]
    Length {
        /// How many bytes it has.
        found: usize,
        /// How many it would have.
        expected: usize,
    },
    /// Some of its bytes were changed.
    #[error("its bytes aren't those that were written: the checksum is another")]
    Checksum,
    /// A question is about a feature that there isn't.
    #[error("tree {tree} asks for feature {feature}, and there are {COUNT}")]
    Question {
        /// The number of the tree.
        tree: usize,
        /// The number of the feature.
        feature: u8,
    },
}

/// Is this feature greater than that?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Question {
    threshold: i16,
    feature: u16,
}

/// What positions are worth by their features: boosted trees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    depth: u32,
    base: i32,
    questions: Vec<Question>,
    leaves: Vec<i16>,
}

/// A row with room, so that every place that a question can name is in it.
const ROOM: usize = 128;
const _: () = assert!(COUNT <= ROOM);

impl Model {
    /// Reads a file.
    ///
    /// # Errors
    /// If it isn't a model for the features of this program, or was damaged.
    pub fn read(bytes: &[u8]) -> Result<Model, ModelError> {
        if bytes.len() > MOST_BYTES {
            return Err(ModelError::TooLarge { found: bytes.len() });
        }
        if !bytes.starts_with(MAGIC) {
            return Err(ModelError::NotAModel);
        }
        let cut = |expected| ModelError::Length { found: bytes.len(), expected };
        let (head, body) = bytes.split_at_checked(HEADER).ok_or(cut(HEADER))?;
        let short = |at: usize| u16::from_le_bytes([head[at], head[at + 1]]);
        let long = |at: usize| head[at..at + 8].iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte));
        let [format, version, count, trees, depth] = [8, 10, 12, 14, 16].map(short);
        if format != FORMAT {
            return Err(ModelError::Format { found: format });
        }
        if (version, usize::from(count)) != (features::VERSION, COUNT) {
            return Err(ModelError::Features { version, count });
        }
        if long(18) != names_hash() {
            return Err(ModelError::Names);
        }
        if !(1..=MOST_DEPTH).contains(&depth) {
            return Err(ModelError::Depth { found: depth });
        }
        let leaves_each = 1_usize << depth;
        let questions_each = leaves_each - 1;
        let tree_bytes = 3 * questions_each + 2 * leaves_each;
        let expected = HEADER + usize::from(trees) * tree_bytes;
        if bytes.len() != expected {
            return Err(cut(expected));
        }
        if long(26) != fnv(bytes[HEADER - 4..].iter().copied()) {
            return Err(ModelError::Checksum);
        }
        let base = i32::from_le_bytes([head[34], head[35], head[36], head[37]]);
        let (mut questions, mut leaves) = (Vec::new(), Vec::new());
        for (tree, bytes) in body.chunks_exact(tree_bytes).enumerate() {
            let (asked, rest) = bytes.split_at(questions_each);
            let (thresholds, values) = rest.split_at(2 * questions_each);
            for (&feature, threshold) in asked.iter().zip(shorts(thresholds)) {
                if usize::from(feature) >= COUNT {
                    return Err(ModelError::Question { tree, feature });
                }
                questions.push(Question { threshold, feature: u16::from(feature) });
            }
            leaves.extend(shorts(values));
        }
        Ok(Model { depth: u32::from(depth), base, questions, leaves })
    }

    /// The logarithm of the odds that the viewer wins, in units of 1/[`UNIT`].
    pub fn odds(&self, row: &Row) -> i32 {
        let mut wide = [0; ROOM];
        wide[..COUNT].copy_from_slice(row);
        let leaves_each = 1 << self.depth;
        let trees = self.questions.chunks_exact(leaves_each - 1).zip(self.leaves.chunks_exact(leaves_each));
        let reached = trees.map(|(questions, leaves)| {
            let mut place = 0;
            for _ in 0..self.depth {
                let Question { threshold, feature } = questions[place];
                let right = wide[usize::from(feature) % ROOM] > threshold;
                place = 2 * place + 1 + usize::from(right);
            }
            i32::from(leaves[place - questions.len()])
        });
        // Leaves have 16 bits and trees are fewer than 2¹⁶: only what is added can lead out of the range.
        self.base.saturating_add(reached.sum())
    }

    /// The probability that the viewer wins, of [`CERTAIN`].
    pub fn probability(&self, row: &Row) -> u32 {
        logistic(self.odds(row))
    }
}

/// Writes the checksum of what follows it into the head of a file: for tests, and for who writes files in Rust.
///
/// # Panics
/// If there is no whole head.
pub fn seal(bytes: &mut [u8]) {
    let sum = fnv(bytes[HEADER - 4..].iter().copied());
    bytes[26..34].copy_from_slice(&sum.to_le_bytes());
}

fn shorts(bytes: &[u8]) -> impl Iterator<Item = i16> {
    bytes.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]))
}

/// FNV-1a (Fowler, Noll and Vo), of 64 bits.
fn fnv(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A hash of the features' names in their order.
pub fn names_hash() -> u64 {
    fnv(features::names().flat_map(|(name, _)| (name + "\n").into_bytes()))
}

/// The logistic function 1 / (1 + e⁻ˣ) at 0, ⅛, ¼, … 8, of [`CERTAIN`].
const LOGISTIC: [u32; 65] = [
    32768, 34813, 36843, 38841, 40793, 42687, 44511, 46254, 47911, 49474, 50941, 52310, 53581, 54754, 55834, 56822,
    57724, 58544, 59287, 59959, 60565, 61109, 61598, 62036, 62428, 62778, 63090, 63368, 63615, 63835, 64030, 64203,
    64357, 64494, 64614, 64721, 64816, 64900, 64974, 65039, 65097, 65149, 65194, 65234, 65269, 65300, 65328, 65352,
    65374, 65393, 65410, 65425, 65438, 65449, 65459, 65468, 65476, 65483, 65489, 65495, 65500, 65504, 65508, 65511,
    65514,
];

/// The logistic function, by straight lines between these places.
fn logistic(odds: i32) -> u32 {
    const STRIDE: u32 = UNIT as u32 / 8;
    let size = odds.unsigned_abs();
    let (place, rest) = ((size / STRIDE) as usize, size % STRIDE);
    let value = match LOGISTIC.get(place + 1) {
        Some(next) => LOGISTIC[place] + (next - LOGISTIC[place]) * rest / STRIDE,
        None => LOGISTIC[LOGISTIC.len() - 1],
    };
    if odds < 0 { CERTAIN - value } else { value }
}
