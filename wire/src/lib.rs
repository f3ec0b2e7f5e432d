//! The Spellbench protocol, version 2 (minor 0), by which any bot plays on any engine: newline-delimited JSON over the pipes of child
//! processes. The specification is `spec/SPELLBENCH_PROTOCOL_V2.md` of the public repository `jackmaiorino/spellbench`; comments cite its
//! sections with §.
//!
//! This crate knows messages and what is valid, and no game. An engine is a [`session::Table`] that a [`session::Session`] serves; a host
//! talks to agents with a [`bot::Talk`] and to engines with an [`engine::Talk`], and checks what engines send with a
//! [`validate::Validator`].

pub mod agent;
pub mod bot;
pub mod canonical;
pub mod check;
pub mod engine;
pub mod host;
pub mod json;
pub mod message;
pub mod observation;
pub mod process;
pub mod reference;
pub mod secret;
pub mod semantic;
pub mod session;
pub mod validate;
pub mod vocabulary;

/// The version of the protocol that every message names (§4.1).
pub const PROTOCOL: &str = "spellbench/v2";

/// The minor version that is spoken here (§4.2).
pub const MINOR: u32 = 0;

/// The most candidates of a decision (§7.1).
pub const MOST_CANDIDATES: usize = 4096;
