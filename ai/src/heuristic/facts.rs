//! What cards are, worked out once for a pool: removal, burn, pump, counterspell, what an Aura does to its host, and so on.

use std::sync::Arc;

use gauntlet_cards::ability::{
    AbilityKind, Activatable, ActivatableKind, Affected, Replacement, Static, StaticEffect, TriggerEvent, Triggered,
};
use gauntlet_cards::card::{AbilityId, Card, CardId, Layout, Pool};
use gauntlet_cards::cost::CostChange;
use gauntlet_cards::effect::{Instr, ManaOutput, Modification, Recipients, Script};
use gauntlet_cards::filter::{
    Amount, Comparison, Condition, CounterKind, Filter, Objects, PlayerFilter, Players, Step, Test, Zone,
};
use gauntlet_cards::keyword::Keywords;
use gauntlet_cards::types::{CardTypes, Supertypes};
use gauntlet_cards::walk::Walk;

use super::costs::CostFacts;
use super::reading::{AbilityFacts, activatable_facts, enchanting, pain_of, reanimates, returns_land, script_facts};
use super::script::{Act, Change, Guard, PartFacts, mana_of, nominal_amount, nominal_change, pips_of};
use super::value::{GRANTED, printed_creature};
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
    /// Whether a permanent makes mana only by being sacrificed, or by hurting its controller.
    pub(super) burn_up: bool,
    /// Whether a card is copied for each spell cast before it.
    pub(super) storms: bool,
    /// Whether something has the opponent mill cards.
    pub(super) mills: bool,
    /// Whether something happens when its controller discards a card.
    pub(super) on_discard: bool,
    /// Whether a card says that its controller wins the game.
    pub(super) wins: bool,
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
    /// Triggers when it attacks, but for what makes it larger.
    pub(super) attacks: Vec<AbilityId>,
    /// Triggers when it is cast, but for storm.
    pub(super) casts: Vec<AbilityId>,
    /// One of them casts something out of the library.
    pub(super) digs: bool,
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
    /// Other counters that it enters with.
    pub(super) enters_with: Vec<(CounterKind, Amount)>,
    /// How large it is, is chosen as it enters.
    pub(super) sized_as_enters: bool,
    /// It goes away at the end of the turn.
    pub(super) fleeting: bool,
    /// Power and toughness that it gets when it attacks.
    pub(super) attacking: Option<Change>,
    /// For mana, or for creatures that are tapped, it becomes a creature for a turn, or a larger one.
    pub(super) rises: bool,
    /// The power of the creatures that must be tapped to make it one; 0 if it isn't made a creature in that way.
    pub(super) crew: i32,
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
    /// Of which of its counters each costs its controller life every turn.
    pub(super) burdens: Option<CounterKind>,
    /// What it costs its controller in each of their turns, and gives nothing for: life, in halves.
    pub(super) bleeds: i32,
    /// What happens when it has no counters of a kind any more.
    pub(super) at_zero: Option<(CounterKind, AbilityId)>,
    /// It puts cards from graveyards onto the battlefield.
    pub(super) reanimates: bool,
    /// Its mana is of the colors of a card exiled with it.
    pub(super) imprints: bool,
    /// What it makes mana with is only itself, which is sacrificed.
    pub(super) burns_up: bool,
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
    /// Something of it works in the graveyard: it comes back from there, or can be cast or used there.
    pub(super) afterlife: bool,
    /// It says that its controller wins the game.
    pub(super) wins: bool,
    /// What happens when its controller discards a card.
    pub(super) on_discard: Option<AbilityId>,
    /// Its other face, which is a land that can be played, if it is none itself.
    pub(super) land_face: Option<CardId>,
    /// It makes mana in the hand.
    pub(super) makes_in_hand: bool,
    /// It is copied for each spell cast before it, and isn't an answer to one.
    pub(super) storm: bool,
    /// It has an activated ability that deals damage to a player, or has one lose life.
    pub(super) deals: bool,
    /// What its triggers deal to the opponent when something happens to others.
    pub(super) sparks: i32,
    /// It has an activated ability with a cost of sacrificing itself.
    pub(super) sacrifices_itself: bool,
    /// It may enter as a copy of one of these.
    pub(super) copies: Option<Objects>,
    /// It costs less if one of these is among its targets, and that much mana if not.
    pub(super) cheaper_at: Option<(Filter, i32)>,
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
        let mut facts = Facts {
            pool: Arc::clone(pool),
            cards: Vec::new(),
            abilities: Vec::new(),
            rituals: false,
            burn_up: false,
            storms: false,
            mills: false,
            on_discard: false,
            wins: false,
        };
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
        facts.burn_up = facts.cards.iter().any(|card| card.burns_up || card.pain > 0);
        facts.wins = facts.cards.iter().any(|card| card.wins);
        facts.mills = facts.abilities.iter().any(|ability| ability.mill.is_some());
        facts.storms = facts.cards.iter().any(|card| card.storm);
        facts.on_discard = facts.cards.iter().any(|card| card.on_discard.is_some());
        facts.rituals = facts.cards.iter().any(|card| card.makes_in_hand || card.makes_at_once > card.mana_value)
            || facts.any_ritual();
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
            mill: None,
            fog: false,
            named_cost: None,
            if_paid: None,
            gives_up_source: false,
            mana: 0,
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
            AbilityKind::Activatable(way) => {
                for instr in way.script.parts.iter().flat_map(|part| &part.code) {
                    self.note_granted(instr);
                }
                activatable_facts(&pool, way)
            }
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
            ways: self.own_ways(card, w),
            ..CardFacts::default()
        };
        facts.pips = card.mana_cost.as_ref().map_or([0; 5], pips_of);
        let mut spell = 0;
        for &id in &card.abilities {
            let mut effects = self.ability(id).parts.iter().flat_map(|part| &part.effects);
            facts.wins |= effects.any(|effect| matches!(effect.act, Act::Win(Players::You)));
            facts.afterlife |= match &self.pool.ability(id).kind {
                AbilityKind::Activatable(way) => way.zone == Zone::Graveyard,
                AbilityKind::Triggered(triggered) => triggered.zone == Zone::Graveyard,
                AbilityKind::Static(ability) => ability.zone == Zone::Graveyard,
            };
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
        facts.burns_up &= facts.mana == 0;
        facts.worth = self.worth(card, &facts, spell, w, tokens_known);
        facts.storm &= !facts.counterspell;
        if facts.storm {
            // It is cast when there are copies.
            facts.worth = (3 * facts.worth).min(260);
        }
        facts
    }

    /// The ways to cast a card, or the face that it is of one, which are something of their own on it.
    fn own_ways(&self, card: &Card, w: &Weights) -> Vec<(AbilityId, AbilityFacts)> {
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
                let granted = self.granted_by_host(face, w);
                facts.parts = vec![enchanting(&self.pool, face, granted)];
                facts.trick = false;
            }
            if facts != *self.ability(id) {
                own.push((id, facts));
            }
        }
        own
    }

    /// What the mana counts for that an Aura adds when its host is tapped for mana, in abilities.
    fn granted_by_host(&self, aura: &Card, w: &Weights) -> i32 {
        let mana = |id: &AbilityId| match &self.pool.ability(*id).kind {
            AbilityKind::Triggered(_) => {
                let effects = self.ability(*id).parts.iter().flat_map(|part| &part.effects);
                effects.map(|effect| if let Act::Mana(mana) = effect.act { mana } else { 0 }).sum()
            }
            _ => 0,
        };
        aura.abilities.iter().map(mana).sum::<i32>() * w.permanent.mana_source / GRANTED
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
                let mana = ability.cost.mana;
                facts.counterspell |= counter;
                facts.reanimates |= way.script.parts.iter().any(reanimates);
                facts.trick |= trick;
                let at = way.cost_changes.iter().find_map(|change| match (&change.condition, &change.change) {
                    (Some(Condition::Targets(filter)), CostChange::Reduce(_)) => Some(filter.clone()),
                    _ => None,
                });
                facts.cheaper_at = facts.cheaper_at.take().or_else(|| at.map(|filter| (filter, mana)));
            }
            (Zone::Hand, ActivatableKind::PlayLand) => facts.land_face = way.face.filter(|_| !facts.land),
            (Zone::Hand, ActivatableKind::Special) => {}
            (Zone::Hand, _) => {
                facts.cycling |= self.ability(id).cost.discard_self;
                facts.makes_in_hand |= way.mana.is_some();
            }
            (Zone::Battlefield, ActivatableKind::Loyalty) => {}
            (Zone::Battlefield, _) => {
                let ability = self.ability(id);
                if let Some(output) = &way.mana {
                    facts.burns_up |= ability.cost.sacrifice_self;
                    let imprints = output.has(|objects: &Objects| *objects == Objects::ExiledWithSource);
                    facts.imprints |= imprints;
                    if ability.cost.tap && !ability.cost.sacrifice_self && !imprints {
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
                    if !facts.creature && ability.own_change().is_some_and(|change| change.animates) {
                        facts.crew = facts.crew.max(ability.cost.crew);
                    }
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
                    let storm = code.clone().any(|instr| matches!(instr, Instr::CopySpell { .. }))
                        && code.clone().any(|instr| matches!(instr, Instr::Repeat(..)));
                    facts.storm |= storm;
                    if !storm {
                        facts.casts.push(id);
                        let mut effects = ability.parts.iter().flat_map(|part| &part.effects);
                        facts.digs |= effects.any(|effect| matches!(effect.act, Act::CastFound(..)));
                    }
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
                    match own_change(ability) {
                        Some(change) => facts.attacking = Some(change),
                        None => facts.attacks.push(id),
                    }
                    60
                }
                TriggerEvent::DealsDamage { .. } => 40,
                TriggerEvent::Discards { player: PlayerFilter::You, .. } => {
                    facts.on_discard = Some(id);
                    60
                }
                TriggerEvent::State(Condition::Compare(
                    Amount::Counters(Objects::Source, Some(kind)),
                    Comparison::Equal,
                    zero,
                )) if *zero == Amount::Const(0) => {
                    facts.at_zero = Some((*kind, id));
                    20
                }
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
                    let effects = ability.parts.iter().flat_map(|part| &part.effects);
                    facts.burdens = facts.burdens.or_else(|| effects.clone().filter_map(burden).next());
                    if nominal < 0 {
                        facts.bleeds += effects.map(bled).sum::<i32>();
                    }
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
        let entering: i32 =
            facts.enters.iter().chain(&facts.casts).map(|id| self.nominal(self.ability(*id), w, tokens_known)).sum();
        let others: i32 = facts.others.iter().map(|(_, change)| 2 * nominal_change(change)).sum();
        if facts.creature {
            // What goes on an adventure first is two cards (CR 715.3d).
            let adventure = if card.layout == Layout::Adventure { spell.max(0) / 2 } else { 0 };
            return printed_creature(card, facts, w) + entering + others + adventure;
        }
        if facts.types.contains(CardTypes::PLANESWALKER) {
            return w.permanent.planeswalker + w.permanent.loyalty * facts.loyalty + 40;
        }
        if facts.types.intersects(CardTypes::PERMANENT) {
            let host = facts.host.as_ref().map_or(0, |host| nominal_change(host).abs());
            let mana = if facts.mana != 0 { w.permanent.mana_source } else { 0 };
            let body = match facts.crew {
                0 => w.permanent.base / 2 + facts.abilities,
                _ => crewed(printed_creature(card, facts, w), true),
            };
            return (body + entering + others + host + mana).max(spell);
        }
        spell
    }
}

