//! The tables of `docs/encodings.md`.

use std::fmt::Write as _;

use crate::layout::{self, Column, SEGMENTS, Segment};

/// The tables of the encoding of Magic: segments of an observation, then the blocks that rows are made of.
pub fn tables() -> String {
    of(SEGMENTS, &layout::BLOCKS)
}

/// The tables of an encoding.
pub(crate) fn of(segments: &[Segment], blocks: &[(&str, &[Column])]) -> String {
    let mut text = String::new();
    heading(&mut text, "Segments of an observation");
    text += "| from | rows | width | segment | blocks | references | what is in it |\n|---|---|---|---|---|---|---|\n";
    for segment in segments {
        let blocks: Vec<&str> = segment.blocks.iter().map(|(name, _)| *name).collect();
        let references = match segment.reference {
            0 => "–".to_owned(),
            first => format!("{first}–{}", first + segment.rows - 1),
        };
        let (at, rows, width, blocks) = (segment.at, segment.rows, segment.width, blocks.join(", "));
        line(&mut text, &[&at, &rows, &width, &segment.name, &blocks, &references, &segment.meaning]);
    }
    for (name, columns) in blocks {
        let width: usize = columns.iter().map(|column| column.count).sum();
        heading(&mut text, &format!("The block \"{name}\" ({width} numbers)"));
        text += "| at | numbers | name | range | meaning |\n|---|---|---|---|---|\n";
        for column in *columns {
            let name = format!("`{}`", column.name.to_lowercase());
            line(&mut text, &[&column.at, &column.count, &name, &column.range, &column.meaning]);
        }
    }
    text
}

fn heading(text: &mut String, words: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str("### ");
    text.push_str(words);
    text.push_str("\n\n");
}

fn line(text: &mut String, cells: &[&dyn std::fmt::Display]) {
    for cell in cells {
        // Writing to a string can't fail.
        let _ = write!(text, "| {cell} ");
    }
    text.push_str("|\n");
}
