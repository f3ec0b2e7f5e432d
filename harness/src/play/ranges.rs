//! Sets of units of play, as ranges of their numbers in the experiment's order.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A set of numbers: ranges in ascending order that neither meet nor overlap.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ranges(Vec<(u64, u64)>);

impl Ranges {
    /// The numbers from `range.start` up to, but without, `range.end`.
    pub fn from(range: Range<u64>) -> Ranges {
        Ranges(if range.is_empty() { Vec::new() } else { vec![(range.start, range.end)] })
    }

    /// How many numbers there are.
    pub fn len(&self) -> u64 {
        self.0.iter().map(|(from, to)| to - from).sum()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The ranges.
    pub fn iter(&self) -> impl Iterator<Item = Range<u64>> + '_ {
        self.0.iter().map(|&(from, to)| from..to)
    }

    /// Adds the numbers of `range`.
    ///
    /// # Errors
    /// The numbers that were there before; then nothing is added.
    pub fn add(&mut self, range: Range<u64>) -> Result<(), Range<u64>> {
        if range.is_empty() {
            return Ok(());
        }
        let place = self.0.partition_point(|&(from, _)| from < range.start);
        if let Some(&(_, to)) = place.checked_sub(1).map(|before| &self.0[before])
            && to > range.start
        {
            return Err(range.start..to.min(range.end));
        }
        if let Some(&(from, to)) = self.0.get(place)
            && from < range.end
        {
            return Err(from..to.min(range.end));
        }
        let meets_before = place > 0 && self.0[place - 1].1 == range.start;
        let meets_after = self.0.get(place).is_some_and(|&(from, _)| from == range.end);
        match (meets_before, meets_after) {
            (true, true) => {
                self.0[place - 1].1 = self.0[place].1;
                self.0.remove(place);
            }
            (true, false) => self.0[place - 1].1 = range.end,
            (false, true) => self.0[place].0 = range.start,
            (false, false) => self.0.insert(place, (range.start, range.end)),
        }
        Ok(())
    }

    /// The numbers of `range` that are not in the set.
    pub fn missing(&self, range: Range<u64>) -> Ranges {
        let mut gaps = Vec::new();
        let mut next = range.start;
        for &(from, to) in self.0.iter().filter(|&&(from, to)| to > range.start && from < range.end) {
            if next < from {
                gaps.push((next, from));
            }
            next = to;
        }
        if next < range.end {
            gaps.push((next, range.end));
        }
        Ranges(gaps)
    }

    /// Returns whether the ranges are as they should be: they may have been read from a file.
    pub fn is_sound(&self) -> bool {
        self.0.iter().all(|(from, to)| from < to) && self.0.windows(2).all(|two| two[0].1 < two[1].0)
    }

    /// The first of them, up to `count`, that lie in one range, beginning with the `skip`-th; none past the end.
    pub fn run(&self, mut skip: u64, count: u64) -> Range<u64> {
        for &(from, to) in &self.0 {
            let length = to - from;
            if skip < length {
                return from + skip..to.min(from + skip + count);
            }
            skip -= length;
        }
        0..0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use gauntlet_core::Seed;
    use rand::RngExt;

    use super::*;

    #[test]
    fn they_are_sets() {
        let mut rng = Seed::from_u64(1).rng();
        for _ in 0..300 {
            let (mut ranges, mut set) = (Ranges::default(), BTreeSet::new());
            for _ in 0..20 {
                let from = rng.random_range(0..60u64);
                let range = from..from + rng.random_range(0..8u64);
                let there: Vec<u64> = range.clone().filter(|number| set.contains(number)).collect();
                match ranges.add(range.clone()) {
                    Ok(()) => {
                        assert_eq!(there, [0u64; 0]);
                        set.extend(range);
                    }
                    Err(twice) => assert!(!twice.is_empty() && twice.clone().all(|number| there.contains(&number))),
                }
                assert!(ranges.is_sound());
                assert_eq!(ranges.iter().flatten().collect::<Vec<_>>(), set.iter().copied().collect::<Vec<_>>());
                assert_eq!(ranges.len(), set.len() as u64);
                let gaps: Vec<u64> = ranges.missing(5..50).iter().flatten().collect();
                assert_eq!(gaps, (5..50).filter(|number| !set.contains(number)).collect::<Vec<_>>());
            }
            let mut all = Vec::new();
            while (all.len() as u64) < ranges.len() {
                all.extend(ranges.run(all.len() as u64, 3));
            }
            assert_eq!(all, set.into_iter().collect::<Vec<_>>());
            assert!(ranges.run(ranges.len(), 3).is_empty());
        }
    }

    #[test]
    fn what_is_no_set_is_known() {
        for bad in ["[[3,3]]", "[[0,2],[2,4]]", "[[5,6],[1,2]]"] {
            assert!(!serde_json::from_str::<Ranges>(bad).expect("numbers").is_sound(), "{bad}");
        }
    }
}
