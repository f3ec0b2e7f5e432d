//! Whether an agent conforms (§10): what every agent must do, in whole games, and what only good ones do.

use std::time::Duration;

use serde_json::{Value, json};

use super::Report;
use crate::agent::{AgentRequest, AgentResponse, AgentTerminal, GameStart};
use crate::bot::{Cause, Fault, Talk, line, read, unexpected};
use crate::canonical::canonical;
use crate::message::{Classification, Outcome, SeatDecision};
use crate::process::Peer;
use crate::reference::Seat;

/// A game that bots are checked in: how it begins, and a decision of p0 in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    /// How it begins.
    pub start: GameStart,
    /// A decision.
    pub decision: SeatDecision,
}

/// Checks single requests to an agent, from whose process `start` makes a new one. Games are the caller's to play.
pub fn check<P: Peer>(mut start: impl FnMut() -> Result<P, String>, example: &Example, within: Duration) -> Report {
    let mut report = Report::default();
    let talk = match start() {
        Ok(peer) => Talk::begin(peer, within),
        Err(error) => {
            report.add("the bot starts", Some(error));
            return report;
        }
    };
    let mut talk = match talk {
        Ok(talk) => talk,
        Err(fault) => {
            report.add("hello is answered with hello_ok (§10.1)", Some(fault.to_string()));
            return report;
        }
    };
    let bot = &talk.hello().bot;
    let nameless = bot.name.is_empty() || bot.version.is_empty();
    let problem = nameless.then(|| "the bot has no name or no version".to_owned());
    report.add("hello is answered with hello_ok (§10.1)", problem);
    let told = |fault: Option<Fault>| fault.map(|fault| fault.to_string());
    report.add("game_start is answered with ack (§10.2)", told(talk.start(example.start.clone()).err()));
    let choice = talk.choose(example.decision.clone());
    report.add("choose is answered with a candidate (§10.3)", told(choice.err()));
    report.add("game_over is answered with ack (§10.4)", told(talk.over(over(&example.start)).err()));
    let second = GameStart { game_id: format!("{}-2", example.start.game_id), ..example.start.clone() };
    let again = talk.start(second).and_then(|()| talk.choose(example.decision.clone()));
    report.advise("another game can follow in the same process", told(again.err()));
    drop(talk);
    // What is wrong already would only be said again.
    if !report.conforms() {
        return report;
    }
    lenience(&mut start, example, within, &mut report);
    errors(&mut start, example, within, &mut report);
    report
}

fn over(start: &GameStart) -> AgentTerminal {
    AgentTerminal {
        outcome: Outcome::won_by(start.seat),
        classification: Classification::Natural,
        winner: Some(start.seat),
        reason: "life_zero".to_owned(),
        seat_step_count: 1,
    }
}

/// Fields that an agent doesn't know are none of its business (§4.2).
fn lenience<P: Peer>(
    start: &mut impl FnMut() -> Result<P, String>,
    example: &Example,
    within: Duration,
    report: &mut Report,
) {
    let Ok(mut peer) = start() else { return };
    let choose = AgentRequest::Choose {
        game_id: example.start.game_id.clone(),
        decision: Box::new(example.decision.clone()),
        clock: crate::agent::Clock { remaining_ms: 60_000, max_decision_ms: 60_000 },
    };
    let requests = [
        AgentRequest::Hello { protocol_minor: crate::MINOR },
        AgentRequest::GameStart(Box::new(example.start.clone())),
        choose,
    ];
    let mut problem = None;
    for (number, request) in requests.iter().enumerate() {
        let id = format!("r-{number}");
        let mut value: Value = serde_json::from_str(&line(&id, request)).unwrap_or_default();
        value["x_later"] = json!({"minor": 1});
        if let Some(decision) = value.get_mut("decision") {
            decision["observation"]["later"] = json!([1, 2]);
            decision["extensions"]["x_later"] = json!("payload");
        }
        let answer = peer.ask(&canonical(&value), within).map_err(Fault::from);
        let served = answer.and_then(|answer| read(&answer, &id)).and_then(|response| serves(request, &response));
        if let Err(fault) = served {
            problem = Some(format!("request {number} with unknown fields: {fault}"));
            break;
        }
    }
    report.add("unknown fields are ignored (§4.2)", problem);
}

/// Whether a response is of the kind that its request asks for: an error is none.
fn serves(request: &AgentRequest, response: &AgentResponse) -> Result<(), Fault> {
    match (request, response) {
        (AgentRequest::Hello { .. }, AgentResponse::HelloOk { .. })
        | (AgentRequest::GameStart(_) | AgentRequest::GameOver { .. }, AgentResponse::Ack {})
        | (AgentRequest::Choose { .. }, AgentResponse::Choice { .. }) => Ok(()),
        (AgentRequest::Hello { .. }, other) => Err(unexpected("hello", other)),
        (AgentRequest::GameStart(_), other) => Err(unexpected("game_start", other)),
        (AgentRequest::Choose { .. }, other) => Err(unexpected("choose", other)),
        (AgentRequest::GameOver { .. }, other) => Err(unexpected("game_over", other)),
    }
}

/// Requests that an agent can't serve have errors of their own (§10.5), in good agents.
fn errors<P: Peer>(
    start: &mut impl FnMut() -> Result<P, String>,
    example: &Example,
    within: Duration,
    report: &mut Report,
) {
    let hello = line("r-0", &AgentRequest::Hello { protocol_minor: crate::MINOR });
    let unknown = line("r-1", &AgentRequest::GameOver { game_id: "g-none".to_owned(), terminal: over(&example.start) });
    let other = hello.replace(crate::PROTOCOL, "spellbench/v1").replace("r-0", "r-1");
    let cases = [
        ("a line that is no JSON has the error malformed_json (§10.5)", "hello".to_owned(), "malformed_json"),
        ("another protocol has the error protocol_mismatch (§10.5)", other, "protocol_mismatch"),
        ("a game that the bot doesn't play has the error unknown_game (§10.5)", unknown, "unknown_game"),
    ];
    for (name, line, code) in cases {
        let Ok(mut peer) = start() else { return };
        if peer.ask(&hello, within).is_err() {
            return;
        }
        let problem = match peer.ask(&line, within.min(Duration::from_secs(2))) {
            Ok(answer) => {
                let found = serde_json::from_slice::<Value>(&answer).unwrap_or_default();
                (found["error"]["code"] != json!(code)).then(|| {
                    let shown: String = String::from_utf8_lossy(&answer).chars().take(200).collect();
                    format!("the answer is {shown}")
                })
            }
            Err(lost) => Some(lost.to_string()),
        };
        report.advise(name, problem);
    }
}

/// What an agent's part in a game shows: a forfeit is a violation.
pub fn note_game(report: &mut Report, seat: Seat, decisions: u64, fault: Option<&Fault>) {
    report.games += 1;
    report.decisions += decisions;
    let Some(fault) = fault else { return };
    let name = format!("a game as {} is played to the end", seat.word());
    let cause = match fault.cause {
        Cause::Timeout => "it ran out of time",
        Cause::Stalling => "it stalls",
        Cause::MalformedResponse => "an answer can't be read",
        Cause::InvalidSelection => "it chose what there isn't",
        Cause::AgentError => "it said that it can't go on",
        Cause::TransportError => "it is gone",
    };
    report.add(name, Some(format!("{cause}: {}", fault.message)));
}
