//! What can go wrong, as the exceptions of `gauntlet.errors`. Their sentences are those of the command.

use gauntlet::error::Error;
use pyo3::PyErr;

pyo3::import_exception!(gauntlet.errors, CardError);
pyo3::import_exception!(gauntlet.errors, DeckError);
pyo3::import_exception!(gauntlet.errors, EngineError);
pyo3::import_exception!(gauntlet.errors, EnvironmentClosed);
pyo3::import_exception!(gauntlet.errors, FileError);
pyo3::import_exception!(gauntlet.errors, GameOver);
pyo3::import_exception!(gauntlet.errors, IllegalAction);
pyo3::import_exception!(gauntlet.errors, UsageError);

/// Why something can't be done.
pub(crate) enum Problem {
    /// What the library says.
    Library(Error),
    /// Input that makes no sense.
    Usage(String),
    /// An action that isn't among the legal ones.
    Illegal(String),
    /// The game is over.
    Over,
    /// The game of an environment is over, in a sentence that says which.
    Ended(String),
    /// The environments are closed.
    Closed,
    /// The engine panicked; with the recording of the game, if there is one.
    Failed { message: String, replay: Option<String> },
}

impl From<Error> for Problem {
    fn from(error: Error) -> Problem {
        Problem::Library(error)
    }
}

impl From<Problem> for PyErr {
    fn from(problem: Problem) -> PyErr {
        match problem {
            Problem::Library(error) => raised(&error),
            Problem::Usage(sentence) => UsageError::new_err(sentence),
            Problem::Illegal(sentence) => IllegalAction::new_err(sentence),
            Problem::Over => GameOver::new_err("the game is over: nobody is to act"),
            Problem::Ended(sentence) => GameOver::new_err(sentence),
            Problem::Closed => EnvironmentClosed::new_err("the environments are closed"),
            Problem::Failed { message, replay } => EngineError::new_err((message, replay)),
        }
    }
}

/// The exception for an error of the library.
fn raised(error: &Error) -> PyErr {
    let sentence = error.to_string();
    match error {
        Error::Deck(_) => DeckError::new_err(sentence),
        Error::Cards(_) => CardError::new_err(sentence),
        Error::Read { .. } | Error::Write { .. } | Error::Out { .. } | Error::Output(_) => FileError::new_err(sentence),
        _ => UsageError::new_err(sentence),
    }
}
