//! Sentences: prefixes × clauses × suffixes, modes, and what limits an ability.

use std::any::Any;
use std::sync::Arc;

use super::ability::{FlavorWord, ModeName};
use super::amount::{Amount, AtLeast, ExcessTo, ForEach, Num, WhereX};
use super::condition::{ConditionWords, Conditions};
use super::cost::{Counters, SpellValue};
use super::keyword::ProtectionFrom;
pub(crate) use super::later::{LaterEvent, NextStep};
use super::noun::{Adj, Extreme, Head, Noun, Np, Nps, Participle, Quant, Stat};
use super::object::{
    ButMana, Duration, LastingItem, LastingVerb, ObjectItem, Restriction, Shape, ShapeColor, StillTail,
};
use super::particular::Particular;
use super::player::{Player, Possessor, Relation, Whose};
use super::said::says;
use super::series::{Chain, Join};
use super::statics::{CostBy, DamageThisTurn, LifeFloor, PlayerRule, Stopped};
use super::token::TokenSpec;
use super::trigger::DamageKind;
use super::verb::{
    ChangeVerb, DamageAt, Dealer, PlayerItem, PlayerVerb, Prevented, Recipients, SpellVerb, Times, TokenVerb, Unless,
};
use super::when::{AndOnly, ButOnly, Only};
use super::words::{Color, CounterWord, Mana, Name, Numeral, Pawprints, Results, Sub, VoteWord};
use crate::text::first::First;
use crate::text::grammar::object::InThisTurn;
use crate::text::grammar::tax::Tax;
use crate::text::syntax::{Agrees, Ctx, Parser, Printer, Readings, Syntax, has, print, syntax};
use crate::walk::Then;

