//! Cards with several faces or halves (CR 709–712, 715, 720): which of them an object shows, and turning it to another.
//!
//! A card is itself in every zone but the battlefield and the stack ([`Object::printed`]); there it may be one of its faces
//! ([`Object::card`]). A permanent whose other side is up has [`Flags::TRANSFORMED`].

use gauntlet_cards::ability::TriggerEvent;
use gauntlet_cards::card::{CardId, Layout, Pool};
use gauntlet_cards::effect::{Destination, Duration, SpentAs};
use gauntlet_cards::filter::Zone;
use gauntlet_cards::keyword::EventKinds;
use gauntlet_core::{Audience, Player};

use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::state::{EventData, Flags, Object, ObjectId, PlayPermission};
use crate::task::Scope;

/// The mana value of a nonmodal double-faced card is that of its front face, also while its back face is up (CR 202.3b), and that of a melded
/// permanent is the sum of both front faces' (CR 202.3c).
#[inline]
pub(crate) fn mana_value_of_front(pool: &Pool, object: &mut Object) {
    if !object.is(Flags::TRANSFORMED) {
        return;
    }
    let printed = pool.card(object.printed);
    let front = |card: CardId| pool.card(card).characteristics.mana_value;
    match printed.layout {
        Layout::Transforming => object.characteristics.mana_value = front(object.printed),
        Layout::Meld => {
            let other = pool.meld_partner(object.printed).map_or(0, front);
            object.characteristics.mana_value = front(object.printed) + other;
        }
        _ => {}
    }
}

