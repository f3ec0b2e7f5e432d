//! Forms of verbs: a row that takes one reads what is so, what was so and what isn't.

use super::effect::YouDid;
use super::noun::Np;
use super::noun::Participle;
use super::player::Player;
use crate::text::syntax::{Agrees, syntax};

syntax! {
    /// "is", "was" and what denies them.
    #[derive(Copy)]
    enum Be {
        Is = ["is|are"];
        Isnt = ["isn't|aren't"];
        Was = ["was|were"];
        Wasnt = ["wasn't|weren't"];
    }

    /// What something has or had.
    #[derive(Copy)]
    enum Have {
        Has = ["has|have"];
        Had = ["had"];
    }

    /// What someone does or doesn't.
    #[derive(Copy)]
    enum Doing {
        Does = ["does|do"];
        Doesnt = ["doesn't|don't"];
    }

    /// You, with a verb of what was done this turn: in either tense it says the same.
    #[derive(Copy)]
    enum YouHave {
        Youve = ["you've"];
        You = ["you"];
    }

    /// The source, by its name or mentioned.
    #[derive(Copy)]
    enum SelfOrIt {
        Itself = ["~"];
        It = ["it"];
    }
}

impl Be {
    /// Returns whether it denies.
    pub(crate) fn denies(self) -> bool {
        matches!(self, Be::Isnt | Be::Wasnt)
    }

    /// Returns whether it is about what was.
    pub(crate) fn past(self) -> bool {
        matches!(self, Be::Was | Be::Wasnt)
    }

    /// Returns whether it is said of this: "it's" is a word of its own, and several things are counted.
    pub(crate) fn is_said_of(self, np: &Np) -> bool {
        match self {
            Be::Is => !matches!(np, Np::It | Np::Quant { .. }),
            Be::Isnt => !np.is_plural(),
            Be::Was | Be::Wasnt => matches!(np, Np::It | Np::The { .. } | Np::That { .. }),
        }
    }
}

impl Doing {
    /// Returns whether "if they do" asks of this player what was done; that a player doesn't is said of a certain one.
    pub(crate) fn is_asked_of(self, who: &Player) -> bool {
        match who {
            Player::You | Player::They | Player::ThatPlayer | Player::ThePlayer => true,
            Player::APlayer => self == Doing::Does,
            _ => false,
        }
    }
}

impl YouDid {
    /// The same, as it is said of what it was done to.
    pub(crate) fn past(self) -> Participle {
        match self {
            YouDid::Discard => Participle::Discarded,
            YouDid::Exile => Participle::Exiled,
            YouDid::Sacrifice => Participle::Sacrificed,
        }
    }
}
