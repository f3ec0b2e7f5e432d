//! Cipher (CR 702.99): a card in exile that is encoded on a creature.
//!
//! What the creature has for it is a continuous effect that lasts while the card is there. Its source is the spell that the card
//! was, so that the card is the next object in the spell's place.

use gauntlet_cards::effect::{Destination, Duration};
use gauntlet_cards::filter::Zone;
use gauntlet_core::Audience;

use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::resolve::After;
use crate::state::{Flags, Object, ObjectId, Range};
use crate::task::Resolve;

impl Eye<'_> {
    /// The card in exile that a spell has become.
    pub(crate) fn encoded_card(self, spell: ObjectId) -> Option<ObjectId> {
        let card = spell.moved();
        self.s.get(card).filter(|object| object.zone == Zone::Exile).map(|_| card)
    }

    /// A card with this name that is encoded on a creature.
    pub(crate) fn encoded_on(self, creature: ObjectId, name: &str) -> Option<ObjectId> {
        let effects = self.s.effects.iter();
        let encoded = effects.filter(|effect| effect.object == creature && effect.duration == Duration::WhileEncoded);
        encoded
            .filter_map(|effect| self.encoded_card(effect.source))
            .find(|card| self.pool.card(self.s.objects[card.index()].printed).name == name)
    }
}

impl Engine<'_> {
    /// CR 702.99a: if the spell is a card, its controller may exile it encoded on a creature they control.
    pub(crate) fn encode(&mut self, task: &mut Resolve, register: u8) -> After {
        let (player, source) = (task.scope.you, task.scope.source);
        let end = self.s.scratch.len() as u16;
        task.scope.registers[usize::from(register)] = Range { start: end, end };
        match self.s.answer.take() {
            Some(Action::Object(index)) => {
                let creature = self.s.id(index);
                self.move_object(source, &Destination::to(Zone::Exile));
                if self.eye().encoded_card(source).is_some() {
                    self.tell(Audience::Everyone, |eye| format!("It is encoded on {}.", eye.object_name(creature)));
                    self.s.scratch.push(creature);
                    task.scope.registers[usize::from(register)] = Range { start: end, end: end + 1 };
                }
            }
            Some(_) => {}
            None => {
                let is_card = |spell: &Object| spell.zone == Zone::Stack && !spell.is(Flags::COPY);
                if !self.s.get(source).is_some_and(is_card) {
                    return After::Next;
                }
                let own = |object: &Object| {
                    object.controller == player && object.is_creature() && !object.is(Flags::PHASED_OUT)
                };
                self.offer(|engine, choices| {
                    let creatures = engine.s.permanents().filter(|(_, object)| own(object));
                    choices.extend(creatures.map(|(id, _)| Action::Object(id.index)));
                });
                if !self.s.choices.is_empty() {
                    self.s.choices.push(Action::Done);
                    return After::Ask(player, DecisionKind::Pick, task.item.object, Particulars::Left(1));
                }
            }
        }
        After::Next
    }
}
