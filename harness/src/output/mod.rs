//! What comes out, wherever it goes: the terminal, files, command lines.

pub mod file;
pub mod grid;
pub mod progress;
pub mod screen;
pub mod shell;
