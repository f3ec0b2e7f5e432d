//! The settings that searching agents have in any game.

use gauntlet_ai::{ismcts, mc};

use crate::host::agents::{Key, Settings, SpecError};

/// How many rollouts.
pub const ROLLOUTS: Key = Key { name: "rollouts", default: "100", help: "how many for a decision" };
/// How many worlds.
pub const ITERATIONS: Key = Key { name: "iterations", default: "1000", help: "worlds that are sampled for a decision" };
/// How deep the tree of `ismcts` is.
pub const DEPTH: Key =
    Key { name: "depth", default: "2", help: "choices one after the other that are searched together" };
/// Where rollouts stop.
pub const HORIZON: Key =
    Key { name: "horizon", default: "60", help: "choices after which a rollout stops and the position is judged" };
/// How sure a search must be.
pub const DOUBT: Key =
    Key { name: "doubt", default: "1", help: "standard errors by which an action must beat the policy's own" };

/// What `mc` may spend, from [`ROLLOUTS`], [`HORIZON`] and [`DOUBT`].
///
/// # Errors
/// If a setting makes no sense.
pub fn monte_carlo(settings: &Settings) -> Result<mc::Budget, SpecError> {
    Ok(mc::Budget {
        rollouts: settings.value(ROLLOUTS.name, 1..=1_000_000, "a whole number from 1 to 1000000")?,
        horizon: horizon(settings)?,
        doubt: doubt(settings)?,
    })
}

/// What `ismcts` may spend, from [`ITERATIONS`], [`DEPTH`], [`HORIZON`] and [`DOUBT`].
///
/// # Errors
/// If a setting makes no sense.
pub fn tree(settings: &Settings) -> Result<ismcts::Budget, SpecError> {
    Ok(ismcts::Budget {
        iterations: settings.value(ITERATIONS.name, 1..=10_000_000, "a whole number from 1 to 10000000")?,
        depth: settings.value(DEPTH.name, 1..=100, "a whole number from 1 to 100")?,
        horizon: horizon(settings)?,
        doubt: doubt(settings)?,
    })
}

fn doubt(settings: &Settings) -> Result<f64, SpecError> {
    settings.value(DOUBT.name, 0.0..=100.0, "a number from 0 to 100")
}

fn horizon(settings: &Settings) -> Result<u32, SpecError> {
    settings.value(HORIZON.name, 1..=1_000_000, "a whole number from 1 to 1000000")
}
