//! Who is told what, in which order, and what waits.
//!
//! A message is delivered to each listener once at most, and to none that is in its trace: the chain of listeners that led to it.

use gauntlet_core::{Outcome, Player, Reason};
use smallvec::SmallVec;

use crate::always::within;
use crate::policy::{Audience, Discipline, Ongoing, Order};
use crate::state::{Context, Found, Lasts, ORIGIN_LOCATION, Place, Position, Trace, Waiting};
use crate::vocabulary::{About, Handler, Hear, Whose};

/// A card message on its way.
struct Delivering {
    hear: Hear,
    subject: u16,
    trace: Trace,
    /// Where the subject was when it was sent.
    sent: Place,
    /// Who has been told.
    told: SmallVec<[u16; 16]>,
}

/// Groups of listeners, after the card itself.
#[derive(Clone, Copy)]
enum Group {
    Location,
    Here,
    Elsewhere,
}

impl Position {
    /// Returns whether a trace has more links than this. On a stack these are all there are; what waits is never deep in calls.
    pub(crate) fn depth_exceeds(&self, trace: Trace, most: usize) -> bool {
        self.options.policy.discipline == Discipline::Stack && trace.0 as usize > most
    }

    pub(crate) fn in_trace(&self, mut trace: Trace, listener: u16) -> bool {
        while trace != Trace::EMPTY {
            let (link, before) = self.scratch.traces[trace.0 as usize - 1];
            if link == listener {
                return true;
            }
            trace = before;
        }
        false
    }

    pub(crate) fn longer(&mut self, trace: Trace, listener: u16) -> Trace {
        self.scratch.traces.push((listener, trace));
        Trace(self.scratch.traces.len() as u32)
    }

    /// Forgets links that were made after `mark`, unless something that waits may need them.
    pub(crate) fn forget_traces(&mut self, mark: usize) {
        if self.options.policy.discipline == Discipline::Stack {
            self.scratch.traces.truncate(mark);
        }
    }

    /// Sends a message about a card.
    pub(crate) fn send(&mut self, hear: Hear, subject: u16, trace: Trace) {
        if !self.hears(hear) {
            return;
        }
        let sent = self.slot(self.slot_of(subject)).place;
        if self.options.policy.discipline != Discipline::QueueMessages {
            return self.deliver(hear, subject, trace, sent, false);
        }
        let (mut self_told, mut audience) = (false, None);
        match self.options.policy.audience {
            Audience::Late => {}
            Audience::LateSelfEarly => {
                self.tell_itself(hear, subject, trace, sent);
                self_told = true;
            }
            Audience::Early => {
                let start = self.scratch.audiences.len() as u32;
                for location in 0..3 {
                    for player in Player::BOTH {
                        let present: SmallVec<[u16; 4]> = self.revealed(location, player).collect();
                        self.scratch.audiences.extend(present);
                    }
                }
                audience = Some((start, self.scratch.audiences.len() as u32));
            }
        }
        self.scratch.queue.push_back(Waiting::Message { hear, subject, trace, sent, self_told, audience });
    }

    /// Does all that waits.
    pub(crate) fn drain(&mut self) {
        while let Some(waiting) = self.scratch.queue.pop_front() {
            if self.scratch.endless {
                self.scratch.queue.clear();
                break;
            }
            match waiting {
                Waiting::Act(act, trace) => self.carry_out(act, trace),
                Waiting::Message { hear, subject, trace, sent, self_told, audience } => {
                    self.scratch.seen = audience;
                    self.deliver(hear, subject, trace, sent, self_told);
                    self.scratch.seen = None;
                }
            }
        }
    }

    /// To be called when something that no message led to is done: what waits is done, and what is ongoing settled.
    pub(crate) fn finish(&mut self) {
        self.drain();
        if self.scratch.endless {
            self.outcome = Some(Outcome { winner: None, reason: Reason::ActionLimit });
        }
        self.scratch.acts = 0;
        self.scratch.traces.clear();
        self.scratch.audiences.clear();
        self.settle();
        self.tell_ongoing();
    }

    /// Returns whether the handlers being run see a card: not if their message's audience was fixed before it was there.
    pub(crate) fn seen(&self, card: u16) -> bool {
        self.scratch
            .seen
            .is_none_or(|(start, end)| self.scratch.audiences[start as usize..end as usize].contains(&card))
    }

