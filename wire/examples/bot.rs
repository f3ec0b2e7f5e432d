//! A whole bot in Rust: it plays lands and spells when it can, attacks with everything, and else takes what is listed first.
//!
//! ```sh
//! cargo build --release -p gauntlet-spellbench --example bot
//! gauntlet match burn blue-tempo --agent-a exec:target/release/examples/bot
//! ```

use std::io::{self, BufRead, Write};

use gauntlet_spellbench::PROTOCOL;
use gauntlet_spellbench::agent::{AgentRequest, AgentResponse, AgentSelection, Bot};
use gauntlet_spellbench::message::SeatDecision;
use gauntlet_spellbench::semantic::Semantic;
use serde::{Deserialize, Serialize};

/// A message with what all messages have.
#[derive(Serialize, Deserialize)]
struct Envelope<T> {
    protocol: String,
    request_id: String,
    #[serde(flatten)]
    content: T,
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

fn main() -> io::Result<()> {
    let (input, mut output) = (io::stdin().lock(), io::stdout().lock());
    for line in input.lines() {
        let request: Envelope<AgentRequest> = serde_json::from_str(&line?)?;
        let content = match &request.content {
            AgentRequest::Hello { .. } => AgentResponse::HelloOk {
                bot: Bot { name: "rust-example".to_owned(), version: "1".to_owned() },
                requires: Default::default(),
                extensions_accepted: Vec::new(),
            },
            AgentRequest::GameStart(_) | AgentRequest::GameOver { .. } => AgentResponse::Ack {},
            AgentRequest::Choose { decision, .. } => AgentResponse::Choice { selection: choose(decision) },
        };
        let answer = Envelope { protocol: PROTOCOL.to_owned(), request_id: request.request_id, content };
        serde_json::to_writer(&mut output, &answer)?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(())
}
