//! Mana abilities that cost mana: a mana goes in, others come out (CR 605.3, 601.2g).
//!
//! Which mana goes in matters, as it is gone for the rest: so each way to feed a converter is tried, one converter after the
//! other, and what remains is asked of the exact matching. Only converters that cost a single mana symbol are
//! known here; the others are used by hand. The search gives up after [`TRIES`]: who finds a longer way may go it by hand as well,
//! as mana abilities can be activated before the spell is cast (CR 605.3a).

use gauntlet_cards::ability::AbilityKind;
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::effect::ManaOutput;
use gauntlet_cards::mana::{ManaCost, ManaSymbol};
use gauntlet_cards::mana_ability::converter_cost;
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::payment::{Bill, ManaSource, ManaTypes, Supply, Yield};
use crate::purse::{Purpose, Sources, exactly};
use crate::state::{Flags, ObjectId};
use crate::task::Scope;

/// In a mana mask: has a mana ability that costs mana.
pub(crate) const CONVERTER: u8 = 64;

/// A mana ability that costs one mana and tapping.
#[derive(Clone)]
pub(crate) struct Converter {
    id: ObjectId,
    cost: ManaSymbol,
    yields: SmallVec<[Yield; 6]>,
}

/// How many uses of converters a search tries for one bill.
const TRIES: u32 = 2_000;

/// The key of the first mana made by a converter, among sources.
const MADE: u16 = 0xE000;

/// The use of one converter: which one, which of its yields, and what feeds it.
#[derive(Clone, Copy)]
pub(crate) struct Conversion {
    converter: ObjectId,
    /// Of exact types once the whole way is known.
    made: Yield,
    cost: ManaSymbol,
    /// The key of the source that feeds it; [`MADE`] and more for a mana that an earlier conversion made.
    fed_by: u16,
    /// The type of the mana that feeds it, if an earlier conversion made it.
    fed_with: ManaTypes,
}

impl Eye<'_> {
    /// The converters that a player can use now.
    pub(crate) fn converters(self, player: Player) -> SmallVec<[Converter; 4]> {
        let mut converters = SmallVec::new();
        for (id, object) in self.s.permanents() {
            if object.controller != player
                || object.mana_mask & CONVERTER == 0
                || object.is(Flags::TAPPED)
                || !self.not_sick(object)
            {
                continue;
            }
            let is_mana = |kind: &AbilityKind| matches!(kind, AbilityKind::Activatable(way) if way.mana.is_some());
            let scope = Scope::of(id, player);
            for ability in self.abilities(object, id.index, |derived| &derived.mana_abilities, is_mana) {
                if let Some(converter) = self.converter(&scope, id, ability) {
                    converters.push(converter);
                }
            }
        }
        converters
    }

    fn converter(self, scope: &Scope, id: ObjectId, ability: AbilityId) -> Option<Converter> {
        let way = self.pool.activatable(ability);
        let cost = converter_cost(way)?;
        if way.condition.as_ref().is_some_and(|condition| !self.holds(scope, condition)) {
            return None;
        }
        let count = |amount| self.amount(scope, amount).clamp(0, 255) as u8;
        let yields = match way.mana.as_ref()? {
            ManaOutput::Fixed(list) => SmallVec::from_slice(&[exactly(list)]),
            ManaOutput::OneOf(lists) => {
                let yields: SmallVec<[Yield; 6]> = lists.iter().map(|list| exactly(list)).collect();
                // Two lists of one mana are that mana of either type: one way to try in the place of several.
                Yield::merged(&yields).map_or(yields, |merged| SmallVec::from_slice(&[merged]))
            }
            ManaOutput::AnyOneColor(amount) if count(amount) <= 1 => {
                SmallVec::from_slice(&[Yield::any(ManaTypes::COLORS, count(amount))])
            }
            ManaOutput::AnyOneColor(amount) => {
                ManaTypes::COLORS.iter().map(|kind| Yield::any(kind, count(amount))).collect()
            }
            ManaOutput::AnyCombination(amount, colors) => {
                SmallVec::from_slice(&[Yield::any(ManaTypes::from(*colors), count(amount))])
            }
            ManaOutput::Amount(amount, color) => {
                SmallVec::from_slice(&[Yield::any(ManaTypes::of_mana(*color), count(amount))])
            }
            ManaOutput::CouldProduce { .. }
            | ManaOutput::EachColorAmong(_)
            | ManaOutput::ChosenColor(_)
            | ManaOutput::Restricted(..) => {
                return None;
            }
        };
        Some(Converter { id, cost, yields })
    }

    /// Whether a bill can be paid with the help of converters; the conversions, in order.
    pub(crate) fn with_converters(
        self,
        player: Player,
        sources: &Sources,
        bill: &Bill,
        life: i32,
        without: &[ObjectId],
    ) -> Option<SmallVec<[Conversion; 4]>> {
        let mut converters = self.converters(player);
        converters.retain(|converter: &mut Converter| !without.contains(&converter.id));
        let mut sources = sources.clone();
        sources.retain(|source: &mut ManaSource| without.iter().all(|id| id.index != source.key));
        // What pays only for the spell, as creatures tapped for convoke, feeds no converter.
        let feeders = self.sources(player, Purpose::Other);
        let mut search = Search { converters, feeders, bill, life, steps: SmallVec::new(), made: 0, tries: TRIES };
        search.find(&sources, 0).then_some(search.steps)
    }
}

