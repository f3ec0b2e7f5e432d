//! What a card asks of the mana that is spent to cast it, so that it is paid for with such mana if it can be.

use std::any::Any;

use crate::filter::{Amount, Comparison, Condition, Objects};
use crate::ids::ManaOrigin;
use crate::types::Colors;
use crate::walk::Then;

/// What mana a card is better for: by default it asks for nothing.
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
    /// Notes what a node of the card's abilities asks; says whether what is inside is to be looked at.
    pub(super) fn note(&mut self, node: &dyn Any, is_snow: impl Fn(ManaOrigin) -> bool) -> Then {
        if let Some(Condition::Compare(Amount::ManaSpent(Objects::Source, Some(colors)), how, Amount::Const(count))) =
            node.downcast_ref()
        {
            let count = u8::try_from(*count).unwrap_or(0);
            match how {
                Comparison::AtLeast | Comparison::Equal => self.of_these(*colors, count),
                Comparison::Greater => self.of_these(*colors, count.saturating_add(1)),
                _ => {}
            }
            return Then::Past;
        }
        match node.downcast_ref() {
            Some(Amount::ColorsSpent | Amount::ColorsSpentOn(Objects::Source)) => self.colors = true,
            Some(Amount::ManaSpent(Objects::Source, Some(colors))) => self.of_these(*colors, u8::MAX),
            Some(Amount::ManaSpentFrom(None | Some(Objects::Source), origin)) => self.snow |= is_snow(*origin),
            _ => {}
        }
        Then::Inside
    }

    fn of_these(&mut self, colors: Colors, count: u8) {
        for (place, most) in self.of_color.iter_mut().enumerate() {
            if colors.bits() == 1 << place {
                *most = count.max(*most);
            }
        }
    }
}