syntax! {
    /// A subject and what it does.
    enum Clause {
        SpendAs { how: SpendAs, on: SpendTo } = [how on];
        ChooseBlocks { how: BlocksHow } = ["you choose" how];
        BecomesDay = ["it becomes day"];
        BecomesNight = ["it becomes night"];
        ThoseShuffle = ["those players shuffle"];
        RingTempts = ["the Ring tempts you"];
        YouGain { gain: PlayerGain, dur: Option<Duration> } = ["you gain" gain dur];
        LifeFixed = ["your life total can't change"];
        YouAndGain { what: Nps, gain: PlayerGain, dur: Option<Duration> } = ["you and" [what singular] "gain" gain dur];
        NoMaximumHand = ["you have no maximum hand size for the rest of the game"];
        DamageUnpreventable = ["the damage can't be prevented"];
        NothingPrevented = ["damage can't be prevented this turn"];
        LifeBecomes { whose: Whose, n: Num } = [whose "life total becomes" n]
            where |v| matches!(v, Clause::LifeBecomes { whose: Whose::Your | Whose::Of { .. }, .. });
        EachLifeBecomes { amount: Amount } = ["each player's life total becomes" amount]
            where |v| matches!(v, Clause::EachLifeBecomes { amount: Amount::NumberOf { .. } | Amount::HighestLife { .. } | Amount::LowestLife { .. } });
        LifeBecomesEqual { whose: Whose, amount: Amount } = [whose "life total becomes equal to" amount]
            where |v| matches!(v, Clause::LifeBecomesEqual { whose: Whose::Your | Whose::Of { .. }, .. });
        ExtraCombat { after: AfterPhase, main: Option<ThenMain> } = [after "there is an additional combat phase" main];
        Imperative { verbs: Chain<PlayerItem> } = [[verbs plural]];
        Player { who: Player, verbs: Chain<PlayerItem> } = [who [verbs by who]];
        May { who: Player, verbs: Chain<PlayerItem> } = [who "may" [verbs plural]];
        ItsA { shape: Shape, tail: StillTail, dur: Option<Duration> } = ["it's a" [shape singular] [tail singular] dur];
        ItsOnly { shape: Shape } = ["it's a" [shape singular]] where |v| matches!(v, Clause::ItsOnly { shape } if print(shape).eq_ignore_ascii_case("enchantment"));
        TheyAre { shape: Shape, tail: StillTail, dur: Option<Duration> } = ["they're" [shape plural] [tail plural] dur];
        TheyAreOfType { color: Option<ShapeColor>, sub: Sub, tail: StillTail } = ["they're" color [sub plural] [tail plural]];
        Object { what: Nps, verbs: Chain<ObjectItem> } = [[what singular] [verbs by what]];
        ObjectEach { what: Nps, verbs: Chain<ObjectItem> } = [[what singular] "each" [verbs plural]];
        LastingEach { what: Nps, verbs: Chain<LastingItem> } = [[what singular] "each" [verbs plural]];
        LastingThen { what: Nps, first: Arc<LastingItem>, then: Arc<ObjectItem> } = [[what singular] [first by what] "and" [then by what]];
        PlayerEach { who: Player, verbs: Chain<PlayerItem> } = [who "each" [verbs plural]]
            where |v| matches!(v, Clause::PlayerEach { who, .. } if who.is_plural() && *who != Player::You);
        MayEach { who: Player, verbs: Chain<PlayerItem> } = [who "may each" [verbs plural]]
            where |v| matches!(v, Clause::MayEach { who, .. } if who.is_plural() && *who != Player::You);
        AbilitiesOfStop { what: Np, dur: Duration } =
            ["activated abilities of" [what singular] "can't be activated" dur] where |v| matches!(v, Clause::AbilitiesOfStop { what: Np::That { .. }, .. });
        AbilitiesStop { of: Possessor, but: Option<ButMana>, dur: Option<Duration> } =
            [of "activated abilities can't be activated" but dur]
            where |v| matches!(v, Clause::AbilitiesStop { of: Possessor::Its | Possessor::Their, .. });
        Lasting { what: Nps, verbs: Chain<LastingItem> } = [[what singular] [verbs by what]]
            where |v| !matches!(v, Clause::Lasting { what, verbs } if is_no_regeneration(&verbs.first) && !what.is_target_spell());
    }

    /// What is chosen of the blocks of the opponents' creatures (CR 509.1).
    enum BlocksHow {
        Combat = ["which creatures block this combat and how those creatures block"];
        Turn = ["which creatures block this turn and how those creatures block"];
        Those = ["how those creatures block"];
    }

    /// What players can have as permanents do (CR 702.11c, 702.16j, 702.18a).
    enum PlayerGain {
        Hexproof = ["hexproof"];
        HexproofFrom { a: Color, b: Color } = ["hexproof from" a "and from" b];
        Shroud = ["shroud"];
        Protection { from: ProtectionFrom } = ["protection from" from];
        ChosenColor = ["protection from the color of your choice"];
    }

    /// As what mana may be spent (CR 609.4b).
    enum SpendAs {
        CanBe = ["mana of any type can be spent to cast"];
        AnyType = ["you may spend mana as though it were mana of any type to cast"];
        SnowAnyColor = ["you may spend mana from snow sources as though it were mana of any color to cast"];
        AnyColor = ["you may spend mana as though it were mana of any color to cast"];
    }

    /// On what.
    enum SpendTo {
        It = ["it"];
        Them = ["them"];
        That = ["that spell"];
        Those = ["those spells"];
        ThisWay = ["spells this way"];
    }

    /// The phase that is going on.
    enum AfterPhase {
        Phase = ["after this phase,"];
        Combat = ["after this combat phase,"];
        Main = ["after this main phase,"];
    }

    /// What follows an additional combat phase.
    enum ThenMain {
        Main = ["followed by an additional main phase"];
    }

    /// For how long cards may be cast or played that were exiled.
    enum WhileExiled {
        It = ["for as long as it remains exiled,"];
        That { head: Head } = ["for as long as that" [head singular] "remains exiled,"];
        Those { head: Head } = ["for as long as those" [head plural] "remain exiled,"];
    }

    /// That something is done after what was said before.
    enum ThenDo {
        Then = ["then"];
    }

    /// What a sentence begins with.
    enum Prefix {
        Then = ["then"];
        If { condition: Conditions } = ["if" condition ","];
        ThenIf { condition: Conditions } = ["then if" condition ","];
        ThenIfForEach { condition: Conditions, each: ForEach } = ["then if" condition "," each ","];
        IfNext { condition: Conditions, when: NextStep } = ["if" condition "," when ","];
        IfInstead { condition: Conditions } = ["if" condition ", instead"];
        IfInsteadOnly { condition: Conditions } = ["if" condition ", instead only"];
        Otherwise = ["otherwise,"];
        ForEach { then: Option<ThenDo>, each: ForEach } = [then each ","];
        Until { dur: Duration } = [dur ","];
        WhileExiled { long: WhileExiled } = [long];
        InAttackTurns { with: Np } = ["during any turn you attacked with" [with singular] ","]
            where |v| matches!(v, Prefix::InAttackTurns { with: Np::Itself | Np::Quant { quant: Quant::A | Quant::OrMore { .. }, .. } });
        Next { when: NextStep } = [when ","];
        WhenYouDo = ["when you do,"];
        WhenYouDoIf { condition: Conditions } = ["when you do, if" condition ","];
        WhenTheyDo = ["when they do,"];
        WhenPaidOften = ["when you pay this cost one or more times,"];
        WhenPrevented = ["when damage is prevented this way,"];
        WhenExcess = ["when it deals excess damage this way,"];
        WhenConnives = ["when it connives this way,"];
        WhenExcessTo { to: ExcessTo } = ["when excess damage is dealt" to "this way,"];
        WhenThisWay { n: AtLeast, noun: Noun, past: Participle } = ["when" n [noun by n] ["is|are" by n] past "this way,"];
        WhenYouThisWay { deed: YouDid, n: AtLeast, noun: Noun } = ["when you" deed n [noun by n] "this way,"];
        Later { later: LaterEvent } = [later];
        LaterIf { later: LaterEvent, condition: Conditions } = [later "if" condition ","];
        IfLater { condition: Conditions, later: LaterEvent } = ["if" condition "," later];
    }

    /// What one has done oneself.
    #[derive(Copy)]
    enum YouDid {
        Discard = ["discard"];
        Exile = ["exile"];
        Sacrifice = ["sacrifice"];
    }

    /// What would be put into a graveyard afterwards.
    enum CastSo {
        ThatSpell = ["that spell"];
        ThatCard = ["that card"];
        ThisWay = ["a spell cast this way"];
    }

    /// A spell that goes to exile afterwards, in words.
    struct Afterwards { what: CastSo, whose: Whose, turn: Option<InThisTurn> } =
        ["if" what "would be put into" [whose singular] "graveyard" turn ", exile it instead."]
        where |v| matches!(v.whose, Whose::A | Whose::Your | Whose::Of { player: Player::Its { relation: Relation::Owner } });

    /// What a sentence ends with.
    enum Suffix {
        If { condition: Conditions } = ["if" condition];
        Instead = ["instead"];
        InsteadIf { condition: Conditions } = ["instead if" condition];
        IfInstead { condition: Conditions } = ["if" condition "instead"];
        IfInsteadIf { inner: Conditions, condition: Conditions } = ["if" inner "instead if" condition];
        InsteadOfHand = ["instead of putting it into your hand"];
        InsteadOfHandIf { condition: Conditions } = ["instead of putting it into your hand if" condition];
        Unless { unless: Unless } = [unless];
        UnlessInstead { unless: Unless } = [unless "instead"];
        UnlessIf { condition: Conditions } = ["unless" condition];
        Next { when: NextStep } = [when];
        NextWhileThere { when: NextStep } = [when "if ~ is still on the battlefield"];
    }

    /// What happens to damage instead.
    enum NextTimeOutcome {
        Prevent = [", prevent that damage"];
        Redirect { to: Recipients } = [", that damage is dealt to" to "instead"];
        DealsTo { head: Head, to: Recipients } = [", that" [head singular] "deals that damage to" to "instead"];
    }

    /// One sentence of an effect.
    enum Sentence {
        Plain { prefix: Option<Prefix>, clauses: Arc<Clauses>, suffix: Option<Suffix>, x: Option<WhereX> } = [prefix clauses suffix x "."]
            where |v| !taxes_combat(v) && !asks_of_exception(v) && !is_a_rule(v) && !Particular::is_meant(v);
        IfEach { a: Arc<Clause>, first: ConditionWords, b: Arc<Clause>, second: ConditionWords } =
            [a "if" first ", and" b "if" second "."] where |v| matches!(v, Sentence::IfEach { first: ConditionWords::Cast { .. }, second: ConditionWords::Cast { .. }, .. });
        DamageIfEach { n: Num, to: Recipients, first: ConditionWords, m: Num, also: Recipients, second: ConditionWords } =
            ["~ deals" n "damage to" to "if" first "and" m "damage to" also "if" second "."]
            where |v| matches!(v, Sentence::DamageIfEach { first: ConditionWords::Cast { .. }, second: ConditionWords::Cast { .. }, .. });
        AnotherOfKind =
            ["choose a counter on target permanent or player. Give that permanent or player another counter of that kind."];
        Villainous { then: Option<ThenDo>, who: Player, a: Arc<Clauses>, b: Arc<Clauses> } =
            [then who ["faces|face" by who] "a villainous choice —" a ", or" b "."];
        AttackersDoTheSame = ["each opponent attacking that player does the same."];
        Melded { noun: Noun, into: Name } =
            ["if you both own and control ~ and a" [noun singular] ", exile them, then meld them into" into "."];
        Swapped { gone: Head, card: Head } =
            ["if both targets are still legal as this ability resolves, that player simultaneously sacrifices the" [gone singular]
             "and returns the" [card singular] "to the battlefield."];
        AnotherOfEachKind =
            ["for each kind of counter on target permanent or player, give that permanent or player another counter of that kind."];
        ItsSize { power: Amount, toughness: Amount } =
            ["its power is equal to" power "and its toughness is equal to" toughness "."];
        ReturnsAsYouUntap =
            ["during your next untap step, as you untap your permanents, return ~ to its owner's hand."];
        AbilityCountered { of: AbilityOf, then: Arc<Clauses> } = ["if" of "is countered this way," then "."];
        NextDraw { clauses: Arc<Clauses> } = ["the next time you would draw a card this turn," clauses "instead."];
        NextDrawInstead { clauses: Arc<Clauses> } = ["the next time you would draw a card this turn, instead" clauses "."];
        DoomedIf { condition: Conditions } =
            ["if" condition ", that creature can't be regenerated this turn and if it would die this turn, exile it instead."];
        Doomed =
            ["if it's a creature, it can't be regenerated this turn, and if it would die this turn, exile it instead."];
        XWithin { prefix: Option<Prefix>, clauses: Arc<Clauses>, x: WhereX, join: Join, more: Arc<Clauses> } =
            [prefix clauses x join more "."] where |v| !matches!(v, Sentence::XWithin { join: Join::Or, .. });
        OneOfEachType = ["for each card type, you may put a card of that type from among the revealed cards into your hand."];
        NoRegeneration { np: Np } = [[np singular] "can't be regenerated."];
        ExileInstead { np: Np } = ["if" [np singular] "would die this turn, exile it instead."];
        ExileAfterwards { what: Afterwards } = [what];
        FreeThisWay { noun: Noun } = ["you may cast" [noun plural] "this way without paying their mana costs."];
        LifeForThem { of: SpellValue } =
            ["if you cast a spell this way, pay life equal to" of "rather than pay its mana cost."];
        LifeForThemPaying { of: SpellValue } =
            ["if you cast a spell this way, pay life equal to" of "rather than paying its mana cost."];
        GoesToExile { noun: Noun, whose: Whose, thing: CardWord } =
            ["if a" [noun singular] "would be put into" [whose singular] "graveyard from anywhere this turn, exile" thing "instead."]
            where |v| matches!(v, Sentence::GoesToExile { whose: Whose::Your | Whose::A, .. });
        EnterYours { noun: Noun } =
            ["if a" [noun singular] "would enter under an opponent's control this turn, it enters under your control instead."];
        UncastToExile { dur: Duration, noun: Noun } = [dur ", if a" [noun singular] "would enter and it wasn't cast, exile it instead."]
            where |v| matches!(v, Sentence::UncastToExile { dur: Duration::EndOfTurn, .. });
        DamageThisTurn { what: DamageThisTurn } = [what];
        LeaveExile { np: Np } = ["if" [np singular] "would leave the battlefield, exile it instead of putting it anywhere else."];
        Lured { np: Np } = ["all creatures able to block" [np singular] "this turn do so."];
        Rolled { results: Results, then: Arc<Sentence> } = [results then]
            where |v| !matches!(v, Sentence::Rolled { then, .. } if matches!(**then, Sentence::Rolled { .. }));
        ExcessTo { who: Player } = ["excess damage is dealt to" who "instead."];
        StillLand { it: StillIt } = [it];
        StillPlaneswalker = ["~ is still a planeswalker."];
        MayEnd { mana: Mana } = ["you may pay" mana "to end this effect."];
        SpendOnly { uses: SpendUses } = ["spend this mana only to" uses "."];
        SpendFirmly { uses: SpendUses } = ["spend this mana only to" uses ", and that spell can't be countered."];
        ManaSpent { when: SpentWhen, noun: Noun, then: SpentThen } = [when [noun singular] "," then];
        Particular { what: Particular } = [what];
        SpendOnX = ["spend this mana only on costs that contain {X}."];
        NextTime { by: Dealer, kind: DamageKind, at: Option<DamageAt>, then: NextTimeOutcome } =
            ["the next time" by "would deal" kind at "this turn" then "."];
        Redirected { n: Num, from: Recipients, to: Recipients } =
            ["the next" n "damage that would be dealt to" from "this turn is dealt to" to "instead."];
        RedirectedFrom { n: Num, by: Dealer, at: DamageAt, to: Recipients } =
            ["the next" n "damage that" by "would deal" at "this turn is dealt to" to "instead."];
        AllRedirected { what: Prevented, to: Recipients } = [what "is dealt to" to "instead."]
            where |v| !matches!(v, Sentence::AllRedirected { what: Prevented::Next { .. } | Prevented::NextBy { .. }, .. });
        NextTimeRedirected { from: Recipients, to: Recipients } =
            ["the next time damage would be dealt to" from "this turn, that damage is dealt to" to "instead."];
        PreventInsteadIf { condition: Conditions, n: Num } =
            ["if" condition ", prevent the next" n "damage this way instead."];
        RepeatFollowing { times: Times } = ["repeat the following process" times "."];
        RoundEachTime { how: RoundHow } = [how];
        SearchersShuffle = ["then each player who searched their library this way shuffles."];
        RuleFor { who: Player, rule: PlayerRule, dur: Duration } = [who [rule by who] dur "."] where rules_a_turn;
        RuleForIf { condition: Conditions, who: Player, rule: PlayerRule, dur: Duration } =
            ["if" condition "," who [rule by who] dur "."] where rules_a_turn;
        PermitFor { dur: Duration, rule: PlayerRule } = [dur ", you" [rule plural] "."] where permits_a_turn;
        PermitThisTurn { rule: PlayerRule, turn: InThisTurn } = ["you" [rule plural] turn "."] where permits_a_turn;
        RuleUntil { dur: Duration, who: Player, rule: PlayerRule } = [dur "," who [rule by who] "."] where rules_a_turn;
        StoppedUntil { dur: Duration, a: Stopped, b: Stopped } = [dur "," a "and" b "."]
            where |v| matches!(v, Sentence::StoppedUntil { dur: Duration::EndOfTurn | Duration::YourNextTurn, .. });
        AttackNextTurn { who: Player } =
            ["during" who "'s next turn, creatures that player controls attack ~ if able."];
        FloorUntil { dur: Duration, floor: LifeFloor } = [dur "," floor]
            where |v| matches!(v, Sentence::FloorUntil { dur: Duration::EndOfTurn, .. });
        CantLoseThisTurn = ["you can't lose the game this turn and your opponents can't win the game this turn."];
        NoLifeGainThisTurn { who: Player } = ["if" who "would gain life this turn, that player gains no life instead."];
        FlashThisTurn { noun: Noun } = ["you may cast" [noun plural] "this turn as though they had flash."];
        SpellsCostThisTurn { noun: Noun, by: CostBy } = [[noun plural] "this turn cost" by "."];
        SpellsCostUntil { noun: Noun, by: CostBy, dur: Duration } = [[noun plural] "cost" by dur "."]
            where |v| matches!(v, Sentence::SpellsCostUntil { dur: Duration::YourNextTurn | Duration::EndOfTurn, .. });
        UntilSpellsCost { dur: Duration, noun: Noun, by: CostBy } = [dur "," [noun plural] "cost" by "."]
            where |v| matches!(v, Sentence::UntilSpellsCost { dur: Duration::YourNextTurn | Duration::EndOfTurn, .. });
        NextSpell { noun: Noun, gets: NextGets } = ["the next" [noun singular] "you cast this turn" gets "."];
        AurasOver { noun: Noun } =
            ["attach all Auras enchanting target" [noun singular] "to another permanent with the same controller."];
        Balance { a: Noun, b: Noun } =
            ["each player chooses a number of" [a plural] "they control equal to the number of" [b plural] "controlled by the player who controls the fewest, then sacrifices the rest."]
            where |v| matches!(v, Sentence::Balance { a, b } if a == b);
        BalanceCardsFirst = ["players discard cards and sacrifice creatures the same way."];
        BalanceCardsLast = ["players sacrifice creatures and discard cards the same way."];
        BalanceCards = ["each player discards cards the same way."];
        TiedChoice { head: Head, most: Extreme, stat: Stat } =
            ["if two or more" [head plural] "are tied for" most stat ", you choose one of them."];
        NextToHand { noun: Noun } =
            ["the next time you cast a" [noun singular] "this turn, put that card into your hand instead of into your graveyard as it resolves."];
        TaxFor { dur: Duration, tax: Tax } = [dur "," tax "."]
            where |v| matches!(v, Sentence::TaxFor { dur: Duration::ThisTurn | Duration::YourNextTurn, .. });
        TokensEnter { what: ThoseTokens, whom: EnterAttacking } = [what "tapped and attacking" whom "."];
        CountersAtMost { kind: CounterWord, on: Np, n: Numeral } =
            ["this ability can't cause the total number of" kind "counters on" [on singular] "to be greater than" n "."];
        LastsThroughCombat = ["this mana lasts until end of combat."];
        StaysThroughCombat = ["until end of combat, you don't lose this mana as steps end."];
        StaysThroughTurn = ["until end of turn, you don't lose this mana as steps and phases end."];
        NoNonartifact = ["this mana can't be spent to cast a nonartifact spell."];
        NoNonartifacts = ["this mana can't be spent to cast nonartifact spells."];
        ControlTurn { who: Player } = ["you control" who "during that player's next turn."];
        ControlTurnBefore { who: Player } =
            ["you gain control of" who "during that player's next turn. After that turn, that player takes an extra turn."];
        JoinForces = ["starting with you, each player may pay any amount of mana."];
        Vote { a: VoteWord, b: VoteWord } = ["starting with you, each player votes for" a "or" b "."];
        VoteFor { noun: Noun } = ["starting with you, each player votes for a" [noun singular] "."];
        Subgame = ["players play a Magic subgame, using their libraries as their decks."];
        SubgameAt { n: Num } = ["players play a Magic subgame, starting at" n "life and using their libraries as their decks."];
        SubgameTable { n: Num } =
            ["players play a Magic subgame under the table, starting at" n "life and using their libraries as their decks."];
        Restart { what: Np } = ["restart the game, leaving in exile" [what plural] "."];
        SubgameLosers = ["each player who doesn't win the subgame loses half their life, rounded up."];
        SubgameSearch { n: Numeral } =
            ["the winner searches their library for" n "cards, puts those cards into their hand, then shuffles."];
        CounteredToExile = ["if that spell is countered this way, exile it instead of putting it into its owner's graveyard."];
        ExiledAsItResolves =
            ["exile that card instead of putting it into your graveyard as it resolves. If you do, return it to your hand at the beginning of the next end step."];
        GainsSuspend = ["if it doesn't have suspend, it gains suspend."];
        CounteredToExileWith { counters: Counters } =
            ["if the spell is countered this way, exile it with" counters "on it instead of putting it into its owner's graveyard."];
        CounteredToTop = ["if that spell is countered this way, put it on top of its owner's library instead of into that player's graveyard."];
        CounteredToTopOrBottom { what: CardWord } =
            ["if that spell is countered this way, put" what "on the top or bottom of its owner's library instead of into that player's graveyard."];
        CounteredToBottom { what: CardWord } =
            ["if that spell is countered this way, put" what "on the bottom of its owner's library instead of into that player's graveyard."];
        WhenDoneChoose { choose: Choose, modes: Vec<Mode> } = ["when you do," choose modes]
            where |v| matches!(v, Sentence::WhenDoneChoose { modes, .. } if modes.len() > 1);
        CounteredOntoBattlefield { noun: Noun } =
            ["if a" [noun singular] "is countered this way, put that card onto the battlefield under your control instead of into its owner's graveyard."];
        CounteredToHand = ["if that spell is countered this way, put it into its owner's hand instead of into that player's graveyard."];
    }

    /// Tokens that a sentence before has made.
    enum ThoseTokens {
        The = ["the token enters"];
        That = ["that token enters"];
        It = ["it enters"];
        They = ["they enter"];
        Those = ["those tokens enter"];
    }

    /// Whom they attack.
    enum EnterAttacking {
        Anyone = [];
        ThatPlayer = ["that player"];
    }

    /// Whose ability was countered.
    enum AbilityOf {
        Permanent = ["a permanent's ability"];
        Noun { noun: Noun } = ["an ability of a" [noun singular]];
    }

    /// How all halves before are rounded.
    #[derive(Copy)]
    enum RoundHow {
        Up = ["round up each time."];
        Down = ["round down each time."];
    }

    /// A card that was just spoken of.
    enum CardWord {
        It = ["it"];
        ThatCard = ["that card"];
    }

    /// What the next spell gets that is cast.
    enum NextGets {
        Cost { by: CostBy } = ["costs" by];
        Flash = ["can be cast as though it had flash"];
        Uncounterable = ["can't be countered"];
        Has { grants: super::series::Series<super::keyword::Grant> } = ["has" grants];
    }

    /// What an animated land says of itself.
    enum StillIt {
        It = ["it's still a land."];
        They = ["they're still lands."];
    }

    /// What mana may be spent on.
    enum SpendUse {
        CastOne { noun: Noun } = ["cast a" [noun singular]];
        CastEither { a: Noun, b: Noun } = ["cast a" [a singular] "or a" [b singular]];
        CastBoth { a: Noun, b: Noun } = ["cast" [a plural] "or" [b plural]]
            where |v| matches!(v, SpendUse::CastBoth { a, b } if !a.quals.is_empty() && b.is_about_spells());
        Cast { noun: Noun } = ["cast" [noun plural]];
        Ability = ["activate an ability"];
        Abilities = ["activate abilities"];
        AbilityOf { noun: Noun } = ["activate an ability of a" [noun singular]];
        AbilitiesOf { noun: Noun } = ["activate abilities of" [noun plural]];
        Equip = ["activate an equip ability"];
        Equips = ["activate equip abilities"];
        Foretell = ["foretell a card from your hand"];
        Foretells = ["foretell cards"];
        TurnUp { noun: Noun } = ["turn a" [noun singular] "face up"];
        TurnAllUp { noun: Noun } = ["turn" [noun plural] "face up"];
        Unlock = ["unlock a door"];
        Unlocks = ["unlock doors"];
        WithColorless = ["pay a cost that contains {C}"];
        OwnAbilities = ["pay the activation costs of ~ 's abilities"];
    }

    /// Mana is spent on a spell.
    enum SpentWhen {
        IfThat = ["if that mana is spent on a"];
        IfThis = ["if this mana is spent on a"];
        IfThatCast = ["if that mana is spent to cast a"];
        IfThisCast = ["if this mana is spent to cast a"];
        WhenThat = ["when that mana is spent to cast a"];
        WhenYou = ["when you spend this mana to cast a"];
    }

    /// What happens then.
    enum SpentThen {
        CantBeCountered = ["that spell can't be countered."];
        ItCantBeCountered = ["it can't be countered."];
        Sentence { then: Arc<Sentence> } = [then];
    }

    /// One use of mana or several.
    enum SpendUses {
        One { a: SpendUse } = [a];
        Or { a: SpendUse, b: SpendUse } = [a "or" b];
        OrTo { a: SpendUse, b: SpendUse } = [a "or to" b];
        And { a: SpendUse, b: SpendUse } = [a "and" b]
            where |v| matches!(v, SpendUses::And { b: SpendUse::Unlocks | SpendUse::TurnAllUp { .. }, .. });
        Three { a: SpendUse, b: SpendUse, c: SpendUse } = [a "," b ", or" c];
    }

    /// How modes are chosen.
    enum Choose {
        N { n: Numeral } = ["choose" n "—"];
        OneOrBoth = ["choose one or both —"];
        OneUnless { condition: Conditions, more: MoreModes } = ["choose one. If" condition "," more];
        OneUnlessCast { condition: Conditions, more: MoreModes } = ["choose one. If" condition "as you cast ~," more];
        OneOrMore = ["choose one or more —"];
        OneOrBothApart = ["choose one or both. Each mode must target a different player."];
        OneOrMoreApart = ["choose one or more. Each mode must target a different player."];
        UpTo { n: Numeral } = ["choose up to" n "—"];
        AnyNumber = ["choose any number —"];
        NSame { n: Numeral } = ["choose" n ". You may choose the same mode more than once."];
        UpToNSame { n: Numeral } = ["choose up to" n ". You may choose the same mode more than once."];
        YouMayOne = ["you may choose one —"];
        OpponentOne = ["an opponent chooses one —"];
        OneUnchosen = ["choose one that hasn't been chosen —"];
        OneUnchosenThisTurn = ["choose one that hasn't been chosen this turn —"];
    }

    /// How many modes are chosen instead of one.
    enum MoreModes {
        MayBoth = ["you may choose both."];
        MayBothInstead = ["you may choose both instead."];
        MayTwo = ["you may choose two instead."];
        Both = ["choose both instead."];
        OneOrMore = ["choose one or more instead."];
        AnyNumber = ["choose any number instead."];
    }

    /// One mode.
    struct Mode { word: Option<FlavorWord>, first: Sentence, rest: Vec<Sentence> } = ["•" word first rest];

    /// A mode with a cost of its own (CR 702.172a), and a name if only one is chosen (CR 702.183a).
    struct PricedMode { word: Option<ModeName>, mana: Mana, first: Sentence, rest: Vec<Sentence> } = ["•" word mana "—" first rest];

    /// A mode with what it is worth (CR 700.2i).
    struct WorthMode { worth: Pawprints, first: Sentence, rest: Vec<Sentence> } = ["•" worth "—" first rest];

    /// What a spell or ability does.
    enum Body {
        Worth { most: Numeral, modes: Vec<WorthMode> } =
            ["choose up to" most "{P} worth of modes. You may choose the same mode more than once." modes]
            where |v| matches!(v, Body::Worth { modes, .. } if modes.len() > 1);
        Tiered { modes: Vec<PricedMode> } = ["tiered" modes] where |v| matches!(v, Body::Tiered { modes } if modes.len() > 1);
        Spree { modes: Vec<PricedMode> } = ["spree" modes] where |v| matches!(v, Body::Spree { modes } if modes.len() > 1);
        Sentences { first: Sentence, rest: Vec<Sentence> } = [first rest];
        Modal { choose: Choose, modes: Vec<Mode> } = [choose modes] where |v| matches!(v, Body::Modal { modes, .. } if modes.len() > 1);
        IfModal { condition: Conditions, choose: Choose, modes: Vec<Mode> } = ["if" condition "," choose modes] where |v| matches!(v, Body::IfModal { modes, .. } if modes.len() > 1);
    }

    /// When an ability can be activated, by whom and for how much, and how often it triggers.
    enum Limit {
        Activate { only: Only, more: Vec<AndOnly> } = ["activate" only more "."];
        AnyPlayer { but: Option<ButOnly> } = ["any player may activate this ability" but "."];
        OnlyOpponents { and: Option<AndOnly> } = ["only your opponents may activate this ability" and "."];
        CostsLess { mana: Mana, each: ForEach } = ["this ability costs" mana "less to activate" each "."];
        CostsLessIf { mana: Mana, condition: Conditions } = ["this ability costs" mana "less to activate if" condition "."];
        CostsLessX { x: WhereX } = ["this ability costs {X} less to activate" x "."];
        CostsLessYourTurn { mana: Mana } = ["this ability costs" mana "less to activate during your turn."];
        CostsLessIfTargets { mana: Mana, noun: Noun } =
            ["this ability costs" mana "less to activate if it targets a" [noun singular] "."];
        CostsMore { mana: Mana, each: ForEach } = ["this ability costs" mana "more to activate" each "."];
        OnlyOnX { color: Color } = ["spend only" color "mana on X."];
        XNotZero = ["X can't be 0."];
        XIs { amount: Amount } = ["X is" amount "."];
        TriggersOnce = ["this ability triggers only once each turn."];
        TriggersOnceEver = ["this ability triggers only once."];
        DoOnce = ["do this only once each turn."];
    }
}

