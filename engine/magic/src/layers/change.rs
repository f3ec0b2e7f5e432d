//! What single modifications do to an object (CR 613.1).

use gauntlet_cards::ability::{AbilityKind, ActivatableKind, Affected};
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::effect::Modification;
use gauntlet_cards::filter::{Amount, Objects, Players, Zone};
use gauntlet_cards::keyword::{EventKinds, Keywords, Restrictions};
use gauntlet_cards::types::{CardTypes, Colors, Subtype, SubtypeKind};
use smallvec::SmallVec;

use super::Entry;
use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::state::{ActiveEffect, Flags, ObjectId, State};
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
        // Effects change permanents, unless they say that they change objects of another zone, that one spell, or what has the ability,
        // which works elsewhere (CR 113.6e).
        let elsewhere = match entry.affected {
            Some(Affected::EachIn(..)) => true,
            Some(Affected::Source) => entry.ability.is_some_and(|(_, ability)| ability.zone != Zone::Battlefield),
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
            Modification::SetName(name) => self.object(id.index).renamed = self.pool.card_called(name),
            // CR 613.1b: control.
            Modification::Control(players) => self.set_controller(scope, entry, players, id),
            // CR 613.1c: text.
            Modification::ChangeText(_) => {
                if let Some(words) = locked {
                    self.change_text(id, words);
                }
            }
            // CR 613.1d: types.
            Modification::AddTypes(types) => self.object(id.index).characteristics.types |= *types,
            Modification::SetTypes(types) => self.set_types(id, *types),
            Modification::RemoveTypes(types) => {
                self.object(id.index).characteristics.types -= *types;
                self.lose_subtypes(id, *types);
            }
            Modification::AddSupertypes(types) => self.object(id.index).characteristics.supertypes |= *types,
            Modification::RemoveSupertypes(types) => self.object(id.index).characteristics.supertypes -= *types,
            Modification::AddSubtypes(subtypes) => self.add_subtypes(scope, id, subtypes),
            Modification::SetSubtypes(kind, subtypes) => self.set_subtypes(scope, id, *kind, subtypes),
            Modification::AddEveryNonbasicLandType => {
                self.object(id.index).characteristics.subtypes.set_every_nonbasic_land_type();
            }
            Modification::AddEveryCreatureType => {
                self.object(id.index).characteristics.subtypes.set_every_creature_type();
            }
            Modification::AddChosenType => {
                if let Some(subtype) = self.type_chosen_or_locked(scope, locked) {
                    self.object(id.index).characteristics.subtypes.insert(subtype);
                }
            }
            Modification::SetChosenType => {
                if let Some(subtype) = self.type_chosen_or_locked(scope, locked) {
                    self.set_chosen_type(id, subtype);
                }
            }
            // CR 613.1e: colours.
            Modification::SetColors(colors) => {
                self.object(id.index).characteristics.colors = self.eye().read_colors(scope.text, *colors);
            }
            Modification::SetChosenColor => {
                if let Some(color) = self.color_chosen_or_locked(scope, locked) {
                    self.object(id.index).characteristics.colors = color;
                }
            }
            Modification::AddChosenColor => {
                if let Some(color) = self.color_chosen_or_locked(scope, locked) {
                    self.object(id.index).characteristics.colors |= color;
                }
            }
            Modification::AddColors(colors) => {
                let colors = self.eye().read_colors(scope.text, *colors);
                self.object(id.index).characteristics.colors |= colors;
            }
            // CR 613.1f: abilities.
            Modification::AddKeywords(keywords) => {
                let keywords = self.eye().read_keywords(scope.text, *keywords);
                let withheld = entry.active.map_or(Keywords::empty(), |active| active.withheld);
                self.object(id.index).characteristics.keywords |= keywords - withheld;
            }
            Modification::RemoveKeywords(keywords) | Modification::CantHaveKeywords(keywords) => {
                let keywords = self.eye().read_keywords(scope.text, *keywords);
                self.object(id.index).characteristics.keywords -= keywords.with_qualified();
            }
            Modification::AddProtectionFromChosenColor => {
                if let Some(color) = self.color_chosen_or_locked(scope, locked) {
                    let index = color.bits().trailing_zeros() as usize;
                    self.object(id.index).characteristics.keywords |= Keywords::PROTECTION[index];
                }
            }
            Modification::AddAbility(ability) => self.add_ability(id, *ability, entry.timestamp),
            Modification::AddThisAbility => {
                if let Some(active) = entry.active {
                    self.add_ability(id, active.ability, entry.timestamp);
                }
            }
            Modification::AddActivatedOf(of) => {
                let granted = match &entry.active {
                    Some(effect) => effect.granted().into_iter().collect(),
                    None => self.eye().activated_of_all(scope, of),
                };
                granted.into_iter().for_each(|ability| self.add_ability(id, ability, entry.timestamp));
            }
            Modification::LoseAllAbilities => {
                self.object(id.index).flags |= Flags::LOST_LAND_MANA;
                self.lose_text_abilities(id);
            }
            // It is one that is activated, and is looked for where that is done: see `Eye::has_lost`.
            Modification::LoseThisAbility => {}
            // CR 613.1g: power and toughness.
            Modification::DefinePT(power, toughness) => {
                let value = |amount: &Option<Amount>| amount.as_ref().map(|amount| number(self, amount));
                let (power, toughness) = (value(power), value(toughness));
                self.set_pt(id, power, toughness);
            }
            Modification::SetBasePT(power, toughness) => {
                let value = |amount: &Option<Amount>, locked: Option<i32>| {
                    amount.as_ref().map(|amount| locked.unwrap_or_else(|| number(self, amount)))
                };
                let (p, t) = (locked.map(|locked| locked.0), locked.map(|locked| locked.1));
                let (power, toughness) = (value(power, p), value(toughness, t));
                self.set_pt(id, power, toughness);
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
            // CR 613.11: after all layers, so that nothing that takes abilities away takes it.
            Modification::Restrict(restrictions) => {
                let object = self.object(id.index);
                object.restrictions |= *restrictions;
                // CR 701.15b: if able it attacks a player other than the one who goaded it; of two players that is its controller's opponent only
                // if it is goaded by its controller.
                if restrictions.contains(Restrictions::GOADED) && object.controller == scope.you {
                    object.restrictions |= Restrictions::MUST_ATTACK_PLAYER;
                }
            }
            Modification::Quality(ability) => self.add_ability(id, *ability, entry.timestamp),
            Modification::QualityByControl(own, other) => {
                let yours = self.s.objects[id.index()].controller == scope.you;
                self.add_ability(id, if yours { *own } else { *other }, entry.timestamp);
            }
        }
    }

    /// The type that was chosen for the source, locked in by its number as the effect began, or as it is now.
    fn type_chosen_or_locked(&self, scope: &Scope, locked: Option<(i32, i32)>) -> Option<Subtype> {
        match locked {
            Some((number, _)) => Subtype::all().nth(usize::try_from(number).ok()?),
            None => self.eye().chosen_type(scope),
        }
    }

    /// The colour that was chosen for the source, locked in by its bit as the effect began, or as it is now.
    fn color_chosen_or_locked(&self, scope: &Scope, locked: Option<(i32, i32)>) -> Option<Colors> {
        match locked {
            Some((bits, _)) => Some(Colors::from_bits_truncate(bits as u8)).filter(|color| !color.is_empty()),
            None => self.eye().chosen_color(scope),
        }
    }

    /// A player controls the object: the one whom a resolved effect has locked in, or who is meant now.
    fn set_controller(&mut self, scope: &Scope, entry: &Entry<'_>, players: &Players, id: ObjectId) {
        let player = match entry.active {
            Some(active) => Some(active.player),
            None => self.eye().players(scope, players).first(scope.you),
        };
        if let Some(player) = player {
            self.object(id.index).controller = player;
        }
    }

    /// An object has these card types and no others (CR 205.1a).
    fn set_types(&mut self, id: ObjectId, types: CardTypes) {
        let lost = self.s.objects[id.index()].characteristics.types - types;
        self.object(id.index).characteristics.types = types;
        self.lose_subtypes(id, lost);
    }

    fn add_subtypes(&mut self, scope: &Scope, id: ObjectId, subtypes: &[Subtype]) {
        for subtype in subtypes {
            let subtype = self.eye().read_subtype(scope.text, *subtype);
            self.object(id.index).characteristics.subtypes.insert(subtype);
        }
    }

    /// An object has these subtypes of their kind and no others.
    fn set_subtypes(&mut self, scope: &Scope, id: ObjectId, kind: SubtypeKind, subtypes: &[Subtype]) {
        self.object(id.index).characteristics.subtypes.remove_kind(kind);
        self.add_subtypes(scope, id, subtypes);
        // CR 305.7: a land whose subtype is set to a basic land type loses the abilities of its text.
        let land = matches!(kind, SubtypeKind::BasicLand | SubtypeKind::Land);
        if land && subtypes.iter().any(|subtype| subtype.kind() == SubtypeKind::BasicLand) {
            self.lose_text_abilities(id);
        }
    }

    /// An object is of the chosen type and of no other of its kind. One that becomes a basic land type loses the abilities of its
    /// text (CR 305.7).
    fn set_chosen_type(&mut self, id: ObjectId, subtype: Subtype) {
        let basic = subtype.kind() == SubtypeKind::BasicLand;
        let kind = if basic { SubtypeKind::Land } else { subtype.kind() };
        let subtypes = &mut self.object(id.index).characteristics.subtypes;
        subtypes.remove_kind(kind);
        subtypes.insert(subtype);
        if basic {
            self.lose_text_abilities(id);
        }
    }

    /// An object loses its keywords and all other abilities.
    fn lose_text_abilities(&mut self, id: ObjectId) {
        self.object(id.index).characteristics.keywords = Keywords::empty();
        self.lose_abilities(id);
    }

    /// `since`: the timestamp of the effect that gives it.
    pub(crate) fn add_ability(&mut self, id: ObjectId, ability: AbilityId, since: u32) {
        self.s.grant(id.index, ability, since);
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
        let characteristics = &mut self.object(id.index).characteristics;
        let kindred = characteristics.types.contains(CardTypes::KINDRED);
        for (types, kind) in SUBTYPES_OF {
            // Those that are also subtypes of a card type that it has stay (CR 308.2).
            if lost.contains(types) && !(kindred && kind == SubtypeKind::Creature) {
                characteristics.subtypes.remove_kind(kind);
            }
        }
    }

    /// What comes last in layer 4: permanents have gained no subtypes of card types that they don't have (CR 205.3d).
    pub(super) fn end_of_types(&mut self) {
        for place in 0..self.s.battlefield.len() {
            let id = self.s.id(self.s.battlefield[place]);
            let lacks = CardTypes::all() - self.s.objects[id.index()].characteristics.types;
            self.lose_subtypes(id, lacks);
        }
    }
}

