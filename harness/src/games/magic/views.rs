//! Magic for programs in other languages.

use gauntlet_core::Player;
use gauntlet_magic::Position;
use gauntlet_magic::decision::Action;
use serde_json::Value;

use super::host::Magic;
use super::spellbench;
use crate::host::views::Views;

impl Views for Magic {
    fn key(action: Action) -> u64 {
        action.key()
    }

    /// An observation of the Spellbench protocol (§6).
    fn observe(game: &Position, viewer: Player) -> serde_json::Result<Value> {
        serde_json::to_value(spellbench::observe(game, viewer))
    }
}
