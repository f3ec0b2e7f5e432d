//! What a run has finished, in its directory.

pub mod chunks;
#[cfg(feature = "parquet")]
pub mod decisions;
pub mod failures;
#[cfg(feature = "parquet")]
mod parquet;
pub mod results;
pub mod rows;
