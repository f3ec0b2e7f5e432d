//! What spells and abilities cost more or less.

use crate::text::grammar::amount::ForEach;
use crate::text::grammar::noun::{Noun, Np};
use crate::text::grammar::statics::While;
use crate::text::grammar::words::{Mana, Ordinal};
use crate::text::syntax::syntax;

syntax! {
    /// How a spell's cost changes.
    enum CostBy {
        Less { mana: Mana } = [mana "less to cast"];
        More { mana: Mana } = [mana "more to cast"];
    }

    /// Whence spells are cast.
    enum CastFrom {
        GraveyardOrExile = ["from graveyards or from exile"];
        YourGraveyardOrExile = ["from your graveyard or from exile"];
    }

    /// How an ability's cost changes.
    enum AbilityCostBy {
        Less { mana: Mana } = [mana "less to activate"];
        More { mana: Mana } = [mana "more to activate"];
    }

    /// Abilities that are spoken of by their keyword.
    enum NamedAbility {
        Equip = ["equip"];
        Boast = ["boast"];
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
        EachSpellCosts { noun: Noun, by: CostBy, each: Option<ForEach> } = ["each" [noun singular] "costs" by each "."];
        SpellsCostFrom { noun: Noun, from: CastFrom, by: CostBy } = [[noun plural] from "cost" by "."];
        TwoSpellsCost { a: Noun, b: Noun, by: CostBy } = [[a plural] "and" [b plural] "cost" by "."]
            where |v| matches!(v, CostStatic::TwoSpellsCost { a, .. } if a.is_about_spells());
        NthSpellCostsYourTurn { n: Ordinal, noun: Noun, by: CostBy } =
            ["the" n [noun singular] "you cast during each of your turns costs" by "."];
        NthSpellCosts { n: Ordinal, noun: Noun, by: CostBy } = ["the" n [noun singular] "you cast each turn costs" by "."];
        AbilitiesCost { noun: Noun, by: AbilityCostBy } = ["activated abilities of" [noun plural] "cost" by "."];
        NamedCost { before: Option<While>, named: NamedAbility, those: Option<ThoseAbilities>, by: AbilityCostBy, each: Option<ForEach> } =
            [before named "abilities you activate" those "cost" by each "."];
        EquipCosts { mana: Mana } = ["equip costs you pay cost" mana "less."];
    }
}