    fn tell_itself(&mut self, hear: Hear, subject: u16, trace: Trace, sent: Place) {
        let def = self.object_def(subject);
        if def.of_itself & hear.bit() == 0 {
            return;
        }
        self.note(hear, subject, subject, trace, Some(sent));
        let mark = self.scratch.traces.len();
        let inner = self.longer(trace, subject);
        for handler in def.on.iter().filter(|handler| handler.hear == hear && handler.about.is_none()) {
            self.handle(handler, &Context::of(subject, Some(subject), inner));
        }
        self.forget_traces(mark);
    }

    fn note(&mut self, hear: Hear, subject: u16, listener: u16, trace: Trace, sent: Option<Place>) {
        if self.journal.is_some() {
            self.note_delivery(hear, subject, listener, trace, sent);
        }
    }

    fn deliver(&mut self, hear: Hear, subject: u16, trace: Trace, sent: Place, self_told: bool) {
        if !self_told {
            self.tell_itself(hear, subject, trace, sent);
        }
        let mut delivering = Delivering { hear, subject, trace, sent, told: SmallVec::new() };
        let groups = match self.options.policy.order {
            Order::LocationFirst => [Group::Location, Group::Here, Group::Elsewhere],
            Order::CardsFirst => [Group::Here, Group::Location, Group::Elsewhere],
            Order::CardsEverywhereFirst => [Group::Here, Group::Elsewhere, Group::Location],
        };
        let here = self.slot(self.slot_of(subject)).place.location().map(|place| (place, self.location_id(place)));
        for group in groups {
            match group {
                Group::Location => {
                    if let Some(here) = here {
                        self.tell_location(here.1, &delivering);
                    }
                }
                Group::Here => {
                    if let Some(here) = here {
                        self.tell_cards(here, &mut delivering);
                    }
                }
                // A location that became another one meanwhile is no longer the one that the card was at: its cards are elsewhere.
                Group::Elsewhere => {
                    for location in self.location_ids().into_iter().enumerate() {
                        if Some(location) != here {
                            self.tell_cards(location, &mut delivering);
                        }
                    }
                }
            }
        }
    }

    /// Tells a location, if it still is the one that the card was at, and the card is still there.
    fn tell_location(&mut self, listener: u16, delivering: &Delivering) {
        let Delivering { hear, subject, trace, sent, .. } = *delivering;
        let Some(location) = self.still_location(listener) else { return };
        let def = self.location_def(location);
        if !self.locations[location].revealed
            || def.hears & hear.bit() == 0
            || self.in_trace(trace, listener)
            || self.slot(self.slot_of(subject)).place.location() != Some(location)
        {
            return;
        }
        self.note(hear, subject, listener, trace, Some(sent));
        let mark = self.scratch.traces.len();
        let inner = self.longer(trace, listener);
        for handler in def.on.iter().filter(|handler| handler.hear == hear) {
            let own = self.slot(self.slot_of(subject)).place.owner();
            self.handle(handler, &Context { own, ..Context::of(listener, Some(subject), inner) });
        }
        self.forget_traces(mark);
    }

    /// Returns whether a card at a location hears of others in this way; this is looked up for nearly every message, and seldom true.
    fn listens(&self, location: usize, hear: Hear) -> bool {
        let hears = |card: &u16| self.slot(*card).hears & hear.bit() != 0;
        Player::BOTH.iter().any(|player| self.side(location, *player).iter().any(hears))
    }

    /// What the three locations are just now, as listeners.
    pub(crate) fn location_ids(&self) -> [u16; 3] {
        std::array::from_fn(|location| self.location_id(location))
    }

    /// Where a location is; nowhere if it has become another one.
    pub(crate) fn still_location(&self, listener: u16) -> Option<usize> {
        let location = usize::from((listener - ORIGIN_LOCATION) % 3);
        (self.location_id(location) == listener).then_some(location)
    }

    /// The revealed cards at a location, in order, and the objects that they are.
    pub(crate) fn cards_at(&self, location: usize) -> SmallVec<[Found; 8]> {
        let mut cards = SmallVec::new();
        for player in self.order() {
            for card in self.side(location, player) {
                let slot = self.slot(*card);
                if slot.revealed {
                    cards.push(Found { card: *card, object: slot.object, player });
                }
            }
        }
        cards
    }

    /// Returns whether a card that was found on a side of a location is still there, and the location still the one that it was.
    #[inline]
    pub(crate) fn still(&self, card: u16, (place, location): (usize, u16), player: Player) -> bool {
        self.slot(card).place == Place::Table(place as u8, player) && self.location_id(place) == location
    }