/// What a creature is worth that others must be tapped for, if there are such.
pub(super) fn crewed(creature: i32, is_manned: bool) -> i32 {
    (creature * if is_manned { 60 } else { 25 } / 100).max(5)
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

/// The kind of its source's counters for each of which an effect takes life from its controller.
fn burden(effect: &super::script::Effect) -> Option<CounterKind> {
    match &effect.act {
        Act::LoseLife(Players::You, Amount::Counters(Objects::Source, kind))
        | Act::Damage {
            to: Recipients::Players(Players::You), amount: Amount::Counters(Objects::Source, kind), ..
        } => *kind,
        _ => None,
    }
}

/// The life that an effect takes from its controller, in halves: half of it if that is left to chance.
fn bled(effect: &super::script::Effect) -> i32 {
    let (Act::LoseLife(Players::You, Amount::Const(life))
    | Act::Damage { to: Recipients::Players(Players::You), amount: Amount::Const(life), .. }) = &effect.act
    else {
        return 0;
    };
    match effect.guard {
        Guard::Always if effect.tests.is_empty() => 2 * life,
        Guard::Always | Guard::Perhaps => *life,
        _ => 0,
    }
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
        StaticEffect::Replacement(Replacement::EntersWithCounters { what, kind, amount }) if own(what) => {
            facts.enters_with.push((*kind, amount.clone()));
        }
        StaticEffect::Replacement(Replacement::AsEnters(script)) => {
            let copied = copied(script);
            facts.sized_as_enters |= copied.is_none();
            facts.copies = facts.copies.take().or(copied);
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
