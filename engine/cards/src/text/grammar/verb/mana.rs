//! Adding mana, and what is paid.

use crate::text::grammar::amount::{Amount, Count, Num};
use crate::text::grammar::noun::Noun;
use crate::text::grammar::player::Possessor;
use crate::text::grammar::series::{Conjunction, Series};
use crate::text::grammar::words::{Digits, EnergySymbols, Mana, Numeral};
use crate::text::syntax::syntax;

syntax! {
    /// What mana is added.
    enum ManaAdded {
        Symbols { choices: Series<Mana> } = [choices] where |v| matches!(v, ManaAdded::Symbols { choices } if choices.conjunction != Conjunction::And && choices.conjunction != Conjunction::AndOr);
        AnyColor { n: Numeral } = [n "mana of any color"];
        DifferentColors = ["two mana of different colors"];
        AnyOneColor { n: Count } = [n "mana of any one color"] where |v| matches!(v, ManaAdded::AnyOneColor { n: Count::An { .. } | Count::X });
        AnyCombination { n: Count } = [n "mana in any combination of colors"]
            where |v| matches!(v, ManaAdded::AnyCombination { n: Count::An { .. } | Count::X });
        Combination { n: Count, colors: Series<Mana> } = [n "mana in any combination of" colors]
            where |v| matches!(v, ManaAdded::Combination { n: Count::An { .. } | Count::X, .. });
        AmountOf { mana: Mana, amount: Amount } = ["an amount of" mana "equal to" amount];
        Many { n: Numeral, mana: Mana } = [n mana] where |v| matches!(v, ManaAdded::Many { n, .. } if n.0 > 1);
        ThatMuch { mana: Mana } = ["that much" mana];
        OfThatColor = ["one mana of that color"];
        OfItsColors { n: Numeral, of: Possessor } = [n "mana of any of" of "colors"];
        OfColorsAmong { n: Numeral, noun: Noun } = [n "mana of any color among" [noun plural]];
        AmountOfThatColor { amount: Amount } = ["an amount of mana of that color equal to" amount];
        ChosenColor { n: Numeral } = [n "mana of the chosen color"];
        OrChosenColor { mana: Mana } = [mana "or one mana of the chosen color"];
        ColorProduced { n: Numeral, by: Noun } = [n "mana of any color that a" [by singular] "could produce"];
        TypeProduced { n: Numeral, by: Noun } = [n "mana of any type that a" [by singular] "could produce"];
        X { mana: Mana } = ["X" mana];
        SameType = ["one mana of any type that land produced"];
        SameTypeMore = ["an additional one mana of any type that land produced"];
        Additional { mana: Mana } = ["an additional" mana];
        AdditionalAny { n: Numeral } = ["an additional" n "mana of any color"];
        AdditionalCombination { n: Numeral } = ["an additional" n "mana in any combination of colors"];
        AdditionalChosen { n: Numeral } = ["an additional" n "mana of the chosen color"];
        Identity = ["one mana of any color in your commander's color identity"];
    }

    /// Adding mana, and paying it or something else.
    enum ManaVerb {
        AddMana { mana: ManaAdded } = ["adds|add" mana];
        PayMana { mana: Mana } = ["pays|pay" mana];
        PayManaOften { mana: Mana } = ["pays|pay" mana "any number of times"];
        PayManaAndLife { mana: Mana, n: Num } = ["pays|pay" mana "and" n "life"];
        PayAnyEnergy = ["pays|pay any amount of {E}"];
        PayOneOrMoreEnergy = ["pays|pay one or more {E}"];
        PayAnyLife = ["pays|pay any amount of life"];
        LoseUnspent = ["loses|lose all unspent mana"];
        PayLifeEqual { amount: Amount } = ["pays|pay life equal to" amount];
        PayLife { n: Num } = ["pays|pay" n "life"];
        CollectEvidence { n: Digits } = ["collects|collect evidence" n];
        PayEnergyEqual { amount: Amount } = ["pays|pay an amount of {E} equal to" amount];
        PayEnergy { n: EnergySymbols } = ["pays|pay" n];
    }
}
