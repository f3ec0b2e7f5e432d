//! What a player can spend, counted so that bills are answered without a search (CR 601.2g).

use super::bill::{Bill, Demand, LIFE_KINDS, TWO_OR_KINDS};
use super::source::{ManaSource, Yield};
use smallvec::SmallVec;

/// Sets of sources are kept as this many words.
const WORDS: usize = 8;
/// Every set of types once without and once with snow, and all mana.
const TESTS: usize = 2 * 64 + 1;
/// How many choices of the sources that life is paid for are tried for one bill.
const TRIES: u32 = 2_000;

/// All mana that a player can spend, made once for each decision out of the sources.
///
/// It holds up to 65,535 mana. Sources that choose between lists of several mana ([`ManaSource::same`]) must be among the
/// first 512.
#[derive(Clone, Copy)]
pub struct Supply<'a> {
    sources: &'a [ManaSource],
    /// For each set of types, how many units could be of one of them. Only of sources whose units are independent.
    touching: [u16; 64],
    /// The same for units of snow mana.
    snow_touching: [u16; 64],
    /// How many units there are, and how many of them are snow.
    total: u32,
    snow_total: u32,
    /// The sources that choose between lists of mana, which are in no count above, by index.
    complex: [u64; WORDS],
    /// The most mana that those can make.
    complex_total: u32,
    /// The sources that are not there any more, by index.
    absent: [u64; WORDS],
    /// No less than the life that using all sources costs.
    life: u32,
}

