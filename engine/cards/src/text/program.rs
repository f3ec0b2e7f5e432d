//! Cards whose program is written in code instead of in words: for what a text can't say, or can't say yet.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::ability::Ability;
use crate::card::Pool;
use crate::effect::Script;
use crate::keyword::Keywords;

/// What a card does, in the compiled form.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Written {
    /// What it does as it resolves, if it is an instant or sorcery.
    pub spell: Script,
    /// Its plain keywords.
    pub keywords: Keywords,
    /// Its other abilities, in the order in which they would be printed. The ways to cast or play it aren't among them: they follow from its
    /// types and its mana cost, and for an Aura from what it says that it can enchant (CR 303.4a).
    pub abilities: Vec<Ability>,
}

/// A function that writes what a card does. It is called for each pool that the card goes into, so that it can add to that pool what the card
/// gives or makes: abilities ([`Pool::add_ability`]), tokens ([`Pool::add_card`]), kinds of counters ([`Pool::counter_kind`]).
///
/// The same card must be written each time.
#[derive(Clone)]
pub struct Program(Arc<dyn Fn(&mut Pool) -> Written + Send + Sync>);

impl Program {
    /// A program that a function writes.
    pub fn new(write: impl Fn(&mut Pool) -> Written + Send + Sync + 'static) -> Program {
        Program(Arc::new(write))
    }

    /// What it does in a pool.
    pub(super) fn write(&self, pool: &mut Pool) -> Written {
        (self.0)(pool)
    }

    /// A number that depends on everything that it says.
    pub(super) fn fingerprint(&self) -> [u8; 32] {
        let mut pool = Pool::new();
        let written = self.write(&mut pool);
        let mut hasher = Bytes(blake3::Hasher::new());
        written.hash(&mut hasher);
        pool.abilities().hash(&mut hasher);
        pool.cards().for_each(|(_, card)| card.hash(&mut hasher));
        pool.counter_names().hash(&mut hasher);
        *hasher.0.finalize().as_bytes()
    }
}

/// The same function, not two that write the same.
impl PartialEq for Program {
    fn eq(&self, other: &Program) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Program(..)")
    }
}

/// Everything that is hashed, as bytes.
struct Bytes(blake3::Hasher);

impl Hasher for Bytes {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        let hash = self.0.finalize();
        u64::from_le_bytes(*hash.as_bytes().first_chunk().expect("a hash has 32 bytes"))
    }
}
