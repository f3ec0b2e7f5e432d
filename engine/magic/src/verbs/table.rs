//! What happens to the table as a whole: goading, exchanging control, phasing, the monarch, new targets, ending the turn.

use gauntlet_cards::ability::PlayerRule;
use gauntlet_cards::effect::{Destination, Duration};
use gauntlet_cards::filter::{Objects, Players, Zone};
use gauntlet_core::Player;
use smallvec::SmallVec;

use crate::decision::{Action, DecisionKind};
use crate::engine::Engine;
use crate::resolve::After;
use crate::state::{ActiveEffect, DelayedTrigger, Flags, ObjectId, PhasedOut, StackItem, Target};
use crate::task::{Resolve, Scope};

impl Engine<'_> {
    /// CR 701.15: until the player's next turn the creatures attack if able, and another player if able. With two players there
    /// is no other one to attack.
    pub(super) fn goad(&mut self, task: &Resolve, objects: &Objects) {
        for id in self.list(&task.scope, objects) {
            let effect = self.effect(task, id, Duration::YourNextTurn);
            self.s.effects.push(effect);
            self.touch();
        }
    }

    /// CR 701.12b: nothing happens unless there are two, controlled by different players.
    pub(super) fn exchange_control(&mut self, task: &Resolve, first: &Objects, second: &Objects) {
        let scope = task.scope;
        let mut both: SmallVec<[ObjectId; 8]> = self.list(&scope, first);
        for id in self.list(&scope, second) {
            if !both.contains(&id) {
                both.push(id);
            }
        }
        let [a, b] = both.as_slice() else { return };
        let (a, b) = (*a, *b);
        let on_battlefield = |id: ObjectId| self.s.get(id).filter(|object| object.zone == Zone::Battlefield);
        let (Some(one), Some(other)) = (on_battlefield(a), on_battlefield(b)) else { return };
        let (one, other) = (one.controller, other.controller);
        if one == other {
            return;
        }
        for (id, player) in [(a, other), (b, one)] {
            let effect = self.effect(task, id, Duration::Indefinite);
            self.s.effects.push(ActiveEffect { player, ..effect });
        }
        self.touch();
    }

    /// CR 702.26d: phased-out permanents are treated as though they didn't exist. What is attached to them goes with them (702.26g).
    pub(crate) fn phase_out(&mut self, id: ObjectId, with: ObjectId) {
        let there = self.s.get(id).is_some_and(|object| object.zone == Zone::Battlefield);
        if !there {
            return;
        }
        self.remove_from_combat(id);
        self.tell(|eye| format!("{} phases out.", eye.object_name(id)));
        self.s.battlefield.retain(|index| *index != id.index);
        let object = self.object(id.index);
        object.flags |= Flags::PHASED_OUT;
        // No list of permanents has it, and nothing that looks for permanents finds it.
        object.zone = Zone::Command;
        self.s.phased.push(PhasedOut { index: id.index, with: with.index });
        let attached: SmallVec<[ObjectId; 4]> =
            self.s.permanents().filter(|(_, object)| object.attached_to == id).map(|(other, _)| other).collect();
        for other in attached {
            self.phase_out(other, id);
        }
        self.touch();
    }

    /// CR 702.26c: it phases in with what phased out because it was attached to it.
    pub(crate) fn phase_in(&mut self, index: u16) {
        self.s.phased.retain(|phased| phased.index != index);
        let object = self.object(index);
        object.flags -= Flags::PHASED_OUT;
        object.zone = Zone::Battlefield;
        self.s.battlefield.push(index);
        self.touch();
        let id = self.s.id(index);
        self.tell(|eye| format!("{} phases in.", eye.object_name(id)));
        while let Some(next) = self.s.phased.iter().find(|phased| phased.with == index).copied() {
            self.phase_in(next.index);
        }
    }

    /// CR 724.1–3: there is one monarch; the abilities of being it have no source and are that player's.
    pub(crate) fn become_monarch(&mut self, player: gauntlet_core::Player) {
        if self.s.monarch == Some(player) {
            return;
        }
        self.s.monarch = Some(player);
        self.tell(|eye| format!("{} becomes the monarch.", eye.player_name(player)));
        self.touch();
        let abilities = self.pool.monarch_abilities();
        self.s.delayed.retain(|delayed| !abilities.contains(&delayed.ability));
        for ability in abilities {
            self.s.delayed.push(DelayedTrigger {
                ability,
                until: gauntlet_cards::effect::DelayedUntil::EveryEvent,
                source: ObjectId::NONE,
                controller: player,
                turn: self.s.turn,
                memory: 0,
                x: None,
            });
        }
        self.reached(player, gauntlet_cards::designation::Milestone::Monarch, ObjectId::NONE);
    }

    /// CR 723.1: what is on the stack is exiled, what has triggered ceases to exist, and the cleanup step follows.
    pub(super) fn end_the_turn(&mut self) -> After {
        self.tell(|_| "The turn ends.".to_owned());
        self.s.pending.clear();
        while let Some(item) = self.s.stack.last().copied() {
            self.move_object(item.object, &Destination::to(Zone::Exile));
        }
        self.s.pending.clear();
        for place in 0..self.s.battlefield.len() {
            let id = self.s.id(self.s.battlefield[place]);
            self.remove_from_combat(id);
        }
        self.s.extra_phases.clear();
        self.s.resume = None;
        self.s.turn_ends = true;
        After::End
    }

    /// CR 701.12c: each gains or loses what it takes, if both can; or nothing happens (CR 119.7, 119.8, 701.12a).
    pub(super) fn exchange_life(&mut self, scope: &Scope, players: &Players) {
        // CR 701.12a: with only one of the two, nothing is exchanged.
        if self.who(scope, players) != crate::evaluate::PlayerSet::BOTH {
            return;
        }
        let other = !scope.you;
        let change = self.s.players[other].life - self.s.players[scope.you].life;
        let can = |player: Player, change: i32| {
            !self.eye().player_rule(player, |rule| match rule {
                PlayerRule::CantGainLife => change > 0,
                PlayerRule::CantLoseLife => change < 0,
                _ => false,
            })
        };
        if !can(scope.you, change) || !can(other, -change) {
            return;
        }
        for (player, change) in [(scope.you, change), (other, -change)] {
            self.gain_life(player, change);
            self.lose_life(player, -change);
        }
    }

    /// CR 115.7a, d: for each target in turn, another legal one, or the same if it need not be changed.
    pub(super) fn choose_new_targets(
        &mut self,
        task: &mut Resolve,
        objects: &Objects,
        players: &Players,
        must: bool,
    ) -> After {
        let scope = task.scope;
        let Some(player) = self.who(&scope, players).first(scope.you) else { return After::Next };
        let Some(id) = self.list(&scope, objects).first().copied() else { return After::Next };
        let Some(item) = self.s.stack.iter().find(|item| item.object == id).copied() else { return After::Next };
        let place = |done: u16| item.targets.start as usize + usize::from(done);
        match self.s.answer.take() {
            Some(Action::Object(index)) => {
                let target = Target::Object(self.s.id(index));
                self.retarget(&item, place(task.progress.done), target);
                task.progress.done += 1;
            }
            Some(Action::Player(player)) => {
                self.retarget(&item, place(task.progress.done), Target::Player(player));
                task.progress.done += 1;
            }
            Some(_) => task.progress.done += 1,
            None => {}
        }
        while place(task.progress.done) < item.targets.end as usize {
            let number = place(task.progress.done);
            let this = self.s.targets[number];
            self.offer_targets_instead(&item, number);
            self.s.choices.retain(|choice| *choice != Action::from(this.target));
            if !self.s.choices.is_empty() {
                if !must {
                    // "Done": it stays as it is.
                    self.s.choices.push(Action::Done);
                }
                return After::Ask(player, DecisionKind::Target, item.object, u16::from(this.spec));
            }
            task.progress.done += 1;
        }
        After::Next
    }

    /// Puts into `choices` what may be in the place of a target, that one included if it is legal (CR 115.7).
    pub(crate) fn offer_targets_instead(&mut self, item: &StackItem, number: usize) {
        let this = self.s.targets[number];
        let part = self.item_part(item, this.mode);
        let mut scope = Scope::of_item(item);
        scope.mode = this.mode;
        let from = self.item_source(item);
        let range = item.targets.start as usize..item.targets.end as usize;
        let others = range.filter(|other| *other != number).map(|other| self.s.targets[other]);
        let others = others.filter(|other| other.mode == this.mode);
        let chosen: SmallVec<[(u8, Target); 8]> = others.map(|other| (other.spec, other.target)).collect();
        let mut choices = std::mem::take(&mut self.s.choices);
        choices.clear();
        self.eye().each_candidate(&scope, part, this.spec, &chosen, &from, &mut |target| {
            choices.push(target.into());
            true
        });
        self.s.choices = choices;
    }

    fn retarget(&mut self, item: &StackItem, place: usize, target: Target) {
        self.s.targets[place].target = target;
        if self.watches(gauntlet_cards::keyword::EventKinds::TARGET) {
            match target {
                Target::Object(id) => self.trigger_targeted(id, item.object),
                Target::Player(player) => self.trigger_player_targeted(player, item.object),
            }
        }
    }
}
