//! Merging with permanents (CR 729), as mutating creature spells do (CR 702.140).
//!
//! The permanent stays the object that it was (CR 729.2c), under the card that was there first. What represents it is listed
//! ([`Component`]), and what it is by having merged is a copiable effect (CR 613.2a, 729.2a) like that of a copy:
//! [`CopyPart::Over`] and [`CopyPart::Under`].

use gauntlet_cards::ability::{AbilityKind, ActivatableKind};
use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::effect::{Duration, Instr};
use gauntlet_cards::filter::{Amount, Objects, Zone};
use gauntlet_cards::keyword::Keywords;
use gauntlet_core::{Audience, Player};
use smallvec::SmallVec;

use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::state::{ActiveEffect, Component, CopyPart, Flags, Object, ObjectId, StackItem, State};
use crate::task::Resolve;

impl Eye<'_> {
    /// What represents a permanent that has merged, or did when it left; nothing of what hasn't.
    pub(crate) fn components(self, id: ObjectId) -> impl Iterator<Item = Component> {
        self.s.merged.iter().filter(move |component| component.permanent == id).copied()
    }

    /// The same of an object as it is looked at, on the battlefield.
    pub(crate) fn components_of(self, object: &Object) -> impl Iterator<Item = Component> {
        let is_it = |id: ObjectId| {
            let there = self.s.get(id);
            there.is_some_and(|there| there.zone == object.zone && there.timestamp == object.timestamp)
        };
        self.s.merged.iter().filter(move |component| is_it(component.permanent)).copied()
    }

    /// How often a permanent has mutated (CR 702.140d).
    pub(crate) fn times_mutated(self, id: ObjectId) -> i32 {
        (self.components(id).count() as i32 - 1).max(0)
    }

    /// The abilities that a card gives to the permanent that it is a part of, over or under which others lie (CR 702.140e).
    pub(crate) fn merging_abilities(self, card: CardId) -> impl Iterator<Item = AbilityId> {
        let works = move |ability: &AbilityId| match &self.pool.ability(*ability).kind {
            AbilityKind::Activatable(way) => {
                way.zone == Zone::Battlefield && !matches!(way.kind, ActivatableKind::Cast | ActivatableKind::PlayLand)
            }
            AbilityKind::Triggered(triggered) => triggered.zone == Zone::Battlefield,
            AbilityKind::Static(ability) => ability.zone == Zone::Battlefield,
        };
        self.pool.card(card).abilities.iter().copied().filter(works)
    }
}