impl<'a> Supply<'a> {
    /// No mana.
    pub(super) const EMPTY: Supply<'static> = Supply {
        sources: &[],
        touching: [0; 64],
        snow_touching: [0; 64],
        total: 0,
        snow_total: 0,
        complex: [0; WORDS],
        complex_total: 0,
        absent: [0; WORDS],
        life: 0,
    };

    /// All mana of these sources.
    ///
    /// # Panics
    /// If a source after the first 512 chooses between lists of mana: an engine limit, reported as such.
    pub fn new(sources: &'a [ManaSource]) -> Supply<'a> {
        let mut supply = Supply { sources, ..Supply::EMPTY };
        // Most sources are alike, so they are counted by what they make before the sets are filled.
        let mut by_types = [0u16; 64];
        let mut present = 0u64;
        for (index, source) in sources.iter().enumerate() {
            supply.life += u32::from(source.most_life());
            match source.independent() {
                Some(made) if !source.snow => {
                    for (types, count) in made.runs() {
                        by_types[usize::from(types)] += u16::from(count);
                        present |= 1 << types;
                    }
                }
                Some(made) => supply.add(made, true),
                None => supply.add_complex(index),
            }
        }
        while present != 0 {
            let types = present.trailing_zeros() as u8;
            supply.add_units(types, by_types[usize::from(types)], false);
            present &= present - 1;
        }
        supply
    }

    /// That many units for each set of types that a unit may be of, none of them snow, without saying what makes them.
    pub(crate) fn of_units(by_types: &[u8; 64]) -> Supply<'static> {
        let mut supply = Supply::EMPTY;
        for (types, count) in (0u8..).zip(by_types).filter(|(_, count)| **count > 0) {
            supply.add_units(types, u16::from(*count), false);
        }
        supply
    }

    /// A supply of these sources, in which the same ones aren't there any more.
    fn of_the_same<'b>(&self, sources: &'b [ManaSource]) -> Supply<'b> {
        let gone = (0..sources.len()).filter(|place| !self.has(*place));
        gone.fold(Supply::new(sources), Supply::without)
    }

    /// The sources that it was made of, removed ones included.
    #[inline]
    pub fn sources(&self) -> &'a [ManaSource] {
        self.sources
    }

    /// The most mana that all sources can make together.
    #[inline]
    pub fn most_mana(&self) -> u32 {
        self.total + self.complex_total
    }

    /// The supply without one source, for example one that is tapped or sacrificed as another part of the cost.
    ///
    /// # Panics
    /// If it isn't among the first 512 sources: an engine limit, reported as such.
    #[must_use]
    pub fn without(mut self, source: usize) -> Supply<'a> {
        assert!(source < 64 * WORDS, "there are more mana sources than the engine holds");
        if self.has(source) {
            self.remove(source);
            self.absent[source / 64] |= 1 << (source % 64);
        }
        self
    }

    /// Returns whether the source with this index hasn't been removed.
    #[inline]
    pub fn has(&self, source: usize) -> bool {
        self.absent.get(source / 64).is_none_or(|word| word >> (source % 64) & 1 == 0)
    }

    /// Takes one source away.
    #[inline]
    pub(super) fn remove(&mut self, index: usize) {
        let source = &self.sources[index];
        match source.independent() {
            Some(made) => {
                made.runs().for_each(|(types, count)| self.remove_units(types, u16::from(count), source.snow))
            }
            None => {
                self.complex[index / 64] &= !(1 << (index % 64));
                self.complex_total -= source.most_units();
            }
        }
    }

    /// Puts back a source that was taken away.
    #[inline]
    pub(super) fn restore(&mut self, index: usize) {
        let source = &self.sources[index];
        match source.independent() {
            Some(made) => self.add(made, source.snow),
            None => self.add_complex(index),
        }
    }

    fn add_complex(&mut self, index: usize) {
        assert!(index < 64 * WORDS, "there are more mana sources than the engine holds");
        self.complex[index / 64] |= 1 << (index % 64);
        self.complex_total += self.sources[index].most_units();
    }

    /// Adds the mana of a yield as units that don't depend on each other.
    #[inline]
    pub(super) fn add(&mut self, made: Yield, snow: bool) {
        made.runs().for_each(|(types, count)| self.add_units(types, u16::from(count), snow));
    }

    /// Adds that many units that may each be of one of these types.
    #[inline]
    pub(super) fn add_units(&mut self, types: u8, count: u16, snow: bool) {
        self.total += u32::from(count);
        for (set, touching) in (0u16..).zip(&mut self.touching) {
            *touching += if set & u16::from(types) != 0 { count } else { 0 };
        }
        if snow {
            self.snow_total += u32::from(count);
            for (set, touching) in (0u16..).zip(&mut self.snow_touching) {
                *touching += if set & u16::from(types) != 0 { count } else { 0 };
            }
        }
    }

    /// Takes that many units away that may each be of one of these types.
    #[inline]
    pub(super) fn remove_units(&mut self, types: u8, count: u16, snow: bool) {
        self.total -= u32::from(count);
        for (set, touching) in (0u16..).zip(&mut self.touching) {
            *touching -= if set & u16::from(types) != 0 { count } else { 0 };
        }
        if snow {
            self.snow_total -= u32::from(count);
            for (set, touching) in (0u16..).zip(&mut self.snow_touching) {
                *touching -= if set & u16::from(types) != 0 { count } else { 0 };
            }
        }
    }

    /// Returns whether some use of the sources pays the bill, with at most `life` life for Phyrexian symbols and for what using the
    /// sources costs (CR 107.4f, 119.4).
    #[inline]
    pub fn can_pay(&self, bill: &Bill, life: i32) -> bool {
        if self.has_life_for_all(bill, life) {
            return self.can_pay_however(bill, life);
        }
        self.within(life, &mut |supply, life| supply.can_pay_however(bill, life))
    }

    /// Returns whether that is life enough for all that it could be paid for.
    #[inline]
    pub(super) fn has_life_for_all(&self, bill: &Bill, life: i32) -> bool {
        self.life == 0 || u32::try_from(life).is_ok_and(|life| life >= self.life + bill.most_life())
    }

    /// Calls `visit` with each choice of the sources that life is paid for, as a supply that costs none and the life that is left,
    /// those for the least life first, until it says true. Says whether it did.
    #[cold]
    pub(super) fn within(&self, life: i32, visit: &mut dyn FnMut(&Supply, i32) -> bool) -> bool {
        let life = u32::try_from(life).unwrap_or(0);
        let chosen: SmallVec<[ManaSource; 16]> = self.sources.iter().map(|source| source.without_life()).collect();
        let dear: SmallVec<[usize; 16]> =
            (0..self.sources.len()).filter(|place| self.sources[*place].most_life() > 0 && self.has(*place)).collect();
        let mut tries = TRIES;
        (0..=life.min(self.life)).any(|spent| {
            let mut budget = Budget { of: self, dear: &dear, left: life - spent, tries: &mut tries };
            budget.choose(&mut chosen.clone(), 0, spent, visit)
        })
    }

    #[inline]
    fn can_pay_however(&self, bill: &Bill, life: i32) -> bool {
        match bill.plain() {
            Some(demand) if bill.life() == 0 => self.meets(demand),
            _ => bill.any_way(u32::try_from(life).unwrap_or(0), &mut |demand, _| self.meets(demand)),
        }
    }

    /// The greatest X for which the bill with `x_symbols` times X more generic mana can be paid; none if it can't even for 0.
    /// The bill itself is made with X = 0. Without any X it is 0.
    pub fn max_x(&self, bill: &Bill, x_symbols: u32, life: i32) -> Option<u32> {
        if !self.can_pay(bill, life) {
            return None;
        }
        if x_symbols == 0 {
            return Some(0);
        }
        // All mana is generic mana's, so with nothing to choose what is left over is what X can be.
        let mut most = (self.most_mana() - bill.fewest_mana()) / x_symbols;
        if self.complex_total == 0
            && bill.present() & (TWO_OR_KINDS | LIFE_KINDS) == 0
            && self.has_life_for_all(bill, life)
        {
            return Some(most);
        }
        let mut least = 0;
        while least < most {
            let middle = most - (most - least) / 2;
            if self.can_pay(&bill.with_generic(middle.saturating_mul(x_symbols)), life) {
                least = middle;
            } else {
                most = middle - 1;
            }
        }
        Some(least)
    }

    /// Returns whether some use of the sources meets a demand.
    #[inline]
    pub(super) fn meets(&self, demand: &Demand) -> bool {
        if self.hall(demand) {
            return true;
        }
        self.complex_total > 0 && demand.total <= self.most_mana() && self.search(demand)
    }

    /// Hall's condition: no set of symbols asks for more units than there are that fit one of them. Generic mana fits
    /// everything, so a set with it in it asks for no more than all symbols do.
    #[inline]
    fn hall(&self, demand: &Demand) -> bool {
        if demand.total > self.total {
            return false;
        }
        let mut set = demand.union;
        while set != 0 {
            if u16::from(demand.need[usize::from(set & 63)]) > self.touching[usize::from(set & 63)] {
                return false;
            }
            set = (set - 1) & demand.union;
        }
        demand.snow == 0 || self.hall_with_snow(demand)
    }

    /// Hall's condition for the sets that have the snow symbols in them.
    fn hall_with_snow(&self, demand: &Demand) -> bool {
        let mut set = demand.union;
        loop {
            let at = usize::from(set);
            let not_snow = u32::from(self.touching[at] - self.snow_touching[at]);
            if u32::from(demand.need[at]) + u32::from(demand.snow) > not_snow + self.snow_total {
                return false;
            }
            if set == 0 {
                return true;
            }
            set = (set - 1) & demand.union;
        }
    }

    /// Tries the choices of the sources that choose between lists of mana.
    #[cold]
    fn search(&self, demand: &Demand) -> bool {
        let mut search = Search { sources: self.sources, tests: [Test::NONE; TESTS], test_count: 0 };
        search.collect_tests(self, demand);
        let mut open = [Open { source: 0, alternatives: 0 }; 64 * WORDS];
        let mut open_count = 0;
        for (word, mut bits) in self.complex.into_iter().enumerate() {
            while bits != 0 {
                let source = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let all = (1u16 << self.sources[source].alternatives().len()) - 1;
                open[open_count] = Open { source: source as u16, alternatives: all as u8 };
                open_count += 1;
            }
        }
        let open = search.reduce(&mut open[..open_count]);
        if search.test_count == 0 {
            return true;
        }
        // Equal sources next to each other, so that the same choices in another order are not tried again.
        open.sort_unstable_by(|a, b| {
            let (a, b) = (&self.sources[usize::from(a.source)], &self.sources[usize::from(b.source)]);
            (a.alternatives(), a.snow).cmp(&(b.alternatives(), b.snow))
        });
        let mut missing = [0; TESTS];
        let mut possible = [0; TESTS];
        for (at, test) in search.tests[..search.test_count].iter().enumerate() {
            missing[at] = test.missing;
            possible[at] = open.iter().map(|open| search.best(*open, test)).sum();
        }
        search.branch(open, 0, 0, &missing, &possible)
    }
}

