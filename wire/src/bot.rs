//! A host's conversation with an agent (§10, §11.2): greeting, games, clocks, and what an agent forfeits a game for (§11.5).

use std::fmt;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::agent::{AgentRequest, AgentResponse, AgentTerminal, Bot, Clock, GameStart, Requires, TimeControl};
use crate::canonical::canonical;
use crate::json;
use crate::message::{EngineHello, SeatDecision};
use crate::process::{Lost, Peer};
use crate::vocabulary::vocabulary;
use crate::{MINOR, PROTOCOL};

vocabulary! {
    /// Why a game is forfeited (§11.5).
    Cause {
        Timeout = "timeout",
        Stalling = "stalling",
        MalformedResponse = "malformed_response",
        InvalidSelection = "invalid_selection",
        AgentError = "agent_error",
        TransportError = "transport_error",
    }
}

/// What an agent did wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Why the game is forfeited.
    pub cause: Cause,
    /// What happened, for people.
    pub message: String,
}

impl Fault {
    fn new(cause: Cause, message: impl Into<String>) -> Fault {
        Fault { cause, message: message.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.cause.word(), self.message)
    }
}

impl std::error::Error for Fault {}

impl From<Lost> for Fault {
    fn from(lost: Lost) -> Fault {
        let cause = match lost {
            Lost::Timeout => Cause::Timeout,
            Lost::Unasked | Lost::TooLong => Cause::MalformedResponse,
            Lost::Closed | Lost::Failed(_) => Cause::TransportError,
        };
        Fault::new(cause, lost.to_string())
    }
}

/// What an agent says of itself (§10.1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotHello {
    /// Who it is.
    pub bot: Bot,
    /// What it can't play without.
    pub requires: Requires,
    /// The extensions that it reads.
    pub extensions_accepted: Vec<String>,
}

impl BotHello {
    /// What the agent needs and this engine doesn't have; the agent can't be paired with it then, which is no fault of either (§10.1).
    pub fn misses(&self, engine: &EngineHello) -> Vec<String> {
        let flags = json::to_value(&engine.observation);
        let filled = |flag: &&String| flags.get(flag.as_str()) == Some(&Value::Bool(true));
        let observation = self.requires.observation.iter().filter(|flag| !filled(flag)).cloned();
        let there = |name: &&String| engine.extensions.iter().any(|extension| extension.name == **name);
        observation.chain(self.requires.extensions.iter().filter(|name| !there(name)).cloned()).collect()
    }
}

/// An agent in conversation with its host.
#[derive(Debug)]
pub struct Talk<P> {
    peer: P,
    requests: u64,
    hello: BotHello,
    /// The game that is being played, and its clock.
    game: Option<Game>,
}

#[derive(Debug)]
struct Game {
    id: String,
    time: TimeControl,
    remaining: Duration,
}

impl<P: Peer> Talk<P> {
    /// Greets an agent.
    ///
    /// # Errors
    /// If it doesn't answer as it should.
    pub fn begin(peer: P, within: Duration) -> Result<Talk<P>, Fault> {
        let nobody = Bot { name: String::new(), version: String::new() };
        let hello = BotHello { bot: nobody, requires: Requires::default(), extensions_accepted: Vec::new() };
        let mut talk = Talk { peer, requests: 0, hello, game: None };
        match talk.ask(&AgentRequest::Hello { protocol_minor: MINOR }, within)? {
            AgentResponse::HelloOk { bot, .. } if bot.name.is_empty() => {
                Err(Fault::new(Cause::MalformedResponse, "hello_ok has the bot's name, and here it is empty"))
            }
            AgentResponse::HelloOk { bot, requires, extensions_accepted } => {
                talk.hello = BotHello { bot, requires, extensions_accepted };
                Ok(talk)
            }
            other => Err(unexpected("hello", &other)),
        }
    }

    /// What the agent said of itself.
    pub fn hello(&self) -> &BotHello {
        &self.hello
    }

    /// Tells the agent that a game begins.
    ///
    /// # Errors
    /// If it doesn't acknowledge that.
    pub fn start(&mut self, start: GameStart) -> Result<(), Fault> {
        let time = start.time_control;
        self.game = Some(Game { id: start.game_id.clone(), time, remaining: Duration::from_millis(time.bank_ms) });
        match self.ask(&AgentRequest::GameStart(Box::new(start)), Duration::from_millis(time.game_start_ms))? {
            AgentResponse::Ack {} => Ok(()),
            other => Err(unexpected("game_start", &other)),
        }
    }

