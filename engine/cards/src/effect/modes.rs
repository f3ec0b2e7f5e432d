//! How modes are chosen, and what they cost (CR 700.2).

use crate::cost::Cost;
use crate::effect::Part;
use crate::filter::{Amount, Condition};
use crate::walk::Walk;

/// How modes are chosen (CR 700.2).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub struct ModeChoice {
    /// At least that many.
    pub min: u8,
    /// At most that many.
    pub max: u8,
    /// Whether a mode can be chosen more than once.
    pub repeat: bool,
    /// Only modes can be chosen that haven't been for this ability of the object.
    pub unchosen: Option<Unchosen>,
    /// Each mode, which has one player as its target, must target a different one.
    pub apart: bool,
    /// What modes cost.
    pub cost: ModeCost,
    /// How many are chosen instead, at least and at most, if this holds as they are chosen: "If you control a Wizard as you cast ~,
    /// you may choose two instead" (CR 700.2d).
    pub instead: Option<(Condition, u8, u8)>,
}

/// Since when a mode that can be chosen hasn't been chosen for an ability of an object (CR 700.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum Unchosen {
    /// This turn.
    ThisTurn,
    /// Ever.
    Ever,
}

/// What must be paid for modes besides the cost (CR 601.2b).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Walk)]
pub enum ModeCost {
    /// Nothing.
    #[default]
    None,
    /// All modes are chosen if this is paid (CR 702.42a, entwine).
    All(Cost),
    /// This for each mode beyond the first (CR 702.120a, escalate).
    More(Cost),
    /// Each mode has a cost of its own (CR 702.172a spree, 702.183a tiered).
    Each(Vec<Cost>),
    /// Nothing, but they are worth that much each, and those chosen at most so much together (CR 700.2i).
    Worth {
        /// What each is worth.
        each: Vec<u8>,
        /// What those chosen may be worth.
        most: u8,
    },
}

impl Part {
    /// Returns whether it has one player as its target, and nothing else.
    pub(crate) fn targets_one_player(&self) -> bool {
        let [spec] = self.targets.as_slice() else { return false };
        let one = Amount::Const(1);
        spec.players.is_some() && spec.objects.is_empty() && spec.min == one && spec.max == one
    }
}

impl ModeChoice {
    /// A choice of different modes for nothing more: at least and at most that many.
    pub fn of(min: u8, max: u8) -> ModeChoice {
        ModeChoice { min, max, repeat: false, unchosen: None, apart: false, cost: ModeCost::None, instead: None }
    }

    /// Returns whether these modes can be chosen together for what they are worth (CR 700.2i).
    pub fn is_worth(&self, chosen: &[u8]) -> bool {
        let ModeCost::Worth { each, most } = &self.cost else { return true };
        chosen.iter().map(|mode| each[usize::from(*mode)]).sum::<u8>() <= *most
    }

    /// How many modes are chosen, at least and at most, where a condition holds or doesn't.
    pub fn bounds(&self, holds: impl FnOnce(&Condition) -> bool) -> (u8, u8) {
        match &self.instead {
            Some((condition, min, max)) if holds(condition) => (*min, *max),
            _ => (self.min, self.max),
        }
    }

    /// What must be paid for these modes, out of that many.
    pub fn costs(&self, chosen: &[u8], modes: usize) -> impl Iterator<Item = &Cost> {
        let (every, times) = match &self.cost {
            ModeCost::None | ModeCost::Each(_) | ModeCost::Worth { .. } => (None, 0),
            ModeCost::All(cost) => (Some(cost), usize::from(chosen.len() == modes && modes > usize::from(self.max))),
            ModeCost::More(cost) => (Some(cost), chosen.len().saturating_sub(1)),
        };
        let each = match &self.cost {
            ModeCost::Each(costs) => costs.as_slice(),
            _ => &[],
        };
        let each = chosen.iter().filter_map(|mode| each.get(usize::from(*mode)));
        every.into_iter().flat_map(move |cost| std::iter::repeat_n(cost, times)).chain(each)
    }
}
