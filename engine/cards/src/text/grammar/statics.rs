//! Static abilities as sentences: continuous effects, "enters" replacements, costs, rules for players.

mod abilities;
mod as_enters;
mod continuous;
mod cost_change;
mod damage;
mod entering;
mod instead;
mod permanents;
mod players;
mod prevention;

use crate::text::grammar::amount::{ForEach, Num, WhereX};
use crate::text::grammar::condition::Conditions;
use crate::text::grammar::cost::{Gerunds, SentenceCost};
use crate::text::grammar::keyword::CostName;
use crate::text::grammar::noun::Noun;
use crate::text::grammar::player::Player;
use crate::text::grammar::tax::Tax;
use crate::text::grammar::tense::SelfOrIt;
use crate::text::grammar::when::{AndOnly, Only};
use crate::text::grammar::words::{Color, Digits, Mana, Numeral};
use crate::text::syntax::syntax;

pub(crate) use self::abilities::{AbilityStatic, Cause, Crewing, CrewingPower};
pub(crate) use self::as_enters::{AsEntersStatic, EnterChoice, EntersSoIf, EntersSoMuch, OneShape};
pub(crate) use self::continuous::{AlsoStatement, ContinuousStatic, Kept, Statement, WhileTail};
pub(crate) use self::cost_change::{
    AbilityCostBy, AbilityCostX, CastFrom, CostBy, CostStatic, Floor, NamedAbility, ThoseAbilities,
};
pub(crate) use self::damage::{AgainTo, DamageChange, DamageStatic, DamageThisTurn, DealtBy, PartOfDamage, WouldTo};
pub(crate) use self::entering::{EnterCounters, EnteringStatic};
pub(crate) use self::instead::{
    CounterKinds, CountersChange, CountersOn, DrawStatic, Drawer, Elsewhere, Going, InsteadStatic, MillChange,
    NumberedStatic, WhileSo,
};
pub(crate) use self::permanents::{DeclaredAs, PermanentStatic, PowerThan};
pub(crate) use self::players::{
    Exiled, LifeFloor, MayCast, NotCaused, PlayerRule, PlayerStatic, PriceStatic, SkipRule, Spending, Stopped,
    UnspentAs, UntapSteps,
};
pub(crate) use self::prevention::PreventionStatic;

