//! What a position is worth, learned from games: [features] of what a player sees, and a [model] of boosted trees that says from them how
//! likely that player is to win.
//!
//! `python/train/value.py` trains the model from what `gauntlet export --features value` writes.

pub mod features;
pub mod model;

use std::sync::{Arc, LazyLock};

use gauntlet_core::View;
use gauntlet_magic::Position;

pub use self::features::Observer;
pub use self::model::{Model, ModelError};
use crate::rollout::Evaluate;

/// The file with the model that comes with the program.
pub const SHIPPED_FILE: &[u8] = include_bytes!("../../../weights/value.bin");

/// The model that comes with the program.
static SHIPPED: LazyLock<Arc<Model>> = LazyLock::new(|| {
    let model = Model::read(SHIPPED_FILE);
    Arc::new(model.expect("the model that comes with the program is in order: a test reads it"))
});

/// The model that comes with the program.
pub fn shipped() -> Arc<Model> {
    Arc::clone(&SHIPPED)
}

/// Judges positions by a learned model.
pub struct LearnedValue {
    model: Arc<Model>,
    observer: Observer,
}

impl LearnedValue {
    /// A judge that goes by this model.
    pub fn new(model: Arc<Model>) -> LearnedValue {
        LearnedValue { model, observer: Observer::default() }
    }
}

impl Evaluate<Position> for LearnedValue {
    fn evaluate(&mut self, view: View<'_, Position>) -> f64 {
        // The quotient is exact: the choice is made of whole numbers.
        f64::from(self.model.probability(&self.observer.count(view))) / f64::from(model::CERTAIN)
    }
}
