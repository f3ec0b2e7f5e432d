//! Ongoing abilities by what they mean: computed when asked for, or settled as modifiers, one for each source.

use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::modifier::Numbers;
use crate::policy::Ongoing;
use crate::pool::CardDef;
use crate::state::{Context, Modifier, Op, Position, Trace};
use crate::vocabulary::{Always, Whom};

impl Position {
    /// A card's power with what ongoing abilities make of it now, from what is printed on it, or on what it was.
    pub(crate) fn pulled(&self, card: u16, printed: &CardDef) -> i32 {
        let slot = self.slot(card);
        let def = self.def(card);
        let mut power = if std::ptr::eq(def, printed) { slot.power } else { self.modified(card, printed).1 };
        let (true, Some(location)) = (slot.revealed, slot.place.location()) else { return power };
        // Its own ability comes first, then modifiers in their order, then the abilities of others.
        if let Some(always) = def.always.as_ref().filter(|always| always.to == Whom::This) {
            let mut numbers = Numbers::printed(printed);
            if let Some((op, value)) = self.gives(card, always, location) {
                let own = Modifier { op, value, ..Modifier::ongoing_from(self.slot(card).object) };
                numbers.apply(&own, true);
            }
            for modifier in self.runs(card) {
                numbers.apply(modifier, false);
            }
            power = numbers.power;
        }
        let owner = slot.place.owner().expect("it is on the table");
        for location in 0..3 {
            for source in self.revealed(location, owner) {
                if source != card
                    && let Some(always) = self.def(source).always.as_ref().filter(|always| always.to == Whom::Others)
                    && within(always.cost, slot.cost)
                    && let Some((_, value)) = self.gives(source, always, location)
                {
                    power += value;
                }
            }
        }
        power
    }

    /// Calls `each` with every ongoing ability that changes a card now: its source, and what it does.
    pub(crate) fn each_pulled(&self, card: u16, mut each: impl FnMut(u16, Op, i32)) {
        for source in self.sources() {
            if let Some((op, value)) = self.reaches(source, card) {
                each(source, op, value);
            }
        }
    }

    /// The revealed cards with ongoing abilities.
    fn sources(&self) -> SmallVec<[u16; 24]> {
        let mut sources = SmallVec::new();
        for location in 0..3 {
            for player in Player::BOTH {
                sources.extend(self.revealed(location, player).filter(|card| self.def(*card).always.is_some()));
            }
        }
        sources
    }

    /// What a source's ongoing ability does to a card now.
    fn reaches(&self, source: u16, card: u16) -> Option<(Op, i32)> {
        let always = self.def(source).always.as_ref()?;
        let (from, to) = (self.slot(source), self.slot(card));
        let reached = match always.to {
            Whom::This => source == card,
            Whom::Others => {
                source != card
                    && to.revealed
                    && to.place.location().is_some()
                    && to.place.owner() == from.place.owner()
                    && within(always.cost, to.cost)
            }
        };
        if reached { self.gives(source, always, from.place.location()?) } else { None }
    }

    /// What an ongoing ability gives now.
    fn gives(&self, source: u16, always: &Always, _location: usize) -> Option<(Op, i32)> {
        let context = Context::of(self.slot(source).object, None, Trace::EMPTY);
        if !always.when.iter().all(|condition| self.holds(*condition, &context)) {
            return None;
        }
        Some(match &always.set_power {
            Some(amount) => (Op::SetPower, self.amount(amount, &context, None)),
            None => (Op::AddPower, always.power),
        })
    }

    /// Under [`Ongoing::Unique`], gives and takes away modifiers until there is exactly one of each ongoing ability on each card that
    /// it reaches, and no other.
    pub(crate) fn settle(&mut self) {
        if !self.unsettled || !self.ongoing || self.options.policy.ongoing != Ongoing::Unique {
            return;
        }
        let sources = self.sources();
        // What is read off other cards (the power in the trashes) may change while these are settled: once more then.
        while std::mem::take(&mut self.unsettled) {
            self.settle_with(&sources);
        }
    }

    fn settle_with(&mut self, sources: &[u16]) {
        for card in 0..self.slots.len() as u16 {
            let given: SmallVec<[(u16, Op, i32); 16]> =
                self.runs(card).filter(|one| one.ongoing()).map(|one| (one.origin, one.op, one.value)).collect();
            for (origin, op, value) in given {
                let source = sources.iter().find(|source| self.slot(**source).object == origin);
                if source.and_then(|source| self.reaches(*source, card)) != Some((op, value)) {
                    self.drop_ongoing(card, origin);
                }
            }
            for source in sources {
                let origin = self.slot(*source).object;
                if let Some((op, value)) = self.reaches(*source, card)
                    && !self.runs(card).any(|one| one.ongoing() && one.origin == origin)
                {
                    let object = self.slot(card).object;
                    let modifier = Modifier { op, value, ..Modifier::ongoing_from(origin) };
                    self.add_modifier(card, modifier, object == origin);
                }
            }
        }
    }
}

pub(crate) fn within(range: Option<[i16; 2]>, cost: i16) -> bool {
    range.is_none_or(|[least, most]| (least..=most).contains(&cost))
}
