//! Layer 1: copiable values (CR 613.2, 707.2), the exceptions of copy effects being part of them (CR 707.9a).

use gauntlet_cards::Pool;
use gauntlet_cards::ability::{AbilityKind, Activatable};
use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::effect::{Instr, Modification};
use gauntlet_cards::filter::Zone;
use gauntlet_cards::keyword::{EventKinds, Features, Keywords};
use smallvec::SmallVec;

use super::{Entry, instr_of};
use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::state::{ActiveEffect, Chosen, CopyPart, ExileLink, Flags, Noted, Object, ObjectId, State};
use crate::task::Scope;

/// The copiable modifications of an effect; none if it isn't a copy effect.
pub(super) fn copiable<'a>(pool: &'a Pool, effect: &ActiveEffect) -> Option<&'a [Modification]> {
    if matches!(effect.copy, CopyPart::Words | CopyPart::Over | CopyPart::Under) {
        return Some(&[]);
    }
    match instr_of(pool, effect)? {
        Instr::Continuous(_, mods, _) if mods.iter().any(|change| matches!(change, Modification::CopyOf(_))) => {
            Some(mods)
        }
        Instr::CreateCopy { except, .. } | Instr::CopySpell { except, .. } => Some(except),
        Instr::CreateToken(_) => Some(super::TOKEN_PT.as_slice()),
        _ => None,
    }
}

/// What a copy effect that has ended leaves behind: the card as it was.
pub(super) fn end_copy(s: &mut State, pool: &Pool, index: u16) {
    let card = Eye::of(s, pool).base_card(&s.objects[usize::from(index)]);
    let object = &mut s.objects[usize::from(index)];
    object.card = card;
    object.renamed = None;
    object.flags -= Flags::COPYING;
    object.watches = EventKinds::empty();
}

impl<'a> Eye<'a> {
    /// As which card a permanent has its abilities, if it is a copy of another one: those aren't linked to what an ability of its own, or of
    /// something else that it was a copy of, has exiled, put onto the battlefield or had chosen (CR 607.5a). What it is a copy of but for an
    /// ability that it keeps has that as itself.
    pub(crate) fn copied_as(self, id: ObjectId, object: &Object) -> Option<CardId> {
        if !object.is(Flags::COPYING) || object.zone != Zone::Battlefield {
            return None;
        }
        // What has merged without copying anything has its own abilities and those of its parts (CR 729.2).
        let effect = self.copying(id)?;
        let card = if self.components(id).next().is_some() { effect.copied } else { object.card };
        (!self.keeps_ability(effect)).then_some(card)
    }

    /// The same of what is about to enter, as what it will be (CR 614.12).
    pub(crate) fn will_be_copied_as(self, id: ObjectId) -> Option<CardId> {
        self.copying(id).filter(|effect| !self.keeps_ability(effect)).map(|effect| effect.copied)
    }

