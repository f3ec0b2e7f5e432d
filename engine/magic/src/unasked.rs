//! Passing for players in windows in which they don't want to be asked.

use gauntlet_core::{Player, Stops};

use crate::decision::{Action, Decision, DecisionKind, Particulars};
use crate::engine::Engine;
use crate::repetition::ORDINARY;
use crate::state::ObjectId;
use crate::windows::{in_step, under_others, under_own};

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
            let detail = Particulars::Stack(self.s.stack.len() as u16);
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