/// "Until your next turn, creatures can't attack you unless ...": what is paid then is paid as attackers are declared.
fn taxes_combat(sentence: &Sentence) -> bool {
    let Sentence::Plain { prefix: Some(Prefix::Until { .. }), clauses, suffix: Some(Suffix::Unless { .. }), .. } =
        sentence
    else {
        return false;
    };
    let restricts = |verb: &LastingVerb| {
        matches!(
            verb,
            LastingVerb::Restrict { .. } | LastingVerb::CantBlockWhat { .. } | LastingVerb::CantAttackYou { .. }
        )
    };
    match &clauses.0.first {
        Clause::Lasting { verbs, .. } | Clause::LastingEach { verbs, .. } => restricts(&verbs.first.verb),
        _ => false,
    }
}

/// Returns whether a sentence is one rule for a player, which has a row of its own.
fn is_a_rule(sentence: &Sentence) -> bool {
    matches!(sentence, Sentence::Plain { clauses, .. } if clauses.0.first == Clause::NoMaximumHand)
}

/// What a player may cast or play for a time from where it could not be cast or played.
fn permits_a_turn(sentence: &Sentence) -> bool {
    match sentence {
        Sentence::PermitFor { dur: Duration::EndOfTurn | Duration::YourNextTurn, rule }
        | Sentence::PermitThisTurn { rule, .. } => matches!(
            rule,
            PlayerRule::PlayFromTop
                | PlayerRule::LoyaltyTwice { .. }
                | PlayerRule::Flash { .. }
                | PlayerRule::PlayLandsFromGraveyard
                | PlayerRule::PlayAllFromGraveyard { .. }
                | PlayerRule::CastFromGraveyard { .. }
                | PlayerRule::CastFromTop { .. }
                | PlayerRule::PlayAllFromTop { .. }
        ),
        _ => false,
    }
}

