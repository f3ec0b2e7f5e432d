//! Trigger prefixes: "When ~ enters,", "At the beginning of your upkeep,". A prefix is a value; any payload follows it.

use super::amount::AtLeast;
use super::condition::{Conditions, LifeCmp};
use super::noun::{Cmp, HowMany, Noun, Np, Quant, Stat};
use super::player::{Own, OwnZone, Player, Whose, ZoneRef};
use super::said::begins_with;
use super::series::Series;
use super::when::{StepOf, Window};
use super::words::{CounterWord, Digits, Keyword, Numeral, Ordinal, Sub, TypeWord};
use crate::ability::{Named, WhichAbilities};
use crate::text::syntax::{Agrees, syntax};

syntax! {
    /// "When", "Whenever".
    enum When {
        When = ["when"];
        Whenever = ["whenever"];
    }

    /// To whom or what damage is dealt.
    enum DamageTo {
        Player { who: Player } = ["to" who];
        Object { np: Np } = ["to" [np singular]];
        PlayerOrObject { who: Player, np: Np } = ["to" who "or" [np singular]];
        PlayerOrKind { who: Player, kind: TypeWord } = ["to" who "or" kind];
        OneOrMorePlayers = ["to one or more players"];
        Anything = ["to one or more permanents and/or players"];
    }

    /// Damage as in an event.
    enum DamageKind {
        Any = ["damage"];
        Combat = ["combat damage"];
        Noncombat = ["noncombat damage"];
    }

    /// By what something becomes a target.
    enum TargetedBy {
        Ability = ["an ability"];
        Noun { noun: Noun } = ["a" [noun singular]];
    }

    /// Where it was before.
    enum FromZone {
        Zone { zone: ZoneRef } = ["from" zone] where |v| matches!(v, FromZone::Zone { zone: ZoneRef::Battlefield | ZoneRef::Of { whose: Whose::Your | Whose::A, zone: OwnZone::Library } });
        Anywhere = ["from anywhere"];
        Elsewhere = ["from anywhere other than the battlefield"];
    }

    /// Whose hand something is returned to, from the battlefield.
    #[derive(Copy)]
    enum ReturnedTo {
        Yours = ["your hand"];
        YoursFrom = ["your hand from the battlefield"];
        Players = ["a player's hand"];
        Owners = ["its owner's hand"];
        Hand = ["hand"];
    }

    /// How an object changes zones.
    enum ZoneEvent {
        Enters = ["enters|enter"];
        EntersUnderYours = ["enters|enter under your control"];
        EntersUnderOpponents = ["enters|enter under an opponent's control"];
        EntersUnderEnchanted = ["enters|enter under enchanted player's control"];
        EntersTapped = ["enters|enter tapped"];
        EntersTappedUnderYours = ["enters|enter tapped and under your control"];
        EntersUntappedUnderOpponents = ["enters|enter untapped and under an opponent's control"];
        EntersUntapped = ["enters|enter untapped"];
        EntersFrom { zone: ZoneRef } = ["enters|enter from" zone];
        Dies = ["dies|die"];
        Leaves = ["leaves|leave the battlefield"];
        LeavesAlive = ["leaves|leave the battlefield without dying"];
        IsReturned { to: ReturnedTo } = ["is|are returned to" to];
        IsExiled = ["is|are exiled from the battlefield"];
        IsMilled = ["is|are milled"];
        LeavesGraveyard { whose: ZoneRef } = ["leaves|leave" whose] where |v| matches!(v, ZoneEvent::LeavesGraveyard { whose } if whose.is_graveyard());
        IsPutInto { whose: ZoneRef, from: Option<FromZone> } = ["is|are put into" whose from];
    }

    /// How an object attacks or blocks.
    enum CombatEvent {
        Attacks = ["attacks|attack"];
        AttacksSaddled = ["attacks|attack while saddled"];
        AttacksWhile { condition: Conditions } = ["attacks|attack while" condition];
        AttacksPlayer { who: Player } = ["attacks|attack" who];
        AttacksMostLife = ["attacks|attack the player with the most life or tied for most life"];
        AttacksYouOrPw = ["attacks|attack you or a planeswalker you control"];
        AttacksOpponentOrPw = ["attacks|attack one of your opponents or a planeswalker an opponent controls"];
        AttacksAlone = ["attacks|attack alone"];
        AttacksYouUnblocked = ["attacks|attack you and isn't|aren't blocked"];
        AttacksUnblocked = ["attacks|attack and isn't|aren't blocked"];
        Blocks = ["blocks|block"];
        BlocksWhat { np: Np } = ["blocks|block" [np singular]];
        BecomesBlocked = ["becomes|become blocked"];
        BecomesBlockedBy { np: Np } = ["becomes|become blocked by" [np singular]];
    }

    /// What damage an object deals or is dealt.
    enum DamageEvent {
        DealsDamage { kind: DamageKind } = ["deals|deal" kind];
        DealsSo { n: Digits, kind: DamageKind, to: DamageTo } = ["deals|deal" n "or more" kind to];
        DealsDamageTo { kind: DamageKind, to: DamageTo } = ["deals|deal" kind to];
        IsDealtDamage { kind: DamageKind } = ["is|are dealt" kind];
        IsDealtSo { n: Digits, kind: DamageKind } = ["is|are dealt" n "or more" kind];
    }

    /// What happens to or is done by an object.
    enum ObjectEvent {
        Zone { event: ZoneEvent } = [event];
        Combat { event: CombatEvent } = [event];
        Damage { event: DamageEvent } = [event];
        BecomesMonstrous = ["becomes|become monstrous"];
        BecomesRenowned = ["becomes|become renowned"];
        Exploits = ["exploits|exploit a creature"];
        Enlists = ["enlists|enlist a creature"];
        BecomesTapped = ["becomes|become tapped"];
        BecomesAttached { to: Np } = ["becomes|become attached to" [to singular]];
        BecomesUnattached { from: Np } = ["becomes|become unattached from" [from singular]];
        BecomesUntapped = ["becomes|become untapped"];
        IsTappedForMana = ["is|are tapped for mana"];
        BecomesTarget { by: TargetedBy } = ["becomes|become the target of" by];
        Transforms = ["transforms|transform"];
        BecomesPlotted = ["becomes|become plotted"];
        Explores = ["explores|explore"];
        Evolves = ["evolves|evolve"];
        Mutates = ["mutates|mutate"];
        Fights = ["fights|fight"];
        Crews = ["crews|crew a Vehicle"];
        SaddlesOrCrews = ["saddles|saddle a Mount or crews|crew a Vehicle"];
        BecomesCrewed = ["becomes|become crewed"];
        BecomesLevel { n: super::words::Digits } = ["becomes|become level" n];
        TransformsInto = ["transforms|transform into ~"];
        IsTurnedFaceUp = ["is|are turned face up"];
    }

    /// What abilities are called by what they are or by their keyword.
    #[derive(Copy)]
    enum AbilityOfKind {
        Boast = ["boast"];
        Exhaust = ["exhaust"];
        Loyalty = ["loyalty"];
        Ninjutsu = ["ninjutsu"];
        Outlast = ["outlast"];
    }

    /// Which spells a player casts and which abilities they activate.
    enum SpellEvent {
        Casts { what: Np } = ["casts|cast" [what singular]];
        CastsOrCopies { what: Np } = ["casts|cast or copies|copy" [what singular]];
        CastsNth { whose: Own, n: Ordinal, noun: Noun } = ["casts|cast" whose n [noun singular] "each turn"];
        CastsNthOnOthers { n: Ordinal } = ["casts|cast your" n "spell during each opponent's turn"];
        Activates { what: Np } = ["activates|activate an ability of" [what singular]];
        ActivatesKind { kind: AbilityOfKind } = ["activates|activate a" kind "ability"];
        ActivatesKindOf { kind: AbilityOfKind, what: Np } = ["activates|activate a" kind "ability of" [what singular]];
        ActivatesOwn { kind: AbilityOfKind } = ["activates|activate ~'s" kind "ability"];
        ActivatesNonmana = ["activates|activate an ability that isn't a mana ability"];
        ActivatesNonmanaOf { what: Np } = ["activates|activate an ability of" [what singular] "that isn't a mana ability"];
        ActivatesCheckOf { what: Np } = ["activates|activate an ability of" [what singular] ", if it isn't a mana ability"];
        ActivatesCheck = ["activates|activate an ability, if it isn't a mana ability"];
    }

    /// Which cards a player draws, discards and cycles.
    enum CardEvent {
        Draws = ["draws|draw a card"];
        DrawsButFirst { they: OwnSubject, whose: Own } =
            ["draws|draw a card except the first one" they "in each of" whose "draw steps"];
        DrawsNth { whose: Own, n: Ordinal } = ["draws|draw" whose n "card each turn"];
        DrawsNthInTurn { whose: Own, n: Ordinal } = ["draws|draw" whose n "card in a turn"];
        Discards { what: Np } = ["discards|discard" [what singular]];
        Mills { what: Np } = ["mills|mill" [what singular]];
        Cycles { what: Np } = ["cycles|cycle" [what singular]];
        CyclesOrDiscards { what: Np } = ["cycles|cycle or discards|discard" [what singular]];
    }

    /// What is shuffled.
    struct OwnLibrary { whose: Own } = [whose "library"];

    /// Who draws it.
    enum OwnSubject {
        You = ["you draw"];
        They = ["they draw"];
    }

    /// Where a card is played from.
    #[derive(Copy)]
    enum PlayedFrom {
        Anywhere = [];
        Exile = ["from exile"];
        NotHand = ["from anywhere other than your hand"];
    }

    /// Whom a player attacks: with two players there is one opponent.
    enum Attacked {
        EnchantedPlayer = ["enchanted player"];
        AnOpponent = ["one of your opponents"];
        Opponents = ["one or more of your opponents"];
        You = ["you"];
    }

    /// What of yours a player attacks.
    #[derive(Copy)]
    enum YouOrPlaneswalkers {
        Either = ["you and/or one or more planeswalkers you control"];
        Planeswalkers = ["one or more planeswalkers you control"];
        APlaneswalker = ["a planeswalker you control with one or more creatures"];
    }

    /// With how many creatures: any number, as nobody attacks without one.
    struct WithSome { n: Numeral, noun: Noun } = ["with" n "or more" [noun plural]] where |v| v.n == Numeral(1) && v.noun.is_plain_creature();

    /// What a player does.
    enum PlayerEvent {
        Spell { event: SpellEvent } = [event];
        Cards { event: CardEvent } = [event];
        CommitsCrime = ["commits|commit a crime"];
        IsDealt { kind: DamageKind } = ["is|are dealt" kind];
        BecomesTarget { by: TargetedBy } = ["becomes|become the target of" by];
        IsAttacked = ["is|are attacked"];
        GainsLife = ["gains|gain life"];
        LosesLife = ["loses|lose life"];
        LosesGame = ["loses|lose the game"];
        LosesControl { what: Np } = ["loses|lose control of" [what singular]] where |v| matches!(v, PlayerEvent::LosesControl { what: Np::Itself | Np::That { .. } });
        Sacrifices { what: Np } = ["sacrifices|sacrifice" [what singular]];
        Attacks = ["attacks|attack"];
        AttacksWith { n: Numeral, noun: Noun } = ["attacks|attack with" n "or more" [noun plural]];
        AttacksWithExactly { n: Numeral, noun: Noun } = ["attacks|attack with exactly" n [noun by n]];
        AttacksPlayer = ["attacks|attack a player"];
        AttacksYouWith { n: Numeral, noun: Noun } = ["attacks|attack you with" n "or more" [noun plural]]
            where |v| matches!(v, PlayerEvent::AttacksYouWith { n, .. } if n.0 > 1);
        AttacksWhom { whom: Attacked, with: Option<WithSome> } = ["attacks|attack" whom with];
        AttacksYouOrPlaneswalkers { also: YouOrPlaneswalkers } = ["attacks|attack" also];
        AttacksPlayerWith { n: Numeral, noun: Noun } = ["attacks|attack a player with" n "or more" [noun plural]];
        Scries = ["scries|scry"];
        Investigates = ["investigates|investigate"];
        Proliferates = ["proliferates|proliferate"];
        CollectsEvidence = ["collects|collect evidence"];
        Searches { whose: Own } = ["searches|search" whose "library"];
        Shuffles { whose: Option<OwnLibrary> } = ["shuffles|shuffle" whose];
        WinsFlip = ["wins|win a coin flip"];
        LosesFlip = ["loses|lose a coin flip"];
        RollsDice = ["rolls|roll one or more dice"];
        RollsDie = ["rolls|roll a die"];
        GetsEnergy = ["gets|get one or more {E}"];
        Expends { n: Digits } = ["expends|expend" n];
        Exerts { what: Np } = ["exerts|exert" [what singular]];
        Surveils = ["surveils|surveil"];
        PutsCounters { kind: Option<CounterWord>, on: Np } = ["puts|put one or more" kind "counters on" [on singular]];
        PutsCounter { kind: Option<CounterWord>, on: Np } = ["puts|put a" kind "counter on" [on singular]];
        Taps { what: Np } = ["taps|tap" [what singular]] where |v| matches!(v, PlayerEvent::Taps { what: Np::Quant { quant: Quant::A, .. } });
        TapsForMana { what: Np } = ["taps|tap" [what singular] "for mana"];
        PlaysLand { what: Np } = ["plays|play" [what singular]] where |v| !matches!(v, PlayerEvent::PlaysLand { what: Np::Quant { noun, .. } } if noun.is_about_cards() || noun.is_from_somewhere());
        PlaysCard { from: PlayedFrom } = ["plays|play a card" from];
        PlaysLandOrCasts { from: PlayedFrom, again: PlayedFrom } = ["plays|play a land" from "or casts|cast a spell" again]
            where |v| matches!(v, PlayerEvent::PlaysLandOrCasts { from, again } if from == again && *from != PlayedFrom::Anywhere);
        BecomesMonarch = ["becomes|become the monarch"];
        TakesInitiative = ["takes|take the initiative"];
        CompletesDungeon = ["completes|complete a dungeon"];
        UnlocksThis = ["unlocks|unlock this door"];
        FullyUnlocks { noun: Noun } = ["fully unlocks|unlock a" [noun singular]];
        ChoosesBearer = ["chooses|choose a creature as your Ring-bearer"];
        AttacksWhile { condition: Conditions } = ["attacks|attack while" condition];
        ControlsSome { n: AtLeast, noun: Noun } = ["controls|control" n [noun by n]] where |v| matches!(v, PlayerEvent::ControlsSome { n, .. } if matches!(n, AtLeast::OrMore { .. } | AtLeast::OrFewer { .. }));
        HasNoCards = ["has|have no cards in hand"];
        Controls { noun: Noun } = ["controls|control no" [noun plural]];
        ControlsA { noun: Noun } = ["controls|control a" [noun singular]];
    }

    /// What a chapter ability does.
    #[derive(Copy)]
    enum ChapterDoes {
        Triggers = ["triggers"];
        Resolves = ["resolves"];
    }

    /// What "one or more" and other subjects of events are.
    enum Subject {
        Np { np: Np } = [np] where is_subject;
    }

    /// Or by another source.
    struct OrBy { np: Np } = ["or by" [np singular]];

    /// What attacks besides the source.
    enum OthersAttacking {
        One { noun: Noun } = ["one" [noun singular]]
            where |v| !matches!(v, OthersAttacking::One { noun } if begins_with(noun, "other"));
        Others { n: Numeral, noun: Noun } = [n "other" [noun by n]];
        Such { n: Numeral, noun: Noun } = [n [noun by n]]
            where |v| matches!(v, OthersAttacking::Such { n, noun } if n.0 > 1 && !begins_with(noun, "other"));
    }

    /// One event that triggers.
    enum Event {
        Object { subject: Subject, events: Series<ObjectEvent> } = [subject [events by subject]];
        Player { who: Player, events: Series<PlayerEvent> } = [who [events by who]];
        SomePlayers { event: PlayerEvent } = ["one or more players" [event plural]]
            where |v| matches!(v, Event::SomePlayers { event: PlayerEvent::Sacrifices { .. } | PlayerEvent::Cards { event: CardEvent::Discards { .. } } });
        SomeOpponents { event: PlayerEvent } = ["one or more opponents" [event plural]]
            where |v| matches!(v, Event::SomeOpponents { event: PlayerEvent::LosesLife | PlayerEvent::GainsLife });
        Besides { with: OthersAttacking } = ["~ and at least" with "attack"];
        FinalChapter { noun: Noun, does: ChapterDoes } = ["the final chapter ability of a" [noun singular] does];
        CounterPut { n: AtLeast, kind: Option<CounterWord>, np: Np } = [n kind ["counter|counters is|are put on" by n] [np singular]]
            where |v| matches!(v, Event::CounterPut { n: AtLeast::A | AtLeast::OrMore { n: Numeral(1) }, .. });
        NthCounter { n: Ordinal, kind: CounterWord } = ["the" n kind "counter is put on ~"];
        AbilityActivated { np: Np } = ["an ability of" [np singular] "is activated, if it isn't a mana ability"];
        HauntedDies = ["the creature it haunts dies"];
        CountersSpell = ["a spell or ability you control counters a spell"];
        Championed { sub: Sub } = ["a" [sub singular] "is championed with ~"];
        RingTempts = ["the Ring tempts you"];
        CounterRemovedInExile { n: AtLeast, kind: CounterWord } =
            [n kind "counter is removed from ~ while it's exiled"]
            where |v| matches!(v, Event::CounterRemovedInExile { n: AtLeast::A, .. });
        LastCounterInExile { kind: CounterWord } = ["the last" kind "counter is removed from ~ while it's exiled"];
        LastCounter { kind: CounterWord } = ["the last" kind "counter is removed from ~"];
        CounterRemoved { n: AtLeast, kind: CounterWord, np: Np } = [n kind ["counter|counters is|are removed from" by n] [np singular]]
            where |v| matches!(v, Event::CounterRemoved { n: AtLeast::A | AtLeast::OrMore { n: Numeral(1) }, .. });
        DealtBy { who: Player, kind: DamageKind, by: Np, or: Option<OrBy> } =
            [who ["is|are dealt" by who] kind "by" [by singular] or];
        YoureDealt { kind: DamageKind } = ["you're dealt" kind];
        DamageToYouOr { kind: DamageKind, np: Np } = [kind "is dealt to you or" [np singular]];
        DamageIsDealt { kind: DamageKind, who: Player } = [kind "is dealt to" who];
        PlayerOrObjectTargeted { who: Player, np: Np, by: TargetedBy } = [who "or" [np singular] "becomes the target of" by];
        CausedDiscard { noun: Noun } = ["a" [noun singular] "causes you to discard ~"];
        CausedMove { noun: Noun, what: Noun, to: ZoneRef } =
            ["a" [noun singular] "causes a" [what singular] "to be put into" to "from the battlefield"]
            where |v| matches!(v, Event::CausedMove { to, .. } if to.is_graveyard());
        CausedDiscardAny { noun: Noun } = ["a" [noun singular] "causes you to discard a card"];
        HasCounters { n: AtLeast, kind: CounterWord } = ["~ has" n kind ["counter|counters" by n] "on it"]
            where |v| matches!(v, Event::HasCounters { n: AtLeast::No | AtLeast::OrMore { .. } | AtLeast::OrFewer { .. }, .. });
        AreCountersOn { n: AtLeast, kind: CounterWord } = ["there are" n kind "counters on ~"]
            where |v| matches!(v, Event::AreCountersOn { n: AtLeast::No | AtLeast::OrMore { .. } | AtLeast::OrFewer { .. }, .. });
        ThereAreNo { noun: Noun } = ["there are no" [noun plural]];
        NoneThere { noun: Noun } = ["no" [noun plural] "are on the battlefield"];
        SelfHas { keyword: Keyword } = ["~ has" keyword];
        TheirLife { who: Player, cmp: LifeCmp } = [who "has" cmp "life"]
            where |v| matches!(v, Event::TheirLife { who: Player::AnOpponent | Player::APlayer, .. });
        LifeState { cmp: LifeCmp } = ["you have" cmp "life"];
        StatState { stat: Stat, cmp: Cmp } = ["~ 's" stat "is" cmp];
    }

    /// The whole prefix up to the comma.
    enum Trigger {
        Event { when: When, event: Event } = [when event ","];
        While { when: When, event: Event, condition: Conditions } = [when event "while" condition ","] where is_while;
        During { when: When, event: Event, during: Window } = [when event "during" during ","];
        DuringOr { when: When, a: Event, during: Window, second: When, b: Event } = [when a "during" during "or" second b ","];
        FirstTime { when: When, event: Event } = [when event "for the first time each turn,"];
        FirstTimeOwn { when: When, event: Event, whose: Own } =
            [when event "for the first time during each of" whose "turns,"];
        Or { when: When, a: Event, second: Option<When>, b: Event } = [when a "or" second b ","];
        OneOfThree { when: When, a: Event, b: Event, c: Event } = [when a ", or" b ", or" c ","];
        And { when: When, a: Event, second: When, b: Event } = [when a "and" second b ","];
        Daytime = ["whenever day becomes night or night becomes day,"];
        Step { step: StepOf } = ["at the beginning of" step ","];
        EndOfCombat = ["at end of combat,"];
        EndOfYourCombat = ["at end of combat on your turn,"];
        StepOr { step: StepOf, when: When, event: Event } = ["at the beginning of" step "or" when event ","];
        StepAnd { step: StepOf, when: When, event: Event } = ["at the beginning of" step "and" when event ","];
        EventOrStep { when: When, event: Event, step: StepOf } = [when event "and at the beginning of" step ","];
    }
}

