//! How a bill is paid: which sources, which mana, for which symbol (CR 601.2g–h).
//!
//! The sets of units that pay a bill exactly are the bases of a matroid, so for sources of one mana each it is best to go through
//! them from the one that is worth most unused, and to leave each one out without which the rest can still pay. Sources of
//! several mana are left out in the same way, with the big ones before the small ones and the other way round, and the
//! better result is taken.

use gauntlet_cards::mana::ManaSymbol;

use super::bill::{self, Bill, Demand, Kind, LIFE_KINDS, Settled, TWO_OR_KINDS, Way};
use super::source::{Mana, ManaSource, ManaTypes, SourceKey};
use super::supply::Supply;

/// How much mana of each type the player would like to have left, in the order of [`ManaTypes::EACH`], by how much it is wanted: a mana of
/// one kind is worth more than fifteen of the next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Wanted(pub [u16; 6]);

impl Wanted {
    /// Nothing in particular.
    pub const NOTHING: Wanted = Wanted([0; 6]);
    /// What a mana counts that something could be cast with.
    pub const TO_CAST: u16 = 256;
    /// What a mana counts that something else could be done with.
    pub const TO_USE: u16 = 16;
    /// What a mana counts that isn't enough with the others that are left.
    pub const LATER: u16 = 1;

    /// What is missing of a type after one mana of it was kept.
    fn less_one(missing: u16) -> u16 {
        missing
            - match missing {
                Wanted::TO_CAST.. => Wanted::TO_CAST,
                Wanted::TO_USE.. => Wanted::TO_USE,
                _ => Wanted::LATER.min(missing),
            }
    }

    /// Also the types that this bill names: another card that the player could pay for.
    pub fn add(&mut self, bill: &Bill) {
        for kind in bill::kinds_in(bill.present()) {
            for (place, wanted) in self.0.iter_mut().enumerate() {
                if bill::kind_types(kind) >> place & 1 != 0 {
                    *wanted = wanted.saturating_add(Wanted::TO_CAST * u16::from(bill.kind_count(kind)));
                }
            }
        }
    }
}

/// A source that is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Used {
    /// Its index among the sources.
    pub source: u16,
    /// What that is.
    pub key: SourceKey,
    /// Which of its alternatives.
    pub alternative: u8,
}

/// A mana that is spent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spent {
    /// The index of its source.
    pub source: u16,
    /// What it is.
    pub mana: Mana,
    /// The symbol that it pays; `{1}` for generic mana, also for that of a two-or-colour symbol.
    pub pays: ManaSymbol,
}

/// A mana that is made but not spent, so that it floats in the pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Left {
    /// The index of its source.
    pub source: u16,
    /// What it is.
    pub mana: Mana,
}

/// An object that can be tapped for one mana, and for nothing that is liked less or makes more: most sources are nothing else.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlainSource {
    /// The index of the object.
    pub(crate) index: u16,
    /// See [`ManaSource::rank`]. Not 0: it doesn't float.
    pub(crate) rank: u8,
    /// The types of which its mana can be.
    pub(crate) types: u8,
}

/// Units of mana that don't depend on each other, counted by the types that each can be of.
struct Units {
    by_types: [u16; 64],
    /// The sets of types that there have been units of, as bits.
    sets: u64,
    total: u32,
}

impl Units {
    fn of(sources: &[PlainSource]) -> Units {
        let mut units = Units { by_types: [0; 64], sets: 0, total: sources.len() as u32 };
        for source in sources {
            units.by_types[usize::from(source.types & 63)] += 1;
            units.sets |= 1 << (source.types & 63);
        }
        units
    }

    /// Hall's condition, as [`Supply::meets`] has it where no source chooses between lists and no symbol asks for snow mana.
    fn meet(&self, demand: &Demand) -> bool {
        if demand.total > self.total {
            return false;
        }
        let mut types = demand.union & 63;
        while types != 0 {
            let (mut sets, mut touching) = (self.sets, 0);
            while sets != 0 {
                let set = sets.trailing_zeros() as usize;
                touching += if set & usize::from(types) != 0 { self.by_types[set] } else { 0 };
                sets &= sets - 1;
            }
            if u16::from(demand.need[usize::from(types)]) > touching {
                return false;
            }
            types = (types - 1) & demand.union;
        }
        true
    }
}

