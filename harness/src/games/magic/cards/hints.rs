//! "Did you mean": the closest phrasing that is supported.

use std::collections::BTreeSet;

use gauntlet_cards::text::next::{Next, next};
use gauntlet_cards::text::{CardBase, CardSource, Diagnostic, DiagnosticKind};
use gauntlet_core::suggest;

use crate::games::magic::library::load_cards;
use crate::host::shipped;

/// The most words that are listed as what could follow.
const MOST_WORDS: usize = 6;
/// That many texts that aren't understood get a hint: whoever checks a pool of cards doesn't read them.
const MOST_HINTS: usize = 200;

/// Adds what was probably meant to texts that aren't understood.
pub(super) fn add(base: &CardBase, found: &mut [Diagnostic]) {
    if found.iter().any(|diagnostic| diagnostic.kind == DiagnosticKind::Unread) {
        add_with(base, found, &known(base));
    }
}

/// As [`add`], with the phrases that are supported.
pub(in crate::games::magic) fn add_with(base: &CardBase, found: &mut [Diagnostic], phrases: &BTreeSet<String>) {
    let unread =
        found.iter_mut().filter(|diagnostic| diagnostic.kind == DiagnosticKind::Unread && diagnostic.hint.is_none());
    for diagnostic in unread.take(MOST_HINTS) {
        let Some(card) = diagnostic.card.as_deref().and_then(|name| face(base, name)) else { continue };
        let Some(text) = paragraph(card, diagnostic) else { continue };
        diagnostic.hint = hint(card, &text, phrases);
    }
}

/// The card or face with a name.
fn face<'a>(base: &'a CardBase, name: &str) -> Option<&'a CardSource> {
    let card = base.source(name)?;
    std::iter::once(card).chain(&card.faces).find(|face| face.name == name).or(Some(card))
}

/// The paragraph that a diagnostic is about.
fn paragraph(card: &CardSource, diagnostic: &Diagnostic) -> Option<String> {
    let own = card.lines.iter().find(|line| diagnostic.source.ends_with(line.2.as_str()) && !line.2.is_empty());
    own.map(|line| line.2.clone()).or_else(|| Some(diagnostic.source.clone()).filter(|source| !source.is_empty()))
}

/// What was probably meant by a text that isn't understood.
pub(super) fn hint(card: &CardSource, text: &str, phrases: &BTreeSet<String>) -> Option<String> {
    let read = next(card, text);
    if read.is_whole {
        return None;
    }
    if let Some(better) = respelled(card, &read) {
        return Some(format!("did you mean `{better}`?"));
    }
    if let Some(near) = nearest(&read.text, phrases) {
        return Some(format!("the closest phrasing that is supported: `{near}`"));
    }
    let words: Vec<&str> =
        read.words.iter().map(String::as_str).filter(|word| word.starts_with(char::is_alphabetic)).collect();
    match words.len() {
        0 => None,
        count if count <= MOST_WORDS => Some(format!("here it could go on with {}", suggest::list(&words))),
        _ => None,
    }
}

/// The text with the word from which it isn't understood spelled as one that would be read there, if more of it is understood then.
fn respelled(card: &CardSource, read: &Next) -> Option<String> {
    let mut text = read.clone();
    // Several words may be misspelled.
    for _ in 0..3 {
        let word = text.text.get(text.place..text.end).filter(|word| word.len() > 2)?;
        let near = suggest::nearest(word, text.words.iter().map(String::as_str).filter(|other| *other != word))?;
        let begins = word.starts_with(char::is_uppercase);
        let mut letters = near.chars();
        let near = match letters.next() {
            Some(first) if begins => first.to_uppercase().chain(letters).collect(),
            _ => near.to_owned(),
        };
        let better = format!("{}{near}{}", &text.text[..text.place], &text.text[text.end..]);
        let after = next(card, &better);
        if after.is_whole {
            return Some(after.text);
        }
        if after.place <= text.place {
            return None;
        }
        text = after;
    }
    None
}

/// Paragraphs that compile: those of the shipped cards, and of the cards that are checked.
pub(in crate::games::magic) fn known(base: &CardBase) -> BTreeSet<String> {
    let (shipped, _) = load_cards(&[shipped::folder("cards")]);
    let mut phrases = BTreeSet::new();
    for base in [&shipped, base] {
        for name in base.own_names().take(5000) {
            if base.check_card(name).is_ok() {
                phrases.extend(base.paragraphs(name, true).into_iter().map(|row| row.0));
            }
        }
    }
    phrases
}

/// The phrase with the fewest other words, if no more than a third of the words differ.
fn nearest<'a>(text: &str, phrases: &'a BTreeSet<String>) -> Option<&'a str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let near = phrases.iter().map(|phrase| (distance(&words, &phrase.split_whitespace().collect::<Vec<_>>()), phrase));
    near.min_by_key(|row| row.0).filter(|row| row.0 <= (words.len() / 3).max(1)).map(|row| row.1.as_str())
}

/// How many words must be put in, left out or replaced to make one of the other.
fn distance(a: &[&str], b: &[&str]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, word) in a.iter().enumerate() {
        let mut left_above = std::mem::replace(&mut row[0], i + 1);
        for (j, other) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = (left_above + usize::from(word != other)).min(above + 1).min(row[j] + 1);
            left_above = above;
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint_for(text: &str) -> Option<String> {
        let mut base = CardBase::new();
        assert_eq!(base.add_text("a", &format!("name Riddle\ntype Instant\ntext {text}\n")), []);
        let card = base.source("Riddle").expect("it is there");
        hint(card, text, &BTreeSet::from(["Destroy target creature.".to_owned()]))
    }

    #[test]
    fn the_closest_phrasing_is_said() {
        assert_eq!(hint_for("Destory target creature."), Some("did you mean `Destroy target creature.`?".to_owned()));
        assert_eq!(hint_for("Destroy traget creature."), Some("did you mean `Destroy target creature.`?".to_owned()));
        assert_eq!(
            hint_for("Obliterate target creature."),
            Some("the closest phrasing that is supported: `Destroy target creature.`".to_owned())
        );
        assert_eq!(hint_for("Destroy target creature."), None);
        assert_eq!(distance(&["a", "b"], &["a", "c", "b"]), 1);
    }
}
