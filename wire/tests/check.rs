//! The checks of both roles: what conforms passes, and each wrong answer is found and named.
#![allow(missing_docs)]

mod common;

use std::time::Duration;

use common::Small;
use gauntlet_spellbench::agent::{
    self, AgentRequest, AgentResponse, AgentTerminal, Clock, EngineProfile, GameStart, KnownDeck, Limits, Resources,
    TimeControl,
};
use gauntlet_spellbench::bot::{Cause, Talk};
use gauntlet_spellbench::canonical::canonical;
use gauntlet_spellbench::check::bot::Example;
use gauntlet_spellbench::check::engine::Plan;
use gauntlet_spellbench::check::{Report, Verdict, bot, engine};
use gauntlet_spellbench::engine::Talk as EngineTalk;
use gauntlet_spellbench::host::play;
use gauntlet_spellbench::message::{Classification, Outcome, Request, Reset, Response, SeatDecision};
use gauntlet_spellbench::process::{Lost, Peer};
use gauntlet_spellbench::reference::Seat;
use gauntlet_spellbench::secret::{Secret, deck_id};
use gauntlet_spellbench::session::Session;
use serde_json::{Value, json};

const WITHIN: Duration = Duration::from_secs(5);

/// Someone who answers as a function says.
struct Act<F>(F);

impl<F: FnMut(&str) -> String> Peer for Act<F> {
    fn ask(&mut self, line: &str, _: Duration) -> Result<Vec<u8>, Lost> {
        Ok((self.0)(line).into_bytes())
    }
}

fn wrong(report: &Report) -> Vec<&str> {
    let wrong = report.checks.iter().filter(|check| matches!(check.verdict, Verdict::Wrong(_)));
    wrong.map(|check| check.name.as_str()).collect()
}

fn plan() -> Plan {
    Plan { games: 3, secret: Secret([5; 32]), lists: Vec::new(), within: WITHIN }
}

/// Checks an engine whose answers are changed by a function of request and answer.
fn changed(change: impl Fn(&Value, &mut Value)) -> Report {
    let change = &change;
    let start = || {
        let mut session = Session::new(Small::default());
        Ok(Act(move |line: &str| {
            let request: Value = serde_json::from_str(line).unwrap_or_default();
            let mut answer: Value = serde_json::from_str(&session.answer(line.as_bytes())).expect("JSON");
            change(&request, &mut answer);
            answer.to_string()
        }))
    };
    engine::check(start, &plan())
}

#[test]
fn a_good_engine_conforms() {
    let report = engine::check(|| Ok(Session::new(Small::default())), &plan());
    assert!(report.conforms(), "{report:?}");
    assert_eq!((report.games, report.decisions), (3, 12));
    assert!(report.checks.len() > 35, "{} checks", report.checks.len());
}

#[test]
fn what_an_engine_does_wrong_is_named() {
    let found = |change: fn(&Value, &mut Value), part: &str| {
        let report = changed(change);
        let names = wrong(&report);
        assert!(names.iter().any(|name| name.contains(part)), "{part}: {names:?}");
    };
    found(|_, answer| answer["more"] = json!(1), "hello is answered");
    found(
        |_, answer| {
            if answer["response_type"] == "hello_ok" {
                answer["decision_kinds"] = json!(["pass"]);
            }
        },
        "hello is answered",
    );
    for code in [
        "malformed_json",
        "malformed_request",
        "protocol_mismatch",
        "request_id_reuse_mismatch",
        "step_before_reset",
        "game_already_active",
        "game_id_mismatch",
        "expected_step_mismatch",
        "candidate_id_out_of_range",
        "semantic_echo_mismatch",
        "unsupported_format",
        "unsupported_deck",
        "unsupported_rule",
        "game_already_terminal",
    ] {
        let report = changed(move |_, answer| {
            if answer["error"]["code"] == code {
                let other = if code == "malformed_json" { "malformed_request" } else { "malformed_json" };
                answer["error"]["code"] = json!(other);
            }
        });
        assert!(wrong(&report).iter().any(|name| name.contains(code)), "{code}: {:?}", wrong(&report));
    }
    found(
        |request, answer| {
            if request["request_type"] == "probe_resample" && answer["worlds"][0].is_object() {
                answer["worlds"][0]["observation"]["players"][0]["life"] = json!(3);
            }
        },
        "worlds",
    );
    found(
        |_, answer| {
            if answer["response_type"] == "decision" {
                answer["seat_decision"]["observation"]["players"][0]["library_count"] = json!(-1);
            }
        },
        "reset begins a game",
    );
    found(
        |request, answer| {
            if request["request_type"] == "step" && answer["response_type"] == "decision" {
                answer["seat_decision"]["seat_step"] = json!(77);
            }
        },
        "3 games are played to the end",
    );
    // The end contradicts itself, or the game (§9.5).
    for (field, value) in [
        ("winner", json!("p1")),
        ("outcome", json!("p1_win")),
        ("classification", json!("truncated")),
        ("game_id", json!("g-other")),
        ("step_count", json!(77)),
        ("decision_count", json!(77)),
        ("reason", json!("")),
    ] {
        let report = changed(|_, answer| {
            if answer["response_type"] == "terminal" {
                answer[field] = if answer[field] == value { Value::Null } else { value.clone() };
            }
        });
        let name = "3 games are played to the end";
        assert!(wrong(&report).iter().any(|wrong| wrong.contains(name)), "{field}: {:?}", wrong(&report));
    }
}