/// How a bill is paid. Filled by [`Supply::plan`]; keep one and use it again, so that it allocates nothing once warm.
#[derive(Clone, Debug, Default)]
pub struct Payment {
    /// The sources that are used, in the order of the sources.
    pub used: Vec<Used>,
    /// The mana that is spent. Its types are as various as they can be by choosing them one after the other (CR 702.44a).
    pub spent: Vec<Spent>,
    /// The mana of used sources that isn't spent. Floating mana that isn't spent was there before and isn't listed.
    pub left: Vec<Left>,
    /// How each symbol that can be paid in several ways was paid; those that the bill has settled are not listed.
    pub settled: Vec<(ManaSymbol, Settled)>,
    /// The life that is paid, what the bill asks for anyhow included (CR 107.4f).
    pub life: u32,
    places: Vec<Place>,
    fewer: Vec<Place>,
    units: Vec<Unit>,
    slots: Vec<Slot>,
}

/// A source while it is decided whether it is used.
#[derive(Clone, Copy, Debug)]
struct Place {
    source: u16,
    /// The least rank at which it can be used.
    rank: u8,
    types: u8,
    most: u32,
    state: State,
    alternative: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Open,
    Used,
    Unused,
}

/// A mana that is made.
#[derive(Clone, Copy, Debug)]
struct Unit {
    source: u16,
    types: u8,
    snow: bool,
    floating: bool,
    /// Whether it may be spent on few things only.
    narrow: bool,
    /// The slot that it pays, if it pays one.
    slot: Option<u16>,
    /// A mark of what is being looked at.
    seen: bool,
}

/// A symbol that is paid by one mana and isn't generic.
#[derive(Clone, Copy, Debug)]
struct Slot {
    kind: Kind,
}

impl Supply<'_> {
    /// Finds a payment of the bill with at most `life` life, for symbols and for what the sources cost, and says whether there is one,
    /// which is exactly when [`Supply::can_pay`] says so.
    ///
    /// What the bill leaves open is settled with as little life as possible, then with as little mana as possible. Then the
    /// payment uses as few sources of the highest rank as possible, of the next lower one, and so on; makes as little
    /// mana as possible that isn't spent; and keeps what can make the `wanted` types. All but the last are exact for
    /// sources of one mana each. Of floating mana what may be spent on few things goes first, then what nothing in hand
    /// wants, colourless mana before colours.
    pub fn plan(&self, bill: &Bill, life: i32, wanted: &Wanted, out: &mut Payment) -> bool {
        if !self.has_life_for_all(bill, life) {
            return self.within(life, &mut |supply, life| supply.plan_however(bill, life, wanted, out));
        }
        self.plan_however(bill, life, wanted, out)
    }

    fn plan_however(&self, bill: &Bill, life: i32, wanted: &Wanted, out: &mut Payment) -> bool {
        out.clear();
        match bill.plain() {
            Some(demand) if bill.life() == 0 => {
                if !self.meets(demand) {
                    return false;
                }
                self.plan_demand(bill, demand, None, wanted, out);
            }
            _ => {
                let mut best: Option<(Demand, Way)> = None;
                bill.any_way(u32::try_from(life).unwrap_or(0), &mut |demand, way| {
                    let better =
                        best.as_ref().is_none_or(|best| (way.life, demand.total) < (best.1.life, best.0.total));
                    if better && self.meets(demand) {
                        best = Some((*demand, *way));
                    }
                    false
                });
                let Some((demand, way)) = best else { return false };
                self.plan_demand(bill, &demand, Some(&way), wanted, out);
            }
        }
        true
    }

    fn plan_demand(&self, bill: &Bill, demand: &Demand, way: Option<&Way>, wanted: &Wanted, out: &mut Payment) {
        let mut supply = *self;
        out.choose_sources(&mut supply, demand, wanted);
        out.choose_alternatives(&mut supply, demand, wanted);
        out.choose_units(&mut supply, demand, wanted);
        out.forget_unspent(self.sources());
        out.settle(bill, way);
        out.assign();
    }
}

