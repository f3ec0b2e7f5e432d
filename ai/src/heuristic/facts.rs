//! What cards are, worked out once for a pool: removal, burn, pump, counterspell, what an Aura does to its host, and so on.

use std::sync::Arc;

use gauntlet_cards::ability::{
    AbilityKind, Activatable, ActivatableKind, Affected, Replacement, Static, StaticEffect, Timing, TriggerEvent,
    Triggered,
};
use gauntlet_cards::card::{AbilityId, Card, CardId, Pool};
use gauntlet_cards::cost::CostChange;
use gauntlet_cards::effect::{Instr, ManaOutput, Modification, Part, Recipients, Script};
use gauntlet_cards::filter::{
    Amount, Condition, CounterKind, Filter, Objects, PlayerFilter, Players, Step, Test, Zone,
};
use gauntlet_cards::keyword::Keywords;
use gauntlet_cards::types::{CardTypes, Supertypes};

use super::costs::CostFacts;
use super::script::{Act, Change, Guard, PartFacts, mana_of, nominal_amount, nominal_change, pips_of, read};
use super::value::printed_creature;
use super::weights::Weights;

/// What a pool's cards and abilities are.
#[derive(Debug)]
pub(super) struct Facts {
    pool: Arc<Pool>,
    cards: Vec<CardFacts>,
    /// What abilities are on any card that has them.
    abilities: Vec<AbilityFacts>,
    /// Whether a card makes more mana at once than it costs.
    pub(super) rituals: bool,
}

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
    /// It prevents combat damage.
    pub(super) fog: bool,
    /// The optional or alternative cost that it is to pay for this way.
    pub(super) named_cost: Option<u8>,
    /// It happens only if that optional or alternative cost was paid.
    pub(super) if_paid: Option<u8>,
    /// Its source goes away.
    pub(super) gives_up_source: bool,
}

/// What a card is.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct CardFacts {
    pub(super) types: CardTypes,
    pub(super) mana_value: i32,
    pub(super) land: bool,
    pub(super) creature: bool,
    /// Coloured symbols in its cost: W, U, B, R, G.
    pub(super) pips: [u8; 5],
    /// What mana it can be tapped for: W, U, B, R, G, colourless as bits.
    pub(super) mana: u8,
    /// The mana of the lands that it can be sacrificed to search for.
    pub(super) fetches: u8,
    pub(super) enters_tapped: bool,
    /// The mana that it can be tapped or sacrificed for as soon as it is there, for nothing else, if it isn't a land.
    pub(super) makes_at_once: i32,
    /// What its abilities add to it as a permanent, keywords not counted.
    pub(super) abilities: i32,
    /// What its controller still gets when it dies.
    pub(super) on_death: i32,
    /// Triggers when it enters.
    pub(super) enters: Vec<AbilityId>,
    /// What it does to what it is attached to.
    pub(super) host: Option<Change>,
    pub(super) aura: bool,
    pub(super) equipment: bool,
    /// What it does to other permanents.
    pub(super) others: Vec<(Filter, Change)>,
    /// What it does to itself.
    pub(super) own: Vec<Change>,
    /// The +1/+1 counters that it enters with.
    pub(super) counters: Option<Amount>,
    /// It goes away at the end of the turn.
    pub(super) fleeting: bool,
    /// Power and toughness that it gets when it attacks.
    pub(super) attacking: Option<Change>,
    /// For mana, or for creatures that are tapped, it becomes a creature for a turn, or a larger one.
    pub(super) rises: bool,
    /// It untaps when its controller casts spells.
    pub(super) untaps: bool,
    /// Something of it happens when its controller plays lands.
    pub(super) landfall: bool,
    /// Something of it happens when its controller casts spells that aren't creatures.
    pub(super) prowess: bool,
    /// What it is worth in a hand.
    pub(super) worth: i32,
    /// Its ways to be cast or used from the hand include an instant-speed one that counters spells.
    pub(super) counterspell: bool,
    /// It is an instant that makes creatures larger for a turn.
    pub(super) trick: bool,
    pub(super) loyalty: i32,
    /// It puts cards from graveyards onto the battlefield.
    pub(super) reanimates: bool,
    /// It can be cycled.
    pub(super) cycling: bool,
    /// As it enters, a land of its controller is returned, which may be itself.
    pub(super) returns_land: bool,
    /// Which of its controller's spells cost less while it is there, and by how much.
    pub(super) reduces: Option<(Filter, i32)>,
    /// The most mana that it can be tapped for at once, if nothing else is paid.
    pub(super) makes: i32,
    /// The damage that tapping it for mana deals to its controller, whatever the mana.
    pub(super) pain: i32,
    /// It is copied for each spell cast before it.
    pub(super) storm: bool,
    /// It has an activated ability that deals damage to a player, or has one lose life.
    pub(super) deals: bool,
    /// What its triggers deal to the opponent when something happens to others.
    pub(super) sparks: i32,
    /// It has an activated ability with a cost of sacrificing itself.
    pub(super) sacrifices_itself: bool,
    /// It may enter as a copy of one of these.
    pub(super) copies: Option<Objects>,
    /// The mana for which it regenerates, if that is all that it costs.
    pub(super) regenerates: Option<i32>,
    /// The ways to cast it that are something else on this card than on others with the same ability: equal costs and
    /// timings are one ability, whether the card has flash, or is an Aura that helps or harms.
    ways: Vec<(AbilityId, AbilityFacts)>,
}

