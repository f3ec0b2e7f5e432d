//! What an engine answers, for each request and each error of the specification (§9).
#![allow(missing_docs)]

mod common;

use common::{Small, deck, reset};
use gauntlet_spellbench::session::{Session, serve};
use serde_json::{Value, json};

struct Talk {
    session: Session<Small>,
    number: u32,
}

impl Talk {
    fn new() -> Talk {
        Talk { session: Session::new(Small::default()), number: 0 }
    }

    fn line(&mut self, line: &str) -> Value {
        serde_json::from_str(&self.session.answer(line.as_bytes())).expect("JSON")
    }

    /// Sends a request with a new id.
    fn ask(&mut self, mut request: Value) -> Value {
        self.number += 1;
        let id = format!("h-{}", self.number);
        request["protocol"] = json!("spellbench/v2");
        request["request_id"] = json!(id);
        let response = self.line(&request.to_string());
        assert_eq!(response["request_id"], json!(id));
        assert_eq!(response["protocol"], json!("spellbench/v2"));
        response
    }

    fn code(&mut self, request: Value) -> String {
        let response = self.ask(request);
        assert_eq!(response["response_type"], json!("error"), "{response}");
        response["error"]["code"].as_str().expect("a code").to_owned()
    }

    /// Begins a game.
    fn playing() -> Talk {
        let mut talk = Talk::new();
        assert_eq!(talk.ask(reset())["response_type"], json!("decision"));
        talk
    }
}

fn with(path: &[&str], value: Value) -> Value {
    let mut request = reset();
    let field = path.iter().fold(&mut request, |field, key| match key.parse::<usize>() {
        Ok(place) => &mut field[place],
        Err(_) => &mut field[*key],
    });
    *field = value;
    request
}

fn step(number: u64, candidate: u64, echo: Value) -> Value {
    let selection = json!({"candidate_id": candidate, "semantic_echo": echo});
    json!({"request_type": "step", "game_id": "g-1", "expected_step": number, "selection": selection})
}

fn pass() -> Value {
    json!({"kind": "pass"})
}

#[test]
fn a_game_from_hello_to_terminal() {
    let mut talk = Talk::new();
    let hello = talk.ask(json!({"request_type": "hello", "protocol_minor": 7}));
    assert_eq!(hello["response_type"], json!("hello_ok"));
    assert_eq!(hello["protocol_minor"], json!(0));
    assert_eq!(hello["observation"].as_object().expect("flags").len(), 13);
    let mut response = talk.ask(reset());
    let mut groups = Vec::new();
    for number in 0..4 {
        assert_eq!(response["response_type"], json!("decision"), "{response}");
        assert_eq!(response["step"], json!(number));
        let decision = &response["seat_decision"];
        groups.push((decision["acting_seat"].clone(), decision["seat_step"].clone(), decision["group"].clone()));
        let echo = decision["candidates"][0]["semantic"].clone();
        response = talk.ask(step(number, 0, echo));
    }
    let group = |id, index, count| json!({"group_id": id, "substep_index": index, "substep_count": count});
    let expected =
        [("p0", 0, group(0, 0, 1)), ("p0", 1, group(1, 0, 2)), ("p0", 2, group(1, 1, 2)), ("p1", 0, group(0, 0, 1))];
    assert_eq!(groups, expected.map(|(seat, step, group)| (json!(seat), json!(step), group)));
    assert_eq!(response["response_type"], json!("terminal"));
    assert_eq!((&response["step_count"], &response["decision_count"]), (&json!(4), &json!(3)));
    assert_eq!((&response["outcome"], &response["winner"]), (&json!("p0_win"), &json!("p0")));
    assert_eq!(talk.code(step(4, 0, pass())), "game_already_terminal");
    assert_eq!(talk.code(reset()), "malformed_request", "the name was that of another game");
    assert_eq!(talk.ask(with(&["game_id"], json!("g-2")))["response_type"], json!("decision"));
}

