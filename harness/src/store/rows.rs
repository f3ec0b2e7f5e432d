//! A row for each game: `games.csv` or `games.parquet`.
//!
//! Workers write the rows of a chunk beside the chunk, with an empty line after each unit: matches differ in length. When a run is complete they are put together in the experiment's order,
//! one chunk after the other, so that memory doesn't grow with the number of games.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use gauntlet_core::Game;

use crate::error::Error;
use crate::output::file::replace;
use crate::plan::experiment::Experiment;
use crate::plan::file::Rows;
use crate::play::rows::header;
use crate::store::chunks::{Chunks, beside};

/// The name of the file.
pub const FILE: &str = "games.csv";
/// The same, as a Parquet file.
pub const PARQUET: &str = "games.parquet";
/// The columns that aren't whole numbers.
pub const TEXT: [&str; 7] = ["deck_a", "deck_b", "agent_a", "agent_b", "first", "winner", "reason"];

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
        #[cfg(feature = "parquet")]
        Rows::Parquet => replace(&dir.join(PARQUET), |file| {
            let names: Vec<&str> = header.trim_end().split(',').collect();
            let mut table = crate::store::parquet::Table::new(file, &names, &TEXT, "winner")?;
            in_order(ranges, |line| table.row(line))?;
            table.close()
        }),
        #[cfg(not(feature = "parquet"))]
        Rows::Parquet => Err(format.refused()),
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
