//! What happens later: the steps and events that delayed abilities wait for (CR 603.7).

use super::noun::{Noun, Np, Quant};
use super::object::Duration;
use super::series::Series;
use super::trigger::{Event, ObjectEvent, Subject, When};
use crate::text::syntax::syntax;

syntax! {
    /// When a delayed ability triggers.
    enum NextStep {
        NextEnd = ["at the beginning of the next end step"];
        YourNextEnd = ["at the beginning of your next end step"];
        YourNextMain = ["at the beginning of your next main phase"];
        YourNextPrecombatMain = ["at the beginning of your next precombat main phase"];
        NextUpkeep = ["at the beginning of the next turn's upkeep"];
        YourNextUpkeep = ["at the beginning of your next upkeep"];
        TheirNextUpkeep = ["at the beginning of their next upkeep"];
        NextUpkeepOfAny = ["at the beginning of the next upkeep"];
        YourNextAttackers = ["at the beginning of the declare attackers step on your next turn"];
        EndOfCombat = ["at end of combat"];
        ThisTurnsEndOfCombat = ["at this turn's next end of combat"];
        ThatTurnsEnd = ["at the beginning of that turn's end step"];
        NextCleanup = ["at the beginning of the next cleanup step"];
    }

    /// An event that something waits for from now on (CR 603.7).
    enum LaterEvent {
        ThisTurn { when: When, event: Event } = [when event "this turn,"];
        Until { dur: Duration, when: When, event: Event } = [dur "," when event ","]
            where |v| matches!(v, LaterEvent::Until { dur: Duration::EndOfTurn | Duration::YourNextTurn, .. });
        OfTarget { when: When, noun: Noun, events: Series<ObjectEvent> } =
            [when "target" [noun singular] [events singular] "this turn,"];
        ThisTurnOfTarget { when: When, noun: Noun, events: Series<ObjectEvent> } =
            ["this turn," when "target" [noun singular] [events singular] ","];
        UntilOfTarget { dur: Duration, when: When, noun: Noun, events: Series<ObjectEvent> } =
            [dur "," when "target" [noun singular] [events singular] ","]
            where |v| matches!(v, LaterEvent::UntilOfTarget { dur: Duration::EndOfTurn, .. });
        After { event: Event } = ["when" event ","] where |v| matches!(v, LaterEvent::After { event } if event.refers_back() || event.is_of_source_leaving() || event.is_of_losing_control());
        NextCast { noun: Noun } = ["when you cast your next" [noun singular] "this turn,"];
        NextCasts { noun: Noun } = ["when you next cast a" [noun singular] "this turn,"];
    }
}

impl LaterEvent {
    /// "Whenever target creature deals damage this turn": the target, and the same event of "that creature".
    pub(crate) fn of_target(&self) -> Option<(Np, LaterEvent)> {
        let (LaterEvent::OfTarget { when, noun, events }
        | LaterEvent::ThisTurnOfTarget { when, noun, events }
        | LaterEvent::UntilOfTarget { when, noun, events, .. }) = self
        else {
            return None;
        };
        let subject = Subject::Np { np: Np::That { head: noun.head.clone() } };
        let event = Event::Object { subject, events: events.clone() };
        let target = Np::Quant { quant: Quant::Target, noun: noun.clone() };
        Some((target, LaterEvent::ThisTurn { when: when.clone(), event }))
    }
}
