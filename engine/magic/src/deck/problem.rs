//! What can be wrong with a decklist, each as one sentence with its remedy.

use std::fmt;
use std::path::{Path, PathBuf};

use gauntlet_cards::text::Diagnostic;
use gauntlet_cards::types::Colors;
use gauntlet_core::suggest;

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
    /// The file is a decklist in no format.
    NotADecklist {
        /// What it is.
        found: String,
    },
    /// Hardly any line is a card.
    Prose {
        /// How many lines aren't.
        lines: usize,
        /// The first of them.
        text: String,
    },
    /// A table in which a row can't be told from the next.
    BrokenTable,
    /// There are several lists in a file where one is wanted.
    ManyLists {
        /// How many.
        lists: usize,
    },
    /// A line that doesn't begin with a count and isn't a heading or comment.
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
    /// No card has this name.
    UnknownCard {
        /// The name.
        name: String,
        /// The name that is most like it.
        near: Option<String>,
        /// Why its card file can't be read, if there is one.
        broken: Vec<Diagnostic>,
    },
    /// A card of which not everything can be played yet.
    Unsupported {
        /// The card's name.
        name: String,
        /// What can't be.
        diagnostics: Vec<Diagnostic>,
    },
    /// Too few cards in the main deck.
    TooFew {
        /// How many there are.
        cards: u32,
        /// How many there must be.
        least: u32,
    },
    /// More cards in the main deck than games are played with.
    TooMany {
        /// How many there are.
        cards: u32,
        /// How many there may be.
        most: u32,
    },
    /// More copies of a card than a deck may have, in main deck and sideboard together.
    TooManyCopies {
        /// The card's name.
        name: String,
        /// How many there are.
        copies: u32,
        /// How many there may be.
        most: u32,
        /// The lines that list it.
        lines: Vec<u32>,
    },
    /// A line of a plan that begins with neither sign.
    NoSign {
        /// The line.
        text: String,
    },
    /// A plan exchanges more of a card than there are.
    PlanLacks {
        /// The card's name.
        name: String,
        /// How many the plan takes.
        wanted: u32,
        /// How many there are.
        there: u32,
        /// Where: the main deck or the sideboard.
        part: &'static str,
    },
    /// A deck has too few cards after a plan.
    PlanSize {
        /// How many there are.
        cards: u32,
        /// How many there must be.
        least: u32,
    },
    /// Two plans are for the same games.
    PlanTwice,
    /// Cards that can't be the commanders of a deck.
    CannotLead {
        /// Their names.
        names: Vec<String>,
        /// Whether it is a deck of Brawl.
        brawl: bool,
    },
    /// A card with a color that the commanders don't have.
    OutsideIdentity {
        /// Its name.
        name: String,
        /// The colors.
        outside: Colors,
    },
    /// A commander is in the deck, too.
    LeaderTwice {
        /// Its name.
        name: String,
    },
    /// A Commander deck among others, or the other way round.
    OtherKind {
        /// What it is.
        own: &'static str,
        /// What the first deck is.
        first: &'static str,
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

impl DeckError {
    /// One thing that is wrong with a file as a whole.
    pub(super) fn of_file(file: &Path, kind: ProblemKind) -> DeckError {
        DeckError { file: file.to_owned(), problems: vec![Problem { line: 0, column: 0, kind }] }
    }
}

impl ProblemKind {
    /// Returns whether it says that there is no list at all.
    pub(super) fn is_no_list(&self) -> bool {
        matches!(self, ProblemKind::NotADecklist { .. } | ProblemKind::Prose { .. } | ProblemKind::BrokenTable)
    }
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemKind::Unreadable { cause } => write!(f, "the file can't be read: {cause}"),
            ProblemKind::NotADecklist { found } => {
                write!(f, "this isn't a decklist in any format that is read: {}", visible(found))
            }
            ProblemKind::Prose { lines, text } => write!(
                f,
                "this isn't a decklist in any format that is read: {lines} lines aren't a count and a card's name, the first is '{}'",
                shortened(text)
            ),
            ProblemKind::BrokenTable => f.write_str("this table is broken here: export it again, as CSV in UTF-8"),
            ProblemKind::ManyLists { lists: 0 } => {
                f.write_str("this isn't a decklist in any format that is read: the file is empty")
            }
            ProblemKind::ManyLists { lists } => write!(
                f,
                "the file has {lists} lists, and one is wanted here; 'gauntlet deck check' reads them all, and 'gauntlet deck \
                 convert' writes each to a file of its own"
            ),
            ProblemKind::NoCount { text } => {
                let text = shortened(text);
                write!(f, "'{text}' has no count; write '1 {text}' if it is a card, or put // before a comment")
            }
            ProblemKind::NoName { text } => write!(f, "there is no card's name behind '{}'", shortened(text)),
            ProblemKind::Zero { name } => {
                write!(f, "there are 0 of '{}'; give it a count from 1 or remove the line", visible(name))
            }
            ProblemKind::TooManyOnALine { name, most } => {
                write!(f, "there are too many of '{}': a line takes at most {most}", visible(name))
            }
            ProblemKind::UnknownCard { name, near: _, broken } if !broken.is_empty() => {
                write!(f, "'{}' can't be read from its card file:", visible(name))?;
                broken.iter().try_for_each(|diagnostic| indented(f, diagnostic))
            }
            ProblemKind::UnknownCard { name, near: Some(near), .. } => {
                write!(f, "there is no card '{}'; did you mean '{near}'?", visible(name))
            }
            ProblemKind::UnknownCard { name, .. } => {
                write!(f, "there is no card '{}'; check the name, or add the card to the card files", visible(name))
            }
            ProblemKind::Unsupported { name, diagnostics } => {
                write!(f, "'{name}' can't be played yet; replace it, or change what can't be read:")?;
                diagnostics.iter().try_for_each(|diagnostic| indented(f, diagnostic))
            }
            ProblemKind::TooFew { cards: 0, least } => {
                write!(f, "there are no cards in the main deck, and it needs at least {least}")
            }
            ProblemKind::TooFew { cards, least } => {
                let s = if *least == 1 { "" } else { "s" };
                write!(f, "a deck needs at least {least} card{s} and this has {cards}; add {}", least - cards)
            }
            ProblemKind::TooMany { cards, most } => {
                write!(f, "a deck has at most {most} cards and this has {cards}; remove {}", cards - most)
            }
            ProblemKind::TooManyCopies { name, copies, most, lines } => {
                let mut lines: Vec<String> = lines.iter().map(u32::to_string).collect();
                lines.dedup();
                let word = if lines.len() == 1 { "line" } else { "lines" };
                let lines = suggest::list(&lines);
                write!(f, "there are {copies} of '{name}' ({word} {lines}) and may be {most}; remove {}", copies - most)
            }
            ProblemKind::NoSign { text } => {
                let text = shortened(text);
                write!(
                    f,
                    "'{text}' has no sign; a plan's lines are '-2 Card Name' for what goes out, '+2 Card Name' for what comes in"
                )
            }
            ProblemKind::PlanLacks { name, wanted, there, part } => {
                write!(f, "the plan takes {wanted} of '{name}' from the {part}, which has {there}")
            }
            ProblemKind::PlanSize { cards, least } => write!(
                f,
                "after this plan the deck has {cards} cards and needs at least {least}; put in {} more, or take fewer out",
                least - cards
            ),
            ProblemKind::PlanTwice => f.write_str("there is a plan for these games already; put them together"),
            ProblemKind::CannotLead { names, brawl } => {
                let names = suggest::list(names);
                let what = if *brawl {
                    "a legendary creature, planeswalker or Vehicle"
                } else {
                    "a legendary creature or Vehicle"
                };
                write!(
                    f,
                    "{names} can't lead a deck: a commander is {what}, or two that have partner; move it to the main deck"
                )
            }
            ProblemKind::OutsideIdentity { name, outside } => {
                let colors =
                    Colors::TABLE.iter().filter(|row| outside.contains(row.0)).map(|row| row.2).collect::<Vec<_>>();
                write!(f, "'{name}' is {}, which the commander isn't; replace it", suggest::list(&colors))
            }
            ProblemKind::LeaderTwice { name } => {
                write!(f, "'{name}' leads the deck and is in it, too; there may be one: remove it here")
            }
            ProblemKind::OtherKind { own, first } => {
                write!(
                    f,
                    "this is {own} and the first deck is {first}: they don't play each other; use directories of their own"
                )
            }
            ProblemKind::Companion { name } => write!(
                f,
                "'{name}' is a companion, and games with companions are not played yet; move it to the sideboard or \
                 remove it"
            ),
        }
    }
}

/// A diagnostic on lines of its own.
fn indented(f: &mut fmt::Formatter<'_>, diagnostic: &Diagnostic) -> fmt::Result {
    diagnostic.to_string().lines().try_for_each(|line| write!(f, "\n    {line}"))
}

/// The beginning of a line that may be anything.
fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() <= MOST {
        visible(text)
    } else {
        visible(&text.chars().take(MOST - 1).chain(['…']).collect::<String>())
    }
}

/// A text as terminals may show it: what would be a command to one is escaped, `\u{1b}`.
pub(super) fn visible(text: &str) -> String {
    let hidden = |c: char| {
        c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '\t' {
            out.push(' ');
        } else if hidden(c) {
            out.extend(c.escape_unicode())
        } else {
            out.push(c)
        }
    }
    out
}
