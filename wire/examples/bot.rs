//! A whole bot in Rust, with the types of the messages: it plays lands and spells when it can, attacks with everything, and else takes what is listed first.
//!
//! ```sh
//! cargo build --release -p gauntlet-spellbench --example bot
//! gauntlet match burn blue-tempo --agent-a exec:target/release/examples/bot
//! ```

use std::io::{self, BufRead, Write};

use gauntlet_spellbench::PROTOCOL;
use gauntlet_spellbench::agent::{self, AgentError, AgentErrorCode, AgentRequest, AgentResponse, AgentSelection, Bot};
use gauntlet_spellbench::message::SeatDecision;
use gauntlet_spellbench::semantic::Semantic;
use serde::Serialize;

/// An answer with what all answers have.
#[derive(Serialize)]
struct Answer {
    protocol: &'static str,
    request_id: String,
    #[serde(flatten)]
    response: AgentResponse,
}

/// How much a candidate is worth.
fn worth(semantic: &Semantic) -> i32 {
    match semantic {
        Semantic::PlayLand { .. } => 3,
        Semantic::CastSpell { .. } => 2,
        Semantic::DeclareAttack { defender: Some(_), .. } => 1,
        Semantic::Mulligan { keep: true, .. } => 1,
        _ => 0,
    }
}

fn choose(decision: &SeatDecision) -> AgentSelection {
    let best = decision.candidates.iter().rev().max_by_key(|candidate| worth(&candidate.semantic));
    let candidate_id = best.map_or(0, |candidate| candidate.candidate_id);
    AgentSelection { candidate_id, seat_step: Some(decision.seat_step), semantic_echo: None }
}

/// What is answered to a request; `game` is the one that is played.
fn answer(request: &AgentRequest, game: &mut Option<String>) -> AgentResponse {
    match request {
        AgentRequest::Hello { .. } => AgentResponse::HelloOk {
            bot: Bot { name: "rust-example".to_owned(), version: "1".to_owned() },
            requires: Default::default(),
            extensions_accepted: Vec::new(),
        },
        AgentRequest::GameStart(start) => {
            *game = Some(start.game_id.clone());
            AgentResponse::Ack {}
        }
        AgentRequest::Choose { game_id, .. } | AgentRequest::GameOver { game_id, .. }
            if game.as_ref() != Some(game_id) =>
        {
            let (code, message) =
                (AgentErrorCode::UnknownGame.word().to_owned(), format!("no game {game_id:?} is being played"));
            AgentResponse::Error { error: AgentError { code, message } }
        }
        AgentRequest::Choose { decision, .. } => AgentResponse::Choice { selection: choose(decision) },
        AgentRequest::GameOver { .. } => {
            *game = None;
            AgentResponse::Ack {}
        }
    }
}

fn main() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = String::new();
    let mut game: Option<String> = None;
    while input.read_line(&mut line)? > 0 {
        let (request_id, request) = match agent::read(&line) {
            Ok((id, request)) => (id, Ok(request)),
            Err(unread) => (unread.request_id.clone(), Err(unread.response())),
        };
        line.clear();
        let response = request.map_or_else(|error| error, |request| answer(&request, &mut game));
        let mut answer = serde_json::to_vec(&Answer { protocol: PROTOCOL, request_id, response })?;
        answer.push(b'\n');
        output.write_all(&answer)?;
        output.flush()?;
    }
    Ok(())
}
