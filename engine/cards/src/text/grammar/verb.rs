//! What players do: verbs whose subject is a player, in the imperative or with the subject named.

use super::amount::{Amount, Count, ForEach, Num};
use super::cost::Counters;
use super::keyword::Grant;
use super::noun::{HowMany, Noun, Np, Nps, Qual, Quant};
use super::object::{Duration, ObjectVerb};
use super::player::{LibraryEnd, Player, Under, ZoneRef};
use super::series::Series;
use super::token::TokenSpec;
use super::words::{CounterWord, Digits, EnergySymbols, Mana, Numeral};
use crate::text::syntax::syntax;

syntax! {
    /// So many cards.
    enum Cards {
        Number { n: Count } = [n ["card|cards" by n]];
        EqualTo { amount: Amount } = ["cards equal to" amount];
    }

    /// So much life.
    enum Life {
        Number { n: Num } = [n "life"];
        EqualTo { amount: Amount } = ["life equal to" amount];
        HalfYours = ["half your life, rounded up"];
        HalfTheirs = ["half their life, rounded up"];
        Half = ["half their life, rounded down"];
    }

    /// What is discarded.
    enum Discard {
        Number { n: Count } = [n ["card|cards" by n]];
        AtRandom { n: Count } = [n ["card|cards" by n] "at random"];
        YourHand = ["your hand"];
        TheirHand = ["their hand"];
        AllTheCards = ["all the cards in their hand"];
        AllYourCards = ["all the cards in your hand"];
        EqualTo { amount: Amount } = ["cards equal to" amount];
        NumberEqualTo { amount: Amount } = ["a number of cards equal to" amount];
        What { np: Np } = [np] where |v| !matches!(v, Discard::What { np: Np::Quant { noun, .. } } if noun.is_bare_card());
    }

    /// In what order cards are put.
    enum Order {
        Any = ["in any order"];
        Random = ["in a random order"];
    }

    /// With what something enters.
    enum WithCounters {
        One { counters: Counters } = ["with" counters "on it|them"];
        Two { a: Counters, b: Counters } = ["with" a "and" b "on it|them"];
        Equal { kind: CounterWord, amount: Amount } = ["with a number of" kind "counters on it equal to" amount];
    }

    /// Where cards and permanents are put.
    enum Dest {
        Battlefield { tapped: Option<Tapped>, under: Option<Under>, with: Option<WithCounters> } =
            ["onto the battlefield" tapped under with];
        AttachedTo { to: Np } = ["onto the battlefield attached to" [to singular]];
        BattlefieldFirst { under: Under } = ["onto the battlefield" under "tapped"];
        Zone { zone: ZoneRef } = ["into" zone];
        Library { end: LibraryEnd, zone: ZoneRef, order: Option<Order> } = [end zone order];
        Back = ["back in any order"];
        BackOnTop = ["back on top in any order"];
        OnTop = ["on top"];
        OnTheBottom { order: Option<Order> } = ["on the bottom" order];
        SecondFromTop { zone: ZoneRef } = ["into" zone "second from the top"];
        ThirdFromTop { zone: ZoneRef } = ["into" zone "third from the top"];
        TopOrBottom { zone: ZoneRef } = ["on the top or bottom of" zone];
        TheirTopOrBottom { zone: ZoneRef } = ["on their choice of the top or bottom of" zone];
        YourTopOrBottom { zone: ZoneRef } = ["on your choice of the top or bottom of" zone];
        EitherTopOrBottom { zone: ZoneRef } = ["on either the top or bottom of" zone];
        SecondOrBottom { zone: ZoneRef } = ["into" zone "second from the top or on the bottom"];
        BackOnLibrary { zone: ZoneRef, order: Option<Order> } = ["back on top of" zone order];
        TappedAttached { to: Np } = ["onto the battlefield tapped attached to" [to singular]];
    }

    /// How something enters.
    enum Tapped {
        Tapped = ["tapped"];
        TappedAndAttacking = ["tapped and attacking"];
        Transformed = ["transformed"];
    }

    /// Where something is returned to.
    enum ReturnDest {
        Zone { zone: ZoneRef } = ["to" zone] where |v| !matches!(v, ReturnDest::Zone { zone: ZoneRef::Battlefield });
        Battlefield { tapped: Option<Tapped>, under: Option<Under>, with: Option<WithCounters> } =
            ["to the battlefield" tapped under with];
        BattlefieldFirst { under: Under } = ["to the battlefield" under "tapped"];
        AttachedTo { to: Np } = ["to the battlefield attached to" [to singular]];
    }

    /// How long a card is exiled.
    enum ExileHow {
        Until = ["until ~ leaves the battlefield"];
        FaceDown = ["face down"];
        WithCounters { counters: Counters } = ["with" counters "on it"];
    }

    /// The price of preventing something.
    enum Unless {
        Pays { who: Player, mana: Mana } = ["unless" who ["pays|pay" by who] mana];
        PaysEach { who: Player, mana: Mana, each: ForEach } = ["unless" who ["pays|pay" by who] mana each];
        PaysLifeEach { who: Player, n: Num, each: ForEach } = ["unless" who ["pays|pay" by who] n "life" each];
        SacrificesEach { who: Player, what: Np, each: ForEach } = ["unless" who ["sacrifices|sacrifice" by who] [what singular] each];
        DiscardsEach { who: Player, what: Discard, each: ForEach } = ["unless" who ["discards|discard" by who] [what singular] each];
        PaysLife { who: Player, n: Num } = ["unless" who ["pays|pay" by who] n "life"];
        Sacrifices { who: Player, what: Np } = ["unless" who ["sacrifices|sacrifice" by who] [what singular]];
        Discards { who: Player, what: Discard } = ["unless" who ["discards|discard" by who] [what singular]];
        CollectsEvidence { who: Player, n: Digits } = ["unless" who ["collects|collect evidence" by who] n];
        Exiles { who: Player, what: Np } = ["unless" who ["exiles|exile" by who] [what singular]];
        Returns { who: Player, what: Np } = ["unless" who ["returns|return" by who] [what singular] "to its owner's hand"];
        HasDamage { who: Player, n: Num } = ["unless" who ["has|have ~ deal" by who] n "damage to them"];
        HasItDamage { who: Player, n: Num } = ["unless" who ["has|have it deal" by who] n "damage to them"];
    }

    /// What mana is added.
    enum ManaAdded {
        Symbols { choices: Series<Mana> } = [choices] where |v| matches!(v, ManaAdded::Symbols { choices } if choices.conjunction != super::series::Conjunction::And && choices.conjunction != super::series::Conjunction::AndOr);
        AnyColor { n: Numeral } = [n "mana of any color"];
        AnyOneColor { n: Numeral } = [n "mana of any one color"];
        XAnyOneColor = ["X mana of any one color"];
        AnyCombination { n: Numeral } = [n "mana in any combination of colors"];
        XAnyCombination = ["X mana in any combination of colors"];
        XCombination { colors: Series<Mana> } = ["X mana in any combination of" colors];
        Combination { n: Numeral, colors: Series<Mana> } = [n "mana in any combination of" colors];
        AmountOf { mana: Mana, amount: Amount } = ["an amount of" mana "equal to" amount];
        Many { n: Numeral, mana: Mana } = [n mana] where |v| matches!(v, ManaAdded::Many { n, .. } if n.0 > 1);
        ThatMuch { mana: Mana } = ["that much" mana];
        OfThatColor = ["one mana of that color"];
        ChosenColor { n: Numeral } = [n "mana of the chosen color"];
        ColorProduced { n: Numeral, by: Noun } = [n "mana of any color that a" [by singular] "could produce"];
        TypeProduced { n: Numeral, by: Noun } = [n "mana of any type that a" [by singular] "could produce"];
        X { mana: Mana } = ["X" mana];
        SameType = ["one mana of any type that land produced"];
        SameTypeMore = ["an additional one mana of any type that land produced"];
        Additional { mana: Mana } = ["an additional" mana];
        AdditionalAny { n: Numeral } = ["an additional" n "mana of any color"];
        Identity = ["one mana of any color in your commander's color identity"];
    }

    /// How a card is cast or played by an effect.
    enum CastHow {
        Free = ["without paying its mana cost"];
        FreeMany = ["without paying their mana costs"];
        FreeSpell = ["without paying its mana cost this turn"];
        ThisTurn = ["this turn"];
        UntilEndOfTurn = ["until end of turn"];
        UntilEndOfNextTurn = ["until the end of your next turn"];
        NextTurn = ["until end of your next turn"];
        WhileItIsExiled = ["for as long as it remains exiled"];
        WhileExiled = ["for as long as they remain exiled"];
        YourNextTurn = ["until your next turn"];
    }

    /// What would deal damage: a source that is chosen as it resolves (CR 609.7a), or what was mentioned.
    enum Dealer {
        Chosen { noun: Noun, quals: Vec<Qual> } = ["a" [noun singular] "of your choice" [quals singular]];
        Any { noun: Noun } = ["a" [noun singular]];
        Np { np: Np } = [[np singular]] where |v| !matches!(v, Dealer::Np { np: Np::Quant { quant: Quant::A, .. } });
    }

    /// What it would deal damage to.
    enum DamageAt {
        To { to: Recipients } = ["to" to];
        Group { noun: Noun } = ["to you and/or" [noun plural]];
    }

    /// Which damage is prevented.
    enum Prevented {
        AllCombat = ["all combat damage that would be dealt this turn"];
        AllCombatBy { by: Np } = ["all combat damage that would be dealt by" [by singular] "this turn"];
        AllCombatToAndBy { by: Np } = ["all combat damage that would be dealt to and dealt by" [by singular] "this turn"];
        AllCombatByOld { by: Np } = ["all combat damage that would be dealt this turn by" [by singular]];
        AllCombatTo { to: Recipients } = ["all combat damage that would be dealt to" to "this turn"];
        AllBy { by: Np } = ["all damage that would be dealt this turn by" [by singular]];
        AllByWould { by: Dealer, at: Option<DamageAt> } = ["all damage" by "would deal" at "this turn"];
        NextBy { n: Num, by: Dealer, at: DamageAt } = ["the next" n "damage that" by "would deal" at "this turn"];
        Next { n: Num, to: Recipients } = ["the next" n "damage that would be dealt to" to "this turn"];
        NextOld { n: Num, to: Recipients } = ["the next" n "damage that would be dealt this turn to" to];
        AllTo { to: Recipients } = ["all damage that would be dealt to" to "this turn"];
        AllToOld { to: Recipients } = ["all damage that would be dealt this turn to" to];
    }

    /// Whom or what damage is dealt to.
    enum Recipient {
        AnyTarget = ["any target"];
        AnyOtherTarget = ["any other target"];
        AnotherTarget = ["another target"];
        ThatPermanentOrPlayer = ["that permanent or player"];
        ThatCreatureOrPlayer = ["that creature or player"];
        ThatPlayerOrPlaneswalker = ["that player or planeswalker"];
        TargetPlayerOrPlaneswalker = ["target player or planeswalker"];
        TargetOpponentOrPlaneswalker = ["target opponent or planeswalker"];
        TargetCreatureOrPlayer = ["target creature or player"];
        TargetCreaturePlayerPlaneswalker = ["target creature, player, or planeswalker"];
        UpToOneAny = ["up to one target"];
        EachOfUpToTwoAny = ["each of up to two targets"];
        EachOfUpToThreeAny = ["each of up to three targets"];
        EachOfTwoAny = ["each of two targets"];
        EachOfXAny = ["each of X targets"];
        EachOfUpToXAny = ["each of up to X targets"];
        EachOfOneOrTwoAny = ["each of one or two targets"];
        AnyNumberOfAny = ["each of any number of targets"];
        Player { who: Player } = [who];
        Object { np: Np } = [[np singular]];
        PlayerOrPlaneswalkerAttacked = ["the player or planeswalker it's attacking"];
    }

    /// One recipient or several.
    enum Recipients {
        One { a: Recipient } = [a];
        Both { a: Recipient, b: Recipient } = [a "and" b];
    }

    /// "of their choice".
    enum Choice {
        Theirs = ["of their choice"];
        Yours = ["of your choice"];
    }

    /// Which words are replaced by which (CR 612.2).
    enum Rewording {
        Color = ["one color word with another"];
        Land = ["one basic land type with another"];
        ColorOrLand = ["one color word with another or one basic land type with another"];
        Creature = ["one creature type with another"];
        CreatureWith { sub: super::words::Sub } = ["one creature type with" [sub singular]];
        CreatureNot { sub: super::words::Sub } =
            ["one creature type with another. The new creature type can't be" [sub singular]];
    }

    /// Whose graveyard and library.
    enum TheirOrYour {
        Their = ["their graveyard into their library"];
        Your = ["your graveyard into your library"];
    }

    /// Of which cards a name is chosen.
    enum NameOf {
        Any = ["a card name"];
        Nonland = ["a nonland card name"];
        Creature = ["a creature card name"];
        Land = ["a land card name"];
        Artifact = ["an artifact card name"];
        Nonartifact = ["a nonartifact, nonland card name"];
        NonbasicLand = ["a nonbasic land card name"];
        NotBasicLand = ["a card name other than a basic land card name"];
        NoncreatureNonland = ["a noncreature, nonland card name"];
    }

    /// Everything a player does.
    enum PlayerVerb {
        Draw { cards: Cards } = ["draws|draw" cards];
        Discard { what: Discard } = ["discards|discard" [what singular]];
        GainLife { life: Life } = ["gains|gain" life];
        LoseLife { life: Life } = ["loses|lose" life];
        Mill { cards: Cards } = ["mills|mill" cards];
        MillOld { n: Count } = ["puts|put the top" n ["card|cards" by n] "of your library into your graveyard"];
        Scry { n: Num } = ["scries|scry" n];
        MillHalf { rounding: super::amount::Rounding } = ["mills|mill half their library," rounding];
        Surveil { n: Num } = ["surveils|surveil" n];
        Sacrifice { what: Nps, choice: Option<Choice> } = ["sacrifices|sacrifice" [what singular] choice];
        Search { zone: ZoneRef, what: Np } = ["searches|search" zone "for" [what singular]];
        SearchAll { whose: super::player::Whose, what: Np } = ["searches|search" whose "graveyard, hand, and library for" [what singular]];
        SearchBoth { what: Np } = ["searches|search your library and graveyard for" [what singular]];
        SearchTwo { what: Np } = ["searches|search your library and/or graveyard for" [what singular]];
        Reveal { what: Np } = ["reveals|reveal" [what singular]]
            where |v| !matches!(v, PlayerVerb::Reveal { what: Np::TopCard { .. } | Np::TopCards { .. } | Np::TopX { .. } });
        RevealHand = ["reveals|reveal their hand"];
        RevealYourHand = ["reveals|reveal your hand"];
        Separate = ["separates|separate those cards into two piles"];
        SeparateThem = ["separates|separate them into two piles"];
        ChoosePile = ["chooses|choose one of those piles"];
        PutPiles { to: Dest, or: Dest } = ["puts|put one pile" to "and the other" or];
        PutThatPile { to: Dest, or: Dest } = ["puts|put that pile" to "and the other" or];
        Shuffle = ["shuffles|shuffle"];
        ShuffleLibrary { zone: ZoneRef } = ["shuffles|shuffle" zone];
        ShuffleInto { what: Nps, zone: ZoneRef } = ["shuffles|shuffle" [what singular] "into" zone];
        Put { what: Nps, to: Dest } = ["puts|put" [what singular] [to by what]];
        PutSplit { a: Np, to: Dest, b: Np, or: Dest } = ["puts|put" [a singular] [to by a] "and" [b singular] [or by b]];
        PutThree { a: Np, to: Dest, b: Np, or: Dest, c: Np, then: Dest } =
            ["puts|put" [a singular] [to by a] "," [b singular] [or by b] ", and" [c singular] [then by c]];
        PutCounters { counters: Counters, on: Nps } = ["puts|put" counters "on" [on singular]];
        PutCountersEqual { kind: CounterWord, amount: Amount, on: Nps } =
            ["puts|put a number of" kind "counters equal to" amount "on" [on singular]];
        RemoveCounters { counters: Counters, from: Np } = ["removes|remove" counters "from" [from singular]];
        PutCountersTwo { counters: Counters, on: Np, more: Counters, also: Np } =
            ["puts|put" counters "on" [on singular] "and" more "on" [also singular]];
        PutTwoKinds { counters: Counters, more: Counters, on: Np } = ["puts|put" counters "and" more "on" [on singular]];
        PutTwoKindsEach { counters: Counters, more: Counters, each: Counters, on: Np } = ["puts|put" counters "," more ", and" each "on" [on singular]];
        Distribute { n: Count, kind: CounterWord, among: super::object::Divided } =
            ["distributes|distribute" n kind ["counter|counters" by n] "among" among];
        Support { n: Num } = ["support" n];
        Bolster { n: Num } = ["bolster" n];
        Clash = ["clashes|clash with an opponent"];
        ClashTarget = ["clashes|clash with target opponent"];
        ClashDefending = ["clashes|clash with defending player"];
        ChooseOpponent = ["chooses|choose an opponent"];
        ChangeTarget { what: Np } = ["changes|change the target of" [what singular]];
        ChangeTargets { what: Np } = ["changes|change the target or targets of" [what singular]];
        DoublePower { what: Np, dur: Duration } = ["doubles|double the power of" [what singular] dur];
        DoubleIts { of: super::player::Possessor, dur: Duration } = ["doubles|double" of "power" dur];
        DoubleBoth { what: Np, dur: Duration } = ["doubles|double the power and toughness of" [what singular] dur];
        DoubleItsBoth { of: super::player::Possessor, dur: Duration } = ["doubles|double" of "power and toughness" dur];
        DoubleLife = ["doubles|double your life total"];
        Destroy { what: Nps } = ["destroys|destroy" [what singular]];
        Exile { what: Nps, how: Option<ExileHow> } = ["exiles|exile" [what singular] how];
        Return { what: Nps, to: ReturnDest } = ["returns|return" [what singular] [to by what]];
        ReturnTo { to: ReturnDest, what: Nps } = ["returns|return" [to singular] [what singular]]
            where |v| matches!(v, PlayerVerb::ReturnTo { what: Nps::One { np: Np::Quant { .. } }, to: ReturnDest::Zone { .. } | ReturnDest::Battlefield { .. } });
        PutOnto { to: Dest, what: Nps } = ["puts|put" [to singular] [what singular]]
            where |v| matches!(v, PlayerVerb::PutOnto { what: Nps::One { np: Np::Quant { .. } }, to: Dest::Battlefield { .. } });
        ExileFromGraveyard { what: Np } = ["exiles|exile" [what singular] "from your graveyard"]
            where |v| !matches!(v, PlayerVerb::ExileFromGraveyard { what: Np::Quant { .. } });
        ReturnFrom { what: Np, from: ZoneRef, to: ReturnDest } = ["returns|return" [what singular] "from" from [to singular]]
            where |v| !matches!(v, PlayerVerb::ReturnFrom { what: Np::Quant { .. }, .. });
        Tap { what: Nps } = ["taps|tap" [what singular]];
        Untap { what: Nps } = ["untaps|untap" [what singular]];
        TapOrUntap { what: Np } = ["taps|tap or untap" [what singular]];
        Counter { what: Np } = ["counters|counter" [what singular]];
        Create { tokens: TokenSpec } = ["creates|create" tokens];
        CreateTwo { a: TokenSpec, b: TokenSpec } = ["creates|create" a "and" b];
        CreateOr { a: TokenSpec, b: TokenSpec } = ["creates|create" a "or" b];
        CreateThree { a: TokenSpec, b: TokenSpec, c: TokenSpec } = ["creates|create" a "," b ", and" c];
        GainControl { what: Nps, dur: Option<Duration> } = ["gains|gain control of" [what singular] dur];
        AddMana { mana: ManaAdded } = ["adds|add" mana];
        Attach { what: Np, to: Np } = ["attaches|attach" [what singular] "to" [to singular]];
        Regenerate { what: Np } = ["regenerates|regenerate" [what singular]];
        Prevent { what: Prevented } = ["prevents|prevent" [what singular]];
        LookAtTop { n: Count, zone: ZoneRef } = ["looks|look at the top" n ["card|cards" by n] "of" zone];
        LookAtTopOne { zone: ZoneRef } = ["looks|look at the top card of" zone];
        RevealTopOne { zone: ZoneRef } = ["reveals|reveal the top card of" zone];
        ShuffleGraveyardIn { whose: TheirOrYour } = ["shuffles|shuffle" whose];
        ExileGraveyard { zone: ZoneRef } = ["exiles|exile" zone] where |v| matches!(v, PlayerVerb::ExileGraveyard { zone } if zone.is_graveyard());
        Adapt { n: Digits } = ["adapts|adapt" n];
        Populate = ["populates|populate"];
        GetEmblem { grants: Series<Grant> } = ["gets|get an emblem with" grants];
        Switch { what: Np, dur: Duration } = ["switches|switch" [what singular] "'s power and toughness" dur];
        CreateMore { n: Numeral } = ["creates|create" n "of those tokens"];
        LookAtHand { zone: ZoneRef } = ["looks|look at" zone];
        RevealTop { n: Count, zone: ZoneRef } = ["reveals|reveal the top" n ["card|cards" by n] "of" zone];
        Choose { what: Np } = ["chooses|choose" [what singular]];
        ChooseFromIt { noun: Noun, with: Option<super::noun::With> } = ["chooses|choose a" [noun singular] "from it" with];
        ChangeText { what: Np, words: Rewording, dur: Option<Duration> } =
            ["changes|change the text of" [what singular] "by replacing all instances of" words dur];
        ChooseColor = ["chooses|choose a color"];
        ChooseCreatureType = ["chooses|choose a creature type"];
        ChooseName { what: NameOf } = ["chooses|choose" what];
        CopySpell { what: Np } = ["copies|copy" [what singular]];
        CopyTimes { what: Np, times: Times } = ["copies|copy" [what singular] times];
        CopyForEach { what: Np, noun: Noun, by: CouldTarget, head: super::noun::Head } =
            ["copies|copy" [what singular] "for each other" [noun singular] by "could target. Each copy targets a different one of those" [head plural]];
        CopyExcept { what: Np, except: super::token::CopyExcept } = ["copies|copy" [what singular] except];
        CopyAndChoose { what: Np, new: NewFor } = ["copies|copy" [what singular] "and may choose" new];
        NewTargets { what: CopyNp } = ["chooses|choose new targets for" what];
        NewTarget { what: CopyNp } = ["chooses|choose a new target for" what];
        Transform { what: Np } = ["transforms|transform" [what singular]];
        ManifestTop = ["manifests|manifest the top card of your library"];
        ManifestTheirTop = ["manifests|manifest the top card of their library"];
        ManifestTopMany { n: Count } = ["manifests|manifest the top" n "cards of your library"];
        ManifestDread = ["manifests|manifest dread"];
        CloakTop = ["cloaks|cloak the top card of your library"];
        CloakTopMany { n: Count } = ["cloaks|cloak the top" n "cards of your library"];
        TurnFaceUp { what: Np } = ["turns|turn" [what singular] "face up"];
        Flip { what: Np } = ["flips|flip" [what singular]];
        Proliferate = ["proliferates|proliferate"];
        Investigate = ["investigates|investigate"];
        InvestigateAgain = ["investigates|investigate an additional time"];
        Incubate { n: Num } = ["incubates|incubate" n];
        Earthbend { n: Num } = ["earthbend" n];
        Detain { what: Np } = ["detains|detain" [what singular]];
        Monstrosity { n: Num } = ["monstrosity" n];
        AmassSub { sub: super::words::Sub, n: Num } = ["amass" [sub plural] n];
        Amass { n: Num } = ["amass" n];
        Learn = ["learns|learn"];
        Discover { n: Num } = ["discovers|discover" n];
        BecomeMonarch = ["becomes|become the monarch"];
        TakeInitiative = ["takes|take the initiative"];
        Venture = ["ventures|venture into the dungeon"];
        VentureInto { name: super::words::DungeonName } = ["ventures|venture into" name];
        Pair { a: Np, b: Np } = ["pairs|pair" [a singular] "with" [b singular]];
        ExtraTurn = ["takes|take an extra turn after this one"];
        EndTurn = ["ends|end the turn"];
        Goad { what: Np } = ["goads|goad" [what singular]];
        PayMana { mana: Mana } = ["pays|pay" mana];
        PayAnyEnergy = ["pays|pay any amount of {E}"];
        PayAnyLife = ["pays|pay any amount of life"];
        ChooseTargetOpponent = ["chooses|choose target opponent"];
        ChooseTargetPlayer = ["chooses|choose target player"];
        ShuffleHand = ["shuffles|shuffle their hand into their library"];
        ShuffleYourHand = ["shuffles|shuffle your hand into your library"];
        ShuffleHandAndGraveyard = ["shuffles|shuffle their hand and graveyard into their library"];
        ShuffleYourHandAndGraveyard = ["shuffles|shuffle your hand and graveyard into your library"];
        ExchangeTheirLife = ["exchange life totals"];
        ExchangeLife { who: Player } = ["exchanges|exchange life totals with" who];
        GetEnergyEqual { amount: Amount } = ["gets|get an amount of {E} equal to" amount];
        Blight { n: Num } = ["blights|blight" n];
        PayLife { n: Num } = ["pays|pay" n "life"];
        CollectEvidence { n: Digits } = ["collects|collect evidence" n];
        PayEnergy { n: EnergySymbols } = ["pays|pay" n];
        GetEnergy { n: EnergySymbols } = ["gets|get" n];
        GetCounters { n: Count, kind: CounterWord } = ["gets|get" n kind ["counter|counters" by n]];
        Have { what: Np, verb: ObjectVerb } = ["has|have" [what singular] [verb plural]];
        HaveLasting { what: Np, item: Box<super::object::LastingItem> } = ["has|have" [what singular] [item plural]];
        HavePlayer { who: Player, item: Box<PlayerItem> } = ["has|have" who [item plural]] where |v| matches!(v, PlayerVerb::HavePlayer { who, .. } if *who != Player::You);
        LoseGame = ["loses|lose the game"];
        WinGame = ["wins|win the game"];
        ExtraLand { n: Count } = ["plays|play" n ["land|lands" by n] "this turn"];
        Cast { what: Np, how: Option<CastHow> } = ["casts|cast" [what singular] how]
            where |v| !matches!(v, PlayerVerb::Cast { what: Np::Itself, .. });
        Play { what: Np, how: Option<CastHow> } = ["plays|play" [what singular] how];
        FlipCoin = ["flips|flip a coin"];
        ExchangeControl { a: Np, b: Np } = ["exchanges|exchange control of" [a singular] "and" [b singular]];
        ExchangeTwo { what: Np } = ["exchanges|exchange control of" [what singular]]
            where |v| matches!(v, PlayerVerb::ExchangeTwo { what: Np::Quant { quant: Quant::Targets { n: HowMany::Number { n: Numeral(2) } }, .. } });
        SkipDraw = ["skips|skip your next draw step"];
        SkipTurn = ["skips|skip your next turn"];
        SkipTheirTurn = ["skips|skip their next turn"];
        SkipUntap = ["skips|skip their next untap step"];
        PutItsCounters { on: Np } = ["puts|put its counters on" [on singular]];
        PutThoseCounters { on: Np } = ["puts|put those counters on" [on singular]];
        MoveCounter { kind: CounterWord, from: Np, onto: Np } = ["moves|move a" kind "counter from" [from singular] "onto" [onto singular]];
        MoveAllOfKind { kind: CounterWord, from: Np, onto: Np } = ["moves|move all" kind "counters from" [from singular] "onto" [onto singular]];
        MoveAll { from: Np, onto: Np } = ["moves|move all counters from" [from singular] "onto" [onto singular]];
        DoubleEachCounter { on: Np } = ["doubles|double the number of each kind of counter on" [on singular]];
        DoubleCounters { kind: CounterWord, on: Np } = ["doubles|double the number of" kind "counters on" [on singular]];
        RemoveFromCombat { what: Np } = ["removes|remove" [what singular] "from combat"];
        RevealUntilThey { noun: Noun } = ["reveals|reveal cards from the top of their library until they reveal a" [noun singular]];
        ExileUntil { noun: Noun } = ["exiles|exile cards from the top of your library until you exile a" [noun singular]];
        ExileUntilThey { noun: Noun } = ["exiles|exile cards from the top of their library until they exile a" [noun singular]];
        RevealUntil { noun: Noun } = ["reveals|reveal cards from the top of your library until you reveal a" [noun singular]];
    }

    /// How often something is done.
    enum Times {
        Twice = ["twice"];
        Number { n: Numeral } = [n "times"] where |v| matches!(v, Times::Number { n } if n.0 > 2);
        X = ["X times"];
    }

    /// What could have other targets.
    enum CouldTarget {
        TheSpell = ["that the spell"];
        ThatSpell = ["that spell"];
    }

    /// For which copy new targets are chosen as it is made.
    enum NewFor {
        That = ["a new target for that copy"];
        One = ["a new target for the copy"];
        Those = ["new targets for the copy"];
        ThatCopys = ["new targets for that copy"];
        Theirs = ["new targets for the copy they control"];
        Copies = ["new targets for the copies"];
    }

    /// The copies of a spell.
    enum CopyNp {
        TheCopy = ["the copy"];
        TheCopies = ["the copies"];
        It = ["it"];
        That { np: Np } = [np] where |v| !matches!(v, CopyNp::That { np: Np::It | Np::TheCopy });
    }

    /// A verb with "for each ...".
    struct PlayerItem { verb: PlayerVerb, each: Option<ForEach> } = [verb each];
}

