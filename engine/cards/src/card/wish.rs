//! The mana that somebody would like to have for a card later, while they pay for something else (CR 601.2g leaves them the choice).

use crate::mana::{ManaCost, ManaSymbol};
use crate::types::Colors;

/// What the mana symbols of a cost can be paid with: counts of eight bits for white, blue, black, red, green and colorless, the first in
/// the lowest bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Wish {
    /// The counts; a symbol that two types can pay counts for both.
    pub types: u64,
    /// The fewest mana that can pay the cost.
    pub mana: u8,
}

impl Wish {
    /// How many types there are.
    pub const TYPES: usize = 6;

    /// What a cost asks for.
    pub(crate) fn of(cost: &ManaCost) -> Wish {
        let types = cost.symbols.iter().map(|symbol| {
            let colorless = matches!(symbol, ManaSymbol::Colorless | ManaSymbol::ColorlessOr(_));
            let colors = Colors::TABLE.iter().zip(0..5u32).filter(|(row, _)| symbol.colors().contains(row.0));
            colors.map(|(_, place)| 1u64 << (8 * place)).sum::<u64>() + (u64::from(colorless) << 40)
        });
        Wish { types: types.fold(0, u64::saturating_add), mana: cost.fewest_mana().min(255) as u8 }
    }

    /// How many symbols the mana of a type could pay, in the order of the counts.
    pub fn count(types: u64, place: usize) -> u16 {
        (types >> (8 * place) & 255) as u16
    }

    /// Of several costs, one of which is paid at a time, the larger count of each type, and the fewest mana.
    pub fn or(self, other: Wish) -> Wish {
        if self.types == 0 || other.types == 0 {
            return if self.types == 0 { other } else { self };
        }
        let larger = |place: usize| u64::from(Wish::count(self.types, place).max(Wish::count(other.types, place)));
        let types = (0..Wish::TYPES).fold(0, |types, place| types | larger(place) << (8 * place));
        Wish { types, mana: self.mana.min(other.mana) }
    }
}

/// The wishes of a card by where it is; what asks for no type of mana wishes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Wishes {
    /// To be cast for its mana cost, from wherever that may be.
    pub cast: Wish,
    /// To be used from a graveyard, exile or the command zone.
    pub elsewhere: Wish,
    /// To have its abilities activated on the battlefield.
    pub activated: Wish,
    /// To be turned face up, or have a half unlocked.
    pub turned_up: Wish,
}