impl CardFacts {
    /// What is told of an ability on this card alone.
    #[inline]
    fn way(&self, id: AbilityId) -> Option<&AbilityFacts> {
        // Most cards have none.
        self.ways.iter().find(|(own, _)| *own == id).map(|(_, facts)| facts)
    }
}

impl Facts {
    /// Works out the facts of a pool.
    pub(super) fn new(pool: &Arc<Pool>, weights: &Weights) -> Facts {
        let mut facts = Facts { pool: Arc::clone(pool), cards: Vec::new(), abilities: Vec::new(), rituals: false };
        for (_, card) in pool.cards() {
            for &id in &card.abilities {
                facts.note_ability(id);
            }
        }
        for room in pool.dungeons().iter().flat_map(|dungeon| &dungeon.rooms) {
            facts.note_ability(room.ability);
        }
        // What cards are worth depends on what their tokens are, which may come before or after them in the pool: all are
        // looked at once without, and then with what was found, so that their order doesn't matter.
        for tokens_known in [false, true] {
            facts.cards = pool.cards().map(|(_, card)| facts.card_facts(card, weights, tokens_known)).collect();
        }
        facts.rituals = facts.cards.iter().any(|card| card.makes_at_once > card.mana_value) || facts.any_ritual();
        facts
    }

    /// Returns whether a spell adds more mana than it costs.
    fn any_ritual(&self) -> bool {
        let made = |facts: &AbilityFacts| -> i32 {
            let effects = facts.parts.iter().flat_map(|part| &part.effects);
            effects.map(|effect| if let Act::Mana(mana) = effect.act { mana } else { 0 }).sum()
        };
        self.abilities.iter().any(|facts| facts.kind == Some(ActivatableKind::Cast) && made(facts) > facts.cost.mana)
    }

    /// Returns whether these are the facts of that pool.
    #[inline]
    pub(super) fn is_of(&self, pool: &Arc<Pool>) -> bool {
        Arc::ptr_eq(&self.pool, pool)
    }

    #[inline]
    pub(super) fn card(&self, id: CardId) -> &CardFacts {
        &self.cards[id.index()]
    }

    /// The facts of an ability on a card.
    #[inline]
    pub(super) fn way(&self, card: CardId, id: AbilityId) -> &AbilityFacts {
        self.cards[card.index()].way(id).unwrap_or_else(|| self.ability(id))
    }

    /// The facts of an ability that are the same on all cards that have it; of one that no card of the pool has, nothing.
    ///
    /// Where flash matters, or what an Aura does, ask [`Facts::way`].
    #[inline]
    pub(super) fn ability(&self, id: AbilityId) -> &AbilityFacts {
        static NOTHING: AbilityFacts = AbilityFacts {
            parts: Vec::new(),
            cost: CostFacts {
                mana: 0,
                x: 0,
                tap: false,
                sacrifice_self: false,
                sacrifice: None,
                discard_self: false,
                discard: 0,
                life: 0,
                loyalty: None,
                other: 0,
                crew: 0,
            },
            kind: None,
            instant: false,
            trick: false,
            counter: false,
            removal: false,
            optional: Vec::new(),
            equip: false,
            burn: None,
            fog: false,
            named_cost: None,
            if_paid: None,
            gives_up_source: false,
        };
        self.abilities.get(id.index()).unwrap_or(&NOTHING)
    }

