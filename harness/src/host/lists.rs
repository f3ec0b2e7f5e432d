//! Decks as lists of cards by name, written down.

use serde::{Deserialize, Serialize};

/// A deck as files have it that say what was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeckList {
    /// Its name.
    pub name: String,
    /// Its cards in order, equal neighbours together: "4 Forest".
    pub cards: Vec<String>,
}

/// Cards in order as a [`DeckList`] has them.
pub fn runs(cards: &[String]) -> Vec<String> {
    let runs = cards.chunk_by(|one, other| one == other);
    runs.map(|run| format!("{} {}", run.len(), run[0])).collect()
}

/// How many there are of each card, in the order of the first of each: "4 Forest".
pub fn merged(cards: &[String]) -> Vec<(usize, &str)> {
    let mut all: Vec<(usize, &str)> = Vec::new();
    for card in cards {
        match all.iter_mut().find(|(_, name)| name == card) {
            Some((count, _)) => *count += 1,
            None => all.push((1, card)),
        }
    }
    all
}

/// Cards in order as [`runs`] wrote them; `None` if a line doesn't begin with a number from 1 to 1000.
pub fn unfold(cards: &[String]) -> Option<Vec<String>> {
    let mut all = Vec::new();
    for line in cards {
        let (count, name) = line.split_once(' ')?;
        let count = count.parse().ok().filter(|count| (1..=1000).contains(count))?;
        all.extend(std::iter::repeat_n(name.to_owned(), count));
    }
    Some(all)
}
