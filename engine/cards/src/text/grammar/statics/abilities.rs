//! Abilities that are stopped, trigger again, or are had by cards in graveyards.

use crate::text::grammar::condition::Conditions;
use crate::text::grammar::cost::CostPart;
use crate::text::grammar::keyword::CostName;
use crate::text::grammar::noun::{Noun, Np};
use crate::text::grammar::player::Player;
use crate::text::grammar::statics::While;
use crate::text::grammar::trigger::DamageKind;
use crate::text::grammar::words::Digits;
use crate::text::syntax::syntax;

syntax! {
    /// What causes an ability to trigger.
    enum Cause {
        Entering { np: Np } = [[np singular] "entering"];
        EnteringOrLeaving { np: Np } = [[np singular] "entering or leaving the battlefield"];
        Dying { np: Np } = [[np singular] "dying"];
        EnteringOrDying { np: Np } = [[np singular] "entering or dying"];
        Attacking { np: Np } = [[np singular] "attacking"];
        Damaging { np: Np, kind: DamageKind, who: Player } = [[np singular] "dealing" kind "to" who];
        Damaged { np: Np } = [[np singular] "being dealt damage"];
        Drawing { who: Player } = [who "drawing a card"];
        Gaining { who: Player } = [who "gaining life"];
    }

    /// For which abilities other creatures than it are tapped.
    enum Crewing {
        Vehicles = ["crews Vehicles"];
        MountsToo = ["saddles Mounts and crews Vehicles"];
    }

    /// With which power it does that.
    enum CrewingPower {
        More { n: Digits } = ["as though its power were" n "greater"];
        Toughness = ["using its toughness rather than its power"];
    }

    /// Abilities that are stopped, trigger again, or are had by cards in graveyards.
    enum AbilityStatic {
        Crews { what: Crewing, with: CrewingPower } = ["~" what with "."];
        TriggersAgain { cause: Cause } =
            ["if" cause "causes a triggered ability of a permanent you control to trigger, that ability triggers an additional time."];
        TriggersAgainOf { np: Np } = ["if a triggered ability of" [np singular] "triggers, that ability triggers an additional time."];
        ItTriggersAgain { np: Np } = ["if a triggered ability of" [np singular] "triggers, it triggers an additional time."];
        AbilityTriggersAgain { np: Np } = ["if an ability of" [np singular] "triggers, that ability triggers an additional time."];
        AbilityOfEitherTriggers { a: Noun, b: Noun } =
            ["if an ability of a" [a singular] "or another" [b singular] "triggers, that ability triggers an additional time."]
            where |v| matches!(v, AbilityStatic::AbilityOfEitherTriggers { a, .. } if a.quals.is_empty());
        AbilityTriggersWhile { np: Np, condition: Conditions } =
            ["if an ability of" [np singular] "triggers while" condition ", that ability triggers an additional time."];
        NoTriggers { cause: Cause } = [cause "don't cause abilities to trigger."];
        NoTriggersOf { cause: Cause, noun: Noun } = [cause "don't cause abilities of" [noun plural] "to trigger."];
        AbilitiesStop { noun: Noun } = ["activated abilities of" [noun plural] "can't be activated."];
        AbilitiesStopButMana { noun: Noun } = ["activated abilities of" [noun plural] "can't be activated unless they're mana abilities."];
        ForManaCost { before: Option<While>, noun: Noun, name: CostName, again: CostName } =
            [before "each" [noun singular] "has" name ". The" [again lower] "cost is equal to its mana cost."]
            where |v| matches!(v, AbilityStatic::ForManaCost { name, again, .. } if name == again && !name.is("flashback"));
        ForManaCostIts { before: Option<While>, noun: Noun, name: CostName, again: CostName } =
            [before "each" [noun singular] "has" name ". Its" [again lower] "cost is equal to its mana cost."]
            where |v| matches!(v, AbilityStatic::ForManaCostIts { name, again, .. } if name == again && !name.is("flashback"));
        Escape { before: Option<While>, noun: Noun, more: CostPart } =
            [before "each" [noun singular] "has escape. The escape cost is equal to the card's mana cost plus" [more lower] "."];
        Flashback { before: Option<While>, noun: Noun } =
            [before "each" [noun singular] "has flashback. The flashback cost is equal to that card's mana cost."];
        FlashbackIts { before: Option<While>, noun: Noun } =
            [before "each" [noun singular] "has flashback. Its flashback cost is equal to its mana cost."];
    }
}
