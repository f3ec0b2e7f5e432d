//! Neither engine nor compiler know a card: no card's name occurs in their sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use gauntlet_cards::text::CardBase;
use gauntlet_cards::types::Subtype;
use gauntlet_magic::deck::Deck;

use super::{deck_files, decks_folder};

/// The folders that may name no card.
const SOURCES: [&str; 7] =
    ["engine/core/src", "engine/cards/src", "engine/magic/src", "ai/src", "harness/src", "encode/src", "vector/src"];

/// The names of all cards and of all lines of decklists.
fn names() -> BTreeSet<String> {
    let (base, broken) = CardBase::load(&[decks_folder().join("cards")]);
    assert_eq!(broken, []);
    let mut names: BTreeSet<String> = base.names().map(str::to_owned).collect();
    for file in deck_files() {
        let deck = Deck::read(&file).expect("a deck");
        names.extend(deck.main.into_iter().chain(deck.sideboard).map(|entry| entry.name));
    }
    names
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Where `word` stands in `text` with no letter or digit on either side.
fn stands_in(text: &str, word: &str) -> bool {
    let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text.match_indices(word)
        .any(|(at, _)| !letter(text[..at].chars().next_back()) && !letter(text[at + word.len()..].chars().next()))
}

/// The contents of the string literals of Rust source.
fn literals(source: &str) -> Vec<String> {
    let mut literals = Vec::new();
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let skip = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if c == '\'' {
            // A character, or the mark of a lifetime or label.
            let mut chars = rest.char_indices().skip(1);
            match (chars.next(), chars.next()) {
                (Some((_, '\\')), _) => rest[3..].find('\'').map_or(1, |end| end + 4),
                (_, Some((end, '\''))) => end + 1,
                _ => 1,
            }
        } else if let Some(hashes) = rest.strip_prefix('r').map(|rest| rest.len() - rest.trim_start_matches('#').len())
            && rest[1 + hashes..].starts_with('"')
        {
            let begin = hashes + 2;
            let end = rest[begin..].find(&format!("\"{}", "#".repeat(hashes))).map_or(rest.len(), |end| begin + end);
            literals.push(rest[begin..end].to_owned());
            (end + 1 + hashes).min(rest.len())
        } else if c == '"' {
            let (mut end, mut escaped) = (rest.len(), false);
            for (at, c) in rest.char_indices().skip(1) {
                match c {
                    _ if escaped => escaped = false,
                    '\\' => escaped = true,
                    '"' => {
                        end = at;
                        break;
                    }
                    _ => {}
                }
            }
            literals.push(rest[1..end].to_owned());
            (end + 1).min(rest.len())
        } else {
            c.len_utf8()
        };
        rest = &rest[skip..];
    }
    literals
}

/// How a name of several words may stand in source: as it is, or as an identifier.
fn spellings(name: &str) -> [String; 3] {
    let words: Vec<String> = (name.split(|c: char| !c.is_alphanumeric() && c != '\''))
        .filter(|word| !word.is_empty())
        .map(|word| word.replace('\'', ""))
        .collect();
    [name.to_owned(), words.join("_").to_lowercase(), words.concat()]
}

/// A name of several words may stand nowhere, not even in a comment. A name of one word is a word like any other ("Murder",
/// "Sleep"), so that it counts only in string literals, where a list of names would have to be; names that are subtypes too
/// (basic land types above all) are part of the rules.
#[test]
fn no_source_names_a_card() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    SOURCES.iter().for_each(|folder| sources(&root.join(folder), &mut files));
    assert!(files.len() > 50);
    let names = names();
    assert!(names.len() > 150);
    let (words, phrases): (Vec<&String>, Vec<&String>) =
        names.iter().partition(|name| name.chars().all(char::is_alphanumeric));
    let mut found = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("text");
        let literals = literals(&text);
        for name in &phrases {
            if spellings(name).iter().any(|spelling| stands_in(&text, spelling)) {
                found.push(format!("{}: {name}", file.display()));
            }
        }
        for name in words.iter().filter(|name| Subtype::from_name(name).is_none()) {
            if literals.iter().any(|literal| stands_in(literal, name)) {
                found.push(format!("{}: \"{name}\"", file.display()));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn literals_are_found() {
    let source = r###"fn f<'a>(x: &'a str) -> char { "one \" two"; r#"three "four""#; '"'; '\''; b"five" } // "six"
        /* "seven" */ r"eight" 'label: loop {} '\u{1F600}' "nine"#"###;
    let found = literals(source);
    assert_eq!(found, ["one \\\" two", "three \"four\"", "five", "eight", "nine"]);
    assert!(stands_in("a Big Bear.", "Big Bear") && !stands_in("Big Bears", "Big Bear"));
    assert_eq!(spellings("Urza's Big-Bear"), ["Urza's Big-Bear", "urzas_big_bear", "UrzasBigBear"]);
}
