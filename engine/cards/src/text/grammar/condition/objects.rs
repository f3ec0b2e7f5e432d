//! What an object is, has or was.

use crate::text::grammar::amount::AtLeast;
use crate::text::grammar::noun::{Cmp, CounterCount, Head, Noun, Np, Stat};
use crate::text::grammar::player::Possessor;
use crate::text::grammar::words::{Color, CounterWord, Keyword};
use crate::text::syntax::syntax;

syntax! {
    /// States that an object can be in.
    enum State {
        Tapped = ["tapped"];
        Untapped = ["untapped"];
        Attacking = ["attacking"];
        Blocking = ["blocking"];
        Monstrous = ["monstrous"];
        Renowned = ["renowned"];
        AttackingOrBlocking = ["attacking or blocking"];
        Blocked = ["blocked"];
        Saddled = ["saddled"];
        Unpaired = ["unpaired"];
        YourRingBearer = ["your Ring-bearer"];
        Equipped = ["equipped"];
        Enchanted = ["enchanted"];
        OnBattlefield = ["on the battlefield"];
        InYourGraveyard = ["in your graveyard"];
        Color { color: Color } = [color];
        A { noun: Noun } = ["a" [noun singular]];
        NotA { noun: Noun } = ["not a" [noun singular]];
    }

    /// What an object is, has or was.
    enum ObjectCondition {
        Is { np: Np, state: State } = [[np singular] ["is|are" by np] state] where |v| !matches!(v, ObjectCondition::Is { np: Np::It | Np::Quant { .. }, .. });
        IsNot { np: Np, state: State } = [[np singular] "isn't" state] where |v| !matches!(v, ObjectCondition::IsNot { np: Np::It, .. });
        Its { state: State } = ["it's" state];
        ItWas { state: State } = ["it was" state];
        ItWasNot { state: State } = ["it wasn't" state];
        ItIsNot { state: State } = ["it isn't" state];
        StatIs { of: Possessor, stat: Stat, cmp: Cmp } = [of stat "is" cmp];
        HasCounter { np: Np, count: CounterCount } = [[np singular] "has" count "on it"];
        HadCounter { np: Np, count: CounterCount } = [[np singular] "had" count "on it"];
        CounterCount { n: AtLeast, kind: CounterWord, np: Np } = ["there are" n kind "counters on" [np singular]];
        HasKeyword { np: Np, keyword: Keyword } = [[np singular] ["has|have" by np] keyword];
        HadKeyword { np: Np, keyword: Keyword } = [[np singular] "had" keyword];
        LacksKeyword { np: Np, keyword: Keyword } = [[np singular] "doesn't have" keyword];
        GreaterThanSelf { np: Np } = [[np singular] "has greater power or toughness than ~"];
        SharesType { with: Np } = ["it shares a creature type with" [with singular]];
        StatWas { of: Possessor, stat: Stat, cmp: Cmp } = [of stat "was" cmp];
        HasStat { np: Np, stat: Stat, cmp: Cmp } = [[np singular] ["has|have" by np] stat cmp];
        HadStat { np: Np, stat: Stat, cmp: Cmp } = [[np singular] "had" stat cmp];
        UnderControlSince = ["~ came under your control since the beginning of your last upkeep"];
        TributeUnpaid = ["tribute wasn't paid"];
        ChoseOther = ["you chose a creature other than ~ as your Ring-bearer"];
        ItsPaired = ["it's paired with a creature"];
        ItDevoured = ["it devoured a creature"];
        YouControlHost { head: Head } = ["you control enchanted" [head singular]];
        Was { np: Np, state: State } = [[np singular] "was" state] where |v| matches!(v, ObjectCondition::Was { np: Np::The { .. } | Np::That { .. }, .. });
        WasNot { np: Np, state: State } = [[np singular] "wasn't" state] where |v| matches!(v, ObjectCondition::WasNot { np: Np::The { .. } | Np::That { .. }, .. });
        IsAttachedTo { head: Head } = ["~ is attached to a" [head singular]];
    }
}
