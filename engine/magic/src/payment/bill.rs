//! A mana cost ready to be paid (CR 107.4, 118.7, 601.2b, 601.2f).

use std::fmt;

use gauntlet_cards::mana::{ManaCost, ManaSymbol};
use gauntlet_cards::types::Colors;

use super::source::ManaTypes;

/// The pairs of colours of hybrid symbols, as they are printed (CR 107.4).
const PAIRS: [(Colors, Colors); 10] = [
    (Colors::WHITE, Colors::BLUE),
    (Colors::WHITE, Colors::BLACK),
    (Colors::BLUE, Colors::BLACK),
    (Colors::BLUE, Colors::RED),
    (Colors::BLACK, Colors::RED),
    (Colors::BLACK, Colors::GREEN),
    (Colors::RED, Colors::GREEN),
    (Colors::RED, Colors::WHITE),
    (Colors::GREEN, Colors::WHITE),
    (Colors::GREEN, Colors::BLUE),
];

/// A symbol other than a number or X, as its place in [`KINDS`]. In the order in which mana is best given to them: what accepts
/// the least comes first.
pub(super) type Kind = u8;

const COLOR: Kind = 0;
const COLORLESS: Kind = 5;
const SNOW: Kind = 6;
const TWO_OR: Kind = 7;
const COLORLESS_OR: Kind = 12;
const HYBRID: Kind = 17;
const PHYREXIAN: Kind = 27;
const HYBRID_PHYREXIAN: Kind = 32;
/// Generic mana that nothing but mana pays for: no card exiled, and no permanent tapped for it.
const MANA_ALONE: Kind = 42;
pub(super) const KIND_COUNT: usize = 43;

/// The kinds that may be paid with two mana.
pub(super) const TWO_OR_KINDS: u64 = bits(TWO_OR, COLORLESS_OR);
/// The kinds that may be paid with life.
pub(super) const LIFE_KINDS: u64 = bits(PHYREXIAN, MANA_ALONE);

const fn bits(from: Kind, to: Kind) -> u64 {
    (1 << to) - (1 << from)
}

struct KindRow {
    symbol: ManaSymbol,
    /// The types of mana one of which pays it; none for snow.
    types: u8,
}

static KINDS: [KindRow; KIND_COUNT] = {
    let mut rows = [const { KindRow { symbol: ManaSymbol::Snow, types: 0 } }; KIND_COUNT];
    rows[MANA_ALONE as usize] = KindRow { symbol: ManaSymbol::Generic(1), types: ManaTypes::all().bits() };
    rows[COLORLESS as usize] = KindRow { symbol: ManaSymbol::Colorless, types: ManaTypes::COLORLESS.bits() };
    let mut at = 0;
    while at < 5 {
        let color = Colors::TABLE[at].0;
        let types = color.bits();
        rows[COLOR as usize + at] = KindRow { symbol: ManaSymbol::Color(color), types };
        rows[TWO_OR as usize + at] = KindRow { symbol: ManaSymbol::TwoOr(color), types };
        rows[COLORLESS_OR as usize + at] =
            KindRow { symbol: ManaSymbol::ColorlessOr(color), types: types | ManaTypes::COLORLESS.bits() };
        rows[PHYREXIAN as usize + at] = KindRow { symbol: ManaSymbol::Phyrexian(color), types };
        at += 1;
    }
    let mut at = 0;
    while at < PAIRS.len() {
        let (a, b) = PAIRS[at];
        let types = a.bits() | b.bits();
        rows[HYBRID as usize + at] = KindRow { symbol: ManaSymbol::Hybrid(a, b), types };
        rows[HYBRID_PHYREXIAN as usize + at] = KindRow { symbol: ManaSymbol::HybridPhyrexian(a, b), types };
        at += 1;
    }
    rows
};

/// The types of mana one of which pays for a symbol of this kind; none for snow.
#[inline]
pub(super) fn kind_types(kind: Kind) -> u8 {
    KINDS[usize::from(kind)].types
}