/// Attacking "while" something is so has rows of its own, and what adds mana asks for no more than that something is tapped.
fn is_while(trigger: &Trigger) -> bool {
    let Trigger::While { event, .. } = trigger else { return false };
    match event {
        Event::Object { events, .. } => !events.items.iter().any(|event| {
            matches!(event, ObjectEvent::Combat { event: CombatEvent::Attacks } | ObjectEvent::IsTappedForMana)
        }),
        Event::Player { events, .. } => {
            !events.items.iter().any(|event| matches!(event, PlayerEvent::Attacks | PlayerEvent::TapsForMana { .. }))
        }
        _ => true,
    }
}

/// A subject of an event is a description, not a target or a reference back.
fn is_subject(subject: &Subject) -> bool {
    let Subject::Np { np } = subject;
    match np {
        // Of what waits for something that was mentioned.
        Np::That { .. } | Np::Those { .. } | Np::EitherOf { .. } | Np::TheToken => true,
        Np::Itself
        | Np::YourRingBearer
        | Np::Host { .. }
        | Np::SelfOrHost { .. }
        | Np::SelfOrAnother { .. }
        | Np::It
        | Np::YourCommander
        | Np::Either { .. } => true,
        Np::Quant { quant, .. } => {
            matches!(
                quant,
                Quant::A | Quant::Another | Quant::Some { n: HowMany::OneOrMore } | Quant::Each | Quant::OrMore { .. }
            )
        }
        _ => false,
    }
}