    fn note_ability(&mut self, id: AbilityId) {
        let known = self.abilities.get(id.index()).is_some_and(|known| *known != AbilityFacts::default());
        if known {
            return;
        }
        let pool = Arc::clone(&self.pool);
        let facts = match &pool.ability(id).kind {
            AbilityKind::Activatable(way) => activatable_facts(&pool, way),
            AbilityKind::Triggered(triggered) => {
                for instr in triggered.script.parts.iter().flat_map(|part| &part.code) {
                    self.note_granted(instr);
                }
                let facts = script_facts(&pool, &triggered.script);
                let gives_up = |effect: &super::script::Effect| match &effect.act {
                    Act::Sacrifice(Objects::Source) => true,
                    Act::Move(Objects::Source, destination) => destination.zone != Zone::Battlefield,
                    _ => false,
                };
                AbilityFacts {
                    if_paid: match triggered.condition {
                        Some(Condition::CostPaid(cost)) => Some(cost),
                        _ => None,
                    },
                    gives_up_source: facts.parts.iter().flat_map(|part| &part.effects).any(gives_up),
                    ..facts
                }
            }
            AbilityKind::Static(ability) => {
                if let StaticEffect::Continuous(_, modifications) = &ability.effect {
                    for modification in modifications {
                        if let Modification::AddAbility(granted) = modification {
                            self.note_ability(*granted);
                        }
                    }
                }
                AbilityFacts::default()
            }
        };
        if self.abilities.len() <= id.index() {
            self.abilities.resize(id.index() + 1, AbilityFacts::default());
        }
        self.abilities[id.index()] = facts;
    }

    fn note_granted(&mut self, instr: &Instr) {
        match instr {
            Instr::Delayed(ability, ..)
            | Instr::Reflexive(ability, _)
            | Instr::PlayerEffect(ability, _)
            | Instr::PlayerEffectOf(_, ability, _)
            | Instr::NextSpell(ability, _) => {
                self.note_ability(*ability);
            }
            Instr::CreateEmblem(_, abilities) => abilities.iter().for_each(|id| self.note_ability(*id)),
            Instr::Continuous(_, modifications, _) | Instr::ContinuousOn(_, modifications, _) => {
                for modification in modifications {
                    if let Modification::AddAbility(ability) = modification {
                        self.note_ability(*ability);
                    }
                }
            }
            _ => {}
        }
    }

    fn card_facts(&self, card: &Card, w: &Weights, tokens_known: bool) -> CardFacts {
        let chars = &card.characteristics;
        let mut facts = CardFacts {
            types: chars.types,
            mana_value: i32::from(chars.mana_value),
            land: chars.types.contains(CardTypes::LAND),
            creature: chars.types.contains(CardTypes::CREATURE),
            loyalty: card.loyalty.map_or(0, i32::from),
            mana: chars.subtypes.basic_lands_mana(),
            aura: card.derived.enchant.is_some(),
            ways: self.own_ways(card),
            ..CardFacts::default()
        };
        facts.pips = card.mana_cost.as_ref().map_or([0; 5], pips_of);
        let mut spell = 0;
        for &id in &card.abilities {
            match &self.pool.ability(id).kind {
                AbilityKind::Activatable(way) => self.add_activatable(&mut facts, id, way, &mut spell, w, tokens_known),
                AbilityKind::Triggered(triggered) => self.add_trigger(&mut facts, id, triggered, w, tokens_known),
                AbilityKind::Static(ability) => add_static(&self.pool, &mut facts, ability),
            }
        }
        for &id in &card.abilities {
            if let AbilityKind::Triggered(triggered) = &self.pool.ability(id).kind
                && triggered.events.iter().any(|event| {
                    matches!(event, TriggerEvent::BecomesTapped { what, .. } if what.tests.contains(&Test::Source))
                })
            {
                facts.pain += pain_of(self.ability(id));
            }
        }
        facts.equipment = facts.host.is_some() && !facts.aura;
        facts.worth = self.worth(card, &facts, spell, w, tokens_known);
        facts
    }

