//! The words of the type line and the colours (CR 105, 205).

mod many;

use std::any::Any;
use std::fmt;

use crate::walk::{Then, Walk, leaves};
use bitflags::bitflags;

bitflags! {
    /// A set of colours (CR 105.1). The empty set is colourless.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    pub struct Colors: u8 {
        /// White.
        const WHITE = 1;
        /// Blue.
        const BLUE = 2;
        /// Black.
        const BLACK = 4;
        /// Red.
        const RED = 8;
        /// Green.
        const GREEN = 16;
    }
}

impl Colors {
    /// The colours in the order white, blue, black, red, green, each with its letter and name.
    pub const TABLE: [(Colors, char, &'static str); 5] = [
        (Colors::WHITE, 'W', "white"),
        (Colors::BLUE, 'U', "blue"),
        (Colors::BLACK, 'B', "black"),
        (Colors::RED, 'R', "red"),
        (Colors::GREEN, 'G', "green"),
    ];

    /// The name of a type of mana by its place: the colours in the order of the table, then "colorless".
    pub fn name_of_mana(place: u8) -> &'static str {
        Colors::TABLE.get(usize::from(place)).map_or("colorless", |row| row.2)
    }

    /// The colour with this capital letter: W, U, B, R or G.
    pub fn from_letter(letter: char) -> Option<Colors> {
        Colors::TABLE.iter().find(|row| row.1 == letter).map(|row| row.0)
    }

    /// The colour with this name, in lower case.
    pub fn named(name: &str) -> Option<Colors> {
        Colors::TABLE.iter().find(|row| row.2 == name).map(|row| row.0)
    }
}

bitflags! {
    /// A set of card types (CR 205.2a).
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    pub struct CardTypes: u16 {
        /// CR 301.
        const ARTIFACT = 1;
        /// CR 310.
        const BATTLE = 2;
        /// CR 302.
        const CREATURE = 4;
        /// CR 303.
        const ENCHANTMENT = 8;
        /// CR 304.
        const INSTANT = 16;
        /// CR 308.
        const KINDRED = 32;
        /// CR 305.
        const LAND = 64;
        /// CR 306.
        const PLANESWALKER = 128;
        /// CR 307.
        const SORCERY = 256;
        /// CR 309.
        const DUNGEON = 512;
    }
}

impl CardTypes {
    /// Every card type with its name.
    pub const TABLE: [(CardTypes, &'static str); 10] = [
        (CardTypes::ARTIFACT, "Artifact"),
        (CardTypes::BATTLE, "Battle"),
        (CardTypes::CREATURE, "Creature"),
        (CardTypes::ENCHANTMENT, "Enchantment"),
        (CardTypes::INSTANT, "Instant"),
        (CardTypes::KINDRED, "Kindred"),
        (CardTypes::LAND, "Land"),
        (CardTypes::PLANESWALKER, "Planeswalker"),
        (CardTypes::SORCERY, "Sorcery"),
        (CardTypes::DUNGEON, "Dungeon"),
    ];

    /// The types of permanents (CR 110.4).
    pub const PERMANENT: CardTypes = CardTypes::ARTIFACT
        .union(CardTypes::BATTLE)
        .union(CardTypes::CREATURE)
        .union(CardTypes::ENCHANTMENT)
        .union(CardTypes::LAND)
        .union(CardTypes::PLANESWALKER);

    /// The card type with this name, with a capital letter.
    pub fn named(name: &str) -> Option<CardTypes> {
        CardTypes::TABLE.iter().find(|row| row.1 == name).map(|row| row.0)
    }
}

bitflags! {
    /// A set of supertypes (CR 205.4a).
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    pub struct Supertypes: u8 {
        /// CR 205.4c.
        const BASIC = 1;
        /// CR 205.4d.
        const LEGENDARY = 2;
        /// CR 205.4f.
        const WORLD = 4;
        /// CR 205.4g.
        const SNOW = 8;
        /// Scheme cards only.
        const ONGOING = 16;
    }
}

impl Supertypes {
    /// Every supertype with its name.
    pub const TABLE: [(Supertypes, &'static str); 5] = [
        (Supertypes::BASIC, "Basic"),
        (Supertypes::LEGENDARY, "Legendary"),
        (Supertypes::WORLD, "World"),
        (Supertypes::SNOW, "Snow"),
        (Supertypes::ONGOING, "Ongoing"),
    ];

    /// The supertype with this name, with a capital letter.
    pub fn named(name: &str) -> Option<Supertypes> {
        Supertypes::TABLE.iter().find(|row| row.1 == name).map(|row| row.0)
    }
}

/// The kind of subtype, which decides which card type it belongs to (CR 205.3b).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Walk)]
pub enum SubtypeKind {
    /// CR 205.3i, the five basic ones.
    BasicLand,
    /// CR 205.3i, the others.
    Land,
    /// CR 205.3m.
    Creature,
    /// CR 205.3g.
    Artifact,
    /// CR 205.3h.
    Enchantment,
    /// CR 205.3j.
    Planeswalker,
    /// CR 205.3k, instants and sorceries.
    Spell,
    /// CR 205.3q.
    Battle,
}

/// One subtype: an index into the tables of `subtypes.rs`. The first five are the basic land types.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subtype(pub u16);

impl fmt::Debug for Subtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of subtypes: basic land types as bits, some others in place, more of them as a list elsewhere ([`Subtypes::CAPACITY`]), and "every creature
/// type", "every nonbasic land type".
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Subtypes {
    /// Bit *i* is basic land type number *i* in the order Plains, Island, Swamp, Mountain, Forest.
    basic_lands: u8,
    /// The kinds of which every type is in the set: [`Subtypes::CREATURES`], [`Subtypes::NONBASIC_LANDS`].
    every: u8,
    others: [u16; Subtypes::CAPACITY],
}

impl Subtypes {
    /// How many subtypes that are not basic land types fit in place. More than any card in print has; more than that are a list in a table of
    /// all such lists, which is looked at only for sets that have one.
    pub const CAPACITY: usize = 7;
    const EMPTY_PLACE: u16 = u16::MAX;
    const CREATURES: u8 = 1;
    const NONBASIC_LANDS: u8 = 2;
    const LISTED_ELSEWHERE: u8 = 4;