#[test]
fn lines_that_are_no_requests() {
    let mut talk = Talk::new();
    let mut code = |line: &str| {
        let response = talk.line(line);
        (response["error"]["code"].as_str().expect("a code").to_owned(), response["request_id"].clone())
    };
    for line in ["", "nonsense", "{\"a\":1,\"a\":2}", "{\"a\":1.5}", "{\"a\":\"\\ud800\"}"] {
        assert_eq!(code(line), ("malformed_json".to_owned(), json!("")), "{line}");
    }
    for line in ["[]", "1", "{}", "{\"request_id\":3}", "{\"request_id\":\"\"}"] {
        assert_eq!(code(line), ("malformed_request".to_owned(), json!("")), "{line}");
    }
    let asked = |protocol: &str, rest: &str| format!("{{\"request_id\":\"x\",\"protocol\":{protocol},{rest}}}");
    let hello = "\"request_type\":\"hello\",\"protocol_minor\":0";
    assert_eq!(code(&asked("\"spellbench/v1\"", hello)), ("protocol_mismatch".to_owned(), json!("x")));
    assert_eq!(code(&asked("2", hello)), ("malformed_request".to_owned(), json!("x")));
    for rest in [
        "\"request_type\":\"dance\"",
        "\"request_type\":\"hello\"",
        "\"request_type\":\"hello\",\"protocol_minor\":-1",
        "\"request_type\":\"hello\",\"protocol_minor\":0,\"x_more\":1",
        "\"protocol_minor\":0",
    ] {
        assert_eq!(code(&asked("\"spellbench/v2\"", rest)), ("malformed_request".to_owned(), json!("x")), "{rest}");
    }
}

#[test]
fn what_a_reset_must_be() {
    let list = json!({"deck_id": gauntlet_spellbench::secret::deck_id(&deck()), "decklist": deck()});
    let cases = [
        (&["format"][..], json!("vintage"), "unsupported_format"),
        (&["seats", "0", "seat"], json!("p1"), "malformed_request"),
        (&["seats", "0", "deck"], json!({"catalog_id": "peaks"}), "malformed_request"),
        (&["seats", "0", "deck", "catalog_id"], json!("valleys"), "unsupported_deck"),
        (&["seats", "0", "deck", "deck_id"], json!("sha256:0"), "deck_id_mismatch"),
        (
            &["seats", "0", "deck"],
            json!({"deck_id": "", "decklist": [{"name": "Hill", "count": 1}]}),
            "unsupported_deck",
        ),
        (
            &["seats", "0", "deck"],
            json!({"deck_id": "", "decklist": [{"name": "Peak", "count": 0}]}),
            "malformed_request",
        ),
        (&["rules", "mulligan"], json!("london"), "unsupported_rule"),
        (&["rules", "mulligan"], json!("paris"), "malformed_request"),
        (&["rules", "starting_seat"], json!(null), "malformed_request"),
        (&["rules", "extensions"], json!(["x_more"]), "unsupported_rule"),
        (&["rules", "card_name_domain", "domain_id"], json!("sha256:0"), "malformed_request"),
        (&["game_secret"], json!("AB".repeat(32)), "malformed_request"),
        (&["max_steps"], json!("many"), "malformed_request"),
        (&["more"], json!(1), "malformed_request"),
    ];
    for (path, value, code) in cases {
        let mut talk = Talk::new();
        assert_eq!(talk.code(with(path, value)), code, "{path:?}");
        // Nothing has begun.
        assert_eq!(talk.code(step(0, 0, pass())), "step_before_reset");
        assert_eq!(talk.ask(reset())["response_type"], json!("decision"));
    }
    let mut talk = Talk::new();
    assert_eq!(talk.ask(with(&["seats", "1", "deck"], list))["response_type"], json!("decision"));
    assert_eq!(talk.code(with(&["game_id"], json!("g-2"))), "game_already_active");
}

#[test]
fn what_a_step_must_be() {
    let mut talk = Talk::playing();
    let mut other = step(0, 0, pass());
    other["game_id"] = json!("g-2");
    assert_eq!(talk.code(other), "game_id_mismatch");
    assert_eq!(talk.code(step(1, 9, pass())), "expected_step_mismatch");
    assert_eq!(talk.code(step(0, 2, pass())), "candidate_id_out_of_range");
    assert_eq!(talk.code(step(0, 1, pass())), "semantic_echo_mismatch");
    assert_eq!(talk.code(step(0, 0, json!({"kind": "pass", "x": 1}))), "semantic_echo_mismatch");
    assert_eq!(talk.ask(step(0, 0, pass()))["step"], json!(1));
}

#[test]
fn requests_that_come_again() {
    let mut talk = Talk::playing();
    let line = |candidate: u64| {
        let mut request = step(0, candidate, pass());
        request["protocol"] = json!("spellbench/v2");
        request["request_id"] = json!("again");
        request.to_string()
    };
    let first = talk.line(&line(0));
    assert_eq!(first["step"], json!(1));
    assert_eq!(talk.line(&line(0)), first, "the same request has no effect when it comes again");
    assert_eq!(talk.line(&line(1))["error"]["code"], json!("request_id_reuse_mismatch"));
    // What couldn't be read isn't remembered.
    let malformed = "{\"request_id\":\"new\",\"protocol\":\"spellbench/v2\",\"request_type\":\"hello\"}";
    assert_eq!(talk.line(malformed)["error"]["code"], json!("malformed_request"));
    let hello = malformed.replace("\"hello\"", "\"hello\",\"protocol_minor\":0");
    assert_eq!(talk.line(&hello)["response_type"], json!("hello_ok"));
}

