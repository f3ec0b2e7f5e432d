//! The `gauntlet` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    // To link this crate is to have its allocator, which counts what `bench` reports.
    gauntlet::games::main(Some(|work| allocation_counter::measure(work).count_total))
}
