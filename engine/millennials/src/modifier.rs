//! Modifiers: in which order they lie on a card, and what they make of it.

use crate::policy::Ongoing;
use crate::pool::CardDef;
use crate::state::{Change, Lasts, Modifier, NONE, Op, Position, Trace};

/// A card's numbers while its modifiers are gone through.
#[derive(Clone, Copy)]
pub(crate) struct Numbers {
    pub(crate) cost: i16,
    pub(crate) power: i32,
    /// The power without what ongoing abilities give, where that is told apart: what becomes the cost.
    plain: i32,
}

impl Numbers {
    pub(crate) fn printed(def: &CardDef) -> Numbers {
        Numbers { cost: def.cost, power: def.power, plain: def.power }
    }

    /// Applies a modifier, as often as it is there; `ongoing` ones aren't part of what is plain.
    #[inline]
    pub(crate) fn apply(&mut self, modifier: &Modifier, ongoing: bool) {
        let more = modifier.value * i32::from(modifier.count);
        match modifier.op {
            Op::AddPower => {
                self.power += more;
                self.plain += if ongoing { 0 } else { more };
            }
            Op::SetPower => {
                self.power = modifier.value;
                self.plain = if ongoing { self.plain } else { modifier.value };
            }
            Op::AddCost => self.cost += more as i16,
            Op::Switch if modifier.count.is_multiple_of(2) => {}
            Op::Switch => {
                let cost = i32::from(self.cost);
                self.cost = self.plain.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                (self.power, self.plain) = (cost, cost);
            }
        }
    }
}

