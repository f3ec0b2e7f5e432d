//! The agents that can play Magic.

use std::sync::Arc;

use gauntlet_ai::heuristic::{PositionValue, Weights};
use gauntlet_ai::ismcts::{self, Ismcts};
use gauntlet_ai::mc::{Budget, MonteCarlo};
use gauntlet_ai::{Agent, Heuristic, Random};
use gauntlet_magic::Position;

use crate::games::magic::spellbench;
use crate::host::agents::{Key, Kind, Registry, Settings, SpecError};
use crate::host::search;

/// The agent that plays if none is named.
pub(super) const DEFAULT: &str = "heuristic";

const WEIGHTS: Key =
    Key { name: "weights", default: "default", help: "a TOML file with other weights than ai/weights/default.toml" };

/// All of them.
pub(super) fn registry() -> Registry<Position> {
    Registry::generic().with(heuristic()).with(monte_carlo()).with(tree_search()).with(spellbench::bots())
}

const AHEAD: Key = Key {
    name: "ahead",
    default: "no",
    help: "whether wins of this turn and ways to survive are looked for through the rules: yes or no",
};

fn heuristic() -> Kind<Position> {
    const KEYS: &[Key] = &[WEIGHTS, AHEAD];
    Kind::new("heuristic", "plays by rules of thumb: curve, removal, races, combat tricks", KEYS, |settings| {
        let weights = weights(settings)?;
        let make = match settings.text(AHEAD.name) {
            "yes" => Heuristic::looking_ahead,
            "no" => Heuristic::new,
            other => return Err(settings.error(format!("'ahead' must be yes or no, not '{other}'"))),
        };
        Ok(Box::new(move || Box::new(make(Arc::clone(&weights)))))
    })
}

fn monte_carlo() -> Kind<Position> {
    const KEYS: &[Key] = &[
        search::ROLLOUTS,
        Key { name: "policy", default: "heuristic", help: "who plays them: heuristic or random" },
        search::MC_C,
        search::HORIZON,
        search::DOUBT,
        WEIGHTS,
    ];
    Kind::new("mc", "plays each choice out in worlds that its player can't tell apart", KEYS, |settings| {
        let budget = search::monte_carlo(settings)?;
        let weights = weights(settings)?;
        match settings.text("policy") {
            "heuristic" => Ok(Box::new(move || {
                let policy = || Heuristic::new(Arc::clone(&weights));
                rollouts(budget, &weights, policy, Heuristic::looking_ahead(Arc::clone(&weights)))
            })),
            "random" => Ok(Box::new(move || rollouts(budget, &weights, || Random, Random))),
            other => Err(settings.error(format!("'policy' must be heuristic or random, not '{other}'"))),
        }
    })
}

fn rollouts<P: Agent<Position> + 'static>(
    budget: Budget,
    weights: &Arc<Weights>,
    policy: impl FnMut() -> P,
    guide: P,
) -> Box<dyn Agent<Position>> {
    let value = PositionValue::new(Arc::clone(weights));
    Box::new(MonteCarlo::with_evaluator(budget, policy, value).guided_by(guide))
}

fn tree_search() -> Kind<Position> {
    const KEYS: &[Key] = &[
        search::ITERATIONS,
        Key { name: "policy", default: "heuristic", help: "who plays the rollouts: heuristic or random" },
        search::TREE_C,
        search::HORIZON,
        WEIGHTS,
    ];
    Kind::new("ismcts", "searches one tree over all worlds that its player can't tell apart", KEYS, |settings| {
        let budget = search::tree(settings)?;
        let weights = weights(settings)?;
        match settings.text("policy") {
            "heuristic" => Ok(Box::new(move || tree(budget, &weights, || Heuristic::new(Arc::clone(&weights))))),
            "random" => Ok(Box::new(move || tree(budget, &weights, || Random))),
            other => Err(settings.error(format!("'policy' must be heuristic or random, not '{other}'"))),
        }
    })
}

fn tree<P: Agent<Position> + 'static>(
    budget: ismcts::Budget,
    weights: &Arc<Weights>,
    policy: impl FnMut() -> P,
) -> Box<dyn Agent<Position>> {
    Box::new(Ismcts::with_evaluator(budget, policy, PositionValue::new(Arc::clone(weights))))
}

/// The weights that the setting names, with a hash of the file on record.
fn weights(settings: &mut Settings) -> Result<Arc<Weights>, SpecError> {
    let file = settings.text(WEIGHTS.name).to_owned();
    if file == WEIGHTS.default {
        return Ok(Arc::default());
    }
    settings.reads(WEIGHTS);
    let text = std::fs::read_to_string(&file)
        .map_err(|cause| settings.error(format!("the weights in {file} can't be read: {cause}")))?;
    let weights = Weights::parse(&text).map_err(|error| settings.error(format!("the weights in {file}: {error}")))?;
    settings.note("weights_fingerprint", blake3::hash(text.as_bytes()).to_hex()[..16].to_owned());
    Ok(Arc::new(weights))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_the_agent() {
        let pilot = registry().resolve("mc").expect("an agent");
        let setting = |name| pilot.settings.iter().find(|(key, _)| *key == name).map(|(_, value)| value.as_str());
        let budget = Budget::default();
        assert_eq!(setting("rollouts"), Some(budget.rollouts.to_string().as_str()));
        assert_eq!(setting("c"), Some(budget.exploration.to_string().as_str()));
        assert_eq!(setting("horizon"), Some(budget.horizon.to_string().as_str()));
        assert_eq!(setting("doubt"), Some(budget.doubt.to_string().as_str()));
    }

    #[test]
    fn settings_that_make_no_sense_are_refused() {
        let refusal = |spec: &str| registry().resolve(spec).expect_err(spec).to_string();
        assert!(refusal("mc:policy=clever").contains("'policy' must be heuristic or random, not 'clever'"));
        assert!(refusal("mc:rollouts=0").contains("'rollouts' must be a whole number from 1"));
        assert!(refusal("mc:c=NaN").contains("'c' must be a number from 0 to 100"));
        assert!(refusal("heuristic:weights=none.toml").contains("the weights in none.toml can't be read"));
        assert!(refusal("random:weights=a").contains("'random' has no settings"));
    }

    #[test]
    fn weights_from_a_file_are_on_record() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let spec = format!("heuristic:weights={}", file.path().display());
        std::fs::write(file.path(), "[card]\ndraw = 99\n").expect("written");
        let pilot = registry().resolve(&spec).expect("an agent");
        assert!(
            pilot.settings.iter().any(|(name, value)| *name == "weights_fingerprint" && !value.is_empty()),
            "{:?}",
            pilot.settings
        );
        std::fs::write(file.path(), "[card]\ndrow = 99\n").expect("written");
        assert!(registry().resolve(&spec).expect_err("unknown").to_string().contains("no weight 'drow'"));
    }
}
