//! Mana abilities that cost mana: a mana goes in, others come out (CR 605.3, 601.2g).
//!
//! Which mana goes in matters, as it is gone for the rest: so each way to feed a converter is tried, one converter after the
//! other, and what remains is asked of the exact matching. Only converters that cost a single mana symbol are
//! known here; the others are used by hand.

use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::ability::{AbilityKind, Activatable};
use crate::card::AbilityId;
use crate::casting::x_in_part;
use crate::cost::CostPart;
use crate::effect::ManaOutput;
use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::mana::{ManaCost, ManaSymbol};
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

/// The use of one converter: which one, which of its yields, and what feeds it.
#[derive(Clone, Copy)]
pub(crate) struct Conversion {
    converter: ObjectId,
    made: Yield,
    fed_by: u16,
    cost: ManaSymbol,
}

/// The symbol that a mana ability costs, if it is a converter: one symbol and tapping.
pub(crate) fn converter_cost(way: &Activatable) -> Option<ManaSymbol> {
    let simple =
        way.cost.parts.as_slice() == [CostPart::Tap] && way.script.parts.iter().all(|part| part.code.is_empty());
    let restricted = matches!(way.mana, Some(ManaOutput::Restricted(..)));
    match way.cost.mana.as_ref()?.symbols.as_slice() {
        [symbol] if simple && !restricted && *symbol != ManaSymbol::X && symbol.mana_value() == 1 => Some(*symbol),
        _ => None,
    }
}

/// Whether a mana ability is one that payments don't use by themselves, as its cost asks for choices or for much mana, or it could
/// be used again and again. Its player activates it with priority (CR 605.3a), and the mana floats.
pub(crate) fn by_hand(way: &Activatable) -> bool {
    let known = |part: &CostPart| {
        matches!(part, CostPart::Tap | CostPart::SacrificeSource | CostPart::Life(_) | CostPart::RemoveCounters(..))
    };
    let parts = &way.cost.parts;
    let limited = parts.iter().any(|part| matches!(part, CostPart::Tap | CostPart::SacrificeSource));
    way.mana.is_some()
        && crate::lent::taps_another(way).is_none()
        && (!parts.iter().all(known)
            || parts.iter().any(x_in_part)
            || (way.cost.mana.is_some() && converter_cost(way).is_none())
            || (parts.is_empty() && way.cost.mana.is_none())
            || (!limited && (way.per_turn.is_some() || way.once)))
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
            ManaOutput::OneOf(lists) => lists.iter().map(|list| exactly(list)).collect(),
            ManaOutput::AnyOneColor(amount) => {
                ManaTypes::COLORS.iter().map(|kind| Yield::any(kind, count(amount))).collect()
            }
            ManaOutput::AnyCombination(amount, colors) => {
                SmallVec::from_slice(&[Yield::any(ManaTypes::from(*colors), count(amount))])
            }
            ManaOutput::Amount(amount, color) => {
                SmallVec::from_slice(&[Yield::any(ManaTypes::of_mana(*color), count(amount))])
            }
            ManaOutput::AnyColorLandsProduce(..) | ManaOutput::ChosenColor(_) | ManaOutput::Restricted(..) => {
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
        let mut steps = SmallVec::new();
        search(&sources, &converters, bill, life, &mut steps).then_some(steps)
    }
}

fn search(
    sources: &Sources,
    converters: &[Converter],
    bill: &Bill,
    life: i32,
    steps: &mut SmallVec<[Conversion; 4]>,
) -> bool {
    if !steps.is_empty() && Supply::new(sources).can_pay(bill, life) {
        return true;
    }
    for (place, converter) in converters.iter().enumerate() {
        let rest: SmallVec<[Converter; 4]> = converters
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place)
            .map(|(_, other)| other.clone())
            .collect();
        let cost = Bill::new(&ManaCost { symbols: vec![converter.cost] }, 0);
        for feeder in 0..sources.len() {
            let source = sources[feeder];
            // Of sources that are alike, one is as good as another.
            let alike = |other: &ManaSource| {
                other.alternatives() == source.alternatives() && other.is_floating() == source.is_floating()
            };
            let single = source.most_units() == 1 || source.is_floating();
            let spent = source.key & !15 == crate::purse::SPENT;
            if source.key == converter.id.index || spent || !single || sources[..feeder].iter().any(alike) {
                continue;
            }
            let one = [source];
            if !Supply::new(&one).can_pay(&cost, 0) {
                continue;
            }
            for made in &converter.yields {
                let mut left = sources.clone();
                let fed_by = source.key;
                if source.is_floating() && source.most_units() > 1 {
                    let fewer = source.most_units() as u8 - 1;
                    left[feeder] = ManaSource::new(source.key, 0, Yield::any(source.types(), fewer));
                } else {
                    left.remove(feeder);
                }
                left.retain(|other: &mut ManaSource| other.key != converter.id.index);
                left.push(ManaSource::new(u16::MAX - steps.len() as u16, 1, *made));
                steps.push(Conversion { converter: converter.id, made: *made, fed_by, cost: converter.cost });
                if search(&left, &rest, bill, life, steps) {
                    return true;
                }
                steps.pop();
            }
        }
    }
    false
}

impl Engine<'_> {
    /// Uses converters for a bill: afterwards their mana floats, and the bill can be paid.
    pub(crate) fn convert(&mut self, player: Player, bill: &Bill, life: i32, without: &[ObjectId]) -> bool {
        let sources = self.eye().sources(player, Purpose::Other);
        let Some(steps) = self.eye().with_converters(player, &sources, bill, life, without) else { return false };
        for (number, step) in steps.iter().enumerate() {
            let cost = Bill::new(&ManaCost { symbols: vec![step.cost] }, 0);
            // A converter may be fed by an earlier one: then by the floating mana.
            let conversion = step.fed_by > u16::MAX - number as u16;
            let only = |source: &&ManaSource| if conversion { source.is_floating() } else { source.key == step.fed_by };
            let sources: Sources = self.eye().sources(player, Purpose::Other).iter().filter(only).copied().collect();
            let paid = self.pay_from(player, &sources, &cost);
            assert!(paid, "the converter could be fed when it was planned");
            self.tap(step.converter);
            // Mana that may be several types is made of the type that the bill lacks: it floats as each in turn.
            self.add_yield(player, step.made, bill);
        }
        true
    }

    /// Adds what a converter makes; free units become the types that the bill asks for first.
    fn add_yield(&mut self, player: Player, made: Yield, bill: &Bill) {
        for kind in ManaTypes::EACH {
            let fixed = made.fixed_count(kind);
            for _ in 0..fixed {
                self.add_mana(player, kind.colors(), 1);
            }
        }
        let (types, count) = made.free_units();
        for _ in 0..count {
            let wanted = ManaTypes::EACH.into_iter().find(|kind| types.contains(*kind) && bill.types().contains(*kind));
            let kind = wanted.or_else(|| ManaTypes::EACH.into_iter().find(|kind| types.contains(*kind)));
            if let Some(kind) = kind {
                self.add_mana(player, kind.colors(), 1);
            }
        }
    }
}
