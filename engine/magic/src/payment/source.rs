//! What can be spent: types of mana, and the sources that make it (CR 106).

use bitflags::bitflags;
use gauntlet_cards::effect::SpentAs;
use gauntlet_cards::types::Colors;

bitflags! {
    /// A set of types of mana (CR 106.1b): the bits of [`Colors`], and colourless.
    ///
    /// As what a unit of mana may be, the empty set is a unit that pays for generic mana only, which is what a card exiled
    /// for delve or an artifact tapped for improvise is (CR 702.66a, 702.126a); one tapped for convoke has its colours (CR 702.51a).
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    pub struct ManaTypes: u8 {
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
        /// Colourless.
        const COLORLESS = 32;
    }
}

impl ManaTypes {
    /// The six types of mana (CR 106.1b).
    pub const EACH: [ManaTypes; 6] =
        [ManaTypes::WHITE, ManaTypes::BLUE, ManaTypes::BLACK, ManaTypes::RED, ManaTypes::GREEN, ManaTypes::COLORLESS];

    /// The five colours (CR 106.1a).
    pub const COLORS: ManaTypes = ManaTypes::all().difference(ManaTypes::COLORLESS);

    /// The type of a mana that is written as its colour, or as no colour if it is colourless.
    #[inline]
    pub fn of_mana(color: Colors) -> ManaTypes {
        if color.is_empty() { ManaTypes::COLORLESS } else { ManaTypes::from(color) }
    }

    /// The colours among the types.
    #[inline]
    pub fn colors(self) -> Colors {
        Colors::from_bits_truncate(self.bits())
    }
}

impl From<Colors> for ManaTypes {
    /// Any of these colours; colourless isn't a type.
    #[inline]
    fn from(colors: Colors) -> ManaTypes {
        ManaTypes::from_bits_truncate(colors.bits())
    }
}

/// One mana in a pool (CR 106.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mana {
    /// Its type: one of [`ManaTypes::EACH`], or none for what pays for generic mana only.
    pub kind: ManaTypes,
    /// Whether a snow source made it (CR 107.4h).
    pub snow: bool,
}

impl Mana {
    /// Mana of this type that isn't snow.
    #[inline]
    pub const fn new(kind: ManaTypes) -> Mana {
        Mana { kind, snow: false }
    }
}

/// The mana that using a source once adds: a number of each type, and a number that are chosen one by one among some types.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Yield {
    fixed: [u8; 6],
    free_types: u8,
    free: u8,
}

impl Yield {
    /// No mana.
    pub const NOTHING: Yield = Yield { fixed: [0; 6], free_types: 0, free: 0 };

    /// That many mana in any combination of these types. More than 255 count as 255.
    #[inline]
    pub const fn any(types: ManaTypes, count: u8) -> Yield {
        let bits = types.bits();
        let mut made = Yield::NOTHING;
        if bits.is_power_of_two() {
            made.fixed[bits.trailing_zeros() as usize] = count;
        } else if count > 0 {
            made.free_types = bits;
            made.free = count;
        }
        made
    }

    /// Exactly these mana, one entry each.
    pub fn exactly(mana: &[ManaTypes]) -> Yield {
        mana.iter().fold(Yield::NOTHING, |made, kind| made.plus(*kind, 1))
    }

    /// This and that many more in any combination of these types.
    ///
    /// # Panics
    /// If mana is already chosen freely among other types: such a source is written as one alternative for each type of the first.
    #[must_use]
    pub fn plus(mut self, types: ManaTypes, count: u8) -> Yield {
        let bits = types.bits();
        if bits.is_power_of_two() {
            let place = &mut self.fixed[bits.trailing_zeros() as usize];
            *place = place.saturating_add(count);
        } else if count > 0 {
            assert!(self.free == 0 || self.free_types == bits, "one yield has one set of types to choose from");
            self.free_types = bits;
            self.free = self.free.saturating_add(count);
        }
        self
    }

    /// One yield that is the same as choosing one of these lists, if there is one: `{B}{B}, {B}{R}, or {R}{R}` is two mana in
    /// any combination of `{B}` and `{R}`. A source with one yield needs no search.
    pub fn merged(lists: &[Yield]) -> Option<Yield> {
        let first = *lists.first()?;
        if lists.len() == 1 {
            return Some(first);
        }
        if lists.iter().any(|list| list.free > 0 || list.units() != first.units()) {
            return None;
        }
        let mut common = first;
        for list in lists {
            for (least, count) in common.fixed.iter_mut().zip(list.fixed) {
                *least = (*least).min(count);
            }
        }
        let count = first.units() - common.units();
        let types = lists.iter().fold(0, |types, list| types | list.less(&common).types().bits());
        // Distinct lists of that many mana of these types are all there are if they are as many as there are such lists.
        let mut all = 1u64;
        for place in 1..u64::from(types.count_ones()) {
            all = all * (u64::from(count) + place) / place;
        }
        let distinct = (1..lists.len()).all(|at| !lists[..at].contains(&lists[at]));
        if !distinct || lists.len() as u64 != all {
            return None;
        }
        common.free_types = types;
        common.free = count as u8;
        Some(common)
    }

