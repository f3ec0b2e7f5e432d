//! How a spell was cast and what was paid for it, and whence a permanent entered.

use crate::text::grammar::amount::AtLeast;
use crate::text::grammar::keyword::CostName;
use crate::text::grammar::noun::Np;
use crate::text::grammar::player::ZoneRef;
use crate::text::grammar::words::{Color, Mana};
use crate::text::syntax::syntax;

syntax! {
    /// How a spell was cast and what was paid for it, and whence a permanent entered.
    enum CastCondition {
        Kicked = ["~ was kicked"];
        ItWasKicked = ["it was kicked"];
        KickedWith { mana: Mana } = ["~ was kicked with its" mana "kicker"];
        ItWasKickedWith { mana: Mana } = ["it was kicked with its" mana "kicker"];
        WasCast = ["it was cast"];
        YouCastIt = ["you cast it"];
        YouCastSelf = ["you cast ~"];
        YouCastFrom { zone: ZoneRef } = ["you cast it from" zone];
        DidntCastFrom { zone: ZoneRef } = ["you didn't cast it from" zone];
        YouCastElsewhere { zone: ZoneRef } = ["you cast it from anywhere other than" zone];
        WasCastFrom { zone: ZoneRef } = ["it was cast from" zone];
        EnteredFrom { zone: ZoneRef } = ["it entered from" zone];
        ThatEnteredFrom { np: Np, zone: ZoneRef } = [[np singular] "entered from" zone]
            where |v| matches!(v, CastCondition::ThatEnteredFrom { np: Np::That { .. }, .. });
        CastFrom { zone: ZoneRef } = ["~ was cast from" zone];
        EvidenceCollected = ["evidence was collected"];
        AdditionalCostPaid = ["~'s additional cost was paid"];
        NamedCostPaid { name: CostName } = ["~'s" name "cost was paid"];
        ItsNamedCostPaid { name: CostName } = ["its" name "cost was paid"];
        GiftPromised = ["the gift was promised"];
        Bargained = ["~ was bargained"];
        ItWasBargained = ["it was bargained"];
        WasSpent { mana: Mana, np: Np } = [mana "was spent to cast" [np singular]];
        ManaWasSpent { n: AtLeast, color: Option<Color>, np: Np } = [n color "mana was spent to cast" [np singular]];
        ColorsWereSpent { n: AtLeast, np: Np } = [n "colors of mana were spent to cast" [np singular]];
        CastInMain = ["you cast ~ during your main phase"];
        WasNotCast = ["it wasn't cast"];
        DidntCastIt = ["you didn't cast it"];
    }
}
