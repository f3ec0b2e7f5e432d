use gauntlet_core::{Game, Rng, View};
use rand::RngExt;

use crate::Agent;

/// Chooses uniformly among the legal actions.
#[derive(Clone, Copy, Default, Debug)]
pub struct Random;

impl<G: Game> Agent<G> for Random {
    fn choose(&mut self, _: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> usize {
        rng.random_range(0..legal.len() as u32) as usize
    }
}
