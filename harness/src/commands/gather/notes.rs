//! What agents write down on the machines that play, on its way to the driver's files.

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::host::agents::Pilot;

/// What each of the agents wrote down, in their order.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Notes(Vec<Vec<String>>);

impl Notes {
    /// Takes out what these wrote down since it was asked last.
    pub(super) fn taken<G: gauntlet_core::Game>(pilots: &[Pilot<G>]) -> Notes {
        let taken = |pilot: &Pilot<G>| pilot.notebook().map(|notebook| notebook.take()).unwrap_or_default();
        Notes(pilots.iter().map(taken).collect())
    }

    /// Adds it to what the same agents have written down here.
    ///
    /// # Errors
    /// If it can't be written, or isn't the same as what is there.
    pub(super) fn add<G: gauntlet_core::Game>(&self, pilots: &[Pilot<G>]) -> Result<(), Error> {
        for (notes, pilot) in self.0.iter().zip(pilots) {
            if let Some(notebook) = pilot.notebook() {
                notebook.add(notes).map_err(Error::input)?;
            }
        }
        Ok(())
    }
}
