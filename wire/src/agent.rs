//! The messages between host and agent (§10).

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::json::nullable;
use crate::message::{
    Classification, DeckRow, EngineDefaults, EngineHello, EngineIdentity, Extension, Fairness, Flags, Outcome, Rules,
    RulesSupported, SeatDecision,
};
use crate::reference::Seat;
use crate::vocabulary::{Kind, vocabulary};

vocabulary! {
    /// Why an agent doesn't serve a request (§10.5).
    AgentErrorCode {
        MalformedJson = "malformed_json",
        MalformedRequest = "malformed_request",
        ProtocolMismatch = "protocol_mismatch",
        UnknownGame = "unknown_game",
        GameAlreadyActive = "game_already_active",
        DecisionPending = "decision_pending",
        InternalError = "internal_error",
    }
}

/// A deck as an agent is told of it (§10.2).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KnownDeck {
    /// Its digest.
    pub deck_id: String,
    /// Its name.
    pub name: String,
    /// Its cards.
    pub decklist: Vec<DeckRow>,
}

/// What an agent is told of the engine (§10.2).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineProfile {
    /// The rules that it can play by.
    pub rules_supported: RulesSupported,
    /// The optional fields that it fills.
    pub observation: Flags,
    /// The kinds of candidates that it may offer.
    pub decision_kinds: Vec<Kind>,
    /// What it decides by itself.
    pub engine_defaults: EngineDefaults,
    /// Whether it may ask again for the action of a player who has priority.
    pub rewind: bool,
    /// How it shows that it is fair.
    pub fairness: Fairness,
    /// Its extensions.
    pub extensions: Vec<Extension>,
}

impl From<&EngineHello> for EngineProfile {
    fn from(hello: &EngineHello) -> EngineProfile {
        EngineProfile {
            rules_supported: hello.rules_supported.clone(),
            observation: hello.observation,
            decision_kinds: hello.decision_kinds.clone(),
            engine_defaults: hello.engine_defaults,
            rewind: hello.rewind,
            fairness: hello.fairness,
            extensions: hello.extensions.clone(),
        }
    }
}

/// How long things may take, in milliseconds (§11.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "called as in §11.4, with the unit in the name")]
pub struct TimeControl {
    pub startup_ms: u64,
    pub game_start_ms: u64,
    pub bank_ms: u64,
    pub increment_ms: u64,
    pub max_decision_ms: u64,
    pub engine_step_ms: u64,
}

/// How long games may be (§11.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "called as in §11.4")]
pub struct Limits {
    pub max_decisions: u64,
    pub max_steps: u64,
    pub max_seat_decisions_per_turn: u64,
    pub max_seat_decisions_per_game: u64,
    pub max_seat_steps_per_game: u64,
}

/// What agent and engine may use (§11.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "called as in §11.4")]
pub struct Resources {
    pub cpus: u32,
    pub memory_mb: u64,
    pub gpu: bool,
    pub engine_cpus: u32,
}

/// What an agent has left (§10.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "called as in §10.3, with the unit in the name")]
pub struct Clock {
    pub max_decision_ms: u64,
    pub remaining_ms: u64,
}

/// A game begins (§10.2).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameStart {
    /// Its name.
    pub game_id: String,
    /// The agent's seat.
    pub seat: Seat,
    /// Its format.
    pub format: String,
    /// The agent's deck.
    pub own_deck: KnownDeck,
    /// The other's, if the rules show it.
    #[serde(deserialize_with = "nullable")]
    pub opponent_deck: Option<KnownDeck>,
    /// Its rules.
    pub rules: Rules,
    /// Who the engine is.
    pub engine: EngineIdentity,
    /// What it can do.
    pub engine_profile: EngineProfile,
    /// The clocks.
    pub time_control: TimeControl,
    /// The limits.
    pub limits: Limits,
    /// What may be used.
    pub resources: Resources,
    /// The agent's own chance.
    pub agent_seed: u64,
}

/// The end of a game, as an agent is told of it (§10.4).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AgentTerminal {
    /// How it ended.
    pub outcome: Outcome,
    /// What kind of end that is.
    pub classification: Classification,
    /// Who won.
    #[serde(deserialize_with = "nullable")]
    pub winner: Option<Seat>,
    /// Why.
    pub reason: String,
    /// How many decisions the agent has answered.
    pub seat_step_count: u64,
}

