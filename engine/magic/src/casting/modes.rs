//! Choosing modes, and what they cost (CR 601.2b, 700.2).

use gauntlet_cards::ability::Activatable;
use gauntlet_cards::card::Pool;
use gauntlet_cards::cost::Cost;
use gauntlet_cards::effect::{ModeChoice, ModeCost, Part, Script};
use gauntlet_cards::splice::SPLICED;
use smallvec::SmallVec;

use crate::choosing::NO_OR_YES;
use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::{Engine, Flow};
use crate::state::{Modes, Target};
use crate::task::{Announce, Origin, Stage};

impl Modes {
    /// A single one.
    pub(crate) fn one(mode: u8) -> Modes {
        let mut modes = Modes::default();
        modes.push(mode);
        modes
    }

    pub(super) fn push(&mut self, mode: u8) {
        self.parts[usize::from(self.count)] = mode;
        self.count += 1;
    }

    /// Those of the script itself, which come first, without what was spliced onto it.
    fn own(&self) -> &[u8] {
        let chosen = self.chosen();
        &chosen[..chosen.iter().position(|mode| *mode >= SPLICED).unwrap_or(chosen.len())]
    }

    /// These are all the modes of this many, in the order in which they are written.
    fn all(count: usize) -> Modes {
        let mut modes = Modes::default();
        for mode in 0..count {
            modes.push(mode as u8);
        }
        modes
    }
}

/// What these modes cost, and what was spliced onto a spell (CR 702.47a).
pub(crate) fn mode_costs<'a>(pool: &'a Pool, way: &'a Activatable, modes: Modes) -> impl Iterator<Item = &'a Cost> {
    let choice = way.script.modes.as_ref().filter(|choice| choice.cost != ModeCost::None);
    let own = choice
        .into_iter()
        .flat_map(move |choice| choice.costs(modes.own(), way.script.parts.len()).collect::<SmallVec<[&Cost; 4]>>());
    own.chain(super::splice::splice_costs(pool, &modes))
}

