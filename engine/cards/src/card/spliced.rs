//! The texts that spells can be spliced with (CR 702.47), by the numbers of the parts that stand for them.

use super::{AbilityId, Pool};
use crate::effect::{Part, Script};
use crate::splice::{SPLICED, Splice};

impl Pool {
    /// A card has splice; `false` if there are so many of them that they have no numbers left.
    pub(crate) fn add_splice(&mut self, splice: Splice) -> bool {
        let fits = self.splices.len() < usize::from(u8::MAX - SPLICED);
        if fits {
            self.splices.push(splice);
        }
        fits
    }

    /// The text that a number of a chosen part stands for, if it is that of another card.
    pub fn spliced(&self, number: u8) -> Option<&Splice> {
        number.checked_sub(SPLICED).map(|place| &self.splices[usize::from(place)])
    }

    /// Where a part that was chosen for a spell or ability is written: the ability and the number of the part in its script.
    pub fn written(&self, ability: AbilityId, number: u8) -> (AbilityId, u8) {
        self.spliced(number).map_or((ability, number), |splice| (splice.text, 0))
    }

    /// A part that was chosen for something that has this script.
    pub fn part<'a>(&'a self, script: &'a Script, number: u8) -> &'a Part {
        match self.spliced(number) {
            Some(splice) => &self.activatable(splice.text).script.parts[0],
            None => &script.parts[usize::from(number)],
        }
    }
}
