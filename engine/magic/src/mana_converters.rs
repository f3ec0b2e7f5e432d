//! Mana abilities that cost mana, or counters of which any number is removed: something goes in, mana comes out (CR 605.3, 601.2g).
//!
//! Which mana goes in matters, as it is gone for the rest: so each way to feed a converter is tried, one converter after the
//! other, and what remains is asked of the exact matching. Only converters that cost a single mana symbol (with {T}, or as often as they say), or X counters, are
//! known here ([`converting`]); the others are used by hand. The search gives up after [`TRIES`]: who finds a longer way may go it by
//! hand as well, as mana abilities can be activated before the spell is cast (CR 605.3a). Of counters no more are removed than are
//! needed: they are spent one by one, after all that costs less.

use gauntlet_cards::card::AbilityId;
use gauntlet_cards::cost::CostPart;
use gauntlet_cards::effect::{ManaOutput, SpendRule};
use gauntlet_cards::mana::{ManaCost, ManaSymbol};
use gauntlet_cards::mana_ability::{CONVERTER, Converting, converting};
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::available_mana::{Purpose, Sources, exactly};
use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::payment::{Bill, ManaSource, ManaTypes, SourceKey, Supply, Yield};
use crate::state::{Flags, Object, ObjectId};
use crate::task::Scope;

/// What is to be paid with the help of converters.
#[derive(Clone, Copy)]
pub(crate) struct Conversions<'c> {
    pub(crate) player: Player,
    pub(crate) bill: &'c Bill,
    pub(crate) life: i32,
    /// What makes no mana for it.
    pub(crate) without: &'c [ObjectId],
    pub(crate) purpose: Purpose<'c>,
}

/// A mana ability that costs one mana, with tapping or without, or X counters.
#[derive(Clone, Copy)]
struct Converter {
    id: ObjectId,
    ability: AbilityId,
    how: Converting,
    /// How many counters are there to be removed.
    there: u16,
    /// How often it can be used, tapping and counters left aside.
    times: u8,
    /// What its mana may be spent on.
    rule: Option<SpendRule>,
}

/// How often a converter that nothing limits is used for one bill.
const MOST_USES: u8 = 16;

/// How many uses of converters a search tries for one bill.
const TRIES: u32 = 2_000;

impl Converter {
    /// Returns whether neither tapping nor counters limit how often it is used.
    fn is_repeated(&self) -> bool {
        !self.how.taps && self.how.removes.is_none()
    }
}

/// The use of one converter: which one, which of its yields, and what feeds it.
#[derive(Clone, Copy)]
struct Conversion {
    converter: Converter,
    /// Of exact types once the whole way is known.
    made: Yield,
    /// How many counters are removed.
    removed: u16,
    /// The key of the source that feeds it; [`MADE`] and more for a mana that an earlier conversion made. None if it costs no mana.
    fed_by: Option<SourceKey>,
    /// The type of the mana that feeds it, if an earlier conversion made it.
    fed_with: ManaTypes,
}

/// Conversions, in order.
type Steps = SmallVec<[Conversion; 4]>;

