//! What is computed once of each card.

use super::{Card, Pool};
use crate::ability::{AbilityKind, ActivatableKind, Affected, Replacement, RuleKinds, Static, StaticEffect, Timing};
use crate::card::AbilityId;
use crate::card::plain::PlainWay;
use crate::card::spent::SpentOn;
use crate::card::wish::{Wish, Wishes};
use crate::characteristics::Characteristics;
use crate::effect::{Instr, Modification, NewTokens};
use crate::filter::{Filter, PlayerFilter, Test, Zone};
use crate::ids::ManaOrigin;
use crate::keyword::{EventKinds, Features, Keywords, Restrictions};
use crate::layers::facts::takes_abilities;
use crate::mana_ability::{by_hand, converting, mask_of};
use crate::types::Supertypes;
use crate::walk::{Then, Walk};

/// Facts about a card that the engine asks for all the time, computed once.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Derived {
    /// How many of its abilities are ways to cast or play it; they come first.
    pub ways: usize,
    /// Ways to cast or play it from the hand.
    pub from_hand: Vec<AbilityId>,
    /// What each of those asks for, if that is so little that it is soon told.
    pub plain: Vec<Option<PlainWay>>,
    /// Whether one of them can be done at instant speed.
    pub instant_speed: bool,
    /// The fewest mana that can pay one of the costs in `from_hand` (X as 0), without cost reductions.
    pub least_mana: u8,
    /// Activatables that work on the battlefield, but for the mana abilities that are left to payments.
    pub on_battlefield: Vec<AbilityId>,
    /// Special actions on the battlefield: those that turn it face up (CR 702.37e), or unlock its locked halves (CR 709.5e).
    pub turn_up: Vec<AbilityId>,
    /// The special action that turns it face up for its mana cost, if it is a creature card (CR 701.40b).
    pub turn_up_for_mana_cost: Option<AbilityId>,
    /// Mana abilities on the battlefield that payments use by themselves, those implied by basic land types not included.
    pub mana_abilities: Vec<AbilityId>,
    /// What mana those make ([`mask_of`](crate::mana_ability::mask_of)).
    pub mana_mask: u8,
    /// Activatables in graveyard, exile and command zone.
    pub elsewhere: Vec<AbilityId>,
    /// Ways to cast a half that can be cast from a graveyard only (CR 702.127a).
    pub aftermath: Vec<AbilityId>,
    /// The greatest number among chapter abilities (CR 714.2d).
    pub final_chapter: u8,
    /// Triggered abilities.
    pub triggers: Vec<AbilityId>,
    /// The event kinds that `triggers` watch.
    pub watches: EventKinds,
    /// Static abilities that work on the battlefield.
    pub statics: Vec<AbilityId>,
    /// Static abilities that work elsewhere.
    pub statics_elsewhere: Vec<AbilityId>,
    /// Whether a static ability changes characteristics, so that layers must be applied.
    pub has_continuous: bool,
    /// Static abilities that take others away (CR 613.1f, 305.7).
    pub takes_abilities: bool,
    /// Whether a static ability that works outside the battlefield changes characteristics.
    pub continuous_elsewhere: bool,
    /// The rules that its static abilities make on the battlefield, and the events that they replace, so that those who do such things look.
    pub rules: RuleKinds,
    /// The same of those that work elsewhere.
    pub rules_elsewhere: RuleKinds,
    /// How many static abilities replace events so that the order of several may matter (CR 616.1).
    pub replacers: u8,
    /// The ability that defines its power or toughness (CR 604.3).
    pub defines_size: Option<AbilityId>,
    /// Whether it can't be countered as a spell.
    pub cant_be_countered: bool,
    /// Whether it brings cards in from outside the game (CR 400.11b), or makes something that does.
    pub brings_in: bool,
    /// What mana it is better for.
    pub spent_on: SpentOn,
    /// What mana its player keeps for it.
    pub wishes: Wishes,
    /// The abilities because of which it can't be countered as a spell while their conditions hold.
    pub cant_be_countered_if: Vec<AbilityId>,
    /// What an Aura can enchant (CR 303.4a).
    pub enchant: Option<(Option<Filter>, Option<PlayerFilter>)>,
    /// What it can enchant are cards in graveyards, as long as it isn't given another such ability in place of its own.
    pub enchants_cards: bool,
}

impl Derived {
    /// The ways to cast or play the card that an effect can mean which lets it be played from a zone: from a graveyard a half with aftermath,
    /// too (CR 702.127a).
    pub fn ways_from(&self, zone: Zone) -> impl Iterator<Item = AbilityId> {
        let more = if zone == Zone::Graveyard { self.aftermath.as_slice() } else { &[] };
        self.from_hand.iter().chain(more).copied()
    }
}