impl Position {
    /// A card's modifiers in their order.
    pub fn modifiers(&self, card: u16) -> impl Iterator<Item = &Modifier> + '_ {
        self.runs(card).flat_map(|run| std::iter::repeat_n(run, usize::from(run.count)))
    }

    /// A card's modifiers in their order, those that are the same and come one after the other as one.
    pub(crate) fn runs(&self, card: u16) -> impl Iterator<Item = &Modifier> + '_ {
        let mut next = self.slot(card).modifiers;
        std::iter::from_fn(move || {
            let modifier = self.modifiers.get(usize::from(next))?;
            next = modifier.next;
            Some(modifier)
        })
    }

    /// What a card's modifiers make of cost and power as they are printed: on it, or on what it was.
    pub(crate) fn modified(&self, card: u16, def: &CardDef) -> (i16, i32) {
        let mut numbers = Numbers::printed(def);
        let apart = self.options.policy.ongoing == Ongoing::Unique;
        for modifier in self.runs(card) {
            numbers.apply(modifier, apart && modifier.ongoing());
        }
        (numbers.cost, numbers.power)
    }

    /// Computes a card's cost and power from what is printed and its modifiers.
    pub(crate) fn refresh(&mut self, card: u16) {
        let (cost, power) = self.modified(card, self.def(card));
        let slot = &mut self.slots[usize::from(card)];
        (slot.cost, slot.power) = (cost, power);
        self.unsettled = true;
    }

    /// Puts a modifier on an object's card: in front if the object makes it itself, else at the end. Of ongoing abilities there
    /// is one at most under [`Ongoing::Unique`].
    pub(crate) fn modify(&mut self, object: u16, modifier: Modifier, trace: Trace) {
        let card = self.slot_of(object);
        let Modifier { origin, op, value, .. } = modifier;
        if modifier.ongoing() {
            if let Some(journal) = &mut self.journal {
                journal.tried += 1;
            }
            if self.options.policy.ongoing == Ongoing::Unique {
                let same = self.runs(card).find(|other| other.ongoing() && other.origin == origin);
                match same.map(|same| (same.op, same.value)) {
                    Some(same) if same == (op, value) => return,
                    Some(_) => self.drop_ongoing(card, origin),
                    None => {}
                }
            }
        }
        self.add_modifier(card, modifier, object == origin);
        // With one for each source it is told what has come of ongoing abilities, once all is settled.
        if self.journal.is_some() && !(modifier.ongoing() && self.options.policy.ongoing == Ongoing::Unique) {
            self.note_modifier(object, origin, op, value, trace);
        }
    }

    /// A modifier's place in the order of a card's modifiers; those with the same are in the order of arrival. In the shipped game all
    /// have the same; with one modifier for each source a card's own ongoing ability comes first and those of others last, as when power is
    /// pulled.
    fn rank(&self, card: u16, modifier: &Modifier) -> i16 {
        match self.options.policy.ongoing {
            Ongoing::Unique if modifier.ongoing() && modifier.origin == self.slot(card).object => i16::MIN,
            Ongoing::Unique if modifier.ongoing() => i16::MAX,
            _ => modifier.priority.into(),
        }
    }

    /// Puts a modifier (or several that are the same) on a card.
    pub(crate) fn add_modifier(&mut self, card: u16, modifier: Modifier, front: bool) {
        self.fleeting |= modifier.lasts == Lasts::ThisTurn;
        // The modifier after which it comes.
        let (mut before, mut next) = (NONE, self.slot(card).modifiers);
        let rank = self.rank(card, &modifier);
        while next != NONE {
            let other = self.modifiers[usize::from(next)];
            let theirs = self.rank(card, &other);
            if theirs > rank || front && theirs == rank {
                break;
            }
            (before, next) = (next, other.next);
        }
        // Beside one that is the same there is one more of that.
        for beside in [before, next] {
            if let Some(run) = self.modifiers.get_mut(usize::from(beside))
                && run.what() == modifier.what()
                && let Some(count) = run.count.checked_add(modifier.count)
            {
                run.count = count;
                return self.refresh(card);
            }
        }
        let modifier = Modifier { next, ..modifier };
        let place = self.free;
        let place = if let Some(free) = self.modifiers.get_mut(usize::from(place)) {
            self.free = free.next;
            *free = modifier;
            place
        } else {
            assert!(self.modifiers.len() < usize::from(NONE), "a battle has at most {NONE} modifiers");
            self.modifiers.push(modifier);
            (self.modifiers.len() - 1) as u16
        };
        match before {
            NONE => self.slots[usize::from(card)].modifiers = place,
            before => self.modifiers[usize::from(before)].next = place,
        }
        self.refresh(card);
    }

    /// Takes away a card's modifiers for which `gone` is true. Returns whether there were any.
    pub(crate) fn take_modifiers(&mut self, card: u16, gone: impl Fn(&Modifier) -> bool) -> bool {
        let (mut place, mut before, mut any) = (self.slot(card).modifiers, NONE, false);
        while place != NONE {
            let modifier = self.modifiers[usize::from(place)];
            if gone(&modifier) {
                match before {
                    NONE => self.slots[usize::from(card)].modifiers = modifier.next,
                    before => self.modifiers[usize::from(before)].next = modifier.next,
                }
                self.modifiers[usize::from(place)].next = self.free;
                self.free = place;
                any = true;
            } else {
                before = place;
            }
            place = modifier.next;
        }
        if any {
            self.refresh(card);
        }
        any
    }

    /// Takes away the modifiers that `origin` gave to a card: in the shipped game also those that bear its name but are another
    /// card's doing.
    pub(crate) fn drop_from(&mut self, card: u16, origin: u16) {
        if self.options.policy.ongoing == Ongoing::Unique {
            return self.drop_ongoing(card, origin);
        }
        if self.journal.is_some() {
            let gone: Vec<Modifier> = self.modifiers(card).filter(|one| one.origin == origin).copied().collect();
            for modifier in &gone {
                self.note_removed(card, modifier, false, Trace::EMPTY);
            }
        }
        self.take_modifiers(card, |modifier| modifier.origin == origin);
    }

    /// Under [`Ongoing::Unique`], takes away what `origin`'s ongoing ability gave to a card.
    pub(crate) fn drop_ongoing(&mut self, card: u16, origin: u16) {
        self.take_modifiers(card, |modifier| modifier.ongoing() && modifier.origin == origin);
    }

    /// The turn has ended: takes away what was given for this turn, in all zones.
    pub(crate) fn drop_fleeting(&mut self) {
        if !std::mem::take(&mut self.fleeting) {
            return;
        }
        let fleeting = |modifier: &Modifier| modifier.lasts == Lasts::ThisTurn;
        for card in 0..self.slots.len() as u16 {
            if self.journal.is_some() {
                let gone: Vec<Modifier> = self.modifiers(card).filter(|one| fleeting(one)).copied().collect();
                for modifier in &gone {
                    self.note_removed(card, modifier, true, Trace::EMPTY);
                }
            }
            self.take_modifiers(card, fleeting);
        }
        self.finish();
    }

    /// Takes away the modifiers that `origin` gave to any card, in whatever zone.
    pub(crate) fn recall(&mut self, origin: u16) {
        for card in 0..self.slots.len() as u16 {
            if self.runs(card).any(|modifier| modifier.origin == origin) {
                self.drop_from(card, origin);
            }
        }
    }

    /// Copies a card's modifiers to another that has none.
    pub(crate) fn copy_modifiers(&mut self, from: u16, to: u16) {
        let policy = self.options.policy;
        if !policy.clones_keep_modifiers {
            return;
        }
        let mut next = self.slot(from).modifiers;
        while next != NONE {
            let modifier = self.modifiers[usize::from(next)];
            next = modifier.next;
            // What is given once for each source is given by the source.
            if policy.ongoing == Ongoing::Push || !modifier.ongoing() {
                self.add_modifier(to, modifier, false);
                if let Some(journal) = &mut self.journal {
                    let Modifier { origin, op, value, count, .. } = modifier;
                    let change = Change { card: to, origin, op, value, removed: false, copied: true };
                    journal.changes.extend(std::iter::repeat_n(change, count.into()));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use gauntlet_core::Game;

    use super::*;
    use crate::options::Options;
    use crate::policy::Policy;
    use crate::pool::Pool;
    use crate::random::{Generator, Random};

    /// Everything in every order.
    fn orders(of: usize) -> Vec<Vec<usize>> {
        match of {
            0 => vec![Vec::new()],
            _ => orders(of - 1)
                .into_iter()
                .flat_map(|order| {
                    (0..of).map(move |place| {
                        let mut order = order.clone();
                        order.insert(place, of - 1);
                        order
                    })
                })
                .collect(),
        }
    }

    #[test]
    fn what_is_added_and_taken_in_any_order_leaves_nothing() {
        for ongoing in [Ongoing::Push, Ongoing::Unique] {
            let options = Options { policy: Policy { ongoing, ..Policy::default() }, ..Options::default() };
            let plain = "[[card]]\ntype = 0\nname = \"Plain\"\ncost = 1\npower = 5\ntext = \"\"";
            let pool = Box::leak(Box::new(Pool::read(plain, "location = []", "").expect("a pool")));
            let mut battle = Position::empty(pool, options, Random::from_u64(Generator::Mixed, 1));
            let cards: Vec<u16> = (0..4)
                .map(|_| battle.add("Plain", crate::state::Place::Table(0, crate::options::HERO)).expect("room"))
                .collect();
            let start = battle.fingerprint();
            let lasts = [Lasts::Stays, Lasts::WhileOngoing, Lasts::ThisTurn];
            let modifier = |place: usize| Modifier {
                origin: cards[place + 1],
                op: Op::AddPower,
                lasts: lasts[place],
                priority: 0,
                value: 1 + place as i32,
                next: NONE,
                count: 1,
            };
            for given in orders(3) {
                for taken in orders(3) {
                    for place in &given {
                        battle.add_modifier(cards[0], modifier(*place), false);
                    }
                    assert_eq!(battle.power(cards[0]), 5 + 1 + 2 + 3, "additions in any order");
                    battle.refresh(cards[0]);
                    assert_eq!(battle.power(cards[0]), 5 + 1 + 2 + 3, "computed twice");
                    for place in &taken {
                        assert_ne!(battle.fingerprint(), start);
                        battle.take_modifiers(cards[0], |one| one.origin == cards[*place + 1]);
                    }
                    assert_eq!(battle.fingerprint(), start);
                    assert_eq!(battle.modifiers.len(), 3, "their places are used again");
                }
            }
        }
    }
}
