//! What an ability is, read off what it says and costs.

use gauntlet_cards::ability::{AbilityKind, Activatable, ActivatableKind, Affected, StaticEffect, Timing};
use gauntlet_cards::card::{Card, Pool};
use gauntlet_cards::effect::{Instr, Part, Recipients, Script};
use gauntlet_cards::filter::{Amount, CounterKind, Filter, Objects, Players, Test, Zone};
use gauntlet_cards::types::CardTypes;

use super::costs::CostFacts;
use super::script::{Act, Change, Guard, PartFacts, mana_of, nominal_change, read};

/// What a way to cast a card, an activated or a triggered ability is.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct AbilityFacts {
    pub(super) parts: Vec<PartFacts>,
    pub(super) cost: CostFacts,
    pub(super) kind: Option<ActivatableKind>,
    /// It can be used at instant speed.
    pub(super) instant: bool,
    /// It changes creatures until end of turn, and nothing else to speak of.
    pub(super) trick: bool,
    /// It counters spells.
    pub(super) counter: bool,
    /// It makes something bad happen to an object that its controller chooses.
    pub(super) removal: bool,
    /// What each optional cost is in mana.
    pub(super) optional: Vec<i32>,
    /// It attaches its source to a creature (equip).
    pub(super) equip: bool,
    /// The damage that it can deal to a player of choice or the opponent.
    pub(super) burn: Option<Amount>,
    /// The cards that it can have the opponent mill.
    pub(super) mill: Option<Amount>,
    /// It prevents combat damage.
    pub(super) fog: bool,
    /// The optional or alternative cost that it is to pay for this way.
    pub(super) named_cost: Option<u8>,
    /// It happens only if that optional or alternative cost was paid.
    pub(super) if_paid: Option<u8>,
    /// Its source goes away.
    pub(super) gives_up_source: bool,
    /// The mana that it makes, if that is what it does.
    pub(super) mana: i32,
}

/// Returns whether a filter accepts only lands.
pub(super) fn is_of_lands(filter: &Filter) -> bool {
    filter.tests.iter().any(|test| match test {
        Test::Types(types) => *types == CardTypes::LAND,
        // The first five are the basic land types.
        Test::Subtype(subtype) => subtype.0 < 5,
        Test::Card(filter) => is_of_lands(filter),
        Test::AnyOf(filters) => filters.iter().all(is_of_lands),
        _ => false,
    })
}

pub(super) fn activatable_facts(pool: &Pool, way: &Activatable) -> AbilityFacts {
    let mut facts = script_facts(pool, &way.script);
    facts.kind = Some(way.kind);
    facts.instant = way.timing == Timing::Instant;
    facts.cost = CostFacts::of(&way.cost);
    facts.named_cost = way.named_cost;
    facts.mana = way.mana.as_ref().map_or(0, mana_of);
    let worth = |parts: CostFacts| parts.mana + parts.other + if parts.sacrifice.is_some() { 3 } else { 0 };
    facts.optional = way.optional_costs.iter().map(|optional| worth(CostFacts::of(&optional.cost))).collect();
    let source_attached =
        |effect: &super::script::Effect| matches!(effect.act, Act::Attach(Objects::Source, Objects::Target(_)));
    facts.equip = facts.parts.iter().flat_map(|part| &part.effects).any(source_attached);
    facts
}

/// Returns whether a part puts cards of graveyards, targets or picked ones, onto the battlefield.
pub(super) fn reanimates(part: &Part) -> bool {
    let from = |zone: Zone| zone == Zone::Graveyard;
    let targets = part.targets.iter().flat_map(|spec| &spec.objects).any(|(zone, _)| from(*zone));
    let picks = |instr: &Instr| matches!(instr, Instr::Pick(pick, _) if matches!(pick.from, Objects::Each(zone, _) if from(zone)));
    let puts = |instr: &Instr| matches!(instr, Instr::Move(_, to, _) if to.zone == Zone::Battlefield);
    let all = |instr: &Instr| matches!(instr, Instr::Move(Objects::Each(zone, _), _, Some(_)) if from(*zone));
    (targets || part.code.iter().any(picks) || part.code.iter().any(all)) && part.code.iter().any(puts)
}

