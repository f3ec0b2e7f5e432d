//! Lines of a game's story, and who may read each.

use crate::player::Player;

/// Who may read a line of a game's story: those who know all that it says. It is set where the line is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Audience {
    /// Both players: it says only what is public.
    Everyone,
    /// One player: it says what the other doesn't know.
    Only(Player),
    /// Neither player: it says what only who sees everything knows.
    Nobody,
}

impl Audience {
    /// Those players of whom `knows` is true.
    pub fn of(knows: impl Fn(Player) -> bool) -> Audience {
        match Player::BOTH.map(knows) {
            [true, true] => Audience::Everyone,
            [true, false] => Audience::Only(Player::FIRST),
            [false, true] => Audience::Only(Player::SECOND),
            [false, false] => Audience::Nobody,
        }
    }

    /// Returns whether a player is among them.
    pub fn has(self, player: Player) -> bool {
        match self {
            Audience::Everyone => true,
            Audience::Only(only) => only == player,
            Audience::Nobody => false,
        }
    }

    /// Those who are in both.
    #[must_use]
    pub fn and(self, other: Audience) -> Audience {
        Audience::of(|player| self.has(player) && other.has(player))
    }
}

/// A line of a game's story.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoryLine {
    /// Who may read it.
    pub audience: Audience,
    /// The text; two spaces before it for each level that it is indented. Headings aren't.
    pub text: String,
}

impl StoryLine {
    /// A line that both players may read.
    pub fn public(text: impl Into<String>) -> StoryLine {
        StoryLine { audience: Audience::Everyone, text: text.into() }
    }
}
