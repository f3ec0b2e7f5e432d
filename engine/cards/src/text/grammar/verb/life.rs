//! Life, and winning and losing (CR 104, 119).

use crate::text::grammar::amount::{Amount, Num, Rounding};
use crate::text::grammar::noun::Stat;
use crate::text::grammar::player::{Own, Player, Possessor, Whose};
use crate::text::grammar::words::Mana;
use crate::text::syntax::syntax;

syntax! {
    /// That much life.
    enum Life {
        Number { n: Num } = [n "life"];
        EqualTo { amount: Amount } = ["life equal to" amount];
        Half { whose: Own, rounding: Rounding } = ["half" whose "life," rounding];
        HalfOf { whose: Own } = ["half" whose "life"];
        Drained =
            ["life equal to the damage dealt, but not more life than the player's life total before the damage was dealt, the planeswalker's loyalty before the damage was dealt, or the creature's toughness"];
        DrainedWith { mana: Mana } =
            ["life equal to the damage dealt, but not more than the amount of" mana "spent on X, the player's life total before the damage was dealt, the planeswalker's loyalty before the damage was dealt, or the creature's toughness"];
    }

    /// Gaining and losing life, and the game.
    enum LifeVerb {
        GainLife { life: Life } = ["gains|gain" life];
        LoseLife { life: Life } = ["loses|lose" life];
        DoubleLife = ["doubles|double your life total"];
        DoubleLifeOf { whose: Whose } = ["doubles|double" whose "life total"] where |v| matches!(v, LifeVerb::DoubleLifeOf { whose: Whose::Of { .. } });
        ExchangeTheirLife = ["exchange life totals"];
        ExchangeLife { who: Player } = ["exchanges|exchange life totals with" who];
        ExchangeFor { whose: Whose, of: Possessor, stat: Stat } = ["exchanges|exchange" whose "life total with" of stat];
        LoseGame = ["loses|lose the game"];
        WinGame = ["wins|win the game"];
    }
}
