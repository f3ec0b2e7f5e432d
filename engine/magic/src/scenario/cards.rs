//! The cards that scenarios use, each compiled once.

use std::collections::BTreeMap;
use std::sync::Arc;

use gauntlet_cards::card::{CardId, Pool};
use gauntlet_cards::filter::CounterKind;
use gauntlet_cards::text::{CardBase, Diagnostic};
use gauntlet_cards::types::Colors;
use serde_json::{Map, Value};

use super::model::{Deed, Scenario, Test};
use crate::deck::identity::color_identity;

/// The card that libraries are filled with.
pub(super) const FILLER: &str = "Mountain";

/// The cards of a run, shared by all its scenarios.
#[derive(Clone, Debug, Default)]
pub struct Cards {
    pool: Arc<Pool>,
    /// By the name that scenarios use: the card, or why there is none.
    found: BTreeMap<String, Result<CardId, String>>,
    /// The color identities of the cards that were found.
    identities: BTreeMap<CardId, Colors>,
}

/// The name by which the base knows a card that a scenario calls by this name: itself, or the whole card with this face.
fn base_name<'b>(base: &'b CardBase, name: &str) -> Option<&'b str> {
    if let Some(source) = base.source(name) {
        return Some(source.name.as_str());
    }
    let (left, right) = name.split_once(" // ")?;
    let either = base.source(left).or_else(|| base.source(right));
    either.map(|source| source.name.as_str())
}

