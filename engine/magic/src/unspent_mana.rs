//! Unspent mana that is lost, stays, or becomes other mana (CR 106.4, 500.5).

use gauntlet_cards::ability::{PlayerRule, RuleKinds, StaticEffect};
use gauntlet_cards::filter::Step;
use gauntlet_cards::types::Colors;
use gauntlet_core::Player;

use crate::engine::Engine;
use crate::state::RestrictedMana;

impl Engine<'_> {
    /// CR 500.5: unspent mana empties as a step or phase ends.
    pub(crate) fn empty_mana(&mut self) {
        for player in Player::BOTH {
            let pool = self.s.players[player].mana;
            if pool == [0; 6] && !self.s.restricted_mana.iter().any(|mana| mana.player == player) {
                continue;
            }
            self.note_change();
            let stays = |color: Option<Colors>| {
                let kept = |rule: &PlayerRule| match rule {
                    PlayerRule::ManaDoesntEmpty(only) => only.is_none() || *only == color,
                    _ => false,
                };
                self.eye().player_rule(RuleKinds::MANA_STAYS, player, kept)
            };
            let kept: [bool; 6] = std::array::from_fn(|kind| stays(Colors::TABLE.get(kind).map(|row| row.0)));
            let fighting = matches!(
                self.s.step,
                Step::BeginCombat
                    | Step::DeclareAttackers
                    | Step::DeclareBlockers
                    | Step::FirstStrikeDamage
                    | Step::CombatDamage
            );
            let (pool, last) = (self.pool, self.s.step == Step::Cleanup);
            self.lose_mana(player, kept, |mana| {
                (fighting && pool.spend_rule(mana.rule).through_combat)
                    || (!last && pool.spend_rule(mana.rule).through_turn)
            });
        }
    }

    /// The player loses all unspent mana, but for that of the kinds that are kept (white, blue, black, red, green, colorless), and mana with
    /// a rule of its own that stays.
    pub(crate) fn lose_mana(&mut self, player: Player, kept: [bool; 6], stays: impl Fn(&RestrictedMana) -> bool) {
        let becomes = self.mana_becomes(player);
        let mana = &mut self.s.players[player].mana;
        let lost: u32 = (0..6).filter(|kind| !kept[*kind]).map(|kind| u32::from(std::mem::take(&mut mana[kind]))).sum();
        if let Some(kind) = becomes {
            mana[kind] = (u32::from(mana[kind]) + lost).min(255) as u8;
        }
        let lasts = |mana: &RestrictedMana| mana.player != player || kept[usize::from(mana.place)] || stays(mana);
        match becomes {
            None => self.s.restricted_mana.retain(lasts),
            // What it can be spent on, and what is so of what it is spent on, stays with it.
            Some(kind) => {
                for mana in self.s.restricted_mana.iter_mut().filter(|mana| !lasts(mana)) {
                    mana.place = kind as u8;
                }
            }
        }
    }

    /// As which kind of mana (an index into a pool) unspent mana stays that the player would lose: as the newest effect says that replaces it.
    fn mana_becomes(&self, player: Player) -> Option<usize> {
        let mut becomes = None;
        self.eye().each_rule(RuleKinds::MANA_STAYS, &mut |scope, ability| {
            if let StaticEffect::Player(who, PlayerRule::UnspentManaBecomes(color)) = &ability.effect
                && self.eye().player_fits(scope, *who, player)
            {
                becomes = Some(Colors::TABLE.iter().position(|row| row.0 == *color).unwrap_or(5));
            }
        });
        becomes
    }
}
