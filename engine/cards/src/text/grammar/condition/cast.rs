//! How a spell was cast and what was paid for it, and whence a permanent entered.

use crate::text::grammar::amount::AtLeast;
use crate::text::grammar::keyword::CostName;
use crate::text::grammar::noun::{Noun, Np};
use crate::text::grammar::player::{Possessor, ZoneRef};
use crate::text::grammar::tense::{Be, SelfOrIt};
use crate::text::grammar::words::{Color, Mana};
use crate::text::syntax::syntax;

syntax! {
    /// What made mana.
    enum MadeBy {
        A { noun: Noun } = ["a" [noun singular]];
        Many { noun: Noun } = [[noun plural]];
    }

    /// With which of several kickers.
    struct KickerCost { mana: Mana } = ["with its" mana "kicker"];

    /// How a spell was cast and what was paid for it, and whence a permanent entered.
    enum CastCondition {
        Kicked { it: SelfOrIt, with: Option<KickerCost> } = [it "was kicked" with];
        NotKicked { it: SelfOrIt } = [it "wasn't kicked"];
        WasCast { be: Be } = ["it" [be singular] "cast"] where |v| matches!(v, CastCondition::WasCast { be } if be.past());
        YouCastIt = ["you cast it"];
        YouCastSelf = ["you cast ~"];
        YouCastFrom { zone: ZoneRef } = ["you cast it from" zone];
        DidntCastFrom { zone: ZoneRef } = ["you didn't cast it from" zone];
        YouCastElsewhere { zone: ZoneRef } = ["you cast it from anywhere other than" zone];
        WasCastElsewhere { zone: ZoneRef } = ["~ was cast from anywhere other than" zone];
        WasCastFrom { it: SelfOrIt, zone: ZoneRef } = [it "was cast from" zone];
        EnteredFrom { np: Np, zone: ZoneRef } = [[np singular] "entered from" zone]
            where |v| matches!(v, CastCondition::EnteredFrom { np: Np::It | Np::That { .. }, .. });
        EvidenceCollected = ["evidence was collected"];
        AdditionalCostPaid = ["~'s additional cost was paid"];
        NamedCostPaid { of: Possessor, name: CostName } = [of name "cost was paid"] where |v| matches!(v, CastCondition::NamedCostPaid { of, .. } if of.is_of_source());
        Escaped { it: SelfOrIt } = [it "escaped"];
        Foretold = ["~ was foretold"];
        CastForNamed { np: Np, name: CostName } = [[np singular] "was cast for its" name "cost"]
            where |v| matches!(v, CastCondition::CastForNamed { np: Np::It | Np::That { .. }, .. });
        GiftPromised = ["the gift was promised"];
        GiftNotPromised = ["the gift wasn't promised"];
        SpentLess { np: Np } = ["the amount of mana spent to cast" [np singular] "was less than its mana value"];
        Bargained { it: SelfOrIt } = [it "was bargained"];
        NoColoredSpent { np: Np } = ["no colored mana was spent to cast" [np singular]];
        WasSpent { mana: Mana, np: Np } = [mana "was spent to cast" [np singular]];
        ManaWasSpent { n: AtLeast, color: Option<Color>, np: Np } = [n color "mana was spent to cast" [np singular]];
        SpentOverSize { np: Np } =
            ["the amount of mana spent to cast" [np singular] "is greater than ~'s power or toughness"];
        ColorsWereSpent { n: AtLeast, np: Np } = [n "colors of mana were spent to cast" [np singular]];
        SpentFrom { from: MadeBy, np: Np } = ["mana from" from "was spent to cast" [np singular]];
        SpentFromHere { from: MadeBy } = ["mana from" from "was spent to activate this ability"];
        MuchSpentFrom { n: AtLeast, from: MadeBy, np: Np } = [n "mana from" from "was spent to cast" [np singular]];
        CastInMain = ["you cast ~ during your main phase"];
        DidntCastIt = ["you didn't cast it"];
        Beheld { noun: Noun } = ["a" [noun singular] "was beheld"];
        ControlledAsCast { noun: Noun } = ["you controlled a" [noun singular] "as you cast ~"];
        RevealedOrControlled { card: Noun, noun: Noun } =
            ["you revealed a" [card singular] "or controlled a" [noun singular] "as you cast ~"];
        ManaCostPaid { mana: Mana } = ["the" mana "cost was paid"];
        SameColorSpent { n: AtLeast, np: Np } = [n "mana of the same color was spent to cast" [np singular]];
    }
}
