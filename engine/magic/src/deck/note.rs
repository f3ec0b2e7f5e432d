//! What was made of a decklist that its reader may want to know.

use std::fmt;

use gauntlet_core::suggest;

use super::problem::visible;

/// Something that was made of a list and isn't plain to see.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Note {
    /// Cards that are listed as no part of the deck were passed over.
    Aside {
        /// How many.
        cards: u32,
    },
    /// What stands behind the last blank line was taken as the sideboard.
    BlankLine {
        /// How many cards.
        cards: u32,
    },
    /// A sideboard of one or two cards beside a deck that has a hundred with them was taken as its commanders.
    CommanderFromSideboard {
        /// Their names.
        names: Vec<String>,
    },
    /// The file isn't UTF-8 and was read as Windows-1252.
    Windows,
}

impl Note {
    pub(super) fn aside(&mut self) -> Option<&mut u32> {
        match self {
            Note::Aside { cards } => Some(cards),
            _ => None,
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |cards: u32| if cards == 1 { "1 card".to_owned() } else { format!("{cards} cards") };
        match self {
            Note::Aside { cards } => {
                let (arent, are) = if *cards == 1 { ("isn't", "is") } else { ("aren't", "are") };
                write!(
                    f,
                    "{} of a maybeboard, of tokens or the like {arent} part of the deck and {are} left out",
                    counted(*cards)
                )
            }
            Note::BlankLine { cards } => {
                write!(f, "{} behind the last blank line taken as the sideboard", counted(*cards))
            }
            Note::CommanderFromSideboard { names } => {
                let names: Vec<String> = names.iter().map(|name| visible(name)).collect();
                write!(f, "the sideboard of a deck of a hundred taken as its commander: {}", suggest::list(&names))
            }
            Note::Windows => f.write_str("the file isn't UTF-8 and was read as Windows-1252"),
        }
    }
}
