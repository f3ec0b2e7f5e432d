//! Conditions: after "if", "as long as", "unless", "only if".

use super::amount::{Amount, AtLeast, Num};
use super::keyword::CostName;
use super::noun::{Cmp, CounterCount, Head, Noun, Np, Stat};
use super::player::{Player, Possessor, ZoneRef};
use super::words::{Color, CounterWord, Keyword, Numeral, Ordinal};
use crate::text::syntax::{Agrees, syntax};

syntax! {
    /// States that an object can be in.
    enum State {
        Tapped = ["tapped"];
        Untapped = ["untapped"];
        Attacking = ["attacking"];
        Blocking = ["blocking"];
        Monstrous = ["monstrous"];
        Renowned = ["renowned"];
        AttackingOrBlocking = ["attacking or blocking"];
        Blocked = ["blocked"];
        Saddled = ["saddled"];
        Unpaired = ["unpaired"];
        YourRingBearer = ["your Ring-bearer"];
        Equipped = ["equipped"];
        Enchanted = ["enchanted"];
        OnBattlefield = ["on the battlefield"];
        InYourGraveyard = ["in your graveyard"];
        Color { color: Color } = [color];
        A { noun: Noun } = ["a" [noun singular]];
        NotA { noun: Noun } = ["not a" [noun singular]];
    }

    /// Who did what is asked for.
    enum Doer {
        You = ["you do"];
        YouDont = ["you don't"];
        They = ["they do"];
        TheyDont = ["they don't"];
        ThatPlayer = ["that player does"];
        ThatPlayerDoesnt = ["that player doesn't"];
        AnyPlayer = ["a player does"];
        NoOne = ["no one does"];
        CantDo = ["you can't"];
        ThePlayer = ["the player does"];
        ThePlayerDoesnt = ["the player doesn't"];
        DontPutBattlefield = ["you don't put the card onto the battlefield"];
        DontPutHand = ["you don't put the card into your hand"];
        DidntPutHand = ["you didn't put a card into your hand this way"];
        DidntPutBattlefield = ["you didn't put a card onto the battlefield this way"];
        DontPutIt = ["you don't put it into your hand"];
        DontCastIt = ["you don't cast it"];
        DontCastThat = ["you don't cast that card"];
        DontCastTheCard = ["you don't cast the card"];
    }

    /// One or two conditions.
    enum Conditions {
        One { a: Condition } = [a];
        And { a: Condition, b: Condition } = [a "and" b];
        Or { a: Condition, b: Condition } = [a "or" b];
        OrIf { a: Condition, b: Condition } = [a "or if" b];
        AndIf { a: Condition, b: Condition } = [a "and if" b];
    }

    /// A condition.
    enum Condition {
        Do { who: Doer } = [who];
        Kicked = ["~ was kicked"];
        ItWasKicked = ["it was kicked"];
        KickedWith { mana: super::words::Mana } = ["~ was kicked with its" mana "kicker"];
        ItWasKickedWith { mana: super::words::Mana } = ["it was kicked with its" mana "kicker"];
        Controls { who: Player, n: AtLeast, noun: Noun } = [who ["controls|control" by who] n [noun by n]];
        ControlsEither { who: Player, a: Noun, b: Noun } = [who ["controls|control a" by who] [a singular] "or a" [b singular]];
        DontControl { noun: Noun } = ["you don't control a" [noun singular]];
        ControlsNo { who: Player, noun: Noun } = [who "doesn't control a" [noun singular]];
        ThereAre { n: AtLeast, noun: Noun } = ["there are" n [noun by n]] where |v| matches!(v, Condition::ThereAre { n, .. } if n.is_plural());
        ThereIs { n: AtLeast, noun: Noun } = ["there is" n [noun by n]] where |v| matches!(v, Condition::ThereIs { n, .. } if !n.is_plural());
        InGraveyard { n: AtLeast, noun: Noun } = [n [noun by n] ["is|are" by n] "in your graveyard"];
        AreAttacking { n: AtLeast, noun: Noun } = [n [noun by n] ["is|are" by n] "attacking"] where |v| !matches!(v, Condition::AreAttacking { n: AtLeast::No, .. });
        AreAttackingYou { n: AtLeast, noun: Noun } = [n [noun by n] ["is|are" by n] "attacking you"];
        OnBattlefield { n: AtLeast, noun: Noun } = [n [noun by n] ["is|are" by n] "on the battlefield"];
        Is { np: Np, state: State } = [[np singular] ["is|are" by np] state] where |v| !matches!(v, Condition::Is { np: Np::It | Np::Quant { .. }, .. });
        IsNot { np: Np, state: State } = [[np singular] "isn't" state] where |v| !matches!(v, Condition::IsNot { np: Np::It, .. });
        Its { state: State } = ["it's" state];
        ItWas { state: State } = ["it was" state];
        ItWasNot { state: State } = ["it wasn't" state];
        ItIsNot { state: State } = ["it isn't" state];
        YourTurn = ["it's your turn"];
        NotYourTurn = ["it's not your turn"];
        TurnOf { who: Player } = ["it's" who "'s turn"];
        YouHaveLife { cmp: LifeCmp } = ["you have" cmp "life"];
        PlayerHasLife { who: Player, cmp: LifeCmp } = [who "has" cmp "life"];
        LifeTotal { cmp: Cmp } = ["your life total is" cmp];
        StatIs { of: Possessor, stat: Stat, cmp: Cmp } = [of stat "is" cmp];
        CardsInHand { who: Player, n: AtLeast } = [who ["has|have" by who] n ["card|cards" by n] "in hand"];
        HasCounter { np: Np, count: CounterCount } = [[np singular] "has" count "on it"];
        HadCounter { np: Np, count: CounterCount } = [[np singular] "had" count "on it"];
        CounterCount { n: AtLeast, kind: CounterWord, np: Np } = ["there are" n kind "counters on" [np singular]];
        HasKeyword { np: Np, keyword: Keyword } = [[np singular] ["has|have" by np] keyword];
        HadKeyword { np: Np, keyword: Keyword } = [[np singular] "had" keyword];
        LacksKeyword { np: Np, keyword: Keyword } = [[np singular] "doesn't have" keyword];
        Prevented = ["damage is prevented this way"];
        PreventedFrom { noun: Noun } = ["damage from a" [noun singular] "is prevented this way"];
        WasCast = ["it was cast"];
        YouCastIt = ["you cast it"];
        YouCastSelf = ["you cast ~"];
        YouCastFrom { zone: ZoneRef } = ["you cast it from" zone];
        DidntCastFrom { zone: ZoneRef } = ["you didn't cast it from" zone];
        YouCastElsewhere { zone: ZoneRef } = ["you cast it from anywhere other than" zone];
        WasCastFrom { zone: ZoneRef } = ["it was cast from" zone];
        EnteredFrom { zone: ZoneRef } = ["it entered from" zone];
        ThatEnteredFrom { np: Np, zone: ZoneRef } = [[np singular] "entered from" zone]
            where |v| matches!(v, Condition::ThatEnteredFrom { np: Np::That { .. }, .. });
        CastFrom { zone: ZoneRef } = ["~ was cast from" zone];
        EvidenceCollected = ["evidence was collected"];
        AdditionalCostPaid = ["~'s additional cost was paid"];
        NamedCostPaid { name: CostName } = ["~'s" name "cost was paid"];
        ItsNamedCostPaid { name: CostName } = ["its" name "cost was paid"];
        GiftPromised = ["the gift was promised"];
        Bargained = ["~ was bargained"];
        ItWasBargained = ["it was bargained"];
        GreaterThanSelf { np: Np } = [[np singular] "has greater power or toughness than ~"];
        SharesType { with: Np } = ["it shares a creature type with" [with singular]];
        Delirium { n: Numeral } = ["there are" n "or more card types among cards in your graveyard"];
        StatWas { of: Possessor, stat: Stat, cmp: Cmp } = [of stat "was" cmp];
        HasStat { np: Np, stat: Stat, cmp: Cmp } = [[np singular] ["has|have" by np] stat cmp];
        HadStat { np: Np, stat: Stat, cmp: Cmp } = [[np singular] "had" stat cmp];
        ThisWayIs { n: AtLeast, noun: Noun, past: super::noun::Past } = [n [noun by n] ["is|are" by n] past "this way"];
        ThisWayWas { n: AtLeast, noun: Noun, past: super::noun::Past } = [n [noun by n] ["was|were" by n] past "this way"];
        WasSpent { mana: super::words::Mana, np: Np } = [mana "was spent to cast" [np singular]];
        CreatureDied = ["a creature died this turn"];
        Entered { n: AtLeast, noun: Noun } = [n [noun by n] "entered the battlefield under your control this turn"];
        YouHadEnter { n: AtLeast, noun: Noun } = ["you had" n [noun by n] "enter under your control this turn"];
        Left { n: AtLeast, noun: Noun } = [n [noun by n] "left the battlefield this turn"];
        LeftUnderYours { n: AtLeast, noun: Noun } = [n [noun by n] "left the battlefield under your control this turn"];
        YoursLeft { n: AtLeast, noun: Noun } = [n [noun by n] "you controlled left the battlefield this turn"];
        DiedUnderYours { n: AtLeast, noun: Noun } = [n [noun by n] "died under your control this turn"];
        Died { n: AtLeast, noun: Noun } = [n [noun by n] "died this turn"] where |v| !matches!(v, Condition::Died { n: AtLeast::A, noun } if noun.is_plain_creature());
        Descended = ["you descended this turn"];
        LeftYourGraveyard { n: AtLeast, noun: Noun } = [n [noun by n] "left your graveyard this turn"];
        PutIntoYourGraveyard { n: AtLeast, noun: Noun } = [n [noun by n] ["was|were put into your graveyard from anywhere this turn" by n]];
        YouDiscarded { n: AtLeast } = ["you've discarded" n ["card|cards" by n] "this turn"];
        YouDiscardedOld { n: AtLeast } = ["you discarded" n ["card|cards" by n] "this turn"];
        OpponentDiscarded { n: AtLeast } = ["an opponent discarded" n ["card|cards" by n] "this turn"];
        YouSacrificed { n: AtLeast, noun: Noun } = ["you've sacrificed" n [noun by n] "this turn"];
        YouSacrificedOld { n: AtLeast, noun: Noun } = ["you sacrificed" n [noun by n] "this turn"];
        YouveCast { n: AtLeast, noun: Noun } = ["you've cast" n [noun by n] "this turn"] where |v| !matches!(v, Condition::YouveCast { noun, .. } if noun.is_plain_spell());
        YouCast { n: AtLeast, noun: Noun } = ["you cast" n [noun by n] "this turn"];
        OpponentCast { n: AtLeast, noun: Noun } = ["an opponent cast" n [noun by n] "this turn"];
        OpponentWasDamaged = ["an opponent was dealt damage this turn"];
        YouWereDamaged = ["you were dealt damage this turn"];
        YouveBeenAttacked = ["you've been attacked this step"];
        YouveBeenDamaged = ["you've been dealt damage this turn"];
        YouGainedSo { cmp: LifeCmp } = ["you gained" cmp "life this turn"];
        YouveGainedSo { cmp: LifeCmp } = ["you've gained" cmp "life this turn"];
        ManaWasSpent { n: AtLeast, color: Option<Color>, np: Np } = [n color "mana was spent to cast" [np singular]];
        ColorsWereSpent { n: AtLeast, np: Np } = [n "colors of mana were spent to cast" [np singular]];
        CardsInTheirGraveyard { who: Player, n: AtLeast } = [who ["has|have" by who] n ["card|cards" by n] "in their graveyard"];
        HasPoison { who: Player, n: AtLeast } = [who ["has|have" by who] n "poison counters"];
        DifferentPowers { who: Player, n: AtLeast, noun: Noun } = [who ["controls|control" by who] n [noun by n] "with different powers"];
        TotalPower { noun: Noun, cmp: Cmp } = [[noun plural] "have total power" cmp];
        UnderControlSince = ["~ came under your control since the beginning of your last upkeep"];
        FullParty = ["you have a full party"];
        Blessed = ["you have the city's blessing"];
        TributeUnpaid = ["tribute wasn't paid"];
        MaxSpeed = ["you have max speed"];
        NoBearer = ["you don't control a Ring-bearer"];
        YouAreMonarch = ["you're the monarch"];
        OpponentIsMonarch = ["an opponent is the monarch"];
        NoMonarch = ["there is no monarch"];
        HaveInitiative = ["you have the initiative"];
        CompletedADungeon = ["you've completed a dungeon"];
        NotCompleted { name: super::words::DungeonName } = ["you haven't completed" name];
        Tempted { n: Numeral } = ["the Ring has tempted you" n "or more times this game"];
        ChoseOther = ["you chose a creature other than ~ as your Ring-bearer"];
        ItsPaired = ["it's paired with a creature"];
        MoreVotes { word: super::words::VoteWord } = [word "gets more votes"];
        MoreVotesOrTied { word: super::words::VoteWord } = [word "gets more votes or the vote is tied"];
        ItDevoured = ["it devoured a creature"];
        ControlsCommander = ["you control your commander"];
        CastInMain = ["you cast ~ during your main phase"];
        YouGainedLife = ["you gained life this turn"];
        OpponentLostLife = ["an opponent lost life this turn"];
        YouLostLife = ["you lost life this turn"];
        YouAttacked = ["you attacked this turn"];
        YouveCastAnother = ["you've cast another spell this turn"];
        YouveCastN { n: Numeral } = ["you've cast" n "or more spells this turn"];
        YouveDrawnN { n: Numeral } = ["you've drawn" n "or more cards this turn"];
        NoSpellsLastTurn = ["no spells were cast last turn"];
        TwoSpellsLastTurn = ["a player cast two or more spells last turn"];
        Day = ["it's day"];
        Night = ["it's night"];
        NeitherDayNorNight = ["it's neither day nor night"];
        ItAttacked = ["it attacked this turn"];
        SelfAttacked = ["~ attacked this turn"];
        EnteredThisTurn = ["~ entered this turn"];
        EnteredThisTurnOld = ["it entered this turn"];
        HadEnter { who: Player, n: AtLeast, noun: Noun } = [who "had" n [noun by n] "enter under their control this turn"];
        HadPutIntoGraveyard { who: Player, n: AtLeast } =
            [who "had" n ["card|cards" by n] "put into their graveyard from anywhere this turn"];
        GainedLife { who: Player } = [who "gained life this turn"] where |v| !matches!(v, Condition::GainedLife { who: Player::You });
        LostLife { who: Player } = [who "lost life this turn"]
            where |v| !matches!(v, Condition::LostLife { who: Player::You | Player::AnOpponent });
        LostSo { who: Player, cmp: LifeCmp } = [who "lost" cmp "life this turn"];
        GainedOrLost = ["you gained or lost life this turn"];
        GainedAndLost = ["you gained and lost life this turn"];
        Drew { who: Player, n: AtLeast } = [who "drew" n ["card|cards" by n] "this turn"];
        HasDrawn { n: AtLeast } = ["an opponent has drawn" n ["card|cards" by n] "this turn"];
        SearchedLibrary { who: Player } = [who "searched their library this turn"];
        DamagedYou { n: AtLeast, noun: Noun } = ["you've been dealt damage by" n [noun by n] "this turn"];
        CombatDamaged { who: Player, n: AtLeast, noun: Noun } = [who "was dealt combat damage by" n [noun by n] "this turn"];
        CommittedCrime = ["you've committed a crime this turn"];
        SpellWarped = ["a spell was warped this turn"];
        HaventCast { noun: Noun } = ["you haven't cast a" [noun singular] "this turn"];
        DidntCast { noun: Noun } = ["you didn't cast a" [noun singular] "this turn"];
        CastBoth { a: Noun, b: Noun } = ["you've cast both a" [a singular] "and a" [b singular] "this turn"];
        PlayedLand = ["you played a land this turn"];
        DidntPlayLand = ["you didn't play a land this turn"];
        AttackedWith { n: AtLeast } = ["you attacked with" n ["creature|creatures" by n] "this turn"];
        AttackedWithTotal { noun: Noun, cmp: Cmp } =
            ["you attacked with" [noun plural] "with total power" cmp "this combat"];
        DidntAttackWith = ["you didn't attack with a creature this turn"];
        NoneAttacked = ["no creatures attacked this turn"];
        WasDamaged { np: Np } = [[np singular] "was dealt damage this turn"];
        DidntAttack { np: Np } = [[np singular] "didn't attack this turn"];
        DiedIntoYours { n: AtLeast, noun: Noun } = [n [noun by n] ["was|were put into your graveyard from the battlefield this turn" by n]];
        MoreLife = ["an opponent has more life than you"];
        AboveStarting { n: Num } = ["you have at least" n "life more than your starting life total"];
        MoreCardsThanEach = ["you have more cards in hand than each opponent"];
        ControlsMore { who: Player, noun: Noun } = [who "controls more" [noun plural] "than you"] where |v| matches!(v, Condition::ControlsMore { who, .. } if *who != Player::AnOpponent);
        ManaValuesAmong { n: Numeral } = ["there are" n "or more mana values among cards in your graveyard"];
        MoreCards = ["an opponent has more cards in hand than you"];
        EnteredUnder { n: AtLeast, noun: Noun } = [n [noun by n] "entered under your control this turn"];
        Opponents { n: AtLeast } = ["you have" n "opponents"];
        WasNotCast = ["it wasn't cast"];
        DidntCastIt = ["you didn't cast it"];
        OpponentControlsMore { noun: Noun } = ["an opponent controls more" [noun plural] "than you"];
        YouControlHost { head: Head } = ["you control enchanted" [head singular]];
        XIs { cmp: Cmp } = ["X is" cmp];
        XIsOrMore { n: Num } = ["X is" n "or more"];
        Was { np: Np, state: State } = [[np singular] "was" state] where |v| matches!(v, Condition::Was { np: Np::The { .. } | Np::That { .. }, .. });
        WasNot { np: Np, state: State } = [[np singular] "wasn't" state] where |v| matches!(v, Condition::WasNot { np: Np::The { .. } | Np::That { .. }, .. });
        ResolvedBefore { n: Ordinal } = ["this is the" n "time this ability has resolved this turn"];
        ResolvedBeforeToo { n: Ordinal } = ["it's the" n "time"];
        YouSearchLibrary = ["you search your library this way"];
        YouWinClash = ["you win"];
        YouWonFlip = ["you win the flip"];
        YouLostFlip = ["you lose the flip"];
        IsAttachedTo { head: Head } = ["~ is attached to a" [head singular]];
        Amount { a: Amount, cmp: Cmp } = [a "is" cmp] where |v| matches!(v, Condition::Amount { a, .. } if !matches!(a, Amount::Stat { .. } | Amount::LifeTotal | Amount::Num { .. }));
    }

    /// "5 or less life"
    enum LifeCmp {
        OrLess { n: Num } = [n "or less"];
        OrMore { n: Num } = [n "or more"];
        Exactly { n: Num } = ["exactly" n];
    }
}
