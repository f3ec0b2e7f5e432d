//! A game as a host runs it (§11): every decision of the engine is checked before anybody sees it, and every answer before it is sent.

use crate::bot::Fault;
use crate::engine::{Talk, kind};
use crate::message::{Ending, EngineHello, Request, Reset, Response, SeatDecision};
use crate::process::Peer;
use crate::secret::Chain;
use crate::validate::Validator;

/// Who answers for a seat.
pub type Seated<'a> = &'a mut dyn FnMut(&SeatDecision) -> Result<u32, Fault>;

/// How a game went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// How it ended.
    pub ending: Ending,
    /// Whether the engine ended it; if not, the host did.
    pub by_engine: bool,
    /// The decisions that were checked.
    pub decisions: u64,
    /// The chain of hashes over what was said (§11.8).
    pub digest: String,
    /// What the engine or an agent did wrong, for people.
    pub problem: Option<String>,
}

/// The game as far as it was played.
struct Record {
    chain: Chain,
    decisions: u64,
}

impl Record {
    fn by_host(mut self, ending: Ending, problem: String) -> Played {
        self.chain.add(&serde_json::json!({ "adjudication": ending }));
        Played {
            ending,
            by_engine: false,
            decisions: self.decisions,
            digest: self.chain.digest(),
            problem: Some(problem),
        }
    }
}

/// Plays a game to its end.
///
/// # Errors
/// If the engine refuses to begin it.
pub fn play<P: Peer>(
    engine: &mut Talk<P>,
    hello: &EngineHello,
    reset: &Reset,
    seats: [Seated<'_>; 2],
) -> Result<Played, String> {
    let mut validator = Validator::new(hello.clone(), reset.rules.clone());
    let begun = engine.ask(&Request::Reset(reset.clone()));
    let mut record = Record { chain: Chain::new(engine.last()[0]), decisions: 0 };
    let mut response = match begun {
        Ok(Response::Error { error }) => return Err(format!("{}: {}", error.code.word(), error.message)),
        other => other,
    };
    loop {
        let decision = match response {
            Err(fault) => return Ok(record.by_host(Ending::halted("engine_fault"), fault.to_string())),
            Ok(Response::Decision(decision)) => decision,
            Ok(Response::Terminal(terminal)) => {
                record.chain.add(engine.last()[1]);
                if terminal.provenance != hello.engine.provenance() {
                    let problem = "the engine is another one than it was".to_owned();
                    return Ok(record.by_host(Ending::halted("host_validator:V10"), problem));
                }
                if let Err(violation) = validator.check_end(&terminal, &reset.game_id, record.decisions) {
                    let ending = Ending::halted(format!("host_validator:V{}", violation.rule));
                    return Ok(record.by_host(ending, violation.to_string()));
                }
                let (classification, outcome) = (terminal.classification, terminal.outcome);
                let ending = Ending { classification, outcome, reason: terminal.reason, winner: terminal.winner };
                let (decisions, digest) = (record.decisions, record.chain.digest());
                return Ok(Played { ending, by_engine: true, decisions, digest, problem: None });
            }
            Ok(other) => {
                let problem = format!("a decision or the end was due, not {}", kind(&other));
                return Ok(record.by_host(Ending::halted("engine_fault"), problem));
            }
        };
        record.chain.add(engine.last()[1]);
        if decision.game_id != reset.game_id || decision.step != record.decisions {
            let problem =
                format!("decision {} was due, not {} of {}", record.decisions, decision.step, decision.game_id);
            return Ok(record.by_host(Ending::halted("host_validator:V3"), problem));
        }
        let seat_decision = &decision.seat_decision;
        if let Err(violation) = validator.check(seat_decision, &decision.provenance) {
            let ending = Ending::halted(format!("host_validator:V{}", violation.rule));
            return Ok(record.by_host(ending, violation.to_string()));
        }
        let seat = seat_decision.acting_seat;
        let choice = match seats[seat.index()](seat_decision) {
            Ok(choice) => choice,
            Err(fault) => return Ok(record.by_host(Ending::forfeit(seat, fault.cause.word()), fault.to_string())),
        };
        record.decisions += 1;
        response = engine.step(&reset.game_id, decision.step, seat_decision, choice);
        if response.is_ok() {
            record.chain.add(engine.last()[0]);
        }
    }
}
