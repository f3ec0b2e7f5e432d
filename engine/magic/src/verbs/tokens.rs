//! Creating tokens (CR 111, 701.7).

use gauntlet_cards::ability::{Replacement, RuleKinds, StaticEffect};
use gauntlet_cards::card::{AbilityId, CardId};
use gauntlet_cards::effect::{Attacking, Destination, Duration, Instr, NewTokens};
use gauntlet_cards::explain::article;
use gauntlet_cards::filter::{CounterKind, Zone};
use gauntlet_core::{Audience, Player};
use smallvec::SmallVec;

use super::joint::created_with_first;
use crate::engine::Engine;
use crate::state::{Flags, ObjectId, Range};
use crate::task::{Resolve, Scope};

/// Tokens of one kind that were created for a player.
pub(super) struct Made {
    pub(super) player: Player,
    /// One of them.
    pub(super) sample: ObjectId,
    /// How many there would have been before anything changed that number.
    pub(super) before: i32,
    pub(super) tapped: bool,
    pub(super) attacking: Attacking,
}

/// Tokens that a rule has created besides others.
struct Besides {
    rule: (ObjectId, AbilityId),
    player: Player,
    token: CardId,
    /// How many, before anything changes that number.
    before: i32,
    /// The place of the first of those others.
    first: usize,
}

/// What was created at one time.
pub(super) type MadeTokens = SmallVec<[Made; 4]>;

impl Engine<'_> {
    /// Creates the tokens that are created besides others (CR 614.1): once for all of them, and each as they enter. What changes how many are
    /// created changes that of these, too, as their controller would like it to (CR 616.1).
    pub(super) fn create_besides(&mut self, scope: &Scope, made: &mut MadeTokens) {
        if made.is_empty() || !self.eye().has_rules(RuleKinds::TOKENS) {
            return;
        }
        self.refresh();
        let mut applied: SmallVec<[(ObjectId, AbilityId); 4]> = SmallVec::new();
        while let Some(Besides { rule, player, token, before, first }) = self.next_besides(made, &applied) {
            applied.push(rule);
            let count = self.tokens_like(player, before, token).clamp(0, 1_000);
            let (tapped, attacking) = (made[first].tapped, made[first].attacking);
            let destination = Destination { tapped, attacking, ..Destination::to(Zone::Battlefield) };
            for _ in 0..count {
                let id = self.create_token(scope, player, token, &destination);
                self.s.scratch.push(id);
            }
            if count > 0 {
                let sample = self.s.scratch[self.s.scratch.len() - 1];
                made.push(Made { player, sample, before, tapped, attacking });
            }
        }
    }

    /// What is created besides those by the next rule that hasn't been applied.
    fn next_besides(&self, made: &MadeTokens, applied: &[(ObjectId, AbilityId)]) -> Option<Besides> {
        let mut found = None;
        let eye = self.eye();
        eye.each_rule_with_id(RuleKinds::TOKENS, &mut |scope, number, ability| {
            let StaticEffect::Replacement(Replacement::TokensPlus { player: who, what, token, as_many }) =
                &ability.effect
            else {
                return;
            };
            let rule = (scope.source, number);
            if found.is_some() || applied.contains(&rule) {
                return;
            }
            let fits = |one: &Made| {
                let object = &self.s.objects[one.sample.index()];
                eye.player_fits(scope, *who, one.player) && eye.matches(scope, what, one.sample, object)
            };
            if let Some(first) = made.iter().position(fits) {
                let all: i32 = made.iter().filter(|one| fits(one)).map(|one| one.before).sum();
                let before = if *as_many { all } else { 1 };
                found = Some(Besides { rule, player: made[first].player, token: *token, before, first });
            }
        });
        found
    }

    /// How many tokens of a card are created for a player who would create that many.
    pub(super) fn tokens_like(&mut self, player: Player, before: i32, token: CardId) -> i32 {
        let mut object = self.eye().as_object(token, player, Zone::Battlefield);
        object.flags |= Flags::TOKEN;
        self.tokens_after_replacement(player, before, &object)
    }

    /// Creates the tokens of the instruction at work and of those right after it that create theirs with it: all enter at one time.
    pub(super) fn create_tokens_at_work(&mut self, task: &mut Resolve) {
        let scope = task.scope;
        let code = &self.item_part(&task.item, scope.mode).code[usize::from(task.pc)..];
        self.create_tokens_together(task, &[scope], &code[..created_with_first(code)]);
    }

    /// Creates the tokens of instructions in each of the scopes: all enter at one time.
    pub(super) fn create_tokens_together(&mut self, task: &mut Resolve, scopes: &[Scope], creating: &[Instr]) {
        let start = self.s.scratch.len() as u16;
        let mut made = MadeTokens::new();
        for (place, instr) in creating.iter().enumerate() {
            let Instr::CreateToken(tokens) = instr else { unreachable!("called for tokens only") };
            task.pc += u16::from(place > 0);
            self.create_tokens(tokens, task, scopes, (&mut made, place + 1 == creating.len()));
        }
        self.entered(Range { start, end: self.s.scratch.len() as u16 });
    }

    /// Creates the tokens of one instruction, `made` with others at the same time, of which it is the last or not.
    fn create_tokens(
        &mut self,
        tokens: &NewTokens,
        task: &mut Resolve,
        scopes: &[Scope],
        (made, last): (&mut MadeTokens, bool),
    ) {
        let NewTokens { player, token, amount, pt, tapped, attacking, blocking, attached, counters, into, .. } = tokens;
        let mut destination =
            Destination { tapped: *tapped, attacking: *attacking, ..Destination::to(Zone::Battlefield) };
        destination.counters.extend(counters.iter().map(|amount| (CounterKind::PLUS_ONE, amount.clone())));
        let start = self.s.scratch.len() as u16;
        for (player, count, place) in self.created(scopes, player, amount, &|_, _| Some(*token)) {
            let scope = &scopes[place];
            let count = count.clamp(0, 1_000);
            let before = self.number(scope, amount);
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
                let sample = self.s.scratch[self.s.scratch.len() - 1];
                made.push(Made { player, sample, before, tapped: *tapped, attacking: *attacking });
                self.tell(Audience::Everyone, |eye| {
                    let (who, token) = (eye.player_name(player), eye.card_name(*token));
                    match count {
                        1 => format!("{who} creates {} {token}.", article(&token)),
                        _ => format!("{who} creates {count} {token}s."),
                    }
                });
            }
        }
        if last {
            self.create_besides(&task.scope, made);
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
