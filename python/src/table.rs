//! Tables: columns in memory as Arrow has them, which other libraries read without copies.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use arrow_array::builder::{Float64Builder, Int64Builder, StringBuilder};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use gauntlet::error::Error;
use gauntlet::show::tables::{self, Value};
use gauntlet::store::rows::TEXT;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field as Cell;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};

use crate::errors::Problem;

/// A table. Columns are of type int64, float64 or string, and may have nulls.
///
/// Libraries that know the Arrow PyCapsule interface read it without copying: `pyarrow.table(t)`, `polars.DataFrame(t)`,
/// `pandas.DataFrame.from_arrow(t)`. Iterated over it is its rows as dictionaries: `pandas.DataFrame(t)`.
#[pyclass(module = "gauntlet", frozen)]
pub(crate) struct Table(RecordBatch);

/// A column while it is filled.
enum Column {
    Text(StringBuilder),
    Whole(Int64Builder),
    Number(Float64Builder),
}

/// A column of a pickle: its name, what it has, and its values.
type Saved<'py> = (String, &'static str, Bound<'py, PyList>);

impl Column {
    fn finish(self) -> (DataType, ArrayRef) {
        match self {
            Column::Text(mut column) => (DataType::Utf8, Arc::new(column.finish())),
            Column::Whole(mut column) => (DataType::Int64, Arc::new(column.finish())),
            Column::Number(mut column) => (DataType::Float64, Arc::new(column.finish())),
        }
    }
}

/// The table of these columns.
fn built(columns: Vec<(String, Column)>) -> Result<Table, Problem> {
    let wrong = |error: ArrowError| Problem::Usage(error.to_string());
    let (mut fields, mut arrays) = (Vec::new(), Vec::new());
    for (name, column) in columns {
        let (kind, array) = column.finish();
        fields.push(Field::new(name, kind, true));
        arrays.push(array);
    }
    Ok(Table(RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).map_err(wrong)?))
}

impl Table {
    /// A table of the harness. A column that has but empty cells is one of numbers.
    pub(crate) fn of(table: &tables::Table) -> Result<Table, Problem> {
        let column = |place: usize| {
            let cells = || table.rows.iter().map(move |row| &row[place]);
            if cells().any(|cell| matches!(cell, Value::Text(_))) {
                let mut column = StringBuilder::new();
                cells().for_each(|cell| match cell {
                    Value::Empty => column.append_null(),
                    cell => column.append_value(cell.text()),
                });
                Column::Text(column)
            } else if cells().all(|cell| matches!(cell, Value::Count(_))) && !table.rows.is_empty() {
                let mut column = Int64Builder::new();
                cells().for_each(|cell| match cell {
                    Value::Count(count) => column.append_value(i64::try_from(*count).unwrap_or(i64::MAX)),
                    _ => column.append_null(),
                });
                Column::Whole(column)
            } else {
                let mut column = Float64Builder::new();
                // The numbers that files show, not ones with more digits.
                cells().for_each(|cell| column.append_option(cell.text().parse::<f64>().ok()));
                Column::Number(column)
            }
        };
        built(table.columns.iter().enumerate().map(|(place, name)| (name.clone(), column(place))).collect())
    }

    /// The table of a file of rows of games.
    pub(crate) fn of_games(file: &Path) -> Result<Table, Problem> {
        let bad = |error: csv::Error| Problem::Library(Error::input(format!("{}: {error}", file.display())));
        let mut reader = csv::Reader::from_path(file).map_err(bad)?;
        let names = reader.headers().map_err(bad)?.clone();
        let empty = |name: &str| match TEXT.contains(&name) {
            true => Column::Text(StringBuilder::new()),
            false => Column::Whole(Int64Builder::new()),
        };
        let mut columns: Vec<(String, Column)> = names.iter().map(|name| (name.to_owned(), empty(name))).collect();
        let mut row = csv::StringRecord::new();
        while reader.read_record(&mut row).map_err(bad)? {
            for ((_, column), cell) in columns.iter_mut().zip(&row) {
                match column {
                    Column::Text(column) => column.append_option(Some(cell).filter(|cell| !cell.is_empty())),
                    Column::Whole(column) => column.append_option(cell.parse().ok()),
                    Column::Number(column) => column.append_option(cell.parse().ok()),
                }
            }
        }
        built(columns)
    }

    /// The table of a Parquet file of rows of games.
    pub(crate) fn of_parquet(file: &Path) -> Result<Table, Problem> {
        let bad = |error: ParquetError| Problem::Library(Error::input(format!("{}: {error}", file.display())));
        let opened = File::open(file).map_err(|cause| Error::Read { path: file.to_owned(), cause })?;
        let reader = SerializedFileReader::new(opened).map_err(bad)?;
        let schema = reader.metadata().file_metadata().schema_descr_ptr();
        let empty = |name: &str| match TEXT.contains(&name) {
            true => Column::Text(StringBuilder::new()),
            false => Column::Whole(Int64Builder::new()),
        };
        let mut columns: Vec<(String, Column)> =
            schema.columns().iter().map(|column| (column.name().to_owned(), empty(column.name()))).collect();
        for row in reader.get_row_iter(None).map_err(bad)? {
            for ((_, column), (_, cell)) in columns.iter_mut().zip(row.map_err(bad)?.get_column_iter()) {
                match (column, cell) {
                    (Column::Text(column), Cell::Str(text)) => column.append_value(text),
                    (Column::Text(column), _) => column.append_null(),
                    (Column::Whole(column), Cell::Long(number)) => column.append_value(*number),
                    (Column::Whole(column), _) => column.append_null(),
                    (Column::Number(column), _) => column.append_null(),
                }
            }
        }
        built(columns)
    }