    /// The last effect that makes an object a copy.
    fn copying(self, id: ObjectId) -> Option<&'a ActiveEffect> {
        let copies =
            |effect: &&ActiveEffect| effect.object == id && matches!(effect.copy, CopyPart::Whole | CopyPart::Card);
        self.s.effects.iter().rev().find(copies)
    }

    /// Returns whether a copy keeps an ability, or has it besides (CR 707.9a).
    fn keeps_ability(self, effect: &ActiveEffect) -> bool {
        copiable(self.pool, effect).is_some_and(|mods| {
            mods.iter().any(|change| matches!(change, Modification::AddAbility(_) | Modification::AddThisAbility))
        })
    }

    /// The card that copy effects make of an object: that which is about to enter, or is face down and shows it as it is turned up (CR 708.10).
    pub(crate) fn will_copy(self, id: ObjectId) -> Option<CardId> {
        let copies = |effect: &&ActiveEffect| {
            effect.object == id
                && matches!(effect.copy, CopyPart::Whole | CopyPart::Card)
                && copiable(self.pool, effect)
                    .is_some_and(|mods| mods.iter().any(|change| matches!(change, Modification::CopyOf(_))))
        };
        self.s.effects.iter().rev().find(copies).map(|effect| effect.copied)
    }

    /// As [`Eye::copied_as`], of the source of an ability that asks what it is linked to. One that its source had before it became a copy
    /// exists independently of it (CR 113.7a): it is still that of the card itself.
    fn asked_as(self, scope: &Scope, object: &Object) -> Option<CardId> {
        let card = self.copied_as(scope.source, object)?;
        let is_own = |ability: AbilityId| {
            self.pool.is_printed_on(ability, object.printed) && !self.pool.is_printed_on(ability, card)
        };
        (!scope.ability.is_some_and(is_own)).then_some(card)
    }

    /// The ability that is carried out, if its source has it from another card: neither printed on it nor on what it is a copy of.
    pub(crate) fn gained(self, scope: &Scope) -> Option<AbilityId> {
        if !self.pool.features.contains(Features::GAINS_ACTIVATED) {
            return None;
        }
        let ability = scope.ability?;
        let object = self.s.last_known(scope.source)?;
        let own = [object.card, object.printed].iter().any(|card| self.pool.is_printed_on(ability, *card));
        // What is set up for later isn't printed on any card by itself.
        (!own && self.pool.are_printed_together(ability, ability)).then_some(ability)
    }

    /// The same for an ability that is about to be activated.
    pub(crate) fn gained_way(self, id: ObjectId, way: &Activatable) -> Option<AbilityId> {
        if !self.pool.features.contains(Features::GAINS_ACTIVATED) {
            return None;
        }
        let mut given = self.s.granted_to(id.index).iter().map(|entry| entry.1);
        let is_this = |kind: &AbilityKind| matches!(kind, AbilityKind::Activatable(other) if std::ptr::eq(&raw const **other, way));
        given.find(|ability| is_this(&self.pool.ability(*ability).kind))
    }

    /// Returns whether an ability is linked to another one by whose gaining or having something was done (CR 607.5).
    fn is_linked(self, gained: Option<AbilityId>, by: Option<AbilityId>) -> bool {
        match (gained, by) {
            (None, None) => true,
            (Some(ability), Some(by)) => self.pool.are_printed_together(ability, by),
            _ => false,
        }
    }

    /// What is linked to an ability of an object (CR 607.2).
    pub(crate) fn links_of(self, scope: &Scope) -> impl Iterator<Item = &'a ExileLink> {
        let gained = self.gained(scope);
        // An emblem speaks of the cards that what has made it exiled (CR 114.3 gives it no other link).
        let maker =
            self.s.get(scope.source).filter(|emblem| emblem.zone == Zone::Command).map(|emblem| emblem.attached_to);
        let maker = maker.filter(|maker| !maker.is_none());
        let source = maker.unwrap_or(scope.source);
        let own = self.s.links.iter().filter(move |link| link.source == source);
        own.filter(move |link| {
            if maker.is_some() {
                return true;
            }
            let asked_as = || self.s.last_known(source).and_then(|object| self.asked_as(scope, object));
            self.is_linked(gained, link.gained) && (gained.is_some() || link.copied_as == asked_as())
        })
    }

    /// What was chosen for an object by an ability that the one which asks is linked to (CR 607.2d); none if it isn't linked to any (CR
    /// 607.5a).
    pub(crate) fn choice_of(self, scope: &Scope) -> Option<Chosen> {
        let object = self.s.last_known(scope.source)?;
        let chosen = object.chosen?;
        let made = self.s.chosen_as.iter().find(|made| made.0 == scope.source);
        let (copied_as, by) = made.map_or((None, None), |made| (made.1, made.2));
        let gained = self.gained(scope);
        let linked = self.is_linked(gained, by) && (gained.is_some() || copied_as == self.asked_as(scope, object));
        linked.then_some(chosen)
    }
}

