//! What is chosen where a scenario says nothing: the defaults of the format.

use gauntlet_cards::effect::{Instr, Part};
use gauntlet_core::{Game as _, Player};

use super::answers::Play;
use super::judge::{self, Thing};
use crate::decision::{Action, DecisionKind};
use crate::state::{ObjectId, ReplacedBy, Target};
use crate::task::Task;

impl Play<'_> {
    /// What is chosen if nothing was said.
    pub(super) fn default(&self, choices: &[Action]) -> Action {
        let decision = self.position.decision();
        let has = |action: Action| choices.contains(&action).then_some(action);
        let first = choices[0];
        match decision.kind {
            DecisionKind::May if !choices.contains(&Action::Yes) => {
                let objects = choices.iter().copied().filter(|action| *action != Action::Done);
                objects.max_by_key(|action| self.value(*action)).unwrap_or(first)
            }
            DecisionKind::May | DecisionKind::MayPay | DecisionKind::OptionalCost | DecisionKind::OtherPrice => {
                has(Action::Yes).unwrap_or(first)
            }
            DecisionKind::PhyrexianLife | DecisionKind::CommandZone => has(Action::Yes).unwrap_or(first),
            DecisionKind::OrderReplacements => {
                let there = choices.iter().copied().find(|choice| self.to_command_zone(*choice) == Some(true));
                there.unwrap_or(first)
            }
            DecisionKind::Scry | DecisionKind::Surveil | DecisionKind::Block | DecisionKind::Attack => {
                has(Action::No).unwrap_or(first)
            }
            DecisionKind::Mode | DecisionKind::Splice | DecisionKind::Band => has(Action::Done).unwrap_or(first),
            DecisionKind::X => *choices.last().unwrap_or(&first),
            DecisionKind::Target => self.best_target(choices),
            DecisionKind::CostChoice if choices.contains(&Action::Done) => Action::Done,
            DecisionKind::Discard | DecisionKind::Sacrifice | DecisionKind::CostChoice => self.worst(choices),
            DecisionKind::Pick => self.best_pick(choices),
            // Who searches another player's cards searches for those.
            DecisionKind::Search => match self.best(choices, true) {
                Action::Done => self.best(choices, false),
                best => best,
            },
            DecisionKind::AssignDamage => self.lethal(choices),
            DecisionKind::Share => self.share(choices),
            DecisionKind::Attacked => first,
            // Auras that enchant players are Curses, nearly all.
            DecisionKind::AttachTo => has(Action::Player(!decision.player)).unwrap_or_else(|| self.best(choices, true)),
            // Any way that a coin falls is as good as another, if nothing was said.
            DecisionKind::Chance => choices[self.position.fingerprint() as usize % choices.len()],
            _ => first,
        }
    }

    /// Of a choice where a commander goes that would be put into a hand or library, whether it goes to the command zone (CR 903.9b).
    pub(super) fn to_command_zone(&self, action: Action) -> Option<bool> {
        let Action::Number(number) = action else { return None };
        if self.position.decision().kind != DecisionKind::OrderReplacements {
            return None;
        }
        match self.position.state.ordered.get(usize::from(number))?.what {
            ReplacedBy::CommandZone => Some(true),
            ReplacedBy::NotCommandZone => Some(false),
            _ => None,
        }
    }

    /// Enough damage to kill what is asked about, or else as much as there is.
    fn lethal(&self, choices: &[Action]) -> Action {
        self.kills(self.position.decision().about, choices)
    }

    /// Of damage that is divided among targets, enough to kill each in turn, as far as there is enough; of anything else the least.
    fn share(&self, choices: &[Action]) -> Action {
        let Some(Task::Announce(task)) = self.position.state.tasks.last() else { return choices[0] };
        let script = self.position.pool.ability(task.item.ability).kind.script();
        let deals = |part: &Part| part.code.iter().any(|instr| matches!(instr, Instr::DamageDivided(..)));
        let targets =
            &self.position.state.targets[usize::from(task.item.targets.start)..usize::from(task.item.targets.end)];
        let asked = targets.get(usize::from(task.cursor)).map(|chosen| chosen.target);
        match asked {
            Some(Target::Object(id)) if script.is_some_and(|script| script.parts.iter().any(deals)) => {
                self.kills(id, choices)
            }
            _ => choices[0],
        }
    }

    /// The least number that is lethal damage for an object, or else the greatest there is.
    fn kills(&self, id: ObjectId, choices: &[Action]) -> Action {
        let object = self.position.state.get(id);
        let needed =
            object.map_or(0, |object| (i32::from(object.characteristics.toughness) - i32::from(object.damage)).max(0));
        let enough = |action: &&Action| matches!(action, Action::Number(number) if i32::from(*number) >= needed);
        *choices.iter().find(enough).unwrap_or(choices.last().unwrap_or(&choices[0]))
    }

    /// The part of the script and what is chosen for in it.
    fn best_target(&self, choices: &[Action]) -> Action {
        let Some(Task::Announce(task)) = self.position.state.tasks.last() else { return choices[0] };
        let Some(script) = self.position.pool.ability(task.item.ability).kind.script() else { return choices[0] };
        let number = task.item.modes.chosen().get(usize::from(task.mode));
        let part = number.map(|number| self.position.pool.part(script, *number));
        let good = match part {
            Some(part) if !part.code.is_empty() => judge::good(part, Thing::Target(task.cursor)).unwrap_or(false),
            _ => {
                let card = self.position.state.last_known(task.item.object).map(|object| object.card);
                card.is_some_and(|card| judge::good_aura(&self.position.pool, card))
            }
        };
        self.best(choices, good)
    }

    fn best_pick(&self, choices: &[Action]) -> Action {
        let Some(Task::Resolve(task)) = self.position.state.tasks.last() else { return choices[0] };
        let Some(script) = self.position.pool.ability(task.item.ability).kind.script() else {
            return self.best(choices, true);
        };
        let parts: &[Part] = &script.parts;
        for part in parts {
            if let Some(Instr::Pick(_, register)) = part.code.get(usize::from(task.pc)) {
                let good = judge::good(part, Thing::Register(*register)).unwrap_or(true);
                return if good { self.best(choices, true) } else { self.best_bad(choices) };
            }
        }
        self.best(choices, true)
    }

    /// Something bad is picked for: an opponent's best, or the least of one's own.
    fn best_bad(&self, choices: &[Action]) -> Action {
        let theirs = self.best(choices, false);
        if self.whose(theirs) == Some(self.position.decision().player) { self.worst(choices) } else { theirs }
    }

    fn whose(&self, action: Action) -> Option<Player> {
        match action {
            Action::Player(player) => Some(player),
            Action::Object(index) => {
                self.position.state.objects.get(usize::from(index)).map(|object| object.controller)
            }
            Action::Card(_) => Some(self.position.decision().player),
            _ => None,
        }
    }

    /// How much something is worth, by a rule of thumb.
    fn value(&self, action: Action) -> i32 {
        let of_card = |card: gauntlet_cards::card::CardId| {
            let card = self.position.pool.card(card);
            let chars = &card.characteristics;
            i32::from(chars.power.max(0)) + i32::from(chars.toughness.max(0)) + i32::from(chars.mana_value) * 2
        };
        match action {
            Action::Object(index) => {
                let object = &self.position.state.objects[usize::from(index)];
                let chars = &object.characteristics;
                let body = i32::from(chars.power.max(0)) + i32::from(chars.toughness.max(0));
                body + i32::from(chars.mana_value) * 2
            }
            Action::Card(card) => of_card(card),
            _ => 0,
        }
    }

    /// The best of the player's own objects, or of the opponent's; the player, if there are none; the other side
    /// if there must be one; nothing at all if that is possible.
    fn best(&self, choices: &[Action], own: bool) -> Action {
        let chooser = self.position.decision().player;
        let side = |action: &Action| self.whose(*action).is_some_and(|player| (player == chooser) == own);
        let object = |action: &&Action| matches!(action, Action::Object(_) | Action::Card(_));
        let mut best: Option<Action> = None;
        for action in choices.iter().filter(object).filter(|action| side(action)) {
            if best.is_none_or(|other| self.value(*action) > self.value(other)) {
                best = Some(*action);
            }
        }
        best.or_else(|| choices.iter().copied().find(|action| matches!(action, Action::Player(_)) && side(action)))
            .or_else(|| choices.iter().copied().find(|action| *action == Action::Done))
            .unwrap_or(choices[0])
    }

    /// The player's own object that is worth least.
    fn worst(&self, choices: &[Action]) -> Action {
        let objects = choices.iter().copied().filter(|action| matches!(action, Action::Object(_) | Action::Card(_)));
        objects.min_by_key(|action| self.value(*action)).unwrap_or(choices[0])
    }
}