/// Rules that hold for a turn: those that take something away.
fn rules_a_turn(sentence: &Sentence) -> bool {
    match sentence {
        Sentence::RuleFor { rule, dur: Duration::ThisTurn | Duration::YourNextTurn | Duration::RestOfGame, .. }
        | Sentence::RuleForIf {
            rule, dur: Duration::ThisTurn | Duration::YourNextTurn | Duration::RestOfGame, ..
        }
        | Sentence::RuleUntil { rule, dur: Duration::EndOfTurn | Duration::YourNextTurn, .. } => matches!(
            rule,
            PlayerRule::CantGainLife
                | PlayerRule::CantLoseLife
                | PlayerRule::CantCast { .. }
                | PlayerRule::CantSearch
                | PlayerRule::NoMaximum
                | PlayerRule::CantPlayLands
                | PlayerRule::CantPlayLandsNamed { .. }
                | PlayerRule::CantCastOrActivateAny { .. }
                | PlayerRule::CantCastOrLoyalty { .. }
                | PlayerRule::CantActivate
        ),
        _ => false,
    }
}

/// Clauses joined in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clauses(pub(crate) Chain<Clause>);

impl Clauses {
    /// Returns whether a bare verb would be read as one more verb of the clause: then it is none of its own (or every chain of verbs
    /// would be many clauses as well).
    fn takes_verbs(clause: &Clause) -> bool {
        match clause {
            Clause::Imperative { .. } | Clause::May { .. } => true,
            Clause::Player { who, .. } => who.is_plural(),
            Clause::PlayerEach { .. } | Clause::MayEach { .. } => true,
            Clause::Object { .. }
            | Clause::ItsA { .. }
            | Clause::ItsOnly { .. }
            | Clause::TheyAre { .. }
            | Clause::TheyAreOfType { .. }
            | Clause::ObjectEach { .. }
            | Clause::LastingEach { .. }
            | Clause::LastingThen { .. }
            | Clause::Lasting { .. }
            | Clause::AbilitiesStop { .. }
            | Clause::AbilitiesOfStop { .. }
            | Clause::SpendAs { .. }
            | Clause::ChooseBlocks { .. }
            | Clause::ThoseShuffle
            | Clause::BecomesDay
            | Clause::BecomesNight
            | Clause::RingTempts
            | Clause::YouGain { .. }
            | Clause::LifeFixed
            | Clause::YouAndGain { .. }
            | Clause::DamageUnpreventable
            | Clause::NoMaximumHand
            | Clause::NothingPrevented
            | Clause::LifeBecomes { .. }
            | Clause::LifeBecomesEqual { .. }
            | Clause::EachLifeBecomes { .. }
            | Clause::ExtraCombat { .. } => false,
        }
    }
}

