//! The agents that can play Millennials.

use gauntlet_ai::ismcts::{self, Ismcts};
use gauntlet_ai::mc::{Budget, MonteCarlo};
use gauntlet_ai::millennials::{Thrifty, Totals, Villain};
use gauntlet_ai::{Agent, Random};
use gauntlet_millennials::Position;

use crate::host::agents::{Key, Kind, Registry};
use crate::host::search;

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
        search::ROLLOUTS,
        Key { name: "policy", default: "random", help: "who plays them: random, heuristic or villain" },
        search::HORIZON,
        search::DOUBT,
    ];
    Kind::new("mc", "plays each choice out in worlds that its player can't tell apart", KEYS, |settings| {
        let budget = search::monte_carlo(settings)?;
        match settings.text("policy") {
            "random" => Ok(Box::new(move || rollouts(budget, || Random))),
            "heuristic" => Ok(Box::new(move || rollouts(budget, Thrifty::default))),
            "villain" => Ok(Box::new(move || rollouts(budget, || Villain))),
            other => Err(settings.error(format!("'policy' must be random, heuristic or villain, not '{other}'"))),
        }
    })
}

fn rollouts<P: Agent<Position> + 'static>(budget: Budget, policy: impl FnMut() -> P) -> Box<dyn Agent<Position>> {
    Box::new(MonteCarlo::with_evaluator(budget, policy, Totals))
}

fn tree_search() -> Kind<Position> {
    const KEYS: &[Key] = &[
        search::ITERATIONS,
        Key { name: "policy", default: "villain", help: "who plays the rollouts: villain, random or heuristic" },
        search::DEPTH,
        search::HORIZON,
        // These policies know little: whatever looks better is.
        Key { default: "0", ..search::DOUBT },
    ];
    Kind::new("ismcts", "searches one tree over all worlds that its player can't tell apart", KEYS, |settings| {
        let budget = search::tree(settings)?;
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