/// The symbol of this kind.
#[inline]
pub(super) fn kind_symbol(kind: Kind) -> ManaSymbol {
    KINDS[usize::from(kind)].symbol
}

/// Returns whether a symbol of this kind is paid by a mana of these types (any one of them), snow or not.
#[inline]
pub(super) fn kind_accepts(kind: Kind, types: u8, snow: bool) -> bool {
    if kind == SNOW { snow } else { kind_types(kind) & types != 0 }
}

/// The kind of a symbol; none for numbers, X, and pairs of equal colours, which don't exist.
fn kind_of(symbol: ManaSymbol) -> Option<Kind> {
    let color = |first: Kind, color: Colors| {
        Colors::TABLE.iter().position(|row| row.0 == color).map(|place| first + place as Kind)
    };
    let pair = |first: Kind, a: Colors, b: Colors| {
        PAIRS.iter().position(|pair| *pair == (a, b) || *pair == (b, a)).map(|place| first + place as Kind)
    };
    match symbol {
        ManaSymbol::Generic(_) | ManaSymbol::X => None,
        ManaSymbol::Color(c) => color(COLOR, c),
        ManaSymbol::Colorless => Some(COLORLESS),
        ManaSymbol::Snow => Some(SNOW),
        ManaSymbol::TwoOr(c) => color(TWO_OR, c),
        ManaSymbol::ColorlessOr(c) => color(COLORLESS_OR, c),
        ManaSymbol::Hybrid(a, b) => pair(HYBRID, a, b),
        ManaSymbol::Phyrexian(c) => color(PHYREXIAN, c),
        ManaSymbol::HybridPhyrexian(a, b) => pair(HYBRID_PHYREXIAN, a, b),
    }
}

/// The kinds whose bits are set, in order.
#[inline]
pub(super) fn kinds_in(mut set: u64) -> impl Iterator<Item = Kind> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let kind = set.trailing_zeros() as Kind;
        set &= set - 1;
        Some(kind)
    })
}

/// For each set of types all ones at each set that contains it, else zero: sums over these have no branches.
static SUPERSETS: [[u8; 64]; 64] = {
    let mut rows = [[0; 64]; 64];
    let mut types = 0;
    while types < 64 {
        let mut set = types;
        while set < 64 {
            if set & types == types {
                rows[types][set] = u8::MAX;
            }
            set += 1;
        }
        types += 1;
    }
    rows
};

/// What a cost asks of a set of units once it is settled how each symbol is paid: the one side of the matching.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Demand {
    /// For each set of types, how many symbols can be paid by nothing but mana of those types.
    pub(super) need: [u8; 64],
    /// All types that some symbol asks for.
    pub(super) union: u8,
    /// How many symbols ask for snow mana.
    pub(super) snow: u8,
    /// How many mana there are to pay, generic mana included.
    pub(super) total: u32,
}

impl Demand {
    const NOTHING: Demand = Demand { need: [0; 64], union: 0, snow: 0, total: 0 };

    /// Asks for `count` more mana that have one of `types`.
    #[inline]
    pub(super) fn add(&mut self, types: u8, count: u8) {
        self.union |= types;
        self.total += u32::from(count);
        for (need, holds) in self.need.iter_mut().zip(&SUPERSETS[usize::from(types)]) {
            *need = need.saturating_add(count & holds);
        }
    }
}

/// How a symbol that can be paid in several ways is paid, which is announced as the spell is cast (CR 601.2b).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Settled {
    /// With one mana of a type that the symbol names.
    Mana,
    /// `{2/W}` with two generic mana (CR 107.4e).
    Generic,
    /// `{W/P}` with 2 life (CR 107.4f).
    Life,
}

/// How many symbols of each kind are not paid with one mana.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Way {
    pub(super) counts: [u8; KIND_COUNT],
    /// The life that is paid, what the bill asks for anyhow included.
    pub(super) life: u32,
}

