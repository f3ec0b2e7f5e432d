//! Damage that is multiplied, redirected or can't be prevented (CR 614).

use crate::text::grammar::amount::{Rounding, WhereX};
use crate::text::grammar::noun::{Attached, Head, Noun, Np};
use crate::text::grammar::player::Player;
use crate::text::grammar::statics::While;
use crate::text::grammar::trigger::DamageKind;
use crate::text::grammar::words::Digits;
use crate::text::syntax::syntax;

syntax! {
    /// What deals the changed damage.
    enum ChangedBy {
        It = ["it deals"];
        ThatSource = ["that source deals"];
    }

    /// How much is dealt instead.
    enum DamageChange {
        Double = ["double that damage"];
        Triple = ["triple that damage"];
        Twice = ["twice that much damage"];
        Plus { n: Digits } = ["that much damage plus" n];
        Minus { n: Digits } = ["that much damage minus" n];
        Half { rounding: Rounding } = ["half that damage," rounding ","];
    }

    /// To whom it is dealt, once more.
    enum AgainTo {
        Player = ["to that player"];
        Permanent = ["to that permanent"];
        Creature = ["to that creature"];
        Either = ["to that permanent or player"];
        PlayerOrPermanent = ["to that player or permanent"];
        You = ["to you"];
        Itself = ["to ~"];
        Host { attached: Attached, head: Head } = ["to" attached [head singular]];
    }

    /// To whom it would be dealt.
    enum WouldTo {
        Anything = ["to a permanent or player"];
        Opponents = ["to an opponent or a permanent an opponent controls"];
        OpponentsOrTheirs = ["to an opponent or a permanent they control"];
        Player { who: Player } = ["to" who];
        Object { np: Np } = ["to" [np singular]];
        Own { np: Np } = ["to you or" [np singular]];
    }

    /// What deals it.
    struct DealtBy { noun: Noun } = ["by" [noun plural]];

    /// That much of the damage.
    enum PartOfDamage {
        All = ["that damage"];
        Some { n: Digits } = [n "of that damage"];
        AllBut { n: Digits } = ["all but" n "of that damage"];
        Half { rounding: Rounding } = ["half that damage," rounding];
        X { x: WhereX } = ["X of that damage" x];
    }

    /// Damage that is multiplied for the rest of a turn.
    enum DamageThisTurn {
        To { what: Np, kind: DamageKind, to: WouldTo, by: ChangedBy, change: DamageChange, again: Option<AgainTo> } =
            ["if" [what singular] "would deal" kind to "this turn," by change again "instead."];
        TurnTo { what: Np, kind: DamageKind, to: Option<WouldTo>, by: ChangedBy, change: DamageChange, again: Option<AgainTo> } =
            ["if" [what singular] "would deal" kind "this turn" to "," by change again "instead."];
    }

    /// Damage that is multiplied, redirected or can't be prevented.
    enum DamageStatic {
        Changed { before: Option<While>, what: Np, kind: DamageKind, to: Option<WouldTo>, by: ChangedBy, change: DamageChange, again: Option<AgainTo> } =
            [before "if" [what singular] "would deal" kind to "," by change again "instead."];
        AtMost { what: Np, n: Digits, kind: DamageKind, to: WouldTo, by: ChangedBy, m: Digits, again: AgainTo } =
            ["if" [what singular] "would deal" n "or more" kind to "," by m "damage" again "instead."]
            where |v| matches!(v, DamageStatic::AtMost { n, m, .. } if m.0 + 1 == n.0);
        Doubled { noun: Noun } = ["double all damage that" [noun plural] "would deal."];
        PartPrevented { before: Option<While>, what: Np, kind: DamageKind, to: WouldTo, part: PartOfDamage } =
            [before "if" [what singular] "would deal" kind to ", prevent" part "."];
        Unpreventable { kind: DamageKind } = [kind "can't be prevented."];
        UnpreventableBy { kind: DamageKind, np: Np } = [kind "that would be dealt by" [np singular] "can't be prevented."];
        RedirectToSelf { before: Option<While>, kind: DamageKind, by: Option<DealtBy> } =
            [before "all" kind "that would be dealt to you" by "is dealt to ~ instead."];
        RedirectToHost { attached: Attached, head: Head } =
            ["all damage that would be dealt to you is dealt to" attached [head singular] "instead."];
        RedirectAll = ["all damage that would be dealt to you and other permanents you control is dealt to ~ instead."];
    }
}
