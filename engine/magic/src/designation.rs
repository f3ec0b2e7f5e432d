//! Designations of players (CR 724 the monarch, 725 the initiative, 309.7 completed dungeons), what they have reached, and what their rad counters do (CR 727).

use gauntlet_cards::ability::TriggerEvent;
use gauntlet_cards::card::AbilityId;
use gauntlet_cards::designation::{Designation, Milestone};
use gauntlet_cards::effect::DelayedUntil;
use gauntlet_cards::keyword::EventKinds;
use gauntlet_core::{Audience, Player};

use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::state::{DelayedTrigger, EventData, ObjectId};

impl Eye<'_> {
    /// Returns whether a player has a designation.
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
    /// CR 724.1–3: there is one monarch; the abilities of being it have no source and are that player's.
    pub(crate) fn become_monarch(&mut self, player: Player) {
        if self.s.monarch == Some(player) {
            return;
        }
        self.s.monarch = Some(player);
        self.tell(Audience::Everyone, |eye| format!("{} becomes the monarch.", eye.player_name(player)));
        let abilities = self.pool.monarch_abilities();
        self.hand_over(player, &abilities);
        self.end_exile_until_monarch(player);
        self.reached(player, Milestone::Monarch, ObjectId::NONE);
    }

    /// CR 725.2–5: the player has the initiative from now on, and ventures into the dungeon of the initiative in any case.
    pub(crate) fn take_initiative(&mut self, player: Player) {
        let [upkeep, damage, venture] = self.pool.initiative_abilities();
        if self.s.initiative != Some(player) {
            self.s.initiative = Some(player);
            self.tell(Audience::Everyone, |eye| format!("{} takes the initiative.", eye.player_name(player)));
            self.hand_over(player, &[upkeep, damage]);
        }
        self.pend(venture, ObjectId::NONE, player, EventData::NONE);
        self.reached(player, Milestone::Initiative, ObjectId::NONE);
    }

    /// The abilities of a designation that one player has at a time are that player's from now on; they have no source.
    fn hand_over(&mut self, player: Player, abilities: &[AbilityId]) {
        self.s.delayed.retain(|delayed| !abilities.contains(&delayed.ability));
        for ability in abilities {
            let (until, turn) = (DelayedUntil::EveryEvent, self.s.turn);
            self.s.delayed.push(DelayedTrigger::new(*ability, until, ObjectId::NONE, player, turn));
        }
        self.touch();
    }

    /// CR 727.1: at the beginning of the precombat main phase of a player who has rad counters.
    pub(crate) fn radiate(&mut self) {
        let player = self.s.active;
        if let Some(ability) = self.pool.rad
            && self.s.players[player].rad > 0
        {
            self.pend(ability, ObjectId::NONE, player, EventData::NONE);
        }
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