/// A mana cost ready to be paid: how much of each symbol it has, with a value for X (CR 601.2f's total cost, the mana part).
///
/// Equal costs are equal bills, whatever the order of their symbols. It holds at most 255 of each symbol that isn't a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bill {
    /// What all symbols that are paid by one mana ask for, and the generic mana.
    plain: Demand,
    /// The kinds of which there are some.
    present: u64,
    generic: u32,
    /// What reductions found no generic mana for: by that much the generic halves of two-or-colour symbols are reduced, as far as
    /// they are settled so (CR 107.4e, 118.7a). If there is any, `generic` is 0.
    spare: u32,
    /// Life to pay for Phyrexian symbols that are paid with life.
    life: u32,
    counts: [u8; KIND_COUNT],
}

impl Bill {
    /// `{0}` (CR 118.5).
    pub const ZERO: Bill =
        Bill { plain: Demand::NOTHING, present: 0, generic: 0, spare: 0, life: 0, counts: [0; KIND_COUNT] };

    /// The bill for a cost, with this value for each X (CR 107.3a, 601.2b).
    pub fn new(cost: &ManaCost, x: u32) -> Bill {
        let bill = Bill::ZERO.with(cost);
        if x == 0 { bill } else { bill.with_generic(x.saturating_mul(u32::from(cost.x_count()))) }
    }

    fn raise(&mut self, symbol: ManaSymbol, count: u8) {
        if let Some(kind) = kind_of(symbol) {
            let place = &mut self.counts[usize::from(kind)];
            let before = *place;
            *place = before.saturating_add(count);
            let more = *place - before;
            self.ask(kind, more);
        }
    }

    /// Adds that many symbols of a kind to what is derived from the counts.
    #[inline]
    fn ask(&mut self, kind: Kind, count: u8) {
        self.present |= 1 << kind;
        if kind == SNOW {
            self.plain.snow += count;
            self.plain.total += u32::from(count);
        } else if (TWO_OR_KINDS | LIFE_KINDS) >> kind & 1 == 0 {
            self.plain.add(kind_types(kind), count);
        }
    }

    /// Brings what is derived from the counts up to date.
    fn refresh(&mut self) {
        self.present = 0;
        self.plain = Demand::NOTHING;
        for (kind, count) in (0..).zip(self.counts) {
            if count > 0 {
                self.ask(kind, count);
            }
        }
        self.plain.total = self.plain.total.saturating_add(self.generic);
        self.spare = self.spare.min(2 * self.two_or());
    }

    /// How many symbols there are that may be paid with two generic mana.
    fn two_or(&self) -> u32 {
        kinds_in(self.present & TWO_OR_KINDS).map(|kind| u32::from(self.counts[usize::from(kind)])).sum()
    }

