//! Lists of subtypes that are too long to be kept in place: each is kept once, in a table that all threads have in common.
//!
//! A place is made of the subtypes of its list, so that it doesn't depend on which list was kept first.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use super::Subtypes;

/// What stands in a set for a list of its subtypes. No part of it is the number of a subtype.
type Place = [u16; Subtypes::CAPACITY];

static LISTS: RwLock<BTreeMap<Place, &'static [u16]>> = RwLock::new(BTreeMap::new());

/// Keeps the subtypes as a list, in the order of their numbers. Returns its place.
pub(super) fn place(subtypes: &[u16]) -> Place {
    let mut sorted = subtypes.to_vec();
    sorted.sort_unstable();
    // FNV-1a.
    let hash = sorted.iter().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128, |hash, subtype| {
        (hash ^ u128::from(*subtype)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
    });
    let mut place = [0; Subtypes::CAPACITY];
    for (number, part) in place.iter_mut().enumerate() {
        let bits = (hash >> (16 * number)) as u16 | 0x8000;
        *part = bits.min(Subtypes::EMPTY_PLACE - 1);
    }
    let mut lists = LISTS.write().unwrap_or_else(PoisonError::into_inner);
    let list = lists.entry(place).or_insert_with(|| Box::leak(sorted.clone().into_boxed_slice()));
    assert_eq!(**list, *sorted, "two lists of subtypes have one place");
    place
}

/// The list at a place.
pub(super) fn list(place: &Place) -> &'static [u16] {
    LISTS.read().unwrap_or_else(PoisonError::into_inner).get(place).copied().unwrap_or_default()
}
