//! Damage that is multiplied, redirected or can't be prevented (CR 614).

use crate::text::grammar::noun::Np;
use crate::text::grammar::player::Player;
use crate::text::grammar::trigger::DamageKind;
use crate::text::grammar::verb::{Recipient, Recipients};
use crate::text::grammar::words::Digits;
use crate::text::syntax::syntax;

syntax! {
    /// How damage is multiplied or changed.
    enum DamageChange {
        Double = ["it deals double that damage instead"];
        DoubleTo { to: Recipients } = ["it deals double that damage to" to "instead"]
            where |v| !matches!(v, DamageChange::DoubleTo { to: Recipients::One { a: Recipient::ThatPermanentOrPlayer | Recipient::Player { who: Player::ThatPlayer } } });
        DoublePlayer = ["it deals double that damage to that player instead"];
        DoubleOld = ["it deals double that damage to that permanent or player instead"];
        Triple = ["it deals triple that damage to that permanent or player instead"];
        PlusPlayer { n: Digits } = ["it deals that much damage plus" n "to that player instead"];
        Plus { n: Digits } = ["it deals that much damage plus" n "instead"];
        PlusTo { n: Digits } = ["it deals that much damage plus" n "to that permanent or player instead"];
    }

    /// Damage that is multiplied, redirected or can't be prevented.
    enum DamageStatic {
        DamageDoubled { what: Np, kind: DamageKind, change: DamageChange } = ["if" [what singular] "would deal" kind "to a permanent or player," change "."];
        DamageDoubledTo { what: Np, kind: DamageKind, change: DamageChange } = ["if" [what singular] "would deal" kind "to an opponent or a permanent an opponent controls," change "."];
        DamageDoubledPlayer { what: Np, kind: DamageKind, who: Player, change: DamageChange } = ["if" [what singular] "would deal" kind "to" who "," change "."];
        Unpreventable { kind: DamageKind } = [kind "can't be prevented."];
        UnpreventableBy { kind: DamageKind, np: Np } = [kind "that would be dealt by" [np singular] "can't be prevented."];
        RedirectToSelf = ["all damage that would be dealt to you is dealt to ~ instead."];
    }
}