impl Payment {
    /// Makes it the payment of nothing.
    pub fn clear(&mut self) {
        self.used.clear();
        self.spent.clear();
        self.left.clear();
        self.settled.clear();
        self.life = 0;
    }

    /// Finds the payment that [`Supply::plan`] finds, where all sources are plain and there is nothing to settle: with less to look at,
    /// as sources of a rank that are alike are one. Says whether it found one; where it did not, there may be one all the same.
    /// `wanted` is asked only if there is a choice.
    pub(crate) fn plan_plainly(
        &mut self,
        sources: &[PlainSource],
        bill: &Bill,
        wanted: impl FnOnce() -> Wanted,
    ) -> bool {
        let Some(demand) = bill.plain().filter(|demand| demand.snow == 0 && bill.life() == 0) else { return false };
        let place = |(source, plain): (u16, &PlainSource)| Place {
            source,
            rank: plain.rank,
            types: plain.types,
            most: 1,
            state: State::Open,
            alternative: 0,
        };
        self.places.clear();
        // Of sources that are all alike and make mana of one type the first are used.
        let alike = |one: &PlainSource| {
            one.types.is_power_of_two()
                && sources.iter().all(|other| (other.types, other.rank) == (one.types, one.rank))
        };
        if sources.first().is_some_and(alike) {
            let count = demand.total as usize;
            if count > sources.len() || demand.need[usize::from(!sources[0].types & 63)] != 0 {
                return false;
            }
            self.clear();
            self.places.extend((0..).zip(&sources[..count]).map(place));
        } else {
            let mut units = Units::of(sources);
            if !units.meet(demand) {
                return false;
            }
            self.clear();
            self.places.extend((0..).zip(sources).map(place));
            self.places.sort_unstable_by_key(|place| (std::cmp::Reverse(place.rank), place.source));
            let wanted = if units.total > demand.total { wanted() } else { Wanted::NOTHING };
            leave_out_plain(&mut self.places, &mut units, demand, &wanted);
            self.places.retain(|place| place.state == State::Used);
            self.places.sort_unstable_by_key(|place| place.source);
        }
        self.units.clear();
        for place in &self.places {
            let key = SourceKey::Object(sources[usize::from(place.source)].index);
            self.used.push(Used { source: place.source, key, alternative: 0 });
            self.units.push(Unit {
                source: place.source,
                types: place.types,
                snow: false,
                floating: false,
                narrow: false,
                slot: None,
                seen: false,
            });
        }
        self.settle(bill, None);
        self.assign();
        true
    }

    /// Decides which sources are used.
    fn choose_sources(&mut self, supply: &mut Supply, demand: &Demand, wanted: &Wanted) {
        let sources = supply.sources();
        self.places.clear();
        let mut several = false;
        for (index, source) in sources.iter().enumerate() {
            let count = source.alternatives().len();
            let extra = (0..count).map(|alternative| source.extra_rank(alternative)).min().unwrap_or(0);
            let most = source.most_units();
            several |= most > 1 && !source.is_floating();
            // What was removed from the supply is not there, and what makes nothing is of no use.
            let state = if supply.has(index) && most > 0 { State::Open } else { State::Unused };
            self.places.push(Place {
                source: index as u16,
                rank: source.rank.saturating_add(extra),
                types: source.types().bits(),
                most,
                state,
                alternative: 0,
            });
        }
        self.places.sort_unstable_by_key(|place| (std::cmp::Reverse(place.rank), place.source));
        if !several {
            leave_out(&mut self.places, supply, demand, wanted, false);
            return;
        }
        let whole = *supply;
        self.fewer.clear();
        self.fewer.extend_from_slice(&self.places);
        leave_out(&mut self.fewer, supply, demand, wanted, true);
        let other = *supply;
        *supply = whole;
        leave_out(&mut self.places, supply, demand, wanted, false);
        if is_better(&self.fewer, &self.places) {
            *supply = other;
            std::mem::swap(&mut self.fewer, &mut self.places);
        }
    }