/// Looking for uses of converters with which a bill can be paid.
struct Search<'a> {
    converters: SmallVec<[Converter; 4]>,
    /// What may feed them.
    feeders: Sources,
    bill: &'a Bill,
    life: i32,
    /// What has been used so far.
    steps: SmallVec<[Conversion; 4]>,
    /// How many mana that has made.
    made: u16,
    tries: u32,
}

impl Search<'_> {
    /// Whether the bill can be paid from these sources with some more conversions. `last`: the first converter that may be used
    /// next, unless what the last conversion made feeds it: uses that don't feed one another are tried in one order only.
    fn find(&mut self, sources: &Sources, last: usize) -> bool {
        if !self.steps.is_empty() && Supply::new(sources).can_pay(self.bill, self.life) {
            self.settle(sources);
            return true;
        }
        if self.tries == 0 || !self.hopeful(sources) {
            return false;
        }
        self.tries -= 1;
        let latest = self.made - self.steps.last().map_or(0, |step| step.made.units() as u16);
        let (first, end) = (MADE + latest, MADE + self.made);
        let is_made = |source: &ManaSource| (MADE..end).contains(&source.key);
        let is_latest = |source: &ManaSource| (first..end).contains(&source.key);
        for place in 0..self.converters.len() {
            if self.used(place) || (0..place).any(|other| !self.used(other) && self.alike(other, place)) {
                continue;
            }
            let cost = bill_of(self.converters[place].cost);
            for feeder in 0..sources.len() {
                let source = sources[feeder];
                let mut fed = self.feeders.iter().chain(sources.iter().filter(|other| is_made(other)));
                let Some(real) = fed.find(|other| other.key == source.key).copied() else { continue };
                // Of sources that are alike, one is as good as another.
                let alike = |other: &ManaSource| {
                    other.alternatives() == source.alternatives()
                        && other.is_floating() == source.is_floating()
                        && is_latest(other) == is_latest(&source)
                };
                let single = source.most_units() == 1 || source.is_floating();
                let spent = source.key & !15 == crate::purse::SPENT;
                let in_order = place >= last || is_latest(&source);
                if source.key == self.converters[place].id.index
                    || spent
                    || !single
                    || !in_order
                    || sources[..feeder].iter().any(alike)
                    || !Supply::new(&[real]).can_pay(&cost, 0)
                {
                    continue;
                }
                for way in 0..self.converters[place].yields.len() {
                    if self.use_one(sources, place, feeder, way) {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn used(&self, place: usize) -> bool {
        self.steps.iter().any(|step| step.converter == self.converters[place].id)
    }

    fn alike(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.converters[one], &self.converters[other]);
        one.cost == other.cost && one.yields == other.yields
    }

    /// Whether the bill could be paid if every converter that is left cost nothing, and there is enough mana in all.
    fn hopeful(&self, sources: &Sources) -> bool {
        let mut most: u32 = sources.iter().map(ManaSource::most_units).sum();
        let mut all = sources.clone();
        for (place, converter) in self.converters.iter().enumerate() {
            let own = |other: &&Converter| other.id == converter.id;
            if self.used(place) || self.converters[..place].iter().any(|other| own(&other)) {
                continue;
            }
            // One of several abilities of a permanent is used, as each of them taps it.
            let yields = || self.converters[place..].iter().filter(own).flat_map(|other| other.yields.iter().copied());
            let units = yields().map(|made| made.units()).max().unwrap_or(0);
            all.retain(|source: &mut ManaSource| source.key != converter.id.index);
            if yields().count() > ManaSource::ALTERNATIVES {
                // No less than any of them makes.
                let types = yields().fold(ManaTypes::empty(), |types, made| types | made.types());
                all.push(ManaSource::new(converter.id.index, 1, Yield::any(types, units.min(255) as u8)));
            } else if let Some(first) = yields().next() {
                let source = ManaSource::new(converter.id.index, 1, first);
                all.push(yields().skip(1).fold(source, |source, made| source.or(made, 0)));
            }
            most += units.saturating_sub(1);
        }
        most >= self.bill.fewest_mana() && Supply::new(&all).can_pay(self.bill, self.life)
    }

    /// Uses a converter and goes on.
    fn use_one(&mut self, sources: &Sources, place: usize, feeder: usize, way: usize) -> bool {
        let converter = &self.converters[place];
        let (id, cost, made) = (converter.id, converter.cost, converter.yields[way]);
        let source = sources[feeder];
        let mut left = sources.clone();
        if source.is_floating() && source.most_units() > 1 {
            let fewer = source.most_units() as u8 - 1;
            left[feeder] = ManaSource::new(source.key, 0, Yield::any(source.types(), fewer));
        } else {
            left.remove(feeder);
        }
        left.retain(|other: &mut ManaSource| other.key != id.index);
        let before = self.made;
        for unit in units(made) {
            left.push(ManaSource::new(MADE + self.made, 0, Yield::any(unit, 1)));
            self.made += 1;
        }
        self.steps.push(Conversion { converter: id, made, cost, fed_by: source.key, fed_with: ManaTypes::empty() });
        if self.find(&left, place + 1) {
            return true;
        }
        self.steps.pop();
        self.made = before;
        false
    }

    /// Chooses the types of all mana that the conversions make: of what is left such that the bill can be paid, and of what feeds
    /// a converter such that it does.
    fn settle(&mut self, sources: &Sources) {
        let mut left = sources.clone();
        let mut key = MADE;
        for number in 0..self.steps.len() {
            let mut exact = SmallVec::<[ManaTypes; 8]>::new();
            for unit in units(self.steps[number].made) {
                let fed = self.steps.iter().position(|step| step.fed_by == key);
                let at = left.iter().position(|source| source.key == key);
                let kind = unit.iter().find(|kind| match (fed, at) {
                    (Some(step), _) => {
                        let cost = bill_of(self.steps[step].cost);
                        Supply::new(&[ManaSource::one(key, 0, *kind)]).can_pay(&cost, 0)
                    }
                    (None, Some(at)) => {
                        left[at] = ManaSource::one(key, 0, *kind);
                        Supply::new(&left).can_pay(self.bill, self.life)
                    }
                    (None, None) => true,
                });
                let kind = kind.expect("it was payable with a mana of one of these types");
                if let Some(step) = fed {
                    self.steps[step].fed_with = kind;
                }
                exact.push(kind);
                key += 1;
            }
            self.steps[number].made = Yield::exactly(&exact);
        }
    }
}

/// What using a converter costs.
fn bill_of(symbol: ManaSymbol) -> Bill {
    Bill::new(&ManaCost { symbols: vec![symbol] }, 0)
}

/// The mana of a yield one by one, as the types that each may have.
fn units(made: Yield) -> impl Iterator<Item = ManaTypes> {
    let fixed = ManaTypes::EACH
        .into_iter()
        .flat_map(move |kind| std::iter::repeat_n(kind, usize::from(made.fixed_count(kind))));
    let (types, count) = made.free_units();
    fixed.chain(std::iter::repeat_n(types, usize::from(count)))
}

impl Engine<'_> {
    /// Uses converters for a bill: afterwards their mana floats, and the bill can be paid.
    pub(crate) fn convert(
        &mut self,
        player: Player,
        sources: &Sources,
        bill: &Bill,
        life: i32,
        without: &[ObjectId],
    ) -> bool {
        let Some(steps) = self.eye().with_converters(player, sources, bill, life, without) else { return false };
        for step in steps {
            let cost = bill_of(step.cost);
            // What an earlier conversion made is floating by now.
            let only = |source: &&ManaSource| match step.fed_with {
                kind if kind.is_empty() => source.key == step.fed_by,
                kind => source.is_floating() && source.types() == kind,
            };
            let sources: Sources = self.eye().sources(player, Purpose::Other).iter().filter(only).copied().collect();
            let paid = self.pay_from(player, &sources, &cost);
            assert!(paid, "the converter could be fed when it was planned");
            self.tap(step.converter);
            for kind in units(step.made) {
                self.add_mana(player, kind.colors(), 1);
            }
        }
        true
    }
}
