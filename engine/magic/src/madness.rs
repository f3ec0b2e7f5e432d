//! Madness (CR 702.35), and casting a card in a special way while something resolves.

use gauntlet_core::Player;

use crate::ability::{AbilityKind, Activatable, ActivatableKind};
use crate::card::{AbilityId, CardId};
use crate::decision::{Action, DecisionKind};
use crate::effect::Destination;
use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::filter::{Condition, Objects, Players, Zone};
use crate::keyword::Features;
use crate::resolve::After;
use crate::state::{EventData, ObjectId};
use crate::task::Resolve;

/// The condition of a way to cast that is only there for effects that say so: it never holds by itself.
pub(crate) const NEVER: Condition = Condition::AnyOf(Vec::new());

/// Whether a way to cast is only there for an effect.
fn is_special(way: &Activatable) -> bool {
    way.kind == ActivatableKind::Cast && way.zone == Zone::Exile && way.condition == Some(NEVER)
}

impl Engine<'_> {
    /// A discarded card goes to the graveyard, or to exile if it has madness (CR 702.35a); what it has become.
    pub(crate) fn discarded(&mut self, player: Player, id: ObjectId) -> Option<ObjectId> {
        let trigger = self.pool.features.contains(Features::MADNESS).then(|| {
            let card = self.s.get(id)?.card;
            self.eye().madness(card)
        });
        let Some(trigger) = trigger.flatten() else { return self.move_object(id, &Destination::to(Zone::Graveyard)) };
        let exiled = self.move_object(id, &Destination::to(Zone::Exile))?;
        self.pend(trigger, exiled, player, EventData::NONE, 0);
        Some(exiled)
    }

    /// The player may cast one of the cards in the way that it has for this.
    pub(crate) fn cast_special(&mut self, task: &mut Resolve, players: &Players, cards: &Objects) -> After {
        let scope = task.scope;
        let Some(player) = self.eye().players(&scope, players).first(scope.you) else { return After::Next };
        match self.s.answer.take() {
            Some(Action::Object(index)) => {
                let id = self.s.id(index);
                if let Some(way) = self.eye().special_way(player, id) {
                    self.begin(player, id, way, false);
                    task.scope.did = true;
                }
                return After::Again;
            }
            Some(_) => return After::Next,
            None => {}
        }
        if task.scope.did && task.begun {
            return After::Next;
        }
        self.s.choices.clear();
        for id in self.list(&scope, cards) {
            if self.eye().special_way(player, id).is_some() {
                self.s.choices.push(Action::Object(id.index));
            }
        }
        if self.s.choices.is_empty() {
            return After::Next;
        }
        self.s.choices.push(Action::Done);
        After::Ask(player, DecisionKind::May, task.item.object, 0)
    }
}

impl Eye<'_> {
    /// The trigger of a card's madness ability, if it has one.
    fn madness(self, card: CardId) -> Option<AbilityId> {
        let derived = &self.pool.card(card).derived;
        if !derived.elsewhere.iter().any(|way| is_special(self.pool.activatable(*way))) {
            return None;
        }
        derived.triggers.iter().copied().find(|id| {
            matches!(&self.pool.ability(*id).kind, AbilityKind::Triggered(trigger) if trigger.events.is_empty() && trigger.zone == Zone::Exile)
        })
    }

    /// The special way in which a card can be cast now, if it can.
    fn special_way(self, player: Player, id: ObjectId) -> Option<AbilityId> {
        let object = self.s.get(id)?;
        if object.zone != Zone::Exile {
            return None;
        }
        let derived = &self.pool.card(object.card).derived;
        derived.elsewhere.iter().copied().find(|way| {
            let way = self.pool.activatable(*way);
            is_special(way) && self.castable_at_once(player, id, object, way)
        })
    }
}
