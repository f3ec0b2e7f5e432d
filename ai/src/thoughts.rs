//! What an agent thought of its choices, for those who ask it.

/// What an agent thought when it chose last.
#[derive(Clone, PartialEq, Debug)]
pub struct Thoughts<A> {
    /// What the values are, in a few words.
    pub measure: &'static str,
    /// The number of the action that its policy would have taken without any search.
    pub policy: Option<usize>,
    /// What it thought of each legal action, in their order.
    pub actions: Vec<Thought<A>>,
}

/// What an agent thought of one legal action.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<A> {
    /// What it is worth, if that was looked at.
    pub value: Option<f64>,
    /// The standard error of that.
    pub error: Option<f64>,
    /// How often it was tried.
    pub visits: u64,
    /// How the agent expects the game to go on after it: choices of both players, in order.
    pub line: Vec<A>,
}

impl<A> Thought<A> {
    /// Of an action that wasn't looked at.
    pub fn none() -> Thought<A> {
        Thought { value: None, error: None, visits: 0, line: Vec::new() }
    }
}

/// What the values of searches are.
pub(crate) const POINTS: &str = "points: 1 for a win, 0 for a loss";
