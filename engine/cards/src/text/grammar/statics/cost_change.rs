//! What spells and abilities cost more or less.

use crate::mana::ManaSymbol;
use crate::text::grammar::amount::{ForEach, WhereX};
use crate::text::grammar::condition::Conditions;
use crate::text::grammar::noun::{Head, Noun, Np};
use crate::text::grammar::statics::While;
use crate::text::grammar::words::{Mana, Numeral, Ordinal};
use crate::text::syntax::syntax;

syntax! {
    /// How a spell's cost changes.
    enum CostBy {
        Less { mana: Mana } = [mana "less to cast"];
        More { mana: Mana } = [mana "more to cast"];
        UpTo { mana: Mana } = ["up to" mana "less to cast"]
            where |v| matches!(v, CostBy::UpTo { mana } if mana.0.is_generic());
    }

    /// FromZone spells are cast.
    enum CastFrom {
        GraveyardOrExile = ["from graveyards or from exile"];
        YourGraveyardOrExile = ["from your graveyard or from exile"];
    }

    /// How an ability's cost changes.
    enum AbilityCostBy {
        Less { mana: Mana } = [mana "less to activate"];
        More { mana: Mana } = [mana "more to activate"];
        UpTo { mana: Mana } = ["up to" mana "less to activate"]
            where |v| matches!(v, AbilityCostBy::UpTo { mana } if mana.0.is_generic());
    }

    /// What a reduction can't go below.
    enum Floor {
        InThatCost = ["This effect can't reduce the mana in that cost to less than one mana."];
    }

    /// How an ability's cost changes, where that isn't a number of symbols.
    enum AbilityCostX {
        X { x: WhereX } = ["cost {X} less to activate" x];
    }

    /// Abilities that are spoken of by their keyword.
    enum NamedAbility {
        Equip = ["equip"];
        Boast = ["boast"];
        Exhaust = ["exhaust"];
        Cycling = ["cycling"];
        Ninjutsu = ["ninjutsu"];
    }

    /// Which of them.
    enum ThoseAbilities {
        Of { noun: Noun } = ["of" [noun plural]];
        Targeting { np: Np } = ["that target" [np singular]];
    }

    /// What spells and abilities cost more or less.
    enum CostStatic {
        SpellsCost { before: Option<While>, noun: Noun, by: CostBy, each: Option<ForEach> } =
            [before [noun plural] "cost" by each "."];
        SpellsCostX { before: Option<While>, noun: Noun, by: CostBy, x: WhereX } = [before [noun plural] "cost" by x "."]
            where |v| matches!(v, CostStatic::SpellsCostX { by: CostBy::Less { mana }, .. } if mana.0.symbols == [ManaSymbol::X]);
        SpellsCostWhile { noun: Noun, by: CostBy, condition: Conditions } =
            [[noun plural] "cost" by "as long as" condition "."];
        EachSpellCosts { noun: Noun, by: CostBy, each: Option<ForEach> } = ["each" [noun singular] "costs" by each "."];
        SpellsCostButYours { noun: Noun, by: CostBy } =
            ["each" [noun singular] "costs" by "except during its controller's turn."];
        EachCostsForOthers { mana: Mana } =
            ["each spell a player casts costs" mana "more to cast for each other spell that player has cast this turn."]
            where |v| matches!(v, CostStatic::EachCostsForOthers { mana } if mana.0.is_generic());
        SpellsCostFrom { noun: Noun, from: CastFrom, by: CostBy } = [[noun plural] from "cost" by "."];
        TwoSpellsCost { a: Noun, b: Noun, by: CostBy, each: Option<ForEach> } = [[a plural] "and" [b plural] "cost" by each "."]
            where |v| matches!(v, CostStatic::TwoSpellsCost { a, .. } if a.is_about_spells());
        NthSpellCostsYourTurn { n: Ordinal, noun: Noun, by: CostBy } =
            ["the" n [noun singular] "you cast during each of your turns costs" by "."];
        NthSpellCosts { n: Ordinal, noun: Noun, by: CostBy } = ["the" n [noun singular] "you cast each turn costs" by "."];
        AbilitiesCost { noun: Noun, by: AbilityCostBy, floor: Option<Floor> } =
            ["activated abilities of" [noun plural] "cost" by "." floor];
        AbilitiesCostButMana { noun: Noun, by: AbilityCostBy } =
            ["activated abilities of" [noun plural] "cost" by "unless they're mana abilities."];
        AllAbilitiesCostButMana { by: AbilityCostBy } =
            ["activated abilities cost" by "unless they're mana abilities."];
        OwnAbilitiesCost { by: AbilityCostBy, floor: Option<Floor> } =
            ["abilities you activate that aren't mana abilities cost" by "." floor];
        LoyaltyCosts { noun: Noun, by: AbilityCostBy } = ["loyalty abilities of" [noun plural] "cost" by "."];
        SpellsAndAbilitiesCost { before: Option<While>, noun: Noun, by: CostBy, more: AbilityCostBy } =
            [before [noun plural] "cost" by "and abilities your opponents activate cost" more "unless they're mana abilities."];
        AbilitiesCostX { noun: Noun, by: AbilityCostX, floor: Floor } = ["activated abilities of" [noun plural] by "." floor];
        HostsAbilitiesCost { head: Head, by: AbilityCostBy, floor: Option<Floor> } =
            ["activated abilities of enchanted" [head singular] "cost" by "." floor];
        HostAbilitiesCost { head: Head, by: AbilityCostBy, floor: Option<Floor> } =
            ["enchanted" [head singular] "'s activated abilities cost" by "." floor];
        AimedAbilitiesCost { noun: Noun, mana: Mana } =
            ["abilities your opponents activate that target a" [noun singular] "cost" mana "more to activate."];
        CostAtLeast { before: Option<While>, n: Numeral, again: Numeral } =
            [before "each spell that would cost less than" n "mana to cast costs" again "mana to cast."]
            where |v| matches!(v, CostStatic::CostAtLeast { n, again, .. } if n == again);
        SpellsCostOnly { noun: Noun, mana: Mana } =
            [[noun plural] "cost" mana "less to cast. This effect reduces only the amount of colored mana you pay."];
        NamedCost { before: Option<While>, named: NamedAbility, those: Option<ThoseAbilities>, by: AbilityCostBy, each: Option<ForEach> } =
            [before named "abilities you activate" those "cost" by each "."];
        EquipCosts { mana: Mana } = ["equip costs you pay cost" mana "less."];
    }
}
