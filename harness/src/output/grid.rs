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

    /// The text of the grid in this many columns of a terminal: if it is too wide, columns at its right end are left out, which a last line says,
    /// and then texts at its left are cut.
    pub fn render_within(&self, width: usize, colour: bool) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widest =
            |column: usize| self.rows.iter().filter_map(|row| row.get(column)).map(Cell::width).max().unwrap_or(0);
        let mut kept = columns;
        let mut taken: usize = (0..columns).map(widest).sum::<usize>() + 2 * columns.saturating_sub(1);
        while taken > width && kept > self.left.max(1) + 1 {
            kept -= 1;
            taken -= widest(kept) + 2;
        }
        let mut fitted = self.clone();
        for row in &mut fitted.rows {
            row.truncate(kept);
        }
        // The last of the columns at the left has the names.
        if taken > width && self.left > 0 {
            let column = self.left - 1;
            let room = widest(column).saturating_sub(taken - width).max(8);
            for cell in fitted.rows.iter_mut().filter_map(|row| row.get_mut(column)) {
                cell.text = shorten(&cell.text, room);
            }
        }
        let mut text = fitted.render(colour);
        if kept < columns {
            let note = format!("({} more on a wider terminal)", columns - kept);
            text.push_str(&Tone::Dim.paint(&shorten(&note, width), colour));
            text.push('\n');
        }
        text
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

/// `text` with its lines broken at spaces so that they fit, where words do; what follows a break is indented by two.
pub fn wrap(text: &str, width: usize) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let mut taken = 0;
        for word in line.split_inclusive(' ') {
            let room = measure_text_width(word.trim_end());
            if taken > 0 && taken + room > width {
                out.truncate(out.trim_end_matches(' ').len());
                out.push_str("\n  ");
                taken = 2;
            }
            out.push_str(word);
            taken += measure_text_width(word);
        }
    }
    out
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

/// "1 point", "0.5 points".
pub fn in_points(points: f64) -> String {
    format!("{points} {}", if points == 1.0 { "point" } else { "points" })
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
    fn grids_fit_the_terminal() {
        let mut grid = Grid::new(1);
        grid.heading(["deck", "rate", "wins", "losses"]);
        grid.row(["mono-black-midrange", "50.0 ±1.5", "1000", "1000"].map(Cell::from).into());
        for width in [20, 30, 40, 60] {
            let text = grid.render_within(width, false);
            assert!(text.lines().all(|line| measure_text_width(line) <= width), "{width}: {text}");
            assert!(text.contains("50.0 ±1.5"), "{text}");
        }
        assert!(grid.render_within(40, false).contains("(1 more on"));
        assert_eq!(grid.render_within(60, false), grid.render(false));
    }

    #[test]
    fn long_lines_are_broken() {
        let text = "one two three four\nfive\n";
        assert_eq!(wrap(text, 40), text);
        assert_eq!(wrap(text, 9), "one two\n  three\n  four\nfive\n");
        assert_eq!(wrap("unbreakable\n", 4), "unbreakable\n");
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shorten("Mono-Red Burn", 20), "Mono-Red Burn");
        assert_eq!(shorten("Mono-Red Burn", 9), "Mono-Red…");
        assert_eq!(shorten("龍龍龍", 4), "龍…");
        assert_eq!(shorten("abc", 0), "");
    }
}
