//! Drawing, discarding and milling.

use crate::text::grammar::amount::{Amount, Count, Num, Rounding};
use crate::text::grammar::noun::Np;
use crate::text::grammar::player::Own;
use crate::text::grammar::words::Numeral;
use crate::text::syntax::syntax;

syntax! {
    /// That many cards.
    enum Cards {
        Number { n: Count } = [n ["card|cards" by n]];
        EqualTo { amount: Amount } = ["cards equal to" amount];
        HalfX { rounding: Rounding } = ["half X cards," rounding];
        ThatManyPlus { n: Numeral } = ["that many cards plus" n];
        ThatManyMinus { n: Numeral } = ["that many cards minus" n];
    }

    /// What is discarded.
    enum Discard {
        Number { n: Count } = [n ["card|cards" by n]];
        AtRandom { n: Count } = [n ["card|cards" by n] "at random"];
        Hand { whose: Own } = [whose "hand"];
        AllCards { whose: Own } = ["all the cards in" whose "hand"];
        EqualTo { amount: Amount } = ["cards equal to" amount];
        NumberEqualTo { amount: Amount } = ["a number of cards equal to" amount];
        What { np: Np } = [np] where |v| !matches!(v, Discard::What { np: Np::Quant { noun, .. } } if noun.is_bare_card());
    }

    /// Drawing, discarding and milling cards; scry and surveil.
    enum CardVerb {
        Draw { cards: Cards } = ["draws|draw" cards];
        Discard { what: Discard } = ["discards|discard" [what singular]];
        Mill { cards: Cards } = ["mills|mill" cards];
        PutTopIntoGraveyard { n: Count } = ["puts|put the top" n ["card|cards" by n] "of your library into your graveyard"];
        Scry { n: Num } = ["scries|scry" n];
        MillHalf { rounding: Rounding } = ["mills|mill half their library," rounding];
        Surveil { n: Num } = ["surveils|surveil" n];
    }
}
