//! What a player can pay mana with (CR 106, 601.2g–h, 605): the available mana, which works it out when it is first asked.

mod origin;
mod sources;
mod spend;
mod wanted;

pub(crate) use self::sources::{body, exactly};
use std::cell::OnceCell;

use gauntlet_cards::cost::Cost;
use gauntlet_cards::mana::{ManaCost, ManaSymbol};
use gauntlet_cards::mana_ability::CONVERTER;
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::evaluate::Eye;
use crate::legal::Attempt;
use crate::mana_converters::Conversions;
use crate::payment::{Bill, ManaSource, ManaTypes, Supply};
use crate::state::{Contained, ObjectId};

/// Sources of mana, floating mana among them.
pub(crate) type Sources = SmallVec<[ManaSource; 16]>;

/// What mana is spent on (CR 106.6).
#[derive(Clone, Copy)]
pub(crate) enum Purpose<'a> {
    /// Neither a spell nor an ability: mana that is restricted to those doesn't pay for it.
    Other,
    /// The same, where the cost contains a symbol that effects ask about.
    OtherWith(Contained),
    /// Anything: for bounds.
    Anything,
    /// Casting a spell or activating an ability.
    For(Attempt<'a>),
}

impl Purpose<'_> {
    /// Paying a cost in the middle of a resolution.
    pub(crate) fn of_cost(cost: &Cost) -> Purpose<'static> {
        match &cost.mana {
            Some(mana) if mana.x_count() > 0 => Purpose::OtherWith(Contained::X),
            Some(mana) if mana.symbols.contains(&ManaSymbol::Colorless) => Purpose::OtherWith(Contained::Colorless),
            _ => Purpose::Other,
        }
    }
}

/// Mana that floats or is made one by one by tapping permanents, whatever those are.
struct Counted {
    /// How many units can be of the types of each set.
    by_types: [u8; 64],
    /// The sets that there are units of, as bits, and how many units there are.
    sets: u64,
    total: u32,
    /// Whether there is no other mana.
    is_all: bool,
}

impl Counted {
    const NOTHING: Counted = Counted { by_types: [0; 64], sets: 0, total: 0, is_all: true };

    /// More than can be counted of one set is no less than what is counted: then that isn't all (`is_all`).
    fn add(&mut self, types: u8, count: u8) {
        let of_these = &mut self.by_types[usize::from(types & 63)];
        *of_these = of_these.saturating_add(count);
        self.sets |= 1 << (types & 63);
        self.total += u32::from(count);
    }

    /// How many units can be of one of these types.
    fn touching(&self, types: usize) -> u16 {
        let (mut sets, mut sum) = (self.sets, 0);
        while sets != 0 {
            let set = sets.trailing_zeros() as usize;
            sum += if set & types != 0 { u16::from(self.by_types[set]) } else { 0 };
            sets &= sets - 1;
        }
        sum
    }

    /// Returns whether there is that much mana of each type, and that much of all: Hall's condition, as [`Supply::can_pay`] has it.
    fn meets(&self, each: &[u8; 6], total: u32) -> bool {
        if total > self.total {
            return false;
        }
        let asked = (0..6).fold(0usize, |asked, place| asked | usize::from(each[place] > 0) << place);
        let mut types = asked;
        while types != 0 {
            let need: u16 = (0..6).filter(|place| types >> place & 1 != 0).map(|place| u16::from(each[place])).sum();
            if need > self.touching(types) {
                return false;
            }
            types = (types - 1) & asked;
        }
        true
    }
}

/// What a player can spend, worked out when it is first asked for.
pub(crate) struct AvailableMana<'p> {
    most: OnceCell<u32>,
    sources: &'p OnceCell<Sources>,
    supply: OnceCell<Supply<'p>>,
    /// The same mana counted, as far as it can be.
    counted: OnceCell<Option<Counted>>,
    eye: Eye<'p>,
    player: Player,
    purpose: Purpose<'p>,
}