impl<'a> Engine<'a> {
    /// Layer 1: copiable values, outside the layers: of what is about to enter. What has merged and is there already is so.
    pub(crate) fn apply_copies(&mut self) {
        self.apply_copiable(false);
    }

    /// Layer 1. `anew`: nothing of it has been applied yet to what is on the battlefield.
    pub(super) fn apply_copiable(&mut self, anew: bool) {
        for place in 0..self.s.effects.len() {
            let effect = self.s.effects[place];
            let Some(mods) = copiable(self.pool, &effect) else { continue };
            if self.s.get(effect.object).is_none() {
                continue;
            }
            // CR 708.10: what it copies shows when it is turned face up.
            if self.s.objects[effect.object.index()].is(Flags::FACE_DOWN) {
                continue;
            }
            if effect.copy == CopyPart::Words {
                self.change_token(&effect);
                continue;
            }
            if matches!(effect.copy, CopyPart::Over | CopyPart::Under) {
                if anew || !self.s.battlefield.contains(&effect.object.index) {
                    self.apply_merging(&effect);
                }
                continue;
            }
            let resets = mods.iter().any(|change| matches!(change, Modification::CopyOf(_)));
            if resets && effect.copy != CopyPart::Exceptions {
                self.set_card(effect.object, effect.copied);
            }
            if effect.copy != CopyPart::Card {
                let entry = Entry::of_effect(effect, mods, None);
                let scope = Scope::of(effect.source, effect.controller);
                for (number, change) in mods.iter().enumerate() {
                    self.change(&scope, &entry, number, change, effect.object);
                }
                // CR 702.73a, 707.9a: that it has changeling is one of the values that are copied, and says which types it has.
                let gains = |change: &Modification| matches!(change, Modification::AddKeywords(gained) if gained.contains(Keywords::CHANGELING));
                if mods.iter().any(gains) {
                    self.object(effect.object.index).characteristics.subtypes.set_every_creature_type();
                }
            }
        }
    }

    /// The permanent has the characteristics of another card.
    pub(crate) fn set_card(&mut self, id: ObjectId, card: CardId) {
        self.object(id.index).flags |= Flags::COPYING;
        let card = self.eye().flipped_copy(&self.s.objects[id.index()], card).unwrap_or(card);
        let card = self.eye().room_face(&self.s.objects[id.index()], card);
        let derived = &self.pool.card(card).derived;
        if self.s.objects[id.index()].is(Flags::HAS_GRANTED) {
            self.s.granted.retain(|entry| entry.0 != id.index);
        }
        let characteristics = self.pool.card(card).characteristics;
        let object = self.object(id.index);
        object.card = card;
        object.renamed = None;
        object.characteristics = characteristics;
        object.flags -= Flags::HAS_GRANTED;
        object.flags.set(Flags::HAS_ACTIONS, !derived.on_battlefield.is_empty());
        object.watches = derived.watches;
        self.s.watched |= derived.watches;
        self.s.rules |= derived.rules;
    }

    /// What was to enter the battlefield stays where it is (CR 303.4g): as what, and how, is forgotten, as that is said only of the
    /// permanent that it would have been (CR 614.12).
    pub(crate) fn stays_as_it_was(&mut self, id: ObjectId) {
        let object = self.object(id.index);
        object.flags -= Flags::READY_TO_ENTER;
        object.marks -= gauntlet_cards::keyword::Marks::COPY_READY;
        if object.noted == Noted::KeptOut {
            object.noted = Noted::Nothing;
        }
        if !object.is(Flags::COPYING) {
            return;
        }
        for place in (0..self.s.effects.len()).rev() {
            let effect = self.s.effects[place];
            if effect.object == id && copiable(self.pool, &effect).is_some() {
                self.s.effects.remove(place);
            }
        }
        end_copy(self.s, self.pool, id.index);
        let card = self.pool.card(self.s.objects[id.index()].card);
        let object = self.object(id.index);
        object.characteristics = card.characteristics;
        object.watches = card.derived.watches;
        self.touch();
    }

