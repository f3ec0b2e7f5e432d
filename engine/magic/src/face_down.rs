//! Face-down spells and permanents (CR 708): what they are, how they came to be face down, and turning them face up.

use gauntlet_cards::ability::{PlayerRule, Replacement, RuleKinds, StaticEffect, TriggerEvent};
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::face_down::FaceDown;
use gauntlet_cards::filter::{Filter, Zone};
use gauntlet_cards::keyword::EventKinds;
use gauntlet_core::Audience;

use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::options::Options;
use crate::state::{EventData, Flags, Object, ObjectId, StackItem};
use crate::task::{Resolve, Task};

impl<'a> Eye<'a> {
    /// Turns an object face down before it is put where it goes (CR 708.3, 708.4).
    pub(crate) fn put_face_down(self, object: &mut Object, how: FaceDown) {
        let card = self.pool.face_down(how);
        object.card = card;
        object.characteristics = self.pool.card(card).characteristics;
        object.watches = self.pool.card(card).derived.watches;
        object.down = how;
        object.flags |= Flags::FACE_DOWN;
    }

    /// The object as it would be face down.
    pub(crate) fn as_face_down(self, object: &Object, how: FaceDown) -> Object {
        let mut object = *object;
        self.put_face_down(&mut object, how);
        object
    }

    /// The object as its card is, if it is face down (CR 708.2) or has left the battlefield (CR 400.7): effects on the permanent don't
    /// follow the card.
    pub(crate) fn as_its_card(self, id: ObjectId, object: &Object) -> Object {
        let mut object = *object;
        let left = !id.is_none() && object.zone == Zone::Battlefield && self.s.get(id).is_none();
        if left || object.is(Flags::FACE_DOWN) && !object.is_blank() {
            object.card = object.printed;
            object.characteristics = self.pool.card(object.printed).characteristics;
            object.down = FaceDown::Up;
            object.flags -= Flags::FACE_DOWN;
        }
        object
    }

    /// The special actions that turn a face-down permanent face up: for its morph or disguise cost, if the card has one
    /// (CR 702.37e, 702.168d), and it would have that face up, as a copy that of what it is a copy of (CR 707.3); a manifested or cloaked creature card for its mana cost too (CR 701.40b, 701.58b).
    pub(crate) fn ways_to_turn_up(self, id: ObjectId, object: &Object) -> impl Iterator<Item = AbilityId> + use<'a> {
        let card = self.will_copy(id).unwrap_or(object.printed);
        let turn_up = &self.pool.card(card).derived.turn_up;
        let turn_up_for_mana_cost = self.pool.card(object.printed).derived.turn_up_for_mana_cost;
        let for_mana_cost = matches!(object.down, FaceDown::Manifest | FaceDown::Cloak);
        let lost = !turn_up.is_empty() && self.would_have_no_abilities(id, object);
        turn_up.iter().copied().filter(move |_| !lost).chain(turn_up_for_mana_cost.filter(|_| for_mana_cost))
    }

    /// Returns whether a face-down permanent would have lost its abilities if it were face up: as the creature that it is face down something
    /// may take them from it that doesn't take those of an artifact, and the other way round (CR 702.37e, 613.1f).
    fn would_have_no_abilities(self, id: ObjectId, object: &Object) -> bool {
        let takes = |object: &Object| self.pool.card(object.card).derived.takes_abilities;
        if !object.is(Flags::LOST_ABILITIES) && !self.s.permanents().any(|(_, object)| takes(object)) {
            return false;
        }
        Engine::on_a_copy_of(self.s, self.pool, &Options::default(), |there| {
            let object = there.object(id.index);
            object.down = FaceDown::Up;
            object.flags -= Flags::FACE_DOWN;
            let object = there.s.objects[id.index()];
            there.object(id.index).card = there.eye().base_card(&object);
            there.touch();
            there.refresh();
            there.s.objects[id.index()].is(Flags::LOST_ABILITIES)
        })
    }
}