impl Prefix {
    /// Returns whether what follows is an ability that triggers at once on what was just done (CR 603.12), without a condition.
    pub(crate) fn triggers_at_once(&self) -> bool {
        matches!(
            self,
            Prefix::WhenYouDo
                | Prefix::WhenTheyDo
                | Prefix::WhenPaidOften
                | Prefix::WhenPrevented
                | Prefix::WhenExcess
                | Prefix::WhenExcessTo { .. }
                | Prefix::WhenConnives
                | Prefix::WhenThisWay { .. }
                | Prefix::WhenYouThisWay { .. }
        )
    }
}

impl Sentence {
    /// Returns whether it says what more happens when damage is prevented.
    pub(crate) fn is_about_prevention(&self) -> bool {
        says(self, "prevented this way")
    }
}

impl Clauses {
    /// Returns whether counters are put first.
    pub(crate) fn puts_counters(&self) -> bool {
        matches!(&self.0.first, Clause::Imperative { verbs } if matches!(verbs.first.verb, PlayerVerb::Counters { .. }))
    }

    /// Returns whether somebody does something at once, nothing being offered.
    pub(crate) fn is_done(&self) -> bool {
        self.0.items().all(|clause| matches!(clause, Clause::Imperative { .. } | Clause::Player { .. }))
    }