/// The distinct names of cards, in order, that these scenarios put somewhere; custom cards are not among them.
pub fn card_names<'s>(scenarios: impl IntoIterator<Item = &'s Scenario>) -> Vec<String> {
    let mut names: Vec<String> = vec![FILLER.to_owned()];
    for scenario in scenarios {
        names.extend(scenario.setup.iter().filter(|put| put.custom.is_none()).map(|put| put.card.clone()));
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// The name under which a custom card is kept: those of two scenarios may be called the same.
fn custom_key(scenario: &str, card: &str) -> String {
    format!("{scenario}\n{card}")
}

impl Cards {
    /// The color identity of a card that was found.
    pub(super) fn identity(&self, card: CardId) -> Colors {
        self.identities.get(&self.pool.whole(card)).copied().unwrap_or_default()
    }

    /// No cards.
    pub fn new() -> Cards {
        Cards::default()
    }

    /// Compiles the cards that the scenarios use. `fit` is asked before a card is compiled, and says what is wrong with it: a
    /// caller can check cards beforehand, in parallel and safe from panics.
    pub fn compile<'s>(
        base: &CardBase,
        scenarios: impl IntoIterator<Item = &'s Scenario> + Clone,
        fit: impl Fn(&str) -> Result<(), String>,
    ) -> Cards {
        let mut pool = Pool::new();
        let (mut found, mut identities) = (BTreeMap::new(), BTreeMap::new());
        for name in card_names(scenarios.clone()) {
            let compiled = fit(&name).and_then(|()| compile(base, &name, &mut pool));
            let source = base_name(base, &name).and_then(|name| base.source(name));
            if let (Ok(card), Some(source)) = (&compiled, source) {
                identities.insert(pool.whole(*card), color_identity(source));
            }
            found.insert(name, compiled);
        }
        for scenario in scenarios {
            for put in scenario.setup.iter() {
                if let Some(custom) = &put.custom {
                    let key = custom_key(&scenario.id, &put.card);
                    found.entry(key).or_insert_with(|| compile_custom(&put.card, custom, &mut pool));
                }
            }
            for name in counter_names(scenario) {
                pool.counter_kind(name);
            }
        }
        Cards { pool: Arc::new(pool), found, identities }
    }

    /// All cards.
    pub fn pool(&self) -> &Arc<Pool> {
        &self.pool
    }

    /// The card that a scenario calls by this name, or why there is none.
    ///
    /// # Errors
    /// If it doesn't compile.
    pub fn find(&self, name: &str) -> Result<CardId, String> {
        self.found.get(name).cloned().unwrap_or_else(|| Err(format!("{name}: no card has this name")))
    }

    /// The card that a scenario puts somewhere.
    pub(super) fn of(&self, scenario: &str, name: &str, custom: bool) -> Result<CardId, String> {
        if custom { self.find(&custom_key(scenario, name)) } else { self.find(name) }
    }

    /// The kind of counter with this name, if anything knows it.
    pub(super) fn counter(&self, name: &str) -> Option<CounterKind> {
        let name = name.to_lowercase();
        let place = self.pool.counter_names().iter().position(|other| *other == name)?;
        Some(CounterKind(place as u16))
    }
}

/// Whether a card compiles, and if not, why: what [`Cards::compile`] can be told beforehand.
///
/// # Errors
/// If it doesn't compile; one sentence that names the card.
pub fn check(base: &CardBase, name: &str) -> Result<(), String> {
    if name == FILLER && base.source(name).is_none() {
        return Ok(());
    }
    let known = base_name(base, name).ok_or_else(|| format!("{name}: no card has this name"))?;
    base.check_card(known).map_err(|problems| why(name, &problems))
}

fn compile(base: &CardBase, name: &str, pool: &mut Pool) -> Result<CardId, String> {
    let Some(known) = base_name(base, name) else {
        if name == FILLER {
            return compile_custom(name, &Value::Object(filler()), pool);
        }
        return Err(format!("{name}: no card has this name"));
    };
    // By the name of its back, a double-faced card shows that face.
    let named = if base.source(name).is_some() { name } else { known };
    base.compile(named, pool).map_err(|problems| why(name, &problems))
}

fn filler() -> Map<String, Value> {
    let mut card = Map::new();
    card.insert("type_line".to_owned(), Value::from("Basic Land — Mountain"));
    card
}

fn why(name: &str, problems: &[Diagnostic]) -> String {
    let message = problems.first().map_or("it doesn't compile".to_owned(), |problem| {
        let shown: String = problem.source.chars().skip(problem.column.saturating_sub(1) as usize).collect();
        format!("{}: {}", problem.message, shown.trim())
    });
    format!("{name}: {}", message.trim_end_matches([':', ' ']))
}

/// Compiles a card that is written in the scenario, in the layout of the card databases; a few other names for its fields do.
fn compile_custom(name: &str, custom: &Value, pool: &mut Pool) -> Result<CardId, String> {
    let mut card = Map::new();
    card.insert("name".to_owned(), Value::from(name));
    for (key, value) in custom.as_object().into_iter().flatten() {
        let key = match key.as_str() {
            "cost" => "mana_cost",
            "type" | "types" => "type_line",
            other => other,
        };
        let value = match value {
            Value::Number(number) => Value::from(number.to_string()),
            other => other.clone(),
        };
        card.insert(key.to_owned(), value);
    }
    if !card.contains_key("type_line") {
        return Err(format!("{name}: the custom card has no type line"));
    }
    let mut base = CardBase::new();
    if let Some(problem) = base.add_data("the scenario", &Value::Object(card).to_string()).first() {
        return Err(format!("{name}: {}", problem.message));
    }
    base.check_card(name).map_err(|problems| why(name, &problems))?;
    // Another scenario may have another card of this name: the pool must not find that one.
    base.recompile(name, pool).map_err(|problems| why(name, &problems))
}

/// The kinds of counters that a scenario speaks of.
fn counter_names(scenario: &Scenario) -> impl Iterator<Item = &str> {
    fn of(test: &Test) -> Option<&str> {
        match test {
            Test::Counters { counter, .. } | Test::CardCounters { counter, .. } => Some(counter),
            _ => None,
        }
    }
    scenario.segments.iter().flat_map(|segment| {
        let asserted = segment.asserts.iter().filter_map(|assertion| of(&assertion.test));
        let done = segment.actions.iter().filter_map(|action| match &action.deed {
            Deed::AddCounters { counter, .. } => Some(counter.as_str()),
            Deed::Check { test, .. } => of(test),
            _ => None,
        });
        asserted.chain(done)
    })
}
