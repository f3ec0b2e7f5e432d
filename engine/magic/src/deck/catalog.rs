//! The cards that decks can be made of, by their names as people write them.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

use gauntlet_cards::card::{CardId, Pool};
use gauntlet_cards::text::{CardBase, Diagnostic, ReadCard};
use gauntlet_core::suggest;

use super::name::{front, key};

/// A card base, with what was wrong with its files, and ways to find cards by names that are not written exactly like theirs.
pub struct Catalog<'a> {
    base: &'a CardBase,
    broken: &'a [Diagnostic],
    /// The names by their keys, and by the keys of their front faces. Most names are exact and don't need it.
    by_key: OnceCell<BTreeMap<String, &'a str>>,
    /// The cards that were read, by name, and why others can't be.
    read: RefCell<BTreeMap<String, Result<ReadCard, Vec<Diagnostic>>>>,
    /// What unknown names are most like.
    near: RefCell<BTreeMap<String, Option<&'a str>>>,
}

impl<'a> Catalog<'a> {
    /// The catalog of `base`; `broken` is what [`CardBase::load`] had to say about its files.
    pub fn new(base: &'a CardBase, broken: &'a [Diagnostic]) -> Catalog<'a> {
        Catalog { base, broken, by_key: OnceCell::new(), read: RefCell::default(), near: RefCell::default() }
    }

    /// The base.
    pub fn base(&self) -> &'a CardBase {
        self.base
    }

    /// Compiles a card into a pool, or finds it there; a card that is named by one of its faces as a whole. What has been read is kept.
    ///
    /// # Errors
    /// Why it can't be compiled.
    pub fn compile(&self, name: &str, pool: &mut Pool) -> Result<CardId, Vec<Diagnostic>> {
        let whole = self.base.source(name).map_or(name, |source| &source.name);
        let mut read = self.read.borrow_mut();
        if !read.contains_key(whole) {
            read.insert(whole.to_owned(), self.base.read(whole));
        }
        read[whole].as_ref().map_err(Clone::clone)?.add_to(pool)
    }

    /// The cards that were compiled, as they were read: to compile them into other pools is little work.
    pub fn into_read(self) -> BTreeMap<String, ReadCard> {
        self.read.into_inner().into_iter().filter_map(|(name, card)| Some((name, card.ok()?))).collect()
    }

    /// The card that `name` means: letter case, accents, the shape of apostrophes and the spaces around slashes don't
    /// matter, and of a card with several faces one is enough.
    pub fn find(&self, name: &str) -> Option<&'a str> {
        // A card whose definition can't be read isn't another of its name, from an archive.
        if !self.broken.is_empty() && self.base.own(name).is_none() && !self.broken(name).is_empty() {
            return None;
        }
        if let Some(card) = self.base.source(name) {
            return Some(&card.name);
        }
        let by_key = self.by_key.get_or_init(|| {
            // Of several meanings of a name the last one that is put in counts: a card's before a front's before another face's.
            let faces = self.base.own_names().filter_map(|name| self.base.own(name));
            let faces = faces.flat_map(|card| card.faces.iter().map(move |face| (key(&face.name), card.name.as_str())));
            let mut by_key: BTreeMap<String, &str> = faces.collect();
            by_key.extend(self.base.names().map(|name| (front(&key(name)).to_owned(), name)));
            by_key.extend(self.base.names().map(|name| (key(name), name)));
            by_key
        });
        let key = key(name);
        by_key.get(&key).or_else(|| by_key.get(front(&key))).copied()
    }

    /// The card whose name `name` most likely misspells.
    pub fn nearest(&self, name: &str) -> Option<&'a str> {
        let mut near = self.near.borrow_mut();
        *near.entry(name.to_owned()).or_insert_with(|| suggest::nearest(name, self.base.names()))
    }

    /// What is wrong with the card of that name in its file.
    pub fn broken(&self, name: &str) -> Vec<Diagnostic> {
        let wanted = key(name);
        let about = |card: &str| key(card) == wanted;
        self.broken.iter().filter(|diagnostic| diagnostic.card.as_deref().is_some_and(about)).cloned().collect()
    }
}