/// Choosing the sources that life is paid for.
struct Budget<'b, 's> {
    of: &'b Supply<'s>,
    /// The sources that cost life, by index.
    dear: &'b [usize],
    /// The life that isn't spent on them.
    left: u32,
    tries: &'b mut u32,
}

impl Budget<'_, '_> {
    /// Chooses among the sources from `at` on for exactly that much life.
    fn choose(
        &mut self,
        chosen: &mut [ManaSource],
        at: usize,
        life: u32,
        visit: &mut dyn FnMut(&Supply, i32) -> bool,
    ) -> bool {
        if life == 0 {
            *self.tries = self.tries.saturating_sub(1);
            let supply = Supply { life: 0, ..self.of.of_the_same(chosen) };
            return *self.tries > 0 && visit(&supply, self.left as i32);
        }
        let Some(&place) = self.dear.get(at) else { return false };
        let source = self.of.sources[place];
        if let Some(rest) = life.checked_sub(u32::from(source.most_life())) {
            let cheap = std::mem::replace(&mut chosen[place], source);
            if self.choose(chosen, at + 1, rest, visit) {
                return true;
            }
            chosen[place] = cheap;
        }
        // Of sources that are alike the first ones are taken.
        let is_like = |other: &usize| self.of.sources[*other].costs_the_same(&source);
        let next = at + self.dear[at..].iter().take_while(|other| is_like(other)).count();
        self.choose(chosen, next, life, visit)
    }
}

