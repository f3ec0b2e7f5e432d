//! Where output goes, and how much room it has.

use std::io::{self, IsTerminal, Write};

use serde::Serialize;

use crate::error::Error;
use crate::output::file::json;

/// How a command ended, as the process's exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// All went well.
    Ok = 0,
    /// The run was completed, but games failed in the engine, or what was to be checked is wrong.
    Problems = 1,
    /// Input that makes no sense, or files that can't be read or written.
    BadInput = 2,
    /// Stopped by Ctrl-C; what was played is kept.
    Interrupted = 130,
}

/// The most characters of a line of an error: names in files may be of any length.
const LONGEST_LINE: usize = 2000;

/// Text from files and arguments as a terminal can show it: what would be a command to the terminal is `�`, and endless lines end in `…`.
pub fn shown(text: &str) -> String {
    let plain = |c: char| if c.is_control() && c != '\t' { char::REPLACEMENT_CHARACTER } else { c };
    let line = |line: &str| {
        let mut out: String = line.chars().take(LONGEST_LINE).map(plain).collect();
        if line.chars().nth(LONGEST_LINE).is_some() {
            out.push('…');
        }
        out
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Columns assumed where output is not a terminal.
pub const WIDTH_OF_A_PIPE: usize = 120;

/// The two outputs of a command: results, and remarks about them.
pub struct Screen<'a> {
    out: &'a mut (dyn Write + Send),
    err: &'a mut (dyn Write + Send),
    /// How many columns a line of the output may have.
    pub width: usize,
    /// Whether the output may be coloured.
    pub colour: bool,
    /// Whether someone sees the remarks as they come, so that a progress bar makes sense.
    pub live: bool,
}

impl<'a> Screen<'a> {
    /// A screen that writes to `out` and `err`, which are files or buffers and no terminal.
    pub fn plain(out: &'a mut (dyn Write + Send), err: &'a mut (dyn Write + Send)) -> Screen<'a> {
        Screen { out, err, width: WIDTH_OF_A_PIPE, colour: false, live: false }
    }

    /// The process's standard output and error. Colours only on a terminal, and not if `NO_COLOR` is set
    /// (<https://no-color.org>).
    pub fn standard(out: &'a mut io::Stdout, err: &'a mut io::Stderr) -> Screen<'a> {
        let terminal = out.is_terminal();
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let size = console::Term::stdout().size_checked();
        Screen {
            width: size.filter(|_| terminal).map_or(WIDTH_OF_A_PIPE, |(_, columns)| usize::from(columns).max(40)),
            colour: terminal && !set("NO_COLOR") && !dumb,
            live: err.is_terminal() && !dumb,
            out,
            err,
        }
    }

    /// Writes `text` to the output.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn print(&mut self, text: &str) -> Result<(), Error> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()?;
        Ok(())
    }

    /// Writes `value` to the output as indented JSON.
    ///
    /// # Errors
    /// If it can't be written, or a map in it has keys that are not text.
    pub fn print_json(&mut self, value: &impl Serialize) -> Result<(), Error> {
        self.print(&String::from_utf8_lossy(&json(value)?))
    }

    /// Writes a line to the remarks. If nobody takes them, nothing is lost that matters.
    pub fn remark(&mut self, line: &str) {
        let _ = writeln!(self.err, "{line}");
    }
}
