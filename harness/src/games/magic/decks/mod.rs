//! Decklists looked into, and written for other programs.

mod check;
mod convert;
mod legal;

use crate::error::Error;
use crate::games::magic::host::Magic;
use crate::host::options::{CheckDecksArgs, ConvertDeckArgs};
use crate::host::parts::DeckFiles;
use crate::output::screen::{Exit, Screen};

/// `gauntlet deck check` and `gauntlet deck convert`.
pub(super) struct Files;

impl DeckFiles<Magic> for Files {
    fn check(&self, args: &CheckDecksArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
        check::check(args, screen)
    }

    fn convert(&self, args: &ConvertDeckArgs, screen: &mut Screen<'_>) -> Result<Exit, Error> {
        convert::convert(args, screen)
    }
}
