//! Lists of legal actions, kept as long as nothing has changed that they look at.
//!
//! In most windows of a turn nothing has happened since the one before: both players have passed, and another step has begun. A list is
//! built again only if something else happened since. There are two of each player: what can be done when sorceries could be cast, and
//! what can be done at other times.
//!
//! What happens is noted where it does: the engine takes each of its procedures for a change, and whatever else goes on while players pass says so
//! itself. Positions are checked by building the list again ([`crate::Position::check_offered`]).

use gauntlet_core::{PerPlayer, Player};

use crate::decision::Action;

/// The lists that were built last, and how much has changed since. Not part of the position.
#[derive(Debug, Default)]
pub(crate) struct KeptLists {
    /// Goes up with each change.
    changes: u64,
    /// Of each player, at times when no sorceries can be cast, and when they can.
    lists: PerPlayer<[KeptList; 2]>,
}

/// What a player could do.
#[derive(Debug, Default)]
struct KeptList {
    /// The number of changes when it was built, if it is of any use.
    built: Option<u64>,
    /// The same when it was found that something can be done, whatever that is.
    found: Option<u64>,
    actions: Vec<Action>,
}

impl KeptLists {
    /// Something has changed that lists may look at.
    #[inline]
    pub(crate) fn note_change(&mut self) {
        self.changes += 1;
    }

    /// The position is another.
    pub(crate) fn forget(&mut self) {
        for player in Player::BOTH {
            for kept in &mut self.lists[player] {
                (kept.built, kept.found) = (None, None);
            }
        }
    }

    /// The list of a player, if nothing has changed since it was built.
    #[inline]
    pub(super) fn list(&self, player: Player, sorcery_time: bool) -> Option<&[Action]> {
        let kept = &self.lists[player][usize::from(sorcery_time)];
        (kept.built == Some(self.changes)).then_some(&kept.actions)
    }

    /// Whether the player can do anything but pass, if that is known and nothing has changed since.
    #[inline]
    pub(super) fn can_act(&self, player: Player, sorcery_time: bool) -> Option<bool> {
        let kept = &self.lists[player][usize::from(sorcery_time)];
        match self.list(player, sorcery_time) {
            Some(list) => Some(list.len() > 1),
            None => (kept.found == Some(self.changes)).then_some(true),
        }
    }

    /// Keeps that something can be done.
    pub(super) fn keep_found(&mut self, player: Player, sorcery_time: bool) {
        self.lists[player][usize::from(sorcery_time)].found = Some(self.changes);
    }

    /// Keeps what was built.
    pub(super) fn keep(&mut self, player: Player, sorcery_time: bool, actions: &[Action]) {
        let kept = &mut self.lists[player][usize::from(sorcery_time)];
        kept.built = Some(self.changes);
        kept.actions.clear();
        kept.actions.extend_from_slice(actions);
    }
}
