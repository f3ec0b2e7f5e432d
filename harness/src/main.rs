//! The `gauntlet` command.

use std::process::ExitCode;

use gauntlet::magic::Magic;

fn main() -> ExitCode {
    // To link this crate is to have its allocator, which counts what `bench` reports.
    gauntlet::commands::main::<Magic>(Some(|work| allocation_counter::measure(work).count_total))
}
