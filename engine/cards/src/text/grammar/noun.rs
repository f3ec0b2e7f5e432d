//! Noun phrases for objects: quantifier × adjectives × types × qualifiers, and the words that refer back.

use super::amount::{Amount, AtLeast, Count, Num, SharedQuality};
use super::condition::ConditionWords;
use super::player::{Attacked, OwnZone, Player, Possessor, ThatIs, Whose, ZoneRef};
use super::said::begins_with;
use super::series::{Conjunction, Series};
use super::tense::SelfOrIt;
use super::words::{
    Color, CounterWord, Digits, Keyword, Mana, Name, NamedKeyword, Non, Numeral, PtBox, Sub, Supertype, TypeWord,
};
use crate::text::syntax::{Agrees, syntax};

syntax! {
    /// How many colors something is.
    #[derive(Copy)]
    enum ColorNumber {
        Exactly { n: Numeral } = ["exactly" n "colors"] where |v| matches!(v, ColorNumber::Exactly { n } if n.0 > 1);
        All = ["all colors"];
    }

    /// What stands before the type words.
    enum Adj {
        Tapped = ["tapped"];
        Untapped = ["untapped"];
        Attacking = ["attacking"];
        Nonattacking = ["nonattacking"];
        Blocking = ["blocking"];
        Nonblocking = ["nonblocking"];
        Blocked = ["blocked"];
        Unblocked = ["unblocked"];
        Unpaired = ["unpaired"];
        Other = ["other"];
        Enchanted = ["enchanted"];
        Equipped = ["equipped"];
        Colored { color: Color } = [color];
        Colorless = ["colorless"];
        Multicolored = ["multicolored"];
        Monocolored = ["monocolored"];
        Super { supertype: Supertype } = [supertype];
        Non { non: Non } = [non];
        Historic = ["historic"];
        Outlaw = ["outlaw"];
        NonOutlaw = ["non-outlaw"];
        Modified = ["modified"];
        Goaded = ["goaded"];
        Suspected = ["suspected"];
        Foretold = ["foretold"];
        Suspended = ["suspended"];
        Saddled = ["saddled"];
        Prepared = ["prepared"];
        Kicked = ["kicked"];
        FaceDown = ["face-down"];
        FaceUp = ["face-up"];
        DoubleFaced = ["double-faced"];
        Transformed = ["transformed"];
        Commander = ["commander"];
        Sized { pt: PtBox } = [pt];
    }

    /// An adjective and how it is joined to the next.
    enum AdjItem {
        Plain { adj: Adj } = [adj];
        Comma { adj: Adj } = [adj ","];
        Or { a: Adj, b: Adj } = [a "or" b];
        AndOr { a: Adj, b: Adj } = [a "and/or" b];
        OrThree { a: Adj, b: Adj, c: Adj } = [a "," b ", or" c];
    }

    /// Type words that describe one kind of thing: "artifact creature", "nonblack creature", "Goblin".
    enum Term {
        Typed { adjs: Vec<AdjItem>, subs: Vec<Sub>, types: Vec<TypeWord>, last: TypeWord } =
            [adjs [subs singular] [types singular] last];
        Tribal { adjs: Vec<AdjItem>, subs: Vec<Sub>, last: Sub } = [adjs [subs singular] last];
    }

    /// Nouns that say what kind of object it is rather than its type.
    enum Kind {
        Card = ["card|cards"];
        Spell = ["spell|spells"];
        Token = ["token|tokens"];
        Source = ["source|sources"];
        Commander = ["commander|commanders"];
        Outlaw = ["outlaw|outlaws"];
    }

    /// Spells and abilities on the stack.
    enum StackKind {
        Activated = ["activated ability|abilities"];
        Triggered = ["triggered ability|abilities"];
        Either = ["activated or triggered ability"];
        SpellOrAbility = ["spell or ability"];
        Any = ["spell, activated ability, or triggered ability"];
    }

    /// One kind of several on the stack.
    enum OnStack {
        Activated = ["activated ability"];
        Triggered = ["triggered ability"];
        Spell { noun: Box<Noun> } = [[noun singular]] where |v| matches!(v, OnStack::Spell { noun } if noun.is_about_spells() && !noun.is_plain_spell() && noun.quals.is_empty());
    }

    /// A noun without qualifiers.
    enum Head {
        Types { terms: Series<Term> } = [terms];
        Kinded { terms: Series<Term>, kind: Kind } = [[terms singular] kind];
        Bare { adjs: Vec<AdjItem>, kind: Kind } = [adjs kind];
        Stack { kind: StackKind } = [kind];
        SpellOr { terms: Series<Term> } = ["spell or" terms];
        OrToken { a: Term } = [a "or token|tokens"];
        OrTokenToo { a: Term, b: Term } = [a "," b ", or token|tokens"];
        AndOrTokens { a: Term, b: Term } = [a "," b ", and/or token|tokens"];
    }

    /// What is compared in "with power 3 or less".
    enum Stat {
        Power = ["power"];
        Toughness = ["toughness"];
        ManaValue = ["mana value"];
    }

    /// How it is compared.
    enum Cmp {
        OrLess { n: Num } = [n "or less"];
        OrGreater { n: Num } = [n "or greater"];
        Exactly { n: Num } = [n];
        LessThan { amount: Box<Amount> } = ["less than" amount];
        LessThanWord { n: Numeral } = ["less than" n];
        GreaterThan { amount: Box<Amount> } = ["greater than" amount];
        AtMost { amount: Box<Amount> } = ["less than or equal to" amount];
        AtLeast { amount: Box<Amount> } = ["greater than or equal to" amount];
        EqualTo { amount: Box<Amount> } = ["equal to" amount];
    }

    /// How many counters: "with a +1/+1 counter on it".
    enum CounterCount {
        A { kind: Option<CounterWord> } = ["a" kind "counter"];
        OneOrMore { kind: Option<CounterWord> } = ["one or more" kind "counters"];
        Or { n: Numeral, kind: CounterWord } = [n "or more" kind "counters"] where |v| matches!(v, CounterCount::Or { n, .. } if n.0 > 1);
        Fewer { n: Numeral, kind: CounterWord } = ["fewer than" n kind "counters"];
        AtMost { n: Numeral, kind: CounterWord } = [n "or fewer" kind "counters"];
        OrOfAny { n: Numeral } = [n "or more counters"] where |v| matches!(v, CounterCount::OrOfAny { n } if n.0 > 1);
        Plural { kind: Option<CounterWord> } = [kind "counters"];
        No { kind: Option<CounterWord> } = ["no" kind "counters"];
    }

    /// "with ..."
    enum With {
        Keyword { keywords: Series<Keyword> } = ["with" keywords];
        Without { keywords: Series<Keyword> } = ["without" keywords];
        NoCounter { kind: CounterWord } = ["without a" kind "counter on it|them"];
        ManaCostOr { a: Mana, b: Mana } = ["with mana cost" a "or" b];
        XInCost = ["with {X} in its|their mana cost|costs"];
        Attached { n: AtLeast, noun: Box<Noun> } = ["with" n [noun by n] "attached to it|them"] where |v| matches!(v, With::Attached { n: AtLeast::A | AtLeast::Another, .. });
        BasicLandType = ["with a basic land type"];
        ManaAbilities = ["with mana abilities"];
        Named { keyword: NamedKeyword } = ["with" keyword];
        NamedOr { a: NamedKeyword, b: NamedKeyword } = ["with" a "or" b];
        NamedAbility { keyword: NamedKeyword } = ["with a" keyword "ability"];
        NamedAbilities { keyword: NamedKeyword } = ["with" keyword "abilities"];
        OddManaValue = ["with an odd mana value"];
        EvenManaValue = ["with an even mana value"];
        OddManaValues = ["with odd mana values"];
        EvenManaValues = ["with even mana values"];
        Greatest { stat: Stat, among: Box<Noun> } = ["with the greatest" stat "among" [among plural]];
        Total { stat: Stat, cmp: Cmp } = ["with total" stat cmp]
            where |v| matches!(v, With::Total { cmp: Cmp::OrLess { .. } | Cmp::AtMost { .. }, .. });
        PowerAndToughness { n: Num } = ["with total power and toughness" n "or less"];
        PowerOrToughnessMore { n: Num } = ["with power or toughness" n "or greater"];
        Stat { stat: Stat, cmp: Cmp } = ["with" stat cmp];
        StatEither { stat: Stat, a: Digits, b: Digits } = ["with" stat a "or" b];
        StatOneOf { stat: Stat, a: Digits, b: Digits, c: Digits } = ["with" stat a "," b ", or" c];
        BaseSize { pt: PtBox } = ["with base power and toughness" pt] where |v| matches!(v, With::BaseSize { pt: PtBox(Some(_), Some(_)) });
        BaseStat { stat: Stat, cmp: Cmp } = ["with base" stat cmp]
            where |v| matches!(v, With::BaseStat { stat: Stat::Power | Stat::Toughness, cmp: Cmp::Exactly { .. } | Cmp::OrLess { .. } | Cmp::OrGreater { .. } });
        BaseEither { cmp: Cmp } = ["with base power or toughness" cmp]
            where |v| matches!(v, With::BaseEither { cmp: Cmp::Exactly { .. } | Cmp::OrLess { .. } | Cmp::OrGreater { .. } });
        AboveBase = ["with power greater than its|their base power"];
        PowerOrToughness { n: Num } = ["with power or toughness" n "or less"];
        Lesser { stat: Stat } = ["with lesser" stat];
        Equals { of: Possessor, stat: Stat } = ["with" of stat]
            where |v| matches!(v, With::Equals { of: Possessor::Of { np }, .. } if matches!(**np, Np::That { .. }));
        Greater { stat: Stat } = ["with greater" stat];
        EqualOrLesser { stat: Stat } = ["with equal or lesser" stat];
        AnEqualOrLesser { stat: Stat } = ["with an equal or lesser" stat];
        EqualOrLesserThan { stat: Stat, than: Box<Np> } = ["with equal or lesser" stat "than" [than singular]];
        LesserThan { stat: Stat, than: Box<Np> } = ["with lesser" stat "than" [than singular]];
        Same { stat: Stat, than: Box<Np> } = ["with the same" stat "as" [than singular]];
        Counter { count: CounterCount } = ["with" count "on it|them"];
    }

    /// How two zones are joined.
    #[derive(Copy)]
    enum ZoneJoin {
        And = ["and"];
        Or = ["or"];
        AndOr = ["and/or"];
    }

    /// FromZone cards that aren't in graveyards are cast, whosever they are.
    #[derive(Copy)]
    enum OtherPlace {
        Libraries = ["libraries"];
        Exile = ["exile"];
    }

    /// What something did in combat.
    #[derive(Copy)]
    enum Fought {
        BlockedThisTurn = ["blocked this turn"];
        EitherThisTurn = ["attacked or blocked this turn"];
        EitherThisCombat = ["attacked or blocked this combat"];
    }

    /// What is on it.
    enum Bearing {
        Enchanted { noun: Box<Noun> } = ["enchanted by a" [noun singular]];
        IsEnchanted { noun: Box<Noun> } = ["that's|that_are enchanted by a" [noun singular]];
        AreEnchanted { noun: Box<Noun> } = ["that_are enchanted by" [noun plural]];
        LacksCounter { kind: CounterWord } = ["that doesn't|don't have a" kind "counter on it|them"];
        HasCounter { count: CounterCount } = ["that has|have" count "on it|them"];
    }

    /// What is said in a few words of colors, kinds and whose it is.
    enum Such {
        IsntColors { n: ColorNumber } = ["that isn't|aren't" n];
        IsColors { n: ColorNumber } = ["that's|that_are" n];
        AttackingAlone = ["that's attacking alone"];
        NoneOfKinds { of: Series<Sub> } = ["that isn't|aren't a" [of singular]]
            where |v| matches!(v, Such::NoneOfKinds { of } if matches!(of.conjunction, Conjunction::None | Conjunction::Or));
        OwnNotControl = ["you own but don't control"];
    }

    /// What stands after the type words.
    enum Qual {
        Controls { who: Player } = [who ["controls|control" by who]];
        DontControl = ["you don't control"];
        ControlNotOwn = ["you control but don't own"];
        FromSource { noun: Box<Noun> } = ["from a" [noun singular]] where |v| matches!(v, Qual::FromSource { noun } if noun.is_about_sources() && noun.quals.is_empty());
        Owns { who: Player } = [who ["owns|own" by who]];
        DontOwn = ["you don't own"];
        UnequalStats = ["whose power and toughness aren't equal"];
        OwnOrControl = ["you own or control"];
        NeitherOwnNorControl = ["you neither own nor control"];
        With { with: With } = [with];
        In { zone: ZoneRef } = ["in" zone];
        From { zone: ZoneRef } = ["from" zone];
        FromTwo { whose: Whose, a: OwnZone, join: ZoneJoin, b: OwnZone } = ["from" whose [a by whose] join [b by whose]] where |v| matches!(v, Qual::FromTwo { a, b, .. } if a != b);
        InTwo { a: ZoneRef, b: ZoneRef } = ["in" a "and in" b];
        InGraveyardsAndLibraries = ["in graveyards and libraries"];
        FromGraveyardsOr { other: OtherPlace } = ["from graveyards or" other];
        FromEverywhere = ["from all hands and graveyards"];
        HasNamed { keyword: NamedKeyword } = ["that has|have" keyword];
        DifferentNames = ["with different names"];
        EachDifferentNames = ["that each have different names"];
        SamePlayer = ["controlled by the same player"];
        DifferentControllers = ["controlled by different players"];
        WithDifferentControllers = ["with different controllers"];
        Sharing { what: SharedQuality } = ["that share a" what];
        DifferentPowers = ["with different powers"];
        EachWith { with: With } = ["each" with] where |v| matches!(v, Qual::EachWith { with: With::Stat { cmp: Cmp::OrLess { .. }, .. } });
        DifferentManaValues = ["with different mana values"];
        EachDifferentManaValue { n: Num } = ["that each have a different mana value" n "or less"];
        IsOfThree { a: Sub, b: Sub, c: Sub } = ["that's a" a ", a" b ", or a" c];
        OnBattlefield = ["on the battlefield"];
        AttachedToPlayer { who: Player } = ["attached to" who] where |v| matches!(v, Qual::AttachedToPlayer { who: Player::You | Player::EnchantedPlayer | Player::ThatPlayer });
        AttachedTo { to: Box<Np> } = ["attached to" [to singular]];
        IsAttachedTo { to: Box<Np> } = ["that's|that_are attached to" [to singular]];
        ExceptFor { noun: Box<Noun> } = ["except for" [noun plural]];
        ExceptForTwo { a: Box<Noun>, b: Box<Noun> } = ["except for" [a plural] "and" [b plural]] where |v| matches!(v, Qual::ExceptForTwo { b, .. } if matches!(b.head, Head::Kinded { .. } | Head::Bare { .. }));
        OtherThan { np: Box<Np> } = ["other than" [np singular]];
        NamedSelf = ["named ~"];
        Named { name: Name } = ["named" name];
        NotNamedSelf = ["not named ~"];
        ExiledWith = ["exiled with ~"];
        ExiledWithIt = ["exiled with it"];
        AtRandom = ["at random"];
        ThisWay { past: Participle } = [past "this way"];
        DamagedByIt = ["dealt damage by ~"];
        TheyDid { past: Participle } = ["they" past "this way"] where |v| matches!(v, Qual::TheyDid { past: Participle::Exiled | Participle::Revealed | Participle::Discarded | Participle::Sacrificed });
        MostThere { most: Extreme, stat: Stat } = ["with the" most stat];
        HighestAmong { stat: Stat, noun: Box<Noun> } = ["with the highest" stat "among" [noun plural]];
        LeastAmong { stat: Stat, noun: Box<Noun> } = ["with the least" stat "among" [noun plural]];
        LowestAmong { stat: Stat, noun: Box<Noun> } = ["with the lowest" stat "among" [noun plural]];
        MostVotes = ["with the most votes or tied for most votes"];
        OfOpponentsChoice = ["of an opponent's choice"];
        ThatType = ["of that type"];
        TypeOfYourChoice = ["of the creature type of your choice"];
        SingleTarget = ["with a single target"];
        SameName { with: Box<Np> } = ["with the same name as" [with singular]];
        HasSameName { with: Box<Np> } = ["that has|have the same name as" [with singular]];
        HasOtherName { than: Box<Np> } = ["that doesn't|don't have the same name as" [than singular]];
        WhoseController { what: Box<ConditionWords> } = [what] where |v| matches!(v, Qual::WhoseController { what } if begins_with(&**what, "whose"));
        ControlledByOne { what: Box<ConditionWords> } = ["controlled by a player" what] where |v| matches!(v, Qual::ControlledByOne { what } if begins_with(&**what, "who"));
        ControlledByThem = ["controlled by that player or by that planeswalker's controller"];
        FromAmong { back: Box<Back> } = ["from among" back];
        FromAmongCards { noun: Box<Noun> } = ["from among" [noun plural]]
            where |v| matches!(v, Qual::FromAmongCards { noun } if noun.is_about_cards() && !noun.quals.is_empty());
        ChosenColor = ["of the chosen color"];
        ThatColor = ["of that color"];
        ColorOfYourChoice = ["of the color of your choice"];
        NotChosenType = ["that isn't|aren't of the chosen type"];
        ChosenType = ["of the chosen type"];
        ChosenKind = ["of the chosen kind"];
        ChosenName = ["with the chosen name"];
        ThatName = ["with that name"];
        Bearing { what: Bearing } = [what];
        AttackedThisTurn = ["that attacked this turn"];
        DidntAttack = ["that didn't attack this turn"];
        DidntAttackOrEnter = ["that didn't attack or enter this turn"];
        OwnAndControl = ["you both own and control"];
        Fought { how: Fought } = ["that" how];
        EnteredThisTurn = ["that entered this turn"];
        DidntEnter = ["that didn't enter this turn"];
        DrawnThisTurn = ["drawn this turn"];
        YouDiscarded = ["that you cycled or discarded this turn"];
        DamagedThisTurn = ["that was|were dealt damage this turn"];
        Is { adj: Adj } = ["that's|that_are" adj] where |v| matches!(v, Qual::Is { adj } if adj.is_state());
        IsNot { adj: Adj } = ["that isn't|aren't" adj] where |v| matches!(v, Qual::IsNot { adj } if adj.is_state());
        Such { what: Such } = [what];
        IsOneOf { a: Adj, b: Adj } = ["that's|that_are" a "or" b] where |v| matches!(v, Qual::IsOneOf { a, b } if a.is_state() && b.is_state());
        IsAnyOf { colors: Series<Color> } = ["that's|that_are" colors]
            where |v| matches!(v, Qual::IsAnyOf { colors } if colors.items.len() > 2 && colors.conjunction == Conjunction::Or);
        IsBoth { a: Color, b: Color } = ["that's|that_are both" a "and" b];
        Attacks { is: Option<ThatIs>, whom: Attacked } = [is "attacking" whom];
        CastFrom { zone: ZoneRef } = ["cast from" zone];
        FromElsewhere = ["from anywhere other than your hand"];
        FromElsewhereTheirs = ["from anywhere other than their hand|hands"];
        IsHeadedBy { a: TypeWord, b: TypeWord } = ["that's a" a "or" b];
        IsHeadedByOne { of: Series<TypeWord> } = ["that's a" [of singular]]
            where |v| matches!(v, Qual::IsHeadedByOne { of } if of.items.len() > 2 && of.conjunction == Conjunction::Or);
        IsEither { a: Sub, b: Sub } = ["that's a" a "or a" b];
        IsOneOfKinds { of: Series<Sub> } = ["that's a" [of singular]]
            where |v| matches!(v, Qual::IsOneOfKinds { of } if of.items.len() > 1 && of.conjunction == Conjunction::Or);
        IsTypeOrKind { a: TypeWord, b: Sub } = ["that's a" a "or" b];
        CameOrCast { zone: ZoneRef } = ["that entered or were cast from" zone];
        IsOneOrMore = ["that's|that_are one or more colors"];
        AreKinds { a: Box<Noun>, b: Box<Noun> } = ["that_are" [a plural] "and/or" [b plural]] where |v| matches!(v, Qual::AreKinds { a, b } if a.quals.is_empty() && b.quals.is_empty());
        IsKindOr { a: Box<Noun>, b: Box<Noun> } = ["that's a" [a singular] "or a" [b singular]] where |v| matches!(v, Qual::IsKindOr { a, b } if a.quals.is_empty() && b.quals.is_empty() && matches!(a.head, Head::Bare { kind: Kind::Token, .. }));
        TargetsOnly { what: Box<Np> } = ["that targets|target" [what singular]];
        TargetsPlayer { who: Player } = ["that targets|target" who] where |v| matches!(v, Qual::TargetsPlayer { who: Player::You | Player::EnchantedPlayer | Player::APlayer });
        TargetsYouOr { what: Box<Np> } = ["that targets|target you or" [what singular]];
        TargetsSelfAlone = ["that targets|target only ~"];
        TargetsOne { noun: Box<Noun> } = ["that targets|target only a single" [noun singular]];
        TargetsOneOrPlayer { noun: Box<Noun> } = ["that targets|target only a single" [noun singular] "or player"];
        DamagedBy { by: Box<Np> } = ["dealt damage by" [by singular] "this turn"];
        DamagedByYours = ["dealt damage this turn by a source you controlled"];
        DealtDamage = ["that dealt damage this turn"];
        DealtYouDamage = ["that dealt damage to you this turn"];
        AreOrHaveAdventure { a: TypeWord, b: TypeWord } = ["that_are" [a singular] "cards," [b singular] "cards, and/or have an Adventure"];
        HasAdventure = ["that has|have an Adventure"];
        IsCommander = ["that's|that_are your commander|commanders"];
        SharesColor { with: Box<Np> } = ["that shares|share a color with" [with singular]];
        SharesCardType { with: Box<Np> } = ["that shares|share a card type with" [with singular]];
        SharesPermanentType { with: Box<Np> } = ["that shares|share a permanent type with" [with singular]];
        SharesOneOfThose = ["that shares one of those types with it"];
        BlockingIt { what: Box<Np> } = ["blocking" [what singular]] where |v| matches!(v, Qual::BlockingIt { what } if what.is_in_combat());
        IsBlockingIt { what: Box<Np> } = ["that's|that_are blocking" [what singular]] where |v| matches!(v, Qual::IsBlockingIt { what } if what.is_in_combat());
        WasBlockedBy { what: Box<Np> } = ["that was blocked by" [what singular] "this turn"];
        Crewed { what: SelfOrIt } = ["that crewed" what "this turn"];
        Saddled { what: SelfOrIt } = ["that saddled" what "this turn"];
        BlockedBy { what: Box<Np> } = ["blocked by" [what singular]] where |v| matches!(v, Qual::BlockedBy { what } if what.is_in_combat());
        BlockingOrBlockedBy { what: Box<Np> } = ["blocking or blocked by" [what singular]] where |v| matches!(v, Qual::BlockingOrBlockedBy { what } if what.is_in_combat());
        ItsBlocking = ["it's blocking"];
        SelfBlocking = ["~ is blocking"];
        SharesType { with: Box<Np> } = ["that shares|share a creature type with" [with singular]];
        ShareNoType = ["that share no creature types"];
        ShareLandType = ["that share a land type"];
        SharesOneType { with: Box<Np> } = ["that shares|share at least one creature type with" [with singular]];
        NotOnBattlefield = ["that isn't|aren't on the battlefield"];
        SameController = ["with the same controller"];
        OfChosenQuality = ["with mana value of the chosen quality"];
        CouldProduceColorless = ["that could produce {C}"];
        Cast { who: Player } = [who ["casts|cast" by who]];
        CastNotOwn = ["you cast but don't own"];
        PutThereThisTurn = ["that was|were put there from the battlefield this turn"];
        PutThereFromAnywhere = ["that was|were put there from anywhere this turn"];
        PutThereFromLibrary = ["that was|were put there from your library this turn"];
        MilledThisTurn = ["that was|were milled this turn"];
        PutThereFromLibraries = ["that was|were put there from libraries this turn"];
    }

    /// A noun with its qualifiers.
    struct Noun { head: Head, quals: Vec<Qual> } = [head quals] where |v| v.is_closed();

    /// How many.
    enum HowMany {
        Number { n: Numeral } = [n];
        X = ["X"];
        ThatMany = ["that many"];
        UpTo { n: Numeral } = ["up to" n];
        UpToX = ["up to X"];
        UpToThatMany = ["up to that many"];
        AnyNumber = ["any number of"];
        OneOrMore = ["one or more"];
        OneOrTwo = ["one or two"];
        OneTwoOrThree = ["one, two, or three"];
    }

    /// How many and which: one table for every verb.
    enum Quant {
        Target = ["target"];
        AnotherTarget = ["another target"];
        SecondTarget = ["a second target"];
        ThirdTarget = ["a third target"];
        Targets { n: HowMany } = [n "target"];
        OtherTargets { n: HowMany } = [n "other target"];
        EachOfTargets { n: HowMany } = ["each of" n "target"];
        EachOfOtherTargets { n: HowMany } = ["each of" n "other target"];
        A = ["a"];
        Another = ["another"];
        Each = ["each"];
        All = ["all"];
        Some { n: HowMany } = [n];
        OrMore { n: Numeral } = [n "or more"] where |v| matches!(v, Quant::OrMore { n } if n.0 > 1);
        Bare = [];
    }

    /// What was done to "the exiled card".
    enum Participle {
        Exiled = ["exiled"];
        Sacrificed = ["sacrificed"];
        Discarded = ["discarded"];
        Revealed = ["revealed"];
        Chosen = ["chosen"];
        Returned = ["returned"];
        ReturnedToYourHand = ["returned to your hand"];
        ReturnedToOwner = ["returned to its owner's hand"];
        ExiledFromHand = ["exiled from their hand"];
        Destroyed = ["destroyed"];
        Copied = ["copied"];
        Milled = ["milled"];
        Tapped = ["tapped"];
        Countered = ["countered"];
        PutIntoGraveyard = ["put into a graveyard"];
        PutIntoYourGraveyard = ["put into your graveyard"];
        PutIntoTheirGraveyard = ["put into their graveyard"];
        DealtDamage = ["dealt damage"];
        Died = ["died"];
    }

    /// How the source is attached to what it speaks of (CR 301.5f, 301.6, 303.4b).
    enum Attached {
        Enchanted = ["enchanted"];
        Equipped = ["equipped"];
        Fortified = ["fortified"];
    }

    /// Whose choice a target is.
    #[derive(Copy)]
    enum Chooser {
        They = ["of their choice"];
        Defender = ["of defending player's choice"];
    }

    /// That its face can be seen.
    enum FaceUp {
        Said = ["face-up"];
    }

    /// Whose one of two targets is.
    enum Side {
        Yours = ["you control"];
        NotYours = ["you don't control"];
        Opponents = ["an opponent controls"];
    }

    /// That there may be no target.
    enum UpToOne {
        Said = ["up to one"];
    }

    /// An object or several, named, described or referred to.
    enum Np {
        Itself = ["~"];
        It = ["it"];
        Them = ["them"];
        They = ["they"];
        That { head: Head } = ["that" [head singular]];
        Those { head: Head } = ["those" [head plural]];
        The { past: Participle, head: Head } = ["the" past [head singular]];
        TheYou { head: Head, past: Participle } = ["the" [head singular] "you" past]
            where |v| matches!(v, Np::TheYou { past: Participle::Exiled | Participle::Sacrificed | Participle::Discarded | Participle::Revealed, .. });
        ChosenOrRevealed { there: Head, card: Head } = ["the" [there singular] "you chose or the" [card singular] "you revealed"];
        TheMany { past: Participle, head: Head } = ["the" past [head plural]];
        TheOne { head: Head, side: Side } = ["the" [head singular] side];
        TheChosenOne { head: Head, side: Side } = ["the chosen" [head singular] side];
        TheWay { head: Head, past: Participle } = ["the" [head singular] past "this way"];
        Host { attached: Attached, head: Head } = [attached [head singular]];
        SelfOrHost { attached: Attached, head: Head } = ["~ or" attached [head singular]];
        Quant { quant: Quant, noun: Noun } = [quant [noun by quant]];
        TargetChosenBy { noun: Noun, by: Chooser } = ["target" [noun singular] by];
        ExiledOnes { quant: Quant, face: Option<FaceUp>, noun: Noun } = [quant face "exiled" [noun by quant]]
            where |v| matches!(v, Np::ExiledOnes { quant: Quant::A | Quant::Target, noun, .. } if noun.is_about_cards());
        AndOr { a: Noun, b: Noun } = ["a" [a singular] "and/or a" [b singular]];
        Either { a: Noun, b: Noun } = ["a" [a singular] "or a" [b singular]]
            where |v| !matches!(v, Np::Either { a, .. } if a.quals.contains(&Qual::TargetsPlayer { who: Player::You }));
        TargetEither { most: Option<UpToOne>, a: Noun, b: Noun } = [most "target" [a singular] "or" [b singular]]
            where |v| matches!(v, Np::TargetEither { a, b, .. } if a.quals.is_empty() && (a.is_about_cards() && b.is_about_cards() || a.is_kind_of_spell() && b.is_kind_of_spell()) || b.is_about_suspended());
        TargetOnStack { a: OnStack, b: OnStack, c: OnStack } = ["target" a "," b ", or" c];
        TargetOnStack4 { a: OnStack, b: OnStack, c: OnStack, d: OnStack } = ["target" a "," b "," c ", or" d];
        TargetAbilityOr { kind: StackKind, noun: Noun } = ["target" kind "or" [noun singular]]
            where |v| matches!(v, Np::TargetAbilityOr { noun, .. } if noun.is_about_spells());
        OfThem { n: OfCount, of: Box<Back>, random: Option<AtRandom> } = [n "of" of random];
        EachOf { of: Box<Back> } = ["each of" of];
        BothOf { of: Box<Back> } = ["both of" of];
        EitherOf { of: Box<Back> } = ["either of" of];
        FromTop { n: Count, zone: ZoneRef } = [n ["card|cards" by n] "from the top of" zone];
        NumberEqual { noun: Noun, amount: Box<Amount> } = ["a number of" [noun plural] "equal to" amount]
            where |v| matches!(v, Np::NumberEqual { noun, .. } if matches!(noun.quals.as_slice(), [Qual::From { .. }]));
        BottomCard { zone: ZoneRef } = ["the bottom card of" zone];
        FromTopEqual { amount: Box<Amount>, zone: ZoneRef } = ["a number of cards from the top of" zone "equal to" amount];
        PilePart { head: Head, whose: PileOf } = ["all" [head plural] "in the pile of" whose "choice"];
        PileCards { whose: PileOf } = ["all cards from the pile of" whose "choice"];
        Pile { whose: PileOf } = ["the pile of" whose "choice"];
        TwoZones { n: HowMany, a: Noun, b: Noun } = [n "other target" [a plural] "from the battlefield and/or" [b plural]];
        TheExtreme { noun: Noun, most: Extreme, stat: Stat } = ["the" [noun singular] "with the" most stat]
            where |v| matches!(v, Np::TheExtreme { noun, .. } if matches!(noun.quals.as_slice(), [] | [Qual::In { .. }]));
        TheRest = ["the rest"];
        NotCast { which: NotCast } = [which];
        NotPut = ["all cards revealed this way that weren't put onto the battlefield"];
        TheOther = ["the other"];
        One = ["one"];
        SelfOrAnother { noun: Noun } = ["~ or another" [noun singular]];
        SelfAndOthers { noun: Noun } = ["~ and other" [noun plural]];
        SelfAnd { noun: Noun } = ["~ and" [noun plural]] where |v| matches!(v, Np::SelfAnd { noun } if !noun.begins_with_other());
        YourCommander = ["your commander"];
        TheToken = ["the token"];
        YourRingBearer = ["your Ring-bearer"];
        TheCopy = ["the copy"];
        TheCopies = ["the copies"];
        ThatAbility = ["that ability"];
        TopCard { zone: ZoneRef } = ["the top card of" zone];
        TopKind { noun: Noun, zone: ZoneRef } = ["the top" [noun singular] "of" zone] where |v| matches!(v, Np::TopKind { noun, zone } if noun.is_about_cards() && !noun.is_bare_card() && noun.quals.is_empty() && zone.is_graveyard());
        TopCards { n: Count, zone: ZoneRef } = ["the top" n "cards of" zone] where |v| matches!(v, Np::TopCards { n, .. } if n.is_certain_plural());
    }

    /// Which of several something is by a number that it has.
    #[derive(Copy)]
    enum Extreme {
        Greatest = ["greatest"];
        Highest = ["highest"];
        Least = ["least"];
        Lowest = ["lowest"];
    }

    /// What was found and isn't cast.
    enum NotCast {
        Revealed = ["all revealed cards not cast this way"];
        Exiled = ["the exiled cards not cast this way"];
        Werent = ["the exiled cards that weren't cast this way"];
        AllExiled = ["all cards exiled this way that weren't cast"];
    }

    /// Who chooses one of two piles (CR 700.3).
    enum PileOf {
        Your = ["your"];
        Their = ["their"];
        ThatPlayer = ["that player's"];
        AnOpponent = ["an opponent's"];
    }

    /// The words that "one of" refers back to.
    enum Back {
        Them = ["them"];
        Those { head: Head } = ["those" [head plural]];
        ThoseExiled { head: Head } = ["those exiled" [head plural]];
        TheMany { past: Participle, head: Head } = ["the" past [head plural]];
        TheWay { head: Head, past: Participle } = ["the" [head plural] past "this way"];
    }

    /// That nobody chooses which.
    enum AtRandom {
        Said = ["at random"];
    }

    /// How many of them.
    enum OfCount {
        Some { n: HowMany } = [n] where |v| !matches!(v, OfCount::Some { n: HowMany::AnyNumber | HowMany::OneOrMore | HowMany::OneOrTwo | HowMany::OneTwoOrThree });
        AnyNumber = ["any number"];
        All = ["all"];
    }

    /// One noun phrase or two joined.
    enum Nps {
        One { np: Np } = [np];
        Two { a: Np, b: Np } = [a "and" b] where |v| matches!(v, Nps::Two { a, b } if !b.is_bare() || a.is_described() || a.is_host() && b.is_like_it());
        Three { a: Np, b: Np, c: Np } = [a "," b ", and" c] where |v| !matches!(v, Nps::Three { b, c, .. } if b.is_bare() || c.is_bare());
        Four { a: Np, b: Np, c: Np, d: Np } = [a "," b "," c ", and" d]
            where |v| !matches!(v, Nps::Four { b, c, d, .. } if b.is_bare() || c.is_bare() || d.is_bare());
        Five { a: Np, b: Np, c: Np, d: Np, e: Np } = [a "," b "," c "," d ", and" e]
            where |v| matches!(v, Nps::Five { a, b, c, d, e } if [a, b, c, d, e].into_iter().all(Np::is_target));
    }
}

