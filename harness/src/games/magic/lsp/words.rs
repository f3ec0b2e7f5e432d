//! The words that go on from a place in a card file.

use gauntlet_cards::card::Layout;
use gauntlet_cards::text::CardSource;
use gauntlet_cards::text::next::next;
use gauntlet_cards::types::{CardTypes, Supertypes};

/// The keys of card files, as a card usually has them.
const KEYS: [&str; 11] =
    ["name", "cost", "color", "super", "type", "pt", "loyalty", "defense", "text", "layout", "face"];

/// The words that go on from the beginning of a line of a card, the last of which may not be finished.
pub(super) fn after(before: &str, card: &CardSource) -> Vec<String> {
    let Some((key, value)) = before.split_once(' ') else { return begun(&KEYS, before) };
    let (whole, part) = value.rsplit_once(' ').map_or(("", value), |(whole, part)| (whole, part));
    match key {
        "super" => begun(&Supertypes::TABLE.map(|row| row.1), part),
        "type" if whole.is_empty() => begun(&CardTypes::TABLE.map(|row| row.1), part),
        "layout" => begun(&Layout::TABLE.map(|row| row.1), part),
        "text" => {
            let read = next(card, whole);
            // A beginning that isn't understood has no words that go on.
            if read.place < read.text.len() {
                return Vec::new();
            }
            let begins = whole.is_empty() || whole.ends_with(['.', ':', '—', '"']);
            let words = read.words.iter().filter(|word| !["'s", "'", "”"].contains(&word.as_str()));
            let shown = words.map(|word| if begins { capital(word) } else { word.clone() });
            shown.filter(|word| word.starts_with(part)).collect()
        }
        _ => Vec::new(),
    }
}

fn begun(words: &[&str], part: &str) -> Vec<String> {
    words
        .iter()
        .filter(|word| word.to_lowercase().starts_with(&part.to_lowercase()))
        .map(|word| (*word).to_owned())
        .collect()
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