    /// As much mana that may be spent as though it were of other types.
    fn spent_as(self, how: SpentAs) -> Yield {
        let colorless = || self.runs().all(|run| run.0 & ManaTypes::COLORLESS.bits() != 0);
        let types = match how {
            SpentAs::Itself => return self,
            SpentAs::AnyColor | SpentAs::SnowAnyColor if !colorless() => ManaTypes::COLORS,
            SpentAs::AnyColor | SpentAs::SnowAnyColor | SpentAs::AnyType => ManaTypes::all(),
        };
        Yield::any(types, self.units().min(255) as u8)
    }

    /// The same without one of its mana, one that may be of several types if there is one.
    fn one_less(mut self) -> Yield {
        if self.free > 0 {
            self.free -= 1;
        } else if let Some(count) = self.fixed.iter_mut().find(|count| **count > 0) {
            *count -= 1;
        }
        self
    }

    fn less(mut self, other: &Yield) -> Yield {
        for (count, taken) in self.fixed.iter_mut().zip(other.fixed) {
            *count -= taken;
        }
        self
    }

    /// The fixed counts as bytes of one number.
    #[inline]
    const fn lanes(self) -> u64 {
        let [a, b, c, d, e, f] = self.fixed;
        u64::from_le_bytes([a, b, c, d, e, f, 0, 0])
    }

    /// How many mana it is.
    #[inline]
    pub fn units(self) -> u32 {
        sum_of_bytes(self.lanes()) + u32::from(self.free)
    }

    /// How many mana are of just this type.
    pub fn fixed_count(self, kind: ManaTypes) -> u8 {
        ManaTypes::EACH.iter().position(|other| *other == kind).map_or(0, |place| self.fixed[place])
    }

    /// The types that the freely chosen mana may have, and how many there are.
    pub fn free_units(self) -> (ManaTypes, u8) {
        (ManaTypes::from_bits_truncate(self.free_types), self.free)
    }

    /// The types that some of the mana may have.
    #[inline]
    pub fn types(self) -> ManaTypes {
        let types = self.runs().fold(0, |types, run| types | run.0);
        ManaTypes::from_bits_truncate(types)
    }

    /// How many of the mana could be of one of these types.
    #[inline]
    pub(super) fn touching(self, types: u8) -> u32 {
        let fixed = sum_of_bytes(self.lanes() & LANES[usize::from(types & 63)]);
        fixed + if self.free_types & types != 0 { u32::from(self.free) } else { 0 }
    }

    /// The mana as sets of types that each may have, with how many there are of each.
    #[inline]
    pub(super) fn runs(self) -> impl Iterator<Item = (u8, u8)> {
        let mut lanes = self.lanes();
        let fixed = std::iter::from_fn(move || {
            if lanes == 0 {
                return None;
            }
            let place = lanes.trailing_zeros() / 8;
            let count = (lanes >> (8 * place)) as u8;
            lanes &= !(0xff << (8 * place));
            Some((1u8 << place, count))
        });
        fixed.chain((self.free > 0).then_some((self.free_types, self.free)))
    }
}

/// For each set of types, the bytes of [`Yield::lanes`] that count them.
const LANES: [u64; 64] = {
    let mut table = [0; 64];
    let mut types = 0;
    while types < 64 {
        let mut place = 0;
        while place < 6 {
            if types >> place & 1 != 0 {
                table[types] |= 0xff << (8 * place);
            }
            place += 1;
        }
        types += 1;
    }
    table
};

/// The sum of the bytes, of which two are 0.
const fn sum_of_bytes(bytes: u64) -> u32 {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    let pairs = (bytes & EVEN) + (bytes >> 8 & EVEN);
    (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
}

/// What a source of mana is, by which whoever made it knows it again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SourceKey {
    /// The object with this index, whose mana is made when it is used.
    Object(u16),
    /// Mana in the pool of the type with this index in [`ManaTypes::EACH`].
    Pool(u16),
    /// Mana in the pool that may be spent on some things only, by its index in the position's list of those (CR 106.6).
    Restricted(u16),
    /// Mana that is spent on the cost already, while that is paid by hand.
    Spent(u16),
    /// Mana that a conversion which is being tried makes, numbered through.
    Made(u16),
}

impl SourceKey {
    /// Returns whether it is the object with this index.
    #[inline]
    pub fn is_object(self, index: u16) -> bool {
        self == SourceKey::Object(index)
    }
}

