//! Whole numbers of Python's as those of this program: one that doesn't fit is a `UsageError`, with the sentence that the command has for it.

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::errors::Problem;

/// A number that an argument of this name has.
fn whole<'py, T>(name: &str, most: &str, value: &Bound<'py, PyAny>) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    value.extract::<T>().map_err(|error| match error.is_instance_of::<PyOverflowError>(value.py()) {
        true => {
            let sentence = format!("invalid value '{value}' for '{name}': it must be a whole number from 0 to {most}");
            Problem::Usage(sentence).into()
        }
        false => error,
    })
}

/// The greatest number of eight bytes, as people write it.
const MOST: &str = "2**64 - 1";

/// A seed.
pub(crate) fn seed(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole("seed", MOST, value)
}

/// The number of a pair of games.
pub(crate) fn pair(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole("pair", MOST, value)
}

/// A player, by seat.
pub(crate) fn player(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("player", "1", value)
}

/// A side.
pub(crate) fn side(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("side", "1", value)
}

/// The number of an environment.
pub(crate) fn environment(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("environment", "the number of the last one", value)
}

/// A page of slots.
pub(crate) fn page(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("page", "the last one", value)
}

/// How many steps.
pub(crate) fn steps(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("steps", MOST, value)
}
