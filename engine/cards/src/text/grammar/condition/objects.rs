//! What an object is, has or was.

use crate::text::grammar::amount::AtLeast;
use crate::text::grammar::noun::{Adj, Cmp, ColorNumber, CounterCount, Head, Noun, Np, Stat};
use crate::text::grammar::player::Possessor;
use crate::text::grammar::tense::{Be, Have};
use crate::text::grammar::words::{CounterWord, Keyword, NamedKeyword};
use crate::text::syntax::syntax;

syntax! {
    /// Where cards of the same graveyard are.
    #[derive(Copy)]
    enum Above {
        It = ["above it"];
        Directly = ["directly above it"];
    }

    /// States that an object can be in.
    enum State {
        Monstrous = ["monstrous"];
        Renowned = ["renowned"];
        Solved = ["solved"];
        AttackingOrBlocking = ["attacking or blocking"];
        AttackingAlone = ["attacking alone"];
        Saddled = ["saddled"];
        Suspended = ["suspended"];
        YourRingBearer = ["your Ring-bearer"];
        InEither = ["in your graveyard or on the battlefield"];
        InCommandOrBattlefield = ["in the command zone or on the battlefield"];
        InCommand = ["in the command zone"];
        OnBattlefield = ["on the battlefield"];
        InYourGraveyard = ["in your graveyard"];
        InYourGraveyardUnder { n: AtLeast, noun: Noun, place: Above } = ["in your graveyard with" n [noun by n] place]
            where |v| matches!(v, State::InYourGraveyardUnder { n: AtLeast::A | AtLeast::OrMore { .. }, .. });
        Colors { n: ColorNumber } = [n];
        Adj { adj: Adj } = [adj] where |v| matches!(v, State::Adj { adj } if adj.is_asked());
        OneOf { a: Adj, b: Adj } = [a "or" b] where |v| matches!(v, State::OneOf { a, b } if a.is_asked() && b.is_asked() && *a != Adj::Attacking);
        OneOrBoth { a: Adj, b: Adj } = [a "and/or" b] where |v| matches!(v, State::OneOrBoth { a, b } if a.is_asked() && b.is_asked());
        A { noun: Noun } = ["a" [noun singular]];
        NotA { noun: Noun } = ["not a" [noun singular]];
        Either { a: Noun, b: Noun } = ["a" [a singular] "or a" [b singular]];
    }

    /// Who controls something that was mentioned.
    #[derive(Copy)]
    enum ControlledBy {
        You = ["you control"];
        NotYou = ["you don't control"];
        Opponent = ["an opponent controls"];
    }

    /// What an object is, has or was.
    enum ObjectCondition {
        Is { np: Np, be: Be, state: State } = [[np singular] [be by np] state] where |v| matches!(v, ObjectCondition::Is { np, be, .. } if be.is_said_of(np));
        Its { state: State } = ["it's" state];
        StatIs { of: Possessor, stat: Stat, be: Be, cmp: Cmp } = [of stat [be singular] cmp] where |v| matches!(v, ObjectCondition::StatIs { be, .. } if !be.denies());
        LacksCounter { np: Np, kind: CounterWord } = [[np singular] "doesn't have a" kind "counter on it"];
        HasCounter { np: Np, have: Have, count: CounterCount } = [[np singular] [have singular] count "on it"];
        CounterCount { n: AtLeast, kind: CounterWord, np: Np } = ["there are" n kind "counters on" [np singular]];
        OneCounter { n: AtLeast, kind: CounterWord, np: Np } = ["there is" n kind "counter on" [np singular]]
            where |v| matches!(v, ObjectCondition::OneCounter { n: AtLeast::Exactly { n }, .. } if n.0 == 1);
        HasKeyword { np: Np, have: Have, keyword: Keyword } = [[np singular] [have by np] keyword];
        HasNamed { np: Np, have: Have, keyword: NamedKeyword } = [[np singular] [have by np] keyword];
        HasChosenName { np: Np } = [[np singular] "has the chosen name"];
        LacksKeyword { np: Np, keyword: Keyword } = [[np singular] "doesn't have" keyword];
        GreaterThanSelf { np: Np } = [[np singular] "has greater power or toughness than ~"];
        SharesType { with: Np } = ["it shares a creature type with" [with singular]];
        HasStat { np: Np, have: Have, stat: Stat, cmp: Cmp } = [[np singular] [have by np] stat cmp];
        SameStat { np: Np, have: Have, stat: Stat, than: Np } =
            [[np singular] [have by np] "the same" stat "as" [than singular]];
        UnderControlSince = ["~ came under your control since the beginning of your last upkeep"];
        TributeUnpaid = ["tribute wasn't paid"];
        ChoseOther = ["you chose a creature other than ~ as your Ring-bearer"];
        ItsOfChosenColors = ["it's at least one of the chosen colors"];
        ItsPaired = ["it's paired with a creature"];
        ItsPairedWithSuch { noun: Noun } = ["it's paired with a" [noun singular]]
            where |v| !matches!(v, ObjectCondition::ItsPairedWithSuch { noun } if noun.is_plain_creature());
        ItDevoured = ["it devoured a creature"];
        YouControlHost { head: Head } = ["you control enchanted" [head singular]];
        IsAttachedTo { noun: Noun } = ["~ is attached to a" [noun singular]];
        Attached { n: AtLeast, noun: Noun, to: Np } = [n [noun by n] ["is|are attached to" by n] [to singular]]
            where |v| !matches!(v, ObjectCondition::Attached { n: AtLeast::No, .. });
        IsControlled { by: ControlledBy, np: Np } = [by [np singular]]
            where |v| matches!(v, ObjectCondition::IsControlled { np: Np::That { .. }, .. } | ObjectCondition::IsControlled { by: ControlledBy::NotYou, np: Np::It });
        YouControlled { np: Np } = ["you controlled" [np singular]]
            where |v| matches!(v, ObjectCondition::YouControlled { np: Np::It | Np::That { .. } });
    }
}