    /// The empty set.
    pub const NONE: Subtypes =
        Subtypes { basic_lands: 0, every: 0, others: [Subtypes::EMPTY_PLACE; Subtypes::CAPACITY] };

    /// Returns whether `subtype` is in the set (CR 702.73a for changelings).
    #[inline]
    pub fn contains(&self, subtype: Subtype) -> bool {
        if subtype.0 < 5 {
            return self.basic_lands & (1 << subtype.0) != 0;
        }
        self.others.contains(&subtype.0) || (self.every != 0 && self.contains_otherwise(subtype))
    }

    fn contains_otherwise(&self, subtype: Subtype) -> bool {
        self.every & Subtypes::bit_of(subtype.kind()) != 0
            || self.every & Subtypes::LISTED_ELSEWHERE != 0 && many::list(&self.others).contains(&subtype.0)
    }

    /// The bit of the kinds that can be there as a whole.
    fn bit_of(kind: SubtypeKind) -> u8 {
        match kind {
            SubtypeKind::Creature => Subtypes::CREATURES,
            SubtypeKind::Land => Subtypes::NONBASIC_LANDS,
            _ => 0,
        }
    }

    /// Those that aren't basic land types and are listed one by one.
    fn one_by_one(&self) -> &[u16] {
        if self.every & Subtypes::LISTED_ELSEWHERE != 0 { many::list(&self.others) } else { &self.others }
    }

    /// Makes these the subtypes that are listed one by one, besides basic land types.
    fn list_one_by_one(&mut self, subtypes: &[u16]) {
        self.every &= !Subtypes::LISTED_ELSEWHERE;
        self.others = [Subtypes::EMPTY_PLACE; Subtypes::CAPACITY];
        match self.others.get_mut(..subtypes.len()) {
            Some(places) => places.copy_from_slice(subtypes),
            None => {
                self.every |= Subtypes::LISTED_ELSEWHERE;
                self.others = many::place(subtypes);
            }
        }
    }

    /// Adds `subtype`.
    pub fn insert(&mut self, subtype: Subtype) {
        if subtype.0 < 5 {
            self.basic_lands |= 1 << subtype.0;
        } else if !(self.one_by_one().contains(&subtype.0)
            || self.has_every_nonbasic_land_type() && self.contains(subtype))
        {
            match self.others.iter_mut().find(|place| **place == Subtypes::EMPTY_PLACE) {
                Some(place) => *place = subtype.0,
                None => self.list_one_by_one(&[self.one_by_one(), &[subtype.0]].concat()),
            }
        }
    }

    /// Adds every subtype of `other`.
    pub fn union(&mut self, other: &Subtypes) {
        self.basic_lands |= other.basic_lands;
        self.every |= other.every & !Subtypes::LISTED_ELSEWHERE;
        for subtype in other.listed() {
            self.insert(subtype);
        }
    }

    /// Puts one subtype in the place of another, if that is among those listed one by one.
    pub fn replace(&mut self, from: Subtype, to: Subtype) {
        let before = *self;
        if from.0 < 5 {
            self.basic_lands &= !(1 << from.0);
        } else {
            self.keep(|subtype| subtype != from);
        }
        if *self != before {
            self.insert(to);
        }
    }

