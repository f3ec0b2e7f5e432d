//! Decklists, in the ways people write and sites export them.
//!
//! A line is a count and a card's name: `4 Card Name`, `4x Card Name`, `SB: 2 Card Name`. What sites add to the
//! name is passed over: printings (`(M11) 146`, `[M11]`, `<extended>`), finishes (`*F*`, `(F)`), tags (`#burn`, `^Have^`).
//!
//! | heading | what follows |
//! |---|---|
//! | `Deck`, `Main`, `Maindeck`, `Mainboard` | the main deck |
//! | `Sideboard`, `Side`, `SB` | the sideboard |
//! | `Maybeboard`, `Maybe`, `Considering`, `Tokens` | no part of the deck: passed over, card names unchecked |
//! | `Commander`, `Companion` | refused when the deck is resolved: playing without would be another game |
//! | `Plan NAME`, `Plan NAME on the play`, `Plan *` | what is exchanged with the sideboard against the deck NAME (`on the draw`, `*`: any other): lines `-2 Card Name`, `+2 Card Name` |
//! | `About` | Arena's heading before `Name …`, which is the deck's name |
//! | `Creatures`, `Lands (20)`, … | the same as before: a group |
//!
//! A heading may end in a colon or a count in brackets, and the first five also stand behind a comment sign (`// Sideboard`,
//! `# sideboard`) but for `Tokens`, which is a comment there. `# Name: …` says the deck's name. Every other line that begins with `//` or
//! `#` is a comment.
//!
//! Blank lines mean nothing. A list that would make sense only if one meant "sideboard" (sixty cards, a blank line, fifteen
//! cards, no heading) is refused instead of being played as a deck of seventy-five.

mod catalog;
mod line;
mod name;
mod problem;
mod resolve;

use std::path::{Path, PathBuf};

pub use catalog::Catalog;
use line::{Line, Section};
pub use problem::{DeckError, Problem, ProblemKind};
pub use resolve::{Construction, Exchanged, Playable};

/// A decklist as it was read: names, not cards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deck {
    /// What the list says that it is called, or the name of the file without its extension.
    pub name: String,
    /// The file.
    pub file: PathBuf,
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
    /// Reads a decklist from a file.
    ///
    /// # Errors
    /// If the file can't be read or is not text. Lines that make no sense are no error yet: see [`Deck::problems`].
    pub fn read(file: &Path) -> Result<Deck, DeckError> {
        let fail = |line, kind| DeckError { file: file.to_owned(), problems: vec![Problem { line, column: 0, kind }] };
        let bytes =
            std::fs::read(file).map_err(|cause| fail(0, ProblemKind::Unreadable { cause: cause.to_string() }))?;
        match std::str::from_utf8(&bytes) {
            Ok(text) => Ok(Deck::parse(file, text)),
            Err(error) => {
                let before = &bytes[..error.valid_up_to()];
                let line = 1 + before.iter().filter(|byte| **byte == b'\n').count() as u32;
                Err(fail(line, ProblemKind::NotUtf8))
            }
        }
    }

    /// Reads the text of a decklist; `file` gives it its name.
    pub fn parse(file: &Path, text: &str) -> Deck {
        let stem = file.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
        let mut deck = Deck { name: presentable(&stem), file: file.to_owned(), ..Deck::default() };
        let mut section = Section::Main;
        let mut blocks = Blocks::default();
        for (number, raw) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            match Line::parse(raw, section) {
                Line::Nothing => {}
                Line::Title(title) => {
                    let title = presentable(&title);
                    if !title.is_empty() {
                        deck.name = title;
                    }
                }
                Line::Blank => blocks.ended = true,
                Line::Heading(heading) => {
                    section = heading;
                    blocks.marked = true;
                }
                Line::Plan { opponent, on_the_play } => {
                    section = Section::Plan;
                    blocks.marked = true;
                    deck.plans.push(Plan { opponent, on_the_play, line: number, ..Plan::default() });
                }
                Line::Exchange { into, count, name, column } => {
                    let entry = Entry { count, name, line: number, column };
                    if let Some(plan) = deck.plans.last_mut() {
                        if into { plan.into.push(entry) } else { plan.out.push(entry) }
                    }
                }
                Line::Card { section: own, count, name, column } => {
                    blocks.marked |= own.is_some();
                    blocks.add(count);
                    let entry = Entry { count, name, line: number, column };
                    match own.unwrap_or(section) {
                        Section::Main | Section::About => deck.main.push(entry),
                        Section::Sideboard => deck.sideboard.push(entry),
                        Section::Commander => deck.commander.push(entry),
                        Section::Companion => deck.companion.push(entry),
                        Section::Aside | Section::Plan => {}
                    }
                }
                Line::Problem { column, kind } => deck.problems.push(Problem { line: number, column, kind }),
            }
        }
        if let Some(kind) = blocks.unmarked_sideboard() {
            deck.problems.push(Problem { line: 0, column: 0, kind });
        }
        deck
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

fn total(entries: &[Entry]) -> u32 {
    entries.iter().fold(0, |sum, entry| sum.saturating_add(entry.count))
}

/// Cards between blank lines, to find a sideboard that is set off by nothing else.
#[derive(Default)]
struct Blocks {
    /// Whether anything else tells main deck and sideboard apart.
    marked: bool,
    /// Whether a blank line followed the last card.
    ended: bool,
    /// Cards in the blocks before the last one.
    before: u32,
    /// Cards in the last block.
    last: u32,
}

impl Blocks {
    fn add(&mut self, count: u32) {
        if std::mem::take(&mut self.ended) {
            self.before = self.before.saturating_add(std::mem::take(&mut self.last));
        }
        self.last = self.last.saturating_add(count);
    }

    fn unmarked_sideboard(&self) -> Option<ProblemKind> {
        (!self.marked && self.before == 60 && self.last == 15).then_some(ProblemKind::UnmarkedSideboard)
    }
}
