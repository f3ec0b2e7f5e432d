//! What single modifications do to an object (CR 613.1).

use gauntlet_cards::ability::AbilityKind;
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::effect::Modification;
use gauntlet_cards::filter::{Amount, Zone};
use gauntlet_cards::keyword::{EventKinds, Keywords};
use gauntlet_cards::types::{CardTypes, SubtypeKind};

use super::Entry;
use crate::engine::Engine;
use crate::state::{Flags, ObjectId, State};
use crate::task::Scope;

impl Engine<'_> {
    /// Applies one modification to one permanent.
    pub(super) fn change(
        &mut self,
        scope: &Scope,
        entry: &Entry<'_>,
        place: usize,
        change: &Modification,
        id: ObjectId,
    ) {
        // Effects change permanents, unless they say that they change objects of another zone, or that one spell.
        let elsewhere = match entry.affected {
            Some(gauntlet_cards::ability::Affected::EachIn(..)) => true,
            _ => entry.object == id,
        };
        match self.s.get(id) {
            Some(object) if object.zone == Zone::Battlefield => {}
            Some(_) if elsewhere => self.s.other_zones = true,
            _ => return,
        }
        // Numbers of resolved effects were locked in, two for each modification that has some.
        let locked = entry.active.filter(|_| change.is_numbered()).map(|active| {
            let before = entry.mods[..place].iter().filter(|change| change.is_numbered()).count();
            (i32::from(active.numbers[2 * before]), i32::from(active.numbers[2 * before + 1]))
        });
        // What is said of "its" power is said of each affected object.
        let of_each = Scope { current_object: id, ..*scope };
        let number = |engine: &Engine<'_>, amount: &Amount| engine.eye().amount(&of_each, amount);
        match change {
            Modification::CopyOf(_) => {}
            Modification::Control(players) => {
                let player = match entry.active {
                    Some(active) => active.player,
                    None => match self.eye().players(scope, players).first(scope.you) {
                        Some(player) => player,
                        None => return,
                    },
                };
                self.object(id.index).controller = player;
            }
            Modification::ChangeText(_) => {
                if let Some(words) = locked {
                    self.change_text(id, words);
                }
            }
            Modification::AddTypes(types) => self.object(id.index).characteristics.types |= *types,
            Modification::SetTypes(types) => {
                let lost = self.s.objects[id.index()].characteristics.types - *types;
                self.object(id.index).characteristics.types = *types;
                self.lose_subtypes(id, lost);
            }
            Modification::RemoveTypes(types) => {
                self.object(id.index).characteristics.types -= *types;
                self.lose_subtypes(id, *types);
            }
            Modification::AddSupertypes(types) => self.object(id.index).characteristics.supertypes |= *types,
            Modification::RemoveSupertypes(types) => self.object(id.index).characteristics.supertypes -= *types,
            Modification::AddSubtypes(subtypes) => {
                for subtype in subtypes {
                    let subtype = self.eye().read_subtype(scope.text, *subtype);
                    self.object(id.index).characteristics.subtypes.insert(subtype);
                }
            }
            Modification::SetSubtypes(kind, subtypes) => {
                self.object(id.index).characteristics.subtypes.remove_kind(*kind);
                for subtype in subtypes {
                    let subtype = self.eye().read_subtype(scope.text, *subtype);
                    self.object(id.index).characteristics.subtypes.insert(subtype);
                }
                // CR 305.7: a land whose subtype is set to a basic land type loses the abilities of its text.
                let land = matches!(kind, SubtypeKind::BasicLand | SubtypeKind::Land);
                if land && subtypes.iter().any(|subtype| subtype.kind() == SubtypeKind::BasicLand) {
                    self.object(id.index).characteristics.keywords = Keywords::empty();
                    self.lose_abilities(id);
                }
            }
            Modification::AddEveryCreatureType => {
                self.object(id.index).characteristics.subtypes.set_every_creature_type();
            }
            Modification::AddChosenType => {
                let chosen = locked.map_or_else(|| self.chosen_for(scope.source), |locked| locked.0 as u16);
                if let Some(subtype) = gauntlet_cards::types::Subtype::all().nth(chosen as usize) {
                    self.object(id.index).characteristics.subtypes.insert(subtype);
                }
            }
            Modification::SetChosenType => {
                let chosen = locked.map_or_else(|| self.chosen_for(scope.source), |locked| locked.0 as u16);
                let Some(subtype) = gauntlet_cards::types::Subtype::all().nth(chosen as usize) else { return };
                let basic = subtype.kind() == SubtypeKind::BasicLand;
                let kind = if basic { SubtypeKind::Land } else { subtype.kind() };
                self.object(id.index).characteristics.subtypes.remove_kind(kind);
                self.object(id.index).characteristics.subtypes.insert(subtype);
                // CR 305.7.
                if basic {
                    self.object(id.index).characteristics.keywords = Keywords::empty();
                    self.lose_abilities(id);
                }
            }
            Modification::SetColors(colors) => {
                self.object(id.index).characteristics.colors = self.eye().read_colors(scope.text, *colors);
            }
            Modification::SetChosenColor => {
                let chosen = locked.map_or_else(|| self.chosen_for(scope.source), |locked| locked.0 as u16);
                if let Some(row) = gauntlet_cards::types::Colors::TABLE.get(chosen as usize) {
                    self.object(id.index).characteristics.colors = row.0;
                }
            }
            Modification::AddColors(colors) => {
                let colors = self.eye().read_colors(scope.text, *colors);
                self.object(id.index).characteristics.colors |= colors;
            }
            Modification::AddKeywords(keywords) => {
                let keywords = self.eye().read_keywords(scope.text, *keywords);
                self.object(id.index).characteristics.keywords |= keywords;
            }
            Modification::RemoveKeywords(keywords) | Modification::CantHaveKeywords(keywords) => {
                let keywords = self.eye().read_keywords(scope.text, *keywords);
                self.object(id.index).characteristics.keywords -= keywords;
            }
            Modification::AddProtectionFromChosenColor => {
                let chosen = locked.map_or_else(|| self.chosen_for(scope.source), |locked| locked.0 as u16);
                if let Some(keyword) = Keywords::PROTECTION.get(chosen as usize) {
                    self.object(id.index).characteristics.keywords |= *keyword;
                }
            }
            Modification::AddAbility(ability) => self.add_ability(id, *ability),
            Modification::AddThisAbility => {
                if let Some(active) = entry.active {
                    self.add_ability(id, active.ability);
                }
            }
            Modification::LoseAllAbilities => {
                self.object(id.index).characteristics.keywords = Keywords::empty();
                self.object(id.index).flags |= Flags::LOST_LAND_MANA;
                self.lose_abilities(id);
            }
            // It is one that is activated, and is looked for where that is done: see `Eye::has_lost`.
            Modification::LoseThisAbility => {}
            Modification::Restrict(restrictions) => self.object(id.index).restrictions |= *restrictions,
            // CR 613.11: after all layers, so that nothing that takes abilities away takes it.
            Modification::Quality(ability) => self.add_ability(id, *ability),
            Modification::DefinePT(power, toughness) => {
                let power = power.as_ref().map(|amount| number(self, amount));
                let toughness = toughness.as_ref().map(|amount| number(self, amount));
                self.set_pt(id, power, toughness);
            }
            Modification::SetBasePT(power, toughness) => {
                let (mut p, mut t) = match locked {
                    Some((p, t)) => (Some(p), Some(t)),
                    None => (
                        power.as_ref().map(|amount| number(self, amount)),
                        toughness.as_ref().map(|amount| number(self, amount)),
                    ),
                };
                if power.is_none() {
                    p = None;
                }
                if toughness.is_none() {
                    t = None;
                }
                self.set_pt(id, p, t);
            }
            Modification::AddPT(power, toughness) => {
                let (power, toughness) = locked.unwrap_or_else(|| (number(self, power), number(self, toughness)));
                let chars = &mut self.object(id.index).characteristics;
                chars.power = chars.power.saturating_add(power as i16);
                chars.toughness = chars.toughness.saturating_add(toughness as i16);
            }
            Modification::SwitchPT => {
                let chars = &mut self.object(id.index).characteristics;
                std::mem::swap(&mut chars.power, &mut chars.toughness);
            }
        }
    }

    fn add_ability(&mut self, id: ObjectId, ability: AbilityId) {
        self.s.grant(id.index, ability);
        self.object(id.index).flags |= Flags::HAS_GRANTED;
        if let AbilityKind::Triggered(triggered) = &self.pool.ability(ability).kind {
            for event in &triggered.events {
                self.s.watched |= event.kinds();
                self.object(id.index).watches |= event.kinds();
            }
        }
    }

    fn set_pt(&mut self, id: ObjectId, power: Option<i32>, toughness: Option<i32>) {
        let chars = &mut self.object(id.index).characteristics;
        if let Some(power) = power {
            chars.power = power as i16;
        }
        if let Some(toughness) = toughness {
            chars.toughness = toughness as i16;
        }
    }

    fn lose_abilities(&mut self, id: ObjectId) {
        self.object(id.index).flags |= Flags::LOST_ABILITIES;
        self.object(id.index).watches = EventKinds::empty();
        if self.s.objects[id.index()].is(Flags::HAS_GRANTED) {
            self.s.granted.retain(|entry| entry.0 != id.index);
            self.object(id.index).flags -= Flags::HAS_GRANTED;
        }
    }

    /// CR 205.1a: subtypes of card types that are lost go with them.
    fn lose_subtypes(&mut self, id: ObjectId, lost: CardTypes) {
        const KINDS: [(CardTypes, SubtypeKind); 5] = [
            (CardTypes::CREATURE, SubtypeKind::Creature),
            (CardTypes::LAND, SubtypeKind::Land),
            (CardTypes::ARTIFACT, SubtypeKind::Artifact),
            (CardTypes::ENCHANTMENT, SubtypeKind::Enchantment),
            (CardTypes::PLANESWALKER, SubtypeKind::Planeswalker),
        ];
        let kindred = self.s.objects[id.index()].characteristics.types.contains(CardTypes::KINDRED);
        for (types, kind) in KINDS {
            // Those that are also subtypes of a card type that it has stay (CR 308.2).
            if lost.contains(types) && !(kindred && kind == SubtypeKind::Creature) {
                self.object(id.index).characteristics.subtypes.remove_kind(kind);
            }
        }
    }
}

impl State {
    /// Gives an ability to the object at a place.
    fn grant(&mut self, index: u16, ability: AbilityId) {
        let end = self.granted.partition_point(|entry| entry.0 <= index);
        self.granted.insert(end, (index, ability));
    }

    /// What was given to the object at a place, which may have thousands beside it.
    pub(crate) fn granted_to(&self, index: u16) -> &[(u16, AbilityId)] {
        let start = self.granted.partition_point(|entry| entry.0 < index);
        let end = start + self.granted[start..].iter().take_while(|entry| entry.0 == index).count();
        &self.granted[start..end]
    }
}
