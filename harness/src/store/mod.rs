//! What a run has finished, in its directory.

pub mod chunks;
#[cfg(feature = "parquet")]
pub mod decisions;
pub mod failures;
pub mod knows;
#[cfg(feature = "parquet")]
mod parquet;
pub mod results;
pub mod rows;
