//! A small bot in Rust that plays as `bot.rs` does and reads no more of a decision than it goes by: with it is measured what a decision costs over
//! the pipe.
//!
//! ```sh
//! cargo build --release -p gauntlet-spellbench --example small
//! gauntlet match mono-red-aggro mono-red-aggro --agent "exec:keep=yes target/release/examples/small"
//! ```

use std::io::{self, BufRead, Write};

use gauntlet_spellbench::PROTOCOL;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// What is read of a request; the rest is passed over.
#[derive(Deserialize)]
struct Request<'a> {
    protocol: &'a str,
    request_id: &'a str,
    request_type: &'a str,
    game_id: Option<&'a str>,
    #[serde(borrow)]
    decision: Option<Decision<'a>>,
}

#[derive(Deserialize)]
struct Decision<'a> {
    #[serde(borrow)]
    candidates: Vec<Candidate<'a>>,
}

#[derive(Deserialize)]
struct Candidate<'a> {
    #[serde(borrow)]
    semantic: Semantic<'a>,
}

#[derive(Deserialize)]
struct Semantic<'a> {
    kind: &'a str,
    defender: Option<IgnoredAny>,
    keep: Option<bool>,
}

/// How much a candidate is worth.
fn worth(semantic: &Semantic<'_>) -> i32 {
    match semantic.kind {
        "play_land" => 3,
        "cast_spell" => 2,
        "declare_attack" if semantic.defender.is_some() => 1,
        "mulligan" if semantic.keep == Some(true) => 1,
        _ => 0,
    }
}

/// The place of the best candidate.
fn choose(decision: &Decision<'_>) -> usize {
    let candidates = decision.candidates.iter().enumerate().rev();
    candidates.max_by_key(|(_, candidate)| worth(&candidate.semantic)).map_or(0, |(place, _)| place)
}

/// What is answered to a request, from its type on; `game` is the one that is played.
fn answer(request: &Request<'_>, game: &mut Option<String>) -> String {
    let ack = || r#""ack""#.to_owned();
    let here = request.game_id == game.as_deref();
    match (request.request_type, &request.decision) {
        _ if request.protocol != PROTOCOL => wrong("protocol_mismatch"),
        ("hello", _) => r#""hello_ok","bot":{"name":"small","version":"1"}"#.to_owned(),
        ("game_start", _) => {
            *game = request.game_id.map(str::to_owned);
            ack()
        }
        ("choose" | "game_over", _) if !here => wrong("unknown_game"),
        ("choose", Some(decision)) => format!("\"choice\",\"selection\":{{\"candidate_id\":{}}}", choose(decision)),
        ("game_over", _) => ack(),
        _ => wrong("malformed_request"),
    }
}

/// An error with this code.
fn wrong(code: &str) -> String {
    format!("\"error\",\"error\":{{\"code\":\"{code}\",\"message\":\"\"}}")
}

fn main() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = String::new();
    let mut game = None;
    while input.read_line(&mut line)? > 0 {
        let (request_id, response) = match serde_json::from_str::<Request<'_>>(&line) {
            Ok(request) => (request.request_id, answer(&request, &mut game)),
            Err(error) if error.is_data() => ("", wrong("malformed_request")),
            Err(_) => ("", wrong("malformed_json")),
        };
        let answer =
            format!("{{\"protocol\":\"{PROTOCOL}\",\"request_id\":\"{request_id}\",\"response_type\":{response}}}\n");
        output.write_all(answer.as_bytes())?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}
