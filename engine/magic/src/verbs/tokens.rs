//! Creating tokens (CR 111, 701.7).

use gauntlet_cards::card::CardId;
use gauntlet_cards::effect::{Destination, Duration, Instr, NewTokens};
use gauntlet_cards::explain::article;
use gauntlet_cards::filter::{CounterKind, Zone};
use gauntlet_core::{Audience, Player};

use super::joint::created_with_first;
use crate::engine::Engine;
use crate::state::{Flags, ObjectId, Range};
use crate::task::{Resolve, Scope};

impl Engine<'_> {
    /// Creates the tokens of the instruction at work and of those right after it that create theirs with it: all enter at one time.
    pub(super) fn create_tokens_at_work(&mut self, task: &mut Resolve) {
        let scope = task.scope;
        let code = &self.item_part(&task.item, scope.mode).code[usize::from(task.pc)..];
        self.create_tokens_together(task, &[scope], &code[..created_with_first(code)]);
    }

    /// Creates the tokens of instructions in each of the scopes: all enter at one time.
    pub(super) fn create_tokens_together(&mut self, task: &mut Resolve, scopes: &[Scope], creating: &[Instr]) {
        let start = self.s.scratch.len() as u16;
        for (place, instr) in creating.iter().enumerate() {
            let Instr::CreateToken(tokens) = instr else { unreachable!("called for tokens only") };
            task.pc += u16::from(place > 0);
            self.create_tokens(tokens, task, scopes);
        }
        self.entered(Range { start, end: self.s.scratch.len() as u16 });
    }

    fn create_tokens(&mut self, tokens: &NewTokens, task: &mut Resolve, scopes: &[Scope]) {
        let NewTokens { player, token, amount, pt, tapped, attacking, blocking, attached, counters, into, .. } = tokens;
        let mut destination =
            Destination { tapped: *tapped, attacking: *attacking, ..Destination::to(Zone::Battlefield) };
        destination.counters.extend(counters.iter().map(|amount| (CounterKind::PLUS_ONE, amount.clone())));
        let start = self.s.scratch.len() as u16;
        for (player, count, place) in self.created(scopes, player, amount) {
            let scope = &scopes[place];
            let count = count.clamp(0, 1_000);
            let pt = pt.as_ref().map(|(power, toughness)| [self.number(scope, power), self.number(scope, toughness)]);
            let host = attached.as_ref().map(|to| self.list(scope, to).first().copied());
            // CR 303.4i: a token isn't created if it can't be attached to what is said.
            let stays_away = |engine: &Engine<'_>| {
                host.is_some_and(|host| host.is_none_or(|host| !engine.eye().can_attach_token(*token, player, host)))
            };
            if count > 0 && stays_away(self) {
                continue;
            }
            for _ in 0..count {
                self.s.entering_host = host.flatten();
                let id = self.create_token(scope, player, *token, &destination);
                self.s.entering_host = None;
                self.word_token(task, id);
                if let Some(pt) = pt {
                    let mut effect = self.effect(task, id, Duration::Indefinite);
                    self.lock(&mut effect, &mut 0, pt);
                    self.s.effects.push(effect);
                    self.touch();
                }
                if let Some(attacker) = blocking.as_ref().and_then(|of| self.list(scope, of).first().copied()) {
                    self.enter_blocking(id, attacker);
                }
                self.s.scratch.push(id);
            }
            if count > 0 {
                self.tell(Audience::Everyone, |eye| {
                    let (who, token) = (eye.player_name(player), eye.card_name(*token));
                    match count {
                        1 => format!("{who} creates {} {token}.", article(&token)),
                        _ => format!("{who} creates {count} {token}s."),
                    }
                });
            }
        }
        self.keep(task, *into, start);
    }

    /// Creates a token: of a card that is a face of another, with that face up.
    pub(super) fn create_token(
        &mut self,
        scope: &Scope,
        player: Player,
        token: CardId,
        destination: &Destination,
    ) -> ObjectId {
        let mut object = self.eye().as_object(token, player, Zone::Battlefield);
        object.flags |= Flags::TOKEN;
        object.came_from = Zone::Command;
        let id = self.allocate(object);
        self.enter(scope, id, player, destination);
        id
    }
}