    /// Decides which of its alternatives each used source makes.
    fn choose_alternatives(&mut self, supply: &mut Supply, demand: &Demand, wanted: &Wanted) {
        let sources = supply.sources();
        self.places.retain(|place| place.state == State::Used);
        self.places.sort_unstable_by_key(|place| place.source);
        for place in &mut self.places {
            let source = &sources[usize::from(place.source)];
            let count = source.alternatives().len();
            if count < 2 {
                continue;
            }
            supply.remove(usize::from(place.source));
            // At most six, so looking for the next best one each time is short. The last one needs no test.
            let mut tried = 0u8;
            loop {
                let next = (0..count).filter(|alternative| tried >> alternative & 1 == 0).min_by_key(|alternative| {
                    let made = source.alternatives()[*alternative];
                    let value: u32 = value(made.types().bits(), &wanted.0);
                    (source.extra_rank(*alternative), made.units(), std::cmp::Reverse(value))
                });
                let Some(alternative) = next else { break };
                tried |= 1 << alternative;
                let before = *supply;
                supply.add(source.alternatives()[alternative], source.snow);
                if tried.count_ones() as usize == count || supply.meets(demand) {
                    place.alternative = alternative as u8;
                    break;
                }
                *supply = before;
            }
        }
    }

    /// Lists the mana of the used sources, and takes away what isn't spent.
    fn choose_units(&mut self, supply: &mut Supply, demand: &Demand, wanted: &Wanted) {
        let sources = supply.sources();
        self.units.clear();
        for place in &self.places {
            let source = &sources[usize::from(place.source)];
            self.used.push(Used { source: place.source, key: source.key, alternative: place.alternative });
            for (types, count) in source.alternatives()[usize::from(place.alternative)].runs() {
                let unit = Unit {
                    source: place.source,
                    types,
                    snow: source.snow,
                    floating: source.is_floating(),
                    narrow: source.narrow,
                    slot: None,
                    seen: false,
                };
                self.units.extend(std::iter::repeat_n(unit, usize::from(count)));
            }
        }
        let mut surplus = self.units.len() - demand.total as usize;
        let mut wanted = wanted.0;
        while surplus > 0 {
            // The most useful unit that hasn't been found to be necessary. As long as there is a surplus there is one.
            let best = (0..self.units.len()).filter(|at| !self.units[*at].seen).max_by_key(|at| {
                let unit = &self.units[*at];
                let colors = (unit.types & ManaTypes::COLORS.bits()).count_ones();
                (!unit.narrow, value(unit.types, &wanted), colors, *at)
            });
            let Some(best) = best else { break };
            let unit = self.units[best];
            supply.remove_units(unit.types, 1, unit.snow);
            if supply.meets(demand) {
                surplus -= 1;
                self.units.remove(best);
                let kind = most_wanted(unit.types, &wanted);
                if let Some(wanted) = wanted.get_mut(kind.trailing_zeros() as usize) {
                    *wanted = Wanted::less_one(*wanted);
                }
                if !unit.floating {
                    let mana = Mana { kind: ManaTypes::from_bits_truncate(kind), snow: unit.snow };
                    self.left.push(Left { source: unit.source, mana });
                }
            } else {
                supply.add_units(unit.types, 1, unit.snow);
                for other in &mut self.units {
                    other.seen |= other.types == unit.types && other.snow == unit.snow;
                }
            }
        }
    }

    /// Floating mana of which nothing is spent wasn't used.
    fn forget_unspent(&mut self, sources: &[ManaSource]) {
        let units = &self.units;
        let spent = |used: &Used| units.iter().any(|unit| unit.source == used.source);
        self.used.retain(|used| !sources[usize::from(used.source)].is_floating() || spent(used));
    }

