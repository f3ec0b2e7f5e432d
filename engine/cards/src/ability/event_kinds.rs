//! Which kinds of events a trigger watches.

use super::TriggerEvent;
use crate::filter::Zone;
use crate::keyword::EventKinds;

impl TriggerEvent {
    /// Returns whether it is that a card is put into a graveyard from anywhere, which never looks back at a permanent (CR 603.6c).
    pub fn is_arrival(&self) -> bool {
        matches!(self, TriggerEvent::ZoneChange { from: None, to: Some(Zone::Graveyard), .. })
    }

    /// Returns whether it is that a card leaves a graveyard, wherever it goes: that looks back in time (CR 603.10a).
    pub fn leaves_graveyard(&self) -> bool {
        matches!(self, TriggerEvent::ZoneChange { from: Some(Zone::Graveyard), to: None, .. })
    }

    /// The event kinds that must be watched for this trigger.
    pub fn kinds(&self) -> EventKinds {
        match self {
            TriggerEvent::ZoneChange { from, to, .. } => {
                if *to == Some(Zone::Battlefield) {
                    EventKinds::ENTERS
                } else if *from == Some(Zone::Battlefield) {
                    EventKinds::LEAVES
                } else if self.leaves_graveyard() {
                    EventKinds::MOVES
                } else if from.is_some() {
                    if to.is_some() { EventKinds::MOVES } else { EventKinds::MOVES | EventKinds::ENTERS }
                } else if *to == Some(Zone::Graveyard) {
                    EventKinds::ARRIVES
                } else if to.is_some() {
                    EventKinds::LEAVES | EventKinds::MOVES
                } else {
                    EventKinds::ENTERS | EventKinds::LEAVES | EventKinds::MOVES
                }
            }
            TriggerEvent::LeavesAlive(..) => EventKinds::LEAVES,
            TriggerEvent::LosesControl { .. } => EventKinds::LEAVES | EventKinds::CONTROL,
            TriggerEvent::Attacks { .. } | TriggerEvent::AttackersDeclared { .. } | TriggerEvent::Enlists { .. } => {
                EventKinds::ATTACKS
            }
            TriggerEvent::Blocks { .. }
            | TriggerEvent::BecomesBlocked { .. }
            | TriggerEvent::AttackersUnblocked { .. }
            | TriggerEvent::AttacksUnblocked { .. } => EventKinds::BLOCKS,
            TriggerEvent::DealsDamage { .. }
            | TriggerEvent::DealtDamage { .. }
            | TriggerEvent::PlayerDamaged { .. } => EventKinds::DAMAGE,
            TriggerEvent::PlayerTargeted { .. } | TriggerEvent::Targeted { .. } => EventKinds::TARGET,
            TriggerEvent::Cast { .. } | TriggerEvent::Copies { .. } => EventKinds::CAST,
            TriggerEvent::Marked { .. } | TriggerEvent::Exploits { .. } => EventKinds::TAP,
            TriggerEvent::Crime { .. } => EventKinds::TARGET,
            TriggerEvent::First(first) => first.event.kinds(),
            TriggerEvent::Reaches { .. } => EventKinds::PLAYER,
            TriggerEvent::CountersRemoved { .. } | TriggerEvent::CountersAdded { .. } => EventKinds::COUNTERS,
            TriggerEvent::StepBegins { .. } => EventKinds::STEP,
            TriggerEvent::Draws { .. } | TriggerEvent::RevealsDrawn { .. } => EventKinds::DRAW,
            TriggerEvent::Discards { .. } => EventKinds::DISCARD,
            TriggerEvent::GainsLife { .. } | TriggerEvent::LosesLife { .. } => EventKinds::LIFE,
            TriggerEvent::Sacrifices { .. } => EventKinds::SACRIFICE,
            TriggerEvent::BecomesTapped { .. }
            | TriggerEvent::BecomesUntapped { .. }
            | TriggerEvent::Attachment { .. } => EventKinds::TAP,
            TriggerEvent::TappedForMana { .. } => EventKinds::MANA,
            TriggerEvent::Activates { .. } => EventKinds::ACTIVATE,
            TriggerEvent::Cycles { .. } | TriggerEvent::Does { .. } | TriggerEvent::PermanentDoes { .. } => {
                EventKinds::LIBRARY
            }
            TriggerEvent::Transforms { .. } | TriggerEvent::TurnedFaceUp { .. } | TriggerEvent::BecomesPlotted => {
                EventKinds::TAP
            }
            TriggerEvent::DaytimeChanges => EventKinds::STEP,
            // Made to trigger by the counters themselves.
            TriggerEvent::Chapter(_) => EventKinds::empty(),
            TriggerEvent::BecomesLevel(_) => EventKinds::COUNTERS,
            TriggerEvent::State(_) => EventKinds::STATE,
        }
    }
}
