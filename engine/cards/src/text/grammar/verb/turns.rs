//! Turns and steps that come or are skipped, and extra land plays.

use crate::text::grammar::amount::Count;
use crate::text::grammar::player::Own;
use crate::text::grammar::words::Numeral;
use crate::text::syntax::syntax;

syntax! {
    /// Extra turns, turns and steps that are skipped, and lands that may be played.
    enum TurnVerb {
        ExtraTurn = ["takes|take an extra turn after this one"];
        ExtraTurns { n: Count } = ["takes|take" n "extra turns after this one"] where |v| matches!(v, TurnVerb::ExtraTurns { n } if n.is_certain_plural());
        EndTurn = ["ends|end the turn"];
        ExtraLand { n: Count } = ["plays|play" n ["land|lands" by n] "this turn"];
        RepeatProcess = ["repeats|repeat this process"];
        RepeatOften = ["repeats|repeat this process any number of times"];
        ExtraLandsUpTo { n: Numeral } = ["plays|play up to" n "additional lands this turn"];
        SkipDraw = ["skips|skip your next draw step"];
        SkipTurn { whose: Own } = ["skips|skip" whose "next turn"];
        SkipTurns { whose: Own, n: Count } = ["skips|skip" whose "next" n "turns"] where |v| matches!(v, TurnVerb::SkipTurns { n, .. } if n.is_certain_plural());
        SkipTheirDraw = ["skips|skip their next draw step"];
        SkipCombat { whose: Own } = ["skips|skip" whose "next combat phase"];
        SkipUntap = ["skips|skip their next untap step"];
        SkipYourUntap = ["skips|skip your next untap step"];
    }
}