impl Eye<'_> {
    /// The card whose copiable values an object has before any copy effect (CR 707.2): what it is printed as, or the side
    /// that is up.
    #[inline]
    pub(crate) fn base_card(self, object: &Object) -> CardId {
        if object.down.is_creature() {
            return self.pool.face_down(object.down);
        }
        let printed = self.pool.card(object.printed);
        if printed.layout == Layout::Room && object.zone == Zone::Battlefield {
            return self.room_face(object, object.printed);
        }
        if object.is(Flags::TRANSFORMED) && printed.layout.turns() || object.prototype {
            return printed.faces.first().copied().unwrap_or(object.printed);
        }
        object.printed
    }

    /// The other half of a flip card that a flipped permanent is a copy of: that it is flipped is a status, which it keeps (CR 707.3).
    pub(crate) fn flipped_copy(self, object: &Object, copied: CardId) -> Option<CardId> {
        let flipped = object.is(Flags::COPYING | Flags::TRANSFORMED)
            && self.pool.card(copied).layout == Layout::Flip
            && !self.pool.card(object.printed).layout.is_double_faced();
        self.pool.other_side(copied).filter(|_| flipped)
    }

    /// Makes an object show one face of its card.
    pub(crate) fn show(self, object: &mut Object, face: CardId) {
        let card = self.pool.card(face);
        object.card = face;
        object.characteristics = card.characteristics;
        object.watches = card.derived.watches;
        if face != object.printed && card.layout.turns() {
            object.flags |= Flags::TRANSFORMED;
        } else {
            object.flags -= Flags::TRANSFORMED;
        }
        object.prototype = face != object.printed && matches!(card.layout, Layout::Prototype | Layout::Bestow);
        mana_value_of_front(self.pool, object);
    }

    /// The object as it would be with a face up.
    pub(crate) fn as_face(self, object: &Object, face: CardId) -> Object {
        let mut object = *object;
        self.show(&mut object, face);
        object
    }

    /// The face with which an object would be put onto the battlefield (CR 712.14). None: what has no other side that can
    /// be a permanent and would enter transformed stays where it is (CR 712.14a).
    pub(crate) fn entering_face(self, object: &Object, destination: &Destination) -> Option<CardId> {
        if object.is(Flags::FACE_DOWN) || destination.down.is_creature() {
            // CR 708.3: which face it would have matters only once it is turned face up.
            return Some(object.printed);
        }
        if let Some(night) = self.night_face(object.printed) {
            return Some(night);
        }
        // CR 709.5d: of what neither was a spell nor the copy of one, both halves are locked.
        if self.pool.card(object.printed).layout == Layout::Room {
            if object.zone == Zone::Stack && self.half_of(object).is_some() {
                return Some(object.card);
            }
            return self.pool.card(self.pool.whole(object.printed)).faces.last().copied();
        }
        if self.shows_face(object) {
            return Some(object.card);
        }
        if destination.transformed { self.pool.other_side(object.printed) } else { Some(object.printed) }
    }

    /// An object as what it would enter the battlefield (CR 614.12): face down, with another face up, or as the token that the copy of a
    /// spell becomes (CR 608.3f).
    pub(crate) fn as_entering(self, object: &Object, destination: &Destination) -> Object {
        let mut entering = if destination.down.is_creature() {
            self.as_face_down(object, destination.down)
        } else {
            self.as_face_to_enter(object, destination).unwrap_or(*object)
        };
        if object.is(Flags::COPY) {
            entering.flags |= Flags::TOKEN;
        }
        entering
    }

    /// The object as the Aura as which it would be put onto the battlefield (CR 303.4f): with the face and the controller that it will
    /// have there. None if it will be no Aura.
    pub(crate) fn as_entering_aura(self, scope: &Scope, object: &Object, destination: &Destination) -> Option<Object> {
        if destination.down.is_creature() {
            return None;
        }
        let mut aura = self.as_face_to_enter(object, destination).filter(Object::is_aura)?;
        // Whoever will control it is whom it means by "you" (CR 109.5).
        aura.controller = self.entering_controller(scope, object.owner, destination);
        Some(aura)
    }

    /// The object with the face that it would enter with, if it can (see [`Eye::entering_face`]).
    fn as_face_to_enter(self, object: &Object, destination: &Destination) -> Option<Object> {
        let face = self.entering_face(object, destination)?;
        // What has become a copy of something else is that, and a spell is what it is on the stack.
        let as_it_is = face == object.card || object.is(Flags::COPYING) || object.zone == Zone::Stack;
        Some(if as_it_is { *object } else { self.as_face(object, face) })
    }

    /// The card whose copiable values a copy of the object has (CR 707.2): that it is flipped is a status, and that a permanent was
    /// bestowed is an effect; neither is copied. A copy of a bestowed spell is bestowed (CR 702.103c).
    pub(crate) fn copied_card(self, object: &Object) -> CardId {
        let card = self.pool.card(object.card);
        let isnt_copied = match card.layout {
            Layout::Flip => true,
            // CR 709.5b: which halves are unlocked isn't copied.
            Layout::Bestow | Layout::Room => object.zone != Zone::Stack,
            _ => false,
        };
        card.face_of.filter(|_| isnt_copied).unwrap_or(object.card)
    }

    /// Returns whether an object off the battlefield has been made one of the faces of its card, to be played as that.
    pub(crate) fn shows_face(self, object: &Object) -> bool {
        object.card != object.printed && self.pool.card(object.card).face_of == Some(object.printed)
    }
}