impl Noun {
    /// A qualifier that ends with a noun phrase is the last: what follows belongs to the inner noun.
    fn is_closed(&self) -> bool {
        let open = |qual: &Qual| match qual {
            // "With mana value less than or equal to ~'s power" ends there: no noun is left open.
            Qual::With { with: With::Stat { cmp, .. } } if cmp.leaves_no_noun_open() => false,
            Qual::With { with: With::Stat { cmp, .. } | With::Total { cmp, .. } } => {
                !matches!(cmp, Cmp::OrLess { .. } | Cmp::OrGreater { .. } | Cmp::Exactly { .. })
            }
            Qual::With { with: With::Greatest { .. } } | Qual::MostThere { .. } => true,
            Qual::With {
                with: With::LesserThan { than, .. } | With::EqualOrLesserThan { than, .. } | With::Same { than, .. },
            } => {
                matches!(**than, Np::Quant { .. })
            }
            Qual::AttachedTo { to: np }
            | Qual::IsAttachedTo { to: np }
            | Qual::OtherThan { np }
            | Qual::TargetsOnly { what: np }
            | Qual::TargetsYouOr { what: np }
            | Qual::SharesType { with: np }
            | Qual::SharesOneType { with: np }
            | Qual::SharesColor { with: np }
            | Qual::SharesCardType { with: np }
            | Qual::SharesPermanentType { with: np }
            | Qual::SameName { with: np }
            | Qual::HasSameName { with: np }
            | Qual::HasOtherName { than: np } => {
                matches!(**np, Np::Quant { .. })
            }
            Qual::FromAmongCards { .. }
            | Qual::Bearing {
                what: Bearing::Enchanted { .. } | Bearing::IsEnchanted { .. } | Bearing::AreEnchanted { .. },
            }
            | Qual::HighestAmong { .. }
            | Qual::LeastAmong { .. }
            | Qual::LowestAmong { .. }
            | Qual::TargetsOne { .. }
            | Qual::TargetsOneOrPlayer { .. }
            | Qual::ExceptFor { .. }
            | Qual::ExceptForTwo { .. } => true,
            _ => false,
        };
        // "Exile a card from a graveyard with a counter on it": it is exiled with the counter.
        let gets_counter = self
            .quals
            .windows(2)
            .any(|pair| matches!(pair, [Qual::From { .. }, Qual::With { with: With::Counter { .. } }]));
        !gets_counter && self.quals.iter().rev().skip(1).all(|qual| !open(qual))
    }
}