impl Pool {
    /// Notes that a card has abilities that work elsewhere than on the battlefield, so that they are looked for.
    pub(super) fn note_what_works_elsewhere(&mut self, derived: &Derived) {
        self.watched_elsewhere |= self.watched_away(derived);
        if !derived.elsewhere.is_empty() {
            self.uses(Features::ACTIONS_ELSEWHERE);
        }
    }

    /// The events that abilities watch which work elsewhere than on the battlefield or the stack.
    fn watched_away(&self, derived: &Derived) -> EventKinds {
        let triggers = derived.triggers.iter().map(|id| self.triggered(*id));
        let away = triggers.filter(|triggered| !matches!(triggered.zone, Zone::Battlefield | Zone::Stack));
        away.flat_map(|triggered| &triggered.events).fold(EventKinds::empty(), |kinds, event| kinds | event.kinds())
    }

    pub(super) fn derive(&self, card: &Card) -> Derived {
        let mut derived = Derived { least_mana: u8::MAX, ..Derived::default() };
        let is_way = |id: &&AbilityId| {
            use ActivatableKind::{Cast, PlayLand};
            matches!(&self.ability(**id).kind, AbilityKind::Activatable(way) if matches!(way.kind, Cast | PlayLand))
        };
        derived.ways = card.abilities.iter().take_while(is_way).count();
        for &id in &card.abilities {
            match &self.ability(id).kind {
                AbilityKind::Activatable(activatable) => match activatable.zone {
                    Zone::Hand => {
                        let face = activatable.face.map(|face| self.card(face));
                        derived.instant_speed |=
                            face.is_some_and(|face| face.characteristics.keywords.contains(Keywords::FLASH));
                        derived.instant_speed |= activatable.timing == Timing::Instant;
                        let mana = activatable.cost.mana.as_ref();
                        let mana = mana.map_or(0, |mana| mana.fewest_mana().min(255));
                        derived.least_mana = derived.least_mana.min(mana as u8);
                        derived.from_hand.push(id);
                        derived.plain.push(PlainWay::of(activatable, &card.characteristics));
                    }
                    // What any player may do is looked for among all permanents.
                    Zone::Battlefield
                        if activatable.kind == ActivatableKind::Special && activatable.player == PlayerFilter::You =>
                    {
                        derived.turn_up.push(id);
                    }
                    Zone::Battlefield => {
                        let mana = activatable.mana.is_some();
                        let (action, pays) = (by_hand(activatable), converting(activatable).is_some());
                        derived.on_battlefield.extend((!mana || action).then_some(id));
                        if mana && (!action || pays) {
                            derived.mana_abilities.push(id);
                            derived.mana_mask |= mask_of(activatable);
                        }
                    }
                    zone => {
                        // Other ways of casting from there have no face, or a cost of their own.
                        let aftermath = zone == Zone::Graveyard
                            && activatable.kind == ActivatableKind::Cast
                            && activatable.face.is_some_and(|face| self.card(face).mana_cost == activatable.cost.mana);
                        derived.aftermath.extend(aftermath.then_some(id));
                        derived.elsewhere.push(id);
                    }
                },
                AbilityKind::Triggered(triggered) => {
                    for event in &triggered.events {
                        derived.watches |= event.kinds();
                    }
                    derived.final_chapter = derived.final_chapter.max(triggered.last_chapter());
                    derived.triggers.push(id);
                }
                AbilityKind::Static(ability) => {
                    if let StaticEffect::Continuous(Affected::Source, changes) = &ability.effect
                        && ability.zone == Zone::Stack
                        && changes.contains(&Modification::Restrict(Restrictions::CANT_BE_COUNTERED))
                    {
                        match ability.condition {
                            None => derived.cant_be_countered = true,
                            Some(_) => derived.cant_be_countered_if.push(id),
                        }
                    }
                    if matches!(ability.effect, StaticEffect::Replacement(Replacement::Mana { .. })) {
                        derived.watches |= EventKinds::MANA;
                    }
                    derived.replacers += u8::from(ability.effect.may_meet_others());
                    match &ability.effect {
                        StaticEffect::Continuous(..)
                        | StaticEffect::CantBeBlockedBy { .. }
                        | StaticEffect::CantBlockThese { .. }
                        | StaticEffect::ReachesThese { .. }
                        | StaticEffect::BlocksMore { .. }
                        | StaticEffect::CantBeTargeted { .. }
                        | StaticEffect::Protection { .. } => derived.has_continuous = true,
                        StaticEffect::Enchant { objects, players, zone } => {
                            derived.enchants_cards = *zone == Zone::Graveyard;
                            derived.enchant = Some((objects.clone(), *players));
                        }
                        _ => {}
                    }
                    if let (StaticEffect::Continuous(Affected::Source, changes), None) =
                        (&ability.effect, &ability.condition)
                        && changes.iter().any(|change| matches!(change, Modification::DefinePT(..)))
                    {
                        derived.defines_size = Some(id);
                    }
                    if let StaticEffect::Continuous(_, changes) = &ability.effect {
                        derived.takes_abilities |= changes.iter().any(takes_abilities);
                    }
                    derived.continuous_elsewhere |= match (&ability.effect, ability.zone) {
                        (_, Zone::Battlefield) => false,
                        // Restrictions of spells are asked for where they matter.
                        (StaticEffect::Continuous(_, changes), Zone::Stack) => changes.iter().any(gives),
                        (StaticEffect::Continuous(..), _) => true,
                        _ => false,
                    };
                    let rules = self.rule_kinds(&ability.effect);
                    if ability.zone == Zone::Battlefield {
                        derived.statics.push(id);
                        derived.rules |= rules;
                    } else {
                        derived.statics_elsewhere.push(id);
                        derived.rules_elsewhere |= rules;
                    }
                }
            }
        }
        derived.instant_speed |= card.characteristics.keywords.contains(Keywords::FLASH);
        let snow = Test::Supertype(Supertypes::SNOW);
        let is_snow = |origin: ManaOrigin| {
            self.mana_origins().get(usize::from(origin.0)).is_some_and(|filter| filter.tests.contains(&snow))
        };
        for id in &card.abilities {
            self.ability(*id).walk(&mut |node| derived.spent_on.note(node, is_snow));
        }
        derived.wishes = self.wishes(card, &derived);
        derived.brings_in = card.abilities.iter().any(|id| self.ability_brings_in(*id));
        derived
    }

