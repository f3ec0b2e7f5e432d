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
mod name;
mod note;
mod problem;
mod resolve;
mod table;
mod write;
mod xml;

use std::path::{Path, PathBuf};

pub use catalog::Catalog;
use encoding::Encoding;
pub use formats::{Format, Formats, Standing};
use line::Section;
pub use note::Note;
pub use problem::{DeckError, Problem, ProblemKind};
pub use resolve::{Construction, Exchanged, Playable, Sideboards, most_copies};
pub use write::Notation;

/// A decklist as it was read: names, not cards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deck {
    /// What the list says that it is called, or the name of the file without its extension.
    pub name: String,
    /// The file.
    pub file: PathBuf,
    /// The format that the list says that it is of, in small letters.
    pub format: Option<String>,
    /// The main deck, in the order of the list.
    pub main: Vec<Entry>,
    /// The sideboard.
    pub sideboard: Vec<Entry>,
    /// What is exchanged with the sideboard between the games of a match (CR 100.4), against whom.
    pub plans: Vec<Plan>,
    /// What is listed as a commander.
    pub commander: Vec<Entry>,
    /// What is listed as a companion.
    pub companion: Vec<Entry>,
    /// Lines that can't be read, and what is wrong with the list as a whole. [`Deck::resolve`] reports them with the rest.
    pub problems: Vec<Problem>,
    /// What was made of the list and isn't plain to see.
    pub notes: Vec<Note>,
    /// The line where the list begins, if the file has several; 0 if it is the whole file.
    pub line: u32,
}

/// What is exchanged with the sideboard against an opponent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// The name of the opponent's deck; `*` for any that has no plan of its own.
    pub opponent: String,
    /// Whether it is for games in which this deck takes the first turn, or for those in which it doesn't; `None` for all.
    pub on_the_play: Option<bool>,
    /// What leaves the main deck.
    pub out: Vec<Entry>,
    /// What comes in from the sideboard.
    pub into: Vec<Entry>,
    /// The line of its heading, from 1.
    pub line: u32,
}

/// A line of a decklist.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Entry {
    /// How many.
    pub count: u32,
    /// The card's name as it is written there, but for apostrophes and quotation marks, which are made straight.
    pub name: String,
    /// The line, from 1.
    pub line: u32,
    /// The column of the name, from 1, in characters.
    pub column: u32,
}

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

    /// A list of no cards, called as the file is.
    fn of_file(file: &Path) -> Deck {
        let stem = file.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
        Deck { name: presentable(&stem), file: file.to_owned(), ..Deck::default() }
    }

    fn set_title(&mut self, title: &str) {
        let title = presentable(title);
        if !title.is_empty() {
            self.name = title;
        }
    }

    fn set_format(&mut self, format: &str) {
        self.format = Some(format.trim().to_lowercase()).filter(|format| !format.is_empty());
    }

    fn problem(&mut self, line: u32, column: u32, kind: ProblemKind) {
        self.problems.push(Problem { line, column, kind });
    }

    fn put(&mut self, section: Section, entry: Entry) {
        match section {
            Section::Main | Section::About => self.main.push(entry),
            Section::Sideboard => self.sideboard.push(entry),
            Section::Commander => self.commander.push(entry),
            Section::Companion => self.companion.push(entry),
            Section::Aside => match self.notes.iter_mut().find_map(Note::aside) {
                Some(cards) => *cards = cards.saturating_add(entry.count),
                None => self.notes.push(Note::Aside { cards: entry.count }),
            },
            Section::Plan => {}
        }
    }

    fn put_or_report(&mut self, section: Section, entry: Result<Entry, Problem>) {
        match entry {
            Ok(entry) => self.put(section, entry),
            // What isn't part of the deck may be anything.
            Err(_) if section == Section::Aside => {}
            Err(problem) => self.problems.push(problem),
        }
    }

    /// What is known of the list only when it was read whole.
    fn settle(&mut self) {
        // Programs without a place for commanders put them into the sideboard: a hundred cards with them, all different but for lands.
        let aside = total(&self.sideboard);
        if self.commander.is_empty() && matches!(aside, 1 | 2) && self.size() + aside == COMMANDER_SIZE {
            self.commander = std::mem::take(&mut self.sideboard);
            let names = self.commander.iter().map(|entry| entry.name.clone()).collect();
            self.notes.push(Note::CommanderFromSideboard { names });
        }
    }

    /// The number of cards in the main deck.
    pub fn size(&self) -> u32 {
        total(&self.main)
    }
}

/// The longest name of a deck, in characters.
const LONGEST_NAME: usize = 100;

/// A name as tables and terminals can show it: on one line, without what would be a command to a terminal.
fn presentable(name: &str) -> String {
    let shown: String = name.trim().chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    shown.trim().to_owned()
}

/// The number of cards of a Commander deck, its commanders included (CR 903.5a).
const COMMANDER_SIZE: u32 = 100;

fn total(entries: &[Entry]) -> u32 {
    entries.iter().fold(0, |sum, entry| sum.saturating_add(entry.count))
}
