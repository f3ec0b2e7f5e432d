//! Speed (CR 702.179): players who start their engines, and what makes them faster.

use gauntlet_cards::card::MAX_SPEED;
use gauntlet_cards::keyword::Keywords;
use gauntlet_core::{Audience, Player};

use crate::engine::Engine;
use crate::state::{EventData, ObjectId};

impl Engine<'_> {
    /// CR 704.5z: who controls a permanent with start your engines! and has no speed gets 1.
    pub(crate) fn start_engines(&mut self) {
        for player in Player::BOTH {
            let starts = |object: &crate::state::Object| {
                object.controller == player && object.characteristics.keywords.contains(Keywords::START_YOUR_ENGINES)
            };
            if self.s.players[player].speed == 0 && self.s.permanents().any(|(_, object)| starts(object)) {
                self.gain_speed(player);
            }
        }
    }

    /// A player's speed increases by 1; without one it becomes 1 (CR 702.179c).
    pub(crate) fn gain_speed(&mut self, player: Player) {
        let info = &mut self.s.players[player];
        if info.speed < MAX_SPEED {
            info.speed += 1;
            self.touch();
            self.tell(Audience::Everyone, |eye| {
                format!("{}'s speed is {}.", eye.player_name(player), eye.s.players[player].speed)
            });
        }
    }

    /// CR 702.179d: an opponent of the active player has lost life; that makes them faster, once each turn.
    pub(crate) fn speed_up(&mut self, loser: Player) {
        let driver = self.s.active;
        let info = &self.s.players[driver];
        if let Some(ability) = self.pool.speed
            && loser != driver
            && (1..MAX_SPEED).contains(&info.speed)
            && !info.sped_up
        {
            self.s.players[driver].sped_up = true;
            self.pend(ability, ObjectId::NONE, driver, EventData::NONE);
        }
    }
}
