//! A host's conversation with an engine (§9): requests in order, and responses that are read strictly.

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use crate::json;
use crate::message::{EngineHello, Request, Response, SeatDecision, Selection};
use crate::process::{Lost, Peer};
use crate::{MINOR, PROTOCOL};

/// The field that names the protocol.
const PROTOCOL_FIELD: &str = "protocol";

/// How many times as long as another answer the first one may take.
const STARTUP: u32 = 10;

/// What an engine did wrong.
#[derive(Debug)]
pub enum EngineFault {
    /// There was no answer; with what is known of why.
    Lost(Lost, String),
    /// The answer isn't a response to the request.
    Malformed(String),
}

impl fmt::Display for EngineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineFault::Lost(_, told) => f.write_str(told),
            EngineFault::Malformed(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for EngineFault {}

/// An engine in conversation with its host.
#[derive(Debug)]
pub struct Talk<P> {
    peer: P,
    requests: u64,
    within: Duration,
    /// The last request and its response, without the id.
    last: [Value; 2],
}

impl<P: Peer> Talk<P> {
    /// With an engine that answers each request within this time.
    pub fn new(peer: P, within: Duration) -> Talk<P> {
        Talk { peer, requests: 0, within, last: Default::default() }
    }

    /// The engine's answer to `hello`.
    ///
    /// # Errors
    /// If it isn't one.
    pub fn greet(&mut self) -> Result<EngineHello, EngineFault> {
        // An engine may have much to load before it says anything.
        let usual = self.within;
        self.within = usual.saturating_mul(STARTUP);
        let response = self.ask(&Request::Hello { protocol_minor: MINOR });
        self.within = usual;
        match response? {
            Response::HelloOk(hello) => Ok(*hello),
            other => Err(EngineFault::Malformed(format!("hello is answered with hello_ok, not {}", kind(&other)))),
        }
    }

    /// The response to a request.
    ///
    /// # Errors
    /// If there is none.
    pub fn ask(&mut self, request: &Request) -> Result<Response, EngineFault> {
        let id = format!("h-{}", self.requests);
        self.requests += 1;
        let mut sent = json::to_value(request);
        sent[PROTOCOL_FIELD] = PROTOCOL.into();
        self.last = [sent, Value::Null];
        let answer = self.ask_line(&line(&id, request))?;
        let (response, value) = read(&answer, &id).map_err(EngineFault::Malformed)?;
        self.last[1] = value;
        Ok(response)
    }

    /// Answers a decision with one of its candidates.
    ///
    /// # Errors
    /// As [`Talk::ask`].
    pub fn step(
        &mut self,
        game_id: &str,
        step: u64,
        decision: &SeatDecision,
        candidate: u32,
    ) -> Result<Response, EngineFault> {
        let meant = decision.candidates.get(candidate as usize);
        let semantic_echo = meant.map_or(Value::Null, |meant| json::to_value(&meant.semantic));
        let selection = Selection { candidate_id: candidate, semantic_echo };
        self.ask(&Request::Step { game_id: game_id.to_owned(), expected_step: step, selection })
    }

    /// What answers a line, whatever that is.
    ///
    /// # Errors
    /// If nothing does.
    pub fn ask_line(&mut self, line: &str) -> Result<Vec<u8>, EngineFault> {
        self.peer.ask(line, self.within).map_err(|lost| {
            let told = self.peer.told(&lost);
            EngineFault::Lost(lost, told)
        })
    }

    /// What the engine says, for people, of what went wrong.
    pub fn last_words(&mut self) -> Option<String> {
        self.peer.last_words(false)
    }

    /// The engine's side of the pipe.
    pub fn into_peer(self) -> P {
        self.peer
    }

    /// The last request and its response as JSON, without the id that both have: what the digest of a game is over (§11.8).
    pub fn last(&self) -> [&Value; 2] {
        self.last.each_ref()
    }
}

/// A request to an engine, as a line.
pub fn line(id: &str, request: &Request) -> String {
    /// What all requests have.
    #[derive(Serialize)]
    struct Envelope<'a> {
        protocol: &'static str,
        request_id: &'a str,
        #[serde(flatten)]
        request: &'a Request,
    }
    serde_json::to_string(&Envelope { protocol: PROTOCOL, request_id: id, request }).expect("messages are JSON")
}

/// An engine's answer to the request with this id; also as JSON without the id.
///
/// # Errors
/// What is wrong with it.
pub fn read(answer: &[u8], id: &str) -> Result<(Response, Value), String> {
    let mut value = json::read(answer).map_err(|error| format!("the answer is no strict JSON: {error}"))?;
    let fields = value.as_object_mut().ok_or("the answer is no object")?;
    for (field, expected) in [(PROTOCOL_FIELD, PROTOCOL), ("request_id", id)] {
        let found = fields.remove(field);
        if found.as_ref().and_then(Value::as_str) != Some(expected) {
            return Err(format!("the {field} of the answer isn't that of its request, {expected:?}"));
        }
    }
    let response = json::exactly(&value).map_err(|error| format!("the answer isn't a response: {error}"))?;
    value[PROTOCOL_FIELD] = PROTOCOL.into();
    Ok((response, value))
}

/// The type of a response, as it is written.
pub fn kind(response: &Response) -> &'static str {
    match response {
        Response::HelloOk(_) => "hello_ok",
        Response::Decision(_) => "decision",
        Response::Terminal(_) => "terminal",
        Response::DeckOk {} => "deck_ok",
        Response::ProbeResult { .. } => "probe_result",
        Response::Error { .. } => "error",
    }
}