    /// The same and more, as one sentence: a bare verb is one more verb of the clause before.
    pub(crate) fn and_more(&self, join: Join, more: &Clauses) -> Clauses {
        let mut all = self.clone();
        let mut following = more.0.clone();
        let last = all.0.rest.last_mut().map_or(&mut all.0.first, |link| &mut link.1);
        if let (Clause::Imperative { verbs } | Clause::May { verbs, .. }, Clause::Imperative { verbs: next }) =
            (last, &following.first)
        {
            verbs.rest.push((join, next.first.clone()));
            verbs.rest.extend(next.rest.iter().cloned());
            all.0.rest.append(&mut following.rest);
            return all;
        }
        all.0.rest.push((join, following.first));
        all.0.rest.append(&mut following.rest);
        all
    }

    /// What is done before the last thing, and that; `None` where they can't be told apart: what is offered or done by objects
    /// together.
    pub(crate) fn without_last(&self) -> Option<(Option<Clauses>, Clauses)> {
        let mut before = self.clone();
        if let Some((_, last)) = before.0.rest.pop() {
            let last = Clauses(Chain { first: last, rest: Vec::new() });
            return matches!(last.without_last(), Some((None, _))).then_some((Some(before), last));
        }
        let mut last = self.clone();
        match (&mut before.0.first, &mut last.0.first) {
            (
                Clause::Imperative { verbs } | Clause::Player { verbs, .. },
                Clause::Imperative { verbs: last_verbs } | Clause::Player { verbs: last_verbs, .. },
            ) => {
                let Some((_, verb)) = verbs.rest.pop() else { return Some((None, last)) };
                *last_verbs = Chain { first: verb, rest: Vec::new() };
                Some((Some(before), last))
            }
            (Clause::May { verbs, .. }, _) if !verbs.rest.is_empty() => None,
            (Clause::Object { verbs, .. }, _) if !verbs.rest.is_empty() => None,
            _ => Some((None, last)),
        }
    }

