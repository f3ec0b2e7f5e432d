//! What can go wrong, each as one sentence for the user.

use std::io;
use std::path::{Path, PathBuf};

/// Why a command could not do what it was asked to.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Input that makes no sense. The sentence names what, where and what to do about it.
    #[error("{0}")]
    Input(String),
    /// A deck that isn't there or can't be played.
    #[error("{0}")]
    Deck(String),
    /// Definitions of cards that aren't there, can't be read or aren't understood.
    #[error("{0}")]
    Cards(String),
    /// A file or directory that can't be read.
    #[error("can't read {}: {cause}", path.display())]
    Read {
        /// What was to be read.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// A file or directory that can't be written.
    #[error("can't write {}: {cause}; choose another place for it", path.display())]
    Write {
        /// What was to be written.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// What `--out` names can't be written.
    #[error("can't write {}: {}; choose another place with --out", path.display(), why_not_out(path, cause))]
    Out {
        /// What was to be written.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// Standard output is gone or refuses to be written.
    #[error("can't write to the standard output: {0}")]
    Output(#[from] io::Error),
}

/// Why the directory of `--out` can't be made or written.
fn why_not_out(path: &Path, cause: &io::Error) -> String {
    if path.is_file() { "it is a file, and the results are a directory of files".to_owned() } else { cause.to_string() }
}

impl Error {
    /// An [`Error::Input`].
    pub fn input(sentence: impl Into<String>) -> Error {
        Error::Input(sentence.into())
    }

    /// An [`Error::Deck`].
    pub fn deck(sentence: impl Into<String>) -> Error {
        Error::Deck(sentence.into())
    }

    /// An [`Error::Cards`].
    pub fn cards(sentence: impl Into<String>) -> Error {
        Error::Cards(sentence.into())
    }

    /// Returns whether the reader of our output went away (`gauntlet … | head`), which isn't a failure.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Error::Output(cause) if cause.kind() == io::ErrorKind::BrokenPipe)
    }
}