/// One of Hall's conditions that independent units alone don't meet.
#[derive(Clone, Copy)]
struct Test {
    types: u8,
    /// Units of snow mana count whatever their type.
    snow: bool,
    /// All units count.
    all: bool,
    /// How many units are missing.
    missing: i32,
}

impl Test {
    const NONE: Test = Test { types: 0, snow: false, all: false, missing: 0 };
}

/// A source whose choice is open, with the alternatives that are left.
#[derive(Clone, Copy)]
struct Open {
    source: u16,
    alternatives: u8,
}

struct Search<'a> {
    sources: &'a [ManaSource],
    tests: [Test; TESTS],
    test_count: usize,
}

impl Search<'_> {
    fn collect_tests(&mut self, supply: &Supply, demand: &Demand) {
        let mut push = |test: Test| {
            if test.missing > 0 {
                self.tests[self.test_count] = test;
                self.test_count += 1;
            }
        };
        push(Test { all: true, missing: demand.total as i32 - supply.total as i32, ..Test::NONE });
        let mut types = demand.union;
        loop {
            let at = usize::from(types);
            let (need, touching) = (i32::from(demand.need[at]), i32::from(supply.touching[at]));
            push(Test { types, missing: need - touching, ..Test::NONE });
            if demand.snow > 0 {
                let units = touching - i32::from(supply.snow_touching[at]) + supply.snow_total as i32;
                push(Test { types, snow: true, missing: need + i32::from(demand.snow) - units, ..Test::NONE });
            }
            if types == 0 {
                break;
            }
            types = (types - 1) & demand.union;
        }
    }

    /// How many units an alternative of a source adds to what a test counts.
    fn units(&self, open: Open, alternative: usize, test: &Test) -> i32 {
        let source = &self.sources[usize::from(open.source)];
        let made = source.alternatives()[alternative];
        if test.all || (test.snow && source.snow) { made.units() as i32 } else { made.touching(test.types) as i32 }
    }

    /// The most units that a source can add to what a test counts.
    fn best(&self, open: Open, test: &Test) -> i32 {
        open.each().map(|alternative| self.units(open, alternative, test)).max().unwrap_or(0)
    }

    /// Drops alternatives that another one of the source is no worse than in any test, makes the choices where only one is
    /// left, and drops the tests that are met then, as long as one leads to the other.
    fn reduce<'o>(&mut self, open: &'o mut [Open]) -> &'o mut [Open] {
        let mut count = open.len();
        loop {
            let before = (count, self.test_count);
            let mut kept = 0;
            for at in 0..count {
                let mut here = open[at];
                for worse in 0..ManaSource::ALTERNATIVES {
                    let tests = &self.tests[..self.test_count];
                    let no_worse = |better: usize| {
                        better != worse
                            && tests.iter().all(|test| self.units(here, better, test) >= self.units(here, worse, test))
                    };
                    if here.alternatives >> worse & 1 != 0 && here.each().any(no_worse) {
                        here.alternatives &= !(1 << worse);
                    }
                }
                if here.alternatives.is_power_of_two() {
                    let only = here.alternatives.trailing_zeros() as usize;
                    for at in 0..self.test_count {
                        self.tests[at].missing -= self.units(here, only, &self.tests[at]);
                    }
                } else {
                    open[kept] = here;
                    kept += 1;
                }
            }
            count = kept;
            let mut kept = 0;
            for at in 0..self.test_count {
                if self.tests[at].missing > 0 {
                    self.tests[kept] = self.tests[at];
                    kept += 1;
                }
            }
            self.test_count = kept;
            if (count, self.test_count) == before || count == 0 || kept == 0 {
                return &mut open[..count];
            }
        }
    }

    /// Returns whether the sources of `open` from `at` on can be used so that nothing is missing. `possible` is the most that they can
    /// add to each test. A source equal to the one before it starts with that one's alternative, `first`.
    fn branch(&self, open: &[Open], at: usize, first: usize, missing: &[i32; TESTS], possible: &[i32; TESTS]) -> bool {
        let tests = &self.tests[..self.test_count];
        let missing = &missing[..tests.len()];
        if missing.iter().all(|missing| *missing <= 0) {
            return true;
        }
        if missing.iter().zip(possible).any(|(missing, possible)| missing > possible) {
            return false;
        }
        let Some(here) = open.get(at) else { return false };
        let mut rows = [[0; TESTS]; ManaSource::ALTERNATIVES];
        let mut rest = *possible;
        for (place, test) in tests.iter().enumerate() {
            let mut best = 0;
            for alternative in here.each() {
                let units = self.units(*here, alternative, test);
                rows[alternative][place] = units;
                best = best.max(units);
            }
            rest[place] -= best;
        }
        // What is worse than another one in all that is still missing need not be tried. It must be another one that may be
        // used here; that equal sources are then taken in another order does no harm, as that order is tried as well.
        let mut alternatives = Open { alternatives: here.alternatives & (u8::MAX << first), ..*here };
        for worse in alternatives.each() {
            let no_worse = |better: usize| {
                let each = missing.iter().zip(rows[worse].iter().zip(&rows[better]));
                better != worse && each.into_iter().all(|(missing, (a, b))| a.min(missing) <= b || *missing <= 0)
            };
            if alternatives.each().any(no_worse) {
                alternatives.alternatives &= !(1 << worse);
            }
        }
        let alike = open.get(at + 1).is_some_and(|next| {
            let (a, b) = (&self.sources[usize::from(here.source)], &self.sources[usize::from(next.source)]);
            a.makes_the_same(b)
        });
        for alternative in alternatives.each() {
            let mut less = [0; TESTS];
            for (less, (missing, row)) in less.iter_mut().zip(missing.iter().zip(&rows[alternative])) {
                *less = missing - row;
            }
            if self.branch(open, at + 1, if alike { alternative } else { 0 }, &less, &rest) {
                return true;
            }
        }
        false
    }
}

impl Open {
    /// The alternatives that are left.
    fn each(self) -> impl Iterator<Item = usize> {
        (0..ManaSource::ALTERNATIVES).filter(move |alternative| self.alternatives >> alternative & 1 != 0)
    }
}
