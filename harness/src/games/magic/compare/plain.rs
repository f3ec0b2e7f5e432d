//! Texts as plain words, so that they can be compared: lower case, single spaces, `~` for the card itself.

use std::collections::BTreeSet;

/// What a card calls itself, beside its name: "this creature".
const KINDS: [&str; 19] = [
    "creature",
    "artifact",
    "enchantment",
    "land",
    "permanent",
    "equipment",
    "aura",
    "vehicle",
    "spell",
    "card",
    "token",
    "saga",
    "class",
    "planeswalker",
    "siege",
    "battle",
    "room",
    "spacecraft",
    "mount",
];

/// Lower-case words with single spaces around each, `~` for the names and for "this creature".
pub(super) fn plain(text: &str, names: &[String]) -> String {
    let mut text = text.replace('\u{2019}', "'").replace("--", " ");
    for name in names {
        text = text.replace(name.as_str(), "~");
    }
    let spaced: String =
        text.to_lowercase().chars().map(|c| if ".,;:\"“”•—()[]*".contains(c) { ' ' } else { c }).collect();
    let mut words: Vec<&str> = Vec::new();
    for word in spaced.split_whitespace() {
        match words.last_mut() {
            Some(this) if *this == "this" && KINDS.contains(&word) => *this = "~",
            _ => words.push(word),
        }
    }
    format!(" {} ", words.join(" "))
}

/// The text but for what stands in parentheses.
pub(super) fn without_reminders(text: &str) -> String {
    let mut depth = 0_u32;
    let mut kept = String::new();
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            c if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    kept
}

/// A line without the ability word or the name of a mode before it, which mean nothing: "Landfall — ", "• Search the Body — ".
pub(super) fn without_label(line: &str) -> &str {
    match line.split_once(" — ") {
        Some((label, rest))
            if !rest.is_empty()
                && !label.contains([':', '{'])
                && !label.starts_with("When")
                && label.split_whitespace().count() <= 6 =>
        {
            rest
        }
        _ => line,
    }
}

/// How often any of the phrases stands in a plain text.
pub(super) fn count(text: &str, phrases: &[&str]) -> usize {
    phrases.iter().map(|phrase| text.matches(&format!(" {phrase} ")).count()).sum()
}

/// The numbers from 2 on, in digits, as words, or as that many equal mana symbols. What only says between which numbers, or that two
/// things come in two piles, is no number of its own.
pub(super) fn numbers(text: &str) -> BTreeSet<u32> {
    const WORDS: [(&str, u32); 19] = [
        ("two", 2),
        ("twice", 2),
        ("second", 2),
        ("three", 3),
        ("third", 3),
        ("four", 4),
        ("fourth", 4),
        ("five", 5),
        ("fifth", 5),
        ("six", 6),
        ("seven", 7),
        ("eight", 8),
        ("nine", 9),
        ("ten", 10),
        ("eleven", 11),
        ("twelve", 12),
        ("thirteen", 13),
        ("fifteen", 15),
        ("twenty", 20),
    ];
    let text = text
        .replace(" one or two ", " one ")
        .replace(" one two or three ", " three ")
        .replace(" two piles ", " piles ");
    let mut found = BTreeSet::new();
    for word in text.split_whitespace() {
        found.extend(WORDS.iter().filter(|row| row.0 == word).map(|row| row.1));
        let digits = word.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse::<u32>().ok());
        found.extend(digits.filter(|number| *number > 1));
        found.extend(equal_symbols(word));
    }
    found
}

/// How many equal symbols stand side by side: 3 and 2 in "{r}{r}{r}{g}{g}".
fn equal_symbols(word: &str) -> Vec<u32> {
    let symbols: Vec<&str> = word.split_inclusive('}').collect();
    let runs = symbols.chunk_by(|a, b| a == b).filter(|run| run.len() > 1 && run[0].starts_with('{'));
    runs.map(|run| u32::try_from(run.len()).unwrap_or(u32::MAX)).collect()
}
