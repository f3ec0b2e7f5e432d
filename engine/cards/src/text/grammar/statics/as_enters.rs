//! What is chosen, paid or done as the permanent enters (CR 614.1c).

use std::sync::Arc;

use crate::text::grammar::amount::{Count, WhereX};
use crate::text::grammar::condition::Conditions;
use crate::text::grammar::cost::Counters;
use crate::text::grammar::effect::{Clause, Prefix, Sentence};
use crate::text::grammar::noun::Noun;
use crate::text::grammar::object::{Duration, Shape, StillTail};
use crate::text::grammar::player::Player;
use crate::text::grammar::series::{Chain, Conjunction, Series};
use crate::text::grammar::statics::EnterCounters;
use crate::text::grammar::statics::While;
use crate::text::grammar::tense::SelfOrIt;
use crate::text::grammar::token::CopyExcept;
use crate::text::grammar::verb::{ChooseVerb, NumberBetween, PlayerItem};
use crate::text::grammar::verb::{PlayerVerb, TokenVerb};
use crate::text::grammar::words::{CounterWord, Digits, ListedCounter, PtBox, Sub};
use crate::text::syntax::{has, syntax};

/// Returns whether a sentence says what its player does as something enters, and no more: a choice that is kept, and life that is paid, have
/// rows of their own.
fn is_done_first(sentence: &Sentence) -> bool {
    let Sentence::Plain { prefix: None | Some(Prefix::If { .. }), clauses, suffix: None, x: None } = sentence else {
        return false;
    };
    let kept = |verb: &PlayerVerb| {
        matches!(
            verb,
            PlayerVerb::Choose { .. }
                | PlayerVerb::Life { .. }
                | PlayerVerb::Look { .. }
                | PlayerVerb::Mana { .. }
                | PlayerVerb::Change { .. }
        )
    };
    let emblem = |verbs: &Chain<PlayerItem>| {
        verbs.rest.is_empty() && matches!(&verbs.first.verb, PlayerVerb::Tokens { verb: TokenVerb::GetEmblem { .. } })
    };
    let own = match &clauses.0.first {
        Clause::Imperative { .. } | Clause::May { who: Player::You, .. } => true,
        Clause::Player { who: Player::You, verbs } => emblem(verbs),
        _ => false,
    };
    own && clauses.0.rest.is_empty() && !has(sentence, kept)
}