impl<'p> AvailableMana<'p> {
    /// The available mana of a player. `sources` is where the sources are kept.
    pub(crate) fn new(eye: Eye<'p>, player: Player, sources: &'p OnceCell<Sources>) -> AvailableMana<'p> {
        let (most, supply, counted) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        AvailableMana { most, sources, supply, counted, eye, player, purpose: Purpose::Other }
    }

    /// The available mana of a player for one spell or ability, with what it alone can be paid with.
    pub(crate) fn for_attempt(eye: Eye<'p>, attempt: Attempt<'p>, sources: &'p OnceCell<Sources>) -> AvailableMana<'p> {
        let available =
            AvailableMana { purpose: Purpose::For(attempt), ..AvailableMana::new(eye, attempt.player, sources) };
        let all = sources.get_or_init(|| eye.sources_for(attempt.player, Purpose::For(attempt)));
        if eye.may_have_help(attempt) {
            let most: u32 = all.iter().map(|source| source.most_units().max(1)).sum();
            available.most.get_or_init(|| most + eye.most_given_up(attempt.player));
        }
        available
    }

    /// The available mana of a player for a cost in the middle of a resolution.
    pub(crate) fn for_cost(
        eye: Eye<'p>,
        player: Player,
        cost: &Cost,
        sources: &'p OnceCell<Sources>,
    ) -> AvailableMana<'p> {
        let purpose = Purpose::of_cost(cost);
        if matches!(purpose, Purpose::OtherWith(_)) && eye.pool.has_spend_rules() {
            sources.get_or_init(|| eye.sources_for(player, purpose));
        }
        AvailableMana { purpose, ..AvailableMana::new(eye, player, sources) }
    }

    /// No less mana than the player could spend at most.
    pub(crate) fn most_mana(&self) -> u32 {
        *self.most.get_or_init(|| self.eye.most_mana(self.player))
    }

    /// Returns whether the bill can be paid without using some objects.
    pub(crate) fn can_pay(&self, bill: &Bill, life: i32, without: &[ObjectId]) -> bool {
        if bill.fewest_mana() > self.most_mana() {
            return false;
        }
        if self.supply_pays(bill, life, without) {
            return true;
        }
        let wanted = Conversions { player: self.player, bill, life, without, purpose: self.purpose };
        self.has_converters()
            && self.eye.only_from(self.purpose).is_none()
            && self.eye.can_convert(&wanted, self.sources())
    }

    /// Returns whether the bill can be paid if something is given up for mana.
    pub(crate) fn can_give_up_for(&self, bill: &Bill, life: i32, without: &[ObjectId]) -> bool {
        // A mana ability that is activated for a payment isn't paid for like that in turn.
        self.eye.may_give_up_for_mana()
            && self.eye.only_from(self.purpose).is_none()
            && self.eye.s.by_hand.is_empty()
            && bill.fewest_mana() <= self.most_mana()
            && self.eye.pays_by_giving_up(
                &Conversions { player: self.player, bill, life, without, purpose: self.purpose },
                self.sources(),
            )
    }

    /// Returns whether a cost of numbers and single colors can be paid, X being 0; none where counting the mana doesn't say so.
    pub(crate) fn pays_plainly(&self, cost: &ManaCost) -> Option<bool> {
        let (mut each, mut total) = ([0u8; 6], 0u32);
        for symbol in &cost.symbols {
            match *symbol {
                ManaSymbol::Generic(count) => total += u32::from(count),
                ManaSymbol::X => {}
                ManaSymbol::Color(_) | ManaSymbol::Colorless => {
                    let types = ManaTypes::of_mana(symbol.colors());
                    each[types.bits().trailing_zeros() as usize] += 1;
                    total += 1;
                }
                _ => return None,
            }
        }
        self.pays_each(&each, total)
    }

    /// The same of a cost of that much mana of each type, and that much in all.
    pub(crate) fn pays_each(&self, each: &[u8; 6], total: u32) -> Option<bool> {
        let counted = self.counted();
        // More mana does no harm.
        if counted.is_some_and(|counted| counted.meets(each, total)) {
            return Some(true);
        }
        let is_all = counted.is_some_and(|counted| counted.is_all) && !self.eye.may_give_up_for_mana();
        (is_all || !self.may_reach(total)).then_some(false)
    }

    /// Returns whether the player may have that much mana.
    pub(crate) fn may_reach(&self, mana: u32) -> bool {
        match self.counted() {
            Some(counted) if counted.total >= mana => true,
            Some(counted) if counted.is_all && !self.eye.may_give_up_for_mana() => false,
            _ => mana <= self.most_mana(),
        }
    }

    /// Returns whether the player has permanents that turn mana into other mana.
    pub(crate) fn has_converters(&self) -> bool {
        self.eye.s.mana_makers(self.player).any(|(_, object)| object.mana_mask & CONVERTER != 0)
    }

    /// What mana can be spent or made.
    pub(crate) fn sources(&self) -> &'p Sources {
        self.sources.get_or_init(|| self.eye.sources_for(self.player, Purpose::Other))
    }

    fn supply_pays(&self, bill: &Bill, life: i32, without: &[ObjectId]) -> bool {
        match without {
            [] => match self.counted() {
                Some(counted) if Supply::of_units(&counted.by_types).can_pay(bill, life) => true,
                Some(counted) if counted.is_all => false,
                _ => self.supply().can_pay(bill, life),
            },
            some => leave_out(*self.supply(), some).can_pay(bill, life),
        }
    }

    /// The mana counted: to be told whether a bill can be paid, nobody needs to know what makes it.
    fn counted(&self) -> Option<&Counted> {
        let usual = matches!(self.purpose, Purpose::Other) && self.sources.get().is_none();
        self.counted.get_or_init(|| usual.then(|| self.eye.counted_mana(self.player)).flatten()).as_ref()
    }

    /// The mana as a supply.
    pub(crate) fn supply(&self) -> &Supply<'p> {
        self.supply.get_or_init(|| Supply::new(self.sources()))
    }
}

