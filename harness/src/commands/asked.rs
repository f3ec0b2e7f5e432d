//! What an agent is told of decks that is asked about a game which others have played.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::check::saved::Saved;
use crate::error::Error;
use crate::host::Host;
use crate::host::knows::{Assumed, KnowsArgs, Told};
use crate::host::options::{DeckArgs, LoadArgs};
use crate::plan::files;

/// What an agent is told when it is asked about a game that was played.
#[derive(Args, Clone, Default, Debug)]
pub struct AskedArgs {
    /// Magic: what the agent is told of the other's deck: list, field or nothing [default: what agents were told when the game was played].
    #[arg(long, value_name = "WHAT", value_enum)]
    pub knows: Option<Told>,
    /// With --knows field: the directory that has the field's decks [default: those of the game].
    #[arg(long, value_name = "DIR")]
    pub field_of: Option<PathBuf>,
}

impl AskedArgs {
    /// Returns whether something is said.
    pub fn is_said(&self) -> bool {
        self.knows.is_some() || self.field_of.is_some()
    }

    /// The game with an agent that is told this; `cards` are those that the user named.
    ///
    /// # Errors
    /// If the options make no sense, or the field's decks can't be read or played.
    pub fn apply<H: Host>(&self, saved: Saved<H>, path: &Path, cards: &[PathBuf]) -> Result<Saved<H>, Error> {
        let knows = KnowsArgs { knows: self.knows.unwrap_or_default(), field_of: self.field_of.clone() };
        knows.check()?;
        if !self.is_said() {
            return Ok(saved);
        }
        let header = &saved.recording.header;
        let assumed = match (&self.field_of, knows.knows) {
            (Some(dir), told) => {
                let files = files::in_directory::<H>(dir)?;
                let knows = KnowsArgs { knows: told, field_of: None };
                let decks = DeckArgs { cards: cards.to_vec(), any_deck: true, ..DeckArgs::default() };
                let (host, _) = H::load_playable(&files, 0, &LoadArgs { knows, decks, ..LoadArgs::default() })?;
                let texts = H::PARTS.lists.texts(&host, &[Vec::new(), Vec::new()]);
                return saved.told(path, host.assumed(), texts, cards);
            }
            (None, Told::List) => None,
            (None, told) => {
                let field = if told == Told::Field { header.decks.to_vec() } else { Vec::new() };
                Some(Assumed { told, field, second: Vec::new() })
            }
        };
        saved.told(path, assumed, Vec::new(), cards)
    }
}
