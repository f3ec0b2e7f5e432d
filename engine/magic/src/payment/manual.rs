//! Payment by hand, one mana after the other (CR 601.2h).

use thiserror::Error;

use super::bill::{self, Bill, Demand, KIND_COUNT, Kind, Settled, TWO_OR_KINDS};
use super::source::{Mana, ManaTypes};
use super::supply::Supply;

/// All types, for a unit that fits everything.
const ANY: u8 = ManaTypes::all().bits();

/// A mana that what is left of a bill has no use for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("this mana pays for nothing that is left of the cost")]
pub struct NotNeeded;

/// A bill and the mana that was given for it so far.
///
/// Which mana pays for which symbol stays open until all is there: after {W} for `{1}{W}` the rest takes any mana, after {W}
/// for `{W/U}{W/B}` it takes {W}, {U} or {B}. A giver can't go wrong: what was taken always fits together, and the mana
/// that pays the bill can be given in any order, until it is enough. A two-or-colour symbol stays open in the same way. A
/// Phyrexian symbol is paid with mana here: life for it is announced before (CR 601.2b, [`Bill::with_life_for`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PartPaid {
    bill: Bill,
    /// How many mana were given: not snow and snow, by type; the last place is for what pays for generic mana only.
    given: [[u16; 7]; 2],
}

impl PartPaid {
    /// Nothing of this bill is paid yet.
    pub const fn new(bill: Bill) -> PartPaid {
        PartPaid { bill, given: [[0; 7]; 2] }
    }

    /// The whole bill.
    pub const fn bill(&self) -> &Bill {
        &self.bill
    }

    /// How many mana were given.
    pub fn given(&self) -> u32 {
        self.given.as_flattened().iter().map(|count| u32::from(*count)).sum()
    }

    /// The mana that was given, by type.
    pub(crate) fn units(&self) -> impl Iterator<Item = (Mana, u8)> {
        let given = self.given;
        [false, true].into_iter().flat_map(move |snow| {
            let counts = given[usize::from(snow)].into_iter().enumerate().filter(|(_, count)| *count > 0);
            counts.map(move |(place, count)| {
                let kind = ManaTypes::EACH.get(place).copied().unwrap_or(ManaTypes::empty());
                (Mana { kind, snow }, count.min(255) as u8)
            })
        })
    }

    /// Returns whether all mana of the bill is paid. Life that it asks for is not looked at.
    pub fn is_paid(&self) -> bool {
        least_left(&self.bill, &self.given) == Some(0)
    }

    /// Returns whether this mana can help to pay what is left.
    pub fn needs(&self, mana: Mana) -> bool {
        self.pay_one(mana).is_ok()
    }

    /// Gives one mana.
    ///
    /// # Errors
    /// If the bill is paid, or what is left of it has no use for this mana.
    pub fn pay_one(mut self, mana: Mana) -> Result<PartPaid, NotNeeded> {
        if self.is_paid() {
            return Err(NotNeeded);
        }
        let place = &mut self.given[usize::from(mana.snow)][place_of(mana.kind)];
        *place = place.checked_add(1).ok_or(NotNeeded)?;
        least_left(&self.bill, &self.given).map(|_| self).ok_or(NotNeeded)
    }

    /// What is left to pay, for people: what was given counts for what is hardest to pay. Where that could be one symbol or
    /// another, it is the first one.
    pub fn remaining(&self) -> Bill {
        let mut rest = self.bill;
        let mut given = self.given;
        let left = least_left(&rest, &given);
        for snow in [false, true] {
            for place in 0..7 {
                while given[usize::from(snow)][place] > 0 {
                    given[usize::from(snow)][place] -= 1;
                    let types = if place < 6 { 1 << place } else { 0 };
                    // Never none, as all that was given fits together.
                    let next = after(&rest, types, snow).find(|next| least_left(next, &given) == left);
                    let Some(next) = next else { break };
                    rest = next;
                }
            }
        }
        rest
    }
}

impl Bill {
    /// Gives the first mana for it by hand.
    ///
    /// # Errors
    /// If the bill has no use for this mana.
    pub fn pay_one(self, mana: Mana) -> Result<PartPaid, NotNeeded> {
        PartPaid::new(self).pay_one(mana)
    }
}

fn place_of(kind: ManaTypes) -> usize {
    // No type is the seventh place.
    (kind.bits().trailing_zeros() as usize).min(6)
}

/// What may be left of a bill after one mana of these types paid for something, what accepts the least first.
fn after(bill: &Bill, types: u8, snow: bool) -> impl Iterator<Item = Bill> {
    let with_symbol = (0..KIND_COUNT as Kind)
        .filter(move |kind| bill.kind_count(*kind) > 0 && bill::kind_accepts(*kind, types, snow))
        .map(move |kind| bill.without_kind(kind));
    let with_generic = (bill.generic() > 0).then(|| bill.less_generic(1));
    let with_half = bill::kinds_in(bill.present() & TWO_OR_KINDS).filter_map(|kind| {
        let settled = bill.settle(bill::kind_symbol(kind), Settled::Generic)?;
        (settled.generic() > 0).then(|| settled.less_generic(1))
    });
    with_symbol.chain(with_generic).chain(with_half)
}

/// The least mana that is still to be paid if all mana that was given pays for something; none if it can't.
fn least_left(bill: &Bill, given: &[[u16; 7]; 2]) -> Option<u32> {
    let count: u32 = given.as_flattened().iter().map(|count| u32::from(*count)).sum();
    let mut supply = Supply::EMPTY;
    for (snow, counts) in [(false, &given[0]), (true, &given[1])] {
        for (place, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            supply.add_units(if place < 6 { 1 << place } else { 0 }, *count, snow);
        }
    }
    let mut least: Option<u32> = None;
    bill.any_way(bill.life(), &mut |demand: &Demand, _| {
        let Some(rest) = demand.total.checked_sub(count) else { return false };
        if least.is_none_or(|least| rest < least) {
            // What is still to come fits everything. As there are as many units as symbols then, all units pay for something.
            let Ok(units) = u16::try_from(rest) else { return false };
            let mut supply = supply;
            supply.add_units(ANY, units, true);
            if supply.meets(demand) {
                least = Some(rest);
            }
        }
        least == Some(0)
    });
    least
}