/// A request of a host to an agent (§10), without what all requests have. Agents read leniently.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "request_type", rename_all = "snake_case")]
pub enum AgentRequest {
    /// The first.
    Hello {
        /// The minor version that is spoken.
        protocol_minor: u32,
    },
    /// A game begins.
    GameStart(Box<GameStart>),
    /// A decision.
    Choose {
        /// In which game.
        game_id: String,
        /// The decision.
        decision: Box<SeatDecision>,
        /// What is left.
        clock: Clock,
    },
    /// The game is over.
    GameOver {
        /// Which game.
        game_id: String,
        /// How it ended.
        terminal: AgentTerminal,
    },
}

/// A request as an agent reads it, after its id. Fields that aren't known are passed over (§4.2). Decisions are read at once into what they are: a message whose type is one of its fields is
/// otherwise made into a tree before.
///
/// # Errors
/// If the line is no request, or one of another protocol: what is answered to it.
pub fn read(line: &str) -> Result<(String, AgentRequest), Unread> {
    /// What all requests have, and what a decision has.
    #[derive(Deserialize)]
    struct Heard {
        protocol: String,
        request_id: String,
        request_type: String,
        game_id: Option<String>,
        decision: Option<Box<SeatDecision>>,
        clock: Option<Clock>,
    }
    let Heard { protocol, request_id, request_type, game_id, decision, clock } = serde_json::from_str(line)?;
    if protocol != crate::PROTOCOL {
        let message = format!("this bot speaks {}, not {protocol:?}", crate::PROTOCOL);
        return Err(Unread { request_id, code: AgentErrorCode::ProtocolMismatch, message });
    }
    match (game_id, decision, clock) {
        (Some(game_id), Some(decision), Some(clock)) if request_type == "choose" => {
            Ok((request_id, AgentRequest::Choose { game_id, decision, clock }))
        }
        _ => Ok((request_id, serde_json::from_str(line)?)),
    }
}

/// A line that an agent can't serve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    /// The request's id; empty if it can't be read.
    pub request_id: String,
    /// Why.
    pub code: AgentErrorCode,
    /// Words for people.
    pub message: String,
}

impl Unread {
    /// What is answered to it.
    pub fn response(&self) -> AgentResponse {
        AgentResponse::Error { error: AgentError { code: self.code.word().to_owned(), message: self.message.clone() } }
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.word(), self.message)
    }
}

impl std::error::Error for Unread {}

impl From<serde_json::Error> for Unread {
    fn from(error: serde_json::Error) -> Unread {
        let code = if error.is_data() { AgentErrorCode::MalformedRequest } else { AgentErrorCode::MalformedJson };
        Unread { request_id: String::new(), code, message: error.to_string() }
    }
}

/// Who an agent is (§10.1).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bot {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// What an agent can't play without (§10.1).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Requires {
    /// Optional fields of observations, by their flags.
    #[serde(default)]
    pub observation: Vec<String>,
    /// Extensions.
    #[serde(default)]
    pub extensions: Vec<String>,
}

/// An agent's answer to a decision (§10.3).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AgentSelection {
    /// Which candidate.
    pub candidate_id: u32,
    /// Of which decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat_step: Option<u64>,
    /// What it means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub semantic_echo: Option<Value>,
}

/// What goes wrong in an agent (§10.5).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AgentError {
    /// Why; a string, since a host reads leniently.
    pub code: String,
    /// Words for people.
    #[serde(default)]
    pub message: String,
}

/// A response of an agent (§10), without what all responses have. Hosts read only what they need.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "response_type", rename_all = "snake_case")]
pub enum AgentResponse {
    /// Who the agent is.
    HelloOk {
        /// Who.
        bot: Bot,
        /// What it can't play without.
        #[serde(default)]
        requires: Requires,
        /// The extensions that it reads.
        #[serde(default)]
        extensions_accepted: Vec<String>,
    },
    /// It was heard.
    Ack {},
    /// What is chosen.
    Choice {
        /// Which candidate.
        selection: AgentSelection,
    },
    /// Something went wrong.
    Error {
        /// What.
        error: AgentError,
    },
}
