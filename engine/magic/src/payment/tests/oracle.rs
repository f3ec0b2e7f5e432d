//! What the tests hold payment against: it knows the symbols one by one, tries everything, and shares no code with what it judges.

use std::collections::BTreeSet;

use gauntlet_cards::mana::{ManaCost, ManaSymbol};
use gauntlet_cards::types::Colors;

use super::super::*;

/// splitmix64: tests need no better numbers, but the same ones every time.
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

/// One mana that may be of one of these types; spent ones are none.
pub(super) type Units = Vec<Option<(u8, bool)>>;

pub(super) fn takes(symbol: ManaSymbol, types: u8, snow: bool) -> bool {
    let any = |colors: Colors| types & colors.bits() != 0;
    match symbol {
        ManaSymbol::Generic(_) | ManaSymbol::X => true,
        ManaSymbol::Snow => snow,
        ManaSymbol::Colorless => types & 32 != 0,
        ManaSymbol::ColorlessOr(color) => types & 32 != 0 || any(color),
        ManaSymbol::Color(color) | ManaSymbol::TwoOr(color) | ManaSymbol::Phyrexian(color) => any(color),
        ManaSymbol::Hybrid(a, b) | ManaSymbol::HybridPhyrexian(a, b) => any(a) || any(b),
    }
}

/// Returns whether the units pay all symbols. Generic mana is counted in the end.
pub(super) fn brute_units(symbols: &[ManaSymbol], units: &mut Units, life: i32, generic: usize) -> bool {
    let Some((first, rest)) = symbols.split_first() else {
        return units.iter().flatten().count() >= generic;
    };
    match *first {
        ManaSymbol::Generic(count) => return brute_units(rest, units, life, generic + usize::from(count)),
        ManaSymbol::TwoOr(_) if brute_units(rest, units, life, generic + 2) => return true,
        ManaSymbol::Phyrexian(_) | ManaSymbol::HybridPhyrexian(..)
            if life >= 2 && brute_units(rest, units, life - 2, generic) =>
        {
            return true;
        }
        _ => {}
    }
    for at in 0..units.len() {
        let Some((types, snow)) = units[at] else { continue };
        if units[..at].contains(&units[at]) || !takes(*first, types, snow) {
            continue;
        }
        let unit = units[at].take();
        let paid = brute_units(rest, units, life, generic);
        units[at] = unit;
        if paid {
            return true;
        }
    }
    false
}

/// A source as the oracle knows it: lists of units, one of which is chosen.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) lists: Vec<Vec<u8>>,
    /// What each of them costs.
    pub(super) lives: Vec<u8>,
    pub(super) snow: bool,
}

pub(super) fn brute(symbols: &[ManaSymbol], sources: &[Known], units: &mut Units, life: i32) -> bool {
    let Some((first, rest)) = sources.split_first() else {
        return brute_units(symbols, units, life, 0);
    };
    // What costs life is rather left alone.
    if first.lives.iter().any(|cost| *cost > 0) && brute(symbols, rest, units, life) {
        return true;
    }
    first.lists.iter().zip(&first.lives).any(|(list, cost)| {
        let left = life - i32::from(*cost);
        if *cost > 0 && left < 0 {
            return false;
        }
        let before = units.len();
        units.extend(list.iter().map(|types| Some((*types, first.snow))));
        let paid = brute(symbols, rest, units, left);
        units.truncate(before);
        paid
    })
}

