//! "Your choice of flying or lifelink", answered by the words for it: the engine asks of one after the other whether it is to be that.

use gauntlet_cards::card::Pool;
use gauntlet_cards::effect::{Instr, LibraryPosition, Modification};
use gauntlet_cards::filter::Zone;
use gauntlet_cards::keyword::Keywords;
use gauntlet_core::Player;

use super::answers::Play;
use super::model::Answer;
use crate::Position;
use crate::decision::Action;

impl Play<'_> {
    /// The answer to "may", where the next choice is said by the words of an alternative: yes if this one is meant, and no, with the choice
    /// kept for the next question, if a later one is.
    pub(super) fn worded(&mut self, player: Player) -> Option<Action> {
        let Some(Answer::Text(text)) = self.queues[player.index()].choices.front() else { return None };
        let (asking, after) = self.position.eye().asked_by().instructions()?;
        if !matches!(asking, Instr::May(..)) {
            return None;
        }
        let place = after.iter().position(|instr| is_said(&self.position, instr, text))?;
        // What is done if none of those before it is chosen isn't asked for.
        if !after[..place].iter().any(|instr| matches!(instr, Instr::May(..))) {
            self.queues[player.index()].choices.pop_front();
        }
        Some(if place == 0 { Action::Yes } else { Action::No })
    }
}

/// Returns whether words are what an instruction gives or takes: a keyword, a counter of a kind, an ability, a token, or where in a library it puts cards.
fn is_said(position: &Position, instr: &Instr, text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let counter = text.strip_suffix(" counter").unwrap_or(&text);
    let counter = counter.strip_prefix("a ").or(counter.strip_prefix("an ")).unwrap_or(counter);
    match instr {
        Instr::Continuous(_, modifications, _) | Instr::ContinuousOn(_, modifications, _) => {
            modifications.iter().any(|modification| modifies(&position.pool, modification, &text))
        }
        Instr::AddCounters(_, kind, _) | Instr::AndCounters(_, kind, _) | Instr::EnterWith(kind, _) => {
            position.pool.counter_names()[usize::from(kind.0)] == counter
        }
        Instr::CreateToken(new) => {
            let name = &position.pool.card(new.token).name;
            text.strip_suffix(" token").unwrap_or(&text).eq_ignore_ascii_case(name)
        }
        Instr::Move(_, to, _) if to.zone == Zone::Library => match to.position {
            LibraryPosition::Top => text == "top",
            LibraryPosition::Bottom => text == "bottom",
            _ => false,
        },
        _ => false,
    }
}

fn modifies(pool: &Pool, modification: &Modification, text: &str) -> bool {
    match modification {
        Modification::AddKeywords(keywords) | Modification::RemoveKeywords(keywords) => {
            Keywords::named(text).is_some_and(|named| *keywords == named)
        }
        Modification::AddAbility(ability) => pool.ability(*ability).text.eq_ignore_ascii_case(text),
        _ => false,
    }
}
