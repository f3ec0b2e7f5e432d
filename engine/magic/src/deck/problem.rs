//! What can be wrong with a decklist, each as one sentence with its remedy.

use std::fmt;
use std::path::PathBuf;

/// Everything that is wrong with a decklist, at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong, in the order of the lines; what concerns the whole list comes last.
    pub problems: Vec<Problem>,
}

/// One thing that is wrong with a decklist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The line, from 1; 0 if it is about the whole list.
    pub line: u32,
    /// The column, from 1, in characters; 0 if it is about the whole line or list.
    pub column: u32,
    /// What it is.
    pub kind: ProblemKind,
}

/// What can be wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ProblemKind {
    /// The file can't be read.
    Unreadable {
        /// What the system said.
        cause: String,
    },
    /// The file is not text, or text in an old encoding.
    NotUtf8,
    /// A line that doesn't begin with a count and is no heading or comment.
    NoCount {
        /// The line.
        text: String,
    },
    /// A count without a name.
    NoName {
        /// The line.
        text: String,
    },
    /// A count of 0.
    Zero {
        /// The card's name.
        name: String,
    },
    /// A count that can't be meant.
    TooManyOnALine {
        /// The card's name.
        name: String,
        /// The largest count that is taken.
        most: u32,
    },
    /// Sixty cards, a blank line, fifteen cards, and no word that says what they are.
    UnmarkedSideboard,
    /// A commander is listed.
    Commander {
        /// Its name.
        name: String,
    },
    /// A companion is listed.
    Companion {
        /// Its name.
        name: String,
    },
}

impl fmt::Display for DeckError {
    /// A line for each problem: `decks/burn.txt:4:3: there is no card …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{}:", self.file.display())?;
            if problem.line > 0 {
                write!(f, "{}:", problem.line)?;
            }
            if problem.column > 0 {
                write!(f, "{}:", problem.column)?;
            }
            write!(f, " {}", problem.kind)?;
        }
        Ok(())
    }
}

impl std::error::Error for DeckError {}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemKind::Unreadable { cause } => write!(f, "the file can't be read: {cause}"),
            ProblemKind::NotUtf8 => f.write_str("this is not UTF-8 text; save the list as UTF-8"),
            ProblemKind::NoCount { text } => {
                let text = shortened(text);
                write!(f, "'{text}' has no count; write '1 {text}' if it is a card, or put // before a comment")
            }
            ProblemKind::NoName { text } => write!(f, "there is no card's name behind '{}'", shortened(text)),
            ProblemKind::Zero { name } => {
                write!(f, "there are 0 of '{name}'; give it a count from 1 or remove the line")
            }
            ProblemKind::TooManyOnALine { name, most } => {
                write!(f, "there are too many of '{name}': a line takes at most {most}")
            }
            ProblemKind::UnmarkedSideboard => f.write_str(
                "it looks like 60 cards and a sideboard of 15 behind the last blank line; put a line 'Sideboard' before \
                 them, or a line 'Deck' if all 75 are meant to be played",
            ),
            ProblemKind::Commander { name } => write!(
                f,
                "'{name}' is a commander, and games with commanders are not played yet; move it to the main deck or \
                 remove it"
            ),
            ProblemKind::Companion { name } => write!(
                f,
                "'{name}' is a companion, and games with companions are not played yet; move it to the sideboard or \
                 remove it"
            ),
        }
    }
}

/// The beginning of a line that may be anything.
fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() <= MOST { text.to_owned() } else { text.chars().take(MOST - 1).chain(['…']).collect() }
}
