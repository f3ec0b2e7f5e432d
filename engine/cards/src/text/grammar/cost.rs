//! Costs: the parts before the colon of an activated ability, additional costs, "unless you pay".

use super::amount::{Amount, Count, Num};
use super::noun::{Noun, Np, Quant};
use super::player::OwnZone;
use super::series::Commas;
use super::words::{CounterWord, Digits, EnergySymbols, Mana, Numeral};
use crate::text::syntax::syntax;

syntax! {
    /// How many counters of a kind: "a +1/+1 counter", "three charge counters", "X loyalty counters".
    enum Counters {
        Some { n: Count, kind: CounterWord } = [n kind ["counter|counters" by n]];
        AnyKind = ["a counter"];
        Several { n: Count } = [n "counters"] where |v| matches!(v, Counters::Several { n } if n.is_certain_plural());
        UpTo { n: Count } = ["up to" n "counters"] where |v| matches!(v, Counters::UpTo { n } if n.is_certain_plural());
        All { kind: Option<CounterWord> } = ["all" kind "counters"];
    }

    /// What is discarded as a cost.
    enum Discarded {
        Itself = ["~"];
        Hand = ["your hand"];
        Cards { np: Np } = [np] where |v| match v {
            Discarded::Cards { np: Np::Quant { noun, .. } } => !noun.is_bare_card() || noun.quals.is_empty(),
            Discarded::Cards { np } => *np != Np::Itself,
            _ => true,
        };
        AtRandom { n: Count } = [n ["card|cards" by n] "at random"];
    }

    /// One part of a cost. Inside an activated ability each begins with a capital.
    enum CostPart {
        Mana { mana: Mana } = [mana];
        PayMana { mana: Mana } = ["^pay" mana];
        Waterbend { mana: Mana } = ["^waterbend" mana];
        Tap = ["{T}"];
        Untap = ["{Q}"];
        Sacrifice { what: Np } = ["^sacrifice" [what lower]];
        SacrificeOtherOr { a: Noun, b: Noun } = ["^sacrifice another" [a singular] "or a" [b singular]];
        SacrificeBoth { a: Noun, b: Noun } = ["^sacrifice a" [a singular] "and a" [b singular]];
        SacrificeThree { a: Noun, b: Noun, c: Noun } =
            ["^sacrifice a" [a singular] ", a" [b singular] ", and a" [c singular]];
        SacrificeSelfAnd { what: Np } = ["^sacrifice ~ and" [what lower]]
            where |v| matches!(v, CostPart::SacrificeSelfAnd { what: Np::Quant { quant: Quant::A | Quant::Another, .. } });
        SacrificeAndSelf { what: Np } = ["^sacrifice" [what lower] "and ~"]
            where |v| matches!(v, CostPart::SacrificeAndSelf { what: Np::Quant { quant: Quant::A | Quant::Some { .. }, .. } });
        SacrificeTwoAndSelf { a: Noun, b: Noun } = ["^sacrifice a" [a singular] ", a" [b singular] ", and ~"];
        ExileAndSelf { what: Np } = ["^exile" [what lower] "and ~"]
            where |v| matches!(v, CostPart::ExileAndSelf { what: Np::Quant { quant: Quant::A | Quant::Some { .. }, .. } });
        Discard { what: Discarded } = ["^discard" [what lower]];
        Life { n: Num } = ["^pay" n "life"];
        LifeEqual { amount: Amount } = ["^pay life equal to" amount];
        ExileFrom { what: Np } = ["^exile" [what lower]];
        ExileSelf { from: OwnZone } = ["^exile ~ from your" [from singular]]
            where |v| matches!(v, CostPart::ExileSelf { from: OwnZone::Hand | OwnZone::Graveyard });
        RevealSelf = ["^reveal ~ from your hand"];
        Return { what: Np } = ["^return" [what lower] "to its owner's hand"];
        ReturnMany { what: Np } = ["^return" [what plural] "to their owner's hand"];
        ToBottom { what: Np } = ["^put" [what lower] "on the bottom of its owner's library"];
        IntoGraveyard { what: Np } = ["^put" [what lower] "into its owner's graveyard"];
        IntoPlayersGraveyard { what: Np } = ["^put" [what lower] "into that player's graveyard"];
        OnLibrary { what: Np } = ["^put" [what lower] "on top of your library"];
        UnderLibrary { what: Np } = ["^put" [what lower] "on the bottom of your library"];
        TapPower { n: Digits } =
            ["^tap any number of untapped other creatures you control with total power" n "or more"];
        TapOther { what: Np } = ["^tap" [what lower]];
        Remove { counters: Counters, from: Np } = ["^remove" counters "from" [from lower]]
            where |v| matches!(v, CostPart::Remove { from: Np::Itself | Np::It | Np::Quant { .. }, .. });
        RemoveAmong { counters: Counters, noun: Noun } = ["^remove" counters "from among" [noun plural]];
        RemoveAmongAndSacrifice { counters: Counters, noun: Noun } =
            ["^remove" counters "from among" [noun plural] "and sacrifice ~"];
        RemoveAndSacrifice { counters: Counters } = ["^remove" counters "from ~ and sacrifice it"];
        Add { counters: Counters, to: Np } = ["^put" counters "on" [to lower]]
            where |v| matches!(v, CostPart::Add { to: Np::Itself | Np::Quant { .. }, .. });
        Exert = ["^exert ~"];
        Unattach = ["^unattach ~"];
        UnattachFrom { what: Np } = ["^unattach" [what lower] "from ~"]
            where |v| matches!(v, CostPart::UnattachFrom { what: Np::Quant { quant: Quant::A, .. } });
        Evidence { n: Digits } = ["^collect evidence" n];
        Forage = ["^forage"];
        Blight { n: Digits } = ["^blight" n];
        Mill { n: Count } = ["^mill" n ["card|cards" by n]];
        Energy { n: EnergySymbols } = ["^pay" n];
        EnergyMany { n: Numeral } = ["^pay" n "{E}"];
        EnergyX = ["^pay X {E}"];
        EnergyEqual { amount: Amount } = ["^pay an amount of {E} equal to" amount];
        RevealHand = ["^reveal your hand"];
        Reveal { what: Np } = ["^reveal" [what lower]] where |v| matches!(v, CostPart::Reveal { what: Np::Quant { .. } });
        Behold { what: Np } = ["^behold" [what lower]] where |v| matches!(v, CostPart::Behold { what: Np::Quant { .. } });
        Choose { what: Np } = ["^choose" [what lower]]
            where |v| matches!(v, CostPart::Choose { what: Np::Quant { quant: Quant::A | Quant::Some { .. }, .. } });
    }

    /// What is paid, as something that is done.
    enum Gerund {
        Mana { mana: Mana } = ["paying" mana];
        Life { n: Num } = ["paying" n "life"];
        Sacrifice { what: Np } = ["sacrificing" what];
        Discard { what: Discarded } = ["discarding" what];
        Exile { what: Np } = ["exiling" what];
    }

    /// The mana value of the spell that is paid for.
    #[derive(Copy)]
    enum SpellValue {
        Its = ["its mana value"];
        ThatSpells = ["that spell's mana value"];
    }

    /// What is paid in place of a mana cost (CR 118.9), as something that is done.
    enum PriceWords {
        Mana { mana: Mana } = ["paying" mana];
        Energy { n: EnergySymbols } = ["paying" n];
        LifeValue { of: SpellValue } = ["paying life equal to" of];
        EnergyValue { of: SpellValue } = ["paying an amount of {E} equal to" of];
        Discard { what: Discarded } = ["discarding" what];
    }

    /// One such thing or two.
    enum Gerunds {
        One { a: Gerund } = [a];
        And { a: Gerund, b: Gerund } = [a "and" b];
    }

    /// A whole cost.
    struct Cost { parts: Commas<CostPart> } = [parts];

    /// Costs joined by "and" or "or", in lower case, inside a sentence.
    enum SentenceCost {
        One { part: CostPart } = [[part lower]];
        And { a: CostPart, b: CostPart } = [[a lower] "and" [b lower]];
        Or { a: CostPart, b: CostPart } = [[a lower] "or" [b lower]];
    }
}

impl Gerunds {
    /// The same as parts of a cost.
    pub(crate) fn parts(&self) -> Vec<CostPart> {
        let part = |gerund: &Gerund| match gerund.clone() {
            Gerund::Mana { mana } => CostPart::Mana { mana },
            Gerund::Life { n } => CostPart::Life { n },
            Gerund::Sacrifice { what } => CostPart::Sacrifice { what },
            Gerund::Discard { what } => CostPart::Discard { what },
            Gerund::Exile { what } => CostPart::ExileFrom { what },
        };
        match self {
            Gerunds::One { a } => vec![part(a)],
            Gerunds::And { a, b } => vec![part(a), part(b)],
        }
    }
}
