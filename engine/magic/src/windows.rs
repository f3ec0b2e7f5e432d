//! The windows in which a player may have priority, and passing in those in which players don't want to be asked.

use gauntlet_cards::filter::Step;
use gauntlet_core::{PerPlayer, Player, Stops};

use crate::decision::{Action, Decision, DecisionKind};
use crate::engine::Engine;
use crate::repetition::ORDINARY;
use crate::state::ObjectId;

/// A step or main phase with nothing on the stack, in a turn of the player's own or of the opponent's.
pub const fn in_step(own: bool, step: Step) -> Stops {
    Stops(1 << (step as u32 + if own { 16 } else { 0 }))
}

/// What the player controls is on top of the stack.
pub const fn under_own() -> Stops {
    Stops(1 << 32)
}

/// What the opponent controls is on top of the stack.
pub const fn under_others() -> Stops {
    Stops(1 << 33)
}

/// In which windows players want to be asked, and how far the game has gone on without asking. Not part of the position.
pub(crate) struct Asking {
    stops: PerPlayer<Stops>,
    /// How many more choices may be answered in a player's place.
    left: u64,
    /// How many were.
    pub(crate) passed: u64,
    /// How many procedures have followed each other without a choice.
    pub(crate) forced: u32,
}

impl Asking {
    /// Players are asked in these windows, or after so many others.
    pub(crate) fn at(stops: PerPlayer<Stops>, left: u64) -> Asking {
        Asking { stops, left, passed: 0, forced: 0 }
    }
}

impl Default for Asking {
    fn default() -> Asking {
        Asking::at(PerPlayer([Stops::ALL; 2]), 0)
    }
}

impl Engine<'_> {
    /// Passes for a player who has priority in a window in which they don't want to be asked, or could do nothing else; all is as if they had
    /// been asked. `asked`: who makes the player's choices.
    pub(crate) fn passes_unasked(&mut self, player: Player, asked: Player) -> bool {
        let stops = self.asking.stops[player];
        // Where a loop of passes is looked for, the position is what it is for all to see (CR 104.4b).
        if self.asking.left == 0 || stops == Stops::ALL || asked != player || self.s.idle + 1 >= ORDINARY {
            return false;
        }
        if stops.contains(self.window(player)) || self.options.ask_forced || self.options.mana_actions {
            return false;
        }
        if self.can_act(player) {
            self.asking.left -= 1;
            self.asking.passed += 1;
            self.asking.forced = 0;
            let detail = self.s.stack.len() as u16;
            self.s.decision = Decision { player, kind: DecisionKind::Priority, about: ObjectId::NONE, detail };
            self.count_answer(Action::Pass);
            if self.s.outcome.is_some() {
                self.s.answer = Some(Action::Pass);
                return true;
            }
        }
        self.pass(player);
        true
    }

    fn window(&self, player: Player) -> Stops {
        match self.s.stack.last() {
            Some(top) if top.controller == player => under_own(),
            Some(_) => under_others(),
            None => in_step(self.s.active == player, self.s.step),
        }
    }
}
