//! A decklist as data: what was read of it, and how it grows while it is read.

use std::path::{Path, PathBuf};

use super::line::Section;
use super::note::Note;
use super::problem::{Problem, ProblemKind};

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
    /// A list of no cards, called as the file is.
    pub(super) fn of_file(file: &Path) -> Deck {
        let stem = file.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
        Deck { name: presentable(&stem), file: file.to_owned(), ..Deck::default() }
    }

    pub(super) fn set_title(&mut self, title: &str) {
        let title = presentable(title);
        if !title.is_empty() {
            self.name = title;
        }
    }

    pub(super) fn set_format(&mut self, format: &str) {
        self.format = Some(format.trim().to_lowercase()).filter(|format| !format.is_empty());
    }

    pub(super) fn problem(&mut self, line: u32, column: u32, kind: ProblemKind) {
        self.problems.push(Problem { line, column, kind });
    }

    pub(super) fn put(&mut self, section: Section, entry: Entry) {
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

    pub(super) fn put_or_report(&mut self, section: Section, entry: Result<Entry, Problem>) {
        match entry {
            Ok(entry) => self.put(section, entry),
            // What isn't part of the deck may be anything.
            Err(_) if section == Section::Aside => {}
            Err(problem) => self.problems.push(problem),
        }
    }

    /// What is known of the list only when it was read whole.
    pub(super) fn settle(&mut self) {
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
pub(super) const COMMANDER_SIZE: u32 = 100;

pub(super) fn total(entries: &[Entry]) -> u32 {
    entries.iter().fold(0, |sum, entry| sum.saturating_add(entry.count))
}
