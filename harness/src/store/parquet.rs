//! The rows of games as a Parquet file: `games.parquet`, with the columns of `games.csv`.

use std::fs::File;
use std::io;
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

/// Rows of a group: groups are cut by number, so that the file doesn't depend on how a run was cut.
const GROUP: usize = 1 << 17;

/// The values of a column that are not written yet.
enum Column {
    Text(Vec<ByteArray>),
    /// Text that may be missing: what there is, and for each row whether there is any.
    Optional(Vec<ByteArray>, Vec<i16>),
    Number(Vec<i64>),
}

/// A file that is being written.
pub(super) struct Table<'f> {
    writer: SerializedFileWriter<&'f mut File>,
    columns: Vec<Column>,
    rows: usize,
}

fn broken(error: ParquetError) -> io::Error {
    io::Error::other(error)
}

impl<'f> Table<'f> {
    /// A file with these columns, which are whole numbers but for those named in `text`; of these, `optional` may be missing.
    pub(super) fn new(file: &'f mut File, names: &[&str], text: &[&str], optional: &str) -> io::Result<Table<'f>> {
        let mut fields = Vec::new();
        let mut columns = Vec::new();
        for name in names {
            let (kind, repetition, column) = match () {
                () if *name == optional => {
                    (Physical::BYTE_ARRAY, Repetition::OPTIONAL, Column::Optional(Vec::new(), Vec::new()))
                }
                () if text.contains(name) => (Physical::BYTE_ARRAY, Repetition::REQUIRED, Column::Text(Vec::new())),
                () => (Physical::INT64, Repetition::REQUIRED, Column::Number(Vec::new())),
            };
            let logical = (kind == Physical::BYTE_ARRAY).then_some(LogicalType::String);
            let field = Type::primitive_type_builder(name, kind).with_repetition(repetition).with_logical_type(logical);
            fields.push(Arc::new(field.build().map_err(broken)?));
            columns.push(column);
        }
        let schema = Type::group_type_builder("games").with_fields(fields).build().map_err(broken)?;
        let properties = Arc::new(WriterProperties::builder().set_created_by("gauntlet".to_owned()).build());
        let writer = SerializedFileWriter::new(file, Arc::new(schema), properties).map_err(broken)?;
        Ok(Table { writer, columns, rows: 0 })
    }

    /// Adds a row as it is in a CSV file.
    pub(super) fn row(&mut self, line: &str) -> io::Result<()> {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .buffer_capacity(line.len().max(1))
            .from_reader(line.as_bytes());
        let mut record = csv::StringRecord::new();
        reader.read_record(&mut record).map_err(io::Error::other)?;
        if record.len() != self.columns.len() {
            return Err(io::Error::other(format!("a row has {} fields and not {}", record.len(), self.columns.len())));
        }
        for (column, field) in self.columns.iter_mut().zip(&record) {
            match column {
                Column::Text(values) => values.push(field.into()),
                Column::Optional(values, there) => {
                    there.push(i16::from(!field.is_empty()));
                    if !field.is_empty() {
                        values.push(field.into());
                    }
                }
                Column::Number(values) => values.push(field.parse().map_err(io::Error::other)?),
            }
        }
        self.rows += 1;
        if self.rows == GROUP {
            self.write_group().map_err(broken)?;
        }
        Ok(())
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        if self.rows == 0 {
            return Ok(());
        }
        let mut group = self.writer.next_row_group()?;
        for column in &mut self.columns {
            let Some(mut writer) = group.next_column()? else { break };
            match column {
                Column::Text(values) => {
                    writer.typed::<ByteArrayType>().write_batch(values, None, None)?;
                    values.clear();
                }
                Column::Optional(values, there) => {
                    writer.typed::<ByteArrayType>().write_batch(values, Some(there), None)?;
                    values.clear();
                    there.clear();
                }
                Column::Number(values) => {
                    writer.typed::<Int64Type>().write_batch(values, None, None)?;
                    values.clear();
                }
            }
            writer.close()?;
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }

    /// Writes what is left.
    pub(super) fn close(mut self) -> io::Result<()> {
        self.write_group().map_err(broken)?;
        self.writer.close().map(drop).map_err(broken)
    }
}
