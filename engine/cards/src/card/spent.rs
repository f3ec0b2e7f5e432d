//! What a card asks of the mana that is spent to cast it, so that it is paid for with such mana if it can be.

use super::{Card, Pool};
use crate::filter::{Amount, Comparison, Condition, Filter, Objects, Test};
use crate::types::{Colors, Supertypes};
use crate::walk::{Then, Walk};

/// What mana a card is better for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SpentOn {
    /// It counts the colors of the mana that was spent on it: converge, sunburst (CR 702.44).
    pub colors: bool,
    /// How much mana of each color it asks for, in the order of [`Colors`]: three for adamant.
    pub of_color: [u8; 5],
    /// It asks for mana that snow permanents have made (CR 107.4h).
    pub snow: bool,
}

impl SpentOn {
    /// It asks for nothing.
    pub const NOTHING: SpentOn = SpentOn { colors: false, of_color: [0; 5], snow: false };

    fn of_these(&mut self, colors: Colors, count: u8) {
        for (place, most) in self.of_color.iter_mut().enumerate() {
            if colors.bits() == 1 << place {
                *most = count.max(*most);
            }
        }
    }
}

impl Pool {
    /// What the abilities of a card ask of the mana that is spent to cast it.
    pub(super) fn spent_on(&self, card: &Card) -> SpentOn {
        let mut asked = SpentOn::NOTHING;
        for id in &card.abilities {
            self.ability(*id).walk(&mut |node| {
                if let Some(Condition::Compare(
                    Amount::ManaSpent(Objects::Source, Some(colors)),
                    how,
                    Amount::Const(count),
                )) = node.downcast_ref()
                {
                    let count = u8::try_from(*count).unwrap_or(0);
                    match how {
                        Comparison::AtLeast | Comparison::Equal => asked.of_these(*colors, count),
                        Comparison::Greater => asked.of_these(*colors, count.saturating_add(1)),
                        _ => {}
                    }
                    return Then::Past;
                }
                match node.downcast_ref() {
                    Some(Amount::ColorsSpent | Amount::ColorsSpentOn(Objects::Source)) => asked.colors = true,
                    Some(Amount::ManaSpent(Objects::Source, Some(colors))) => asked.of_these(*colors, u8::MAX),
                    Some(Amount::ManaSpentFrom(None | Some(Objects::Source), origin)) => {
                        let snow = Test::Supertype(Supertypes::SNOW);
                        let made_by: Option<&Filter> = self.mana_origins().get(usize::from(origin.0));
                        asked.snow |= made_by.is_some_and(|filter| filter.tests.contains(&snow));
                    }
                    _ => {}
                }
                Then::Inside
            });
        }
        asked
    }
}