    /// The table of a list of objects, with these of their values. An object with `value`, `low` and `high` becomes three columns.
    pub(crate) fn of_objects(rows: &serde_json::Value, names: &[&str]) -> Result<Table, Problem> {
        let mut table = tables::Table::default();
        for row in rows.as_array().into_iter().flatten() {
            let mut cells = Vec::new();
            for name in names {
                match &row[name] {
                    serde_json::Value::Object(parts) => cells.extend([
                        ((*name).to_owned(), cell(&parts["value"])),
                        (format!("{name}_low"), cell(&parts["low"])),
                        (format!("{name}_high"), cell(&parts["high"])),
                    ]),
                    value => cells.push(((*name).to_owned(), cell(value))),
                }
            }
            table.push(cells);
        }
        Table::of(&table)
    }

    fn column(&self, name: &str) -> PyResult<&ArrayRef> {
        self.0.column_by_name(name).ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }
}

fn cell(value: &serde_json::Value) -> Value {
    match value {
        serde_json::Value::Null => Value::Empty,
        serde_json::Value::String(text) => Value::Text(text.clone()),
        serde_json::Value::Number(number) => match (number.as_u64(), number.as_f64()) {
            (Some(count), _) => Value::Count(count),
            (None, Some(number)) => Value::Number(number, DECIMALS),
            (None, None) => Value::Empty,
        },
        other => Value::Text(other.to_string()),
    }
}

/// Digits behind the point of numbers of JSON: more than there are.
const DECIMALS: usize = 17;

/// The values of a column.
fn values<'py>(py: Python<'py>, column: &ArrayRef) -> PyResult<Bound<'py, PyList>> {
    if let Some(column) = column.as_any().downcast_ref::<StringArray>() {
        PyList::new(py, column)
    } else if let Some(column) = column.as_any().downcast_ref::<Int64Array>() {
        PyList::new(py, column)
    } else if let Some(column) = column.as_any().downcast_ref::<Float64Array>() {
        PyList::new(py, column)
    } else {
        Ok(PyList::empty(py))
    }
}

#[pymethods]
impl Table {
    /// The names of the columns (list of str).
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.0.schema_ref().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The number of rows (int).
    #[getter]
    fn num_rows(&self) -> usize {
        self.0.num_rows()
    }

    /// The columns as lists by name (dict of str to list); None where there is no value.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        for (field, column) in self.0.schema_ref().fields().iter().zip(self.0.columns()) {
            columns.set_item(field.name(), values(py, column)?)?;
        }
        Ok(columns)
    }

    /// The rows (list of dict).
    fn to_rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let rows: Vec<Bound<'py, PyDict>> = (0..self.0.num_rows()).map(|_| PyDict::new(py)).collect();
        for (field, column) in self.0.schema_ref().fields().iter().zip(self.0.columns()) {
            for (row, value) in rows.iter().zip(values(py, column)?) {
                row.set_item(field.name(), value)?;
            }
        }
        Ok(rows)
    }

    /// The table as an Arrow C stream: the Arrow PyCapsule interface. `requested_schema` is passed over, as it may be.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches = RecordBatchIterator::new([Ok(self.0.clone())], self.0.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
    }

    /// A table of these columns: name, whether it is "int64", "float64" or "string", and values, None where there is none. What a pickle has.
    #[staticmethod]
    fn from_columns(columns: Vec<(String, String, Bound<'_, PyList>)>) -> PyResult<Table> {
        let mut made = Vec::new();
        for (name, kind, values) in columns {
            let mut column = match kind.as_str() {
                "string" => Column::Text(StringBuilder::new()),
                "int64" => Column::Whole(Int64Builder::new()),
                "float64" => Column::Number(Float64Builder::new()),
                other => {
                    let why = format!("a column is of int64, float64 or string, and {name} is of '{other}'");
                    return Err(Problem::Usage(why).into());
                }
            };
            match &mut column {
                Column::Text(column) => column.extend(values.extract::<Vec<Option<String>>>()?),
                Column::Whole(column) => column.extend(values.extract::<Vec<Option<i64>>>()?),
                Column::Number(column) => column.extend(values.extract::<Vec<Option<f64>>>()?),
            }
            made.push((name, column));
        }
        Ok(built(made)?)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Vec<Saved<'py>>,))> {
        let table = slf.get();
        let mut columns = Vec::new();
        for (field, column) in table.0.schema_ref().fields().iter().zip(table.0.columns()) {
            let kind = match field.data_type() {
                DataType::Utf8 => "string",
                DataType::Int64 => "int64",
                _ => "float64",
            };
            columns.push((field.name().clone(), kind, values(slf.py(), column)?));
        }
        Ok((slf.get_type().getattr("from_columns")?, (columns,)))
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    /// A column (list).
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        values(py, self.column(name)?)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyIterator>> {
        PyList::new(py, self.to_rows(py)?)?.try_iter()
    }

    fn __repr__(&self) -> String {
        format!("<gauntlet.Table of {} rows: {}>", self.0.num_rows(), self.column_names().join(", "))
    }
}
