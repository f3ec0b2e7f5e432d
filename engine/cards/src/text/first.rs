//! What a node of the syntax tree can begin with: a set of words and of kinds of words, which tells at a glance what can't be read at a token.
//! Most of what is tried at one can't.

use super::literal::{Ctx, pieces};

/// How many bits a set has. The first are kinds of words, the last is that of no token; words share the others by their hash, so that a set may
/// have a word too many, but never one too few.
const BITS: usize = 1024;

/// The bit that no set has: there is no token.
const NO_TOKEN: u16 = BITS as u16 - 1;

/// What a word looks like, where a node isn't told by words that the grammar lists.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It begins with a capital.
    Capital,
    /// It begins with a small letter.
    Small,
    /// It begins with a digit.
    Digit,
    /// It begins with a plus or minus sign.
    Sign,
    /// It is a symbol: "{G}".
    Symbol,
    /// It has a slash: "2/2", "+1/+1".
    Slash,
    /// It begins with "non".
    Non,
    /// It ends with "cycling".
    Cycling,
}

impl Kind {
    const ALL: [Kind; 8] =
        [Kind::Capital, Kind::Small, Kind::Digit, Kind::Sign, Kind::Symbol, Kind::Slash, Kind::Non, Kind::Cycling];

    /// Returns whether a word looks like this.
    fn is(self, word: &str) -> bool {
        match self {
            Kind::Capital => word.starts_with(char::is_uppercase),
            Kind::Small => word.starts_with(|letter: char| letter.is_ascii_lowercase()),
            Kind::Digit => word.starts_with(|digit: char| digit.is_ascii_digit()),
            Kind::Sign => word.starts_with(['+', '-', '−']),
            Kind::Symbol => word.starts_with('{'),
            Kind::Slash => word.contains('/'),
            Kind::Non => word.starts_with("non") || word.starts_with("Non"),
            Kind::Cycling => word.ends_with("cycling"),
        }
    }
}

/// What of a set tells whether it has a token: its kinds, and the bit of its word.
#[derive(Clone, Copy)]
pub(super) struct Start {
    kinds: u64,
    word: u16,
}

impl Start {
    /// That of no token.
    pub(super) const NONE: Start = Start { kinds: 0, word: NO_TOKEN };

    /// That of a word, which may have a capital because it begins a sentence, or because it is asked to.
    pub(super) fn of(word: &str) -> Start {
        let kinds = Kind::ALL.into_iter().filter(|kind| kind.is(word)).fold(0, |kinds, kind| kinds | 1 << kind as u64);
        Start { kinds, word: bit(word) }
    }
}

/// The bit of a word, whatever the case of its first letter.
fn bit(word: &str) -> u16 {
    let (first, rest) = word.as_bytes().split_first().unwrap_or((&0, &[]));
    let hash =
        rest.iter().fold(u32::from(first.to_ascii_lowercase()), |hash, byte| hash.wrapping_mul(31) ^ u32::from(*byte));
    let words = (BITS - Kind::ALL.len() - 1) as u32;
    Kind::ALL.len() as u16 + (hash.wrapping_mul(0x9e37_79b9) >> 8) as u16 % words as u16
}

/// The words and kinds of words that a node can begin with.
#[derive(Clone)]
pub(crate) struct First {
    bits: [u64; BITS / 64],
    /// Nothing is known, or there may be no word at all.
    any: bool,
}

impl First {
    /// Nothing, to be added to.
    pub(crate) const NOTHING: First = First { bits: [0; BITS / 64], any: false };
    /// Any word, or none.
    pub(crate) const ANY: &First = &First { any: true, ..First::NOTHING };

    /// Words of one of these kinds.
    pub(crate) const fn kinds<const N: usize>(kinds: [Kind; N]) -> First {
        let mut first = First::NOTHING;
        let mut place = 0;
        while place < N {
            first.bits[0] |= 1 << kinds[place] as u64;
            place += 1;
        }
        first
    }

    /// What one of these literals begins with.
    pub(crate) fn literals<'w>(literals: impl IntoIterator<Item = &'w str>) -> First {
        let mut first = First::NOTHING;
        literals.into_iter().for_each(|words| _ = first.add_literal(words));
        first
    }

    /// Adds what a literal begins with, and returns whether it has words at all.
    pub(crate) fn add_literal(&mut self, words: &str) -> bool {
        let mut has_words = false;
        for ctx in [Ctx::SINGULAR, Ctx::SINGULAR.plural()] {
            let Some(word) = pieces(words, ctx).next() else { continue };
            has_words = true;
            match word.trim_start_matches('^') {
                // It may be left out.
                "." => self.any = true,
                "a" => ["a", "an"].iter().for_each(|word| self.add_bit(bit(word))),
                word => self.add_bit(bit(word)),
            }
        }
        has_words
    }

    /// Adds what something else begins with.
    pub(super) fn add(&mut self, other: &First) {
        self.bits.iter_mut().zip(&other.bits).for_each(|(bits, others)| *bits |= others);
        self.any |= other.any;
    }

    /// Allows anything.
    pub(crate) fn add_any(&mut self) {
        self.any = true;
    }

    fn add_bit(&mut self, bit: u16) {
        self.bits[usize::from(bit / 64)] |= 1 << (bit % 64);
    }

    /// Returns whether a node can begin with a token.
    pub(super) fn allows(&self, token: Start) -> bool {
        self.any
            || self.bits[0] & token.kinds != 0
            || self.bits[usize::from(token.word / 64)] & 1 << (token.word % 64) != 0
    }
}

/// What a node begins with that is written by hand: words of some kinds, or the literals that it is read as.
macro_rules! begins_with {
    (kinds $($kind:ident)*) => {
        fn first() -> &'static $crate::text::first::First {
            use $crate::text::first::{First, Kind};
            const FIRST: &First = &First::kinds([$(Kind::$kind),*]);
            FIRST
        }
    };
    (literals $literals:expr) => {
        fn first() -> &'static $crate::text::first::First {
            use $crate::text::first::First;
            static FIRST: ::std::sync::LazyLock<First> = ::std::sync::LazyLock::new(|| First::literals($literals));
            &FIRST
        }
    };
}

pub(crate) use begins_with;
