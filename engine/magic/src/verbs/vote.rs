//! Voting (CR 701.38).

use gauntlet_cards::ability::{AbilityKind, Replacement, StaticEffect};
use gauntlet_cards::effect::{Instr, Register};
use gauntlet_core::Audience;

use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::Engine;
use crate::evaluate::{Eye, PlayerSet};
use crate::resolve::After;
use crate::task::{Resolve, Task};

impl Engine<'_> {
    /// CR 701.38a: each player in turn order, beginning with the controller, chooses one of the words.
    pub(super) fn vote(&mut self, task: &mut Resolve, words: &[String], into: Register) -> After {
        if !task.begun {
            task.progress.players = PlayerSet::BOTH.0;
            for place in 0..words.len() {
                task.scope.numbers[usize::from(into) + place] = 0;
            }
        }
        if let Some(Action::Number(number)) = self.s.answer.take() {
            task.scope.numbers[usize::from(into) + usize::from(number)] += 1;
            if let Some(voter) = PlayerSet(task.progress.players).first(task.scope.you) {
                task.progress.players &= !(1 << voter.index());
                self.tell(Audience::Everyone, |eye| {
                    format!("{} votes for {}.", eye.player_name(voter), words[usize::from(number)])
                });
            }
        }
        let Some(voter) = PlayerSet(task.progress.players).first(task.scope.you) else { return After::Next };
        self.offer_these((0..words.len() as u16).map(Action::Number));
        After::Ask(voter, DecisionKind::Vote, task.item.object, Particulars::Nothing)
    }
}

impl<'a> Eye<'a> {
    /// The word that a number stands for in the vote that is going on, or that can be chosen.
    pub(crate) fn vote_word(self, number: u16) -> &'a str {
        let Some(Task::Resolve(task)) = self.s.tasks.last() else { return "" };
        let kind = &self.pool.ability(task.item.ability).kind;
        let as_enters = |kind: &'a AbilityKind| match kind {
            AbilityKind::Static(ability) => match &ability.effect {
                StaticEffect::Replacement(Replacement::AsEnters(script) | Replacement::AsTurnedUp(script)) => {
                    Some(script)
                }
                _ => None,
            },
            _ => None,
        };
        let Some(script) = kind.script().or_else(|| as_enters(kind)) else { return "" };
        let part = self.pool.part(script, task.item.modes.parts[usize::from(task.scope.mode)]);
        match part.code.get(usize::from(task.pc)) {
            Some(Instr::Vote { words, .. } | Instr::ChooseWord(_, words, _)) => {
                words.get(usize::from(number)).map_or("", String::as_str)
            }
            _ => "",
        }
    }
}
