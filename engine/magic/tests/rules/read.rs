//! What the compiled form can say, some rule reads: a flag, variant or field that nothing outside the compiler looks at would be lost
//! on the way from the text to the game.

use std::path::{Path, PathBuf};

/// The files and folders of the cards' crate that don't define the compiled form, but make, describe or look through it.
const ABOUT: [&str; 7] = ["text", "explain", "support.rs", "mention.rs", "walk.rs", "layers", "lib.rs"];

/// Values that are only compared with one another, or are what is left when all others have been asked for.
const COMPARED: [&str; 15] = [
    "DelayedUntil::NextEvent",
    "Happening::LEFT",
    "Marks::HARNESSED",
    "Marks::MONSTROUS",
    "Marks::RENOWNED",
    "Marks::SOLVED",
    "Named::Exhaust",
    "Named::Crew",
    "Named::Equip",
    "Named::Ninjutsu",
    "Named::Outlast",
    "Named::Saddle",
    // Both of its parts.
    "Restrictions::CANT_ACTIVATE",
    // Asked for by `Test::Restricted`.
    "Restrictions::SADDLED",
    "Unchosen::ThisTurn",
];

fn sources(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    let mut entries: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = std::fs::read_to_string(&path).expect("a source file");
            let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
            found.push((path, code.join("\n")));
        }
    }
}

/// The items of a kind in a source, each with its name and what stands between its braces.
fn items<'t>(text: &'t str, kind: &str) -> Vec<(&'t str, &'t str)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(kind) {
        let rest = &text[at + kind.len()..];
        let name = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        if let Some(open) = rest.find('{') {
            found.push((name, inside(&rest[open..])));
        }
    }
    found
}

/// What stands between the brace that a text begins with and the one that closes it.
fn inside(text: &str) -> &str {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth == 0 {
            return &text[1..at];
        }
    }
    text
}

fn has_word(text: &str, word: &str) -> bool {
    let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(word)
        .any(|(at, _)| !part(text[..at].chars().next_back()) && !part(text[at + word.len()..].chars().next()))
}

/// The names that stand at the beginning of the lines of a body with this indentation.
fn names<'t>(body: &'t str, indent: &'t str) -> impl Iterator<Item = &'t str> {
    body.lines().filter_map(move |line| {
        let line = line.strip_prefix(indent)?;
        let end = line.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(line.len());
        (end > 0).then_some(&line[..end])
    })
}

/// House rule: a flag or variant of the compiled form that no rule reads is refused, or isn't there.
#[test]
fn every_word_of_the_compiled_form_is_read_by_a_rule() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let cards = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cards/src");
    let (mut all, mut definitions) = (Vec::new(), Vec::new());
    sources(&rules, &mut all);
    sources(&cards, &mut all);
    sources(&cards, &mut definitions);
    definitions.retain(|(path, _)| ABOUT.iter().all(|other| !path.starts_with(cards.join(other))));
    assert!(definitions.len() > 30, "the compiled form is looked for in the wrong place");
    let outside = ["text", "explain", "support.rs", "mention.rs"].map(|other| cards.join(other));
    let about = ["scenario", "names.rs"].map(|other| rules.join(other));
    all.retain(|(path, _)| outside.iter().chain(&about).all(|other| !path.starts_with(other)));
    let (mut unread, mut needed) = (Vec::new(), Vec::new());
    let mut reads = |name: String, test: &dyn Fn(&str) -> bool| {
        if all.iter().any(|(_, text)| test(text)) {
            return;
        }
        match COMPARED.iter().find(|other| **other == name) {
            Some(exception) => needed.push(*exception),
            None => unread.push(name),
        }
    };
    for (_, text) in &definitions {
        for (name, body) in items(text, "pub enum ") {
            for variant in names(body, "    ") {
                let whole = format!("{name}::{variant}");
                reads(whole.clone(), &|text| has_word(text, &whole));
                let begin = format!("    {variant} {{");
                let Some(fields) = body.find(&begin) else { continue };
                let fields = inside(&body[fields + begin.len() - 1..]);
                for field in names(fields, "        ") {
                    let taken = format!("{whole} {{");
                    reads(format!("{whole}.{field}"), &|text| {
                        text.match_indices(&taken).any(|(at, _)| has_word(inside(&text[at + taken.len() - 1..]), field))
                    });
                }
            }
        }
        for (name, body) in items(text, "pub struct ").into_iter().filter(|item| item.1.contains("const ")) {
            for flag in body.lines().filter_map(|line| line.trim().strip_prefix("const ")) {
                let whole = format!("{name}::{}", flag.split(' ').next().unwrap_or_default());
                reads(whole.clone(), &|text| has_word(text, &whole));
            }
        }
    }
    assert!(unread.is_empty(), "no rule reads {unread:?}");
    let dead: Vec<&&str> = COMPARED.iter().filter(|exception| !needed.contains(exception)).collect();
    assert!(dead.is_empty(), "rules read these, or there are no such: {dead:?} need no exception");
}
