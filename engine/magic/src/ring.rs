//! The Ring tempts a player (CR 701.54): the emblem with its abilities, and the Ring-bearer.

use gauntlet_cards::designation::Milestone;
use gauntlet_cards::filter::Players;
use gauntlet_core::{Audience, Player};

use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::Engine;
use crate::resolve::After;
use crate::state::{Object, ObjectId};
use crate::task::Resolve;

impl Engine<'_> {
    /// CR 701.54a, c: the emblem gets its next ability, then the player chooses a creature as Ring-bearer.
    pub(crate) fn ring_tempts(&mut self, task: &mut Resolve, players: &Players) -> After {
        let Some(player) = self.eye().players(&task.scope, players).first(task.scope.you) else { return After::Next };
        let chosen = match self.s.answer.take() {
            Some(Action::Object(index)) => Some(self.s.id(index)),
            Some(other) => unreachable!("not an answer to the Ring: {other:?}"),
            None => {
                self.grow_the_ring(task, player);
                let own = |object: &Object| object.controller == player && object.is_creature();
                self.offer(|engine, choices| {
                    let creatures = engine.s.permanents().filter(|(_, object)| own(object));
                    choices.extend(creatures.map(|(id, _)| Action::Object(id.index)));
                });
                if !self.s.choices.is_empty() {
                    return After::Ask(player, DecisionKind::Pick, task.item.object, Particulars::Left(1));
                }
                None
            }
        };
        if let Some(id) = chosen {
            self.s.players[player].ring_bearer = id;
            self.tell(Audience::Everyone, |eye| {
                format!("{} is {}'s Ring-bearer.", eye.object_name(id), eye.player_name(player))
            });
        }
        self.touch();
        // CR 701.54d: also if some of it was impossible.
        self.reached(player, Milestone::Ring, chosen.unwrap_or(ObjectId::NONE));
        After::Next
    }

    /// One more temptation; the emblem has one more ability, up to four (CR 701.54c).
    fn grow_the_ring(&mut self, task: &mut Resolve, player: Player) {
        let info = &mut self.s.players[player];
        info.tempted = info.tempted.saturating_add(1);
        let place = usize::from(info.tempted) - 1;
        self.tell(Audience::Everyone, |eye| format!("The Ring tempts {}.", eye.player_name(player)));
        if let Some(abilities) = self.pool.ring_abilities().get(place) {
            let you = std::mem::replace(&mut task.scope.you, player);
            self.create_emblem(task, player, None, abilities);
            task.scope.you = you;
        }
    }

    /// CR 701.54a: a creature is the Ring-bearer until another player gains control of it.
    pub(crate) fn end_bearing(&mut self) {
        for player in Player::BOTH {
            let bearer = self.s.players[player].ring_bearer;
            if !bearer.is_none() && self.s.get(bearer).is_none_or(|object| object.controller != player) {
                self.s.players[player].ring_bearer = ObjectId::NONE;
                self.touch();
            }
        }
    }
}

impl crate::evaluate::Eye<'_> {
    /// Returns whether a permanent is its controller's Ring-bearer (CR 701.54e).
    pub(crate) fn bears_the_ring(self, id: ObjectId, object: &Object) -> bool {
        self.s.players[object.controller].ring_bearer == id && !id.is_none()
    }
}