impl Noun {
    /// Returns whether it is just "creature".
    pub(crate) fn is_plain_creature(&self) -> bool {
        use super::noun::{Head, Term};
        let Head::Types { terms } = &self.head else { return false };
        let plain = |term: &Term| matches!(term, Term::Typed { adjs, subs, types, last } if adjs.is_empty() && subs.is_empty() && types.is_empty() && last.0 == crate::types::CardTypes::CREATURE);
        self.quals.is_empty() && matches!(terms.items.as_slice(), [term] if plain(term))
    }

    /// Returns whether it is just "spell" or "another spell".
    pub(crate) fn is_plain_spell(&self) -> bool {
        use super::noun::{Head, Kind};
        self.quals.is_empty() && matches!(&self.head, Head::Bare { adjs, kind: Kind::Spell } if adjs.is_empty())
    }

    /// Returns whether it describes spells, and no abilities.
    pub(crate) fn is_about_spells(&self) -> bool {
        use super::noun::{Head, Kind};
        matches!(&self.head, Head::Bare { kind: Kind::Spell, .. } | Head::Kinded { kind: Kind::Spell, .. })
    }

    /// Returns whether it is just "card", which other rows read.
    pub(crate) fn is_bare_card(&self) -> bool {
        use super::noun::{Head, Kind};
        let plain = matches!(self.quals.as_slice(), [] | [super::noun::Qual::AtRandom]);
        plain && matches!(&self.head, Head::Bare { adjs, kind: Kind::Card } if adjs.is_empty())
    }
}
