//! Numbers that are said together and asked for one by one: mana for each colour, combat damage for each creature.

use gauntlet_cards::keyword::Keywords;
use gauntlet_core::{Game as _, Player};

use super::answers::Play;
use super::model::Answer;
use crate::decision::{Action, DecisionKind};
use crate::state::State;
use crate::task::Task;

/// How many colours there are.
const COLORS: u8 = 5;

impl Play<'_> {
    /// Where X is how many things a cost is paid with: as many as are named before it is said that there are no more.
    pub(super) fn as_many_as_named(&mut self, player: Player, choices: &[Action]) -> Option<Action> {
        let queue = &mut self.queues[player.index()].choices;
        let names = |answer: &Answer| match answer {
            Answer::Text(text) => usize::from(!text.chars().any(|c| c.is_ascii_digit())),
            Answer::Other(detail) => detail.all.len(),
            _ => 0,
        };
        let place = queue.iter().take_while(|answer| names(answer) > 0).count();
        let named: usize = queue.iter().take(place).map(names).sum();
        let action = Action::Number(named as u16);
        let ends = matches!(queue.get(place), Some(Answer::Other(detail)) if detail.skip);
        // Where as many are named as there can be, nothing more has to be said.
        let all = named > 0 && choices.last() == Some(&action);
        if !choices.contains(&action) || !ends && !all {
            return None;
        }
        if ends {
            queue.remove(place);
        }
        Some(action)
    }

    /// The next part of such numbers.
    pub(super) fn shared_out(&mut self, choices: &[Action]) -> Option<Action> {
        match self.position.decision().kind {
            DecisionKind::Color => self.color_of_several(choices),
            DecisionKind::AssignDamage => self.damage_of_several(choices),
            _ => None,
        }
    }

    /// Mana in any combination of colours may be said as a number for each colour, in the order white, blue, black, red, green.
    fn color_of_several(&mut self, choices: &[Action]) -> Option<Action> {
        let decision = self.position.decision();
        let answers = &mut self.queues[decision.player.index()].choices;
        if self.colors.is_empty() && matches!(answers.front(), Some(Answer::Number(_))) {
            let mut left = i64::from(decision.detail.left());
            for color in 0..COLORS {
                let Some(&Answer::Number(count)) = answers.front() else { break };
                // Once all is given, only zeros can follow.
                if count > left {
                    break;
                }
                answers.pop_front();
                left -= count;
                self.colors.extend(std::iter::repeat_n(color, usize::try_from(count).unwrap_or(0)));
            }
            if matches!(answers.front(), Some(Answer::Other(detail)) if detail.skip) {
                answers.pop_front();
            }
        }
        let action = Action::Color(self.colors.pop_front()?);
        choices.contains(&action).then_some(action)
    }

    /// The damage of a creature among those that it fights may be said as a number for each of them, in the order in which the
    /// scenario declares the blocks, and for what it attacks last (CR 510.1c, 702.19b).
    fn damage_of_several(&mut self, choices: &[Action]) -> Option<Action> {
        let s = &self.position.state;
        let Some(Task::CombatDamage(task)) = s.tasks.last() else { return None };
        let index = s.battlefield[usize::from(task.cursor)];
        let fought = self.fought(s, index);
        let tramples = s.objects[usize::from(index)].characteristics.keywords.contains(Keywords::TRAMPLE);
        if self.division.as_ref().is_none_or(|(of, _)| *of != index) {
            let mut left = i64::from(task.left?);
            let answers = &mut self.queues[s.decision.player.index()].choices;
            let mut shares = Vec::new();
            for (place, other) in fought.iter().enumerate() {
                let Some(&Answer::Number(number)) = answers.front() else { break };
                // The last one gets what is left without being asked about, and may be left out.
                if number > left || place + 1 == fought.len() && place > 0 && number != left && !tramples {
                    break;
                }
                answers.pop_front();
                left -= number;
                shares.push((*other, u16::try_from(number).unwrap_or(0)));
            }
            // What it attacks gets the rest.
            if shares.len() == fought.len() && left > 0 && answers.front() == Some(&Answer::Number(left)) {
                answers.pop_front();
            }
            if !shares.is_empty() && matches!(answers.front(), Some(Answer::Other(detail)) if detail.skip) {
                answers.pop_front();
            }
            self.division = Some((index, shares));
        }
        let about = self.position.decision().about.index;
        let (_, shares) = self.division.as_ref()?;
        let share = shares.iter().find(|(other, _)| *other == about)?.1;
        let action = Action::Number(share);
        if choices.contains(&action) {
            return Some(action);
        }
        self.illegal = Some(format!("{share} damage is assigned to {}", self.position.describe(Action::Object(about))));
        None
    }

    /// Returns whether a number is divided among targets as was said (CR 601.2d). What isn't among the targets is divided in another way.
    pub(super) fn divides_as_said(&mut self) -> bool {
        let given = std::mem::take(&mut self.given);
        given.iter().all(|(target, amount)| {
            let chosen = self.position.state.targets.iter();
            let mut shares = chosen.filter(|entry| Action::from(entry.target) == *target && entry.share > 0).peekable();
            shares.peek().is_none() || shares.any(|entry| entry.share == *amount)
        })
    }

    /// Those that a creature fights, in the order in which the scenario says the blocks.
    fn fought(&self, s: &State, index: u16) -> Vec<u16> {
        let said = |blocker: u16, attacker: u16| {
            let pair = self.blocks.iter().rev().find(|pair| (pair.1, pair.2) == (blocker, attacker));
            pair.map_or(usize::MAX, |pair| pair.0)
        };
        let pairs = s.blocks.iter().filter(|(blocker, attacker)| *blocker == index || *attacker == index);
        let mut pairs: Vec<(usize, u16)> = pairs
            .map(|&(blocker, attacker)| (said(blocker, attacker), if attacker == index { blocker } else { attacker }))
            .collect();
        pairs.sort_by_key(|pair| pair.0);
        pairs.into_iter().map(|pair| pair.1).collect()
    }
}
