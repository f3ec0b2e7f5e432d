/// In which windows a player wants to be asked, as bits that mean what the game says.
///
/// In many games a player is asked again and again whether to do something, and answers nearly always that they don't. An agent that knows it
/// would answer so in some kind of window, whatever it could do there, leaves that kind out ([`Stops`] of an agent): the game then answers
/// in its place, without working out what could have been done ([`crate::Game::advance`]). The game is the same as if the agent had been asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stops(pub u64);

impl Stops {
    /// All: the player is asked whenever there is a choice.
    pub const ALL: Stops = Stops(u64::MAX);

    /// None of the windows that a game knows.
    pub const NONE: Stops = Stops(0);

    /// These and others.
    #[must_use]
    pub const fn and(self, others: Stops) -> Stops {
        Stops(self.0 | others.0)
    }

    /// Returns whether the player wants to be asked in one of these windows.
    #[inline]
    pub const fn contains(self, windows: Stops) -> bool {
        self.0 & windows.0 != 0
    }
}