    /// Returns whether the bill asks for nothing, which can always be paid (CR 118.5).
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.generic == 0 && self.present == 0 && self.life == 0
    }

    /// The generic mana of the bill (CR 107.4b).
    #[inline]
    pub fn generic(&self) -> u32 {
        self.generic
    }

    /// The life that is to be paid for Phyrexian symbols that are settled so (CR 107.4f).
    #[inline]
    pub fn life(&self) -> u32 {
        self.life
    }

    /// The most life that can be paid for it: for all Phyrexian symbols (CR 107.4f).
    pub(crate) fn most_life(&self) -> u32 {
        let open = kinds_in(self.present & LIFE_KINDS);
        open.fold(self.life, |sum, kind| sum.saturating_add(2 * u32::from(self.counts[usize::from(kind)])))
    }

    /// The bill with all Phyrexian symbols that are open settled to be paid with mana (CR 107.4f).
    #[must_use]
    pub(crate) fn without_life(self) -> Bill {
        let open: smallvec::SmallVec<[ManaSymbol; 4]> = self
            .open_choices()
            .filter(|(symbol, _)| !matches!(symbol, ManaSymbol::TwoOr(_)))
            .flat_map(|(symbol, count)| std::iter::repeat_n(symbol, usize::from(count)))
            .collect();
        open.into_iter().fold(self, |bill, symbol| bill.settle(symbol, Settled::Mana).unwrap_or(bill))
    }

    /// How many symbols of this kind the bill has; for a number, how much generic mana.
    pub fn count(&self, symbol: ManaSymbol) -> u32 {
        match symbol {
            ManaSymbol::Generic(_) => self.generic,
            other => kind_of(other).map_or(0, |kind| u32::from(self.counts[usize::from(kind)])),
        }
    }

    /// The mana that is paid if every symbol is paid with the least mana, life not being used: one for each symbol, and the
    /// generic mana. What "costs at least that much" looks at. With life it may be less: [`Bill::fewest_mana`].
    pub fn least_mana(&self) -> u32 {
        let open = kinds_in(self.present & LIFE_KINDS);
        open.fold(self.fewest_mana(), |sum, kind| sum.saturating_add(u32::from(self.counts[usize::from(kind)])))
    }

    /// The fewest mana that can pay it, with life for every Phyrexian symbol: who can't make that many needs no closer look.
    pub fn fewest_mana(&self) -> u32 {
        // A two-or-colour symbol takes one mana, or none if its generic half is reduced to nothing.
        self.plain.total.saturating_add(self.two_or() - self.spare / 2)
    }

    /// All types of mana that its symbols name: whatever else a source makes can pay for nothing but generic mana.
    pub fn types(&self) -> ManaTypes {
        let types = kinds_in(self.present).fold(0, |types, kind| types | kind_types(kind));
        ManaTypes::from_bits_truncate(types)
    }

    /// The bill with that much more generic mana (CR 601.2f).
    #[inline]
    #[must_use]
    pub fn with_generic(mut self, more: u32) -> Bill {
        let reduced = more.min(self.spare);
        self.spare -= reduced;
        let generic = self.generic.saturating_add(more - reduced);
        self.plain.total = (self.plain.total - self.generic).saturating_add(generic);
        self.generic = generic;
        self
    }

    /// The bill with that much less generic mana. Nothing but generic mana becomes less (CR 118.7a), that of two-or-colour symbols
    /// which are settled so included (CR 107.4e). What is more than there is has no effect, so all that is added is added before
    /// (CR 601.2f).
    #[inline]
    #[must_use]
    pub fn less_generic(mut self, less: u32) -> Bill {
        let taken = less.min(self.generic);
        self.generic -= taken;
        self.plain.total -= taken;
        if self.present & TWO_OR_KINDS != 0 {
            self.spare = self.spare.saturating_add(less - taken).min(2 * self.two_or());
        }
        self
    }

    /// The bill with that much of the generic mana to be paid with mana of these colors only; there must be that much.
    #[must_use]
    pub(crate) fn of_colors(mut self, count: u32, colors: Colors) -> Bill {
        let mut each = colors.iter();
        let symbol = match (each.next(), each.next()) {
            (Some(a), Some(b)) => ManaSymbol::Hybrid(a, b),
            (Some(a), None) => ManaSymbol::Color(a),
            (None, _) => return self,
        };
        self = self.less_generic(count);
        self.raise(symbol, count.min(255) as u8);
        self
    }

    /// The bill with that much of the generic mana to be paid with mana, not with what is tapped or exiled for it.
    #[must_use]
    pub(crate) fn of_mana_alone(mut self, count: u32) -> Bill {
        let count = count.min(self.generic).min(255) as u8;
        if count > 0 {
            self = self.less_generic(u32::from(count));
            self.counts[usize::from(MANA_ALONE)] += count;
            self.ask(MANA_ALONE, count);
        }
        self
    }

    /// The bill with the symbols of a cost added (CR 601.2f); X counts 0.
    #[must_use]
    pub fn with(mut self, cost: &ManaCost) -> Bill {
        for symbol in &cost.symbols {
            match *symbol {
                ManaSymbol::Generic(count) => self = self.with_generic(u32::from(count)),
                other => self.raise(other, 1),
            }
        }
        self
    }

    /// The bill reduced by a cost: each colour by as much of that colour, and what it doesn't ask for by generic mana instead
    /// (CR 118.7a–d, g). Of a hybrid reduction the half that the bill asks for counts (CR 118.7e), a Phyrexian one is its
    /// colour (CR 118.7f). A symbol of the bill that can be paid in several ways counts as asking for each of its colours,
    /// as it will be announced so by a player who wants the reduction (CR 601.2b).
    #[must_use]
    pub fn less(mut self, cost: &ManaCost) -> Bill {
        for symbol in &cost.symbols {
            let (types, generic) = match *symbol {
                ManaSymbol::Generic(count) => (0, u32::from(count)),
                ManaSymbol::X => (0, 0),
                ManaSymbol::TwoOr(color) => (color.bits(), 2),
                other => (kind_of(other).map_or(0, kind_types), 1),
            };
            // What asks for one type alone is the hardest to pay, so it goes first.
            let asks = |kind: &Kind| self.counts[usize::from(*kind)] > 0 && kind_types(*kind) & types != 0;
            match (0..KIND_COUNT as Kind).find(asks) {
                Some(kind) => self.counts[usize::from(kind)] -= 1,
                None => self = self.less_generic(generic),
            }
        }
        self.refresh();
        self
    }

    /// The bill without these coloured symbols; where it asks for fewer, generic mana isn't reduced in their place (CR 118.7c).
    #[must_use]
    pub fn less_only(mut self, cost: &ManaCost) -> Bill {
        for symbol in &cost.symbols {
            let types = kind_of(*symbol).map_or(0, kind_types);
            let asks = |kind: &Kind| self.counts[usize::from(*kind)] > 0 && kind_types(*kind) & types != 0;
            if let Some(kind) = (0..KIND_COUNT as Kind).find(asks) {
                self.counts[usize::from(kind)] -= 1;
            }
        }
        self.refresh();
        self
    }

    /// The symbols that can be paid in several ways that differ in what is paid, each kind once with how many of them there
    /// are: Phyrexian and two-or-colour. The player announces how (CR 601.2b); what stays open is settled by [`Supply::plan`].
    ///
    /// [`Supply::plan`]: super::Supply::plan
    pub fn open_choices(&self) -> impl Iterator<Item = (ManaSymbol, u8)> {
        let counts = self.counts;
        kinds_in(self.present & (TWO_OR_KINDS | LIFE_KINDS))
            .map(move |kind| (kind_symbol(kind), counts[usize::from(kind)]))
    }

    /// The bill with one `symbol` settled to be paid in this way (CR 601.2b): `{W/P}` becomes `{W}` or 2 life, `{2/W}` becomes
    /// `{W}` or `{2}`. None if the bill has no such symbol, or the symbol can't be paid in this way.
    #[must_use]
    pub fn settle(mut self, symbol: ManaSymbol, how: Settled) -> Option<Bill> {
        let kind = kind_of(symbol)?;
        let place = &mut self.counts[usize::from(kind)];
        *place = place.checked_sub(1)?;
        match (symbol, how) {
            (ManaSymbol::Phyrexian(color) | ManaSymbol::TwoOr(color), Settled::Mana) => {
                self.raise(ManaSymbol::Color(color), 1);
            }
            (ManaSymbol::HybridPhyrexian(a, b), Settled::Mana) => self.raise(ManaSymbol::Hybrid(a, b), 1),
            (ManaSymbol::TwoOr(_), Settled::Generic) => self = self.with_generic(2),
            (ManaSymbol::Phyrexian(_) | ManaSymbol::HybridPhyrexian(..), Settled::Life) => self.life += 2,
            _ => return None,
        }
        self.refresh();
        Some(self)
    }

    /// The bill with life allowed for each symbol of a color (CR 118.9): `{B}` as `{B/P}`, and hybrid symbols that it may be chosen for.
    #[must_use]
    pub fn with_life_allowed(mut self, color: Colors) -> Bill {
        for kind in 0..KIND_COUNT as Kind {
            let count = self.counts[usize::from(kind)];
            let other = match kind_symbol(kind) {
                ManaSymbol::Color(own) if own == color => ManaSymbol::Phyrexian(own),
                ManaSymbol::Hybrid(a, b) if a == color || b == color => ManaSymbol::HybridPhyrexian(a, b),
                _ => continue,
            };
            if count > 0
                && let Some(other) = kind_of(other)
            {
                self.counts[usize::from(kind)] = 0;
                self.counts[usize::from(other)] = self.counts[usize::from(other)].saturating_add(count);
            }
        }
        self.refresh();
        self
    }

    /// The bill with one Phyrexian `symbol` paid with life instead of mana, if it has it: [`Bill::settle`] with [`Settled::Life`].
    #[must_use]
    pub fn with_life_for(self, symbol: ManaSymbol) -> Option<Bill> {
        self.settle(symbol, Settled::Life)
    }

    /// The symbols in a fixed order, for people: numbers first, then as in CR 107.4. By what the generic halves of two-or-colour
    /// symbols are reduced no symbol can say.
    pub fn to_cost(&self) -> ManaCost {
        let mut symbols = Vec::new();
        let mut generic = self.generic;
        while generic > 0 {
            let part = generic.min(255);
            symbols.push(ManaSymbol::Generic(part as u8));
            generic -= part;
        }
        for kind in kinds_in(self.present) {
            symbols.extend(std::iter::repeat_n(kind_symbol(kind), usize::from(self.counts[usize::from(kind)])));
        }
        ManaCost { symbols }
    }

    /// What is asked for if there is nothing to settle.
    #[inline]
    pub(super) fn plain(&self) -> Option<&Demand> {
        if self.present & (TWO_OR_KINDS | LIFE_KINDS) == 0 { Some(&self.plain) } else { None }
    }

    /// The kinds of which there are some.
    #[inline]
    pub(super) fn present(&self) -> u64 {
        self.present
    }

    /// How many of this kind there are.
    #[inline]
    pub(super) fn kind_count(&self, kind: Kind) -> u8 {
        self.counts[usize::from(kind)]
    }

    /// The bill after one symbol of this kind was paid by a mana of a type that it names.
    pub(super) fn without_kind(mut self, kind: Kind) -> Bill {
        self.counts[usize::from(kind)] -= 1;
        self.refresh();
        self
    }

    /// Calls `visit` with each way to settle all symbols for at most this much life, the cheapest ones early, until it says true.
    /// Says whether it did.
    pub(super) fn any_way(&self, life: u32, visit: &mut dyn FnMut(&Demand, &Way) -> bool) -> bool {
        if self.life > life {
            return false;
        }
        let way = Way { counts: [0; KIND_COUNT], life: self.life };
        self.settle_from(self.present & (TWO_OR_KINDS | LIFE_KINDS), (self.plain, self.spare), way, life, visit)
    }

    fn settle_from(
        &self,
        open: u64,
        (demand, spare): (Demand, u32),
        way: Way,
        life: u32,
        visit: &mut dyn FnMut(&Demand, &Way) -> bool,
    ) -> bool {
        if open == 0 {
            return visit(&demand, &way);
        }
        let kind = open.trailing_zeros() as Kind;
        let count = self.counts[usize::from(kind)];
        for otherwise in 0..=count {
            let (mut demand, mut spare, mut way) = (demand, spare, way);
            way.counts[usize::from(kind)] = otherwise;
            if LIFE_KINDS >> kind & 1 != 0 {
                way.life += 2 * u32::from(otherwise);
                if way.life > life {
                    return false;
                }
            } else {
                let generic = 2 * u32::from(otherwise);
                let reduced = generic.min(spare);
                spare -= reduced;
                demand.total = demand.total.saturating_add(generic - reduced);
            }
            if otherwise < count {
                demand.add(kind_types(kind), count - otherwise);
            }
            if self.settle_from(open & (open - 1), (demand, spare), way, life, visit) {
                return true;
            }
        }
        false
    }
}

impl Default for Bill {
    fn default() -> Bill {
        Bill::ZERO
    }
}

impl fmt::Display for Bill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_cost())?;
        if self.spare > 0 {
            write!(f, " less {{{}}}", self.spare)?;
        }
        if self.life > 0 { write!(f, " and {} life", self.life) } else { Ok(()) }
    }
}

impl fmt::Debug for Bill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
