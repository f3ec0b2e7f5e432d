//! Games that are played to find what is wrong with engine or agents, and playing them again.

pub mod examine;
pub mod fuzz;
pub mod honesty;
pub mod opinion;
mod oracle;
pub mod replay;
pub mod saved;
pub mod shrink;
