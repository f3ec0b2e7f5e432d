//! What card data says of a card beside what is printed on it.

/// What card data says of a card beside what is printed on it. Games don't depend on any of it, nor does a card's fingerprint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// What kind of card it is, as the data says it: `card` for those of normal play; empty if nothing is said.
    pub kind: String,
    /// What the data knows it by: Scryfall's `oracle_id`; empty if nothing is said.
    pub id: String,
    /// The codes of the sets that it was printed in.
    pub sets: Vec<String>,
    /// Where it is legal: formats and what the data says of them, both in small letters. Formats that nothing is said of aren't there.
    pub legalities: Vec<(String, String)>,
}

impl Facts {
    /// What the data says of the card in a format, in small letters: `legal`, `banned`, ….
    pub fn legality(&self, format: &str) -> Option<&str> {
        self.legalities.iter().find(|row| row.0 == format).map(|row| row.1.as_str())
    }

    /// Returns whether decks of a format may have the card; `None` if the data says nothing of that format.
    pub fn is_legal(&self, format: &str) -> Option<bool> {
        self.legality(format).map(|legality| matches!(legality, "legal" | "restricted"))
    }

    /// Returns whether the data says that the card is one of normal play, or says nothing.
    pub fn is_card(&self) -> bool {
        matches!(self.kind.as_str(), "" | "card")
    }
}
