//! Numbers: one grammar for every place that takes one.

use super::condition::{ConditionWords, MadeBy, MoreOrFewer};
use super::effect::RoundHow;
use super::noun::{Back, Cmp, Extreme, Head, Noun, Np, Stat};
use super::player::{DidOrNot, Player, Possessor, Those};
use super::said::begins_with;
use super::tense::SelfOrIt;
use super::words::{Color, CounterWord, Digits, Numeral, VoteWord};
use crate::text::syntax::{Agrees, syntax};

syntax! {
    /// What several things have in common.
    enum SharedQuality {
        CardType = ["card type"];
        PermanentType = ["permanent type"];
        Color = ["color"];
        CreatureType = ["creature type"];
    }

    /// A number in digits or X, as in "deals 3 damage" and "power 3 or less".
    enum Num {
        Digits { n: Digits } = [n];
        X = ["X"];
        ThatMuch = ["that much"];
        TwiceThatMuch = ["twice that much"];
        TwiceX = ["twice X"];
        HalfX = ["half X"];
        TimesX { n: Numeral } = [n "times X"] where |v| matches!(v, Num::TimesX { n } if n.0 > 1);
        XPlus { n: Digits } = ["X plus" n];
    }

    /// A number of things, as in "draws two cards".
    enum Count {
        A = ["a"];
        An { n: Numeral } = [n];
        X = ["X"];
        ThatMany = ["that many"];
        TwiceThatMany = ["twice that many"];
        TwiceX = ["twice X"];
        ThriceX = ["three times X"];
        HalfX = ["half X"];
        Another = ["an additional"];
        More { n: Numeral } = [n "additional"];
        MoreX = ["X additional"];
        UpTo { n: Numeral } = ["up to" n];
        AnyNumber = ["any number of"];
        OneOrMore = ["one or more"];
        Digits { n: Digits } = [n];
    }

    /// How a half is rounded.
    enum Rounding {
        Up = ["rounded up"];
        Down = ["rounded down"];
    }

    /// What is counted: in the plural after "the number of", in the singular after "for each".
    enum Counted {
        Noun { noun: Noun } = [noun];
        Counters { kind: Option<CounterWord>, on: Np } = [kind "counter|counters on" [on singular]];
        CountersAmong { kind: Option<CounterWord>, noun: Noun } = [kind "counter|counters among" [noun plural]];
        ColorsSpent { np: Np } = ["color|colors of mana spent to cast" [np singular]];
        ColorsAmong { noun: Noun } = ["color|colors among" [noun plural]];
        ManaValuesAmong { noun: Noun } = ["different mana value|values among" [noun plural]];
        CounterKinds { noun: Noun } = ["different kind|kinds of counters among" [noun plural]];
        BasicTypes = ["basic land type|types among lands you control"];
        TheirBasicTypes = ["basic land type|types among lands they control"];
        CardsDrawn = ["card|cards you've drawn this turn"];
        CardsTheyDrew = ["card|cards they've drawn this turn"];
        DrawnThisWay = ["card|cards drawn this way"];
        CardsDiscarded = ["card|cards you've discarded this turn"];
        CycledOrDiscarded = ["card|cards you've cycled or discarded this turn"];
        PlayerCounters { kind: CounterWord, who: Player } = [kind "counter|counters" who ["has|have" by who]];
        DiedIntoYours { noun: Noun } = [noun "put into your graveyard from the battlefield this turn"];
        SpellsCast { noun: Noun } = [noun "you've cast this turn"];
        SpellsTheyCast { noun: Noun } = [noun "they've cast this turn"];
        EnteredUnderYours { noun: Noun } = [noun "that entered the battlefield under your control this turn"];
        CreaturesDied = ["creature|creatures that died this turn"];
        DiedUnderYours { noun: Noun } = [noun "that died under your control this turn"];
        Died { noun: Noun } = [noun "that died this turn"] where |v| !matches!(v, Counted::Died { noun } if noun.is_plain_creature());
        PutIntoGraveyards { noun: Noun } = [noun "that were put into graveyards from the battlefield this turn"];
        ThatPlayerDrew = ["card|cards that player has drawn this turn"];
        SpellsCastElsewhere { noun: Noun } = [noun "you've cast from anywhere other than your hand this turn"];
        YouSacrificed { noun: Noun } = [noun "you've sacrificed this turn"];
        Sacrificed { noun: Noun } = [noun "sacrificed this turn"];
        OpponentsCast { noun: Noun } = [noun "your opponents have cast this turn"];
        YouAttackedWith = ["creature|creatures you attacked with this turn"];
        Party = ["creature|creatures in your party"];
        Opponents = ["opponent|opponents you have"];
        ControlledAsCast { noun: Noun } = [noun "you controlled as you cast ~"];
        ManaSymbolsAmong { color: Color, noun: Noun } =
            [color "mana symbol|symbols in the mana costs of" [noun plural]];
        ManaSymbolsIn { color: Color, of: Possessor } = [color "mana symbol|symbols in" of "mana cost"];
        Votes { word: VoteWord } = [word "vote|votes"];
        Devoured { noun: Noun } = [noun "it devoured"] where |v| !matches!(v, Counted::Devoured { noun } if noun.is_plain_creature());
    }

    /// To what excess damage was dealt (CR 120.10).
    enum ExcessTo {
        That { head: Head } = ["to that" [head singular]];
        A { noun: Noun } = ["to a" [noun singular]];
        The { one: Np } = ["to" [one singular]] where |v| matches!(v, ExcessTo::The { one: Np::TheOne { .. } });
    }

    /// How the amount of lost life is called.
    enum LostLife {
        Amount = ["the amount of life"];
        Life = ["the life"];
        Total = ["the total amount of life"];
    }

    /// Among whom something is the highest.
    enum HighestAmong {
        Opponents = ["your opponents"];
        Players = ["players"];
        All = ["all players"];
    }

    /// Before what was done.
    enum Having {
        Has = ["has|have"];
    }

    /// How damage that was dealt is called in the number of an event of damage.
    enum DealtDamage {
        ToThem = ["the amount of damage it dealt to that player"];
        SourceToThem = ["the amount of damage ~ dealt to that player"];
        ThoseToThem = ["the amount of damage those creatures dealt to that player"];
        Dealt = ["the amount of damage dealt"];
        That = ["that damage"];
        The = ["the damage"];
        LifeGained = ["the amount of life you gained"];
        LookedAt = ["the number of cards looked at while scrying this way"];
    }

    /// Damage that a player was dealt this turn.
    enum DamageOf {
        You = ["the damage dealt to you this turn"];
        Of { who: Player } = ["the damage dealt to" who "this turn"] where |v| !matches!(v, DamageOf::Of { who: Player::You });
    }

    /// How a sentence calls those of whom it counts how many there are.
    enum OpponentsSo {
        Plain = ["the number of opponents"];
        Yours = ["the number of your opponents"];
    }

    /// Opponents by what they have.
    enum HavingSo {
        Cards { n: Numeral } = ["with" n "or more cards in hand"];
    }

    /// The commanders whose mana value is meant.
    enum CommanderStat {
        Greatest = ["the greatest mana value of a commander you own on the battlefield or in the command zone"];
    }

    /// A number described by words: "the number of creatures you control".
    enum Amount {
        Num { n: Num } = [n] where |v| !matches!(v, Amount::Num { n: Num::XPlus { .. } });
        NumberOf { counted: Counted } = ["the number of" [counted plural]]
            where |v| !matches!(v, Amount::NumberOf { counted: Counted::SpellsCast { noun } } if noun.is_plain_spell());
        NumbersOf { a: Noun, b: Noun } = ["the number of" [a plural] "plus the number of" [b plural]];
        NumberMinus { a: Noun, b: Noun } = ["the number of" [a plural] "minus the number of" [b plural]];
        Minus { n: Num, amount: Box<Amount> } = [n "minus" amount];
        Stat { of: Possessor, stat: Stat } = [of stat];
        StatPlus { of: Possessor, stat: Stat, other: Stat } = [of stat "plus its" other]
            where |v| matches!(v, Amount::StatPlus { stat, other, .. } if stat != other);
        StatOf { stat: Stat, of: Np } = ["the" stat "of" [of singular]];
        Greatest { stat: Stat, noun: Noun } = ["the greatest" stat "among" [noun plural]];
        WhicheverGreater { n: Num, amount: Box<Amount> } = [n "or" amount ", whichever is greater"];
        GreaterNumber { a: Noun, b: Noun } =
            ["the number of" [a plural] "or the number of" [b plural] ", whichever is greater"];
        GainedOrLost = ["the amount of life you gained this turn or the amount of life you lost this turn, whichever is greater"];
        DifferenceOfLives = ["the difference between those players' life totals"];
        Highest { stat: Stat, noun: Noun } = ["the highest" stat "among" [noun plural]];
        PlusWord { n: Numeral, amount: Box<Amount> } = [n "plus" amount];
        TheirTotal { stat: Stat } = ["their total" stat];
        Total { stat: Stat, noun: Noun } = ["the total" stat "of" [noun plural]];
        OpponentsWith { more: MoreOrFewer, noun: Noun } = ["the number of opponents who control" more [noun plural] "than you"];
        PlayersWith { more: MoreOrFewer, noun: Noun } = ["the number of players who control" more [noun plural] "than you"];
        LifeTotal = ["your life total"];
        HighestLife { among: HighestAmong } = ["the highest life total among" among];
        LowestLife { among: HighestAmong } = ["the lowest life total among" among];
        YourSpeed = ["your speed"];
        ThatLifeTotal = ["that player's life total"];
        Half { amount: Box<Amount>, rounding: Rounding } = ["half" amount "," rounding];
        HalfOf { amount: Box<Amount> } = ["half" amount] where |v| !matches!(v, Amount::HalfOf { amount } if matches!(**amount, Amount::Num { .. }));
        ChosenNumber = ["the chosen number"];
        CoinsHeads = ["the number of coins that came up heads"];
        LifePaid { it: SelfOrIt } = ["the life paid as" it "entered"];
        LifePaidThere { it: SelfOrIt } = ["the life paid as" it "entered the battlefield"];
        Twice { amount: Box<Amount> } = ["twice" amount] where |v| !matches!(v, Amount::Twice { amount } if matches!(**amount, Amount::Num { .. }));
        Plus { n: Num, amount: Box<Amount> } = [n "plus" amount];
        ExcessThisWay { to: Option<ExcessTo> } = ["the excess damage dealt" to "this way"];
        AmountOfExcess { to: Option<ExcessTo> } = ["the amount of excess damage dealt" to "this way"];
        ThatExcess = ["that excess damage"];
        ThatAmountOfExcess = ["that amount of excess damage"];
        DamageDealtThisWay = ["the damage dealt this way"];
        LifeLostThisWay = ["the life lost this way"];
        DamagePrevented = ["the damage prevented this way"];
        LifeGainedThisTurn = ["the amount of life you gained this turn"];
        LifeYouveGained = ["the amount of life you've gained this turn"];
        LifeYouveLost = ["the amount of life you've lost this turn"];
        TheLifeYouveLost = ["the life you've lost this turn"];
        Devotion { color: Color } = ["your devotion to" color];
        DevotionThatColor = ["your devotion to that color"];
        DevotionTwo { a: Color, b: Color } = ["your devotion to" a "and" b];
        CardTypes { noun: Noun } = ["the number of card types among" [noun plural]];
        SpellsCast = ["the number of spells you've cast this turn"];
        TotalNumber { counted: Counted } = ["the total number of" [counted plural]]
            where |v| !matches!(v, Amount::TotalNumber { counted: Counted::SpellsCast { noun } } if noun.is_plain_spell());
        NumberLess { counted: Counted, n: Digits } = ["the number of" [counted plural] "minus" n];
        TimesKicked { it: SelfOrIt } = ["the number of times" it "was kicked"];
        TimesMutated { it: SelfOrIt } = ["the number of times" it "has mutated"];
        Removed { kind: Option<CounterWord> } = ["the number of" kind "counters removed this way"];
        GreatestDiscarded = ["the greatest number of cards a player discarded this way"];
        TheDifference = ["the difference"];
        ManaSpent { np: Np } = ["the amount of mana spent to cast" [np singular]];
        SnowSpent { np: Np } = ["the amount of {S} spent to cast" [np singular]];
        SpentFrom { from: MadeBy, np: Np } = ["the amount of mana from" from "spent to cast" [np singular]];
        DamageDealtTo = ["the damage already dealt to that player this turn"];
        LifeLostThisTurn { of: LostLife, who: Player, have: Option<Having> } = [of who [have by who] "lost this turn"]
            where |v| !matches!(v, Amount::LifeLostThisTurn { who: Player::You, have: Some(_), .. });
        TotalLifeLost { who: Player } = ["the total life lost by" who "this turn"];
        LeastAmong { stat: Stat, noun: Noun } = ["the least" stat "among" [noun plural]];
        LowestAmong { stat: Stat, noun: Noun } = ["the lowest" stat "among" [noun plural]];
        ThatNumber = ["that number"];
        TheNumber = ["the number"];
        Result = ["the result"];
        EnergyPaidThisWay = ["the amount of {E} paid this way"];
        ManaPaidThisWay = ["the total amount of mana paid this way"];
        StartingLife = ["your starting life total"];
        DifferentlyNamed { noun: Noun } = ["the number of differently named" [noun plural]];
        ColorsThat { np: Np } = ["the number of colors" [np singular] "is"];
        DifferentPowers { noun: Noun } = ["the number of different powers among" [noun plural]];
        MostOfAType { noun: Noun } = ["the greatest number of" [noun plural] "that have a creature type in common"];
        EventNumber { what: DealtDamage } = [what];
        StatLess { of: Possessor, stat: Stat, n: Digits } = [of stat "minus" n];
        ResultLess { n: Digits } = ["the result minus" n];
        Times { n: Numeral, amount: Box<Amount> } = [n "times" amount]
            where |v| matches!(v, Amount::Times { n, amount } if n.0 > 2 && !matches!(**amount, Amount::Num { .. }));
        GreatestOfTwo { stat: Stat, a: Noun, b: Noun } = ["the greatest" stat "among" [a plural] "and" [b plural]]
            where |v| matches!(v, Amount::GreatestOfTwo { b, .. } if b.is_about_cards());
        DamageTo { of: DamageOf } = [of];
        TotalLifeLostByAll = ["the total life lost by all players this turn"];
        DifferenceOf { of: Possessor, stat: Stat, other: Stat } = ["the difference between" of stat "and" other]
            where |v| matches!(v, Amount::DifferenceOf { stat, other, .. } if stat != other);
        DifferenceOfIts { of: Possessor, stat: Stat, other: Stat } = ["the difference between" of stat "and its" other]
            where |v| matches!(v, Amount::DifferenceOfIts { stat, other, .. } if stat != other);
        PlayersAttacked = ["the number of players being attacked"];
        TotalOf { stat: Stat, of: Back } = ["the total" stat "of" of];
        MostOf { most: Extreme, stat: Stat, of: Back } = ["the" most stat "among" of]
            where |v| matches!(v, Amount::MostOf { most: Extreme::Greatest | Extreme::Highest, .. });
        ColorsAmongThose { of: Back } = ["the number of colors among" of];
        CommanderValue { stat: CommanderStat } = [stat];
        ItsCasts = ["the number of times it's been cast from the command zone this game"];
        NumberMore { counted: Counted, n: Numeral } = ["the number of" [counted plural] "plus" n];
        MostAnOpponentControls { noun: Noun } = ["the greatest number of" [noun plural] "an opponent controls"];
        MostAPlayerControls { noun: Noun } = ["the greatest number of" [noun plural] "a player controls"];
        OpponentsWho { of: OpponentsSo, what: Box<ConditionWords> } = [of what]
            where |v| matches!(v, Amount::OpponentsWho { what, .. } if begins_with(&**what, "who"));
        OpponentsHaving { of: OpponentsSo, what: HavingSo } = [of what];
    }

    /// The life that the event is about.
    enum GainedSo {
        YouGained = ["you gained"];
        YouLost = ["you lost"];
        TheyGained = ["they gained"];
        TheyLost = ["they lost"];
    }

    /// "for each ...": a number that multiplies.
    enum ForEach {
        Counted { counted: Counted } = ["for each" [counted singular]]
            where |v| !matches!(v, ForEach::Counted { counted: Counted::ColorsSpent { np: Np::It } | Counted::EnteredUnderYours { .. } | Counted::Died { .. } });
        Back { of: Back } = ["for each of" of];
        ColorsOf { of: Possessor } = ["for each of" of "colors"]
            where |v| matches!(v, ForEach::ColorsOf { of: Possessor::Its | Possessor::Of { .. } });
        ChosenColorsItIs = ["for each of the chosen colors it is"];
        DamagePrevented = ["for each 1 damage prevented this way"];
        TimesKicked { it: SelfOrIt } = ["for each time" it "was kicked"];
        ColorSpent = ["for each color of mana spent to cast it"];
        DifferentPower { noun: Noun } = ["for each different power among" [noun plural]];
        CardType { noun: Noun } = ["for each card type among" [noun plural]];
        And { a: Noun, b: Noun } = ["for each" [a singular] "and each" [b singular]];
        AndFor { a: Noun, b: Noun } = ["for each" [a singular] "and for each" [b singular]];
        SpellCast = ["for each other spell you've cast this turn"];
        Storm = ["for each spell cast before it this turn"];
        CastBefore { noun: Noun } = ["for each" [noun singular] "you've cast before it this turn"];
        Squadded = ["for each time its squad cost was paid"];
        Replicated = ["for each time its replicate cost was paid"];
        EnteredUnderYours { noun: Noun } = ["for each" [noun singular] "that entered the battlefield under your control this turn"];
        EnergyPaid = ["for each {E} paid this way"];
        ManaSpent { np: Np } = ["for each mana spent to cast" [np singular]];
        SnowSpent { np: Np } = ["for each {S} spent to cast" [np singular]];
        SpentFrom { from: MadeBy, np: Np } = ["for each mana from" from "spent to cast" [np singular]];
        ThatWasSpentFrom { from: MadeBy, np: Np } = ["for each mana from" from "that was spent to cast" [np singular]];
        Removed { kind: Option<CounterWord> } = ["for each" kind "counter removed this way"];
        PutOnTop = ["for each card you put on top of your library"];
        PlayersWho { those: Those } = ["for each" those];
        ItTargets { noun: Noun } = ["for each" [noun singular] "it targets"];
        FlipWon = ["for each flip you win"];
        FlipsWon = ["for each flip you won"];
        FlipLost = ["for each flip you lose"];
        CoinHeads = ["for each coin that comes up heads"];
        OpponentLives = ["for each opponent"];
        OpponentWho { deed: DidOrNot } = ["for each opponent who" deed];
        OtherPlayer = ["for each other player"];
        EachPlayer = ["for each player"];
        LifeLost { who: Player, have: Option<Having> } = ["for each 1 life" who [have by who] "lost this turn"];
        Devoured = ["for each creature it devoured"];
        Died { noun: Noun } = ["for each" [noun singular] "that died this turn"] where |v| !matches!(v, ForEach::Died { noun } if noun.is_plain_creature());
        YouHadEnter { noun: Noun } = ["for each" [noun singular] "you had enter under your control this turn"];
        BlockerBeyondFirst = ["for each creature blocking it beyond the first"];
        OpponentAttacked = ["for each opponent you attacked this combat"];
        CommanderCasts = ["for each time you've cast your commander from the command zone this game"];
        ItsCasts = ["for each time it's been cast from the command zone this game"];
        LifeInEvent { who: GainedSo } = ["for each 1 life" who];
        DamageToYou = ["for each 1 damage dealt to you this turn"];
        PlayerAttacked = ["for each player being attacked"];
        SpellsBeyondFirst = ["for each spell you've cast this turn other than the first"];
        OtherSpellsOfAll = ["for each other spell cast this turn"];
        SpellsCastElsewhere = ["for each spell you've cast this turn from anywhere other than your hand"];
        LookedAt = ["for each card looked at while scrying this way"];
        LifeLostThisWay = ["for each 1 life lost this way"];
    }

    /// ", where X is ..."
    struct WhereX { amount: Amount, then: Option<AsCast> } = [", where X is" amount then];

    /// When a number is determined.
    enum AsCast {
        Cast = ["as you cast ~"];
    }

    /// "there are three or more ..." and other counts in conditions.
    enum AtLeast {
        OrMore { n: Numeral } = [n "or more"];
        OrFewer { n: Numeral } = [n "or fewer"];
        Exactly { n: Numeral } = ["exactly" n];
        AtLeast { n: Numeral } = ["at least" n];
        A = ["a"];
        Another = ["another"];
        No = ["no"];
        FewerThan { n: Numeral } = ["fewer than" n];
        DigitsOrMore { n: Digits } = [n "or more"];
        Numeral { n: Numeral } = [n] where |v| matches!(v, AtLeast::Numeral { n } if n.0 > 1);
    }
}

