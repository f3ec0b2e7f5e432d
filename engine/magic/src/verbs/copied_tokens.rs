//! Tokens that are copies, before they enter: what they are, and the choices that are made as they enter (CR 614.12a, 707.5).

use gauntlet_cards::ability::{Replacement, StaticEffect};
use gauntlet_cards::card::{CardId, Layout};
use gauntlet_cards::effect::{Attacking, Destination, Duration, Instr};
use gauntlet_cards::filter::{Objects, Zone};
use gauntlet_cards::keyword::Marks;
use gauntlet_cards::types::Subtype;
use gauntlet_core::Player;

use super::tokens::{Made, MadeTokens};
use crate::engine::Engine;
use crate::evaluate::Eye;
use crate::resolve::After;
use crate::state::{Flags, Noted, Object, ObjectId, Range};
use crate::task::{Resolve, Scope};

/// What a token that is put aside for its choices is marked with.
const WAITING: Flags = Flags::ASIDE.union(Flags::SEEN_BY_FIRST).union(Flags::SEEN_BY_SECOND);

impl Engine<'_> {
    /// What is copied, and as which card.
    fn to_copy(&self, scope: &Scope, of: &Objects) -> Option<(ObjectId, CardId)> {
        let original = self.known(scope, of).first().copied()?;
        Some((original, self.eye().copied_card(self.s.last_known(original)?)))
    }

    /// Returns whether something is chosen, for each by itself, as tokens that are copies of a card enter (CR 303.4f, 614.12a).
    fn asks_as_copies_enter(&self, copied: CardId) -> bool {
        self.acts_as_it_enters(copied) || self.pool.card(copied).characteristics.subtypes.contains(Subtype::AURA)
    }

    pub(super) fn create_copies(&mut self, instr: &Instr, task: &mut Resolve) -> After {
        let scope = task.scope;
        match self.create_copies_in(task, &[scope], instr) {
            true => After::Next,
            false => After::Again,
        }
    }

    /// Creates tokens that are copies in each of the scopes: all enter at one time (CR 608.2f). Returns whether they have; if not, choices
    /// for them come first.
    pub(super) fn create_copies_in(&mut self, task: &mut Resolve, scopes: &[Scope], instr: &Instr) -> bool {
        let Instr::CreateCopy { of, .. } = instr else { unreachable!("called for copies only") };
        let mut copied = scopes.iter().filter_map(|scope| self.to_copy(scope, of));
        if task.begun || copied.any(|(_, copied)| self.asks_as_copies_enter(copied)) {
            return self.create_copies_that_choose(instr, task, scopes);
        }
        self.create_copies_together(task, scopes, instr);
        true
    }

    /// Creates tokens that are copies, of nothing that asks as it enters, in each of the scopes: all enter at one time.
    fn create_copies_together(&mut self, task: &mut Resolve, scopes: &[Scope], instr: &Instr) {
        let Instr::CreateCopy { player, of, amount, tapped, attacking, into, .. } = instr else {
            unreachable!("called for copies only")
        };
        let destination = Destination { tapped: *tapped, attacking: *attacking, ..Destination::to(Zone::Battlefield) };
        let start = self.s.scratch.len() as u16;
        let mut made = MadeTokens::new();
        let like = |engine: &Engine<'_>, place: usize| engine.to_copy(&scopes[place], of).map(|copied| copied.1);
        for (player, count, place) in self.created(scopes, player, amount, &like) {
            let Some(copied) = self.to_copy(&scopes[place], of) else { continue };
            let one = Resolve { scope: scopes[place], ..*task };
            let before = self.number(&scopes[place], amount);
            for _ in 0..count.clamp(0, 1_000) {
                let id = self.copied_token(instr, &one, copied, player);
                self.enter(&task.scope, id, player, &destination);
                self.s.scratch.push(id);
            }
            if count > 0 {
                let sample = self.s.scratch[self.s.scratch.len() - 1];
                made.push(Made { player, sample, before, tapped: *tapped, attacking: *attacking });
            }
        }
        self.create_besides(&task.scope, &mut made);
        self.entered(Range { start, end: self.s.scratch.len() as u16 });
        self.keep(task, *into, start);
    }

    /// Returns whether a script of the card's own runs as it enters the battlefield.
    fn acts_as_it_enters(&self, card: CardId) -> bool {
        self.pool.card(card).derived.statics.iter().any(|ability| {
            let effect = &self.pool.static_ability(*ability).effect;
            matches!(effect, StaticEffect::Replacement(Replacement::AsEnters(_)))
        })
    }

    /// One of the tokens of an instruction that are copies of an object, with the exceptions that it makes, which is to enter: it is
    /// what it will be there already (CR 614.12, 707.5).
    fn copied_token(
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
        // CR 709.5d: it wasn't cast.
        let locked = self.eye().room_face(&object, copied);
        if locked != copied {
            self.eye().show(&mut object, locked);
        }
        // The copy of a melded permanent is one token with the combined back face alone (CR 707.8, 712.8g).
        let double_faced = |object: &Object| {
            let layout = self.pool.card(object.printed).layout;
            layout.is_double_faced() && layout != Layout::Meld
        };
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

    /// Creates tokens that are copies of something for which choices are made as it enters, what it becomes a copy of and what an Aura
    /// enchants among them (CR 303.4f, 614.12a, 616.1c, 707.5, 707.6): the tokens wait aside until all is chosen, then they enter together.
    /// Returns whether they have.
    fn create_copies_that_choose(&mut self, instr: &Instr, task: &mut Resolve, scopes: &[Scope]) -> bool {
        let Instr::CreateCopy { player, of, amount, tapped, attacking, into, .. } = instr else {
            unreachable!("called for copies only")
        };
        let destination = Destination { tapped: *tapped, attacking: *attacking, ..Destination::to(Zone::Battlefield) };
        if !task.begun {
            let start = self.s.scratch.len() as u16;
            let like = |engine: &Engine<'_>, place: usize| engine.to_copy(&scopes[place], of).map(|copied| copied.1);
            for (player, count, place) in self.created(scopes, player, amount, &like) {
                let Some(copied) = self.to_copy(&scopes[place], of) else { continue };
                let one = Resolve { scope: scopes[place], ..*task };
                for _ in 0..count.clamp(0, 1_000) {
                    let id = self.copied_token(instr, &one, copied, player);
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
        // What is asked last comes first.
        for place in (range.start..range.end).rev() {
            let id = self.s.scratch[usize::from(place)];
            asks |= self.choose_how_to_enter(id, self.s.objects[id.index()].controller);
            asks |= self.choose_host(&task.scope, id, &destination);
        }
        if asks {
            return false;
        }
        self.apply_copies();
        for place in range.start..range.end {
            let id = self.s.scratch[usize::from(place)];
            if !self.enter_after_choices(task, id, &destination) {
                self.s.scratch[usize::from(place)] = ObjectId::NONE;
            }
        }
        let mut made = self.made_copies(range, (*tapped, *attacking));
        let besides = self.s.scratch.len();
        self.create_besides(&task.scope, &mut made);
        if self.s.scratch.len() == besides {
            self.entered(range);
            self.keep(task, *into, range.start);
        } else {
            // What was created besides stands after what the choices left there: all of it stands together.
            let all: Vec<ObjectId> =
                self.ids(range).into_iter().chain(self.s.scratch[besides..].iter().copied()).collect();
            let start = self.s.scratch.len() as u16;
            self.s.scratch.extend(all);
            self.entered(Range { start, end: self.s.scratch.len() as u16 });
            self.keep(task, *into, start);
        }
        true
    }

    /// The copies that have entered, each by itself.
    fn made_copies(&self, range: Range, (tapped, attacking): (bool, Attacking)) -> MadeTokens {
        let entered = self.ids(range).into_iter().filter(|id| !id.is_none());
        let made = entered.map(|sample| {
            let player = self.s.objects[sample.index()].controller;
            Made { player, sample, before: 1, tapped, attacking }
        });
        made.collect()
    }

    /// A token for which all is chosen enters. Returns whether it does: one that is an Aura and can't enchant anything isn't created (CR
    /// 303.4g).
    fn enter_after_choices(&mut self, task: &Resolve, id: ObjectId, destination: &Destination) -> bool {
        let object = self.s.objects[id.index()];
        let aura = self.eye().as_entering_aura(&task.scope, &object, destination);
        let host = aura.and_then(|aura| self.host_of_entering(id, &aura));
        let homeless = aura.is_some() && host.is_none() && object.attached_to != id;
        if homeless || object.noted == Noted::KeptOut {
            self.release(id.index);
            return false;
        }
        let token = self.object(id.index);
        token.zone = Zone::Battlefield;
        token.marks -= Marks::COPY_READY;
        // A player was chosen (CR 303.4f): see `host_chosen`.
        if token.attached_to == id {
            token.marks |= Marks::ON_PLAYER;
        }
        token.attached_to = ObjectId::NONE;
        token.flags -= WAITING | Flags::READY_TO_ENTER;
        self.s.entering_host = host;
        self.enter(&task.scope, id, object.controller, destination);
        self.s.entering_host = None;
        true
    }
}

impl Eye<'_> {
    /// Which object one will be that is about to enter: the next in its place (CR 400.7), but a token that has waited for its choices enters
    /// as what it is.
    pub(crate) fn as_permanent(self, entering: ObjectId) -> ObjectId {
        match self.s.get(entering).is_some_and(|object| object.flags.contains(Flags::TOKEN | WAITING)) {
            true => entering,
            false => entering.moved(),
        }
    }
}
