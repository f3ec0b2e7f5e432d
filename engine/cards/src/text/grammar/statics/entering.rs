//! Entering tapped or with counters (CR 614.1c–d).

use crate::text::grammar::amount::{Amount, ForEach, WhereX};
use crate::text::grammar::condition::Conditions;
use crate::text::grammar::cost::Counters;
use crate::text::grammar::keyword::Grant;
use crate::text::grammar::noun::Noun;
use crate::text::grammar::series::Series;
use crate::text::grammar::statics::While;
use crate::text::grammar::words::{CounterWord, Sub};
use crate::text::syntax::syntax;

syntax! {
    /// With what counters something enters.
    enum EnterCounters {
        Some { counters: Counters, each: Option<ForEach> } = [counters "on it|them" each];
        EqualTo { kind: CounterWord, amount: Amount } = ["a number of" kind "counters on it|them equal to" amount];
        MoreEqualTo { kind: CounterWord, amount: Amount } =
            ["a number of additional" kind "counters on it|them equal to" amount];
    }

    /// What else a kicked permanent enters with.
    struct AndWith { grants: Series<Grant> } = ["and with" grants];

    /// Entering tapped or with counters.
    enum EnteringStatic {
        EntersTapped = ["~ enters tapped."];
        EntersPrepared = ["~ enters prepared."];
        EntersTappedForGood = ["~ enters tapped and doesn't untap during your untap step."];
        EntersTappedUnless { condition: Conditions } = ["~ enters tapped unless" condition "."];
        OthersEnterTapped { before: Option<While>, noun: Noun } = [before [noun plural] "enter tapped."];
        OthersEnterUntapped { before: Option<While>, noun: Noun } = [before [noun plural] "enter untapped."];
        EntersTappedIf { condition: Conditions } = ["if" condition ", ~ enters tapped."];
        EntersTappedIfAfter { condition: Conditions } = ["~ enters tapped if" condition "."];
        EntersWith { with: EnterCounters, x: Option<WhereX> } = ["~ enters with" with x "."];
        EntersWithBoth { with: EnterCounters, also: EnterCounters } = ["~ enters with" with "and" also "."];
        EntersOrEscapesWith { with: EnterCounters, escaped: EnterCounters } =
            ["~ enters with" with ". It escapes with" escaped "instead."];
        EscapesWith { with: EnterCounters } = ["~ escapes with" with "."];
        EntersTappedWith { with: EnterCounters } = ["~ enters tapped with" with "."];
        EntersTappedAndWith { with: EnterCounters } = ["~ enters tapped and with" with "."];
        EntersWithIf { condition: Conditions, with: EnterCounters, and: Option<AndWith> } = ["if" condition ", it enters with" with and "."];
        EntersWithIfSelf { condition: Conditions, with: EnterCounters } = ["if" condition ", ~ enters with" with "."];
        EntersWithIfAfter { with: EnterCounters, condition: Conditions } = ["~ enters with" with "if" condition "."];
        OthersEnterWith { before: Option<While>, noun: Noun, with: EnterCounters } = [before "each" [noun singular] "enters with" with "."];
        OthersEnterAs { noun: Noun, kind: CounterWord, amount: Amount, sub: Sub } =
            ["each" [noun singular] "enters with a number of additional" kind "counters on it equal to" amount "and as a" sub "in addition to its other types."];
        CantEnter { noun: Noun } = [[noun plural] "can't enter."];
        ManyEnterWith { noun: Noun, with: EnterCounters } = [[noun plural] "enter with" [with plural] "."];
    }
}
