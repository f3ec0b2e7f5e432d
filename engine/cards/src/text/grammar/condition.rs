//! Conditions: after "if", "as long as", "unless", "only if".

mod board;
mod cast;
mod combat;
mod deeds;
mod done;
mod moved;
mod objects;
mod players;
mod spells;
mod times;

use crate::text::grammar::amount::{Amount, Num};
use crate::text::grammar::noun::Cmp;
use crate::text::syntax::syntax;

pub(crate) use self::board::{BoardCondition, MoreOrFewer, TallyCondition};
pub(crate) use self::cast::{CastCondition, KickerCost, MadeBy};
pub(crate) use self::combat::CombatCondition;
pub(crate) use self::deeds::DeedCondition;
pub(crate) use self::done::{Doer, DoneCondition};
pub(crate) use self::moved::MovedCondition;
pub(crate) use self::objects::{Above, ControlledBy, ObjectCondition, State};
pub(crate) use self::players::{MoreOrLess, PlayerCondition};
pub(crate) use self::spells::SpellsCondition;
pub(crate) use self::times::TimeCondition;

syntax! {
    /// One or two conditions.
    enum Conditions {
        One { a: ConditionWords } = [a];
        And { a: ConditionWords, b: ConditionWords } = [a "and" b];
        Or { a: ConditionWords, b: ConditionWords } = [a "or" b];
        OrIf { a: ConditionWords, b: ConditionWords } = [a "or if" b];
        AndIf { a: ConditionWords, b: ConditionWords } = [a "and if" b];
    }

    /// A condition, by what it asks.
    enum ConditionWords {
        Board { what: BoardCondition } = [what];
        Object { what: ObjectCondition } = [what];
        Cast { what: CastCondition } = [what];
        Player { what: PlayerCondition } = [what];
        Time { what: TimeCondition } = [what];
        Done { what: DoneCondition } = [what];
        Moved { what: MovedCondition } = [what];
        Spells { what: SpellsCondition } = [what];
        Combat { what: CombatCondition } = [what];
        Deed { what: DeedCondition } = [what];
        XIs { cmp: Cmp } = ["X is" cmp];
        XIsOrMore { n: Num } = ["X is" n "or more"];
        Amount { a: Amount, cmp: Cmp } = [a "is" cmp] where |v| matches!(v, ConditionWords::Amount { a, .. } if !matches!(a, Amount::Stat { .. } | Amount::LifeTotal | Amount::Num { .. }));
    }

    /// "5 or less life"
    enum LifeCmp {
        OrLess { n: Num } = [n "or less"];
        OrMore { n: Num } = [n "or more"];
        Exactly { n: Num } = ["exactly" n];
    }
}
