//! The agents that can play Magic.

use std::sync::Arc;

use gauntlet_ai::heuristic::learned::{self, LearnedValue, Model};
use gauntlet_ai::heuristic::{PositionValue, Weights};
use gauntlet_ai::ismcts::{self, Ismcts};
use gauntlet_ai::mc::{Budget, MonteCarlo};
use gauntlet_ai::rollout::Evaluate;
use gauntlet_ai::{Agent, Heuristic, Random};
use gauntlet_magic::Position;

use crate::games::magic::spellbench;
use crate::host::agents::{Key, Kind, Registry, Settings, SpecError};
use crate::host::search;

/// The agent that plays if none is named.
pub(super) const DEFAULT: &str = "heuristic";

const WEIGHTS: Key =
    Key { name: "weights", default: "default", help: "a TOML file with other weights than ai/weights/default.toml" };

const VALUE: Key = Key {
    name: "value",
    default: "hand",
    help: "who judges where a rollout stops: hand (by the weights), learned, or a file of python/train/value.py",
};

/// Makes a judge for each agent.
type MakeJudge = Box<dyn Fn() -> Judge + Send + Sync>;
/// Who judges where rollouts stop.
type Judge = Box<dyn Evaluate<Position>>;

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
        search::HORIZON,
        search::DOUBT,
        VALUE,
        WEIGHTS,
    ];
    Kind::new("mc", "plays each choice out in worlds that its player can't tell apart", KEYS, |settings| {
        let budget = search::monte_carlo(settings)?;
        let weights = weights(settings)?;
        let judge = judge(settings, &weights)?;
        match settings.text("policy") {
            "heuristic" => Ok(Box::new(move || {
                let policy = || Heuristic::new(Arc::clone(&weights));
                rollouts(budget, judge(), policy, Heuristic::looking_ahead(Arc::clone(&weights)))
            })),
            "random" => Ok(Box::new(move || rollouts(budget, judge(), || Random, Random))),
            other => Err(settings.error(format!("'policy' must be heuristic or random, not '{other}'"))),
        }
    })
}

fn rollouts<P: Agent<Position> + 'static>(
    budget: Budget,
    judge: Judge,
    policy: impl FnMut() -> P,
    guide: P,
) -> Box<dyn Agent<Position>> {
    Box::new(MonteCarlo::with_evaluator(budget, policy, judge).guided_by(guide))
}

fn tree_search() -> Kind<Position> {
    const KEYS: &[Key] = &[
        search::ITERATIONS,
        Key { name: "policy", default: "heuristic", help: "who plays the rollouts: heuristic or random" },
        search::DEPTH,
        search::HORIZON,
        search::DOUBT,
        VALUE,
        WEIGHTS,
    ];
    Kind::new("ismcts", "searches one tree over all worlds that its player can't tell apart", KEYS, |settings| {
        let budget = search::tree(settings)?;
        let weights = weights(settings)?;
        let judge = judge(settings, &weights)?;
        match settings.text("policy") {
            "heuristic" => Ok(Box::new(move || {
                let policy = || Heuristic::new(Arc::clone(&weights));
                tree(budget, judge(), policy, Heuristic::looking_ahead(Arc::clone(&weights)))
            })),
            "random" => Ok(Box::new(move || tree(budget, judge(), || Random, Random))),
            other => Err(settings.error(format!("'policy' must be heuristic or random, not '{other}'"))),
        }
    })
}

fn tree<P: Agent<Position> + 'static>(
    budget: ismcts::Budget,
    judge: Judge,
    policy: impl FnMut() -> P,
    guide: P,
) -> Box<dyn Agent<Position>> {
    Box::new(Ismcts::with_evaluator(budget, policy, judge).guided_by(guide))
}

