//! What happened in a game, for people.

/// The lines of a game's story so far. Positions write one only when asked to; copies of a position don't carry it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Journal {
    lines: Vec<String>,
}

impl Journal {
    /// Adds a line.
    pub(crate) fn push(&mut self, line: String) {
        self.lines.push(line);
    }

    /// All lines so far.
    pub(crate) fn lines(&self) -> &[String] {
        &self.lines
    }
}
