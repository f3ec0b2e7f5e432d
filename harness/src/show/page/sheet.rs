//! A CSV file of a run, read by the names of its columns.

use std::path::{Path, PathBuf};

use crate::error::Error;

/// A file.
#[derive(Default)]
pub(super) struct Sheet {
    path: PathBuf,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// One of its rows.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    sheet: &'a Sheet,
    cells: &'a [String],
}

impl Sheet {
    /// The file; `None` if there is none.
    pub(super) fn read(path: &Path) -> Result<Option<Sheet>, Error> {
        if !path.exists() {
            return Ok(None);
        }
        let unreadable = |error: csv::Error| Error::input(format!("can't read {}: {error}", path.display()));
        let mut reader = csv::Reader::from_path(path).map_err(unreadable)?;
        let owned = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect::<Vec<_>>();
        let columns = owned(reader.headers().map_err(unreadable)?);
        let rows = reader.records().map(|record| record.map(|record| owned(&record))).collect::<Result<_, _>>();
        Ok(Some(Sheet { path: path.to_owned(), columns, rows: rows.map_err(unreadable)? }))
    }

    pub(super) fn columns(&self) -> &[String] {
        &self.columns
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|cells| Row { sheet: self, cells })
    }
}

impl<'a> Row<'a> {
    pub(super) fn has(self, column: &str) -> bool {
        self.sheet.columns.iter().any(|name| name == column)
    }

    pub(super) fn text(self, column: &str) -> Result<&'a str, Error> {
        let index = self.sheet.columns.iter().position(|name| name == column);
        let cell = index.and_then(|index| self.cells.get(index)).map(String::as_str);
        cell.ok_or_else(|| {
            Error::input(format!(
                "{} has no column '{column}'; it was written by another version of gauntlet",
                self.sheet.path.display()
            ))
        })
    }

    pub(super) fn number(self, column: &str) -> Result<Option<f64>, Error> {
        match self.text(column)? {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| {
                Error::input(format!("{}: '{text}' in column '{column}' isn't a number", self.sheet.path.display()))
            }),
        }
    }

    pub(super) fn count(self, column: &str) -> Result<u64, Error> {
        Ok(self.number(column)?.unwrap_or(0.0) as u64)
    }
}
