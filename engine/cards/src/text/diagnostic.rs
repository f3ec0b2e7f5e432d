//! What is wrong with a card source, and where.

use std::fmt;

/// What kind of mistake it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DiagnosticKind {
    /// A file could not be read.
    File,
    /// A line is not `key value`, or the key is unknown, misplaced or there twice.
    Key,
    /// A value is not what its key takes.
    Value,
    /// Two cards have the same name.
    DuplicateName,
    /// The words were not understood.
    Unread,
    /// The words were understood but say what the engine can't do.
    Unsupported,
    /// The words can be read in two ways.
    Ambiguous,
    /// No card has this name.
    UnknownCard,
}

/// One mistake.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Diagnostic {
    /// What kind of mistake it is.
    pub kind: DiagnosticKind,
    /// The file, or what stands for one.
    pub file: String,
    /// The line, from 1; 0 if it is about the whole file.
    pub line: u32,
    /// The column of the first character of the span, from 1, in characters.
    pub column: u32,
    /// How many characters the span has.
    pub width: u32,
    /// The card it is about, if one.
    pub card: Option<String>,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// What can be done about it.
    pub hint: Option<String>,
    /// The line as it stands in the file, or in normal form where that is what the columns count.
    pub source: String,
}

impl Diagnostic {
    /// The words underlined.
    pub fn span(&self) -> String {
        self.source.chars().skip(self.column.saturating_sub(1) as usize).take(self.width as usize).collect()
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if self.line > 0 {
            write!(f, ":{}:{}", self.line, self.column)?;
        }
        write!(f, ": ")?;
        if let Some(card) = &self.card {
            write!(f, "{card}: ")?;
        }
        write!(f, "{}", self.message)?;
        if !self.source.is_empty() {
            let indent = " ".repeat(self.column.saturating_sub(1) as usize);
            write!(f, "\n    {}\n    {indent}{}", self.source, "^".repeat(self.width.max(1) as usize))?;
        }
        if let Some(hint) = &self.hint {
            write!(f, "\n    hint: {hint}")?;
        }
        Ok(())
    }
}