    /// "it has ...", "it loses all other card types"
    fn can_be_exception(clause: &Clause) -> bool {
        if matches!(clause, Clause::ItsA { .. } | Clause::TheyAre { .. }) {
            return true;
        }
        let Clause::Lasting { verbs, .. } = clause else { return false };
        matches!(verbs.first.verb, LastingVerb::Has { .. } | LastingVerb::LosesOther { .. })
    }

    /// "create a token that's a copy of it, except it's a Spirit": "and it has flying" belongs to the exception.
    fn copies_with_exception(clause: &Clause) -> bool {
        match clause {
            Clause::Imperative { verbs } | Clause::Player { verbs, .. } | Clause::May { verbs, .. } => {
                let last = verbs.rest.last().map_or(&verbs.first, |link| &link.1);
                match &last.verb {
                    PlayerVerb::Tokens {
                        verb: TokenVerb::Create { tokens: TokenSpec::Copy { except: Some(_), .. } },
                    }
                    | PlayerVerb::Spell { verb: SpellVerb::CopyExcept { .. } } => true,
                    PlayerVerb::Change { verb: ChangeVerb::HaveLasting { item, .. } } => becomes_copy(&item.verb),
                    _ => false,
                }
            }
            Clause::Lasting { verbs, .. } => verbs.items().any(|item| becomes_copy(&item.verb)),
            _ => false,
        }
    }
}

