//! What players choose, and coins that decide.

use crate::text::grammar::noun::Np;
use crate::text::grammar::words::Die;
use crate::text::syntax::syntax;

syntax! {
    /// Of which cards a name is chosen.
    enum NameOf {
        Any = ["a card name"];
        Nonland = ["a nonland card name"];
        Creature = ["a creature card name"];
        Land = ["a land card name"];
        Artifact = ["an artifact card name"];
        Nonartifact = ["a nonartifact, nonland card name"];
        NonbasicLand = ["a nonbasic land card name"];
        NotBasicLand = ["a card name other than a basic land card name"];
        NoncreatureNonland = ["a noncreature, nonland card name"];
    }

    /// Choosing objects, players, names and colors; flipping a coin.
    enum ChooseVerb {
        ChooseOpponent = ["chooses|choose an opponent"];
        Choose { what: Np } = ["chooses|choose" [what singular]];
        ChooseColor = ["chooses|choose a color"];
        ChooseCreatureType = ["chooses|choose a creature type"];
        ChooseLandType = ["chooses|choose a basic land type"];
        ChooseName { what: NameOf } = ["chooses|choose" what];
        ChooseTargetOpponent = ["chooses|choose target opponent"];
        ChooseTargetPlayer = ["chooses|choose target player"];
        FlipCoin = ["flips|flip a coin"];
        RollDie { die: Die } = ["rolls|roll a" die];
    }
}
