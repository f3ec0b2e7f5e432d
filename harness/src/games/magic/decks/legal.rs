//! Whether lists are legal in a format, as far as the card data tells.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use gauntlet_cards::types::Supertypes;
use gauntlet_core::suggest;
use gauntlet_magic::deck::{Catalog, Deck, Entry, Format, Formats, Standing, most_copies};
use serde::Deserialize;

use crate::error::Error;

/// What is known of a card's printings.
#[derive(Deserialize, Default, Debug)]
struct Printed {
    name: String,
    /// The codes of its sets, as our JSON Lines have them.
    #[serde(default)]
    sets: Vec<String>,
    /// The same in MTGJSON.
    #[serde(default)]
    printings: Vec<String>,
    #[serde(default)]
    rarity: Option<String>,
    /// Scryfall's: the format's name, and `legal`, `not_legal`, `banned` or `restricted`.
    #[serde(default)]
    legalities: BTreeMap<String, String>,
}

/// A format, and what is known of the printings of cards.
pub(super) struct Law {
    table: &'static Formats,
    format: &'static Format,
    sets: Option<BTreeSet<&'static str>>,
    printed: BTreeMap<String, Printed>,
}

/// Whether a list is legal.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Verdict {
    /// Why it isn't, a sentence for each reason.
    pub(super) broken: Vec<String>,
    /// Cards of which the data doesn't tell.
    pub(super) unknown: Vec<String>,
}

impl Verdict {
    /// Whether it is, if that is known.
    pub(super) fn legal(&self) -> Option<bool> {
        match (self.broken.is_empty(), self.unknown.is_empty()) {
            (false, _) => Some(false),
            (true, true) => Some(true),
            (true, false) => None,
        }
    }
}

impl Law {
    /// The format of this name; what is known of printings is read from those of the card files that are JSON Lines.
    ///
    /// # Errors
    /// If there is no such format, or a file can't be read.
    pub(super) fn new(name: &str, cards: &[PathBuf]) -> Result<Law, Error> {
        let table = Formats::table();
        let Some(format) = table.find(name) else {
            let names: Vec<&str> = table.names().collect();
            let advice = match suggest::nearest(name, names.iter().copied()) {
                Some(near) => format!("did you mean '{near}'?"),
                None => format!("there are {}", suggest::list(&names)),
            };
            return Err(Error::input(format!("there is no format '{name}'; {advice}")));
        };
        let mut printed = BTreeMap::new();
        for path in cards.iter().filter(|path| path.extension().is_some_and(|extension| extension == "jsonl")) {
            let text = std::fs::read_to_string(path).map_err(|cause| Error::Read { path: path.clone(), cause })?;
            // What isn't such a line is said when the cards are read.
            let cards = text.lines().filter_map(|line| serde_json::from_str::<Printed>(line).ok());
            printed.extend(cards.map(|card| (card.name.clone(), card)));
        }
        Ok(Law { table, format, sets: table.sets(format).map(Iterator::collect), printed })
    }

    /// The day as of which this is the format.
    pub(super) fn date(&self) -> &'static str {
        &self.table.date
    }

    /// The format's name.
    pub(super) fn name(&self) -> &'static str {
        &self.format.name
    }

    /// Whether a list is legal. Cards that aren't known at all are told elsewhere.
    pub(super) fn judge(&self, deck: &Deck, catalog: &Catalog<'_>) -> Verdict {
        let mut verdict = Verdict::default();
        let mut copies: BTreeMap<&str, u32> = BTreeMap::new();
        for entry in deck.main.iter().chain(&deck.sideboard).chain(&deck.commander).chain(&deck.companion) {
            if let Some(name) = catalog.find(&entry.name) {
                *copies.entry(name).or_default() += entry.count;
            }
        }
        let total = |entries: &[Entry]| entries.iter().map(|entry| entry.count).sum::<u32>();
        let (main, side, lead) = (total(&deck.main), total(&deck.sideboard), total(&deck.commander));
        let usual = if self.format.commander { 1 } else { 4 };
        let mut broken = |sentence: String| verdict.broken.push(sentence);
        match self.format.commander {
            // CR 903.5a, 903.5e.
            true if lead == 0 => broken("it has no commander".to_owned()),
            true if main + lead != 100 => broken(format!("it has {} cards and must have 100", main + lead)),
            true if side > 0 => broken(format!("it has a sideboard, of {side}")),
            true => {}
            false => {
                if lead > 0 {
                    broken("it has a commander".to_owned());
                }
                // CR 100.2a, 100.4a.
                if main < 60 {
                    broken(format!("it has {main} cards and must have 60"));
                }
                if side > 15 {
                    broken(format!("its sideboard has {side} cards and may have 15"));
                }
            }
        }
        for (name, count) in copies {
            let Some(source) = catalog.base().source(name) else { continue };
            let most = most_copies(source, usual);
            match self.table.standing(self.format, name) {
                Standing::Banned => broken(format!("{name} is banned")),
                Standing::Restricted if count > 1 => {
                    broken(format!("{name} is restricted: {count} copies, and there may be 1"))
                }
                _ if most.is_some_and(|most| count > most) => {
                    broken(format!("{count} copies of {name}, and there may be {}", most.unwrap_or(usual)));
                }
                _ if source.supertypes.contains(Supertypes::BASIC) => {}
                _ => match self.is_in(name) {
                    Some(true) => {}
                    Some(false) => broken(format!("{name} isn't in its sets")),
                    None => verdict.unknown.push(name.to_owned()),
                },
            }
        }
        verdict
    }

    /// Whether a card is in the format's sets, if the data tells.
    fn is_in(&self, name: &str) -> Option<bool> {
        if self.sets.is_none() && !self.format.commons {
            return Some(true);
        }
        let printed = self.printed.get(name)?;
        if let Some(word) = printed.legalities.get(&self.format.name) {
            return Some(word != "not_legal");
        }
        if self.format.commons {
            // Which rarity a card has in each of its sets the data doesn't say: a common is one.
            return printed.rarity.as_deref().filter(|rarity| *rarity == "common").map(|_| true);
        }
        let sets = self.sets.as_ref()?;
        let mut codes = printed.sets.iter().chain(&printed.printings).peekable();
        codes.peek()?;
        Some(codes.any(|code| sets.contains(code.to_uppercase().as_str())))
    }
}

/// The card files among paths: the files in folders, too.
pub(super) fn card_files(paths: &[PathBuf]) -> Vec<PathBuf> {
    let inside = |dir: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        files.sort();
        files
    };
    paths.iter().flat_map(|path| if path.is_dir() { inside(path) } else { vec![path.clone()] }).collect()
}
