//! Rules for permanents: untapping, blocking, assigning damage, the legend rule, counters that can't be put.

use crate::keyword::Keywords;
use crate::text::grammar::noun::{Head, Noun, Np, Nps};
use crate::text::grammar::player::Player;
use crate::text::grammar::statics::{CounterKinds, While};
use crate::text::grammar::words::{CounterWord, Keyword, Numeral};
use crate::text::syntax::syntax;

/// The landwalks that are keywords of their own (CR 702.14).
const LANDWALKS: [Keywords; 5] = Keywords::LANDWALK;

syntax! {
    /// As what a number of creatures are declared.
    enum DeclaredAs {
        Attack = ["attack"];
        AttackYou = ["attack you"];
        AttackSelf = ["attack ~"];
        Block = ["block"];
    }

    /// In whose turns alone.
    #[derive(Copy)]
    enum DuringYourTurn {
        Said = ["during your turn"];
    }

    /// How the power of a creature compares with that of another.
    #[derive(Copy)]
    enum PowerThan {
        Less = ["less than"];
        Greater = ["greater than"];
    }

    /// Rules for permanents: untapping, blocking, assigning damage, the legend rule, counters that can't be put.
    enum PermanentStatic {
        CombatLimit { before: Option<While>, n: Numeral, what: DeclaredAs } =
            [before "no more than" n ["creature|creatures" by n] "can" what "each combat."];
        UntapOnOthers { before: Option<While>, what: Nps } = [before "untap" [what singular] "during each other player's untap step."];
        LookAtExiled = ["you may look at cards exiled with ~."];
        NoLegendRule = ["the legend rule doesn't apply."];
        NoLegendRuleTo { noun: Noun } = ["the legend rule doesn't apply to" [noun plural] "."];
        CounterCap { n: Numeral, kind: CounterWord } = ["~ can't have more than" n kind "counters on it."];
        CantHaveCounters { what: Np, kinds: CounterKinds } = [[what singular] "can't have" kinds "put on it."];
        ManyCantHaveCounters { noun: Noun, kinds: CounterKinds } = [[noun plural] "can't have" kinds "put on them."];
        CountersCantBePut { kinds: CounterKinds, noun: Noun } = [kinds "can't be put on" [noun plural] "."];
        CantGetCounters { who: Player, kinds: CounterKinds } = [who "can't get" kinds "."];
        MayNotUntap = ["you may choose not to untap ~ during your untap step."];
        CantTransform { noun: Noun } = [[noun plural] "can't transform."];
        HostCantTransform { head: Head } = ["enchanted" [head singular] "can't attack, block, or transform."];
        HostStaysDown = ["as long as enchanted creature is face down, it can't be turned face up."];
        StayDown { noun: Noun, when: Option<DuringYourTurn> } = [[noun plural] "can't be turned face up" when "."];
        AllBlock { before: Option<While>, np: Np } = [before "all creatures able to block" [np singular] "do so."];
        MayAssign { np: Np } = ["you may have" [np singular] "assign its combat damage as though it weren't blocked."];
        HostMayAssign { head: Head } = ["enchanted" [head singular] "'s controller may have it assign its combat damage as though it weren't blocked."];
        BoastsTwice { noun: Noun } = [[noun plural] "can boast twice during each of your turns rather than once."];
        LethalByPower = ["lethal damage dealt to creatures you control is determined by their power rather than their toughness."];
        WalkIgnored { keyword: Keyword, again: Keyword } =
            ["creatures with" keyword "can be blocked as though they didn't have" again "."]
            where |v| matches!(v, PermanentStatic::WalkIgnored { keyword, again } if keyword == again && LANDWALKS.contains(&keyword.0));
        CreaturesWithPower { than: PowerThan } = ["creatures with power" than "~'s power can't block it."];
    }
}
