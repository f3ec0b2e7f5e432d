//! Abilities that a script makes: triggers that come later or at once (CR 603.7, 603.12), and emblems (CR 114).

use gauntlet_cards::ability::{AbilityKind, FromExile};
use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::effect::{DelayedUntil, Duration, Instr};
use gauntlet_cards::filter::{Amount, Objects, Players, Zone};
use gauntlet_cards::walk::Walk;
use gauntlet_core::Player;

use crate::engine::Engine;
use crate::state::{ActiveEffect, DelayedTrigger, EmblemAbility, ObjectId, PendingTrigger};
use crate::task::{Resolve, Scope};

impl Engine<'_> {
    /// A delayed triggered ability waits from now on (CR 603.7), unless there is nothing that it could be about.
    pub(super) fn delay(&mut self, task: &Resolve, ability: AbilityId, until: &DelayedUntil, number: Option<&Amount>) {
        let scope = &task.scope;
        if matches!(until, DelayedUntil::NextStep(..) | DelayedUntil::NextTurns(..))
            && self.is_about_nothing(scope, ability)
        {
            return;
        }
        let memory = self.remember(scope);
        let number = number.map(|number| self.number(scope, number));
        let source = self.source_for_later(task, ability);
        // An extra turn that was just created is told by its place among those that are to come.
        let turn = match until {
            DelayedUntil::ExtraTurns(_) => self.s.extra_turns.len() as u32,
            _ => self.s.turn,
        };
        self.s.delayed.push(DelayedTrigger {
            ability,
            until: until.clone(),
            source,
            controller: scope.you,
            turn,
            memory,
            x: Some(scope.x),
            number,
            turned: self.s.last_known(source).map_or(0, |object| object.turned),
        });
    }

    /// As a turn begins: what waits for an extra turn (CR 500.7) waits for a step of this one, if it is that, and for nothing if that was
    /// skipped.
    pub(crate) fn await_extra_turn(&mut self) {
        let begins = if self.s.extra_turn { self.s.extra_turns.len() as u32 + 1 } else { 0 };
        let ended = self.s.turn;
        self.s.delayed.retain_mut(|delayed| {
            let DelayedUntil::ExtraTurns(step) = delayed.until else { return true };
            let place = delayed.turn;
            if place == begins {
                (delayed.until, delayed.turn) = (DelayedUntil::NextTurns(step, false), ended);
            }
            place <= begins
        });
    }

    /// An ability triggers at once on what this one is about (CR 603.12).
    pub(super) fn trigger_at_once(&mut self, task: &Resolve, ability: AbilityId, number: Option<&Amount>) {
        let scope = &task.scope;
        let memory = self.remember(scope);
        let mut event = scope.event;
        if let Some(number) = number {
            event.amount = self.number(scope, number);
        }
        let source = self.source_for_later(task, ability);
        let (controller, x) = (scope.you, Some(scope.x));
        self.s.pending.push(PendingTrigger { ability, source, controller, event, memory, x, turned: None });
        self.s.check_needed = true;
    }

    /// Each of the players gets an emblem with the abilities (CR 114.1).
    pub(super) fn create_emblems(&mut self, task: &mut Resolve, players: &Players, abilities: &[AbilityId]) {
        // What is done as something enters is no ability on the stack.
        let asks = self.s.last_known(task.item.object).or_else(|| self.s.last_known(task.scope.source));
        let of = asks.map(|asks| asks.printed);
        for player in self.who(&task.scope, players).in_order(self.s.active) {
            self.create_emblem(task, player, of, abilities);
        }
    }

    /// An emblem (CR 114): an object in the command zone with no characteristics but its abilities, whose source it is (CR 113.7, 114.3).
    /// Its static abilities hold and its triggered abilities watch for the rest of the game.
    ///
    /// `of` is the card whose effect makes it; the Ring's emblem is of none, and gets more abilities (CR 701.54c).
    pub(crate) fn create_emblem(
        &mut self,
        task: &mut Resolve,
        player: Player,
        of: Option<CardId>,
        abilities: &[AbilityId],
    ) {
        let ring = if of.is_none() { self.s.emblem_of_the_ring(player) } else { None };
        let (number, source) = match ring {
            Some(known) => (known.number, known.object),
            None => (self.s.next_emblem(), self.new_emblem(player, of)),
        };
        // "Cards exiled with" what made it are those of that very object.
        let pool = self.pool;
        let linked = |ability: &AbilityId| pool.ability(*ability).has(|cards: &FromExile| cards.linked);
        if abilities.iter().any(linked) {
            self.object(source.index).attached_to = self.s.as_it_enters(task.scope.source);
        }
        for &ability in abilities {
            self.s.emblems.push(EmblemAbility { number, object: source, owner: player, of, ability });
            match &self.pool.ability(ability).kind {
                AbilityKind::Static(_) => {
                    let effect = self.effect(task, ObjectId::NONE, Duration::Indefinite);
                    self.begin_rule(ActiveEffect { ability, source, controller: player, ..effect });
                }
                AbilityKind::Triggered(_) => {
                    let (until, turn) = (DelayedUntil::EveryEvent, self.s.turn);
                    self.s.delayed.push(DelayedTrigger::new(ability, until, source, player, turn));
                }
                AbilityKind::Activatable(_) => unreachable!("no emblem in print has one"),
            }
        }
    }

    /// Puts an emblem into the command zone (CR 114.2). People call it as the card that made it.
    fn new_emblem(&mut self, owner: Player, of: Option<CardId>) -> ObjectId {
        let mut object = self.eye().as_object(self.pool.emblem(of.is_none()), owner, Zone::Command);
        object.printed = of.unwrap_or(object.printed);
        let id = self.allocate(object);
        self.s.command.push(id.index);
        id
    }

    /// What an ability that is made now, for later or for when it triggers at once, has as its source: if it moves that, what it has
    /// become by now, as it will not be looked for elsewhere then (CR 603.7c, 603.12).
    pub(super) fn source_for_later(&self, task: &Resolve, ability: AbilityId) -> ObjectId {
        let source = task.scope.source;
        let moves = |instr: &Instr| matches!(instr, Instr::Move(Objects::Source, ..));
        let script = &self.pool.triggered(ability).script;
        if self.s.get(source).is_some() || !script.parts.iter().flat_map(|part| &part.code).any(moves) {
            return source;
        }
        self.moved_to(task, source, true).unwrap_or(source)
    }

    /// Returns whether an ability that would be made for later would only move or destroy what is in registers that nothing was put into: what
    /// "it" would be was never made, as after an offer that was declined. Then nothing is waited for (CR 603.7).
    pub(super) fn is_about_nothing(&self, scope: &Scope, ability: AbilityId) -> bool {
        let never = |objects: &Objects| {
            let Objects::Register(register) = objects else { return false };
            let range = scope.registers[usize::from(*register)];
            range.start == range.end
        };
        let mut code = self.pool.triggered(ability).script.parts.iter().flat_map(|part| &part.code);
        scope.memory.is_none()
            && code.all(|instr| match instr {
                Instr::Move(Objects::Union(parts), ..) => parts.iter().all(never),
                Instr::Move(objects, ..) | Instr::Sacrifice(_, objects) | Instr::Destroy(objects, _) => never(objects),
                _ => false,
            })
    }
}
