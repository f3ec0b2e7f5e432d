//! Decklists, in the ways people write them and programs and sites export them. What a file is follows from its contents, not from its name.
//!
//! | contents | written by | read in |
//! |---|---|---|
//! | lines of text | people; Arena, Magic Online (`.txt`), Moxfield, Archidekt, MTGGoldfish, Forge and XMage (`.dck`), Apprentice (`.dec`), Magic Workstation (`.mwDeck`) | `deck/lines.rs`, `deck/line.rs` |
//! | XML | Cockatrice (`.cod`), Magic Online (`.dek`) | `deck/xml.rs` |
//! | a table | Moxfield, Archidekt, Deckbox, TappedOut, ManaBox, TCGplayer, Magic Online (`.csv`) | `deck/table.rs` |
//! | JSON | programs | `deck/json.rs` |
//!
//! A line of text is a count and a card's name: `4 Card Name`, `4x Card Name`, `4 x Card Name`, `x4 Card Name`, `Card Name x4`,
//! `SB: 2 Card Name`. What sites add before or behind the
//! name is passed over: printings (`[M11]`, `[M11:146]`, `(M11) 146`, `|M11|1`, `<extended>`), finishes (`*F*`, `(F)`, `(foil)`), prices
//! (`$3.50`, `0.02 tix`), tags (`#burn`, `^Have^`).
//!
//! | heading | what follows |
//! |---|---|
//! | `Deck`, `Main`, `Maindeck`, `Mainboard` | the main deck |
//! | `Sideboard`, `Side`, `SB` | the sideboard |
//! | `Maybeboard`, `Maybe`, `Considering`, `Tokens`, `Planes`, … | no part of the deck: passed over, card names unchecked, and said so ([`Note::Aside`]) |
//! | `Commander`, `Companion` | what leads the deck; a companion is refused when the deck is resolved: playing without would be another game |
//! | `Plan NAME`, `Plan NAME on the play`, `Plan *` | what is exchanged with the sideboard against the deck NAME (`on the draw`, `*`: any other): lines `-2 Card Name`, `+2 Card Name` |
//! | `About`, `metadata`, `general` | the deck's name: `Name …`, `Name=…` |
//! | `Creatures`, `Lands (20)`, … | the same as before: a group |
//!
//! A heading may end in a colon or a count in brackets or be in square brackets, and the first five also stand behind a comment sign
//! (`// Sideboard`, `# sideboard`) but for `Tokens`, which is a comment there. `# Name: …` and `NAME: …` say the deck's name. Every other
//! line that begins with `//` or `#` is a comment.
//!
//! Blank lines mean nothing where headings or `SB:` say what is what. Where nothing does, up to fifteen cards behind the last blank line of a
//! list are the sideboard if there are exactly sixty before, or at least sixty in one block ([`Note::BlankLine`]).

mod catalog;
mod encoding;
mod formats;
pub mod identity;
mod json;
mod line;
mod lines;
mod list;
mod name;
mod note;
mod problem;
mod resolve;
mod table;
mod write;
mod xml;

use std::path::Path;

pub use catalog::Catalog;
use encoding::Encoding;
pub use formats::{Format, Formats, Standing};
pub use list::{Deck, Entry, Plan};
pub use note::Note;
pub use problem::{DeckError, Problem, ProblemKind};
pub use resolve::{Construction, Exchanged, Playable, Sideboards, most_copies};
pub use write::Notation;

impl Deck {
    /// Reads a decklist from a file, in whatever format it is.
    ///
    /// # Errors
    /// If the file can't be read, is no text, or has several lists. Lines that make no sense aren't errors yet: see [`Deck::problems`].
    pub fn read(file: &Path) -> Result<Deck, DeckError> {
        let mut decks = Deck::read_all(file)?;
        match (decks.pop(), decks.len()) {
            (Some(deck), 0) => Ok(deck),
            (_, others) => Err(DeckError::of_file(file, ProblemKind::ManyLists { lists: others + 1 })),
        }
    }

    /// Reads all decklists of a file: several if it is JSON, else one.
    ///
    /// # Errors
    /// As [`Deck::read`].
    pub fn read_all(file: &Path) -> Result<Vec<Deck>, DeckError> {
        let unreadable = |cause: std::io::Error| ProblemKind::Unreadable { cause: cause.to_string() };
        let bytes = std::fs::read(file).map_err(|cause| DeckError::of_file(file, unreadable(cause)))?;
        Deck::from_bytes(file, &bytes)
    }

    /// The decklists that the contents of a file are; `file` gives them their name.
    ///
    /// # Errors
    /// If it isn't a text, or no list at all.
    pub fn from_bytes(file: &Path, bytes: &[u8]) -> Result<Vec<Deck>, DeckError> {
        let not_text = || {
            let found = "it isn't text".to_owned();
            DeckError::of_file(file, ProblemKind::NotADecklist { found })
        };
        let (text, encoding) = encoding::decode(bytes).ok_or_else(not_text)?;
        // Old Macs end lines with a carriage return alone.
        let text = match text.contains('\r') && !text.contains('\n') {
            true => text.replace('\r', "\n").into(),
            false => text,
        };
        let mut decks = if text.trim_start().starts_with('{') || text.trim_start().starts_with("[{") {
            json::read(file, &text)?
        } else {
            vec![Deck::parse(file, &text)]
        };
        if encoding == Encoding::Windows {
            decks.iter_mut().for_each(|deck| deck.notes.push(Note::Windows));
        }
        Ok(decks)
    }

    /// Reads the text of a decklist; `file` gives it its name.
    pub fn parse(file: &Path, text: &str) -> Deck {
        let mut deck = Deck::of_file(file);
        let text = text.trim_start_matches('\u{feff}');
        if text.trim_start().starts_with('<') {
            xml::read(&mut deck, text);
        } else if let Some(delimiter) = table::delimiter(text) {
            table::read(&mut deck, text, delimiter);
        } else {
            lines::read(&mut deck, text);
        }
        deck.settle();
        deck
    }
}
