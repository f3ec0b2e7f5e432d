//! Who tells a program, and what the words in it mean while it is told.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::words::Who;
use crate::card::{AbilityId, Pool};
use crate::effect::{PAID_REGISTER, Register};
use crate::filter::CounterKind;

/// What is told where a program asks for objects that nothing before has put anywhere: a mistake of the compiler.
pub const NOTHING_THERE: &str = "what nothing was put into";

/// The same for a number.
pub const NO_NUMBER_THERE: &str = "a number that nothing was put into";

/// What words mean where a program is told: its source, its targets, its registers, the event that triggered it.
#[derive(Clone)]
pub(super) struct Meaning {
    /// What the program is of: the name of a card, or words for a permanent that was given the ability.
    pub(super) source: String,
    pub(super) targets: Vec<Who>,
    /// The objects that registers hold, as far as the program was told.
    pub(super) registers: RefCell<BTreeMap<Register, Who>>,
    /// The numbers that they hold.
    pub(super) numbers: RefCell<BTreeMap<Register, String>>,
    /// The object that the event was about.
    pub(super) event: Who,
    /// The other object of the event.
    pub(super) other: Who,
    /// The player of the event.
    pub(super) player: Who,
    /// What `X` of [`crate::filter::Amount::Event`] counts.
    pub(super) number: String,
    /// Whether targets and registers go by their numbers, as in listings.
    pub(super) by_number: bool,
}

impl Meaning {
    pub(super) fn of(source: &str) -> Meaning {
        Meaning {
            source: source.to_owned(),
            targets: Vec::new(),
            registers: RefCell::from(BTreeMap::from([(PAID_REGISTER, Who::one("what it was paid with"))])),
            numbers: RefCell::default(),
            event: Who::one("that object"),
            other: Who::one("the other object"),
            player: Who::one("that player"),
            number: "that number".to_owned(),
            by_number: false,
        }
    }

    /// For listings: nothing has another name than that of its place.
    pub(super) fn by_number(source: &str) -> Meaning {
        Meaning {
            event: Who::one("the event's object"),
            other: Who::one("the event's other object"),
            player: Who::one("the event's player"),
            number: "the event's number".to_owned(),
            by_number: true,
            ..Meaning::of(source)
        }
    }
}

/// Tells programs of one card.
pub(super) struct Teller<'a> {
    pub(super) pool: &'a Pool,
    pub(super) meaning: Meaning,
    /// Abilities that a sentence spoke of and that are told below it.
    pub(super) below: &'a RefCell<Vec<(AbilityId, Below)>>,
}

impl<'a> Teller<'a> {
    /// The same with other meanings.
    pub(super) fn with(&self, meaning: Meaning) -> Teller<'a> {
        Teller { pool: self.pool, meaning, below: self.below }
    }

    pub(super) fn source(&self) -> &str {
        &self.meaning.source
    }

    pub(super) fn target(&self, number: u8) -> Who {
        if self.meaning.by_number {
            return Who::one(format!("target {}", number + 1));
        }
        self.meaning.targets.get(usize::from(number)).cloned().unwrap_or_else(|| Who::one("a target that it hasn't"))
    }

    pub(super) fn register(&self, number: Register) -> Who {
        if self.meaning.by_number {
            return Who::one(register_name(number));
        }
        self.meaning.registers.borrow().get(&number).cloned().unwrap_or_else(|| Who::many(NOTHING_THERE))
    }

    pub(super) fn number(&self, number: Register) -> String {
        if self.meaning.by_number {
            return register_name(number);
        }
        self.meaning.numbers.borrow().get(&number).cloned().unwrap_or_else(|| NO_NUMBER_THERE.to_owned())
    }

    pub(super) fn counter(&self, kind: CounterKind) -> &'a str {
        &self.pool.counter_names()[usize::from(kind.0)]
    }

    /// The kind of counter, or any.
    pub(super) fn any_counter(&self, kind: Option<CounterKind>) -> String {
        kind.map_or("counter".to_owned(), |kind| format!("{} counter", self.counter(kind)))
    }

    /// Speaks of an ability of the source, which is told below the sentence.
    pub(super) fn ability_below(&self, ability: AbilityId) -> String {
        self.speak_of(ability, Below::Own)
    }

    /// Speaks of an ability that something is given.
    pub(super) fn given_below(&self, ability: AbilityId) -> String {
        self.speak_of(ability, Below::Given)
    }

    /// Speaks of what an ability does, when that is said already.
    pub(super) fn script_below(&self, ability: AbilityId) -> String {
        self.speak_of(ability, Below::Script)
    }

    pub(super) fn speak_of(&self, ability: AbilityId, how: Below) -> String {
        let mut below = self.below.borrow_mut();
        let place = below.iter().position(|other| *other == (ability, how)).unwrap_or_else(|| {
            below.push((ability, how));
            below.len() - 1
        });
        match how {
            Below::Own | Below::Given => format!("ability {} below", letter(place)),
            Below::Script => format!("{} below happens", letter(place)),
        }
    }
}

/// What a register is called in a listing.
pub(super) fn register_name(number: Register) -> String {
    if number == PAID_REGISTER { "what it was paid with".to_owned() } else { format!("register {number}") }
}

/// How an ability is told below a sentence.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Below {
    /// As one of the source.
    Own,
    /// As one that something else is given.
    Given,
    /// Only what it does.
    Script,
}

/// Names for the abilities that are told below a sentence.
pub(super) fn letter(place: usize) -> char {
    char::from(b'A' + (place % 26) as u8)
}
