//! The environment role (§9): what an engine answers to each line of a host, whatever the game.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::{self, BufRead, Write};
use std::time::Duration;

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::canonical::canonical;
use crate::json;
use crate::message::{
    Candidate, Context, Decision, DeckChoice, Ending, EngineHello, ErrorCode, Group, Provenance, Refusal, Request,
    Reset, Response, SeatDecision, SeatDeck, Selection, StartingRule, Terminal,
};
use crate::observation::Observation;
use crate::process::{Lost, Peer};
use crate::reference::Seat;
use crate::secret::{Secret, deck_id, domain_id};
use crate::{MINOR, MOST_CANDIDATES, PROTOCOL};

/// The bytes of responses that are kept for requests that come again (§4.1).
const MOST_KEPT: usize = 64 << 20;

/// The most worlds that a probe is answered with.
pub const MOST_SAMPLES: u32 = 256;

/// The bytes of the answer to a probe that aren't worlds, at most.
const AROUND: usize = 4096;

/// A decision as a table poses it: what the session numbers is missing.
#[derive(Clone, PartialEq, Debug)]
pub struct Posed {
    /// Who decides.
    pub seat: Seat,
    /// The place in its group.
    pub substep_index: u32,
    /// The size of its group.
    pub substep_count: u32,
    /// What it is about.
    pub context: Context,
    /// What its seat sees.
    pub observation: Observation,
    /// What can be chosen.
    pub candidates: Vec<Candidate>,
    /// What the engine says besides.
    pub extensions: Map<String, Value>,
}

/// What comes next in a game.
#[derive(Clone, PartialEq, Debug)]
pub enum Next {
    /// A decision.
    Decision(Box<Posed>),
    /// The end.
    End(Ending),
}

/// An engine with at most one game.
pub trait Table {
    /// What it says of itself.
    fn hello(&self) -> &EngineHello;

    /// Checks whether a deck could be played. The format and the source of the deck are checked already.
    ///
    /// # Errors
    /// `unsupported_deck`, naming the cards that can't be played.
    fn check_deck(&self, deck: &DeckChoice) -> Result<(), Refusal>;

    /// Begins a game. What [`EngineHello`] says of formats, sources, rules and extensions is checked already.
    ///
    /// # Errors
    /// If the decks or rules can't be played; there is no game then.
    fn reset(&mut self, reset: &Reset, secret: Secret) -> Result<Next, Refusal>;

    /// Answers the decision with one of its candidates.
    fn step(&mut self, candidate: usize) -> Next;

    /// The decision in worlds that its seat can't tell from the true one.
    ///
    /// # Errors
    /// If the engine doesn't do that.
    fn probe(&mut self, samples: u32) -> Result<Vec<Posed>, Refusal> {
        let _ = samples;
        Err(Refusal::new(ErrorCode::UnsupportedRequest, "this engine doesn't answer probe_resample"))
    }
}