/// "create a token that's a copy of that creature, except it isn't legendary if that creature is legendary": what is asked belongs to the
/// exception.
fn asks_of_exception(sentence: &Sentence) -> bool {
    let Sentence::Plain { clauses, suffix: Some(Suffix::If { condition }), .. } = sentence else { return false };
    let last = clauses.0.rest.last().map_or(&clauses.0.first, |link| &link.1);
    Clauses::copies_with_exception(last) && has(condition, |adj| matches!(adj, Adj::Super { .. }))
}

/// "becomes a copy of that creature, except ..."
fn becomes_copy(verb: &LastingVerb) -> bool {
    matches!(verb, LastingVerb::BecomesCopyExcept { .. })
}

impl Syntax for Clauses {
    fn read(p: &mut Parser<'_>, at: usize, _: Ctx, found: &mut Vec<(Self, usize)>) {
        let chains: Readings<Chain<Clause>> = p.parse(at, Ctx::SINGULAR);
        for (chain, end) in chains.iter() {
            let mut before = &chain.first;
            let good = chain.rest.iter().all(|(join, clause)| {
                let bare = matches!(clause, Clause::Imperative { .. });
                let good = *join != Join::Or
                    && !(bare && Clauses::takes_verbs(before))
                    && !(Clauses::can_be_exception(clause) && Clauses::copies_with_exception(before));
                before = clause;
                good
            });
            if good {
                found.push((Clauses(chain.clone()), *end));
            }
        }
    }
    fn first() -> &'static First {
        Chain::<Clause>::first()
    }
    fn write(&self, out: &mut Printer, ctx: Ctx) {
        self.0.write(out, ctx);
    }
    fn walk(&self, visit: &mut dyn FnMut(&dyn Any) -> Then) {
        self.0.walk(visit);
    }
}

/// "It can't be regenerated" is a sentence of its own about what was destroyed; "~ can't be countered" is a statement about
/// the card.
fn is_no_regeneration(item: &LastingItem) -> bool {
    let said_elsewhere = [Restriction::CantBeRegenerated, Restriction::CantBeCountered];
    item.dur.is_none()
        && matches!(&item.verb, LastingVerb::Restrict { restriction } if said_elsewhere.contains(restriction))
}