    /// The ways to cast a card, or the face that it is of one, which are something of their own on it.
    fn own_ways(&self, card: &Card) -> Vec<(AbilityId, AbilityFacts)> {
        let mut own = Vec::new();
        let whole = card.face_of.map(|whole| self.pool.card(whole));
        let abilities = card.abilities.iter().chain(whole.iter().flat_map(|whole| &whole.abilities));
        for &id in abilities {
            let AbilityKind::Activatable(way) = &self.pool.ability(id).kind else { continue };
            if way.kind != ActivatableKind::Cast || own.iter().any(|(other, _)| *other == id) {
                continue;
            }
            let face = way.face.map_or(card, |face| self.pool.card(face));
            let mut facts = self.ability(id).clone();
            facts.instant |= face.characteristics.keywords.contains(Keywords::FLASH);
            if face.derived.enchant.is_some() && !way.script.parts.is_empty() {
                facts.parts = vec![PartFacts::new(vec![enchanting(&self.pool, face)])];
                facts.trick = false;
            }
            if facts != *self.ability(id) {
                own.push((id, facts));
            }
        }
        own
    }

    fn add_activatable(
        &self,
        facts: &mut CardFacts,
        id: AbilityId,
        way: &Activatable,
        spell: &mut i32,
        w: &Weights,
        tokens_known: bool,
    ) {
        let ability = facts.way(id).unwrap_or_else(|| self.ability(id));
        let nominal = self.nominal(ability, w, tokens_known);
        match (way.zone, way.kind) {
            (Zone::Hand, ActivatableKind::Cast) => {
                *spell = (*spell).max(nominal);
                let (counter, trick) = (ability.counter && ability.instant, ability.trick && ability.instant);
                facts.counterspell |= counter;
                facts.reanimates |= way.script.parts.iter().any(reanimates);
                facts.trick |= trick;
            }
            (Zone::Hand, ActivatableKind::PlayLand | ActivatableKind::Special) => {}
            (Zone::Hand, _) => facts.cycling |= self.ability(id).cost.discard_self,
            (Zone::Battlefield, ActivatableKind::Loyalty) => {}
            (Zone::Battlefield, _) => {
                let ability = self.ability(id);
                if let Some(output) = &way.mana {
                    if ability.cost.tap && !ability.cost.sacrifice_self {
                        let pain = pain_of(ability);
                        facts.pain = if facts.makes == 0 { pain } else { facts.pain.min(pain) };
                        facts.mana |= mana_mask(output);
                        facts.makes = facts.makes.max(mana_of(output));
                    }
                    let free = CostFacts {
                        tap: ability.cost.tap,
                        sacrifice_self: ability.cost.sacrifice_self,
                        ..CostFacts::default()
                    };
                    if !facts.land && !facts.creature && ability.cost == free {
                        facts.makes_at_once = facts.makes_at_once.max(mana_of(output));
                    }
                } else if !ability.equip {
                    if facts.land && ability.cost.sacrifice_self {
                        facts.fetches |= ability.parts.iter().flat_map(|part| &part.effects).fold(0, fetched);
                    }
                    if ability.parts.iter().all(regenerates_source) && ability.cost.is_only_mana() {
                        facts.regenerates = Some(ability.cost.mana);
                    }
                    facts.deals |= ability.burn.is_some();
                    facts.rises |= ability.own_change().is_some_and(|change| {
                        change.animates || !matches!(change.power, Amount::Const(power) if power <= 0)
                    });
                    facts.sacrifices_itself |= ability.cost.sacrifice_self;
                    let often = if ability.cost.sacrifice_self { 25 } else { 50 };
                    facts.abilities += (nominal * often / 100 - ability.cost.mana * 3).clamp(2, 60);
                }
            }
            // Flashback and the like: something is left after the first use.
            (Zone::Graveyard, _) => facts.on_death += nominal / 3,
            _ => {}
        }
    }