/// A supply without what some objects could make.
pub(crate) fn leave_out<'a>(supply: Supply<'a>, objects: &[ObjectId]) -> Supply<'a> {
    let sources = supply.sources();
    let left_out = |source: &ManaSource| objects.iter().any(|id| source.key.is_object(id.index));
    let places = (0..sources.len()).filter(|place| left_out(&sources[*place]));
    places.fold(supply, Supply::without)
}

impl Eye<'_> {
    /// How often one ability can be used in a payment at most.
    const MOST_USES: u8 = 16;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counting says the same as the exact matching, for costs of numbers and single types.
    #[test]
    fn counted_mana_meets_a_cost_where_a_supply_of_it_pays() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut below = |count: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 33) % count
        };
        let mut met = 0;
        for _ in 0..20_000 {
            let mut counted = Counted::NOTHING;
            for _ in 0..below(5) {
                counted.add(1 + below(63) as u8, 1 + below(2) as u8);
            }
            let (mut each, mut symbols) = ([0u8; 6], Vec::new());
            for _ in 0..below(5) {
                let place = below(6) as usize;
                each[place] += 1;
                let color = ManaTypes::EACH[place].colors();
                symbols.push(if color.is_empty() { ManaSymbol::Colorless } else { ManaSymbol::Color(color) });
            }
            let generic = below(3) as u8;
            let total = symbols.len() as u32 + u32::from(generic);
            symbols.push(ManaSymbol::Generic(generic));
            let bill = Bill::new(&ManaCost { symbols }, 0);
            let pays = Supply::of_units(&counted.by_types).can_pay(&bill, 0);
            assert_eq!(counted.meets(&each, total), pays, "{:?} {bill:?}", counted.by_types);
            met += u32::from(pays);
        }
        assert!((4_000..16_000).contains(&met), "{met} of them are paid: too much of one kind");
    }
}
