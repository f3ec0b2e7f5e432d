//! What objects become for a time, and who controls them (CR 611.2).

use crate::text::grammar::amount::Amount;
use crate::text::grammar::noun::{HowMany, Np, Nps, Quant, Stat};
use crate::text::grammar::object::{BaseBoth, Duration, LastingItem, ObjectVerb};
use crate::text::grammar::player::Possessor;
use crate::text::grammar::words::{Numeral, PtBox, Sub};
use crate::text::syntax::syntax;

syntax! {
    /// Which words are replaced by which (CR 612.2).
    enum Rewording {
        Color = ["one color word with another"];
        Land = ["one basic land type with another"];
        ColorOrLand = ["one color word with another or one basic land type with another"];
        Creature = ["one creature type with another"];
        CreatureWith { sub: Sub } = ["one creature type with" [sub singular]];
        CreatureNot { sub: Sub } =
            ["one creature type with another. The new creature type can't be" [sub singular]];
    }

    /// Which of the base values.
    enum BaseOf {
        Both = ["power and toughness"];
        Stat { stat: Stat } = [stat] where |v| !matches!(v, BaseOf::Stat { stat: Stat::ManaValue });
    }

    /// What they are changed to.
    enum BaseTo {
        Pt { pt: PtBox } = [pt];
        Its { of: Possessor } = [of "power and toughness"];
        Those { of: Np } = ["the power and toughness of" [of singular]];
        Number { amount: Amount } = [amount];
    }

    /// What objects become, or who controls them.
    enum ChangeVerb {
        DoublePower { what: Np, dur: Duration } = ["doubles|double the power of" [what singular] dur];
        DoubleIts { of: Possessor, dur: Duration } = ["doubles|double" of "power" dur];
        DoubleBoth { what: Np, dur: Duration } = ["doubles|double the power and toughness of" [what singular] dur];
        DoubleItsBoth { of: Possessor, dur: Duration } = ["doubles|double" of "power and toughness" dur];
        GainControl { what: Nps, dur: Option<Duration> } = ["gains|gain control of" [what singular] dur];
        Switch { what: Np, dur: Duration } = ["switches|switch" [what singular] "'s power and toughness" dur];
        SwitchIts { dur: Duration } = ["switches|switch its power and toughness" dur];
        SwitchOf { what: Np, dur: Duration } = ["switches|switch the power and toughness of" [what singular] dur];
        ChangeText { what: Np, words: Rewording, dur: Option<Duration> } =
            ["changes|change the text of" [what singular] "by replacing all instances of" words dur];
        ChangeBase { of: Possessor, base: BaseOf, to: BaseTo, dur: Option<Duration> } = ["changes|change" of "base" base "to" to dur];
        ChangeBaseOf { base: BaseOf, what: Np, to: BaseTo, dur: Option<Duration> } =
            ["changes|change the base" base "of" [what singular] "to" to dur];
        HaveBase { what: Np, to: BaseBoth, dur: Duration } = ["has|have the base power and toughness of" [what singular] "become" to dur];
        Have { what: Np, verb: ObjectVerb } = ["has|have" [what singular] [verb plural]];
        HaveLasting { what: Np, item: Box<LastingItem> } = ["has|have" [what singular] [item plural]];
        HaveLastingTwo { what: Np, a: Box<LastingItem>, b: Box<LastingItem> } =
            ["has|have" [what singular] [a plural] "and" [b plural]];
        ExchangeControl { a: Np, b: Np } = ["exchanges|exchange control of" [a singular] "and" [b singular]];
        ExchangeTwo { what: Np } = ["exchanges|exchange control of" [what singular]]
            where |v| matches!(v, ChangeVerb::ExchangeTwo { what: Np::Quant { quant: Quant::Targets { n: HowMany::Number { n: Numeral(2) } } | Quant::OtherTargets { n: HowMany::Number { n: Numeral(2) } }, .. } });
    }
}