impl AbilityOfKind {
    /// The same, as the compiled form has it.
    pub(crate) fn which(self) -> WhichAbilities {
        match self {
            AbilityOfKind::Boast => WhichAbilities::Named(Named::Boast),
            AbilityOfKind::Exhaust => WhichAbilities::Named(Named::Exhaust),
            AbilityOfKind::Loyalty => WhichAbilities::Loyalty,
            AbilityOfKind::Ninjutsu => WhichAbilities::Named(Named::Ninjutsu),
            AbilityOfKind::Outlast => WhichAbilities::Named(Named::Outlast),
        }
    }
}

impl Event {
    /// Returns whether it is about what was mentioned before.
    pub(crate) fn refers_back(&self) -> bool {
        let Event::Object { subject: Subject::Np { np }, .. } = self else { return false };
        matches!(np, Np::That { .. } | Np::Those { .. } | Np::EitherOf { .. } | Np::TheToken)
    }

    /// Returns whether it is that you lose control of something.
    pub(crate) fn is_of_losing_control(&self) -> bool {
        let Event::Player { who: Player::You, events } = self else { return false };
        matches!(events.items.as_slice(), [PlayerEvent::LosesControl { .. }])
    }

    /// Returns whether it is that the source leaves the battlefield.
    pub(crate) fn is_of_source_leaving(&self) -> bool {
        let Event::Object { subject: Subject::Np { np: Np::Itself }, events } = self else { return false };
        matches!(events.items.as_slice(), [ObjectEvent::Zone { event: ZoneEvent::Leaves }])
    }
}

impl Agrees for Subject {
    fn is_plural(&self) -> bool {
        let Subject::Np { np } = self;
        np.is_plural()
    }
}
