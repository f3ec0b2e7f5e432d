//! Gauntlet for Python: the module `gauntlet._native`, on which the package `gauntlet` (in `gauntlet/`) stands.
//!
//! Nothing here plays a game or makes a table by itself: the library of the harness does, and what is here hands over arguments and results.

mod agent;
mod answers;
mod cluster;
mod deal;
mod encoding;
mod errors;
mod games;
mod job;
mod live;
mod numbers;
mod position;
mod run;
mod table;
mod vector;
mod versions;

use pyo3::prelude::*;

/// The part of the package `gauntlet` that is written in Rust. What is public of it is in `gauntlet`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::answers::{analyse, analyse_directory, check_cards, check_deck, compile_cards, show_card};
    #[pymodule_export]
    use crate::cluster::{Gathering, Unpacked};
    #[pymodule_export]
    use crate::encoding::{Encoder, encoding};
    #[pymodule_export]
    use crate::position::{Action, Outcome, Position, View, action, restore, restore_view};
    #[pymodule_export]
    use crate::run::play;
    #[pymodule_export]
    use crate::table::Table;
    #[pymodule_export]
    use crate::vector::{Games, reasons};
    #[pymodule_export]
    use crate::versions::{UnpackedVersions, compare, tune, versions_of_file};

    /// The version, as `gauntlet --version` has it.
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = gauntlet::VERSION;
}
