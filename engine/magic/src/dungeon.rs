//! Dungeons (CR 309) and venturing into them (CR 701.49). A dungeon is compiled from text like a card; in a game it is two
//! numbers of its player: which dungeon, and in which of its rooms the venture marker is.

use gauntlet_cards::card::AbilityId;
use gauntlet_cards::designation::Milestone;
use gauntlet_cards::dungeon::{Dungeon, Room};
use gauntlet_cards::filter::Players;
use gauntlet_core::{Audience, Player};

use crate::decision::{Action, DecisionKind, Particulars};
use crate::engine::Engine;
use crate::resolve::After;
use crate::state::{EventData, ObjectId};
use crate::task::Resolve;

impl<'a> Engine<'a> {
    /// CR 701.49: the player chooses a dungeon and enters it, or goes on to the next room.
    pub(crate) fn venture(&mut self, task: &Resolve, players: &Players, into: Option<u8>) -> After {
        let Some(player) = self.eye().players(&task.scope, players).first(task.scope.you) else { return After::Next };
        let info = self.s.players[player];
        if let Some(answer) = self.s.answer.take() {
            let Action::Number(number) = answer else { unreachable!("not an answer to venturing: {answer:?}") };
            let info = &mut self.s.players[player];
            if info.dungeon.is_none() {
                info.dungeon = Some(number as u8);
                info.room = 0;
            } else {
                info.room = number as u8;
            }
            self.enter_room(player);
            return After::Next;
        }
        if self.in_last_room(player) {
            self.complete_dungeon(player);
        }
        let within = self.dungeon(player);
        if let Some(dungeon) = within {
            let room = &dungeon.rooms[usize::from(info.room)];
            self.offer_these(room.exits.iter().map(|exit| Action::Number(u16::from(*exit))));
        } else {
            let fits = |(number, dungeon): &(usize, &Dungeon)| match into {
                Some(wanted) => *number == usize::from(wanted),
                None => !dungeon.by_name_only,
            };
            let dungeons = self.pool.dungeons().iter().enumerate().filter(fits);
            self.offer_these(dungeons.map(|(number, _)| Action::Number(number as u16)));
        }
        let kind = if within.is_some() { DecisionKind::Room } else { DecisionKind::Dungeon };
        After::Ask(player, kind, task.item.object, Particulars::Nothing)
    }

    /// The dungeon that a player is in (CR 309.3).
    fn dungeon(&self, player: Player) -> Option<&'a Dungeon> {
        self.pool.dungeons().get(usize::from(self.s.players[player].dungeon?))
    }

    /// The room that a player's venture marker is in.
    fn room(&self, player: Player) -> Option<&'a Room> {
        self.dungeon(player)?.rooms.get(usize::from(self.s.players[player].room))
    }

    fn in_last_room(&self, player: Player) -> bool {
        self.room(player).is_some_and(|room| room.exits.is_empty())
    }

    /// CR 309.4c: the room ability triggers. It has no source that could leave; its controller is the dungeon's owner.
    fn enter_room(&mut self, player: Player) {
        let Some(ability) = self.room(player).map(|room| room.ability) else { return };
        self.tell(Audience::Everyone, |eye| format!("{} enters {}.", eye.player_name(player), eye.room_name(player)));
        self.pend(ability, ObjectId::NONE, player, EventData::NONE);
    }

    /// CR 309.7.
    fn complete_dungeon(&mut self, player: Player) {
        let info = &mut self.s.players[player];
        let Some(dungeon) = info.dungeon.take() else { return };
        info.completed |= 1 << dungeon;
        info.room = 0;
        self.touch();
        self.tell(Audience::Everyone, |eye| {
            let name = &eye.pool.dungeons()[usize::from(dungeon)].name;
            format!("{} completes {name}.", eye.player_name(player))
        });
        self.reached(player, Milestone::Dungeon, ObjectId::NONE);
    }

    /// CR 309.6: a player in the bottommost room has completed the dungeon once its ability has left the stack. Returns whether anybody has.
    pub(crate) fn check_dungeons(&mut self) -> bool {
        let mut changed = false;
        for player in Player::BOTH {
            let (Some(dungeon), Some(room)) = (self.dungeon(player), self.room(player)) else { continue };
            if !room.exits.is_empty() {
                continue;
            }
            let of_dungeon = |ability: AbilityId| dungeon.rooms.iter().any(|room| room.ability == ability);
            let waits = self.s.pending.iter().any(|other| of_dungeon(other.ability) && other.controller == player)
                || self.s.stack.iter().any(|item| of_dungeon(item.ability) && item.controller == player);
            debug_assert!(of_dungeon(room.ability));
            if !waits {
                self.complete_dungeon(player);
                changed = true;
            }
        }
        changed
    }
}

impl<'a> crate::evaluate::Eye<'a> {
    /// The room that a player is in, for people.
    pub(crate) fn room_name(self, player: Player) -> String {
        let info = &self.s.players[player];
        let Some(dungeon) = info.dungeon else { return String::new() };
        let dungeon = &self.pool.dungeons()[usize::from(dungeon)];
        format!("{} ({})", dungeon.rooms[usize::from(info.room)].name, dungeon.name)
    }

    /// The name of a dungeon, or of a room of the player's dungeon, that is chosen while venturing.
    pub(crate) fn venture_name(self, player: Player, number: u16) -> &'a str {
        let dungeons = self.pool.dungeons();
        match self.s.players[player].dungeon {
            None => &dungeons[usize::from(number)].name,
            Some(dungeon) => &dungeons[usize::from(dungeon)].rooms[usize::from(number)].name,
        }
    }
}
