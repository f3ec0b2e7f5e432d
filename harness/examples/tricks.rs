//! The whole `gauntlet` command for a game of one's own: this is all it takes.
//!
//! The game, its agents and how its decks are read are in `tests/common/mod.rs`.

#[path = "../tests/common/mod.rs"]
mod game;

fn main() -> std::process::ExitCode {
    // To link this crate is to have its allocator, which counts what `bench` reports.
    gauntlet::commands::main::<game::TricksHost>(Some(|work| allocation_counter::measure(work).count_total))
}