impl Noun {
    /// Returns whether its first adjective is "other".
    pub(super) fn begins_with_other(&self) -> bool {
        let adjs = match &self.head {
            Head::Types { terms } | Head::Kinded { terms, .. } => match &terms.items[0] {
                Term::Typed { adjs, .. } | Term::Tribal { adjs, .. } => adjs,
            },
            Head::Bare { adjs, .. } => adjs,
            Head::OrToken { a: Term::Typed { adjs, .. } } => adjs,
            Head::Stack { .. }
            | Head::SpellOr { .. }
            | Head::OrToken { .. }
            | Head::OrTokenToo { .. }
            | Head::AndOrTokens { .. } => return false,
        };
        matches!(adjs.first(), Some(AdjItem::Plain { adj: Adj::Other } | AdjItem::Comma { adj: Adj::Other }))
    }
}

impl Np {
    /// Returns whether it is one thing that other creatures block or are blocked by.
    fn is_in_combat(&self) -> bool {
        match self {
            Np::It | Np::Itself | Np::That { .. } | Np::Host { .. } => true,
            Np::Quant { quant: Quant::Target, noun } => noun.quals.is_empty(),
            _ => false,
        }
    }

    /// A plural without any quantifier that says more than its types, so that what is joined to it is a description of its own.
    fn is_described(&self) -> bool {
        matches!(self, Np::Quant { quant: Quant::Bare, noun } if !noun.quals.is_empty())
    }