/// Who judges positions as the settings say, with a hash of a learned value on record.
fn judge(settings: &mut Settings, weights: &Arc<Weights>) -> Result<MakeJudge, SpecError> {
    let named = settings.text(VALUE.name).to_owned();
    let (model, bytes) = match named.as_str() {
        "hand" => {
            let weights = Arc::clone(weights);
            return Ok(Box::new(move || Box::new(PositionValue::new(Arc::clone(&weights)))));
        }
        "learned" => (learned::shipped(), learned::SHIPPED_FILE.to_vec()),
        file => {
            let bytes = std::fs::read(file).map_err(|cause| {
                settings.error(format!("'value' must be hand, learned or a file, and {file} can't be read: {cause}"))
            })?;
            let model = Model::read(&bytes);
            (Arc::new(model.map_err(|error| settings.error(format!("the value in {file}: {error}")))?), bytes)
        }
    };
    settings.note("value_fingerprint", blake3::hash(&bytes).to_hex()[..16].to_owned());
    Ok(Box::new(move || Box::new(LearnedValue::new(Arc::clone(&model)))))
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
        let setting = |agent: &str, name: &str| {
            let pilot = registry().resolve(agent).expect("an agent");
            pilot.settings.iter().find(|(key, _)| *key == name).map(|(_, value)| value.clone())
        };
        let budget = Budget::default();
        assert_eq!(setting("mc", "rollouts"), Some(budget.rollouts.to_string()));
        assert_eq!(setting("mc", "horizon"), Some(budget.horizon.to_string()));
        assert_eq!(setting("mc", "doubt"), Some(budget.doubt.to_string()));
        let budget = ismcts::Budget::default();
        assert_eq!(setting("ismcts", "iterations"), Some(budget.iterations.to_string()));
        assert_eq!(setting("ismcts", "depth"), Some(budget.depth.to_string()));
        assert_eq!(setting("ismcts", "horizon"), Some(budget.horizon.to_string()));
        assert_eq!(setting("ismcts", "doubt"), Some(budget.doubt.to_string()));
    }

    #[test]
    fn settings_that_make_no_sense_are_refused() {
        let refusal = |spec: &str| registry().resolve(spec).expect_err(spec).to_string();
        assert!(refusal("mc:policy=clever").contains("'policy' must be heuristic or random, not 'clever'"));
        assert!(refusal("mc:rollouts=0").contains("'rollouts' must be a whole number from 1"));
        assert!(refusal("ismcts:depth=0").contains("'depth' must be a whole number from 1 to 100"));
        assert!(refusal("heuristic:weights=none.toml").contains("the weights in none.toml can't be read"));
        assert!(refusal("random:weights=a").contains("'random' has no settings"));
    }

    #[test]
    fn who_judges_is_on_record() {
        let setting = |pilot: &crate::host::agents::Pilot<Position>, name: &str| {
            pilot.settings.iter().find(|(key, _)| *key == name).map(|(_, value)| value.clone())
        };
        for name in ["mc", "ismcts"] {
            let hand = registry().resolve(name).expect("an agent");
            assert_eq!((setting(&hand, "value").as_deref(), setting(&hand, "value_fingerprint")), (Some("hand"), None));
            let learned = registry().resolve(&format!("{name}:value=learned")).expect("an agent");
            assert_eq!(learned.spec, format!("{name}:value=learned"));
            // The same model as a file is the same on record.
            let file = tempfile::NamedTempFile::new().expect("a file");
            std::fs::write(file.path(), learned::SHIPPED_FILE).expect("written");
            let spec = format!("{name}:value={}", file.path().display());
            let own = registry().resolve(&spec).expect("an agent");
            assert_eq!(own.spec, spec);
            let fingerprint = setting(&learned, "value_fingerprint");
            assert!(fingerprint.as_ref().is_some_and(|print| print.len() == 16));
            assert_eq!(setting(&own, "value_fingerprint"), fingerprint);
            std::fs::write(file.path(), b"GAUNTVAL").expect("written");
            let error = registry().resolve(&spec).expect_err("cut off").to_string();
            assert!(error.contains("it has 8 bytes, and by its head it must have 38"), "{error}");
        }
        let error = registry().resolve("mc:value=lerned").expect_err("no such file").to_string();
        assert!(error.contains("'value' must be hand, learned or a file, and lerned can't be read"), "{error}");
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
