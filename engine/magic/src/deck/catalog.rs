//! The cards that decks can be made of, by their names as people write them.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use gauntlet_core::suggest;

use super::name::{front, key};
use crate::text::{CardBase, Diagnostic};

/// A card base, with what was wrong with its files, and ways to find cards by names that are not written exactly so.
pub struct Catalog<'a> {
    base: &'a CardBase,
    broken: &'a [Diagnostic],
    /// The names by their keys, and by the keys of their front faces. Most names are exact and don't need it.
    by_key: OnceCell<BTreeMap<String, &'a str>>,
}

impl<'a> Catalog<'a> {
    /// The catalog of `base`; `broken` is what [`CardBase::load`] had to say about its files.
    pub fn new(base: &'a CardBase, broken: &'a [Diagnostic]) -> Catalog<'a> {
        Catalog { base, broken, by_key: OnceCell::new() }
    }

    /// The base.
    pub fn base(&self) -> &'a CardBase {
        self.base
    }

    /// The card that `name` means: letter case, accents, the shape of apostrophes and the spaces around slashes don't
    /// matter, and of a card with two faces the first is enough.
    pub fn find(&self, name: &str) -> Option<&'a str> {
        if let Some(card) = self.base.source(name) {
            return Some(&card.name);
        }
        let by_key = self.by_key.get_or_init(|| {
            let fronts = self.base.names().map(|name| (front(&key(name)).to_owned(), name));
            let mut by_key: BTreeMap<String, &str> = fronts.collect();
            by_key.extend(self.base.names().map(|name| (key(name), name)));
            by_key
        });
        let key = key(name);
        by_key.get(&key).or_else(|| by_key.get(front(&key))).copied()
    }

    /// The card whose name `name` most likely misspells.
    pub fn nearest(&self, name: &str) -> Option<&'a str> {
        suggest::nearest(name, self.base.names())
    }

    /// What is wrong with the card of that name in its file.
    pub fn broken(&self, name: &str) -> Vec<Diagnostic> {
        let wanted = key(name);
        let about = |card: &str| key(card) == wanted;
        self.broken.iter().filter(|diagnostic| diagnostic.card.as_deref().is_some_and(about)).cloned().collect()
    }
}
