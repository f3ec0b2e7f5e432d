//! Spells: casting, countering, copying them, and their targets.

use crate::text::grammar::cost::PriceWords;
use crate::text::grammar::noun::{Head, Noun, Np, Qual, Quant};
use crate::text::grammar::object::Duration;
use crate::text::grammar::player::{OwnZone, Whose, ZoneRef};
use crate::text::grammar::token::CopyExcept;
use crate::text::grammar::words::Numeral;
use crate::text::syntax::syntax;

syntax! {
    /// How a card is cast or played by an effect.
    enum CastHow {
        Free = ["without paying its mana cost"];
        FreeMany = ["without paying their mana costs"];
        FreeSpell = ["without paying its mana cost this turn"];
        FreeThisTurn = ["this turn without paying its mana cost"];
        FreeManyThisTurn = ["this turn without paying their mana costs"];
        For { dur: Duration } = [dur] where |v| matches!(v, CastHow::For { dur: Duration::ThisTurn | Duration::EndOfTurn | Duration::YourNextTurn | Duration::EndOfYourNextTurn | Duration::YourNextEndStep | Duration::YourNextUpkeep | Duration::WhileYouControlSource | Duration::UntilAnotherExiled });
        NextTurn = ["until end of your next turn"];
        FreeWhileExiled = ["without paying its mana cost for as long as it remains exiled"];
        WhileItIsExiled = ["for as long as it remains exiled"];
        WhileExiled = ["for as long as they remain exiled"];
        AsAdventure = ["from your graveyard as an Adventure until the end of your next turn"];
        By { by: PriceWords } = ["by" by "rather than paying its mana cost"];
    }

    /// How often something is done.
    enum Times {
        Twice = ["twice"];
        Number { n: Numeral } = [n "times"] where |v| matches!(v, Times::Number { n } if n.0 > 2);
        X = ["X times"];
    }

    /// What could have other targets.
    enum CouldTarget {
        TheSpell = ["that the spell"];
        ThatSpell = ["that spell"];
    }

    /// For which copy new targets are chosen as it is made.
    enum NewFor {
        That = ["a new target for that copy"];
        One = ["a new target for the copy"];
        Those = ["new targets for the copy"];
        ThatCopys = ["new targets for that copy"];
        Theirs = ["new targets for the copy they control"];
        Copies = ["new targets for the copies"];
    }

    /// The copies of a spell.
    enum CopyNp {
        TheCopy = ["the copy"];
        ThatCopy = ["that copy"];
        TheCopies = ["the copies"];
        TheirCopy = ["their copy"];
        It = ["it"];
        That { np: Np } = [np] where |v| !matches!(v, CopyNp::That { np: Np::It | Np::TheCopy | Np::TheCopies });
    }

    /// What is done to spells: countering, copying, new targets; casting and playing cards.
    enum SpellVerb {
        ChangeTarget { what: Np } = ["changes|change the target of" [what singular]];
        ChangeTargets { what: Np } = ["changes|change the target or targets of" [what singular]];
        AimAtSelf { what: Np } = ["changes|change a target of" [what singular] "to ~"];
        Counter { what: Np } = ["counters|counter" [what singular]];
        CopySpell { what: Np } = ["copies|copy" [what singular]];
        CopyTimes { what: Np, times: Times } = ["copies|copy" [what singular] times];
        CopyForEach { what: Np, noun: Noun, by: CouldTarget, head: Head } =
            ["copies|copy" [what singular] "for each other" [noun singular] by "could target. Each copy targets a different one of those" [head plural]];
        CopyExcept { what: Np, except: CopyExcept } = ["copies|copy" [what singular] except];
        CopyAndChoose { what: Np, new: NewFor } = ["copies|copy" [what singular] "and may choose" new];
        NewTargets { what: CopyNp } = ["chooses|choose new targets for" what];
        NewTarget { what: CopyNp } = ["chooses|choose a new target for" what];
        Cast { what: Np, how: Option<CastHow> } = ["casts|cast" [what singular] how]
            where |v| !matches!(v, SpellVerb::Cast { what, how } if *what == Np::Itself && !matches!(how, Some(CastHow::WhileItIsExiled)) || is_of_rule(what));
        CastFromYours { what: Np } = ["casts|cast" [what singular] "from your graveyard"]
            where |v| matches!(v, SpellVerb::CastFromYours { what: Np::Itself | Np::It });
        Play { what: Np, how: Option<CastHow> } = ["plays|play" [what singular] how]
            where |v| !matches!(v, SpellVerb::Play { what, .. } if is_of_rule(what));
        LookAndPlay { what: Np, how: CastHow } = ["looks|look at and play" [what singular] how];
    }
}

/// Returns whether cards are described as what a rule lets a player cast or play: "cast spells from your graveyard", "play lands".
fn is_of_rule(what: &Np) -> bool {
    let Np::Quant { quant: Quant::Bare, noun } = what else { return false };
    let from_own = |qual: &Qual| {
        matches!(
            qual,
            Qual::From { zone: ZoneRef::Of { whose: Whose::Your, zone: OwnZone::Graveyard | OwnZone::Library } }
        )
    };
    noun.quals.is_empty() || noun.quals.iter().any(from_own)
}
