//! How much of a card pool the compiler understands, and what would unlock most.
//!
//! `coverage FILE_OR_FOLDER...` checks card files; with `GAUNTLET_DATA` set, also its `cards.jsonl`. Options:
//! `--top N` (rows of each ranking), `--dump NAME`, `--diagnostics` (of card files), `--list FILE` (names that compile),
//! `--reasons FILE` (what keeps each other card, tab-separated), `--wanted FILE` (scenarios whose cards count double).

use std::collections::BTreeMap;
use std::time::Instant;

use gauntlet_cards::card::Pool;
use gauntlet_cards::text::{CardBase, DiagnosticKind, check, dump};

fn main() {
    let mut top = 40;
    let mut paths = Vec::new();
    let mut dumps = Vec::new();
    let mut show = false;
    let mut list = None;
    let mut reasons = None;
    let mut wanted = std::collections::BTreeSet::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--top" => top = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(top),
            "--dump" => dumps.extend(arguments.next()),
            "--diagnostics" => show = true,
            "--list" => list = arguments.next(),
            "--reasons" => reasons = arguments.next(),
            "--wanted" => {
                let text = arguments.next().and_then(|file| std::fs::read_to_string(file).ok()).unwrap_or_default();
                for line in text.lines() {
                    let value: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
                    let cards = value["cards"].as_array().cloned().unwrap_or_default();
                    wanted.extend(cards.iter().filter_map(|card| card.as_str().map(str::to_owned)));
                }
            }
            _ => paths.push(argument),
        }
    }
    if !paths.is_empty() {
        let start = Instant::now();
        let (base, diagnostics) = CardBase::load(&paths);
        let mut pool = Pool::new();
        let mut good = 0;
        let mut bad = Vec::new();
        for name in base.names() {
            match base.compile(name, &mut pool) {
                Ok(_) => good += 1,
                Err(errors) => bad.extend(errors),
            }
        }
        let time = start.elapsed();
        println!("{good} of {} cards of the card files compile, in {time:?}", base.len());
        for diagnostic in diagnostics.iter().chain(bad.iter().filter(|_| show)) {
            println!("{diagnostic}");
        }
        for name in &dumps {
            match base.compile(name, &mut pool) {
                Ok(id) => println!("{}", dump(&pool, id)),
                Err(errors) => errors.iter().for_each(|error| println!("{error}")),
            }
        }
    }
    let Ok(data) = std::env::var("GAUNTLET_DATA") else { return };
    let text = std::fs::read_to_string(format!("{data}/cards.jsonl")).unwrap_or_default();
    let mut kinds = BTreeMap::new();
    let mut kept = String::new();
    for line in text.lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
        let kind = value["kind"].as_str().unwrap_or("?").to_owned();
        if kind == "card" {
            kept.push_str(line);
            kept.push('\n');
        }
        *kinds.entry(kind).or_insert(0) += 1;
    }
    let mut base = CardBase::new();
    base.add_data("cards.jsonl", &kept);
    for name in &dumps {
        let mut pool = Pool::new();
        match base.compile(name, &mut pool) {
            Ok(id) => println!("{}", dump(&pool, id)),
            Err(errors) => errors.iter().for_each(|error| println!("{error}")),
        }
    }
    if !dumps.is_empty() {
        return;
    }
    let start = Instant::now();
    let report = check(&base);
    println!("{} of {} cards of the pool compile, in {:?}", report.supported, report.cards, start.elapsed());
    if let Some(file) = list {
        let names: Vec<&str> = base.names().filter(|name| !report.diagnostics.contains_key(*name)).collect();
        let _ = std::fs::write(file, names.join("\n"));
    }
    if let Some(file) = reasons {
        let mut rows = String::new();
        for (name, diagnostics) in &report.diagnostics {
            for d in diagnostics {
                rows += &format!("{name}\t{:?}\t{}\t{}\t{}\n", d.kind, d.message, d.span(), d.source);
            }
        }
        let _ = std::fs::write(file, rows);
    }
    let unread = |kind| matches!(kind, DiagnosticKind::Unread);
    let mut unlocks: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let mut declines: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let mut ambiguous = Vec::new();
    for (name, diagnostics) in &report.diagnostics {
        ambiguous.extend(
            diagnostics.iter().filter(|d| d.kind == DiagnosticKind::Ambiguous).map(|d| (name, d.source.clone())),
        );
        // What would unlock the card alone: all that is wrong with it begins with the same words.
        let [diagnostic] = diagnostics.as_slice() else { continue };
        let weight = if wanted.contains(name) { 2 } else { 1 };
        if unread(diagnostic.kind) {
            let span = diagnostic.span();
            let words: Vec<&str> = span.split_whitespace().take(3).collect();
            let row = unlocks.entry(words.join(" ")).or_insert((0, String::new()));
            row.0 += weight;
            if row.1.is_empty() || (row.0.is_multiple_of(7) && row.1.len() < 400) {
                row.1 += &format!("  | {}: {}", name, diagnostic.source);
            }
        } else {
            let row = declines.entry(diagnostic.message.clone()).or_insert((0, name.clone()));
            row.0 += weight;
            if row.0.is_multiple_of(3) && row.1.len() < 1200 {
                row.1 += &format!("  | {}: {}", name, diagnostic.source);
            }
        }
    }
    println!("{} cards have an ambiguous paragraph", ambiguous.len());
    for (name, text) in ambiguous.iter().take(top) {
        println!("      {name}: {text}");
    }
    for (title, table) in
        [("next words that alone keep a card", unlocks), ("declines that alone keep a card", declines)]
    {
        println!("{title}:");
        let mut rows: Vec<_> = table.into_iter().collect();
        rows.sort_by(|a, b| b.1.0.cmp(&a.1.0).then_with(|| a.0.cmp(&b.0)));
        for (words, (count, example)) in rows.into_iter().take(top) {
            println!("{count:5} {words}   [{example}]");
        }
    }
}