    /// Keeps only such of those that are listed one by one, besides basic land types.
    fn keep(&mut self, such: impl Fn(Subtype) -> bool) {
        if self.every & Subtypes::LISTED_ELSEWHERE != 0 {
            let kept: Vec<u16> = self.one_by_one().iter().copied().filter(|other| such(Subtype(*other))).collect();
            if kept.len() < self.one_by_one().len() {
                self.list_one_by_one(&kept);
            }
            return;
        }
        for place in &mut self.others {
            if *place != Subtypes::EMPTY_PLACE && !such(Subtype(*place)) {
                *place = Subtypes::EMPTY_PLACE;
            }
        }
    }

    /// Removes the subtypes of one kind (for land, both kinds of land type).
    pub fn remove_kind(&mut self, kind: SubtypeKind) {
        let land = matches!(kind, SubtypeKind::Land | SubtypeKind::BasicLand);
        if land {
            self.basic_lands = 0;
        }
        if land {
            self.every &= !Subtypes::NONBASIC_LANDS;
        }
        if kind == SubtypeKind::Creature {
            self.every &= !Subtypes::CREATURES;
        }
        self.keep(|subtype| {
            let other = subtype.kind();
            !(other == kind || land && other == SubtypeKind::Land)
        });
    }

    /// Makes the set hold every creature type.
    pub fn set_every_creature_type(&mut self) {
        self.every |= Subtypes::CREATURES;
    }

    /// Returns whether the set holds every creature type by a rule rather than one by one.
    pub fn has_every_creature_type(&self) -> bool {
        self.every & Subtypes::CREATURES != 0
    }

    /// Makes the set hold every land type that isn't basic (CR 205.3i).
    pub fn set_every_nonbasic_land_type(&mut self) {
        self.every |= Subtypes::NONBASIC_LANDS;
    }

    fn has_every_nonbasic_land_type(&self) -> bool {
        self.every & Subtypes::NONBASIC_LANDS != 0
    }

    /// The basic land types as bits, in the order Plains, Island, Swamp, Mountain, Forest.
    #[inline]
    pub fn basic_lands(&self) -> u8 {
        self.basic_lands
    }

    /// The subtypes but for creature types that are there by a rule: basic land types first.
    pub fn iter(&self) -> impl Iterator<Item = Subtype> + '_ {
        let every = self.has_every_nonbasic_land_type().then(Subtype::all);
        let others = every.into_iter().flatten().filter(|subtype| subtype.kind() == SubtypeKind::Land);
        self.listed().chain(others.filter(|subtype| !self.one_by_one().contains(&subtype.0)))
    }

    /// The subtypes that are listed one by one: basic land types first.
    fn listed(&self) -> impl Iterator<Item = Subtype> + '_ {
        let basic = (0..5).filter(|bit| self.basic_lands & (1 << bit) != 0).map(Subtype);
        let others = self.one_by_one().iter().filter(|place| **place != Subtypes::EMPTY_PLACE);
        basic.chain(others.map(|place| Subtype(*place)))
    }
}

impl Default for Subtypes {
    fn default() -> Self {
        Subtypes::NONE
    }
}

impl fmt::Debug for Subtypes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Subtypes {
    /// The types of mana that basic land types give (CR 305.6), as bits in the order W, U, B, R, G: the order of the land types is that of the colours.
    #[inline]
    pub fn basic_lands_mana(&self) -> u8 {
        self.basic_lands
    }
}

leaves!(CardTypes, Colors, Supertypes);

impl Walk for Subtype {
    fn walk(&self, visit: &mut dyn FnMut(&dyn Any) -> Then) {
        visit(self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_more_than_seven_are_sets_as_others_are() {
        let creatures = |n: usize| Subtype::all().filter(|one| one.kind() == SubtypeKind::Creature).take(n);
        let mut many = Subtypes::NONE;
        creatures(12).chain([Subtype::FOREST, Subtype::AURA]).for_each(|one| many.insert(one));
        assert_eq!(many.iter().count(), 14);
        assert!(creatures(12).all(|one| many.contains(one)) && many.contains(Subtype::AURA));
        assert!(!many.contains(Subtype::EQUIPMENT) && !creatures(13).all(|one| many.contains(one)));
        let again = many;
        many.insert(Subtype::AURA);
        assert_eq!(many, again, "what is there already is there once");
        many.replace(Subtype::AURA, Subtype::EQUIPMENT);
        assert!(many.contains(Subtype::EQUIPMENT) && !many.contains(Subtype::AURA));
        many.set_every_creature_type();
        assert!(creatures(13).all(|one| many.contains(one)));
        many.remove_kind(SubtypeKind::Creature);
        let mut few = Subtypes::NONE;
        few.insert(Subtype::FOREST);
        few.insert(Subtype::EQUIPMENT);
        assert_eq!(many, few);
        few.union(&again);
        assert_eq!(few.iter().count(), 15);
        let mut both = again;
        both.insert(Subtype::EQUIPMENT);
        assert_eq!(few.iter().filter(|one| both.contains(*one)).count(), both.iter().count());
    }
}
