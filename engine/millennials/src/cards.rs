//! Decks as lists of names.

use crate::pool::{Kind, Pool};

impl Pool {
    /// The cards of these names.
    ///
    /// # Errors
    /// The first name that is none.
    pub fn deck<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Result<Vec<Kind>, &'a str> {
        names.into_iter().map(|name| self.find(name).ok_or(name)).collect()
    }

    /// The names of cards.
    pub fn list(&self, deck: &[Kind]) -> Vec<String> {
        deck.iter().map(|kind| self.card(*kind).name.clone()).collect()
    }
}
