//! Times: steps, parts of a turn, and how often.

use super::condition::Conditions;
use super::noun::Head;
use super::player::Whose;
use crate::text::syntax::syntax;

syntax! {
    /// A step or main phase (CR 500.1).
    #[derive(Copy)]
    enum StepName {
        Upkeep = ["upkeep|upkeeps"];
        Draw = ["draw step|steps"];
        End = ["end step|steps"];
        Main = ["main phase|phases"];
        FirstMain = ["first main phase|phases"];
        SecondMain = ["second main phase|phases"];
        PrecombatMain = ["precombat main phase|phases"];
        PostcombatMain = ["postcombat main phase|phases"];
    }

    /// Whose step it is.
    enum StepOf {
        Whose { whose: Whose, step: StepName } = [whose [step singular]];
        Each { step: StepName } = ["each" [step singular]];
        EachOfYours { step: StepName } = ["each of your" [step plural]];
        TheEnd = ["the end step"];
        OfHost { step: StepName, head: Head } = ["the" [step singular] "of enchanted" [head singular] "'s controller"];
        CombatOn { whose: Whose } = ["combat on" whose "turn"];
        EachCombat = ["each combat"];
    }

    /// A part of a turn, or of several turns: what something happens during.
    enum Window {
        Turn { whose: Whose } = [whose "turn"];
        BeforeEnd { whose: Whose } = [whose "turn before the end step"];
        BeforeAttackers { whose: Whose } = [whose "turn, before attackers are declared"];
        Step { step: StepOf } = [step];
        AnyUpkeep = ["any upkeep step"];
        Combat = ["combat"];
        CombatBeforeBlockers = ["combat before blockers are declared"];
        CombatAfterBlockers = ["combat after blockers are declared"];
        EndOfCombat = ["the end of combat step"];
        DeclareAttackers = ["the declare attackers step"];
        DeclareBlockers = ["the declare blockers step"];
    }

    /// Before which step of a turn.
    enum BeforeStep {
        CombatDamage = ["the combat damage step"];
        EndOfCombat = ["the end of combat step"];
    }

    /// When something can be done, or how often.
    enum Only {
        As { speed: Speed } = ["only as" speed];
        During { window: Window } = ["only during" window];
        Before { step: BeforeStep } = ["only before" step];
        If { condition: Conditions } = ["only if" condition];
        Once = ["only once"];
        OncePerTurn = ["only once each turn"];
        PerTurn { n: Frequency } = ["no more than" n "each turn"];
    }

    /// One after another.
    struct AndOnly { only: Only } = ["and" only];

    /// What holds for whoever does it.
    enum ButOnly {
        But { only: Only } = ["but" only];
        And { only: Only } = ["and" only];
    }

    /// As what something can be done.
    enum Speed {
        Sorcery = ["a sorcery"];
        Instant = ["an instant"];
    }

    /// A number of times.
    enum Frequency {
        Twice = ["twice"];
        Thrice = ["three times"];
    }
}
