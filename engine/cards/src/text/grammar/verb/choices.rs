//! What players choose, and coins that decide.

use crate::effect::OfferedTypes;
use crate::text::grammar::amount::Count;
use crate::text::grammar::noun::{Noun, Np, Quant};
use crate::text::grammar::series::{Conjunction, Series};
use crate::text::grammar::verb::Recipient;
use crate::text::grammar::words::{Color, Die, Digits, Sub, TypeWord};
use crate::text::syntax::syntax;
use crate::types::Colors;

syntax! {
    /// A kind of cards that can be chosen: "land or nonland", "creature or land".
    enum KindWord {
        Type { word: TypeWord } = [[word singular]];
        Nonland = ["nonland"];
    }

    /// Of which cards a name is chosen.
    enum NameOf {
        Any = ["a card name"];
        AnyAtAll = ["any card name"];
        Nonland = ["a nonland card name"];
        Creature = ["a creature card name"];
        Land = ["a land card name"];
        Artifact = ["an artifact card name"];
        Nonartifact = ["a nonartifact, nonland card name"];
        NonbasicLand = ["a nonbasic land card name"];
        NotBasicLand = ["a card name other than a basic land card name"];
        NoncreatureNonland = ["a noncreature, nonland card name"];
    }

    /// Which colors can't be chosen.
    enum ColorBut {
        OtherThan { color: Color } = ["other than" color];
    }

    /// Which creature type can't be chosen.
    enum TypeBut {
        OtherThan { sub: Sub } = ["other than" [sub singular]];
    }

    /// Which numbers can be chosen.
    struct NumberBetween { least: Digits, most: Digits } = ["between" least "and" most] where |v| v.least.0 <= v.most.0;

    /// One of several kinds of each of which one is chosen.
    struct OneKind { word: TypeWord } = ["a" [word singular]];

    /// Choosing objects, players, names, numbers and colors; flipping coins.
    enum ChooseVerb {
        ChooseFriendOrFoe = ["chooses|choose friend or foe"];
        ChooseOpponent = ["chooses|choose an opponent"];
        ChooseOpponentAtRandom = ["chooses|choose an opponent at random"];
        Choose { what: Np } = ["chooses|choose" [what singular]];
        ChooseOfKinds { kinds: Series<OneKind>, among: Noun } = ["chooses|choose" kinds "from among the" [among plural]]
            where |v| matches!(v, ChooseVerb::ChooseOfKinds { kinds, .. } if kinds.conjunction == Conjunction::And && kinds.items.len() > 1);
        ChooseAmongOfKinds { among: Noun, kinds: Series<OneKind> } = ["chooses|choose from among the" [among plural] kinds]
            where |v| matches!(v, ChooseVerb::ChooseAmongOfKinds { kinds, .. } if kinds.conjunction == Conjunction::And && kinds.items.len() > 1);
        ChooseOfEachType { noun: Noun } = ["chooses|choose a" [noun singular] "of each permanent type"];
        ChooseTwo { a: Np, b: Np } = ["chooses|choose" [a singular] "and" [b singular]]
            where |v| matches!(v, ChooseVerb::ChooseTwo { a: Np::Quant { quant: Quant::Target, .. }, b: Np::Quant { quant: Quant::Target, .. } });
        ChooseColor { but: Option<ColorBut> } = ["chooses|choose a color" but];
        ChooseCreatureType { but: Option<TypeBut> } = ["chooses|choose a creature type" but];
        ChooseLandType = ["chooses|choose a basic land type"];
        ChooseAny { to: Recipient } = ["chooses|choose" to] where |v| matches!(v, ChooseVerb::ChooseAny { to: Recipient::AnyTarget });
        ChooseKind { kinds: Series<KindWord> } = ["chooses|choose" kinds]
            where |v| matches!(v, ChooseVerb::ChooseKind { kinds } if kinds.conjunction == Conjunction::Or);
        ChooseLandOfEachType = ["chooses|choose a land of each basic land type"];
        ChooseOddOrEven = ["chooses|choose odd or even"];
        ChooseCardType = ["chooses|choose a card type"];
        ChoosePermanentType = ["chooses|choose a permanent type"];
        ChooseName { what: NameOf } = ["chooses|choose" what];
        ChooseTargetOpponent = ["chooses|choose target opponent"];
        ChooseTargetPlayer = ["chooses|choose target player"];
        FlipCoin = ["flips|flip a coin"];
        FlipUntilLost = ["flips|flip a coin until you lose a flip"];
        FlipCoins { n: Count } = ["flips|flip" n "coins"] where |v| matches!(v, ChooseVerb::FlipCoins { n } if n.is_certain_plural());
        ChooseNumber { between: Option<NumberBetween> } = ["chooses|choose a number" between];
        RollDie { die: Die } = ["rolls|roll a" die];
    }
}

impl NumberBetween {
    /// The least and the greatest number that can be chosen. Where no bound is said, no greater one than the given one can matter.
    pub(crate) fn bounds(between: Option<&NumberBetween>, unbound: i32) -> (i32, i32) {
        between.map_or((0, unbound), |between| (between.least.0, between.most.0))
    }
}

impl TypeBut {
    /// The creature types of which one can be chosen.
    pub(crate) fn offered(but: Option<&TypeBut>) -> OfferedTypes {
        but.map_or(OfferedTypes::All, |TypeBut::OtherThan { sub }| OfferedTypes::AllBut(sub.0))
    }
}

impl ColorBut {
    /// The colors of which one can be chosen.
    pub(crate) fn allowed(but: Option<&ColorBut>) -> Colors {
        but.map_or(Colors::all(), |ColorBut::OtherThan { color }| Colors::all() - color.0)
    }
}