impl Engine<'_> {
    /// Returns whether a spell merges with its target as it resolves, instead of becoming a permanent itself (CR 702.140c): a mutating
    /// creature spell whose target is legal.
    pub(crate) fn merges(&self, item: &StackItem) -> bool {
        let AbilityKind::Activatable(way) = &self.pool.ability(item.ability).kind else { return false };
        way.kind == ActivatableKind::Cast
            && way.script.parts.iter().flat_map(|part| &part.code).any(|instr| matches!(instr, Instr::Merge(..)))
    }

    /// A mutating creature spell without its target is a creature spell (CR 702.140b). Returns whether it was one.
    pub(crate) fn cease_to_mutate(&mut self, item: &mut StackItem) -> bool {
        if !self.merges(item) {
            return false;
        }
        item.targets.end = item.targets.start;
        if let Some(spell) = self.s.stack.iter_mut().find(|other| other.object == item.object) {
            spell.targets = item.targets;
        }
        true
    }

    /// A spell merges with a permanent (CR 729.2).
    pub(crate) fn merge(&mut self, task: &Resolve, with: &Objects, under: &Amount) {
        let permanent = self.list(&task.scope, with).first().copied();
        let spell = task.item.object;
        let (Some(permanent), Some(was)) = (permanent, self.s.get(spell).copied()) else { return };
        let under = self.eye().amount(&task.scope, under) != 0;
        self.tell(Audience::Everyone, |eye| {
            let (spell, permanent) = (eye.object_name(spell), eye.object_name(permanent));
            format!("{spell} merges with {permanent}, {} it.", if under { "under" } else { "over" })
        });
        let part = if under { CopyPart::Under } else { CopyPart::Over };
        let effect = self.effect(task, permanent, Duration::Indefinite);
        let effect = ActiveEffect { source: permanent, copied: was.card, copy: part, ..effect };
        let there = self.s.objects[permanent.index()];
        if self.eye().components(permanent).next().is_none() {
            // Which card lies there face down isn't told by what it is a part of.
            let card = if there.down.is_creature() { there.card } else { there.printed };
            let token = there.is(Flags::TOKEN);
            self.s.merged.push(Component { permanent, card, token });
        }
        let token = was.is(Flags::COPY);
        self.s.merged.push(Component { permanent, card: was.printed, token });
        // CR 729.2b: it leaves its zone, and nothing has entered.
        self.leave(spell, &was);
        self.release(spell.index);
        self.carry_to_merged(spell, effect);
        let object = self.object(permanent.index);
        if !under {
            // CR 729.2d–e: both are as the topmost part is; what lies face down beneath it stays so, and hasn't been turned face up.
            object.flags.set(Flags::TOKEN, token);
            object.flags -= Flags::FACE_DOWN;
        }
        self.touch();
    }

    /// What changes the spell changes the permanent (CR 702.140f), also what the spell had the copiable values of if it has come on top.
    fn carry_to_merged(&mut self, spell: ObjectId, merging: ActiveEffect) {
        let mut own: SmallVec<[ActiveEffect; 2]> = SmallVec::new();
        self.s.effects.retain(|effect| {
            let is_own = effect.object == spell;
            if is_own {
                own.push(*effect);
            }
            !is_own
        });
        self.s.effects.push(merging);
        for effect in own {
            let copies = self.is_copiable(&effect);
            if !copies || merging.copy == CopyPart::Over {
                let copy = if copies && effect.copy != CopyPart::Words { CopyPart::Exceptions } else { effect.copy };
                let timestamp = self.s.tick();
                self.s.effects.push(ActiveEffect { object: merging.object, copy, timestamp, ..effect });
            }
        }
    }

    /// What a merged permanent is by having merged with a card, in layer 1 (CR 613.2a, 702.140e, 729.2a): the characteristics of what lies on
    /// top, and the abilities of all.
    pub(crate) fn apply_merging(&mut self, effect: &ActiveEffect) {
        let id = effect.object;
        let object = self.s.objects[id.index()];
        let beneath = if effect.copy == CopyPart::Over { object.card } else { effect.copied };
        let mut abilities: SmallVec<[AbilityId; 8]> = self.eye().merging_abilities(beneath).collect();
        let mut keywords = object.characteristics.keywords;
        if effect.copy == CopyPart::Over {
            if object.is(Flags::HAS_GRANTED) {
                abilities.extend(self.s.granted_to(id.index).iter().map(|entry| entry.1));
            }
            self.set_card(id, effect.copied);
        } else {
            keywords |= self.pool.card(beneath).characteristics.keywords;
        }
        self.s.rules |= self.pool.card(beneath).derived.rules;
        let own = &mut self.object(id.index).characteristics;
        own.keywords |= keywords;
        if own.keywords.contains(Keywords::CHANGELING) {
            own.subtypes.set_every_creature_type();
        }
        // CR 613.7a: abilities that it has from its parts are as old as it is.
        for ability in abilities {
            self.add_ability(id, ability, object.timestamp);
        }
    }

    /// What becomes a copy of a merged permanent has its copiable values (CR 707.2) and is one card or token: those beneath are under it.
    pub(crate) fn as_merged_copy(&self, of: ObjectId, chain: &[ActiveEffect]) -> SmallVec<[ActiveEffect; 2]> {
        let Some(top) = chain.iter().rposition(|effect| effect.copy == CopyPart::Over) else {
            return chain.iter().copied().collect();
        };
        let base = self.copied_whole(of).or_else(|| self.s.last_known(of).map(|object| self.eye().base_card(object)));
        let mut copied: SmallVec<[ActiveEffect; 2]> = SmallVec::new();
        copied.extend(base.map(|card| ActiveEffect { copied: card, copy: CopyPart::Under, ..chain[top] }));
        for (place, effect) in chain.iter().enumerate() {
            match effect.copy {
                CopyPart::Over if place == top => {}
                CopyPart::Over => copied.push(ActiveEffect { copy: CopyPart::Under, ..*effect }),
                CopyPart::Under => copied.push(*effect),
                _ if place > top || self.gives_abilities_only(effect) => copied.push(*effect),
                _ => {}
            }
        }
        copied
    }

    /// What represents a merged permanent that leaves, of what isn't a token: the owner's cards (CR 729.3). Nothing of what hasn't merged.
    pub(crate) fn cards_of_merged(&self, id: ObjectId, object: &Object) -> SmallVec<[CardId; 4]> {
        let mut cards: SmallVec<[CardId; 4]> = SmallVec::new();
        if self.s.merged.is_empty() || object.zone != Zone::Battlefield {
            return cards;
        }
        for (place, component) in self.eye().components(id).enumerate() {
            if !component.token {
                cards.push(if place == 0 { object.printed } else { component.card });
            }
        }
        cards
    }

    /// The components of what isn't there any more and isn't asked of are forgotten.
    pub(crate) fn forget_merged(&mut self) {
        let s = &mut *self.s;
        if s.merged.is_empty() {
            return;
        }
        let (objects, known) = (&s.objects, &s.last_known);
        s.merged.retain(|component| {
            let id = component.permanent;
            objects[id.index()].generation == id.generation || known.iter().any(|entry| entry.0 == id)
        });
    }
}

impl State {
    /// Returns whether the object at a place is a permanent that has merged: which cards it is says [`State::merged_cards`].
    pub(crate) fn is_merged(&self, index: u16) -> bool {
        !self.merged.is_empty() && self.merged.iter().any(|component| component.permanent == self.id(index))
    }

    /// The cards of a player that represent merged permanents, and of what a permanent was before, that permanent, which may have been face
    /// down.
    pub(crate) fn merged_cards(&self, owner: Player) -> impl Iterator<Item = (CardId, Option<&Object>)> {
        self.merged.iter().enumerate().filter_map(move |(place, component)| {
            let there = self.get(component.permanent).filter(|there| !component.token && there.owner == owner)?;
            let first = self.merged[..place].iter().all(|other| other.permanent != component.permanent);
            Some(if first { (there.printed, Some(there)) } else { (component.card, None) })
        })
    }
}