/// Something that can be used for mana once while a cost is paid: an untapped land, a creature with a mana ability, a Treasure,
/// or mana that floats in the pool (rank 0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ManaSource {
    /// What it is.
    pub key: SourceKey,
    /// How useful it is unused: what has a lower rank is spent first. Rank 0 is floating mana, which is spent one by one; of a
    /// source with another rank all mana is made, and what isn't spent floats (CR 106.4).
    pub rank: u8,
    /// Whether its mana is snow mana (CR 107.4h).
    pub snow: bool,
    /// Whether it is mana that may be spent on few things (CR 106.6), which is spent before other mana in the pool.
    pub narrow: bool,
    /// Which ability of its object it is, as whoever made it counts them: an object can be several sources, which are used
    /// independently of each other.
    pub ability: u8,
    count: u8,
    extra_ranks: [u8; ManaSource::ALTERNATIVES],
    /// How much life each alternative costs.
    lives: [u8; ManaSource::ALTERNATIVES],
    alternatives: [Yield; ManaSource::ALTERNATIVES],
}

impl ManaSource {
    /// How many yields a source can choose from: one for each colour, and colourless.
    pub const ALTERNATIVES: usize = 6;

    /// A source of mana that isn't snow, with one yield.
    #[inline]
    pub const fn new(key: SourceKey, rank: u8, made: Yield) -> ManaSource {
        let mut alternatives = [Yield::NOTHING; ManaSource::ALTERNATIVES];
        alternatives[0] = made;
        ManaSource {
            key,
            rank,
            snow: false,
            narrow: false,
            ability: 0,
            count: 1,
            extra_ranks: [0; ManaSource::ALTERNATIVES],
            lives: [0; ManaSource::ALTERNATIVES],
            alternatives,
        }
    }

    /// A source of one mana of any of these types: a basic land, a dual land, a Treasure.
    #[inline]
    pub const fn one(key: SourceKey, rank: u8, types: ManaTypes) -> ManaSource {
        ManaSource::new(key, rank, Yield::any(types, 1))
    }

    /// That many equal mana in the pool.
    #[inline]
    pub const fn floating(key: SourceKey, mana: Mana, count: u8) -> ManaSource {
        let mut source = ManaSource::new(key, 0, Yield::any(mana.kind, count));
        source.snow = mana.snow;
        source
    }

    /// A source of that many mana of any one of these types ("add two mana of any one colour").
    pub fn same(key: SourceKey, rank: u8, types: ManaTypes, count: u8) -> ManaSource {
        if count <= 1 {
            return ManaSource::new(key, rank, Yield::any(types, count));
        }
        let mut each = types.iter();
        let first = each.next().map_or(Yield::any(types, count), |kind| Yield::any(kind, count));
        each.fold(ManaSource::new(key, rank, first), |source, kind| source.or(Yield::any(kind, count), 0))
    }

    /// The same source with one more yield to choose from. `extra_rank` is how much less one likes to use it for this one, for
    /// example because it also deals damage.
    ///
    /// # Panics
    /// If it has [`ManaSource::ALTERNATIVES`] already: an engine limit, reported as such. [`Yield::merged`] can make one of several.
    #[must_use]
    pub fn or(mut self, made: Yield, extra_rank: u8) -> ManaSource {
        let place = usize::from(self.count);
        assert!(place < ManaSource::ALTERNATIVES, "a mana source has more alternatives than the engine holds");
        self.alternatives[place] = made;
        self.extra_ranks[place] = extra_rank;
        self.count += 1;
        self
    }

    /// The same source, whose first yield is disliked by that much ([`ManaSource::or`]).
    #[inline]
    #[must_use]
    pub const fn disliked(mut self, extra_rank: u8) -> ManaSource {
        self.extra_ranks[0] = extra_rank;
        self
    }

    /// The same source, the yield that was given last costing that much life, which is paid together with what a bill asks for (CR 119.4).
    #[inline]
    #[must_use]
    pub const fn for_life(mut self, life: u8) -> ManaSource {
        self.lives[self.count as usize - 1] = life;
        self
    }

    /// How much life the yield with this number costs.
    #[inline]
    pub(super) fn life_of(&self, alternative: usize) -> u8 {
        self.lives[alternative]
    }

    /// The most life that one of its yields costs.
    #[inline]
    pub fn most_life(&self) -> u8 {
        self.lives[..usize::from(self.count)].iter().copied().max().unwrap_or(0)
    }

    /// The same source without the yields that cost life. The others keep their numbers.
    #[must_use]
    pub(super) fn without_life(self) -> ManaSource {
        self.keeping(|place| self.life_of(place) == 0)
    }