    fn add_trigger(
        &self,
        facts: &mut CardFacts,
        id: AbilityId,
        triggered: &Triggered,
        w: &Weights,
        tokens_known: bool,
    ) {
        let ability = self.ability(id);
        let nominal = self.nominal(ability, w, tokens_known);
        let own = |filter: &Filter| filter.tests.contains(&Test::Source);
        for event in &triggered.events {
            let share = match event {
                TriggerEvent::Cast { what, .. } if own(what) => {
                    let code = triggered.script.parts.iter().flat_map(|part| &part.code);
                    facts.storm |= code.clone().any(|instr| matches!(instr, Instr::CopySpell { .. }))
                        && code.clone().any(|instr| matches!(instr, Instr::Repeat(..)));
                    0
                }
                TriggerEvent::ZoneChange { what, to: Some(Zone::Battlefield), .. } if own(what) => {
                    facts.enters.push(id);
                    facts.returns_land |= triggered.script.parts.iter().any(returns_land);
                    0
                }
                TriggerEvent::ZoneChange { what, from: Some(Zone::Battlefield), .. } if own(what) => {
                    facts.on_death += nominal * 3 / 4;
                    0
                }
                TriggerEvent::ZoneChange { what, to: Some(Zone::Battlefield), .. } => {
                    facts.landfall |= what.tests.contains(&Test::Types(CardTypes::LAND));
                    50
                }
                TriggerEvent::Attacks { what, .. } if own(what) => {
                    if let Some(change) = own_change(ability) {
                        facts.attacking = Some(change);
                    }
                    60
                }
                TriggerEvent::DealsDamage { .. } => 40,
                TriggerEvent::Cast { .. } => {
                    facts.prowess = true;
                    facts.untaps |= ability
                        .parts
                        .iter()
                        .flat_map(|part| &part.effects)
                        .any(|effect| matches!(effect.act, Act::Untap(Objects::Source)));
                    60
                }
                TriggerEvent::StepBegins { step, .. } => {
                    let goes = |effect: &super::script::Effect| matches!(effect.act, Act::Sacrifice(Objects::Source));
                    let fleeting = ability.parts.iter().flat_map(|part| &part.effects).any(goes);
                    facts.fleeting |= fleeting && *step == Step::End;
                    if fleeting { 0 } else { 130 }
                }
                _ => 40,
            };
            let about_others = match event {
                TriggerEvent::Cast { what, .. } | TriggerEvent::ZoneChange { what, .. } => !own(what),
                _ => false,
            };
            if let Some(burn) = ability.burn.as_ref().filter(|_| about_others) {
                facts.sparks += nominal_amount(burn).max(0);
            }
            facts.abilities += (nominal * share / 100).clamp(-60, 90);
        }
    }

