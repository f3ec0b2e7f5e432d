//! What was found out, as tables, on the terminal and on a page.

pub mod details;
pub mod details_told;
pub mod film;
pub mod fit;
pub mod ladder;
pub mod metagame;
pub mod page;
pub mod position;
pub mod report;
pub mod tables;
