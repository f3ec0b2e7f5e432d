//! Paying mana costs exactly (CR 118.3, 601.2f–h).
//!
//! "Can this be paid?" is asked for every card in hand at every decision, and a wrong answer is either an action that can't
//! be completed or a play that is never seen. So it is answered exactly, and for usual costs without any search:
//!
//! - A [`ManaSource`] says what mana something can make: a land, a Treasure, mana that floats in the pool.
//! - A [`Bill`] is a cost ready to be paid, compiled once for each card.
//! - A [`Supply`] is made of all sources once for each decision. It counts for each set of mana types how many units could be
//!   of one of them. By Hall's theorem the bill can be paid if and only if no set of its symbols asks for more units than
//!   there are that fit one of them; only sets of types that are a union of symbols matter, which is one for `{1}{R}{R}`.
//!   Snow (CR 107.4h) isn't a type, but for the matching it is a seventh one that a unit has besides what it becomes.
//! - What isn't a matching is searched: sources that choose between lists of mana, and symbols that can be paid with two
//!   mana or with life. The search works on the same counts, drops the choices that others dominate for this bill, takes
//!   equal sources as one, and stops as soon as nothing is missing or too little is left.
//! - [`Supply::plan`] says how a bill is paid so that the most useful mana is left; [`PartPaid`] is payment by hand, one mana
//!   at a time.
//!
//! Nothing here allocates once the buffers of a [`Payment`] are warm.

mod bill;
mod manual;
mod plan;
mod source;
mod supply;
#[cfg(test)]
mod tests;

pub use bill::{Bill, Settled};
pub use manual::{NotNeeded, PartPaid};
pub(crate) use plan::PlainSource;
pub use plan::{Left, Payment, Spent, Used, Wanted};
pub use source::{Mana, ManaSource, ManaTypes, SourceKey, Yield};
pub use supply::Supply;