/// The card types whose subtypes are theirs alone, or those of kindreds too.
const SUBTYPES_OF: [(CardTypes, SubtypeKind); 5] = [
    (CardTypes::CREATURE, SubtypeKind::Creature),
    (CardTypes::LAND, SubtypeKind::Land),
    (CardTypes::ARTIFACT, SubtypeKind::Artifact),
    (CardTypes::ENCHANTMENT, SubtypeKind::Enchantment),
    (CardTypes::PLANESWALKER, SubtypeKind::Planeswalker),
];

impl State {
    /// Gives an ability to the object at a place.
    fn grant(&mut self, index: u16, ability: AbilityId, since: u32) {
        let end = self.granted.partition_point(|entry| entry.0 <= index);
        self.granted.insert(end, (index, ability, since));
    }

    /// What was given to the object at a place, which may have thousands beside it.
    pub(crate) fn granted_to(&self, index: u16) -> &[(u16, AbilityId, u32)] {
        let start = self.granted.partition_point(|entry| entry.0 < index);
        let end = start + self.granted[start..].iter().take_while(|entry| entry.0 == index).count();
        &self.granted[start..end]
    }
}

impl Eye<'_> {
    /// The activated abilities of objects, as often as they are there: those that work on the battlefield, as others
    /// can't be activated there (CR 113.6), those of basic land types (CR 305.6) and those that were granted.
    pub(crate) fn activated_of_all(self, scope: &Scope, of: &Objects) -> SmallVec<[AbilityId; 8]> {
        let mut all: SmallVec<[AbilityId; 8]> = SmallVec::new();
        let is_activated = |ability: &AbilityId| match &self.pool.ability(*ability).kind {
            AbilityKind::Activatable(way) => {
                way.zone == Zone::Battlefield && matches!(way.kind, ActivatableKind::Ability | ActivatableKind::Loyalty)
            }
            _ => false,
        };
        self.each_object_or_last_known(scope, of, &mut |id| {
            let Some(object) = self.s.last_known(id) else { return };
            // What lies face down in exile has no abilities (CR 406.3a).
            if object.is(Flags::PHASED_OUT) || object.is_exiled_face_down() {
                return;
            }
            if !object.is(Flags::LOST_ABILITIES) {
                all.extend(self.pool.card(object.card).abilities.iter().copied().filter(is_activated));
            }
            if object.characteristics.types.contains(CardTypes::LAND) && !object.is(Flags::LOST_LAND_MANA) {
                let mana = object.characteristics.subtypes.basic_lands_mana();
                all.extend(
                    (0..5).filter(|place| mana >> place & 1 != 0).map(|place| self.pool.basic_mana_ability(place)),
                );
            }
            if self.s.get(id).is_some() {
                all.extend(self.s.granted_to(id.index).iter().map(|entry| entry.1).filter(is_activated));
            }
        });
        // Whose turn it is, and so whose cards are looked at first, is no reason to grant them in another order.
        all.sort_unstable();
        all
    }
}

impl ActiveEffect {
    /// The numbers of an effect that grants an ability: what it is, from 1.
    pub(crate) fn granting(ability: AbilityId) -> [i16; 2 * Modification::MOST_NUMBERED] {
        let number = ability.0 + 1;
        let mut numbers = [0; 2 * Modification::MOST_NUMBERED];
        (numbers[0], numbers[1]) = (number as i16, (number >> 16) as i16);
        numbers
    }

    /// The ability that it grants, if it is such an effect.
    pub(crate) fn granted(&self) -> Option<AbilityId> {
        let number = u32::from(self.numbers[0] as u16) | u32::from(self.numbers[1] as u16) << 16;
        number.checked_sub(1).map(AbilityId)
    }
}
