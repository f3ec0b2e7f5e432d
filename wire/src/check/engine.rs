//! Whether an engine conforms (§9): each request, each error, whole games under the checks of a host.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde_json::{Value, json};

use super::{Chance, Report, usual_rules};
use crate::PROTOCOL;
use crate::bot::Fault;
use crate::engine::{Talk, kind, line, read};
use crate::host::{Played, play};
use crate::json as strict;
use crate::message::{
    CatalogChoice, Classification, DeckChoice, DeckRow, DeckSource, EngineHello, ListChoice, Request, Reset, Response,
    SeatDecision, SeatDeck,
};
use crate::process::Peer;
use crate::reference::Seat;
use crate::secret::{Secret, deck_id};
use crate::vocabulary::Kind;

/// How an engine is checked.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Whole games.
    pub games: u64,
    /// What all chance comes from.
    pub secret: Secret,
    /// Decklists to play with besides the engine's own.
    pub lists: Vec<Vec<DeckRow>>,
    /// How long the engine may take for an answer.
    pub within: Duration,
}

/// The worlds that a probe asks for.
const SAMPLES: u32 = 8;

/// Games whose decisions are probed, at most.
const MOST_PROBED: u64 = 10;

/// Decisions of a kind and purpose that are probed, beside the first ones of a game.
const OF_EACH_KIND: u32 = 3;

/// Games go on until this many of them have a problem.
const MOST_PROBLEMS: usize = 3;

/// Steps of a game that is played half way only.
const A_FEW: u64 = 40;

/// Checks an engine, from whose process or session `start` makes a new one.
pub fn check<P: Peer>(mut start: impl FnMut() -> Result<P, String>, plan: &Plan) -> Report {
    let mut report = Report::default();
    let mut fresh = |report: &mut Report| match start() {
        Ok(peer) => Some(Talk::new(peer, plan.within)),
        Err(error) => {
            report.add("the engine starts", Some(error));
            None
        }
    };
    let Some(mut talk) = fresh(&mut report) else { return report };
    let hello = match talk.greet() {
        Ok(hello) => hello,
        Err(fault) => {
            report.add("hello is answered with hello_ok (§9.1)", Some(fault.to_string()));
            return report;
        }
    };
    report.add("hello is answered with hello_ok (§9.1)", greeting(&hello));
    lines(&mut talk, &mut report);
    let table = Table::new(&hello, plan);
    let Some(table) = table else {
        let problem = "there is neither a catalog nor a list to play with".to_owned();
        report.add("there are decks", Some(problem));
        return report;
    };
    refusals(&mut talk, &table, &mut report);
    if let Some(mut talk) = fresh(&mut report) {
        steps(&mut talk, &table, &mut report);
    }
    ends(&mut fresh, &table, &mut report);
    if let Some(mut talk) = fresh(&mut report) {
        probes(&mut talk, &table, plan.games, &mut report);
    }
    let mut again = || -> Option<Result<String, String>> {
        let mut talk = fresh(&mut report)?;
        let greeted = talk.greet().map_err(|fault| fault.to_string());
        Some(greeted.and_then(|_| table.play(&mut talk, 0)).map(|played| played.digest))
    };
    let problem = match (again(), again()) {
        (Some(Ok(one)), Some(Ok(other))) if one == other => None,
        (Some(Err(problem)), _) | (_, Some(Err(problem))) => Some(problem),
        _ => Some("two games with the same secret and answers have different digests".to_owned()),
    };
    report.add("the same secret and answers give the same bytes (§11.6)", problem);
    if let Some(mut talk) = fresh(&mut report) {
        games(&mut talk, &table, plan.games, &mut report);
    }
    report
}