impl Engine<'_> {
    /// Once it is known how it will be cast, its modes are chosen; if they depend on optional costs, those first (CR 601.2b).
    pub(super) fn after_price(&self, task: &Announce) -> Stage {
        match self.way(&task.item) {
            Some(way) if way.script.modes_ask_what_is_paid() => Stage::OptionalCosts,
            _ => Stage::Modes,
        }
    }

    /// `Some(Ask)`: asked. `Some(Go)`: the stage is done. `None`: the announcement is over.
    pub(super) fn choose_modes(&mut self, task: &mut Announce) -> Option<Flow> {
        task.stage = Stage::Splice;
        let script = self.script(task.item.ability);
        let Some(choice) = &script.modes else {
            if let Some(part) = script.parts.first() {
                let scope = self.announce_scope(task);
                if task.origin == Origin::Trigger && !self.eye().part_possible(&scope, part, &self.source_object(task))
                {
                    return self.abandon(task);
                }
                task.item.modes.count = 1;
            }
            return Some(Flow::Go);
        };
        let scope = self.announce_scope(task);
        let (min, max) = choice.bounds(|condition| self.eye().holds(&scope, condition));
        // Where all are chosen, there is nothing to choose: both halves of a fused spell (CR 702.102d).
        let all = usize::from(min) == script.parts.len() && script.parts.len() <= task.item.modes.parts.len();
        if all && !choice.repeat && task.origin != Origin::Trigger {
            task.item.modes = Modes::all(script.parts.len());
            return Some(Flow::Go);
        }
        match self.s.answer.take() {
            Some(Action::Mode(mode)) => task.item.modes.push(mode),
            Some(Action::Done) => return self.modes_chosen(task),
            Some(Action::Yes) => {
                task.item.modes = Modes::all(script.parts.len());
                return Some(Flow::Go);
            }
            Some(Action::No) => task.cursor = 1,
            _ => {}
        }
        if matches!(choice.cost, ModeCost::All(_)) && task.cursor == 0 {
            task.cursor = 1;
            if self.modes_payable(task, script, choice, Modes::all(script.parts.len())) {
                task.stage = Stage::Modes;
                self.offer_these(NO_OR_YES);
                return Some(self.ask_announce(*task, DecisionKind::OptionalCost, Particulars::Nothing));
            }
        }
        let modes = task.item.modes;
        if modes.count >= max.min(modes.parts.len() as u8) {
            return self.modes_chosen(task);
        }
        self.offer(|engine, choices| {
            for number in 0..script.parts.len() as u8 {
                let mut with = modes;
                with.push(number);
                let chosen = modes.chosen().contains(&number);
                let taken = engine.eye().mode_is_taken(task.item.source, script, usize::from(number));
                let worth = choice.is_worth(with.own());
                let apart = !choice.apart || engine.can_be_apart(task, script, with.own(), 0);
                if (!chosen || choice.repeat)
                    && worth
                    && apart
                    && !taken
                    && engine.modes_payable(task, script, choice, with)
                {
                    choices.push(Action::Mode(number));
                }
            }
            if modes.count >= min && !choices.is_empty() {
                choices.push(Action::Done);
            }
        });
        if self.s.choices.is_empty() {
            if modes.count >= min {
                return self.modes_chosen(task);
            }
            return self.abandon(task);
        }
        task.stage = Stage::Modes;
        Some(self.ask_announce(*task, DecisionKind::Mode, Particulars::Nothing))
    }

    /// Modes are followed in the order in which they are written (CR 608.2c), whatever the order in which they were chosen.
    fn modes_chosen(&mut self, task: &mut Announce) -> Option<Flow> {
        let count = usize::from(task.item.modes.count);
        task.item.modes.parts[..count].sort_unstable();
        let choice = self.script(task.item.ability).modes.as_ref();
        if choice.is_some_and(|choice| choice.unchosen.is_some()) {
            for mode in task.item.modes.parts.into_iter().take(count) {
                self.note_mode(task.item.source, task.item.ability, mode);
            }
        }
        Some(Flow::Go)
    }

    /// Returns whether each of these modes can have another player as its target, none of them one who is taken (each player is a bit).
    fn can_be_apart(&self, task: &Announce, script: &Script, modes: &[u8], taken: u8) -> bool {
        let Some((mode, rest)) = modes.split_first() else { return true };
        let (scope, from) = (self.announce_scope(task), self.source_object(task));
        let part = &script.parts[usize::from(*mode)];
        let mut possible = false;
        self.eye().each_candidate(&scope, part, 0, &[], &from, &mut |target| {
            if let Target::Player(player) = target {
                let bit = 1 << player.index();
                possible = taken & bit == 0 && self.can_be_apart(task, script, rest, taken | bit);
            }
            !possible
        });
        possible
    }

    /// Of the players that could be the target of the mode that is announced now, keeps those that no other mode has, and that leave one for
    /// each mode after it: each mode must target a different player.
    pub(super) fn keep_players_apart(&self, task: &Announce, choices: &mut Vec<Action>) {
        let script = self.script(task.item.ability);
        if !script.modes.as_ref().is_some_and(|choice| choice.apart) {
            return;
        }
        let range = task.item.targets.start as usize..task.item.targets.end as usize;
        let others = self.s.targets[range].iter().filter(|other| other.mode != task.mode);
        let taken = others.fold(0, |all, other| match other.target {
            Target::Player(player) => all | 1 << player.index(),
            Target::Object(_) => all,
        });
        let modes = task.item.modes;
        let after = &modes.own()[usize::from(task.mode) + 1..];
        choices.retain(|choice| match choice {
            Action::Player(player) => {
                let bit = 1 << player.index();
                taken & bit == 0 && self.can_be_apart(task, script, after, taken | bit)
            }
            _ => true,
        });
    }

    /// Returns whether the last of these modes, or each of all, has its targets, and all can be paid.
    fn modes_payable(&self, task: &Announce, script: &Script, choice: &ModeChoice, modes: Modes) -> bool {
        let scope = self.announce_scope(task);
        let from = self.source_object(task);
        let way = self.way(&task.item).filter(|_| task.origin != Origin::Copy);
        let open = way.is_some_and(|way| self.asks_for_x(task, way));
        let parts = modes.chosen().iter().map(|mode| &script.parts[usize::from(*mode)]);
        // X is chosen after the modes, and may say what can be a target.
        let (waiting, now): (SmallVec<[&Part; 4]>, SmallVec<[&Part; 4]>) =
            parts.partition(|part| open && part.targets_use_x());
        if !now.iter().all(|part| self.eye().part_possible(&scope, part, &from)) {
            return false;
        }
        let Some(way) = way else { return true };
        if waiting.is_empty()
            && choice.cost == ModeCost::None
            && !self.eye().targets_change_cost(&self.attempt(task, way, &from))
        {
            return true;
        }
        let mut with = *task;
        with.item.modes = modes;
        self.affordable(&with, way)
    }
}
