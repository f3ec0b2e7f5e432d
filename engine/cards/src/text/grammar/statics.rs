//! Static abilities as sentences: continuous effects, "enters" replacements, costs, rules for players.

use super::amount::{Amount, ForEach, WhereX};
use super::condition::Conditions;
use super::cost::{Counters, SentenceCost};
use super::effect::SpendUses;
use super::keyword::CostName;
use super::noun::{Head, Noun, Np, Nps};
use super::object::{LastingItem, LastingVerb, Restriction};
use super::player::Player;
use super::series::Chain;
use super::token::CopyExcept;
use super::trigger::DamageKind;
use super::verb::{Recipient, Recipients};
use super::when::{AndOnly, Only};
use super::words::{Color, Digits, Mana, Numeral, Ordinal};
use crate::text::syntax::{Agrees, syntax};

syntax! {
    /// When a continuous effect applies, before its subject.
    enum While {
        AsLongAs { condition: Conditions } = ["as long as" condition ","];
        YourTurn = ["during your turn,"];
        NotYourTurn = ["during turns other than yours,"];
        If { condition: Conditions } = ["if" condition ","];
    }

    /// The same after it.
    enum WhileTail {
        AsLongAs { condition: Conditions } = ["as long as" condition];
        Unless { condition: Conditions } = ["unless" condition];
        YourTurn = ["during your turn"];
        Devoured = ["if it devoured a creature"];
    }

    /// With what counters something enters.
    enum EnterCounters {
        Some { counters: Counters, each: Option<ForEach> } = [counters "on it|them" each];
        EqualTo { kind: super::words::CounterWord, amount: Amount } = ["a number of" kind "counters on it|them equal to" amount];
    }

    /// What else a kicked permanent enters with.
    struct AndWith { grants: super::series::Series<super::keyword::Grant> } = ["and with" grants];

    /// What is chosen as something enters.
    enum EnterChoice {
        Color = ["choose a color"];
        CreatureType = ["choose a creature type"];
        Name { what: super::verb::NameOf } = ["choose" what];
        LandType = ["choose a basic land type"];
    }

    /// How a spell's cost changes.
    enum CostBy {
        Less { mana: Mana } = [mana "less to cast"];
        More { mana: Mana } = [mana "more to cast"];
    }

    /// Whence spells are cast.
    enum CastFrom {
        GraveyardOrExile = ["from graveyards or from exile"];
        YourGraveyardOrExile = ["from your graveyard or from exile"];
    }

    /// How an ability's cost changes.
    enum AbilityCostBy {
        Less { mana: Mana } = [mana "less to activate"];
        More { mana: Mana } = [mana "more to activate"];
    }

    /// Abilities that are spoken of by their keyword.
    enum NamedAbility {
        Equip = ["equip"];
        Boast = ["boast"];
    }

    /// Which of them.
    enum ThoseAbilities {
        Of { noun: Noun } = ["of" [noun plural]];
        Targeting { np: Np } = ["that target" [np singular]];
    }

    /// A rule that a player has or obeys.
    enum PlayerRule {
        NoMaximum = ["has|have no maximum hand size"];
        ExtraLand = ["may play an additional land on each of your turns"];
        ExtraLandDuring = ["may play an additional land during each of their turns"];
        ExtraLandOnTheirs = ["may play an additional land on each of their turns"];
        ExtraLands { n: Numeral } = ["may play" n "additional lands on each of your turns"];
        CantGainLife = ["can't gain life"];
        CantLoseLife = ["can't lose life"];
        Hexproof = ["has|have hexproof"];
        Shroud = ["has|have shroud"];
        CantCast { noun: Noun } = ["can't cast" [noun plural]];
        CantCastYourTurn { noun: Noun } = ["can't cast" [noun plural] "during your turn"];
        OneSpell = ["can't cast more than one spell each turn"];
        CantLose = ["can't lose the game and your opponents can't win the game"];
        Flash { noun: Noun } = ["may cast" [noun plural] "as though they had flash"];
        RevealTop = ["plays|play with the top card of your library revealed"];
        RevealTops = ["plays|play with the top card of their libraries revealed"];
        PlayFromTop = ["may play lands from the top of your library"];
        PlayLandsFromGraveyard = ["may play lands from your graveyard"];
        PlayAllFromGraveyard { noun: Noun } = ["may play lands and cast" [noun plural] "from your graveyard"];
        CastFromGraveyard { noun: Noun } = ["may cast" [noun plural] "from your graveyard"];
        CastFree { noun: Noun } = ["may cast" [noun plural] "without paying their mana costs"];
        CastFromTop { noun: Noun } = ["may cast" [noun plural] "from the top of your library"];
        PlayAllFromTop { noun: Noun } = ["may play lands and cast" [noun plural] "from the top of your library"];
        LookAtTop = ["may look at the top card of your library any time"];
        DrawOne = ["can't draw more than one card each turn"];
        CantSearch = ["can't search libraries"];
        AnyColor = ["may spend mana as though it were mana of any color"];
        AnyColorTo { uses: SpendUses } = ["may spend mana as though it were mana of any color to" uses];
        ManaStays = ["don't|don't lose unspent mana as steps and phases end"];
        HandSizeReduced { n: Numeral } = ["'s maximum hand size is reduced by" n];
        ManaColorStays { color: Color } = ["don't|don't lose unspent" color "mana as steps and phases end"];
    }

    /// When a spell may be cast without its mana cost, or for another cost.
    enum Alternative {
        Cost { cost: SentenceCost } = ["you may" cost "rather than pay ~'s mana cost"];
        Free = ["you may cast ~ without paying its mana cost"];
    }

    /// What would be put into a graveyard.
    enum Going {
        Noun { noun: Noun } = ["a" [noun singular]];
        CardOrToken = ["a card or token"];
    }

    /// Whose graveyard.
    enum GraveyardOf {
        Any = ["a graveyard"];
        Your = ["your graveyard"];
        Opponents = ["an opponent's graveyard"];
    }

    /// What happens instead of leaving for somewhere.
    enum Elsewhere {
        Exile = ["exile it instead"];
        ShuffleIntoLibrary = ["reveal ~ and shuffle it into its owner's library instead"];
        ShuffleItIntoLibrary = ["shuffle it into its owner's library instead"];
        Hand = ["return it to its owner's hand instead"];
        Top = ["put it on top of its owner's library instead"];
    }

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

    /// Which counters would be put.
    enum CounterKinds {
        Any = ["counters"];
        Kind { kind: super::words::CounterWord } = [kind "counters"];
    }

    /// On what they would be put.
    enum CountersOn {
        Object { np: Np } = [[np singular]];
        PermanentOrPlayer = ["a permanent or player"];
        OrYourself { noun: Noun } = ["a" [noun singular] "or on yourself"];
    }

    /// What that is called afterwards.
    enum CountersThere {
        It = ["it"];
        Creature = ["that creature"];
        Permanent = ["that permanent"];
        Either = ["that permanent or player"];
    }

    /// How many are put instead.
    enum CountersChange {
        Twice { kind: super::words::CounterWord, on: CountersThere } = ["twice that many" kind "counters are put on" on "instead."];
        TwiceThose { on: CountersThere } = ["twice that many of those counters are put on" on "instead."];
        TwiceEach { on: CountersThere } = ["twice that many of each of those kinds of counters are put on" on "instead."];
        PlusOne { kind: super::words::CounterWord, on: CountersThere } = ["that many plus one" kind "counters are put on" on "instead."];
        PlusEach { on: CountersThere } = ["that many plus one of each of those kinds of counters are put on" on "instead."];
        MinusOne { kind: super::words::CounterWord, on: CountersThere } = ["that many" kind "counters minus one are put on" on "instead."];
        ItTwice { on: CountersThere } = ["it puts twice that many of those counters on" on "instead."];
        PutTwice { on: CountersThere } = ["put twice that many of each of those kinds of counters on" on "instead."];
        PutPlusEach { on: CountersThere } = ["put that many plus one of each of those kinds of counters on" on "instead."];
        PutPlusOne { kind: super::words::CounterWord, on: CountersThere } = ["put that many plus one" kind "counters on" on "instead."];
        TheyHalf { on: CountersThere } =
            ["they put half that many of each of those kinds of counters on" on "instead, rounded down."];
    }

    /// Statements that cards of every type can have: costs, casting, not being countered.
    enum CardRule {
        AdditionalCost { cost: SentenceCost } = ["as an additional cost to cast ~," cost "."];
        OptionalCost { cost: SentenceCost } = ["as an additional cost to cast ~, you may" cost "."];
        AlternativeIf { condition: Conditions, alternative: Alternative } = ["if" condition "," alternative "."];
        AlternativeRule { alternative: Alternative } = [alternative "."];
        CantBeCountered = ["~ can't be countered."];
        SelfCost { by: CostBy, each: Option<ForEach> } = ["~ costs" by each "."];
        SelfCostIf { by: CostBy, condition: Conditions } = ["~ costs" by "if" condition "."];
        IfSelfCost { condition: Conditions, by: CostBy } = ["if" condition ", ~ costs" by "."];
        SelfCostYourTurn { by: CostBy } = ["~ costs" by "during your turn."];
        Strive { mana: Mana } = ["~ costs" mana "more to cast for each target beyond the first."];
        SelfCostX { by: CostBy, x: WhereX } = ["~ costs" by x "."];
        SelfCostIfTargets { by: CostBy, noun: Noun } = ["~ costs" by "if it targets a" [noun singular] "."];
        FlashFor { mana: Mana } = ["you may cast ~ as though it had flash if you pay" mana "more to cast it."];
        FlashWhile { condition: Conditions } = ["~ has flash as long as" condition "."];
        FlashIf { condition: Conditions } = ["you may cast ~ as though it had flash if" condition "."];
        CastFromGraveyardIf { condition: Conditions } = ["you may cast ~ from your graveyard as long as" condition "."];
        AnyColor = ["you may spend mana as though it were mana of any color to cast ~."];
        OnlyOnX { color: Color } = ["spend only" color "mana on X."];
        OnlyTwoOnX { a: Color, b: Color } = ["spend only" a "and/or" b "mana on X."];
        CastAtMaxSpeed = ["max speed — you may cast ~ from your graveyard."];
        CastFromGraveyard = ["you may cast ~ from your graveyard."];
        CastOnly { only: Only, more: Vec<AndOnly> } = ["cast ~" only more "."];
        Commander = ["~ can be your commander."];
        OpeningHand = ["if ~ is in your opening hand, you may begin the game with it on the battlefield."];
    }

    /// What is or has something as long as the ability works.
    struct Statement { what: Nps, verbs: Chain<LastingItem> } = [[what singular] [verbs by what]]
        where |v| v.verbs.items().all(|item| item.dur.is_none());

    /// A second one with a subject of its own.
    enum AlsoStatement {
        ItsAbilities = [", and its activated abilities can't be activated"];
        And { statement: Statement } = ["and" statement];
        CommaAnd { statement: Statement } = [", and" statement];
    }

    /// A sentence of a static ability of a permanent.
    enum Static {
        Continuous { before: Option<While>, first: Statement, more: Option<AlsoStatement>, after: Option<WhileTail>, x: Option<WhereX> } =
            [before first more after x "."]
            where |v| matches!(v, Static::Continuous { before, first, .. } if before.is_some() || !is_card_rule(first));
        ContinuousOr { first: Statement, condition: Conditions, other: Chain<LastingItem> } =
            [first "as long as" condition ". Otherwise, it" other "."]
            where |v| matches!(v, Static::ContinuousOr { other, .. } if other.items().all(|item| item.dur.is_none()));
        ContinuousStill { first: Statement, still: super::effect::StillIt } = [first "." still];
        TriggersAgain { cause: Cause } =
            ["if" cause "causes a triggered ability of a permanent you control to trigger, that ability triggers an additional time."];
        TriggersAgainOf { np: Np } = ["if a triggered ability of" [np singular] "triggers, that ability triggers an additional time."];
        ItTriggersAgain { np: Np } = ["if a triggered ability of" [np singular] "triggers, it triggers an additional time."];
        AbilityTriggersAgain { np: Np } = ["if an ability of" [np singular] "triggers, that ability triggers an additional time."];
        UntapOnOthers { before: Option<While>, what: Nps } = [before "untap" [what singular] "during each other player's untap step."];
        LookAtExiled = ["you may look at cards exiled with ~."];
        NoLegendRule = ["the legend rule doesn't apply."];
        NoLegendRuleTo { noun: Noun } = ["the legend rule doesn't apply to" [noun plural] "."];
        CounterCap { n: Numeral, kind: super::words::CounterWord } = ["~ can't have more than" n kind "counters on it."];
        CantHaveCounters { what: Np, kinds: CounterKinds } = [[what singular] "can't have" kinds "put on it."];
        ManyCantHaveCounters { noun: Noun, kinds: CounterKinds } = [[noun plural] "can't have" kinds "put on them."];
        CountersCantBePut { kinds: CounterKinds, noun: Noun } = [kinds "can't be put on" [noun plural] "."];
        CantGetCounters { who: Player, kinds: CounterKinds } = [who "can't get" kinds "."];
        Paired { who: Couple, verbs: Chain<LastingItem> } =
            ["as long as ~ is paired with another creature," who [verbs by who] "."]
            where |v| matches!(v, Static::Paired { verbs, .. } if verbs.items().all(|item| item.dur.is_none()));
        AsEntersDevours { noun: Noun } =
            ["as ~ enters, you may sacrifice any number of" [noun plural] ". If you do, it enters with twice that many +1/+1 counters on it."];
        EntersTapped = ["~ enters tapped."];
        EntersTappedUnless { condition: Conditions } = ["~ enters tapped unless" condition "."];
        OthersEnterTapped { noun: Noun } = [[noun plural] "enter tapped."];
        EntersTappedIf { condition: Conditions } = ["if" condition ", ~ enters tapped."];
        EntersWith { with: EnterCounters, x: Option<WhereX> } = ["~ enters with" with x "."];
        EscapesWith { with: EnterCounters } = ["~ escapes with" with "."];
        EntersTappedWith { with: EnterCounters } = ["~ enters tapped with" with "."];
        EntersTappedAndWith { with: EnterCounters } = ["~ enters tapped and with" with "."];
        EntersWithChoice { a: super::words::CounterWord, b: super::words::CounterWord } = ["~ enters with your choice of a" a "counter or a" b "counter on it."];
        EntersWithIf { condition: Conditions, with: EnterCounters, and: Option<AndWith> } = ["if" condition ", it enters with" with and "."];
        EntersWithIfSelf { condition: Conditions, with: EnterCounters } = ["if" condition ", ~ enters with" with "."];
        EntersWithIfAfter { with: EnterCounters, condition: Conditions } = ["~ enters with" with "if" condition "."];
        OthersEnterWith { before: Option<While>, noun: Noun, with: EnterCounters } = [before "each" [noun singular] "enters with" with "."];
        ManyEnterWith { noun: Noun, with: EnterCounters } = [[noun plural] "enter with" with "."];
        BecomesDay = ["if it's neither day nor night, it becomes day as ~ enters."];
        AsEnters { choice: EnterChoice } = ["as ~ enters," choice "."];
        AsEntersReveal { noun: Noun } = ["as ~ enters, you may reveal a" [noun singular] "from your hand. If you don't, ~ enters tapped."];
        AsEntersPay { n: Digits } = ["as ~ enters, you may pay" n "life. If you don't, it enters tapped."];
        EntersAsCopy { noun: Noun, except: Option<CopyExcept> } = ["you may have ~ enter as a copy of any" [noun singular] except "."];
        EntersAsCopyOf { noun: Noun, except: Option<CopyExcept> } = ["you may have ~ enter as a copy of a" [noun singular] except "."];
        ControlHost { head: Head } = ["you control enchanted" [head singular] "."];
        SpellsCost { before: Option<While>, noun: Noun, by: CostBy, each: Option<ForEach> } =
            [before [noun plural] "cost" by each "."];
        EachSpellCosts { noun: Noun, by: CostBy, each: Option<ForEach> } = ["each" [noun singular] "costs" by each "."];
        SpellsCostFrom { noun: Noun, from: CastFrom, by: CostBy } = [[noun plural] from "cost" by "."];
        AbilitiesStop { noun: Noun } = ["activated abilities of" [noun plural] "can't be activated."];
        AbilitiesStopButMana { noun: Noun } = ["activated abilities of" [noun plural] "can't be activated unless they're mana abilities."];
        TwoSpellsCost { a: Noun, b: Noun, by: CostBy } = [[a plural] "and" [b plural] "cost" by "."];
        NthSpellCostsYourTurn { n: Ordinal, noun: Noun, by: CostBy } =
            ["the" n [noun singular] "you cast during each of your turns costs" by "."];
        NthSpellCosts { n: Ordinal, noun: Noun, by: CostBy } = ["the" n [noun singular] "you cast each turn costs" by "."];
        AbilitiesCost { noun: Noun, by: AbilityCostBy } = ["activated abilities of" [noun plural] "cost" by "."];
        NamedCost { before: Option<While>, named: NamedAbility, those: Option<ThoseAbilities>, by: AbilityCostBy, each: Option<ForEach> } =
            [before named "abilities you activate" those "cost" by each "."];
        EquipCosts { mana: Mana } = ["equip costs you pay cost" mana "less."];
        ForManaCost { before: Option<While>, noun: Noun, name: CostName, again: CostName } =
            [before "each" [noun singular] "has" name ". The" [again lower] "cost is equal to its mana cost."]
            where |v| matches!(v, Static::ForManaCost { name, again, .. } if name == again && !name.is("flashback"));
        ForManaCostIts { before: Option<While>, noun: Noun, name: CostName, again: CostName } =
            [before "each" [noun singular] "has" name ". Its" [again lower] "cost is equal to its mana cost."]
            where |v| matches!(v, Static::ForManaCostIts { name, again, .. } if name == again && !name.is("flashback"));
        Flashback { before: Option<While>, noun: Noun } =
            [before "each" [noun singular] "has flashback. The flashback cost is equal to that card's mana cost."];
        FlashbackIts { before: Option<While>, noun: Noun } =
            [before "each" [noun singular] "has flashback. Its flashback cost is equal to its mana cost."];
        Player { before: Option<While>, who: Player, rule: PlayerRule } = [before who [rule by who] "."];
        AnyFlash { noun: Noun } = ["any player may cast" [noun plural] "as though they had flash."];
        TwoFlash { a: Noun, b: Noun } = ["you may cast" [a plural] "and" [b plural] "as though they had flash."];
        OnceFromGraveyard { noun: Noun } = ["once during each of your turns, you may cast a" [noun singular] "from your graveyard."];
        OtherPrice { mana: Mana, noun: Noun } = ["you may pay" mana "rather than pay the mana cost for" [noun plural] "."];
        OtherPriceThat { mana: Mana, noun: Noun } =
            ["you may pay" mana "rather than pay the mana cost for" [noun plural] "that you cast."];
        OtherPriceOnce { mana: Mana, noun: Noun, x: Option<WhereX> } =
            ["once each turn, you may pay" mana "rather than pay the mana cost for a" [noun singular] x "."];
        HandReduced { n: Numeral } = ["your maximum hand size is reduced by" n "."];
        HandIncreased { n: Numeral } = ["your maximum hand size is increased by" n "."];
        NotCaused { what: NotCaused } = ["spells and abilities your opponents control can't cause you to" what "."];
        NoSearchCaused =
            ["spells and abilities your opponents control can't cause their controller to search their library."];
        Discarded { with: Option<super::verb::WithCounters> } =
            ["if a spell or ability an opponent controls causes you to discard ~, put it onto the battlefield" with
                "instead of putting it into your graveyard."];
        Skip { rule: SkipRule } = [rule "."];
        LifeFixed = ["your life total can't change."];
        PlayWithTop = ["play with the top card of your library revealed."];
        MayNotUntap = ["you may choose not to untap ~ during your untap step."];
        WouldGo { elsewhere: Elsewhere } = ["if ~ would be put into a graveyard from anywhere," elsewhere "."];
        CardGoes { what: Going, to: GraveyardOf, elsewhere: Elsewhere } =
            ["if" what "would be put into" to "from anywhere," elsewhere "."];
        WouldDie { noun: Np, elsewhere: Elsewhere } = ["if" [noun singular] "would die," elsewhere "."];
        DamageDoubled { what: Np, kind: DamageKind, change: DamageChange } = ["if" [what singular] "would deal" kind "to a permanent or player," change "."];
        DamageDoubledTo { what: Np, kind: DamageKind, change: DamageChange } = ["if" [what singular] "would deal" kind "to an opponent or a permanent an opponent controls," change "."];
        DamageDoubledPlayer { what: Np, kind: DamageKind, who: Player, change: DamageChange } = ["if" [what singular] "would deal" kind "to" who "," change "."];
        PreventBy { np: Np } = ["prevent all damage that would be dealt by" [np singular] "."];
        PreventOwn = ["if damage would be dealt to ~, prevent that damage."];
        PreventAndRemove { kind: super::words::CounterWord } =
            ["if damage would be dealt to ~, prevent that damage and remove that many" kind "counters from it."];
        PreventAndRemoveOne { has: super::words::CounterWord, kind: super::words::CounterWord } =
            ["if damage would be dealt to ~ while it has a" has "counter on it, prevent that damage and remove a" kind "counter from it."];
        PreventAndRemoveThen { kind: super::words::CounterWord } =
            ["if damage would be dealt to ~, prevent that damage. Remove a" kind "counter from ~."];
        PreventAndRemoveMany { has: super::words::CounterWord, kind: super::words::CounterWord } =
            ["if damage would be dealt to ~ while it has a" has "counter on it, prevent that damage and remove that many" kind "counters from it."];
        PreventAndRemoveSelf { has: super::words::CounterWord, kind: super::words::CounterWord } =
            ["if damage would be dealt to ~ while it has a" has "counter on it, prevent that damage and remove a" kind "counter from ~."];
        PreventThen { kind: DamageKind, to: Recipients, then: Box<super::effect::Sentence> } =
            ["if" kind "would be dealt to" to ", prevent that damage." then]
            where |v| matches!(v, Static::PreventThen { then, .. } if then.is_about_prevention());
        SourcePreventThen { noun: Noun, kind: DamageKind, to: Recipients, then: Box<super::effect::Sentence> } =
            ["if a" [noun singular] "would deal" kind "to" to ", prevent that damage." then]
            where |v| matches!(v, Static::SourcePreventThen { then, .. } if then.is_about_prevention());
        PreventSome { noun: Noun, n: Digits } = ["if a" [noun singular] "would deal damage to you, prevent" n "of that damage."];
        Unpreventable { kind: DamageKind } = [kind "can't be prevented."];
        UnpreventableBy { kind: DamageKind, np: Np } = [kind "that would be dealt by" [np singular] "can't be prevented."];
        RedirectToSelf = ["all damage that would be dealt to you is dealt to ~ instead."];
        ManaTwice { noun: Noun } = ["if you tap a" [noun singular] "for mana, it produces twice as much of that mana instead."];
        ManaThrice { noun: Noun } = ["if you tap a" [noun singular] "for mana, it produces three times as much of that mana instead."];
        ManaInstead { noun: Noun, mana: Mana } =
            ["if a" [noun singular] "is tapped for mana, it produces" mana "instead of any other type."];
        PreventTo { before: Option<While>, kind: DamageKind, to: Recipients } =
            [before "prevent all" kind "that would be dealt to" to "."];
        PreventCombatBy { np: Np } = ["prevent all combat damage that would be dealt by" [np singular] "."];
        PreventToAndBy { np: Np } = ["prevent all combat damage that would be dealt to and dealt by" [np singular] "."];
        LifeGainPlus { n: Digits } = ["if you would gain life, you gain that much life plus" n "instead."];
        LifeGainTwice = ["if you would gain life, you gain twice that much life instead."];
        EffectTokensTwice =
            ["if an effect would create one or more tokens under your control, it creates twice that many of those tokens instead."];
        TokensTwice = ["if one or more tokens would be created under your control, twice that many of those tokens are created instead."];
        CountersPut { kinds: CounterKinds, on: CountersOn, then: CountersChange } =
            ["if one or more" kinds "would be put on" on "," then];
        EffectPuts { kinds: CounterKinds, on: CountersOn, then: CountersChange } =
            ["if an effect would put one or more" kinds "on" on "," then];
        PlayerPuts { who: Player, kinds: CounterKinds, on: CountersOn, then: CountersChange } =
            ["if" who "would put one or more" kinds "on" on "," then];
        YouGet = ["if you would get one or more counters, you get that many plus one of each of those kinds of counters instead."];
        DrawFromNothing = ["if you would draw a card while your library has no cards in it, you win the game instead."];
        PreventSomeTo { noun: Noun, what: Noun, n: Digits } =
            ["if a" [noun singular] "would deal damage to a" [what singular] ", prevent" n "of that damage."];
        Tax { before: Option<While>, tax: super::tax::Tax } = [before tax "."];
        AllBlock = ["all creatures able to block ~ do so."];
        AllBlockHost { head: Head } = ["all creatures able to block enchanted" [head singular] "do so."];
        MayAssign { np: Np } = ["you may have" [np singular] "assign its combat damage as though it weren't blocked."];
        HostMayAssign { head: Head } = ["enchanted" [head singular] "'s controller may have it assign its combat damage as though it weren't blocked."];
        CreaturesLess = ["creatures with power less than ~'s power can't block it."];
    }

    /// What causes an ability to trigger.
    enum Cause {
        Entering { np: Np } = [[np singular] "entering"];
        EnteringOld { np: Np } = [[np singular] "entering the battlefield"];
        EnteringOrLeaving { np: Np } = [[np singular] "entering or leaving the battlefield"];
        Dying { np: Np } = [[np singular] "dying"];
        Attacking { np: Np } = [[np singular] "attacking"];
    }

    /// A paired creature and its partner.
    enum Couple {
        Each = ["each of those creatures"];
        Both = ["both creatures"];
    }

    /// What opponents can't make one do.
    enum NotCaused {
        Sacrifice = ["sacrifice permanents"];
        Discard = ["discard cards"];
        Either = ["discard cards or sacrifice permanents"];
    }

    /// Steps that are skipped.
    enum SkipRule {
        YourDraw = ["skip your draw step"];
        YourUntap = ["skip your untap step"];
        PlayersUntap = ["players skip their untap steps"];
        PlayersUpkeep = ["players skip their upkeep steps"];
    }
}

/// "~ can't be countered" and "~ has flash" are statements about the spell.
fn is_card_rule(statement: &Statement) -> bool {
    use super::keyword::{Grant, KeywordItem};
    let Statement { what, verbs } = statement;
    let about_casting = match &verbs.first.verb {
        LastingVerb::Restrict { restriction: Restriction::CantBeCountered } => true,
        // CR 702.8a: flash works where the card can be cast from.
        LastingVerb::Has { grants } => matches!(
            grants.items.as_slice(),
            [Grant::Keyword { item: KeywordItem::Plain { keyword } }] if keyword.0 == crate::keyword::Keywords::FLASH
        ),
        _ => false,
    };
    *what == Nps::One { np: Np::Itself } && verbs.rest.is_empty() && about_casting
}

impl Agrees for Couple {
    fn is_plural(&self) -> bool {
        *self == Couple::Both
    }
}