/// What an Aura does to what it targets; `more` is what the mana counts for that it adds.
pub(super) fn enchanting(pool: &Pool, card: &Card, more: i32) -> PartFacts {
    let mut host = None;
    for id in &card.abilities {
        if let AbilityKind::Static(ability) = &pool.ability(*id).kind
            && let StaticEffect::Continuous(Affected::Host, modifications) = &ability.effect
        {
            let change = Change::of(pool, modifications);
            host = Some(match host {
                Some(other) => change.and(other),
                None => change,
            });
        }
    }
    let mut change = host.unwrap_or_else(|| Change::of(pool, &[]));
    change.granted += more;
    let effect = |act: Act| super::script::Effect {
        at: 0,
        guard: Guard::Always,
        tests: Vec::new(),
        act,
        specs: 1,
        registers: 0,
    };
    let changes = Act::Change { objects: Objects::Target(0), change: Box::new(change), lasting: true };
    PartFacts::new(vec![effect(changes), effect(Act::Hosted)])
}

/// More cards than a library has.
const WHOLE_LIBRARY: i32 = 9_999;

/// How many cards a process that may be repeated is taken to mill.
const MILLED_BY_REPEATING: i32 = 12;

pub(super) fn script_facts(pool: &Pool, script: &Script) -> AbilityFacts {
    let mut facts =
        AbilityFacts { parts: script.parts.iter().map(|part| read(pool, part)).collect(), ..Default::default() };
    let goes_back = |(at, instr): (usize, &Instr)| matches!(instr, Instr::Jump(label) if usize::from(*label) <= at);
    let repeats = script.parts.iter().any(|part| part.code.iter().enumerate().any(goes_back));
    for (part, read) in script.parts.iter().zip(&mut facts.parts) {
        for effect in &mut read.effects {
            // What may be done again and again mills more than is said.
            if let Act::Mill(_, amount) = &mut effect.act
                && repeats
            {
                *amount = Amount::Const(MILLED_BY_REPEATING);
            }
            // What is divided is written at the spec.
            if let Act::Divided(spec, amount) = &mut effect.act
                && let Some(divided) = part.targets.get(usize::from(*spec)).and_then(|spec| spec.divided.as_ref())
            {
                *amount = divided.clone();
            }
        }
    }
    let effects = || facts.parts.iter().flat_map(|part| &part.effects);
    let counter = effects().any(|effect| matches!(effect.act, Act::Counter(Objects::Target(_))));
    let fog = effects().any(|effect| effect.act == Act::Fog);
    let removal = effects().any(|effect| match &effect.act {
        Act::Damage { to: Recipients::Target(_), .. } | Act::Divided(..) | Act::Fight { .. } => true,
        Act::Destroy(Objects::Target(_), _) | Act::Sacrifice(Objects::Target(_)) => true,
        Act::Move(Objects::Target(_), destination) => destination.zone != Zone::Battlefield,
        Act::Counters(Objects::Target(_), kind, _) => *kind == CounterKind::STUN,
        Act::Change { objects: Objects::Target(_), change, .. } => {
            matches!(change.toughness, Amount::Const(n) if n < 0) || change.control || nominal_change(change) <= -90
        }
        _ => false,
    });
    let burn = effects().find_map(|effect| match &effect.act {
        Act::Damage { to: Recipients::Target(_), amount, .. } => Some(amount.clone()),
        Act::Damage {
            to: Recipients::Players(Players::Opponents | Players::Each | Players::Target(_)),
            amount,
            ..
        }
        | Act::LoseLife(Players::Opponents | Players::Each | Players::Target(_), amount) => Some(amount.clone()),
        _ => None,
    });
    let mill = effects().find_map(|effect| match &effect.act {
        Act::Mill(Players::Opponents | Players::Each | Players::Target(_), amount) => {
            Some(if repeats { Amount::Const(WHOLE_LIBRARY) } else { amount.clone() })
        }
        _ => None,
    });
    let trick = !facts.parts.is_empty() && facts.parts.iter().all(|part| part.is_trick());
    AbilityFacts { counter, fog, removal, burn, mill, trick, ..facts }
}

/// The damage that an ability deals to its controller.
pub(super) fn pain_of(ability: &AbilityFacts) -> i32 {
    let pain = |effect: &super::script::Effect| match &effect.act {
        Act::Damage { to: Recipients::Players(Players::You), amount: Amount::Const(amount), .. }
        | Act::LoseLife(Players::You, Amount::Const(amount)) => *amount,
        _ => 0,
    };
    ability.parts.iter().flat_map(|part| &part.effects).map(pain).sum()
}

/// Returns whether a land of its controller is chosen and returned to a hand.
pub(super) fn returns_land(part: &Part) -> bool {
    let is_land = |instr: &Instr| {
        matches!(instr, Instr::Pick(pick, _) if pick.chooser == Players::You
            && matches!(&pick.from, Objects::Each(Zone::Battlefield, filter) if is_of_lands(filter)))
    };
    let to_hand = |instr: &Instr| matches!(instr, Instr::Move(_, to, _) if to.zone == Zone::Hand);
    part.code.iter().any(is_land) && part.code.iter().any(to_hand)
}
