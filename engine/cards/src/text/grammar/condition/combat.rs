//! Who attacked and what dealt damage this turn.

use crate::text::grammar::amount::AtLeast;
use crate::text::grammar::noun::{Cmp, Fought, Noun, Np};
use crate::text::grammar::player::Player;
use crate::text::grammar::tense::SelfOrIt;
use crate::text::grammar::trigger::DamageKind;
use crate::text::grammar::words::Digits;
use crate::text::syntax::syntax;

syntax! {
    /// Who attacked and what dealt damage this turn.
    enum CombatCondition {
        FirstCombat = ["it's the first combat phase of the turn"];
        YourFirstCombat = ["it's the first combat phase of your turn"];
        YourMain = ["it's your main phase"];
        NotYourMain = ["it isn't your main phase"];
        YourCombat = ["it's your combat phase"];
        PlayerDamaged { who: Player } = [who ["was|were" by who] "dealt damage this turn"]
            where |v| matches!(v, CombatCondition::PlayerDamaged { who: Player::You | Player::AnOpponent | Player::Who });
        PlayerDamagedSo { who: Player, n: Digits } = [who ["was|were" by who] "dealt" n "or more damage this turn"]
            where |v| matches!(v, CombatCondition::PlayerDamagedSo { who: Player::You | Player::AnOpponent | Player::Who, .. });
        FoughtPlayer { who: Player } = [who "was dealt combat damage this turn"]
            where |v| matches!(v, CombatCondition::FoughtPlayer { who: Player::AnOpponent | Player::Who });
        YouveBeenAttacked = ["you've been attacked this step"];
        YouveBeenDamaged = ["you've been dealt damage this turn"];
        YouAttacked = ["you attacked this turn"];
        Attacked { it: SelfOrIt } = [it "attacked this turn"];
        Fought { np: Np, how: Fought } = [[np singular] how] where |v| matches!(v, CombatCondition::Fought { np: Np::It | Np::Itself, .. });
        DamagedYou { n: AtLeast, noun: Noun } = ["you've been dealt damage by" n [noun by n] "this turn"];
        CombatDamaged { who: Player, n: AtLeast, noun: Noun } = [who "was dealt combat damage by" n [noun by n] "this turn"];
        CombatDamagedBySelf { who: Player } = [who "was dealt combat damage by ~ this turn"];
        AttackedWith { n: AtLeast } = ["you attacked with" n ["creature|creatures" by n] "this turn"];
        AttackedWithTotal { noun: Noun, cmp: Cmp } =
            ["you attacked with" [noun plural] "with total power" cmp "this combat"];
        DidntAttackWith = ["you didn't attack with a creature this turn"];
        NoneAttacked = ["no creatures attacked this turn"];
        CreaturesAttacked { n: AtLeast } = [n ["creature|creatures" by n] "attacked this turn"]
            where |v| matches!(v, CombatCondition::CreaturesAttacked { n: AtLeast::OrMore { .. } });
        WasDamaged { np: Np } = [[np singular] "was dealt damage this turn"];
        DealtDamage { it: SelfOrIt, kind: DamageKind, who: Player } = [it "dealt" kind "to" who "this turn"];
        DidntAttack { np: Np } = [[np singular] "didn't attack this turn"];
    }
}