/// One thing that is wrong in decisions makes no other answer wrong: what can't be checked then is left out, and said to be (§11.3).
#[test]
fn an_engine_isnt_blamed_for_what_follows_from_a_wrong_decision() {
    // In all decisions, and as they would be in other worlds.
    let poison = changed(|_, answer| {
        let worlds = answer["worlds"].as_array().map_or(0, Vec::len);
        let places = (0..worlds).map(|world| format!("/worlds/{world}"));
        for place in places.chain(["/seat_decision".to_owned()]) {
            if let Some(poison) = answer.pointer_mut(&format!("{place}/observation/players/0/poison")) {
                *poison = Value::Null;
            }
        }
    });
    let more = changed(|request, answer| {
        if request["request_type"] == "step" && answer["response_type"] == "decision" {
            answer["seat_decision"]["more"] = json!(1);
        }
    });
    for report in [poison, more] {
        let names = wrong(&report);
        assert_eq!(
            names,
            [
                "games with caps are played without a violation (§11.3)",
                "3 games are played to the end without a violation (§11.3)"
            ],
            "{report:?}"
        );
        let left_out = report.checks.iter().filter(|check| matches!(check.verdict, Verdict::LeftOut(_)));
        let left_out: Vec<&str> = left_out.map(|check| check.name.as_str()).collect();
        for name in ["max_steps ends", "max_decisions ends", "a step after the end", "a game_id that was used"] {
            assert!(left_out.iter().any(|other| other.contains(name)), "{name}: {left_out:?}");
        }
        assert!(!report.checks.iter().any(|check| {
            matches!(&check.verdict, Verdict::Wrong(problem) if problem.contains("game_already_active"))
        }));
    }
}

#[test]
fn a_host_ends_games_for_what_is_wrong() {
    let hello = common::hello();
    let reset: Reset = serde_json::from_value({
        let mut reset = common::reset();
        reset.as_object_mut().expect("fields").remove("request_type");
        reset
    })
    .expect("a reset");
    let mut engine = EngineTalk::new(Session::new(Small::default()), WITHIN);
    let mut good = |_: &SeatDecision| Ok(0);
    let mut silent = |_: &SeatDecision| Err(Lost::Timeout.into());
    let played = play(&mut engine, &hello, &reset, [&mut good, &mut silent]).expect("a game");
    assert_eq!(played.ending.reason, "forfeit:timeout");
    assert_eq!((played.ending.classification, played.ending.winner), (Classification::Forfeit, Some(Seat::P0)));
    assert_eq!(played.decisions, 3);
    // The same game has the same digest, and the forfeit is part of it.
    let again = |answers: bool| {
        let mut engine = EngineTalk::new(Session::new(Small::default()), WITHIN);
        let mut other = |_: &SeatDecision| if answers { Ok(0) } else { Err(Lost::Timeout.into()) };
        play(&mut engine, &hello, &reset, [&mut |_: &SeatDecision| Ok(0), &mut other]).expect("a game").digest
    };
    assert_eq!(again(false), played.digest);
    assert_ne!(again(true), played.digest);
    let refused = play(&mut engine, &hello, &reset, [&mut |_: &SeatDecision| Ok(0), &mut |_: &SeatDecision| Ok(0)]);
    assert!(refused.expect_err("the game has begun").contains("malformed_request"));
}

fn example() -> Example {
    let mut engine = EngineTalk::new(Session::new(Small::default()), WITHIN);
    let hello = engine.greet().expect("hello");
    let mut reset = common::reset();
    reset.as_object_mut().expect("fields").remove("request_type");
    let reset = Request::Reset(serde_json::from_value(reset).expect("a reset"));
    let Ok(Response::Decision(decision)) = engine.ask(&reset) else { panic!("no decision") };
    let deck = KnownDeck { deck_id: deck_id(&common::deck()), name: "Peaks".to_owned(), decklist: common::deck() };
    let start = GameStart {
        game_id: "g-1".to_owned(),
        seat: Seat::P0,
        format: "small-bo1".to_owned(),
        own_deck: deck,
        opponent_deck: None,
        rules: common::rules(),
        engine: hello.engine.clone(),
        engine_profile: EngineProfile::from(&hello),
        time_control: TimeControl {
            startup_ms: 1000,
            game_start_ms: 1000,
            bank_ms: 1000,
            increment_ms: 0,
            max_decision_ms: 1000,
            engine_step_ms: 1000,
        },
        limits: Limits {
            max_decisions: 100,
            max_steps: 100,
            max_seat_decisions_per_turn: 40,
            max_seat_decisions_per_game: 40,
            max_seat_steps_per_game: 40,
        },
        resources: Resources { cpus: 1, memory_mb: 0, gpu: false, engine_cpus: 1 },
        agent_seed: 1,
    };
    Example { start, decision: decision.seat_decision }
}

