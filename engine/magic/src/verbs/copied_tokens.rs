//! Tokens that are copies, before they enter: what they are, and the choices that are made as they enter (CR 614.12a, 707.5).

use gauntlet_cards::ability::{Replacement, StaticEffect};
use gauntlet_cards::card::CardId;
use gauntlet_cards::effect::{Destination, Duration, Instr};
use gauntlet_cards::filter::Zone;
use gauntlet_cards::keyword::Marks;
use gauntlet_core::Player;

use crate::engine::Engine;
use crate::resolve::After;
use crate::state::{Flags, Object, ObjectId, Range};
use crate::task::Resolve;

/// What a token that is put aside for its choices is marked with.
const WAITING: Flags = Flags::ASIDE.union(Flags::SEEN_BY_FIRST).union(Flags::SEEN_BY_SECOND);

impl Engine<'_> {
    /// Returns whether a script of the card's own runs as it enters the battlefield.
    pub(super) fn acts_as_it_enters(&self, card: CardId) -> bool {
        self.pool.card(card).derived.statics.iter().any(|ability| {
            let effect = &self.pool.static_ability(*ability).effect;
            matches!(effect, StaticEffect::Replacement(Replacement::AsEnters(_)))
        })
    }

    /// One of the tokens of an instruction that are copies of an object, with the exceptions that it makes, which is to enter: it is
    /// what it will be there already (CR 614.12, 707.5).
    pub(super) fn copied_token(
        &mut self,
        instr: &Instr,
        task: &Resolve,
        (original, copied): (ObjectId, CardId),
        player: Player,
    ) -> ObjectId {
        let Instr::CreateCopy { except, .. } = instr else { unreachable!("called for copies only") };
        // CR 707.8a: a copy of a double-faced permanent has both faces, and the same one up.
        let mut object = self.eye().as_object(copied, player, Zone::Battlefield);
        object.flags |= Flags::TOKEN;
        object.came_from = Zone::Command;
        let double_faced = |object: &Object| self.pool.card(object.printed).layout.is_double_faced();
        if object.is(Flags::TRANSFORMED) && !self.s.last_known(original).is_some_and(double_faced) {
            // What copies a back face without being double-faced is copied as that face alone.
            object.printed = copied;
            object.flags -= Flags::TRANSFORMED;
        }
        let id = self.allocate(object);
        self.repeat_exceptions(original, id, None);
        if !except.is_empty() {
            self.add_effect(task, id, except, Duration::Indefinite);
        }
        id
    }

    /// Creates tokens that are copies of something for which choices are made as it enters, what it becomes a copy of among them (CR
    /// 614.12a, 616.1c, 707.5, 707.6): the tokens wait aside until all is chosen, then they enter together.
    pub(super) fn create_copies_that_choose(
        &mut self,
        instr: &Instr,
        task: &mut Resolve,
        of: (ObjectId, CardId),
        amount: i32,
        destination: &Destination,
    ) -> After {
        let Instr::CreateCopy { player, into, .. } = instr else { unreachable!("called for copies only") };
        if !task.begun {
            let start = self.s.scratch.len() as u16;
            for player in self.who(&task.scope, player).in_order(self.s.active) {
                for _ in 0..self.tokens_after_replacement(player, amount).clamp(0, 1_000) {
                    let id = self.copied_token(instr, task, of, player);
                    let token = self.object(id.index);
                    token.zone = Zone::Command;
                    token.flags |= WAITING;
                    self.s.scratch.push(id);
                }
            }
            task.progress.objects = Range { start, end: self.s.scratch.len() as u16 };
        }
        let range = task.progress.objects;
        let mut asks = false;
        for place in range.start..range.end {
            let id = self.s.scratch[usize::from(place)];
            asks |= self.choose_how_to_enter(id, self.s.objects[id.index()].controller);
            asks |= self.choose_host(&task.scope, id, destination);
        }
        if asks {
            return After::Again;
        }
        self.apply_copies();
        for place in range.start..range.end {
            let id = self.s.scratch[usize::from(place)];
            if !self.enter_after_choices(task, id, destination) {
                self.s.scratch[usize::from(place)] = ObjectId::NONE;
            }
        }
        self.entered(range);
        self.keep(task, *into, range.start);
        After::Next
    }

    /// A token for which all is chosen enters. Returns whether it does: one that is an Aura and can't enchant anything isn't created (CR
    /// 303.4g).
    fn enter_after_choices(&mut self, task: &Resolve, id: ObjectId, destination: &Destination) -> bool {
        let object = self.s.objects[id.index()];
        let aura = self.eye().as_entering_aura(&object, destination);
        let host = aura.and_then(|aura| self.host_of_entering(id, &aura));
        if aura.is_some() && host.is_none() && object.attached_to != id {
            self.release(id.index);
            return false;
        }
        let token = self.object(id.index);
        token.zone = Zone::Battlefield;
        token.attached_to = ObjectId::NONE;
        token.flags -= WAITING | Flags::READY_TO_ENTER;
        token.marks -= Marks::COPY_READY;
        self.s.entering_host = host;
        self.enter(&task.scope, id, object.controller, destination);
        self.s.entering_host = None;
        true
    }
}