    /// Targets.
    fn is_target(&self) -> bool {
        matches!(self, Np::Quant { quant, .. } if quant.targets())
    }

    /// A plural without any quantifier, which would continue a list of nouns before it.
    fn is_bare(&self) -> bool {
        matches!(self, Np::Quant { quant: Quant::Bare, .. })
    }
}

impl Agrees for HowMany {
    fn is_plural(&self) -> bool {
        !matches!(self, HowMany::Number { n } | HowMany::UpTo { n } if !n.is_plural())
    }
}

impl Agrees for Quant {
    fn is_plural(&self) -> bool {
        match self {
            Quant::Target
            | Quant::AnotherTarget
            | Quant::SecondTarget
            | Quant::ThirdTarget
            | Quant::A
            | Quant::Another
            | Quant::Each => false,
            Quant::Targets { n }
            | Quant::OtherTargets { n }
            | Quant::EachOfTargets { n }
            | Quant::EachOfOtherTargets { n }
            | Quant::Some { n } => n.is_plural(),
            Quant::All | Quant::OrMore { .. } | Quant::Bare => true,
        }
    }
}

impl Agrees for Np {
    fn is_plural(&self) -> bool {
        match self {
            Np::Quant { quant: Quant::EachOfTargets { .. } | Quant::EachOfOtherTargets { .. }, .. } => false,
            Np::Quant { quant, .. } => quant.is_plural(),
            Np::OfThem { n: OfCount::Some { n }, .. } => n.is_plural(),
            Np::FromTop { n, .. } => n.is_plural(),
            Np::Them
            | Np::They
            | Np::Those { .. }
            | Np::TheMany { .. }
            | Np::OfThem { .. }
            | Np::AndOr { .. }
            | Np::TheRest
            | Np::NotCast { .. }
            | Np::TheCopies
            | Np::NotPut
            | Np::PilePart { .. }
            | Np::PileCards { .. }
            | Np::TwoZones { .. }
            | Np::FromTopEqual { .. }
            | Np::SelfAndOthers { .. }
            | Np::SelfAnd { .. }
            | Np::TopCards { .. } => true,
            _ => false,
        }
    }
}

