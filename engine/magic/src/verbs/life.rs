//! Life totals (CR 119).

use gauntlet_cards::ability::{PlayerRule, RuleKinds};
use gauntlet_cards::filter::{Amount, Players};
use gauntlet_core::Player;

use crate::engine::Engine;
use crate::evaluate::PlayerSet;
use crate::task::{Resolve, Scope};

impl Engine<'_> {
    /// Each of the players gains that much life.
    pub(super) fn players_gain_life(&mut self, scope: &Scope, players: &Players, amount: &Amount) {
        let amount = self.number(scope, amount);
        self.each_player(scope, players, |engine, player| engine.gain_life(player, amount));
    }

    /// Each of the players loses that much life; what they lose is counted.
    pub(super) fn players_lose_life(&mut self, task: &mut Resolve, players: &Players, amount: &Amount) {
        let amount = self.number(&task.scope, amount);
        let mut lost = 0;
        self.each_player(&task.scope, players, |engine, player| lost += engine.lose_life(player, amount));
        task.scope.this_way = lost;
    }

    /// A life total becomes a number: the player gains or loses the difference (CR 119.5).
    pub(super) fn set_life(&mut self, scope: &Scope, players: &Players, amount: &Amount) {
        let amount = self.number(scope, amount);
        self.each_player(scope, players, |engine, player| {
            let change = amount - engine.s.players[player].life;
            engine.gain_life(player, change);
            engine.lose_life(player, -change);
        });
    }

    /// CR 701.12g: a life total becomes another number, if the player can gain or lose what that takes (CR 119.7, 119.8).
    pub(super) fn life_for(&mut self, task: &mut Resolve, player: &Players, amount: &Amount) {
        task.scope.did = false;
        let amount = self.number(&task.scope, amount);
        let Some(player) = self.who(&task.scope, player).first(task.scope.you) else { return };
        let change = amount - self.s.players[player].life;
        if self.can_change_life(player, change) {
            self.gain_life(player, change);
            self.lose_life(player, -change);
            task.scope.did = true;
        }
    }

    /// Returns whether no effect says that a player can't gain, or can't lose, that much life.
    fn can_change_life(&self, player: Player, change: i32) -> bool {
        let kinds = RuleKinds::LIFE_GAIN | RuleKinds::CANT_LOSE_LIFE;
        !self.eye().player_rule(kinds, player, |rule| match rule {
            PlayerRule::CantGainLife => change > 0,
            PlayerRule::CantLoseLife => change < 0,
            _ => false,
        })
    }

    /// CR 701.12c: each gains or loses what it takes, if both can; or nothing happens (CR 119.7, 119.8, 701.12a).
    pub(super) fn exchange_life(&mut self, scope: &Scope, players: &Players) {
        // CR 701.12a: with only one of the two, nothing is exchanged.
        if self.who(scope, players) != PlayerSet::BOTH {
            return;
        }
        let other = !scope.you;
        let change = self.s.players[other].life - self.s.players[scope.you].life;
        if !self.can_change_life(scope.you, change) || !self.can_change_life(other, -change) {
            return;
        }
        for (player, change) in [(scope.you, change), (other, -change)] {
            self.gain_life(player, change);
            self.lose_life(player, -change);
        }
    }
}
