//! Who attacked and what dealt damage this turn.

use crate::text::grammar::amount::AtLeast;
use crate::text::grammar::noun::{Cmp, Noun, Np};
use crate::text::grammar::player::Player;
use crate::text::syntax::syntax;

syntax! {
    /// Who attacked and what dealt damage this turn.
    enum CombatCondition {
        OpponentWasDamaged = ["an opponent was dealt damage this turn"];
        YouWereDamaged = ["you were dealt damage this turn"];
        YouveBeenAttacked = ["you've been attacked this step"];
        YouveBeenDamaged = ["you've been dealt damage this turn"];
        YouAttacked = ["you attacked this turn"];
        ItAttacked = ["it attacked this turn"];
        SelfAttacked = ["~ attacked this turn"];
        DamagedYou { n: AtLeast, noun: Noun } = ["you've been dealt damage by" n [noun by n] "this turn"];
        CombatDamaged { who: Player, n: AtLeast, noun: Noun } = [who "was dealt combat damage by" n [noun by n] "this turn"];
        AttackedWith { n: AtLeast } = ["you attacked with" n ["creature|creatures" by n] "this turn"];
        AttackedWithTotal { noun: Noun, cmp: Cmp } =
            ["you attacked with" [noun plural] "with total power" cmp "this combat"];
        DidntAttackWith = ["you didn't attack with a creature this turn"];
        NoneAttacked = ["no creatures attacked this turn"];
        WasDamaged { np: Np } = [[np singular] "was dealt damage this turn"];
        DidntAttack { np: Np } = [[np singular] "didn't attack this turn"];
    }
}