impl Eye<'_> {
    /// The converters that a player can use now for something.
    fn converters(self, player: Player, purpose: Purpose<'_>) -> SmallVec<[Converter; 4]> {
        let mut converters = SmallVec::new();
        for (id, object) in self.s.mana_makers(player) {
            if object.mana_mask & CONVERTER != 0 {
                self.each_converter(id, object, purpose, &mut |converter| converters.push(converter));
            }
        }
        converters
    }

    fn each_converter(self, id: ObjectId, object: &Object, purpose: Purpose<'_>, f: &mut dyn FnMut(Converter)) {
        let scope = Scope::of(id, object.controller);
        for ability in self.mana_abilities(object, id.index) {
            let way = self.pool.activatable(ability);
            let Some(how) = converting(way) else { continue };
            let rule = way.mana.as_ref().and_then(|output| output.unrestricted().1);
            let untapped = !object.is(Flags::TAPPED) && self.not_sick(object);
            let there = how.removes.map_or(0, |kind| self.s.counters_on(id.index, kind));
            let limit = if way.once { Some(1) } else { way.per_turn };
            let times = limit.map_or(MOST_USES, |limit| limit.saturating_sub(self.uses_of(id, way)));
            if (untapped || !how.taps)
                && times > 0
                && (there > 0 || how.removes.is_none())
                && way.condition.as_ref().is_none_or(|condition| self.holds(&scope, condition))
                && rule.is_none_or(|rule| self.may_spend(id, rule, purpose))
            {
                f(Converter { id, ability, how, there, times, rule });
            }
        }
    }

    /// No less than the most mana that the converters of a permanent could make.
    pub(crate) fn most_converted(self, id: ObjectId, object: &Object) -> u32 {
        let mut most = 0;
        self.each_converter(id, object, Purpose::Anything, &mut |converter| {
            let units = |x: u16| self.yields(&converter, x).iter().map(|made| made.units()).max().unwrap_or(0);
            // Used for one counter after the other it makes what it makes without any each time.
            most += if converter.is_repeated() {
                units(0) * u32::from(converter.times)
            } else if converter.there > 0 && !converter.how.taps {
                (1..=converter.there).map(units).max().unwrap_or(0).max(units(1) * u32::from(converter.there))
            } else {
                units(converter.there)
            };
        });
        most
    }

    /// What a converter makes for that many counters.
    fn yields(self, converter: &Converter, x: u16) -> SmallVec<[Yield; 6]> {
        let Some(object) = self.s.get(converter.id) else { return SmallVec::new() };
        let scope = Scope {
            x: x.min(255) as u8,
            ability: Some(converter.ability),
            ..Scope::of(converter.id, object.controller)
        };
        let way = self.pool.activatable(converter.ability);
        let Some((output, _)) = way.mana.as_ref().map(ManaOutput::unrestricted) else { return SmallVec::new() };
        let mut yields = match output {
            ManaOutput::OneOf(lists) => {
                let yields: SmallVec<[Yield; 6]> = lists.iter().map(|list| exactly(list)).collect();
                // Two lists of one mana are that mana of either type: one way to try in the place of several.
                Yield::merged(&yields).map_or(yields, |merged| SmallVec::from_slice(&[merged]))
            }
            output => self.yields_of(&scope, output).unwrap_or_default(),
        };
        yields.retain(|made: &mut Yield| made.units() > 0);
        // CR 106.12a.
        if self.mana_changes() && way.cost.parts.contains(&CostPart::Tap) {
            self.with_mana_bonus(converter.id, object, &mut yields);
        }
        yields
    }

    /// Returns whether something can be paid from these sources with the help of converters.
    pub(crate) fn can_convert(self, wanted: &Conversions<'_>, sources: &Sources) -> bool {
        self.search(wanted, sources).is_some_and(|(mut search, left)| search.find(&left, 0))
    }

    /// The conversions with which something can be paid for the fewest counters.
    fn conversions(self, wanted: &Conversions<'_>, sources: &Sources) -> Option<Steps> {
        let (mut search, left) = self.search(wanted, sources)?;
        let there: u32 = search.converters.iter().map(|converter| u32::from(converter.there)).sum();
        for budget in 0..=there.min(u32::from(u16::MAX)) as u16 {
            search.counters = Some(budget);
            search.tries = TRIES;
            if search.find(&left, 0) {
                return Some(search.steps);
            }
        }
        None
    }

    fn search<'s>(self, wanted: &'s Conversions<'s>, sources: &Sources) -> Option<(Search<'s>, Sources)>
    where
        Self: 's,
    {
        let without = wanted.without;
        let mut converters = self.converters(wanted.player, wanted.purpose);
        converters.retain(|converter: &mut Converter| !without.contains(&converter.id));
        if converters.is_empty() {
            return None;
        }
        let mut sources = sources.clone();
        sources.retain(|source: &mut ManaSource| !without.iter().any(|id| source.key.is_object(id.index)));
        // What pays only for the spell, as creatures tapped for convoke, feeds no converter.
        let feeders = match wanted.purpose {
            // The same as `sources`, where nothing else is among these.
            Purpose::Other if !self.pool.has_spend_rules() && !self.may_give_up_for_mana() => sources.clone(),
            _ => self.sources(wanted.player, Purpose::Other),
        };
        // What is paid for what feeds converters isn't counted against what the rest costs: where there isn't life for all, none is paid.
        let life: i32 = sources.iter().map(|source| i32::from(source.most_life())).sum();
        let life_to_feed = if life + wanted.bill.most_life() as i32 <= wanted.life { life } else { 0 };
        let search = Search {
            eye: self,
            life_to_feed,
            converters,
            feeders,
            wanted,
            counters: None,
            steps: SmallVec::new(),
            made: 0,
            tries: TRIES,
        };
        Some((search, sources))
    }
}