    /// Tells the cards that are found at a location. A card that becomes another one before its turn comes hears it as what it was.
    fn tell_cards(&mut self, at: (usize, u16), delivering: &mut Delivering) {
        let Delivering { hear, subject, trace, sent, .. } = *delivering;
        if !self.listens(at.0, hear) || self.location_id(at.0) != at.1 {
            return;
        }
        let about = self.slot_of(subject);
        for Found { card, object: listener, player } in self.cards_at(at.0) {
            let slot = self.slot(card);
            let hears = if slot.object == listener { slot.hears } else { self.object_def(listener).of_others };
            if hears & hear.bit() == 0
                || card == about
                || !self.still(card, at, player)
                || delivering.told.contains(&listener)
                || self.in_trace(trace, listener)
                || !self.seen(card)
            {
                continue;
            }
            let def = self.object_def(listener);
            delivering.told.push(listener);
            self.note(hear, subject, listener, trace, Some(sent));
            let mark = self.scratch.traces.len();
            let inner = self.longer(trace, listener);
            for handler in def.on.iter().filter(|handler| handler.hear == hear) {
                if let Some(about) = &handler.about
                    && self.is_about(about, subject, listener)
                {
                    self.handle(handler, &Context::of(listener, Some(subject), inner));
                }
            }
            self.forget_traces(mark);
        }
    }

    fn is_about(&self, about: &About, subject: u16, listener: u16) -> bool {
        let cost_fits = about.cost.is_none() || within(about.cost, self.object_cost(subject));
        let (subject, listener) = (self.slot(self.slot_of(subject)), self.slot(self.slot_of(listener)));
        let (Some(theirs), Some(mine)) = (subject.place.owner(), listener.place.owner()) else { return false };
        let owner = match about.whose {
            Whose::Own => theirs == mine,
            Whose::Opponent => theirs != mine,
            Whose::Any => true,
        };
        owner
            && (!about.here
                || (subject.place.location().is_some() && subject.place.location() == listener.place.location()))
            && cost_fits
    }

    /// Tells everyone that a turn starts or ends: the locations that there are when it is sent, and the cards that each has when its turn
    /// comes, if it still is that location.
    pub(crate) fn tell_turn(&mut self, hear: Hear) {
        if !self.hears(hear) {
            return;
        }
        let mut told: SmallVec<[u16; 16]> = SmallVec::new();
        let locations = self.locations.map(|location| (location.kind, location.revealed));
        for (location, (kind, was_revealed)) in self.location_ids().into_iter().zip(locations) {
            let def = self.pool.location(kind);
            let place = self.still_location(location);
            let revealed = place.map_or(was_revealed, |place| self.locations[place].revealed);
            if revealed && def.hears & hear.bit() != 0 {
                for handler in def.on.iter().filter(|handler| handler.hear == hear) {
                    self.tell_turn_to(hear, handler, location);
                }
            }
            let Some(place) = place else { continue };
            for Found { card, object: listener, player } in self.cards_at(place) {
                let def = self.object_def(listener);
                let gone = !self.still(card, (place, location), player);
                if def.of_others & hear.bit() == 0 || gone || told.contains(&listener) {
                    continue;
                }
                told.push(listener);
                for handler in def.on.iter().filter(|handler| handler.hear == hear && handler.about.is_none()) {
                    self.tell_turn_to(hear, handler, listener);
                }
            }
        }
        self.finish();
    }

    fn tell_turn_to(&mut self, hear: Hear, handler: &'static Handler, listener: u16) {
        if self.journal.is_some() {
            self.note_delivery(hear, listener, listener, Trace::EMPTY, None);
        }
        let mark = self.scratch.traces.len();
        let trace = self.longer(Trace::EMPTY, listener);
        self.handle(handler, &Context::of(listener, None, trace));
        self.forget_traces(mark);
    }

    /// Does what a handler says, if its conditions hold.
    pub(crate) fn handle(&mut self, handler: &'static Handler, context: &Context) {
        if handler.ongoing && self.options.policy.ongoing == Ongoing::Pull {
            return;
        }
        if !handler.when.iter().all(|condition| self.holds(*condition, context)) {
            return;
        }
        let lasts = if handler.ongoing { Lasts::WhileOngoing } else { Lasts::Stays };
        let context = Context { lasts, ..*context };
        for step in &handler.steps {
            self.step(step, &context);
        }
    }
}
