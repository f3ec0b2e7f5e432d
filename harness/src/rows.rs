//! A row for each game: `games.csv` or `games.parquet`.
//!
//! Workers write the rows of a chunk beside the chunk, with an empty line after each unit: matches differ in length. When a run is complete they are put together in the experiment's order,
//! one chunk after the other, so that memory doesn't grow with the number of games.

mod parquet;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use gauntlet_core::Game;

use crate::chunk::Chunks;
use crate::cli::Rows;
use crate::error::Error;
use crate::experiment::Experiment;
use crate::results::replace;
use crate::schedule::{Seats, Unit};
use crate::tally::{GameResult, PerSide, Side};

/// The name of the file.
pub const FILE: &str = "games.csv";
/// The same, as a Parquet file.
pub const PARQUET: &str = "games.parquet";
/// The columns that aren't whole numbers.
const TEXT: [&str; 7] = ["deck_a", "deck_b", "agent_a", "agent_b", "first", "winner", "reason"];

/// The names of the columns; those of matches have two more.
pub fn header<G: Game + 'static>(matches: bool) -> String {
    let mut line = String::from("deck_a,deck_b,agent_a,agent_b,pair,");
    line.push_str(if matches { "match,game," } else { "" });
    line.push_str("first,winner,reason,turns,decisions");
    for name in G::counter_names() {
        let _ = write!(line, ",{name}_a,{name}_b");
    }
    line.push('\n');
    line
}

/// Adds the row of a game: number `number`, from 0, of a match that `began` began.
pub fn write_row<G: Game + 'static>(
    rows: &mut String,
    experiment: &Experiment<G>,
    unit: Unit,
    (began, number): (Side, u8),
    game: &GameResult,
    counters: &PerSide<Vec<u64>>,
) {
    let pairing = &experiment.pairings[unit.pairing];
    for side in Side::BOTH {
        field(rows, experiment.label(pairing.entrant(side)));
        rows.push(',');
    }
    for side in Side::BOTH {
        field(rows, &experiment.pilot(pairing.entrant(side)).spec);
        rows.push(',');
    }
    let name = |side| if side == Side::A { "a" } else { "b" };
    let winner = game.winner.map_or("", name);
    let GameResult { reason, turns, decisions, .. } = game;
    let _ = write!(rows, "{},", unit.index);
    if experiment.options.best_of.is_match() {
        // Both matches of a pair have the same seeds, and another side begins.
        let place = match experiment.options.seats {
            Seats::Swap => 2 * unit.index + began as u64,
            Seats::Fixed(_) => unit.index,
        };
        let _ = write!(rows, "{place},{},", number + 1);
    }
    let _ = write!(rows, "{},{winner},{reason},{turns},{decisions}", name(game.first));
    let PerSide([a, b]) = counters;
    for (a, b) in a.iter().zip(b) {
        let _ = write!(rows, ",{a},{b}");
    }
    rows.push('\n');
}

/// Ends the rows of a unit.
pub fn end_unit(rows: &mut String) {
    rows.push('\n');
}

/// A field of a CSV file, quoted where it must be (RFC 4180).
fn field(row: &mut String, text: &str) {
    if !text.contains(['"', ',', '\n', '\r']) {
        row.push_str(text);
        return;
    }
    row.push('"');
    row.push_str(&text.replace('"', "\"\""));
    row.push('"');
}

/// The file of the rows of the chunk in `chunk`.
pub fn beside(chunk: &Path) -> PathBuf {
    chunk.with_extension("csv")
}

/// Puts the rows of all chunks together into a file in `dir`: those of the games that a run has, in its order.
///
/// # Errors
/// If files can't be read or written, or rows are missing.
pub fn assemble<G: Game + 'static>(
    dir: &Path,
    chunks: &[Chunks],
    experiment: &Experiment<G>,
    format: Rows,
) -> Result<(), Error> {
    let mut ranges: BTreeMap<u64, (u64, PathBuf)> = BTreeMap::new();
    for folder in chunks {
        folder.read(|path, chunk| {
            ranges.extend(chunk.units.iter().map(|range| (range.start, (range.end, beside(path)))));
            Ok(())
        })?;
    }
    let header = header::<G>(experiment.options.best_of.is_match());
    match format {
        Rows::Csv => replace(&dir.join(FILE), |file| {
            let mut out = BufWriter::new(file);
            out.write_all(header.as_bytes())?;
            in_order(ranges, |line| out.write_all(line.as_bytes()))?;
            out.flush()
        }),
        Rows::Parquet => replace(&dir.join(PARQUET), |file| {
            let names: Vec<&str> = header.trim_end().split(',').collect();
            let mut table = parquet::Table::new(file, &names, &TEXT, "winner")?;
            in_order(ranges, |line| table.row(line))?;
            table.close()
        }),
    }
}

/// Calls `f` with each row, in the order of the ranges, which have their rows in these files.
fn in_order(ranges: BTreeMap<u64, (u64, PathBuf)>, mut f: impl FnMut(&str) -> io::Result<()>) -> io::Result<()> {
    let mut open: BTreeMap<PathBuf, BufReader<File>> = BTreeMap::new();
    let mut line = String::new();
    for (from, (to, path)) in ranges {
        let mut rows = match open.remove(&path) {
            Some(rows) => rows,
            None => BufReader::new(File::open(&path)?),
        };
        let mut units = to - from;
        while units > 0 {
            line.clear();
            match rows.read_line(&mut line)? {
                0 => {
                    let what = format!("{} has fewer rows than games", path.display());
                    return Err(io::Error::new(io::ErrorKind::UnexpectedEof, what));
                }
                // The end of a unit.
                1 => units -= 1,
                _ => f(&line)?,
            }
        }
        // A chunk's ranges lie close together: when its rows are all read it is not needed again.
        if !rows.fill_buf()?.is_empty() {
            open.insert(path, rows);
        }
    }
    Ok(())
}