    /// Lists the symbols that are paid by one mana, and how the others are paid.
    fn settle(&mut self, bill: &Bill, way: Option<&Way>) {
        self.slots.clear();
        self.life = way.map_or(0, |way| way.life);
        for kind in bill::kinds_in(bill.present()) {
            let count = bill.kind_count(kind);
            let otherwise = way.map_or(0, |way| way.counts[usize::from(kind)]);
            let with_mana = usize::from(count - otherwise);
            self.slots.extend(std::iter::repeat_n(Slot { kind }, with_mana));
            let how = if LIFE_KINDS >> kind & 1 != 0 { Settled::Life } else { Settled::Generic };
            if (TWO_OR_KINDS | LIFE_KINDS) >> kind & 1 != 0 {
                let symbol = bill::kind_symbol(kind);
                self.settled.extend(std::iter::repeat_n((symbol, Settled::Mana), with_mana));
                self.settled.extend(std::iter::repeat_n((symbol, how), usize::from(otherwise)));
            }
        }
    }

    /// Gives each symbol one of the units; what is left of them pays the generic mana.
    fn assign(&mut self) {
        for slot in 0..self.slots.len() {
            for unit in &mut self.units {
                unit.seen = false;
            }
            let found = augment(&self.slots, &mut self.units, slot);
            debug_assert!(found, "the units don't pay what the counts say that they do");
        }
        let mut made = 0u8;
        for unit in &self.units {
            let (types, pays) = match unit.slot.map(|slot| self.slots[usize::from(slot)]) {
                None => (unit.types, ManaSymbol::Generic(1)),
                Some(slot) => {
                    let named = bill::kind_types(slot.kind);
                    (if named == 0 { unit.types } else { unit.types & named }, bill::kind_symbol(slot.kind))
                }
            };
            let kind = if types & !made != 0 { lowest(types & !made) } else { lowest(types) };
            made |= kind;
            let mana = Mana { kind: ManaTypes::from_bits_truncate(kind), snow: unit.snow };
            self.spent.push(Spent { source: unit.source, mana, pays });
        }
    }
}

/// Leaves out one source after the other, of the highest rank first, without which the rest still meets the demand. Among
/// those of a rank first the ones that make what is wanted and not yet kept by leaving out others; of equal ones the last.
fn leave_out(places: &mut [Place], supply: &mut Supply, demand: &Demand, wanted: &Wanted, small_first: bool) {
    let sources = supply.sources();
    let mut missing = wanted.0;
    let mut from = 0;
    while from < places.len() {
        let rank = places[from].rank;
        if rank == 0 {
            // Mana that floats is spent one by one, and what of it is decided when all else is known.
            break;
        }
        let end = from + places[from..].iter().take_while(|place| place.rank == rank).count();
        loop {
            // Nothing can be left out any more if all mana is needed.
            if supply.most_mana() == demand.total {
                break;
            }
            let mut best = None;
            let mut before: Option<&Place> = None;
            let mut key = (0, 0, 0);
            for (at, place) in places.iter().enumerate().take(end).skip(from) {
                if place.state != State::Open {
                    continue;
                }
                // Most sources are like the one before.
                if before.is_none_or(|before| before.types != place.types || before.most != place.most) {
                    let units = if small_first { u32::MAX - place.most } else { place.most };
                    key = (units, value(place.types, &missing), place.types.count_ones());
                    before = Some(place);
                }
                if best.is_none_or(|(best, _)| key >= best) {
                    best = Some((key, at));
                }
            }
            let Some((_, best)) = best else { break };
            let place = places[best];
            supply.remove(usize::from(place.source));
            if supply.meets(demand) {
                places[best].state = State::Unused;
                // It can be used for one of its types; that of which the most is missing is the best guess.
                let kind = most_wanted(place.types, &missing);
                if let Some(missing) = missing.get_mut(kind.trailing_zeros() as usize) {
                    *missing = (0..place.most.min(64)).fold(*missing, |missing, _| Wanted::less_one(missing));
                }
            } else {
                supply.restore(usize::from(place.source));
                // Less and less is left, so what is necessary stays so, and what is equal to it is necessary too.
                let source = &sources[usize::from(place.source)];
                for other in &mut places[from..end] {
                    let equal = sources[usize::from(other.source)].makes_the_same(source);
                    if equal && other.state == State::Open {
                        other.state = State::Used;
                    }
                }
            }
        }
        from = end;
    }
    for place in places {
        if place.state == State::Open {
            place.state = State::Used;
        }
    }
}

