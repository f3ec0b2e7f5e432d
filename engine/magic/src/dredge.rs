//! Dredge (CR 702.52): drawing cards one by one, where each draw can be replaced.

use gauntlet_cards::ability::StaticEffect;
use gauntlet_cards::effect::Destination;
use gauntlet_cards::filter::Zone;
use gauntlet_core::Player;

use crate::decision::{Action, DecisionKind};
use crate::engine::{Engine, Flow};
use crate::state::ObjectId;
use crate::task::Task;

impl Engine<'_> {
    /// How many cards are milled to dredge a card of a graveyard, if the library has that many (CR 702.52b).
    fn dredge_of(&self, player: Player, index: u16) -> Option<u32> {
        let object = &self.s.objects[index as usize];
        let statics = &self.pool.card(object.card).derived.statics_elsewhere;
        let count = statics.iter().find_map(|id| match self.pool.static_ability(*id).effect {
            StaticEffect::Dredge(count) => Some(u32::from(count)),
            _ => None,
        })?;
        (self.s.libraries[player].len() >= count as usize).then_some(count)
    }

    /// The cards that could be dredged instead of a draw, if the draw can happen (CR 614.17c).
    fn dredgeable(&self, player: Player) -> impl Iterator<Item = u16> + '_ {
        let graveyard = if self.eye().cannot_draw(player) { &[][..] } else { &self.s.graveyards[player] };
        graveyard.iter().copied().filter(move |index| self.dredge_of(player, *index).is_some())
    }

    /// Returns whether the player has a card that could be dredged, and a draw that can happen to do it instead of.
    pub(crate) fn can_dredge(&self, player: Player) -> bool {
        self.dredgeable(player).next().is_some()
    }

    /// CR 702.52a, 121.2: the next of several draws; the player may dredge instead of each.
    pub(crate) fn draws(&mut self, player: Player, left: u32) -> Flow {
        if left == 0 {
            return Flow::Go;
        }
        match self.s.answer.take() {
            None => {
                self.offer(|engine, choices| choices.extend(engine.dredgeable(player).map(Action::Object)));
                if !self.s.choices.is_empty() {
                    self.s.choices.push(Action::Done);
                    return self.ask(Task::Draws(player, left), player, DecisionKind::May, ObjectId::NONE, left as u16);
                }
                self.s.tasks.push(Task::Draws(player, left - 1));
                self.draw_undredged(player);
            }
            Some(Action::Object(index)) => {
                self.s.tasks.push(Task::Draws(player, left - 1));
                let id = self.s.id(index);
                let count = self.dredge_of(player, index).unwrap_or_default();
                self.tell(|eye| format!("{} dredges {}.", eye.player_name(player), eye.object_name(id)));
                let start = self.s.scratch.len();
                self.mill(player, count);
                self.s.scratch.truncate(start);
                self.move_object(id, &Destination::to(Zone::Hand));
            }
            Some(_) => {
                self.s.tasks.push(Task::Draws(player, left - 1));
                self.draw_undredged(player);
            }
        }
        Flow::Go
    }
}
