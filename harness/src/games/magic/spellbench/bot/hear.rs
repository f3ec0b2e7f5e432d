//! What a host says, read leniently: what isn't known is passed over, and of a decision as much is taken as can be read.

use gauntlet_spellbench::message::{ContextKind, DeckRow, Group};
use gauntlet_spellbench::observation::Observation;
use gauntlet_spellbench::reference::Seat;
use gauntlet_spellbench::semantic::Semantic;
use serde::Deserialize;
use serde_json::Value;

/// The beginning of a game, as far as it is gone by.
#[derive(Clone, Deserialize, Debug)]
pub(super) struct Start {
    /// Its name.
    pub(super) game_id: String,
    /// Our seat.
    pub(super) seat: Seat,
    /// Our deck.
    pub(super) own_deck: List,
    /// The other one's, if it is shown.
    #[serde(default)]
    pub(super) opponent_deck: Option<List>,
    /// Its rules.
    #[serde(default)]
    pub(super) rules: Rules,
    /// What our chance comes from.
    #[serde(default)]
    pub(super) agent_seed: u64,
}

/// A deck.
#[derive(Clone, Deserialize, Debug)]
pub(super) struct List {
    /// Its name.
    #[serde(default)]
    pub(super) name: String,
    /// Its cards.
    pub(super) decklist: Vec<DeckRow>,
}

/// The rules that matter here.
#[derive(Clone, Deserialize, Default, Debug)]
pub(super) struct Rules {
    /// Who takes the first turn, if that is known.
    #[serde(default)]
    pub(super) starting_seat: Option<Seat>,
    /// What cards can be named.
    #[serde(default)]
    pub(super) card_name_domain: Domain,
}

/// The names that can be named.
#[derive(Clone, Deserialize, Default, Debug)]
pub(super) struct Domain {
    #[serde(default)]
    pub(super) names: Vec<String>,
}

/// A decision, as far as it can be read.
#[derive(Clone, Debug)]
pub(super) struct Heard {
    /// The candidates: what they are called, and what they mean if that is known.
    pub(super) candidates: Vec<(u32, Option<Semantic>)>,
    /// What its seat sees, if all of it can be read.
    pub(super) observation: Option<Box<Observation>>,
    /// Of which group it is.
    pub(super) group: Group,
    /// Whether a player has priority.
    pub(super) priority: bool,
    /// How many decisions were answered before, if that is told.
    pub(super) seat_step: Option<u64>,
}

impl Heard {
    /// The decision of a request.
    pub(super) fn read(decision: &Value) -> Heard {
        let typed = |value: Option<&Value>| value.and_then(|value| Semantic::deserialize(value).ok());
        let listed = decision.get("candidates").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let candidates = listed.iter().enumerate().map(|(place, candidate)| {
            let number = candidate.get("candidate_id").and_then(Value::as_u64);
            let number = number.and_then(|number| u32::try_from(number).ok()).unwrap_or(place as u32);
            (number, typed(candidate.get("semantic")))
        });
        let candidates: Vec<(u32, Option<Semantic>)> = candidates.collect();
        let kind = decision.get("context").and_then(|context| context.get("kind")).and_then(Value::as_str);
        let of_priority = |semantic: &Semantic| semantic.kind().is_priority();
        Heard {
            priority: kind == Some(ContextKind::Priority.word())
                || candidates.iter().flat_map(|(_, semantic)| semantic).any(of_priority),
            candidates,
            observation: decision.get("observation").and_then(|seen| Observation::deserialize(seen).ok()).map(Box::new),
            group: decision.get("group").and_then(|group| Group::deserialize(group).ok()).unwrap_or(Group {
                group_id: 0,
                substep_count: 1,
                substep_index: 0,
            }),
            seat_step: decision.get("seat_step").and_then(Value::as_u64),
        }
    }

    /// What the candidates mean, of those of which it is known.
    pub(super) fn semantics(&self) -> impl Iterator<Item = &Semantic> {
        self.candidates.iter().filter_map(|(_, semantic)| semantic.as_ref())
    }

    /// Whether attackers or blockers are declared.
    pub(super) fn declares(&self) -> bool {
        let declares = |one: &Semantic| matches!(one, Semantic::DeclareAttack { .. } | Semantic::DeclareBlock { .. });
        self.semantics().next().is_some_and(declares)
    }

    /// The kind of decision: that of the first candidate that isn't passing or ending a selection.
    pub(super) fn kind(&self) -> &'static str {
        let usual = |semantic: &&Semantic| {
            !matches!(
                semantic,
                Semantic::Pass {} | Semantic::FinishSelection { .. } | Semantic::FinishTargetSelection { .. }
            )
        };
        if self.priority {
            return "priority";
        }
        let first = self.semantics().find(usual).or_else(|| self.semantics().next());
        first.map_or("unknown", |semantic| semantic.kind().word())
    }

    /// What is answered where the agent can't be asked: a pass, a refusal, an end, the hand that is kept; or else what is listed first.
    pub(super) fn fallback(&self) -> usize {
        let declines = |semantic: &Semantic| match semantic {
            Semantic::Pass {}
            | Semantic::FinishTargetSelection { .. }
            | Semantic::FinishSelection { .. }
            | Semantic::DeclareAttack { defender: None, .. }
            | Semantic::DeclareBlock { attacker: None, .. } => true,
            Semantic::Mulligan { keep, .. } => *keep,
            Semantic::ChooseBoolean { value, .. } => !value,
            Semantic::OptionalCost { pay, .. } => !pay,
            Semantic::OptionalCast { cast_it, .. } => !cast_it,
            _ => false,
        };
        let place = self.candidates.iter().position(|(_, semantic)| semantic.as_ref().is_some_and(declines));
        place.unwrap_or(0)
    }
}
