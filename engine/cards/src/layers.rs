//! The layers (CR 613) that compiled effects work in, and what they read and change there.

pub(crate) mod facts;
mod order;
mod table;

pub use facts::{Facts, read_by_ability, read_by_affected, read_by_changes, read_by_filter, takes_abilities, written};
pub use order::{ABILITIES, BASE_PT, COUNTERS, LAST, TYPES, layer_of};
pub use table::{LayerFacts, layer_facts};
