//! What a step can't do, each as one sentence for the user.

/// Why a step wasn't made. Nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StepError {
    /// An action that is not in the mask.
    #[error(
        "environment {environment}: action {action} is not legal there; the mask allows {allowed} of the {slots} slots"
    )]
    Illegal {
        /// Where.
        environment: usize,
        /// The slot that was named.
        action: i64,
        /// How many slots the mask allows.
        allowed: usize,
        /// How many there are.
        slots: usize,
    },
    /// All games are over and aren't followed by others.
    #[error("{}; reset to play on", if *environments == 1 { "the game is over".to_owned() } else { format!("the games of all {environments} environments are over") })]
    Over {
        /// How many there are.
        environments: usize,
    },
    /// An array has another length than it should.
    #[error("{name} has {found} entries and should have {wanted}")]
    Length {
        /// What is in it.
        name: &'static str,
        /// Its length.
        found: usize,
        /// What it should be.
        wanted: usize,
    },
    /// Game after game failed in the rules engine.
    #[error("environment {environment}: {tries} games in succession failed, the last one with: {message}")]
    Broken {
        /// Where.
        environment: usize,
        /// How many games.
        tries: usize,
        /// What the engine said of the last.
        message: String,
    },
    /// The worker threads can't be started.
    #[error("{0}")]
    Threads(String),
}
