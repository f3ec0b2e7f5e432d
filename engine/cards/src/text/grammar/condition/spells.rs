//! Which spells were cast this turn or the turn before.

use crate::text::grammar::amount::AtLeast;
use crate::text::grammar::noun::Noun;
use crate::text::grammar::tense::YouHave;
use crate::text::grammar::words::{Numeral, Ordinal};
use crate::text::syntax::syntax;

syntax! {
    /// Which spells were cast this turn or the turn before.
    enum SpellsCondition {
        YouCast { you: YouHave, n: AtLeast, noun: Noun } = [you "cast" n [noun by n] "this turn"]
            where |v| !matches!(v, SpellsCondition::YouCast { you: YouHave::Youve, noun, .. } if noun.is_plain_spell());
        OpponentCast { n: AtLeast, noun: Noun } = ["an opponent cast" n [noun by n] "this turn"];
        OpponentHasCast { n: AtLeast, noun: Noun } = ["an opponent has cast" n [noun by n] "this turn"];
        ThatPlayerDidnt { noun: Noun } = ["that player didn't cast a" [noun singular] "this turn"];
        ItsFirstOf { a: Noun, b: Noun, c: Noun } =
            ["it's the first" [a singular] ", the first" [b singular] ", or the first" [c singular] "you've cast this turn"];
        YouveCastAnother = ["you've cast another spell this turn"];
        YouveCastN { n: Numeral } = ["you've cast" n "or more spells this turn"];
        NoSpellsLastTurn = ["no spells were cast last turn"];
        TwoSpellsLastTurn = ["a player cast two or more spells last turn"];
        YoursCountered { noun: Noun } =
            ["a" [noun singular] "you cast this turn was countered by a spell or ability an opponent controlled"];
        SpellWarped = ["a spell was warped this turn"];
        HaventCast { noun: Noun } = ["you haven't cast a" [noun singular] "this turn"];
        DidntCast { noun: Noun } = ["you didn't cast a" [noun singular] "this turn"];
        ItsNth { n: Ordinal, noun: Noun } = ["it's the" n [noun singular] "you cast this turn"];
        ItWasNth { n: Ordinal, noun: Noun } = ["it was the" n [noun singular] "you cast this turn"];
        CastBothNamed { a: Noun, b: Noun } = ["you've cast a" [a singular] "and a" [b singular] "this turn"];
        CastBoth { a: Noun, b: Noun } = ["you've cast both a" [a singular] "and a" [b singular] "this turn"];
    }
}
