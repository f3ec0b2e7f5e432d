//! Life, and winning and losing (CR 104, 119).

use crate::text::grammar::amount::{Amount, Num};
use crate::text::grammar::player::Player;
use crate::text::syntax::syntax;

syntax! {
    /// So much life.
    enum Life {
        Number { n: Num } = [n "life"];
        EqualTo { amount: Amount } = ["life equal to" amount];
        HalfYours = ["half your life, rounded up"];
        HalfTheirs = ["half their life, rounded up"];
        Half = ["half their life, rounded down"];
    }

    /// Gaining and losing life, and the game.
    enum LifeVerb {
        GainLife { life: Life } = ["gains|gain" life];
        LoseLife { life: Life } = ["loses|lose" life];
        DoubleLife = ["doubles|double your life total"];
        ExchangeTheirLife = ["exchange life totals"];
        ExchangeLife { who: Player } = ["exchanges|exchange life totals with" who];
        LoseGame = ["loses|lose the game"];
        WinGame = ["wins|win the game"];
    }
}
