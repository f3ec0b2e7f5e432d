//! Compiled programs told in English, made from the instructions and not from the text that they were compiled from, so that
//! what is told is what will be done: on whom, on which set and when that is taken, and for how long.
//!
//! Every match is exhaustive, and every instruction has a family: what the compiled form can say, this can tell.

mod ability;
mod amount;
mod asked;
mod card;
mod condition;
mod cost;
mod event;
mod family;
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
mod teller;
mod words;

pub use self::asked::{Answers, answers, other_price, price, price_part};
pub use self::card::explain;
pub use self::listing::listing;
pub use self::teller::{NO_NUMBER_THERE, NOTHING_THERE};
pub use self::words::article;
