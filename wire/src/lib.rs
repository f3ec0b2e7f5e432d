//! The Spellbench protocol, version 2 (minor 0), by which any bot plays on any engine: newline-delimited JSON over the pipes of child
//! processes. The specification is `spec/SPELLBENCH_PROTOCOL_V2.md` of the public repository `jackmaiorino/spellbench`; comments cite its
//! sections with §.
//!
//! This crate knows messages and what is valid, and no game. An engine is a [`Table`] that a [`Session`] serves; a host talks to agents
//! with a [`BotTalk`] and to engines with an [`EngineTalk`], and checks what engines send with a [`Validator`]. Either is a [`Peer`] that
//! answers lines: a [`Process`], or something of this program as here, a bot that takes the first candidate:
//!
//! ```
//! use std::time::Duration;
//!
//! use gauntlet_spellbench::agent::{self, AgentSelection, Bot};
//! use gauntlet_spellbench::process::Lost;
//! use gauntlet_spellbench::{AgentRequest, AgentResponse, BotTalk, PROTOCOL, Peer};
//!
//! struct First;
//!
//! impl Peer for First {
//!     fn ask(&mut self, line: &str, _within: Duration) -> Result<Vec<u8>, Lost> {
//!         let (id, request) = agent::read(line).map_err(|error| Lost::Failed(std::io::Error::other(error)))?;
//!         let response = match request {
//!             AgentRequest::Hello { .. } => AgentResponse::HelloOk {
//!                 bot: Bot { name: "first".to_owned(), version: "1".to_owned() },
//!                 requires: Default::default(),
//!                 extensions_accepted: Vec::new(),
//!             },
//!             AgentRequest::GameStart(_) | AgentRequest::GameOver { .. } => AgentResponse::Ack {},
//!             AgentRequest::Choose { decision, .. } => {
//!                 let seat_step = Some(decision.seat_step);
//!                 let candidate_id = decision.candidates[0].candidate_id;
//!                 AgentResponse::Choice { selection: AgentSelection { candidate_id, seat_step, semantic_echo: None } }
//!             }
//!         };
//!         let mut answer = serde_json::to_value(&response).expect("a message is JSON");
//!         answer["protocol"] = PROTOCOL.into();
//!         answer["request_id"] = id.into();
//!         Ok(answer.to_string().into_bytes())
//!     }
//! }
//!
//! // The host greets it. What follows for each game is `start`, `choose` for each decision, and `over`.
//! let talk = BotTalk::begin(First, Duration::from_secs(1))?;
//! assert_eq!(talk.hello().bot.name, "first");
//! # Ok::<(), gauntlet_spellbench::bot::Fault>(())
//! ```

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

#[doc(inline)]
pub use agent::{AgentRequest, AgentResponse};
#[doc(inline)]
pub use bot::Talk as BotTalk;
#[doc(inline)]
pub use engine::Talk as EngineTalk;
#[doc(inline)]
pub use message::{EngineHello, Request, Response, SeatDecision};
#[doc(inline)]
pub use observation::Observation;
#[doc(inline)]
pub use process::{Peer, Process, Program};
#[doc(inline)]
pub use reference::Seat;
#[doc(inline)]
pub use secret::Secret;
#[doc(inline)]
pub use semantic::Semantic;
#[doc(inline)]
pub use session::{Session, Table};
#[doc(inline)]
pub use validate::Validator;

/// The version of the protocol that every message names (§4.1).
pub const PROTOCOL: &str = "spellbench/v2";

/// The minor version that is spoken here (§4.2).
pub const MINOR: u32 = 0;

/// The most candidates of a decision (§7.1).
pub const MOST_CANDIDATES: usize = 4096;
