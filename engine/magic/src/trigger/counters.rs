//! What triggers on counters that are put on something or removed from it (CR 122.6–7).

use gauntlet_cards::ability::TriggerEvent;
use gauntlet_cards::filter::CounterKind;
use gauntlet_cards::keyword::EventKinds;
use gauntlet_core::Player;

use crate::engine::Engine;
use crate::state::{EventData, ObjectId};

impl Engine<'_> {
    /// Counters were removed from a permanent; `left`: how many of the kind are still on it.
    pub(crate) fn trigger_counters_removed(&mut self, id: ObjectId, kind: CounterKind, amount: u16, left: u16) {
        let Some(object) = self.s.get(id).copied() else { return };
        let data = EventData { object: id, other: None, player: Some(object.controller), amount: i32::from(amount) };
        let one = EventData { amount: 1, ..data };
        for place in 0..amount {
            self.watch(EventKinds::COUNTERS, Some(id), &|eye, scope, event| match event {
                TriggerEvent::CountersRemoved { what, kind: wanted, last, each } => {
                    let fits = *wanted == kind && (left == 0 || !last) && (*each || place == 0);
                    (fits && eye.matches(scope, what, id, &object)).then_some(if *each { one } else { data })
                }
                _ => None,
            });
        }
    }

    /// A player put counters on an object, at one time, that many of each kind.
    pub(crate) fn trigger_counters(&mut self, id: ObjectId, put: &[(CounterKind, u16)], putter: Player) {
        let Some(object) = self.s.get(id).copied() else { return };
        let of = |wanted: Option<CounterKind>| -> i32 {
            let fits = |entry: &&(CounterKind, u16)| wanted.is_none_or(|wanted| wanted == entry.0);
            put.iter().filter(fits).map(|entry| i32::from(entry.1)).sum()
        };
        let data = EventData { object: id, other: None, player: Some(object.controller), amount: 1 };
        for place in 0..of(None) {
            self.watch(EventKinds::COUNTERS, None, &|eye, scope, event| match event {
                TriggerEvent::CountersAdded { what, kind, each, by } => {
                    let amount = of(*kind);
                    let fits = place < if *each { amount } else { amount.min(1) }
                        && by.is_none_or(|who| eye.player_fits(scope, who, putter));
                    let amount = if *each { 1 } else { amount };
                    (fits && eye.matches(scope, what, id, &object)).then_some(EventData { amount, ..data })
                }
                _ => None,
            });
        }
    }
}
