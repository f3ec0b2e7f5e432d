//! Sentences that are read as a whole: what they say isn't put together of the clauses that others have.

use std::sync::Arc;

use super::amount::ForEach;
use super::condition::ConditionWords;
use super::cost::Counters;
use super::effect::{Clauses, Sentence};
use super::later::NextStep;
use super::noun::{Head, HowMany, Noun, Np, Quant};
use super::player::Player;
use super::tense::SelfOrIt;
use super::verb::{ChooseVerb, ManaVerb, PlayerItem, PlayerVerb};
use super::words::Mana;
use crate::text::syntax::{has, syntax};

syntax! {
    /// A sentence that is read as a whole.
    enum Particular {
        OnCommander { when: OnCommander, then: Arc<Sentence> } = [when "," then];
        CountersIfEach { a: Counters, first: ConditionWords, b: Counters, second: ConditionWords } =
            ["put" a "on it if" first "and" b "on it if" second "."]
            where |v| matches!(v, Particular::CountersIfEach { first: ConditionWords::Object { .. }, second: ConditionWords::Object { .. }, .. });
        AnyTargetForEachKick { it: SelfOrIt } =
            ["choose any target, then choose another target for each time" it "was kicked."];
        TargetForEachKick { one: Noun, other: Noun, it: SelfOrIt } =
            ["choose target" [one singular] ", then choose another target" [other singular] "for each time" it "was kicked."]
            where |v| matches!(v, Particular::TargetForEachKick { one, other, .. } if one == other);
        UntapForEach { who: Player, noun: Noun, mana: Mana, head: Head, them: Head } =
            [who "may choose any number of" [noun plural] "and pay" mana "for each" [head singular]
             "chosen this way. If the player does, untap those" [them plural] "."]
            where |v| matches!(v, Particular::UntapForEach { who: Player::ThatPlayer, head, them, .. } if head == them);
        LaterUnlessPlayed { when: NextStep, card: Unplayed, clauses: Arc<Clauses> } = [when ", if" card "," clauses "."];
    }

    /// That a card was exiled to be played, and wasn't.
    enum Unplayed {
        It = ["you haven't played it"];
        CastIt = ["you haven't cast it"];
        CastCard = ["you haven't cast the card"];
        PlayerCard = ["the player hasn't played the card"];
    }

    /// That mana was spent to cast your commander.
    enum OnCommander {
        If = ["if you spend this mana to cast your commander"];
        When = ["when you spend this mana to cast your commander"];
    }
}

impl Particular {
    /// Returns whether a sentence is one of these if it is read as the clauses that it looks like: as many targets are chosen as the spell was
    /// kicked.
    pub(crate) fn is_meant(sentence: &Sentence) -> bool {
        let kicked = |item: &PlayerItem| {
            matches!(item.verb, PlayerVerb::Choose { verb: ChooseVerb::Choose { .. } })
                && matches!(item.each, Some(ForEach::TimesKicked { .. }))
        };
        // What is chosen is paid for, each thing by itself.
        let any_number = |verb: &ChooseVerb| {
            let any = Quant::Some { n: HowMany::AnyNumber };
            matches!(verb, ChooseVerb::Choose { what: Np::Quant { quant, .. } } if *quant == any)
        };
        let paid_each = |item: &PlayerItem| {
            item.each.is_some() && matches!(item.verb, PlayerVerb::Mana { verb: ManaVerb::PayMana { .. } })
        };
        has(sentence, kicked) || has(sentence, any_number) && has(sentence, paid_each)
    }
}
