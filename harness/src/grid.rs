//! Text in columns.

use std::fmt::Write as _;

use console::measure_text_width;

/// What a cell's colour says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tone {
    /// Nothing.
    #[default]
    Plain,
    /// In favour.
    Good,
    /// Against.
    Bad,
    /// Less important.
    Dim,
    /// A heading.
    Bold,
}

impl Tone {
    /// `text` with this tone's colour, or as it is without `colour`.
    pub fn paint(self, text: &str, colour: bool) -> String {
        let code = match self {
            Tone::Good => "32",
            Tone::Bad => "31",
            Tone::Dim => "2",
            Tone::Bold => "1",
            Tone::Plain => return text.to_owned(),
        };
        if colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// One cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    text: String,
    tone: Tone,
}

impl Cell {
    /// A cell in `tone`.
    pub fn new(text: impl Into<String>, tone: Tone) -> Cell {
        Cell { text: text.into(), tone }
    }

    /// How many columns of the terminal it takes.
    pub fn width(&self) -> usize {
        measure_text_width(&self.text)
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Cell {
        Cell::new(text, Tone::Plain)
    }
}

/// Rows of cells. Columns are as wide as their widest cell; the first `left` ones are flush left, the others right.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    left: usize,
    rows: Vec<Vec<Cell>>,
}

impl Grid {
    /// A grid without rows.
    pub fn new(left: usize) -> Grid {
        Grid { left, rows: Vec::new() }
    }

    /// Adds a row of headings.
    pub fn heading<const N: usize>(&mut self, texts: [&str; N]) {
        self.rows.push(texts.into_iter().map(|text| Cell::new(text, Tone::Bold)).collect());
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<Cell>) {
        self.rows.push(cells);
    }

    /// The text of the grid, every line ended by a line feed.
    pub fn render(&self, colour: bool) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut out = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for (column, cell) in row.iter().enumerate() {
                let padding = " ".repeat(widths[column] - cell.width());
                let painted = cell.tone.paint(&cell.text, colour);
                let gap = if column == 0 { "" } else { "  " };
                let _ = if column < self.left {
                    write!(line, "{gap}{painted}{padding}")
                } else {
                    write!(line, "{gap}{padding}{painted}")
                };
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }
}

/// `text`, or its beginning and "…" if it takes more than `width` columns.
pub fn shorten(text: &str, width: usize) -> String {
    if measure_text_width(text) <= width {
        return text.to_owned();
    }
    let mut short = String::new();
    for letter in text.chars() {
        short.push(letter);
        if measure_text_width(&short) + 1 > width {
            short.pop();
            break;
        }
    }
    if width > 0 {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut grid = Grid::new(1);
        grid.heading(["deck", "rate"]);
        grid.row(vec!["Émile".into(), Cell::new("5", Tone::Good)]);
        assert_eq!(grid.render(false), "deck   rate\nÉmile     5\n");
        assert!(grid.render(true).contains("\x1b[32m5\x1b[0m"));
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shorten("Mono-Red Burn", 20), "Mono-Red Burn");
        assert_eq!(shorten("Mono-Red Burn", 9), "Mono-Red…");
        assert_eq!(shorten("龍龍龍", 4), "龍…");
        assert_eq!(shorten("abc", 0), "");
    }
}
