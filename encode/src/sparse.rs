//! Encodings without their zeros, as they are kept in files: most numbers of an observation are 0.

use gauntlet_core::View;

use crate::game::EncodedGame;
use crate::layout::{Column, Layout};
use crate::slots::{Meaning, Slots};
use crate::{Output, layout};

/// Numbers that aren't 0, with their places, in ascending order.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Sparse {
    /// Their places.
    pub indices: Vec<u32>,
    /// The numbers.
    pub values: Vec<f32>,
}

impl Sparse {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.indices.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// Removes all.
    pub fn clear(&mut self) {
        self.indices.clear();
        self.values.clear();
    }

    /// Adds those of `dense` that aren't 0, and returns how many they are.
    pub fn extend(&mut self, dense: &[f32]) -> usize {
        let before = self.len();
        // Whole stretches are empty: rows that aren't used.
        const STRETCH: usize = 16;
        for (number, stretch) in dense.chunks(STRETCH).enumerate() {
            if stretch.iter().all(|value| *value == 0.0) {
                continue;
            }
            for (place, value) in stretch.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                self.indices.push((number * STRETCH + place) as u32);
                self.values.push(*value);
            }
        }
        self.len() - before
    }
}

/// Writes what players see, and all that they can do, without the zeros. It has the memory that it takes to do so.
pub struct SparseEncoder<G: EncodedGame> {
    encoder: G::Encoder,
    memory: G::Memory,
    observation: Vec<f32>,
    actions: Vec<f32>,
}

impl<G: EncodedGame> SparseEncoder<G> {
    /// An encoder for all games with this one's cards.
    pub fn new(game: &G) -> SparseEncoder<G> {
        SparseEncoder {
            encoder: game.encoder(),
            memory: G::Memory::default(),
            observation: vec![0.0; G::LAYOUT.observation],
            actions: vec![0.0; G::LAYOUT.actions()],
        }
    }

    /// What makes the numbers.
    pub fn encoder(&self) -> &G::Encoder {
        &self.encoder
    }

    /// Adds what the viewer sees to `observation`, with the first page in the slots, and the description of each legal action to `actions`,
    /// whichever page it is on; how many numbers each of these has to `lengths`. Returns how many numbers the observation has.
    ///
    /// # Panics
    /// If the position has other cards than the encoder, or these aren't the legal actions of the viewer.
    pub fn encode(
        &mut self,
        view: View<'_, G>,
        legal: &[G::Action],
        observation: &mut Sparse,
        actions: &mut Sparse,
        lengths: &mut Vec<u32>,
    ) -> usize {
        let Layout { slots: all, action: width, .. } = G::LAYOUT;
        let first = Slots::of(all, legal.len(), 0);
        let mut seen = 0;
        for page in 0..first.pages() {
            let slots = Slots::of(all, legal.len(), page);
            let sees = (page == 0).then_some(self.observation.as_mut_slice());
            let output = Output { observation: sees, actions: Some(&mut self.actions) };
            G::encode(&self.encoder, view, legal, slots, &mut self.memory, output);
            if page == 0 {
                seen = observation.extend(&self.observation);
            }
            let described = self.actions.chunks_exact(width).enumerate();
            // The slot that leads to the next page isn't an action.
            for (_, row) in described.filter(|(slot, _)| matches!(slots.meaning(*slot), Some(Meaning::Action(_)))) {
                lengths.push(actions.extend(row) as u32);
            }
        }
        seen
    }
}

/// A number of an encoding, by its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// Where it stands and what it is: `own_permanents[3].permanent.tapped`.
    pub name: String,
    /// What values it has.
    pub range: &'static str,
    /// What it means; of several numbers that stand together, what all of them are.
    pub meaning: &'static str,
}

impl Layout {
    /// The numbers of an observation in order.
    pub fn observation_features(&self) -> Vec<Feature> {
        let mut features = Vec::with_capacity(self.observation);
        for segment in self.segments {
            let name = segment.name.replace(' ', "_");
            for row in 0..segment.rows {
                let place = if segment.rows == 1 { name.clone() } else { format!("{name}[{row}]") };
                for (block, columns) in segment.blocks {
                    // A segment that is called as its only block is would be named twice.
                    let within = if *block == name { place.clone() } else { format!("{place}.{block}") };
                    self.name_columns(&within, columns, &mut features);
                }
            }
        }
        features
    }

    /// The numbers that describe an action in order.
    pub fn action_features(&self) -> Vec<Feature> {
        let mut features = Vec::with_capacity(self.action);
        for block in ["action", "card"] {
            if let Some(columns) = self.block(block) {
                self.name_columns(block, columns, &mut features);
            }
        }
        features
    }

    fn block(&self, name: &str) -> Option<&'static [Column]> {
        self.blocks.iter().find(|(block, _)| *block == name).map(|(_, columns)| *columns)
    }

    fn name_columns(&self, within: &str, columns: &[Column], features: &mut Vec<Feature>) {
        for column in columns {
            let name = format!("{within}.{}", column.name.to_lowercase());
            // Some columns are a block of their own.
            if let Some(columns) =
                self.block(&column.name.to_lowercase()).filter(|columns| width(columns) == column.count)
            {
                self.name_columns(&name, columns, features);
                continue;
            }
            for number in 0..column.count {
                let name = if column.count == 1 { name.clone() } else { format!("{name}[{number}]") };
                features.push(Feature { name, range: column.range, meaning: column.meaning });
            }
        }
    }
}

fn width(columns: &[layout::Column]) -> usize {
    columns.iter().map(|column| column.count).sum()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn what_isnt_zero_stays_with_its_place() {
        let mut dense = vec![0.0; 50];
        (dense[0], dense[15], dense[16], dense[49]) = (1.0, -2.0, 3.0, 4.0);
        let mut sparse = Sparse::default();
        assert_eq!(sparse.extend(&dense), 4);
        assert_eq!(sparse, Sparse { indices: vec![0, 15, 16, 49], values: vec![1.0, -2.0, 3.0, 4.0] });
        assert_eq!((sparse.extend(&[0.0; 3]), sparse.len()), (0, 4));
        sparse.clear();
        assert!(sparse.is_empty());
    }

    #[test]
    fn each_number_has_a_name_of_its_own() {
        for layout in [gauntlet_magic::Position::LAYOUT, gauntlet_millennials::Position::LAYOUT] {
            for (features, count) in
                [(layout.observation_features(), layout.observation), (layout.action_features(), layout.action)]
            {
                assert_eq!(features.len(), count);
                let names: BTreeSet<&str> = features.iter().map(|feature| feature.name.as_str()).collect();
                assert_eq!(names.len(), count);
            }
        }
        let layout = gauntlet_magic::Position::LAYOUT;
        let names = layout.observation_features();
        assert_eq!(names[layout::players(1) + layout::player::LIFE].name, "players[1].player.life");
        assert_eq!(names[layout::OWN_AT + layout::card::WIDTH].name, "own_permanents[0].permanent.tapped");
        assert_eq!(names[0].name, "game.turn");
        let draw = layout::ACTION_CARD + layout::card::EFFECTS + layout::effect::DRAW;
        assert_eq!(layout.action_features()[draw].name, "card.effects.draw");
    }
}