/// The smallest agent (§10.6): it answers what it is asked and nothing else.
fn minimal(line: &str) -> Value {
    let request: Value = serde_json::from_str(line).unwrap_or_default();
    let mut answer = json!({"protocol": "spellbench/v2", "request_id": request["request_id"], "x_more": 1});
    let (kind, more) = match request["request_type"].as_str() {
        Some("hello") => ("hello_ok", json!({"bot": {"name": "minimal", "version": "1", "mood": "good"}})),
        Some("choose") => {
            let echo = request["decision"]["candidates"][1]["semantic"].clone();
            let step = request["decision"]["seat_step"].clone();
            ("choice", json!({"selection": {"candidate_id": 1, "semantic_echo": echo, "seat_step": step}}))
        }
        _ => ("ack", json!({})),
    };
    answer["response_type"] = json!(kind);
    for (key, value) in more.as_object().expect("fields") {
        answer[key] = value.clone();
    }
    answer
}

#[test]
fn the_smallest_agent_conforms() {
    let report = bot::check(|| Ok(Act(|line: &str| minimal(line).to_string())), &example(), WITHIN);
    assert!(report.conforms(), "{report:?}");
    let advice = report.checks.iter().filter(|check| matches!(check.verdict, Verdict::Advice(_))).count();
    assert_eq!(advice, 3, "it knows no errors: {report:?}");
}

#[test]
fn what_an_agent_does_wrong_is_named() {
    let found = |change: fn(&mut Value), part: &str| {
        let act = move |line: &str| {
            let mut answer = minimal(line);
            change(&mut answer);
            answer.to_string()
        };
        let report = bot::check(|| Ok(Act(act)), &example(), WITHIN);
        let names = wrong(&report);
        assert!(names.iter().any(|name| name.contains(part)), "{part}: {names:?}");
    };
    found(|answer| answer["request_id"] = json!("r-9"), "hello is answered");
    found(|answer| answer["bot"]["name"] = json!(""), "hello is answered");
    found(
        |answer| {
            if answer["response_type"] == "ack" {
                answer["response_type"] = json!("choice");
            }
        },
        "game_start is answered",
    );
    for selection in [
        json!({"candidate_id": 2}),
        json!({}),
        json!({"candidate_id": -1}),
        json!({"candidate_id": 0, "semantic_echo": {}}),
        json!({"candidate_id": 0, "seat_step": 7}),
    ] {
        let act = move |line: &str| {
            let mut answer = minimal(line);
            if answer["response_type"] == "choice" {
                answer["selection"] = selection.clone();
            }
            answer.to_string()
        };
        let report = bot::check(|| Ok(Act(act.clone())), &example(), WITHIN);
        assert_eq!(wrong(&report), ["choose is answered with a candidate (§10.3)"]);
    }
}

/// Who refuses what a later version says besides, forfeits the games of every later host (§4.2).
#[test]
fn an_agent_that_refuses_unknown_fields_is_named() {
    for refused in ["hello", "game_start", "choose"] {
        let act = move |line: &str| {
            let mut answer = minimal(line);
            if line.contains("x_later") && line.contains(&format!("\"request_type\":\"{refused}\"")) {
                answer["response_type"] = json!("error");
                answer["error"] = json!({"code": "malformed_request", "message": "what is x_later?"});
            }
            answer.to_string()
        };
        let report = bot::check(|| Ok(Act(act)), &example(), WITHIN);
        assert_eq!(wrong(&report), ["unknown fields are ignored (§4.2)"], "{refused}");
    }
}