/// [`leave_out`] where each place is one mana: those of a rank with the same types are one group, of which the last is left out first.
fn leave_out_plain(places: &mut [Place], units: &mut Units, demand: &Demand, wanted: &Wanted) {
    let mut missing = wanted.0;
    let mut from = 0;
    while from < places.len() && units.total > demand.total {
        let rank = places[from].rank;
        let end = from + places[from..].iter().take_while(|place| place.rank == rank).count();
        // The sets of types in which one may still be left out.
        let mut open = places[from..end].iter().fold(0u64, |open, place| open | 1 << (place.types & 63));
        while units.total > demand.total {
            let mut best: Option<((u32, u32, usize), u8)> = None;
            let mut sets = open;
            while sets != 0 {
                let types = sets.trailing_zeros() as u8;
                sets &= sets - 1;
                let of_these = |place: &Place| place.types == types && place.state == State::Open;
                let Some(last) = places[from..end].iter().rposition(of_these) else {
                    open &= !(1 << types);
                    continue;
                };
                let key = (value(types, &missing), types.count_ones(), last);
                if best.is_none_or(|(best, _)| key > best) {
                    best = Some((key, types));
                }
            }
            let Some(((.., last), types)) = best else { break };
            units.by_types[usize::from(types)] -= 1;
            units.total -= 1;
            if units.meet(demand) {
                places[from + last].state = State::Unused;
                let kind = most_wanted(types, &missing);
                if let Some(missing) = missing.get_mut(kind.trailing_zeros() as usize) {
                    *missing = Wanted::less_one(*missing);
                }
            } else {
                units.by_types[usize::from(types)] += 1;
                units.total += 1;
                open &= !(1 << types);
            }
        }
        from = end;
    }
    for place in places {
        if place.state == State::Open {
            place.state = State::Used;
        }
    }
}

/// Returns whether the first choice of sources is better: fewer of the highest rank in which they differ; then less mana made.
fn is_better(a: &[Place], b: &[Place]) -> bool {
    let used = |places: &[Place], rank: u8| {
        places.iter().filter(|place| place.rank == rank && place.state == State::Used).count()
    };
    let mana = |places: &[Place]| -> u32 {
        places.iter().filter(|place| place.state == State::Used).map(|place| place.most).sum()
    };
    // Both are in descending order of rank and have the same sources.
    let mut at = 0;
    while let Some(place) = a.get(at) {
        let (here, there) = (used(a, place.rank), used(b, place.rank));
        // Of floating mana there is no need to save any.
        if here != there && place.rank > 0 {
            return here < there;
        }
        at += a[at..].iter().take_while(|other| other.rank == place.rank).count();
    }
    mana(a) < mana(b)
}

/// How much of what is missing a unit of these types could be.
fn value(types: u8, missing: &[u16; 6]) -> u32 {
    (0..6).filter(|place| types >> place & 1 != 0).map(|place| u32::from(missing[place])).sum()
}

/// The one of these types of which the most is missing, the first of equal ones; no type of no types.
fn most_wanted(types: u8, missing: &[u16; 6]) -> u8 {
    let places = (0..6).filter(|place| types >> place & 1 != 0);
    places.max_by_key(|place| (missing[*place], std::cmp::Reverse(*place))).map_or(0, |place| 1 << place)
}

/// The first of these types.
fn lowest(types: u8) -> u8 {
    types & types.wrapping_neg()
}

/// Finds a unit for a slot, moving others to other units where that is necessary (an augmenting path).
fn augment(slots: &[Slot], units: &mut [Unit], slot: usize) -> bool {
    for at in 0..units.len() {
        let unit = units[at];
        if unit.seen || !bill::kind_accepts(slots[slot].kind, unit.types, unit.snow) {
            continue;
        }
        units[at].seen = true;
        if unit.slot.is_none_or(|other| augment(slots, units, usize::from(other))) {
            units[at].slot = Some(slot as u16);
            return true;
        }
    }
    false
}