    /// What the agent chooses: the number of a candidate.
    ///
    /// # Errors
    /// If it doesn't choose a candidate in time.
    ///
    /// # Panics
    /// If no game was begun.
    pub fn choose(&mut self, decision: SeatDecision) -> Result<u32, Fault> {
        let game = self.game.as_ref().expect("a game was begun");
        let seat_step = decision.seat_step;
        let most = Duration::from_millis(game.time.max_decision_ms);
        let clock = Clock { remaining_ms: millis(game.remaining), max_decision_ms: game.time.max_decision_ms };
        let within = most.min(game.remaining);
        let request = AgentRequest::Choose { game_id: game.id.clone(), decision: Box::new(decision), clock };
        let asked = Instant::now();
        let response = self.ask(&request, within);
        let took = asked.elapsed();
        if let Some(game) = &mut self.game {
            let increment = Duration::from_millis(game.time.increment_ms);
            game.remaining = game.remaining.saturating_sub(took) + increment;
        }
        let selection = match response? {
            AgentResponse::Choice { selection } => selection,
            other => return Err(unexpected("choose", &other)),
        };
        if took > within {
            return Err(Lost::Timeout.into());
        }
        let invalid = |message: String| Err(Fault::new(Cause::InvalidSelection, message));
        let number = selection.candidate_id;
        let AgentRequest::Choose { decision, .. } = &request else { unreachable!("that was asked") };
        let Some(candidate) = decision.candidates.get(number as usize) else {
            return invalid(format!("candidate {number} was chosen of {}", decision.candidates.len()));
        };
        if selection.seat_step.is_some_and(|step| step != seat_step) {
            return invalid(format!("the choice is for another decision than number {seat_step}"));
        }
        if selection.semantic_echo.is_some_and(|echo| echo != json::to_value(&candidate.semantic)) {
            return invalid(format!("the echo isn't what candidate {number} means"));
        }
        Ok(number)
    }

    /// Tells the agent how the game ended.
    ///
    /// # Errors
    /// If it doesn't acknowledge that; the game is over all the same.
    pub fn over(&mut self, terminal: AgentTerminal) -> Result<(), Fault> {
        let Some(game) = self.game.take() else { return Ok(()) };
        let within = Duration::from_millis(game.time.game_start_ms);
        match self.ask(&AgentRequest::GameOver { game_id: game.id, terminal }, within)? {
            AgentResponse::Ack {} => Ok(()),
            other => Err(unexpected("game_over", &other)),
        }
    }

    fn ask(&mut self, request: &AgentRequest, within: Duration) -> Result<AgentResponse, Fault> {
        let id = format!("r-{}", self.requests);
        self.requests += 1;
        let answer = self.peer.ask(&line(&id, request), within).map_err(|lost| {
            let message = self.peer.told(&lost);
            Fault { message, ..Fault::from(lost) }
        })?;
        read(&answer, &id)
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A request to an agent, as a line in canonical form (§11.2).
pub fn line(id: &str, request: &AgentRequest) -> String {
    /// What all requests have.
    #[derive(Serialize)]
    struct Envelope<'a> {
        protocol: &'static str,
        request_id: &'a str,
        #[serde(flatten)]
        request: &'a AgentRequest,
    }
    canonical(&Envelope { protocol: PROTOCOL, request_id: id, request })
}

/// An agent's answer to the request with this id. Fields that aren't known are passed over.
///
/// # Errors
/// If it is none.
pub fn read(answer: &[u8], id: &str) -> Result<AgentResponse, Fault> {
    let malformed = |message: String| Fault::new(Cause::MalformedResponse, message);
    let value = json::read(answer).map_err(|error| malformed(format!("the answer is no strict JSON: {error}")))?;
    for (field, expected) in [("protocol", PROTOCOL), ("request_id", id)] {
        if value.get(field).and_then(Value::as_str) != Some(expected) {
            return Err(malformed(format!("the {field} of an answer is that of its request, {expected:?}")));
        }
    }
    serde_json::from_value(value).map_err(|error| malformed(format!("the answer isn't one: {error}")))
}

/// The fault of an agent whose response isn't what a request asks for.
pub(crate) fn unexpected(request: &str, response: &AgentResponse) -> Fault {
    match response {
        AgentResponse::Error { error } => Fault::new(
            Cause::AgentError,
            format!("{request} was answered with the error {}: {}", error.code, error.message),
        ),
        AgentResponse::HelloOk { .. } | AgentResponse::Ack {} | AgentResponse::Choice { .. } => {
            Fault::new(Cause::MalformedResponse, format!("{request} has another answer than this"))
        }
    }
}