    fn worth(&self, card: &Card, facts: &CardFacts, spell: i32, w: &Weights, tokens_known: bool) -> i32 {
        if facts.land {
            return w.permanent.land;
        }
        let entering: i32 = facts.enters.iter().map(|id| self.nominal(self.ability(*id), w, tokens_known)).sum();
        let others: i32 = facts.others.iter().map(|(_, change)| 2 * nominal_change(change)).sum();
        if facts.creature {
            return printed_creature(card, facts, w) + entering + others;
        }
        if facts.types.contains(CardTypes::PLANESWALKER) {
            return w.permanent.planeswalker + w.permanent.loyalty * facts.loyalty + 40;
        }
        if facts.types.intersects(CardTypes::PERMANENT) {
            let host = facts.host.as_ref().map_or(0, |host| nominal_change(host).abs());
            let mana = if facts.mana != 0 { w.permanent.mana_source } else { 0 };
            return (w.permanent.base / 2 + facts.abilities + entering + others + host + mana).max(spell);
        }
        spell
    }
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

/// The pump that a trigger gives its own source.
fn own_change(ability: &AbilityFacts) -> Option<Change> {
    ability.parts.iter().flat_map(|part| &part.effects).find_map(|effect| match &effect.act {
        Act::Change { objects: Objects::Source | Objects::Event, change, lasting: false } => {
            Some(change.as_ref().clone())
        }
        _ => None,
    })
}

/// Returns whether all that a part does is to regenerate its source.
fn regenerates_source(part: &PartFacts) -> bool {
    !part.effects.is_empty() && part.effects.iter().all(|effect| effect.act == Act::Regenerate(Objects::Source))
}

fn add_static(pool: &Pool, facts: &mut CardFacts, ability: &Static) {
    let own = |filter: &Filter| filter.tests.contains(&Test::Source);
    match &ability.effect {
        StaticEffect::Continuous(affected, modifications) => {
            let change = Change::of(pool, modifications);
            match affected {
                Affected::Host => {
                    facts.host = Some(match facts.host.take() {
                        Some(other) => other.and(change),
                        None => change,
                    });
                }
                Affected::Each(filter) => facts.others.push((filter.clone(), change)),
                Affected::Source if ability.condition.is_none() && ability.zone == Zone::Battlefield => {
                    facts.own.push(change);
                }
                // A condition that may come to hold.
                Affected::Source if ability.zone == Zone::Battlefield => {
                    facts.abilities += (nominal_change(&change) / 3).max(0);
                }
                _ => {}
            }
        }
        StaticEffect::Replacement(Replacement::EntersTapped { what, .. }) if own(what) => facts.enters_tapped = true,
        StaticEffect::Replacement(Replacement::EntersWithCounters { what, kind: CounterKind::PLUS_ONE, amount })
            if own(what) =>
        {
            facts.counters = Some(match ability.condition {
                Some(ref paid @ (Condition::Kicked(_) | Condition::CostPaid(_))) => {
                    Amount::If(Box::new(paid.clone()), Box::new(amount.clone()), Box::new(Amount::Const(0)))
                }
                _ => amount.clone(),
            });
        }
        StaticEffect::Replacement(Replacement::AsEnters(script)) => {
            facts.copies = facts.copies.take().or_else(|| copied(script));
        }
        StaticEffect::CantBeBlockedBy { affected: Affected::Source, .. } => facts.abilities += 12,
        StaticEffect::Enchant { .. } => facts.aura = true,
        StaticEffect::SpellCost { player: PlayerFilter::You, what, change: CostChange::Reduce(amount), .. } => {
            facts.abilities += 15;
            if ability.zone == Zone::Battlefield
                && !own(what)
                && let Amount::Const(amount) = amount
            {
                facts.reduces = Some((what.clone(), *amount));
            }
        }
        StaticEffect::SpellCost { .. } | StaticEffect::Player(..) => facts.abilities += 15,
        _ => {}
    }
}

/// What lands an effect searches for can be tapped for, besides others.
fn fetched(mask: u8, effect: &super::script::Effect) -> u8 {
    fn of(filter: &Filter) -> u8 {
        filter.tests.iter().fold(0, |mask, test| {
            mask | match test {
                Test::Subtype(subtype) if subtype.0 < 5 => 1 << subtype.0,
                Test::Supertype(supertypes) if supertypes.contains(Supertypes::BASIC) => 31,
                Test::Card(filter) => of(filter),
                Test::AnyOf(filters) => filters.iter().fold(0, |mask, filter| mask | of(filter)),
                _ => 0,
            }
        })
    }
    match &effect.act {
        Act::Find { filter, from: Zone::Library, to: Zone::Battlefield, .. } => mask | of(filter),
        _ => mask,
    }
}

/// What the source of a script may become a copy of, if it may.
fn copied(script: &Script) -> Option<Objects> {
    let code = || script.parts.iter().flat_map(|part| &part.code);
    let becomes = |instr: &Instr| match instr {
        Instr::Continuous(Objects::Source, modifications, _) => {
            modifications.iter().any(|modification| matches!(modification, Modification::CopyOf(_)))
        }
        _ => false,
    };
    let picked = code().find_map(|instr| if let Instr::Pick(pick, _) = instr { Some(pick.from.clone()) } else { None });
    picked.filter(|_| code().any(becomes))
}

pub(super) fn mana_mask(output: &ManaOutput) -> u8 {
    let of = |colors: gauntlet_cards::types::Colors| if colors.is_empty() { 32 } else { colors.bits() };
    match output.unrestricted().0 {
        ManaOutput::Restricted(..) => 0,
        ManaOutput::Fixed(list) => list.iter().fold(0, |mask, color| mask | of(*color)),
        ManaOutput::OneOf(lists) => lists.iter().flatten().fold(0, |mask, color| mask | of(*color)),
        ManaOutput::Amount(_, color) => of(*color),
        ManaOutput::AnyCombination(_, colors) => colors.bits(),
        ManaOutput::AnyOneColor(_)
        | ManaOutput::CouldProduce { .. }
        | ManaOutput::AnyColorAmong(..)
        | ManaOutput::EachColorAmong(_)
        | ManaOutput::Devotion
        | ManaOutput::Identity
        | ManaOutput::ColorOrChosen(_)
        | ManaOutput::ChosenColor(_) => 31,
    }
}

fn activatable_facts(pool: &Pool, way: &Activatable) -> AbilityFacts {
    let mut facts = script_facts(pool, &way.script);
    facts.kind = Some(way.kind);
    facts.instant = way.timing == Timing::Instant;
    facts.cost = CostFacts::of(&way.cost);
    facts.named_cost = way.named_cost;
    let worth = |parts: CostFacts| parts.mana + parts.other + if parts.sacrifice.is_some() { 3 } else { 0 };
    facts.optional = way.optional_costs.iter().map(|optional| worth(CostFacts::of(&optional.cost))).collect();
    let source_attached =
        |effect: &super::script::Effect| matches!(effect.act, Act::Attach(Objects::Source, Objects::Target(_)));
    facts.equip = facts.parts.iter().flat_map(|part| &part.effects).any(source_attached);
    facts
}

/// Returns whether a part puts cards of graveyards, targets or picked ones, onto the battlefield.
fn reanimates(part: &Part) -> bool {
    let from = |zone: Zone| zone == Zone::Graveyard;
    let targets = part.targets.iter().flat_map(|spec| &spec.objects).any(|(zone, _)| from(*zone));
    let picks = |instr: &Instr| matches!(instr, Instr::Pick(pick, _) if matches!(pick.from, Objects::Each(zone, _) if from(zone)));
    let puts = |instr: &Instr| matches!(instr, Instr::Move(_, to, _) if to.zone == Zone::Battlefield);
    (targets || part.code.iter().any(picks)) && part.code.iter().any(puts)
}

/// What an Aura does to what it targets.
fn enchanting(pool: &Pool, card: &Card) -> super::script::Effect {
    let mut host = None;
    let mut triggers = 0;
    for id in &card.abilities {
        match &pool.ability(*id).kind {
            AbilityKind::Triggered(_) => triggers += 1,
            AbilityKind::Static(ability) => {
                if let StaticEffect::Continuous(Affected::Host, modifications) = &ability.effect {
                    let change = Change::of(pool, modifications);
                    host = Some(match host {
                        Some(other) => change.and(other),
                        None => change,
                    });
                }
            }
            AbilityKind::Activatable(_) => {}
        }
    }
    let mut change = host.unwrap_or_else(|| Change::of(pool, &[]));
    change.granted += triggers;
    super::script::Effect {
        at: 0,
        guard: Guard::Always,
        tests: Vec::new(),
        act: Act::Change { objects: Objects::Target(0), change: Box::new(change), lasting: true },
        specs: 1,
        registers: 0,
    }
}

fn script_facts(pool: &Pool, script: &Script) -> AbilityFacts {
    let mut facts =
        AbilityFacts { parts: script.parts.iter().map(|part| read(pool, part)).collect(), ..Default::default() };
    // What is divided is written at the spec.
    for (part, read) in script.parts.iter().zip(&mut facts.parts) {
        for effect in &mut read.effects {
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
    let trick = !facts.parts.is_empty() && facts.parts.iter().all(PartFacts::is_trick);
    AbilityFacts { counter, fog, removal, burn, trick, ..facts }
}

/// The damage that an ability deals to its controller.
fn pain_of(ability: &AbilityFacts) -> i32 {
    let pain = |effect: &super::script::Effect| match &effect.act {
        Act::Damage { to: Recipients::Players(Players::You), amount: Amount::Const(amount), .. }
        | Act::LoseLife(Players::You, Amount::Const(amount)) => *amount,
        _ => 0,
    };
    ability.parts.iter().flat_map(|part| &part.effects).map(pain).sum()
}

/// Returns whether a land of its controller is chosen and returned to a hand.
fn returns_land(part: &Part) -> bool {
    let is_land = |instr: &Instr| {
        matches!(instr, Instr::Pick(pick, _) if pick.chooser == Players::You
            && matches!(&pick.from, Objects::Each(Zone::Battlefield, filter) if is_of_lands(filter)))
    };
    let to_hand = |instr: &Instr| matches!(instr, Instr::Move(_, to, _) if to.zone == Zone::Hand);
    part.code.iter().any(is_land) && part.code.iter().any(to_hand)
}
