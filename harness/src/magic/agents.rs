//! The agents that can play Magic.

use gauntlet_ai::Random;
use gauntlet_ai::mc::{Budget, MonteCarlo};
use gauntlet_magic::Position;

use crate::agents::{Key, Kind, Registry};

/// The agent that plays if none is named.
pub(super) const DEFAULT: &str = "random";

/// All of them.
pub(super) fn registry() -> Registry<Position> {
    Registry::generic().with(monte_carlo())
}

fn monte_carlo() -> Kind<Position> {
    const KEYS: &[Key] = &[Key { name: "rollouts", default: "100", help: "rollouts for a decision" }];
    Kind::new("mc", "plays every choice out in worlds it can't tell apart, and takes the best", KEYS, |settings| {
        let rollouts = settings.value("rollouts", 1..=1_000_000, "a whole number from 1 to 1000000")?;
        let budget = Budget { rollouts, ..Budget::default() };
        Ok(Box::new(move || Box::new(MonteCarlo::new(budget, || Random))))
    })
}