syntax! {
    /// What is chosen as something enters.
    enum EnterChoice {
        Verb { verb: ChooseVerb } = [[verb plural]]
            where |v| matches!(v, EnterChoice::Verb { verb: ChooseVerb::ChooseColor { .. } | ChooseVerb::ChooseCreatureType { .. } | ChooseVerb::ChooseName { .. } });
        Number { between: Option<NumberBetween> } = ["choose a number" between];
        PayLife = ["pay any amount of life"];
        TwoColors = ["choose two colors"];
        LandType = ["choose a basic land type"];
        Types { types: Series<Sub> } = ["choose" [types singular]]
            where |v| matches!(v, EnterChoice::Types { types } if types.conjunction == Conjunction::Or);
        Opponent = ["choose an opponent"];
        Player = ["choose a player"];
    }

    /// One of several things that something can become.
    struct OneShape { shape: Shape, tail: Option<StillTail> } = ["a" [shape singular] [tail singular]];

    /// How a copy enters.
    enum EntersSo {
        Tapped = ["tapped"];
    }

    /// Whether it can be left undone.
    enum MayDo {
        May = ["you may"];
    }

    /// With what it enters once that was done.
    enum EntersSoMuch {
        Self_ { with: EnterCounters } = ["~ enters with" with "."];
        It { with: EnterCounters } = ["it enters with" with "."];
        SelfIfDone { with: EnterCounters } = ["if you do, ~ enters with" with "."];
        ItIfDone { with: EnterCounters } = ["if you do, it enters with" with "."];
    }

    /// With what it enters if something was done.
    struct EntersSoIf { with: EnterCounters, condition: Conditions } = ["it enters with" with "if" condition "."];

    /// What is chosen, paid or done as the permanent enters.
    enum AsEntersStatic {
        AsEntersDo { it: SelfOrIt, first: Arc<Sentence>, so: Option<EntersSoMuch> } = ["as" it "enters," first so]
            where |v| matches!(v, AsEntersStatic::AsEntersDo { first, so, .. } if is_done_first(first) && !so.as_ref().is_some_and(EntersSoMuch::is_of_devouring));
        AsEntersDoEach { it: SelfOrIt, first: Arc<Sentence>, so: Vec<EntersSoIf> } = ["as" it "enters," first so]
            where |v| matches!(v, AsEntersStatic::AsEntersDoEach { first, so, .. } if is_done_first(first) && !so.is_empty());
        WouldEnter { may: Option<MayDo>, item: PlayerItem } =
            ["if ~ would enter," may [item plural] "instead. If you do, put ~ onto the battlefield. If you don't, put it into its owner's graveyard."];
        AsEntersDevours { noun: Noun } =
            ["as ~ enters, you may sacrifice any number of" [noun plural] ". If you do, it enters with twice that many +1/+1 counters on it."];
        EntersWithChoice { a: CounterWord, b: CounterWord } = ["~ enters with your choice of a" a "counter or a" b "counter on it."];
        EntersWithOneOf { of: Series<ListedCounter> } = ["~ enters with your choice of a" of "counter on it."]
            where |v| matches!(v, AsEntersStatic::EntersWithOneOf { of } if of.conjunction == Conjunction::Or);
        AsEntersBecomes { it: SelfOrIt, of: Series<OneShape> } = ["as" it "enters, it becomes your choice of" of "."]
            where |v| matches!(v, AsEntersStatic::AsEntersBecomes { of, .. } if of.conjunction == Conjunction::Or);
        TurnedUp { first: Arc<Sentence> } = ["as ~ is turned face up," first]
            where |v| matches!(v, AsEntersStatic::TurnedUp { first } if is_done_first(first));
        EntersOrTurnedUp { counters: Counters, x: WhereX } =
            ["as ~ enters or is turned face up, put" counters "on it" x "."];
        EntersOrTurnedUpSize { a: PtBox, b: PtBox } =
            ["as ~ enters or is turned face up, it becomes your choice of" a "or" b "."];
        BecomesDay = ["if it's neither day nor night, it becomes day as ~ enters."];
        AsEnters { it: SelfOrIt, choice: EnterChoice } = ["as" it "enters," choice "."];
        AsEntersLooking { it: SelfOrIt, choice: EnterChoice } = ["as" it "enters, look at an opponent's hand, then" choice "."];
        AsEntersPayToo { it: SelfOrIt, choice: EnterChoice, n: Digits } =
            ["as" it "enters," choice ". Then you may pay" n "life. If you don't, it enters tapped."];
        AsEntersReveal { noun: Noun } = ["as ~ enters, you may reveal a" [noun singular] "from your hand. If you don't, ~ enters tapped."];
        AsEntersPay { n: Digits } = ["as ~ enters, you may pay" n "life. If you don't, it enters tapped."];
        EntersAsCopy { before: Option<While>, tapped: Option<EntersSo>, noun: Noun, except: Option<CopyExcept> } =
            [before "you may have ~ enter" tapped "as a copy of any" [noun singular] except "."];
        EntersAsCopyExiling { noun: Noun, except: Option<CopyExcept> } =
            ["you may have ~ enter as a copy of any" [noun singular] except ". When you do, exile that card."];
        CopiesForATime { noun: Noun, dur: Duration, except: Option<CopyExcept> } =
            ["as ~ enters, you may have it become a copy of any" [noun singular] dur except "."]
            where |v| matches!(v, AsEntersStatic::CopiesForATime { dur: Duration::EndOfTurn | Duration::YourNextTurn, .. });
        EntersAsCopyOf { noun: Noun, except: Option<CopyExcept> } = ["you may have ~ enter as a copy of a" [noun singular] except "."];
    }
}

impl EntersSoMuch {
    /// "If you do, it enters with twice that many +1/+1 counters on it" has a row with what is devoured.
    fn is_of_devouring(&self) -> bool {
        let twice = |counters: &Counters| matches!(counters, Counters::Some { n: Count::TwiceThatMany, .. });
        matches!(self, EntersSoMuch::ItIfDone { with: EnterCounters::Some { counters, .. } } if twice(counters))
    }
}
