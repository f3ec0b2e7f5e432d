//! What is on the battlefield and in graveyards.

use crate::text::grammar::amount::AtLeast;
use crate::text::grammar::noun::{Cmp, Noun, Qual, Stat};
use crate::text::grammar::player::{Player, ZoneRef};
use crate::text::grammar::tense::SelfOrIt;
use crate::text::grammar::words::{Color, CounterWord, Numeral};
use crate::text::syntax::{Agrees, syntax};

syntax! {
    /// How two numbers of things compare.
    enum MoreOrFewer {
        More = ["more"];
        Fewer = ["fewer"];
    }

    /// That each of them has what the others have.
    #[derive(Copy)]
    enum AsOneAnother {
        Said = ["as one another"];
    }

    /// What is counted of several things together, or owned elsewhere.
    enum TallyCondition {
        CountersAmong { n: AtLeast, kind: Option<CounterWord>, noun: Noun } =
            ["there are" n kind "counters among" [noun plural]]
            where |v| matches!(v, TallyCondition::CountersAmong { n: AtLeast::OrMore { .. } | AtLeast::DigitsOrMore { .. }, .. });
        ColorsAmong { n: AtLeast, noun: Noun } = ["there are" n "colors among" [noun plural]];
        YouOwn { n: AtLeast, noun: Noun } = ["you own" n [noun by n]]
            where |v| matches!(v, TallyCondition::YouOwn { noun, .. } if noun.quals.contains(&Qual::In { zone: ZoneRef::Exile }));
    }

    /// What is on the battlefield and in graveyards.
    enum BoardCondition {
        Tally { what: TallyCondition } = [what];
        Controls { who: Player, n: AtLeast, noun: Noun } = [who ["controls|control" by who] n [noun by n]]
            where |v| !matches!(v, BoardCondition::Controls { who, noun, .. }
                if *who == Player::AnyPlayer || noun.quals.iter().any(Qual::is_of_all));
        NoOpponentControls { noun: Noun } = ["no opponent controls a" [noun singular]];
        YouHaveInGraveyard { n: AtLeast, noun: Noun } = ["you have" n [noun by n] "in your graveyard"]
            where |v| matches!(v, BoardCondition::YouHaveInGraveyard { noun, .. }
                if noun.is_about_cards() && noun.quals.is_empty() && !noun.is_bare_card());
        AnyoneControls { noun: Noun } = ["any player controls a" [noun singular]];
        ControlsEither { who: Player, a: Noun, b: Noun } = [who ["controls|control a" by who] [a singular] "or a" [b singular]];
        ControlsBoth { who: Player, a: Noun, b: Noun } = [who ["controls|control a" by who] [a singular] "and a" [b singular]];
        ControlsOther { who: Player, a: Noun, b: Noun } = [who ["controls|control another" by who] [a singular] "or a" [b singular]];
        Lacks { who: Player, n: AtLeast, noun: Noun } = [who ["doesn't|don't control" by who] n [noun singular]]
            where |v| matches!(v, BoardCondition::Lacks { n: AtLeast::A | AtLeast::Another, .. });
        ThereAre { n: AtLeast, noun: Noun } = ["there are" n [noun by n]] where |v| matches!(v, BoardCondition::ThereAre { n, .. } if n.is_plural());
        ThereIs { n: AtLeast, noun: Noun } = ["there is" n [noun by n]] where |v| matches!(v, BoardCondition::ThereIs { n, .. } if !n.is_plural());
        ThereAreBoth { a: Noun, b: Noun } = ["there is a" [a singular] "and a" [b singular]]
            where |v| matches!(v, BoardCondition::ThereAreBoth { a, b } if a.quals.is_empty() && b.quals.iter().any(|qual| matches!(qual, Qual::In { .. })));
        InGraveyard { n: AtLeast, noun: Noun } = [n [noun by n] ["is|are" by n] "in your graveyard"];
        AreAttacking { n: AtLeast, noun: Noun } = [n [noun by n] ["is|are" by n] "attacking"] where |v| !matches!(v, BoardCondition::AreAttacking { n: AtLeast::No, .. });
        NoCardsThere = ["no cards are in that graveyard"];
        AreAttackingYou { n: AtLeast, noun: Noun } = [n [noun by n] ["is|are" by n] "attacking you"];
        OnBattlefield { n: AtLeast, noun: Noun } = [n [noun by n] ["is|are" by n] "on the battlefield"];
        ExiledWith { n: AtLeast, noun: Noun, it: SelfOrIt } = [n [noun by n] ["is|are exiled with" by n] it];
        BothInGraveyard { a: Noun, b: Noun } = ["a" [a singular] "and a" [b singular] "are in your graveyard"];
        BasicTypes { n: Numeral } = ["there are" n "or more basic land types among lands you control"];
        AllBasicTypes = ["there are five basic land types among lands you control"];
        Delirium { n: Numeral } = ["there are" n "or more card types among cards in your graveyard"];
        CardsInYourGraveyard { n: AtLeast } = ["you have" n ["card|cards" by n] "in your graveyard"];
        CardsInTheirGraveyard { who: Player, n: AtLeast } = [who ["has|have" by who] n ["card|cards" by n] "in their graveyard"];
        DifferentNames { who: Player, n: AtLeast, noun: Noun } = [who ["controls|control" by who] n [noun by n] "with different names"];
        DifferentPowers { who: Player, n: AtLeast, noun: Noun } = [who ["controls|control" by who] n [noun by n] "with different powers"];
        SharingType { who: Player, n: AtLeast, noun: Noun } =
            [who ["controls|control" by who] n [noun by n] "that share a creature type"]
            where |v| matches!(v, BoardCondition::SharingType { n: AtLeast::OrMore { .. }, .. });
        SameName { who: Player, n: AtLeast, noun: Noun, another: Option<AsOneAnother> } =
            [who ["controls|control" by who] n [noun by n] "with the same name" another]
            where |v| matches!(v, BoardCondition::SameName { n: AtLeast::OrMore { .. }, .. });
        ZoneHas { zone: ZoneRef, n: AtLeast } = [zone "has" n ["card|cards" by n] "in it"];
        Total { noun: Noun, stat: Stat, cmp: Cmp } = [[noun plural] "have total" stat cmp]
            where |v| matches!(v, BoardCondition::Total { stat: Stat::Power | Stat::Toughness, .. });
        ControlsGreatest { who: Player, stat: Stat, tied: Stat } = [who ["controls|control the creature with the greatest" by who] stat "or tied for the greatest" tied]
            where |v| matches!(v, BoardCondition::ControlsGreatest { stat, tied, .. } if stat == tied);
        MostCommonColor { color: Color } = [color "is the most common color among all permanents or is tied for most common"];
        FullParty = ["you have a full party"];
        NoBearer = ["you don't control a Ring-bearer"];
        ControlsCommander = ["you control your commander"];
        ControlsMost { who: Player, noun: Noun } =
            [who ["controls|control the most" by who] [noun plural] "or is tied for the most"];
        OwnsInExile { who: Player } = [who ["owns|own a card in exile" by who]]
            where |v| matches!(v, BoardCondition::OwnsInExile { who: Player::AnOpponent });
        OfEachColor { noun: Noun } = ["you control a" [noun singular] "of each color"];
        OfEachKind { noun: Noun } = ["you control a land of each basic land type and a" [noun singular] "of each color"];
        ControlsMore { who: Player, more: MoreOrFewer, noun: Noun, than: Player } =
            [who ["controls|control" by who] more [noun plural] "than" than];
        ControlsAtLeastMore { who: Player, n: Numeral, noun: Noun, than: Player } =
            [who ["controls|control at least" by who] n "more" [noun plural] "than" than];
        CounterKinds { n: AtLeast, noun: Noun } = ["there are" n "different kinds of counters among" [noun plural]];
        ManaValuesAmong { n: Numeral } = ["there are" n "or more mana values among cards in your graveyard"];
    }
}