/// Looking for uses of converters with which a bill can be paid.
struct Search<'a> {
    eye: Eye<'a>,
    converters: SmallVec<[Converter; 4]>,
    /// What may feed them.
    feeders: Sources,
    /// The life that may be paid for what feeds one.
    life_to_feed: i32,
    wanted: &'a Conversions<'a>,
    /// How many counters may be removed in all; none: any number.
    counters: Option<u16>,
    /// What has been used so far.
    steps: Steps,
    /// How many mana that has made.
    made: u16,
    tries: u32,
}

impl Search<'_> {
    fn is_paid_from(&self, sources: &Sources) -> bool {
        Supply::new(sources).can_pay(self.wanted.bill, self.wanted.life)
    }

    /// Returns whether the bill can be paid from these sources with some more conversions. `last`: the first converter that may be used
    /// next, unless what the last conversion made feeds it: uses that don't feed one another are tried in one order only.
    fn find(&mut self, sources: &Sources, last: usize) -> bool {
        if !self.steps.is_empty() && self.is_paid_from(sources) {
            self.settle(sources);
            return true;
        }
        if self.tries == 0 || !self.hopeful(sources) {
            return false;
        }
        self.tries -= 1;
        let latest = self.made - self.steps.last().map_or(0, |step| step.made.units() as u16);
        let is_latest = |source: &ManaSource| matches!(source.key, SourceKey::Made(number) if number >= latest);
        for place in 0..self.converters.len() {
            if self.is_used(place) || (0..place).any(|other| !self.is_used(other) && self.alike(other, place)) {
                continue;
            }
            let Some(symbol) = self.converters[place].how.cost else {
                if place >= last && self.try_with(sources, place, None) {
                    return true;
                }
                continue;
            };
            let cost = bill_of(symbol);
            for feeder in 0..sources.len() {
                let source = sources[feeder];
                // Of sources that are alike, one is as good as another.
                let alike = |other: &ManaSource| {
                    other.alternatives() == source.alternatives()
                        && other.is_floating() == source.is_floating()
                        && is_latest(other) == is_latest(&source)
                };
                let in_order = place >= last || is_latest(&source);
                if in_order
                    && self.may_feed(sources, &source, place, &cost)
                    && !sources[..feeder].iter().any(alike)
                    && self.try_with(sources, place, Some(feeder))
                {
                    return true;
                }
            }
        }
        false
    }

    /// Returns whether a source can feed a converter.
    fn may_feed(&self, sources: &Sources, source: &ManaSource, place: usize, cost: &Bill) -> bool {
        let is_made = |source: &ManaSource| matches!(source.key, SourceKey::Made(_)) && !source.narrow;
        let mut fed = self.feeders.iter().chain(sources.iter().filter(|other| is_made(other)));
        let Some(real) = fed.find(|other| other.key == source.key).copied() else { return false };
        let single = source.most_units() == 1 || source.is_floating();
        let spent = matches!(source.key, SourceKey::Spent(_));
        let converter = &self.converters[place];
        let itself = converter.how.taps && source.key.is_object(converter.id.index);
        single
            && !spent
            && !itself
            && !self.made_by(place, source.key)
            && Supply::new(&[real]).can_pay(cost, self.life_to_feed)
    }

    /// Returns whether a mana is one that the converter has made itself: turning it once more is no use.
    fn made_by(&self, place: usize, key: SourceKey) -> bool {
        let SourceKey::Made(number) = key else { return false };
        let (mut end, converter) = (0, &self.converters[place]);
        let maker = self.steps.iter().find(|step| {
            end += step.made.units();
            u32::from(number) < end
        });
        maker.is_some_and(|step| (step.converter.id, step.converter.ability) == (converter.id, converter.ability))
    }

    /// How often a converter that neither tapping nor counters limit can be used yet.
    fn times_left(&self, converter: &Converter) -> u8 {
        let same =
            |step: &&Conversion| (step.converter.id, step.converter.ability) == (converter.id, converter.ability);
        converter.times.saturating_sub(self.steps.iter().filter(same).count().min(255) as u8)
    }

    /// Returns whether a converter has been used for all that it can be used for.
    fn is_used(&self, place: usize) -> bool {
        let converter = &self.converters[place];
        let id = converter.id;
        if converter.is_repeated() {
            return self.times_left(converter) == 0;
        }
        let tapped = |step: &Conversion| {
            step.fed_by == Some(SourceKey::Object(id.index)) || step.converter.id == id && step.converter.how.taps
        };
        converter.how.taps && self.steps.iter().any(tapped)
            || converter.how.removes.is_some() && self.counters_for(place) == 0
    }

    /// How many counters can still be removed for a converter.
    fn counters_for(&self, place: usize) -> u16 {
        let converter = &self.converters[place];
        let same = |step: &&Conversion| {
            step.converter.id == converter.id && step.converter.how.removes == converter.how.removes
        };
        let gone: u16 = self.steps.iter().filter(same).map(|step| step.removed).sum();
        let left = self
            .counters
            .map_or(u16::MAX, |most| most.saturating_sub(self.steps.iter().map(|step| step.removed).sum()));
        converter.there.saturating_sub(gone).min(left)
    }

    fn alike(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.converters[one], &self.converters[other]);
        let counts = !one.how.taps || !other.how.taps || one.how.removes.is_some() || other.how.removes.is_some();
        !counts && one.how == other.how && self.eye.yields(one, 0) == self.eye.yields(other, 0)
    }

    /// Returns whether the bill could be paid if every converter that is left cost nothing, and there is enough mana in all.
    fn hopeful(&self, sources: &Sources) -> bool {
        let mut most: u32 = sources.iter().map(ManaSource::most_units).sum();
        let mut all = sources.clone();
        for (place, converter) in self.converters.iter().enumerate() {
            // One of several abilities of a permanent that tap it is used.
            let own = |other: &usize| {
                let other = &self.converters[*other];
                other.id == converter.id && other.how.taps && converter.how.taps
            };
            if self.is_used(place) || (0..place).any(|other| own(&other)) {
                continue;
            }
            let group = (place..self.converters.len()).filter(|other| *other == place || own(other));
            let mut yields: SmallVec<[Yield; 8]> = SmallVec::new();
            for other in group.filter(|other| !self.is_used(*other)) {
                yields.extend(self.eye.yields(&self.converters[other], self.counters_for(other)));
            }
            let times = if converter.is_repeated() { u32::from(self.times_left(converter)) } else { 1 };
            let units = times * yields.iter().map(|made| made.units()).max().unwrap_or(0);
            let Some(first) = yields.first().copied() else { continue };
            if converter.how.taps {
                all.retain(|source: &mut ManaSource| !source.key.is_object(converter.id.index));
            }
            // What can be used again, or for some of its counters after the others, may make mana of several types.
            let mixes = !converter.how.taps && (yields.len() > 1 || times > 1);
            if mixes || yields.len() > ManaSource::ALTERNATIVES {
                // No less than any of them makes.
                let types = yields.iter().fold(ManaTypes::empty(), |types, made| types | made.types());
                all.push(ManaSource::new(
                    SourceKey::Object(converter.id.index),
                    1,
                    Yield::any(types, units.min(255) as u8),
                ));
            } else {
                let source = ManaSource::new(SourceKey::Object(converter.id.index), 1, first);
                all.push(yields[1..].iter().fold(source, |source, made| source.or(*made, 0)));
            }
            most += units - (times * u32::from(converter.how.cost.is_some())).min(units);
        }
        most >= self.wanted.bill.fewest_mana() && self.is_paid_from(&all)
    }

    /// Tries a converter for each number of counters that may do, and goes on.
    fn try_with(&mut self, sources: &Sources, place: usize, feeder: Option<usize>) -> bool {
        let converter = self.converters[place];
        let most = self.counters_for(place);
        // More counters are no worse, unless fewer are wanted, or it is to be used for others again.
        let again = !converter.how.taps && self.eye.yields(&converter, most).len() > 1;
        let least = match converter.how.removes {
            Some(_) if again || self.counters.is_some() => 1,
            _ => most,
        };
        for x in (least..=most).rev() {
            for made in self.eye.yields(&converter, x) {
                if self.use_one(sources, place, feeder, (made, x)) {
                    return true;
                }
            }
        }
        false
    }

    /// Uses a converter and goes on.
    fn use_one(&mut self, sources: &Sources, place: usize, feeder: Option<usize>, (made, x): (Yield, u16)) -> bool {
        let converter = self.converters[place];
        let mut left = sources.clone();
        if let Some(feeder) = feeder {
            let source = sources[feeder];
            if source.is_floating() && source.most_units() > 1 {
                let fewer = source.most_units() as u8 - 1;
                left[feeder] = ManaSource::new(source.key, 0, Yield::any(source.types(), fewer));
            } else {
                left.remove(feeder);
            }
        }
        if converter.how.taps {
            left.retain(|other: &mut ManaSource| !other.key.is_object(converter.id.index));
        }
        let before = self.made;
        for unit in units(made) {
            let mut source = ManaSource::new(SourceKey::Made(self.made), 0, Yield::any(unit, 1));
            source.narrow = converter.rule.is_some();
            left.push(source);
            self.made += 1;
        }
        let fed_by = feeder.map(|feeder| sources[feeder].key);
        self.steps.push(Conversion { converter, made, removed: x, fed_by, fed_with: ManaTypes::empty() });
        if self.find(&left, if converter.how.taps { place + 1 } else { place }) {
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
        let mut made = 0;
        for number in 0..self.steps.len() {
            let mut exact = SmallVec::<[ManaTypes; 8]>::new();
            for unit in units(self.steps[number].made) {
                let key = SourceKey::Made(made);
                let fed = self.steps.iter().position(|step| step.fed_by == Some(key));
                let symbol = fed.and_then(|step| self.steps[step].converter.how.cost);
                let at = left.iter().position(|source| source.key == key);
                let kind = unit.iter().find(|kind| match (symbol, at) {
                    (Some(symbol), _) => Supply::new(&[ManaSource::one(key, 0, *kind)]).can_pay(&bill_of(symbol), 0),
                    (None, Some(at)) => {
                        left[at] = ManaSource::one(key, 0, *kind);
                        self.is_paid_from(&left)
                    }
                    (None, None) => true,
                });
                let kind = kind.expect("it was payable with a mana of one of these types");
                if let Some(step) = fed {
                    self.steps[step].fed_with = kind;
                }
                exact.push(kind);
                made += 1;
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
    pub(crate) fn convert(&mut self, wanted: &Conversions<'_>, sources: &Sources) -> bool {
        let player = wanted.player;
        let Some(steps) = self.eye().conversions(wanted, sources) else { return false };
        for step in steps {
            if let (Some(symbol), Some(fed_by)) = (step.converter.how.cost, step.fed_by) {
                // What an earlier conversion made is floating by now.
                let only = |source: &&ManaSource| match step.fed_with {
                    kind if kind.is_empty() => source.key == fed_by,
                    kind => source.is_floating() && source.types() == kind,
                };
                let sources: Sources =
                    self.eye().sources(player, Purpose::Other).iter().filter(only).copied().collect();
                let paid = self.pay_from(player, &sources, &bill_of(symbol));
                assert!(paid, "the converter could be fed when it was planned");
            }
            self.carry_out_conversion(player, &step);
        }
        true
    }

    /// Taps a converter, removes the counters, and adds the mana.
    fn carry_out_conversion(&mut self, player: Player, step: &Conversion) {
        let Converter { id, ability, how, rule, .. } = step.converter;
        if self.counts_uses(self.pool.activatable(ability)) {
            self.note_use(id, ability);
        }
        if how.taps {
            self.tap(id);
            if self.eye().mana_changes() {
                self.tapped_for_mana(id);
            }
        }
        if let Some(kind) = how.removes {
            self.take_counters(id.index, kind, step.removed);
        }
        for kind in units(step.made) {
            self.add_mana_of(player, kind.bits().trailing_zeros() as u8, 1, rule, id);
        }
        self.tell_of_mana_ability(player, id, self.pool.activatable(ability));
    }
}
