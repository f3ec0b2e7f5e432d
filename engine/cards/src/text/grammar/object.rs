//! What objects do and become: verbs whose subject is an object.

use super::amount::{Amount, ForEach, Num};
use super::keyword::{Enchantable, Grant, ProtectionFrom};
use super::noun::{Back, HowMany, Noun, Np, Quant, Stat};
use super::player::Possessor;
use super::said::means_exiled;
use super::series::{Conjunction, Series};
use super::statics::EnterCounters;
use super::verb::{Recipient, Recipients};
use super::words::{Color, CounterWord, Keyword, Numeral, PtBox, PtChange, Sub, Supertype, TypeWord};
use crate::text::syntax::syntax;

syntax! {
    /// How long something lasts.
    enum Duration {
        EndOfTurn = ["until end of turn"];
        ThisTurn = ["this turn"];
        YourNextTurn = ["until your next turn"];
        EndOfYourNextTurn = ["until the end of your next turn"];
        YourNextEndStep = ["until your next end step"];
        YourNextUpkeep = ["until the beginning of your next upkeep"];
        EndOfCombat = ["until end of combat"];
        ThisCombat = ["this combat"];
        WhileYouControlSource = ["for as long as you control ~"];
        WhileSourceTapped = ["for as long as ~ remains tapped"];
        WhileOnBattlefield = ["for as long as ~ remains on the battlefield"];
        WhileItHas { kind: CounterWord } = ["for as long as it has a" kind "counter on it"];
        WhileTheyHave { kind: CounterWord, head: super::noun::Head } = ["for as long as that" [head singular] "has a" kind "counter on it"];
        WhileEnchanted { head: super::noun::Head } = ["for as long as that" [head singular] "is enchanted"];
        WhileYouControlTapped = ["for as long as you control ~ and ~ remains tapped"];
        UntilLeaves = ["until ~ leaves the battlefield"];
        UntilCast = ["until ~ is cast from exile"];
        UntilAnotherExiled = ["until you exile another card with ~"];
        RestOfGame = ["for the rest of the game"];
    }

    /// Only in this turn.
    enum InThisTurn {
        Said = ["this turn"];
    }

    /// Among what damage is divided.
    enum Divided {
        Targets { n: HowMany } = [n "targets"] where |v| matches!(v, Divided::Targets { n: HowMany::AnyNumber | HowMany::OneOrTwo | HowMany::OneTwoOrThree });
        Creatures { np: Np } = [[np singular]] where |v| matches!(v, Divided::Creatures { np: Np::Quant { quant, .. } } if matches!(quant, Quant::Targets { n } | Quant::OtherTargets { n } if !matches!(n, HowMany::Number { .. } | HowMany::X | HowMany::ThatMany | HowMany::UpToX | HowMany::UpToThatMany)));
    }

    /// Among what damage is divided evenly.
    enum Evenly {
        AnyTargets = ["any number of targets"];
        All { np: Np } = [[np singular]] where |v| matches!(v, Evenly::All { np: Np::Quant { quant: Quant::All, .. } });
    }

    /// Who divides damage among what was mentioned.
    enum Sharer {
        You = ["you choose"];
        ItsController = ["its controller chooses"];
    }

    /// What objects do at once.
    enum ObjectVerb {
        Damage { n: Num, to: Recipients } = ["deals|deal" n "damage to" [to singular]]
            where |v| !matches!(v, ObjectVerb::Damage { to: Recipients::One { a: Recipient::Itself }, .. });
        DamageAlso { n: Num, to: Recipients } = ["also deals|deal" n "damage to" [to singular]];
        DamageEqual { amount: Amount, to: Recipients } = ["deals|deal damage equal to" amount "to" [to singular]];
        DamageToEqual { to: Recipients, amount: Amount } = ["deals|deal damage to" [to singular] "equal to" amount]
            where |v| !matches!(v, ObjectVerb::DamageToEqual { to: Recipients::One { a: Recipient::Itself }, .. });
        DamageAnd { n: Num, to: Recipients, m: Num, also: Recipients } =
            ["deals|deal" n "damage to" [to singular] "and" m "damage to" [also singular]];
        DamageThree { n: Num, to: Recipients, m: Num, also: Recipients, k: Num, third: Recipients } =
            ["deals|deal" n "damage to" [to singular] "," m "damage to" [also singular] ", and" k "damage to" [third singular]];
        DamageDivided { n: Num, among: Divided } = ["deals|deal" n "damage divided as you choose among" among];
        DamageEqualDivided { amount: Amount, among: Divided } =
            ["deals|deal damage equal to" amount "divided as you choose among" among];
        DamageShared { amount: Amount, who: Sharer, among: Back } =
            ["deals|deal damage equal to" amount "divided as" who "among any number of" among];
        DamageEvenly { n: Num, among: Evenly } =
            ["deals|deal" n "damage divided evenly, rounded down, among" among];
        DamageDouble = ["deals|deal double that damage"];
        DamageBare { n: Num } = ["deals|deal" n "damage"];
        Fights { np: Np } = ["fights|fight" [np singular]];
        FightsEachOther = ["fights|fight each other"];
        Explores = ["explores|explore"];
        ExploresAgain = ["explores|explore again"];
        BecomesRenowned = ["becomes|become renowned"];
        BecomesSolved = ["becomes|become solved"];
        NoLongerSuspected = ["is|are no longer suspected"];
        BecomesNoLongerSuspected = ["becomes|become no longer suspected"];
        BecomesPlotted = ["becomes|become plotted"];
        BecomesPrepared = ["becomes|become prepared"];
        BecomesBlocked = ["becomes|become blocked"];
        BecomesUnprepared = ["becomes|become unprepared"];
        Evolves = ["evolves|evolve"];
        ExploitsIt = ["exploits|exploit it"];
        ChampionsIt = ["champions|champion it"];
        Connives = ["connives|connive"];
        ConnivesMany { n: Num } = ["connives|connive" n];
        Endures { n: Num } = ["endures|endure" n];
        DamageItself { n: Num } = ["deals|deal" n "damage to itself"];
        DamageItselfEqual { amount: Amount } = ["deals|deal damage to itself equal to" amount];
        Blocks { np: Np, dur: Duration } = ["blocks|block" [np singular] dur "if able"]
            where |v| matches!(v, ObjectVerb::Blocks { dur: Duration::ThisTurn | Duration::ThisCombat, .. });
        CantBlockThisTurn { np: Np } = ["can't block" [np singular] "this turn"]
            where |v| !matches!(v, ObjectVerb::CantBlockThisTurn { np: Np::Quant { .. } });
        EntersWith { with: EnterCounters } = ["enters|enter with" with];
        PhasesOut = ["phases|phase out"];
        GainsFlashback = ["gains|gain flashback until end of turn. The flashback cost is equal to its mana cost"];
        GainsFlashbackThat = ["gains|gain flashback until end of turn. The flashback cost is equal to that card's mana cost"];
    }

    /// An object verb with "for each ...", which the counters that something enters with say themselves.
    struct ObjectItem { verb: ObjectVerb, each: Option<ForEach> } = [verb each]
        where |v| v.each.is_none() || !matches!(v.verb, ObjectVerb::EntersWith { .. });

    /// Which activated abilities aren't meant.
    enum ButMana {
        ButMana = ["unless they're mana abilities"];
    }

    /// Restrictions that take no parameter.
    enum Restriction {
        CantAttack = ["can't attack"];
        CantBlock = ["can't block"];
        CantAttackOrBlock = ["can't attack or block"];
        CantAttackOrBlockAlone = ["can't attack or block alone"];
        CantAttackAlone = ["can't attack alone"];
        BlocksOneMoreThisTurn = ["can block an additional creature this turn"];
        CantBlockAlone = ["can't block alone"];
        CantBeBlocked = ["can't be blocked"];
        MustAttack = ["attacks|attack each combat if able"];
        MustAttackTurn = ["attacks|attack each turn if able"];
        MustBlock = ["blocks|block each combat if able"];
        MustBeBlocked { turn: Option<InThisTurn> } = ["must be blocked" turn "if able"];
        BlocksFlyersOnly = ["can block only creatures with flying"];
        BlocksOneMore = ["can block an additional creature each combat"];
        BlocksAnyNumber = ["can block any number of creatures"];
        CantBeEnchanted = ["can't be enchanted"];
        CantBeSacrificed = ["can't be sacrificed"];
        CantBeRegenerated = ["can't be regenerated"];
        CantActivate { but: Option<ButMana> } = ["'s activated abilities can't be activated" but];
        IgnoresDefender { turn: Option<InThisTurn> } = ["can attack" turn "as though it|they didn't have defender"];
        ToughnessAsDamage = ["assigns|assign combat damage equal to its|their toughness rather than its|their power"];
        AssignsNoDamage = ["assigns|assign no combat damage"];
        MustAttackThisTurn = ["attacks|attack this turn if able"];
        MustAttackThemCombat = ["attacks|attack that player this combat if able"];
        MustAttackYou = ["attacks|attack you this turn if able"];
        MustAttackOthers = ["attacks|attack a player other than you if able"];
        MustAttackOpponent = ["attacks|attack that opponent this turn if able"];
        MustBlockThisTurn = ["blocks|block this turn if able"];
        Lure = ["must be blocked by all creatures able to block it"];
        CantBeCountered = ["can't be countered"];
        OneBlocker = ["can't be blocked by more than one creature"];
        CantCrew = ["can't crew Vehicles"];
        CantAttackBlockOrCrew = ["can't attack, block, or crew Vehicles"];
        CantBlockOrCrew = ["can't block or crew Vehicles"];
        MustAttackOrBlock = ["attacks|attack or blocks|block each combat if able"];
        MustAttackOrBlockThisTurn = ["attacks|attack or blocks|block this turn if able"];
    }

    /// What else can't be attacked.
    enum OrPlaneswalkers {
        Yours = ["or planeswalkers you control"];
    }

    /// What can't target something.
    enum Targeters {
        Any = ["spells or abilities"];
        Opponents = ["spells or abilities your opponents control"];
        SpellsOrFrom { noun: Noun, sources: Noun } = [[noun plural] "or abilities from" [sources plural]]
            where |v| matches!(v, Targeters::SpellsOrFrom { noun, sources } if noun.is_about_spells() && sources.is_about_sources());
        Spells { noun: Noun } = [[noun plural]] where |v| matches!(v, Targeters::Spells { noun } if noun.is_about_spells());
    }

    /// When a permanent stays tapped.
    enum NoUntap {
        Its = ["during its controller's untap step"];
        Your = ["during your untap step"];
        Their = ["during their controllers' untap steps"];
        ItsNext = ["during its controller's next untap step"];
        TheirNext = ["during their controller's next untap step"];
        TheirsNext = ["during their controllers' next untap steps"];
        ThatPlayersNext = ["during that player's next untap step"];
        ThePlayersNext = ["during the player's next untap step"];
        TargetPlayersNext = ["during target player's next untap step"];
        YourNext = ["during your next untap step"];
        TheirOwnNext = ["during their next untap step"];
    }

    /// A description of what something becomes: "3/3 Elemental creature with haste".
    struct Shape { sup: Option<Supertype>, pt: Option<PtBox>, color: Option<ShapeColor>, subs: Vec<Sub>, types: Vec<TypeWord>, with: Option<ShapeWith> } =
        [sup pt color [subs singular] types with] where |v| !v.subs.is_empty() || !v.types.is_empty();

    /// The colours of what something becomes.
    enum ShapeColor {
        Colors { colors: Series<Color> } = [colors];
        Colorless = ["colorless"];
        All = ["all colors"];
    }

    /// The abilities of what something becomes.
    enum ShapeWith {
        Grants { grants: Series<Grant> } = ["with" grants];
        AllTypes = ["with all creature types"];
        GrantsAndAllTypes { grants: Series<Grant> } = ["with" grants "and all creature types"];
        Enchant { what: Enchantable } = ["with enchant" what];
        Equal { amount: Amount } = ["with power and toughness each equal to" amount];
        BaseEqual { amount: Amount } = ["with base power and toughness each equal to" amount];
        Base { pt: PtBox } = ["with base power and toughness" pt];
        BaseAnd { pt: PtBox, grants: Series<Grant> } = ["with base power and toughness" pt "and" grants];
        BaseTwo { pt: PtBox, a: Grant, b: Grant } = ["with base power and toughness" pt "," a ", and" b];
    }

    /// What of the old types stays.
    enum StillTail {
        InAddition = ["in addition to its|their other types"];
        CreatureTypes = ["in addition to its|their other creature types"];
        LandTypes = ["in addition to its|their other land types"];
        ColorsAndTypes = ["in addition to its|their other colors and types"];
        StillLand = ["that's|that_are still a land|lands"];
        StillPlaneswalker = ["that's still a planeswalker"];
        ThatsStill = ["that's|that_are still lands"];
    }

    /// What is lost but for what the same sentence says (CR 205.1a, 613.1).
    enum OtherThings {
        CardTypes = ["card types"];
        CardTypesAndAbilities = ["card types and abilities"];
        Abilities = ["abilities"];
        Everything = ["abilities, card types, and creature types"];
    }

    /// What base power and toughness become.
    enum BaseBoth {
        Pt { pt: PtBox } = [pt];
        Of { of: Possessor } = ["equal to" of "power and toughness"];
    }

    /// What objects are or have for some time, or always.
    enum LastingVerb {
        Gets { pt: PtChange, each: Option<ForEach> } = ["gets|get" pt each];
        GetsEither { a: PtChange, b: PtChange } = ["gets|get" a "or" b];
        GetsTwo { a: PtChange, each: ForEach, b: PtChange, more: ForEach } = ["gets|get" a each "and" b more];
        GetsAdditional { pt: PtChange, each: Option<ForEach> } = ["gets|get an additional" pt each];
        GainsAlso { grants: Series<Grant> } = ["also gains|gain" grants];
        GetsAlso { pt: PtChange } = ["also gets|get" pt];
        Gains { grants: Series<Grant> } = ["gains|gain" grants];
        GainsChoice { of: Series<Keyword> } = ["gains|gain your choice of" of]
            where |v| matches!(v, LastingVerb::GainsChoice { of } if of.conjunction == Conjunction::Or);
        LosesChoice { of: Series<Keyword> } = ["loses|lose your choice of" of]
            where |v| matches!(v, LastingVerb::LosesChoice { of } if of.conjunction == Conjunction::Or);
        BecomesChosenCreatureType = ["becomes|become the creature type of your choice"];
        BecomesThatType = ["becomes|become that type"];
        BecomesChosenLandType = ["becomes|become the basic land type of your choice"];
        BecomesChosenLandTypeToo = ["becomes|become the basic land type of your choice in addition to its|their other types"];
        BecomesCopyExcept { of: Np, except: super::token::CopyExcept } = ["becomes|become a copy of" [of singular] [except singular]];
        GainsProtection = ["gains|gain protection from the color of your choice"];
        GainsProtectionOr { from: ProtectionFrom } = ["gains|gain protection from" from "or from the color of your choice"];
        BecomesSaddled = ["becomes|become saddled"];
        BecomesChosenColor = ["becomes|become the color of your choice"];
        BecomesChosenColors = ["becomes|become the color or colors of your choice"];
        AreLands { sub: Sub, tail: Option<StillTail> } = ["are" [sub plural] [tail plural]];
        Has { grants: Series<Grant> } = ["has|have" grants];
        HasActivated { of: Np } = ["has|have all activated abilities of" [of singular]]
            where |v| matches!(v, LastingVerb::HasActivated { of: Np::Quant { quant: Quant::All | Quant::Each | Quant::Bare, .. } })
                || matches!(v, LastingVerb::HasActivated { of } if means_exiled(of));
        GainsActivated { of: Np } = ["gains|gain all activated abilities of" [of singular]];
        Loses { keywords: Series<Keyword> } = ["loses|lose" keywords];
        LosesAll = ["loses|lose all abilities"];
        LosesLandTypes = ["loses|lose all land types and abilities"];
        SwapsEnchant { from: Enchantable, to: Enchantable } =
            ["loses|lose" "“" "enchant" from "." "”" "and gains" "“" "enchant" to "." "”"];
        LosesLandwalk = ["loses|lose all landwalk abilities"];
        LosesCreatureTypes = ["loses|lose all creature types"];
        GainsCreatureTypes = ["gains|gain all creature types"];
        IsAllCreatureTypes = ["is|are all creature types"];
        LosesThis = ["loses|lose this ability"];
        LosesOther { what: OtherThings } = ["loses|lose all other" what];
        Restrict { restriction: Restriction } = [restriction];
        LoneAura = ["can't be enchanted by other Auras"];
        CantBeBlockedBy { np: Np } = ["can't be blocked by" [np singular]];
        CantBeBlockedExceptBy { np: Np } = ["can't be blocked except by" [np singular]];
        CantBeBlockedTurnExcept { np: Np } = ["can't be blocked this turn except by" [np singular]];
        CantBlockOrBeBlockedBy { np: Np } = ["can't block or be blocked by" [np singular]];
        CantBlockWhat { np: Np } = ["can't block" [np singular]] where |v| matches!(v, LastingVerb::CantBlockWhat { np: Np::Quant { .. } });
        DoesntUntap { when: NoUntap } = ["doesn't|don't untap" when];
        BasePt { pt: PtBox } = ["has|have base power and toughness" pt];
        BaseEqual { amount: Amount } = ["has|have base power and base toughness each equal to" amount];
        BaseBecome { to: BaseBoth } = ["'s base power and toughness become" to];
        BaseStatBecomes { stat: Stat, amount: Amount } = ["'s base" stat "becomes|become equal to" amount]
            where |v| !matches!(v, LastingVerb::BaseStatBecomes { stat: Stat::ManaValue, .. });
        BaseStat { stat: Stat, n: Num } = ["has|have base" stat n] where |v| !matches!(v, LastingVerb::BaseStat { stat: Stat::ManaValue, .. });
        Becomes { shape: Shape, tail: Option<StillTail> } = ["becomes|become a" [shape singular] tail];
        AreBoth { a: Shape, b: Shape, tail: StillTail } = ["are" [a plural] "and" [b plural] [tail plural]]
            where |v| matches!(v, LastingVerb::AreBoth { a, b, tail: StillTail::InAddition } if !a.types.is_empty() && !b.types.is_empty());
        BecomesIts { shape: Shape, tail: StillTail } = ["become a" [shape singular] [tail singular]];
        BecomesMany { shape: Shape, tail: Option<StillTail> } = ["become" [shape plural] [tail plural]];
        BecomeArtifactCreatures { base: Option<WithBase> } = ["become artifact creatures" base];
        BecomesSized { pt: PtBox } = ["has|have power and toughness" pt];
        BecomesColor { color: ShapeColor } = ["becomes|become" color];
        BecomesCopy { of: Np } = ["becomes|become a copy of" [of singular]];
        IsA { shape: Shape, tail: Option<StillTail> } = ["is|are a" [shape singular] tail];
        AreMany { shape: Shape, tail: Option<StillTail> } = ["are" [shape plural] [tail plural]]
            where |v| !matches!(v, LastingVerb::AreMany { shape, .. } if shape.types.is_empty());
        IsColor { color: ShapeColor } = ["is|are" color];
        IsSupertype { sup: Supertype } = ["is|are" sup]
            where |v| matches!(v, LastingVerb::IsSupertype { sup } if is_changeable(*sup));
        BecomesSupertype { sup: Supertype } = ["becomes|become" sup]
            where |v| matches!(v, LastingVerb::BecomesSupertype { sup } if is_changeable(*sup));
        IsntSupertype { sup: Supertype } = ["isn't|aren't" sup]
            where |v| matches!(v, LastingVerb::IsntSupertype { sup } if is_changeable(*sup));
        BecomesColorToo { colors: Series<Color> } = ["becomes|become" colors "in addition to its|their other colors"];
        IsNoLonger { sup: Supertype } = ["is|are no longer" sup]
            where |v| matches!(v, LastingVerb::IsNoLonger { sup } if is_changeable(*sup));
        IsAlso { subs: Series<Sub> } = ["is|are also a" [subs singular]]
            where |v| matches!(v, LastingVerb::IsAlso { subs } if subs.conjunction == Conjunction::And);
        IsNot { word: TypeWord } = ["isn't_a|aren't" word];
        IsEveryLandType = ["is|are every basic land type in addition to its|their other types"];
        IsEveryNonbasicLandType = ["is|are every nonbasic land type"];
        CantAttackYou { planeswalkers: Option<OrPlaneswalkers> } = ["can't attack you" planeswalkers];
        CantBeCounteredBy { by: Noun } = ["can't be countered by" [by plural]]
            where |v| matches!(v, LastingVerb::CantBeCounteredBy { by } if by.is_about_spells());
        CantBeTarget { by: Targeters } = ["can't be the target|targets of" by];
        IsEveryCreatureType = ["is|are every creature type"];
        IsChosenColor = ["is|are the chosen color"];
        IsChosenColorToo = ["is|are the chosen color in addition to its|their other colors"];
        IsChosenType = ["is|are the chosen type"];
        ChosenType = ["is|are the chosen type in addition to its|their other types"];
        StatsEqual { amount: Amount } = ["'s power and toughness are each equal to" amount];
        PowerAndMore { amount: Amount, n: super::words::Digits } = ["'s power is equal to" amount "and its toughness is equal to that number plus" n];
        StatEqual { stat: Stat, amount: Amount } = ["'s" stat "is equal to" amount];
        ReachesThese { np: Np } = ["can block" np "as though it|they had reach"];
        BlocksShadow = ["can block creatures with shadow as though they didn't have shadow"];
        BlocksMore { n: Numeral } = ["can block an additional" n "creatures each combat"];
        CantHave { keyword: Keyword } = ["can't have or gain" keyword];
        CantHaveEither { a: Keyword, b: Keyword } = ["can't have" a "or" b];
        IsGoaded = ["is|are goaded"];
        AssignAsUnblocked = ["assigns|assign its combat damage as though it weren't blocked"];
    }

    /// Of what size.
    struct WithBase { pt: PtBox } = ["with base power and toughness" pt];

    /// A lasting verb with its duration; "for each" after the duration belongs to it too.
    struct LastingItem { verb: LastingVerb, dur: Option<Duration>, each: Option<ForEach> } =
        [verb dur each] where |v| v.each.is_none() || v.dur.is_some();
}

/// Returns whether permanents are given the supertype, or lose it, by what says that they are or aren't that (CR 205.4b).
fn is_changeable(sup: Supertype) -> bool {
    use crate::types::Supertypes;
    sup.0 == Supertypes::LEGENDARY || sup.0 == Supertypes::SNOW
}