/// Checks a payment without any of the code that made it.
pub(super) fn verify(cost: &ManaCost, sources: &[ManaSource], payment: &Payment, life: i32) {
    let context = || format!("{cost} with {sources:?}: {payment:?}");
    let (mut seen, mut for_sources) = (BTreeSet::new(), 0);
    for used in &payment.used {
        assert!(seen.insert(used.source), "{}", context());
        let source = &sources[usize::from(used.source)];
        assert_eq!(used.key, source.key);
        let made = source.alternatives()[usize::from(used.alternative)];
        for_sources += i32::from(source.life_of(usize::from(used.alternative)));
        let spent = payment.spent.iter().filter(|spent| spent.source == used.source).map(|spent| spent.mana);
        let left = payment.left.iter().filter(|left| left.source == used.source).map(|left| left.mana);
        assert!(spent.clone().count() > 0, "{}", context());
        let mut by_type = [0u32; 7];
        let mut count = 0;
        for mana in spent.chain(left) {
            assert_eq!(mana.snow, source.snow);
            assert!(mana.kind.bits().count_ones() <= 1);
            by_type[(mana.kind.bits().trailing_zeros() as usize).min(6)] += 1;
            count += 1;
        }
        // What is made is exactly a yield: no less of each type than is fixed, and the others among the free ones.
        if source.is_floating() {
            assert!(count <= made.units());
            assert!(payment.left.iter().all(|left| left.source != used.source));
        } else {
            assert_eq!(count, made.units(), "{}", context());
            for kind in ManaTypes::EACH {
                let of_it = by_type[kind.bits().trailing_zeros() as usize];
                let fixed: u32 = made.runs().filter(|run| run.0 == kind.bits()).map(|run| u32::from(run.1)).sum();
                let free = made.runs().any(|run| run.0.count_ones() > 1 && run.0 & kind.bits() != 0);
                assert!(of_it == fixed || (of_it > fixed && free), "{}", context());
            }
        }
    }
    assert!(payment.spent.iter().all(|spent| seen.contains(&spent.source)), "{}", context());
    let mut generic = 0;
    let mut symbols: Vec<ManaSymbol> = Vec::new();
    for symbol in &cost.symbols {
        match symbol {
            ManaSymbol::Generic(count) => generic += usize::from(*count),
            other => symbols.push(*other),
        }
    }
    let mut paid_life = 0;
    let mut settled = payment.settled.clone();
    symbols.retain(|symbol| {
        if !matches!(symbol, ManaSymbol::TwoOr(_) | ManaSymbol::Phyrexian(_) | ManaSymbol::HybridPhyrexian(..)) {
            return true;
        }
        let at = settled.iter().position(|row| row.0 == *symbol).unwrap_or_else(|| panic!("{}", context()));
        match settled.remove(at).1 {
            Settled::Mana => return true,
            Settled::Generic => {
                assert!(matches!(symbol, ManaSymbol::TwoOr(_)));
                generic += 2;
            }
            Settled::Life => {
                assert!(!matches!(symbol, ManaSymbol::TwoOr(_)));
                paid_life += 2;
            }
        }
        false
    });
    assert!(settled.is_empty(), "{}", context());
    assert_eq!(paid_life, payment.life);
    assert!(paid_life as i32 + for_sources <= life.max(0), "{}", context());
    for spent in &payment.spent {
        if spent.pays == ManaSymbol::Generic(1) {
            generic = generic.checked_sub(1).unwrap_or_else(|| panic!("{}", context()));
        } else {
            let at = symbols.iter().position(|symbol| *symbol == spent.pays);
            symbols.swap_remove(at.unwrap_or_else(|| panic!("{}", context())));
            assert!(takes(spent.pays, spent.mana.kind.bits(), spent.mana.snow), "{}", context());
        }
    }
    assert!(generic == 0 && symbols.is_empty(), "{}", context());
}

/// Returns whether each of these mana can pay for something, no two for the same, and with `all`, so that nothing is left.
pub(super) fn brute_given(symbols: &[ManaSymbol], given: &mut Units, generic: usize, all: bool) -> bool {
    let Some((first, rest)) = symbols.split_first() else {
        let count = given.iter().flatten().count();
        return if all { count == generic } else { count <= generic };
    };
    if let ManaSymbol::Generic(count) = first {
        return brute_given(rest, given, generic + usize::from(*count), all);
    }
    if matches!(first, ManaSymbol::TwoOr(_)) && brute_given(rest, given, generic + 2, all) {
        return true;
    }
    if !all && brute_given(rest, given, generic, all) {
        return true;
    }
    for at in 0..given.len() {
        let Some((types, snow)) = given[at] else { continue };
        if !takes(*first, types, snow) {
            continue;
        }
        let unit = given[at].take();
        let fits = brute_given(rest, given, generic, all);
        given[at] = unit;
        if fits {
            return true;
        }
    }
    false
}