#[test]
fn faults_have_their_causes() {
    let example = example();
    let cause = |answer: fn(&str) -> Result<Vec<u8>, Lost>| {
        struct Late(fn(&str) -> Result<Vec<u8>, Lost>);
        impl Peer for Late {
            fn ask(&mut self, line: &str, _: Duration) -> Result<Vec<u8>, Lost> {
                if line.contains("\"choose\"") { (self.0)(line) } else { Ok(minimal(line).to_string().into_bytes()) }
            }
        }
        let mut talk = Talk::begin(Late(answer), WITHIN).expect("hello");
        talk.start(example.start.clone()).expect("ack");
        talk.choose(example.decision.clone()).expect_err("a fault").cause
    };
    assert_eq!(cause(|_| Err(Lost::Timeout)), Cause::Timeout);
    assert_eq!(cause(|_| Err(Lost::Closed)), Cause::TransportError);
    assert_eq!(cause(|_| Err(Lost::Unasked)), Cause::MalformedResponse);
    assert_eq!(cause(|_| Ok(b"nonsense".to_vec())), Cause::MalformedResponse);
    let error = |line: &str| {
        let mut answer = minimal(line);
        answer["response_type"] = json!("error");
        answer["error"] = json!({"code": "internal_error", "message": "tired"});
        Ok(answer.to_string().into_bytes())
    };
    assert_eq!(cause(error), Cause::AgentError);
    assert_eq!(
        cause(|_| {
            std::thread::sleep(Duration::from_millis(1100));
            Ok(Vec::new())
        }),
        Cause::MalformedResponse
    );
}

#[test]
fn a_bot_without_a_name_is_none() {
    let act = |line: &str| {
        let mut answer = minimal(line);
        answer["bot"]["name"] = json!("");
        answer.to_string()
    };
    let fault = Talk::begin(Act(act), WITHIN).map(|_| ()).expect_err("no name");
    assert_eq!((fault.cause, fault.message.contains("name")), (Cause::MalformedResponse, true), "{fault}");
}

#[test]
fn who_needs_what_the_engine_does_not_fill_is_not_paired_with_it() {
    let act = |line: &str| {
        let mut answer = minimal(line);
        answer["requires"] = json!({"observation": ["poison", "known_cards"], "extensions": ["x_more"]});
        answer.to_string()
    };
    let talk = Talk::begin(Act(act), WITHIN).expect("hello");
    assert_eq!(talk.hello().misses(&common::hello()), ["known_cards", "x_more"]);
}

/// Adds a field to each object that has fields of its own, and no keys that stand for something.
fn add_everywhere(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (key, inner) in fields.iter_mut() {
                if !matches!(key.as_str(), "counters" | "extensions") {
                    add_everywhere(inner);
                }
            }
            let chooses =
                fields.len() == 1 && ["player", "object", "trigger"].iter().any(|key| fields.contains_key(*key));
            if !chooses {
                fields.insert("x_later".to_owned(), json!({"minor": 1}));
            }
        }
        Value::Array(values) => values.iter_mut().for_each(add_everywhere),
        _ => {}
    }
}

#[test]
fn agents_read_what_hosts_write() {
    let Example { start, decision } = example();
    let game_id = start.game_id.clone();
    let terminal = AgentTerminal {
        outcome: Outcome::Draw,
        classification: Classification::Natural,
        winner: None,
        reason: "effect".to_owned(),
        seat_step_count: 3,
    };
    let requests = [
        AgentRequest::Hello { protocol_minor: 0 },
        AgentRequest::GameStart(Box::new(start)),
        AgentRequest::Choose {
            game_id: game_id.clone(),
            decision: Box::new(decision),
            clock: Clock { max_decision_ms: 1, remaining_ms: 2 },
        },
        AgentRequest::GameOver { game_id, terminal },
    ];
    for request in requests {
        let line = gauntlet_spellbench::bot::line("r-7", &request);
        assert_eq!(agent::read(&line).expect("a request"), ("r-7".to_owned(), request.clone()));
        // Whatever a later version says besides, wherever it says it.
        let mut more: Value = serde_json::from_str(&line).expect("JSON");
        add_everywhere(&mut more);
        assert_eq!(agent::read(&more.to_string()).expect("a request"), ("r-7".to_owned(), request));
    }
    let choose = "\"request_id\":\"r-1\",\"request_type\":\"choose\",\"game_id\":\"g\"";
    for (line, code) in [
        ("", "malformed_json"),
        ("hello", "malformed_json"),
        ("{}", "malformed_request"),
        (&format!("{{\"protocol\":\"spellbench/v2\",{choose}}}"), "malformed_request"),
        (&format!("{{\"protocol\":\"spellbench/v1\",{choose}}}"), "protocol_mismatch"),
    ] {
        let unread = agent::read(line).expect_err(line);
        assert_eq!(unread.code.word(), code, "{line}");
        assert_eq!(unread.request_id, if code == "protocol_mismatch" { "r-1" } else { "" });
        assert!(matches!(unread.response(), AgentResponse::Error { error } if error.code == code));
    }
}

/// Nothing has to be moved when a host sends a decision on.
#[test]
fn observations_are_declared_in_canonical_order() {
    let decision = example().decision;
    assert_eq!(serde_json::to_string(&decision.observation).expect("JSON"), canonical(&decision.observation));
}
