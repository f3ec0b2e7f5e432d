//! Compiled programs told in English, made from the instructions and not from the text that they were compiled from, so that
//! what is told is what will be done: on whom, on which set and when that is taken, and for how long.
//!
//! Every match is exhaustive: what the compiled form can say, this can tell.

mod ability;
mod amount;
mod card;
mod condition;
mod cost;
mod event;
mod filter;
mod flow;
mod instruction;
mod listing;
mod mana;
mod modification;
mod objects;
mod operands;
mod player;
mod registers;
mod replacement;
mod statics;
mod words;

pub use self::card::explain;
pub use self::listing::listing;
use std::cell::RefCell;
use std::collections::BTreeMap;

use self::words::Who;
use crate::card::{AbilityId, Pool};
use crate::effect::PAID_REGISTER;
use crate::effect::Register;
use crate::filter::CounterKind;

/// What is told where a program asks for objects that nothing before has put anywhere: a mistake of the compiler.
pub const NOTHING_THERE: &str = "what nothing was put into";

/// The same for a number.
pub const NO_NUMBER_THERE: &str = "a number that nothing was put into";

/// What words mean where a program is told: its source, its targets, its registers, the event that triggered it.
#[derive(Clone)]
struct Meaning {
    /// What the program is of: the name of a card, or words for a permanent that was given the ability.
    source: String,
    targets: Vec<Who>,
    /// The objects that registers hold, as far as the program was told.
    registers: RefCell<BTreeMap<Register, Who>>,
    /// The numbers that they hold.
    numbers: RefCell<BTreeMap<Register, String>>,
    /// The object that the event was about.
    event: Who,
    /// The other object of the event.
    other: Who,
    /// The player of the event.
    player: Who,
    /// What `X` of [`crate::filter::Amount::Event`] counts.
    number: String,
    /// Whether targets and registers go by their numbers, as in listings.
    by_number: bool,
}

impl Meaning {
    fn of(source: &str) -> Meaning {
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
    fn by_number(source: &str) -> Meaning {
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
struct Teller<'a> {
    pool: &'a Pool,
    meaning: Meaning,
    /// Abilities that a sentence spoke of and that are told below it.
    below: &'a RefCell<Vec<(AbilityId, Below)>>,
}

impl<'a> Teller<'a> {
    /// The same with other meanings.
    fn with(&self, meaning: Meaning) -> Teller<'a> {
        Teller { pool: self.pool, meaning, below: self.below }
    }

    fn source(&self) -> &str {
        &self.meaning.source
    }

    fn target(&self, number: u8) -> Who {
        if self.meaning.by_number {
            return Who::one(format!("target {}", number + 1));
        }
        self.meaning.targets.get(usize::from(number)).cloned().unwrap_or_else(|| Who::one("a target that it hasn't"))
    }

    fn register(&self, number: Register) -> Who {
        if self.meaning.by_number {
            return Who::one(register_name(number));
        }
        self.meaning.registers.borrow().get(&number).cloned().unwrap_or_else(|| Who::many(NOTHING_THERE))
    }

    fn number(&self, number: Register) -> String {
        if self.meaning.by_number {
            return register_name(number);
        }
        self.meaning.numbers.borrow().get(&number).cloned().unwrap_or_else(|| NO_NUMBER_THERE.to_owned())
    }

    fn counter(&self, kind: CounterKind) -> &'a str {
        &self.pool.counter_names()[usize::from(kind.0)]
    }

    /// The kind of counter, or any.
    fn any_counter(&self, kind: Option<CounterKind>) -> String {
        kind.map_or("counter".to_owned(), |kind| format!("{} counter", self.counter(kind)))
    }

    /// Speaks of an ability of the source, which is told below the sentence.
    fn ability_below(&self, ability: AbilityId) -> String {
        self.speak_of(ability, Below::Own)
    }

    /// Speaks of an ability that something is given.
    fn given_below(&self, ability: AbilityId) -> String {
        self.speak_of(ability, Below::Given)
    }

    /// Speaks of what an ability does, when that is said already.
    fn script_below(&self, ability: AbilityId) -> String {
        self.speak_of(ability, Below::Script)
    }

    fn speak_of(&self, ability: AbilityId, how: Below) -> String {
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
fn register_name(number: Register) -> String {
    if number == PAID_REGISTER { "what it was paid with".to_owned() } else { format!("register {number}") }
}

/// How an ability is told below a sentence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Below {
    /// As one of the source.
    Own,
    /// As one that something else is given.
    Given,
    /// Only what it does.
    Script,
}

/// Names for the abilities that are told below a sentence.
fn letter(place: usize) -> char {
    char::from(b'A' + (place % 26) as u8)
}