impl Eye<'_> {
    /// Returns whether a rule keeps a permanent from being turned face up.
    pub(crate) fn stays_face_down(self, id: ObjectId, object: &Object) -> bool {
        self.stays_as_it_is(id, object, |rule| match rule {
            PlayerRule::StayFaceDown(filter) => Some(filter),
            _ => None,
        })
    }

    /// Returns whether a rule keeps a permanent from transforming.
    pub(crate) fn cannot_transform(self, id: ObjectId, object: &Object) -> bool {
        self.stays_as_it_is(id, object, |rule| match rule {
            PlayerRule::CantTransform(filter) => Some(filter),
            _ => None,
        })
    }

    fn stays_as_it_is(self, id: ObjectId, object: &Object, of: fn(&PlayerRule) -> Option<&Filter>) -> bool {
        let mut stays = false;
        self.each_rule(RuleKinds::FACE_DOWN, &mut |scope, ability| {
            if let StaticEffect::Player(_, rule) = &ability.effect
                && let Some(filter) = of(rule)
            {
                stays |= self.matches(scope, filter, id, object);
            }
        });
        stays
    }
}

impl Engine<'_> {
    /// A special action was announced and paid for: what it does is done at once (CR 116.1).
    pub(crate) fn take_special_action(&mut self, item: StackItem) {
        if let Some(source) = self.get_mut(item.source) {
            // CR 702.37f.
            source.x = source.x.max(item.x);
        }
        self.s.passes = 0;
        self.s.check_needed = true;
        self.s.priority = item.controller;
        let base = self.s.scratch.len() as u16;
        self.s.tasks.push(Task::Resolve(Resolve::of(item, base)));
    }

    /// Turns a permanent face up (CR 708.7, 708.8). A card that isn't a permanent card stays as it is (CR 701.40g).
    pub(crate) fn turn_face_up(&mut self, id: ObjectId) {
        let Some(object) = self.s.get(id).copied() else { return };
        let face_down = object.zone == Zone::Battlefield && object.is(Flags::FACE_DOWN);
        let stays = !self.pool.card(object.printed).is_permanent() || self.eye().stays_face_down(id, &object);
        if !face_down || stays {
            return;
        }
        let timestamp = self.s.tick();
        let object = self.object(id.index);
        object.down = FaceDown::Up;
        object.flags -= Flags::FACE_DOWN;
        object.timestamp = timestamp;
        let object = self.s.objects[id.index()];
        let face = self.eye().base_card(&object);
        self.tell(Audience::Everyone, |eye| {
            format!("A face-down creature is turned face up: {}.", eye.card_name(face))
        });
        self.show_other(id, face);
        self.act_as_turned_up(id);
        if self.watches(EventKinds::TAP) {
            let Some(object) = self.s.get(id).copied() else { return };
            let data = EventData { object: id, other: None, player: Some(object.controller), amount: 1 };
            self.watch(EventKinds::TAP, None, &|eye, scope, event| match event {
                TriggerEvent::TurnedFaceUp { what } => eye.matches(scope, what, id, &object).then_some(data),
                _ => None,
            });
        }
    }

    /// What a permanent does as it is turned face up is done before anything else happens (CR 708.11): abilities that trigger on it wait.
    fn act_as_turned_up(&mut self, id: ObjectId) {
        let pool = self.pool;
        let acts = |id: AbilityId| {
            let effect = &pool.static_ability(id).effect;
            matches!(effect, StaticEffect::Replacement(Replacement::AsTurnedUp(_)))
        };
        let Some(face) = self.s.get(id).map(|object| pool.card(self.eye().base_card(object))) else { return };
        if !face.derived.statics.iter().copied().any(acts) {
            return;
        }
        self.refresh();
        let Some(object) = self.s.get(id).copied().filter(|object| !object.is(Flags::LOST_ABILITIES)) else { return };
        for &ability in face.derived.statics.iter().rev() {
            if acts(ability) {
                let task = Resolve::of_static(ability, id, object.controller, self.s.scratch.len() as u16);
                self.s.tasks.push(Task::Resolve(task));
            }
        }
    }

    /// Turns a permanent face down, as what it is a 2/2 creature and nothing else (CR 708.2a). Nothing happens to one that is face down
    /// already or that is double-faced (CR 712.16).
    pub(crate) fn turn_face_down(&mut self, id: ObjectId) {
        let Some(object) = self.s.get(id).copied() else { return };
        let double_faced = self.pool.card(object.printed).layout.is_double_faced();
        if object.zone != Zone::Battlefield || object.is(Flags::FACE_DOWN) || double_faced {
            return;
        }
        self.tell(Audience::Everyone, |eye| format!("{} is turned face down.", eye.card_name(object.card)));
        let timestamp = self.s.tick();
        let object = self.object(id.index);
        object.down = FaceDown::Morph;
        object.flags |= Flags::FACE_DOWN;
        object.timestamp = timestamp;
        let face = self.pool.face_down(FaceDown::Morph);
        self.show_other(id, face);
    }
}