impl Engine<'_> {
    /// Transforms a permanent (CR 701.27): nothing happens if it has no other side that can be a permanent. `by` is the ability
    /// that says so.
    pub(crate) fn transform(&mut self, id: ObjectId, by: ObjectId) {
        if self.can_be_transformed(id, by) {
            self.turn_over(id);
        }
    }

    /// Returns whether a permanent would transform if `by` said so (CR 701.27c–f).
    pub(crate) fn can_be_transformed(&self, id: ObjectId, by: ObjectId) -> bool {
        let Some(object) = self.s.get(id) else { return false };
        if object.zone != Zone::Battlefield
            || object.is(Flags::FACE_DOWN)
            || self.pool.other_side(object.printed).is_none()
        {
            return false;
        }
        // CR 702.145b, e: daybound and nightbound permanents transform in no other way.
        let bound = object.characteristics.keywords.intersects(crate::daytime::BOUND);
        let stuck = bound || self.eye().cannot_transform(id, object);
        if stuck || !self.pool.card(object.printed).layout.is_double_faced() {
            return false;
        }
        // CR 701.27f: an ability of the permanent itself transforms it only if it hasn't transformed since.
        !self.s.get(by).is_some_and(|ability| {
            ability.is(Flags::ABILITY)
                && self.s.stack.iter().any(|item| item.object == by && item.source == id)
                && ability.turned != object.turned
        })
    }

    /// Flips a flip card's permanent, or one that is a copy of a flip card (CR 707.3, 710.4): never back.
    pub(crate) fn flip(&mut self, id: ObjectId) {
        let Some(object) = self.s.get(id) else { return };
        // Which side of its own card is up is another status, of which one that has two sides has only that.
        let copies = object.is(Flags::COPYING) && !self.pool.card(object.printed).layout.is_double_faced();
        let shown = if copies { object.card } else { object.printed };
        let flips = self.pool.card(shown).layout == Layout::Flip;
        if object.zone == Zone::Battlefield && flips && !object.is(Flags::TRANSFORMED) {
            self.turn_over(id);
        }
    }

    pub(crate) fn turn_over(&mut self, id: ObjectId) {
        let timestamp = self.s.tick();
        let object = self.object(id.index);
        object.flags.toggle(Flags::TRANSFORMED);
        object.turned = object.turned.wrapping_add(1);
        // CR 613.7g.
        object.timestamp = timestamp;
        let object = self.s.objects[id.index()];
        let face = self.eye().flipped_copy(&object, object.card).unwrap_or_else(|| self.eye().base_card(&object));
        let transforms = self.pool.card(object.printed).layout.is_double_faced();
        // A permanent that is a copy of something else goes on being that (CR 712.17): the layers see to it.
        self.tell(Audience::Everyone, |eye| {
            let (from, to) = (eye.card_name(object.card), eye.card_name(face));
            format!("{from} {} {to}.", if transforms { "transforms into" } else { "flips and becomes" })
        });
        self.show_other(id, face);
        if transforms && self.watches(EventKinds::TAP) {
            self.trigger_transformed(id);
        }
    }

    /// A permanent has turned to another face: its abilities are that face's from now on.
    pub(crate) fn show_other(&mut self, id: ObjectId, face: CardId) {
        self.object(id.index).card = face;
        let derived = &self.pool.card(face).derived;
        self.s.layers_used |= derived.has_continuous;
        self.s.rules |= derived.rules;
        self.s.watched |= derived.watches;
        self.touch();
        self.refresh();
    }

    /// A permanent has transformed: the abilities of the side that is up now see it (CR 701.27e).
    fn trigger_transformed(&mut self, id: ObjectId) {
        let Some(object) = self.s.get(id).copied() else { return };
        let data = EventData { object: id, other: None, player: Some(object.controller), amount: 1 };
        self.watch(EventKinds::TAP, None, &|eye, scope, event| match event {
            TriggerEvent::Transforms { what } => eye.matches(scope, what, id, &object).then_some(data),
            _ => None,
        });
    }

    /// Mana may be spent on the spell as though it were of other types (CR 609.4b).
    pub(crate) fn allow_mana_for(&mut self, player: Player, spell: ObjectId, mana: SpentAs) {
        if mana == SpentAs::Itself {
            return;
        }
        let usual = PlayPermission::plain(spell, player, self.s.turn);
        self.s.permissions.push(PlayPermission { mana, duration: Duration::EndOfTurn, ..usual });
    }

    /// The player may cast the card, not one of its other faces, for as long as it remains exiled.
    pub(crate) fn allow_whole(&mut self, card: ObjectId, player: Player) {
        let usual = PlayPermission::plain(card, player, self.s.turn);
        self.s.permissions.push(PlayPermission { lands: true, whole: true, ..usual });
    }
}
