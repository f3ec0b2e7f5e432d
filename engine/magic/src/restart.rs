//! Restarting the game (CR 726): the game ends without a result, and a new one begins with the same cards.

use gauntlet_cards::card::CardId;
use gauntlet_cards::effect::Register;
use gauntlet_cards::filter::{Objects, Zone};
use gauntlet_core::{Audience, Player, Seed};
use smallvec::SmallVec;

use crate::engine::Engine;
use crate::state::{Commander, EventData, ObjectId, Range, State};
use crate::task::{Mulligans, Progress, Resolve, Task};

impl Engine<'_> {
    /// CR 726.2: all cards are shuffled into their owners' libraries, those too that came in from outside, but for what stays in exile (CR
    /// 726.5). Whoever restarted the game goes first (CR 726.1a). The resolution goes on just before the first turn (CR 726.4).
    pub(crate) fn restart_game(&mut self, mut task: Resolve, left: &Objects, into: Register) {
        self.tell(Audience::Everyone, |_| "\nThe game is restarted.\n".to_owned());
        let kept = self.list(&task.scope, left);
        let stays = |id: &ObjectId| self.s.get(*id).map(|object| (object.owner, object.printed));
        let stay: SmallVec<[(Player, CardId); 8]> = kept.iter().filter_map(stays).collect();
        let mut fresh = State::empty(self.options, Seed::from_u64(0));
        fresh.carry_over(self.s);
        fresh.elsewhere = self.s.elsewhere;
        fresh.elsewhere_layers = self.s.elsewhere_layers;
        fresh.starting = task.scope.you;
        fresh.starting_life = self.s.starting_life;
        for owner in Player::BOTH {
            fresh.players[owner].life = self.s.starting_life;
        }
        self.cards_into(&mut fresh, &kept);
        *self.s = fresh;
        self.note_change();
        self.s.commanders.extend(Commander::all(self.options.commanders));
        for place in 0..self.s.commanders.len() {
            // CR 103.2c; one that stays in exile doesn't begin the game in the command zone (CR 726.5a).
            let Commander { owner, card, .. } = self.s.commanders[place];
            if let Some(at) = self.s.libraries[owner].iter().position(|hidden| hidden.card == card) {
                self.s.libraries[owner].remove(at);
                self.put_commander(owner, card);
            }
        }
        for player in Player::BOTH {
            self.shuffle(player);
        }
        for (owner, card) in stay {
            let object = self.eye().as_object(self.pool.whole(card), owner, Zone::Exile);
            let id = self.allocate(object);
            self.s.exile.push(id.index);
            self.s.scratch.push(id);
        }
        // What goes on speaks of nothing of the game that has ended but these cards.
        task.base = 0;
        task.item.object = ObjectId::NONE;
        task.item.source = ObjectId::NONE;
        task.item.targets = Range::default();
        task.item.event = EventData::NONE;
        task.item.memory = None;
        task.scope = crate::task::Scope { mode: task.scope.mode, ..crate::task::Scope::of_item(&task.item) };
        task.scope.registers[usize::from(into)] = Range { start: 0, end: self.s.scratch.len() as u16 };
        task.began = self.s.clock;
        task.begun = false;
        task.progress = Progress::default();
        task.pc += 1;
        self.s.tasks.push(Task::FirstTurn);
        self.s.tasks.push(Task::Resolve(task));
        self.s.tasks.push(Task::Mulligans(Mulligans::begin(self.s.starting)));
    }
}