/// Serves a table to a host that writes to `input` and reads `output`, until the input ends.
///
/// # Errors
/// If the streams fail.
pub fn serve<T: Table>(table: T, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut session = Session::new(table);
    let mut line = Vec::new();
    while json::next_line(&mut input, &mut line)? {
        let answer = session.answer(&line);
        output.write_all(answer.as_bytes())?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(())
}

/// An engine in conversation with a host.
pub struct Session<T> {
    table: T,
    provenance: Provenance,
    /// The games that were begun.
    games: BTreeSet<String>,
    game: Option<Game>,
    cache: Cache,
}

/// The latest game.
struct Game {
    id: String,
    probe: bool,
    caps: [u64; 2],
    steps: u64,
    groups: u64,
    seats: [SeatCount; 2],
    /// None once it is over.
    pending: Option<Pending>,
}

/// How far a seat is: what its decisions are numbered by (§8).
#[derive(Clone, Copy, Default, Debug)]
pub struct SeatCount {
    steps: u64,
    groups: u64,
}

impl SeatCount {
    /// A decision of this seat with its numbers.
    pub fn number(&self, posed: Posed) -> SeatDecision {
        seat_decision(posed, self.steps, self.groups)
    }

    /// The seat has answered a decision of this group; returns whether that was the last of the group.
    pub fn answered(&mut self, group: Group) -> bool {
        let last = group.substep_index + 1 == group.substep_count;
        self.steps += 1;
        self.groups += u64::from(last);
        last
    }

    /// How many decisions the seat has answered.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

/// The decision that waits for an answer.
struct Pending {
    seat: Seat,
    group: Group,
    seat_step: u64,
    candidates: Vec<Candidate>,
}

/// The responses to earlier requests, by the requests' ids.
#[derive(Default)]
struct Cache {
    /// A hash of each request that was understood.
    requests: BTreeMap<String, [u8; 32]>,
    /// The latest responses.
    responses: VecDeque<(String, String)>,
    bytes: usize,
}

impl Cache {
    /// The response to a request that came before, or why it can't be that request.
    fn find(&self, id: &str, hash: [u8; 32]) -> Option<Result<String, Refusal>> {
        let code = ErrorCode::RequestIdReuseMismatch;
        if *self.requests.get(id)? != hash {
            return Some(Err(Refusal::new(code, format!("the request_id {id:?} was that of another request"))));
        }
        let kept = self.responses.iter().rev().find(|(other, _)| other == id);
        let gone = || Refusal::new(code, format!("the response to {id:?} is too old to be sent again"));
        Some(kept.map(|(_, response)| response.clone()).ok_or_else(gone))
    }

    fn keep(&mut self, id: String, hash: [u8; 32], response: &str) {
        self.bytes += response.len();
        self.requests.insert(id.clone(), hash);
        self.responses.push_back((id, response.to_owned()));
        while self.bytes > MOST_KEPT && self.responses.len() > 1 {
            self.bytes -= self.responses.pop_front().map_or(0, |(_, response)| response.len());
        }
    }
}

/// A request that could be read.
struct Asked {
    id: String,
    hash: [u8; 32],
    request: Request,
}

impl<T: Table> Session<T> {
    /// A conversation that begins.
    pub fn new(table: T) -> Session<T> {
        let provenance = table.hello().engine.provenance();
        Session { table, provenance, games: BTreeSet::new(), game: None, cache: Cache::default() }
    }

    /// The table, without its conversation.
    pub fn into_table(self) -> T {
        self.table
    }

    /// The response to a line, without an end of line.
    pub fn answer(&mut self, line: &[u8]) -> String {
        let asked = match read_request(line) {
            Ok(asked) => asked,
            Err((id, error)) => return respond(&id, &Response::Error { error }),
        };
        match self.cache.find(&asked.id, asked.hash) {
            Some(Ok(response)) => return response,
            Some(Err(error)) => return respond(&asked.id, &Response::Error { error }),
            None => {}
        }
        let response = match self.carry_out(asked.request) {
            Ok(response) => response,
            // What is wrong with a request's fields is wrong however often it comes: nothing to keep (§4.1).
            Err(error) if error.code == ErrorCode::MalformedRequest => {
                return respond(&asked.id, &Response::Error { error });
            }
            Err(error) => Response::Error { error },
        };
        let text = respond(&asked.id, &response);
        self.cache.keep(asked.id, asked.hash, &text);
        text
    }

    fn carry_out(&mut self, request: Request) -> Result<Response, Refusal> {
        match request {
            // The first minor version, which every host speaks: there is no earlier one to agree on.
            Request::Hello { protocol_minor: _ } => {
                let hello = self.table.hello().clone();
                Ok(Response::HelloOk(Box::new(EngineHello { protocol_minor: MINOR, ..hello })))
            }
            Request::Reset(reset) => self.reset(&reset),
            Request::Step { game_id, expected_step, selection } => self.step(&game_id, expected_step, &selection),
            Request::ValidateDeck { format, deck } => {
                if deck.deck_id().is_some() {
                    return Err(malformed("a deck that is to be validated has no deck_id"));
                }
                self.check_format(&format)?;
                self.check_deck(&deck)?;
                Ok(Response::DeckOk {})
            }
            Request::ProbeResample { game_id, samples } => self.probe(&game_id, samples),
        }
    }

    fn check_format(&self, format: &str) -> Result<(), Refusal> {
        if self.table.hello().formats.iter().any(|one| one == format) {
            return Ok(());
        }
        Err(Refusal::new(ErrorCode::UnsupportedFormat, format!("the format {format:?} isn't played here")))
    }

    fn check_deck(&self, deck: &DeckChoice) -> Result<(), Refusal> {
        let hello = self.table.hello();
        let unsupported = |message: String| Err(Refusal::new(ErrorCode::UnsupportedDeck, message));
        match deck {
            DeckChoice::Catalog(choice) => {
                if !hello.catalog.iter().any(|deck| deck.catalog_id == choice.catalog_id) {
                    return unsupported(format!("there is no deck {:?} in the catalog", choice.catalog_id));
                }
            }
            DeckChoice::List(list) => {
                if list.decklist.iter().any(|row| row.count == 0 || row.name.is_empty()) {
                    return Err(malformed("a row of a decklist has a name and a count of at least 1"));
                }
                let names: BTreeSet<&String> = list.decklist.iter().map(|row| &row.name).collect();
                if names.len() < list.decklist.len() {
                    return Err(malformed("a name is in two rows of a decklist"));
                }
                if !hello.deck_sources.contains(&crate::message::DeckSource::Decklist) {
                    return unsupported("decks can't be given as data here".to_owned());
                }
            }
        }
        self.table.check_deck(deck)
    }

    fn reset(&mut self, reset: &Reset) -> Result<Response, Refusal> {
        if reset.seats[0].seat != Seat::P0 || reset.seats[1].seat != Seat::P1 {
            return Err(malformed("the seats are p0 and p1, in this order"));
        }
        let secret = Secret::from_hex(&reset.game_secret);
        let secret = secret.ok_or_else(|| malformed("a game_secret is 64 lowercase hexadecimal digits"))?;
        let assigned = reset.rules.starting_player == StartingRule::HostAssigned;
        if assigned != reset.rules.starting_seat.is_some() {
            return Err(malformed("there is a starting_seat just if the host assigns it"));
        }
        if reset.game_id.is_empty() || self.games.contains(&reset.game_id) {
            return Err(malformed("each game has a game_id of its own"));
        }
        if self.game.as_ref().is_some_and(|game| game.pending.is_some()) {
            return Err(Refusal::new(ErrorCode::GameAlreadyActive, "a game is being played"));
        }
        self.check_format(&reset.format)?;
        for SeatDeck { deck, .. } in &reset.seats {
            let id = deck.deck_id().ok_or_else(|| malformed("a deck of a game has a deck_id"))?;
            self.check_deck(deck)?;
            let rows = match deck {
                DeckChoice::List(list) => &list.decklist,
                DeckChoice::Catalog(choice) => {
                    let catalog = &self.table.hello().catalog;
                    let found = catalog.iter().find(|deck| deck.catalog_id == choice.catalog_id);
                    found.map_or(&[][..], |deck| &deck.decklist)
                }
            };
            if deck_id(rows) != id {
                let message = format!("the list's deck_id is {}, not {id:?}", deck_id(rows));
                return Err(Refusal::new(ErrorCode::DeckIdMismatch, message));
            }
        }
        self.check_rules(reset)?;
        let next = self.table.reset(reset, secret)?;
        self.games.insert(reset.game_id.clone());
        self.game = Some(Game {
            id: reset.game_id.clone(),
            probe: reset.rules.probe,
            caps: [reset.max_steps, reset.max_decisions],
            steps: 0,
            groups: 0,
            seats: [SeatCount::default(); 2],
            pending: None,
        });
        Ok(self.go_on(next))
    }

    fn check_rules(&self, reset: &Reset) -> Result<(), Refusal> {
        let (hello, rules) = (self.table.hello(), &reset.rules);
        let unsupported = |message: &str| Err(Refusal::new(ErrorCode::UnsupportedRule, message));
        if !hello.rules_supported.mulligan.contains(&rules.mulligan) {
            return unsupported("mulligans aren't taken like this here");
        }
        if !hello.rules_supported.starting_player.contains(&rules.starting_player) {
            return unsupported("who begins isn't found like this here");
        }
        if rules.extensions.iter().any(|name| !hello.extensions.iter().any(|one| one.name == *name)) {
            return unsupported("there is no such extension here");
        }
        if rules.probe && !hello.fairness.noninterference_probe {
            return unsupported("there is no probe here");
        }
        let domain = &rules.card_name_domain;
        if domain_id(&domain.names) != domain.domain_id {
            return Err(malformed("the domain_id isn't that of the names"));
        }
        Ok(())
    }

    fn step(&mut self, game_id: &str, expected: u64, selection: &Selection) -> Result<Response, Refusal> {
        let game = self.game.as_mut();
        let game = game.ok_or_else(|| Refusal::new(ErrorCode::StepBeforeReset, "no game has begun"))?;
        check_game(game, game_id)?;
        let Some(pending) = &game.pending else {
            return Err(Refusal::new(ErrorCode::GameAlreadyTerminal, "the game is over"));
        };
        if expected != game.steps {
            let message = format!("the decision is number {}, not {expected}", game.steps);
            return Err(Refusal::new(ErrorCode::ExpectedStepMismatch, message));
        }
        let number = selection.candidate_id as usize;
        let Some(candidate) = pending.candidates.get(number) else {
            let message = format!("there are {} candidates", pending.candidates.len());
            return Err(Refusal::new(ErrorCode::CandidateIdOutOfRange, message));
        };
        if json::to_value(&candidate.semantic) != selection.semantic_echo {
            let message = format!("candidate {number} means something else");
            return Err(Refusal::new(ErrorCode::SemanticEchoMismatch, message));
        }
        game.steps += 1;
        game.groups += u64::from(game.seats[pending.seat.index()].answered(pending.group));
        let next = self.table.step(number);
        Ok(self.go_on(next))
    }

    /// The response that says what comes next.
    fn go_on(&mut self, next: Next) -> Response {
        let game = self.game.as_mut().expect("a game has begun");
        game.pending = None;
        let next = match next {
            Next::Decision(_) if game.steps >= game.caps[0] => Next::End(Ending::truncated("max_steps")),
            Next::Decision(_) if game.groups >= game.caps[1] => Next::End(Ending::truncated("max_decisions")),
            Next::Decision(posed) if posed.candidates.len() > MOST_CANDIDATES => {
                Next::End(Ending::halted("engine_contract_failure:candidate_limit"))
            }
            next => next,
        };
        match next {
            Next::Decision(posed) => {
                let decision = game.seats[posed.seat.index()].number(*posed);
                game.pending = Some(Pending {
                    seat: decision.acting_seat,
                    group: decision.group,
                    seat_step: decision.seat_step,
                    candidates: decision.candidates.clone(),
                });
                Response::Decision(Box::new(Decision {
                    game_id: game.id.clone(),
                    step: game.steps,
                    seat_decision: decision,
                    provenance: self.provenance.clone(),
                }))
            }
            Next::End(Ending { classification, outcome, reason, winner }) => Response::Terminal(Terminal {
                game_id: game.id.clone(),
                outcome,
                classification,
                winner,
                reason,
                step_count: game.steps,
                decision_count: game.groups,
                provenance: self.provenance.clone(),
            }),
        }
    }

    fn probe(&mut self, game_id: &str, samples: u32) -> Result<Response, Refusal> {
        if !self.table.hello().fairness.noninterference_probe {
            return Err(Refusal::new(ErrorCode::UnsupportedRequest, "there is no probe here"));
        }
        let game = self.game.as_ref();
        let game = game.ok_or_else(|| Refusal::new(ErrorCode::StepBeforeReset, "no game has begun"))?;
        check_game(game, game_id)?;
        let Some(pending) = &game.pending else {
            return Err(Refusal::new(ErrorCode::GameAlreadyTerminal, "the game is over"));
        };
        if !game.probe {
            return Err(Refusal::new(ErrorCode::ProbeRefused, "the game wasn't begun with probe: true"));
        }
        if samples > MOST_SAMPLES {
            let message = format!("at most {MOST_SAMPLES} worlds are dealt for a probe, not {samples}");
            return Err(Refusal::new(ErrorCode::ProbeRefused, message));
        }
        let (group, seat_step) = (pending.group, pending.seat_step);
        let worlds = self.table.probe(samples)?;
        let worlds: Vec<SeatDecision> =
            worlds.into_iter().map(|posed| seat_decision(posed, seat_step, group.group_id)).collect();
        let length = |world: &SeatDecision| canonical(world).len() + 1;
        if worlds.iter().map(length).sum::<usize>() + game_id.len() + AROUND > json::MOST_BYTES {
            let most = json::MOST_BYTES;
            let message =
                format!("the {samples} worlds of this decision are more than a line of {most} bytes: ask for fewer");
            return Err(Refusal::new(ErrorCode::ProbeRefused, message));
        }
        Ok(Response::ProbeResult { game_id: game_id.to_owned(), worlds })
    }
}

/// An engine in the same process.
impl<T: Table> Peer for Session<T> {
    fn ask(&mut self, line: &str, _: Duration) -> Result<Vec<u8>, Lost> {
        Ok(self.answer(line.as_bytes()).into_bytes())
    }
}

fn check_game(game: &Game, asked: &str) -> Result<(), Refusal> {
    if game.id == asked {
        return Ok(());
    }
    Err(Refusal::new(ErrorCode::GameIdMismatch, format!("the game is {}, not {asked:?}", game.id)))
}

fn seat_decision(posed: Posed, seat_step: u64, group_id: u64) -> SeatDecision {
    let Posed { seat, substep_index, substep_count, context, observation, candidates, extensions } = posed;
    SeatDecision {
        acting_seat: seat,
        seat_step,
        group: Group { group_id, substep_index, substep_count },
        context,
        observation,
        candidates,
        extensions,
    }
}

fn malformed(message: impl Into<String>) -> Refusal {
    Refusal::new(ErrorCode::MalformedRequest, message)
}

/// Reads a request, or says what is wrong with the line and which request's id it has.
fn read_request(line: &[u8]) -> Result<Asked, (String, Refusal)> {
    let none = String::new();
    let value =
        json::read(line).map_err(|error| (none.clone(), Refusal::new(ErrorCode::MalformedJson, error.to_string())))?;
    let hash = Sha256::digest(canonical(&value)).into();
    let Value::Object(mut fields) = value else { return Err((none, malformed("a request is an object"))) };
    let id = match fields.remove("request_id") {
        Some(Value::String(id)) if !id.is_empty() => id,
        _ => return Err((none, malformed("a request has a request_id, which isn't empty"))),
    };
    let refuse = |refusal| (id.clone(), refusal);
    match fields.remove("protocol") {
        Some(Value::String(protocol)) if protocol == PROTOCOL => {}
        Some(Value::String(other)) => {
            let message = format!("this is {PROTOCOL}, not {other}");
            return Err(refuse(Refusal::new(ErrorCode::ProtocolMismatch, message)));
        }
        _ => return Err(refuse(malformed("a request names its protocol"))),
    }
    let request = json::exactly(&Value::Object(fields)).map_err(|error| refuse(malformed(error)))?;
    Ok(Asked { id, hash, request })
}

/// A response as a line.
fn respond(id: &str, response: &Response) -> String {
    /// What all responses have.
    #[derive(serde::Serialize)]
    struct Envelope<'a> {
        protocol: &'static str,
        request_id: &'a str,
        #[serde(flatten)]
        response: &'a Response,
    }
    serde_json::to_string(&Envelope { protocol: PROTOCOL, request_id: id, response }).expect("messages are JSON")
}
