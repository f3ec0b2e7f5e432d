//! Loyalty abilities (CR 606): how often they are activated, and what activating them does; compleated planeswalkers (CR 702.150).

use gauntlet_cards::ability::{OPTIONAL_COSTS, PlayerRule, RuleKinds};
use gauntlet_cards::filter::CounterKind;
use gauntlet_cards::keyword::Marks;
use gauntlet_core::Player;

use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::payment::Settled;
use crate::replacement::Putting;
use crate::state::{Flags, Object, ObjectId};
use crate::task::Announce;

/// Where a spell keeps for how many Phyrexian symbols of its cost life was paid, among the costs that it remembers: compleated spells have
/// no alternative costs to remember there.
pub(crate) const COMPLEATED_PLACE: usize = OPTIONAL_COSTS - 1;

impl Eye<'_> {
    /// Returns whether no more loyalty abilities of a permanent can be activated this turn: one has been, or two where a rule says twice
    /// (CR 606.3).
    pub(crate) fn loyalty_spent(self, player: Player, id: ObjectId, object: &Object) -> bool {
        let twice = || {
            self.has_rule_about(RuleKinds::LOYALTY, player, (id, object), |rule| match rule {
                PlayerRule::LoyaltyTwice(filter) => Some(filter),
                _ => None,
            })
        };
        object.is(Flags::LOYALTY_USED) && (object.marks.contains(Marks::LOYALTY_USED_AGAIN) || !twice())
    }
}

impl Engine<'_> {
    /// Adds or removes loyalty counters: a loyalty ability of the permanent has been activated (CR 606.3, 606.4).
    pub(crate) fn pay_loyalty(&mut self, player: Player, source: ObjectId, change: i32) {
        if change >= 0 {
            self.add_counters(source, CounterKind::LOYALTY, change, Putting::rule(player));
        } else {
            self.take_counters(source.index, CounterKind::LOYALTY, change.unsigned_abs() as u16);
        }
        let source = self.object(source.index);
        if source.is(Flags::LOYALTY_USED) {
            source.marks |= Marks::LOYALTY_USED_AGAIN;
        }
        source.flags |= Flags::LOYALTY_USED;
    }

    /// CR 702.150a: remembers for how many Phyrexian symbols of a compleated planeswalker's cost life was paid, where it was chosen before
    /// and where the payment that was found has it.
    pub(crate) fn note_life_for_symbols(&mut self, task: &mut Announce) {
        let settled = self.payment.settled.iter().filter(|(_, how)| *how == Settled::Life).count();
        task.item.paid[COMPLEATED_PLACE] = task.life_symbols + settled as u8;
    }
}
