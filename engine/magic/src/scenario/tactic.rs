//! Tactics: scenarios in which an agent plays one of the players, and what it must choose to have found the right line.
//!
//! What is scripted for that player is the right line: [`super::run`] plays it, and what is said of the choices must be true of it. An agent is
//! asked in its place by [`super::run_asking`].

use gauntlet_core::{Game as _, Player};
use serde::{Deserialize, Serialize};

use super::model::{Moment, Side, Step, player};
use crate::decision::{Action, DecisionKind};
use crate::{Options, Position};

/// Who an agent plays from when on, and what it must choose.
///
/// Choices are said in the words that recordings have for them: "cast Spark". What begins with these words is meant, and with what is asked
/// before it they are `target, for Spark: Player B`. Numbers of objects in brackets are left out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tactic {
    /// The player that the agent plays.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub plays: Side,
    /// From when on it is asked; from the beginning if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Moment>,
    /// What is chosen, in any order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub must: Vec<Words>,
    /// What isn't chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub never: Vec<Words>,
    /// What is chosen in this order, with other things between.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<Words>,
}

fn first() -> Side {
    Side::A
}

fn is_first(side: &Side) -> bool {
    *side == Side::A
}

/// What a choice is said with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Words {
    /// It begins with these.
    One(String),
    /// It begins with one of these.
    Either(Vec<String>),
}

impl Words {
    /// Returns whether a choice is meant.
    fn mean(&self, choice: &Choice) -> bool {
        let begins = |words: &String| {
            let words = without_numbers(words);
            let short = without_numbers(&choice.choice);
            short.starts_with(&words) || without_numbers(&format!("{}: {short}", choice.asked)).starts_with(&words)
        };
        match self {
            Words::One(words) => begins(words),
            Words::Either(list) => list.iter().any(begins),
        }
    }

    fn told(&self) -> String {
        match self {
            Words::One(words) => format!("'{words}'"),
            Words::Either(list) => list.iter().map(|words| format!("'{words}'")).collect::<Vec<String>>().join(" or "),
        }
    }
}

/// A text without the numbers of objects, " [12]".
fn without_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(" [") {
        out += before;
        match after.split_once(']').filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit())) {
            Some((_, behind)) => rest = behind,
            None => {
                out += " [";
                rest = after;
            }
        }
    }
    out + rest
}

/// A choice of the player that a tactic is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// When it was made.
    #[serde(flatten)]
    pub at: Moment,
    /// What was asked.
    pub asked: String,
    /// What was chosen.
    pub choice: String,
}

impl Choice {
    /// Returns whether nothing was done.
    pub fn is_passing(&self) -> bool {
        self.choice == "pass"
    }
}

/// The choices of the player that a tactic is about, as they are made.
#[derive(Clone, Debug)]
pub(super) struct Notes {
    player: Player,
    from: Moment,
    pub(super) choices: Vec<Choice>,
}

impl Notes {
    pub(super) fn new(tactic: &Tactic) -> Notes {
        let beginning = Moment { turn: 1, step: Step::Untap };
        Notes { player: player(tactic.plays), from: tactic.from.unwrap_or(beginning), choices: Vec::new() }
    }

    /// Returns whether something that a player does at this moment is the agent's to do.
    pub(super) fn is_own(&self, player: Player, at: Moment) -> bool {
        player == self.player && at >= self.from
    }

    /// Returns whether the decision of a position is the agent's. Chance is nobody's.
    pub(super) fn is_due(&self, position: &Position) -> bool {
        let (decision, now) = (position.decision(), now(position));
        !matches!(decision.kind, DecisionKind::Chance | DecisionKind::TurnBegins | DecisionKind::None)
            && self.is_own(decision.player, now)
    }

    /// Notes a choice before it is carried out.
    pub(super) fn note(&mut self, position: &Position, action: Action) {
        if self.is_due(position) {
            let (asked, choice) = (position.question(), position.describe(action));
            self.choices.push(Choice { at: now(position), asked, choice });
        }
    }
}

fn now(position: &Position) -> Moment {
    Moment { turn: position.state.turn, step: Step::from(position.state.step) }
}

impl Tactic {
    /// What of the choices isn't as it must be: what was expected, and what was found.
    pub(super) fn missed(&self, choices: &[Choice]) -> Option<(String, String)> {
        let told = || {
            let made: Vec<&str> =
                choices.iter().filter(|choice| !choice.is_passing()).map(|choice| choice.choice.as_str()).collect();
            if made.is_empty() { "nothing but passing".to_owned() } else { made.join("; ") }
        };
        let made = |words: &&Words| choices.iter().any(|choice| words.mean(choice));
        if let Some(words) = self.must.iter().find(|words| !made(words)) {
            return Some((format!("it chooses {}", words.told()), told()));
        }
        if let Some(words) = self.never.iter().find(made) {
            return Some((format!("it never chooses {}", words.told()), told()));
        }
        let mut left = choices.iter();
        let late = self.order.iter().find(|words| !left.any(|choice| words.mean(choice)))?;
        let order: Vec<String> = self.order.iter().map(Words::told).collect();
        Some((format!("it chooses {}, with {} in its place", order.join(", then "), late.told()), told()))
    }
}

impl Position {
    /// The position as an agent is given it who knows nothing of scenarios: nobody asks for forced choices, or how coins fall.
    pub(super) fn as_played(&self) -> Position {
        let plain = Options::default();
        let options = Options {
            ask_forced: false,
            ask_chance: false,
            pause_at_turns: false,
            mana_actions: false,
            max_actions: plain.max_actions,
            max_turns: plain.max_turns,
            ..self.options
        };
        Position { options, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(asked: &str, choice: &str) -> Choice {
        Choice { at: Moment { turn: 1, step: Step::Main1 }, asked: asked.to_owned(), choice: choice.to_owned() }
    }

    #[test]
    fn choices_are_meant_by_their_beginning_with_or_without_what_is_asked() {
        let means = |words: &str, choice: &Choice| Words::One(words.to_owned()).mean(choice);
        let target = choice("target, for Spark [7]", "Wurm [12]");
        assert!(means("Wurm", &target) && means("target, for Spark: Wurm", &target) && means("Wurm [3]", &target));
        assert!(!means("Bear", &target) && !means("for Spark", &target));
        assert!(means("Brazier: Sacrifice", &choice("priority", "Brazier [5]: Sacrifice a creature")));
        assert_eq!(without_numbers("a [x] b [1] c"), "a [x] b c");
    }

    #[test]
    fn what_is_missed_is_told() {
        let one = |words: &str| Words::One(words.to_owned());
        let tactic = Tactic {
            plays: Side::A,
            from: None,
            must: vec![Words::Either(vec!["play Forest".to_owned(), "play Swamp".to_owned()])],
            never: vec![one("cast Growth")],
            order: vec![one("play"), one("cast Bear")],
        };
        let made = |words: &[&str]| words.iter().map(|words| choice("priority", words)).collect::<Vec<Choice>>();
        assert_eq!(tactic.missed(&made(&["play Swamp", "cast Bear", "pass"])), None);
        let expected = |words: &[&str]| tactic.missed(&made(words)).expect("something is missed").0;
        assert_eq!(expected(&["pass"]), "it chooses 'play Forest' or 'play Swamp'");
        assert_eq!(expected(&["play Forest", "cast Growth"]), "it never chooses 'cast Growth'");
        assert!(expected(&["cast Bear", "play Forest"]).contains("'play', then 'cast Bear'"));
    }
}
