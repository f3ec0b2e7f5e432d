//! Destroying and sacrificing permanents (CR 701.8, 701.21), and exploit, which is about a sacrifice (CR 702.110).

use gauntlet_cards::ability::Caused;
use gauntlet_cards::effect::PAID_REGISTER;
use gauntlet_cards::filter::{Amount, Filter, Objects, Players};
use gauntlet_cards::keyword::Restrictions;
use smallvec::SmallVec;

use crate::decision::{Action, DecisionKind};
use crate::destroy::Destruction;
use crate::engine::Engine;
use crate::evaluate::PlayerSet;
use crate::resolve::After;
use crate::state::{ObjectId, Range};
use crate::task::Resolve;

impl Engine<'_> {
    /// Destroys permanents (CR 701.8); those that are gone are counted.
    pub(super) fn destroy_those(&mut self, task: &mut Resolve, objects: &Objects, no_regeneration: bool) {
        let range = self.gather(&task.scope, objects);
        self.tell(|eye| eye.names_of(range, "destroyed"));
        let before = self.ids(range);
        self.destroy(range, Destruction { no_regeneration, by_effect: true });
        task.scope.this_way = self.gone(&before);
    }

    /// The players sacrifice those of the objects that they control (CR 701.21a); those that are gone are counted.
    pub(super) fn sacrifice_those(&mut self, task: &mut Resolve, players: &Players, objects: &Objects) {
        let scope = &task.scope;
        let players = self.who(scope, players);
        let range = self.gather(scope, objects);
        for place in range.start..range.end {
            let controller = self.s.get(self.s.scratch[place as usize]).map(|object| object.controller);
            let spared =
                |player| !players.contains(player) || self.eye().cannot_be_caused(Caused::Sacrifice, player, scope.you);
            if controller.is_some_and(spared) {
                self.s.scratch[place as usize] = ObjectId::NONE;
            }
        }
        let before = self.ids(range);
        self.sacrifice(range);
        task.scope.this_way = self.gone(&before);
    }

    /// The source exploits the creature that was sacrificed (CR 702.110b). It was there as this began to resolve: it may have been
    /// sacrificed itself.
    pub(super) fn exploit(&mut self, task: &Resolve) {
        let source = task.scope.source;
        let paid = task.scope.registers[usize::from(PAID_REGISTER)];
        let itself = self.s.scratch[usize::from(paid.start)..usize::from(paid.end)].contains(&source);
        if itself || self.s.get(source).is_some() || self.moved_to(task, source, true).is_some() {
            self.trigger_exploit(source);
        }
    }

    /// Each player chooses what to sacrifice; then all is sacrificed at once.
    pub(super) fn sacrifice_chosen(
        &mut self,
        task: &mut Resolve,
        players: &Players,
        amount: &Amount,
        filter: &Filter,
        register: Option<u8>,
    ) -> After {
        let scope = task.scope;
        if !task.begun {
            task.progress.players = self.who(&scope, players).0;
            task.progress.left = u16::MAX;
            let end = self.s.scratch.len() as u16;
            task.progress.objects = Range { start: end, end };
        }
        while let Some(player) = PlayerSet(task.progress.players).first(self.s.active) {
            if task.progress.left == u16::MAX {
                task.progress.left = self.times(&scope, amount).min(1_000) as u16;
            }
            if let Some(Action::Object(index)) = self.s.answer.take() {
                let id = self.s.id(index);
                self.s.scratch.push(id);
                task.progress.objects.end += 1;
                task.progress.left -= 1;
            }
            let mut choices = std::mem::take(&mut self.s.choices);
            choices.clear();
            let range = task.progress.objects;
            let chosen = &self.s.scratch[range.start as usize..range.end as usize];
            let spared = self.eye().cannot_be_caused(Caused::Sacrifice, player, scope.you);
            for (id, object) in self.s.permanents() {
                let allowed = !spared && !object.restrictions.contains(Restrictions::CANT_BE_SACRIFICED);
                if object.controller == player
                    && allowed
                    && !chosen.contains(&id)
                    && self.eye().matches(&scope, filter, id, object)
                {
                    choices.push(Action::Object(id.index));
                }
            }
            self.s.choices = choices;
            if task.progress.left > 0 && !self.s.choices.is_empty() {
                return After::Ask(player, DecisionKind::Sacrifice, task.item.object, task.progress.left);
            }
            task.progress.players &= !(1 << player.index());
            task.progress.left = u16::MAX;
        }
        let range = task.progress.objects;
        // Registers keep what was sacrificed as it last was.
        let chosen: SmallVec<[ObjectId; 8]> =
            self.s.scratch[range.start as usize..range.end as usize].iter().copied().collect();
        self.sacrifice(range);
        for (place, id) in (range.start..range.end).zip(chosen) {
            self.s.scratch[place as usize] = id;
        }
        task.scope.this_way = i32::from(range.end - range.start);
        if let Some(register) = register {
            task.scope.registers[register as usize] = range;
        }
        After::Next
    }
}