    /// Returns whether both are alike for a payment that can't pay life for all sources.
    pub(super) fn costs_the_same(&self, other: &ManaSource) -> bool {
        self.makes_the_same(other) && self.lives == other.lives
    }

    /// How disliked each of its yields is.
    pub fn dislikes(&self) -> impl Iterator<Item = u8> {
        self.extra_ranks[..usize::from(self.count)].iter().copied()
    }

    /// How disliked its most disliked yield is.
    #[inline]
    pub fn most_disliked(&self) -> u8 {
        self.extra_ranks[..usize::from(self.count)].iter().copied().max().unwrap_or(0)
    }

    /// The same source without the yields that are disliked by more than `limit`. The others keep their numbers.
    #[must_use]
    pub fn liked(self, limit: u8) -> ManaSource {
        let ranks = self.extra_ranks;
        self.keeping(|place| ranks[place] <= limit)
    }

    /// The same source without some yields: in their places is another one, which is liked better.
    fn keeping(mut self, is_kept: impl Fn(usize) -> bool) -> ManaSource {
        let count = usize::from(self.count);
        let Some(kept) = (0..count).find(|place| is_kept(*place)) else {
            (self.alternatives[0], self.lives[0], self.count) = (Yield::NOTHING, 0, 1);
            return self;
        };
        for place in (0..count).filter(|place| !is_kept(*place)) {
            self.alternatives[place] = self.alternatives[kept];
            self.lives[place] = self.lives[kept];
            self.extra_ranks[place] = self.extra_ranks[place].max(self.extra_ranks[kept].saturating_add(1));
        }
        self
    }

    /// The same source, which one would rather use (`first`) or keep than others like it.
    #[must_use]
    pub fn leaning(mut self, first: bool) -> ManaSource {
        if self.is_floating() {
            return self;
        }
        self.rank = ManaSource::leaning_rank(self.rank, first);
        for extra in self.extra_ranks.iter_mut().filter(|extra| !first && **extra > 0) {
            *extra = extra.saturating_add(ManaSource::KEPT);
        }
        self
    }

    /// The rank of a source that doesn't float once one would rather use it (`first`) or keep it.
    pub(crate) fn leaning_rank(rank: u8, first: bool) -> u8 {
        if first { 1 } else { rank.saturating_add(ManaSource::KEPT) }
    }

    /// How much more useful unused is what the action is about.
    const KEPT: u8 = 100;

    /// The same source, with mana that may be spent as though it were of other types (CR 609.4b). Colourless mana of a yield that has
    /// colours as well counts as coloured.
    #[must_use]
    pub fn spent_as(mut self, how: SpentAs) -> ManaSource {
        if how == SpentAs::SnowAnyColor && !self.snow {
            return self;
        }
        for made in &mut self.alternatives[..usize::from(self.count)] {
            *made = made.spent_as(how);
        }
        self
    }

    /// The same floating mana, one of them having been spent.
    #[must_use]
    pub(crate) fn one_less(mut self) -> ManaSource {
        for made in &mut self.alternatives[..usize::from(self.count)] {
            *made = made.one_less();
        }
        self
    }

    /// The same source making snow mana.
    #[must_use]
    pub const fn snowy(mut self) -> ManaSource {
        self.snow = true;
        self
    }

    /// The yields that it can choose from.
    #[inline]
    pub fn alternatives(&self) -> &[Yield] {
        &self.alternatives[..usize::from(self.count)]
    }

    /// How much the rank is raised by using that alternative.
    #[inline]
    pub(super) fn extra_rank(&self, alternative: usize) -> u8 {
        self.extra_ranks[alternative]
    }

    /// Returns whether it is mana in the pool.
    #[inline]
    pub fn is_floating(&self) -> bool {
        self.rank == 0
    }

    /// All types of mana that it may make.
    #[inline]
    pub fn types(&self) -> ManaTypes {
        self.alternatives().iter().fold(ManaTypes::empty(), |types, made| types | made.types())
    }

    /// The most mana that it may make.
    #[inline]
    pub fn most_units(&self) -> u32 {
        self.alternatives().iter().map(|made| made.units()).max().unwrap_or(0)
    }

    /// The one yield that can stand for all, if there is one: units that don't depend on each other.
    #[inline]
    pub(super) fn independent(&self) -> Option<Yield> {
        match self.alternatives() {
            [] => Some(Yield::NOTHING),
            [only] => Some(*only),
            // With one mana each, choosing the alternative is choosing the type.
            several if several.iter().all(|made| made.units() == 1) => Some(Yield::any(self.types(), 1)),
            _ => None,
        }
    }

    /// Returns whether both can make the same mana, whatever they are called.
    #[inline]
    pub(super) fn makes_the_same(&self, other: &ManaSource) -> bool {
        self.snow == other.snow && self.alternatives() == other.alternatives()
    }
}
