//! A small bot in Rust that plays as `bot.rs` does and reads no more of a decision than it goes by: with it is measured what a decision costs over
//! the pipe.
//!
//! ```sh
//! cargo build --release -p gauntlet-spellbench --example small
//! gauntlet match mono-red-aggro mono-red-aggro --agent "exec:keep=yes target/release/examples/small"
//! ```

use std::io::{self, BufRead, Write};

use serde::Deserialize;
use serde::de::IgnoredAny;

/// What is read of a request; the rest is passed over.
#[derive(Deserialize)]
struct Request<'a> {
    protocol: &'a str,
    request_id: &'a str,
    request_type: &'a str,
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

fn main() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        let request: Request<'_> = serde_json::from_str(&line)?;
        let response = match (request.request_type, &request.decision) {
            ("hello", _) => r#""hello_ok","bot":{"name":"small","version":"1"}"#.to_owned(),
            ("choose", Some(decision)) => {
                format!("\"choice\",\"selection\":{{\"candidate_id\":{}}}", choose(decision))
            }
            _ => r#""ack""#.to_owned(),
        };
        let Request { protocol, request_id, .. } = request;
        let answer =
            format!("{{\"protocol\":\"{protocol}\",\"request_id\":\"{request_id}\",\"response_type\":{response}}}\n");
        output.write_all(answer.as_bytes())?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}
