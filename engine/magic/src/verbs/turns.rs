//! Turns and the game as a whole: extra and skipped turns, phases and steps (CR 500.7–11), ending the turn (CR 723), winning and
//! losing (CR 104).

use gauntlet_cards::effect::Destination;
use gauntlet_cards::filter::{Amount, Players, Step, Zone};
use gauntlet_core::{Audience, Player, Reason};

use crate::engine::Engine;
use crate::resolve::After;
use crate::task::Scope;

impl Engine<'_> {
    /// A player skips their next turn (CR 614.10).
    pub(super) fn skip_turn(&mut self, player: Player) {
        let turns = &mut self.s.players[player].skip_turns;
        *turns = turns.saturating_add(1);
    }

    /// A player skips their next such step, and once more for each other effect that says so (CR 614.10a).
    pub(super) fn skip_step(&mut self, player: Player, step: Step) {
        let times = &mut self.s.players[player].skip_steps[step as usize];
        *times = times.saturating_add(1);
    }

    /// An additional combat phase follows this phase, and a main phase after it, if so (CR 500.8).
    pub(super) fn add_combat(&mut self, main: bool) {
        if main {
            self.s.extra_phases.push(Step::PostcombatMain);
        }
        self.s.extra_phases.push(Step::BeginCombat);
    }

    /// The players may play that many more lands this turn (CR 305.2).
    pub(super) fn allow_lands(&mut self, scope: &Scope, players: &Players, amount: &Amount) {
        let amount = self.times(scope, amount).min(255) as u8;
        self.each_player(scope, players, |engine, player| {
            let info = &mut engine.s.players[player];
            info.extra_lands = info.extra_lands.saturating_add(amount);
        });
    }

    /// The controller of what resolves controls those of the players that are others during their next turn (CR 722.1); with `another`, all
    /// of the players take one more extra turn after that one (CR 500.7).
    pub(super) fn control_turn(&mut self, scope: &Scope, players: &Players, another: bool) {
        self.each_player(scope, players, |engine, player| {
            if player != scope.you {
                engine.s.controlled_next |= 1 << player.index();
            }
            if another {
                let turns = &mut engine.s.extra_after_next[player];
                *turns = turns.saturating_add(1);
            }
        });
    }

    /// A player wins (CR 104.2b).
    pub(super) fn win(&mut self, scope: &Scope, players: &Players) -> After {
        let Some(player) = self.who(scope, players).first(scope.you) else { return After::Next };
        // A player can't win whose opponent's permanents say so (CR 101.2, 104.2b).
        if self.eye().cant_lose(!player) {
            return After::Next;
        }
        self.finish(Some(player), Reason::Effect);
        After::End
    }

    /// Players lose, at once (CR 104.3e).
    pub(super) fn lose(&mut self, scope: &Scope, players: &Players) -> After {
        let mut reasons = [None; 2];
        self.each_player(scope, players, |_, player| reasons[player.index()] = Some(Reason::Effect));
        if self.lose_game(reasons) { After::End } else { After::Next }
    }

    /// The game is a draw (CR 104.4c).
    pub(super) fn draw_game(&mut self) -> After {
        self.finish(None, Reason::DrawByRule);
        After::End
    }

    /// CR 723.1: what is on the stack is exiled, what has triggered ceases to exist, and the cleanup step follows.
    pub(super) fn end_the_turn(&mut self) -> After {
        self.tell(Audience::Everyone, |_| "The turn ends.".to_owned());
        self.s.pending.clear();
        while let Some(item) = self.s.stack.last().copied() {
            self.move_object(item.object, &Destination::to(Zone::Exile));
        }
        self.s.pending.clear();
        for place in 0..self.s.battlefield.len() {
            let id = self.s.id(self.s.battlefield[place]);
            self.remove_from_combat(id);
        }
        self.s.extra_phases.clear();
        self.s.resume = None;
        self.s.cleanup_again = false;
        self.s.turn_ends = true;
        After::End
    }
}
