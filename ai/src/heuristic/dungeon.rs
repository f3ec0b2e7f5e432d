//! Ways through dungeons (CR 309): which to enter, and which room to go to next.

use gauntlet_cards::dungeon::Room;
use gauntlet_magic::decision::Action;

use super::amount::Env;
use super::choices::best_of;
use super::value::Judge;

/// What is a venture away is worth this much of what is had now, in percent.
const LATER: i32 = 70;

impl Judge<'_> {
    /// Which dungeon to enter: the one whose first rooms are worth most.
    pub(super) fn choose_dungeon(self, legal: &[Action]) -> usize {
        let dungeons = self.see.pool().dungeons();
        best_of(legal, |action| match action {
            Action::Number(number) => {
                dungeons.get(usize::from(number)).map_or(0, |dungeon| self.way_from(&dungeon.rooms, 0))
            }
            _ => 0,
        })
    }

    /// Which room to go to.
    pub(super) fn choose_room(self, legal: &[Action]) -> usize {
        let within = self.see.player(self.me).dungeon;
        let Some(dungeon) = within.and_then(|number| self.see.pool().dungeons().get(usize::from(number))) else {
            return 0;
        };
        best_of(legal, |action| match action {
            Action::Number(room) => self.way_from(&dungeon.rooms, usize::from(room)),
            _ => 0,
        })
    }

    /// What a room is worth with the best of those behind it.
    fn way_from(self, rooms: &[Room], room: usize) -> i32 {
        let Some(here) = rooms.get(room) else { return 0 };
        let card = self.see.pool().cards().next().map(|(card, _)| card);
        let env = Env::of_card(card.expect("a game has cards"), self.me);
        let now = self.best_script(here.ability, &env).unwrap_or(0);
        let later = here.exits.iter().map(|exit| self.way_from(rooms, usize::from(*exit))).max().unwrap_or(0);
        now + later * LATER / 100
    }
}
