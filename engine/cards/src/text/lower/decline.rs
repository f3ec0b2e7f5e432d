//! Why a text that was read isn't compiled.

/// Why a text that was read can't be compiled: a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decline(pub(crate) String);

pub(crate) type Lowered<T> = Result<T, Decline>;

/// Declines with a message.
pub(crate) fn decline<T>(message: impl Into<String>) -> Lowered<T> {
    Err(Decline(message.into()))
}

/// Why a card or face isn't compiled, and the number of the paragraph that it is about; `None` if it is about all of it.
pub(crate) type Refusal = (Option<usize>, Decline);
