//! Writing observations and actions into slices.

use gauntlet_cards::card::{CardId, Pool};
use gauntlet_core::View;
use gauntlet_magic::{Action, Position};

use crate::catalog::{Catalog, id_of};
use crate::layout::{ACTIONS, OBSERVATION, SLOTS, card};
use crate::observation::{Scene, Written};
use crate::rows::{References, Rows};
use crate::slots::Slots;

/// Writes what players see and can do as numbers. One is made for the pool of a setup, and shared by all its games.
pub struct Encoder {
    catalog: Catalog,
}

/// Where to write what, of either game. What isn't wanted costs nothing.
#[derive(Default)]
pub struct Output<'o> {
    /// As many numbers as an observation has: of Magic [`OBSERVATION`].
    pub observation: Option<&'o mut [f32]>,
    /// As many as describe all slots: of Magic [`ACTIONS`].
    pub actions: Option<&'o mut [f32]>,
}

/// What an encoder remembers of the slices that it has written into, so that only what changes is cleared, and memory that it uses again.
///
/// One memory belongs to one observation's slice and one actions' slice: who writes into others, or has changed what is in them, says so
/// with [`Memory::forget`].
#[derive(Clone, Default, Debug)]
pub struct Memory {
    references: References,
    rows: Option<Written>,
    slots: Option<u8>,
}

impl Memory {
    /// The slices that are written next may have anything in them.
    pub fn forget(&mut self) {
        (self.rows, self.slots) = (None, None);
    }
}

impl Encoder {
    /// An encoder for all games whose cards are in this pool.
    pub fn new(pool: &Pool) -> Encoder {
        Encoder { catalog: Catalog::new(pool) }
    }

    /// The number by which a card of the pool is known in every encoding: [`card::ID`].
    pub fn card_id(&self, card: CardId) -> u32 {
        self.catalog.card(card)[card::ID] as u32
    }

    /// The same for a name.
    pub fn id_of_name(name: &str) -> u32 {
        id_of(name)
    }

    /// Writes what the viewer sees and can do. `legal` are the viewer's legal actions, empty if it is the opponent who decides; `slots`
    /// says which of them are in the slots.
    ///
    /// # Panics
    /// If a slice hasn't the right length, the position refers to another pool, or `slots` is for another number of actions.
    pub fn encode(
        &self,
        view: View<'_, Position>,
        legal: &[Action],
        slots: Slots,
        memory: &mut Memory,
        output: Output<'_>,
    ) {
        assert_eq!((slots.all(), slots.actions()), (SLOTS, legal.len()), "the slots are those of the legal actions");
        if output.observation.is_none() && output.actions.is_none() {
            return;
        }
        let seen = view.visible();
        let rows = Rows::place(seen, &mut memory.references);
        let scene = Scene { catalog: &self.catalog, seen, rows, references: &memory.references };
        if let Some(out) = output.observation {
            assert_eq!(out.len(), OBSERVATION, "an observation has a fixed length");
            memory.rows = Some(scene.observe(slots, memory.rows, out));
        }
        if let Some(out) = output.actions {
            assert_eq!(out.len(), ACTIONS, "the descriptions of actions have a fixed length");
            let before = memory.slots.map_or(SLOTS, usize::from);
            scene.describe_actions(legal, slots, before, out);
            memory.slots = Some(if slots.turns() { SLOTS as u8 } else { slots.used() as u8 });
        }
    }
}