    fn wishes(&self, card: &Card, derived: &Derived) -> Wishes {
        let of = |ways: &[AbilityId]| {
            let ways = ways.iter().map(|way| self.activatable(*way)).filter(|way| way.mana.is_none());
            ways.filter_map(|way| way.cost.mana.as_ref()).map(Wish::of).fold(Wish::default(), Wish::or)
        };
        Wishes {
            cast: card.mana_cost.as_ref().map_or(Wish::default(), Wish::of),
            elsewhere: of(&derived.elsewhere),
            activated: of(&derived.on_battlefield),
            turned_up: of(&derived.turn_up),
        }
    }

    /// Returns whether an ability brings cards in from outside the game, or one that it gives, makes or waits with.
    fn ability_brings_in(&self, id: AbilityId) -> bool {
        let mut found = false;
        self.ability(id).walk(&mut |node| {
            found = found
                || match (node.downcast_ref(), node.downcast_ref(), node.downcast_ref()) {
                    (Some(Instr::Search { outside: true, .. }), ..) => true,
                    (_, Some(given), _) => self.ability_brings_in(*given),
                    (_, _, Some(NewTokens { token, .. })) => self.card(*token).derived.brings_in,
                    _ => false,
                };
            if found { Then::Past } else { Then::Inside }
        });
        found
    }
}

/// Returns whether a change gives an object something that it is asked for.
fn gives(change: &Modification) -> bool {
    matches!(change, Modification::AddKeywords(_) | Modification::AddAbility(_))
}

impl Static {
    /// A characteristic-defining ability of colors or subtypes works in every zone, and before all else (CR 604.3): it is what the
    /// card is. One that sets them under a condition defines nothing (CR 604.3a).
    pub(crate) fn define_characteristics(&self, printed: &mut Characteristics) {
        if let StaticEffect::Protection { affected: Affected::Source, hexproof_only: true, .. } = &self.effect {
            printed.keywords |= Keywords::HEXPROOF_FROM;
        }
        let StaticEffect::Continuous(Affected::Source, changes) = &self.effect else { return };
        if self.zone != Zone::Battlefield || self.condition.is_some() {
            return;
        }
        for change in changes {
            match change {
                Modification::AddEveryCreatureType => printed.subtypes.set_every_creature_type(),
                Modification::SetColors(colors) => printed.colors = *colors,
                Modification::AddEveryNonbasicLandType => printed.subtypes.set_every_nonbasic_land_type(),
                Modification::AddSubtypes(more) => more.iter().for_each(|sub| printed.subtypes.insert(*sub)),
                _ => {}
            }
        }
    }
}
