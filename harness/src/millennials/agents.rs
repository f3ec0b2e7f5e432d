//! The agents that can play Millennials.

use gauntlet_ai::ismcts::{self, Ismcts};
use gauntlet_ai::mc::{Budget, MonteCarlo};
use gauntlet_ai::millennials::{Thrifty, Totals, Villain};
use gauntlet_ai::{Agent, Random};
use gauntlet_millennials::Position;

use crate::agents::{Key, Kind, Registry};

/// The agent that plays if none is named.
pub(super) const DEFAULT: &str = "heuristic";

/// All of them.
pub(super) fn registry() -> Registry<Position> {
    let heuristic =
        Kind::new("heuristic", "plays what is worth most for its energy, where it is worth most", &[], |_| {
            Ok(Box::new(|| Box::new(Thrifty::default())))
        });
    let villain = Kind::new("villain", "plays as the villain of the shipped game does", &[], |_| {
        Ok(Box::new(|| Box::new(Villain)))
    });
    Registry::generic().with(heuristic).with(villain).with(monte_carlo()).with(tree_search())
}

fn monte_carlo() -> Kind<Position> {
    const KEYS: &[Key] = &[
        Key { name: "rollouts", default: "100", help: "how many for a decision" },
        Key { name: "policy", default: "random", help: "who plays them: random, heuristic or villain" },
        Key { name: "c", default: "0.5", help: "how much to look into what was tried little" },
        Key { name: "horizon", default: "60", help: "choices after which a rollout stops and the position is judged" },
        Key { name: "doubt", default: "1", help: "standard errors by which an action must beat the policy's own" },
    ];
    Kind::new("mc", "plays each choice out in worlds that its player can't tell apart", KEYS, |settings| {
        let budget = Budget {
            rollouts: settings.value("rollouts", 1..=1_000_000, "a whole number from 1 to 1000000")?,
            exploration: settings.value("c", 0.0..=100.0, "a number from 0 to 100")?,
            horizon: settings.value("horizon", 1..=1_000_000, "a whole number from 1 to 1000000")?,
            doubt: settings.value("doubt", 0.0..=100.0, "a number from 0 to 100")?,
        };
        match settings.text("policy") {
            "random" => Ok(Box::new(move || search(budget, || Random))),
            "heuristic" => Ok(Box::new(move || search(budget, Thrifty::default))),
            "villain" => Ok(Box::new(move || search(budget, || Villain))),
            other => Err(settings.error(format!("'policy' must be random, heuristic or villain, not '{other}'"))),
        }
    })
}

fn search<P: Agent<Position> + 'static>(budget: Budget, policy: impl FnMut() -> P) -> Box<dyn Agent<Position>> {
    Box::new(MonteCarlo::with_evaluator(budget, policy, Totals))
}

fn tree_search() -> Kind<Position> {
    const KEYS: &[Key] = &[
        Key { name: "iterations", default: "1000", help: "worlds that are sampled for a decision" },
        Key { name: "policy", default: "villain", help: "who plays the rollouts: villain, random or heuristic" },
        Key { name: "c", default: "0.7", help: "how much to look into what was tried little" },
        Key { name: "horizon", default: "60", help: "choices after which a rollout stops and the position is judged" },
    ];
    Kind::new("ismcts", "searches one tree over all worlds that its player can't tell apart", KEYS, |settings| {
        let budget = ismcts::Budget {
            iterations: settings.value("iterations", 1..=10_000_000, "a whole number from 1 to 10000000")?,
            exploration: settings.value("c", 0.0..=100.0, "a number from 0 to 100")?,
            horizon: settings.value("horizon", 1..=1_000_000, "a whole number from 1 to 1000000")?,
        };
        match settings.text("policy") {
            "villain" => Ok(Box::new(move || tree(budget, || Villain))),
            "random" => Ok(Box::new(move || tree(budget, || Random))),
            "heuristic" => Ok(Box::new(move || tree(budget, Thrifty::default))),
            other => Err(settings.error(format!("'policy' must be villain, random or heuristic, not '{other}'"))),
        }
    })
}

fn tree<P: Agent<Position> + 'static>(budget: ismcts::Budget, policy: impl FnMut() -> P) -> Box<dyn Agent<Position>> {
    Box::new(Ismcts::with_evaluator(budget, policy, Totals))
}