#[test]
fn games_are_cut_off_at_their_caps() {
    for (cap, steps, groups) in [("max_steps", 3, 2), ("max_decisions", 1, 1)] {
        let mut talk = Talk::new();
        let mut response = talk.ask(with(&[cap], json!(if cap == "max_steps" { 3 } else { 1 })));
        for number in 0..steps {
            let echo = response["seat_decision"]["candidates"][0]["semantic"].clone();
            response = talk.ask(step(number, 0, echo));
        }
        assert_eq!(response["response_type"], json!("terminal"), "{cap}");
        assert_eq!((&response["outcome"], &response["classification"]), (&json!("truncated"), &json!("truncated")));
        assert_eq!(response["decision_count"], json!(groups));
    }
}

#[test]
fn decks_are_validated_without_a_game() {
    let mut talk = Talk::playing();
    let validate = |format: &str, deck: Value| json!({"request_type": "validate_deck", "format": format, "deck": deck});
    let ok = talk.ask(validate("small-bo1", json!({"catalog_id": "peaks"})));
    assert_eq!(ok["response_type"], json!("deck_ok"));
    assert_eq!(talk.code(validate("vintage", json!({"catalog_id": "peaks"}))), "unsupported_format");
    let hills = json!({"decklist": [{"name": "Hill", "count": 1}]});
    assert_eq!(talk.code(validate("small-bo1", hills)), "unsupported_deck");
    // What is wrong with a deck is said in the protocol's own words.
    for (deck, message) in [
        (json!({"decklist": [], "catalog_id": ""}), "a deck has a catalog_id or a decklist, and this one has both"),
        (json!({}), "a deck has a catalog_id or a decklist, and this one has neither"),
        (json!({"decklist": null}), "a deck has a catalog_id or a decklist, and this one has neither"),
        (
            json!({"decklist": [{"name": "Peak", "count": 1}, {"name": "Hill", "count": -1}]}),
            "row 2 of the decklist: invalid value: integer `-1`, expected u32",
        ),
        (json!({"decklist": [{"name": "Peak"}]}), "row 1 of the decklist: missing field `count`"),
        (json!({"decklist": [{"name": "Peak", "count": 1, "more": 1}]}), "unknown field `deck.decklist.0.more`"),
        (json!({"catalog_id": "peaks", "decklist": null}), "unknown field `deck.decklist`"),
    ] {
        let answer = talk.ask(validate("small-bo1", deck));
        assert_eq!(answer["error"], json!({"code": "malformed_request", "message": message}));
    }
    assert_eq!(talk.ask(step(0, 0, pass()))["step"], json!(1), "the game goes on");
}

#[test]
fn the_probe_is_for_games_that_allow_it() {
    let probe = || json!({"request_type": "probe_resample", "game_id": "g-1", "samples": 3});
    assert_eq!(Talk::new().code(probe()), "step_before_reset");
    assert_eq!(Talk::playing().code(probe()), "probe_refused");
    let mut talk = Talk::new();
    let decision = talk.ask(with(&["rules", "probe"], json!(true)));
    let result = talk.ask(probe());
    assert_eq!(result["worlds"], json!(vec![&decision["seat_decision"]; 3]));
    let many = |samples: u64| json!({"request_type": "probe_resample", "game_id": "g-1", "samples": samples});
    assert_eq!(talk.ask(many(256))["worlds"].as_array().map(Vec::len), Some(256));
    for samples in [257, 4_000_000_000] {
        let refused = talk.ask(many(samples));
        assert_eq!(refused["error"]["code"], json!("probe_refused"));
        assert!(refused["error"]["message"].as_str().is_some_and(|text| text.contains("at most 256")), "{refused}");
    }
    assert_eq!(talk.ask(step(0, 0, pass()))["step"], json!(1), "the game goes on");
}

#[test]
fn an_engine_ends_with_its_input() {
    let hello =
        "{\"request_id\":\"h-1\",\"protocol\":\"spellbench/v2\",\"request_type\":\"hello\",\"protocol_minor\":0}";
    let mut output = Vec::new();
    serve(Small::default(), format!("{hello}\r\n{hello}").as_bytes(), &mut output).expect("memory");
    let lines: Vec<&[u8]> = output.split(|byte| *byte == b'\n').collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0], lines[1], "the same request has the same answer");
}