    /// The effects that give the object its copiable values, to be repeated on what becomes a copy of it.
    pub(crate) fn copy_chain(&self, of: ObjectId) -> SmallVec<[ActiveEffect; 2]> {
        let effects = self.s.effects.iter().filter(|effect| effect.object == of && !of.is_none());
        effects.filter(|effect| copiable(self.pool, effect).is_some()).copied().collect()
    }

    /// Those of them that hold exceptions: only what came after the last copying of a whole card counts.
    fn exceptions(&self, of: ObjectId) -> SmallVec<[ActiveEffect; 2]> {
        let mut chain = self.copy_chain(of);
        let whole = chain.iter().rposition(|effect| effect.copy != CopyPart::Exceptions && self.resets(effect));
        if let Some(place) = whole {
            chain.drain(..place);
        }
        chain.retain(|effect| effect.copy != CopyPart::Card);
        chain
    }

    /// What `id` becomes a copy of has exceptions of its own (CR 707.3): these come with it.
    pub(crate) fn repeat_exceptions(&mut self, of: ObjectId, id: ObjectId, like: Option<&ActiveEffect>) {
        for effect in self.as_merged_copy(of, &self.exceptions(of)) {
            let timestamp = self.s.tick();
            let duration = like.map_or(gauntlet_cards::effect::Duration::Indefinite, |like| like.duration);
            let turn = self.s.turn;
            self.s.effects.push(ActiveEffect {
                object: id,
                timestamp,
                duration,
                turn,
                source: like.map_or(effect.source, |like| like.source),
                controller: like.map_or(effect.controller, |like| like.controller),
                copy: match effect.copy {
                    CopyPart::Words | CopyPart::Under => effect.copy,
                    _ => CopyPart::Exceptions,
                },
                ..effect
            });
        }
    }

    /// Returns whether the exceptions with which an object copies another give it what these modifications define (CR 707.9d).
    pub(super) fn is_excepted(&self, id: ObjectId, defined: &[Modification]) -> bool {
        let gives = |change: &Modification| {
            defined.iter().any(|defined| match defined {
                Modification::DefinePT(..) => matches!(change, Modification::SetBasePT(..)),
                Modification::SetColors(_) => matches!(change, Modification::SetColors(_)),
                _ => false,
            })
        };
        self.exceptions(id).iter().any(|effect| copiable(self.pool, effect).is_some_and(|mods| mods.iter().any(gives)))
    }

    /// The card that an object is a copy of by the last effect that says so, whatever has changed that since.
    pub(crate) fn copied_whole(&self, of: ObjectId) -> Option<CardId> {
        let chain = self.copy_chain(of);
        let whole = chain.iter().rfind(|effect| effect.copy != CopyPart::Exceptions && self.resets(effect));
        whole.map(|effect| effect.copied)
    }

    /// Returns whether an effect changes copiable values.
    pub(crate) fn is_copiable(&self, effect: &ActiveEffect) -> bool {
        copiable(self.pool, effect).is_some()
    }

    /// Returns whether what is excepted of a copy is nothing but abilities that it has besides.
    pub(crate) fn gives_abilities_only(&self, effect: &ActiveEffect) -> bool {
        let gives =
            |change: &Modification| matches!(change, Modification::AddAbility(_) | Modification::AddKeywords(_));
        copiable(self.pool, effect).is_some_and(|mods| !mods.is_empty() && mods.iter().all(gives))
    }

    fn resets(&self, effect: &ActiveEffect) -> bool {
        let mods = copiable(self.pool, effect).unwrap_or_default();
        mods.iter().any(|change| matches!(change, Modification::CopyOf(_)))
    }
}
