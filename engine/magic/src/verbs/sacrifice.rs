//! Destroying and sacrificing permanents (CR 701.8, 701.21), and exploit, which is about a sacrifice (CR 702.110).

use gauntlet_cards::ability::Caused;
use gauntlet_cards::effect::{Instr, PAID_REGISTER};
use gauntlet_cards::filter::{Amount, Filter, Objects, Players};
use gauntlet_cards::keyword::Restrictions;
use gauntlet_core::Audience;
use smallvec::SmallVec;

use crate::decision::{Action, DecisionKind, Particulars};
use crate::destroy::Destruction;
use crate::engine::Engine;
use crate::resolve::After;
use crate::state::{ObjectId, Range};
use crate::task::{Resolve, Scope};

impl Engine<'_> {
    /// Destroys permanents (CR 701.8); those that are gone are counted.
    pub(super) fn destroy_those(&mut self, task: &mut Resolve, objects: &Objects, no_regeneration: bool) {
        let range = self.gather(&task.scope, objects);
        let before = self.ids(range);
        self.tell(Audience::Everyone, |eye| eye.names_of(&before, "destroyed"));
        self.destroy(range, Destruction { no_regeneration, by_effect: true });
        task.scope.this_way = self.gone(&before);
    }

    /// The players sacrifice those of the objects that they control (CR 701.21a); those that are gone are counted.
    pub(super) fn sacrifice_those(&mut self, task: &mut Resolve, players: &Players, objects: &Objects) {
        let range = self.gather_sacrificed(&task.scope, players, objects);
        let before = self.ids(range);
        self.sacrifice(range);
        task.scope.this_way = self.gone(&before);
    }

    /// Objects are sacrificed and others put onto the battlefield as one event. How these enter is chosen before, while what is sacrificed is
    /// still there (CR 614.12a).
    pub(super) fn sacrifice_while(&mut self, task: &mut Resolve, instr: &Instr) -> After {
        let Instr::SacrificeWhile(players, objects, others, destination) = instr else {
            unreachable!("called for such a sacrifice only")
        };
        let scope = task.scope;
        let arriving = if task.begun { task.progress.objects } else { self.gather_moving(task, others) };
        if self.choose_how_they_enter(&scope, arriving, destination) {
            task.progress.objects = arriving;
            return After::Again;
        }
        let gone = self.gather_sacrificed(&scope, players, objects);
        self.announce_sacrifice(gone);
        self.bury_while_entering(&scope, gone, arriving, destination);
        After::Next
    }

    /// The objects that these players control and can be made to sacrifice.
    fn gather_sacrificed(&mut self, scope: &Scope, players: &Players, objects: &Objects) -> Range {
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
        range
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
            task.progress.objects = self.nothing_chosen();
        }
        let asked = self.each_chooses(
            &mut task.progress,
            |engine, player| {
                let own = if *players == Players::Each { Scope { current_player: player, ..scope } } else { scope };
                engine.times(&own, amount).min(1_000) as u16
            },
            |engine, _, chosen| engine.take_chosen(chosen, |_, _| unreachable!("cards aren't sacrificed")),
            |engine, player, chosen, choices| {
                if engine.eye().cannot_be_caused(Caused::Sacrifice, player, scope.you) {
                    return;
                }
                for (id, object) in engine.s.permanents() {
                    if object.controller == player
                        && !object.restrictions.contains(Restrictions::CANT_BE_SACRIFICED)
                        && !chosen.contains(&id)
                        && engine.eye().matches(&scope, filter, id, object)
                    {
                        choices.push(Action::Object(id.index));
                    }
                }
            },
        );
        if let Some((player, left)) = asked {
            return After::Ask(player, DecisionKind::Sacrifice, task.item.object, Particulars::Left(left));
        }
        let range = task.progress.objects;
        // Registers keep what was sacrificed as it last was.
        let chosen: SmallVec<[ObjectId; 8]> = self.chosen(range).iter().copied().collect();
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