syntax! {
    /// When a continuous effect applies, before its subject.
    enum While {
        AsLongAs { condition: Conditions } = ["as long as" condition ","];
        YourTurn = ["during your turn,"];
        YourTurnWhile { condition: Conditions } = ["during your turn, as long as" condition ","];
        YourTurnIf { condition: Conditions } = ["during your turn, if" condition ","];
        NotYourTurn = ["during turns other than yours,"];
        If { condition: Conditions } = ["if" condition ","];
    }

    /// When a spell may be cast without its mana cost, or for another cost.
    enum Alternative {
        Cost { cost: SentenceCost } = ["you may" cost "rather than pay ~'s mana cost"];
        Free = ["you may cast ~ without paying its mana cost"];
        OthersGain { who: Player, n: Num } = ["rather than pay ~'s mana cost, you may have" who "gain" n "life"];
    }

    /// With what counters a permanent enters that was cast for a cost just said.
    struct EntersSo { it: SelfOrIt, with: EnterCounters } = ["if you do," it "enters with" with "."];

    /// What a starting deck must be for a card to be chosen as its companion (CR 702.139c).
    enum StartingDeck {
        Kinds { kind: Noun, noun: Noun } =
            ["each" [kind singular] "in your starting deck is a" [noun singular]];
        ManaValueOrLess { kind: Noun, n: Digits } =
            ["each" [kind singular] "in your starting deck has mana value" n "or less"];
        Activated { kind: Noun } = ["each" [kind singular] "in your starting deck has an activated ability"];
        DifferentNames { kind: Noun } = ["each" [kind singular] "in your starting deck has a different name"];
        OneType { kind: Noun } = ["each" [kind singular] "in your starting deck shares a card type"];
        EvenManaValues = ["your starting deck contains only cards with even mana values"];
        OddManaValues = ["your starting deck contains only cards with odd mana values and land cards"];
        ManaValueOrGreater { n: Digits } =
            ["your starting deck contains only cards with mana value" n "or greater and land cards"];
        Larger = ["your starting deck contains at least twenty cards more than the minimum deck size"];
        DifferentSymbols = ["no card in your starting deck has more than one of the same mana symbol in its mana cost"];
    }

    /// Statements that cards of every type can have: costs, casting, not being countered.
    enum CardRule {
        AdditionalCost { cost: SentenceCost } = ["as an additional cost to cast ~," cost "."];
        OptionalCost { cost: SentenceCost } = ["as an additional cost to cast ~, you may" cost "."];
        AlternativeIf { condition: Conditions, alternative: Alternative } = ["if" condition "," alternative "."];
        AlternativeRule { alternative: Alternative } = [alternative "."];
        CantBeCountered = ["~ can't be countered."];
        CantBeCopied = ["~ can't be copied."];
        UncounterableIf { condition: Conditions } = ["if" condition ", ~ can't be countered and the damage can't be prevented."];
        CantBeCounteredIf { condition: Conditions } = ["if" condition ", ~ can't be countered."];
        SelfCost { by: CostBy, each: Option<ForEach> } = ["~ costs" by each "."];
        SelfCostIf { by: CostBy, condition: Conditions } = ["~ costs" by "if" condition "."];
        SelfCostWhile { by: CostBy, condition: Conditions } = ["~ costs" by "as long as" condition "."];
        IfSelfCost { condition: Conditions, by: CostBy } = ["if" condition ", ~ costs" by "."];
        SelfCostYourTurn { by: CostBy } = ["~ costs" by "during your turn."];
        Strive { mana: Mana } = ["~ costs" mana "more to cast for each target beyond the first."];
        LifeForTargets { n: Digits } = ["~ costs" n "life more to cast for each target."];
        SelfCostX { by: CostBy, x: WhereX } = ["~ costs" by x "."];
        SelfCostIfTargets { by: CostBy, noun: Noun } = ["~ costs" by "if it targets a" [noun singular] "."];
        FlashFor { mana: Mana } = ["you may cast ~ as though it had flash if you pay" mana "more to cast it."];
        FlashUntilCleanup =
            ["you may cast ~ as though it had flash. If you cast it any time a sorcery couldn't have been cast, the controller of the permanent it becomes sacrifices it at the beginning of the next cleanup step."];
        FlashWhile { condition: Conditions } = ["~ has flash as long as" condition "."];
        IfFlash { condition: Conditions } = ["if" condition ", you may cast ~ as though it had flash."];
        DeckAnyNumber = ["a deck can have any number of cards named ~."];
        DeckUpTo { n: Numeral } = ["a deck can have up to" n "cards named ~."];
        FlashIf { condition: Conditions } = ["you may cast ~ as though it had flash if" condition "."];
        CastFromGraveyardIf { condition: Conditions } = ["you may cast ~ from your graveyard as long as" condition "."];
        CastFromGraveyardIfAfter { condition: Conditions, so: Option<EntersSo> } =
            ["you may cast ~ from your graveyard if" condition "." so];
        AnyColor = ["you may spend mana as though it were mana of any color to cast ~."];
        OnlyOnX { color: Color } = ["spend only" color "mana on X."];
        OnlyMadeBy { noun: Noun } = ["spend only mana produced by" [noun plural] "to cast ~."];
        OnlyTwoOnX { a: Color, b: Color } = ["spend only" a "and/or" b "mana on X."];
        CastAtMaxSpeed = ["max speed — you may cast ~ from your graveyard."];
        CastFromGraveyard { so: Option<EntersSo> } = ["you may cast ~ from your graveyard." so];
        CastFromGraveyardUsing { name: CostName } = ["you may cast ~ from your graveyard using its" name "ability."];
        CastFromExile = ["you may cast ~ from exile."];
        CastFromGraveyardOrExile = ["you may cast ~ from your graveyard or from exile."];
        CastFromGraveyardBy { by: Gerunds } =
            ["you may cast ~ from your graveyard by" by "in addition to paying its other costs."];
        CastFromGraveyardFor { by: Gerunds, so: Option<EntersSo> } =
            ["you may cast ~ from your graveyard by" by "rather than paying its mana cost." so];
        CantCastIf { condition: Conditions } = ["you can't cast ~ if" condition "."];
        CantCastEarly = ["you can't cast ~ during your first, second, or third turns of the game."];
        CantCastUnless { condition: Conditions } = ["you can't cast ~ unless" condition "."];
        CastOnly { only: Only, more: Vec<AndOnly> } = ["cast ~" only more "."];
        Commander = ["~ can be your commander."];
        Companion { deck: StartingDeck } = ["companion —" [deck capital] "."];
        Redraw = ["any time you could mulligan and ~ is in your hand, you may exile all cards from your hand, then draw that many cards."];
        OpeningHand = ["if ~ is in your opening hand, you may begin the game with it on the battlefield."];
    }

    /// A sentence of a static ability of a permanent, by what it is about.
    enum Static {
        Continuous { what: ContinuousStatic } = [what];
        Entering { what: EnteringStatic } = [what];
        AsEnters { what: AsEntersStatic } = [what];
        Cost { what: CostStatic } = [what];
        Abilities { what: AbilityStatic } = [what];
        Players { what: PlayerStatic } = [what];
        Permanents { what: PermanentStatic } = [what];
        Damage { what: DamageStatic } = [what];
        Prevention { what: PreventionStatic } = [what];
        Instead { what: InsteadStatic } = [what];
        Tax { before: Option<While>, tax: Tax } = [before tax "."];
    }
}

impl Static {
    /// Returns whether something is done as it enters, and with what it enters then isn't said in the same statement.
    pub(crate) fn is_done_as_it_enters(&self) -> bool {
        matches!(self, Static::AsEnters { what: AsEntersStatic::AsEntersDo { so: None, .. } })
    }
}