/// A random source in both forms.
pub(super) fn random_source(numbers: &mut Numbers, key: SourceKey) -> (ManaSource, Known) {
    const MASKS: [u8; 12] = [1, 2, 4, 8, 16, 32, 3, 5, 10, 25, 31, 63];
    let mask = MASKS[numbers.below(MASKS.len())];
    let of = ManaTypes::from_bits_retain;
    let rank = numbers.below(4) as u8 + 1;
    let mut known = Known { lists: Vec::new(), lives: Vec::new(), snow: numbers.below(4) == 0 };
    let cost = if numbers.below(4) == 0 { numbers.below(2) as u8 + 1 } else { 0 };
    let mut source = match numbers.below(10) {
        0..4 => {
            known.lists.push(vec![mask]);
            known.lives.push(cost);
            ManaSource::one(key, rank, of(mask)).for_life(cost)
        }
        4 => {
            let count = numbers.below(3) + 1;
            known.lists.push(vec![mask; count]);
            ManaSource::new(key, rank, Yield::any(of(mask), count as u8))
        }
        5 | 6 => {
            let count = numbers.below(3) + 1;
            known.lists.extend((0..6).filter(|bit| mask >> bit & 1 != 0).map(|bit| vec![1 << bit; count]));
            ManaSource::same(key, rank, of(mask), count as u8)
        }
        7 => {
            // For generic mana only, or a floating one.
            let kind = if numbers.below(2) == 0 { 0 } else { 1 << numbers.below(6) };
            known.lists.push(vec![kind]);
            if kind == 0 {
                known.snow = false;
            }
            ManaSource::floating(key, Mana::new(of(kind)), 1)
        }
        _ => {
            let mut source = None;
            for _ in 0..numbers.below(3) + 2 {
                let mut list: Vec<u8> = (0..numbers.below(3) + 1).map(|_| 1 << numbers.below(6)).collect();
                let mut made = Yield::exactly(&list.iter().map(|kind| of(*kind)).collect::<Vec<_>>());
                if numbers.below(3) == 0 {
                    made = made.plus(of(mask), 1);
                    list.push(mask);
                }
                known.lists.push(list);
                let life = if numbers.below(2) == 0 { cost } else { 0 };
                known.lives.push(life);
                let source_so_far = match source {
                    None => ManaSource::new(key, rank, made),
                    Some(source) => ManaSource::or(source, made, numbers.below(3) as u8),
                };
                source = Some(source_so_far.for_life(life));
            }
            source.unwrap()
        }
    };
    known.lives.resize(known.lists.len(), 0);
    source.snow = known.snow;
    (source, known)
}

pub(super) fn random_cost(numbers: &mut Numbers, most: usize) -> ManaCost {
    const SYMBOLS: [&str; 24] = [
        "{1}", "{2}", "{4}", "{W}", "{U}", "{B}", "{R}", "{G}", "{W}", "{U}", "{R}", "{C}", "{S}", "{W/U}", "{B/R}",
        "{G/W}", "{R/W}", "{2/W}", "{2/U}", "{2/R}", "{C/G}", "{W/P}", "{R/P}", "{G/U/P}",
    ];
    // Few kinds in one cost make payments harder.
    let kinds: Vec<&str> = (0..numbers.below(4) + 1).map(|_| SYMBOLS[numbers.below(SYMBOLS.len())]).collect();
    let symbols = (0..numbers.below(most) + 1).map(|_| kinds[numbers.below(kinds.len())].parse().unwrap()).collect();
    ManaCost { symbols }
}