/// What is wrong with what an engine says of itself.
fn greeting(hello: &EngineHello) -> Option<String> {
    let catalog = hello.deck_sources.contains(&DeckSource::Catalog);
    let missing = Kind::NEEDED.iter().find(|kind| !hello.decision_kinds.contains(kind));
    if let Some(kind) = missing {
        return Some(format!("every engine offers {}", kind.word()));
    }
    match () {
        () if hello.protocol_minor > crate::MINOR => Some("protocol_minor is larger than the host's".to_owned()),
        () if hello.formats.is_empty() => Some("there is no format".to_owned()),
        () if hello.deck_sources.is_empty() => Some("there are no deck_sources".to_owned()),
        () if catalog == hello.catalog.is_empty() => {
            Some("there is a catalog just if catalog is one of the deck_sources".to_owned())
        }
        () if hello.rules_supported.mulligan.is_empty() || hello.rules_supported.starting_player.is_empty() => {
            Some("rules_supported has no rule for mulligans or who begins".to_owned())
        }
        () => None,
    }
}

/// What is wrong with an answer that should be an error.
fn refusal(answer: &[u8], id: &str, expected: &[&str]) -> Option<String> {
    match read(answer, id) {
        Ok((Response::Error { error }, _)) if expected.contains(&error.code.word()) => None,
        Ok((Response::Error { error }, _)) => Some(format!("the error is {}, not {}", error.code.word(), expected[0])),
        Ok((other, _)) => Some(format!("the answer is {}, not the error {}", kind(&other), expected[0])),
        Err(problem) => Some(problem),
    }
}

/// Sends a line and expects an error.
fn expect<P: Peer>(talk: &mut Talk<P>, report: &mut Report, name: &str, line: &str, id: &str, codes: &[&str]) {
    let problem = match talk.ask_line(line) {
        Ok(answer) => refusal(&answer, id, codes),
        Err(fault) => Some(fault.to_string()),
    };
    report.add(name, problem);
}

/// Lines that are no requests (§2, §4.1).
fn lines<P: Peer>(talk: &mut Talk<P>, report: &mut Report) {
    let hello = |id: &str, rest: &str| format!("{{\"request_id\":\"{id}\",\"protocol\":\"{PROTOCOL}\",{rest}}}");
    let nested = format!("{}{}", "[".repeat(65), "]".repeat(65));
    let broken = [
        ("an empty line is malformed_json", String::new()),
        ("what is no JSON is malformed_json", "hello".to_owned()),
        ("a key that is there twice is malformed_json", "{\"a\":1,\"a\":1}".to_owned()),
        ("a fraction is malformed_json", "{\"a\":1.0}".to_owned()),
        ("an integer beyond 2^53 - 1 is malformed_json", "{\"a\":9007199254740992}".to_owned()),
        ("half a surrogate pair is malformed_json", "{\"a\":\"\\ud800\"}".to_owned()),
        ("65 levels are malformed_json", nested),
    ];
    for (name, line) in broken {
        expect(talk, report, name, &line, "", &["malformed_json"]);
    }
    let greet = "\"request_type\":\"hello\",\"protocol_minor\":0";
    let malformed = [
        ("an array is malformed_request", "[]".to_owned(), ""),
        ("a request without request_id is malformed_request", format!("{{\"protocol\":\"{PROTOCOL}\",{greet}}}"), ""),
        ("a request without protocol is malformed_request", format!("{{\"request_id\":\"m-1\",{greet}}}"), "m-1"),
        ("an unknown request_type is malformed_request", hello("m-2", "\"request_type\":\"dance\""), "m-2"),
        ("a missing field is malformed_request", hello("m-3", "\"request_type\":\"hello\""), "m-3"),
        ("an unknown field is malformed_request", hello("m-4", &format!("{greet},\"more\":1")), "m-4"),
    ];
    for (name, line, id) in malformed {
        expect(talk, report, name, &line, id, &["malformed_request"]);
    }
    let other = hello("m-5", greet).replace(PROTOCOL, "spellbench/v1");
    expect(talk, report, "another protocol is protocol_mismatch", &other, "m-5", &["protocol_mismatch"]);
    let first = talk.ask_line(&hello("m-6", greet)).ok();
    let again = talk.ask_line(&hello("m-6", greet)).ok();
    let problem = (first.is_none() || first != again).then(|| "the second answer isn't the first".to_owned());
    report.add("a request that comes again has the same answer (§4.1)", problem);
    let reused = hello("m-6", &greet.replace(":0", ":1"));
    let name = "an id that was used for something else is request_id_reuse_mismatch";
    expect(talk, report, name, &reused, "m-6", &["request_id_reuse_mismatch"]);
}

