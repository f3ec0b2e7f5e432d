//! Designations of players (CR 724 the monarch, 725 the initiative, 309.7 completed dungeons), and what they have reached.

use gauntlet_core::Player;

use crate::ability::TriggerEvent;
use crate::effect::DelayedUntil;
use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::keyword::EventKinds;
use crate::state::{DelayedTrigger, EventData, ObjectId};

/// Something that a player is, has or has done in this game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Designation {
    /// Is the monarch (CR 724.1).
    Monarch,
    /// Has the initiative (CR 725.1).
    Initiative,
    /// Has completed this dungeon, or any (CR 309.7).
    Completed(Option<u8>),
}

/// What happens to a player alone and abilities watch for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Milestone {
    /// Becomes the monarch (CR 724.3).
    Monarch,
    /// Takes the initiative, also if they have it (CR 725.5).
    Initiative,
    /// Completes a dungeon (CR 309.7).
    Dungeon,
    /// The Ring tempts them (CR 701.54d). The event object is the creature that was chosen, if one was.
    Ring,
    /// Plays a land (CR 305.1). The event object is the land.
    Land,
}

impl Eye<'_> {
    /// Whether a player has a designation.
    pub(crate) fn is_designated(self, player: Player, what: Designation) -> bool {
        match what {
            Designation::Monarch => self.s.monarch == Some(player),
            Designation::Initiative => self.s.initiative == Some(player),
            Designation::Completed(None) => self.s.players[player].completed != 0,
            Designation::Completed(Some(dungeon)) => self.s.players[player].completed >> dungeon & 1 != 0,
        }
    }
}

impl Engine<'_> {
    /// CR 725.2–5: the player has the initiative from now on, and ventures into the dungeon of the initiative in any case.
    pub(crate) fn take_initiative(&mut self, player: Player) {
        let [upkeep, damage, venture] = self.pool.initiative_abilities();
        if self.s.initiative != Some(player) {
            self.s.initiative = Some(player);
            self.tell(|eye| format!("{} takes the initiative.", eye.player_name(player)));
            self.s.delayed.retain(|delayed| delayed.ability != upkeep && delayed.ability != damage);
            for ability in [upkeep, damage] {
                self.s.delayed.push(DelayedTrigger {
                    ability,
                    until: DelayedUntil::EveryEvent,
                    source: ObjectId::NONE,
                    controller: player,
                    turn: self.s.turn,
                    memory: 0,
                    x: None,
                });
            }
            self.touch();
        }
        self.pend(venture, ObjectId::NONE, player, EventData::NONE, 0);
        self.reached(player, Milestone::Initiative, ObjectId::NONE);
    }

    /// Makes abilities trigger that watch for what a player has reached.
    pub(crate) fn reached(&mut self, player: Player, what: Milestone, object: ObjectId) {
        if !self.watches(EventKinds::PLAYER) {
            return;
        }
        let data = EventData { object, other: None, player: Some(player), amount: 1 };
        self.watch(EventKinds::PLAYER, None, &|eye, scope, event| match event {
            TriggerEvent::Reaches { player: who, what: wanted, object: filter } if *wanted == what => {
                let there = eye.s.get(object).is_none_or(|there| eye.matches(scope, filter, object, there));
                (there && eye.player_fits(scope, *who, player)).then_some(data)
            }
            _ => None,
        });
    }
}
