//! Card text → abilities. Runs before any game, never in one.
//!
//! Source (`source`, `json`) → normal form → tokens → grammar → syntax tree → compiled form ([`crate::card::Pool`]). The
//! grammar is written once for both directions, and a text counts as understood only if the tree prints back to it.

pub mod archive;
pub mod base;
mod data;
pub mod diagnostic;
mod dump;
mod dungeons;
pub mod facts;
mod first;
mod grammar;
mod json;
pub mod keywords;
mod lexer;
mod literal;
mod lower;
pub(crate) use self::lower::COLOR_REGISTER;
pub mod next;
mod normal;
pub mod program;
mod record;
mod same_for;
pub mod source;
mod syntax;
#[cfg(test)]
mod tests;
mod write;

pub use archive::{Archive, ArchiveError, is_archive};
pub use base::{CardBase, ReadCard, Report, check};
pub use diagnostic::{Diagnostic, DiagnosticKind};
pub use dump::{dump, render};
pub use facts::Facts;
pub use program::{Program, Written};
pub use source::CardSource;