/// What games are begun with.
pub struct Table<'a> {
    hello: &'a EngineHello,
    secret: Secret,
    decks: Vec<DeckChoice>,
    names: Vec<String>,
}

impl<'a> Table<'a> {
    /// The decks of the plan, or else the engine's; `None` if there are none.
    pub fn new(hello: &'a EngineHello, plan: &Plan) -> Option<Table<'a>> {
        let catalog = hello.catalog.iter().filter(|_| hello.deck_sources.contains(&DeckSource::Catalog));
        let own = catalog.map(|deck| {
            let id = deck_id(&deck.decklist);
            (
                DeckChoice::Catalog(CatalogChoice { deck_id: Some(id), catalog_id: deck.catalog_id.clone() }),
                &deck.decklist,
            )
        });
        let lists = plan.lists.iter().filter(|_| hello.deck_sources.contains(&DeckSource::Decklist));
        let given = lists
            .map(|list| (DeckChoice::List(ListChoice { deck_id: Some(deck_id(list)), decklist: list.clone() }), list));
        // Who names lists wants these to be played.
        let all: Vec<_> = if plan.lists.is_empty() { own.collect() } else { given.collect() };
        let mut names: Vec<String> = all.iter().flat_map(|(_, list)| list.iter().map(|row| row.name.clone())).collect();
        names.sort_unstable();
        names.dedup();
        let decks: Vec<DeckChoice> = all.into_iter().map(|(deck, _)| deck).collect();
        (!decks.is_empty()).then_some(Table { hello, secret: plan.secret, decks, names })
    }

    /// The request for a game. Neighbours in the list of decks meet, and then those further apart.
    ///
    /// # Panics
    /// If the engine supports no rules at all.
    pub fn reset(&self, game: u64, probe: bool) -> Reset {
        let (count, number) = (self.decks.len() as u64, game);
        let (first, second) = (number % count, (number + number / count) % count);
        let deck = |seat, place: u64| SeatDeck { seat, deck: self.decks[place as usize].clone() };
        let rules = usual_rules(&self.hello.rules_supported, self.names.clone(), probe);
        Reset {
            game_id: self.secret.game_id(game),
            format: self.hello.formats.first().cloned().unwrap_or_default(),
            seats: [deck(Seat::P0, first), deck(Seat::P1, second)],
            rules: rules.expect("the engine supports some rules"),
            game_secret: self.secret.of_game(game).to_hex(),
            max_decisions: 100_000,
            max_steps: 1_000_000,
        }
    }

    /// Plays a game by chance.
    fn play<P: Peer>(&self, talk: &mut Talk<P>, game: u64) -> Result<Played, String> {
        let reset = self.reset(game, false);
        let chance = std::cell::RefCell::new(Chance::new(&self.secret.of_game(game)));
        let choose = |decision: &SeatDecision| -> Result<u32, Fault> {
            Ok(chance.borrow_mut().below(decision.candidates.len()) as u32)
        };
        let (mut one, mut other) = (choose, choose);
        play(talk, self.hello, &reset, [&mut one, &mut other])
    }
}

/// A request with something changed.
fn changed(request: &Request, id: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut value: Value = serde_json::from_str(&line(id, request)).unwrap_or_default();
    change(&mut value);
    value.to_string()
}

/// Requests that are refused before a game has begun (§9.2, §9.6).
fn refusals<P: Peer>(talk: &mut Talk<P>, table: &Table<'_>, report: &mut Report) {
    let reset = Request::Reset(table.reset(0, false));
    let step = json!({
        "request_type": "step", "protocol": PROTOCOL, "request_id": "s-0", "game_id": "g-none", "expected_step": 0,
        "selection": {"candidate_id": 0, "semantic_echo": {"kind": "pass"}},
    });
    expect(talk, report, "step before reset is step_before_reset", &step.to_string(), "s-0", &["step_before_reset"]);
    type Change = fn(&mut Value);
    let cases: [(&str, Change, &[&str]); 8] = [
        ("an unknown format is unsupported_format", |r| r["format"] = json!("no such format"), &["unsupported_format"]),
        (
            "an unknown deck is unsupported_deck",
            |r| r["seats"][0]["deck"] = json!({"deck_id": "sha256:0", "catalog_id": "no such deck"}),
            &["unsupported_deck"],
        ),
        (
            "a deck that is named and listed is malformed_request",
            |r| r["seats"][0]["deck"] = json!({"deck_id": "", "catalog_id": "", "decklist": []}),
            &["malformed_request"],
        ),
        ("the same seat twice is malformed_request", |r| r["seats"][0]["seat"] = json!("p1"), &["malformed_request"]),
        ("a short game_secret is malformed_request", |r| r["game_secret"] = json!("ab"), &["malformed_request"]),
        (
            "an extension that wasn't declared is unsupported_rule",
            |r| r["rules"]["extensions"] = json!(["x_no_such"]),
            &["unsupported_rule"],
        ),
        (
            "an unknown mulligan is malformed_request",
            |r| r["rules"]["mulligan"] = json!("paris"),
            &["malformed_request"],
        ),
        ("a missing cap is malformed_request", |r| r["max_steps"] = json!(null), &["malformed_request"]),
    ];
    for (number, (name, change, codes)) in cases.into_iter().enumerate() {
        let id = format!("n-{number}");
        expect(talk, report, name, &changed(&reset, &id, change), &id, codes);
    }
    if !table.hello.fairness.noninterference_probe {
        let line = changed(&reset, "n-probe", |r| r["rules"]["probe"] = json!(true));
        let name = "a game to be probed, without the probe, is unsupported_rule";
        expect(talk, report, name, &line, "n-probe", &["unsupported_rule"]);
    }
    let validate = |deck: Value| {
        json!({
            "request_type": "validate_deck", "protocol": PROTOCOL, "request_id": format!("v-{}", deck.to_string().len()),
            "format": table.hello.formats.first(), "deck": deck,
        })
    };
    let unknown = validate(json!({"catalog_id": "no such deck"}));
    let id = unknown["request_id"].as_str().unwrap_or_default().to_owned();
    let codes = ["unsupported_deck", "unsupported_request"];
    expect(talk, report, "validate_deck of an unknown deck is unsupported_deck", &unknown.to_string(), &id, &codes);
}

/// Steps that aren't right, in a game that is being played (§9.4).
fn steps<P: Peer>(talk: &mut Talk<P>, table: &Table<'_>, report: &mut Report) {
    if let Err(fault) = talk.greet() {
        report.add("a new process answers hello", Some(fault.to_string()));
        return;
    }
    let reset = table.reset(0, false);
    let decision = match talk.ask(&Request::Reset(reset.clone())) {
        Ok(Response::Decision(decision)) => decision,
        Ok(other) => {
            let problem = match other {
                Response::Error { error } => format!("{}: {}", error.code.word(), error.message),
                other => format!("the answer is {}", kind(&other)),
            };
            report.add("reset begins a game", Some(problem));
            return;
        }
        Err(fault) => {
            report.add("reset begins a game", Some(fault.to_string()));
            return;
        }
    };
    report.add("reset begins a game", None);
    let echo = strict::to_value(&decision.seat_decision.candidates[0].semantic);
    let count = decision.seat_decision.candidates.len();
    let step = |id: &str, game: &str, number: u64, candidate: usize, echo: &Value| {
        json!({
            "request_type": "step", "protocol": PROTOCOL, "request_id": id, "game_id": game, "expected_step": number,
            "selection": {"candidate_id": candidate, "semantic_echo": echo},
        })
        .to_string()
    };
    let game = reset.game_id.as_str();
    let other = Request::Reset(Reset { game_id: table.secret.game_id(1), ..reset.clone() });
    let name = "reset in the middle of a game is game_already_active";
    expect(talk, report, name, &line("b-0", &other), "b-0", &["game_already_active"]);
    let cases = [
        ("a step of another game is game_id_mismatch", step("b-1", "g-none", 0, 0, &echo), "b-1", "game_id_mismatch"),
        ("a later step is expected_step_mismatch", step("b-2", game, 1, count, &echo), "b-2", "expected_step_mismatch"),
        (
            "a candidate beyond the last is candidate_id_out_of_range",
            step("b-3", game, 0, count, &echo),
            "b-3",
            "candidate_id_out_of_range",
        ),
        (
            "an echo of something else is semantic_echo_mismatch",
            step("b-4", game, 0, 0, &json!({"kind": "no"})),
            "b-4",
            "semantic_echo_mismatch",
        ),
    ];
    for (name, line, id, code) in &cases {
        expect(talk, report, name, line, id, &[*code]);
    }
    let probe = json!({
        "request_type": "probe_resample", "protocol": PROTOCOL, "request_id": "b-5", "game_id": game, "samples": 1,
    });
    let codes = if table.hello.fairness.noninterference_probe { ["probe_refused"] } else { ["unsupported_request"] };
    expect(talk, report, "a probe that wasn't announced is refused", &probe.to_string(), "b-5", &codes);
    let good = step("b-6", game, 0, 0, &echo);
    let first = talk.ask_line(&good).ok();
    let again = talk.ask_line(&good).ok();
    let problem = (first.is_none() || first != again).then(|| "the second answer isn't the first".to_owned());
    report.add("a step that comes again has no effect and the same answer (§4.1)", problem);
}

/// The ends of games: caps, and what comes after the end (§9.5). An engine that broke off a game is started again before the next one (§11.3).
fn ends<P: Peer>(fresh: &mut impl FnMut(&mut Report) -> Option<Talk<P>>, table: &Table<'_>, report: &mut Report) {
    let (mut violations, mut engine, mut over) = (Vec::new(), None, None);
    for (number, cap) in [(0, "max_steps"), (1, "max_decisions")] {
        let mut reset = table.reset(number, false);
        match cap {
            "max_steps" => reset.max_steps = 3,
            _ => reset.max_decisions = 2,
        }
        let mut talk = match engine.take() {
            Some(talk) => talk,
            None => {
                let Some(mut talk) = fresh(report) else { return };
                let _ = talk.greet();
                talk
            }
        };
        let name = format!("{cap} ends a game as truncated");
        let (mut one, mut other) = (|_: &SeatDecision| Ok(0), |_: &SeatDecision| Ok(0));
        match play(&mut talk, table.hello, &reset, [&mut one, &mut other]) {
            Ok(played) if !played.by_engine => {
                report.leave_out(name, "what came before the end isn't as it should be");
                violations.push(played.problem.unwrap_or(played.ending.reason));
                over = None;
                continue;
            }
            Ok(played) => {
                let truncated = played.ending.classification == Classification::Truncated;
                report.add(name, (!truncated).then(|| format!("it ended by {}", played.ending.reason)));
                over = Some(reset);
            }
            Err(problem) => report.add(name, Some(problem)),
        }
        engine = Some(talk);
    }
    if !violations.is_empty() {
        violations.dedup();
        report.add("games with caps are played without a violation (§11.3)", Some(violations.join("; ")));
    }
    let (late, used) =
        ("a step after the end is game_already_terminal", "a game_id that was used is malformed_request");
    let (Some(mut talk), Some(reset)) = (engine, over) else {
        for name in [late, used] {
            report.leave_out(name, "no game came to its end");
        }
        return;
    };
    let step = json!({
        "request_type": "step", "protocol": PROTOCOL, "request_id": "e-0", "game_id": reset.game_id, "expected_step": 3,
        "selection": {"candidate_id": 0, "semantic_echo": {"kind": "pass"}},
    });
    expect(&mut talk, report, late, &step.to_string(), "e-0", &["game_already_terminal"]);
    let again = line("e-1", &Request::Reset(reset));
    expect(&mut talk, report, used, &again, "e-1", &["malformed_request"]);
}

/// Whether what a seat sees depends on what it can't know (§9.7), for engines that can be asked: at the first decisions, and wherever one is of a
/// kind or for a purpose that was rare until then.
fn probes<P: Peer>(talk: &mut Talk<P>, table: &Table<'_>, games: u64, report: &mut Report) {
    if !table.hello.fairness.noninterference_probe {
        return;
    }
    let _ = talk.greet();
    let mut chance = Chance::new(&table.secret);
    let mut seen = BTreeMap::new();
    let (mut problem, mut probed) = (None, false);
    'games: for game in 0..games.clamp(1, MOST_PROBED) {
        let reset = table.reset(game, true);
        let mut response = talk.ask(&Request::Reset(reset.clone()));
        let mut count = 0;
        while let Ok(Response::Decision(decision)) = response {
            let candidates = &decision.seat_decision.candidates;
            let mut rare = count < A_FEW && game == 0;
            count += 1;
            let kinds = candidates.iter().map(|one| (one.semantic.kind().word(), one.semantic.purpose()));
            for kind in kinds.collect::<BTreeSet<_>>() {
                let times = seen.entry(kind).or_insert(0);
                *times += 1;
                rare |= *times <= OF_EACH_KIND;
            }
            if rare {
                probed = true;
                let probe = Request::ProbeResample { game_id: reset.game_id.clone(), samples: SAMPLES };
                let same = match talk.ask(&probe) {
                    Ok(Response::ProbeResult { worlds, .. }) => {
                        worlds.len() == SAMPLES as usize && worlds.iter().all(|world| *world == decision.seat_decision)
                    }
                    _ => false,
                };
                if !same {
                    let kind = candidates.first().map_or("nothing", |one| one.semantic.kind().word());
                    let (step, what) = (decision.step, "is another one in other worlds, or isn't there");
                    problem = Some(format!("decision {step} of game {game} ({kind}) {what}"));
                    break 'games;
                }
            }
            let choice = chance.below(candidates.len()) as u32;
            response = talk.step(&reset.game_id, decision.step, &decision.seat_decision, choice);
        }
    }
    let name = "decisions are the same in worlds that their seat can't tell apart (§9.7)";
    match probed {
        true => report.add(name, problem),
        false => report.leave_out(name, "no game that may be probed begins"),
    }
}

/// Whole games by chance, under all checks of a host.
fn games<P: Peer>(talk: &mut Talk<P>, table: &Table<'_>, games: u64, report: &mut Report) {
    let _ = talk.greet();
    let mut problems = Vec::new();
    for game in 0..games {
        let mut goes_on = true;
        match table.play(talk, game) {
            Ok(played) => {
                report.games += 1;
                report.decisions += played.decisions;
                let halted = played.ending.classification == Classification::Halted;
                // An engine in the middle of a game doesn't begin another one.
                goes_on = played.by_engine;
                if !goes_on || halted {
                    let mut what = played.problem.unwrap_or(played.ending.reason);
                    if let Some(words) = talk.last_words().filter(|words| !what.contains(words.as_str())) {
                        what = format!("{what}; {words}");
                    }
                    problems.push(format!("game {game}, after {} decisions: {what}", played.decisions));
                }
            }
            Err(problem) => problems.push(format!("game {game} doesn't begin: {problem}")),
        }
        if !goes_on || problems.len() >= MOST_PROBLEMS {
            break;
        }
    }
    let name = format!("{games} games are played to the end without a violation (§11.3)");
    report.add(name, (!problems.is_empty()).then(|| problems.join("; ")));
}
