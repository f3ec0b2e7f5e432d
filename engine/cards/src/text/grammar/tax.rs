//! What must be paid for attacking and blocking: "creatures can't attack you unless their controller pays {2} for each of them".

use super::amount::{ForEach, Num, WhereX};
use super::cost::SentenceCost;
use super::noun::{Head, Noun, Np};
use super::words::Mana;
use crate::text::syntax::syntax;

syntax! {
    /// What creatures can't do.
    enum TaxedDeed {
        Attack = ["attack"];
        AttackYou = ["attack you"];
        AttackAll = ["attack you or planeswalkers you control"];
        AttackPlaneswalkers = ["attack planeswalkers you control"];
        AttackOrBlock = ["attack or block"];
        Block = ["block"];
        BlockWhat { noun: Noun } = ["block" [noun plural]];
    }

    /// What their controller does.
    enum Payment {
        Mana { mana: Mana } = ["pays" mana];
        Life { n: Num } = ["pays" n "life"];
        Sacrifice { what: Np } = ["sacrifices" what];
    }

    /// For which creatures.
    enum Taxed {
        Those = ["for each of those creatures"];
        AttackingYou = ["for each creature they control that's attacking you"];
        AttackingPlaneswalkers = ["for each creature they control that's attacking a planeswalker you control"];
        Attacking = ["for each attacking creature they control"];
        Blocking = ["for each blocking creature they control"];
        These { noun: Noun } = ["for each" [noun singular] "they control that's attacking"];
    }

    /// What creatures must pay for.
    enum Tax {
        Many { noun: Noun, deed: TaxedDeed, pay: Payment, taxed: Taxed, x: Option<WhereX> } =
            [[noun plural] "can't" deed "unless their controller" pay taxed x];
        Each { noun: Noun, deed: TaxedDeed, pay: Payment, x: WhereX } =
            ["each" [noun singular] "can't" deed "unless its controller" pay x];
        One { np: Np, deed: TaxedDeed, pay: Payment, each: Option<ForEach> } =
            [[np singular] "can't" deed "unless its controller" pay each];
        Own { deed: TaxedDeed, cost: SentenceCost, each: Option<ForEach> } = ["~ can't" deed "unless you" cost each];
        Blockers { head: Head, mana: Mana } =
            ["enchanted" [head singular] "can't be blocked unless defending player pays" mana
             "for each creature they control that's blocking it"];
    }
}