impl Count {
    /// Returns whether it is a certain number of several things, not a limit.
    pub(crate) fn is_certain_plural(&self) -> bool {
        match self {
            Count::An { n } => n.0 > 1,
            Count::X
            | Count::MoreX
            | Count::ThatMany
            | Count::TwiceX
            | Count::ThriceX
            | Count::HalfX
            | Count::TwiceThatMany => true,
            _ => false,
        }
    }
}

impl Agrees for Count {
    fn is_plural(&self) -> bool {
        match self {
            Count::A | Count::Another => false,
            Count::An { n } | Count::UpTo { n } => n.is_plural(),
            Count::Digits { n } => n.0 != 1,
            _ => true,
        }
    }
}

impl Agrees for AtLeast {
    fn is_plural(&self) -> bool {
        !matches!(
            self,
            AtLeast::A | AtLeast::Another | AtLeast::Exactly { n: Numeral(1) } | AtLeast::AtLeast { n: Numeral(1) }
        )
    }
}

impl Cmp {
    /// Returns whether what follows can't belong to a noun in what it is compared with: "with mana value less than or equal to that damage
    /// from your hand".
    pub(crate) fn leaves_no_noun_open(&self) -> bool {
        let (Cmp::EqualTo { amount }
        | Cmp::AtMost { amount }
        | Cmp::AtLeast { amount }
        | Cmp::LessThan { amount }
        | Cmp::GreaterThan { amount }) = self
        else {
            return false;
        };
        matches!(
            **amount,
            Amount::Stat { .. }
                | Amount::NumberOf { counted: Counted::Counters { on: Np::Itself, .. } }
                | Amount::EventNumber { .. }
                | Amount::LifeGainedThisTurn
                | Amount::LifeLostThisTurn { .. }
                | Amount::Num { n: Num::X }
        )
    }
}

impl RoundHow {
    /// The same, as it is said of one half.
    pub(crate) fn rounding(self) -> Rounding {
        match self {
            RoundHow::Up => Rounding::Up,
            RoundHow::Down => Rounding::Down,
        }
    }
}