impl Agrees for Nps {
    fn is_plural(&self) -> bool {
        match self {
            Nps::One { np } => np.is_plural(),
            _ => true,
        }
    }
}

impl Noun {
    /// Returns whether it is just "creature".
    pub(crate) fn is_plain_creature(&self) -> bool {
        let Head::Types { terms } = &self.head else { return false };
        let plain = |term: &Term| matches!(term, Term::Typed { adjs, subs, types, last } if adjs.is_empty() && subs.is_empty() && types.is_empty() && last.0 == crate::types::CardTypes::CREATURE);
        self.quals.is_empty() && matches!(terms.items.as_slice(), [term] if plain(term))
    }

    /// Returns whether it describes spells, and no abilities.
    pub(crate) fn is_about_spells(&self) -> bool {
        matches!(&self.head, Head::Bare { kind: Kind::Spell, .. } | Head::Kinded { kind: Kind::Spell, .. })
    }

    /// Returns whether it describes spells of a type, "creature spell", with nothing behind it.
    fn is_kind_of_spell(&self) -> bool {
        self.quals.is_empty()
            && matches!(&self.head, Head::Kinded { terms, kind: Kind::Spell } if terms.items.len() == 1)
    }

    /// Returns whether it describes sources of damage.
    pub(crate) fn is_about_sources(&self) -> bool {
        matches!(&self.head, Head::Bare { kind: Kind::Source, .. } | Head::Kinded { kind: Kind::Source, .. })
    }

    /// Returns whether it describes cards.
    pub(crate) fn is_about_cards(&self) -> bool {
        matches!(&self.head, Head::Bare { kind: Kind::Card, .. } | Head::Kinded { kind: Kind::Card, .. })
    }

    /// Returns whether it is just "card", which other rows read.
    pub(crate) fn is_bare_card(&self) -> bool {
        let plain = matches!(self.quals.as_slice(), [] | [Qual::AtRandom]);
        plain && matches!(&self.head, Head::Bare { adjs, kind: Kind::Card } if adjs.is_empty())
    }
}
